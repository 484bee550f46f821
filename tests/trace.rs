//! The trace language: one spelling, a place for every fault, and truth.

use traceplate::fixture::{INVALID_COORDINATE, SELECTED_COORDINATE, frozen_tensor_fixture};
use traceplate::tensor::Tensor;
use traceplate::trace::{differences, parse, print, read};
use traceplate::tracer::lookup::{Question, Subject, trace};
use traceplate::tracer::{TraceError, lookup};

const FROZEN: &str = include_str!("../traces/frozen-lookup.trace");

fn frozen() -> String {
    let tensor = frozen_tensor_fixture().expect("the fixture is valid");
    let trace = lookup("frozen", &tensor, &SELECTED_COORDINATE, &[&INVALID_COORDINATE])
        .expect("the fixture can be traced");
    print(&trace)
}

#[test]
fn the_frozen_lookup_is_traced_byte_for_byte() {
    assert_eq!(frozen(), FROZEN);
    assert_eq!(print(&parse(FROZEN).expect("the trace is true")), FROZEN);
}

/// A trace of a tensor that is shown whole or looked up once.
fn of(id: &str, shape: &[usize], values: Vec<f64>, coordinate: Option<&[usize]>) -> String {
    let tensor = Tensor::from_vec(shape.to_vec(), values).expect("the case is valid");
    let subject = Subject {
        id,
        dtype: traceplate::dtype::Dtype::F64,
        shape: tensor.shape(),
        strides: tensor.strides(),
        base: 0,
        axes: &[],
        storage: &tensor,
    };
    let question = Question { coordinate, ..Question::default() };
    print(&trace(&subject, &question).expect("the case can be traced"))
}

#[test]
fn the_edges_are_spelled_as_the_records_page_shows() {
    let scalar = of("scalar", &[], vec![7.0], Some(&[]));
    let lines: Vec<&str> = scalar.lines().collect();
    assert_eq!(
        lines[1..lines.len() - 1],
        [
            "TENSOR id=scalar dtype=f64 rank=0 shape=none strides=none base=0 length=1",
            "SLICE row0=7.0",
            "BUFFER values=7.0",
            "COORDINATE indices=none",
            "OFFSET offset=0 value=7.0",
        ]
    );
    let empty = of("empty", &[2, 0, 3], vec![], None);
    assert!(empty.contains("\nSLICE axis0=0\nSLICE axis0=1\nBUFFER values=none\n"), "{empty}");
    let empty = of("empty", &[2, 3, 0], vec![], None);
    let rows = "row0=none row1=none row2=none";
    assert!(empty.contains(&format!("\nSLICE axis0=0 {rows}\nSLICE axis0=1 {rows}\n")), "{empty}");
    for trace in [scalar, empty] {
        assert_eq!(print(&parse(&trace).expect("an edge is true")), trace);
    }
}

#[test]
fn a_large_tensor_keeps_what_matters_and_stays_true() {
    let values = (0..1_000_000).map(f64::from).collect();
    let text = of("big", &[1000, 1000], values, Some(&[785, 3]));
    assert!(
        text.contains("SLICE rows=0,784,785,786,999 columns=0,1,2,3,4,999 row0=0.0,1.0,"),
        "{text}"
    );
    let offsets = "0,785000,785001,785002,785003,785004,999999";
    assert!(text.contains(&format!("BUFFER offsets={offsets} values=")), "{text}");
    assert_eq!(print(&parse(&text).expect("an elided trace is true")), text);
}

#[test]
fn each_false_statement_is_refused_at_its_value() {
    for (was, now, place, message) in [
        (
            "contribution=0",
            "contribution=7",
            "8:43",
            "TERM axis=1 says contribution 7, but 0 × 3 = 0",
        ),
        ("rank=3", "rank=4", "2:33", "TENSOR says rank 4, but shape 2,2,3 has 3 extents"),
        (
            "strides=6,3,1 base",
            "strides=6,2,1 base",
            "2:57",
            "TENSOR says strides[1] 2, but 3 × 1 = 3",
        ),
        ("length=12", "length=13", "2:75", "TENSOR says length 13, but 2 × 2 × 3 = 12"),
        (
            "base=0",
            "base=1",
            "2:66",
            "TENSOR says base 1, but a row-major layout without `layout=strided` starts at 0",
        ),
        (
            "row0=30.0,31.0,32.0",
            "row0=30.0,31.0,33.0",
            "4:30",
            "SLICE axis0=1 says row0[2] 33.0, but BUFFER.values[8] at offset 8 is 32.0",
        ),
        (
            "indices=1,0,2",
            "indices=0,0,2",
            "7:19",
            "TERM axis=0 says index 1, but COORDINATE has 0 there",
        ),
        ("OFFSET offset=8", "OFFSET offset=9", "10:15", "OFFSET says offset 9, but 6 + 0 + 2 = 8"),
        (
            "value=32.0",
            "value=31.0",
            "10:23",
            "OFFSET says value 31.0, but BUFFER holds 32.0 at offset 8",
        ),
        (
            "size=2",
            "size=3",
            "11:66",
            "BOUNDS coordinate=1,2,0 says size 3, but the check answers size 2",
        ),
        (
            "coordinate=1,2,0",
            "coordinate=1,1,0",
            "11:32",
            "BOUNDS coordinate=1,1,0 says out-of-bounds, but the coordinate is valid",
        ),
    ] {
        let text = FROZEN.replacen(was, now, 1);
        let error = parse(&text).expect_err(now);
        assert_eq!((error.at.to_string().as_str(), error.to_string().as_str()), (place, message));
        read(&text).expect("the text is well formed");
    }
}

#[test]
fn each_other_spelling_is_refused_with_its_place() {
    let long = "`TRACE SCHEMA BEGIN`, such as `TRACE lookup-v1 BEGIN`";
    for (was, now, place, message) in [
        ("TRACE lookup-v1 BEGIN", "trace lookup-v1 BEGIN", "1:1", format!("expected {long}, found `trace lookup-v1 BEGIN`")),
        ("lookup-v1 BEGIN", "lookup-v2 BEGIN", "1:7", "expected a known schema, one of lookup-v1, shapes-v1, found `lookup-v2`".into()),
        ("lookup-v1 END", "lookup-v2 END", "12:15", "expected `TRACE lookup-v1 END` as the last line, found `TRACE lookup-v2 END`".into()),
        ("values=10.0", "values=10", "5:15", "expected `10.0`, the one spelling of this f64 value, found `10`".into()),
        ("values=10.0", "values=1e1", "5:15", "expected `10.0`, the one spelling of this f64 value, found `1e1`".into()),
        ("values=10.0", "values=ten", "5:15", "expected an f64 value such as 32.0, found `ten`".into()),
        ("rank=3", "rank=03", "2:33", "expected an integer, found `03`".into()),
        ("rank=3", "rank=-3", "2:33", "expected an integer of 0 or more, found `-3`".into()),
        ("dtype=f64", "dtype=f94", "2:24", "expected a dtype, one of f64, f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8, bool, label, found `f94`".into()),
        ("id=frozen", "id=\"frozen\"", "2:11", "expected `frozen`, the one spelling of this text, found `\"frozen\"`".into()),
        ("id=frozen", "id=none", "2:11", "expected `\"none\"`, the one spelling of this text, found `none`".into()),
        (" rank=3", "  rank=3", "2:27", "expected ` rank=`, found `  rank=3 shape=2,2,3 strides=6,3,1 base=…`".into()),
        ("length=12\n", "length=12 \n", "2:77", "expected the end of the line, found ` `".into()),
        ("indices=1,0,2", "indices=1,,2", "6:22", "expected an integer, found nothing".into()),
        ("SLICE axis0=0 ", "SLICE axis1=0 ", "3:7", "expected `axis0=`, `rows=`, `columns=`, `row0=` or the end of the line, found `axis1=`".into()),
        ("status=out-of-bounds", "status=outside", "11:32", "expected a status, one of out-of-bounds, rank-mismatch, offset-overflow, found `outside`".into()),
        ("strides=6,3,1 ", "strides=6,-4,1 ", "2:57", "expected an integer of 0 or more, found `-4`".into()),
        ("dtype=f64", "dtype=label", "3:20", "expected a label of the letters a to z such as `c`, found `10.0`".into()),
        ("OFFSET offset", "LOOKUP offset", "10:1", "expected TERM, OFFSET, BOUNDS, UNCHECKED or the end of the trace here in lookup-v1, found `LOOKUP`".into()),
        ("BUFFER", "BUFFERS", "5:1", "expected SLICE or BUFFER here in lookup-v1, found `BUFFERS`, did you mean `BUFFER`?".into()),
        ("OFFSET ", "OFSET ", "10:1", "expected TERM, OFFSET, BOUNDS, UNCHECKED or the end of the trace here in lookup-v1, found `OFSET`, did you mean `OFFSET`?".into()),
        ("BUFFER values=", "BUFFER valuez=", "5:8", "expected `offsets=` or `values=`, found `valuez=`".into()),
        ("COORDINATE", "\nCOORDINATE", "6:1", "expected a record, not a blank line, found an empty line".into()),
    ] {
        let error = parse(&FROZEN.replacen(was, now, 1)).expect_err(now);
        assert_eq!((error.at.to_string().as_str(), error.to_string().as_str()), (place, message.as_str()));
    }
    let cut = &FROZEN[..FROZEN.len() - 1];
    assert_eq!(parse(cut).expect_err("the last line feed is missing").at.to_string(), "12:20");
    let crlf = FROZEN.replace('\n', "\r\n");
    assert_eq!(parse(&crlf).expect_err("CRLF is another spelling").at.to_string(), "1:22");
}

/// A `shapes-v1` trace of these records.
fn shapes(records: &str) -> String {
    format!("TRACE shapes-v1 BEGIN\n{records}TRACE shapes-v1 END\n")
}

#[test]
fn a_set_of_shapes_has_shapes_with_names_that_can_be_seen_and_told_apart() {
    let shape = |label: &str, axes: &str| {
        shapes(&format!(
            "SHAPE id=a label={label} dtype=f64 rank=2 shape=2,3 strides=3,1 length=6 axes={axes}\n"
        ))
    };
    for (text, place, message) in [
        (shapes(""), "2:1", "expected SHAPE here in shapes-v1, found `TRACE`"),
        (
            shape(r#""a\nSHAPE.length 99""#, "x,y"),
            "2:18",
            "expected a name, found the control character U+000A",
        ),
        (
            shape("\"\u{9b}31m\"", "x,y"),
            "2:18",
            "expected a name, found the control character U+009B",
        ),
        (shape("\"a\u{fffe}\"", "x,y"), "2:18", "expected a name, found the noncharacter U+FFFE"),
        (shape("\"a\u{ffff}\"", "x,y"), "2:18", "expected a name, found the noncharacter U+FFFF"),
        (shape("\"a\u{202e}\"", "x,y"), "2:18", "expected a name, found the direction mark U+202E"),
        (shape("a", "x,\"\u{2066}\""), "2:75", "expected a name, found the direction mark U+2066"),
        (shape("\"\"", "x,y"), "2:18", "expected a name, found an empty text"),
        (shape("\" a\"", "x,y"), "2:18", "expected a name, found a space at its end"),
        (shape("a", "x,x"), "2:75", "SHAPE id=a says axes[1] x, but axis 0 has that name"),
    ] {
        let error = parse(&text).expect_err(message);
        assert_eq!((error.at.to_string().as_str(), error.to_string().as_str()), (place, message));
    }
    let text = shape("\"головы и токены\"", "\"שורה\",y");
    assert_eq!(print(&parse(&text).expect("names in any script")), text);
}

#[test]
fn a_false_sum_of_one_term_is_not_told_as_a_sum() {
    let vector = of("x", &[2], vec![1.0, 2.0], Some(&[1]));
    let scalar = of("x", &[], vec![1.0], Some(&[]));
    for (text, was, now, message) in [
        (
            &vector,
            "OFFSET offset=1",
            "OFFSET offset=0",
            "OFFSET says offset 0, but its only term contributes 1",
        ),
        (
            &scalar,
            "OFFSET offset=0",
            "OFFSET offset=1",
            "OFFSET says offset 1, but a scalar stands at the base, 0",
        ),
        (&vector, "length=2", "length=3", "TENSOR says length 3, but its only axis has size 2"),
    ] {
        let error = parse(&text.replacen(was, now, 1)).expect_err(message);
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn a_trace_cut_at_any_byte_is_refused_and_never_panics() {
    for end in 0..FROZEN.len() {
        assert!(parse(&FROZEN[..end]).is_err(), "cut at byte {end}");
    }
}

/// Every digit of the golden, changed into every other digit.
fn changed_digits() -> impl Iterator<Item = (usize, String)> {
    FROZEN.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()).flat_map(|(at, byte)| {
        (b'0'..=b'9').filter(move |digit| *digit != byte).map(move |digit| {
            let mut text = FROZEN.as_bytes().to_vec();
            text[at] = digit;
            (at, String::from_utf8(text).expect("a digit is ASCII"))
        })
    })
}

#[test]
fn any_changed_digit_is_a_difference_of_its_own_field() {
    for (at, text) in changed_digits() {
        let line_start = FROZEN[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let kind = FROZEN[line_start..].split(' ').next().expect("a line has a kind");
        let found = differences(&text, FROZEN);
        assert!(!found.is_empty(), "{text}");
        for difference in &found {
            assert!(difference.path.starts_with(kind), "{difference:?} for a change in {kind}");
        }
        let key = FROZEN[..at]
            .rsplit(' ')
            .next()
            .and_then(|field| field.split('=').next())
            .expect("a key");
        if FROZEN[line_start..at].contains('=')
            && FROZEN[..at].rsplit(' ').next().is_some_and(|field| field.contains('='))
        {
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].path.contains(&format!(".{key}")), "{found:?} for a change in {key}");
        }
    }
}

#[test]
fn a_changed_digit_is_refused_or_leaves_a_true_trace() {
    let mut true_after = Vec::new();
    for (at, text) in changed_digits() {
        if let Ok(trace) = parse(&text) {
            assert_eq!(print(&trace), text);
            let line_start = FROZEN[..at].rfind('\n').map_or(0, |newline| newline + 1);
            true_after.push(FROZEN[line_start..].split(' ').next().expect("a line has a kind"));
        }
    }
    // Another coordinate that is refused in the same way is as true as the first.
    assert!(true_after.iter().all(|kind| *kind == "BOUNDS"), "{true_after:?}");
    assert!(!true_after.is_empty());
}

#[test]
fn paths_name_every_fact_and_functions_what_lists_imply() {
    let trace = parse(FROZEN).expect("the trace is true");
    for (path, fact) in trace.paths() {
        assert_eq!(trace.value(&path), Ok(fact.lexeme()), "{path}");
    }
    for (path, value) in [
        ("OFFSET.offset", "8"),
        ("TERM[axis=1].contribution", "0"),
        ("SLICE[axis0=1].row0[2]", "32.0"),
        ("BUFFER.values[8]", "32.0"),
        ("TENSOR.shape", "2,2,3"),
        ("TERM[2].stride", "1"),
        ("len(TENSOR.shape)", "3"),
        ("index(BUFFER.values[8])", "8"),
        ("index(SLICE[axis0=1].row0)", "0"),
        ("count(TERM)", "3"),
        ("count(SLICE[axis0=1])", "1"),
        ("sum(TERM.contribution)", "8"),
        ("sum(TENSOR.base,TERM[0..2].contribution)", "6"),
        ("sum(TENSOR.base,TERM[0..0].contribution)", "0"),
        ("next(OFFSET.offset)", "9"),
        ("previous(BOUNDS.size)", "1"),
        ("first(BOUNDS.size)", "0"),
        ("between(TENSOR.base,OFFSET.offset)", "7"),
    ] {
        assert_eq!(trace.value(path).as_deref(), Ok(value), "{path}");
    }
}

#[test]
fn a_path_that_names_nothing_or_too_much_says_what_it_could_mean() {
    let trace = parse(FROZEN).expect("the trace is true");
    for (path, message) in [
        (
            "OFFSET.ofset",
            "no fact is named `OFFSET.ofset`; the nearest: `OFFSET.offset` `OFFSET.value`",
        ),
        (
            "TERM.stride",
            "`TERM.stride` names 3 facts; say which: `TERM[axis=0].stride` `TERM[axis=1].stride` `TERM[axis=2].stride`",
        ),
        (
            "OFFSET.offset]",
            "expected the end of the path at character 14 of `OFFSET.offset]`, found `]`",
        ),
        (
            "lenn(TENSOR.shape)",
            "expected a function, one of len, index, count, sum, next, previous, first, between, at character 1 of `lenn(TENSOR.shape)`, found `lenn(TENSOR.shape)`",
        ),
        ("TERM[0..9].contribution", "no fact is named `TERM[0..9].contribution`"),
        ("sum(TERM[0..9].contribution)", "no fact is named `sum(TERM[0..9].contribution)`"),
        ("sum(TERM[2..9].contribution)", "no fact is named"),
        ("sum(TERM[9..9].contribution)", "no fact is named"),
        ("count(TERM[axis=7])", "no fact is named `count(TERM[axis=7])`"),
        (
            "SLICE[0].row0[99999999999999999999]",
            "expected a number of at most 18446744073709551615 at character 15 of",
        ),
        ("SLICE[0].row0[x]", "expected a number at character 15 of"),
        ("len(OFFSET.value)", "len takes a list, in `len(OFFSET.value)`"),
        ("sum(OFFSET.value)", "sum takes integers, in `sum(OFFSET.value)`"),
        ("", "expected a record kind or a function, such as OFFSET or len at the end of ``"),
    ] {
        let error = trace.value(path).expect_err(path).to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn a_tracer_refuses_a_coordinate_that_lies_and_a_rejection_that_is_none() {
    let tensor = frozen_tensor_fixture().expect("the fixture is valid");
    assert!(matches!(lookup("t", &tensor, &[1, 2, 0], &[]), Err(TraceError::Refused { .. })));
    assert!(matches!(
        lookup("t", &tensor, &[1, 0, 2], &[&[0, 0, 0]]),
        Err(TraceError::NotRefused { .. })
    ));
}

#[test]
fn a_false_shape_of_any_size_is_refused_without_walking_it() {
    let big = usize::MAX;
    for (shape, strides, length) in [
        (format!("{big},2"), "2,1".to_owned(), 0_u64),
        (format!("{big},0,2"), "0,2,1".to_owned(), 0),
        (
            format!("1000000000,{},1", 1_000_000_000),
            "1000000000,1,1".to_owned(),
            1_000_000_000_000_000_000,
        ),
    ] {
        let text = format!(
            "TRACE lookup-v1 BEGIN\nTENSOR id=x dtype=f64 rank={} shape={shape} strides={strides} base=0 length={length}\nBUFFER values=none\nTRACE lookup-v1 END\n",
            shape.split(',').count()
        );
        let _ = parse(&text);
    }
}

#[test]
fn a_label_that_reads_as_something_else_stands_in_quotes() {
    let lines = |row: &str, values: &str, value: &str| {
        format!(
            "TRACE lookup-v1 BEGIN\nTENSOR id=x dtype=label rank=1 shape=3 strides=1 base=0 length=3\nSLICE row0={row}\nBUFFER values={values}\nCOORDINATE indices=1\nTERM axis=0 index=1 stride=1 contribution=1\nOFFSET offset=1 value={value}\nTRACE lookup-v1 END\n"
        )
    };
    let quoted = "a,\"none\",\"inf\"";
    let text = lines(quoted, quoted, "\"none\"");
    let trace = parse(&text).expect("a true trace");
    assert_eq!(print(&trace), text);
    assert_eq!(trace.value("OFFSET.value").as_deref(), Ok("none"));
    let bare = parse(&lines(quoted, quoted, "none")).expect_err("another spelling");
    assert_eq!(
        bare.to_string(),
        "expected `\"none\"`, the one spelling of this label value, found `none`"
    );
    let needless = parse(&lines("\"a\",\"none\",\"inf\"", quoted, "\"none\""));
    assert_eq!(
        needless.expect_err("another spelling").to_string(),
        "expected `a`, the one spelling of this label value, found `\"a\"`"
    );
}

#[test]
fn a_cell_of_an_elided_trace_is_held_to_the_buffer_where_both_list_it() {
    let tensor = Tensor::from_vec(vec![9, 11], (0..99).map(f64::from).collect()).expect("a tensor");
    let text = print(&lookup("t", &tensor, &[4, 5], &[]).expect("a trace"));
    let at = |line: &str| text.lines().position(|found| found.starts_with(line)).expect("a line");
    let offsets = text.lines().nth(at("BUFFER ")).and_then(|line| line.split("offsets=").nth(1));
    let offsets: Vec<usize> = offsets
        .and_then(|rest| rest.split(' ').next())
        .expect("it is elided")
        .split(',')
        .map(|offset| offset.parse().expect("an offset"))
        .collect();
    let slice = text.lines().nth(at("SLICE ")).expect("a slice");
    let mut changed = 0;
    for value in slice.split(" row0=").nth(1).expect("its rows").split([' ', ',']) {
        let value = value.rsplit('=').next().expect("a value");
        let offset = value.trim_end_matches(".0").parse().expect("values are offsets");
        let other = slice.replacen(value, "1000.0", 1);
        let false_text = text.replace(slice, &other);
        let error = parse(&false_text).err().map(|error| error.to_string());
        assert_eq!(error.is_some(), offsets.contains(&offset), "{value}: {error:?}");
        changed += usize::from(error.is_some());
    }
    assert!(changed >= 4, "{changed} cells are listed by both");
}

#[test]
fn columns_count_characters() {
    let text = FROZEN.replace("id=frozen", "id=\"é→x\"").replace("rank=3", "rank=4");
    let error = parse(&text).expect_err("it has three axes");
    assert_eq!((error.at.line, error.at.column), (2, 32));
}

#[test]
fn positions_rise() {
    let tensor = Tensor::from_vec(vec![99], (0..99).map(f64::from).collect()).expect("a tensor");
    let text = print(&lookup("t", &tensor, &[50], &[]).expect("a trace"));
    let again = text.replacen("columns=0,49,50,", "columns=0,49,49,", 1);
    assert_ne!(again, text);
    assert!(parse(&again).expect_err("49 stands twice").to_string().contains("but positions rise"));
}
