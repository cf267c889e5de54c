//! Calls and their operand bundles.

use lindworm_ir::Block;
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::instruction::{CallInfo, TailCall};
use lindworm_ir::types::TypeKind;
use lindworm_ir::value::ValueList;

use super::function::BodyWriter;
use crate::codes::function::*;
use crate::encoding::{self, call as flag};

impl BodyWriter<'_> {
    pub(super) fn call(&mut self, call: &CallInfo, convention: CallingConvention, tail: TailCall, math: FastMathFlags) {
        self.bundles(call);
        self.push(self.ids.attributes(call.attributes));
        let tail = match tail {
            TailCall::None => 0,
            TailCall::Tail => flag::TAIL,
            TailCall::MustTail => flag::TAIL | flag::MUST_TAIL,
            TailCall::NoTail => flag::NO_TAIL,
        };
        let has_math = if math.is_empty() { 0 } else { flag::FAST_MATH };
        self.push((convention.0 as u64) << flag::CONVENTION_SHIFT | tail | flag::EXPLICIT_TYPE | has_math);
        if !math.is_empty() {
            self.push(encoding::fast_math_code(math));
        }
        self.callee_and_arguments(call);
        self.record(INST_CALL);
    }

    pub(super) fn invoke(&mut self, call: &CallInfo, convention: CallingConvention, normal: Block, unwind: Block) {
        self.bundles(call);
        self.push(self.ids.attributes(call.attributes));
        self.push(convention.0 as u64 | flag::INVOKE_EXPLICIT_TYPE);
        self.block(normal);
        self.block(unwind);
        self.callee_and_arguments(call);
        self.record(INST_INVOKE);
    }

    pub(super) fn callbr(
        &mut self,
        call: &CallInfo,
        convention: CallingConvention,
        default: Block,
        indirect: &ValueList,
    ) {
        self.bundles(call);
        let indirect = self.body.list_values(indirect);
        self.push(self.ids.attributes(call.attributes));
        self.push((convention.0 as u64) << flag::CONVENTION_SHIFT | flag::EXPLICIT_TYPE);
        self.block(default);
        self.push(indirect.len() as u64);
        indirect.iter().filter_map(|v| v.as_block()).for_each(|b| self.block(b));
        self.callee_and_arguments(call);
        self.record(INST_CALLBR);
    }

    /// The function type, the callee and the arguments; variadic arguments with their types.
    fn callee_and_arguments(&mut self, call: &CallInfo) {
        self.ty(call.function_type);
        self.typed_value(call.callee);
        let params = match self.module.context().kind(call.function_type) {
            TypeKind::Function { params, .. } => params.len(),
            _ => 0,
        };
        let args = self.body.call_args(call);
        let (fixed, variadic) = args.split_at(args.len().min(params));
        fixed.iter().for_each(|&arg| self.value(arg));
        self.typed_values(variadic);
    }

    /// Writes a record for each operand bundle, before the record of the call.
    fn bundles(&mut self, call: &CallInfo) {
        let body = self.body;
        for (bundle, inputs) in body.bundle_inputs(call) {
            self.push(self.ids.bundle_tags.get(&bundle.tag));
            inputs.iter().for_each(|&input| self.bundle_input(input));
            self.record(OPERAND_BUNDLE);
        }
    }
}
