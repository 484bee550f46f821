//! The program `mdbook-traceplate`.

fn main() {}
