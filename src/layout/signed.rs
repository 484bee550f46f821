//! The walk where strides may be negative, as in a reversed view. A partial sum may then leave
//! the range of `usize` and come back, so only the whole sum decides.

use super::{Term, check_index, check_ranks};
use crate::error::TensorError;

/// The offset of `coordinate` under strides that may be negative or zero.
///
/// Rank, bounds and products are judged as [`checked_offset`](super::checked_offset) judges
/// them. A sum beyond `usize::MAX` is refused at the first axis after which no stride could bring
/// it back, so without a negative stride both functions give the same answer; one below 0, which
/// only a negative stride can make, is refused when every index has been found in bounds.
///
/// # Errors
/// Those of [`checked_offset`](super::checked_offset); [`TensorError::ShapeOverflow`] also where
/// a contribution is larger than `usize` holds on either side of zero, or the sum is below zero.
///
/// ```
/// use traceplate::layout::signed_offset;
/// assert_eq!(signed_offset(&[3], &[-1], 2, &[2]), Ok(0));
/// ```
pub fn signed_offset(
    shape: &[usize],
    strides: &[i128],
    base: usize,
    coordinate: &[usize],
) -> Result<usize, TensorError> {
    walk(shape, strides, base, coordinate, |_| {})
}

/// The terms of that walk, one per axis.
///
/// # Errors
/// Those of [`signed_offset`].
pub fn signed_terms(
    shape: &[usize],
    strides: &[i128],
    base: usize,
    coordinate: &[usize],
) -> Result<Vec<Term<i128>>, TensorError> {
    let mut terms = Vec::with_capacity(coordinate.len());
    walk(shape, strides, base, coordinate, |term| terms.push(term))?;
    Ok(terms)
}

fn walk(
    shape: &[usize],
    strides: &[i128],
    base: usize,
    coordinate: &[usize],
    mut visit: impl FnMut(Term<i128>),
) -> Result<usize, TensorError> {
    check_ranks(shape.len(), coordinate.len(), strides.len())?;
    let last_fall = strides.iter().rposition(|&stride| stride < 0).unwrap_or(0);
    let mut sum = base as i128;
    for (axis, ((&index, &dimension), &stride)) in
        coordinate.iter().zip(shape).zip(strides).enumerate()
    {
        check_index(axis, index, dimension)?;
        let contribution = (index as i128)
            .checked_mul(stride)
            .filter(|contribution| usize::try_from(contribution.unsigned_abs()).is_ok())
            .ok_or(TensorError::ShapeOverflow)?;
        sum = sum.checked_add(contribution).ok_or(TensorError::ShapeOverflow)?;
        if sum > usize::MAX as i128 && axis >= last_fall {
            return Err(TensorError::ShapeOverflow);
        }
        visit(Term { axis, index, stride, contribution });
    }
    usize::try_from(sum).map_err(|_| TensorError::ShapeOverflow)
}
