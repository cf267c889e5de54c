//! The values of a function body by id, with their types.

use lindworm_ir::hash::HashMap;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Type, Value};

use super::expression::Expression;
use super::types::{TypeId, TypeTable};
use super::{ModuleTables, Slot, TypedValue};

/// The error in a record, in LLVM's wording.
pub(super) type Fault = &'static str;

/// LLVM's message for most malformed records.
pub(super) const INVALID: Fault = "Invalid record";

/// An id that is not a type.
pub(super) const NO_TYPE: TypeId = TypeId(u32::MAX);

/// Forward references are represented as arguments with numbers from here on.
const FIRST_FORWARD: u32 = 1 << 28;

/// A cursor over the operands of a record.
pub(super) struct Operands<'r> {
    all: &'r [u64],
    at: usize,
}

impl<'r> Operands<'r> {
    pub fn new(all: &'r [u64]) -> Operands<'r> {
        Operands { all, at: 0 }
    }

    /// The next operand.
    #[inline]
    pub fn next(&mut self) -> Option<u64> {
        let next = self.all.get(self.at).copied();
        self.at += next.is_some() as usize;
        next
    }

    /// The number of remaining operands.
    #[inline]
    pub fn left(&self) -> usize {
        self.all.len() - self.at
    }

    /// The remaining operands.
    #[inline]
    pub fn rest(&self) -> &'r [u64] {
        &self.all[self.at..]
    }
}

/// A value, its type, and the id of its type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub value: Value,
    pub ty: Type,
    pub id: TypeId,
}

/// The type ids that a function body refers to: those of the module, and new ones for results of instructions. Pointers
/// that are the same type in memory have different ids if their pointees differ.
pub(super) struct FunctionTypes<'a> {
    table: &'a TypeTable,
    own: Vec<(Type, [TypeId; 2])>,
    by_parts: HashMap<(Type, TypeId), TypeId>,
}

impl<'a> FunctionTypes<'a> {
    fn new(table: &'a TypeTable) -> FunctionTypes<'a> {
        FunctionTypes { table, own: Vec::new(), by_parts: HashMap::default() }
    }

    fn own(&self, id: TypeId) -> Option<&(Type, [TypeId; 2])> {
        self.own.get((id.0 as usize).checked_sub(self.table.len())?)
    }

    /// The type with this id.
    #[inline]
    pub fn ty(&self, id: TypeId) -> Option<Type> {
        self.table.ty(id).or_else(|| self.own(id).map(|t| t.0))
    }

    /// The id of a contained type; for a typed pointer, of its pointee.
    pub fn contained(&self, id: TypeId, index: usize) -> TypeId {
        let own = || self.own(id)?.1.get(index).copied();
        self.table.contained(id, index).or_else(own).unwrap_or(NO_TYPE)
    }

    /// The id of a type with these contained types. The second one differs only if the first one does.
    pub fn made_of(&mut self, ty: Type, parts: [TypeId; 2]) -> TypeId {
        let next = TypeId((self.table.len() + self.own.len()) as u32);
        let id = *self.by_parts.entry((ty, parts[0])).or_insert(next);
        if id == next {
            self.own.push((ty, parts));
        }
        id
    }

    /// The id of a type without pointee information.
    pub fn plain(&mut self, ty: Type) -> TypeId {
        self.made_of(ty, [NO_TYPE; 2])
    }
}

/// A forward reference.
struct Forward {
    ty: TypeId,
    /// The value, once defined.
    value: Option<Value>,
}

/// The values that a function body can refer to: those of the module, then its own. Forward references are patched at the
/// end of the body.
pub(crate) struct FunctionValues<'a> {
    tables: &'a ModuleTables,
    pub(super) types: FunctionTypes<'a>,
    /// Arguments, constants and instructions, in this order.
    pub(super) own: Vec<Slot>,
    /// The expressions of [`Slot::Expression`] in `own`, numbered after those of the module.
    pub(super) expressions: Vec<Expression>,
    forwards: Vec<Forward>,
    /// Unresolved forward references by id.
    open: HashMap<u32, u32>,
    /// Upper bound of value ids.
    limit: u32,
    /// Set when a requested value is a forward reference; cleared by the user.
    pub(super) uses_forward: bool,
}

impl<'a> FunctionValues<'a> {
    /// The values before the body; `bytes` is the size of the file.
    pub(super) fn new(tables: &'a ModuleTables, bytes: usize) -> FunctionValues<'a> {
        FunctionValues {
            tables,
            types: FunctionTypes::new(&tables.types),
            own: Vec::new(),
            expressions: Vec::new(),
            forwards: Vec::new(),
            open: HashMap::default(),
            limit: u32::try_from(tables.values.len() + bytes).unwrap_or(u32::MAX),
            uses_forward: false,
        }
    }

    /// Raises the bound of ids for arguments, which the body does not spell out.
    pub(super) fn expect_arguments(&mut self, count: usize) {
        self.limit = self.limit.saturating_add(count as u32);
    }

    /// The id of the next value.
    #[inline]
    pub(super) fn next(&self) -> u32 {
        (self.tables.values.len() + self.own.len()) as u32
    }

    /// The value with this id, if it is defined.
    #[inline]
    pub(super) fn slot(&self, id: u32) -> Option<Slot> {
        let of_module = self.tables.values.len();
        match (id as usize).checked_sub(of_module) {
            Some(own) => self.own.get(own).copied(),
            None => Some(self.tables.values[id as usize]),
        }
    }

    /// The expression with this number.
    pub(super) fn expression(&self, number: u32) -> Option<&Expression> {
        let number = number as usize;
        let own = || self.expressions.get(number.checked_sub(self.tables.expressions.len())?);
        self.tables.expressions.get(number).or_else(own)
    }

    /// A value with its type.
    #[inline]
    pub(super) fn typed(&self, value: TypedValue) -> Option<Operand> {
        Some(Operand { value: value.value, ty: self.types.ty(value.ty)?, id: value.ty })
    }

    /// A forward reference to the value with this id, as a value of type `ty`.
    pub(super) fn forward(&mut self, id: u32, ty: TypeId) -> Option<Value> {
        if id >= self.limit || self.forwards.len() >= FIRST_FORWARD as usize {
            return None;
        }
        let next = self.forwards.len() as u32;
        let index = *self.open.entry(id).or_insert(next);
        if index == next {
            self.forwards.push(Forward { ty, value: None });
        } else if self.types.ty(self.forwards[index as usize].ty) != self.types.ty(ty) {
            return None;
        }
        self.uses_forward = true;
        Some(Value::arg(FIRST_FORWARD + index))
    }

    /// The value with this id, or a forward reference of type `ty`. `None` if the value has another type, or the id is out
    /// of range.
    pub fn get(&mut self, id: u32, ty: TypeId) -> Option<Value> {
        let wanted = self.types.ty(ty)?;
        match self.slot(id) {
            Some(Slot::Value(v)) => (self.types.ty(v.ty) == Some(wanted)).then_some(v.value),
            Some(Slot::Expression(_)) => None,
            None => self.forward(id, ty),
        }
    }

    /// Defines the next value.
    #[inline]
    pub(super) fn define(&mut self, value: Value, ty: Type, id: TypeId) -> Result<(), Fault> {
        let id = if self.open.is_empty() { id } else { self.resolve(value, ty, id)? };
        self.own.push(Slot::Value(TypedValue { value, ty: id }));
        Ok(())
    }

    /// Resolves forward references to the next value. Its type id is then that of the first use.
    fn resolve(&mut self, value: Value, ty: Type, id: TypeId) -> Result<TypeId, Fault> {
        let Some(index) = self.open.remove(&self.next()) else { return Ok(id) };
        let forward = &mut self.forwards[index as usize];
        if self.types.ty(forward.ty) != Some(ty) {
            return Err("Assigned value does not match type of forward declaration");
        }
        forward.value = Some(value);
        Ok(forward.ty)
    }

    /// Whether a forward reference is unresolved.
    pub(super) fn has_open_forwards(&self) -> bool {
        !self.open.is_empty()
    }

    /// Whether there was any forward reference.
    pub(super) fn has_forwards(&self) -> bool {
        !self.forwards.is_empty()
    }

    /// The value behind a forward reference, once all values are defined; other values are unchanged.
    #[inline]
    pub(super) fn resolved(&self, value: Value) -> Value {
        match value.kind() {
            ValueKind::Arg(n) if n >= FIRST_FORWARD => {
                self.forwards.get((n - FIRST_FORWARD) as usize).and_then(|f| f.value).unwrap_or(value)
            }
            _ => value,
        }
    }
}
