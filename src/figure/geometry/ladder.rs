//! Places the arithmetic: school-book columns, so that a contribution reads
//! straight down; beyond four terms, or with wide numbers, one row a term.

use super::scene::{Anchor, Px, Role, Scene, Stroke, px, width};
use super::{measure, on_grid};
use crate::figure::panel::ladder::Ladder;
use crate::figure::text::{Span, Text, Tone};

/// What is added: a term of an axis, or the base.
struct Addend<'a> {
    axis: Option<usize>,
    name: Text,
    factors: Option<(&'a Span, &'a Span)>,
    value: &'a Span,
}

fn addends(panel: &Ladder) -> Vec<Addend<'_>> {
    let base = panel.base.iter().map(|base| Addend {
        axis: None,
        name: base.name.clone(),
        factors: None,
        value: &base.value,
    });
    let terms = panel.terms.iter().map(|term| Addend {
        axis: Some(term.axis),
        name: term.name.clone(),
        factors: Some((&term.index, &term.stride)),
        value: &term.contribution,
    });
    base.chain(terms).collect()
}

pub(super) fn place(scene: &mut Scene, panel: &Ladder) {
    let addends = addends(panel);
    let columns = Columns::of(scene, panel, &addends);
    match columns {
        Some(columns) => columns.place(scene, panel, &addends),
        None => rows(scene, panel, &addends),
    }
}

fn digits(span: &Span, role: Role) -> Px {
    px(measure::mono(&span.text, role.size()))
}

fn tone(axis: Option<usize>) -> Tone {
    axis.map_or(Tone::Ink, Tone::Axis)
}

/// Columns with their middles and the vertical measures of a form.
struct Columns {
    /// Middle of each column, the sum's last.
    middles: Vec<Px>,
    /// Half of the line over each column.
    half: Px,
    /// Baselines from the panel's top: names, line, index, stride, rule, sum.
    down: [Px; 6],
}

impl Columns {
    /// Columns fit up to four terms whose numbers are short.
    fn of(scene: &Scene, panel: &Ladder, addends: &[Addend<'_>]) -> Option<Self> {
        let form = scene.form;
        let narrow = form.is_narrow();
        let most = if narrow { 3 } else { 4 };
        if addends.len() > most {
            return None;
        }
        let index = if narrow { &panel.words.index_brief } else { &panel.words.index };
        let words = width(index, Role::Body)
            .max(width(&panel.words.contribution.clone().bold(), Role::Body));
        let result = addends
            .iter()
            .map(|addend| digits(addend.value, Role::Result))
            .chain([digits(&panel.offset, Role::Result)])
            .max()
            .unwrap_or(0);
        let names = addends
            .iter()
            .map(|addend| width(&addend.name.clone().bold(), Role::Label))
            .chain([width(&panel.words.offset.clone().bold(), Role::Label)])
            .max()
            .unwrap_or(0);
        let (least, sign) = if narrow { (44, 16) } else { (64, 44) };
        let line = on_grid((result + if narrow { 6 } else { 16 }).max(names).max(least));
        let pitch = (line + sign).max(if narrow {
            60
        } else if addends.len() > 3 {
            108
        } else {
            112
        });
        let left = form.margin() + words + if narrow { 6 } else { 8 };
        let first =
            if narrow { left + line / 2 } else { (form.margin() + 196).max(left + line / 2) };
        let middles: Vec<Px> =
            (0..=addends.len()).map(|column| first + pitch * super::scene::times(column)).collect();
        let right = middles.last()? + line / 2 + if narrow { 8 } else { 14 };
        if right > form.margin() + form.content() + 6 {
            return None;
        }
        let down = if narrow { [25, 32, 55, 81, 92, 117] } else { [27, 35, 59, 87, 99, 125] };
        Some(Self { middles, half: line / 2, down })
    }

    fn place(&self, scene: &mut Scene, panel: &Ladder, addends: &[Addend<'_>]) {
        let form = scene.form;
        let (x, top) = (form.margin(), scene.bottom);
        let [names, line, index, stride, rule, sum] = self.down.map(|down| top + down);
        let word = if form.is_narrow() { &panel.words.index_brief } else { &panel.words.index };
        if addends.is_empty() {
            scene.text(
                x,
                index,
                Role::Body,
                Anchor::Start,
                panel.no_terms.clone().tone(Tone::Muted),
            );
        } else {
            scene.text(x, index, Role::Body, Anchor::Start, word.clone());
            scene.text(x, stride, Role::Body, Anchor::Start, panel.words.stride.clone());
        }
        for (addend, &middle) in addends.iter().zip(&self.middles) {
            match addend.axis {
                Some(axis) => {
                    scene.axis_name(middle, names, Anchor::Middle, axis, &addend.name);
                    scene.rule(middle - self.half, line, middle + self.half, Stroke::Axis(axis));
                }
                None => scene.text(
                    middle,
                    names,
                    Role::Label,
                    Anchor::Middle,
                    addend.name.clone().bold(),
                ),
            }
            let right = middle + digits(addend.value, Role::Result).max(11) / 2;
            if let Some((index_value, stride_value)) = addend.factors {
                let number = |value: &Span| Text::from(value.clone());
                scene.text(right - 1, index, Role::Value(15), Anchor::End, number(index_value));
                scene.text(right - 1, stride, Role::Value(15), Anchor::End, number(stride_value));
                let sign = (middle - self.half + 4)
                    .min(right - 1 - digits(stride_value, Role::Value(15)) - 14);
                scene.text(sign, stride, Role::Value(15), Anchor::Middle, sign_text("×"));
            }
            let value = Text::from(addend.value.clone()).bold().tone(tone(addend.axis));
            scene.text(right, sum, Role::Result, Anchor::End, value);
        }
        scene.rule(x, rule, x + form.content(), Stroke::Guide);
        scene.text(x, sum, Role::Body, Anchor::Start, panel.words.contribution.clone().bold());
        for (place, pair) in self.middles.windows(2).enumerate() {
            let sign = if place + 1 == addends.len() { "=" } else { "+" };
            scene.text(
                i32::midpoint(pair[0], pair[1]),
                sum,
                Role::Result,
                Anchor::Middle,
                sign_text(sign),
            );
        }
        let last = self.middles[addends.len()];
        scene.text(last, names, Role::Label, Anchor::Middle, panel.words.offset.clone().bold());
        let (left, right) = (last - self.half, last + self.half);
        scene
            .path(format!("M{left} {}H{right}M{left} {}H{right}", line - 2, line + 1), Stroke::Ink);
        let end = last + digits(&panel.offset, Role::Result).max(11) / 2;
        scene.text(end, sum, Role::Result, Anchor::End, Text::from(panel.offset.clone()).bold());
        let room = if form.is_narrow() { 11 } else { 18 };
        scene.diamond(end + room, sum - 6);
        scene.bottom = sum + 6;
    }
}

fn sign_text(sign: &'static str) -> Text {
    Text::literal(sign).tone(Tone::Muted)
}

/// One row a term: its line and name, then `index × stride = contribution`,
/// every number right-aligned in its column.
fn rows(scene: &mut Scene, panel: &Ladder, addends: &[Addend<'_>]) {
    const STEP: Px = 26;
    const SIGN: Px = 28;
    let form = scene.form;
    let x = form.margin();
    let role = Role::Value(15);
    let widest = |pick: &dyn Fn(&Addend<'_>) -> Option<Px>| {
        addends.iter().filter_map(pick).max().unwrap_or(0)
    };
    let names = widest(&|addend| Some(width(&addend.name.clone().bold(), Role::Label)));
    let index = widest(&|addend| addend.factors.map(|(index, _)| digits(index, role)));
    let stride = widest(&|addend| addend.factors.map(|(_, stride)| digits(stride, role)));
    let value = widest(&|addend| Some(digits(addend.value, Role::Result)))
        .max(digits(&panel.offset, Role::Result));
    let line = if form.is_narrow() { 24 } else { 40 };
    let name_x = x + line + 10;
    let index_x = name_x + on_grid(names) + 16 + index;
    let stride_x = index_x + SIGN + stride;
    let value_x = (stride_x + SIGN + value).min(x + form.content() - 24);
    let mut y = scene.bottom + 27;
    for addend in addends {
        if let Some(axis) = addend.axis {
            scene.rule(x, y - 4, x + line, Stroke::Axis(axis));
            scene.axis_name(name_x, y, Anchor::Start, axis, &addend.name);
        } else {
            scene.text(name_x, y, Role::Label, Anchor::Start, addend.name.clone().bold());
        }
        if let Some((index_value, stride_value)) = addend.factors {
            scene.text(index_x, y, role, Anchor::End, index_value.clone().into());
            scene.text(index_x + SIGN / 2, y, role, Anchor::Middle, sign_text("×"));
            scene.text(stride_x, y, role, Anchor::End, stride_value.clone().into());
            scene.text(stride_x + SIGN / 2, y, role, Anchor::Middle, sign_text("="));
        }
        let value = Text::from(addend.value.clone()).bold().tone(tone(addend.axis));
        scene.text(value_x, y, Role::Result, Anchor::End, value);
        y += STEP;
    }
    if addends.is_empty() {
        scene.text(x, y, Role::Body, Anchor::Start, panel.no_terms.clone().tone(Tone::Muted));
        y += STEP;
    }
    let rule = y - 14;
    scene.rule(x, rule, x + form.content(), Stroke::Guide);
    let sum = rule + 26;
    scene.text(name_x, sum, Role::Label, Anchor::Start, panel.words.offset.clone().bold());
    scene.text(value_x, sum, Role::Result, Anchor::End, Text::from(panel.offset.clone()).bold());
    scene.diamond(value_x + 16, sum - 6);
    scene.bottom = sum + 8;
}
