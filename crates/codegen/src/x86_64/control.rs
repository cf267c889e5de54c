//! Terminators: branches, `switch`, `ret`, and the phi assignments on their edges.

use cranelift_entity::EntityRef;
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::eval::IntPredicate;
use lindworm_ir::instruction::{CallInfo, TailCall};
use lindworm_ir::{Block, Inst, InstData, Type, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::system_v::{Location, Results, SWIFT_ERROR};
use lindworm_target::x86_64::{Condition, Mem, Reg, Scale, Size, op};
use smallvec::SmallVec;

use super::Pass;
use super::compare::Test;
use super::inline_asm::LabelUse;
use super::moves::{RegisterMove, SlotMove, SlotSource};
use super::operands::Source;
use super::registers::SCRATCH;
use crate::error::Result;
use crate::relocation::{Relocation, RelocationKind, Symbol};
use crate::values::{AddressBase, NONE, State};

/// The minimum number of cases of a jump table.
const MIN_TABLE: usize = 4;
/// The maximum number of table entries for each case.
const ENTRIES_PER_CASE: u64 = 4;

impl<'m> Pass<'m> {
    pub fn terminator(&mut self, inst: Inst, data: &'m InstData) -> Result {
        match data {
            InstData::Ret { value } => self.ret(value.expand())?,
            InstData::Invoke { call, convention, normal, unwind } => {
                self.invoke(inst, data, call, *convention, [*normal, *unwind])?;
            }
            InstData::CallBr { call, convention, default, indirect } => {
                self.call_branch(inst, data, call, *convention, *default, self.body.list_values(indirect))?;
            }
            InstData::IndirectBr { address, dests } => {
                self.settle_phi_inputs()?;
                let dests = self.body.list_values(dests);
                self.indirect_branch(data, *address, dests)?;
            }
            InstData::Resume { value } => self.resume(*value)?,
            InstData::Unreachable => self.code.body.bytes(&[0x0f, 0x0b]),
            InstData::Br { dest } => {
                self.settle_phi_inputs()?;
                self.retire_operands(data);
                if !self.order.follows_alone(self.position + 1) || self.position_of(*dest) != self.position + 1 {
                    self.spill_what_lives_on()?;
                }
                self.edge(*dest, true)?;
            }
            InstData::CondBr { condition, if_true, if_false } => {
                self.settle_phi_inputs()?;
                let test = self.test(*condition)?;
                self.retire_operands(data);
                self.spill_what_lives_on()?;
                self.branch(test, *if_true, *if_false)?;
            }
            InstData::Switch { condition, default, cases } => {
                self.settle_phi_inputs()?;
                self.switch(data, *condition, *default, self.body.list_values(cases))?;
            }
            _ => {}
        }
        for at in self.liveness.inputs_from(self.position) {
            let input = self.liveness.input(at);
            self.retire(input.value);
        }
        Ok(())
    }

    pub fn position_of(&self, block: Block) -> u32 {
        self.order.position(block).unwrap_or(NONE)
    }

    /// Computes lazy addresses that are incoming values of phis in successors.
    pub fn settle_phi_inputs(&mut self) -> Result {
        for at in self.liveness.inputs_from(self.position) {
            self.settle_address(self.liveness.input(at).value)?;
        }
        Ok(())
    }

    /// Computes a lazy address in advance, if its computation needs registers.
    pub fn settle_address(&mut self, value: Value) -> Result {
        let (Some(number), Some(address)) = (self.values.number(value), self.lazy_address(value)) else {
            return Ok(());
        };
        if address.base == AddressBase::Frame && address.index.is_none() {
            return Ok(());
        }
        self.reg(value, 0)?;
        self.registers.unlock();
        let part = self.values.info(number).first_part as usize;
        self.values.info_mut(number).state = State::Parts;
        self.values.parts[part].slot = 0;
        self.values.parts[part].dirty = true;
        if let AddressBase::Value(base) = address.base {
            self.retire(base);
        }
        if let Some((index, _)) = address.index {
            self.retire(index);
        }
        Ok(())
    }

    /// Stores every value that is live after this block and only in a register; preserves flags.
    pub fn spill_what_lives_on(&mut self) -> Result {
        for reg in self.registers.owned() {
            let Some(at) = self.registers.owner(reg) else { continue };
            let part = self.values.parts[at];
            if part.dirty && self.lives_on(part.value) {
                self.spill(at)?;
            }
        }
        Ok(())
    }

    /// Emits an edge: phi assignments, then a jump. The jump is omitted if the block comes next and `may_fall` is set.
    pub fn edge(&mut self, to: Block, may_fall: bool) -> Result {
        let position = self.position_of(to);
        self.assign_phis(position)?;
        if !may_fall || position != self.position + 1 {
            self.jump_to(position);
        }
        Ok(())
    }

    /// The offset of the block at a position, if already compiled.
    fn start(&self, position: u32) -> Option<u32> {
        Some(self.starts[position as usize]).filter(|&start| start != NONE)
    }

    fn jump_to(&mut self, position: u32) {
        match self.start(position) {
            Some(start) => self.code.body.jmp_back(start),
            None => {
                let at = self.code.body.jmp();
                self.jumps.push((at, position));
            }
        }
    }

    pub fn has_phis(&self, to: Block) -> bool {
        !self.liveness.inputs_between(self.position, self.position_of(to)).is_empty()
    }

    /// Jumps conditionally to a block without phi assignments on the edge.
    fn jump_to_if(&mut self, test: Test, to: u32) {
        if let (Test::One(condition), Some(start)) = (test, self.start(to)) {
            return self.code.body.jcc_back(condition, start);
        }
        for at in self.jump_if(test) {
            match self.start(to) {
                Some(start) => self.code.body.bind32(at, start),
                None => self.jumps.push((at, to)),
            }
        }
    }

    fn branch(&mut self, test: Test, if_true: Block, if_false: Block) -> Result {
        let (test, first, second) = match self.position_of(if_true) == self.position + 1 {
            true => (test.negated(), if_false, if_true),
            false => (test, if_true, if_false),
        };
        if !self.has_phis(first) {
            self.jump_to_if(test, self.position_of(first));
            return self.edge(second, true);
        }
        if !self.has_phis(second) && self.position_of(second) != self.position + 1 {
            self.jump_to_if(test.negated(), self.position_of(second));
            return self.edge(first, true);
        }
        let skips = self.jump_if(test.negated());
        self.edge(first, false)?;
        self.bind_here(&skips);
        self.edge(second, true)
    }

    /// Assigns the phis of a successor; preserves flags and registers.
    fn assign_phis(&mut self, to: u32) -> Result {
        let mut last = None;
        for at in self.liveness.inputs_between(self.position, to) {
            let input = self.liveness.input(at);
            // A terminator with several edges to a block has an incoming value for each edge; duplicates are skipped.
            let info = self.values.of_inst(input.phi);
            let is_unused = info.uses == 0 && info.first_part == NONE;
            if last.replace(input.phi) == Some(input.phi) || is_unused {
                continue;
            }
            let phi = Value::from(input.phi);
            let parts = self.types.parts(self.inst_type(input.phi))?;
            for (i, part) in parts.iter().enumerate() {
                let Some(target) = self.part_at(phi, i)? else { continue };
                let slot = self.slot_of(target)?;
                let from = SlotSource::Value(self.source(input.value, i)?);
                self.moves.slots.push(SlotMove { slot, kind: part.kind, from });
            }
        }
        if self.moves.slots.is_empty() { Ok(()) } else { self.move_to_slots() }
    }

    /// A jump to a computed address. If phi assignments depend on the destination, destinations with phis are told apart by their
    /// addresses.
    fn indirect_branch(&mut self, data: &InstData, address: Value, dests: &[Value]) -> Result {
        let target = self.take(address, 0)?;
        let other = self.temp_general()?;
        self.retire_operands(data);
        self.spill_what_lives_on()?;
        let mut dests: SmallVec<[Block; 8]> = dests.iter().filter_map(|dest| dest.as_block()).collect();
        dests.sort_unstable_by_key(|block| block.index());
        dests.dedup();
        for block in dests {
            if self.has_phis(block) {
                let position = self.position_of(block);
                self.code.body.rm(op::LEA, Size::B64, other, Mem::rip());
                let at = self.code.body.last_disp();
                match self.start(position) {
                    Some(start) => self.code.body.bind32(at, start),
                    None => self.jumps.push((at, position)),
                }
                self.code.body.rr(op::CMP, Size::B64, target, other);
                let next = self.code.body.jcc(Condition::NotEqual);
                self.edge(block, false)?;
                self.bind_here(&[next]);
            }
        }
        self.code.body.jmp_r(target);
        Ok(())
    }

    /// `callbr`: a call of inline assembler, which may jump to labels. Each label is a stub that stores the results, as the code after the
    /// assembler does, and assigns phis.
    fn call_branch(
        &mut self,
        inst: Inst,
        data: &'m InstData,
        call: &CallInfo,
        convention: CallingConvention,
        default: Block,
        indirect: &[Value],
    ) -> Result {
        self.settle_phi_inputs()?;
        for &arg in self.body.call_args(call) {
            self.settle_address(arg)?;
        }
        self.spill_what_lives_on()?;
        self.label_uses.clear();
        self.call(inst, call, convention, TailCall::None)?;
        self.registers.unlock();
        self.retire_operands(data);
        let mut results: SmallVec<[(usize, Reg); 4]> = SmallVec::new();
        for reg in self.registers.owned() {
            let Some(at) = self.registers.owner(reg) else { continue };
            let part = self.values.parts[at];
            if part.dirty && self.lives_on(part.value) {
                results.push((at, reg));
            }
        }
        self.spill_what_lives_on()?;
        self.edge(default, false)?;
        let mut starts = Vec::with_capacity(indirect.len());
        for block in indirect {
            starts.push(i64::from(self.code.body.position()));
            for &(at, reg) in &results {
                let part = self.values.parts[at];
                self.store_register(part.kind, Mem::base(Reg::RBP, part.slot), reg);
            }
            self.edge(block.as_block().ok_or("a destination that is not a block")?, false)?;
        }
        for LabelUse { at, label, addend } in self.label_uses.drain(..) {
            let start = starts.get(label as usize).ok_or("inline assembler with an unknown label")?;
            self.code.body.patch32(at, (start + addend - i64::from(at)) as u32);
        }
        self.registers.forget_all(&mut self.values.parts);
        Ok(())
    }

    // `ret`.

    fn ret(&mut self, value: Option<Value>) -> Result {
        let mut moves: SmallVec<[RegisterMove; 4]> = SmallVec::new();
        if let Some(value) = value {
            let cx = self.module.context();
            let attributes = cx.attribute_list(self.function.attributes).result;
            let parts = self.types.parts(self.type_of(value))?;
            if let Some(slot) = self.result_pointer {
                let pointer = self.temp_general()?;
                self.code.body.rm(op::MOV, Size::B64, pointer, Mem::base(Reg::RBP, slot));
                self.store_value(value, Mem::base(pointer, 0).into())?;
                let (to, kind, from) = (Reg::RAX, PartKind::Int(64), Source::Slot(slot));
                moves.push(RegisterMove { to, kind, from, extend: None });
            }
            // The value pushed last on the x87 stack is the first result.
            let in_registers = if self.result_pointer.is_some() { &parts[..0] } else { parts };
            let mut results = Results::new(self.convention);
            let places: SmallVec<[_; 4]> = in_registers.iter().map(|part| results.next(part.kind)).collect();
            for (i, (part, place)) in in_registers.iter().zip(places).enumerate().rev() {
                match place.ok_or("a result of this type")? {
                    Location::Reg(to) => {
                        let from = self.source(value, i)?;
                        moves.push(RegisterMove { to, kind: part.kind, from, extend: self.extension(attributes) });
                    }
                    _ => self.push_any_x87(value, i, part.kind)?,
                }
            }
        }
        if let Some(slot) = self.error_slot {
            moves.push(RegisterMove {
                to: SWIFT_ERROR,
                kind: PartKind::Int(64),
                from: Source::Slot(slot),
                extend: None,
            });
        }
        if let Some(arg) = self.struct_return() {
            let from = self.source(Value::arg(arg), 0)?;
            moves.push(RegisterMove { to: Reg::RAX, kind: PartKind::Int(64), from, extend: None });
        }
        self.move_to_registers(&moves)?;
        if let Some(value) = value {
            self.retire(value);
        }
        if self.position as usize + 1 < self.order.blocks().len() {
            let at = self.code.body.jmp();
            self.returns.push(at);
        }
        Ok(())
    }

    // `switch`.

    fn switch(&mut self, data: &InstData, condition: Value, default: Block, cases: &[Value]) -> Result {
        let mut targets: Vec<(u64, Block)> = Vec::new();
        let is_wide = self.is_wide_int(self.type_of(condition));
        let mut number = condition;
        if is_wide {
            // The number of the case that matches, counted from 1.
            number = self.int_constant(Type::I32, 0);
            for (i, case) in cases.chunks_exact(2).enumerate() {
                self.hold(condition);
                let matches = self.compare_step(IntPredicate::Eq, condition, case[0])?;
                let this = self.int_constant(Type::I32, i as u64 + 1);
                number = self.select_step(matches, this, number)?;
            }
        }
        for (i, case) in cases.chunks_exact(2).enumerate() {
            let value = if is_wide { Some(i as u64 + 1) } else { self.constant_int(case[0]) };
            let (Some(value), Some(block)) = (value, case[1].as_block()) else {
                return Err("a switch on such a value".into());
            };
            targets.push((value, block));
        }
        targets.sort_unstable_by_key(|t| t.0);
        let bits = self.bits_of(number)?;
        let size = Size::of_bits(bits).at_least_32();
        let value = self.take(number, 0)?;
        if is_wide {
            self.retire(number);
        }
        self.extend(value, bits, false);
        let other = self.temp_general()?;
        self.retire_operands(data);
        self.spill_what_lives_on()?;
        let mut search = Search { size, value, other, default, stubs: Vec::new() };
        self.search(&mut search, &targets)?;
        // Edges with phi assignments: one stub for each destination block.
        let mut stubs = std::mem::take(&mut search.stubs);
        stubs.sort_unstable_by_key(|(block, _)| block.index());
        for same in stubs.chunk_by(|a, b| a.0 == b.0) {
            let here = self.code.body.position();
            for (_, place) in same {
                match *place {
                    StubUse::Jump(at) => self.code.body.bind32(at, here),
                    StubUse::Entry { at, table } => self.fill_entry(at, table, here),
                }
            }
            self.edge(same[0].0, false)?;
        }
        Ok(())
    }

    /// Searches the sorted cases: by a jump table where they are dense, otherwise by binary search.
    fn search(&mut self, search: &mut Search, all: &[(u64, Block)]) -> Result {
        let mut open = vec![(0..all.len(), Vec::new())];
        while let Some((range, jumps)) = open.pop() {
            self.bind_here(&jumps);
            let cases = &all[range.clone()];
            let span = match cases {
                [first, .., last] => last.0 - first.0,
                _ => 0,
            };
            if cases.len() >= MIN_TABLE && span / ENTRIES_PER_CASE < cases.len() as u64 {
                self.table(search, cases, span)?;
            } else if cases.len() <= MIN_TABLE {
                for &(case, block) in cases {
                    self.compare_case(search, case);
                    self.case_jump(search, Some(Condition::Equal), block);
                }
                self.case_jump(search, None, search.default);
            } else {
                let middle = range.start + cases.len() / 2;
                self.compare_case(search, all[middle].0);
                let above = self.code.body.jcc(Condition::AboveEqual);
                open.push((middle..range.end, vec![above]));
                open.push((range.start..middle, Vec::new()));
            }
        }
        Ok(())
    }

    fn compare_case(&mut self, search: &Search, case: u64) {
        let imm = if search.size == Size::B64 { i32::try_from(case as i64).ok() } else { Some(case as i32) };
        match imm {
            Some(imm) => self.code.body.ri(op::CMP, search.size, search.value, imm),
            None => {
                self.code.body.mov_ri(SCRATCH, case);
                self.code.body.rr(op::CMP, search.size, search.value, SCRATCH);
            }
        }
    }

    fn case_jump(&mut self, search: &mut Search, condition: Option<Condition>, block: Block) {
        if self.has_phis(block) {
            let at = match condition {
                Some(condition) => self.code.body.jcc(condition),
                None => self.code.body.jmp(),
            };
            search.stubs.push((block, StubUse::Jump(at)));
            return;
        }
        let position = self.position_of(block);
        match condition {
            Some(condition) => self.jump_to_if(Test::One(condition), position),
            None => self.jump_to(position),
        }
    }

    /// A jump through a table of distances in the read-only data.
    fn table(&mut self, search: &mut Search, cases: &[(u64, Block)], span: u64) -> Result {
        let first = cases[0].0;
        let asm = &mut self.code.body;
        asm.rr(op::MOV, search.size, search.other, search.value);
        if first != 0 {
            asm.mov_ri(SCRATCH, first);
            asm.rr(op::SUB, search.size, search.other, SCRATCH);
        }
        asm.ri(op::CMP, search.size, search.other, span as i32);
        self.case_jump(search, Some(Condition::Above), search.default);
        let table = self.code.read_only.len() as u32;
        self.code.body.rm(op::LEA, Size::B64, SCRATCH, Mem::rip());
        self.relocate(RelocationKind::Relative, Symbol::ReadOnly, table.into());
        let asm = &mut self.code.body;
        let entry = Mem::base(SCRATCH, 0).with_index(search.other, Scale::Four);
        asm.rm(op::MOVSXD, Size::B64, search.other, entry);
        asm.rr(op::ADD, Size::B64, SCRATCH, search.other);
        asm.jmp_r(SCRATCH);
        let mut cases = cases.iter().peekable();
        for value in first..=first + span {
            let block = cases.next_if(|case| case.0 == value).map_or(search.default, |case| case.1);
            let at = self.code.read_only.len() as u32;
            self.code.read_only.extend([0; 4]);
            if self.has_phis(block) {
                search.stubs.push((block, StubUse::Entry { at, table }));
            } else {
                self.table_entries.push((at, table, self.position_of(block)));
            }
        }
        Ok(())
    }

    /// Resolves a table entry to an offset in the body.
    fn fill_entry(&mut self, at: u32, table: u32, to: u32) {
        let addend = i64::from(to) + i64::from(at - table);
        let kind = RelocationKind::Relative;
        self.code.read_only_relocations.push(Relocation { offset: at, kind, symbol: Symbol::Text, addend });
    }

    /// Resolves the jumps to blocks that were compiled later.
    pub fn bind_jumps(&mut self) {
        for i in 0..self.jumps.len() {
            let (at, position) = self.jumps[i];
            self.code.body.bind32(at, self.starts[position as usize]);
        }
        for i in 0..self.table_entries.len() {
            let (at, table, position) = self.table_entries[i];
            self.fill_entry(at, table, self.starts[position as usize]);
        }
    }
}

struct Search {
    size: Size,
    /// The register of the extended value; not modified.
    value: Reg,
    other: Reg,
    default: Block,
    /// Stubs of edges with phi assignments.
    stubs: Vec<(Block, StubUse)>,
}

#[derive(Clone, Copy)]
enum StubUse {
    Jump(u32),
    Entry { at: u32, table: u32 },
}
