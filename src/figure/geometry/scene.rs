//! Marks at whole pixels: what an SVG draws, in paint order.
//!
//! A scene knows the visual language (which mark means selected, refused, an
//! axis) but no record; the SVG template writes each mark as one element.

use super::measure::{self, Size};
use crate::figure::text::{Text, Tone};

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

    fn bold(self) -> bool {
        matches!(self, Self::Title | Self::Heading)
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
    /// The same without dashes, for a ring.
    AxisRing(usize),
    /// Refused.
    Rejected,
    /// A filled head in an axis's hue.
    AxisHead(usize),
    /// A filled head in ink.
    InkHead,
    /// The diamond, with its halo.
    Diamond,
}

/// One mark.
#[derive(Clone, Debug)]
pub enum Mark {
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
        /// Size and face.
        role: Role,
        /// From where it runs.
        anchor: Anchor,
        /// The runs.
        text: Text,
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

/// A canvas on which marks are put one below the other.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The form that is drawn.
    pub form: Form,
    /// The marks in paint order.
    pub marks: Vec<Mark>,
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
    if matches!(role, Role::Value(_) | Role::Result) {
        let columns = text.spans.iter().map(|run| measure::mono(&run.text, role.size())).sum();
        return px(columns);
    }
    px(measure::text(text, role.size(), role.bold()))
}

impl Scene {
    pub(super) fn new(form: Form) -> Self {
        Self { form, marks: Vec::new(), bottom: 0 }
    }

    pub(super) fn text(&mut self, x: Px, y: Px, role: Role, anchor: Anchor, text: Text) {
        if !text.is_empty() {
            self.marks.push(Mark::Text { x, y, role, anchor, text });
        }
    }

    /// A text of several lines; the answer is the last baseline.
    pub(super) fn paragraph(&mut self, (x, y): (Px, Px), role: Role, room: Px, text: &Text) -> Px {
        let step = match role {
            Role::Title => 26,
            Role::Heading => 20,
            _ => 19,
        };
        let room = u32::try_from(room).unwrap_or(0);
        let mut baseline = y;
        for (place, line) in
            measure::wrapped(text, role.size(), role.bold(), room).into_iter().enumerate()
        {
            if place > 0 {
                baseline += step;
            }
            self.text(x, baseline, role, Anchor::Start, line);
        }
        baseline
    }

    pub(super) fn rect(&mut self, x: Px, y: Px, width: Px, height: Px, fill: Fill) {
        self.marks.push(Mark::Box { x, y, width, height, fill });
    }

    pub(super) fn path(&mut self, d: String, stroke: Stroke) {
        self.marks.push(Mark::Path { d, stroke });
    }

    /// A cell with its value; the selected one is put later, over its neighbours.
    pub(super) fn cell(&mut self, at: Cell, size: Size, value: Text) {
        self.rect(at.x, at.y, at.width, at.height, Fill::Cell);
        self.text(at.x + at.width / 2, at.baseline(size), Role::Value(size), Anchor::Middle, value);
    }

    /// The selected cell: double border, fill, diamond, bold.
    pub(super) fn selected(&mut self, at: Cell, size: Size, value: Text) {
        self.rect(at.x, at.y, at.width, at.height, Fill::Selected);
        self.rect(at.x + 4, at.y + 4, at.width - 8, at.height - 8, Fill::Ring);
        let middle = at.x + at.width / 2;
        self.text(middle, at.baseline(size), Role::Value(size), Anchor::Middle, value.bold());
        self.diamond(middle, at.y);
    }

    /// The diamond, centred.
    pub(super) fn diamond(&mut self, x: Px, y: Px) {
        let d = format!("M{x} {}L{} {y}L{x} {}L{} {y}Z", y - 6, x + 6, y + 6, x - 6);
        self.path(d, Stroke::Diamond);
    }

    /// A horizontal line.
    pub(super) fn rule(&mut self, x: Px, y: Px, to: Px, stroke: Stroke) {
        self.path(format!("M{x} {y}H{to}"), stroke);
    }

    /// A vertical line.
    pub(super) fn drop(&mut self, x: Px, y: Px, to: Px, stroke: Stroke) {
        self.path(format!("M{x} {y}V{to}"), stroke);
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
    pub(super) fn axis_name(&mut self, x: Px, y: Px, anchor: Anchor, axis: usize, name: &Text) {
        self.text(x, y, Role::Label, anchor, name.clone().bold().tone(Tone::Axis(axis)));
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
