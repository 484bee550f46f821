//! What is drawn and what is left out, as a sum that a reader can check.

use crate::figure::text::Text;

/// `rows  5 drawn + 783 elided + 212 elided = 1,000`.
#[derive(Clone, Debug)]
pub struct Tally {
    /// What is counted.
    pub name: Text,
    /// The addends and the sum.
    pub sum: Text,
}
