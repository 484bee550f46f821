//! A trace as JSON, for programs that would rather not read lines.

use super::item::{Fact, Item, ItemKind};
use super::path::Entry;
use serde_json::{Map, Value};

/// Schema and records; decimals stay strings, so that no reader rounds them.
pub(super) fn trace(schema: &str, entries: &[Entry]) -> Value {
    let records = entries.iter().map(|entry| {
        let mut record = Map::new();
        record.insert("kind".to_owned(), entry.kind.as_str().into());
        for (key, fact) in &entry.fields {
            record.insert(key.clone(), value(fact));
        }
        Value::Object(record)
    });
    let mut trace = Map::new();
    trace.insert("schema".to_owned(), schema.into());
    trace.insert("records".to_owned(), records.collect());
    Value::Object(trace)
}

/// A fact as a JSON value.
fn value(fact: &Fact) -> Value {
    match fact {
        Fact::Scalar(item) => scalar(item),
        Fact::List(items) => items.iter().map(scalar).collect(),
    }
}

fn scalar(item: &Item) -> Value {
    match (item.kind, item.text.parse::<u64>(), item.text.parse::<i64>()) {
        (ItemKind::Integer, Ok(number), _) => number.into(),
        (ItemKind::Integer, _, Ok(number)) => number.into(),
        _ => item.text.as_str().into(),
    }
}
