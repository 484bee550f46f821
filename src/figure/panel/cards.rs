//! Shapes side by side, one square a value, all at one scale.

use crate::figure::text::{Span, Text};

/// Squares of an axis that are drawn; of a longer one the first four and the last.
pub const DRAWN: usize = 12;

/// Blocks of a stack that are drawn; of more the first four and the last.
pub const BLOCKS: usize = 8;

/// Shapes that are compared.
#[derive(Clone, Debug)]
pub struct Cards {
    /// The shapes, in the order in which they are told.
    pub cards: Vec<Card>,
}

/// One shape.
#[derive(Clone, Debug)]
pub struct Card {
    /// What a reader calls it.
    pub label: Span,
    /// `shape [5,3]`.
    pub shape: Text,
    /// `strides [3,1]`.
    pub strides: Text,
    /// The axes from left to right.
    pub axes: Vec<CardAxis>,
    /// The drawn ones of the blocks that the axes before the last two make, each
    /// by its indices: `layers = 0`, `heads = 1`.
    pub blocks: Vec<Vec<Text>>,
    /// The blocks between them that are not drawn.
    pub elided: Option<Elided>,
    /// `5 × 3 = `, empty for fewer than two axes.
    pub product: Text,
    /// The product.
    pub length: Span,
    /// `elements`, with the count inside as the language puts it.
    pub elements: Text,
}

impl Card {
    /// Whether the axes before the last two make blocks.
    #[must_use]
    pub fn is_stack(&self) -> bool {
        self.axes.len() > 2
    }

    /// Whether an extent of zero leaves nothing to draw but an outline.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.axes.iter().any(|axis| axis.extent == 0)
    }

    /// The axes of a block: down and across, as far as the shape has them.
    #[must_use]
    pub fn grid(&self) -> (Option<&CardAxis>, Option<&CardAxis>) {
        let from_right = |count: usize| self.axes.len().checked_sub(count).map(|at| &self.axes[at]);
        (from_right(2), from_right(1))
    }
}

/// Blocks that are left out.
#[derive(Clone, Debug)]
pub struct Elided {
    /// How many blocks are drawn before them.
    pub after: usize,
    /// `64 blocks, batch = 4 to batch = 62 elided`.
    pub range: Text,
}

/// One axis of a shape.
#[derive(Clone, Debug)]
pub struct CardAxis {
    /// The axis, for its line and hue.
    pub axis: usize,
    /// Its name.
    pub name: Text,
    /// Its extent, in positions.
    pub extent: usize,
    /// `stride 6`.
    pub stride: Text,
}
