//! `lookup-v1`: one coordinate, its stride terms, the cell it selects, and the
//! coordinates that are refused.

mod truth;

use super::Schema;
use crate::error::TensorError;
use crate::layout::{checked_offset, coordinates_at};
use crate::trace::error::Error;
use crate::trace::item::{FieldView, Text};
use crate::trace::read::{LineReader, ReadRecord, Reader};
use crate::trace::record::{Buffer, Coordinate, Offset, Record, Slice, Tensor, Term};
use crate::trace::truth::Verdict;

/// The records of one `lookup-v1` trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// Shape, strides and dtype.
    pub tensor: Tensor,
    /// The last two axes, one record a choice of the axes before them.
    pub slices: Vec<Slice>,
    /// The flat storage.
    pub buffer: Buffer,
    /// The coordinate that is looked up.
    pub coordinate: Option<Coordinate>,
    /// One term an axis.
    pub terms: Vec<Term>,
    /// Where the coordinate lands and what stands there.
    pub offset: Option<Offset>,
    /// Coordinates that are refused, and why.
    pub bounds: Vec<Bounds>,
    /// What the arithmetic alone would have given for a refused coordinate.
    pub unchecked: Vec<Unchecked>,
}

impl Schema for Lookup {
    const NAME: &'static str = "lookup-v1";

    fn read(reader: &mut Reader<'_>) -> Result<Self, Error> {
        let tensor: Tensor = reader.one()?;
        reader.cell = tensor.dtype;
        Ok(Self {
            tensor,
            slices: reader.many()?,
            buffer: reader.one()?,
            coordinate: reader.optional()?,
            terms: reader.many()?,
            offset: reader.optional()?,
            bounds: reader.many()?,
            unchecked: reader.many()?,
        })
    }

    fn records(&self) -> Vec<&dyn Record> {
        let mut records: Vec<&dyn Record> = vec![&self.tensor];
        records.extend(self.slices.iter().map(|slice| slice as &dyn Record));
        records.push(&self.buffer);
        records.extend(self.coordinate.iter().map(|coordinate| coordinate as &dyn Record));
        records.extend(self.terms.iter().map(|term| term as &dyn Record));
        records.extend(self.offset.iter().map(|offset| offset as &dyn Record));
        records.extend(self.bounds.iter().map(|bounds| bounds as &dyn Record));
        records.extend(self.unchecked.iter().map(|unchecked| unchecked as &dyn Record));
        records
    }

    fn verify(&self) -> Verdict {
        truth::verify(self)
    }
}

/// `BOUNDS coordinate=1,2,0 status=out-of-bounds axis=1 index=2 size=2`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The coordinate that was tried.
    pub coordinate: Vec<usize>,
    /// Why it was refused.
    pub refusal: Refusal,
}

/// Why a coordinate is refused, as `status=` and the fields after it say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// `status=out-of-bounds axis=1 index=2 size=2`: the first axis that fails.
    OutOfBounds {
        /// The axis.
        axis: usize,
        /// The index it was given.
        index: usize,
        /// Its extent.
        size: usize,
    },
    /// `status=rank-mismatch expected=3 actual=2`: checked before any axis.
    RankMismatch {
        /// The tensor's rank.
        expected: usize,
        /// The number of indices.
        actual: usize,
    },
    /// `status=offset-overflow axis=0`: every index is inside, but the sum does
    /// not fit.
    OffsetOverflow {
        /// The axis whose term or sum does not fit.
        axis: usize,
    },
}

impl Refusal {
    /// What the check answers to a coordinate; nothing where it is valid.
    #[must_use]
    pub fn of(
        shape: &[usize],
        strides: &[usize],
        base: usize,
        coordinate: &[usize],
    ) -> Option<Self> {
        match checked_offset(shape, strides, base, coordinate) {
            Ok(_) | Err(TensorError::DataLengthMismatch { .. }) => None,
            Err(TensorError::RankMismatch { expected, actual }) => {
                Some(Self::RankMismatch { expected, actual })
            }
            Err(TensorError::IndexOutOfBounds { axis, index, dimension }) => {
                Some(Self::OutOfBounds { axis, index, size: dimension })
            }
            // The error does not say which axis: it is the first whose prefix fails.
            Err(TensorError::ShapeOverflow) => {
                let fails = |axis: &usize| {
                    let upto = ..=*axis;
                    checked_offset(&shape[upto], &strides[upto], base, &coordinate[upto]).is_err()
                };
                Some(Self::OffsetOverflow { axis: (0..shape.len()).find(fails).unwrap_or(0) })
            }
        }
    }

    /// The word after `status=`.
    #[must_use]
    pub fn status(self) -> &'static str {
        match self {
            Self::OutOfBounds { .. } => "out-of-bounds",
            Self::RankMismatch { .. } => "rank-mismatch",
            Self::OffsetOverflow { .. } => "offset-overflow",
        }
    }

    /// The fields after the status, in order.
    fn fields(self) -> Vec<(&'static str, usize)> {
        match self {
            Self::OutOfBounds { axis, index, size } => {
                vec![("axis", axis), ("index", index), ("size", size)]
            }
            Self::RankMismatch { expected, actual } => {
                vec![("expected", expected), ("actual", actual)]
            }
            Self::OffsetOverflow { axis } => vec![("axis", axis)],
        }
    }
}

impl Record for Bounds {
    fn kind(&self) -> &'static str {
        Self::KIND
    }

    fn visit(&self, visitor: &mut dyn FnMut(&str, &dyn FieldView)) {
        visitor("coordinate", &self.coordinate);
        visitor("status", &Text::new(self.refusal.status()));
        for (key, value) in self.refusal.fields() {
            visitor(key, &value);
        }
    }
}

impl ReadRecord for Bounds {
    const KIND: &'static str = "BOUNDS";

    fn read(line: &mut LineReader<'_>) -> Result<Self, Error> {
        let coordinate = line.required("coordinate")?;
        let refusal = match status(line, &["out-of-bounds", "rank-mismatch", "offset-overflow"])? {
            "out-of-bounds" => Refusal::OutOfBounds {
                axis: line.required("axis")?,
                index: line.required("index")?,
                size: line.required("size")?,
            },
            "rank-mismatch" => Refusal::RankMismatch {
                expected: line.required("expected")?,
                actual: line.required("actual")?,
            },
            _ => Refusal::OffsetOverflow { axis: line.required("axis")? },
        };
        Ok(Self { coordinate, refusal })
    }
}

/// Reads `status=` as one of the words that the record knows.
fn status<'t>(line: &mut LineReader<'t>, known: &[&str]) -> Result<&'t str, Error> {
    let (start, raw) = line.raw("status")?;
    if known.contains(&raw) {
        return Ok(raw);
    }
    let expected = format!("a status, one of {}", known.join(", "));
    Err(line.fault(start, &expected, &crate::trace::error::found(raw)))
}

/// `UNCHECKED coordinate=0,2,0 offset=6 status=inside owner=1,0,0`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unchecked {
    /// The refused coordinate.
    pub coordinate: Vec<usize>,
    /// What base and terms alone sum to.
    pub offset: usize,
    /// Where that is.
    pub landing: Landing,
}

/// Where the arithmetic of a refused coordinate lands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Landing {
    /// `status=inside owner=1,0,0`: on the cell of another coordinate.
    Inside {
        /// Whose cell that really is.
        owner: Vec<usize>,
    },
    /// `status=outside length=12`: past the end of the buffer.
    Outside {
        /// Cells of the buffer.
        length: usize,
    },
}

/// Why the arithmetic of a refused coordinate has no UNCHECKED record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlanded {
    /// Another number of indices than axes: there is no sum.
    Rank,
    /// A product or the sum does not fit.
    Overflow,
    /// The buffer has this offset, but no coordinate of the view lands on it.
    NoCell {
        /// What base and terms sum to.
        offset: usize,
    },
    /// Too many coordinates would have to be tried to say whose cell it is.
    NotFound {
        /// What base and terms sum to.
        offset: usize,
    },
}

impl Unchecked {
    /// What the arithmetic alone gives, or why it gives no record.
    pub fn of(tensor: &Tensor, storage: usize, coordinate: &[usize]) -> Result<Self, Unlanded> {
        if coordinate.len() != tensor.shape.len() {
            return Err(Unlanded::Rank);
        }
        let offset = coordinate
            .iter()
            .zip(&tensor.strides)
            .try_fold(tensor.base, |sum, (index, stride)| {
                sum.checked_add(index.checked_mul(*stride)?)
            })
            .ok_or(Unlanded::Overflow)?;
        let landing = if offset < storage {
            Landing::Inside { owner: owner(tensor, offset)? }
        } else {
            Landing::Outside { length: storage }
        };
        Ok(Self { coordinate: coordinate.to_vec(), offset, landing })
    }
}

/// The coordinate that lands on an offset; of several, as in a broadcast view,
/// the first in row-major order.
fn owner(tensor: &Tensor, offset: usize) -> Result<Vec<usize>, Unlanded> {
    let strides: Vec<i128> = tensor.strides.iter().map(|&stride| stride as i128).collect();
    let landing = coordinates_at(&tensor.shape, &strides, tensor.base, offset);
    // A shape without a layout has no cells.
    let landing = landing.map_err(|_| Unlanded::NoCell { offset })?;
    let unknown =
        if landing.more { Unlanded::NotFound { offset } } else { Unlanded::NoCell { offset } };
    landing.coordinates.into_iter().next().ok_or(unknown)
}

impl Record for Unchecked {
    fn kind(&self) -> &'static str {
        Self::KIND
    }

    fn visit(&self, visitor: &mut dyn FnMut(&str, &dyn FieldView)) {
        visitor("coordinate", &self.coordinate);
        visitor("offset", &self.offset);
        match &self.landing {
            Landing::Inside { owner } => {
                visitor("status", &Text::new("inside"));
                visitor("owner", owner);
            }
            Landing::Outside { length } => {
                visitor("status", &Text::new("outside"));
                visitor("length", length);
            }
        }
    }
}

impl ReadRecord for Unchecked {
    const KIND: &'static str = "UNCHECKED";

    fn read(line: &mut LineReader<'_>) -> Result<Self, Error> {
        let coordinate = line.required("coordinate")?;
        let offset = line.required("offset")?;
        let landing = match status(line, &["inside", "outside"])? {
            "inside" => Landing::Inside { owner: line.required("owner")? },
            _ => Landing::Outside { length: line.required("length")? },
        };
        Ok(Self { coordinate, offset, landing })
    }
}
