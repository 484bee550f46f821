//! Plain text: the figure in at most eighty columns, for terminals and for
//! whoever reads no picture.

mod grid;
mod lines;

use crate::figure::panel::bounds::{Bounds, Inside, Rule, State};
use crate::figure::panel::cards::{Card, CardAxis, Cards};
use crate::figure::panel::ladder::Ladder;
use crate::figure::panel::strip::{Strip, StripCell};
use crate::figure::panel::tally::Tally;
use crate::figure::{Figure, Panel, Section, Text};

use lines::{COLUMNS, Lines, columns, left, right, widest};

/// Where a panel's body begins.
const INDENT: &str = "  ";

/// Renders a figure as plain text, with one final line feed.
#[must_use]
pub fn text(figure: &Figure) -> String {
    let mut out = Lines::default();
    out.sentence("", &figure.title.plain());
    out.phrases(&figure.meta.iter().map(Text::plain).collect::<Vec<_>>());
    for (place, section) in figure.sections.iter().enumerate() {
        out.blank();
        let number = (place + 1).to_string();
        heading(&mut out, &format!("{number} {}", section.heading.plain()), aside(section));
        out.blank();
        match &section.panel {
            Panel::Slices(panel) => {
                grid::slices(&mut out, panel);
                tallies(&mut out, &panel.tallies);
            }
            Panel::Ladder(panel) => ladder(&mut out, panel),
            Panel::Strip(panel) => strip(&mut out, panel),
            Panel::Bounds(panel) => bounds(&mut out, panel),
            Panel::Cards(panel) => cards(&mut out, panel),
        }
    }
    for text in figure.note.iter().chain(&figure.caption) {
        out.blank();
        out.sentence("", &text.plain());
    }
    out.text
}

/// How to read the panel; a strip that wraps says where.
fn aside(section: &Section) -> Option<&Text> {
    match &section.panel {
        Panel::Strip(panel) => per_line(panel).1.and_then(|axis| panel.wrapped.get(axis)),
        _ => None,
    }
    .or(section.aside.as_ref())
}

/// The finding, and beside or beneath it how to read the panel.
fn heading(out: &mut Lines, heading: &str, aside: Option<&Text>) {
    let Some(aside) = aside.map(|aside| format!("({})", aside.plain())) else {
        return out.sentence("", heading);
    };
    if columns(heading) + 2 + columns(&aside) <= COLUMNS {
        return out.line(&format!("{heading}  {aside}"));
    }
    out.sentence("", heading);
    out.sentence(INDENT, &aside);
}

fn tallies(out: &mut Lines, tallies: &[Tally]) {
    for tally in tallies {
        out.sentence(INDENT, &format!("{}: {}", tally.name.plain(), tally.sum.plain()));
    }
}

/// One row a term, numbers in columns.
fn ladder(out: &mut Lines, panel: &Ladder) {
    let mut rows: Vec<[String; 4]> = Vec::new();
    if let Some(base) = &panel.base {
        rows.push([base.name.plain(), String::new(), String::new(), base.value.text.to_string()]);
    }
    for term in &panel.terms {
        rows.push([
            term.name.plain(),
            term.index.text.to_string(),
            term.stride.text.to_string(),
            term.contribution.text.to_string(),
        ]);
    }
    if rows.is_empty() {
        out.sentence(INDENT, &panel.no_terms.plain());
    }
    let offset = panel.offset.text.to_string();
    let name = panel.words.offset.plain();
    let column = |at: usize| widest(rows.iter().map(|row| row[at].as_str()));
    let names = column(0).max(columns(&name));
    let (index, stride) = (column(1), column(2));
    let value = column(3).max(columns(&offset));
    for row in &rows {
        let factors = if row[1].is_empty() {
            " ".repeat(index + stride + 6)
        } else {
            format!("{} × {} = ", right(&row[1], index), right(&row[2], stride))
        };
        out.line(&format!("{INDENT}{}  {factors}{}", left(&row[0], names), right(&row[3], value)));
    }
    let before = if rows.is_empty() { 0 } else { index + stride + 6 };
    out.line(&format!(
        "{INDENT}{}  {}{} ◆",
        left(&name, names),
        " ".repeat(before),
        right(&offset, value)
    ));
}

fn strip(out: &mut Lines, panel: &Strip) {
    if let Some(empty) = &panel.empty {
        out.sentence(INDENT, &empty.plain());
    }
    if let Some(walk) = &panel.walk
        && !walk.legs.is_empty()
    {
        out.sentence(INDENT, &walk.start.plain());
        let names: Vec<String> = walk.legs.iter().map(|leg| leg.name.plain()).collect();
        let products: Vec<String> = walk.legs.iter().map(|leg| leg.product.plain()).collect();
        let name = widest(names.iter().map(String::as_str));
        let product = widest(products.iter().map(String::as_str));
        for ((leg, words), moved) in walk.legs.iter().zip(&names).zip(&products) {
            let landing = leg.landing.plain();
            let landing = landing.trim_start();
            out.line(&format!(
                "{INDENT}{}  {}  {landing}",
                left(words, name),
                left(moved, product)
            ));
        }
        out.blank();
    }
    cells(out, panel);
    tallies(out, &panel.tallies);
    if let Some(note) = &panel.note {
        out.blank();
        out.sentence(INDENT, &format!("◆ {}", note.whole.plain()));
    }
}

/// Values over their offsets.
fn pairs(panel: &Strip) -> Vec<(String, String)> {
    panel
        .cells
        .iter()
        .map(|cell| match cell {
            StripCell::Value { value, index, selected, .. } => {
                let mark = if *selected { "◆" } else { "" };
                (format!("{mark}{}", value.text), index.text.to_string())
            }
            StripCell::Elided { range, count } => (count.plain(), range.plain()),
        })
        .collect()
}

fn widths(pairs: &[(String, String)]) -> Vec<usize> {
    pairs.iter().map(|(value, index)| columns(value).max(columns(index)) + 2).collect()
}

fn is_whole(panel: &Strip) -> bool {
    panel.cells.iter().all(|cell| matches!(cell, StripCell::Value { .. }))
}

/// How many cells stand on a line, and the axis of which a line is one step.
fn per_line(panel: &Strip) -> (usize, Option<usize>) {
    let wide = widths(&pairs(panel)).into_iter().max().unwrap_or(2);
    let most = ((COLUMNS - INDENT.len()) / wide).max(1);
    let count = panel.cells.len();
    if count <= most || !is_whole(panel) { (most, None) } else { panel.break_at(count, most) }
}

/// Values over offsets, as many as fit, wrapped at a stride.
fn cells(out: &mut Lines, panel: &Strip) {
    let pairs = pairs(panel);
    let whole = is_whole(panel);
    let widths = widths(&pairs);
    let wide = widths.iter().copied().max().unwrap_or(2);
    let (per_line, _) = per_line(panel);
    let mut lines: Vec<(String, String)> = Vec::new();
    let (mut on_line, mut used) = (0, 0);
    for ((value, index), width) in pairs.iter().zip(&widths) {
        let width = if whole { wide } else { *width };
        let full = if whole { on_line == per_line } else { used + width > COLUMNS - INDENT.len() };
        if lines.is_empty() || full {
            lines.push((String::new(), String::new()));
            (on_line, used) = (0, 0);
        }
        if let Some((values, offsets)) = lines.last_mut() {
            values.push_str(&right(value, width));
            offsets.push_str(&right(index, width));
        }
        on_line += 1;
        used += width;
    }
    for (values, offsets) in lines {
        out.line(&format!("{INDENT}{values}"));
        out.line(&format!("{INDENT}{offsets}"));
    }
}

fn bounds(out: &mut Lines, panel: &Bounds) {
    for verdict in &panel.verdicts {
        if let Some(heading) = &verdict.heading {
            out.blank();
            out.sentence(INDENT, &heading.plain());
        }
        let names: Vec<String> = verdict.checks.iter().map(|check| check.name.plain()).collect();
        let tests: Vec<String> = verdict
            .checks
            .iter()
            .map(|check| check.test.as_ref().map_or_else(|| "—".to_owned(), Text::plain))
            .collect();
        let name = widest(names.iter().map(String::as_str));
        let test = widest(tests.iter().map(String::as_str));
        for ((check, words), tested) in verdict.checks.iter().zip(&names).zip(&tests) {
            let mark = match check.state {
                State::Valid => "✓",
                State::Rejected => "✕",
                State::NotChecked => " ",
            };
            out.line(&format!(
                "{INDENT}{}  {}  {mark} {}",
                left(words, name),
                left(tested, test),
                check.word.plain()
            ));
        }
        if let Some(extent) = &verdict.rule {
            out.blank();
            rule(out, extent);
        }
        out.blank();
        let sentence = verdict.error.clone().then(verdict.consequence.clone());
        out.sentence(INDENT, &sentence.plain());
        if let Some(unchecked) = &verdict.unchecked {
            out.sentence(INDENT, &unchecked.plain());
        }
    }
}

/// The indices of the axis that fails, up to the one outside, and whose they are.
fn rule(out: &mut Lines, rule: &Rule) {
    let mut inside: Vec<&str> = Vec::new();
    let mut whose = Vec::new();
    for mark in &rule.inside {
        match mark {
            Inside::Index { index, used } => {
                inside.push(&index.text);
                whose.extend(
                    used.as_ref().map(|(name, by)| format!("{} {}", name.plain(), by.plain())),
                );
            }
            Inside::Elided => inside.push("…"),
        }
    }
    let none = rule.none.as_ref().map(Text::plain);
    inside.extend(none.as_deref());
    let between = if rule.adjacent { "" } else { "…  " };
    out.sentence(
        INDENT,
        &format!(
            "{}, {}:  {} | {between}{} ✕ {}",
            rule.name.plain(),
            rule.size.plain(),
            inside.join("  "),
            rule.index.text,
            rule.outside.plain()
        ),
    );
    whose.push(format!("{} {}", rule.index_name.plain(), rule.source.plain()));
    out.sentence(INDENT, &whose.join("; "));
}

/// The author's names of the axes, which are facts and no words of a label.
fn names(card: &Card) -> String {
    let name = |axis: &CardAxis| axis.name.only().map(|run| run.text.to_owned());
    match card.axes.iter().map(name).collect::<Option<Vec<String>>>() {
        Some(names) if !names.is_empty() => format!(" ({})", names.join(", ")),
        _ => String::new(),
    }
}

fn cards(out: &mut Lines, panel: &Cards) {
    for card in &panel.cards {
        let product =
            format!("{}{} {}", card.product.plain(), card.length.text, card.elements.plain());
        let phrases =
            [format!("{}{}", card.shape.plain(), names(card)), card.strides.plain(), product];
        let phrases: Vec<String> = phrases.into_iter().filter(|words| !words.is_empty()).collect();
        out.sentence(INDENT, &format!("{}: {}", card.label.text, phrases.join("; ")));
    }
}
