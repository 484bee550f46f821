//! Places shapes side by side: one square a value, all at one scale, the outer
//! axis as a line at the left and the inner one above, each with its name.

use super::mark::{Anchor, Fill, Px, Role, Stroke};
use super::scene::{Scene, bold_width, times, width};
use super::{measure, on_grid};
use crate::figure::panel::cards::{Card, CardAxis, Cards, DRAWN};
use crate::figure::text::{Span, Text, Tone};
use std::fmt::Write as _;

/// The side of a square.
const SQUARE: Px = 20;
/// Width of a column of cards.
const COLUMN: Px = 224;

pub(super) fn place<'a>(scene: &mut Scene<'a>, panel: &'a Cards) {
    let form = scene.form;
    let columns = if form.is_narrow() { 1 } else { 3 };
    let mut top = scene.bottom;
    let mut line: Vec<&Card> = Vec::new();
    let mut used = 0;
    let mut lines: Vec<Vec<&Card>> = Vec::new();
    for card in &panel.cards {
        let wide = span(card, form.is_narrow());
        if used > 0 && used + wide > columns {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        line.push(card);
        used += wide;
    }
    lines.push(line);
    for line in lines {
        // Grids of one line of cards start at one height.
        let labels = line.iter().map(|card| label_lines(card, form.is_narrow())).max().unwrap_or(1);
        let mut column = 0;
        let mut bottom = top;
        for card in line {
            let x = form.margin() + COLUMN * times(column);
            bottom = bottom.max(place_card(scene, card, x, top, labels));
            column += span(card, form.is_narrow());
        }
        top = bottom + 8;
    }
    scene.bottom = top - 8;
}

/// How many columns of cards a card takes.
fn span(card: &Card, narrow: bool) -> usize {
    if narrow {
        return 1;
    }
    let wide = card_width(card);
    usize::try_from((wide - 1).div_euclid(COLUMN)).unwrap_or(0).clamp(0, 2) + 1
}

fn room(card: &Card, narrow: bool) -> Px {
    if narrow { 328 } else { COLUMN * times(span(card, narrow)) }
}

fn label_lines(card: &Card, narrow: bool) -> usize {
    wrapped_label(card, narrow).len()
}

fn wrapped_label(card: &Card, narrow: bool) -> Vec<Text> {
    let room = u32::try_from(room(card, narrow)).unwrap_or(0);
    measure::wrapped(&card.label.clone().bold(), Role::Body.size(), true, room)
}

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

/// The last axes of a shape, as far as a grid has them.
fn grid_axes(card: &Card) -> (Option<&CardAxis>, Option<&CardAxis>) {
    let rank = card.axes.len();
    let from_right = |count: usize| rank.checked_sub(count).map(|axis| &card.axes[axis]);
    (from_right(2), from_right(1))
}

fn sides(card: &Card) -> (Side, Side) {
    let (rows, columns) = grid_axes(card);
    let side = |axis: Option<&CardAxis>| Side::of(axis.map_or(1, |axis| axis.extent));
    (side(rows), side(columns))
}

/// Room for the name of the rows' axis at the left of a grid.
fn head(card: &Card) -> Px {
    let (rows, _) = grid_axes(card);
    rows.map_or(0, |rows| on_grid(bold_width(&rows.name, Role::Label) + 14).max(84))
}

fn block_pitch(card: &Card) -> Px {
    let (_, columns) = sides(card);
    let name = grid_axes(card).1.map_or(0, |axis| bold_width(&axis.name, Role::Label));
    let caption = card.blocks.iter().map(|caption| bold_width(caption, Role::Label)).max();
    columns.length().max(name).max(caption.unwrap_or(0)) + 32
}

fn card_width(card: &Card) -> Px {
    let (_, columns) = sides(card);
    let name = grid_axes(card).1.map_or(0, |axis| bold_width(&axis.name, Role::Label));
    let stack = card.axes.len() > 2;
    let grids = if stack {
        block_pitch(card) * times(card.blocks.len())
    } else {
        columns.length().max(name)
    };
    let legend = if stack { 250 } else { 0 };
    (head(card) + grids + legend).max(width(&product(card), Role::Label))
}

/// `5 × 3 = 15 elements`.
fn product(card: &Card) -> Text {
    card.product
        .clone()
        .then(card.length.clone())
        .then(Span::literal(" "))
        .then(card.elements.clone().tone(Tone::Muted))
}

fn place_card<'a>(scene: &mut Scene<'a>, card: &'a Card, x: Px, top: Px, labels: usize) -> Px {
    let narrow = scene.form.is_narrow();
    let mut y = top + 31;
    for (place, line) in wrapped_label(card, narrow).into_iter().enumerate() {
        scene.put(x, y + 18 * times(place), Role::Body.start(), line);
    }
    y += 18 * times(labels - 1) + 20;
    let shape = card.shape.clone().tone(Tone::Muted);
    let strides = card.strides.clone().tone(Tone::Muted);
    let after = x + width(&shape, Role::Label) + 20;
    scene.put_within((x, y), Role::Label.start(), room(card, narrow), shape);
    if after + width(&strides, Role::Label) <= x + room(card, narrow) {
        scene.put(after, y, Role::Label.start(), strides);
    } else {
        y += 18;
        scene.put_within((x, y), Role::Label.start(), room(card, narrow), strides);
    }
    let left = x + head(card);
    let stack = card.axes.len() > 2;
    let count = if stack { card.blocks.len() } else { 1 };
    let mut bottom = y;
    let mut grid_top = y + if stack { 74 } else { 48 };
    let pitch = block_pitch(card);
    let per_line =
        usize::try_from((room(card, narrow) - head(card) + 32) / pitch).unwrap_or(1).max(1);
    let drawn_right = left + pitch * times(count.min(per_line));
    for place in 0..count {
        let column = place % per_line;
        if place > 0 && column == 0 {
            grid_top = bottom + 68;
        }
        let at = left + pitch * times(column);
        bottom = bottom.max(place_grid(scene, card, (at, grid_top), place, column == 0));
    }
    if card.more_blocks {
        let (x, y) =
            if count < per_line { (drawn_right, grid_top + 30) } else { (left, bottom + 18) };
        scene.put(x, y, Role::Value(15).start().tone(Tone::Muted), "⋯");
        bottom = bottom.max(y);
    }
    let product = product(card);
    let fits = left + width(&product, Role::Label) <= x + room(card, narrow);
    let at = if fits { left } else { x };
    scene.put(at, bottom + 20, Role::Label.start(), product);
    bottom += 24;
    if stack {
        bottom = legend(scene, card, (x, y), drawn_right, bottom);
    }
    bottom
}

/// One grid with the lines and names of its axes.
fn place_grid<'a>(
    scene: &mut Scene<'a>,
    card: &'a Card,
    (left, top): (Px, Px),
    place: usize,
    first: bool,
) -> Px {
    let (rows, columns) = grid_axes(card);
    let (down, across) = sides(card);
    let (wide, high) = (across.length(), down.length());
    if let Some(caption) = card.blocks.get(place) {
        let axis = card.axes.len() - 3;
        let style = Role::Label.start().bold().tone(Tone::axis(axis));
        let room = scene.form.margin() + scene.form.content() - left;
        scene.put_within((left, top - 43), style, room, caption);
        scene.rule(left, top - 36, left + wide.max(60), Stroke::Axis(axis));
    }
    if let Some(columns) = columns {
        scene.axis_name(left, top - 13, Anchor::Start, columns.axis, &columns.name);
        scene.rule(left, top - 6, left + wide.max(SQUARE), Stroke::Axis(columns.axis));
    }
    if let Some(rows) = rows {
        scene.drop(left - 6, top, top + high.max(SQUARE), Stroke::Axis(rows.axis));
        if first {
            scene.axis_name(
                left - 14,
                top + high.max(SQUARE) / 2 + 4,
                Anchor::End,
                rows.axis,
                &rows.name,
            );
        }
    }
    if wide == 0 || high == 0 {
        scene.rect(left, top, wide.max(SQUARE), high.max(SQUARE), Fill::Skipped);
        return top + high.max(SQUARE);
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
    top + high
}

/// Line styles and strides of a stack's axes, beside its grids or beneath them.
fn legend<'a>(
    scene: &mut Scene<'a>,
    card: &'a Card,
    (x, top): (Px, Px),
    right: Px,
    bottom: Px,
) -> Px {
    let form = scene.form;
    let words = card
        .axes
        .iter()
        .map(|axis| bold_width(&axis.name, Role::Label) + 8 + width(&axis.stride, Role::Label))
        .max()
        .unwrap_or(0);
    let end = form.margin() + form.content();
    let beside = right + 24 + 42 + words <= end;
    let (left, mut y) = if beside {
        ((end - 42 - words).min(right.max(x + 396)).max(right + 24), top + 48)
    } else {
        (x, bottom + 26)
    };
    for axis in &card.axes {
        scene.rule(left, y - 4, left + 32, Stroke::Axis(axis.axis));
        scene.axis_name(left + 42, y, Anchor::Start, axis.axis, &axis.name);
        let after = left + 50 + bold_width(&axis.name, Role::Label);
        scene.put(after, y, Role::Label.start().tone(Tone::Muted), &axis.stride);
        y += 28;
    }
    bottom.max(y - 24)
}
