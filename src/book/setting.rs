//! How a figure is set into the line of its directive.
//!
//! A figure has many lines, its directive one. In a list item or a quote each
//! further line needs what Markdown asks for there, and an HTML block ends
//! only at a blank line, so that text right after a figure would be swallowed.
//! The line itself decides where the figure lands: a directive that merely
//! continues an item's paragraph from the margin ends the list, as an HTML
//! block written there by hand would.

use super::context::{Container, Context, Holds};
use super::lines::{BYTE_ORDER_MARK, Line};

/// What is set in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// An HTML block: no blank line inside.
    Html,
    /// Markdown blocks, which blank lines keep apart.
    Markdown,
}

/// The line of a plate's directive, as far as it matters for what replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// What every further line begins with.
    prefix: String,
    /// Indentation that stands before the first line, where the author's own
    /// was replaced because it would have made code of it.
    indent: usize,
    /// The line ending of the directive's line.
    ending: &'static str,
    /// Whether a blank line comes first, for an HTML and for a Markdown block.
    before: [bool; 2],
    /// Whether a blank line comes last, for an HTML and for a Markdown block.
    after: [bool; 2],
}

impl Setting {
    /// The text that takes the directive's place.
    #[must_use]
    pub fn set(&self, figure: &str, block: Block) -> String {
        let (before, after) = match block {
            Block::Html => (self.before[0], self.after[0]),
            Block::Markdown => (self.before[1], self.after[1]),
        };
        let mut out = String::with_capacity(figure.len() * 5 / 4);
        if before {
            // What stands before the directive is now the blank line.
            out.push_str(self.ending);
            out.push_str(&self.prefix);
        } else {
            out.extend(std::iter::repeat_n(' ', self.indent));
        }
        let lines = figure.trim_end().lines();
        let lines = lines.filter(|line| block == Block::Markdown || !line.trim().is_empty());
        for (index, line) in lines.enumerate() {
            if index > 0 {
                self.push_line(&mut out, line);
            } else {
                out.push_str(line);
            }
        }
        if after {
            out.push_str(self.ending);
            out.push_str(self.prefix.trim_end());
        }
        out
    }

    /// Begins a new line.
    fn push_line(&self, out: &mut String, line: &str) {
        out.push_str(self.ending);
        if line.trim().is_empty() {
            out.push_str(self.prefix.trim_end());
        } else {
            out.push_str(&self.prefix);
            out.push_str(line);
        }
    }
}

/// What stands before a directive on its line, if that is nothing but
/// indentation and the markers of its containers.
#[derive(Debug)]
pub(super) struct Lead {
    /// The same, with list markers as spaces.
    prefix: String,
    /// Bytes from the start of the line up to the last marker's end.
    marked: usize,
    /// A byte order mark follows the markers, as at the start of an included
    /// file; no block would be read behind it.
    byte_order_mark: bool,
    /// Quote marks that a line must have to go on here.
    quotes: usize,
}

/// Reads the text from the start of the line to the directive.
pub(super) fn lead(
    source: &str,
    line: &Line,
    place: usize,
    containers: &[Container],
) -> Option<Lead> {
    let text = &source[line.start..place];
    let is_quote = |held: &&Container| held.kind == Holds::Quote;
    let (earlier, here): (Vec<&Container>, Vec<&Container>) =
        containers.iter().partition(|held| held.range.start < line.start);
    let mut earlier_quotes = earlier.into_iter().filter(is_quote);
    let mut here = here.into_iter().peekable();
    let mut lead = Lead { prefix: String::new(), marked: 0, byte_order_mark: false, quotes: 0 };
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first == ' ' || first == '\t' {
            lead.prefix.push(first);
            at += 1;
            continue;
        }
        if first == BYTE_ORDER_MARK {
            lead.byte_order_mark = true;
            at += first.len_utf8();
            continue;
        }
        let opened = here.next_if(|held| held.range.start <= line.start + at);
        let len = match opened.map(|held| held.kind) {
            None if first == '>' && earlier_quotes.next().is_some() => 1,
            Some(Holds::Quote) if first == '>' => 1,
            Some(Holds::Item) => text[at..].find([' ', '\t'])?,
            Some(Holds::Definition) if first == ':' => 1,
            Some(Holds::Footnote) => {
                let label = text[at..].find("]:")? + 2;
                let blanks = text[at + label..].len() - text[at + label..].trim_start().len();
                label + blanks
            }
            _ => return None,
        };
        match opened.map_or(Holds::Quote, |held| held.kind) {
            Holds::Quote => {
                lead.prefix.push('>');
                lead.quotes += 1;
            }
            Holds::Item | Holds::Definition => lead.prefix.extend(std::iter::repeat_n(' ', len)),
            // However long its label is, a footnote goes on with four spaces.
            Holds::Footnote => lead.prefix.push_str("    "),
        }
        at += len;
        lead.marked = at;
    }
    Some(lead)
}

/// The neighbours of a directive's line.
pub(super) struct Neighbours<'a> {
    pub(super) source: &'a str,
    pub(super) line: &'a Line,
    pub(super) next: Option<&'a Line>,
    /// The line continues a paragraph.
    pub(super) continues: bool,
    /// The line before is a plate's too, and sees to the blank line.
    pub(super) after_plate: bool,
}

/// A directive that is alone on its line, ready to be replaced.
pub(super) struct Settled {
    pub(super) setting: Setting,
    /// The byte from which it is replaced.
    pub(super) from: usize,
    /// Items and notes that end at the figure, although the text as it stood
    /// may have gone on in them lazily. A quote opens again with its mark.
    pub(super) closed: Vec<Container>,
}

/// Decides how a figure is set in.
pub(super) fn settle(
    lead: Lead,
    place: usize,
    context: &Context,
    around: &Neighbours<'_>,
) -> Settled {
    let Neighbours { source, line, next, .. } = around;
    let containers = &context.containers;
    let earlier = containers.partition_point(|held| held.range.start < line.start);
    let opens = earlier < containers.len();
    let carried = carried(source, line, &containers[..earlier]);
    let lazy = carried < earlier;

    let in_html = context.html_block.is_some();
    let in_list = containers.iter().any(|held| held.kind != Holds::Quote);
    let continues = !opens && (around.continues || context.in_table) && !around.after_plate;
    let inside_html = context
        .html_block
        .as_ref()
        .is_some_and(|block| block.start < line.start && !around.after_plate);

    // The figure ends what its own line does not carry on, and so does the
    // text after it, which no HTML block takes in lazily.
    let own = if lazy { &containers[..carried] } else { &containers[..] };
    let follows = next.filter(|next| !is_blank(next.text(source), lead.quotes));
    let next_carried = follows.map(|next| self::carried(source, next, own));
    let swallows = next_carried == Some(own.len());
    let kept = next_carried.map_or(own.len(), |carried| carried.min(own.len()));
    let closed =
        containers[kept..].iter().filter(|held| held.kind != Holds::Quote).cloned().collect();

    // Four columns more than the paragraph began with still continue it, but a
    // figure so indented would be code.
    let marked = line.start + lead.marked;
    let column = column_after(&source[line.start..place]);
    let marked_column = column_after(&source[line.start..marked]);
    // One space belongs to the quote mark.
    let after_mark = marked_column + usize::from(marked_column > 0);
    let indented =
        containers[..carried].iter().filter_map(|held| content_column(source, held)).max();
    let margin = indented.unwrap_or(0).max(after_mark);
    let mut prefix = lead.prefix;
    let (mut from, mut indent) = (place, 0);
    if !opens && !in_html && column >= margin + CODE {
        indent = margin - marked_column;
        prefix.truncate(prefix.trim_end().len());
        prefix.extend(std::iter::repeat_n(' ', indent));
        from = marked;
    } else if lead.byte_order_mark {
        indent = column - marked_column - 1;
        from = marked;
    }

    let setting = Setting {
        prefix,
        indent,
        ending: line.ending_or(next.is_none(), source),
        before: [
            // An HTML block interrupts a paragraph, and a blank line would
            // loosen a tight list.
            continues && !in_list && !in_html,
            continues || inside_html,
        ],
        after: [swallows && !in_html, swallows],
    };
    Settled { setting, from, closed }
}

/// How many of the containers, from the outermost, a line goes on in.
fn carried(source: &str, line: &Line, containers: &[Container]) -> usize {
    let text = line.text(source);
    let mut at = 0;
    for (index, held) in containers.iter().enumerate() {
        let body = text[at..].trim_start_matches([' ', '\t']);
        let reached = text.len() - body.len();
        let carries = match content_column(source, held) {
            None => {
                at = reached + 1;
                body.starts_with('>')
            }
            Some(column) => column_after(&text[..reached]) >= column,
        };
        if !carries {
            return index;
        }
    }
    containers.len()
}

/// Columns of indentation that make code.
const CODE: usize = 4;

/// Whether a line says nothing once its quote marks are taken away.
fn is_blank(line: &str, quotes: usize) -> bool {
    let mut rest = line.trim();
    for _ in 0..quotes {
        rest = rest.strip_prefix('>').unwrap_or(rest).trim_start();
    }
    rest.is_empty()
}

/// The column, from 0, after a text that begins a line.
fn column_after(text: &str) -> usize {
    text.chars().fold(0, |column, c| match c {
        '\t' => (column / CODE + 1) * CODE,
        _ => column + 1,
    })
}

/// The column at which the text of a list item or note stands; none in a quote.
fn content_column(source: &str, held: &Container) -> Option<usize> {
    if held.kind == Holds::Quote {
        return None;
    }
    let line_start = source[..held.range.start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let text = source[line_start..].lines().next().unwrap_or_default();
    let marker_at = {
        let from = held.range.start - line_start;
        from + (text[from..].len() - text[from..].trim_start().len())
    };
    let indent = column_after(&text[..marker_at]);
    if held.kind == Holds::Footnote {
        return Some(indent + CODE);
    }
    let marker = match held.kind {
        Holds::Definition => 1,
        _ => text[marker_at..].find([' ', '\t']).unwrap_or(text.len() - marker_at),
    };
    let body = text[marker_at + marker..].trim_start();
    let after_marker = column_after(&text[..marker_at + marker]);
    let after_blanks = column_after(&text[..text.len() - body.len()]);
    // A marker alone, or one before indented code, takes one space.
    let one = body.is_empty() || after_blanks - after_marker > CODE;
    Some(if one { after_marker + 1 } else { after_blanks })
}
