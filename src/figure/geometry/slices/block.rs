//! One run of columns of a grid: heads, rows, the selected cell, the callout.

use super::super::mark::{Fill, Px, Role, Stroke, Style};
use super::super::scene::{Cell as At, Scene, width};
use super::measures::Measures;
use super::{GAP, ROW, axes, place_caption};
use crate::figure::panel::slices::{Callout, Cell, Column, Grid, Row};
use crate::figure::text::{Span, Text, Tone};
use std::ops::Range;

/// A run of columns of one grid.
pub(super) struct Block<'a, 'm> {
    pub grid: &'a Grid,
    pub measures: &'m Measures,
    pub x: Px,
    pub columns: Range<usize>,
}

impl<'a> Block<'a, '_> {
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

    /// Draws the run; the caption stands over the first one only. The answer
    /// is the new bottom.
    pub(super) fn place(&self, scene: &mut Scene<'a>, top: Px, first: bool) -> Px {
        let edges = self.edges();
        let right = edges.last().map_or(self.left(), |(x, wide)| x + wide);
        // A scalar has no axis, and so no line of heads.
        let without_heads = self.grid.across.is_none() && self.grid.down.is_none();
        let mut y = top + if without_heads { 1 } else { 31 };
        if first && let Some(caption) = &self.grid.caption {
            y = place_caption(scene, caption, (self.left(), right, y)) + 21;
        }
        y = axes(scene, self.grid, (self.left(), right, y), self.measures.above);
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

    fn heads(&self, scene: &mut Scene<'a>, edges: &[(Px, Px)], y: Px) {
        for (column, &(x, wide)) in self.grid.columns[self.columns.clone()].iter().zip(edges) {
            let middle = x + wide / 2;
            match column {
                Column::Listed { index, selected } => {
                    let axis = self.grid.across.as_ref().map_or(0, |across| across.axis);
                    let style = Role::Label.middle().selected(*selected, axis);
                    scene.put(middle, y, style, index);
                }
                Column::Elided(range) => {
                    scene.put(middle, y, Role::Label.middle().tone(Tone::Muted), range);
                }
            }
        }
    }

    fn row_head(&self, scene: &mut Scene<'a>, head: &'a Text, selected: bool, y: Px) {
        let axis = self.grid.down.as_ref().map_or(0, |down| down.axis);
        let style = Role::Label.end().selected(selected, axis);
        scene.put(self.left() - 10, y + 23, style, head);
    }

    /// Draws a row; the selected cell is given back, to be drawn over the others.
    fn cells(
        &self,
        scene: &mut Scene<'a>,
        cells: &'a [Cell],
        edges: &[(Px, Px)],
        y: Px,
    ) -> Option<(At, &'a Span)> {
        let mut found = None;
        for (cell, &(x, width)) in cells[self.columns.clone()].iter().zip(edges) {
            let at = At { x, y, width, height: ROW };
            match cell {
                Cell::Value { value, selected: true } => found = Some((at, value)),
                Cell::Value { value, .. } => scene.cell(at, self.measures.size, value),
                Cell::Elided => scene.rect(x, y, width, ROW, Fill::Soft),
            }
        }
        found
    }

    /// Rows next to each other share one break mark.
    fn breaks(&self, scene: &mut Scene<'a>, edges: &[(Px, Px)], from: Px, to: Px) {
        for (column, &(x, wide)) in self.grid.columns[self.columns.clone()].iter().zip(edges) {
            if matches!(column, Column::Elided(_)) && to > from {
                scene.broken(x + wide / 2, from, to);
            }
        }
    }

    /// Rows that are left out: dashed sides, ⋮, the range in words.
    fn elided(
        &self,
        scene: &mut Scene<'a>,
        edges: &[(Px, Px)],
        (range, count): (&'a Text, &'a Text),
        y: Px,
    ) {
        let right = edges.last().map_or(self.left(), |(x, wide)| x + wide);
        scene.drop(self.left(), y, y + GAP, Stroke::Dashed);
        scene.drop(right, y, y + GAP, Stroke::Dashed);
        scene.put(self.left() - 26, y + 20, Role::Value(15).middle().tone(Tone::Muted), "⋮");
        let middle = i32::midpoint(self.left(), right);
        let muted = |style: Style| style.tone(Tone::Muted);
        let fits = |text: &Text| width(text, Role::Label) + 16 <= right - self.left();
        if !fits(range) {
            // Too narrow for the range: how many there are says as much, and the
            // tally says it again.
            if fits(count) {
                scene.put(middle, y + 19, muted(Role::Label.middle()), count);
            }
            return;
        }
        scene.put(middle, y + 19, muted(Role::Label.middle()), range);
        let room = scene.form.width() - scene.form.margin();
        if right + 12 + width(count, Role::Label) <= room {
            scene.put(right + 12, y + 19, muted(Role::Label.start()), count);
        }
    }

    /// The coordinate and its value, beside the cell or beneath the grid.
    fn callout(
        &self,
        scene: &mut Scene<'a>,
        callout: &'a Callout,
        right: Px,
        row: Px,
        bottom: Px,
    ) -> Px {
        let value = callout.value.clone().tone(Tone::Muted);
        if self.measures.beneath {
            let (x, y) = (self.left(), bottom + 22);
            scene.diamond(x + 6, y - 5);
            let used = width(&callout.coordinate, Role::Value(15));
            scene.put(x + 20, y, Role::Value(15).start(), &callout.coordinate);
            let room = scene.form.width() - scene.form.margin();
            let mut baseline = y;
            if x + 32 + used + width(&value, Role::Label) <= room {
                scene.put(x + 32 + used, y, Role::Label.start(), value);
            } else {
                baseline += 18;
                scene.put(x + 20, baseline, Role::Label.start(), value);
            }
            if let Some(label) = &callout.label {
                baseline += 18;
                scene.put(x + 20, baseline, Role::Label.start(), label);
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
        scene.put(x, row + 15, Role::Value(15).start(), &callout.coordinate);
        scene.put(x, row + 33, Role::Label.start(), value);
        if let Some(label) = &callout.label {
            scene.put(x, row + 51, Role::Label.start(), label);
            return bottom.max(row + 53);
        }
        bottom
    }
}
