//! The guide's figures by a second renderer.

use std::path::Path;

mod raster;

#[test]
fn every_svg_of_the_guide_is_drawn_whole() {
    raster::every_svg_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("book/plates"));
}
