//! Figures, prose and code of a tensor book, held together by one trace.

// From a trace on, a number is a lexeme or an integer.
#[deny(clippy::float_arithmetic)]
pub mod book;
pub mod cli;
pub mod decimal;
pub mod dtype;
pub mod error;
pub mod excerpt;
pub mod fields;
#[deny(clippy::float_arithmetic)]
pub mod figure;
pub mod fixture;
pub mod joint;
pub mod label;
pub mod layout;
pub mod name;
pub mod nearest;
pub mod preprocess;
#[deny(clippy::float_arithmetic)]
pub mod render;
pub mod source;
pub mod store;
pub mod tensor;
pub mod trace;
pub mod tracer;

pub use cli::{Answer, Fixtures};
