//! `traceplate show`: a figure as text in the terminal, or the paths of its facts.

use std::path::Path;

use crate::book::directive::is_id;
use crate::book::finding::{Finding, Places};
use crate::figure::{self, Figure, Frame, Labels};
use crate::render;
use crate::store;
use crate::trace::{self, Trace};

use super::opened::{Opened, with_book};
use super::render::name_of;
use super::shell::Shell;

/// Show a figure as text
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A plate of the book, or the file of a trace
    #[arg(value_name = "ID or FILE")]
    what: String,
    /// List every path of the trace with its value
    #[arg(long)]
    paths: bool,
}

/// Runs the command.
pub fn run(args: &Args, shell: &mut Shell<'_>) {
    // A plate's name holds neither a slash nor a dot, a file's usually does.
    let named = !args.what.contains(['/', '\\', '.']) && !Path::new(&args.what).exists();
    if named || is_id(&args.what) {
        return with_book(shell, |shell, book| plate(args, shell, book));
    }
    let text = match store::read_file(Path::new(&args.what)) {
        Ok(text) => text,
        Err(error) => return shell.refuse(&error),
    };
    match trace::parse(&text) {
        Ok(trace) if args.paths => paths(shell, &trace),
        Ok(trace) => {
            let frame = Frame { plate: name_of(&args.what), ..Frame::default() };
            show(shell, &figure::compose(&trace, &frame, Labels::english()));
        }
        Err(error) => {
            let places = Places::of(&text);
            shell.report(&Finding::trace(&args.what, &text, &error), Some(&places));
        }
    }
}

fn plate(args: &Args, shell: &mut Shell<'_>, book: &Opened<'_>) {
    let ids = [args.what.clone()];
    let Some(prepared) = book.prepare(shell, &ids, false) else {
        return;
    };
    for one in prepared.iter().filter(|one| one.plate.id == args.what) {
        // Its paths are what mends a caption, so they are listed even if that is wrong.
        book.report(shell, &one.findings, &prepared, &[]);
        match (&one.trace, &one.figure) {
            (Some(trace), _) if args.paths => paths(shell, trace),
            (_, Some(figure)) => show(shell, figure),
            _ => {}
        }
    }
}

fn paths(shell: &mut Shell<'_>, trace: &Trace) {
    let paths = trace.paths();
    let wide = paths.iter().map(|(path, _)| path.chars().count()).max().unwrap_or_default();
    for (path, value) in paths {
        // As its trace spells it: a text could hold what looks like another line.
        shell.say(&format!("{path:wide$}  {}", value.spelled()));
    }
}

fn show(shell: &mut Shell<'_>, figure: &Figure) {
    shell.say(render::text(figure).trim_end_matches('\n'));
}
