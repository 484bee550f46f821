//! The only place that touches the disk.
//!
//! A book's files are named by paths below its folder. What a link would lead
//! out of that folder, and what is neither file nor folder, is refused. Files
//! are written in two steps: all new bytes are first laid beside their targets,
//! and only when every one of them is on the disk do they take the targets'
//! places. So a full disk or a read-only folder changes nothing at all.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use crate::book::finding::place;
use crate::book::manifest::join;

mod error;
mod unfinished;

use error::{LIMIT, refusal, unwritten};
pub use error::{Reason, StoreError};
pub use unfinished::{Alone, is_unfinished};

/// How deep folders of chapters are searched.
const DEPTH: usize = 32;

/// The folder of one book.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    /// The folder without links, against which every file is held.
    real: PathBuf,
}

impl Store {
    /// Opens the folder of a book.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let shown = folder.display().to_string();
        match folder.canonicalize() {
            Ok(real) if real.is_dir() => match closed(&real) {
                Some(error) => Err(StoreError::new(&shown, Reason::Closed(error))),
                None => Ok(Self { folder: folder.to_owned(), real }),
            },
            Ok(_) => Err(StoreError::new(&shown, Reason::NotAFolder)),
            Err(error) => match refusal("open", error) {
                Reason::Missing => Err(StoreError::new(&shown, Reason::NoBook)),
                reason => Err(StoreError::new(&shown, reason)),
            },
        }
    }

    /// Reads a text of the book.
    pub fn read(&self, path: &str) -> Result<String, StoreError> {
        self.real(path).and_then(|real| read(&real)).map_err(|reason| self.blame(path, reason))
    }

    /// Where a file stands in a folder's place, or a folder is closed, it is
    /// that file or folder that is wrong, and not all that lies below it.
    fn blame(&self, path: &str, reason: Reason) -> StoreError {
        let mut above = path.match_indices('/').map(|(at, _)| &path[..at]);
        match reason {
            Reason::NotAFolder => {
                let file = above.find(|folder| self.folder.join(folder).is_file());
                StoreError::new(file.unwrap_or(path), reason)
            }
            Reason::System { doing, error } if error.kind() == io::ErrorKind::PermissionDenied => {
                match above.find(|folder| closed(&self.folder.join(folder)).is_some()) {
                    Some(folder) => StoreError::new(folder, Reason::Closed(error)),
                    None => StoreError::new(path, Reason::System { doing, error }),
                }
            }
            Reason::Sealed(_) => StoreError::new(above.next_back().unwrap_or("."), reason),
            _ => StoreError::new(path, reason),
        }
    }

    /// Reads a text that may not be there yet.
    pub fn read_if_any(&self, path: &str) -> Result<Option<String>, StoreError> {
        match self.read(path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.is_missing() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Where a name leads, through all links; nothing where nothing is there.
    #[must_use]
    pub fn leads_to(&self, path: &str) -> Option<PathBuf> {
        self.real(path).ok()
    }

    /// Whether there is a folder of that name.
    #[must_use]
    pub fn has_folder(&self, path: &str) -> bool {
        self.real(path).is_ok_and(|real| real.is_dir())
    }

    /// Every file below a folder of the book whose name ends in one of the
    /// ways asked, sorted; none where there is no such folder.
    pub fn list(&self, folder: &str, endings: &[&str]) -> Result<Vec<String>, StoreError> {
        self.found(folder, &|name| endings.iter().any(|ending| name.ends_with(ending)))
    }

    fn found(
        &self,
        folder: &str,
        wanted: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<String>, StoreError> {
        let mut found = BTreeSet::new();
        match self.walk(folder, wanted, DEPTH, &mut found) {
            Err(error) if error.is_missing() => {}
            result => result?,
        }
        Ok(found.into_iter().collect())
    }

    fn walk(
        &self,
        folder: &str,
        wanted: &dyn Fn(&str) -> bool,
        depth: usize,
        found: &mut BTreeSet<String>,
    ) -> Result<(), StoreError> {
        let wrong = |reason| self.blame(folder, reason);
        let unlisted = |error: io::Error| match error.kind() {
            io::ErrorKind::PermissionDenied => StoreError::new(folder, Reason::Closed(error)),
            _ => wrong(refusal("list", error)),
        };
        let real = self.real(folder).map_err(wrong)?;
        for entry in fs::read_dir(&real).map_err(unlisted)? {
            let entry = entry.map_err(unlisted)?;
            // A name that is not UTF-8 cannot be one that the book gives.
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            let path = join(folder, &name);
            // Links to folders are not followed, or a loop of them would never end.
            let kind = entry.file_type().map_err(unlisted)?;
            if kind.is_dir() {
                if depth > 0 && !name.starts_with('.') {
                    self.walk(&path, wanted, depth - 1, found)?;
                }
            } else if wanted(&name) {
                found.insert(path);
            }
        }
        Ok(())
    }

    /// Lays new bytes beside a file of the book, without touching it yet;
    /// nothing where the file holds them already.
    pub fn stage(&self, path: &str, text: &str) -> Result<Option<Staged>, StoreError> {
        let wrong = |reason| self.blame(path, reason);
        let target = match self.real(path) {
            Ok(real) => real,
            Err(Reason::Missing) => self.made(path)?,
            Err(reason) => return Err(wrong(reason)),
        };
        stage(&target, path, text.as_bytes()).map_err(wrong)
    }

    /// Makes the folders above a file that is not there yet.
    fn made(&self, path: &str) -> Result<PathBuf, StoreError> {
        let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
        let mut folder = self.real.clone();
        let mut shown = String::new();
        for step in above.split('/').filter(|step| !step.is_empty()) {
            folder.push(step);
            shown = join(&shown, step);
            let wrong = |reason| self.blame(&shown, reason);
            match fs::metadata(&folder) {
                Ok(found) if found.is_dir() => {}
                Ok(_) => return Err(wrong(Reason::NotAFolder)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    match fs::create_dir(&folder) {
                        // Another build may have made it just now.
                        Err(_) if folder.is_dir() => {}
                        made => made.map_err(|error| wrong(unwritten(error)))?,
                    }
                }
                Err(error) => return Err(wrong(refusal("open", error))),
            }
            folder = folder.canonicalize().map_err(|error| wrong(refusal("open", error)))?;
            if !folder.starts_with(&self.real) {
                return Err(wrong(Reason::LeadsOut));
            }
        }
        Ok(folder.join(name))
    }

    /// The file without links, which must lie inside the book.
    fn real(&self, path: &str) -> Result<PathBuf, Reason> {
        let real = self.folder.join(path).canonicalize().map_err(|error| refusal("open", error))?;
        if real.starts_with(&self.real) { Ok(real) } else { Err(Reason::LeadsOut) }
    }
}

/// New bytes on the disk that have not taken their place yet; dropped, they are gone.
#[derive(Debug)]
pub struct Staged {
    new: TempPath,
    target: PathBuf,
    shown: String,
}

impl Staged {
    /// Puts the new bytes in the old ones' place, in one step.
    pub fn commit(self) -> Result<String, StoreError> {
        match self.new.persist(&self.target) {
            Ok(()) => Ok(self.shown),
            Err(error) => Err(StoreError::new(&self.shown, refusal("write", error.error))),
        }
    }
}

/// Lets a write beyond the size that files may have fail, as one to a full disk
/// does, instead of ending the program half-way.
pub fn survive_limits() {
    #[cfg(unix)]
    {
        use std::sync::Arc;
        use std::sync::atomic::AtomicBool;
        // Nobody asks the flag: where the signal is caught, the write has an error.
        let caught = Arc::new(AtomicBool::new(false));
        // Without it the signal ends the program as before; nothing else is lost.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, caught);
    }
}

/// Reads a file that the user named himself, wherever it is.
pub fn read_file(path: &Path) -> Result<String, StoreError> {
    read(path).map_err(|reason| StoreError::new(&path.display().to_string(), reason))
}

/// Reads a text from standard input.
pub fn read_input() -> Result<String, StoreError> {
    text(io::stdin().lock(), LIMIT).map_err(|reason| StoreError::new("-", reason))
}

/// Writes a file that the user named himself, whole or not at all.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let shown = path.display().to_string();
    // A link is followed, so that what it names is replaced and not the link.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let direct = fs::metadata(&target).is_ok_and(|found| !found.is_file() && !found.is_dir());
    if direct {
        // A pipe or a device that the user asked for cannot be replaced by a file.
        let written =
            File::options().write(true).open(&target).and_then(|mut file| file.write_all(bytes));
        return written.map_err(|error| StoreError::new(&shown, refusal("write", error)));
    }
    match stage(&target, &shown, bytes) {
        Ok(None) => Ok(()),
        Ok(Some(staged)) => staged.commit().map(drop),
        Err(reason @ Reason::Sealed(_)) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new("."));
            Err(StoreError::new(&folder.display().to_string(), reason))
        }
        Err(reason) => Err(StoreError::new(&shown, reason)),
    }
}

/// Whether something has this name already, be it a link that leads nowhere.
#[must_use]
pub fn is_taken(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Makes a folder that the user names, and those above it; it may be there.
pub fn make_folder(path: &Path) -> Result<(), StoreError> {
    let shown = path.display().to_string();
    let wrong = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => Reason::NotAFolder,
        _ => unwritten(error),
    };
    fs::create_dir_all(path).map_err(|error| StoreError::new(&shown, wrong(error)))
}

/// Why a folder cannot be entered, where it cannot: to look at it by its name
/// in itself takes the same right as to look at what it holds.
fn closed(folder: &Path) -> Option<io::Error> {
    let entered = fs::metadata(folder.join("."));
    entered.err().filter(|error| error.kind() == io::ErrorKind::PermissionDenied)
}

fn read(path: &Path) -> Result<String, Reason> {
    // Asked before it is opened: opening a pipe would wait for its writer.
    let found = fs::metadata(path).map_err(|error| refusal("read", error))?;
    file(&found)?;
    let file = File::open(path).map_err(|error| refusal("read", error))?;
    text(file, found.len())
}

fn file(found: &Metadata) -> Result<(), Reason> {
    if found.is_dir() {
        Err(Reason::Folder)
    } else if found.is_file() {
        Ok(())
    } else {
        Err(Reason::Device)
    }
}

fn text(from: impl Read, expected: u64) -> Result<String, Reason> {
    let room = usize::try_from(expected.min(LIMIT)).unwrap_or_default();
    let mut bytes = Vec::with_capacity(room);
    from.take(LIMIT + 1).read_to_end(&mut bytes).map_err(|error| refusal("read", error))?;
    if bytes.len() as u64 > LIMIT {
        return Err(Reason::TooLong);
    }
    String::from_utf8(bytes).map_err(|error| {
        let (text, other) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let text = std::str::from_utf8(text).unwrap_or_default();
        let at = place(text, text.len());
        Reason::NotText { byte: other.first().copied().unwrap_or_default(), at }
    })
}

fn stage(target: &Path, shown: &str, bytes: &[u8]) -> Result<Option<Staged>, Reason> {
    let old = match fs::metadata(target) {
        Ok(found) => {
            file(&found)?;
            if found.len() == bytes.len() as u64 && fs::read(target).is_ok_and(|old| old == bytes) {
                return Ok(None);
            }
            Some(found.permissions())
        }
        Err(_) => None,
    };
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(unfinished::PREFIX).rand_bytes(unfinished::LETTERS);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The system takes away what the umask forbids, as for any new file.
        builder.permissions(fs::Permissions::from_mode(0o644));
    }
    let write = |error| refusal("write", error);
    let mut new = builder.tempfile_in(folder).map_err(unwritten)?;
    new.write_all(bytes).map_err(write)?;
    if let Some(permissions) = old {
        new.as_file().set_permissions(permissions).map_err(write)?;
    }
    new.as_file().sync_all().map_err(write)?;
    Ok(Some(Staged {
        new: new.into_temp_path(),
        target: target.to_owned(),
        shown: shown.to_owned(),
    }))
}
