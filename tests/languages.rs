//! Every language of the program draws every trace, and counts as it should.

use std::path::Path;

use traceplate::figure::{Figure, Frame, Labels, compose};
use traceplate::render::{Form, html, read_back, svg, text};
use traceplate::trace::parse;

fn drawn(trace: &str, language: &str) -> Figure {
    let trace = parse(trace).unwrap_or_else(|error| panic!("{error}:\n{trace}"));
    compose(&trace, &Frame::default(), Labels::of(language).expect("a table of the program"))
}

/// The text of a figure of one shape with so many elements.
fn shape(length: usize, language: &str) -> String {
    let trace = format!(
        "TRACE shapes-v1 BEGIN\n\
         SHAPE id=one label=one dtype=f64 rank=1 shape={length} strides=1 length={length}\n\
         TRACE shapes-v1 END\n"
    );
    text(&drawn(&trace, language))
}

#[test]
fn every_language_draws_every_trace_and_reads_back_clean() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("traces");
    let mut drawings = 0;
    for entry in folder.read_dir().expect("the golden traces") {
        let path = entry.expect("a file").path();
        let golden = std::fs::read_to_string(&path).expect("a text");
        let trace = parse(&golden).expect("a golden trace");
        for language in Labels::languages() {
            let figure = drawn(&golden, language);
            assert_eq!(figure.language, language);
            for drawing in [
                svg(&figure, Form::Wide, "p"),
                svg(&figure, Form::Narrow, "p"),
                html::page(&figure, "p"),
            ] {
                let reading = read_back(&drawing, &figure, &trace);
                assert_eq!(reading.faults, [], "{} in {language}", path.display());
                assert!(drawing.contains(&format!("lang=\"{language}\"")), "{language}");
                drawings += 1;
            }
        }
    }
    assert!(drawings >= 42, "{drawings} drawings");
}

#[test]
fn a_count_takes_the_form_of_its_language() {
    for (length, russian, english) in [
        (1, "1 элемент\n", "1 element\n"),
        (2, "2 элемента\n", "2 elements\n"),
        (5, "5 элементов\n", "5 elements\n"),
        (11, "11 элементов\n", "11 elements\n"),
        (21, "21 элемент\n", "21 elements\n"),
        (1_002, "1,002 элемента\n", "1,002 elements\n"),
        (1_000_000, "1,000,000 элементов\n", "1,000,000 elements\n"),
    ] {
        for (language, expected) in [("ru", russian), ("en", english)] {
            let text = shape(length, language);
            assert!(text.contains(expected), "expected {expected} in:\n{text}");
        }
    }
}

#[test]
fn a_sentence_that_counts_only_in_russian_takes_its_form_too() {
    let trace = "TRACE lookup-v1 BEGIN\n\
         TENSOR id=x dtype=f64 rank=1 shape=2 strides=1 base=0 length=2\n\
         SLICE row0=1.0,2.0\n\
         BUFFER values=1.0,2.0\n\
         BOUNDS coordinate=2 status=out-of-bounds axis=0 index=2 size=2\n\
         BOUNDS coordinate=3 status=out-of-bounds axis=0 index=3 size=2\n\
         TRACE lookup-v1 END\n";
    let text = text(&drawn(trace, "ru"));
    assert!(text.contains("2 координаты отклонены"), "{text}");
}
