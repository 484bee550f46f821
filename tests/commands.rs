//! Whole commands over small books: what they print, what they leave on the
//! disk, and their exit codes.

mod support;

use std::fs;
use std::process::{Command, Stdio};

use support::{Book, snapshot, told};

/// The files that belong to the plate of `Book::frozen`.
const FILES: [&str; 4] = [
    "traces/frozen-lookup.trace",
    "src/plates/frozen-lookup.svg",
    "src/plates/frozen-lookup.narrow.svg",
    "src/plates/frozen-lookup.html",
];

/// The golden trace of the frozen tensor, which this repository commits.
fn golden() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/traces/frozen-lookup.trace");
    fs::read_to_string(path).expect("the golden trace")
}

#[test]
fn a_book_is_built_checked_and_stays_as_it_is() {
    let book = Book::frozen();
    let built = book.must(&["build"]);
    let wrote = FILES.map(|file| format!("wrote {file}\n")).concat();
    assert_eq!(built, format!("{wrote}1 plate: 1 current; 4 files written\n"));
    assert_eq!(book.read(FILES[0]), golden());
    assert_eq!(book.must(&["check"]), "1 plate: 1 current; 0 claims; 2 values: 2 current\n");

    let before = book.everything();
    assert_eq!(book.must(&["build"]), "1 plate: 1 current; nothing to write\n");
    assert_eq!(book.must(&["build", "--accept"]), "1 plate: 1 current; nothing to write\n");
    assert_eq!(book.everything(), before, "a second build touches nothing");
}

#[test]
fn check_writes_nothing_whatever_it_finds() {
    let fresh = Book::frozen();
    let stale = Book::frozen();
    stale.must(&["build"]);
    stale.replace("plates.toml", "coordinate = [1, 0, 2]", "coordinate = [0, 1, 1]");
    let false_trace = Book::frozen();
    false_trace.must(&["build"]);
    false_trace.replace(FILES[0], "contribution=6", "contribution=7");
    let misread = Book::new("[[plate]]\nid = \"a\"\nkind = \"lokup\"\n");
    for (book, code) in [(&fresh, 1), (&stale, 1), (&false_trace, 1), (&misread, 2)] {
        let before = book.everything();
        for arguments in [&["check"][..], &["check", "--json"], &["check", "frozen-lookup"]] {
            assert_eq!(book.run(arguments).code, code, "{arguments:?}");
            assert_eq!(book.everything(), before, "{arguments:?}");
        }
    }
}

#[test]
fn a_missing_figure_is_made_and_one_changed_by_hand_is_drawn_again() {
    let book = Book::frozen();
    book.must(&["build"]);
    let before: Vec<String> = FILES.iter().map(|file| book.read(file)).collect();
    fs::remove_file(book.path(FILES[1])).expect("a figure");
    let html = book.read(FILES[3]);
    let text = html.replacen("32", "33", 1);
    assert_ne!(text, html);
    book.write(FILES[3], text);
    let place = html.lines().position(|line| line.contains("32")).expect("the value is shown") + 1;
    let checked = book.run(&["check"]);
    assert_eq!(checked.code, 1);
    assert!(
        checked.stdout.contains(&format!("  {} is not there yet\n", FILES[1])),
        "{}",
        checked.stdout
    );
    assert!(checked.stdout.contains(&format!("  {}:{place}:", FILES[3])), "{}", checked.stdout);
    assert!(
        checked.stdout.contains("  to make it: traceplate build frozen-lookup\n"),
        "{}",
        checked.stdout
    );
    let built = book.must(&["build"]);
    assert_eq!(
        built,
        format!("wrote {}\nwrote {}\n1 plate: 1 current; 2 files written\n", FILES[1], FILES[3])
    );
    let after: Vec<String> = FILES.iter().map(|file| book.read(file)).collect();
    assert_eq!(after, before);
}

#[test]
fn a_changed_trace_is_told_and_taken_only_when_it_is_accepted() {
    let book = Book::frozen();
    book.must(&["build"]);
    book.replace("plates.toml", "coordinate = [1, 0, 2]", "coordinate = [0, 1, 1]");
    snapshot("command-check-stale", &told(&book.run(&["check"])));
    let before = book.everything();
    let built = book.run(&["build"]);
    snapshot("command-build-stale", &told(&built));
    assert_eq!(book.everything(), before, "nothing is blessed");
    let accepted = book.must(&["build", "--accept"]);
    assert!(accepted.ends_with("1 plate: 1 current; 4 files written\n"), "{accepted}");
    assert_eq!(book.must(&["check"]), "1 plate: 1 current; 0 claims; 2 values: 2 current\n");
}

#[test]
fn a_false_or_malformed_golden_is_refused_until_it_is_replaced() {
    let changes = [
        ("command-golden-false", "contribution=6", "contribution=7"),
        ("command-golden-malformed", "value=32.0", "value=32"),
        ("command-golden-cut", "TRACE lookup-v1 END\n", ""),
    ];
    for (name, from, to) in changes {
        let book = Book::frozen();
        book.must(&["build"]);
        book.replace(FILES[0], from, to);
        let checked = book.run(&["check"]);
        snapshot(name, &told(&checked));
        let before = book.everything();
        let built = book.run(&["build"]);
        assert_eq!(built.code, 1);
        assert_eq!(built.stderr, checked.stderr);
        assert_eq!(book.everything(), before, "{name}");
        book.must(&["build", "--accept"]);
        assert_eq!(book.read(FILES[0]), golden());
    }
}

#[test]
fn a_sentence_written_for_the_new_trace_waits_for_it() {
    let book = Book::frozen();
    book.must(&["build"]);
    book.replace(
        "plates.toml",
        "{ fixture = \"frozen\" }",
        "{ fixture = \"frozen\", axes = [\"head\", \"token\", \"width\"] }",
    );
    book.replace(
        "plates.toml",
        "Offset {OFFSET.offset}",
        "On {TENSOR.axes[0]}, offset {OFFSET.offset}",
    );
    book.write("src/axes.md", "{{#value frozen-lookup TENSOR.axes}}\n");
    let checked = book.run(&["check"]);
    snapshot("command-check-new-fact", &told(&checked));
    assert_eq!(book.run(&["build"]).code, 1);
    book.must(&["build", "--accept"]);
    assert_eq!(book.must(&["check"]), "1 plate: 1 current; 0 claims; 3 values: 3 current\n");
}

#[test]
fn digits_typed_into_a_title_or_caption_are_told_and_do_not_fail() {
    let book = Book::frozen();
    book.replace("plates.toml", "One coordinate", "Exactly 1 coordinate");
    book.replace("plates.toml", " holds ", " of 12 holds ");
    let built = book.run(&["build"]);
    assert_eq!(built.code, 0);
    snapshot("command-typed-digits", &told(&built));
}

#[test]
fn the_report_for_scripts_says_the_same() {
    let book = Book::frozen();
    book.must(&["build"]);
    book.write("traces/old.trace", "TRACE lookup-v1 BEGIN\n");
    book.replace("plates.toml", "coordinate = [1, 0, 2]", "coordinate = [0, 0, 2]");
    let answer = book.run(&["check", "--json"]);
    snapshot("command-check-json", &told(&answer));
}

#[test]
fn the_plates_are_listed_with_their_places() {
    let book = Book::frozen();
    book.must(&["build"]);
    let mut manifest = book.read("plates.toml");
    manifest.push_str(
        "\n[[plate]]\nid = \"history\"\nkind = \"shapes\"\nfixture = \"llm-shape-history\"\n",
    );
    book.write("plates.toml", manifest);
    book.write("src/deeper/a.md", "{{#plate frozen-lookup}}\n\n`{{#plate history}}`\n");
    book.write("src/plates/old.svg", "<svg/>");
    snapshot("command-list", &told(&book.run(&["list"])));
}

#[test]
fn a_directive_that_names_nothing_is_an_error_with_its_place() {
    let book = Book::frozen();
    book.must(&["build"]);
    book.write(
        "src/storage.md",
        "# é\r\n\r\n{{#plate frozn-lookup}}\r\n\r\nÜber {{#value frozen-lookup OFSET.offset}} und {{#value frozen-lookup}}.\r\n",
    );
    snapshot("command-check-directives", &told(&book.run(&["check"])));
}

#[test]
fn a_plate_is_named_as_the_book_names_it() {
    let book = Book::frozen();
    let cases: [&[&str]; 3] =
        [&["build", "frozen", "xyz"], &["check", "frozen-lokup"], &["show", "frozen-look"]];
    let answers: Vec<String> = cases.iter().map(|arguments| told(&book.run(arguments))).collect();
    snapshot("command-unknown-id", &answers.join("\n"));
    assert!(!book.path("traces").exists(), "nothing was built");
}

#[test]
fn one_plate_is_built_without_the_others() {
    let book = Book::frozen();
    let mut manifest = book.read("plates.toml");
    manifest.push_str(
        "\n[[plate]]\nid = \"history\"\nkind = \"shapes\"\nfixture = \"llm-shape-history\"\n",
    );
    book.write("plates.toml", manifest);
    let built = book.must(&["build", "history"]);
    assert!(built.ends_with("1 plate: 1 current; 4 files written\n"), "{built}");
    assert!(!book.path(FILES[0]).exists());
    assert_eq!(book.must(&["check", "history"]), "1 plate: 1 current; 0 claims; 0 values\n");
}

#[test]
fn a_plate_that_is_refused_does_not_keep_others_from_being_built() {
    let book = Book::frozen();
    let mut manifest = book.read("plates.toml");
    manifest.push_str(
        "\n[[plate]]\nid = \"bad\"\nkind = \"lookup\"\ntensor = { shape = [2], values = [1] }\n",
    );
    book.write("plates.toml", manifest);
    let built = book.run(&["build"]);
    assert_eq!(built.code, 1);
    assert!(
        built.stdout.ends_with("2 plates: 1 current, 1 false; 4 files written\n"),
        "{}",
        built.stdout
    );
    assert!(!book.path("traces/bad.trace").exists());
}

#[test]
fn a_trace_is_rendered_without_a_manifest() {
    let book = Book::frozen();
    book.write("x.trace", golden());
    let file = book.path("x.trace");
    let file = file.to_str().expect("UTF-8");
    assert_eq!(book.must(&["render", file, "--format", "trace"]), golden());
    let json: serde_json::Value =
        serde_json::from_str(&book.must(&["render", file, "--format", "json"])).expect("JSON");
    assert!(json.is_object());
    let svg = book.must(&["render", file]);
    assert_eq!(svg, book.must(&["render", file, "--format", "svg"]));
    assert_eq!(book.must(&["render", file, "--format", "text"]), book.must(&["show", file]));
    let out = book.path("figure.narrow.svg");
    let out = out.to_str().expect("UTF-8");
    assert_eq!(book.must(&["render", file, "-o", out]), "");
    assert_eq!(book.read("figure.narrow.svg"), book.must(&["render", file, "--format", "narrow"]));
    let titled = book.must(&["render", file, "--title", "A title of mine"]);
    assert!(titled.contains("A title of mine"));
}

#[test]
fn what_cannot_be_rendered_is_refused() {
    let book = Book::frozen();
    book.write("false.trace", golden().replace("contribution=6", "contribution=7"));
    book.write("raw.trace", b"TRACE \x1b[31m\xe2\x80\xae-v1 BEGIN\n");
    book.write("binary.trace", b"\xff\xfe");
    book.write("good.trace", golden());
    let file = |name: &str| book.path(name).to_str().expect("UTF-8").to_owned();
    let folder = file("");
    let cases: [(&[&str], u8); 9] = [
        (&["render", &file("false.trace")], 1),
        (&["render", &file("raw.trace")], 1),
        (&["render", &file("binary.trace")], 1),
        (&["render", &file("missing.trace")], 3),
        (&["render", &file("src")], 3),
        (&["show", &file("false.trace")], 1),
        (&["render", &file("good.trace"), "--fragment"], 2),
        (&["render", &file("good.trace"), "-o", &file("src")], 3),
        (&["render", &file("good.trace"), "-o", &file("nowhere/x.svg")], 3),
    ];
    let mut text = String::new();
    for (arguments, code) in cases {
        let answer = book.run(arguments);
        assert_eq!(answer.code, code, "{arguments:?}");
        text.push_str(&told(&answer).replace(&folder, "BOOK/"));
        text.push('\n');
    }
    assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'));
    snapshot("command-render-refused", &text);
}

/// The program itself, in a book's folder.
fn program(book: &Book) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_traceplate"));
    command.current_dir(book.path("")).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

#[test]
fn the_program_answers_in_its_folder_and_reads_standard_input() {
    let book = Book::frozen();
    book.write("x.trace", golden());
    let built = program(&book).arg("build").output().expect("a run");
    assert_eq!((built.status.code(), built.stderr.len()), (Some(0), 0));
    let input = fs::File::open(book.path("x.trace")).expect("a trace");
    let read = program(&book)
        .args(["render", "-", "--format", "trace"])
        .stdin(input)
        .output()
        .expect("a run");
    assert_eq!(String::from_utf8(read.stdout).expect("UTF-8"), golden());
}

#[test]
fn diagnostics_are_coloured_only_when_somebody_wants_it() {
    let book = Book::new("[[plate]]\nid = 3\n");
    let colored = |arguments: &[&str], no_color: bool| {
        let mut command = program(&book);
        if no_color {
            command.env("NO_COLOR", "1");
        }
        let output = command.args(arguments).output().expect("a run");
        assert_eq!(output.status.code(), Some(2));
        output.stderr.contains(&0x1b)
    };
    assert!(!colored(&["check"], false), "a pipe is no terminal");
    assert!(colored(&["check", "--color", "always"], false));
    assert!(colored(&["check", "--color", "always"], true));
    assert!(!colored(&["check", "--color", "never"], false));
}

#[test]
fn usage_errors_exit_with_two_and_help_with_zero() {
    let book = Book::frozen();
    let cases: [(&[&str], i32); 6] = [
        (&[], 2),
        (&["biuld"], 2),
        (&["build", "--acept"], 2),
        (&["check", "--color", "pink"], 2),
        (&["--help"], 0),
        (&["--version"], 0),
    ];
    for (arguments, code) in cases {
        let output = program(&book).args(arguments).output().expect("a run");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    }
    let output = program(&book).arg("\u{1b}[31m").output().expect("a run");
    assert!(!output.stderr.contains(&0x1b), "what was typed comes back visible");
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let book = Book::frozen();
    let mut child = program(&book)
        .args(["show", "frozen-lookup", "--paths"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a run");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_standard_output_is_said() {
    let book = Book::frozen();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let output = program(&book).arg("list").stdout(full).output().expect("a run");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot write: "));
}
