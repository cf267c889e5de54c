//! Terminators other than calls, phis, and exception handling pads.

use lindworm_eval::{FastMathFlags, Int};
use lindworm_ir::constant::ConstantData;
use lindworm_ir::hash::HashMap;
use lindworm_ir::{Block, InstData, Type, Value};
use smallvec::SmallVec;

use super::function::{FunctionReader, Made, Making};
use super::operand::{INVALID, Operands};
use super::types::TypeId;
use crate::encoding;

/// The magic number of a switch with case ranges: the upper half of its first operand.
const SWITCH_WITH_RANGES: u64 = 0x4B5;

/// The cost of a case of a range in the expansion limit, besides its number: a constant and two operands.
const CASE_COST: u64 = 8;

impl FunctionReader<'_, '_> {
    pub(super) fn ret(&mut self, o: &mut Operands<'_>) -> Making {
        let value = match o.left() {
            0 => None,
            _ => Some(self.pair(o).ok_or(INVALID)?.value),
        };
        if o.left() != 0 {
            return Err(INVALID);
        }
        Ok(Made::void(InstData::Ret { value: value.into() }))
    }

    pub(super) fn br(&mut self, o: &mut Operands<'_>) -> Making {
        let conditional = match o.left() {
            1 => false,
            3 => true,
            _ => return Err(INVALID),
        };
        let dest = self.next_block(o).ok_or(INVALID)?;
        if !conditional {
            return Ok(Made::void(InstData::Br { dest }));
        }
        let if_false = self.next_block(o).ok_or(INVALID)?;
        let condition = self.plain(o, Type::I1).ok_or(INVALID)?;
        Ok(Made::void(InstData::CondBr { condition, if_true: dest, if_false }))
    }

    /// The constant integer with this id and type.
    fn case(&mut self, id: u64, ty: TypeId) -> Option<Value> {
        let value = self.operand(id as u32, ty, None)?.value;
        let is_int = |d: &ConstantData| matches!(d, ConstantData::Int(_) | ConstantData::WideInt(_));
        self.module.constants().node(value).filter(|n| is_int(&n.data))?;
        Some(value)
    }

    pub(super) fn switch(&mut self, ops: &[u64]) -> Making {
        if ops.first().is_some_and(|&first| first >> 16 == SWITCH_WITH_RANGES) {
            return self.switch_with_ranges(ops).ok_or(INVALID);
        }
        let &[ty, _, default, ref rest @ ..] = ops else { return Err(INVALID) };
        if rest.len() % 2 != 0 {
            return Err(INVALID);
        }
        let ty = TypeId(ty as u32);
        let condition = self.typed(&mut Operands::new(&ops[1..]), ty).ok_or(INVALID)?.value;
        let default = self.block_of(default).ok_or(INVALID)?;
        let mut cases: SmallVec<[Value; 32]> = SmallVec::with_capacity(rest.len());
        for pair in rest.chunks_exact(2) {
            cases.push(self.case(pair[0], ty).ok_or(INVALID)?);
            cases.push(self.block_of(pair[1]).ok_or(INVALID)?.into());
        }
        let cases = self.body.list(&cases);
        Ok(Made::void(InstData::Switch { condition, default, cases }))
    }

    /// A switch of LLVM 3.2, whose cases are lists of integers and ranges.
    fn switch_with_ranges(&mut self, ops: &[u64]) -> Option<Made> {
        let mut o = Operands::new(ops);
        o.next()?;
        let id = TypeId(o.next()? as u32);
        let width = self.cx.int_width(self.values.types.ty(id)?)?;
        let condition = self.typed(&mut o, id)?.value;
        let default = self.next_block(&mut o)?;
        let mut cases: SmallVec<[Value; 32]> = SmallVec::new();
        for _ in 0..o.next()? {
            let first = cases.len();
            for _ in 0..o.next()? {
                let is_single = o.next()? != 0;
                let mut low = wide_int(&mut o, width)?;
                let high = if is_single { low.clone() } else { wide_int(&mut o, width)? };
                while low.ucmp(&high).is_le() {
                    self.tables.expansion.allow(CASE_COST + u64::from(width) / 8)?;
                    cases.push(self.module.constants().wide_int(self.cx, &low));
                    cases.push(default.into());
                    // The upper bound may be the greatest number, whose increment would wrap.
                    if low == high {
                        break;
                    }
                    low = low.add(&Int::one(width));
                }
            }
            let dest = self.next_block(&mut o)?;
            cases[first..].iter_mut().skip(1).step_by(2).for_each(|case| *case = dest.into());
        }
        let cases = self.body.list(&cases);
        Some(Made::void(InstData::Switch { condition, default, cases }))
    }

    pub(super) fn indirect_br(&mut self, o: &mut Operands<'_>) -> Making {
        let ty = TypeId(o.next().ok_or(INVALID)? as u32);
        let address = self.typed(o, ty).ok_or(INVALID)?.value;
        let dests: Option<SmallVec<[Value; 8]>> = o.rest().iter().map(|&b| self.block_of(b).map(Value::from)).collect();
        let dests = self.body.list(&dests.ok_or(INVALID)?);
        Ok(Made::void(InstData::IndirectBr { address, dests }))
    }

    pub(super) fn resume(&mut self, o: &mut Operands<'_>) -> Making {
        let value = self.pair(o).ok_or(INVALID)?.value;
        Ok(Made::void(InstData::Resume { value }))
    }

    pub(super) fn phi(&mut self, ops: &[u64]) -> Making {
        const INVALID_PHI: &str = "Invalid phi record";
        let (&ty, pairs) = ops.split_first().ok_or(INVALID_PHI)?;
        let id = TypeId(ty as u32);
        let ty = self.values.types.ty(id).ok_or(INVALID_PHI)?;
        let mut fast_math = FastMathFlags::empty();
        if let (1, Some(&flags)) = (pairs.len() % 2, pairs.last()) {
            if !self.cx.takes_fast_math(ty) {
                return Err(INVALID_PHI);
            }
            fast_math = encoding::fast_math(flags);
        }
        let mut incoming: SmallVec<[Value; 16]> = SmallVec::with_capacity(pairs.len());
        let mut known = None;
        let to = self.current();
        for pair in pairs.chunks_exact(2) {
            let from = self.block_of(pair[1]).ok_or("Invalid phi BB")?;
            let value = match self.incoming_seen(&mut known, &incoming, from) {
                // An edge block replaces all duplicate edges from `from`, so the phi has a single entry for it.
                Some(_) if to.is_some_and(|to| self.edges.block(from, to).is_some()) => continue,
                Some(value) => value,
                None => {
                    let id_of_value = match self.tables.relative_ids {
                        true => self.values.next().wrapping_sub(encoding::signed(pair[0]) as u32),
                        false => pair[0] as u32,
                    };
                    self.incoming(id_of_value, id, from, to).ok_or(INVALID_PHI)?
                }
            };
            incoming.push(value);
            incoming.push(from.into());
        }
        let incoming = self.body.list(&incoming);
        Ok(Made { data: InstData::Phi { incoming, fast_math }, ty, id })
    }

    /// The incoming value that a phi already has for a predecessor. Linear search for few predecessors, a table for more.
    fn incoming_seen(
        &self,
        known: &mut Option<HashMap<Value, Value>>,
        incoming: &[Value],
        from: Block,
    ) -> Option<Value> {
        const FEW: usize = 16;
        let from = Value::from(from);
        if incoming.len() <= 2 * FEW {
            return incoming.chunks_exact(2).find(|pair| pair[1] == from).map(|pair| pair[0]);
        }
        let pair = |pair: &[Value]| (pair[1], pair[0]);
        let table = known.get_or_insert_with(|| incoming.chunks_exact(2).map(pair).collect());
        if let Some(last) = incoming.last_chunk::<2>() {
            table.entry(last[1]).or_insert(last[0]);
        }
        table.get(&from).copied()
    }

    // Exception handling.

    pub(super) fn cleanup_ret(&mut self, o: &mut Operands<'_>) -> Making {
        if !(1..=2).contains(&o.left()) {
            return Err(INVALID);
        }
        let pad = self.plain(o, Type::TOKEN).ok_or(INVALID)?;
        let unwind = match o.next() {
            None => None,
            Some(block) => Some(self.block_of(block).ok_or(INVALID)?),
        };
        Ok(Made::void(InstData::CleanupRet { pad, unwind: unwind.into() }))
    }

    pub(super) fn catch_ret(&mut self, o: &mut Operands<'_>) -> Making {
        if o.left() != 2 {
            return Err(INVALID);
        }
        let pad = self.plain(o, Type::TOKEN).ok_or(INVALID)?;
        let dest = self.next_block(o).ok_or(INVALID)?;
        Ok(Made::void(InstData::CatchRet { pad, dest }))
    }

    pub(super) fn catch_switch(&mut self, o: &mut Operands<'_>) -> Making {
        let parent = self.plain(o, Type::TOKEN).ok_or(INVALID)?;
        let count = o.next().ok_or(INVALID)? as usize;
        let left = o.rest();
        if left.len() != count && left.len().checked_sub(1) != Some(count) {
            return Err(INVALID);
        }
        let blocks: Option<SmallVec<[Block; 8]>> = left.iter().map(|&b| self.block_of(b)).collect();
        let blocks = blocks.ok_or(INVALID)?;
        let handlers: SmallVec<[Value; 8]> = blocks[..count].iter().map(|&b| b.into()).collect();
        let unwind = blocks.get(count).copied();
        let handlers = self.body.list(&handlers);
        let data = InstData::CatchSwitch { parent, handlers, unwind: unwind.into() };
        Ok(Made { data, ty: Type::TOKEN, id: self.values.types.plain(Type::TOKEN) })
    }

    pub(super) fn pad(&mut self, o: &mut Operands<'_>, catch: bool) -> Making {
        let parent = self.plain(o, Type::TOKEN).ok_or(INVALID)?;
        let count = o.next().ok_or(INVALID)? as usize;
        let mut args: SmallVec<[Value; 8]> = SmallVec::new();
        while args.len() < count {
            args.push(self.pair(o).ok_or(INVALID)?.value);
        }
        if o.left() != 0 {
            return Err(INVALID);
        }
        let args = self.body.list(&args);
        let data = if catch { InstData::CatchPad { parent, args } } else { InstData::CleanupPad { parent, args } };
        Ok(Made { data, ty: Type::TOKEN, id: self.values.types.plain(Type::TOKEN) })
    }

    pub(super) fn landing_pad(&mut self, o: &mut Operands<'_>, with_personality: bool) -> Making {
        let id = TypeId(o.next().ok_or(INVALID)? as u32);
        let ty = self.values.types.ty(id).ok_or(INVALID)?;
        if with_personality {
            let personality = self.pair(o).map(|p| p.value).filter(|p| p.is_constant()).ok_or(INVALID)?;
            if *self.personality.get_or_insert(personality) != personality {
                return Err("Personality function mismatch");
            }
        }
        let cleanup = o.next().ok_or(INVALID)? != 0;
        let count = o.next().ok_or(INVALID)? as usize;
        let mut clauses: SmallVec<[Value; 8]> = SmallVec::new();
        while clauses.len() < count {
            // The clause kind is implied by its type.
            o.next().ok_or(INVALID)?;
            clauses.push(self.pair(o).map(|c| c.value).filter(|c| c.is_constant()).ok_or(INVALID)?);
        }
        let clauses = self.body.list(&clauses);
        Ok(Made { data: InstData::LandingPad { cleanup, clauses }, ty, id })
    }
}

/// An integer of `width` bits; above 64 bits, preceded by the number of words.
fn wide_int(o: &mut Operands<'_>, width: u32) -> Option<Int> {
    let count = if width > 64 { o.next()? } else { 1 };
    let mut words: SmallVec<[u64; 4]> = SmallVec::new();
    for _ in 0..count {
        words.push(encoding::signed(o.next()?) as u64);
    }
    Some(Int::from_limbs(width, &words))
}
