//! `mdbook-traceplate`: fills the chapters that mdBook sends from the plates of
//! the book on the disk. It reads, and writes no file.

use std::collections::BTreeMap;

use anyhow::{Context as _, anyhow, bail};

use crate::book::agreement::unknown;
use crate::book::chapter::scan;
use crate::book::escape::said;
use crate::book::finding::{Finding, Weight, place};
use crate::book::manifest::{self, Plate, join};
use crate::book::prepare::{Prepare, Prepared};
use crate::excerpt::excerpt;
use crate::fields::words;
use crate::figure::Figure;
use crate::nearest::nearest;
use crate::preprocess::{Alternative, Call, Fault, Plates, Refusal, Unready};
use crate::render::{self, Form};
use crate::trace::Trace;

use super::opened::{Opened, with_book};
use super::shell::Shell;
use super::visible::visible;

/// What may stand under `[preprocessor.traceplate]`: our own setting, and what
/// mdBook reads there itself.
const KEYS: [&str; 6] = ["on-stale", "command", "renderers", "before", "after", "optional"];

/// Answers one call of mdBook.
pub fn run(shell: &mut Shell<'_>, input: &str) {
    let call = match Call::read(input) {
        Ok(call) => call,
        Err(refusal) => return refuse(shell, &refusal, Weight::Misread),
    };
    let unknown = call.settings().filter(|key| !KEYS.contains(key));
    for key in unknown {
        let near = nearest(key, KEYS).map(|near| format!(", did you mean `{near}`?"));
        let message = format!(
            "unknown key {} under [preprocessor.traceplate]{}",
            excerpt(key),
            near.unwrap_or_default()
        );
        let help = format!("it is one of {}", words(&KEYS));
        shell.misused(&message, &help);
    }
    if shell.code > 0 {
        return;
    }
    if let Some(setting) = call.setting("on-stale")
        && setting != "refuse"
    {
        let message = format!(
            "expected on-stale = \"refuse\" under [preprocessor.traceplate], found {setting}"
        );
        return shell.misused(&message, "stale plates cannot be drawn with a badge yet");
    }
    shell.folder = call.root().into();
    with_book(shell, |shell, book| {
        if !book.is_understood(shell) {
            return;
        }
        let mut plates = OnDisk {
            book,
            with: Prepare {
                manifest: book.manifest,
                text: book.text(),
                fixtures: shell.fixtures,
                accept: false,
            },
            source: call.source().to_owned(),
            ready: BTreeMap::new(),
        };
        match call.follow(&mut plates) {
            Ok(filled) => shell.out = filled.into_bytes(),
            Err(Refusal::Faults(mut faults)) => {
                locate(book, &mut faults);
                refuse(shell, &Refusal::Faults(faults), Weight::Wrong);
            }
            Err(refusal) => refuse(shell, &refusal, Weight::Wrong),
        }
    });
}

/// Finds the places of directives in the chapters' own files. Where these have
/// not as many of them as the chapters that mdBook sends, some come from
/// included files, and nobody can say which.
fn locate(book: &Opened<'_>, faults: &mut [Fault]) {
    for chapter in faults.chunk_by_mut(|one, next| one.chapter == next.chapter) {
        let text = chapter.first().and_then(|fault| book.store.read(&fault.chapter).ok());
        let text = text.unwrap_or_default();
        let quotes = scan(&text).quotes(&text);
        for fault in chapter {
            let (nth, of) = fault.nth;
            let equal = quotes.get(fault.quote.as_str()).filter(|equal| equal.len() == of);
            fault.place = equal.and_then(|equal| equal.get(nth)).map(|at| (at.line, at.column));
        }
    }
}

fn refuse(shell: &mut Shell<'_>, refusal: &Refusal, weight: Weight) {
    let told = format!("{}\n", visible(&refusal.to_string()));
    shell.err.extend_from_slice(told.as_bytes());
    shell.fail(weight);
}

/// The plates of a book, each made ready when it is first asked for.
struct OnDisk<'b, 'f> {
    book: &'b Opened<'b>,
    with: Prepare<'b, 'f>,
    /// The folder of the chapters.
    source: String,
    ready: BTreeMap<String, Result<Prepared<'b>, String>>,
}

impl<'b> OnDisk<'b, '_> {
    fn ready(&mut self, id: &str) -> anyhow::Result<&Prepared<'b>> {
        let manifest = self.book.manifest;
        let Some(plate) = manifest.plate(id) else {
            let ids: Vec<&str> = manifest.ids().collect();
            bail!("{}; `traceplate list` shows the plates", unknown(id, &ids));
        };
        if !self.ready.contains_key(id) {
            let prepared = self.prepare(plate);
            self.ready.insert(id.to_owned(), prepared);
        }
        let ready = self.ready.get(id).context("it was put there")?;
        ready.as_ref().map_err(|message| Unready(message.clone()).into())
    }

    /// A plate that rests on its accepted trace; anything else is refused.
    fn prepare(&self, plate: &'b Plate<'b>) -> Result<Prepared<'b>, String> {
        let id = &plate.id;
        let prepared = self.with.composed(plate, self.book.golden(plate));
        let fault = prepared.findings.iter().find(|finding| finding.weight != Weight::Remark);
        if let Some(fault) = fault {
            let told = self.told(fault, &prepared);
            return Err(format!("{told}; `traceplate check {id}` tells more"));
        }
        if prepared.golden.is_none() {
            return Err(format!("it has no accepted trace yet; `traceplate build {id}` makes one"));
        }
        if prepared.has_changed() {
            return Err(format!(
                "its trace is stale; `traceplate check {id}` tells what has changed, `traceplate build --accept {id}` takes it"
            ));
        }
        Ok(prepared)
    }

    /// A finding in one line, with its place.
    fn told(&self, finding: &Finding, prepared: &Prepared<'_>) -> String {
        let text = if finding.path == manifest::NAME {
            Some(self.book.text())
        } else if finding.path == prepared.trace_path {
            prepared.golden.as_deref()
        } else {
            None
        };
        let at = finding.span.as_ref().zip(text).map(|(span, text)| place(text, span.start));
        match at.or(finding.at) {
            Some((line, column)) => {
                format!("{}:{line}:{column}: {}", finding.path, finding.message)
            }
            None => format!("{}: {}", finding.path, finding.message),
        }
    }

    fn figure(&mut self, id: &str) -> anyhow::Result<&Figure> {
        self.ready(id)?.figure.as_ref().context("it has no figure")
    }

    fn trace(&mut self, id: &str) -> anyhow::Result<&Trace> {
        self.ready(id)?.trace.as_ref().context("it has no trace")
    }
}

impl Plates for OnDisk<'_, '_> {
    fn html(&mut self, id: &str, prefix: &str) -> anyhow::Result<String> {
        self.figure(id).map(|figure| render::html::fragment(figure, prefix))
    }

    fn text(&mut self, id: &str) -> anyhow::Result<String> {
        self.figure(id).map(render::text)
    }

    /// Only for an image: its files are on the disk, and must be current.
    fn alternative(&mut self, id: &str) -> anyhow::Result<Alternative> {
        let (store, folder) = (self.book.store, &self.book.manifest.figures);
        let figure = self.figure(id)?;
        for (ending, form) in [("svg", Form::Wide), ("narrow.svg", Form::Narrow)] {
            let path = join(folder, &format!("{id}.{ending}"));
            let drawn = render::svg(figure, form, &format!("plate-{id}"));
            let held = store.read_if_any(&path);
            let held = held.map_err(|error| anyhow!("{}: {error}", error.path))?;
            if held != Some(drawn) {
                bail!(
                    "{path} is missing or not what its trace draws; `traceplate build {id}` draws it"
                );
            }
        }
        Ok(Alternative { title: figure.title.plain(), description: figure.description.plain() })
    }

    fn value(&mut self, id: &str, path: &str) -> anyhow::Result<String> {
        let fact = self.trace(id)?.resolve(path);
        match fact {
            Ok(fact) => Ok(said(&fact)),
            Err(error) => bail!("{error}; `traceplate show {id} --paths` lists all"),
        }
    }

    fn dress(&self) -> String {
        render::html::dress()
    }

    fn images(&self) -> anyhow::Result<String> {
        let images = self.book.manifest.images(&self.source);
        images.map(str::to_owned).map_err(|message| anyhow!("{message}"))
    }
}
