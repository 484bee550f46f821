//! The preprocessor `mdbook-traceplate` with no fixture but the crate's own.

fn main() -> std::process::ExitCode {
    traceplate::Fixtures::new().preprocess()
}
