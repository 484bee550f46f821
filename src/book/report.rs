//! A book as a whole against its traces: its plates, and the facts that its
//! captions and chapters take from them.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Value, json};

use super::agreement::{Agreement, State, unknown};
use super::caption;
use super::chapter::{self, Found, What};
use super::directive::As;
use super::escape;
use super::finding::{Finding, Places, Weight};
use super::manifest;
use super::prepare::Prepared;
use super::state::tally;
use crate::joint::{self, Joint};
use crate::trace::{self, Difference, Trace};

/// A text of the book as it stands in its file.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its file.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Whether it is the list of chapters, in which no directive is followed.
    pub summary: bool,
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
    /// What it says.
    pub says: Says,
}

/// What a path says by the traces of its plate.
#[derive(Clone, Debug)]
pub struct Says {
    /// As the page shows it, a list in brackets.
    pub said: Option<String>,
    /// By the accepted trace.
    pub value: Option<String>,
    /// By the new one.
    pub now: Option<String>,
    /// Whether the one is the other, and the plate holds it true.
    pub state: State,
    /// The facts that it is worked out from, by their own names.
    pub rests_on: Vec<String>,
    /// Why it says nothing by one of them, and whether the new one alone is at fault.
    pub silent: Option<(String, bool)>,
}

impl Quoted {
    /// Whether one of its facts is what has changed, holds it, or is part of it.
    fn rests_on(&self, difference: &str) -> bool {
        let part_of = |part: &str, whole: &str| {
            part.strip_prefix(whole)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.']))
        };
        self.says.rests_on.iter().any(|fact| part_of(difference, fact) || part_of(fact, difference))
    }
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
    /// How many directives can't be followed.
    pub faulty: usize,
    /// Files that no plate owns.
    pub orphans: Vec<String>,
    /// Everything that has a place and a reason.
    pub findings: Vec<Finding>,
}

/// What chapters are held against.
#[derive(Clone, Copy, Debug)]
pub struct Against<'a, 'p> {
    /// The plates that were made ready.
    pub prepared: &'a [Prepared<'p>],
    /// The names of all plates.
    pub ids: &'a [&'a str],
    /// Why images can't be shown, where they are not among the chapters.
    pub unserved: Option<&'a str>,
}

impl Report {
    /// Adds the captions of the plates that were looked at.
    pub fn add_captions(&mut self, prepared: &[Prepared<'_>], manifest: &Places<'_>) {
        for one in prepared {
            let captions = one.plate.caption.iter();
            for path in captions.flat_map(|caption| caption::paths(caption)) {
                let span = one.plate.place_in("caption", &format!("{{{path}}}"), manifest.text());
                let (line, column) = manifest.place(span.start);
                let place = Place { path: manifest::NAME.to_owned(), line, column };
                self.quoted.push(Quoted {
                    plate: one.plate.id.clone(),
                    path: path.to_owned(),
                    place,
                    caption: true,
                    says: Says::of(one, path),
                });
            }
        }
    }

    /// Reads the chapters. Directives of plates that were not asked for are
    /// passed over, those of plates that do not exist are findings.
    pub fn add_chapters(&mut self, chapters: &[Chapter], against: Against<'_, '_>) {
        let mut known = BTreeMap::new();
        for chapter in chapters {
            let before = self.findings.len();
            let scan = chapter::scan(&chapter.text);
            for fault in scan.faults {
                self.refuse(Finding::wrong(&chapter.path, fault.range, fault.kind.to_string()));
            }
            let joints = Self::joints(chapter, &scan.found, against, &mut known);
            for (at, joint) in joints {
                let range = scan.found[at].range.clone();
                let finding = Finding::wrong(&chapter.path, range, joint.to_string());
                self.refuse(finding.with_help(joint::HELP));
            }
            for found in scan.found {
                if !chapter.summary {
                    self.add(chapter, found, against, &mut known);
                } else if found.what != What::Escape {
                    let message = "expected chapters only, found a directive, which mdBook does not follow here";
                    let finding = Finding::wrong(&chapter.path, found.range, message);
                    self.refuse(finding.with_help("set it into a chapter"));
                }
            }
            self.findings[before..]
                .sort_by_key(|finding| finding.span.as_ref().map(|span| span.start));
        }
    }

    /// The values of a chapter that would be read as part of another number.
    fn joints(
        chapter: &Chapter,
        found: &[Found],
        against: Against<'_, '_>,
        known: &mut BTreeMap<(String, String), Says>,
    ) -> Vec<(usize, Joint)> {
        if chapter.summary {
            return Vec::new();
        }
        let said = |found: &Found| {
            let What::Value { id, path, .. } = &found.what else { return None };
            let one = against.prepared.iter().find(|one| one.plate.id == *id)?;
            let key = (id.clone(), path.clone());
            known.entry(key).or_insert_with(|| Says::of(one, path)).said.clone()
        };
        let said: Vec<Option<String>> = found.iter().map(said).collect();
        chapter::joints(&chapter.text, found, &said)
    }

    /// Adds one directive; `known` is what paths were found to say before.
    fn add(
        &mut self,
        chapter: &Chapter,
        found: Found,
        against: Against<'_, '_>,
        known: &mut BTreeMap<(String, String), Says>,
    ) {
        let Found { at, range, what } = found;
        let wrong = |message: String| Finding::wrong(&chapter.path, range.clone(), message);
        let place = Place { path: chapter.path.clone(), line: at.line, column: at.column };
        let (id, form, path) = match what {
            What::Plate { id, form, .. } => (id, form, None),
            What::Value { id, path, .. } => (id, None, Some(path)),
            What::Escape => return,
        };
        if !against.ids.contains(&id.as_str()) {
            let finding = wrong(unknown(&id, against.ids)).with_mend("list");
            return self.refuse(Finding { weight: Weight::Misread, ..finding });
        }
        let Some(path) = path else {
            if let (Some(As::Svg), Some(unserved)) = (form, against.unserved) {
                self.refuse(wrong(unserved.to_owned()));
            }
            return self.uses.push(Use { plate: id, place });
        };
        let Some(one) = against.prepared.iter().find(|one| one.plate.id == id) else {
            return;
        };
        let key = (id, path);
        let says = known.entry(key.clone()).or_insert_with(|| Says::of(one, &key.1)).clone();
        let (plate, path) = key;
        if let Some((error, only_new)) = &says.silent {
            let finding = wrong(error.clone());
            self.findings.push(if *only_new {
                finding.with_help("change it by hand before the new trace is taken")
            } else {
                finding.with_mend(format!("show {plate} --paths"))
            });
            if let Some(held) = self.plates.iter_mut().find(|held| held.id == plate) {
                held.by_hand |= *only_new;
            }
        }
        self.quoted.push(Quoted { plate, path, place, caption: false, says });
    }

    /// A directive that can't be followed.
    fn refuse(&mut self, finding: Finding) {
        self.findings.push(finding);
        self.faulty += 1;
    }

    /// The last line: how many plates and facts stand how.
    #[must_use]
    pub fn tally(&self) -> String {
        let plates = tally(self.plates.len(), "plate", self.plates.iter().map(|plate| plate.state));
        let values: Vec<State> =
            self.quoted.iter().filter(|fact| !fact.caption).map(|fact| fact.says.state).collect();
        // Claims are facts that an author typed; no chapter can make one yet.
        let claims = tally(0, "claim", std::iter::empty());
        let values = tally(values.len(), "value", values.into_iter());
        let faulty = match self.faulty {
            0 => String::new(),
            1 => "; 1 faulty directive".to_owned(),
            count => format!("; {count} faulty directives"),
        };
        format!("{plates}; {claims}; {values}{faulty}")
    }

    /// What rests on one difference: captions and sentences whose fact it is, or is part of.
    pub fn rests_on<'r>(
        &'r self,
        plate: &'r Agreement,
        difference: &'r Difference,
    ) -> impl Iterator<Item = &'r Quoted> {
        self.quoted.iter().filter(move |fact| {
            fact.plate == plate.id
                && fact.says.state != State::Current
                && fact.rests_on(&difference.path)
        })
    }

    /// The facts of a plate that change, but are not one of its differences by name.
    pub fn else_touched<'r>(&'r self, plate: &'r Agreement) -> impl Iterator<Item = &'r Quoted> {
        self.quoted.iter().filter(move |fact| {
            fact.plate == plate.id
                && fact.says.state == State::Stale
                && !plate.differences.iter().any(|difference| fact.rests_on(&difference.path))
        })
    }

    /// The report for scripts; `faults` are all diagnostics of the run.
    #[must_use]
    pub fn to_json(&self, faults: &[Value]) -> Value {
        let plates: Vec<Value> = self.plates.iter().map(Agreement::to_json).collect();
        let values: Vec<Value> =
            self.quoted.iter().filter(|fact| !fact.caption).map(Quoted::to_json).collect();
        json!({
            "plates": plates,
            "claims": [],
            "values": values,
            "orphans": self.orphans,
            "faults": faults,
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
            "value": self.says.value,
            "now": self.says.now,
            "state": self.says.state.word(),
        })
    }
}

impl Says {
    fn of(one: &Prepared<'_>, path: &str) -> Self {
        let said = |trace: &Trace| trace.value(path);
        // What a false trace says is still what the page says.
        let misled = match (&one.trace, &one.golden) {
            (None, Some(golden)) => trace::read(golden).ok(),
            _ => None,
        };
        let accepted = one.trace.as_ref().or(misled.as_ref());
        let was = accepted.map(said);
        let now = match &one.changed {
            Some(changed) => Some(said(changed)),
            None => was.clone(),
        };
        let silent = match (&was, &now) {
            (Some(Err(error)), Some(Err(_))) => Some((error.to_string(), false)),
            (Some(Ok(_)), Some(Err(error))) => Some((format!("by the new trace {error}"), true)),
            _ => None,
        };
        let (was, now) = (was.and_then(Result::ok), now.and_then(Result::ok));
        let state = match (&was, &now) {
            _ if one.is_false() => State::False,
            _ if one.is_out_of_reach(&one.trace_path) => State::Missing,
            (None, None) => State::False,
            _ if one.golden.is_none() => State::Missing,
            (was, now) if was == now => State::Current,
            _ => State::Stale,
        };
        let page = accepted.or(one.changed.as_ref()).and_then(|trace| trace.resolve(path).ok());
        let said = page.map(|fact| escape::said(&fact));
        let mut rests_on = Vec::new();
        for trace in accepted.into_iter().chain(&one.changed) {
            rests_on.extend(trace.reads(path).unwrap_or_default());
        }
        Self { said, value: was, now, state, rests_on, silent }
    }
}
