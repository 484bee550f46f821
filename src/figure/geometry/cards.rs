//! Places shapes side by side: one square a value, all at one scale, the outer
//! axis as a line at the left and the inner one above, each with its name.

mod block;

use super::breaks;
use super::mark::{Anchor, Px, Role, Stroke};
use super::measure;
use super::scene::{Scene, bold_width, px, times, width};
use crate::figure::panel::cards::{Card, Cards};
use crate::figure::text::{Span, Text, Tone};
use block::{Blocks, GAP};

/// Lines of a label; of a longer one the rest is cut.
const LABEL_LINES: usize = 4;

/// Where a card stands, and how much room it has.
#[derive(Clone, Copy)]
struct Place {
    x: Px,
    top: Px,
    room: Px,
}

pub(super) fn place<'a>(scene: &mut Scene<'a>, panel: &'a Cards) {
    let form = scene.form;
    let column = column(&panel.cards, scene);
    let mut rest = &panel.cards[..];
    let mut top = scene.bottom;
    while let [first, ..] = rest {
        let alike = rest.iter().take_while(|card| !card.is_stack()).count();
        let fit = usize::try_from(form.content() / column).unwrap_or(1);
        let (line, others) = rest.split_at(alike.min(fit).max(1));
        let room = if first.is_stack() { form.content() } else { column };
        top = place_line(scene, line, Place { x: form.margin(), top, room }) + 8;
        rest = others;
    }
    scene.bottom = top - 8;
}

/// Width of a column of cards: a third of the line where each product has room
/// under its squares, else the half, where a long one takes two lines, or all of it.
fn column(cards: &[Card], scene: &Scene<'_>) -> Px {
    let content = scene.form.content();
    if scene.form.is_narrow() {
        return content;
    }
    let flat = cards.iter().filter(|card| !card.is_stack());
    let (mut need, mut squares) = (0, 0);
    for card in flat {
        let blocks = Blocks::of(card, content);
        squares = squares.max(blocks.head + blocks.wide);
        need = need.max(blocks.head + blocks.wide.max(product_width(card)));
    }
    let (third, half) = (content / 3, content / 2);
    match () {
        () if need <= third => third,
        () if squares <= half => half,
        () => content,
    }
}

/// One line of cards, whose squares start at one height; the answer is where it ends.
fn place_line<'a>(scene: &mut Scene<'a>, line: &'a [Card], first: Place) -> Px {
    let Place { top, room, .. } = first;
    let labels: Vec<Vec<String>> = line.iter().map(|card| label(card, room)).collect();
    let lines = labels.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let meta_lines = if line.iter().any(|card| !is_one_line(card, room)) { 2 } else { 1 };
    let y = top + 31 + 18 * times(lines - 1) + 20;
    let mut bottom = y;
    for ((card, label), place) in line.iter().zip(labels).zip(0..) {
        let x = first.x + room * place;
        scene.name((x, top + 31), Role::Body.start().bold(), &card.label, label);
        place_meta(scene, card, Place { x, top: y, room }, meta_lines > 1);
        let top = y + 18 * (meta_lines - 1);
        bottom = bottom.max(place_drawing(scene, card, Place { x, top, room }));
    }
    bottom
}

/// The lines of a card's label.
fn label(card: &Card, room: Px) -> Vec<String> {
    let room = u32::try_from(room).unwrap_or(0);
    breaks::name(&card.label.text, Role::Body.size(), room, LABEL_LINES)
}

/// Whether shape and strides stand on one line.
fn is_one_line(card: &Card, room: Px) -> bool {
    width(&card.shape, Role::Label) + 20 + width(&card.strides, Role::Label) <= room
}

fn place_meta(scene: &mut Scene<'_>, card: &Card, at: Place, two_lines: bool) {
    let Place { x, top, room } = at;
    let shape = card.shape.clone().tone(Tone::Muted);
    let strides = card.strides.clone().tone(Tone::Muted);
    let after = x + width(&shape, Role::Label) + 20;
    scene.put_within((x, top), Role::Label.start(), room, shape);
    if two_lines {
        scene.put_within((x, top + 18), Role::Label.start(), room, strides);
    } else {
        scene.put(after, top, Role::Label.start(), strides);
    }
}

/// `5 × 3 = 15 elements`.
fn product(card: &Card) -> Text {
    card.product
        .clone()
        .then(card.length.clone())
        .then(Span::literal(" ").mono())
        .then(card.elements.clone().tone(Tone::Muted))
}

/// Its width, rounded once and not for each factor, since it decides about a column.
fn product_width(card: &Card) -> Px {
    px(measure::product(&card.product, &card.length, &card.elements, Role::Label.size()))
}

/// The squares of a card, its product under them, and the legend of a stack
/// beside them or beneath; the answer is where it ends.
fn place_drawing<'a>(scene: &mut Scene<'a>, card: &'a Card, at: Place) -> Px {
    let Place { x, top, room } = at;
    let mut blocks = Blocks::of(card, room);
    let beside = 24 + legend_width(card);
    let legend_high = 28 * times(card.axes.len());
    // In the narrow form beneath it always, so that captions keep their room.
    let is_beside = card.is_stack() && !scene.form.is_narrow() && {
        // Beside it where that makes the card shorter.
        let narrowed = Blocks::of(card, room - beside);
        let (high, high_beside) = (blocks.high() + legend_high, narrowed.high().max(legend_high));
        let shorter = narrowed.fits(room - beside) && high_beside <= high;
        if shorter {
            blocks = narrowed;
        }
        shorter
    };
    let left = x + blocks.head;
    let mut bottom = blocks.place(scene, card, (left, top)) + 20;
    let under = if is_beside { room - beside } else { room } - blocks.head;
    if product_width(card) <= under {
        scene.put(left, bottom, Role::Label.start(), product(card));
    } else {
        bottom = scene.lines((left, bottom), Role::Label.start(), under, &product(card));
    }
    if let Some(elided) = &card.elided {
        let style = Role::Label.start().tone(Tone::Muted);
        bottom = scene.lines((left, bottom + 20), style, under, &elided.range);
    }
    bottom += 4;
    if !card.is_stack() {
        return bottom;
    }
    if is_beside {
        let right = left + blocks.right() + GAP;
        let start = (x + room + 24 - beside).min(right.max(x + 420));
        bottom.max(legend(scene, card, (start, top + 48)))
    } else {
        legend(scene, card, (x, bottom + 22))
    }
}

/// Room that the legend needs: the line, the name and the stride.
fn legend_width(card: &Card) -> Px {
    let words = card
        .axes
        .iter()
        .map(|axis| bold_width(&axis.name, Role::Label) + 8 + width(&axis.stride, Role::Label));
    42 + words.max().unwrap_or(0)
}

/// Line styles and strides of a stack's axes.
fn legend<'a>(scene: &mut Scene<'a>, card: &'a Card, (left, mut y): (Px, Px)) -> Px {
    for axis in &card.axes {
        scene.rule(left, y - 4, left + 32, Stroke::Axis(axis.axis));
        scene.axis_name(left + 42, y, Anchor::Start, axis.axis, &axis.name);
        let after = left + 50 + bold_width(&axis.name, Role::Label);
        scene.put(after, y, Role::Label.start().tone(Tone::Muted), &axis.stride);
        y += 28;
    }
    y - 24
}
