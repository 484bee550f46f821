//! The visual language as data: what a mark is, and how it is filled, drawn
//! or set. No mark knows a record; the SVG renderer writes each as one element.

use super::measure::Size;
use crate::figure::text::{Span, Text, Tone};

/// A position or a length in pixels.
pub type Px = i32;

/// In which width a figure is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// 720 pixels.
    Wide,
    /// 360 pixels.
    Narrow,
}

impl Form {
    /// Width of the canvas.
    #[must_use]
    pub fn width(self) -> Px {
        match self {
            Self::Wide => 720,
            Self::Narrow => 360,
        }
    }

    /// Space at both sides.
    #[must_use]
    pub fn margin(self) -> Px {
        match self {
            Self::Wide => 24,
            Self::Narrow => 16,
        }
    }

    /// Width between the margins.
    #[must_use]
    pub fn content(self) -> Px {
        self.width() - 2 * self.margin()
    }

    /// Space around a value in its cell, both sides together.
    #[must_use]
    pub fn padding(self) -> u32 {
        match self {
            Self::Wide => 16,
            Self::Narrow => 12,
        }
    }

    /// Whether this is the narrow form.
    #[must_use]
    pub fn is_narrow(self) -> bool {
        self == Self::Narrow
    }
}

/// The role of a text, with its size and face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The figure's title, 20.
    Title,
    /// A panel's heading, 15.
    Heading,
    /// Sentences, 13.
    Body,
    /// Labels, indices and offsets, 12.
    Label,
    /// Values in cells, monospaced, 15, 13 or 12.
    Value(Size),
    /// Contributions and sums, monospaced, 18.
    Result,
}

impl Role {
    /// Size of type in pixels.
    #[must_use]
    pub fn size(self) -> Size {
        match self {
            Self::Title => 20,
            Self::Result => 18,
            Self::Heading => 15,
            Self::Value(size) => size,
            Self::Body => 13,
            Self::Label => 12,
        }
    }

    pub(super) fn bold(self) -> bool {
        matches!(self, Self::Title | Self::Heading)
    }

    /// Whether the role's own face is the monospaced one.
    pub(super) fn mono(self) -> bool {
        matches!(self, Self::Value(_) | Self::Result)
    }

    /// The role, from where it runs, and nothing else yet.
    #[must_use]
    pub fn at(self, anchor: Anchor) -> Style {
        Style { role: self, anchor, tone: Tone::Inherit, bold: false, mono: false }
    }

    pub(super) fn start(self) -> Style {
        self.at(Anchor::Start)
    }

    pub(super) fn middle(self) -> Style {
        self.at(Anchor::Middle)
    }

    pub(super) fn end(self) -> Style {
        self.at(Anchor::End)
    }
}

/// How a text is set: what its runs do not say themselves.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Size and face.
    pub role: Role,
    /// From where it runs.
    pub anchor: Anchor,
    /// The colour of runs that have none.
    pub tone: Tone,
    /// Whether all runs are bold.
    pub bold: bool,
    /// Whether all runs are monospaced.
    pub mono: bool,
}

impl Style {
    pub(super) fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    pub(super) fn mono(mut self) -> Self {
        self.mono = true;
        self
    }

    /// Bold and in its axis's hue if the coordinate lies there, else muted.
    pub(super) fn selected(self, here: bool, axis: impl Into<Option<usize>>) -> Self {
        let hue = axis.into().map_or(Tone::Ink, Tone::axis);
        if here { self.bold().tone(hue) } else { self.tone(Tone::Muted) }
    }

    pub(super) fn tone(mut self, tone: Tone) -> Self {
        self.tone = tone;
        self
    }
}

/// The characters of a text: the panel's own wherever possible.
#[derive(Clone, Debug)]
pub enum Content<'a> {
    /// A text of the panel.
    Text(&'a Text),
    /// A single run of the panel.
    Span(&'a Span),
    /// A text that was put together or broken into lines.
    Own(Text),
    /// A sign.
    Sign(&'static str),
}

impl<'a> From<&'a Text> for Content<'a> {
    fn from(text: &'a Text) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a Span> for Content<'a> {
    fn from(span: &'a Span) -> Self {
        Self::Span(span)
    }
}

impl From<Text> for Content<'_> {
    fn from(text: Text) -> Self {
        Self::Own(text)
    }
}

impl From<&'static str> for Content<'_> {
    fn from(sign: &'static str) -> Self {
        Self::Sign(sign)
    }
}

/// From where a text runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Starts at x.
    Start,
    /// Is centred on x.
    Middle,
    /// Ends at x.
    End,
}

/// How a box is filled and bordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// A cell.
    Cell,
    /// The selected cell.
    Selected,
    /// The second border of the selected cell.
    Ring,
    /// Not reached, or left out.
    Soft,
    /// Not reached: dotted as well.
    Skipped,
    /// Refused.
    Ghost,
    /// The hatch over what is refused.
    Hatch,
    /// A plate under a text that stands on a hatch.
    Plate,
    /// The numbered plate of a panel.
    Badge,
}

/// How a line is drawn, or a head filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Thin, for rules and brackets.
    Guide,
    /// Thin and dashed.
    Dashed,
    /// Ink.
    Ink,
    /// The style and hue of an axis.
    Axis(usize),
    /// The ring of an axis that does not move: ink, without dashes.
    Ring,
    /// Refused.
    Rejected,
    /// A filled head in an axis's hue.
    AxisHead(usize),
    /// A filled head in ink.
    InkHead,
}

/// One mark.
#[derive(Clone, Debug)]
pub enum Mark<'a> {
    /// A box.
    Box {
        /// Left.
        x: Px,
        /// Top.
        y: Px,
        /// Width.
        width: Px,
        /// Height.
        height: Px,
        /// How it is filled.
        fill: Fill,
    },
    /// A line or a filled shape.
    Path {
        /// The path's data.
        d: String,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A filled dot, or a ring.
    Circle {
        /// Centre.
        x: Px,
        /// Centre.
        y: Px,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A text on its baseline.
    Text {
        /// Where the anchor stands.
        x: Px,
        /// The baseline.
        y: Px,
        /// How it is set.
        style: Style,
        /// The runs.
        content: Content<'a>,
    },
    /// A fact in several lines of one element, because it is one fact.
    Lines {
        /// Where the lines start.
        x: Px,
        /// The first baseline.
        y: Px,
        /// From one baseline to the next.
        step: Px,
        /// How it is set.
        style: Style,
        /// The fact.
        span: &'a Span,
        /// Its lines, cut with `…` where there is no room for all of it.
        lines: Vec<String>,
    },
    /// A text in several lines of one element, because a run goes on from one to
    /// the next.
    Paragraph {
        /// Where the lines start.
        x: Px,
        /// The first baseline.
        y: Px,
        /// From one baseline to the next.
        step: Px,
        /// How it is set.
        style: Style,
        /// The runs.
        text: Text,
        /// Where each line but the first begins: which run, and how many bytes into it.
        breaks: Vec<(usize, usize)>,
    },
    /// A horizontal line.
    Across {
        /// Where it starts.
        x: Px,
        /// How far down.
        y: Px,
        /// Where it ends.
        to: Px,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A vertical line.
    Down {
        /// How far across.
        x: Px,
        /// Where it starts.
        y: Px,
        /// Where it ends.
        to: Px,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// The diamond, centred.
    Diamond {
        /// Centre.
        x: Px,
        /// Centre.
        y: Px,
    },
    /// The number of a panel.
    Badge {
        /// Centre.
        x: Px,
        /// The baseline.
        y: Px,
        /// The panel, from 1.
        number: usize,
    },
}
