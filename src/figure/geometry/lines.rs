//! How a strip is set: the size of its cells and type, and where it wraps.
//!
//! In this order: smaller cells, smaller type, a break
//! at a multiple of a stride. A break at a stride itself puts one step of an
//! axis one line down.

use super::measure::{Size, cell_of, columns, on_grid, text};
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
    /// How what is left out is told.
    pub gaps: Gaps,
}

/// Where the words of what is left out stand, which says how wide it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gaps {
    /// In the line of the offsets, with so much space around them.
    Beside(u32),
    /// Under the offsets of their neighbours, in lines of their own.
    Beneath,
}

/// The narrowest gap in which two slanted strokes show.
const GAP: u32 = 44;

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
        let (mut values, mut offsets) = (0, 0);
        for item in &self.cells {
            if let StripCell::Value { value, index, .. } = item {
                count += 1;
                values = columns(&value.text).max(values);
                offsets = columns(&index.text).max(offsets);
            }
        }
        let whole = count == self.cells.len();
        let at_size = |size: Size| {
            // Offsets stand beneath, in labels of 12 with a little air.
            cell_of(values, size, padding).max(cell_of(offsets, 12, 4))
        };
        let on_one_line = |(size, gaps): (Size, Gaps)| {
            let needed = at_size(size);
            let left_out: u32 = self.gap_widths(gaps, needed).iter().sum();
            let cell = fitting(count, needed, width.checked_sub(left_out)?)?;
            Some(Lines { cell, size, per_line: self.cells.len().max(1), axis: None, gaps })
        };
        let spacious = Gaps::Beside(16);
        let beside = SIZES.into_iter().flat_map(|size| [(size, spacious), (size, Gaps::Beside(6))]);
        let beneath = SIZES.into_iter().map(|size| (size, Gaps::Beneath));
        if let Some(lines) = beside.chain(beneath).find_map(on_one_line) {
            return lines;
        }
        if !whole {
            let cell = at_size(12);
            let per_line = (width / cell).max(1) as usize;
            return Lines { cell, size: 12, per_line, axis: None, gaps: spacious };
        }
        // The largest type at which a line is one step of an axis; else a line
        // that divides a step, or several of it.
        let at = |size: Size| {
            let needed = at_size(size);
            let standard = CELLS.into_iter().filter(move |&cell| cell > needed);
            standard.chain([needed]).map(move |cell| {
                let (per_line, axis) = self.break_at(count, (width / cell).max(1) as usize);
                Lines { cell, size, per_line, axis, gaps: spacious }
            })
        };
        let fits_twelve = |lines: &Lines| 12 * lines.cell <= width;
        // Of several such lines the longest.
        let stepped = |size: Size| {
            let lines: Vec<Lines> = at(size).filter(|lines| lines.axis.is_some()).collect();
            lines.into_iter().rev().max_by_key(|lines| lines.per_line)
        };
        SIZES
            .into_iter()
            .find_map(stepped)
            .or_else(|| at(SIZES[0]).find(fits_twelve))
            .or_else(|| at(SIZES[0]).next_back())
            .unwrap_or(Lines { cell: 56, size: 15, per_line: 12, axis: None, gaps: spacious })
    }

    /// How wide each run of cells that are left out is drawn, among cells of
    /// this width.
    #[must_use]
    pub fn gap_widths(&self, gaps: Gaps, cell: u32) -> Vec<u32> {
        let words = |item: &StripCell| match item {
            StripCell::Value { .. } => None,
            StripCell::Elided { range, count } => {
                Some(text(range, 12, false).max(text(count, 12, false)))
            }
        };
        let Gaps::Beside(space) = gaps else {
            return self.gaps_beneath(cell, words);
        };
        self.cells.iter().filter_map(words).map(|words| on_grid(words + space)).collect()
    }

    /// Gaps that are just wide enough for their words not to meet.
    fn gaps_beneath(&self, cell: u32, words: impl Fn(&StripCell) -> Option<u32>) -> Vec<u32> {
        let mut widths: Vec<u32> = Vec::new();
        // Of the gap before this place: half of its words, and the cells since then.
        let (mut reach, mut cells) = (0, 0);
        for item in &self.cells {
            let Some(words) = words(item) else {
                cells += 1;
                continue;
            };
            let before = widths.last().map_or(0, |width| width / 2);
            let needed = (reach + words / 2 + 12).saturating_sub(before + cells * cell);
            widths.push(on_grid((2 * needed).max(GAP)));
            (reach, cells) = (words / 2, 0);
        }
        widths
    }

    /// The largest stride that fits on a line, or several of it where that would
    /// make a tower; else a divisor of the smallest that does not fit, so that a
    /// step is whole lines down.
    #[must_use]
    pub fn break_at(&self, count: usize, most: usize) -> (usize, Option<usize>) {
        let fits =
            self.strides.iter().position(|&stride| stride > 1 && stride < count && stride <= most);
        match fits.map(|axis| (axis, self.strides[axis])) {
            Some((axis, stride)) if count.div_ceil(stride) <= TALL => (stride, Some(axis)),
            Some((_, stride)) => (most / stride * stride, None),
            None => {
                let steps = self.strides.iter().copied().filter(|&stride| stride > 1);
                let divides = |step: usize| {
                    (2..=3).find(|parts| step.is_multiple_of(*parts) && step / parts <= most)
                };
                let divided = steps.min().and_then(|step| Some(step / divides(step)?));
                let even = count.div_ceil(count.div_ceil(most));
                (divided.filter(|line| *line < count).unwrap_or(even), None)
            }
        }
    }
}
