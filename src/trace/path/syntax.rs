//! The grammar of paths.
//!
//! ```text
//! path      = function "(" path *( "," path ) ")" / facts
//! facts     = KIND [ "[" condition *( "," condition ) "]" ] [ "." key [ "[" number "]" ] ]
//! condition = key "=" value / number / number ".." number
//! ```

use crate::nearest::nearest;
use std::ops::Range;

/// A path as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Path {
    /// A function over paths.
    Call(Function, Vec<Path>),
    /// Facts of records.
    Facts(Facts),
}

/// Records of one kind that meet all conditions, and what is asked of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Facts {
    pub kind: String,
    pub conditions: Vec<Condition>,
    /// The field; the record itself where it is left out (in `count`).
    pub key: Option<String>,
    /// The item of a list.
    pub item: Option<usize>,
}

/// What narrows the records down, in the order in which it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// A field says this.
    Says { key: String, value: String },
    /// Records picked from those that are left, the end exclusive.
    Pick(Range<usize>),
}

/// What a list or a group implies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Len,
    Index,
    Count,
    Sum,
    Next,
    Previous,
    First,
    Between,
}

impl Function {
    /// Every function by its name.
    pub(super) const ALL: [(&'static str, Self); 8] = [
        ("len", Self::Len),
        ("index", Self::Index),
        ("count", Self::Count),
        ("sum", Self::Sum),
        ("next", Self::Next),
        ("previous", Self::Previous),
        ("first", Self::First),
        ("between", Self::Between),
    ];
}

/// How deep calls may stand in each other: far deeper than any figure needs.
const DEPTH: usize = 64;

/// Reads a path; the error says what was expected at which character.
pub(super) fn parse(text: &str) -> Result<Path, String> {
    let mut cursor = Cursor { text, at: 0, depth: 0 };
    let path = cursor.path()?;
    if cursor.at < text.len() { Err(cursor.expected("the end of the path")) } else { Ok(path) }
}

struct Cursor<'t> {
    text: &'t str,
    at: usize,
    /// How many calls are open.
    depth: usize,
}

impl<'t> Cursor<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn expected(&self, what: &str) -> String {
        let column = self.text[..self.at].chars().count() + 1;
        match self.rest() {
            "" => format!("expected {what} at the end of `{}`", self.text),
            rest => {
                format!("expected {what} at character {column} of `{}`, found `{rest}`", self.text)
            }
        }
    }

    fn take(&mut self, token: &str) -> bool {
        let taken = self.rest().starts_with(token);
        if taken {
            self.at += token.len();
        }
        taken
    }

    fn demand(&mut self, token: &str) -> Result<(), String> {
        if self.take(token) { Ok(()) } else { Err(self.expected(&format!("`{token}`"))) }
    }

    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))
            .unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn number(&mut self) -> Result<usize, String> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        // One spelling, as in a trace.
        let spelled = end == 1 || !rest.starts_with('0');
        if end == 0 || !spelled {
            return Err(self.expected("a number"));
        }
        // Digits alone fail to be read only where they are too many.
        let number = rest[..end]
            .parse()
            .map_err(|_| self.expected(&format!("a number of at most {}", usize::MAX)))?;
        self.at += end;
        Ok(number)
    }

    fn path(&mut self) -> Result<Path, String> {
        let start = self.at;
        let word = self.word();
        if word.is_empty() {
            return Err(self.expected("a record kind or a function, such as OFFSET or len"));
        }
        if !self.take("(") {
            return self.facts(word).map(Path::Facts);
        }
        let Some((_, function)) = Function::ALL.iter().find(|(name, _)| *name == word) else {
            let names = Function::ALL.map(|(name, _)| name).join(", ");
            self.at = start;
            let near = nearest(word, Function::ALL.iter().map(|(name, _)| *name));
            let meant = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
            return Err(self.expected(&format!("a function, one of {names},")) + &meant);
        };
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.expected(&format!("at most {DEPTH} functions within each other")));
        }
        let mut arguments = vec![self.path()?];
        while self.take(",") {
            arguments.push(self.path()?);
        }
        self.demand(")")?;
        self.depth -= 1;
        Ok(Path::Call(*function, arguments))
    }

    fn facts(&mut self, kind: &str) -> Result<Facts, String> {
        let mut conditions = Vec::new();
        if self.take("[") {
            conditions.push(self.condition()?);
            while self.take(",") {
                conditions.push(self.condition()?);
            }
            self.demand("]")?;
        }
        let mut key = None;
        let mut item = None;
        if self.take(".") {
            let word = self.word();
            if word.is_empty() {
                return Err(self.expected("a field"));
            }
            key = Some(word.to_owned());
            if self.take("[") {
                item = Some(self.number()?);
                self.demand("]")?;
            }
        }
        Ok(Facts { kind: kind.to_owned(), conditions, key, item })
    }

    fn condition(&mut self) -> Result<Condition, String> {
        if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            let start = self.number()?;
            let end = if self.take("..") { self.number()? } else { start.saturating_add(1) };
            return Ok(Condition::Pick(start..end));
        }
        let key = self.word().to_owned();
        if key.is_empty() {
            return Err(self.expected("a condition, such as axis=0, or a number"));
        }
        self.demand("=")?;
        let rest = self.rest();
        if rest.starts_with('"') {
            let mut strings = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            let Some(Ok(value)) = strings.next() else {
                return Err(self.expected("a text in quotes"));
            };
            self.at += strings.byte_offset();
            return Ok(Condition::Says { key, value });
        }
        let end = rest.find([',', ']']).unwrap_or(rest.len());
        self.at += end;
        Ok(Condition::Says { key, value: rest[..end].to_owned() })
    }
}
