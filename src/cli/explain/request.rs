//! The arguments, understood. Everything that is wrong with them is found before anything is
//! computed, each fault with its argument, what was expected, what was found and an example.

use std::fmt::Display;
use std::str::FromStr;

use super::Args;
use crate::dtype::Dtype;
use crate::excerpt::excerpt;

/// What is asked about which layout.
pub(super) struct Request {
    pub(super) shape: Vec<usize>,
    /// As many as the shape has axes; `None` for row-major.
    pub(super) strides: Option<Vec<i128>>,
    pub(super) base: usize,
    /// The element type and its size in bytes, where bytes are wanted.
    pub(super) element: Option<(Dtype, usize)>,
    pub(super) asked: Asked,
}

pub(super) enum Asked {
    /// The way to a coordinate.
    At(Vec<usize>),
    /// The way back from an offset.
    Offset(usize),
}

impl Request {
    pub(super) fn read(args: &Args) -> Result<Self, Vec<String>> {
        let mut complaints = Complaints(Vec::new());
        let shape = complaints.note(naturals("--shape", &args.shape, "--shape 2,2,3"));
        let strides = args.strides.as_deref();
        let strides = strides.map(|text| complaints.note(signed_strides(text)));
        let base = args.base.as_deref();
        let base = base.map(|text| complaints.note(natural("--base", text, "--base 4")));
        let element = args.dtype.as_deref();
        let element = element.map(|text| complaints.note(element_type(text)));
        let asked = complaints.note(asked(args));
        if let (Some(shape), Some(Some(strides))) = (&shape, &strides) {
            complaints.note(one_stride_an_axis(shape, strides, &args.shape));
        }
        // An argument that is not given is `None`, one that is not understood `Some(None)`.
        match (shape, strides, base, element, asked) {
            (
                Some(shape),
                strides @ (None | Some(Some(_))),
                base @ (None | Some(Some(_))),
                element @ (None | Some(Some(_))),
                Some(asked),
            ) if complaints.0.is_empty() => Ok(Self {
                shape,
                strides: strides.flatten(),
                base: base.flatten().unwrap_or(0),
                element: element.flatten(),
                asked,
            }),
            _ => Err(complaints.0),
        }
    }
}

struct Complaints(Vec<String>);

impl Complaints {
    fn note<T>(&mut self, result: Result<T, String>) -> Option<T> {
        result.map_err(|complaint| self.0.push(complaint)).ok()
    }
}

fn asked(args: &Args) -> Result<Asked, String> {
    match (&args.at, &args.offset) {
        (Some(at), None) => naturals("--at", at, "--at 1,0,2").map(Asked::At),
        (None, Some(offset)) => natural("--offset", offset, "--offset 8").map(Asked::Offset),
        (None, None) => {
            Err("--at or --offset: expected one of them, found neither; for example --at 1,0,2"
                .into())
        }
        (Some(at), Some(offset)) => Err(format!(
            "--at and --offset: expected one of them, found both, {} and {}; for example --at 1,0,2",
            excerpt(at),
            excerpt(offset)
        )),
    }
}

fn one_stride_an_axis(shape: &[usize], strides: &[i128], typed_shape: &str) -> Result<(), String> {
    if strides.len() == shape.len() {
        return Ok(());
    }
    Err(format!(
        "--strides: expected {}, one for each axis of --shape {}, found {}; \
         for example --shape 2,2,3 --strides 6,3,1",
        counted(shape.len(), "stride"),
        excerpt(typed_shape),
        strides.len()
    ))
}

fn element_type(text: &str) -> Result<(Dtype, usize), String> {
    let dtype = Dtype::from_name(text).and_then(|dtype| Some((dtype, dtype.bytes()?)));
    dtype.ok_or_else(|| {
        let stored: Vec<&str> = Dtype::ALL
            .iter()
            .filter(|dtype| dtype.bytes().is_some())
            .map(|dtype| dtype.name())
            .collect();
        format!(
            "--dtype: expected one of {}, found {}; for example --dtype f64",
            stored.join(", "),
            excerpt(text)
        )
    })
}

fn natural(argument: &str, text: &str, example: &str) -> Result<usize, String> {
    digits(text.trim()).ok_or_else(|| {
        format!(
            "{argument}: expected a whole number from 0 to {}, found {}; for example {example}",
            usize::MAX,
            excerpt(text)
        )
    })
}

fn naturals(argument: &str, text: &str, example: &str) -> Result<Vec<usize>, String> {
    let range = format!("from 0 to {}", usize::MAX);
    list(argument, text, &range, example, digits)
}

fn signed_strides(text: &str) -> Result<Vec<i128>, String> {
    // An offset has 64 bits, so a longer stride could only ever be multiplied by 0.
    let range = format!("from -{0} to {0}", usize::MAX);
    list("--strides", text, &range, "--strides 6,3,1", |item| {
        let unsigned = item.strip_prefix('-');
        let magnitude: usize = digits(unsigned.unwrap_or(item))?;
        let stride = i128::try_from(magnitude).ok()?;
        Some(if unsigned.is_some() { -stride } else { stride })
    })
}

/// Items with commas between them, spaces allowed; nothing, or `none`, is the empty list.
fn list<T>(
    argument: &str,
    text: &str,
    range: &impl Display,
    example: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, String> {
    let trimmed = text.trim();
    if trimmed.is_empty() || trimmed == "none" {
        return Ok(Vec::new());
    }
    trimmed
        .split(',')
        .map(|item| {
            read(item.trim()).ok_or_else(|| {
                let place =
                    if item == text { String::new() } else { format!(" in {}", excerpt(text)) };
                format!(
                    "{argument}: expected whole numbers {range} with commas between them, \
                     or none, found {}{place}; for example {example}",
                    excerpt(item.trim())
                )
            })
        })
        .collect()
}

/// A number of digits only: no sign, which the standard reader would take.
fn digits<T: FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// `1 stride`, `3 strides`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}
