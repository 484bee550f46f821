//! Files that wait for their place: of a build that is running, or of one that
//! was stopped. One build of a book runs at a time, so what lies there when
//! another begins was left.

use std::fs::{self, File};

use super::{Store, StoreError, refusal};

/// How the names of such files begin.
pub(super) const PREFIX: &str = ".traceplate-";

/// How many letters and digits follow.
pub(super) const LETTERS: usize = 6;

/// Whether a file waits for its place, by its name.
#[must_use]
pub fn is_unfinished(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_prefix(PREFIX).is_some_and(|rest| {
        rest.len() == LETTERS && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// What keeps other builds of a book waiting until it is dropped.
#[derive(Debug)]
pub struct Alone {
    _locked: File,
}

impl Store {
    /// Waits until no other build of this book is running; nothing where the
    /// system cannot tell.
    #[must_use]
    pub fn alone(&self) -> Option<Alone> {
        let folder = File::open(&self.real).ok()?;
        folder.lock().ok()?;
        Some(Alone { _locked: folder })
    }

    /// Every file below a folder that waits for its place.
    pub fn unfinished(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        self.found(folder, &is_unfinished)
    }

    /// Removes a file that a stopped build left; only who is [`Alone`] knows that.
    pub fn remove_unfinished(&self, path: &str, _: &Alone) -> Result<(), StoreError> {
        let removed = self
            .real(path)
            .and_then(|real| fs::remove_file(real).map_err(|error| refusal("remove", error)));
        removed.map_err(|reason| self.blame(path, reason))
    }
}
