//! The value of a cell, spelled in its dtype.

use super::text::is_bare;
use super::{Item, ItemKind, Misread, Scalar};
use crate::decimal;
use crate::dtype::Dtype;

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
