//! What a tensor refuses, as data. The four sentences are part of the course that the fixtures
//! come from, so they are fixed word by word.

use thiserror::Error;

/// Why a shape, a buffer or a coordinate was refused. All counts are in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TensorError {
    /// A product or a sum of the layout is larger than `usize` holds.
    #[error("shape does not fit a row-major usize layout")]
    ShapeOverflow,
    /// The shape is valid, but the buffer has another length than it needs.
    #[error("shape needs {expected} values, but data has {actual}")]
    DataLengthMismatch {
        /// The product of the extents.
        expected: usize,
        /// The length of the buffer.
        actual: usize,
    },
    /// The coordinate has more or fewer indices than the tensor has axes.
    #[error("coordinate rank {actual} does not match tensor rank {expected}")]
    RankMismatch {
        /// The number of axes.
        expected: usize,
        /// The number of indices.
        actual: usize,
    },
    /// An index is not smaller than the extent of its axis.
    #[error("index {index} is out of bounds for axis {axis} with size {dimension}")]
    IndexOutOfBounds {
        /// The first axis at fault, counted from 0.
        axis: usize,
        /// The index on that axis.
        index: usize,
        /// The extent of that axis.
        dimension: usize,
    },
}
