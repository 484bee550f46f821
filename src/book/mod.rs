//! A book: its manifest, its chapters, and whether they agree with its traces.
//! Works on texts, never on files.

pub mod agreement;
pub mod caption;
pub mod chapter;
mod context;
pub mod directive;
pub mod escape;
pub mod finding;
pub mod include;
mod lines;
pub mod manifest;
pub mod prepare;
pub mod report;
mod setting;
pub mod state;
pub mod summary;

pub use setting::{Block, Setting};
