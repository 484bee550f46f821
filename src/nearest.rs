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
    let near = known
        .iter()
        .copied()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, candidate)| {
            *distance * 2 <= name.chars().count().max(candidate.chars().count())
        })
        .map(|(_, candidate)| candidate);
    near.or_else(|| {
        known.into_iter().filter(|short| abbreviates(short, name)).max_by_key(|short| short.len())
    })
}

/// Whether a short name has its letters from a long one in order, as `f32` has
/// from `float32`.
fn abbreviates(short: &str, long: &str) -> bool {
    let mut letters = long.chars();
    short.chars().count() > 1
        && short.chars().next() == long.chars().next()
        && short.chars().all(|letter| letters.any(|other| other == letter))
}
