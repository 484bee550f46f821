//! The binary formats, taken apart and put together by their bits. Rounding happens here once,
//! for every format alike, so that nothing is rounded twice on its way to sixteen bits.

use std::cmp::Ordering;

use crate::dtype::Dtype;

/// A binary format: sign, exponent, fraction, with subnormals, infinities and NaNs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    dtype: Dtype,
    width: u32,
    fraction: u32,
}

/// What a bit pattern stands for, its sign aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Nan,
    Infinite,
    Zero,
    /// `significand × 2^exponent`, the significand not 0.
    Finite {
        significand: u64,
        exponent: i32,
    },
}

impl Format {
    pub(super) const F64: Self = Self::new(Dtype::F64, 64, 52);
    pub(super) const F32: Self = Self::new(Dtype::F32, 32, 23);
    pub(super) const F16: Self = Self::new(Dtype::F16, 16, 10);
    pub(super) const BF16: Self = Self::new(Dtype::Bf16, 16, 7);

    const fn new(dtype: Dtype, width: u32, fraction: u32) -> Self {
        Self { dtype, width, fraction }
    }

    pub(super) const fn of(dtype: Dtype) -> Option<Self> {
        match dtype {
            Dtype::F64 => Some(Self::F64),
            Dtype::F32 => Some(Self::F32),
            Dtype::F16 => Some(Self::F16),
            Dtype::Bf16 => Some(Self::BF16),
            _ => None,
        }
    }

    pub(super) const fn dtype(self) -> Dtype {
        self.dtype
    }

    pub(super) const fn width(self) -> u32 {
        self.width
    }

    pub(super) const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    pub(super) const fn sign(self) -> u64 {
        1 << (self.width - 1)
    }

    pub(super) const fn is_negative(self, bits: u64) -> bool {
        bits & self.sign() != 0
    }

    /// Positive infinity: every exponent bit, no fraction bit.
    pub(super) const fn infinity(self) -> u64 {
        (self.sign() - 1) & !self.fraction_mask()
    }

    /// The NaN that arithmetic gives: positive, quiet, no payload.
    pub(super) const fn quiet_nan(self) -> u64 {
        self.infinity() | 1 << (self.fraction - 1)
    }

    /// The largest finite value.
    pub(super) const fn largest(self) -> u64 {
        self.infinity() - 1
    }

    pub(super) const fn is_nan(self, bits: u64) -> bool {
        bits & (self.sign() - 1) > self.infinity()
    }

    pub(super) const fn class(self, bits: u64) -> Class {
        let magnitude = bits & (self.sign() - 1);
        if magnitude == 0 {
            return Class::Zero;
        }
        if magnitude >= self.infinity() {
            return if magnitude == self.infinity() { Class::Infinite } else { Class::Nan };
        }
        let fraction = magnitude & self.fraction_mask();
        match (magnitude >> self.fraction).cast_signed() {
            0 => Class::Finite { significand: fraction, exponent: self.least_exponent() },
            #[expect(clippy::cast_possible_truncation, reason = "at most 11 exponent bits")]
            field => Class::Finite {
                significand: fraction | 1 << self.fraction,
                exponent: self.least_exponent() + field as i32 - 1,
            },
        }
    }

    /// The bits of the positive value nearest to a number close to `significand × 2^exponent`,
    /// infinity where that is beyond the range.
    ///
    /// Only where `significand × 2^exponent` lies exactly between two values does it matter on
    /// which side of it the number itself is; `rest` is asked then, and where it says `Equal` the
    /// even significand is taken.
    pub(super) fn nearest(
        self,
        significand: u64,
        exponent: i32,
        rest: impl FnOnce() -> Ordering,
    ) -> u64 {
        if significand == 0 {
            return 0;
        }
        let highest = exponent + significand.ilog2().cast_signed();
        // The weight of the last fraction bit: as many bits as the fraction holds, but never
        // below the subnormals.
        let last = (highest - self.fraction.cast_signed()).max(self.least_exponent());
        let wide = u128::from(significand);
        let mut kept = match last - exponent {
            shift @ ..=0 => wide << shift.unsigned_abs(),
            // The whole significand is less than half of the last bit.
            65.. => 0,
            shift => {
                let half = 1_u128 << (shift - 1);
                let kept = wide >> shift;
                let up = match (wide & (2 * half - 1)).cmp(&half) {
                    Ordering::Less => false,
                    Ordering::Greater => true,
                    Ordering::Equal => match rest() {
                        Ordering::Less => false,
                        Ordering::Greater => true,
                        Ordering::Equal => kept & 1 == 1,
                    },
                };
                kept + u128::from(up)
            }
        };
        // The leading bit of a normal significand adds 1 to the exponent field, and a carry out
        // of the fraction moves it once more: both are what the encoding means.
        kept += u128::from((last - self.least_exponent()).unsigned_abs()) << self.fraction;
        u64::try_from(kept).map_or(self.infinity(), |bits| bits.min(self.infinity()))
    }

    const fn fraction_mask(self) -> u64 {
        (1 << self.fraction) - 1
    }

    /// The exponent of the smallest subnormal.
    const fn least_exponent(self) -> i32 {
        let exponent_bits = self.width - self.fraction - 1;
        let bias = (1 << (exponent_bits - 1)) - 1;
        1 - bias - self.fraction.cast_signed()
    }
}
