//! `traceplate build`: makes what is missing and draws the figures again, but
//! never takes a changed trace unless it is told to.

use crate::book::agreement::Agreement;
use crate::book::finding::{Finding, Weight};
use crate::book::prepare::Prepared;
use crate::book::state::{State, tally};
use crate::render::html;
use crate::store::{self, Alone, Staged, Store, StoreError};
use std::path::{Path, PathBuf};

use super::opened::{Opened, with_book};
use super::shell::Shell;
use super::told;

/// Make what is missing, and draw the figures again
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The plates to build; all where none is named
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Take changed traces in place of the accepted ones
    #[arg(long)]
    accept: bool,
    /// Also write a page with every plate in every form, to look over
    #[arg(long, value_name = "DIR")]
    gallery: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args, shell: &mut Shell<'_>) {
    with_book(shell, |shell, book| build(args, shell, book));
}

fn build(args: &Args, shell: &mut Shell<'_>, book: &Opened<'_>) {
    let alone = book.store.alone();
    let Some(mut prepared) = book.prepare(shell, &args.ids, args.accept) else {
        return;
    };
    // A figure that is only not the right one is drawn anew without a word.
    for one in &mut prepared {
        let _ = book.drawn(one);
    }
    let mut findings: Vec<Finding> =
        prepared.iter().flat_map(|one| one.findings.iter().chain(&one.unfit)).cloned().collect();
    // The folder of the chapters is the author's; a misspelled one is not made.
    let without_source = book.without_source();
    let mut refused = without_source.is_some();
    findings.extend(without_source);
    book.report(shell, &findings, &prepared, &[]);
    let mut staged = Vec::new();
    let sound = prepared.iter().filter(|one| one.is_sound());
    for one in sound.take(if refused { 0 } else { prepared.len() }) {
        match stage(book.store, one, args.accept) {
            Ok(files) => staged.extend(files),
            Err(error) => {
                shell.refuse(&error);
                refused = true;
            }
        }
    }
    // A plate that can't be written keeps the others from being: what is on the
    // disk then still is what it was before.
    let (written, failed) = if refused {
        drop(staged);
        (0, 0)
    } else {
        commit(shell, staged)
    };
    let mut states = Vec::new();
    for one in &prepared {
        let agreement = Agreement::of(one, |path| {
            one.figures.iter().find(|figure| figure.path == path).map(|figure| figure.text.as_str())
        });
        let state = match agreement.state {
            state if !agreement.sound => state,
            _ if refused => continue,
            State::Stale if !args.accept => {
                told::differences(shell, &agreement, None);
                shell.fail(Weight::Wrong);
                State::Stale
            }
            _ => State::Current,
        };
        states.push(state);
    }
    let unfinished = book.unfinished(shell);
    match &alone {
        Some(alone) if !refused => clear(shell, book.store, &unfinished, alone),
        _ => told::orphans(shell, &unfinished),
    }
    if refused {
        return shell.say("nothing was written");
    }
    if failed > 0 {
        return shell.say(&format!("{}, {failed} could not be", files(written)));
    }
    let files = if written == 0 { "nothing to write".to_owned() } else { files(written) };
    if let Some(folder) = &args.gallery {
        gallery(shell, folder, &prepared, &states);
    }
    shell.say(&format!("{}; {files}", tally(states.len(), "plate", states.iter().copied())));
}

/// Writes the page of all plates, and the pictures that it shows. The folder is
/// the user's own word and may be anywhere.
fn gallery(shell: &mut Shell<'_>, folder: &Path, prepared: &[Prepared<'_>], states: &[State]) {
    let index = folder.join("index.html");
    // A page that somebody else made stays.
    match store::read_file(&index) {
        Ok(page) if !page.contains(html::GENERATOR) => {
            let shown = index.display().to_string();
            let message = "expected a gallery of before or nothing, found another page";
            let finding = Finding::file(&shown, message, Weight::Unreachable);
            return shell.report(&finding.with_help("name another folder"), None);
        }
        _ => {}
    }
    if let Err(error) = store::make_folder(folder) {
        return shell.refuse(&error);
    }
    let mut pages = Vec::new();
    for one in prepared {
        for figure in &one.figures {
            let path = Path::new(&figure.path);
            if let Some(name) =
                path.file_name().filter(|_| path.extension() == Some("svg".as_ref()))
            {
                pages.push((folder.join(name), figure.text.clone()));
            }
        }
    }
    let shown: Vec<html::Shown<'_>> = prepared
        .iter()
        .zip(states)
        .map(|(one, state)| html::Shown {
            id: &one.plate.id,
            figure: one.figure.as_ref(),
            state: (*state != State::Current).then(|| state.word()),
        })
        .collect();
    pages.push((index.clone(), html::gallery(&shown)));
    for (path, text) in pages {
        match store::write_file(&path, text.as_bytes()) {
            Ok(()) => {}
            Err(error) => return shell.refuse(&error),
        }
    }
    shell.say(&format!("wrote the gallery, {}", index.display()));
}

/// Removes what stopped builds left.
fn clear(shell: &mut Shell<'_>, store: &Store, unfinished: &[String], alone: &Alone) {
    let mut removed = 0;
    for path in unfinished {
        match store.remove_unfinished(path, alone) {
            Ok(()) => removed += 1,
            Err(error) => shell.refuse(&error),
        }
    }
    if removed > 0 {
        shell.say(&format!("{} removed that a stopped build left", count(removed)));
    }
}

/// Lays everything of one plate that differs beside its files.
fn stage(store: &Store, one: &Prepared<'_>, accept: bool) -> Result<Vec<Staged>, StoreError> {
    let mut staged = Vec::new();
    let takes_trace = one.golden.is_none() || accept;
    if let Some(fresh) = one.fresh.as_ref().filter(|_| takes_trace) {
        staged.extend(store.stage(&one.trace_path, fresh)?);
    }
    for figure in &one.figures {
        staged.extend(store.stage(&figure.path, &figure.text)?);
    }
    Ok(staged)
}

fn files(written: usize) -> String {
    format!("{} written", count(written))
}

fn count(files: usize) -> String {
    if files == 1 { "1 file".to_owned() } else { format!("{files} files") }
}

/// Puts what was laid ready in place; how many files were, and how many could not be.
fn commit(shell: &mut Shell<'_>, staged: Vec<Staged>) -> (usize, usize) {
    let (mut written, mut failed) = (0, 0);
    for file in staged {
        match file.commit() {
            Ok(path) => {
                shell.say(&format!("wrote {path}"));
                written += 1;
            }
            Err(error) => {
                shell.refuse(&error);
                failed += 1;
            }
        }
    }
    (written, failed)
}
