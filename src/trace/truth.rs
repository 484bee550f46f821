//! Re-derives what a trace says and names the first statement that is false.
//!
//! Where two records disagree, the one that restates is at fault: a slice cell
//! rather than the buffer, a term rather than the coordinate.

use super::error::Falsehood;
use super::item::Text;
use super::record::Tensor;
use crate::layout::checked_row_major_layout;

/// The outcome of checking one statement after the other.
pub(crate) type Verdict = Result<(), Falsehood>;

/// A statement of one record, to be held against what follows.
#[derive(Clone, Copy)]
pub(crate) struct Statement<'a> {
    /// Which record, counted from 0 in trace order.
    pub record: usize,
    /// How the record is named in the sentence, such as `TERM axis=1`.
    pub name: &'a str,
}

impl Statement<'_> {
    /// A falsehood of one field.
    pub(crate) fn refuse(self, key: &str, item: Option<usize>, message: String) -> Verdict {
        Err(Falsehood { record: self.record, key: key.to_owned(), item, message })
    }

    /// The field must say what follows; `because` ends the sentence.
    pub(crate) fn must<T: PartialEq + std::fmt::Display>(
        self,
        key: &str,
        says: &T,
        follows: &T,
        because: impl FnOnce() -> String,
    ) -> Verdict {
        if says == follows {
            return Ok(());
        }
        self.refuse(key, None, format!("{} says {key} {says}, but {}", self.name, because()))
    }

    /// Each item of a list field must say what follows.
    pub(crate) fn must_each(
        self,
        key: &str,
        says: &[usize],
        follows: &[usize],
        because: impl FnOnce(usize) -> String,
    ) -> Verdict {
        if says.len() != follows.len() {
            let message = format!(
                "{} says {key} {}, but {} are needed, found {}",
                self.name,
                joined(says),
                follows.len(),
                says.len()
            );
            return self.refuse(key, None, message);
        }
        match says.iter().zip(follows).position(|(says, follows)| says != follows) {
            None => Ok(()),
            Some(item) => {
                let message = format!(
                    "{} says {key}[{item}] {}, but {}",
                    self.name,
                    says[item],
                    because(item)
                );
                self.refuse(key, Some(item), message)
            }
        }
    }
}

/// A list as traces spell it.
pub(crate) fn joined(list: &[usize]) -> String {
    let mut out = String::new();
    super::item::Field::write(&list.to_vec(), &mut out);
    out
}

/// Factors as a product: `2 × 2 × 3`.
pub(crate) fn product(factors: &[usize]) -> String {
    factors.iter().map(usize::to_string).collect::<Vec<_>>().join(" × ")
}

/// What a record says of a shape: rank, strides, length, axis names.
pub(crate) struct Layout<'a> {
    pub rank: usize,
    pub shape: &'a [usize],
    /// Row-major strides to hold against the shape; a view's own are not.
    pub strides: Option<&'a [usize]>,
    pub length: usize,
    pub axes: Option<&'a [Text]>,
}

/// Rank, suffix strides, length and the number of axis names follow from the shape.
pub(crate) fn check_layout(statement: Statement<'_>, layout: &Layout<'_>) -> Verdict {
    let shape = layout.shape;
    statement.must("rank", &layout.rank, &shape.len(), || {
        format!("shape {} has {} extents", joined(shape), shape.len())
    })?;
    let Ok((strides, length)) = checked_row_major_layout(shape) else {
        let message = format!(
            "{} says shape {}, but its product does not fit {}",
            statement.name,
            joined(shape),
            usize::MAX
        );
        return statement.refuse("shape", None, message);
    };
    if let Some(says) = layout.strides {
        statement.must_each("strides", says, &strides, |axis| {
            if axis + 1 == shape.len() {
                "the last stride of a row-major layout is 1".to_owned()
            } else {
                let (extent, right) = (shape[axis + 1], strides[axis + 1]);
                format!("{extent} × {right} = {}", strides[axis])
            }
        })?;
    }
    statement.must("length", &layout.length, &length, || match shape.len() {
        0 => "a scalar has 1 element".to_owned(),
        1 => format!("its only axis has size {length}"),
        _ => format!("{} = {length}", product(shape)),
    })?;
    layout.axes.map_or(Ok(()), |names| check_axes(statement, names, shape.len()))
}

/// One name an axis, and no name twice: the axes could not be told apart.
fn check_axes(statement: Statement<'_>, names: &[Text], rank: usize) -> Verdict {
    if names.len() != rank {
        let message = format!("{} names {} axes, but has rank {rank}", statement.name, names.len());
        return statement.refuse("axes", None, message);
    }
    for (axis, name) in names.iter().enumerate() {
        if let Some(before) = names[..axis].iter().position(|other| other == name) {
            let message = format!(
                "{} says axes[{axis}] {}, but axis {before} has that name",
                statement.name,
                name.spelled()
            );
            return statement.refuse("axes", Some(axis), message);
        }
    }
    Ok(())
}

/// A TENSOR record is true to itself: row-major with base 0 and a storage of
/// its own, of `storage` elements, unless it says `layout=strided`.
pub(crate) fn check_tensor(record: usize, tensor: &Tensor, storage: usize) -> Verdict {
    let statement = Statement { record, name: "TENSOR" };
    let strided = tensor.layout.is_some();
    let layout = Layout {
        rank: tensor.rank,
        shape: &tensor.shape,
        strides: (!strided).then_some(&tensor.strides),
        length: tensor.length,
        axes: tensor.axes.as_deref(),
    };
    check_layout(statement, &layout)?;
    if strided {
        let row_major = checked_row_major_layout(&tensor.shape);
        let is_whole = tensor.base == 0 && storage == tensor.length;
        if is_whole && row_major.is_ok_and(|(strides, _)| strides == tensor.strides) {
            let message = "TENSOR says layout=strided, but is row-major and all of its storage: leave layout out";
            return statement.refuse("layout", None, message.to_owned());
        }
        if tensor.strides.len() == tensor.shape.len() {
            return Ok(());
        }
        let message = format!(
            "TENSOR says strides {}, but has rank {}",
            joined(&tensor.strides),
            tensor.shape.len()
        );
        return statement.refuse("strides", None, message);
    }
    statement.must("base", &tensor.base, &0, || {
        "a row-major layout without `layout=strided` starts at 0".to_owned()
    })
}
