//! Any one digit changed in what a figure says is found when it is read back.
//! Geometry, style and ids are held by `check`, which compares bytes.

mod support;

use std::collections::BTreeSet;
use std::ops::Range;

use roxmltree::{Document, Node};
use support::Book;
use traceplate::book::caption::filled;
use traceplate::figure::{Figure, Frame, Labels, Span, Text, compose};
use traceplate::render::{Fault, Form, html, read_back, svg};
use traceplate::trace::{Trace, parse};

const FROZEN: &str = include_str!("../traces/frozen-lookup.trace");
const PREFIX: &str = "plate-frozen-lookup";

/// The frozen figure under an author's title and caption.
fn figure(title: Option<&str>) -> (Trace, Figure) {
    let trace = parse(FROZEN).expect("the golden trace");
    let frame = Frame {
        plate: "frozen-lookup".to_owned(),
        title: title.map(str::to_owned),
        caption: Some(
            filled("Offset {OFFSET.offset} holds {OFFSET.value}.", &trace).expect("both are facts"),
        ),
    };
    let figure = compose(&trace, &frame, Labels::english());
    (trace, figure)
}

fn forms(figure: &Figure) -> [(&'static str, String); 4] {
    [
        ("wide", svg(figure, Form::Wide, PREFIX)),
        ("narrow", svg(figure, Form::Narrow, PREFIX)),
        ("fragment", html::fragment(figure, PREFIX)),
        ("page", html::page(figure, PREFIX)),
    ]
}

/// Elements whose text is not said.
const SILENT: [&str; 3] = ["style", "script", "defs"];

/// Attributes that say something to a reader; `data-say` becomes a status sentence.
fn is_said(attribute: &str) -> bool {
    let reference = ["aria-labelledby", "aria-describedby", "aria-controls", "aria-level"];
    matches!(attribute, "alt" | "title" | "data-say")
        || (attribute.starts_with("aria-") && !reference.contains(&attribute))
}

/// Attributes that are geometry, style, ids and other machinery: every other one
/// must be sorted here or above before this test passes again.
fn is_silent(element: &str, attribute: &str) -> bool {
    const GEOMETRY: &[&str] = &[
        "cx",
        "cy",
        "d",
        "dx",
        "dy",
        "fill",
        "height",
        "opacity",
        "patternTransform",
        "patternUnits",
        "r",
        "rx",
        "ry",
        "stroke",
        "stroke-dasharray",
        "stroke-width",
        "text-anchor",
        "textLength",
        "transform",
        "viewBox",
        "width",
        "x",
        "x1",
        "x2",
        "xmlns",
        "y",
        "y1",
        "y2",
    ];
    const MARKUP: &[&str] = &[
        "aria-controls",
        "aria-describedby",
        "aria-labelledby",
        "aria-level",
        "class",
        "colspan",
        "dir",
        "hidden",
        "id",
        "lang",
        "role",
        "rowspan",
        "scope",
        "style",
        "tabindex",
        "type",
    ];
    GEOMETRY.contains(&attribute)
        || MARKUP.contains(&attribute)
        // What a number is compared with, and what the lint passes over.
        || matches!(attribute, "data-from" | "data-authored" | "data-decorative" | "data-lint-ok")
        || (element == "path" && attribute == "points")
}

/// Where texts stand that a reader sees or hears, as ranges of bytes.
fn said(node: Node<'_, '_>, found: &mut Vec<Range<usize>>) {
    let name = node.tag_name().name();
    for attribute in node.attributes() {
        if is_said(attribute.name()) {
            found.push(attribute.range_value());
        } else {
            assert!(
                is_silent(name, attribute.name()),
                "is `{}` of <{name}> said?",
                attribute.name()
            );
        }
    }
    if SILENT.contains(&name) {
        return;
    }
    for child in node.children() {
        if child.is_text() {
            found.push(child.range());
        } else {
            said(child, found);
        }
    }
}

/// The bytes of every digit that a drawing says.
fn digits(form: &str, drawing: &str) -> Vec<usize> {
    let (start, figure) = match (drawing.find("<figure"), drawing.find("</figure>")) {
        (Some(start), Some(end)) => (start, &drawing[start..end + "</figure>".len()]),
        _ => (0, drawing),
    };
    let document = Document::parse(figure).expect("a figure is well formed");
    let mut ranges = Vec::new();
    said(document.root_element(), &mut ranges);
    for range in &mut ranges {
        *range = range.start + start..range.end + start;
    }
    if form == "page" {
        let title = drawing.find("<title>").expect("a page has a title");
        ranges.push(title..title + drawing[title..].find("</title>").expect("its end"));
    }
    // A number of a character reference, such as `&#39;`, is not one that is seen.
    let is_reference =
        |at: usize| drawing[..at].trim_end_matches(|c: char| c.is_ascii_digit()).ends_with("&#");
    let digits = ranges.into_iter().flatten();
    digits.filter(|at| drawing.as_bytes()[*at].is_ascii_digit() && !is_reference(*at)).collect()
}

/// Holds each of these digits: none can become any other one unseen.
fn hold(form: &str, drawing: &str, digits: &[usize], figure: &Figure, trace: &Trace) {
    assert_eq!(read_back(drawing, figure, trace).faults, [], "{form}");
    for (&at, step) in digits.iter().flat_map(|at| (1..10).map(move |step| (at, step))) {
        let mut changed = drawing.as_bytes().to_vec();
        changed[at] = b'0' + (changed[at] - b'0' + step) % 10;
        let changed = String::from_utf8(changed).expect("a digit is ASCII");
        let line = changed[..at].rsplit('\n').next().unwrap_or_default();
        let faults = read_back(&changed, figure, trace).faults;
        assert!(!faults.is_empty(), "{form}: the digit after `{line}` is not held");
    }
}

#[test]
fn any_one_digit_changed_in_what_a_figure_says_is_found() {
    let (trace, figure) = figure(None);
    std::thread::scope(|scope| {
        for (form, drawing) in forms(&figure) {
            let (trace, figure) = (&trace, &figure);
            scope.spawn(move || {
                let digits = digits(form, &drawing);
                hold(form, &drawing, &digits, figure, trace);
                // Twelve values of three digits twice, offsets, terms, title, description.
                assert!(digits.len() > 250, "{form}: {} digits were tried", digits.len());
            });
        }
    });
}

#[test]
fn any_one_digit_changed_in_an_authors_title_is_found() {
    const TITLE: &str = "12 values, 1 coordinate";
    let (trace, figure) = figure(Some(TITLE));
    for (form, drawing) in forms(&figure) {
        let titles: Vec<Range<usize>> =
            drawing.match_indices(TITLE).map(|(at, title)| at..at + title.len()).collect();
        // A page shows it on its tab too.
        assert_eq!(titles.len(), if form == "page" { 2 } else { 1 }, "{form}");
        let in_a_title = |at: &usize| titles.iter().any(|title| title.contains(at));
        let digits: Vec<usize> = digits(form, &drawing).into_iter().filter(in_a_title).collect();
        assert_eq!(digits.len(), 3 * titles.len(), "{form}");
        hold(form, &drawing, &digits, &figure, &trace);
    }
}

#[test]
fn a_text_that_no_fact_stands_behind_is_found_wherever_it_is_added() {
    let (trace, figure) = figure(None);
    for (form, drawing) in forms(&figure) {
        let inside = drawing.find(" data-from=").expect("a fact");
        let cases = [
            (drawing.rfind("</").expect("an end"), "<text>7</text>"),
            (inside, " aria-label=\"7\""),
            (inside, " title=\"7\""),
            (inside, " data-say=\"7\""),
        ];
        for (at, added) in cases {
            // A page ends after its figure, where a title alone may be shown.
            let changed = format!("{}{added}{}", &drawing[..at], &drawing[at..]);
            assert!(!read_back(&changed, &figure, &trace).faults.is_empty(), "{form}: {added}");
        }
    }
}

#[test]
fn check_tells_a_committed_figure_with_one_other_byte() {
    let book = Book::frozen();
    book.must(&["build"]);
    let mut places = BTreeSet::new();
    for ending in ["svg", "narrow.svg", "html"] {
        let path = format!("src/plates/frozen-lookup.{ending}");
        let drawn = book.read(&path);
        // Geometry, style, ids, text and the very last byte.
        let digits: Vec<usize> = drawn
            .bytes()
            .enumerate()
            .filter(|(_, byte)| byte.is_ascii_digit())
            .map(|(at, _)| at)
            .collect();
        let some = digits.iter().step_by(digits.len() / 40).copied();
        for at in some.chain([drawn.len() - 1]) {
            let mut changed = drawn.clone().into_bytes();
            changed[at] = if changed[at] == b'7' { b'6' } else { b'7' };
            book.write(&path, &changed);
            let checked = book.run(&["check"]);
            let line = drawn[..at].matches('\n').count() + 1;
            let start = drawn[..at].rfind('\n').map_or(0, |newline| newline + 1);
            let column = drawn[start..at].chars().count() + 1;
            let place = format!("  {path}:{line}:{column} differs");
            assert_eq!(checked.code, 1, "{place}");
            assert!(checked.stdout.starts_with("frozen-lookup: stale\n"), "{}", checked.stdout);
            assert!(checked.stdout.contains(&place), "expected {place}, found {}", checked.stdout);
            places.insert(place);
        }
        book.write(&path, &drawn);
    }
    assert_eq!(book.run(&["check"]).code, 0);
    assert!(places.len() > 60, "{places:?}");
}

#[test]
fn a_figure_of_a_single_pass_reads_back_clean_in_every_form() {
    let text = "TRACE shapes-v1 BEGIN\n\
        SHAPE id=one label=one dtype=f64 rank=2 shape=2,3 strides=3,1 length=6\n\
        TRACE shapes-v1 END\n";
    let trace = parse(text).expect("one shape is a trace");
    let figure = compose(&trace, &Frame::default(), Labels::english());
    assert_eq!(figure.sections.len(), 1, "one shape is one pass");
    for (form, drawing) in forms(&figure) {
        let reading = read_back(&drawing, &figure, &trace);
        assert_eq!(reading.faults, [], "{form}");
        assert!(reading.facts > 0, "{form} shows a fact");
    }
}

/// A mistake of the figure's own would stand in every form alike, where no form
/// could betray it.
#[test]
fn a_false_segment_of_a_text_without_elements_is_found() {
    type Place = fn(&mut Figure) -> &mut Text;
    let (trace, honest) = figure(None);
    let wrong = [
        (Span::fact("OFFSET.offset", "9"), "`9` is drawn for OFFSET.offset"),
        (Span::fact("OFFSET.nothing", "8"), "OFFSET.nothing"),
        (Span::literal("row 9"), "`row 9` holds a digit without a fact behind it"),
    ];
    let texts: [(&str, Place); 4] = [
        ("title", |figure| &mut figure.result),
        ("description", |figure| &mut figure.description),
        ("toolbar", |figure| &mut figure.toolbar.all_shown),
        ("status sentence", |figure| &mut figure.sections[1].say),
    ];
    for (what, text) in texts {
        for (segment, message) in &wrong {
            let mut figure = honest.clone();
            text(&mut figure).push(segment);
            for (form, drawing) in forms(&figure) {
                let faults = read_back(&drawing, &figure, &trace).faults;
                let told = |fault: &Fault| {
                    fault.message.starts_with(what) && fault.message.contains(message)
                };
                assert!(faults.iter().any(told), "{form}, {what}: {faults:?}");
            }
        }
    }
}

#[test]
fn a_number_that_lost_its_end_is_found() {
    let (trace, figure) = figure(None);
    for (form, drawing) in forms(&figure) {
        let value = "data-from=\"OFFSET.value\">32.0<";
        assert!(drawing.contains(value), "{form}");
        for cut in ["32.", "32", "3", "", "3…", "32.…", "…"] {
            let shortened = drawing.replacen(value, &value.replace("32.0", cut), 1);
            let faults = read_back(&shortened, &figure, &trace).faults;
            assert!(!faults.is_empty(), "{form}: `{cut}` for 32.0");
        }
    }
}
