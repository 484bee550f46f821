//! Spelling and reading. The sixteen-bit formats are tried whole, against a reading of decimals
//! that knows nothing of ours: both sides written out in full and compared as text.

use proptest::prelude::*;
use traceplate::decimal::{
    ReadError, exact, from_count, grouped, read_spelled, read_written, spell, spell_into,
};
use traceplate::dtype::Dtype::{self, Bf16, Bool, F16, F32, F64, I8, I16, I32, I64, Label};
use traceplate::dtype::Dtype::{U8, U16, U32, U64};
use traceplate::label;

#[test]
fn values_are_spelled_as_the_trace_language_says() {
    let cases: &[(Dtype, u64, &str)] = &[
        (F64, 0x4040_0000_0000_0000, "32.0"),
        (F64, 0.1_f64.to_bits(), "0.1"),
        (F64, 0, "0.0"),
        (F64, 1 << 63, "-0.0"),
        (F64, 1, "5e-324"),
        (F64, 2, "1e-323"),
        (F64, 5e-5_f64.to_bits(), "5e-5"),
        (F64, 1.5e-7_f64.to_bits(), "1.5e-7"),
        (F64, 1e-4_f64.to_bits(), "0.0001"),
        (F64, 9.999e-5_f64.to_bits(), "9.999e-5"),
        (F64, 1e15_f64.to_bits(), "1000000000000000.0"),
        (F64, 9_999_999_999_999_998_f64.to_bits(), "9999999999999998.0"),
        (F64, 1e16_f64.to_bits(), "1e16"),
        (F64, 1.25e17_f64.to_bits(), "1.25e17"),
        (F64, 1e23_f64.to_bits(), "1e23"),
        (F64, f64::MAX.to_bits(), "1.7976931348623157e308"),
        (F64, f64::MIN_POSITIVE.to_bits(), "2.2250738585072014e-308"),
        (F64, 2_f64.powi(-44).to_bits(), "5.684341886080802e-14"),
        (F64, 0x7ff0_0000_0000_0000, "inf"),
        (F64, 0xfff0_0000_0000_0000, "-inf"),
        (F64, 0x7ff8_0000_0000_0000, "NaN"),
        (F64, 0xfff8_0000_0000_0000, "NaN:0xfff8000000000000"),
        (F64, 0x7ff0_0000_0000_0001, "NaN:0x7ff0000000000001"),
        (F32, 0x426e_0800, "59.507812"),
        (F32, 0.1_f32.to_bits().into(), "0.1"),
        (F32, 1e13_f32.to_bits().into(), "10000000000000.0"),
        (F32, 1e15_f32.to_bits().into(), "1000000000000000.0"),
        (F32, 1e16_f32.to_bits().into(), "1e16"),
        (F32, 1e-5_f32.to_bits().into(), "1e-5"),
        (F32, 1.25e-6_f32.to_bits().into(), "1.25e-6"),
        (F32, 1, "1e-45"),
        (F32, 0x3dcd_0000, "0.100097656"),
        (F32, 0x3dcd_0001, "0.10009766"),
        (F32, 0x7fc0_0000, "NaN"),
        (F32, 0x7fc0_0001, "NaN:0x7fc00001"),
        (F32, 0xff80_0000, "-inf"),
        (F16, 0xfbff, "-65500.0"),
        (F16, 0x7bff, "65500.0"),
        (F16, 0x2e66, "0.1"),
        (F16, 0x0001, "6e-8"),
        (F16, 0x0400, "6.104e-5"),
        (F16, 0x8000, "-0.0"),
        (F16, 0x7c00, "inf"),
        (F16, 0x7e00, "NaN"),
        (F16, 0x7d01, "NaN:0x7d01"),
        (Bf16, 0x3dcd, "0.1"),
        (Bf16, 0x0001, "9e-41"),
        (Bf16, 0x0080, "1.18e-38"),
        (Bf16, 0x7f7f, "3.39e38"),
        (Bf16, 0xb472, "-2.25e-7"),
        (Bf16, 0x7fc0, "NaN"),
        (Bf16, 0xffc0, "NaN:0xffc0"),
        (Bf16, 0xff80, "-inf"),
        (I8, 0xff, "-1"),
        (I8, 0x80, "-128"),
        (I8, 0x7f, "127"),
        (I16, 0xfffe, "-2"),
        (I32, 0x8000_0000, "-2147483648"),
        (I64, 1 << 63, "-9223372036854775808"),
        (I64, u64::MAX, "-1"),
        (U8, 255, "255"),
        (U16, 65_535, "65535"),
        (U32, 0xffff_ffff, "4294967295"),
        (U64, u64::MAX, "18446744073709551615"),
        (U64, 0, "0"),
        (Bool, 0, "false"),
        (Bool, 1, "true"),
        (Label, 0, "a"),
        (Label, 25, "z"),
        (Label, 26, "aa"),
    ];
    for &(dtype, bits, lexeme) in cases {
        assert_eq!(spell(dtype, bits), lexeme, "{dtype} {bits:#x}");
        let mut out = String::from("x=");
        spell_into(dtype, bits, &mut out);
        assert_eq!(out, format!("x={lexeme}"));
        assert_eq!(read_spelled(dtype, lexeme), Ok(bits), "{dtype} {lexeme}");
        assert_eq!(read_written(dtype, lexeme), Ok(bits), "{dtype} {lexeme}");
    }
}

#[test]
fn every_sixteen_bit_value_reads_back_from_its_spelling() {
    for dtype in [F16, Bf16, I16, U16] {
        for bits in 0..=0xffff {
            let lexeme = spell(dtype, bits);
            assert_eq!(read_spelled(dtype, &lexeme), Ok(bits), "{dtype} {lexeme}");
        }
    }
    for dtype in [I8, U8] {
        for bits in 0..=0xff {
            assert_eq!(read_spelled(dtype, &spell(dtype, bits)), Ok(bits));
        }
    }
}

/// The positive values of a sixteen-bit format, exact in `f64`, up to the first that is beyond it.
fn positive_values(dtype: Dtype) -> Vec<f64> {
    let (fraction, least, count) = match dtype {
        F16 => (10, -24, 0x7c00),
        _ => (7, -133, 0x7f80),
    };
    (0..=count)
        .map(|bits: u32| {
            let field = (bits >> fraction).max(1);
            let implicit = if bits >> fraction == 0 { 0 } else { 1 << fraction };
            let significand = implicit | (bits & ((1 << fraction) - 1));
            f64::from(significand) * 2_f64.powi(least + field.cast_signed() - 1)
        })
        .collect()
}

/// A decimal text as 45 digits before and 200 behind an unwritten point, which compare as text.
fn in_full(text: &str) -> String {
    let (number, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let exponent: isize = exponent.parse().expect("an exponent");
    let point = whole.len().cast_signed() + exponent;
    let mut full = vec![b'0'; 245];
    for (at, digit) in whole.bytes().chain(fraction.bytes()).enumerate() {
        let place = usize::try_from(45 + at.cast_signed() - point).expect("at most 45 before");
        assert!(place < 245 || digit == b'0', "too fine a number for this test");
        if place < 245 {
            full[place] = digit;
        }
    }
    String::from_utf8(full).expect("digits")
}

/// For each value the middle between it and the next one, written out.
struct Reference {
    middles: Vec<String>,
}

impl Reference {
    fn new(dtype: Dtype) -> Self {
        let values = positive_values(dtype);
        let middles = values
            .windows(2)
            .map(|pair| in_full(&format!("{:.150}", f64::midpoint(pair[0], pair[1]))))
            .collect();
        Self { middles }
    }

    /// The bits of the value nearest to `text`; the bits of infinity beyond the last middle.
    fn nearest(&self, text: &str) -> u64 {
        let text = in_full(text);
        let at = self.middles.partition_point(|middle| *middle < text);
        let tie = self.middles.get(at) == Some(&text);
        (at + usize::from(tie && at % 2 == 1)) as u64
    }
}

/// What stands between the digits and the point of a spelling: `12.5e3` is (125, 2).
fn whole_and_unit(lexeme: &str) -> (u64, i32, usize) {
    let (number, exponent) = lexeme.split_once('e').unwrap_or((lexeme, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let unit = exponent.parse::<i32>().expect("an exponent");
    let unit = unit - i32::try_from(fraction.len()).expect("short");
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_start_matches('0');
    let used = digits.trim_end_matches('0');
    let zeros = i32::try_from(digits.len() - used.len()).expect("short");
    (used.parse().expect("digits"), unit + zeros, used.len())
}

/// `text` cut to `count` significant digits, in the form (whole, unit).
fn cut(text: &str, count: usize) -> (u64, i32) {
    let (whole, fraction) = text.split_once('.').expect("a point");
    let digits = format!("{whole}{fraction}");
    let first = digits.find(|digit| digit != '0').expect("not zero");
    let taken = &digits[first..(first + count).min(digits.len())];
    let unit = whole.len().cast_signed() - (first + taken.len()).cast_signed();
    (taken.parse().expect("digits"), i32::try_from(unit).expect("small"))
}

#[test]
fn every_sixteen_bit_value_has_the_fewest_digits_then_the_nearest_then_the_even() {
    for (dtype, most) in [(F16, 5), (Bf16, 4)] {
        let reference = Reference::new(dtype);
        let values = positive_values(dtype);
        for bits in 1..values.len() - 1 {
            let lexeme = spell(dtype, bits as u64);
            let (whole, unit, used) = whole_and_unit(&lexeme);
            assert!(used <= most, "{dtype} {lexeme}");
            let bits = bits as u64;
            assert_eq!(reference.nearest(&lexeme), bits, "{dtype} {lexeme}");

            let exactly = format!("{:.150}", values[usize::try_from(bits).expect("16 bits")]);
            for count in 1..used {
                let (below, unit) = cut(&exactly, count);
                for candidate in [below, below + 1] {
                    let read = reference.nearest(&format!("{candidate}e{unit}"));
                    assert_ne!(read, bits, "{dtype} {lexeme} is {candidate}e{unit}");
                }
            }
            // Among those with as many digits, no neighbour is nearer.
            let twice = in_full(&exactly);
            for (other, middle) in [
                (whole - 1, format!("{}5e{}", whole - 1, unit - 1)),
                (whole + 1, format!("{whole}5e{}", unit - 1)),
            ] {
                if reference.nearest(&format!("{other}e{unit}")) != bits {
                    continue;
                }
                let side = twice.cmp(&in_full(&middle));
                let nearer = if other < whole { side.is_gt() } else { side.is_lt() };
                let even = side.is_eq() && whole % 2 == 0;
                assert!(nearer || even, "{dtype} {lexeme} against {other}e{unit}");
            }
        }
    }
}

/// The largest text below a middle that differs from it far behind the last digit of an `f64`.
fn a_hair_below(middle: &str) -> String {
    let trimmed = middle.trim_end_matches('0');
    let (head, last) = trimmed.split_at(trimmed.len() - 1);
    if let Ok(last) = last.parse::<u32>() {
        return format!("{head}{}{}", last - 1, "9".repeat(170));
    }
    // What ends in its point is whole: 2049 becomes 2048.999….
    let whole: u128 = head.parse().expect("a whole number");
    format!("{}.{}", whole - 1, "9".repeat(170))
}

#[test]
fn a_middle_between_two_values_goes_to_the_even_one_and_a_hair_beside_it_to_its_side() {
    for (dtype, infinity, every) in [(F16, 0x7c00, 7), (Bf16, 0x7f80, 61)] {
        let values = positive_values(dtype);
        for (bits, pair) in values.windows(2).enumerate().step_by(every) {
            let bits = bits as u64;
            let middle = format!("{:.150}", f64::midpoint(pair[0], pair[1]));
            let above = format!("{middle}0000000001");
            let below = a_hair_below(&middle);
            let expect = |at: u64| (at < infinity).then_some(at);
            for (text, at) in [(middle, bits + bits % 2), (above, bits + 1), (below, bits)] {
                assert_eq!(read_written(dtype, &text).ok(), expect(at), "{dtype} {text}");
            }
        }
    }
}

#[test]
fn what_an_author_writes_becomes_the_nearest_value() {
    let f64_bits = |value: f64| value.to_bits();
    let cases: &[(Dtype, &str, u64)] = &[
        (F64, "0.1", f64_bits(0.1)),
        (F64, "1e3", f64_bits(1000.0)),
        (F64, "1E+3", f64_bits(1000.0)),
        (F64, "1_000.000_1e-0_1", f64_bits(100.000_01)),
        (F64, "+1", f64_bits(1.0)),
        (F64, "-0.0", 1 << 63),
        (F64, "-0", 1 << 63),
        (F64, "0xff", f64_bits(255.0)),
        (F64, "0o17", f64_bits(15.0)),
        (F64, "0b101", f64_bits(5.0)),
        (F64, "nan", 0x7ff8_0000_0000_0000),
        (F64, "+nan", 0x7ff8_0000_0000_0000),
        (F64, "-nan", 0xfff8_0000_0000_0000),
        (F64, "inf", f64_bits(f64::INFINITY)),
        (F64, "+inf", f64_bits(f64::INFINITY)),
        (F64, "-inf", f64_bits(f64::NEG_INFINITY)),
        (F64, "1e-999", 0),
        (F64, "-1e-99999999999999999999", 1 << 63),
        (F64, "0e99999999999999999999", 0),
        (F64, "9007199254740993", f64_bits(9_007_199_254_740_992.0)),
        (F64, "9007199254740993.0000001", f64_bits(9_007_199_254_740_994.0)),
        (F32, "0.1", 0x3dcc_cccd),
        (F32, "16777217", 0x4b80_0000),
        (F32, "16777217.0000000000001", 0x4b80_0001),
        (Bf16, "0.1", 0x3dcd),
        // A hair above the middle, where `half` takes the lower neighbour.
        (Bf16, "1.39e-13", 0x2a1d),
        (Bf16, "-nan", 0xffc0),
        (Bf16, "3.396e38", 0x7f7f),
        (Bf16, "339617752923046005526922703901628039167", 0x7f7f),
        (F16, "2049", 0x6800),
        (F16, "2049.00000000000000000001", 0x6801),
        (F16, "2048.99999999999999999999", 0x6800),
        (F16, "2051", 0x6802),
        (F16, "65519.999999999999999999", 0x7bff),
        (F16, "2.98023223876953125e-8", 0),
        (F16, "2.980232238769531250000000000001e-8", 1),
        (F16, "-2.98023223876953125e-8", 0x8000),
        (F16, "NaN:0x7d01", 0x7d01),
        (I8, "-128", 0x80),
        (I8, "+127", 0x7f),
        (I8, "-0", 0),
        (I16, "1_000", 1000),
        (I32, "0xff", 255),
        (U8, "0b1111_1111", 255),
        (U64, "18446744073709551615", u64::MAX),
        (I64, "-9223372036854775808", 1 << 63),
        (Bool, "true", 1),
        (Bool, "false", 0),
        (Label, "c", 2),
        (Label, "inf", 6_453),
    ];
    for &(dtype, text, bits) in cases {
        let read = read_written(dtype, text);
        assert_eq!(read, Ok(bits), "{dtype} {text}: {:#x?}", read.clone().ok());
    }
}

#[test]
fn what_is_no_value_is_refused_with_what_was_expected_and_found() {
    let cases: &[(Dtype, &str, &str)] = &[
        (F64, "abc", "expected an f64 such as `32.0`, found `abc`"),
        (F64, "", "expected an f64 such as `32.0`, found ``"),
        (F64, "1.", "expected an f64 such as `32.0`, found `1.`"),
        (F64, ".5", "expected an f64 such as `32.0`, found `.5`"),
        (F64, "1__0", "expected an f64 such as `32.0`, found `1__0`"),
        (F64, "01", "expected an f64 such as `32.0`, found `01`"),
        (F64, "-0x1", "expected an f64 such as `32.0`, found `-0x1`"),
        (F64, "0x", "expected an f64 such as `32.0`, found `0x`"),
        (F64, "--1", "expected an f64 such as `32.0`, found `--1`"),
        (F64, "1e", "expected an f64 such as `32.0`, found `1e`"),
        (F64, "infinity", "expected an f64 such as `32.0`, found `infinity`"),
        (F64, "\u{1b}[31m\u{202e}", "expected an f64 such as `32.0`, found `\\u{1b}[31m\\u{202e}`"),
        (F16, "NaN:0x7c00", "expected an f16 such as `32.0`, found `NaN:0x7c00`"),
        (F16, "NaN:0x17e00", "expected an f16 such as `32.0`, found `NaN:0x17e00`"),
        (
            F16,
            "65520",
            "expected a number that rounds to a finite f16, from -65504.0 to 65504.0, found `65520`",
        ),
        (
            Bf16,
            "-339617752923046005526922703901628039168",
            "expected a number that rounds to a finite bf16, from -3.3895314e38 to 3.3895314e38, found `-339617752923046005526922703901628039168`",
        ),
        (
            F32,
            "1e39",
            "expected a number that rounds to a finite f32, from -3.4028235e38 to 3.4028235e38, found `1e39`",
        ),
        (
            F64,
            "1e309",
            "expected a number that rounds to a finite f64, from -1.7976931348623157e308 to 1.7976931348623157e308, found `1e309`",
        ),
        (I8, "128", "expected i8 from -128 to 127, found `128`"),
        (I8, "-129", "expected i8 from -128 to 127, found `-129`"),
        (U8, "-1", "expected u8 from 0 to 255, found `-1`"),
        (
            U64,
            "18446744073709551616",
            "expected u64 from 0 to 18446744073709551615, found `18446744073709551616`",
        ),
        (I32, "1.0", "expected an i32, a whole number such as `-12`, found `1.0`"),
        (I32, "1e3", "expected an i32, a whole number such as `-12`, found `1e3`"),
        (U16, "inf", "expected a u16, a whole number such as `12`, found `inf`"),
        (Bool, "1", "expected a bool, `false` or `true`, found `1`"),
        (Bool, "True", "expected a bool, `false` or `true`, found `True`"),
        (Label, "A", "expected a label of the letters a to z such as `c`, found `A`"),
        (Label, "", "expected a label of the letters a to z such as `c`, found ``"),
    ];
    for &(dtype, text, message) in cases {
        let error = read_written(dtype, text).expect_err(text);
        assert_eq!(error.to_string(), message);
    }
    let long = read_written(F64, &"x".repeat(1000)).expect_err("no number");
    assert!(long.to_string().len() < 100, "{long}");
}

#[test]
fn only_the_one_spelling_is_read_strictly_and_any_other_is_told_the_right_one() {
    let cases: &[(Dtype, &str, &str)] = &[
        (F64, "32", "32.0"),
        (F64, "32.00", "32.0"),
        (F64, "032.0", "32.0"),
        (F64, "+32.0", "32.0"),
        (F64, "3.2e1", "32.0"),
        (F64, ".5", "0.5"),
        (F64, "5.", "5.0"),
        (F64, "0.00005", "5e-5"),
        (F64, "5E-5", "5e-5"),
        (F64, "5.0e-5", "5e-5"),
        (F64, "1e+16", "1e16"),
        (F64, "1e15", "1000000000000000.0"),
        (F64, "0.1000000000000000055", "0.1"),
        (F64, "-0", "-0.0"),
        (F64, "nan", "NaN"),
        (F64, "Infinity", "inf"),
        (F64, "+inf", "inf"),
        (F64, "NaN:0x7ff8000000000000", "NaN"),
        (F64, "NaN:0x7FF8000000000001", "NaN:0x7ff8000000000001"),
        (F64, "1e-400", "0.0"),
        (F32, "59.507813", "59.507812"),
        (F32, "0.10000000149011612", "0.1"),
        (F16, "-65504.0", "-65500.0"),
        (F16, "NaN:0x07d01", "NaN:0x7d01"),
        (Bf16, "0.10009765625", "0.1"),
        (I8, "-0", "0"),
        (I8, "+1", "1"),
        (U8, "007", "7"),
    ];
    for &(dtype, found, expected) in cases {
        let error = read_spelled(dtype, found).expect_err(found);
        assert_eq!(
            error,
            ReadError::Spelling { dtype, expected: expected.to_owned(), found: found.to_owned() }
        );
        assert_eq!(
            error.to_string(),
            format!("expected `{expected}`, the one spelling of this {dtype}, found `{found}`")
        );
    }
    let refused: &[(Dtype, &str)] = &[
        (F64, "abc"),
        (F64, ""),
        (F64, "-"),
        (F64, "--1.0"),
        (F64, "-+1.0"),
        (F64, "1_0.0"),
        (F64, "0x10"),
        (F64, " 1.0"),
        (F64, "1.0 "),
        (F64, "NaN:0x"),
        (F64, "NaN:0x+7ff8000000000001"),
        (F64, "NaN:0x7ff0000000000000"),
        (F64, "NaN2"),
        (F64, "\u{2212}1.0"),
        (I8, "1.0"),
        (I8, ""),
        (I8, "-"),
        (Bool, "1"),
        (Label, "a b"),
    ];
    for &(dtype, found) in refused {
        let error = read_spelled(dtype, found).expect_err(found);
        let found = found.to_owned();
        assert_eq!(error, ReadError::NotAValue { dtype, found });
    }
    for (dtype, found) in [(F64, "1e999"), (F16, "-65520.0"), (U8, "256"), (I8, "-200")] {
        let error = read_spelled(dtype, found).expect_err(found);
        assert!(matches!(error, ReadError::OutOfRange { .. }), "{error}");
    }
}

#[test]
fn a_count_becomes_the_nearest_value_or_is_refused() {
    let cases: &[(Dtype, u64, Option<&str>)] = &[
        (F64, 12, Some("12.0")),
        (F64, (1 << 53) + 1, Some("9007199254740992.0")),
        (F64, u64::MAX, Some("1.8446744073709552e19")),
        (F32, (1 << 24) + 1, Some("16777216.0")),
        (F16, 2049, Some("2048.0")),
        (F16, 65_519, Some("65500.0")),
        (F16, 65_520, None),
        (Bf16, 257, Some("256.0")),
        (Bf16, u64::MAX, Some("1.85e19")),
        (I8, 127, Some("127")),
        (I8, 128, None),
        (U16, 65_535, Some("65535")),
        (U16, 65_536, None),
        (I64, 1 << 63, None),
        (U64, u64::MAX, Some("18446744073709551615")),
        (Bool, 1, Some("true")),
        (Bool, 2, None),
        (Label, 26, Some("aa")),
    ];
    for &(dtype, count, lexeme) in cases {
        let spelled = from_count(dtype, count).map(|bits| spell(dtype, bits));
        assert_eq!(spelled.as_deref().ok(), lexeme, "{dtype} {count}");
    }
    assert_eq!(
        from_count(I8, 128).expect_err("too many").to_string(),
        "expected i8 from -128 to 127, found `128`"
    );
}

#[test]
fn exact_values_are_written_in_full() {
    let cases: &[(Dtype, u64, Option<&str>)] = &[
        (Bf16, 0x3dcd, Some("0.10009765625")),
        (F32, 0x3dcd_0000, Some("0.10009765625")),
        (F16, 0x2e66, Some("0.0999755859375")),
        (F16, 0xfbff, Some("-65504.0")),
        (F64, 0.1_f64.to_bits(), Some("0.1000000000000000055511151231257827021181583404541015625")),
        (F64, 32.0_f64.to_bits(), Some("32.0")),
        (F64, 0, Some("0.0")),
        (F64, 1 << 63, Some("-0.0")),
        (Bf16, 0x7f7f, Some("338953138925153547590470800371487866880.0")),
        (F64, 0x7ff0_0000_0000_0000, None),
        (F64, 0x7ff8_0000_0000_0000, None),
        (I8, 0xff, Some("-1")),
    ];
    for &(dtype, bits, expected) in cases {
        assert_eq!(exact(dtype, bits).as_deref(), expected, "{dtype} {bits:#x}");
    }
}

#[test]
fn thousands_are_grouped_by_commas() {
    let cases = [
        ("", ""),
        ("0", "0"),
        ("999", "999"),
        ("1000", "1,000"),
        ("1607680", "1,607,680"),
        ("311164928", "311,164,928"),
        ("18446744073709551615", "18,446,744,073,709,551,615"),
        ("-1000", "-1000"),
        ("1000.0", "1000.0"),
    ];
    for (lexeme, expected) in cases {
        assert_eq!(grouped(lexeme), expected);
    }
}

#[test]
fn letters_and_indices_name_each_other() {
    let cases = [
        (0, "a"),
        (1, "b"),
        (25, "z"),
        (26, "aa"),
        (27, "ab"),
        (51, "az"),
        (52, "ba"),
        (701, "zz"),
        (702, "aaa"),
        (u64::MAX, "gkgwbylwrxtlpp"),
    ];
    for (index, letters) in cases {
        assert_eq!(label::letters(index), letters);
        assert_eq!(label::index(letters), Some(index));
    }
    for index in 0..100_000 {
        assert_eq!(label::index(&label::letters(index)), Some(index));
    }
    for text in ["", "A", "a1", "a b", "ä", "gkgwbylwrxtlpq", "zzzzzzzzzzzzzzz"] {
        assert_eq!(label::index(text), None, "{text}");
    }
}

#[test]
fn a_dtype_is_known_by_its_name() {
    let names: Vec<&str> = Dtype::ALL.iter().map(|dtype| dtype.name()).collect();
    assert_eq!(
        names,
        [
            "f64", "f32", "f16", "bf16", "i64", "i32", "i16", "i8", "u64", "u32", "u16", "u8",
            "bool", "label"
        ]
    );
    for dtype in Dtype::ALL {
        assert_eq!(Dtype::from_name(dtype.name()), Some(dtype));
        assert_eq!(dtype.to_string(), dtype.name());
    }
    for name in ["", "F64", "f8", "float", " f64"] {
        assert_eq!(Dtype::from_name(name), None);
    }
    let bytes: Vec<Option<usize>> = Dtype::ALL.iter().map(|dtype| dtype.bytes()).collect();
    let widths = [8, 4, 2, 2, 8, 4, 2, 1, 8, 4, 2, 1, 1].map(Some);
    assert_eq!(bytes[..13], widths);
    assert_eq!(bytes[13], None);
    let floats = Dtype::ALL.iter().filter(|dtype| dtype.is_float()).count();
    assert_eq!(floats, 4);
}

/// The digits of a number's text, and nothing of its layout.
fn digits(text: &str) -> String {
    let number = text.split('e').next().expect("a first part");
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}

/// Ours has zmij's digits, and the layout of `{:?}`, whose digits differ from zmij's in a tie.
fn check_spelling(ours: &str, zmij: &str, debug: &str) {
    assert_eq!(digits(ours), digits(zmij));
    if digits(debug) == digits(zmij) {
        assert_eq!(ours, debug);
    } else {
        let shape = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "0");
        assert_eq!(shape(ours), shape(debug));
    }
}

fn check_f64(value: f64) {
    let bits = value.to_bits();
    let lexeme = spell(F64, bits);
    assert_eq!(read_spelled(F64, &lexeme), Ok(bits), "{lexeme}");
    assert_eq!(read_written(F64, &lexeme), Ok(bits), "{lexeme}");
    if value.is_finite() {
        let mut buffer = zmij::Buffer::new();
        check_spelling(&lexeme, buffer.format_finite(value), &format!("{value:?}"));
        let full = format!("{value:.1074}");
        let trimmed = full.trim_end_matches('0');
        let point = if trimmed.ends_with('.') { "0" } else { "" };
        assert_eq!(exact(F64, bits), Some(format!("{trimmed}{point}")));
    }
}

fn check_f32(value: f32) {
    let bits = u64::from(value.to_bits());
    let lexeme = spell(F32, bits);
    assert_eq!(read_spelled(F32, &lexeme), Ok(bits), "{lexeme}");
    assert_eq!(read_written(F32, &lexeme), Ok(bits), "{lexeme}");
    if value.is_finite() {
        let mut buffer = zmij::Buffer::new();
        check_spelling(&lexeme, buffer.format_finite(value), &format!("{value:?}"));
        assert_eq!(exact(F32, bits), exact(F64, f64::from(value).to_bits()));
    }
}

/// The shortest spelling by its definition: the exact value cut to 1, 2, … digits, both
/// neighbours tried with the standard library's reader.
fn check_fewest(value: f64) {
    let full = format!("{value:.1074}");
    let (_, _, used) = whole_and_unit(&spell(F64, value.to_bits()));
    for count in 1..used {
        let digits: String = full.chars().filter(char::is_ascii_digit).collect();
        let first = digits.find(|digit| digit != '0').expect("not zero");
        let below: u64 = digits[first..first + count].parse().expect("digits");
        let point = full.find('.').expect("a point");
        let unit = point.cast_signed() - (first + count).cast_signed();
        for candidate in [below, below + 1] {
            let read: f64 = format!("{candidate}e{unit}").parse().expect("a number");
            assert_ne!(read.to_bits(), value.to_bits(), "{candidate}e{unit}");
        }
    }
}

#[test]
fn floats_around_every_power_of_two_and_ten_keep_their_bits() {
    for exponent in -1074..1024 {
        let power = 2_f64.powi(exponent).to_bits();
        for bits in power.saturating_sub(2)..power + 3 {
            check_f64(f64::from_bits(bits));
            check_f64(-f64::from_bits(bits));
        }
    }
    for exponent in -149..128 {
        let power = 2_f32.powi(exponent).to_bits();
        for bits in power.saturating_sub(2)..power + 3 {
            check_f32(f32::from_bits(bits));
        }
    }
    for exponent in -20..20 {
        for text in [format!("1e{exponent}"), format!("9.5e{exponent}")] {
            check_f64(text.parse().expect("a number"));
            check_f32(text.parse().expect("a number"));
        }
    }
    for bits in 1..200 {
        check_fewest(f64::from_bits(bits));
    }
}

proptest! {
    #[test]
    fn any_f64_keeps_its_bits_and_has_the_shortest_digits(bits: u64) {
        check_f64(f64::from_bits(bits));
    }

    #[test]
    fn any_f64_of_everyday_size_keeps_its_bits(value in -1e6..1e6_f64) {
        check_f64(value);
    }

    #[test]
    fn any_f32_keeps_its_bits_and_has_the_shortest_digits(bits: u32) {
        check_f32(f32::from_bits(bits));
    }

    #[test]
    fn no_shorter_decimal_reads_back(bits in 1..0x7ff0_0000_0000_0000_u64) {
        check_fewest(f64::from_bits(bits));
    }

    #[test]
    fn any_decimal_becomes_the_nearest_sixteen_bit_value(
        whole in 0..100_000_u64,
        fraction in "[0-9]{0,20}",
        exponent in -30..12_i32,
    ) {
        thread_local! {
            static REFERENCES: [(Dtype, u64, Reference); 2] = [
                (F16, 0x7c00, Reference::new(F16)),
                (Bf16, 0x7f80, Reference::new(Bf16)),
            ];
        }
        let text = if fraction.is_empty() {
            format!("{whole}e{exponent}")
        } else {
            format!("{whole}.{fraction}e{exponent}")
        };
        REFERENCES.with(|references| {
            for (dtype, infinity, reference) in references {
                let nearest = reference.nearest(&text);
                let expected = (nearest < *infinity).then_some(nearest);
                assert_eq!(read_written(*dtype, &text).ok(), expected, "{dtype} {text}");
            }
        });
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,12}", plain in "[-+0-9a-fxNnei._:]{0,12}") {
        for dtype in Dtype::ALL {
            for text in [&text, &plain] {
                if let Ok(bits) = read_spelled(dtype, text) {
                    assert_eq!(&spell(dtype, bits), text);
                    assert_eq!(read_written(dtype, text), Ok(bits));
                }
                let _ = read_written(dtype, text);
            }
        }
    }
}
