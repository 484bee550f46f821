//! Facts as runs of text: a lexeme with its path, lists in brackets,
//! coordinates in the hues of their axes.

use crate::decimal;
use crate::figure::geometry::measure::columns;
use crate::figure::labels::{Label, Labels};
use crate::figure::text::{Put, Span, Text, Tone, Words};
use crate::figure::{Frame, Toolbar};
use crate::trace::Text as Word;
use compact_str::CompactString;

/// An integer as the trace spells it.
pub(super) fn lexeme(value: usize) -> CompactString {
    decimal::integer(value as u64)
}

/// A path from its parts: `path_to!["index(", record, ".row", row, ")"]`. Figures
/// name each of their numbers by one; formatting them would take a tenth of the
/// time of a figure.
macro_rules! path_to {
    ($($part:expr),+ $(,)?) => {{
        let mut path = String::with_capacity(48);
        $(crate::figure::kind::facts::Part::push_to(&$part, &mut path);)+
        compact_str::CompactString::from(path)
    }};
}
pub(super) use path_to;

/// A part of a path: a name, or a place.
pub(super) trait Part {
    fn push_to(&self, path: &mut String);
}

impl Part for str {
    fn push_to(&self, path: &mut String) {
        path.push_str(self);
    }
}

impl Part for String {
    fn push_to(&self, path: &mut String) {
        path.push_str(self);
    }
}

impl Part for CompactString {
    fn push_to(&self, path: &mut String) {
        path.push_str(self);
    }
}

impl<T: Part + ?Sized> Part for &T {
    fn push_to(&self, path: &mut String) {
        T::push_to(self, path);
    }
}

impl Part for usize {
    fn push_to(&self, path: &mut String) {
        decimal::integer_into(*self as u64, path);
    }
}

/// The path of an item: `BUFFER.values[8]`.
pub(super) fn item(list: &str, place: usize) -> CompactString {
    path_to![list, "[", place, "]"]
}

/// The path of what a function says: `index(BUFFER.values[8])`.
pub(super) fn call(function: &str, argument: &str) -> CompactString {
    path_to![function, "(", argument, ")"]
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
    let mut text = Text::with_capacity(3, path.len() + 3 * values.len() + 2);
    text.push(Span::literal("["));
    if !values.is_empty() {
        let mut listed = CompactString::default();
        for (place, &value) in values.iter().enumerate() {
            listed.push_str(if place > 0 { "," } else { "" });
            listed.push_str(&lexeme(value));
        }
        text.push(Span::fact(path, listed));
    }
    text.push(Span::literal("]"));
    text.mono()
}

/// A coordinate in brackets, each index a fact in its axis's hue.
pub(super) fn coordinate(path: &str, indices: &[usize]) -> Text {
    let rank = indices.len();
    let mut text = Text::with_capacity(2 * rank + 2, rank * (path.len() + 6));
    text.push_literal("[");
    for (axis, &index) in indices.iter().enumerate() {
        if axis > 0 {
            text.push_literal(",");
        }
        text.push(integer(item(path, axis), index).tone(Tone::axis(axis)));
    }
    text.push_literal("]");
    text.mono().bold()
}

/// So many items with a sign between them; `put` puts one behind a text.
pub(super) fn joined(
    count: usize,
    between: &'static str,
    put: impl Fn(&mut Text, usize),
) -> impl Words {
    Put(move |text: &mut Text| {
        for place in 0..count {
            if place > 0 {
                text.push_literal(between);
            }
            put(text, place);
        }
    })
}

/// Columns of a name that a figure shows whole.
const NAME: u32 = 24;

/// How a long name is cut, from the first choice on: so many columns of its
/// beginning, `…`, so many of its end.
const CUTS: [(u32, u32); 4] = [(NAME, 0), (12, 12), (18, 6), (6, 18)];

/// The name of an axis, a long one cut with `…` for what is missing; where two
/// names of one tensor would become one, it is cut elsewhere, or not at all.
fn shortened(names: &[Word], axis: usize) -> CompactString {
    let name = names[axis].as_str();
    if columns(name) <= NAME || decimal::is_number(name) {
        return name.into();
    }
    let stands_alone = |cut: &CompactString, ends: (u32, u32)| {
        names.iter().map(Word::as_str).filter(|other| *other != name).all(|other| {
            *cut != other && (columns(other) <= NAME || *cut != shortened_to(other, ends))
        })
    };
    let cuts = CUTS.into_iter().map(|ends| (shortened_to(name, ends), ends));
    let found = cuts.into_iter().find(|(cut, ends)| stands_alone(cut, *ends));
    found.map_or_else(|| name.into(), |(cut, _)| cut)
}

/// So many columns of a name's beginning and of its end, `…` between them.
fn shortened_to(name: &str, (from_start, from_end): (u32, u32)) -> CompactString {
    let ends = name.char_indices().map(|(at, _)| at).skip(1);
    let head = ends.take_while(|&at| columns(&name[..at]) < from_start).last().unwrap_or(0);
    let starts = name.char_indices().map(|(at, _)| at).rev();
    let tail = starts.take_while(|&at| columns(&name[at..]) < from_end).last();
    let mut short = CompactString::from(name[..head].trim_end());
    short.push('…');
    short.push_str(name[tail.unwrap_or(name.len())..].trim_start());
    short
}

/// The name of an axis as a panel shows it: a long one is cut with `…`.
pub(super) fn axis_label(
    labels: &Labels,
    names: Option<&Vec<Word>>,
    record: &str,
    axis: usize,
) -> Text {
    if let Some(names) = names.filter(|names| axis < names.len()) {
        return Span::fact(item(&path_to![record, ".axes"], axis), shortened(names, axis)).into();
    }
    axis_name(labels, None, record, axis)
}

/// The name of an axis: the author's, or `axis 0` with a path for the 0.
pub(super) fn axis_name(
    labels: &Labels,
    names: Option<&Vec<Word>>,
    record: &str,
    axis: usize,
) -> Text {
    if let Some(name) = names.and_then(|names| names.get(axis)) {
        return Span::fact(item(&path_to![record, ".axes"], axis), name.as_str()).into();
    }
    let number = integer(path_to!["index(", record, ".shape[", axis, "])"], axis);
    labels.common.axis.fill(&[("axis", &number)])
}

/// `axis 0`, with the author's name for it if there is one: `axis 0 (day)`.
pub(super) fn axis_in_full<'a>(
    labels: &'a Labels,
    number: &'a Text,
    name: Option<&'a Text>,
) -> impl Words + 'a {
    Put(move |text: &mut Text| match &name {
        None => text.push(number),
        Some(name) => {
            let values: &[(&str, &dyn Words)] = &[("axis", number), ("name", name)];
            labels.common.axis_in_full.fill_into(text, values);
        }
    })
}

/// So many items as a sentence lists them: `a`, `a and b`, `a, b and c`; `put`
/// puts one behind a text.
pub(super) fn listed(labels: &Labels, count: usize, put: impl Fn(&mut Text, usize)) -> impl Words {
    Put(move |text: &mut Text| match count {
        0 => {}
        1 => put(text, 0),
        _ => {
            let last = Put(|text: &mut Text| put(text, count - 1));
            let texts = joined(count - 1, ", ", &put);
            labels.common.and.fill_into(text, &[("texts", &texts), ("last", &last)]);
        }
    })
}

/// How the lines of the axes look, for who can't see them.
pub(super) fn lines(labels: &Labels, axes: &[Text], text: &mut Text) {
    let words = &labels.common;
    let styles = [&words.line_solid, &words.line_dashed, &words.line_dotted];
    let alike = axes.get(styles.len()..).unwrap_or_default();
    let marks = listed(labels, axes.len().min(styles.len() + 1), |text, place| {
        if let Some(style) = styles.get(place) {
            return style.fill_into(text, &[("axis", &axes[place])]);
        }
        let axes = listed(labels, alike.len(), |text, place| text.push(&alike[place]));
        words.line_dash_dot.fill_into(text, &[("axis", &axes)]);
    });
    match (axes.len(), alike.len()) {
        (0, _) => {}
        (_, 0 | 1) => words.lines.fill_into(text, &[("lines", &marks)]),
        _ => words.lines_by_name.fill_into(text, &[("lines", &marks)]),
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

#[cfg(test)]
mod tests {
    use super::{Word, shortened};

    #[test]
    fn two_names_of_one_tensor_never_become_one() {
        for (names, shown) in [
            (
                ["attention heads of the encoder", "attention heads of the decoder"],
                ["attention h…the encoder", "attention h…the decoder"],
            ),
            (
                ["a very long axis name that the author chose", "another quite long one"],
                ["a very long axis name t…", "another quite long one"],
            ),
            (
                ["transformer.h.0.attn.c_attn.weight", "transformer.h.1.attn.c_attn.weight"],
                ["transformer.h.0.attn.c_…", "transformer.h.1.attn.c_…"],
            ),
        ] {
            let names = names.map(Word::new);
            assert_eq!([0, 1].map(|axis| shortened(&names, axis).to_string()), shown);
        }
        let middle = |sign: &str| format!("{}{sign}{}", "a".repeat(30), "b".repeat(30));
        let names = ["x", "y"].map(|sign| Word::new(middle(sign)));
        assert_eq!(shortened(&names, 0), middle("x"), "nothing shorter tells them apart");
    }
}
