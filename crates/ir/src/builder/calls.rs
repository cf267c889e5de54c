//! Calls: `call`, `invoke` and `callbr`.

use std::ops::Deref;

use smallvec::SmallVec;

use super::{BuildError, Builder};
use crate::attributes::AttributeList;
use crate::calling_convention::CallingConvention;
use crate::instruction::{Bundle, CallInfo, InstData, TailCall};
use crate::module::Module;
use crate::types::Type;
use crate::typing;
use crate::value::{Block, Global, Inst, Value};

/// The properties of a call besides its callee and arguments. The default is the C calling convention, without anything else.
///
/// ```
/// use lindworm_ir::builder::{BuildError, CallOptions};
/// use lindworm_ir::calling_convention::CallingConvention;
/// use lindworm_ir::instruction::TailCall;
/// use lindworm_ir::{Context, Module, Type};
///
/// let mut module = Module::new(&Context::new(), "m");
/// let ty = module.context().function_type(Type::VOID, &[], false);
/// let function = module.add_function(b"f", ty);
/// module.build_body(function, |b| {
///     let entry = b.append_block("");
///     b.at_end(entry);
///     let fast = CallingConvention::from_name(b"fastcc").unwrap_or_default();
///     let options = CallOptions { convention: fast, tail: TailCall::Tail, ..Default::default() };
///     b.call_with(function.into(), ty, &[], options)?;
///     b.ret(None)
/// })?;
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CallOptions<'c> {
    /// Calling convention.
    pub convention: CallingConvention,
    /// `tail`, `musttail` or `notail`; not used for `invoke` and `callbr`.
    pub tail: TailCall,
    /// Attributes of the call site.
    pub attributes: AttributeList,
    /// Operand bundles: tags and inputs.
    pub bundles: &'c [(&'c str, &'c [Value])],
}

/// Calls.
impl<M: Deref<Target = Module>> Builder<'_, M> {
    /// `call` of `callee`, a function of type `function_type`.
    pub fn call(&mut self, callee: Value, function_type: Type, args: &[Value]) -> Result<Inst, BuildError> {
        self.call_with(callee, function_type, args, CallOptions::default())
    }

    /// `call` of a function of the module, with its calling convention.
    pub fn call_function(&mut self, function: Global, args: &[Value]) -> Result<Inst, BuildError> {
        let convention = self.module.function(function).map(|f| f.convention).unwrap_or_default();
        let options = CallOptions { convention, ..CallOptions::default() };
        let ty = self.module.global(function).map_or(Type::VOID, |global| global.value_type);
        self.call_with(function.into(), ty, args, options)
    }

    /// `call`.
    pub fn call_with(
        &mut self,
        callee: Value,
        function_type: Type,
        args: &[Value],
        options: CallOptions<'_>,
    ) -> Result<Inst, BuildError> {
        let (call, ty) = self.call_info("call", callee, function_type, args, &options)?;
        let (convention, tail, fast_math) = (options.convention, options.tail, self.flags(ty));
        self.insert(InstData::Call { call, convention, tail, fast_math }, ty)
    }

    /// `invoke`: continues at `normal`, or at `unwind` if the callee unwinds.
    pub fn invoke(
        &mut self,
        callee: Value,
        function_type: Type,
        args: &[Value],
        [normal, unwind]: [Block; 2],
        options: CallOptions<'_>,
    ) -> Result<Inst, BuildError> {
        self.blocks([normal, unwind])?;
        let (call, ty) = self.call_info("invoke", callee, function_type, args, &options)?;
        self.insert(InstData::Invoke { call, convention: options.convention, normal, unwind }, ty)
    }

    /// `callbr`: continues at `default`, or at the block to which the inline assembler jumps.
    pub fn callbr(
        &mut self,
        callee: Value,
        function_type: Type,
        args: &[Value],
        default: Block,
        indirect: &[Block],
        options: CallOptions<'_>,
    ) -> Result<Inst, BuildError> {
        self.blocks([default])?;
        let indirect = self.block_list(indirect)?;
        let (call, ty) = self.call_info("callbr", callee, function_type, args, &options)?;
        self.insert(InstData::CallBr { call, convention: options.convention, default, indirect }, ty)
    }

    /// The common part of the three instructions, and the result type.
    fn call_info(
        &mut self,
        instruction: &'static str,
        callee: Value,
        function_type: Type,
        args: &[Value],
        options: &CallOptions<'_>,
    ) -> Result<(CallInfo, Type), BuildError> {
        self.known(function_type)?;
        let types = args.iter().map(|&arg| self.type_of(arg));
        let ty = self.typed(typing::call(self.context(), function_type, types), instruction)?;
        let of_callee = typing::operand(self.context(), args.len(), self.type_of(callee), typing::Expected::Pointer);
        of_callee.map_err(|error| self.type_error(error, instruction))?;
        let inputs = options.bundles.iter().flat_map(|(_, inputs)| *inputs);
        self.operands(instruction, args.len() + 1, inputs.clone())?;
        let bundles = match options.bundles {
            [] => None,
            bundles => {
                let bundle =
                    |&(tag, inputs): &(&str, &[Value])| Bundle { tag: tag.as_bytes().into(), len: inputs.len() as u32 };
                Some(self.body.add_bundles(bundles.iter().map(bundle).collect()))
            }
        };
        let all: SmallVec<[Value; 8]> = args.iter().chain(inputs).copied().collect();
        let args = self.body.list(&all);
        let attributes = options.attributes;
        Ok((CallInfo { callee, args, function_type, attributes, bundles: bundles.into() }, ty))
    }
}
