//! The whole command line with a fixture of one's own:
//!
//! ```sh
//! cargo run --example own-fixtures -- build --book examples/own-fixtures
//! ```
//!
//! `tests/own_fixtures.rs` holds the book beside this file to the fixture.

mod readings;

use std::process::ExitCode;

fn main() -> ExitCode {
    readings::fixtures().run()
}
