//! Figures, prose and code of a tensor book held together by one trace.

pub mod source;
