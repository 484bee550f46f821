//! Grids of values: one cell width a panel, the callout beside its row or
//! beneath its grid, and a scroll container only for what fits no column.

mod measures;

use super::room;
use super::runs::{axis_hue, axis_line};
use crate::figure::panel::slices::{self, Callout, Caption, Cell};
use crate::figure::panel::tally::Tally;
use crate::figure::text::Text;
use measures::{HEAD, LABEL, Measures};

/// Height of a row of cells.
const ROW: u32 = 36;
/// Height of rows that are left out, in one line or in two.
const GAP: [u32; 2] = [30, 44];
/// All grids of the panel and the measures that they share.
pub(super) struct View<'a> {
    pub(super) bands: Vec<Band<'a>>,
    pub(super) tallies: &'a [Tally],
    pub(super) selected: &'a Text,
    pub(super) measures: Measures,
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
    let own = caption.axis.filter(|_| caption.selected);
    CaptionLine { caption, class: own.map(|axis| [axis_hue(axis), axis_line(axis)]) }
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
            scrolls: measures.scroll(),
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
