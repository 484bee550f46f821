//! What makes a `lookup-v1` trace true.

mod buffer;
mod refused;

use std::fmt::Write as _;

use self::buffer::check_buffer;
use self::refused::{check_bounds, check_unchecked};
use super::{Lookup, Refusal};
use crate::layout::{checked_offset, slices};
use crate::trace::elision::{is_whole, kept_cells, kept_offsets, kept_slice};
use crate::trace::item::Value;
use crate::trace::record::{Coordinate, Slice, Tensor, Term};
use crate::trace::truth::{Statement, Verdict, check_tensor, joined};

pub(super) fn verify(lookup: &Lookup) -> Verdict {
    let tensor = &lookup.tensor;
    check_tensor(0, tensor, storage(lookup))?;
    let mut record = 1 + lookup.slices.len();
    check_buffer(record, tensor, &lookup.buffer)?;
    check_slices(lookup)?;
    record += 1;
    if let Some(coordinate) = &lookup.coordinate {
        check_coordinate(record, tensor, coordinate)?;
        record += 1;
    }
    check_terms(record, lookup)?;
    record += lookup.terms.len();
    check_offset(record, lookup)?;
    record += usize::from(lookup.offset.is_some());
    for (place, bounds) in lookup.bounds.iter().enumerate() {
        if lookup.bounds[..place].iter().any(|other| other.coordinate == bounds.coordinate) {
            let name = format!("BOUNDS coordinate={}", joined(&bounds.coordinate));
            let message = format!("{name} stands here a second time");
            return Statement { record, name: &name }.refuse("coordinate", None, message);
        }
        check_bounds(record, tensor, bounds)?;
        record += 1;
    }
    let mut refused = lookup.bounds.iter();
    for unchecked in &lookup.unchecked {
        check_unchecked(record, lookup, unchecked)?;
        // In the order of what it restates, so that no two say the same.
        if !refused.any(|bounds| bounds.coordinate == unchecked.coordinate) {
            let name = format!("UNCHECKED coordinate={}", joined(&unchecked.coordinate));
            let message = format!("{name} stands here again, or after a later one's");
            return Statement { record, name: &name }.refuse("coordinate", None, message);
        }
        record += 1;
    }
    check_elision(lookup)
}

/// What is left out is left out by rule: then a lookup has one trace, and what
/// a figure may rely on is there.
fn check_elision(lookup: &Lookup) -> Verdict {
    let tensor = &lookup.tensor;
    let coordinate = lookup.coordinate.as_ref().map(|coordinate| &*coordinate.indices);
    let kept = kept_slice(&tensor.shape, coordinate);
    for (position, slice) in lookup.slices.iter().enumerate() {
        let name = slice_name(slice);
        let statement = Statement { record: 1 + position, name: &name };
        if !is_whole(&tensor.shape) && kept.as_ref() != Some(&slice.outer) {
            let message = format!("{name} is listed, but the rule leaves this slice out");
            return statement.refuse("", None, message);
        }
        let [rows, columns] = kept_cells(&tensor.shape, coordinate);
        check_kept(statement, "rows", slice.rows.as_deref(), rows.as_deref())?;
        check_kept(statement, "columns", slice.columns.as_deref(), columns.as_deref())?;
    }
    let buffer = 1 + lookup.slices.len();
    if let (Some(outer), []) = (&kept, &*lookup.slices) {
        let message = format!("expected the SLICE with outer indices {}", joined(outer));
        return Statement { record: buffer, name: "BUFFER" }.refuse("", None, message);
    }
    let contributions: Vec<usize> = lookup.terms.iter().map(|term| term.contribution).collect();
    let selected = lookup.offset.as_ref().map(|offset| offset.offset);
    let offsets = kept_offsets(storage(lookup), tensor.base, selected, &contributions);
    let statement = Statement { record: buffer, name: "BUFFER" };
    check_kept(statement, "offsets", lookup.buffer.offsets.as_deref(), offsets.as_deref())
}

/// Cells of the buffer: the last one is always listed.
fn storage(lookup: &Lookup) -> usize {
    match &lookup.buffer.offsets {
        None => lookup.buffer.values.len(),
        Some(_) if lookup.tensor.layout.is_none() => lookup.tensor.length,
        Some(offsets) => offsets.last().map_or(0, |last| last.saturating_add(1)),
    }
}

fn check_kept(
    statement: Statement<'_>,
    key: &str,
    says: Option<&[usize]>,
    rule: Option<&[usize]>,
) -> Verdict {
    if says == rule {
        return Ok(());
    }
    let message = match rule {
        Some(rule) => {
            format!("{} keeps other {key} than the rule: {key}={}", statement.name, joined(rule))
        }
        None => format!("{} says {key}, but all of them are kept", statement.name),
    };
    statement.refuse(if says.is_some() { key } else { "" }, None, message)
}

/// Positions that a list leaves out are named, rising and inside.
fn check_positions(
    statement: Statement<'_>,
    key: &str,
    positions: &[usize],
    listed: usize,
    count: usize,
) -> Verdict {
    if positions.len() != listed {
        let message = format!(
            "{} lists {} positions in {key}, but {listed} of them follow",
            statement.name,
            positions.len()
        );
        return statement.refuse(key, None, message);
    }
    for (item, &position) in positions.iter().enumerate() {
        let rises = item == 0 || positions[item - 1] < position;
        if !rises || position >= count {
            let needed =
                if rises { format!("only {count} exist") } else { "positions rise".into() };
            let message = format!("{} says {key}[{item}] {position}, but {needed}", statement.name);
            return statement.refuse(key, Some(item), message);
        }
    }
    if listed == count {
        let message = format!("{} says {key}, but nothing is left out", statement.name);
        return statement.refuse(key, None, message);
    }
    Ok(())
}

fn check_slices(lookup: &Lookup) -> Verdict {
    let tensor = &lookup.tensor;
    let outer = slices::outer(&tensor.shape);
    let whole = is_whole(&tensor.shape);
    let mut expected =
        Some(vec![0; outer.len()]).filter(|_| outer.iter().all(|&extent| extent > 0));
    let mut before: Option<&Slice> = None;
    for (position, slice) in lookup.slices.iter().enumerate() {
        let name = slice_name(slice);
        let statement = Statement { record: 1 + position, name: &name };
        if slice.outer.len() != outer.len() {
            let message = format!(
                "{name} gives {} indices before its rows, but TENSOR has {} axes before the last two",
                slice.outer.len(),
                outer.len()
            );
            return statement.refuse("", None, message);
        }
        if whole {
            let Some(due) = &expected else {
                return statement.refuse("", None, format!("{name} stands after the last slice"));
            };
            for (axis, (says, due)) in slice.outer.iter().zip(due).enumerate() {
                statement.must(&format!("axis{axis}"), says, due, || {
                    format!("the slice that comes next has {due} there")
                })?;
            }
            expected = slices::advance(due, outer);
        } else {
            if let Some(axis) = (0..outer.len()).find(|&axis| slice.outer[axis] >= outer[axis]) {
                let message = format!(
                    "{name} says axis{axis} {}, but axis {axis} has size {}",
                    slice.outer[axis], outer[axis]
                );
                return statement.refuse(&format!("axis{axis}"), None, message);
            }
            if before.is_some_and(|before| before.outer >= slice.outer) {
                return statement.refuse("", None, format!("{name} is out of order"));
            }
        }
        check_slice(statement, lookup, slice)?;
        before = Some(slice);
    }
    if whole && let Some(due) = expected {
        let statement = Statement { record: 1 + lookup.slices.len(), name: "BUFFER" };
        let message =
            format!("expected the SLICE with outer indices {} before BUFFER", joined(&due));
        return statement.refuse("", None, message);
    }
    Ok(())
}

fn slice_name(slice: &Slice) -> String {
    let mut name = "SLICE".to_owned();
    for (axis, index) in slice.outer.iter().enumerate() {
        let _ = write!(name, " axis{axis}={index}");
    }
    name
}

fn check_slice(statement: Statement<'_>, lookup: &Lookup, slice: &Slice) -> Verdict {
    let tensor = &lookup.tensor;
    let name = statement.name;
    let (row_count, column_count) = slices::rows_and_columns(&tensor.shape);
    match &slice.rows {
        Some(rows) => check_positions(statement, "rows", rows, slice.cells.len(), row_count)?,
        None if slice.cells.len() != row_count => {
            let listed = slice.cells.len();
            let message = format!("{name} lists {listed} rows, but the slice has {row_count}");
            return statement.refuse("", None, message);
        }
        None => {}
    }
    let listed = slice.columns.as_ref().map_or(column_count, Vec::len);
    if let Some(columns) = &slice.columns {
        check_positions(statement, "columns", columns, columns.len(), column_count)?;
    }
    let mut coordinate = slice.outer.clone();
    for (row, cells) in slice.cells.iter().enumerate() {
        if cells.len() != listed {
            let message = format!(
                "{name} lists {} values in row{row}, but {listed} belong there",
                cells.len()
            );
            return statement.refuse(&format!("row{row}"), None, message);
        }
        for (place, cell) in cells.iter().enumerate() {
            coordinate.truncate(slice.outer.len());
            if tensor.shape.len() > 1 {
                coordinate.push(slice.rows.as_ref().map_or(row, |rows| rows[row]));
            }
            if !tensor.shape.is_empty() {
                coordinate.push(slice.columns.as_ref().map_or(place, |columns| columns[place]));
            }
            check_cell(statement, lookup, (row, place), cell, &coordinate)?;
        }
    }
    Ok(())
}

/// A slice cell says what the buffer says at the cell's offset, where both list it.
fn check_cell(
    statement: Statement<'_>,
    lookup: &Lookup,
    (row, place): (usize, usize),
    cell: &Value,
    coordinate: &[usize],
) -> Verdict {
    let tensor = &lookup.tensor;
    let offset = match checked_offset(&tensor.shape, &tensor.strides, tensor.base, coordinate) {
        Ok(offset) => offset,
        Err(error) => {
            let message = format!("{} has a cell without an offset: {error}", statement.name);
            return statement.refuse(&format!("row{row}"), Some(place), message);
        }
    };
    match lookup.buffer.at(offset) {
        Some((_, value)) if value == cell => Ok(()),
        Some((listed, value)) => {
            let message = format!(
                "{} says row{row}[{place}] {}, but BUFFER.values[{listed}] at offset {offset} is {}",
                statement.name,
                cell.as_str(),
                value.as_str()
            );
            statement.refuse(&format!("row{row}"), Some(place), message)
        }
        None if lookup.buffer.offsets.is_some() => Ok(()),
        None => {
            let message = format!(
                "{} has a cell at offset {offset}, but BUFFER lists {} values",
                statement.name,
                lookup.buffer.values.len()
            );
            statement.refuse(&format!("row{row}"), Some(place), message)
        }
    }
}

fn check_coordinate(record: usize, tensor: &Tensor, coordinate: &Coordinate) -> Verdict {
    let statement = Statement { record, name: "COORDINATE" };
    match Refusal::of(&tensor.shape, &tensor.strides, tensor.base, &coordinate.indices) {
        None => Ok(()),
        Some(Refusal::OutOfBounds { axis, index, size }) => {
            let message =
                format!("COORDINATE says indices[{axis}] {index}, but axis {axis} has size {size}");
            statement.refuse("indices", Some(axis), message)
        }
        Some(Refusal::RankMismatch { expected, actual }) => {
            let message =
                format!("COORDINATE has {actual} indices, but TENSOR has rank {expected}");
            statement.refuse("indices", None, message)
        }
        Some(Refusal::OffsetOverflow { axis }) => {
            let message = format!("COORDINATE has an offset that does not fit at axis {axis}");
            statement.refuse("indices", Some(axis), message)
        }
    }
}

fn check_terms(record: usize, lookup: &Lookup) -> Verdict {
    let indices = lookup.coordinate.as_ref().map_or(&[][..], |coordinate| &coordinate.indices);
    for (position, term) in lookup.terms.iter().enumerate() {
        let name = format!("TERM axis={}", term.axis);
        let statement = Statement { record: record + position, name: &name };
        check_term(statement, position, term, indices, &lookup.tensor)?;
    }
    if lookup.terms.len() == indices.len() {
        return Ok(());
    }
    // The record after the last term is where the missing one was expected.
    let statement = Statement { record: record + lookup.terms.len(), name: "TERM" };
    let message = format!(
        "expected {} TERM records, one an axis, found {}",
        indices.len(),
        lookup.terms.len()
    );
    statement.refuse("", None, message)
}

fn check_term(
    statement: Statement<'_>,
    position: usize,
    term: &Term,
    indices: &[usize],
    tensor: &Tensor,
) -> Verdict {
    let Some(index) = indices.get(position) else {
        let message = format!("{} has no index in COORDINATE", statement.name);
        return statement.refuse("", None, message);
    };
    statement.must("axis", &term.axis, &position, || {
        format!("terms go axis by axis: {position} is next")
    })?;
    statement.must("index", &term.index, index, || format!("COORDINATE has {index} there"))?;
    let stride = tensor.strides[position];
    statement
        .must("stride", &term.stride, &stride, || format!("TENSOR has stride {stride} there"))?;
    // COORDINATE was checked: the product fits.
    let contribution = index.saturating_mul(stride);
    statement.must("contribution", &term.contribution, &contribution, || {
        format!("{index} × {stride} = {contribution}")
    })
}

fn check_offset(record: usize, lookup: &Lookup) -> Verdict {
    let statement = Statement { record, name: "OFFSET" };
    let offset = match (&lookup.coordinate, &lookup.offset) {
        (None, None) => return Ok(()),
        (Some(_), Some(offset)) => offset,
        (Some(_), None) => {
            return statement.refuse(
                "",
                None,
                "expected an OFFSET record after the terms".to_owned(),
            );
        }
        (None, Some(_)) => {
            return statement.refuse("", None, "OFFSET stands without a COORDINATE".to_owned());
        }
    };
    let base = lookup.tensor.base;
    let sum = lookup.terms.iter().fold(base, |sum, term| sum.saturating_add(term.contribution));
    statement.must("offset", &offset.offset, &sum, || {
        let mut addends: Vec<String> =
            lookup.terms.iter().map(|term| term.contribution.to_string()).collect();
        if base > 0 || addends.is_empty() {
            addends.insert(0, format!("base {base}"));
        }
        match &*addends {
            // Without a sum, it is the one addend itself.
            [_] if lookup.terms.is_empty() => format!("a scalar stands at the base, {sum}"),
            [only] => format!("its only term contributes {only}"),
            _ => format!("{} = {sum}", addends.join(" + ")),
        }
    })?;
    let Some((_, value)) = lookup.buffer.at(sum) else {
        let message = format!("OFFSET says offset {sum}, but BUFFER lists no value there");
        return statement.refuse("offset", None, message);
    };
    statement.must("value", &offset.value.as_str(), &value.as_str(), || {
        format!("BUFFER holds {} at offset {sum}", value.as_str())
    })
}
