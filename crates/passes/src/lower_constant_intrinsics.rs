//! `lower-constant-intrinsics`: `llvm.is.constant` and `llvm.objectsize` get their final values.

use std::collections::VecDeque;

use lindworm_analysis::Cfg;
use lindworm_analysis::alias::{AliasAnalysis, AliasCache};
use lindworm_ir::constant::ConstantData;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::{GlobalKind, Linkage};
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Inst, InstData, Module, Value};

use crate::edges::{erase_unreachable, keep_successor};
use crate::effects::is_trivially_dead;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::salvage::DebugUsers;
use crate::value_tracking::Query;

/// The maximum number of values that the size of one object depends on.
const MAX_VISITS: usize = 100;

/// The maximum depth of phis and selects between an address and its objects.
const MAX_DEPTH: usize = 32;

/// Replaces the intrinsics, what depends on them, and branches that their values decide.
pub struct LowerConstantIntrinsics;

impl FunctionPass for LowerConstantIntrinsics {
    fn name(&self) -> &'static str {
        "lower-constant-intrinsics"
    }

    fn class(&self) -> &'static str {
        "LowerConstantIntrinsicsPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let cfg = f.analyses.get::<Cfg>(&f.editor);
        let body = f.editor.body();
        let order = cfg.reverse_postorder().iter().flat_map(|&block| body.insts(block));
        let calls: Vec<Inst> = order.filter(|&inst| kind(f, inst).is_some()).collect();
        if calls.is_empty() {
            return;
        }
        let mut debug_users = DebugUsers::of(f);
        let mut has_dead_blocks = false;
        for call in calls {
            let lowered = kind(f, call).and_then(|id| match id {
                IntrinsicId::IS_CONSTANT => is_constant(f, call),
                _ => object_size(f, call),
            });
            if let Some(value) = lowered.filter(|_| f.editor.body().inst_block(call).is_some()) {
                has_dead_blocks |= replace(f, &mut debug_users, call, value);
            }
        }
        if has_dead_blocks {
            erase_unreachable(f);
        }
    }
}

fn kind(f: &FunctionEdit<'_, '_>, inst: Inst) -> Option<IntrinsicId> {
    let call = f.editor.body().inst(inst).call_info()?;
    let id = f.editor.module().callee(call.callee)?.intrinsic?;
    matches!(id, IntrinsicId::IS_CONSTANT | IntrinsicId::OBJECTSIZE).then_some(id)
}

/// Replaces a call by its value, and simplifies what uses it. Returns whether an edge was removed.
fn replace(f: &mut FunctionEdit<'_, '_>, debug_users: &mut DebugUsers, call: Inst, value: Value) -> bool {
    let function = f.additions.function();
    let mut has_dead_blocks = false;
    let mut branches = Vec::new();
    let mut pending = VecDeque::from([(call, value)]);
    let mut queued = HashSet::from_iter([call]);
    while let Some((inst, value)) = pending.pop_front() {
        let is_there = |inst: Inst| f.editor.body().inst_block(inst).is_some();
        if !is_there(inst) || !value.as_inst().is_none_or(is_there) {
            continue;
        }
        let users: Vec<Inst> = f.editor.uses().of(inst.into()).map(|at| at.user).collect();
        f.editor.replace_all(inst.into(), value);
        if is_trivially_dead(&f.editor, inst) {
            debug_users.salvage(f, inst);
            f.editor.erase(inst);
        }
        for user in users {
            let body = f.editor.body();
            if body.inst_block(user).is_none() || queued.contains(&user) {
                continue;
            }
            if matches!(body.inst(user), InstData::CondBr { .. }) {
                branches.push(user);
            } else if let Some(simpler) = Query::new(&f.editor, function).simplify(user).filter(|&v| v != user.into()) {
                queued.insert(user);
                pending.push_back((user, simpler));
            }
        }
    }
    for branch in branches {
        let body = f.editor.body();
        let (Some(block), &InstData::CondBr { condition, if_true, if_false }) =
            (body.inst_block(branch), body.inst(branch))
        else {
            continue;
        };
        let Some(holds) = f.editor.module().constants().as_u64(condition) else { continue };
        if if_true != if_false {
            keep_successor(&mut f.editor, block, Some(if holds == 0 { if_false } else { if_true }));
            has_dead_blocks = true;
        }
    }
    has_dead_blocks
}

/// Whether the argument is a constant without addresses of globals.
fn is_constant(f: &FunctionEdit<'_, '_>, call: Inst) -> Option<Value> {
    let (module, body) = (f.editor.module(), f.editor.body());
    let &argument = body.call_args(body.inst(call).call_info()?).first()?;
    Some(module.constants().int(module.context(), body.inst_type(call), u64::from(is_manifest(module, argument))))
}

fn is_manifest(module: &Module, value: Value) -> bool {
    let (mut pending, mut visits) = (vec![value], 0);
    while let Some(value) = pending.pop() {
        visits += 1;
        let Some(node) = module.constants().node(value).filter(|_| visits <= MAX_VISITS * MAX_VISITS) else {
            return false;
        };
        match node.data {
            ConstantData::Undef | ConstantData::Poison | ConstantData::BlockAddress(_) => return false,
            ConstantData::DsoLocalEquivalent(_) | ConstantData::NoCfi(_) => return false,
            _ => node.data.for_each_operand(|operand| pending.push(operand)),
        }
    }
    true
}

/// The bytes of an object before an address and from there on, as signed numbers of the width of an index.
#[derive(Clone, Copy)]
struct Extent {
    before: i64,
    after: i64,
}

/// The search for the object that an address points to.
struct Sizes<'a> {
    query: Query<'a>,
    aliases: AliasAnalysis<'a>,
    /// Whether the greatest size is wanted, rather than the least.
    is_greatest: bool,
    /// Whether only one size is of use, rather than a bound.
    is_exact: bool,
    /// Whether the size at null is not known, rather than zero.
    is_null_unknown: bool,
    known: HashMap<Value, Option<Extent>>,
}

/// The value of `llvm.objectsize`: a bound of the size, or the extreme that stands for an unknown size.
fn object_size(f: &FunctionEdit<'_, '_>, call: Inst) -> Option<Value> {
    size_of_object(f, call, false)
}

/// The value of `llvm.objectsize`, if the size is known.
pub(crate) fn exact_object_size(f: &FunctionEdit<'_, '_>, call: Inst) -> Option<Value> {
    size_of_object(f, call, true)
}

fn size_of_object(f: &FunctionEdit<'_, '_>, call: Inst, is_exact: bool) -> Option<Value> {
    let (module, body) = (f.editor.module(), f.editor.body());
    let cx = module.context();
    let &[pointer, least, null, _] = body.call_args(body.inst(call).call_info()?) else { return None };
    let is_set = |flag| module.constants().as_u64(flag) == Some(1);
    let cache = AliasCache::default();
    let function = f.additions.function();
    let mut sizes = Sizes {
        query: Query::new(&f.editor, function),
        aliases: AliasAnalysis::new(module, body, f.editor.uses(), function, &cache),
        is_greatest: !is_set(least),
        is_exact,
        is_null_unknown: is_set(null),
        known: HashMap::default(),
    };
    let ty = body.inst_type(call);
    let width = cx.int_width(ty)?;
    let index = module.data_layout().pointer(cx.addr_space(f.editor.type_of(pointer))?).index_bits.min(64);
    let of_index = |n: i64| (n as u64) & (u64::MAX >> (64 - index));
    let size = sizes.extent(pointer, 0).map(|extent| {
        let (all, before) = (of_index(extent.before.wrapping_add(extent.after)), of_index(extent.before));
        if extent.before < 0 || all < before { 0 } else { of_index(extent.after) }
    });
    let fits = |&size: &u64| width >= 64 || size >> width == 0;
    Some(match size.filter(fits) {
        Some(size) => module.constants().int(cx, ty, size),
        None if is_exact => return None,
        None if sizes.is_greatest => module.constants().all_ones(cx, ty),
        None => module.constants().zero(cx, ty),
    })
}

impl Sizes<'_> {
    fn extent(&mut self, address: Value, depth: usize) -> Option<Extent> {
        let module = self.query.module;
        let cx = module.context();
        let bits = module.data_layout().pointer(cx.addr_space(self.query.type_of(address))?).index_bits.min(64);
        let signed = |n: i64| n << (64 - bits) >> (64 - bits);
        let (mut base, mut offset) = (address, 0i64);
        for _ in 0..MAX_VISITS {
            let Some((source, operands)) = self.query.gep(base) else { break };
            let Some(step) = self.offset(source, &operands[1..], bits) else { break };
            offset = signed(offset.wrapping_add(step));
            base = operands[0];
        }
        let extent = self.object(base, depth)?;
        let before = signed(extent.before.wrapping_add(offset));
        // Outside of the object.
        (before >= 0).then_some(Extent { before, after: signed(extent.after.wrapping_sub(offset)) })
    }

    /// The offset of an address. Of several, the one that leaves more or fewer bytes behind it, as is wanted.
    fn offset(&self, source: lindworm_ir::Type, indices: &[Value], bits: u32) -> Option<i64> {
        let (cx, layout) = (self.query.module.context(), self.query.module.data_layout());
        let (mut ty, mut offset) = (source, 0i64);
        for (depth, &index) in indices.iter().enumerate() {
            if depth > 0 && cx.is_struct(ty) {
                let field = self.query.module.constants().struct_index(cx, index)?;
                let start = layout.struct_layout(cx, ty)?.offsets.get(field as usize).copied()?;
                offset = offset.wrapping_add(start.min as i64);
                ty = cx.element_type(ty, field)?;
                continue;
            }
            let size;
            (ty, size) = layout.indexed(cx, ty, depth == 0).filter(|(_, size)| !size.scalable)?;
            offset = offset.wrapping_add(self.number(index, bits)?.wrapping_mul(size.min as i64));
        }
        Some(offset)
    }

    /// An index as a number of `bits` bits: the least possible one if the greatest size is wanted, else the greatest.
    fn number(&self, index: Value, bits: u32) -> Option<i64> {
        if let Some(n) = self.query.constant_int(index) {
            return n.sext_or_trunc(bits).to_i64();
        }
        let ends = match *self.query.inst(index)? {
            InstData::Select { if_true, if_false, .. } => [self.number(if_true, bits)?, self.number(if_false, bits)?],
            InstData::Phi { .. } => return None,
            _ => {
                let width = self.query.width_of(index)?;
                let bounds = self.query.bounds(index).filter(|_| width <= bits)?;
                let (least, greatest) = (bounds.smin.to_i64()?, bounds.smax.to_i64()?);
                if bounds.smin.is_min_signed() && bounds.smax.is_max_signed() {
                    return None;
                }
                [least, greatest]
            }
        };
        Some(if self.is_greatest { ends[0].min(ends[1]) } else { ends[0].max(ends[1]) })
    }

    fn object(&mut self, object: Value, depth: usize) -> Option<Extent> {
        if let Some(&known) = self.known.get(&object) {
            return known;
        }
        if self.known.len() >= MAX_VISITS || depth >= MAX_DEPTH {
            return None;
        }
        // A phi that depends on itself has no known size.
        self.known.insert(object, None);
        let found = self.search(object, depth);
        self.known.insert(object, found);
        found
    }

    fn search(&mut self, object: Value, depth: usize) -> Option<Extent> {
        let module = self.query.module;
        let (cx, constants) = (module.context(), module.constants());
        let space = cx.addr_space(self.query.type_of(object))?;
        let bits = module.data_layout().pointer(space).index_bits.min(64);
        let whole = |size: u64| {
            let fits = bits == 64 || size >> bits == 0;
            Some(Extent { before: 0, after: i64::try_from(size).ok().filter(|_| fits)? })
        };
        match object.kind() {
            ValueKind::Inst(inst) => match self.query.body.inst(inst) {
                InstData::Phi { incoming, .. } => {
                    let values: Vec<Value> = self.query.body.list_values(incoming).iter().copied().step_by(2).collect();
                    self.combined(&values, depth)
                }
                &InstData::Select { if_true, if_false, .. } => self.combined(&[if_true, if_false], depth),
                &InstData::Alloca { allocated, count, .. } => {
                    let size = module.data_layout().alloc_size(cx, allocated)?;
                    if size.scalable && self.is_greatest {
                        return None;
                    }
                    whole(size.min.checked_mul(self.count(count)?)?)
                }
                _ => whole(self.aliases.object_size(object)?),
            },
            ValueKind::Arg(_) => whole(self.aliases.object_size(object)?),
            ValueKind::Global(global) => {
                let data = module.global(global)?;
                if let GlobalKind::Alias { aliasee } = data.kind
                    && !data.linkage.is_interposable()
                {
                    return self.extent(aliasee, depth + 1);
                }
                data.as_variable()?;
                let is_final = !data.is_declaration() && !data.linkage.is_interposable();
                if data.linkage == Linkage::ExternalWeak || !is_final && self.is_greatest {
                    return None;
                }
                whole(module.data_layout().alloc_size(cx, data.value_type).filter(|size| !size.scalable)?.min)
            }
            ValueKind::Constant(_) if constants.is_undef_or_poison(object) => whole(0),
            ValueKind::Constant(_) if constants.is_zero(object) => {
                let is_empty = !self.is_null_unknown && cx.addr_space(self.query.type_of(object)) == Some(0);
                is_empty.then(|| whole(0)).flatten()
            }
            _ => None,
        }
    }

    /// The number of elements of an alloca.
    fn count(&self, count: Value) -> Option<u64> {
        if let Some(n) = self.query.constant_int(count) {
            return n.to_u64();
        }
        let InstData::Select { if_true, if_false, .. } = *self.query.inst(count)? else { return None };
        let [a, b] = [if_true, if_false].map(|v| self.query.constant_int(v)?.to_u64());
        Some(if self.is_greatest { a?.max(b?) } else { a?.min(b?) })
    }

    /// What holds for one of several addresses.
    fn combined(&mut self, addresses: &[Value], depth: usize) -> Option<Extent> {
        let mut all: Option<Extent> = None;
        for &address in addresses {
            let next = self.extent(address, depth + 1)?;
            all = Some(match all {
                None => next,
                Some(all) if self.is_exact => {
                    if (all.before, all.after) != (next.before, next.after) {
                        return None;
                    }
                    all
                }
                Some(all) if self.is_greatest => {
                    Extent { before: all.before.max(next.before), after: all.after.max(next.after) }
                }
                Some(all) => Extent { before: all.before.min(next.before), after: all.after.min(next.after) },
            });
        }
        all
    }
}
