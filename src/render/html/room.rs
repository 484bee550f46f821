//! How much room a column gives: the style sheet's three steps, in pixels.
//!
//! The container decides, not the window (`style.css`): above 600 a figure is
//! wide, above 330 narrow, and small below. What is set for a step must fit its
//! narrowest column; what is set side by side is judged at the design width.

use crate::figure::geometry::measure;
use crate::figure::text::Text;

/// Between the margins at the design width, 720 with a page's own margins.
pub(super) const DESIGN: u32 = 638;
/// Between the margins of the narrowest wide column.
pub(super) const WIDE: u32 = 553;
/// Between the margins on a phone, where strips are set.
pub(super) const PHONE: u32 = 326;
/// Between the margins of the narrowest narrow column.
pub(super) const NARROW: u32 = 299;
/// Between the margins of a small column.
pub(super) const SMALL: u32 = 262;

/// Width of a label beside or above cells.
pub(super) fn label(text: &Text, bold: bool) -> u32 {
    measure::text(text, 12, bold)
}

/// A number that came from the length of a list.
pub(super) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
