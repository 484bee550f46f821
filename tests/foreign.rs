//! Plates whose traces other programs write: read, drawn, and never written.

mod support;

use std::fs;

use support::{Book, told};

/// A trace that this repository commits, as another program's.
fn golden() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/traces/frozen-lookup.trace");
    fs::read_to_string(path).expect("the golden trace")
}

#[test]
fn a_trace_of_another_program_is_drawn_and_never_written() {
    let book = Book::new("[[plate]]\nid = \"theirs\"\ntrace = \"traces/theirs.trace\"\n");
    let answer = book.run(&["check"]);
    assert_eq!(answer.code, 3, "{}", told(&answer));
    book.write("traces/theirs.trace", golden());
    let built = book.must(&["build"]);
    assert!(built.ends_with("1 plate: 1 current; 3 files written\n"), "{built}");
    assert_eq!(book.must(&["check"]), "1 plate: 1 current; 0 claims; 0 values\n");
    book.replace("traces/theirs.trace", "contribution=6", "contribution=7");
    let checked = book.run(&["check"]);
    assert_eq!(checked.code, 1);
    assert!(checked.stderr.starts_with("traces/theirs.trace:7:43: error: "), "{}", checked.stderr);
}

#[test]
fn a_foreign_trace_that_is_not_there_is_missing_and_not_false() {
    let book = Book::new("[[plate]]\nid = \"theirs\"\ntrace = \"traces/theirs.trace\"\n");
    book.write("src/a.md", "{{#value theirs OFFSET.offset}}\n");
    for command in ["check", "build"] {
        let answer = book.run(&[command]);
        assert_eq!(answer.code, 3, "{}", told(&answer));
        assert!(answer.stdout.contains("1 plate: 1 missing"), "{}", told(&answer));
        assert!(!answer.stdout.contains("to make it"), "{}", told(&answer));
    }
}

#[cfg(unix)]
#[test]
fn a_link_between_a_foreign_trace_and_a_plate_s_own_is_refused() {
    let manifest = "[[plate]]\nid = \"p\"\ntrace = \"theirs.trace\"\n[[plate]]\nid = \"q\"\nkind = \"lookup\"\ntensor = { fixture = \"frozen\" }\n";
    for (link, file) in [("theirs.trace", "traces/q.trace"), ("traces/q.trace", "theirs.trace")] {
        let book = Book::new(manifest);
        book.write(file, golden());
        fs::create_dir_all(book.path("traces")).expect("a folder");
        std::os::unix::fs::symlink(book.path(file), book.path(link)).expect("a link");
        let answer = book.run(&["build", "--accept"]);
        assert_eq!(answer.code, 2, "{}", told(&answer));
        let expected = "plates.toml:3:10: error: `trace` expects a file that another program writes, found `theirs.trace`, a link's name for `traces/q.trace`, the plate `q`'s own";
        assert!(answer.stderr.contains(expected), "{}", told(&answer));
        assert_eq!(book.read(file), golden());
    }
}

#[test]
fn two_plates_may_show_one_trace_of_another_program() {
    let theirs = |id: &str| format!("[[plate]]\nid = \"{id}\"\ntrace = \"theirs.trace\"\n");
    let book = Book::new(&(theirs("one") + &theirs("two")));
    book.write("theirs.trace", golden());
    let built = book.must(&["build", "--accept"]);
    assert!(built.ends_with("2 plates: 2 current; 6 files written\n"), "{built}");
    assert_eq!(book.read("theirs.trace"), golden());
}
