//! How wide a text is in the widest common fallback fonts, in whole pixels.
//!
//! The monospaced face takes 62 % of its size a column. For the proportional
//! face a table of advance classes stands in for the font: real fonts are
//! narrower, so what fits by this table fits.

use crate::figure::text::{Span, Text};
use unicode_width::UnicodeWidthChar;

/// A size of type in pixels.
pub type Size = u32;

/// The widest advance of a column in the monospaced face, in thousandths of the size.
const MONO: u32 = 620;

/// Advance of a character in the proportional face, in thousandths of the size.
fn advance(c: char, bold: bool) -> u32 {
    let regular = match c {
        'i' | 'j' | 'l' | '\'' | '|' => 290,
        ' ' | '.' | ',' | ':' | ';' | 'I' | '!' => 330,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | '-' | 's' | 'c' | 'z' | 'J' => 460,
        'm' | 'M' | 'W' | '%' | '@' => 1000,
        'w' | '×' | '+' | '=' | '<' | '>' | '−' | '≠' | 'O' | 'Q' | 'G' | 'D' | 'N' | 'H' | 'U' => {
            830
        }
        'A'..='Z' => 700,
        '\0'..='~' => 640,
        // Other scripts: half of an em a narrow column, generously.
        _ => match c.width() {
            Some(2) => 1050,
            Some(0) | None => 0,
            Some(_) => 760,
        },
    };
    if bold { regular + regular / 9 } else { regular }
}

/// Columns that a text takes in the monospaced face.
#[must_use]
pub fn columns(text: &str) -> u32 {
    if text.is_ascii() {
        return u32::try_from(text.len()).unwrap_or(u32::MAX);
    }
    text.chars().map(|c| c.width().map_or(0, |width| u32::try_from(width).unwrap_or(2))).sum()
}

/// Width of a text in the monospaced face.
#[must_use]
pub fn mono(text: &str, size: Size) -> u32 {
    (columns(text) * size * MONO).div_ceil(1000)
}

/// Width of a text in the proportional face.
#[must_use]
pub fn sans(text: &str, size: Size, bold: bool) -> u32 {
    let thousandths: u32 = text.chars().map(|c| advance(c, bold)).sum();
    (thousandths * size).div_ceil(1000)
}

/// Width of one run; `bold` where the text around it is bold.
#[must_use]
pub fn span(span: &Span, size: Size, bold: bool) -> u32 {
    if span.mono { mono(&span.text, size) } else { sans(&span.text, size, bold || span.bold) }
}

/// Width of a whole text.
#[must_use]
pub fn text(text: &Text, size: Size, bold: bool) -> u32 {
    text.spans.iter().map(|run| span(run, size, bold)).sum()
}

/// The next multiple of the grid's unit, 4.
#[must_use]
pub fn on_grid(width: u32) -> u32 {
    width.div_ceil(4) * 4
}

/// The narrowest cell that holds a text with this padding, at least 32.
#[must_use]
pub fn cell(text: &str, size: Size, padding: u32) -> u32 {
    cell_of(columns(text), size, padding)
}

/// The narrowest cell that holds so many columns, at least 32.
#[must_use]
pub fn cell_of(columns: u32, size: Size, padding: u32) -> u32 {
    on_grid((columns * size * MONO).div_ceil(1000) + padding).max(32)
}

/// Breaks a text into lines at spaces, none wider than `width` unless a single
/// word is.
#[must_use]
pub fn wrapped(text: &Text, size: Size, bold: bool, width: u32) -> Vec<Text> {
    let mut lines: Vec<Text> = Vec::new();
    let mut line = Text::default();
    let mut used = 0;
    for word in words(text) {
        let wide = self::text(&word, size, bold);
        if used > 0 && used + trimmed_width(&word, size, bold) > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        used += wide;
        for run in word.spans {
            // Runs of one origin grow together again: one element a run, not a word.
            match line.spans.last_mut() {
                Some(last) if joins(last, &run) => last.text.push_str(&run.text),
                _ => line.spans.push(run),
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    for line in &mut lines {
        if let Some(last) = line.spans.last_mut() {
            let end = last.text.trim_end().len();
            last.text.truncate(end);
        }
    }
    lines
}

fn joins(last: &Span, run: &Span) -> bool {
    last.path().is_none()
        && run.path().is_none()
        && (last.origin == run.origin
            && last.mono == run.mono
            && last.bold == run.bold
            && last.tone == run.tone)
}

fn trimmed_width(word: &Text, size: Size, bold: bool) -> u32 {
    let space = if word.spans.last().is_some_and(|run| run.text.ends_with(' ')) {
        sans(" ", size, bold)
    } else {
        0
    };
    text(word, size, bold).saturating_sub(space)
}

/// Words with the space behind them; a fact is never broken.
fn words(text: &Text) -> Vec<Text> {
    let mut words: Vec<Text> = Vec::new();
    let mut open = false;
    let mut put = |run: Span, ends: bool| {
        match words.last_mut() {
            Some(word) if open => word.spans.push(run),
            _ => words.push(run.into()),
        }
        open = !ends;
    };
    for run in &text.spans {
        if run.path().is_some() {
            put(run.clone(), false);
            continue;
        }
        for piece in run.text.split_inclusive(' ') {
            let mut part = run.clone();
            part.text = piece.into();
            put(part, piece.ends_with(' '));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{cell, mono, wrapped};
    use crate::figure::text::{Span, Text};

    #[test]
    fn a_cell_holds_its_longest_label() {
        assert_eq!(cell("32.0", 15, 16), 56);
        assert_eq!(cell("7", 15, 16), 32);
        assert_eq!(cell("-1.7976931348623157e308", 12, 16), 188);
        assert_eq!(mono("漢字", 10), 25);
    }

    #[test]
    fn a_text_breaks_at_spaces_and_never_inside_a_fact() {
        let text = Text::literal("the offset is ")
            .then(Span::fact("OFFSET.offset", "1 2 3"))
            .then(Span::literal(" and no more"));
        let lines = wrapped(&text, 10, false, 70);
        assert!(lines.iter().all(|line| super::text(line, 10, false) <= 70));
        let lines: Vec<String> = lines.iter().map(Text::plain).collect();
        assert_eq!(lines, ["the offset is", "1 2 3 and no", "more"]);
        let narrow: Vec<String> = wrapped(&text, 10, false, 20).iter().map(Text::plain).collect();
        assert_eq!(narrow, ["the", "offset", "is", "1 2 3", "and", "no", "more"]);
    }
}
