//! Places the buffer as a strip, and over it the walk: one track an axis,
//! each starting where the one before it stopped.

use super::lines::{Gaps, Lines};
use super::mark::{Fill, Form, Px, Role, Stroke};
use super::measure::Size;
use super::scene::{Cell as At, Scene, px, times, width};
use crate::figure::panel::strip::{Leg, Run, Strip, StripCell, Walk};
use crate::figure::text::{Span, Text, Tone};

/// From one track to the next.
const TRACK: Px = 24;

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
        for item in &panel.cells {
            let wide = match item {
                StripCell::Value { .. } => cell,
                StripCell::Elided { .. } => px(widths_left.next().copied().unwrap_or(set.cell)),
            };
            if on_line == set.per_line || (on_line > 0 && x + wide > form.margin() + form.content())
            {
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
                (Some(from), Some(to)) => to.line > from.line + 1,
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

fn offset_of(cell: Option<&(Px, Px, &StripCell)>) -> Option<usize> {
    match cell?.2 {
        StripCell::Value { offset, .. } => Some(*offset),
        StripCell::Elided { .. } => None,
    }
}

/// The tracks of a walk, drawn line by line from the top.
struct Tracks<'a, 'p> {
    strip: &'p Placed<'a>,
    legs: &'a [Leg],
    /// What stands at each track, and how wide it is.
    words: Vec<(Text, Px)>,
    start: (Spot, &'a Text),
    /// The next leg to be drawn.
    next: usize,
    /// Where the last track ended, and how far below a line may leave it.
    at: Option<(Px, Px, Px)>,
    /// The space below the line drawn last.
    below: Px,
}

impl<'a, 'p> Tracks<'a, 'p> {
    fn new(strip: &'p Placed<'a>, walk: &'a Walk) -> Self {
        let start = strip.spot(walk.from).unwrap_or(Spot { line: 0, x: strip.form.margin() });
        let words = walk.legs.iter().map(|leg| {
            let words = words(leg);
            let wide = width(&words, Role::Label);
            (words, wide)
        });
        Self {
            strip,
            legs: &walk.legs,
            words: words.collect(),
            start: (start, &walk.start),
            next: 0,
            at: None,
            below: 0,
        }
    }

    /// Whether the start has a row of its own: always when the first leg goes
    /// down, and when its words would stand in the way of the last arrow.
    fn start_row(&self) -> bool {
        let landing = self.legs.last().and_then(|leg| self.strip.spot(leg.to));
        let first = self.legs.first().and_then(|leg| self.strip.spot(leg.to));
        let start = self.start.0;
        let words = width(self.start.1, Role::Label) + 16;
        let same_line = landing.is_some_and(|spot| spot.line == start.line);
        let near = landing.is_some_and(|spot| spot.x > start.x && spot.x < start.x + words + 10);
        let stays = first.is_some_and(|spot| spot == start);
        let down = first.is_some_and(|spot| spot.line != start.line);
        down || stays || !same_line || near
    }

    /// Draws what lands above a line; the answer is the height it takes.
    fn zone(&mut self, scene: &mut Scene<'a>, line: usize, top: Px) -> Px {
        let lands_here = |leg: &Leg| self.strip.spot(leg.to).is_none_or(|spot| spot.line == line);
        let count = self.legs[self.next..].iter().take_while(|leg| lands_here(leg)).count();
        let starts = line == self.start.0.line;
        if count == 0 && !starts {
            return 0;
        }
        let own_row = starts && self.start_row();
        let labels_above = (self.next..self.next + count).any(|place| {
            let leg = &self.legs[place];
            let ends = self.strip.spot(leg.from).zip(self.strip.spot(leg.to));
            ends.is_some_and(|(from, to)| self.words_at(place, from.x, to.x) == Words::Above)
        });
        let pitch = if labels_above { TRACK + 9 } else { TRACK };
        // A track that comes down from another line is long enough to show its style.
        let comes_down = count > 0
            && self.strip.spot(self.legs[self.next].from).is_some_and(|from| from.line < line);
        let mut y = top + if comes_down { 37 } else { 23 };
        let mut cells = y + pitch * (times(count) - 1).max(0) + 30;
        if own_row {
            cells = if count == 0 { y + 20 } else { cells + pitch };
        }
        if starts {
            self.start(scene, y, cells, own_row, count > 0);
            if own_row {
                y += pitch;
            }
        }
        for _ in 0..count {
            self.leg(scene, self.next, y);
            self.next += 1;
            y += pitch;
        }
        if count > 0 && self.next == self.legs.len() {
            self.land(scene, cells);
        }
        cells - top
    }

    fn start(&mut self, scene: &mut Scene<'a>, y: Px, cells: Px, own_row: bool, walks_here: bool) {
        let (spot, words) = self.start;
        let axis = self.legs.first().map_or(0, |leg| leg.axis);
        scene.marks.push(super::mark::Mark::Circle {
            x: spot.x,
            y,
            stroke: Stroke::AxisHead(axis),
        });
        let style = Role::Label.start().tone(Tone::Muted);
        if own_row {
            scene.put(spot.x + 12, y + 4, style, words);
            if !walks_here {
                scene.drop(spot.x, y + 4, cells, Stroke::Guide);
            }
        } else {
            scene.drop(spot.x, y + 4, cells, Stroke::Guide);
            scene.put(spot.x + 10, cells - 12, style, words);
        }
        self.at = Some((spot.x, y, 4));
    }

    fn leg(&mut self, scene: &mut Scene<'a>, place: usize, y: Px) {
        let leg = &self.legs[place];
        let (from_x, from_y, clear) = self.at.unwrap_or((self.start.0.x, y, 0));
        let Some(to) = self.strip.spot(leg.to) else { return };
        let line_of_start = self.strip.spot(leg.from).map_or(to.line, |spot| spot.line);
        if to.line > line_of_start {
            self.down(scene, leg, to, y, to.line - line_of_start);
        } else {
            // A hairline leads from the end of the track before, clear of its ring.
            if from_y < y {
                let end = if to.x == from_x { y - 5 } else { y };
                scene.drop(from_x, from_y + clear, end, Stroke::Guide);
            }
            self.across(scene, leg, from_x, to, y);
        }
        self.label(scene, place, from_x, to.x, y);
        let stays = leg.from == leg.to;
        self.at = Some((to.x, y, if stays { 5 } else { 0 }));
    }

    /// A track along the line, broken where the strip is; a ring if it stays.
    fn across(&self, scene: &mut Scene<'a>, leg: &'a Leg, from: Px, to: Spot, y: Px) {
        let (line, to) = (to.line, to.x);
        let stroke = Stroke::Axis(leg.axis);
        if from == to {
            scene.marks.push(super::mark::Mark::Circle { x: to, y, stroke: Stroke::Ring });
            return;
        }
        if to > from {
            scene.rule(from, y, to - 7, stroke);
            scene.head_right(to - 1, y, Stroke::AxisHead(leg.axis));
        } else {
            scene.rule(from, y, to + 7, stroke);
            scene.head_left(to + 1, y, Stroke::AxisHead(leg.axis));
        }
        for &(x, wide, cell) in &self.strip.lines[line] {
            let middle = x + wide / 2;
            let is_gap = matches!(cell, StripCell::Elided { .. });
            if is_gap && from.min(to) < middle && middle < from.max(to) {
                scene.broken(middle, y - 3, y + 3);
            }
        }
    }

    /// A track to a line further down: straight if it is the next one, else
    /// through the gutter, past the lines between.
    fn down(&self, scene: &mut Scene<'a>, leg: &'a Leg, to: Spot, y: Px, steps: usize) {
        let stroke = Stroke::Axis(leg.axis);
        let head = Stroke::AxisHead(leg.axis);
        let (start_x, start_y, clear) = self.at.unwrap_or((to.x, y, 0));
        if steps == 1 {
            let line = self.below - self.strip.pitch();
            scene.drop(start_x, start_y + clear, line, Stroke::Guide);
            scene.drop(start_x, self.below + 2, y - 7, stroke);
            scene.head_down(start_x, y - 1, head);
            if to.x != start_x {
                scene.rule(start_x, y, to.x, Stroke::Guide);
            }
            return;
        }
        let gutter = self.strip.form.margin() + 2;
        scene.path(format!("M{start_x} {start_y}H{gutter}V{y}H{}", to.x - 8), stroke);
        scene.head_right(to.x - 1, y, head);
    }

    /// Where a leg's words stand: at its right; else at the left of where it
    /// starts, where no line runs; else over its track.
    fn words_at(&self, place: usize, from: Px, to: Px) -> Words {
        let form = self.strip.form;
        let wide = self.words[place].1;
        if from.max(to) + 14 + wide <= form.margin() + form.content() {
            return Words::Right;
        }
        // The line from the start to its cell is the only one that may stand there.
        let free = if self.start_row() { form.margin() } else { self.start.0.x + 6 };
        // What comes down from the line above may run on to the left.
        if to >= from && from - 14 - wide >= free { Words::Left } else { Words::Above }
    }

    fn label(&self, scene: &mut Scene<'a>, place: usize, from: Px, to: Px, y: Px) {
        let (words, wide) = self.words[place].clone();
        match self.words_at(place, from, to) {
            Words::Right => {
                scene.put(from.max(to) + 14, y + 4, Role::Label.start(), words);
            }
            Words::Left => scene.put(from - 14, y + 4, Role::Label.end(), words),
            Words::Above => {
                let right = (from.max(to) - 8).max(self.strip.form.margin() + wide);
                // Clear of the strokes that break a track.
                scene.put(right, y - 11, Role::Label.end(), words);
            }
        }
    }

    /// The arrow from the last track onto the cell, stopping above the diamond.
    fn land(&self, scene: &mut Scene<'a>, cells: Px) {
        if let Some((x, y, clear)) = self.at {
            scene.drop(x, y + clear, cells - 13, Stroke::Ink);
            scene.head_down(x, cells - 7, Stroke::InkHead);
        }
    }
}

/// Where the words of a leg stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    Right,
    Left,
    Above,
}

/// `axis 0  1 × 6 = +6`.
fn words(leg: &Leg) -> Text {
    leg.name
        .clone()
        .bold()
        .tone(Tone::axis(leg.axis))
        .then(Span::literal("  ").mono())
        .then(leg.product.clone().mono())
}
