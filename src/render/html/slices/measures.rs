//! How wide the cells of grids are, how many grids stand side by side, and
//! what stands beside them: in a wide column and in a narrow one.

use super::super::room::{self, DESIGN, NARROW, SMALL, WIDE};
use crate::figure::geometry::lines::fitting;
use crate::figure::geometry::measure::{self, Size};
use crate::figure::panel::slices::{self, Callout, Cell, Column};

/// Space between two grids.
const BETWEEN: u32 = 8;
/// What a row of cells holds at least where rows are left out.
const RANGE: u32 = 96;
/// A longer name of the axis that goes across stands above the column heads.
const ACROSS: u32 = 120;
/// A longer name of the axis that goes down takes several lines, sooner in a
/// narrow column.
pub(super) const HEAD: [u32; 2] = [132, 88];
/// The author's name for a cell takes lines of this width.
pub(super) const LABEL: u32 = 160;

/// Widths for wide and for narrow columns.
pub(in super::super) struct Measures {
    /// Width of the row heads.
    pub(in super::super) head: u32,
    pub(in super::super) narrow_head: u32,
    pub(in super::super) wide: Setting,
    pub(in super::super) narrow: Setting,
    /// Width of a grid with what stands beside it.
    pub(in super::super) track: u32,
    pub(in super::super) listed: u32,
    pub(in super::super) breaks: u32,
}

/// How cells are set into a column.
#[derive(Clone, Copy)]
pub(in super::super) struct Setting {
    pub(in super::super) cell: u32,
    pub(in super::super) size: Size,
    /// Width of columns that are left out.
    pub(in super::super) gap: u32,
    /// Whether the callout stands beside its row.
    beside: bool,
    /// Whether the name of the axis stands beside the column heads.
    named: bool,
}

impl Setting {
    /// Width of the cells of a grid.
    fn width(&self, listed: u32, breaks: u32) -> u32 {
        listed.saturating_mul(self.cell).saturating_add(breaks * self.gap)
    }
}

/// What the widths of a panel follow from.
#[derive(Default)]
struct Labels<'a> {
    /// The widest value and the widest column number.
    value: &'a str,
    index: &'a str,
    /// Names of rows, and of the axis that goes down.
    rows: u32,
    down: u32,
    across: u32,
    callout: u32,
    /// What is said of a grid without cells.
    empty: u32,
    /// The widest range of columns that are left out.
    range: u32,
    listed: usize,
    breaks: usize,
    leaves_rows_out: bool,
    /// Grids side by side at most.
    most: usize,
}

impl<'a> Labels<'a> {
    fn of(panel: &'a slices::Slices) -> Self {
        let mut labels = Self {
            most: panel.bands.iter().map(|band| band.grids.len()).max().unwrap_or(1),
            ..Self::default()
        };
        for grid in panel.bands.iter().flat_map(|band| &band.grids) {
            labels.take_grid(grid);
        }
        labels
    }

    fn take_grid(&mut self, grid: &'a slices::Grid) {
        if let Some(down) = &grid.down {
            self.down = self.down.max(room::label(&down.text, false) + 21);
        }
        if let Some(across) = &grid.across {
            self.across = self.across.max(room::label(&across.text, false) + 28);
        }
        if let Some(empty) = &grid.empty {
            self.empty = self.empty.max(measure::text(empty, 13, false) + 42).max(112);
        }
        if let Some(callout) = &grid.callout {
            self.callout = callout_width(callout);
        }
        let mut breaks = 0;
        for column in &grid.columns {
            match column {
                Column::Listed { index, .. } => self.index = wider(self.index, &index.text),
                Column::Elided(range) => {
                    breaks += 1;
                    self.range = self.range.max(room::label(range, false));
                }
            }
        }
        self.breaks = self.breaks.max(breaks);
        self.listed = self.listed.max(grid.columns.len() - breaks);
        for row in &grid.rows {
            match row {
                slices::Row::Listed { head, cells, .. } => {
                    if let Some(head) = head {
                        self.rows = self.rows.max(room::label(head, true) + 8);
                    }
                    for cell in cells {
                        if let Cell::Value { value, .. } = cell {
                            self.value = wider(self.value, &value.text);
                        }
                    }
                }
                slices::Row::Elided { .. } => self.leaves_rows_out = true,
            }
        }
    }

    /// The narrowest cell at a size of type.
    fn needed(&self, size: Size, padding: u32) -> u32 {
        let least =
            if self.leaves_rows_out { RANGE.div_ceil(room::count(self.listed.max(1))) } else { 0 };
        measure::cell(self.value, size, padding).max(measure::cell(self.index, 12, 6)).max(least)
    }
}

/// The longer of two labels of one face.
fn wider<'a>(known: &'a str, label: &'a str) -> &'a str {
    if measure::mono(label, 1000) > measure::mono(known, 1000) { label } else { known }
}

fn callout_width(callout: &Callout) -> u32 {
    let label = callout.label.as_ref().map_or(0, |label| room::label(label, false).min(LABEL));
    let lead = if callout.last_in_row { 17 } else { 34 };
    // One face throughout: measured whole, not run by run.
    let coordinate = measure::mono(&callout.coordinate.plain(), 15);
    lead + coordinate.max(room::label(&callout.value, false)).max(label)
}

impl Measures {
    pub(super) fn of(panel: &slices::Slices) -> Self {
        let labels = Labels::of(panel);
        let across = if labels.across > ACROSS { 0 } else { labels.across };
        let both = across.max(labels.callout);
        let (listed, breaks) = (room::count(labels.listed), room::count(labels.breaks));
        // What may stand beside a grid, from all to nothing.
        let tails = [(both, true, across > 0), (across, false, across > 0), (0, false, false)];
        let set = |room: u32, gap: u32, sizes: &[(Size, u32)], tails: &[(u32, bool, bool)]| {
            tails.iter().find_map(|&(tail, beside, named)| {
                sizes.iter().find_map(|&(size, padding)| {
                    let room = room.checked_sub(tail + breaks * gap)?;
                    let cell = fitting(labels.listed.max(1), labels.needed(size, padding), room)?;
                    Some((Setting { cell, size, gap, beside, named }, tail))
                })
            })
        };
        let scrolling = |gap: u32| {
            let cell = labels.needed(13, 12);
            (Setting { cell, size: 13, gap, beside: false, named: false }, 0)
        };
        let [head, narrow_head] = HEAD.map(|most| labels.rows.max(labels.down.min(most)));
        let gap = if breaks > 0 { measure::on_grid(labels.range + 16) } else { 0 };
        let (wide, tail) = tracks(labels.most)
            .find_map(|count| {
                let room = DESIGN.saturating_sub(BETWEEN * (count - 1)) / count;
                set(room.saturating_sub(head), gap, &[(15, 16), (15, 12)], &tails[..1])
            })
            .or_else(|| {
                let sizes = [(15, 16), (13, 12), (12, 12)];
                set(DESIGN.saturating_sub(head), gap, &sizes, &tails)
            })
            .unwrap_or_else(|| scrolling(gap));
        // In a narrow column the range of columns takes two lines.
        let gap = if breaks > 0 { measure::on_grid(labels.range / 2 + 20) } else { 0 };
        let sizes = [(15, 12), (13, 12), (12, 8)];
        let (narrow, _) = set(NARROW.saturating_sub(narrow_head), gap, &sizes, &tails)
            .unwrap_or_else(|| scrolling(gap));
        Self {
            head,
            narrow_head,
            track: head + (wide.width(listed, breaks) + tail).max(labels.empty),
            wide,
            narrow,
            listed,
            breaks,
        }
    }

    /// Width of the cells of a grid, in a wide column and in a narrow one.
    pub(super) fn cells(&self) -> [u32; 2] {
        [&self.wide, &self.narrow].map(|setting| setting.width(self.listed, self.breaks))
    }

    /// Whether some column is too narrow for a grid.
    pub(super) fn scroll(&self) -> bool {
        let [wide, narrow] = self.cells();
        self.head + wide > WIDE || self.narrow_head + narrow > SMALL
    }

    /// Whether a grid with what stands beside it is too wide for the narrowest
    /// wide column.
    pub(super) fn snug(&self) -> bool {
        self.track > WIDE
    }

    /// From which column on the callout stands beneath its grid, and the name
    /// of the axis that goes across above the column heads.
    pub(super) fn class(&self) -> &'static str {
        const CLASSES: [[&str; 3]; 3] = [
            ["", " tp-under-n", " tp-under"],
            [" tp-over-n", " tp-over-n tp-under-n", " tp-over-n tp-under"],
            [" tp-over", " tp-over tp-under-n", " tp-over tp-under"],
        ];
        let step = |wide: bool, narrow: bool| match (wide, narrow) {
            (true, true) => 0,
            (true, false) => 1,
            (false, _) => 2,
        };
        let over = step(self.wide.named, self.narrow.named);
        CLASSES[over][step(self.wide.beside, self.narrow.beside)]
    }
}

/// How many grids stand side by side, from many to few; rather as many as
/// leave no short line.
fn tracks(most: usize) -> impl Iterator<Item = u32> {
    let mut counts: Vec<usize> = (2..=most.min(4)).rev().collect();
    counts.sort_by_key(|&count| !most.is_multiple_of(count));
    counts.into_iter().map(room::count)
}
