//! Parallel moves: arguments to registers, and incoming values of phis on an edge.

use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Mem, Reg, RegSet, Size, op};

use super::Pass;
use super::operands::Source;
use super::registers::{SCRATCH, SCRATCH_FLOAT, SCRATCH_FLOAT_2};
use crate::error::Result;

/// A move of a value to a register.
#[derive(Clone, Copy, Debug)]
pub struct RegisterMove {
    pub to: Reg,
    pub kind: PartKind,
    pub from: Source,
    /// How the integer is extended after the move, if at all: whether by its sign.
    pub extend: Option<bool>,
}

/// A move of a value to the slot of a part of a phi.
#[derive(Clone, Copy, Debug)]
pub struct SlotMove {
    /// The offset of the slot.
    pub slot: i32,
    pub kind: PartKind,
    pub from: SlotSource,
}

#[derive(Clone, Copy, Debug)]
pub enum SlotSource {
    Value(Source),
    /// The second scratch register.
    Saved,
}

/// Reused memory for the moves.
#[derive(Default)]
pub struct Scratch {
    pub slots: Vec<SlotMove>,
    /// By slot: the move that writes the slot, and the number of remaining moves that read it.
    places: Vec<(i32, u32, u32)>,
    ready: Vec<u32>,
}

impl<'m> Pass<'m> {
    /// Does all moves in parallel. No two moves have the same target register.
    pub fn move_to_registers(&mut self, moves: &[RegisterMove]) -> Result {
        // Registers first: a target that no other open move reads can be written.
        let mut open: smallvec::SmallVec<[(Reg, Reg, PartKind); 8]> = Default::default();
        for m in moves {
            if let Source::Reg(from) = m.from
                && from != m.to
            {
                open.push((m.to, from, m.kind));
            }
        }
        while !open.is_empty() {
            let mut read = RegSet::EMPTY;
            open.iter().for_each(|m| read.insert(m.1));
            match open.iter().position(|m| !read.contains(m.0)) {
                Some(at) => {
                    let (to, from, kind) = open.swap_remove(at);
                    self.move_register(kind, to, from);
                }
                None => {
                    // Only cycles are left. A swap brings one value to its target.
                    let (to, from, _) = open.swap_remove(0);
                    if to.is_xmm() {
                        let asm = &mut self.code.body;
                        asm.rr(op::MOVAPS, Size::B32, SCRATCH_FLOAT, to);
                        asm.rr(op::MOVAPS, Size::B32, to, from);
                        asm.rr(op::MOVAPS, Size::B32, from, SCRATCH_FLOAT);
                    } else {
                        self.code.body.rr(op::XCHG, Size::B64, to, from);
                    }
                    for m in &mut open {
                        if m.1 == to {
                            m.1 = from;
                        } else if m.1 == from {
                            m.1 = to;
                        }
                    }
                    open.retain(|m| m.0 != m.1);
                }
            }
        }
        for m in moves {
            self.bring(m.to, m.kind, m.from)?;
            if let (Some(is_signed), PartKind::Int(bits)) = (m.extend, m.kind) {
                self.extend(m.to, bits.into(), is_signed);
            }
        }
        Ok(())
    }

    /// Loads a register from a source that is not a register; preserves flags.
    pub fn bring(&mut self, to: Reg, kind: PartKind, from: Source) -> Result {
        match from {
            Source::Reg(_) => {}
            Source::Slot(slot) => self.load_register(kind, to, Mem::base(Reg::RBP, slot)),
            Source::Bits(bits) => self.load_bits(kind, to, bits),
            Source::Frame(disp) => self.code.body.rm(op::LEA, Size::B64, to, Mem::base(Reg::RBP, disp)),
            Source::Address(symbol, addend) => self.load_address(to, symbol, addend)?,
            Source::Pair(pair) => self.load_pair(to, pair)?,
        }
        Ok(())
    }

    /// Stores a source to memory, by way of a scratch register if the source is not a register; preserves flags.
    pub fn store_source(&mut self, kind: PartKind, to: Mem, from: Source) -> Result {
        match from {
            Source::Reg(reg) => self.store_register(kind, to, reg),
            Source::Slot(slot) if kind.size() == 16 => self.copy_wide_slot(to, Mem::base(Reg::RBP, slot)),
            Source::Slot(slot) => {
                let size = if kind.size() == 8 { Size::B64 } else { Size::B32 };
                self.code.body.rm(op::MOV, size, SCRATCH, Mem::base(Reg::RBP, slot));
                self.code.body.mr(op::MOV_STORE, size, to, SCRATCH);
            }
            Source::Bits(bits) if kind.size() == 16 => {
                self.store_source(PartKind::Int(64), to, Source::Bits(bits as u64 as u128))?;
                let high = to.plus(8).ok_or("a slot that far away")?;
                self.store_source(PartKind::Int(64), high, Source::Bits(bits >> 64))?;
            }
            Source::Bits(bits) => {
                let bits = bits as u64;
                let size = if kind.size() == 8 { Size::B64 } else { Size::B32 };
                match i32::try_from(bits as i64) {
                    Ok(imm) => self.code.body.mov_mi(size, to, imm),
                    Err(_) if size == Size::B32 => self.code.body.mov_mi(size, to, bits as i32),
                    Err(_) => {
                        self.code.body.mov_ri(SCRATCH, bits);
                        self.code.body.mr(op::MOV_STORE, size, to, SCRATCH);
                    }
                }
            }
            Source::Pair(pair) => {
                for (i, (symbol, number)) in pair.into_iter().enumerate() {
                    let at = to.plus(8 * i as i32).ok_or("a slot that far away")?;
                    let from = symbol.map_or(Source::Bits(number as u64 as u128), |s| Source::Address(s, number));
                    self.store_source(PartKind::Int(64), at, from)?;
                }
            }
            Source::Frame(_) | Source::Address(..) => {
                self.bring(SCRATCH, kind, from)?;
                self.code.body.mr(op::MOV_STORE, Size::B64, to, SCRATCH);
            }
        }
        Ok(())
    }

    /// Does the collected moves to slots in parallel; preserves flags and registers.
    pub fn move_to_slots(&mut self) -> Result {
        let mut scratch = std::mem::take(&mut self.moves);
        let done = self.move_slots(&mut scratch);
        scratch.slots.clear();
        self.moves = scratch;
        done
    }

    fn move_slots(&mut self, scratch: &mut Scratch) -> Result {
        let Scratch { slots, places, ready } = scratch;
        slots.retain(|m| !matches!(m.from, SlotSource::Value(Source::Slot(from)) if from == m.slot));
        let has_no_order = |m: &SlotMove| !matches!(m.from, SlotSource::Value(Source::Slot(_)));
        if slots.len() == 1 || slots.iter().all(has_no_order) {
            return slots.iter().try_for_each(|m| self.move_slot(m));
        }
        places.clear();
        places.extend(slots.iter().enumerate().map(|(i, m)| (m.slot, i as u32, 0)));
        places.sort_unstable();
        let find = |places: &[(i32, u32, u32)], slot: i32| places.binary_search_by_key(&slot, |p| p.0).ok();
        for m in slots.iter() {
            if let SlotSource::Value(Source::Slot(from)) = m.from
                && let Some(place) = find(places, from)
            {
                places[place].2 += 1;
            }
        }
        ready.clear();
        ready.extend(places.iter().filter(|p| p.2 == 0).map(|p| p.1));
        let mut next_cycle = 0;
        let mut is_done = vec![false; slots.len()];
        loop {
            let at = match ready.pop() {
                Some(at) => at as usize,
                None => {
                    // Only cycles are left: saving the content of one slot opens one of them.
                    let Some(at) = is_done[next_cycle..].iter().position(|done| !done) else { break };
                    next_cycle += at;
                    let opened = slots[next_cycle];
                    let mem = Mem::base(Reg::RBP, opened.slot);
                    self.code.body.rm(op::MOVUPS, Size::B32, SCRATCH_FLOAT_2, mem);
                    // Each slot of a cycle has one reader: follows the cycle to the reader of the opened slot.
                    let mut reader = next_cycle;
                    while let SlotSource::Value(Source::Slot(from)) = slots[reader].from
                        && from != opened.slot
                        && let Some(place) = find(places, from)
                    {
                        reader = places[place].1 as usize;
                    }
                    slots[reader].from = SlotSource::Saved;
                    next_cycle
                }
            };
            let m = slots[at];
            if std::mem::replace(&mut is_done[at], true) {
                continue;
            }
            self.move_slot(&m)?;
            if let SlotSource::Value(Source::Slot(from)) = m.from
                && let Some(place) = find(places, from)
            {
                places[place].2 -= 1;
                if places[place].2 == 0 {
                    ready.push(places[place].1);
                }
            }
        }
        Ok(())
    }

    fn move_slot(&mut self, m: &SlotMove) -> Result {
        let to = Mem::base(Reg::RBP, m.slot);
        match m.from {
            SlotSource::Value(source) => self.store_source(m.kind, to, source)?,
            SlotSource::Saved => match m.kind.size() {
                16 => self.code.body.mr(op::MOVUPS_STORE, Size::B32, to, SCRATCH_FLOAT_2),
                _ => self.code.body.mr(op::MOVSD_STORE, Size::B32, to, SCRATCH_FLOAT_2),
            },
        }
        Ok(())
    }
}
