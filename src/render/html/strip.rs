//! The buffer as a list in lines, and the walk over it: arrows above a strip
//! that is whole and on one line, else a list.

use super::room::{self, DESIGN, PHONE, WIDE};
use crate::figure::geometry::measure::{self, Size};
use crate::figure::panel::strip::{self, Leg as Step, Note, Run, StripCell};
use crate::figure::panel::tally::Tally;
use crate::figure::text::Text;

pub(super) struct View<'a> {
    pub(super) strip: &'a strip::Strip,
    pub(super) cells: &'a [StripCell],
    pub(super) tallies: &'a [Tally],
    pub(super) note: Option<&'a Note>,
    pub(super) wide: Setting,
    pub(super) narrow: Setting,
    /// Whether some cells are left out, and lines break where they may.
    pub(super) class: &'static str,
    /// Before which cells a strip that leaves some out begins a line, wide and
    /// narrow.
    turns: [Vec<usize>; 2],
    pub(super) walk: Option<Walk<'a>>,
    pub(super) runs: &'a [Run],
}

/// How the strip is set into a column.
pub(super) struct Setting {
    pub(super) per_line: usize,
    pub(super) cell: u32,
    /// The widest that a cell grows.
    pub(super) widest: u32,
    pub(super) size: Size,
    /// What is said of a line that is one step of an axis.
    pub(super) aside: Option<usize>,
}

pub(super) struct Walk<'a> {
    pub(super) start: &'a Text,
    /// `tp-walk`, with arrows or without.
    pub(super) class: &'static str,
    /// The class of the sentence where the walk starts.
    pub(super) start_class: &'static str,
    pub(super) legs: Vec<Leg<'a>>,
    pub(super) from: usize,
    pub(super) to: usize,
}

pub(super) struct Leg<'a> {
    pub(super) leg: &'a Step,
    /// Where its name stands, and whether it moves at all.
    pub(super) class: &'static str,
}

impl<'a> View<'a> {
    pub(super) fn of(strip: &'a strip::Strip) -> Self {
        let elided = strip.cells.iter().any(|cell| matches!(cell, StripCell::Elided { .. }));
        let wide = Setting::of(strip, DESIGN, 12);
        let narrow = Setting::of(strip, PHONE, 12);
        let one_line = !elided && wide.per_line >= strip.cells.len();
        let drawn = WIDE.min(room::count(strip.cells.len()).saturating_mul(wide.widest));
        Self {
            strip,
            cells: &strip.cells,
            tallies: &strip.tallies,
            note: strip.note.as_ref(),
            class: if elided { "tp-buf tp-parts" } else { "tp-buf" },
            turns: if elided {
                [turns(&strip.cells, wide.cell, WIDE), turns(&strip.cells, narrow.cell, PHONE)]
            } else {
                [Vec::new(), Vec::new()]
            },
            walk: walk(strip, one_line, drawn),
            runs: if one_line { brackets(strip, drawn) } else { &[] },
            wide,
            narrow,
        }
    }

    /// How to read a strip whose lines are one step of an axis, in a wide
    /// column and in a narrow one.
    pub(super) fn asides(&self) -> (Option<&'a Text>, Option<&'a Text>) {
        let aside = |setting: &Setting| self.strip.wrapped.get(setting.aside?);
        (aside(&self.wide), aside(&self.narrow))
    }
}

impl View<'_> {
    /// In which columns a line begins before a cell.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "a template passes references")]
    pub(super) fn turn(&self, place: &usize) -> Option<&'static str> {
        match [&self.turns[0], &self.turns[1]].map(|turns| turns.contains(place)) {
            [true, true] => Some("tp-nl tp-nl-n"),
            [true, false] => Some("tp-nl"),
            [false, true] => Some("tp-nl-n"),
            [false, false] => None,
        }
    }
}

impl Setting {
    fn of(strip: &strip::Strip, width: u32, padding: u32) -> Self {
        let lines = strip.lines(width, padding);
        Self {
            per_line: lines.per_line,
            cell: lines.cell,
            widest: (lines.cell + 8).max(64),
            size: lines.size,
            aside: lines.axis,
        }
    }
}

/// Before which cells a line begins, so that neighbours stay together: where a
/// run of cells, with the break behind it, does not fit on the line before it.
fn turns(cells: &[StripCell], cell: u32, room: u32) -> Vec<usize> {
    let wide = |item: &StripCell| match item {
        StripCell::Value { .. } => cell,
        StripCell::Elided { range, count } => {
            room::label(range, false).max(room::label(count, false)) + 14
        }
    };
    let mut turns = Vec::new();
    let (mut place, mut used) = (0, 0);
    for run in cells.chunk_by(|before, _| matches!(before, StripCell::Value { .. })) {
        let needed: u32 = run.iter().map(wide).sum();
        // A cell without neighbours stands where there is room for it.
        let values = run.iter().filter(|item| matches!(item, StripCell::Value { .. }));
        let alone = values.count() == 1;
        if used > 0 && used + needed > room && !alone {
            turns.push(place);
            used = 0;
        }
        for item in run {
            let wide = wide(item);
            used = if used + wide > room { wide } else { used + wide };
        }
        place += run.len();
    }
    turns
}

/// The runs of the first axis that has several and whose names all fit.
fn brackets(strip: &strip::Strip, drawn: u32) -> &[Run] {
    let cells = room::count(strip.cells.len().max(1));
    let fits = |run: &Run| {
        let bracket = room::count(run.to - run.from + 1) * drawn / cells;
        room::label(&run.text, false) + 8 <= bracket
    };
    strip
        .spans
        .iter()
        .find(|runs| runs.len() > 1 && runs.iter().all(fits))
        .map_or(&[], Vec::as_slice)
}

/// `drawn` is the width of a strip on one line.
fn walk(strip: &strip::Strip, one_line: bool, drawn: u32) -> Option<Walk<'_>> {
    let walk = strip.walk.as_ref().filter(|walk| !walk.legs.is_empty())?;
    let cells = strip.cells.len();
    let to = walk.legs.last().map_or(walk.from, |leg| leg.to);
    // In pixels from the left, half a cell in; only a strip on one line has them.
    let middle =
        |offset: usize| room::count(2 * offset + 1) * drawn / room::count(2 * cells.max(1));
    // The words stand beside the line down to the strip, or in a row of their own.
    let (start, words) = (middle(walk.from), room::label(&walk.start, false) + 28);
    let sides: Option<Vec<Side>> = if one_line && start + words <= WIDE {
        let legs = walk.legs.iter();
        legs.map(|leg| side(leg, middle(leg.from), middle(leg.to), start)).collect()
    } else {
        None
    };
    let own = sides.is_some() && middle(to) <= start + words;
    Some(Walk {
        start: &walk.start,
        class: if sides.is_some() { "tp-walk tp-tracks" } else { "tp-walk" },
        start_class: if own { "tp-start tp-own" } else { "tp-start" },
        legs: walk
            .legs
            .iter()
            .enumerate()
            .map(|(place, leg)| Leg {
                leg,
                class: sides.as_ref().map_or("", |sides| sides[place].class(leg.from == leg.to)),
            })
            .collect(),
        from: walk.from,
        to,
    })
}

/// Where a leg's name stands.
#[derive(Clone, Copy)]
enum Side {
    /// Right of its tip.
    Right,
    /// Left of its start.
    Left,
    /// Above its line, from its start.
    AboveRight,
}

/// The first side with room; the line from the walk's start down to the strip
/// crosses no name.
fn side(leg: &Step, from: u32, to: u32, start: u32) -> Option<Side> {
    let product: u32 = measure::mono_text(&leg.product, 12);
    let wide = room::label(&leg.name, true) + product + 18;
    let left_edge = if from > start { start + 8 } else { 0 };
    if to + wide <= WIDE {
        Some(Side::Right)
    } else if from >= left_edge + wide + 12 {
        Some(Side::Left)
    } else if from + wide + 8 <= WIDE {
        Some(Side::AboveRight)
    } else {
        None
    }
}

impl Side {
    fn class(self, stays: bool) -> &'static str {
        match (self, stays) {
            (Self::Right, false) => "tp-go tp-right",
            (Self::Right, true) => "tp-stay tp-right",
            (Self::Left, false) => "tp-go tp-left",
            (Self::Left, true) => "tp-stay tp-left",
            (Self::AboveRight, false) => "tp-go tp-above tp-ar",
            (Self::AboveRight, true) => "tp-stay tp-above tp-ar",
        }
    }
}
