//! SVG: a document with title, description and style, and the marks of a scene.

mod marks;

use super::markup::{self, words};
use crate::figure::Figure;
use crate::figure::geometry::mark::Form;
use crate::figure::geometry::place;
use askama::Template;
use std::sync::LazyLock;

/// Renders a figure as a standalone SVG. Every id begins with `prefix`, which
/// is unique in the book.
#[must_use]
pub fn svg(figure: &Figure, form: Form, prefix: &str) -> String {
    let scene = place(figure, form);
    markup::written(&Drawing {
        prefix,
        language: &figure.language,
        title: &figure.result.plain(),
        description: &figure.description.plain(),
        width: scene.form.width(),
        height: scene.bottom,
        inner_width: scene.form.width() - 1,
        inner_height: scene.bottom - 1,
        style: &style(prefix),
        marks: &marks::elements(&scene.marks, prefix),
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
    style: &'a str,
    marks: &'a str,
}

/// The style sheet, every rule of it for one figure: an SVG may be set into a
/// page beside others.
fn style(prefix: &str) -> String {
    static RULES: LazyLock<Vec<&str>> =
        LazyLock::new(|| include_str!("../../templates/svg/style.css").split("#ID").collect());
    let mut style = String::with_capacity(12 * 1024);
    for (place, rule) in RULES.iter().enumerate() {
        if place > 0 {
            style.push('#');
            style.push_str(prefix);
        }
        style.push_str(rule);
    }
    style
}
