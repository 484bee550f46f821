//! A book: its manifest, its chapters, and whether they agree with its traces.

pub mod manifest;
