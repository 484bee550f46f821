//! What can be wrong with a trace: a place and a reason.
//!
//! The place is data, so that a caller can draw the line with a caret; the
//! words live in `Display` and never repeat the place.

use std::fmt;

/// A place in a trace text; both numbers count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A trace that was refused: where, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct Error {
    /// Where the refusal points to.
    pub at: Position,
    /// Why it was refused.
    pub kind: ErrorKind,
}

/// Why a trace was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// The text does not follow the grammar, or is spelled in another way than
    /// the one that printing gives.
    #[error("expected {expected}, found {found}")]
    Form {
        /// What the grammar asks for here.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// The text is well formed but says something that does not follow.
    #[error("{0}")]
    False(String),
}

/// A statement of a record that does not follow from the others.
///
/// `record` counts records from 0 in trace order; the place in the text is
/// found from it only when it is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Falsehood {
    /// Which record, counted from 0 in trace order.
    pub record: usize,
    /// Which field of it; a record as a whole where this is empty.
    pub key: String,
    /// Which item of a list field.
    pub item: Option<usize>,
    /// What the record says and what follows instead.
    pub message: String,
}

/// Shows what stands at a place, short enough for one line.
pub(crate) fn found(text: &str) -> String {
    const SHOWN: usize = 40;
    if text.is_empty() {
        return "the end of the line".to_owned();
    }
    // A control character in a message would reach the terminal of whoever reads it.
    let visible = |c: char| {
        if c.is_control() { c.escape_default().to_string() } else { c.to_string() }
    };
    let shown: String = text.chars().take(SHOWN).map(visible).collect();
    let more = if text.chars().nth(SHOWN).is_some() { "…" } else { "" };
    format!("`{shown}{more}`")
}
