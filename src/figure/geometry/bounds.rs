//! Places the checks of refused coordinates, and beside them the axis that
//! fails with what is inside and what is outside.

use super::measure;
use super::on_grid;
use super::scene::{Anchor, Cell as At, Fill, Px, Role, Scene, Stroke, px, width};
use crate::figure::panel::bounds::{Bounds, Check, Inside, Rule, State, Verdict};
use crate::figure::text::{Text, Tone};

pub(super) fn place(scene: &mut Scene, panel: &Bounds) {
    for (place, verdict) in panel.verdicts.iter().enumerate() {
        if let Some(heading) = &verdict.heading {
            let at = (scene.form.margin(), scene.bottom + if place > 0 { 36 } else { 26 });
            let room = scene.form.content();
            scene.bottom = scene.paragraph(at, Role::Body, room, &heading.clone().bold());
        }
        place_verdict(scene, verdict);
    }
}

fn place_verdict(scene: &mut Scene, verdict: &Verdict) {
    let narrow = scene.form.is_narrow();
    let top = scene.bottom + if narrow { 15 } else { 19 };
    let columns = Columns::of(scene, verdict);
    let (height, step) = if narrow { (34, 38) } else { (32, 36) };
    let mut y = top;
    for check in &verdict.checks {
        place_check(scene, check, &columns, y, height);
        y += step;
    }
    let mut bottom = y - 4;
    if let Some(rule) = &verdict.rule
        && !narrow
    {
        bottom = place_rule(scene, rule, &columns, top, bottom);
    }
    let (x, content) = (scene.form.margin(), scene.form.content());
    let mut baseline = bottom + 28;
    if !narrow {
        scene.rule(x, bottom + 18, x + content, Stroke::Guide);
        baseline = bottom + 42;
    }
    let sentence = verdict.error.clone().then(verdict.consequence.clone());
    let mut last = scene.paragraph((x, baseline), Role::Body, content, &sentence);
    if let Some(unchecked) = &verdict.unchecked {
        last = scene.paragraph((x, last + 20), Role::Body, content, unchecked);
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
}

impl Columns {
    fn of(scene: &Scene, verdict: &Verdict) -> Self {
        let widest =
            |pick: &dyn Fn(&Check) -> Px| verdict.checks.iter().map(pick).max().unwrap_or(0);
        let name = widest(&|check| width(&check.name.clone().bold(), Role::Label));
        let test =
            widest(&|check| check.test.as_ref().map_or(0, |test| width(test, Role::Value(15))));
        let word = widest(&|check| width(&check.word.clone().bold(), Role::Body));
        let narrow = scene.form.is_narrow();
        // A narrow row holds what it can; its parts move together before it grows.
        let (around_name, around_test) = if narrow { (24, 24) } else { (32, 40) };
        let name = on_grid(name + around_name).max(if narrow { 64 } else { 72 });
        let test = on_grid(test + around_test).max(if narrow { 72 } else { 88 });
        let mark = name + test + 10;
        let start = mark + 22;
        let least = if narrow { scene.form.content() } else { 280 };
        let row = on_grid(start + word + 8).max(least);
        let middle = name + test / 2;
        let x = scene.form.margin();
        Self { name, test: x + middle, mark: x + mark, word: x + start, row }
    }
}

fn place_check(scene: &mut Scene, check: &Check, columns: &Columns, y: Px, height: Px) {
    let x = scene.form.margin();
    let middle = y + height / 2;
    let at = At { x, y, width: columns.row, height };
    let name = check.name.clone().bold();
    let tone = match check.state {
        State::Valid => {
            scene.rect(x, y, columns.row, height, Fill::Cell);
            scene.path(format!("M{} {middle}l4 4l8 -9", columns.mark - 6), Stroke::Ink);
            Tone::Ink
        }
        State::Rejected => {
            scene.hatched(at, columns.name);
            let plate = width(&name, Role::Label) + 10;
            scene.rect(x + (columns.name - plate) / 2, middle - 10, plate, 20, Fill::Plate);
            let (left, right) = (columns.mark - 5, columns.mark + 5);
            scene.path(
                format!(
                    "M{left} {}L{right} {}M{right} {}L{left} {}",
                    middle - 5,
                    middle + 5,
                    middle - 5,
                    middle + 5
                ),
                Stroke::Rejected,
            );
            Tone::Rejected
        }
        State::NotChecked => {
            scene.rect(x, y, columns.row, height, Fill::Skipped);
            Tone::Muted
        }
    };
    scene.text(x + columns.name / 2, middle + 4, Role::Label, Anchor::Middle, name.tone(tone));
    let test = check.test.clone().unwrap_or_else(|| Text::literal("—").tone(Tone::Muted));
    scene.text(columns.test, middle + 5, Role::Value(15), Anchor::Middle, test);
    let word = if check.state == State::NotChecked {
        check.word.clone()
    } else {
        check.word.clone().bold()
    };
    scene.text(columns.word, middle + 4, Role::Body, Anchor::Start, word.tone(tone));
}

/// The valid indices in a row, a wall, and the index outside; beside the checks
/// if there is room, else beneath them. The answer is the new bottom.
fn place_rule(scene: &mut Scene, rule: &Rule, columns: &Columns, top: Px, bottom: Px) -> Px {
    const GAP: Px = 40;
    const CELL: Px = 36;
    let form = scene.form;
    let cell = rule
        .inside
        .iter()
        .filter_map(|inside| match inside {
            Inside::Index { index, .. } => Some(measure::cell(&index.text, 15, 16)),
            Inside::Elided => None,
        })
        .chain([measure::cell(&rule.index.text, 15, 32)])
        .map(px)
        .max()
        .unwrap_or(56)
        .max(56);
    let name = width(&rule.name.clone().bold(), Role::Label) + 10;
    let inside: Px = rule
        .inside
        .iter()
        .map(|inside| if matches!(inside, Inside::Elided) { GAP } else { cell })
        .sum();
    let inside = if rule.none.is_some() { width_of(rule.none.as_ref()) + 24 } else { inside };
    let away = if rule.adjacent { 12 } else { 40 };
    let source = width(&rule.source, Role::Label);
    let tail = (cell + source) / 2 + 4;
    let whole = name + inside + away + cell / 2 + tail.max(cell / 2);
    let beside = columns.row + 32 + whole <= form.content();
    let space = bottom - top;
    let (left, y) = if beside {
        let free = form.content() - columns.row - whole;
        (form.margin() + columns.row + name + free.min(112) / 2 + 8, top + (space - CELL) / 2 - 10)
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
                scene.cell(at, 15, index.clone().into());
                if let Some((name, used)) = used {
                    used_at = Some((x + cell / 2, width(used, Role::Label) / 2));
                    scene.text(x + cell / 2, y + 53, Role::Label, Anchor::Middle, name.clone());
                    scene.text(
                        x + cell / 2,
                        y + 69,
                        Role::Label,
                        Anchor::Middle,
                        used.clone().tone(Tone::Muted),
                    );
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
        scene.text(
            x + inside / 2,
            y + 22,
            Role::Label,
            Anchor::Middle,
            none.clone().tone(Tone::Muted),
        );
        x += inside;
    }
    let wall = x + 6;
    scene.drop(wall, y - 14, y + CELL + 14, Stroke::Ink);
    scene.text(wall - 8, y - 8, Role::Label, Anchor::End, rule.size.clone());
    scene.text(
        wall + 8,
        y - 8,
        Role::Label,
        Anchor::Start,
        rule.outside.clone().bold().tone(Tone::Rejected),
    );
    let outside = x + away;
    let at = At { x: outside, y, width: cell, height: CELL };
    scene.hatched(at, cell);
    let plate = px(measure::mono(&rule.index.text, 15)) + 14;
    scene.rect(outside + (cell - plate) / 2, y + 6, plate, 24, Fill::Plate);
    let index = Text::from(rule.index.clone()).bold().tone(Tone::Rejected);
    scene.text(outside + cell / 2, y + 23, Role::Value(15), Anchor::Middle, index);
    // The words under the index outside stay clear of those under a used one.
    let crowded =
        used_at.is_some_and(|(middle, half)| middle + half + 10 > outside + cell / 2 - source / 2);
    let line = if crowded { 32 } else { 0 };
    let name = rule.index_name.clone().bold().tone(Tone::Rejected);
    scene.text(outside + cell / 2, y + 53 + line, Role::Label, Anchor::Middle, name);
    scene.text(
        outside + cell / 2,
        y + 69 + line,
        Role::Label,
        Anchor::Middle,
        rule.source.clone().tone(Tone::Muted),
    );
    bottom.max(y + 69 + line)
}

fn width_of(text: Option<&Text>) -> Px {
    text.map_or(0, |text| width(text, Role::Label))
}
