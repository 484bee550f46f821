//! The program `mdbook-traceplate` over a small book on the disk, without
//! mdBook: what it fills in, what it refuses, and that it writes nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::json;
use tempfile::TempDir;
use traceplate::Fixtures;

const PLATES: &str = r#"[[plate]]
id = "small"
kind = "lookup"
title = "Two rows of two"
tensor = { shape = [2, 2], values = [1.0, 2.0, 3.0, 4.0] }
coordinate = [1, 0]
"#;

/// What the program leaves behind.
struct Ended {
    code: i32,
    stdout: String,
    stderr: String,
}

struct Book(TempDir);

impl Book {
    /// A book with one plate, built.
    fn new() -> Book {
        let book = Book(TempDir::new().expect("a temporary folder"));
        fs::create_dir(book.0.path().join("src")).expect("a folder");
        book.write("plates.toml", PLATES);
        book.build();
        book
    }

    fn build(&self) {
        let folder = self.0.path().to_str().expect("a plain name");
        let answer = Fixtures::new().answer(["build", "--book", folder]);
        assert_eq!(answer.code, 0, "{}", answer.stderr);
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).expect("a file is written");
    }

    fn change(&self, name: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.0.path().join(name)).expect("a file");
        assert!(text.contains(from), "{text}");
        self.write(name, &text.replacen(from, to, 1));
    }

    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.0.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    files.insert(path.display().to_string(), fs::read(path).expect("a file"));
                }
            }
        }
        files
    }

    /// Lets the program fill one chapter; it must write nothing, whatever happens.
    fn fill(&self, chapter: &str, settings: &serde_json::Value) -> Ended {
        let call = json!([
            {
                "root": self.0.path(),
                "config": { "book": {}, "preprocessor": { "traceplate": settings } },
                "renderer": "html",
                "mdbook_version": "0.5.4",
            },
            { "items": [{ "Chapter": {
                "name": "C", "content": chapter, "sub_items": [], "path": "c.md", "source_path": "c.md",
            } }] },
        ]);
        let before = self.files();
        let ended = run(&[], &call.to_string());
        assert!(self.files() == before, "it wrote a file");
        ended
    }
}

fn run(arguments: &[&str], input: &str) -> Ended {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mdbook-traceplate"))
        .args(arguments)
        .current_dir(Path::new("/"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // A program that asks for nothing may have closed its input.
    let _ = child.stdin.take().expect("its input").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("it speaks UTF-8");
    Ended {
        code: output.status.code().expect("no signal"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

#[test]
fn a_chapter_is_filled_from_the_book_on_the_disk() {
    let book = Book::new();
    let ended = book.fill(
        "{{#plate small}}\n\n{{#value small OFFSET.offset}} {{#value small TENSOR.shape}}\n",
        &json!({}),
    );
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""));
    let filled: serde_json::Value = serde_json::from_str(&ended.stdout).expect("nothing but JSON");
    let content = filled["items"][0]["Chapter"]["content"].as_str().expect("a chapter");
    assert!(content.contains("<figure"), "{content}");
    assert!(content.contains("id=\"plate-small\""), "{content}");
    assert!(content.ends_with("</figure>\n\n2 \\[2,2]\n"), "{content}");
}

/// What is changed in the book: a file, from, to; then the chapter and what is
/// said about it.
const REFUSED: [(&str, &str, &str, &str, &str); 7] = [
    (
        "traces/small.trace",
        "contribution=2",
        "contribution=3",
        "{{#plate small}}",
        "src/c.md: error: `{{#plate small}}`: traces/small.trace:6:43: TERM axis=0 says contribution 3, but 1 × 2 = 2",
    ),
    (
        "plates.toml",
        "4.0]",
        "5.0]",
        "{{#value small OFFSET.offset}}",
        "its trace is stale; `traceplate check small` tells what has changed, `traceplate build --accept small` takes it",
    ),
    (
        "src/plates/small.svg",
        "<svg",
        "<svg ",
        "{{#plate small as=svg}}",
        "src/plates/small.svg is missing or not what its trace draws; `traceplate build small` draws it",
    ),
    (
        "plates.toml",
        "coordinate = [1, 0]",
        "coordinate = [1, 2]",
        "{{#plate small}}",
        "plates.toml:6:1",
    ),
    ("plates.toml", "kind = \"lookup\"", "kinds = \"lookup\"", "{{#plate small}}", "plates.toml:"),
    (
        "plates.toml",
        "",
        "",
        "{{#plate smal}}",
        "no plate is named `smal`, did you mean `small`?; `traceplate list` shows the plates",
    ),
    (
        "plates.toml",
        "",
        "",
        "{{#value small OFFSET.ofset}}",
        "`traceplate show small --paths` lists all",
    ),
];

#[test]
fn what_would_put_a_wrong_number_on_a_page_is_refused() {
    for (file, from, to, chapter, expected) in REFUSED {
        let book = Book::new();
        book.change(file, from, to);
        let ended = book.fill(chapter, &json!({}));
        assert_ne!(ended.code, 0, "{chapter} after {to}");
        assert_eq!(ended.stdout, "", "{chapter} after {to}");
        assert!(ended.stderr.contains(expected), "{chapter} after {to}: {}", ended.stderr);
    }
}

#[test]
fn a_plate_without_an_accepted_trace_and_a_book_without_plates_are_refused() {
    let book = Book::new();
    fs::remove_file(book.0.path().join("traces/small.trace")).expect("it was built");
    let ended = book.fill("{{#plate small}}", &json!({}));
    assert_eq!((ended.code, ended.stdout.as_str()), (1, ""));
    assert!(ended.stderr.contains("`traceplate build small` makes one"), "{}", ended.stderr);

    fs::remove_file(book.0.path().join("plates.toml")).expect("it was written");
    let ended = book.fill("{{#plate small}}", &json!({}));
    assert_eq!((ended.code, ended.stdout.as_str()), (3, ""));
    let help = "set plates.toml beside book.toml, or take [preprocessor.traceplate] out of it";
    assert!(ended.stderr.contains(help), "{}", ended.stderr);
    assert!(!ended.stderr.contains("--book"), "{}", ended.stderr);
}

#[test]
fn a_fault_has_the_place_that_its_chapter_gives_it() {
    const BAD: &str = "{{#value small NO.fact}}";
    // The chapter on the disk, what mdBook makes of it, and where the faults are.
    let cases: [(&str, &str, &[&str]); 5] = [
        ("é {{#value small NO.fact}}\n\n{{#plate no}}", "", &["src/c.md:1:3: ", "src/c.md:3:1: "]),
        (
            "{{#include x.md}}\n{{#value small NO.fact}}",
            "one\ntwo\n{{#value small NO.fact}}",
            &["src/c.md:2:1: "],
        ),
        ("{{#include x.md}}\n", BAD, &["src/c.md: "]),
        (
            "{{#include x.md}}\n{{#value small NO.fact}}",
            "{{#value small NO.fact}}\n{{#value small NO.fact}}",
            &["src/c.md: ", "src/c.md: "],
        ),
        (
            "`{{#value small NO.fact}}` {{#value small NO.fact}}\n> {{#value small NO.fact}}",
            "",
            &["src/c.md:1:28: ", "src/c.md:2:3: "],
        ),
    ];
    for (chapter, merged, places) in cases {
        let book = Book::new();
        book.write("src/c.md", chapter);
        let merged = if merged.is_empty() { chapter } else { merged };
        let ended = book.fill(merged, &json!({}));
        let told: Vec<&str> =
            ended.stderr.lines().filter(|line| line.contains("error: ")).collect();
        assert_eq!(told.len(), places.len(), "{chapter}: {}", ended.stderr);
        for (line, place) in told.iter().zip(places) {
            assert!(line.starts_with(&format!("{place}error: `")), "{chapter}: {line}");
        }
    }
}

#[test]
fn a_plate_that_cannot_be_set_in_is_told_once() {
    let book = Book::new();
    book.change("plates.toml", "4.0]", "5.0]");
    let chapter = "{{#plate small}}\n\n{{#value small OFFSET.offset}}\n\n{{#plate small}}\n\n{{#plate no}}\n\n{{#plate no}}\n";
    book.write("src/c.md", chapter);
    let ended = book.fill(chapter, &json!({}));
    assert_eq!(ended.stderr.matches("its trace is stale").count(), 1, "{}", ended.stderr);
    assert_eq!(ended.stderr.matches("no plate is named `no`").count(), 2, "{}", ended.stderr);
    assert!(ended.stderr.starts_with("src/c.md:1:1: error: "), "{}", ended.stderr);
    assert!(ended.stderr.ends_with("3 faults, no book was given to mdBook\n"), "{}", ended.stderr);
}

#[test]
fn stale_plates_are_not_drawn_whatever_is_asked() {
    let book = Book::new();
    assert_eq!(book.fill("text", &json!({ "on-stale": "refuse" })).code, 0);
    let ended = book.fill("text", &json!({ "on-stale": "warn" }));
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    assert!(ended.stderr.contains("expected on-stale = \"refuse\""), "{}", ended.stderr);
}

#[test]
fn two_values_make_no_number_of_their_own() {
    let book = Book::new();
    let value = "{{#value small OFFSET.offset}}";
    let chapter = format!("{value}{value} and -{value}, {value}-{value}.\n");
    book.write("src/c.md", &chapter);
    let ended = book.fill(&chapter, &json!({}));
    assert_eq!((ended.code, ended.stdout.as_str()), (1, ""));
    for (column, found) in
        [(31, "the number of another fact directly before it"), (67, "`-` directly before it")]
    {
        let expected = format!(
            "src/c.md:1:{column}: error: `{value}`: expected a number of its own, found {found}; set a space"
        );
        assert!(ended.stderr.contains(&expected), "{expected}\n{}", ended.stderr);
    }
    assert!(ended.stderr.ends_with("2 faults, no book was given to mdBook\n"), "{}", ended.stderr);
}

#[test]
fn ten_plates_in_a_chapter_carry_one_style_and_one_script() {
    let book = Book::new();
    let mut manifest = String::new();
    let mut chapter = String::new();
    for plate in 0..10 {
        manifest.push_str(&PLATES.replace("\"small\"", &format!("\"small-{plate}\"")));
        writeln!(chapter, "{{{{#plate small-{plate}}}}}\n").expect("a string");
    }
    book.write("plates.toml", &manifest);
    book.build();
    let ended = book.fill(&chapter, &json!({}));
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""));
    for (once, each) in [("<style", "<figure"), ("<script", "</figure>")] {
        assert_eq!(ended.stdout.matches(each).count(), 10, "{each}");
        assert_eq!(ended.stdout.matches(once).count(), 1, "{once}");
    }
}

#[test]
fn a_setting_that_nobody_reads_is_told() {
    let book = Book::new();
    let ended = book.fill("text", &json!({ "on-stal": "refuse", "zzzzzz": 1 }));
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    for told in [
        "error: unknown key `on-stal` under [preprocessor.traceplate], did you mean `on-stale`?",
        "error: unknown key `zzzzzz` under [preprocessor.traceplate]\n",
        "it is one of `on-stale`, `command`, `renderers`, `before`, `after` or `optional`",
    ] {
        assert!(ended.stderr.contains(told), "{}", ended.stderr);
    }
    let mdbooks = json!({
        "command": "mdbook-traceplate", "renderers": ["html"], "before": ["links"],
        "after": ["index"], "optional": false,
    });
    assert_eq!(book.fill("text", &mdbooks).code, 0);
}

#[test]
fn every_renderer_is_supported_in_silence_and_other_words_are_explained() {
    for renderer in ["html", "markdown", "test", "no-such-renderer", ""] {
        let ended = run(&["supports", renderer], "");
        assert_eq!(
            (ended.code, ended.stdout.as_str(), ended.stderr.as_str()),
            (0, "", ""),
            "{renderer}"
        );
    }
    for (arguments, input) in [(&["build"][..], ""), (&[], ""), (&[], "[1,2]")] {
        let ended = run(arguments, input);
        assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(ended.stderr.contains("mdbook build"), "{}", ended.stderr);
    }
}
