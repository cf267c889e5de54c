//! Constants of a module or function ([Constants block](https://llvm.org/docs/BitCodeFormat.html#constants-block)).
//!
//! A constant may refer to constants that follow it. So a block is read in two steps: records without operands become
//! values at once; then the others are built in dependency order.

use std::sync::PoisonError;

use lindworm_eval::{CastOp, Float, FloatFormat, Int};
use lindworm_ir::constant::ConstantData;
use lindworm_ir::constant_build::data_width;
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::module::InlineAsmData;
use lindworm_ir::target_type::TargetProperties;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Block, Global, Module, Type, Value, typing};
use lindworm_upgrade::inline_asm::upgrade_marker;
use lindworm_upgrade::typed_pointers::integer_between;

use super::expression::{Expression, ExpressionOp};
use super::types::TypeId;
use super::{ModuleTables, Slot, TypedValue};
use crate::bitstream::{Record, Stream};
use crate::codes::{block, constant as code};
use crate::encoding;
use crate::error::Result;

type Message<T> = std::result::Result<T, String>;

/// Reads a constants block, after its block id, and appends its values to `own`: the values of a function, whose ids follow
/// those of the module in `tables`, or those of the module itself. Removed constant expressions are appended to
/// `expressions`, numbered after those of the module.
pub(crate) fn read_constants(
    tables: &ModuleTables,
    module: &Module,
    stream: &mut Stream<'_>,
    own: &mut Vec<Slot>,
    expressions: &mut Vec<Expression>,
) -> Result<()> {
    stream.enter(block::CONSTANTS, &tables.block_info)?;
    let mut records = Records {
        tables,
        module,
        ty: Type::I32,
        type_id: tables.types.i32_id(),
        entries: Vec::new(),
        operands: Vec::new(),
    };
    let mut record = Record::default();
    while stream.next_record(&mut record)? {
        records.read(&record).map_err(|message| stream.error(message))?;
    }
    let Records { entries, operands, .. } = records;
    let block = ConstantsBlock { tables, module, first: (tables.values.len() + own.len()) as u32, operands: &operands };
    block.resolve(entries, own, expressions).map_err(|message| match tables.values.is_empty() {
        true => stream.error(message),
        // In a function, LLVM finds the error at the first use, and reports only an invalid record.
        false => stream.error("Invalid record"),
    })
}

/// A record of the block.
#[derive(Clone, Debug)]
enum Entry {
    /// A finished value.
    Done(Slot),
    /// A constant with operands, not built yet.
    Made(Made),
    /// A constant whose operands are being built.
    Open(Made),
}

/// A constant with operands.
#[derive(Clone, Debug)]
struct Made {
    ty: TypeId,
    op: Op,
    /// The ids of the operands: a range of the list of all operands.
    operands: std::ops::Range<u32>,
}

#[derive(Clone, Debug)]
enum Op {
    Expression(ExpressionOp),
    /// A `getelementptr` with `inrange`.
    InRange(Box<(Int, Int)>, Type, GepFlags),
    BlockAddress(u64),
    DsoLocalEquivalent,
    NoCfi,
    PtrAuth,
}

/// The records of a block, in order.
struct Records<'a> {
    tables: &'a ModuleTables,
    module: &'a Module,
    /// The current type of constants, and its id.
    ty: Type,
    type_id: TypeId,
    entries: Vec<Entry>,
    operands: Vec<u32>,
}

impl Records<'_> {
    fn read(&mut self, record: &Record<'_>) -> Message<()> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let (ty, ops) = (self.ty, &record.ops[..]);
        let value = match record.code {
            code::SETTYPE => {
                let id = ops.first().and_then(|&id| u32::try_from(id).ok()).map(TypeId);
                let found = id.and_then(|id| Some((id, self.tables.types.ty(id)?)));
                (self.type_id, self.ty) = found.ok_or("Invalid settype record")?;
                return if self.ty == Type::VOID { Err("Invalid constant type".into()) } else { Ok(()) };
            }
            // Not expressible in text.
            _ if ty == Type::LABEL => return Err("Invalid type for value".into()),
            code::NULL if has_zero(self.module, ty) => constants.zero(cx, ty),
            code::NULL => return Err("Invalid type for a constant null value".into()),
            code::POISON => constants.poison(ty),
            code::INTEGER => match (cx.int_width(cx.scalar_type(ty)), ops.first()) {
                (Some(width), Some(&op)) => {
                    self.splat(constants.wide_int(cx, &Int::from_i64(width, encoding::signed(op))))
                }
                _ => return Err("Invalid integer const record".into()),
            },
            code::WIDE_INTEGER => match cx.int_width(cx.scalar_type(ty)) {
                Some(width) if !ops.is_empty() => self.splat(constants.wide_int(cx, &wide_int(width, ops))),
                _ => return Err("Invalid wide integer const record".into()),
            },
            code::BYTE | code::WIDE_BYTE => {
                let scalar = cx.scalar_type(ty);
                let width = cx.int_or_byte_width(scalar).filter(|_| cx.is_byte(scalar) && !ops.is_empty());
                let width = width.ok_or("Invalid byte const record")?;
                let value = match record.code {
                    code::BYTE => Int::from_i64(width, encoding::signed(ops[0])),
                    _ => wide_int(width, ops),
                };
                self.splat(constants.int_or_byte(scalar, &value))
            }
            code::FLOAT => match (cx.scalar_type(ty).float_format(), ops) {
                (_, []) => return Err("Invalid float const record".into()),
                (Some(format), _) => self.splat(constants.float(cx.scalar_type(ty), float(format, record))),
                (None, _) => constants.poison(ty),
            },
            code::AGGREGATE if ops.is_empty() => return Err("Invalid aggregate record".into()),
            code::AGGREGATE if cx.is_aggregate(ty) || cx.is_vector(ty) => {
                return self.made(ExpressionOp::Aggregate, ops.iter().copied());
            }
            code::AGGREGATE => constants.poison(ty),
            code::STRING | code::CSTRING if ops.is_empty() => return Err("Invalid string record".into()),
            code::STRING | code::CSTRING => {
                let mut bytes = record.bytes(0);
                bytes.extend((record.code == code::CSTRING).then_some(0));
                // The result is an array of the actual length, whatever the length of the current type.
                let element = match *cx.kind(ty) {
                    TypeKind::Array { element: Type::B8, .. } => Type::B8,
                    _ => Type::I8,
                };
                constants.data(cx, cx.array(element, bytes.len() as u64), bytes.into())
            }
            code::DATA => self.data(ops)?,
            code::CE_UNOP => {
                let &[op, value, ..] = ops else { return Err("Invalid unary op constexpr record".into()) };
                if op == encoding::FNEG && cx.is_float_or_float_vector(ty) {
                    return self.made(ExpressionOp::FNeg, [value]);
                }
                constants.poison(ty)
            }
            code::CE_BINOP => {
                let &[op, lhs, rhs, ref rest @ ..] = ops else {
                    return Err("Invalid binary op constexpr record".into());
                };
                let is_number = cx.is_int_or_int_vector(ty) || cx.is_float_or_float_vector(ty);
                let op = encoding::binary_op(op, cx.is_float_or_float_vector(ty)).filter(|_| is_number);
                if let Some(op) = op {
                    let flags = encoding::int_flags(rest.first().copied().unwrap_or(0), op.allowed_flags());
                    return self.made(ExpressionOp::Binary(op, flags), [lhs, rhs]);
                }
                constants.poison(ty)
            }
            code::CE_CAST => {
                const INVALID: &str = "Invalid cast constexpr record";
                let &[op, from, value, ..] = ops else { return Err(INVALID.into()) };
                if let Some(op) = encoding::cast_op(op) {
                    self.ty(from).ok_or(INVALID)?;
                    return self.made(ExpressionOp::Cast(op), [value]);
                }
                constants.poison(ty)
            }
            code::CE_GEP_OLD
            | code::CE_INBOUNDS_GEP
            | code::CE_GEP_WITH_INRANGE_INDEX_OLD
            | code::CE_GEP
            | code::CE_GEP_WITH_INRANGE => return self.get_element_ptr(record.code, ops),
            code::CE_SELECT => match *ops {
                [condition, if_true, if_false, ..] => {
                    return self.made(ExpressionOp::Select, [condition, if_true, if_false]);
                }
                _ => return Err("Invalid select constexpr record".into()),
            },
            code::CE_EXTRACTELT => {
                const INVALID: &str = "Invalid extractelement constexpr record";
                let &[vector_type, vector, ref index @ ..] = ops else { return Err(INVALID.into()) };
                self.ty(vector_type).filter(|&ty| cx.is_vector(ty)).ok_or(INVALID)?;
                let index = self.index(index).ok_or(INVALID)?;
                return self.made(ExpressionOp::ExtractElement, [vector, index]);
            }
            code::CE_INSERTELT => {
                const INVALID: &str = "Invalid insertelement constexpr record";
                let &[vector, element, ref index @ ..] = ops else { return Err(INVALID.into()) };
                let index = self.index(index).filter(|_| cx.is_vector(ty)).ok_or(INVALID)?;
                return self.made(ExpressionOp::InsertElement, [vector, element, index]);
            }
            code::CE_SHUFFLEVEC | code::CE_SHUFVEC_EX => {
                let operands = match (record.code, ops) {
                    (code::CE_SHUFFLEVEC, &[v1, v2, mask, ..]) => Some([v1, v2, mask]),
                    (code::CE_SHUFVEC_EX, &[from, v1, v2, mask, ..]) => {
                        self.ty(from).filter(|&ty| cx.is_vector(ty)).map(|_| [v1, v2, mask])
                    }
                    _ => None,
                };
                let operands = operands.filter(|_| cx.is_vector(ty));
                return self
                    .made(ExpressionOp::ShuffleVector, operands.ok_or("Invalid shufflevector constexpr record")?);
            }
            code::CE_CMP => {
                let &[of, lhs, rhs, predicate, ..] = ops else { return Err("Invalid cmp constexpt record".into()) };
                let op = match self.ty(of) {
                    Some(of) if cx.is_float_or_float_vector(of) => {
                        encoding::float_predicate(predicate & 0xff).map(ExpressionOp::FCmp)
                    }
                    Some(_) => encoding::int_predicate(predicate & 0xff).map(ExpressionOp::ICmp),
                    None => None,
                };
                return self.made(op.ok_or("Invalid cmp constexpr record")?, [lhs, rhs]);
            }
            code::INLINEASM_OLD | code::INLINEASM_OLD2 | code::INLINEASM_OLD3 | code::INLINEASM => {
                self.inline_asm(record)?
            }
            code::BLOCKADDRESS => match *ops {
                [of, function, block, ..] if self.ty(of).is_some() => {
                    return self.push(Op::BlockAddress(block), [function]);
                }
                _ => return Err("Invalid blockaddress record".into()),
            },
            code::DSO_LOCAL_EQUIVALENT => match *ops {
                [of, global, ..] if self.ty(of).is_some() => return self.push(Op::DsoLocalEquivalent, [global]),
                _ => return Err("Invalid dso_local record".into()),
            },
            code::NO_CFI_VALUE => match *ops {
                [of, global, ..] if self.ty(of).is_some() => return self.push(Op::NoCfi, [global]),
                _ => return Err("Invalid no_cfi record".into()),
            },
            code::PTRAUTH | code::PTRAUTH2 => {
                let parts = if record.code == code::PTRAUTH { 4 } else { 5 };
                let parts = ops.get(..parts).ok_or("Invalid ptrauth record")?;
                return self.push(Op::PtrAuth, parts.iter().copied());
            }
            // `UNDEF`, and unknown codes.
            _ => constants.undef(ty),
        };
        self.entries.push(Entry::Done(Slot::Value(TypedValue { value, ty: self.type_id })));
        Ok(())
    }

    /// The number, or its splat if the current type is a vector.
    fn splat(&self, number: Value) -> Value {
        match self.module.context().is_vector(self.ty) {
            true => self.module.constants().splat(self.module.context(), self.ty, number),
            false => number,
        }
    }

    fn ty(&self, id: u64) -> Option<Type> {
        self.tables.types.ty(TypeId(id as u32))
    }

    /// The index of an element. Its type precedes it, except in old bitcode.
    fn index(&self, ops: &[u64]) -> Option<u64> {
        match *ops {
            [ty, index] => self.ty(ty).map(|_| index),
            [index, ..] => Some(index),
            [] => None,
        }
    }

    fn made(&mut self, op: ExpressionOp, operands: impl IntoIterator<Item = u64>) -> Message<()> {
        self.push(Op::Expression(op), operands)
    }

    fn push(&mut self, op: Op, operands: impl IntoIterator<Item = u64>) -> Message<()> {
        let start = self.operands.len() as u32;
        // LLVM truncates to 32 bits.
        self.operands.extend(operands.into_iter().map(|id| id as u32));
        let operands = start..self.operands.len() as u32;
        self.entries.push(Entry::Made(Made { ty: self.type_id, op, operands }));
        Ok(())
    }

    /// `DATA`: the numbers of an array or vector.
    fn data(&self, ops: &[u64]) -> Message<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let (element, len) = match *cx.kind(self.ty) {
            TypeKind::Array { element, len } => (element, len),
            TypeKind::Vector { element, len, scalable: false } => (element, len.into()),
            _ => return Err("Invalid type for value".into()),
        };
        let width = data_width(element).ok_or("Invalid type for value")?;
        if ops.is_empty() || ops.len() as u64 != len {
            return Err("Invalid data record".into());
        }
        let mut bytes = Vec::with_capacity(ops.len() * width);
        for op in ops {
            bytes.extend_from_slice(&op.to_le_bytes()[..width]);
        }
        Ok(constants.data(cx, self.ty, bytes.into()))
    }

    fn get_element_ptr(&mut self, record_code: u32, ops: &[u64]) -> Message<()> {
        const INVALID: &str = "Invalid getelementptr constexpr record";
        if ops.len() < 2 {
            return Err("Constant GEP record must have at least two elements".into());
        }
        let cx = self.module.context();
        let mut rest = ops;
        let mut next = || {
            let (&first, others) = rest.split_first()?;
            rest = others;
            Some(first)
        };
        let has_flags = !matches!(record_code, code::CE_GEP_OLD | code::CE_INBOUNDS_GEP);
        let mut source = None;
        if has_flags || ops.len() % 2 == 1 {
            source = next().and_then(|id| self.ty(id));
        }
        let flags = match record_code {
            code::CE_INBOUNDS_GEP => 1,
            code::CE_GEP_OLD => 0,
            // The bits above the flag were the index of `inrange`, which no longer has a meaning.
            code::CE_GEP_WITH_INRANGE_INDEX_OLD => next().unwrap_or(0) & 1,
            _ => next().unwrap_or(0),
        };
        let in_range = match record_code {
            code::CE_GEP_WITH_INRANGE => {
                let width = next().ok_or("Too few records for range")?;
                Some(super::attributes::range(width, &mut rest)?)
            }
            _ => None,
        };
        let mut operands = Vec::with_capacity(rest.len() / 2);
        for pair in rest.chunks(2) {
            self.ty(pair[0]).ok_or(INVALID)?;
            operands.push(*pair.get(1).ok_or(INVALID)?);
        }
        let base = *rest.first().ok_or("Invalid gep with no operands")? as u32;
        let (mut base, types) = (TypeId(base), &self.tables.types);
        if types.ty(base).is_some_and(|ty| cx.is_vector(ty)) {
            base = types.contained(base, 0).ok_or(INVALID)?;
        }
        if !types.ty(base).is_some_and(|ty| cx.is_pointer(ty)) {
            return Err("GEP base operand must be pointer or vector of pointer".into());
        }
        let source = source.or_else(|| types.ty(types.pointee(cx, base)?));
        let source = source.ok_or("Missing element type for old-style constant GEP")?;
        let flags = encoding::gep_flags(flags);
        match in_range {
            // Instructions have no `inrange`.
            Some(range) if !self.tables.expand_constants => {
                self.push(Op::InRange(range.into(), source, flags), operands)
            }
            _ => self.made(ExpressionOp::GetElementPtr(source, flags), operands),
        }
    }

    fn inline_asm(&self, record: &Record<'_>) -> Message<Value> {
        const INVALID: &str = "Invalid inlineasm record";
        let (cx, types) = (self.module.context(), &self.tables.types);
        let (flags, rest) = match (record.code, &record.ops[..]) {
            (code::INLINEASM, &[_, flags, ref rest @ ..]) => (flags, rest),
            (code::INLINEASM_OLD | code::INLINEASM_OLD2 | code::INLINEASM_OLD3, &[flags, ref rest @ ..]) => {
                (flags, rest)
            }
            _ => return Err(INVALID.into()),
        };
        let (mut template, rest) = string(rest).ok_or(INVALID)?;
        let (constraints, _) = string(rest).ok_or(INVALID)?;
        upgrade_marker(&mut template);
        let function_type = match record.code {
            code::INLINEASM => self.ty(record.ops[0]).filter(|&ty| cx.is_function(ty)).ok_or(INVALID)?,
            _ => {
                let pointee = types.pointee(cx, self.type_id).and_then(|id| types.ty(id));
                pointee.filter(|&ty| cx.is_function(ty)).ok_or("Missing element type for old-style inlineasm")?
            }
        };
        Ok(self.module.add_inline_asm(InlineAsmData {
            function_type,
            template: template.into(),
            constraints: constraints.into(),
            side_effect: flags & 1 != 0,
            align_stack: flags & 2 != 0,
            intel_dialect: record.code != code::INLINEASM_OLD && flags & 4 != 0,
            can_unwind: matches!(record.code, code::INLINEASM_OLD3 | code::INLINEASM) && flags & 8 != 0,
        }))
    }
}

/// Splits a length-prefixed string off the operands.
fn string(ops: &[u64]) -> Option<(Vec<u8>, &[u64])> {
    let (&len, rest) = ops.split_first()?;
    let (chars, rest) = rest.split_at_checked(usize::try_from(len).ok()?)?;
    Some((chars.iter().map(|&c| c as u8).collect(), rest))
}

/// Whether a type has a null value.
fn has_zero(module: &Module, ty: Type) -> bool {
    let cx = module.context();
    match cx.kind(ty) {
        TypeKind::Void | TypeKind::Label | TypeKind::Metadata | TypeKind::X86Amx | TypeKind::Function { .. } => false,
        TypeKind::Target { .. } => cx.target_type(ty).is_some_and(|t| t.properties.contains(TargetProperties::ZERO)),
        _ => cx.is_first_class(ty),
    }
}

/// An integer of any width from its words, the least significant first.
pub(crate) fn wide_int(width: u32, ops: &[u64]) -> Int {
    let words: Vec<u64> = ops.iter().map(|&op| encoding::signed(op) as u64).collect();
    Int::from_limbs(width, &words)
}

/// A floating-point number, whose bits are in one or two operands.
fn float(format: FloatFormat, record: &Record<'_>) -> Float {
    let [first, second] = [record.get(0) as u128, record.get(1) as u128];
    let bits = match format {
        FloatFormat::Half | FloatFormat::BFloat => first & 0xffff,
        FloatFormat::Float => first & 0xffff_ffff,
        FloatFormat::Double => first,
        // The high 64 bits come first.
        FloatFormat::X86Fp80 => first << 16 | second & 0xffff,
        FloatFormat::Fp128 | FloatFormat::PpcFp128 => second << 64 | first,
    };
    Float::from_bits(format, bits)
}

/// A block with all records read.
struct ConstantsBlock<'a> {
    tables: &'a ModuleTables,
    module: &'a Module,
    /// The id of the first constant of the block.
    first: u32,
    operands: &'a [u32],
}

impl ConstantsBlock<'_> {
    /// Builds the constants with operands in dependency order, and appends all values to `own`. Iterative depth-first
    /// search; a cycle is an error.
    fn resolve(&self, mut entries: Vec<Entry>, own: &mut Vec<Slot>, expressions: &mut Vec<Expression>) -> Message<()> {
        let mut todo = Vec::new();
        for start in 0..entries.len() {
            if matches!(entries[start], Entry::Done(_)) {
                continue;
            }
            todo.push(start);
            while let Some(&index) = todo.last() {
                match &entries[index] {
                    Entry::Done(_) => {}
                    Entry::Made(made) => {
                        let made = made.clone();
                        for &id in self.ids(&made).iter().rev() {
                            match id.checked_sub(self.first).and_then(|i| Some((i as usize, entries.get(i as usize)?)))
                            {
                                Some((_, Entry::Open(_))) => return Err("Invalid value ID".into()),
                                Some((operand, Entry::Made(_))) => todo.push(operand),
                                _ => {}
                            }
                        }
                        let waits = todo.last() != Some(&index);
                        entries[index] = Entry::Open(made);
                        if waits {
                            continue;
                        }
                        let Entry::Open(made) = &entries[index] else { continue };
                        entries[index] = Entry::Done(self.make(made, &entries, own, expressions)?);
                    }
                    Entry::Open(made) => entries[index] = Entry::Done(self.make(made, &entries, own, expressions)?),
                }
                todo.pop();
            }
        }
        own.extend(entries.into_iter().map(|entry| match entry {
            Entry::Done(slot) => slot,
            Entry::Made(_) | Entry::Open(_) => Slot::Expression(u32::MAX),
        }));
        Ok(())
    }

    fn ids(&self, made: &Made) -> &[u32] {
        self.operands.get(made.operands.start as usize..made.operands.end as usize).unwrap_or(&[])
    }

    /// The value with an id: of the module, of the function, or of this block.
    fn slot(&self, id: u32, entries: &[Entry], own: &[Slot]) -> Option<Slot> {
        let module_values = self.tables.values.len() as u32;
        if id < module_values {
            return self.tables.values.get(id as usize).copied();
        }
        if id < self.first {
            return own.get((id - module_values) as usize).copied();
        }
        match entries.get((id - self.first) as usize)? {
            Entry::Done(slot) => Some(*slot),
            _ => None,
        }
    }

    /// Builds a constant, or an expression if the constant is a removed expression.
    fn make(&self, made: &Made, entries: &[Entry], own: &[Slot], expressions: &mut Vec<Expression>) -> Message<Slot> {
        let ids = self.ids(made);
        let mut values = smallvec::SmallVec::<[Value; 8]>::with_capacity(ids.len());
        for &id in ids {
            match self.slot(id, entries, own).ok_or("Invalid value ID")? {
                Slot::Value(TypedValue { value, .. }) if value.is_constant() => values.push(value),
                // A constant with an expression as an operand is an expression, too.
                Slot::Expression(_) => {}
                Slot::Value(_) => return Err("Invalid value ID".into()),
            }
        }
        if let Op::Expression(op) = made.op
            && (values.len() < ids.len() || !self.is_constant(op))
        {
            let expression = Expression { ty: made.ty, op, operands: ids.into() };
            expressions.push(expression);
            return Ok(Slot::Expression((self.tables.expressions.len() + expressions.len() - 1) as u32));
        }
        let ty = self.tables.types.ty(made.ty).ok_or("Invalid value ID")?;
        let value = match &made.op {
            _ if values.len() < ids.len() => return Err("Invalid value ID".into()),
            Op::Expression(op) => self.constant(*op, ty, &values)?,
            Op::InRange(range, source, flags) => {
                self.check_gep(*source, &values)?;
                self.module.gep_constant(*source, *flags, Some((**range).clone()), &values)
            }
            Op::BlockAddress(block) => self.block_address(values[0], *block)?,
            Op::DsoLocalEquivalent => match values[0].as_global() {
                Some(global) => self.of_global(global, ConstantData::DsoLocalEquivalent(global)),
                None => return Err("dso_local operand must be GlobalValue".into()),
            },
            Op::NoCfi => match values[0].as_global() {
                Some(global) => self.of_global(global, ConstantData::NoCfi(global)),
                None => return Err("no_cfi operand must be GlobalValue".into()),
            },
            Op::PtrAuth => self.ptr_auth(&values)?,
        };
        if self.module.value_type(None, value) != ty {
            return Err("Invalid type for value".into());
        }
        Ok(Slot::Value(TypedValue { value, ty: made.ty }))
    }

    /// Whether the operation is a valid constant, and constants are requested.
    fn is_constant(&self, op: ExpressionOp) -> bool {
        match op {
            _ if self.tables.expand_constants => op == ExpressionOp::Aggregate,
            ExpressionOp::GetElementPtr(source, _) => !self.tables.types.is_scalable(self.module.context(), source),
            _ => !op.is_removed(),
        }
    }

    /// A constant of type `ty` with the operands `values`.
    fn constant(&self, op: ExpressionOp, ty: Type, values: &[Value]) -> Message<Value> {
        const INVALID: &str = "Invalid type for value";
        let (m, cx) = (self.module, self.module.context());
        let type_of = |value: Value| m.value_type(None, value);
        Ok(match (op, values) {
            (ExpressionOp::Cast(op), &[value]) => {
                let (from, mut value, mut op) = (type_of(value), value, op);
                if let Some(int) = integer_between(cx, op, from, ty) {
                    value = m.cast_constant(CastOp::PtrToInt, value, int).map_err(|e| e.to_string())?;
                    op = CastOp::IntToPtr;
                }
                if !cx.cast_is_valid(op, type_of(value), ty) {
                    return Err("Invalid cast constexpr record".into());
                }
                m.cast_constant(op, value, ty).map_err(|e| e.to_string())?
            }
            (ExpressionOp::Binary(op, flags), &[lhs, rhs]) => {
                if type_of(lhs) != ty || type_of(rhs) != ty || !cx.is_int_or_int_vector(ty) {
                    return Err(INVALID.into());
                }
                m.binary_constant(op, flags, lhs, rhs).map_err(|e| e.to_string())?
            }
            (ExpressionOp::GetElementPtr(source, flags), _) => {
                self.check_gep(source, values)?;
                m.gep_constant(source, flags, None, values)
            }
            (ExpressionOp::ExtractElement, &[vector, index]) => {
                if cx.vector_shape(type_of(vector)).is_none_or(|(e, ..)| e != ty) || !cx.is_int(type_of(index)) {
                    return Err(INVALID.into());
                }
                m.extract_element_constant(vector, index)
            }
            (ExpressionOp::InsertElement, &[vector, element, index]) => {
                let fits = cx.vector_shape(ty).is_some_and(|(e, ..)| e == type_of(element));
                if !fits || type_of(vector) != ty || !cx.is_int(type_of(index)) {
                    return Err(INVALID.into());
                }
                m.insert_element_constant(vector, element, index)
            }
            (ExpressionOp::ShuffleVector, &[v1, v2, mask]) => {
                let shape = cx.vector_shape(type_of(v1)).filter(|_| type_of(v1) == type_of(v2));
                let (_, len, scalable) = shape.ok_or(INVALID)?;
                let mask_shape = m.constants().node(mask).filter(|node| node.data == ConstantData::Zero);
                // Splats of any length are encoded like this, so no mask is materialized.
                let splat = match mask_shape.and_then(|node| cx.vector_shape(node.ty)) {
                    Some((Type::I32, count, false)) if !scalable => Some(m.broadcast_constant(v1, count)),
                    Some((Type::I32, count, true)) if scalable && count == len => {
                        m.constants().scalable_splat(cx, type_of(v1), v1, v2)
                    }
                    _ => None,
                };
                match splat {
                    Some(splat) => splat,
                    None => {
                        let mask = m.constants().shuffle_mask(cx, mask, len, &self.tables.expansion).ok_or(INVALID)?;
                        m.shuffle_vector_constant(v1, v2, &mask)
                    }
                }
            }
            (ExpressionOp::Aggregate, _) => self.aggregate(ty, values)?,
            _ => return Err(INVALID.into()),
        })
    }

    fn aggregate(&self, ty: Type, values: &[Value]) -> Message<Value> {
        let (m, cx) = (self.module, self.module.context());
        let what = match cx.kind(ty) {
            TypeKind::Array { .. } => "array",
            TypeKind::Vector { .. } => "vector",
            _ => "struct",
        };
        if m.constants().element_count(cx, ty) != Some(values.len() as u64) {
            return Err(format!("Invalid number of elements in {what} initializer"));
        }
        let fits = |(i, &value): (usize, &Value)| cx.element_type(ty, i as u64) == Some(m.value_type(None, value));
        if !values.iter().enumerate().all(fits) {
            return Err(format!("Incorrect type in {what} initializer"));
        }
        Ok(m.constants().aggregate(cx, ty, values))
    }

    /// Checks the operands of a `getelementptr`.
    fn check_gep(&self, source: Type, operands: &[Value]) -> Message<()> {
        const INVALID: &str = "Invalid getelementptr constexpr record";
        let m = self.module;
        let (&base, indices) = operands.split_first().ok_or(INVALID)?;
        let typed = indices.iter().map(|&index| (index, m.value_type(None, index)));
        typing::gep(m, source, m.value_type(None, base), typed).map(|_| ()).map_err(|_| INVALID.into())
    }

    /// A constant that wraps a global, with the type of its address.
    fn of_global(&self, global: Global, data: ConstantData) -> Value {
        self.module.constants().intern(self.module.value_type(None, global.into()), data)
    }

    fn block_address(&self, function: Value, block: u64) -> Message<Value> {
        let function = function.as_global().filter(|g| self.tables.function_types.contains_key(g));
        let function = function.ok_or("blockaddress operand must be a function")?;
        // The entry block has no address.
        let block = u32::try_from(block).ok().filter(|&b| b != 0 && b < u32::MAX).ok_or("Invalid ID")?;
        let key = (function, Block::from_u32(block));
        let mut addresses = self.tables.block_addresses.lock().unwrap_or_else(PoisonError::into_inner);
        let index = match addresses.places.get(&key) {
            Some(&index) => index,
            None => {
                let index = addresses.list.len() as u32;
                addresses.list.push(key);
                addresses.places.insert(key, index);
                index
            }
        };
        Ok(self.of_global(function, ConstantData::BlockAddress(index)))
    }

    fn ptr_auth(&self, parts: &[Value]) -> Message<Value> {
        let (m, cx) = (self.module, self.module.context());
        let type_of = |value: Value| m.value_type(None, value);
        let &[pointer, key, discriminator, address, ..] = parts else { return Err("Invalid ptrauth record".into()) };
        if type_of(key) != Type::I32 || m.constants().as_u64(key).is_none() {
            return Err("ptrauth key operand must be ConstantInt".into());
        }
        if type_of(discriminator) != Type::I64 || m.constants().as_u64(discriminator).is_none() {
            return Err("ptrauth disc operand must be ConstantInt".into());
        }
        if !cx.is_pointer(type_of(pointer)) || !cx.is_pointer(type_of(address)) {
            return Err("Invalid ptrauth record".into());
        }
        let deactivation = parts.get(4).copied().unwrap_or_else(|| m.constants().zero(cx, type_of(address)));
        if !cx.is_pointer(type_of(deactivation)) {
            return Err("ptrauth deactivation symbol operand must be a pointer".into());
        }
        let data = ConstantData::PtrAuth(Box::new([pointer, key, discriminator, address, deactivation]));
        Ok(m.constants().intern(type_of(pointer), data))
    }
}

/// The name of the removed constant expression in an initializer.
pub(crate) fn removed_expression(tables: &ModuleTables, mut index: u32) -> &'static str {
    // The innermost expression is the removed one.
    while let Some(expression) = tables.expressions.get(index as usize) {
        let inner = expression.operands.iter().find_map(|&id| match tables.values.get(id as usize) {
            Some(&Slot::Expression(inner)) => Some(inner),
            _ => None,
        });
        match inner {
            Some(inner) => index = inner,
            None => return expression.op.name(),
        }
    }
    "getelementptr"
}
