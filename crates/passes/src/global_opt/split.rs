//! A struct or array whose elements are only loaded and stored becomes a variable for each element.

use std::collections::BTreeMap;

use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::Editor;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::Align;
use lindworm_ir::module::{GlobalKind, GlobalValue, Variable};
use lindworm_ir::uses::Uses;
use lindworm_ir::{Body, Global, Inst, InstData, Module, Type, Value};

use super::Status;
use crate::value_tracking::Query;

/// The maximum number of elements, as in LLVM.
const MAX_PARTS: usize = 16;
/// The maximum number of address computations between a variable and an address in it.
const MAX_STEPS: usize = 64;

/// The loads and stores of a variable in one function, each with its offset, and the other users: address computations.
#[derive(Default)]
struct Users {
    accesses: Vec<(Inst, u64)>,
    addresses: Vec<Inst>,
}

/// Splits a variable. Returns whether it did. Variables with debug information are left.
pub(super) fn split(module: &mut Module, variable: Global, initializer: Value, status: &Status) -> bool {
    let Some(data) = module.global(variable) else { return false };
    let cx = module.context();
    let is_described = data.metadata.iter().any(|(kind, _)| *kind == MetadataKind::DBG);
    if is_described || !cx.is_aggregate(data.value_type) {
        return false;
    }
    let Some((parts, users)) = accesses(module, variable, status) else { return false };
    let Some(values) = initial_values(module, initializer, status, &parts) else { return false };
    let layout = module.data_layout();
    let aligned = if data.align.is_some() { Some(data.align) } else { layout.abi_align(cx, data.value_type) };
    let aligned = aligned.and_then(Align::bytes).unwrap_or(1);
    let GlobalKind::Variable(old) = &data.kind else { return false };
    let (template, old, name) = (data.clone(), old.clone(), data.name().to_vec());
    let pointer = module.value_type(None, variable.into());
    let mut order: Vec<Global> = module.global_values().collect();
    let mut new: HashMap<u64, (Global, Align)> = HashMap::default();
    let mut made = Vec::new();
    for (n, ((&offset, &ty), value)) in parts.iter().zip(values).enumerate() {
        let align = if offset == 0 { aligned } else { aligned.min(1 << offset.trailing_zeros()) };
        let align = Align::new(align).unwrap_or(Align::ONE);
        let name = [&name[..], format!(".{n}").as_bytes()].concat();
        let kind = GlobalKind::Variable(Variable { initializer: Some(value), ..old.clone() });
        let mut part = GlobalValue::new(&name, ty, pointer, kind);
        (part.linkage, part.visibility, part.dll_storage) =
            (template.linkage, template.visibility, template.dll_storage);
        (part.dso_local, part.unnamed_addr, part.tls) = (template.dso_local, template.unnamed_addr, template.tls);
        (part.section, part.partition) = (template.section.clone(), template.partition.clone());
        (part.comdat, part.align) = (template.comdat, align);
        let global = module.add_global(part);
        made.push(global);
        new.insert(offset, (global, align));
    }
    // The parts take the place of the variable.
    if let Some(place) = order.iter().position(|&g| g == variable) {
        order.splice(place..place, made);
        module.set_global_order(&order);
    }
    let mut functions: Vec<Global> = users.keys().copied().collect();
    functions.sort_unstable_by_key(|f| f.as_u32());
    module.edit_bodies(&functions, |module, body, additions| {
        let Some(users) = users.get(&additions.function()) else { return };
        let mut editor = Editor::new(module, body);
        for &(inst, offset) in &users.accesses {
            let Some(&(part, least)) = new.get(&offset) else { continue };
            editor.change(inst, |data, _| {
                if let InstData::Load { pointer, align, .. } | InstData::Store { pointer, align, .. } = data {
                    *pointer = part.into();
                    *align = if align.bytes() < least.bytes() { least } else { *align };
                }
            });
        }
        // An address computation is listed after the one that it uses.
        for &inst in users.addresses.iter().rev() {
            if editor.body().inst_block(inst).is_some() && editor.uses().is_unused(inst.into()) {
                editor.erase(inst);
            }
        }
    });
    true
}

/// The offset of an address in a variable, if that is constant.
fn offset_in(query: &Query<'_>, variable: Global, address: Value) -> Option<u64> {
    let (mut address, mut offset) = (address, 0i64);
    for _ in 0..MAX_STEPS {
        if address == Value::from(variable) {
            return u64::try_from(offset).ok();
        }
        let (source, operands) = query.gep(address)?;
        if query.module.context().is_vector(query.type_of(address)) {
            return None;
        }
        offset = offset.checked_add(query.constant_offset(source, &operands[1..])?)?;
        address = operands[0];
    }
    None
}

/// The types of the elements that are accessed by their offsets, and the users in each function. `None` unless all users access
/// such elements.
fn accesses(
    module: &Module,
    variable: Global,
    status: &Status,
) -> Option<(BTreeMap<u64, Type>, HashMap<Global, Users>)> {
    let size_of = |ty| module.data_layout().store_size(module.context(), ty).filter(|size| !size.scalable);
    let whole = size_of(module.global(variable)?.value_type)?.min;
    let mut parts: BTreeMap<u64, Type> = BTreeMap::new();
    let mut users: HashMap<Global, Users> = HashMap::default();
    let mut seen: HashSet<(Global, Inst)> = HashSet::default();
    let no_uses = Uses::default();
    for &(function, inst) in status.users.iter().filter(|user| seen.insert(**user)) {
        let body = module.body(function)?;
        let query = Query::of_body(module, function, body, &no_uses);
        let of_function = users.entry(function).or_default();
        let (pointer, ty) = match *body.inst(inst) {
            InstData::Load { pointer, .. } => (pointer, body.inst_type(inst)),
            InstData::Store { pointer, value, .. } => (pointer, query.type_of(value)),
            InstData::GetElementPtr { .. } => {
                of_function.addresses.push(inst);
                continue;
            }
            _ => return None,
        };
        let offset = offset_in(&query, variable, pointer)?;
        if offset.checked_add(size_of(ty)?.min)? > whole || *parts.entry(offset).or_insert(ty) != ty {
            return None;
        }
        if parts.len() > MAX_PARTS {
            return None;
        }
        of_function.accesses.push((inst, offset));
    }
    let ends = parts.iter().map(|(&offset, &ty)| size_of(ty).map(|size| offset + size.min));
    let is_apart = ends.zip(parts.keys().skip(1)).all(|(end, &next)| end.is_some_and(|end| end <= next));
    (is_apart && !parts.is_empty()).then_some((parts, users))
}

/// The initial value of each part.
fn initial_values(
    module: &Module,
    initializer: Value,
    status: &Status,
    parts: &BTreeMap<u64, Type>,
) -> Option<Vec<Value>> {
    let (function, _) = *status.users.first()?;
    let body: &Body = module.body(function)?;
    let no_uses = Uses::default();
    let query = Query::of_body(module, function, body, &no_uses);
    parts.iter().map(|(&offset, &ty)| query.constant_at(initializer, offset, ty)).collect()
}
