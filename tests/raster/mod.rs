//! Pictures of SVGs by a second renderer, which knows no browser's rules.

mod typst;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
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

/// Draws every SVG of a folder: none is mostly dark or mostly empty, no text is
/// cut off, and Typst draws the same picture.
pub fn every_svg_of(folder: &Path) {
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
    typst::compare(&svgs, &options, &mut faults);
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
    let mut seen = Vec::new();
    let size = (tree.size().width(), tree.size().height());
    cut_off(tree.root().children(), size, &mut seen);
    assert!(!seen.is_empty(), "{name}: no text");
    faults.extend(seen.into_iter().flatten().map(|fault| format!("{name}: {fault}")));
}

/// From 0 to 255, what is not drawn on being white.
fn brightness(pixel: PremultipliedColorU8) -> u32 {
    let [red, green, blue] = [pixel.red(), pixel.green(), pixel.blue()].map(u32::from);
    (red + green + blue) / 3 + (255 - u32::from(pixel.alpha()))
}

/// Looks at every text: nothing, or how it is cut off.
fn cut_off(nodes: &[Node], (width, height): (f32, f32), seen: &mut Vec<Option<String>>) {
    for node in nodes {
        if let Node::Group(group) = node {
            cut_off(group.children(), (width, height), seen);
        }
        let Node::Text(text) = node else { continue };
        let place = text.abs_bounding_box();
        let inside = place.left() >= -1.0
            && place.top() >= -1.0
            && place.right() <= width + 1.0
            && place.bottom() <= height + 1.0;
        let words: String = text.chunks().iter().map(TextChunk::text).collect();
        seen.push(
            (!inside).then(|| format!("`{words}` is cut off: {place:?} in {width} × {height}")),
        );
    }
}
