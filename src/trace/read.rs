//! Reads a trace strictly: one grammar, one spelling, a place for every fault.
//!
//! The reader walks the text line by line and hands each line to the record
//! that a schema asks for. Nothing is kept about places; a fault found later,
//! when the records are compared, is located by reading its line again.

use super::error::{Error, ErrorKind, Position, found};
use super::item::{Field, Misread};
use crate::dtype::Dtype;
use crate::nearest::nearest;

/// The words that open and close a trace.
pub(crate) const FRAME: &str = "TRACE";

/// Walks through the records of one trace.
pub(crate) struct Reader<'t> {
    lines: Vec<&'t str>,
    next: usize,
    schema: &'static str,
    /// Kinds of record that may stand here and do not.
    missed: Vec<&'static str>,
    /// The dtype in which decimals are spelled, once a record has named it.
    pub(crate) cell: Dtype,
}

/// Reads a record from its own line.
pub(crate) trait ReadRecord: Sized {
    const KIND: &'static str;
    fn read(line: &mut LineReader<'_>) -> Result<Self, Error>;
}

/// What the first line says, before anything else is looked at.
pub(crate) fn schema_name(text: &str) -> Result<&str, Error> {
    let first = text.split('\n').next().unwrap_or_default();
    // A carriage return is a fault of its own, told in its own words later.
    let first = first.strip_suffix('\r').unwrap_or(first);
    let open = first.strip_prefix(FRAME).and_then(|rest| rest.strip_prefix(' '));
    let Some(rest) = open else {
        return Err(form(
            1,
            1,
            "`TRACE SCHEMA BEGIN`, such as `TRACE lookup-v1 BEGIN`",
            &found(first),
        ));
    };
    let name = rest.split(' ').next().unwrap_or_default();
    if &rest[name.len()..] != " BEGIN" {
        let column = FRAME.len() + 2 + name.chars().count();
        return Err(form(
            1,
            column,
            "` BEGIN` and the end of the line",
            &found(&rest[name.len()..]),
        ));
    }
    Ok(name)
}

impl<'t> Reader<'t> {
    /// Checks the frame: first and last line, one final line feed, no stray bytes.
    pub(crate) fn new(text: &'t str, schema: &'static str) -> Result<Self, Error> {
        let Some(body) = text.strip_suffix('\n') else {
            let last = text.rsplit('\n').next().unwrap_or_default();
            return Err(form(
                text.split('\n').count(),
                last.chars().count() + 1,
                "a line feed after the last line",
                "the end of the text",
            ));
        };
        let lines: Vec<&str> = body.split('\n').collect();
        for (index, line) in lines.iter().enumerate() {
            if line.is_empty() {
                return Err(form(index + 1, 1, "a record, not a blank line", "an empty line"));
            }
            if let Some(at) = line.find('\r') {
                let column = line[..at].chars().count() + 1;
                return Err(form(
                    index + 1,
                    column,
                    "lines that end in a line feed alone",
                    "a carriage return",
                ));
            }
        }
        let reader = Self { lines, next: 1, schema, missed: Vec::new(), cell: Dtype::F64 };
        reader.check_end()?;
        Ok(reader)
    }

    fn check_end(&self) -> Result<(), Error> {
        let expected = format!("{FRAME} {} END", self.schema);
        let last = self.lines.last().copied().unwrap_or_default();
        if self.lines.len() > 1 && last == expected {
            return Ok(());
        }
        let same = last.bytes().zip(expected.bytes()).take_while(|(a, b)| a == b).count();
        let column = last.char_indices().take_while(|(at, _)| *at < same).count() + 1;
        Err(form(
            self.lines.len(),
            if self.lines.len() == 1 { last.chars().count() + 1 } else { column },
            &format!("`{expected}` as the last line"),
            &found(last),
        ))
    }

    /// The kind of the record that comes next, or nothing before the end line.
    fn kind(&self) -> Option<&'t str> {
        if self.next + 1 >= self.lines.len() {
            return None;
        }
        self.lines[self.next].split(' ').next()
    }

    /// Reads the next record, which must be of this kind.
    pub(crate) fn one<R: ReadRecord>(&mut self) -> Result<R, Error> {
        if self.kind() != Some(R::KIND) {
            return Err(self.unexpected(Some(R::KIND)));
        }
        let mut line = LineReader::new(self.lines[self.next], self.next + 1, self.cell);
        let record = R::read(&mut line)?;
        line.finish()?;
        self.next += 1;
        self.missed.clear();
        Ok(record)
    }

    /// Reads the next record if it is of this kind.
    pub(crate) fn optional<R: ReadRecord>(&mut self) -> Result<Option<R>, Error> {
        if self.kind() == Some(R::KIND) {
            return self.one().map(Some);
        }
        self.missed.push(R::KIND);
        Ok(None)
    }

    /// Reads records of this kind as long as they last.
    pub(crate) fn many<R: ReadRecord>(&mut self) -> Result<Vec<R>, Error> {
        let mut records = Vec::new();
        while let Some(record) = self.optional()? {
            records.push(record);
        }
        Ok(records)
    }

    /// Reads records of this kind, of which there must be one.
    pub(crate) fn some<R: ReadRecord>(&mut self) -> Result<Vec<R>, Error> {
        if self.kind() != Some(R::KIND) {
            return Err(self.unexpected(Some(R::KIND)));
        }
        self.many()
    }

    /// After the last record of the schema only the end line may come.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        if self.kind().is_none() { Ok(()) } else { Err(self.unexpected(None)) }
    }

    /// A record of a kind that cannot stand here: this one must, or the end of
    /// the trace.
    fn unexpected(&self, must: Option<&'static str>) -> Error {
        let line = self.lines[self.next];
        let kind = line.split(' ').next().unwrap_or_default();
        let kinds: Vec<&str> = self.missed.iter().copied().chain(must).collect();
        let mut expected = kinds.join(", ");
        if must.is_none() {
            expected.push_str(if kinds.is_empty() { "" } else { " or " });
            expected.push_str("the end of the trace");
        } else if let Some(last) = expected.rfind(", ") {
            expected.replace_range(last..last + 2, " or ");
        }
        let near = nearest(kind, kinds.iter().copied());
        let meant = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
        let found = format!("{}{meant}", found(kind));
        form(self.next + 1, 1, &format!("{expected} here in {}", self.schema), &found)
    }
}

/// Walks through the fields of one line.
pub(crate) struct LineReader<'t> {
    line: &'t str,
    /// Byte at which the next field begins, its leading space included.
    at: usize,
    number: usize,
    cell: Dtype,
    /// Keys that may stand here and do not.
    missed: Vec<String>,
}

impl<'t> LineReader<'t> {
    pub(crate) fn new(line: &'t str, number: usize, cell: Dtype) -> Self {
        let at = line.find(' ').unwrap_or(line.len());
        Self { line, at, number, cell, missed: Vec::new() }
    }

    /// The next field's key, without moving on.
    pub(crate) fn key(&self) -> Option<&'t str> {
        let rest = self.line[self.at..].strip_prefix(' ')?;
        let end = rest.find(['=', ' ']).unwrap_or(rest.len());
        rest[end..].starts_with('=').then(|| &rest[..end])
    }

    /// The next field's raw value with the byte where it begins, moving on.
    pub(crate) fn raw(&mut self, key: &str) -> Result<(usize, &'t str), Error> {
        if self.key() != Some(key) {
            return Err(self.expected(Some(key)));
        }
        self.missed.clear();
        let start = self.at + 1 + key.len() + 1;
        let end = start + value_end(&self.line[start..]);
        self.at = end;
        Ok((start, &self.line[start..end]))
    }

    /// A field that must be here.
    pub(crate) fn required<T: Field>(&mut self, key: &str) -> Result<T, Error> {
        let (start, raw) = self.raw(key)?;
        T::read(raw, self.cell).map_err(|misread| self.misread(start, &misread))
    }

    /// A field that may be here.
    pub(crate) fn optional<T: Field>(&mut self, key: &str) -> Result<Option<T>, Error> {
        if self.key() == Some(key) {
            return self.required(key).map(Some);
        }
        self.missed.push(key.to_owned());
        Ok(None)
    }

    /// Nothing may follow the last field.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        if self.at == self.line.len() {
            return Ok(());
        }
        Err(self.expected(None))
    }

    /// A fault where the next field begins: this one must stand here, or the
    /// end of the line, or one of those that may.
    fn expected(&self, must: Option<&str>) -> Error {
        let rest = &self.line[self.at..];
        let Some(key) = self.key() else {
            // What separates fields is a part of what is wrong here, or all of it.
            let must = must.map_or("the end of the line".to_owned(), |key| format!("` {key}=`"));
            return self.fault(self.at, &must, &found(rest));
        };
        let may = self.missed.iter().map(String::as_str).chain(must);
        let mut expected: Vec<String> = may.map(|key| format!("`{key}=`")).collect();
        if must.is_none() {
            expected.push("the end of the line".to_owned());
        }
        let last = expected.pop().unwrap_or_default();
        let first = expected.join(", ");
        let or = if first.is_empty() { "" } else { " or " };
        self.fault(self.at + 1, &format!("{first}{or}{last}"), &format!("`{key}=`"))
    }

    /// A fault of a value that began at this byte of the line.
    pub(crate) fn misread(&self, start: usize, misread: &Misread) -> Error {
        self.fault(start + misread.at, &misread.expected, &misread.found)
    }

    /// A fault at a byte of the line.
    pub(crate) fn fault(&self, at: usize, expected: &str, found: &str) -> Error {
        let column = self.line[..at.min(self.line.len())].chars().count() + 1;
        form(self.number, column, expected, found)
    }
}

/// Where a raw value ends: at a space that is not in quotes.
pub(crate) fn value_end(raw: &str) -> usize {
    let mut quoted = false;
    let mut escaped = false;
    for (at, byte) in raw.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b' ' if !quoted => return at,
            _ => {}
        }
    }
    raw.len()
}

/// The fields of a line as they stand: key, byte where the value begins, raw value.
pub(crate) fn raw_fields(line: &str) -> impl Iterator<Item = (&str, usize, &str)> {
    let mut reader = LineReader::new(line, 0, Dtype::F64);
    std::iter::from_fn(move || {
        let key = reader.key()?;
        let (start, raw) = reader.raw(key).ok()?;
        Some((key, start, raw))
    })
}

fn form(line: usize, column: usize, expected: &str, found: &str) -> Error {
    Error {
        at: Position { line, column },
        kind: ErrorKind::Form { expected: expected.to_owned(), found: found.to_owned() },
    }
}
