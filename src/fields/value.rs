//! What a field can hold: texts, truth values, whole numbers, values as they
//! are written, lists of them, and inner tables.

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use toml::Spanned;
use toml::de::DeValue;

use super::{FieldError, Fields};

/// A value as it stands in the file, without underscores; the dtype gives it a meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The author's text: `0.1`, `-0.0`, `nan`, `0xff`, `true`.
    pub text: String,
    /// Whether it stands in quotes, as labels and the bits of a NaN do.
    pub quoted: bool,
    /// Where it stands.
    pub span: Range<usize>,
}

/// A value about to be read, with the name that messages give it.
#[derive(Debug)]
pub struct At<'a, 't> {
    pub(super) name: String,
    pub(super) value: &'t Spanned<DeValue<'t>>,
    pub(super) faults: &'a Rc<RefCell<Vec<FieldError>>>,
}

impl<'t> At<'_, 't> {
    fn wrong(&self, expected: &str) -> FieldError {
        let found = Found(self.value.get_ref());
        FieldError::misread(
            self.value.span(),
            format!("`{}` expects {expected}, found {found}", self.name),
        )
    }

    fn item(&self, index: usize, value: &'t Spanned<DeValue<'t>>) -> Self {
        Self { name: format!("{}[{index}]", self.name), value, faults: self.faults }
    }
}

/// A type that a field can hold.
pub trait Field<'t>: Sized {
    /// What the field must hold, in words: "a text".
    const EXPECTED: &'static str;
    /// Several of them: "texts".
    const PLURAL: &'static str;
    /// What to do where a list of them is something else, or holds something else.
    const LISTED: Option<&'static str> = None;

    /// Whether a value is of the form that it takes, whatever it holds.
    #[must_use]
    fn is_like(_: &Spanned<DeValue<'t>>) -> bool {
        true
    }

    /// Reads the value, or says what is wrong with it.
    fn read(at: &At<'_, 't>) -> Result<Self, FieldError>;
}

impl Field<'_> for String {
    const EXPECTED: &'static str = "a text in quotes";
    const PLURAL: &'static str = "texts in quotes";

    fn read(at: &At<'_, '_>) -> Result<Self, FieldError> {
        at.value.get_ref().as_str().map(Self::from).ok_or_else(|| at.wrong(Self::EXPECTED))
    }
}

impl Field<'_> for bool {
    const EXPECTED: &'static str = "true or false";
    const PLURAL: &'static str = "truth values";

    fn read(at: &At<'_, '_>) -> Result<Self, FieldError> {
        at.value.get_ref().as_bool().ok_or_else(|| at.wrong(Self::EXPECTED))
    }
}

impl Field<'_> for usize {
    const EXPECTED: &'static str = "a whole number from 0";
    const PLURAL: &'static str = "whole numbers from 0";

    fn read(at: &At<'_, '_>) -> Result<Self, FieldError> {
        let Some(integer) = at.value.get_ref().as_integer() else {
            return Err(at.wrong(Self::EXPECTED));
        };
        Self::from_str_radix(integer.as_str(), integer.radix()).map_err(|_| {
            if integer.as_str().starts_with('-') {
                at.wrong(Self::EXPECTED)
            } else {
                at.wrong(&format!("at most {}", Self::MAX))
            }
        })
    }
}

impl Field<'_> for Written {
    const EXPECTED: &'static str = "a number, or true or false";
    const PLURAL: &'static str = "numbers, or true and false";
    const LISTED: Option<&'static str> = Some("write all of them in one list, row by row");

    fn is_like(value: &Spanned<DeValue<'_>>) -> bool {
        !value.get_ref().is_array()
    }

    fn read(at: &At<'_, '_>) -> Result<Self, FieldError> {
        let (text, quoted) = match at.value.get_ref() {
            DeValue::Integer(integer) => (integer.to_string(), false),
            DeValue::Float(float) => (float.to_string(), false),
            DeValue::Boolean(truth) => (truth.to_string(), false),
            DeValue::String(text) => (text.to_string(), true),
            _ => return Err(at.wrong(Self::EXPECTED)),
        };
        Ok(Self { text, quoted, span: at.value.span() })
    }
}

impl<'t, T: Field<'t>> Field<'t> for Vec<T> {
    const EXPECTED: &'static str = "a list in brackets";
    const PLURAL: &'static str = "lists in brackets";
    const LISTED: Option<&'static str> =
        Some("set each in brackets of its own, as in `[[1, 2, 0]]`");

    fn is_like(value: &Spanned<DeValue<'t>>) -> bool {
        value.get_ref().is_array()
    }

    fn read(at: &At<'_, 't>) -> Result<Self, FieldError> {
        let listed = || {
            let wrong = at.wrong(&format!("a list of {}", T::PLURAL));
            FieldError { help: T::LISTED.map(str::to_owned), ..wrong }
        };
        let Some(items) = at.value.get_ref().as_array() else {
            return Err(listed());
        };
        // Where no item has the form of one, that is one fault.
        if let Some(first) = items.first().filter(|_| !items.iter().any(T::is_like)) {
            let Err(wrong) = T::read(&at.item(0, first)) else { return Err(listed()) };
            return Err(FieldError { help: T::LISTED.map(str::to_owned), ..wrong });
        }
        let (mut read, mut faults) = (Vec::with_capacity(items.len()), Vec::new());
        for (index, item) in items.iter().enumerate() {
            match T::read(&at.item(index, item)) {
                Ok(value) => read.push(value),
                Err(fault) => faults.push(fault),
            }
        }
        let faults = counted(&format!("`{}`", at.name), faults);
        let Some(first) = faults.first().cloned() else { return Ok(read) };
        let mut noted = at.faults.borrow_mut();
        for fault in faults {
            if !noted.contains(&fault) {
                noted.push(fault);
            }
        }
        Err(first)
    }
}

/// The most faults of one field that are told one by one.
const TOLD: usize = 20;

/// The faults of one field; beyond the first twenty they are only counted.
pub(super) fn counted(named: &str, mut faults: Vec<FieldError>) -> Vec<FieldError> {
    let more = faults.len().saturating_sub(TOLD);
    // The place of one more is as good as a line that says there is one.
    if more > 1 {
        let span = faults[TOLD].span.clone();
        let fault = faults[TOLD].fault;
        faults.truncate(TOLD);
        let message = format!("{named} has {more} more faults, from here on");
        faults.push(FieldError { fault, ..FieldError::misread(span, message) });
    }
    faults
}

impl<'t> Field<'t> for Fields<'t> {
    const EXPECTED: &'static str = "a table in braces";
    const PLURAL: &'static str = "tables";
    const LISTED: Option<&'static str> = Some(
        "begin each with its name in two pairs of brackets, as in `[[plate]]`, or set it in braces",
    );

    fn is_like(value: &Spanned<DeValue<'t>>) -> bool {
        value.get_ref().is_table()
    }

    fn read(at: &At<'_, 't>) -> Result<Self, FieldError> {
        let Some(table) = at.value.get_ref().as_table() else {
            return Err(at.wrong(Self::EXPECTED));
        };
        let prefix = format!("{}.", at.name);
        let faults = Rc::clone(at.faults);
        Ok(Self {
            table,
            span: at.value.span(),
            prefix,
            asked: Vec::new(),
            unoffered: Vec::new(),
            faults,
        })
    }
}

/// What was found, in words: its type, and its text where that is short.
struct Found<'a>(&'a DeValue<'a>);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            DeValue::String(_) => f.write_str("a text"),
            DeValue::Integer(integer) => integer.fmt(f),
            DeValue::Float(float) => float.fmt(f),
            DeValue::Boolean(truth) => truth.fmt(f),
            DeValue::Datetime(_) => f.write_str("a date"),
            DeValue::Array(items) if items.is_empty() => f.write_str("an empty list"),
            DeValue::Array(_) => f.write_str("a list"),
            DeValue::Table(_) => f.write_str("a table"),
        }
    }
}
