//! Panels: the parts that figures are made of, one file each.

pub mod bounds;
pub mod cards;
pub mod ladder;
pub mod slices;
pub mod strip;
pub mod tally;

/// The registry: one line a panel.
#[derive(Clone, Debug)]
pub enum Panel {
    /// The values by axis, as grids.
    Slices(slices::Slices),
    /// Index times stride, axis by axis, and the sum.
    Ladder(ladder::Ladder),
    /// The flat buffer, and the walk that lands on one cell of it.
    Strip(strip::Strip),
    /// Coordinates that are refused.
    Bounds(bounds::Bounds),
    /// Shapes side by side.
    Cards(cards::Cards),
}
