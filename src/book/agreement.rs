//! Whether a book agrees with its traces: plates against their accepted traces
//! and drawn figures, facts in sentences against the traces they rest on.

use std::fmt;

use serde_json::{Value, json};

use super::caption;
use super::chapter::{self, What};
use super::finding::{Finding, place};
use super::manifest::{self, Origin, Plate};
use super::prepare::Prepared;
pub use super::state::State;
use super::state::tally;
use crate::nearest::nearest;
use crate::trace::{self, Difference, Trace, differences};

/// A chapter as it stands in its file.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its file.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// A place in a text that rests on a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub path: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.path, self.line, self.column)
    }
}

/// Where a chapter sets in a plate.
#[derive(Clone, Debug)]
pub struct Use {
    /// The plate.
    pub plate: String,
    /// Where.
    pub place: Place,
}

/// A fact that a sentence takes from a trace.
#[derive(Clone, Debug)]
pub struct Quoted {
    /// The plate.
    pub plate: String,
    /// The fact's path.
    pub path: String,
    /// Where it is set in.
    pub place: Place,
    /// Whether it stands in a caption of the manifest, not in a chapter.
    pub caption: bool,
    /// What it says by the accepted trace.
    pub value: Option<String>,
    /// What it would say by the new one.
    pub now: Option<String>,
    /// Whether it says what the trace will say.
    pub state: State,
    /// The facts that it is worked out from, by their own names.
    pub rests_on: Vec<String>,
}

impl Quoted {
    /// Whether one of its facts is what has changed, holds it, or is part of it.
    fn rests_on(&self, difference: &str) -> bool {
        let part_of = |part: &str, whole: &str| {
            part.strip_prefix(whole)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.']))
        };
        self.rests_on.iter().any(|fact| part_of(difference, fact) || part_of(fact, difference))
    }
}

/// A figure's file against what its trace draws.
#[derive(Clone, Debug)]
pub struct Held {
    /// The file.
    pub path: String,
    /// How it stands.
    pub state: State,
    /// Where the two part first.
    pub parts: Option<(usize, usize)>,
}

/// One plate's agreement.
#[derive(Clone, Debug)]
pub struct Agreement {
    /// The plate.
    pub id: String,
    /// The kind of its trace.
    pub kind: &'static str,
    /// How it stands.
    pub state: State,
    /// Whether its trace has changed: only `--accept` may take it.
    pub changed: bool,
    /// What changed in its trace.
    pub differences: Vec<Difference>,
    /// The file of its accepted trace, where there is none yet.
    pub no_trace: Option<String>,
    /// Its figures.
    pub figures: Vec<Held>,
}

/// Everything that a check finds.
#[derive(Debug, Default)]
pub struct Report {
    /// The plates, in the order of the manifest.
    pub plates: Vec<Agreement>,
    /// Where plates are set in, in the order of the chapters.
    pub uses: Vec<Use>,
    /// Facts in sentences and captions.
    pub quoted: Vec<Quoted>,
    /// Files that no plate owns.
    pub orphans: Vec<String>,
    /// Everything that has a place and a reason.
    pub findings: Vec<Finding>,
}

impl Agreement {
    /// Compares a plate with its files; `drawn` gives what stands in a figure's file.
    pub fn of<'d>(prepared: &Prepared<'_>, drawn: impl Fn(&str) -> Option<&'d str>) -> Self {
        let told = match (&prepared.golden, &prepared.fresh) {
            (Some(golden), Some(fresh)) => differences(golden, fresh),
            _ => Vec::new(),
        };
        let held: Vec<Held> = prepared
            .figures
            .iter()
            .map(|figure| held(&figure.path, &figure.text, drawn(&figure.path)))
            .collect();
        let has = |state| held.iter().any(|figure| figure.state == state);
        let state = if !prepared.is_sound() {
            State::False
        } else if !told.is_empty() || has(State::Stale) {
            State::Stale
        } else if prepared.golden.is_none() || has(State::Missing) {
            State::Missing
        } else {
            State::Current
        };
        Self {
            id: prepared.plate.id.clone(),
            kind: prepared.kind,
            state,
            changed: !told.is_empty(),
            differences: told,
            no_trace: prepared.golden.is_none().then(|| prepared.trace_path.clone()),
            figures: held,
        }
    }

    /// The arguments of the command that mends it, where there is one.
    #[must_use]
    pub fn mend(&self) -> Option<String> {
        match self.state {
            State::Current | State::False => None,
            _ if self.changed => Some(format!("build --accept {}", self.id)),
            _ => Some(format!("build {}", self.id)),
        }
    }
}

fn held(path: &str, expected: &str, found: Option<&str>) -> Held {
    let (state, parts) = match found {
        None => (State::Missing, None),
        Some(found) if found == expected => (State::Current, None),
        Some(found) => {
            let same =
                expected.bytes().zip(found.bytes()).take_while(|(new, old)| new == old).count();
            (State::Stale, Some(place(found, found.floor_char_boundary(same))))
        }
    };
    Held { path: path.to_owned(), state, parts }
}

impl Report {
    /// Adds the captions of the plates that were looked at.
    pub fn add_captions(&mut self, prepared: &[Prepared<'_>], manifest: &str) {
        for one in prepared {
            let captions = one.plate.caption.iter();
            for path in captions.flat_map(|caption| caption::paths(caption)) {
                let span = one.plate.place_in("caption", &format!("{{{path}}}"), manifest);
                let (line, column) = place(manifest, span.start);
                let path_of = manifest::NAME.to_owned();
                let place = Place { path: path_of, line, column };
                self.quoted.push(quoted(one, path, place, true));
            }
        }
    }

    /// Reads the chapters. Directives of plates that were not asked for are
    /// passed over, those of plates that do not exist are findings.
    pub fn add_chapters(&mut self, chapters: &[Chapter], prepared: &[Prepared<'_>], ids: &[&str]) {
        for chapter in chapters {
            let before = self.findings.len();
            let scan = chapter::scan(&chapter.text);
            for fault in scan.faults {
                self.findings.push(Finding::wrong(
                    &chapter.path,
                    fault.range,
                    fault.kind.to_string(),
                ));
            }
            for found in scan.found {
                let at = Place {
                    path: chapter.path.clone(),
                    line: found.at.line,
                    column: found.at.column,
                };
                let (id, path) = match found.what {
                    What::Plate { id, .. } => (id, None),
                    What::Value { id, path, .. } => (id, Some(path)),
                    What::Escape => continue,
                };
                if !ids.contains(&id.as_str()) {
                    let finding = Finding::wrong(&chapter.path, found.range, unknown(&id, ids));
                    self.findings.push(finding.with_mend("list"));
                    continue;
                }
                match path {
                    None => self.uses.push(Use { plate: id, place: at }),
                    Some(path) => {
                        let Some(one) = prepared.iter().find(|one| one.plate.id == id) else {
                            continue;
                        };
                        let fact = quoted(one, &path, at, false);
                        let named = one.trace.as_ref().map(|trace| trace.value(&path));
                        if let (Some(Err(error)), State::False) = (named, fact.state) {
                            let finding =
                                Finding::wrong(&chapter.path, found.range, error.to_string());
                            self.findings.push(finding.with_mend(format!("show {id} --paths")));
                        }
                        self.quoted.push(fact);
                    }
                }
            }
            self.findings[before..]
                .sort_by_key(|finding| finding.span.as_ref().map(|span| span.start));
        }
    }

    /// The last line: how many plates and facts stand how.
    #[must_use]
    pub fn tally(&self) -> String {
        let plates = tally(self.plates.len(), "plate", self.plates.iter().map(|plate| plate.state));
        let values: Vec<State> =
            self.quoted.iter().filter(|fact| !fact.caption).map(|fact| fact.state).collect();
        // Claims are facts that an author typed; no chapter can make one yet.
        let claims = tally(0, "claim", std::iter::empty());
        format!("{plates}; {claims}; {}", tally(values.len(), "value", values.into_iter()))
    }

    /// What rests on one difference: captions and sentences whose fact it is, or is part of.
    pub fn rests_on<'r>(
        &'r self,
        plate: &'r Agreement,
        difference: &'r Difference,
    ) -> impl Iterator<Item = &'r Quoted> {
        self.quoted.iter().filter(move |fact| {
            fact.plate == plate.id
                && fact.state != State::Current
                && fact.rests_on(&difference.path)
        })
    }

    /// The facts of a plate that change, but are not one of its differences by name.
    pub fn else_touched<'r>(&'r self, plate: &'r Agreement) -> impl Iterator<Item = &'r Quoted> {
        self.quoted.iter().filter(move |fact| {
            fact.plate == plate.id
                && fact.state == State::Stale
                && !plate.differences.iter().any(|difference| fact.rests_on(&difference.path))
        })
    }

    /// The report for scripts.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let plates: Vec<Value> = self.plates.iter().map(Agreement::to_json).collect();
        let values: Vec<Value> =
            self.quoted.iter().filter(|fact| !fact.caption).map(Quoted::to_json).collect();
        json!({ "plates": plates, "claims": [], "values": values, "orphans": self.orphans })
    }
}

impl Agreement {
    fn to_json(&self) -> Value {
        let told = |difference: &Difference| json!({ "path": difference.path, "was": difference.was, "now": difference.now });
        let figure = |held: &Held| json!({ "path": held.path, "state": held.state.word() });
        json!({
            "id": self.id,
            "kind": self.kind,
            "state": self.state.word(),
            "differences": self.differences.iter().map(told).collect::<Vec<_>>(),
            "figures": self.figures.iter().map(figure).collect::<Vec<_>>(),
        })
    }
}

impl Quoted {
    fn to_json(&self) -> Value {
        json!({
            "file": self.place.path,
            "line": self.place.line,
            "column": self.place.column,
            "plate": self.plate,
            "path": self.path,
            "value": self.value,
            "now": self.now,
            "state": self.state.word(),
        })
    }
}

fn quoted(one: &Prepared<'_>, path: &str, place: Place, caption: bool) -> Quoted {
    let said = |trace: &Trace| trace.value(path).ok();
    // What a false trace says is still what the page says.
    let misled = match (&one.trace, &one.golden) {
        (None, Some(golden)) => trace::read(golden).ok(),
        _ => None,
    };
    let accepted = one.trace.as_ref().or(misled.as_ref());
    let value = accepted.and_then(said);
    let now = match &one.changed {
        Some(changed) => said(changed),
        None => value.clone(),
    };
    let state = match (&value, &now) {
        (None, None) => State::False,
        (None, _) if accepted.is_none() => State::False,
        (was, now) if was == now => State::Current,
        _ => State::Stale,
    };
    let mut rests_on = Vec::new();
    for trace in accepted.into_iter().chain(&one.changed) {
        rests_on.extend(trace.reads(path).unwrap_or_default());
    }
    Quoted {
        plate: one.plate.id.clone(),
        path: path.to_owned(),
        place,
        caption,
        value,
        now,
        state,
        rests_on,
    }
}

/// Says that no plate has a name, and which one was probably meant.
#[must_use]
pub fn unknown(id: &str, ids: &[&str]) -> String {
    let near = nearest(id, ids.iter().copied());
    let meant = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
    format!("no plate is named `{id}`{meant}")
}

impl Plate<'_> {
    /// Whether another program writes its trace.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        matches!(self.origin, Origin::File(_))
    }
}
