//! Refused coordinates: a table of checks, and the axis that fails with what
//! is inside and what is outside.

use super::runs::axis_hue;
use crate::figure::panel::bounds::{self, Check, Inside, Rule, State};
use crate::figure::text::Text;

pub(super) struct View<'a> {
    pub(super) verdicts: Vec<Verdict<'a>>,
}

pub(super) struct Verdict<'a> {
    pub(super) of: &'a bounds::Verdict,
    /// Tells it apart from the others.
    pub(super) number: usize,
    pub(super) checks: Vec<Line<'a>>,
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
        Self {
            of: verdict,
            number,
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
        Self {
            rule,
            hue: axis_hue(rule.axis),
            class: if rule.inside.len() > 3 { "tp-extent tp-tight" } else { "tp-extent" },
            used,
        }
    }
}
