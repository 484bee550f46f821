//! A book: its manifest, its chapters, and whether they agree with its traces.
//! Works on texts, never on files.

pub mod agreement;
pub mod caption;
pub mod chapter;
mod context;
pub mod directive;
pub mod escape;
pub mod finding;
mod lines;
pub mod manifest;
pub mod prepare;
mod setting;
pub mod state;

pub use setting::{Block, Setting};
