//! A canvas of whole pixels, and the marks that are put on it in paint order.

use super::breaks;
use super::mark::{Anchor, Content, Fill, Form, Mark, Px, Role, Stroke, Style};
use super::measure::{self, Size};
use crate::decimal;
use crate::figure::text::{Run, Span, Text, Tone};

/// A canvas on which marks are put one below the other.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The form that is drawn.
    pub form: Form,
    /// The marks in paint order.
    pub marks: Vec<Mark<'a>>,
    /// How far down the canvas is used.
    pub bottom: Px,
}

/// A measured width as a length.
pub(super) fn px(width: u32) -> Px {
    Px::try_from(width).unwrap_or(Px::MAX / 4)
}

/// A count as a factor for lengths.
pub(super) fn times(count: usize) -> Px {
    Px::try_from(count).unwrap_or(Px::MAX / 1024)
}

/// Width of a text in its role.
pub(super) fn width(text: &Text, role: Role) -> Px {
    wide(text, role, false)
}

/// Width of a text all of whose runs are bold.
pub(super) fn bold_width(text: &Text, role: Role) -> Px {
    wide(text, role, true)
}

fn wide(text: &Text, role: Role, bold: bool) -> Px {
    px(if role.mono() {
        measure::mono_text(text, role.size())
    } else {
        measure::text(text, role.size(), bold || role.bold())
    })
}

/// A text that is too wide for its room, cut with `…` for what is missing: a
/// name anywhere, with what follows it kept; a list behind one of its items; a
/// number never.
fn cut(text: &Text, size: Size, bold: bool, room: u32) -> Text {
    let mut short = Text::default();
    let mut left = room.saturating_sub(measure::sans("…", size, bold));
    let mut behind = measure::text(text, size, bold);
    let mut is_cut = false;
    for run in text.runs() {
        let wide = |words: &str| measure::run(Run { text: words, ..run }, size, bold);
        let whole = wide(run.text);
        behind = behind.saturating_sub(whole);
        let is_list = run.face.mono && run.text.contains(',');
        let is_name = run.fact().is_some() && !is_list && !decimal::is_number(run.text);
        if is_cut || (whole <= left && (!is_name || whole + behind <= left)) {
            left = left.saturating_sub(whole);
            short.push_run(run);
            continue;
        }
        // A name that is cut already keeps the end that tells it from others.
        let (head, tail) = run.text.split_once('…').unwrap_or((run.text, ""));
        let tail_wide = wide(tail);
        let ends = head.char_indices().map(|(at, c)| (at + c.len_utf8(), c));
        let longest = |room: u32| {
            let ends = ends.clone().filter(|(_, c)| if is_list { *c == ',' } else { is_name });
            ends.map(|(end, _)| &head[..end])
                .take_while(|words| wide(words) + tail_wide <= room)
                .last()
        };
        let kept = if is_name { left.checked_sub(behind).and_then(&longest) } else { None };
        is_cut = kept.is_some();
        match kept.or_else(|| longest(left)) {
            Some(words) => short.push_run(Run { text: &format!("{words}…{tail}"), ..run }),
            None => short.push_literal("…"),
        }
        if !is_cut {
            break;
        }
    }
    short
}

impl<'a> Scene<'a> {
    /// A text on one line, cut where there is no room for the whole of it.
    pub(super) fn put_within(
        &mut self,
        (x, y): (Px, Px),
        style: Style,
        room: Px,
        text: impl Into<Content<'a>>,
    ) {
        let content = text.into();
        let bold = style.bold || style.role.bold();
        let size = style.role.size();
        let room = u32::try_from(room).unwrap_or(0);
        let short = match &content {
            Content::Text(text) => Some(*text),
            Content::Own(text) => Some(text),
            Content::Span(_) | Content::Sign(_) => None,
        }
        .filter(|text| measure::text(text, size, bold) > room)
        .map(|text| cut(text, size, bold, room));
        self.put(x, y, style, short.map_or(content, Content::Own));
    }

    pub(super) fn new(form: Form) -> Self {
        Self { form, marks: Vec::with_capacity(256), bottom: 0 }
    }

    pub(super) fn put(&mut self, x: Px, y: Px, style: Style, content: impl Into<Content<'a>>) {
        let content = content.into();
        let empty = match &content {
            Content::Text(text) => text.is_empty(),
            Content::Own(text) => text.is_empty(),
            Content::Span(span) => span.text.is_empty(),
            Content::Sign(sign) => sign.is_empty(),
        };
        if !empty {
            self.marks.push(Mark::Text { x, y, style, content });
        }
    }

    /// A text of several lines; the answer is the last baseline.
    pub(super) fn paragraph(
        &mut self,
        (x, y): (Px, Px),
        style: Style,
        room: Px,
        text: &'a Text,
    ) -> Px {
        let wide = if style.bold { bold_width(text, style.role) } else { width(text, style.role) };
        if wide <= room {
            self.put(x, y, style, text);
            return y;
        }
        self.lines((x, y), style, room, text)
    }

    /// The same for a text that was put together.
    pub(super) fn lines(&mut self, (x, y): (Px, Px), style: Style, room: Px, text: &Text) -> Px {
        let step = match style.role {
            Role::Title => 26,
            Role::Heading => 20,
            _ => 19,
        };
        let room = u32::try_from(room).unwrap_or(0);
        let bold = style.bold || style.role.bold();
        let breaks = breaks::breaks(text, style.role.size(), bold, room);
        let last = y + step * times(breaks.len());
        if breaks::break_runs(text, &breaks) {
            let text = text.clone();
            self.marks.push(Mark::Paragraph { x, y, step, style, text, breaks });
            return last;
        }
        for (place, line) in breaks::lines(text, &breaks).into_iter().enumerate() {
            // A list in it may be longer than a line.
            self.put_within((x, y + step * times(place)), style, px(room), line);
        }
        last
    }

    /// A name in the lines that it was broken into, 18 apart.
    pub(super) fn name(
        &mut self,
        (x, y): (Px, Px),
        style: Style,
        span: &'a Span,
        lines: Vec<String>,
    ) {
        if lines.len() == 1 && lines[0] == span.text.as_str() {
            return self.put(x, y, style, span);
        }
        self.marks.push(Mark::Lines { x, y, step: 18, style, span, lines });
    }

    pub(super) fn rect(&mut self, x: Px, y: Px, width: Px, height: Px, fill: Fill) {
        self.marks.push(Mark::Box { x, y, width, height, fill });
    }

    pub(super) fn path(&mut self, d: String, stroke: Stroke) {
        self.marks.push(Mark::Path { d, stroke });
    }

    /// A cell with its value; the selected one is put later, over its neighbours.
    pub(super) fn cell(&mut self, at: Cell, size: Size, value: &'a Span) {
        self.rect(at.x, at.y, at.width, at.height, Fill::Cell);
        self.put(at.x + at.width / 2, at.baseline(size), Role::Value(size).middle(), value);
    }

    /// The selected cell: double border, fill, diamond, bold.
    pub(super) fn selected(&mut self, at: Cell, size: Size, value: &'a Span) {
        self.rect(at.x, at.y, at.width, at.height, Fill::Selected);
        self.rect(at.x + 4, at.y + 4, at.width - 8, at.height - 8, Fill::Ring);
        let middle = at.x + at.width / 2;
        self.put(middle, at.baseline(size), Role::Value(size).middle().bold(), value);
        self.diamond(middle, at.y);
    }

    /// The diamond, centred.
    pub(super) fn diamond(&mut self, x: Px, y: Px) {
        self.marks.push(Mark::Diamond { x, y });
    }

    /// A horizontal line.
    pub(super) fn rule(&mut self, x: Px, y: Px, to: Px, stroke: Stroke) {
        self.marks.push(Mark::Across { x, y, to, stroke });
    }

    /// A vertical line.
    pub(super) fn drop(&mut self, x: Px, y: Px, to: Px, stroke: Stroke) {
        self.marks.push(Mark::Down { x, y, to, stroke });
    }

    /// A head that points right, its tip at x.
    pub(super) fn head_right(&mut self, x: Px, y: Px, stroke: Stroke) {
        self.path(format!("M{x} {y}l-8 -4.5v9Z"), stroke);
    }

    /// A head that points left, its tip at x.
    pub(super) fn head_left(&mut self, x: Px, y: Px, stroke: Stroke) {
        self.path(format!("M{x} {y}l8 -4.5v9Z"), stroke);
    }

    /// A head that points down, its tip at y.
    pub(super) fn head_down(&mut self, x: Px, y: Px, stroke: Stroke) {
        self.path(format!("M{x} {y}l-4.5 -8h9Z"), stroke);
    }

    /// Two slanted strokes where something is left out.
    pub(super) fn broken(&mut self, x: Px, top: Px, bottom: Px) {
        let (top, bottom) = (top - 4, bottom + 4);
        let d = format!("M{} {top}L{} {bottom}M{} {top}L{} {bottom}", x - 2, x - 8, x + 8, x + 2);
        self.path(d, Stroke::Ink);
    }

    /// A box that is refused, its hatch, and the part of it that stays plain.
    pub(super) fn hatched(&mut self, at: Cell, hatch: Px) {
        self.rect(at.x, at.y, at.width, at.height, Fill::Ghost);
        self.rect(at.x, at.y, hatch, at.height, Fill::Hatch);
    }

    /// The name of an axis over its line.
    pub(super) fn axis_name(&mut self, x: Px, y: Px, anchor: Anchor, axis: usize, name: &'a Text) {
        self.put(x, y, Role::Label.at(anchor).bold().tone(Tone::axis(axis)), name);
    }
}

/// A place for a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub x: Px,
    pub y: Px,
    pub width: Px,
    pub height: Px,
}

impl Cell {
    /// The baseline of a value in its middle.
    fn baseline(self, size: Size) -> Px {
        self.y + self.height / 2 + px(size) / 3
    }
}
