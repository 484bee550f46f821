//! Whether a plate agrees with its files: its accepted trace and its figures.

use serde_json::{Value, json};

use super::finding::place;
use super::manifest::{LONGEST_ID, Origin, Plate};
use super::prepare::Prepared;
pub use super::state::State;
use crate::nearest::nearest;
use crate::trace::{Difference, differences};

/// A figure's file against what its trace draws.
#[derive(Clone, Debug)]
pub struct Held {
    /// The file.
    pub path: String,
    /// How it stands.
    pub state: State,
    /// Whether something is there that cannot be read; a finding says what.
    pub unread: bool,
    /// Where the two part first.
    pub parts: Option<(usize, usize)>,
}

/// One plate's agreement.
#[derive(Clone, Debug)]
pub struct Agreement {
    /// The plate.
    pub id: String,
    /// The kind of its trace.
    pub kind: &'static str,
    /// How it stands.
    pub state: State,
    /// Whether its trace has changed: only `--accept` may take it.
    pub changed: bool,
    /// What changed in its trace.
    pub differences: Vec<Difference>,
    /// The file of its accepted trace, where there is none yet.
    pub no_trace: Option<String>,
    /// Whether a caption or sentence has to be changed by hand before the new
    /// trace can be taken.
    pub by_hand: bool,
    /// Whether `build` writes it: nothing of it is refused or out of reach.
    pub sound: bool,
    /// Its figures.
    pub figures: Vec<Held>,
}

impl Agreement {
    /// Compares a plate with its files; `drawn` gives what stands in a figure's file.
    pub fn of<'d>(prepared: &Prepared<'_>, drawn: impl Fn(&str) -> Option<&'d str>) -> Self {
        let told = match (&prepared.golden, &prepared.fresh) {
            (Some(golden), Some(fresh)) => differences(golden, fresh),
            _ => Vec::new(),
        };
        let unread = |path: &str| prepared.is_out_of_reach(path);
        let held: Vec<Held> = prepared
            .figures
            .iter()
            .map(|figure| Held {
                unread: unread(&figure.path),
                ..held(&figure.path, &figure.text, drawn(&figure.path))
            })
            .collect();
        let has = |state| held.iter().any(|figure| figure.state == state);
        let state = if prepared.is_false() {
            State::False
        } else if !prepared.is_sound() {
            State::Missing
        } else if !told.is_empty() || has(State::Stale) {
            State::Stale
        } else if prepared.golden.is_none() || has(State::Missing) {
            State::Missing
        } else {
            State::Current
        };
        Self {
            id: prepared.plate.id.clone(),
            kind: prepared.kind,
            state,
            changed: !told.is_empty(),
            differences: told,
            no_trace: (prepared.golden.is_none() && !unread(&prepared.trace_path))
                .then(|| prepared.trace_path.clone()),
            sound: prepared.is_sound(),
            by_hand: !prepared.unfit.is_empty(),
            figures: held,
        }
    }

    /// The arguments of the command that mends it, where there is one.
    #[must_use]
    pub fn mend(&self) -> Option<String> {
        match self.state {
            State::Current | State::False => None,
            _ if !self.sound => None,
            _ if self.changed => Some(format!("build --accept {}", self.id)),
            _ => Some(format!("build {}", self.id)),
        }
    }
}

fn held(path: &str, expected: &str, found: Option<&str>) -> Held {
    let (state, parts) = match found {
        None => (State::Missing, None),
        Some(found) if found == expected => (State::Current, None),
        Some(found) => {
            let same =
                expected.bytes().zip(found.bytes()).take_while(|(new, old)| new == old).count();
            (State::Stale, Some(place(found, found.floor_char_boundary(same))))
        }
    };
    Held { path: path.to_owned(), state, parts, unread: false }
}

impl Agreement {
    pub(super) fn to_json(&self) -> Value {
        let told = |difference: &Difference| json!({ "path": difference.path, "was": difference.was, "now": difference.now });
        let figure = |held: &Held| json!({ "path": held.path, "state": held.state.word() });
        json!({
            "id": self.id,
            "kind": self.kind,
            "state": self.state.word(),
            "differences": self.differences.iter().map(told).collect::<Vec<_>>(),
            "figures": self.figures.iter().map(figure).collect::<Vec<_>>(),
        })
    }
}

/// Says that no plate has a name, and which one was probably meant.
#[must_use]
pub fn unknown(id: &str, ids: &[&str]) -> String {
    let near = if id.len() > LONGEST_ID { None } else { nearest(id, ids.iter().copied()) };
    let meant = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
    format!("no plate is named `{id}`{meant}")
}

impl Plate<'_> {
    /// Whether another program writes its trace.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        matches!(self.origin, Origin::File(_))
    }
}
