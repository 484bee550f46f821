//! The fewest digits that read back to the same bits. For 64 and 32 bits zmij finds them; for 16
//! bits there are so few that the exact value is cut after one digit, after two, … until a
//! neighbour reads back.

use std::cmp::Ordering;

use super::digits::{self, Digits};
use super::float::Format;
use super::{integer_into, read};

/// Appends the spelling of a finite value other than zero: `significand × 2^exponent`, whose bits
/// without the sign are `magnitude`.
pub(super) fn push(
    format: Format,
    magnitude: u64,
    significand: u64,
    exponent: i32,
    out: &mut String,
) {
    let mut buffer = zmij::Buffer::new();
    match format {
        Format::F64 => lay_out(buffer.format_finite(f64::from_bits(magnitude)), out),
        #[expect(clippy::cast_possible_truncation, reason = "31 bits are set at most")]
        Format::F32 => lay_out(buffer.format_finite(f32::from_bits(magnitude as u32)), out),
        _ => {
            let exact = Digits::exact(significand, exponent);
            of_sixteen_bits(format, magnitude, &exact).push(out);
        }
    }
}

/// Appends what zmij spelled, in our layout. The two differ in `e+16`, and in a few powers of
/// ten that only one of them writes without an exponent.
fn lay_out(spelled: &str, out: &mut String) {
    match spelled.bytes().position(|byte| byte == b'e') {
        // Below 1e-4 our layout has an exponent where zmij's still has zeros.
        None if !spelled.starts_with("0.0000") => out.push_str(spelled),
        Some(at) if spelled[at..].starts_with("e-") => out.push_str(spelled),
        _ => Digits::from_text(spelled).push(out),
    }
}

fn of_sixteen_bits(format: Format, magnitude: u64, exact: &Digits) -> Digits {
    let mut text = String::with_capacity(16);
    let mut reads_back = |whole: u64, unit: i64| {
        text.clear();
        integer_into(whole, &mut text);
        digits::push_exponent(unit, &mut text);
        read::nearest(format, &text) == Some(magnitude)
    };
    let mut below = 0;
    for (at, &digit) in exact.as_slice().iter().enumerate() {
        // The value lies between `below` and `above`, both counted in units of the last digit.
        below = below * 10 + u64::from(digit);
        let above = below + 1;
        let unit = exact.exponent_at(at);
        let nearest = match exact.against_middle(at + 1) {
            Ordering::Greater => above,
            Ordering::Equal if digit % 2 == 1 => above,
            Ordering::Equal | Ordering::Less => below,
        };
        if reads_back(nearest, unit) {
            return Digits::from_whole(nearest, unit);
        }
        // Next to a power of two the nearest may be too far, where values lie closer together,
        // while the other neighbour, farther away on the other side, still reads back.
        let farther = if nearest == below { above } else { below };
        if reads_back(farther, unit) {
            return Digits::from_whole(farther, unit);
        }
    }
    exact.clone()
}
