//! One value of a fixture changes: its test fails with the difference and waits
//! for `cargo insta review`, `check` tells what changed and what rests on it,
//! `build` refuses until it is told to accept, and then all is green.

mod support;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use support::{Book, snapshot, told};
use traceplate::Fixtures;
use traceplate::fixture::{
    FROZEN_SHAPE, FROZEN_VALUES, INVALID_COORDINATE, SELECTED_COORDINATE, frozen_tensor_fixture,
};
use traceplate::tensor::{Tensor, TensorError};
use traceplate::trace::{self, Trace};
use traceplate::tracer::lookup;

/// The frozen tensor, except that the value at offset 8 is another.
fn changed_fixture() -> Result<Tensor, TensorError> {
    let mut values = FROZEN_VALUES.to_vec();
    values[8] = 33.0;
    Tensor::from_vec(FROZEN_SHAPE.to_vec(), values)
}

fn traced(tensor: Result<Tensor, TensorError>) -> Trace {
    let tensor = tensor.expect("the frozen shape");
    lookup("frozen", &tensor, &SELECTED_COORDINATE, &[&INVALID_COORDINATE]).expect("a trace")
}

#[test]
fn a_small_book_tells_refuses_accepts_and_is_green() {
    let before = Fixtures::new().tensor("mine", frozen_tensor_fixture);
    let after = Fixtures::new().tensor("mine", changed_fixture);
    let book = Book::frozen_as("mine");
    assert_eq!(book.run_with(&before, &["build"]).code, 0);
    assert_eq!(book.run_with(&before, &["check"]).code, 0);

    snapshot("command-check-changed-fixture", &told(&book.run_with(&after, &["check"])));
    let files = book.everything();
    let refused = book.run_with(&after, &["build"]);
    assert_eq!(refused.code, 1);
    assert!(refused.stdout.contains("build --accept frozen-lookup"), "{}", refused.stdout);
    assert_eq!(book.everything(), files);

    assert_eq!(book.run_with(&after, &["build", "--accept"]).code, 0);
    let checked = book.run_with(&after, &["check"]);
    let tally = "1 plate: 1 current; 0 claims; 2 values: 2 current\n";
    assert_eq!((checked.code, checked.stdout.as_str()), (0, tally));
}

/// Where a chapter sets in a fact that the two traces say differently, found by
/// looking at its lines: no fence and no inline code. With each place its
/// path's record and field, such as `BUFFER.values`.
fn touched(chapter: &str, text: &str, was: &Trace, now: &Trace) -> BTreeSet<(String, String)> {
    const OPEN: &str = "{{#value frozen-lookup ";
    let mut places = BTreeSet::new();
    let mut fenced = false;
    for (row, line) in text.lines().enumerate() {
        fenced ^= line.trim_start().starts_with("```");
        for (at, _) in line.match_indices(OPEN) {
            if fenced || line[..at].matches('`').count() % 2 == 1 {
                continue;
            }
            let path = line[at + OPEN.len()..].split("}}").next().expect("a path").trim();
            let said = |trace: &Trace| trace.value(path).expect("a path of the guide");
            if said(was) != said(now) {
                let column = line[..at].chars().count() + 1;
                places.insert((field(path), format!("{chapter}:{}:{column}", row + 1)));
            }
        }
    }
    places
}

/// The record and field of a path, without what picks among them.
fn field(path: &str) -> String {
    let picks = |part: &str| part.split_once('[').map_or(part, |(name, _)| name).to_owned();
    path.split('.').map(picks).collect::<Vec<_>>().join(".")
}

#[test]
fn in_the_guide_every_sentence_that_the_value_touches_is_listed_by_its_place() {
    let after = Fixtures::new().tensor("frozen", changed_fixture);
    let guide = Book::guide();
    guide.must(&["check"]);

    let checked = guide.run_with(&after, &["check"]);
    assert_eq!((checked.code, checked.stderr.as_str()), (1, ""));
    let changes = ["SLICE[axis0=1].row0[2]", "BUFFER.values[8]", "OFFSET.value"];
    let mut lines = checked.stdout.lines();
    assert_eq!(lines.next(), Some("frozen-lookup: stale"));
    for change in changes {
        let line = lines.next().expect("a line for each change");
        let told = format!("  {change} 32.0 → 33.0; in figure frozen-lookup");
        assert!(line.starts_with(&told), "expected {told}, found {line}");
    }
    let mend = "  to take the new trace: traceplate build --accept frozen-lookup";
    assert!(checked.stdout.contains(mend), "{}", checked.stdout);

    let (was, now) = (traced(frozen_tensor_fixture()), traced(changed_fixture()));
    let mut expected = BTreeSet::new();
    let root = guide.path("");
    for path in guide.everything().into_keys().filter(|path| path.is_file()) {
        if path.extension().is_some_and(|ending| ending == "md") {
            let chapter = path.strip_prefix(&root).expect("it is beneath").to_str().expect("UTF-8");
            expected.extend(touched(chapter, &guide.read(chapter), &was, &now));
        }
    }
    // A sentence stands in the line of the difference that its fact is, or holds.
    let found: BTreeSet<(String, String)> = checked
        .stdout
        .lines()
        .flat_map(|line| {
            let changed = field(line.trim_start().split(' ').next().unwrap_or_default());
            let places = line.split("; in prose ").skip(1);
            places.map(move |rest| {
                (changed.clone(), rest.split(';').next().expect("a place").to_owned())
            })
        })
        .collect();
    assert_eq!(found, expected);
    assert!(found.len() > 5, "the guide says the value in several sentences, found {found:?}");
    let caption = checked.stdout.split("; in caption plates.toml:").nth(1).expect("its caption");
    assert!(caption.starts_with(|first: char| first.is_ascii_digit()), "{caption}");

    let files = guide.everything();
    let refused = guide.run_with(&after, &["build"]);
    assert_eq!(refused.code, 1);
    assert!(refused.stdout.contains(mend), "{}", refused.stdout);
    assert_eq!(guide.everything(), files, "nothing is blessed");

    let accepted = guide.run_with(&after, &["build", "--accept"]);
    assert_eq!((accepted.code, accepted.stderr.as_str()), (0, ""));
    assert!(accepted.stdout.ends_with("; 4 files written\n"), "{}", accepted.stdout);
    assert_eq!(guide.read("traces/frozen-lookup.trace"), trace::print(&now));
    let checked = guide.run_with(&after, &["check"]);
    assert_eq!((checked.code, checked.stderr.as_str()), (0, ""), "{}", checked.stdout);
}

/// Where the review copies of the inner test are; it is run only where this is set.
const FOLDER: &str = "TRACEPLATE_REVIEW_FOLDER";
/// The value at offset 8 of the inner test's fixture.
const VALUE: &str = "TRACEPLATE_REVIEW_VALUE";

/// The test that an author has: the trace of a fixture against its review copy.
#[test]
#[ignore = "run by the test below, with a fixture of its own"]
fn the_trace_of_the_fixture_is_the_reviewed_one() {
    let (Some(folder), Ok(value)) = (env::var_os(FOLDER), env::var(VALUE)) else {
        return;
    };
    let mut values = FROZEN_VALUES.to_vec();
    values[8] = value.parse().expect("a number");
    let tensor = Tensor::from_vec(FROZEN_SHAPE.to_vec(), values).expect("the frozen shape");
    let trace =
        lookup("mine", &tensor, &SELECTED_COORDINATE, &[&INVALID_COORDINATE]).expect("a trace");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(&folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("mine", trace::print(&trace)));
}

fn inner_test(folder: &Path, value: &str, update: &str) -> Output {
    Command::new(env::current_exe().expect("this program"))
        .args([
            "--exact",
            "the_trace_of_the_fixture_is_the_reviewed_one",
            "--ignored",
            "--nocapture",
        ])
        .env(FOLDER, folder)
        .env(VALUE, value)
        .env("INSTA_UPDATE", update)
        .env_remove("CI")
        .env_remove("INSTA_FORCE_PASS")
        .output()
        .expect("a run of this program")
}

#[test]
fn a_changed_fixture_fails_its_test_with_the_difference_and_waits_for_review() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let copy = folder.path().join("mine.snap");
    let waiting = folder.path().join("mine.snap.new");

    assert!(inner_test(folder.path(), "32", "always").status.success());
    assert!(inner_test(folder.path(), "32", "no").status.success());
    let reviewed = fs::read_to_string(&copy).expect("a review copy");

    let failed = inner_test(folder.path(), "33", "new");
    assert!(!failed.status.success());
    let told = String::from_utf8_lossy(&failed.stdout) + String::from_utf8_lossy(&failed.stderr);
    for line in ["OFFSET offset=8 value=32.0", "OFFSET offset=8 value=33.0"] {
        assert!(told.contains(line), "{line} is not told:\n{told}");
    }
    assert_eq!(fs::read_to_string(&copy).expect("a review copy"), reviewed, "nothing is blessed");

    // `cargo insta review` offers the waiting copy and, accepted, puts it in the old one's place.
    let offered = fs::read_to_string(&waiting).expect("a copy that waits for review");
    assert!(offered.contains("OFFSET offset=8 value=33.0"));
    fs::rename(&waiting, &copy).expect("the review");
    assert!(inner_test(folder.path(), "33", "no").status.success());
}
