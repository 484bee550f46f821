//! A text from outside, made fit to stand in a message.

/// The most characters of a text that a message repeats.
const SHOWN: usize = 40;

/// The beginning of `text` between backquotes. Control characters and marks that change the
/// direction of writing are escaped, so that no file or argument can steer a terminal.
///
/// ```
/// use traceplate::excerpt::excerpt;
/// assert_eq!(excerpt("2,\u{1b}[31mx"), "`2,\\u{1b}[31mx`");
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    let mut out = String::from("`");
    for character in text.chars().take(SHOWN) {
        // Quotation marks are no danger between backquotes.
        if matches!(character, '"' | '\'') {
            out.push(character);
        } else {
            out.extend(character.escape_debug());
        }
    }
    if text.chars().nth(SHOWN).is_some() {
        out.push('…');
    }
    out.push('`');
    out
}
