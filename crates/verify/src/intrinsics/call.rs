//! The call of an intrinsic, with queries for its rules.

use std::ops::{Deref, DerefMut};

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::constant::ConstantData;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Block, Inst, InstData, Metadata, Type, Value};

use crate::calls::bundles;
use crate::check::{Checked, FunctionCheck, check};
use crate::finding::Entity;
use crate::pointers::{Through, base_of};
use crate::rule::Rule;
use crate::rules::intrinsics as rules;

/// A call of an intrinsic in the current function. In a broken module, the arguments may be arbitrary.
pub(crate) struct IntrinsicCall<'f, 'c, 'm> {
    f: &'f mut FunctionCheck<'c, 'm>,
    pub inst: Inst,
    pub info: CallInfo,
    pub args: &'m [Value],
}

impl<'c, 'm> Deref for IntrinsicCall<'_, 'c, 'm> {
    type Target = FunctionCheck<'c, 'm>;
    fn deref(&self) -> &Self::Target {
        self.f
    }
}

impl DerefMut for IntrinsicCall<'_, '_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.f
    }
}

impl<'f, 'c, 'm> IntrinsicCall<'f, 'c, 'm> {
    pub fn new(f: &'f mut FunctionCheck<'c, 'm>, inst: Inst, info: &CallInfo, args: &'m [Value]) -> Self {
        IntrinsicCall { f, inst, info: *info, args }
    }

    /// The call, as an entity of a finding.
    pub fn shown(&self) -> Entity {
        self.value(self.inst)
    }

    /// An argument, as an entity of a finding.
    pub fn shown_arg(&self, index: usize) -> Entity {
        self.arg(index).map_or(Entity::Nothing, |v| self.value(v))
    }

    /// The callee, as an entity of a finding.
    pub fn shown_callee(&self) -> Entity {
        Entity::of_module(self.info.callee)
    }

    /// Reports that the call violates a rule.
    #[cold]
    pub fn refuse(&mut self, rule: &'static Rule) -> Checked {
        let shown = self.shown();
        self.fail(rule, &[shown])
    }

    /// Reports that the call violates a rule whose message has a placeholder.
    #[cold]
    pub fn refuse_with(&mut self, rule: &'static Rule, part: &[u8]) -> Checked {
        let shown = self.shown();
        self.fail_with(rule, &[part], &[shown])
    }

    pub fn arg(&self, index: usize) -> Option<Value> {
        self.args.get(index).copied()
    }

    /// The type of an argument.
    pub fn arg_type(&self, index: usize) -> Type {
        self.arg(index).map_or(Type::VOID, |v| self.ty(v))
    }

    /// The type of the call itself.
    pub fn result(&self) -> Type {
        self.body.inst_type(self.inst)
    }

    /// The value of an argument that is a constant integer of at most 64 bits, zero-extended.
    pub fn int(&self, index: usize) -> Option<u64> {
        self.module.constants().as_u64(self.arg(index)?)
    }

    /// The argument, if it is metadata.
    pub fn metadata(&self, index: usize) -> Option<Metadata> {
        self.arg(index)?.as_metadata()
    }

    /// The bytes of an argument that is a metadata string.
    pub fn metadata_string(&self, index: usize) -> Option<&'m [u8]> {
        self.view.string(self.metadata(index)?)
    }

    /// Whether an argument is a tuple with one string.
    pub fn tuple_of_string(&self, index: usize) -> bool {
        let words = self.metadata(index).and_then(|m| self.view.tuple(m));
        words.is_some_and(|words| match *words {
            [word] => Metadata::from_word(word).is_some_and(|m| self.view.string(m).is_some()),
            _ => false,
        })
    }

    /// The block that the call is in.
    pub fn block(&self) -> Option<Block> {
        self.body.inst_block(self.inst)
    }

    /// Whether this is a `call`, rather than an `invoke` or `callbr`.
    pub fn is_plain_call(&self) -> bool {
        matches!(self.body_inst(self.inst), Some(InstData::Call { .. }))
    }

    /// The operand bundles: tags and inputs.
    pub fn bundles(&self) -> impl Iterator<Item = (&'m [u8], &'m [Value])> + use<'m> {
        bundles::of(self, &self.info)
    }

    /// The number of operand bundles with this tag.
    pub fn count_bundles(&self, tag: &[u8]) -> usize {
        self.bundles().filter(|(t, _)| *t == tag).count()
    }

    /// The `elementtype` of an argument.
    pub fn element_type(&self, index: usize) -> Option<Type> {
        element_type(self, &self.info, index)
    }

    pub fn check_element_type_of_first(&mut self) -> Checked {
        check!(self, self.element_type(0).is_some(), rules::ELEMENT_TYPE_OF_FIRST, self.shown());
        Ok(())
    }

    /// Element count and scalability of a vector.
    pub fn length(&self, ty: Type) -> Option<(u32, bool)> {
        self.cx.vector_shape(ty).map(|(_, len, scalable)| (len, scalable))
    }

    /// The bit width of an integer or floating-point type, or of a vector's elements; 0 for others.
    pub fn scalar_bits(&self, ty: Type) -> u32 {
        let scalar = self.cx.scalar_type(ty);
        let bits = self.cx.int_width(scalar).or_else(|| scalar.float_format().map(|f| f.bits()));
        bits.unwrap_or(0)
    }

    /// The only predecessor of a block, ignoring duplicate edges.
    pub fn unique_predecessor(&self, block: Block) -> Option<Block> {
        let (&first, rest) = self.cfg.predecessors(block).split_first()?;
        rest.iter().all(|&b| b == first).then_some(first)
    }

    /// The call of this intrinsic that a value is the result of.
    pub fn call_of(&self, value: Value, id: IntrinsicId) -> Option<&'m CallInfo> {
        let call = self.inst_of(value)?.call_info()?;
        (self.called_intrinsic(call) == Some(id)).then_some(call)
    }

    /// Whether a value is the null pointer constant.
    pub fn is_null(&self, value: Value) -> bool {
        self.module.constants().node(value).is_some_and(|n| n.data == ConstantData::Null && self.cx.is_pointer(n.ty))
    }

    /// Whether a value is a static `alloca`.
    pub fn is_static_alloca(&self, value: Value) -> bool {
        let Some(inst) = value.as_inst() else { return false };
        match self.body_inst(inst) {
            Some(InstData::Alloca { count, in_alloca: false, .. }) => {
                self.module.constants().as_int(self.cx, *count).is_some()
                    && self.body.inst_block(inst) == self.body.entry()
            }
            _ => false,
        }
    }

    /// The base of a pointer, through pointer casts, `getelementptr`s with zero indices, and calls that return an argument.
    pub fn strip_pointer_casts(&self, value: Value) -> Value {
        base_of(self, value, Through::Zeros)
    }
}

/// The `elementtype` of an argument of a call.
pub(crate) fn element_type(f: &FunctionCheck, call: &CallInfo, index: usize) -> Option<Type> {
    f.cx.attribute_type(f.cx.attribute_list(call.attributes).param(index), AttrKind::ELEMENT_TYPE)
}
