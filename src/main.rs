//! The command line of the crate with no fixture but its own.

fn main() -> std::process::ExitCode {
    traceplate::Fixtures::new().run()
}
