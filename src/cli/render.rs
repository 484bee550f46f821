//! `traceplate render`: one trace in any form, without a manifest.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::book::finding::{Finding, Places};
use crate::excerpt::excerpt;
use crate::fields::words;
use crate::figure::{self, Frame, Labels};
use crate::name;
use crate::render::{self, Form};
use crate::store;
use crate::trace::{self, Trace};

use super::opened::has_plate;
use super::shell::Shell;
use super::visible::visible;

/// Draw one trace
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file of a trace, or - for standard input
    #[arg(value_name = "FILE.trace or -")]
    trace: String,
    /// What to make of it; without it, what the ending of -o says, or svg
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Format>,
    /// The file to write, instead of standard output, which is -
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// For html: to be set into a page, with its style and script
    #[arg(long)]
    fragment: bool,
    /// One line above the figure
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// What a trace can be made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Svg,
    Narrow,
    Html,
    Text,
    Json,
    Trace,
}

impl Format {
    /// The endings of files; a longer one before one that it ends in.
    const ENDINGS: [(&'static str, Self); 6] = [
        (".narrow.svg", Self::Narrow),
        (".svg", Self::Svg),
        (".html", Self::Html),
        (".txt", Self::Text),
        (".json", Self::Json),
        (".trace", Self::Trace),
    ];

    /// What a file of that name holds.
    fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        Self::ENDINGS
            .into_iter()
            .find(|(ending, _)| name.ends_with(ending))
            .map(|(_, format)| format)
    }
}

/// Runs the command.
pub fn run(args: &Args, shell: &mut Shell<'_>) {
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let named = output.and_then(Format::of);
    if let (None, None, Some(ending)) = (args.format, named, output.and_then(Path::extension)) {
        let endings = Format::ENDINGS.map(|(ending, _)| ending);
        let found = excerpt(&format!(".{}", ending.to_string_lossy()));
        return shell.misused(
            &format!("expected a file ending in {}, found {found}", words(&endings)),
            "name the file so, or say with --format what it shall hold",
        );
    }
    if let Some(fault) = args.title.as_deref().and_then(name::unfit) {
        return shell.misused(&format!("--title expects a text, found {fault}"), "leave it out");
    }
    let format = args.format.or(named).unwrap_or(Format::Svg);
    if args.fragment && format != Format::Html {
        return shell.misused(
            "--fragment goes with html only",
            "add --format html, or leave --fragment out",
        );
    }
    let input = args.trace == "-";
    let read = if input { store::read_input() } else { store::read_file(Path::new(&args.trace)) };
    let text = match read {
        Ok(text) => text,
        Err(error) if error.is_missing() && has_plate(shell, &args.trace) => {
            let message = "expected the file of a trace, found a plate of that name";
            let finding = Finding::file(&args.trace, message, error.weight());
            let mend = format!("show {}", args.trace);
            return shell.report(&finding.with_help("to see the plate").with_mend(mend), None);
        }
        Err(error) => return shell.refuse(&error),
    };
    let trace = match trace::parse(&text) {
        Ok(trace) => trace,
        Err(error) => {
            return shell
                .report(&Finding::trace(&args.trace, &text, &error), Some(&Places::of(&text)));
        }
    };
    let drawn = draw(args, format, &trace);
    match output {
        Some(path) => {
            if let Err(error) = store::write_file(path, drawn.as_bytes()) {
                shell.refuse(&error);
            }
        }
        // What a program reads gets the bytes, what a person reads is made safe.
        None if shell.terminal => shell.out.extend_from_slice(visible(&drawn).as_bytes()),
        None => shell.out.extend_from_slice(drawn.as_bytes()),
    }
}

fn draw(args: &Args, format: Format, trace: &Trace) -> String {
    let name = name_of(&args.trace);
    let prefix = format!("plate-{name}");
    let frame = Frame { plate: name, title: args.title.clone(), caption: None };
    let figure = || figure::compose(trace, &frame, Labels::english());
    match format {
        Format::Svg => render::svg(&figure(), Form::Wide, &prefix),
        Format::Narrow => render::svg(&figure(), Form::Narrow, &prefix),
        Format::Html if args.fragment => {
            render::html::dress() + &render::html::fragment(&figure(), &prefix)
        }
        Format::Html => render::html::page(&figure(), &prefix),
        // A text is read by a person, also at the end of a pipe.
        Format::Text => visible(&render::text(&figure())).into_owned(),
        Format::Json => {
            let text = serde_json::to_string_pretty(&trace.to_json()).unwrap_or_default();
            super::visible::visible_json(&text).into_owned() + "\n"
        }
        Format::Trace => trace::print(trace),
    }
}

/// The name that a figure's ids get from the file of its trace.
#[must_use]
pub fn name_of(file: &str) -> String {
    let stem = Path::new(file).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let mut name = String::new();
    for char in stem.chars() {
        let kept = char.is_ascii_alphanumeric();
        if kept && (!name.is_empty() || char.is_ascii_alphabetic()) {
            name.push(char.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_end_matches('-');
    if name.is_empty() { "trace".to_owned() } else { name.to_owned() }
}
