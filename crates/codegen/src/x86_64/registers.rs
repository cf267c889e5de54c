//! The register allocator: tracks which registers hold which values.

use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::system_v::CALLEE_SAVED;
use lindworm_target::x86_64::{Mem, Reg, RegSet, Size, op};

use super::Pass;
use crate::error::Result;
use crate::values::{NONE, Part};

/// The general-purpose scratch register for moves.
pub const SCRATCH: Reg = Reg::R11;
/// The vector scratch register for moves.
pub const SCRATCH_FLOAT: Reg = Reg::XMM15;
/// A second vector scratch register.
pub const SCRATCH_FLOAT_2: Reg = Reg::XMM14;

const RESERVED: RegSet = RegSet::of(&[Reg::RSP, Reg::RBP, SCRATCH, SCRATCH_FLOAT, SCRATCH_FLOAT_2]);
/// The registers that can be allocated to values.
pub const ALLOCATABLE: RegSet = RegSet::GENERAL.union(RegSet::XMM).without(RESERVED);
/// Whether a register can be allocated to values.
pub fn is_allocatable(reg: Reg) -> bool {
    ALLOCATABLE.contains(reg)
}

/// The registers and their contents.
pub struct Registers {
    /// The number of the part in each register.
    owners: [u32; 32],
    free: RegSet,
    /// Registers that the current instruction needs.
    locked: RegSet,
    /// Registers that have been allocated in this function.
    pub used: RegSet,
    /// Where the search for a register to evict begins.
    victim: u32,
}

impl Default for Registers {
    fn default() -> Self {
        Registers { owners: [NONE; 32], free: ALLOCATABLE, locked: RegSet::EMPTY, used: RegSet::EMPTY, victim: 0 }
    }
}

impl Registers {
    /// Frees all registers.
    pub fn reset(&mut self) {
        *self = Registers::default();
    }

    /// Frees all registers and detaches their parts.
    pub fn forget_all(&mut self, parts: &mut [Part]) {
        for reg in self.owned() {
            parts[self.owners[reg.index()] as usize].reg = None;
        }
        self.free = ALLOCATABLE;
    }

    /// The registers that hold a value.
    pub fn owned(&self) -> RegSet {
        ALLOCATABLE.without(self.free)
    }

    /// The part that a register holds.
    pub fn owner(&self, reg: Reg) -> Option<usize> {
        (!self.free.contains(reg) && ALLOCATABLE.contains(reg)).then(|| self.owners[reg.index()] as usize)
    }

    /// Frees a register.
    pub fn release(&mut self, reg: Reg) {
        self.free.insert(reg);
    }

    /// Locks a register for the current instruction.
    pub fn lock(&mut self, reg: Reg) {
        self.locked.insert(reg);
    }

    /// Unlocks all registers.
    pub fn unlock(&mut self) {
        self.locked = RegSet::EMPTY;
    }

    /// Unlocks one register.
    pub fn unlock_one(&mut self, reg: Reg) {
        self.locked.remove(reg);
    }
}

impl Pass<'_> {
    /// A register for the rest of the current instruction.
    pub fn temp(&mut self, bank: RegSet) -> Result<Reg> {
        let open = self.registers.free.and(bank).without(self.registers.locked);
        // Prefers registers that need not be saved, then callee-saved registers that are already in use.
        let cheap = open.without(CALLEE_SAVED.without(self.registers.used));
        let reg = match cheap.without(CALLEE_SAVED).first().or(cheap.first()).or(open.first()) {
            Some(reg) => reg,
            None => self.take_one(bank)?,
        };
        self.registers.used.insert(reg);
        self.registers.lock(reg);
        Ok(reg)
    }

    /// A general-purpose register for the rest of the current instruction.
    pub fn temp_general(&mut self) -> Result<Reg> {
        self.temp(RegSet::GENERAL)
    }

    /// A vector register for the rest of the current instruction.
    pub fn temp_float(&mut self) -> Result<Reg> {
        self.temp(RegSet::XMM)
    }

    /// Evicts a register, round robin.
    fn take_one(&mut self, bank: RegSet) -> Result<Reg> {
        let candidates = ALLOCATABLE.and(bank).without(self.registers.locked);
        let Some(first) = candidates.first() else { return Err("an instruction that needs too many registers".into()) };
        let behind = candidates.into_iter().find(|r| r.index() as u32 >= self.registers.victim);
        let reg = behind.unwrap_or(first);
        self.registers.victim = reg.index() as u32 + 1;
        self.evict(reg)?;
        Ok(reg)
    }

    /// Evicts the part in a register. The part is stored if its slot is not up to date.
    pub fn evict(&mut self, reg: Reg) -> Result {
        if let Some(part) = self.registers.owner(reg) {
            self.spill(part)?;
            self.values.parts[part].reg = None;
            self.registers.release(reg);
        }
        Ok(())
    }

    /// Frees a specific register for the rest of the current instruction.
    pub fn claim(&mut self, reg: Reg) -> Result {
        self.evict(reg)?;
        self.registers.used.insert(reg);
        self.registers.lock(reg);
        Ok(())
    }

    /// Stores a part that is only in a register.
    pub fn spill(&mut self, at: usize) -> Result {
        let part = self.values.parts[at];
        let (true, Some(reg)) = (part.dirty, part.reg) else { return Ok(()) };
        let slot = self.slot_of(at)?;
        self.store_register(part.kind, Mem::base(Reg::RBP, slot), reg);
        self.values.parts[at].dirty = false;
        Ok(())
    }

    /// The slot of a part. The slot holds the part afterwards.
    pub fn in_slot(&mut self, at: usize) -> Result<i32> {
        self.spill(at)?;
        self.slot_of(at)
    }

    /// The slot of a part, allocated if needed.
    pub fn slot_of(&mut self, at: usize) -> Result<i32> {
        let part = &mut self.values.parts[at];
        if part.slot == 0 {
            part.slot = self.frame.slot(part.kind.size())?;
        }
        Ok(part.slot)
    }

    /// Stores a register to a slot, according to the kind of the part.
    pub fn store_register(&mut self, kind: PartKind, mem: Mem, reg: Reg) {
        let asm = &mut self.code.body;
        match kind {
            PartKind::Int(bits) => asm.mr(op::MOV_STORE, slot_size(bits), mem, reg),
            PartKind::F16 | PartKind::F32 => asm.mr(op::MOVSS_STORE, Size::B32, mem, reg),
            PartKind::F64 | PartKind::F80 => asm.mr(op::MOVSD_STORE, Size::B32, mem, reg),
            PartKind::F128 | PartKind::Lanes(_) | PartKind::Mask(_) => {
                asm.mr(op::MOVAPS_STORE, Size::B32, mem, reg);
            }
        }
    }

    /// Loads a register from a slot, according to the kind of the part.
    pub fn load_register(&mut self, kind: PartKind, reg: Reg, mem: Mem) {
        let asm = &mut self.code.body;
        match kind {
            PartKind::Int(bits) => asm.rm(op::MOV, slot_size(bits), reg, mem),
            PartKind::F16 | PartKind::F32 => asm.rm(op::MOVSS, Size::B32, reg, mem),
            PartKind::F64 | PartKind::F80 => asm.rm(op::MOVSD, Size::B32, reg, mem),
            PartKind::F128 | PartKind::Lanes(_) | PartKind::Mask(_) => asm.rm(op::MOVAPS, Size::B32, reg, mem),
        }
    }

    /// Copies a register, according to the kind of the part.
    pub fn move_register(&mut self, kind: PartKind, to: Reg, from: Reg) {
        if to != from {
            match kind {
                PartKind::Int(bits) => self.code.body.rr(op::MOV, slot_size(bits), to, from),
                _ => self.code.body.rr(op::MOVAPS, Size::B32, to, from),
            }
        }
    }

    /// Assigns a register to a part. The slot of the part is out of date afterwards.
    pub fn assign(&mut self, at: usize, reg: Reg) {
        self.own(at, reg);
        self.values.parts[at].dirty = true;
    }

    /// Assigns a register to a part without a change of the state of the slot.
    pub fn own(&mut self, at: usize, reg: Reg) {
        self.values.parts[at].reg = Some(reg);
        self.registers.owners[reg.index()] = at as u32;
        self.registers.free.remove(reg);
        self.registers.used.insert(reg);
    }
}

/// The size in which slots hold an integer of `bits` bits.
pub fn slot_size(bits: u8) -> Size {
    Size::of_bits(bits.into()).at_least_32()
}
