//! HTML figures of traces at every edge: well-formed, every number with its
//! path, every id with its prefix.

use roxmltree::{Document, Node};
use std::collections::BTreeSet;
use traceplate::decimal::read_written;
use traceplate::dtype::Dtype;
use traceplate::figure::{Figure, Frame, Labels, Span, compose};
use traceplate::fixture::{
    INVALID_COORDINATE, SELECTED_COORDINATE, frozen_tensor_fixture, llm_shape_history_fixture,
};
use traceplate::layout::checked_row_major_layout;
use traceplate::render::html;
use traceplate::source::Storage;
use traceplate::trace::Trace;
use traceplate::tracer::lookup;
use traceplate::tracer::lookup::{Question, Subject, trace};
use traceplate::tracer::shapes::{Labelled, shapes};

/// Cells by a rule, so that a case may be as large as a real tensor.
#[derive(Debug)]
struct Rule {
    dtype: Dtype,
    length: usize,
    cell: fn(usize) -> String,
}

impl Storage for Rule {
    fn len(&self) -> usize {
        self.length
    }

    fn bits(&self, offset: usize) -> u64 {
        read_written(self.dtype, &(self.cell)(offset)).expect("the rule writes its dtype")
    }
}

/// One case: a tensor and what is asked of it.
struct Case {
    name: &'static str,
    dtype: Dtype,
    shape: &'static [usize],
    view: Option<(&'static [usize], usize, usize)>,
    axes: &'static [&'static str],
    cell: fn(usize) -> String,
    coordinate: Option<&'static [usize]>,
    label: Option<&'static str>,
    reject: &'static [&'static [usize]],
}

const CASE: Case = Case {
    name: "",
    dtype: Dtype::F64,
    shape: &[],
    view: None,
    axes: &[],
    cell: |offset| format!("{offset}.0"),
    coordinate: None,
    label: None,
    reject: &[],
};

const CASES: &[Case] = &[
    Case { name: "scalar", coordinate: Some(&[]), cell: |_| "7.0".to_owned(), ..CASE },
    Case { name: "empty", shape: &[2, 0, 3], ..CASE },
    Case { name: "empty-columns", shape: &[2, 3, 0], reject: &[&[0, 0, 0]], ..CASE },
    Case { name: "vector", shape: &[5], coordinate: Some(&[3]), reject: &[&[9]], ..CASE },
    Case {
        name: "matrix",
        shape: &[3, 4],
        coordinate: Some(&[1, 1]),
        reject: &[&[3, 0], &[0, 4], &[1], &[usize::MAX, 0]],
        ..CASE
    },
    Case {
        name: "rank-four",
        shape: &[2, 2, 2, 3],
        coordinate: Some(&[1, 0, 1, 2]),
        reject: &[&[0, 0, 0]],
        ..CASE
    },
    Case {
        name: "rank-eight",
        shape: &[1, 2, 1, 3, 1, 2, 2, 2],
        coordinate: Some(&[0, 1, 0, 2, 0, 1, 0, 1]),
        reject: &[&[0, 1, 0, 2, 0, 1, 2, 1]],
        dtype: Dtype::I32,
        cell: |offset| format!("-{}00", offset + 1),
        ..CASE
    },
    Case {
        name: "sixty",
        shape: &[3, 4, 5],
        coordinate: Some(&[2, 0, 3]),
        dtype: Dtype::U8,
        cell: |offset| offset.to_string(),
        ..CASE
    },
    Case { name: "row-of-sixty", shape: &[60], coordinate: Some(&[59]), ..CASE },
    Case { name: "column-of-nine", shape: &[9, 1], coordinate: Some(&[8, 0]), ..CASE },
    Case {
        name: "long-decimals",
        shape: &[2, 2, 2],
        coordinate: Some(&[0, 1, 1]),
        cell: |offset| format!("-1.797693134862315{}e308", offset % 8),
        ..CASE
    },
    Case {
        name: "names",
        shape: &[2, 3, 4],
        axes: &[
            "batches of sequences",
            "context positions in reading order",
            "head width <&> \"more\"",
        ],
        coordinate: Some(&[1, 2, 0]),
        label: Some("the second batch's last position,\nin the first column"),
        reject: &[&[1, 2, 4], &[2, 0, 0]],
        ..CASE
    },
    Case {
        name: "million",
        shape: &[1000, 1000],
        dtype: Dtype::F32,
        cell: |_| "0.5".to_owned(),
        coordinate: Some(&[785, 3]),
        reject: &[&[785, 1000]],
        ..CASE
    },
    Case {
        name: "tall",
        shape: &[100_000, 2],
        dtype: Dtype::I8,
        cell: |offset| (offset % 7).to_string(),
        coordinate: Some(&[99_999, 1]),
        reject: &[&[123_456, 0]],
        ..CASE
    },
    Case {
        name: "real",
        shape: &[64, 151_936, 1024],
        dtype: Dtype::Bf16,
        cell: |_| "0.1".to_owned(),
        coordinate: Some(&[63, 151_935, 511]),
        ..CASE
    },
    Case {
        name: "strided",
        shape: &[3, 2],
        view: Some((&[1, 4], 2, 10)),
        coordinate: Some(&[2, 1]),
        ..CASE
    },
    Case {
        name: "wide-names",
        shape: &[2, 1],
        view: Some((&[4, 1], 5, 10)),
        axes: &["first or second half of the row", "column"],
        coordinate: Some(&[1, 0]),
        ..CASE
    },
    Case {
        name: "crossing-names",
        shape: &[2, 5],
        axes: &["first half or second half", "position in that half of the row"],
        coordinate: Some(&[1, 4]),
        ..CASE
    },
    Case {
        name: "four-columns",
        shape: &[1_000_000, 4],
        dtype: Dtype::I8,
        cell: |offset| (offset % 7).to_string(),
        coordinate: Some(&[456_789, 3]),
        ..CASE
    },
    Case { name: "start", shape: &[2, 3], coordinate: Some(&[0, 0]), ..CASE },
    Case { name: "far-right", shape: &[2, 2, 3], coordinate: Some(&[1, 1, 2]), ..CASE },
    Case { name: "first-stays", shape: &[2, 2, 3], coordinate: Some(&[0, 1, 1]), ..CASE },
    Case {
        name: "still",
        shape: &[2, 3],
        dtype: Dtype::Bool,
        cell: |offset| (offset % 2 == 0).to_string(),
        ..CASE
    },
];

impl Case {
    fn trace(&self) -> Trace {
        let (strides, length) =
            checked_row_major_layout(self.shape).expect("the shape has a layout");
        let (strides, base, length) = match self.view {
            Some((strides, base, length)) => (strides.to_vec(), base, length),
            None => (strides, 0, length),
        };
        let axes: Vec<String> = self.axes.iter().map(|&name| name.to_owned()).collect();
        let subject = Subject {
            id: self.name,
            dtype: self.dtype,
            shape: self.shape,
            strides: &strides,
            base,
            axes: &axes,
            storage: &Rule { dtype: self.dtype, length, cell: self.cell },
        };
        let question = Question {
            coordinate: self.coordinate,
            label: self.label,
            reject: self.reject,
            unchecked: true,
        };
        trace(&subject, &question).expect(self.name)
    }
}

fn shape(label: &str, shape: &[usize], axes: &[&str]) -> Labelled {
    Labelled {
        label: label.to_owned(),
        dtype: Dtype::F32,
        shape: shape.to_vec(),
        axes: axes.iter().map(|&name| name.to_owned()).collect(),
    }
}

/// Every trace with its name.
fn traces() -> Vec<(&'static str, Trace)> {
    let tensor = frozen_tensor_fixture().expect("the fixture is valid");
    let frozen = lookup("frozen", &tensor, &SELECTED_COORDINATE, &[&INVALID_COORDINATE]);
    let history = llm_shape_history_fixture().expect("the fixture is valid");
    let names: [&[&str]; 7] = [
        &["vocabulary", "features"],
        &["hidden", "context features"],
        &["vocabulary", "hidden"],
        &["tokens", "head width"],
        &["tokens", "head width"],
        &["tokens", "head width"],
        &["heads", "tokens", "head width"],
    ];
    let history: Vec<Labelled> = history
        .iter()
        .zip(names)
        .map(|((label, tensor), axes)| shape(label, tensor.shape(), axes))
        .collect();
    let large = [
        shape("a scalar", &[], &[]),
        shape("a bias", &[4096], &["features"]),
        shape("an embedding", &[151_936, 1024], &["vocabulary entries", "features"]),
        shape("a tall matrix", &[300, 2], &[]),
        shape("nothing at all", &[2, 0, 3], &[]),
        shape("a cache of keys", &[28, 2, 8, 40_960, 128], &[]),
        shape(
            "four axes",
            &[2, 3, 2, 2],
            &["layers", "heads", "tokens", "a rather long name of an axis"],
        ),
    ];
    let mut traces: Vec<(&str, Trace)> = vec![
        ("frozen", frozen.expect("the fixture can be traced")),
        ("shapes", shapes(&history).expect("small shapes fit")),
        ("large-shapes", shapes(&large).expect("these shapes fit")),
    ];
    traces.extend(CASES.iter().map(|case| (case.name, case.trace())));
    traces
}

fn figure(name: &str, trace: &Trace) -> Figure {
    let frame = Frame {
        plate: name.to_owned(),
        title: (name == "names").then(|| "Axes <named> & numbered in 3 scripts".to_owned()),
        caption: (name == "names")
            .then(|| Span::authored("The author's own words, and 4 of them.").into()),
    };
    compose(trace, &frame, Labels::of("en").expect("English has a table"))
}

/// Whether a number in this element has a fact behind it; the description holds
/// no element, and is compared as a whole.
fn is_accounted_for(node: Node) -> bool {
    node.attribute("id").is_some_and(|id| id.ends_with("_long"))
        || ["data-from", "data-decorative", "data-authored"]
            .iter()
            .any(|name| node.has_attribute(*name))
}

#[test]
fn each_figure_is_well_formed_and_every_number_has_its_path() {
    for (name, trace) in traces() {
        let figure = figure(name, &trace);
        let prefix = format!("plate-{name}_2");
        let fragment = html::fragment(&figure, &prefix);
        assert!(fragment.starts_with("<figure ") && fragment.ends_with("</figure>\n"), "{name}");
        assert!(!fragment.contains("\n\n"), "{name}: a blank line ends the block");
        assert!(fragment.lines().all(|line| line == line.trim()), "{name}");
        let document = Document::parse(&fragment).unwrap_or_else(|error| panic!("{name}: {error}"));
        let root = document.root_element();
        assert_eq!(root.attribute("id"), Some(prefix.as_str()));
        let facts = trace.facts();
        let mut ids = BTreeSet::new();
        for node in root.descendants().filter(Node::is_element) {
            if let Some(id) = node.attribute("id") {
                assert!(ids.insert(id), "{name}: {id} twice");
                assert!(node == root || id.starts_with(&format!("{prefix}_")), "{name}: {id}");
            }
            if let Some(path) = node.attribute("data-from") {
                let fact =
                    facts.resolve(path).unwrap_or_else(|error| panic!("{name}: {path}: {error}"));
                let text: String = node
                    .descendants()
                    .filter_map(|node| if node.is_text() { node.text() } else { None })
                    .collect();
                assert!(node.children().all(|child| child.is_text()), "{name}: {path}");
                let short = text
                    .strip_suffix('…')
                    .is_some_and(|begins| begins.len() > 10 && fact.lexeme().starts_with(begins));
                assert!(
                    short || text == fact.lexeme() || text.replace(',', "") == fact.lexeme(),
                    "{name}: {path} says {text}"
                );
            }
            for attribute in node.attributes().filter(|attribute| attribute.name() == "aria-label")
            {
                assert!(
                    !attribute.value().contains(|c: char| c.is_ascii_digit()),
                    "{name}: {attribute:?}"
                );
            }
        }
        for node in root.descendants() {
            for name in ["aria-labelledby", "aria-describedby", "aria-controls"] {
                if let Some(id) = node.attribute(name) {
                    assert!(ids.contains(id), "{name}={id} names nothing");
                }
            }
            let text = if node.is_text() { node.text().unwrap_or_default() } else { "" };
            if text.contains(|c: char| c.is_ascii_digit()) {
                let parent = node.parent_element().expect("a text has an element");
                assert!(is_accounted_for(parent), "{name}: {text} comes from nowhere");
            }
        }
    }
}

#[test]
fn every_span_of_the_description_is_in_the_figure() {
    for (name, trace) in traces() {
        let figure = figure(name, &trace);
        let fragment = html::fragment(&figure, "p");
        let document = Document::parse(&fragment).expect("well-formed");
        let long = document
            .descendants()
            .find(|node| node.attribute("id") == Some("p_long"))
            .expect("a long description");
        let text: String =
            long.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect();
        assert_eq!(text, figure.description.plain(), "{name}");
    }
}

/// The class names in a text, each after one of these characters.
fn classes<'a>(text: &'a str, before: &'a [char]) -> impl Iterator<Item = &'a str> {
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    text.match_indices(before)
        .map(move |(at, _)| text[at + 1..].split(|c| !is_name(c)).next().unwrap_or_default())
        .filter(|name| *name == "tp" || name.starts_with("tp-"))
}

#[test]
fn every_class_has_a_rule_and_every_rule_a_class() {
    let styled: BTreeSet<&str> = classes(html::style(), &['.']).collect();
    // The script sets these.
    let mut used: BTreeSet<String> =
        ["tp-later", "tp-walking", "tp-before", "tp-after"].map(str::to_owned).into();
    for (name, trace) in traces() {
        let fragment = html::fragment(&figure(name, &trace), "p");
        let document = Document::parse(&fragment).expect("well-formed");
        for node in document.descendants() {
            for class in node.attribute("class").unwrap_or_default().split(' ') {
                assert!(class.is_empty() || class == "tp" || class.starts_with("tp-"), "{class}");
                used.extend((!class.is_empty()).then(|| class.to_owned()));
            }
        }
    }
    let used: BTreeSet<&str> = used.iter().map(String::as_str).collect();
    assert_eq!(used, styled);
}

#[test]
fn style_and_script_fit_into_a_page() {
    for text in [html::style(), html::script()] {
        assert!(!text.contains("\n\n") && !text.contains("</"), "it would end its element");
        assert!(!text.contains("url(") && !text.contains("@import"), "it would load from outside");
    }
    let words = html::script().split('\'').skip(1).step_by(2);
    for word in words {
        assert!(!word.contains(' '), "the script would say `{word}`");
    }
}

/// The pages that the figures' lint and a reader's eye look at.
#[test]
fn pages_are_written_where_a_browser_can_open_them() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/figures-html");
    std::fs::create_dir_all(&folder).expect("target can be written");
    for (name, trace) in traces() {
        let page = html::page(&figure(name, &trace), &format!("plate-{name}"));
        assert!(page.starts_with("<!doctype html>\n"), "{name}");
        std::fs::write(folder.join(format!("{name}.html")), page).expect("target can be written");
    }
}
