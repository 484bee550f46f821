//! Runs of text as elements: neighbours in one face share an element, and
//! within it a hue or a fact has its own.

use crate::figure::text::{Span, Text, Tone};

/// Neighbouring runs in one face.
pub(super) struct Face<'a> {
    /// The class of the element around them, where they need one.
    pub(super) around: Option<&'static str>,
    /// Whether that element has their hue too.
    one_hue: bool,
    spans: &'a [Span],
}

/// One run as the template writes it.
pub(super) struct Run<'a> {
    pub(super) class: Option<&'static str>,
    pub(super) path: Option<&'a str>,
    pub(super) authored: bool,
    pub(super) text: &'a str,
}

/// The faces of a text in reading order.
pub(super) fn faces(text: &Text) -> impl Iterator<Item = Face<'_>> {
    let same = |a: &Span, b: &Span| a.mono == b.mono && a.bold == b.bold;
    text.spans.chunk_by(same).map(|spans| {
        let one_hue = spans.iter().all(|span| span.tone == spans[0].tone);
        let around = match (spans.len() > 1, one_hue) {
            (false, _) => None,
            (true, true) => class(&spans[0]),
            (true, false) => face_class(&spans[0]),
        };
        Face { around, one_hue, spans }
    })
}

impl<'a> Face<'a> {
    pub(super) fn runs(&self) -> impl Iterator<Item = Run<'a>> {
        let (shared, one_hue) = (self.around.is_some(), self.one_hue);
        self.spans.iter().filter(|span| !span.text.is_empty()).map(move |span| Run {
            class: match (shared, one_hue) {
                (false, _) => class(span),
                (true, false) => hue(span.tone),
                (true, true) => None,
            },
            path: span.path(),
            authored: span.is_authored(),
            text: &span.text,
        })
    }
}

/// The classes of a run that stands alone.
fn class(span: &Span) -> Option<&'static str> {
    const TONES: [[&str; 3]; 7] = [
        ["tp-m tp-mut", "tp-b tp-mut", "tp-m tp-b tp-mut"],
        ["tp-m tp-ink", "tp-b tp-ink", "tp-m tp-b tp-ink"],
        ["tp-m tp-a0", "tp-b tp-a0", "tp-m tp-b tp-a0"],
        ["tp-m tp-a1", "tp-b tp-a1", "tp-m tp-b tp-a1"],
        ["tp-m tp-a2", "tp-b tp-a2", "tp-m tp-b tp-a2"],
        ["tp-m tp-a3", "tp-b tp-a3", "tp-m tp-b tp-a3"],
        ["tp-m tp-rej", "tp-b tp-rej", "tp-m tp-b tp-rej"],
    ];
    let face = match (span.mono, span.bold) {
        (false, false) => return hue(span.tone),
        (true, false) => 0,
        (false, true) => 1,
        (true, true) => 2,
    };
    let tone = match span.tone {
        Tone::Inherit => return face_class(span),
        Tone::Muted => 0,
        Tone::Ink => 1,
        Tone::Axis(axis) => 2 + axis.min(3),
        Tone::Rejected => 6,
    };
    Some(TONES[tone][face])
}

fn face_class(span: &Span) -> Option<&'static str> {
    match (span.mono, span.bold) {
        (false, false) => None,
        (true, false) => Some("tp-m"),
        (false, true) => Some("tp-b"),
        (true, true) => Some("tp-m tp-b"),
    }
}

fn hue(tone: Tone) -> Option<&'static str> {
    match tone {
        Tone::Inherit => None,
        Tone::Muted => Some("tp-mut"),
        Tone::Ink => Some("tp-ink"),
        Tone::Axis(axis) => Some(axis_hue(axis)),
        Tone::Rejected => Some("tp-rej"),
    }
}

/// The class of an axis's hue; past axis 2 there are no more, and ink stands.
pub(super) fn axis_hue(axis: usize) -> &'static str {
    ["tp-a0", "tp-a1", "tp-a2", "tp-a3"][axis.min(3)]
}

/// The class of an axis's line; past axis 3 the name alone tells them apart.
pub(super) fn axis_line(axis: usize) -> &'static str {
    ["tp-l0", "tp-l1", "tp-l2", "tp-l3"][axis.min(3)]
}
