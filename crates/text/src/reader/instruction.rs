//! Instructions: dispatch by opcode, and arithmetic. Calls, memory accesses and terminators have modules of their own.

use lindworm_eval::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags, IntPredicate};
use lindworm_ir::hash::HashMap;
use lindworm_ir::value::{Imm, POISON_MASK_ELEMENT};
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Inst, InstData, Type, Value, typing};
use lindworm_upgrade::typed_pointers::integer_between;
use smallvec::SmallVec;

use super::body::Way;
use super::old_form::OldForm;
use super::parser::{PResult, Parser};
use crate::keyword::Keyword;
use crate::lexer::Tok;

/// Whether an instruction can start with this word.
pub(super) fn starts_instruction(word: Keyword) -> bool {
    // The opcodes are contiguous in the list of keywords.
    (Keyword::Fneg as u16..=Keyword::Freeze as u16).contains(&(word as u16))
        || matches!(word, Keyword::Tail | Keyword::Musttail | Keyword::Notail)
}

impl<'a> Parser<'a> {
    /// An instruction, created but not inserted, up to the comma before its metadata.
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
            Keyword::Load => self.load(false),
            Keyword::Store => self.store(false),
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
            Keyword::Volatile => self.volatile_access(),
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

    // Arithmetic.

    fn fneg(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let fast_math = self.fast_math_flags();
        let (value, pos) = self.type_and_value()?;
        let ty = self.value_type(value);
        if typing::fneg(self.cx, ty).is_err() {
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
        if typing::binary(self.cx, op, ty, ty).is_err() {
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
        let Ok(result) = typing::icmp(self.cx, ty, ty) else {
            return self.error(pos, "icmp requires integer operands");
        };
        Ok((InstData::ICmp { predicate, same_sign, lhs, rhs }, result))
    }

    fn fcmp(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let fast_math = self.fast_math_flags();
        let Some(predicate) = FloatPredicate::from_name(self.lex.text()) else {
            return self.error_here("expected fcmp predicate (e.g. 'oeq')");
        };
        self.bump();
        let (lhs, rhs, ty, pos) = self.compared()?;
        let Ok(result) = typing::fcmp(self.cx, ty, ty) else {
            return self.error(pos, "fcmp requires floating point operands");
        };
        Ok((InstData::FCmp { predicate, fast_math, lhs, rhs }, result))
    }

    fn cast(&mut self, word: Keyword) -> PResult<(InstData, Type)> {
        let mut op = CastOp::from_name(self.lex.text()).unwrap_or(CastOp::BitCast);
        self.bump();
        let mut flags = IntFlags::empty();
        let mut fast_math = FastMathFlags::empty();
        match word {
            Keyword::Trunc => flags = self.wrap_flags(),
            Keyword::Fptrunc | Keyword::Fpext | Keyword::Uitofp | Keyword::Sitofp => fast_math = self.fast_math_flags(),
            _ => {}
        }
        if matches!(word, Keyword::Zext | Keyword::Uitofp) && self.eat_word(Keyword::Nneg) {
            flags = IntFlags::NNEG;
        }
        if !fast_math.is_empty() && matches!(word, Keyword::Uitofp | Keyword::Sitofp) {
            self.module.note_form_since(IrVersion::V23);
        }
        let (mut value, pos) = self.type_and_value()?;
        self.expect_word(Keyword::To, "expected 'to' after cast value")?;
        let to = self.type_()?;
        if op == CastOp::BitCast
            && self.has_typed_pointers()
            && let Some(int) = integer_between(self.cx, op, self.value_type(value), to)
        {
            self.note_old(OldForm::BitcastOfAddrSpace, pos);
            let to_int = InstData::Cast { op: CastOp::PtrToInt, flags, fast_math, value };
            value = self.insert(to_int, int)?;
            op = CastOp::IntToPtr;
        }
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
        // The first value for each predecessor, over the first `indexed` entries of `incoming`.
        let (mut by_block, mut indexed) = (HashMap::<Value, Value>::default(), 0);
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
            self.fun().way = Way::Edge(None);
            let value = self.value(ty)?;
            self.expect(Tok::Comma, "expected ',' after insertelement value")?;
            let block = self.label_value()?;
            self.expect(Tok::RSquare, "expected ']' in phi value list")?;
            let seen = || {
                for pair in incoming[indexed..].chunks_exact(2) {
                    by_block.entry(pair[1]).or_insert(pair[0]);
                }
                indexed = incoming.len();
                by_block.get(&Value::from(block)).copied()
            };
            let value = self.fun().finish_way(value, block, seen);
            incoming.push(value);
            incoming.push(block.into());
        }
        if !fast_math.is_empty() && !self.cx.takes_fast_math(ty) {
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
        if let Some(message) = self.select_fault(condition, if_true, if_false) {
            return self.error(pos, message);
        }
        if !fast_math.is_empty() && !self.cx.takes_fast_math(ty) {
            let message = "fast-math-flags specified for select without floating-point scalar or vector return type";
            return self.error(start, message);
        }
        Ok((InstData::Select { condition, if_true, if_false, fast_math }, ty))
    }

    /// The error, if any, in the operands of a `select`.
    pub(super) fn select_fault(&self, condition: Value, if_true: Value, if_false: Value) -> Option<&'static str> {
        let ty = self.value_type(if_true);
        let condition_type = self.value_type(condition);
        if ty != self.value_type(if_false) {
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
        }
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
        let Ok(ty) = typing::extract_element(self.cx, self.value_type(vector), self.value_type(index)) else {
            return self.error(pos, "invalid extractelement operands");
        };
        Ok((InstData::ExtractElement { vector, index }, ty))
    }

    fn insertelement(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let (vector, pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after insertelement value")?;
        let (element, _) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after insertelement value")?;
        let (index, _) = self.type_and_value()?;
        let [a, b, c] = [vector, element, index].map(|value| self.value_type(value));
        let Ok(ty) = typing::insert_element(self.cx, a, b, c) else {
            return self.error(pos, "invalid insertelement operands");
        };
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

    /// `, 1, 2`: the indices of `extractvalue` and `insertvalue`, and the type that they select.
    pub(super) fn index_list(&mut self, aggregate: Type) -> PResult<(SmallVec<[Imm; 4]>, Option<Type>)> {
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
            ty = ty.and_then(|ty| self.cx.type_at(ty, [index].into_iter()));
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
}
