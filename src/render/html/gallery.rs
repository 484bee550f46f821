//! The gallery: every plate in every form on one page, to be looked over before
//! a release.

use super::{fragment, script, style};
use crate::figure::Figure;
use crate::render::{markup, text};
use askama::Template;

/// What a gallery's page says of itself, so that no other page is taken for one.
pub const GENERATOR: &str = "traceplate gallery";

/// A plate as it stands.
#[derive(Debug)]
pub struct Shown<'a> {
    /// Its name.
    pub id: &'a str,
    /// Its figure, where one can be drawn.
    pub figure: Option<&'a Figure>,
    /// A word for how it stands, where that is not well.
    pub state: Option<&'a str>,
}

/// Renders the page. The pictures that it shows stand beside it, under the
/// names of the figures' own files, `ID.svg` and `ID.narrow.svg`.
#[must_use]
pub fn gallery(shown: &[Shown<'_>]) -> String {
    markup::written(&Gallery {
        title: "Every plate in every form",
        generator: GENERATOR,
        style: style(),
        script: script(),
        plates: shown.iter().map(Plate::of).collect(),
    })
}

#[derive(Template)]
#[template(path = "html/gallery.html")]
struct Gallery<'a> {
    title: &'a str,
    generator: &'a str,
    style: &'a str,
    script: &'a str,
    plates: Vec<Plate<'a>>,
}

struct Plate<'a> {
    id: &'a str,
    state: Option<&'a str>,
    drawn: Option<Drawn>,
}

struct Drawn {
    title: String,
    light: String,
    dark: String,
    phone: String,
    text: String,
}

impl<'a> Plate<'a> {
    fn of(shown: &Shown<'a>) -> Self {
        let Shown { id, figure, state } = *shown;
        // Each is a use of the plate with ids of its own.
        let used = |figure, ending: &str| fragment(figure, &format!("plate-{id}{ending}"));
        let drawn = figure.map(|figure| Drawn {
            title: figure.result.plain(),
            light: used(figure, ""),
            dark: used(figure, "_2"),
            phone: used(figure, "_3"),
            text: text(figure),
        });
        Self { id, state, drawn }
    }
}
