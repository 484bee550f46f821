//! What stands around a place in a chapter, as Markdown sees it.
//!
//! The chapter is read once, by the parser and with the options that mdBook
//! uses. For each place asked about this says whether it is inert (code, a
//! comment), what kind of text it is in, and which containers, list items and
//! quotes, hold it. The places are asked for in order, so one walk over the
//! events answers all of them.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The extensions that mdBook reads, smart punctuation included.
pub(super) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_SMART_PUNCTUATION)
    .union(Options::ENABLE_DEFINITION_LIST)
    .union(Options::ENABLE_GFM);

/// What kind of text a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Markdown text, wherever it stands.
    Markdown,
    /// Code, a comment, a declaration: nothing is read there.
    Inert,
    /// Text of an HTML block.
    HtmlText,
    /// Text of an HTML block inside `<pre>` or `<textarea>`, where lines count.
    HtmlLines,
    /// Inside an HTML tag.
    HtmlTag,
    /// Inside `<script>` or `<style>`.
    HtmlRaw,
}

/// A block that asks for something at the start of each of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Container {
    pub(super) kind: Holds,
    pub(super) range: Range<usize>,
}

/// What a container is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Quote,
    Item,
    Footnote,
    Definition,
}

/// What is known about one place.
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub(super) kind: Kind,
    /// From the outermost to the innermost.
    pub(super) containers: Vec<Container>,
    pub(super) in_heading: bool,
    pub(super) in_link: bool,
    pub(super) in_table: bool,
    /// The HTML block around it.
    pub(super) html_block: Option<Range<usize>>,
}

/// The chapter's structure as far as it was asked for.
pub(super) struct Structure {
    /// One for each place, in their order.
    pub(super) contexts: Vec<Context>,
    /// Where lines begin that continue a paragraph, sorted.
    continued: Vec<usize>,
}

impl Structure {
    /// Whether the line that begins at `line` continues a paragraph.
    pub(super) fn continues(&self, line: usize) -> bool {
        self.continued.binary_search(&line).is_ok()
    }
}

/// Reads `source` and answers for each of `places`, which are sorted.
pub(super) fn structure(source: &str, places: &[usize]) -> Structure {
    let mut walk = Walk {
        places,
        answered: Vec::with_capacity(places.len()),
        containers: Vec::new(),
        headings: 0,
        links: 0,
        tables: 0,
        code: 0,
        html_block: None,
        spans: Vec::new(),
    };
    let mut continued = Vec::new();
    let mut html = Html::default();
    for (event, range) in Parser::new_ext(source, OPTIONS).into_offset_iter() {
        // What begins here does not hold the places before it, what ends here
        // still holds those before its end.
        let bound = if matches!(event, Event::End(_)) { range.end } else { range.start };
        walk.answer_before(bound);
        match &event {
            Event::Start(tag) => {
                if matches!(tag, Tag::HtmlBlock) {
                    html = Html::default();
                }
                walk.enter(tag, &range);
            }
            Event::End(tag) => walk.leave(*tag),
            Event::Html(_) => html.read(source, range, &mut walk.spans),
            Event::InlineHtml(text) => {
                let inert = text.starts_with("<!") || text.starts_with("<?");
                let kind = if inert { Kind::Inert } else { Kind::HtmlTag };
                walk.spans.push((range, kind));
            }
            Event::Code(_) => walk.spans.push((range, Kind::Inert)),
            Event::SoftBreak | Event::HardBreak => continued.push(range.end),
            _ => {}
        }
    }
    walk.answer_before(source.len() + 1);
    let Walk { answered, spans, .. } = walk;
    let contexts = places
        .iter()
        .zip(answered)
        .map(|(&place, mut context)| {
            let at = spans.partition_point(|(range, _)| range.end <= place);
            if let Some((range, kind)) = spans.get(at)
                && range.contains(&place)
                && context.kind == Kind::Markdown
            {
                context.kind = *kind;
            }
            context
        })
        .collect();
    Structure { contexts, continued }
}

struct Walk<'p> {
    places: &'p [usize],
    answered: Vec<Context>,
    containers: Vec<Container>,
    headings: usize,
    links: usize,
    tables: usize,
    code: usize,
    html_block: Option<Range<usize>>,
    /// What is not Markdown text, sorted, without overlap.
    spans: Vec<(Range<usize>, Kind)>,
}

impl Walk<'_> {
    fn answer_before(&mut self, bound: usize) {
        while self.places.get(self.answered.len()).is_some_and(|place| *place < bound) {
            self.answered.push(Context {
                kind: if self.code > 0 { Kind::Inert } else { Kind::Markdown },
                containers: self.containers.clone(),
                in_heading: self.headings > 0,
                in_link: self.links > 0,
                in_table: self.tables > 0,
                html_block: self.html_block.clone(),
            });
        }
    }

    fn enter(&mut self, tag: &Tag<'_>, range: &Range<usize>) {
        let holds = match tag {
            Tag::BlockQuote(_) => Holds::Quote,
            Tag::Item => Holds::Item,
            Tag::FootnoteDefinition(_) => Holds::Footnote,
            Tag::DefinitionListDefinition => Holds::Definition,
            Tag::Heading { .. } => return self.headings += 1,
            Tag::Link { .. } | Tag::Image { .. } => return self.links += 1,
            Tag::Table(_) => return self.tables += 1,
            Tag::CodeBlock(_) | Tag::MetadataBlock(_) => return self.code += 1,
            Tag::HtmlBlock => return self.html_block = Some(range.clone()),
            _ => return,
        };
        self.containers.push(Container { kind: holds, range: range.clone() });
    }

    fn leave(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::BlockQuote(_)
            | TagEnd::Item
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionListDefinition => {
                self.containers.pop();
            }
            TagEnd::Heading(_) => self.headings -= 1,
            TagEnd::Link | TagEnd::Image => self.links -= 1,
            TagEnd::Table => self.tables -= 1,
            TagEnd::CodeBlock | TagEnd::MetadataBlock(_) => self.code -= 1,
            TagEnd::HtmlBlock => self.html_block = None,
            _ => {}
        }
    }
}

/// Reads an HTML block line by line, as far as text, tags and comments go.
#[derive(Default)]
struct Html {
    state: State,
    /// The element whose text is not markup: `script`, or `pre` for its lines.
    within: Option<(&'static str, Kind)>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Text,
    /// In a tag, outside its quotes or inside one kind of them.
    Tag(Option<u8>),
    /// In a comment or declaration, with what ends it.
    Inert(&'static str),
}

/// Elements in which a figure or a fact means something else than in text.
const SPECIAL: [(&str, Kind); 4] = [
    ("script", Kind::HtmlRaw),
    ("style", Kind::HtmlRaw),
    ("pre", Kind::HtmlLines),
    ("textarea", Kind::HtmlLines),
];

impl Html {
    fn read(&mut self, source: &str, range: Range<usize>, spans: &mut Vec<(Range<usize>, Kind)>) {
        let mut from = range.start;
        let mut at = range.start;
        while at < range.end {
            let kind = self.kind();
            let rest = &source.as_bytes()[at..range.end];
            let before = self.state;
            at += self.step(rest);
            if self.kind() != kind {
                // `<` opens the new state, `>` still belongs to the old one.
                let opens = before == State::Text;
                let cut = if opens { at - 1 } else { at };
                spans.push((from..cut, kind));
                from = cut;
            }
        }
        if from < range.end {
            spans.push((from..range.end, self.kind()));
        }
    }

    fn kind(&self) -> Kind {
        match (self.state, self.within) {
            (State::Inert(_), _) => Kind::Inert,
            (State::Tag(_), _) => Kind::HtmlTag,
            (State::Text, Some((_, kind))) => kind,
            (State::Text, None) => Kind::HtmlText,
        }
    }

    /// Moves over one piece and says how many bytes it has; a piece that opens
    /// a tag or a comment is its `<` alone.
    fn step(&mut self, rest: &[u8]) -> usize {
        match self.state {
            State::Inert(end) => {
                if rest.starts_with(end.as_bytes()) {
                    self.state = State::Text;
                    return end.len();
                }
            }
            State::Tag(Some(quote)) => {
                if rest[0] == quote {
                    self.state = State::Tag(None);
                }
            }
            State::Tag(None) => match rest[0] {
                b'>' => self.state = State::Text,
                quote @ (b'"' | b'\'') => self.state = State::Tag(Some(quote)),
                _ => {}
            },
            State::Text if rest[0] == b'<' => self.open(&rest[1..]),
            State::Text => {}
        }
        1
    }

    /// What a `<` opens, by what follows it.
    fn open(&mut self, rest: &[u8]) {
        if let Some((name, _)) = self.within {
            // Only its own end tag ends a special element, and `pre` may hold tags.
            let ends = rest.first() == Some(&b'/') && starts_with_word(&rest[1..], name);
            if ends {
                self.within = None;
                self.state = State::Tag(None);
                return;
            }
            if self.within.is_some_and(|(_, kind)| kind == Kind::HtmlRaw) {
                return;
            }
        }
        if rest.starts_with(b"!--") {
            self.state = State::Inert("-->");
        } else if rest.starts_with(b"![CDATA[") {
            self.state = State::Inert("]]>");
        } else if rest.starts_with(b"?") {
            self.state = State::Inert("?>");
        } else if rest.starts_with(b"!") {
            self.state = State::Inert(">");
        } else if rest.first().is_some_and(|c| c.is_ascii_alphabetic() || *c == b'/') {
            self.state = State::Tag(None);
            if let Some(special) =
                SPECIAL.into_iter().find(|(name, _)| starts_with_word(rest, name))
            {
                self.within = Some(special);
            }
        }
    }
}

fn starts_with_word(text: &[u8], word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
        && text.get(word.len()).is_none_or(|c| !c.is_ascii_alphanumeric() && *c != b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kind of text at each `@` of a source.
    fn kinds(source: &str) -> Vec<Kind> {
        let places: Vec<usize> = source.match_indices('@').map(|(at, _)| at).collect();
        structure(source, &places).contexts.into_iter().map(|context| context.kind).collect()
    }

    #[test]
    fn each_place_has_its_kind_of_text() {
        use Kind::{HtmlLines, HtmlRaw, HtmlTag, HtmlText, Inert, Markdown};
        let cases: [(&str, &[Kind]); 18] = [
            ("@ a `@` *@* @", &[Markdown, Inert, Markdown, Markdown]),
            ("``a ` @`` @", &[Inert, Markdown]),
            ("```\n@\n```\n@", &[Inert, Markdown]),
            ("~~~ @\n@", &[Inert, Inert]),
            ("    @\n\n@", &[Inert, Markdown]),
            ("> ```\n> @\n> ```\n> @", &[Inert, Markdown]),
            ("- a\n\n      @\n- @", &[Inert, Markdown]),
            ("# @\n\n| @ | b |\n|---|---|\n| @ | `@` |", &[Markdown, Markdown, Markdown, Inert]),
            ("[@](u \"@\") ![@](v)", &[Markdown, Markdown, Markdown]),
            ("a <!-- @ --> @", &[Inert, Markdown]),
            ("a <!-- @\n@ --> @", &[Inert, Inert, Markdown]),
            ("a <b t=\"@\">@</b> @", &[HtmlTag, Markdown, Markdown]),
            ("<!-- @ --> @\n\n@", &[Inert, HtmlText, Markdown]),
            (
                "<div t='@>' u=@>@\n<!-- @\n@ -->@\n</div>@\n\n@",
                &[HtmlTag, HtmlTag, HtmlText, Inert, Inert, HtmlText, HtmlText, Markdown],
            ),
            ("<script>\n@ < @\n</script>@", &[HtmlRaw, HtmlRaw, HtmlText]),
            ("<pre>\n@ <b>@</b>\n\n@</pre>@", &[HtmlLines, HtmlLines, HtmlLines, HtmlText]),
            ("> <div>\n> @\n> <!-- @ -->\n\n@", &[HtmlText, Inert, Markdown]),
            ("text[^1] @\n\n[^1]: @ `@`", &[Markdown, Markdown, Inert]),
        ];
        for (source, expected) in cases {
            assert_eq!(kinds(source), expected, "{source:?}");
        }
    }

    #[test]
    fn containers_are_those_that_hold_the_place() {
        use Holds::{Definition, Footnote, Item, Quote};
        let cases: [(&str, &[&[Holds]]); 5] = [
            ("- @\n- > @\n\n@", &[&[Item], &[Item, Quote], &[]]),
            ("> 1. @\n>    - @", &[&[Quote, Item], &[Quote, Item, Item]]),
            ("t[^a]\n\n[^a]: @\n\n    @", &[&[Footnote], &[Footnote]]),
            ("term\n: @", &[&[Definition]]),
            ("> [!NOTE]\n> @", &[&[Quote]]),
        ];
        for (source, expected) in cases {
            let places: Vec<usize> = source.match_indices('@').map(|(at, _)| at).collect();
            let found: Vec<Vec<Holds>> = structure(source, &places)
                .contexts
                .iter()
                .map(|context| context.containers.iter().map(|held| held.kind).collect())
                .collect();
            assert_eq!(found, expected, "{source:?}");
        }
    }
}
