//! Seven shapes, one rule: the figure of `shapes-v1`.

use super::facts::{
    axis_in_full, axis_label, axis_name, count, integer, joined, lexeme, lines, list, listed,
    path_to, title, toolbar,
};
use crate::figure::labels::{Label, Labels};
use crate::figure::panel::cards::{Card, CardAxis, Cards, DRAWN};
use crate::figure::text::{Span, Text, Tone, Words};
use crate::figure::{Figure, Frame, Panel, Section};
use crate::layout::slices;
use crate::trace::{Shape, Shapes};
use compact_str::CompactString;

/// How many blocks of a stack are drawn; of more than that, one less.
const BLOCKS: usize = 4;

/// The panels of a set of shapes: runs of shapes that belong together.
#[must_use]
pub fn figure(records: &Shapes, frame: &Frame, labels: &Labels) -> Figure {
    let view = View { shapes: &records.shapes, labels };
    let words = &labels.shapes;
    let sections: Vec<Section> = view.groups().iter().map(|group| view.section(group)).collect();
    let number = lexeme(records.shapes.len());
    Figure {
        plate: frame.plate.clone(),
        language: labels.language.clone(),
        title: title(frame, words.title.of(&number)),
        meta: view.meta(),
        toolbar: toolbar(labels, sections.len()),
        sections,
        note: view.note(),
        caption: frame.caption.clone(),
        result: view.result(),
        description: view.description(),
    }
}

struct View<'a> {
    shapes: &'a [Shape],
    labels: &'a Labels,
}

impl View<'_> {
    /// Whether some side is too long to be drawn whole.
    fn breaks(&self) -> bool {
        self.shapes.iter().any(|shape| shape.shape.iter().any(|&extent| extent > DRAWN))
    }

    fn meta(&self) -> Vec<Text> {
        let words = &self.labels.shapes;
        let squares = if self.breaks() {
            [&words.long_sides_broken, &words.not_to_scale]
        } else {
            [&words.one_square, &words.one_scale]
        };
        let row_major = &self.labels.common.row_major;
        squares.into_iter().chain([row_major]).map(Label::text).collect()
    }

    /// The path of a SHAPE record.
    fn record(&self, place: usize) -> CompactString {
        if self.shapes.len() == 1 {
            return "SHAPE".into();
        }
        path_to!["SHAPE[id=", self.shapes[place].id.spelled(), "]"]
    }

    fn label(&self, place: usize) -> Span {
        Span::fact(path_to![self.record(place), ".label"], self.shapes[place].label.as_str())
    }

    fn extents(&self, place: usize) -> Text {
        list(&path_to![self.record(place), ".shape"], &self.shapes[place].shape)
    }

    fn strides(&self, place: usize) -> Text {
        list(&path_to![self.record(place), ".strides"], &self.shapes[place].strides)
    }

    /// The name of an axis as its card shows it.
    fn axis(&self, place: usize, axis: usize) -> Text {
        axis_label(self.labels, self.shapes[place].axes.as_ref(), &self.record(place), axis)
    }

    /// The whole name of an axis, for sentences.
    fn axis_whole(&self, place: usize, axis: usize) -> Text {
        axis_name(self.labels, self.shapes[place].axes.as_ref(), &self.record(place), axis)
    }

    /// `axis 0`, with the author's name for it if there is one.
    fn axis_in_full(&self, place: usize, axis: usize) -> Text {
        let number = axis_name(self.labels, None, &self.record(place), axis);
        let name = self.shapes[place].axes.as_ref().map(|_| self.axis_whole(place, axis));
        axis_in_full(self.labels, &number, name.as_ref()).text()
    }

    /// Neighbours of the same shape, else neighbours of the same rank.
    fn groups(&self) -> Vec<Vec<usize>> {
        let same = |a: usize, b: usize| self.shapes[a].shape == self.shapes[b].shape;
        let rank = |at: usize| self.shapes[at].shape.len();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for place in 0..self.shapes.len() {
            let twin = place + 1 < self.shapes.len() && same(place, place + 1);
            let joins = groups.last().is_some_and(|group| {
                let last = group[group.len() - 1];
                let uniform = group.len() > 1 && same(group[0], last);
                let twins = same(last, place);
                // A run of equal shapes stays alone; unequal ones gather by rank.
                twins || (!uniform && !twin && rank(last) == rank(place))
            });
            match groups.last_mut() {
                Some(group) if joins => group.push(place),
                _ => groups.push(vec![place]),
            }
        }
        groups
    }

    fn section(&self, group: &[usize]) -> Section {
        let words = &self.labels.shapes;
        let first = group[0];
        let number = lexeme(group.len());
        let same = group.iter().all(|&place| self.shapes[place].shape == self.shapes[first].shape);
        let (heading, pass) = if same && group.len() > 1 {
            let same_shape = path_to!["count(SHAPE[", first, "..", first + group.len(), "])"];
            let heading = words.heading_same.fill(&[
                ("count", &count(same_shape, group.len())),
                ("shape", &self.extents(first)),
                ("strides", &self.strides(first)),
            ]);
            (heading, &words.pass_same)
        } else {
            let (heading, pass) = match self.shapes[first].shape.len() {
                0 => (&words.heading_scalar, &words.pass_scalar),
                1 => (&words.heading_vector, &words.pass_vector),
                2 => (&words.heading_matrix, &words.pass_matrix),
                _ => (&words.heading_stack, &words.pass_stack),
            };
            (heading.of(&number).text(), pass.of(&number))
        };
        Section {
            say: words.say.fill(&[("heading", &heading)]),
            brief: heading.clone(),
            heading,
            aside: None,
            pass: pass.text(),
            panel: Panel::Cards(Cards {
                cards: group.iter().map(|&place| self.card(place)).collect(),
            }),
        }
    }

    fn card(&self, place: usize) -> Card {
        let words = &self.labels.common;
        let shape = &self.shapes[place];
        let record = self.record(place);
        let extents = joined(shape.shape.len(), " × ", |text, axis| {
            text.push(integer(path_to![record, ".shape[", axis, "]"], shape.shape[axis]));
        });
        let (blocks, more_blocks) = self.blocks(place);
        let mut product = Text::default();
        if shape.shape.len() > 1 {
            product = extents.text().then(Span::literal(" = "));
        }
        let length = lexeme(shape.length);
        let elements = self.labels.shapes.elements.of(&length);
        Card {
            label: self.label(place).into(),
            shape: words.shape.fill(&[("shape", &self.extents(place).tone(Tone::Ink))]),
            strides: words.strides.fill(&[("strides", &self.strides(place).tone(Tone::Ink))]),
            axes: (0..shape.shape.len())
                .map(|axis| {
                    let stride =
                        integer(path_to![record, ".strides[", axis, "]"], shape.strides[axis]);
                    CardAxis {
                        axis,
                        name: self.axis(place, axis),
                        extent: shape.shape[axis],
                        stride: self.labels.shapes.stride_line.fill(&[("stride", &stride)]),
                    }
                })
                .collect(),
            blocks,
            more_blocks,
            product: product.mono(),
            length: count(path_to![record, ".length"], shape.length).mono().bold(),
            elements: elements.fill(&[]),
        }
    }

    /// The captions of the first blocks that the axes before the last two make.
    fn blocks(&self, place: usize) -> (Vec<Text>, bool) {
        let shape = &self.shapes[place].shape;
        let outer = &shape[..shape.len().saturating_sub(2)];
        if outer.is_empty() {
            return (Vec::new(), false);
        }
        let whole = outer.iter().fold(1_usize, |count, &extent| count.saturating_mul(extent));
        let drawn = if whole > BLOCKS { BLOCKS - 1 } else { whole };
        let record = self.record(place);
        let mut captions = Vec::with_capacity(drawn);
        let mut indices = vec![0; outer.len()];
        for _ in 0..drawn {
            let equals = joined(indices.len(), ", ", |text, axis| {
                // The index is said from the extent: the first one, and so many after it.
                let first = path_to!["first(", record, ".shape[", axis, "])"];
                let path = (0..indices[axis]).fold(first, |path, _| path_to!["next(", path, ")"]);
                let index = integer(path, indices[axis]);
                let label = &self.labels.common.named_axis_equals;
                label.fill_into(text, &[("axis", &self.axis(place, axis)), ("index", &index)]);
            })
            .text();
            captions.push(equals.mono());
            indices = slices::advance(&indices, outer).unwrap_or(indices);
        }
        (captions, whole > BLOCKS)
    }

    /// A stride is not an extent: said of the shape with the most axes whose
    /// strides differ from its extents.
    fn note(&self) -> Option<Text> {
        let words = &self.labels.shapes;
        let differing = |place: usize| -> Vec<usize> {
            let shape = &self.shapes[place];
            (0..shape.shape.len())
                .filter(|&axis| shape.shape[axis] != shape.strides[axis])
                .collect()
        };
        let place = (0..self.shapes.len())
            .rev()
            .max_by_key(|&place| (differing(place).len() > 1, self.shapes[place].shape.len()))?;
        let axes = differing(place);
        let record = self.record(place);
        let shape = &self.shapes[place];
        let extent = |axis: usize| {
            Text::from(integer(path_to![record, ".shape[", axis, "]"], shape.shape[axis]))
        };
        let stride = |axis: usize| {
            Text::from(integer(path_to![record, ".strides[", axis, "]"], shape.strides[axis]))
        };
        let label = Text::from(self.label(place));
        match axes[..] {
            [] => None,
            [only] => Some(words.extent_note_one.fill(&[
                ("label", &label),
                ("first", &self.axis_in_full(place, only)),
                ("extent", &extent(only)),
                ("stride", &stride(only)),
            ])),
            [first, second, ..] => Some(words.extent_note.fill(&[
                ("label", &label),
                ("first", &self.axis_in_full(place, first)),
                ("extent", &extent(first)),
                ("stride", &stride(first)),
                ("second", &self.axis_in_full(place, second)),
                ("extent_two", &extent(second)),
                ("stride_two", &stride(second)),
            ])),
        }
    }

    fn result(&self) -> Text {
        let words = &self.labels.shapes;
        let items = joined(self.shapes.len(), "; ", |text, place| {
            words
                .result_item
                .fill_into(text, &[("label", &self.label(place)), ("shape", &self.extents(place))]);
        });
        let number = lexeme(self.shapes.len());
        words
            .result
            .of(&number)
            .fill(&[("count", &count("count(SHAPE)", self.shapes.len())), ("items", &items)])
    }

    /// Every number of the figure in reading order.
    fn description(&self) -> Text {
        let words = &self.labels.shapes;
        let number = count("count(SHAPE)", self.shapes.len());
        let describe = if self.breaks() { &words.describe_broken } else { &words.describe };
        let mut text = describe.of(&lexeme(self.shapes.len())).fill(&[("count", &number)]);
        for place in 0..self.shapes.len() {
            self.describe(place, &mut text);
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
            ],
        );
    }
}
