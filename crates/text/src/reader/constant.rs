//! Values: operands, constants, constant expressions, inline assembler.

use std::borrow::Cow;

use cranelift_entity::EntityRef;
use lindworm_eval::{BinaryOp, CastOp, Float, FloatFormat, FloatPredicate, Int, IntFlags, IntPredicate, LiteralError};
use lindworm_ir::constant::ConstantData;
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::module::{InlineAsmData, Linkage};
use lindworm_ir::target_type::TargetProperties;
use lindworm_ir::types::TypeKind;
use lindworm_ir::value::Imm;
use lindworm_ir::{Global, Type, Value, typing};
use lindworm_upgrade::expression::ExpressionOp;
use lindworm_upgrade::old_constants::{self, Folding};
use lindworm_upgrade::typed_pointers::integer_between;
use smallvec::SmallVec;

use super::old_form::OldForm;
use super::parser::{PResult, Parser};
use super::symbols::SymbolName;
use crate::keyword::Keyword;
use crate::lexer::Tok;

/// A value that has not been matched with its type.
pub enum ValId<'a> {
    /// `@name`, with an optional `no_cfi`.
    Global {
        name: GlobalRef<'a>,
        no_cfi: bool,
    },
    /// `%name`
    LocalName(Cow<'a, [u8]>),
    /// `%12`
    LocalNumber(u32),
    /// An integer.
    Int(lindworm_eval::IntLiteral),
    /// A floating-point literal as written, and its value before the type is known: half, bfloat, float and double as
    /// double.
    Float(Option<Float>, &'a [u8]),
    Null,
    Undef,
    Poison,
    Zero,
    None,
    /// `[]`
    EmptyArray,
    /// A constant that has its own type.
    Constant(Value),
    /// `splat (type value)`
    Splat(Value),
    /// `{ ... }` or `<{ ... }>`
    Struct {
        elements: SmallVec<[Value; 8]>,
        packed: bool,
    },
    InlineAsm(Box<InlineAsmData>),
}

/// `@name` or `@12`.
pub enum GlobalRef<'a> {
    Name(Cow<'a, [u8]>),
    Number(u32),
}

impl GlobalRef<'_> {
    /// The key of this reference in the symbol tables.
    pub fn to_symbol(&self) -> SymbolName {
        match self {
            GlobalRef::Name(n) => SymbolName::Name((**n).into()),
            GlobalRef::Number(n) => SymbolName::Number(*n),
        }
    }

    /// The key of this reference in the symbol tables.
    pub fn into_symbol(self) -> SymbolName {
        match self {
            GlobalRef::Name(n) => SymbolName::Name(n.into()),
            GlobalRef::Number(n) => SymbolName::Number(n),
        }
    }
}

/// A cache of recently read small integers, by type and value.
pub struct ConstantCache(Box<[(Type, u64, Value)]>);

const CACHE_SIZE: usize = 1024;

impl Default for ConstantCache {
    fn default() -> Self {
        // `void` marks an empty entry: no value has that type.
        ConstantCache(vec![(Type::VOID, 0, Value::arg(0)); CACHE_SIZE].into())
    }
}

impl<'a> Parser<'a> {
    /// `type value`, and the byte offset of the type.
    #[inline]
    pub fn type_and_value(&mut self) -> PResult<(Value, usize)> {
        let pos = self.pos();
        let ty = self.type_()?;
        Ok((self.value(ty)?, pos))
    }

    /// A value of type `ty`.
    #[inline]
    pub fn value(&mut self, ty: Type) -> PResult<Value> {
        let pos = self.pos();
        let value = self.value_at(ty, pos)?;
        // Operands of a constant are not operands of the instruction.
        if self.keep_spans && self.depth == 0 {
            let end = self.lex.prev_end;
            if let Some(spans) = self.function.as_mut().and_then(|f| f.spans.as_mut()) {
                spans.operand(pos..end);
            }
        }
        Ok(value)
    }

    #[inline]
    fn value_at(&mut self, ty: Type, pos: usize) -> PResult<Value> {
        match self.tok() {
            Tok::LocalId => {
                self.check_not_function(ty, pos)?;
                let number = self.take_id();
                self.local_numbered(number, ty, pos)
            }
            Tok::LocalName => {
                self.check_not_function(ty, pos)?;
                let name = self.take_name();
                self.local_named(name, ty, pos)
            }
            Tok::Int if self.lex.text().len() <= 18 => self.small_int(ty, pos),
            Tok::GlobalName => {
                self.check_not_function(ty, pos)?;
                let name = self.take_name();
                if name.is_empty() {
                    return self.empty_global_name(ty, pos);
                }
                Ok(self.global_named(name, ty, pos)?.into())
            }
            _ => {
                let id = self.nested(|p| p.val_id(Some(ty)))?;
                let value = self.typed(ty, id, pos)?;
                if self.depth == 0 { self.computed(value) } else { Ok(value) }
            }
        }
    }

    /// Replaces a removed constant expression by the instructions that compute it. Other values are unchanged.
    #[inline]
    pub fn computed(&mut self, value: Value) -> PResult<Value> {
        if self.old_constants.is_empty() { Ok(value) } else { self.compute_old(value) }
    }

    #[cold]
    fn compute_old(&mut self, value: Value) -> PResult<Value> {
        let old = std::mem::take(&mut self.old_constants);
        if !old_constants::is_old(value) {
            return Ok(value);
        }
        let expansion = &self.symbols.expansion;
        if let Some(function) = &mut self.function
            && let Some(value) = function.compute(self.module, expansion, &old, value)
        {
            return Ok(value);
        }
        if self.can_defer {
            self.is_deferred = true;
            return Ok(self.module.constants().poison(old.ty(value)));
        }
        let (pos, name) = old.fault(value);
        self.error(pos, format!("{name} constexprs are no longer supported"))
    }

    #[inline]
    fn check_not_function(&mut self, ty: Type, pos: usize) -> PResult<()> {
        if self.cx.is_function(ty) {
            return self.error(pos, "functions are not values, refer to them as pointers");
        }
        Ok(())
    }

    #[cold]
    fn empty_global_name(&mut self, ty: Type, pos: usize) -> PResult<Value> {
        Ok(self.global(SymbolName::Name(Box::default()), ty, pos)?.into())
    }

    /// An integer literal with few digits.
    #[inline]
    fn small_int(&mut self, ty: Type, pos: usize) -> PResult<Value> {
        let text = self.lex.text();
        let (negative, digits) = match text[0] {
            b'-' => (true, &text[1..]),
            b'u' | b's' => {
                let id = ValId::Int(self.int_literal());
                self.bump();
                return self.typed(ty, id, pos);
            }
            _ => (false, text),
        };
        let magnitude = digits.iter().fold(0u64, |v, c| v * 10 + (c - b'0') as u64);
        let bits = if negative { magnitude.wrapping_neg() } else { magnitude };
        self.bump();
        let slot = (bits as usize).wrapping_mul(31).wrapping_add(ty.index()) % CACHE_SIZE;
        let cached = self.constants.0[slot];
        if cached.0 == ty && cached.1 == bits {
            return Ok(cached.2);
        }
        let Some(width) = self.cx.int_or_byte_width(ty) else {
            self.check_not_function(ty, pos)?;
            return self.error(pos, "integer constant must have integer type");
        };
        let value = if width <= 64 {
            self.module.constants().int(self.cx, ty, bits)
        } else {
            self.module.constants().int_or_byte(ty, &Int::from_i64(width, bits as i64))
        };
        self.constants.0[slot] = (ty, bits, value);
        Ok(value)
    }

    /// A constant of type `ty`.
    pub fn constant(&mut self, ty: Type) -> PResult<Value> {
        let pos = self.pos();
        // Constants cannot refer to local values, even inside a body.
        let function = self.function.take();
        let value = self.value(ty);
        self.function = function;
        let value = self.computed(value?)?;
        if !value.is_constant() {
            return self.error(pos, "global values must be constants");
        }
        Ok(value)
    }

    /// A constant of type `ty` inside another constant, or a placeholder for a removed constant expression.
    fn operand(&mut self, ty: Type) -> PResult<Value> {
        let pos = self.pos();
        // Constants cannot refer to local values.
        let function = self.function.take();
        let value = self.value(ty);
        self.function = function;
        let value = value?;
        if !value.is_constant() && !old_constants::is_old(value) {
            return self.error(pos, "global values must be constants");
        }
        Ok(value)
    }

    /// `type constant` inside another constant.
    fn type_and_operand(&mut self) -> PResult<Value> {
        let ty = self.type_()?;
        self.operand(ty)
    }

    /// A constant expression, whose operands may be placeholders: the expression, the constant it folds to, or a
    /// placeholder.
    fn make_expression(&mut self, op: ExpressionOp, ty: Type, operands: &[Value], pos: usize) -> Value {
        if op.is_removed() {
            self.note_old(OldForm::RemovedExpression, pos);
        } else if !self.has_typed_pointers()
            && operands.iter().all(|v| v.is_constant())
            && let Some(made) = op.fold(self.module, ty, operands, &self.symbols.expansion)
        {
            return made;
        }
        let in_initializer = self.can_defer;
        let globals = self.symbols.globals();
        let known = |global: Global| globals.entries.get(global.index())?.known;
        let folding =
            Folding { module: self.module, expansion: &self.symbols.expansion, known: &known, in_initializer, pos };
        self.old_constants.make(&folding, op, ty, operands)
    }

    /// A vector, array or struct of type `ty`.
    fn aggregate(&mut self, ty: Type, elements: &[Value], pos: usize) -> PResult<Value> {
        if elements.iter().all(|v| v.is_constant()) {
            return Ok(self.module.constants().aggregate(self.cx, ty, elements));
        }
        Ok(self.make_expression(ExpressionOp::Aggregate, ty, elements, pos))
    }

    /// `type constant`.
    pub fn type_and_constant(&mut self) -> PResult<Value> {
        let ty = self.type_()?;
        self.constant(ty)
    }

    /// Constants, up to a closing bracket.
    fn constants(&mut self) -> PResult<SmallVec<[Value; 8]>> {
        let mut values = SmallVec::new();
        if matches!(self.tok(), Tok::RBrace | Tok::RSquare | Tok::Greater | Tok::RParen) {
            return Ok(values);
        }
        loop {
            values.push(self.type_and_operand()?);
            if !self.eat(Tok::Comma) {
                return Ok(values);
            }
        }
    }

    /// A value whose type is not known, or is `expected`.
    pub fn val_id(&mut self, expected: Option<Type>) -> PResult<ValId<'a>> {
        let pos = self.pos();
        let id = match self.tok() {
            Tok::GlobalId => ValId::Global { name: GlobalRef::Number(self.lex.value as u32), no_cfi: false },
            Tok::GlobalName => ValId::Global { name: GlobalRef::Name(self.lex.name()), no_cfi: false },
            Tok::LocalId => ValId::LocalNumber(self.lex.value as u32),
            Tok::LocalName => ValId::LocalName(self.lex.name()),
            Tok::Int => ValId::Int(self.int_literal()),
            Tok::Float => ValId::Float(self.float_literal()?, self.lex.text()),
            Tok::LBrace => {
                self.bump();
                let elements = self.constants()?;
                self.expect(Tok::RBrace, "expected end of struct constant")?;
                return Ok(ValId::Struct { elements, packed: false });
            }
            Tok::Less => return self.vector_or_packed_struct(pos),
            Tok::LSquare => return self.array_constant(),
            Tok::Word => return self.val_id_word(pos, expected),
            _ => return self.error_here("expected value token"),
        };
        self.bump();
        Ok(id)
    }

    fn val_id_word(&mut self, pos: usize, expected: Option<Type>) -> PResult<ValId<'a>> {
        let word = self.word();
        let id = match word {
            Keyword::True => ValId::Constant(self.module.constants().int(self.cx, Type::I1, 1)),
            Keyword::False => ValId::Constant(self.module.constants().int(self.cx, Type::I1, 0)),
            Keyword::Null => ValId::Null,
            Keyword::Undef => ValId::Undef,
            Keyword::Poison => ValId::Poison,
            Keyword::Zeroinitializer => ValId::Zero,
            Keyword::None => ValId::None,
            Keyword::C => {
                self.bump();
                let bytes = self.string_or("expected string")?;
                // The elements are `i8`, unless `b8` is expected.
                let element = expected.and_then(|ty| self.cx.element_type(ty, 0)).filter(|&ty| ty == Type::B8);
                let ty = self.cx.array(element.unwrap_or(Type::I8), bytes.len() as u64);
                return Ok(ValId::Constant(self.module.constants().data(self.cx, ty, (*bytes).into())));
            }
            Keyword::Asm => return self.inline_asm(),
            Keyword::Blockaddress => return self.block_address(pos, expected),
            Keyword::DsoLocalEquivalent => return self.dso_local_equivalent(),
            Keyword::NoCfi => {
                self.bump();
                return match self.nested(|p| p.val_id(None))? {
                    ValId::Global { name, .. } => Ok(ValId::Global { name, no_cfi: true }),
                    _ => self.error(pos + 7, "expected global value name in no_cfi"),
                };
            }
            Keyword::Ptrauth => return self.ptrauth(pos),
            Keyword::Trunc
            | Keyword::Bitcast
            | Keyword::Addrspacecast
            | Keyword::Inttoptr
            | Keyword::Ptrtoaddr
            | Keyword::Ptrtoint
            | Keyword::Zext
            | Keyword::Sext
            | Keyword::Fptrunc
            | Keyword::Fpext
            | Keyword::Uitofp
            | Keyword::Sitofp
            | Keyword::Fptoui
            | Keyword::Fptosi => return self.cast_expr(pos),
            Keyword::Add
            | Keyword::Sub
            | Keyword::Xor
            | Keyword::Mul
            | Keyword::Udiv
            | Keyword::Sdiv
            | Keyword::Urem
            | Keyword::Srem
            | Keyword::Shl
            | Keyword::Lshr
            | Keyword::Ashr
            | Keyword::And
            | Keyword::Or
            | Keyword::Fadd
            | Keyword::Fsub
            | Keyword::Fmul
            | Keyword::Fdiv
            | Keyword::Frem => return self.binary_expr(pos),
            Keyword::Splat => {
                self.bump();
                self.expect(Tok::LParen, "expected '(' after vector splat")?;
                let value = self.type_and_constant()?;
                self.expect(Tok::RParen, "expected ')' at end of vector splat")?;
                return Ok(ValId::Splat(value));
            }
            Keyword::Getelementptr => return self.gep_expr(pos),
            Keyword::Shufflevector | Keyword::Insertelement | Keyword::Extractelement => return self.vector_expr(pos),
            Keyword::Fneg => return self.fneg_expr(pos),
            Keyword::Icmp | Keyword::Fcmp => return self.compare_expr(pos),
            Keyword::Select => return self.select_expr(pos),
            Keyword::Extractvalue | Keyword::Insertvalue => return self.aggregate_expr(pos),
            _ => return self.error_here("expected value token"),
        };
        self.bump();
        Ok(id)
    }

    /// The value of a literal without a type, if it is independent of the type.
    fn float_literal(&mut self) -> PResult<Option<Float>> {
        let text = self.lex.text();
        match Float::parse_hex(text) {
            Ok((value, None)) => Ok(Some(value)),
            Ok((value, Some(warning))) => {
                // LLVM's lexer reports an error here and continues: the error appears only if something else fails.
                self.lex.error = Some((self.pos(), literal_error(&warning)));
                Ok(Some(value))
            }
            Err(LiteralError::Malformed) => Ok(Float::parse_decimal(text)),
            Err(error) => self.error_here(literal_error(&error)),
        }
    }

    fn vector_or_packed_struct(&mut self, pos: usize) -> PResult<ValId<'a>> {
        self.bump();
        let packed = self.eat(Tok::LBrace);
        let first_pos = self.pos();
        let elements = self.constants()?;
        if packed {
            self.expect(Tok::RBrace, "expected end of packed struct")?;
        }
        self.expect(Tok::Greater, "expected end of constant")?;
        if packed {
            return Ok(ValId::Struct { elements, packed: true });
        }
        let Some(&first) = elements.first() else {
            return self.error(pos, "constant vector must not be empty");
        };
        let ty = self.value_type(first);
        if !(self.cx.is_int(ty) || ty.is_float() || self.cx.is_pointer(ty) || self.cx.is_byte(ty)) {
            return self.error(first_pos, "vector elements must have integer, pointer or floating point type");
        }
        if let Some(i) = elements.iter().position(|&e| self.value_type(e) != ty) {
            let text = self.type_text(ty);
            return self.error(first_pos, format!("vector element #{i} is not of type '{text}"));
        }
        let vector = self.cx.vector(ty, elements.len() as u32, false);
        Ok(ValId::Constant(self.aggregate(vector, &elements, pos)?))
    }

    fn array_constant(&mut self) -> PResult<ValId<'a>> {
        let pos = self.pos();
        self.bump();
        let first_pos = self.pos();
        let elements = self.constants()?;
        self.expect(Tok::RSquare, "expected end of array constant")?;
        let Some(&first) = elements.first() else { return Ok(ValId::EmptyArray) };
        let ty = self.value_type(first);
        if let Some(i) = elements.iter().position(|&e| self.value_type(e) != ty) {
            let text = self.type_text(ty);
            return self.error(first_pos, format!("array element #{i} is not of type '{text}"));
        }
        let array = self.cx.array(ty, elements.len() as u64);
        Ok(ValId::Constant(self.aggregate(array, &elements, pos)?))
    }

    fn inline_asm(&mut self) -> PResult<ValId<'a>> {
        self.bump();
        let side_effect = self.eat_word(Keyword::Sideeffect);
        let align_stack = self.eat_word(Keyword::Alignstack);
        let intel_dialect = self.eat_word(Keyword::Inteldialect);
        let can_unwind = self.eat_word(Keyword::Unwind);
        let template = self.string()?.into();
        self.expect(Tok::Comma, "expected comma in inline asm expression")?;
        let constraints = self.string_or("expected constraint string")?.into();
        Ok(ValId::InlineAsm(Box::new(InlineAsmData {
            function_type: Type::VOID,
            template,
            constraints,
            side_effect,
            align_stack,
            intel_dialect,
            can_unwind,
        })))
    }

    /// `blockaddress(@f, %block)`. The block is resolved after all bodies are read.
    fn block_address(&mut self, pos: usize, expected: Option<Type>) -> PResult<ValId<'a>> {
        self.bump();
        self.expect(Tok::LParen, "expected '(' in block address expression")?;
        let function_pos = self.pos();
        let function = self.nested(|p| p.val_id(None))?;
        self.expect(Tok::Comma, "expected comma in block address expression")?;
        let label_pos = self.pos();
        let label = self.nested(|p| p.val_id(None))?;
        self.expect(Tok::RParen, "expected ')' in block address expression")?;
        let ValId::Global { name, no_cfi: false } = function else {
            return self.error(function_pos, "expected function name in blockaddress");
        };
        let label = match label {
            ValId::LocalName(n) => SymbolName::Name(self.symbols.name_limit.cut(&n).into()),
            ValId::LocalNumber(n) => SymbolName::Number(n),
            _ => return self.error(label_pos, "expected basic block name in blockaddress"),
        };
        let name = name.into_symbol();
        // A block of the current function has its address space; for other functions the expected type decides.
        let own = self.function.as_ref().map(|f| (f.header.function, f.header.addr_space));
        let is_own = |(function, _): &(lindworm_ir::Global, u32)| self.symbols.globals().find(&name) == Some(*function);
        let ty = match (expected, &self.function) {
            _ if own.as_ref().is_some_and(is_own) => self.cx.ptr(own.map_or(0, |(_, addr_space)| addr_space)),
            (Some(ty), _) if self.cx.is_pointer(ty) => ty,
            (Some(ty), _) => {
                let text = self.type_text(ty);
                return self.error(pos, format!("type of blockaddress must be a pointer and not '{text}'"));
            }
            (None, Some(f)) => self.cx.ptr(f.header.addr_space),
            (None, None) => Type::PTR,
        };
        let request = super::block_addresses::Request { function: name, label, ty, function_pos, label_pos };
        let index = self.symbols.block_addresses().request(request);
        Ok(ValId::Constant(self.module.constants().intern(ty, ConstantData::BlockAddress(index))))
    }

    fn dso_local_equivalent(&mut self) -> PResult<ValId<'a>> {
        self.bump();
        let pos = self.pos();
        let ValId::Global { name, no_cfi: false } = self.nested(|p| p.val_id(None))? else {
            return self.error(pos, "expected global value name in dso_local_equivalent");
        };
        let name = name.into_symbol();
        let found = self.symbols.globals().find(&name);
        let ty = found.map_or(Type::PTR, |g| self.module.value_type(None, g.into()));
        let global = self.global(name, ty, pos)?;
        self.symbols.dso_local_equivalents().push((global, pos));
        Ok(ValId::Constant(self.module.constants().intern(ty, ConstantData::DsoLocalEquivalent(global))))
    }

    fn ptrauth(&mut self, pos: usize) -> PResult<ValId<'a>> {
        self.bump();
        self.expect(Tok::LParen, "expected '(' in constant ptrauth expression")?;
        let pointer = self.type_and_constant()?;
        self.expect(Tok::Comma, "expected comma in constant ptrauth expression")?;
        let key = self.type_and_constant()?;
        let optional = |p: &mut Self| if p.eat(Tok::Comma) { p.type_and_constant().map(Some) } else { Ok(None) };
        let discriminator = optional(self)?;
        let address = optional(self)?;
        let deactivation = optional(self)?;
        self.expect(Tok::RParen, "expected ')' in constant ptrauth expression")?;
        let constants = self.module.constants();
        let null = constants.zero(self.cx, Type::PTR);
        let zero = constants.int(self.cx, Type::I64, 0);
        let is_int = |p: &Self, v: Value, ty| p.value_type(v) == ty && p.module.constants().as_u64(v).is_some();
        let is_pointer = |p: &Self, v: Value| p.cx.is_pointer(p.value_type(v));
        if !is_pointer(self, pointer) {
            return self.error(pos, "constant ptrauth base pointer must be a pointer");
        }
        if !is_int(self, key, Type::I32) {
            return self.error(pos, "constant ptrauth key must be i32 constant");
        }
        let discriminator = discriminator.unwrap_or(zero);
        if !is_int(self, discriminator, Type::I64) {
            return self.error(pos, "constant ptrauth integer discriminator must be i64 constant");
        }
        let address = address.unwrap_or(null);
        if !is_pointer(self, address) {
            return self.error(pos, "constant ptrauth address discriminator must be a pointer");
        }
        let deactivation = deactivation.unwrap_or(null);
        if !is_pointer(self, deactivation) {
            return self.error(pos, "constant ptrauth deactivation symbol must be a pointer");
        }
        let ty = self.value_type(pointer);
        let data = ConstantData::PtrAuth(Box::new([pointer, key, discriminator, address, deactivation]));
        Ok(ValId::Constant(self.module.constants().intern(ty, data)))
    }

    fn cast_expr(&mut self, pos: usize) -> PResult<ValId<'a>> {
        let mut op = CastOp::from_name(self.lex.text()).unwrap_or(CastOp::BitCast);
        self.bump();
        self.expect(Tok::LParen, "expected '(' after constantexpr cast")?;
        let mut value = self.type_and_operand()?;
        self.expect_word(Keyword::To, "expected 'to' in constantexpr cast")?;
        let to = self.type_()?;
        let pointee = self.pointee();
        self.expect(Tok::RParen, "expected ')' at end of constantexpr cast")?;
        if let Some(pointee) = pointee {
            self.set_pointee(pointee);
        }
        if op == CastOp::BitCast
            && self.has_typed_pointers()
            && let Some(int) = integer_between(self.cx, op, self.value_type(value), to)
        {
            self.note_old(OldForm::BitcastOfAddrSpace, pos);
            value = self.make_expression(ExpressionOp::Cast(CastOp::PtrToInt), int, &[value], pos);
            op = CastOp::IntToPtr;
        }
        self.check_cast(op, self.value_type(value), to, pos)?;
        Ok(ValId::Constant(self.make_expression(ExpressionOp::Cast(op), to, &[value], pos)))
    }

    /// Checks that the cast `op` from `from` to `to` is valid.
    pub fn check_cast(&mut self, op: CastOp, from: Type, to: Type, pos: usize) -> PResult<()> {
        if self.cx.cast_is_valid(op, from, to) {
            return Ok(());
        }
        let (from, to) = (self.type_text(from), self.type_text(to));
        self.error(pos, format!("invalid cast opcode for cast from '{from}' to '{to}'"))
    }

    fn binary_expr(&mut self, pos: usize) -> PResult<ValId<'a>> {
        let op = BinaryOp::from_name(self.lex.text()).unwrap_or(BinaryOp::Add);
        self.bump();
        let mut flags = IntFlags::empty();
        if op.allowed_flags().contains(IntFlags::NUW) {
            flags = self.wrap_flags();
        } else if op.allowed_flags().contains(IntFlags::EXACT) && self.eat_word(Keyword::Exact) {
            flags = IntFlags::EXACT;
        }
        self.expect(Tok::LParen, "expected '(' in binary constantexpr")?;
        let lhs = self.type_and_operand()?;
        self.expect(Tok::Comma, "expected comma in binary constantexpr")?;
        let rhs = self.type_and_operand()?;
        self.expect(Tok::RParen, "expected ')' in binary constantexpr")?;
        if self.value_type(lhs) != self.value_type(rhs) {
            return self.error(pos, "operands of constexpr must have same type");
        }
        let ty = self.value_type(lhs);
        if op.is_float() && !self.cx.is_float_or_float_vector(ty) {
            return self.error(pos, "constexpr requires fp operands");
        }
        if !op.is_float() && !self.cx.is_int_or_int_vector(ty) {
            return self.error(pos, "constexpr requires integer or integer vector operands");
        }
        Ok(ValId::Constant(self.make_expression(ExpressionOp::Binary(op, flags), ty, &[lhs, rhs], pos)))
    }

    /// `(type value, ...)`: the operands of an expression.
    fn operands(&mut self) -> PResult<SmallVec<[Value; 8]>> {
        self.expect(Tok::LParen, "expected '(' in constantexpr")?;
        let operands = self.constants()?;
        self.expect(Tok::RParen, "expected ')' in constantexpr")?;
        Ok(operands)
    }

    fn fneg_expr(&mut self, pos: usize) -> PResult<ValId<'a>> {
        self.bump();
        let &[value] = &self.operands()?[..] else { return self.error(pos, "expected one operand to fneg") };
        let ty = self.value_type(value);
        if !self.cx.is_float_or_float_vector(ty) {
            return self.error(pos, "constexpr requires fp operands");
        }
        Ok(ValId::Constant(self.make_expression(ExpressionOp::FNeg, ty, &[value], pos)))
    }

    /// `icmp` or `fcmp`.
    fn compare_expr(&mut self, pos: usize) -> PResult<ValId<'a>> {
        let is_float = self.word() == Keyword::Fcmp;
        self.bump();
        let name = self.lex.text();
        let op = match is_float {
            true => FloatPredicate::from_name(name).map(ExpressionOp::FCmp),
            false => IntPredicate::from_name(name).map(ExpressionOp::ICmp),
        };
        let Some(op) = op else { return self.error_here("expected a predicate (e.g. 'eq')") };
        self.bump();
        let &[lhs, rhs] = &self.operands()?[..] else { return self.error(pos, "expected two operands to compare") };
        let ty = self.value_type(lhs);
        if ty != self.value_type(rhs) {
            return self.error(pos, "compare operands must have the same type");
        }
        if is_float && !self.cx.is_float_or_float_vector(ty) {
            return self.error(pos, "fcmp requires floating point operands");
        }
        if !is_float && !self.cx.is_int_or_int_vector(ty) && !self.cx.is_pointer_or_pointer_vector(ty) {
            return self.error(pos, "icmp requires pointer or integer operands");
        }
        let result = self.cx.with_scalar(ty, Type::I1);
        Ok(ValId::Constant(self.make_expression(op, result, &[lhs, rhs], pos)))
    }

    fn select_expr(&mut self, pos: usize) -> PResult<ValId<'a>> {
        self.bump();
        let operands = self.operands()?;
        let &[condition, if_true, if_false] = &operands[..] else {
            return self.error(pos, "expected three operands to select");
        };
        if let Some(message) = self.select_fault(condition, if_true, if_false) {
            return self.error(pos, message);
        }
        let ty = self.value_type(if_true);
        Ok(ValId::Constant(self.make_expression(ExpressionOp::Select, ty, &operands, pos)))
    }

    /// `extractvalue` or `insertvalue`, as a chain with one expression per index.
    fn aggregate_expr(&mut self, pos: usize) -> PResult<ValId<'a>> {
        let is_insert = self.word() == Keyword::Insertvalue;
        self.bump();
        self.expect(Tok::LParen, "expected '(' in constantexpr")?;
        let aggregate = self.type_and_operand()?;
        let mut inserted = None;
        if is_insert {
            self.expect(Tok::Comma, "expected comma in insertvalue constantexpr")?;
            inserted = Some(self.type_and_operand()?);
        }
        let (indices, reached) = self.index_list(self.value_type(aggregate))?;
        self.expect(Tok::RParen, "expected ')' in constantexpr")?;
        let Some(reached) = reached.filter(|_| self.cx.is_aggregate(self.value_type(aggregate))) else {
            return self.error(pos, "invalid indices for aggregate constantexpr");
        };
        if inserted.is_some_and(|value| self.value_type(value) != reached) {
            return self.error(pos, "insertvalue operand and field disagree in type");
        }
        // The aggregate and index of each level, from the outermost one.
        let mut around: SmallVec<[(Value, u32); 4]> = SmallVec::new();
        let mut value = aggregate;
        for (i, &Imm(index)) in indices.iter().enumerate() {
            around.push((value, index));
            if is_insert && i + 1 == indices.len() {
                break;
            }
            let Some(ty) = self.cx.type_at(self.value_type(value), [index].into_iter()) else { break };
            value = self.make_expression(ExpressionOp::ExtractValue(index), ty, &[value], pos);
        }
        if let Some(inserted) = inserted {
            value = inserted;
            for (aggregate, index) in around.into_iter().rev() {
                let ty = self.value_type(aggregate);
                value = self.make_expression(ExpressionOp::InsertValue(index), ty, &[aggregate, value], pos);
            }
        }
        Ok(ValId::Constant(value))
    }

    /// `nuw` and `nsw`, in any order.
    pub fn wrap_flags(&mut self) -> IntFlags {
        let mut flags = IntFlags::empty();
        if self.eat_word(Keyword::Nuw) {
            flags |= IntFlags::NUW;
        }
        if self.eat_word(Keyword::Nsw) {
            flags |= IntFlags::NSW;
        }
        if !flags.contains(IntFlags::NUW) && self.eat_word(Keyword::Nuw) {
            flags |= IntFlags::NUW;
        }
        flags
    }

    /// `inbounds`, `nusw` and `nuw` in any order.
    pub fn gep_flags(&mut self) -> GepFlags {
        let mut flags = GepFlags::empty();
        loop {
            flags |= match self.word() {
                Keyword::Inbounds => GepFlags::INBOUNDS | GepFlags::NUSW,
                Keyword::Nusw => GepFlags::NUSW,
                Keyword::Nuw => GepFlags::NUW,
                _ => return flags,
            };
            self.bump();
        }
    }

    fn gep_expr(&mut self, pos: usize) -> PResult<ValId<'a>> {
        let met = self.old_forms_met.get();
        self.bump();
        let flags = self.gep_flags();
        let mut in_range = None;
        if self.eat_word(Keyword::Inrange) {
            self.expect(Tok::LParen, "expected '('")?;
            let lower = self.in_range_bound()?;
            self.expect(Tok::Comma, "expected ','")?;
            let upper = self.in_range_bound()?;
            self.expect(Tok::RParen, "expected ')'")?;
            in_range = Some((lower, upper));
        }
        self.expect(Tok::LParen, "expected '(' in constantexpr")?;
        let mut source = self.type_()?;
        let mut operands = SmallVec::<[Value; 8]>::new();
        let pointee = self.pointee().filter(|_| self.tok() != Tok::Comma);
        if let Some(pointee) = pointee {
            // Before LLVM 3.7, the source type came from the typed pointer.
            self.note_old(OldForm::AccessByPointer, pos);
            operands.push(self.operand(source)?);
            source = pointee;
        }
        if pointee.is_none() {
            self.expect(Tok::Comma, "expected comma after getelementptr's type")?;
        }
        let mut more = if pointee.is_none() { self.tok() != Tok::RParen } else { self.eat(Tok::Comma) };
        while more {
            // Up to LLVM 18, `inrange` could precede an index. It no longer has a meaning there.
            if self.eat_word(Keyword::Inrange) {
                self.note_old(OldForm::InRangeIndex, pos);
            }
            operands.push(self.type_and_operand()?);
            more = self.eat(Tok::Comma);
        }
        self.expect(Tok::RParen, "expected ')' in constantexpr")?;
        let base_type = operands.first().map_or(Type::VOID, |&b| self.value_type(b));
        if !self.cx.is_pointer_or_pointer_vector(base_type) {
            return self.error(pos, "base of getelementptr must be a pointer");
        }
        let in_range = match in_range {
            None => None,
            Some((lower, upper)) => {
                let width = self.module.data_layout().pointer(self.cx.addr_space(base_type).unwrap_or(0)).index_bits;
                let (lower, upper) = (lower.resize(width), upper.resize(width));
                if lower.scmp(&upper).is_ge() {
                    return self.error(pos, "expected end to be larger than start");
                }
                Some((lower, upper))
            }
        };
        let mut width = self.cx.vector_shape(base_type).map(|(_, len, _)| len);
        for &index in &operands[1..] {
            let ty = self.value_type(index);
            if !self.cx.is_int_or_int_vector(ty) {
                return self.error(pos, "getelementptr index must be an integer");
            }
            if let Some((_, len, _)) = self.cx.vector_shape(ty) {
                if width.is_some_and(|w| w != len) {
                    return self.error(pos, "getelementptr vector index has a wrong number of elements");
                }
                width = Some(len);
            }
        }
        if operands.len() > 1 && !self.is_plain(source) && !self.is_sized(source) {
            return self.error(pos, "base element of getelementptr must be sized");
        }
        if !self.is_plain(source) && self.module.data_layout().contains_scalable_vector(self.cx, source) {
            return self.error(pos, "invalid base element for constant getelementptr");
        }
        let Some(reached) = self.module.constants().indexed_type(self.cx, source, operands[1..].iter().copied()) else {
            return self.error(pos, "invalid getelementptr indices");
        };
        if pointee.is_some() {
            self.set_pointee(reached);
        }
        if operands.iter().any(|v| !v.is_constant()) {
            let ty = match width {
                Some(len) if !self.cx.is_vector(base_type) => self.cx.vector(base_type, len, false),
                _ => base_type,
            };
            let op = ExpressionOp::GetElementPtr(source, flags);
            return Ok(ValId::Constant(self.make_expression(op, ty, &operands, pos)));
        }
        // An expression that LLVM 22 accepts is not changed.
        let is_old = self.old_forms_met.get() != met;
        let flags = if is_old { self.old_gep_flags(source, flags, &operands) } else { flags };
        Ok(ValId::Constant(self.module.gep_constant(source, flags, in_range, &operands)))
    }

    /// Adds `inbounds` where LLVM 14 did: if the address is within a global variable or one past its end.
    #[cold]
    fn old_gep_flags(&self, source: Type, flags: GepFlags, operands: &[Value]) -> GepFlags {
        let constants = self.module.constants();
        let known = |global: Global| self.symbols.globals().entries.get(global.index())?.known;
        let is_variable = operands[0].as_global().and_then(known).is_some_and(|k| {
            k.value_type == source
                && !k.is_alias
                && k.linkage != Linkage::ExternalWeak
                && !self.cx.is_function(k.value_type)
        });
        let index = |&v: &Value| constants.as_u64(v);
        let is_in_it = || match operands[1..].split_first() {
            Some((first, rest)) if constants.is_zero(*first) => rest.iter().all(|i| index(i).is_some()),
            Some((first, rest)) => index(first) == Some(1) && rest.iter().all(|i| constants.is_zero(*i)),
            None => false,
        };
        match is_variable && self.is_within(source, operands) && is_in_it() {
            true => flags | GepFlags::INBOUNDS | GepFlags::NUSW,
            false => flags,
        }
    }

    /// Whether constant indices into arrays are less than the array lengths.
    fn is_within(&self, source: Type, operands: &[Value]) -> bool {
        (2..operands.len()).all(|n| {
            let ty = self.module.constants().indexed_type(self.cx, source, operands[1..n].iter().copied());
            match ty.map(|ty| self.cx.kind(ty)) {
                Some(TypeKind::Array { len, .. }) => {
                    self.module.constants().as_u64(operands[n]).is_some_and(|i| i < *len)
                }
                Some(_) => true,
                None => false,
            }
        })
    }

    fn in_range_bound(&mut self) -> PResult<lindworm_eval::IntLiteral> {
        if self.tok() != Tok::Int {
            return self.error_here("expected integer");
        }
        let literal = self.int_literal();
        self.bump();
        Ok(literal)
    }

    fn vector_expr(&mut self, pos: usize) -> PResult<ValId<'a>> {
        let word = self.word();
        self.bump();
        self.expect(Tok::LParen, "expected '(' in constantexpr")?;
        let operands = self.constants()?;
        self.expect(Tok::RParen, "expected ')' in constantexpr")?;
        // No mask for a splat: the length of a mask comes from its type and is not bounded by the text.
        if let (Keyword::Shufflevector, &[v1, v2, mask]) = (word, &operands[..])
            && let Some(splat) = self.scalable_splat(v1, v2, mask)
        {
            return Ok(ValId::Constant(splat));
        }
        let (op, ty) = match (word, &operands[..]) {
            (Keyword::Shufflevector, &[v1, v2, mask]) => match self.shuffle_mask(v1, v2, mask) {
                Some(mask) => {
                    let (element, _, scalable) =
                        self.cx.vector_shape(self.value_type(v1)).unwrap_or((Type::I8, 1, false));
                    (ExpressionOp::ShuffleVector, self.cx.vector(element, mask.len() as u32, scalable))
                }
                None => return self.error(pos, "invalid operands to shufflevector"),
            },
            (Keyword::Shufflevector, _) => return self.error(pos, "expected three operands to shufflevector"),
            (Keyword::Extractelement, &[vector, index]) => {
                if typing::extract_element(self.cx, self.value_type(vector), self.value_type(index)).is_err() {
                    return self.error(pos, "invalid extractelement operands");
                }
                (ExpressionOp::ExtractElement, self.cx.scalar_type(self.value_type(vector)))
            }
            (Keyword::Extractelement, _) => return self.error(pos, "expected two operands to extractelement"),
            (_, &[vector, element, index]) => {
                let [a, b, c] = [vector, element, index].map(|value| self.value_type(value));
                if typing::insert_element(self.cx, a, b, c).is_err() {
                    return self.error(pos, "invalid insertelement operands");
                }
                (ExpressionOp::InsertElement, self.value_type(vector))
            }
            _ => return self.error(pos, "expected three operands to insertelement"),
        };
        Ok(ValId::Constant(self.make_expression(op, ty, &operands, pos)))
    }

    /// The splat of a scalable vector that is equal to this `shufflevector`, if any.
    fn scalable_splat(&self, v1: Value, v2: Value, mask: Value) -> Option<Value> {
        let ty = self.value_type(v1);
        let is_mask =
            self.value_type(mask) == self.cx.with_scalar(ty, Type::I32) && self.module.constants().is_zero(mask);
        let is_scalable = self.cx.vector_shape(ty).is_some_and(|(_, _, scalable)| scalable);
        let constants = self.module.constants();
        if is_mask && is_scalable { constants.scalable_splat(self.cx, ty, v1, v2) } else { None }
    }

    /// The mask of a `shufflevector`, if the operands are valid.
    pub fn shuffle_mask(&self, v1: Value, v2: Value, mask: Value) -> Option<Vec<i32>> {
        let ty = self.value_type(v1);
        let (_, len, scalable) = self.cx.vector_shape(ty)?;
        let (mask_element, _, mask_scalable) = self.cx.vector_shape(self.value_type(mask))?;
        if ty != self.value_type(v2) || mask_element != Type::I32 || scalable != mask_scalable {
            return None;
        }
        self.module.constants().shuffle_mask(self.cx, mask, len, &self.symbols.expansion)
    }

    /// The value `id` as a value of type `ty`.
    pub fn typed(&mut self, ty: Type, id: ValId<'a>, pos: usize) -> PResult<Value> {
        self.check_not_function(ty, pos)?;
        let constants = self.module.constants();
        match id {
            ValId::LocalNumber(number) => self.local_numbered(number, ty, pos),
            ValId::LocalName(name) => self.local_named(name, ty, pos),
            ValId::InlineAsm(_) => self.error(pos, "invalid type for inline asm constraint string"),
            ValId::Global { name, no_cfi } => {
                let global = match name {
                    GlobalRef::Name(n) => self.global_named(n, ty, pos)?,
                    number => self.global(number.into_symbol(), ty, pos)?,
                };
                Ok(if no_cfi { constants.intern(ty, ConstantData::NoCfi(global)) } else { global.into() })
            }
            ValId::Int(literal) => match self.cx.int_or_byte_width(ty) {
                Some(width) => Ok(constants.int_or_byte(ty, &literal.resize(width))),
                None => self.error(pos, "integer constant must have integer type"),
            },
            ValId::Float(value, text) => self.typed_float(ty, value, text, pos),
            ValId::Null if self.cx.is_pointer(ty) => Ok(constants.zero(self.cx, ty)),
            ValId::Null => self.error(pos, "null must be a pointer type"),
            ValId::EmptyArray => match self.cx.kind(ty) {
                TypeKind::Array { len: 0, .. } => Ok(constants.poison(ty)),
                _ => self.error(pos, "invalid empty array initializer"),
            },
            ValId::None if ty == Type::TOKEN => Ok(constants.zero(self.cx, ty)),
            ValId::None => self.error(pos, "invalid type for none constant"),
            ValId::Undef | ValId::Poison | ValId::Zero if !self.cx.is_first_class(ty) || ty == Type::LABEL => {
                let what = match id {
                    ValId::Undef => "undef",
                    ValId::Poison => "poison",
                    _ => "null",
                };
                self.error(pos, format!("invalid type for {what} constant"))
            }
            ValId::Undef => Ok(constants.undef(ty)),
            ValId::Poison => Ok(constants.poison(ty)),
            ValId::Zero => {
                let target = self.cx.target_type(ty);
                if target.is_some_and(|t| !t.properties.contains(TargetProperties::ZERO)) || ty == Type::X86_AMX {
                    return self.error(pos, "invalid type for null constant");
                }
                Ok(constants.zero(self.cx, ty))
            }
            ValId::Constant(value) => {
                let actual = self.value_type(value);
                if actual == ty { Ok(value) } else { self.constant_type_error(actual, ty, pos) }
            }
            ValId::Splat(value) => {
                if !self.cx.is_vector(ty) {
                    return self.error(pos, "vector constant must have vector type");
                }
                let (actual, scalar) = (self.value_type(value), self.cx.scalar_type(ty));
                if actual != scalar {
                    return self.constant_type_error(actual, scalar, pos);
                }
                Ok(constants.splat(self.cx, ty, value))
            }
            ValId::Struct { elements, packed } => self.typed_struct(ty, &elements, packed, pos),
        }
    }

    #[cold]
    fn constant_type_error(&mut self, actual: Type, expected: Type, pos: usize) -> PResult<Value> {
        let (actual, expected) = (self.type_text(actual), self.type_text(expected));
        self.error(pos, format!("constant expression type mismatch: got type '{actual}' but expected '{expected}'"))
    }

    fn typed_float(&mut self, ty: Type, value: Option<Float>, text: &[u8], pos: usize) -> PResult<Value> {
        let Some(format) = ty.float_format() else {
            return self.error(pos, "floating point constant invalid for type");
        };
        let fault = match value.map(|value| value.literal_for(format)) {
            Some(Ok(value)) => return Ok(self.module.constants().float(ty, value)),
            Some(Err(fault)) => Some(fault),
            None => None,
        };
        // Since LLVM 23, a decimal literal is rounded to its type, and some literals have a value only with a type.
        match Float::parse_rounded(format, text) {
            Ok(value) => Ok(self.module.constants().float(ty, value)),
            Err(error) => self.error(pos, fault.unwrap_or(error).to_string()),
        }
    }

    fn typed_struct(&mut self, ty: Type, elements: &[Value], packed: bool, pos: usize) -> PResult<Value> {
        if !self.cx.is_struct(ty) {
            return self.error(pos, "constant expression type mismatch");
        }
        let (fields, is_packed) = self.cx.struct_parts(ty).unwrap_or((&[], false));
        if fields.len() != elements.len() {
            return self.error(pos, "initializer with struct type has wrong # elements");
        }
        if is_packed != packed {
            return self.error(pos, "packed'ness of initializer and type don't match");
        }
        if let Some(i) = elements.iter().zip(fields).position(|(&e, &f)| self.value_type(e) != f) {
            return self.error(pos, format!("element {i} of struct initializer doesn't match struct element type"));
        }
        self.aggregate(ty, elements, pos)
    }
}

/// The lexer's message for a malformed literal.
fn literal_error(error: &LiteralError) -> &'static str {
    match error {
        LiteralError::Over64Bits => "constant bigger than 64 bits detected",
        LiteralError::Over16Bits(FloatFormat::BFloat) => "hexadecimal constant too large for bfloat (16-bit)",
        LiteralError::Over16Bits(_) => "hexadecimal constant too large for half (16-bit)",
        _ => "constant bigger than 128 bits detected",
    }
}
