//! The preprocessor over books as mdBook sends them, with plates of its own.

use anyhow::bail;
use serde_json::{Value, json};
use traceplate::preprocess::{Alternative, Plates, Refusal, preprocess};

/// One plate, `a`, with one fact, `P`.
struct One;

impl One {
    fn known(id: &str) -> anyhow::Result<()> {
        if id != "a" {
            bail!("no plate is named `{id}`");
        }
        Ok(())
    }
}

impl Plates for One {
    fn html(&mut self, id: &str, prefix: &str) -> anyhow::Result<String> {
        Self::known(id)?;
        Ok(format!("<figure id=\"{prefix}\">\n</figure>\n"))
    }

    fn text(&mut self, id: &str) -> anyhow::Result<String> {
        Self::known(id)?;
        Ok("shape 2\n\n``` \n".to_owned())
    }

    fn alternative(&mut self, id: &str) -> anyhow::Result<Alternative> {
        Self::known(id)?;
        Ok(Alternative {
            title: "[1,0] \"lands\" on 8".to_owned(),
            description: "8. <One> cell.\n\nAnother.\n".to_owned(),
        })
    }

    fn value(&mut self, id: &str, path: &str) -> anyhow::Result<String> {
        Self::known(id)?;
        match path {
            "P" => Ok("[6,3,1]".to_owned()),
            other => bail!("no record is named `{other}`"),
        }
    }

    fn dress(&self) -> String {
        "<style>\n</style>\n<script>\n</script>\n".to_owned()
    }

    fn images(&self) -> anyhow::Result<String> {
        Ok("plates".to_owned())
    }
}

fn context(renderer: &str) -> Value {
    json!({
        "root": "/book",
        "config": { "book": { "title": "T", "src": "book" }, "output": { "html": {} } },
        "renderer": renderer,
        "mdbook_version": "0.5.4",
    })
}

fn chapter(path: &str, content: &str) -> Value {
    json!({ "Chapter": {
        "name": "C", "content": content, "number": [1], "sub_items": [],
        "path": path, "source_path": path, "parent_names": [],
    } })
}

/// The contents of a book's chapters after the preprocessor has been over them.
fn filled(renderer: &str, chapters: &[Value]) -> Vec<String> {
    let input = json!([context(renderer), { "items": chapters }]).to_string();
    let output = preprocess(&input, &mut One).unwrap_or_else(|refusal| panic!("{refusal}"));
    let book: Value = serde_json::from_str(&output).expect("the book is JSON");
    book["items"]
        .as_array()
        .expect("a list of chapters")
        .iter()
        .map(|item| item["Chapter"]["content"].as_str().unwrap_or_default().to_owned())
        .collect()
}

fn one(renderer: &str, path: &str, content: &str) -> String {
    filled(renderer, &[chapter(path, content)]).remove(0)
}

#[test]
fn the_form_follows_the_renderer_unless_the_directive_asks_for_another() {
    let html = "<style>\n</style>\n<script>\n</script>\n<figure id=\"plate-a\">\n</figure>";
    let image = "![\\[1,0\\] \\\"lands\\\" on 8](plates/a.svg)\n\n&#56;. \\<One> cell.\n\nAnother.";
    let picture = "<figure id=\"plate-a\" style=\"margin-inline: 0\">\n<picture class=\"tp-image\">\n\
        <source media=\"screen and (max-width: 600px)\" srcset=\"plates/a.narrow.svg\">\n\
        <img src=\"plates/a.svg\" alt=\"[1,0] &quot;lands&quot; on 8\" aria-describedby=\"plate-a_text\">\n\
        </picture>\n<p id=\"plate-a_text\" hidden>8. &lt;One&gt; cell. Another.</p></figure>";
    let themed = include_str!("../templates/html/image.css");
    let picture = &*format!("<style>\n{themed}</style>\n{picture}");
    let text = "````text\nshape 2\n\n```\n````";
    let cases = [
        ("html", "{{#plate a}}", html),
        ("html", "{{#plate a as=html}}", html),
        ("html", "{{#plate a as=svg}}", picture),
        ("html", "{{#plate a as=text}}", text),
        ("markdown", "{{#plate a}}", image),
        ("epub", "{{#plate a as=svg}}", image),
        ("test", "{{#plate a as=html}}", html),
        ("linkcheck", "{{#plate a as=text}}", text),
    ];
    for (renderer, directive, expected) in cases {
        assert_eq!(one(renderer, "c.md", directive), expected, "{directive} for {renderer}");
    }
}

#[test]
fn an_image_is_reached_from_the_chapters_own_folder() {
    let cases = [
        ("c.md", "(plates/a.svg)"),
        ("one/c.md", "(../plates/a.svg)"),
        ("one/two/c.md", "(../../plates/a.svg)"),
        ("plates/c.md", "(a.svg)"),
    ];
    for (path, expected) in cases {
        let content = one("markdown", path, "{{#plate a}}");
        assert!(content.contains(expected), "{path}: {content}");
    }
}

#[test]
fn style_and_script_come_once_a_chapter_and_ids_once_a_book() {
    let twice = "{{#plate a}}\n\n{{#plate a}}\n";
    let contents = filled("html", &[chapter("c.md", twice), chapter("d.md", "{{#plate a}}\n")]);
    assert_eq!(
        contents,
        [
            "<style>\n</style>\n<script>\n</script>\n<figure id=\"plate-a\">\n</figure>\n\n<figure id=\"plate-a_2\">\n</figure>\n",
            "<style>\n</style>\n<script>\n</script>\n<figure id=\"plate-a_3\">\n</figure>\n",
        ]
    );
}

#[test]
fn nested_chapters_are_read_in_the_order_of_the_book() {
    let mut outer = chapter("c.md", "{{#plate a}}");
    outer["Chapter"]["sub_items"] = json!([chapter("one/d.md", "{{#plate a}}")]);
    let input = json!([context("html"), { "items": [outer, chapter("e.md", "{{#plate a}}")] }]);
    let output = preprocess(&input.to_string(), &mut One).expect("all is well");
    let at = |id: &str| output.find(&format!("id=\\\"{id}\\\"")).expect(id);
    assert!(at("plate-a") < at("plate-a_2") && at("plate-a_2") < at("plate-a_3"), "{output}");
}

#[test]
fn whatever_asks_for_nothing_goes_through_as_it_came() {
    let draft = json!({ "Chapter": {
        "name": "Draft", "content": null, "number": null, "sub_items": [],
        "path": null, "source_path": null, "parent_names": [], "from-a-later-version": 1.5,
    } });
    let items = json!([
        chapter("c.md", "a\r\n`{{#plate a}}`\r\n"),
        "Separator",
        { "PartTitle": "{{#plate a}}" },
        draft,
        chapter("d.md", ""),
    ]);
    for book in [json!({ "items": items }), json!({ "sections": items, "__non_exhaustive": null })]
    {
        let input = json!([context("html"), book]).to_string();
        let output = preprocess(&input, &mut One).expect("all is well");
        assert_eq!(output, book.to_string());
    }
}

#[test]
fn the_older_list_of_chapters_is_filled_too() {
    let input = json!([context("html"), { "sections": [chapter("c.md", "{{#value a P}}")] }]);
    let output = preprocess(&input.to_string(), &mut One).expect("all is well");
    assert!(output.contains(r"\\[6,3,1]"), "{output}");
}

#[test]
fn every_fault_of_every_chapter_is_listed_and_no_book_given_back() {
    let mut outer =
        chapter("one/c.md", "{{#plate a}}\n\n{{#plate}}\n\n{{#value a Q}} {{#plate b}}\n");
    outer["Chapter"]["sub_items"] = json!([chapter("d.md", "{{#value b P}}")]);
    let input = json!([context("html"), { "items": [outer] }]).to_string();
    let refusal = preprocess(&input, &mut One).expect_err("four faults");
    assert_eq!(
        refusal.to_string(),
        "book/one/c.md: error: `{{#plate}}`: expected a plate's id after `{{#plate`, found none; write `{{#plate ID}}`, `traceplate list` shows the ids\n\
         book/one/c.md: error: `{{#value a Q}}`: no record is named `Q`\n\
         book/one/c.md: error: `{{#plate b}}`: expected `{{#plate b}}` alone on its line, found `{{#value a Q}}` beside it; set it on a line of its own\n\
         book/d.md: error: `{{#value b P}}`: no plate is named `b`\n\
         4 faults, no book was given to mdBook"
    );
}

#[test]
fn what_mdbook_would_not_send_is_refused() {
    let cases = [
        ("", "something else (EOF while parsing a value at line 1 column 0)"),
        ("{}", "another JSON value"),
        ("[]", "an array of another length"),
        ("[{},{},{}]", "an array of another length"),
        ("[{},{}]", "a book without chapters"),
        ("[1,{\"items\":[]}]", "a book without chapters"),
    ];
    for (input, found) in cases {
        let refusal = preprocess(input, &mut One).expect_err(input);
        assert!(matches!(refusal, Refusal::Input(_)));
        let expected = format!(
            "expected `[context, book]` as mdBook sends it, found {found}; this program is started by `mdbook build`"
        );
        assert_eq!(refusal.to_string(), expected);
    }
}
