//! One thing is broken, and everything else is told all the same: the other
//! plates, the count line, and the report for scripts.

mod support;

use std::fs;
use std::process::Command;

use serde_json::Value;
use support::{Book, told};

const TRACE: &str = "traces/frozen-lookup.trace";
const FIGURE: &str = "src/plates/frozen-lookup.svg";

/// The book of `Book::frozen` with a second plate, built.
fn book() -> Book {
    let book = Book::frozen();
    let mut manifest = book.read("plates.toml");
    manifest.push_str(
        "\n[[plate]]\nid = \"history\"\nkind = \"shapes\"\nfixture = \"llm-shape-history\"\n",
    );
    book.write("plates.toml", manifest);
    book.write("src/more.md", "{{#value history count(SHAPE)}}\n");
    book.must(&["build"]);
    book
}

fn report(book: &Book) -> Value {
    let answer = book.run(&["check", "--json"]);
    serde_json::from_str(&answer.stdout).unwrap_or_else(|_| panic!("{}", told(&answer)))
}

type Break = fn(&Book, &str);

/// What is done to a file, what is said about it, the exit code, and whether
/// `build --accept` replaces it.
const BREAKS: [(&str, Break, &str, u8, bool); 4] = [
    (
        "other bytes",
        |book, path| book.write(path, b"TRACE\xff"),
        "expected UTF-8, found the byte 0xff",
        1,
        true,
    ),
    (
        "a folder",
        |book, path| {
            fs::remove_file(book.path(path)).expect("a file");
            fs::create_dir(book.path(path)).expect("a folder");
        },
        "expected a file, found a folder",
        3,
        false,
    ),
    (
        "a pipe",
        |book, path| {
            fs::remove_file(book.path(path)).expect("a file");
            assert!(Command::new("mkfifo").arg(book.path(path)).status().expect("it").success());
        },
        "expected a file, found a device or pipe",
        3,
        false,
    ),
    (
        "a link",
        |book, path| {
            fs::remove_file(book.path(path)).expect("a file");
            std::os::unix::fs::symlink("/etc/hostname", book.path(path)).expect("a link");
        },
        "expected a file inside the book's folder, found a link that leads out",
        3,
        false,
    ),
];

#[test]
fn a_file_that_cannot_be_read_is_a_fault_of_its_plate_alone() {
    for (title, damage, message, code, replaced) in BREAKS {
        for path in [TRACE, FIGURE] {
            let title = format!("{title} for {path}");
            let book = book();
            damage(&book, path);
            let checked = book.run(&["check"]);
            // A byte has a place, anything else is the file as a whole.
            let place = if replaced { ":1:6" } else { "" };
            let expected = format!("{path}{place}: error: {message}\n");
            assert_eq!(checked.stderr.matches(&expected).count(), 1, "{title}: {}", told(&checked));
            assert_eq!(checked.code, code, "{title}");
            let last = checked.stdout.lines().last().expect("a line");
            // Only what was read can be false; the accepted trace stands behind
            // the values, not a figure.
            let (state, values) = match (path, replaced) {
                (FIGURE, true) => ("stale", "3 current"),
                (FIGURE, false) => ("missing", "3 current"),
                (_, true) => ("false", "1 current, 2 false"),
                (_, false) => ("missing", "1 current, 2 missing"),
            };
            assert_eq!(
                last,
                format!("2 plates: 1 current, 1 {state}; 0 claims; 3 values: {values}"),
                "{title}"
            );
            let report = report(&book);
            assert!(!checked.stdout.contains(&format!("{path} is not there")), "{title}");
            assert!(state == "stale" || !checked.stdout.contains("to make it"), "{title}");
            assert_eq!(report["plates"][0]["state"], state, "{title}");
            assert_eq!(report["plates"][1]["state"], "current", "{title}");
            assert_eq!(report["faults"][0]["file"], path, "{title}");
            assert_eq!(report["faults"][0]["message"], message, "{title}");

            // The other plate is done all the same.
            book.replace(
                "plates.toml",
                "fixture = \"llm-shape-history\"",
                "items = [{ label = \"a\", shape = [2] }]",
            );
            let built = book.run(&["build", "--accept"]);
            assert_eq!(built.code, if replaced { 0 } else { code }, "{title}: {}", told(&built));
            assert!(built.stdout.contains("wrote traces/history.trace\n"), "{title}");
            assert_eq!(built.stdout.contains(&format!("wrote {path}\n")), replaced, "{title}");
        }
    }
}

#[test]
fn a_value_stands_no_better_than_its_plate() {
    let cases: [(&str, Break, &str); 3] = [
        ("no trace", |book, _| fs::remove_file(book.path(TRACE)).expect("a trace"), "2 missing"),
        (
            "a false trace",
            |book, _| book.replace(TRACE, "contribution=6", "contribution=7"),
            "2 false",
        ),
        (
            "a false plate",
            |book, _| book.replace("plates.toml", "[1, 0, 2]", "[1, 2, 2]"),
            "2 false",
        ),
    ];
    for (title, damage, expected) in cases {
        let book = book();
        damage(&book, TRACE);
        let checked = book.run(&["check"]);
        let last = checked.stdout.lines().last().expect("a line");
        assert!(last.ends_with(&format!("3 values: 1 current, {expected}")), "{title}: {last}");
        let states: Vec<Value> = report(&book)["values"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|value| value["state"].clone())
            .collect();
        assert_eq!(states.iter().filter(|state| **state == "current").count(), 1, "{title}");
    }
}

#[test]
fn every_exit_code_has_its_reason_in_the_report() {
    let cases: [(&str, Break, u8, &str); 8] = [
        (
            "an unknown plate",
            |book, _| book.write("src/x.md", "é {{#value nope A.b}}"),
            2,
            "no plate is named `nope`",
        ),
        (
            "a broken directive",
            |book, _| book.write("src/x.md", "é {{#value history}}"),
            1,
            "expected a path after",
        ),
        (
            "an unknown path",
            |book, _| book.write("src/x.md", "é {{#value history A.b}}"),
            1,
            "no fact is named `A.b`",
        ),
        (
            "a chapter that is no text",
            |book, _| book.write("src/x.md", b"\xff"),
            1,
            "expected UTF-8",
        ),
        (
            "a manifest that is misread",
            |book, _| book.replace("plates.toml", "\"lookup\"", "\"lokup\""),
            2,
            "unknown kind",
        ),
        (
            "a manifest that is no TOML",
            |book, _| book.write("plates.toml", "[[plate]\n"),
            2,
            "unclosed",
        ),
        (
            "a manifest with one slip of TOML",
            |book, _| book.replace("plates.toml", "id = \"history\"", "id == \"history\""),
            2,
            "extra `=`",
        ),
        (
            "no manifest",
            |book, _| fs::remove_file(book.path("plates.toml")).expect("it"),
            3,
            "expected the manifest",
        ),
    ];
    for (title, damage, code, message) in cases {
        let book = book();
        damage(&book, "");
        let answer = book.run(&["check", "--json"]);
        assert_eq!(answer.code, code, "{title}: {}", told(&answer));
        let faults = &report(&book)["faults"];
        assert_eq!(faults.as_array().map(Vec::len), Some(1), "{title}: {faults}");
        let fault = &faults[0];
        assert!(fault["message"].as_str().expect("a text").contains(message), "{title}: {fault}");
        if title.ends_with("directive") {
            assert_eq!(
                (&fault["file"], &fault["line"], &fault["column"]),
                (&"src/x.md".into(), &1.into(), &3.into())
            );
        }
    }
    let unknown = book().run(&["check", "nope", "--json"]);
    assert!(unknown.stdout.contains("no plate is named `nope`"), "{}", told(&unknown));
}

#[test]
fn what_a_stopped_build_left_is_named_and_the_next_build_removes_it() {
    const LEFT: &str = "src/plates/.traceplate-a1B2c3";
    const OWN: &str = "src/plates/.traceplate-notes";
    let book = book();
    book.write(LEFT, "half a figure");
    book.write("traces/.traceplate-zzzzzz", "half a trace");
    book.write(OWN, "an author's file");
    for command in ["check", "list"] {
        let answer = book.run(&[command]);
        let line = format!(
            "{LEFT} and 1 more: left by a stopped build, which the next traceplate build removes\n"
        );
        assert!(answer.stdout.contains(&line), "{command}: {}", told(&answer));
        assert_eq!(answer.code, 0);
    }
    assert_eq!(report(&book)["orphans"][0], LEFT);
    let built = book.must(&["build"]);
    assert!(built.contains("2 files removed that a stopped build left\n"), "{built}");
    assert!(!book.path(LEFT).exists() && book.path(OWN).exists());
    assert_eq!(report(&book)["orphans"], serde_json::json!([]));
}

#[test]
fn a_build_waits_for_another_one_of_its_book() {
    let book = book();
    let folder = fs::File::open(book.path(".")).expect("the folder");
    folder.lock().expect("no build is running");
    let mut command = Command::new(env!("CARGO_BIN_EXE_traceplate"));
    let mut other = command.arg("build").arg("--book").arg(book.path(".")).spawn().expect("a run");
    book.write("src/plates/.traceplate-a1B2c3", "what this build writes");
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(other.try_wait().expect("its state").is_none(), "it did not wait");
    fs::remove_file(book.path("src/plates/.traceplate-a1B2c3")).expect("the other build left it");
    folder.unlock().expect("done");
    assert!(other.wait().expect("its end").success());
}

#[test]
fn what_the_new_trace_no_longer_has_is_said_before_it_is_taken() {
    let book = book();
    book.replace("plates.toml", "coordinate = [1, 0, 2]\n", "");
    let checked = book.run(&["check"]);
    assert_eq!(checked.code, 1);
    let hand = "change it by hand before the new trace is taken";
    for place in
        ["plates.toml:5:22", "plates.toml:5:44", "src/storage.md:5:15", "src/storage.md:6:11"]
    {
        assert!(
            checked.stderr.contains(&format!("{place}: error: by the new trace no fact")),
            "{place}: {}",
            told(&checked)
        );
    }
    assert_eq!(checked.stderr.matches(hand).count(), 4, "{}", told(&checked));
    let advice = "  once the sentences that the errors name are changed by hand: traceplate build --accept frozen-lookup\n";
    assert!(checked.stdout.contains(advice), "{}", told(&checked));
    assert!(book.run(&["build"]).stdout.contains(advice));

    // The advice is followed.
    book.replace(
        "plates.toml",
        "Offset {OFFSET.offset} holds {OFFSET.value}.",
        "{TENSOR.length} cells.",
    );
    book.write("src/storage.md", "{{#plate frozen-lookup}}\n");
    let checked = book.run(&["check"]);
    assert_eq!(checked.stderr, "", "{}", told(&checked));
    assert!(
        checked
            .stdout
            .contains("  to take the new trace: traceplate build --accept frozen-lookup\n")
    );
    book.must(&["build", "--accept"]);
    book.must(&["check"]);
}

#[test]
fn builds_at_the_same_time_do_not_disturb_each_other() {
    for _ in 0..8 {
        let book = Book::frozen();
        let built = std::thread::scope(|scope| {
            let builds: Vec<_> = (0..4).map(|_| scope.spawn(|| book.run(&["build"]))).collect();
            builds.into_iter().map(|build| build.join().expect("no panic")).collect::<Vec<_>>()
        });
        for answer in built {
            assert_eq!(answer.code, 0, "{}", told(&answer));
        }
        book.must(&["check"]);
    }
}

#[test]
fn a_long_line_is_looked_through_once() {
    let book = book();
    let cases = [
        ("{".repeat(80_000), 0),
        ("{{ ".repeat(80_000), 0),
        (r"{{\#plate ".repeat(20_000), 0),
        ("{{#value history count(SHAPE)}} ".repeat(20_000), 0),
        ("{{#value nope OFFSET.offset}} ".repeat(1_000), 2),
    ];
    for (line, code) in cases {
        book.write("src/long.md", &line);
        // A place that was counted from the beginning of the line would make
        // this a matter of minutes.
        let answer = book.run(&["check"]);
        assert_eq!(answer.code, code, "{}", &line[..20]);
        let shown = answer.stderr.lines().map(str::len).max().unwrap_or_default();
        assert!(shown < 1_000, "a line of {shown} bytes is shown");
    }
}
