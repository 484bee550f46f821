//! How a strip is set: the size of its cells and type, and where it wraps.
//!
//! In this order: smaller cells, smaller type, a break
//! at a multiple of a stride. A break at a stride itself puts one step of an
//! axis one line down.

use super::measure::{Size, cell_of, columns, text};
use crate::figure::panel::strip::{Strip, StripCell};

/// How a strip is set into a width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// Width of a cell.
    pub cell: u32,
    /// Size of the values.
    pub size: Size,
    /// Cells on a line, at most.
    pub per_line: usize,
    /// The axis of which one step is one line down, if the strip wraps so.
    pub axis: Option<usize>,
}

/// The cell widths that are tried, widest first.
const CELLS: [u32; 4] = [56, 48, 40, 32];

/// The sizes of type that are tried, largest first.
pub const SIZES: [Size; 3] = [15, 13, 12];

/// Beyond this many lines a strip fills its lines with several strides.
const TALL: usize = 6;

/// The widest standard cell that holds the labels and lets `count` of them fit.
#[must_use]
pub fn fitting(count: usize, needed: u32, width: u32) -> Option<u32> {
    let fits =
        |cell: u32| count.checked_mul(cell as usize).is_some_and(|used| used <= width as usize);
    CELLS
        .into_iter()
        .find(|&cell| cell >= needed && fits(cell))
        .or_else(|| fits(needed).then_some(needed))
}

impl Strip {
    /// Sets the strip into a width.
    #[must_use]
    pub fn lines(&self, width: u32, padding: u32) -> Lines {
        let mut count = 0;
        let (mut values, mut offsets, mut gaps) = (0, 0, 0);
        for item in &self.cells {
            match item {
                StripCell::Value { value, index, .. } => {
                    count += 1;
                    values = columns(&value.text).max(values);
                    offsets = columns(&index.text).max(offsets);
                }
                StripCell::Elided { .. } => gaps += item.gap(),
            }
        }
        let at_size = |size: Size| {
            // Offsets stand beneath, in labels of 12 with a little air.
            cell_of(values, size, padding).max(cell_of(offsets, 12, 4))
        };
        for size in SIZES {
            if let Some(cell) = fitting(count, at_size(size), width.saturating_sub(gaps)) {
                return Lines { cell, size, per_line: self.cells.len().max(1), axis: None };
            }
        }
        let size = SIZES[0];
        let needed = at_size(size);
        if gaps > 0 {
            let per_line = (width / needed).max(1) as usize;
            return Lines { cell: needed, size: 12, per_line, axis: None };
        }
        // The largest type at which a line is one step of an axis.
        let at = |size: Size| {
            let needed = at_size(size);
            let standard = CELLS.into_iter().find(|&cell| cell >= needed && 12 * cell <= width);
            let cell = standard.unwrap_or(needed);
            let (per_line, axis) = self.break_at(count, (width / cell).max(1) as usize);
            Lines { cell, size, per_line, axis }
        };
        SIZES.into_iter().map(at).find(|lines| lines.axis.is_some()).unwrap_or_else(|| at(size))
    }

    /// The largest stride that fits on a line, or several of it where that
    /// would make a tower.
    #[must_use]
    pub fn break_at(&self, count: usize, most: usize) -> (usize, Option<usize>) {
        let fits =
            self.strides.iter().position(|&stride| stride > 1 && stride < count && stride <= most);
        match fits.map(|axis| (axis, self.strides[axis])) {
            Some((axis, stride)) if count.div_ceil(stride) <= TALL => (stride, Some(axis)),
            Some((_, stride)) => (most / stride * stride, None),
            None => (count.div_ceil(count.div_ceil(most)), None),
        }
    }
}

impl StripCell {
    /// How much wider than a cell's share an elided run is drawn; nothing for a cell.
    #[must_use]
    pub fn gap(&self) -> u32 {
        match self {
            Self::Value { .. } => 0,
            Self::Elided { range, count } => {
                super::measure::on_grid(text(range, 12, false).max(text(count, 12, false)) + 16)
            }
        }
    }
}
