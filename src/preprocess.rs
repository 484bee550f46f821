//! mdBook's preprocessor: a book comes in as JSON and leaves as JSON.
//!
//! Chapters change only where a directive stands; everything else of the book,
//! known to this version or not, goes through as it came. All faults of all
//! chapters are collected, and with a single one nothing is given back: mdBook
//! then stops, which is better than a page with a hole in it.

mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

use anyhow::anyhow;
use serde_json::Value;

use self::text::{escaped_url, fenced, one_line, shortened, tight};
use crate::book::Block;
use crate::book::chapter::{Found, What, joints, quoted, scan, splice};
use crate::book::directive::As;
use crate::book::escape::{Around, Stands, escaped};
use crate::joint::{self, Joint};
use crate::trace::Position;

/// What chapters are filled from.
pub trait Plates {
    /// The responsive figure, one `<figure>` without a blank line, its ids
    /// beginning with `prefix`.
    fn html(&mut self, id: &str, prefix: &str) -> anyhow::Result<String>;
    /// The figure as plain text.
    fn text(&mut self, id: &str) -> anyhow::Result<String>;
    /// What a reader is told who does not see the image.
    fn alternative(&mut self, id: &str) -> anyhow::Result<Alternative>;
    /// A fact as plain text, a list as `[6,3,1]`.
    fn value(&mut self, id: &str, path: &str) -> anyhow::Result<String>;
    /// The elements with the style and script of all responsive figures on a page.
    fn dress(&self) -> String;
    /// The folder of the drawn images, relative to the chapters' source.
    fn images(&self) -> anyhow::Result<String>;
}

/// A figure in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Its result in one sentence.
    pub title: String,
    /// Every fact in reading order.
    pub description: String,
}

/// Why no book is given back.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The input is not what mdBook sends.
    #[error(
        "expected `[context, book]` as mdBook sends it, found {0}; this program is started by `mdbook build`"
    )]
    Input(String),
    /// Directives that cannot be followed, in the order of the book.
    #[error("{}", Listed(.0))]
    Faults(Vec<Fault>),
}

/// A plate that cannot be set in anywhere; it is told once, not at each use.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unready(pub String);

/// A directive that cannot be followed. An included file is merged into its
/// chapter by now, so the directive is quoted instead of counting lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The chapter's file, relative to the book's root; its name where it has none.
    pub chapter: String,
    /// The directive as it stands there.
    pub quote: String,
    /// Which of the equal directives of its chapter it is, from 0, and of how many.
    pub nth: (usize, usize),
    /// Line and column in the chapter's file, where that is known.
    pub place: Option<(usize, usize)>,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.chapter)?;
        if let Some((line, column)) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        let (quote, message) = (shortened(&self.quote), shortened(&self.message));
        write!(f, ": error: `{quote}`: {message}")
    }
}

struct Listed<'f>(&'f [Fault]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fault in self.0 {
            writeln!(f, "{fault}")?;
        }
        let plural = if self.0.len() == 1 { "" } else { "s" };
        write!(f, "{} fault{plural}, no book was given to mdBook", self.0.len())
    }
}

/// What mdBook asks for.
#[derive(Debug)]
pub struct Call {
    context: Value,
    book: Value,
}

impl Call {
    /// Reads mdBook's standard input.
    pub fn read(input: &str) -> Result<Call, Refusal> {
        let parsed: Value = serde_json::from_str(input)
            .map_err(|error| Refusal::Input(format!("something else ({error})")))?;
        let Value::Array(mut pair) = parsed else {
            return Err(Refusal::Input("another JSON value".to_owned()));
        };
        let (Some(book), Some(context), true) = (pair.pop(), pair.pop(), pair.is_empty()) else {
            return Err(Refusal::Input("an array of another length".to_owned()));
        };
        if !context.is_object() || chapters_of(&book).is_none() {
            return Err(Refusal::Input("a book without chapters".to_owned()));
        }
        Ok(Call { context, book })
    }

    /// The book's folder.
    #[must_use]
    pub fn root(&self) -> &str {
        self.text("/root").unwrap_or(".")
    }

    /// The folder of the chapters, relative to the book's.
    #[must_use]
    pub fn source(&self) -> &str {
        // mdBook leaves a setting out where it has its default.
        self.text("/config/book/src").unwrap_or("src")
    }

    /// The renderer that the book is prepared for.
    #[must_use]
    pub fn renderer(&self) -> &str {
        self.text("/renderer").unwrap_or("html")
    }

    /// A setting under `[preprocessor.traceplate]`.
    #[must_use]
    pub fn setting(&self, name: &str) -> Option<&Value> {
        self.context.pointer("/config/preprocessor/traceplate")?.get(name)
    }

    /// The names of all settings there.
    pub fn settings(&self) -> impl Iterator<Item = &str> {
        let table = self.context.pointer("/config/preprocessor/traceplate");
        table
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(|table| table.keys())
            .map(String::as_str)
    }

    fn text(&self, pointer: &str) -> Option<&str> {
        self.context.pointer(pointer)?.as_str()
    }

    /// Follows every directive of every chapter and gives the book back as JSON.
    pub fn follow(mut self, plates: &mut dyn Plates) -> Result<String, Refusal> {
        let mut filling = Filling {
            plates,
            html: self.renderer() == "html",
            source: self.source().to_owned(),
            uses: BTreeMap::new(),
            unready: BTreeSet::new(),
            faults: Vec::new(),
        };
        if let Some(items) = chapters_of_mut(&mut self.book) {
            filling.items(items);
        }
        if filling.faults.is_empty() {
            Ok(self.book.to_string())
        } else {
            Err(Refusal::Faults(filling.faults))
        }
    }
}

/// Follows what mdBook sends on standard input; see [`Call`].
pub fn preprocess(input: &str, plates: &mut dyn Plates) -> Result<String, Refusal> {
    Call::read(input)?.follow(plates)
}

/// mdBook 0.5 calls the list of chapters `items`, 0.4 called it `sections`.
const LISTS: [&str; 2] = ["items", "sections"];

fn chapters_of(book: &Value) -> Option<&Vec<Value>> {
    LISTS.iter().find_map(|list| book.get(list)?.as_array())
}

fn chapters_of_mut(book: &mut Value) -> Option<&mut Vec<Value>> {
    let list = LISTS.into_iter().find(|list| book.get(list).is_some())?;
    book.get_mut(list)?.as_array_mut()
}

/// Fills the chapters of one book, in its order.
struct Filling<'p> {
    plates: &'p mut dyn Plates,
    html: bool,
    source: String,
    /// How often each plate was set in so far.
    uses: BTreeMap<String, usize>,
    /// The plates that were refused as a whole.
    unready: BTreeSet<String>,
    faults: Vec<Fault>,
}

impl Filling<'_> {
    fn items(&mut self, items: &mut [Value]) {
        for item in items {
            // Separators and part titles are none, and stay as they are.
            let Some(chapter) = item.get_mut("Chapter") else {
                continue;
            };
            let place = Place::of(chapter, &self.source);
            if let Some(Value::String(content)) = chapter.get_mut("content")
                && let Some(filled) = self.chapter(content, &place)
            {
                *content = filled;
            }
            if let Some(Value::Array(nested)) = chapter.get_mut("sub_items") {
                self.items(nested);
            }
        }
    }

    /// The chapter with its directives followed, if it has any.
    fn chapter(&mut self, content: &str, place: &Place) -> Option<String> {
        let scan = scan(content);
        let quotes = scan.quotes(content);
        let fault = |range: &Range<usize>, at: Position, message: String| {
            let quote = quoted(&content[range.clone()]);
            let equal = quotes.get(quote).map(Vec::as_slice).unwrap_or_default();
            let nth = equal.binary_search_by_key(&(at.line, at.column), |at| (at.line, at.column));
            let nth = (nth.unwrap_or(equal.len()), equal.len());
            let chapter = place.file.clone();
            (range.start, Fault { chapter, quote: quote.to_owned(), nth, place: None, message })
        };
        let mut replacements = Vec::with_capacity(scan.found.len());
        let mut refused: Vec<(usize, Fault)> = scan
            .faults
            .iter()
            .map(|found| fault(&found.range, found.at, found.to_string()))
            .collect();
        let said = self.said(&scan.found);
        let joints: BTreeMap<usize, Joint> = {
            let plain: Vec<Option<String>> =
                said.iter().map(|said| said.as_ref()?.as_ref().ok().cloned()).collect();
            joints(content, &scan.found, &plain).into_iter().collect()
        };
        let mut dressed = Dressed::default();
        for ((at, found), said) in scan.found.into_iter().enumerate().zip(said) {
            let (id, outcome) = match found.what {
                What::Plate { id, form, setting } => {
                    let figure = self.figure(&id, form, place, &mut dressed);
                    (id, figure.map(|(figure, block)| setting.set(&figure, block)))
                }
                What::Value { id, stands, .. } => {
                    let said = match joints.get(&at) {
                        Some(joint) => Err(anyhow!("{joint}; {}", joint::HELP)),
                        None => said.unwrap_or_else(|| Ok(String::new())),
                    };
                    (id, said.map(|said| escaped(&said, stands)))
                }
                What::Escape => (String::new(), Ok(String::new())),
            };
            match outcome {
                Ok(text) => replacements.push((found.range, text)),
                Err(error) if error.is::<Unready>() && !self.unready.insert(id) => {}
                Err(error) => refused.push(fault(&found.range, found.at, format!("{error:#}"))),
            }
        }
        refused.sort_by_key(|(at, _)| *at);
        self.faults.extend(refused.into_iter().map(|(_, fault)| fault));
        (!replacements.is_empty()).then(|| splice(content, &replacements))
    }

    /// What each value of a chapter says.
    fn said(&mut self, found: &[Found]) -> Vec<Option<anyhow::Result<String>>> {
        let said = |found: &Found| match &found.what {
            What::Value { id, path, .. } => Some(self.plates.value(id, path)),
            What::Plate { .. } | What::Escape => None,
        };
        found.iter().map(said).collect()
    }

    /// A plate in the form that its directive or else the renderer asks for;
    /// `dressed` says whether the chapter has style and script already.
    fn figure(
        &mut self,
        id: &str,
        form: Option<As>,
        place: &Place,
        dressed: &mut Dressed,
    ) -> anyhow::Result<(String, Block)> {
        let uses = self.uses.entry(id.to_owned()).or_default();
        *uses += 1;
        let prefix = match *uses {
            1 => format!("plate-{id}"),
            further => format!("plate-{id}_{further}"),
        };
        match form {
            Some(As::Text) => Ok((fenced(&self.plates.text(id)?), Block::Markdown)),
            Some(As::Svg) if self.html => {
                let picture = self.picture(id, &prefix, place)?;
                let picture = if dressed.pictures {
                    picture
                } else {
                    format!("<style>\n{THEMED}</style>\n{picture}")
                };
                dressed.pictures = true;
                Ok((picture, Block::Html))
            }
            None if !self.html => Ok((self.image(id, place)?, Block::Markdown)),
            Some(As::Svg) => Ok((self.image(id, place)?, Block::Markdown)),
            Some(As::Html) | None => {
                let figure = tight(&self.plates.html(id, &prefix)?);
                let figure = if dressed.figures {
                    figure
                } else {
                    format!("{}\n{figure}", self.plates.dress().trim_end())
                };
                dressed.figures = true;
                Ok((figure, Block::Html))
            }
        }
    }

    /// The drawn image in HTML, with its narrow form on phones. On paper the
    /// wide one stands: the print page does not move the links of a `<source>`.
    fn picture(&mut self, id: &str, prefix: &str, place: &Place) -> anyhow::Result<String> {
        let Alternative { title, description } = self.plates.alternative(id)?;
        let folder = escaped_url(&place.relative(&self.plates.images()?));
        let title = escaped(&one_line(&title), Stands::HtmlQuoted);
        let description = escaped(&one_line(&description), Stands::HtmlText);
        let figure = [
            format!("<figure id=\"{prefix}\" style=\"margin-inline: 0\">"),
            "<picture class=\"tp-image\">".to_owned(),
            format!(
                "<source media=\"screen and (max-width: 600px)\" srcset=\"{folder}{id}.narrow.svg\">"
            ),
            format!(
                "<img src=\"{folder}{id}.svg\" alt=\"{title}\" aria-describedby=\"{prefix}_text\">"
            ),
            "</picture>".to_owned(),
            format!("<p id=\"{prefix}_text\" hidden>{description}</p>"),
            "</figure>".to_owned(),
        ];
        Ok(tight(&figure.join("\n")))
    }

    /// The drawn image in Markdown, and what it shows in words.
    fn image(&mut self, id: &str, place: &Place) -> anyhow::Result<String> {
        let Alternative { title, description } = self.plates.alternative(id)?;
        let folder = escaped_url(&place.relative(&self.plates.images()?));
        let in_link = Around { in_link: true, ..Around::default() };
        let opens_line = Around { opens_line: true, ..Around::default() };
        let title = escaped(&one_line(&title), Stands::Markdown(in_link));
        let mut blocks = vec![format!("![{title}]({folder}{id}.svg)")];
        let sentences = description.lines().filter(|line| !line.trim().is_empty());
        blocks.extend(sentences.map(|line| escaped(line.trim(), Stands::Markdown(opens_line))));
        Ok(blocks.join("\n\n"))
    }
}

/// What the images of a chapter need once: mdBook tells an image of no theme.
const THEMED: &str = include_str!("../templates/html/image.css");

/// What a chapter has already of what its plates need once.
#[derive(Debug, Default)]
struct Dressed {
    figures: bool,
    pictures: bool,
}

/// Where a chapter is.
struct Place {
    /// Its file for messages.
    file: String,
    /// The folders that its page is in.
    folders: Vec<String>,
}

impl Place {
    fn of(chapter: &Value, source: &str) -> Place {
        let text = |key: &str| chapter.get(key).and_then(Value::as_str);
        let page = text("path").unwrap_or_default();
        let file = match text("source_path").or(text("path")) {
            Some(path) => format!("{source}/{path}"),
            None => text("name").unwrap_or("a chapter").to_owned(),
        };
        let mut folders: Vec<String> = page.split(['/', '\\']).map(str::to_owned).collect();
        folders.pop();
        Place { file, folders }
    }

    /// The way from the chapter to a folder of the book, with a final slash.
    fn relative(&self, folder: &str) -> String {
        let target: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
        let shared = self.folders.iter().zip(&target).take_while(|(a, b)| a == b).count();
        let up = self.folders.len() - shared;
        let mut way = "../".repeat(up);
        for part in &target[shared..] {
            way.push_str(part);
            way.push('/');
        }
        way
    }
}
