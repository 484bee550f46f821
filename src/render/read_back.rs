//! Reads a drawn figure back and holds every number in it against the trace.
//!
//! A renderer's or a template's mistake would otherwise bless itself into a
//! golden file. Each number of a visible text stands in an element that names
//! its fact; no other digit may be seen. Texts that hold no element are compared
//! with what the figure says they are, and the figure's segments with the trace.

use crate::decimal::{grouped, is_number};
use crate::figure::{Figure, Run, Text};
use crate::trace::{Facts, Trace};
use std::ops::Range;

use roxmltree::{Document, Node, ParsingOptions};

/// A number or a text of a drawn figure that is not what the trace says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// Line in the drawn figure, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What stands there and what should.
    pub message: String,
}

/// What reading back gives.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// What is wrong, in the order of the drawing.
    pub faults: Vec<Fault>,
    /// Facts that were found and are right.
    pub facts: usize,
}

/// Reads an SVG, an HTML fragment or an HTML page back.
#[must_use]
pub fn read_back(drawing: &str, figure: &Figure, trace: &Trace) -> Reading {
    let (start, part) = figure_part(drawing);
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    let document = match Document::parse_with_options(part, options) {
        Ok(document) => document,
        Err(error) => {
            let place = error.pos();
            let line = drawing[..start].matches('\n').count() + place.row as usize;
            let message = format!("the drawing is not well formed: {error}");
            let fault = Fault { line, column: place.col as usize, message };
            return Reading { faults: vec![fault], ..Reading::default() };
        }
    };
    let mut reader = Reader {
        drawing,
        start,
        figure,
        facts: trace.facts(),
        reading: Reading::default(),
        authored: String::new(),
        passes: Vec::new(),
        said: Vec::new(),
    };
    reader.page(&around(drawing, start..start + part.len()));
    reader.element(document.root_element());
    reader.finish(document.root_element());
    reader.reading
}

/// What a page shows around its figure, tags, style and script aside.
fn around(drawing: &str, figure: Range<usize>) -> String {
    let mut shown = String::new();
    for part in [&drawing[..figure.start], &drawing[figure.end..]] {
        let mut rest = part;
        while let Some(open) = rest.find('<') {
            shown.push_str(&rest[..open]);
            let ends = ["style", "script"]
                .into_iter()
                .find(|name| rest[open + 1..].starts_with(name))
                .and_then(|name| rest[open..].find(&format!("</{name}")))
                .unwrap_or_default();
            let tag = &rest[open + ends..];
            rest = tag.find('>').map_or("", |close| &tag[close + 1..]);
        }
        shown.push_str(rest);
    }
    shown
}

/// The figure in a page: an HTML page is not XML, its figure is.
fn figure_part(drawing: &str) -> (usize, &str) {
    let end = "</figure>";
    match (drawing.find("<figure"), drawing.rfind(end)) {
        (Some(start), Some(last)) if start < last => (start, &drawing[start..last + end.len()]),
        _ => (0, drawing),
    }
}

struct Reader<'a> {
    drawing: &'a str,
    start: usize,
    figure: &'a Figure,
    facts: Facts,
    reading: Reading,
    /// The author's texts, one after the other.
    authored: String,
    /// The numbers of the passes, in drawing order.
    passes: Vec<String>,
    /// The status sentences, in drawing order.
    said: Vec<String>,
}

/// ARIA attributes that are no texts: references to ids, and how deep a heading stands.
const NO_TEXTS: [&str; 5] =
    ["aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-level"];

fn has_digit(text: &str) -> bool {
    text.chars().any(char::is_numeric)
}

/// Whether a long name or a long list is drawn with `…` for what is missing: the
/// end, of a name also the middle. A number never is.
fn is_short_for(text: &str, lexeme: &str) -> bool {
    let Some((begins, ends)) = text.split_once('…').filter(|(begins, _)| !begins.is_empty())
    else {
        return false;
    };
    lexeme.starts_with(begins)
        && lexeme[begins.len()..].ends_with(ends)
        && (!is_number(lexeme) || (begins.ends_with(',') && ends.is_empty()))
}

/// Whether it is the paragraph that only who listens to the page meets.
fn is_hidden_description(node: Node<'_, '_>) -> bool {
    node.attribute("id").is_some_and(|id| id.ends_with("_long"))
}

/// All text beneath a node.
fn text_of(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|text| text.text()).collect()
}

impl Reader<'_> {
    fn fault(&mut self, at: usize, message: String) {
        let before = &self.drawing[..self.start + at];
        let line = before.matches('\n').count() + 1;
        let column =
            before[before.rfind('\n').map_or(0, |newline| newline + 1)..].chars().count() + 1;
        self.reading.faults.push(Fault { line, column, message });
    }

    /// Around its figure, a page shows its title and nothing else.
    fn page(&mut self, shown: &str) {
        let expected = self.figure.title.plain();
        let wrapped = format!("<p>{}</p>", shown.trim());
        let read = Document::parse(&wrapped).map(|document| text_of(document.root_element()));
        let found = read.unwrap_or(wrapped);
        if !found.is_empty() && found != expected {
            let message = format!(
                "around its figure, the page says `{found}`, but its title is `{expected}`"
            );
            self.reading.faults.push(Fault { line: 1, column: 1, message });
        }
    }

    fn element(&mut self, node: Node<'_, '_>) {
        self.attributes(node);
        match node.tag_name().name() {
            "style" | "script" | "defs" => return,
            "title" => return self.fixed(node, "title", &self.figure.result.plain()),
            "desc" => return self.fixed(node, "description", &self.figure.description.plain()),
            _ if is_hidden_description(node) => {
                return self.fixed(node, "description", &self.figure.description.plain());
            }
            _ => {}
        }
        if let Some(path) = node.attribute("data-from") {
            return self.fact(node, path);
        }
        if node.has_attribute("data-authored") {
            let text = text_of(node);
            if !self.authored.is_empty() {
                self.authored.push(' ');
            }
            self.authored.push_str(&text);
            return;
        }
        if node.attribute("data-decorative") == Some("pass") {
            self.passes.push(text_of(node));
            return;
        }
        for child in node.children() {
            if child.is_element() {
                self.element(child);
            } else if let Some(text) = child.text().filter(|text| has_digit(text)) {
                let message = format!("`{}` holds a digit without a fact behind it", text.trim());
                self.fault(child.range().start, message);
            }
        }
    }

    /// Texts in attributes: status sentences are compared, others hold no digit.
    fn attributes(&mut self, node: Node<'_, '_>) {
        for attribute in node.attributes() {
            let name = attribute.name();
            if name == "data-say" {
                self.said.push(attribute.value().to_owned());
                continue;
            }
            let is_text = matches!(name, "alt" | "title" | "placeholder")
                || (name.starts_with("aria-") && !NO_TEXTS.contains(&name));
            if is_text && has_digit(attribute.value()) {
                let message = format!(
                    "{name} `{}` holds a digit without a fact behind it",
                    attribute.value()
                );
                self.fault(attribute.range().start, message);
            }
        }
    }

    /// A text that can hold no element.
    fn fixed(&mut self, node: Node<'_, '_>, what: &str, expected: &str) {
        let text = text_of(node);
        if text != expected {
            self.fault(
                node.range().start,
                format!("the {what} says `{text}`, but the trace gives `{expected}`"),
            );
        }
    }

    /// A number or a name with the path that it comes from.
    fn fact(&mut self, node: Node<'_, '_>, path: &str) {
        match self.stated(&text_of(node), path) {
            Ok(()) => self.reading.facts += 1,
            Err(message) => self.fault(node.range().start, message),
        }
    }

    /// What is wrong with a text that states the fact of a path.
    fn stated(&self, text: &str, path: &str) -> Result<(), String> {
        let fact = self.facts.resolve(path).map_err(|error| format!("data-from: {error}"))?;
        let lexeme = fact.lexeme();
        if text == lexeme || text == grouped(&lexeme) || is_short_for(text, &lexeme) {
            return Ok(());
        }
        Err(format!("`{text}` is drawn for {path}, but the trace says `{lexeme}`"))
    }

    /// The segments of the texts that hold no element: a fact says what the
    /// trace says, words hold no digit.
    fn segments(&mut self, at: usize) {
        let figure = self.figure;
        let texts = [("title", &figure.result), ("description", &figure.description)]
            .into_iter()
            .chain([("toolbar", &figure.toolbar.all_shown)])
            .chain(figure.sections.iter().map(|section| ("status sentence", &section.say)));
        for (what, text) in texts {
            for run in text.runs() {
                let stated = match run.fact() {
                    Some(path) => self.stated(run.text, path),
                    None if run.is_words() && has_digit(run.text) => {
                        Err(format!("`{}` holds a digit without a fact behind it", run.text))
                    }
                    None => Ok(()),
                };
                if let Err(message) = stated {
                    self.fault(at, format!("{what}: {message}"));
                }
            }
        }
    }

    /// What can be judged only as a whole: authored texts, passes, sentences.
    fn finish(&mut self, root: Node<'_, '_>) {
        let at = root.range().start;
        self.segments(at);
        let is_html = root.tag_name().name() == "figure";
        let expected = authored_text(self.figure);
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        if squeezed(&self.authored) != squeezed(&expected) {
            let drawn = self.authored.clone();
            self.fault(
                at,
                format!("title and caption say `{drawn}`, but the author wrote `{expected}`"),
            );
        }
        let count = self.figure.sections.len();
        let numbers: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
        let whole = self.passes.len().is_multiple_of(count.max(1)) && !self.passes.is_empty();
        if !whole || self.passes.chunks(count.max(1)).any(|chunk| chunk != numbers) {
            let drawn = self.passes.join(" ");
            self.fault(
                at,
                format!("the passes are numbered `{drawn}`, expected `{}`", numbers.join(" ")),
            );
        }
        let mut said: Vec<String> = Vec::new();
        if is_html {
            // A single pass needs no toolbar, but says its sentence all the same.
            said.extend((count > 1).then(|| self.figure.toolbar.all_shown.plain()));
            said.extend(self.figure.sections.iter().map(|section| section.say.plain()));
        }
        if said != self.said {
            let (drawn, said) = (self.said.join(" / "), said.join(" / "));
            self.fault(at, format!("the passes say `{drawn}`, but the trace gives `{said}`"));
        }
    }
}

/// The author's own runs of title and caption, in reading order.
fn authored_text(figure: &Figure) -> String {
    let runs = |text: &Text| -> Vec<String> {
        text.runs().filter(Run::is_authored).map(|run| run.text.trim().to_owned()).collect()
    };
    let mut texts = runs(&figure.title);
    texts.extend(figure.caption.iter().flat_map(runs));
    texts.retain(|text| !text.is_empty());
    texts.join(" ")
}
