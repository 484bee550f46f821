//! A book opened from the disk: its folder, its manifest, its chapters.

use std::collections::BTreeMap;

use crate::book::agreement::Chapter;
use crate::book::finding::{Finding, Weight};
use crate::book::manifest::{self, Manifest, Plate};
use crate::book::prepare::{Prepare, Prepared, trace_path};
use crate::nearest::nearest;
use crate::source::fields::FieldError;
use crate::store::Store;

use super::shell::Shell;

/// mdBook's own file, which says where the chapters are.
const BOOK_TOML: &str = "book.toml";

/// A book whose manifest could be read as TOML.
#[derive(Debug)]
pub struct Opened<'b> {
    /// Its files.
    pub store: &'b Store,
    /// Its manifest.
    pub manifest: &'b Manifest<'b>,
    text: &'b str,
    faults: Vec<FieldError>,
}

/// Opens the book and hands it over; reports why where that is impossible.
pub fn with_book(shell: &mut Shell<'_>, run: impl FnOnce(&mut Shell<'_>, &Opened<'_>)) {
    let store = match Store::open(&shell.folder) {
        Ok(store) => store,
        Err(error) => return shell.refuse(&error),
    };
    let text = match store.read(manifest::NAME) {
        Ok(text) => text,
        Err(error) if error.is_missing() => {
            let message = "expected the manifest of a book, found nothing of that name";
            let finding = Finding::file(manifest::NAME, message, Weight::Unreachable);
            let help = "run it in the book's folder, or name that folder with --book DIR";
            return shell.report(&finding.with_help(help), None);
        }
        Err(error) => return shell.refuse(&error),
    };
    let Some(source) = source(shell, &store) else {
        return;
    };
    let table = match manifest::parse(&text) {
        Ok(table) => table,
        Err(faults) => return report_fields(shell, manifest::NAME, &text, faults),
    };
    let (manifest, faults) = Manifest::read(&table, &source);
    run(shell, &Opened { store: &store, manifest: &manifest, text: &text, faults });
}

/// The folder of the chapters that mdBook knows of.
fn source(shell: &mut Shell<'_>, store: &Store) -> Option<String> {
    let text = match store.read_if_any(BOOK_TOML) {
        Ok(text) => text.unwrap_or_default(),
        Err(error) => {
            shell.refuse(&error);
            return None;
        }
    };
    match manifest::source_of(&text) {
        Ok(source) => Some(source.unwrap_or_else(|| manifest::SOURCE.to_owned())),
        Err(faults) => {
            report_fields(shell, BOOK_TOML, &text, faults);
            None
        }
    }
}

fn report_fields(shell: &mut Shell<'_>, path: &str, text: &str, faults: Vec<FieldError>) {
    for fault in faults {
        shell.report(&Finding::field(path, fault), Some(text));
    }
}

impl<'b> Opened<'b> {
    /// The plates of those names, all of them where none is named; every name
    /// that no plate has is reported.
    pub fn chosen(&self, shell: &mut Shell<'_>, ids: &[String]) -> Option<Vec<&'b Plate<'b>>> {
        if ids.is_empty() {
            return Some(self.manifest.plates.iter().collect());
        }
        let unknown: Vec<&String> =
            ids.iter().filter(|id| self.manifest.plate(id).is_none()).collect();
        for id in &unknown {
            let near = nearest(id, self.manifest.ids());
            let meant = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
            let help = format!("the plates of this book: {} list", shell.program);
            shell.misused(&format!("no plate is named `{id}`{meant}"), &help);
        }
        let named = |plate: &&Plate<'_>| ids.contains(&plate.id);
        unknown.is_empty().then(|| self.manifest.plates.iter().filter(named).collect())
    }

    /// Reports what is wrong with the manifest; whether nothing is.
    pub fn is_understood(&self, shell: &mut Shell<'_>) -> bool {
        report_fields(shell, manifest::NAME, self.text, self.faults.clone());
        self.faults.is_empty()
    }

    /// Makes plates ready. Nothing is given where the manifest cannot be
    /// understood or a trace cannot be read: all of that is reported instead.
    pub fn prepare(
        &self,
        shell: &mut Shell<'_>,
        ids: &[String],
        accept: bool,
    ) -> Option<Vec<Prepared<'b>>> {
        let with =
            Prepare { manifest: self.manifest, text: self.text, fixtures: shell.fixtures, accept };
        let mut all = Vec::new();
        let mut readable = true;
        // A broken manifest may have lost the plate that a name means.
        let chosen = if self.faults.is_empty() {
            self.chosen(shell, ids)?
        } else {
            self.chosen(shell, &[])?
        };
        for plate in chosen {
            match self.store.read_if_any(&trace_path(self.manifest, plate)) {
                Ok(golden) => all.push(with.plate(plate, golden)),
                Err(error) => {
                    shell.refuse(&error);
                    readable = false;
                }
            }
        }
        let misread = |one: &Prepared<'_>| {
            one.findings.iter().any(|finding| finding.weight == Weight::Misread)
        };
        if self.faults.is_empty() && !all.iter().any(misread) {
            return readable.then_some(all);
        }
        let mut findings: Vec<Finding> =
            self.faults.iter().map(|fault| Finding::field(manifest::NAME, fault.clone())).collect();
        findings.extend(all.iter().flat_map(|one| one.findings.iter().cloned()));
        findings.retain(|finding| finding.path == manifest::NAME);
        findings.sort_by_key(|finding| finding.span.as_ref().map(|span| span.start));
        self.report(shell, &findings, &[], &[]);
        None
    }

    /// Reports findings with the lines they point into.
    pub fn report(
        &self,
        shell: &mut Shell<'_>,
        findings: &[Finding],
        prepared: &[Prepared<'_>],
        chapters: &[Chapter],
    ) {
        let mut texts = BTreeMap::from([(manifest::NAME, self.text)]);
        for one in prepared {
            texts.extend(one.golden.as_deref().map(|golden| (one.trace_path.as_str(), golden)));
        }
        texts.extend(chapters.iter().map(|chapter| (chapter.path.as_str(), chapter.text.as_str())));
        for finding in findings {
            shell.report(finding, texts.get(finding.path.as_str()).copied());
        }
    }

    /// The chapters, sorted by their paths.
    pub fn chapters(&self, shell: &mut Shell<'_>) -> Vec<Chapter> {
        let source = &self.manifest.source;
        if !self.store.has_folder(source) {
            let message = "expected the folder of the chapters, found nothing of that name";
            let help = "make it, or name another as `source` under [book] in plates.toml";
            let finding = Finding::file(source, message, Weight::Remark);
            shell.report(&finding.with_help(help), None);
        }
        let paths = match self.store.list(source, ".md") {
            Ok(paths) => paths,
            Err(error) => {
                shell.refuse(&error);
                return Vec::new();
            }
        };
        let mut chapters = Vec::with_capacity(paths.len());
        for path in paths {
            match self.store.read(&path) {
                Ok(text) => chapters.push(Chapter { path, text }),
                Err(error) => shell.refuse(&error),
            }
        }
        chapters
    }

    /// The traces and figures that no plate owns.
    pub fn orphans(&self, shell: &mut Shell<'_>) -> Vec<String> {
        let owned: Vec<String> = self
            .manifest
            .plates
            .iter()
            .flat_map(|plate| crate::book::prepare::owned(self.manifest, plate))
            .collect();
        let mut orphans = Vec::new();
        let folders = [
            (&self.manifest.traces, ".trace"),
            (&self.manifest.figures, ".svg"),
            (&self.manifest.figures, ".html"),
        ];
        for (folder, ending) in folders {
            match self.store.list(folder, ending) {
                Ok(paths) => orphans.extend(paths.into_iter().filter(|path| !owned.contains(path))),
                Err(error) => shell.refuse(&error),
            }
        }
        orphans.sort();
        orphans
    }

    /// The manifest's text, for places in it.
    #[must_use]
    pub fn text(&self) -> &'b str {
        self.text
    }
}
