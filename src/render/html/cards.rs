//! Shapes as squares: the last two axes as a block, a block for each choice of
//! the indices before them, and breaks where there is too much to draw.

use super::room::{self, DESIGN};
use super::runs::{axis_hue, axis_line};
use crate::figure::geometry::measure;
use crate::figure::panel::cards::{self, CardAxis, DRAWN};
use crate::figure::text::Text;

/// Between two cards.
const GUTTER: u32 = 16;
/// The side of a square.
const SQUARE: u32 = 20;
/// Where a name breaks into lines.
const NAME: u32 = 120;
/// Between a name and the squares.
const BESIDE: u32 = 12;

pub(super) struct View<'a> {
    pub(super) cards: Vec<Card<'a>>,
    /// Whether products begin where labels do.
    pub(super) class: &'static str,
    /// The narrowest column of cards.
    pub(super) track: u32,
}

pub(super) struct Card<'a> {
    pub(super) of: &'a cards::Card,
    /// A stack takes a whole line.
    pub(super) class: &'static str,
    /// Room for the name of the axis that goes down, and width of the squares.
    pub(super) head: u32,
    pub(super) side: u32,
    pub(super) down: Option<Axis<'a>>,
    pub(super) across: Option<Axis<'a>>,
    /// The line under the captions: of the axis that goes from block to block.
    pub(super) between: Option<Axis<'a>>,
    pub(super) blocks: Vec<Block<'a>>,
    pub(super) squares: Squares,
    /// Each axis with its step, where there are more than a block shows.
    pub(super) legend: Vec<Axis<'a>>,
}

/// An axis with its classes.
pub(super) struct Axis<'a> {
    pub(super) of: &'a CardAxis,
    pub(super) hue: &'static str,
    pub(super) stroke: &'static str,
}

/// A block by its indices.
pub(super) struct Block<'a> {
    pub(super) caption: &'a [Text],
    /// The name of the axis that goes down, at the first block.
    pub(super) named: bool,
    /// Whether the blocks behind it are left out.
    pub(super) breaks: bool,
}

/// What every block of a shape shows.
pub(super) enum Squares {
    /// The outline of nothing, so many squares across and down.
    Outline(usize, usize),
    Drawn {
        pieces: Vec<Piece>,
        /// Whether columns or rows of a block are left out.
        breaks_across: bool,
        breaks_down: bool,
    },
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
        // Stacks take a whole line and do not count.
        let flat = || panel.cards.iter().filter(|card| !card.is_stack());
        let [third, half] = [3, 2].map(|count| (DESIGN - GUTTER * (count - 1)) / count);
        let widest = |of: fn(&cards::Card) -> u32| flat().map(of).max().unwrap_or(0);
        let (squares, products) = (widest(squares), widest(product));
        // Three stand side by side, if need be with their products at the left;
        // one that is longer than half a line takes two lines.
        let is_flush = widest(width) > third && squares.max(products) <= third;
        let need = if is_flush { squares } else { widest(width).min(squares.max(half)) };
        Self {
            cards: panel.cards.iter().map(Card::of).collect(),
            class: if is_flush { "tp-cards tp-flush" } else { "tp-cards" },
            track: need.clamp(third, DESIGN),
        }
    }
}

impl<'a> Card<'a> {
    fn of(card: &'a cards::Card) -> Self {
        let rank = card.axes.len();
        let (down, across) = card.grid();
        let captions = card.blocks.iter().map(|caption| &caption[..]);
        let one: &[Text] = &[];
        let none = card.blocks.is_empty().then_some(one);
        let block = |(place, caption)| Block {
            caption,
            named: place == 0,
            breaks: card.elided.as_ref().is_some_and(|elided| elided.after == place + 1),
        };
        Self {
            of: card,
            class: if card.is_stack() { "tp-card tp-all" } else { "tp-card" },
            head: head(card),
            side: side(across),
            down: down.map(Axis::of),
            across: across.map(Axis::of),
            between: rank.checked_sub(3).map(|axis| Axis::of(&card.axes[axis])),
            blocks: captions.chain(none).enumerate().map(block).collect(),
            squares: Squares::of(card),
            legend: if card.is_stack() {
                card.axes.iter().map(Axis::of).collect()
            } else {
                Vec::new()
            },
        }
    }
}

impl<'a> Axis<'a> {
    fn of(axis: &'a CardAxis) -> Self {
        Self { of: axis, hue: axis_hue(axis.axis), stroke: axis_line(axis.axis) }
    }
}

impl Squares {
    fn of(card: &cards::Card) -> Self {
        let (down, across) = card.grid();
        let (rows, columns) = (parts(down), parts(across));
        if card.is_empty() {
            let squares = |parts: &[(usize, usize)]| {
                parts.iter().map(|part| part.1).sum::<usize>() + parts.len() - 1
            };
            return Self::Outline(squares(&columns).max(1), squares(&rows).max(1));
        }
        let pieces = rows.iter().flat_map(|&(y, rows)| {
            columns.iter().map(move |&(x, columns)| Piece { columns, rows, x, y })
        });
        Self::Drawn {
            pieces: pieces.collect(),
            breaks_across: columns.len() > 1,
            breaks_down: rows.len() > 1,
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

/// Width of one side, a break as wide as a square.
fn side(axis: Option<&CardAxis>) -> u32 {
    let parts = parts(axis);
    let squares: usize = parts.iter().map(|(_, squares)| squares).sum();
    room::count(squares + parts.len() - 1).max(1) * SQUARE + 1
}

/// Room for an axis's name.
fn named(axis: &CardAxis) -> u32 {
    measure::text(&axis.name, 12, true).min(NAME)
}

/// Room at the left of the squares.
fn head(card: &cards::Card) -> u32 {
    card.grid().0.map_or(0, |down| named(down) + BESIDE)
}

/// Width of a card's squares with the names of their axes.
fn squares(card: &cards::Card) -> u32 {
    let (_, across) = card.grid();
    head(card) + side(across).max(across.map_or(0, named))
}

/// Width of a card with its product under the squares.
fn width(card: &cards::Card) -> u32 {
    squares(card).max(head(card) + product(card))
}

/// Width of the product.
fn product(card: &cards::Card) -> u32 {
    measure::product(&card.product, &card.length, &card.elements, 12)
}
