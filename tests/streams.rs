//! What leaves the program: a terminal is never steered by a file's text, and a
//! file that may not grow is as a full disk.

mod support;

use std::process::Command;

use support::{Book, told};

const NAMED: &str = "TRACE shapes-v1 BEGIN\nSHAPE id=a label=\"two words\u{200f}\" dtype=f64 rank=1 shape=2 strides=1 length=2 axes=\"x, y\"\nTRACE shapes-v1 END\n";

fn program(book: &Book) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_traceplate"));
    command.current_dir(book.path(""));
    command
}

#[test]
fn a_text_among_the_paths_is_spelled_as_in_its_trace() {
    let book = Book::frozen();
    book.write("x.trace", NAMED);
    let file = book.path("x.trace");
    let file = file.to_str().expect("UTF-8");
    let paths = book.must(&["show", file, "--paths"]);
    let line = |path: &str| {
        let found = paths.lines().find_map(|line| line.strip_prefix(path)?.strip_prefix(' '));
        found.unwrap_or_else(|| panic!("{path} in {paths}")).trim().to_owned()
    };
    assert_eq!(line("SHAPE.label"), "\"two words\\u{200f}\"");
    assert_eq!(line("SHAPE.axes"), "\"x, y\"");
    assert_eq!(line("SHAPE.axes[0]"), "\"x, y\"");
    assert_eq!(line("SHAPE.id"), "a");

    // A line that a label forges is none of a trace.
    book.write("x.trace", NAMED.replace("two words", "a\\nSHAPE.length 99"));
    let answer = book.run(&["show", file, "--paths"]);
    assert_eq!((answer.code, answer.stdout.as_str()), (1, ""), "{}", told(&answer));
}

#[test]
fn a_figure_as_text_is_safe_in_a_pipe_too() {
    let book = Book::frozen();
    book.write("x.trace", NAMED);
    for arguments in [&["show", "./x.trace"][..], &["render", "x.trace", "--format", "text"]] {
        let output = program(&book).args(arguments).output().expect("a run");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.contains("two words\\u{200f}"), "{arguments:?}: {text}");
        assert!(!text.contains('\u{200f}'), "{arguments:?}");
    }
    let output =
        program(&book).args(["render", "x.trace", "--format", "trace"]).output().expect("a run");
    assert_eq!(String::from_utf8(output.stdout).expect("UTF-8"), NAMED, "bytes stay bytes");
}

#[test]
fn a_hyphen_is_standard_output() {
    let book = Book::frozen();
    book.write("x.trace", NAMED);
    let output = program(&book)
        .args(["render", "x.trace", "--format", "trace", "-o", "-"])
        .output()
        .expect("a run");
    assert_eq!(String::from_utf8(output.stdout).expect("UTF-8"), NAMED);
    assert!(!book.path("-").exists());
}

#[test]
fn a_title_of_the_command_line_turns_no_direction() {
    let book = Book::frozen();
    book.write("x.trace", NAMED);
    let output = program(&book)
        .args(["render", "x.trace", "--title", "a\u{202e}b"])
        .output()
        .expect("a run");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the direction mark U+202E"));
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_grow_is_said_and_nothing_is_left() {
    let book = Book::frozen();
    let before = book.everything();
    let output = Command::new("sh")
        .args(["-c", "ulimit -f 1; exec \"$0\" build", env!("CARGO_BIN_EXE_traceplate")])
        .current_dir(book.path(""))
        .output()
        .expect("a run");
    assert_eq!(output.status.code(), Some(3), "{:?}", output.status);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("error: cannot write: file too large"), "{told}");
    let files = |book: &Book| {
        let found = book.everything();
        found.into_iter().filter(|(path, _)| path.is_file()).collect::<Vec<_>>()
    };
    let kept: Vec<_> = before.into_iter().filter(|(path, _)| path.is_file()).collect();
    assert_eq!(files(&book), kept);
}
