//! Text to bits: strictly, as a trace spells a value, and freely, as an author writes one.

use std::cmp::Ordering;

use thiserror::Error;

use super::digits::Digits;
use super::float::{Class, Format};
use super::{mask, spell, spell_into};
use crate::dtype::Dtype;
use crate::excerpt::excerpt;
use crate::label;

/// Why a text is not a value of a dtype.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// The text says no value of this dtype.
    #[error("expected {}, found {}", wanted(*.dtype), excerpt(.found))]
    NotAValue {
        /// The dtype that was asked for.
        dtype: Dtype,
        /// The text as it stood.
        found: String,
    },
    /// The text says a value, but not in its one spelling.
    #[error("expected `{expected}`, the one spelling of this {dtype}, found {}", excerpt(.found))]
    Spelling {
        /// The dtype that was asked for.
        dtype: Dtype,
        /// The value's spelling.
        expected: String,
        /// The text as it stood.
        found: String,
    },
    /// The text says a number that the dtype does not reach.
    #[error("expected {} from {least} to {most}, found {}", reached(*.dtype), excerpt(.found))]
    OutOfRange {
        /// The dtype that was asked for.
        dtype: Dtype,
        /// Its lowest finite value.
        least: String,
        /// Its highest finite value.
        most: String,
        /// The text as it stood.
        found: String,
    },
}

/// Reads a cell from its one spelling and refuses every other.
///
/// # Errors
/// A [`ReadError`]; for a value in another spelling it names the right one.
///
/// ```
/// use traceplate::decimal::read_spelled;
/// use traceplate::dtype::Dtype;
/// assert_eq!(read_spelled(Dtype::F64, "32.0"), Ok(32.0_f64.to_bits()));
/// let error = read_spelled(Dtype::F64, "32").unwrap_err();
/// assert_eq!(error.to_string(), "expected `32.0`, the one spelling of this f64, found `32`");
/// ```
pub fn read_spelled(dtype: Dtype, lexeme: &str) -> Result<u64, ReadError> {
    let bits = match Format::of(dtype) {
        Some(format) => spelled_float(format, lexeme)?,
        None => discrete(dtype, lexeme)?,
    };
    let mut expected = String::with_capacity(24);
    spell_into(dtype, bits, &mut expected);
    if expected == lexeme {
        return Ok(bits);
    }
    Err(ReadError::Spelling { dtype, expected, found: lexeme.to_owned() })
}

/// Reads a cell as an author writes it in TOML: `0.1`, `1e3`, `+1`, `1_000`, `0xff`, `nan`,
/// `-inf`. A trace's own spelling is taken too, for NaNs with a payload. A float becomes the
/// nearest value of its dtype, ties to even, rounded once.
///
/// # Errors
/// A [`ReadError`] where the text is no number, where an integer dtype is given a fraction or an
/// exponent, and where a finite number lies beyond the dtype; it never becomes infinite.
///
/// ```
/// use traceplate::decimal::read_written;
/// use traceplate::dtype::Dtype;
/// assert_eq!(read_written(Dtype::Bf16, "0.1"), Ok(0x3dcd));
/// assert_eq!(read_written(Dtype::I16, "1_000"), Ok(1000));
/// ```
pub fn read_written(dtype: Dtype, text: &str) -> Result<u64, ReadError> {
    let not_a_value = || ReadError::NotAValue { dtype, found: text.to_owned() };
    let (negative, unsigned) = split_sign(text);
    let signed = unsigned.len() < text.len();
    let number = if matches!(dtype, Dtype::Bool | Dtype::Label) {
        Number::Other
    } else {
        Number::scan(unsigned, signed).ok_or_else(not_a_value)?
    };
    match (Format::of(dtype), number) {
        (Some(format), Number::Decimal(plain) | Number::Whole(plain)) => {
            finite_float(format, negative, &plain, text)
        }
        (Some(format), Number::Other) => match unsigned {
            "inf" => Ok(signed_bits(format, negative, format.infinity())),
            "nan" => Ok(signed_bits(format, negative, format.quiet_nan())),
            _ => payload(format, text).ok_or_else(not_a_value),
        },
        (None, Number::Whole(plain)) => integer(dtype, negative, &plain, text),
        (None, Number::Decimal(_)) => Err(not_a_value()),
        (None, Number::Other) => discrete(dtype, text),
    }
}

/// The value `n` in a dtype, the nearest one for a float; a bool counts to 1.
///
/// # Errors
/// [`ReadError::OutOfRange`] where the dtype does not reach `n`.
///
/// ```
/// use traceplate::decimal::from_count;
/// use traceplate::dtype::Dtype;
/// assert_eq!(from_count(Dtype::F32, 3), Ok(u64::from(3.0_f32.to_bits())));
/// assert!(from_count(Dtype::I8, 128).is_err());
/// ```
pub fn from_count(dtype: Dtype, n: u64) -> Result<u64, ReadError> {
    let Some(format) = Format::of(dtype) else {
        return if n <= greatest(dtype) { Ok(n) } else { Err(out_of_range(dtype, &n.to_string())) };
    };
    let bits = format.nearest(n, 0, || Ordering::Equal);
    if bits == format.infinity() {
        return Err(out_of_range(dtype, &n.to_string()));
    }
    Ok(bits)
}

/// The bits of the value nearest to an unsigned decimal text, infinity where it is beyond the
/// range; `None` where it is no number.
pub(super) fn nearest(format: Format, text: &str) -> Option<u64> {
    if format == Format::F32 {
        return text.parse().ok().map(|value: f32| value.to_bits().into());
    }
    let double = text.parse::<f64>().ok()?.to_bits();
    if format == Format::F64 {
        return Some(double);
    }
    Some(match Format::F64.class(double) {
        Class::Finite { significand, exponent } => format.nearest(significand, exponent, || {
            // The text has already been rounded once, to the double. Where that lies exactly in
            // the middle between two values, only the text itself says on which side it is.
            Digits::from_text(text).cmp(&Digits::exact(significand, exponent))
        }),
        Class::Zero => 0,
        Class::Infinite | Class::Nan => format.infinity(),
    })
}

fn spelled_float(format: Format, lexeme: &str) -> Result<u64, ReadError> {
    if let Some(bits) = payload(format, lexeme) {
        return Ok(bits);
    }
    let (negative, unsigned) = split_sign(lexeme);
    let infinite =
        unsigned.eq_ignore_ascii_case("inf") || unsigned.eq_ignore_ascii_case("infinity");
    if infinite {
        return Ok(signed_bits(format, negative, format.infinity()));
    }
    if unsigned.eq_ignore_ascii_case("nan") {
        return Ok(signed_bits(format, negative, format.quiet_nan()));
    }
    finite_float(format, negative, unsigned, lexeme)
}

fn finite_float(
    format: Format,
    negative: bool,
    unsigned: &str,
    found: &str,
) -> Result<u64, ReadError> {
    // A second sign is no part of a number, though std would take it.
    let bits = nearest(format, unsigned)
        .filter(|_| !unsigned.starts_with(['+', '-']))
        .ok_or_else(|| ReadError::NotAValue { dtype: format.dtype(), found: found.to_owned() })?;
    if bits == format.infinity() {
        return Err(out_of_range(format.dtype(), found));
    }
    Ok(signed_bits(format, negative, bits))
}

fn signed_bits(format: Format, negative: bool, bits: u64) -> u64 {
    if negative { bits | format.sign() } else { bits }
}

/// The bits of `NaN` or `NaN:0x…`.
fn payload(format: Format, text: &str) -> Option<u64> {
    let rest = text.strip_prefix("NaN")?;
    if rest.is_empty() {
        return Some(format.quiet_nan());
    }
    let hex = rest.strip_prefix(":0x")?;
    let is_hex = hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    let bits = u64::from_str_radix(hex, 16).ok()?;
    (is_hex && bits <= format.mask() && format.is_nan(bits)).then_some(bits)
}

/// Reads what is neither float nor written with anything but its plain form.
fn discrete(dtype: Dtype, text: &str) -> Result<u64, ReadError> {
    let value = match (dtype, text) {
        (Dtype::Bool, "false") => Some(0),
        (Dtype::Bool, "true") => Some(1),
        (Dtype::Bool, _) => None,
        (Dtype::Label, _) => label::index(text),
        _ => {
            let (negative, unsigned) = split_sign(text);
            let plain = !unsigned.is_empty() && unsigned.bytes().all(|b| b.is_ascii_digit());
            if plain {
                return integer(dtype, negative, unsigned, text);
            }
            None
        }
    };
    value.ok_or_else(|| ReadError::NotAValue { dtype, found: text.to_owned() })
}

fn integer(dtype: Dtype, negative: bool, digits: &str, found: &str) -> Result<u64, ReadError> {
    let magnitude: Option<u64> = digits.parse().ok();
    let bits = magnitude.and_then(|magnitude| {
        if negative {
            let fits = magnitude <= least_magnitude(dtype);
            fits.then(|| magnitude.wrapping_neg() & mask(dtype))
        } else {
            (magnitude <= greatest(dtype)).then_some(magnitude)
        }
    });
    bits.ok_or_else(|| out_of_range(dtype, found))
}

/// The bits of the largest value of a dtype that is not a float.
fn greatest(dtype: Dtype) -> u64 {
    match dtype {
        Dtype::Bool => 1,
        Dtype::I64 | Dtype::I32 | Dtype::I16 | Dtype::I8 => mask(dtype) >> 1,
        _ => mask(dtype),
    }
}

/// How far an integer dtype reaches below zero.
fn least_magnitude(dtype: Dtype) -> u64 {
    match dtype {
        Dtype::I64 | Dtype::I32 | Dtype::I16 | Dtype::I8 => (mask(dtype) >> 1) + 1,
        _ => 0,
    }
}

fn out_of_range(dtype: Dtype, found: &str) -> ReadError {
    let (least, most) = if let Some(format) = Format::of(dtype) {
        let most = largest(format);
        (format!("-{most}"), most)
    } else {
        let least = least_magnitude(dtype).wrapping_neg() & mask(dtype);
        (spell(dtype, least), spell(dtype, greatest(dtype)))
    };
    ReadError::OutOfRange { dtype, least, most, found: found.to_owned() }
}

/// The largest finite value of a float, in digits that hide no part of it: the
/// fewest that name it in f16, 65500.0, would be less than what still rounds to it.
fn largest(format: Format) -> String {
    match format.class(format.largest()) {
        Class::Finite { significand, exponent } if format != Format::F64 => {
            spell(Dtype::F32, Format::F32.nearest(significand, exponent, || Ordering::Equal))
        }
        _ => spell(format.dtype(), format.largest()),
    }
}

/// What a range is said of: a float takes whatever rounds to one of its values.
fn reached(dtype: Dtype) -> String {
    if dtype.is_float() {
        format!("a number that rounds to a finite {dtype},")
    } else {
        dtype.to_string()
    }
}

fn split_sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(unsigned) => (true, unsigned),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// An unsigned number as TOML writes it, brought to plain decimal text.
enum Number {
    /// Digits only.
    Whole(String),
    /// Digits with a point, an exponent, or both.
    Decimal(String),
    /// Not made of digits: `inf`, `nan`, or nothing that TOML knows.
    Other,
}

impl Number {
    /// `None` where it begins as a number and is none.
    fn scan(text: &str, signed: bool) -> Option<Self> {
        if !text.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(Self::Other);
        }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
            if let Some(digits) = text.strip_prefix(prefix) {
                let digits = separated(digits, radix).filter(|_| !signed)?;
                let value = u128::from_str_radix(&digits, radix).ok()?;
                return Some(Self::Whole(value.to_string()));
            }
        }
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, Some(exponent)),
            None => (text, None),
        };
        let (whole, fraction) = match number.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (number, None),
        };
        let mut plain = separated(whole, 10)?;
        if plain.len() > 1 && plain.starts_with('0') {
            return None;
        }
        if let Some(fraction) = fraction {
            plain.push('.');
            plain.push_str(&separated(fraction, 10)?);
        }
        if let Some(exponent) = exponent {
            let (negative, exponent) = split_sign(exponent);
            plain.push_str(if negative { "e-" } else { "e" });
            plain.push_str(&separated(exponent, 10)?);
        }
        Some(if fraction.is_none() && exponent.is_none() {
            Self::Whole(plain)
        } else {
            Self::Decimal(plain)
        })
    }
}

/// The digits without the underscores that may stand between any two of them.
fn separated(text: &str, radix: u32) -> Option<String> {
    let groups_are_digits =
        text.split('_').all(|group| !group.is_empty() && group.chars().all(|c| c.is_digit(radix)));
    groups_are_digits.then(|| text.replace('_', ""))
}

fn wanted(dtype: Dtype) -> String {
    match dtype {
        Dtype::Label => "a label of the letters a to z such as `c`".to_owned(),
        Dtype::Bool => "a bool, `false` or `true`".to_owned(),
        Dtype::U64 | Dtype::U32 | Dtype::U16 | Dtype::U8 => {
            format!("a {dtype}, a whole number such as `12`")
        }
        Dtype::I64 | Dtype::I32 | Dtype::I16 | Dtype::I8 => {
            format!("an {dtype}, a whole number such as `-12`")
        }
        Dtype::Bf16 => "a bf16 such as `32.0`".to_owned(),
        Dtype::F64 | Dtype::F32 | Dtype::F16 => format!("an {dtype} such as `32.0`"),
    }
}
