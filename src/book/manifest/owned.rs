//! The files that each plate owns: nothing else may write them, and no other
//! plate may take one of them for a trace of another program.

use super::{Manifest, Origin, Plate, join};
use crate::fields::FieldError;

/// The endings of the files that a plate's figures are written to.
pub const ENDINGS: [&str; 3] = [".svg", ".narrow.svg", ".html"];

/// The file of a plate's accepted trace.
#[must_use]
pub fn trace_path(manifest: &Manifest<'_>, plate: &Plate<'_>) -> String {
    match &plate.origin {
        Origin::File(path) => path.clone(),
        Origin::Kind(_) => join(&manifest.traces, &format!("{}.trace", plate.id)),
    }
}

/// Every file that a plate owns.
pub fn owned(manifest: &Manifest<'_>, plate: &Plate<'_>) -> impl Iterator<Item = String> {
    let figures = ENDINGS.map(|ending| join(&manifest.figures, &format!("{}{ending}", plate.id)));
    std::iter::once(trace_path(manifest, plate)).chain(figures)
}

/// The plates whose `trace` names a file that `build` writes for some plate. A
/// file that another program writes may serve several plates: it is only read.
pub(super) fn misnamed(manifest: &Manifest<'_>) -> Vec<FieldError> {
    let plates = &manifest.plates;
    let mut faults = Vec::new();
    for plate in plates {
        let Origin::File(path) = &plate.origin else { continue };
        let writes = |owner: &&Plate<'_>| {
            // A plate with a faulty name owns nothing yet.
            let foreign = usize::from(matches!(owner.origin, Origin::File(_)));
            !owner.id.is_empty() && owned(manifest, owner).skip(foreign).any(|file| file == *path)
        };
        if let Some(owner) = plates.iter().find(writes) {
            let message = format!(
                "`trace` expects a file that another program writes, found `{path}`, the plate `{}`'s own",
                owner.id
            );
            let help = "name the other program's file, or leave this plate to its kind's tracer";
            let place = plate.fields.place("trace", &[]);
            faults.push(FieldError::misread(place, message).with_help(help));
        }
    }
    faults
}
