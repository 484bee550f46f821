//! The kinds of cell a tensor may hold. A dtype says how wide a cell's bit pattern is and how
//! its value is spelled; it holds no value itself.

use std::fmt;

/// The type of every cell of one tensor, named as traces name it.
///
/// ```
/// use traceplate::dtype::Dtype;
/// assert_eq!(Dtype::from_name("bf16"), Some(Dtype::Bf16));
/// assert_eq!(Dtype::Bf16.bytes(), Some(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dtype {
    /// IEEE 754 binary64.
    F64,
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary16.
    F16,
    /// The upper half of a binary32: eight exponent bits, seven fraction bits.
    Bf16,
    /// Signed, 64 bits.
    I64,
    /// Signed, 32 bits.
    I32,
    /// Signed, 16 bits.
    I16,
    /// Signed, 8 bits.
    I8,
    /// Unsigned, 64 bits.
    U64,
    /// Unsigned, 32 bits.
    U32,
    /// Unsigned, 16 bits.
    U16,
    /// Unsigned, 8 bits.
    U8,
    /// `false` or `true`, one byte.
    Bool,
    /// A letter that only names its cell: `a` to `z`, `aa`, `ab`, … It has no size in bytes.
    Label,
}

impl Dtype {
    /// Every dtype, in the order in which documentation lists them.
    pub const ALL: [Self; 14] = [
        Self::F64,
        Self::F32,
        Self::F16,
        Self::Bf16,
        Self::I64,
        Self::I32,
        Self::I16,
        Self::I8,
        Self::U64,
        Self::U32,
        Self::U16,
        Self::U8,
        Self::Bool,
        Self::Label,
    ];

    /// The name as traces and manifests write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
            Self::I64 => "i64",
            Self::I32 => "i32",
            Self::I16 => "i16",
            Self::I8 => "i8",
            Self::U64 => "u64",
            Self::U32 => "u32",
            Self::U16 => "u16",
            Self::U8 => "u8",
            Self::Bool => "bool",
            Self::Label => "label",
        }
    }

    /// The dtype of that exact name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dtype| dtype.name() == name)
    }

    /// How many bytes one cell takes; `None` for a label, which is never stored as bytes.
    #[must_use]
    pub const fn bytes(self) -> Option<usize> {
        match self {
            Self::F64 | Self::I64 | Self::U64 => Some(8),
            Self::F32 | Self::I32 | Self::U32 => Some(4),
            Self::F16 | Self::Bf16 | Self::I16 | Self::U16 => Some(2),
            Self::I8 | Self::U8 | Self::Bool => Some(1),
            Self::Label => None,
        }
    }

    /// Whether its values are spelled as decimals.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F64 | Self::F32 | Self::F16 | Self::Bf16)
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
