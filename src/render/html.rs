//! HTML: native tables and lists that follow the width of their column.
//!
//! A figure is a fragment that can be set into any page; style and script
//! stand once a page and serve every figure on it. What depends on numbers is
//! worked out here, panel by panel; the templates hold the markup.

mod bounds;
mod cards;
mod gallery;
mod ladder;
mod room;
mod runs;
mod slices;
mod strip;

use super::markup::{self, words};
use crate::figure::geometry::measure;
use crate::figure::panel::Panel;
use crate::figure::panel::bounds::Inside;
use crate::figure::panel::slices::{Cell, Column};
use crate::figure::panel::strip::StripCell;
use crate::figure::{Figure, Section, Text};
use askama::Template;
pub use gallery::{GENERATOR, Shown, gallery};

use cards::Squares;
use runs::{axis_hue, axis_line, from, run, runs};
use slices::Row;

/// Renders a figure as a fragment: one `<figure>` whose every id begins with
/// `prefix`, which is unique in the book. It is well-formed XML too, and holds
/// no blank line, so that it can stand in a Markdown chapter.
#[must_use]
pub fn fragment(figure: &Figure, prefix: &str) -> String {
    markup::written(&Plate::of(figure, prefix))
}

/// The style sheet of all figures on a page.
#[must_use]
pub fn style() -> &'static str {
    include_str!("../../templates/html/style.css")
}

/// The script of all figures on a page. Without it, everything is shown.
#[must_use]
pub fn script() -> &'static str {
    include_str!("../../templates/html/script.js")
}

/// Style and script as the elements that stand before the figures of a page.
#[must_use]
pub fn dress() -> String {
    let (style, script) = (style().trim_end(), script().trim_end());
    format!("<style>\n{style}\n</style>\n<script>\n{script}\n</script>\n")
}

/// Renders a figure as a page of its own.
#[must_use]
pub fn page(figure: &Figure, prefix: &str) -> String {
    markup::written(&Page {
        language: &figure.language,
        title: &figure.title.plain(),
        style: style(),
        script: script(),
        plate: Plate::of(figure, prefix),
    })
}

#[derive(Template)]
#[template(path = "html/figure.html")]
struct Plate<'a> {
    figure: &'a Figure,
    prefix: &'a str,
    /// The name of the toolbar; a single pass needs none.
    toolbar: Option<String>,
    passes: Vec<Pass<'a>>,
    description: String,
}

impl<'a> Plate<'a> {
    fn of(figure: &'a Figure, prefix: &'a str) -> Self {
        let several = figure.sections.len() > 1;
        let passes = figure.sections.iter().enumerate();
        Self {
            figure,
            prefix,
            toolbar: several.then(|| figure.toolbar.name.plain()),
            passes: passes.map(|(place, section)| Pass::of(place + 1, section)).collect(),
            description: figure.description.plain(),
        }
    }
}

#[derive(Template)]
#[template(path = "html/page.html")]
struct Page<'a> {
    language: &'a str,
    title: &'a str,
    style: &'a str,
    script: &'a str,
    plate: Plate<'a>,
}

/// One pass through the figure.
struct Pass<'a> {
    number: usize,
    section: &'a Section,
    say: String,
    /// How to read the panel, in a wide column and in a narrow one.
    aside: Option<Aside<'a>>,
    narrow_aside: Option<&'a Text>,
    view: View<'a>,
}

/// Where a sentence on how to read a panel stands: in the heading's line if
/// there is room.
enum Aside<'a> {
    Beside(&'a Text),
    Beneath(&'a Text),
}

impl<'a> Aside<'a> {
    fn of(aside: &'a Text, heading: &Text) -> Self {
        let used = 30 + measure::text(heading, 15, true) + 24 + measure::text(aside, 12, false);
        if used <= room::DESIGN { Self::Beside(aside) } else { Self::Beneath(aside) }
    }
}

/// The registry: one line a panel.
enum View<'a> {
    Slices(slices::View<'a>),
    Ladder(ladder::View<'a>),
    Strip(strip::View<'a>),
    Bounds(bounds::View<'a>),
    Cards(cards::View<'a>),
}

impl<'a> Pass<'a> {
    fn of(number: usize, section: &'a Section) -> Self {
        let view = match &section.panel {
            Panel::Slices(panel) => View::Slices(slices::View::of(panel)),
            Panel::Ladder(panel) => View::Ladder(ladder::View::of(panel)),
            Panel::Strip(panel) => View::Strip(strip::View::of(panel)),
            Panel::Bounds(panel) => View::Bounds(bounds::View::of(panel)),
            Panel::Cards(panel) => View::Cards(cards::View::of(panel)),
        };
        let (aside, narrow_aside) = match &view {
            View::Strip(strip) => strip.asides(),
            _ => (None, None),
        };
        Self {
            number,
            section,
            say: section.say.plain(),
            aside: aside.or(section.aside.as_ref()).map(|aside| Aside::of(aside, &section.heading)),
            narrow_aside,
            view,
        }
    }
}
