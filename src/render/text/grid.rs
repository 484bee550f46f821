//! Grids in columns of characters, side by side where they fit.

use super::INDENT;
use super::lines::{COLUMNS, Lines, broken, columns, left, right, widest};
use crate::figure::Text;
use crate::figure::panel::slices::{Band, Cell, Column, Grid, Row, Slices};
use std::ops::Range;

/// Space between two grids.
const BETWEEN: usize = 4;
/// Room that the names of the axes leave to the cells at least.
const CELLS: usize = 20;

pub(super) fn slices(out: &mut Lines, panel: &Slices) {
    for band in &panel.bands {
        if let Some(caption) = &band.caption {
            out.blank();
            out.sentence(INDENT, &caption.text.plain());
        }
        place(out, band);
    }
}

/// As many grids on a line as eighty columns hold.
fn place(out: &mut Lines, band: &Band) {
    let mut row: Vec<Vec<String>> = Vec::new();
    let mut used = INDENT.len();
    for grid in &band.grids {
        let block = block(grid);
        let wide = widest(block.iter().map(String::as_str));
        if !row.is_empty() && used + BETWEEN + wide > COLUMNS {
            flush(out, &std::mem::take(&mut row));
            used = INDENT.len();
        }
        used += wide + BETWEEN;
        row.push(block);
    }
    flush(out, &row);
}

fn flush(out: &mut Lines, blocks: &[Vec<String>]) {
    out.blank();
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    for at in 0..height {
        let mut line = INDENT.to_owned();
        for block in blocks {
            let wide = widest(block.iter().map(String::as_str)) + BETWEEN;
            line.push_str(&left(block.get(at).map_or("", String::as_str), wide));
        }
        out.line(&line);
    }
}

/// The lines of one grid: caption, heads, rows; the callout beside its row.
fn block(grid: &Grid) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(caption) = &grid.caption {
        let aside =
            caption.aside.as_ref().map_or_else(String::new, |aside| format!("  {}", aside.plain()));
        let caption = format!("{}{aside}", caption.text.plain());
        lines.extend(broken(&caption, COLUMNS - INDENT.len()));
    }
    let down =
        grid.down.as_ref().map_or_else(String::new, |axis| format!("{} ↓", axis.text.plain()));
    let across =
        grid.across.as_ref().map_or_else(String::new, |axis| format!("  → {}", axis.text.plain()));
    if let Some(empty) = &grid.empty {
        lines.push(format!("{down}{across}"));
        lines.push(empty.plain());
        return lines;
    }
    let rows = widest(names(grid).iter().map(String::as_str));
    let widths = widths(grid);
    // Long names stand above the heads and not between them.
    let beside = INDENT.len() + columns(&down).max(rows) + columns(&across) + CELLS <= COLUMNS;
    if !beside {
        lines.extend([&down, &across].map(|name| name.trim()).map(str::to_owned));
    }
    let (down, across) = if beside { (down, across) } else { Default::default() };
    let heads = columns(&down).max(rows);
    let room = COLUMNS.saturating_sub(INDENT.len() + heads + columns(&across));
    for (place, run) in runs(&widths, room).into_iter().enumerate() {
        if place > 0 {
            lines.push(String::new());
        }
        run_lines(&mut lines, grid, &run, (&widths, heads), (&down, &across));
    }
    for column in &grid.columns {
        if let Column::Elided(range) = column {
            let axis = grid.across.as_ref().map_or_else(String::new, |axis| axis.text.plain());
            lines.push(format!("… {axis}: {}", range.plain()));
        }
    }
    lines
}

/// Columns in runs that fit beside the row heads.
fn runs(widths: &[usize], room: usize) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let (mut start, mut used) = (0, 0);
    for (at, wide) in widths.iter().enumerate() {
        if used > 0 && used + wide > room {
            runs.push(start..at);
            (start, used) = (at, 0);
        }
        used += wide;
    }
    runs.push(start..widths.len());
    runs
}

/// Heads and rows of one run of columns.
fn run_lines(
    lines: &mut Vec<String>,
    grid: &Grid,
    run: &Range<usize>,
    (widths, heads): (&[usize], usize),
    (down, across): (&str, &str),
) {
    let mut line = left(down, heads);
    for (column, wide) in grid.columns[run.clone()].iter().zip(&widths[run.clone()]) {
        let head = match column {
            Column::Listed { index, .. } => &*index.text,
            Column::Elided(_) => "…",
        };
        line.push_str(&right(head, *wide));
    }
    let line = format!("{line}{across}");
    // The cell of a scalar has no head.
    if !line.trim().is_empty() {
        lines.push(line);
    }
    let mut listed = 0;
    for row in &grid.rows {
        let (head, cells) = match row {
            Row::Listed { head, cells, .. } => (head, cells),
            Row::Elided { range, .. } => {
                lines.push(range.plain());
                continue;
            }
        };
        let head = head.as_ref().map_or_else(String::new, Text::plain);
        let mut line = left(&head, heads);
        let mut selected = false;
        for (cell, wide) in cells[run.clone()].iter().zip(&widths[run.clone()]) {
            line.push_str(&right(&shown(cell), *wide));
            selected |= matches!(cell, Cell::Value { selected: true, .. });
        }
        if let Some(callout) =
            grid.callout.as_ref().filter(|callout| selected && callout.row == listed)
        {
            let label = callout.label.as_ref().map_or_else(String::new, |label| {
                format!(", {}", label.plain().replace('\n', " "))
            });
            let words =
                format!("  {} {}{label}", callout.coordinate.plain(), callout.value.plain());
            if columns(&line) + columns(&words) + INDENT.len() > COLUMNS {
                lines.push(line);
                line = words;
            } else {
                line.push_str(&words);
            }
        }
        lines.push(line);
        listed += 1;
    }
}

fn names(grid: &Grid) -> Vec<String> {
    grid.rows
        .iter()
        .filter_map(|row| match row {
            Row::Listed { head, .. } => head.as_ref().map(Text::plain),
            Row::Elided { .. } => None,
        })
        .collect()
}

/// A cell's text, the selected one with its diamond.
fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Value { value, selected: true } => format!("◆{}", value.text),
        Cell::Value { value, .. } => value.text.to_string(),
        Cell::Elided => "…".to_owned(),
    }
}

/// Width of each column with the space before it.
fn widths(grid: &Grid) -> Vec<usize> {
    (0..grid.columns.len())
        .map(|at| {
            let head = match &grid.columns[at] {
                Column::Listed { index, .. } => columns(&index.text),
                Column::Elided(_) => 1,
            };
            let cells = grid.rows.iter().filter_map(|row| match row {
                Row::Listed { cells, .. } => cells.get(at).map(|cell| columns(&shown(cell))),
                Row::Elided { .. } => None,
            });
            cells.max().unwrap_or(0).max(head) + 2
        })
        .collect()
}
