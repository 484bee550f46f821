//! The slices: the tensor's values by axis, the selected cell marked.

use super::View;
use crate::figure::kind::facts::{call, count, integer, item, joined, lexeme, path_to};
use crate::figure::labels::Label;
use crate::figure::panel::slices::{
    AxisName, Band, Callout, Caption, Cell, Column, Grid, Row, Slices,
};
use crate::figure::panel::tally::Tally;
use crate::figure::text::{Span, Text, Tone, Words};
use crate::figure::{Panel, Section};
use crate::layout::slices;
use crate::trace::Slice;

/// From this rank on only the block that holds the coordinate is drawn.
const ONE_BLOCK: usize = 5;

/// The values by axis.
pub(super) fn section(view: &View<'_>) -> Section {
    let words = &view.labels.slices;
    let rank = view.rank();
    let drawn = drawn_slices(view);
    let slices = Slices {
        bands: bands(view, &drawn),
        tallies: tallies(view, &drawn),
        selected: view.labels.common.selected.text(),
    };
    let brief = words.locate_brief.fill(&[("coordinate", &view.coordinate)]);
    let empty = view.lookup.tensor.length == 0;
    let (heading, brief, say) = match view.indices() {
        None => {
            let heading = if empty { &words.show_empty } else { &words.show }.text();
            let say = words.say_none.fill(&[("shape", &view.shape())]);
            (heading.clone(), heading, say)
        }
        Some([]) => {
            let steps = words.locate_scalar.text();
            let say = words.say.fill(&[("steps", &steps), ("value", &view.value())]);
            (words.locate_scalar.text(), words.locate_scalar.text(), say)
        }
        Some(indices) => {
            let steps = view.steps(rank);
            let say = words.say.fill(&[("steps", &steps), ("value", &view.value())]);
            (heading(view, indices), brief, say)
        }
    };
    let aside = one_of(view, &drawn).map(|whole| {
        let label = if rank == 3 { &words.slice_aside } else { &words.block_aside };
        label.fill(&[("count", &whole)])
    });
    View::section(heading, brief, aside, &words.pass, say, Panel::Slices(slices))
}

/// How many slices there are, where only one of them is drawn: their number, or
/// the extents that multiply to it where the trace leaves the others out too.
pub(super) fn one_of(view: &View<'_>, drawn: &[usize]) -> Option<Text> {
    let recorded = view.lookup.slices.len();
    if drawn.len() < recorded {
        return Some(count("count(SLICE)", recorded).into());
    }
    let outer = slices::outer(&view.lookup.tensor.shape);
    if drawn.len() != 1 || outer.iter().all(|&extent| extent == 1) {
        return None;
    }
    let extents = joined(outer.len(), " × ", |text, axis| {
        text.push(count(path_to!["TENSOR.shape[", axis, "]"], outer[axis]));
    });
    Some(extents.text())
}

fn heading(view: &View<'_>, indices: &[usize]) -> Text {
    let words = &view.labels.slices;
    let rank = indices.len();
    let label: &Label = match rank {
        1 => &words.locate_position,
        2 => &words.locate_row,
        3 => &words.locate_slice,
        _ => &words.locate_outer,
    };
    let at = |from_right: usize| match rank.checked_sub(from_right) {
        Some(axis) => Text::from(view.index(axis)),
        None => Text::default(),
    };
    label.fill(&[
        ("coordinate", &view.coordinate),
        ("block", &view.steps(rank.saturating_sub(2))),
        ("slice", &at(3)),
        ("row", &at(2)),
        ("position", &at(1)),
    ])
}

/// All slices up to rank 4; beyond that the one with the coordinate, or the first.
pub(super) fn drawn_slices(view: &View<'_>) -> Vec<usize> {
    if view.rank() < ONE_BLOCK {
        return (0..view.lookup.slices.len()).collect();
    }
    let one = view.selected_slice().unwrap_or(0);
    if view.lookup.slices.is_empty() { Vec::new() } else { vec![one] }
}

/// Rank 4 stacks a band for each index of axis 0.
fn bands(view: &View<'_>, drawn: &[usize]) -> Vec<Band> {
    let mut bands: Vec<Band> = Vec::new();
    let mut outermost = None;
    for &place in drawn {
        let slice = &view.lookup.slices[place];
        let first = (view.rank() == 4).then(|| slice.outer[0]);
        if bands.is_empty() || first != outermost {
            let caption = first.map(|index| {
                let number = integer(path_to![view.slice_record(place), ".axis0"], index);
                Caption {
                    text: view.axis_equals(0, &number),
                    aside: None,
                    axis: Some(0),
                    selected: view.indices().is_some_and(|indices| indices[0] == index),
                }
            });
            bands.push(Band { caption, grids: Vec::new() });
            outermost = first;
        }
        if let Some(band) = bands.last_mut() {
            band.grids.push(grid(view, place));
        }
    }
    if bands.is_empty() {
        bands.push(Band { caption: None, grids: vec![no_slice(view)] });
    }
    bands
}

/// A tensor whose outer extents leave no slice at all.
fn no_slice(view: &View<'_>) -> Grid {
    Grid {
        caption: None,
        down: None,
        across: None,
        columns: Vec::new(),
        rows: Vec::new(),
        empty: Some(empty(view)),
        callout: None,
    }
}

fn empty(view: &View<'_>) -> Text {
    let count = count("TENSOR.length", view.lookup.tensor.length);
    view.labels.common.no_values.fill(&[("count", &count)])
}

fn grid(view: &View<'_>, place: usize) -> Grid {
    let slice = &view.lookup.slices[place];
    let rank = view.rank();
    let selected = view.indices().filter(|indices| indices.starts_with(&slice.outer));
    let (row_count, column_count) = slices::rows_and_columns(&view.lookup.tensor.shape);
    let without_cells = row_count == 0 || column_count == 0;
    let axis_named = |from_right: usize| {
        let axis = rank.checked_sub(from_right)?;
        Some(AxisName { text: view.axis(axis).clone(), axis })
    };
    Grid {
        caption: caption(view, place, selected.is_some()),
        down: axis_named(2),
        across: axis_named(1),
        columns: if without_cells { Vec::new() } else { columns(view, place, selected) },
        rows: if row_count == 0 { Vec::new() } else { rows(view, place, selected) },
        empty: without_cells.then(|| empty(view)),
        callout: selected.and_then(|indices| callout(view, slice, indices)),
    }
}

fn caption(view: &View<'_>, place: usize, selected: bool) -> Option<Caption> {
    let slice = &view.lookup.slices[place];
    let record = view.slice_record(place);
    let number = |axis: usize| integer(path_to![record, ".axis", axis], slice.outer[axis]);
    match slice.outer.len() {
        0 => None,
        1 => Some(Caption {
            text: view.labels.slices.slice.fill(&[("slice", &number(0))]),
            aside: Some(view.axis_equals(0, &number(0))),
            axis: Some(0),
            selected,
        }),
        2 => {
            let text = view.axis_equals(1, &number(1));
            Some(Caption { text, aside: None, axis: Some(1), selected })
        }
        outer => {
            let text = joined(outer, ", ", |text, axis| {
                text.push(view.axis_equals(axis, &number(axis)).tone(Tone::axis(axis)));
            });
            let text = text.text().mono();
            let text = if selected { text.bold() } else { text };
            Some(Caption { text, aside: None, axis: None, selected })
        }
    }
}

/// Where a list leaves positions out, with the places on both sides.
fn breaks(positions: Option<&Vec<usize>>, place: usize) -> bool {
    positions.is_some_and(|positions| place > 0 && positions[place] - positions[place - 1] > 1)
}

fn columns(view: &View<'_>, place: usize, selected: Option<&[usize]>) -> Vec<Column> {
    let slice = &view.lookup.slices[place];
    let record = view.slice_record(place);
    let listed = slice.cells.first().map_or(0, Vec::len);
    if view.rank() == 0 {
        // The cell of a scalar lies in no column: no number stands over it.
        return vec![Column::Listed { index: Span::literal(""), selected: false }];
    }
    let first_row = path_to![record, ".row0"];
    let index_of = |column: usize| match &slice.columns {
        Some(columns) => integer(path_to![record, ".columns[", column, "]"], columns[column]),
        None => integer(call("index", &item(&first_row, column)), column),
    };
    let mut columns = Vec::with_capacity(listed);
    for column in 0..listed {
        if breaks(slice.columns.as_ref(), column) {
            columns.push(Column::Elided(range(
                &view.labels.slices.elided_columns,
                &path_to![record, ".columns"],
                slice.columns.as_deref().unwrap_or_default(),
                column,
            )));
        }
        let position = slice.columns.as_ref().map_or(column, |columns| columns[column]);
        columns.push(Column::Listed {
            index: index_of(column).mono(),
            selected: selected.is_some_and(|indices| indices.last() == Some(&position)),
        });
    }
    columns
}

/// The ends of the range that is left out before a listed place.
pub(super) fn range(label: &Label, path: &str, positions: &[usize], place: usize) -> Text {
    let (before, after) = (positions[place - 1], positions[place]);
    label.fill(&[
        ("from", &integer(path_to!["next(", path, "[", place - 1, "])"], before + 1)),
        ("to", &integer(path_to!["previous(", path, "[", place, "])"], after - 1)),
    ])
}

/// How many positions are left out before a listed place.
pub(super) fn left_out(path: &str, positions: &[usize], place: usize) -> (usize, Span) {
    let number = positions[place] - positions[place - 1] - 1;
    let between = path_to!["between(", path, "[", place - 1, "],", path, "[", place, "])"];
    (number, count(between, number))
}

fn rows(view: &View<'_>, place: usize, selected: Option<&[usize]>) -> Vec<Row> {
    let slice = &view.lookup.slices[place];
    let record = view.slice_record(place);
    let words = &view.labels.slices;
    let row_axis = view.rank().checked_sub(2);
    let mut rows = Vec::new();
    for (row, values) in slice.cells.iter().enumerate() {
        if breaks(slice.rows.as_ref(), row) {
            let positions = slice.rows.as_deref().unwrap_or_default();
            let path = path_to![record, ".rows"];
            let (number, span) = left_out(&path, positions, row);
            rows.push(Row::Elided {
                range: range(&words.elided_rows, &path, positions, row),
                count: words.elided_count.of(&lexeme(number)).fill(&[("count", &span)]),
            });
        }
        let position = slice.rows.as_ref().map_or(row, |rows| rows[row]);
        let here =
            selected.is_some_and(|indices| row_axis.is_none_or(|axis| indices[axis] == position));
        let number = match &slice.rows {
            Some(_) => integer(path_to![record, ".rows[", row, "]"], position),
            None => integer(path_to!["index(", record, ".row", row, ")"], position),
        };
        rows.push(Row::Listed {
            head: row_axis.map(|_| words.row.fill(&[("row", &number)])),
            selected: here && row_axis.is_some(),
            cells: cells(slice, record, row, values, selected.filter(|_| here)),
        });
    }
    rows
}

fn cells(
    slice: &Slice,
    record: &str,
    row: usize,
    values: &[crate::trace::Value],
    selected: Option<&[usize]>,
) -> Vec<Cell> {
    let list = path_to![record, ".row", row];
    let mut cells = Vec::with_capacity(values.len());
    for (column, value) in values.iter().enumerate() {
        if breaks(slice.columns.as_ref(), column) {
            cells.push(Cell::Elided);
        }
        let position = slice.columns.as_ref().map_or(column, |columns| columns[column]);
        let path = item(&list, column);
        cells.push(Cell::Value {
            value: Span::fact(path, value.as_str()),
            selected: selected
                .is_some_and(|indices| indices.last().is_none_or(|&index| index == position)),
        });
    }
    cells
}

fn callout(view: &View<'_>, slice: &Slice, indices: &[usize]) -> Option<Callout> {
    let (row_count, column_count) = slices::rows_and_columns(&view.lookup.tensor.shape);
    let rank = indices.len();
    let index = |from_right: usize| rank.checked_sub(from_right).map_or(0, |axis| indices[axis]);
    let row = match &slice.rows {
        Some(rows) => rows.binary_search(&index(2)).ok()?,
        None => index(2).min(row_count),
    };
    let label = view.lookup.coordinate.as_ref()?.label.as_ref();
    Some(Callout {
        row,
        last_in_row: index(1) + 1 == column_count,
        coordinate: view.coordinate.clone(),
        value: view.labels.slices.value.fill(&[("value", &view.value())]),
        label: label.map(|label| Span::fact("COORDINATE.label", label.as_str()).into()),
    })
}

/// What is drawn and what is left out add up to the extent.
fn tallies(view: &View<'_>, drawn: &[usize]) -> Vec<Tally> {
    let Some(&place) = drawn.first() else {
        return Vec::new();
    };
    let words = &view.labels.slices;
    let slice = &view.lookup.slices[place];
    let record = view.slice_record(place);
    let rank = view.rank();
    let mut tallies = Vec::new();
    if slice.cells.iter().all(Vec::is_empty) {
        return tallies;
    }
    for (positions, key, name, from_right) in [
        (&slice.rows, "rows", &words.tally_rows, 2),
        (&slice.columns, "columns", &words.tally_columns, 1),
    ] {
        if let Some(positions) = positions {
            let axis = rank - from_right;
            let extent =
                count(path_to!["TENSOR.shape[", axis, "]"], view.lookup.tensor.shape[axis]);
            tallies.push(tally(view, name, &path_to![record, ".", key], positions, extent));
        }
    }
    tallies
}

/// `5 drawn + 783 elided + 212 elided = 1,000`.
pub(super) fn tally(
    view: &View<'_>,
    name: &Label,
    path: &str,
    positions: &[usize],
    whole: Span,
) -> Tally {
    let words = &view.labels.slices;
    let drawn = count(path_to!["len(", path, ")"], positions.len()).mono().tone(Tone::Ink);
    let mut addends = vec![words.tally_drawn.fill(&[("count", &drawn)])];
    for place in 1..positions.len() {
        if positions[place] - positions[place - 1] > 1 {
            let (_, number) = left_out(path, positions, place);
            addends.push(words.tally_elided.fill(&[("count", &number.mono().tone(Tone::Ink))]));
        }
    }
    let sum = joined(addends.len(), " + ", |text, place| text.push(&addends[place]))
        .text()
        .then(Span::literal(" = "))
        .then(whole.mono().bold().tone(Tone::Ink))
        .tone(Tone::Muted);
    Tally { name: name.text().bold(), sum }
}
