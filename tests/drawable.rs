//! What is true can be drawn: whatever trace is accepted, no form of its figure
//! panics, and what a trace leaves out is left out by rule.

use traceplate::figure::{Frame, Labels, compose};
use traceplate::render::{Form, html, read_back, svg, text};
use traceplate::tensor::Tensor;
use traceplate::trace::{Trace, parse, print};
use traceplate::tracer::lookup;

const FROZEN: &str = include_str!("../traces/frozen-lookup.trace");
const RANK_4: &str = include_str!("../traces/rank-4.trace");
const EMPTY: &str = include_str!("../traces/empty.trace");
const SHAPES: &str = include_str!("../traces/exercise-shapes.trace");

/// Draws every form and reads what can be read back.
fn draw(trace: &Trace) {
    let figure = compose(trace, &Frame::default(), Labels::english());
    assert!(text(&figure).ends_with('\n'));
    for drawing in [
        svg(&figure, Form::Wide, "plate-a"),
        svg(&figure, Form::Narrow, "plate-a"),
        html::fragment(&figure, "plate-a"),
    ] {
        let reading = read_back(&drawing, &figure, trace);
        assert!(reading.faults.is_empty(), "{:?}\n{}", reading.faults, print(trace));
    }
}

fn tensor(shape: &[usize]) -> Tensor {
    let mut value = 0.0;
    let values = std::iter::repeat_with(|| {
        value += 0.5;
        value
    });
    let length = shape.iter().product();
    Tensor::from_vec(shape.to_vec(), values.take(length).collect()).expect("the shape has a layout")
}

/// Traces whole and elided, of several ranks.
fn traces() -> Vec<String> {
    let mut traces: Vec<String> = [FROZEN, RANK_4, EMPTY, SHAPES].map(str::to_owned).to_vec();
    for (shape, at) in [
        (&[61][..], &[30][..]),
        (&[61, 1, 1], &[7, 0, 0]),
        (&[2, 31], &[1, 15]),
        (&[70, 3], &[69, 0]),
        (&[2, 2, 4, 5], &[1, 0, 2, 3]),
        (&[3, 2, 9, 11], &[2, 1, 4, 10]),
        (&[1, 1, 1, 1, 1, 1, 1, 64], &[0, 0, 0, 0, 0, 0, 0, 32]),
    ] {
        let trace = lookup("t", &tensor(shape), at, &[&[99]]).expect("the coordinate is inside");
        traces.push(print(&trace));
    }
    traces
}

#[test]
fn every_true_trace_with_one_digit_changed_can_be_drawn() {
    let mut drawn = 0;
    for base in traces() {
        draw(&parse(&base).expect("the tracer writes what is true"));
        for (at, was) in base.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
            for digit in (b'0'..=b'9').filter(|digit| *digit != was) {
                let mut bytes = base.clone().into_bytes();
                bytes[at] = digit;
                let changed = String::from_utf8(bytes).expect("a digit is ASCII");
                if let Ok(trace) = parse(&changed) {
                    draw(&trace);
                    drawn += 1;
                }
            }
        }
    }
    assert!(drawn > 100, "only {drawn} changed traces were still true");
}

#[test]
fn every_true_trace_with_a_line_or_a_field_gone_or_twice_can_be_drawn() {
    for base in traces() {
        let lines: Vec<&str> = base.lines().collect();
        for at in 1..lines.len() - 1 {
            let mut gone = lines.clone();
            gone.remove(at);
            let mut twice = lines.clone();
            twice.insert(at, lines[at]);
            let fields = lines[at].split(' ').count();
            let without = (1..fields).map(|field| {
                let kept: Vec<&str> = lines[at]
                    .split(' ')
                    .enumerate()
                    .filter(|(place, _)| *place != field)
                    .map(|(_, word)| word)
                    .collect();
                let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
                lines[at] = kept.join(" ");
                lines.join("\n") + "\n"
            });
            let changed = [gone.join("\n") + "\n", twice.join("\n") + "\n"].into_iter();
            for trace in changed.chain(without).filter_map(|text| parse(&text).ok()) {
                draw(&trace);
            }
        }
    }
}

#[test]
fn what_is_left_out_is_left_out_by_rule() {
    let frame = |records: &str| format!("TRACE lookup-v1 BEGIN\n{records}\nTRACE lookup-v1 END\n");
    let values = |count: usize| (0..count).map(|n| format!("{n}.0")).collect::<Vec<_>>().join(",");
    let long = "TENSOR id=x dtype=f64 rank=1 shape=61 strides=1 base=0 length=61";
    for (records, place, message) in [
        (
            "TENSOR id=x dtype=f64 rank=1 shape=3 strides=1 base=0 length=3\nSLICE rows=none\nBUFFER values=1.0,2.0,3.0".to_owned(),
            "3:12",
            "SLICE says rows, but all of them are kept",
        ),
        (
            format!("{long}\nSLICE row0={}\nBUFFER values={}", values(61), values(61)),
            "3:1",
            "SLICE keeps other columns than the rule: columns=0,1,2,3,60",
        ),
        (
            format!("{long}\nSLICE columns=0,1,2,3,60 row0=0.0,1.0,2.0,3.0,60.0\nBUFFER values={}", values(61)),
            "4:1",
            "BUFFER keeps other offsets than the rule: offsets=0,1,2,3,60",
        ),
        (
            format!("{long}\nBUFFER offsets=0,1,2,3,60 values=0.0,1.0,2.0,3.0,60.0"),
            "3:1",
            "expected the SLICE with outer indices none",
        ),
    ] {
        let error = parse(&frame(&records)).expect_err(&records);
        assert_eq!((error.at.to_string().as_str(), error.to_string().as_str()), (place, message));
    }
}

#[test]
fn an_unchecked_sum_belongs_to_a_refusal() {
    let text = FROZEN.replace(
        "TRACE lookup-v1 END",
        "UNCHECKED coordinate=0,2,0 offset=6 status=inside owner=1,0,0\nTRACE lookup-v1 END",
    );
    let error = parse(&text).expect_err("no BOUNDS record refuses [0,2,0]");
    assert_eq!(
        error.to_string(),
        "UNCHECKED coordinate=0,2,0 stands without a BOUNDS record that refuses it"
    );
}

#[test]
fn a_long_name_is_drawn_short_and_a_number_never_is() {
    let text = RANK_4.replace(
        " length=24",
        " length=24 axes=\"a name that goes on and on and on\",b,c,\"другое очень длинное имя оси\"",
    );
    let trace = parse(&text).expect("axes may have any name");
    draw(&trace);
    let figure = compose(&trace, &Frame::default(), Labels::english());
    let drawing = svg(&figure, Form::Wide, "plate-a");
    assert!(drawing.contains(">a name that goes on and…</"), "{drawing}");
    let cut = drawing.replacen(">17.0</", ">1…</", 1);
    assert_eq!(read_back(&cut, &figure, &trace).faults.len(), 1);
}

/// The cells that a figure in HTML marks as selected, by the path of their value.
fn marked(fragment: &str) -> Vec<&str> {
    let cells = fragment.split("<td class=\"tp-sel").skip(1);
    cells
        .map(|cell| cell.split("data-from=\"").nth(1).and_then(|rest| rest.split('"').next()))
        .map(|path| path.expect("a marked cell has a value"))
        .collect()
}

#[test]
fn the_marked_cell_is_the_one_that_the_coordinate_selects_at_every_rank() {
    for rank in 1..=8 {
        let shape: Vec<usize> = [2, 3, 2, 2, 3, 2, 2, 3][..rank].to_vec();
        let tensor = tensor(&shape);
        for turn in 0..4 {
            let at: Vec<usize> =
                shape.iter().enumerate().map(|(axis, extent)| (turn + axis) % extent).collect();
            let trace = lookup("t", &tensor, &at, &[]).expect("the coordinate is inside");
            let figure = compose(&trace, &Frame::default(), Labels::english());
            let fragment = html::fragment(&figure, "plate-a");
            let [path] = marked(&fragment)[..] else {
                panic!("{at:?}: {} cells are marked", marked(&fragment).len());
            };
            // No two values of the tensor are equal, so the value says which cell it is.
            let value = trace.value("OFFSET.value").expect("an offset");
            assert_eq!(trace.value(path).as_deref(), Ok(&*value), "{at:?}: {path}");
            let (slice, _) = path.rsplit_once(".row").expect("a cell of a slice");
            for (axis, index) in at[..rank.saturating_sub(2)].iter().enumerate() {
                let outer = trace.value(&format!("{slice}.axis{axis}"));
                assert_eq!(outer, Ok(index.to_string()), "{at:?}: {path}");
            }
            assert_eq!(text(&figure).matches(&format!("◆{value}")).count(), 2, "{at:?}");
            for form in [Form::Wide, Form::Narrow] {
                let drawing = svg(&figure, form, "plate-a");
                assert_eq!(drawing.matches("class=\"tp-sel\"").count(), 2, "{at:?}: {form:?}");
            }
        }
    }
}
