//! Forty plates that no author would think of, from a fixed seed: any rank, any
//! extent, names in any script, decimals of every length. Each is built with
//! its figures read back, and its SVGs are drawn by a second renderer.
//!
//! The book stands in the target folder afterwards; `.ci/run` opens all of its
//! figures in a browser.

use std::fmt::Write as _;

mod raster;

/// How many plates there are.
const PLATES: usize = 40;

/// Cells of a tensor whose values are written out.
const WRITTEN: usize = 24;

const NAMES: [&str; 14] = [
    "x",
    "day",
    "head width",
    "станция",
    "час наблюдения",
    "температура у поверхности воды",
    "時間",
    "気温センサー",
    "שעה",
    "ساعة الرصد",
    "e\u{301}tape",
    "🚲 wheels",
    "a name of an axis that is longer than the widest figure has room for, and goes on",
    "ﷺ",
];

const EXTENTS: [usize; 12] = [1, 1, 2, 2, 3, 3, 4, 5, 7, 12, 31, 1000];

const DECIMALS: [&str; 12] = [
    "-1.7976931348623157e308",
    "5e-324",
    "0.1",
    "-0.0",
    "nan",
    "-inf",
    "1.0",
    "32.0",
    "-12345.678",
    "0.30000000000000004",
    "1e16",
    "-2.2250738585072014e-308",
];

/// The same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits")
    }

    fn below(&mut self, end: usize) -> usize {
        self.next() % end
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    fn shape(&mut self, rank: usize) -> Vec<usize> {
        let mut shape: Vec<usize> = (0..rank).map(|_| EXTENTS[self.below(EXTENTS.len())]).collect();
        if rank > 0 && self.one_in(9) {
            shape[self.below(rank)] = 0;
        }
        if rank > 0 && self.one_in(9) {
            shape[self.below(rank)] = 1_000_000;
        }
        shape
    }

    fn names(&mut self, rank: usize) -> String {
        let mut names: Vec<String> = Vec::new();
        for axis in 0..rank {
            let name = self.of(&NAMES);
            // No two axes have one name.
            let again = names.contains(&format!("{name:?}"));
            let name = if again { format!("{name} {axis}") } else { name.to_owned() };
            names.push(format!("{name:?}"));
        }
        names.join(", ")
    }
}

fn list(items: &[usize]) -> String {
    format!("{items:?}")
}

fn lookup(random: &mut Random, id: usize) -> String {
    let rank = id % 9;
    let shape = random.shape(rank);
    let length = shape.iter().fold(1_usize, |length, &extent| length.saturating_mul(extent));
    let mut tensor = format!("shape = {}", list(&shape));
    if length <= WRITTEN && random.one_in(2) {
        let values: Vec<&str> = (0..length).map(|_| random.of(&DECIMALS)).collect();
        write!(tensor, ", values = [{}], dtype = \"f64\"", values.join(", ")).expect("a string");
    } else {
        let dtype = random.of(&["f64", "f32", "bf16", "i64", "u64"]);
        write!(tensor, ", fill = \"iota\", dtype = \"{dtype}\"").expect("a string");
    }
    if rank > 0 && random.one_in(2) {
        write!(tensor, ", axes = [{}]", random.names(rank)).expect("a string");
    }
    let mut plate = format!("tensor = {{ {tensor} }}\n");
    if length > 0 && !random.one_in(8) {
        let at: Vec<usize> = shape.iter().map(|&extent| random.below(extent)).collect();
        writeln!(plate, "coordinate = {}", list(&at)).expect("a string");
        if random.one_in(3) {
            writeln!(plate, "label = {:?}", random.of(&NAMES)).expect("a string");
        }
    }
    let mut rejects: Vec<Vec<usize>> = Vec::new();
    for _ in 0..random.below(4) {
        let mut at: Vec<usize> = shape.iter().map(|&extent| random.below(extent.max(1))).collect();
        match rank {
            0 => at.push(0),
            _ if random.one_in(4) => drop(at.pop()),
            _ => {
                let axis = random.below(rank);
                at[axis] = shape[axis] + random.below(3) * random.below(40);
            }
        }
        if !rejects.contains(&at) {
            rejects.push(at);
        }
    }
    if !rejects.is_empty() {
        let rejects: Vec<String> = rejects.iter().map(|at| list(at)).collect();
        writeln!(plate, "reject = [{}]", rejects.join(", ")).expect("a string");
    }
    plate
}

fn shapes(random: &mut Random) -> String {
    let items: Vec<String> = (0..=random.below(5))
        .map(|item| {
            let rank = random.below(6);
            let shape = list(&random.shape(rank));
            let label = format!("{} {item}", random.of(&NAMES));
            let axes = if rank > 0 && random.one_in(2) {
                format!(", axes = [{}]", random.names(rank))
            } else {
                String::new()
            };
            format!("  {{ label = {label:?}, shape = {shape}{axes} }},\n")
        })
        .collect();
    format!("items = [\n{}]\n", items.concat())
}

fn manifest() -> String {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut manifest = String::new();
    for id in 0..PLATES {
        let (kind, fields) = match id % 5 {
            4 => ("shapes", shapes(&mut random)),
            _ => ("lookup", lookup(&mut random, id)),
        };
        let plate = format!("[[plate]]\nid = \"extreme-{id}\"\nkind = \"{kind}\"\n{fields}\n");
        // Rust escapes what TOML takes as it is.
        manifest.push_str(&plate.replace("\\u{301}", "\u{301}"));
    }
    manifest
}

#[test]
fn forty_extreme_plates_are_built_read_back_and_drawn_by_a_second_renderer() {
    let (book, said) = raster::built("extremes", &manifest());
    assert!(said.contains("40 plates: 40 current"), "{said}");
    // An odd number, so that wide and narrow ones take turns.
    raster::every_svg_of(&book.join("src/plates"), 5);
}
