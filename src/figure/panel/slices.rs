//! The values by axis: the last two axes as grids, the axes before them as
//! captions and bands.

use super::tally::Tally;
use crate::figure::text::{Span, Text};

/// All grids of a tensor, or the one that matters.
#[derive(Clone, Debug)]
pub struct Slices {
    /// Rank 4 has one band for each index of axis 0, other ranks one in all.
    pub bands: Vec<Band>,
    /// Sums that tell what is drawn and what is left out.
    pub tallies: Vec<Tally>,
    /// ` selected`, said behind the selected value to who can't see its mark.
    pub selected: Text,
}

/// Grids under one index of the outermost axis.
#[derive(Clone, Debug)]
pub struct Band {
    /// The band's own caption.
    pub caption: Option<Caption>,
    /// Its grids, side by side.
    pub grids: Vec<Grid>,
}

/// A caption with the line style of its axis.
#[derive(Clone, Debug)]
pub struct Caption {
    /// At the left.
    pub text: Text,
    /// At the right end of the line.
    pub aside: Option<Text>,
    /// The axis, for its line and hue; none where the caption names several,
    /// each in its own.
    pub axis: Option<usize>,
    /// Whether the coordinate lies under it.
    pub selected: bool,
}

/// One grid: rows along the last axis but one, columns along the last.
#[derive(Clone, Debug)]
pub struct Grid {
    /// What stands above it.
    pub caption: Option<Caption>,
    /// The name of the axis that goes down.
    pub down: Option<AxisName>,
    /// The name of the axis that goes across.
    pub across: Option<AxisName>,
    /// The column heads.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
    /// What is said of a grid without cells.
    pub empty: Option<Text>,
    /// The selected cell told beside the grid.
    pub callout: Option<Callout>,
}

/// An axis's name with its number, for line and hue.
#[derive(Clone, Debug)]
pub struct AxisName {
    /// The name.
    pub text: Text,
    /// The axis.
    pub axis: usize,
}

/// A column's head.
#[derive(Clone, Debug)]
pub enum Column {
    /// A column that is listed.
    Listed {
        /// Its number.
        index: Span,
        /// Whether the coordinate lies in it.
        selected: bool,
    },
    /// Columns that are left out, by their range.
    Elided(Text),
}

/// A row of a grid.
#[derive(Clone, Debug)]
pub enum Row {
    /// A row that is listed.
    Listed {
        /// Its name; none in a grid of a single row.
        head: Option<Text>,
        /// Whether the coordinate lies in it.
        selected: bool,
        /// One cell a column.
        cells: Vec<Cell>,
    },
    /// Rows that are left out.
    Elided {
        /// Their range.
        range: Text,
        /// How many they are.
        count: Text,
    },
}

/// A cell of a grid.
#[derive(Clone, Debug)]
pub enum Cell {
    /// A value.
    Value {
        /// The lexeme.
        value: Span,
        /// Whether it is the selected one.
        selected: bool,
    },
    /// Where columns are left out.
    Elided,
}

/// The selected cell, told beside its grid.
#[derive(Clone, Debug)]
pub struct Callout {
    /// Which of the listed rows it stands beside.
    pub row: usize,
    /// Whether its cell is the last of the row: only then a line leads to it.
    pub last_in_row: bool,
    /// `[1,0,2]`, each index in its axis's hue.
    pub coordinate: Text,
    /// `value 32.0`.
    pub value: Text,
    /// The author's name for it.
    pub label: Option<Text>,
}
