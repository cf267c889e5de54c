//! `mergeicmps`: a chain of comparisons of adjacent memory becomes `memcmp`.
//!
//! A *chain* is a sequence of blocks, each of which compares two loaded integers and goes on if they are equal, else to a common block
//! with a phi of the outcome. Comparisons at adjacent offsets of the same two bases become one. Linear in the blocks but for the
//! sorting of a chain.

use lindworm_analysis::alias::{AliasAnalysis, AliasCache, AliasRules};
use lindworm_ir::attributes::ModRef;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::IntPredicate;
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::library::LibraryFunction;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Module, Type, Value};

use crate::edges::{incoming, phis, remove_edges};
use crate::effects::may_write;
use crate::expand_memcmp::can_expand;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::value_tracking::Query;

/// Merges comparisons of adjacent memory.
pub struct MergeIcmps {
    /// The rules of alias analysis.
    pub alias_rules: AliasRules,
}

impl FunctionPass for MergeIcmps {
    fn name(&self) -> &'static str {
        "mergeicmps"
    }

    fn class(&self) -> &'static str {
        "MergeICmpsPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let module = f.editor.module();
        if !can_expand(module) || !has_memcmp(module) {
            return;
        }
        for block in f.editor.body().blocks().skip(1).collect::<Vec<_>>() {
            if let Some(chain) = f.editor.body().is_placed(block).then(|| self.chain(f, block)).flatten() {
                merge(f, &chain);
            }
        }
    }
}

/// Whether `memcmp` can be called: the target has it, and nothing else has its name.
fn has_memcmp(module: &Module) -> bool {
    let is_known = LibraryFunction::named(b"memcmp").is_some_and(|function| function.is_on(module));
    let known = module.global_named(b"memcmp").and_then(|global| module.global(global));
    is_known && known.is_none_or(|global| LibraryFunction::of(module, global).is_some())
}

/// An integer loaded from a constant offset of a base.
#[derive(Clone, Copy)]
struct Operand {
    gep: Option<Inst>,
    load: Inst,
    /// The number of the base, in the order of their appearance.
    base: usize,
    offset: i64,
}

impl Operand {
    fn key(&self) -> (usize, i64) {
        (self.base, self.offset)
    }
}

/// A block of a chain.
#[derive(Clone)]
struct Comparison {
    block: Block,
    /// The two integers, the one with the lesser base and offset first.
    operands: [Operand; 2],
    bytes: i64,
    /// What else the block has, if that can be executed before.
    others: Vec<Inst>,
    /// The place in the chain.
    place: usize,
}

struct Chain {
    phi: Inst,
    join: Block,
    /// Where the chain is entered.
    entry: Block,
    /// The comparisons in their new order, those that are merged together.
    groups: Vec<Vec<Comparison>>,
}

impl MergeIcmps {
    /// The chain that ends in the first phi of a block, if some of its comparisons can be merged.
    fn chain(&self, f: &FunctionEdit<'_, '_>, join: Block) -> Option<Chain> {
        let (module, body) = (f.editor.module(), f.editor.body());
        let [phi] = phis(&f.editor, join)[..] else { return None };
        let entries = incoming(&f.editor, phi);
        let mut values: HashMap<Block, Value> = HashMap::default();
        let mut last = None;
        for &(value, from) in &entries {
            if values.insert(from, value).is_some() {
                return None;
            }
            if module.constants().as_u64(value).is_some() {
                continue;
            }
            let compare = value.as_inst().filter(|&inst| matches!(body.inst(inst), InstData::ICmp { .. }))?;
            if last.is_some() || body.inst_block(compare) != Some(from) {
                return None;
            }
            last = Some(from);
        }
        let last = last.filter(|_| entries.len() > 1)?;
        if !matches!(body.inst(body.terminator(last)?), InstData::Br { dest } if *dest == join) {
            return None;
        }
        // From the last block upwards.
        let mut blocks = vec![last];
        while blocks.len() < entries.len() {
            let block = *blocks.last()?;
            let before = f.editor.single_predecessor(block).filter(|_| !f.additions.is_address_taken(block))?;
            if !values.contains_key(&before) || blocks.contains(&before) && blocks.len() > entries.len() {
                return None;
            }
            blocks.push(before);
        }
        blocks.reverse();
        let mut bases: HashMap<Value, usize> = HashMap::default();
        let mut comparisons: Vec<Comparison> = Vec::new();
        for block in blocks {
            if f.additions.is_address_taken(block) {
                return None;
            }
            let mut comparison = comparison(f, block, values[&block], join, &mut bases)?;
            comparison.place = comparisons.len();
            if comparison.others.is_empty() {
                comparisons.push(comparison);
            } else if !comparisons.is_empty() {
                return None;
            } else if self.can_split(f, &comparison) {
                comparisons.push(comparison);
            }
        }
        let entry = comparisons.first()?.block;
        let groups = grouped(comparisons);
        groups.iter().any(|group| group.len() > 1).then_some(Chain { phi, join, entry, groups })
    }

    /// Whether what else a block does can be executed before its comparison.
    fn can_split(&self, f: &FunctionEdit<'_, '_>, comparison: &Comparison) -> bool {
        let (editor, body) = (&f.editor, f.editor.body());
        let cache = AliasCache::default();
        let mut aliases = AliasAnalysis::new(editor.module(), body, editor.uses(), f.additions.function(), &cache);
        aliases.rules = self.alias_rules;
        let loads = comparison.operands.map(|operand| operand.load);
        // Whether an operand is computed by what belongs to the comparison.
        let is_own = |value: Value| {
            value.as_inst().is_some_and(|inst| {
                body.inst_block(inst) == Some(comparison.block) && !comparison.others.contains(&inst)
            })
        };
        let mut loaded = Vec::new();
        for inst in body.insts(comparison.block) {
            if loads.contains(&inst) {
                loaded.push(inst);
            } else if comparison.others.contains(&inst) {
                let clobbers = |&load: &Inst| {
                    aliases.location(load).is_none_or(|at| aliases.mod_ref(inst, &at).contains(ModRef::MOD))
                };
                if may_write(editor, inst) && loaded.iter().any(clobbers) {
                    return false;
                }
                let mut uses_own = false;
                body.inst(inst).for_each_operand(body.values(), |value| uses_own |= is_own(value));
                if uses_own {
                    return false;
                }
            }
        }
        true
    }
}

/// The comparison that a block of a chain makes. `outcome` is its value of the phi.
fn comparison(
    f: &FunctionEdit<'_, '_>,
    block: Block,
    outcome: Value,
    join: Block,
    bases: &mut HashMap<Value, usize>,
) -> Option<Comparison> {
    let (module, body) = (f.editor.module(), f.editor.body());
    let branch = body.terminator(block)?;
    let (condition, wanted) = match *body.inst(branch) {
        InstData::Br { .. } => (outcome, IntPredicate::Eq),
        InstData::CondBr { condition, if_true, if_false } => {
            let is_exit = (if_true == join) != (if_false == join);
            let is_false = module.constants().as_u64(outcome) == Some(0);
            let wanted = if if_false == join { IntPredicate::Eq } else { IntPredicate::Ne };
            (condition, Some(wanted).filter(|_| is_exit && is_false)?)
        }
        _ => return None,
    };
    let compare = condition.as_inst()?;
    let InstData::ICmp { predicate, lhs, rhs, .. } = *body.inst(compare) else { return None };
    if predicate != wanted || !f.editor.uses().has_one_use(condition) {
        return None;
    }
    let mut operands = [operand(f, lhs, bases)?, operand(f, rhs, bases)?];
    if operands[1].key() < operands[0].key() {
        operands.swap(0, 1);
    }
    let bits = module.data_layout().size_in_bits(module.context(), f.editor.type_of(lhs))?;
    let bytes = (bits.min % 8 == 0 && !bits.scalable).then_some(bits.min / 8)?;
    let mut own = vec![branch, compare];
    own.extend(operands.iter().flat_map(|operand| [Some(operand.load), operand.gep]).flatten());
    let others = body.insts(block).filter(|inst| !own.contains(inst)).collect();
    Some(Comparison { block, operands, bytes: i64::try_from(bytes).ok()?, others, place: 0 })
}

fn operand(f: &FunctionEdit<'_, '_>, value: Value, bases: &mut HashMap<Value, usize>) -> Option<Operand> {
    let (module, body) = (f.editor.module(), f.editor.body());
    let load = value.as_inst()?;
    let InstData::Load { pointer, ordering: AtomicOrdering::NotAtomic, volatile: false, .. } = *body.inst(load) else {
        return None;
    };
    let block = body.inst_block(load)?;
    // Uses by phis are those of the incoming block.
    let is_within = |value: Value| {
        f.editor.uses().of(value).all(|at| match body.inst(at.user) {
            InstData::Phi { .. } => body.operand(at.user, at.operand as usize + 1) == Some(block.into()),
            _ => body.inst_block(at.user) == Some(block),
        })
    };
    let (cx, layout) = (module.context(), module.data_layout());
    let query = Query::new(&f.editor, f.additions.function());
    let size = layout.store_size(cx, body.inst_type(load)).filter(|size| !size.scalable)?.min;
    if !is_within(value)
        || cx.addr_space(f.editor.type_of(pointer)) != Some(0)
        || !query.is_accessible(pointer, size, 1)
    {
        return None;
    }
    let gep = pointer.as_inst().filter(|&inst| matches!(body.inst(inst), InstData::GetElementPtr { .. }));
    let (base, offset) = match gep {
        Some(_) => {
            let (source, operands) = query.gep(pointer).filter(|_| is_within(pointer))?;
            (operands[0], query.constant_offset(source, &operands[1..])?)
        }
        None => (pointer, 0),
    };
    let number = bases.len();
    Some(Operand { gep, load, base: *bases.entry(base).or_insert(number), offset })
}

/// The comparisons in groups of adjacent ones, the groups in the order of their first comparisons.
fn grouped(mut comparisons: Vec<Comparison>) -> Vec<Vec<Comparison>> {
    comparisons.sort_by_key(|comparison| comparison.operands.map(|operand| operand.key()));
    let mut groups: Vec<Vec<Comparison>> = Vec::new();
    for comparison in comparisons {
        let follows = |last: &Comparison| {
            let pairs = last.operands.iter().zip(&comparison.operands);
            pairs.into_iter().all(|(a, b)| a.base == b.base && a.offset.checked_add(last.bytes) == Some(b.offset))
        };
        match groups.last_mut().filter(|group| group.last().is_some_and(follows)) {
            Some(group) => group.push(comparison),
            None => groups.push(vec![comparison]),
        }
    }
    groups.sort_by_key(|group| group.iter().map(|comparison| comparison.place).min());
    groups
}

/// Creates a block before another one.
fn create_before(f: &mut FunctionEdit<'_, '_>, next: Block) -> Block {
    let before = f.editor.body().prev_block(next);
    let new = f.editor.create_block(Some(before.unwrap_or(next)));
    if before.is_none() {
        f.editor.move_block_after(next, new);
    }
    new
}

/// Replaces the blocks of a chain by one for each group.
fn merge(f: &mut FunctionEdit<'_, '_>, chain: &Chain) {
    let &Chain { phi, join, entry, .. } = chain;
    let (mut place, mut next) = (entry, join);
    for group in chain.groups.iter().rev() {
        let block = create_before(f, place);
        let names: Vec<&[u8]> = group.iter().map(|comparison| f.editor.body().name(comparison.block.into())).collect();
        let mut name = names[0].to_vec();
        for more in names[1..].iter().filter(|more| !more.is_empty()) {
            name.push(b'+');
            name.extend_from_slice(more);
        }
        f.editor.set_name(block.into(), &name);
        let Some(is_equal) = compare(f, group, block) else { return };
        let module = f.editor.module();
        if next == join {
            f.editor.insert(Point::End(block), InstData::Br { dest: join }, Type::VOID);
            f.editor.add_incoming(phi, is_equal, block);
        } else {
            let branch = InstData::CondBr { condition: is_equal, if_true: next, if_false: join };
            let branch = f.editor.insert(Point::End(block), branch, Type::VOID);
            if let Some(weights) = weights(f, group, join) {
                f.set_branch_weights(branch, &weights);
            }
            f.editor.add_incoming(phi, module.constants().int(module.context(), Type::I1, 0), block);
        }
        (place, next) = (block, block);
    }
    let edges: Vec<Use> = f.editor.uses().of(entry.into()).collect();
    for edge in edges {
        f.editor.set_operand(edge, next.into());
    }
    let old: Vec<Block> = chain.groups.iter().flatten().map(|comparison| comparison.block).collect();
    for &block in &old {
        remove_edges(&mut f.editor, join, block, 1);
    }
    f.editor.erase_blocks(&old);
}

/// The weights of a branch that is taken if all comparisons of a group say that the integers are equal.
fn weights(f: &FunctionEdit<'_, '_>, group: &[Comparison], join: Block) -> Option<[u64; 2]> {
    let (mut equal, mut different) = (1u128, 0u128);
    for comparison in group {
        let body = f.editor.body();
        let branch = body.terminator(comparison.block)?;
        let InstData::CondBr { if_true, .. } = *body.inst(branch) else { return None };
        let [mut a, mut b] = f.branch_weights(branch)?[..] else { return None };
        if if_true == join {
            std::mem::swap(&mut a, &mut b);
        }
        let (a, b) = (u128::from(a), u128::from(b));
        (equal, different) = (equal * a, different * (a + b) + equal * b);
        // In a range whose products fit.
        while equal.max(different) > u128::from(u32::MAX) {
            (equal, different) = (equal >> 1, different >> 1);
        }
    }
    Some([equal as u64, different as u64])
}

/// Compares the memory of a group at the end of a block.
fn compare(f: &mut FunctionEdit<'_, '_>, group: &[Comparison], block: Block) -> Option<Value> {
    let first = &group[0];
    for comparison in group {
        for &inst in &comparison.others {
            f.editor.move_inst(inst, Point::End(block));
        }
    }
    let mut addresses = [None; 2];
    for (address, operand) in addresses.iter_mut().zip(&first.operands) {
        *address = match operand.gep {
            Some(gep) => Some(f.editor.clone_inst(gep, Point::End(block)).into()),
            None => f.editor.body().operand(operand.load, 0),
        };
    }
    let (lhs, rhs) = (addresses[0]?, addresses[1]?);
    if let [only] = group {
        let mut loads = [lhs, rhs];
        for (load, operand) in loads.iter_mut().zip(&only.operands) {
            let copy = f.editor.clone_inst(operand.load, Point::End(block));
            f.editor.set_operand(Use { user: copy, operand: 0 }, *load);
            *load = copy.into();
        }
        return f.editor.build_at_end(block, |b| b.icmp(IntPredicate::Eq, loads[0], loads[1])).ok();
    }
    let module = f.editor.module();
    let cx = module.context();
    let pointer = cx.ptr(0);
    let size = cx.int(module.data_layout().pointer(0).index_bits);
    let callee = f.additions.function_named(
        b"memcmp",
        cx.function_type(Type::I32, &[pointer, pointer, size], false),
        Default::default(),
    );
    let bytes = group.iter().map(|comparison| comparison.bytes as u64).sum();
    let built = f.editor.build_at_end(block, |b| {
        let bytes = b.int(size, bytes);
        let result = b.named("memcmp").call_function(callee, &[lhs, rhs, bytes])?;
        let zero = b.int(Type::I32, 0);
        b.icmp(IntPredicate::Eq, result.into(), zero)
    });
    built.ok()
}
