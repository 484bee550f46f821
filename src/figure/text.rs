//! Text of a figure: runs that are words of a label, or facts with the path
//! that says where they come from.
//!
//! No number is spelled here. A fact carries the trace's own lexeme; a literal
//! comes from a label table and holds no digit.

use crate::decimal;
use compact_str::CompactString;

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
    Axis(u8),
    /// Refused.
    Rejected,
}

impl Tone {
    /// The hue of an axis.
    #[must_use]
    pub fn axis(axis: usize) -> Self {
        Self::Axis(u8::try_from(axis).unwrap_or(u8::MAX))
    }
}

/// Where a run's characters come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A label table.
    Label,
    /// The trace, by the run's path.
    Fact,
    /// The author's own title or caption.
    Author,
}

/// How a run is set, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// Where its characters come from.
    pub origin: Origin,
    /// Set in the monospaced face, as a program would print it.
    pub mono: bool,
    /// Set bold.
    pub bold: bool,
    /// The colour.
    pub tone: Tone,
}

impl Face {
    fn of(origin: Origin) -> Self {
        Self { origin, mono: false, bold: false, tone: Tone::Inherit }
    }
}

/// One run of text in one face, as it stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<'a> {
    /// The characters.
    pub text: &'a str,
    /// The path of a fact; empty for anything else.
    pub path: &'a str,
    /// How it is set.
    pub face: Face,
}

impl<'a> Run<'a> {
    /// The path of a fact.
    #[must_use]
    pub fn fact(&self) -> Option<&'a str> {
        (self.face.origin == Origin::Fact).then_some(self.path)
    }

    /// Whether it is words of a label.
    #[must_use]
    pub fn is_words(&self) -> bool {
        self.face.origin == Origin::Label
    }

    /// Whether the author typed it.
    #[must_use]
    pub fn is_authored(&self) -> bool {
        self.face.origin == Origin::Author
    }
}

/// One run that stands alone: a value in its cell, an offset beneath it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The characters.
    pub text: CompactString,
    /// The path of a fact; empty for anything else.
    pub path: CompactString,
    /// How it is set.
    pub face: Face,
}

impl Span {
    /// Words or signs without a digit.
    #[must_use]
    pub fn literal(text: &'static str) -> Self {
        Self {
            text: CompactString::const_new(text),
            path: CompactString::const_new(""),
            face: Face::of(Origin::Label),
        }
    }

    /// A fact: the lexeme and the path that names it.
    pub fn fact(path: impl Into<CompactString>, lexeme: impl Into<CompactString>) -> Self {
        Self { text: lexeme.into(), path: path.into(), face: Face::of(Origin::Fact) }
    }

    /// A count or a size: a fact with thousands separators.
    pub fn quantity(path: impl Into<CompactString>, lexeme: &str) -> Self {
        Self::fact(path, decimal::grouped(lexeme))
    }

    /// What the author typed.
    pub fn authored(text: impl Into<CompactString>) -> Self {
        let path = CompactString::const_new("");
        Self { text: text.into(), path, face: Face::of(Origin::Author) }
    }

    /// The same run in the monospaced face.
    #[must_use]
    pub fn mono(mut self) -> Self {
        self.face.mono = true;
        self
    }

    /// The same run in bold.
    #[must_use]
    pub fn bold(mut self) -> Self {
        self.face.bold = true;
        self
    }

    /// The same run in another colour.
    #[must_use]
    pub fn tone(mut self, tone: Tone) -> Self {
        self.face.tone = tone;
        self
    }

    /// It, as it stands in a text.
    #[must_use]
    pub fn run(&self) -> Run<'_> {
        Run { text: &self.text, path: &self.path, face: self.face }
    }
}

/// How far a run reaches in its text: first its characters, then its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reach {
    text: u32,
    path: u32,
    face: Face,
}

/// A sentence, a heading or a label: runs in reading order.
///
/// All characters and paths stand in one string, so that putting texts together,
/// which is what making a figure is, copies bytes and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    characters: String,
    runs: Vec<Reach>,
}

/// What can be put behind a text: a text, a run, or what a closure puts there.
pub trait Words {
    /// Puts it behind a text.
    fn append_to(&self, text: &mut Text);

    /// It, as a text of its own.
    fn text(&self) -> Text {
        let mut text = Text::with_capacity(32, 1024);
        self.append_to(&mut text);
        text
    }
}

/// Words that a closure puts behind a text. A sentence of many parts is so put
/// together in its place, where texts of the parts would be copied part by part.
pub struct Put<F>(pub F);

impl<F: Fn(&mut Text)> Words for Put<F> {
    fn append_to(&self, text: &mut Text) {
        (self.0)(text);
    }
}

impl Words for Text {
    fn append_to(&self, text: &mut Text) {
        text.characters.push_str(&self.characters);
        text.runs.extend_from_slice(&self.runs);
    }
}

impl Words for Span {
    fn append_to(&self, text: &mut Text) {
        text.push_run(self.run());
    }
}

impl<T: Words + ?Sized> Words for &T {
    fn append_to(&self, text: &mut Text) {
        T::append_to(self, text);
    }
}

impl From<Span> for Text {
    fn from(span: Span) -> Self {
        Self::from(&span)
    }
}

impl From<&Span> for Text {
    fn from(span: &Span) -> Self {
        // Mostly a sign and another fact follow.
        let mut text = Self::with_capacity(6, span.text.len() + span.path.len() + 96);
        text.push(span);
        text
    }
}

impl Text {
    /// An empty text with room for so many runs, and so many bytes of
    /// characters and paths.
    #[must_use]
    pub fn with_capacity(runs: usize, bytes: usize) -> Self {
        Self { characters: String::with_capacity(bytes), runs: Vec::with_capacity(runs) }
    }

    /// Words or signs without a digit.
    #[must_use]
    pub fn literal(text: &'static str) -> Self {
        Span::literal(text).into()
    }

    /// Puts words or signs without a digit behind this text.
    pub fn push_literal(&mut self, text: &'static str) {
        self.push_run(Run { text, path: "", face: Face::of(Origin::Label) });
    }

    /// Puts a run behind this text.
    pub fn push_run(&mut self, run: Run<'_>) {
        self.characters.push_str(run.text);
        self.characters.push_str(run.path);
        // A text is far shorter than 4 GiB: a longer one can't be drawn at all.
        let reach = |part: &str| u32::try_from(part.len()).unwrap_or(u32::MAX);
        self.runs.push(Reach { text: reach(run.text), path: reach(run.path), face: run.face });
    }

    /// Puts a run behind this text; words in the face of the last run grow
    /// together with it.
    pub fn join_run(&mut self, run: Run<'_>) {
        match self.runs.last_mut() {
            Some(last) if last.face == run.face && last.face.origin != Origin::Fact => {
                self.characters.push_str(run.text);
                last.text += u32::try_from(run.text.len()).unwrap_or(u32::MAX);
            }
            _ => self.push_run(run),
        }
    }

    /// This text with another one behind it.
    #[must_use]
    pub fn then(mut self, more: impl Words) -> Self {
        more.append_to(&mut self);
        self
    }

    /// Puts another text behind this one.
    pub fn push(&mut self, more: impl Words) {
        more.append_to(self);
    }

    /// The runs in reading order.
    #[must_use]
    pub fn runs(&self) -> Runs<'_> {
        Runs { characters: &self.characters, runs: self.runs.iter() }
    }

    /// The run of a text that has no other.
    #[must_use]
    pub fn only(&self) -> Option<Run<'_>> {
        match self.runs.len() {
            1 => self.runs().next(),
            _ => None,
        }
    }

    /// The same text with every run in the monospaced face.
    #[must_use]
    pub fn mono(mut self) -> Self {
        self.runs.iter_mut().for_each(|run| run.face.mono = true);
        self
    }

    /// The same text with every run bold.
    #[must_use]
    pub fn bold(mut self) -> Self {
        self.runs.iter_mut().for_each(|run| run.face.bold = true);
        self
    }

    /// The same text, its runs in a colour unless they have one.
    #[must_use]
    pub fn tone(mut self, tone: Tone) -> Self {
        for run in &mut self.runs {
            if run.face.tone == Tone::Inherit {
                run.face.tone = tone;
            }
        }
        self
    }

    /// The characters alone.
    #[must_use]
    pub fn plain(&self) -> String {
        let mut plain = String::with_capacity(self.characters.len());
        self.runs().for_each(|run| plain.push_str(run.text));
        plain
    }

    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.iter().all(|run| run.text == 0)
    }
}

/// The runs of a text in reading order.
#[derive(Clone, Debug)]
pub struct Runs<'a> {
    /// From the first of these runs on.
    characters: &'a str,
    runs: std::slice::Iter<'a, Reach>,
}

impl<'a> Iterator for Runs<'a> {
    type Item = Run<'a>;

    fn next(&mut self) -> Option<Run<'a>> {
        let reach = self.runs.next()?;
        let (text, rest) = self.characters.split_at(reach.text as usize);
        let (path, rest) = rest.split_at(reach.path as usize);
        self.characters = rest;
        Some(Run { text, path, face: reach.face })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.runs.size_hint()
    }
}

impl ExactSizeIterator for Runs<'_> {}
