//! Figures, prose and code of a tensor book, held together by one trace.
pub mod book;
pub mod preprocess;
