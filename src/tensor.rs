//! A tensor that owns one flat buffer of `f64` in row-major order. Its fields are private and
//! nothing resizes the buffer, so shape, strides and length agree for as long as it lives.

pub use crate::error::TensorError;

use crate::layout::{checked_offset, checked_row_major_layout};

/// Values in one flat buffer, addressed by coordinates.
///
/// Values are stored as given: infinities, NaN payloads, `-0.0` and subnormals keep their bits.
///
/// ```
/// use traceplate::tensor::Tensor;
/// let tensor = Tensor::from_vec(vec![2, 2], vec![1.0, 2.0, 3.0, 4.0])?;
/// assert_eq!(tensor.offset(&[1, 0])?, 2);
/// assert_eq!(tensor.get(&[1, 0])?.to_bits(), 3.0_f64.to_bits());
/// # Ok::<(), traceplate::tensor::TensorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    data: Vec<f64>,
    shape: Vec<usize>,
    strides: Vec<usize>,
}

impl Tensor {
    /// A tensor of `shape` that owns `data`, read in row-major order.
    ///
    /// # Errors
    /// [`TensorError::ShapeOverflow`] before [`TensorError::DataLengthMismatch`]; nothing of the
    /// data's size is allocated to find out.
    pub fn from_vec(shape: Vec<usize>, data: Vec<f64>) -> Result<Self, TensorError> {
        let (strides, expected) = checked_row_major_layout(&shape)?;
        let actual = data.len();
        if actual != expected {
            return Err(TensorError::DataLengthMismatch { expected, actual });
        }
        Ok(Self { data, shape, strides })
    }

    /// The number of axes; 0 for a scalar.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The extent of each axis.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// How many elements one step on each axis moves the offset.
    #[must_use]
    pub fn strides(&self) -> &[usize] {
        &self.strides
    }

    /// The number of stored values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether no value is stored, as where an extent is 0.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// The flat buffer.
    #[must_use]
    pub fn as_slice(&self) -> &[f64] {
        &self.data
    }

    /// The flat buffer, whose values may change and whose length may not.
    pub fn as_mut_slice(&mut self) -> &mut [f64] {
        &mut self.data
    }

    /// Gives the flat buffer back and ends the tensor.
    #[must_use]
    pub fn into_vec(self) -> Vec<f64> {
        self.data
    }

    /// Where `coordinate` lies in the flat buffer.
    ///
    /// # Errors
    /// Those of [`checked_offset`].
    pub fn offset(&self, coordinate: &[usize]) -> Result<usize, TensorError> {
        checked_offset(&self.shape, &self.strides, 0, coordinate)
    }

    /// The value at `coordinate`.
    ///
    /// # Errors
    /// Those of [`Tensor::offset`].
    pub fn get(&self, coordinate: &[usize]) -> Result<&f64, TensorError> {
        // An offset that was accepted is below the product of the extents, which is the length.
        self.offset(coordinate).map(|offset| &self.data[offset])
    }

    /// The value at `coordinate`, to be changed in place.
    ///
    /// # Errors
    /// Those of [`Tensor::offset`].
    pub fn get_mut(&mut self, coordinate: &[usize]) -> Result<&mut f64, TensorError> {
        self.offset(coordinate).map(|offset| &mut self.data[offset])
    }
}
