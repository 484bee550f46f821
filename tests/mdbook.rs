//! The real mdBook builds the guide of this repository, and the pages are read
//! back. Where no mdBook is found this says so and passes; `.ci/run` installs
//! one.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;
use traceplate::book::chapter::{What, scan};
use traceplate::book::directive::As;

/// The preprocessor as cargo has built it for this test.
const PREPROCESSOR: &str = env!("CARGO_BIN_EXE_mdbook-traceplate");

/// mdBook: the one that `MDBOOK` names, the one on the path, or the one that
/// `.ci/run` keeps.
fn mdbook() -> Option<PathBuf> {
    if let Some(named) = env::var_os("MDBOOK") {
        let named = PathBuf::from(named);
        assert!(
            named.is_file(),
            "expected mdBook where MDBOOK says, found nothing at {}",
            named.display()
        );
        return Some(named);
    }
    let on_path = env::var_os("PATH").unwrap_or_default();
    let cache = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cache")));
    let kept = cache.map(|cache| cache.join("traceplate/bin"));
    env::split_paths(&on_path)
        .chain(kept)
        .map(|folder| folder.join("mdbook"))
        .find(|program| program.is_file())
}

fn skipped() {
    // The test harness keeps what `println!` writes; this is to be seen.
    let note = "skipped: mdBook was not found; set MDBOOK, or run .ci/run, which installs it\n";
    let _ = std::io::stderr().write_all(note.as_bytes());
}

/// A copy of the guide that may be changed, and the program that builds it.
struct Copied {
    mdbook: PathBuf,
    folder: TempDir,
}

impl Copied {
    fn new(mdbook: PathBuf) -> Copied {
        let folder = TempDir::new().expect("a temporary folder");
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for name in ["book.toml", "plates.toml", "book", "traces"] {
            copy(&root.join(name), &folder.path().join(name));
        }
        Copied { mdbook, folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        fs::write(path, text).expect("the file is written");
    }

    /// Adds a line to a file.
    fn add(&self, name: &str, text: &str) {
        let before = fs::read_to_string(self.path(name)).expect("the file is there");
        self.write(name, &format!("{before}\n{text}\n"));
    }

    fn build(&self) -> Output {
        let folder = Path::new(PREPROCESSOR).parent().expect("its folder").to_owned();
        let others = env::var_os("PATH").unwrap_or_default();
        let path: OsString = env::join_paths([folder].into_iter().chain(env::split_paths(&others)))
            .expect("a path without colons");
        Command::new(&self.mdbook)
            .args(["build", "--dest-dir"])
            .arg(self.path("out"))
            .arg(self.folder.path())
            .env("PATH", path)
            .output()
            .expect("mdBook starts")
    }

    /// Builds it and reads all pages back.
    fn read_back(&self, pages: &Path) {
        let output = self.build();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{told}");
        let mut print = Expected::default();
        for chapter in self.chapters() {
            let text = fs::read_to_string(self.path("book").join(&chapter)).expect("a chapter");
            let expected = Expected::of(&text, &mut print.uses);
            let page = page_of(pages, &chapter);
            expected.hold(&page, &fs::read_to_string(&page).expect("its page"));
            print.figures.extend(expected.figures);
            print.escapes += expected.escapes;
        }
        let page = pages.join("print.html");
        print.hold(&page, &fs::read_to_string(&page).expect("the print page"));
    }

    /// The chapters in the order of the book.
    fn chapters(&self) -> Vec<String> {
        let summary = fs::read_to_string(self.path("book/SUMMARY.md")).expect("the summary");
        summary
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split_once(')'))
            .map(|(path, _)| path.trim_start_matches("./").to_owned())
            .filter(|path| Path::new(path).extension().is_some_and(|ending| ending == "md"))
            .collect()
    }
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).expect("a folder is made");
        for entry in fs::read_dir(from).expect("a folder is read") {
            let entry = entry.expect("an entry");
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::copy(from, to).expect("a file is copied");
    }
}

fn page_of(pages: &Path, chapter: &str) -> PathBuf {
    let path = pages.join(chapter);
    if path.file_stem().is_some_and(|stem| stem == "README") {
        path.with_file_name("index.html")
    } else {
        path.with_extension("html")
    }
}

/// What a page must hold.
#[derive(Default)]
struct Expected {
    /// The ids of its figures, in order.
    figures: Vec<String>,
    /// Directives that print themselves.
    escapes: usize,
    /// How often each plate was set in so far.
    uses: BTreeMap<String, usize>,
}

impl Expected {
    fn of(chapter: &str, uses: &mut BTreeMap<String, usize>) -> Expected {
        let mut expected = Expected::default();
        for found in scan(chapter).found {
            match found.what {
                What::Plate { id, form, .. } => {
                    let uses = uses.entry(id.clone()).or_default();
                    *uses += 1;
                    if form != Some(As::Text) {
                        expected.figures.push(match *uses {
                            1 => format!("plate-{id}"),
                            further => format!("plate-{id}_{further}"),
                        });
                    }
                }
                What::Escape => expected.escapes += 1,
                What::Value { .. } => {}
            }
        }
        expected
    }

    fn hold(&self, path: &Path, page: &str) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let page = without(page, "<script", "</script>");
        let figures: Vec<&str> = page
            .match_indices("<figure")
            .filter_map(|(at, _)| attribute(&page[at..], "id"))
            .collect();
        assert_eq!(figures, self.figures, "the figures of {name}");

        let mut ids: Vec<&str> =
            page.match_indices('<').filter_map(|(at, _)| attribute(&page[at..], "id")).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "the ids of {name} are unique");
        for reference in ["href=\"#", "aria-labelledby=\"", "aria-describedby=\""] {
            for (at, _) in page.match_indices(reference) {
                let named = &page[at + reference.len()..];
                let named = &named[..named.find('"').expect("a closing quote")];
                for id in named.split_whitespace().filter(|id| id.starts_with("plate-")) {
                    assert!(ids.contains(&id), "{name} refers to `{id}`, which it does not hold");
                }
            }
        }

        for figure in page.split("<figure").skip(1) {
            let (inside, after) = figure.split_once("</figure>").expect("a figure ends");
            let blank = inside.lines().position(|line| line.trim().is_empty());
            assert_eq!(blank, None, "a blank line inside a figure of {name}");
            assert!(
                !after.trim_start().starts_with("</p>"),
                "a figure of {name} is part of a paragraph"
            );
        }

        let prose = without(&without(&page, "<code", "</code>"), "<!--", "-->");
        let left =
            ["{{#plate", "{{#value"].iter().map(|open| prose.matches(open).count()).sum::<usize>();
        assert!(
            left <= self.escapes,
            "{left} directives left in {name}, {} print themselves",
            self.escapes
        );
    }
}

/// The text without what stands from each `open` to the `close` after it.
fn without(text: &str, open: &str, close: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(open) {
        out.push_str(&rest[..at]);
        rest = rest[at..].find(close).map_or("", |end| &rest[at + end..]);
    }
    out.push_str(rest);
    out
}

/// An attribute of the tag that a text begins with.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let tag = &tag[..tag.find('>')?];
    let at = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    Some(&tag[at..at + tag[at..].find('"')?])
}

#[test]
fn the_guide_is_built_and_every_page_read_back() {
    let Some(mdbook) = mdbook() else {
        return skipped();
    };
    let book = Copied::new(mdbook);
    book.read_back(&book.path("out"));
}

#[test]
fn a_figure_stands_in_every_kind_of_place_of_a_real_book() {
    let Some(mdbook) = mdbook() else {
        return skipped();
    };
    let book = Copied::new(mdbook);
    book.add(
        "book/SUMMARY.md",
        "- [Places](deep/er/places.md)\n  - [Again](deep/again.md)\n- [Draft]()",
    );
    book.write(
        "book/deep/er/places.md",
        "# Places é\r\n\r\nBefore\r\n{{#plate frozen-lookup}}\r\nAfter\r\n\r\n\
         - tight\r\n  {{#plate frozen-lookup}}\r\n- item\r\n\r\n\
         > 1. in a quote\r\n>\r\n>    {{#plate frozen-lookup}}\r\n>    on\r\n\r\n\
         {{#plate frozen-lookup as=svg}}\r\n\r\n{{#plate frozen-lookup as=text}}\r\n\r\n\
         | a |\r\n|---|\r\n| {{#value frozen-lookup TENSOR.strides}} |\r\n\r\n\
         {{#value frozen-lookup OFFSET.offset}}. So {{\\#value frozen-lookup OFFSET.offset}}\r\n",
    );
    book.write(
        "book/deep/part.inc",
        "{{#plate frozen-lookup}}\n\nIncluded {{#value frozen-lookup OFFSET.value}}.\n",
    );
    book.write("book/deep/again.md", "# Again\n\n{{#include part.inc}}\n");
    let output = book.build();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");

    let places = fs::read_to_string(book.path("out/deep/er/places.html")).expect("the page");
    for expected in [
        "<p>Before</p>",
        "<p>After</p>",
        "[6,3,1]",
        "<p>8. So {{#value frozen-lookup OFFSET.offset}}</p>",
        "src=\"../../plates/frozen-lookup.svg\"",
        "srcset=\"../../plates/frozen-lookup.narrow.svg\"",
    ] {
        assert!(places.contains(expected), "expected {expected} in {places}");
    }
    let again = fs::read_to_string(book.path("out/deep/again.html")).expect("the page");
    assert!(again.contains("Included 32.0."), "{again}");
    let print = fs::read_to_string(book.path("out/print.html")).expect("the print page");
    assert!(
        print.contains("src=\"plates/frozen-lookup.svg\""),
        "the image is reached from the print page"
    );

    // The included figure is not in the chapter's own text; the rest is read
    // back as in the guide.
    book.write("book/deep/again.md", "# Again\n\n{{#plate frozen-lookup}}\n");
    book.read_back(&book.path("out"));
}

#[test]
fn another_renderer_gets_images_with_their_words() {
    let Some(mdbook) = mdbook() else {
        return skipped();
    };
    let book = Copied::new(mdbook);
    book.add("book.toml", "[output.markdown]");
    book.add("book/SUMMARY.md", "- [Places](deep/places.md)");
    book.write("book/deep/places.md", "# Places\n\nBefore\n{{#plate frozen-lookup}}\nAfter\n");
    book.read_back(&book.path("out/html"));
    let chapter =
        fs::read_to_string(book.path("out/markdown/deep/places.md")).expect("the chapter");
    assert!(chapter.contains("](../plates/frozen-lookup.svg)\n\n"), "{chapter}");
    assert!(chapter.contains("Before\n\n!["), "{chapter}");
    assert!(chapter.ends_with("\n\nAfter\n"), "{chapter}");
}

#[test]
fn a_directive_that_names_nothing_stops_the_build() {
    let Some(mdbook) = mdbook() else {
        return skipped();
    };
    let book = Copied::new(mdbook);
    book.add("book/SUMMARY.md", "- [Wrong](deep/wrong.md)");
    book.write(
        "book/deep/wrong.md",
        "{{#plate no-such-plate}}\n\n{{#value frozen-lookup NOTHING.here}}\n",
    );
    let output = book.build();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{told}");
    assert!(told.contains("book/deep/wrong.md:1:1: error: `{{#plate no-such-plate}}`"), "{told}");
    assert!(
        told.contains("book/deep/wrong.md:3:1: error: `{{#value frozen-lookup NOTHING.here}}`"),
        "{told}"
    );
}
