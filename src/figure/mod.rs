//! Figures: records become panels of texts and integers.
//!
//! A figure is made from a parsed trace alone. It is a list of sections, each
//! with a heading that states a finding and one panel; renderers read the
//! panels and decide nothing.

pub mod geometry;
pub mod kind;
pub mod labels;
pub mod panel;
pub mod text;

pub use kind::compose;
pub use labels::Labels;
pub use panel::Panel;
pub use text::{Origin, Run, Span, Text, Tone, Words};

/// What the plate adds to its trace.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The plate's id, the root of every id in the figure.
    pub plate: String,
    /// The author's title; a general one where there is none.
    pub title: Option<String>,
    /// The author's caption, its facts filled in.
    pub caption: Option<Text>,
}

/// A figure, ready to be rendered in any form.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The plate's id.
    pub plate: String,
    /// The language of its words.
    pub language: String,
    /// What stands above it.
    pub title: Text,
    /// Facts about the subject, each a phrase of its own.
    pub meta: Vec<Text>,
    /// The passes, in reading order.
    pub sections: Vec<Section>,
    /// A sentence under all sections.
    pub note: Option<Text>,
    /// The author's caption.
    pub caption: Option<Text>,
    /// The one-sentence result, for titles and alternatives.
    pub result: Text,
    /// Every fact in reading order, for who can't see the figure.
    pub description: Text,
    /// The words of the toolbar.
    pub toolbar: Toolbar,
}

/// The words of the toolbar that walks through the passes.
#[derive(Clone, Debug)]
pub struct Toolbar {
    /// Its name.
    pub name: Text,
    /// The button that shows everything.
    pub show_all: Text,
    /// What is said when everything is shown.
    pub all_shown: Text,
}

/// One pass through the figure: a finding and the panel that shows it.
#[derive(Clone, Debug)]
pub struct Section {
    /// The finding, as a verb phrase.
    pub heading: Text,
    /// The same in fewer words, for narrow columns.
    pub brief: Text,
    /// How to read the panel.
    pub aside: Option<Text>,
    /// The word on the toolbar's button.
    pub pass: Text,
    /// What is said when this pass is reached.
    pub say: Text,
    /// What is shown.
    pub panel: Panel,
}
