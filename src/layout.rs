//! Where a coordinate lies in a flat buffer. Extents, strides and offsets count elements, never
//! bytes. Every product and every sum is checked, so that a coordinate is either refused or has
//! the one offset that the arithmetic gives it.

mod landing;
mod signed;
pub mod slices;

pub use self::landing::{Landing, coordinates_at};
pub use self::signed::{signed_offset, signed_terms};

use crate::error::TensorError;

/// One axis of a walk: `contribution = index × stride`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term<N = usize> {
    /// The axis, counted from 0.
    pub axis: usize,
    /// The coordinate's index on this axis.
    pub index: usize,
    /// How far one step on this axis moves the offset.
    pub stride: N,
    /// How far this index moves the offset.
    pub contribution: N,
}

/// The row-major strides of `shape` and its element count.
///
/// The last stride is 1 and each other stride is the extent to its right times the stride to its
/// right. The whole chain is checked even where a zero extent makes the count 0, so a shape's
/// answer does not depend on the extents to the left of the product that fails. The empty shape
/// is a scalar: no strides, one element.
///
/// # Errors
/// [`TensorError::ShapeOverflow`] where a product does not fit `usize`.
///
/// ```
/// use traceplate::layout::checked_row_major_layout;
/// assert_eq!(checked_row_major_layout(&[2, 2, 3]), Ok((vec![6, 3, 1], 12)));
/// ```
pub fn checked_row_major_layout(shape: &[usize]) -> Result<(Vec<usize>, usize), TensorError> {
    let mut strides = vec![0; shape.len()];
    // Right to left, the product of the extents already passed is the next axis's stride; after
    // the first axis it is the count.
    let mut product = 1_usize;
    for (stride, &extent) in strides.iter_mut().zip(shape).rev() {
        *stride = product;
        product = extent.checked_mul(product).ok_or(TensorError::ShapeOverflow)?;
    }
    Ok((strides, product))
}

/// The offset of `coordinate`: `base_offset` plus each index times its stride.
///
/// The rank is judged first, then the axes from left to right: on each the bounds, the product,
/// the sum. The first fault is the answer, and nothing is accessed.
///
/// # Errors
/// [`TensorError::RankMismatch`] where the coordinate has another number of indices than the
/// shape has axes, and also where `strides` has: such a pair describes no tensor, and `actual` is
/// then the number of strides. [`TensorError::IndexOutOfBounds`] for the first index that is not
/// below its extent, [`TensorError::ShapeOverflow`] where a product or a sum does not fit `usize`.
///
/// ```
/// use traceplate::layout::checked_offset;
/// assert_eq!(checked_offset(&[3, 2], &[1, 3], 4, &[2, 1]), Ok(9));
/// ```
pub fn checked_offset(
    shape: &[usize],
    strides: &[usize],
    base_offset: usize,
    coordinate: &[usize],
) -> Result<usize, TensorError> {
    check_ranks(shape.len(), coordinate.len(), strides.len())?;
    let mut offset = base_offset;
    for (axis, ((&index, &dimension), &stride)) in
        coordinate.iter().zip(shape).zip(strides).enumerate()
    {
        check_index(axis, index, dimension)?;
        offset = index
            .checked_mul(stride)
            .and_then(|contribution| offset.checked_add(contribution))
            .ok_or(TensorError::ShapeOverflow)?;
    }
    Ok(offset)
}

/// The terms of the walk whose sum [`checked_offset`] gives, one per axis.
///
/// # Errors
/// Those of [`checked_offset`], so terms exist exactly where the offset does.
pub fn terms(
    shape: &[usize],
    strides: &[usize],
    base_offset: usize,
    coordinate: &[usize],
) -> Result<Vec<Term>, TensorError> {
    checked_offset(shape, strides, base_offset, coordinate)?;
    let walk = coordinate.iter().zip(strides).enumerate();
    Ok(walk
        .map(|(axis, (&index, &stride))| Term { axis, index, stride, contribution: index * stride })
        .collect())
}

/// The greatest offset that a coordinate of a view has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// No coordinate is valid, so none lands anywhere.
    Empty,
    /// That of the last coordinate, where every index is as large as it can be.
    Offset(usize),
    /// It is larger than `usize` holds.
    Overflow,
}

/// How far a view reaches: `base_offset` plus the last index of each axis times its stride.
///
/// ```
/// use traceplate::layout::{Reach, last_offset};
/// assert_eq!(last_offset(&[3, 2], &[1, 3], 4), Reach::Offset(9));
/// assert_eq!(last_offset(&[3, 0], &[1, 3], 4), Reach::Empty);
/// ```
#[must_use]
pub fn last_offset(shape: &[usize], strides: &[usize], base_offset: usize) -> Reach {
    if shape.contains(&0) {
        return Reach::Empty;
    }
    let mut steps = shape.iter().map(|extent| extent - 1).zip(strides);
    let last = steps
        .try_fold(base_offset, |sum, (steps, stride)| sum.checked_add(steps.checked_mul(*stride)?));
    last.map_or(Reach::Overflow, Reach::Offset)
}

fn check_ranks(axes: usize, indices: usize, strides: usize) -> Result<(), TensorError> {
    match (indices == axes, strides == axes) {
        (true, true) => Ok(()),
        (false, _) => Err(TensorError::RankMismatch { expected: axes, actual: indices }),
        (true, false) => Err(TensorError::RankMismatch { expected: axes, actual: strides }),
    }
}

fn check_index(axis: usize, index: usize, dimension: usize) -> Result<(), TensorError> {
    if index < dimension {
        return Ok(());
    }
    Err(TensorError::IndexOutOfBounds { axis, index, dimension })
}
