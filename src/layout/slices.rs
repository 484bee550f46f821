//! A tensor told slice by slice: the last two axes are rows and columns, one
//! choice of the indices before them is a slice.

/// The extents before the last two axes.
#[must_use]
pub fn outer(shape: &[usize]) -> &[usize] {
    &shape[..shape.len().saturating_sub(2)]
}

/// Rows and columns of a slice: the last two extents, with 1 where there is none.
///
/// ```
/// use traceplate::layout::slices::rows_and_columns;
/// assert_eq!(rows_and_columns(&[4, 2, 3]), (2, 3));
/// assert_eq!(rows_and_columns(&[3]), (1, 3));
/// ```
#[must_use]
pub fn rows_and_columns(shape: &[usize]) -> (usize, usize) {
    match shape {
        [] => (1, 1),
        [columns] => (1, *columns),
        [.., rows, columns] => (*rows, *columns),
    }
}

/// How many slices a tensor of this shape has; `usize::MAX` where more.
#[must_use]
pub fn count(shape: &[usize]) -> usize {
    outer(shape).iter().fold(1, |count: usize, &extent| count.saturating_mul(extent))
}

/// The next choice of indices in row-major order; nothing after the last.
#[must_use]
pub fn advance(indices: &[usize], extents: &[usize]) -> Option<Vec<usize>> {
    let mut next = indices.to_vec();
    for axis in (0..extents.len()).rev() {
        next[axis] += 1;
        if next[axis] < extents[axis] {
            return Some(next);
        }
        next[axis] = 0;
    }
    None
}

/// The choice of indices before this one in row-major order; nothing before the first.
#[must_use]
pub fn retreat(indices: &[usize], extents: &[usize]) -> Option<Vec<usize>> {
    let mut before = indices.to_vec();
    for axis in (0..extents.len()).rev() {
        if before[axis] > 0 {
            before[axis] -= 1;
            return Some(before);
        }
        before[axis] = extents[axis].saturating_sub(1);
    }
    None
}
