//! The answer, as JSON and as text, and the numbers that make a refusal's sentence.

use std::fmt::Write;

use serde::Serialize;

use super::request::{Asked, Request, counted};
use crate::cli::refusal::Refusal;
use crate::dtype::Dtype;
use crate::error::TensorError;
use crate::layout::{self, Term, checked_row_major_layout, coordinates_at, signed_terms};

/// The fields of each form stand in the order in which scripts find them.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Answer<'a> {
    Walk {
        shape: &'a [usize],
        strides: Vec<i128>,
        base: usize,
        coordinate: &'a [usize],
        terms: Vec<Row>,
        offset: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        byte: Option<Byte>,
    },
    Landing {
        shape: &'a [usize],
        strides: Vec<i128>,
        base: usize,
        offset: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        byte: Option<Byte>,
        coordinates: Vec<Vec<usize>>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        more: bool,
    },
}

#[derive(Serialize)]
pub(super) struct Row {
    axis: usize,
    index: usize,
    stride: i128,
    contribution: i128,
}

/// A byte offset, which JSON shows as its number.
#[derive(Clone, Copy, Serialize)]
#[serde(into = "usize")]
pub(super) struct Byte {
    at: usize,
    dtype: Dtype,
    size: usize,
}

impl From<Byte> for usize {
    fn from(byte: Byte) -> Self {
        byte.at
    }
}

impl From<Term<i128>> for Row {
    fn from(term: Term<i128>) -> Self {
        Self {
            axis: term.axis,
            index: term.index,
            stride: term.stride,
            contribution: term.contribution,
        }
    }
}

impl<'a> Answer<'a> {
    pub(super) fn to(request: &'a Request) -> Result<Self, Refusal> {
        let shape = request.shape.as_slice();
        let (row_major, _) = checked_row_major_layout(shape).map_err(|_| shape_overflow(shape))?;
        let strides = request.strides.clone().unwrap_or_else(|| {
            let strides = row_major.into_iter();
            strides.map(|stride| stride as i128).collect()
        });
        let base = request.base;
        match &request.asked {
            Asked::At(coordinate) => {
                let refused = |error| match error {
                    TensorError::ShapeOverflow => walk_overflow(&strides, base, coordinate),
                    error => Refusal::from(error),
                };
                let terms = signed_terms(shape, &strides, base, coordinate).map_err(refused)?;
                let offset =
                    layout::signed_offset(shape, &strides, base, coordinate).map_err(refused)?;
                Ok(Self::Walk {
                    shape,
                    base,
                    coordinate,
                    terms: terms.into_iter().map(Row::from).collect(),
                    offset,
                    byte: byte(offset, request.element)?,
                    strides,
                })
            }
            &Asked::Offset(offset) => {
                let landing = coordinates_at(shape, &strides, base, offset)?;
                Ok(Self::Landing {
                    shape,
                    strides,
                    base,
                    offset,
                    byte: byte(offset, request.element)?,
                    coordinates: landing.coordinates,
                    more: landing.more,
                })
            }
        }
    }

    pub(super) fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// The answer as a person reads it, without the last line feed.
    pub(super) fn to_text(&self) -> String {
        match self {
            Self::Walk { shape, base, terms, offset, byte, .. } => {
                let mut text = table(shape, terms);
                let _ = write!(text, "offset {offset}{}", sum(*base, terms));
                text + &byte_line(*byte)
            }
            Self::Landing { offset, byte, coordinates, more, .. } => {
                let byte = byte_line(*byte);
                let count = counted(coordinates.len(), "coordinate");
                let verb = if coordinates.len() == 1 { "lands" } else { "land" };
                let found = match (coordinates.is_empty(), more) {
                    (false, false) => format!("{count} {verb}"),
                    (false, true) => format!("{count}, and perhaps more, {verb}"),
                    (true, false) => "no coordinate lands".to_owned(),
                    (true, true) => "none of the coordinates tried lands".to_owned(),
                };
                let mut text = format!("{found} at offset {offset}{byte}");
                for coordinate in coordinates {
                    text.push('\n');
                    text.push_str(&listed(coordinate));
                }
                text
            }
        }
    }
}

/// One line a term under a head, numbers right-aligned; nothing for a scalar.
fn table(shape: &[usize], terms: &[Row]) -> String {
    const HEAD: [&str; 5] = ["axis", "extent", "index", "stride", "contribution"];
    if terms.is_empty() {
        return String::new();
    }
    let mut lines = vec![HEAD.map(str::to_owned)];
    for (row, extent) in terms.iter().zip(shape) {
        lines.push([
            row.axis.to_string(),
            extent.to_string(),
            row.index.to_string(),
            row.stride.to_string(),
            row.contribution.to_string(),
        ]);
    }
    let mut widths = [0; HEAD.len()];
    for line in &lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = (*width).max(cell.len());
        }
    }
    let mut text = String::new();
    for line in &lines {
        let cells: Vec<String> =
            line.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        text.push_str(&cells.join("  "));
        text.push('\n');
    }
    text
}

/// ` = 4 (base) + 6 + 0 - 2`; nothing where there is nothing to add.
fn sum(base: usize, terms: &[Row]) -> String {
    let mut text = String::new();
    if base > 0 {
        let _ = write!(text, " = {base} (base)");
    }
    for row in terms {
        let sign = match (text.is_empty(), row.contribution < 0) {
            (true, false) => "=",
            (true, true) => "= -",
            (false, false) => "+",
            (false, true) => "-",
        };
        let space = if sign == "= -" { "" } else { " " };
        let _ = write!(text, " {sign}{space}{}", row.contribution.unsigned_abs());
    }
    text
}

fn byte_line(byte: Option<Byte>) -> String {
    byte.map_or_else(String::new, |Byte { at, dtype, size }| {
        let bytes = counted(size, "byte");
        format!("\nbyte {at}, {bytes} to each {dtype}")
    })
}

fn byte(offset: usize, element: Option<(Dtype, usize)>) -> Result<Option<Byte>, Refusal> {
    let Some((dtype, size)) = element else {
        return Ok(None);
    };
    let at = offset.checked_mul(size).ok_or_else(|| {
        Refusal::overflow(format!(
            "byte offset does not fit: offset {offset} × {size} bytes of {dtype} is more than {}",
            usize::MAX
        ))
    })?;
    Ok(Some(Byte { at, dtype, size }))
}

/// A coordinate in the form that `--at` takes.
fn listed(coordinate: &[usize]) -> String {
    if coordinate.is_empty() {
        return "none".to_owned();
    }
    let indices: Vec<String> = coordinate.iter().map(usize::to_string).collect();
    indices.join(",")
}

/// Names the product that does not fit, the first from the right.
fn shape_overflow(shape: &[usize]) -> Refusal {
    let mut product = 1_usize;
    let mut message = TensorError::ShapeOverflow.to_string();
    for (axis, &extent) in shape.iter().enumerate().rev() {
        let Some(next) = extent.checked_mul(product) else {
            let most = usize::MAX;
            let _ = write!(message, ": at axis {axis}, {extent} × {product} is more than {most}");
            break;
        };
        product = next;
    }
    Refusal::overflow(message)
}

/// Names the term that does not fit, or else the sum.
fn walk_overflow(strides: &[i128], base: usize, coordinate: &[usize]) -> Refusal {
    let most = usize::MAX;
    let mut sum = base as i128;
    for (axis, (&index, &stride)) in coordinate.iter().zip(strides).enumerate() {
        let contribution = (index as i128)
            .checked_mul(stride)
            .filter(|contribution| contribution.unsigned_abs() <= most as u128);
        let Some(next) = contribution.and_then(|contribution| sum.checked_add(contribution)) else {
            return Refusal::overflow(format!(
                "offset does not fit: at axis {axis}, index {index} × stride {stride} is beyond {most}"
            ));
        };
        sum = next;
    }
    let side = if sum < 0 { "below 0".to_owned() } else { format!("more than {most}") };
    let coordinate = listed(coordinate);
    Refusal::overflow(format!(
        "offset does not fit: coordinate {coordinate} from base {base} leads to {sum}, {side}"
    ))
}
