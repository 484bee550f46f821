//! `traceplate demo`, the learner program: a history of shapes, one lookup, one assignment, the
//! edge shapes and three refusals, all of it computed from the fixtures.

use std::io::Write;

use super::stream::{complain, deliver};
use crate::decimal::spell;
use crate::dtype::Dtype;
use crate::error::TensorError;
use crate::fixture::{
    INVALID_COORDINATE, SELECTED_COORDINATE, frozen_tensor_fixture, llm_shape_history_fixture,
};
use crate::tensor::Tensor;

/// Where the program assigns, and what.
const ASSIGNED_COORDINATE: [usize; 3] = [0, 1, 1];
const ASSIGNED: u8 = 99;

/// A coordinate with an index too few for the frozen tensor.
const SHORT_COORDINATE: [usize; 2] = [1, 0];

/// The program's output, each line ended by a line feed.
///
/// # Errors
/// A [`TensorError`] where a fixture no longer builds or a lookup is refused. Where a refusal is
/// expected and does not come, the error that was expected.
pub fn lines() -> Result<String, TensorError> {
    let mut lines: Vec<String> = llm_shape_history_fixture()?
        .iter()
        .map(|(label, tensor)| {
            let layout = layout(tensor);
            format!("{label}: {layout} elements={}", tensor.len())
        })
        .collect();

    let mut tensor = frozen_tensor_fixture()?;
    lines.push(format!("tensor shape: {:?}", tensor.shape()));
    lines.push(format!("tensor strides: {:?}", tensor.strides()));
    lines.push(format!("flat data: {}", values(&tensor)));
    let selected = lookup(&tensor, &SELECTED_COORDINATE)?;
    lines.push(format!("coordinate {SELECTED_COORDINATE:?}: {selected}"));
    *tensor.get_mut(&ASSIGNED_COORDINATE)? = f64::from(ASSIGNED);
    let after = values(&tensor);
    lines.push(format!("after {ASSIGNED_COORDINATE:?} = {ASSIGNED}: {after}"));

    let scalar = Tensor::from_vec(vec![], vec![7.0])?;
    let (held, found) = (layout(&scalar), lookup(&scalar, &[])?);
    lines.push(format!("scalar: {held} {found}"));
    let empty = Tensor::from_vec(vec![2, 0, 3], vec![])?;
    lines.push(format!("empty: {} values={}", layout(&empty), empty.len()));

    let rank = tensor.offset(&SHORT_COORDINATE).err();
    let rank = rank.ok_or(TensorError::RankMismatch {
        expected: tensor.rank(),
        actual: SHORT_COORDINATE.len(),
    })?;
    lines.push(format!("rank error: {rank}"));
    let bounds = tensor.offset(&INVALID_COORDINATE).err();
    let bounds = bounds.ok_or(TensorError::IndexOutOfBounds {
        axis: 1,
        index: INVALID_COORDINATE[1],
        dimension: tensor.shape()[1],
    })?;
    lines.push(format!("bounds error: {bounds}"));
    let overflow = Tensor::from_vec(vec![usize::MAX, 2], vec![]).err();
    let overflow = overflow.ok_or(TensorError::ShapeOverflow)?;
    lines.push(format!("overflow error: {overflow}"));

    lines.push("chapter 9 handoff: same storage, new shape/strides/base offset".to_owned());
    Ok(lines.join("\n") + "\n")
}

/// Runs the program and answers its exit code.
pub fn run(out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    match lines() {
        Ok(text) => deliver(&text, 0, out, err),
        Err(error) => {
            complain(&error.to_string(), err);
            1
        }
    }
}

fn layout(tensor: &Tensor) -> String {
    format!("shape={:?} strides={:?}", tensor.shape(), tensor.strides())
}

fn lookup(tensor: &Tensor, coordinate: &[usize]) -> Result<String, TensorError> {
    let value = spell(Dtype::F64, tensor.get(coordinate)?.to_bits());
    Ok(format!("offset={} value={value}", tensor.offset(coordinate)?))
}

fn values(tensor: &Tensor) -> String {
    let spelled: Vec<String> =
        tensor.as_slice().iter().map(|value| spell(Dtype::F64, value.to_bits())).collect();
    format!("[{}]", spelled.join(", "))
}
