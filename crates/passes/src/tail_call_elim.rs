//! `tailcallelim`: marks calls that do not access the caller's stack as `tail`, and turns self-recursive tail calls into loops.

use lindworm_analysis::Cfg;
use lindworm_analysis::alias::{AliasAnalysis, AliasCache, AliasRules};
use lindworm_ir::attributes::{AttrKind, AttrKinds, MemoryEffects, ModRef};
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, FastMathFlags, Float, Int, IntFlags};
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::{Align, CallInfo, TailCall};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Body, Inst, InstData, Module, Type, Value};

use crate::call_site::{is_not_captured, param_has, param_sets};
use crate::edges::{incoming, predecessors, remove_edges, set_incoming};
use crate::effects::{call_has, call_memory, has_side_effects, is_load_of_constant};
use crate::memory_calls::insert_memory_call;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::value_tracking::Query;

/// Marks tail calls, and turns self-recursive ones into loops, with an accumulator where the result is only combined with an
/// associative operation. Arguments that are passed `byval` are copied to those of the caller.
#[derive(Default)]
pub struct TailCallElim {
    /// The alias analyses that decide whether a load can be moved above a call.
    pub alias_rules: AliasRules,
}

impl FunctionPass for TailCallElim {
    fn name(&self) -> &'static str {
        "tailcallelim"
    }

    fn class(&self) -> &'static str {
        "TailCallElimPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let module = f.editor.module();
        let Some(function) = module.global(f.additions.function()) else { return };
        let Some(attributes) = function.as_function().map(|f| module.context().attribute_list(f.attributes)) else {
            return;
        };
        let disabled = module.context().attribute_value(attributes.function, b"disable-tail-calls");
        if disabled == Some(b"true") || f.editor.body().entry().is_none() {
            return;
        }
        mark_tail_calls(f);
        let Some((result, _, variadic)) = module.context().function_parts(function.value_type) else { return };
        if !variadic && has_static_allocas_only(f) {
            let alias_rules = self.alias_rules;
            let (args, selects) = (vec![], vec![]);
            let recursion =
                Recursion { alias_rules, result, header: None, args, returned: None, accumulator: None, selects };
            recursion.eliminate(f);
        }
    }
}

// Marking.

/// The instructions that use the address of an alloca or `byval` argument, or an address derived from one.
#[derive(Default)]
struct StackUsers {
    calls: HashSet<Inst>,
    /// The instructions that let such an address escape.
    escapes: HashSet<Inst>,
}

impl StackUsers {
    fn of(f: &FunctionEdit<'_, '_>) -> StackUsers {
        let (module, body) = (f.editor.module(), f.editor.body());
        let mut users = StackUsers::default();
        let mut pending: Vec<Value> = Vec::new();
        let attributes = module.function(f.additions.function()).map(|f| module.context().attribute_list(f.attributes));
        for n in 0..body.args().len() {
            let set = attributes.map(|list| list.param(n)).unwrap_or_default();
            if module.context().has_attribute(set, AttrKind::BY_VAL) {
                pending.push(Value::arg(n as u32));
            }
        }
        for block in body.blocks() {
            let allocas = body.insts(block).filter(|&inst| matches!(body.inst(inst), InstData::Alloca { .. }));
            pending.extend(allocas.map(Value::from));
        }
        let mut seen: HashSet<Value> = pending.iter().copied().collect();
        while let Some(address) = pending.pop() {
            for at in f.editor.uses().of(address) {
                if users.passes_on(module, body, at) && seen.insert(at.user.into()) {
                    pending.push(at.user.into());
                }
            }
        }
        users
    }

    /// Notes a use of an address. Returns whether the result of the user is derived from the address.
    fn passes_on(&mut self, module: &Module, body: &Body, at: Use) -> bool {
        use InstData::*;
        let data = body.inst(at.user);
        if let Some(call) = data.call_info() {
            let operand = at.operand as usize;
            let is_arg = operand < body.call_args(call).len();
            if is_arg && param_has(module, call, operand, AttrKind::BY_VAL) {
                return false;
            }
            self.calls.insert(at.user);
            if is_not_captured(module, body, call, operand) {
                return false;
            }
            if call_memory(module, call).any().contains(ModRef::MOD) {
                self.escapes.insert(at.user);
            }
            return true;
        }
        match data {
            Load { .. } => false,
            Store { .. } => {
                if at.operand == 0 {
                    self.escapes.insert(at.user);
                }
                false
            }
            Cast { .. } if !matches!(data, Cast { op: lindworm_ir::eval::CastOp::PtrToInt, .. }) => true,
            GetElementPtr { .. } | Phi { .. } | Select { .. } => true,
            _ => {
                self.escapes.insert(at.user);
                true
            }
        }
    }
}

/// Whether a call has operand bundles other than those that do not matter to tail calls.
fn has_other_bundles(body: &Body, call: &CallInfo) -> bool {
    let harmless: [&[u8]; 3] = [b"clang.arc.attachedcall", b"ptrauth", b"kcfi"];
    body.bundles(call.bundles).iter().any(|bundle| !harmless.contains(&&*bundle.tag))
}

fn intrinsic(module: &Module, call: &CallInfo) -> Option<IntrinsicId> {
    module.callee(call.callee)?.intrinsic
}

/// Marks as `tail` the calls before which no address of the stack can have escaped, and which get none.
fn mark_tail_calls(f: &mut FunctionEdit<'_, '_>) {
    let (module, body) = (f.editor.module(), f.editor.body());
    let calls = |inst: Inst| body.inst(inst).call_info();
    let all = f.editor.insts();
    if !all.iter().any(|&inst| matches!(body.inst(inst), InstData::Call { tail: TailCall::None, .. })) {
        return;
    }
    let returns_twice = |inst: &Inst| calls(*inst).is_some_and(|c| call_has(module, c, AttrKind::RETURNS_TWICE));
    if all.iter().any(returns_twice) {
        return;
    }
    let users = StackUsers::of(f);
    let cfg = Cfg::new(body);
    let Some(entry) = body.entry() else { return };
    // Whether an address may have escaped at the start of each block that was reached.
    let mut has_escaped: lindworm_ir::hash::HashMap<Block, bool> = Default::default();
    has_escaped.insert(entry, false);
    let mut pending = vec![entry];
    let (mut marked, mut deferred) = (Vec::new(), Vec::new());
    while let Some(block) = pending.pop() {
        let mut escaped = has_escaped[&block];
        for inst in body.insts(block) {
            escaped |= users.escapes.contains(&inst);
            let InstData::Call { call, tail, .. } = body.inst(inst) else { continue };
            let is_left = matches!(tail, TailCall::Tail | TailCall::MustTail)
                || matches!(intrinsic(module, call), Some(IntrinsicId::STACKRESTORE | IntrinsicId::PSEUDOPROBE));
            if is_left || *tail == TailCall::NoTail || has_other_bundles(body, call) {
                continue;
            }
            if call_memory(module, call) == MemoryEffects::NONE && body.call_args(call).is_empty() {
                marked.push(inst);
            } else if !escaped && !users.calls.contains(&inst) {
                deferred.push((block, inst));
            }
        }
        for &next in cfg.successors(block) {
            let known = has_escaped.get(&next).copied();
            if known.is_none() || known == Some(false) && escaped {
                has_escaped.insert(next, escaped);
                pending.push(next);
            }
        }
    }
    marked.extend(deferred.into_iter().filter(|(block, _)| !has_escaped[block]).map(|(_, inst)| inst));
    for inst in marked {
        f.editor.change(inst, |data, _| {
            if let InstData::Call { tail, .. } = data {
                *tail = TailCall::Tail;
            }
        });
    }
}

// Recursion.

fn has_static_allocas_only(f: &FunctionEdit<'_, '_>) -> bool {
    let (module, body) = (f.editor.module(), f.editor.body());
    let entry = body.entry();
    f.editor.insts().into_iter().all(|inst| match *body.inst(inst) {
        InstData::Alloca { count, in_alloca, .. } => {
            body.inst_block(inst) == entry && !in_alloca && module.constants().as_u64(count).is_some()
        }
        _ => true,
    })
}

/// The loop that replaces recursion.
struct Recursion {
    alias_rules: AliasRules,
    /// The type of the function's result.
    result: Type,
    header: Option<Block>,
    /// The phi of each argument.
    args: Vec<Inst>,
    /// The phis of the result, and of whether it is known.
    returned: Option<(Inst, Inst)>,
    /// The phi of the accumulator, and an instruction that combines it with another value.
    accumulator: Option<(Inst, Inst)>,
    selects: Vec<Inst>,
}

/// The associative and commutative operation that combines the result of a recursive call.
#[derive(Clone, Copy, PartialEq)]
enum Accumulation {
    Binary(BinaryOp, FastMathFlags),
    Intrinsic(IntrinsicId),
}

impl Recursion {
    fn eliminate(mut self, f: &mut FunctionEdit<'_, '_>) {
        let blocks: Vec<Block> = f.editor.body().blocks().collect();
        for block in blocks {
            let Some(terminator) = f.editor.body().terminator(block) else { continue };
            match *f.editor.body().inst(terminator) {
                InstData::Br { dest } if dest != block => self.through_branch(f, block, dest),
                InstData::Ret { .. } => {
                    if let Some(call) = self.candidate(f, block) {
                        self.eliminate_call(f, block, call);
                    }
                }
                _ => {}
            }
        }
        self.clean_up(f);
    }

    /// A block that branches to a block with only phis and a `ret`: the `ret` is copied into it.
    fn through_branch(&mut self, f: &mut FunctionEdit<'_, '_>, block: Block, dest: Block) {
        let body = f.editor.body();
        let first = body.first_non_phi(dest);
        let Some(ret) = first else { return };
        let InstData::Ret { value } = *body.inst(ret) else { return };
        let Some(call) = self.candidate(f, block) else { return };
        let body = f.editor.body();
        let own = |value: Value| {
            let phi = value.as_inst().filter(|&i| body.inst_block(i) == Some(dest))?;
            incoming(&f.editor, phi).into_iter().find(|&(_, from)| from == block).map(|(value, _)| value)
        };
        let value = value.expand().map(|value| own(value).unwrap_or(value));
        let Some(branch) = body.terminator(block) else { return };
        // Whether the call will be eliminated is known only with the `ret` in place; the copy does no harm otherwise.
        let loc = body.debug_loc(ret);
        remove_edges(&mut f.editor, dest, block, 1);
        let new = f.editor.insert(Point::Before(branch), InstData::Ret { value: value.into() }, Type::VOID);
        f.editor.set_debug_loc(new, loc);
        f.editor.erase(branch);
        if predecessors(&f.editor, dest).is_empty() && !f.additions.is_address_taken(dest) {
            f.editor.erase_blocks(&[dest]);
        }
        self.eliminate_call(f, block, call);
    }

    /// The last self-recursive call of a block, if it is marked `tail`.
    fn candidate(&self, f: &FunctionEdit<'_, '_>, block: Block) -> Option<Inst> {
        let body = f.editor.body();
        let function = Value::from(f.additions.function());
        let mut next = body.last_inst(block).and_then(|last| body.prev_inst(last));
        while let Some(inst) = next {
            if let InstData::Call { call, tail, .. } = body.inst(inst)
                && call.callee == function
                && f.editor.module().global(f.additions.function()).is_some_and(|g| g.value_type == call.function_type)
            {
                let is_tail = matches!(tail, TailCall::Tail | TailCall::MustTail);
                let is_kept = has_other_bundles(body, call) || is_lowered_inline(f, block, inst);
                return (is_tail && !is_kept).then_some(inst);
            }
            next = body.prev_inst(inst);
        }
        None
    }

    fn eliminate_call(&mut self, f: &mut FunctionEdit<'_, '_>, block: Block, call: Inst) {
        let body = f.editor.body();
        let Some(ret) = body.terminator(block) else { return };
        let mut accumulating = None;
        let mut next = body.next_inst(call);
        while let Some(inst) = next.filter(|&inst| inst != ret) {
            if !can_move_above(f, self.alias_rules, inst, call) {
                let is_first = self.accumulator.is_none() && accumulating.is_none();
                match accumulation(f, inst, call).filter(|_| is_first) {
                    Some(operation) => accumulating = Some((inst, operation)),
                    None => return,
                }
            }
            next = body.next_inst(inst);
        }
        let InstData::Ret { value: returned } = *body.inst(ret) else { return };
        let Some(header) = self.header.or_else(|| self.make_header(f)) else { return };
        let body = f.editor.body();
        let mut args: Vec<Value> = body.inst(call).call_info().map_or(&[][..], |call| body.call_args(call)).to_vec();
        pass_by_value(f, call, &mut args);
        for (&phi, &arg) in self.args.iter().zip(&args) {
            f.editor.add_incoming(phi, arg, block);
        }
        if let Some((inst, operation)) = accumulating {
            self.make_accumulator(f, header, inst, call, operation);
        }
        if let Some((result, is_known)) = self.returned {
            // The value that is returned may be an argument, which is a phi by now.
            let value = f.editor.body().operand(ret, 0).or(returned.expand());
            if value == Some(call.into()) || accumulating.is_some() {
                f.editor.add_incoming(result, result.into(), block);
                f.editor.add_incoming(is_known, is_known.into(), block);
            } else if let Some(value) = value {
                let select = self.select(f, ret, value);
                let known = f.editor.module().constants().int(f.editor.module().context(), Type::I1, 1);
                f.editor.add_incoming(result, select.into(), block);
                f.editor.add_incoming(is_known, known, block);
            }
            if let Some((phi, _)) = self.accumulator {
                let value = accumulating.map_or(phi, |(inst, _)| inst);
                f.editor.add_incoming(phi, value.into(), block);
            }
        }
        let loc = f.editor.body().debug_loc(call);
        let branch = f.editor.insert(Point::Before(ret), InstData::Br { dest: header }, Type::VOID);
        f.editor.set_debug_loc(branch, loc);
        f.editor.erase(ret);
        if !f.editor.uses().is_unused(call.into()) {
            let poison = f.editor.module().constants().poison(f.editor.body().inst_type(call));
            f.editor.replace_all(call.into(), poison);
        }
        f.editor.erase(call);
    }

    /// Selects the known result, or else `value`, before `at`.
    fn select(&mut self, f: &mut FunctionEdit<'_, '_>, at: Inst, value: Value) -> Inst {
        let (result, is_known) = match self.returned {
            Some((result, is_known)) => (result.into(), is_known.into()),
            None => (value, value),
        };
        let fast_math = FastMathFlags::empty();
        let data = InstData::Select { condition: is_known, if_true: result, if_false: value, fast_math };
        let select = f.editor.insert(Point::Before(at), data, self.result);
        let loc = f.editor.body().debug_loc(at);
        f.editor.set_debug_loc(select, loc);
        f.editor.set_name(select.into(), b"current.ret.tr");
        self.selects.push(select);
        select
    }

    /// Makes the old entry block the header of a loop, with a phi for each argument.
    fn make_header(&mut self, f: &mut FunctionEdit<'_, '_>) -> Option<Block> {
        let header = f.editor.body().entry()?;
        let entry = f.editor.create_block(Some(header));
        f.editor.move_block_after(header, entry);
        f.editor.take_name(header.into(), entry.into());
        f.editor.set_name(header.into(), b"tailrecurse");
        let branch = f.editor.insert(Point::End(entry), InstData::Br { dest: header }, Type::VOID);
        let insts: Vec<Inst> = f.editor.body().insts(header).collect();
        for inst in insts {
            if matches!(f.editor.body().inst(inst), InstData::Alloca { .. }) {
                f.editor.move_inst(inst, Point::Before(branch));
            }
        }
        let first = f.editor.body().first_inst(header)?;
        let phi = |f: &mut FunctionEdit<'_, '_>, ty, name: &[u8]| {
            let incoming = f.editor.list(&[]);
            let data = InstData::Phi { incoming, fast_math: FastMathFlags::empty() };
            let phi = f.editor.insert(Point::BeforeRecords(first), data, ty);
            f.editor.set_name(phi.into(), name);
            phi
        };
        for n in 0..f.editor.body().args().len() {
            let (arg, ty) = (Value::arg(n as u32), f.editor.body().args()[n]);
            let name = [f.editor.body().name(arg), b".tr"].concat();
            let new = phi(f, ty, &name);
            f.editor.replace_all(arg, new.into());
            f.editor.add_incoming(new, arg, entry);
            self.args.push(new);
        }
        if self.result != Type::VOID {
            let (result, is_known) = (phi(f, self.result, b"ret.tr"), phi(f, Type::I1, b"ret.known.tr"));
            let constants = f.editor.module().constants();
            f.editor.add_incoming(result, constants.poison(self.result), entry);
            f.editor.add_incoming(is_known, constants.int(f.editor.module().context(), Type::I1, 0), entry);
            self.returned = Some((result, is_known));
        }
        self.header = Some(header);
        self.header
    }

    fn make_accumulator(
        &mut self,
        f: &mut FunctionEdit<'_, '_>,
        header: Block,
        inst: Inst,
        call: Inst,
        operation: Accumulation,
    ) {
        let Some(first) = f.editor.body().first_inst(header) else { return };
        let list = f.editor.list(&[]);
        let data = InstData::Phi { incoming: list, fast_math: FastMathFlags::empty() };
        let phi = f.editor.insert(Point::BeforeRecords(first), data, self.result);
        f.editor.set_name(phi.into(), b"accumulator.tr");
        let entry = f.editor.body().entry();
        let from = predecessors(&f.editor, header);
        for block in from {
            let value = match Some(block) == entry {
                true => identity(f.editor.module(), operation, self.result),
                false => Some(phi.into()),
            };
            let value = value.unwrap_or_else(|| f.editor.module().constants().poison(self.result));
            f.editor.add_incoming(phi, value, block);
        }
        let operand = u32::from(f.editor.body().operand(inst, 0) != Some(call.into()));
        f.editor.set_operand(Use { user: inst, operand }, phi.into());
        // The operations are done in another order, so an intermediate result may overflow that did not before.
        f.editor.change(inst, |data, _| {
            if let InstData::Binary { flags, .. } = data {
                *flags = IntFlags::empty();
            }
        });
        self.accumulator = Some((phi, inst));
    }

    /// Removes needless phis, and returns the tracked result.
    fn clean_up(&mut self, f: &mut FunctionEdit<'_, '_>) {
        for phi in std::mem::take(&mut self.args) {
            if let Some(value) = Query::new(&f.editor, f.additions.function()).simplify(phi) {
                f.editor.replace_all(phi.into(), value);
                f.editor.erase(phi);
            }
        }
        let Some((result, is_known)) = self.returned else { return };
        let body = f.editor.body();
        let rets: Vec<Inst> = body
            .blocks()
            .filter_map(|block| body.terminator(block))
            .filter(|&inst| matches!(body.inst(inst), InstData::Ret { .. }))
            .collect();
        if self.selects.is_empty() {
            for phi in [result, is_known] {
                set_incoming(&mut f.editor, phi, &[]);
                f.editor.erase(phi);
            }
            for ret in rets {
                self.accumulate(f, ret, 0);
            }
            return;
        }
        for ret in rets {
            if let Some(value) = f.editor.body().operand(ret, 0) {
                let select = self.select(f, ret, value);
                f.editor.set_operand(Use { user: ret, operand: 0 }, select.into());
            }
        }
        for select in std::mem::take(&mut self.selects) {
            self.accumulate(f, select, 2);
        }
    }

    /// Combines an operand with the accumulator, if there is one.
    fn accumulate(&self, f: &mut FunctionEdit<'_, '_>, user: Inst, operand: u32) {
        let Some((phi, model)) = self.accumulator else { return };
        let Some(value) = f.editor.body().operand(user, operand as usize) else { return };
        let is_second = f.editor.body().operand(model, 0) == Some(phi.into());
        let new = f.editor.clone_inst(model, Point::Before(user));
        f.editor.set_operand(Use { user: new, operand: u32::from(is_second) }, value);
        f.editor.set_debug_loc(new, None);
        f.editor.set_name(new.into(), b"accumulator.ret.tr");
        f.editor.set_operand(Use { user, operand }, new.into());
    }
}

/// Copies the `byval` arguments of a call to those of the caller. An argument may be part of what another one is copied to, so
/// that all are copied to local variables first.
fn pass_by_value(f: &mut FunctionEdit<'_, '_>, call: Inst, args: &mut [Value]) {
    let module = f.editor.module();
    let (cx, layout) = (module.context(), module.data_layout());
    let Some(info) = f.editor.body().inst(call).call_info().cloned() else { return };
    let mut copies = Vec::new();
    for (n, arg) in args.iter_mut().enumerate() {
        let find = |kind| param_sets(module, &info, n).find(|&set| cx.has_attribute(set, kind));
        let Some(ty) = find(AttrKind::BY_VAL).and_then(|set| cx.attribute_type(set, AttrKind::BY_VAL)) else {
            continue;
        };
        let align = find(AttrKind::ALIGN).and_then(|set| cx.attribute_int(set, AttrKind::ALIGN)).unwrap_or(1);
        let size = layout.alloc_size(cx, ty).map_or(0, |size| size.min);
        let Some(first) = f.editor.body().entry().and_then(|entry| f.editor.body().first_inst(entry)) else { return };
        let count = module.constants().int(cx, Type::I32, 1);
        let at_least = Align::new(align).unwrap_or(Align::ONE);
        let data = InstData::Alloca { allocated: ty, count, align: at_least, in_alloca: false, swift_error: false };
        let local = f.editor.insert(Point::BeforeRecords(first), data, cx.ptr(layout.alloca_addr_space));
        let name = f.editor.body().name(*arg).to_vec();
        f.editor.set_name(local.into(), &name);
        copy_before(f, call, local.into(), *arg, size, align);
        *arg = Value::arg(n as u32);
        copies.push((n, local, size, align));
    }
    for &(n, local, size, align) in &copies {
        copy_before(f, call, Value::arg(n as u32), local.into(), size, align);
    }
    // The function now writes these parameters.
    let list = f.additions.attributes();
    let mut data = cx.attribute_list(list).clone();
    for &(n, ..) in &copies {
        if let Some(set) = data.params.get_mut(n) {
            *set = cx.without_attributes(*set, AttrKinds::of(&[AttrKind::READ_ONLY]));
        }
    }
    if !copies.is_empty() {
        let list = cx.make_attribute_list(data.function, data.result, &data.params);
        f.additions.set_attributes(list);
    }
}

/// Copies memory before an instruction.
fn copy_before(f: &mut FunctionEdit<'_, '_>, at: Inst, dest: Value, source: Value, size: u64, align: u64) {
    let module = f.editor.module();
    let size = module.constants().int(module.context(), Type::I64, size);
    let loc = f.editor.body().debug_loc(at);
    insert_memory_call(f, Point::Before(at), loc, "llvm.memcpy", [dest, source, size], [Some(align); 2], false);
}

/// Whether a function consists of a call of itself with its own arguments, and code generators replace calls of that name by
/// instructions: the C library defines `fabs` in this way.
fn is_lowered_inline(f: &FunctionEdit<'_, '_>, block: Block, inst: Inst) -> bool {
    const NAMES: [&[u8]; 20] = [
        b"copysign",
        b"copysignf",
        b"copysignl",
        b"fabs",
        b"fabsf",
        b"fabsl",
        b"sin",
        b"sinf",
        b"sinl",
        b"cos",
        b"cosf",
        b"cosl",
        b"sqrt",
        b"sqrtf",
        b"sqrtl",
        b"fmin",
        b"fmax",
        b"pow",
        b"exp2",
        b"floor",
    ];
    let body = f.editor.body();
    let is_alone = body.entry() == Some(block) && body.first_inst(block) == Some(inst);
    let Some(call) = body.inst(inst).call_info().filter(|_| is_alone) else { return false };
    let name = f.editor.module().global(f.additions.function()).map(|g| g.name());
    body.next_inst(inst) == body.terminator(block)
        && name.is_some_and(|name| NAMES.contains(&name))
        && (0..).zip(body.call_args(call)).all(|(n, &arg)| arg == Value::arg(n))
}

/// Whether an instruction after the call may as well be executed before it.
fn can_move_above(f: &FunctionEdit<'_, '_>, alias_rules: AliasRules, inst: Inst, call: Inst) -> bool {
    let (module, body) = (f.editor.module(), f.editor.body());
    let data = body.inst(inst);
    if let Some(info) = data.call_info()
        && intrinsic(module, info) == Some(IntrinsicId::LIFETIME_END)
    {
        return body
            .call_args(info)
            .last()
            .and_then(|p| p.as_inst())
            .is_some_and(|p| matches!(body.inst(p), InstData::Alloca { .. }));
    }
    if has_side_effects(&f.editor, inst) {
        return false;
    }
    if let InstData::Load { pointer, align, .. } = *data
        && has_side_effects(&f.editor, call)
        && !is_load_of_constant(module, data)
    {
        // The call must not write the memory, and without the call's return the load must not be undefined behaviour.
        let (function, cache) = (f.additions.function(), AliasCache::default());
        let mut aliases = AliasAnalysis::new(module, body, f.editor.uses(), function, &cache);
        aliases.rules = alias_rules;
        let is_written = aliases.location(inst).is_none_or(|at| aliases.mod_ref(call, &at).contains(ModRef::MOD));
        if is_written || !Query::new(&f.editor, function).at(inst).is_readable(pointer, body.inst_type(inst), align) {
            return false;
        }
    }
    let mut uses_call = false;
    data.for_each_operand(body.values(), |value| uses_call |= value == call.into());
    !uses_call
}

/// The operation of an instruction that combines the result of the call with another value, only to be returned.
fn accumulation(f: &FunctionEdit<'_, '_>, inst: Inst, call: Inst) -> Option<Accumulation> {
    let (module, body) = (f.editor.module(), f.editor.body());
    let operation = match *body.inst(inst) {
        InstData::Binary { op, fast_math, .. } => {
            use BinaryOp::*;
            let is_reassociable = fast_math.contains(FastMathFlags::REASSOC | FastMathFlags::NSZ);
            let is_associative =
                matches!(op, Add | Mul | And | Or | Xor) || matches!(op, FAdd | FMul) && is_reassociable;
            is_associative.then_some(Accumulation::Binary(op, fast_math))?
        }
        InstData::Call { ref call, .. } => {
            let id = intrinsic(module, call)?;
            let known = [IntrinsicId::SMAX, IntrinsicId::SMIN, IntrinsicId::UMAX, IntrinsicId::UMIN];
            known.contains(&id).then_some(Accumulation::Intrinsic(id))?
        }
        _ => return None,
    };
    identity(module, operation, body.inst_type(inst))?;
    let uses_call = |operand| body.operand(inst, operand) == Some(call.into());
    let mut users = f.editor.uses().of(inst.into());
    let (user, None) = (users.next()?, users.next()) else { return None };
    (uses_call(0) != uses_call(1) && matches!(body.inst(user.user), InstData::Ret { .. })).then_some(operation)
}

/// The value that the operation leaves the other operand unchanged with.
fn identity(module: &Module, operation: Accumulation, ty: Type) -> Option<Value> {
    use BinaryOp::*;
    let (cx, constants) = (module.context(), module.constants());
    let scalar = cx.scalar_type(ty);
    let value = match operation {
        Accumulation::Binary(Add | Or | Xor, _) => return Some(constants.zero(cx, ty)),
        Accumulation::Binary(And, _) => return Some(constants.all_ones(cx, ty)),
        Accumulation::Binary(Mul, _) => constants.int(cx, scalar, 1),
        Accumulation::Binary(FAdd, _) => constants.float(scalar, Float::negative_zero(scalar.float_format()?)),
        Accumulation::Binary(FMul, _) => {
            constants.float(scalar, Float::from_int(scalar.float_format()?, &Int::one(8), false))
        }
        Accumulation::Intrinsic(id) => {
            let bits = cx.int_width(scalar)?;
            let value = match id {
                IntrinsicId::SMAX => Int::min_signed(bits),
                IntrinsicId::SMIN => Int::max_signed(bits),
                IntrinsicId::UMAX => Int::zero(bits),
                _ => Int::all_ones(bits),
            };
            constants.wide_int(cx, &value)
        }
        Accumulation::Binary(..) => return None,
    };
    Some(if cx.is_vector(ty) { constants.splat(cx, ty, value) } else { value })
}
