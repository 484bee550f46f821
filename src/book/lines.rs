//! The lines of a chapter: where they begin and how they end.

use std::ops::Range;

/// One line, by bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) start: usize,
    /// Where its text ends, before the line ending.
    pub(super) end: usize,
    /// Where the next line begins.
    pub(super) next: usize,
}

impl Line {
    pub(super) fn text<'s>(&self, source: &'s str) -> &'s str {
        &source[self.start..self.end]
    }

    /// This line's ending; where the last line has none, the chapter's first.
    pub(super) fn ending_or(&self, last: bool, source: &str) -> &'static str {
        let own = &source[self.end..self.next];
        let ending = if own.is_empty() && last {
            source.find(['\r', '\n']).map_or("\n", |at| &source[at..])
        } else {
            own
        };
        if ending.starts_with("\r\n") {
            "\r\n"
        } else if ending.starts_with('\r') {
            "\r"
        } else {
            "\n"
        }
    }
}

/// The mark that some editors set before a text; it is no part of it.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

/// All lines of a chapter, without its byte order mark.
#[derive(Debug)]
pub(super) struct Lines(Vec<Line>);

impl Lines {
    pub(super) fn of(source: &str) -> Lines {
        let mut start =
            if source.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        let mut lines = Vec::new();
        while let Some(length) = source[start..].find(['\n', '\r']) {
            let end = start + length;
            let next = end + if source[end..].starts_with("\r\n") { 2 } else { 1 };
            lines.push(Line { start, end, next });
            start = next;
        }
        let end = source.len();
        lines.push(Line { start, end, next: end });
        Lines(lines)
    }

    /// Which line, counted from 0, holds a byte.
    pub(super) fn holding(&self, byte: usize) -> usize {
        self.0.partition_point(|line| line.next <= byte).min(self.0.len() - 1)
    }

    pub(super) fn get(&self, index: usize) -> Option<&Line> {
        self.0.get(index)
    }
}

/// Puts texts in the place of ranges, which are sorted and apart, and touches
/// no other byte.
#[must_use]
pub fn splice(source: &str, replacements: &[(Range<usize>, String)]) -> String {
    let grown: usize = replacements.iter().map(|(_, text)| text.len()).sum();
    let mut out = String::with_capacity(source.len() + grown);
    let mut at = 0;
    for (range, text) in replacements {
        out.push_str(&source[at..range.start]);
        out.push_str(text);
        at = range.end;
    }
    out.push_str(&source[at..]);
    out
}
