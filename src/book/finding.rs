//! What is wrong in a book: a place, a sentence, and what it means for the run.

use std::ops::Range;

use serde_json::{Value, json};

use crate::fields::{Fault, FieldError};
use crate::trace;

/// One thing that is wrong in one file of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, as the book names it.
    pub path: String,
    /// Its bytes at fault; the file as a whole where there are none.
    pub span: Option<Range<usize>>,
    /// Line and column, where the file could not be read as text.
    pub at: Option<(usize, usize)>,
    /// What was expected, what was found.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// The arguments of the command that mends it, without the program's name.
    pub mend: Option<String>,
    /// What it means for the run.
    pub weight: Weight,
}

/// What a finding means for the run; the heaviest one decides its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Worth knowing, no fault.
    Remark,
    /// Something disagrees, or an input is bad.
    Wrong,
    /// A name is unknown, or the manifest cannot be understood.
    Misread,
    /// A file cannot be read or written.
    Unreachable,
}

impl Weight {
    /// The exit code of a run that found it.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Remark => 0,
            Self::Wrong => 1,
            Self::Misread => 2,
            Self::Unreachable => 3,
        }
    }
}

impl Finding {
    /// Something that disagrees in a file, or is bad in it.
    #[must_use]
    pub fn wrong(path: &str, span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            span: Some(span),
            at: None,
            message: message.into(),
            help: None,
            mend: None,
            weight: Weight::Wrong,
        }
    }

    /// A file as a whole.
    #[must_use]
    pub fn file(path: &str, message: impl Into<String>, weight: Weight) -> Self {
        Self { span: None, weight, ..Self::wrong(path, 0..0, message) }
    }

    /// A field of the manifest.
    #[must_use]
    pub fn field(path: &str, error: FieldError) -> Self {
        let weight = match error.fault {
            Fault::Misread => Weight::Misread,
            Fault::Refused => Weight::Wrong,
        };
        Self { help: error.help, weight, ..Self::wrong(path, error.span, error.message) }
    }

    /// A trace that was refused.
    #[must_use]
    pub fn trace(path: &str, text: &str, error: &trace::Error) -> Self {
        Self::wrong(path, word_at(text, error.at.line, error.at.column), error.to_string())
    }

    /// The same with a word on what to do.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// The finding for scripts; `places` are those of its file.
    #[must_use]
    pub fn to_json(&self, places: Option<&Places<'_>>) -> Value {
        let at = self.span.as_ref().zip(places).map(|(span, places)| places.place(span.start));
        let at = at.or(self.at);
        json!({
            "file": self.path,
            "line": at.map(|(line, _)| line),
            "column": at.map(|(_, column)| column),
            "level": if self.weight == Weight::Remark { "warning" } else { "error" },
            "message": self.message,
            "help": self.help,
            "mend": self.mend,
        })
    }

    /// The same with the command that mends it.
    #[must_use]
    pub fn with_mend(self, arguments: impl Into<String>) -> Self {
        Self { mend: Some(arguments.into()), ..self }
    }
}

/// How many characters are counted at most to find a column.
const STRIDE: usize = 256;

/// A text and where its bytes stand for a reader. A place is found as fast at
/// the end of a long line as at its beginning.
#[derive(Clone, Debug)]
pub struct Places<'t> {
    text: &'t str,
    /// Known places, by byte: the beginning of each line, and some along it.
    known: Vec<(usize, (usize, usize))>,
}

impl<'t> Places<'t> {
    /// Looks a text through once.
    #[must_use]
    pub fn of(text: &'t str) -> Self {
        let mut known = Vec::new();
        let (mut start, mut line) = (0, 1);
        for ended in text.split_inclusive('\n') {
            known.push((start, (line, 1)));
            let body = ended.trim_start_matches('\u{feff}');
            let from = start + ended.len() - body.len();
            let along = body.char_indices().enumerate().step_by(STRIDE);
            known.extend(along.map(|(count, (at, _))| (from + at, (line, count + 1))));
            start += ended.len();
            line += usize::from(ended.ends_with('\n'));
        }
        if text.is_empty() || text.ends_with('\n') {
            known.push((start, (line, 1)));
        }
        Self { text, known }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The line and column of a byte, both from 1; columns count characters,
    /// and a byte order mark is none.
    #[must_use]
    pub fn place(&self, byte: usize) -> (usize, usize) {
        // A parser of bytes may point into a character.
        let byte = self.text.floor_char_boundary(byte);
        let after = self.known.partition_point(|(known, _)| *known <= byte);
        let (known, (line, column)) = self.known[after.saturating_sub(1)];
        (line, column + self.text[known..byte].trim_start_matches('\u{feff}').chars().count())
    }
}

/// The line and column of one byte of a text.
#[must_use]
pub fn place(text: &str, byte: usize) -> (usize, usize) {
    Places::of(text).place(byte)
}

/// From a place to the next separator: what a caret underlines.
fn word_at(text: &str, line: usize, column: usize) -> Range<usize> {
    let mut start = 0;
    for _ in 1..line {
        start += text[start..].find('\n').map_or(text.len() - start, |at| at + 1);
    }
    let rest = text[start..].split('\n').next().unwrap_or_default();
    let at = rest.char_indices().nth(column - 1).map_or(rest.len(), |(at, _)| at);
    let word = &rest[at..];
    let len = word.find([' ', ',']).unwrap_or(word.len());
    start + at..start + at + len
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters_from_one() {
        let text = "\u{feff}aé→x\r\nsecond line\n";
        let cases =
            [(3, (1, 1)), (4, (1, 2)), (9, (1, 4)), (12, (2, 1)), (19, (2, 8)), (99, (3, 1))];
        for (byte, expected) in cases {
            assert_eq!(place(text, byte), expected, "{byte}");
        }
        assert_eq!((place("", 0), place("a", 1), place("a\n", 2)), ((1, 1), (1, 2), (2, 1)));
    }

    #[test]
    fn places_in_a_long_line_are_those_that_counting_finds() {
        let text = format!("{}\n\u{feff}{}", "é".repeat(3 * STRIDE), "x".repeat(2 * STRIDE + 1));
        let places = Places::of(&text);
        let (mut line, mut column) = (1, 1);
        for (at, char) in text.char_indices() {
            assert_eq!(places.place(at), (line, column), "{at}");
            match char {
                '\n' => (line, column) = (line + 1, 1),
                '\u{feff}' => {}
                _ => column += 1,
            }
        }
    }

    #[test]
    fn a_caret_underlines_one_item() {
        let text = "A b=1\nTERM axis=0,17,2 x\n";
        let cases = [((2, 13), "17"), ((2, 1), "TERM"), ((2, 19), ""), ((9, 1), ""), ((1, 40), "")];
        for ((line, column), expected) in cases {
            assert_eq!(&text[word_at(text, line, column)], expected, "{line}:{column}");
        }
    }
}
