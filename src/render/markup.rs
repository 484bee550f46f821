//! Text as markup: what an HTML page and an XML reader both take back.

use crate::figure::text::Run;
use askama::filters::Escaper;
use askama::{FastWritable, Template};
use std::fmt::{self, Write};

/// What a template writes.
pub(super) fn written(template: &impl Template) -> String {
    let mut out = String::with_capacity(48 * 1024);
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
        if !text.bytes().any(|byte| SPECIAL[usize::from(byte)]) {
            return dest.write_str(text);
        }
        let mut written = 0;
        for (at, &byte) in text.as_bytes().iter().enumerate() {
            if !SPECIAL[byte as usize] {
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
}

/// Bytes that can't stand as they are, or begin what can't.
const SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut control = 0;
    while control < 0x20 {
        special[control] = true;
        control += 1;
    }
    special[b'&' as usize] = true;
    special[b'<' as usize] = true;
    special[b'>' as usize] = true;
    special[b'"' as usize] = true;
    special[b'\'' as usize] = true;
    special[0xef] = true;
    special
};

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
    fn what_xml_cannot_hold_becomes_visible() {
        let mut xml = String::new();
        let text = "\u{0}\u{1b}[31m\u{ffff}\u{fffd}";
        Markup.write_escaped_str(&mut xml, text).expect("a string takes all");
        assert_eq!(xml, "␀␛[31m\u{fffd}\u{fffd}");
    }
}
