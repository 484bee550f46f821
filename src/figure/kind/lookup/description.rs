//! The figure in words: the one-sentence result, and every fact in reading
//! order, so that who can't see the figure can draw it.

use super::View;
use super::values::{drawn_slices, left_out, one_of};
use crate::figure::kind::facts::{count, integer, item, joined, lexeme, lines, listed, path_to};
use crate::figure::labels::{Counted, Label};
use crate::figure::text::{Put, Span, Text, Words};
use crate::trace::{Refusal, Slice, Value};

/// What the figure shows, in one sentence.
pub(super) fn result(view: &View<'_>) -> Text {
    let words = &view.labels.lookup;
    let mut text = if view.indices().is_some() {
        words.result.fill(&[
            ("coordinate", &view.coordinate),
            ("offset", &view.offset()),
            ("value", &view.value()),
        ])
    } else {
        words.result_still.fill(&[("shape", &view.shape()), ("strides", &view.strides())])
    };
    for place in 0..view.lookup.bounds.len() {
        words.and_rejected.fill_into(&mut text, &[]);
        words.result_rejected.fill_into(&mut text, &[("coordinate", &view.refused[place])]);
    }
    text
}

/// Every number of the figure in reading order.
pub(super) fn description(view: &View<'_>) -> Text {
    let mut text = Text::with_capacity(512, 16 * 1024);
    subject(view, &mut text);
    axes(view, &mut text);
    slices(view, &mut text);
    selection(view, &mut text);
    arithmetic(view, &mut text);
    buffer(view, &mut text);
    for place in 0..view.lookup.bounds.len() {
        refusal(view, place, &mut text);
    }
    text
}

fn subject(view: &View<'_>, text: &mut Text) {
    let words = &view.labels.lookup;
    let tensor = &view.lookup.tensor;
    let label = match (view.rank(), tensor.length) {
        (_, length) if tensor.layout.is_some() => words.describe_view.of(&lexeme(length)),
        (0, _) => &words.describe_scalar,
        (_, 0) => &words.describe_empty,
        (_, length) => words.describe_tensor.of(&lexeme(length)),
    };
    label.fill_into(
        text,
        &[
            ("shape", &view.shape()),
            ("strides", &view.strides()),
            ("base", &integer("TENSOR.base", tensor.base)),
            ("count", &count("TENSOR.length", tensor.length)),
            ("dtype", &view.dtype()),
        ],
    );
}

/// Which axis is what in the grids, with the author's names.
fn axes(view: &View<'_>, text: &mut Text) {
    let words = &view.labels.lookup;
    let rank = view.rank();
    let label = match rank {
        0 => return,
        1 if view.lookup.tensor.axes.is_none() => return,
        1 => return words.describe_axis.fill_into(text, &[("axis", &view.axis_in_full(0))]),
        2 => &words.describe_rows_by,
        3 => &words.describe_slices_by,
        _ => &words.describe_blocks_by,
    };
    let outer = listed(view.labels, rank - 2, |text, axis| text.push(view.axis_in_full(axis)));
    let (down, across) = (view.axis_in_full(rank - 2), view.axis_in_full(rank - 1));
    label.fill_into(text, &[("outer", &outer), ("down", &down), ("across", &across)]);
}

/// Values with their paths, as a list that can be read aloud.
fn values(path: &str, values: &[Value]) -> impl Words {
    joined(values.len(), ", ", move |text, place| {
        text.push(Span::fact(item(path, place), values[place].as_str()));
    })
}

fn slices(view: &View<'_>, text: &mut Text) {
    let words = &view.labels.lookup;
    let drawn = drawn_slices(view);
    if let Some(whole) = one_of(view, &drawn) {
        let label =
            if view.rank() == 3 { &words.describe_one_slice } else { &words.describe_one_block };
        label.fill_into(text, &[("count", &whole)]);
    }
    if let Some(&place) = drawn.first() {
        shown(view, place, text);
    }
    for place in drawn {
        let slice = &view.lookup.slices[place];
        if slice.cells.iter().any(|cells| !cells.is_empty()) {
            cells(view, place, slice, text);
        }
    }
}

/// Which rows and columns the grids show, and which they leave out.
fn shown(view: &View<'_>, place: usize, text: &mut Text) {
    let words = &view.labels.lookup;
    let slice = &view.lookup.slices[place];
    if slice.cells.iter().all(Vec::is_empty) {
        return;
    }
    let sides = [
        (&slice.rows, "rows", 2, &words.describe_rows_shown, &words.describe_rows_gap),
        (&slice.columns, "columns", 1, &words.describe_columns_shown, &words.describe_columns_gap),
    ];
    for (positions, key, from_right, label, gap) in sides {
        let Some(positions) = positions else {
            continue;
        };
        let path = path_to![view.slice_record(place), ".", key];
        let axis = view.rank() - from_right;
        let extent = count(path_to!["TENSOR.shape[", axis, "]"], view.lookup.tensor.shape[axis]);
        let (shown, gaps) = (numbers(view, &path, positions), gaps(view, gap, &path, positions));
        label.fill_into(text, &[("extent", &extent), ("shown", &shown), ("gaps", &gaps)]);
    }
}

/// The positions that a list keeps: `0, 784, 785, 786 and 999`.
fn numbers(view: &View<'_>, path: &str, positions: &[usize]) -> impl Words {
    listed(view.labels, positions.len(), move |text, place| {
        text.push(integer(item(path, place), positions[place]));
    })
}

/// The ranges that a list leaves out, each with how many it holds.
fn gaps(view: &View<'_>, label: &Counted, path: &str, positions: &[usize]) -> impl Words {
    let is_gap = |place: &usize| positions[*place] - positions[*place - 1] > 1;
    let after: Vec<usize> = (1..positions.len()).filter(is_gap).collect();
    listed(view.labels, after.len(), move |text, gap| {
        let place = after[gap];
        let (number, counted) = left_out(path, positions, place);
        let from = path_to!["next(", path, "[", place - 1, "])"];
        let to = path_to!["previous(", path, "[", place, "])"];
        label.of(&lexeme(number)).fill_into(
            text,
            &[
                ("from", &integer(from, positions[place - 1] + 1)),
                ("to", &integer(to, positions[place] - 1)),
                ("count", &counted),
            ],
        );
    })
}

/// The values of one grid, row by row.
fn cells(view: &View<'_>, place: usize, slice: &Slice, text: &mut Text) {
    let words = &view.labels.lookup;
    let record = view.slice_record(place);
    let label = match view.rank() {
        0 => Some(&words.describe_cell),
        1 => Some(&words.describe_positions),
        _ => None,
    };
    if let Some(label) = label {
        let path = path_to![record, ".row0"];
        return label.fill_into(text, &[("values", &values(&path, &slice.cells[0]))]);
    }
    let rows = joined(slice.cells.len(), "; ", |text, place| {
        let number = match &slice.rows {
            Some(rows) => integer(path_to![record, ".rows[", place, "]"], rows[place]),
            None => integer(path_to!["index(", record, ".row", place, ")"], place),
        };
        let path = path_to![record, ".row", place];
        let values = values(&path, &slice.cells[place]);
        words.describe_row.fill_into(text, &[("row", &number), ("values", &values)]);
    });
    let outer = |axis: usize| integer(path_to![record, ".axis", axis], slice.outer[axis]);
    match slice.outer.len() {
        0 => words.describe_rows.fill_into(text, &[("rows", &rows)]),
        1 => words.describe_slice.fill_into(text, &[("slice", &outer(0)), ("rows", &rows)]),
        count => {
            let block = listed(view.labels, count, |text, axis| {
                view.push_axis_equals(text, axis, &outer(axis));
            });
            words.describe_block.fill_into(text, &[("block", &block), ("rows", &rows)]);
        }
    }
}

/// Where the coordinate lies.
fn selection(view: &View<'_>, text: &mut Text) {
    let words = &view.labels.lookup;
    let Some(indices) = view.indices() else {
        return;
    };
    let rank = indices.len();
    let label: &Label = match rank {
        0 => &words.describe_selects_cell,
        1 => &words.describe_selects_position,
        2 => &words.describe_selects_row,
        3 => &words.describe_selects_slice,
        _ => &words.describe_selects_block,
    };
    let at = |from_right: usize| match rank.checked_sub(from_right) {
        Some(axis) => Text::from(view.index(axis)),
        None => Text::default(),
    };
    let block = listed(view.labels, rank.saturating_sub(2), |text, axis| {
        view.push_axis_equals(text, axis, &view.index(axis));
    });
    label.fill_into(
        text,
        &[
            ("coordinate", &view.coordinate),
            ("block", &block),
            ("slice", &at(3)),
            ("row", &at(2)),
            ("position", &at(1)),
        ],
    );
    if let Some(label) = view.lookup.coordinate.as_ref().and_then(|at| at.label.as_ref()) {
        let label = Span::fact("COORDINATE.label", label.as_str());
        words.describe_label.fill_into(text, &[("label", &label)]);
    }
}

fn arithmetic(view: &View<'_>, text: &mut Text) {
    let words = &view.labels.lookup;
    if view.indices().is_none() {
        return;
    }
    let offset = view.offset();
    let terms = listed(view.labels, view.rank(), |text, place| {
        let term = &view.lookup.terms[place];
        let path = super::arithmetic::record_path(view, place);
        let fact = |key: &str, value: usize| integer(path_to![path, ".", key], value);
        words.describe_term.fill_into(
            text,
            &[
                ("axis", &view.whole[term.axis]),
                ("index", &fact("index", term.index)),
                ("stride", &fact("stride", term.stride)),
                ("contribution", &fact("contribution", term.contribution)),
            ],
        );
    });
    let Some(moves) = super::storage::moves(view) else {
        return words.describe_no_terms.fill_into(text, &[("offset", &offset)]);
    };
    let base = view.lookup.tensor.base;
    let forms = if base > 0 { &words.describe_terms_base } else { &words.describe_terms };
    forms.of(&lexeme(view.rank())).fill_into(
        text,
        &[("terms", &terms), ("offset", &offset), ("base", &integer("TENSOR.base", base))],
    );
    let start = integer("TENSOR.base", base);
    words.describe_walk.fill_into(text, &[("start", &start), ("moves", &moves)]);
    lines(view.labels, &view.numbered, text);
}

fn buffer(view: &View<'_>, text: &mut Text) {
    let words = &view.labels.lookup;
    let buffer = &view.lookup.buffer;
    let listed = values("BUFFER.values", &buffer.values);
    match (&buffer.offsets, buffer.values.len()) {
        (_, 0) => {
            let count = count("len(BUFFER.values)", 0);
            words.describe_buffer_empty.fill_into(text, &[("count", &count)]);
        }
        (Some(offsets), _) => {
            let gaps = gaps(view, &words.describe_buffer_gap, "BUFFER.offsets", offsets);
            let offsets = numbers(view, "BUFFER.offsets", offsets);
            words
                .describe_buffer_listed
                .fill_into(text, &[("offsets", &offsets), ("values", &listed), ("gaps", &gaps)]);
        }
        (None, length) => {
            let end = |place: usize| {
                Text::from(integer(path_to!["index(BUFFER.values[", place, "])"], place))
            };
            words.describe_buffer.of(&lexeme(length)).fill_into(
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

fn refusal(view: &View<'_>, place: usize, text: &mut Text) {
    let words = &view.labels.lookup;
    let record = view.bounds_record(place);
    let bounds = &view.lookup.bounds[place];
    let refused = &view.refused[place];
    let fact = |key: &str, value: usize| Text::from(integer(path_to![record, ".", key], value));
    let record = &record;
    let passed = |before: usize| {
        Put(move |text: &mut Text| {
            let checks = joined(before, ", ", |text, axis| {
                let index = path_to![record, ".coordinate[", axis, "]"];
                let size = path_to!["TENSOR.shape[", axis, "]"];
                words.describe_pass.fill_into(
                    text,
                    &[
                        ("axis", &view.axis_in_full(axis)),
                        ("index", &integer(index, bounds.coordinate[axis])),
                        ("size", &integer(size, view.lookup.tensor.shape[axis])),
                    ],
                );
            });
            if before > 0 {
                words.describe_passes.fill_into(text, &[("checks", &checks)]);
            }
        })
    };
    let first_skipped = match bounds.refusal {
        Refusal::OutOfBounds { axis, index, size } => {
            words.describe_bounds.fill_into(
                text,
                &[
                    ("coordinate", refused),
                    ("passes", &passed(axis)),
                    ("axis", &view.axis_in_full(axis)),
                    ("index", &fact("index", index)),
                    ("size", &fact("size", size)),
                ],
            );
            if let Some(&index) = view.indices().and_then(|indices| indices.get(axis)) {
                let index = integer(path_to!["COORDINATE.indices[", axis, "]"], index);
                words.describe_used.fill_into(
                    text,
                    &[
                        ("index", &index),
                        ("axis", &view.axis_in_full(axis)),
                        ("coordinate", &view.coordinate),
                    ],
                );
            }
            axis + 1
        }
        Refusal::RankMismatch { expected, actual } => {
            words.describe_rank.of(&lexeme(actual)).fill_into(
                text,
                &[
                    ("coordinate", refused),
                    ("expected", &fact("expected", expected)),
                    ("actual", &fact("actual", actual)),
                ],
            );
            0
        }
        Refusal::OffsetOverflow { axis } => {
            words.describe_overflow.fill_into(
                text,
                &[
                    ("coordinate", refused),
                    ("passes", &passed(axis)),
                    ("axis", &view.axis_in_full(axis)),
                ],
            );
            axis + 1
        }
    };
    let skipped = first_skipped..view.rank();
    if !skipped.is_empty() {
        let forms = words.describe_skipped.of(&lexeme(skipped.len()));
        let axes = listed(view.labels, skipped.len(), |text, place| {
            text.push(view.axis_in_full(first_skipped + place));
        });
        forms.fill_into(text, &[("axes", &axes)]);
    }
    words.describe_nothing_read.fill_into(text, &[]);
    if let Some(unchecked) = super::refusals::unchecked(view, place) {
        text.push_literal(" ");
        text.push(unchecked);
    }
}
