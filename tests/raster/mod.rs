//! Pictures of SVGs by a second renderer, which knows no browser's rules.

mod typst;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Rect, Transform};
use resvg::usvg::{Node, Options, TextChunk, Tree, fontdb::Database};

/// The machine's fonts; text can't be judged without any.
fn options() -> Option<Options<'static>> {
    let mut fonts = Database::new();
    fonts.load_system_fonts();
    if fonts.is_empty() {
        let promised = std::env::var_os("TRACEPLATE_FONTS").is_some();
        assert!(!promised, "no font on this machine, so no text can be drawn");
        println!("skipped: no font on this machine, so no text can be drawn");
        return None;
    }
    for family in ["DejaVu Sans", "Liberation Sans", "Arial"] {
        let known = fonts.faces().any(|face| face.families.iter().any(|(name, _)| name == family));
        if known {
            fonts.set_sans_serif_family(family);
            fonts.set_serif_family(family);
            break;
        }
    }
    Some(Options { fontdb: Arc::new(fonts), ..Options::default() })
}

/// Builds a book of these plates in the target folder, where it stays; where it
/// is, and what was said.
#[allow(dead_code)] // Not every test that draws builds a book.
pub fn built(folder: &str, manifest: &str) -> (PathBuf, String) {
    let book = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    if book.exists() {
        fs::remove_dir_all(&book).expect("the last run's book");
    }
    fs::create_dir_all(book.join("src")).expect("a folder for the book");
    fs::write(book.join("plates.toml"), manifest).expect("a manifest");
    let built = Command::new(env!("CARGO_BIN_EXE_traceplate"))
        .args(["build", "--book"])
        .arg(&book)
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&built.stdout).into_owned()
        + &String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{said}");
    (book, said)
}

/// Draws every SVG of a folder: none is mostly dark or mostly empty, no text is
/// cut off, and Typst draws the same picture of one in so many.
pub fn every_svg_of(folder: &Path, one_in: usize) {
    let Some(options) = options() else { return };
    let mut svgs: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder of figures")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "svg"))
        .collect();
    svgs.sort();
    assert!(!svgs.is_empty(), "no SVG in {}", folder.display());
    let mut faults = Vec::new();
    for svg in &svgs {
        judge(svg, &options, &mut faults);
    }
    let by_typst: Vec<PathBuf> = svgs.into_iter().step_by(one_in).collect();
    typst::compare(&by_typst, &options, &mut faults);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn judge(path: &Path, options: &Options<'_>, faults: &mut Vec<String>) {
    let name = path.display();
    let text = fs::read_to_string(path).expect("an SVG");
    let tree = Tree::from_str(&text, options).unwrap_or_else(|error| panic!("{name}: {error}"));
    let size = tree.size().to_int_size();
    let mut picture = Pixmap::new(size.width(), size.height()).expect("a size to draw");
    resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
    let part = |of: fn(u32) -> bool| {
        let count = picture.pixels().iter().filter(|pixel| of(brightness(**pixel))).count();
        1000 * count / picture.pixels().len()
    };
    let (dark, marked) = (part(|bright| bright < 80), part(|bright| bright < 250));
    if dark >= 350 || marked <= 10 {
        faults.push(format!("{name}: of 1000 pixels {dark} are dark, {marked} drawn on"));
    }
    let (mut texts, mut cells) = (Vec::new(), Vec::new());
    collect(tree.root().children(), &mut texts, &mut cells);
    assert!(!texts.is_empty(), "{name}: no text");
    let whole = Rect::from_xywh(0.0, 0.0, tree.size().width(), tree.size().height());
    cells.extend(whole);
    faults.extend(
        texts
            .iter()
            .filter_map(|text| cut_off(text, &cells))
            .map(|fault| format!("{name}: {fault}")),
    );
}

/// From 0 to 255, what is not drawn on being white.
fn brightness(pixel: PremultipliedColorU8) -> u32 {
    let [red, green, blue] = [pixel.red(), pixel.green(), pixel.blue()].map(u32::from);
    (red + green + blue) / 3 + (255 - u32::from(pixel.alpha()))
}

/// A text as it is drawn.
struct Drawn {
    words: String,
    place: Rect,
}

/// Every text, and every rectangle that could be its cell.
fn collect(nodes: &[Node], texts: &mut Vec<Drawn>, cells: &mut Vec<Rect>) {
    for node in nodes {
        match node {
            Node::Group(group) => collect(group.children(), texts, cells),
            Node::Text(text) => texts.push(Drawn {
                words: text.chunks().iter().map(TextChunk::text).collect(),
                place: text.abs_bounding_box(),
            }),
            // Four lines and no curve: one with round corners only backs a text.
            Node::Path(path) if path.data().verbs().len() == 5 => {
                cells.push(path.abs_bounding_box());
            }
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

/// How a text is cut off by the smallest rectangle that its middle stands in.
fn cut_off(text: &Drawn, cells: &[Rect]) -> Option<String> {
    let place = text.place;
    let x = f32::midpoint(place.left(), place.right());
    let y = f32::midpoint(place.top(), place.bottom());
    let around = |cell: &&Rect| {
        cell.left() <= x && x <= cell.right() && cell.top() <= y && y <= cell.bottom()
    };
    let area = |cell: &&Rect| cell.width() * cell.height();
    let cell = cells.iter().filter(around).min_by(|one, other| area(one).total_cmp(&area(other)));
    let inside = cell.is_some_and(|cell| {
        place.left() >= cell.left() - 1.0
            && place.right() <= cell.right() + 1.0
            && place.top() >= cell.top() - 1.0
            && place.bottom() <= cell.bottom() + 1.0
    });
    (!inside).then(|| format!("`{}` is cut off: {place:?} in {cell:?}", text.words))
}
