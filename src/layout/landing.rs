//! The way back: which coordinates land on an offset. Where the strides nest, as in a row-major
//! tensor and whatever is transposed, sliced, reversed or broadcast from it, each index follows
//! by one division. Elsewhere several coordinates may share an offset, and a bounded search finds
//! them; it skips by arithmetic every index that the axes to its right cannot make up for.

use super::check_ranks;
use super::checked_row_major_layout;
use crate::error::TensorError;

/// The most coordinates that one answer lists.
const COORDINATES: usize = 1_000;

/// The most indices that a search tries.
const STEPS: usize = 1_000_000;

/// The coordinates that land on one offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landing {
    /// In row-major order, at most 1,000 of them.
    pub coordinates: Vec<Vec<usize>>,
    /// Whether there are more, or the search ended after 10^6 steps without having tried all.
    pub more: bool,
}

/// The coordinates of `shape` for which [`signed_offset`](super::signed_offset) gives `offset`.
///
/// # Errors
/// [`TensorError::ShapeOverflow`] where the shape has no row-major layout, then
/// [`TensorError::RankMismatch`] where there are more or fewer strides than axes.
///
/// ```
/// use traceplate::layout::coordinates_at;
/// let landing = coordinates_at(&[2, 2, 3], &[6, 3, 1], 0, 8)?;
/// assert_eq!(landing.coordinates, [[1, 0, 2]]);
/// # Ok::<(), traceplate::error::TensorError>(())
/// ```
pub fn coordinates_at(
    shape: &[usize],
    strides: &[i128],
    base: usize,
    offset: usize,
) -> Result<Landing, TensorError> {
    checked_row_major_layout(shape)?;
    check_ranks(shape.len(), shape.len(), strides.len())?;
    let mut search = Search::new(shape.len());
    if !shape.contains(&0) {
        search.run(shape, strides, base, offset);
    }
    search.found.truncate(COORDINATES);
    Ok(Landing { coordinates: search.found, more: search.cut_off })
}

/// An axis with more than one index to choose from, as if its stride were not negative: a
/// reversed axis counts from its far end.
#[derive(Clone, Copy)]
struct Axis {
    place: usize,
    last: u128,
    stride: u128,
    reversed: bool,
}

impl Axis {
    fn new(place: usize, extent: usize, stride: i128) -> Self {
        let reversed = stride < 0;
        let stride = stride.unsigned_abs();
        // A term beyond `usize` is refused on the way there, so it is not offered on the way back.
        let largest_index = (usize::MAX as u128).checked_div(stride).unwrap_or(u128::MAX);
        Self { place, last: (extent as u128 - 1).min(largest_index), stride, reversed }
    }

    /// How far this axis moves the offset from its first to its last index.
    fn reach(&self) -> u128 {
        self.last * self.stride
    }

    fn index(&self, steps: u128) -> usize {
        let index = if self.reversed { self.last - steps } else { steps };
        usize::try_from(index).unwrap_or(usize::MAX)
    }
}

/// What the axes from some axis on can add to the offset: multiples of `divisor`, 0 to `reach`.
#[derive(Clone, Copy)]
struct Rest {
    reach: u128,
    divisor: u128,
}

impl Rest {
    fn covers(self, distance: u128) -> bool {
        distance <= self.reach && (distance == 0 || distance.is_multiple_of(self.divisor))
    }
}

struct Search {
    coordinate: Vec<usize>,
    found: Vec<Vec<usize>>,
    steps: usize,
    cut_off: bool,
}

impl Search {
    fn new(rank: usize) -> Self {
        Self { coordinate: vec![0; rank], found: Vec::new(), steps: 0, cut_off: false }
    }

    fn run(&mut self, shape: &[usize], strides: &[i128], base: usize, offset: usize) {
        // At most 64 axes are left: their extents are 2 or more and their product fits `usize`.
        let mut axes: Vec<Axis> = shape
            .iter()
            .zip(strides)
            .enumerate()
            .map(|(axis, (&extent, &stride))| Axis::new(axis, extent, stride))
            .filter(|axis| axis.last > 0)
            .collect();
        let far_ends: u128 = axes.iter().filter(|a| a.reversed).map(Axis::reach).sum();
        let Some(mut distance) = (offset as u128 + far_ends).checked_sub(base as u128) else {
            return;
        };
        if nests(&axes) {
            match self.divide(&mut axes, distance) {
                Some(rest) => distance = rest,
                None => return,
            }
        }
        let mut rests = vec![Rest { reach: 0, divisor: 0 }; axes.len() + 1];
        for (at, axis) in axes.iter().enumerate().rev() {
            rests[at] = Rest {
                reach: rests[at + 1].reach + axis.reach(),
                divisor: greatest_common_divisor(rests[at + 1].divisor, axis.stride),
            };
        }
        if rests[0].covers(distance) {
            self.descend(&axes, &rests[1..], distance);
        }
    }

    /// Fixes the index of every axis that moves at all, largest stride first, and leaves those
    /// that do not in `axes`. `None` where the distance cannot be made up.
    fn divide(&mut self, axes: &mut Vec<Axis>, mut distance: u128) -> Option<u128> {
        for axis in descending(axes) {
            let steps = distance / axis.stride;
            if steps > axis.last {
                return None;
            }
            self.coordinate[axis.place] = axis.index(steps);
            distance -= steps * axis.stride;
        }
        axes.retain(|axis| axis.stride == 0);
        Some(distance)
    }

    /// Tries every index of the first of `axes` that the `rests` behind it can make up for, in
    /// row-major order. Answers whether the search goes on.
    fn descend(&mut self, axes: &[Axis], rests: &[Rest], distance: u128) -> bool {
        let Some((outer, inner)) = axes.split_first() else {
            if self.found.len() == COORDINATES {
                self.cut_off = true;
                return false;
            }
            self.found.push(self.coordinate.clone());
            return true;
        };
        let (rest, rests) = (rests[0], &rests[1..]);
        let Some((first, last, by)) = candidates(*outer, rest, distance) else {
            return true;
        };
        for nth in 0..=(last - first) / by {
            let steps = if outer.reversed { last - nth * by } else { first + nth * by };
            if self.steps == STEPS {
                self.cut_off = true;
                return false;
            }
            self.steps += 1;
            self.coordinate[outer.place] = outer.index(steps);
            let before = self.found.len();
            if !self.descend(inner, rests, distance - steps * outer.stride) {
                return false;
            }
            // An axis that moves nothing gives every index the same answer, so none as well.
            if outer.stride == 0 && self.found.len() == before {
                return true;
            }
        }
        true
    }
}

/// The first and the last number of steps on `axis` that leave a distance which `rest` covers,
/// and how far apart such numbers lie.
fn candidates(axis: Axis, rest: Rest, distance: u128) -> Option<(u128, u128, u128)> {
    if axis.stride == 0 {
        return rest.covers(distance).then_some((0, axis.last, 1));
    }
    let lowest = distance.saturating_sub(rest.reach).div_ceil(axis.stride);
    let highest = axis.last.min(distance / axis.stride);
    // steps × stride ≡ distance modulo the divisor; a rest that adds nothing has no divisor, and
    // its reach of 0 already says all.
    let (residue, by) = if rest.divisor == 0 {
        (0, 1)
    } else {
        let common = greatest_common_divisor(axis.stride, rest.divisor);
        if !distance.is_multiple_of(common) {
            return None;
        }
        let by = rest.divisor / common;
        let inverse = inverse(axis.stride / common % by, by);
        (distance / common % by * inverse % by, by)
    };
    let first = lowest + (residue + by - lowest % by) % by;
    let last = highest.checked_sub((highest + by - residue) % by)?;
    (first <= last).then_some((first, last, by))
}

/// Whether each stride is larger than all that the smaller ones can add up to. Then an offset has
/// at most one index on each of these axes.
fn nests(axes: &[Axis]) -> bool {
    let mut reach = 0;
    descending(axes).into_iter().rev().all(|axis| {
        let apart = axis.stride > reach;
        reach += axis.reach();
        apart
    })
}

/// The axes that move the offset, largest stride first.
fn descending(axes: &[Axis]) -> Vec<Axis> {
    let mut moving: Vec<Axis> = axes.iter().copied().filter(|a| a.stride > 0).collect();
    moving.sort_by_key(|axis| std::cmp::Reverse(axis.stride));
    moving
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The inverse of `value` modulo `modulus`, which share no divisor; 0 modulo 1.
fn inverse(value: u128, modulus: u128) -> u128 {
    let (mut before, mut now) = (modulus, value);
    // Coefficients are kept modulo `modulus`, so they never become negative.
    let (mut factor_before, mut factor) = (0, 1 % modulus);
    while now > 1 {
        let quotient = before / now;
        (before, now) = (now, before % now);
        let next = (factor_before + modulus - quotient % modulus * factor % modulus) % modulus;
        (factor_before, factor) = (factor, next);
    }
    factor
}
