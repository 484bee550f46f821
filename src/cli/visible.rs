//! Text from files and names, made safe for a terminal: what would move the
//! cursor, change colours or turn the direction of writing is shown by its
//! number instead.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text with every such character replaced; line feeds and tabs stay.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for char in text.chars() {
        if hidden(char) {
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(char));
        } else {
            shown.push(char);
        }
    }
    Cow::Owned(shown)
}

/// The same for JSON, where such a character may be escaped without a change of meaning.
#[must_use]
pub fn visible_json(text: &str) -> Cow<'_, str> {
    if !text.chars().any(hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for char in text.chars() {
        if hidden(char) {
            let _ = write!(shown, "\\u{:04x}", u32::from(char));
        } else {
            shown.push(char);
        }
    }
    Cow::Owned(shown)
}

/// Controls, and the characters that are invisible or turn the text around.
fn hidden(char: char) -> bool {
    match char {
        '\n' | '\t' => false,
        '\u{61c}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{feff}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}' => true,
        _ => char.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_a_file_reaches_a_terminal_raw() {
        let cases = [
            ("plain × → ё\n\t", "plain × → ё\n\t"),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
            ("a\u{202e}b\u{2066}c", "a\\u{202e}b\\u{2066}c"),
            ("\r\u{7f}\u{9b}", "\\u{d}\\u{7f}\\u{9b}"),
        ];
        for (text, shown) in cases {
            assert_eq!(visible(text), shown);
        }
        assert_eq!(visible_json("\"\u{202e}\""), "\"\\u202e\"");
    }
}
