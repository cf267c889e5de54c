//! The parts of the memory behind a pointer parameter that a function accesses.

use std::collections::BTreeMap;

use lindworm_analysis::alias::{AliasAnalysis, AliasCache};
use lindworm_analysis::{Cfg, InstOrder};
use lindworm_ir::attributes::{AttrKind, ModRef};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{Align, AtomicOrdering};
use lindworm_ir::metadata::Attachments;
use lindworm_ir::uses::Uses;
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Type, Value};

use super::{Calls, Param, is_pointer};
use crate::function_attrs::{may_not_stall, may_throw};
use crate::value_tracking::Query;

/// The maximum number of parts of a parameter.
const MAX_PARTS: usize = 3;

/// The maximum number of instructions that are examined to prove that memory is unchanged until it is loaded.
const MAX_EXAMINED: usize = 20_000;

/// A part of the memory behind a pointer.
pub(super) struct Part {
    /// The offset in bytes.
    pub offset: i64,
    pub ty: Type,
    /// The alignment in bytes.
    pub align: u64,
    /// The metadata of the first access, if it runs whenever the function is called.
    pub metadata: Attachments,
}

/// Finds the parameters that can be promoted.
pub(super) struct Finder<'m> {
    module: &'m Module,
    function: Global,
    body: &'m Body,
    calls: &'m Calls,
    is_recursive: bool,
    uses: Uses,
    /// The instructions of each block that may write memory.
    writers: HashMap<Block, Vec<Inst>>,
    cfg: Cfg,
    order: InstOrder,
    /// The def-use chains of the callers.
    of_callers: Vec<Uses>,
}

/// An access through a parameter.
struct Access {
    offset: i64,
    ty: Type,
    align: u64,
}

/// What is known of a parameter during the search.
#[derive(Default)]
struct Found {
    parts: BTreeMap<i64, Part>,
    /// The number of bytes that must be dereferenceable, and their alignment, because not every call accesses them.
    bytes: u64,
    align: u64,
}

impl<'m> Finder<'m> {
    pub fn new(module: &'m Module, function: Global, calls: &'m Calls, is_recursive: bool) -> Option<Finder<'m>> {
        let body = module.body(function)?;
        let uses = Uses::new(body);
        let writers = HashMap::default();
        Some(Finder {
            module,
            function,
            body,
            calls,
            is_recursive,
            uses,
            writers,
            cfg: Cfg::default(),
            order: InstOrder::default(),
            of_callers: Vec::new(),
        })
    }

    /// What becomes of each parameter; `None` if all are kept.
    pub fn params(mut self) -> Option<Vec<Param>> {
        let mut is_changed = false;
        let mut params = Vec::new();
        for n in 0..self.body.args().len() {
            let parts = is_pointer(self.module, self.body.args()[n]).then(|| self.parts(n)).flatten();
            is_changed |= parts.is_some();
            params.push(parts.map_or(Param::Kept, Param::Promoted));
        }
        is_changed.then_some(params)
    }

    fn query<'q>(&'q self, function: Global, body: &'q Body, uses: &'q Uses) -> Query<'q> {
        Query::of_body(self.module, function, body, uses)
    }

    /// The offset of an address from a parameter.
    fn offset_from(&self, arg: Value, mut address: Value) -> Option<i64> {
        const MAX_STEPS: usize = 64;
        let query = self.query(self.function, self.body, &self.uses);
        let mut offset = 0i64;
        for _ in 0..MAX_STEPS {
            if address == arg {
                return Some(offset);
            }
            let (source, [base, indices @ ..]) = query.gep(address)? else { return None };
            offset = offset.checked_add(query.constant_offset(source, indices)?)?;
            address = *base;
        }
        None
    }

    /// The access of a load or store through a parameter; `Err` if it prevents promotion.
    fn access(&self, arg: Value, inst: Inst) -> Option<Result<Access, ()>> {
        let (pointer, ty, align, is_simple) = match *self.body.inst(inst) {
            InstData::Load { pointer, align, ordering, volatile, .. } => {
                (pointer, self.body.inst_type(inst), align, !volatile && ordering == AtomicOrdering::NotAtomic)
            }
            InstData::Store { value, pointer, align, ordering, volatile, .. } => {
                let ty = self.module.value_type(Some(self.body), value);
                (pointer, ty, align, !volatile && ordering == AtomicOrdering::NotAtomic)
            }
            _ => return None,
        };
        let offset = self.offset_from(arg, pointer)?;
        let (cx, layout) = (self.module.context(), self.module.data_layout());
        let align = align.bytes().or(layout.abi_align(cx, ty).and_then(Align::bytes)).unwrap_or(1);
        Some(if is_simple { Ok(Access { offset, ty, align }) } else { Err(()) })
    }

    /// Adds an access. Returns `None` if it prevents promotion.
    fn add(&self, found: &mut Found, inst: Inst, access: &Access, always: bool) -> Option<()> {
        let &Access { offset, ty, align } = access;
        let size = self.module.data_layout().store_size(self.module.context(), ty).filter(|size| !size.scalable)?.min;
        // The value of a pointer in a recursive function might be promoted again and again.
        if self.is_recursive && is_pointer(self.module, ty) {
            return None;
        }
        let is_new = !found.parts.contains_key(&offset);
        if is_new && found.parts.len() == MAX_PARTS {
            return None;
        }
        let part = found.parts.entry(offset).or_insert_with(|| {
            let metadata = if always { self.body.attachments(inst).into() } else { Attachments::default() };
            Part { offset, ty, align, metadata }
        });
        if part.ty != ty {
            return None;
        }
        if !always && (is_new || part.align < align) {
            let start = u64::try_from(offset).ok().filter(|offset| offset.is_multiple_of(align))?;
            found.bytes = found.bytes.max(start.checked_add(size)?);
            found.align = found.align.max(align);
        }
        part.align = part.align.max(align);
        Some(())
    }

    /// The parts of a parameter, if it can be promoted.
    fn parts(&mut self, n: usize) -> Option<Vec<Part>> {
        let arg = Value::arg(n as u32);
        if self.uses.is_unused(arg) {
            return Some(Vec::new());
        }
        let cx = self.module.context();
        let set = cx.attribute_list(self.module.function(self.function)?.attributes).param(n);
        let is_copy = cx.attribute_type(set, AttrKind::BY_VAL).is_some();
        let may_store = is_copy && cx.attribute_int(set, AttrKind::ALIGN).is_some();
        let mut found = Found { align: 1, ..Found::default() };
        for inst in self.body.insts(self.body.blocks().next()?) {
            match self.access(arg, inst) {
                Some(Ok(access)) => self.add(&mut found, inst, &access, true)?,
                Some(Err(())) => return None,
                None => {}
            }
            if may_throw(self.module, self.body, inst) || !may_not_stall(self.module, self.body, inst) {
                break;
            }
        }
        let mut loads = Vec::new();
        let mut own_calls: HashSet<Inst> = HashSet::default();
        let mut pending: Vec<_> = self.uses.of(arg).collect();
        while let Some(at) = pending.pop() {
            match *self.body.inst(at.user) {
                InstData::GetElementPtr { ref operands, .. } if at.operand == 0 => {
                    let mut indices = self.body.list_values(operands).iter().skip(1);
                    if !indices.all(|index| index.is_constant()) {
                        return None;
                    }
                    pending.extend(self.uses.of(at.user.into()));
                }
                InstData::Load { .. } => {
                    self.add(&mut found, at.user, &self.access(arg, at.user)?.ok()?, false)?;
                    loads.push(at.user);
                }
                InstData::Store { .. } if may_store && at.operand == 1 => {
                    self.add(&mut found, at.user, &self.access(arg, at.user)?.ok()?, false)?;
                }
                ref data => {
                    // A recursive call may pass the pointer on, in the same place.
                    let call = data.call_info()?;
                    let is_own = call.callee.as_global() == Some(self.function);
                    let is_same = self.body.call_args(call).get(n) == Some(&arg) && at.operand as usize == n;
                    if !is_own || !is_same {
                        return None;
                    }
                    own_calls.insert(at.user);
                }
            }
        }
        if (found.bytes > 0 || found.align > 1) && !self.is_valid_in_calls(n, &found, &own_calls) {
            return None;
        }
        let mut end = i64::MIN;
        for (&offset, part) in &found.parts {
            let size = self.module.data_layout().store_size(cx, part.ty)?.min;
            if offset < end {
                return None;
            }
            end = offset.checked_add_unsigned(size)?;
        }
        let parts = found.parts.into_values().collect();
        (may_store || self.is_unchanged_until(&loads) || self.is_unchanged_by_calls(n)).then_some(parts)
    }

    /// Whether all callers pass a pointer to enough accessible memory.
    fn is_valid_in_calls(&mut self, n: usize, found: &Found, own_calls: &HashSet<Inst>) -> bool {
        let own = self.query(self.function, self.body, &self.uses);
        if own.is_accessible(Value::arg(n as u32), found.bytes, found.align) {
            return true;
        }
        self.scan_callers();
        self.calls.iter().zip(&self.of_callers).all(|((caller, calls), uses)| {
            let Some(body) = self.module.body(*caller) else { return false };
            let query = self.query(*caller, body, uses);
            let arg = |call: Inst| body.call_args(body.inst(call).call_info()?).get(n).copied();
            calls
                .iter()
                .filter(|call| *caller != self.function || !own_calls.contains(*call))
                .all(|&call| arg(call).is_some_and(|pointer| query.is_accessible(pointer, found.bytes, found.align)))
        })
    }

    fn scan_callers(&mut self) {
        if self.of_callers.is_empty() {
            let bodies = self.calls.iter().map(|(caller, _)| self.module.body(*caller));
            self.of_callers = bodies.map(|body| body.map_or_else(Uses::default, Uses::new)).collect();
        }
    }

    /// Whether no call of the function changes the memory behind a parameter.
    fn is_unchanged_by_calls(&mut self, n: usize) -> bool {
        self.scan_callers();
        self.calls.iter().zip(&self.of_callers).all(|((caller, calls), uses)| {
            let Some(body) = self.module.body(*caller) else { return false };
            let cache = AliasCache::default();
            let aliases = AliasAnalysis::new(self.module, body, uses, *caller, &cache);
            calls.iter().all(|&inst| {
                let Some(call) = body.inst(inst).call_info() else { return false };
                !aliases.mod_ref(inst, &aliases.arg_location(inst, call, n)).contains(ModRef::MOD)
            })
        })
    }

    /// Whether no instruction between the entry and a load changes the loaded memory.
    fn is_unchanged_until(&mut self, loads: &[Inst]) -> bool {
        if self.cfg.entry().is_none() {
            (self.cfg, self.order) = (Cfg::new(self.body), InstOrder::new(self.body));
            for block in self.body.blocks() {
                let writers = self.body.insts(block).filter(|&inst| match self.body.inst(inst) {
                    InstData::Load { ordering, volatile, .. } => *volatile || *ordering > AtomicOrdering::Unordered,
                    InstData::Store { .. }
                    | InstData::Fence { .. }
                    | InstData::CmpXchg { .. }
                    | InstData::AtomicRmw { .. }
                    | InstData::VaArg { .. } => true,
                    data => data.call_info().is_some(),
                });
                let writers: Vec<Inst> = writers.collect();
                if !writers.is_empty() {
                    self.writers.insert(block, writers);
                }
            }
        }
        if self.writers.is_empty() {
            return true;
        }
        let cache = AliasCache::default();
        let aliases = AliasAnalysis::new(self.module, self.body, &self.uses, self.function, &cache);
        let mut examined = 0;
        for &load in loads {
            let (Some(location), Some(block)) = (aliases.location(load), self.body.inst_block(load)) else {
                return false;
            };
            let mut changes = |writer: Inst| {
                examined += 1;
                examined > MAX_EXAMINED || aliases.mod_ref(writer, &location).contains(ModRef::MOD)
            };
            let of_block = |block: Block| self.writers.get(&block).into_iter().flatten().copied();
            if of_block(block).take_while(|&writer| self.order.comes_before(writer, load)).any(&mut changes) {
                return false;
            }
            let mut seen: HashSet<Block> = HashSet::default();
            let mut pending: Vec<Block> = self.cfg.predecessors(block).to_vec();
            while let Some(block) = pending.pop() {
                if seen.insert(block) {
                    if of_block(block).any(&mut changes) {
                        return false;
                    }
                    pending.extend(self.cfg.predecessors(block));
                }
            }
            examined += seen.len();
            if examined > MAX_EXAMINED {
                return false;
            }
        }
        true
    }
}
