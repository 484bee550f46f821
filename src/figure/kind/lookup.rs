//! One coordinate, one offset, one value: the figure of `lookup-v1`.

mod arithmetic;
mod description;
mod refusals;
mod storage;
mod values;

use super::facts::{
    axis_in_full, axis_label, axis_name, coordinate, count, integer, joined, list, path_to, title,
    toolbar,
};
use crate::figure::labels::Labels;
use crate::figure::text::{Span, Text, Tone, Words};
use crate::figure::{Figure, Frame, Section};
use crate::trace::Lookup;
use compact_str::CompactString;

/// The panels of a lookup: values, arithmetic, buffer, refusals.
#[must_use]
pub fn figure(lookup: &Lookup, frame: &Frame, labels: &Labels) -> Figure {
    let names = lookup.tensor.axes.as_ref();
    let axes = (0..lookup.tensor.shape.len())
        .map(|axis| axis_label(labels, names, "TENSOR", axis))
        .collect();
    let whole = (0..lookup.tensor.shape.len())
        .map(|axis| axis_name(labels, names, "TENSOR", axis))
        .collect();
    let numbered = (0..lookup.tensor.shape.len())
        .map(|axis| axis_name(labels, None, "TENSOR", axis))
        .collect();
    let slices = (0..lookup.slices.len()).map(|place| slice_record(lookup, place)).collect();
    let indices = lookup.coordinate.as_ref().map(|record| &record.indices);
    let coordinate = indices.map(|indices| coordinate("COORDINATE.indices", indices));
    let refused = (0..lookup.bounds.len()).map(|place| refused(lookup, place)).collect();
    let coordinate = coordinate.unwrap_or_default();
    let view = View { lookup, labels, axes, whole, numbered, slices, coordinate, refused };
    let mut sections = vec![values::section(&view)];
    sections.extend(arithmetic::section(&view));
    sections.push(storage::section(&view));
    sections.extend(refusals::section(&view));
    let general = match &lookup.coordinate {
        Some(_) => &labels.lookup.title,
        None => &labels.lookup.title_still,
    };
    Figure {
        plate: frame.plate.clone(),
        language: labels.language.clone(),
        title: title(frame, general),
        meta: view.meta(),
        toolbar: toolbar(labels, sections.len()),
        sections,
        note: None,
        caption: frame.caption.clone(),
        result: description::result(&view),
        description: description::description(&view),
    }
}

/// The records and the words, with the facts that several panels tell.
struct View<'a> {
    lookup: &'a Lookup,
    labels: &'a Labels,
    /// The name of each axis as panels show it: the author's, or its number.
    axes: Vec<Text>,
    /// The whole name of each axis, for sentences.
    whole: Vec<Text>,
    /// The number of each axis: `axis 0`.
    numbered: Vec<Text>,
    /// The path of each SLICE record.
    slices: Vec<CompactString>,
    /// The coordinate; empty if there is none.
    coordinate: Text,
    /// The coordinate that each BOUNDS record refused.
    refused: Vec<Text>,
}

impl View<'_> {
    fn rank(&self) -> usize {
        self.lookup.tensor.shape.len()
    }

    fn indices(&self) -> Option<&[usize]> {
        self.lookup.coordinate.as_ref().map(|coordinate| coordinate.indices.as_slice())
    }

    fn shape(&self) -> Text {
        list("TENSOR.shape", &self.lookup.tensor.shape)
    }

    fn strides(&self) -> Text {
        list("TENSOR.strides", &self.lookup.tensor.strides)
    }

    fn dtype(&self) -> Span {
        Span::fact("TENSOR.dtype", self.lookup.tensor.dtype.name())
    }

    fn bounds_record(&self, place: usize) -> CompactString {
        bounds_record(self.lookup, place)
    }

    /// The name of an axis as panels show it.
    fn axis(&self, axis: usize) -> &Text {
        &self.axes[axis]
    }

    /// `axis 0`, with the author's name for it if there is one.
    fn axis_in_full(&self, axis: usize) -> impl Words {
        let name = self.lookup.tensor.axes.as_ref().map(|_| &self.whole[axis]);
        axis_in_full(self.labels, &self.numbered[axis], name)
    }

    /// `axis 0 = 1`, or the author's name for the axis in its place.
    fn axis_equals(&self, axis: usize, index: &Span) -> Text {
        let label = &self.labels.common.named_axis_equals;
        label.fill(&[("axis", &self.axes[axis]), ("index", index)]).mono()
    }

    /// The same behind a text, in its face.
    fn push_axis_equals(&self, text: &mut Text, axis: usize, index: &Span) {
        let label = &self.labels.common.named_axis_equals;
        label.fill_into(text, &[("axis", &self.whole[axis]), ("index", index)]);
    }

    /// `axis 0 = 1, axis 1 = 0`: the coordinate on the first axes.
    fn steps(&self, axes: usize) -> impl Words {
        joined(axes, ", ", |text, axis| self.push_axis_equals(text, axis, &self.index(axis)))
    }

    /// The coordinate's index on an axis.
    fn index(&self, axis: usize) -> Span {
        let index = self.indices().map_or(0, |indices| indices[axis]);
        integer(path_to!["COORDINATE.indices[", axis, "]"], index)
    }

    fn offset(&self) -> Span {
        let offset = self.lookup.offset.as_ref().map_or(0, |record| record.offset);
        integer("OFFSET.offset", offset)
    }

    fn value(&self) -> Span {
        let value = self.lookup.offset.as_ref().map_or("", |record| record.value.as_str());
        Span::fact("OFFSET.value", value)
    }

    fn slice_record(&self, place: usize) -> &str {
        &self.slices[place]
    }

    /// Which slice the coordinate lies in.
    fn selected_slice(&self) -> Option<usize> {
        let indices = self.indices()?;
        self.lookup.slices.iter().position(|slice| indices.starts_with(&slice.outer))
    }

    fn meta(&self) -> Vec<Text> {
        let words = &self.labels.common;
        let tensor = &self.lookup.tensor;
        let mut meta = vec![
            words.shape.fill(&[("shape", &self.shape().tone(Tone::Ink))]),
            words.strides.fill(&[("strides", &self.strides().tone(Tone::Ink))]),
        ];
        if tensor.layout.is_some() {
            let base = Text::from(integer("TENSOR.base", tensor.base).mono().tone(Tone::Ink));
            meta.push(words.base.fill(&[("base", &base)]));
            meta.push(words.strided.text());
        } else {
            meta.push(words.row_major.text());
        }
        let length = super::facts::lexeme(tensor.length);
        meta.push(words.values_of.of(&length).fill(&[
            ("count", &count("TENSOR.length", tensor.length)),
            ("dtype", &self.dtype().mono().tone(Tone::Ink)),
        ]));
        if self.lookup.buffer.offsets.is_some() {
            meta.push(words.not_to_scale.text());
        }
        meta
    }

    fn section(
        heading: Text,
        brief: Text,
        aside: Option<Text>,
        pass: &crate::figure::labels::Label,
        say: Text,
        panel: crate::figure::Panel,
    ) -> Section {
        Section { heading, brief, aside, pass: pass.text(), say, panel }
    }
}

/// The path of a BOUNDS record.
fn bounds_record(lookup: &Lookup, place: usize) -> CompactString {
    if lookup.bounds.len() == 1 { "BOUNDS".into() } else { path_to!["BOUNDS[", place, "]"] }
}

/// The coordinate that a BOUNDS record refused.
fn refused(lookup: &Lookup, place: usize) -> Text {
    let indices = &lookup.bounds[place].coordinate;
    coordinate(&path_to![bounds_record(lookup, place), ".coordinate"], indices)
}

/// The path of a SLICE record: `SLICE[axis0=1]`.
fn slice_record(lookup: &Lookup, place: usize) -> CompactString {
    if lookup.slices.len() == 1 {
        return "SLICE".into();
    }
    let mut record = CompactString::from("SLICE");
    for (axis, &index) in lookup.slices[place].outer.iter().enumerate() {
        record.push_str(&path_to![if axis == 0 { "[axis" } else { ",axis" }, axis, "=", index]);
    }
    record.push(']');
    record
}
