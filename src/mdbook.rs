//! The preprocessor `mdbook-traceplate` with no fixture but the crate's own.

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    traceplate::Fixtures::new().preprocess()
}
