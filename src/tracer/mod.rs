//! Tracers: the one place where tensors and records meet, one file a kind.

pub mod lookup;
pub mod shapes;

pub use lookup::lookup;

use crate::error::TensorError;
use crate::fields::{FieldError, Fields};
use crate::source::FixtureSet;
use crate::trace::Trace;
use std::fmt;

/// A kind of plate: its name, and how its fields become a trace.
#[derive(Debug)]
pub struct Kind {
    /// The word after `kind =`.
    pub name: &'static str,
    trace: fn(&str, &mut Fields<'_>, &FixtureSet) -> Result<Trace, FieldError>,
}

/// The registry: one line a kind.
pub const KINDS: &[Kind] =
    &[Kind { name: "lookup", trace: lookup::plate }, Kind { name: "shapes", trace: shapes::plate }];

/// The kind of that name.
#[must_use]
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

impl Kind {
    /// Takes the kind's own fields and traces what they describe; the caller
    /// then asks for fields that nobody took.
    pub fn trace(
        &self,
        plate: &str,
        fields: &mut Fields<'_>,
        fixtures: &FixtureSet,
    ) -> Result<Trace, FieldError> {
        (self.trace)(plate, fields, fixtures)
    }
}

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
    /// What the arithmetic alone gives is inside the storage, but on no cell of the view.
    #[error("coordinate {} has offset {offset}, which is inside the buffer but no cell of this view", Brackets(.coordinate))]
    NoCell {
        /// The coordinate.
        coordinate: Vec<usize>,
        /// What base and terms sum to.
        offset: usize,
    },
    /// Whose cell it is cannot be found in as many steps as are allowed.
    #[error("coordinate {} has offset {offset}, and whose cell that is takes too many steps to find", Brackets(.coordinate))]
    NotFound {
        /// The coordinate.
        coordinate: Vec<usize>,
        /// What base and terms sum to.
        offset: usize,
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
