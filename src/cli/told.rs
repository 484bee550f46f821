//! How a plate's differences are told: record by record, field by field, and
//! after each what it touches.

use std::fmt::Write as _;

use crate::book::agreement::{Agreement, State};
use crate::book::report::{Quoted, Report};
use crate::store;

use super::shell::Shell;

/// Tells how a plate stands; with a report, also which sentences rest on it.
pub fn differences(shell: &mut Shell<'_>, plate: &Agreement, report: Option<&Report>) {
    shell.say(&format!("{}: {}", plate.id, plate.state.word()));
    for difference in &plate.differences {
        let mut line = format!("  {}", difference.path);
        let _ = match (&difference.was, &difference.now) {
            (Some(was), Some(now)) => write!(line, " {was} → {now}"),
            (Some(was), None) => write!(line, " is gone, was {was}"),
            (None, now) => write!(line, " is new: {}", now.as_deref().unwrap_or_default()),
        };
        let _ = write!(line, "; in figure {}", plate.id);
        for fact in report.into_iter().flat_map(|report| report.rests_on(plate, difference)) {
            let _ = write!(line, "; {}", rests(fact));
        }
        shell.say(&line);
    }
    for fact in report.into_iter().flat_map(|report| report.else_touched(plate)) {
        let word = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
        let change = format!("{} {} → {}", fact.path, word(&fact.says.value), word(&fact.says.now));
        shell.say(&format!("  {change}; {}", rests(fact)));
    }
    if plate.state == State::Missing || plate.state == State::Stale {
        let missing =
            plate.figures.iter().filter(|figure| figure.state == State::Missing && !figure.unread);
        for path in plate.no_trace.iter().chain(missing.map(|figure| &figure.path)) {
            shell.say(&format!("  {path} is not there yet"));
        }
    }
    for figure in &plate.figures {
        if let Some((line, column)) = figure.parts {
            let path = &figure.path;
            shell.say(&format!(
                "  {path}:{line}:{column} differs from what its trace and plates.toml draw"
            ));
        }
    }
    let makes = plate.no_trace.is_some()
        || plate.figures.iter().any(|figure| figure.state == State::Missing);
    if let Some(arguments) = plate.mend() {
        let doing = match (plate.changed, plate.by_hand) {
            (true, true) => "once the sentences that the errors name are changed by hand",
            (true, false) => "to take the new trace",
            (false, _) if makes => "to make it",
            (false, _) => "to draw it again",
        };
        shell.say(&format!("  {doing}: {} {arguments}", shell.program));
    }
}

/// Tells the files that no plate owns, and what becomes of them where that is plain.
pub fn orphans(shell: &mut Shell<'_>, paths: &[String]) {
    let (left, others): (Vec<_>, Vec<_>) =
        paths.iter().partition(|path| store::is_unfinished(path));
    for path in others {
        shell.say(&format!("{path}: no plate owns it"));
    }
    let Some(first) = left.first() else { return };
    let more = match left.len() {
        1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    let again = format!("{} build", shell.program);
    shell.say(&format!("{first}{more}: left by a stopped build, which the next {again} removes"));
}

fn rests(fact: &Quoted) -> String {
    let kind = if fact.caption { "caption" } else { "prose" };
    format!("in {kind} {}", fact.place)
}
