//! The words of figures: one table a language, as data.
//!
//! A label is a sentence with named places: `slice {slice}, row {row}`. What
//! stands between the places is words; every number comes into a place as a
//! fact. A label that counts has one form for each plural form of its language.

mod plural;
mod table;

pub use self::table::Labels;

use self::plural::{FORMS, Plurals};
use self::table::Entry;
use super::text::{Text, Words};
use crate::fields::{FieldError, Fields};
use crate::joint::{Part, joint};
use icu_plurals::PluralCategory;
use std::collections::BTreeSet;

/// A sentence with named places.
#[derive(Clone, Debug)]
pub struct Label {
    pieces: Vec<Piece>,
    /// In a language that needs it, the sentence takes the form of one of its places.
    by: Option<Box<(&'static str, Counted)>>,
}

#[derive(Clone, Debug)]
enum Piece {
    Words(&'static str),
    Place(&'static str),
}

impl Label {
    /// Reads a sentence. Tables live as long as the program: their words are
    /// kept as static text, so that no figure copies them.
    fn parse(text: String) -> Result<Self, String> {
        if let Some(digit) = text.chars().find(|char| char.is_numeric()) {
            return Err(format!("expects words without a digit, found `{digit}` in `{text}`"));
        }
        if let Some(control) = text.chars().find(|char| char.is_control()) {
            return Err(format!("expects one line of words, found U+{:04X}", u32::from(control)));
        }
        let mut rest: &'static str = Box::leak(text.into_boxed_str());
        let whole = rest;
        let mut pieces = Vec::new();
        while let Some(open) = rest.find('{') {
            let Some(length) = rest[open..].find('}') else {
                return Err(format!("expects a `}}` after each `{{`, found `{whole}`"));
            };
            if open > 0 {
                pieces.push(Piece::Words(&rest[..open]));
            }
            pieces.push(Piece::Place(&rest[open + 1..open + length]));
            rest = &rest[open + length + 1..];
        }
        if !rest.is_empty() {
            pieces.push(Piece::Words(rest));
        }
        let label = Self { pieces, by: None };
        label.check_joints().map(|()| label)
    }

    /// A number in any of its places is read as that number.
    fn check_joints(&self) -> Result<(), String> {
        let parts: Vec<Part<'_>> = self
            .pieces
            .iter()
            .map(|piece| match piece {
                Piece::Words(words) => Part::Words(words),
                Piece::Place(_) => Part::Fact("0"),
            })
            .collect();
        for (at, piece) in self.pieces.iter().enumerate() {
            if let (Piece::Place(place), Some(joint)) = (piece, joint(&parts, at)) {
                return Err(format!(
                    "expects a number in `{{{place}}}` to stand alone, found {}",
                    joint.found()
                ));
            }
        }
        Ok(())
    }

    /// The names of its places.
    fn places(&self) -> BTreeSet<&'static str> {
        let place = |piece: &Piece| match piece {
            Piece::Place(place) => Some(*place),
            Piece::Words(_) => None,
        };
        self.pieces.iter().filter_map(place).collect()
    }

    /// The label without places.
    #[must_use]
    pub fn text(&self) -> Text {
        self.fill(&[])
    }

    /// The label with its places filled; a place that nothing fills stays empty.
    #[must_use]
    pub fn fill(&self, values: &[(&str, &dyn Words)]) -> Text {
        // A sentence with a fact or two, paths included.
        let mut text = Text::with_capacity(3 * self.pieces.len(), 240);
        self.fill_into(&mut text, values);
        text
    }

    /// Puts the label with its places filled behind a text.
    pub fn fill_into(&self, text: &mut Text, values: &[(&str, &dyn Words)]) {
        let value =
            |wanted: &str| values.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
        if let Some((by, forms)) = self.by.as_deref() {
            let count = value(by).map(|value| value.text().plain()).unwrap_or_default();
            return forms.of(&count).fill_into(text, values);
        }
        for piece in &self.pieces {
            match piece {
                Piece::Words(words) => text.push_literal(words),
                Piece::Place(place) => {
                    if let Some(value) = value(place) {
                        value.append_to(text);
                    }
                }
            }
        }
    }
}

/// A label in the forms that a count asks for.
#[derive(Clone, Debug)]
pub struct Counted {
    plurals: Plurals,
    forms: Vec<(PluralCategory, Label)>,
    /// For every other count.
    other: Label,
}

impl Counted {
    /// The form for a count, given by its lexeme.
    #[must_use]
    pub fn of(&self, count: &str) -> &Label {
        let form = self.plurals.form(count);
        self.forms.iter().find(|(of, _)| *of == form).map_or(&self.other, |(_, label)| label)
    }

    /// The forms, `other` last.
    fn all(&self) -> impl Iterator<Item = &Label> {
        self.forms.iter().map(|(_, label)| label).chain([&self.other])
    }
}

/// The places that a label may have, and those that it must.
struct Model {
    may: BTreeSet<&'static str>,
    must: BTreeSet<&'static str>,
}

impl Model {
    fn of<'a>(labels: impl Iterator<Item = &'a Label>) -> Option<Self> {
        labels.map(Label::places).fold(None, |model: Option<Self>, places| {
            Some(match model {
                None => Self { may: places.clone(), must: places },
                Some(model) => Self { may: &model.may | &places, must: &model.must & &places },
            })
        })
    }

    /// What is wrong with the places of a label.
    fn check(&self, label: &Label) -> Result<(), String> {
        let places = label.places();
        let listed = |places: &BTreeSet<&str>| match places.len() {
            0 => "no place".to_owned(),
            _ => places.iter().map(|place| format!("{{{place}}}")).collect::<Vec<_>>().join(", "),
        };
        if let Some(odd) = places.difference(&self.may).next() {
            return Err(format!("knows no place {{{odd}}}, it has {}", listed(&self.may)));
        }
        match self.must.difference(&places).next() {
            Some(left_out) => Err(format!("expects the place {{{left_out}}}, which it leaves out")),
            None => Ok(()),
        }
    }
}

/// The sentence under a key, noted where it is wrong.
fn sentence(fields: &mut Fields<'_>, key: &'static str, model: Option<&Model>) -> Option<Label> {
    let text = fields.take_string(key).ok()?;
    let label = Label::parse(text)
        .and_then(|label| model.map_or(Ok(()), |model| model.check(&label)).map(|()| label));
    label
        .map_err(|fault| {
            let message = format!("{} {fault}", fields.named(key));
            fields.note(FieldError::misread(fields.place(key, &[]), message))
        })
        .ok()
}

/// The forms in a table: each that the language has, and no other.
fn forms(fields: &mut Fields<'_>, plurals: Plurals, model: Option<&Model>) -> Option<Counted> {
    let mut forms = Vec::new();
    let mut other = None;
    let has = |(_, form): &(&str, PluralCategory)| plurals.has(*form);
    // All are known before the first is missed.
    FORMS.into_iter().filter(has).for_each(|(name, _)| {
        let _ = fields.has(name);
    });
    for (name, form) in FORMS.into_iter().filter(has) {
        match (form, sentence(fields, name, model)) {
            (PluralCategory::Other, label) => other = label,
            (form, Some(label)) => forms.push((form, label)),
            // Noted in the shared list.
            (_, None) => {}
        }
    }
    // Noted in the shared list.
    let _ = fields.close();
    Some(Counted { plurals, forms, other: other? })
}

impl Entry for Counted {
    fn read(
        fields: &mut Fields<'_>,
        key: &'static str,
        plurals: Plurals,
        model: Option<&Self>,
    ) -> Option<Self> {
        let model = model.and_then(|model| Model::of(model.all()));
        forms(&mut fields.take_table(key).ok()?, plurals, model.as_ref())
    }
}

impl Entry for Label {
    fn read(
        fields: &mut Fields<'_>,
        key: &'static str,
        plurals: Plurals,
        model: Option<&Self>,
    ) -> Option<Self> {
        let model = model.and_then(|model| Model::of([model].into_iter()));
        if !fields.holds_table(key) {
            return sentence(fields, key, model.as_ref());
        }
        let mut fields = fields.take_table(key).ok()?;
        let places: Vec<&'static str> =
            model.iter().flat_map(|model| model.may.iter().copied()).collect();
        let by = fields.take_word("by", &places).ok().flatten();
        let forms = forms(&mut fields, plurals, model.as_ref())?;
        let Some(by) = by else {
            let message = format!("{} expects the place that it counts", fields.named("by"));
            // Noted in the shared list.
            let _ = fields.note(FieldError::misread(fields.span(), message));
            return None;
        };
        Some(Self { pieces: Vec::new(), by: Some(Box::new((by, forms))) })
    }
}
