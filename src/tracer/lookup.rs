//! Traces one coordinate of one tensor: `lookup-v1`.
//!
//! Everything is asked of the layout and the storage; if a coordinate that
//! should be refused is not, that is an error of the plate.

use super::TraceError;
use crate::dtype::Dtype;
use crate::error::TensorError;
use crate::fields::{FieldError, Fields};
use crate::layout::{self, Reach, checked_offset, last_offset, slices};
use crate::source::{FixtureSet, Storage, tensor_from};
use crate::tensor::Tensor;
use crate::trace::elision::{kept_cells, kept_offsets, kept_slice};
use crate::trace::{
    self, Bounds, Lookup, Refusal, Slice, Strided, Text, Trace, Unchecked, Unlanded, Value,
};

/// A tensor as the tracer asks it: layout in elements, cells by offset.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The name in the trace.
    pub id: &'a str,
    /// Of the cells.
    pub dtype: Dtype,
    /// Extent of each axis.
    pub shape: &'a [usize],
    /// Elements that one step on each axis moves.
    pub strides: &'a [usize],
    /// Offset of the first element.
    pub base: usize,
    /// Names of the axes; none where it is empty.
    pub axes: &'a [String],
    /// The flat buffer.
    pub storage: &'a dyn Storage,
}

/// What is looked up, and what must be refused.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question<'a> {
    /// The coordinate that is looked up; none for a tensor shown as it is.
    pub coordinate: Option<&'a [usize]>,
    /// A name for the selected cell.
    pub label: Option<&'a str>,
    /// Coordinates that the check must refuse.
    pub reject: &'a [&'a [usize]],
    /// Whether to tell what the arithmetic alone would give for them.
    pub unchecked: bool,
}

/// A plate's fields: `tensor`, `coordinate`, `label`, `reject`, `unchecked`.
pub(super) fn plate(
    id: &str,
    fields: &mut Fields<'_>,
    fixtures: &FixtureSet,
) -> Result<Trace, FieldError> {
    // Every field is asked for before any fault ends the reading.
    let tensor = fields.take_table("tensor").and_then(|table| tensor_from(table, id, fixtures));
    let coordinate = fields.take_optional_index_list("coordinate");
    let label = fields.take_optional_name("label");
    let reject = fields.take_index_lists("reject");
    let unchecked = fields.take_bool("unchecked");
    let (tensor, coordinate, label) = (tensor?, coordinate?, label?);
    let (reject, unchecked) = (reject?, unchecked?);
    if coordinate.is_none() && label.is_some() {
        let message = "`label` names a looked-up cell, but there is no `coordinate`";
        let alone = || FieldError::misread(fields.place("label", &[]), message);
        return Err(fields.slip_of("coordinate").unwrap_or_else(alone));
    }
    let again = (1..reject.len()).filter(|&at| reject[..at].contains(&reject[at])).map(|at| {
        let message = "`reject` holds this coordinate a second time";
        FieldError::misread(fields.place("reject", &[at]), message)
    });
    fields.note_all("reject", again.collect())?;
    let reject: Vec<&[usize]> = reject.iter().map(Vec::as_slice).collect();
    let subject = Subject {
        id: &tensor.id,
        dtype: tensor.dtype,
        shape: &tensor.shape,
        strides: &tensor.strides,
        base: tensor.base,
        axes: &tensor.axes,
        storage: &*tensor.storage,
    };
    let question = Question {
        coordinate: coordinate.as_deref(),
        label: label.as_deref(),
        reject: &reject,
        unchecked,
    };
    let placed = |error: TraceError| {
        let place = match &error {
            TraceError::Refused { error: TensorError::IndexOutOfBounds { axis, .. }, .. } => {
                fields.place("coordinate", &[*axis])
            }
            TraceError::NotRefused { coordinate }
            | TraceError::NoCell { coordinate, .. }
            | TraceError::NotFound { coordinate, .. } => {
                let at = reject.iter().position(|reject| reject == coordinate).unwrap_or(0);
                fields.place("reject", &[at])
            }
            TraceError::Layout(_) => fields.place("tensor", &[]),
            _ => fields.place("coordinate", &[]),
        };
        FieldError::refused(place, error.to_string())
    };
    // Every coordinate is tried before the first fault ends the tracing.
    let looked_up =
        coordinate.as_deref().and_then(|coordinate| offset_of(&subject, coordinate).err());
    fields
        .note_all("coordinate", looked_up.map(placed).into_iter().collect())
        .and(fields.note_all("reject", valid(&subject, &reject).map(placed).collect()))?;
    trace(&subject, &question).map_err(placed)
}

/// The coordinates that should be refused and are not.
fn valid<'q>(
    subject: &'q Subject<'_>,
    reject: &'q [&[usize]],
) -> impl Iterator<Item = TraceError> + 'q {
    let valid = |coordinate: &&&[usize]| {
        Refusal::of(subject.shape, subject.strides, subject.base, coordinate).is_none()
    };
    reject
        .iter()
        .filter(valid)
        .map(|coordinate| TraceError::NotRefused { coordinate: coordinate.to_vec() })
}

/// Traces one checked lookup and the refusals beside it.
pub fn lookup(
    id: &str,
    tensor: &Tensor,
    coordinate: &[usize],
    reject: &[&[usize]],
) -> Result<Trace, TraceError> {
    let subject = Subject {
        id,
        dtype: Dtype::F64,
        shape: tensor.shape(),
        strides: tensor.strides(),
        base: 0,
        axes: &[],
        storage: tensor,
    };
    trace(&subject, &Question { coordinate: Some(coordinate), reject, ..Question::default() })
}

/// Traces a question to any tensor, whatever holds its cells.
pub fn trace(subject: &Subject<'_>, question: &Question<'_>) -> Result<Trace, TraceError> {
    let tensor = tensor_record(subject)?;
    // Also where the cell that lies outside is left out of the trace.
    if let Reach::Offset(offset) = last_offset(subject.shape, subject.strides, subject.base)
        && offset >= subject.storage.len()
    {
        let coordinate = subject.shape.iter().map(|extent| extent - 1).collect();
        let length = subject.storage.len();
        return Err(TraceError::OutsideStorage { coordinate, offset, length });
    }
    let selected = match question.coordinate {
        Some(coordinate) => Some((coordinate, offset_of(subject, coordinate)?)),
        None => None,
    };
    let terms = match question.coordinate {
        Some(coordinate) => terms(subject, coordinate)?,
        None => Vec::new(),
    };
    let buffer = buffer(subject, selected.map(|(_, offset)| offset), &terms);
    let storage = subject.storage.len();
    let mut lookup = Lookup {
        slices: slices_of(subject, question.coordinate)?,
        buffer,
        coordinate: question.coordinate.map(|indices| trace::Coordinate {
            indices: indices.to_vec(),
            label: question.label.map(Text::new),
        }),
        terms,
        offset: selected.map(|(_, offset)| trace::Offset { offset, value: cell(subject, offset) }),
        bounds: Vec::new(),
        unchecked: Vec::new(),
        tensor,
    };
    for coordinate in question.reject {
        let refusal = Refusal::of(subject.shape, subject.strides, subject.base, coordinate)
            .ok_or_else(|| TraceError::NotRefused { coordinate: coordinate.to_vec() })?;
        lookup.bounds.push(Bounds { coordinate: coordinate.to_vec(), refusal });
        if question.unchecked {
            let coordinate = coordinate.to_vec();
            match Unchecked::of(&lookup.tensor, storage, &coordinate) {
                Ok(unchecked) => lookup.unchecked.push(unchecked),
                Err(Unlanded::NoCell { offset }) => {
                    return Err(TraceError::NoCell { coordinate, offset });
                }
                Err(Unlanded::NotFound { offset }) => {
                    return Err(TraceError::NotFound { coordinate, offset });
                }
                // Without a sum there is nothing to tell.
                Err(Unlanded::Rank | Unlanded::Overflow) => {}
            }
        }
    }
    Ok(lookup.into())
}

fn tensor_record(subject: &Subject<'_>) -> Result<trace::Tensor, TraceError> {
    let (row_major, length) = layout::checked_row_major_layout(subject.shape)?;
    let is_whole = subject.base == 0 && subject.storage.len() == length;
    let strided = row_major != subject.strides || !is_whole;
    Ok(trace::Tensor {
        id: Text::new(subject.id),
        dtype: subject.dtype,
        rank: subject.shape.len(),
        shape: subject.shape.to_vec(),
        strides: subject.strides.to_vec(),
        base: subject.base,
        length,
        axes: axes_record(subject.axes),
        layout: strided.then_some(Strided),
    })
}

/// Axis names as a field, left out where there are none.
pub(super) fn axes_record(axes: &[String]) -> Option<Vec<Text>> {
    (!axes.is_empty()).then(|| axes.iter().map(Text::new).collect())
}

/// The checked offset of a coordinate whose cell the storage really holds.
fn offset_of(subject: &Subject<'_>, coordinate: &[usize]) -> Result<usize, TraceError> {
    let offset = checked_offset(subject.shape, subject.strides, subject.base, coordinate)
        .map_err(|error| TraceError::Refused { coordinate: coordinate.to_vec(), error })?;
    let length = subject.storage.len();
    if offset < length {
        return Ok(offset);
    }
    Err(TraceError::OutsideStorage { coordinate: coordinate.to_vec(), offset, length })
}

fn cell(subject: &Subject<'_>, offset: usize) -> Value {
    Value::spell(subject.dtype, subject.storage.bits(offset))
}

/// One term an axis.
fn terms(subject: &Subject<'_>, coordinate: &[usize]) -> Result<Vec<trace::Term>, TraceError> {
    let walk = layout::terms(subject.shape, subject.strides, subject.base, coordinate)?;
    let record = |term: layout::Term| trace::Term {
        axis: term.axis,
        index: term.index,
        stride: term.stride,
        contribution: term.contribution,
    };
    Ok(walk.into_iter().map(record).collect())
}

fn buffer(subject: &Subject<'_>, selected: Option<usize>, terms: &[trace::Term]) -> trace::Buffer {
    let length = subject.storage.len();
    let contributions: Vec<usize> = terms.iter().map(|term| term.contribution).collect();
    let offsets = kept_offsets(length, subject.base, selected, &contributions);
    let values = match &offsets {
        None => (0..length).map(|offset| cell(subject, offset)).collect(),
        Some(offsets) => offsets.iter().map(|&offset| cell(subject, offset)).collect(),
    };
    trace::Buffer { offsets, values }
}

/// Every slice of a tensor that is recorded whole, else the selected one.
fn slices_of(
    subject: &Subject<'_>,
    coordinate: Option<&[usize]>,
) -> Result<Vec<Slice>, TraceError> {
    let outer = slices::outer(subject.shape);
    if outer.contains(&0) {
        return Ok(Vec::new());
    }
    if let Some(only) = kept_slice(subject.shape, coordinate) {
        return Ok(vec![slice(subject, only, coordinate)?]);
    }
    let mut all = Vec::new();
    let mut indices = Some(vec![0; outer.len()]);
    while let Some(at) = indices {
        indices = slices::advance(&at, outer);
        all.push(slice(subject, at, coordinate)?);
    }
    Ok(all)
}

fn slice(
    subject: &Subject<'_>,
    outer: Vec<usize>,
    coordinate: Option<&[usize]>,
) -> Result<Slice, TraceError> {
    let rank = subject.shape.len();
    let (row_count, column_count) = slices::rows_and_columns(subject.shape);
    let [rows, columns] = kept_cells(subject.shape, coordinate);
    let listed = |kept: &Option<Vec<usize>>, count: usize| {
        kept.clone().unwrap_or_else(|| (0..count).collect())
    };
    let mut at = outer.clone();
    let mut cells = Vec::new();
    for row in listed(&rows, row_count) {
        let mut values = Vec::new();
        for column in listed(&columns, column_count) {
            at.truncate(outer.len());
            if rank > 1 {
                at.push(row);
            }
            if rank > 0 {
                at.push(column);
            }
            values.push(cell(subject, offset_of(subject, &at)?));
        }
        cells.push(values);
    }
    Ok(Slice { outer, rows, columns, cells })
}
