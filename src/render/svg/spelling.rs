//! The attributes and the runs of marks, spelled before the template is.
//!
//! A template writes part by part through a `dyn Write`, and a figure has some
//! thousand lengths, classes, paths and runs: spelled into one string they cost
//! a third.

use crate::decimal::integer_into;
use crate::figure::geometry::mark::{Content, Fill, Mark, Px, Role, Stroke, Style};
use crate::figure::text::{Span, Tone};
use crate::render::markup::{push, push_origin};
use std::ops::Range;

/// A part of what is spelled.
pub(super) type Part = Range<usize>;

/// A mark as its element: its attributes, and of a text what it holds.
pub(super) enum Element {
    Rect(Part),
    Path(Part),
    Circle(Part),
    Text(Part, Part),
}

/// What the elements of a figure hold, one part behind the other.
pub(super) struct Spelling {
    text: String,
    /// Where the last part ended.
    ended: usize,
}

impl Default for Spelling {
    fn default() -> Self {
        Self { text: String::with_capacity(20 * 1024), ended: 0 }
    }
}

impl Spelling {
    pub(super) fn part(&self, part: &Part) -> &str {
        &self.text[part.clone()]
    }

    /// What was spelled behind the last part.
    fn take(&mut self) -> Part {
        let part = self.ended..self.text.len();
        self.ended = part.end;
        part
    }

    /// The element of a mark in a figure whose ids begin with `prefix`.
    pub(super) fn element(&mut self, mark: &Mark<'_>, prefix: &str) -> Element {
        match mark {
            Mark::Box { x, y, width, height, fill } => {
                self.length(" x=\"", *x);
                self.length("\" y=\"", *y);
                self.length("\" width=\"", *width);
                self.length("\" height=\"", *height);
                if let Some(radius) = fill.radius() {
                    self.length("\" rx=\"", radius);
                }
                if *fill == Fill::Hatch {
                    self.words(["\" fill=\"url(#", prefix, "_hatch)"]);
                }
                self.class(fill.class());
                Element::Rect(self.take())
            }
            Mark::Text { x, y, style, content } => {
                self.place(*x, *y);
                let attributes = self.text_attributes(*style, content);
                Element::Text(attributes, self.content(content))
            }
            Mark::Badge { x, y, number } => {
                self.place(*x, *y);
                self.class("tp-lab tp-b tp-c tp-badgeink");
                self.words([" data-decorative=\"pass\""]);
                let attributes = self.take();
                integer_into(*number as u64, &mut self.text);
                Element::Text(attributes, self.take())
            }
            Mark::Circle { x, y, stroke } => {
                self.length(" cx=\"", *x);
                self.length("\" cy=\"", *y);
                self.words(["\" r=\"4.5"]);
                self.class(stroke.class());
                Element::Circle(self.take())
            }
            Mark::Path { d, stroke } => {
                self.words([" d=\"", d]);
                self.class(stroke.class());
                Element::Path(self.take())
            }
            Mark::Across { x, y, to, stroke } => self.line(*x, *y, "H", *to, *stroke),
            Mark::Down { x, y, to, stroke } => self.line(*x, *y, "V", *to, *stroke),
            Mark::Diamond { x, y } => {
                self.point(*x, *y);
                self.words(["m0 -6l6 6l-6 6l-6 -6Z"]);
                self.class("tp-dia");
                Element::Path(self.take())
            }
        }
    }

    fn words<const N: usize>(&mut self, words: [&str; N]) {
        words.into_iter().for_each(|word| self.text.push_str(word));
    }

    /// A length behind the name of its attribute.
    fn length(&mut self, name: &str, length: Px) {
        self.text.push_str(name);
        if length < 0 {
            self.text.push('-');
        }
        integer_into(length.unsigned_abs().into(), &mut self.text);
    }

    /// Ends the attribute before it, and the element's tag.
    fn class(&mut self, class: &str) {
        self.words(["\" class=\"", class, "\""]);
    }

    fn place(&mut self, x: Px, y: Px) {
        self.length(" x=\"", x);
        self.length("\" y=\"", y);
    }

    /// The start of a path's data.
    fn point(&mut self, x: Px, y: Px) {
        self.length(" d=\"M", x);
        self.length(" ", y);
    }

    fn line(&mut self, x: Px, y: Px, way: &str, to: Px, stroke: Stroke) -> Element {
        self.point(x, y);
        self.length(way, to);
        self.class(stroke.class());
        Element::Path(self.take())
    }

    /// The classes of a text and where its only run comes from: an only run
    /// needs no element of its own.
    fn text_attributes(&mut self, style: Style, content: &Content<'_>) -> Part {
        let (mut tone, mut mono, mut bold) = (style.tone, style.mono, style.bold);
        let only = match content.spans() {
            [only] => Some(only),
            _ => None,
        };
        if let Some(only) = only {
            if only.tone != Tone::Inherit {
                tone = only.tone;
            }
            mono |= only.mono;
            bold |= only.bold;
        }
        self.words(["\" class=\"", style.class(), face(tone, mono, bold), "\""]);
        if let Some(only) = only {
            push_origin(&mut self.text, only);
        }
        self.take()
    }

    /// The characters; of several runs each has an element if its face or its
    /// origin asks for one.
    fn content(&mut self, content: &Content<'_>) -> Part {
        match (content, content.spans()) {
            (Content::Sign(sign), _) => self.text.push_str(sign),
            (_, [only]) => push(&mut self.text, &only.text),
            (_, runs) => runs.iter().for_each(|run| self.run(run)),
        }
        self.take()
    }

    fn run(&mut self, run: &Span) {
        let class = face(run.tone, run.mono, run.bold).trim_start();
        if run.text.is_empty() || (class.is_empty() && run.is_words()) {
            return push(&mut self.text, &run.text);
        }
        if class.is_empty() {
            self.text.push_str("<tspan");
        } else {
            self.words(["<tspan class=\"", class, "\""]);
        }
        push_origin(&mut self.text, run);
        self.text.push('>');
        push(&mut self.text, &run.text);
        self.text.push_str("</tspan>");
    }
}

impl Content<'_> {
    fn spans(&self) -> &[Span] {
        match self {
            Self::Text(text) => &text.spans,
            Self::Own(text) => &text.spans,
            Self::Span(span) => std::slice::from_ref(*span),
            Self::Sign(_) => &[],
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
            Self::AxisRing(0) => "tp-k0 tp-o",
            Self::AxisRing(1) => "tp-k1 tp-o",
            Self::AxisRing(2) => "tp-k2 tp-o",
            Self::AxisRing(_) => "tp-k3 tp-o",
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
