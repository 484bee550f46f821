//! One directive: what stands between `{{#` and `}}`.
//!
//! Two names are ours, `plate` and `value`; every other `{{#name}}` belongs to
//! another preprocessor and is not looked at. What was clearly meant for us but
//! is misspelled is a fault, since a directive that is silently left in a page
//! is worse than a build that stops.

use std::fmt;

/// How a figure is set in when its directive says so, whatever the renderer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum As {
    /// The drawn image, with its narrow form on phones.
    Svg,
    /// The responsive fragment with its reading passes.
    Html,
    /// The figure as plain text.
    Text,
}

/// A directive, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Directive {
    /// `{{#plate ID}}` or `{{#plate ID as=FORM}}`.
    Plate {
        /// The plate's id.
        id: String,
        /// The form it asks for; the renderer decides where it asks for none.
        form: Option<As>,
    },
    /// `{{#value ID PATH}}`.
    Value {
        /// The plate's id.
        id: String,
        /// The path of a fact in its trace.
        path: String,
    },
}

/// One of the two names that are ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// `plate`: a figure.
    Plate,
    /// `value`: a fact in a sentence.
    Value,
}

impl Name {
    const ALL: [Name; 2] = [Name::Plate, Name::Value];

    fn word(self) -> &'static str {
        match self {
            Name::Plate => "plate",
            Name::Value => "value",
        }
    }

    /// How a directive of this name is written.
    #[must_use]
    pub fn usage(self) -> &'static str {
        match self {
            Name::Plate => "{{#plate ID}}",
            Name::Value => "{{#value ID PATH}}",
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What is wrong with the words of a directive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// No `}}` before the end of the line or the next `{{`.
    #[error("expected `}}}}` on the line where `{{{{#{0}` stands, found none; write `{usage}`", usage = .0.usage())]
    Unclosed(Name),
    /// Nothing between the name and `}}`.
    #[error("expected a plate's id after `{{{{#{0}`, found none; write `{usage}`, `traceplate list` shows the ids", usage = .0.usage())]
    NoId(Name),
    /// The first word cannot be an id.
    #[error("expected a plate's id, small letters, digits and hyphens, found `{found}`; write `{usage}`", usage = .name.usage())]
    Id {
        /// The directive's name.
        name: Name,
        /// The word in the id's place.
        found: String,
    },
    /// A value without a path.
    #[error(
        "expected a path after `{{{{#value {id}`, found none; `traceplate show {id} --paths` lists those of the plate"
    )]
    NoPath {
        /// The plate's id.
        id: String,
    },
    /// A form that does not exist.
    #[error("expected as=svg, as=html or as=text, found `{0}`")]
    Form(String),
    /// More words than a plate takes.
    #[error("expected `}}}}` after the id and at most one as=, found `{0}`")]
    Surplus(String),
    /// Not our name, but near enough to have been meant.
    #[error("expected `{usage}`, found `{found}`", usage = .meant.usage())]
    Near {
        /// The name that was meant.
        meant: Name,
        /// How it begins instead.
        found: String,
    },
}

/// What `{{` begins, with its length in bytes from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// `{{\#plate …` or `{{\#value …`; the backslash stands `backslash` bytes in.
    Escape { len: usize, backslash: usize },
    /// A directive.
    Whole { len: usize, directive: Directive },
    /// Ours, but not readable.
    Broken { len: usize, why: Malformed },
}

impl Reading {
    pub(super) fn len(&self) -> usize {
        match self {
            Reading::Escape { len, .. }
            | Reading::Whole { len, .. }
            | Reading::Broken { len, .. } => *len,
        }
    }
}

/// Whether a plate may be called so: `[a-z][a-z0-9-]*`.
#[must_use]
pub fn is_id(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// Reads what begins with `{{`, or with one brace and `#`, and ends on the same
/// line; `None` where it is not for us.
pub(super) fn read(line: &str) -> Option<Reading> {
    if let Some(lost) = line.strip_prefix("{#") {
        let begun =
            |name: &Name| lost.strip_prefix(name.word()).is_some_and(|rest| rest.starts_with(' '));
        return Name::ALL.into_iter().find(begun).map(|name| near(name, line));
    }
    let inside = line.strip_prefix("{{")?;
    let after_space = inside.trim_start_matches([' ', '\t']);
    let (escaped, hash) = match after_space.strip_prefix('\\') {
        Some(rest) => (true, rest),
        None => (false, after_space),
    };
    let (hashed, named) = match hash.strip_prefix('#') {
        Some(rest) => (true, rest),
        None => (false, hash),
    };
    let from_name = named.trim_start_matches([' ', '\t']);
    let name_len = from_name
        .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
        .unwrap_or(from_name.len());
    let (word, rest) = from_name.split_at(name_len);
    let start = line.len() - rest.len();

    let exact = Name::ALL.into_iter().find(|name| name.word() == word);
    let tight = after_space.len() == inside.len() && from_name.len() == named.len();
    match exact {
        Some(_) if escaped && hashed && tight => Some(Reading::Escape {
            len: before_next(rest).find("}}").map_or(start, |end| start + end + 2),
            backslash: 2,
        }),
        Some(name) if hashed && !escaped && tight => Some(strict(name, start, rest)),
        Some(name) if !escaped => {
            let meant = hashed || matches!(strict(name, start, rest), Reading::Whole { .. });
            meant.then(|| near(name, line))
        }
        None if hashed && !escaped => {
            let name = Name::ALL.into_iter().find(|name| resembles(word, name.word()))?;
            Some(near(name, line))
        }
        _ => None,
    }
}

/// Reads the words after a name that is spelled as it should be.
fn strict(name: Name, start: usize, rest: &str) -> Reading {
    let own = before_next(rest);
    let Some(end) = own.find("}}") else {
        let len = start + own.trim_end().len();
        return Reading::Broken { len, why: Malformed::Unclosed(name) };
    };
    let len = start + end + 2;
    let broken = |why| Reading::Broken { len, why };
    let words = &rest[..end];
    if words.contains('}') {
        return broken(Malformed::Unclosed(name));
    }
    if words.starts_with(|c: char| !c.is_whitespace()) {
        return broken(Malformed::Near { meant: name, found: format!("{{{{#{name}{words}}}}}") });
    }
    let words = words.trim();
    let (id, arguments) =
        words.split_once(char::is_whitespace).map_or((words, ""), |(id, more)| (id, more.trim()));
    if id.is_empty() {
        return broken(Malformed::NoId(name));
    }
    if !is_id(id) {
        return broken(Malformed::Id { name, found: id.to_owned() });
    }
    let id = id.to_owned();
    let read = match name {
        Name::Value if arguments.is_empty() => Err(Malformed::NoPath { id }),
        Name::Value => Ok(Directive::Value { id, path: arguments.to_owned() }),
        Name::Plate => form(arguments).map(|form| Directive::Plate { id, form }),
    };
    match read {
        Ok(directive) => Reading::Whole { len, directive },
        Err(why) => broken(why),
    }
}

/// What stands before the next `{{`, which no directive reaches over: so a
/// line is looked at once, however many there are in it.
fn before_next(rest: &str) -> &str {
    rest.find("{{").map_or(rest, |at| &rest[..at])
}

fn form(arguments: &str) -> Result<Option<As>, Malformed> {
    let mut words = arguments.split_whitespace();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    let form = match first {
        "as=svg" => As::Svg,
        "as=html" => As::Html,
        "as=text" => As::Text,
        other if other.starts_with("as") => return Err(Malformed::Form(other.to_owned())),
        other => return Err(Malformed::Surplus(other.to_owned())),
    };
    match words.next() {
        Some(more) => Err(Malformed::Surplus(more.to_owned())),
        None => Ok(Some(form)),
    }
}

fn near(meant: Name, line: &str) -> Reading {
    let len = line.find("}}").map_or(line.trim_end().len(), |end| end + 2);
    Reading::Broken { len, why: Malformed::Near { meant, found: line[..len].to_owned() } }
}

/// Whether a word is one of ours with a slip of the hand: another case, a
/// letter too many or too few, two letters swapped. One letter *replaced* makes
/// another word (`place`), which may well be somebody else's directive.
fn resembles(word: &str, name: &str) -> bool {
    let word = word.to_lowercase();
    if word == name {
        return true;
    }
    let (word, name): (Vec<char>, Vec<char>) = (word.chars().collect(), name.chars().collect());
    if word.first() != name.first() {
        return false;
    }
    let without = |from: &[char], at: usize| [&from[..at], &from[at + 1..]].concat();
    let one_more =
        word.len() == name.len() + 1 && (0..word.len()).any(|at| without(&word, at) == name);
    let one_less =
        word.len() + 1 == name.len() && (0..name.len()).any(|at| without(&name, at) == word);
    let swapped = word.len() == name.len()
        && (1..word.len()).any(|at| {
            let mut turned = word.clone();
            turned.swap(at - 1, at);
            turned == name
        });
    one_more || one_less || swapped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plate(len: usize, id: &str, form: Option<As>) -> Reading {
        let directive = Directive::Plate { id: id.to_owned(), form };
        Reading::Whole { len, directive }
    }

    fn value(len: usize, id: &str, path: &str) -> Reading {
        let directive = Directive::Value { id: id.to_owned(), path: path.to_owned() };
        Reading::Whole { len, directive }
    }

    #[test]
    fn a_directive_is_read_up_to_its_own_braces() {
        let cases = [
            ("{{#plate a}} and {{#plate b}}", plate(12, "a", None)),
            ("{{#plate  a-1  }}", plate(17, "a-1", None)),
            ("{{#plate a as=svg}}", plate(19, "a", Some(As::Svg))),
            ("{{#plate a as=html}}", plate(20, "a", Some(As::Html))),
            ("{{#plate a as=text}}", plate(20, "a", Some(As::Text))),
            ("{{#value a OFFSET.offset}}.", value(26, "a", "OFFSET.offset")),
            ("{{#value a TERM[axis=1].stride}}", value(32, "a", "TERM[axis=1].stride")),
            (
                r#"{{#value a SHAPE[label="toy C"].shape}}"#,
                value(39, "a", r#"SHAPE[label="toy C"].shape"#),
            ),
            (r"{{\#plate a}} x", Reading::Escape { len: 13, backslash: 2 }),
            (r"{{\#value a b", Reading::Escape { len: 9, backslash: 2 }),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_belongs_to_others_is_left_alone() {
        for text in [
            "{{#include x.md}}",
            "{{#title x}}",
            "{{#place x}}",
            "{{#late x}}",
            "{{#template x}}",
            "{{#values-of x}}",
            "{{ value }}",
            "{{value}}",
            "{{plate}}",
            "{{#}}",
            "{{",
            "{{{{",
            r"{{\#include x}}",
            r"{{\value a b}}",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_directive_that_cannot_be_read_says_what_to_write() {
        let cases = [
            (
                "{{#plate}}",
                "expected a plate's id after `{{#plate`, found none; write `{{#plate ID}}`, `traceplate list` shows the ids",
            ),
            (
                "{{#value }}",
                "expected a plate's id after `{{#value`, found none; write `{{#value ID PATH}}`, `traceplate list` shows the ids",
            ),
            (
                "{{#plate Frozen}}",
                "expected a plate's id, small letters, digits and hyphens, found `Frozen`; write `{{#plate ID}}`",
            ),
            (
                "{{#value a}}",
                "expected a path after `{{#value a`, found none; `traceplate show a --paths` lists those of the plate",
            ),
            ("{{#plate a as=png}}", "expected as=svg, as=html or as=text, found `as=png`"),
            ("{{#plate a as}}", "expected as=svg, as=html or as=text, found `as`"),
            ("{{#plate a b}}", "expected `}}` after the id and at most one as=, found `b`"),
            (
                "{{#plate a as=svg as=svg}}",
                "expected `}}` after the id and at most one as=, found `as=svg`",
            ),
            (
                "{{#plate a} text",
                "expected `}}` on the line where `{{#plate` stands, found none; write `{{#plate ID}}`",
            ),
            (
                "{{#value a b} {{#value c d}}",
                "expected `}}` on the line where `{{#value` stands, found none; write `{{#value ID PATH}}`",
            ),
            ("{{#plates a}}", "expected `{{#plate ID}}`, found `{{#plates a}}`"),
            ("{{# plate a}}", "expected `{{#plate ID}}`, found `{{# plate a}}`"),
            ("{{ #plate a}}", "expected `{{#plate ID}}`, found `{{ #plate a}}`"),
            ("{{#Plate a}}", "expected `{{#plate ID}}`, found `{{#Plate a}}`"),
            ("{{#palte a}}", "expected `{{#plate ID}}`, found `{{#palte a}}`"),
            ("{{#plate:a}}", "expected `{{#plate ID}}`, found `{{#plate:a}}`"),
            ("{{plate a}}", "expected `{{#plate ID}}`, found `{{plate a}}`"),
            ("{{#valu a b}}", "expected `{{#value ID PATH}}`, found `{{#valu a b}}`"),
            ("{{value a b}}", "expected `{{#value ID PATH}}`, found `{{value a b}}`"),
        ];
        for (text, message) in cases {
            let Some(Reading::Broken { why, .. }) = read(text) else {
                panic!("{text} was read as {:?}", read(text));
            };
            assert_eq!(why.to_string(), message, "{text}");
        }
    }

    #[test]
    fn a_lost_brace_is_a_slip_of_the_hand() {
        for (line, meant) in
            [("{#value a OFFSET.offset}} and more", Name::Value), ("{#plate a}", Name::Plate)]
        {
            match read(line) {
                Some(Reading::Broken { why: Malformed::Near { meant: found, .. }, .. }) => {
                    assert_eq!(found, meant, "{line}");
                }
                other => panic!("{line}: {other:?}"),
            }
        }
        assert_eq!(read("{#values}"), None);
        assert_eq!(read("{#id}"), None);
    }
}
