//! Any one digit changed in the golden trace is found: `check` names the field,
//! and `render` refuses what has become false, at its place.

mod support;

use std::collections::BTreeMap;

use support::Book;

const FROZEN: &str = include_str!("../traces/frozen-lookup.trace");
const GOLDEN: &str = "traces/frozen-lookup.trace";

/// One digit of the golden trace, changed.
struct Changed {
    text: String,
    /// Where, from 1.
    line: usize,
    column: usize,
    /// The record, and the key of its field: none in the frame or a key's own name.
    kind: &'static str,
    key: Option<&'static str>,
}

impl Changed {
    /// The place as diagnostics spell it.
    fn place(&self) -> String {
        format!("{}:{}", self.line, self.column)
    }
}

/// Every digit, changed into every other one.
fn changes() -> Vec<Changed> {
    let mut all = Vec::new();
    for (at, was) in FROZEN.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
        let start = FROZEN[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let before = &FROZEN[start..at];
        let kind = FROZEN[start..].split(' ').next().expect("a line begins with a word");
        let field = before.rsplit(' ').next().expect("a word");
        let key = field.split_once('=').map(|(key, _)| key);
        for digit in (b'0'..=b'9').filter(|digit| *digit != was) {
            let mut text = FROZEN.as_bytes().to_vec();
            text[at] = digit;
            all.push(Changed {
                text: String::from_utf8(text).expect("a digit is ASCII"),
                line: FROZEN[..at].matches('\n').count() + 1,
                column: before.len() + 1,
                kind,
                key,
            });
        }
    }
    all
}

#[test]
fn check_names_the_field_that_holds_the_changed_digit() {
    let book = Book::frozen();
    book.must(&["build"]);
    for change in changes() {
        book.write(GOLDEN, &change.text);
        let checked = book.run(&["check"]);
        assert_eq!(checked.code, 1, "{}", change.text);
        let named = checked.stdout.lines().any(|told| {
            let told = told.trim_start();
            told.starts_with(change.kind)
                && change.key.is_none_or(|key| told.contains(&format!(".{key}")))
        });
        assert!(named, "at {}:\n{}{}", change.place(), checked.stdout, checked.stderr);
    }
}

/// Where the fault of a changed field is found: at itself, or at the record that
/// restates it.
fn blamed(kind: &str, key: Option<&str>) -> &'static [&'static str] {
    match (kind, key) {
        // The strides, the length and the rank follow from the shape.
        ("TENSOR", Some("shape")) => &["TENSOR"],
        ("TENSOR", Some("strides")) => &["TENSOR", "TERM"],
        ("BUFFER", _) => &["SLICE", "BUFFER", "OFFSET"],
        ("COORDINATE", _) => &["COORDINATE", "TERM"],
        ("BOUNDS", Some("coordinate")) => &["BOUNDS"],
        _ => &[],
    }
}

#[test]
fn render_refuses_what_has_become_false_at_its_place() {
    let book = Book::frozen();
    let file = book.path("x.trace");
    let file = file.to_str().expect("UTF-8");
    let records: Vec<&str> =
        FROZEN.lines().map(|line| line.split(' ').next().expect("a record")).collect();
    let mut refused = BTreeMap::<&str, usize>::new();
    let mut drawn = Vec::new();
    for change in changes() {
        book.write("x.trace", &change.text);
        let answer = book.run(&["render", file, "--format", "trace"]);
        if answer.code == 0 {
            assert_eq!((answer.stdout, answer.stderr), (change.text, String::new()));
            drawn.push((change.kind, change.key));
            continue;
        }
        assert_eq!((answer.code, answer.stdout.as_str()), (1, ""), "at {}", change.place());
        let told = answer.stderr.strip_prefix(&format!("{file}:")).expect("the file comes first");
        let mut parts = told.splitn(3, ':');
        let mut number = || parts.next().and_then(|part| part.parse::<usize>().ok());
        let (line, column) = (number().expect("a line"), number().expect("a column"));
        assert!(parts.next().is_some_and(|rest| rest.starts_with(" error: ")), "{told}");
        // The message points at the item that holds the digit, or before it in its field.
        let text = change.text.lines().nth(line - 1).expect("a line of the trace");
        let between = text.get(column - 1..change.column - 1).filter(|_| line == change.line);
        let own = between.is_some_and(|between| !between.trim_start().contains(' '));
        let other = blamed(change.kind, change.key).contains(&records[line - 1]);
        assert!(own || other, "a change at {} is blamed on {told}", change.place());
        *refused.entry(change.kind).or_default() += 1;
    }
    // Another coordinate that is refused in the same way leaves a true trace.
    assert!(!drawn.is_empty());
    assert!(drawn.iter().all(|change| *change == ("BOUNDS", Some("coordinate"))), "{drawn:?}");
    let every = ["BOUNDS", "BUFFER", "COORDINATE", "OFFSET", "SLICE", "TENSOR", "TERM", "TRACE"];
    assert_eq!(refused.keys().copied().collect::<Vec<_>>(), every, "each record was tried");
}
