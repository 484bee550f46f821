//! The same pictures as Typst sets them into a page.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::brightness;

/// The Python that has the package `typst`.
const PYTHON: &str = "TRACEPLATE_TYPST";

/// Side of the tiles in which pictures with text are compared, in pixels: about
/// a line of text, whose letters are of another typeface here.
const TILE: usize = 24;

/// Side of those without text, where every line is the same.
const SMALL_TILE: usize = 6;

/// Draws the SVGs with Typst and compares them with what `options` draws:
/// without their texts pixel by pixel, with them tile by tile.
pub fn compare(svgs: &[PathBuf], options: &Options<'_>, faults: &mut Vec<String>) {
    let Some(python) = std::env::var_os(PYTHON) else {
        // The test harness keeps what `println!` writes; this is to be seen.
        let note = format!("skipped: no Typst; {PYTHON} names a Python that has it\n");
        let _ = std::io::stderr().write_all(note.as_bytes());
        return;
    };
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let copy = |name: String, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a copy");
        path
    };
    let (mut whole, mut bare) = (Vec::new(), Vec::new());
    for svg in svgs {
        let text = lengthened(&fs::read_to_string(svg).expect("an SVG"));
        let name = svg.file_name().and_then(|name| name.to_str()).expect("a name");
        whole.push(copy(name.to_owned(), &text));
        bare.push(copy(format!("bare-{name}"), &without_texts(&text)));
    }
    let drawn = Command::new(&python)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/typst/draw.py"))
        .arg(folder.path())
        .args(whole.iter().chain(&bare))
        .output()
        .expect("the Python runs");
    assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
    for ((svg, whole), bare) in svgs.iter().zip(&whole).zip(&bare) {
        // A side, how far two tiles may be apart, and how many of 1000 may be further.
        for (drawn, side, far, most) in [(bare, SMALL_TILE, 12, 1), (whole, TILE, 40, 30)] {
            let [ours, theirs] = pictures(drawn, options);
            let (other, tiles) = ours.differing(&theirs, side, far);
            if 1000 * other > most * tiles {
                let told = format!("Typst draws {other} of {tiles} tiles else, {side} pixels each");
                faults.push(format!("{}: {told}", svg.display()));
            }
        }
    }
}

/// How bright the pixels of a picture are.
struct Grey {
    width: usize,
    pixels: Vec<u32>,
}

impl Grey {
    fn of(picture: &Pixmap) -> Self {
        let pixels = picture.pixels().iter().map(|pixel| brightness(*pixel)).collect();
        Self { width: picture.width() as usize, pixels }
    }

    /// How many tiles of so many pixels a side are brighter or darker than in
    /// another picture, by more than `far` of 255, and how many there are.
    fn differing(&self, other: &Self, side: usize, far: usize) -> (usize, usize) {
        let height = self.pixels.len() / self.width;
        let mean = |picture: &Self, top: usize, left: usize| {
            let columns = left..(left + side).min(self.width);
            let rows = top..(top + side).min(height);
            let count = rows.len() * columns.len();
            let sum: u32 =
                rows.flat_map(|row| &picture.pixels[row * self.width..][columns.clone()]).sum();
            sum as usize / count
        };
        let (mut count, mut differing) = (0, 0);
        for top in (0..height).step_by(side) {
            for left in (0..self.width).step_by(side) {
                count += 1;
                let apart = mean(self, top, left).abs_diff(mean(other, top, left));
                differing += usize::from(apart > far);
            }
        }
        (differing, count)
    }
}

/// An SVG by our renderer and as Typst has drawn it.
fn pictures(svg: &Path, options: &Options<'_>) -> [Grey; 2] {
    let text = fs::read_to_string(svg).expect("an SVG");
    let tree = Tree::from_str(&text, options).expect("an SVG");
    let size = tree.size().to_int_size();
    let mut ours = Pixmap::new(size.width(), size.height()).expect("a size to draw");
    // A page is white where nothing stands on it.
    ours.fill(Color::WHITE);
    resvg::render(&tree, Transform::identity(), &mut ours.as_mut());
    let theirs = Pixmap::load_png(svg.with_extension("png")).expect("a picture");
    let sizes = [&ours, &theirs].map(|picture| (picture.width(), picture.height()));
    assert_eq!(sizes[0], sizes[1], "{}", svg.display());
    [&ours, &theirs].map(Grey::of)
}

/// An SVG with room beneath it, so that its height is eighths of its width:
/// Typst rounds the pixels of any other proportion up and draws it smaller.
fn lengthened(svg: &str) -> String {
    let (_, rest) = svg.split_once("viewBox=\"0 0 ").expect("its size");
    let (size, _) = rest.split_once('"').expect("its size");
    let (width, height) = size.split_once(' ').expect("its size");
    let step = width.parse::<usize>().expect("a width") / 8;
    let longer = height.parse::<usize>().expect("a height").next_multiple_of(step);
    svg.replacen(&format!("0 0 {size}"), &format!("0 0 {width} {longer}"), 1).replacen(
        &format!("height=\"{height}\""),
        &format!("height=\"{longer}\""),
        1,
    )
}

/// An SVG without its `text` elements, which hold none of their own kind.
fn without_texts(svg: &str) -> String {
    let mut rest = svg;
    let mut kept = String::new();
    while let Some(start) = rest.find("<text ") {
        kept.push_str(&rest[..start]);
        let end = rest[start..].find("</text>").expect("its end") + "</text>".len();
        rest = &rest[start + end..];
    }
    kept + rest
}
