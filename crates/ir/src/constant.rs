//! Constants ([Language Reference](https://llvm.org/docs/LangRef.html#constants)).

use std::sync::atomic::{AtomicU32, Ordering};

use lindworm_eval::{BinaryOp, CastOp, Float, Int, IntFlags};

use crate::context::Context;
use crate::instruction::GepFlags;
use crate::intern::Interner;
use crate::types::{Type, TypeKind};
use crate::value::{Constant, Global, Value};

/// A constant and its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConstantNode {
    /// The type.
    pub ty: Type,
    /// The content.
    pub data: ConstantData,
}

/// The content of a constant. Operands are constants: [`Value::is_constant`] holds for each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstantData {
    /// An integer or byte of up to 64 bits, zero-extended.
    Int(u64),
    /// An integer or byte of more than 64 bits.
    WideInt(Box<Int>),
    /// A floating-point number of up to 64 bits.
    Float(u64),
    /// A floating-point number of more than 64 bits.
    WideFloat(Box<Float>),
    /// `null`, and the zero initializer of a `target` type.
    Null,
    /// `zeroinitializer` of an array, struct or vector.
    Zero,
    /// `none`, of type `token`.
    None,
    /// `undef`.
    Undef,
    /// `poison`.
    Poison,
    /// An array or fixed vector of `i8`, `i16`, `i32`, `i64`, bytes of those widths, `half`, `bfloat`, `float` or `double`, not
    /// all of them zero: the elements in order, little-endian. The elements of a vector are not all equal.
    Data(Box<[u8]>),
    /// An array, struct or fixed vector with these elements, not all of them zero, undef or poison. The elements of a vector are
    /// not all equal.
    Aggregate(Box<[Value]>),
    /// A vector, fixed or scalable, with this element in each lane: not zero, undef or poison.
    Splat(Value),
    /// A constant expression that did not fold.
    Expr(Box<ConstantExpr>),
    /// `blockaddress(@f, %b)`: an index into [`crate::Module::block_addresses`].
    BlockAddress(u32),
    /// `dso_local_equivalent @f`.
    DsoLocalEquivalent(Global),
    /// `no_cfi @f`.
    NoCfi(Global),
    /// `ptrauth (ptr, key, discriminator, address discriminator, deactivation symbol)`.
    PtrAuth(Box<[Value; 5]>),
}

/// A constant expression ([Language Reference](https://llvm.org/docs/LangRef.html#constantexprs)).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ConstantExpr {
    Cast {
        op: CastOp,
        value: Value,
    },
    Binary {
        op: BinaryOp,
        flags: IntFlags,
        lhs: Value,
        rhs: Value,
    },
    /// `operands` are the base pointer and the indices; `in_range` the bounds of `inrange(lower, upper)`, in bytes.
    GetElementPtr {
        source: Type,
        flags: GepFlags,
        in_range: Option<Box<(Int, Int)>>,
        operands: Box<[Value]>,
    },
    ExtractElement {
        vector: Value,
        index: Value,
    },
    InsertElement {
        vector: Value,
        element: Value,
        index: Value,
    },
    /// A negative element of `mask` selects poison.
    ShuffleVector {
        v1: Value,
        v2: Value,
        mask: Box<[i32]>,
    },
}

impl ConstantExpr {
    /// The opcode keyword, such as `getelementptr`.
    pub fn opcode_name(&self) -> &'static str {
        match self {
            ConstantExpr::Cast { op, .. } => op.name(),
            ConstantExpr::Binary { op, .. } => op.name(),
            ConstantExpr::GetElementPtr { .. } => "getelementptr",
            ConstantExpr::ExtractElement { .. } => "extractelement",
            ConstantExpr::InsertElement { .. } => "insertelement",
            ConstantExpr::ShuffleVector { .. } => "shufflevector",
        }
    }
}

impl ConstantData {
    /// Calls `f` with each operand, in LLVM's operand order.
    pub fn for_each_operand(&self, mut f: impl FnMut(Value)) {
        match self {
            ConstantData::Aggregate(elements) => elements.iter().for_each(|&v| f(v)),
            ConstantData::Splat(v) => f(*v),
            ConstantData::DsoLocalEquivalent(g) | ConstantData::NoCfi(g) => f((*g).into()),
            ConstantData::PtrAuth(parts) => parts.iter().for_each(|&v| f(v)),
            ConstantData::Expr(expr) => match &**expr {
                ConstantExpr::Cast { value, .. } => f(*value),
                ConstantExpr::Binary { lhs, rhs, .. } => {
                    f(*lhs);
                    f(*rhs);
                }
                ConstantExpr::GetElementPtr { operands, .. } => operands.iter().for_each(|&v| f(v)),
                ConstantExpr::ExtractElement { vector, index } => {
                    f(*vector);
                    f(*index);
                }
                ConstantExpr::InsertElement { vector, element, index } => {
                    f(*vector);
                    f(*element);
                    f(*index);
                }
                ConstantExpr::ShuffleVector { v1, v2, .. } => {
                    f(*v1);
                    f(*v2);
                }
            },
            _ => {}
        }
    }

    /// Replaces each operand `v` by `f(v)`. For the operand of `dso_local_equivalent` and `no_cfi`, `f` must return a global. The
    /// result may have a shorter canonical form: see [`crate::constant_build`].
    pub fn map_operands(&mut self, mut f: impl FnMut(Value) -> Value) {
        let mut next = |v: &mut Value| *v = f(*v);
        match self {
            ConstantData::Aggregate(elements) => elements.iter_mut().for_each(next),
            ConstantData::Splat(v) => next(v),
            ConstantData::DsoLocalEquivalent(g) | ConstantData::NoCfi(g) => {
                *g = f((*g).into()).as_global().unwrap_or(*g)
            }
            ConstantData::PtrAuth(parts) => parts.iter_mut().for_each(next),
            ConstantData::Expr(expr) => match &mut **expr {
                ConstantExpr::Cast { value, .. } => next(value),
                ConstantExpr::Binary { lhs: a, rhs: b, .. }
                | ConstantExpr::ExtractElement { vector: a, index: b }
                | ConstantExpr::ShuffleVector { v1: a, v2: b, .. } => [a, b].into_iter().for_each(next),
                ConstantExpr::InsertElement { vector, element, index } => {
                    [vector, element, index].into_iter().for_each(next);
                }
                ConstantExpr::GetElementPtr { operands, .. } => operands.iter_mut().for_each(next),
            },
            _ => {}
        }
    }
}

/// The constants of a module: uniqued, append-only, shared by all threads that read and write function bodies.
#[derive(Clone, Default)]
pub struct Constants {
    // A clone copies the fields in order: each common constant of the clone is then in its table too.
    common: Common,
    all: Interner<ConstantNode>,
}

/// The common constants: small integers, null, poison and undef of the types that are in every context. A lookup takes no lock, for
/// which threads that edit bodies would wait. A cell holds the index of a constant plus one, or 0 before the constant is interned.
struct Common(Box<[[AtomicU32; Common::PLACES]]>);

impl Common {
    /// Integers less than this are common.
    const INTS: usize = 8;
    const PLACES: usize = Common::INTS + 3;

    /// The cell of a constant; `None` for a constant that is not common.
    #[inline]
    fn cell(&self, ty: Type, data: &ConstantData) -> Option<&AtomicU32> {
        let place = match *data {
            ConstantData::Int(number) if number < Common::INTS as u64 => number as usize,
            ConstantData::Null => Common::INTS,
            ConstantData::Poison => Common::INTS + 1,
            ConstantData::Undef => Common::INTS + 2,
            _ => return None,
        };
        ty.is_in_every_context().then(|| &self.0[ty.index()][place])
    }
}

impl Default for Common {
    fn default() -> Common {
        Common(Type::in_every_context().map(|_| Default::default()).collect())
    }
}

impl Clone for Common {
    fn clone(&self) -> Common {
        let copy = |cell: &AtomicU32| AtomicU32::new(cell.load(Ordering::Acquire));
        Common(self.0.iter().map(|cells| cells.each_ref().map(copy)).collect())
    }
}

impl Constants {
    /// The constant of that type and content, interned without canonicalization: see [`crate::constant_build`] and
    /// [`crate::constant_fold`] for the canonical form that equal constants share.
    pub fn intern(&self, ty: Type, data: ConstantData) -> Value {
        let cell = self.common.cell(ty, &data);
        let known = cell.map_or(0, |cell| cell.load(Ordering::Acquire));
        if known != 0 {
            return Constant::from_u32(known - 1).into();
        }
        let new = self.all.intern(ConstantNode { ty, data });
        if let Some(cell) = cell {
            cell.store(new + 1, Ordering::Release);
        }
        Constant::from_u32(new).into()
    }

    /// The constant behind a handle.
    pub fn get(&self, constant: Constant) -> &ConstantNode {
        self.all.get(constant.as_u32())
    }

    /// The number of constants.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are no constants.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The constant behind `value`; `None` for the address of a global and for a value that is not a constant of this table.
    #[inline]
    pub fn node(&self, value: Value) -> Option<&ConstantNode> {
        self.all.try_get(value.as_constant()?.as_u32())
    }

    /// An integer of up to 64 bits: `ty` must be `iN` or `bN`. Excess high bits are dropped.
    pub fn int(&self, cx: &Context, ty: Type, value: u64) -> Value {
        match cx.int_or_byte_width(ty) {
            Some(bits @ 1..=63) => self.intern(ty, ConstantData::Int(value & ((1 << bits) - 1))),
            Some(64) | None => self.intern(ty, ConstantData::Int(value)),
            Some(bits) => self.int_or_byte(ty, &Int::new(bits, value)),
        }
    }

    /// An integer of any width.
    pub fn wide_int(&self, cx: &Context, value: &Int) -> Value {
        self.int_or_byte(cx.int(value.width()), value)
    }

    /// An integer or byte: `ty` must be `iN` or `bN` of the same width.
    pub fn int_or_byte(&self, ty: Type, value: &Int) -> Value {
        match value.width() {
            ..=64 => self.intern(ty, ConstantData::Int(value.low_u64())),
            _ => self.intern(ty, ConstantData::WideInt(Box::new(value.clone()))),
        }
    }

    /// A floating-point number; `ty` must be the type of its format.
    pub fn float(&self, ty: Type, value: Float) -> Value {
        match ty {
            Type::HALF | Type::BFLOAT | Type::FLOAT | Type::DOUBLE => {
                self.intern(ty, ConstantData::Float(value.to_bits() as u64))
            }
            _ => self.intern(ty, ConstantData::WideFloat(Box::new(value))),
        }
    }

    /// `undef`.
    pub fn undef(&self, ty: Type) -> Value {
        self.intern(ty, ConstantData::Undef)
    }

    /// `poison`.
    pub fn poison(&self, ty: Type) -> Value {
        self.intern(ty, ConstantData::Poison)
    }

    /// The null value of a type: `0`, `0.0`, `null`, `none` or `zeroinitializer`.
    pub fn zero(&self, cx: &Context, ty: Type) -> Value {
        let data = match cx.kind(ty) {
            TypeKind::Int(..=64) | TypeKind::Byte(..=64) => ConstantData::Int(0),
            TypeKind::Int(bits) | TypeKind::Byte(bits) => ConstantData::WideInt(Box::new(Int::new(*bits, 0))),
            TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double => ConstantData::Float(0),
            TypeKind::X86Fp80 | TypeKind::Fp128 | TypeKind::PpcFp128 => match ty.float_format() {
                Some(format) => ConstantData::WideFloat(Box::new(Float::from_bits(format, 0))),
                None => ConstantData::Zero,
            },
            TypeKind::Pointer { .. } | TypeKind::Target { .. } => ConstantData::Null,
            TypeKind::Token => ConstantData::None,
            _ => ConstantData::Zero,
        };
        self.intern(ty, data)
    }

    /// The value of an integer or byte constant.
    #[inline]
    pub fn as_int(&self, cx: &Context, value: Value) -> Option<Int> {
        let node = self.node(value)?;
        match &node.data {
            ConstantData::Int(v) => Some(Int::new(cx.int_or_byte_width(node.ty)?, *v)),
            ConstantData::WideInt(v) => Some(Int::clone(v)),
            _ => None,
        }
    }

    /// The value of an integer constant of at most 64 bits, zero-extended.
    #[inline]
    pub fn as_u64(&self, value: Value) -> Option<u64> {
        match &self.node(value)?.data {
            ConstantData::Int(v) => Some(*v),
            ConstantData::WideInt(v) => v.to_u64(),
            _ => None,
        }
    }

    /// Whether `value` is the null value of its type, as returned by [`Constants::zero`].
    #[inline]
    pub fn is_zero(&self, value: Value) -> bool {
        self.node(value).is_some_and(|n| match &n.data {
            ConstantData::Int(v) => *v == 0,
            ConstantData::WideInt(v) => v.is_zero(),
            ConstantData::Float(bits) => *bits == 0,
            ConstantData::WideFloat(v) => v.to_bits() == 0,
            ConstantData::Null | ConstantData::Zero | ConstantData::None => true,
            _ => false,
        })
    }
}
