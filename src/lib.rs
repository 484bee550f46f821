//! x
pub mod book;
