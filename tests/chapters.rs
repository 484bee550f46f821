//! Which texts are the chapters of a book: those that mdBook builds, and what
//! they include; and what is said where there are none.

mod support;

use support::{Book, told};

/// Files of a book besides its plate: a name and a text.
type Files<'f> = &'f [(&'f str, &'f str)];

/// The book of `Book::frozen` without its chapter, built.
fn book(files: Files<'_>) -> Book {
    let book = Book::frozen();
    book.must(&["build"]);
    std::fs::remove_file(book.path("src/storage.md")).expect("its chapter");
    for (name, text) in files {
        book.write(name, text);
    }
    book
}

const BAD: &str = "{{#plate no-such}}\n";
const VALUE: &str = "{{#value frozen-lookup OFFSET.offset}}\n";
const MDBOOK: (&str, &str) = ("book.toml", "[book]\ntitle = \"t\"\n[preprocessor.traceplate]\n");

#[test]
fn a_folder_of_chapters_that_is_named_is_there_or_an_error() {
    let cases: [(&str, Files<'_>, &str); 5] = [
        (
            "the src of book.toml",
            &[("book.toml", "[book]\nsrc = \"bok\"\n")],
            "book.toml:2:7: error: expected the folder of the chapters, found no folder named `bok`\n  |\n\
             2 | src = \"bok\"\n  |       ^^^^^\n  |\n  = help: make it, or name another as `src` under [book] in book.toml\n",
        ),
        (
            "the source of plates.toml",
            &[("plates.toml", "[book]\nsource = \"bok\"\n")],
            "plates.toml:2:10: error: expected the folder of the chapters, found no folder named `bok`\n  |\n\
             2 | source = \"bok\"\n  |          ^^^^^\n  |\n  = help: make it, or name another as `source` under [book] in plates.toml\n",
        ),
        (
            "a file in its place",
            &[("bok", ""), ("book.toml", "[book]\nsrc = \"bok\"\n")],
            "book.toml:2:7: error: expected the folder",
        ),
        (
            "no list of chapters",
            &[MDBOOK, ("src/a.md", BAD)],
            "src/SUMMARY.md: error: expected the list of chapters, found nothing of that name\n  = help: mdBook builds",
        ),
        (
            "a list of chapters that is no text",
            &[MDBOOK, ("src/SUMMARY.md/x", "")],
            "src/SUMMARY.md: error: expected a file, found a folder\n",
        ),
    ];
    for (title, files, expected) in cases {
        let book = book(files);
        for command in ["check", "list"] {
            let answer = book.run(&[command]);
            assert!(answer.stderr.contains(expected), "{title}: {}", told(&answer));
            assert_eq!(answer.code, 3, "{title}: {}", told(&answer));
        }
    }
}

#[test]
fn build_makes_no_folder_of_chapters_that_somebody_named() {
    let named: [Files<'_>; 2] = [
        &[("book.toml", "[book]\nsrc = \"bok\"\n")],
        &[(
            "plates.toml",
            "[book]\nsource = \"bok\"\n[[plate]]\nid = \"a\"\nkind = \"shapes\"\nfixture = \"llm-shape-history\"\n",
        )],
    ];
    for files in named {
        let book = book(files);
        let before = book.everything();
        let answer = book.run(&["build"]);
        assert_eq!(answer.code, 3, "{}", told(&answer));
        assert_eq!(answer.stdout, "nothing was written\n");
        assert_eq!(book.everything(), before);
    }
    let book =
        Book::new("[[plate]]\nid = \"a\"\nkind = \"shapes\"\nfixture = \"llm-shape-history\"\n");
    std::fs::remove_dir(book.path("src")).expect("an empty folder");
    book.must(&["build"]);
    assert!(book.path("src/plates/a.svg").exists());
}

#[test]
fn chapters_are_what_the_list_links_and_what_that_includes() {
    const LIST: &str = "# Summary\n\n- [A](a.md)\n  - [B](deep/b.md)\n- [Draft]()\n";
    const UNLINKED: &str =
        "src/c.md: warning: expected a link to this text in src/SUMMARY.md, found none\n";
    let list = ("src/SUMMARY.md", LIST);
    // The values that are counted, and what is said on standard error.
    let cases: [(&str, Files<'_>, usize, &str); 9] = [
        ("linked", &[list, ("src/a.md", VALUE), ("src/deep/b.md", VALUE)], 2, ""),
        (
            "not linked",
            &[list, ("src/a.md", ""), ("src/deep/b.md", ""), ("src/c.md", BAD)],
            0,
            UNLINKED,
        ),
        (
            "included, and included again",
            &[
                list,
                ("src/a.md", "{{#include deep/b.md}}\n{{#include snippets/one.txt:2:}}\n"),
                ("src/deep/b.md", VALUE),
                ("src/snippets/one.txt", "{{#include ../../two.md}}\n{{#include one.txt}}\n"),
                ("two.md", VALUE),
            ],
            2,
            "",
        ),
        (
            "included into code",
            &[
                list,
                ("src/a.md", "```\n{{#include c.md}}\n```\n`{{#include c.md}}`\n"),
                ("src/deep/b.md", ""),
                ("src/c.md", BAD),
            ],
            0,
            UNLINKED,
        ),
        (
            "included and bad",
            &[list, ("src/a.md", "\n{{#include c.md}}"), ("src/deep/b.md", ""), ("src/c.md", BAD)],
            0,
            "src/c.md:1:1: error: no plate is named `no-such`",
        ),
        (
            "linked and missing",
            &[list, ("src/a.md", "")],
            0,
            "src/SUMMARY.md:4:5: error: expected a chapter, found nothing named `src/deep/b.md`",
        ),
        (
            "linked and outside",
            &[("src/SUMMARY.md", "- [A](../../a.md)\n")],
            0,
            "src/SUMMARY.md:1:3: error: expected a chapter inside the book's folder, found `../../a.md`",
        ),
        (
            "a directive in the list",
            &[
                ("src/SUMMARY.md", "- [A](a.md)\n\n`{{#plate a}}`\n\n{{#plate frozen-lookup}}\n"),
                ("src/a.md", ""),
            ],
            0,
            "src/SUMMARY.md:5:1: error: expected chapters only, found a directive, which mdBook does not follow here",
        ),
        (
            "included and missing",
            &[("src/SUMMARY.md", "- [A](a.md)\n"), ("src/a.md", "x {{#include c.md}}")],
            0,
            "src/a.md:1:3: warning: expected a file to include, found nothing named `src/c.md`",
        ),
    ];
    for (title, files, values, expected) in cases {
        let with_mdbook: Vec<_> = files.iter().copied().chain([MDBOOK]).collect();
        for files in [files, &with_mdbook] {
            let answer = book(files).run(&["check"]);
            assert!(answer.stderr.starts_with(expected), "{title}: {}", told(&answer));
            assert_eq!(answer.stderr.is_empty(), expected.is_empty(), "{title}: {}", told(&answer));
            let plural = if values == 1 { "" } else { "s" };
            let counted = format!("; {values} value{plural}");
            assert!(answer.stdout.contains(&counted), "{title}: {}", told(&answer));
        }
    }
}

#[test]
fn a_book_that_mdbook_would_print_with_its_directives_is_told() {
    let warning =
        "book.toml: warning: expected `[preprocessor.traceplate]`, found no preprocessor of ours\n";
    let cases = [
        ("[book]\n", VALUE, true),
        ("[preprocessor.trace-plate]\n", VALUE, true),
        ("[book]\n", "no directive", false),
        ("[preprocessor.traceplate]\n", VALUE, false),
        ("[preprocessor.mine]\ncommand = \"cargo run --bin mine\"\n", VALUE, false),
    ];
    for (mdbook, chapter, expected) in cases {
        let list = ("src/SUMMARY.md", "- [A](a.md)\n");
        let book = book(&[list, ("src/a.md", chapter), ("book.toml", mdbook)]);
        let answer = book.run(&["check"]);
        assert_eq!(answer.stderr.starts_with(warning), expected, "{mdbook}: {}", told(&answer));
        assert_eq!(answer.code, 0, "{mdbook}");
    }
}

#[test]
fn without_a_list_every_markdown_file_is_a_chapter() {
    let book = book(&[("src/a.md", VALUE), ("src/deep/b.md", VALUE)]);
    let checked = book.must(&["check"]);
    assert_eq!(checked, "1 plate: 1 current; 0 claims; 2 values: 2 current\n");
}

#[test]
fn an_image_is_refused_where_mdbook_would_not_serve_it() {
    let cases = [
        ("figures = \"figures\"", "", "as=svg", 1),
        ("figures = \"figures\"", "", "as=html", 0),
        ("figures = \"src/deep/figures\"", "", "as=svg", 0),
        ("figures = \"src\"", "", "as=svg", 0),
        ("figures = \"srcs/figures\"", "", "as=svg", 1),
        ("source = \"other\"", "[book]\nsrc = \"src\"\n", "as=svg", 1),
    ];
    for (setting, mdbook, form, code) in cases {
        let book = Book::frozen();
        std::fs::remove_file(book.path("src/storage.md")).expect("its chapter");
        let plates = book.read("plates.toml");
        book.write("plates.toml", format!("[book]\n{setting}\n{plates}"));
        for folder in ["src", "other"] {
            book.write(&format!("{folder}/SUMMARY.md"), "- [A](a.md)\n");
            book.write(&format!("{folder}/a.md"), format!("{{{{#plate frozen-lookup {form}}}}}\n"));
        }
        if !mdbook.is_empty() {
            book.write("book.toml", mdbook);
        }
        book.must(&["build"]);
        let answer = book.run(&["check"]);
        assert_eq!(answer.code, code, "{setting} {form}: {}", told(&answer));
        let told_so = answer.stderr.contains(
            "a.md:1:1: error: expected the figures inside src, where mdBook serves them, found ",
        );
        assert_eq!(told_so, code == 1, "{setting} {form}: {}", told(&answer));
    }
}
