//! The program `traceplate`.

use std::process::ExitCode;

use clap::Parser;
use traceplate::cli::{demo, explain};

#[derive(Parser)]
enum Command {
    /// Run the learner program
    Demo,
    /// Explain how a coordinate becomes an offset
    Explain(explain::Args),
}

fn main() -> ExitCode {
    let (mut out, mut err) = (std::io::stdout().lock(), std::io::stderr().lock());
    ExitCode::from(match Command::parse() {
        Command::Demo => demo::run(&mut out, &mut err),
        Command::Explain(args) => explain::run(&args, &mut out, &mut err),
    })
}
