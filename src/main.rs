//! The command line of the crate with no fixture but its own.

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    traceplate::Fixtures::new().run()
}
