//! What a name can be: a text that a reader sees as it is. Names come from
//! manifests and from traces, and both hold them to this one rule.

/// Why a text is no name, as what was found in it; nothing where it is one.
///
/// ```
/// use traceplate::name::fault;
/// assert_eq!(fault("head width"), None);
/// assert_eq!(fault("a\u{7}").as_deref(), Some("the control character U+0007"));
/// ```
#[must_use]
pub fn fault(name: &str) -> Option<String> {
    if name.trim().is_empty() {
        return Some("an empty text".to_owned());
    }
    unfit(name)
        .or_else(|| (name.trim().len() < name.len()).then(|| "a space at its end".to_owned()))
}

/// The first character of a text that no figure can show as it is: a control
/// character, one that no XML holds, or one that turns the direction of what
/// follows, beyond the text's own end.
#[must_use]
pub fn unfit(text: &str) -> Option<String> {
    text.chars().find_map(|char| {
        let what = match char {
            '\u{fffe}' | '\u{ffff}' => "the noncharacter",
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => "the direction mark",
            _ if char.is_control() => "the control character",
            _ => return None,
        };
        Some(format!("{what} U+{:04X}", u32::from(char)))
    })
}
