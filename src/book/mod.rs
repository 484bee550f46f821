//! Chapters and what they ask for; works on texts, never on files.

pub mod chapter;
mod context;
pub mod directive;
pub mod escape;
mod lines;
mod setting;

pub use setting::{Block, Setting};
