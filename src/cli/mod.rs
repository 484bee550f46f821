//! The commands.

pub mod demo;
pub mod explain;
mod refusal;
mod stream;
pub mod visible;
