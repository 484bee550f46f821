//! What a command works with: where it runs, and the two streams it fills.
//!
//! Nothing is written to a real stream before the command has ended, so a
//! closed pipe can't stop it half-way.

use std::io::Write;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::book::finding::{Finding, Places, Weight};
use crate::source::FixtureSet;
use crate::store::StoreError;

use super::diagnostics;
use super::visible::visible;

/// The surroundings of one command.
#[derive(Debug)]
pub struct Shell<'f> {
    /// The tensors that a manifest may name.
    pub fixtures: &'f FixtureSet,
    /// The folder of the book.
    pub folder: PathBuf,
    /// What the user types to run this program.
    pub program: String,
    /// Whether diagnostics are coloured.
    pub color: bool,
    /// Whether standard output is a terminal.
    pub terminal: bool,
    /// Results.
    pub out: Vec<u8>,
    /// Diagnostics.
    pub err: Vec<u8>,
    /// The same for scripts.
    pub faults: Vec<Value>,
    /// What to do where there is no manifest.
    pub elsewhere: &'static str,
    /// The exit code so far: the worst of the run.
    pub code: u8,
}

impl Shell<'_> {
    /// A line of the results.
    pub fn say(&mut self, line: &str) {
        self.out.extend_from_slice(visible(line).as_bytes());
        self.out.push(b'\n');
    }

    /// The run ends no better than this.
    pub fn fail(&mut self, weight: Weight) {
        self.code = self.code.max(weight.code());
    }

    /// A diagnostic; `source` is the file it points into.
    pub fn report(&mut self, finding: &Finding, source: Option<&Places<'_>>) {
        self.fail(finding.weight);
        let fault = finding.to_json(source);
        // A file that stands in the way of several others is told once.
        if finding.span.is_none() && self.faults.contains(&fault) {
            return;
        }
        self.faults.push(fault);
        let text = diagnostics::draw(finding, source, &self.program, self.color);
        self.err.extend_from_slice(text.as_bytes());
    }

    /// A file that could not be read or written.
    pub fn refuse(&mut self, error: &StoreError) {
        self.report(&error.finding(), None);
    }

    /// Passes both streams on to a command that needs nothing else.
    pub fn pass_on(&mut self, run: impl FnOnce(&mut dyn Write, &mut dyn Write) -> u8) {
        let mut err = Vec::new();
        let code = run(&mut self.out, &mut err);
        // It repeats what was typed.
        self.err.extend_from_slice(visible(&String::from_utf8_lossy(&err)).as_bytes());
        self.code = self.code.max(code);
    }

    /// A word of the command line that cannot be followed.
    pub fn misused(&mut self, message: &str, help: &str) {
        let line = format!("error: {}\n  = help: {}\n\n", visible(message), visible(help));
        self.err.extend_from_slice(line.as_bytes());
        self.faults.push(json!({ "level": "error", "message": message, "help": help }));
        self.fail(Weight::Misread);
    }
}
