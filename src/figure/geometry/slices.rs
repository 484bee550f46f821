//! Places the grids: as many side by side as fit, one below the other else,
//! wide ones in runs of columns.

mod block;
mod measures;

use super::mark::{Fill, Px, Role, Stroke};
use super::scene::{Scene, bold_width, times, width};
use crate::figure::panel::slices::{Band, Caption, Column, Grid, Row, Slices};
use crate::figure::text::{Text, Tone};
use block::Block;
use measures::{Measures, across_text, down_text, empty_width};
use std::ops::Range;

/// Height of a row of cells.
const ROW: Px = 36;
/// Height of rows that are left out.
const GAP: Px = 30;

pub(super) fn place<'a>(scene: &mut Scene<'a>, panel: &'a Slices) {
    let measures = Measures::of(scene.form, panel);
    for (place, band) in panel.bands.iter().enumerate() {
        let mut top = scene.bottom + if place > 0 { 14 } else { 0 };
        if let Some(caption) = &band.caption {
            top = band_caption(scene, caption, top);
        }
        place_band(scene, band, &measures, top);
    }
    for tally in &panel.tallies {
        let (x, y) = (scene.form.margin(), scene.bottom + 22);
        scene.put(x, y, Role::Label.start(), &tally.name);
        let at = if scene.form.is_narrow() { x + 64 } else { x + 112 };
        scene.bottom = scene.paragraph(
            (at, y),
            Role::Label.start(),
            x + scene.form.content() - at,
            &tally.sum,
        );
    }
}

/// A full-width line, the axis's own if the coordinate lies under it.
fn band_caption<'a>(scene: &mut Scene<'a>, caption: &'a Caption, top: Px) -> Px {
    let x = scene.form.margin();
    let y = top + 31;
    let style = Role::Label.start().selected(caption.selected, caption.axis);
    scene.put_within((x, y), style, scene.form.content(), &caption.text);
    let own = caption.axis.filter(|_| caption.selected);
    let stroke = own.map_or(Stroke::Guide, Stroke::Axis);
    scene.rule(x, y + 8, x + scene.form.content(), stroke);
    y - 3
}

fn place_band<'a>(scene: &mut Scene<'a>, band: &'a Band, measures: &Measures, top: Px) {
    let mut top = top;
    let mut bottom = top;
    for line in band.grids.chunks(measures.side_by_side) {
        for (place, grid) in line.iter().enumerate() {
            let x = scene.form.margin() + measures.pitch * times(place);
            bottom = bottom.max(place_grid(scene, grid, measures, x, top));
        }
        top = bottom + 6;
    }
    scene.bottom = bottom;
}

/// Places a grid, its columns in runs; the answer is its bottom.
fn place_grid<'a>(
    scene: &mut Scene<'a>,
    grid: &'a Grid,
    measures: &Measures,
    x: Px,
    top: Px,
) -> Px {
    let mut top = top;
    if let Some(empty) = &grid.empty {
        return place_empty(scene, grid, measures, x, top, empty);
    }
    let runs = runs(grid, measures);
    for (place, columns) in runs.iter().enumerate() {
        let block = Block { grid, measures, x, columns: columns.clone() };
        top = block.place(scene, top, place == 0) + if place + 1 < runs.len() { 8 } else { 0 };
    }
    top
}

/// Columns in runs that are no wider than the panel.
fn runs(grid: &Grid, measures: &Measures) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut start = 0;
    let mut used = 0;
    for (place, column) in grid.columns.iter().enumerate() {
        let wide = match column {
            Column::Listed { .. } => measures.cell,
            Column::Elided(_) => measures.gap,
        };
        if used > 0 && used + wide > measures.run {
            runs.push(start..place);
            (start, used) = (place, 0);
        }
        used += wide;
    }
    runs.push(start..grid.columns.len());
    runs
}

/// A grid without cells: an outlined row that says so, its strides told above.
fn place_empty<'a>(
    scene: &mut Scene<'a>,
    grid: &'a Grid,
    measures: &Measures,
    x: Px,
    top: Px,
    empty: &'a Text,
) -> Px {
    let left = x + measures.head;
    let wide = empty_width(empty);
    let mut y = top + 31;
    if let Some(caption) = &grid.caption {
        y = place_caption(scene, caption, (left, left + wide, y)) + 21;
    }
    y = axes(scene, grid, (left, left + wide, y), measures.above) + 15;
    let heads: Vec<&Text> = grid
        .rows
        .iter()
        .filter_map(|row| match row {
            Row::Listed { head, .. } => head.as_ref(),
            Row::Elided { .. } => None,
        })
        .collect();
    for place in 0..heads.len().max(1) {
        if let Some(head) = heads.get(place) {
            scene.put(left - 10, y + 23, Role::Label.end().tone(Tone::Muted), *head);
        }
        scene.rect(left, y, wide, ROW, Fill::Skipped);
        scene.put(left + wide / 2, y + 23, Role::Body.middle().tone(Tone::Muted), empty);
        y += ROW;
    }
    y
}

/// A caption over its line; a long one takes several lines. The answer is the
/// last baseline.
fn place_caption<'a>(
    scene: &mut Scene<'a>,
    caption: &'a Caption,
    (left, right, y): (Px, Px, Px),
) -> Px {
    let style = |role: Role| role.start().selected(caption.selected, caption.axis);
    let mut right = right;
    let mut baseline = y;
    if let Some(aside) = &caption.aside {
        let words = bold_width(&caption.text, Role::Body) + bold_width(aside, Role::Label);
        right = right.max(left + words + 12);
        scene.put(left, y, style(Role::Body).bold(), &caption.text);
        scene.put(right, y, Role::Label.end().selected(caption.selected, caption.axis), aside);
    } else {
        let room = scene.form.width() - scene.form.margin() - left;
        baseline = scene.paragraph((left, y), style(Role::Label), room, &caption.text);
    }
    if let Some(axis) = caption.axis.filter(|_| caption.selected) {
        scene.rule(left, baseline + 6, right, Stroke::Axis(axis));
    }
    baseline
}

/// The names of the two axes of a grid; the answer is the baseline of the heads.
fn axes<'a>(
    scene: &mut Scene<'a>,
    grid: &'a Grid,
    (left, right, y): (Px, Px, Px),
    above: bool,
) -> Px {
    let mut baseline = y;
    if let Some(across) = &grid.across {
        let text = across_text(&across.text).tone(Tone::Muted);
        if above {
            let last = scene.form.width() - scene.form.margin() - width(&text, Role::Label);
            scene.put(left.min(last), y, Role::Label.start(), text);
            baseline += 20;
        } else {
            scene.put(right + 10, y, Role::Label.start(), text);
        }
    }
    if let Some(down) = &grid.down {
        let text = down_text(&down.text).tone(Tone::Muted);
        scene.put(left - 10, baseline, Role::Label.end(), text);
    }
    baseline
}
