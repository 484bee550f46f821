//! SVG: the marks of a scene, one element a line.

use crate::figure::Figure;
use crate::figure::geometry::place;
use crate::figure::geometry::scene::{Anchor, Fill, Form, Mark, Role, Scene, Stroke};
use crate::figure::text::{Span, Text, Tone};
use askama::Template;

/// Renders a figure as a standalone SVG. Every id begins with `prefix`, which
/// is unique in the book.
#[must_use]
pub fn svg(figure: &Figure, form: Form, prefix: &str) -> String {
    let scene = place(figure, form);
    let drawing = Drawing {
        prefix,
        language: &figure.language,
        title: figure.result.plain(),
        description: figure.description.plain(),
        width: scene.form.width(),
        height: scene.bottom,
        inner_width: scene.form.width() - 1,
        inner_height: scene.bottom - 1,
        scene: &scene,
    };
    let mut out = String::with_capacity(48 * 1024);
    // Writing into a string can't fail, and the template has no other error.
    if drawing.render_into(&mut out).is_err() {
        out.clear();
    }
    out
}

#[derive(Template)]
#[template(path = "svg/figure.svg")]
struct Drawing<'a> {
    prefix: &'a str,
    language: &'a str,
    title: String,
    description: String,
    width: i32,
    height: i32,
    inner_width: i32,
    inner_height: i32,
    scene: &'a Scene,
}

impl Fill {
    /// The class of a box; its colours and borders are the style sheet's.
    fn class(self) -> &'static str {
        match self {
            Self::Cell => "tp-cell",
            Self::Selected => "tp-sel",
            Self::Ring => "tp-ring",
            Self::Soft => "tp-soft",
            Self::Skipped => "tp-soft tp-skip",
            Self::Ghost => "tp-ghost",
            Self::Hatch => "tp-hatch",
            Self::Plate => "tp-plate",
            Self::Badge => "tp-badge",
        }
    }

    /// Whether the box is filled with the hatch pattern.
    fn is_hatch(self) -> bool {
        self == Self::Hatch
    }

    /// Corner radius.
    fn radius(self) -> Option<i32> {
        match self {
            Self::Plate => Some(3),
            Self::Badge => Some(4),
            _ => None,
        }
    }
}

impl Stroke {
    /// The class of a line, a ring or a head. Past axis 2 there are no more
    /// hues: the line is ink and told apart by its name.
    fn class(self) -> &'static str {
        match self {
            Self::Guide => "tp-g",
            Self::Dashed => "tp-kd",
            Self::Ink => "tp-k",
            Self::Rejected => "tp-kr",
            Self::Axis(0) => "tp-k0",
            Self::Axis(1) => "tp-k1",
            Self::Axis(2) => "tp-k2",
            Self::Axis(_) => "tp-k3",
            Self::AxisRing(0) => "tp-k0 tp-o",
            Self::AxisRing(1) => "tp-k1 tp-o",
            Self::AxisRing(2) => "tp-k2 tp-o",
            Self::AxisRing(_) => "tp-k3 tp-o",
            Self::AxisHead(0) => "tp-a0",
            Self::AxisHead(1) => "tp-a1",
            Self::AxisHead(2) => "tp-a2",
            Self::AxisHead(_) | Self::InkHead => "tp-ink",
            Self::Diamond => "tp-dia",
        }
    }
}

/// The classes of a text: its role, its anchor, and what all its runs share.
struct Classes<'a> {
    role: Role,
    anchor: Anchor,
    text: &'a Text,
}

impl std::fmt::Display for Classes<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.role {
            Role::Title => "tp-title",
            Role::Heading => "tp-h",
            Role::Body => "tp-body",
            Role::Label => "tp-lab",
            Role::Value(15) => "tp-val",
            Role::Value(13) => "tp-val tp-s",
            Role::Value(_) => "tp-val tp-xs",
            Role::Result => "tp-res",
        })?;
        f.write_str(match self.anchor {
            Anchor::Start => "",
            Anchor::Middle => " tp-c",
            Anchor::End => " tp-e",
        })?;
        if let [only] = &self.text.spans[..] {
            f.write_str(run_class(only))?;
        }
        Ok(())
    }
}

/// The classes of a run, each with a space before it; the value roles are
/// monospaced already, where the class does no harm.
fn run_class(run: &Span) -> &'static str {
    const TONES: [[&str; 4]; 7] = [
        ["", " tp-m", " tp-b", " tp-m tp-b"],
        [" tp-mut", " tp-m tp-mut", " tp-b tp-mut", " tp-m tp-b tp-mut"],
        [" tp-a0", " tp-m tp-a0", " tp-b tp-a0", " tp-m tp-b tp-a0"],
        [" tp-a1", " tp-m tp-a1", " tp-b tp-a1", " tp-m tp-b tp-a1"],
        [" tp-a2", " tp-m tp-a2", " tp-b tp-a2", " tp-m tp-b tp-a2"],
        [" tp-ink", " tp-m tp-ink", " tp-b tp-ink", " tp-m tp-b tp-ink"],
        [" tp-rej", " tp-m tp-rej", " tp-b tp-rej", " tp-m tp-b tp-rej"],
    ];
    let tone = match run.tone {
        Tone::Inherit => 0,
        Tone::Muted => 1,
        Tone::Axis(0) => 2,
        Tone::Axis(1) => 3,
        Tone::Axis(2) => 4,
        Tone::Axis(_) | Tone::Ink => 5,
        Tone::Rejected => 6,
    };
    TONES[tone][usize::from(run.mono) + 2 * usize::from(run.bold)]
}

/// Runs that a template can write one after the other: neighbours of the same
/// label and face are one.
struct Run<'a> {
    class: &'static str,
    path: Option<&'a str>,
    authored: bool,
    text: &'a str,
}

fn classes<'a>(role: &Role, anchor: &Anchor, text: &'a Text) -> Classes<'a> {
    Classes { role: *role, anchor: *anchor, text }
}

fn runs(text: &Text) -> impl Iterator<Item = Run<'_>> {
    text.spans.iter().filter(|run| !run.text.is_empty()).map(|run| Run {
        class: run_class(run).trim_start(),
        path: run.path(),
        authored: run.is_authored(),
        text: &run.text,
    })
}

/// The only run of a text, which then needs no element of its own.
fn only(text: &Text) -> Option<Run<'_>> {
    if text.spans.len() == 1 { runs(text).next() } else { None }
}
