//! Seven shapes, one rule: the figure of `shapes-v1`.

mod blocks;
mod description;

use super::facts::{
    axis_in_full, axis_label, axis_name, count, integer, joined, lexeme, list, path_to, title,
    toolbar,
};
use crate::figure::labels::{Label, Labels};
use crate::figure::panel::cards::{Card, CardAxis, Cards, DRAWN};
use crate::figure::text::{Span, Text, Tone, Words};
use crate::figure::{Figure, Frame, Panel, Section};
use crate::layout::slices;
use crate::trace::{Shape, Shapes};
use compact_str::CompactString;

/// The panels of a set of shapes: shapes that belong together.
#[must_use]
pub fn figure(records: &Shapes, frame: &Frame, labels: &Labels) -> Figure {
    let view = View { shapes: &records.shapes, labels };
    let words = &labels.shapes;
    let sections: Vec<Section> =
        view.groups().iter().map(|(kin, group)| view.section(kin, group)).collect();
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

/// What shapes have in common that stand in one panel, so that no two panels
/// would have one heading.
#[derive(PartialEq)]
enum Kin<'a> {
    /// No elements.
    Empty,
    /// The same shape.
    Twins(&'a [usize]),
    /// The same number of axes, all stacks alike.
    Rank(usize),
}

/// From this rank on shapes are stacks of blocks.
const STACK: usize = 3;

/// The axes of a block that are too long to be drawn whole.
fn long_axes(shape: &[usize]) -> Vec<usize> {
    (slices::outer(shape).len()..shape.len()).filter(|&axis| shape[axis] > DRAWN).collect()
}

/// The path of how many shapes a group has.
fn counted(group: &[usize]) -> CompactString {
    let runs = group.chunk_by(|&a, &b| a + 1 == b);
    let mut paths: Vec<CompactString> =
        runs.map(|run| path_to!["count(SHAPE[", run[0], "..", run[0] + run.len(), "])"]).collect();
    match &mut paths[..] {
        [only] => std::mem::take(only),
        paths => path_to!["sum(", paths.join(","), ")"],
    }
}

struct View<'a> {
    shapes: &'a [Shape],
    labels: &'a Labels,
}

impl View<'_> {
    fn meta(&self) -> Vec<Text> {
        let words = &self.labels.shapes;
        let is_long = |shape: &Shape| !long_axes(&shape.shape).is_empty();
        let mut meta = Vec::new();
        if self.is_whole() {
            meta.extend([&words.one_square, &words.one_scale]);
        } else {
            meta.push(&words.square_is_value);
            if self.shapes.iter().any(is_long) {
                meta.extend([&words.long_sides_broken, &words.not_to_scale]);
            }
            if self.shapes.iter().any(|shape| blocks::of(&shape.shape).elided.is_some()) {
                meta.push(&words.some_blocks_elided);
            }
        }
        meta.push(&self.labels.common.row_major);
        meta.into_iter().map(Label::text).collect()
    }

    /// Whether every value has its square.
    fn is_whole(&self) -> bool {
        self.shapes.iter().all(|shape| {
            long_axes(&shape.shape).is_empty() && blocks::of(&shape.shape).elided.is_none()
        })
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

    fn kin(&self, place: usize) -> Kin<'_> {
        let shape = &self.shapes[place];
        let twins = self.shapes.iter().filter(|other| other.shape == shape.shape).count() > 1;
        match shape.shape.len() {
            _ if shape.length == 0 => Kin::Empty,
            1.. if twins => Kin::Twins(&shape.shape),
            rank => Kin::Rank(rank.min(STACK)),
        }
    }

    /// The shapes by what they have in common, in the order of the first of each.
    fn groups(&self) -> Vec<(Kin<'_>, Vec<usize>)> {
        let mut groups: Vec<(Kin<'_>, Vec<usize>)> = Vec::new();
        for place in 0..self.shapes.len() {
            let kin = self.kin(place);
            match groups.iter_mut().find(|(of, _)| *of == kin) {
                Some((_, group)) => group.push(place),
                None => groups.push((kin, vec![place])),
            }
        }
        groups
    }

    fn section(&self, kin: &Kin<'_>, group: &[usize]) -> Section {
        let words = &self.labels.shapes;
        let first = group[0];
        let number = lexeme(group.len());
        let (heading, pass) = match kin {
            Kin::Empty => {
                let still = group.iter().any(|&place| self.shapes[place].strides.contains(&0));
                let heading = if still { &words.heading_empty_still } else { &words.heading_empty };
                (heading.text(), words.pass_empty.text())
            }
            Kin::Twins(_) => {
                let shape = self.extents(first);
                let heading = words.heading_same.fill(&[
                    ("count", &count(counted(group), group.len())),
                    ("shape", &shape),
                    ("strides", &self.strides(first)),
                ]);
                (heading, words.pass_same.fill(&[("shape", &shape)]))
            }
            Kin::Rank(rank) => {
                let (heading, pass) = match rank {
                    0 => (&words.heading_scalar, &words.pass_scalar),
                    1 => (&words.heading_vector, &words.pass_vector),
                    2 => (&words.heading_matrix, &words.pass_matrix),
                    _ => (&words.heading_stack, &words.pass_stack),
                };
                (heading.of(&number).text(), pass.of(&number).text())
            }
        };
        Section {
            say: words.say.fill(&[("heading", &heading)]),
            brief: heading.clone(),
            heading,
            aside: None,
            pass,
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
        let (blocks, elided) = self.blocks(place);
        let mut product = Text::default();
        if shape.shape.len() > 1 {
            product = extents.text().then(Span::literal(" = "));
        }
        let length = lexeme(shape.length);
        let elements = self.labels.shapes.elements.of(&length);
        Card {
            label: self.label(place).bold(),
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
            elided,
            product: product.mono(),
            length: count(path_to![record, ".length"], shape.length).mono().bold(),
            elements: elements.fill(&[]),
        }
    }

    /// A stride is not an extent: said of the shape with the most axes whose
    /// strides differ from its extents, and best from one another.
    fn note(&self) -> Option<Text> {
        let words = &self.labels.shapes;
        let differing = |place: usize| -> Vec<usize> {
            let shape = &self.shapes[place];
            (0..shape.shape.len())
                .filter(|&axis| shape.shape[axis] != shape.strides[axis])
                .collect()
        };
        let place = (0..self.shapes.len()).rev().max_by_key(|&place| {
            let (axes, shape) = (differing(place), &self.shapes[place]);
            let two = axes.len() > 1;
            let apart = two && shape.strides[axes[0]] != shape.strides[axes[1]];
            (two, apart, shape.shape.len())
        })?;
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
}
