//! Facts as runs of text: a lexeme with its path, lists in brackets,
//! coordinates in the hues of their axes.

use crate::decimal;
use crate::dtype::Dtype;
use crate::figure::labels::{Label, Labels};
use crate::figure::text::{Span, Text, Tone};
use crate::figure::{Frame, Toolbar};
use crate::trace::Text as Word;

/// An integer as the trace spells it.
pub(super) fn lexeme(value: usize) -> String {
    decimal::spell(Dtype::U64, value as u64)
}

/// An integer fact.
pub(super) fn integer(path: impl Into<String>, value: usize) -> Span {
    Span::fact(path, lexeme(value))
}

/// A count: an integer fact with thousands separators.
pub(super) fn count(path: impl Into<String>, value: usize) -> Span {
    Span::quantity(path, &lexeme(value))
}

/// A list fact in brackets, as code writes it: `[6,3,1]`, and `[]` if empty.
pub(super) fn list(path: &str, values: &[usize]) -> Text {
    let mut text = Text::literal("[").mono();
    if !values.is_empty() {
        let joined = values.iter().map(|&value| lexeme(value)).collect::<Vec<_>>().join(",");
        text.push(Span::fact(path, joined).mono());
    }
    text.then(Span::literal("]").mono())
}

/// A coordinate in brackets, each index a fact in its axis's hue.
pub(super) fn coordinate(path: &str, indices: &[usize]) -> Text {
    let mut text = Text::literal("[").mono().bold();
    for (axis, &index) in indices.iter().enumerate() {
        if axis > 0 {
            text.push(Span::literal(",").mono().bold());
        }
        text.push(integer(format!("{path}[{axis}]"), index).mono().bold().tone(Tone::Axis(axis)));
    }
    text.then(Span::literal("]").mono().bold())
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
        Some(name) => Span::fact(format!("{record}.axes[{axis}]"), name.as_str()).into(),
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
