//! A book with the author's own fixtures, held to the code beside it, as an
//! author would write it: the book agrees, and its traces have review copies.

mod support;

#[path = "../examples/own-fixtures/readings.rs"]
mod readings;

use std::path::Path;

use support::{Book, copy, snapshot};

const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/own-fixtures");

#[test]
fn the_book_agrees_with_the_code() {
    let book = Book::new("");
    copy(Path::new(BOOK), &book.path(""));
    // Figures are drawn by whoever needs them; a changed trace would be refused.
    let built = book.run_with(&readings::fixtures(), &["build"]);
    assert_eq!((built.code, built.stderr.as_str()), (0, ""), "{}", built.stdout);
    let checked = book.run_with(&readings::fixtures(), &["check"]);
    let tally = "1 plate: 1 current; 0 claims; 3 values: 3 current\n";
    assert_eq!((checked.code, checked.stdout.as_str(), checked.stderr.as_str()), (0, tally, ""));
}

#[test]
fn the_trace_of_the_fixture_is_the_reviewed_one() {
    let manifest = std::fs::read_to_string(Path::new(BOOK).join("plates.toml")).expect("a text");
    let book = Book::new(&manifest);
    assert_eq!(book.run_with(&readings::fixtures(), &["build"]).code, 0);
    snapshot("own-fixtures-last-reading", &book.read("traces/last-reading.trace"));
}

#[test]
fn without_the_fixture_its_name_is_refused_at_its_place() {
    let book = Book::new("");
    copy(Path::new(BOOK), &book.path(""));
    let checked = book.run(&["check"]);
    assert_eq!(checked.code, 2, "{}", checked.stderr);
    assert!(checked.stderr.starts_with("plates.toml:8:"), "{}", checked.stderr);
    assert!(checked.stderr.contains("`readings`"), "{}", checked.stderr);
}
