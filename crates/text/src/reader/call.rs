//! `call`, `invoke` and `callbr`.

use cranelift_entity::packed_option::PackedOption;
use lindworm_ir::attributes::AttributeSet;
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::instruction::{Bundle, Bundles, CallInfo, TailCall};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::types::TypeKind;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{InstData, Type, Value};
use lindworm_upgrade::typed_pointers;
use smallvec::SmallVec;

use super::attributes::FnAttributes;
use super::constant::{GlobalRef, ValId};
use super::old_form::OldForm;
use super::parser::{PResult, Parser};
use crate::keyword::Keyword;
use crate::lexer::Tok;

/// The parts of a call before the arguments.
struct Callee<'a> {
    convention: CallingConvention,
    result_attributes: AttributeSet,
    /// The type of the callee operand, a pointer.
    pointer: Type,
    /// The function type, or the return type only.
    ty: Type,
    type_pos: usize,
    id: ValId<'a>,
    id_pos: usize,
    /// The number of values computed for constant expressions before the call.
    computed: usize,
}

/// An argument of a call.
struct Arg {
    value: Value,
    pos: usize,
    attributes: AttributeSet,
    /// The pointee type, if the argument has a typed pointer.
    pointee: Option<Type>,
}

type Args = SmallVec<[Arg; 8]>;

/// Operand bundles, and their concatenated operands.
type PackedBundles = (Vec<Bundle>, SmallVec<[Value; 4]>);

impl<'a> Parser<'a> {
    fn callee(&mut self, with_addr_space: bool) -> PResult<Callee<'a>> {
        let convention = self.optional_calling_convention()?;
        let result_attributes = self.return_attributes()?;
        let default = if with_addr_space { self.module.data_layout().program_addr_space } else { 0 };
        let addr_space = if with_addr_space { self.optional_addr_space(default)? } else { 0 };
        let type_pos = self.pos();
        let mut ty = self.type_or_void()?;
        let pointee = self.pointee();
        let id_pos = self.pos();
        let computed = self.fun().computed_count();
        let id = match self.tok() {
            Tok::GlobalName => ValId::Global { name: GlobalRef::Name(self.take_name()), no_cfi: false },
            _ => match self.nested(|p| p.val_id(None))? {
                ValId::Constant(value) => ValId::Constant(self.computed(value)?),
                id => id,
            },
        };
        let mut pointer = self.cx.ptr(addr_space);
        if let Some(function) = pointee
            && self.is_callee_type(function, &id)
        {
            self.note_old(OldForm::CallByPointer, type_pos);
            (pointer, ty) = (ty, function);
        }
        Ok(Callee { convention, result_attributes, pointer, ty, type_pos, id, id_pos, computed })
    }

    /// Whether a function pointer type before a callee is the type of the callee, as before LLVM 3.7, rather than the
    /// return type.
    #[cold]
    fn is_callee_type(&mut self, pointee: Type, callee: &ValId<'a>) -> bool {
        let Some((_, _, is_variadic)) = self.cx.function_parts(pointee) else { return false };
        let returns_pointer = |ty| self.cx.function_parts(ty).is_some_and(|(result, ..)| self.cx.is_pointer(result));
        let known = match callee {
            ValId::Global { name, .. } => self.symbols.globals().value_type(name),
            ValId::Constant(_) => self.pointee(),
            _ => None,
        };
        match known {
            Some(ty) => ty == pointee || !returns_pointer(ty),
            // Before LLVM 3.7 the long form was needed for variadic functions only.
            None => self.symbols.is_before_3_7(self.lex.source()).unwrap_or(is_variadic),
        }
    }

    /// `(type value, ...)`.
    fn call_args(&mut self, must_tail: bool) -> PResult<Args> {
        self.expect(Tok::LParen, "expected '(' in call")?;
        let variadic = self.fun().header.variadic;
        let mut args = Args::new();
        while self.tok() != Tok::RParen {
            if !args.is_empty() {
                self.expect(Tok::Comma, "expected ',' in argument list")?;
            }
            if self.tok() == Tok::DotDotDot {
                let fault = match (must_tail, variadic) {
                    (false, _) => "non-musttail call",
                    (true, false) => "musttail call in non-varargs function",
                    (true, true) => {
                        self.bump();
                        self.expect(Tok::RParen, "expected ')' at end of argument list")?;
                        return Ok(args);
                    }
                };
                return self.error_here(format!("unexpected ellipsis in argument list for {fault}"));
            }
            let pos = self.pos();
            let ty = self.type_()?;
            let pointee = self.pointee();
            if !self.is_argument_type(ty) {
                return self.error(pos, "invalid type for function argument");
            }
            let (value, attributes) = if ty == Type::METADATA {
                (self.metadata_as_value()?, AttributeSet::EMPTY)
            } else {
                let attributes = self.param_attributes()?;
                (self.value(ty)?, attributes)
            };
            args.push(Arg { value, pos, attributes, pointee });
        }
        if must_tail && variadic {
            let message = "expected '...' at end of argument list for musttail call in varargs function";
            return self.error_here(message);
        }
        self.bump();
        Ok(args)
    }

    /// `[ "tag"(type value, ...), ... ]`, and the concatenated inputs of all bundles.
    fn bundles(&mut self) -> PResult<PackedBundles> {
        let mut bundles = Vec::new();
        let mut inputs = SmallVec::new();
        let pos = self.pos();
        if !self.eat(Tok::LSquare) {
            return Ok((bundles, inputs));
        }
        while self.tok() != Tok::RSquare {
            if !bundles.is_empty() {
                self.expect(Tok::Comma, "expected ',' in input list")?;
            }
            let tag = self.string()?.into();
            self.expect(Tok::LParen, "expected '(' in operand bundle")?;
            let mut len = 0;
            while self.tok() != Tok::RParen {
                if len > 0 {
                    self.expect(Tok::Comma, "expected ',' in input list")?;
                }
                let ty = self.type_()?;
                inputs.push(self.value_or_metadata(ty)?);
                len += 1;
            }
            self.bump();
            bundles.push(Bundle { tag, len });
        }
        if bundles.is_empty() {
            return self.error(pos, "operand bundle set must not be empty");
        }
        self.bump();
        Ok((bundles, inputs))
    }

    /// Assembles a call. Returns the type of its result, too.
    fn finish_call(
        &mut self,
        pos: usize,
        callee: Callee<'a>,
        args: Args,
        attributes: FnAttributes,
        bundles: PackedBundles,
    ) -> PResult<(CallInfo, Type)> {
        let (function_type, short) = match self.cx.kind(callee.ty) {
            TypeKind::Function { .. } => (callee.ty, false),
            _ => {
                if !self.is_return_type(callee.ty) {
                    return self.error(callee.type_pos, "Invalid result type for LLVM function");
                }
                let params: SmallVec<[Type; 8]> = args.iter().map(|a| self.value_type(a.value)).collect();
                (self.cx.function_type(callee.ty, &params, false), true)
            }
        };
        let has_pointees = args.iter().any(|a| a.pointee.is_some());
        let mut old_callee = None;
        let function = match callee.id {
            ValId::InlineAsm(mut asm) => {
                asm.function_type = function_type;
                if let Err(message) = lindworm_ir::inline_asm::check(self.cx, function_type, &asm.constraints) {
                    return self.error(callee.id_pos, message);
                }
                let value = self.module.add_inline_asm(*asm);
                if has_pointees && let ValueKind::InlineAsm(asm) = value.kind() {
                    old_callee = Some(typed_pointers::Callee::InlineAsm(&self.module.inline_asm(asm).constraints));
                }
                value
            }
            id => {
                if has_pointees
                    && let ValId::Global { name: GlobalRef::Name(name), .. } = &id
                    && name.starts_with(b"llvm.")
                {
                    old_callee =
                        Some(typed_pointers::Callee::Function(IntrinsicId::lookup(self.module.version(), name)));
                }
                self.typed(callee.pointer, id, callee.id_pos)?
            }
        };
        let (result, params, variadic) = self.cx.function_parts(function_type).unwrap_or((Type::VOID, &[], false));
        // A function type derived from the arguments matches them.
        if !short {
            for (i, arg) in args.iter().enumerate() {
                match params.get(i) {
                    None if !variadic => return self.error(arg.pos, "too many arguments specified"),
                    Some(&expected) if expected != self.value_type(arg.value) => {
                        let text = self.type_text(expected);
                        return self.error(arg.pos, format!("argument is not of expected type '{text}'"));
                    }
                    _ => {}
                }
            }
            if args.len() < params.len() {
                return self.error(pos, "not enough parameters specified for call");
            }
        }
        let call_attributes = attributes.resolve(self.cx, self.attribute_groups);
        let arg_attributes: SmallVec<[AttributeSet; 8]> = args.iter().map(|a| a.attributes).collect();
        let mut attributes = self.cx.make_attribute_list(call_attributes, callee.result_attributes, &arg_attributes);
        if let Some(callee) = old_callee {
            let pointee = |arg: usize| args.get(arg).and_then(|a| a.pointee);
            // A missing type is an error of the verifier, not of the reader.
            let upgraded = typed_pointers::upgrade_call(self.cx, attributes, callee, args.len(), pointee);
            let upgraded = upgraded.unwrap_or(attributes);
            if upgraded != attributes {
                self.note_old(OldForm::AttributeOfPointer, pos);
                attributes = upgraded;
            }
        }
        let (bundles, inputs) = bundles;
        let mut operands: SmallVec<[Value; 12]> = args.iter().map(|a| a.value).collect();
        operands.extend_from_slice(&inputs);
        let body = &mut self.fun().body;
        let bundles: PackedOption<Bundles> =
            if bundles.is_empty() { None.into() } else { body.add_bundles(bundles.into()).into() };
        let args = body.list(&operands);
        Ok((CallInfo { callee: function, args, function_type, attributes, bundles }, result))
    }

    /// Arguments, attributes and bundles.
    fn call_operands(&mut self, callee: &Callee<'a>, must_tail: bool) -> PResult<(Args, FnAttributes, PackedBundles)> {
        let args = self.call_args(must_tail)?;
        let attributes = self.function_attributes()?;
        let before = self.fun().computed_count();
        let bundles = self.bundles()?;
        // The bitcode reader expands the operands of bundles first.
        if self.fun().computed_count() > before {
            self.fun().compute_earlier(callee.computed, before);
        }
        Ok((args, attributes, bundles))
    }

    /// `call`, after an optional `tail`, `musttail` or `notail`.
    pub(super) fn call(&mut self, tail: TailCall) -> PResult<(InstData, Type)> {
        self.bump();
        let pos = self.pos();
        if tail != TailCall::None {
            self.expect_word(Keyword::Call, "expected 'tail call', 'musttail call', or 'notail call'")?;
        }
        let fast_math = self.fast_math_flags();
        let callee = self.callee(true)?;
        let convention = callee.convention;
        let debug_intrinsic = matches!(&callee.id, ValId::Global { name: GlobalRef::Name(n), .. }
            if matches!(&**n, b"llvm.dbg.declare" | b"llvm.dbg.value" | b"llvm.dbg.assign"));
        let (args, attributes, bundles) = self.call_operands(&callee, tail == TailCall::MustTail)?;
        let (call, ty) = self.finish_call(pos, callee, args, attributes, bundles)?;
        if !fast_math.is_empty() && !self.cx.takes_fast_math(ty) {
            let message = "fast-math-flags specified for call without floating-point scalar or vector return type";
            return self.error(pos, message);
        }
        if debug_intrinsic {
            self.symbols.note_debug_intrinsic(pos);
        }
        Ok((InstData::Call { call, convention, tail, fast_math }, ty))
    }

    pub(super) fn invoke(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let pos = self.pos();
        let callee = self.callee(true)?;
        let convention = callee.convention;
        let (args, attributes, bundles) = self.call_operands(&callee, false)?;
        self.expect_word(Keyword::To, "expected 'to' in invoke")?;
        let normal = self.type_and_block()?;
        self.expect_word(Keyword::Unwind, "expected 'unwind' in invoke")?;
        let unwind = self.type_and_block()?;
        let (call, ty) = self.finish_call(pos, callee, args, attributes, bundles)?;
        Ok((InstData::Invoke { call, convention, normal, unwind }, ty))
    }

    pub(super) fn callbr(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let pos = self.pos();
        let callee = self.callee(false)?;
        let convention = callee.convention;
        let (args, attributes, bundles) = self.call_operands(&callee, false)?;
        self.expect_word(Keyword::To, "expected 'to' in callbr")?;
        let default = self.type_and_block()?;
        self.expect(Tok::LSquare, "expected '[' in callbr")?;
        let indirect = self.labels()?;
        let (call, ty) = self.finish_call(pos, callee, args, attributes, bundles)?;
        let indirect = self.fun().body.list(&indirect);
        Ok((InstData::CallBr { call, convention, default, indirect }, ty))
    }
}
