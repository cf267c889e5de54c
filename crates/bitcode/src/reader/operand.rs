//! The values of a function body by their ids, and the types that they have.

use lindworm_ir::hash::HashMap;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Type, Value};

use super::expression::Expression;
use super::types::{TypeId, TypeTable};
use super::{ModuleTables, Slot, TypedValue};

/// What is wrong with a record, in LLVM's words.
pub(super) type Fault = &'static str;

/// What LLVM says of most records that are wrong.
pub(super) const INVALID: Fault = "Invalid record";

/// The id of no type.
pub(super) const NO_TYPE: TypeId = TypeId(u32::MAX);

/// Values that stand for those not yet defined are arguments numbered from here.
const FIRST_FORWARD: u32 = 1 << 28;

/// The operands of a record, taken one by one.
pub(super) struct Operands<'r> {
    all: &'r [u64],
    at: usize,
}

impl<'r> Operands<'r> {
    pub fn new(all: &'r [u64]) -> Operands<'r> {
        Operands { all, at: 0 }
    }

    /// The next one.
    #[inline]
    pub fn next(&mut self) -> Option<u64> {
        let next = self.all.get(self.at).copied();
        self.at += next.is_some() as usize;
        next
    }

    /// How many are left.
    #[inline]
    pub fn left(&self) -> usize {
        self.all.len() - self.at
    }

    /// Those that are left.
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

/// The types that a function body refers to: those of the module, and those that instructions make up on the way. Two pointers
/// that are one type in memory are two here if they point to different types.
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

    /// The id of what a type is made of; for a typed pointer, of what it points to.
    pub fn contained(&self, id: TypeId, index: usize) -> TypeId {
        let own = || self.own(id)?.1.get(index).copied();
        self.table.contained(id, index).or_else(own).unwrap_or(NO_TYPE)
    }

    /// The id of a type that is made of these. The second only ever differs if the first does.
    pub fn made_of(&mut self, ty: Type, parts: [TypeId; 2]) -> TypeId {
        let next = TypeId((self.table.len() + self.own.len()) as u32);
        let id = *self.by_parts.entry((ty, parts[0])).or_insert(next);
        if id == next {
            self.own.push((ty, parts));
        }
        id
    }

    /// The id of a type of which nothing else needs to be known.
    pub fn plain(&mut self, ty: Type) -> TypeId {
        self.made_of(ty, [NO_TYPE; 2])
    }
}

/// A value that was used before its definition.
struct Forward {
    ty: TypeId,
    /// What it turned out to be.
    value: Option<Value>,
}

/// The values that a function body can refer to: those of the module, then its own. What is used before its definition is
/// patched at the end of the body.
pub(crate) struct FunctionValues<'a> {
    tables: &'a ModuleTables,
    pub(super) types: FunctionTypes<'a>,
    /// Arguments, constants and instructions, in this order.
    pub(super) own: Vec<Slot>,
    /// What is behind [`Slot::Expression`] in `own`, numbered after those of the module.
    pub(super) expressions: Vec<Expression>,
    forwards: Vec<Forward>,
    /// Those that are still to be defined, by id.
    open: HashMap<u32, u32>,
    /// No id is as great as this.
    limit: u32,
    /// Whether what was asked for since this was last set to false includes what is not yet defined.
    pub(super) uses_forward: bool,
}

impl<'a> FunctionValues<'a> {
    /// The values before the body; `bytes` is how long the file is.
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

    /// Makes room for the ids of arguments, which the body does not spell out.
    pub(super) fn expect_arguments(&mut self, count: usize) {
        self.limit = self.limit.saturating_add(count as u32);
    }

    /// The id of the next value.
    #[inline]
    pub(super) fn next(&self) -> u32 {
        (self.tables.values.len() + self.own.len()) as u32
    }

    /// What has that id, if it is defined.
    #[inline]
    pub(super) fn slot(&self, id: u32) -> Option<Slot> {
        let of_module = self.tables.values.len();
        match (id as usize).checked_sub(of_module) {
            Some(own) => self.own.get(own).copied(),
            None => Some(self.tables.values[id as usize]),
        }
    }

    /// The expression of that number.
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

    /// What stands for the value with that id, which is not yet defined, as a value of type `ty`.
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

    /// The value with that id; what stands for it until it is defined, as a value of type `ty`. `None` if it is of another type, or
    /// can be no value at all.
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

    /// The next value is defined, which may have been used before: then its type is what it was used as.
    fn resolve(&mut self, value: Value, ty: Type, id: TypeId) -> Result<TypeId, Fault> {
        let Some(index) = self.open.remove(&self.next()) else { return Ok(id) };
        let forward = &mut self.forwards[index as usize];
        if self.types.ty(forward.ty) != Some(ty) {
            return Err("Assigned value does not match type of forward declaration");
        }
        forward.value = Some(value);
        Ok(forward.ty)
    }

    /// Whether anything was used that is not defined.
    pub(super) fn has_open_forwards(&self) -> bool {
        !self.open.is_empty()
    }

    /// Whether anything was used before it was defined.
    pub(super) fn has_forwards(&self) -> bool {
        !self.forwards.is_empty()
    }

    /// What a value stands for, now that all are defined.
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
