//! Captions: an author's sentence in which `{PATH}` stands for a fact.

use std::ops::Range;

use super::escape::said;
use crate::figure::{Span, Text};
use crate::joint::{Joint, Part, joint};
use crate::trace::{Fact, PathError, Trace};

/// A part of a caption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'s> {
    /// What the author typed.
    Words(&'s str),
    /// The path in a pair of braces.
    Fact(&'s str),
    /// A brace that nothing closes, and all that follows it.
    Open(&'s str),
}

impl Piece<'_> {
    /// The bytes that it takes of its caption, braces included.
    fn len(&self) -> usize {
        match self {
            Self::Words(words) | Self::Open(words) => words.len(),
            Self::Fact(path) => path.len() + 2,
        }
    }
}

/// Takes a caption apart.
#[must_use]
pub fn pieces(caption: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = caption;
    while let Some(open) = rest.find('{') {
        let (words, braced) = rest.split_at(open);
        if !words.is_empty() {
            pieces.push(Piece::Words(words));
        }
        let Some((path, after)) = braced[1..].split_once('}') else {
            pieces.push(Piece::Open(braced));
            return pieces;
        };
        pieces.push(Piece::Fact(path));
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Words(rest));
    }
    pieces
}

/// The paths in a caption's braces.
pub fn paths(caption: &str) -> impl Iterator<Item = &str> {
    pieces(caption).into_iter().filter_map(|piece| match piece {
        Piece::Fact(path) => Some(path),
        Piece::Words(_) | Piece::Open(_) => None,
    })
}

/// The facts that would be read as part of another number, by their braces.
#[must_use]
pub fn joints(caption: &str, trace: &Trace) -> Vec<(Range<usize>, Joint)> {
    let pieces = pieces(caption);
    let said = |piece: &Piece<'_>| match piece {
        Piece::Fact(path) => trace.resolve(path).ok().map(|fact| said(&fact)),
        Piece::Words(_) | Piece::Open(_) => None,
    };
    let facts: Vec<Option<String>> = pieces.iter().map(said).collect();
    let part = |(piece, fact)| match (piece, fact) {
        (&Piece::Words(words) | &Piece::Open(words), _) => Part::Words(words),
        (Piece::Fact(_), fact) => Option::as_deref(fact).map_or(Part::Unknown, Part::Fact),
    };
    let parts: Vec<Part<'_>> = pieces.iter().zip(&facts).map(part).collect();
    let (mut joints, mut at) = (Vec::new(), 0);
    for (place, piece) in pieces.iter().enumerate() {
        let end = at + piece.len();
        joints.extend(joint(&parts, place).map(|joint| (at..end, joint)));
        at = end;
    }
    joints
}

/// The caption with its facts filled in, a list in brackets.
pub fn filled(caption: &str, trace: &Trace) -> Result<Text, PathError> {
    let mut text = Text::default();
    for piece in pieces(caption) {
        match piece {
            Piece::Words(words) | Piece::Open(words) => text.push(Span::authored(words)),
            Piece::Fact(path) => match trace.resolve(path)? {
                Fact::Scalar(item) => text.push(Span::fact(path, item.text).mono()),
                Fact::List(items) => {
                    text.push(Span::literal("[").mono());
                    if !items.is_empty() {
                        let items: Vec<String> = items.into_iter().map(|item| item.text).collect();
                        text.push(Span::fact(path, items.join(",")).mono());
                    }
                    text.push(Span::literal("]").mono());
                }
            },
        }
    }
    Ok(text)
}

/// The digits that stand outside of braces, those of other scripts and fractions
/// too: how many, and from the first to the last.
#[must_use]
pub fn digits(caption: &str) -> Option<(usize, Range<usize>)> {
    let mut count = 0;
    let mut range: Option<Range<usize>> = None;
    let mut braced = false;
    for (at, char) in caption.char_indices() {
        braced = char == '{' || (braced && char != '}');
        if !braced && char.is_numeric() {
            count += 1;
            range = Some(range.map_or(at, |range| range.start)..at + char.len_utf8());
        }
    }
    range.map(|range| (count, range))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_hold_facts_and_the_rest_is_the_authors() {
        let caption = "Offset {OFFSET.offset} holds {OFFSET.value}.";
        assert_eq!(
            pieces(caption),
            [
                Piece::Words("Offset "),
                Piece::Fact("OFFSET.offset"),
                Piece::Words(" holds "),
                Piece::Fact("OFFSET.value"),
                Piece::Words("."),
            ]
        );
        assert_eq!(pieces("{a}{b}"), [Piece::Fact("a"), Piece::Fact("b")]);
        assert_eq!(pieces("a {b"), [Piece::Words("a "), Piece::Open("{b")]);
        assert_eq!(pieces(""), []);
    }

    #[test]
    fn digits_outside_of_braces_are_counted() {
        let cases = [
            ("Row {BUFFER.values[8]} of {a}", None),
            ("Row 12 of {b[3]} and 4", Some((3, 4..22))),
            ("8", Some((1, 0..1))),
            ("on ８, ٨, x² and ½", Some((4, 3..22))),
            ("by \u{202e}turn", None),
        ];
        for (caption, expected) in cases {
            assert_eq!(digits(caption), expected, "{caption}");
        }
    }
}
