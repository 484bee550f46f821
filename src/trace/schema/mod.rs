//! The schemas: which records a trace of a kind holds, and what makes it true.
//!
//! A schema is one file here and one line in `schemas!`.

pub mod lookup;
pub mod shapes;

use super::error::Error;
use super::read::Reader;
use super::record::Record;
use super::truth::Verdict;

/// A trace's records in their order, and the rule that makes them true.
pub(crate) trait Schema: Sized {
    /// The word after `TRACE`, such as `lookup-v1`.
    const NAME: &'static str;
    /// Reads the records of the schema, in order.
    fn read(reader: &mut Reader<'_>) -> Result<Self, Error>;
    /// The records in order.
    fn records(&self) -> Vec<&dyn Record>;
    /// Re-derives every statement.
    fn verify(&self) -> Verdict;
}

/// The registry: one line a schema.
macro_rules! schemas {
    ($($(#[$doc:meta])* $variant:ident($type:ty),)*) => {
        /// The records of one trace, typed by its schema.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Body {
            $($(#[$doc])* $variant(Box<$type>),)*
        }

        /// The names of all schemas.
        pub(crate) const NAMES: &[&str] = &[$(<$type as Schema>::NAME,)*];

        impl Body {
            pub(crate) fn read(text: &str, name: &str) -> Option<Result<Self, Error>> {
                $(if name == <$type as Schema>::NAME {
                    return Some(read::<$type>(text).map(Self::from));
                })*
                None
            }
            pub(crate) fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => <$type as Schema>::NAME,)*
                }
            }
            pub(crate) fn records(&self) -> Vec<&dyn Record> {
                match self {
                    $(Self::$variant(schema) => schema.records(),)*
                }
            }
            pub(crate) fn verify(&self) -> Verdict {
                match self {
                    $(Self::$variant(schema) => schema.verify(),)*
                }
            }
        }

        $(impl From<$type> for Body {
            fn from(schema: $type) -> Self {
                Self::$variant(Box::new(schema))
            }
        })*
    };
}

schemas! {
    /// One coordinate, its terms and the cell it selects.
    Lookup(lookup::Lookup),
    /// A set of labelled shapes with their strides and counts.
    Shapes(shapes::Shapes),
}

fn read<S: Schema>(text: &str) -> Result<S, Error> {
    let mut reader = Reader::new(text, S::NAME)?;
    let schema = S::read(&mut reader)?;
    reader.finish()?;
    Ok(schema)
}
