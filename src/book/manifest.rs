//! The manifest of a book, `plates.toml`: where its files are, and its plates.
//!
//! Reading gives every fault, not only the first. The fields of a plate's kind
//! are left to that kind's tracer; a plate hands them over when it is traced.

mod owned;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::fields::{FieldError, Fields, parse};
use crate::figure::Labels;
use crate::name;
use crate::source::FixtureSet;
use crate::trace::Trace;
use crate::tracer::{KINDS, Kind, kind};

pub use self::owned::{ENDINGS, owned, trace_path};

/// The manifest's name, beside `book.toml`.
pub const NAME: &str = "plates.toml";

/// The folder of the chapters where neither the manifest nor mdBook's says another.
pub const SOURCE: &str = "src";

/// The most characters of a plate's name: with its endings it names files.
pub const LONGEST_ID: usize = 100;

/// A manifest as far as it could be read.
#[derive(Debug)]
pub struct Manifest<'t> {
    /// Where the chapters are.
    pub source: String,
    /// Where the manifest itself says so.
    pub source_at: Option<Range<usize>>,
    /// Where the accepted traces are.
    pub traces: String,
    /// Where the figures are.
    pub figures: String,
    /// Which labels figures use; a plate may say others.
    pub locale: Locale,
    /// The tables in files, by their paths, as far as they could be read.
    pub tables: BTreeMap<String, &'static Labels>,
    /// The plates, in the order of the file.
    pub plates: Vec<Plate<'t>>,
}

/// One plate: a name, and what is shown under it.
#[derive(Debug)]
pub struct Plate<'t> {
    /// Its name, unique in the book.
    pub id: String,
    /// Where the name stands.
    pub place: Range<usize>,
    /// One line above the figure.
    pub title: Option<String>,
    /// The sentence beneath it; `{PATH}` puts a fact in.
    pub caption: Option<String>,
    /// Which labels, where they are not the book's.
    pub locale: Option<Locale>,
    /// Where its trace comes from.
    pub origin: Origin,
    fields: Fields<'t>,
}

/// Which table of labels.
#[derive(Clone, Debug)]
pub enum Locale {
    /// One that the program has.
    Known(&'static Labels),
    /// One in a file of the book, and where it is named.
    File(String, Range<usize>),
}

/// Where a plate's trace comes from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// A tracer of this crate makes it from the plate's fields.
    Kind(&'static Kind),
    /// Another program wrote it into a file of the book.
    File(String),
}

/// The folder of the chapters that a `book.toml` names, and where it does.
pub fn source_of(book_toml: &str) -> Result<Option<(String, Range<usize>)>, Vec<FieldError>> {
    let table = parse(book_toml)?;
    let book = table.get_ref().get("book").and_then(|book| book.get_ref().as_table());
    match book.and_then(|book| book.get("src")) {
        None => Ok(None),
        Some(source) => {
            let text = source.get_ref().as_str().unwrap_or_default();
            inside("src", text)
                .map(|source_path| Some((source_path, source.span())))
                .map_err(|message| vec![FieldError::misread(source.span(), message)])
        }
    }
}

/// Whether a `book.toml` names a preprocessor that may fill in the directives:
/// ours, or one with a command of its own.
#[must_use]
pub fn has_preprocessor(book_toml: &str) -> bool {
    let Ok(table) = parse(book_toml) else { return false };
    let named = table.get_ref().get("preprocessor").and_then(|named| named.get_ref().as_table());
    named.is_some_and(|named| {
        let fills = |(name, settings): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
            let settings = settings.get_ref().as_table();
            name.get_ref() == "traceplate"
                || settings.is_some_and(|settings| settings.contains_key("command"))
        };
        named.iter().any(fills)
    })
}

impl<'t> Manifest<'t> {
    /// Reads a manifest; `source` is the folder of the chapters where it names
    /// none. What could be read is given beside every fault that was found.
    #[must_use]
    pub fn read(table: &'t Spanned<DeTable<'t>>, source: &str) -> (Self, Vec<FieldError>) {
        let mut root = Fields::new(table);
        // Faults are noted in the shared list; what is missing here takes its default.
        let book = root.take_optional::<Fields<'t>>("book").ok().flatten();
        let plates = root.take_tables("plate").unwrap_or_default();
        let mut manifest = Self {
            source: source.to_owned(),
            source_at: None,
            traces: "traces".to_owned(),
            figures: String::new(),
            locale: Locale::Known(Labels::english()),
            tables: BTreeMap::new(),
            plates: Vec::new(),
        };
        if let Some(book) = book {
            manifest.settle(book);
        }
        if manifest.figures.is_empty() {
            manifest.figures = join(&manifest.source, "plates");
        }
        let mut ids = BTreeSet::new();
        for fields in plates {
            manifest.plates.extend(Plate::read(fields.rooted(), &mut ids));
        }
        for fault in owned::misnamed(&manifest) {
            // Noted in the shared list.
            let _ = root.note(fault);
        }
        let faults = root.finish().err().unwrap_or_default();
        (manifest, faults)
    }

    fn settle(&mut self, mut book: Fields<'t>) {
        let places = [
            ("source", &mut self.source),
            ("traces", &mut self.traces),
            ("figures", &mut self.figures),
        ];
        for (key, place) in places {
            if let Ok(Some(path)) = path(&mut book, key) {
                *place = path;
            }
        }
        self.source_at = book.has("source").then(|| book.place("source", &[]));
        if let Ok(Some(locale)) = locale(&mut book) {
            self.locale = locale;
        }
        // Noted in the shared list.
        let _ = book.close();
    }

    /// The tables of labels that stand in files, each with the place that
    /// names it first.
    #[must_use]
    pub fn label_files(&self) -> BTreeMap<&str, &Range<usize>> {
        let locales = self.plates.iter().rev().filter_map(|plate| plate.locale.as_ref());
        let files = locales.chain([&self.locale]).filter_map(|locale| match locale {
            Locale::File(path, place) => Some((path.as_str(), place)),
            Locale::Known(_) => None,
        });
        files.collect()
    }

    /// The labels of a plate; the English ones where its table could not be read.
    #[must_use]
    pub fn labels(&self, plate: &Plate<'_>) -> &'static Labels {
        match plate.locale.as_ref().unwrap_or(&self.locale) {
            Locale::Known(labels) => labels,
            Locale::File(path, _) => self.tables.get(path).copied().unwrap_or(Labels::english()),
        }
    }

    /// The plate of that name.
    #[must_use]
    pub fn plate(&self, id: &str) -> Option<&Plate<'t>> {
        self.plates.iter().find(|plate| plate.id == id)
    }

    /// The folder of the figures below `source`, from where mdBook serves it;
    /// why it does not, otherwise.
    pub fn images(&self, source: &str) -> Result<&str, String> {
        let figures = self.figures.as_str();
        let below =
            figures.strip_prefix(source).filter(|rest| rest.is_empty() || rest.starts_with('/'));
        match below {
            _ if source.is_empty() => Ok(figures),
            Some(folder) => Ok(folder.trim_start_matches('/')),
            None => Err(format!(
                "expected the figures inside {source}, where mdBook serves them, found {figures} in {NAME}"
            )),
        }
    }

    /// The names of all plates.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.plates.iter().map(|plate| plate.id.as_str())
    }
}

impl<'t> Plate<'t> {
    /// Reads what every plate has; nothing where nobody can say what it shows.
    fn read(mut fields: Fields<'t>, ids: &mut BTreeSet<String>) -> Option<Self> {
        let id = identifier(&mut fields, ids);
        let title = one_line(&mut fields, "title");
        let caption = one_line(&mut fields, "caption");
        let locale = locale(&mut fields);
        let origin = origin(&mut fields);
        // A plate with a fault is read as far as it goes: its other fields may
        // have faults of their own, and nothing is made of it.
        let (id, place) = id.unwrap_or_default();
        let plate = Self {
            place,
            id,
            title: title.unwrap_or_default(),
            caption: caption.unwrap_or_default(),
            locale: locale.unwrap_or_default(),
            origin: origin.ok()?,
            fields: fields.apart(),
        };
        if let Origin::File(_) = plate.origin {
            // Nothing else belongs to it; noted in the shared list.
            let _ = fields.close();
        }
        Some(plate)
    }

    /// Asks the plate's kind what happens; every fault of its fields otherwise.
    /// `None` for a plate whose trace another program wrote.
    #[must_use]
    pub fn trace(&self, fixtures: &FixtureSet) -> Option<Result<Trace, Vec<FieldError>>> {
        let Origin::Kind(kind) = self.origin else {
            return None;
        };
        let mut fields = self.fields.apart();
        // A plate whose own name is at fault is traced under another, for the
        // faults of its other fields.
        let id = if self.id.is_empty() { "unnamed" } else { &self.id };
        let traced = kind.trace(id, &mut fields, fixtures).map_err(|error| fields.note(error));
        Some(match (fields.finish(), traced) {
            (Ok(()), Ok(trace)) => Ok(trace),
            (Err(faults), _) => Err(faults),
            (Ok(()), Err(error)) => Err(vec![error]),
        })
    }

    /// Where a range of a key's value, which is `whole`, stands.
    #[must_use]
    pub fn place_of(
        &self,
        key: &str,
        whole: &str,
        range: Range<usize>,
        manifest: &str,
    ) -> Range<usize> {
        let place = self.fields.place(key, &[]);
        let text = manifest.get(place.clone()).unwrap_or_default();
        match text.find(whole) {
            Some(at) => place.start + at + range.start..place.start + at + range.end,
            // Spelled with escapes, its parts may stand anywhere.
            None if text.contains('\\') => place,
            None => self.place_in(key, &whole[range], manifest),
        }
    }

    /// Where the text of a key stands: the part of it that is `part`, or all of it.
    #[must_use]
    pub fn place_in(&self, key: &str, part: &str, manifest: &str) -> Range<usize> {
        let place = self.fields.place(key, &[]);
        let text = manifest.get(place.clone()).unwrap_or_default();
        match text.find(part) {
            Some(at) => place.start + at..place.start + at + part.len(),
            None => place,
        }
    }
}

fn identifier(
    fields: &mut Fields<'_>,
    ids: &mut BTreeSet<String>,
) -> Result<(String, Range<usize>), FieldError> {
    let id = fields.take_string("id")?;
    let place = fields.place("id", &[]);
    let formed = id.starts_with(|first: char| first.is_ascii_lowercase())
        && id.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    if !formed {
        let message = format!(
            "`id` expects a letter from a to z, then letters, digits and hyphens, found `{id}`"
        );
        return Err(fields.note(FieldError::misread(place, message)));
    }
    let length = id.chars().count();
    if length > LONGEST_ID {
        let message = format!("`id` expects at most {LONGEST_ID} characters, found {length}");
        return Err(fields.note(FieldError::misread(place, message)));
    }
    if !ids.insert(id.clone()) {
        let message = format!("`id` expects a name of its own, but `{id}` names an earlier plate");
        return Err(fields.note(FieldError::misread(place, message)));
    }
    Ok((id, place))
}

fn origin(fields: &mut Fields<'_>) -> Result<Origin, FieldError> {
    let kinds: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    if !fields.has("kind") {
        if !fields.has("trace") {
            let error = fields.missing_one_of(&["kind", "trace"]);
            return Err(fields.note(error));
        }
        // A trace in a file needs no kind: its first line names its schema.
        return path(fields, "trace").map(|path| Origin::File(path.unwrap_or_default()));
    }
    if fields.has("trace") {
        let message = "`kind` and `trace` exclude each other";
        let error = FieldError::misread(fields.place("trace", &[]), message);
        let help =
            "keep `kind` for a plate that is traced here, `trace` for the file of another program";
        // The kind's own fields are read all the same.
        let _ = fields.note(error.with_help(help));
    }
    let name = fields.take_string("kind")?;
    kind(&name).map(Origin::Kind).ok_or_else(|| fields.unknown_word("kind", &name, &kinds))
}

/// A text that may be written over several lines and is read as one.
fn one_line(fields: &mut Fields<'_>, key: &'static str) -> Result<Option<String>, FieldError> {
    let Some(text) = fields.take_optional_string(key)? else {
        return Ok(None);
    };
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(fault) = name::unfit(&line) {
        let message = format!("`{key}` expects a text, found {fault}");
        return Err(fields.note(FieldError::misread(fields.place(key, &[]), message)));
    }
    if line.is_empty() {
        let message = format!("`{key}` expects a text, found an empty one");
        return Err(fields.note(FieldError::misread(fields.place(key, &[]), message)));
    }
    Ok(Some(line))
}

/// A language that the program has a table of, or the path of an author's own.
fn locale(fields: &mut Fields<'_>) -> Result<Option<Locale>, FieldError> {
    let Some(name) = fields.take_optional_string("locale")? else {
        return Ok(None);
    };
    if let Some(labels) = Labels::of(&name) {
        return Ok(Some(Locale::Known(labels)));
    }
    if name.rsplit_once('.').is_some_and(|(stem, ending)| !stem.is_empty() && ending == "toml") {
        let path = path(fields, "locale")?.unwrap_or_default();
        return Ok(Some(Locale::File(path, fields.place("locale", &[]))));
    }
    let mut known: Vec<&str> = Labels::languages().collect();
    known.push("a table of your own, such as labels/de.toml");
    Err(fields.unknown_word("locale", &name, &known))
}

fn path(fields: &mut Fields<'_>, key: &'static str) -> Result<Option<String>, FieldError> {
    let Some(text) = fields.take_optional_string(key)? else {
        return Ok(None);
    };
    inside(key, &text)
        .map(Some)
        .map_err(|message| fields.note(FieldError::misread(fields.place(key, &[]), message)))
}

/// A path below the book's folder, without `.` steps. What would lead out is
/// refused by its spelling; links are the store's business.
fn inside(key: &str, text: &str) -> Result<String, String> {
    let expected = format!("`{key}` expects a path inside the book's folder");
    if text.is_empty() {
        return Err(format!("{expected}, found an empty text"));
    }
    if text.contains('\\') {
        return Err(format!("{expected} with `/` between its folders, found `{text}`"));
    }
    if let Some(odd) = text.chars().find(|char| matches!(char, '<' | '>') || char.is_control()) {
        let odd = odd.escape_debug();
        return Err(format!("{expected} without `{odd}`, found `{text}`"));
    }
    let drive = text.as_bytes().get(1) == Some(&b':');
    if text.starts_with('/') || drive || text.split('/').any(|step| step == "..") {
        return Err(format!("{expected}, found `{text}`"));
    }
    let steps = text.split('/').filter(|step| !step.is_empty() && *step != ".");
    Ok(steps.fold(String::new(), |path, step| join(&path, step)))
}

/// A path below a folder; the book's own folder is the empty text.
#[must_use]
pub fn join(folder: &str, name: &str) -> String {
    let mut path = folder.to_owned();
    if !path.is_empty() {
        path.push('/');
    }
    path.push_str(name);
    path
}
