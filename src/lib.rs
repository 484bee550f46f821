//! Figures, prose and code of a tensor book, held together by one trace.

pub mod decimal;
pub mod dtype;
pub mod error;
pub mod excerpt;
pub mod fixture;
pub mod label;
pub mod layout;
pub mod tensor;

/// The commands of `traceplate`.
pub mod cli {
    pub mod demo;
    pub mod explain;
    mod refusal;
    mod stream;
}
