//! Figure kinds: which panels a schema's records make, one file a kind.

mod facts;
pub mod lookup;
pub mod shapes;

use super::{Figure, Frame, Labels};
use crate::trace::{Body, Trace};

/// Makes the figure of a trace: the registry, one line a kind.
#[must_use]
pub fn compose(trace: &Trace, frame: &Frame, labels: &Labels) -> Figure {
    match trace.body() {
        Body::Lookup(records) => lookup::figure(records, frame, labels),
        Body::Shapes(records) => shapes::figure(records, frame, labels),
    }
}
