//! The tables: what every language says, and how a table is read.
//!
//! A table is one file. Whatever it lacks, has too much or says with other
//! places than the English one is a fault at its line: no figure is drawn with
//! half a language.

use super::plural::Plurals;
use super::{Counted, Label};
use crate::fields::{self, FieldError, Fields};
use std::sync::LazyLock;

/// What a table can hold under a key.
pub(super) trait Entry: Sized {
    /// Reads it; what it lacks is noted. `model` is the English one.
    fn read(
        fields: &mut Fields<'_>,
        key: &'static str,
        plurals: Plurals,
        model: Option<&Self>,
    ) -> Option<Self>;
}

macro_rules! labels {
    ($($group:ident: $type:ident { $($label:ident: $form:ident,)* })*) => {
        /// Every word that a figure says, in one language.
        #[derive(Clone, Debug)]
        pub struct Labels {
            /// The language, as HTML names it.
            pub language: String,
            $(#[allow(missing_docs)] pub $group: $type,)*
        }
        $(
            /// The words of one part of the figures; the table shows them.
            #[derive(Clone, Debug)]
            #[allow(missing_docs)]
            pub struct $type {
                $(pub $label: $form,)*
            }

            impl $type {
                fn read(
                    fields: &mut Fields<'_>,
                    plurals: Plurals,
                    model: Option<&Self>,
                ) -> Option<Self> {
                    // All keys are known before the first is missed: another label
                    // that resembles it is no slip of the hand.
                    $(let _ = fields.has(stringify!($label));)*
                    $(
                        let $label = $form::read(
                            fields,
                            stringify!($label),
                            plurals,
                            model.map(|model| &model.$label),
                        );
                    )*
                    // Noted in the shared list.
                    let _ = fields.close();
                    Some(Self { $($label: $label?,)* })
                }
            }
        )*

        impl Labels {
            /// Knows the keys of a table whose language is unknown, and so its forms.
            fn know(root: &mut Fields<'_>) {
                $(let _ = root.has(stringify!($group));)*
            }

            fn fill(
                root: &mut Fields<'_>,
                language: String,
                plurals: Plurals,
                model: Option<&Self>,
            ) -> Option<Self> {
                $(
                    let $group = root.take_table(stringify!($group)).ok().and_then(|mut fields| {
                        $type::read(&mut fields, plurals, model.map(|model| &model.$group))
                    });
                )*
                Some(Self { language, $($group: $group?,)* })
            }
        }
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
        square_is_value: Label,
        long_sides_broken: Label,
        one_scale: Label,
        not_to_scale: Label,
        some_blocks_elided: Label,
        pass_same: Label,
        pass_scalar: Counted,
        pass_vector: Counted,
        pass_matrix: Counted,
        pass_stack: Counted,
        pass_empty: Label,
        heading_same: Label,
        heading_scalar: Counted,
        heading_vector: Counted,
        heading_matrix: Counted,
        heading_stack: Counted,
        heading_empty: Label,
        heading_empty_still: Label,
        blocks_elided: Label,
        elements: Counted,
        stride_line: Label,
        extent_note: Label,
        extent_note_one: Label,
        describe: Counted,
        describe_broken: Counted,
        describe_item: Counted,
        describe_axes: Counted,
        describe_blocks_elided: Label,
        describe_side_broken: Label,
        describe_blocks: Label,
        say: Label,
    }
}

/// The tables that the program has.
static TABLES: [(&str, &LazyLock<Labels>); 2] = [("en", &ENGLISH), ("ru", &RUSSIAN)];

static ENGLISH: LazyLock<Labels> = LazyLock::new(|| own(include_str!("en.toml"), None));

static RUSSIAN: LazyLock<Labels> = LazyLock::new(|| own(include_str!("ru.toml"), Some(&ENGLISH)));

/// A table of the program's own, which a test reads too.
fn own(text: &str, model: Option<&Labels>) -> Labels {
    read(text, model).expect("the table is part of the program and complete")
}

fn read(text: &str, model: Option<&Labels>) -> Result<Labels, Vec<FieldError>> {
    let table = fields::parse(text)?;
    let mut root = Fields::new(&table);
    let language = root.take_string("language").unwrap_or_default();
    let plurals = Plurals::of(&language);
    if plurals.is_none() && root.has("language") {
        let message =
            format!("`language` expects a tag such as `de` or `pt-BR`, found `{language}`");
        // Noted in the shared list.
        let _ = root.note(FieldError::misread(root.place("language", &[]), message));
    }
    Labels::know(&mut root);
    let labels = plurals.and_then(|plurals| Labels::fill(&mut root, language, plurals, model));
    root.finish()?;
    // Without a fault, every label was there.
    labels.ok_or_else(Vec::new)
}

impl Labels {
    /// The English table, which the program always has.
    #[must_use]
    pub fn english() -> &'static Self {
        &ENGLISH
    }

    /// The table of a language, if the program has one.
    #[must_use]
    pub fn of(language: &str) -> Option<&'static Self> {
        TABLES.iter().find(|(name, _)| *name == language).map(|(_, table)| &***table)
    }

    /// The languages that the program has a table of.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        TABLES.iter().map(|(name, _)| *name)
    }

    /// Reads an author's own table, which lives as long as the program: the
    /// words of figures are kept as static text. Every fault of the table is
    /// given, a missing label at the table that should hold it.
    pub fn read(text: &str) -> Result<&'static Self, Vec<FieldError>> {
        read(text, Some(Self::english())).map(|labels| &*Box::leak(Box::new(labels)))
    }
}
