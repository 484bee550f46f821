//! The storage under a lookup: as many values as it says, and as many as its
//! tensor reaches.

use super::check_positions;
use crate::layout::{Reach, last_offset};
use crate::trace::item::Value;
use crate::trace::record::{Buffer, Tensor};
use crate::trace::truth::{Statement, Verdict};

/// The storage holds as many values as it says; a row-major one the tensor's length.
pub(super) fn check_buffer(record: usize, tensor: &Tensor, buffer: &Buffer) -> Verdict {
    let statement = Statement { record, name: "BUFFER" };
    let listed = buffer.values.len();
    match &buffer.offsets {
        Some(offsets) => {
            let count = if tensor.layout.is_some() { usize::MAX } else { tensor.length };
            check_positions(statement, "offsets", offsets, listed, count)?;
            if tensor.layout.is_some() { check_reach(statement, tensor, buffer) } else { Ok(()) }
        }
        None if tensor.layout.is_some() => check_reach(statement, tensor, buffer),
        None if listed == tensor.length => Ok(()),
        None => {
            let mut message =
                format!("BUFFER lists {listed} values, but TENSOR has length {}", tensor.length);
            if listed > tensor.length {
                message.push_str(" and no layout=strided, as the view of a longer storage has");
            }
            statement.refuse("values", None, message)
        }
    }
}

/// A view lands inside its storage with every coordinate, also with those
/// whose cells are left out.
fn check_reach(statement: Statement<'_>, tensor: &Tensor, buffer: &Buffer) -> Verdict {
    let (key, length) = match &buffer.offsets {
        None => ("values", buffer.values.len()),
        Some(offsets) => ("offsets", offsets.last().map_or(0, |last| last.saturating_add(1))),
    };
    let message = match last_offset(&tensor.shape, &tensor.strides, tensor.base) {
        Reach::Empty => return Ok(()),
        Reach::Offset(last) if last < length => return Ok(()),
        Reach::Offset(last) => format!(
            "BUFFER has {length} values, but the last coordinate of TENSOR lands on offset {last}"
        ),
        // A coordinate that is refused for it says so in a BOUNDS record; where
        // all cells of the storage are listed, there is no room for that.
        Reach::Overflow if buffer.offsets.is_some() => return Ok(()),
        Reach::Overflow => format!(
            "BUFFER has {length} values, but the offset of TENSOR's last coordinate does not fit {}",
            usize::MAX
        ),
    };
    statement.refuse(key, None, message)
}

impl Buffer {
    /// The value at an offset with its place in the list, if it is listed.
    #[must_use]
    pub fn at(&self, offset: usize) -> Option<(usize, &Value)> {
        let place = match &self.offsets {
            None => offset,
            Some(offsets) => offsets.binary_search(&offset).ok()?,
        };
        self.values.get(place).map(|value| (place, value))
    }

    /// The offset at which the listed value at `place` stands.
    #[must_use]
    pub fn offset(&self, place: usize) -> usize {
        self.offsets.as_ref().map_or(place, |offsets| offsets[place])
    }
}
