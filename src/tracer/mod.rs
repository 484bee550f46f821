//! Tracers: the one place where tensors and records meet, one file a kind.

pub mod lookup;
pub mod shapes;

pub use lookup::lookup;

use crate::error::TensorError;
use std::fmt;

/// Why a plate can't be traced.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraceError {
    /// The coordinate to be looked up is refused.
    #[error("coordinate {} is refused: {error}", Brackets(.coordinate))]
    Refused {
        /// The coordinate.
        coordinate: Vec<usize>,
        /// What the check answers.
        error: TensorError,
    },
    /// A coordinate that should be refused is valid.
    #[error("coordinate {} is valid, but `reject` holds coordinates that must be refused", Brackets(.coordinate))]
    NotRefused {
        /// The coordinate.
        coordinate: Vec<usize>,
    },
    /// The layout leads past the end of the storage.
    #[error("coordinate {} lands on offset {offset}, but the storage has {length} values", Brackets(.coordinate))]
    OutsideStorage {
        /// The coordinate.
        coordinate: Vec<usize>,
        /// Where it lands.
        offset: usize,
        /// Cells of the storage.
        length: usize,
    },
    /// The shape has no layout.
    #[error(transparent)]
    Layout(#[from] TensorError),
}

/// A coordinate as code writes it: `[1,0,2]`.
struct Brackets<'a>(&'a [usize]);

impl fmt::Display for Brackets<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (position, index) in self.0.iter().enumerate() {
            if position > 0 {
                f.write_str(",")?;
            }
            write!(f, "{index}")?;
        }
        f.write_str("]")
    }
}
