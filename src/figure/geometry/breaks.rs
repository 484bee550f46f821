//! Where a text breaks into lines, and a name that is too long for one.

use super::measure::{Size, bold_name, run, sans};
use crate::decimal;
use crate::figure::text::{Run, Text};
use unicode_width::UnicodeWidthChar;

/// A place in a text: which run, and how many bytes into it.
pub type Place = (usize, usize);

/// Where the lines of a text begin, the first one aside: behind spaces; inside a
/// word only if it is wider than a line. A number or a list is never broken, and no
/// word is parted from the number behind it.
#[must_use]
pub fn breaks(text: &Text, size: Size, bold: bool, width: u32) -> Vec<Place> {
    let mut breaker = Breaker { text, size, bold, width, breaks: Vec::new(), used: 0 };
    let mut word = (0, 0);
    let mut wide = 0;
    let mut before: [Option<Run<'_>>; 2] = [None, None];
    let mut runs = text.runs().enumerate().peekable();
    while let Some((place, whole)) = runs.next() {
        let is_bound = equates(before, whole.text);
        before = [before[1], Some(whole)];
        if !is_breakable(whole) {
            wide += run(whole, size, bold);
            continue;
        }
        let mut at = 0;
        for piece in whole.text.split_inclusive(' ') {
            at += piece.len();
            wide += run(Run { text: piece, ..whole }, size, bold);
            let is_last = at == whole.text.len();
            let next = runs.peek().map(|(_, next)| *next).filter(|_| is_last);
            let is_bound = is_bound && at == 1 || next.is_some_and(|next| binds(piece, next));
            if piece.ends_with(' ') && !is_bound {
                breaker.word(word, (place, at), wide, sans(" ", size, bold));
                (word, wide) = ((place, at), 0);
            }
        }
    }
    breaker.word(word, (text.runs().len(), 0), wide, 0);
    breaker.breaks
}

/// Whether a line may break inside a run: not in a number, nor in a list of them.
fn is_breakable(run: Run<'_>) -> bool {
    run.fact().is_none() || !decimal::is_number(run.text)
}

/// Whether words stay on one line with what follows: `axis ` with its 0, `= `
/// with what it equals.
#[must_use]
pub fn binds(words: &str, next: Run<'_>) -> bool {
    let bare = words.trim_end();
    bare.len() < words.len()
        && next.fact().is_some()
        && next.text.starts_with(|c: char| c.is_ascii_digit())
        && bare.ends_with(|c: char| c.is_alphabetic() || c == '=')
}

/// Whether ` = ` stays on one line with what stands before it: the name of an
/// axis, or a word with its number. What it follows in a sum or a product is longer.
#[must_use]
pub fn equates(before: [Option<Run<'_>>; 2], sign: &str) -> bool {
    let [words, Some(last)] = before else { return false };
    let is_term = |words: Run<'_>| binds(words.text, last) && !words.text.ends_with("= ");
    sign.starts_with(" =")
        && last.fact().is_some()
        && (!decimal::is_number(last.text) || words.is_some_and(is_term))
}

/// Whether a run that is one fact, or one word, goes on from line to line.
#[must_use]
pub fn break_runs(text: &Text, breaks: &[Place]) -> bool {
    let mut breaks = breaks.iter().filter(|(_, at)| *at > 0).peekable();
    text.runs().enumerate().any(|(place, run)| {
        let mut inside = false;
        while let Some((_, at)) = breaks.next_if(|(of, _)| *of == place) {
            let before = &run.text[..*at];
            inside |= *at < run.text.len() && (run.fact().is_some() || !before.ends_with(' '));
        }
        inside
    })
}

/// The lines that begin at these places.
#[must_use]
pub fn lines(text: &Text, breaks: &[Place]) -> Vec<Text> {
    let ends = breaks.iter().copied().chain([(text.runs().len(), 0)]);
    let mut from = (0, 0);
    let lines = ends.map(|end| line(text, std::mem::replace(&mut from, end), end));
    lines.filter(|line| !line.is_empty()).collect()
}

/// What stands between two places of a text.
fn line(text: &Text, from: Place, end: Place) -> Text {
    let runs = text.runs().enumerate().take(end.0 + 1).skip(from.0);
    let mut parts = runs
        .map(|(place, run)| {
            let begins = if place == from.0 { from.1 } else { 0 };
            let ends = if place == end.0 { end.1 } else { run.text.len() };
            Run { text: &run.text[begins..ends], ..run }
        })
        .filter(|part| !part.text.is_empty())
        .peekable();
    let mut line = Text::default();
    while let Some(part) = parts.next() {
        // Only the last words lose the space behind them.
        let words = if parts.peek().is_some() { part.text } else { part.text.trim_end() };
        line.join_run(Run { text: words, ..part });
    }
    line
}

/// A text on its way into lines.
struct Breaker<'a> {
    text: &'a Text,
    size: Size,
    bold: bool,
    width: u32,
    /// Where the lines begin.
    breaks: Vec<Place>,
    /// How wide the words of the open line are.
    used: u32,
}

impl Breaker<'_> {
    /// Puts a word with the space behind it on the open line, or on a new one.
    fn word(&mut self, from: Place, to: Place, wide: u32, space: u32) {
        if self.used > 0 && self.used + wide.saturating_sub(space) > self.width {
            self.push(from);
            self.used = 0;
        }
        if wide.saturating_sub(space) > self.width {
            self.long_word(from, to);
        } else {
            self.used += wide;
        }
    }

    /// Begins a line; at the next run rather than at the end of one.
    fn push(&mut self, (place, at): Place) {
        let is_end = self.text.runs().nth(place).is_some_and(|run| at == run.text.len());
        self.breaks.push(if is_end { (place + 1, 0) } else { (place, at) });
    }

    /// Breaks a word that is wider than a line: where it is bound to another,
    /// else behind one of its signs, else where the line ends.
    fn long_word(&mut self, from: Place, to: Place) {
        // Where the line can break, and how wide what stands behind it is.
        let mut space: Option<(Place, u32)> = None;
        let mut sign: Option<(Place, u32)> = None;
        for (place, whole) in self.text.runs().enumerate().take(to.0 + 1).skip(from.0) {
            let begins = if place == from.0 { from.1 } else { 0 };
            let ends = if place == to.0 { to.1 } else { whole.text.len() };
            // Of a list an item is the least piece.
            let is_word = is_breakable(whole);
            let mut at = begins;
            for piece in whole.text[begins..ends].split_inclusive(|c| is_word || c == ',') {
                let wide = run(Run { text: piece, ..whole }, self.size, self.bold);
                while self.used > 0 && self.used + wide > self.width && wide > 0 && piece != " " {
                    let here = ((place, at), 0);
                    let (line, behind) = space.take().or_else(|| sign.take()).unwrap_or(here);
                    self.push(line);
                    self.used = behind;
                }
                self.used += wide;
                at += piece.len();
                for (_, behind) in space.iter_mut().chain(&mut sign) {
                    *behind += wide;
                }
                if piece == " " {
                    (space, sign) = (Some(((place, at), 0)), None);
                } else if !is_word || piece.ends_with(breaks_word) {
                    sign = Some(((place, at), 0));
                }
            }
        }
    }
}

/// Behind which signs a word that is too long for a line is broken.
fn breaks_word(c: char) -> bool {
    matches!(c, '/' | '.' | '_' | ':' | '-')
}

/// Breaks a bold name into lines: at spaces, which stay on the line before them,
/// and behind wide characters, which need none. A word that is too long for a line
/// is broken; what does not fit into `most` lines is cut with `…`.
#[must_use]
pub fn name(name: &str, size: Size, width: u32, most: usize) -> Vec<String> {
    let fits = |words: &str, more: &str| bold_name(words.trim_end(), more, size) <= width;
    let mut lines = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let ends = |breaks: fn(char) -> bool| {
            let ends = rest.char_indices().filter(move |(_, c)| breaks(*c));
            ends.map(|(at, c)| at + c.len_utf8())
        };
        // A number is never cut, since it would be another one.
        let is_number = decimal::is_number(name);
        let words = ends(if is_number { |_| true } else { |c| c == ' ' || c.width() == Some(2) });
        let longest = |ends: &mut dyn Iterator<Item = usize>| {
            ends.take_while(|&end| fits(&rest[..end], "")).last()
        };
        let end = longest(&mut words.chain([rest.len()]))
            .or_else(|| longest(&mut ends(breaks_word)))
            .or_else(|| longest(&mut ends(|_| true)))
            .unwrap_or(0);
        let is_last = lines.len() + 1 == most && end < rest.len() && !is_number;
        if end == 0 || is_last {
            let end = ends(|_| true).take_while(|&end| fits(&rest[..end], "…")).last();
            lines.push(format!("{}…", rest[..end.unwrap_or(0)].trim_end()));
            break;
        }
        lines.push(rest[..end].to_owned());
        rest = &rest[end..];
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::measure::{self, Size};
    use super::{break_runs, breaks, lines, name};
    use crate::figure::text::{Span, Text};

    fn wrapped(text: &Text, size: Size, bold: bool, width: u32) -> Vec<Text> {
        lines(text, &breaks(text, size, bold, width))
    }

    #[test]
    fn a_text_breaks_at_spaces_and_never_inside_a_number() {
        let text = Text::literal("the offset is ")
            .then(Span::fact("OFFSET.offset", "1,2,3"))
            .then(Span::literal(" and no more"));
        let lines = wrapped(&text, 10, false, 70);
        assert!(lines.iter().all(|line| measure::text(line, 10, false) <= 70));
        let lines: Vec<String> = lines.iter().map(Text::plain).collect();
        assert_eq!(lines, ["the offset", "is 1,2,3 and", "no more"]);
        let narrow: Vec<String> = wrapped(&text, 10, false, 34).iter().map(Text::plain).collect();
        assert_eq!(narrow, ["the", "offset", "is", "1,2,3", "and", "no", "more"]);
    }

    #[test]
    fn a_word_that_is_longer_than_a_line_is_broken_and_none_is_lost() {
        let text = Text::from(Span::authored("see https://docs.rs/ndarray/latest/index.html."));
        let lines: Vec<String> = wrapped(&text, 10, false, 70).iter().map(Text::plain).collect();
        assert_eq!(lines, ["see", "https://", "docs.rs/", "ndarray/", "latest/", "index.html."]);
        for narrow in [1, 12, 40] {
            let lines = wrapped(&text, 10, false, narrow);
            let joined: String = lines.iter().map(Text::plain).collect();
            assert_eq!(joined, text.plain().replace(' ', ""), "{narrow}");
        }
        assert!(break_runs(&text, &breaks(&text, 10, false, 70)));
        assert!(!break_runs(&text, &breaks(&text, 10, false, 300)));
    }

    #[test]
    fn a_name_in_a_sentence_breaks_at_its_spaces_and_is_one_fact_all_the_same() {
        let text = Text::literal("in ")
            .then(Span::fact("SHAPE.label", "toy Transformer head"))
            .then(Span::literal(", more"));
        let places = breaks(&text, 10, false, 110);
        let plain: Vec<String> = lines(&text, &places).iter().map(Text::plain).collect();
        assert_eq!(plain, ["in toy Transformer", "head, more"]);
        assert!(break_runs(&text, &places));
    }

    #[test]
    fn a_name_breaks_at_spaces_and_behind_wide_characters_and_is_cut_where_it_can_not() {
        let lines = |text: &str, most| name(text, 10, 70, most);
        assert_eq!(lines("weight", 4), ["weight"]);
        assert_eq!(lines("query weight matrix", 4), ["query ", "weight ", "matrix"]);
        assert_eq!(lines("query weight matrix", 2), ["query ", "weight ma…"]);
        assert_eq!(lines("一二三四五六七八", 4), ["一二三四五六", "七八"]);
        assert_eq!(lines("123456789012", 1), ["1234567890", "12"]);
        let broken = ["of ", "layers.", "attention.", "query"];
        assert_eq!(lines("of layers.attention.query", 4), broken);
        assert_eq!(lines("of layers.attention.query", 3), ["of ", "layers.", "attention.…"]);
    }
}
