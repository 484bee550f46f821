//! `traceplate explain` as a command line gives it: arguments in, two streams and a code out.

use clap::Parser;
use traceplate::cli::explain::{Args, run};

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: Args,
}

/// The exit code, what went to the result and what went to the diagnostics.
fn explain(line: &[&str]) -> (u8, String, String) {
    let parsed = Line::try_parse_from(["explain"].iter().chain(line)).expect("known arguments");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = run(&parsed.args, &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (code, text(out), text(err))
}

fn check_json(line: &[&str], code: u8, expected: &str) {
    let line = [line, &["--json"]].concat();
    let (found, out, err) = explain(&line);
    assert_eq!((out.as_str(), err.as_str()), (&*format!("{expected}\n"), ""), "{line:?}");
    assert_eq!(found, code, "{line:?}");
    serde_json::from_str::<serde_json::Value>(&out).expect("one JSON value");
}

fn check_text(line: &[&str], expected: &str) {
    let (code, out, err) = explain(line);
    assert_eq!((code, err.as_str()), (0, ""), "{line:?}");
    assert_eq!(out, expected, "{line:?}");
}

fn check_usage(line: &[&str], complaints: &[&str]) {
    for line in [line.to_vec(), [line, &["--json"]].concat()] {
        let (code, out, err) = explain(&line);
        assert_eq!((code, out.as_str()), (2, ""), "{line:?}");
        let said: Vec<&str> = err.lines().collect();
        let expected: Vec<String> = complaints.iter().map(|c| format!("error: {c}")).collect();
        assert_eq!(said, expected, "{line:?}");
    }
}

const MAX: &str = "18446744073709551615";

const TERMS: &str = r#"[{"axis":0,"index":1,"stride":6,"contribution":6},{"axis":1,"index":0,"stride":3,"contribution":0},{"axis":2,"index":2,"stride":1,"contribution":2}]"#;

#[test]
fn a_coordinate_is_walked_term_by_term() {
    let head = r#"{"shape":[2,2,3],"strides":[6,3,1],"base":0,"coordinate":[1,0,2],"terms":"#;
    let plain = format!("{head}{TERMS},\"offset\":8}}");
    let with_byte = format!("{head}{TERMS},\"offset\":8,\"byte\":64}}");
    check_json(&["--shape", "2,2,3", "--at", "1,0,2"], 0, &plain);
    check_json(&["--shape", " 2, 2, 3 ", "--at", "1, 0, 2"], 0, &plain);
    check_json(&["--shape=2,2,3", "--at=1,0,2", "--strides=6,3,1", "--base=0"], 0, &plain);
    check_json(&["--shape", "2,2,3", "--at", "1,0,2", "--dtype", "f64"], 0, &with_byte);
    check_json(
        &["--shape", "3,2", "--strides", "1,3", "--base", "4", "--at", "2,1"],
        0,
        r#"{"shape":[3,2],"strides":[1,3],"base":4,"coordinate":[2,1],"terms":[{"axis":0,"index":2,"stride":1,"contribution":2},{"axis":1,"index":1,"stride":3,"contribution":3}],"offset":9}"#,
    );
}

#[test]
fn a_scalar_is_nothing_or_none() {
    let scalar = r#"{"shape":[],"strides":[],"base":0,"coordinate":[],"terms":[],"offset":0}"#;
    for empty in ["", "none", " "] {
        check_json(&["--shape", empty, "--at", empty], 0, scalar);
        check_json(&["--shape", empty, "--at", "none", "--strides", empty], 0, scalar);
    }
    check_json(
        &["--shape", "", "--at", "0"],
        1,
        r#"{"error":{"kind":"rank-mismatch","expected":0,"actual":1,"message":"coordinate rank 1 does not match tensor rank 0"}}"#,
    );
    check_text(&["--shape", "", "--at", ""], "offset 0\n");
    check_text(
        &["--shape", "none", "--at", "none", "--base", "5", "--dtype", "i32"],
        "offset 5 = 5 (base)\nbyte 20, 4 bytes to each i32\n",
    );
}

#[test]
fn strides_may_be_negative() {
    check_json(
        &["--shape", "2,2", "--strides", "-1,3", "--at", "1,1"],
        0,
        r#"{"shape":[2,2],"strides":[-1,3],"base":0,"coordinate":[1,1],"terms":[{"axis":0,"index":1,"stride":-1,"contribution":-1},{"axis":1,"index":1,"stride":3,"contribution":3}],"offset":2}"#,
    );
    check_json(
        &[
            "--shape",
            "3",
            "--strides",
            "-18446744073709551615",
            "--base",
            "18446744073709551615",
            "--at",
            "1",
        ],
        0,
        r#"{"shape":[3],"strides":[-18446744073709551615],"base":18446744073709551615,"coordinate":[1],"terms":[{"axis":0,"index":1,"stride":-18446744073709551615,"contribution":-18446744073709551615}],"offset":0}"#,
    );
    check_text(
        &["--shape", "3,2", "--strides", "-2,-1", "--base", "5", "--at", "1,1"],
        "\
axis  extent  index  stride  contribution
   0       3      1      -2            -2
   1       2      1      -1            -1
offset 2 = 5 (base) - 2 - 1
",
    );
    check_text(
        &["--shape", "2,2", "--strides", "-1,3", "--at", "1,1"],
        "\
axis  extent  index  stride  contribution
   0       2      1      -1            -1
   1       2      1       3             3
offset 2 = -1 + 3
",
    );
}

#[test]
fn a_person_reads_a_table_and_the_offset() {
    check_text(
        &["--shape", "2,2,3", "--at", "1,0,2"],
        "\
axis  extent  index  stride  contribution
   0       2      1       6             6
   1       2      0       3             0
   2       3      2       1             2
offset 8 = 6 + 0 + 2
",
    );
    check_text(
        &["--shape", "151936,1024", "--at", "785,0", "--dtype", "bf16"],
        "\
axis  extent  index  stride  contribution
   0  151936    785    1024        803840
   1    1024      0       1             0
offset 803840 = 803840 + 0
byte 1607680, 2 bytes to each bf16
",
    );
    check_text(
        &["--shape", "2", "--at", "1", "--dtype", "bool"],
        "\
axis  extent  index  stride  contribution
   0       2      1       1             1
offset 1 = 1
byte 1, 1 byte to each bool
",
    );
}

/// The refusal goes to the result as JSON, and to the diagnostics as its message alone.
fn check_refusal(line: &[&str], expected: &str) {
    check_json(line, 1, expected);
    let (code, out, err) = explain(line);
    assert_eq!((code, out.as_str()), (1, ""), "{line:?}");
    let report: serde_json::Value = serde_json::from_str(expected).expect("JSON");
    let message = report["error"]["message"].as_str().expect("a message");
    assert_eq!(err, format!("error: {message}\n"));
}

#[test]
fn a_refused_coordinate_names_its_kind_and_its_numbers() {
    let bounds = |axis, index: &str, size| {
        format!(
            r#"{{"error":{{"kind":"index-out-of-bounds","axis":{axis},"index":{index},"size":{size},"message":"index {index} is out of bounds for axis {axis} with size {size}"}}}}"#
        )
    };
    let rank = |expected, actual| {
        format!(
            r#"{{"error":{{"kind":"rank-mismatch","expected":{expected},"actual":{actual},"message":"coordinate rank {actual} does not match tensor rank {expected}"}}}}"#
        )
    };
    let cases = [
        ("2,2,3", "1,2,0", bounds(1, "2", 2)),
        ("2,0,3", "0,0,0", bounds(1, "0", 0)),
        ("2,2,3", "2,2,3", bounds(0, "2", 2)),
        ("2,2,3", "18446744073709551615,0,0", bounds(0, MAX, 2)),
        ("2,2,3", "1,0", rank(3, 2)),
        ("2,2,3", "1,0,2,0", rank(3, 4)),
        ("2,2,3", "", rank(3, 0)),
        ("2,2,3", "9,9", rank(3, 2)),
    ];
    for (shape, at, expected) in cases {
        check_refusal(&["--shape", shape, "--at", at], &expected);
    }
}

#[test]
fn an_overflow_names_the_numbers_that_do_not_fit() {
    let too_large = format!("{MAX},2");
    let no_layout = format!(
        "shape does not fit a row-major usize layout: at axis 0, {MAX} × 2 is more than {MAX}"
    );
    let behind_a_zero = format!(
        "shape does not fit a row-major usize layout: at axis 1, 4294967296 × 4294967296 is more than {MAX}"
    );
    let sum = format!(
        "offset does not fit: coordinate 1 from base {MAX} leads to 18446744073709551616, more than {MAX}"
    );
    let term = format!("offset does not fit: at axis 0, index 2 × stride {MAX} is beyond {MAX}");
    let byte = format!(
        "byte offset does not fit: offset 2305843009213693952 × 8 bytes of f64 is more than {MAX}"
    );
    let two_strides = format!("{MAX},1");
    let cases: &[(&[&str], &str)] = &[
        (&["--shape", &too_large, "--at", "0,0"], &no_layout),
        // Before the rank, and whatever the strides.
        (&["--shape", &too_large, "--at", "0"], &no_layout),
        (&["--shape", &too_large, "--strides", "0,0", "--at", "0,0"], &no_layout),
        (&["--shape", &too_large, "--offset", "0"], &no_layout),
        (&["--shape", "0,4294967296,4294967296", "--at", "0"], &behind_a_zero),
        (
            &["--shape", "3", "--strides", "-1", "--at", "1"],
            "offset does not fit: coordinate 1 from base 0 leads to -1, below 0",
        ),
        (&["--shape", "2", "--base", MAX, "--at", "1"], &sum),
        (&["--shape", "3", "--strides", MAX, "--at", "2"], &term),
        (&["--shape", "3,2", "--strides", &two_strides, "--at", "2,5"], &term),
        (&["--shape", MAX, "--at", "2305843009213693952", "--dtype", "f64"], &byte),
        (&["--shape", MAX, "--offset", "2305843009213693952", "--dtype", "f64"], &byte),
    ];
    for (line, message) in cases {
        let expected = format!(r#"{{"error":{{"kind":"shape-overflow","message":"{message}"}}}}"#);
        check_refusal(line, &expected);
    }
}

#[test]
fn the_way_back_lists_the_coordinates_that_land_there() {
    let head = r#"{"shape":[2,2,3],"strides":[6,3,1],"base":0,"#;
    check_json(
        &["--shape", "2,2,3", "--offset", "8"],
        0,
        &format!("{head}\"offset\":8,\"coordinates\":[[1,0,2]]}}"),
    );
    check_json(
        &["--shape", "2,2,3", "--offset", "8", "--dtype", "f64"],
        0,
        &format!("{head}\"offset\":8,\"byte\":64,\"coordinates\":[[1,0,2]]}}"),
    );
    check_json(
        &["--shape", "2,2,3", "--offset", "12"],
        0,
        &format!("{head}\"offset\":12,\"coordinates\":[]}}"),
    );
    check_json(
        &["--shape", "", "--offset", "0"],
        0,
        r#"{"shape":[],"strides":[],"base":0,"offset":0,"coordinates":[[]]}"#,
    );
    check_json(
        &["--shape", "3,3", "--strides", "-1,1", "--base", "2", "--offset", "1"],
        0,
        r#"{"shape":[3,3],"strides":[-1,1],"base":2,"offset":1,"coordinates":[[1,0],[2,1]]}"#,
    );
    check_json(
        &["--shape", "1000000,1000000", "--offset", "123456789012"],
        0,
        r#"{"shape":[1000000,1000000],"strides":[1000000,1],"base":0,"offset":123456789012,"coordinates":[[123456,789012]]}"#,
    );
    check_text(&["--shape", "2,2,3", "--offset", "8"], "1 coordinate lands at offset 8\n1,0,2\n");
    check_text(
        &["--shape", "2,2", "--strides", "1,1", "--offset", "1", "--dtype", "f32"],
        "2 coordinates land at offset 1\nbyte 4, 4 bytes to each f32\n0,1\n1,0\n",
    );
    check_text(&["--shape", "", "--offset", "0"], "1 coordinate lands at offset 0\nnone\n");
    check_text(&["--shape", "2,2,3", "--offset", "12"], "no coordinate lands at offset 12\n");
}

#[test]
fn a_long_answer_is_cut_and_says_so() {
    let line = ["--shape", "1000000,1000000", "--strides", "0,1", "--offset", "7"];
    let (code, out, _) = explain(&[&line[..], &["--json"]].concat());
    assert_eq!(code, 0);
    assert!(out.ends_with("[998,7],[999,7]],\"more\":true}\n"), "{out}");
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(report["coordinates"].as_array().map(Vec::len), Some(1000));
    let (_, out, _) = explain(&line);
    assert!(out.starts_with("1000 coordinates, and perhaps more, land at offset 7\n0,7\n"));
    assert_eq!(out.lines().count(), 1001);
}

#[test]
fn arguments_that_are_not_understood_are_told_what_was_expected() {
    let whole =
        "expected whole numbers from 0 to 18446744073709551615 with commas between them, or none";
    let shape = |found: &str| format!("--shape: {whole}, found {found}; for example --shape 2,2,3");
    let at = |found: &str| format!("--at: {whole}, found {found}; for example --at 1,0,2");
    let cases: &[(&[&str], &[&str])] = &[
        (&["--shape", "x", "--at", "0"], &[&shape("`x`")]),
        (&["--shape", "2,,3", "--at", "0"], &[&shape("`` in `2,,3`")]),
        (&["--shape", "2x2", "--at", "0"], &[&shape("`2x2`")]),
        (&["--shape", "2,+3", "--at", "0"], &[&shape("`+3` in `2,+3`")]),
        (&["--shape", "18446744073709551616", "--at", "0"], &[&shape("`18446744073709551616`")]),
        (&["--shape", "2", "--at", "-1"], &[&at("`-1`")]),
        (&["--shape", "2", "--at", "1.0"], &[&at("`1.0`")]),
        (&["--shape", "2", "--at", "\u{1b}[2J"], &[&at("`\\u{1b}[2J`")]),
        (
            &["--shape", "2"],
            &["--at or --offset: expected one of them, found neither; for example --at 1,0,2"],
        ),
        (
            &["--shape", "2", "--at", "1", "--offset", "1"],
            &[
                "--at and --offset: expected one of them, found both, `1` and `1`; for example --at 1,0,2",
            ],
        ),
        (
            &["--shape", "2,2,3", "--strides", "6,3", "--at", "1,0,2"],
            &[
                "--strides: expected 3 strides, one for each axis of --shape `2,2,3`, found 2; for example --shape 2,2,3 --strides 6,3,1",
            ],
        ),
        (
            &["--shape", "3", "--strides", "3,1", "--offset", "1"],
            &[
                "--strides: expected 1 stride, one for each axis of --shape `3`, found 2; for example --shape 2,2,3 --strides 6,3,1",
            ],
        ),
        (
            &["--shape", "3", "--strides", "--3", "--offset", "1"],
            &[
                "--strides: expected whole numbers from -18446744073709551615 to 18446744073709551615 with commas between them, or none, found `--3`; for example --strides 6,3,1",
            ],
        ),
        (
            &["--shape", "2", "--at", "1", "--base", "-1"],
            &[
                "--base: expected a whole number from 0 to 18446744073709551615, found `-1`; for example --base 4",
            ],
        ),
        (
            &["--shape", "2", "--offset", ""],
            &[
                "--offset: expected a whole number from 0 to 18446744073709551615, found ``; for example --offset 8",
            ],
        ),
        (
            &["--shape", "2", "--at", "1", "--dtype", "label"],
            &[
                "--dtype: expected one of f64, f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8, bool, found `label`; for example --dtype f64",
            ],
        ),
        // Every fault is said, not only the first.
        (
            &["--shape", "x", "--at", "y", "--base", "z"],
            &[
                &shape("`x`"),
                "--base: expected a whole number from 0 to 18446744073709551615, found `z`; for example --base 4",
                &at("`y`"),
            ],
        ),
    ];
    for (line, complaints) in cases {
        check_usage(line, complaints);
    }
}

#[test]
fn a_thousand_axes_are_no_trouble() {
    let ones = vec!["1"; 1000].join(",");
    let zeros = vec!["0"; 1000].join(",");
    let (code, out, _) = explain(&["--shape", &ones, "--at", &zeros]);
    assert_eq!(code, 0);
    assert_eq!(out.lines().count(), 1002);
    let (code, out, _) = explain(&["--shape", &ones, "--offset", "0", "--json"]);
    assert_eq!(code, 0);
    assert!(out.ends_with(&format!("\"coordinates\":[[{zeros}]]}}\n")));
}

#[test]
fn an_answer_that_cannot_be_written_is_exit_three() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let line = ["explain", "--shape", "2", "--at", "1"];
    let parsed = Line::try_parse_from(line).expect("known arguments");
    let mut err = Vec::new();
    assert_eq!(run(&parsed.args, &mut Full, &mut err), 3);
    let said = String::from_utf8(err).expect("text");
    assert!(said.starts_with("error: cannot write the result: "), "{said}");
}
