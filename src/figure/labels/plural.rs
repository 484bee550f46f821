//! Plural forms, by the rules of the Unicode CLDR.

use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};

/// The rules of one language: which forms it has, and which of them a number takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plurals(&'static PluralRules);

/// The names of the forms, as CLDR and the tables spell them.
pub(super) const FORMS: [(&str, PluralCategory); 6] = [
    ("zero", PluralCategory::Zero),
    ("one", PluralCategory::One),
    ("two", PluralCategory::Two),
    ("few", PluralCategory::Few),
    ("many", PluralCategory::Many),
    ("other", PluralCategory::Other),
];

impl Plurals {
    /// The rules of a language, given by its tag; `None` where it is no tag.
    pub(super) fn of(language: &str) -> Option<Self> {
        let locale: Locale = language.parse().ok()?;
        let rules = PluralRules::try_new_cardinal(locale.into()).ok()?;
        // A table lives as long as the program, and its rules with it.
        Some(Self(Box::leak(Box::new(rules))))
    }

    /// Whether the language has a form.
    pub(super) fn has(self, form: PluralCategory) -> bool {
        self.0.categories().any(|category| category == form)
    }

    /// The form of a count, given by its lexeme, with or without thousands separators.
    pub(super) fn form(self, count: &str) -> PluralCategory {
        let mut plain = count.bytes().filter(|byte| *byte != b',');
        let number = plain.try_fold(0_u64, |number, digit| {
            let digit = char::from(digit).to_digit(10)?;
            number.checked_mul(10)?.checked_add(digit.into())
        });
        number.map_or(PluralCategory::Other, |number| self.0.category_for(number))
    }
}
