//! The tensors that the guide is about. The learner program, the traces and the tests build them
//! here and nowhere else, so one edit in this file moves all three.

use crate::error::TensorError;
use crate::tensor::Tensor;

/// The shape of the frozen tensor: two slices of two rows of three positions.
pub const FROZEN_SHAPE: [usize; 3] = [2, 2, 3];

/// The values of the frozen tensor in row-major order.
pub const FROZEN_VALUES: [f64; 12] =
    [10.0, 11.0, 12.0, 20.0, 21.0, 22.0, 30.0, 31.0, 32.0, 40.0, 41.0, 42.0];

/// The coordinate that the guide looks up in the frozen tensor.
pub const SELECTED_COORDINATE: [usize; 3] = [1, 0, 2];

/// The coordinate that the frozen tensor refuses: its axis 1 has no index 2.
pub const INVALID_COORDINATE: [usize; 3] = [1, 2, 0];

/// What the axes of each tensor of [`llm_shape_history_fixture`] count, in its order.
pub const LLM_SHAPE_AXES: [&[&str]; 7] = [
    &["vocabulary", "features"],
    &["hidden", "context features"],
    &["vocabulary", "hidden"],
    &["tokens", "head width"],
    &["tokens", "head width"],
    &["tokens", "head width"],
    &["heads", "tokens", "head width"],
];

/// The tensor that the guide reads, [`FROZEN_VALUES`] in [`FROZEN_SHAPE`].
///
/// # Errors
/// A [`TensorError`] where the two constants no longer fit each other.
pub fn frozen_tensor_fixture() -> Result<Tensor, TensorError> {
    Tensor::from_vec(FROZEN_SHAPE.to_vec(), FROZEN_VALUES.to_vec())
}

/// Seven labelled stand-ins for the matrices of two language models, with toy extents and every
/// value zero: only shape, strides and count are looked at.
///
/// `C`, `H` and `U` belong to a vocabulary of 5 words with 3 features each, a context of two
/// words and 4 hidden units; `Q`, `K` and `V` to two tokens of head width 3, once stacked for
/// two heads.
///
/// # Errors
/// A [`TensorError`] where a shape overflows, which none of these does.
pub fn llm_shape_history_fixture() -> Result<Vec<(&'static str, Tensor)>, TensorError> {
    let stand_ins: [(&'static str, &[usize]); 7] = [
        ("toy Bengio C", &[5, 3]),
        ("toy Bengio H", &[4, 6]),
        ("toy Bengio U", &[5, 4]),
        ("toy Transformer Q (one head)", &[2, 3]),
        ("toy Transformer K (one head)", &[2, 3]),
        ("toy Transformer V (one head)", &[2, 3]),
        ("toy Transformer Q head stack", &[2, 2, 3]),
    ];
    stand_ins
        .into_iter()
        .map(|(label, shape)| {
            let count = shape.iter().product();
            Ok((label, Tensor::from_vec(shape.to_vec(), vec![0.0; count])?))
        })
        .collect()
}
