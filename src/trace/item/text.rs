//! Words and quoted texts.

use super::{Item, ItemKind, Misread, NONE, Scalar};
use crate::dtype::Dtype;
use crate::name;

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
pub(super) fn is_bare(text: &str) -> bool {
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
