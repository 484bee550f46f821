//! The command line: one file a command, and what they share.
//!
//! A command fills two streams in memory and leaves an exit code; only
//! [`Fixtures::run`] knows the real ones.

mod build;
mod chapters;
mod check;
pub mod demo;
mod diagnostics;
pub mod explain;
mod list;
mod mdbook;
mod new;
mod opened;
mod refusal;
mod render;
mod shell;
mod show;
mod stream;
mod told;
mod visible;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::{Parser, Subcommand, ValueEnum};

use crate::source::FixtureSet;
use crate::source::fixtures::{Axes, Shapes};
use crate::store;
use crate::tensor::{Tensor, TensorError};

use self::shell::Shell;
use self::visible::visible;

/// Figures, prose and code of a tensor book, held together by one trace
#[derive(Debug, Parser)]
#[command(name = "traceplate", version, max_term_width = 100)]
struct Line {
    #[command(subcommand)]
    command: Command,
    /// The folder that holds plates.toml
    #[arg(long, global = true, value_name = "DIR", default_value = ".")]
    book: PathBuf,
    /// Colours in diagnostics; auto is on a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    color: When,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Args),
    Check(check::Args),
    /// List the plates and where each is set in
    List,
    Show(show::Args),
    Render(render::Args),
    /// Explain how a coordinate becomes an offset
    Explain(explain::Args),
    /// Run the learner program
    Demo,
    New(new::Args),
}

/// The whole command line, with fixtures of one's own.
///
/// ```no_run
/// use std::process::ExitCode;
/// use traceplate::tensor::{Tensor, TensorError};
///
/// fn mine() -> Result<Tensor, TensorError> {
///     Tensor::from_vec(vec![2, 2], vec![1.0, 2.0, 3.0, 4.0])
/// }
///
/// fn main() -> ExitCode {
///     traceplate::Fixtures::new().tensor("mine", mine).run()
/// }
/// ```
#[derive(Debug, Default)]
pub struct Fixtures {
    set: FixtureSet,
}

/// What a command would print, and its exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The exit code.
    pub code: u8,
    /// Results.
    pub stdout: String,
    /// Diagnostics.
    pub stderr: String,
}

impl Fixtures {
    /// The fixtures of the course.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One more tensor, which manifests name as `{ fixture = "name" }`.
    #[must_use]
    pub fn tensor(
        mut self,
        name: impl Into<String>,
        build: impl Fn() -> Result<Tensor, TensorError> + Send + Sync + 'static,
    ) -> Self {
        self.set = self.set.tensor(name, build);
        self
    }

    /// One more set of labelled shapes, with the names of their axes.
    #[must_use]
    pub fn shapes(
        mut self,
        name: impl Into<String>,
        build: impl Fn() -> Result<Shapes, TensorError> + Send + Sync + 'static,
        axes: Axes,
    ) -> Self {
        self.set = self.set.shapes(name, build, axes);
        self
    }

    /// Follows the command line of this process.
    #[must_use]
    pub fn run(self) -> ExitCode {
        store::survive_limits();
        let arguments: Vec<OsString> = std::env::args_os().collect();
        let colored = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
        finish(&self.follow(&arguments, colored, io::stdout().is_terminal()))
    }

    /// The whole program `mdbook-traceplate`: answers mdBook on standard input.
    #[must_use]
    pub fn preprocess(self) -> ExitCode {
        store::survive_limits();
        let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
        let arguments: Vec<&str> =
            arguments.iter().filter_map(|argument| argument.to_str()).collect();
        let mut shell = self.shell("traceplate");
        shell.color = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
        shell.elsewhere =
            "set plates.toml beside book.toml, or take [preprocessor.traceplate] out of it";
        match arguments[..] {
            // Any other answer would skip the preprocessor, and nobody would be told.
            ["supports", ..] => {}
            ["--version" | "-V"] => shell.say(PREPROCESSOR),
            [] if io::stdin().is_terminal() => shell.misused(MISUSED, STARTED),
            [] => match store::read_input() {
                Ok(input) => mdbook::run(&mut shell, &input),
                Err(error) => shell.refuse(&error),
            },
            _ => shell.misused(MISUSED, STARTED),
        }
        finish(&shell)
    }

    /// Follows a command line without its program's name, in memory: for tests
    /// that hold a book to its fixtures.
    #[must_use]
    pub fn answer<A: Into<OsString>>(&self, arguments: impl IntoIterator<Item = A>) -> Answer {
        let mut line = vec![OsString::from("traceplate")];
        line.extend(arguments.into_iter().map(Into::into));
        let shell = self.follow(&line, false, false);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Answer { code: shell.code, stdout: text(&shell.out), stderr: text(&shell.err) }
    }

    fn shell(&self, program: &str) -> Shell<'_> {
        Shell {
            fixtures: &self.set,
            folder: PathBuf::new(),
            program: program.to_owned(),
            color: false,
            terminal: false,
            out: Vec::new(),
            err: Vec::new(),
            faults: Vec::new(),
            elsewhere: "run it in the book's folder, or name that folder with --book DIR",
            code: 0,
        }
    }

    fn follow(&self, arguments: &[OsString], colored: bool, terminal: bool) -> Shell<'_> {
        let name = arguments
            .first()
            .map(Path::new)
            .and_then(Path::file_stem)
            .and_then(|name| name.to_str());
        let mut shell = self.shell(name.unwrap_or("traceplate"));
        shell.terminal = terminal;
        let line = match Line::try_parse_from(arguments) {
            Ok(line) => line,
            Err(error) => {
                let text = error.render().to_string();
                let stream = if error.use_stderr() { &mut shell.err } else { &mut shell.out };
                stream.extend_from_slice(visible(&text).as_bytes());
                shell.code = u8::try_from(error.exit_code()).unwrap_or(2);
                return shell;
            }
        };
        shell.folder = line.book;
        shell.color = match line.color {
            When::Auto => colored,
            When::Always => true,
            When::Never => false,
        };
        match &line.command {
            Command::Build(args) => build::run(args, &mut shell),
            Command::Check(args) => check::run(args, &mut shell),
            Command::List => list::run(&mut shell),
            Command::Show(args) => show::run(args, &mut shell),
            Command::Render(args) => render::run(args, &mut shell),
            Command::Explain(args) => shell.pass_on(|out, err| explain::run(args, out, err)),
            Command::Demo => shell.pass_on(|out, err| demo::run(out, err)),
            Command::New(args) => new::run(args, &mut shell),
        }
        shell
    }
}

const PREPROCESSOR: &str = concat!("mdbook-traceplate ", env!("CARGO_PKG_VERSION"));
const MISUSED: &str = "expected mdBook to start this program";
const STARTED: &str =
    "name it in book.toml with the line [preprocessor.traceplate], then run mdbook build";

/// Fills the real streams.
fn finish(shell: &Shell<'_>) -> ExitCode {
    // Diagnostics first, so that the last line on a terminal is the one that counts.
    let choice =
        if shell.err.contains(&b'\x1b') { ColorChoice::Always } else { ColorChoice::Never };
    let told = write(&mut AutoStream::new(io::stderr(), choice), &shell.err);
    let said = write(&mut io::stdout().lock(), &shell.out);
    ExitCode::from(if told && said { shell.code } else { shell.code.max(3) })
}

/// Writes a stream out. A reader that has gone away is no fault; a full disk is.
fn write(stream: &mut dyn Write, bytes: &[u8]) -> bool {
    let written = stream.write_all(bytes).and_then(|()| stream.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            // Standard error may be the stream that failed; then there is nobody to tell.
            let _ = writeln!(io::stderr(), "error: cannot write: {}", error.kind());
            false
        }
        _ => true,
    }
}
