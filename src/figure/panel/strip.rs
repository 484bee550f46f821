//! The flat buffer as a strip, and the walk that lands on one cell of it.

use super::tally::Tally;
use crate::figure::text::{Span, Text};

/// A buffer, whole or with what matters of it.
#[derive(Clone, Debug)]
pub struct Strip {
    /// Its name for who can't see it.
    pub name: Text,
    /// The cells in order.
    pub cells: Vec<StripCell>,
    /// `at offset `, said before an offset to who can't see where it stands.
    pub at_offset: Text,
    /// The same for the selected cell.
    pub selected_at_offset: Text,
    /// What is said of a buffer without cells.
    pub empty: Option<Text>,
    /// The walk from its start to the selected cell.
    pub walk: Option<Walk>,
    /// Steps between neighbours of one axis, in elements, from axis 0: a strip
    /// wraps only at a multiple of one of them.
    pub strides: Vec<usize>,
    /// What "one line down" is called where a line is one stride, axis by axis.
    pub wrapped: Vec<Text>,
    /// Runs of cells under one index, axis by axis; only what fits is drawn.
    pub spans: Vec<Vec<Run>>,
    /// Sums that tell what is drawn and what is left out.
    pub tallies: Vec<Tally>,
    /// What offset and value are.
    pub note: Option<Note>,
}

/// A cell, or a run of cells that are left out.
#[derive(Clone, Debug)]
pub enum StripCell {
    /// A cell.
    Value {
        /// Its offset, in elements.
        offset: usize,
        /// The offset as it is shown.
        index: Span,
        /// The lexeme.
        value: Span,
        /// Whether it is the selected one.
        selected: bool,
    },
    /// Cells that are left out.
    Elided {
        /// Their range.
        range: Text,
        /// How many they are.
        count: Text,
    },
}

/// The way through the buffer.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Where it starts, in elements.
    pub from: usize,
    /// `start at offset 0`.
    pub start: Text,
    /// One leg an axis.
    pub legs: Vec<Leg>,
}

/// One step of the walk.
#[derive(Clone, Debug)]
pub struct Leg {
    /// The axis, for its line and hue.
    pub axis: usize,
    /// Its name.
    pub name: Text,
    /// `1 × 6 = +6`.
    pub product: Text,
    /// Where the leg starts, in elements.
    pub from: usize,
    /// Where it ends, in elements.
    pub to: usize,
    /// `, now at offset 6`, for who can't see the arrow.
    pub landing: Text,
}

/// Cells under one index of an axis: `slice 0, offsets 0 to 5`.
#[derive(Clone, Debug)]
pub struct Run {
    /// First offset.
    pub from: usize,
    /// Last offset.
    pub to: usize,
    /// What stands under it.
    pub text: Text,
}

/// What offset and value are, in one sentence or in two short ones.
#[derive(Clone, Debug)]
pub struct Note {
    /// Both, for wide columns.
    pub whole: Text,
    /// The offset, for narrow columns.
    pub position: Text,
    /// The value, for narrow columns.
    pub value: Text,
}
