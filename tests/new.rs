//! `traceplate new`: the book that it makes builds, can be changed without
//! another word, and is never made over somebody's files.

mod support;

use support::Book;

/// A folder in which nothing is yet.
fn nowhere() -> Book {
    let book = Book::new("");
    std::fs::remove_file(book.path("plates.toml")).expect("a file");
    std::fs::remove_dir(book.path("src")).expect("a folder");
    book
}

fn make(book: &Book) -> traceplate::Answer {
    let folder = book.path("");
    traceplate::Fixtures::new().answer(["new".as_ref(), folder.as_os_str()])
}

#[test]
fn a_new_book_builds_and_follows_another_shape_and_coordinate() {
    let book = nowhere();
    let made = make(&book);
    assert_eq!((made.code, made.stderr.as_str()), (0, ""), "{}", made.stdout);
    assert!(made.stdout.ends_with("\n    traceplate build\n"), "{}", made.stdout);
    book.must(&["build"]);
    let checked = book.must(&["check"]);
    assert_eq!(checked, "1 plate: 1 current; 0 claims; 5 values: 5 current\n");

    book.replace("plates.toml", "shape = [2, 3]", "shape = [4, 5, 6]");
    book.replace("plates.toml", "= [1, 2]\n", "= [3, 4, 5]\n");
    assert_eq!(book.run(&["check"]).code, 1, "the trace is another one now");
    book.must(&["build", "--accept"]);
    book.must(&["check"]);
    let trace = book.read("traces/first-lookup.trace");
    assert!(trace.contains("OFFSET offset=119 value=119.0\n"), "{trace}");
}

#[test]
fn a_file_of_the_author_keeps_the_whole_book_from_being_made() {
    for path in ["plates.toml", "book.toml", "src/SUMMARY.md", "src/first.md"] {
        let book = nowhere();
        book.write(path, "mine\n");
        let before = book.everything();
        let refused = make(&book);
        assert_eq!((refused.code, refused.stdout.as_str()), (3, "nothing was written\n"));
        let told = format!("{path}: error: expected nothing of that name yet, found something\n");
        assert!(refused.stderr.contains(&told), "{}", refused.stderr);
        assert_eq!(refused.stderr.matches("error:").count(), 1, "{}", refused.stderr);
        assert!(book.everything() == before, "something changed beside {path}");
    }
}

#[test]
fn a_file_in_the_folders_place_is_told() {
    let book = nowhere();
    book.write("demo", "mine\n");
    let folder = book.path("demo");
    let refused = traceplate::Fixtures::new().answer(["new".as_ref(), folder.as_os_str()]);
    assert_eq!(refused.code, 3, "{}", refused.stdout);
    assert_eq!(refused.stderr.matches("error:").count(), 1, "{}", refused.stderr);
    assert_eq!(book.read("demo"), "mine\n");
}
