//! Records: one typed struct a kind, which prints and reads itself.
//!
//! The doc comment of each record shows its line. Schemas share the records
//! here; a record of one schema alone stands beside that schema.

use super::error::Error;
use super::item::{Fact, FieldView, Text, Value, only_word};
use super::read::{LineReader, ReadRecord};
use crate::dtype::Dtype;

/// What every record shows to printers, paths and reports.
pub(crate) trait Record {
    /// The word its line begins with.
    fn kind(&self) -> &'static str;
    /// Hands over each field that is present, in order.
    fn visit(&self, visitor: &mut dyn FnMut(&str, &dyn FieldView));
}

impl dyn Record + '_ {
    /// The fields that are present, with what they say.
    pub(crate) fn facts(&self) -> Vec<(String, Fact)> {
        let mut facts = Vec::new();
        self.visit(&mut |key, value| facts.push((key.to_owned(), value.fact())));
        facts
    }
}

/// A field as a record holds it: always there, or only where it applies.
pub(crate) trait Slot: Sized {
    fn read(line: &mut LineReader<'_>, key: &str) -> Result<Self, Error>;
    fn view(&self) -> Option<&dyn FieldView>;
}

impl<T: super::item::Field> Slot for T {
    fn read(line: &mut LineReader<'_>, key: &str) -> Result<Self, Error> {
        line.required(key)
    }
    fn view(&self) -> Option<&dyn FieldView> {
        Some(self)
    }
}

impl<T: super::item::Field> Slot for Option<T> {
    fn read(line: &mut LineReader<'_>, key: &str) -> Result<Self, Error> {
        line.optional(key)
    }
    fn view(&self) -> Option<&dyn FieldView> {
        self.as_ref().map(|value| value as &dyn FieldView)
    }
}

/// Declares a record whose fields stand in one fixed order.
macro_rules! record {
    ($(#[$doc:meta])* $name:ident = $kind:literal {
        $($(#[$field_doc:meta])* $field:ident = $key:literal: $type:ty,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $type,)*
        }

        impl $crate::trace::record::Record for $name {
            fn kind(&self) -> &'static str {
                $kind
            }
            fn visit(&self, visitor: &mut dyn FnMut(&str, &dyn $crate::trace::item::FieldView)) {
                $(if let Some(view) = $crate::trace::record::Slot::view(&self.$field) {
                    visitor($key, view);
                })*
            }
        }

        impl $crate::trace::read::ReadRecord for $name {
            const KIND: &'static str = $kind;
            fn read(
                line: &mut $crate::trace::read::LineReader<'_>,
            ) -> Result<Self, $crate::trace::error::Error> {
                Ok(Self { $($field: $crate::trace::record::Slot::read(line, $key)?,)* })
            }
        }
    };
}
pub(crate) use record;

only_word! {
    /// `layout=strided`: strides and base are a view's own.
    Strided = "strided"
}

record! {
    /// `TENSOR id=frozen dtype=f64 rank=3 shape=2,2,3 strides=6,3,1 base=0 length=12`
    Tensor = "TENSOR" {
        /// The fixture's name, the tensor's name in its file, or the plate's id.
        id = "id": Text,
        /// In which the trace's decimals are spelled.
        dtype = "dtype": Dtype,
        /// Number of axes.
        rank = "rank": usize,
        /// Extent of each axis.
        shape = "shape": Vec<usize>,
        /// Elements that one step on each axis moves.
        strides = "strides": Vec<usize>,
        /// Offset of the first element.
        base = "base": usize,
        /// Product of the shape.
        length = "length": usize,
        /// Names of the axes.
        axes = "axes": Option<Vec<Text>>,
        /// Present where strides and base are not the row-major ones.
        layout = "layout": Option<Strided>,
    }
}

record! {
    /// `BUFFER values=10.0,11.0,12.0`, under `offsets=` where cells are left out
    Buffer = "BUFFER" {
        /// The offsets that the values stand at; all of them where it is absent.
        offsets = "offsets": Option<Vec<usize>>,
        /// The cells of the storage.
        values = "values": Vec<Value>,
    }
}

record! {
    /// `COORDINATE indices=1,0,2`
    Coordinate = "COORDINATE" {
        /// One index an axis.
        indices = "indices": Vec<usize>,
        /// A name for the selected cell.
        label = "label": Option<Text>,
    }
}

record! {
    /// `TERM axis=0 index=1 stride=6 contribution=6`
    Term = "TERM" {
        /// The axis, counted from 0 at the left.
        axis = "axis": usize,
        /// The coordinate's index on it.
        index = "index": usize,
        /// The axis's stride, in elements.
        stride = "stride": usize,
        /// Index times stride, in elements.
        contribution = "contribution": usize,
    }
}

record! {
    /// `OFFSET offset=8 value=32.0`
    Offset = "OFFSET" {
        /// Position in the buffer, in elements.
        offset = "offset": usize,
        /// The cell's value.
        value = "value": Value,
    }
}

/// `SLICE axis0=1 row0=30.0,31.0,32.0 row1=40.0,41.0,42.0`: the last two axes
/// under one choice of all before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The indices of the axes before the last two.
    pub outer: Vec<usize>,
    /// The rows that are listed; all of them where it is absent.
    pub rows: Option<Vec<usize>>,
    /// The columns that are listed; all of them where it is absent.
    pub columns: Option<Vec<usize>>,
    /// The listed rows.
    pub cells: Vec<Vec<Value>>,
}

impl Record for Slice {
    fn kind(&self) -> &'static str {
        Self::KIND
    }

    fn visit(&self, visitor: &mut dyn FnMut(&str, &dyn FieldView)) {
        let mut key = String::new();
        for (axis, index) in self.outer.iter().enumerate() {
            numbered("axis", axis, &mut key);
            visitor(&key, index);
        }
        if let Some(rows) = &self.rows {
            visitor("rows", rows);
        }
        if let Some(columns) = &self.columns {
            visitor("columns", columns);
        }
        for (row, cells) in self.cells.iter().enumerate() {
            numbered("row", row, &mut key);
            visitor(&key, cells);
        }
    }
}

impl ReadRecord for Slice {
    const KIND: &'static str = "SLICE";

    fn read(line: &mut LineReader<'_>) -> Result<Self, Error> {
        let outer = numbered_fields(line, "axis")?;
        let rows = line.optional("rows")?;
        let columns = line.optional("columns")?;
        Ok(Self { outer, rows, columns, cells: numbered_fields(line, "row")? })
    }
}

/// Reads `row0=`, `row1=`, … as long as they last.
fn numbered_fields<T: super::item::Field>(
    line: &mut LineReader<'_>,
    name: &str,
) -> Result<Vec<T>, Error> {
    let mut fields = Vec::new();
    let mut key = String::new();
    numbered(name, 0, &mut key);
    while let Some(field) = line.optional(&key)? {
        fields.push(field);
        numbered(name, fields.len(), &mut key);
    }
    Ok(fields)
}

fn numbered(name: &str, number: usize, key: &mut String) {
    key.clear();
    key.push_str(name);
    super::item::push_integer(number, key);
}
