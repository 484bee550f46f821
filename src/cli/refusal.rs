//! A refused request as a script reads it: `{"error":{"kind":…, …,"message":…}}`, the kind in
//! words with hyphens, the numbers as fields, and the same in one sentence.

use serde::Serialize;

use crate::error::TensorError;

/// A tensor's refusal with the sentence that is shown for it.
pub(super) struct Refusal {
    error: TensorError,
    message: String,
}

#[derive(Serialize)]
struct Report<'a> {
    error: Fields<'a>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Fields<'a> {
    ShapeOverflow { message: &'a str },
    DataLengthMismatch { expected: usize, actual: usize, message: &'a str },
    RankMismatch { expected: usize, actual: usize, message: &'a str },
    IndexOutOfBounds { axis: usize, index: usize, size: usize, message: &'a str },
}

impl Refusal {
    /// An overflow, whose own sentence has no numbers: `because` supplies them.
    pub(super) const fn overflow(because: String) -> Self {
        Self { error: TensorError::ShapeOverflow, message: because }
    }

    pub(super) fn message(&self) -> &str {
        &self.message
    }

    pub(super) fn to_json(&self) -> Result<String, serde_json::Error> {
        let message = self.message.as_str();
        let error = match self.error {
            TensorError::ShapeOverflow => Fields::ShapeOverflow { message },
            TensorError::DataLengthMismatch { expected, actual } => {
                Fields::DataLengthMismatch { expected, actual, message }
            }
            TensorError::RankMismatch { expected, actual } => {
                Fields::RankMismatch { expected, actual, message }
            }
            TensorError::IndexOutOfBounds { axis, index, dimension: size } => {
                Fields::IndexOutOfBounds { axis, index, size, message }
            }
        };
        serde_json::to_string(&Report { error })
    }
}

impl From<TensorError> for Refusal {
    fn from(error: TensorError) -> Self {
        Self { error, message: error.to_string() }
    }
}
