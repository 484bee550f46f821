//! Text as markup: what an HTML page and an XML reader both take back.

use crate::figure::text::Run;
use askama::filters::Escaper;
use askama::{FastWritable, Template};
use std::fmt::{self, Write};

/// What a template writes.
pub(super) fn written(template: &impl Template) -> String {
    let mut out = String::with_capacity(64 * 1024);
    // Writing into a string can't fail, and the templates have no other error.
    if template.render_into(&mut out).is_err() {
        out.clear();
    }
    out
}

/// Markup that is put together here and not in a template, because many
/// templates need it; a template writes it as it is, `|safe`.
pub(super) struct Piece<F>(pub(super) F);

impl<F: Fn(&mut String)> FastWritable for Piece<F> {
    fn write_into(&self, out: &mut dyn Write, _: &dyn askama::Values) -> askama::Result<()> {
        let mut piece = String::with_capacity(256);
        (self.0)(&mut piece);
        Ok(out.write_str(&piece)?)
    }
}

/// Characters, escaped.
pub(super) struct Words<'a>(pub(super) &'a str);

impl FastWritable for Words<'_> {
    fn write_into(&self, out: &mut dyn Write, _: &dyn askama::Values) -> askama::Result<()> {
        Ok(Markup.write_escaped_str(out, self.0)?)
    }
}

/// Characters, escaped.
pub(super) fn words(text: &str) -> Words<'_> {
    Words(text)
}

/// Appends characters, escaped.
#[inline]
pub(super) fn push(out: &mut String, text: &str) {
    // Writing into a string can't fail.
    let _ = Markup.write_escaped_str(out, text);
}

/// Appends what says where a run comes from: a path, or that the author typed it.
pub(super) fn push_origin(out: &mut String, run: Run<'_>) {
    if let Some(path) = run.fact() {
        out.push_str(" data-from=\"");
        push(out, path);
        out.push('"');
    } else if run.is_authored() {
        out.push_str(" data-authored=\"\"");
    }
}

/// The escaper of `*.html` templates (`askama.toml`) and of every run.
///
/// A line break is written as a reference, because a blank line would end the
/// figure in a Markdown chapter. What XML can't hold at all becomes its
/// picture, `␇` for a bell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Markup;

impl Escaper for Markup {
    fn write_escaped_str<W: Write>(&self, mut dest: W, text: &str) -> fmt::Result {
        if is_plain(text.as_bytes()) { dest.write_str(text) } else { escape(&mut dest, text) }
    }
}

/// Writes characters of which one at least can't stand as it is.
#[cold]
fn escape(dest: &mut impl Write, text: &str) -> fmt::Result {
    let mut written = 0;
    for (at, &byte) in text.as_bytes().iter().enumerate() {
        if special(byte) == 0 {
            continue;
        }
        // All of these but U+FFFE and U+FFFF are one byte long.
        let (escaped, length) = match byte {
            b'&' => ("&amp;", 1),
            b'<' => ("&lt;", 1),
            b'>' => ("&gt;", 1),
            b'"' => ("&quot;", 1),
            b'\'' => ("&#39;", 1),
            b'\t' => ("&#9;", 1),
            b'\n' => ("&#10;", 1),
            b'\r' => ("&#13;", 1),
            0xef if text[at..].starts_with(['\u{fffe}', '\u{ffff}']) => ("\u{fffd}", 3),
            0xef => continue,
            control => {
                dest.write_str(&text[written..at])?;
                let picture = char::from_u32(0x2400 + u32::from(control));
                dest.write_char(picture.unwrap_or(char::REPLACEMENT_CHARACTER))?;
                written = at + 1;
                continue;
            }
        };
        dest.write_str(&text[written..at])?;
        dest.write_str(escaped)?;
        written = at + length;
    }
    dest.write_str(&text[written..])
}

/// One if a byte can't stand as it is, or begins what can't, else zero: a number
/// and no branch, so that a whole lane of bytes is judged at once.
fn special(byte: u8) -> u8 {
    let is = |other: u8| u8::from(byte == other);
    let pointed = is(b'<') | is(b'>');
    let quotes = is(b'"') | is(b'\'');
    u8::from(byte < 0x20) | is(b'&') | pointed | quotes | is(0xef)
}

/// Whether every byte can stand as it is. Most texts of a figure are shorter
/// than two lanes of bytes, and the last lane may overlap the one before it.
#[inline]
fn is_plain(bytes: &[u8]) -> bool {
    if let Some(last) = bytes.last_chunk::<16>() {
        return are_plain(bytes.as_chunks().0, last);
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk()) {
        return are_plain(&[*first], last);
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk()) {
        return are_plain(&[*first], last);
    }
    bytes.iter().all(|&byte| special(byte) == 0)
}

/// The same for whole lanes.
#[inline]
fn are_plain<const N: usize>(lanes: &[[u8; N]], last: &[u8; N]) -> bool {
    let mut found = [0; N];
    for lane in lanes.iter().chain([last]) {
        for (found, &byte) in found.iter_mut().zip(lane) {
            *found |= special(byte);
        }
    }
    found == [0; N]
}

#[cfg(test)]
mod tests {
    use super::Markup;
    use askama::filters::Escaper;

    #[test]
    fn text_comes_back_from_xml_as_it_was() {
        for text in ["", "a<b>&\"c'", "one\n\ntwo\ttabs\r", "漢字 é ﬁ ", "]]>"] {
            let mut xml = String::from("<p>");
            Markup.write_escaped_str(&mut xml, text).expect("a string takes all");
            assert!(!xml.contains('\n'));
            xml.push_str("</p>");
            let document = roxmltree::Document::parse(&xml).expect(text);
            assert_eq!(document.root_element().text().unwrap_or_default(), text);
        }
    }

    #[test]
    fn no_special_character_is_missed_anywhere() {
        let specials = "&<>\"'\t\n\r\u{1}\u{1f}\u{ffff}";
        for length in 0..40 {
            for at in 0..=length {
                for special in specials.chars() {
                    let mut text = "x".repeat(length);
                    text.insert(at, special);
                    let mut xml = String::new();
                    Markup.write_escaped_str(&mut xml, &text).expect("a string takes all");
                    assert_ne!(xml, text);
                    assert!(xml.starts_with(&text[..at]), "{text:?} became {xml}");
                    assert!(xml.ends_with(&"x".repeat(length - at)));
                }
            }
        }
    }

    #[test]
    fn what_xml_cannot_hold_becomes_visible() {
        let mut xml = String::new();
        let text = "\u{0}\u{1b}[31m\u{ffff}\u{fffd}";
        Markup.write_escaped_str(&mut xml, text).expect("a string takes all");
        assert_eq!(xml, "␀␛[31m\u{fffd}\u{fffd}");
    }
}
