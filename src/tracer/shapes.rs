//! Traces a set of labelled shapes: `shapes-v1`.

use super::TraceError;
use super::lookup::axes_record;
use crate::dtype::Dtype;
use crate::layout::checked_row_major_layout;
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
