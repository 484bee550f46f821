//! Shapes as squares: the last two axes as a block, the axes before them as a
//! row of blocks, and breaks where an axis is too long to draw.

use super::room::{self, DESIGN, SMALL};
use super::runs::{axis_hue, axis_line};
use crate::figure::geometry::measure;
use crate::figure::panel::cards::{self, CardAxis, DRAWN};

/// The side of a square.
const SQUARE: u32 = 20;
/// Where a name breaks into lines.
const NAME: u32 = 120;
/// Between two cards.
const GUTTER: u32 = 16;

pub(super) struct View<'a> {
    pub(super) cards: Vec<Card<'a>>,
    /// The narrowest column of cards.
    pub(super) track: u32,
    /// Whether products stand at the left edge, for lack of room beneath the squares.
    pub(super) flush: bool,
}

pub(super) struct Card<'a> {
    pub(super) of: &'a cards::Card,
    /// A stack takes a whole line.
    pub(super) class: &'static str,
    /// Nothing is drawn of a shape without elements but its outline.
    pub(super) drawing: Option<Drawing<'a>>,
    /// The line of the drawing under all of it.
    pub(super) product_line: usize,
    /// Each axis with its step, where there are more than a block shows.
    pub(super) legend: Vec<Axis<'a>>,
}

/// Where everything stands, in lines and columns of a grid.
pub(super) struct Drawing<'a> {
    pub(super) outer: Vec<Axis<'a>>,
    pub(super) down: Option<Axis<'a>>,
    pub(super) across: Option<Axis<'a>>,
    pub(super) blocks: Vec<Block>,
    pub(super) pieces: Vec<Piece>,
    /// Whether columns or rows of a block are left out.
    pub(super) breaks_across: bool,
    pub(super) breaks_down: bool,
    /// Whether some column is too narrow for it.
    pub(super) scrolls: bool,
    /// How many columns the blocks take.
    pub(super) columns: usize,
    /// The line of the blocks.
    pub(super) line: usize,
}

/// An axis with its classes, and the line of the drawing where it stands.
pub(super) struct Axis<'a> {
    pub(super) of: &'a CardAxis,
    pub(super) hue: &'static str,
    pub(super) stroke: &'static str,
    pub(super) line: usize,
}

/// A block or a break between blocks, by its column.
pub(super) enum Block {
    Whole(usize),
    Break(usize),
}

/// Squares of a block, and their column and line among its pieces.
pub(super) struct Piece {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) x: usize,
    pub(super) y: usize,
}

impl<'a> View<'a> {
    pub(super) fn of(panel: &'a cards::Cards) -> Self {
        let cards: Vec<Card<'_>> = panel.cards.iter().map(Card::of).collect();
        let track = panel.cards.iter().map(width).max().unwrap_or(0);
        // Three columns at the design width, two or one where that is too narrow.
        let track = [3, 2]
            .map(|count| (DESIGN - GUTTER * (count - 1)) / count)
            .into_iter()
            .find(|&column| track <= column)
            .unwrap_or(DESIGN);
        let flush = panel.cards.iter().any(|card| product_width(card) > track);
        Self { cards, track, flush }
    }
}

impl<'a> Card<'a> {
    fn of(card: &'a cards::Card) -> Self {
        let rank = card.axes.len();
        let stacked = rank > 2;
        Self {
            of: card,
            class: if stacked { "tp-card tp-all" } else { "tp-card" },
            product_line: rank.saturating_sub(2) + 3,
            drawing: (!card.axes.iter().any(|axis| axis.extent == 0)).then(|| Drawing::of(card)),
            legend: if stacked {
                card.axes.iter().map(|axis| Axis::of(axis, 0)).collect()
            } else {
                Vec::new()
            },
        }
    }
}

impl<'a> Axis<'a> {
    fn of(axis: &'a CardAxis, line: usize) -> Self {
        Self { of: axis, hue: axis_hue(axis.axis), stroke: axis_line(axis.axis), line }
    }
}

impl<'a> Drawing<'a> {
    fn of(card: &'a cards::Card) -> Self {
        let rank = card.axes.len();
        let outer = rank.saturating_sub(2);
        let from_right = |count: usize| rank.checked_sub(count).map(|axis| &card.axes[axis]);
        let (down, across) = (from_right(2), from_right(1));
        let rows = parts(down);
        let columns = parts(across);
        let pieces = rows.iter().flat_map(|&(y, rows)| {
            columns.iter().map(move |&(x, columns)| Piece { columns, rows, x, y })
        });
        let blocks = blocks(card);
        Self {
            outer: card.axes[..outer]
                .iter()
                .enumerate()
                .map(|(place, axis)| Axis::of(axis, place + 1))
                .collect(),
            down: down.map(|axis| Axis::of(axis, outer + 2)),
            across: across.map(|axis| Axis::of(axis, outer + 1)),
            pieces: pieces.collect(),
            breaks_across: columns.len() > 1,
            breaks_down: rows.len() > 1,
            scrolls: outer > 0 && stack_width(down, across, blocks.len()) > SMALL,
            columns: blocks.len(),
            blocks,
            line: outer + 2,
        }
    }
}

/// The parts of one side, each with its place; the break takes the second. An
/// axis that the shape does not have is one square.
fn parts(axis: Option<&CardAxis>) -> Vec<(usize, usize)> {
    match axis.map_or(1, |axis| axis.extent) {
        extent if extent <= DRAWN => vec![(1, extent)],
        _ => vec![(1, 4), (3, 1)],
    }
}

/// The blocks of a card, the first in the second column of the drawing, and a
/// break where there are more.
fn blocks(card: &cards::Card) -> Vec<Block> {
    let whole = card.blocks.len().max(1);
    let mut blocks: Vec<Block> = (0..whole).map(|place| Block::Whole(place + 2)).collect();
    blocks.extend(card.more_blocks.then_some(Block::Break(whole + 2)));
    blocks
}

/// Width of one side, a break as wide as a square.
fn side(axis: Option<&CardAxis>) -> u32 {
    let parts = parts(axis);
    let squares: usize = parts.iter().map(|(_, squares)| squares).sum();
    room::count(squares + parts.len() - 1) * SQUARE
}

/// Room for an axis's name.
fn named(axis: &CardAxis) -> u32 {
    measure::text(&axis.name, 12, true).min(NAME)
}

/// Width of a row of blocks with the name of the axis that goes down.
fn stack_width(down: Option<&CardAxis>, across: Option<&CardAxis>, blocks: usize) -> u32 {
    let block = side(across).max(across.map_or(0, named)) + 20;
    down.map_or(0, |axis| named(axis) + 8) + room::count(blocks) * block
}

/// Width of a card's product where it begins under the squares.
fn product_width(card: &cards::Card) -> u32 {
    let beside = match card.axes[..] {
        [ref down, _] => named(down) + 16,
        _ => 8,
    };
    let product: u32 = measure::mono_text(&card.product, 12);
    let length = measure::mono(&card.length.text, 12);
    beside + product + length + 4 + measure::text(&card.elements, 12, false)
}

/// Width of a card's drawing; stacks take a whole line and do not count.
fn width(card: &cards::Card) -> u32 {
    let rank = card.axes.len();
    if rank > 2 {
        return 0;
    }
    let down = rank.checked_sub(2).map(|axis| &card.axes[axis]);
    let across = rank.checked_sub(1).map(|axis| &card.axes[axis]);
    let beside = down.map_or(0, |axis| named(axis) + 16);
    beside + side(across).max(across.map_or(0, named)) + 1
}
