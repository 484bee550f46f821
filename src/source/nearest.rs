//! The known name that an unknown one was probably meant to be.

/// The nearest of the known names, if one is near: at most a third of its
/// letters would have to change. Of two equally near, the first.
#[must_use]
pub fn nearest<'a, S: AsRef<str>>(found: &str, known: &'a [S]) -> Option<&'a str> {
    let distances = known
        .iter()
        .map(|name| (distance(found, name.as_ref()), name.as_ref()));
    let (steps, name) = distances.min_by_key(|(steps, _)| *steps)?;
    let letters = name.chars().count().max(found.chars().count());
    (steps <= (letters / 3).max(1)).then_some(name)
}

/// Steps from one word to the other: a letter put in, taken out, changed, or
/// swapped with its neighbour.
fn distance(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.chars().collect();
    let to: Vec<char> = to.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let changed = usize::from(from[i - 1] != to[j - 1]);
            let mut steps = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + changed);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                steps = steps.min(before[j - 2] + 1);
            }
            row.push(steps);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_a_far_one_is_not() {
        let known = ["lookup", "shapes", "strides", "llm-shape-history"];
        let cases = [
            ("lokup", Some("lookup")),
            ("lookpu", Some("lookup")),
            ("shape", Some("shapes")),
            ("llm-shapes-history", Some("llm-shape-history")),
            ("gather", None),
            ("", None),
        ];
        for (found, expected) in cases {
            assert_eq!(nearest(found, &known), expected, "{found}");
        }
        assert_eq!(nearest("x", &[] as &[&str]), None);
    }
}
