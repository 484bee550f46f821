//! What is wrong with a field.

use std::ops::Range;

/// What is wrong with one field, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FieldError {
    /// Bytes of the manifest at fault.
    pub span: Range<usize>,
    /// The sentence: what was expected, what was found.
    pub message: String,
    /// What to do about it, where there is more to say.
    pub help: Option<String>,
    /// Whether the manifest could be understood at all.
    pub fault: Fault,
}

/// The two ways in which a field can be wrong; they have different exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The manifest cannot be understood: an unknown key, a wrong type, a missing field.
    Misread,
    /// It can, but what it asks for is refused: a coordinate out of range, a wrong value count.
    Refused,
}

impl FieldError {
    /// A field that cannot be understood.
    #[must_use]
    pub fn misread(span: Range<usize>, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { span, message, help: None, fault: Fault::Misread }
    }

    /// A field that asks for something the tensor refuses.
    #[must_use]
    pub fn refused(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { fault: Fault::Refused, ..Self::misread(span, message) }
    }

    /// The same error with a word on what to do.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}
