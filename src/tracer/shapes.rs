//! Traces a set of labelled shapes: `shapes-v1`.

use super::TraceError;
use super::lookup::axes_record;
use crate::dtype::Dtype;
use crate::layout::checked_row_major_layout;
use crate::source::fields::{FieldError, Fields};
use crate::source::fixtures::shapes_from;
use crate::source::{FixtureSet, dtype_from, named_axes};
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

/// Takes `fixture`, the name of a set of shapes, or `items`, shapes of one's own.
pub(super) fn from_fields(
    _: &str,
    fields: &mut Fields<'_>,
    fixtures: &FixtureSet,
) -> Result<Trace, FieldError> {
    let labelled = match (fields.has("fixture"), fields.has("items")) {
        (true, false) => of_fixture(fields, fixtures)?,
        (false, true) => of_items(fields)?,
        (false, false) => return Err(fields.missing_one_of(&["fixture", "items"])),
        (true, true) => {
            let message = "`items` and `fixture` exclude each other";
            let error = FieldError::misread(fields.place("items", &[]), message);
            return Err(
                fields.note(error.with_help("keep the one that says which shapes are shown"))
            );
        }
    };
    shapes(&labelled).map_err(|error| {
        // Which of them has no layout is found again here, for its place.
        let broken = labelled
            .iter()
            .position(|item| checked_row_major_layout(&item.shape).is_err());
        let mut message = error.to_string();
        if let Some(item) = broken.and_then(|at| labelled.get(at)) {
            message = format!("`{}`: {message}", item.label);
        }
        FieldError::refused(fields.place("items", broken.as_slice()), message)
    })
}

fn of_fixture(fields: &mut Fields<'_>, fixtures: &FixtureSet) -> Result<Vec<Labelled>, FieldError> {
    let (shapes, axes) = shapes_from(fields, fixtures)?;
    let axes = axes
        .iter()
        .map(|names| names.iter().map(|name| (*name).to_owned()).collect());
    let labelled = shapes
        .into_iter()
        .zip(axes.chain(std::iter::repeat_with(Vec::new)));
    Ok(labelled
        .map(|((label, tensor), axes)| Labelled {
            label: label.to_owned(),
            dtype: Dtype::F64,
            shape: tensor.shape().to_vec(),
            axes,
        })
        .collect())
}

fn of_items(fields: &mut Fields<'_>) -> Result<Vec<Labelled>, FieldError> {
    let items = fields.take_tables("items")?;
    if items.is_empty() {
        let message = "`items` expects at least one shape, found an empty list";
        return Err(fields.note(FieldError::misread(fields.place("items", &[]), message)));
    }
    // All of them are read before the first fault is told.
    let labelled: Vec<_> = items.into_iter().map(item).collect();
    labelled.into_iter().collect()
}

fn item(mut item: Fields<'_>) -> Result<Labelled, FieldError> {
    let label = item.take_string("label");
    let shape = item.take_index_list("shape");
    let dtype = dtype_from(&mut item);
    let axes = item.take_optional("axes");
    item.close()?;
    let (label, shape, dtype) = (label?, shape?, dtype?.unwrap_or(Dtype::F64));
    let axes = named_axes(&item, axes?, shape.len())?;
    Ok(Labelled {
        label,
        dtype,
        shape,
        axes,
    })
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
    for part in label
        .split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty())
    {
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.extend(part.chars().flat_map(char::to_lowercase));
    }
    if slug.is_empty() {
        "shape".to_owned()
    } else {
        slug
    }
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
        let labels = [
            "toy Transformer Q (one head)",
            "Матрица № 1",
            "матрица 1",
            "…",
            "—",
        ];
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
            .map(|at| {
                trace
                    .value(&format!("SHAPE[{at}].id"))
                    .expect("every shape has an id")
            })
            .collect();
        assert_eq!(
            ids,
            [
                "toy-transformer-q-one-head",
                "матрица-1",
                "матрица-1-2",
                "shape",
                "shape-2"
            ]
        );
    }
}
