//! How a fact is written where it stands.
//!
//! A fact comes from a trace as plain text. In Markdown some characters of it
//! would be read as markup, in HTML others; here they are written so that the
//! reader sees the fact and nothing else. Only what has a meaning at that place
//! is escaped: a chapter that another preprocessor or a Markdown renderer reads
//! on should stay readable.

use crate::trace::Fact;

/// Where a fact is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// In running Markdown text.
    Markdown(Around),
    /// In the text of an HTML block, which Markdown does not read.
    HtmlText,
    /// Inside an HTML tag, whatever quotes are around it.
    HtmlTag,
    /// In an attribute that has double quotes.
    HtmlQuoted,
}

/// What surrounds a place in Markdown text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// Nothing but block markers stands before it on its line.
    pub opens_line: bool,
    /// It is part of a link's or an image's text.
    pub in_link: bool,
    /// The character that follows.
    pub next: Option<char>,
}

/// What a fact says as plain text, a list as `[6,3,1]`.
#[must_use]
pub fn said(fact: &Fact) -> String {
    match fact {
        Fact::Scalar(item) => item.text.clone(),
        Fact::List(items) => {
            let items: Vec<&str> = items.iter().map(|item| item.text.as_str()).collect();
            format!("[{}]", items.join(","))
        }
    }
}

/// Writes a plain text for the place where it stands.
#[must_use]
pub fn escaped(text: &str, stands: Stands) -> String {
    match stands {
        Stands::Markdown(around) => markdown(text, around),
        Stands::HtmlText => html(text, &[]),
        // Quotes end a quoted attribute, a space one without them.
        Stands::HtmlTag => html(text, &['"', '\'', '`', '=', ' ']),
        Stands::HtmlQuoted => html(text, &['"']),
    }
}

fn html(text: &str, ending: &[char]) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if ending.contains(&c) => out.push_str("&quot;"),
            c if c.is_control() || ending.contains(&c) => push_entity(&mut out, c),
            c => out.push(c),
        }
    }
    out
}

fn push_entity(out: &mut String, c: char) {
    out.push_str("&#");
    out.push_str(&u32::from(c).to_string());
    out.push(';');
}

fn markdown(text: &str, around: Around) -> String {
    let chars: Vec<char> = text.chars().collect();
    let last = chars.len().saturating_sub(1);
    let mut out = String::with_capacity(text.len() + 8);
    if around.opens_line && opens_list(&chars, around.next) {
        push_entity(&mut out, chars[0]);
        chars[1..]
            .iter()
            .enumerate()
            .for_each(|(at, _)| push_markdown(&mut out, &chars, at + 1, last, around));
        return out;
    }
    for at in 0..chars.len() {
        push_markdown(&mut out, &chars, at, last, around);
    }
    out
}

/// Whether the text would be read as the number of a list item: `8` before `.`.
fn opens_list(chars: &[char], next: Option<char>) -> bool {
    const LONGEST_NUMBER: usize = 9;
    let digits = chars.iter().take_while(|c| c.is_ascii_digit()).count();
    if digits == 0 || digits > LONGEST_NUMBER {
        return false;
    }
    match chars.get(digits) {
        None => matches!(next, Some('.' | ')')),
        Some('.' | ')') => chars.get(digits + 1).is_none_or(|c| c.is_whitespace()),
        Some(_) => false,
    }
}

fn push_markdown(out: &mut String, chars: &[char], at: usize, last: usize, around: Around) {
    let c = chars[at];
    let before = at.checked_sub(1).map(|at| chars[at]);
    let after = chars.get(at + 1).copied();
    let meant = match c {
        '\\' | '`' | '*' | '[' | '<' | '&' | '|' | '~' | '{' | '"' | '\'' => true,
        ']' => around.in_link,
        // Within a word an underscore is only an underscore.
        '_' => {
            !(before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric))
        }
        // Two of them become a dash or an ellipsis.
        '-' | '.' if before == Some(c) || after == Some(c) => true,
        // Before a link it would make an image of it.
        '!' => at == last,
        '#' | '+' | '-' | '=' | '>' | ':' => at == 0 && around.opens_line,
        _ => false,
    };
    if c.is_control() || (c == ' ' && (at == 0 || at == last)) {
        push_entity(out, c);
    } else {
        if meant {
            out.push('\\');
        }
        out.push(c);
    }
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Event, Parser, Tag};

    use super::*;
    use crate::book::context::OPTIONS;
    use crate::trace;

    fn here(opens_line: bool, in_link: bool, next: Option<char>) -> Stands {
        Stands::Markdown(Around { opens_line, in_link, next })
    }

    #[test]
    fn a_fact_is_written_for_the_place_where_it_stands() {
        let text = here(false, false, Some(' '));
        let start = here(true, false, Some('.'));
        let cases = [
            ("32.0", text, "32.0"),
            ("-0.0", text, "-0.0"),
            ("out-of-bounds", text, "out-of-bounds"),
            ("[6,3,1]", text, r"\[6,3,1]"),
            ("[6,3,1]", here(false, true, None), r"\[6,3,1\]"),
            ("a_b", text, "a_b"),
            ("_b", text, r"\_b"),
            ("a*b|c", text, r"a\*b\|c"),
            ("a--b...", text, r"a\-\-b\.\.\."),
            ("<&>", text, r"\<\&>"),
            ("8", start, "&#56;"),
            ("8", here(true, false, Some(' ')), "8"),
            ("32.0", start, "32.0"),
            ("-0.0", start, r"\-0.0"),
            ("1) x", here(true, false, None), "&#49;) x"),
            ("a\nb", text, "a&#10;b"),
            (" a ", text, "&#32;a&#32;"),
            ("", start, ""),
            ("<&>\"", Stands::HtmlText, "&lt;&amp;&gt;\""),
            ("[6,3,1]", Stands::HtmlText, "[6,3,1]"),
            ("a \"b'", Stands::HtmlTag, "a&#32;&quot;b&#39;"),
            ("a \"b'", Stands::HtmlQuoted, "a &quot;b'"),
        ];
        for (fact, stands, expected) in cases {
            assert_eq!(escaped(fact, stands), expected, "{fact:?} in {stands:?}");
        }
    }

    #[test]
    fn a_list_is_said_in_brackets_and_a_text_without_quotes() {
        let trace = trace::parse(
            "TRACE shapes-v1 BEGIN\nSHAPE id=toy label=\"toy C\" dtype=f64 rank=2 shape=5,3 strides=3,1 length=15 axes=vocabulary,features\nSHAPE id=one label=one dtype=f64 rank=0 shape=none strides=none length=1\nTRACE shapes-v1 END\n",
        )
        .expect("a true trace");
        let cases = [
            ("SHAPE[id=toy].length", "15"),
            ("SHAPE[id=toy].label", "toy C"),
            ("SHAPE[id=toy].strides", "[3,1]"),
            ("SHAPE[id=toy].axes", "[vocabulary,features]"),
            ("SHAPE[id=one].shape", "[]"),
        ];
        for (path, expected) in cases {
            let fact = trace.resolve(path).expect(path);
            assert_eq!(said(&fact), expected, "{path}");
        }
    }

    /// The words that a reader would see, smart punctuation included.
    fn seen(markdown: &str) -> Option<String> {
        let mut words = String::new();
        for event in Parser::new_ext(markdown, OPTIONS) {
            match event {
                Event::Text(text) => words.push_str(&text),
                Event::Start(Tag::Paragraph) | Event::End(_) => {}
                _ => return None,
            }
        }
        Some(words)
    }

    proptest::proptest! {
        #[test]
        fn any_fact_is_seen_as_it_is(fact in "[ -~é²\n]{1,12}", before in "(|see )", after in "(|\\. so|\\) so| so)") {
            let around = Around { opens_line: before.is_empty(), in_link: false, next: after.chars().next() };
            let text = format!("{before}{}{after}", markdown(&fact, around));
            // A sentence may begin with a letter only: what follows is the author's own.
            let expected = format!("{before}{fact}{after}");
            proptest::prop_assert_eq!(seen(&text), Some(expected), "{}", text);
        }
    }
}
