//! Finds what a chapter asks of traceplate, without changing a byte of it.
//!
//! The source is searched for `{{`, and Markdown then says what stands there:
//! in code and comments nothing is read. The directives are masked with letters
//! before the structure is read, since the figure or fact that takes their
//! place has none of their brackets: `BUFFER.values[8]` is no link although the
//! chapter may define `[8]`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::context::{Container, Context, Kind, Structure, structure};
use super::directive::{As, Directive, Malformed, Reading, read};
use super::escape::{Around, Stands};
use super::finding::Places;
pub use super::lines::splice;
use super::lines::{BYTE_ORDER_MARK, Line, Lines};
use super::setting::{self, Neighbours, Setting, Settled};
use crate::joint::{Joint, Part, joint};
use crate::trace::Position;

/// What a chapter asks for, in the order of its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// Directives that can be followed.
    pub found: Vec<Found>,
    /// Those that cannot.
    pub faults: Vec<Fault>,
}

/// One directive and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where it begins.
    pub at: Position,
    /// The bytes that are replaced.
    pub range: Range<usize>,
    /// What it asks for.
    pub what: What,
}

/// What a directive asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A figure, alone on its line.
    Plate {
        /// The plate's id.
        id: String,
        /// The form that it asks for, if any.
        form: Option<As>,
        /// How the figure is set into the line.
        setting: Setting,
    },
    /// A fact in a sentence.
    Value {
        /// The plate's id.
        id: String,
        /// The fact's path.
        path: String,
        /// How it is written there.
        stands: Stands,
    },
    /// `{{\#…}}`, which prints itself: its backslash, to be left out.
    Escape,
}

/// A directive that cannot be followed; `Display` leaves the place out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct Fault {
    /// Where it begins.
    pub at: Position,
    /// Its bytes.
    pub range: Range<usize>,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong with a directive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// Its words cannot be read.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// A plate shares its line with other text.
    #[error(
        "expected `{{{{#plate {id}}}}}` alone on its line, found `{found}` beside it; set it on a line of its own"
    )]
    NotAlone {
        /// The plate's id.
        id: String,
        /// The text beside it.
        found: String,
    },
    /// It stands where it has no meaning.
    #[error("expected {what} in running text, found it in {inside}; {instead}")]
    Misplaced {
        /// What was asked for.
        what: &'static str,
        /// What it stands in.
        inside: &'static str,
        /// What to do.
        instead: &'static str,
    },
    /// A backslash that mdBook takes away, so that the directive stays one.
    #[error(r"expected `{{{{\#{0} …}}}}` for a directive that prints itself, found a backslash before it, which mdBook removes")]
    OuterBackslash(&'static str),
}

/// Finds the directives of one chapter.
#[must_use]
pub fn scan(source: &str) -> Scan {
    let candidates = candidates(source);
    if candidates.is_empty() {
        return Scan::default();
    }
    let masked = mask(source, &candidates);
    let places: Vec<usize> = candidates.iter().map(|(at, _)| *at).collect();
    let structure = structure(&masked, &places);
    let mut chapter = Chapter {
        source,
        lines: Lines::of(source),
        places: Places::of(source),
        structure,
        last_plate: None,
        closed: Vec::new(),
        scan: Scan::default(),
    };
    for (index, (at, reading)) in candidates.into_iter().enumerate() {
        let mut context = chapter.structure.contexts[index].clone();
        chapter.closed.retain(|held| held.range.end > at);
        context.containers.retain(|held| !chapter.closed.contains(held));
        if context.kind != Kind::Inert {
            chapter.take(at, reading, &context);
        }
    }
    chapter.scan
}

impl Scan {
    /// Where each directive stands, by its text.
    #[must_use]
    pub fn quotes<'s>(&self, source: &'s str) -> BTreeMap<&'s str, Vec<Position>> {
        let found = self.found.iter().filter(|found| found.what != What::Escape);
        let found = found.map(|found| (found.at, found.range.clone()));
        let faults = self.faults.iter().map(|fault| (fault.at, fault.range.clone()));
        let mut quotes: BTreeMap<&str, Vec<Position>> = BTreeMap::new();
        for (at, range) in found.chain(faults) {
            quotes.entry(quoted(&source[range])).or_default().push(at);
        }
        for places in quotes.values_mut() {
            places.sort_by_key(|at| (at.line, at.column));
        }
        quotes
    }
}

/// A directive without what stands before it and is replaced with it.
#[must_use]
pub fn quoted(replaced: &str) -> &str {
    replaced.trim_matches(|char: char| char.is_whitespace() || char == BYTE_ORDER_MARK)
}

/// All that looks like ours, in code and comments too.
fn candidates(source: &str) -> Vec<(usize, Reading)> {
    let mut found = Vec::new();
    let (mut from, mut line_end) = (0, 0);
    // `{#value …}}` has lost a brace.
    let begins = |at: usize| source[at..].starts_with("{{") || source[at..].starts_with("{#");
    let next = |from: usize| {
        source[from..].match_indices('{').map(|(at, _)| at).find(|at| begins(from + at))
    };
    while let Some(offset) = next(from) {
        let at = from + offset;
        if at >= line_end {
            line_end = source[at..].find(['\n', '\r']).map_or(source.len(), |len| at + len);
        }
        if let Some(reading) = read(&source[at..line_end]) {
            from = at + reading.len();
            found.push((at, reading));
        } else {
            from = at + 1;
        }
    }
    found
}

/// The same text with a letter for each byte of a directive, byte for byte as
/// long. What could hold a mark of code or HTML is left as it is.
fn mask(source: &str, candidates: &[(usize, Reading)]) -> String {
    let mut masked = String::with_capacity(source.len());
    let mut from = 0;
    if source.starts_with(BYTE_ORDER_MARK) {
        // Spaces would be indentation; line feeds are no text at all.
        from = BYTE_ORDER_MARK.len_utf8();
        masked.extend(std::iter::repeat_n('\n', from));
    }
    for (at, reading) in candidates {
        let text = &source[*at..*at + reading.len()];
        let readable = matches!(reading, Reading::Whole { .. } | Reading::Escape { .. });
        if readable && !text.contains(['`', '<', '>']) {
            masked.push_str(&source[from..*at]);
            masked.extend(std::iter::repeat_n('x', text.len()));
            from = at + text.len();
        }
    }
    masked.push_str(&source[from..]);
    masked
}

struct Chapter<'s> {
    source: &'s str,
    lines: Lines,
    places: Places<'s>,
    structure: Structure,
    /// The line of the last plate, counted from 0.
    last_plate: Option<usize>,
    /// Containers that a figure has ended before their time.
    closed: Vec<Container>,
    scan: Scan,
}

impl Chapter<'_> {
    fn take(&mut self, at: usize, reading: Reading, context: &Context) {
        let range = at..at + reading.len();
        // Of two backslashes, which Markdown reads as one, mdBook takes one too.
        let backslash = self.source[..at].ends_with('\\');
        let outcome = match reading {
            Reading::Escape { backslash, .. } => {
                let range = at + backslash..at + backslash + 1;
                Ok((range, What::Escape))
            }
            Reading::Broken { why, .. } => Err(why.into()),
            Reading::Whole { directive, .. } if backslash => {
                Err(FaultKind::OuterBackslash(match directive {
                    Directive::Plate { .. } => "plate",
                    Directive::Value { .. } => "value",
                }))
            }
            Reading::Whole { directive: Directive::Plate { id, form }, .. } => {
                self.plate(&range, id, form, context)
            }
            Reading::Whole { directive: Directive::Value { id, path }, .. } => {
                self.value(&range, id, path, context)
            }
        };
        let (line, column) = self.places.place(at);
        let at = Position { line, column };
        match outcome {
            Ok((range, what)) => self.scan.found.push(Found { at, range, what }),
            Err(kind) => self.scan.faults.push(Fault { at, range, kind }),
        }
    }

    fn plate(
        &mut self,
        range: &Range<usize>,
        id: String,
        form: Option<As>,
        context: &Context,
    ) -> Result<(Range<usize>, What), FaultKind> {
        let index = self.lines.holding(range.start);
        let Some(line) = self.lines.get(index) else {
            unreachable!("every byte is in a line");
        };
        let beside = self.source[range.end..line.end].trim();
        let lead = setting::lead(self.source, line, range.start, &context.containers);
        let Some(lead) = lead.filter(|_| beside.is_empty()) else {
            let before = self.source[line.start..range.start].trim();
            let found = if before.is_empty() { beside } else { before };
            return Err(FaultKind::NotAlone { id, found: short(found) });
        };
        if let Some((inside, instead)) = no_place_for_a_plate(context) {
            return Err(FaultKind::Misplaced { what: "a plate", inside, instead });
        }
        let around = Neighbours {
            source: self.source,
            line,
            next: self.lines.get(index + 1),
            continues: self.structure.continues(line.start),
            after_plate: self.last_plate.is_some_and(|last| last + 1 == index),
        };
        let Settled { setting, from, closed } =
            setting::settle(lead, range.start, context, &around);
        self.last_plate = Some(index);
        self.closed.extend(closed);
        Ok((from..range.end, What::Plate { id, form, setting }))
    }

    fn value(
        &self,
        range: &Range<usize>,
        id: String,
        path: String,
        context: &Context,
    ) -> Result<(Range<usize>, What), FaultKind> {
        let stands = match context.kind {
            Kind::Markdown => Stands::Markdown(Around {
                opens_line: self.opens_line(range.start, context),
                in_link: context.in_link,
                next: self.source[range.end..].chars().next(),
            }),
            Kind::HtmlText | Kind::HtmlLines => Stands::HtmlText,
            Kind::HtmlTag => Stands::HtmlTag,
            Kind::HtmlRaw | Kind::Inert => {
                return Err(FaultKind::Misplaced {
                    what: "a value",
                    inside: "a script or style",
                    instead: "write the value there yourself, or set it in an attribute",
                });
            }
        };
        Ok((range.clone(), What::Value { id, path, stands }))
    }

    fn opens_line(&self, place: usize, context: &Context) -> bool {
        self.line(place).is_some_and(|line| {
            setting::lead(self.source, line, place, &context.containers).is_some()
        })
    }

    fn line(&self, place: usize) -> Option<&Line> {
        self.lines.get(self.lines.holding(place))
    }
}

/// The values of a chapter that would be read as part of another number, by
/// their place among what was found; `said` gives what a value says, where that
/// is known. Inside a tag a value is no part of a sentence.
#[must_use]
pub fn joints(source: &str, found: &[Found], said: &[Option<String>]) -> Vec<(usize, Joint)> {
    let (mut parts, mut values, mut from) = (Vec::new(), Vec::new(), 0);
    let words: Vec<String> = found
        .iter()
        .map(|found| {
            let words = read_words(source.get(from..found.range.start).unwrap_or_default());
            from = found.range.end;
            words
        })
        .collect();
    let rest = read_words(&source[from..]);
    for (at, (found, words)) in found.iter().zip(&words).enumerate() {
        if !words.is_empty() {
            parts.push(Part::Words(words));
        }
        let value = matches!(&found.what, What::Value { stands, .. } if *stands != Stands::HtmlTag);
        match said.get(at).and_then(Option::as_deref).filter(|_| value) {
            Some(said) => {
                values.push((at, parts.len()));
                parts.push(Part::Fact(said));
            }
            None => parts.push(Part::Unknown),
        }
    }
    parts.push(Part::Words(&rest));
    values.into_iter().filter_map(|(at, part)| Some((at, joint(&parts, part)?))).collect()
}

/// What a reader sees of words: marks of emphasis, code and HTML tags take no
/// room, and a reference to a character is that character.
fn read_words(words: &str) -> String {
    let mut seen = String::with_capacity(words.len());
    for (nth, part) in words.split('<').enumerate() {
        match part.split_once('>') {
            // A tag begins with a letter, a slash or an exclamation mark.
            Some((tag, text))
                if nth > 0
                    && tag.starts_with(|c: char| c.is_ascii_alphabetic() || "/!".contains(c)) =>
            {
                seen.push_str(text);
            }
            _ => {
                seen.push_str(if nth > 0 { "<" } else { "" });
                seen.push_str(part);
            }
        }
    }
    html_escape::decode_html_entities(&seen.replace("**", "").replace("__", "").replace('`', ""))
        .into_owned()
}

/// Where a figure cannot be set in although it is alone on its line.
fn no_place_for_a_plate(context: &Context) -> Option<(&'static str, &'static str)> {
    let instead = match context.kind {
        Kind::HtmlTag => return Some(("an HTML tag", "set it after the tag")),
        Kind::HtmlLines => return Some(("a `<pre>` or `<textarea>`", "set it after its end")),
        Kind::HtmlRaw => return Some(("a script or style", "set it after its end")),
        _ => "leave a blank line before and after it",
    };
    if context.in_heading {
        Some(("a heading", instead))
    } else if context.in_link {
        Some(("a link's text", instead))
    } else {
        None
    }
}

/// The beginning of a text, for a message.
fn short(text: &str) -> String {
    const SHOWN: usize = 30;
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
