//! Text of a figure: runs that are words of a label, or facts with the path
//! that says where they come from.
//!
//! No number is spelled here. A fact carries the trace's own lexeme; a literal
//! comes from a label table and holds no digit.

use crate::decimal;
use compact_str::CompactString;
use smallvec::{SmallVec, smallvec};

/// In which colour of the visual language a run is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// As the text around it.
    #[default]
    Inherit,
    /// Full strength.
    Ink,
    /// Less important.
    Muted,
    /// The hue of an axis; past axis 2 there are no more hues, and ink stands.
    Axis(usize),
    /// Refused.
    Rejected,
}

/// Where a run's characters come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A label table.
    Label,
    /// The trace, by this path.
    Fact(CompactString),
    /// The author's own title or caption.
    Author,
}

/// One run of text in one face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The characters.
    pub text: CompactString,
    /// Where they come from.
    pub origin: Origin,
    /// Set in the monospaced face, as a program would print it.
    pub mono: bool,
    /// Set bold.
    pub bold: bool,
    /// The colour.
    pub tone: Tone,
}

impl Span {
    fn new(text: CompactString, origin: Origin) -> Self {
        Self { text, origin, mono: false, bold: false, tone: Tone::Inherit }
    }

    /// Words or signs without a digit.
    #[must_use]
    pub fn literal(text: &'static str) -> Self {
        Self::new(CompactString::const_new(text), Origin::Label)
    }

    /// A fact: the lexeme and the path that names it.
    pub fn fact(path: impl Into<CompactString>, lexeme: impl Into<CompactString>) -> Self {
        Self::new(lexeme.into(), Origin::Fact(path.into()))
    }

    /// A count or a size: a fact with thousands separators.
    pub fn quantity(path: impl Into<CompactString>, lexeme: &str) -> Self {
        Self::new(decimal::grouped(lexeme).into(), Origin::Fact(path.into()))
    }

    /// What the author typed.
    pub fn authored(text: impl Into<CompactString>) -> Self {
        Self::new(text.into(), Origin::Author)
    }

    /// The same run in the monospaced face.
    #[must_use]
    pub fn mono(mut self) -> Self {
        self.mono = true;
        self
    }

    /// The same run in bold.
    #[must_use]
    pub fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    /// The same run in another colour.
    #[must_use]
    pub fn tone(mut self, tone: Tone) -> Self {
        self.tone = tone;
        self
    }

    /// The path of a fact.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        match &self.origin {
            Origin::Fact(path) => Some(path),
            _ => None,
        }
    }

    /// Whether it is words of a label.
    #[must_use]
    pub fn is_words(&self) -> bool {
        self.origin == Origin::Label
    }

    /// Whether the author typed it.
    #[must_use]
    pub fn is_authored(&self) -> bool {
        self.origin == Origin::Author
    }
}

/// Runs in reading order.
pub type Runs = SmallVec<[Span; 1]>;

/// A sentence, a heading or a label: runs in reading order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The runs; a single one takes no memory of its own.
    pub spans: Runs,
}

impl From<Span> for Text {
    fn from(span: Span) -> Self {
        Self { spans: smallvec![span] }
    }
}

impl Text {
    /// An empty text with room for so many runs.
    #[must_use]
    pub fn with_capacity(runs: usize) -> Self {
        Self { spans: Runs::with_capacity(runs) }
    }

    /// Words or signs without a digit.
    #[must_use]
    pub fn literal(text: &'static str) -> Self {
        Span::literal(text).into()
    }

    /// Puts another text behind this one.
    #[must_use]
    pub fn then(mut self, more: impl Into<Self>) -> Self {
        self.push(more);
        self
    }

    /// Puts another text behind this one.
    pub fn push(&mut self, more: impl Into<Self>) {
        self.spans.extend(more.into().spans);
    }

    /// The same text with every run in the monospaced face.
    #[must_use]
    pub fn mono(mut self) -> Self {
        self.spans.iter_mut().for_each(|span| span.mono = true);
        self
    }

    /// The same text with every run bold.
    #[must_use]
    pub fn bold(mut self) -> Self {
        self.spans.iter_mut().for_each(|span| span.bold = true);
        self
    }

    /// The same text, its runs in a colour unless they have one.
    #[must_use]
    pub fn tone(mut self, tone: Tone) -> Self {
        for span in &mut self.spans {
            if span.tone == Tone::Inherit {
                span.tone = tone;
            }
        }
        self
    }

    /// The characters alone.
    #[must_use]
    pub fn plain(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }

    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spans.iter().all(|span| span.text.is_empty())
    }
}
