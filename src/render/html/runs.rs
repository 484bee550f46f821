//! Runs of text as elements: neighbours in one face share an element, and
//! within it a hue or a fact has its own.

use crate::figure::text::{Span, Text, Tone};
use crate::render::markup::{self, Piece, Words, push, push_origin};

/// A text in the elements of its runs.
pub(super) fn runs(text: &Text) -> Piece<impl Fn(&mut String) + '_> {
    Piece(move |out: &mut String| {
        let same = |a: &Span, b: &Span| a.mono == b.mono && a.bold == b.bold;
        text.spans.chunk_by(same).for_each(|face| push_face(out, face));
    })
}

/// The attribute of an element that holds one run and nothing else.
pub(super) fn from(span: &Span) -> Piece<impl Fn(&mut String) + '_> {
    Piece(move |out: &mut String| push_origin(out, span))
}

/// The characters of that run.
pub(super) fn run(span: &Span) -> Words<'_> {
    markup::words(&span.text)
}

/// Neighbouring runs in one face. Several share an element, which has their
/// hue too if it is one.
fn push_face(out: &mut String, face: &[Span]) {
    let one_hue = face.iter().all(|span| span.tone == face[0].tone);
    let around = match (face.len() > 1, one_hue) {
        (false, _) => None,
        (true, true) => class(&face[0]),
        (true, false) => face_class(&face[0]),
    };
    if let Some(class) = around {
        open(out, class);
        out.push('>');
    }
    for span in face.iter().filter(|span| !span.text.is_empty()) {
        let own = match (around, one_hue) {
            (None, _) => class(span),
            (Some(_), true) => None,
            (Some(_), false) => hue(span.tone),
        };
        push_run(out, span, own);
    }
    if around.is_some() {
        out.push_str("</span>");
    }
}

/// A run: a fact names its path, what an author typed says so, words need an
/// element only for their face or hue.
fn push_run(out: &mut String, span: &Span, class: Option<&str>) {
    match class {
        Some(class) => open(out, class),
        None if span.is_words() => return push(out, &span.text),
        None => out.push_str("<span"),
    }
    push_origin(out, span);
    out.push('>');
    push(out, &span.text);
    out.push_str("</span>");
}

fn open(out: &mut String, class: &str) {
    out.push_str("<span class=\"");
    out.push_str(class);
    out.push('"');
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
