//! Whether a number that is set into a sentence is read as the number that its
//! record has. Two facts side by side, a sign or a digit that the author typed
//! before one, a point between two: each makes a number that no record holds.

use std::fmt;

/// A sentence in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'s> {
    /// What the author typed.
    Words(&'s str),
    /// A fact, as it is set in.
    Fact(&'s str),
    /// Something whose text is not known here.
    Unknown,
}

/// What makes a number part of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joint {
    /// Another fact's number is directly before it.
    Number,
    /// Nothing but this is between it and another fact's number.
    By(String),
    /// This was typed directly before it.
    Before(String),
    /// This was typed directly after it.
    After(String),
}

impl Joint {
    /// What was found beside the number, as a phrase.
    #[must_use]
    pub fn found(&self) -> String {
        match self {
            Self::Number => "the number of another fact directly before it".to_owned(),
            Self::By(by) => format!("only `{by}` between it and the number of another fact"),
            Self::Before(typed) => format!("`{typed}` directly before it"),
            Self::After(typed) => format!("`{typed}` directly after it"),
        }
    }
}

impl fmt::Display for Joint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a number of its own, found {}", self.found())
    }
}

/// What to do about it.
pub const HELP: &str =
    "set a space or a word between them: together they read as a number that no record has";

/// What joins the fact at a place of a sentence to another number.
#[must_use]
pub fn joint(parts: &[Part<'_>], at: usize) -> Option<Joint> {
    let Part::Fact(text) = parts[at] else { return None };
    let mut left = parts[..at].iter().rev().filter_map(Seen::of);
    let right = parts[at + 1..].iter().find_map(Seen::of);
    let (nearest, further) = (left.next(), left.next());
    before(text, nearest.as_ref(), further.as_ref()).or_else(|| after(text, right.as_ref()))
}

/// A part of a sentence as a reader sees it.
enum Seen<'s> {
    Words(String),
    Fact(&'s str),
    Unknown,
}

impl<'s> Seen<'s> {
    /// Nothing where there is nothing to see.
    fn of(part: &Part<'s>) -> Option<Self> {
        match part {
            Part::Fact(text) => Some(Self::Fact(text)),
            Part::Unknown => Some(Self::Unknown),
            Part::Words(words) => {
                let seen: String = words.chars().filter(|char| !is_unseen(*char)).collect();
                (!seen.is_empty()).then_some(Self::Words(seen))
            }
        }
    }
}

/// Characters that take no room and join what is on both sides of them.
fn is_unseen(char: char) -> bool {
    matches!(
        char,
        '\u{ad}'
            | '\u{34f}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2060}'..='\u{2064}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
    )
}

fn before(text: &str, before: Option<&Seen<'_>>, further: Option<&Seen<'_>>) -> Option<Joint> {
    let opens = opens_number(text);
    match before? {
        Seen::Fact(other) => (opens && closes_number(other)).then_some(Joint::Number),
        Seen::Words(words) if opens => {
            let other = matches!(further, Some(Seen::Fact(other)) if closes_number(other));
            joined(words, other).or_else(|| signed(words, further.is_some()))
        }
        _ => None,
    }
}

/// A digit before the number, or a point or exponent between it and one.
fn joined(words: &str, after_number: bool) -> Option<Joint> {
    if let Some(digit) = words.chars().next_back().filter(|char| char.is_numeric()) {
        return Some(Joint::Before(digit.to_string()));
    }
    let unsigned = words.strip_suffix(SIGNS).unwrap_or(words);
    let rest = unsigned
        .strip_suffix(['e', 'E'])
        .or_else(|| words.strip_suffix(['.', '_', '\'', '’']))
        .filter(|rest| !rest.ends_with('.'))?;
    let by = &words[rest.len()..];
    if rest.is_empty() && after_number {
        return Some(Joint::By(by.to_owned()));
    }
    let digit = rest.chars().next_back().filter(|char| char.is_numeric())?;
    Some(Joint::Before(format!("{digit}{by}")))
}

/// What a reader takes for a sign of the number behind it: hyphens, dashes and
/// the minus itself, also in other widths.
const SIGNS: [char; 12] =
    ['-', '+', '−', '\u{2010}', '\u{2011}', '–', '－', '＋', '\u{fe63}', '\u{fe62}', '⁻', '⁺'];

/// A sign, or the point of a fraction, at the beginning of a word.
fn signed(words: &str, after_other: bool) -> Option<Joint> {
    let point = words.strip_suffix('.').filter(|rest| !rest.ends_with('.'));
    let word = point.unwrap_or(words).trim_end_matches(SIGNS);
    let sign = &words[word.len()..];
    let begins = match word.chars().next_back() {
        // Between two facts it says from where to where.
        None => !after_other,
        Some(char) => !(char.is_alphanumeric() || ")]}%’”»".contains(char)),
    };
    (begins && !sign.is_empty()).then(|| Joint::Before(sign.to_owned()))
}

/// A digit after the number, or a point or exponent and then a digit.
fn after(text: &str, after: Option<&Seen<'_>>) -> Option<Joint> {
    let Some(Seen::Words(words)) = after else { return None };
    if !closes_number(text) {
        return None;
    }
    let rest = words.trim_start_matches(['.', 'e', 'E', '_', '\'', '’']);
    let marks = words.len() - rest.len();
    let exponent = words.starts_with(['e', 'E']);
    let signed = if exponent { rest.trim_start_matches(SIGNS) } else { rest };
    let signed = if marks == 0 { words } else { signed };
    let digit = signed.chars().next().filter(|char| char.is_numeric() && marks <= 1)?;
    let end = words.len() - signed.len() + digit.len_utf8();
    Some(Joint::After(words[..end].to_owned()))
}

/// Whether a text begins as a number does.
fn opens_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    unsigned == "inf"
        || text.starts_with("NaN")
        || unsigned.starts_with(|first: char| first.is_ascii_digit())
}

/// Whether a text ends as a number does.
fn closes_number(text: &str) -> bool {
    text.ends_with(|last: char| last.is_ascii_digit())
        || matches!(text, "inf" | "-inf")
        || text.starts_with("NaN")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `<8>` stands for a fact that says 8.
    fn joints(sentence: &str) -> Vec<String> {
        let mut parts = Vec::new();
        for piece in sentence.split('<') {
            match piece.split_once('>') {
                Some((fact, words)) => {
                    parts.push(Part::Fact(fact));
                    parts.push(Part::Words(words));
                }
                None => parts.push(Part::Words(piece)),
            }
        }
        parts.retain(|part| *part != Part::Words(""));
        (0..parts.len()).filter_map(|at| joint(&parts, at)).map(|joint| joint.to_string()).collect()
    }

    #[test]
    fn a_number_that_reads_as_part_of_another_is_found() {
        let number = "the number of another fact directly before it";
        let by = |by: &str| format!("only `{by}` between it and the number of another fact");
        let before = |typed: &str| format!("`{typed}` directly before it");
        let after = |typed: &str| format!("`{typed}` directly after it");
        let cases = [
            ("is -<4.0>;", before("-")),
            ("−<4.0>", before("−")),
            ("(+<4>)", before("+")),
            ("from –<4>", before("–")),
            ("8 --<4>", before("--")),
            ("<8>, -<4>", before("-")),
            (".<4>", before(".")),
            ("at -.<4>", before("-.")),
            ("-<inf>", before("-")),
            ("<1><4.0>", number.to_owned()),
            ("<f64><8>", number.to_owned()),
            ("<1><-4.0>", number.to_owned()),
            ("<1>.<4>", by(".")),
            ("<1>e<12>", by("e")),
            ("<1>E<12>", by("E")),
            ("<1>e-<12>", by("e-")),
            ("1<4>", before("1")),
            ("x²<4>", before("²")),
            ("0.<4>", before("0.")),
            ("2e<4>", before("2e")),
            ("<4>0", after("0")),
            ("<4>²", after("²")),
            ("<4>.5", after(".5")),
            ("<4>e-5", after("e-5")),
            ("\u{fe63}<4>", before("\u{fe63}")),
            ("1\u{200b}<4>", before("1")),
            ("<4>\u{2060}0", after("0")),
            ("<1>\u{200b}<4>", number.to_owned()),
            ("1_<4>", before("1_")),
            ("1’<4>", before("1’")),
            ("<4>'000", after("'0")),
        ];
        for (sentence, found) in cases {
            let expected = format!("expected a number of its own, found {found}");
            assert_eq!(joints(sentence), [expected], "{sentence}");
        }
    }

    #[test]
    fn normal_punctuation_leaves_a_number_alone() {
        for sentence in [
            "<8>, and",
            "offset <8>.",
            "<6>-<11>",
            "<6>–<11>",
            "<6>..<11>",
            "<6>, <11>",
            "<6>/<11>",
            "<6>×<11>",
            "<6> - <11>",
            "(<8>)",
            "[<8>]",
            "[<8>]-<4>",
            "offset-<8>",
            "<8>e",
            "<8>th of 12",
            "'<8>'",
            "‘<8>’ 12",
            "_<8>_",
            "<8>'s",
            "<8>. 12 follow",
            "See <8>... 12",
            "<[6,3,1]><8>",
            "-<[6,3,1]>",
            "<frozen> <8>",
            "-<frozen>",
            "<8><frozen>",
            "the e<8>",
            "…<8>",
        ] {
            assert_eq!(joints(sentence), [""; 0], "{sentence}");
        }
    }
}
