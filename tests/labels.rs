//! An author's own table of labels: taken where it is whole, and told where it
//! is not, each fault at its place.

mod support;

use support::{Book, told};

const ENGLISH: &str = include_str!("../src/figure/labels/en.toml");

/// A book whose figures speak a table of its own: the English one with a change.
fn book(from: &str, to: &str) -> Book {
    let book = Book::frozen();
    book.replace("plates.toml", "kind       =", "locale = \"labels/own.toml\"\nkind       =");
    assert!(ENGLISH.contains(from), "{from}");
    book.write("labels/own.toml", ENGLISH.replacen(from, to, 1));
    book
}

/// The place of the first line of the table that begins so.
fn line(start: &str) -> usize {
    ENGLISH.lines().position(|line| line.starts_with(start)).expect("a line") + 1
}

#[test]
fn a_table_of_one_s_own_is_what_a_figure_says() {
    let book = book("shape = \"shape {shape}\"", "shape = \"extents {shape}\"");
    book.must(&["build"]);
    assert!(book.read("src/plates/frozen-lookup.html").contains("extents "));
    assert_eq!(book.must(&["check"]), "1 plate: 1 current; 0 claims; 2 values: 2 current\n");
}

#[test]
fn a_fault_of_a_table_has_its_place() {
    let (common, strides, values) = (line("[common]"), line("strides = "), line("values_of"));
    let cases = [
        (
            "a missing label",
            "strides = \"strides {strides}\"\n",
            "",
            format!("{common}:1"),
            "missing key `common.strides`",
        ),
        (
            "an unknown label",
            "strides = \"strides {strides}\"\n",
            "strides = \"strides {strides}\"\nstridez = \"x\"\n",
            format!("{}:1", strides + 1),
            "unknown key `common.stridez`, did you mean `strides`?",
        ),
        (
            "an unknown place",
            "\"strides {strides}\"",
            "\"strides {stride}\"",
            format!("{strides}:11"),
            "`common.strides` ",
        ),
        (
            "a digit",
            "\"strides {strides}\"",
            "\"2 strides {strides}\"",
            format!("{strides}:11"),
            "`common.strides` expects words without a digit, found `2`",
        ),
        (
            "a sign before a number",
            "\"strides {strides}\"",
            "\"strides -{strides}\"",
            format!("{strides}:11"),
            "`common.strides` expects a number in `{strides}` to stand alone, found `-` directly before it",
        ),
        (
            "two numbers as one",
            "{ one = \"{count} value of {dtype}\"",
            "{ one = \"{count}{dtype}\"",
            format!("{values}:21"),
            "`common.values_of.one` expects a number in `{dtype}` to stand alone, found the number of another fact directly before it",
        ),
        (
            "a place left out",
            "\"strides {strides}\"",
            "\"strides\"",
            format!("{strides}:11"),
            "`common.strides` expects the place {strides}, which it leaves out",
        ),
        (
            "a brace that is not closed",
            "\"strides {strides}\"",
            "\"strides {strides\"",
            format!("{strides}:11"),
            "`common.strides` expects a `}` after each `{`",
        ),
        (
            "a wrong plural form",
            "{ one = \"{count} value of {dtype}\"",
            "{ few = \"{count} value of {dtype}\"",
            format!("{values}:15"),
            "unknown key `common.values_of.few`",
        ),
        (
            "no such language",
            "language = \"en\"",
            "language = \"e\"",
            format!("{}:12", line("language")),
            "`language` expects a tag such as `de` or `pt-BR`, found `e`",
        ),
    ];
    for (title, from, to, place, message) in cases {
        let book = book(from, to);
        let answer = book.run(&["check"]);
        assert_eq!(answer.code, 2, "{title}: {}", told(&answer));
        let expected = format!("labels/own.toml:{place}: error: {message}");
        assert!(answer.stderr.contains(&expected), "{title}: {expected}\n{}", told(&answer));
        // Another form instead of one that is due is two.
        let faults = if title == "a wrong plural form" { 2 } else { 1 };
        let told = told(&answer);
        assert_eq!(answer.stderr.matches("error: ").count(), faults, "{title}: {told}");
    }
}

#[test]
fn a_table_that_cannot_be_read_is_named() {
    let book = book("", "");
    book.write("labels/own.toml", b"language = \"en\"\n\xff");
    let answer = book.run(&["check"]);
    assert_eq!(answer.code, 2);
    let expected = "labels/own.toml:2:1: error: expected UTF-8, found the byte 0xff";
    assert!(answer.stderr.contains(expected), "{}", told(&answer));
    std::fs::remove_file(book.path("labels/own.toml")).expect("the table");
    let answer = book.run(&["check"]);
    assert_eq!(answer.code, 3);
    let expected = "plates.toml:3:10: error: `locale` expects a table of labels, found `labels/own.toml`: nothing has that name";
    assert!(answer.stderr.contains(expected), "{}", told(&answer));
}
