//! Lines of eighty columns at most, and texts that fill them.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns of a line.
pub(super) const COLUMNS: usize = 80;

/// Lines without blanks at their ends.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) text: String,
}

impl Lines {
    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    pub(super) fn blank(&mut self) {
        if !self.text.ends_with("\n\n") && !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// Phrases side by side, none of them broken.
    pub(super) fn phrases(&mut self, phrases: &[String]) {
        let mut line = String::new();
        for phrase in phrases {
            if !line.is_empty() && columns(&line) + 2 + columns(phrase) > COLUMNS {
                self.line(&line);
                line.clear();
            } else if !line.is_empty() {
                line.push_str("  ");
            }
            line.push_str(phrase);
        }
        self.sentence("", &line);
    }

    /// A sentence broken at spaces.
    pub(super) fn sentence(&mut self, indent: &str, sentence: &str) {
        for line in broken(sentence, COLUMNS - columns(indent)) {
            self.line(&format!("{indent}{line}"));
        }
    }
}

/// A sentence in lines of so many columns at most, broken at spaces.
pub(super) fn broken(sentence: &str, room: usize) -> Vec<String> {
    let (mut lines, mut line) = (Vec::new(), String::new());
    let words = sentence.split([' ', '\n']).flat_map(|word| pieces(word, room));
    for (word, joined) in words {
        let space = if line.is_empty() || joined { "" } else { " " };
        if !line.is_empty() && columns(&line) + space.len() + columns(word) > room {
            lines.push(std::mem::take(&mut line));
        } else {
            line.push_str(space);
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

/// A word in pieces that have room, behind a comma where there is one: a list
/// is longer than a line, and no number of it. With each piece, whether it
/// goes on with the one before.
fn pieces(word: &str, room: usize) -> Vec<(&str, bool)> {
    let mut pieces = Vec::new();
    let mut rest = word;
    while columns(rest) > room {
        let mut used = 0;
        let fits = rest.char_indices().find(|(_, char)| {
            used += char.width().unwrap_or_default();
            used > room
        });
        let (end, _) = fits.unwrap_or((rest.len(), ' '));
        let end = rest[..end].rfind(',').map_or(end, |comma| comma + 1);
        let (piece, left) = rest.split_at(end);
        pieces.push((piece, !pieces.is_empty()));
        rest = left;
    }
    pieces.push((rest, !pieces.is_empty()));
    pieces
}

/// Columns that a text takes.
pub(super) fn columns(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// A text at the right of so many columns.
pub(super) fn right(text: &str, wide: usize) -> String {
    format!("{}{text}", " ".repeat(wide.saturating_sub(columns(text))))
}

/// A text at the left of so many columns.
pub(super) fn left(text: &str, wide: usize) -> String {
    format!("{text}{}", " ".repeat(wide.saturating_sub(columns(text))))
}

pub(super) fn widest<'a>(texts: impl IntoIterator<Item = &'a str>) -> usize {
    texts.into_iter().map(columns).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{broken, columns};

    #[test]
    fn a_sentence_is_broken_at_spaces_and_a_list_behind_commas() {
        let cases: [(&str, &[&str]); 5] = [
            ("", &[""]),
            ("a slice of ten", &["a slice of", "ten"]),
            ("[1234,5678,90]", &["[1234,5678,", "90]"]),
            ("in [1234,5678,90] it is", &["in", "[1234,5678,", "90] it is"]),
            ("температурадня", &["температура", "дня"]),
        ];
        for (sentence, expected) in cases {
            assert_eq!(broken(sentence, 11), expected, "{sentence}");
        }
        assert!(broken("時間の長い名前", 5).iter().all(|line| columns(line) <= 5));
    }
}
