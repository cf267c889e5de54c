//! The accesses of an alloca, as byte ranges, and the partitions into which these divide it.

use std::cmp::Reverse;

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Inst, InstData, Type, Value};

use super::types::Types;
use crate::call_site::{param_has, param_sets};
use crate::pass::FunctionEdit;
use crate::value_tracking::Query;

/// The maximum number of uses that are followed behind the phis and selects of an alloca.
const MAX_JOINED: usize = 1 << 14;

/// The use of an address in an alloca that accesses a byte range.
#[derive(Clone, Copy)]
pub(super) struct Slice {
    pub begin: u64,
    pub end: u64,
    pub at: Use,
    /// Whether the access can be split into accesses of parts of the range.
    pub splittable: bool,
}

impl Slice {
    /// The order of slices: by offset; whole accesses before those that can be split; long ones first.
    pub fn key(&self) -> (u64, bool, Reverse<u64>) {
        (self.begin, self.splittable, Reverse(self.end))
    }
}

/// The kind of an access.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// A load of this type.
    Load(Type),
    /// A store of a value of this type.
    Store(Type),
    /// `memset`.
    Set,
    /// `memcpy` or `memmove`.
    Copy,
    /// A lifetime marker.
    Marker,
    /// The address is an operand of a phi or select.
    Join,
}

impl Access {
    /// The kind of an access, and whether it is volatile.
    pub fn of(f: &FunctionEdit<'_, '_>, at: Use) -> (Access, bool) {
        let body = f.editor.body();
        match *body.inst(at.user) {
            InstData::Load { volatile, .. } => (Access::Load(body.inst_type(at.user)), volatile),
            InstData::Store { value, volatile, .. } => (Access::Store(f.editor.type_of(value)), volatile),
            InstData::Call { ref call, .. } => {
                let is_volatile = |n: usize| {
                    let flag = body.call_args(call).get(n);
                    flag.is_some_and(|&flag| !f.editor.module().constants().is_zero(flag))
                };
                match f.editor.module().callee(call.callee).and_then(|callee| callee.intrinsic) {
                    Some(IntrinsicId::MEMSET) => (Access::Set, is_volatile(3)),
                    Some(IntrinsicId::MEMCPY | IntrinsicId::MEMMOVE) => (Access::Copy, is_volatile(3)),
                    _ => (Access::Marker, false),
                }
            }
            _ => (Access::Join, false),
        }
    }

    /// The type of the loaded or stored value.
    pub fn value_type(self) -> Option<Type> {
        match self {
            Access::Load(ty) | Access::Store(ty) => Some(ty),
            _ => None,
        }
    }
}

/// The uses of an alloca.
#[derive(Default)]
pub(super) struct Slices {
    /// Sorted by [`Slice::key`].
    pub slices: Vec<Slice>,
    /// Users without an effect: unused addresses, accesses of no bytes or outside of the alloca.
    pub dead_users: Vec<Inst>,
    /// Operands of phis and selects that are never accessed.
    pub dead_operands: Vec<Use>,
    /// Uses that can be dropped if the alloca is promoted.
    pub droppable: Vec<Use>,
    /// Whether there may be further reads of any part: the alloca cannot be split.
    pub is_read_elsewhere: bool,
}

/// A byte range of an alloca that becomes an alloca.
pub(super) struct Partition {
    pub begin: u64,
    pub end: u64,
    /// The indices of the slices that begin in the range.
    pub own: std::ops::Range<usize>,
    /// The splittable slices that begin earlier and reach into the range.
    pub tails: Vec<usize>,
}

impl Slices {
    /// The uses of an alloca of `size` bytes; `None` if one is unknown. Linear in the uses.
    pub fn of(f: &FunctionEdit<'_, '_>, types: Types<'_>, alloca: Inst, size: u64) -> Option<Slices> {
        let mut walk = Walk {
            f,
            query: Query::new(&f.editor, f.additions.function()),
            types,
            size,
            found: Slices::default(),
            pending: Vec::new(),
            visited: HashSet::default(),
            dead: HashSet::default(),
            copies: HashMap::default(),
            joins: HashMap::default(),
            joined: 0,
        };
        walk.follow(alloca.into(), Some(0));
        while let Some((at, offset)) = walk.pending.pop() {
            walk.visit(at, offset)?;
        }
        let mut found = walk.found;
        // A slice without bytes was removed.
        found.slices.retain(|slice| slice.begin < slice.end);
        found.slices.sort_by_key(Slice::key);
        Some(found)
    }

    /// Divides the alloca into the ranges between which no access must be whole. Linear in the slices and in the parts of the
    /// splittable ones.
    pub fn partitions(&self) -> Vec<Partition> {
        let slices = &self.slices;
        let mut partitions = Vec::new();
        let mut tails: Vec<usize> = Vec::new();
        let (mut next, mut reached) = (0, 0);
        loop {
            tails.retain(|&tail| slices[tail].end > reached);
            let upcoming = slices.get(next);
            // Only tails reach up to the next whole access.
            let gap_end = match upcoming {
                None => tails.iter().map(|&tail| slices[tail].end).max(),
                Some(slice) => {
                    let is_gap = !tails.is_empty() && slice.begin != reached && !slice.splittable;
                    is_gap.then_some(slice.begin)
                }
            };
            if let Some(end) = gap_end {
                partitions.push(Partition { begin: reached, end, own: next..next, tails: tails.clone() });
                reached = end;
                continue;
            }
            let Some(&start) = upcoming else { return partitions };
            let begin = if tails.is_empty() { start.begin } else { reached };
            let (first, mut end) = (next, start.end);
            next += 1;
            while let Some(slice) = slices.get(next).filter(|slice| slice.begin < end) {
                match (start.splittable, slice.splittable) {
                    (false, true) => {}
                    (true, false) => {
                        end = slice.begin;
                        break;
                    }
                    _ => end = end.max(slice.end),
                }
                next += 1;
            }
            partitions.push(Partition { begin, end, own: first..next, tails: tails.clone() });
            reached = end;
            tails.extend((first..next).filter(|&n| slices[n].splittable && slices[n].end > end));
        }
    }

    /// The slices that begin in a partition.
    pub fn own(&self, part: &Partition) -> &[Slice] {
        &self.slices[part.own.clone()]
    }

    /// The slices that access a partition: those that begin earlier first.
    pub fn all<'s>(&'s self, part: &'s Partition) -> impl Iterator<Item = &'s Slice> {
        part.tails.iter().map(|&tail| &self.slices[tail]).chain(self.own(part))
    }
}

/// A walk over the uses of an alloca and of the addresses derived from it.
struct Walk<'w, 'a, 'm> {
    f: &'w FunctionEdit<'a, 'm>,
    query: Query<'w>,
    types: Types<'w>,
    /// The size of the alloca in bytes.
    size: u64,
    found: Slices,
    /// Uses of addresses, each with the offset in the alloca if it is constant.
    pending: Vec<(Use, Option<i64>)>,
    visited: HashSet<Use>,
    dead: HashSet<Inst>,
    /// The index of the slice of the other operand of a copy.
    copies: HashMap<Inst, usize>,
    /// The number of bytes that users of a phi or select access.
    joins: HashMap<Inst, u64>,
    joined: usize,
}

impl Walk<'_, '_, '_> {
    fn follow(&mut self, address: Value, offset: Option<i64>) {
        for at in self.f.editor.uses().of(address) {
            if self.visited.insert(at) {
                self.pending.push((at, offset));
            }
        }
    }

    fn drop_user(&mut self, user: Inst) {
        if self.dead.insert(user) {
            self.found.dead_users.push(user);
        }
    }

    fn is_outside(&self, offset: i64) -> bool {
        offset as u64 >= self.size
    }

    fn add(&mut self, at: Use, offset: i64, bytes: u64, splittable: bool) {
        if bytes == 0 || self.is_outside(offset) {
            return self.drop_user(at.user);
        }
        let begin = offset as u64;
        let end = begin + bytes.min(self.size - begin);
        self.found.slices.push(Slice { begin, end, at, splittable });
    }

    /// Visits a use. `None` if it prevents any change.
    fn visit(&mut self, at: Use, offset: Option<i64>) -> Option<()> {
        let body = self.f.editor.body();
        let user = at.user;
        match *body.inst(user) {
            InstData::Load { volatile, .. } => {
                let Some(offset) = offset else {
                    self.found.is_read_elsewhere = true;
                    return Some(());
                };
                let ty = body.inst_type(user);
                self.add(at, offset, self.types.store_bytes(ty)?, self.types.is_transfer(ty) && !volatile);
            }
            InstData::Store { value, volatile, .. } => {
                // The address itself is not stored.
                let offset = offset.filter(|_| at.operand == 1)?;
                let ty = self.f.editor.type_of(value);
                let bytes = self.types.store_bytes(ty)?;
                if self.size.checked_sub(bytes).is_none_or(|last| offset as u64 > last) {
                    self.drop_user(user);
                } else {
                    self.add(at, offset, bytes, self.types.is_transfer(ty) && !volatile);
                }
            }
            _ if self.is_unused_address(user) => self.drop_user(user),
            InstData::GetElementPtr { source, operands, .. } if at.operand == 0 => {
                if self.types.cx.is_vector(body.inst_type(user)) {
                    return None;
                }
                let step = self.query.constant_offset(source, &body.list_values(&operands)[1..]);
                let sum = offset.zip(step).map(|(offset, step)| offset.wrapping_add(step));
                self.follow(user.into(), sum);
            }
            InstData::Cast { .. } if self.types.cx.is_pointer(body.inst_type(user)) => {
                self.follow(user.into(), offset);
            }
            InstData::Phi { .. } | InstData::Select { .. } => self.visit_join(at, offset)?,
            InstData::Call { .. } | InstData::Invoke { .. } | InstData::CallBr { .. } => self.visit_call(at, offset)?,
            _ => return None,
        }
        Some(())
    }

    fn is_unused_address(&self, user: Inst) -> bool {
        use InstData::{Cast, GetElementPtr, Phi, Select};
        let is_address =
            matches!(self.f.editor.body().inst(user), GetElementPtr { .. } | Cast { .. } | Phi { .. } | Select { .. });
        is_address && self.f.editor.uses().is_unused(user.into())
    }

    fn visit_call(&mut self, at: Use, offset: Option<i64>) -> Option<()> {
        use IntrinsicId as I;
        let (f, user) = (self.f, at.user);
        let (module, body) = (f.editor.module(), f.editor.body());
        let call = body.inst(user).call_info()?;
        let args = body.call_args(call);
        let intrinsic = module.callee(call.callee).and_then(|callee| callee.intrinsic);
        match intrinsic {
            Some(I::ASSUME | I::PSEUDOPROBE | I::EXPERIMENTAL_NOALIAS_SCOPE_DECL) => {
                self.found.droppable.push(at);
                return Some(());
            }
            Some(I::LIFETIME_START | I::LIFETIME_END) => {
                self.add(at, offset?, self.size, true);
                return Some(());
            }
            Some(I::MEMSET | I::MEMCPY | I::MEMMOVE) => {}
            _ => {
                let is_argument = (at.operand as usize) < args.len();
                let only_reads = || {
                    let has = |kind| param_has(module, call, at.operand as usize, kind);
                    has(AttrKind::READ_ONLY) || has(AttrKind::READ_NONE) || has(AttrKind::BY_VAL)
                };
                let is_hidden = || self.captures_at_most_reads(at);
                if is_argument && is_hidden() && only_reads() {
                    self.found.is_read_elsewhere = true;
                    return Some(());
                }
                return None;
            }
        }
        let len = module.constants().as_u64(*args.get(2)?);
        if len == Some(0) {
            self.drop_user(user);
            return Some(());
        }
        if intrinsic == Some(I::MEMSET) {
            if offset.is_some_and(|offset| self.is_outside(offset)) {
                self.drop_user(user);
                return Some(());
            }
            let offset = offset.filter(|_| at.operand == 0)?;
            self.add(at, offset, len.unwrap_or(self.size - offset as u64), len.is_some());
            return Some(());
        }
        if self.dead.contains(&user) {
            return Some(());
        }
        let offset = offset?;
        let previous = self.copies.get(&user).copied();
        if self.is_outside(offset) {
            if let Some(slice) = previous {
                self.found.slices[slice].end = 0;
            }
            self.drop_user(user);
            return Some(());
        }
        let is_volatile = !module.constants().is_zero(*args.get(3)?);
        let bytes = len.unwrap_or(self.size - offset as u64);
        if args[0] == args[1] {
            if is_volatile {
                self.add(at, offset, bytes, false);
            } else {
                self.drop_user(user);
            }
            return Some(());
        }
        // Both operands are in the alloca: it is copied to another place in itself, or to the same place.
        if let Some(previous) = previous {
            let other = &mut self.found.slices[previous];
            if !is_volatile && other.begin == offset as u64 {
                other.end = 0;
                self.drop_user(user);
                return Some(());
            }
            other.splittable = false;
        } else {
            self.copies.insert(user, self.found.slices.len());
        }
        self.add(at, offset, bytes, previous.is_none() && len.is_some());
        Some(())
    }

    /// Whether a call keeps at most the right to read from an argument.
    fn captures_at_most_reads(&self, at: Use) -> bool {
        use lindworm_ir::attributes::{CaptureComponents, Captures};
        let (module, body) = (self.f.editor.module(), self.f.editor.body());
        let Some(call) = body.inst(at.user).call_info() else { return false };
        param_sets(module, call, at.operand as usize).any(|set| {
            if module.context().has_attribute(set, AttrKind::BY_VAL) {
                return true;
            }
            let captures = module.context().attribute_int(set, AttrKind::CAPTURES).map(Captures::from_bits);
            captures.is_some_and(|captures| !(captures.result | captures.other).contains(CaptureComponents::PROVENANCE))
        })
    }

    fn visit_join(&mut self, at: Use, offset: Option<i64>) -> Option<()> {
        let (f, user) = (self.f, at.user);
        let body = f.editor.body();
        let same = match *body.inst(user) {
            InstData::Select { condition, if_true, if_false, .. } => {
                match f.editor.module().constants().as_u64(condition) {
                    Some(0) => Some(if_false),
                    Some(_) => Some(if_true),
                    None => (if_true == if_false).then_some(if_true),
                }
            }
            _ => {
                // Loads cannot be inserted before a `catchswitch`.
                let first = body.inst_block(user).and_then(|block| body.first_non_phi(block))?;
                if matches!(body.inst(first), InstData::CatchSwitch { .. }) {
                    return None;
                }
                crate::edges::only_value(&f.editor, user)
            }
        };
        if let Some(same) = same {
            if body.operand(user, at.operand as usize) == Some(same) {
                self.follow(user.into(), offset);
            } else {
                self.found.dead_operands.push(at);
            }
            return Some(());
        }
        let offset = offset?;
        let bytes = match self.joins.get(&user) {
            Some(&bytes) => bytes,
            None => {
                let bytes = self.joined_bytes(user)?;
                self.joins.insert(user, bytes);
                bytes
            }
        };
        if self.is_outside(offset) {
            self.found.dead_operands.push(at);
        } else {
            self.add(at, offset, bytes, false);
        }
        Some(())
    }

    /// The number of bytes that loads and stores access through a phi or select, which do so at its address. `None` for other
    /// uses.
    fn joined_bytes(&mut self, root: Inst) -> Option<u64> {
        let (f, types) = (self.f, self.types);
        let body = f.editor.body();
        let mut seen: HashSet<Inst> = HashSet::default();
        let mut pending = vec![root];
        let mut most = 0;
        while let Some(address) = pending.pop() {
            for at in f.editor.uses().of(address.into()) {
                self.joined += 1;
                if self.joined > MAX_JOINED {
                    return None;
                }
                match *body.inst(at.user) {
                    InstData::Load { .. } => most = most.max(types.fixed_store_bytes(body.inst_type(at.user))?),
                    InstData::Store { value, .. } if at.operand == 1 => {
                        most = most.max(types.fixed_store_bytes(f.editor.type_of(value))?);
                    }
                    InstData::GetElementPtr { operands, .. } => {
                        let is_zero = |&index: &Value| f.editor.module().constants().is_zero(index);
                        if at.operand != 0 || !body.list_values(&operands)[1..].iter().all(is_zero) {
                            return None;
                        }
                        if seen.insert(at.user) {
                            pending.push(at.user);
                        }
                    }
                    InstData::Cast { .. } if types.cx.is_pointer(body.inst_type(at.user)) => {
                        if seen.insert(at.user) {
                            pending.push(at.user);
                        }
                    }
                    InstData::Phi { .. } | InstData::Select { .. } => {
                        if seen.insert(at.user) {
                            pending.push(at.user);
                        }
                    }
                    _ => return None,
                }
            }
        }
        Some(most)
    }
}
