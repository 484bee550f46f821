//! `render` writes what the name of a file says, and takes files only.

mod support;

use std::fs;

use support::{Book, told};

/// The golden trace of the frozen tensor, which this repository commits.
fn golden() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/traces/frozen-lookup.trace");
    fs::read_to_string(path).expect("the golden trace")
}

#[test]
fn the_ending_of_a_file_says_what_is_written_into_it() {
    let book = Book::frozen();
    book.write("x.trace", golden());
    let file = |name: &str| book.path(name).to_str().expect("UTF-8").to_owned();
    let known = "error: expected a file ending in `.narrow.svg`, `.svg`, `.html`, `.txt`, `.json` or `.trace`, found ";
    let cases: [(&str, &[&str], u8); 6] = [
        ("o.png", &[], 2),
        ("o.pdf", &[], 2),
        ("o.SVG", &[], 2),
        ("o.png", &["--format", "svg"], 0),
        ("o", &[], 0),
        ("o.html", &[], 0),
    ];
    for (name, more, code) in cases {
        let (trace, out) = (file("x.trace"), file(name));
        let arguments: Vec<&str> =
            ["render", &trace, "-o", &out].into_iter().chain(more.iter().copied()).collect();
        let answer = book.run(&arguments);
        assert_eq!(answer.code, code, "{name} {more:?}: {}", told(&answer));
        assert_eq!(answer.stderr.starts_with(known), code == 2, "{name}: {}", told(&answer));
        assert_eq!(book.path(name).exists(), code == 0, "{name}");
        let _ = fs::remove_file(book.path(name));
    }
}

#[test]
fn a_plate_where_a_file_is_expected_is_told_from_nothing() {
    let book = Book::frozen();
    let cases = [
        (
            "frozen-lookup",
            "frozen-lookup: error: expected the file of a trace, found a plate of that name\n  \
             = help: to see the plate: traceplate show frozen-lookup\n\n",
        ),
        ("no-such-plate", "no-such-plate: error: nothing has that name\n\n"),
    ];
    for (name, expected) in cases {
        let answer = book.run(&["render", name]);
        assert_eq!((answer.code, answer.stderr.as_str()), (3, expected));
    }
}

#[test]
fn the_text_of_every_plate_fits_eighty_columns() {
    let book = Book::guide();
    let manifest = book.read("plates.toml");
    let ids = manifest.lines().filter(|line| line.starts_with("id "));
    let mut plates = 0;
    for id in ids.filter_map(|line| line.split('"').nth(1)) {
        for line in book.must(&["show", id]).lines() {
            let columns = line.chars().count();
            assert!(columns <= 80, "{id}: {columns} columns: {line}");
        }
        plates += 1;
    }
    assert_eq!(plates, 7);
}
