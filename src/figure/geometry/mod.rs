//! Geometry: how wide things are, and where each mark of an SVG stands.
//!
//! All lengths are whole pixels at design size, 720 wide or 360 in the narrow
//! form. Widths are those of the widest common fallback fonts, so that a text
//! that fits here fits everywhere.

mod bounds;
pub mod breaks;
mod cards;
mod ladder;
pub mod lines;
pub mod mark;
pub mod measure;
pub mod scene;
mod slices;
mod strip;

use super::text::{Text, Tone};
use super::{Figure, Panel, Section};
use mark::{Anchor, Fill, Form, Mark, Px, Role, Stroke, Style};
use scene::{Scene, px, times, width};

/// Space between two panels.
const GAP: Px = 32;

/// Puts a figure's panels one below the other.
#[must_use]
pub fn place(figure: &Figure, form: Form) -> Scene<'_> {
    let mut scene = Scene::new(form);
    header(&mut scene, figure);
    for (place, section) in figure.sections.iter().enumerate() {
        heading(&mut scene, place + 1, section);
        // The registry of placements: one line a panel.
        match &section.panel {
            Panel::Slices(panel) => slices::place(&mut scene, panel),
            Panel::Ladder(panel) => ladder::place(&mut scene, panel),
            Panel::Strip(panel) => strip::place(&mut scene, panel),
            Panel::Bounds(panel) => bounds::place(&mut scene, panel),
            Panel::Cards(panel) => cards::place(&mut scene, panel),
        }
    }
    for text in figure.note.iter().chain(&figure.caption) {
        closing(&mut scene, text);
    }
    scene.bottom += form.margin();
    scene
}

/// The title and the facts beneath it.
fn header<'a>(scene: &mut Scene<'a>, figure: &'a Figure) {
    let form = scene.form;
    let narrow = form.is_narrow();
    let (x, room) = (form.margin(), form.content());
    let top = if narrow { 34 } else { 40 };
    let baseline = scene.paragraph((x, top), Role::Title.start(), room, &figure.title);
    let wide: Px = figure.meta.iter().map(|phrase| width(phrase, Role::Body)).sum();
    let spaces = times(figure.meta.len().saturating_sub(1));
    // A little closer, if that keeps the facts on one line.
    let gap = if narrow || wide + 20 * spaces > room { 14 } else { 20 };
    let mut y = baseline + if narrow { 21 } else { 23 };
    let mut at = x;
    for phrase in &figure.meta {
        let wide = width(phrase, Role::Body);
        if at > x && at + wide > x + room {
            at = x;
            y += 18;
        }
        scene.put_within((at, y), Role::Body.start().tone(Tone::Muted), room, phrase);
        at += wide + gap;
    }
    scene.bottom = y - if narrow { 10 } else { 6 };
}

/// The numbered plate, the finding, and how to read the panel.
fn heading<'a>(scene: &mut Scene<'a>, number: usize, section: &'a Section) {
    let form = scene.form;
    let (x, y) = (form.margin(), scene.bottom + GAP);
    scene.rect(x, y, 20, 20, Fill::Badge);
    scene.marks.push(Mark::Badge { x: x + 10, y: y + 14, number });
    let text = if form.is_narrow() { &section.brief } else { &section.heading };
    let room = form.content() - 30;
    let baseline = scene.paragraph((x + 30, y + 15), Role::Heading.start(), room, text);
    scene.bottom = baseline + 5;
    let Some(aside) = aside(section, form) else {
        return;
    };
    let style = Role::Label.at(Anchor::Start).tone(Tone::Muted);
    if 30 + width(text, Role::Heading) + 24 + width(aside, Role::Label) <= form.content() {
        let right = x + form.content();
        scene.put(right, y + 15, Style { anchor: Anchor::End, ..style }, aside);
    } else {
        let last = scene.paragraph((x + 30, baseline + 18), style, room, aside);
        scene.bottom = last + 3;
    }
}

/// What stands at the right of a heading, or beneath it; a strip that wraps says
/// where. The narrow form says only what is left out.
fn aside(section: &Section, form: Form) -> Option<&Text> {
    match &section.panel {
        Panel::Slices(_) => section.aside.as_ref(),
        _ if form.is_narrow() => None,
        Panel::Strip(panel) => strip::aside(panel, form).or(section.aside.as_ref()),
        _ => section.aside.as_ref(),
    }
}

/// A sentence under a rule.
fn closing<'a>(scene: &mut Scene<'a>, text: &'a Text) {
    let form = scene.form;
    let (x, y) = (form.margin(), scene.bottom + 20);
    scene.rule(x, y, x + form.content(), Stroke::Guide);
    let baseline = scene.paragraph((x, y + 24), Role::Body.start(), form.content(), text);
    scene.bottom = baseline + 4;
}

/// The smallest standard width that holds a label.
fn on_grid(width: Px) -> Px {
    px(measure::on_grid(u32::try_from(width).unwrap_or(0)))
}
