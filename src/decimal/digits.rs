//! Decimal digits with an exponent: what a text says, or what a binary value is exactly. And
//! their layout, with a point or with an exponent.

use std::cmp::Ordering;

use super::integer_into;

/// A positive decimal number `d.ddd × 10^exponent` without leading or trailing zeros; zero has
/// no digits at all. A digit is 0 to 9, not its ASCII code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Digits {
    digits: Vec<u8>,
    exponent: i64,
}

impl Digits {
    pub(super) const fn zero() -> Self {
        Self { digits: Vec::new(), exponent: 0 }
    }

    fn trimmed(mut digits: Vec<u8>, exponent: i64) -> Self {
        let leading = digits.iter().take_while(|&&digit| digit == 0).count();
        digits.drain(..leading);
        while digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.is_empty() {
            return Self::zero();
        }
        Self { digits, exponent: exponent.saturating_sub(places(leading)) }
    }

    /// The exact value of `significand × 2^exponent`, every digit of it.
    pub(super) fn exact(significand: u64, exponent: i32) -> Self {
        let mut number = Natural::new(significand);
        // 2^-k is 5^k / 10^k: a negative power of two only needs its point moved.
        let factor = if exponent < 0 { 5 } else { 2 };
        for _ in 0..exponent.unsigned_abs() / 12 {
            number.multiply(u64::pow(factor, 12));
        }
        number.multiply(u64::pow(factor, exponent.unsigned_abs() % 12));
        let digits = number.digits();
        let highest = places(digits.len()) - 1 + i64::from(exponent.min(0));
        Self::trimmed(digits, highest)
    }

    /// `whole × 10^unit`.
    pub(super) fn from_whole(mut whole: u64, unit: i64) -> Self {
        let mut digits = Vec::with_capacity(20);
        while whole > 0 {
            let [digit, ..] = (whole % 10).to_le_bytes();
            digits.push(digit);
            whole /= 10;
        }
        digits.reverse();
        let exponent = unit + places(digits.len()) - 1;
        Self::trimmed(digits, exponent)
    }

    /// What an unsigned decimal text such as `12`, `0.5` or `1.5e-7` says, exactly. The exponent
    /// saturates where it is beyond anything that a float could be.
    pub(super) fn from_text(text: &str) -> Self {
        let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let beyond = if exponent.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 };
        let exponent = exponent.parse().unwrap_or(beyond);
        let digits = whole.bytes().chain(fraction.bytes());
        Self::trimmed(
            digits.map(|digit| digit - b'0').collect(),
            (places(whole.len()) - 1).saturating_add(exponent),
        )
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.digits
    }

    /// The power of ten of the digit at `at`.
    pub(super) fn exponent_at(&self, at: usize) -> i64 {
        self.exponent - places(at)
    }

    /// On which side of the middle between its two neighbours of `count` digits this number lies;
    /// below it where no more digits follow.
    pub(super) fn against_middle(&self, count: usize) -> Ordering {
        match self.digits.get(count..) {
            // The last digit is never 0, so any digit behind a 5 is past the middle.
            Some([first, rest @ ..]) => first.cmp(&5).then(rest.len().cmp(&0)),
            _ => Ordering::Less,
        }
    }

    /// Appends the number in the layout of traces: positional from 1e-4 up to but without 1e16,
    /// with an exponent otherwise.
    pub(super) fn push(&self, out: &mut String) {
        if (-4..16).contains(&self.exponent) {
            self.push_positional(out);
            return;
        }
        let (first, rest) = self.digits.split_at(1.min(self.digits.len()));
        push_digits(first, out);
        if !rest.is_empty() {
            out.push('.');
            push_digits(rest, out);
        }
        push_exponent(self.exponent, out);
    }

    /// Appends the number without an exponent, with at least one digit on both sides of the point.
    pub(super) fn push_positional(&self, out: &mut String) {
        let whole = usize::try_from(self.exponent + 1).unwrap_or(0);
        let (before, after) = self.digits.split_at(whole.min(self.digits.len()));
        push_digits(before, out);
        let zeros = whole.max(1) - before.len();
        out.extend(std::iter::repeat_n('0', zeros));
        out.push('.');
        let zeros = usize::try_from(-1 - self.exponent).unwrap_or(0);
        out.extend(std::iter::repeat_n('0', zeros));
        push_digits(if after.is_empty() { &[0] } else { after }, out);
    }
}

impl PartialOrd for Digits {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Digits {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (false, false) => {
                self.exponent.cmp(&other.exponent).then_with(|| self.digits.cmp(&other.digits))
            }
            (left, right) => right.cmp(&left),
        }
    }
}

/// Appends `e16` or `e-7`.
pub(super) fn push_exponent(exponent: i64, out: &mut String) {
    out.push('e');
    if exponent < 0 {
        out.push('-');
    }
    integer_into(exponent.unsigned_abs(), out);
}

fn places(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn push_digits(digits: &[u8], out: &mut String) {
    out.extend(digits.iter().map(|&digit| char::from(b'0' + digit)));
}

/// A natural number of any size, nine decimal digits a limb, lowest first: it only has to grow
/// by multiplication and to be read off in decimal.
struct Natural {
    limbs: Vec<u32>,
}

impl Natural {
    const BASE: u64 = 1_000_000_000;

    fn new(value: u64) -> Self {
        let mut number = Self { limbs: Vec::new() };
        number.carry(value);
        number
    }

    /// Multiplies by `factor`, which may be up to 10^9.
    fn multiply(&mut self, factor: u64) {
        let mut carry = 0;
        for limb in &mut self.limbs {
            let product = u64::from(*limb) * factor + carry;
            carry = product / Self::BASE;
            *limb = Self::limb(product);
        }
        self.carry(carry);
    }

    fn carry(&mut self, mut carry: u64) {
        while carry > 0 {
            self.limbs.push(Self::limb(carry));
            carry /= Self::BASE;
        }
    }

    const fn limb(value: u64) -> u32 {
        (value % Self::BASE) as u32
    }

    /// The decimal digits, highest first.
    fn digits(&self) -> Vec<u8> {
        let mut digits = Vec::with_capacity(self.limbs.len() * 9);
        for &limb in &self.limbs {
            let mut rest = limb;
            for _ in 0..9 {
                let [digit, ..] = (rest % 10).to_le_bytes();
                digits.push(digit);
                rest /= 10;
            }
        }
        digits.reverse();
        digits
    }
}
