//! Marks as elements, one a line.
//!
//! They are spelled here and not in a template: a template writes part by part
//! through a `dyn Write`, and the lengths, classes, paths and runs of a figure
//! are some thousand parts, which would take half the time of a plate.

use crate::decimal::integer_into;
use crate::figure::geometry::mark::{Content, Fill, Mark, Px, Role, Stroke, Style};
use crate::figure::text::{Face, Run, Text, Tone};
use crate::render::markup::{push, push_origin};

/// The elements of the marks of a figure whose ids begin with `prefix`.
pub(super) fn elements(marks: &[Mark<'_>], prefix: &str) -> String {
    let mut elements = Elements { prefix, text: String::with_capacity(24 * 1024) };
    for mark in marks {
        elements.text.push_str("\n  ");
        elements.mark(mark);
    }
    elements.text
}

struct Elements<'a> {
    prefix: &'a str,
    text: String,
}

impl Elements<'_> {
    fn mark(&mut self, mark: &Mark<'_>) {
        match mark {
            Mark::Box { x, y, width, height, fill } => {
                self.length("<rect x=\"", *x);
                self.length("\" y=\"", *y);
                self.length("\" width=\"", *width);
                self.length("\" height=\"", *height);
                if let Some(radius) = fill.radius() {
                    self.length("\" rx=\"", radius);
                }
                if *fill == Fill::Hatch {
                    self.words(["\" fill=\"url(#", self.prefix, "_hatch)"]);
                }
                self.end(fill.class());
            }
            Mark::Text { x, y, style, content } => {
                self.length("<text x=\"", *x);
                self.length("\" y=\"", *y);
                self.attributes(*style, content);
                self.text.push('>');
                self.content(content);
                self.text.push_str("</text>");
            }
            Mark::Lines { x, y, step, style, span, lines } => {
                self.length("<text x=\"", *x);
                self.length("\" y=\"", *y);
                self.attributes(*style, &Content::Span(span));
                self.text.push('>');
                for (place, line) in (0..).zip(lines) {
                    self.length("<tspan x=\"", *x);
                    self.length("\" y=\"", *y + place * *step);
                    self.text.push_str("\">");
                    push(&mut self.text, line);
                    self.text.push_str("</tspan>");
                }
                self.text.push_str("</text>");
            }
            Mark::Paragraph { x, y, step, style, text, breaks } => {
                self.length("<text x=\"", *x);
                self.length("\" y=\"", *y);
                self.attributes(*style, &Content::Text(text));
                self.text.push('>');
                self.broken(text, breaks, (*x, *y, *step));
                self.text.push_str("</text>");
            }
            Mark::Badge { x, y, number } => {
                self.length("<text x=\"", *x);
                self.length("\" y=\"", *y);
                self.words(["\" class=\"tp-lab tp-b tp-c tp-badgeink\" data-decorative=\"pass\">"]);
                integer_into(*number as u64, &mut self.text);
                self.text.push_str("</text>");
            }
            Mark::Circle { x, y, stroke } => {
                self.length("<circle cx=\"", *x);
                self.length("\" cy=\"", *y);
                self.text.push_str("\" r=\"4.5");
                self.end(stroke.class());
            }
            Mark::Path { d, stroke } => {
                self.words(["<path d=\"", d]);
                self.end(stroke.class());
            }
            Mark::Across { x, y, to, stroke } => {
                self.point(*x, *y);
                self.length("H", *to);
                self.end(stroke.class());
            }
            Mark::Down { x, y, to, stroke } => {
                self.point(*x, *y);
                self.length("V", *to);
                self.end(stroke.class());
            }
            Mark::Diamond { x, y } => {
                self.point(*x, *y);
                self.text.push_str("m0 -6l6 6l-6 6l-6 -6Z");
                self.end("tp-dia");
            }
        }
    }

    fn words<const N: usize>(&mut self, words: [&str; N]) {
        for word in words {
            self.text.push_str(word);
        }
    }

    /// A length behind what stands before it.
    #[inline]
    fn length(&mut self, before: &str, length: Px) {
        self.text.push_str(before);
        if length < 0 {
            self.text.push('-');
        }
        integer_into(length.unsigned_abs().into(), &mut self.text);
    }

    /// The start of a path.
    fn point(&mut self, x: Px, y: Px) {
        self.length("<path d=\"M", x);
        self.length(" ", y);
    }

    /// Ends the attribute before it, and the element.
    fn end(&mut self, class: &str) {
        self.text.push_str("\" class=\"");
        self.text.push_str(class);
        self.text.push_str("\"/>");
    }

    /// The classes of a text and where its only run comes from: an only run
    /// needs no element of its own.
    fn attributes(&mut self, style: Style, content: &Content<'_>) {
        let only = content.only();
        let (mut tone, mut mono, mut bold) = (style.tone, style.mono, style.bold);
        if let Some(Run { face, .. }) = only {
            if face.tone != Tone::Inherit {
                tone = face.tone;
            }
            mono |= face.mono;
            bold |= face.bold;
        }
        self.text.push_str("\" class=\"");
        self.text.push_str(style.class());
        self.text.push_str(face(tone, mono, bold));
        self.text.push('"');
        if let Some(only) = only {
            push_origin(&mut self.text, only);
        }
    }

    /// The characters; of several runs each has an element if its face or its
    /// origin asks for one.
    fn content(&mut self, content: &Content<'_>) {
        match content {
            Content::Sign(sign) => self.text.push_str(sign),
            Content::Span(span) => push(&mut self.text, &span.text),
            Content::Text(text) => self.runs(text),
            Content::Own(text) => self.runs(text),
        }
    }

    fn runs(&mut self, text: &Text) {
        match text.only() {
            Some(only) => push(&mut self.text, only.text),
            None => self.each(text, |elements, _, run| push(&mut elements.text, run.text)),
        }
    }

    /// The runs in their elements. Neighbours in one monospaced face have one
    /// around them: what a program prints is read from left to right, also amid
    /// a language that is not.
    fn each(&mut self, text: &Text, mut put: impl FnMut(&mut Self, usize, Run<'_>)) {
        let mut runs = text.runs().enumerate().peekable();
        let mut around: Option<Tone> = None;
        while let Some((place, run)) = runs.next() {
            let goes_on = runs.peek().is_some_and(|(_, next)| is_group(run, *next));
            if goes_on && around.is_none() {
                let mut group = text.runs().skip(place).take_while(|next| is_group(run, *next));
                let one_hue = group.all(|next| next.face.tone == run.face.tone);
                let tone = if one_hue { run.face.tone } else { Tone::Inherit };
                let class = face(tone, true, run.face.bold).trim_start();
                self.words(["<tspan class=\"", class, "\">"]);
                around = Some(tone);
            }
            let opened = self.open(around.map_or(run, |tone| within(run, tone)));
            put(self, place, run);
            self.text.push_str(if opened { "</tspan>" } else { "" });
            if !goes_on && around.take().is_some() {
                self.text.push_str("</tspan>");
            }
        }
    }

    /// Opens the element of a run, if it needs one.
    fn open(&mut self, run: Run<'_>) -> bool {
        let Face { tone, mono, bold, .. } = run.face;
        let class = face(tone, mono, bold).trim_start();
        if run.text.is_empty() || (class.is_empty() && run.is_words()) {
            return false;
        }
        if class.is_empty() {
            self.text.push_str("<tspan");
        } else {
            self.words(["<tspan class=\"", class, "\""]);
        }
        push_origin(&mut self.text, run);
        self.text.push('>');
        true
    }

    /// Runs in lines: what begins a line has an element that says where.
    fn broken(&mut self, text: &Text, breaks: &[(usize, usize)], (x, y, step): (Px, Px, Px)) {
        let mut lines = (1..).zip(breaks).peekable();
        let mut put = |elements: &mut Self, place: usize, run: Run<'_>| {
            let mut at = 0;
            while let Some((line, &(_, begins))) = lines.next_if(|(_, (of, _))| *of == place) {
                push(&mut elements.text, &run.text[at..begins]);
                let ends = lines.peek().filter(|(_, (of, _))| *of == place);
                at = ends.map_or(run.text.len(), |(_, (_, next))| *next);
                elements.length("<tspan x=\"", x);
                elements.length("\" y=\"", y + line * step);
                elements.text.push_str("\">");
                push(&mut elements.text, &run.text[begins..at]);
                elements.text.push_str("</tspan>");
            }
            push(&mut elements.text, &run.text[at..]);
        };
        match text.only() {
            Some(only) => put(self, 0, only),
            None => self.each(text, put),
        }
    }
}

/// Whether two neighbours stand in one element.
fn is_group(run: Run<'_>, next: Run<'_>) -> bool {
    run.face.mono && next.face.mono && run.face.bold == next.face.bold
}

/// A run in an element that has its face, and maybe its hue.
fn within(run: Run<'_>, around: Tone) -> Run<'_> {
    let tone = if run.face.tone == around { Tone::Inherit } else { run.face.tone };
    Run { face: Face { mono: false, bold: false, tone, ..run.face }, ..run }
}

impl Content<'_> {
    fn only(&self) -> Option<Run<'_>> {
        match self {
            Self::Text(text) => text.only(),
            Self::Own(text) => text.only(),
            Self::Span(span) => Some(span.run()),
            Self::Sign(_) => None,
        }
    }
}

impl Fill {
    /// The class of a box; its colours and borders are the style sheet's.
    fn class(self) -> &'static str {
        match self {
            Self::Cell => "tp-cell",
            Self::Selected => "tp-sel",
            Self::Ring => "tp-ring",
            Self::Soft => "tp-soft",
            Self::Skipped => "tp-soft tp-skip",
            Self::Ghost => "tp-ghost",
            Self::Hatch => "tp-hatch",
            Self::Plate => "tp-plate",
            Self::Badge => "tp-badge",
        }
    }

    /// Corner radius.
    fn radius(self) -> Option<i32> {
        match self {
            Self::Plate => Some(3),
            Self::Badge => Some(4),
            _ => None,
        }
    }
}

impl Stroke {
    /// The class of a line, a ring or a head. Past axis 2 there are no more
    /// hues: the line is ink and told apart by its name.
    fn class(self) -> &'static str {
        match self {
            Self::Guide => "tp-g",
            Self::Dashed => "tp-kd",
            Self::Ink => "tp-k",
            Self::Rejected => "tp-kr",
            Self::Axis(0) => "tp-k0",
            Self::Axis(1) => "tp-k1",
            Self::Axis(2) => "tp-k2",
            Self::Axis(_) => "tp-k3",
            // A ring shows no line style, and hue alone would tell two of them
            // apart: its name beside it does.
            Self::Ring => "tp-k3 tp-o",
            Self::AxisHead(0) => "tp-a0",
            Self::AxisHead(1) => "tp-a1",
            Self::AxisHead(2) => "tp-a2",
            Self::AxisHead(_) | Self::InkHead => "tp-ink",
        }
    }
}

impl Style {
    /// The classes of a role and its anchor.
    fn class(self) -> &'static str {
        const CLASSES: [[&str; 3]; 8] = [
            ["tp-title", "tp-title tp-c", "tp-title tp-e"],
            ["tp-h", "tp-h tp-c", "tp-h tp-e"],
            ["tp-body", "tp-body tp-c", "tp-body tp-e"],
            ["tp-lab", "tp-lab tp-c", "tp-lab tp-e"],
            ["tp-val", "tp-val tp-c", "tp-val tp-e"],
            ["tp-val tp-s", "tp-val tp-s tp-c", "tp-val tp-s tp-e"],
            ["tp-val tp-xs", "tp-val tp-xs tp-c", "tp-val tp-xs tp-e"],
            ["tp-res", "tp-res tp-c", "tp-res tp-e"],
        ];
        let role = match self.role {
            Role::Title => 0,
            Role::Heading => 1,
            Role::Body => 2,
            Role::Label => 3,
            Role::Value(15) => 4,
            Role::Value(13) => 5,
            Role::Value(_) => 6,
            Role::Result => 7,
        };
        CLASSES[role][self.anchor as usize]
    }
}

/// The classes of a run, each with a space before it; the value roles are
/// monospaced already, where the class does no harm.
fn face(tone: Tone, mono: bool, bold: bool) -> &'static str {
    const TONES: [[&str; 4]; 7] = [
        ["", " tp-m", " tp-b", " tp-m tp-b"],
        [" tp-mut", " tp-m tp-mut", " tp-b tp-mut", " tp-m tp-b tp-mut"],
        [" tp-a0", " tp-m tp-a0", " tp-b tp-a0", " tp-m tp-b tp-a0"],
        [" tp-a1", " tp-m tp-a1", " tp-b tp-a1", " tp-m tp-b tp-a1"],
        [" tp-a2", " tp-m tp-a2", " tp-b tp-a2", " tp-m tp-b tp-a2"],
        [" tp-ink", " tp-m tp-ink", " tp-b tp-ink", " tp-m tp-b tp-ink"],
        [" tp-rej", " tp-m tp-rej", " tp-b tp-rej", " tp-m tp-b tp-rej"],
    ];
    let tone = match tone {
        Tone::Inherit => 0,
        Tone::Muted => 1,
        Tone::Axis(0) => 2,
        Tone::Axis(1) => 3,
        Tone::Axis(2) => 4,
        Tone::Axis(_) | Tone::Ink => 5,
        Tone::Rejected => 6,
    };
    TONES[tone][usize::from(mono) + 2 * usize::from(bold)]
}
