//! Places the grids: as many side by side as fit, one below the other else,
//! wide ones in runs of columns.

use super::lines::{SIZES, fitting, needed};
use super::measure::Size;
use super::on_grid;
use super::scene::{Anchor, Cell as At, Fill, Form, Px, Role, Scene, Stroke, px, times, width};
use crate::figure::panel::slices::{Band, Callout, Caption, Cell, Column, Grid, Row, Slices};
use crate::figure::text::{Span, Text, Tone};

/// Height of a row of cells.
const ROW: Px = 36;
/// Height of rows that are left out.
const GAP: Px = 30;

pub(super) fn place(scene: &mut Scene, panel: &Slices) {
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
        scene.text(x, y, Role::Label, Anchor::Start, tally.name.clone());
        let at = if scene.form.is_narrow() { x + 64 } else { x + 112 };
        scene.bottom =
            scene.paragraph((at, y), Role::Label, x + scene.form.content() - at, &tally.sum);
    }
}

/// A full-width line, the axis's own if the coordinate lies under it.
fn band_caption(scene: &mut Scene, caption: &Caption, top: Px) -> Px {
    let x = scene.form.margin();
    let y = top + 31;
    let tone = if caption.selected { Tone::Axis(caption.axis) } else { Tone::Muted };
    let text = if caption.selected { caption.text.clone().bold() } else { caption.text.clone() };
    scene.text(x, y, Role::Label, Anchor::Start, text.tone(tone));
    let stroke = if caption.selected { Stroke::Axis(caption.axis) } else { Stroke::Guide };
    scene.rule(x, y + 8, x + scene.form.content(), stroke);
    y - 7
}

/// The measures that all grids of a panel share.
struct Measures {
    /// Grids side by side.
    side_by_side: usize,
    /// Distance from one grid to the next.
    pitch: Px,
    /// Width of the row heads.
    head: Px,
    /// Width of a cell.
    cell: Px,
    /// Width of a column where columns are left out.
    gap: Px,
    /// Size of the values.
    size: Size,
    /// Columns of one run.
    run: usize,
    /// Whether the callout stands beneath its grid.
    beneath: bool,
}

fn grids(panel: &Slices) -> impl Iterator<Item = &Grid> {
    panel.bands.iter().flat_map(|band| &band.grids)
}

fn labels(panel: &Slices) -> impl Iterator<Item = &str> + Clone {
    let bands: Vec<&Grid> = grids(panel).collect();
    let mut labels = Vec::new();
    for grid in bands {
        for row in &grid.rows {
            if let Row::Listed { cells, .. } = row {
                labels.extend(cells.iter().filter_map(|cell| match cell {
                    Cell::Value { value, .. } => Some(value.text.as_ref()),
                    Cell::Elided => None,
                }));
            }
        }
        labels.extend(grid.columns.iter().filter_map(|column| match column {
            Column::Listed { index, .. } => Some(index.text.as_ref()),
            Column::Elided(_) => None,
        }));
    }
    labels.into_iter()
}

impl Measures {
    fn of(form: Form, panel: &Slices) -> Self {
        let head = grids(panel).map(head_width).max().unwrap_or(56);
        let gap = grids(panel)
            .flat_map(|grid| &grid.columns)
            .filter_map(|column| match column {
                Column::Elided(range) => Some(on_grid(width(range, Role::Label) + 12)),
                Column::Listed { .. } => None,
            })
            .max()
            .unwrap_or(0);
        let listed = |grid: &Grid| {
            grid.columns.iter().filter(|column| matches!(column, Column::Listed { .. })).count()
        };
        let columns = grids(panel).map(listed).max().unwrap_or(0);
        let across = grids(panel).map(across_width).max().unwrap_or(0);
        let callout = grids(panel)
            .filter_map(|grid| grid.callout.as_ref())
            .map(callout_width)
            .max()
            .unwrap_or(0);
        let most = panel.bands.iter().map(|band| band.grids.len()).max().unwrap_or(1);
        let mut measures = Self {
            side_by_side: 1,
            pitch: form.content(),
            head,
            cell: 56,
            gap,
            size: 15,
            run: columns.max(1),
            beneath: false,
        };
        let fit = |size: Size, room: Px| {
            let room = u32::try_from(room - gap).ok()?;
            fitting(columns.max(1), needed(labels(panel), size, form.padding()), room).map(px)
        };
        let both = across.max(callout);
        let mut choices: Vec<usize> = (2..=4.min(most)).rev().collect();
        choices.sort_by_key(|&count| most % count != 0);
        for count in choices {
            let pitch = form.content() / times(count);
            if let Some(cell) = fit(15, pitch - head - both) {
                return Self { side_by_side: count, pitch, cell, ..measures };
            }
        }
        // One grid a line: beside it the callout if there is room, else beneath.
        for (tail, beneath) in [(both, false), (across, true)] {
            for size in SIZES {
                if let Some(cell) = fit(size, form.content() - head - tail) {
                    return Self { cell, size, beneath, ..measures };
                }
            }
        }
        measures.size = 12;
        measures.beneath = true;
        measures.cell = px(needed(labels(panel), 12, form.padding()));
        let room = form.content() - head - across - gap;
        measures.run = usize::try_from(room / measures.cell).unwrap_or(1).max(1);
        measures
    }
}

/// Room for the names of rows and of the axis that goes down.
fn head_width(grid: &Grid) -> Px {
    let down = grid.down.as_ref().map_or(0, |axis| width(&down_text(&axis.text), Role::Label) - 4);
    let rows = grid.rows.iter().map(|row| match row {
        Row::Listed { head: Some(head), .. } => width(&head.clone().bold(), Role::Label),
        _ => 0,
    });
    on_grid(rows.max().unwrap_or(0).max(down) + 10).max(if grid.down.is_some() { 56 } else { 0 })
}

fn across_width(grid: &Grid) -> Px {
    grid.across.as_ref().map_or(0, |axis| width(&across_text(&axis.text), Role::Label) + 10)
}

fn callout_width(callout: &Callout) -> Px {
    let text = width(&callout.coordinate, Role::Value(15)).max(width(&callout.value, Role::Label));
    let label = callout.label.as_ref().map_or(0, |label| width(label, Role::Label));
    text.max(label) + if callout.last_in_row { 16 } else { 30 }
}

fn down_text(name: &Text) -> Text {
    name.clone().then(Span::literal(" ↓"))
}

fn across_text(name: &Text) -> Text {
    Text::literal("→ ").then(name.clone())
}

fn place_band(scene: &mut Scene, band: &Band, measures: &Measures, top: Px) {
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
fn place_grid(scene: &mut Scene, grid: &Grid, measures: &Measures, x: Px, top: Px) -> Px {
    let mut top = top;
    if let Some(empty) = &grid.empty {
        return place_empty(scene, grid, measures, x, top, empty);
    }
    let runs = runs(grid, measures.run);
    for (place, columns) in runs.iter().enumerate() {
        let block = Block { grid, measures, x, columns: columns.clone() };
        top = block.place(scene, top, place == 0) + if place + 1 < runs.len() { 8 } else { 0 };
    }
    top
}

/// Columns in runs of so many listed ones.
fn runs(grid: &Grid, most: usize) -> Vec<std::ops::Range<usize>> {
    let mut runs = Vec::new();
    let mut start = 0;
    let mut listed = 0;
    for (place, column) in grid.columns.iter().enumerate() {
        if matches!(column, Column::Listed { .. }) {
            if listed == most {
                runs.push(start..place);
                start = place;
                listed = 0;
            }
            listed += 1;
        }
    }
    runs.push(start..grid.columns.len());
    runs
}

/// A grid without cells: an outlined row that says so, its strides told above.
fn place_empty(
    scene: &mut Scene,
    grid: &Grid,
    measures: &Measures,
    x: Px,
    top: Px,
    empty: &Text,
) -> Px {
    let left = x + measures.head;
    let wide = on_grid(width(empty, Role::Body) + 40).max(112);
    let mut y = top + 31;
    if let Some(caption) = &grid.caption {
        place_caption(scene, caption, left, left + wide, y);
        y += 21;
    }
    axes(scene, grid, left, left + wide, y);
    let mut y = y + 15;
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
            scene.text(
                left - 10,
                y + 23,
                Role::Label,
                Anchor::End,
                (*head).clone().tone(Tone::Muted),
            );
        }
        scene.rect(left, y, wide, ROW, Fill::Skipped);
        scene.text(
            left + wide / 2,
            y + 23,
            Role::Body,
            Anchor::Middle,
            empty.clone().tone(Tone::Muted),
        );
        y += ROW;
    }
    y
}

fn place_caption(scene: &mut Scene, caption: &Caption, left: Px, right: Px, y: Px) {
    let tone = if caption.selected { Tone::Axis(caption.axis) } else { Tone::Muted };
    let set = |text: &Text| {
        let text = text.clone().tone(tone);
        if caption.selected { text.bold() } else { text }
    };
    let mut right = right;
    if let Some(aside) = &caption.aside {
        let text = caption.text.clone().bold().tone(tone);
        right = right.max(left + width(&text, Role::Body) + 12 + width(&set(aside), Role::Label));
        scene.text(left, y, Role::Body, Anchor::Start, text);
        scene.text(right, y, Role::Label, Anchor::End, set(aside));
    } else {
        scene.text(left, y, Role::Label, Anchor::Start, set(&caption.text));
    }
    if caption.selected {
        scene.rule(left, y + 6, right, Stroke::Axis(caption.axis));
    }
}

/// The names of the two axes of a grid.
fn axes(scene: &mut Scene, grid: &Grid, left: Px, right: Px, y: Px) {
    if let Some(down) = &grid.down {
        scene.text(left - 10, y, Role::Label, Anchor::End, down_text(&down.text).tone(Tone::Muted));
    }
    if let Some(across) = &grid.across {
        scene.text(
            right + 10,
            y,
            Role::Label,
            Anchor::Start,
            across_text(&across.text).tone(Tone::Muted),
        );
    }
}

/// A run of columns of one grid.
struct Block<'a> {
    grid: &'a Grid,
    measures: &'a Measures,
    x: Px,
    columns: std::ops::Range<usize>,
}

impl Block<'_> {
    fn left(&self) -> Px {
        self.x + self.measures.head
    }

    /// Left edge and width of each column.
    fn edges(&self) -> Vec<(Px, Px)> {
        let mut x = self.left();
        self.grid.columns[self.columns.clone()]
            .iter()
            .map(|column| {
                let wide = match column {
                    Column::Listed { .. } => self.measures.cell,
                    Column::Elided(_) => self.measures.gap,
                };
                x += wide;
                (x - wide, wide)
            })
            .collect()
    }

    fn place(&self, scene: &mut Scene, top: Px, first: bool) -> Px {
        let edges = self.edges();
        let right = edges.last().map_or(self.left(), |(x, wide)| x + wide);
        let mut y = top + 31;
        if first && let Some(caption) = &self.grid.caption {
            place_caption(scene, caption, self.left(), right, y);
            y += 21;
        }
        axes(scene, self.grid, self.left(), right, y);
        self.heads(scene, &edges, y);
        let mut y = y + 15;
        let mut selected = None;
        let mut callout = None;
        let mut listed = 0;
        let mut together = y;
        for row in &self.grid.rows {
            match row {
                Row::Listed { head, selected: here, cells } => {
                    if let Some(head) = head {
                        self.row_head(scene, head, *here, y);
                    }
                    let found = self.cells(scene, cells, &edges, y);
                    if found.is_some()
                        && self.grid.callout.as_ref().is_some_and(|callout| callout.row == listed)
                    {
                        callout = Some(y);
                    }
                    selected = selected.or(found);
                    listed += 1;
                    y += ROW;
                }
                Row::Elided { range, count } => {
                    self.breaks(scene, &edges, together, y);
                    self.elided(scene, &edges, (range, count), y);
                    y += GAP;
                    together = y;
                }
            }
        }
        self.breaks(scene, &edges, together, y);
        if let Some((at, value)) = selected {
            scene.selected(at, self.measures.size, value);
        }
        match (callout, &self.grid.callout) {
            (Some(row), Some(callout)) => self.callout(scene, callout, right, row, y),
            _ => y,
        }
    }

    fn heads(&self, scene: &mut Scene, edges: &[(Px, Px)], y: Px) {
        for (column, &(x, wide)) in self.grid.columns[self.columns.clone()].iter().zip(edges) {
            let middle = x + wide / 2;
            match column {
                Column::Listed { index, selected } => {
                    let text = Text::from(index.clone());
                    let axis = self.grid.across.as_ref().map_or(0, |across| across.axis);
                    let text = if *selected {
                        text.bold().tone(Tone::Axis(axis))
                    } else {
                        text.tone(Tone::Muted)
                    };
                    scene.text(middle, y, Role::Label, Anchor::Middle, text);
                }
                Column::Elided(range) => {
                    scene.text(
                        middle,
                        y,
                        Role::Label,
                        Anchor::Middle,
                        range.clone().tone(Tone::Muted),
                    );
                }
            }
        }
    }

    fn row_head(&self, scene: &mut Scene, head: &Text, selected: bool, y: Px) {
        let axis = self.grid.down.as_ref().map_or(0, |down| down.axis);
        let text = if selected {
            head.clone().bold().tone(Tone::Axis(axis))
        } else {
            head.clone().tone(Tone::Muted)
        };
        scene.text(self.left() - 10, y + 23, Role::Label, Anchor::End, text);
    }

    /// Draws a row; the selected cell is given back, to be drawn over the others.
    fn cells(
        &self,
        scene: &mut Scene,
        cells: &[Cell],
        edges: &[(Px, Px)],
        y: Px,
    ) -> Option<(At, Text)> {
        let mut found = None;
        for (cell, &(x, width)) in cells[self.columns.clone()].iter().zip(edges) {
            let at = At { x, y, width, height: ROW };
            match cell {
                Cell::Value { value, selected: true } => found = Some((at, value.clone().into())),
                Cell::Value { value, .. } => {
                    scene.cell(at, self.measures.size, value.clone().into())
                }
                Cell::Elided => scene.rect(x, y, width, ROW, Fill::Soft),
            }
        }
        found
    }

    /// Rows next to each other share one break mark.
    fn breaks(&self, scene: &mut Scene, edges: &[(Px, Px)], from: Px, to: Px) {
        for (column, &(x, wide)) in self.grid.columns[self.columns.clone()].iter().zip(edges) {
            if matches!(column, Column::Elided(_)) && to > from {
                scene.broken(x + wide / 2, from, to);
            }
        }
    }

    /// Rows that are left out: dashed sides, ⋮, the range in words.
    fn elided(&self, scene: &mut Scene, edges: &[(Px, Px)], (range, count): (&Text, &Text), y: Px) {
        let right = edges.last().map_or(self.left(), |(x, wide)| x + wide);
        scene.drop(self.left(), y, y + GAP, Stroke::Dashed);
        scene.drop(right, y, y + GAP, Stroke::Dashed);
        scene.text(
            self.left() - 26,
            y + 20,
            Role::Value(15),
            Anchor::Middle,
            Text::literal("⋮").tone(Tone::Muted),
        );
        let middle = i32::midpoint(self.left(), right);
        scene.text(middle, y + 19, Role::Label, Anchor::Middle, range.clone().tone(Tone::Muted));
        let fits = right + 12 + width(count, Role::Label) <= scene.form.width() - 4;
        if fits {
            scene.text(
                right + 12,
                y + 19,
                Role::Label,
                Anchor::Start,
                count.clone().tone(Tone::Muted),
            );
        }
    }

    /// The coordinate and its value, beside the cell or beneath the grid.
    fn callout(&self, scene: &mut Scene, callout: &Callout, right: Px, row: Px, bottom: Px) -> Px {
        let value = callout.value.clone().tone(Tone::Muted);
        if self.measures.beneath {
            let (x, y) = (self.left(), bottom + 22);
            scene.diamond(x + 6, y - 5);
            let used = width(&callout.coordinate, Role::Value(15));
            scene.text(x + 20, y, Role::Value(15), Anchor::Start, callout.coordinate.clone());
            let room = scene.form.width() - scene.form.margin();
            let mut baseline = y;
            if x + 32 + used + width(&value, Role::Label) <= room {
                scene.text(x + 32 + used, y, Role::Label, Anchor::Start, value);
            } else {
                baseline += 18;
                scene.text(x + 20, baseline, Role::Label, Anchor::Start, value);
            }
            if let Some(label) = &callout.label {
                baseline += 18;
                scene.text(x + 20, baseline, Role::Label, Anchor::Start, label.clone());
            }
            return baseline + 2;
        }
        let x = if callout.last_in_row {
            scene.rule(right + 2, row + 18, right + 10, Stroke::Ink);
            right + 16
        } else {
            scene.diamond(right + 16, row + 10);
            right + 30
        };
        scene.text(x, row + 15, Role::Value(15), Anchor::Start, callout.coordinate.clone());
        scene.text(x, row + 33, Role::Label, Anchor::Start, value);
        if let Some(label) = &callout.label {
            scene.text(x, row + 51, Role::Label, Anchor::Start, label.clone());
            return bottom.max(row + 53);
        }
        bottom
    }
}
