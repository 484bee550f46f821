//! Grids of values: one cell width a panel, the callout beside its row or
//! beneath its grid, and a scroll container only for what fits no column.

use super::room::{self, DESIGN, NARROW, SMALL, WIDE};
use super::runs::{axis_hue, axis_line};
use crate::figure::geometry::lines::fitting;
use crate::figure::geometry::measure::{self, Size};
use crate::figure::panel::slices::{self, Callout, Caption, Cell, Column, Tally};
use crate::figure::text::Text;

/// Height of a row of cells.
const ROW: u32 = 36;
/// Height of rows that are left out, in one line or in two.
const GAP: [u32; 2] = [30, 44];
/// Space between two grids.
const BETWEEN: u32 = 8;
/// What a row of cells holds at least where rows are left out.
const RANGE: u32 = 96;
/// A longer name of the axis that goes across stands above the column heads.
const ACROSS: u32 = 120;
/// A longer name of the axis that goes down takes several lines, sooner in a
/// narrow column.
const HEAD: [u32; 2] = [132, 88];
/// The author's name for a cell takes lines of this width.
const LABEL: u32 = 160;

/// All grids of the panel and the measures that they share.
pub(super) struct View<'a> {
    pub(super) bands: Vec<Band<'a>>,
    pub(super) tallies: &'a [Tally],
    pub(super) selected: &'a Text,
    pub(super) measures: Measures,
}

/// Widths for wide and for narrow columns.
pub(super) struct Measures {
    /// Width of the row heads.
    pub(super) head: u32,
    pub(super) narrow_head: u32,
    pub(super) wide: Setting,
    pub(super) narrow: Setting,
    /// Width of a grid with what stands beside it.
    pub(super) track: u32,
    pub(super) listed: u32,
    pub(super) breaks: u32,
}

/// How cells are set into a column.
#[derive(Clone, Copy)]
pub(super) struct Setting {
    pub(super) cell: u32,
    pub(super) size: Size,
    /// Width of columns that are left out.
    pub(super) gap: u32,
    /// Whether the callout stands beside its row.
    beside: bool,
    /// Whether the name of the axis stands beside the column heads.
    named: bool,
}

pub(super) struct Band<'a> {
    pub(super) caption: Option<CaptionLine<'a>>,
    pub(super) grids: Vec<Grid<'a>>,
}

/// A caption with the line that stands under it if it is selected.
pub(super) struct CaptionLine<'a> {
    pub(super) caption: &'a Caption,
    /// Its line and hue, where the coordinate lies under it.
    pub(super) class: Option<[&'static str; 2]>,
}

pub(super) struct Grid<'a> {
    pub(super) of: &'a slices::Grid,
    /// Tells it apart from the other grids of the figure.
    pub(super) number: usize,
    pub(super) caption: Option<CaptionLine<'a>>,
    /// Whether nothing may stand beside it in the narrower wide columns.
    pub(super) snug: bool,
    /// Where the callout and the name of the axis that goes across stand.
    pub(super) class: &'static str,
    /// Whether the name of the axis that goes down takes one line.
    pub(super) down_class: &'static str,
    /// Hues of selected heads.
    pub(super) column_hue: &'static str,
    pub(super) row_hue: &'static str,
    pub(super) rows: Vec<Row<'a>>,
    pub(super) callout: Option<Beside<'a>>,
    /// What a callout with a long name needs beneath the grid.
    pub(super) below: u32,
    /// Whether some column is too narrow for it.
    pub(super) scrolls: bool,
}

pub(super) enum Row<'a> {
    Listed {
        head: Option<&'a Text>,
        selected: bool,
        cells: &'a [Cell],
        /// How many rows a break goes down that starts in this one.
        depth: Option<usize>,
    },
    Elided {
        range: &'a Text,
        count: Option<&'a Text>,
        class: &'static str,
    },
}

/// The callout and how far its row's middle is above the grid's lower edge.
pub(super) struct Beside<'a> {
    pub(super) callout: &'a Callout,
    /// Whether a line leads to its cell.
    pub(super) leads: &'static str,
    pub(super) rise: u32,
    pub(super) narrow_rise: u32,
}

impl<'a> View<'a> {
    pub(super) fn of(panel: &'a slices::Slices) -> Self {
        let measures = Measures::of(panel);
        let mut number = 0;
        let bands = panel
            .bands
            .iter()
            .map(|band| Band {
                caption: band.caption.as_ref().map(line),
                grids: band
                    .grids
                    .iter()
                    .map(|grid| {
                        number += 1;
                        Grid::of(grid, number, &measures)
                    })
                    .collect(),
            })
            .collect();
        Self { bands, tallies: &panel.tallies, selected: &panel.selected, measures }
    }
}

fn line(caption: &Caption) -> CaptionLine<'_> {
    let class = [axis_hue(caption.axis), axis_line(caption.axis)];
    CaptionLine { caption, class: caption.selected.then_some(class) }
}

impl Setting {
    /// Width of the cells of a grid.
    fn cells(&self, listed: u32, breaks: u32) -> u32 {
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
    fn of(panel: &slices::Slices) -> Self {
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
            track: head + wide.cells(listed, breaks) + tail,
            wide,
            narrow,
            listed,
            breaks,
        }
    }

    fn cells(&self) -> [u32; 2] {
        [&self.wide, &self.narrow].map(|setting| setting.cells(self.listed, self.breaks))
    }

    /// Whether a grid with what stands beside it is too wide for the narrowest
    /// wide column.
    fn snug(&self) -> bool {
        self.track > WIDE
    }

    fn class(&self) -> &'static str {
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

impl<'a> Grid<'a> {
    fn of(grid: &'a slices::Grid, number: usize, measures: &Measures) -> Self {
        let [wide, narrow] = measures.cells();
        Self {
            of: grid,
            number,
            caption: grid.caption.as_ref().map(line),
            snug: measures.snug(),
            class: measures.class(),
            down_class: match &grid.down {
                Some(down) if room::label(&down.text, false) + 21 > HEAD[1] => "tp-down tp-wraps",
                _ => "tp-down",
            },
            column_hue: grid.across.as_ref().map_or("", |name| axis_hue(name.axis)),
            row_hue: grid.down.as_ref().map_or("", |name| axis_hue(name.axis)),
            rows: rows(grid, measures),
            callout: grid.callout.as_ref().map(|callout| Beside {
                callout,
                leads: if callout.last_in_row { "tp-call tp-lead" } else { "tp-call" },
                rise: rise(grid, callout.row, wide),
                narrow_rise: rise(grid, callout.row, narrow),
            }),
            scrolls: measures.head + wide > WIDE || measures.narrow_head + narrow > SMALL,
            below: grid.callout.as_ref().map_or(0, |callout| below(grid, callout, wide)),
        }
    }
}

fn rows<'a>(grid: &'a slices::Grid, measures: &Measures) -> Vec<Row<'a>> {
    let [wide, narrow] = measures.cells();
    let mut rows = Vec::with_capacity(grid.rows.len());
    for (place, row) in grid.rows.iter().enumerate() {
        rows.push(match row {
            slices::Row::Listed { head, selected, cells } => Row::Listed {
                head: head.as_ref(),
                selected: *selected,
                cells,
                depth: depth(&grid.rows, place),
            },
            slices::Row::Elided { range, count } => {
                let room = room::label(range, false) + room::label(count, false) + 48;
                Row::Elided {
                    range,
                    count: (room <= wide).then_some(count),
                    class: match (lines(range, wide), lines(range, narrow)) {
                        (1, 1) => "tp-out",
                        (1, _) => "tp-out tp-tall-n",
                        _ => "tp-out tp-tall",
                    },
                }
            }
        });
    }
    rows
}

/// Rows next to each other share one break: it starts in the first of them.
fn depth(rows: &[slices::Row], place: usize) -> Option<usize> {
    let listed = |row: &slices::Row| matches!(row, slices::Row::Listed { .. });
    if place > 0 && listed(&rows[place - 1]) {
        return None;
    }
    Some(rows[place..].iter().take_while(|row| listed(row)).count())
}

/// How many lines a range of rows takes over cells of this width.
fn lines(range: &Text, cells: u32) -> usize {
    if room::label(range, false) + 16 > cells { 2 } else { 1 }
}

/// From the lower edge of a grid up to the middle of a row that is listed.
fn rise(grid: &slices::Grid, listed: usize, cells: u32) -> u32 {
    let mut left = listed;
    let mut above = true;
    let mut rise = 0;
    for row in &grid.rows {
        match row {
            slices::Row::Listed { .. } if above && left > 0 => left -= 1,
            slices::Row::Listed { .. } if above => {
                above = false;
                rise = ROW / 2;
            }
            slices::Row::Listed { .. } => rise += ROW,
            slices::Row::Elided { range, .. } if !above => rise += GAP[lines(range, cells) - 1],
            slices::Row::Elided { .. } => {}
        }
    }
    rise
}

/// How far a callout of several lines reaches below the grid.
fn below(grid: &slices::Grid, callout: &Callout, cells: u32) -> u32 {
    let Some(label) = &callout.label else {
        return 0;
    };
    let lines = room::label(label, false).div_ceil(LABEL - 20);
    (19 + 9 * lines).saturating_sub(rise(grid, callout.row, cells))
}
