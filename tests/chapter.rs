//! Directives in chapters: where they are found, what replaces them, and that
//! nothing else changes.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use traceplate::book::Block;
use traceplate::book::chapter::{What, scan, splice};
use traceplate::book::escape::escaped;

/// Stands in for a figure: a block of several lines.
const FIGURE: &str = "<figure>\n<p>one</p>\n</figure>\n";
/// What a renderer without HTML gets.
const IMAGE: &str = "![t](a.svg)\n\nIn words.\n";

/// Follows each directive as the preprocessor does: every plate is `figure`,
/// every value says `fact`.
fn followed(source: &str, figure: &str, block: Block, fact: &str) -> Result<String, Vec<String>> {
    let scan = scan(source);
    if !scan.faults.is_empty() {
        return Err(scan
            .faults
            .iter()
            .map(|fault| format!("{}:{}: {fault}", fault.at.line, fault.at.column))
            .collect());
    }
    let replacements: Vec<_> = scan
        .found
        .into_iter()
        .map(|found| {
            let text = match found.what {
                What::Plate { setting, .. } => setting.set(figure, block),
                What::Value { stands, .. } => escaped(fact, stands),
                What::Escape => String::new(),
            };
            (found.range, text)
        })
        .collect();
    Ok(splice(source, &replacements))
}

fn html(source: &str) -> String {
    followed(source, FIGURE, Block::Html, "8")
        .unwrap_or_else(|faults| panic!("{source:?}: {faults:?}"))
}

fn markdown(source: &str) -> String {
    followed(source, IMAGE, Block::Markdown, "8")
        .unwrap_or_else(|faults| panic!("{source:?}: {faults:?}"))
}

/// The containers that hold the first figure, and every text that became part
/// of an HTML block with a figure although it is none of the figure's own.
fn figure_blocks(chapter: &str) -> Vec<(Vec<&'static str>, String)> {
    let options = Options::all()
        - Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        - Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let mut containers = Vec::new();
    let mut block: Option<String> = None;
    let mut found = Vec::new();
    for event in Parser::new_ext(chapter.trim_start_matches('\u{feff}'), options) {
        match event {
            Event::Start(Tag::Item) => containers.push("item"),
            Event::Start(Tag::BlockQuote(_)) => containers.push("quote"),
            Event::Start(Tag::FootnoteDefinition(_)) => containers.push("footnote"),
            Event::Start(Tag::DefinitionListDefinition) => containers.push("definition"),
            Event::End(
                TagEnd::Item
                | TagEnd::BlockQuote(_)
                | TagEnd::FootnoteDefinition
                | TagEnd::DefinitionListDefinition,
            ) => {
                containers.pop();
            }
            Event::Start(Tag::HtmlBlock) => block = Some(String::new()),
            Event::Html(line) => {
                if let Some(block) = &mut block {
                    block.push_str(&line);
                }
            }
            Event::End(TagEnd::HtmlBlock) => {
                found.extend(
                    block
                        .take()
                        .filter(|text| text.contains("<figure>"))
                        .map(|text| (containers.clone(), trimmed(&text))),
                );
            }
            _ => {}
        }
    }
    found
}

/// Line by line without indentation, which is free inside HTML.
fn trimmed(text: &str) -> String {
    text.lines().fold(String::new(), |out, line| out + line.trim() + "\n")
}

/// The chapter, what it becomes, what holds the figure there.
const SETTINGS: [(&str, &str, &[&str]); 28] = [
    ("{{#plate a}}", "<figure>\n<p>one</p>\n</figure>", &[]),
    ("{{#plate a}}\n", "<figure>\n<p>one</p>\n</figure>\n", &[]),
    ("a\n\n{{#plate a}}\n\nb\n", "a\n\n<figure>\n<p>one</p>\n</figure>\n\nb\n", &[]),
    ("a\n{{#plate a}}\nb\n", "a\n\n<figure>\n<p>one</p>\n</figure>\n\nb\n", &[]),
    ("  {{#plate a}}  \nb", "  <figure>\n  <p>one</p>\n  </figure>\n  \nb", &[]),
    ("# A\n{{#plate a}}\n# B\n", "# A\n<figure>\n<p>one</p>\n</figure>\n\n# B\n", &[]),
    ("a\n      {{#plate a}}\nb", "a\n\n<figure>\n<p>one</p>\n</figure>\n\nb", &[]),
    (
        "é\r\n\r\n{{#plate a}}\r\nb\r\n",
        "é\r\n\r\n<figure>\r\n<p>one</p>\r\n</figure>\r\n\r\nb\r\n",
        &[],
    ),
    ("\u{feff}{{#plate a}}\n\nb", "\u{feff}<figure>\n<p>one</p>\n</figure>\n\nb", &[]),
    ("a\n\n\u{feff}{{#plate a}}\nb", "a\n\n<figure>\n<p>one</p>\n</figure>\n\nb", &[]),
    ("- {{#plate a}}\n- b\n", "- <figure>\n  <p>one</p>\n  </figure>\n- b\n", &["item"]),
    ("- a\n  {{#plate a}}\n- b\n", "- a\n  <figure>\n  <p>one</p>\n  </figure>\n- b\n", &["item"]),
    (
        "- a\n\n  {{#plate a}}\n  more\n",
        "- a\n\n  <figure>\n  <p>one</p>\n  </figure>\n\n  more\n",
        &["item"],
    ),
    (
        "10. a\n    {{#plate a}}\n    b\n",
        "10. a\n    <figure>\n    <p>one</p>\n    </figure>\n\n    b\n",
        &["item"],
    ),
    (
        "1) - {{#plate a}}\n     b\n",
        "1) - <figure>\n     <p>one</p>\n     </figure>\n\n     b\n",
        &["item", "item"],
    ),
    ("-\t{{#plate a}}\n\n\tb\n", "-\t<figure>\n \t<p>one</p>\n \t</figure>\n\n\tb\n", &["item"]),
    ("- a\n{{#plate a}}\n- b\n", "- a\n<figure>\n<p>one</p>\n</figure>\n\n- b\n", &[]),
    ("- a\n        {{#plate a}}\n", "- a\n  <figure>\n  <p>one</p>\n  </figure>\n", &["item"]),
    (
        "> a\n>\n> {{#plate a}}\n>\n> b\n",
        "> a\n>\n> <figure>\n> <p>one</p>\n> </figure>\n>\n> b\n",
        &["quote"],
    ),
    (
        "> a\n> {{#plate a}}\n> b\n",
        "> a\n> \n> <figure>\n> <p>one</p>\n> </figure>\n>\n> b\n",
        &["quote"],
    ),
    (">{{#plate a}}\nb\n", "><figure>\n><p>one</p>\n></figure>\nb\n", &["quote"]),
    ("> a\n{{#plate a}}\nb\n", "> a\n\n<figure>\n<p>one</p>\n</figure>\n\nb\n", &[]),
    (
        "> - > 1. {{#plate a}}\n>   > 2. b\n",
        "> - > 1. <figure>\n>   >    <p>one</p>\n>   >    </figure>\n>   > 2. b\n",
        &["quote", "item", "quote", "item"],
    ),
    (
        "> [!NOTE]\n> {{#plate a}}\n",
        "> [!NOTE]\n> <figure>\n> <p>one</p>\n> </figure>\n",
        &["quote"],
    ),
    (
        "t[^n]\n\n[^n]: {{#plate a}}\n\n    b\n",
        "t[^n]\n\n[^n]: <figure>\n    <p>one</p>\n    </figure>\n\n    b\n",
        &["footnote"],
    ),
    ("term\n: {{#plate a}}\n", "term\n: <figure>\n  <p>one</p>\n  </figure>\n", &["definition"]),
    (
        "| a |\n|---|\n| 1 |\n{{#plate a}}\nb\n",
        "| a |\n|---|\n| 1 |\n\n<figure>\n<p>one</p>\n</figure>\n\nb\n",
        &[],
    ),
    (
        "<!-- x -->\n{{#plate a}}\n*b*\n",
        "<!-- x -->\n<figure>\n<p>one</p>\n</figure>\n\n*b*\n",
        &[],
    ),
];

#[test]
fn a_figure_takes_the_place_of_its_line_and_is_a_block_of_its_own() {
    for (source, expected, containers) in SETTINGS {
        let set = html(source);
        assert_eq!(set, expected, "{source:?}");
        assert_eq!(figure_blocks(&set), [(containers.to_vec(), FIGURE.to_owned())], "{set:?}");
    }
}

#[test]
fn two_plates_one_after_the_other_share_one_blank_line() {
    assert_eq!(
        html("{{#plate a}}\n{{#plate b}}\nc\n"),
        "<figure>\n<p>one</p>\n</figure>\n\n<figure>\n<p>one</p>\n</figure>\n\nc\n"
    );
    assert_eq!(
        markdown("{{#plate a}}\n{{#plate b}}\nc\n"),
        "![t](a.svg)\n\nIn words.\n\n![t](a.svg)\n\nIn words.\n\nc\n"
    );
}

#[test]
fn in_an_html_block_a_figure_stays_a_part_of_it() {
    let folded = "<details>\n<summary>Answer</summary>\n{{#plate a}}\n</details>\n";
    assert_eq!(
        html(folded),
        "<details>\n<summary>Answer</summary>\n<figure>\n<p>one</p>\n</figure>\n</details>\n"
    );
    assert_eq!(
        markdown(folded),
        "<details>\n<summary>Answer</summary>\n\n![t](a.svg)\n\nIn words.\n\n</details>\n"
    );
}

#[test]
fn an_image_is_a_paragraph_of_its_own_in_every_container() {
    let cases = [
        ("a\n{{#plate a}}\nb", "a\n\n![t](a.svg)\n\nIn words.\n\nb"),
        ("a\n\n{{#plate a}}\n\nb", "a\n\n![t](a.svg)\n\nIn words.\n\nb"),
        ("- {{#plate a}}\n- b", "- ![t](a.svg)\n\n  In words.\n- b"),
        ("- a\n  {{#plate a}}\n  b", "- a\n  \n  ![t](a.svg)\n\n  In words.\n\n  b"),
        ("> a\n> {{#plate a}}\n> b", "> a\n> \n> ![t](a.svg)\n>\n> In words.\n>\n> b"),
    ];
    for (source, expected) in cases {
        // The blank line before stands on the author's own indentation.
        assert_eq!(markdown(source), expected, "{source:?}");
    }
}

#[test]
fn a_fact_stands_in_any_text() {
    let cases = [
        ("offset {{#value a P}}.", "offset 8."),
        ("# The {{#value a P}}th", "# The 8th"),
        ("T {{#value a P}}\n===\n", "T 8\n===\n"),
        ("*{{#value a P}}* **b {{#value a P}}**", "*8* **b 8**"),
        ("[at {{#value a P}}](u)", "[at 8](u)"),
        ("![at {{#value a P}}](u)", "![at 8](u)"),
        ("[a](u \"{{#value a P}}\")", "[a](u \"8\")"),
        ("| a |\n|---|\n| {{#value a P[x=1]}} |", "| a |\n|---|\n| 8 |"),
        ("> - {{#value a P}} é {{#value a P}}\n", "> - 8 é 8\n"),
        ("t[^1]\n\n[^1]: {{#value a P}}", "t[^1]\n\n[^1]: 8"),
        ("<p title=\"{{#value a P}}\">{{#value a P}}</p>", "<p title=\"8\">8</p>"),
        ("a <code>{{#value a P}}</code>", "a <code>8</code>"),
        ("ü{{#value a P}}\r\n{{#value a P}}\r\n", "ü8\r\n8\r\n"),
        (
            "{{#value a BUFFER.values[8]}}\n\n[8]: http://example.org\n",
            "8\n\n[8]: http://example.org\n",
        ),
        ("{{#value a P}}. So", "&#56;. So"),
        ("> {{#value a P}}) so", "> &#56;) so"),
    ];
    for (source, expected) in cases {
        assert_eq!(html(source), expected, "{source:?}");
    }
}

#[test]
fn a_list_is_written_for_the_text_it_stands_in() {
    let cases = [
        ("strides {{#value a P}}(row-major)", r"strides \[6,3,1](row-major)"),
        ("[strides {{#value a P}}](u)", r"[strides \[6,3,1\]](u)"),
        ("<p>\n{{#value a P}}</p>", "<p>\n[6,3,1]</p>"),
    ];
    for (source, expected) in cases {
        let list = followed(source, FIGURE, Block::Html, "[6,3,1]");
        assert_eq!(list.as_deref(), Ok(expected), "{source:?}");
    }
}

#[test]
fn code_and_comments_are_inert_to_the_last_byte() {
    for source in [
        "```\n{{#plate a}}\n```\n",
        "~~~md\n{{#value a}}\n~~~",
        "    {{#plate a}}\n",
        "- a\n\n      {{#plate a}}\n",
        "> ```\n> {{#plate a}}\n> ```\n",
        "write `{{#plate a}}` or ``{{#value `a` b}}``",
        "write `{{#plate a` and }}",
        "<!-- {{#plate a}} -->",
        "a <!-- {{#plate -->",
        "<!--\n{{#plate a}}\n-->\n",
        "<div>\n<!-- {{#value a b}} -->\n</div>",
        "```\n{{\\#plate a}}\n```\n",
        "{{#include a.md}} {{#title b}} {{ value }}",
        "no directive at all",
        "",
        "\u{feff}",
    ] {
        assert_eq!(followed(source, FIGURE, Block::Html, "8").as_deref(), Ok(source), "{source:?}");
    }
}

#[test]
fn an_escaped_directive_prints_itself() {
    let cases = [
        (r"{{\#plate a}}", "{{#plate a}}"),
        (r"a {{\#value a P}} {{#value a P}}", "a {{#value a P}} 8"),
        (r"<code>{{\#value a P}}</code>", "<code>{{#value a P}}</code>"),
        (r"{{\#plate", "{{#plate"),
    ];
    for (source, expected) in cases {
        assert_eq!(html(source), expected, "{source:?}");
    }
}

#[test]
fn what_cannot_be_followed_is_named_with_its_place() {
    let cases = [
        (
            "see {{#plate a}}",
            "1:5: expected `{{#plate a}}` alone on its line, found `see` beside it; set it on a line of its own",
        ),
        (
            "é\n\n{{#plate a}}.",
            "3:1: expected `{{#plate a}}` alone on its line, found `.` beside it; set it on a line of its own",
        ),
        (
            "- [ ] {{#plate a}}",
            "1:7: expected `{{#plate a}}` alone on its line, found `- [ ]` beside it; set it on a line of its own",
        ),
        (
            "# {{#plate a}}",
            "1:3: expected `{{#plate a}}` alone on its line, found `#` beside it; set it on a line of its own",
        ),
        (
            "{{#plate a}}\n---\n",
            "1:1: expected a plate in running text, found it in a heading; leave a blank line before and after it",
        ),
        (
            "[a\n{{#plate a}}\n](u)",
            "2:1: expected a plate in running text, found it in a link's text; leave a blank line before and after it",
        ),
        (
            "<pre>\n{{#plate a}}\n</pre>",
            "2:1: expected a plate in running text, found it in a `<pre>` or `<textarea>`; set it after its end",
        ),
        (
            "<p\n{{#plate a}}\n>",
            "2:1: expected a plate in running text, found it in an HTML tag; set it after the tag",
        ),
        (
            "<script>\n{{#value a b}}\n</script>",
            "2:1: expected a value in running text, found it in a script or style; write the value there yourself, or set it in an attribute",
        ),
        (
            r"é \{{#plate a}}",
            r"1:4: expected `{{\#plate …}}` for a directive that prints itself, found a backslash before it, which mdBook removes",
        ),
        (
            r"C:\\{{#plate a}}",
            r"1:5: expected `{{\#plate …}}` for a directive that prints itself, found a backslash before it, which mdBook removes",
        ),
        (
            "\u{feff}é {{#value a}}",
            "1:3: expected a path after `{{#value a`, found none; `traceplate show a --paths` lists those of the plate",
        ),
        (
            "a\r\n{{#plate}}",
            "2:1: expected a plate's id after `{{#plate`, found none; write `{{#plate ID}}`, `traceplate list` shows the ids",
        ),
        (
            "{{#value a\nb}}",
            "1:1: expected `}}` on the line where `{{#value` stands, found none; write `{{#value ID PATH}}`",
        ),
        ("a {{# plate x}}", "1:3: expected `{{#plate ID}}`, found `{{# plate x}}`"),
    ];
    for (source, expected) in cases {
        let faults = followed(source, FIGURE, Block::Html, "8");
        assert_eq!(faults, Err(vec![expected.to_owned()]), "{source:?}");
    }
}

#[test]
fn every_fault_of_a_chapter_is_listed_beside_what_can_be_followed() {
    let scan = scan("{{#plate}}\n\n{{#value a P}}\n\n- x {{#plate b}}\n");
    assert_eq!(scan.found.len(), 1);
    let lines: Vec<usize> = scan.faults.iter().map(|fault| fault.at.line).collect();
    assert_eq!(lines, [1, 5]);
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_without_a_panic_and_kept_where_nothing_is_asked(
        text in "(\\PC|\n|> |- |\\{\\{#plate a\\}\\}|\\{\\{#value a b\\}\\}|\\{\\{|`|<!--|-->|<p>|\t){0,24}",
    ) {
        let scan = scan(&text);
        let same: Vec<_> = scan
            .found
            .iter()
            .map(|found| (found.range.clone(), text[found.range.clone()].to_owned()))
            .collect();
        proptest::prop_assert_eq!(splice(&text, &same), text);
    }

    #[test]
    fn a_figure_among_any_blocks_is_a_block_that_swallows_nothing(
        text in "(a\n|> a\n|- a\n|  a\n|> - a\n|1\\. a\n|\n|>\n|   \\{\\{#plate a\\}\\}\n|  \\{\\{#plate a\\}\\}\n|- \\{\\{#plate a\\}\\}\n|> \\{\\{#plate a\\}\\}\n|> - \\{\\{#plate a\\}\\}\n|\\{\\{#plate a\\}\\}\n|     \\{\\{#plate a\\}\\}\n){1,10}",
    ) {
        let asked = scan(&text).found.len();
        let set = html(&text);
        let blocks = figure_blocks(&set);
        proptest::prop_assert_eq!(blocks.len(), asked, "{:?} became {:?}", text, set);
        for (_, block) in blocks {
            proptest::prop_assert_eq!(block, FIGURE, "{:?} became {:?}", text, set);
        }
    }
}
