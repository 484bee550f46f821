//! The ladder: index times stride, axis by axis.

use super::View;
use crate::figure::kind::facts::{integer, joined, path_to};
use crate::figure::labels::Label;
use crate::figure::panel::ladder::{Base, Ladder, Term, Words};
use crate::figure::text::Text;
use crate::figure::{Panel, Section};
use compact_str::CompactString;

/// The arithmetic of the coordinate, if there is one.
pub(super) fn section(view: &View<'_>) -> Option<Section> {
    view.indices()?;
    let words = &view.labels.ladder;
    let tensor = &view.lookup.tensor;
    let terms: Vec<Term> = view
        .lookup
        .terms
        .iter()
        .enumerate()
        .map(|(place, record)| {
            let path = record_path(view, place);
            Term {
                axis: record.axis,
                name: view.axis(record.axis).clone(),
                index: integer(path_to![path, ".index"], record.index),
                stride: integer(path_to![path, ".stride"], record.stride),
                contribution: integer(path_to![path, ".contribution"], record.contribution),
            }
        })
        .collect();
    let offset = Text::from(view.offset());
    let scalar = terms.is_empty();
    let (heading, brief, say) = if scalar {
        let filled = |label: &Label| label.fill(&[("offset", &offset)]);
        (filled(&words.heading_scalar), &words.brief_scalar, filled(&words.say_scalar))
    } else {
        let products = joined(terms.len(), ", ", |text, place| {
            push_product(text, &terms[place]);
            text.push_literal(" = ");
            text.push(&terms[place].contribution);
        });
        let say = words.say.fill(&[("terms", &products), ("offset", &offset)]);
        (words.heading.text(), &words.brief, say)
    };
    // Without a term there is no row of contributions.
    let contribution = if scalar { Text::default() } else { words.contribution.text() };
    let ladder = Ladder {
        words: Words {
            index: words.index.text(),
            index_brief: words.index_brief.text(),
            stride: words.stride.text(),
            contribution,
            offset: words.offset.text(),
        },
        base: (tensor.base > 0).then(|| Base {
            name: view.labels.common.base.fill(&[]),
            value: integer("TENSOR.base", tensor.base),
        }),
        terms,
        no_terms: words.no_terms.text(),
        offset: view.offset(),
    };
    Some(View::section(heading, brief.text(), None, &words.pass, say, Panel::Ladder(ladder)))
}

/// The path of the TERM record at a place.
pub(super) fn record_path(view: &View<'_>, place: usize) -> CompactString {
    if view.lookup.terms.len() == 1 { "TERM".into() } else { path_to!["TERM[axis=", place, "]"] }
}

/// `1 × 6`.
fn push_product(text: &mut Text, term: &Term) {
    text.push(&term.index);
    text.push_literal(" × ");
    text.push(&term.stride);
}
