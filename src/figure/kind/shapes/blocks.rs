//! The blocks of a stack: the last two axes once for each choice of the indices
//! before them; of many blocks the first ones and the last.

use super::View;
use crate::figure::kind::facts::{count, integer, joined, path_to};
use crate::figure::panel::cards::{BLOCKS, Elided};
use crate::figure::text::{Span, Text, Tone, Words};
use crate::layout::slices;

/// How many blocks are drawn before some are left out; as many as the squares
/// of a broken side.
const FRONT: usize = 4;

/// Blocks by their indices.
#[derive(Default)]
pub(super) struct Blocks {
    pub(super) drawn: Vec<Vec<usize>>,
    /// The first and the last of those that are not drawn.
    pub(super) elided: Option<(Vec<usize>, Vec<usize>)>,
}

/// The blocks of a shape; none without an axis before the last two, or where
/// one of those has no positions.
pub(super) fn of(shape: &[usize]) -> Blocks {
    let outer = slices::outer(shape);
    let whole = slices::count(shape);
    if outer.is_empty() || whole == 0 {
        return Blocks::default();
    }
    let mut drawn = vec![vec![0; outer.len()]];
    let front = if whole > BLOCKS { FRONT } else { whole };
    while drawn.len() < front {
        let Some(next) = slices::advance(&drawn[drawn.len() - 1], outer) else { break };
        drawn.push(next);
    }
    let last: Vec<usize> = outer.iter().map(|extent| extent - 1).collect();
    let from = slices::advance(&drawn[drawn.len() - 1], outer);
    let to = slices::retreat(&last, outer);
    let elided = if whole > BLOCKS { from.zip(to) } else { None };
    if elided.is_some() {
        drawn.push(last);
    }
    Blocks { drawn, elided }
}

impl View<'_> {
    /// The drawn blocks, each by its indices, and what is said of the others.
    pub(super) fn blocks(&self, place: usize) -> (Vec<Vec<Text>>, Option<Elided>) {
        let blocks = of(&self.shapes[place].shape);
        let words = &self.labels.shapes;
        let elided = blocks.elided.as_ref().map(|(from, to)| Elided {
            after: FRONT,
            range: words.blocks_elided.fill(&[
                ("blocks", &self.block_count(place)),
                ("from", &self.block(place, from)),
                ("to", &self.block(place, to)),
            ]),
        });
        let named = |indices: &Vec<usize>| {
            let axes = 0..indices.len();
            axes.map(|axis| self.at(place, axis, indices).mono().tone(Tone::axis(axis))).collect()
        };
        (blocks.drawn.iter().map(named).collect(), elided)
    }

    /// How many blocks there are: the extents whose product it is.
    pub(super) fn block_count(&self, place: usize) -> impl Words {
        let outer = slices::outer(&self.shapes[place].shape);
        let record = self.record(place);
        joined(outer.len(), " × ", move |text, axis| {
            text.push(count(path_to![record, ".shape[", axis, "]"], outer[axis]));
        })
    }

    /// A block in a sentence: `batch = 4`; by several indices `[0,4]`.
    pub(super) fn block(&self, place: usize, indices: &[usize]) -> Text {
        if let [_] = indices {
            return self.at(place, 0, indices).mono();
        }
        let indices = joined(indices.len(), ",", |text, axis| {
            text.push(self.index(place, axis, indices[axis]).tone(Tone::axis(axis)));
        });
        Text::literal("[").then(&indices).then(Span::literal("]")).mono()
    }

    fn at(&self, place: usize, axis: usize, indices: &[usize]) -> Text {
        let label = &self.labels.common.named_axis_equals;
        let index = self.index(place, axis, indices[axis]);
        label.fill(&[("axis", &self.axis(place, axis)), ("index", &index)])
    }

    /// An index near an end of an axis. No record lists it: it is said from the
    /// extent, as the first one and so many after it, or so many before the end.
    pub(super) fn index(&self, place: usize, axis: usize, index: usize) -> Span {
        let extent = path_to![self.record(place), ".shape[", axis, "]"];
        let left = self.shapes[place].shape[axis] - index;
        let path = if index <= left {
            let first = path_to!["first(", extent, ")"];
            (0..index).fold(first, |path, _| path_to!["next(", path, ")"])
        } else {
            (0..left).fold(extent, |path, _| path_to!["previous(", path, ")"])
        };
        integer(path, index)
    }
}
