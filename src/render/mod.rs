//! Renderers: panels become text, and nothing is decided on the way.

pub mod html;
mod markup;
mod read_back;
pub mod svg;
pub mod text;

pub use crate::figure::geometry::mark::Form;
pub use read_back::{Fault, Reading, read_back};
pub use svg::svg;
pub use text::text;
