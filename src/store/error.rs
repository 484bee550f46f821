//! Why a file of the book could not be read or written.

use std::io;

use crate::book::finding::{Finding, Weight};

/// The longest text that is read, in bytes: beyond any trace that is drawn.
pub const LIMIT: u64 = 64 << 20;

/// A file that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct StoreError {
    /// The path, as the user or the book names it.
    pub path: String,
    /// Why.
    pub reason: Reason,
}

/// Why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// Nothing has that name.
    #[error("nothing has that name")]
    Missing,
    /// The book's folder is not there.
    #[error("expected the book's folder, found nothing of that name")]
    NoBook,
    /// The folder that a file should go into is not there.
    #[error("expected a folder to write into, found nothing of its name")]
    NowhereToWrite,
    /// A folder has that name.
    #[error("expected a file, found a folder")]
    Folder,
    /// A file stands where a folder should be.
    #[error("expected a folder, found a file")]
    NotAFolder,
    /// A device, a pipe or a socket.
    #[error("expected a file, found a device or pipe")]
    Device,
    /// A link leads out of the book's folder.
    #[error("expected a file inside the book's folder, found a link that leads out")]
    LeadsOut,
    /// Too large to be a text of a book.
    #[error("expected at most {LIMIT} bytes, found more")]
    TooLong,
    /// Bytes that are no text.
    #[error("expected UTF-8, found the byte 0x{byte:02x}")]
    NotText {
        /// The first byte that no character begins with, or goes on with.
        byte: u8,
        /// Its line and column.
        at: (usize, usize),
    },
    /// The system lets nobody see what is in that folder.
    #[error("cannot open the folder: {}", words(.0))]
    Closed(#[source] io::Error),
    /// The system lets nobody make a file in that folder.
    #[error("cannot write into the folder: {}", words(.0))]
    Sealed(#[source] io::Error),
    /// The system refuses.
    #[error("cannot {doing}: {}", words(.error))]
    System {
        /// What was tried.
        doing: &'static str,
        /// What the system answered.
        #[source]
        error: io::Error,
    },
}

impl StoreError {
    pub(super) fn new(path: &str, reason: Reason) -> Self {
        Self { path: path.to_owned(), reason }
    }

    /// What it means for a run: bytes that are no text are a bad input, all
    /// else is out of reach.
    #[must_use]
    pub fn weight(&self) -> Weight {
        match self.reason {
            Reason::NotText { .. } | Reason::TooLong => Weight::Wrong,
            _ => Weight::Unreachable,
        }
    }

    /// The same as a finding about the file as a whole, or about its first byte
    /// that is no text.
    #[must_use]
    pub fn finding(&self) -> Finding {
        let at = if let Reason::NotText { at, .. } = self.reason { Some(at) } else { None };
        Finding { at, ..Finding::file(&self.path, self.to_string(), self.weight()) }
    }

    /// Whether there simply is no such file.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self.reason, Reason::Missing)
    }
}

/// The system's answer without its number, where it has a common name.
fn words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied
        | io::ErrorKind::ReadOnlyFilesystem
        | io::ErrorKind::FileTooLarge
        | io::ErrorKind::StorageFull => error.kind().to_string(),
        _ => error.to_string(),
    }
}

/// What the system's answer means.
pub(super) fn refusal(doing: &'static str, error: io::Error) -> Reason {
    match error.kind() {
        io::ErrorKind::NotFound => Reason::Missing,
        io::ErrorKind::NotADirectory => Reason::NotAFolder,
        io::ErrorKind::IsADirectory => Reason::Folder,
        _ => Reason::System { doing, error },
    }
}

/// What it means that no file or folder can be made in a folder.
pub(super) fn unwritten(error: io::Error) -> Reason {
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            Reason::Sealed(error)
        }
        io::ErrorKind::NotFound => Reason::NowhereToWrite,
        _ => refusal("write", error),
    }
}
