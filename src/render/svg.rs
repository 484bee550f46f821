//! SVG: the marks of a scene, one element a line.

use crate::figure::Figure;
use crate::figure::geometry::mark::{Content, Fill, Form, Mark, Role, Stroke, Style};
use crate::figure::geometry::place;
use crate::figure::geometry::scene::Scene;
use crate::figure::text::{Span, Tone};
use askama::Template;
use std::fmt::Write;

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
    scene: &'a Scene<'a>,
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
        }
    }
}

/// The classes of a text: its role, its anchor, and what all its runs share.
struct Classes {
    style: Style,
    shared: &'static str,
}

impl askama::FastWritable for Classes {
    fn write_into(&self, out: &mut dyn Write, _: &dyn askama::Values) -> askama::Result<()> {
        out.write_str(self.style.class())?;
        out.write_str(self.shared)?;
        Ok(())
    }
}

impl Style {
    /// The classes of a role and its anchor.
    fn class(self) -> &'static str {
        const CLASSES: [[&str; 3]; 8] = [
            ["tp-title", "tp-title tp-c", "tp-title tp-e"],
            ["tp-h", "tp-h tp-c", "tp-h tp-e"],
            ["tp-body", "tp-body tp-c", "tp-body tp-e"],
            ["tp-lab", "tp-lab tp-c", "tp-lab tp-e"],
            ["tp-val", "tp-val tp-c", "tp-val tp-e"],
            ["tp-val tp-s", "tp-val tp-s tp-c", "tp-val tp-s tp-e"],
            ["tp-val tp-xs", "tp-val tp-xs tp-c", "tp-val tp-xs tp-e"],
            ["tp-res", "tp-res tp-c", "tp-res tp-e"],
        ];
        let role = match self.role {
            Role::Title => 0,
            Role::Heading => 1,
            Role::Body => 2,
            Role::Label => 3,
            Role::Value(15) => 4,
            Role::Value(13) => 5,
            Role::Value(_) => 6,
            Role::Result => 7,
        };
        CLASSES[role][self.anchor as usize]
    }
}

/// The classes of a run, each with a space before it; the value roles are
/// monospaced already, where the class does no harm.
fn face(tone: Tone, mono: bool, bold: bool) -> &'static str {
    const TONES: [[&str; 4]; 7] = [
        ["", " tp-m", " tp-b", " tp-m tp-b"],
        [" tp-mut", " tp-m tp-mut", " tp-b tp-mut", " tp-m tp-b tp-mut"],
        [" tp-a0", " tp-m tp-a0", " tp-b tp-a0", " tp-m tp-b tp-a0"],
        [" tp-a1", " tp-m tp-a1", " tp-b tp-a1", " tp-m tp-b tp-a1"],
        [" tp-a2", " tp-m tp-a2", " tp-b tp-a2", " tp-m tp-b tp-a2"],
        [" tp-ink", " tp-m tp-ink", " tp-b tp-ink", " tp-m tp-b tp-ink"],
        [" tp-rej", " tp-m tp-rej", " tp-b tp-rej", " tp-m tp-b tp-rej"],
    ];
    let tone = match tone {
        Tone::Inherit => 0,
        Tone::Muted => 1,
        Tone::Axis(0) => 2,
        Tone::Axis(1) => 3,
        Tone::Axis(2) => 4,
        Tone::Axis(_) | Tone::Ink => 5,
        Tone::Rejected => 6,
    };
    TONES[tone][usize::from(mono) + 2 * usize::from(bold)]
}

/// A run as a template writes it.
struct Run<'a> {
    class: &'static str,
    path: Option<&'a str>,
    authored: bool,
    text: &'a str,
}

impl<'a> From<&'a Span> for Run<'a> {
    fn from(span: &'a Span) -> Self {
        Self {
            class: face(span.tone, span.mono, span.bold).trim_start(),
            path: span.path(),
            authored: span.is_authored(),
            text: &span.text,
        }
    }
}

impl Content<'_> {
    fn spans(&self) -> &[Span] {
        match self {
            Self::Text(text) => &text.spans,
            Self::Own(text) => &text.spans,
            Self::Span(span) => std::slice::from_ref(*span),
            Self::Sign(_) => &[],
        }
    }

    /// What stands in the text's own element: a sign, or the only run.
    fn single(&self) -> Option<Run<'_>> {
        match (self, self.spans()) {
            (Self::Sign(sign), _) => {
                Some(Run { class: "", path: None, authored: false, text: sign })
            }
            (_, [only]) => Some(only.into()),
            _ => None,
        }
    }

    /// Runs with elements of their own.
    fn runs(&self) -> impl Iterator<Item = Run<'_>> {
        self.spans().iter().filter(|span| !span.text.is_empty()).map(Run::from)
    }

    /// The classes of the text's own element; an only run says its own there.
    fn classes(&self, style: &Style) -> Classes {
        let (mut tone, mut mono, mut bold) = (style.tone, style.mono, style.bold);
        if let [only] = self.spans() {
            if only.tone != Tone::Inherit {
                tone = only.tone;
            }
            mono |= only.mono;
            bold |= only.bold;
        }
        Classes { style: *style, shared: face(tone, mono, bold) }
    }
}
