//! Salvages the debug records of erased instructions: the variable is described as an expression of an operand.

use lindworm_ir::body::{DebugRecord, DebugRecordData};
use lindworm_ir::debug_info::{
    NodeKind, OP_CONSTS, OP_CONSTU, OP_LLVM_ARG, OP_LLVM_CONVERT, OP_LLVM_FRAGMENT, OP_STACK_VALUE, Operation,
    expression_elements, expression_operations, operation_args,
};
use lindworm_ir::eval::{BinaryOp, CastOp, IntPredicate};
use lindworm_ir::hash::HashMap;
use lindworm_ir::metadata::{MetadataRef, NewMetadata};
use lindworm_ir::{Inst, InstData, Metadata, Type, Value};

use crate::pass::FunctionEdit;

const OP_MINUS: u64 = 0x1c;
const OP_PLUS_UCONST: u64 = 0x23;
/// `DW_ATE_signed` and `DW_ATE_unsigned`.
const ENCODINGS: [u64; 2] = [5, 7];
/// The maximum number of values of a record.
const MAX_LISTED: usize = 16;
/// The maximum number of elements of an expression.
const MAX_ELEMENTS: usize = 128;

/// The debug records that use the result of each instruction.
#[derive(Default)]
pub struct DebugUsers(HashMap<Inst, Vec<DebugRecord>>);

impl DebugUsers {
    /// Collects the records of a function. Linear in the instructions if there are records.
    pub fn of(f: &FunctionEdit<'_, '_>) -> DebugUsers {
        let body = f.editor.body();
        let mut users = DebugUsers::default();
        if body.has_debug_records() {
            for inst in body.blocks().flat_map(|block| body.insts(block)) {
                for (record, data) in body.debug_records(inst).handles() {
                    let mut data = *data;
                    let Some((&mut location, _)) = described(&mut data) else { continue };
                    let listed = match location.open() {
                        MetadataRef::ArgList(n) => &body.arg_lists()[n as usize][..],
                        _ => &[location],
                    };
                    for named in listed.iter().filter_map(|&m| body.local_value(m)?.as_inst()) {
                        let records = users.0.entry(named).or_default();
                        if records.last() != Some(&record) {
                            records.push(record);
                        }
                    }
                }
            }
        }
        users
    }

    /// Makes the records of an instruction describe the value that replaces it.
    pub fn replace(&mut self, f: &mut FunctionEdit<'_, '_>, inst: Inst, value: Value) {
        let Some(records) = self.0.remove(&inst) else { return };
        let new = match value.is_local() {
            true => f.editor.local_metadata(value),
            false => f.value_as_metadata(value),
        };
        for &record in &records {
            let location = described(f.editor.debug_record_mut(record)).map(|(location, _)| *location);
            let Some(location) = location.map(|location| with_listed(f, location, inst, new)) else { continue };
            if let Some((place, _)) = described(f.editor.debug_record_mut(record)) {
                *place = location;
            }
        }
        if let Some(inst) = value.as_inst() {
            self.0.entry(inst).or_default().extend(records);
        }
    }

    /// Like [`DebugUsers::salvage`], for an instruction that stays or moves: records that cannot be rewritten get no location.
    pub fn detach(&mut self, f: &mut FunctionEdit<'_, '_>, inst: Inst) {
        if let Some(records) = self.0.get(&inst)
            && as_expression(f, inst).is_none()
        {
            let poison = f.editor.module().constants().poison(f.editor.body().inst_type(inst));
            let poison = f.value_as_metadata(poison);
            for &record in records {
                if let Some((location, _)) = described(f.editor.debug_record_mut(record)) {
                    *location = poison;
                }
            }
        }
        self.salvage(f, inst);
    }

    /// Rewrites the records that use the result of an instruction to use its operand, if an expression of the operand can compute
    /// the result. Constant time for each record.
    pub fn salvage(&mut self, f: &mut FunctionEdit<'_, '_>, inst: Inst) {
        let Some(records) = self.0.remove(&inst) else { return };
        let Some(Computed { operand, others, operations }) = as_expression(f, inst) else { return };
        for record in records {
            let mut data = *f.editor.body().debug_record(record);
            let is_value = matches!(data, DebugRecordData::Value { .. });
            let Some((&mut location, expression)) = described(&mut data) else { continue };
            let is_list = matches!(location.open(), MetadataRef::ArgList(_));
            if !others.is_empty() && !is_value {
                continue;
            }
            let new = f.value_as_metadata(operand);
            let mut values = listed(f, location);
            let places: Vec<u64> = (0..)
                .zip(&values)
                .filter(|&(_, &m)| f.editor.body().local_value(m) == Some(inst.into()))
                .map(|(place, _)| place)
                .collect();
            // A record that has the result several times is listed several times, and was rewritten before.
            if places.is_empty() {
                continue;
            }
            let first = values.len() as u64;
            for &place in &places {
                values[place as usize] = new;
                values.extend(others.iter().map(|&other| f.value_as_metadata(other)));
            }
            let metadata = &mut f.additions.metadata;
            let longer = match is_list || !others.is_empty() {
                true => inserted(metadata, *expression, &operations, (&places, is_list, first, others.len() as u64)),
                false => prepended(metadata, *expression, &operations, is_value),
            };
            let Some(longer) = longer else { continue };
            let new = match values[..] {
                [only] if !is_list => only,
                _ if values.len() > MAX_LISTED => continue,
                _ => f.editor.arg_list(values.into()),
            };
            if let Some((location, expression)) = described(f.editor.debug_record_mut(record)) {
                (*location, *expression) = (new, longer);
            }
            for operand in others.iter().chain([&operand]).filter_map(|operand| operand.as_inst()) {
                self.0.entry(operand).or_default().push(record);
            }
        }
    }
}

/// The location and expression of a record.
fn described(data: &mut DebugRecordData) -> Option<(&mut Metadata, &mut Metadata)> {
    match data {
        DebugRecordData::Value { location, expression, .. }
        | DebugRecordData::Declare { location, expression, .. }
        | DebugRecordData::DeclareValue { location, expression, .. }
        | DebugRecordData::Assign { location, expression, .. } => Some((location, expression)),
        DebugRecordData::Label { .. } => None,
    }
}

/// The values of a location: one, or those of a list.
fn listed(f: &FunctionEdit<'_, '_>, location: Metadata) -> Vec<Metadata> {
    match location.open() {
        MetadataRef::ArgList(n) => f.editor.body().arg_lists()[n as usize].to_vec(),
        _ => vec![location],
    }
}

/// A location with another value in place of the result of an instruction.
fn with_listed(f: &mut FunctionEdit<'_, '_>, location: Metadata, inst: Inst, new: Metadata) -> Metadata {
    if !matches!(location.open(), MetadataRef::ArgList(_)) {
        return new;
    }
    let mut values = listed(f, location);
    for value in &mut values {
        if f.editor.body().local_value(*value) == Some(inst.into()) {
            *value = new;
        }
    }
    f.editor.arg_list(values.into())
}

/// The result of an instruction as DWARF operations on its operands. In the operations, the operand n of `others` is n + 1 after
/// `DW_OP_LLVM_arg`.
struct Computed {
    operand: Value,
    others: Vec<Value>,
    operations: Vec<u64>,
}

/// The operation of DWARF for a binary operation.
fn binary_operation(op: BinaryOp) -> Option<u64> {
    Some(match op {
        BinaryOp::Add => 0x22,
        BinaryOp::Sub => OP_MINUS,
        BinaryOp::Mul => 0x1e,
        BinaryOp::SDiv => 0x1b,
        BinaryOp::SRem => 0x1d,
        BinaryOp::Or => 0x21,
        BinaryOp::And => 0x1a,
        BinaryOp::Xor => 0x27,
        BinaryOp::Shl => 0x24,
        BinaryOp::LShr => 0x25,
        BinaryOp::AShr => 0x26,
        _ => return None,
    })
}

/// The operation of DWARF for a comparison.
fn comparison_operation(predicate: IntPredicate) -> u64 {
    match predicate {
        IntPredicate::Eq => 0x29,
        IntPredicate::Ne => 0x2e,
        IntPredicate::Ugt | IntPredicate::Sgt => 0x2b,
        IntPredicate::Uge | IntPredicate::Sge => 0x2a,
        IntPredicate::Ult | IntPredicate::Slt => 0x2d,
        IntPredicate::Ule | IntPredicate::Sle => 0x2c,
    }
}

fn as_expression(f: &FunctionEdit<'_, '_>, inst: Inst) -> Option<Computed> {
    let plain = |operand, operations| Some(Computed { operand, others: Vec::new(), operations });
    let with_other = |operand, other, operation| {
        Some(Computed { operand, others: vec![other], operations: vec![OP_LLVM_ARG, 1, operation] })
    };
    let (module, body) = (f.editor.module(), f.editor.body());
    let (cx, layout) = (module.context(), module.data_layout());
    let bits = |ty: Type| layout.size_in_bits(cx, ty).filter(|size| !size.scalable).map(|size| size.min);
    match *body.inst(inst) {
        InstData::Cast { op, value, .. } => {
            let (from, to) = (f.editor.type_of(value), body.inst_type(inst));
            let [from_bits, to_bits] = [bits(from)?, bits(to)?];
            let is_noop = match op {
                CastOp::BitCast => true,
                CastOp::PtrToInt | CastOp::IntToPtr => from_bits == to_bits,
                _ => false,
            };
            if is_noop {
                return plain(value, Vec::new());
            }
            let is_plain =
                matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::PtrToInt | CastOp::IntToPtr);
            if cx.is_vector(to) || !is_plain {
                return None;
            }
            let encoding = ENCODINGS[usize::from(op != CastOp::SExt)];
            plain(value, vec![OP_LLVM_CONVERT, from_bits, encoding, OP_LLVM_CONVERT, to_bits, encoding])
        }
        InstData::GetElementPtr { source, operands, .. } => {
            let operands = body.list_values(&operands);
            match (constant_offset(f, source, &operands[1..]), &operands[1..]) {
                (Some(offset), _) => plain(operands[0], offset_operations(offset)),
                (None, &[index]) => {
                    let size = layout.alloc_size(cx, source).filter(|size| !size.scalable)?.min;
                    let scale = [OP_CONSTU, size, 0x1e];
                    let mut operations = vec![OP_LLVM_ARG, 1];
                    operations.extend(scale.iter().filter(|_| size != 1));
                    operations.push(0x22);
                    Some(Computed { operand: operands[0], others: vec![index], operations })
                }
                _ => None,
            }
        }
        InstData::Binary { op, lhs, rhs, .. } => {
            let code = binary_operation(op)?;
            if rhs.is_local() && !cx.is_vector(f.editor.type_of(rhs)) {
                return with_other(lhs, rhs, code);
            }
            let number = module.constants().as_int(cx, rhs).filter(|n| n.width() <= 64)?;
            let number = number.to_i64()?;
            match op {
                BinaryOp::Add => plain(lhs, offset_operations(number)),
                BinaryOp::Sub => plain(lhs, offset_operations(number.wrapping_neg())),
                _ => plain(lhs, vec![OP_CONSTU, number as u64, code]),
            }
        }
        InstData::ICmp { predicate, lhs, rhs, .. } => {
            cx.int_width(f.editor.type_of(rhs))?;
            let code = comparison_operation(predicate);
            if rhs.is_local() {
                return with_other(lhs, rhs, code);
            }
            let number = module.constants().as_int(cx, rhs).filter(|n| n.width() <= 64)?.to_i64()?;
            let push = if !predicate.is_unsigned() && !predicate.is_equality() { OP_CONSTS } else { OP_CONSTU };
            plain(lhs, vec![push, number as u64, code])
        }
        _ => None,
    }
}

/// The byte offset of an address computation with constant indices.
fn constant_offset(f: &FunctionEdit<'_, '_>, source: Type, indices: &[Value]) -> Option<i64> {
    let module = f.editor.module();
    let (cx, layout) = (module.context(), module.data_layout());
    let (mut ty, mut offset) = (source, 0i64);
    for (depth, &index) in indices.iter().enumerate() {
        let number = module.constants().as_int(cx, index)?.to_i64()?;
        if depth > 0 && cx.is_struct(ty) {
            let at = layout.struct_layout(cx, ty)?.offsets.get(number as usize).copied()?;
            offset = offset.checked_add_unsigned(at.min)?;
            ty = cx.element_type(ty, number as u64)?;
            continue;
        }
        let size;
        (ty, size) = layout.indexed(cx, ty, depth == 0).filter(|(_, size)| !size.scalable)?;
        offset = offset.checked_add(number.checked_mul(i64::try_from(size.min).ok()?)?)?;
    }
    Some(offset)
}

fn offset_operations(offset: i64) -> Vec<u64> {
    match offset {
        0 => Vec::new(),
        1.. => vec![OP_PLUS_UCONST, offset as u64],
        _ => vec![OP_CONSTU, offset.unsigned_abs(), OP_MINUS],
    }
}

/// Inserts operations into an expression after each of these arguments, as one of several arguments. The operations have `others`
/// further arguments, which each place has of its own; the first is `first`. An expression without arguments has one.
fn inserted(
    metadata: &mut NewMetadata<'_>,
    old: Metadata,
    operations: &[u64],
    (places, is_list, first, others): (&[u64], bool, u64, u64),
) -> Option<Metadata> {
    let words = metadata.node(old.as_node()?).words;
    let renumbered = |index: usize, elements: &mut Vec<u64>| {
        let first = first + index as u64 * others;
        let mut rest = operations;
        while let [code, after @ ..] = rest {
            elements.push(*code);
            let (own, after) = after.split_at(operation_args(*code));
            elements.extend(own.iter().map(|&n| if *code == OP_LLVM_ARG { n - 1 + first } else { n }));
            rest = after;
        }
    };
    let mut elements = Vec::new();
    if !is_list {
        elements.extend([OP_LLVM_ARG, 0]);
        renumbered(0, &mut elements);
    }
    append(&mut elements, words, true, |op, elements| {
        let place = op.args().next().filter(|_| op.code == OP_LLVM_ARG);
        if let Some(index) = places.iter().position(|&p| Some(p) == place) {
            renumbered(index, elements);
        }
    });
    expression(metadata, &elements)
}

/// Appends the operations of an expression; `after` may add elements after each. A needed `DW_OP_stack_value` that the expression
/// does not have precedes its fragment.
fn append(
    elements: &mut Vec<u64>,
    words: &[u32],
    mut needs_stack_value: bool,
    after: impl Fn(&Operation<'_>, &mut Vec<u64>),
) {
    for op in expression_operations(words) {
        if op.code == OP_STACK_VALUE {
            needs_stack_value = false;
        } else if op.code == OP_LLVM_FRAGMENT && needs_stack_value {
            elements.push(OP_STACK_VALUE);
            needs_stack_value = false;
        }
        elements.push(op.code);
        elements.extend(op.args());
        after(&op, elements);
    }
    elements.extend(needs_stack_value.then_some(OP_STACK_VALUE));
}

/// The expression with these elements, unless they are too many.
fn expression(metadata: &mut NewMetadata<'_>, elements: &[u64]) -> Option<Metadata> {
    let words: Vec<u32> = elements.iter().flat_map(|&e| [e as u32, (e >> 32) as u32]).collect();
    debug_assert!(expression_elements(&words).eq(elements.iter().copied()));
    (elements.len() <= MAX_ELEMENTS).then(|| metadata.add_node(NodeKind::DIExpression, false, &words))
}

/// Prepends operations to an expression; a computed value is a stack value, not a memory location.
fn prepended(metadata: &mut NewMetadata<'_>, old: Metadata, operations: &[u64], is_value: bool) -> Option<Metadata> {
    if operations.is_empty() {
        return Some(old);
    }
    let words = metadata.node(old.as_node()?).words;
    let mut elements = operations.to_vec();
    append(&mut elements, words, is_value, |_, _| {});
    expression(metadata, &elements)
}
