//! Refused coordinates: a table of checks, and the axis that fails with what
//! is inside and what is outside.

use super::room::NARROW;
use super::runs::axis_hue;
use crate::figure::geometry::measure;
use crate::figure::panel::bounds::{self, Check, Inside, Rule, State};
use crate::figure::text::Text;

/// The least width of a name.
const NAME: u32 = 72;
/// Width of the words under an index.
const BY: u32 = 136;

pub(super) struct View<'a> {
    pub(super) verdicts: Vec<Verdict<'a>>,
}

pub(super) struct Verdict<'a> {
    pub(super) of: &'a bounds::Verdict,
    /// Tells it apart from the others.
    pub(super) number: usize,
    pub(super) checks: Vec<Line<'a>>,
    /// Whether a row needs two lines in a narrow column.
    pub(super) class: &'static str,
    pub(super) rule: Option<Extent<'a>>,
}

/// One check as a row.
pub(super) struct Line<'a> {
    pub(super) check: &'a Check,
    pub(super) class: &'static str,
    /// `✓`, `✕` or nothing.
    pub(super) mark: &'static str,
}

/// The indices of an axis.
pub(super) struct Extent<'a> {
    pub(super) rule: &'a Rule,
    pub(super) hue: &'static str,
    /// Many cells are narrower.
    pub(super) class: &'static str,
    /// The index that the looked-up coordinate has.
    pub(super) used: Option<&'a (Text, Text)>,
}

impl<'a> View<'a> {
    pub(super) fn of(panel: &'a bounds::Bounds) -> Self {
        let verdicts = panel.verdicts.iter().enumerate();
        Self {
            verdicts: verdicts.map(|(place, verdict)| Verdict::of(verdict, place + 1)).collect(),
        }
    }
}

impl<'a> Verdict<'a> {
    fn of(verdict: &'a bounds::Verdict, number: usize) -> Self {
        // A name breaks into lines, a number does not.
        let wide = |check: &Check| {
            let test = check.test.as_ref().map_or(0, |test| measure::mono_text(test, 13));
            NAME + test + measure::text(&check.word, 13, true) + 48
        };
        let widest = verdict.checks.iter().map(wide).max().unwrap_or(0);
        Self {
            of: verdict,
            number,
            class: if widest > NARROW { "tp-checks tp-long" } else { "tp-checks" },
            checks: verdict.checks.iter().map(Line::of).collect(),
            rule: verdict.rule.as_ref().map(Extent::of),
        }
    }
}

impl<'a> Line<'a> {
    fn of(check: &'a Check) -> Self {
        let (class, mark) = match check.state {
            State::Valid => ("tp-ok", "✓"),
            State::Rejected => ("tp-bad", "✕"),
            State::NotChecked => ("tp-skip", ""),
        };
        Self { check, class, mark }
    }
}

impl<'a> Extent<'a> {
    fn of(rule: &'a Rule) -> Self {
        let used = rule.inside.iter().find_map(|inside| match inside {
            Inside::Index { used, .. } => used.as_ref(),
            Inside::Elided => None,
        });
        // The coordinate under the index outside takes a line, whatever its length.
        let facts = rule.source.runs().filter(|run| run.fact().is_some());
        let is_far = facts.map(|run| measure::mono(run.text, 12)).sum::<u32>() + 16 > BY;
        Self {
            rule,
            hue: axis_hue(rule.axis),
            class: match (rule.inside.len() > 3, is_far) {
                (false, false) => "tp-extent",
                (true, false) => "tp-extent tp-tight",
                (false, true) => "tp-extent tp-far",
                (true, true) => "tp-extent tp-tight tp-far",
            },
            used,
        }
    }
}
