//! What a trace leaves out of a large tensor, by rule and not by luck.
//!
//! Up to [`WHOLE`] cells everything is recorded. Beyond that a list keeps its
//! first and last position, the selected one with both neighbours, and what
//! would otherwise be left out alone; without a selected one the first four
//! and the last. The tracer leaves out by this rule and truth holds every trace
//! against it, so that one lookup has one trace.

use crate::layout::slices;
use std::collections::BTreeSet;

/// How many cells a trace records whole.
pub const WHOLE: usize = 60;

/// Whether a tensor of this shape is recorded whole. An extent of zero counts
/// as one here: its empty rows and slices take lines of their own.
#[must_use]
pub fn is_whole(shape: &[usize]) -> bool {
    shape
        .iter()
        .try_fold(1_usize, |cells, &extent| cells.checked_mul(extent.max(1)))
        .is_some_and(|cells| cells <= WHOLE)
}

/// The positions of a list of `count` that are kept, or nothing where all are.
///
/// `selected` brings its neighbours along, `landings` only themselves.
#[must_use]
pub fn kept(count: usize, selected: Option<usize>, landings: &[usize]) -> Option<Vec<usize>> {
    const FIRST: usize = 4;
    let mut positions = BTreeSet::new();
    let mut keep = |position: usize| {
        if position < count {
            positions.insert(position);
        }
    };
    keep(0);
    if let Some(last) = count.checked_sub(1) {
        keep(last);
    }
    match selected {
        Some(at) => {
            keep(at.saturating_sub(1));
            keep(at);
            keep(at.saturating_add(1));
        }
        None => (1..FIRST).for_each(&mut keep),
    }
    landings.iter().copied().for_each(&mut keep);
    let alone: Vec<usize> = positions
        .iter()
        .zip(positions.iter().skip(1))
        .filter(|(before, after)| *after - *before == 2)
        .map(|(before, _)| before + 1)
        .collect();
    positions.extend(alone);
    (positions.len() < count).then(|| positions.into_iter().collect())
}

/// The offsets of a buffer of `length` cells that are kept, or nothing where all
/// are: the selected one with its neighbours, and each where the walk lands that
/// starts at `base` and goes on by the contributions.
#[must_use]
pub fn kept_offsets(
    length: usize,
    base: usize,
    selected: Option<usize>,
    contributions: &[usize],
) -> Option<Vec<usize>> {
    if is_whole(&[length]) {
        return None;
    }
    let mut landings = vec![base];
    for contribution in contributions {
        landings.push(landings[landings.len() - 1].saturating_add(*contribution));
    }
    kept(length, selected, &landings)
}

/// The outer indices of the only slice that is kept of a tensor that is not
/// recorded whole: the selected one, or the first; none where there is none.
#[must_use]
pub fn kept_slice(shape: &[usize], coordinate: Option<&[usize]>) -> Option<Vec<usize>> {
    let outer = slices::outer(shape);
    if is_whole(shape) || outer.contains(&0) {
        return None;
    }
    let selected = coordinate.and_then(|at| at.get(..outer.len()));
    Some(selected.map_or_else(|| vec![0; outer.len()], <[usize]>::to_vec))
}

/// The rows and the columns of a slice that are kept, or nothing where all are.
#[must_use]
pub fn kept_cells(shape: &[usize], coordinate: Option<&[usize]>) -> [Option<Vec<usize>>; 2] {
    if is_whole(shape) {
        return [None, None];
    }
    let (rows, columns) = slices::rows_and_columns(shape);
    let index = |from_right: usize| {
        let axis = shape.len().checked_sub(from_right)?;
        coordinate?.get(axis).copied()
    };
    [kept(rows, index(2), &[]), kept(columns, index(1), &[])]
}

#[cfg(test)]
mod tests {
    use super::{is_whole, kept};

    #[test]
    fn a_list_keeps_its_ends_the_selected_and_what_would_be_alone() {
        let walk = [0, 785_000, 785_003];
        let expected = vec![0, 785_000, 785_001, 785_002, 785_003, 785_004, 999_999];
        assert_eq!(kept(1_000_000, Some(785_003), &walk), Some(expected));
        assert_eq!(kept(1000, Some(3), &[]), Some(vec![0, 1, 2, 3, 4, 999]));
        assert_eq!(kept(1000, None, &[]), Some(vec![0, 1, 2, 3, 999]));
        assert_eq!(kept(6, None, &[]), None, "position 4 would be left out alone");
        assert_eq!(kept(0, None, &[]), None);
        assert_eq!(kept(usize::MAX, Some(usize::MAX - 1), &[]).map(|kept| kept.len()), Some(3));
    }

    #[test]
    fn empty_rows_and_slices_count_as_cells() {
        assert!(is_whole(&[]));
        assert!(is_whole(&[3, 4, 5]));
        assert!(!is_whole(&[61]));
        assert!(!is_whole(&[usize::MAX, 0, 2]));
        assert!(is_whole(&[2, 0, 3]));
    }
}
