//! Which known name a mistaken one is nearest to.

/// The known names from the likest to the least like, equals by their order.
#[must_use]
pub fn by_likeness(name: &str, known: &[String]) -> Vec<String> {
    let mut ranked: Vec<(usize, &String)> = known
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .collect();
    ranked.sort_by_key(|(distance, _)| *distance);
    ranked.into_iter().map(|(_, candidate)| candidate.clone()).collect()
}

/// How many characters of a name say which one is meant, if only one begins so.
const BEGINNING: usize = 3;

/// The nearest known name, if it is near enough to have been meant; the only
/// one that begins so, where somebody has left off typing.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.into_iter().collect();
    let mut begun = known.iter().filter(|candidate| candidate.starts_with(name));
    if let (true, Some(only), None) =
        (name.chars().count() >= BEGINNING, begun.next(), begun.next())
    {
        return Some(only);
    }
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, candidate)| {
            *distance * 2 <= name.chars().count().max(candidate.chars().count())
        })
        .map(|(_, candidate)| candidate)
}
