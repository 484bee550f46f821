//! Who hears only a figure's description has all of its facts: the trace is
//! written again from those sentences alone, by a reader that knows English and
//! the rules of what a trace holds, and comes out as it was.

mod support;

use std::fmt::Write as _;
use std::fs;

use support::Book;
use traceplate::layout::checked_row_major_layout;
use traceplate::trace::parse;

/// What stands in the holes `{}` of a pattern, if the text is such a sentence.
fn holes<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut literals = pattern.split("{}");
    let mut rest = text.strip_prefix(literals.next()?)?;
    let mut found = Vec::new();
    let mut literals = literals.peekable();
    while let Some(literal) = literals.next() {
        let end = match literals.peek() {
            None => rest.len().checked_sub(literal.len()).filter(|_| rest.ends_with(literal))?,
            Some(_) => rest.find(literal)?,
        };
        found.push(&rest[..end]);
        rest = &rest[end + literal.len()..];
    }
    Some(found)
}

/// `[1,0,2]` as a trace spells the list.
fn listed(brackets: &str) -> String {
    match brackets.trim_start_matches('[').trim_end_matches(']') {
        "" => "none".to_owned(),
        items => items.to_owned(),
    }
}

/// `1, 2 and 3`, or `1, 2, 3`, in its parts.
fn parts(text: &str) -> Vec<&str> {
    let (before, last) = text.rsplit_once(" and ").unwrap_or((text, ""));
    before.split(", ").chain(Some(last)).filter(|part| !part.is_empty()).collect()
}

/// A text as a trace spells it.
fn word(text: &str) -> String {
    if text.contains(' ') { format!("\"{text}\"") } else { text.to_owned() }
}

/// The number and the name of `axis 1 (tokens)`.
fn axis(text: &str) -> (usize, Option<&str>) {
    let number = text.strip_prefix("axis ").expect("an axis");
    let (number, name) = match number.split_once(" (") {
        Some((number, name)) => (number, name.strip_suffix(')')),
        None => (number, None),
    };
    (number.parse().expect("an axis"), name)
}

fn numbers(list: &str) -> Vec<usize> {
    match list {
        "none" => Vec::new(),
        _ => list.split(',').map(|item| item.parse().expect("an index")).collect(),
    }
}

/// A lookup, as far as the sentences have told it.
#[derive(Default)]
struct Lookup {
    tensor: String,
    shape: Vec<usize>,
    layout: &'static str,
    names: Vec<(usize, String)>,
    rows: String,
    columns: String,
    slices: Vec<String>,
    buffer: String,
    coordinate: String,
    terms: Vec<String>,
    offset: String,
    bounds: Vec<String>,
    /// The coordinate that the sentences speak of.
    refused: String,
    unchecked: Vec<String>,
}

impl Lookup {
    fn hear(&mut self, sentence: &str) {
        let heard = self.hear_layout(sentence)
            || self.hear_cells(sentence)
            || self.hear_arithmetic(sentence)
            || self.hear_refusal(sentence)
            // What follows from the others, and how the figure looks.
            || [
                "The walk starts at offset {}: {}",
                "Lines mark the axes: {}",
                "Coordinate {} selects{}",
                "The empty coordinate [] selects this cell",
                "One of {} is shown",
                "No offset is computed and no value is read",
                "Not checked {}",
                "Index {} is valid, and used by {}",
            ]
            .iter()
            .any(|known| holes(known, sentence).is_some());
        assert!(heard, "nobody knows what to do with: {sentence}");
        if let Some(found) = holes("Coordinate {} selects{}", sentence) {
            self.coordinate = format!("COORDINATE indices={}", listed(found[0]));
        } else if sentence.starts_with("The empty coordinate [] ") {
            "COORDINATE indices=none".clone_into(&mut self.coordinate);
        }
    }

    fn hear_layout(&mut self, sentence: &str) -> bool {
        let plain = sentence.strip_suffix(": it is empty").unwrap_or(sentence);
        let row_major = "A tensor of shape {} with row-major strides {} holds {} {} value{}";
        let view =
            "A view of shape {} with strides {} of its own, from base {}, holds {} {} value{}";
        let scalar = "A scalar of shape {} has no axis and holds {} {} value";
        let (shape, strides, base, count, dtype) = if let Some(told) = holes(row_major, plain) {
            (told[0], told[1], "0", told[2], told[3])
        } else if let Some(told) = holes(view, plain) {
            self.layout = " layout=strided";
            (told[0], told[1], told[2], told[3], told[4])
        } else if let Some(told) = holes(scalar, plain) {
            (told[0], "[]", "0", told[1], told[2])
        } else {
            return self.hear_axes(sentence);
        };
        let (shape, strides) = (listed(shape), listed(strides));
        self.shape = numbers(&shape);
        let (rank, count) = (self.shape.len(), count.replace(',', ""));
        self.tensor = format!(
            "dtype={dtype} rank={rank} shape={shape} strides={strides} base={base} length={count}"
        );
        true
    }

    fn hear_axes(&mut self, sentence: &str) -> bool {
        let said = [
            "{} is picked by {}, the row by {}, the position in it by {}",
            "{} is picked by {}, the position in it by {}",
            "Its axis is {}",
        ];
        let Some(found) = said.iter().find_map(|said| holes(said, sentence)) else {
            return false;
        };
        // The first hole is what is picked, except where the axis is alone.
        let picked = usize::from(found.len() > 1);
        for part in found[picked..].iter().flat_map(|axes| parts(axes)) {
            let (number, name) = axis(part);
            self.names.extend(name.map(|name| (number, word(name))));
        }
        true
    }

    fn hear_cells(&mut self, sentence: &str) -> bool {
        let shown = |found: &str| parts(found).join(",");
        if let Some(found) = holes("Of {} rows, rows {} are shown; {} left out", sentence) {
            self.rows = format!(" rows={}", shown(found[1]));
        } else if let Some(found) =
            holes("Of {} columns, columns {} are shown; {} left out", sentence)
        {
            self.columns = format!(" columns={}", shown(found[1]));
        } else if let Some(found) = holes("In slice {}, {}", sentence) {
            self.slice(&format!(" axis0={}", found[0]), found[1]);
        } else if let Some(found) = holes("In the block with {}, row {}", sentence) {
            let mut outer = String::new();
            for part in parts(found[0]) {
                let (name, index) = part.rsplit_once(" = ").expect("axis = index");
                write!(outer, " axis{}={index}", axis(name).0).expect("a string");
            }
            self.slice(&outer, &format!("row {}", found[1]));
        } else if let Some(found) = holes("In the grid, {}", sentence) {
            self.slice("", found[0]);
        } else if let Some(found) = holes("The positions hold {}", sentence)
            .or_else(|| holes("The cell holds {}", sentence))
        {
            self.slice("", &format!("row 0 holds {}", found[0]));
        } else if let Some(found) =
            holes("Of the flat buffer, offsets {} are shown, with values {}; {} left out", sentence)
        {
            self.buffer = format!(" offsets={} values={}", shown(found[0]), shown(found[1]));
        } else if sentence == "The flat buffer holds 0 values" {
            " values=none".clone_into(&mut self.buffer);
        } else if let Some(found) = holes("The flat buffer holds {} at offset{}", sentence) {
            self.buffer = format!(" values={}", shown(found[0]));
        } else {
            return false;
        }
        true
    }

    fn slice(&mut self, outer: &str, rows: &str) {
        let mut record = format!("SLICE{outer}{}{}", self.rows, self.columns);
        for (listed, row) in rows.split("; ").enumerate() {
            let found = holes("row {} holds {}", row).expect("a row");
            write!(record, " row{listed}={}", parts(found[1]).join(",")).expect("a string");
        }
        self.slices.push(record);
    }

    fn hear_arithmetic(&mut self, sentence: &str) -> bool {
        let sums = [
            "Its contribution{} {}; with base {}",
            "Its contribution{} {}; they sum to offset {}",
            "Its contribution{} {}: the offset is {}",
        ];
        if let Some(found) = sums.iter().find_map(|sum| holes(sum, sentence)) {
            let terms = found[1].trim_start_matches("are ").trim_start_matches("is ");
            for (place, term) in parts(terms).into_iter().enumerate() {
                let told = holes("{} times {} equals {} for {}", term).expect("a term");
                let (index, stride, contribution) = (told[0], told[1], told[2]);
                self.terms.push(format!(
                    "TERM axis={place} index={index} stride={stride} contribution={contribution}"
                ));
            }
        } else if let Some(found) = holes("The selected cell is called {}", sentence) {
            write!(self.coordinate, " label={}", word(found[0])).expect("a string");
        } else if let Some(found) =
            holes("Offset {}, marked by a diamond and a double border, stores value {}", sentence)
        {
            self.offset = format!("OFFSET offset={} value={}", found[0], found[1]);
        } else {
            return holes("There is no term; the offset is {}", sentence).is_some();
        }
        true
    }

    fn hear_refusal(&mut self, sentence: &str) -> bool {
        let outside = "Coordinate {} fails at {}, because index {} is not less than size {}";
        let later =
            "Coordinate {} passes {}, and fails at {}, because index {} is not less than size {}";
        let rank = "Coordinate {} has {} ind{}, but the rank is {}";
        let overflow = "Coordinate {} has an offset that does not fit at {}";
        let passed = "Coordinate {} passes {}, and has an offset that does not fit at {}";
        let status = if let Some(found) = holes(rank, sentence) {
            format!("status=rank-mismatch expected={} actual={}", found[3], found[1])
        } else if let Some(found) = holes(overflow, sentence).or_else(|| holes(passed, sentence)) {
            format!("status=offset-overflow axis={}", axis(found[found.len() - 1]).0)
        } else if let Some(found) = holes(outside, sentence).filter(|found| !found[0].contains(' '))
        {
            format!(
                "status=out-of-bounds axis={} index={} size={}",
                axis(found[1]).0,
                found[2],
                found[3]
            )
        } else if let Some(found) = holes(later, sentence) {
            format!(
                "status=out-of-bounds axis={} index={} size={}",
                axis(found[2]).0,
                found[3],
                found[4]
            )
        } else {
            return self.hear_unchecked(sentence);
        };
        let coordinate = sentence.split(' ').nth(1).expect("a coordinate");
        self.refused = listed(coordinate);
        self.bounds.push(format!("BOUNDS coordinate={} {status}", self.refused));
        true
    }

    fn hear_unchecked(&mut self, sentence: &str) -> bool {
        let inside = "The arithmetic alone would give offset {}, the cell of {}";
        let outside = "The arithmetic alone would give offset {}, outside a buffer of length {}";
        let status = if let Some(found) = holes(outside, sentence) {
            format!("offset={} status=outside length={}", found[0], found[1].replace(',', ""))
        } else if let Some(found) = holes(inside, sentence) {
            format!("offset={} status=inside owner={}", found[0], listed(found[1]))
        } else {
            return false;
        };
        self.unchecked.push(format!("UNCHECKED coordinate={} {status}", self.refused));
        true
    }

    /// The slices of a tensor without cells, which nobody has to be told.
    fn empty_slices(&self) -> Vec<String> {
        let (outer, inner) = self.shape.split_at(self.shape.len().saturating_sub(2));
        let mut slices = vec!["SLICE".to_owned()];
        for (axis, extent) in outer.iter().enumerate() {
            slices = slices
                .iter()
                .flat_map(|slice| {
                    (0..*extent).map(move |index| format!("{slice} axis{axis}={index}"))
                })
                .collect();
        }
        let rows = if inner.len() == 1 { 1 } else { inner.first().copied().unwrap_or_default() };
        for slice in &mut slices {
            for row in 0..rows {
                write!(slice, " row{row}=none").expect("a string");
            }
        }
        slices
    }

    fn records(self) -> Vec<String> {
        let slices = if self.slices.is_empty() { self.empty_slices() } else { self.slices };
        let mut names = self.names;
        names.sort();
        let names: Vec<String> = names.into_iter().map(|(_, name)| name).collect();
        let axes =
            if names.is_empty() { String::new() } else { format!(" axes={}", names.join(",")) };
        let mut records = vec![format!("TENSOR {}{axes}{}", self.tensor, self.layout)];
        records.extend(slices);
        records.push(format!("BUFFER{}", self.buffer));
        records.extend(Some(self.coordinate).filter(|line| !line.is_empty()));
        records.extend(self.terms);
        records.extend(Some(self.offset).filter(|line| !line.is_empty()));
        records.extend(self.bounds.into_iter().chain(self.unchecked));
        records
    }
}

/// The records of a set of shapes, from its sentences.
fn shapes(description: &str) -> Vec<String> {
    let told = "Tensor {} has shape {}, strides {} and {} {} element{}";
    let tensors = description.split(". ").filter_map(|sentence| holes(told, sentence));
    tensors
        .map(|found| {
            let (label, shape, strides) = (word(found[0]), listed(found[1]), listed(found[2]));
            let (length, dtype, rank) = (found[3].replace(',', ""), found[4], numbers(&shape).len());
            let axes = found[5].trim_start_matches('s');
            let axes = axes.trim_start_matches("; its axes are ").trim_start_matches("; its axis is ");
            let names: Vec<String> = parts(axes).into_iter().map(word).collect();
            let axes = if names.is_empty() { String::new() } else { format!(" axes={}", names.join(",")) };
            format!(
                "SHAPE label={label} dtype={dtype} rank={rank} shape={shape} strides={strides} length={length}{axes}"
            )
        })
        .collect()
}

/// The trace that a description tells, without the names in `id`.
fn retold(schema: &str, description: &str) -> String {
    let description = description.strip_suffix('.').expect("a sentence");
    let records = if schema == "shapes-v1" {
        shapes(description)
    } else {
        let mut lookup = Lookup::default();
        description.split(". ").for_each(|sentence| lookup.hear(sentence));
        lookup.records()
    };
    format!("TRACE {schema} BEGIN\n{}\nTRACE {schema} END\n", records.join("\n"))
}

/// A trace without the names that its file or manifest gave it.
fn without_ids(trace: &str) -> String {
    let kept = |line: &str| {
        let words = line.split(' ').filter(|word| !word.starts_with("id="));
        words.collect::<Vec<_>>().join(" ") + "\n"
    };
    trace.lines().map(kept).collect()
}

/// The text of an element with that beginning of an `id`, in which no other stands.
fn element<'t>(page: &'t str, tag: &str, end: &str) -> &'t str {
    let start = page.find(tag).expect("a description");
    let open = start + page[start..].find('>').expect("the end of its tag") + 1;
    &page[open..open + page[open..].find(end).expect("its end")]
}

/// Holds every plate of a book to its description, in SVG and in HTML.
fn hold(book: &Book, figures: &str) -> usize {
    let traces = fs::read_dir(book.path("traces")).expect("the traces");
    let mut held = 0;
    for file in traces {
        let file = file.expect("a trace").path();
        let id = file.file_stem().and_then(|name| name.to_str()).expect("a name in UTF-8");
        let trace = fs::read_to_string(&file).expect("a trace");
        assert!(parse(&trace).is_ok(), "{id}");
        let schema = trace.split(' ').nth(1).expect("a schema");
        let svg = book.read(&format!("{figures}/{id}.svg"));
        let html = book.read(&format!("{figures}/{id}.html"));
        let told = element(&svg, "<desc ", "</desc>");
        assert_eq!(element(&html, &format!("<p id=\"plate-{id}_long\""), "</p>"), told, "{id}");
        assert_eq!(retold(schema, told), without_ids(&trace), "{id}");
        held += 1;
    }
    held
}

#[test]
fn the_traces_of_the_guide_are_rebuilt_from_their_descriptions() {
    assert_eq!(hold(&Book::guide(), "book/plates"), 7);
}

#[test]
fn so_are_those_of_every_shape() {
    let tensors = [
        "shape = [40,50,60], fill = \"iota\", dtype = \"bf16\", axes = [\"days\",\"hours\",\"head width\"]",
        "shape = [3,3,3,3,3], fill = \"iota\", dtype = \"u8\"",
        "shape = [2,3,2,2], values = [-0.0,nan,inf,-inf,0.1,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,1e300]",
        "shape = [100], fill = \"letters\", axes = [\"place\"]",
        "shape = [1000000,1000,7], fill = \"iota\"",
        "shape = [1,1,1,1,1,1,1,1], fill = \"iota\"",
        "shape = [4], fill = \"zeros\"",
        "shape = [2,0,3], fill = \"iota\"",
        "shape = [2,3,0], fill = \"iota\"",
        "shape = [0,4], fill = \"iota\"",
        "shape = [0], fill = \"iota\"",
        "shape = [], values = [2.5]",
    ];
    let mut manifest = String::new();
    let mut plate = |tensor: &str, rest: &str| {
        let id = manifest.matches("[[plate]]").count();
        write!(
            manifest,
            "[[plate]]\nid = \"p{id}\"\nkind = \"lookup\"\ntensor = {{ {tensor} }}\n{rest}\n"
        )
        .expect("a string");
    };
    for tensor in tensors {
        let shape = tensor.split(['[', ']']).nth(1).expect("a shape");
        let shape: Vec<usize> = numbers(if shape.is_empty() { "none" } else { shape });
        let (_, length) = checked_row_major_layout(&shape).expect("it fits");
        let (last, beyond): (Vec<usize>, Vec<usize>) =
            shape.iter().map(|extent| (extent.saturating_sub(1), *extent)).unzip();
        let middle: Vec<usize> = shape.iter().map(|extent| extent / 2).collect();
        plate(tensor, "");
        if length > 0 {
            plate(tensor, &format!("coordinate = {last:?}\nlabel = \"the last\""));
            plate(tensor, &format!("coordinate = {middle:?}"));
        }
        if let Some(rank) = shape.len().checked_sub(1) {
            let at_the_end: Vec<usize> =
                last[..rank].iter().chain(&beyond[rank..]).copied().collect();
            let mut outside = vec![beyond.clone(), at_the_end];
            outside.dedup();
            let other_rank = vec![0; 9];
            let all: Vec<&Vec<usize>> = outside.iter().chain(Some(&other_rank)).collect();
            let refused = format!("reject = {all:?}");
            plate(tensor, &refused);
            if length > 0 {
                let refused = format!("reject = {outside:?}\nunchecked = true");
                plate(tensor, &format!("coordinate = {middle:?}\n{refused}"));
            }
        }
    }
    manifest.push_str(
        "[[plate]]\nid = \"set\"\nkind = \"shapes\"\nitems = [{ label = \"s\", shape = [] }, { label = \"a long one\", shape = [1000000,1000,2], dtype = \"bf16\" }, { label = \"e\", shape = [3,0], axes = [\"rows\",\"head width\"] }, { label = \"one\", shape = [7], axes = [\"n\"] }]\n",
    );
    let plates = manifest.matches("[[plate]]").count();
    let book = Book::new(&manifest);
    book.must(&["build"]);
    assert_eq!(hold(&book, "src/plates"), plates);
}

#[test]
fn so_are_those_of_views() {
    let views = [
        "TENSOR id=x dtype=f64 rank=2 shape=2,2 strides=1,2 base=3 length=4 layout=strided\nSLICE row0=3.0,5.0 row1=4.0,6.0\nBUFFER values=0.0,1.0,2.0,3.0,4.0,5.0,6.0\nCOORDINATE indices=1,0\nTERM axis=0 index=1 stride=1 contribution=1\nTERM axis=1 index=0 stride=2 contribution=0\nOFFSET offset=4 value=4.0\nBOUNDS coordinate=2,0 status=out-of-bounds axis=0 index=2 size=2\nUNCHECKED coordinate=2,0 offset=5 status=inside owner=0,1",
        "TENSOR id=x dtype=f64 rank=1 shape=2 strides=2 base=1 length=2 axes=\"odd places\" layout=strided\nSLICE row0=1.0,3.0\nBUFFER values=0.0,1.0,2.0,3.0\nBOUNDS coordinate=2 status=out-of-bounds axis=0 index=2 size=2\nUNCHECKED coordinate=2 offset=5 status=outside length=4",
    ];
    let mut manifest = String::new();
    for place in 0..views.len() {
        write!(manifest, "[[plate]]\nid = \"v{place}\"\ntrace = \"traces/v{place}.trace\"\n")
            .expect("a string");
    }
    let book = Book::new(&manifest);
    for (place, records) in views.iter().enumerate() {
        let text = format!("TRACE lookup-v1 BEGIN\n{records}\nTRACE lookup-v1 END\n");
        book.write(&format!("traces/v{place}.trace"), text);
    }
    book.must(&["build"]);
    assert_eq!(hold(&book, "src/plates"), views.len());
}

#[test]
fn a_sentence_that_says_something_else_tells_another_trace() {
    let book = Book::guide();
    let svg = book.read("book/plates/frozen-lookup.svg");
    let told = element(&svg, "<desc ", "</desc>");
    let trace = without_ids(&book.read("traces/frozen-lookup.trace"));
    for (from, to) in [
        ("shape [2,2,3]", "shape [2,3,2]"),
        ("f64", "f32"),
        ("row 1 holds 40.0", "row 1 holds 41.0"),
        ("1 times 6 equals 6", "1 times 6 equals 7"),
        ("stores value 32.0", "stores value 32.5"),
        ("fails at axis 1", "fails at axis 2"),
        ("size 2.", "size 3."),
    ] {
        assert!(told.contains(from), "{from}");
        assert_ne!(retold("lookup-v1", &told.replace(from, to)), trace, "{to}");
    }
}
