//! Where tensors come from: the manifest's own values, fills that are computed
//! and never stored, and the named fixtures of a Rust program.

pub mod fields;
pub mod nearest;
