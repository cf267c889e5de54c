//! Promises of metadata about memory accesses: disjoint accesses (`!noalias`, `!llvm.access.group`), unchanged memory
//! (`!invariant.load`, `!invariant.group`), memory that is not freed, and excluded address spaces.

use std::ops::Range;

use lindworm_ir::attributes::CaptureComponents;
use lindworm_ir::hash::HashMap;
use lindworm_ir::module::TlsModel;

use super::argument::is_any;
use super::ranges::Ranges;
use crate::decode::op::{Code, Operand};
use crate::limits::Footprint;
use crate::memory::{EntryFlags, Kind};
use crate::program::Program;
use crate::run::Regs;
use crate::run::memory::Access;
use crate::state::State;
use crate::stop::{Note, Stop};
use crate::ub::metadata as kinds;
use crate::value::{Provenance, Reg, Site};

/// The length of an access.
#[derive(Clone, Copy, Debug)]
pub enum Length {
    /// A constant number of bytes.
    Bytes(u64),
    /// The number of bytes in an operand.
    Operand(Operand),
}

/// A check required by the metadata of an access.
#[derive(Clone, Debug)]
pub enum Told {
    /// Before an access with `!alias.scope`, `!noalias` or both: the numbers of these scope lists.
    Scoped { pointer: Operand, len: Length, access: Access, lists: Box<[u32]> },
    /// At the declaration of a scope in these lists.
    ScopeDeclared { lists: Box<[u32]> },
    /// After a load with `!invariant.load`.
    InvariantLoad { pointer: Operand, bytes: u64 },
    /// After a load or before a store with `!invariant.group`: the number of the pointer, and the registers of the value.
    InvariantGroup { group: u32, pointer: Operand, value: Operand, count: u32 },
    /// Before an access with `!noalias.addrspace`: the ranges of excluded address spaces.
    NotInSpaces { pointer: Operand, spaces: Box<[(u64, u64)]> },
    /// After an instruction whose result is a pointer with `!nofree`.
    NotFreed { pointer: Operand },
    /// Before a store of a pointer with `!captures`: the register of the pointer that is stored instead, and its permitted use.
    Captures { dst: u32, value: Operand, allowed: CaptureComponents },
    /// Before a parallel loop is entered.
    LoopEntered { number: u32 },
    /// At the end of an iteration of a parallel loop.
    NextIteration { number: u32 },
    /// Before an access in parallel loops.
    Parallel { loops: Box<[u32]>, pointer: Operand, bytes: u64, access: Access },
}

/// By the number of a scope list (of `!alias.scope` or `!noalias`): the numbers of the lists whose accesses must be disjoint.
pub(crate) type Conflicts = Vec<Vec<u32>>;

const READ: u8 = 1;
const WRITTEN: u8 = 2;

/// The state of a frame for the checks of access metadata.
#[derive(Default)]
pub(crate) struct Seen {
    /// The accessed bytes, by scope list and allocation.
    scoped: HashMap<(u32, Provenance), Ranges>,
    /// By the pointer of `!invariant.group`: the pointer's value, and the value in memory.
    groups: HashMap<u32, (Reg, Regs)>,
    loops: HashMap<u32, Iterations>,
}

/// The accesses of a parallel loop's iterations.
#[derive(Default)]
struct Iterations {
    current: u32,
    /// By address, the last iteration that has read the byte, and the last that has written the byte.
    bytes: HashMap<u64, (Option<u32>, Option<u32>)>,
}

impl Seen {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        let Seen { scoped, groups, loops } = self;
        all.add(scoped);
        all.each(scoped.values(), |all, ranges| ranges.footprint(all));
        all.add(groups);
        all.each(groups.values(), |all, (_, value)| all.add(value));
        all.add(loops);
        all.each(loops.values(), |all, iterations| all.add(&iterations.bytes));
    }
}

/// The maximum number of bytes whose accesses are recorded.
const MOST_BYTES: usize = 1 << 20;

impl State {
    fn seen(&mut self) -> Option<&mut Seen> {
        Some(self.thread.frames.last_mut()?.extra.get_or_insert_default().seen.get_or_insert_default())
    }

    /// Executes a check.
    pub(crate) fn told(&mut self, program: &Program, code: &Code, told: &Told) -> Result<(), Stop> {
        match *told {
            Told::Scoped { pointer, len, access, ref lists } => {
                let pointer = self.operand(code, pointer);
                let bytes = match len {
                    Length::Bytes(bytes) => bytes,
                    Length::Operand(operand) => self.operand(code, operand).bits,
                };
                self.scoped(code, pointer, bytes, access, lists)
            }
            Told::ScopeDeclared { ref lists } => {
                let known = self.seen().map_or(0, |seen| seen.scoped.len() * lists.len());
                self.spend_on(known as u64)?;
                if let Some(seen) = self.seen() {
                    seen.scoped.retain(|(list, _), _| !lists.contains(list));
                }
                Ok(())
            }
            Told::InvariantLoad { pointer, bytes } => {
                let pointer = self.operand(code, pointer);
                self.invariant_load(pointer, bytes);
                Ok(())
            }
            Told::InvariantGroup { group, pointer, value, count } => {
                let (pointer, value) = (self.operand(code, pointer), self.operands(code, value, count));
                self.invariant_group(group, pointer, value)
            }
            Told::NotInSpaces { pointer, ref spaces } => {
                let pointer = self.operand(code, pointer);
                self.not_in_spaces(program, pointer, spaces)
            }
            Told::NotFreed { pointer } => {
                let pointer = self.operand(code, pointer);
                if let Some(object) = self.object_of(pointer) {
                    let by = self.site();
                    self.promises.watched(object).not_freed.get_or_insert(by);
                }
                Ok(())
            }
            Told::Captures { dst, value, allowed } => {
                let reg = self.operand(code, value);
                let from = reg.meta.provenance();
                let limited = match self.memory.entry(from).map(|e| e.kind) {
                    None | Some(Kind::Function | Kind::Block | Kind::Undefined | Kind::Machine) => reg,
                    Some(_) => Reg::pointer(reg.bits, self.limited(from, allowed)),
                };
                self.set(dst, &[if reg.meta.is_defined() { limited } else { reg }]);
                Ok(())
            }
            Told::LoopEntered { number } => {
                if let Some(seen) = self.seen() {
                    seen.loops.insert(number, Iterations::default());
                }
                Ok(())
            }
            Told::NextIteration { number } => {
                if let Some(seen) = self.seen() {
                    seen.loops.entry(number).or_default().current += 1;
                }
                Ok(())
            }
            Told::Parallel { ref loops, pointer, bytes, access } => {
                let pointer = self.operand(code, pointer);
                loops.iter().try_for_each(|&number| self.parallel(number, pointer, bytes, access))
            }
        }
    }

    /// Checks an access against accesses of disjoint scopes.
    fn scoped(&mut self, code: &Code, pointer: Reg, len: u64, access: Access, lists: &[u32]) -> Result<(), Stop> {
        let Some(object) = self.object_of(pointer).filter(|_| pointer.meta.is_defined()) else { return Ok(()) };
        let bytes = pointer.bits..pointer.bits.saturating_add(len);
        let conflicts: usize = lists.iter().map(|&list| code.conflicts[list as usize].len()).sum();
        self.spend_on(conflicts as u64)?;
        let Some(seen) = self.seen() else { return Ok(()) };
        let touched = |others: &[u32]| {
            others.iter().any(|&other| {
                let clash = |marks: u8| marks & WRITTEN != 0 || marks != 0 && access == Access::Store;
                seen.scoped.get(&(other, object)).is_some_and(|r| r.find(&bytes, clash).is_some())
            })
        };
        let broken = lists.iter().any(|&list| touched(&code.conflicts[list as usize]));
        let mark = if access == Access::Store { WRITTEN } else { READ };
        for &list in lists {
            seen.scoped.entry((list, object)).or_default().mark(bytes.clone(), mark);
        }
        match broken {
            true => {
                let message = format!("{:#x} was accessed by what is said to be apart", bytes.start);
                self.undefined(&kinds::NOALIAS, message, Vec::new())
            }
            false => Ok(()),
        }
    }

    /// Records that memory must not change.
    fn invariant_load(&mut self, pointer: Reg, len: u64) {
        let Some(object) = self.object_of(pointer).filter(|_| pointer.meta.is_defined()) else { return };
        let Some(entry) = self.memory.entry(object) else { return };
        if entry.flags.contains(EntryFlags::CONSTANT)
            || matches!(entry.kind, Kind::Function | Kind::Block | Kind::Undefined)
        {
            return;
        }
        let by = self.site();
        let watched = self.promises.watched(object);
        watched.invariant.mark(pointer.bits..pointer.bits.saturating_add(len), READ);
        watched.invariant_by.get_or_insert(by);
        self.memory.set_flags(object, EntryFlags::WATCHED, true);
    }

    /// Called before a store to a watched allocation. If memory that must not change is affected, it is compared after the
    /// store.
    pub(super) fn before_store(&mut self, object: Provenance, bytes: &Range<u64>) {
        let watched = self.promises.watched(object);
        if let Some(by) = watched.invariant_by
            && watched.invariant.find(bytes, |marks| marks != 0).is_some()
        {
            let old = self.memory.bytes(self.memory.place_of(bytes.start), bytes.end - bytes.start).to_vec();
            self.promises.changed = Some(Changed { object, start: bytes.start, old, by, site: self.site() });
        }
    }

    /// Called after the store.
    #[cold]
    pub(crate) fn after_store(&mut self) -> Result<(), Stop> {
        let Some(Changed { object, start, old, by, site }) = self.promises.changed.take() else { return Ok(()) };
        if self.memory.entry(object).is_none() {
            return Ok(());
        }
        let new = self.memory.bytes(self.memory.place_of(start), old.len() as u64).to_vec();
        let invariant = &self.promises.watched(object).invariant;
        let changed = old.iter().zip(new).enumerate().find(|&(i, (old, new))| {
            let at = start + i as u64;
            *old != new && invariant.find(&(at..at + 1), |marks| marks != 0).is_some()
        });
        if changed.is_none() {
            return Ok(());
        }
        let mut notes = vec![Note::new("it was loaded with `!invariant.load` here", Some(by))];
        if site != self.site() {
            notes.push(Note::new("the store", Some(site)));
        }
        self.undefined(&kinds::INVARIANT_LOAD, format!("the memory at {start:#x} has changed"), notes)
    }

    /// Checks that the value at a pointer is unchanged.
    fn invariant_group(&mut self, group: u32, pointer: Reg, value: Regs) -> Result<(), Stop> {
        let Some(seen) = self.seen() else { return Ok(()) };
        let same = |old: &Regs| {
            let both = old.iter().zip(&value);
            old.len() != value.len()
                || both.into_iter().all(|(a, b)| a.bits == b.bits || !a.meta.is_defined() || !b.meta.is_defined())
        };
        match seen.groups.get(&group) {
            Some((known, old)) if *known == pointer && !same(old) => {
                let (old, new) = (old[0].bits, value[0].bits);
                let message = format!("the value was {old:#x}, and is {new:#x}");
                self.undefined(&kinds::INVARIANT_GROUP, message, Vec::new())
            }
            Some((known, _)) if *known == pointer => Ok(()),
            _ => {
                seen.groups.insert(group, (pointer, value));
                Ok(())
            }
        }
    }

    /// Checks that the object is not in an excluded address space.
    fn not_in_spaces(&mut self, program: &Program, pointer: Reg, spaces: &[(u64, u64)]) -> Result<(), Stop> {
        let Some(object) = self.object_of(pointer).filter(|_| pointer.meta.is_defined()) else { return Ok(()) };
        let space = u64::from(self.address_space(program, object));
        // A range excludes its upper bound, and may wrap.
        let is_meant = |&(from, to): &(u64, u64)| match from <= to {
            true => (from..to).contains(&space),
            false => space >= from || space < to,
        };
        match spaces.iter().any(is_meant) {
            true => {
                let notes = self.allocation_note(object);
                self.undefined(&kinds::NOALIAS_ADDRSPACE, format!("the object is in address space {space}"), notes)
            }
            false => Ok(()),
        }
    }

    /// The address space in which an object was allocated.
    fn address_space(&mut self, program: &Program, object: Provenance) -> u32 {
        self.count(program.modules.iter().map(|m| m.variables().len() as u64).sum());
        let Some(entry) = self.memory.entry(object) else { return 0 };
        if entry.kind == Kind::Stack {
            return program.modules.first().map_or(0, |m| m.data_layout().alloca_addr_space);
        }
        for (m, module) in program.modules.iter().enumerate() {
            for &global in module.variables() {
                let g = &module[global];
                if g.tls == TlsModel::None
                    && !g.is_declaration()
                    && self.address(program, m, global).meta.provenance() == object
                {
                    return module.context().addr_space(g.ty()).unwrap_or(0);
                }
            }
        }
        0
    }

    /// Checks an access in a parallel loop for dependences between iterations.
    fn parallel(&mut self, number: u32, pointer: Reg, len: u64, access: Access) -> Result<(), Stop> {
        if !pointer.meta.is_defined() {
            return Ok(());
        }
        self.spend_on(len.saturating_mul(8))?;
        let Some(seen) = self.seen() else { return Ok(()) };
        let iterations = seen.loops.entry(number).or_default();
        if iterations.bytes.len() > MOST_BYTES {
            return Ok(());
        }
        let current = iterations.current;
        let mut other = false;
        for address in pointer.bits..pointer.bits.saturating_add(len) {
            let (read, written) = iterations.bytes.entry(address).or_default();
            let differs = |it: Option<u32>| it.is_some_and(|it| it != current);
            other |= differs(*written) || access == Access::Store && differs(*read);
            *(if access == Access::Store { written } else { read }) = Some(current);
        }
        match other {
            true => {
                let message = format!("{:#x} was accessed in another iteration", pointer.bits);
                self.undefined(&kinds::PARALLEL_ACCESSES, message, Vec::new())
            }
            false => Ok(()),
        }
    }

    /// The allocation of a pointer, if known.
    pub(crate) fn object_of(&self, pointer: Reg) -> Option<Provenance> {
        match pointer.meta.provenance() {
            provenance if is_any(provenance) => {
                self.memory.allocation_at(pointer.bits).or_else(|| self.memory.stack_allocation_at(pointer.bits))
            }
            provenance => Some(self.memory.allocation(provenance)),
        }
    }
}

impl Changed {
    pub(super) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.old);
    }
}

/// A store in progress to memory that must not change.
pub(crate) struct Changed {
    object: Provenance,
    start: u64,
    old: Vec<u8>,
    /// The operation that requires that the memory does not change.
    by: Site,
    /// The store.
    site: Site,
}
