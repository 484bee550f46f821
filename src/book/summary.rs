//! The list of chapters, `SUMMARY.md`: what mdBook builds is what it links.

use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag};

use super::manifest::join;

/// The list's name, in the folder of the chapters.
pub const NAME: &str = "SUMMARY.md";

/// A chapter that is linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linked {
    /// Its file, as it is written: from the folder of the chapters.
    pub path: String,
    /// The link's bytes.
    pub range: Range<usize>,
}

/// The chapters in the order of the list, without those that are only planned.
#[must_use]
pub fn linked(summary: &str) -> Vec<Linked> {
    let mut found = Vec::new();
    for (event, range) in Parser::new(summary).into_offset_iter() {
        if let Event::Start(Tag::Link { dest_url, .. }) = event
            && !dest_url.is_empty()
        {
            // A space is the one character that mdBook reads escaped.
            found.push(Linked { path: dest_url.replace("%20", " "), range });
        }
    }
    found
}

/// A file of the book by its way from a folder of the book; none where that
/// leads out of it.
#[must_use]
pub fn reached(folder: &str, way: &str) -> Option<String> {
    if way.starts_with('/') {
        return None;
    }
    let mut steps: Vec<&str> = folder.split('/').filter(|step| !step.is_empty()).collect();
    for step in way.split('/') {
        match step {
            "" | "." => {}
            ".." => drop(steps.pop()?),
            _ => steps.push(step),
        }
    }
    Some(steps.into_iter().fold(String::new(), |path, step| join(&path, step)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_are_what_is_linked() {
        let summary = "# Summary\n\n[Before](before.md)\n\n- [One](one.md)\n  - [Two words](two/a%20b.md)\n- [Draft]()\n\
                       <!-- - [Gone](gone.md) -->\n\n# Part\n\n- [Three](./three.md)\n";
        let paths: Vec<String> = linked(summary).into_iter().map(|linked| linked.path).collect();
        assert_eq!(paths, ["before.md", "one.md", "two/a b.md", "./three.md"]);
    }

    #[test]
    fn a_way_stays_in_the_book() {
        let cases = [
            ("src", "a.md", Some("src/a.md")),
            ("src/b", ".././../traces/x", Some("traces/x")),
            ("", "a.md", Some("a.md")),
            ("src", "../../a.md", None),
            ("src", "/etc/hostname", None),
        ];
        for (folder, way, expected) in cases {
            assert_eq!(reached(folder, way).as_deref(), expected, "{folder} {way}");
        }
    }
}
