//! The chapters of a book as mdBook takes them: those that `SUMMARY.md` links,
//! and what they include. Where there is no such list, and no mdBook, every
//! Markdown file of the folder is one.

use std::collections::BTreeSet;

use crate::book::chapter::scan;
use crate::book::finding::{Finding, Weight};
use crate::book::include::includes;
use crate::book::manifest::{self, join};
use crate::book::report::Chapter;
use crate::book::summary::{self, linked, reached};

use super::opened::{BOOK_TOML, Opened};

impl Opened<'_> {
    /// Why there is no folder of chapters although the book names one; nothing
    /// where the folder is there, or was left to its default.
    pub fn without_source(&self) -> Option<Finding> {
        let source = &self.manifest.source;
        if self.store.has_folder(source) {
            return None;
        }
        let by_mdbook = self.mdbook.map(|mdbook| (BOOK_TOML, "src", mdbook.source_at.clone()));
        let own = self.manifest.source_at.clone();
        let own = own.map(|at| (manifest::NAME, "source", Some(at)));
        let (path, key, at) = own.or(by_mdbook)?;
        let message =
            format!("expected the folder of the chapters, found no folder named `{source}`");
        let finding = Finding::file(path, message, Weight::Unreachable);
        let help = format!("make it, or name another as `{key}` under [book] in {path}");
        Some(Finding { span: at, ..finding }.with_help(help))
    }

    /// The chapters in the order of the book, the list of them first, and what
    /// is wrong with that list.
    pub fn chapters(&self) -> (Vec<Chapter>, Vec<Finding>) {
        if let Some(finding) = self.without_source() {
            return (Vec::new(), vec![finding]);
        }
        let mut reading = Reading { book: self, seen: BTreeSet::new(), read: Vec::new() };
        let list = join(&self.manifest.source, summary::NAME);
        let findings = match self.store.read_if_any(&list) {
            Err(error) => vec![error.finding()],
            Ok(Some(text)) => {
                let list = Chapter { path: list, text, summary: true };
                let mut findings = reading.listed(list);
                findings.extend(reading.unlinked());
                findings
            }
            Ok(None) if self.mdbook.is_none() => reading.all(),
            Ok(None) => {
                let message = "expected the list of chapters, found nothing of that name";
                let finding = Finding::file(&list, message, Weight::Unreachable);
                vec![finding.with_help("mdBook builds the chapters that it links: make it")]
            }
        };
        (reading.read, findings)
    }
}

/// Chapters, as far as they were read.
struct Reading<'r, 'b> {
    book: &'r Opened<'b>,
    seen: BTreeSet<String>,
    read: Vec<Chapter>,
}

impl Reading<'_, '_> {
    /// Every Markdown file of the folder, for a book without a list.
    fn all(&mut self) -> Vec<Finding> {
        let source = &self.book.manifest.source;
        if !self.book.store.has_folder(source) {
            let message = "expected the folder of the chapters, found nothing of that name";
            let help = "make it, or name another as `source` under [book] in plates.toml";
            return vec![Finding::file(source, message, Weight::Remark).with_help(help)];
        }
        match self.book.store.list(source, &[".md"]) {
            Ok(paths) => paths.into_iter().flat_map(|path| self.chapter(path, None)).collect(),
            Err(error) => vec![error.finding()],
        }
    }

    /// What a list links.
    fn listed(&mut self, list: Chapter) -> Vec<Finding> {
        let links = linked(&list.text);
        let path = list.path.clone();
        self.read.push(list);
        let mut findings = Vec::new();
        for link in links {
            let from = Finding::wrong(&path, link.range, String::new());
            let said = &link.path;
            let Some(chapter) = reached(&self.book.manifest.source, said) else {
                let message =
                    format!("expected a chapter inside the book's folder, found `{said}`");
                findings.push(Finding { message, ..from });
                continue;
            };
            let message = format!("expected a chapter, found nothing named `{chapter}`");
            let missing = Finding { message, weight: Weight::Unreachable, ..from };
            let missing = missing.with_help("write it, or take it out of the list");
            findings.extend(self.chapter(chapter, Some(missing)));
        }
        findings
    }

    /// Texts with directives that the list does not link, so that nobody looks
    /// at them. One that cannot be read is no chapter either.
    fn unlinked(&self) -> Vec<Finding> {
        let source = &self.book.manifest.source;
        let list = join(source, summary::NAME);
        let paths = self.book.store.list(source, &[".md"]).unwrap_or_default();
        let unseen = paths.into_iter().filter(|path| !self.seen.contains(path) && *path != list);
        unseen
            .filter(|path| {
                let text = self.book.store.read(path).unwrap_or_default();
                !scan(&text).found.is_empty()
            })
            .map(|path| {
                let message = format!("expected a link to this text in {list}, found none");
                let help = "link it there, or its directives are looked at by nobody";
                Finding::file(&path, message, Weight::Remark).with_help(help)
            })
            .collect()
    }

    /// One text and all that it includes; `missing` is what is said if it is not there.
    fn chapter(&mut self, path: String, missing: Option<Finding>) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut waiting = vec![(path, missing)];
        while let Some((path, missing)) = waiting.pop() {
            if !self.seen.insert(path.clone()) {
                continue;
            }
            let text = match self.book.store.read(&path) {
                Ok(text) => text,
                Err(error) => {
                    let missing = missing.filter(|_| error.is_missing());
                    findings.push(missing.unwrap_or_else(|| error.finding()));
                    continue;
                }
            };
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            // The last one put there is looked at first.
            for include in includes(&text).into_iter().rev() {
                let remark = |message: String| Finding {
                    weight: Weight::Remark,
                    ..Finding::wrong(&path, include.range.clone(), message)
                };
                match reached(folder, &include.path) {
                    Some(file) => {
                        let message =
                            format!("expected a file to include, found nothing named `{file}`");
                        waiting.push((file, Some(remark(message))));
                    }
                    None => findings.push(remark(format!(
                        "`{}` is outside the book's folder, and its directives are not checked",
                        include.path
                    ))),
                }
            }
            self.read.push(Chapter { path, text, summary: false });
        }
        findings
    }
}
