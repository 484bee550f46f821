//! `traces/` holds the accepted traces, `snapshots/` their review copies. Each
//! plate of the guide is traced anew and held against both, and what is behind
//! is named with the command that takes it.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::panic;
use std::path::Path;

use support::snapshot;
use tempfile::TempDir;
use traceplate::Fixtures;
use traceplate::trace::{parse, print};

const ACCEPT: &str = "cargo run --release -- build --accept";
const REVIEW: &str = "cargo insta review";

/// The name of a trace's review copy.
fn copy_of(trace: &str) -> String {
    format!("trace-{trace}")
}

/// Every file of a folder with that ending, by its name without it.
fn texts(folder: &Path, ending: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        if let Some(name) = name.strip_suffix(ending) {
            found.insert(name.to_owned(), fs::read_to_string(&path).expect("a text"));
        }
    }
    found
}

/// The review copies of traces, without what insta writes above them.
fn copies(root: &Path) -> BTreeMap<String, String> {
    let contents = |text: &str| {
        let head = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
        head.expect("a head between two lines of dashes").1.to_owned()
    };
    texts(&root.join("snapshots"), ".snap")
        .into_iter()
        .filter_map(|(name, text)| Some((name.strip_prefix("trace-")?.to_owned(), contents(&text))))
        .collect()
}

/// What the code says now: the traces of the guide, made in a folder without any.
fn fresh(root: &Path) -> BTreeMap<String, String> {
    let book = TempDir::new().expect("a temporary folder");
    // Without its book.toml it needs no chapters.
    fs::copy(root.join("plates.toml"), book.path().join("plates.toml")).expect("it is copied");
    let folder = book.path().to_str().expect("a folder named in UTF-8");
    let built = Fixtures::new().answer(["build", "--book", folder]);
    assert_eq!((built.code, built.stderr.as_str()), (0, ""), "{}", built.stdout);
    texts(&book.path().join("traces"), ".trace")
}

/// What is behind, each with the command that mends it.
fn behind(
    fresh: &BTreeMap<String, String>,
    accepted: &BTreeMap<String, String>,
    reviewed: &BTreeMap<String, String>,
) -> Vec<String> {
    let mut told = Vec::new();
    for (files, folder, ending, command) in
        [(accepted, "traces/", ".trace", ACCEPT), (reviewed, "snapshots/trace-", ".snap", REVIEW)]
    {
        for (name, text) in fresh {
            match files.get(name) {
                Some(found) if found == text => {}
                Some(_) => told.push(format!("{folder}{name}{ending} is stale: {command}")),
                None => told.push(format!("{folder}{name}{ending} is missing: {command}")),
            }
        }
        for name in files.keys().filter(|name| !fresh.contains_key(*name)) {
            told.push(format!("{folder}{name}{ending} belongs to no plate: delete it"));
        }
    }
    told
}

#[test]
fn every_trace_is_what_the_code_says_and_its_review_copy_is_identical() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fresh = fresh(root);
    // insta shows each difference and lays the new copy out for review; all of
    // them are tried before the first one fails.
    let mut differs = false;
    for (name, text) in &fresh {
        differs |= panic::catch_unwind(|| snapshot(&copy_of(name), text)).is_err();
    }
    let behind = behind(&fresh, &texts(&root.join("traces"), ".trace"), &copies(root));
    assert!(behind.is_empty(), "\n{}", behind.join("\n"));
    assert!(!differs, "what is shown above waits for review: {REVIEW}");
}

#[test]
fn every_accepted_trace_is_spelled_in_the_one_way() {
    let traces = texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("traces"), ".trace");
    assert!(!traces.is_empty());
    for (name, text) in traces {
        let trace = parse(&text).unwrap_or_else(|error| panic!("{name}:{}: {error}", error.at));
        assert_eq!(print(&trace), text, "{name}");
    }
}

#[test]
fn what_is_behind_is_named_with_its_command() {
    let of = |text: &str| BTreeMap::from([("a".to_owned(), text.to_owned())]);
    let none = BTreeMap::new();
    let stale_trace = "traces/a.trace is stale: cargo run --release -- build --accept";
    let stale_copy = "snapshots/trace-a.snap is stale: cargo insta review";
    let missing = "snapshots/trace-a.snap is missing: cargo insta review";
    let extra = "traces/a.trace belongs to no plate: delete it";
    let cases: [(_, _, _, &[&str]); 6] = [
        (of("1\n"), of("1\n"), of("1\n"), &[]),
        (of("2\n"), of("1\n"), of("1\n"), &[stale_trace, stale_copy]),
        (of("2\n"), of("2\n"), of("1\n"), &[stale_copy]),
        (of("2\n"), of("1\n"), of("2\n"), &[stale_trace]),
        (of("1\n"), of("1\n"), none.clone(), &[missing]),
        (none.clone(), of("1\n"), none, &[extra]),
    ];
    for (fresh, accepted, reviewed, expected) in cases {
        assert_eq!(behind(&fresh, &accepted, &reviewed), expected);
    }
    // insta passes over the last line feed and CRLF; this does not.
    for other in ["1", "1\n\n", "1\r\n"] {
        assert_eq!(behind(&of("1\n"), &of("1\n"), &of(other)), [stale_copy]);
    }
}
