//! What changed between two traces, record by record and field by field.
//!
//! The comparison reads lines and fields only, never meaning: a golden that
//! has become false must still show what was changed in it.

use super::path::{self, Named};
use super::read::{FRAME, raw_fields};
use std::collections::BTreeMap;

/// One fact that is not the same in both traces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The fact's path, or the record's where a whole record came or went.
    pub path: String,
    /// What the first trace says; nothing where it has no such fact.
    pub was: Option<String>,
    /// What the second trace says; nothing where it has no such fact.
    pub now: Option<String>,
}

/// One line of a trace: its kind and its fields as they are spelled.
struct Line<'t> {
    kind: &'t str,
    text: &'t str,
    fields: Vec<(&'t str, &'t str)>,
}

/// Compares two traces. Texts that are equal have no difference; texts that
/// are not have at least one.
#[must_use]
pub fn differences(was: &str, now: &str) -> Vec<Difference> {
    if was == now {
        return Vec::new();
    }
    let (before, after) = (lines(was), lines(now));
    let mut found = Vec::new();
    let mut kinds: Vec<&str> = Vec::new();
    for line in after.iter().chain(&before) {
        if !kinds.contains(&line.kind) {
            kinds.push(line.kind);
        }
    }
    for kind in kinds {
        compare_kind(&of_kind(&before, kind), &of_kind(&after, kind), &mut found);
    }
    if found.is_empty() {
        // Same records, but not the same bytes: the frame, the order, or white space.
        let line = was.split('\n').zip(now.split('\n')).find(|(was, now)| was != now);
        let (was, now) = line.map_or((was, now), |pair| pair);
        found.push(Difference {
            path: "the text".to_owned(),
            was: Some(was.to_owned()),
            now: Some(now.to_owned()),
        });
    }
    found
}

fn lines(text: &str) -> Vec<Line<'_>> {
    text.split('\n')
        .filter(|line| !line.is_empty())
        .map(|text| Line {
            kind: text.split(' ').next().unwrap_or_default(),
            text,
            fields: raw_fields(text).map(|(key, _, raw)| (key, raw)).collect(),
        })
        .collect()
}

fn of_kind<'a, 't>(lines: &'a [Line<'t>], kind: &str) -> Vec<&'a Line<'t>> {
    lines.iter().filter(|line| line.kind == kind).collect()
}

/// Records of one kind: the same number of them is compared one by one,
/// another number is aligned first.
fn compare_kind(before: &[&Line<'_>], after: &[&Line<'_>], found: &mut Vec<Difference>) {
    let names_after = names(after);
    if before.len() == after.len() {
        for (place, (was, now)) in before.iter().zip(after).enumerate() {
            compare_lines(&names_after[place], was, now, found);
        }
        return;
    }
    let names_before = names(before);
    let operations =
        similar::capture_diff_slices(similar::Algorithm::Myers, &names_before, &names_after);
    for operation in operations {
        let (tag, old, new) = operation.as_tag_tuple();
        if tag == similar::DiffTag::Equal {
            for (was, now) in old.zip(new) {
                compare_lines(&names_after[now], before[was], after[now], found);
            }
            continue;
        }
        found.extend(old.map(|at| Difference {
            path: names_before[at].clone(),
            was: Some(before[at].text.to_owned()),
            now: None,
        }));
        found.extend(new.map(|at| Difference {
            path: names_after[at].clone(),
            was: None,
            now: Some(after[at].text.to_owned()),
        }));
    }
}

/// The paths of records of one kind.
fn names(lines: &[&Line<'_>]) -> Vec<String> {
    let named: Vec<Named<'_>> =
        lines.iter().map(|line| Named { kind: line.kind, fields: line.fields.clone() }).collect();
    path::names(&named)
}

fn compare_lines(name: &str, was: &Line<'_>, now: &Line<'_>, found: &mut Vec<Difference>) {
    if was.text == now.text {
        return;
    }
    if was.kind == FRAME {
        let schema = |line: &Line<'_>| Some(line.text[FRAME.len()..].trim().to_owned());
        found.push(Difference { path: FRAME.to_owned(), was: schema(was), now: schema(now) });
        return;
    }
    let before = found.len();
    let old: BTreeMap<&str, &str> = was.fields.iter().copied().collect();
    let new: BTreeMap<&str, &str> = now.fields.iter().copied().collect();
    let mut keys: Vec<&str> = now.fields.iter().map(|(key, _)| *key).collect();
    keys.extend(was.fields.iter().map(|(key, _)| *key).filter(|key| !new.contains_key(key)));
    for key in keys {
        compare_field(
            &format!("{name}.{key}"),
            old.get(key).copied(),
            new.get(key).copied(),
            found,
        );
    }
    if found.len() == before {
        found.push(Difference {
            path: name.to_owned(),
            was: Some(was.text.to_owned()),
            now: Some(now.text.to_owned()),
        });
    }
}

/// A list of the same length is told item by item.
fn compare_field(path: &str, was: Option<&str>, now: Option<&str>, found: &mut Vec<Difference>) {
    if was == now {
        return;
    }
    if let (Some(was), Some(now)) = (was, now) {
        let old: Vec<&str> = super::item::items(was).map(|(_, item)| item).collect();
        let new: Vec<&str> = super::item::items(now).map(|(_, item)| item).collect();
        if old.len() == new.len() && old.len() > 1 {
            found.extend(
                old.iter().zip(&new).enumerate().filter(|(_, (was, now))| was != now).map(
                    |(item, (was, now))| Difference {
                        path: format!("{path}[{item}]"),
                        was: Some((*was).to_owned()),
                        now: Some((*now).to_owned()),
                    },
                ),
            );
            return;
        }
    }
    found.push(Difference {
        path: path.to_owned(),
        was: was.map(str::to_owned),
        now: now.map(str::to_owned),
    });
}
