//! Coordinates that the check refuses, axis by axis.

use crate::figure::text::{Span, Text};

/// One verdict a refused coordinate.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The verdicts in trace order.
    pub verdicts: Vec<Verdict>,
}

/// What the check answers to one coordinate.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Said above it where there are several.
    pub heading: Option<Text>,
    /// The checks in order.
    pub checks: Vec<Check>,
    /// The axis that fails, with what is inside and what is outside.
    pub rule: Option<Rule>,
    /// The error's facts.
    pub error: Text,
    /// That nothing was computed or read.
    pub consequence: Text,
    /// What the arithmetic alone would have given.
    pub unchecked: Option<Text>,
}

/// One check: an index against an extent, or the rank.
#[derive(Clone, Debug)]
pub struct Check {
    /// What is checked.
    pub name: Text,
    /// `1 < 2`; nothing where it was not reached.
    pub test: Option<Text>,
    /// How it ended.
    pub state: State,
    /// That in a word.
    pub word: Text,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The index is inside.
    Valid,
    /// The index is outside, and the coordinate refused.
    Rejected,
    /// A check before it failed.
    NotChecked,
}

/// The indices of one axis up to its size, and the one outside.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The axis, for its hue.
    pub axis: usize,
    /// Its name.
    pub name: Text,
    /// `size 2`.
    pub size: Text,
    /// The valid indices, or what matters of them.
    pub inside: Vec<Inside>,
    /// What is said where no index is valid.
    pub none: Option<Text>,
    /// The word for what lies outside.
    pub outside: Text,
    /// The index outside.
    pub index: Span,
    /// Whether the index is the first one outside.
    pub adjacent: bool,
    /// `index 2`.
    pub index_name: Text,
    /// `from [1,2,0]`.
    pub source: Text,
}

/// A valid index of an axis.
#[derive(Clone, Debug)]
pub enum Inside {
    /// An index.
    Index {
        /// The index.
        index: Span,
        /// `index 0` and `used by [1,0,2]`, where the looked-up coordinate has it.
        used: Option<(Text, Text)>,
    },
    /// Indices that are left out.
    Elided,
}
