//! Texts made fit for the place that they are set into.

/// A text as far as a message shows it; a line of a chapter can be long.
pub(super) fn shortened(text: &str) -> String {
    const SHOWN: usize = 1_000;
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// A figure without the line feeds that mdBook sets itself: after the end of
/// these elements a second one would be a blank line on the page.
pub(super) fn tight(figure: &str) -> String {
    const ENDED: [&str; 20] = [
        "blockquote",
        "dd",
        "div",
        "dl",
        "dt",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "li",
        "ol",
        "p",
        "pre",
        "table",
        "tbody",
        "thead",
        "tr",
        "ul",
    ];
    let mut out = String::with_capacity(figure.len());
    for line in figure.lines() {
        out.push_str(line);
        let tag = line.strip_suffix('>').and_then(|open| open.rsplit_once("</"));
        if !tag.is_some_and(|(_, name)| ENDED.contains(&name)) {
            out.push('\n');
        }
    }
    out
}

/// A text without its line feeds, which could make a blank line.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A path as part of a URL, in Markdown and in HTML.
pub(super) fn escaped_url(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_./~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for half in [byte >> 4, byte & 15] {
                out.push(char::from(b"0123456789ABCDEF"[usize::from(half)]));
            }
        }
    }
    out
}

/// A plain text as a code block, whatever runs of backticks it has.
pub(super) fn fenced(text: &str) -> String {
    let mut longest = 2;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    format!("{fence}text\n{}\n{fence}", text.trim_end())
}
