//! How wide a text is in the widest common fallback fonts, in whole pixels.
//!
//! The monospaced face takes 62 % of its size a column. For the proportional
//! face a table of advance classes stands in for the font: real fonts are
//! narrower, so what fits by this table fits.

use crate::figure::text::{Run, Span, Text};
use unicode_width::UnicodeWidthChar;

/// A size of type in pixels.
pub type Size = u32;

/// The widest advance of a column in the monospaced face, in thousandths of the size.
const MONO: u32 = 620;

/// Advances of the ASCII characters in the proportional face, in thousandths of the size.
const ASCII: [u32; 128] = ascii(false);

/// The same in bold.
const ASCII_BOLD: [u32; 128] = ascii(true);

/// Advances of the printable ASCII characters in the widest common fallback in
/// bold, one by one: names fill their line, where classes would be too generous.
#[rustfmt::skip]
const NAME: [u32; 95] = [
    349, 457, 521, 838, 696, 1002, 873, 307, 458, 458, 523, 838, 380, 416, 380, 366, 696, 696, 696,
    696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 581, 1000, 774, 763, 734, 831, 684,
    684, 821, 837, 373, 373, 775, 638, 996, 837, 851, 733, 851, 771, 721, 683, 813, 774, 1104, 771,
    725, 726, 458, 366, 458, 838, 500, 500, 675, 716, 593, 716, 679, 436, 716, 712, 343, 343, 666,
    343, 1042, 712, 688, 716, 716, 494, 596, 479, 712, 652, 924, 646, 652, 583, 712, 366, 712, 838,
];

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

/// Width of `5 × 3 = 15 elements`, rounded once.
#[must_use]
pub fn product(factors: &Text, length: &Span, elements: &Text, size: Size) -> u32 {
    let columns = columns(&factors.plain()) + columns(&length.text);
    (columns * size * MONO).div_ceil(1000) + sans(&format!(" {}", elements.plain()), size, false)
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

/// Width of a bold name with a sign behind it.
pub(super) fn bold_name(name: &str, more: &str, size: Size) -> u32 {
    let of = |c: char| {
        let known = (c as usize).checked_sub(32).and_then(|place| NAME.get(place));
        known.copied().unwrap_or_else(|| wider(advance(c), true))
    };
    (name.chars().chain(more.chars()).map(of).sum::<u32>() * size).div_ceil(1000)
}

#[cfg(test)]
mod tests {
    use super::{cell, mono};

    #[test]
    fn a_cell_holds_its_longest_label() {
        assert_eq!(cell("32.0", 15, 16), 56);
        assert_eq!(cell("7", 15, 16), 32);
        assert_eq!(cell("-1.7976931348623157e308", 12, 16), 188);
        assert_eq!(mono("漢字", 10), 25);
    }
}
