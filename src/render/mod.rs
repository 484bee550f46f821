//! Renderers: panels become text, and nothing is decided on the way.

pub mod html;
pub mod svg;

pub use svg::svg;
