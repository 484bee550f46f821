//! The four ways in which a plate or a fact can stand, and how many stand how.

/// How a plate stands to its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Everything is as it should be.
    Current,
    /// Its trace has changed, or a figure is not the one that its trace draws.
    Stale,
    /// A file is not there, or cannot be read: nobody can say whether it is true.
    Missing,
    /// Its accepted trace was read and is refused, or the plate itself is.
    False,
}

impl State {
    const ALL: [Self; 4] = [Self::Current, Self::Stale, Self::Missing, Self::False];

    /// The word in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Stale => "stale",
            Self::Missing => "missing",
            Self::False => "false",
        }
    }
}

/// `14 plates: 13 current, 1 stale`.
#[must_use]
pub fn tally(count: usize, noun: &str, states: impl Iterator<Item = State>) -> String {
    let mut counts = [0_usize; State::ALL.len()];
    for state in states {
        counts[state as usize] += 1;
    }
    let parts: Vec<String> = State::ALL
        .iter()
        .zip(counts)
        .filter(|(_, count)| *count > 0)
        .map(|(state, count)| format!("{count} {}", state.word()))
        .collect();
    let plural = if count == 1 { "" } else { "s" };
    let colon = if parts.is_empty() { "" } else { ": " };
    format!("{count} {noun}{plural}{colon}{}", parts.join(", "))
}
