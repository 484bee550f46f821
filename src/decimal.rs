//! The one place where numbers become text and text becomes numbers. A cell is its bit pattern
//! in the low bits of a `u64`: −1 as `i8` is `0xff`, a bool is 0 or 1, a label is its index.
//!
//! A float is spelled with the fewest significant digits that read back to the same bits in its
//! own dtype; of two such the nearest, of two equally near the one with the even last digit. So
//! bf16 `0x3dcd` is `0.1`, although its exact value is 0.10009765625.

mod digits;
mod float;
mod read;
mod shortest;

pub use self::read::{ReadError, from_count, read_spelled, read_written};

use self::digits::Digits;
use self::float::{Class, Format};
use crate::dtype::Dtype;
use crate::label;
use compact_str::CompactString;
use std::fmt::Write;

/// The one spelling of a cell, as traces print it.
///
/// Floats have a point with a digit on both sides for 1e-4 ≤ |x| < 1e16 and zero (`32.0`), and
/// an exponent otherwise (`5e-5`); the default quiet NaN is `NaN`, any other `NaN:0x…` with its
/// bits. Integers are plain, bools `false` and `true`, labels letters.
///
/// ```
/// use traceplate::decimal::spell;
/// use traceplate::dtype::Dtype;
/// assert_eq!(spell(Dtype::F64, 32.0_f64.to_bits()), "32.0");
/// assert_eq!(spell(Dtype::F16, 0xfbff), "-65500.0");
/// ```
#[must_use]
pub fn spell(dtype: Dtype, bits: u64) -> String {
    let mut out = String::new();
    spell_into(dtype, bits, &mut out);
    out
}

/// An unsigned integer, as traces spell it.
#[must_use]
pub fn integer(value: u64) -> CompactString {
    CompactString::new(itoa::Buffer::new().format(value))
}

/// The numbers below 1,000, three digits each: most of what a figure spells.
static SMALL: &str = {
    const DIGITS: [u8; 3000] = {
        let mut digits = [b'0'; 3000];
        // Each number is the one before it, and one more.
        let mut at = 3;
        while at < digits.len() {
            let (hundreds, tens, ones) = (digits[at - 3], digits[at - 2], digits[at - 1]);
            let carries = ones == b'9';
            let carries_on = carries && tens == b'9';
            digits[at] = if carries_on { hundreds + 1 } else { hundreds };
            digits[at + 1] = match (carries, carries_on) {
                (_, true) => b'0',
                (true, false) => tens + 1,
                (false, false) => tens,
            };
            digits[at + 2] = if carries { b'0' } else { ones + 1 };
            at += 3;
        }
        digits
    };
    match std::str::from_utf8(&DIGITS) {
        Ok(digits) => digits,
        Err(_) => panic!("digits are ASCII"),
    }
};

/// Appends an unsigned integer, as traces spell it.
#[inline]
pub fn integer_into(value: u64, out: &mut impl Write) {
    // Writing into a string, and nothing else is written into, can't fail.
    let _ = match usize::try_from(value) {
        Ok(value @ 0..1000) => {
            let leading = usize::from(value < 10) + usize::from(value < 100);
            out.write_str(&SMALL[3 * value + leading..3 * value + 3])
        }
        _ => out.write_str(itoa::Buffer::new().format(value)),
    };
}

/// Appends to `out` what [`spell`] gives.
pub fn spell_into(dtype: Dtype, bits: u64, out: &mut String) {
    match dtype {
        Dtype::Label => label::letters_into(bits, out),
        Dtype::Bool => out.push_str(if bits == 0 { "false" } else { "true" }),
        Dtype::U64 | Dtype::U32 | Dtype::U16 | Dtype::U8 => {
            integer_into(bits & mask(dtype), out);
        }
        Dtype::I64 | Dtype::I32 | Dtype::I16 | Dtype::I8 => {
            let bits = bits & mask(dtype);
            let sign = mask(dtype) ^ (mask(dtype) >> 1);
            if bits & sign == 0 {
                integer_into(bits, out);
            } else {
                out.push('-');
                integer_into((bits ^ mask(dtype)) + 1, out);
            }
        }
        Dtype::F64 => spell_float(Format::F64, bits, out),
        Dtype::F32 => spell_float(Format::F32, bits, out),
        Dtype::F16 => spell_float(Format::F16, bits, out),
        Dtype::Bf16 => spell_float(Format::BF16, bits, out),
    }
}

/// The exact value of a cell in positional digits without exponent, with a point and a digit on
/// both sides for floats. `None` for NaN and the infinities, which have none.
///
/// ```
/// use traceplate::decimal::exact;
/// use traceplate::dtype::Dtype;
/// assert_eq!(exact(Dtype::Bf16, 0x3dcd).as_deref(), Some("0.10009765625"));
/// ```
#[must_use]
pub fn exact(dtype: Dtype, bits: u64) -> Option<String> {
    let Some(format) = Format::of(dtype) else {
        return Some(spell(dtype, bits));
    };
    let digits = match format.class(bits) {
        Class::Nan | Class::Infinite => return None,
        Class::Zero => Digits::zero(),
        Class::Finite { significand, exponent } => Digits::exact(significand, exponent),
    };
    let mut out = String::new();
    if format.is_negative(bits) {
        out.push('-');
    }
    digits.push_positional(&mut out);
    Some(out)
}

/// An unsigned integer lexeme with commas between the thousands: `1607680` is `1,607,680`.
///
/// Anything but digits comes back unchanged.
#[must_use]
pub fn grouped(lexeme: &str) -> String {
    if !lexeme.bytes().all(|byte| byte.is_ascii_digit()) {
        return lexeme.to_owned();
    }
    let mut out = String::with_capacity(lexeme.len() + lexeme.len() / 3);
    for (at, digit) in lexeme.char_indices() {
        if at > 0 && (lexeme.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Whether a text is a number or a list of numbers. Cut short it would read as
/// another one, where a name that begins with a digit would not.
///
/// ```
/// use traceplate::decimal::is_number;
/// assert!(is_number("-5e-5") && is_number("2048,128") && !is_number("0.attention.weight"));
/// ```
#[must_use]
pub fn is_number(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_hexdigit() || matches!(c, '.' | '+' | '-' | 'x' | ':');
    text.split(',').all(|item| {
        let bare = item.strip_prefix('-').unwrap_or(item);
        matches!(bare, "NaN" | "inf" | "nan")
            || (bare.starts_with(|c: char| c.is_ascii_digit()) && bare.chars().all(is_part))
    })
}

fn spell_float(format: Format, bits: u64, out: &mut String) {
    let class = format.class(bits);
    if format.is_negative(bits) && class != Class::Nan {
        out.push('-');
    }
    match class {
        Class::Zero => out.push_str("0.0"),
        Class::Infinite => out.push_str("inf"),
        Class::Nan => {
            let bits = bits & format.mask();
            out.push_str("NaN");
            if bits != format.quiet_nan() {
                out.push_str(":0x");
                push_hex(bits, format.width() / 4, out);
            }
        }
        Class::Finite { significand, exponent } => {
            let magnitude = bits & (format.sign() - 1);
            shortest::push(format, magnitude, significand, exponent, out);
        }
    }
}

/// All bits of a cell of `dtype`.
fn mask(dtype: Dtype) -> u64 {
    match dtype.bytes() {
        Some(1) => 0xff,
        Some(2) => 0xffff,
        Some(4) => 0xffff_ffff,
        _ => u64::MAX,
    }
}

fn push_hex(bits: u64, places: u32, out: &mut String) {
    for place in (0..places).rev() {
        let [nibble, ..] = ((bits >> (4 * place)) & 0xf).to_le_bytes();
        out.push(char::from(b"0123456789abcdef"[usize::from(nibble)]));
    }
}
