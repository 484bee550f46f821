//! The buffer as a strip, with the walk of the contributions over it.

use super::View;
use super::values::{left_out, range, tally};
use crate::figure::kind::facts::{call, count, integer, item, listed, path_to};
use crate::figure::labels::Label;
use crate::figure::panel::strip::{Leg, Note, Run, Strip, StripCell, Walk};
use crate::figure::text::{Span, Text, Tone, Words};
use crate::figure::{Panel, Section};

/// The flat buffer.
pub(super) fn section(view: &View<'_>) -> Section {
    let words = &view.labels.walk;
    let buffer = &view.lookup.buffer;
    let walk = walk(view);
    let offset = Text::from(view.offset());
    let aside = match &buffer.offsets {
        Some(offsets) => Some(words.aside_elided.fill(&[
            ("drawn", &count("len(BUFFER.offsets)", offsets.len())),
            ("count", &count("TENSOR.length", view.lookup.tensor.length)),
        ])),
        None if buffer.values.is_empty() => None,
        None => Some(words.aside.text()),
    };
    let filled = |label: &Label| label.fill(&[("offset", &offset)]);
    let (heading, brief, pass, say) = match &walk {
        Some(walk) if walk.legs.is_empty() => {
            (filled(&words.heading_scalar), words.brief_scalar.text(), &words.pass_still, say(view))
        }
        Some(_) => (filled(&words.heading), filled(&words.brief), &words.pass, say(view)),
        None if buffer.values.is_empty() => {
            let length = count("len(BUFFER.values)", 0);
            let heading = words.heading_empty.fill(&[("count", &length)]);
            let say = heading.clone().then(Span::literal("."));
            (heading.clone(), heading, &words.pass_still, say)
        }
        None => {
            let strided = view.lookup.tensor.layout.is_some();
            let say = if strided { &words.say_strided } else { &words.say_still };
            let heading = words.heading_still.text();
            (heading.clone(), heading, &words.pass_still, say.text())
        }
    };
    let strip = Strip {
        name: words.buffer.text(),
        cells: cells(view),
        at_offset: words.at_offset.text(),
        selected_at_offset: words.selected_at_offset.text(),
        empty: buffer.values.is_empty().then(|| {
            let length = count("len(BUFFER.values)", 0);
            view.labels.common.no_values.fill(&[("count", &length)])
        }),
        walk,
        strides: view.lookup.tensor.strides.clone(),
        wrapped: wrapped(view),
        spans: spans(view),
        tallies: buffer
            .offsets
            .iter()
            .map(|offsets| {
                let whole = count("TENSOR.length", view.lookup.tensor.length);
                tally(view, &words.tally, "BUFFER.offsets", offsets, whole)
            })
            .collect(),
        note: view.indices().map(|_| note(view)),
    };
    View::section(heading, brief, aside, pass, say, Panel::Strip(strip))
}

fn cells(view: &View<'_>) -> Vec<StripCell> {
    let words = &view.labels.walk;
    let buffer = &view.lookup.buffer;
    let selected = view.lookup.offset.as_ref().map(|record| record.offset);
    let mut cells = Vec::with_capacity(buffer.values.len());
    for (place, value) in buffer.values.iter().enumerate() {
        let offset = buffer.offset(place);
        if let Some(offsets) = &buffer.offsets
            && place > 0
            && offset - offsets[place - 1] > 1
        {
            let (_, number) = left_out("BUFFER.offsets", offsets, place);
            cells.push(StripCell::Elided {
                range: range(&words.elided_range, "BUFFER.offsets", offsets, place),
                count: words.elided_count.fill(&[("count", &number)]),
            });
        }
        let listed = item("BUFFER.values", place);
        let index = match &buffer.offsets {
            Some(_) => item("BUFFER.offsets", place),
            None => call("index", &listed),
        };
        cells.push(StripCell::Value {
            offset,
            index: integer(index, offset),
            value: Span::fact(listed, value.as_str()),
            selected: selected == Some(offset),
        });
    }
    cells
}

/// The walk's offset after a number of terms.
fn running(view: &View<'_>, terms: usize) -> Span {
    let base = view.lookup.tensor.base;
    let sum = view.lookup.terms[..terms].iter().fold(base, |sum, term| sum + term.contribution);
    let path = if terms == 0 {
        "TENSOR.base".into()
    } else {
        path_to!["sum(TENSOR.base,TERM[0..", terms, "].contribution)"]
    };
    integer(path, sum)
}

fn walk(view: &View<'_>) -> Option<Walk> {
    view.indices()?;
    let words = &view.labels.walk;
    let base = view.lookup.tensor.base;
    let mut at = base;
    let count = view.lookup.terms.len();
    let legs = view
        .lookup
        .terms
        .iter()
        .enumerate()
        .map(|(place, record)| {
            let from = at;
            at += record.contribution;
            let path = super::arithmetic::record_path(view, place);
            let fact = |key: &str, value: usize| integer(path_to![path, ".", key], value);
            let label = if record.contribution == 0 {
                &words.stays_at
            } else if place + 1 == count {
                &words.lands_on
            } else {
                &words.moves_to
            };
            Leg {
                axis: record.axis,
                name: view.axis(record.axis).clone(),
                product: Text::from(fact("index", record.index))
                    .then(Span::literal(" × "))
                    .then(fact("stride", record.stride))
                    .then(Span::literal(" = +"))
                    .then(fact("contribution", record.contribution)),
                from,
                to: at,
                landing: label.fill(&[("offset", &running(view, place + 1))]),
            }
        })
        .collect();
    Some(Walk { from: base, start: words.start.fill(&[("offset", &running(view, 0))]), legs })
}

fn say(view: &View<'_>) -> Text {
    let words = &view.labels.walk;
    let (offset, value) = (view.offset(), view.value());
    match moves(view) {
        None => {
            let dtype = view.dtype();
            words.note.fill(&[("offset", &offset), ("value", &value), ("dtype", &dtype)])
        }
        Some(moves) => words.say.fill(&[
            ("start", &running(view, 0)),
            ("moves", &moves),
            ("offset", &offset),
            ("value", &value),
        ]),
    }
}

/// `axis 0 moves 6 to offset 6 and axis 1 stays at offset 6`; nothing for a
/// scalar, which takes no step.
pub(super) fn moves(view: &View<'_>) -> Option<impl Words> {
    let words = &view.labels.walk;
    let terms = &view.lookup.terms;
    let moves = listed(view.labels, terms.len(), |text, place| {
        let term = &terms[place];
        let label = if term.contribution == 0 { &words.say_stays } else { &words.say_moves };
        let path = path_to![super::arithmetic::record_path(view, place), ".contribution"];
        label.fill_into(
            text,
            &[
                ("axis", &view.whole[term.axis]),
                ("contribution", &integer(path, term.contribution)),
                ("offset", &running(view, place + 1)),
            ],
        );
    });
    (!terms.is_empty()).then_some(moves)
}

/// `12 per line: axis 0 is one line down`, for each axis that a line could be.
fn wrapped(view: &View<'_>) -> Vec<Text> {
    let words = &view.labels.walk;
    (0..view.rank())
        .map(|axis| {
            let stride = view.lookup.tensor.strides[axis];
            words.aside_wrapped.fill(&[
                ("line", &integer(path_to!["TENSOR.strides[", axis, "]"], stride)),
                ("axis", view.axis(axis)),
            ])
        })
        .collect()
}

/// The runs of cells under one index of each axis but the last, for a buffer
/// that is whole and row-major.
fn spans(view: &View<'_>) -> Vec<Vec<Run>> {
    let tensor = &view.lookup.tensor;
    let rank = view.rank();
    if view.lookup.buffer.offsets.is_some() || tensor.layout.is_some() || tensor.length == 0 {
        return Vec::new();
    }
    let words = &view.labels.walk;
    (0..rank.saturating_sub(1))
        .map(|axis| {
            let stride = tensor.strides[axis];
            (0..tensor.length / stride)
                .map(|run| {
                    let (from, to) = (run * stride, (run + 1) * stride - 1);
                    let ends = |label: &Label, name: &str, value: &Text| {
                        label.fill(&[
                            (name, value),
                            ("from", &integer(path_to!["index(BUFFER.values[", from, "])"], from)),
                            ("to", &integer(path_to!["index(BUFFER.values[", to, "])"], to)),
                        ])
                    };
                    let text = match (rank, axis) {
                        (2, _) => {
                            let row = integer(path_to!["index(SLICE.row", run, ")"], run);
                            ends(&words.row_span, "row", &row.into())
                        }
                        (3, 0) => {
                            let record = view.slice_record(run);
                            let slice = integer(path_to![record, ".axis0"], run);
                            ends(&words.slice_span, "slice", &slice.into())
                        }
                        _ => {
                            let index = run % tensor.shape[axis];
                            let number = axis_index(view, axis, run, index);
                            ends(&words.axis_span, "equals", &view.axis_equals(axis, &number))
                        }
                    };
                    Run { from, to, text: text.tone(Tone::Muted) }
                })
                .collect()
        })
        .collect()
}

/// The index of an axis in the run with this number, from the slice it lies in.
fn axis_index(view: &View<'_>, axis: usize, run: usize, index: usize) -> Span {
    let rank = view.rank();
    let tensor = &view.lookup.tensor;
    if axis + 2 == rank {
        // The axis of the rows: its number is the row's own.
        let per_slice = tensor.shape[axis];
        let record = view.slice_record(run / per_slice);
        return integer(path_to!["index(", record, ".row", index, ")"], index);
    }
    let cells = tensor.strides[axis];
    let per_slice = tensor.strides[rank - 3].max(1);
    let record = view.slice_record(run * cells / per_slice);
    integer(path_to![record, ".axis", axis], index)
}

fn note(view: &View<'_>) -> Note {
    let words = &view.labels.walk;
    let offset = Text::from(view.offset().mono().bold());
    let value = Text::from(view.value().mono().bold());
    let dtype = Text::from(view.dtype());
    let fill =
        |label: &Label| label.fill(&[("offset", &offset), ("value", &value), ("dtype", &dtype)]);
    Note {
        whole: fill(&words.note),
        position: fill(&words.note_position),
        value: fill(&words.note_value),
    }
}
