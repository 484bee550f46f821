//! Fixtures: named Rust functions that build a tensor or a set of labelled
//! shapes, so that a book is checked against the author's code.

use std::collections::BTreeMap;
use std::fmt;

use super::{Described, Storage};
use crate::dtype::Dtype;
use crate::fields::{FieldError, Fields, words};
use crate::fixture::{LLM_SHAPE_AXES, frozen_tensor_fixture, llm_shape_history_fixture};
use crate::tensor::{Tensor, TensorError};

type Build<T> = Box<dyn Fn() -> Result<T, TensorError> + Send + Sync>;

/// A set of labelled tensors, of which only the layouts are shown.
pub type Shapes = Vec<(&'static str, Tensor)>;

/// Names of each shape's axes, in the order of the shapes.
pub type Axes = &'static [&'static [&'static str]];

/// The fixtures that a manifest may name.
pub struct FixtureSet {
    tensors: BTreeMap<String, Build<Tensor>>,
    shapes: BTreeMap<String, (Build<Shapes>, Axes)>,
}

impl Default for FixtureSet {
    /// The fixtures of the course: `frozen` and `llm-shape-history`.
    fn default() -> Self {
        let empty = Self { tensors: BTreeMap::new(), shapes: BTreeMap::new() };
        empty.tensor("frozen", frozen_tensor_fixture).shapes(
            "llm-shape-history",
            llm_shape_history_fixture,
            &LLM_SHAPE_AXES,
        )
    }
}

impl fmt::Debug for FixtureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.tensors.keys()).entries(self.shapes.keys()).finish()
    }
}

impl FixtureSet {
    /// The set with one more tensor; a name that was known means the new one.
    #[must_use]
    pub fn tensor(
        mut self,
        name: impl Into<String>,
        build: impl Fn() -> Result<Tensor, TensorError> + Send + Sync + 'static,
    ) -> Self {
        self.tensors.insert(name.into(), Box::new(build));
        self
    }

    /// The set with one more set of labelled shapes and the names of their axes.
    #[must_use]
    pub fn shapes(
        mut self,
        name: impl Into<String>,
        build: impl Fn() -> Result<Shapes, TensorError> + Send + Sync + 'static,
        axes: Axes,
    ) -> Self {
        self.shapes.insert(name.into(), (Box::new(build), axes));
        self
    }
}

impl Storage for Tensor {
    fn len(&self) -> usize {
        self.as_slice().len()
    }

    fn bits(&self, offset: usize) -> u64 {
        self.as_slice()[offset].to_bits()
    }
}

/// Reads `{ fixture = "frozen" }`. The layout is what the tensor itself answers.
pub(super) fn tensor(
    fields: &mut Fields<'_>,
    _: &str,
    fixtures: &FixtureSet,
) -> Result<Described, FieldError> {
    let name = fields.take_string("fixture");
    let own = ["shape", "dtype"].into_iter().filter(|key| fields.has(key)).collect::<Vec<_>>();
    let own = own.into_iter().map(|key| {
        let message = format!("{} is the fixture's own, leave it out", fields.named(key));
        fields.note(FieldError::misread(fields.place(key, &[]), message))
    });
    if let Some(error) = own.reduce(|first, _| first) {
        return Err(error);
    }
    let name = name?;
    let Some(build) = fixtures.tensors.get(&name) else {
        if fixtures.shapes.contains_key(&name) {
            return Err(not_a(fields, &name, "a set of shapes", "a tensor", &fixtures.tensors));
        }
        return Err(unknown(fields, &name, &fixtures.tensors));
    };
    let tensor = build().map_err(|error| broken(fields, &name, error))?;
    Ok(Described {
        id: name,
        dtype: Dtype::F64,
        shape: tensor.shape().to_vec(),
        strides: tensor.strides().to_vec(),
        base: 0,
        axes: Vec::new(),
        storage: Box::new(tensor),
    })
}

/// Takes the key `fixture` of a plate and builds the labelled shapes it names.
pub fn shapes_from(
    fields: &mut Fields<'_>,
    fixtures: &FixtureSet,
) -> Result<(Shapes, Axes), FieldError> {
    let name = fields.take_string("fixture")?;
    let Some((build, axes)) = fixtures.shapes.get(&name) else {
        if fixtures.tensors.contains_key(&name) {
            return Err(not_a(fields, &name, "a tensor", "a set of shapes", &fixtures.shapes));
        }
        return Err(unknown(fields, &name, &fixtures.shapes));
    };
    let shapes = build().map_err(|error| broken(fields, &name, error))?;
    Ok((shapes, axes))
}

fn unknown<T>(fields: &Fields<'_>, name: &str, known: &BTreeMap<String, T>) -> FieldError {
    let names: Vec<&String> = known.keys().collect();
    // Which program is asked decides which functions are known.
    let but =
        "; a function of your own is known to your own program, the one that calls `Fixtures::run`";
    fields.unknown_word_but("fixture", name, &names, but)
}

fn not_a<T>(
    fields: &Fields<'_>,
    name: &str,
    is: &str,
    expected: &str,
    known: &BTreeMap<String, T>,
) -> FieldError {
    let names: Vec<&String> = known.keys().collect();
    let message = format!("fixture `{name}` is {is}, expected {expected}");
    let error = FieldError::misread(fields.place("fixture", &[]), message);
    fields.note(error.with_help(format!("{} is one of {}", fields.named("fixture"), words(&names))))
}

fn broken(fields: &Fields<'_>, name: &str, error: TensorError) -> FieldError {
    let message = format!("fixture `{name}` cannot be built: {error}");
    fields.note(FieldError::refused(fields.place("fixture", &[]), message))
}
