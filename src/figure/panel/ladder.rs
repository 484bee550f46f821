//! Index times stride, axis by axis, and the sum of the contributions.

use crate::figure::text::{Span, Text};

/// The arithmetic of one offset.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// The words at the left.
    pub words: Words,
    /// Where the walk starts, if that is not offset 0.
    pub base: Option<Base>,
    /// One term an axis.
    pub terms: Vec<Term>,
    /// What is said where there is no term.
    pub no_terms: Text,
    /// The sum.
    pub offset: Span,
}

/// The words at the left of the arithmetic.
#[derive(Clone, Debug)]
pub struct Words {
    /// Names the indices.
    pub index: Text,
    /// The same in fewer words.
    pub index_brief: Text,
    /// Names the strides.
    pub stride: Text,
    /// Names the contributions.
    pub contribution: Text,
    /// Names the sum.
    pub offset: Text,
}

/// The offset of the first element of a view.
#[derive(Clone, Debug)]
pub struct Base {
    /// Its name.
    pub name: Text,
    /// Its value.
    pub value: Span,
}

/// One axis's index, stride and contribution.
#[derive(Clone, Debug)]
pub struct Term {
    /// The axis, for its line and hue.
    pub axis: usize,
    /// Its name.
    pub name: Text,
    /// The coordinate's index.
    pub index: Span,
    /// The stride in elements.
    pub stride: Span,
    /// Their product.
    pub contribution: Span,
}
