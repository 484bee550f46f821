//! The squares of one shape: a block for each choice of the indices before the
//! last two axes, in lines of blocks.

use crate::figure::geometry::mark::{Anchor, Fill, Px, Role, Stroke};
use crate::figure::geometry::scene::{Scene, bold_width, times};
use crate::figure::panel::cards::{Card, CardAxis, DRAWN};
use crate::figure::text::{Span, Text, Tone};
use std::fmt::Write as _;

/// The side of a square.
const SQUARE: Px = 20;
/// Between two blocks.
pub(super) const GAP: Px = 32;
/// From one line of a caption to the next.
const CAPTION: Px = 16;
/// The least room for the name of the axis that goes down.
const HEAD: Px = 84;
/// Between that name and the squares, with the axis's line.
const BESIDE: Px = 11;

/// Squares of one axis: how many are drawn, and whether some are left out.
#[derive(Clone, Copy)]
struct Side {
    drawn: usize,
    broken: bool,
}

impl Side {
    fn of(extent: usize) -> Self {
        if extent > DRAWN {
            Self { drawn: 5, broken: true }
        } else {
            Self { drawn: extent, broken: false }
        }
    }

    fn length(self) -> Px {
        SQUARE * times(self.drawn) + if self.broken { SQUARE } else { 0 }
    }

    /// The positions of the lines between squares; a break counts as a square.
    fn inner(self) -> Vec<Px> {
        let count = self.drawn + usize::from(self.broken);
        (1..count).map(|place| SQUARE * times(place)).collect()
    }
}

/// The blocks of a card, broken into lines.
pub(super) struct Blocks {
    /// Room at the left for the name of the axis that goes down.
    pub(super) head: Px,
    /// Width of a block with its names.
    pub(super) wide: Px,
    /// The captions, each in its lines; a shape of one block has none.
    captions: Vec<Vec<Text>>,
    /// From the squares of one line to what stands over them.
    over: Px,
    per_line: usize,
    down: Side,
    across: Side,
}

impl Blocks {
    pub(super) fn of(card: &Card, room: Px) -> Self {
        let (rows, columns) = card.grid();
        let side = |axis: Option<&CardAxis>| Side::of(axis.map_or(1, |axis| axis.extent));
        let (down, across) = (side(rows), side(columns));
        let broken = if card.elided.is_some() { 24 } else { 0 };
        let squares = across.length().max(SQUARE) + broken;
        let named =
            |axis: Option<&CardAxis>| axis.map_or(0, |axis| bold_width(&axis.name, Role::Label));
        let head = rows.map_or(0, |_| (named(rows) + BESIDE).max(HEAD).min(room - squares));
        let free = room - head;
        let captions: Vec<Vec<Text>> =
            card.blocks.iter().map(|indices| caption(indices, free)).collect();
        let words = captions.iter().flatten().map(|line| bold_width(line, Role::Label));
        let wide = squares.max(named(columns)).max(words.max().unwrap_or(0)).min(free);
        let lines = captions.iter().map(Vec::len).max().unwrap_or(0);
        let over = match (card.axes.len(), lines) {
            (0, _) => 22,
            (_, 0) => 48,
            (_, lines) => 74 + CAPTION * (times(lines) - 1),
        };
        let per_line = usize::try_from((free + GAP) / (wide + GAP)).unwrap_or(1).max(1);
        Self { head, wide, captions, over, per_line, down, across }
    }

    fn count(&self) -> usize {
        self.captions.len().max(1)
    }

    /// How far the blocks reach to the right of the first one's squares.
    pub(super) fn right(&self) -> Px {
        (self.wide + GAP) * times(self.count().min(self.per_line)) - GAP
    }

    /// Whether not even a line of one block is wider than this.
    pub(super) fn fits(&self, room: Px) -> bool {
        self.head >= HEAD && self.head + self.right() <= room
    }

    /// How high all lines are.
    pub(super) fn high(&self) -> Px {
        let lines = times(self.count().div_ceil(self.per_line));
        lines * (self.over + self.down.length().max(SQUARE))
    }

    /// Puts the blocks below `top`, the squares of the first column at `left`;
    /// the answer is where they end.
    pub(super) fn place<'a>(
        &self,
        scene: &mut Scene<'a>,
        card: &'a Card,
        (left, top): (Px, Px),
    ) -> Px {
        let mut bottom = top;
        for place in 0..self.count() {
            let column = place % self.per_line;
            let line = times(place / self.per_line);
            let high = self.down.length().max(SQUARE);
            let y = top + self.over + line * (self.over + high);
            let x = left + (self.wide + GAP) * times(column);
            self.place_caption(scene, card, (x, y), place);
            self.place_axes(scene, card, (x, y), column == 0);
            self.place_squares(scene, card, (x, y));
            if card.elided.as_ref().is_some_and(|elided| elided.after == place + 1) {
                // Clear of the block, so that it is no break of its squares.
                let squares = self.across.length().max(SQUARE);
                scene.broken(x + squares + 26, y, y + high);
            }
            bottom = y + high;
        }
        bottom
    }

    /// The indices of a block, over a line of the axis that goes from block to block.
    fn place_caption(&self, scene: &mut Scene<'_>, card: &Card, (x, y): (Px, Px), place: usize) {
        let Some(lines) = self.captions.get(place) else { return };
        let style = Role::Label.start().bold();
        let first = y - 43 - CAPTION * (times(lines.len()) - 1);
        for (place, line) in lines.iter().enumerate() {
            let y = first + CAPTION * times(place);
            scene.put_within((x, y), style, self.wide, line.clone());
        }
        let to = x + self.across.length().max(60).min(self.wide);
        scene.rule(x, y - 36, to, Stroke::Axis(card.axes.len() - 3));
    }

    fn place_axes<'a>(&self, scene: &mut Scene<'a>, card: &'a Card, (x, y): (Px, Px), first: bool) {
        let (rows, columns) = card.grid();
        let style = |anchor, axis| Role::Label.at(anchor).bold().tone(Tone::axis(axis));
        if let Some(columns) = columns {
            let at = style(Anchor::Start, columns.axis);
            scene.put_within((x, y - 13), at, self.wide, &columns.name);
            let to = x + self.across.length().max(SQUARE);
            scene.rule(x, y - 6, to, Stroke::Axis(columns.axis));
        }
        if let Some(rows) = rows {
            let high = self.down.length().max(SQUARE);
            scene.drop(x - 6, y, y + high, Stroke::Axis(rows.axis));
            if first {
                let at = style(Anchor::End, rows.axis);
                scene.put_within(
                    (x - BESIDE, y + high / 2 + 4),
                    at,
                    self.head - BESIDE,
                    &rows.name,
                );
            }
        }
    }

    fn place_squares(&self, scene: &mut Scene<'_>, card: &Card, (left, top): (Px, Px)) {
        let (down, across) = (self.down, self.across);
        let (wide, high) = (across.length(), down.length());
        if card.is_empty() {
            return scene.rect(left, top, wide.max(SQUARE), high.max(SQUARE), Fill::Skipped);
        }
        scene.rect(left, top, wide, high, Fill::Cell);
        let mut d = String::new();
        for y in down.inner() {
            let _ = write!(d, "M{left} {}h{wide}", top + y);
        }
        for x in across.inner() {
            let _ = write!(d, "M{} {top}v{high}", left + x);
        }
        if !d.is_empty() {
            scene.path(d, Stroke::Guide);
        }
        // The break takes the place of the last square but one.
        if across.broken {
            let x = left + wide - 2 * SQUARE;
            scene.rect(x, top, SQUARE, high, Fill::Soft);
            scene.broken(x + SQUARE / 2, top, top + high);
        }
        if down.broken {
            let y = top + high - 2 * SQUARE;
            scene.rect(left, y, wide, SQUARE, Fill::Soft);
            scene.put(left + wide / 2, y + 15, Role::Value(13).middle().tone(Tone::Muted), "⋮");
        }
    }
}

/// A caption in lines, broken between two indices only.
fn caption(indices: &[Text], room: Px) -> Vec<Text> {
    let mut lines: Vec<Text> = Vec::new();
    for index in indices {
        if let Some(line) = lines.last_mut() {
            let longer = line.clone().then(Span::literal(", ").mono()).then(index);
            if bold_width(&longer, Role::Label) <= room {
                *line = longer;
                continue;
            }
            line.push(Span::literal(",").mono());
        }
        lines.push(index.clone());
    }
    lines
}
