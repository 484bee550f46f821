//! Shapes side by side, one square a value, all at one scale.

use crate::figure::text::{Span, Text};

/// Squares of an axis that are drawn; of a longer one the first four and the last.
pub const DRAWN: usize = 8;

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
    pub label: Text,
    /// `shape [5,3]`.
    pub shape: Text,
    /// `strides [3,1]`.
    pub strides: Text,
    /// The axes from left to right.
    pub axes: Vec<CardAxis>,
    /// What stands over each block that the axes before the last two make:
    /// `heads = 0`; only the first few where there are many.
    pub blocks: Vec<Text>,
    /// Whether there are more blocks than that.
    pub more_blocks: bool,
    /// `5 × 3 = `, empty for fewer than two axes.
    pub product: Text,
    /// The product.
    pub length: Span,
    /// `elements`, with the count inside as the language puts it.
    pub elements: Text,
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
