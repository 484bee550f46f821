//! Where tensors come from: the manifest's own values, fills that are computed
//! and never stored, and the named fixtures of a Rust program.
//!
//! Each source gives a [`Described`]: a layout over a [`Storage`] that answers
//! for one cell at a time, so that a source need not hold what it can compute.

pub mod fill;
pub mod fixtures;
pub mod inline;

use std::fmt;

use crate::dtype::Dtype;
use crate::error::TensorError;
use crate::layout::checked_row_major_layout;

pub use self::fixtures::FixtureSet;
use crate::fields::{FieldError, Fields};

/// The cells of one flat buffer.
pub trait Storage: fmt::Debug + Send + Sync {
    /// How many cells there are.
    fn len(&self) -> usize;

    /// The bit pattern of one cell, in the low bits.
    ///
    /// # Panics
    ///
    /// May panic where `offset` is not below [`len`](Self::len).
    fn bits(&self, offset: usize) -> u64;

    /// Whether there is no cell.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A tensor as a plate describes it: a layout over a storage.
#[derive(Debug)]
pub struct Described {
    /// The fixture's name, or else the plate's id.
    pub id: String,
    /// In which the bit patterns are read.
    pub dtype: Dtype,
    /// Extent of each axis.
    pub shape: Vec<usize>,
    /// Elements that one step on each axis moves.
    pub strides: Vec<usize>,
    /// Offset of the first element.
    pub base: usize,
    /// Names of the axes; empty where they have none.
    pub axes: Vec<String>,
    /// The cells.
    pub storage: Box<dyn Storage>,
}

/// Reads a table such as `{ fixture = "frozen" }` or `{ shape = [2], values = [1, 2] }`.
pub fn tensor_from(
    mut fields: Fields<'_>,
    plate: &str,
    fixtures: &FixtureSet,
) -> Result<Described, FieldError> {
    // The names of the axes go with any source; they are asked for first, so
    // that a fault of the source does not hide one of theirs.
    let axes = fields.take_optional("axes");
    let described = source(&mut fields, plate, fixtures);
    fields.close()?;
    let (axes, described) = (axes?, described?);
    let axes = named_axes(&fields, axes, described.shape.len())?;
    Ok(Described { axes, ..described })
}

/// Reads the cells that one key stands for.
type Read = fn(&mut Fields<'_>, &str, &FixtureSet) -> Result<Described, FieldError>;

/// The keys that each say where the cells come from; a table has one of them.
const SOURCES: [(&str, Read); 3] =
    [("fixture", fixtures::tensor), ("values", inline::tensor), ("fill", fill::tensor)];

fn source(
    fields: &mut Fields<'_>,
    plate: &str,
    fixtures: &FixtureSet,
) -> Result<Described, FieldError> {
    let present: Vec<(&str, Read)> =
        SOURCES.into_iter().filter(|(key, _)| fields.has(key)).collect();
    if let [(_, read)] = present[..] {
        return read(fields, plate, fixtures);
    }
    // These are asked for all the same: they are no fault, the source is.
    let _ = (fields.has("shape"), fields.has("dtype"));
    if let [(first, _), (second, _), ..] = present[..] {
        let message =
            format!("{} and {} exclude each other", fields.named(second), fields.named(first));
        let error = FieldError::misread(fields.place(second, &[]), message);
        return Err(
            fields.note(error.with_help("keep the one that says where the cells come from"))
        );
    }
    Err(fields.missing_one_of(&SOURCES.map(|(key, _)| key)))
}

/// The shape that a table gives, with its strides and count.
struct Extents {
    shape: Vec<usize>,
    strides: Vec<usize>,
    count: usize,
}

impl Extents {
    fn from(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        let shape = fields.take_index_list("shape")?;
        match checked_row_major_layout(&shape) {
            Ok((strides, count)) => Ok(Self { shape, strides, count }),
            Err(error) => {
                let error = FieldError::refused(fields.place("shape", &[]), error.to_string());
                let help = format!("each product of extents must be at most {}", usize::MAX);
                Err(fields.note(error.with_help(help)))
            }
        }
    }

    fn over(self, plate: &str, dtype: Dtype, storage: impl Storage + 'static) -> Described {
        Described {
            id: plate.to_owned(),
            dtype,
            shape: self.shape,
            strides: self.strides,
            base: 0,
            axes: Vec::new(),
            storage: Box::new(storage),
        }
    }
}

/// Takes the key `dtype`, if the table has it.
pub fn dtype_from(fields: &mut Fields<'_>) -> Result<Option<Dtype>, FieldError> {
    let Some(name) = fields.take_optional_string("dtype")? else {
        return Ok(None);
    };
    match Dtype::from_name(&name) {
        Some(dtype) => Ok(Some(dtype)),
        None => Err(fields.unknown_word("dtype", &name, &Dtype::ALL.map(Dtype::name))),
    }
}

/// Holds the names of axes to the rank; without names there is nothing to hold.
pub fn named_axes(
    fields: &Fields<'_>,
    axes: Option<Vec<String>>,
    rank: usize,
) -> Result<Vec<String>, FieldError> {
    let Some(axes) = axes else {
        return Ok(Vec::new());
    };
    if axes.len() != rank {
        let named = axes.len();
        let message = format!(
            "{} expects one name an axis, {rank} in all, found {named}",
            fields.named("axes")
        );
        return Err(fields.note(FieldError::refused(fields.place("axes", &[]), message)));
    }
    fields.check_names("axes", &axes)?;
    distinct_axes(fields, &axes)?;
    Ok(axes)
}

/// No axis has the name of another: they could not be told apart.
pub fn distinct_axes(fields: &Fields<'_>, axes: &[String]) -> Result<(), FieldError> {
    let mut first = Ok(());
    for (place, name) in axes.iter().enumerate() {
        if let Some(before) = axes[..place].iter().position(|other| other == name) {
            let named = fields.named(&format!("axes[{place}]"));
            let message = format!(
                "{named} expects a name of its own, found `{name}`, which names axis {before}"
            );
            let error = FieldError::misread(fields.place("axes", &[place]), message);
            first = first.and(Err(fields.note(error)));
        }
    }
    first
}

/// What a [`TensorError`] means at a place of the manifest.
fn refusal(fields: &Fields<'_>, key: &str, error: TensorError, help: &str) -> FieldError {
    let refused = FieldError::refused(fields.place(key, &[]), error.to_string());
    fields.note(refused.with_help(help))
}
