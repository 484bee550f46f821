//! Plates that once were drawn badly: names that became one, numbers that were
//! cut, words that were lost, steps that pointed back. Each is built with its
//! figures read back, drawn by a second renderer, and asked for what it lacked.

use std::fs;
use std::path::{Path, PathBuf};

use roxmltree::{Document, Node};

mod raster;

const PLATES: &str = r#"
[[plate]]
id = "enc"
kind = "lookup"
tensor = { shape = [2, 3], fill = "iota", dtype = "i32", axes = ["attention heads of the encoder", "attention heads of the decoder"] }
coordinate = [1, 0]
reject = [[1, 3]]

[[plate]]
id = "six"
kind = "shapes"
items = [{ label = "six", shape = [2, 1, 2, 1, 2, 3] }, { label = "wide", shape = [1, 12] }, { label = "transformer.h.0.attn.c_attn.weight.quantised.block", shape = [2, 3] }]

[[plate]]
id = "many"
kind = "lookup"
tensor = { shape = [2, 3], values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0] }
coordinate = [0, 1]
reject = [[2, 0], [0], [1, 1000000], [18446744073709551615, 0]]

[[plate]]
id = "url"
kind = "lookup"
title = "A_very_long_word_that_no_line_of_a_figure_in_a_narrow_column_ever_holds"
caption = "See https://docs.rs/ndarray/latest/ndarray/index.html, then offset {OFFSET.offset}."
tensor = { shape = [2, 3], fill = "iota", dtype = "i32" }
coordinate = [1, 1]

[[plate]]
id = "huge"
kind = "lookup"
tensor = { shape = [1000, 1000, 1000], dtype = "u32", fill = "zeros" }
coordinate = [499, 500, 501]

[[plate]]
id = "rank-six"
kind = "lookup"
tensor = { shape = [2, 3, 2, 2, 2, 3], fill = "iota" }
coordinate = [1, 2, 1, 0, 1, 1]

[[plate]]
id = "nothing"
kind = "lookup"
tensor = { shape = [2, 3, 0, 4], values = [] }

[[plate]]
id = "seven"
kind = "lookup"
tensor = { shape = [7], fill = "iota" }
coordinate = [4]
reject = [[7]]

[[plate]]
id = "single"
kind = "lookup"
tensor = { shape = [], values = [7.0] }
coordinate = []

[[plate]]
id = "decimals"
kind = "lookup"
tensor = { shape = [2], values = [0.1, 2.2250738585072014e-308] }
coordinate = [1]
"#;

/// The figures, drawn anew.
fn drawn(folder: &str) -> PathBuf {
    raster::built(folder, PLATES).0.join("src/plates")
}

fn read(folder: &Path, file: &str) -> String {
    let text = fs::read_to_string(folder.join(file)).expect("a figure");
    let start = text.find("<figure").unwrap_or(0);
    let end = text.rfind("</figure>").map_or(text.len(), |at| at + "</figure>".len());
    text[start..end].to_owned()
}

fn text_of(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|text| text.text()).collect()
}

/// What is drawn for a fact, every time it is drawn.
fn shown(drawing: &str, path: &str) -> Vec<String> {
    let document = Document::parse(drawing).expect("well-formed");
    let nodes = document.descendants().filter(|node| node.attribute("data-from") == Some(path));
    nodes.map(text_of).collect()
}

#[test]
fn odd_plates_are_built_read_back_and_drawn_by_a_second_renderer() {
    raster::every_svg_of(&drawn("odd-drawn"), 5);
}

#[test]
fn two_axes_never_have_one_name() {
    let folder = drawn("odd-names");
    for file in ["enc.svg", "enc.narrow.svg", "enc.html"] {
        let drawing = read(&folder, file);
        let first = shown(&drawing, "TENSOR.axes[0]");
        let second = shown(&drawing, "TENSOR.axes[1]");
        assert!(first.len() > 2 && second.len() > 2, "{file}");
        assert!(first.iter().all(|name| !second.contains(name)), "{file}: {first:?} {second:?}");
    }
}

#[test]
fn no_number_and_no_word_is_cut() {
    let folder = drawn("odd-cut");
    let six = read(&folder, "six.narrow.svg");
    assert!(!six.contains('…'), "a caption lost its index: {six}");
    assert_eq!(shown(&six, "SHAPE[id=six].length"), ["24"]);
    let product = six.lines().find(|line| line.contains("SHAPE[id=six].length")).expect("a line");
    assert!(product.contains("].shape[5]\">3<"), "the product stands on one line: {product}");
    assert!(!read(&folder, "six.html").contains("tp-break"), "twelve squares fit");
    let link = "https://docs.rs/ndarray/latest/ndarray/index.html";
    for file in ["url.svg", "url.narrow.svg"] {
        let document = read(&folder, file);
        let document = Document::parse(&document).expect("well-formed");
        let texts: Vec<String> =
            document.descendants().filter(|node| node.has_tag_name("text")).map(text_of).collect();
        assert!(texts.iter().any(|text| text.contains(link)), "{file}: {texts:?}");
    }
}

#[test]
fn a_long_number_sets_the_width_of_its_own_refusal_only() {
    let folder = drawn("odd-wide");
    let many = read(&folder, "many.svg");
    // The cells of the valid indices, the narrowest that there are.
    assert!(many.matches("width=\"56\" height=\"36\" class=\"tp-cell\"").count() >= 7, "{many}");
    let html = read(&folder, "many.html");
    assert_eq!(html.matches("<table class=\"tp-checks tp-long\"").count(), 1);
    assert_eq!(html.matches("<table class=\"tp-checks\"").count(), 3);
    assert!(html.contains("class=\"tp-start tp-own\""), "the start is said");
}

#[test]
fn a_step_forward_never_points_back() {
    let folder = drawn("odd-back");
    let huge = read(&folder, "huge.svg");
    let walk = huge.find("start at offset").expect("the walk");
    let number = |text: &str| text.parse::<i32>().ok();
    let mut tracks = 0;
    for line in huge[walk..].lines() {
        let Some((path, class)) = line.trim().split_once("\" class=\"tp-") else { continue };
        let Some((from, to)) = path.strip_prefix("<path d=\"M").and_then(|d| d.split_once('H'))
        else {
            continue;
        };
        let from = from.split(' ').next().and_then(number);
        if let (Some(from), Some(to)) = (from, number(to)) {
            assert!(from < to, "{line}");
            tracks += usize::from(class.starts_with('k'));
        }
    }
    // Axis 2 goes on along the second line.
    assert_eq!(tracks, 4, "{huge}");
}

#[test]
fn what_belongs_together_stays_together() {
    let folder = drawn("odd-lines");
    let html = read(&folder, "rank-six.html");
    let selected = html.find("tp-here\"><span class=\"tp-v").expect("the selected cell");
    let turn = html[..selected].rfind("class=\"tp-nl").expect("a line begins");
    assert_eq!(html[turn..selected].matches("tp-gone").count(), 0, "135, then 136");
    assert!(html.contains("\u{a0}="), "an equation is one word");
}

#[test]
fn no_break_hides_a_single_index() {
    let folder = drawn("odd-single");
    let html = read(&folder, "seven.html");
    let inside = &html[html.find("tp-inside").expect("the indices")..];
    let inside = &inside[..inside.find("</p>").expect("their end")];
    assert_eq!(inside.matches("tp-break").count(), 1, "only 1 to 3 are left out: {inside}");
    assert_eq!(inside.matches("data-from").count(), 4, "0, 4, 5 and 6");
}

#[test]
fn nothing_to_draw_keeps_its_names_and_nothing_to_add_takes_a_line() {
    let folder = drawn("odd-empty");
    let html = read(&folder, "nothing.html");
    assert_eq!(html.matches("tp-hollow").count(), 6);
    assert_eq!(html.matches("class=\"tp-rows-of\"").count(), 6);
    let html = read(&folder, "single.html");
    assert!(html.contains("class=\"tp-lone\"") && !html.contains("tp-sum"), "{html}");
    let html = read(&folder, "decimals.html");
    let cell = |key: &str| {
        let rest = html.split(&format!("{key}:")).nth(1)?;
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u32>().ok()
    };
    assert!(cell(";--y") > cell(";--nw"), "a cell grows beyond its content");
}
