//! `traceplate check`: the same work as `build` in memory, compared with what
//! is on the disk. It writes no file, ever.

use std::collections::BTreeMap;

use crate::book::agreement::{Agreement, Report, State};
use crate::book::finding::Weight;

use super::opened::{Opened, with_book};
use super::shell::Shell;
use super::told;
use super::visible::visible_json;

/// Compare traces, figures and facts in sentences; write nothing
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The plates to check; all where none is named
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Print one report for scripts
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args, shell: &mut Shell<'_>) {
    with_book(shell, |shell, book| check(args, shell, book));
}

fn check(args: &Args, shell: &mut Shell<'_>, book: &Opened<'_>) {
    let Some(prepared) = book.prepare(shell, &args.ids, false) else {
        return;
    };
    let mut report = Report::default();
    for one in &prepared {
        let mut drawn = BTreeMap::new();
        for figure in &one.figures {
            match book.store.read_if_any(&figure.path) {
                Ok(text) => drawn.extend(text.map(|text| (figure.path.as_str(), text))),
                Err(error) => shell.refuse(&error),
            }
        }
        report.findings.extend(one.findings.iter().cloned());
        report.plates.push(Agreement::of(one, |path| drawn.get(path).map(String::as_str)));
    }
    let chapters = book.chapters(shell);
    let ids: Vec<&str> = book.manifest.ids().collect();
    report.add_chapters(&chapters, &prepared, &ids);
    report.add_captions(&prepared, book.text());
    if args.ids.is_empty() {
        report.orphans = book.orphans(shell);
    }
    book.report(shell, &report.findings, &prepared, &chapters);
    if report.plates.iter().any(|plate| plate.state != State::Current) {
        shell.fail(Weight::Wrong);
    }
    if args.json {
        let text = serde_json::to_string_pretty(&report.to_json()).unwrap_or_default();
        shell.out.extend_from_slice(visible_json(&text).as_bytes());
        shell.out.push(b'\n');
        return;
    }
    for plate in report.plates.iter().filter(|plate| plate.state != State::Current) {
        told::differences(shell, plate, Some(&report));
    }
    for orphan in &report.orphans {
        shell.say(&format!("{orphan}: no plate owns it"));
    }
    shell.say(&report.tally());
}
