//! Typed, spanned access to one table of the manifest.
//!
//! Whoever reads a table asks for its keys one after another and says for each
//! what it must hold. Whatever was never asked for is unknown, so the list of
//! allowed keys is written down nowhere else. Numbers are kept as the author
//! wrote them; the dtype reads them later.
//!
//! Every fault is also kept in a list that a table shares with its inner
//! tables: a reader that stops at the first fault loses none of the others,
//! provided that it asks for all its keys before it uses an answer.

mod error;
mod parse;
mod value;

use std::cell::RefCell;
use std::fmt::Write as _;
use std::ops::Range;
use std::rc::Rc;

use toml::Spanned;
use toml::de::{DeString, DeTable};

use crate::name;
use crate::nearest::nearest;

pub use self::error::{Fault, FieldError};
pub use self::parse::parse;
use self::value::At;
pub use self::value::{Field, Written};

/// One table of the manifest, of which keys are taken one by one.
#[derive(Clone, Debug)]
pub struct Fields<'t> {
    table: &'t DeTable<'t>,
    span: Range<usize>,
    /// `tensor.` for the keys of an inner table, so that messages name the whole way.
    prefix: String,
    asked: Vec<&'static str>,
    /// Those of them that messages do not offer.
    unoffered: Vec<&'static str>,
    faults: Rc<RefCell<Vec<FieldError>>>,
}

impl<'t> Fields<'t> {
    /// The fields of a table.
    #[must_use]
    pub fn new(table: &'t Spanned<DeTable<'t>>) -> Self {
        Self::of(table.get_ref(), table.span())
    }

    /// The fields of a table that stands in `span`.
    #[must_use]
    pub fn of(table: &'t DeTable<'t>, span: Range<usize>) -> Self {
        Self {
            table,
            span,
            prefix: String::new(),
            asked: Vec::new(),
            unoffered: Vec::new(),
            faults: Rc::default(),
        }
    }

    /// A key as messages name it, with the way to its table.
    #[must_use]
    pub fn named(&self, key: &str) -> String {
        format!("`{}{key}`", self.prefix)
    }

    /// Where the table itself stands: its header, or its braces.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Whether the key stands in the table; it counts as asked for.
    pub fn has(&mut self, key: &'static str) -> bool {
        self.ask(key);
        self.table.contains_key(key)
    }

    /// Whether a table stands under the key.
    #[must_use]
    pub fn holds_table(&self, key: &str) -> bool {
        self.table.get(key).is_some_and(|value| value.get_ref().is_table())
    }

    /// Knows a key without offering it in messages: it has one value only, so far.
    pub fn withhold(&mut self, key: &'static str) {
        self.unoffered.push(key);
    }

    fn offered(&self) -> Vec<&'static str> {
        self.asked.iter().copied().filter(|key| !self.unoffered.contains(key)).collect()
    }

    /// The place of a field, or of an item in it: `place("reject", &[0, 1])` is
    /// the second index of the first rejected coordinate. Where the way ends
    /// early, the deepest place that exists.
    #[must_use]
    pub fn place(&self, key: &str, way: &[usize]) -> Range<usize> {
        let Some(value) = self.table.get(key) else {
            return self.span();
        };
        let mut at = value;
        for index in way {
            match at.get_ref().as_array().and_then(|items| items.get(*index)) {
                Some(item) => at = item,
                None => break,
            }
        }
        at.span()
    }

    /// Takes a field that must be there.
    pub fn take<T: Field<'t>>(&mut self, key: &'static str) -> Result<T, FieldError> {
        match self.take_optional(key)? {
            Some(value) => Ok(value),
            None => Err(self.note(self.missing(key, T::EXPECTED))),
        }
    }

    /// Takes a field that may be left out.
    pub fn take_optional<T: Field<'t>>(
        &mut self,
        key: &'static str,
    ) -> Result<Option<T>, FieldError> {
        self.ask(key);
        let Some(value) = self.table.get(key) else {
            return Ok(None);
        };
        let name = format!("{}{key}", self.prefix);
        let at = At { name, value, faults: &self.faults };
        T::read(&at).map(Some).map_err(|error| self.note(error))
    }

    /// A text.
    pub fn take_string(&mut self, key: &'static str) -> Result<String, FieldError> {
        self.take(key)
    }

    /// A text that may be left out.
    pub fn take_optional_string(
        &mut self,
        key: &'static str,
    ) -> Result<Option<String>, FieldError> {
        self.take_optional(key)
    }

    /// A list of texts; left out, it is empty.
    pub fn take_strings(&mut self, key: &'static str) -> Result<Vec<String>, FieldError> {
        Ok(self.take_optional(key)?.unwrap_or_default())
    }

    /// What a reader calls something, in any script.
    pub fn take_name(&mut self, key: &'static str) -> Result<String, FieldError> {
        let name = self.take_string(key)?;
        self.check_name(key, None, &name).map(|()| name)
    }

    /// A name that may be left out.
    pub fn take_optional_name(&mut self, key: &'static str) -> Result<Option<String>, FieldError> {
        let name = self.take_optional_string(key)?;
        name.iter().try_for_each(|name| self.check_name(key, None, name))?;
        Ok(name)
    }

    /// A list of names; left out, it is empty.
    pub fn take_names(&mut self, key: &'static str) -> Result<Vec<String>, FieldError> {
        let names = self.take_strings(key)?;
        self.check_names(key, &names).map(|()| names)
    }

    /// Each of several names is one, and every one that is not is noted.
    pub fn check_names(&self, key: &'static str, names: &[String]) -> Result<(), FieldError> {
        let mut first = Ok(());
        for (place, name) in names.iter().enumerate() {
            first = first.and(self.check_name(key, Some(place), name));
        }
        first
    }

    /// A name can be seen, and a figure sets it as it is.
    pub fn check_name(
        &self,
        key: &'static str,
        item: Option<usize>,
        name: &str,
    ) -> Result<(), FieldError> {
        let Some(fault) = name::fault(name) else {
            return Ok(());
        };
        let named = match item {
            Some(item) => self.named(&format!("{key}[{item}]")),
            None => self.named(key),
        };
        let message = format!("{named} expects a name, found {fault}");
        Err(self.note(FieldError::misread(self.place(key, item.as_slice()), message)))
    }

    /// A list of indices or extents, such as `[1, 0, 2]`.
    pub fn take_index_list(&mut self, key: &'static str) -> Result<Vec<usize>, FieldError> {
        self.take(key)
    }

    /// A list of indices that may be left out.
    pub fn take_optional_index_list(
        &mut self,
        key: &'static str,
    ) -> Result<Option<Vec<usize>>, FieldError> {
        self.take_optional(key)
    }

    /// A list of coordinates, such as `[[1, 2, 0]]`; left out, it is empty.
    pub fn take_index_lists(&mut self, key: &'static str) -> Result<Vec<Vec<usize>>, FieldError> {
        Ok(self.take_optional(key)?.unwrap_or_default())
    }

    /// A truth value; left out, it is false.
    pub fn take_bool(&mut self, key: &'static str) -> Result<bool, FieldError> {
        Ok(self.take_optional(key)?.unwrap_or(false))
    }

    /// An inner table, such as `{ fixture = "frozen" }`.
    pub fn take_table(&mut self, key: &'static str) -> Result<Self, FieldError> {
        self.take(key)
    }

    /// A list of inner tables; left out, it is empty.
    pub fn take_tables(&mut self, key: &'static str) -> Result<Vec<Self>, FieldError> {
        Ok(self.take_optional(key)?.unwrap_or_default())
    }

    /// One of a few words, such as `fill = "iota"`; it may be left out.
    pub fn take_word(
        &mut self,
        key: &'static str,
        allowed: &[&'static str],
    ) -> Result<Option<&'static str>, FieldError> {
        let Some(text) = self.take_optional::<String>(key)? else {
            return Ok(None);
        };
        match allowed.iter().find(|word| **word == text) {
            Some(word) => Ok(Some(word)),
            None => Err(self.unknown_word(key, &text, allowed)),
        }
    }

    /// Refuses a text that names nothing known, with the nearest name that is.
    pub fn unknown_word<S: AsRef<str>>(&self, key: &str, found: &str, known: &[S]) -> FieldError {
        self.unknown_word_but(key, found, known, "")
    }

    /// The same with more to say about what is known.
    pub fn unknown_word_but<S: AsRef<str>>(
        &self,
        key: &str,
        found: &str,
        known: &[S],
        but: &str,
    ) -> FieldError {
        let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
        let mut message = format!("unknown {key} `{found}`");
        if let Some(near) = nearest(found, known.iter().copied()) {
            let _ = write!(message, ", did you mean `{near}`?");
        }
        let error = FieldError::misread(self.place(key, &[]), message);
        let help = format!("{} is one of {}{but}", self.named(key), words(&known));
        self.note(error.with_help(help))
    }

    /// The key that was probably meant to be this one, which is missing.
    #[must_use]
    pub fn slip_of(&self, key: &'static str) -> Option<FieldError> {
        self.near_miss(&[key])
    }

    /// Keeps a fault for the list of all faults, and gives it back.
    #[must_use]
    pub fn note(&self, error: FieldError) -> FieldError {
        let mut faults = self.faults.borrow_mut();
        if !faults.contains(&error) {
            faults.push(error.clone());
        }
        error
    }

    /// Keeps several faults of one field, and gives the first one back. Where
    /// they are many, the rest are only counted.
    pub fn note_all(&self, key: &str, faults: Vec<FieldError>) -> Result<(), FieldError> {
        let mut first = Ok(());
        for fault in value::counted(&self.named(key), faults) {
            first = first.and(Err(self.note(fault)));
        }
        first
    }

    /// Ends the reading of an inner table: whatever was not asked for is unknown.
    pub fn close(&self) -> Result<(), FieldError> {
        let mut first = Ok(());
        for error in self.unknown_keys() {
            let error = self.note(error);
            first = first.and(Err(error));
        }
        first
    }

    /// Ends the reading: all faults of this table and its inner ones, in the order of the file.
    pub fn finish(&self) -> Result<(), Vec<FieldError>> {
        // Noted as well as returned, hence only the list is looked at.
        let _ = self.close();
        let mut faults = self.faults.borrow().clone();
        faults.sort_by_key(|fault| (fault.span.start, fault.span.end));
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// The same fields, whose names in messages do not tell the way to the table.
    #[must_use]
    pub fn rooted(self) -> Self {
        Self { prefix: String::new(), ..self }
    }

    /// The same fields with a list of faults of their own, empty at first.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self { faults: Rc::default(), ..self.clone() }
    }

    fn ask(&mut self, key: &'static str) {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
    }

    fn missing(&self, key: &'static str, expected: &str) -> FieldError {
        self.near_miss(&[key]).unwrap_or_else(|| {
            let message = format!("missing key `{}{key}`", self.prefix);
            let help = format!("`{key}` is {expected}");
            FieldError::misread(self.span(), message).with_help(help)
        })
    }

    /// None of several keys stands in the table, of which one is needed.
    #[must_use]
    pub fn missing_one_of(&self, keys: &[&'static str]) -> FieldError {
        let error = self.near_miss(keys).unwrap_or_else(|| {
            let table = match self.prefix.trim_end_matches('.') {
                "" => "the plate".to_owned(),
                table => format!("`{table}`"),
            };
            let message = format!("{table} needs one of the keys {}", words(keys));
            FieldError::misread(self.span(), message)
        });
        self.note(error)
    }

    /// Where another key is nearly one that is missing, that is the likelier
    /// fault; it is named once, in its own place, as an unknown key.
    fn near_miss(&self, keys: &[&'static str]) -> Option<FieldError> {
        let unasked = |key: &&Spanned<DeString<'_>>| {
            let text = key.get_ref().as_ref();
            !self.asked.contains(&text)
        };
        self.table.keys().filter(unasked).find_map(|key| {
            let text = key.get_ref();
            let near = nearest(text, keys.iter().copied())?;
            // A key that somebody may still ask for is no slip of the hand:
            // `kind` is not a misspelled `id`.
            let slips = strsim::damerau_levenshtein(text, near);
            (slips * 3 <= near.len().max(3)).then(|| self.unknown_key(text, key.span(), Some(near)))
        })
    }

    fn unknown_keys(&self) -> Vec<FieldError> {
        let unknown = self.table.keys().filter(|key| !self.asked.contains(&key.get_ref().as_ref()));
        unknown
            .map(|key| {
                let text = key.get_ref();
                self.unknown_key(text, key.span(), nearest(text, self.offered()))
            })
            .collect()
    }

    fn unknown_key(&self, text: &str, span: Range<usize>, near: Option<&str>) -> FieldError {
        let mut message = format!("unknown key `{}{text}`", self.prefix);
        match near {
            Some(near) => write!(message, ", did you mean `{near}`?"),
            None => write!(message, ", expected one of {}", words(&self.offered())),
        }
        .unwrap_or_default();
        FieldError::misread(span, message)
    }
}

/// Names as a phrase: `` `a`, `b` or `c` ``.
#[must_use]
pub fn words<S: AsRef<str>>(names: &[S]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    match quoted.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
    }
}
