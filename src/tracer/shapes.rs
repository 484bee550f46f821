//! Traces a set of labelled shapes: `shapes-v1`.

use super::TraceError;
use super::lookup::axes_record;
use crate::dtype::Dtype;
use crate::fields::{FieldError, Fields};
use crate::layout::checked_row_major_layout;
use crate::source::fixtures::shapes_from;
use crate::source::{FixtureSet, distinct_axes};
use crate::trace::{Shape, Shapes, Text, Trace};
use std::collections::BTreeSet;

/// One shape and what a reader calls it.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// What a reader calls it.
    pub label: String,
    /// Of its elements.
    pub dtype: Dtype,
    /// Extent of each axis.
    pub shape: Vec<usize>,
    /// Names of the axes; none where it is empty.
    pub axes: Vec<String>,
}

/// A plate's fields: `fixture`, or `items` with `label`, `shape`, `axes`, `dtype`.
pub(super) fn plate(
    _id: &str,
    fields: &mut Fields<'_>,
    fixtures: &FixtureSet,
) -> Result<Trace, FieldError> {
    let items = match (fields.has("fixture"), fields.has("items")) {
        (true, false) => of_fixture(fields, fixtures)?,
        (false, true) => of_items(fields)?,
        (true, true) => {
            let message = "`items` and `fixture` exclude each other";
            return Err(FieldError::misread(fields.place("items", &[]), message));
        }
        (false, false) => return Err(fields.missing_one_of(&["fixture", "items"])),
    };
    shapes(&items)
        .map_err(|error| FieldError::refused(fields.place("items", &[]), error.to_string()))
}

fn of_fixture(fields: &mut Fields<'_>, fixtures: &FixtureSet) -> Result<Vec<Labelled>, FieldError> {
    let (shapes, axes) = shapes_from(fields, fixtures)?;
    Ok(shapes
        .into_iter()
        .enumerate()
        .map(|(place, (label, tensor))| Labelled {
            label: label.to_owned(),
            dtype: Dtype::F64,
            shape: tensor.shape().to_vec(),
            axes: axes
                .get(place)
                .map(|names| names.iter().map(|name| (*name).to_owned()).collect())
                .unwrap_or_default(),
        })
        .collect())
}

fn of_items(fields: &mut Fields<'_>) -> Result<Vec<Labelled>, FieldError> {
    let tables = fields.take_tables("items")?;
    if tables.is_empty() {
        let message = "`items` expects at least one shape, found none";
        return Err(FieldError::misread(fields.place("items", &[]), message));
    }
    // All items are read, so that each fault is told.
    let items: Vec<Result<Labelled, FieldError>> = tables.into_iter().map(item).collect();
    items.into_iter().collect()
}

fn item(mut fields: Fields<'_>) -> Result<Labelled, FieldError> {
    let label = fields.take_name("label");
    let shape = fields.take_index_list("shape");
    let axes = fields.take_names("axes");
    let dtype = dtype(&mut fields);
    fields.close()?;
    let (label, shape, axes) = (label?, shape?, axes?);
    if !axes.is_empty() && axes.len() != shape.len() {
        let message = format!(
            "`axes` expects one name an axis, {} in all, found {}",
            shape.len(),
            axes.len()
        );
        return Err(fields.note(FieldError::refused(fields.place("axes", &[]), message)));
    }
    distinct_axes(&fields, &axes)?;
    if let Err(error) = checked_row_major_layout(&shape) {
        return Err(fields.note(FieldError::refused(fields.place("shape", &[]), error.to_string())));
    }
    Ok(Labelled { label, dtype: dtype?, shape, axes })
}

/// The elements' dtype, f64 if none is named.
fn dtype(fields: &mut Fields<'_>) -> Result<Dtype, FieldError> {
    match fields.take_optional_string("dtype")? {
        None => Ok(Dtype::F64),
        Some(name) => Dtype::from_name(&name)
            .ok_or_else(|| fields.unknown_word("dtype", &name, &Dtype::ALL.map(Dtype::name))),
    }
}

/// Traces shapes in the order given.
pub fn shapes(items: &[Labelled]) -> Result<Trace, TraceError> {
    let mut ids = BTreeSet::new();
    let mut shapes = Vec::with_capacity(items.len());
    for item in items {
        let (strides, length) = checked_row_major_layout(&item.shape)?;
        shapes.push(Shape {
            id: Text::new(unique(&slug(&item.label), &mut ids)),
            label: Text::new(item.label.as_str()),
            dtype: item.dtype,
            rank: item.shape.len(),
            shape: item.shape.clone(),
            strides,
            length,
            axes: axes_record(&item.axes),
        });
    }
    Ok(Shapes { shapes }.into())
}

/// A label in lower case, runs of what is neither letter nor digit as one `-`.
fn slug(label: &str) -> String {
    let mut slug = String::new();
    for part in label.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()) {
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.extend(part.chars().flat_map(char::to_lowercase));
    }
    if slug.is_empty() { "shape".to_owned() } else { slug }
}

/// The slug itself the first time, with a number behind it after that.
fn unique(slug: &str, taken: &mut BTreeSet<String>) -> String {
    let mut id = slug.to_owned();
    let mut number = 2;
    while !taken.insert(id.clone()) {
        id = format!("{slug}-{number}");
        number += 1;
    }
    id
}

#[cfg(test)]
mod tests {
    use super::{Labelled, shapes};
    use crate::dtype::Dtype;

    #[test]
    fn labels_in_any_script_become_unique_ids() {
        let labels = ["toy Transformer Q (one head)", "Матрица № 1", "матрица 1", "…", "—"];
        let items: Vec<Labelled> = labels
            .iter()
            .map(|label| Labelled {
                label: (*label).to_owned(),
                dtype: Dtype::F64,
                shape: vec![2],
                axes: Vec::new(),
            })
            .collect();
        let trace = shapes(&items).expect("small shapes fit");
        let ids: Vec<String> = (0..labels.len())
            .map(|at| trace.value(&format!("SHAPE[{at}].id")).expect("every shape has an id"))
            .collect();
        assert_eq!(
            ids,
            ["toy-transformer-q-one-head", "матрица-1", "матрица-1-2", "shape", "shape-2"]
        );
    }
}
