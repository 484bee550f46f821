//! The words of figures: one table a language, as data.
//!
//! A label is a sentence with named places: `slice {slice}, row {row}`. What
//! stands between the places is words; every number comes into a place as a
//! fact. A label that counts has one form for each plural category.

use super::text::{Text, Words};
use serde::Deserialize;
use std::sync::LazyLock;

/// A sentence with named places.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Label {
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Words(&'static str),
    Place(&'static str),
}

impl TryFrom<String> for Label {
    type Error = String;

    /// Tables are read once and live as long as the program: their words are
    /// kept as static text, so that no figure copies them.
    fn try_from(text: String) -> Result<Self, String> {
        if let Some(digit) = text.chars().find(char::is_ascii_digit) {
            return Err(format!("a label holds no digit, found `{digit}` in `{text}`"));
        }
        let mut rest: &'static str = Box::leak(text.into_boxed_str());
        let whole = rest;
        let mut pieces = Vec::new();
        while let Some(open) = rest.find('{') {
            let Some(length) = rest[open..].find('}') else {
                return Err(format!("expected `}}` after `{{` in `{whole}`"));
            };
            if open > 0 {
                pieces.push(Piece::Words(&rest[..open]));
            }
            pieces.push(Piece::Place(&rest[open + 1..open + length]));
            rest = &rest[open + length + 1..];
        }
        if !rest.is_empty() {
            pieces.push(Piece::Words(rest));
        }
        Ok(Self { pieces })
    }
}

impl Label {
    /// The label without places.
    #[must_use]
    pub fn text(&self) -> Text {
        self.fill(&[])
    }

    /// The label with its places filled; a place that nothing fills stays empty.
    #[must_use]
    pub fn fill(&self, values: &[(&str, &dyn Words)]) -> Text {
        // A sentence with a fact or two, paths included.
        let mut text = Text::with_capacity(3 * self.pieces.len(), 240);
        self.fill_into(&mut text, values);
        text
    }

    /// Puts the label with its places filled behind a text.
    pub fn fill_into(&self, text: &mut Text, values: &[(&str, &dyn Words)]) {
        for piece in &self.pieces {
            match piece {
                Piece::Words(words) => text.push_literal(words),
                Piece::Place(place) => {
                    if let Some((_, value)) = values.iter().find(|(name, _)| name == place) {
                        value.append_to(text);
                    }
                }
            }
        }
    }
}

/// A label in the forms that a count asks for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// For a count of one.
    pub one: Label,
    /// For every other count.
    pub other: Label,
}

impl Counted {
    /// The form for a count, given by its lexeme.
    #[must_use]
    pub fn of(&self, count: &str) -> &Label {
        if count == "1" { &self.one } else { &self.other }
    }
}

macro_rules! labels {
    ($($group:ident: $type:ident { $($label:ident: $form:ident,)* })*) => {
        /// Every word that a figure says, in one language.
        #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Labels {
            /// The language, as HTML names it.
            pub language: String,
            $(#[allow(missing_docs)] pub $group: $type,)*
        }
        $(
            /// The words of one part of the figures; the table shows them.
            #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
            #[serde(deny_unknown_fields)]
            #[allow(missing_docs)]
            pub struct $type {
                $(pub $label: $form,)*
            }
        )*
    };
}

labels! {
    common: CommonLabels {
        axis: Label,
        axis_in_full: Label,
        and: Label,
        lines: Label,
        lines_by_name: Label,
        line_solid: Label,
        line_dashed: Label,
        line_dotted: Label,
        line_dash_dot: Label,
        named_axis_equals: Label,
        shape: Label,
        strides: Label,
        base: Label,
        row_major: Label,
        strided: Label,
        not_to_scale: Label,
        values_of: Counted,
        no_values: Label,
        show_all: Label,
        passes: Label,
        all_passes: Counted,
        selected: Label,
    }
    slices: SlicesLabels {
        pass: Label,
        locate_slice: Label,
        locate_row: Label,
        locate_position: Label,
        locate_outer: Label,
        locate_scalar: Label,
        locate_brief: Label,
        show: Label,
        show_empty: Label,
        slice: Label,
        row: Label,
        value: Label,
        elided_columns: Label,
        elided_rows: Label,
        elided_count: Counted,
        block_aside: Label,
        slice_aside: Label,
        tally_rows: Label,
        tally_columns: Label,
        tally_drawn: Label,
        tally_elided: Label,
        say: Label,
        say_none: Label,
    }
    ladder: LadderLabels {
        pass: Label,
        heading: Label,
        heading_scalar: Label,
        brief: Label,
        brief_scalar: Label,
        index: Label,
        index_brief: Label,
        stride: Label,
        contribution: Label,
        offset: Label,
        no_terms: Label,
        say: Label,
        say_scalar: Label,
    }
    walk: WalkLabels {
        pass: Label,
        pass_still: Label,
        heading: Label,
        brief: Label,
        heading_scalar: Label,
        brief_scalar: Label,
        heading_still: Label,
        heading_empty: Label,
        aside: Label,
        aside_wrapped: Label,
        aside_elided: Label,
        start: Label,
        slice_span: Label,
        row_span: Label,
        axis_span: Label,
        elided_range: Label,
        elided_count: Label,
        tally: Label,
        note: Label,
        note_position: Label,
        note_value: Label,
        at_offset: Label,
        selected_at_offset: Label,
        moves_to: Label,
        stays_at: Label,
        lands_on: Label,
        buffer: Label,
        say: Label,
        say_moves: Label,
        say_stays: Label,
        say_still: Label,
        say_strided: Label,
    }
    bounds: BoundsLabels {
        pass: Label,
        heading: Label,
        brief: Label,
        heading_rank: Label,
        brief_rank: Label,
        heading_many: Label,
        brief_many: Label,
        valid: Label,
        rejected: Label,
        not_checked: Label,
        overflows: Label,
        rank: Label,
        size: Label,
        outside: Label,
        no_index: Label,
        index: Label,
        used_by: Label,
        from: Label,
        error_bounds: Label,
        error_rank: Label,
        error_overflow: Label,
        nothing_read: Label,
        unchecked_inside: Label,
        unchecked_outside: Label,
        say: Label,
        say_rank: Counted,
        say_overflow: Label,
    }
    lookup: LookupLabels {
        title: Label,
        title_still: Label,
        result: Label,
        result_rejected: Label,
        result_still: Label,
        and_rejected: Label,
        describe_tensor: Counted,
        describe_view: Counted,
        describe_empty: Label,
        describe_scalar: Label,
        describe_axis: Label,
        describe_rows_by: Label,
        describe_slices_by: Label,
        describe_blocks_by: Label,
        describe_one_slice: Label,
        describe_one_block: Label,
        describe_rows_shown: Label,
        describe_rows_gap: Counted,
        describe_columns_shown: Label,
        describe_columns_gap: Counted,
        describe_slice: Label,
        describe_block: Label,
        describe_rows: Label,
        describe_row: Label,
        describe_positions: Label,
        describe_cell: Label,
        describe_selects_slice: Label,
        describe_selects_row: Label,
        describe_selects_position: Label,
        describe_selects_block: Label,
        describe_selects_cell: Label,
        describe_label: Label,
        describe_terms: Counted,
        describe_terms_base: Counted,
        describe_term: Label,
        describe_no_terms: Label,
        describe_walk: Label,
        describe_buffer: Counted,
        describe_buffer_empty: Label,
        describe_buffer_listed: Label,
        describe_buffer_gap: Counted,
        describe_selected: Label,
        describe_passes: Label,
        describe_pass: Label,
        describe_bounds: Label,
        describe_skipped: Counted,
        describe_nothing_read: Label,
        describe_used: Label,
        describe_rank: Counted,
        describe_overflow: Label,
    }
    shapes: ShapesLabels {
        title: Counted,
        result: Counted,
        result_item: Label,
        one_square: Label,
        long_sides_broken: Label,
        one_scale: Label,
        not_to_scale: Label,
        pass_same: Label,
        pass_scalar: Counted,
        pass_vector: Counted,
        pass_matrix: Counted,
        pass_stack: Counted,
        heading_same: Label,
        heading_scalar: Counted,
        heading_vector: Counted,
        heading_matrix: Counted,
        heading_stack: Counted,
        elements: Counted,
        stride_line: Label,
        extent_note: Label,
        extent_note_one: Label,
        describe: Counted,
        describe_broken: Counted,
        describe_item: Counted,
        describe_axes: Counted,
        describe_blocks: Label,
        say: Label,
    }
}

/// The English table.
static ENGLISH: LazyLock<Labels> = LazyLock::new(|| {
    // The table is part of the program, and every test that draws reads it.
    toml::from_str(include_str!("labels/en.toml")).expect("the English labels are complete")
});

impl Labels {
    /// The English table, which the program always has.
    #[must_use]
    pub fn english() -> &'static Self {
        &ENGLISH
    }

    /// The table of a language, if there is one.
    #[must_use]
    pub fn of(language: &str) -> Option<&'static Self> {
        (language == "en").then(|| &*ENGLISH)
    }

    /// The languages that have a table.
    pub const LANGUAGES: &'static [&'static str] = &["en"];
}
