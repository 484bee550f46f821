//! Facts as runs of text: a lexeme with its path, lists in brackets,
//! coordinates in the hues of their axes.

use crate::decimal;
use crate::figure::labels::{Label, Labels};
use crate::figure::text::{Span, Text, Tone};
use crate::figure::{Frame, Toolbar};
use crate::trace::Text as Word;
use compact_str::CompactString;

/// An integer as the trace spells it.
pub(super) fn lexeme(value: usize) -> CompactString {
    decimal::integer(value as u64)
}

/// The path of an item: `BUFFER.values[8]`.
pub(super) fn item(list: &str, place: usize) -> CompactString {
    let mut path = CompactString::with_capacity(list.len() + 4);
    path.push_str(list);
    path.push('[');
    path.push_str(&lexeme(place));
    path.push(']');
    path
}

/// The path of what a function says: `index(BUFFER.values[8])`.
pub(super) fn call(function: &str, path: &str) -> CompactString {
    let mut called = CompactString::with_capacity(function.len() + path.len() + 2);
    called.push_str(function);
    called.push('(');
    called.push_str(path);
    called.push(')');
    called
}

/// An integer fact.
pub(super) fn integer(path: impl Into<CompactString>, value: usize) -> Span {
    Span::fact(path, lexeme(value))
}

/// A count: an integer fact with thousands separators.
pub(super) fn count(path: impl Into<CompactString>, value: usize) -> Span {
    Span::quantity(path, &lexeme(value))
}

/// A list fact in brackets, as code writes it: `[6,3,1]`, and `[]` if empty.
pub(super) fn list(path: &str, values: &[usize]) -> Text {
    let mut text = Text { spans: Vec::with_capacity(3) };
    text.spans.push(Span::literal("[").mono());
    if !values.is_empty() {
        let joined = values.iter().map(|&value| lexeme(value)).collect::<Vec<_>>().join(",");
        text.spans.push(Span::fact(path, joined).mono());
    }
    text.spans.push(Span::literal("]").mono());
    text
}

/// A coordinate in brackets, each index a fact in its axis's hue.
pub(super) fn coordinate(path: &str, indices: &[usize]) -> Text {
    let mut text = Text { spans: Vec::with_capacity(2 * indices.len() + 2) };
    text.spans.push(Span::literal("[").mono().bold());
    for (axis, &index) in indices.iter().enumerate() {
        if axis > 0 {
            text.spans.push(Span::literal(",").mono().bold());
        }
        let index = integer(item(path, axis), index);
        text.spans.push(index.mono().bold().tone(Tone::Axis(axis)));
    }
    text.spans.push(Span::literal("]").mono().bold());
    text
}

/// Facts with commas between them.
pub(super) fn listed(facts: impl ExactSizeIterator<Item = Span>) -> Text {
    let mut text = Text { spans: Vec::with_capacity(2 * facts.len()) };
    for (place, fact) in facts.enumerate() {
        if place > 0 {
            text.spans.push(Span::literal(", "));
        }
        text.spans.push(fact);
    }
    text
}

/// Texts with a sign between them.
pub(super) fn joined(texts: impl IntoIterator<Item = Text>, between: &'static str) -> Text {
    let mut whole = Text::default();
    for (place, text) in texts.into_iter().enumerate() {
        if place > 0 {
            whole.push(Span::literal(between));
        }
        whole.push(text);
    }
    whole
}

/// The name of an axis: the author's, or `axis 0` with a path for the 0.
pub(super) fn axis_name(
    labels: &Labels,
    names: Option<&Vec<Word>>,
    record: &str,
    axis: usize,
) -> Text {
    match names.and_then(|names| names.get(axis)) {
        Some(name) => Span::fact(item(&format!("{record}.axes"), axis), name.as_str()).into(),
        None => {
            let number = integer(format!("index({record}.shape[{axis}])"), axis);
            labels.common.axis.fill(&[("axis", &number.into())])
        }
    }
}

/// The title: the author's, or the kind's own.
pub(super) fn title(frame: &Frame, general: &Label) -> Text {
    match &frame.title {
        Some(title) => Span::authored(title.as_str()).into(),
        None => general.text(),
    }
}

/// The words of the toolbar.
pub(super) fn toolbar(labels: &Labels, passes: usize) -> Toolbar {
    Toolbar {
        name: labels.common.passes.text(),
        show_all: labels.common.show_all.text(),
        all_shown: labels.common.all_passes.of(&lexeme(passes)).text(),
    }
}
