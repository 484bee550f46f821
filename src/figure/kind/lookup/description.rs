//! The figure in words: the one-sentence result, and every fact in reading order.

use super::View;
use crate::figure::kind::facts::{count, integer, item, joined, lexeme, path_to};
use crate::figure::text::{Span, Text};
use crate::trace::{Refusal, Value};

/// What the figure shows, in one sentence.
pub(super) fn result(view: &View<'_>) -> Text {
    let words = &view.labels.lookup;
    let mut text = if view.indices().is_some() {
        words.result.fill(&[
            ("coordinate", &view.coordinate()),
            ("offset", &view.offset()),
            ("value", &view.value()),
        ])
    } else {
        words.result_still.fill(&[("shape", &view.shape()), ("strides", &view.strides())])
    };
    for place in 0..view.lookup.bounds.len() {
        words.and_rejected.fill_into(&mut text, &[]);
        words.result_rejected.fill_into(&mut text, &[("coordinate", &view.refused(place))]);
    }
    text
}

/// Every number of the figure in reading order.
pub(super) fn description(view: &View<'_>) -> Text {
    let mut text = Text::with_capacity(256, 8 * 1024);
    text.push(subject(view));
    slices(view, &mut text);
    arithmetic(view, &mut text);
    buffer(view, &mut text);
    for place in 0..view.lookup.bounds.len() {
        text.push(refusal(view, place));
    }
    text
}

fn subject(view: &View<'_>) -> Text {
    let words = &view.labels.lookup;
    let tensor = &view.lookup.tensor;
    let label = match (view.rank(), tensor.length) {
        (0, _) => &words.describe_scalar,
        (_, 0) => &words.describe_empty,
        (_, length) => words.describe_tensor.of(&lexeme(length)),
    };
    label.fill(&[
        ("shape", &view.shape()),
        ("strides", &view.strides()),
        ("count", &count("TENSOR.length", tensor.length)),
        ("dtype", &view.dtype()),
    ])
}

/// Values with their paths, as a list that can be read aloud.
fn values(path: &str, values: &[Value]) -> Text {
    let fact = |(place, value): (usize, &Value)| Span::fact(item(path, place), value.as_str());
    joined(values.iter().enumerate().map(fact), ", ")
}

fn slices(view: &View<'_>, text: &mut Text) {
    let words = &view.labels.lookup;
    for (place, slice) in view.lookup.slices.iter().enumerate() {
        let record = view.slice_record(place);
        if slice.cells.iter().all(Vec::is_empty) {
            continue;
        }
        let rows = joined(
            slice.cells.iter().enumerate().map(|(row, cells)| {
                let number = match &slice.rows {
                    Some(rows) => integer(path_to![record, ".rows[", row, "]"], rows[row]),
                    None => integer(path_to!["index(", record, ".row", row, ")"], row),
                };
                let listed = values(&path_to![record, ".row", row], cells);
                if view.rank() < 2 {
                    return listed;
                }
                words.describe_row.fill(&[("row", &number), ("values", &listed)])
            }),
            "; ",
        );
        let outer = |axis: usize| integer(path_to![record, ".axis", axis], slice.outer[axis]);
        text.push(match slice.outer.len() {
            0 => words.describe_rows.fill(&[("rows", &rows)]),
            1 => words.describe_slice.fill(&[("slice", &outer(0)), ("rows", &rows)]),
            count => {
                let block = joined((0..count).map(|axis| Text::from(outer(axis))), ", ");
                words.describe_block.fill(&[("block", &block), ("rows", &rows)])
            }
        });
    }
}

fn arithmetic(view: &View<'_>, text: &mut Text) {
    let words = &view.labels.lookup;
    if view.indices().is_none() {
        return;
    }
    words.describe_coordinate.fill_into(text, &[("coordinate", &view.coordinate())]);
    for (place, term) in view.lookup.terms.iter().enumerate() {
        let path = super::arithmetic::record_path(view, place);
        let fact = |key: &str, value: usize| Text::from(integer(path_to![path, ".", key], value));
        words.describe_term.fill_into(
            text,
            &[
                ("axis", &view.axis(term.axis)),
                ("index", &fact("index", term.index)),
                ("stride", &fact("stride", term.stride)),
                ("contribution", &fact("contribution", term.contribution)),
            ],
        );
    }
    words.describe_sum.fill_into(text, &[("offset", &view.offset())]);
}

fn buffer(view: &View<'_>, text: &mut Text) {
    let words = &view.labels.lookup;
    let buffer = &view.lookup.buffer;
    let listed = values("BUFFER.values", &buffer.values);
    match (&buffer.offsets, buffer.values.len()) {
        (_, 0) => {}
        (Some(offsets), _) => {
            let offsets = View::commas(offsets.iter().enumerate().map(|(place, &offset)| {
                Text::from(integer(path_to!["BUFFER.offsets[", place, "]"], offset))
            }));
            words
                .describe_buffer_listed
                .fill_into(text, &[("values", &listed), ("offsets", &offsets)]);
        }
        (None, length) => {
            let end = |place: usize| {
                Text::from(integer(path_to!["index(BUFFER.values[", place, "])"], place))
            };
            words.describe_buffer.fill_into(
                text,
                &[("values", &listed), ("from", &end(0)), ("to", &end(length - 1))],
            );
        }
    }
    if view.indices().is_some() {
        words
            .describe_selected
            .fill_into(text, &[("offset", &view.offset()), ("value", &view.value())]);
    }
}

fn refusal(view: &View<'_>, place: usize) -> Text {
    let words = &view.labels.lookup;
    let record = view.bounds_record(place);
    let refused = view.refused(place);
    let fact = |key: &str, value: usize| Text::from(integer(path_to![record, ".", key], value));
    match view.lookup.bounds[place].refusal {
        Refusal::OutOfBounds { axis, index, size } => words.describe_bounds.fill(&[
            ("coordinate", &refused),
            ("axis", &view.axis(axis)),
            ("index", &fact("index", index)),
            ("size", &fact("size", size)),
        ]),
        Refusal::RankMismatch { expected, actual } => words.describe_rank.fill(&[
            ("coordinate", &refused),
            ("expected", &fact("expected", expected)),
            ("actual", &fact("actual", actual)),
        ]),
        Refusal::OffsetOverflow { axis } => {
            words.describe_overflow.fill(&[("coordinate", &refused), ("axis", &view.axis(axis))])
        }
    }
}
