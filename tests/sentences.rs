//! A sentence shows the numbers that records have, and no others: none that two
//! of them make side by side, or that a typed sign or digit makes of one.

mod support;

use support::{Book, told};

/// The frozen plate of `Book::frozen` with another caption.
fn captioned(caption: &str) -> Book {
    let book = Book::frozen();
    book.replace("plates.toml", "\"Offset {OFFSET.offset} holds {OFFSET.value}.\"", caption);
    book
}

#[test]
fn a_caption_joins_no_two_numbers() {
    let caption = "\"The value is -{OFFSET.value}; {OFFSET.offset}{OFFSET.value}, {OFFSET.offset}e{TENSOR.length}.\"";
    let book = captioned(caption);
    for command in ["check", "build"] {
        let answer = book.run(&[command]);
        assert_eq!(answer.code, 1, "{}", told(&answer));
        for (place, found) in [
            ("5:29", "`-` directly before it"),
            ("5:60", "the number of another fact directly before it"),
            ("5:92", "only `e` between it and the number of another fact"),
        ] {
            let line = format!(
                "plates.toml:{place}: error: expected a number of its own, found {found}\n"
            );
            assert!(answer.stderr.contains(&line), "{line}{}", told(&answer));
        }
        assert_eq!(answer.stderr.matches("set a space or a word between them").count(), 3);
        assert!(answer.stdout.contains("1 plate: 1 false"), "{}", told(&answer));
    }
}

#[test]
fn a_caption_is_punctuated_as_any_sentence() {
    let caption = "\"At {OFFSET.offset}, in ({OFFSET.offset}), [{OFFSET.offset}], {OFFSET.offset}-{TENSOR.length} or {OFFSET.offset}–{TENSOR.length} of {TENSOR.strides}: {OFFSET.value}.\"";
    let answer = captioned(caption).run(&["build"]);
    assert_eq!((answer.code, answer.stderr.as_str()), (0, ""), "{}", told(&answer));
}

#[test]
fn a_chapter_joins_no_two_numbers() {
    let book = Book::frozen();
    book.must(&["build"]);
    let cases = [
        ("{{#value @ OFFSET.offset}}{{#value @ OFFSET.value}}", "1:27", "the number of another"),
        ("at -{{#value @ OFFSET.offset}}", "1:5", "`-` directly before"),
        ("at **−**{{#value @ OFFSET.offset}}", "1:9", "`−` directly before"),
        ("<b>-</b>{{#value @ OFFSET.offset}}", "1:9", "`-` directly before"),
        ("{{#value @ OFFSET.offset}}.{{#value @ TENSOR.length}}", "1:28", "only `.` between"),
        ("{{#value @ OFFSET.offset}}<!-- x -->{{#value @ TENSOR.length}}", "1:37", "the number of"),
        ("1{{#value @ OFFSET.offset}}", "1:2", "`1` directly before"),
        ("{{#value @ OFFSET.offset}}.5", "1:1", "`.5` directly after"),
        ("&minus;{{#value @ OFFSET.offset}}", "1:8", "`−` directly before"),
        ("&#49;{{#value @ OFFSET.offset}}", "1:6", "`1` directly before"),
        ("1&shy;{{#value @ OFFSET.offset}}", "1:7", "`1` directly before"),
        ("1\u{200b}{{#value @ OFFSET.offset}}", "1:3", "`1` directly before"),
        ("{{#value @ OFFSET.offset}}&#x2e;5", "1:1", "`.5` directly after"),
    ];
    for (text, place, found) in cases {
        book.write("src/x.md", text.replace('@', "frozen-lookup"));
        let answer = book.run(&["check"]);
        assert_eq!(answer.code, 1, "{text}: {}", told(&answer));
        let line: usize = place.split_once(':').expect("a column").1.parse().expect("a number");
        let before: String = text.chars().take(line - 1).collect();
        let column = before.replace('@', "frozen-lookup").chars().count() + 1;
        let message =
            format!("src/x.md:1:{column}: error: expected a number of its own, found {found}");
        let message = message.trim_end_matches('.');
        assert!(answer.stderr.contains(message), "{text}: {message}\n{}", told(&answer));
        assert!(answer.stdout.contains("; 1 faulty directive\n"), "{text}: {}", told(&answer));
    }
    for text in [
        "{{#value @ OFFSET.offset}}, and {{#value @ OFFSET.offset}}.",
        "{{#value @ OFFSET.offset}}-{{#value @ TENSOR.length}}",
        "({{#value @ OFFSET.offset}}), [{{#value @ OFFSET.offset}}]",
        "- {{#value @ OFFSET.offset}}\n- {{#value @ OFFSET.offset}}",
        "{{#value @ OFFSET.offset}}\n\n{{#value @ OFFSET.offset}}",
        "&lt;{{#value @ OFFSET.offset}}&gt; &mdash; {{#value @ OFFSET.offset}}&nbsp;f64 &AMP;{{#value @ OFFSET.offset}}",
        "<i style=\"margin: -{{#value @ OFFSET.offset}}px\"></i>",
    ] {
        book.write("src/x.md", text.replace('@', "frozen-lookup"));
        let answer = book.run(&["check"]);
        assert_eq!((answer.code, answer.stderr.as_str()), (0, ""), "{text}: {}", told(&answer));
    }
}
