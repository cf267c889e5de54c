//! Rules about single instructions: each edit changes the first one, or an operand of it.

use lindworm_ir::context::SyncScope;
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::{InstData, Module, Type, Value};

use crate::Edit;
use crate::blocks::{inst, replace, replace_constant, set_type};

/// Uses the second argument wherever the first one is used.
fn second_for_first(module: &mut Module) {
    replace(module, |v| v == Value::arg(0), Value::arg(1));
}

/// Uses the second argument where a constant is used.
fn second_for_constant(module: &mut Module) {
    replace_constant(module, Value::arg(1));
}

/// Uses the second argument as the second operand.
fn second_for_second(module: &mut Module) {
    let mut number = 0;
    let (body, inst) = inst(module, 0);
    let (data, values) = body.inst_and_values_mut(inst);
    data.map_operands(values, |v| {
        number += 1;
        if number == 2 { Value::arg(1) } else { v }
    });
}

/// Uses the second argument for each operand, of whose type the result is then.
fn second_for_all(module: &mut Module) {
    second_for_first(module);
    let (body, inst) = inst(module, 0);
    body.set_inst_type(inst, body.args()[1]);
}

fn set_vector_type(module: &mut Module, element: Type) {
    let ty = module.context().vector(element, 4, false);
    set_type(module, ty);
}

/// Changes what the first instruction is.
fn change(module: &mut Module, f: impl FnOnce(&mut InstData)) {
    let (body, inst) = inst(module, 0);
    f(body.inst_mut(inst));
}

/// Sets the ordering and the scope of the first instruction, where it has any; of `cmpxchg` the ordering of success.
fn set_ordering(module: &mut Module, to: AtomicOrdering, to_scope: SyncScope) {
    use InstData::*;
    change(module, |data| match data {
        Load { ordering, scope, .. }
        | Store { ordering, scope, .. }
        | Fence { ordering, scope }
        | AtomicRmw { ordering, scope, .. }
        | CmpXchg { success: ordering, scope, .. } => (*ordering, *scope) = (to, to_scope),
        _ => {}
    });
}

fn set_source(module: &mut Module, ty: Type) {
    change(module, |data| match data {
        InstData::GetElementPtr { source, .. } => *source = ty,
        InstData::Alloca { allocated, .. } => *allocated = ty,
        _ => {}
    });
}

pub static EDITS: &[Edit] = &[
    ("LW0500", second_for_first),
    ("LW0501", |module| set_type(module, Type::I32)),
    ("LW0503", second_for_first),
    ("LW0504", second_for_all),
    ("LW0505", second_for_constant),
    ("LW0506", second_for_all),
    ("LW0507", |module| set_type(module, Type::I64)),
    ("LW0508", second_for_all),
    ("LW0509", |module| set_type(module, Type::DOUBLE)),
    ("LW0510", second_for_all),
    ("LW0511", |module| set_type(module, Type::I64)),
    ("LW0512", second_for_all),
    ("LW0513", |module| set_type(module, Type::I64)),
    // trunc
    ("LW0514", second_for_first),
    ("LW0515", |module| set_type(module, Type::FLOAT)),
    ("LW0516", |module| set_vector_type(module, Type::I8)),
    ("LW0517", |module| set_type(module, Type::I64)),
    // zext
    ("LW0518", second_for_first),
    ("LW0519", |module| set_type(module, Type::FLOAT)),
    ("LW0520", |module| set_vector_type(module, Type::I32)),
    ("LW0521", |module| set_type(module, Type::I8)),
    // sext
    ("LW0522", second_for_first),
    ("LW0523", |module| set_type(module, Type::FLOAT)),
    ("LW0524", |module| set_vector_type(module, Type::I32)),
    ("LW0525", |module| set_type(module, Type::I8)),
    // fptrunc
    ("LW0526", second_for_first),
    ("LW0527", |module| set_type(module, Type::I8)),
    ("LW0528", |module| set_vector_type(module, Type::FLOAT)),
    ("LW0529", |module| set_type(module, Type::DOUBLE)),
    // fpext
    ("LW0530", second_for_first),
    ("LW0531", |module| set_type(module, Type::I128)),
    ("LW0532", |module| set_vector_type(module, Type::DOUBLE)),
    ("LW0533", |module| set_type(module, Type::FLOAT)),
    // uitofp
    ("LW0534", |module| set_vector_type(module, Type::FLOAT)),
    ("LW0535", second_for_first),
    ("LW0536", |module| set_type(module, Type::I64)),
    ("LW0537", |module| set_vector_type(module, Type::FLOAT)),
    // sitofp
    ("LW0538", |module| set_vector_type(module, Type::FLOAT)),
    ("LW0539", second_for_first),
    ("LW0540", |module| set_type(module, Type::I64)),
    ("LW0541", |module| set_vector_type(module, Type::FLOAT)),
    // fptoui
    ("LW0542", |module| set_vector_type(module, Type::I32)),
    ("LW0543", second_for_first),
    ("LW0544", |module| set_type(module, Type::DOUBLE)),
    ("LW0545", |module| set_vector_type(module, Type::I32)),
    // fptosi
    ("LW0546", |module| set_vector_type(module, Type::I32)),
    ("LW0547", second_for_first),
    ("LW0548", |module| set_type(module, Type::DOUBLE)),
    ("LW0549", |module| set_vector_type(module, Type::I32)),
    // ptrtoaddr
    ("LW0550", second_for_first),
    ("LW0551", |module| set_type(module, Type::DOUBLE)),
    ("LW0552", |module| set_vector_type(module, Type::I64)),
    ("LW0553", |module| set_vector_type(module, Type::I64)),
    // ptrtoint
    ("LW0555", second_for_first),
    ("LW0556", |module| set_type(module, Type::DOUBLE)),
    ("LW0557", |module| set_vector_type(module, Type::I64)),
    ("LW0558", |module| set_vector_type(module, Type::I64)),
    // inttoptr
    ("LW0559", second_for_first),
    ("LW0560", |module| set_type(module, Type::I32)),
    ("LW0561", |module| set_vector_type(module, Type::PTR)),
    ("LW0562", |module| set_vector_type(module, Type::PTR)),
    ("LW0563", |module| set_type(module, Type::I64)),
    // addrspacecast
    ("LW0564", second_for_first),
    ("LW0565", |module| set_type(module, Type::I64)),
    ("LW0566", |module| set_type(module, Type::PTR)),
    ("LW0567", |module| {
        let pointer = module.context().ptr(1);
        set_vector_type(module, pointer);
    }),
    // icmp, fcmp
    ("LW0568", second_for_second),
    ("LW0569", second_for_first),
    ("LW0570", second_for_second),
    ("LW0571", second_for_first),
    // phi, select
    ("LW0574", |module| {
        let (body, phi) = inst(module, 1);
        let (data, values) = body.inst_and_values_mut(phi);
        data.map_operands(values, |v| if v == Value::arg(0) { Value::arg(1) } else { v });
    }),
    ("LW0575", second_for_first),
    ("LW0576", |module| set_type(module, Type::I64)),
    // vectors and aggregates
    ("LW0577", second_for_constant),
    ("LW0578", second_for_second),
    ("LW0579", second_for_second),
    ("LW0580", |module| set_type(module, Type::I64)),
    ("LW0581", second_for_constant),
    // load
    ("LW0582", second_for_first),
    ("LW0583", |module| set_type(module, Type::TOKEN)),
    ("LW0584", |module| set_ordering(module, AtomicOrdering::Release, SyncScope::SYSTEM)),
    ("LW0586", |module| set_ordering(module, AtomicOrdering::NotAtomic, SyncScope::SINGLE_THREAD)),
    // store
    ("LW0587", second_for_second),
    ("LW0588", |module| {
        let none = module.constants().intern(Type::TOKEN, lindworm_ir::constant::ConstantData::None);
        replace_constant(module, none);
    }),
    ("LW0589", |module| set_ordering(module, AtomicOrdering::Acquire, SyncScope::SYSTEM)),
    ("LW0591", |module| set_ordering(module, AtomicOrdering::NotAtomic, SyncScope::SINGLE_THREAD)),
    // fence, cmpxchg, atomicrmw
    ("LW0594", |module| set_ordering(module, AtomicOrdering::Monotonic, SyncScope::SYSTEM)),
    ("LW0596", |module| set_ordering(module, AtomicOrdering::Unordered, SyncScope::SYSTEM)),
    ("LW0597", |module| {
        change(module, |data| {
            if let InstData::CmpXchg { failure, .. } = data {
                *failure = AtomicOrdering::Release;
            }
        });
    }),
    ("LW0598", |module| set_ordering(module, AtomicOrdering::Unordered, SyncScope::SYSTEM)),
    ("LW0599", |module| {
        second_for_constant(module);
        let ty = module.context().vector(Type::I32, 2, false);
        set_type(module, ty);
    }),
    ("LW0600", |module| {
        replace(module, |v| v == Value::arg(1), Value::arg(2));
        set_type(module, Type::I32);
    }),
    ("LW0601", |module| {
        second_for_constant(module);
        set_type(module, Type::FLOAT);
    }),
    ("LW0617", |module| {
        replace(module, |v| v == Value::arg(1), Value::arg(2));
        set_type(module, Type::I32);
    }),
    ("LW0618", |module| set_ordering(module, AtomicOrdering::SeqCst, SyncScope::SYSTEM)),
    // alloca
    ("LW0602", |module| {
        let ty = module.context().function_type(Type::VOID, &[], false);
        set_source(module, ty);
    }),
    ("LW0604", second_for_first),
    // getelementptr
    ("LW0608", second_for_first),
    ("LW0609", |module| set_source(module, Type::TOKEN)),
    ("LW0610", |module| {
        let vector = module.context().vector(Type::I32, 1, true);
        let ty = module.context().struct_type(&[vector], false);
        set_source(module, ty);
    }),
    ("LW0611", second_for_constant),
    ("LW0612", |module| {
        let [zero, seven] =
            [(Type::I64, 0), (Type::I32, 7)].map(|(ty, n)| module.constants().int(module.context(), ty, n));
        replace(module, |v| v.is_constant() && v != zero, seven);
    }),
    ("LW0613", |module| set_type(module, Type::I64)),
    ("LW0614", |module| set_vector_type(module, Type::PTR)),
    ("LW0615", |module| set_vector_type(module, Type::PTR)),
    ("LW0616", |module| {
        let ty = module.context().ptr(1);
        set_type(module, ty);
    }),
];
