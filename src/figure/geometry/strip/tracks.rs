//! The walk over a strip: one track an axis, each starting where the one before
//! it stopped.

use super::super::mark::{Mark, Px, Role, Stroke};
use super::super::scene::{Scene, times, width};
use super::{Placed, Spot};
use crate::figure::panel::strip::{Leg, StripCell, Walk};
use crate::figure::text::{Span, Text, Tone};

/// From one track to the next.
const TRACK: Px = 24;

/// The tracks of a walk, drawn line by line from the top.
pub(super) struct Tracks<'a, 'p> {
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
    pub(super) below: Px,
}

impl<'a, 'p> Tracks<'a, 'p> {
    pub(super) fn new(strip: &'p Placed<'a>, walk: &'a Walk) -> Self {
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
    pub(super) fn zone(&mut self, scene: &mut Scene<'a>, line: usize, top: Px) -> Px {
        let lands_here = |leg: &Leg| self.strip.spot(leg.to).is_none_or(|spot| spot.line == line);
        let count = self.legs[self.next..].iter().take_while(|leg| lands_here(leg)).count();
        let starts = line == self.start.0.line;
        if count == 0 && !starts {
            return 0;
        }
        let own_row = starts && self.start_row();
        // A walk that goes on along the next line leaves this one on a track of its own.
        let leaves = self.legs.get(self.next + count).is_some_and(|leg| self.runs_on(leg));
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
        let rows = times(count + usize::from(leaves));
        let mut cells = y + pitch * (rows - 1).max(0) + 30;
        if own_row {
            cells = if rows == 0 { y + 20 } else { cells + pitch };
        }
        if starts {
            self.start(scene, y, cells, own_row, rows > 0);
            if own_row {
                y += pitch;
            }
        }
        for _ in 0..count {
            self.leg(scene, self.next, (y, pitch));
            self.next += 1;
            y += pitch;
        }
        if leaves {
            self.leave(scene, y);
        }
        if count > 0 && self.next == self.legs.len() {
            self.land(scene, cells);
        }
        cells - top
    }

    fn start(&mut self, scene: &mut Scene<'a>, y: Px, cells: Px, own_row: bool, walks_here: bool) {
        let (spot, words) = self.start;
        let axis = self.legs.first().map_or(0, |leg| leg.axis);
        scene.marks.push(Mark::Circle { x: spot.x, y, stroke: Stroke::AxisHead(axis) });
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

    /// Whether a leg goes on along a later line: no step of an axis is a line
    /// down where cells are left out, and a step forward never points back.
    fn runs_on(&self, leg: &Leg) -> bool {
        let ends = self.strip.spot(leg.from).zip(self.strip.spot(leg.to));
        ends.is_some_and(|(from, to)| {
            let back = to.line == from.line + 1 && to.x < from.x;
            to.line > from.line && (self.strip.gapped() || back)
        })
    }

    /// The first part of a leg that goes on along a later line: to the end of
    /// this one, without a head.
    fn leave(&mut self, scene: &mut Scene<'a>, y: Px) {
        let leg = &self.legs[self.next];
        let (x, from_y, clear) = self.at.unwrap_or((self.start.0.x, y, 0));
        if from_y < y {
            scene.drop(x, from_y + clear, y, Stroke::Guide);
        }
        let end = self.strip.form.margin() + self.strip.form.content();
        scene.rule(x, y, end, Stroke::Axis(leg.axis));
        let line = self.strip.spot(leg.from).map_or(0, |spot| spot.line);
        self.breaks(scene, line, (x, end), y);
    }

    fn leg(&mut self, scene: &mut Scene<'a>, place: usize, (y, pitch): (Px, Px)) {
        let leg = &self.legs[place];
        let (mut from_x, from_y, clear) = self.at.unwrap_or((self.start.0.x, y, 0));
        let Some(to) = self.strip.spot(leg.to) else { return };
        let line_of_start = self.strip.spot(leg.from).map_or(to.line, |spot| spot.line);
        if self.runs_on(leg) {
            from_x = self.strip.form.margin();
            self.across(scene, leg, from_x, to, y);
        } else if to.line > line_of_start {
            let straight = to.line == line_of_start + 1 && to.x == from_x;
            let rests = self.legs.get(place + 1).is_some_and(|next| next.from == next.to);
            if straight && rests {
                // The arrow reaches the ring of the axis that does not move.
                self.down(scene, leg, to, y + pitch - 5, 1);
                self.label(scene, place, from_x, to.x, y);
                self.at = Some((to.x, y + pitch, 0));
                return;
            }
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
            scene.marks.push(Mark::Circle { x: to, y, stroke: Stroke::Ring });
            return;
        }
        if to > from {
            scene.rule(from, y, to - 7, stroke);
            scene.head_right(to - 1, y, Stroke::AxisHead(leg.axis));
        } else {
            scene.rule(from, y, to + 7, stroke);
            scene.head_left(to + 1, y, Stroke::AxisHead(leg.axis));
        }
        self.breaks(scene, line, (from, to), y);
    }

    /// A track is broken where the strip is.
    fn breaks(&self, scene: &mut Scene<'a>, line: usize, (from, to): (Px, Px), y: Px) {
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
                let form = self.strip.form;
                let right = (from.max(to) - 8).max(form.margin() + wide);
                let left = from + 8;
                // Clear of the strokes that break a track, and of the hairline
                // that comes down to where a track begins that is shorter.
                if right - wide < left && left + wide <= form.margin() + form.content() {
                    scene.put(left, y - 11, Role::Label.start(), words);
                } else {
                    scene.put(right, y - 11, Role::Label.end(), words);
                }
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
