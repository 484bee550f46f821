//! The values of fields: integers, decimals, words, and lists of them.
//!
//! A value is read from exactly one spelling and written back to the same
//! bytes. A decimal stays the lexeme that the trace holds: figures and prose
//! take it from here, so `32.0` can't turn into `32` on the way.

use crate::decimal;
use crate::dtype::Dtype;
use crate::name;
use std::borrow::Cow;

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

/// A value of the record's dtype: the lexeme that the trace holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    lexeme: String,
    /// A label that could be read as something else stands in quotes.
    quoted: bool,
}

impl Value {
    /// Spells a cell's bits in its dtype.
    #[must_use]
    pub fn spell(dtype: Dtype, bits: u64) -> Self {
        let lexeme = decimal::spell(dtype, bits);
        let quoted = dtype == Dtype::Label && !is_bare(&lexeme);
        Self { lexeme, quoted }
    }

    /// The lexeme, without the quotes of a label.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.lexeme
    }
}

impl Scalar for Value {
    fn read(raw: &str, cell: Dtype) -> Result<Self, Misread> {
        let unquoted = raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"'));
        let lexeme = unquoted.filter(|_| cell == Dtype::Label).unwrap_or(raw);
        if decimal::read_spelled(cell, lexeme).is_ok() {
            let quoted = cell == Dtype::Label && !is_bare(lexeme);
            if quoted == (lexeme.len() != raw.len()) {
                return Ok(Self { lexeme: lexeme.to_owned(), quoted });
            }
        }
        let expected = match decimal::read_written(cell, lexeme) {
            Ok(bits) => {
                let mut right = String::new();
                Scalar::write(&Self::spell(cell, bits), &mut right);
                format!("`{right}`, the one spelling of this {cell} value")
            }
            Err(_) => Expected(cell).to_string(),
        };
        Err(Misread::new(expected, raw))
    }

    fn write(&self, out: &mut String) {
        if self.quoted {
            out.extend(["\"", &*self.lexeme, "\""].iter().copied());
        } else {
            out.push_str(&self.lexeme);
        }
    }

    fn item(&self) -> Item {
        let kind = if self.quoted { ItemKind::Text } else { ItemKind::Decimal };
        Item { kind, text: self.lexeme.clone() }
    }
}

/// "an f64 value", "a bf16 value", with the example that shows its form.
struct Expected(Dtype);

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let article = if matches!(self.0.name().as_bytes()[0], b'f' | b'i') { "an" } else { "a" };
        if self.0 == Dtype::Label {
            return f.write_str("a label of the letters a to z such as `c`");
        }
        write!(f, "{article} {} value", self.0)?;
        if self.0.is_float() { f.write_str(" such as 32.0") } else { Ok(()) }
    }
}

/// A word, or a text that is quoted wherever it could be read as something else.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text(String);

impl Text {
    /// Any text at all; how it is spelled is decided when it is written.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself, without quotes or escapes.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text as a trace spells it: a bare word, or a JSON string.
    #[must_use]
    pub fn spelled(&self) -> String {
        let mut out = String::new();
        Scalar::write(self, &mut out);
        out
    }
}

/// Whether a text may stand without quotes: all characters of a word, and not
/// to be taken for an integer, a decimal or the empty list.
fn is_bare(text: &str) -> bool {
    let word = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._/:+-".contains(&byte));
    word && !text.is_empty() && text != NONE && !looks_like_a_number(text)
}

fn looks_like_a_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    unsigned == "inf"
        || unsigned == "NaN"
        || unsigned.starts_with("NaN:0x")
        || (unsigned.starts_with(|first: char| first.is_ascii_digit())
            && unsigned.bytes().all(|byte| byte.is_ascii_digit() || b".e-".contains(&byte))
            && unsigned.parse::<f64>().is_ok())
}

impl Scalar for Text {
    fn read(raw: &str, _cell: Dtype) -> Result<Self, Misread> {
        if is_bare(raw) {
            return Ok(Self(raw.to_owned()));
        }
        if raw.is_empty() {
            return Err(Misread::new("a word or a text in quotes", raw));
        }
        let text = if raw.starts_with('"') {
            serde_json::from_str::<String>(raw)
                .map_err(|_| Misread::new("a text in quotes with JSON escapes", raw))?
        } else {
            raw.to_owned()
        };
        let right = Self(text);
        let spelled = right.spelled();
        if spelled == raw {
            // A name of a manifest is held to the same rule.
            return match name::fault(right.as_str()) {
                None => Ok(right),
                Some(found) => Err(Misread { at: 0, expected: "a name".into(), found }),
            };
        }
        Err(Misread::new(format!("`{spelled}`, the one spelling of this text"), raw))
    }

    fn write(&self, out: &mut String) {
        if is_bare(&self.0) {
            out.push_str(&self.0);
        } else {
            // serde_json escapes what JSON demands and nothing else.
            out.push_str(&serde_json::Value::from(self.0.as_str()).to_string());
        }
    }

    fn item(&self) -> Item {
        Item { kind: ItemKind::Text, text: self.0.clone() }
    }
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
