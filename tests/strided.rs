//! Tensors whose strides are a view's own: whose cell an offset is, and whether
//! the storage is long enough for all of them.

use traceplate::dtype::Dtype;
use traceplate::tensor::Tensor;
use traceplate::trace::{parse, print};
use traceplate::tracer::TraceError;
use traceplate::tracer::lookup::{Question, Subject, trace};

/// What a tracer says of a view over a storage that counts up from 0.
fn traced(
    shape: &[usize],
    strides: &[usize],
    base: usize,
    length: usize,
    reject: &[&[usize]],
) -> Result<String, TraceError> {
    let values = (0..).take(length).map(f64::from).collect();
    let storage = Tensor::from_vec(vec![length], values).expect("a storage");
    let subject =
        Subject { id: "x", dtype: Dtype::F64, shape, strides, base, axes: &[], storage: &storage };
    let question = Question { reject, unchecked: true, ..Question::default() };
    trace(&subject, &question).map(|trace| print(&trace))
}

fn frame(records: &str) -> String {
    format!("TRACE lookup-v1 BEGIN\n{records}\nTRACE lookup-v1 END\n")
}

#[test]
fn an_unchecked_offset_is_the_cell_of_the_first_coordinate_that_lands_there() {
    type Case<'a> = (&'a [usize], &'a [usize], usize, usize, &'a [usize], &'a str);
    let cases: [Case<'_>; 5] = [
        (&[2, 3], &[1, 2], 0, 6, &[2, 0], "offset=2 status=inside owner=0,1"),
        (&[2, 3], &[1, 2], 0, 6, &[0, 3], "offset=6 status=outside length=6"),
        (&[2, 2], &[0, 1], 0, 2, &[5, 1], "offset=1 status=inside owner=0,1"),
        (&[3, 3], &[1, 1], 0, 5, &[0, 3], "offset=3 status=inside owner=1,2"),
        (&[2, 2], &[1, 2], 3, 7, &[2, 0], "offset=5 status=inside owner=0,1"),
    ];
    for (shape, strides, base, length, rejected, expected) in cases {
        let text = traced(shape, strides, base, length, &[rejected]).expect("a true view");
        let line = text.lines().find(|line| line.starts_with("UNCHECKED ")).expect("it is told");
        assert!(line.ends_with(expected), "{line}");
        assert_eq!(print(&parse(&text).expect("a true trace")), text);
    }
}

#[test]
fn another_coordinate_of_a_shared_offset_is_not_its_owner() {
    let text = traced(&[2, 2], &[0, 1], 0, 2, &[&[5, 1]]).expect("a true view");
    let error = parse(&text.replace("owner=0,1", "owner=1,1")).expect_err("not the first");
    assert_eq!(
        error.to_string(),
        "UNCHECKED coordinate=5,1 is wrong about offset 1: it is the cell of 0,1"
    );
}

#[test]
fn an_offset_between_the_cells_of_a_view_is_nobody_s() {
    let error = traced(&[2, 2], &[4, 1], 0, 6, &[&[0, 2]]).expect_err("no cell is there");
    assert_eq!(
        error.to_string(),
        "coordinate [0,2] has offset 2, which is inside the buffer but no cell of this view"
    );
    let text = frame(
        "TENSOR id=x dtype=f64 rank=2 shape=2,2 strides=4,1 base=0 length=4 layout=strided\n\
         SLICE row0=0.0,1.0 row1=4.0,5.0\n\
         BUFFER values=0.0,1.0,2.0,3.0,4.0,5.0\n\
         BOUNDS coordinate=0,2 status=out-of-bounds axis=1 index=2 size=2\n\
         UNCHECKED coordinate=0,2 offset=2 status=inside owner=0,0",
    );
    let error = parse(&text).expect_err("no cell is there");
    assert_eq!(error.at.to_string(), "6:22");
    assert_eq!(
        error.to_string(),
        "UNCHECKED coordinate=0,2 has offset 2, which is inside the buffer but no cell of this view"
    );
}

#[test]
fn a_view_that_leads_past_its_storage_is_refused_although_its_cells_are_left_out() {
    let view = |shape: &str, strides: &str, length: &str, buffer: &str| {
        frame(&format!(
            "TENSOR id=x dtype=f64 rank=1 shape={shape} strides={strides} base=1 length={length} layout=strided\n\
             SLICE columns=0,1,2,3,{} row0=1.0,1.0,1.0,1.0,1.0\n\
             BUFFER {buffer}",
            shape.parse::<usize>().expect("an extent") - 1,
        ))
    };
    let whole = "values=0.0,1.0";
    let elided = "offsets=0,1,2,3,99 values=0.0,1.0,2.0,3.0,99.0";
    let most = usize::MAX.to_string();
    let cases = [
        (
            "100",
            "1",
            whole,
            "BUFFER has 2 values, but the last coordinate of TENSOR lands on offset 100",
        ),
        (
            "100",
            "1",
            elided,
            "BUFFER has 100 values, but the last coordinate of TENSOR lands on offset 100",
        ),
        (
            "100",
            &*most,
            whole,
            "BUFFER has 2 values, but the offset of TENSOR's last coordinate does not fit 18446744073709551615",
        ),
    ];
    for (shape, strides, buffer, message) in cases {
        let error = parse(&view(shape, strides, shape, buffer)).expect_err(message);
        assert_eq!(error.to_string(), message);
        assert_eq!(error.at.line, 4);
    }
    // A stride of 0 stays where it is.
    let text = view("100", "0", "100", whole);
    assert_eq!(print(&parse(&text).expect("a broadcast value")), text);
    // An empty view lands nowhere.
    let empty = frame(
        "TENSOR id=x dtype=f64 rank=2 shape=0,9 strides=9,1 base=7 length=0 layout=strided\nSLICE\nBUFFER values=1.0",
    );
    assert_eq!(print(&parse(&empty).expect("an empty view")), empty);
    let error = traced(&[100], &[1], 1, 100, &[]).expect_err("it leads past the storage");
    assert_eq!(
        error.to_string(),
        "coordinate [99] lands on offset 100, but the storage has 100 values"
    );
}

#[test]
fn the_first_rows_of_a_longer_storage_are_a_view_of_it() {
    let text = traced(&[2, 3], &[3, 1], 0, 9, &[&[0, 3]]).expect("a true view");
    let tensor = text.lines().nth(1).expect("TENSOR");
    assert!(tensor.ends_with(" base=0 length=6 layout=strided"), "{tensor}");
    assert!(text.contains("UNCHECKED coordinate=0,3 offset=3 status=inside owner=1,0"), "{text}");
    assert_eq!(print(&parse(&text).expect("a true trace")), text);
    let error = parse(&text.replace(" layout=strided", "")).expect_err("it is not all of it");
    assert_eq!(
        error.to_string(),
        "BUFFER lists 9 values, but TENSOR has length 6 and no layout=strided, as the view of a longer storage has"
    );
}

#[test]
fn what_goes_unchecked_is_told_once_and_in_order() {
    let text = traced(&[2, 3], &[3, 1], 0, 6, &[&[2, 0], &[0, 3]]).expect("a true trace");
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("UNCHECKED ")).collect();
    let [first, second] = *lines else { panic!("{text}") };
    let turned = text.replace(&format!("{first}\n{second}\n"), &format!("{second}\n{first}\n"));
    let again = text.replace(second, &format!("{second}\n{second}"));
    for (text, coordinate) in [(turned, "2,0"), (again, "0,3")] {
        assert_eq!(
            parse(&text).expect_err("one order").to_string(),
            format!("UNCHECKED coordinate={coordinate} stands here again, or after a later one's")
        );
    }
}
