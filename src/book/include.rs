//! The files that a chapter includes by mdBook's own directive.
//!
//! mdBook follows it before any preprocessor runs, in code too. What is set
//! into code rests there; what is set into running text is read on as if it
//! stood in the chapter.

use std::ops::Range;

use super::context::{Kind, structure};

/// One include.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Include {
    /// The file, as it is written: from the folder of the file it stands in.
    pub path: String,
    /// Its bytes.
    pub range: Range<usize>,
}

/// The includes that stand in running text.
#[must_use]
pub fn includes(source: &str) -> Vec<Include> {
    let candidates = candidates(source);
    if candidates.is_empty() {
        return candidates;
    }
    let places: Vec<usize> = candidates.iter().map(|include| include.range.start).collect();
    let contexts = structure(source, &places).contexts;
    let read = candidates.into_iter().zip(contexts);
    read.filter(|(_, context)| context.kind != Kind::Inert).map(|(include, _)| include).collect()
}

/// All of them, in code too.
fn candidates(source: &str) -> Vec<Include> {
    const OPEN: &str = "{{";
    let mut found = Vec::new();
    for (at, _) in source.match_indices(OPEN) {
        // mdBook takes the backslash of an escape away and leaves the rest.
        if source[..at].ends_with('\\') {
            continue;
        }
        let rest = source[at + OPEN.len()..].trim_start();
        let Some(arguments) = rest.strip_prefix("#include") else {
            continue;
        };
        let spaced = arguments.starts_with(char::is_whitespace);
        let body = arguments.find(['{', '}']).filter(|_| spaced).map(|end| arguments.split_at(end));
        if let Some((body, after)) = body
            && after.starts_with("}}")
            // A line, a range of lines or an anchor follows the colon.
            && let Some(path) = body.split_whitespace().next().and_then(|file| file.split(':').next())
            && !path.is_empty()
        {
            let end = source.len() - after.len() + "}}".len();
            found.push(Include { path: path.to_owned(), range: at..end });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_include_is_read_in_running_text_only() {
        let cases: [(&str, &[&str]); 9] = [
            ("{{#include a.md}} {{ #include  b/c.md:2:5 }}", &["a.md", "b/c.md"]),
            ("{{#include a.md:anchor}}\n\n{{#include ../b.md}}", &["a.md", "../b.md"]),
            ("```\n{{#include a.md}}\n```\n`{{#include b.md}}`", &[]),
            ("<!-- {{#include a.md}} -->", &[]),
            (r"\{{#include a.md}}", &[]),
            ("{{#include a.md} {{#include b.md}}", &["b.md"]),
            ("{{#includes a.md}} {{#includea.md}} {{#include}} {{#include :2}}", &[]),
            ("{{#rustdoc_include a.rs}} {{#playground b.rs}}", &[]),
            ("{{#include", &[]),
        ];
        for (source, expected) in cases {
            let found: Vec<String> =
                includes(source).into_iter().map(|include| include.path).collect();
            assert_eq!(found, expected, "{source}");
        }
    }
}
