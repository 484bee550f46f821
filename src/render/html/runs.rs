//! Runs of text as elements: neighbours in one face share an element, and
//! within it a hue or a fact has its own.

use crate::figure::geometry::breaks::{binds, equates};
use crate::figure::text::{Face, Run, Runs, Span, Text, Tone};
use crate::render::markup::{self, Piece, Words, push, push_origin};

/// A text in the elements of its runs. Neighbours in one face share an
/// element, which has their hue too if it is one.
pub(super) fn runs(text: &Text) -> Piece<impl Fn(&mut String) + '_> {
    Piece(move |out: &mut String| {
        if let Some(only) = text.only() {
            return push_run(out, only, class(only.face), [false, false]);
        }
        let mut rest = text.runs();
        let mut before = [None, None];
        while let Some(Run { face, .. }) = rest.clone().next() {
            let alike = |run: &Run<'_>| run.face.mono == face.mono && run.face.bold == face.bold;
            let group = rest.clone().take_while(alike);
            let (mut count, mut one_hue) = (0, true);
            for run in group {
                count += 1;
                one_hue &= run.face.tone == face.tone;
            }
            let around = match (count > 1, one_hue) {
                (false, _) => None,
                (true, true) => class(face),
                (true, false) => face_class(face),
            };
            push_group(out, (&mut rest, &mut before), count, around, one_hue);
        }
    })
}

/// Neighbouring runs in one face, and the class of the element around them.
fn push_group<'a>(
    out: &mut String,
    (rest, before): (&mut Runs<'a>, &mut [Option<Run<'a>>; 2]),
    count: usize,
    around: Option<&'static str>,
    one_hue: bool,
) {
    if let Some(class) = around {
        open(out, class);
        out.push('>');
    }
    for _ in 0..count {
        let Some(run) = rest.next() else { break };
        let behind = rest.clone().next().is_some_and(|next| binds(run.text, next));
        let bound = [equates(*before, run.text), behind];
        *before = [before[1], Some(run)];
        let own = match (around, one_hue) {
            (None, _) => class(run.face),
            (Some(_), true) => None,
            (Some(_), false) => hue(run.face.tone),
        };
        push_run(out, run, own, bound);
    }
    if around.is_some() {
        out.push_str("</span>");
    }
}

/// The attribute of an element that holds one run and nothing else.
pub(super) fn from(span: &Span) -> Piece<impl Fn(&mut String) + '_> {
    Piece(move |out: &mut String| push_origin(out, span.run()))
}

/// The characters of that run.
pub(super) fn run(span: &Span) -> Words<'_> {
    markup::words(&span.text)
}

/// A space at which no line ends.
const BOUND: &str = "\u{a0}";

/// A run: a fact names its path, what an author typed says so, words need an
/// element only for their face or hue. A line never ends where its first or its
/// last space is bound.
fn push_run(out: &mut String, run: Run<'_>, class: Option<&str>, [first, last]: [bool; 2]) {
    if run.text.is_empty() {
        return;
    }
    let is_bare = class.is_none() && run.is_words();
    if !is_bare {
        match class {
            Some(class) => open(out, class),
            None => out.push_str("<span"),
        }
        push_origin(out, run);
        out.push('>');
    }
    let (start, text) = match run.text.strip_prefix(' ').filter(|_| first) {
        Some(text) => (BOUND, text),
        None => ("", run.text),
    };
    let (text, end) = match text.strip_suffix(' ').filter(|_| last) {
        Some(text) => (text, BOUND),
        None => (text, ""),
    };
    out.push_str(start);
    push(out, text);
    out.push_str(end);
    out.push_str(if is_bare { "" } else { "</span>" });
}

fn open(out: &mut String, class: &str) {
    out.push_str("<span class=\"");
    out.push_str(class);
    out.push('"');
}

/// The classes of a run that stands alone.
fn class(face: Face) -> Option<&'static str> {
    const TONES: [[&str; 3]; 7] = [
        ["tp-m tp-mut", "tp-b tp-mut", "tp-m tp-b tp-mut"],
        ["tp-m tp-ink", "tp-b tp-ink", "tp-m tp-b tp-ink"],
        ["tp-m tp-a0", "tp-b tp-a0", "tp-m tp-b tp-a0"],
        ["tp-m tp-a1", "tp-b tp-a1", "tp-m tp-b tp-a1"],
        ["tp-m tp-a2", "tp-b tp-a2", "tp-m tp-b tp-a2"],
        ["tp-m tp-a3", "tp-b tp-a3", "tp-m tp-b tp-a3"],
        ["tp-m tp-rej", "tp-b tp-rej", "tp-m tp-b tp-rej"],
    ];
    let weight = match (face.mono, face.bold) {
        (false, false) => return hue(face.tone),
        (true, false) => 0,
        (false, true) => 1,
        (true, true) => 2,
    };
    let tone = match face.tone {
        Tone::Inherit => return face_class(face),
        Tone::Muted => 0,
        Tone::Ink => 1,
        Tone::Axis(axis) => 2 + usize::from(axis.min(3)),
        Tone::Rejected => 6,
    };
    Some(TONES[tone][weight])
}

fn face_class(face: Face) -> Option<&'static str> {
    match (face.mono, face.bold) {
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
        Tone::Axis(axis) => Some(axis_hue(axis.into())),
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
