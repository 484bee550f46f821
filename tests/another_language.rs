//! A trace that a program in another language prints is drawn and held to the
//! truth like any other.

mod support;

use std::path::Path;
use std::process::Command;

use support::{Book, copy, told};

const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/another-language");

fn book() -> Book {
    let book = Book::new("");
    copy(Path::new(BOOK), &book.path(""));
    book
}

#[test]
fn the_book_agrees_with_what_the_program_printed() {
    let book = book();
    book.must(&["build"]);
    let tally = "1 plate: 1 current; 0 claims; 3 values: 3 current\n";
    assert_eq!(book.must(&["check"]), tally);
}

#[test]
fn a_program_that_reckons_wrongly_is_told_where() {
    let book = book();
    book.replace("traces/tides.trace", "stride=3 contribution=3", "stride=3 contribution=2");
    let checked = book.run(&["check"]);
    assert_eq!(checked.code, 1, "{}", told(&checked));
    let message = "traces/tides.trace:6:43: error: TERM axis=0 says contribution 2, but 1 × 3 = 3";
    assert!(checked.stderr.starts_with(message), "{}", checked.stderr);
}

#[test]
fn the_program_prints_the_trace_of_its_book() {
    let program = Path::new(BOOK).join("tides.py");
    match Command::new("python3").arg(&program).output() {
        Ok(printed) => {
            assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
            let golden = std::fs::read(Path::new(BOOK).join("traces/tides.trace"));
            assert_eq!(printed.stdout, golden.expect("the trace of the book"));
        }
        Err(error) => eprintln!("skipped: python3 cannot be started: {error}"),
    }
}
