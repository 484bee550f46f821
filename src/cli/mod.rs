//! x
pub mod visible;
