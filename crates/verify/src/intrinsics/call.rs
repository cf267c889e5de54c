//! A call of an intrinsic, and what its rules ask about it.

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

/// A call of an intrinsic in the function that is looked at. It may have any arguments at all in a broken module.
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

    /// The call, to be shown.
    pub fn shown(&self) -> Entity {
        self.value(self.inst)
    }

    /// An argument, to be shown.
    pub fn shown_arg(&self, index: usize) -> Entity {
        self.arg(index).map_or(Entity::Nothing, |v| self.value(v))
    }

    /// The function that is called, to be shown.
    pub fn shown_callee(&self) -> Entity {
        Entity::of_module(self.info.callee)
    }

    /// Says that the call breaks a rule.
    #[cold]
    pub fn refuse(&mut self, rule: &'static Rule) -> Checked {
        let shown = self.shown();
        self.fail(rule, &[shown])
    }

    /// The same, of a rule whose message has a part that differs from case to case.
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

    /// The bytes of an argument that is a string as metadata.
    pub fn metadata_string(&self, index: usize) -> Option<&'m [u8]> {
        self.view.string(self.metadata(index)?)
    }

    /// Whether an argument is a node that holds one string and nothing else.
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

    /// Whether this is a `call`: no `invoke`, no `callbr`.
    pub fn is_plain_call(&self) -> bool {
        matches!(self.body_inst(self.inst), Some(InstData::Call { .. }))
    }

    /// The operand bundles: tags and inputs.
    pub fn bundles(&self) -> impl Iterator<Item = (&'m [u8], &'m [Value])> + use<'m> {
        bundles::of(self, &self.info)
    }

    /// How many operand bundles have this tag.
    pub fn count_bundles(&self, tag: &[u8]) -> usize {
        self.bundles().filter(|(t, _)| *t == tag).count()
    }

    /// The type that the call gives an argument by an attribute `elementtype`.
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

    /// The width of an integer or floating-point type, or of a vector's elements; 0 for others.
    pub fn scalar_bits(&self, ty: Type) -> u32 {
        let scalar = self.cx.scalar_type(ty);
        let bits = self.cx.int_width(scalar).or_else(|| scalar.float_format().map(|f| f.bits()));
        bits.unwrap_or(0)
    }

    /// The one block that goes to a block, however often.
    pub fn unique_predecessor(&self, block: Block) -> Option<Block> {
        let (&first, rest) = self.cfg.predecessors(block).split_first()?;
        rest.iter().all(|&b| b == first).then_some(first)
    }

    /// The call that a value is the result of, if it is one of this intrinsic.
    pub fn call_of(&self, value: Value, id: IntrinsicId) -> Option<&'m CallInfo> {
        let call = self.inst_of(value)?.call_info()?;
        (self.called_intrinsic(call) == Some(id)).then_some(call)
    }

    /// Whether a value is the `null` of a pointer type.
    pub fn is_null(&self, value: Value) -> bool {
        self.module.constants().node(value).is_some_and(|n| n.data == ConstantData::Null && self.cx.is_pointer(n.ty))
    }

    /// Whether a value is a local variable of which there is one in each call of the function.
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

    /// What a pointer comes from: without casts of pointers, `getelementptr`s of zeros, and calls that return an argument.
    pub fn strip_pointer_casts(&self, value: Value) -> Value {
        base_of(self, value, Through::Zeros)
    }
}

/// The type that a call gives an argument by an attribute `elementtype`.
pub(crate) fn element_type(f: &FunctionCheck, call: &CallInfo, index: usize) -> Option<Type> {
    f.cx.attribute_type(f.cx.attribute_list(call.attributes).param(index), AttrKind::ELEMENT_TYPE)
}
