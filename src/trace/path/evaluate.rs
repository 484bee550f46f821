//! Finds what a path names, and the path that names a fact.

use super::syntax::{Condition, Facts, Function, Path, parse};
use super::{Entry, Named};
use crate::nearest::by_likeness;
use crate::trace::item::{Fact, Item, ItemKind};
use std::collections::BTreeSet;

/// A path that names no fact, or more than one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// The path does not follow the grammar.
    #[error("{0}")]
    Syntax(String),
    /// No record or field is named so.
    #[error("no fact is named `{path}`{}", nearest_of(.candidates))]
    Unknown {
        /// The path as it was written.
        path: String,
        /// Paths that exist, nearest spelling first.
        candidates: Vec<String>,
    },
    /// More than one record is named so.
    #[error("`{path}` names {} facts; say which:{}", .candidates.len(), list(.candidates))]
    Ambiguous {
        /// The path as it was written.
        path: String,
        /// The paths that it could mean.
        candidates: Vec<String>,
    },
    /// A function was given something it can't work on.
    #[error("{0}")]
    Unfit(String),
}

/// How many candidates an error shows.
const SHOWN: usize = 5;

fn nearest_of(paths: &[String]) -> String {
    if paths.is_empty() { String::new() } else { format!("; the nearest:{}", list(paths)) }
}

fn list(paths: &[String]) -> String {
    let mut text = String::new();
    for path in paths.iter().take(SHOWN) {
        text.push_str(" `");
        text.push_str(path);
        text.push('`');
    }
    if paths.len() > SHOWN {
        text.push_str(" …");
    }
    text
}

/// The one fact that a path names.
pub(crate) fn resolve(entries: &[Entry], text: &str) -> Result<Fact, PathError> {
    let path = parse(text).map_err(PathError::Syntax)?;
    Evaluation { entries, text }.fact(&path)
}

/// The names of the facts that a path is worked out from, each as [`all`] gives it.
pub(crate) fn reads(entries: &[Entry], text: &str) -> Result<Vec<String>, PathError> {
    let path = parse(text).map_err(PathError::Syntax)?;
    let mut read = Vec::new();
    Evaluation { entries, text }.read(&path, &names_of(entries), &mut read)?;
    Ok(read)
}

struct Evaluation<'a> {
    entries: &'a [Entry],
    text: &'a str,
}

/// A fact that a path matched, with the key it stands under.
struct Match {
    fact: Fact,
    key: String,
    item: Option<usize>,
}

impl Evaluation<'_> {
    fn fact(&self, path: &Path) -> Result<Fact, PathError> {
        match path {
            Path::Facts(facts) => self.single(facts).map(|found| found.fact),
            Path::Call(function, arguments) => self.call(*function, arguments),
        }
    }

    fn read(&self, path: &Path, names: &[String], read: &mut Vec<String>) -> Result<(), PathError> {
        let facts = match path {
            Path::Call(_, arguments) => {
                return arguments.iter().try_for_each(|argument| self.read(argument, names, read));
            }
            Path::Facts(facts) => facts,
        };
        for at in self.records(facts)? {
            read.push(match (&facts.key, facts.item) {
                (Some(key), Some(item)) => format!("{}.{key}[{item}]", names[at]),
                (Some(key), None) => format!("{}.{key}", names[at]),
                (None, _) => names[at].clone(),
            });
        }
        Ok(())
    }

    fn call(&self, function: Function, arguments: &[Path]) -> Result<Fact, PathError> {
        match (function, arguments) {
            (Function::Sum, _) => self.sum(arguments),
            (Function::Between, [from, to]) => {
                let (from, to) = (self.integer(from)?, self.integer(to)?);
                Ok(Fact::integer(to - from - 1))
            }
            (Function::Between, _) => Err(self.unfit("between takes two paths")),
            (Function::Len, [path]) => match self.fact(path)? {
                Fact::List(items) => Ok(Fact::integer(items.len() as i128)),
                Fact::Scalar(_) => Err(self.unfit("len takes a list")),
            },
            (Function::Index, [Path::Facts(facts)]) => {
                let found = self.single(facts)?;
                found
                    .item
                    .or_else(|| trailing_number(&found.key))
                    .map(|index| Fact::integer(index as i128))
                    .ok_or_else(|| self.unfit("index takes an item of a list, or a numbered field"))
            }
            (Function::Count, [Path::Facts(facts)]) => {
                let count = match facts.key {
                    None => self.records(facts)?.len(),
                    Some(_) => self.matches(facts)?.len(),
                };
                Ok(Fact::integer(count as i128))
            }
            (Function::Next, [path]) => Ok(Fact::integer(self.integer(path)? + 1)),
            (Function::Previous, [path]) => match self.integer(path)? {
                integer if integer > 0 => Ok(Fact::integer(integer - 1)),
                _ => Err(self.unfit("nothing is before 0")),
            },
            // The first index of an axis of that size.
            (Function::First, [path]) => self.integer(path).map(|_| Fact::integer(0)),
            _ => Err(self.unfit("this function takes one path")),
        }
    }

    fn unfit(&self, why: &str) -> PathError {
        PathError::Unfit(format!("{why}, in `{}`", self.text))
    }

    fn sum(&self, arguments: &[Path]) -> Result<Fact, PathError> {
        let mut sum = 0_i128;
        for argument in arguments {
            match argument {
                Path::Facts(facts) => {
                    for found in self.matches(facts)? {
                        sum = match &found.fact {
                            Fact::Scalar(item) => self.add(sum, item)?,
                            Fact::List(items) => {
                                items.iter().try_fold(sum, |sum, item| self.add(sum, item))?
                            }
                        };
                    }
                }
                Path::Call(..) => sum += self.integer(argument)?,
            }
        }
        Ok(Fact::integer(sum))
    }

    fn add(&self, sum: i128, item: &Item) -> Result<i128, PathError> {
        let value = integer_of(item).ok_or_else(|| self.unfit("sum takes integers"))?;
        sum.checked_add(value).ok_or_else(|| self.unfit("the sum does not fit"))
    }

    fn integer(&self, path: &Path) -> Result<i128, PathError> {
        match self.fact(path)? {
            Fact::Scalar(item) => integer_of(&item),
            Fact::List(_) => None,
        }
        .ok_or_else(|| self.unfit("this function takes an integer"))
    }

    /// The records that a path's kind and conditions leave, as their places.
    fn records(&self, facts: &Facts) -> Result<Vec<usize>, PathError> {
        let mut left: Vec<usize> =
            (0..self.entries.len()).filter(|&at| self.entries[at].kind == facts.kind).collect();
        if left.is_empty() {
            return Err(self.unknown());
        }
        for condition in &facts.conditions {
            match condition {
                Condition::Says { key, value } => {
                    left.retain(|&at| {
                        self.entries[at]
                            .fields
                            .iter()
                            .any(|(field, fact)| field == key && fact.lexeme() == *value)
                    });
                }
                Condition::Pick(range) => {
                    // A range that goes on beyond the records names some that are not there.
                    let picked = left.get(range.clone()).ok_or_else(|| self.unknown())?;
                    left = picked.to_vec();
                }
            }
        }
        if left.is_empty() && !may_be_empty(facts) { Err(self.unknown()) } else { Ok(left) }
    }

    fn matches(&self, facts: &Facts) -> Result<Vec<Match>, PathError> {
        let Some(key) = &facts.key else {
            return Err(self.unknown());
        };
        let records = self.records(facts)?;
        let mut found = Vec::new();
        for at in records {
            let field = self.entries[at].fields.iter().find(|(field, _)| field == key);
            let fact = match (field.map(|(_, fact)| fact), facts.item) {
                (None, _) | (Some(Fact::Scalar(_)), Some(_)) => continue,
                (Some(fact), None) => fact.clone(),
                (Some(Fact::List(items)), Some(item)) => match items.get(item) {
                    Some(item) => Fact::Scalar(item.clone()),
                    None => continue,
                },
            };
            found.push(Match { fact, key: key.clone(), item: facts.item });
        }
        if found.is_empty() && !may_be_empty(facts) { Err(self.unknown()) } else { Ok(found) }
    }

    fn single(&self, facts: &Facts) -> Result<Match, PathError> {
        let mut found = self.matches(facts)?;
        match found.len() {
            0 => Err(self.unknown()),
            1 => Ok(found.remove(0)),
            _ => {
                let names = names_of(self.entries);
                let suffix = match (&facts.key, facts.item) {
                    (Some(key), Some(item)) => format!(".{key}[{item}]"),
                    (Some(key), None) => format!(".{key}"),
                    _ => String::new(),
                };
                let candidates = self
                    .records(facts)?
                    .into_iter()
                    .map(|at| format!("{}{suffix}", names[at]))
                    .collect();
                Err(PathError::Ambiguous { path: self.text.to_owned(), candidates })
            }
        }
    }

    fn unknown(&self) -> PathError {
        let known: Vec<String> = all(self.entries).into_iter().map(|(path, _)| path).collect();
        let mut candidates = by_likeness(self.text, &known);
        candidates.truncate(SHOWN);
        PathError::Unknown { path: self.text.to_owned(), candidates }
    }
}

/// A range may pick nothing: the walk's running offset before its first term.
fn may_be_empty(facts: &Facts) -> bool {
    facts
        .conditions
        .iter()
        .any(|condition| matches!(condition, Condition::Pick(range) if range.is_empty()))
}

fn integer_of(item: &Item) -> Option<i128> {
    (item.kind == ItemKind::Integer).then(|| item.text.parse().ok())?
}

/// `row0` stands for row 0.
fn trailing_number(key: &str) -> Option<usize> {
    key.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok()
}

/// Every path with its fact: each field, and each item of a list.
pub(crate) fn all(entries: &[Entry]) -> Vec<(String, Fact)> {
    let mut paths = Vec::new();
    for (entry, name) in entries.iter().zip(names_of(entries)) {
        for (key, fact) in &entry.fields {
            paths.push((format!("{name}.{key}"), fact.clone()));
            if let Fact::List(items) = fact {
                paths.extend(
                    items.iter().enumerate().map(|(at, item)| {
                        (format!("{name}.{key}[{at}]"), Fact::Scalar(item.clone()))
                    }),
                );
            }
        }
    }
    paths
}

/// The name of each record among all.
fn names_of(entries: &[Entry]) -> Vec<String> {
    let spelled: Vec<Vec<(String, String)>> = entries
        .iter()
        .map(|entry| entry.fields.iter().map(|(key, fact)| (key.clone(), fact.spelled())).collect())
        .collect();
    let mut names = vec![String::new(); entries.len()];
    let kinds: BTreeSet<&str> = entries.iter().map(|entry| entry.kind.as_str()).collect();
    for kind in kinds {
        let places: Vec<usize> =
            (0..entries.len()).filter(|&at| entries[at].kind == kind).collect();
        let named: Vec<Named<'_>> = places
            .iter()
            .map(|&at| Named {
                kind,
                fields: spelled[at].iter().map(|(key, value)| (&**key, &**value)).collect(),
            })
            .collect();
        for (at, name) in places.into_iter().zip(self::names(&named)) {
            names[at] = name;
        }
    }
    names
}

/// The names of records of one kind: the kind alone if there is one; else the
/// shortest run of leading fields that tells all of them apart; else numbers.
pub(crate) fn names(records: &[Named<'_>]) -> Vec<String> {
    if let [only] = records {
        return vec![only.kind.to_owned()];
    }
    let most = records.iter().map(|record| record.fields.len()).min().unwrap_or(0);
    for count in 1..=most {
        let prefixes: Vec<&[(&str, &str)]> =
            records.iter().map(|record| &record.fields[..count]).collect();
        let usable = prefixes.iter().all(|prefix| {
            prefix.iter().zip(prefixes[0]).all(|((key, value), (first, _))| {
                // A condition holds one item.
                key == first && crate::trace::item::items(value).nth(1).is_none()
            })
        });
        if !usable {
            break;
        }
        if prefixes.iter().collect::<BTreeSet<_>>().len() == records.len() {
            return records
                .iter()
                .zip(&prefixes)
                .map(|(record, prefix)| {
                    let conditions: Vec<String> =
                        prefix.iter().map(|(key, value)| format!("{key}={value}")).collect();
                    format!("{}[{}]", record.kind, conditions.join(","))
                })
                .collect();
        }
    }
    records.iter().enumerate().map(|(at, record)| format!("{}[{at}]", record.kind)).collect()
}
