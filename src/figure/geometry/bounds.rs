//! Places the checks of refused coordinates, and beside them the axis that
//! fails with what is inside and what is outside.

use super::mark::{Anchor, Fill, Px, Role, Stroke};
use super::measure;
use super::on_grid;
use super::scene::{Cell as At, Scene, bold_width, px, width};
use crate::figure::panel::bounds::{Bounds, Check, Inside, Rule, State, Verdict};
use crate::figure::text::{Text, Tone};

pub(super) fn place<'a>(scene: &mut Scene<'a>, panel: &'a Bounds) {
    // Several refusals of one figure are set alike, but for a number that is longer.
    let widths = panel.verdicts.iter().flat_map(|verdict| &verdict.checks).map(words_width);
    let words = widths.fold((0, 0), |widest, of| (widest.0.max(of.0), widest.1.max(of.1)));
    for (place, verdict) in panel.verdicts.iter().enumerate() {
        if let Some(heading) = &verdict.heading {
            let at = (scene.form.margin(), scene.bottom + if place > 0 { 36 } else { 26 });
            let room = scene.form.content();
            scene.bottom = scene.paragraph(at, Role::Body.start().bold(), room, heading);
        }
        place_verdict(scene, verdict, words);
    }
}

/// Width of a check's name and of the word for how it ended.
fn words_width(check: &Check) -> (Px, Px) {
    (bold_width(&check.name, Role::Label), bold_width(&check.word, Role::Body))
}

fn place_verdict<'a>(scene: &mut Scene<'a>, verdict: &'a Verdict, words: (Px, Px)) {
    let columns = &Columns::of(scene, verdict, words);
    let narrow = scene.form.is_narrow();
    let top = scene.bottom + if narrow { 15 } else { 19 };
    let height = if narrow { 34 } else { 32 } + if columns.beneath { 20 } else { 0 };
    let mut y = top;
    for check in &verdict.checks {
        if columns.above {
            let style = Role::Label.start().bold().tone(tone_of(check.state));
            scene.put(scene.form.margin(), y + 12, style, &check.name);
            y += 20;
        }
        place_check(scene, check, columns, y, height);
        y += height + 4;
    }
    let mut bottom = y - 4;
    if let Some(rule) = &verdict.rule
        && !narrow
    {
        bottom = place_rule(scene, rule, columns.row, (top, bottom));
    }
    let (x, content) = (scene.form.margin(), scene.form.content());
    let mut baseline = bottom + 28;
    if !narrow {
        scene.rule(x, bottom + 18, x + content, Stroke::Guide);
        baseline = bottom + 42;
    }
    let sentence = verdict.error.clone().then(verdict.consequence.clone());
    let mut last = scene.lines((x, baseline), Role::Body.start(), content, &sentence);
    if let Some(unchecked) = &verdict.unchecked {
        last = scene.paragraph((x, last + 20), Role::Body.start(), content, unchecked);
    }
    scene.bottom = last + 4;
}

/// Where the parts of a check stand, from the left.
struct Columns {
    /// Width of the zone of names, hatched where refused.
    name: Px,
    /// Middle of the tests.
    test: Px,
    /// Middle of the marks.
    mark: Px,
    /// Start of the words.
    word: Px,
    /// Width of a whole row.
    row: Px,
    /// Whether names stand above their rows, for lack of room.
    above: bool,
    /// Whether the words stand under the tests, for still less room.
    beneath: bool,
}

impl Columns {
    /// One set for the table of a verdict; names and words are as wide in all.
    fn of(scene: &Scene, verdict: &Verdict, (name, word): (Px, Px)) -> Self {
        let tests = verdict.checks.iter().filter_map(|check| check.test.as_ref());
        let test = tests.map(|test| width(test, Role::Value(15))).max().unwrap_or(0);
        let narrow = scene.form.is_narrow();
        let room = scene.form.content();
        // A narrow row holds what it can; its parts move together before it grows.
        let (around_name, around_test) = if narrow { (24, 24) } else { (32, 40) };
        let test = on_grid(test + around_test).max(if narrow { 72 } else { 88 });
        let least = if narrow { room } else { 280 };
        let at = |name: Px, above: bool, beneath: bool| {
            let mark = name + 10 + if beneath { 4 } else { test };
            let start = mark + 22;
            let row = on_grid((start + word + 8).max(name + test)).max(least);
            let (x, middle) = (scene.form.margin(), name + test / 2);
            Self { name, test: x + middle, mark: x + mark, word: x + start, row, above, beneath }
        };
        let beside =
            at(on_grid(name + around_name).max(if narrow { 64 } else { 72 }), false, false);
        let above = at(24, true, false);
        match () {
            () if beside.row <= room => beside,
            () if above.row <= room => above,
            () => at(24, true, true),
        }
    }
}

fn tone_of(state: State) -> Tone {
    match state {
        State::Valid => Tone::Ink,
        State::Rejected => Tone::Rejected,
        State::NotChecked => Tone::Muted,
    }
}

fn place_check<'a>(scene: &mut Scene<'a>, check: &'a Check, columns: &Columns, y: Px, height: Px) {
    let x = scene.form.margin();
    let middle = y + height / 2;
    let (first, second) =
        if columns.beneath { (middle - 10, middle + 11) } else { (middle, middle) };
    let at = At { x, y, width: columns.row, height };
    let name = &check.name;
    let tone = tone_of(check.state);
    match check.state {
        State::Valid => {
            scene.rect(x, y, columns.row, height, Fill::Cell);
            scene.path(format!("M{} {second}l4 4l8 -9", columns.mark - 6), Stroke::Ink);
        }
        State::Rejected => {
            scene.hatched(at, columns.name);
            if !columns.above {
                let plate = bold_width(name, Role::Label) + 10;
                scene.rect(x + (columns.name - plate) / 2, middle - 10, plate, 20, Fill::Plate);
            }
            let (left, right) = (columns.mark - 5, columns.mark + 5);
            scene.path(
                format!(
                    "M{left} {}L{right} {}M{right} {}L{left} {}",
                    second - 5,
                    second + 5,
                    second - 5,
                    second + 5
                ),
                Stroke::Rejected,
            );
        }
        State::NotChecked => scene.rect(x, y, columns.row, height, Fill::Skipped),
    }
    if !columns.above {
        scene.put(x + columns.name / 2, middle + 4, Role::Label.middle().bold().tone(tone), name);
    }
    match &check.test {
        Some(test) => scene.put(columns.test, first + 5, Role::Value(15).middle(), test),
        None => {
            scene.put(columns.test, first + 5, Role::Value(15).middle().tone(Tone::Muted), "—");
        }
    }
    let word = Role::Body.start().tone(tone);
    let word = if check.state == State::NotChecked { word } else { word.bold() };
    scene.put(columns.word, second + 4, word, &check.word);
}

/// Height of a cell of an axis.
const CELL: Px = 36;
/// Width of the indices of an axis that are left out.
const GAP: Px = 40;

/// How wide the parts of an axis are, from the left: its name, its valid
/// indices, the way to the one outside, which is as wide as it needs.
struct RuleLayout {
    cell: Px,
    outside: Px,
    name: Px,
    inside: Px,
    away: Px,
    whole: Px,
}

impl RuleLayout {
    fn of(rule: &Rule) -> Self {
        let indices = rule.inside.iter().filter_map(|inside| match inside {
            Inside::Index { index, .. } => Some(measure::cell(&index.text, 15, 16)),
            Inside::Elided => None,
        });
        let cell = px(indices.max().unwrap_or(56)).max(56);
        let outside = px(measure::cell(&rule.index.text, 15, 32)).max(56);
        let part = |inside: &Inside| if matches!(inside, Inside::Elided) { GAP } else { cell };
        let inside = match &rule.none {
            Some(none) => width(none, Role::Label) + 24,
            None => rule.inside.iter().map(part).sum(),
        };
        let name = (bold_width(&rule.name, Role::Label) + 10).max(under_used(rule, cell));
        let away = if rule.adjacent { 12 } else { 40 };
        let words = width(&rule.source, Role::Label).max(bold_width(&rule.index_name, Role::Label));
        let tail = (outside.midpoint(words) + 4).max(outside / 2);
        let whole = name + inside + away + outside / 2 + tail;
        Self { cell, outside, name, inside, away, whole }
    }

    /// Whether it fits beside the checks, where so much room is left.
    fn fits(&self, room: Px) -> bool {
        self.whole + 32 <= room
    }
}

/// The valid indices in a row, a wall, and the index outside; beside the checks
/// or beneath them. The answer is the new bottom.
fn place_rule<'a>(
    scene: &mut Scene<'a>,
    rule: &'a Rule,
    checks: Px,
    (top, bottom): (Px, Px),
) -> Px {
    let form = scene.form;
    let layout = RuleLayout::of(rule);
    let beside = layout.fits(form.content() - checks);
    let RuleLayout { cell, outside: wide, name, inside, away, whole } = layout;
    let space = bottom - top;
    let (left, y) = if beside {
        let free = form.content() - checks - whole;
        // Clear of the heading, whose line a short table does not leave.
        let y = (top + (space - CELL) / 2 - 10).max(top + 14);
        (form.margin() + checks + name + free.min(112) / 2 + 8, y)
    } else {
        (form.margin() + name, bottom + 34)
    };
    scene.axis_name(left - 10, y + 23, Anchor::End, rule.axis, &rule.name);
    let mut x = left;
    let mut used_at = None;
    for mark in &rule.inside {
        match mark {
            Inside::Index { index, used } => {
                let at = At { x, y, width: cell, height: CELL };
                scene.cell(at, 15, index);
                if let Some((name, used)) = used {
                    used_at = Some((x + cell / 2, name, used));
                }
                x += cell;
            }
            Inside::Elided => {
                scene.rect(x, y, GAP, CELL, Fill::Soft);
                scene.broken(x + GAP / 2, y, y + CELL);
                x += GAP;
            }
        }
    }
    if let Some(none) = &rule.none {
        scene.rect(x, y, inside, CELL, Fill::Skipped);
        scene.put(x + inside / 2, y + 22, Role::Label.middle().tone(Tone::Muted), none);
        x += inside;
    }
    let wall = x + 6;
    scene.drop(wall, y - 14, y + CELL + 14, Stroke::Ink);
    scene.put(wall - 8, y - 8, Role::Label.end(), &rule.size);
    scene.put(wall + 8, y - 8, Role::Label.start().bold().tone(Tone::Rejected), &rule.outside);
    let outside = x + away;
    if !rule.adjacent {
        scene.broken(i32::midpoint(wall, outside), y, y + CELL);
    }
    let at = At { x: outside, y, width: wide, height: CELL };
    scene.hatched(at, wide);
    let plate = px(measure::mono(&rule.index.text, 15)) + 14;
    scene.rect(outside + (wide - plate) / 2, y + 6, plate, 24, Fill::Plate);
    let style = Role::Value(15).middle().bold().tone(Tone::Rejected);
    scene.put(outside + wide / 2, y + 23, style, &rule.index);
    beneath(scene, rule, (used_at, cell), (wall, outside + wide / 2), y);
    bottom.max(y + 69)
}

/// How far to the left of the first cell the words under a used index may
/// reach: they end with its cell at the latest.
fn under_used(rule: &Rule, cell: Px) -> Px {
    let (mut before, mut reach) = (0, 0);
    for mark in &rule.inside {
        match mark {
            Inside::Elided => before += GAP,
            Inside::Index { used, .. } => {
                before += cell;
                if let Some((name, by)) = used {
                    let wide = width(name, Role::Label).max(width(by, Role::Label));
                    reach = reach.max(wide + 2 - before);
                }
            }
        }
    }
    reach
}

/// What is said under a used index and under the one outside.
fn beneath<'a>(
    scene: &mut Scene<'a>,
    rule: &'a Rule,
    (used_at, cell): (Option<(Px, &'a Text, &'a Text)>, Px),
    (wall, middle): (Px, Px),
    y: Px,
) {
    let reach =
        |one: &Text, other: &Text| width(one, Role::Label).max(width(other, Role::Label)) / 2;
    let ours = middle - reach(&rule.index_name, &rule.source) - 10;
    let theirs = used_at.map_or(Px::MIN, |(used, name, by)| used + reach(name, by));
    // Words that would meet under the cells turn away from each other: those of
    // the index outside at the wall first, those of the used one at its cell.
    let right = if theirs > ours { (wall + 8, Anchor::Start) } else { (middle, Anchor::Middle) };
    if let Some((used, name, by)) = used_at {
        let aside = theirs > ours && theirs > wall;
        let left = if aside { (used + cell / 2, Anchor::End) } else { (used, Anchor::Middle) };
        scene.put(left.0, y + 53, Role::Label.at(left.1), name);
        scene.put(left.0, y + 69, Role::Label.at(left.1).tone(Tone::Muted), by);
    }
    let style = Role::Label.at(right.1);
    scene.put(right.0, y + 53, style.bold().tone(Tone::Rejected), &rule.index_name);
    scene.put(right.0, y + 69, style.tone(Tone::Muted), &rule.source);
}
