//! How wide a text is in the widest common fallback fonts, in whole pixels.
//!
//! The monospaced face takes 62 % of its size a column. For the proportional
//! face a table of advance classes stands in for the font: real fonts are
//! narrower, so what fits by this table fits.

use crate::figure::text::{Run, Text};
use unicode_width::UnicodeWidthChar;

/// A size of type in pixels.
pub type Size = u32;

/// The widest advance of a column in the monospaced face, in thousandths of the size.
const MONO: u32 = 620;

/// Advances of the ASCII characters in the proportional face, in thousandths of the size.
const ASCII: [u32; 128] = ascii(false);

/// The same in bold.
const ASCII_BOLD: [u32; 128] = ascii(true);

const fn ascii(bold: bool) -> [u32; 128] {
    let mut advances = [640; 128];
    let mut letter = b'A';
    while letter <= b'Z' {
        advances[letter as usize] = 700;
        letter += 1;
    }
    let classes: [(u32, &[u8]); 5] = [
        (290, b"ijl'|"),
        (330, b" .,:;I!"),
        (460, b"ftr()[]/-sczJ"),
        (830, b"w+=<>OQGDNHU"),
        (1000, b"mMW%@"),
    ];
    let mut class = 0;
    while class < classes.len() {
        let (advance, characters) = classes[class];
        let mut place = 0;
        while place < characters.len() {
            advances[characters[place] as usize] = advance;
            place += 1;
        }
        class += 1;
    }
    let mut character = 0;
    while character < advances.len() {
        advances[character] = wider(advances[character], bold);
        character += 1;
    }
    advances
}

/// Bold is a ninth wider, character by character.
const fn wider(advance: u32, bold: bool) -> u32 {
    if bold { advance + advance / 9 } else { advance }
}

/// Advance of a character beyond ASCII: half of an em a narrow column, generously.
fn advance(c: char) -> u32 {
    match c {
        '×' | '−' | '≠' => 830,
        _ => match c.width() {
            Some(2) => 1050,
            Some(0) | None => 0,
            Some(_) => 760,
        },
    }
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
    let ascii = if bold { &ASCII_BOLD } else { &ASCII };
    let thousandths: u32 = if text.is_ascii() {
        text.bytes().map(|byte| ascii[usize::from(byte & 0x7f)]).sum()
    } else {
        let of = |c: char| ascii.get(c as usize).copied();
        text.chars().map(|c| of(c).unwrap_or_else(|| wider(advance(c), bold))).sum()
    };
    (thousandths * size).div_ceil(1000)
}

/// Width of one run; `bold` where the text around it is bold.
#[must_use]
pub fn run(run: Run<'_>, size: Size, bold: bool) -> u32 {
    if run.face.mono { mono(run.text, size) } else { sans(run.text, size, bold || run.face.bold) }
}

/// Width of a whole text.
#[must_use]
pub fn text(text: &Text, size: Size, bold: bool) -> u32 {
    text.runs().map(|part| run(part, size, bold)).sum()
}

/// Width of a whole text in the monospaced face.
#[must_use]
pub fn mono_text(text: &Text, size: Size) -> u32 {
    text.runs().map(|part| mono(part.text, size)).sum()
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

/// A place in a text: which run, and how many bytes into it.
type Place = (usize, usize);

/// Breaks a text into lines at spaces, none wider than `width` unless a single
/// word is. A fact is never broken.
#[must_use]
pub fn wrapped(text: &Text, size: Size, bold: bool, width: u32) -> Vec<Text> {
    let mut lines = Breaker { text, width, lines: Vec::new(), line: (0, 0), used: 0 };
    let mut word = (0, 0);
    let mut wide = 0;
    for (place, whole) in text.runs().enumerate() {
        if whole.fact().is_some() {
            wide += run(whole, size, bold);
            continue;
        }
        let mut at = 0;
        for piece in whole.text.split_inclusive(' ') {
            at += piece.len();
            wide += run(Run { text: piece, ..whole }, size, bold);
            if piece.ends_with(' ') {
                lines.word(word, wide, sans(" ", size, bold));
                (word, wide) = ((place, at), 0);
            }
        }
    }
    lines.word(word, wide, 0);
    lines.push((text.runs().len(), 0));
    lines.lines
}

/// A text on its way into lines.
struct Breaker<'a> {
    text: &'a Text,
    width: u32,
    lines: Vec<Text>,
    /// Where the open line begins, and how wide its words are.
    line: Place,
    used: u32,
}

impl Breaker<'_> {
    /// Puts a word with the space behind it on the open line, or on a new one.
    fn word(&mut self, from: Place, wide: u32, space: u32) {
        if self.used > 0 && self.used + wide.saturating_sub(space) > self.width {
            self.push(from);
        }
        self.used += wide;
    }

    /// Ends the open line.
    fn push(&mut self, end: Place) {
        let from = self.line;
        let runs = self.text.runs().enumerate().take(end.0 + 1).skip(from.0);
        let mut parts = runs
            .map(|(place, run)| {
                let begins = if place == from.0 { from.1 } else { 0 };
                let ends = if place == end.0 { end.1 } else { run.text.len() };
                Run { text: &run.text[begins..ends], ..run }
            })
            .filter(|part| !part.text.is_empty())
            .peekable();
        let mut line = Text::default();
        while let Some(part) = parts.next() {
            // Only the last words lose the space behind them.
            let words = if parts.peek().is_some() { part.text } else { part.text.trim_end() };
            line.join_run(Run { text: words, ..part });
        }
        if !line.is_empty() {
            self.lines.push(line);
        }
        (self.line, self.used) = (end, 0);
    }
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
