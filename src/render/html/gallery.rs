//! The gallery: every plate in every form on one page, to be looked over before
//! a release.

use super::{fragment, script, style};
use crate::figure::Figure;
use crate::render::{markup, text};
use askama::Template;

/// Renders the page. The pictures that it shows stand beside it, under the
/// names of the figures' own files, `ID.svg` and `ID.narrow.svg`.
#[must_use]
pub fn gallery(figures: &[&Figure]) -> String {
    markup::written(&Gallery {
        title: "Every plate in every form",
        style: style(),
        script: script(),
        plates: figures.iter().map(|figure| Plate::of(figure)).collect(),
    })
}

#[derive(Template)]
#[template(path = "html/gallery.html")]
struct Gallery<'a> {
    title: &'a str,
    style: &'a str,
    script: &'a str,
    plates: Vec<Plate<'a>>,
}

struct Plate<'a> {
    id: &'a str,
    title: String,
    light: String,
    dark: String,
    phone: String,
    text: String,
}

impl<'a> Plate<'a> {
    fn of(figure: &'a Figure) -> Self {
        let id = figure.plate.as_str();
        // Each is a use of the plate with ids of its own.
        let used = |ending: &str| fragment(figure, &format!("plate-{id}{ending}"));
        Self {
            id,
            title: figure.result.plain(),
            light: used(""),
            dark: used("_2"),
            phone: used("_3"),
            text: text(figure),
        }
    }
}
