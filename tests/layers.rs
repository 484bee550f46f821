//! The house has one direction: a module imports only from its own layer and
//! from the layers above it in this table, and only the last one touches disk,
//! clock, environment or terminal. The sources themselves are read for it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers of `ARCHITECTURE.md`, from the first to the last.
const LAYERS: [&[&str]; 7] = [
    &[
        "decimal", "dtype", "error", "excerpt", "joint", "label", "layout", "name", "nearest",
        "tensor",
    ],
    &["fields", "fixture", "source"],
    &["trace", "tracer"],
    &["figure"],
    &["render"],
    &["book"],
    &["cli", "main", "mdbook", "preprocess", "store"],
];

/// What a layer may not know although it stands beneath.
const UNKNOWN_TO: [(&str, &[&str]); 2] = [
    ("figure", &["fixture", "source", "tensor", "tracer"]),
    ("render", &["fixture", "source", "tensor", "tracer"]),
];

/// Parts of `std` that lead outside, open to the last layer only; a path is a
/// way to ask the disk.
const OUTSIDE: [&str; 5] = ["env", "fs", "net", "path", "process"];

/// Packages that lead outside, or whose errors have no type, likewise.
const OUTSIDE_PACKAGES: [&str; 3] = ["anyhow", "signal_hook", "tempfile"];

/// Other ways outside, as they are written.
const OUTSIDE_CALLS: [&str; 11] = [
    "io::stdin",
    "io::stdout",
    "io::stderr",
    "SystemTime",
    "Instant",
    "println!",
    "print!",
    "eprintln!",
    "eprint!",
    "option_env!",
    "dbg!",
];

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// The code of a source file: no comments, no tests.
fn code(source: &str) -> String {
    let before_tests = source.find("#[cfg(test)]\nmod ").unwrap_or(source.len());
    source[..before_tests]
        .lines()
        .map(|line| {
            let comment =
                if line.trim_start().starts_with("//") { Some(0) } else { line.find(" // ") };
            &line[..comment.unwrap_or(line.len())]
        })
        .fold(String::new(), |code, line| code + line + "\n")
}

/// The modules at the crate's root that a source names, by `crate::` or by as
/// many `super::` as its file is deep.
fn imports(source: &str, depth: usize) -> BTreeSet<String> {
    let code = code(source);
    let mut found = BTreeSet::new();
    for (root, certain) in [("crate::".to_owned(), true), ("super::".repeat(depth), false)] {
        for (at, _) in code.match_indices(&root) {
            let longer = code[..at].ends_with(|c: char| c.is_alphanumeric() || "_$:".contains(c));
            if !longer {
                let names = first_names(&code[at + root.len()..]);
                // Inside a nested `mod`, `super` stays in the file.
                found.extend(names.into_iter().filter(|name| certain || layer_of(name).is_some()));
            }
        }
    }
    found
}

/// The first name of each path in `a::b` or `{a::b, c}`.
fn first_names(path: &str) -> Vec<String> {
    let Some(group) = path.strip_prefix('{') else {
        let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(path.len());
        return vec![path[..end].to_owned()];
    };
    let mut names = Vec::new();
    let (mut depth, mut start) = (1, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || (depth == 1 && c == ',') {
            names.extend(first_names(group[start..at].trim_start()));
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// What a file does that its layer may not.
fn breaches(module: &str, source: &str, depth: usize) -> Vec<String> {
    let Some(own) = layer_of(module) else {
        return vec![format!("`{module}` has no layer; give it one in the table of this test")];
    };
    let mut breaches = Vec::new();
    for name in imports(source, depth) {
        let unknown = UNKNOWN_TO
            .iter()
            .any(|(layer, names)| *layer == module && names.contains(&name.as_str()));
        match layer_of(&name) {
            None => {
                breaches.push(format!("names `crate::{name}`, which is no module of the table"));
            }
            Some(layer) if layer > own => {
                breaches.push(format!("is in layer {own} but imports `{name}` of layer {layer}"));
            }
            Some(_) if unknown => breaches.push(format!("may not know `{name}`")),
            Some(_) => {}
        }
    }
    if own + 1 < LAYERS.len() {
        breaches.extend(
            outside(&code(source))
                .into_iter()
                .map(|door| format!("is in layer {own} but uses `{door}`")),
        );
    }
    breaches
}

/// The ways outside that some code takes.
fn outside(code: &str) -> BTreeSet<String> {
    let named = code
        .match_indices("std::")
        .flat_map(|(at, root)| first_names(&code[at + root.len()..]))
        .filter(|name| OUTSIDE.contains(&name.as_str()))
        .map(|name| format!("std::{name}"));
    let called = OUTSIDE_CALLS.iter().filter(|call| {
        code.match_indices(*call)
            .any(|(at, _)| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
    });
    let packages = OUTSIDE_PACKAGES.iter().filter(|package| {
        let (root, word) = (format!("{package}::"), |c: char| c.is_alphanumeric() || c == '_');
        code.match_indices(&root).any(|(at, _)| !code[..at].ends_with(word))
    });
    named.chain(called.chain(packages).map(|call| (*call).to_owned())).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the source folder") {
        let path = entry.expect("an entry of it").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_module_imports_only_from_its_own_layer_and_those_above() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let path = file.strip_prefix(&root).expect("it is beneath");
        let parts: Vec<String> = path
            .with_extension("")
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        // The root only lists its modules; test modules may look anywhere.
        if parts == ["lib"] || parts.last().is_some_and(|name| name == "tests") {
            continue;
        }
        let depth = parts.iter().filter(|part| *part != "mod").count();
        let source = fs::read_to_string(&file).expect("a source file");
        let found = breaches(&parts[0], &source, depth);
        all.extend(found.into_iter().map(|breach| format!("src/{}: {breach}", path.display())));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn an_import_is_found_however_it_is_written() {
    let cases: [(&str, usize, &[&str]); 9] = [
        ("use crate::trace::Trace;", 2, &["trace"]),
        ("use crate::{trace::{self, Trace}, dtype};", 2, &["dtype", "trace"]),
        ("use crate::{\n    book::{A, B},\n    store::Store,\n};", 1, &["book", "store"]),
        ("fn f() -> crate::error::TensorError {}", 1, &["error"]),
        ("use super::super::trace::Trace;", 2, &["trace"]),
        ("use super::cli;", 1, &["cli"]),
        ("use super::record;", 2, &[]),
        ("/// See [`crate::cli`].\nfn f() {} // crate::store", 1, &[]),
        ("#[cfg(test)]\nmod tests {\n    use crate::cli;\n}", 1, &[]),
    ];
    for (source, depth, expected) in cases {
        let found: Vec<String> = imports(source, depth).into_iter().collect();
        assert_eq!(found, expected, "{source}");
    }
}

#[test]
fn a_breach_is_named() {
    let cases = [
        ("trace", "use crate::figure::Figure;", "is in layer 2 but imports `figure` of layer 3"),
        ("dtype", "use crate::source::Fields;", "is in layer 0 but imports `source` of layer 1"),
        ("figure", "use crate::tensor::Tensor;", "may not know `tensor`"),
        ("book", "use std::fs::read;", "is in layer 5 but uses `std::fs`"),
        ("render", "fn f() { println!(); }", "is in layer 4 but uses `println!`"),
        ("render", "fn f() { eprint!(); }", "is in layer 4 but uses `eprint!`"),
        ("figure", "use anyhow::Context as _;", "is in layer 3 but uses `anyhow`"),
        ("book", "use tempfile::TempDir;", "is in layer 5 but uses `tempfile`"),
        ("book", "fn f(p: &std::path::Path) {}", "is in layer 5 but uses `std::path`"),
        (
            "figure",
            "const H: Option<&str> = option_env!(\"H\");",
            "is in layer 3 but uses `option_env!`",
        ),
        (
            "book",
            "use crate::Fixtures;",
            "names `crate::Fixtures`, which is no module of the table",
        ),
        ("helpers", "", "`helpers` has no layer; give it one in the table of this test"),
    ];
    for (module, source, expected) in cases {
        assert_eq!(breaches(module, source, 2), [expected], "{source}");
    }
    assert!(breaches("cli", "use std::fs; use crate::book;", 1).is_empty());
}
