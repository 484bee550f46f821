//! `traceplate check`: the same work as `build` in memory, compared with what
//! is on the disk. It writes no file, ever.

use crate::book::agreement::{Agreement, State};
use crate::book::finding::{Places, Weight};
use crate::book::report::{Against, Report};

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
    let mut report = None;
    with_book(shell, |shell, book| report = check(args, shell, book));
    if args.json {
        // Whatever kept the book from being looked at is in the report too.
        let report = report.unwrap_or_default().to_json(&shell.faults);
        let text = serde_json::to_string_pretty(&report).unwrap_or_default();
        shell.out.extend_from_slice(visible_json(&text).as_bytes());
        shell.out.push(b'\n');
    } else if let Some(report) = report {
        for plate in report.plates.iter().filter(|plate| plate.state != State::Current) {
            told::differences(shell, plate, Some(&report));
        }
        told::orphans(shell, &report.orphans);
        shell.say(&report.tally());
    }
}

fn check(args: &Args, shell: &mut Shell<'_>, book: &Opened<'_>) -> Option<Report> {
    let mut prepared = book.prepare(shell, &args.ids, false)?;
    let mut report = Report::default();
    for one in &mut prepared {
        let (drawn, unread) = book.drawn(one);
        report.findings.extend(one.findings.iter().chain(&one.unfit).cloned());
        report.findings.extend(unread);
        report.plates.push(Agreement::of(one, |path| drawn.get(path).map(String::as_str)));
    }
    let (chapters, faults) = book.chapters();
    report.findings.extend(faults);
    let ids: Vec<&str> = book.manifest.ids().collect();
    let unserved = book.unserved();
    let against = Against { prepared: &prepared, ids: &ids, unserved: unserved.as_deref() };
    report.add_chapters(&chapters, against);
    let directed = !report.uses.is_empty() || !report.quoted.is_empty();
    report.findings.extend(book.without_preprocessor().filter(|_| directed));
    report.add_captions(&prepared, &Places::of(book.text()));
    if args.ids.is_empty() {
        report.orphans = book.orphans(shell);
    }
    book.report(shell, &report.findings, &prepared, &chapters);
    if report.plates.iter().any(|plate| plate.state != State::Current) {
        shell.fail(Weight::Wrong);
    }
    Some(report)
}
