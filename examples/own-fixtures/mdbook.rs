//! The preprocessor with the same fixtures, which `book.toml` would name as
//!
//! ```toml
//! [preprocessor.traceplate]
//! command = "cargo run --quiet --example mdbook-own-fixtures --"
//! ```

mod readings;

use std::process::ExitCode;

fn main() -> ExitCode {
    readings::fixtures().preprocess()
}
