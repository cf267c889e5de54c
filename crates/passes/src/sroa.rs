//! `sroa`: scalar replacement of aggregates. Promotes allocas to SSA values, structs and arrays part by part.
//!
//! The uses of an alloca are followed through address computations, phis and selects (`slices.rs`). Each access is a slice: a
//! byte range, which can be split if it is a transfer of bytes. The slices divide the alloca into partitions. Each partition
//! becomes an alloca of a type that suits its accesses (`types.rs`), and the accesses become loads and stores of that type
//! (`rewrite.rs`): parts of integers by shifts, parts of vectors as elements. Where addresses meet in a phi or select, the loads are
//! made before (`speculate.rs`). Allocas that are only loaded and stored are then promoted.
//!
//! Linear in the uses of each alloca and in the parts into which its accesses are split.

mod aggregates;
mod describe;
mod forward;
mod merge;
mod parts;
mod presplit;
mod rewrite;
mod slices;
mod speculate;
pub(crate) mod tags;
mod types;
mod worklist;

use lindworm_ir::constant::Constants;
use lindworm_ir::editor::Point;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Inst, InstData, Type, Value};
use smallvec::SmallVec;

use self::describe::{AddressRecords, Fragment};
use self::rewrite::{Rewriter, common_align};
use self::slices::{Access, Partition, Slice, Slices};
use self::types::{Chooser, Types};
use self::worklist::Worklist;
use crate::effects::is_trivially_dead;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::promote::{drop_use, is_promotable, promote};
use crate::value_tracking::Query;

/// The size in bytes up to which each offset of an alloca is examined whether accesses can be split there, as in LLVM.
const MAX_MAPPED_BYTES: u64 = 1024;
/// The maximum number of address computations between an alloca and an address.
const MAX_STEPS: usize = 64;

/// Promotes the allocas that [`Mem2Reg`](crate::Mem2Reg) promotes, and splits allocas of aggregates into scalars.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sroa {
    /// Whether the control flow stays: accesses through a select do not become accesses in branches.
    pub keeps_cfg: bool,
}

impl FunctionPass for Sroa {
    fn name(&self) -> &'static str {
        "sroa"
    }

    fn class(&self) -> &'static str {
        "SROAPass"
    }

    fn text(&self) -> String {
        format!("sroa<{}>", if self.keeps_cfg { "preserve-cfg" } else { "modify-cfg" })
    }

    fn is_settled_by_no_change(&self) -> bool {
        true
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let Some(entry) = f.editor.body().entry() else { return };
        let module = f.editor.module();
        let vscale = Query::new(&f.editor, f.additions.function()).vscale_range();
        let types = Types::new(module, vscale);
        let mut pass = Splitter {
            records: AddressRecords::of(f),
            f,
            types,
            keeps_cfg: self.keeps_cfg,
            pending: Worklist::default(),
            after_promotion: Worklist::default(),
            promotable: Worklist::default(),
            dead: Vec::new(),
            phis: Vec::new(),
            selects: Vec::new(),
        };
        for inst in pass.f.editor.body().insts(entry) {
            if let InstData::Alloca { allocated, .. } = *pass.f.editor.body().inst(inst) {
                let is_scalable = types.layout.alloc_size(types.cx, allocated).is_some_and(|size| size.scalable);
                match is_scalable && is_promotable(&pass.f.editor, inst) {
                    true => pass.promotable.insert(inst),
                    false => pass.pending.insert(inst),
                }
            }
        }
        pass.run();
    }
}

struct Splitter<'f, 'a, 'm> {
    f: &'f mut FunctionEdit<'a, 'm>,
    types: Types<'a>,
    keeps_cfg: bool,
    /// The allocas to be visited.
    pending: Worklist,
    /// The allocas to be visited after the next promotion, which removes uses of their addresses.
    after_promotion: Worklist,
    promotable: Worklist,
    /// Instructions that were replaced.
    dead: Vec<Inst>,
    /// Phis and selects whose loads are to be made before.
    phis: Vec<Inst>,
    selects: Vec<(Inst, Vec<speculate::SelectUse>)>,
    records: AddressRecords,
}

impl Splitter<'_, '_, '_> {
    fn run(&mut self) {
        // Terminates because each round promotes an alloca, and the allocas that take the place of another are parts of it.
        loop {
            while let Some(alloca) = self.pending.pop() {
                self.visit(alloca);
                self.erase_dead();
            }
            let mut promotable = self.promotable.take();
            promotable.retain(|&alloca| is_promotable(&self.f.editor, alloca));
            if !promotable.is_empty() {
                promote(self.f, &promotable);
            }
            std::mem::swap(&mut self.pending, &mut self.after_promotion);
            if self.pending.end() == 0 {
                return;
            }
        }
    }

    fn visit(&mut self, alloca: Inst) {
        let (types, body) = (self.types, self.f.editor.body());
        if body.inst_block(alloca).is_none() {
            return;
        }
        if self.f.editor.uses().is_unused(alloca.into()) {
            self.dead.push(alloca);
            return;
        }
        let InstData::Alloca { allocated, count, in_alloca, swift_error, .. } = *body.inst(alloca) else { return };
        if self.f.editor.module().constants().as_u64(count) != Some(1) {
            return;
        }
        if in_alloca || swift_error {
            // Parts of these would not be used as is required of them.
            if is_promotable(&self.f.editor, alloca) {
                self.promotable.insert(alloca);
            }
            return;
        }
        let Some(size) = types.alloc_bytes(allocated).filter(|&size| size > 0) else { return };
        self.simplify_accesses(alloca);
        let Some(mut slices) = Slices::of(self.f, types, alloca, size) else { return };
        if slices.is_read_elsewhere {
            return self.forward_stores(alloca, &slices);
        }
        for user in std::mem::take(&mut slices.dead_users) {
            self.replace_uses(user, Constants::poison);
            self.dead.push(user);
        }
        for at in std::mem::take(&mut slices.dead_operands) {
            let body = self.f.editor.body();
            let Some(old) = body.operand(at.user, at.operand as usize) else { continue };
            let poison = self.f.editor.module().constants().poison(self.f.editor.type_of(old));
            self.f.editor.set_operand(at, poison);
            self.drop_if_dead(old);
        }
        if slices.slices.is_empty() {
            return;
        }
        self.split(alloca, slices, size);
        while let Some(phi) = self.phis.pop() {
            self.speculate_phi(phi);
        }
        while let Some((select, uses)) = self.selects.pop() {
            self.rewrite_select(select, uses);
        }
    }

    /// Replaces uses of an instruction without a value, also those by debug records.
    fn replace_uses(&mut self, inst: Inst, value: fn(&Constants, Type) -> Value) {
        let ty = self.f.editor.body().inst_type(inst);
        if ty != Type::VOID {
            let value = value(self.f.editor.module().constants(), ty);
            self.f.editor.replace_all(inst.into(), value);
        }
    }

    /// Erases replaced instructions, and those that become dead thereby.
    fn erase_dead(&mut self) {
        while let Some(inst) = self.dead.pop() {
            let body = self.f.editor.body();
            if body.inst_block(inst).is_none() {
                continue;
            }
            if matches!(body.inst(inst), InstData::Alloca { .. }) {
                self.remove_records(inst);
                self.pending.remove(inst);
                self.after_promotion.remove(inst);
                self.promotable.remove(inst);
            }
            // The bits of a split load that no part has defined are undefined, but do not make the others poison.
            self.replace_uses(inst, Constants::undef);
            let mut operands: SmallVec<[Value; 4]> = SmallVec::new();
            let body = self.f.editor.body();
            body.inst(inst).for_each_operand(body.values(), |value| operands.push(value));
            self.f.editor.erase(inst);
            for operand in operands {
                self.drop_if_dead(operand);
            }
        }
    }

    /// Lists an instruction for removal if it is dead.
    fn drop_if_dead(&mut self, value: Value) {
        if let Some(inst) = value.as_inst()
            && self.f.editor.uses().is_unused(value)
            && is_trivially_dead(&self.f.editor, inst)
        {
            self.dead.push(inst);
        }
    }

    /// The alloca in which an address is.
    fn root(&self, address: Value) -> Option<Inst> {
        let body = self.f.editor.body();
        let mut address = address.as_inst()?;
        for _ in 0..MAX_STEPS {
            address = match *body.inst(address) {
                InstData::Alloca { .. } => return Some(address),
                InstData::GetElementPtr { operands, .. } => body.list_values(&operands).first()?.as_inst()?,
                InstData::Cast { value, .. } => value.as_inst()?,
                _ => return None,
            };
        }
        None
    }

    /// The alloca whose address is stored is visited after the promotion of the alloca in which it is stored.
    fn revisit_root(&mut self, address: Value) {
        if let Some(alloca) = self.root(address) {
            self.after_promotion.insert(alloca);
        }
    }

    /// The alloca on the other side of a transfer is visited again.
    fn revisit_other(&mut self, address: Value) {
        if let Some(alloca) = self.root(address) {
            self.pending.insert(alloca);
        }
    }

    /// Splits an alloca into one for each partition.
    fn split(&mut self, alloca: Inst, mut slices: Slices, size: u64) {
        self.presplit(&mut slices);
        self.fix_whole_accesses(&mut slices.slices, size);
        let mut fragments = Vec::new();
        for part in slices.partitions() {
            if let Some((new, bits)) = self.rewrite_partition(alloca, &slices, &part)
                && new != alloca
            {
                let bits = bits.min((part.end - part.begin).saturating_mul(8));
                fragments.push(Fragment { alloca: new, offset: part.begin.saturating_mul(8), bits });
            }
        }
        self.describe_fragments(alloca, &fragments);
    }

    /// Loads and stores that overlap others in part are not split.
    fn fix_whole_accesses(&self, slices: &mut [Slice], size: u64) {
        let mut is_inside = Vec::new();
        if size <= MAX_MAPPED_BYTES {
            is_inside = vec![false; size as usize + 1];
            for slice in slices.iter().filter(|slice| slice.begin + 1 < slice.end) {
                is_inside[slice.begin as usize + 1..slice.end as usize].fill(true);
            }
        }
        for slice in slices.iter_mut().filter(|slice| slice.splittable) {
            let is_boundary = |offset: u64| !is_inside[offset as usize];
            let can_be_split = match is_inside.is_empty() {
                true => slice.begin == 0 && slice.end >= size,
                false => is_boundary(slice.begin) && is_boundary(slice.end),
            };
            if !can_be_split && Access::of(self.f, slice.at).0.value_type().is_some() {
                slice.splittable = false;
            }
        }
        slices.sort_by_key(Slice::key);
    }

    /// Rewrites the accesses of a partition. Returns the alloca that the partition becomes and the size of its type in bits;
    /// `None` if nothing changes.
    fn rewrite_partition(&mut self, alloca: Inst, slices: &Slices, part: &Partition) -> Option<(Inst, u64)> {
        let (types, body) = (self.types, self.f.editor.body());
        let InstData::Alloca { allocated, count, align, .. } = *body.inst(alloca) else { return None };
        let (ty, form) = Chooser { f: self.f, types, slices }.choose(part, allocated);
        let mut new = alloca;
        if ty != allocated || part.begin != 0 {
            let mut align = common_align(align, part.begin);
            if types.layout.abi_align(types.cx, ty).is_some_and(|abi| align.bytes() <= abi.bytes()) {
                align = types.layout.preferred_align(types.cx, ty).unwrap_or(align);
            }
            let name = [body.name(alloca.into()), format!(".sroa.{}", part.own.start).as_bytes()].concat();
            let (pointer, location) = (body.inst_type(alloca), body.debug_loc(alloca));
            let data = InstData::Alloca { allocated: ty, count, align, in_alloca: false, swift_error: false };
            new = self.f.editor.insert(Point::Before(alloca), data, pointer);
            self.f.editor.set_debug_loc(new, location);
            self.f.editor.set_name(new.into(), &name);
        }
        let stored_end = self.after_promotion.end();
        let mut rewriter = Rewriter {
            pass: self,
            old: alloca,
            new,
            ty,
            form,
            begin: part.begin,
            end: part.end,
            joins: Worklist::default(),
        };
        let mut can_promote = true;
        if !rewriter.merge_stores(slices, part) {
            for slice in slices.all(part) {
                can_promote &= rewriter.rewrite(slice);
            }
        }
        let joins = rewriter.joins.take();
        let is_phi = |f: &FunctionEdit<'_, '_>, inst: Inst| matches!(f.editor.body().inst(inst), InstData::Phi { .. });
        let (phis, selects): (Vec<Inst>, Vec<Inst>) = joins.iter().partition(|&&inst| is_phi(self.f, inst));
        can_promote &= phis.iter().all(|&phi| self.can_speculate_phi(phi));
        let mut rewritable = Vec::new();
        if can_promote {
            for &select in &selects {
                let Some(uses) = self.select_uses(select) else { break };
                rewritable.push((select, uses));
            }
            can_promote = rewritable.len() == selects.len();
        }
        if can_promote {
            for &at in &slices.droppable {
                self.drop_assumption(at);
            }
            if joins.is_empty() {
                self.promotable.insert(new);
            } else {
                self.phis.extend(phis);
                self.selects.extend(rewritable);
                self.pending.insert(new);
            }
        } else {
            self.after_promotion.truncate(stored_end);
            if new == alloca {
                return None;
            }
            self.pending.insert(new);
        }
        Some((new, types.bits(ty).unwrap_or(0)))
    }

    /// Drops a use of an address of a promoted alloca by an assumption.
    fn drop_assumption(&mut self, at: Use) {
        let old = self.f.editor.body().operand(at.user, at.operand as usize);
        if let Some(old) = old.filter(|old| old.as_inst().is_some()) {
            drop_use(&mut self.f.editor, at);
            self.drop_if_dead(old);
        }
    }
}
