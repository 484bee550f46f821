//! Reads a file as TOML.

use toml::Spanned;
use toml::de::DeTable;

use super::FieldError;

/// Reads a file as TOML, before anything in it has a meaning.
pub fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, Vec<FieldError>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        return Ok(table);
    }
    let fault = |error: &toml::de::Error| {
        let end = text.len();
        FieldError::misread(error.span().unwrap_or(end..end), error.message().trim())
    };
    let mut faults: Vec<FieldError> = errors.iter().map(fault).collect();
    faults.sort_by_key(|fault| fault.span.start);
    // What is not closed is noticed where the next table begins, and makes a
    // fault of every word from there on; its name comes with the last of them.
    if let Some(unclosed) = faults.iter().find(|fault| fault.message.starts_with("unclosed")) {
        let cause = format!("{}; close what is open before this place", unclosed.message);
        faults.truncate(1);
        for first in faults.iter_mut().filter(|first| !first.message.starts_with("unclosed")) {
            first.help = Some(cause.clone());
        }
    }
    // A second fault in a line follows from the first.
    faults.dedup_by(|next, first| {
        let between = text.as_bytes().get(first.span.start..next.span.start);
        !between.is_some_and(|between| between.contains(&b'\n'))
    });
    Err(faults)
}
