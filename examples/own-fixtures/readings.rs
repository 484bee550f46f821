//! The code that the book is about, and the fixtures that its plates name.

use traceplate::Fixtures;
use traceplate::tensor::{Tensor, TensorError};

/// Two days of three readings, in one flat buffer.
fn readings() -> Result<Tensor, TensorError> {
    Tensor::from_vec(vec![2, 3], vec![18.5, 21.0, 19.5, 17.0, 20.5, 18.0])
}

/// What `plates.toml` may name.
pub fn fixtures() -> Fixtures {
    Fixtures::new().tensor("readings", readings)
}
