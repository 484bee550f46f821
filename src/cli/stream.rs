//! Delivers what a command has to say and turns a failure to deliver it into an exit code.

use std::io::{ErrorKind, Write};

/// Writes `text` to `out` and answers `code`, or 3 where it could not be written.
///
/// A reader that has read enough and closed its end, as `head` does, is no failure.
pub(super) fn deliver(text: &str, code: u8, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => code,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => code,
        Err(error) => {
            complain(&format!("cannot write the result: {error}"), err);
            3
        }
    }
}

/// Writes one diagnostic line. Where even that fails, the exit code is all that is left to say.
pub(super) fn complain(message: &str, err: &mut dyn Write) {
    let _ = writeln!(err, "error: {message}").and_then(|()| err.flush());
}
