//! The trace language: what happened, one fact a line.
//!
//! [`parse`] accepts exactly the text that [`print()`] gives, and only if it is
//! true. Facts are named by paths ([`Trace::value`]); two traces are compared
//! fact by fact ([`differences`]).

pub mod difference;
pub mod elision;
mod error;
mod item;
mod json;
pub mod path;
mod read;
mod record;
pub mod schema;
mod truth;

pub use difference::{Difference, differences};
pub use error::{Error, ErrorKind, Falsehood, Position};
pub use item::{Fact, Item, ItemKind, Text, Value};
pub use path::PathError;
pub use record::{Buffer, Coordinate, Offset, Slice, Strided, Tensor, Term};
pub use schema::Body;
pub use schema::lookup::{Bounds, Landing, Lookup, Refusal, Unchecked, Unlanded};
pub use schema::shapes::{Shape, Shapes};

use record::Record;

/// The records of one run, typed by their schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    body: Body,
}

impl<B: Into<Body>> From<B> for Trace {
    fn from(body: B) -> Self {
        Self { body: body.into() }
    }
}

/// Reads a trace: its grammar, its one spelling, and its truth.
pub fn parse(text: &str) -> Result<Trace, Error> {
    let trace = read(text)?;
    match trace.body.verify() {
        Ok(()) => Ok(trace),
        Err(falsehood) => Err(locate(text, &falsehood)),
    }
}

/// Reads a trace without asking whether it is true.
pub fn read(text: &str) -> Result<Trace, Error> {
    let name = read::schema_name(text)?;
    let body = Body::read(text, name).unwrap_or_else(|| {
        let known = schema::NAMES.join(", ");
        Err(Error {
            at: Position { line: 1, column: read::FRAME.len() + 2 },
            kind: ErrorKind::Form {
                expected: format!("a known schema, one of {known}"),
                found: error::found(name),
            },
        })
    })?;
    Ok(Trace { body })
}

/// Prints a trace in its one spelling, with one final line feed.
#[must_use]
pub fn print(trace: &Trace) -> String {
    let name = trace.schema();
    let mut out = format!("{} {name} BEGIN\n", read::FRAME);
    for record in trace.records() {
        out.push_str(record.kind());
        record.visit(&mut |key, value| {
            out.push(' ');
            out.push_str(key);
            out.push('=');
            value.write(&mut out);
        });
        out.push('\n');
    }
    out.push_str(read::FRAME);
    out.push(' ');
    out.push_str(name);
    out.push_str(" END\n");
    out
}

impl Trace {
    /// The schema's name, such as `lookup-v1`.
    #[must_use]
    pub fn schema(&self) -> &'static str {
        self.body.name()
    }

    /// The kind of figure that the schema belongs to, such as `lookup`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.schema().rsplit_once("-v").map_or(self.schema(), |(kind, _)| kind)
    }

    /// The typed records.
    #[must_use]
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The lexeme that a path names, a list joined by commas (`none` if empty).
    pub fn value(&self, path: &str) -> Result<String, PathError> {
        self.resolve(path).map(|fact| fact.lexeme())
    }

    /// What a path names.
    pub fn resolve(&self, path: &str) -> Result<Fact, PathError> {
        self.facts().resolve(path)
    }

    /// All facts at once, for those who ask for many.
    #[must_use]
    pub fn facts(&self) -> Facts {
        Facts { entries: self.view() }
    }

    /// The names of the facts that a path is worked out from, as [`paths`](Self::paths)
    /// lists them: one for a fact, several for a sum.
    pub fn reads(&self, path: &str) -> Result<Vec<String>, PathError> {
        path::reads(&self.view(), path)
    }

    /// Every path of the trace with its fact, in trace order.
    #[must_use]
    pub fn paths(&self) -> Vec<(String, Fact)> {
        path::all(&self.view())
    }

    /// The trace as JSON: integers as numbers, decimals and words as strings.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        json::trace(self.schema(), &self.view())
    }

    fn records(&self) -> Vec<&dyn Record> {
        self.body.records()
    }

    fn view(&self) -> Vec<path::Entry> {
        self.records()
            .into_iter()
            .map(|record| path::Entry { kind: record.kind().to_owned(), fields: record.facts() })
            .collect()
    }
}

/// The facts of one trace, ready to be asked by path.
#[derive(Clone, Debug)]
pub struct Facts {
    entries: Vec<path::Entry>,
}

impl Facts {
    /// What a path names.
    pub fn resolve(&self, path: &str) -> Result<Fact, PathError> {
        path::resolve(&self.entries, path)
    }
}

/// Finds the place of a false statement by reading its line again.
fn locate(text: &str, falsehood: &Falsehood) -> Error {
    let index = falsehood.record + 1;
    let line = text.split('\n').nth(index).unwrap_or_default();
    let at = read::raw_fields(line).find(|(key, ..)| *key == falsehood.key).map_or(
        0,
        |(_, start, raw)| {
            let item = falsehood.item.and_then(|item| item::items(raw).nth(item));
            start + item.map_or(0, |(at, _)| at)
        },
    );
    Error {
        at: Position { line: index + 1, column: line[..at].chars().count() + 1 },
        kind: ErrorKind::False(falsehood.message.clone()),
    }
}
