//! The page on which every plate is looked over in every form.

mod support;

use std::collections::BTreeSet;

use support::{Book, told};

#[test]
fn the_gallery_shows_every_plate_in_every_form() {
    let book = Book::guide();
    let folder = book.path("out/gallery");
    let shown = folder.display().to_string();
    let before = book.everything();
    let said = book.must(&["build", "--gallery", &shown]);
    assert!(said.contains("wrote the gallery, "), "{said}");
    for (path, file) in before {
        assert_eq!(book.everything().get(&path), Some(&file), "{} is as it was", path.display());
    }
    let page = book.read("out/gallery/index.html");
    for id in ["first-lookup", "frozen-lookup", "model-shapes", "rank-4", "scalar", "empty"] {
        for ending in [".svg", ".narrow.svg"] {
            let name = format!("{id}{ending}");
            assert!(page.contains(&format!("src=\"{name}\"")), "{name} is shown");
            assert_eq!(
                book.read(&format!("out/gallery/{name}")),
                book.read(&format!("book/plates/{name}"))
            );
        }
        assert_eq!(
            page.matches(&format!("<figure class=\"tp\" id=\"plate-{id}")).count(),
            3,
            "{id}"
        );
    }
    assert_eq!(page.matches("<style>").count(), 1, "one style block serves every figure");
    let mut ids = BTreeSet::new();
    for part in page.split(" id=\"").skip(1) {
        let id = part.split('"').next().expect("its end");
        assert!(ids.insert(id), "{id} stands twice");
    }
    let again = book.must(&["build", "--gallery", &shown]);
    assert_eq!(again, said);
}

#[test]
fn a_gallery_that_cannot_be_written_is_said() {
    let book = Book::frozen();
    book.write("taken", "a file");
    let answer = book.run(&["build", "--gallery", &book.path("taken").display().to_string()]);
    assert_eq!(answer.code, 3, "{}", told(&answer));
}

#[test]
fn a_plate_that_does_not_stand_well_is_marked() {
    let book = Book::guide();
    book.replace("traces/frozen-lookup.trace", "contribution=6", "contribution=7");
    book.replace("plates.toml", "coordinate = [1, 0, 1, 2]", "coordinate = [1, 0, 1, 1]");
    let folder = book.path("out").display().to_string();
    assert_eq!(book.run(&["build", "--gallery", &folder]).code, 1);
    let page = book.read("out/index.html");
    for said in [
        "<h2 id=\"frozen-lookup\">frozen-lookup <strong>false</strong></h2>\n<p>It cannot be drawn.",
        "<h2 id=\"rank-4\">rank-4 <strong>stale</strong></h2>",
        "<h2 id=\"scalar\">scalar</h2>",
    ] {
        assert!(page.contains(said), "{said}");
    }
}

#[test]
fn a_page_of_somebody_else_stays() {
    let book = Book::frozen();
    book.write("own/index.html", "mine");
    let answer = book.run(&["build", "--gallery", &book.path("own").display().to_string()]);
    assert_eq!(answer.code, 3, "{}", told(&answer));
    assert!(answer.stderr.contains("found another page"), "{}", answer.stderr);
    assert_eq!(book.read("own/index.html"), "mine");
    assert!(!book.path("own/frozen-lookup.svg").exists());
}

#[test]
fn the_guide_s_gallery_has_every_plate() {
    let book = Book::guide();
    let chapter = book.read("book/gallery.md");
    let manifest = book.read("plates.toml");
    let ids = manifest.lines().filter_map(|line| line.strip_prefix("id"));
    let mut plates = 0;
    for id in ids.filter_map(|rest| rest.split('"').nth(1)) {
        for form in ["}}", " as=svg}}", " as=text}}"] {
            let directive = format!("{{{{#plate {id}{form}");
            assert!(chapter.contains(&directive), "expected {directive} in book/gallery.md");
        }
        plates += 1;
    }
    assert!(plates >= 7, "{plates} plates");
}
