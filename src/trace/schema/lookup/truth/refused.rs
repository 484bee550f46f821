//! Coordinates that are refused: what the check answers to them, and what the
//! arithmetic alone would have given.

use super::super::{Bounds, Landing, Lookup, Refusal, Unchecked, Unlanded};
use super::storage;
use crate::trace::record::Tensor;
use crate::trace::truth::{Statement, Verdict, joined};

pub(super) fn check_bounds(record: usize, tensor: &Tensor, bounds: &Bounds) -> Verdict {
    let name = format!("BOUNDS coordinate={}", joined(&bounds.coordinate));
    let statement = Statement { record, name: &name };
    let refusal = Refusal::of(&tensor.shape, &tensor.strides, tensor.base, &bounds.coordinate);
    let Some(refusal) = refusal else {
        let message =
            format!("{name} says {}, but the coordinate is valid", bounds.refusal.status());
        return statement.refuse("status", None, message);
    };
    let status = refusal.status();
    statement.must("status", &bounds.refusal.status(), &status, || {
        format!("the check answers {status}")
    })?;
    for ((key, says), (_, follows)) in bounds.refusal.fields().into_iter().zip(refusal.fields()) {
        statement.must(key, &says, &follows, || format!("the check answers {key} {follows}"))?;
    }
    Ok(())
}

pub(super) fn check_unchecked(record: usize, lookup: &Lookup, unchecked: &Unchecked) -> Verdict {
    let name = format!("UNCHECKED coordinate={}", joined(&unchecked.coordinate));
    let statement = Statement { record, name: &name };
    if !lookup.bounds.iter().any(|bounds| bounds.coordinate == unchecked.coordinate) {
        let message = format!("{name} stands without a BOUNDS record that refuses it");
        return statement.refuse("coordinate", None, message);
    }
    let storage = storage(lookup);
    let follows = match Unchecked::of(&lookup.tensor, storage, &unchecked.coordinate) {
        Ok(follows) => follows,
        Err(unlanded) => {
            let why = match unlanded {
                Unlanded::Rank => "has another number of indices than TENSOR has axes".to_owned(),
                Unlanded::Overflow => "has no offset that fits".to_owned(),
                Unlanded::NoCell { offset } => format!(
                    "has offset {offset}, which is inside the buffer but no cell of this view"
                ),
                Unlanded::NotFound { offset } => format!(
                    "has offset {offset}, and whose cell that is takes too many steps to find"
                ),
            };
            return statement.refuse("coordinate", None, format!("{name} {why}"));
        }
    };
    statement.must("offset", &unchecked.offset, &follows.offset, || {
        format!("base and terms sum to {}", follows.offset)
    })?;
    if unchecked.landing == follows.landing {
        return Ok(());
    }
    let message = match follows.landing {
        Landing::Inside { owner } => {
            format!(
                "{name} is wrong about offset {}: it is the cell of {}",
                follows.offset,
                joined(&owner)
            )
        }
        Landing::Outside { length } => {
            format!(
                "{name} is wrong about offset {}: the buffer has length {length}",
                follows.offset
            )
        }
    };
    statement.refuse("status", None, message)
}
