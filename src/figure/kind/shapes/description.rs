//! The figure in sentences: every number of it in reading order.

use super::{View, blocks, long_axes};
use crate::figure::kind::facts::{axis_name, count, lexeme, lines, listed, path_to};
use crate::figure::text::{Span, Text};

impl View<'_> {
    /// Every number of the figure in reading order.
    pub(super) fn description(&self) -> Text {
        let words = &self.labels.shapes;
        let number = count("count(SHAPE)", self.shapes.len());
        let describe = if self.is_whole() { &words.describe } else { &words.describe_broken };
        let mut text = describe.of(&lexeme(self.shapes.len())).fill(&[("count", &number)]);
        for (_, group) in self.groups() {
            for place in group {
                self.describe(place, &mut text);
                self.describe_elided(place, &mut text);
            }
        }
        // The shape with the most axes shows every line that the figure has.
        let rank = |place: &usize| self.shapes[*place].shape.len();
        if let Some(most) = (0..self.shapes.len()).rev().max_by_key(rank) {
            if rank(&most) > 2 {
                words.describe_blocks.fill_into(&mut text, &[]);
            }
            let record = self.record(most);
            let numbered = |axis| axis_name(self.labels, None, &record, axis);
            let axes: Vec<Text> = (0..rank(&most)).map(numbered).collect();
            lines(self.labels, &axes, &mut text);
        }
        if let Some(note) = self.note() {
            text.push_literal(" ");
            text.push(note);
        }
        text
    }

    fn describe(&self, place: usize, text: &mut Text) {
        let words = &self.labels.shapes;
        let shape = &self.shapes[place];
        let rank = shape.shape.len();
        let axes = match shape.axes {
            Some(_) => {
                let names =
                    listed(self.labels, rank, |text, axis| text.push(self.axis_whole(place, axis)));
                words.describe_axes.of(&lexeme(rank)).fill(&[("axes", &names)])
            }
            None => Text::default(),
        };
        words.describe_item.of(&lexeme(shape.length)).fill_into(
            text,
            &[
                ("label", &self.label(place)),
                ("shape", &self.extents(place)),
                ("axes", &axes),
                ("strides", &self.strides(place)),
                ("count", &count(path_to![self.record(place), ".length"], shape.length)),
                ("dtype", &Span::fact(path_to![self.record(place), ".dtype"], shape.dtype.name())),
            ],
        );
    }

    /// Which blocks and squares have no mark.
    fn describe_elided(&self, place: usize, text: &mut Text) {
        let words = &self.labels.shapes;
        let shape = &self.shapes[place].shape;
        if self.shapes[place].length == 0 {
            return;
        }
        if let Some((from, to)) = blocks::of(shape).elided {
            words.describe_blocks_elided.fill_into(
                text,
                &[
                    ("blocks", &self.block_count(place)),
                    ("from", &self.block(place, &from)),
                    ("to", &self.block(place, &to)),
                ],
            );
        }
        for axis in long_axes(shape) {
            words.describe_side_broken.fill_into(
                text,
                &[
                    ("axis", &self.axis_whole(place, axis)),
                    ("from", &self.index(place, axis, FRONT)),
                    ("to", &self.index(place, axis, shape[axis] - 2)),
                ],
            );
        }
    }
}

/// How many squares of a long side are drawn before its break.
const FRONT: usize = 4;
