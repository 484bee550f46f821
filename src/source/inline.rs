//! Values that stand in the manifest, read as the author wrote them: `0.1` is
//! the nearest value of the dtype, never the nearest of some other dtype first.

use super::{Described, Extents, FixtureSet, Storage, dtype_from, refusal};
use crate::decimal;
use crate::dtype::Dtype;
use crate::error::TensorError;
use crate::fields::{FieldError, Fields, Written};

/// The bit patterns of values that were written out.
#[derive(Debug)]
struct Cells(Vec<u64>);

impl Storage for Cells {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn bits(&self, offset: usize) -> u64 {
        self.0[offset]
    }
}

/// Reads `{ shape = [2, 2], values = [1, 2, 3, 4], dtype = "f32" }`; without a dtype, f64.
pub(super) fn tensor(
    fields: &mut Fields<'_>,
    plate: &str,
    _: &FixtureSet,
) -> Result<Described, FieldError> {
    let dtype = dtype_from(fields);
    let extents = Extents::from(fields);
    let values = fields.take::<Vec<Written>>("values");
    let (dtype, extents, values) = (dtype?.unwrap_or(Dtype::F64), extents?, values?);
    if values.len() != extents.count {
        let mismatch =
            TensorError::DataLengthMismatch { expected: extents.count, actual: values.len() };
        let help = "give as many values as the product of the shape, or change the shape";
        return Err(refusal(fields, "values", mismatch, help));
    }
    let (mut cells, mut faults) = (Vec::with_capacity(values.len()), Vec::new());
    for (index, value) in values.iter().enumerate() {
        match cell(fields, dtype, index, value) {
            Ok(bits) => cells.push(bits),
            Err(fault) => faults.push(fault),
        }
    }
    fields.note_all("values", faults)?;
    Ok(extents.over(plate, dtype, Cells(cells)))
}

fn cell(
    fields: &Fields<'_>,
    dtype: Dtype,
    index: usize,
    value: &Written,
) -> Result<u64, FieldError> {
    // In quotes stands only what has no number's form: a label, or the bits of a NaN.
    let fits = value.quoted == (dtype == Dtype::Label)
        || (dtype.is_float() && value.text.starts_with("NaN:"));
    let reason = if fits {
        match decimal::read_written(dtype, &value.text) {
            Ok(bits) => return Ok(bits),
            Err(error) => error.to_string(),
        }
    } else if value.quoted {
        format!("expected {dtype} without quotes, found a text")
    } else {
        format!("expected {dtype} in quotes, found {}", value.text)
    };
    let message = format!("{}: {reason}", fields.named(&format!("values[{index}]")));
    Err(FieldError::refused(value.span.clone(), message))
}
