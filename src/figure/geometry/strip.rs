//! Places the buffer as a strip, and over it the walk.

mod tracks;

use super::lines::{Gaps, Lines};
use super::mark::{Fill, Form, Px, Role, Stroke};
use super::measure::Size;
use super::scene::{Cell as At, Scene, px, times, width};
use crate::figure::panel::strip::{Run, Strip, StripCell, Walk};
use crate::figure::text::{Text, Tone};
use tracks::Tracks;

/// Says where a line breaks, if a line is one step of an axis.
pub(super) fn aside(panel: &Strip, form: Form) -> Option<&Text> {
    let lines = set(panel, form);
    lines.axis.and_then(|axis| panel.wrapped.get(axis))
}

fn set(panel: &Strip, form: Form) -> Lines {
    let room = |gutter: Px| u32::try_from(form.content() - gutter).unwrap_or(0);
    let lines = panel.lines(room(0), form.padding());
    let placed = Placed::new(panel, form, lines);
    if placed.gutter > 0 { panel.lines(room(placed.gutter), form.padding()) } else { lines }
}

pub(super) fn place<'a>(scene: &mut Scene<'a>, panel: &'a Strip) {
    let lines = set(panel, scene.form);
    if let Some(empty) = &panel.empty {
        let (x, y) = (scene.form.margin(), scene.bottom + 16);
        let wide = (width(empty, Role::Body) + 40).max(112);
        scene.rect(x, y, wide, 40, Fill::Skipped);
        scene.put(x + wide / 2, y + 25, Role::Body.middle().tone(Tone::Muted), empty);
        scene.bottom = y + 44;
    } else {
        Placed::new(panel, scene.form, lines).place(scene);
    }
    for tally in &panel.tallies {
        let (x, y) = (scene.form.margin(), scene.bottom + 26);
        scene.put(x, y, Role::Label.start(), &tally.name);
        let at = if scene.form.is_narrow() { x + 64 } else { x + 112 };
        scene.bottom = scene.paragraph(
            (at, y),
            Role::Label.start(),
            x + scene.form.content() - at,
            &tally.sum,
        );
    }
    note(scene, panel);
}

/// What offset and value are, beside a diamond.
fn note<'a>(scene: &mut Scene<'a>, panel: &'a Strip) {
    let Some(note) = &panel.note else { return };
    let form = scene.form;
    let x = form.margin();
    let y = scene.bottom + if form.is_narrow() { 28 } else { 34 };
    scene.diamond(x + 6, y - 5);
    let indent = if form.is_narrow() { 18 } else { 20 };
    let room = form.content() - indent;
    let at = (x + indent, y);
    scene.bottom = if form.is_narrow() {
        let baseline = scene.paragraph(at, Role::Body.start(), room, &note.position);
        scene.paragraph((at.0, baseline + 19), Role::Body.start(), room, &note.value)
    } else {
        scene.paragraph(at, Role::Body.start(), room, &note.whole)
    };
}

/// A place on the strip: line from 0, middle of the cell.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Spot {
    line: usize,
    x: Px,
}

/// A strip with its cells laid out in lines.
struct Placed<'a> {
    panel: &'a Strip,
    form: Form,
    size: Size,
    cell: Px,
    height: Px,
    lines: Vec<Vec<(Px, Px, &'a StripCell)>>,
    /// Space at the left for a track that passes whole lines.
    gutter: Px,
    /// Where the words of what is left out stand; nowhere if all is drawn.
    gaps: Option<Gaps>,
}

impl<'a> Placed<'a> {
    fn new(panel: &'a Strip, form: Form, set: Lines) -> Self {
        let cell = px(set.cell);
        let height = if form.is_narrow() { 38 } else { 40 };
        let mut lines: Vec<Vec<(Px, Px, &StripCell)>> = vec![Vec::new()];
        let left = form.margin()
            + if form.is_narrow() {
                (form.content() - cell * times(set.per_line)).clamp(0, 4) / 2
            } else {
                0
            };
        let mut x = left;
        let mut on_line = 0;
        let widths = panel.gap_widths(set.gaps, set.cell);
        let mut widths_left = widths.iter();
        let room = form.margin() + form.content();
        for (place, item) in panel.cells.iter().enumerate() {
            let wide = match item {
                StripCell::Value { .. } => cell,
                StripCell::Elided { .. } => px(widths_left.next().copied().unwrap_or(set.cell)),
            };
            // Neighbours between two breaks stay together where a line holds them.
            let together = cell * times(run_from(&panel.cells, place));
            let parts = x + together > room && left + together <= room;
            if on_line == set.per_line || (on_line > 0 && (x + wide > room || parts)) {
                lines.push(Vec::new());
                (x, on_line) = (left, 0);
            }
            if let Some(line) = lines.last_mut() {
                line.push((x, wide, item));
            }
            x += wide;
            on_line += 1;
        }
        let gaps = (!widths.is_empty()).then_some(set.gaps);
        let mut placed = Self { panel, form, size: set.size, cell, height, lines, gutter: 0, gaps };
        if placed.tall_step() {
            placed.gutter = 14;
            for line in &mut placed.lines {
                for (x, ..) in line {
                    *x += placed.gutter;
                }
            }
        }
        placed
    }

    /// The walk, where it is drawn: the narrow form shows the strip alone.
    fn walk(&self) -> Option<&'a Walk> {
        self.panel.walk.as_ref().filter(|walk| !self.form.is_narrow() && !walk.legs.is_empty())
    }

    /// Whether a leg passes a whole line, and so needs the gutter.
    fn tall_step(&self) -> bool {
        self.walk().is_some_and(|walk| {
            walk.legs.iter().any(|leg| match (self.spot(leg.from), self.spot(leg.to)) {
                (Some(from), Some(to)) => to.line > from.line + 1 && !self.gapped(),
                _ => false,
            })
        })
    }

    /// From the top of a line's cells to the space below its words.
    fn pitch(&self) -> Px {
        self.height
            + match self.gaps {
                None => 22,
                Some(Gaps::Beside(_)) => 42,
                Some(Gaps::Beneath) => 59,
            }
    }

    /// Whether cells are left out: their range and number stand beneath.
    fn gapped(&self) -> bool {
        self.gaps.is_some()
    }

    fn spot(&self, offset: usize) -> Option<Spot> {
        self.lines.iter().enumerate().find_map(|(line, cells)| {
            cells.iter().find_map(|(x, wide, cell)| match cell {
                StripCell::Value { offset: at, .. } if *at == offset => {
                    Some(Spot { line, x: x + wide / 2 })
                }
                _ => None,
            })
        })
    }

    fn place(&self, scene: &mut Scene<'a>) {
        let mut top = scene.bottom;
        let walk = self.walk();
        let landing =
            walk.and_then(|walk| self.spot(walk.legs.last()?.to)).map_or(0, |spot| spot.line);
        let mut drawing = walk.map(|walk| Tracks::new(self, walk));
        for line in 0..self.lines.len() {
            let zone = drawing.as_mut().map_or(0, |tracks| tracks.zone(scene, line, top));
            top += if zone > 0 { zone } else { 16 };
            self.line(scene, line, top);
            top += self.pitch();
            if let Some(tracks) = &mut drawing {
                tracks.below = top;
            }
            if line == landing || self.lines.len() == 1 {
                top = self.brackets(scene, line, top);
            }
        }
        scene.bottom = top - 5;
    }

    fn line(&self, scene: &mut Scene<'a>, line: usize, y: Px) {
        let mut chosen = None;
        let baseline = y + self.height + if self.gapped() { 20 } else { 17 };
        for &(x, width, cell) in &self.lines[line] {
            let at = At { x, y, width, height: self.height };
            let middle = x + width / 2;
            match cell {
                StripCell::Value { index, value, selected, .. } => {
                    let style = Role::Label.middle().mono();
                    let style = if *selected { style.bold() } else { style.tone(Tone::Muted) };
                    scene.put(middle, baseline, style, index);
                    if *selected {
                        chosen = Some((at, value));
                    } else {
                        scene.cell(at, self.size, value);
                    }
                }
                StripCell::Elided { range, count } => {
                    scene.rect(x, y, width, self.height, Fill::Soft);
                    scene.broken(middle, y, y + self.height);
                    let under = if self.gaps == Some(Gaps::Beneath) { 17 } else { 0 };
                    let (style, y) = (Role::Label.middle().tone(Tone::Muted), baseline + under);
                    scene.put(middle, y, style, range);
                    scene.put(middle, y + 17, style, count);
                }
            }
        }
        if let Some((at, value)) = chosen {
            scene.selected(at, self.size, value);
        }
    }

    /// Brackets under a line: the runs of the first axis that breaks it up and
    /// whose words fit; the answer is the new bottom.
    fn brackets(&self, scene: &mut Scene<'a>, line: usize, bottom: Px) -> Px {
        let cells = &self.lines[line];
        if self.gapped() || self.form.is_narrow() {
            return bottom;
        }
        let (Some(first), Some(last)) = (offset_of(cells.first()), offset_of(cells.last())) else {
            return bottom;
        };
        let on_line = |run: &&Run| run.from >= first && run.to <= last;
        let whole = last - first + 1;
        let chosen = self
            .panel
            .spans
            .iter()
            .map(|runs| runs.iter().filter(on_line).collect::<Vec<&Run>>())
            .find(|runs| {
                let covered: usize = runs.iter().map(|run| run.to - run.from + 1).sum();
                let wide = |run: &Run| self.cell * times(run.to - run.from + 1);
                covered == whole
                    && runs.len() > 1
                    && runs.iter().all(|run| width(&run.text, Role::Label) + 4 <= wide(run))
            });
        let Some(runs) = chosen else { return bottom };
        for run in runs {
            if let (Some(from), Some(to)) = (self.spot(run.from), self.spot(run.to)) {
                let (left, right) = (from.x - self.cell / 2 + 4, to.x + self.cell / 2 - 4);
                scene.path(format!("M{left} {}v6H{right}v-6", bottom + 6), Stroke::Guide);
                let middle = i32::midpoint(left, right);
                scene.put(middle, bottom + 29, Role::Label.middle(), &run.text);
            }
        }
        bottom + 34
    }
}

/// How many cells there are up to the next break, from the first one behind a break.
fn run_from(cells: &[StripCell], place: usize) -> usize {
    let is_cell = |cell: &StripCell| matches!(cell, StripCell::Value { .. });
    if place > 0 && is_cell(&cells[place - 1]) {
        return 0;
    }
    cells[place..].iter().take_while(|cell| is_cell(cell)).count()
}

fn offset_of(cell: Option<&(Px, Px, &StripCell)>) -> Option<usize> {
    match cell?.2 {
        StripCell::Value { offset, .. } => Some(*offset),
        StripCell::Elided { .. } => None,
    }
}
