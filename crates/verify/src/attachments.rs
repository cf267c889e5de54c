//! Metadata attached to instructions: ranges, profiles, alias scopes, ...

pub(crate) mod alias;
mod assign_id;
mod newer;
mod profile;
mod range;

use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::{NodeKind, location, subprogram};
use lindworm_ir::eval::{CastOp, Float};
use lindworm_ir::metadata::{MetadataRef, NodeRef};
use lindworm_ir::types::TypeKind;
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Context, Global, Inst, InstData, Metadata, Type, Value};

use crate::check::{Checked, Checker, FunctionCheck, check};
use crate::metadata::{self, Locations, operand, operands};
use crate::rules::attachments as rules;

pub(crate) use assign_id::AssignIds;
pub(crate) use profile::check_unknown as check_unknown_profile;

/// State of the checks of one function.
#[derive(Default)]
pub(crate) struct State {
    /// The last valid location: the next instruction often has the same.
    good_location: Option<Metadata>,
}

/// The check of an attachment of one kind.
type Check = fn(&mut FunctionCheck, Inst, Metadata) -> Checked;

/// The kinds with rules, in LLVM's order.
static CHECKS: &[(MetadataKind, Check)] = &[
    (kind("fpmath"), check_fpmath),
    (kind("range"), range::check),
    (kind("noalias.addrspace"), range::check_no_alias_address_spaces),
    (kind("invariant.group"), check_invariant_group),
    (kind("nonnull"), check_nonnull),
    (kind("dereferenceable"), check_dereferenceable),
    (kind("dereferenceable_or_null"), check_dereferenceable),
    (kind("nofree"), check_nofree),
    (kind("tbaa"), |f, inst, m| {
        let _ = crate::tbaa::check(f, inst, m);
        Ok(())
    }),
    (kind("noalias"), alias::check_scopes),
    (kind("alias.scope"), alias::check_scopes),
    (kind("llvm.access.group"), alias::check_access_group),
    (kind("align"), check_align),
    (kind("prof"), profile::check),
    (kind("memprof"), profile::check_memprof),
    (kind("callsite"), profile::check_callsite),
    (kind("callee_type"), check_callee_type),
    (kind("DIAssignID"), assign_id::check),
    (kind("mmra"), alias::check_mmra),
    (kind("annotation"), check_annotation),
    (kind("captures"), check_captures),
    (kind("alloc_token"), check_alloc_token),
];

/// The fixed kind `name`, which every context has.
const fn kind(name: &str) -> MetadataKind {
    match MetadataKind::fixed(name.as_bytes()) {
        Some(kind) => kind,
        None => panic!("no such kind"),
    }
}

/// A bit set of the kinds in [`CHECKS`].
const CHECKED: u64 = {
    let mut bits = 0;
    let mut i = 0;
    while i < CHECKS.len() {
        bits |= 1 << CHECKS[i].0.0;
        i += 1;
    }
    bits
};

/// Checks all attachments of an instruction.
pub(crate) fn check(f: &mut FunctionCheck, inst: Inst) -> Checked {
    let attachments = f.body.attachments(inst);
    if !attachments.is_empty() {
        let bit = |k: MetadataKind| if k.0 < 64 { 1u64 << k.0 } else { 0 };
        let present = attachments.iter().fold(0, |bits, (k, _)| bits | bit(*k));
        if present & CHECKED != 0 {
            for (kind, check) in CHECKS.iter().filter(|(k, _)| present & bit(*k) != 0) {
                if let Some((_, m)) = attachments.iter().find(|(k, _)| k == kind) {
                    check(f, inst, *m)?;
                }
            }
        }
    }
    if f.module.version() >= IrVersion::V23 && !attachments.is_empty() {
        newer::check(f, inst, attachments)?;
    }
    if let Some(m) = f.body.debug_loc(inst)
        && f.attachments.good_location != Some(m)
    {
        check_location(f, inst, m)?;
        if !f.broken {
            f.attachments.good_location = Some(m);
        }
    }
    for (kind, m) in attachments {
        let locations = if *kind == MetadataKind::LOOP { Locations::Allowed } else { Locations::Forbidden };
        let _ = metadata::check_node(f, *m, locations);
    }
    Ok(())
}

/// Checks `!dbg`.
fn check_location(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let node = f.view.node_of_kind(m, NodeKind::DILocation);
    check!(f, node.is_some(), rules::INVALID_LOCATION, f.value(inst), m);
    let _ = metadata::check_node(f, m, Locations::Allowed);
    if let Some(node) = node.filter(|n| n.get(location::ATOM_GROUP) != 0)
        && let Some(subprogram) = node.get_ref(location::SCOPE).and_then(|scope| f.view.links().subprogram(scope))
    {
        let subprogram = Metadata::new(MetadataRef::Node(subprogram));
        let keys = f.view.node(subprogram).is_some_and(|n| n.get(subprogram::KEY_INSTRUCTIONS) != 0);
        check!(f, keys, rules::ATOM_WITHOUT_KEY_INSTRUCTIONS, m, subprogram);
    }
    Ok(())
}

/// The operand as a constant integer.
fn int(checker: &Checker, operand: Option<Metadata>) -> Option<Value> {
    let constant = checker.view.constant(operand?)?;
    checker.module.constants().as_int(checker.cx, constant).map(|_| constant)
}

/// The operand as a string.
fn string<'m>(checker: &Checker<'m>, operand: Option<Metadata>) -> Option<&'m [u8]> {
    checker.view.string(operand?)
}

/// The operand as a node.
fn node<'m>(checker: &Checker<'m>, operand: Option<Metadata>) -> Option<NodeRef<'m>> {
    checker.view.node(operand?)
}

/// Whether an instruction is a `call`, `invoke` or `callbr`.
fn is_call(f: &FunctionCheck, inst: Inst) -> bool {
    f.body.inst(inst).call_info().is_some()
}

fn check_fpmath(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let shown = f.value(inst);
    check!(f, has_floats(f.cx, f.body.inst_type(inst)), rules::FPMATH_RESULT, shown);
    let operands = operands(f.view, m);
    check!(f, operands.len() == 1, rules::FPMATH_OPERANDS, shown);
    let constant = operand(operands, 0).and_then(|m| f.view.constant(m));
    let Some((ty, accuracy)) = constant.and_then(|c| float(f, c)) else {
        return f.fail(&rules::FPMATH_INVALID, &[shown]);
    };
    check!(f, ty == Type::FLOAT, rules::FPMATH_TYPE, shown);
    let positive = accuracy.to_f32().is_some_and(|x| x.is_finite() && x > 0.0);
    check!(f, positive, rules::FPMATH_ACCURACY, shown);
    Ok(())
}

/// Whether a type is floating point, or a vector, array or homogeneous struct of it.
fn has_floats(cx: &Context, mut ty: Type) -> bool {
    if let TypeKind::Struct { fields, .. } = cx.kind(ty) {
        let Some((&first, rest)) = fields.split_first() else { return false };
        if rest.iter().any(|&f| f != first) {
            return false;
        }
        ty = first;
    }
    while let TypeKind::Array { element, .. } = cx.kind(ty) {
        ty = *element;
    }
    cx.is_float_or_float_vector(ty)
}

/// The type and value of a floating-point constant.
fn float(checker: &Checker, constant: Value) -> Option<(Type, Float)> {
    use lindworm_ir::constant::ConstantData;
    let node = checker.module.constants().node(constant)?;
    let value = match &node.data {
        ConstantData::Float(bits) => Float::from_bits(node.ty.float_format()?, u128::from(*bits)),
        ConstantData::WideFloat(f) => **f,
        _ => return None,
    };
    Some((node.ty, value))
}

fn check_invariant_group(f: &mut FunctionCheck, inst: Inst, _: Metadata) -> Checked {
    let accesses = matches!(f.body.inst(inst), InstData::Load { .. } | InstData::Store { .. });
    check!(f, accesses, rules::INVARIANT_GROUP, f.value(inst));
    Ok(())
}

fn check_nonnull(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let shown = f.value(inst);
    check!(f, f.cx.is_pointer(f.body.inst_type(inst)), rules::NONNULL_TYPE, shown);
    check!(f, matches!(f.body.inst(inst), InstData::Load { .. }), rules::NONNULL_PLACE, shown);
    check!(f, operands(f.view, m).is_empty(), rules::NONNULL_OPERANDS, shown);
    Ok(())
}

fn check_dereferenceable(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let mut rule = None;
    let operands = operands(f.view, m);
    let value = int(f, operand(operands, 0)).map(|v| f.ty(v));
    let places = matches!(f.body.inst(inst), InstData::Load { .. } | InstData::Cast { op: CastOp::IntToPtr, .. });
    if !f.cx.is_pointer(f.body.inst_type(inst)) {
        rule = Some(&rules::DEREFERENCEABLE_TYPE);
    } else if !places {
        rule = Some(&rules::DEREFERENCEABLE_PLACE);
    } else if operands.len() != 1 {
        rule = Some(&rules::DEREFERENCEABLE_OPERANDS);
    } else if value != Some(Type::I64) {
        rule = Some(&rules::DEREFERENCEABLE_VALUE);
    }
    if let Some(rule) = rule {
        let entities = [f.value(inst)];
        let _ = f.fail(rule, &entities);
    }
    Ok(())
}

fn check_nofree(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let pointer = f.cx.is_pointer(f.body.inst_type(inst));
    let casts = matches!(f.body.inst(inst), InstData::Cast { op: CastOp::IntToPtr, .. });
    let rule = match (pointer, casts, operands(f.view, m).is_empty()) {
        (false, ..) => &rules::NOFREE_TYPE,
        (_, false, _) => &rules::NOFREE_PLACE,
        (.., false) => &rules::NOFREE_OPERANDS,
        _ => return Ok(()),
    };
    let entities = [f.value(inst)];
    let _ = f.fail(rule, &entities);
    Ok(())
}

fn check_align(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let shown = f.value(inst);
    check!(f, f.cx.is_pointer(f.body.inst_type(inst)), rules::ALIGN_TYPE, shown);
    check!(f, matches!(f.body.inst(inst), InstData::Load { .. }), rules::ALIGN_PLACE, shown);
    let operands = operands(f.view, m);
    check!(f, operands.len() == 1, rules::ALIGN_OPERANDS, shown);
    let value = int(f, operand(operands, 0)).filter(|&v| f.ty(v) == Type::I64);
    check!(f, value.is_some(), rules::ALIGN_VALUE, shown);
    let bytes = value.and_then(|v| f.module.constants().as_u64(v)).unwrap_or_default();
    check!(f, bytes.is_power_of_two(), rules::ALIGN_POWER, shown);
    check!(f, bytes <= lindworm_ir::instruction::Align::MAX, rules::ALIGN_HUGE, shown);
    Ok(())
}

fn check_callee_type(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let _ = check_callee_types(f, inst, m);
    Ok(())
}

fn check_callee_types(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    check!(f, is_call(f, inst), rules::CALLEE_TYPE_PLACE, f.value(inst));
    for &word in operands(f.view, m) {
        let of = Metadata::from_word(word);
        check!(f, node(f, of).is_some(), rules::CALLEE_TYPE_LIST, of);
        check!(f, node(f, of).is_some(), rules::CALLGRAPH_LIST, of);
        let parts = of.map_or(&[][..], |of| operands(f.view, of));
        if f.module.version() >= IrVersion::V23 {
            check!(f, parts.len() == 1, rules::CALLGRAPH_PARTS, of);
            let name = string(f, operand(parts, 0));
            check!(f, name.is_some(), rules::CALLGRAPH_STRING, of);
            check!(f, name.is_some_and(|n| n.ends_with(b".generalized")), rules::CALLGRAPH_GENERALIZED, of);
            continue;
        }
        check!(f, parts.len() == 2, rules::CALLEE_TYPE_PARTS, of);
        let offset = int(f, operand(parts, 0)).and_then(|v| f.module.constants().as_u64(v));
        check!(f, offset == Some(0), rules::CALLEE_TYPE_OFFSET, of);
        let name = string(f, operand(parts, 1));
        check!(f, name.is_some_and(|n| n.ends_with(b".generalized")), rules::CALLEE_TYPE_GENERALIZED, of);
    }
    Ok(())
}

fn check_annotation(f: &mut FunctionCheck, _: Inst, m: Metadata) -> Checked {
    let rule = match f.view.tuple(m) {
        None => &rules::ANNOTATION_TUPLE,
        Some([]) => &rules::ANNOTATION_OPERANDS,
        Some(operands) => {
            let is_string = |word: &u32| string(f, Metadata::from_word(*word)).is_some();
            let is_strings = |word: &u32| {
                let tuple = Metadata::from_word(*word).and_then(|m| f.view.tuple(m));
                tuple.is_some_and(|t| t.iter().all(is_string))
            };
            if operands.iter().all(|w| is_string(w) || is_strings(w)) {
                return Ok(());
            }
            &rules::ANNOTATION_STRINGS
        }
    };
    let _ = f.fail(rule, &[]);
    Ok(())
}

fn check_captures(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let _ = check_captured(f, inst, m);
    Ok(())
}

fn check_captured(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let shown = f.value(inst);
    let InstData::Store { value, .. } = *f.body.inst(inst) else {
        return f.fail(&rules::CAPTURES_PLACE, &[shown]);
    };
    check!(f, f.cx.is_pointer(f.ty(value)), rules::CAPTURES_TYPE, shown);
    let operands = operands(f.view, m);
    check!(f, !operands.is_empty(), rules::CAPTURES_EMPTY, shown);
    for &word in operands {
        let of = Metadata::from_word(word);
        let Some(name) = string(f, of) else { return f.fail(&rules::CAPTURES_STRINGS, &[shown]) };
        let known = [&b"address_is_null"[..], b"address", b"read_provenance", b"provenance"].contains(&name);
        check!(f, known, rules::CAPTURES_UNKNOWN, shown, of);
    }
    Ok(())
}

fn check_alloc_token(f: &mut FunctionCheck, inst: Inst, m: Metadata) -> Checked {
    let operands = operands(f.view, m);
    let (rule, shown) = if !is_call(f, inst) {
        (&rules::ALLOC_TOKEN_PLACE, f.value(inst))
    } else if operands.len() != 2 {
        (&rules::ALLOC_TOKEN_OPERANDS, m.into())
    } else if string(f, operand(operands, 0)).is_none() {
        (&rules::EXPECTED_STRING, m.into())
    } else if int(f, operand(operands, 1)).is_none() {
        (&rules::EXPECTED_INTEGER, m.into())
    } else {
        return Ok(());
    };
    let _ = f.fail(rule, &[shown]);
    Ok(())
}

/// Checks `!absolute_symbol` of a global.
pub(crate) fn check_absolute_symbol(checker: &mut Checker, id: Global, range: Metadata) -> Checked {
    range::check_absolute_symbol(checker, id, range)
}
