//! Geometry: how wide things are, and where each mark of an SVG stands.
//!
//! All lengths are whole pixels at design size, 720 wide or 360 in the narrow
//! form. Widths are those of the widest common fallback fonts, so that a text
//! that fits here fits everywhere.

pub mod lines;
pub mod measure;
