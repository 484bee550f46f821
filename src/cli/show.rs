//! `traceplate show`: a figure as text in the terminal, or the paths of its facts.

use std::path::Path;

use crate::book::directive::is_id;
use crate::book::finding::Finding;
use crate::figure::{self, Frame, Labels};
use crate::render;
use crate::store;
use crate::trace::{self, Trace};

use super::opened::{Opened, with_book};
use super::render::english;
use super::shell::Shell;

/// Shows a figure as text
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A plate of the book, or the file of a trace
    #[arg(value_name = "ID or FILE")]
    what: String,
    /// Lists every path of the trace with its value
    #[arg(long)]
    paths: bool,
}

/// Runs the command.
pub fn run(args: &Args, shell: &mut Shell<'_>) {
    // A plate's name holds neither a slash nor a dot, a file's usually does.
    if is_id(&args.what) {
        return with_book(shell, |shell, book| plate(args, shell, book));
    }
    let text = match store::read_file(Path::new(&args.what)) {
        Ok(text) => text,
        Err(error) => return shell.refuse(&error),
    };
    match trace::parse(&text) {
        Ok(trace) => {
            let frame = Frame {
                plate: super::render::name_of(&args.what),
                title: None,
                caption: None,
            };
            show(args, shell, &trace, &frame, english());
        }
        Err(error) => shell.report(&Finding::trace(&args.what, &text, &error), Some(&text)),
    }
}

fn plate(args: &Args, shell: &mut Shell<'_>, book: &Opened<'_>) {
    let ids = [args.what.clone()];
    let Some(prepared) = book.prepare(shell, &ids, false) else {
        return;
    };
    for one in prepared.iter().filter(|one| one.plate.id == args.what) {
        book.report(shell, &one.findings, &prepared, &[]);
        if let Some(trace) = &one.trace {
            let plate = one.plate;
            let frame = Frame {
                plate: plate.id.clone(),
                title: plate.title.clone(),
                caption: plate.caption.clone(),
            };
            show(
                args,
                shell,
                trace,
                &frame,
                plate.labels.unwrap_or(book.manifest.labels),
            );
        }
    }
}

fn show(args: &Args, shell: &mut Shell<'_>, trace: &Trace, frame: &Frame, labels: &Labels) {
    if args.paths {
        let paths = trace.paths();
        let wide = paths
            .iter()
            .map(|(path, _)| path.chars().count())
            .max()
            .unwrap_or_default();
        for (path, value) in paths {
            shell.say(&format!("{path:wide$}  {value}"));
        }
        return;
    }
    shell.say(render::text(&figure::compose(trace, frame, labels)).trim_end_matches('\n'));
}
