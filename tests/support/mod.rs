//! What tests of whole commands share: a book in a folder of its own, and
//! snapshots under their own names.

// Each test program uses its own part of it.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use traceplate::{Answer, Fixtures};

/// A book in a temporary folder.
pub struct Book {
    folder: TempDir,
}

impl Book {
    /// A book with this manifest and no chapter.
    pub fn new(manifest: &str) -> Self {
        let book = Self { folder: TempDir::new().expect("a temporary folder") };
        book.write("plates.toml", manifest);
        fs::create_dir(book.path("src")).expect("a folder for the chapters");
        book
    }

    /// A book with one lookup of the frozen tensor, and a chapter that uses it.
    pub fn frozen() -> Self {
        Self::frozen_as("frozen")
    }

    /// The same with another fixture in the frozen tensor's place.
    pub fn frozen_as(fixture: &str) -> Self {
        let book = Self::new(&format!(
            r#"[[plate]]
id         = "frozen-lookup"
kind       = "lookup"
title      = "One coordinate, one offset, one value"
caption    = "Offset {{OFFSET.offset}} holds {{OFFSET.value}}."
tensor     = {{ fixture = "{fixture}" }}
coordinate = [1, 0, 2]
reject     = [[1, 2, 0]]
"#
        ));
        book.write(
            "src/storage.md",
            "# Storage\n\n{{#plate frozen-lookup}}\n\n\
             The offset is {{#value frozen-lookup OFFSET.offset}},\n\
             the value {{#value frozen-lookup OFFSET.value}}.\n",
        );
        book
    }

    /// A copy of this repository's guide.
    pub fn guide() -> Self {
        let book = Self { folder: TempDir::new().expect("a temporary folder") };
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for name in ["book.toml", "plates.toml", "book", "traces"] {
            copy(&root.join(name), &book.path(name));
        }
        book
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).expect("a text of the book")
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).expect("a folder of the book");
        }
        fs::write(path, text).expect("a file of the book");
    }

    /// Replaces a text that must stand exactly once in a file.
    pub fn replace(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert_eq!(text.matches(from).count(), 1, "`{from}` in {path}");
        self.write(path, text.replace(from, to));
    }

    /// Every file with its bytes and, on Unix, its mode and time of change.
    pub fn everything(&self) -> BTreeMap<PathBuf, (Vec<u8>, String)> {
        let mut all = BTreeMap::new();
        walk(self.folder.path(), &mut all);
        all
    }

    /// What a command answers in this book.
    pub fn run(&self, arguments: &[&str]) -> Answer {
        self.run_with(&Fixtures::new(), arguments)
    }

    pub fn run_with(&self, fixtures: &Fixtures, arguments: &[&str]) -> Answer {
        let folder = self.folder.path().to_str().expect("a folder named in UTF-8");
        fixtures.answer(arguments.iter().copied().chain(["--book", folder]))
    }

    /// Runs a command that must succeed without a word on standard error.
    pub fn must(&self, arguments: &[&str]) -> String {
        let answer = self.run(arguments);
        assert_eq!((answer.code, answer.stderr.as_str()), (0, ""), "{arguments:?}");
        answer.stdout
    }
}

/// Copies a file, or a folder with everything in it.
pub fn copy(from: &Path, to: &Path) {
    if !from.is_dir() {
        fs::copy(from, to).expect("a file is copied");
        return;
    }
    fs::create_dir_all(to).expect("a folder is made");
    for entry in fs::read_dir(from).expect("a folder is read") {
        let entry = entry.expect("an entry");
        copy(&entry.path(), &to.join(entry.file_name()));
    }
}

fn walk(folder: &Path, all: &mut BTreeMap<PathBuf, (Vec<u8>, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let found = fs::symlink_metadata(&path).expect("what it is");
        let state = format!("{:?} {:?}", found.permissions(), found.modified().ok());
        if found.is_dir() {
            walk(&path, all);
            all.insert(path, (Vec::new(), state));
        } else if found.is_file() {
            let bytes = fs::read(&path).expect("a file");
            all.insert(path, (bytes, state));
        } else {
            all.insert(path, (Vec::new(), state));
        }
    }
}

/// An answer as a text to be reviewed: both streams and the exit code.
pub fn told(answer: &Answer) -> String {
    let mut text = String::new();
    for (name, stream) in [("stdout", &answer.stdout), ("stderr", &answer.stderr)] {
        if !stream.is_empty() {
            let _ = write!(text, "{name}:\n{}\n", stream.trim_end());
        }
    }
    let _ = writeln!(text, "exit code {}", answer.code);
    text
}

/// Compares a text with the snapshot of that name at the repository's top.
pub fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
