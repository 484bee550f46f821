//! Places the arithmetic: school-book columns, so that a contribution reads
//! straight down; beyond four terms, or with wide numbers, one row a term.

use super::mark::{Anchor, Px, Role, Stroke};
use super::scene::{Scene, bold_width, px, width};
use super::{measure, on_grid};
use crate::figure::panel::ladder::Ladder;
use crate::figure::text::{Span, Text, Tone};

/// What is added: a term of an axis, or the base.
struct Addend<'a> {
    axis: Option<usize>,
    name: &'a Text,
    factors: Option<(&'a Span, &'a Span)>,
    value: &'a Span,
}

fn addends(panel: &Ladder) -> Vec<Addend<'_>> {
    let base = panel.base.iter().map(|base| Addend {
        axis: None,
        name: &base.name,
        factors: None,
        value: &base.value,
    });
    let terms = panel.terms.iter().map(|term| Addend {
        axis: Some(term.axis),
        name: &term.name,
        factors: Some((&term.index, &term.stride)),
        value: &term.contribution,
    });
    base.chain(terms).collect()
}

pub(super) fn place<'a>(scene: &mut Scene<'a>, panel: &'a Ladder) {
    let addends = addends(panel);
    if addends.is_empty() {
        return no_terms(scene, panel);
    }
    let columns = Columns::of(scene, panel, &addends);
    match columns {
        Some(columns) => columns.place(scene, panel, &addends),
        None => rows(scene, panel, &addends),
    }
}

/// Nothing is added: one line says so, and the offset.
fn no_terms<'a>(scene: &mut Scene<'a>, panel: &'a Ladder) {
    let (x, y) = (scene.form.margin(), scene.bottom + 27);
    scene.put(x, y, Role::Body.start().tone(Tone::Muted), &panel.no_terms);
    let words = x + width(&panel.no_terms, Role::Body) + 24;
    scene.put(words, y, Role::Label.start().bold(), &panel.words.offset);
    let value = words + bold_width(&panel.words.offset, Role::Label) + 12;
    scene.put(value, y, Role::Result.start().bold(), &panel.offset);
    scene.diamond(value + digits(&panel.offset, Role::Result) + 16, y - 6);
    scene.bottom = y + 6;
}

fn digits(span: &Span, role: Role) -> Px {
    px(measure::mono(&span.text, role.size()))
}

fn tone(axis: Option<usize>) -> Tone {
    axis.map_or(Tone::Ink, Tone::axis)
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
        let words = width(index, Role::Body).max(bold_width(&panel.words.contribution, Role::Body));
        let result = addends
            .iter()
            .map(|addend| digits(addend.value, Role::Result))
            .chain([digits(&panel.offset, Role::Result)])
            .max()
            .unwrap_or(0);
        let names = addends
            .iter()
            .map(|addend| bold_width(addend.name, Role::Label))
            .chain([bold_width(&panel.words.offset, Role::Label)])
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

    fn place<'a>(&self, scene: &mut Scene<'a>, panel: &'a Ladder, addends: &[Addend<'a>]) {
        let form = scene.form;
        let (x, top) = (form.margin(), scene.bottom);
        let [names, line, index, stride, rule, sum] = self.down.map(|down| top + down);
        let word = if form.is_narrow() { &panel.words.index_brief } else { &panel.words.index };
        scene.put(x, index, Role::Body.start(), word);
        scene.put(x, stride, Role::Body.start(), &panel.words.stride);
        for (addend, &middle) in addends.iter().zip(&self.middles) {
            match addend.axis {
                Some(axis) => {
                    scene.axis_name(middle, names, Anchor::Middle, axis, addend.name);
                    scene.rule(middle - self.half, line, middle + self.half, Stroke::Axis(axis));
                }
                None => scene.put(middle, names, Role::Label.middle().bold(), addend.name),
            }
            let right = middle + digits(addend.value, Role::Result).max(11) / 2;
            if let Some((index_value, stride_value)) = addend.factors {
                scene.put(right - 1, index, Role::Value(15).end(), index_value);
                scene.put(right - 1, stride, Role::Value(15).end(), stride_value);
                let sign = (middle - self.half + 4)
                    .min(right - 1 - digits(stride_value, Role::Value(15)) - 14);
                scene.put(sign, stride, Role::Value(15).middle().tone(Tone::Muted), "×");
            }
            let style = Role::Result.end().bold().tone(tone(addend.axis));
            scene.put(right, sum, style, addend.value);
        }
        scene.rule(x, rule, x + form.content(), Stroke::Guide);
        scene.put(x, sum, Role::Body.start().bold(), &panel.words.contribution);
        for (place, pair) in self.middles.windows(2).enumerate() {
            let sign = if place + 1 == addends.len() { "=" } else { "+" };
            scene.put(
                i32::midpoint(pair[0], pair[1]),
                sum,
                Role::Result.middle().tone(Tone::Muted),
                sign,
            );
        }
        let last = self.middles[addends.len()];
        scene.put(last, names, Role::Label.middle().bold(), &panel.words.offset);
        let (left, right) = (last - self.half, last + self.half);
        scene
            .path(format!("M{left} {}H{right}M{left} {}H{right}", line - 2, line + 1), Stroke::Ink);
        let end = last + digits(&panel.offset, Role::Result).max(11) / 2;
        scene.put(end, sum, Role::Result.end().bold(), &panel.offset);
        let room = if form.is_narrow() { 11 } else { 18 };
        scene.diamond(end + room, sum - 6);
        scene.bottom = sum + 6;
    }
}

/// One row a term: its line and name, then `index × stride = contribution`,
/// every number right-aligned in its column.
fn rows<'a>(scene: &mut Scene<'a>, panel: &'a Ladder, addends: &[Addend<'a>]) {
    const STEP: Px = 26;
    const SIGN: Px = 28;
    let form = scene.form;
    let x = form.margin();
    let role = Role::Value(15);
    let widest = |pick: &dyn Fn(&Addend<'_>) -> Option<Px>| {
        addends.iter().filter_map(pick).max().unwrap_or(0)
    };
    let names = widest(&|addend| Some(bold_width(addend.name, Role::Label)));
    let mut index = widest(&|addend| addend.factors.map(|(index, _)| digits(index, role)));
    let mut stride = widest(&|addend| addend.factors.map(|(_, stride)| digits(stride, role)));
    let mut value = widest(&|addend| Some(digits(addend.value, Role::Result)))
        .max(digits(&panel.offset, Role::Result));
    let line = if form.is_narrow() { 24 } else { 40 };
    let name_x = x + line + 10;
    // Each word over its column, where the columns can be as wide as their words.
    let words = [&panel.words.index_brief, &panel.words.stride, &panel.words.contribution];
    let [index_word, stride_word, value_word] = words.map(|word| width(word, Role::Label));
    let headed = index.max(index_word) + stride.max(stride_word) + value.max(value_word);
    let over_columns = name_x + on_grid(names) + 16 + headed + 2 * SIGN <= x + form.content() - 24;
    if over_columns {
        index = index.max(index_word);
        stride = stride.max(stride_word);
        value = value.max(value_word);
    }
    let numbers = index + SIGN + stride + SIGN + value;
    // Names stand before the numbers, or above them where there is no room.
    let above = name_x + on_grid(names) + 16 + numbers > x + form.content() - 24;
    let index_x = name_x + index + if above { 0 } else { on_grid(names) + 16 };
    let stride_x = index_x + SIGN + stride;
    // Beyond that a contribution has a line of its own too.
    let end = x + form.content() - 24;
    let beneath = stride_x + SIGN + value > end;
    let value_x = if beneath { end } else { stride_x + SIGN + value };
    let mut y = scene.bottom + 27;
    let muted = |anchor: Anchor| Role::Label.at(anchor).tone(Tone::Muted);
    if over_columns {
        for (word, right) in words.into_iter().zip([index_x, stride_x, value_x]) {
            scene.put(right, y, muted(Anchor::End), word);
        }
    } else {
        let sign = Span::literal;
        let formula = panel.words.index_brief.clone().then(sign(" × ")).then(&panel.words.stride);
        let formula = formula.then(sign(" = ")).then(&panel.words.contribution);
        let right = value_x.max(x + width(&formula, Role::Label));
        scene.put(right, y, muted(Anchor::End), formula);
    }
    y += STEP - 4;
    for addend in addends {
        if let Some(axis) = addend.axis {
            scene.rule(x, y - 4, x + line, Stroke::Axis(axis));
            scene.axis_name(name_x, y, Anchor::Start, axis, addend.name);
        } else {
            scene.put(name_x, y, Role::Label.start().bold(), addend.name);
        }
        if above {
            y += STEP - 4;
        }
        if let Some((index_value, stride_value)) = addend.factors {
            scene.put(index_x, y, role.end(), index_value);
            scene.put(index_x + SIGN / 2, y, role.middle().tone(Tone::Muted), "×");
            scene.put(stride_x, y, role.end(), stride_value);
            if beneath {
                y += STEP - 4;
            }
            let equals = if beneath { value_x - value - SIGN / 2 } else { stride_x + SIGN / 2 };
            scene.put(equals, y, role.middle().tone(Tone::Muted), "=");
        }
        scene.put(value_x, y, Role::Result.end().bold().tone(tone(addend.axis)), addend.value);
        y += STEP;
    }
    let rule = y - 14;
    scene.rule(x, rule, x + form.content(), Stroke::Guide);
    let sum = rule + 26;
    scene.put(name_x, sum, Role::Label.start().bold(), &panel.words.offset);
    scene.put(value_x, sum, Role::Result.end().bold(), &panel.offset);
    scene.diamond(value_x + 16, sum - 6);
    scene.bottom = sum + 8;
}
