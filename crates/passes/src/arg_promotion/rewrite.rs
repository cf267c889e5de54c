//! The change of a function and its calls to other parameters.

use lindworm_ir::attributes::{AttrKind, AttributeSet};
use lindworm_ir::context::{MetadataKind, SyncScope};
use lindworm_ir::editor::{Editor, Point};
use lindworm_ir::eval::Int;
use lindworm_ir::instruction::{Align, AtomicOrdering, GepFlags};
use lindworm_ir::use_list::Use;
use lindworm_ir::value::replace_list;
use lindworm_ir::{Global, Inst, InstData, Module, Type, Value};

use super::{Calls, Param, Part, by_caller};
use crate::dead_arg_elim::keep_call_metadata;
use crate::erase::{erase_all, erase_dead};
use crate::pass::FunctionEdit;
use crate::salvage::DebugUsers;
use crate::{ALIGN, DEREFERENCEABLE, NO_UNDEF, NON_NULL, RANGE, known};

/// The metadata of a load that holds of a load at the beginning of the function too.
const KEPT: [MetadataKind; 8] = [
    MetadataKind::TBAA,
    MetadataKind::TBAA_STRUCT,
    known!(b"alias.scope"),
    known!(b"noalias"),
    DEREFERENCEABLE,
    known!(b"dereferenceable_or_null"),
    NO_UNDEF,
    known!(b"nontemporal"),
];

/// The metadata whose violation makes the value poison. It is kept if poison would be undefined behaviour anyway.
const KEPT_WITH_NO_UNDEF: [MetadataKind; 3] = [RANGE, NON_NULL, ALIGN];

pub(super) fn rewrite(module: &mut Module, function: Global, calls: &Calls, params: &[Param]) {
    let cx = module.context().clone();
    let Some((result, old, _)) = cx.function_parts(module[function].value_type) else { return };
    let mut types = Vec::new();
    for (param, &ty) in params.iter().zip(old) {
        match param {
            Param::Kept => types.push(ty),
            Param::Promoted(parts) => types.extend(parts.iter().map(|part| part.ty)),
        }
    }
    let ty = cx.function_type(result, &types, false);
    let insts = by_caller(calls);
    let callers: Vec<Global> = calls.iter().map(|(caller, _)| *caller).collect();
    module.edit_bodies(&callers, |module, body, additions| {
        let calls = insts.get(&additions.function()).copied().unwrap_or_default();
        let mut f = FunctionEdit { editor: Editor::new(module, body), analyses: Default::default(), additions };
        let mut dead = Vec::new();
        for &call in calls.iter().rev() {
            change_call(&mut f, call, ty, params, &mut dead);
        }
        if !dead.is_empty() {
            let mut debug_users = DebugUsers::of(&f);
            erase_dead(&mut f, &mut debug_users, dead);
        }
    });
    if let Some(data) = module.global_mut(function).and_then(|g| g.as_function_mut()) {
        let list = cx.attribute_list(data.attributes).clone();
        let sets = new_sets(params, |n| list.param(n));
        // The numbers of parameters in `allocsize` are no longer those of the parameters.
        let of_function = cx.without_attribute(list.function, AttrKind::ALLOC_SIZE);
        data.attributes = cx.make_attribute_list(of_function, list.result, &sets);
    }
    module[function].value_type = ty;
    module.edit_bodies(&[function], |module, body, additions| {
        let names: Vec<Vec<u8>> = (0..params.len()).map(|n| body.name(Value::arg(n as u32)).to_vec()).collect();
        let mut editor = Editor::new(module, body);
        let allocas = make_variables(&mut editor, params, &names);
        drop(editor);
        let (mut next, mut values) = (0, Vec::new());
        for (param, &ty) in params.iter().zip(old) {
            match param {
                Param::Kept => {
                    values.push(Value::arg(next));
                    next += 1;
                }
                Param::Promoted(parts) => {
                    values.push(module.constants().poison(ty));
                    next += parts.len() as u32;
                }
            }
        }
        body.change_args(&types, &values);
        let mut f = FunctionEdit { editor: Editor::new(module, body), analyses: Default::default(), additions };
        let mut next = 0;
        let mut left = allocas.iter();
        for (param, name) in params.iter().zip(&names) {
            let Param::Promoted(parts) = param else {
                next += 1;
                continue;
            };
            for (part, &alloca) in parts.iter().zip(&mut left) {
                let arg = Value::arg(next);
                next += 1;
                f.editor.set_name(arg, &[name, format!(".{}.val", part.offset).as_bytes()].concat());
                let data = InstData::Store {
                    value: arg,
                    pointer: alloca.into(),
                    align: Align::new(part.align).unwrap_or_default(),
                    ordering: AtomicOrdering::NotAtomic,
                    scope: SyncScope::SYSTEM,
                    volatile: false,
                };
                if let Some(after) = f.editor.body().next_inst(alloca) {
                    f.editor.insert(Point::Before(after), data, Type::VOID);
                }
            }
        }
        if !allocas.is_empty() {
            crate::promote(&mut f, &allocas);
        }
    });
}

/// The attribute sets of the new parameters.
fn new_sets(params: &[Param], of: impl Fn(usize) -> AttributeSet) -> Vec<AttributeSet> {
    let mut sets = Vec::new();
    for (n, param) in params.iter().enumerate() {
        match param {
            Param::Kept => sets.push(of(n)),
            Param::Promoted(parts) => sets.extend(parts.iter().map(|_| AttributeSet::default())),
        }
    }
    sets
}

fn change_call(f: &mut FunctionEdit<'_, '_>, inst: Inst, ty: Type, params: &[Param], dead: &mut Vec<Inst>) {
    let cx = f.editor.module().context();
    let Some(call) = f.editor.body().inst(inst).call_info().copied() else { return };
    let old = f.editor.body().list_values(&call.args).to_vec();
    let mut args = Vec::new();
    for (n, &arg) in old.iter().enumerate() {
        // Operands of bundles follow the arguments.
        match params.get(n) {
            Some(Param::Promoted(parts)) => {
                args.extend(parts.iter().map(|part| Value::from(load(f, inst, arg, part))));
                dead.extend(arg.as_inst().filter(|_| parts.is_empty()));
            }
            _ => args.push(arg),
        }
    }
    let list = cx.attribute_list(call.attributes).clone();
    let sets = new_sets(params, |n| list.param(n));
    let of_function = cx.without_attribute(list.function, AttrKind::ALLOC_SIZE);
    let attributes = cx.make_attribute_list(of_function, list.result, &sets);
    f.editor.change(inst, |data, values| {
        if let Some(call) = data.call_info_mut() {
            replace_list(&mut call.args, &args, values);
            (call.function_type, call.attributes) = (ty, attributes);
        }
    });
    keep_call_metadata(&mut f.editor, inst);
    if f.editor.uses().is_unused(inst.into()) {
        f.editor.set_name(inst.into(), b"");
    }
}

/// Loads a part before a call.
fn load(f: &mut FunctionEdit<'_, '_>, call: Inst, base: Value, part: &Part) -> Inst {
    let module = f.editor.module();
    let loc = f.editor.body().debug_loc(call);
    let ty = f.editor.type_of(base);
    let name = match base.as_global() {
        Some(global) => module[global].name().to_vec(),
        None => f.editor.body().name(base).to_vec(),
    };
    let mut pointer = base;
    if part.offset != 0 {
        let space = module.context().addr_space(ty).unwrap_or(0);
        let width = module.data_layout().pointer(space).index_bits;
        let index = module.constants().wide_int(module.context(), &Int::from_i64(width, part.offset));
        let operands = f.editor.list(&[base, index]);
        let data = InstData::GetElementPtr { source: Type::I8, flags: GepFlags::empty(), operands };
        let address = f.editor.insert(Point::Before(call), data, ty);
        f.editor.set_debug_loc(address, loc);
        pointer = address.into();
    }
    let data = InstData::Load {
        pointer,
        align: Align::new(part.align).unwrap_or_default(),
        ordering: AtomicOrdering::NotAtomic,
        scope: SyncScope::SYSTEM,
        volatile: false,
    };
    let load = f.editor.insert(Point::Before(call), data, part.ty);
    f.editor.set_debug_loc(load, loc);
    f.editor.set_name(load.into(), &[&name[..], b".val"].concat());
    let is_no_undef = part.metadata.iter().any(|(kind, _)| *kind == NO_UNDEF);
    for &(kind, metadata) in &part.metadata {
        if KEPT.contains(&kind) || is_no_undef && KEPT_WITH_NO_UNDEF.contains(&kind) {
            f.editor.set_attachment(load, kind, Some(metadata));
        }
    }
    load
}

/// Lets the accesses of promoted parameters access a variable for each part, for promotion to registers. Returns the variables in
/// the order of the parts.
fn make_variables(editor: &mut Editor<'_>, params: &[Param], names: &[Vec<u8>]) -> Vec<Inst> {
    let module = editor.module();
    let space = module.data_layout().alloca_addr_space;
    let pointer = module.context().ptr(space);
    let one = module.constants().int(module.context(), Type::I32, 1);
    let mut all = Vec::new();
    for (n, param) in params.iter().enumerate() {
        let Param::Promoted(parts) = param else { continue };
        let Some(first) = editor.body().blocks().next().and_then(|entry| editor.body().first_inst(entry)) else {
            continue;
        };
        let mut of_offset = Vec::new();
        for part in parts {
            let align = Align::new(part.align).unwrap_or_default();
            let data = InstData::Alloca { allocated: part.ty, count: one, align, in_alloca: false, swift_error: false };
            let alloca = editor.insert(Point::BeforeRecords(first), data, pointer);
            editor.set_name(alloca.into(), &[&names[n][..], format!(".{}.allc", part.offset).as_bytes()].concat());
            of_offset.push((part.offset, alloca));
        }
        all.extend(of_offset.iter().map(|(_, alloca)| *alloca));
        let mut addresses = Vec::new();
        let mut pending: Vec<(Use, i64)> = editor.uses().of(Value::arg(n as u32)).map(|at| (at, 0)).collect();
        while let Some((at, offset)) = pending.pop() {
            match *editor.body().inst(at.user) {
                InstData::GetElementPtr { source, ref operands, .. } => {
                    let step = {
                        let query = crate::value_tracking::Query::new(editor, Global::from_u32(0));
                        query.constant_offset(source, &editor.body().list_values(operands)[1..])
                    };
                    addresses.push(at.user);
                    let inner = offset.wrapping_add(step.unwrap_or(0));
                    pending.extend(editor.uses().of(at.user.into()).map(|at| (at, inner)));
                }
                _ => {
                    if let Some(&(_, alloca)) = of_offset.iter().find(|(of, _)| *of == offset) {
                        editor.set_operand(at, alloca.into());
                    }
                }
            }
        }
        erase_all(editor, &addresses);
    }
    all
}
