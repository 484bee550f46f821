//! Fills: cells computed from their offset when someone asks for them and
//! never stored, so a shape may be as large as a real one.

use super::{Described, Extents, FixtureSet, Storage, dtype_from};
use crate::decimal;
use crate::dtype::Dtype;
use crate::fields::{FieldError, Fields};

/// Cells that follow from their offset.
#[derive(Debug)]
struct Filled {
    fill: Fill,
    dtype: Dtype,
    count: usize,
}

/// What each cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fill {
    /// Its own offset, rounded where a float can't hold it.
    Iota,
    /// Zero, which is the zero bit pattern in every dtype.
    Zeros,
    /// The letters of its offset: a, b, c, …
    Letters,
}

impl Storage for Filled {
    fn len(&self) -> usize {
        self.count
    }

    fn bits(&self, offset: usize) -> u64 {
        match self.fill {
            Fill::Zeros => 0,
            Fill::Letters => offset as u64,
            // The last offset was tried when the fill was made, and it is the greatest.
            Fill::Iota => decimal::from_count(self.dtype, offset as u64)
                .expect("an offset below one that the dtype holds"),
        }
    }
}

/// Reads `{ shape = [2, 2], fill = "iota", dtype = "i32" }`; without a dtype,
/// f64, and labels for letters.
pub(super) fn tensor(
    fields: &mut Fields<'_>,
    plate: &str,
    _: &FixtureSet,
) -> Result<Described, FieldError> {
    let named = dtype_from(fields);
    let extents = Extents::from(fields);
    let fill = fields.take_word("fill", &["iota", "zeros", "letters"]);
    let (named, extents) = (named?, extents?);
    let fill = match fill? {
        Some("iota") => Fill::Iota,
        Some("zeros") => Fill::Zeros,
        _ => Fill::Letters,
    };
    let labels = fill == Fill::Letters;
    let dtype = named.unwrap_or(if labels { Dtype::Label } else { Dtype::F64 });
    if labels != (dtype == Dtype::Label) {
        let message = if labels {
            format!("letters are labels, found the dtype {dtype}")
        } else {
            "a label is no number, expected the fill letters".to_owned()
        };
        return Err(fields.note(FieldError::refused(fields.place("dtype", &[]), message)));
    }
    let count = extents.count;
    if let (Fill::Iota, Some(last)) = (fill, count.checked_sub(1)) {
        decimal::from_count(dtype, last as u64).map_err(|error| {
            let message = format!("the last cell of the fill is {last}: {error}");
            let error = FieldError::refused(fields.place("fill", &[]), message);
            fields.note(error.with_help("choose a wider dtype or a smaller shape"))
        })?;
    }
    Ok(extents.over(plate, dtype, Filled { fill, dtype, count }))
}
