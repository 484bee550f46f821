//! What the README and the first chapter tell a newcomer to type works.

mod support;

use std::fs;
use std::path::Path;

use support::{Book, told};

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a text")
}

/// The fenced blocks of a language, in order, with the heading above each.
fn blocks(markdown: &str, language: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut heading = String::new();
    let mut open: Option<(bool, String)> = None;
    for line in markdown.lines() {
        match &mut open {
            Some((wanted, block)) if line == "```" => {
                if *wanted {
                    found.push((heading.clone(), block.clone()));
                }
                open = None;
            }
            Some((_, block)) => {
                block.push_str(line);
                block.push('\n');
            }
            None => {
                if let Some(named) = line.strip_prefix("```") {
                    open = Some((named == language, String::new()));
                } else if let Some(title) = line.strip_prefix("## ") {
                    title.clone_into(&mut heading);
                }
            }
        }
    }
    found
}

/// The commands of the shell blocks under a heading.
fn commands(markdown: &str, heading: &str) -> Vec<String> {
    let under = blocks(markdown, "sh").into_iter().filter(|(above, _)| above == heading);
    under.flat_map(|(_, block)| block.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[test]
fn the_set_up_is_two_commands() {
    let set_up = ["cargo run --release -- build", "cargo test"];
    assert_eq!(commands(&text("README.md"), "Set up"), set_up);
    assert_eq!(commands(&text("CONTRIBUTING.md"), "Build and test")[..2], set_up);
    assert!(text("Cargo.toml").contains("\ndefault-run = \"traceplate\"\n"));
}

#[test]
fn every_command_of_the_readme_runs_in_the_guide() {
    let readme = text("README.md");
    let guide = Book::guide();
    let mut ran = 0;
    for (_, block) in blocks(&readme, "sh") {
        for line in block.lines() {
            let Some(arguments) = line.strip_prefix("cargo run --release -- ") else {
                assert_eq!(line, "cargo test", "a command that this test does not know");
                continue;
            };
            let arguments: Vec<&str> = arguments.split(' ').collect();
            let answer = guide.run(&arguments);
            assert_eq!((answer.code, answer.stderr.as_str()), (0, ""), "{line}: {}", answer.stdout);
            ran += 1;
        }
    }
    assert!(ran >= 4, "the README has {ran} commands");
    // What the tables name is there: kinds, formats and exit codes.
    let table = |heading: &str| {
        let rows = readme.lines().skip_while(move |line| !line.starts_with(heading)).skip(2);
        let rows = rows.take_while(|line| line.starts_with('|'));
        rows.map(|row| row[2..].split(" |").next().expect("a cell").trim_matches('`').to_owned())
            .collect::<Vec<_>>()
    };
    let kinds: Vec<&str> = traceplate::tracer::KINDS.iter().map(|kind| kind.name).collect();
    assert_eq!(table("| kind "), kinds);
    assert_eq!(table("| exit code "), ["0", "1", "2", "3"]);
    assert_eq!(table("| word "), ["current", "stale", "missing", "false"]);
    let render =
        readme.lines().find(|line| line.starts_with("| `traceplate render FILE --format "));
    let (formats, _) = render.expect("the row of render").split_once("`trace`").expect("the last");
    let formats = formats.split('`').skip(1).step_by(2).skip(1).chain(["trace"]);
    for format in formats.chain(["svg"]) {
        let trace = guide.path("traces/frozen-lookup.trace").display().to_string();
        let answer = guide.run(&["render", &trace, "--format", format]);
        assert_eq!(answer.code, 0, "{format}: {}", answer.stderr);
    }
    // What the table of commands names is there.
    for row in readme.lines().filter_map(|line| line.strip_prefix("| `traceplate ")) {
        let command = row.split([' ', '`']).next().expect("a word");
        let answer = guide.run(&[command, "--help"]);
        assert_eq!(answer.code, 0, "{command}");
    }
}

#[test]
fn the_plate_of_the_readme_is_built_and_its_chapter_checked() {
    let readme = text("README.md");
    let manifest = &blocks(&readme, "toml")[0].1;
    let chapter = &blocks(&readme, "md")[0].1;
    let book = Book::new(manifest);
    book.write("src/storage.md", chapter);
    let built = book.must(&["build"]);
    for file in [
        "traces/frozen-lookup.trace",
        "src/plates/frozen-lookup.svg",
        "src/plates/frozen-lookup.narrow.svg",
        "src/plates/frozen-lookup.html",
    ] {
        assert!(built.contains(&format!("wrote {file}\n")), "{built}");
    }
    assert_eq!(book.read("traces/frozen-lookup.trace"), text("traces/frozen-lookup.trace"));
    let checked = book.must(&["check"]);
    assert_eq!(checked, "1 plate: 1 current; 0 claims; 1 value: 1 current\n");
}

#[test]
fn the_page_on_plates_toml_has_every_key_and_its_book_is_built() {
    let page = text("book/plates-toml.md");
    let manifest = &blocks(&page, "toml")[0].1;
    let book = Book::new(manifest);
    let built = book.must(&["build"]);
    assert!(built.contains("wrote facts/noon.trace\n"), "{built}");
    assert!(built.ends_with("2 plates: 2 current; 8 files written\n"), "{built}");

    // Each key that a message offers has its row, and each dtype its word.
    let lookup = "[[plate]]\nid = \"a\"\nkind = \"lookup\"\n";
    let tensor = "tensor = { fixture = \"frozen\" }\n";
    let cases = [
        ("[book]\nzzzzzzzz = 1\n".to_owned(), "| `"),
        (format!("{lookup}{tensor}zzzzzzzz = 1\n"), "| `"),
        ("[[plate]]\nid = \"a\"\nzzzzzzzz = 1\ntrace = \"a.trace\"\n".to_owned(), "| `"),
        ("[[plate]]\nid = \"a\"\nkind = \"shapes\"\nfixture = \"llm-shape-history\"\nzzzzzzzz = 1\n".to_owned(), "| `"),
        (format!("{lookup}tensor = {{ zzzzzzzz = 1, shape = [1], fill = \"iota\" }}\n"), "| `"),
        (format!("{lookup}tensor = {{ dtype = \"zzzz\", shape = [1], fill = \"iota\" }}\n"), "`"),
    ];
    for (manifest, opening) in cases {
        let answer = Book::new(&manifest).run(&["check"]);
        let offers = ["expected one of ", " is one of "];
        let offered = answer
            .stderr
            .lines()
            .find_map(|line| offers.iter().find_map(|offer| line.split_once(offer)));
        let (_, offered) = offered.unwrap_or_else(|| panic!("{manifest}: {}", told(&answer)));
        let keys: Vec<&str> = offered.split('`').skip(1).step_by(2).collect();
        assert!(keys.len() > 2, "{manifest}: {offered}");
        for key in keys {
            assert!(page.contains(&format!("{opening}{key}`")), "{key} is not on the page");
        }
    }
}

#[test]
fn the_preprocessor_of_the_readme_is_that_of_the_example() {
    let readme = text("README.md");
    for file in ["examples/own-fixtures/main.rs", "examples/own-fixtures/mdbook.rs"] {
        let call = text(file)
            .lines()
            .find(|line| line.contains("readings::fixtures()."))
            .expect("it")
            .to_owned();
        assert!(readme.contains(&call), "{call}");
    }
    for text in [readme, text("examples/own-fixtures/mdbook.rs")] {
        assert!(
            text.contains("[preprocessor.traceplate]\n")
                && text.contains("command = \"cargo run --quiet --")
        );
    }
}

#[test]
fn five_minutes_go_as_they_are_told() {
    let chapter = text("book/five-minutes.md");
    let told_at = |language: &str, heading: &str| {
        let mut under = blocks(&chapter, language).into_iter().filter(|(at, _)| at == heading);
        under.next().expect("a block").1
    };
    let small = "2. Make a small book";
    let book = Book::new(&told_at("toml", small));
    book.write("src/first.md", told_at("md", small));
    assert_eq!(told_at("sh", "3. Build"), "traceplate build\n");
    let built = book.must(&["build"]);
    assert!(built.ends_with("1 plate: 1 current; 4 files written\n"), "{built}");
    assert_eq!(told_at("sh", "4. Look"), "traceplate show first-lookup\n");
    assert!(book.must(&["show", "first-lookup"]).contains("18.0"));
    assert!(book.must(&["show", "first-lookup", "--paths"]).contains("OFFSET.offset"));

    let change = told_at("toml", "5. Change something");
    book.replace("plates.toml", "coordinate = [1, 2]", change.trim_end());
    let checked = book.run(&["check"]);
    assert_eq!(checked.code, 1, "{}", told(&checked));
    let offset = "  OFFSET.offset 5 → 3; in figure first-lookup; in prose src/first.md:";
    assert!(checked.stdout.contains(offset), "{}", checked.stdout);
    assert_eq!(book.run(&["build"]).code, 1);
    book.must(&["build", "--accept"]);
    book.must(&["check"]);
}

#[test]
fn the_tests_that_the_architecture_names_are_there() {
    let architecture = text("ARCHITECTURE.md");
    let mut named = 0;
    for (at, _) in architecture.match_indices("`tests/") {
        let name = &architecture[at + 1..];
        let name = &name[..name.find('`').expect("a closing backtick")];
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        assert!(path.exists(), "ARCHITECTURE.md names {name}, which is not there");
        named += 1;
    }
    assert!(named >= 8, "{named} tests are named");
}
