//! The arithmetic as a table: axes across, or turned, one axis a line, where
//! they do not fit.

use super::room::{self, NARROW, SMALL, WIDE};
use crate::figure::geometry::measure;
use crate::figure::panel::ladder::{self, Base, Words};
use crate::figure::text::{Span, Text};

pub(super) struct View<'a> {
    pub(super) words: &'a Words,
    pub(super) base: Option<&'a Base>,
    pub(super) terms: Vec<Term<'a>>,
    /// What is said where there is no term.
    pub(super) no_terms: Option<&'a Text>,
    pub(super) offset: &'a Span,
    /// Lines of the turned table.
    pub(super) lines: usize,
    /// Width of the words at the left.
    pub(super) words_width: u32,
    /// The same in a narrow column.
    pub(super) brief_width: u32,
    /// Width of the widest number of an axis: numbers align at its right.
    pub(super) number: u32,
    /// From which column on the table is turned.
    pub(super) class: &'static str,
    pub(super) scrolls: bool,
}

pub(super) struct Term<'a> {
    pub(super) term: &'a ladder::Term,
    /// Whether something is added before it.
    pub(super) added: bool,
}

impl<'a> View<'a> {
    pub(super) fn of(panel: &'a ladder::Ladder) -> Self {
        let words = &panel.words;
        let contribution = |span: &Span| measure::mono(&span.text, 18);
        let value = |span: &Span| measure::mono(&span.text, 15);
        let number = panel
            .terms
            .iter()
            .map(|term| {
                contribution(&term.contribution).max(value(&term.index)).max(value(&term.stride))
            })
            .chain(panel.base.as_ref().map(|base| contribution(&base.value)))
            .max()
            .unwrap_or(0);
        let name = panel.terms.iter().map(|term| room::label(&term.name, true)).max().unwrap_or(0);
        let columns = room::count(panel.terms.len()) + u32::from(panel.base.is_some());
        // A number has its sign before it; the sum has the mark behind it too.
        let column = (name + 6).max(number + 28);
        let sum = (room::label(&words.offset, true) + 6).max(contribution(&panel.offset) + 36);
        // The columns share what the words leave, in equal parts.
        let columns = (columns + 1).saturating_mul(column.max(sum));
        let body = |text: &Text| measure::text(text, 13, false);
        let contribution_word = measure::text(&words.contribution, 13, true);
        let words_width =
            [&words.index, &words.stride].map(body).into_iter().fold(contribution_word, u32::max)
                + 12;
        let brief =
            room::label(&words.index_brief, false).max(room::label(&words.contribution, true)) + 8;
        let turned = [
            words_width.saturating_add(columns) > WIDE,
            brief.saturating_add(columns) > NARROW,
            brief.saturating_add(columns) > SMALL,
        ];
        let narrow = |number: fn(&ladder::Term) -> &Span| {
            let numbers = panel.terms.iter().map(number);
            numbers.map(|span| measure::mono(&span.text, 13)).max().unwrap_or(0)
        };
        // A turned line: name, index, stride with its sign, contribution with its.
        let turned_width = name.min(84)
            + 36
            + narrow(|term| &term.index).max(room::label(&words.index_brief, false))
            + (narrow(|term| &term.stride) + 18).max(room::label(&words.stride, false))
            + (measure::mono(&panel.offset.text, 15) + 36)
                .max(room::label(&words.contribution, true));
        let is_empty = panel.terms.is_empty() && panel.base.is_none();
        Self {
            words,
            base: panel.base.as_ref(),
            terms: panel
                .terms
                .iter()
                .enumerate()
                .map(|(place, term)| Term { term, added: place > 0 || panel.base.is_some() })
                .collect(),
            no_terms: is_empty.then_some(&panel.no_terms),
            offset: &panel.offset,
            lines: panel.terms.len() + usize::from(panel.base.is_some()) + 2,
            words_width,
            brief_width: brief,
            number,
            class: match turned {
                [true, ..] => "tp-sum tp-turn",
                [_, true, _] => "tp-sum tp-turn-n",
                [.., true] => "tp-sum tp-turn-s",
                _ => "tp-sum",
            },
            scrolls: turned[2] && turned_width > SMALL,
        }
    }
}
