//! The guide's figures by a second renderer.

use std::path::Path;

mod raster;

#[test]
fn every_svg_of_the_guide_is_drawn_whole() {
    raster::every_svg_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("book/plates"), 1);
}

#[test]
fn the_longest_svg_of_the_guide_is_short() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/plates");
    let mut looked_at = 0;
    for entry in std::fs::read_dir(folder).expect("the figures") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "svg") {
            let bytes = path.metadata().expect("its size").len();
            assert!(bytes <= 60 * 1024, "{}: {bytes} bytes", path.display());
            looked_at += 1;
        }
    }
    assert!(looked_at >= 14, "{looked_at} SVGs");
}
