//! `shapes-v1`: a set of labelled shapes with their strides and counts.

use super::Schema;
use crate::dtype::Dtype;
use crate::trace::error::Error;
use crate::trace::item::Text;
use crate::trace::read::Reader;
use crate::trace::record::{Record, record};
use crate::trace::truth::{Layout, Statement, Verdict, check_layout};

record! {
    /// `SHAPE id=toy-bengio-c label="toy Bengio C" dtype=f64 rank=2 shape=5,3 strides=3,1 length=15 axes=vocabulary,features`
    Shape = "SHAPE" {
        /// Unique in the trace.
        id = "id": Text,
        /// What a reader calls it.
        label = "label": Text,
        /// Of the elements.
        dtype = "dtype": Dtype,
        /// Number of axes.
        rank = "rank": usize,
        /// Extent of each axis.
        shape = "shape": Vec<usize>,
        /// Row-major strides, in elements.
        strides = "strides": Vec<usize>,
        /// Product of the shape.
        length = "length": usize,
        /// Names of the axes.
        axes = "axes": Option<Vec<Text>>,
    }
}

/// The records of one `shapes-v1` trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shapes {
    /// The shapes, in the order in which they are told.
    pub shapes: Vec<Shape>,
}

impl Schema for Shapes {
    const NAME: &'static str = "shapes-v1";

    fn read(reader: &mut Reader<'_>) -> Result<Self, Error> {
        Ok(Self { shapes: reader.some()? })
    }

    fn records(&self) -> Vec<&dyn Record> {
        self.shapes.iter().map(|shape| shape as &dyn Record).collect()
    }

    fn verify(&self) -> Verdict {
        let mut ids = std::collections::BTreeSet::new();
        for (record, shape) in self.shapes.iter().enumerate() {
            let name = format!("SHAPE id={}", shape.id.spelled());
            let statement = Statement { record, name: &name };
            if !ids.insert(&shape.id) {
                let message = format!("{name} stands here a second time, but ids are unique");
                return statement.refuse("id", None, message);
            }
            let layout = Layout {
                rank: shape.rank,
                shape: &shape.shape,
                strides: Some(&shape.strides),
                length: shape.length,
                axes: shape.axes.as_deref(),
            };
            check_layout(statement, &layout)?;
        }
        Ok(())
    }
}
