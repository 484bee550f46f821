//! How large the cells of a panel's grids are, and how many grids stand side
//! by side: the same for all grids of the panel.

use super::super::lines::{SIZES, fitting};
use super::super::mark::{Form, Px, Role};
use super::super::measure::{Size, cell_of, columns};
use super::super::on_grid;
use super::super::scene::{bold_width, px, times, width};
use crate::figure::panel::slices::{Callout, Cell, Column, Grid, Row, Slices};
use crate::figure::text::{Span, Text};

/// The measures that all grids of a panel share.
#[derive(Clone)]
pub(super) struct Measures {
    /// Grids side by side.
    pub side_by_side: usize,
    /// Distance from one grid to the next.
    pub pitch: Px,
    /// Width of the row heads.
    pub head: Px,
    /// Width of a cell.
    pub cell: Px,
    /// Width of a column where columns are left out.
    pub gap: Px,
    /// Size of the values.
    pub size: Size,
    /// Width of one run of columns; what does not fit begins another run.
    pub run: Px,
    /// Whether the callout stands beneath its grid.
    pub beneath: bool,
    /// Whether the name of the axis that goes across stands above the heads.
    pub above: bool,
}

fn grids(panel: &Slices) -> impl Iterator<Item = &Grid> {
    panel.bands.iter().flat_map(|band| &band.grids)
}

/// Columns of the widest text that must fit into a cell.
fn widest_label(panel: &Slices) -> u32 {
    let mut widest = 0;
    for grid in grids(panel) {
        for row in &grid.rows {
            if let Row::Listed { cells, .. } = row {
                for cell in cells {
                    if let Cell::Value { value, .. } = cell {
                        widest = columns(&value.text).max(widest);
                    }
                }
            }
        }
        for column in &grid.columns {
            if let Column::Listed { index, .. } = column {
                widest = columns(&index.text).max(widest);
            }
        }
    }
    widest
}

impl Measures {
    pub(super) fn of(form: Form, panel: &Slices) -> Self {
        let widest = |pick: &dyn Fn(&Grid) -> Px| grids(panel).map(pick).max().unwrap_or(0);
        let across = widest(&across_width);
        let callout = widest(&|grid| grid.callout.as_ref().map_or(0, callout_width));
        let mut measures = Self {
            side_by_side: 1,
            pitch: form.content(),
            head: widest(&head_width),
            cell: 56,
            gap: widest(&gap_width),
            size: 15,
            run: Px::MAX,
            beneath: false,
            above: false,
        };
        let empty = widest(&|grid| grid.empty.as_ref().map_or(0, empty_width));
        let count = grids(panel).map(listed).max().unwrap_or(0);
        let gaps = measures.gap * times(grids(panel).map(breaks).max().unwrap_or(0));
        let label = widest_label(panel);
        let needed = |size| cell_of(label, size, form.padding());
        let fit = |size: Size, room: Px| {
            if count == 0 {
                return (empty <= room).then_some(empty);
            }
            let room = u32::try_from(room - gaps).ok()?;
            fitting(count, needed(size), room).map(px)
        };
        let both = across.max(callout);
        let most = panel.bands.iter().map(|band| band.grids.len()).max().unwrap_or(1);
        let mut choices: Vec<usize> = (2..=4.min(most)).rev().collect();
        choices.sort_by_key(|&count| most % count != 0);
        for count in choices {
            let pitch = form.content() / times(count);
            if let Some(cell) = fit(15, pitch - measures.head - both) {
                return Self { side_by_side: count, pitch, cell, ..measures };
            }
        }
        // One grid a line, with less and less beside it.
        let room = form.content() - measures.head;
        for (tail, beneath, above) in [(both, false, false), (across, true, false), (0, true, true)]
        {
            for size in SIZES {
                if let Some(cell) = fit(size, room - tail) {
                    return Self { cell, size, beneath, above, ..measures };
                }
            }
        }
        measures.size = 12;
        (measures.beneath, measures.above) = (true, true);
        measures.cell = px(needed(12));
        measures.run = room;
        measures
    }
}

fn listed(grid: &Grid) -> usize {
    grid.columns.iter().filter(|column| matches!(column, Column::Listed { .. })).count()
}

fn breaks(grid: &Grid) -> usize {
    grid.columns.len() - listed(grid)
}

fn gap_width(grid: &Grid) -> Px {
    let gaps = grid.columns.iter().map(|column| match column {
        Column::Elided(range) => on_grid(width(range, Role::Label) + 12),
        Column::Listed { .. } => 0,
    });
    gaps.max().unwrap_or(0)
}

/// Width of the outline of a grid without cells.
pub(super) fn empty_width(empty: &Text) -> Px {
    on_grid(width(empty, Role::Body) + 40).max(112)
}

/// Room for the names of rows and of the axis that goes down.
fn head_width(grid: &Grid) -> Px {
    let down = grid.down.as_ref().map_or(0, |axis| width(&down_text(&axis.text), Role::Label));
    let rows = grid.rows.iter().map(|row| match row {
        Row::Listed { head: Some(head), .. } => bold_width(head, Role::Label),
        _ => 0,
    });
    match rows.max().unwrap_or(0).max(down) {
        // Without names a grid begins where everything else does.
        0 => 0,
        names => on_grid(names + 8).max(if grid.down.is_some() { 56 } else { 0 }),
    }
}

fn across_width(grid: &Grid) -> Px {
    grid.across.as_ref().map_or(0, |axis| width(&across_text(&axis.text), Role::Label) + 10)
}

fn callout_width(callout: &Callout) -> Px {
    let text = width(&callout.coordinate, Role::Value(15)).max(width(&callout.value, Role::Label));
    let label = callout.label.as_ref().map_or(0, |label| width(label, Role::Label));
    text.max(label) + if callout.last_in_row { 16 } else { 30 }
}

/// `axis 1 ↓`.
pub(super) fn down_text(name: &Text) -> Text {
    name.clone().then(Span::literal(" ↓"))
}

/// `→ axis 2`.
pub(super) fn across_text(name: &Text) -> Text {
    Text::literal("→ ").then(name.clone())
}
