//! Paths: how prose, figures and reports name a fact of a trace.
//!
//! `KIND[condition,…].key[item]`, and functions over such paths. A path names
//! exactly one fact or it is refused with what it could have meant.

mod evaluate;
mod syntax;

pub use evaluate::PathError;
pub(crate) use evaluate::{all, names, reads, resolve};

use super::item::Fact;

/// A record as paths see it: its kind and its fields in order.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub kind: String,
    pub fields: Vec<(String, Fact)>,
}

/// A record for naming it: fields as they are spelled.
#[derive(Clone, Debug)]
pub(crate) struct Named<'a> {
    pub kind: &'a str,
    pub fields: Vec<(&'a str, &'a str)>,
}
