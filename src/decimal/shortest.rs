//! The fewest digits that read back to the same bits. For 64 and 32 bits zmij finds them; for 16
//! bits there are so few that the exact value is cut after one digit, after two, … until a
//! neighbour reads back.

use std::cmp::Ordering;

use super::digits::{self, Digits};
use super::float::Format;
use super::read;

/// Appends the spelling of a finite value other than zero, without its sign.
pub(super) fn push(format: Format, bits: u64, significand: u64, exponent: i32, out: &mut String) {
    let magnitude = bits & (format.sign() - 1);
    let mut buffer = zmij::Buffer::new();
    match format {
        Format::F64 => lay_out(buffer.format_finite(f64::from_bits(magnitude)), out),
        #[expect(clippy::cast_possible_truncation, reason = "masked to 31 bits")]
        Format::F32 => lay_out(buffer.format_finite(f32::from_bits(magnitude as u32)), out),
        _ => {
            let shortest =
                of_sixteen_bits(format, magnitude, &Digits::exact(significand, exponent));
            digits::push(shortest.as_slice(), shortest.exponent(), out);
        }
    }
}

/// Takes zmij's digits and lays them out by our own limits, which differ from its.
fn lay_out(spelled: &str, out: &mut String) {
    let mut digits = [0_u8; 24];
    let mut count = 0;
    let mut exponent = -1_i64;
    let mut past_point = false;
    let mut bytes = spelled.bytes();
    for byte in bytes.by_ref() {
        match byte {
            b'.' => past_point = true,
            b'0'..=b'9' => {
                let leading_zero = count == 0 && byte == b'0';
                if !leading_zero {
                    digits[count] = byte - b'0';
                    count += 1;
                }
                // The exponent counts the places before the point, less the zeros after it.
                match (past_point, leading_zero) {
                    (false, false) => exponent += 1,
                    (true, true) => exponent -= 1,
                    _ => {}
                }
            }
            _ => break,
        }
    }
    let mut written = 0_i64;
    let mut negative = false;
    for byte in bytes {
        match byte {
            b'-' => negative = true,
            b'0'..=b'9' => written = written * 10 + i64::from(byte - b'0'),
            _ => {}
        }
    }
    exponent += if negative { -written } else { written };
    let used = digits[..count]
        .iter()
        .rposition(|&digit| digit != 0)
        .map_or(0, |last| last + 1);
    digits::push(&digits[..used], exponent, out);
}

fn of_sixteen_bits(format: Format, magnitude: u64, exact: &Digits) -> Digits {
    let reads_back = |digits: &Digits| read::nearest_to(format, digits) == magnitude;
    for count in 1..exact.as_slice().len() {
        let (below, above) = exact.neighbours(count);
        match (reads_back(&below), reads_back(&above)) {
            (false, false) => {}
            (true, false) => return below,
            (false, true) => return above,
            (true, true) => {
                let odd = exact.as_slice()[count - 1] % 2 == 1;
                return match exact.against_middle(count) {
                    Ordering::Greater => above,
                    Ordering::Equal if odd => above,
                    Ordering::Equal | Ordering::Less => below,
                };
            }
        }
    }
    exact.clone()
}
