//! Replaces a call by a copy of the callee's body.

use lindworm_ir::attributes::{AttrKind, AttributeSet, ModRef};
use lindworm_ir::editor::{Point, ValueMap};
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::{Align, CallInfo, TailCall};
use lindworm_ir::use_list::Use;
use lindworm_ir::value::{ValueKind, ValueList};
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Type, Value};

use super::InlineOptions;
use super::metadata::{Inlining, is_static_alloca};
use super::scopes::ArgumentScopes;
use crate::call_site::param_sets;
use crate::edges::{keep_successor, merge_into_predecessor};
use crate::edited::is_combined;
use crate::effects::{call_has, is_lifetime_marker, is_trivially_dead};
use crate::memory_calls::insert_memory_call;
use crate::pass::FunctionEdit;
use crate::value_tracking::Query;

/// Replaces a call by a copy of the body of `callee`, which is not the function under edit. Returns the inlined call sites.
pub(super) fn expand(
    f: &mut FunctionEdit<'_, '_>,
    call: Inst,
    callee: Global,
    source: &Body,
    options: &InlineOptions,
) -> Vec<Inst> {
    if options.keeps_alignments {
        assume_alignments(f, call, callee, source);
    }
    let module = f.editor.module();
    let body = f.editor.body();
    let (Some(block), Some(info)) = (body.inst_block(call), body.inst(call).call_info().copied()) else {
        return Vec::new();
    };
    let args: Vec<Value> = body.call_args(&info).to_vec();
    let scopes = match options.keeps_scopes {
        true => ArgumentScopes::declare(f, call, &info, callee, source),
        false => ArgumentScopes::default(),
    };
    let mut copies = Vec::new();
    let mapped = byval_copies(f, call, &info, callee, &args, &mut copies);
    let mut map = ValueMap::of_args(&mapped);
    f.editor.splice_with_suffix(block, source, b".i", &mut map);
    let copied: Vec<Block> = source.blocks().filter_map(|b| map.block(b)).collect();
    let accesses = scopes.copies(source, &map);
    let new = prune(f, copied);
    let Some(&entry) = new.first() else { return Vec::new() };
    initialize_copies(f, entry, &copies);

    let mut inlined = Inlined {
        call,
        blocks: new,
        no_unwind: call_has(module, &info, AttrKind::NO_UNWIND),
        is_must_tail: false,
        callee,
    };
    let has_debug_info = module
        .global(callee)
        .is_some_and(|g| g.metadata.iter().any(|&(kind, _)| kind == lindworm_ir::context::MetadataKind::DBG));
    let mut metadata = Inlining::new(f.editor.body().debug_loc(call), has_debug_info);
    for inst in inlined.insts(f) {
        metadata.map(f, inst);
    }
    scopes.attach(f, &accesses);
    let insts = inlined.insts(f);
    super::scopes::propagate(f, call, &insts);
    let mut allocas: Vec<Inst> = copies.iter().map(|copy| copy.alloca).collect();
    let is_dynamic = inlined.has_dynamic_allocas(f);
    inlined.hoist_allocas(f, &mut allocas);
    inlined.weaken_calls(f);
    inlined.mark_lifetimes(f, &allocas);
    if is_dynamic {
        inlined.restore_stack(f);
    }
    if let InstData::Invoke { unwind, .. } = *f.editor.body().inst(call) {
        super::unwind::redirect(f, block, unwind, &mut inlined.blocks);
    }
    let is_call = |f: &FunctionEdit<'_, '_>, inst: Inst| {
        let called = f.editor.body().inst(inst).call_info().map(|call| call.callee);
        called.is_some_and(|callee| module.callee(callee).is_none_or(|f| f.intrinsic.is_none()))
    };
    let calls = inlined.insts(f).into_iter().filter(|&inst| is_call(f, inst)).collect();
    inlined.connect(f);
    calls
}

/// Says before a call how the arguments of used pointer parameters are aligned, where that is not known otherwise.
pub(super) fn assume_alignments(f: &mut FunctionEdit<'_, '_>, call: Inst, callee: Global, source: &Body) {
    let module = f.editor.module();
    let cx = module.context();
    let Some(list) = module.function(callee).map(|f| cx.attribute_list(f.attributes)) else { return };
    let Some(info) = f.editor.body().inst(call).call_info().copied() else { return };
    let args: Vec<Value> = f.editor.body().call_args(&info).to_vec();
    let mut is_used = vec![false; args.len()];
    for inst in source.blocks().flat_map(|block| source.insts(block)) {
        source.inst(inst).for_each_operand(source.values(), |value| {
            if let ValueKind::Arg(n) = value.kind()
                && let Some(used) = is_used.get_mut(n as usize)
            {
                *used = true;
            }
        });
    }
    for (n, arg) in args.into_iter().enumerate().filter(|&(n, _)| is_used[n]) {
        let set = list.param(n);
        let Some(align) = cx.attribute_int(set, AttrKind::ALIGN).filter(|_| cx.is_pointer(f.editor.type_of(arg)))
        else {
            continue;
        };
        let is_copied = cx.attribute_type(set, AttrKind::BY_VAL).is_some();
        let query = Query { at: Some(call), ..Query::new(&f.editor, f.additions.function()) };
        let known = query.known_bits(arg).map_or(0, |bits| bits.min_trailing_zeros());
        if is_copied || known >= align.trailing_zeros() {
            continue;
        }
        let Ok(assume) = f.additions.intrinsic("llvm.assume", &[]) else { return };
        let ty = module.global(assume).map_or(Type::VOID, |g| g.value_type);
        let align = module.constants().int(cx, Type::I64, align);
        let holds = module.constants().int(cx, Type::I1, 1);
        let options = lindworm_ir::builder::CallOptions { bundles: &[("align", &[arg, align])], ..Default::default() };
        let loc = f.editor.body().debug_loc(call);
        let _ = f.editor.build(Point::BeforeRecords(call), loc, |b| b.call_with(assume.into(), ty, &[holds], options));
    }
}

/// A copy of a `byval` argument.
struct Copy {
    alloca: Inst,
    align: Align,
    /// The declared alignment of the argument.
    from_align: Option<u64>,
    from: Value,
    ty: Type,
}

/// The arguments as the callee sees them: those passed `byval` are copied, unless the callee does not write memory.
fn byval_copies(
    f: &mut FunctionEdit<'_, '_>,
    call: Inst,
    info: &CallInfo,
    callee: Global,
    args: &[Value],
    copies: &mut Vec<Copy>,
) -> Vec<Value> {
    let module = f.editor.module();
    let cx = module.context();
    let own = module.function(callee).map(|f| cx.attribute_list(f.attributes));
    let writes = own.is_none_or(|list| cx.memory_effects(list.function).any().contains(ModRef::MOD));
    let mut mapped = args.to_vec();
    for (n, arg) in mapped.iter_mut().enumerate() {
        let find = |set: AttributeSet| cx.attribute_type(set, AttrKind::BY_VAL);
        let Some(ty) = param_sets(module, info, n).find_map(find) else { continue };
        let declared = own.and_then(|list| cx.attribute_int(list.param(n), AttrKind::ALIGN)).unwrap_or(1);
        if !writes && declared <= 1 {
            continue;
        }
        let layout = module.data_layout();
        let preferred = layout.preferred_align(cx, ty).and_then(Align::bytes).unwrap_or(1);
        let align = Align::new(preferred.max(declared)).unwrap_or(Align::ONE);
        let Some(entry) = f.editor.body().entry() else { continue };
        let Some(first) = f.editor.body().first_inst(entry) else { continue };
        let count = module.constants().int(cx, Type::I32, 1);
        let data = InstData::Alloca { allocated: ty, count, align, in_alloca: false, swift_error: false };
        let at = if first == call { Point::BeforeRecords(call) } else { Point::BeforeRecords(first) };
        let alloca = f.editor.insert(at, data, cx.ptr(layout.alloca_addr_space));
        let name = f.editor.body().name(*arg).to_vec();
        if !name.is_empty() {
            f.editor.set_name(alloca.into(), &name);
        }
        let from_align = own.and_then(|list| cx.attribute_int(list.param(n), AttrKind::ALIGN));
        copies.push(Copy { alloca, align, from_align, from: *arg, ty });
        *arg = alloca.into();
    }
    mapped
}

/// Copies the `byval` arguments at the start of the inlined code.
fn initialize_copies(f: &mut FunctionEdit<'_, '_>, entry: Block, copies: &[Copy]) {
    let module = f.editor.module();
    let cx = module.context();
    for copy in copies.iter().rev() {
        let Some(first) = f.editor.body().first_inst(entry) else { return };
        let Some(size) = module.data_layout().store_size(cx, copy.ty) else { continue };
        let operands = [copy.alloca.into(), copy.from, module.constants().int(cx, Type::I64, size.min)];
        let aligns = [copy.align.bytes(), copy.from_align];
        insert_memory_call(f, Point::BeforeRecords(first), None, "llvm.memcpy", operands, aligns, false);
    }
}

/// Simplifies the copied blocks with the arguments that are known, removes unreachable ones, and merges each block into a
/// predecessor that branches only to it. Returns the remaining blocks, in order.
fn prune(f: &mut FunctionEdit<'_, '_>, blocks: Vec<Block>) -> Vec<Block> {
    let Some(&entry) = blocks.first() else { return blocks };
    let mut reached: HashSet<Block> = HashSet::default();
    // Twice, because phis are complete only when unreachable edges are gone.
    for _ in 0..2 {
        reached.clear();
        reached.insert(entry);
        let mut pending = vec![entry];
        while let Some(block) = pending.pop() {
            let insts: Vec<Inst> = f.editor.body().insts(block).collect();
            for inst in insts {
                simplify(f, inst);
            }
            fold_terminator(f, block);
            let body = f.editor.body();
            let Some(terminator) = body.terminator(block) else { continue };
            body.inst(terminator).for_each_successor(body.values(), |to| {
                if reached.insert(to) {
                    pending.push(to);
                }
            });
        }
        let dead: Vec<Block> = blocks
            .iter()
            .copied()
            .filter(|&block| !reached.contains(&block) && f.editor.body().is_placed(block))
            .collect();
        for &block in &dead {
            keep_successor(&mut f.editor, block, None);
        }
        f.editor.erase_blocks(&dead);
    }
    let mut left: Vec<Block> = blocks.into_iter().filter(|block| reached.contains(block)).collect();
    let mut merged: HashSet<Block> = HashSet::default();
    for &block in &left {
        while !merged.contains(&block)
            && let Some(terminator) = f.editor.body().terminator(block)
            && let InstData::Br { dest } = *f.editor.body().inst(terminator)
            && dest != entry
            && merge_into_predecessor(&mut f.editor, dest)
        {
            merged.insert(dest);
        }
    }
    left.retain(|block| !merged.contains(block));
    left
}

fn simplify(f: &mut FunctionEdit<'_, '_>, inst: Inst) {
    let body = f.editor.body();
    if body.inst_type(inst) == Type::VOID || body.inst_block(inst).is_none() {
        return;
    }
    if matches!(body.inst(inst), InstData::Alloca { .. } | InstData::LandingPad { .. }) || is_combined(body, inst) {
        return;
    }
    if let Some(value) = Query::new(&f.editor, f.additions.function()).simplify(inst).filter(|&v| v != inst.into()) {
        f.editor.replace_all(inst.into(), value);
        if is_trivially_dead(&f.editor, inst) {
            f.editor.erase(inst);
        }
    }
}

/// Replaces a branch or switch on a constant.
fn fold_terminator(f: &mut FunctionEdit<'_, '_>, block: Block) {
    let constants = f.editor.module().constants();
    let body = f.editor.body();
    let Some(terminator) = body.terminator(block) else { return };
    let taken = match *body.inst(terminator) {
        InstData::CondBr { condition, if_true, if_false } => match constants.as_u64(condition) {
            Some(1) => if_true,
            Some(_) => if_false,
            None if if_true == if_false => if_true,
            None => return,
        },
        InstData::Switch { condition, default, ref cases } => {
            if constants.as_int(f.editor.module().context(), condition).is_none() {
                return;
            }
            let cases = body.list_values(cases).chunks_exact(2);
            let taken = cases.filter(|case| case[0] == condition).find_map(|case| case[1].as_block());
            taken.unwrap_or(default)
        }
        _ => return,
    };
    keep_successor(&mut f.editor, block, Some(taken));
}

/// The inlined code, before it is connected with the caller.
struct Inlined {
    call: Inst,
    blocks: Vec<Block>,
    no_unwind: bool,
    /// Whether an inlined call is `musttail`.
    is_must_tail: bool,
    callee: Global,
}

impl Inlined {
    fn insts(&self, f: &FunctionEdit<'_, '_>) -> Vec<Inst> {
        self.blocks.iter().flat_map(|&block| f.editor.body().insts(block)).collect()
    }

    fn returns(&self, f: &FunctionEdit<'_, '_>) -> Vec<Inst> {
        let body = f.editor.body();
        let ends = self.blocks.iter().filter_map(|&block| body.terminator(block));
        ends.filter(|&inst| matches!(body.inst(inst), InstData::Ret { .. })).collect()
    }

    /// The returns that do not follow a `musttail` call.
    fn own_returns(&self, f: &FunctionEdit<'_, '_>) -> Vec<Inst> {
        let body = f.editor.body();
        let follows_must_tail = |ret: &Inst| {
            let before = body.prev_inst(*ret).map(|inst| body.inst(inst));
            matches!(before, Some(InstData::Call { tail: TailCall::MustTail, .. }))
        };
        let all = self.returns(f);
        all.into_iter().filter(|ret| !self.is_must_tail || !follows_must_tail(ret)).collect()
    }

    fn has_dynamic_allocas(&self, f: &FunctionEdit<'_, '_>) -> bool {
        let (module, body) = (f.editor.module(), f.editor.body());
        self.blocks.iter().enumerate().any(|(n, &block)| {
            body.insts(block).any(|inst| {
                matches!(body.inst(inst), InstData::Alloca { .. }) && (n > 0 || !is_static_alloca(module, body, inst))
            })
        })
    }

    /// Moves the static allocas of the inlined entry to the caller's entry, and removes unused ones.
    fn hoist_allocas(&self, f: &mut FunctionEdit<'_, '_>, allocas: &mut Vec<Inst>) {
        let body = f.editor.body();
        let Some(first) = body.entry().and_then(|entry| body.first_inst(entry)) else { return };
        for inst in body.insts(self.blocks[0]).collect::<Vec<_>>() {
            if !matches!(f.editor.body().inst(inst), InstData::Alloca { .. }) {
                continue;
            }
            if f.editor.uses().is_unused(inst.into()) {
                f.editor.erase(inst);
            } else if is_static_alloca(f.editor.module(), f.editor.body(), inst) {
                f.editor.move_inst(inst, Point::BeforeRecords(first));
                allocas.push(inst);
            }
        }
    }

    /// Weakens the `tail` markers of inlined calls to that of the call, and marks calls as `nounwind` if the call was.
    fn weaken_calls(&mut self, f: &mut FunctionEdit<'_, '_>) {
        let rank = |tail| match tail {
            TailCall::None | TailCall::NoTail => 0,
            TailCall::Tail => 1,
            TailCall::MustTail => 2,
        };
        let of_call = match *f.editor.body().inst(self.call) {
            InstData::Call { tail: TailCall::NoTail, .. } => TailCall::None,
            InstData::Call { tail, .. } => tail,
            _ => TailCall::None,
        };
        let module = f.editor.module();
        let cx = module.context();
        for inst in self.insts(f) {
            let InstData::Call { tail, call, .. } = *f.editor.body().inst(inst) else { continue };
            let weaker = if rank(of_call) < rank(tail) { of_call } else { tail };
            let new = if tail == TailCall::NoTail { tail } else { weaker };
            self.is_must_tail |= new == TailCall::MustTail;
            let is_marked = self.no_unwind && !call_has(module, &call, AttrKind::NO_UNWIND);
            if new == tail && !is_marked {
                continue;
            }
            let mut attributes = call.attributes;
            if is_marked {
                let set = cx.attribute_list(attributes).function;
                let set = cx.with_attribute(set, lindworm_ir::attributes::Attribute::Enum(AttrKind::NO_UNWIND));
                attributes = cx.with_function_attributes(attributes, set);
            }
            f.editor.change(inst, |data, _| {
                if let InstData::Call { tail, call, .. } = data {
                    *tail = new;
                    call.attributes = attributes;
                }
            });
        }
    }

    /// Inserts a call of an intrinsic without a result, before an instruction.
    fn insert_call(&self, f: &mut FunctionEdit<'_, '_>, at: Inst, name: &str, arg: Value) {
        let ty = f.editor.type_of(arg);
        let Ok(intrinsic) = f.additions.intrinsic(name, &[ty]) else { return };
        let loc = f.editor.body().debug_loc(at);
        let _ = f.editor.build(Point::BeforeRecords(at), loc, |b| b.call_function(intrinsic, &[arg]));
    }

    /// Limits the lifetimes of the allocas to the inlined code.
    fn mark_lifetimes(&self, f: &mut FunctionEdit<'_, '_>, allocas: &[Inst]) {
        let module = f.editor.module();
        let Some(first) = f.editor.body().first_inst(self.blocks[0]) else { return };
        let returns = self.own_returns(f);
        for &alloca in allocas {
            let InstData::Alloca { allocated, swift_error, .. } = *f.editor.body().inst(alloca) else { continue };
            let is_empty = module.data_layout().alloc_size(module.context(), allocated).is_some_and(|s| s.min == 0);
            let has_markers = f.editor.uses().of(alloca.into()).any(|at| is_lifetime_marker(&f.editor, at.user));
            if swift_error || is_empty || has_markers {
                continue;
            }
            self.insert_call(f, first, "llvm.lifetime.start", alloca.into());
            for &ret in &returns {
                self.insert_call(f, ret, "llvm.lifetime.end", alloca.into());
            }
        }
    }

    /// Frees the dynamic allocas at the end of the inlined code.
    fn restore_stack(&self, f: &mut FunctionEdit<'_, '_>) {
        let module = f.editor.module();
        let ty = module.context().ptr(module.data_layout().alloca_addr_space);
        let Some(first) = f.editor.body().first_inst(self.blocks[0]) else { return };
        let Ok(save) = f.additions.intrinsic("llvm.stacksave", &[ty]) else { return };
        let loc = f.editor.body().debug_loc(first);
        let Ok(saved) = f.editor.build(Point::BeforeRecords(first), loc, |b| b.call_function(save, &[])) else {
            return;
        };
        f.editor.set_name(saved.into(), b"savedstack");
        for ret in self.own_returns(f) {
            self.insert_call(f, ret, "llvm.stackrestore", saved.into());
        }
    }

    /// Puts the inlined code in the place of the call.
    fn connect(self, f: &mut FunctionEdit<'_, '_>) {
        let call = self.call;
        let returns = self.own_returns(f);
        let Some(block) = f.editor.body().inst_block(call) else { return };
        let normal = match *f.editor.body().inst(call) {
            InstData::Invoke { normal, .. } => Some(normal),
            _ => None,
        };
        let name = f.editor.body().name(call.into()).to_vec();
        if let ([ret], [only]) = (&returns[..], &self.blocks[..]) {
            return self.connect_block(f, *ret, *only, normal);
        }
        let at = match normal {
            // The branch ends the block instead of the invoke.
            Some(dest) => f.editor.insert(Point::End(block), InstData::Br { dest }, Type::VOID),
            None => call,
        };
        let callee_name = f.editor.module().global(self.callee).map(|g| g.name().to_vec()).unwrap_or_default();
        let after = f.editor.split_block(at, &[&callee_name[..], b".exit"].concat());
        let (Some(&entry), Some(&last)) = (self.blocks.first(), self.blocks.last()) else { return };
        f.editor.move_block_after(after, last);
        let Some(branch) = f.editor.body().terminator(block) else { return };
        f.editor.set_operand(Use { user: branch, operand: 0 }, entry.into());

        let is_used = !f.editor.uses().is_unused(call.into());
        let mut merge_phi = None;
        match returns[..] {
            [] => {
                let ty = f.editor.body().inst_type(call);
                if is_used {
                    let poison = f.editor.module().constants().poison(ty);
                    f.editor.replace_all(call.into(), poison);
                }
            }
            [ret] => {
                self.replace_result(f, ret);
                let loc = f.editor.body().debug_loc(ret);
                if normal.is_some() {
                    f.editor.set_debug_loc(at, loc);
                }
            }
            _ => {
                if is_used {
                    let list: Vec<Value> = returns
                        .iter()
                        .filter_map(|&ret| {
                            Some([f.editor.body().operand(ret, 0)?, f.editor.body().inst_block(ret)?.into()])
                        })
                        .flatten()
                        .collect();
                    let ty = f.editor.body().inst_type(call);
                    let incoming: ValueList = f.editor.list(&list);
                    let data = InstData::Phi { incoming, fast_math: FastMathFlags::empty() };
                    if let Some(first) = f.editor.body().first_inst(after) {
                        let phi = f.editor.insert(Point::BeforeRecords(first), data, ty);
                        f.editor.replace_all(call.into(), phi.into());
                        merge_phi = Some(phi);
                    }
                }
                if let Some(&last) = returns.last().filter(|_| normal.is_some()) {
                    let loc = f.editor.body().debug_loc(last);
                    f.editor.set_debug_loc(at, loc);
                }
            }
        }
        if !f.editor.uses().is_unused(call.into()) {
            let poison = f.editor.module().constants().poison(f.editor.body().inst_type(call));
            f.editor.replace_all(call.into(), poison);
        }
        f.editor.erase(call);
        if let Some(phi) = merge_phi.filter(|_| !name.is_empty()) {
            f.editor.set_name(phi.into(), &name);
        }
        for &ret in &returns {
            let loc = f.editor.body().debug_loc(ret);
            let branch = f.editor.insert(Point::Before(ret), InstData::Br { dest: after }, Type::VOID);
            f.editor.set_debug_loc(branch, loc);
            f.editor.erase(ret);
        }
        if let [_] = returns[..] {
            // The single returning block becomes the rest of the caller's block.
            if let Some(returning) = f.editor.single_predecessor(after) {
                let name = f.editor.body().name(after.into()).to_vec();
                if f.editor.merge_into_predecessor(after) {
                    f.editor.set_name(returning.into(), &name);
                    if returning != last {
                        f.editor.move_block_after(returning, last);
                    }
                }
            }
        }
        if returns.is_empty() && self.is_must_tail {
            keep_successor(&mut f.editor, after, None);
            f.editor.erase_blocks(&[after]);
        }
        f.editor.merge_into_predecessor(entry);
        if let Some(phi) = merge_phi
            && let Some(value) = Query::new(&f.editor, f.additions.function()).simplify(phi)
        {
            f.editor.replace_all(phi.into(), value);
            f.editor.erase(phi);
        }
    }

    /// Replaces the result of the call by the returned value.
    fn replace_result(&self, f: &mut FunctionEdit<'_, '_>, ret: Inst) {
        if f.editor.uses().is_unused(self.call.into()) {
            return;
        }
        let ty = f.editor.body().inst_type(self.call);
        let value = f.editor.body().operand(ret, 0).filter(|&value| value != self.call.into());
        let value = value.unwrap_or_else(|| f.editor.module().constants().poison(ty));
        f.editor.replace_all(self.call.into(), value);
    }

    /// Puts a single inlined block in the place of the call.
    fn connect_block(&self, f: &mut FunctionEdit<'_, '_>, ret: Inst, only: Block, normal: Option<Block>) {
        let body = f.editor.body();
        if let Some(first) = body.first_inst(only).filter(|&first| first != ret)
            && let Some(last) = body.prev_inst(ret)
        {
            // Records before the first instruction move with it.
            let records: Vec<_> = match body.has_debug_records() {
                true => body.debug_records(first).handles().map(|(record, _)| record).collect(),
                false => Vec::new(),
            };
            f.editor.move_range(first, last, Point::Before(self.call));
            for record in records {
                f.editor.move_debug_record(record, lindworm_ir::body::RecordPosition::Before(first));
            }
        }
        if f.editor.body().has_debug_records() {
            let records: Vec<_> = f.editor.body().debug_records(ret).handles().map(|(record, _)| record).collect();
            for record in records {
                f.editor.move_debug_record(record, lindworm_ir::body::RecordPosition::Before(self.call));
            }
        }
        self.replace_result(f, ret);
        if let Some(dest) = normal {
            let loc = f.editor.body().debug_loc(ret);
            let branch = f.editor.insert(Point::Before(self.call), InstData::Br { dest }, Type::VOID);
            f.editor.set_debug_loc(branch, loc);
        }
        f.editor.erase(self.call);
        f.editor.erase_blocks(&[only]);
    }
}

/// The landing pad of a block.
pub(super) fn landing_pad(body: &Body, block: Block) -> Option<Inst> {
    let first = body.first_non_phi(block);
    first.filter(|&inst| matches!(body.inst(inst), InstData::LandingPad { .. }))
}

/// Whether a callee can be inlined at a call, apart from its cost and attributes.
pub(super) fn can_expand(module: &Module, body: &Body, call: Inst, callee: Global) -> bool {
    let Some(info) = body.inst(call).call_info() else { return false };
    let Some(source) = module.body(callee) else { return false };
    let is_funclet = |data: &InstData| {
        matches!(data, InstData::CatchSwitch { .. } | InstData::CatchPad { .. } | InstData::CleanupPad { .. })
    };
    match *body.inst(call) {
        InstData::Call { .. } => {}
        InstData::Invoke { unwind, .. } => {
            let has_funclets = || source.blocks().flat_map(|b| source.insts(b)).any(|i| is_funclet(source.inst(i)));
            if landing_pad(body, unwind).is_none() || has_funclets() {
                return false;
            }
        }
        _ => return false,
    }
    body.bundles(info.bundles).is_empty()
        && module.global(callee).is_some_and(|g| g.value_type == info.function_type)
        && module.context().function_parts(info.function_type).is_some_and(|(.., variadic)| !variadic)
}
