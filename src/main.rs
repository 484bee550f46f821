//! The program `traceplate`.

fn main() {}
