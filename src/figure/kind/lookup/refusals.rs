//! The coordinates that are refused, check by check.

use super::View;
use crate::figure::kind::facts::{coordinate, count, integer, lexeme, list, path_to};
use crate::figure::labels::Label;
use crate::figure::panel::bounds::{Bounds, Check, Inside, Rule, State, Verdict};
use crate::figure::text::{Span, Text};
use crate::figure::{Panel, Section};
use crate::trace::{Landing, Refusal};
use compact_str::CompactString;

/// How many valid indices of an axis are drawn before some are left out.
const INSIDE: usize = 4;

/// The refused coordinates, if there are any.
pub(super) fn section(view: &View<'_>) -> Option<Section> {
    let bounds = &view.lookup.bounds;
    if bounds.is_empty() {
        return None;
    }
    let words = &view.labels.bounds;
    let several = bounds.len() > 1;
    let verdicts = (0..bounds.len()).map(|place| verdict(view, place, several)).collect();
    let (heading, brief) = if several {
        let number = Text::from(count("count(BOUNDS)", bounds.len()));
        let fill = |label: &Label| label.fill(&[("count", &number)]);
        (fill(&words.heading_many), fill(&words.brief_many))
    } else {
        (heading(view, 0, true), heading(view, 0, false))
    };
    let mut sentence = Text::default();
    for place in 0..bounds.len() {
        if place > 0 {
            sentence.push(Span::literal(" "));
        }
        sentence.push(say(view, place));
    }
    Some(View::section(
        heading,
        brief,
        None,
        &words.pass,
        sentence,
        Panel::Bounds(Bounds { verdicts }),
    ))
}

fn heading(view: &View<'_>, place: usize, whole: bool) -> Text {
    let words = &view.labels.bounds;
    let refused = &view.refused[place];
    match view.lookup.bounds[place].refusal {
        Refusal::RankMismatch { .. } => {
            let label = if whole { &words.heading_rank } else { &words.brief_rank };
            label.fill(&[("coordinate", refused)])
        }
        Refusal::OutOfBounds { axis, .. } | Refusal::OffsetOverflow { axis } => {
            let label = if whole { &words.heading } else { &words.brief };
            label.fill(&[("coordinate", refused), ("axis", &view.axis_in_full(axis))])
        }
    }
}

fn say(view: &View<'_>, place: usize) -> Text {
    let words = &view.labels.bounds;
    let record = view.bounds_record(place);
    let refused = &view.refused[place];
    let fact = |key: &str, value: usize| Text::from(integer(path_to![record, ".", key], value));
    match view.lookup.bounds[place].refusal {
        Refusal::OutOfBounds { axis, index, size } => words.say.fill(&[
            ("coordinate", refused),
            ("axis", &view.axis_in_full(axis)),
            ("index", &fact("index", index)),
            ("size", &fact("size", size)),
        ]),
        Refusal::RankMismatch { expected, actual } => words.say_rank.of(&lexeme(actual)).fill(&[
            ("coordinate", refused),
            ("expected", &fact("expected", expected)),
            ("actual", &fact("actual", actual)),
        ]),
        Refusal::OffsetOverflow { axis } => {
            let axis = view.axis_in_full(axis);
            words.say_overflow.fill(&[("coordinate", refused), ("axis", &axis)])
        }
    }
}

fn verdict(view: &View<'_>, place: usize, several: bool) -> Verdict {
    let words = &view.labels.bounds;
    let refusal = view.lookup.bounds[place].refusal;
    Verdict {
        heading: several.then(|| heading(view, place, false)),
        checks: checks(view, place),
        rule: match refusal {
            Refusal::OutOfBounds { axis, index, size } => {
                Some(rule(view, place, axis, index, size))
            }
            _ => None,
        },
        error: error(view, place),
        consequence: words.nothing_read.text(),
        unchecked: unchecked(view, place),
    }
}

fn error(view: &View<'_>, place: usize) -> Text {
    let words = &view.labels.bounds;
    let record = view.bounds_record(place);
    let named = |words: &'static str, key: &str, value: usize| {
        Text::literal(words).then(integer(path_to![record, ".", key], value)).mono().bold()
    };
    let comma = || Span::literal(", ").mono().bold();
    match view.lookup.bounds[place].refusal {
        Refusal::OutOfBounds { axis, index, size } => {
            let facts = named("axis ", "axis", axis)
                .then(comma())
                .then(named("index ", "index", index))
                .then(comma())
                .then(named("size ", "size", size));
            words.error_bounds.fill(&[("facts", &facts)])
        }
        Refusal::RankMismatch { expected, actual } => {
            let facts = named("rank ", "expected", expected)
                .then(comma())
                .then(named("indices ", "actual", actual));
            words.error_rank.fill(&[("facts", &facts)])
        }
        Refusal::OffsetOverflow { axis } => {
            words.error_overflow.fill(&[("axis", &view.axis_in_full(axis))])
        }
    }
}

fn checks(view: &View<'_>, place: usize) -> Vec<Check> {
    let words = &view.labels.bounds;
    let record = view.bounds_record(place);
    let bounds = &view.lookup.bounds[place];
    let shape = &view.lookup.tensor.shape;
    if let Refusal::RankMismatch { expected, actual } = bounds.refusal {
        let test = Text::from(integer(path_to![record, ".actual"], actual))
            .then(Span::literal(" ≠ "))
            .then(integer(path_to![record, ".expected"], expected));
        let rank = Check {
            name: words.rank.text(),
            test: Some(test),
            state: State::Rejected,
            word: words.rejected.text(),
        };
        let rest = (0..shape.len()).map(|axis| not_checked(view, axis));
        return std::iter::once(rank).chain(rest).collect();
    }
    let (fails, overflow) = match bounds.refusal {
        Refusal::OutOfBounds { axis, .. } => (axis, false),
        Refusal::OffsetOverflow { axis } => (axis, true),
        Refusal::RankMismatch { .. } => (0, false),
    };
    (0..shape.len())
        .map(|axis| {
            if axis > fails {
                return not_checked(view, axis);
            }
            let test = Text::from(integer(
                path_to![record, ".coordinate[", axis, "]"],
                bounds.coordinate[axis],
            ))
            .then(Span::literal(" < "))
            .then(integer(path_to!["TENSOR.shape[", axis, "]"], shape[axis]));
            let (state, word) = match (axis == fails, overflow) {
                (false, _) => (State::Valid, &words.valid),
                (true, false) => (State::Rejected, &words.rejected),
                (true, true) => (State::Rejected, &words.overflows),
            };
            Check { name: view.axis(axis).clone(), test: Some(test), state, word: word.text() }
        })
        .collect()
}

fn not_checked(view: &View<'_>, axis: usize) -> Check {
    Check {
        name: view.axis(axis).clone(),
        test: None,
        state: State::NotChecked,
        word: view.labels.bounds.not_checked.text(),
    }
}

fn rule(view: &View<'_>, place: usize, axis: usize, index: usize, size: usize) -> Rule {
    let words = &view.labels.bounds;
    let record = view.bounds_record(place);
    let fact = |key: &str, value: usize| integer(path_to![record, ".", key], value);
    let source = path_to![record, ".coordinate"];
    let refused = &view.lookup.bounds[place].coordinate;
    Rule {
        axis,
        name: view.axis(axis).clone(),
        size: words.size.fill(&[("size", &fact("size", size))]),
        inside: inside(view, place, axis, size),
        none: (size == 0).then(|| words.no_index.text()),
        outside: words.outside.text(),
        index: fact("index", index),
        adjacent: index == size,
        index_name: words.index.fill(&[("index", &fact("index", index))]),
        source: words.from.fill(&[("coordinate", &list(&source, refused))]),
    }
}

/// The valid indices: all of a small axis; of a large one its ends and the one
/// that the looked-up coordinate uses.
fn inside(view: &View<'_>, place: usize, axis: usize, size: usize) -> Vec<Inside> {
    let words = &view.labels.bounds;
    let record = view.bounds_record(place);
    let used = view.indices().map(|indices| indices[axis]);
    let mut shown: Vec<usize> = if size <= INSIDE {
        (0..size).collect()
    } else {
        let mut ends = vec![0, size - 1];
        ends.extend(used);
        ends.sort_unstable();
        ends.dedup();
        // No break hides a single index.
        let alone = ends.windows(2).filter(|pair| pair[1] - pair[0] == 2);
        let alone: Vec<usize> = alone.map(|pair| pair[0] + 1).collect();
        ends.extend(alone);
        ends.sort_unstable();
        ends
    };
    shown.dedup();
    let mut inside = Vec::new();
    for (at, &index) in shown.iter().enumerate() {
        if at > 0 && index - shown[at - 1] > 1 {
            inside.push(Inside::Elided);
        }
        let is_used = used == Some(index);
        let span = if is_used {
            integer(path_to!["COORDINATE.indices[", axis, "]"], index)
        } else {
            integer(index_path(&record, index, size), index)
        };
        let used = is_used.then(|| {
            let name = words.index.fill(&[("index", &span.clone())]);
            let coordinate = view
                .indices()
                .map_or_else(Text::default, |indices| list("COORDINATE.indices", indices));
            (name, words.used_by.fill(&[("coordinate", &coordinate)]))
        });
        inside.push(Inside::Index { index: span, used });
    }
    inside
}

/// An index of an axis, said from the axis's size: from the first one forwards,
/// or from the last one backwards.
fn index_path(record: &str, index: usize, size: usize) -> CompactString {
    let size_path = path_to![record, ".size"];
    if index < INSIDE.min(size.div_ceil(2)) {
        (0..index).fold(path_to!["first(", size_path, ")"], |path, _| path_to!["next(", path, ")"])
    } else {
        (index..size).fold(size_path, |path, _| path_to!["previous(", path, ")"])
    }
}

pub(super) fn unchecked(view: &View<'_>, place: usize) -> Option<Text> {
    let words = &view.labels.bounds;
    let refused = &view.lookup.bounds[place].coordinate;
    let at = view.lookup.unchecked.iter().position(|record| record.coordinate == *refused)?;
    let record = if view.lookup.unchecked.len() == 1 {
        "UNCHECKED".into()
    } else {
        path_to!["UNCHECKED[", at, "]"]
    };
    let unchecked = &view.lookup.unchecked[at];
    let offset = Text::from(integer(path_to![record, ".offset"], unchecked.offset).mono().bold());
    Some(match &unchecked.landing {
        Landing::Inside { owner } => words.unchecked_inside.fill(&[
            ("offset", &offset),
            ("owner", &coordinate(&path_to![record, ".owner"], owner)),
        ]),
        Landing::Outside { length } => words
            .unchecked_outside
            .fill(&[("offset", &offset), ("length", &count(path_to![record, ".length"], *length))]),
    })
}
