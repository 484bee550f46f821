//! `traceplate list`: the plates, their kinds, and where each is set in.

use crate::book::manifest::Origin;
use crate::book::report::{Against, Report};

use super::opened::{Opened, with_book};
use super::shell::Shell;
use super::told;

/// Runs the command.
pub fn run(shell: &mut Shell<'_>) {
    with_book(shell, list);
}

fn list(shell: &mut Shell<'_>, book: &Opened<'_>) {
    if !book.is_understood(shell) {
        return;
    }
    let ids: Vec<&str> = book.manifest.ids().collect();
    let (chapters, faults) = book.chapters();
    let mut report = Report { findings: faults, ..Report::default() };
    let unserved = book.unserved();
    let against = Against { prepared: &[], ids: &ids, unserved: unserved.as_deref() };
    report.add_chapters(&chapters, against);
    // `list` is what mends an unknown name, and here it is.
    for finding in &mut report.findings {
        finding.mend = finding.mend.take().filter(|mend| mend != "list");
    }
    book.report(shell, &report.findings, &[], &chapters);
    let wide = ids.iter().map(|id| id.len()).max().unwrap_or_default();
    let mut unused = 0;
    for plate in &book.manifest.plates {
        let places: Vec<String> = report
            .uses
            .iter()
            .filter(|used| used.plate == plate.id)
            .map(|used| used.place.to_string())
            .collect();
        let kind = match &plate.origin {
            Origin::Kind(kind) => kind.name,
            Origin::File(_) => "trace",
        };
        unused += usize::from(places.is_empty());
        let places = if places.is_empty() { "in no chapter".to_owned() } else { places.join(", ") };
        shell.say(&format!("{:wide$}  {kind:9} {places}", plate.id));
    }
    let orphans = book.orphans(shell);
    told::orphans(shell, &orphans);
    let plural = if ids.len() == 1 { "" } else { "s" };
    let files = if orphans.len() == 1 { "file" } else { "files" };
    let count = ids.len();
    shell.say(&format!(
        "{count} plate{plural}, {unused} in no chapter; {} {files} without a plate",
        orphans.len()
    ));
}
