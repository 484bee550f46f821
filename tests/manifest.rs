//! Every fault of a manifest gives one diagnostic at its line and column.
//!
//! A case is a manifest; what `check` answers is reviewed as a snapshot.

mod support;

use std::fmt::Write as _;

use support::{Book, snapshot, told};

/// Runs `check` on each manifest and compares all answers with one snapshot.
fn check(name: &str, cases: &[(&str, &str)]) {
    let mut text = String::new();
    for (title, manifest) in cases {
        let answer = Book::new(manifest).run(&["check"]);
        assert!(answer.code == 1 || answer.code == 2, "{title}: {}", told(&answer));
        let _ = write!(text, "── {title}\n\n{}── exit code {}\n\n", answer.stderr, answer.code);
    }
    snapshot(name, &text);
}

/// Cases that differ in a plate's fields only.
fn check_plates(name: &str, kind: &str, cases: &[(&str, &str)]) {
    let manifests: Vec<(&str, String)> = cases
        .iter()
        .map(|(title, fields)| {
            (*title, format!("[[plate]]\nid = \"a\"\nkind = \"{kind}\"\n{fields}\n"))
        })
        .collect();
    let cases: Vec<(&str, &str)> =
        manifests.iter().map(|(title, manifest)| (*title, manifest.as_str())).collect();
    check(name, &cases);
}

#[test]
fn what_is_no_toml_is_refused_where_it_breaks() {
    check(
        "manifest-toml",
        &[
            ("a table that is not closed", "[[plate]\nid = \"a\"\n"),
            ("a text that is not closed", "[[plate]]\nid = \"a\n"),
            ("a key given twice", "[[plate]]\nid = \"a\"\nid = \"b\"\n"),
            ("several faults", "[[plate]]\nid = \nkind = 1e\n"),
            ("a control character", "[[plate]]\nid = \"a\u{1b}[31m\"\n"),
            (
                "a list that is not closed",
                "[[plate]]\nid = \"a\"\ncoordinate = [1, 0\n\n[[plate]]\nid = \"b\"\nreject = [[2, 0]]\n",
            ),
            ("a list that is not closed at the end", "[[plate]]\nid = \"a\"\ncoordinate = [1, 0\n"),
            (
                "a list in braces that is not closed",
                "[[plate]]\ntensor = { shape = [2 }\nid = \"b\"\n",
            ),
        ],
    );
}

#[test]
fn a_plate_has_a_name_and_says_what_it_shows() {
    let plate =
        |fields: &str| format!("[[plate]]\n{fields}\ntensor = {{ fixture = \"frozen\" }}\n");
    let cases = [
        ("no id", plate("kind = \"lookup\"")),
        ("an id of another type", plate("id = 3\nkind = \"lookup\"")),
        ("an empty id", plate("id = \"\"\nkind = \"lookup\"")),
        (
            "an id of a hundred letters",
            plate(&format!("id = \"{}\"\nkind = \"lokup\"", "a".repeat(100))),
        ),
        (
            "an id that is longer",
            plate(&format!("id = \"{}\"\nkind = \"lookup\"", "a".repeat(101))),
        ),
        ("an id with capitals", plate("id = \"Frozen\"\nkind = \"lookup\"")),
        ("an id with a turned direction", plate("id = \"a\u{202e}b\"\nkind = \"lookup\"")),
        ("no kind", "[[plate]]\nid = \"a\"\n".to_owned()),
        ("an unknown kind", plate("id = \"a\"\nkind = \"lokup\"")),
        ("a kind that resembles none", plate("id = \"a\"\nkind = \"xyz\"")),
        ("a title of another type", plate("id = \"a\"\nkind = \"lookup\"\ntitle = [\"x\"]")),
        ("an empty title", plate("id = \"a\"\nkind = \"lookup\"\ntitle = \" \"")),
        (
            "a title with a control character",
            plate("id = \"a\"\nkind = \"lookup\"\ntitle = \"a\\u0007b\""),
        ),
        (
            "a title with a path",
            plate("id = \"a\"\nkind = \"lookup\"\ntitle = \"At {OFFSET.offset}, or so\""),
        ),
        (
            "a title that turns the direction",
            plate("id = \"a\"\nkind = \"lookup\"\ntitle = \"a\\u202Eb\""),
        ),
        (
            "a caption that isolates a direction",
            plate("id = \"a\"\nkind = \"lookup\"\ncaption = \"a\\u2067b\""),
        ),
        (
            "a caption with a noncharacter",
            plate("id = \"a\"\nkind = \"lookup\"\ncaption = \"a\\uFFFEb\""),
        ),
        ("a title with a brace", plate("id = \"a\"\nkind = \"lookup\"\ntitle = \"At } or so\"")),
        ("an unknown locale", plate("id = \"a\"\nkind = \"lookup\"\nlocale = \"eo\"")),
        ("an unknown key", plate("id = \"a\"\nkind = \"lookup\"\ncoordinte = [0, 0, 0]")),
        ("a key that resembles none", plate("id = \"a\"\nkind = \"lookup\"\nzzzzzz = 1")),
        ("a trace beside a kind", plate("id = \"a\"\nkind = \"lookup\"\ntrace = \"x.trace\"")),
        ("a field beside a trace", plate("id = \"a\"\ntrace = \"x.trace\"")),
        (
            "the same id twice",
            [plate("id = \"a\"\nkind = \"lookup\""), plate("id = \"a\"\nkind = \"lookup\"")]
                .concat(),
        ),
    ];
    let cases: Vec<(&str, &str)> =
        cases.iter().map(|(title, text)| (*title, text.as_str())).collect();
    check("manifest-plates", &cases);
}

#[test]
fn the_file_of_another_program_is_no_plate_s_own() {
    let lookup = |id: &str| {
        format!(
            "[[plate]]\nid = \"{id}\"\nkind = \"lookup\"\ntensor = {{ fixture = \"frozen\" }}\n"
        )
    };
    let theirs = |path: &str| format!("[[plate]]\nid = \"p\"\ntrace = \"{path}\"\n");
    let cases = [
        ("a trace of another plate", theirs("./traces//q.trace") + &lookup("q")),
        ("one of a plate before it", lookup("q") + &theirs("traces/q.trace")),
        ("a figure of another plate", theirs("src/plates/q.narrow.svg") + &lookup("q")),
        ("a figure of its own", theirs("src/plates/p.html")),
    ];
    let cases: Vec<(&str, &str)> =
        cases.iter().map(|(title, text)| (*title, text.as_str())).collect();
    check("manifest-owned", &cases);
}

#[test]
fn the_book_s_folders_stay_inside_the_book() {
    check(
        "manifest-book",
        &[
            ("an absolute folder", "[book]\ntraces = \"/tmp\"\n"),
            ("a way out", "[book]\nsource = \"src/../../x\"\n"),
            ("a drive", "[book]\nfigures = \"C:/plates\"\n"),
            ("backslashes", "[book]\nfigures = \"src\\\\plates\"\n"),
            ("a word of the guide", "[book]\nfigures = \"<source>/plates\"\n"),
            ("a closing angle", "[[plate]]\nid = \"a\"\ntrace = \"a>b.trace\"\n"),
            ("a control character", "[book]\ntraces = \"a\\u001bb\"\n"),
            ("an empty folder", "[book]\nsource = \"\"\n"),
            ("another type", "[book]\nsource = 3\n"),
            ("an unknown key", "[book]\nsrc = \"x\"\n"),
            ("an unknown locale", "[book]\nlocale = \"fr\"\n"),
            ("a book that is no table", "book = \"x\"\n"),
            ("an unknown table", "[[plates]]\nid = \"a\"\n"),
            ("a plate that is no list", "[plate]\nid = \"a\"\n"),
            ("a trace outside", "[[plate]]\nid = \"a\"\ntrace = \"../a.trace\"\n"),
        ],
    );
}

#[test]
fn each_field_of_a_tensor_says_what_it_takes() {
    check_plates(
        "manifest-tensor",
        "lookup",
        &[
            ("no tensor", ""),
            ("a misspelled key", "tensr = { fixture = \"frozen\" }"),
            ("another type", "tensor = [1, 2]"),
            ("empty", "tensor = {}"),
            ("an unknown fixture", "tensor = { fixture = \"frozn\" }"),
            ("a set of shapes", "tensor = { fixture = \"llm-shape-history\" }"),
            ("a fixture of another type", "tensor = { fixture = 1 }"),
            (
                "a fixture with a shape and a dtype",
                "tensor = { fixture = \"frozen\", shape = [1], dtype = \"f32\" }",
            ),
            ("two sources", "tensor = { fixture = \"frozen\", fill = \"iota\" }"),
            ("no source", "tensor = { shape = [2] }"),
            ("a misspelled source", "tensor = { shape = [2], vales = [1, 2] }"),
            ("no shape", "tensor = { values = [1, 2] }"),
            ("a shape of another type", "tensor = { shape = 2, values = [1, 2] }"),
            ("a negative extent", "tensor = { shape = [-2], values = [1, 2] }"),
            ("an extent with a point", "tensor = { shape = [2.0], values = [1, 2] }"),
            ("an extent too large", "tensor = { shape = [18446744073709551616], values = [1, 2] }"),
            (
                "a shape that overflows",
                "tensor = { shape = [18446744073709551615, 2], values = [] }",
            ),
            ("too few values", "tensor = { shape = [2, 2], values = [1, 2, 3] }"),
            ("too many values", "tensor = { shape = [], values = [1, 2] }"),
            ("no values", "tensor = { shape = [0], values = [1] }"),
        ],
    );
}

#[test]
fn each_value_of_a_tensor_says_what_it_takes() {
    check_plates(
        "manifest-values",
        "lookup",
        &[
            ("values of another type", "tensor = { shape = [1], values = 1 }"),
            ("a list among the values", "tensor = { shape = [1], values = [[1]] }"),
            ("a date among the values", "tensor = { shape = [1], values = [2020-01-01] }"),
            ("a text among the values", "tensor = { shape = [1], values = [\"1\"] }"),
            ("a number among labels", "tensor = { shape = [1], values = [1], dtype = \"label\" }"),
            (
                "a value that does not fit",
                "tensor = { shape = [2], values = [255, 256], dtype = \"u8\" }",
            ),
            (
                "several values that do not fit",
                "tensor = { shape = [3], values = [1, 256, -1], dtype = \"u8\" }",
            ),
            (
                "several values of another type",
                "tensor = { shape = [2, \"2\", -1], values = [[1], 2020-01-01] }",
            ),
            (
                "more faults than are told one by one",
                "tensor = { shape = [24], values = [256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256], dtype = \"u8\" }",
            ),
            (
                "a value that rounds beyond a float",
                "tensor = { shape = [2], values = [65519.0, 65520.0], dtype = \"f16\" }",
            ),
            (
                "a letter that is no label",
                "tensor = { shape = [1], values = [\"é\"], dtype = \"label\" }",
            ),
            (
                "a fraction among integers",
                "tensor = { shape = [1], values = [1.5], dtype = \"i32\" }",
            ),
            ("a truth value among numbers", "tensor = { shape = [1], values = [true] }"),
            (
                "a number among truth values",
                "tensor = { shape = [1], values = [2], dtype = \"bool\" }",
            ),
            ("an unknown dtype", "tensor = { shape = [1], values = [1], dtype = \"f46\" }"),
            ("a dtype of another type", "tensor = { shape = [1], values = [1], dtype = 32 }"),
            ("an unknown fill", "tensor = { shape = [1], fill = \"ioat\" }"),
            (
                "a fill too large for its dtype",
                "tensor = { shape = [300], fill = \"iota\", dtype = \"u8\" }",
            ),
            (
                "letters that are numbers",
                "tensor = { shape = [1], fill = \"letters\", dtype = \"f32\" }",
            ),
            (
                "numbers that are labels",
                "tensor = { shape = [1], fill = \"iota\", dtype = \"label\" }",
            ),
            ("too few axes", "tensor = { fixture = \"frozen\", axes = [\"a\"] }"),
            ("an axis without a name", "tensor = { shape = [1], fill = \"iota\", axes = [\"\"] }"),
            (
                "an axis without a name",
                "tensor = { shape = [1], fill = \"iota\", axes = [\"a \"] }",
            ),
            (
                "an axis without a name",
                "tensor = { shape = [1], fill = \"iota\", axes = [\"a\\u0007\"] }",
            ),
            (
                "an axis that turns the direction",
                "tensor = { shape = [1], fill = \"iota\", axes = [\"a\\u202D\"] }",
            ),
            (
                "an axis with a noncharacter",
                "tensor = { shape = [1], fill = \"iota\", axes = [\"a\\uFFFF\"] }",
            ),
            (
                "several axes without a name",
                "tensor = { shape = [1, 1], fill = \"iota\", axes = [\"\", \" a\"] }",
            ),
            (
                "two axes with one name",
                "tensor = { shape = [1, 1, 1], fill = \"iota\", axes = [\"a\", \"b\", \"a\"] }",
            ),
            ("axes of another type", "tensor = { shape = [1], fill = \"iota\", axes = [1] }"),
            ("an unknown key", "tensor = { fixture = \"frozen\", axis = [\"a\"] }"),
            ("several faults", "tensor = { shape = [-1], values = \"x\", dtype = 3, extra = 1 }"),
        ],
    );
}

#[test]
fn each_field_of_a_lookup_says_what_it_takes() {
    let cases = [
        ("a coordinate of another type", "coordinate = 1"),
        ("a negative index", "coordinate = [1, -1, 2]"),
        ("an index with a point", "coordinate = [1, 0.0, 2]"),
        ("an index too large to be read", "coordinate = [99999999999999999999, 0, 0]"),
        ("an index out of bounds", "coordinate = [1, 2, 0]"),
        ("too few indices", "coordinate = [1, 0]"),
        ("too many indices", "coordinate = [1, 0, 2, 0]"),
        ("no index", "coordinate = []"),
        ("a list of coordinates", "coordinate = [[1, 0, 2]]"),
        ("rejects that are one coordinate", "reject = [1, 2, 0]"),
        ("a reject that is valid", "reject = [[1, 2, 0], [1, 1, 1]]"),
        (
            "several rejects that are valid",
            "coordinate = [1, 2, 0]\nreject = [[0, 0, 0], [1, 1, 1], [3, 3, 3]]",
        ),
        ("rejects given again", "reject = [[9, 9, 9], [9, 9, 9], [9, 9, 9]]"),
        ("a negative reject", "reject = [[1, 2, 0], [-1, 0, 0]]"),
        ("a label of another type", "coordinate = [1, 0, 2]\nlabel = 3"),
        ("unchecked of another type", "unchecked = \"yes\""),
        (
            "a caption with an unknown path",
            "coordinate = [1, 0, 2]\ncaption = \"Offset {OFSET.offset}.\"",
        ),
        ("a caption with an open brace", "caption = \"Strides {TENSOR.strides\""),
        ("several faults", "coordinate = [\"1\"]\nreject = [[2.5]]\nunchecked = 1\nextra = 2"),
    ];
    let cases = cases
        .map(|(title, fields)| (title, format!("tensor = {{ fixture = \"frozen\" }}\n{fields}")));
    let cases: Vec<(&str, &str)> =
        cases.iter().map(|(title, fields)| (*title, fields.as_str())).collect();
    check_plates("manifest-lookup", "lookup", &cases);
}

#[test]
fn each_field_of_shapes_says_what_it_takes() {
    check_plates(
        "manifest-shapes",
        "shapes",
        &[
            ("neither a fixture nor items", ""),
            ("both", "fixture = \"llm-shape-history\"\nitems = [{ label = \"x\", shape = [1] }]"),
            ("an unknown fixture", "fixture = \"llm-shapes-history\""),
            ("a tensor", "fixture = \"frozen\""),
            ("items of another type", "items = \"x\""),
            ("no item", "items = []"),
            ("an item of another type", "items = [1]"),
            ("an item without a shape", "items = [{ label = \"x\" }]"),
            ("an item without a label", "items = [{ shape = [1] }]"),
            (
                "a shape that overflows",
                "items = [{ label = \"x\", shape = [1] }, { label = \"y\", shape = [18446744073709551615, 2] }]",
            ),
            ("a misspelled key", "items = [{ label = \"x\", shap = [1] }]"),
            ("an unknown dtype", "items = [{ label = \"x\", shape = [1], dtype = \"f33\" }]"),
            (
                "two axes with one name",
                "items = [{ label = \"x\", shape = [1, 2], axes = [\"a\", \"a\"] }]",
            ),
            ("too many axes", "items = [{ label = \"x\", shape = [1], axes = [\"a\", \"b\"] }]"),
        ],
    );
}

#[test]
fn values_are_read_as_they_are_written() {
    let cases = [
        (
            "f64",
            "[0.1, nan, inf, -inf, -0.0, 1e3, 1_000, 0xff]",
            "0.1,NaN,inf,-inf,-0.0,1000.0,1000.0,255.0",
        ),
        ("f32", "[0.1, 16777217, 1e-46]", "0.1,16777216.0,0.0"),
        ("f16", "[65504, 0.1]", "65500.0,0.1"),
        ("bf16", "[0.1, 3.3e38]", "0.1,3.3e38"),
        ("u64", "[18446744073709551615, 0, +1]", "18446744073709551615,0,1"),
        ("i8", "[-128, 127]", "-128,127"),
        ("bool", "[true, false]", "true,false"),
        ("f64", "[\"NaN:0x7ff8000000000001\"]", "NaN:0x7ff8000000000001"),
    ];
    for (dtype, values, spelled) in cases {
        let count = values.split(',').count();
        let book = Book::new(&format!(
            "[[plate]]\nid = \"a\"\nkind = \"lookup\"\ntensor = {{ shape = [{count}], values = {values}, dtype = \"{dtype}\" }}\n"
        ));
        let paths = book.must(&["show", "a", "--paths"]);
        let found =
            paths.lines().find_map(|line| line.strip_prefix("BUFFER.values ")).expect("a buffer");
        assert_eq!(found.trim(), spelled, "{dtype} {values}");
    }
}

#[test]
fn digits_of_any_script_are_told_where_they_are_typed() {
    let cases = [
        ("\"on ８ and x²\"", "5:15: warning: 2 digits"),
        ("\"in {BUFFER.values[1]}, ٨\"", "5:35: warning: 1 digit "),
        ("\"½\"", "5:12: warning: 1 digit "),
        ("\"{BUFFER.values[1]} 1\"", "5:31: warning: 1 digit "),
        ("\"a \\u200eb 7\"", "5:11: warning: 1 digit "),
        ("\"a \\u200eb\"", ""),
        ("\"by \\u0038\"", "5:11: warning: 1 digit "),
        ("'no \\u 202'", "5:18: warning: 3 digits"),
    ];
    for (caption, expected) in cases {
        let manifest = format!(
            "[[plate]]\nid = \"a\"\nkind = \"lookup\"\ntensor = {{ shape = [2], fill = \"iota\" }}\ncaption = {caption}\n"
        );
        let answer = Book::new(&manifest).run(&["build"]);
        assert_eq!(answer.code, 0, "{caption}: {}", told(&answer));
        assert_eq!(answer.stderr.is_empty(), expected.is_empty(), "{caption}: {}", told(&answer));
        assert!(answer.stderr.contains(expected), "{caption}: {}", told(&answer));
    }
}

#[test]
fn no_change_of_one_character_makes_it_panic() {
    let manifest = "[book]\ntraces = \"t\"\n[[plate]]\nid = \"é\"\nkind = \"lookup\"\ncaption = \"{OFFSET.value} → ß\"\n\
                    tensor = { shape = [2, 2], values = [1, 2.5, -0.0, nan], axes = [\"ä\", \"b\"] }\n\
                    coordinate = [1, 0]\nreject = [[2, 0]]\n";
    let book = Book::new(manifest);
    let places: Vec<usize> = manifest.char_indices().map(|(at, _)| at).collect();
    for at in places {
        let (before, rest) = manifest.split_at(at);
        let after = &rest[rest.chars().next().map_or(0, char::len_utf8)..];
        for change in ["", "\"", "9", "\u{202e}"] {
            book.write("plates.toml", format!("{before}{change}{after}"));
            let answer = book.run(&["check"]);
            assert!((1..=3).contains(&answer.code), "{before}«{change}»{after}");
            assert!(!answer.stderr.contains(['\u{1b}', '\u{202e}']), "{before}«{change}»{after}");
        }
    }
}
