//! Handles of the entities that operands refer to.

use std::fmt;

use cranelift_entity::packed_option::{PackedOption, ReservedValue};
use cranelift_entity::{EntityList, EntityRef, ListPool, entity_impl};

use crate::metadata::Metadata;

/// An instruction of a function body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Inst(u32);
entity_impl!(Inst, "inst");

/// A basic block of a function body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Block(u32);
entity_impl!(Block, "block");

/// A global variable, function, alias or ifunc of a module. Handles of globals are not ordered: when several threads read a
/// module, the numbers of globals used before their definition depend on timing. Lists such as
/// [`Module::functions`](crate::Module::functions) are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Global(u32);
entity_impl!(Global, "global");

/// A constant of a module, other than the address of a global.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Constant(u32);
entity_impl!(Constant, "const");

/// An inline assembler expression of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct InlineAsm(u32);
entity_impl!(InlineAsm, "asm");

/// An operand, in four bytes: three bits for the kind, the rest for the index.
///
/// Instructions, arguments and blocks belong to the function whose body holds the operand; constants, globals, metadata and
/// inline assembler belong to its module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value(u32);

/// A decoded [`Value`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// The result of an instruction.
    Inst(Inst),
    /// The argument with that index.
    Arg(u32),
    /// A basic block: a successor of a terminator or an incoming block of a phi.
    Block(Block),
    /// A constant.
    Constant(Constant),
    /// The address of a global.
    Global(Global),
    /// Metadata as value.
    Metadata(Metadata),
    /// Inline assembler, as a callee.
    InlineAsm(InlineAsm),
}

const TAG_SHIFT: u32 = 29;
const PAYLOAD: u32 = (1 << TAG_SHIFT) - 1;

impl Value {
    /// The number of entities of one kind that a value can distinguish.
    pub const MAX_ENTITIES: usize = 1 << TAG_SHIFT;

    const fn new(tag: u32, payload: u32) -> Value {
        // `check_count` limits the number of entities where they are created.
        debug_assert!(payload <= PAYLOAD);
        Value(tag << TAG_SHIFT | payload)
    }

    /// The kind and index of the value.
    #[inline]
    pub fn kind(self) -> ValueKind {
        let payload = self.0 & PAYLOAD;
        match self.0 >> TAG_SHIFT {
            0 => ValueKind::Inst(Inst::from_u32(payload)),
            1 => ValueKind::Arg(payload),
            2 => ValueKind::Block(Block::from_u32(payload)),
            3 => ValueKind::Constant(Constant::from_u32(payload)),
            4 => ValueKind::Global(Global::from_u32(payload)),
            5 => ValueKind::Metadata(Metadata::from_bits(payload)),
            _ => ValueKind::InlineAsm(InlineAsm::from_u32(payload)),
        }
    }

    /// The argument with that index.
    pub fn arg(index: u32) -> Value {
        Value::new(1, index)
    }

    /// The instruction, if this is the result of an instruction.
    #[inline]
    pub fn as_inst(self) -> Option<Inst> {
        match self.kind() {
            ValueKind::Inst(i) => Some(i),
            _ => None,
        }
    }

    /// The block, if this is a block.
    #[inline]
    pub fn as_block(self) -> Option<Block> {
        match self.kind() {
            ValueKind::Block(b) => Some(b),
            _ => None,
        }
    }

    /// The global, if this is the address of a global.
    #[inline]
    pub fn as_global(self) -> Option<Global> {
        match self.kind() {
            ValueKind::Global(g) => Some(g),
            _ => None,
        }
    }

    /// The constant, if this is a constant other than the address of a global.
    #[inline]
    pub fn as_constant(self) -> Option<Constant> {
        match self.kind() {
            ValueKind::Constant(c) => Some(c),
            _ => None,
        }
    }

    /// The metadata, if this is metadata.
    #[inline]
    pub fn as_metadata(self) -> Option<Metadata> {
        match self.kind() {
            ValueKind::Metadata(m) => Some(m),
            _ => None,
        }
    }

    /// Whether this is a constant. The address of a global is a constant.
    pub fn is_constant(self) -> bool {
        matches!(self.0 >> TAG_SHIFT, 3 | 4)
    }

    /// Whether this is local to the function: an instruction, argument or block.
    pub fn is_local(self) -> bool {
        self.0 >> TAG_SHIFT <= 2
    }
}

macro_rules! value_from {
    ($($ty:ident $tag:literal $bits:ident;)*) => {$(
        impl From<$ty> for Value {
            #[inline]
            fn from(x: $ty) -> Value {
                Value::new($tag, x.$bits())
            }
        }
    )*};
}
value_from! {
    Inst 0 as_u32;
    Block 2 as_u32;
    Constant 3 as_u32;
    Global 4 as_u32;
    Metadata 5 bits;
    InlineAsm 6 as_u32;
}

impl EntityRef for Value {
    fn new(bits: usize) -> Value {
        Value(bits as u32)
    }
    fn index(self) -> usize {
        self.0 as usize
    }
}

impl ReservedValue for Value {
    fn reserved_value() -> Value {
        Value(u32::MAX)
    }
    fn is_reserved_value(&self) -> bool {
        self.0 == u32::MAX
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_reserved_value() {
            return f.write_str("none");
        }
        match self.kind() {
            ValueKind::Inst(x) => x.fmt(f),
            ValueKind::Arg(n) => write!(f, "arg{n}"),
            ValueKind::Block(x) => x.fmt(f),
            ValueKind::Constant(x) => x.fmt(f),
            ValueKind::Global(x) => x.fmt(f),
            ValueKind::Metadata(x) => x.fmt(f),
            ValueKind::InlineAsm(x) => x.fmt(f),
        }
    }
}

/// An optional value, in four bytes.
pub type OptValue = PackedOption<Value>;

/// A list of values in a body's [`ValuePool`].
pub type ValueList = EntityList<Value>;

/// The pool that holds the value lists of a body.
pub type ValuePool = ListPool<Value>;

/// Replaces the values of a list that no other instruction has, in its memory if they fit.
pub fn replace_list(list: &mut ValueList, values: &[Value], pool: &mut ValuePool) {
    if values.len() > list.len(pool) {
        list.clear(pool);
        *list = ValueList::from_slice(values, pool);
        return;
    }
    list.truncate(values.len(), pool);
    list.as_mut_slice(pool).copy_from_slice(values);
}

/// A 32-bit number in an [`IntList`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Imm(pub u32);

impl EntityRef for Imm {
    fn new(bits: usize) -> Imm {
        Imm(bits as u32)
    }
    fn index(self) -> usize {
        self.0 as usize
    }
}

impl ReservedValue for Imm {
    fn reserved_value() -> Imm {
        Imm(u32::MAX)
    }
    fn is_reserved_value(&self) -> bool {
        self.0 == u32::MAX
    }
}

/// Checks that another entity can have a handle.
///
/// # Panics
/// If `count` has reached `most`.
#[inline]
pub(crate) fn check_count(count: usize, most: usize) {
    #[cold]
    fn too_many(most: usize) -> ! {
        panic!("there are more than {most} of one kind of entity")
    }
    if count >= most {
        too_many(most);
    }
}

/// A list of numbers in a body's [`IntPool`]: the indices of `extractvalue`, the mask of `shufflevector`.
pub type IntList = EntityList<Imm>;

/// The pool that holds the lists of numbers of a body.
pub type IntPool = ListPool<Imm>;

/// The mask element of `shufflevector` that selects poison.
pub const POISON_MASK_ELEMENT: Imm = Imm(u32::MAX);
