//! Passes over instructions and blocks.

use lindworm_ir::context::SyncScope;
use lindworm_ir::editor::{Editor, Point, ValueMap};
use lindworm_ir::eval::BinaryOp;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::{Bundle, TailCall};
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Type, Value};

use crate::body::{
    defined, edit_all, empty_return, erase, erase_blocks, has_addresses, insts, is_plain, set_terminator, tidy,
    unreachable,
};
use crate::delta::Oracle;

pub(crate) fn conditionals_true(module: &mut Module, oracle: &mut Oracle<'_>) {
    conditionals(module, oracle, true);
}

pub(crate) fn conditionals_false(module: &mut Module, oracle: &mut Oracle<'_>) {
    conditionals(module, oracle, false);
}

/// Replaces conditional branches and switches by unconditional branches to one of their successors.
fn conditionals(module: &mut Module, oracle: &mut Oracle<'_>, goes_first: bool) {
    edit_all(module, |editor, function| {
        let mut changes = Vec::new();
        for block in editor.body().blocks() {
            let body = editor.body();
            let Some(last) = body.terminator(block) else { continue };
            let dest = match body.inst(last) {
                InstData::CondBr { if_true, if_false, .. } => {
                    if goes_first {
                        *if_true
                    } else {
                        *if_false
                    }
                }
                InstData::Switch { default, cases, .. } => {
                    match body.list_values(cases).get(1).and_then(|v| v.as_block()) {
                        Some(first) if goes_first => first,
                        _ => *default,
                    }
                }
                _ => continue,
            };
            if !oracle.keep() {
                changes.push((block, dest));
            }
        }
        if changes.is_empty() {
            return;
        }
        for (block, dest) in changes {
            set_terminator(editor, block, InstData::Br { dest });
        }
        tidy(editor, function);
    });
}

/// Replaces an `invoke` by a call.
fn call_of(editor: &mut Editor<'_>, block: Block, invoke: Inst) -> Option<Block> {
    let InstData::Invoke { call, convention, normal, .. } = *editor.body().inst(invoke) else { return None };
    let args = editor.body().list_values(&call.args).to_vec();
    let args = editor.list(&args);
    let ty = editor.body().inst_type(invoke);
    let call = lindworm_ir::instruction::CallInfo { args, ..call };
    let data = InstData::Call { call, convention, tail: TailCall::None, fast_math: Default::default() };
    let new = editor.insert(Point::Before(invoke), data, ty);
    if ty != Type::VOID {
        editor.replace_all(invoke.into(), new.into());
    }
    editor.take_name(invoke.into(), new.into());
    editor.erase(invoke);
    editor.insert(Point::End(block), InstData::Br { dest: normal }, Type::VOID);
    Some(normal)
}

pub(crate) fn invokes(module: &mut Module, oracle: &mut Oracle<'_>) {
    edit_all(module, |editor, function| {
        let mut changes = Vec::new();
        for block in editor.body().blocks() {
            if let Some(last) = editor.body().terminator(block)
                && matches!(editor.body().inst(last), InstData::Invoke { .. })
                && !oracle.keep()
            {
                changes.push((block, last));
            }
        }
        if changes.is_empty() {
            return;
        }
        for (block, invoke) in changes {
            call_of(editor, block, invoke);
        }
        tidy(editor, function);
    });
}

pub(crate) fn unreachable_blocks(module: &mut Module, oracle: &mut Oracle<'_>) {
    edit_all(module, |editor, function| {
        let blocks = unreachable(editor.body());
        if !blocks.is_empty() && !has_addresses(editor.module(), function) && !oracle.keep() {
            erase_blocks(editor, &blocks);
        }
    });
}

pub(crate) fn blocks(module: &mut Module, oracle: &mut Oracle<'_>) {
    edit_all(module, |editor, function| {
        if has_addresses(editor.module(), function) {
            return;
        }
        let body = editor.body();
        let entry = body.entry();
        let gone: HashSet<Block> = body.blocks().filter(|&b| Some(b) != entry && !oracle.keep()).collect();
        if gone.is_empty() {
            return;
        }
        for block in body.blocks().filter(|b| !gone.contains(b)).collect::<Vec<_>>() {
            leave_out(editor, function, block, &gone);
        }
        // Removed blocks may refer to each other.
        for block in editor.body().blocks().filter(|b| gone.contains(b)).collect::<Vec<_>>() {
            set_terminator(editor, block, InstData::Unreachable);
        }
        tidy(editor, function);
    });
}

/// Removes the removed blocks from the successors of a terminator.
fn leave_out(editor: &mut Editor<'_>, function: Global, block: Block, gone: &HashSet<Block>) {
    let body = editor.body();
    let Some(last) = body.terminator(block) else { return };
    let mut left = Vec::new();
    let mut loses = false;
    body.inst(last).for_each_successor(body.values(), |to| match gone.contains(&to) {
        true => loses = true,
        false => left.push(to),
    });
    if !loses {
        return;
    }
    let other = match (body.inst(last), left.first()) {
        (InstData::CondBr { .. }, Some(&dest)) => InstData::Br { dest },
        (InstData::Switch { condition, default, cases }, Some(&first)) => {
            let condition = *condition;
            let default = if gone.contains(default) { first } else { *default };
            let cases: Vec<Value> = body
                .list_values(cases)
                .chunks_exact(2)
                .filter(|case| case[1].as_block().is_some_and(|b| !gone.contains(&b)))
                .flatten()
                .copied()
                .collect();
            match cases.is_empty() {
                true => InstData::Br { dest: default },
                false => InstData::Switch { condition, default, cases: editor.list(&cases) },
            }
        }
        (InstData::Invoke { normal, .. }, Some(_)) if !gone.contains(normal) => {
            call_of(editor, block, last);
            return;
        }
        _ => empty_return(editor.module(), function),
    };
    set_terminator(editor, block, other);
}

/// Merges blocks into their single predecessor.
pub(crate) fn merge_blocks(module: &mut Module, oracle: &mut Oracle<'_>) {
    edit_all(module, |editor, _| {
        let body = editor.body();
        let can_merge = |&block: &Block| {
            let from = editor.single_predecessor(block).filter(|&from| from != block && body.entry() != Some(block));
            from.and_then(|from| body.terminator(from))
                .is_some_and(|last| matches!(body.inst(last), InstData::Br { .. }))
        };
        let targets: Vec<Block> = body.blocks().filter(can_merge).collect();
        let merged: Vec<Block> = targets.into_iter().filter(|_| !oracle.keep()).collect();
        for block in merged {
            editor.merge_into_predecessor(block);
        }
    });
}

/// Whether an instruction can be removed on its own.
fn can_go(module: &Module, body: &Body, inst: Inst) -> bool {
    use InstData::{CatchPad, CatchSwitch, CleanupPad, LandingPad};
    let data = body.inst(inst);
    let ty = body.inst_type(inst);
    let is_pad = matches!(data, LandingPad { .. } | CatchPad { .. } | CleanupPad { .. } | CatchSwitch { .. });
    let is_swift_error = matches!(data, InstData::Alloca { swift_error: true, .. });
    !data.is_terminator() && !is_pad && !is_swift_error && (ty == Type::VOID || is_plain(module.context(), ty))
}

pub(crate) fn instructions(module: &mut Module, oracle: &mut Oracle<'_>) {
    edit_all(module, |editor, _| {
        let all = insts(editor.body());
        let targets = all.into_iter().filter(|&i| can_go(editor.module(), editor.body(), i));
        let gone: Vec<Inst> = targets.collect::<Vec<_>>().into_iter().filter(|_| !oracle.keep()).collect();
        // In reverse order: operands of removed instructions need no replacement.
        for inst in gone.into_iter().rev() {
            erase(editor, inst);
        }
    });
}

/// The value that an instruction simplifies to, if known.
fn simplified(module: &Module, body: &Body, inst: Inst) -> Option<Value> {
    match *body.inst(inst) {
        InstData::Binary { op, flags, lhs, rhs, .. } => module.fold_binary(op, flags, lhs, rhs),
        InstData::ICmp { predicate, lhs, rhs, .. } => module.fold_icmp(predicate, lhs, rhs),
        InstData::FCmp { predicate, lhs, rhs, .. } => module.fold_fcmp(predicate, lhs, rhs),
        InstData::Cast { op, value, .. } => module.fold_cast(op, value, body.inst_type(inst)),
        InstData::Select { if_true, if_false, .. } if if_true == if_false => Some(if_true),
        InstData::Select { condition, if_true, if_false, .. } => module.fold_select(condition, if_true, if_false),
        InstData::Freeze { value } if module.constants().node(value).is_some() => Some(value),
        InstData::Phi { incoming, .. } => {
            let mut values = body.list_values(&incoming).iter().step_by(2).filter(|&&v| v != inst.into());
            let first = *values.next()?;
            (!first.is_local() && values.all(|&v| v == first)).then_some(first)
        }
        _ => None,
    }
}

pub(crate) fn simplify(module: &mut Module, oracle: &mut Oracle<'_>) {
    edit_all(module, |editor, _| {
        for inst in insts(editor.body()) {
            if let Some(value) = simplified(editor.module(), editor.body(), inst)
                && !oracle.keep()
            {
                editor.replace_all(inst.into(), value);
                editor.erase(inst);
            }
        }
    });
}

/// Replaces operations by simpler operations on the same operands.
pub(crate) fn opcodes(module: &mut Module, oracle: &mut Oracle<'_>) {
    edit_all(module, |editor, _| {
        for inst in insts(editor.body()) {
            if let Some(simpler) = instead_of_call(editor.module(), editor.body(), inst) {
                if !oracle.keep() {
                    let ty = match simpler {
                        InstData::Store { .. } => Type::VOID,
                        _ => editor.body().inst_type(inst),
                    };
                    let new = editor.insert(Point::Before(inst), simpler, ty);
                    if ty != Type::VOID {
                        editor.replace_all(inst.into(), new.into());
                    }
                    editor.erase(inst);
                }
                continue;
            }
            let simpler = match *editor.body().inst(inst) {
                InstData::Binary { op, lhs, rhs, .. } => {
                    let op = match op {
                        BinaryOp::UDiv | BinaryOp::URem => BinaryOp::LShr,
                        BinaryOp::SDiv | BinaryOp::SRem => BinaryOp::AShr,
                        BinaryOp::Mul => BinaryOp::Add,
                        BinaryOp::FDiv | BinaryOp::FRem => BinaryOp::FMul,
                        BinaryOp::FSub => BinaryOp::FAdd,
                        _ => continue,
                    };
                    InstData::Binary { op, flags: Default::default(), fast_math: Default::default(), lhs, rhs }
                }
                InstData::AtomicRmw { pointer, value, align, volatile, .. } if editor.uses().is_unused(inst.into()) => {
                    InstData::Store {
                        value,
                        pointer,
                        align,
                        ordering: Default::default(),
                        scope: SyncScope::SYSTEM,
                        volatile,
                    }
                }
                InstData::AtomicRmw { pointer, align, volatile, .. } => {
                    InstData::Load { pointer, align, ordering: Default::default(), scope: SyncScope::SYSTEM, volatile }
                }
                _ => continue,
            };
            if !oracle.keep() {
                editor.change(inst, |data, _| *data = simpler);
                if matches!(simpler, InstData::Store { .. }) {
                    editor.set_type(inst, Type::VOID);
                    editor.set_name(inst.into(), b"");
                }
            }
        }
    });
}

/// The replacement of a call that has a result or an effect: for a call with two arguments of the result type, an operation on
/// the arguments; otherwise a volatile access of the pointer argument, or of null.
fn instead_of_call(module: &Module, body: &Body, inst: Inst) -> Option<InstData> {
    let cx = module.context();
    let InstData::Call { call, tail: TailCall::None | TailCall::Tail | TailCall::NoTail, .. } = body.inst(inst) else {
        return None;
    };
    let callee = call.callee.as_global().and_then(|g| module[g].as_function());
    let result = body.inst_type(inst);
    if callee.is_some_and(|f| f.intrinsic.is_some()) || result != Type::VOID && !is_plain(cx, result) {
        return None;
    }
    let mut args = Vec::new();
    for &arg in body.call_args(call) {
        let ty = module.value_type(Some(body), arg);
        match cx.kind(ty) {
            TypeKind::Metadata | TypeKind::Token => {}
            _ => args.push((arg, ty)),
        }
    }
    if let &[(lhs, a), (rhs, b)] = &args[..]
        && a == result
        && b == result
        && (cx.is_int_or_int_vector(result) || cx.is_float_or_float_vector(result))
    {
        let op = if cx.is_int_or_int_vector(result) { BinaryOp::And } else { BinaryOp::FMul };
        return Some(InstData::Binary { op, flags: Default::default(), fast_math: Default::default(), lhs, rhs });
    }
    let place = args.iter().position(|&(_, ty)| cx.is_pointer(ty)).map(|i| args.remove(i).0);
    let layout = module.data_layout();
    let pointer = place.unwrap_or_else(|| module.constants().zero(cx, cx.ptr(layout.alloca_addr_space)));
    let (ordering, scope, volatile) = (Default::default(), SyncScope::SYSTEM, true);
    match args[..] {
        [] if result != Type::VOID => {
            let align = layout.abi_align(cx, result)?;
            Some(InstData::Load { pointer, align, ordering, scope, volatile })
        }
        [] | [_] if result == Type::VOID => {
            let zero = || (module.constants().int(cx, Type::I32, 0), Type::I32);
            let (value, ty) = args.first().copied().unwrap_or_else(zero);
            let align = layout.abi_align(cx, ty)?;
            Some(InstData::Store { value, pointer, align, ordering, scope, volatile })
        }
        _ => None,
    }
}

/// Replaces the arguments and bundles of a call.
pub(crate) fn set_call_arguments(editor: &mut Editor<'_>, inst: Inst, args: &[Value], bundles: Option<Vec<Bundle>>) {
    let new_bundles = bundles.map(|bundles| editor.add_bundles(bundles.into()));
    editor.change(inst, |data, values| {
        if let Some(call) = data.call_info_mut() {
            call.args = lindworm_ir::value::ValueList::from_slice(args, values);
            call.bundles = new_bundles.into();
        }
    });
}

/// Inlines calls.
pub(crate) fn inline(module: &mut Module, oracle: &mut Oracle<'_>) {
    let most = oracle.settings.most_inlined;
    for function in defined(module) {
        let body = match module.body(function) {
            Some(body) => body,
            None => continue,
        };
        let mut calls = Vec::new();
        for inst in insts(body) {
            let InstData::Call { call, tail: TailCall::None | TailCall::Tail | TailCall::NoTail, .. } = body.inst(inst)
            else {
                continue;
            };
            let Some(callee) = call.callee.as_global().filter(|&g| g != function && can_inline(module, g, most)) else {
                continue;
            };
            let fits = module[callee].value_type == call.function_type
                && call.bundles.is_none()
                && body.call_args(call).len() == module.body(callee).map_or(0, |b| b.args().len());
            if fits && !oracle.keep() {
                calls.push((inst, callee));
            }
        }
        for (call, callee) in calls {
            let Some(source) = module.body(callee).cloned() else { continue };
            // A function has a single personality for all its landing pads.
            let personality = module[callee].as_function().and_then(|f| f.personality);
            if let (Some(personality), Some(caller)) = (personality, module[function].as_function_mut())
                && *caller.personality.get_or_insert(personality) != personality
            {
                continue;
            }
            module.change_body(function, |module, body| inline_call(&mut Editor::new(module, body), call, &source));
        }
    }
}

/// Whether a function is simple enough to inline.
fn can_inline(module: &Module, callee: Global, most: usize) -> bool {
    let Some(body) = module.body(callee) else { return false };
    let is_fine = |i: &Inst| {
        use InstData::*;
        !matches!(body.inst(*i), IndirectBr { .. } | CallBr { .. } | CatchPad { .. } | CleanupPad { .. })
            && !matches!(body.inst(*i), Call { tail: TailCall::MustTail, .. })
    };
    let all = insts(body);
    all.len() <= most && all.iter().all(is_fine) && !has_addresses(module, callee)
}

fn inline_call(editor: &mut Editor<'_>, call: Inst, source: &Body) {
    let body = editor.body();
    let (Some(before), Some(info)) = (body.inst_block(call), body.inst(call).call_info()) else { return };
    let args = body.call_args(info).to_vec();
    let after = editor.split_block(call, b"");
    let mut source = source.clone();
    source.strip_debug_info();
    // LLVM's names of the copies, which tests look for.
    let named: Vec<(Value, Vec<u8>)> = source.named_values().map(|(name, v)| (v, [name, b".i"].concat())).collect();
    named.iter().for_each(|(value, name)| source.set_name(*value, name));
    let mut map = ValueMap::of_args(&args);
    editor.splice(before, &source, &mut map);
    let Some(entry) = source.entry().and_then(|b| map.block(b)) else { return };
    set_terminator(editor, before, InstData::Br { dest: entry });
    let mut results = Vec::new();
    for block in source.blocks().filter_map(|b| map.block(b)) {
        let Some(last) = editor.body().terminator(block) else { continue };
        if let InstData::Ret { value } = *editor.body().inst(last) {
            results.push((value.expand(), block));
            set_terminator(editor, block, InstData::Br { dest: after });
        }
    }
    let ty = editor.body().inst_type(call);
    if ty != Type::VOID && !editor.uses().is_unused(call.into()) {
        let data = InstData::Phi { incoming: Default::default(), fast_math: Default::default() };
        let Some(first) = editor.body().first_inst(after) else { return };
        let phi = editor.insert(Point::Before(first), data, ty);
        for (value, block) in &results {
            if let Some(value) = value {
                editor.add_incoming(phi, *value, *block);
            }
        }
        editor.replace_all(call.into(), phi.into());
    }
    erase(editor, call);
}

/// Moves instructions without effects to immediately before their users.
pub(crate) fn sink(module: &mut Module, oracle: &mut Oracle<'_>) {
    edit_all(module, |editor, _| {
        let mut moves = Vec::new();
        for inst in insts(editor.body()) {
            let body = editor.body();
            use InstData::*;
            let is_pure = matches!(
                body.inst(inst),
                Binary { .. }
                    | Cast { .. }
                    | ICmp { .. }
                    | FCmp { .. }
                    | GetElementPtr { .. }
                    | Select { .. }
                    | FNeg { .. }
            );
            if !is_pure || !editor.uses().has_one_use(inst.into()) {
                continue;
            }
            let Some(user) = editor.uses().of(inst.into()).next().map(|at| at.user) else { continue };
            if body.next_inst(inst) == Some(user) || matches!(body.inst(user), Phi { .. }) {
                continue;
            }
            if !oracle.keep() {
                moves.push((inst, user));
            }
        }
        for (inst, user) in moves.into_iter().rev() {
            editor.move_inst(inst, Point::Before(user));
        }
    });
}
