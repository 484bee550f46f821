//! A book opened from the disk: its folder, its manifest, its plates.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::book::finding::{Finding, Places, Weight};
use crate::book::manifest::{self, Manifest, Plate, owned, trace_path};
use crate::book::prepare::{Golden, Prepare, Prepared};
use crate::book::report::Chapter;
use crate::fields::{self, FieldError};
use crate::figure::Labels;
use crate::nearest::nearest;
use crate::store::{Store, StoreError};

use super::shell::Shell;

/// mdBook's own file, which says where the chapters are.
pub const BOOK_TOML: &str = "book.toml";

/// A book whose manifest could be read as TOML.
#[derive(Debug)]
pub struct Opened<'b> {
    /// Its files.
    pub store: &'b Store,
    /// Its manifest.
    pub manifest: &'b Manifest<'b>,
    /// What mdBook is told, if it is told anything.
    pub mdbook: Option<&'b MdBook>,
    text: &'b str,
    faults: Vec<FieldError>,
    tables: &'b [LabelTable],
}

/// A `book.toml`, as far as it matters here.
#[derive(Debug)]
pub struct MdBook {
    /// The folder of the chapters.
    pub source: String,
    /// Where it says so.
    pub source_at: Option<Range<usize>>,
    text: String,
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
            return shell.report(&finding.with_help(shell.elsewhere), None);
        }
        Err(error) => return refuse(shell, &error),
    };
    let Ok(mdbook) = mdbook(shell, &store) else {
        return;
    };
    let source = mdbook.as_ref().map_or(manifest::SOURCE, |mdbook| &mdbook.source);
    let table = match fields::parse(&text) {
        Ok(table) => table,
        Err(faults) => return report_fields(shell, manifest::NAME, &text, faults),
    };
    let (mut manifest, faults) = Manifest::read(&table, source);
    let mdbook = mdbook.as_ref();
    let tables = label_tables(&store, &mut manifest);
    let (store, manifest, text) = (&store, &manifest, text.as_str());
    run(shell, &Opened { store, manifest, mdbook, text, faults, tables: &tables });
}

/// A file with an author's own labels, and what is wrong with it.
#[derive(Debug)]
struct LabelTable {
    path: String,
    text: String,
    faults: Vec<Finding>,
}

/// Reads the tables of labels that the manifest names.
fn label_tables(store: &Store, manifest: &mut Manifest<'_>) -> Vec<LabelTable> {
    let (mut read, mut tables) = (Vec::new(), BTreeMap::new());
    for (path, place) in manifest.label_files() {
        let (text, faults) = match store.read(path) {
            Ok(text) => match Labels::read(&text) {
                Ok(labels) => {
                    tables.insert(path.to_owned(), labels);
                    (text, Vec::new())
                }
                Err(faults) => {
                    let faults = faults.into_iter().map(|fault| Finding::field(path, fault));
                    (text, faults.collect())
                }
            },
            Err(error) => (String::new(), vec![unread(&error, place)]),
        };
        read.push(LabelTable { path: path.to_owned(), text, faults });
    }
    manifest.tables = tables;
    read
}

/// A table of labels that cannot be read: at its name, or at its own bytes
/// where it is no text.
fn unread(error: &StoreError, place: &Range<usize>) -> Finding {
    let weight = error.weight().max(Weight::Misread);
    let finding = error.finding();
    if finding.at.is_some() {
        return Finding { weight, ..finding };
    }
    let message = format!("`locale` expects a table of labels, found `{}`: {error}", error.path);
    let finding = Finding::field(manifest::NAME, FieldError::misread(place.clone(), message));
    Finding { weight, ..finding }
}

/// Whether the book that the shell is in has a plate of that name; nothing is reported.
pub fn has_plate(shell: &Shell<'_>, id: &str) -> bool {
    let store = Store::open(&shell.folder).ok();
    let text = store.and_then(|store| store.read(manifest::NAME).ok()).unwrap_or_default();
    let table = fields::parse(&text);
    table.is_ok_and(|table| Manifest::read(&table, manifest::SOURCE).0.plate(id).is_some())
}

/// Something cannot be understood, and that was reported.
struct Reported;

/// What mdBook is told, if it is told anything.
fn mdbook(shell: &mut Shell<'_>, store: &Store) -> Result<Option<MdBook>, Reported> {
    let text = match store.read_if_any(BOOK_TOML) {
        Ok(Some(text)) => text,
        Ok(None) => return Ok(None),
        Err(error) => {
            refuse(shell, &error);
            return Err(Reported);
        }
    };
    match manifest::source_of(&text) {
        Ok(Some((source, at))) => Ok(Some(MdBook { source, source_at: Some(at), text })),
        Ok(None) => {
            let source = manifest::SOURCE.to_owned();
            Ok(Some(MdBook { source, source_at: None, text }))
        }
        Err(faults) => {
            report_fields(shell, BOOK_TOML, &text, faults);
            Err(Reported)
        }
    }
}

/// A file that says what the book is, and that cannot be read or is no text.
fn refuse(shell: &mut Shell<'_>, error: &StoreError) {
    let weight = error.weight().max(Weight::Misread);
    shell.report(&Finding { weight, ..error.finding() }, None);
}

fn report_fields(shell: &mut Shell<'_>, path: &str, text: &str, faults: Vec<FieldError>) {
    let places = Places::of(text);
    for fault in faults {
        shell.report(&Finding::field(path, fault), Some(&places));
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
        let findings = self.misread();
        self.report(shell, &findings, &[], &[]);
        findings.is_empty()
    }

    /// What can't be understood in the manifest and its tables of labels.
    fn misread(&self) -> Vec<Finding> {
        let own = self.faults.iter().map(|fault| Finding::field(manifest::NAME, fault.clone()));
        let own = own.chain(self.linked());
        own.chain(self.tables.iter().flat_map(|table| table.faults.iter().cloned())).collect()
    }

    /// The plates whose `trace` is another name of a file that `build` writes:
    /// one of the two is a link, and what is written lands in the other program's file.
    fn linked(&self) -> Vec<Finding> {
        let (foreign, own): (Vec<_>, Vec<_>) =
            self.manifest.plates.iter().partition(|plate| plate.is_foreign());
        if foreign.is_empty() {
            return Vec::new();
        }
        let mut written = BTreeMap::new();
        for plate in own {
            for file in owned(self.manifest, plate) {
                if let Some(real) = self.store.leads_to(&file) {
                    written.insert(real, (file, &plate.id));
                }
            }
        }
        let linked = |plate: &&Plate<'_>| {
            let path = trace_path(self.manifest, plate);
            let (file, owner) = written.get(&self.store.leads_to(&path)?)?;
            // The same name is told by the manifest itself.
            if *file == path {
                return None;
            }
            let message = format!(
                "`trace` expects a file that another program writes, found `{path}`, a link's name for `{file}`, the plate `{owner}`'s own"
            );
            let place = plate.place_in("trace", &path, self.text);
            let finding = Finding::field(manifest::NAME, FieldError::misread(place, message));
            Some(finding.with_help("take the link away, or name the other program's file"))
        };
        foreign.iter().filter_map(linked).collect()
    }

    /// The accepted trace of a plate.
    pub fn golden(&self, plate: &Plate<'_>) -> Golden {
        let read = self.store.read_if_any(&trace_path(self.manifest, plate));
        read.map_err(|error| Box::new(error.finding()))
    }

    /// Makes plates ready. Nothing is given where the manifest cannot be
    /// understood: that is reported instead.
    pub fn prepare(
        &self,
        shell: &mut Shell<'_>,
        ids: &[String],
        accept: bool,
    ) -> Option<Vec<Prepared<'b>>> {
        let with =
            Prepare { manifest: self.manifest, text: self.text, fixtures: shell.fixtures, accept };
        // A broken manifest may have lost the plate that a name means.
        let chosen = if self.faults.is_empty() {
            self.chosen(shell, ids)?
        } else {
            self.chosen(shell, &[])?
        };
        let all: Vec<Prepared<'_>> =
            chosen.into_iter().map(|plate| with.plate(plate, self.golden(plate))).collect();
        let misread = |one: &Prepared<'_>| {
            one.findings.iter().any(|finding| finding.weight == Weight::Misread)
        };
        let mut findings = self.misread();
        if findings.is_empty() && !all.iter().any(misread) {
            return Some(all);
        }
        let plates = all.iter().flat_map(|one| one.findings.iter().cloned());
        findings.extend(plates.filter(|finding| finding.path == manifest::NAME));
        findings.sort_by_key(|finding| {
            let start = finding.span.as_ref().map(|span| span.start);
            (finding.path != manifest::NAME, finding.path.clone(), start)
        });
        self.report(shell, &findings, &[], &[]);
        None
    }

    /// The figures of a plate as they stand in their files. Where one is no
    /// file that could be drawn anew, that is the plate's own fault; any other
    /// that can't be read is returned, and is not the one that its trace draws.
    pub fn drawn(&self, one: &mut Prepared<'_>) -> (BTreeMap<String, String>, Vec<Finding>) {
        let (mut drawn, mut unread) = (BTreeMap::new(), Vec::new());
        for figure in &one.figures {
            match self.store.read_if_any(&figure.path) {
                Ok(text) => drawn.extend(text.map(|text| (figure.path.clone(), text))),
                Err(error) if error.weight() == Weight::Unreachable => {
                    one.findings.push(error.finding());
                }
                Err(error) => {
                    drawn.insert(figure.path.clone(), String::new());
                    let mend = format!("build {}", one.plate.id);
                    unread.push(error.finding().with_help("to draw it again").with_mend(mend));
                }
            }
        }
        (drawn, unread)
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
        let tables = self.tables.iter();
        texts.extend(tables.map(|table| (table.path.as_str(), table.text.as_str())));
        texts.extend(self.mdbook.map(|mdbook| (BOOK_TOML, mdbook.text.as_str())));
        for one in prepared {
            texts.extend(one.golden.as_deref().map(|golden| (one.trace_path.as_str(), golden)));
        }
        texts.extend(chapters.iter().map(|chapter| (chapter.path.as_str(), chapter.text.as_str())));
        let mut places: BTreeMap<&str, Places<'_>> = BTreeMap::new();
        for finding in findings {
            let path = finding.path.as_str();
            if let Some(text) = texts.get(path) {
                places.entry(path).or_insert_with(|| Places::of(text));
            }
            shell.report(finding, places.get(path));
        }
    }

    /// The traces and figures that no plate owns, and what a stopped build left.
    pub fn orphans(&self, shell: &mut Shell<'_>) -> Vec<String> {
        let plates = self.manifest.plates.iter();
        let owned: Vec<String> = plates.flat_map(|plate| owned(self.manifest, plate)).collect();
        let Manifest { traces, figures, .. } = self.manifest;
        let listed =
            [self.store.list(traces, &[".trace"]), self.store.list(figures, &[".svg", ".html"])];
        let mut orphans = self.unfinished(shell);
        for paths in listed {
            match paths {
                Ok(paths) => orphans.extend(paths.into_iter().filter(|path| !owned.contains(path))),
                Err(error) => shell.refuse(&error),
            }
        }
        orphans.sort();
        orphans.dedup();
        orphans
    }

    /// What a stopped build left. It is named and never removed: a build that
    /// is running has such files too.
    pub fn unfinished(&self, shell: &mut Shell<'_>) -> Vec<String> {
        let mut unfinished = Vec::new();
        for folder in [&self.manifest.traces, &self.manifest.figures] {
            match self.store.unfinished(folder) {
                Ok(paths) => unfinished.extend(paths),
                Err(error) => shell.refuse(&error),
            }
        }
        unfinished.sort();
        unfinished.dedup();
        unfinished
    }

    /// What mdBook would print the directives as they stand for.
    #[must_use]
    pub fn without_preprocessor(&self) -> Option<Finding> {
        self.mdbook.filter(|mdbook| !manifest::has_preprocessor(&mdbook.text))?;
        let message = "expected `[preprocessor.traceplate]`, found no preprocessor of ours";
        let finding = Finding::file(BOOK_TOML, message, Weight::Remark);
        Some(finding.with_help("add that line, or mdBook prints the directives as they stand"))
    }

    /// Why mdBook shows no image of a plate, where it does not.
    pub fn unserved(&self) -> Option<String> {
        let source = self.mdbook.map_or(&self.manifest.source, |mdbook| &mdbook.source);
        self.manifest.images(source).err()
    }

    /// The manifest's text, for places in it.
    #[must_use]
    pub fn text(&self) -> &'b str {
        self.text
    }
}
