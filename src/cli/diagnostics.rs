//! Draws findings for a terminal: `path:line:col: error: message`, the line
//! itself with a caret beneath, and what to do.

use std::fmt::Write as _;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::book::finding::{Finding, Places, Weight};

use super::visible::visible;

/// The longest sentence that is shown whole; a file can hold longer names.
const LONGEST: usize = 1_000;

/// The most characters of a line that are shown before a place, and from it on.
const SHOWN: (usize, usize) = (80, 200);

/// Draws one finding; `source` is its file.
#[must_use]
pub fn draw(finding: &Finding, source: Option<&Places<'_>>, program: &str, color: bool) -> String {
    let level = if finding.weight == Weight::Remark { Level::WARNING } else { Level::ERROR };
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    let _ = write!(text, "{}", visible(&finding.path));
    let line = finding.span.as_ref().zip(source).map(|(span, source)| Line::at(source, span));
    if let Some(line) = &line {
        let _ = write!(text, ":{}:{}", line.number, line.column);
    } else if let Some((line, column)) = finding.at {
        let _ = write!(text, ":{line}:{column}");
    }
    let word = if finding.weight == Weight::Remark { "warning" } else { "error" };
    if color {
        let style = if finding.weight == Weight::Remark {
            annotate_snippets::renderer::DEFAULT_WARNING_STYLE
        } else {
            annotate_snippets::renderer::DEFAULT_ERROR_STYLE
        };
        let _ = write!(text, ": {style}{word}{style:#}: ");
    } else {
        let _ = write!(text, ": {word}: ");
    }
    let _ = writeln!(text, "{}", shortened(&visible(&finding.message)));
    let help = help(finding, program);
    if let Some(line) = &line {
        let snippet = Snippet::source(line.text.as_str())
            .line_start(line.number)
            .annotation(AnnotationKind::Primary.span(line.span.clone()));
        let mut group = Group::with_level(level).element(snippet);
        if let Some(help) = &help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let _ = writeln!(text, "{}", renderer.render(&[group]));
    } else if let Some(help) = &help {
        let _ = writeln!(text, "  = help: {help}");
    }
    text.push('\n');
    text
}

fn help(finding: &Finding, program: &str) -> Option<String> {
    let help = finding.help.as_deref().map(|help| shortened(&visible(help)));
    let mend = finding.mend.as_deref().map(|arguments| format!("{program} {}", visible(arguments)));
    match (help, mend) {
        (Some(help), Some(mend)) => Some(format!("{help}: {mend}")),
        (help, mend) => help.or(mend),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// The line that a finding points into, as it is shown.
struct Line {
    number: usize,
    column: usize,
    text: String,
    span: Range<usize>,
}

impl Line {
    fn at(places: &Places<'_>, span: &Range<usize>) -> Self {
        let (number, column) = places.place(span.start);
        let source = places.text();
        // A parser of bytes may point into a character.
        let at = source.floor_char_boundary(span.start);
        let end = source.ceil_char_boundary(span.end.max(at));
        // A line can be as long as a file; what is far from the place is not looked at.
        let before = source[..at].chars().rev().take_while(|char| *char != '\n');
        let start = at - before.take(SHOWN.0).map(char::len_utf8).sum::<usize>();
        let behind = source[at..].chars().take_while(|char| *char != '\n');
        let stop = at + behind.take(SHOWN.1).map(char::len_utf8).sum::<usize>();
        let line = source[start..stop].trim_end_matches('\r');
        let (cut_before, cut_after) = (
            start > 0 && !source[..start].ends_with('\n'),
            source[stop..].starts_with(|next: char| !matches!(next, '\r' | '\n')),
        );
        // Making a line visible moves what follows, so its parts are made visible one by one.
        let from = (at - start).min(line.len());
        let to = end.saturating_sub(start).clamp(from, line.len());
        let mut text = String::from(if cut_before { "…" } else { "" });
        text.push_str(&visible(&line[..from]));
        let begin = text.len();
        text.push_str(&visible(&line[from..to]));
        let end = text.len();
        text.push_str(&visible(&line[to..]));
        text.push_str(if cut_after { "…" } else { "" });
        Self { number, column, text, span: begin..end }
    }
}
