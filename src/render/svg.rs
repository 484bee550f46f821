//! SVG: the marks of a scene, one element a line.

mod spelling;

use super::markup::{self, words};
use crate::figure::Figure;
use crate::figure::geometry::mark::Form;
use crate::figure::geometry::place;
use askama::Template;
use spelling::{Element, Part, Spelling};

/// Renders a figure as a standalone SVG. Every id begins with `prefix`, which
/// is unique in the book.
#[must_use]
pub fn svg(figure: &Figure, form: Form, prefix: &str) -> String {
    let scene = place(figure, form);
    let mut spelling = Spelling::default();
    let elements = scene.marks.iter().map(|mark| spelling.element(mark, prefix)).collect();
    markup::written(&Drawing {
        prefix,
        language: &figure.language,
        title: &figure.result.plain(),
        description: &figure.description.plain(),
        width: scene.form.width(),
        height: scene.bottom,
        inner_width: scene.form.width() - 1,
        inner_height: scene.bottom - 1,
        elements,
        spelling,
    })
}

#[derive(Template)]
#[template(path = "svg/figure.svg")]
struct Drawing<'a> {
    prefix: &'a str,
    language: &'a str,
    title: &'a str,
    description: &'a str,
    width: i32,
    height: i32,
    inner_width: i32,
    inner_height: i32,
    elements: Vec<Element>,
    spelling: Spelling,
}

impl Drawing<'_> {
    fn spelled(&self, part: &Part) -> &str {
        self.spelling.part(part)
    }
}
