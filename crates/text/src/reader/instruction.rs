//! Instructions, but for calls.

use lindworm_eval::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags, IntPredicate};
use lindworm_ir::instruction::{Align, AtomicOrdering, AtomicRmwOp};
use lindworm_ir::value::{Imm, POISON_MASK_ELEMENT};
use lindworm_ir::{Inst, InstData, SyncScope, Type, TypeKind, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::parser::{PResult, Parser};
use crate::keyword::Keyword;
use crate::lexer::Tok;

impl<'a> Parser<'a> {
    /// An instruction, made and not yet inserted, up to the comma before its metadata.
    pub fn instruction(&mut self) -> PResult<Inst> {
        let pos = self.pos();
        if self.tok() == Tok::Eof {
            return self.error_here("found end of file when expecting more instructions");
        }
        let word = self.word();
        if word == Keyword::Other {
            return self.error_here("expected instruction opcode");
        }
        let (data, ty) = match word {
            Keyword::Load => self.load(),
            Keyword::Store => self.store(),
            Keyword::Call => self.call(lindworm_ir::instruction::TailCall::None),
            Keyword::Tail => self.call(lindworm_ir::instruction::TailCall::Tail),
            Keyword::Musttail => self.call(lindworm_ir::instruction::TailCall::MustTail),
            Keyword::Notail => self.call(lindworm_ir::instruction::TailCall::NoTail),
            Keyword::Br => self.br(),
            Keyword::Getelementptr => self.getelementptr(),
            Keyword::Icmp => self.icmp(),
            Keyword::Fcmp => self.fcmp(),
            Keyword::Add | Keyword::Sub | Keyword::Mul | Keyword::Shl => self.arithmetic(word),
            Keyword::Udiv | Keyword::Sdiv | Keyword::Lshr | Keyword::Ashr | Keyword::Urem | Keyword::Srem => {
                self.arithmetic(word)
            }
            Keyword::Fadd | Keyword::Fsub | Keyword::Fmul | Keyword::Fdiv | Keyword::Frem => self.arithmetic(word),
            Keyword::And | Keyword::Or | Keyword::Xor => self.arithmetic(word),
            Keyword::Trunc
            | Keyword::Zext
            | Keyword::Sext
            | Keyword::Fptrunc
            | Keyword::Fpext
            | Keyword::Uitofp
            | Keyword::Sitofp
            | Keyword::Fptoui
            | Keyword::Fptosi
            | Keyword::Inttoptr
            | Keyword::Ptrtoint
            | Keyword::Ptrtoaddr
            | Keyword::Bitcast
            | Keyword::Addrspacecast => self.cast(word),
            Keyword::Alloca => self.alloca(),
            Keyword::Phi => self.phi(pos),
            Keyword::Select => self.select(pos),
            Keyword::Ret => self.ret(),
            Keyword::Switch => self.switch(),
            Keyword::Indirectbr => self.indirectbr(),
            Keyword::Invoke => self.invoke(),
            Keyword::Callbr => self.callbr(),
            Keyword::Unreachable => {
                self.bump();
                Ok((InstData::Unreachable, Type::VOID))
            }
            Keyword::Resume => {
                self.bump();
                let (value, _) = self.type_and_value()?;
                Ok((InstData::Resume { value }, Type::VOID))
            }
            Keyword::Cleanupret => self.cleanupret(),
            Keyword::Catchret => self.catchret(),
            Keyword::Catchswitch => self.catchswitch(),
            Keyword::Catchpad => self.catchpad(),
            Keyword::Cleanuppad => self.cleanuppad(),
            Keyword::Landingpad => self.landingpad(),
            Keyword::Fneg => self.fneg(),
            Keyword::Freeze => {
                self.bump();
                let (value, _) = self.type_and_value()?;
                let ty = self.value_type(value);
                Ok((InstData::Freeze { value }, ty))
            }
            Keyword::VaArg => self.va_arg(),
            Keyword::Extractelement => self.extractelement(),
            Keyword::Insertelement => self.insertelement(),
            Keyword::Shufflevector => self.shufflevector(),
            Keyword::Extractvalue => self.extractvalue(),
            Keyword::Insertvalue => self.insertvalue(),
            Keyword::Cmpxchg => self.cmpxchg(),
            Keyword::Atomicrmw => self.atomicrmw(),
            Keyword::Fence => self.fence(),
            _ => return self.error_here("expected instruction opcode"),
        }?;
        self.create_inst(data, ty)
    }

    /// Any of `nnan ninf nsz arcp contract reassoc afn fast`.
    pub fn fast_math_flags(&mut self) -> FastMathFlags {
        let mut flags = FastMathFlags::empty();
        loop {
            flags |= match self.word() {
                Keyword::Fast => FastMathFlags::all(),
                Keyword::Nnan => FastMathFlags::NNAN,
                Keyword::Ninf => FastMathFlags::NINF,
                Keyword::Nsz => FastMathFlags::NSZ,
                Keyword::Arcp => FastMathFlags::ARCP,
                Keyword::Contract => FastMathFlags::CONTRACT,
                Keyword::Reassoc => FastMathFlags::REASSOC,
                Keyword::Afn => FastMathFlags::AFN,
                _ => return flags,
            };
            self.bump();
        }
    }

    /// Whether LLVM takes an operation with this result type for one that fast-math flags apply to.
    pub fn takes_fast_math(&self, ty: Type) -> bool {
        let mut ty = ty;
        if let Some((fields, _)) = self.cx.struct_parts(ty)
            && matches!(self.cx.kind(ty), TypeKind::Struct { .. })
        {
            // A literal struct of equal floating-point members counts, too.
            let Some(&first) = fields.first() else { return false };
            if fields.iter().any(|&f| f != first) {
                return false;
            }
            return self.cx.is_float_or_float_vector(first);
        }
        while let TypeKind::Array { element, .. } = *self.cx.kind(ty) {
            ty = element;
        }
        self.cx.is_float_or_float_vector(ty)
    }

    // Terminators.

    fn ret(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let pos = self.pos();
        let ty = self.type_or_void()?;
        let expected = self.fun().header.result;
        let value = if ty == Type::VOID { None } else { Some(self.value(ty)?) };
        if ty != expected {
            let text = self.type_text(expected);
            return self.error(pos, format!("value doesn't match function result type '{text}'"));
        }
        Ok((InstData::Ret { value: value.into() }, Type::VOID))
    }

    fn br(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        if self.tok() == Tok::Type && self.lex.ty == Type::LABEL {
            let dest = self.type_and_block()?;
            return Ok((InstData::Br { dest }, Type::VOID));
        }
        let (condition, pos) = self.type_and_value()?;
        if self.value_type(condition) != Type::I1 {
            return self.error(pos, "branch condition must have 'i1' type");
        }
        self.expect(Tok::Comma, "expected ',' after branch condition")?;
        let if_true = self.type_and_block()?;
        self.expect(Tok::Comma, "expected ',' after true destination")?;
        let if_false = self.type_and_block()?;
        Ok((InstData::CondBr { condition, if_true, if_false }, Type::VOID))
    }

    fn switch(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let (condition, pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after switch condition")?;
        let default = self.type_and_block()?;
        self.expect(Tok::LSquare, "expected '[' with switch table")?;
        if !self.cx.is_int(self.value_type(condition)) {
            return self.error(pos, "switch condition must have integer type");
        }
        let mut seen = FxHashSet::default();
        let mut cases = SmallVec::<[Value; 32]>::new();
        while self.tok() != Tok::RSquare {
            let (value, pos) = self.type_and_value()?;
            self.expect(Tok::Comma, "expected ',' after case value")?;
            let dest = self.type_and_block()?;
            if !seen.insert(value) {
                return self.error(pos, "duplicate case value in switch");
            }
            if self.module.constants.as_int(self.cx, value).is_none() {
                return self.error(pos, "case value is not a constant integer");
            }
            cases.push(value);
            cases.push(dest.into());
        }
        self.bump();
        let cases = self.fun().body.list(&cases);
        Ok((InstData::Switch { condition, default, cases }, Type::VOID))
    }

    /// Labels up to `]`.
    pub(super) fn labels(&mut self) -> PResult<SmallVec<[Value; 8]>> {
        let mut labels = SmallVec::new();
        if self.tok() != Tok::RSquare {
            loop {
                labels.push(self.type_and_block()?.into());
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RSquare, "expected ']' at end of block list")?;
        Ok(labels)
    }

    fn indirectbr(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let (address, pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after indirectbr address")?;
        self.expect(Tok::LSquare, "expected '[' with indirectbr")?;
        if !self.cx.is_pointer(self.value_type(address)) {
            return self.error(pos, "indirectbr address must have pointer type");
        }
        let dests = self.labels()?;
        let dests = self.fun().body.list(&dests);
        Ok((InstData::IndirectBr { address, dests }, Type::VOID))
    }

    // Exception handling.

    fn cleanupret(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        self.expect_word(Keyword::From, "expected 'from' after cleanupret")?;
        let pad = self.value(Type::TOKEN)?;
        self.expect_word(Keyword::Unwind, "expected 'unwind' in cleanupret")?;
        let unwind = self.unwind_dest("expected 'caller' in cleanupret")?;
        Ok((InstData::CleanupRet { pad, unwind: unwind.into() }, Type::VOID))
    }

    /// `to caller` or `label %block`.
    fn unwind_dest(&mut self, message: &str) -> PResult<Option<lindworm_ir::Block>> {
        if self.eat_word(Keyword::To) {
            self.expect_word(Keyword::Caller, message)?;
            return Ok(None);
        }
        self.type_and_block().map(Some)
    }

    fn catchret(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        self.expect_word(Keyword::From, "expected 'from' after catchret")?;
        let pad = self.value(Type::TOKEN)?;
        self.expect_word(Keyword::To, "expected 'to' in catchret")?;
        let dest = self.type_and_block()?;
        Ok((InstData::CatchRet { pad, dest }, Type::VOID))
    }

    /// `within` and the pad around the one that is being read.
    fn parent_pad(&mut self, what: &str, allow_none: bool) -> PResult<Value> {
        self.bump();
        self.expect_word(Keyword::Within, &format!("expected 'within' after {what}"))?;
        let none = allow_none && self.word() == Keyword::None;
        if !none && !matches!(self.tok(), Tok::LocalName | Tok::LocalId) {
            return self.error_here(format!("expected scope value for {what}"));
        }
        self.value(Type::TOKEN)
    }

    fn catchswitch(&mut self) -> PResult<(InstData, Type)> {
        let parent = self.parent_pad("catchswitch", true)?;
        self.expect(Tok::LSquare, "expected '[' with catchswitch labels")?;
        let mut handlers = SmallVec::<[Value; 8]>::new();
        loop {
            handlers.push(self.type_and_block()?.into());
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RSquare, "expected ']' after catchswitch labels")?;
        self.expect_word(Keyword::Unwind, "expected 'unwind' after catchswitch scope")?;
        let unwind = self.unwind_dest("expected 'caller' in catchswitch")?;
        let handlers = self.fun().body.list(&handlers);
        Ok((InstData::CatchSwitch { parent, handlers, unwind: unwind.into() }, Type::TOKEN))
    }

    fn pad_args(&mut self) -> PResult<lindworm_ir::value::ValueList> {
        self.expect(Tok::LSquare, "expected '[' in catchpad/cleanuppad")?;
        let mut args = SmallVec::<[Value; 8]>::new();
        while self.tok() != Tok::RSquare {
            if !args.is_empty() {
                self.expect(Tok::Comma, "expected ',' in argument list")?;
            }
            let ty = self.type_()?;
            args.push(self.value_or_metadata(ty)?);
        }
        self.bump();
        Ok(self.fun().body.list(&args))
    }

    /// A value of type `ty`, which may be `metadata`.
    pub(super) fn value_or_metadata(&mut self, ty: Type) -> PResult<Value> {
        if ty == Type::METADATA { self.metadata_as_value() } else { self.value(ty) }
    }

    fn catchpad(&mut self) -> PResult<(InstData, Type)> {
        let parent = self.parent_pad("catchpad", false)?;
        let args = self.pad_args()?;
        Ok((InstData::CatchPad { parent, args }, Type::TOKEN))
    }

    fn cleanuppad(&mut self) -> PResult<(InstData, Type)> {
        let parent = self.parent_pad("cleanuppad", true)?;
        let args = self.pad_args()?;
        Ok((InstData::CleanupPad { parent, args }, Type::TOKEN))
    }

    fn landingpad(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let ty = self.type_()?;
        let cleanup = self.eat_word(Keyword::Cleanup);
        let mut clauses = SmallVec::<[Value; 8]>::new();
        loop {
            let filter = match self.word() {
                Keyword::Catch => false,
                Keyword::Filter => true,
                _ => break,
            };
            self.bump();
            let (value, pos) = self.type_and_value()?;
            let is_array = matches!(self.cx.kind(self.value_type(value)), TypeKind::Array { .. });
            if is_array != filter {
                let clause = if filter { "filter" } else { "catch" };
                return self.error(pos, format!("'{clause}' clause has an invalid type"));
            }
            if !value.is_constant() {
                return self.error(pos, "clause argument must be a constant");
            }
            clauses.push(value);
        }
        let clauses = self.fun().body.list(&clauses);
        Ok((InstData::LandingPad { cleanup, clauses }, ty))
    }

    // Arithmetic.

    fn fneg(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let fast_math = self.fast_math_flags();
        let (value, pos) = self.type_and_value()?;
        let ty = self.value_type(value);
        if !self.cx.is_float_or_float_vector(ty) {
            return self.error(pos, "invalid operand type for instruction");
        }
        Ok((InstData::FNeg { value, fast_math }, ty))
    }

    fn arithmetic(&mut self, word: Keyword) -> PResult<(InstData, Type)> {
        use BinaryOp::*;
        let op = match word {
            Keyword::Add => Add,
            Keyword::Sub => Sub,
            Keyword::Mul => Mul,
            Keyword::Shl => Shl,
            Keyword::Udiv => UDiv,
            Keyword::Sdiv => SDiv,
            Keyword::Urem => URem,
            Keyword::Srem => SRem,
            Keyword::Lshr => LShr,
            Keyword::Ashr => AShr,
            Keyword::And => And,
            Keyword::Or => Or,
            Keyword::Xor => Xor,
            Keyword::Fadd => FAdd,
            Keyword::Fsub => FSub,
            Keyword::Fmul => FMul,
            Keyword::Fdiv => FDiv,
            _ => FRem,
        };
        self.bump();
        let mut flags = IntFlags::empty();
        let mut fast_math = FastMathFlags::empty();
        if op.is_float() {
            fast_math = self.fast_math_flags();
        } else if op.allowed_flags().contains(IntFlags::NUW) {
            flags = self.wrap_flags();
        } else if op.allowed_flags().contains(IntFlags::EXACT) {
            if self.eat_word(Keyword::Exact) {
                flags = IntFlags::EXACT;
            }
        } else if op == Or && self.eat_word(Keyword::Disjoint) {
            flags = IntFlags::DISJOINT;
        }
        let logical = matches!(op, And | Or | Xor);
        let (lhs, pos) = self.type_and_value()?;
        let comma = if logical { "expected ',' in logical operation" } else { "expected ',' in arithmetic operation" };
        self.expect(Tok::Comma, comma)?;
        let ty = self.value_type(lhs);
        let rhs = self.value(ty)?;
        let valid = if op.is_float() { self.cx.is_float_or_float_vector(ty) } else { self.cx.is_int_or_int_vector(ty) };
        if !valid {
            let message = if logical {
                "instruction requires integer or integer vector operands"
            } else {
                "invalid operand type for instruction"
            };
            return self.error(pos, message);
        }
        Ok((InstData::Binary { op, flags, fast_math, lhs, rhs }, ty))
    }

    fn compared(&mut self) -> PResult<(Value, Value, Type, usize)> {
        let (lhs, pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after compare value")?;
        let ty = self.value_type(lhs);
        let rhs = self.value(ty)?;
        Ok((lhs, rhs, ty, pos))
    }

    fn icmp(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let same_sign = self.eat_word(Keyword::Samesign);
        let Some(predicate) = IntPredicate::from_name(self.lex.text()) else {
            return self.error_here("expected icmp predicate (e.g. 'eq')");
        };
        self.bump();
        let (lhs, rhs, ty, pos) = self.compared()?;
        if !self.cx.is_int_or_int_vector(ty) && !self.cx.is_pointer_or_pointer_vector(ty) {
            return self.error(pos, "icmp requires integer operands");
        }
        Ok((InstData::ICmp { predicate, same_sign, lhs, rhs }, self.cx.with_scalar(ty, Type::I1)))
    }

    fn fcmp(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let fast_math = self.fast_math_flags();
        let Some(predicate) = FloatPredicate::from_name(self.lex.text()) else {
            return self.error_here("expected fcmp predicate (e.g. 'oeq')");
        };
        self.bump();
        let (lhs, rhs, ty, pos) = self.compared()?;
        if !self.cx.is_float_or_float_vector(ty) {
            return self.error(pos, "fcmp requires floating point operands");
        }
        Ok((InstData::FCmp { predicate, fast_math, lhs, rhs }, self.cx.with_scalar(ty, Type::I1)))
    }

    fn cast(&mut self, word: Keyword) -> PResult<(InstData, Type)> {
        let op = CastOp::from_name(self.lex.text()).unwrap_or(CastOp::BitCast);
        self.bump();
        let mut flags = IntFlags::empty();
        let mut fast_math = FastMathFlags::empty();
        match word {
            Keyword::Trunc => flags = self.wrap_flags(),
            Keyword::Zext | Keyword::Uitofp if self.eat_word(Keyword::Nneg) => flags = IntFlags::NNEG,
            Keyword::Fptrunc | Keyword::Fpext => fast_math = self.fast_math_flags(),
            _ => {}
        }
        let (value, pos) = self.type_and_value()?;
        self.expect_word(Keyword::To, "expected 'to' after cast value")?;
        let to = self.type_()?;
        self.check_cast(op, self.value_type(value), to, pos)?;
        Ok((InstData::Cast { op, flags, fast_math, value }, to))
    }

    // Other.

    fn phi(&mut self, start: usize) -> PResult<(InstData, Type)> {
        self.bump();
        let fast_math = self.fast_math_flags();
        let pos = self.pos();
        let ty = self.type_()?;
        if !self.cx.is_first_class(ty) {
            return self.error(pos, "phi node must have first class type");
        }
        let mut incoming = SmallVec::<[Value; 16]>::new();
        let mut first = true;
        loop {
            if first {
                if self.tok() != Tok::LSquare {
                    break;
                }
                first = false;
            } else if !self.eat(Tok::Comma) {
                break;
            }
            if self.tok() == Tok::MetadataName {
                self.ate_comma = true;
                break;
            }
            self.expect(Tok::LSquare, "expected '[' in phi value list")?;
            let value = self.value(ty)?;
            self.expect(Tok::Comma, "expected ',' after insertelement value")?;
            let block = self.label_value()?;
            self.expect(Tok::RSquare, "expected ']' in phi value list")?;
            incoming.push(value);
            incoming.push(block.into());
        }
        if !fast_math.is_empty() && !self.takes_fast_math(ty) {
            let message = "fast-math-flags specified for phi without floating-point scalar or vector return type";
            return self.error(start, message);
        }
        let incoming = self.fun().body.list(&incoming);
        Ok((InstData::Phi { incoming, fast_math }, ty))
    }

    fn select(&mut self, start: usize) -> PResult<(InstData, Type)> {
        self.bump();
        let fast_math = self.fast_math_flags();
        let (condition, pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after select condition")?;
        let (if_true, _) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after select value")?;
        let (if_false, _) = self.type_and_value()?;
        let ty = self.value_type(if_true);
        let condition_type = self.value_type(condition);
        let fault = if ty != self.value_type(if_false) {
            Some("both values to select must have same type")
        } else if ty == Type::TOKEN {
            Some("select values cannot have token type")
        } else if let Some((element, len, scalable)) = self.cx.vector_shape(condition_type) {
            match self.cx.vector_shape(ty) {
                _ if element != Type::I1 => Some("vector select condition element type must be i1"),
                None => Some("selected values for vector select must be vectors"),
                Some((_, l, s)) if (l, s) != (len, scalable) => {
                    Some("vector select requires selected vectors to have the same vector length as select condition")
                }
                _ => None,
            }
        } else if condition_type != Type::I1 {
            Some("select condition must be i1 or <n x i1>")
        } else {
            None
        };
        if let Some(message) = fault {
            return self.error(pos, message);
        }
        if !fast_math.is_empty() && !self.takes_fast_math(ty) {
            let message = "fast-math-flags specified for select without floating-point scalar or vector return type";
            return self.error(start, message);
        }
        Ok((InstData::Select { condition, if_true, if_false, fast_math }, ty))
    }

    fn va_arg(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let (list, _) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after vaarg operand")?;
        let pos = self.pos();
        let ty = self.type_()?;
        if !self.cx.is_first_class(ty) {
            return self.error(pos, "va_arg requires operand with first class type");
        }
        Ok((InstData::VaArg { list }, ty))
    }

    fn extractelement(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let (vector, pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after extract value")?;
        let (index, _) = self.type_and_value()?;
        if !self.is_extract_element(vector, index) {
            return self.error(pos, "invalid extractelement operands");
        }
        let ty = self.cx.scalar_type(self.value_type(vector));
        Ok((InstData::ExtractElement { vector, index }, ty))
    }

    fn insertelement(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let (vector, pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after insertelement value")?;
        let (element, _) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after insertelement value")?;
        let (index, _) = self.type_and_value()?;
        if !self.is_insert_element(vector, element, index) {
            return self.error(pos, "invalid insertelement operands");
        }
        let ty = self.value_type(vector);
        Ok((InstData::InsertElement { vector, element, index }, ty))
    }

    fn shufflevector(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let (v1, pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after shuffle mask")?;
        let (v2, _) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after shuffle value")?;
        let (mask, _) = self.type_and_value()?;
        let Some(mask) = self.shuffle_mask(v1, v2, mask) else {
            return self.error(pos, "invalid shufflevector operands");
        };
        let (element, _, scalable) = self.cx.vector_shape(self.value_type(v1)).unwrap_or((Type::I8, 1, false));
        let ty = self.cx.vector(element, mask.len() as u32, scalable);
        let mask: SmallVec<[Imm; 16]> =
            mask.iter().map(|&i| u32::try_from(i).map_or(POISON_MASK_ELEMENT, Imm)).collect();
        let mask = self.fun().body.int_list(&mask);
        Ok((InstData::ShuffleVector { v1, v2, mask }, ty))
    }

    /// `, 1, 2`: the indices of `extractvalue` and `insertvalue`, and the type that they reach.
    fn index_list(&mut self, aggregate: Type) -> PResult<(SmallVec<[Imm; 4]>, Option<Type>)> {
        if self.tok() != Tok::Comma {
            return self.error_here("expected ',' as start of index list");
        }
        let mut indices = SmallVec::new();
        let mut ty = Some(aggregate);
        while self.eat(Tok::Comma) {
            if self.tok() == Tok::MetadataName {
                if indices.is_empty() {
                    return self.error_here("expected index");
                }
                self.ate_comma = true;
                break;
            }
            let index = self.uint32()?;
            indices.push(Imm(index));
            ty = ty.and_then(|t| match *self.cx.kind(t) {
                TypeKind::Array { element, len } => (u64::from(index) < len).then_some(element),
                TypeKind::Struct { .. } | TypeKind::Identified(_) => self.cx.element_type(t, index.into()),
                _ => None,
            });
        }
        Ok((indices, ty))
    }

    fn extractvalue(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let (aggregate, pos) = self.type_and_value()?;
        let from = self.value_type(aggregate);
        let (indices, ty) = self.index_list(from)?;
        if !self.cx.is_aggregate(from) {
            return self.error(pos, "extractvalue operand must be aggregate type");
        }
        let Some(ty) = ty else { return self.error(pos, "invalid indices for extractvalue") };
        let indices = self.fun().body.int_list(&indices);
        Ok((InstData::ExtractValue { aggregate, indices }, ty))
    }

    fn insertvalue(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let (aggregate, pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected comma after insertvalue operand")?;
        let (value, value_pos) = self.type_and_value()?;
        let into = self.value_type(aggregate);
        let (indices, ty) = self.index_list(into)?;
        if !self.cx.is_aggregate(into) {
            return self.error(pos, "insertvalue operand must be aggregate type");
        }
        let Some(ty) = ty else { return self.error(pos, "invalid indices for insertvalue") };
        let actual = self.value_type(value);
        if actual != ty {
            let (actual, expected) = (self.type_text(actual), self.type_text(ty));
            let message = format!("insertvalue operand and field disagree in type: '{actual}' instead of '{expected}'");
            return self.error(value_pos, message);
        }
        let indices = self.fun().body.int_list(&indices);
        Ok((InstData::InsertValue { aggregate, value, indices }, into))
    }

    // Memory.

    /// `align N`, if it is there; the word `align` is not yet taken.
    pub fn optional_align(&mut self) -> PResult<Align> {
        if !self.eat_word(Keyword::Align) {
            return Ok(Align::NONE);
        }
        let pos = self.pos();
        let bytes = self.uint64()?;
        if !bytes.is_power_of_two() {
            return self.error(pos, "alignment is not a power of two");
        }
        match Align::new(bytes) {
            Some(align) => Ok(align),
            None => self.error(pos, "huge alignments are not supported yet"),
        }
    }

    /// `, align N`, perhaps; takes a comma before metadata.
    fn comma_align(&mut self) -> PResult<Align> {
        let mut align = Align::NONE;
        while self.eat(Tok::Comma) {
            if self.tok() == Tok::MetadataName {
                self.ate_comma = true;
                break;
            }
            if self.word() != Keyword::Align {
                return self.error_here("expected metadata or 'align'");
            }
            align = self.optional_align()?;
        }
        Ok(align)
    }

    /// `, addrspace(N)`, perhaps; takes a comma before metadata.
    fn comma_addr_space(&mut self) -> PResult<Option<u32>> {
        let mut addr_space = None;
        while self.eat(Tok::Comma) {
            if self.tok() == Tok::MetadataName {
                self.ate_comma = true;
                break;
            }
            if self.word() != Keyword::Addrspace {
                return self.error_here("expected metadata or 'addrspace'");
            }
            addr_space = Some(self.optional_addr_space(0)?);
        }
        Ok(addr_space)
    }

    fn alloca(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let in_alloca = self.lex.text() == b"inalloca";
        if in_alloca {
            self.bump();
        }
        let swift_error = self.lex.text() == b"swifterror";
        if swift_error {
            self.bump();
        }
        let type_pos = self.pos();
        let ty = self.type_()?;
        if matches!(ty, Type::LABEL | Type::METADATA | Type::TOKEN | Type::X86_AMX) || self.cx.is_function(ty) {
            return self.error(type_pos, "invalid type for alloca");
        }
        let mut count = None;
        let mut align = Align::NONE;
        let mut addr_space = None;
        if self.eat(Tok::Comma) {
            let rest = |p: &mut Self, align: &mut Align, addr_space: &mut Option<u32>| -> PResult<bool> {
                match p.word() {
                    Keyword::Align => {
                        *align = p.optional_align()?;
                        *addr_space = p.comma_addr_space()?;
                    }
                    Keyword::Addrspace => *addr_space = Some(p.optional_addr_space(0)?),
                    _ if p.tok() == Tok::MetadataName => p.ate_comma = true,
                    _ => return Ok(false),
                }
                Ok(true)
            };
            if !rest(self, &mut align, &mut addr_space)? {
                let (value, pos) = self.type_and_value()?;
                count = Some((value, pos));
                if self.eat(Tok::Comma) {
                    rest(self, &mut align, &mut addr_space)?;
                }
            }
        }
        let count = match count {
            None => self.module.constants.int(self.cx, Type::I32, 1),
            Some((value, pos)) => {
                if !self.cx.is_int(self.value_type(value)) {
                    return self.error(pos, "element count must have integer type");
                }
                value
            }
        };
        if !align.is_some() {
            align = match self.module.data_layout.preferred_align(self.cx, ty) {
                Some(align) => align,
                None => return self.error(type_pos, "Cannot allocate unsized type"),
            };
        }
        let result = self.cx.ptr(addr_space.unwrap_or(0));
        Ok((InstData::Alloca { allocated: ty, count, align, in_alloca, swift_error }, result))
    }

    /// `syncscope("...")` and the ordering of an atomic operation.
    fn scope_and_ordering(&mut self, atomic: bool) -> PResult<(SyncScope, AtomicOrdering)> {
        if !atomic {
            return Ok((SyncScope::SYSTEM, AtomicOrdering::NotAtomic));
        }
        let mut scope = SyncScope::SYSTEM;
        if self.eat_word(Keyword::Syncscope) {
            self.expect(Tok::LParen, "Expected '(' in syncscope")?;
            let name = self.string_or("Expected synchronization scope name")?;
            let pos = self.pos();
            self.expect(Tok::RParen, "Expected ')' in syncscope")?;
            scope = match self.cx.sync_scope(&name) {
                Some(scope) => scope,
                None => return self.error(pos, "too many synchronization scopes"),
            };
        }
        Ok((scope, self.ordering()?))
    }

    fn ordering(&mut self) -> PResult<AtomicOrdering> {
        let ordering = match self.word() {
            Keyword::Unordered => AtomicOrdering::Unordered,
            Keyword::Monotonic => AtomicOrdering::Monotonic,
            Keyword::Acquire => AtomicOrdering::Acquire,
            Keyword::Release => AtomicOrdering::Release,
            Keyword::AcqRel => AtomicOrdering::AcqRel,
            Keyword::SeqCst => AtomicOrdering::SeqCst,
            _ => return self.error_here("Expected ordering on atomic instruction"),
        };
        self.bump();
        Ok(ordering)
    }

    /// The alignment of an access that gives none.
    fn default_align(&mut self, ty: Type, pos: usize, unsized_message: &str) -> PResult<Align> {
        match self.module.data_layout.abi_align(self.cx, ty) {
            Some(align) => Ok(align),
            None => self.error(pos, unsized_message),
        }
    }

    fn load(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let atomic = self.eat_word(Keyword::Atomic);
        let volatile = self.eat_word(Keyword::Volatile);
        let type_pos = self.pos();
        let ty = self.type_()?;
        self.expect(Tok::Comma, "expected comma after load's type")?;
        let (pointer, pos) = self.type_and_value()?;
        let (scope, ordering) = self.scope_and_ordering(atomic)?;
        let mut align = self.comma_align()?;
        if !self.cx.is_pointer(self.value_type(pointer)) || !self.cx.is_first_class(ty) {
            return self.error(pos, "load operand must be a pointer to a first class type");
        }
        if atomic && !align.is_some() {
            return self.error(pos, "atomic load must have explicit non-zero alignment");
        }
        if matches!(ordering, AtomicOrdering::Release | AtomicOrdering::AcqRel) {
            return self.error(pos, "atomic load cannot use Release ordering");
        }
        if !align.is_some() {
            align = self.default_align(ty, type_pos, "loading unsized types is not allowed")?;
        }
        Ok((InstData::Load { pointer, align, ordering, scope, volatile }, ty))
    }

    fn store(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let atomic = self.eat_word(Keyword::Atomic);
        let volatile = self.eat_word(Keyword::Volatile);
        let (value, pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after store operand")?;
        let (pointer, pointer_pos) = self.type_and_value()?;
        let (scope, ordering) = self.scope_and_ordering(atomic)?;
        let mut align = self.comma_align()?;
        if !self.cx.is_pointer(self.value_type(pointer)) {
            return self.error(pointer_pos, "store operand must be a pointer");
        }
        let ty = self.value_type(value);
        if !self.cx.is_first_class(ty) {
            return self.error(pos, "store operand must be a first class value");
        }
        if atomic && !align.is_some() {
            return self.error(pos, "atomic store must have explicit non-zero alignment");
        }
        if matches!(ordering, AtomicOrdering::Acquire | AtomicOrdering::AcqRel) {
            return self.error(pos, "atomic store cannot use Acquire ordering");
        }
        if !align.is_some() {
            align = self.default_align(ty, pos, "storing unsized types is not allowed")?;
        }
        Ok((InstData::Store { value, pointer, align, ordering, scope, volatile }, Type::VOID))
    }

    /// How many bytes a store of the type writes; 0 where there can be no store.
    fn store_size(&self, ty: Type) -> u64 {
        self.module.data_layout.store_size(self.cx, ty).map_or(0, |size| size.min)
    }

    /// The alignment of an atomic access that gives none: as many bytes as a store of the type writes.
    fn default_atomic_align(&self, ty: Type) -> Align {
        let bytes = self.store_size(ty);
        Align::new(bytes.next_power_of_two()).unwrap_or(Align::ONE)
    }

    fn cmpxchg(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let weak = self.eat_word(Keyword::Weak);
        let volatile = self.eat_word(Keyword::Volatile);
        let (pointer, pointer_pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after cmpxchg address")?;
        let (expected, _) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after cmpxchg cmp operand")?;
        let (new, new_pos) = self.type_and_value()?;
        let (scope, success) = self.scope_and_ordering(true)?;
        let failure = self.ordering()?;
        let mut align = self.comma_align()?;
        if success == AtomicOrdering::Unordered {
            return self.error_here("invalid cmpxchg success ordering");
        }
        if matches!(failure, AtomicOrdering::Unordered | AtomicOrdering::Release | AtomicOrdering::AcqRel) {
            return self.error_here("invalid cmpxchg failure ordering");
        }
        if !self.cx.is_pointer(self.value_type(pointer)) {
            return self.error(pointer_pos, "cmpxchg operand must be a pointer");
        }
        let ty = self.value_type(new);
        if self.value_type(expected) != ty {
            return self.error(new_pos, "compare value and new value type do not match");
        }
        if !self.cx.is_first_class(ty) {
            return self.error(new_pos, "cmpxchg operand must be a first class value");
        }
        if !align.is_some() {
            align = self.default_atomic_align(ty);
        }
        let result = self.cx.struct_type(&[ty, Type::I1], false);
        let data = InstData::CmpXchg { pointer, expected, new, align, success, failure, scope, weak, volatile };
        Ok((data, result))
    }

    fn atomicrmw(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let volatile = self.eat_word(Keyword::Volatile);
        let Some(op) = AtomicRmwOp::from_name(self.lex.text()) else {
            return self.error_here("expected binary operation in atomicrmw");
        };
        self.bump();
        let (pointer, pointer_pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after atomicrmw address")?;
        let (value, value_pos) = self.type_and_value()?;
        let (scope, ordering) = self.scope_and_ordering(true)?;
        let mut align = self.comma_align()?;
        if ordering == AtomicOrdering::Unordered {
            return self.error_here("atomicrmw cannot be unordered");
        }
        if !self.cx.is_pointer(self.value_type(pointer)) {
            return self.error(pointer_pos, "atomicrmw operand must be a pointer");
        }
        let ty = self.value_type(value);
        if self.cx.contains_scalable_vector(ty) {
            return self.error(value_pos, "atomicrmw operand may not be scalable");
        }
        let (valid, expected) = if op == AtomicRmwOp::Xchg {
            (
                self.cx.is_int(ty) || ty.is_float() || self.cx.is_pointer(ty),
                "an integer, floating point, or pointer type",
            )
        } else if op.is_float() {
            (self.cx.is_float_or_float_vector(ty), "a floating point type")
        } else {
            (self.cx.is_int(ty), "an integer")
        };
        if !valid {
            return self.error(value_pos, format!("atomicrmw {} operand must be {expected}", op.name()));
        }
        let bytes = self.store_size(ty);
        if !bytes.is_power_of_two() {
            return self.error(value_pos, "atomicrmw operand must be power-of-two byte-sized integer");
        }
        if !align.is_some() {
            align = self.default_atomic_align(ty);
        }
        Ok((InstData::AtomicRmw { op, pointer, value, align, ordering, scope, volatile }, ty))
    }

    fn fence(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let (scope, ordering) = self.scope_and_ordering(true)?;
        match ordering {
            AtomicOrdering::Unordered => self.error_here("fence cannot be unordered"),
            AtomicOrdering::Monotonic => self.error_here("fence cannot be monotonic"),
            _ => Ok((InstData::Fence { ordering, scope }, Type::VOID)),
        }
    }

    fn getelementptr(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let flags = self.gep_flags();
        let source = self.type_()?;
        self.expect(Tok::Comma, "expected comma after getelementptr's type")?;
        let (base, pos) = self.type_and_value()?;
        let base_type = self.value_type(base);
        if !self.cx.is_pointer_or_pointer_vector(base_type) {
            return self.error(pos, "base of getelementptr must be a pointer");
        }
        let mut operands: SmallVec<[Value; 8]> = smallvec::smallvec![base];
        let mut width = self.cx.vector_shape(base_type).map(|(_, len, scalable)| (len, scalable));
        while self.eat(Tok::Comma) {
            if self.tok() == Tok::MetadataName {
                self.ate_comma = true;
                break;
            }
            let (index, index_pos) = self.type_and_value()?;
            let ty = self.value_type(index);
            if !self.cx.is_int_or_int_vector(ty) {
                return self.error(index_pos, "getelementptr index must be an integer");
            }
            if let Some((_, len, scalable)) = self.cx.vector_shape(ty) {
                if width.is_some_and(|w| w != (len, scalable)) {
                    return self.error(index_pos, "getelementptr vector index has a wrong number of elements");
                }
                width = Some((len, scalable));
            }
            operands.push(index);
        }
        let plain = self.is_plain(source);
        if operands.len() > 1 && !plain && !self.is_sized(source) {
            return self.error(pos, "base element of getelementptr must be sized");
        }
        if !plain && self.cx.is_struct(source) && self.cx.contains_scalable_vector(source) {
            let message = "getelementptr cannot target structure that contains scalable vector type";
            return self.error(pos, message);
        }
        if self.indexed_type(source, &operands[1..]).is_none() {
            return self.error(pos, "invalid getelementptr indices");
        }
        let ty = match width {
            Some((len, scalable)) if !self.cx.is_vector(base_type) => self.cx.vector(base_type, len, scalable),
            _ => base_type,
        };
        let operands = self.fun().body.list(&operands);
        Ok((InstData::GetElementPtr { source, flags, operands }, ty))
    }
}
