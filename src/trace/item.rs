//! The values of fields: integers, decimals, words, and lists of them.
//!
//! A value is read from exactly one spelling and written back to the same
//! bytes. A decimal stays the lexeme that the trace holds: figures and prose
//! take it from here, so `32.0` can't turn into `32` on the way.

mod text;
mod value;

use crate::decimal;
use crate::dtype::Dtype;
use std::borrow::Cow;

pub use text::Text;
pub use value::Value;

/// What an item is, for those who print it in another notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A whole number.
    Integer,
    /// A value of the record's dtype, spelled as the trace spells it.
    Decimal,
    /// A word or a quoted text.
    Text,
}

/// One item of a field as a reader sees it: its kind and its plain text
/// (a quoted text without its quotes).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What the text is.
    pub kind: ItemKind,
    /// The lexeme; for a text, the text itself.
    pub text: String,
}

/// What a path names: one item, or a list of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A single item.
    Scalar(Item),
    /// A list, possibly empty.
    List(Vec<Item>),
}

impl Fact {
    /// An integer that a function worked out.
    pub(crate) fn integer(value: i128) -> Self {
        Self::Scalar(Item { kind: ItemKind::Integer, text: value.to_string() })
    }

    /// The lexeme, a list joined by commas, the empty list as `none`.
    #[must_use]
    pub fn lexeme(&self) -> String {
        match self {
            Self::Scalar(item) => item.text.clone(),
            Self::List(items) if items.is_empty() => NONE.to_owned(),
            Self::List(items) => {
                items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>().join(",")
            }
        }
    }

    /// The fact as its line in a trace spells it: a text that is no word in quotes.
    #[must_use]
    pub fn spelled(&self) -> String {
        match self {
            Self::Scalar(item) => item.spelled(),
            Self::List(items) if items.is_empty() => NONE.to_owned(),
            Self::List(items) => items.iter().map(Item::spelled).collect::<Vec<_>>().join(","),
        }
    }
}

impl Item {
    /// The item as its line in a trace spells it.
    #[must_use]
    pub fn spelled(&self) -> String {
        match self.kind {
            ItemKind::Text => Text::new(self.text.as_str()).spelled(),
            ItemKind::Integer | ItemKind::Decimal => self.text.clone(),
        }
    }
}

/// The spelling of the empty list.
pub(crate) const NONE: &str = "none";

/// A value that was not spelled as it must be; `at` counts bytes of the raw value.
#[derive(Debug)]
pub(crate) struct Misread {
    pub at: usize,
    pub expected: Cow<'static, str>,
    pub found: String,
}

impl Misread {
    fn new(expected: impl Into<Cow<'static, str>>, found: &str) -> Self {
        // An empty item may stand anywhere in its line.
        let found = if found.is_empty() { "nothing".into() } else { super::error::found(found) };
        Self { at: 0, expected: expected.into(), found }
    }
}

/// One item of a field: reads from its lexeme, writes it back, shows itself.
pub(crate) trait Scalar: Sized {
    /// `cell` is the dtype in which decimals of the record are spelled.
    fn read(raw: &str, cell: Dtype) -> Result<Self, Misread>;
    fn write(&self, out: &mut String);
    fn item(&self) -> Item;
}

/// A field's value: a scalar or a list.
pub(crate) trait Field: Sized {
    fn read(raw: &str, cell: Dtype) -> Result<Self, Misread>;
    fn write(&self, out: &mut String);
    fn fact(&self) -> Fact;
}

/// What a record hands to whoever walks through its fields.
pub(crate) trait FieldView {
    fn write(&self, out: &mut String);
    fn fact(&self) -> Fact;
}

impl<T: Field> FieldView for T {
    fn write(&self, out: &mut String) {
        Field::write(self, out);
    }
    fn fact(&self) -> Fact {
        Field::fact(self)
    }
}

macro_rules! scalar_fields {
    ($($scalar:ty),*) => {$(
        impl Field for $scalar {
            fn read(raw: &str, cell: Dtype) -> Result<Self, Misread> {
                <$scalar as Scalar>::read(raw, cell)
            }
            fn write(&self, out: &mut String) {
                Scalar::write(self, out);
            }
            fn fact(&self) -> Fact {
                Fact::Scalar(self.item())
            }
        }
    )*};
}
scalar_fields!(usize, Value, Text, Dtype);

impl<T: Scalar> Field for Vec<T> {
    fn read(raw: &str, cell: Dtype) -> Result<Self, Misread> {
        if raw == NONE {
            return Ok(Self::new());
        }
        items(raw)
            .map(|(at, item)| {
                T::read(item, cell).map_err(|misread| Misread { at: at + misread.at, ..misread })
            })
            .collect()
    }

    fn write(&self, out: &mut String) {
        if self.is_empty() {
            out.push_str(NONE);
        }
        for (position, item) in self.iter().enumerate() {
            if position > 0 {
                out.push(',');
            }
            item.write(out);
        }
    }

    fn fact(&self) -> Fact {
        Fact::List(self.iter().map(Scalar::item).collect())
    }
}

/// The items of a raw list with the byte at which each begins.
pub(crate) fn items(raw: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = Some(0);
    std::iter::from_fn(move || {
        let start = rest?;
        let end = start + item_end(&raw[start..]);
        rest = (end < raw.len()).then_some(end + 1);
        Some((start, &raw[start..end]))
    })
}

/// Where the first item of a raw list ends: at a comma that is not in quotes.
fn item_end(raw: &str) -> usize {
    let mut quoted = false;
    let mut escaped = false;
    for (at, byte) in raw.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b',' if !quoted => return at,
            _ => {}
        }
    }
    raw.len()
}

impl Scalar for usize {
    fn read(raw: &str, _cell: Dtype) -> Result<Self, Misread> {
        let plain = raw.bytes().all(|byte| byte.is_ascii_digit())
            && !raw.is_empty()
            && (raw == "0" || !raw.starts_with('0'));
        let negative = raw.strip_prefix('-').is_some_and(|digits| {
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        });
        if negative {
            return Err(Misread::new("an integer of 0 or more", raw));
        }
        if !plain {
            return Err(Misread::new("an integer", raw));
        }
        raw.parse().map_err(|_| Misread::new(format!("an integer of at most {}", usize::MAX), raw))
    }

    fn write(&self, out: &mut String) {
        push_integer(*self, out);
    }

    fn item(&self) -> Item {
        let mut text = String::new();
        push_integer(*self, &mut text);
        Item { kind: ItemKind::Integer, text }
    }
}

/// Appends an integer without going through the formatting machinery.
pub(crate) fn push_integer(value: usize, out: &mut String) {
    decimal::spell_into(Dtype::U64, value as u64, out);
}

impl Scalar for Dtype {
    fn read(raw: &str, _cell: Dtype) -> Result<Self, Misread> {
        Self::from_name(raw).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Misread::new(format!("a dtype, one of {names}"), raw)
        })
    }

    fn write(&self, out: &mut String) {
        out.push_str(self.name());
    }

    fn item(&self) -> Item {
        Item { kind: ItemKind::Text, text: self.name().to_owned() }
    }
}

/// A word that can only be one thing, such as `layout=strided`.
macro_rules! only_word {
    ($(#[$doc:meta])* $name:ident = $word:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name;

        impl $crate::trace::item::Field for $name {
            fn read(
                raw: &str,
                cell: $crate::dtype::Dtype,
            ) -> Result<Self, $crate::trace::item::Misread> {
                if raw == $word {
                    return Ok(Self);
                }
                let _ = cell;
                Err($crate::trace::item::misread(concat!("`", $word, "`"), raw))
            }
            fn write(&self, out: &mut String) {
                out.push_str($word);
            }
            fn fact(&self) -> $crate::trace::item::Fact {
                $crate::trace::item::Fact::Scalar($crate::trace::item::Item {
                    kind: $crate::trace::item::ItemKind::Text,
                    text: $word.to_owned(),
                })
            }
        }
    };
}
pub(crate) use only_word;

/// A refusal for those who read a field by their own rule.
pub(crate) fn misread(expected: impl Into<Cow<'static, str>>, found: &str) -> Misread {
    Misread::new(expected, found)
}
