//! Branches on undef and poison, and other errors of control flow.

use lindworm_ir::hash::HashMap;

use super::State;
use crate::decode::op::Code;
use crate::memory::Kind;
use crate::stop::Stop;
use crate::ub::control;
use crate::value::{Knowledge, Reg};

impl State {
    /// The condition of a branch, if it is undef or poison.
    #[cold]
    pub(super) fn branch_condition(&mut self, condition: Reg) -> Result<Reg, Stop> {
        let notes = self.origin_note(condition);
        match condition.meta.knowledge() {
            Knowledge::Poison(_) => {
                self.undefined(&control::BRANCH_ON_POISON, "the condition of a branch is poison", notes)?;
            }
            _ => self.undefined(&control::BRANCH_ON_UNDEF, "the condition of a branch is undef", notes)?,
        }
        Ok(Reg::int(condition.bits))
    }

    #[cold]
    pub(super) fn switch_condition(&mut self, condition: Reg) -> Result<u64, Stop> {
        let notes = self.origin_note(condition);
        match condition.meta.knowledge() {
            Knowledge::Poison(_) => {
                self.undefined(&control::SWITCH_ON_POISON, "the condition of a switch is poison", notes)?;
            }
            _ => self.undefined(&control::SWITCH_ON_UNDEF, "the condition of a switch is undef", notes)?,
        }
        Ok(condition.bits)
    }

    /// Reports a comparison of a block address with anything but null.
    pub(super) fn compare_blocks(&mut self, a: Reg, b: Reg) -> Result<(), Stop> {
        let is_block = |reg: Reg| self.memory.entry(reg.meta.provenance()).is_some_and(|e| e.kind == Kind::Block);
        if a.bits != 0 && b.bits != 0 && (is_block(a) || is_block(b)) {
            let message = "the address of a block is compared with another one than null";
            self.undefined(&control::BLOCK_ADDRESSES_COMPARED, message, Vec::new())?;
        }
        Ok(())
    }

    /// The target of a switch on more than 64 bits.
    pub(super) fn wide_switch(
        &mut self,
        code: &Code,
        bits: u32,
        condition: u32,
        cases: &[(u32, u32)],
        default: u32,
    ) -> Result<u32, Stop> {
        let count = bits.div_ceil(64);
        let condition = self.operands(code, condition, count);
        if let Some(&reg) = condition.iter().find(|r| !r.meta.is_defined()) {
            self.switch_condition(reg)?;
        }
        let found = cases.iter().find(|&&(value, _)| {
            let value = self.operands(code, value, count);
            value.iter().zip(&condition).all(|(a, b)| a.bits == b.bits)
        });
        Ok(found.map_or(default, |c| c.1))
    }

    /// The target of an indirect branch.
    pub(super) fn indirect_branch(&mut self, address: Reg, targets: &HashMap<u64, u32>) -> Result<u32, Stop> {
        let notes = self.origin_note(address);
        match address.meta.knowledge() {
            Knowledge::Poison(_) => {
                self.undefined(&control::JUMP_TO_POISON, "the address of an indirect branch is poison", notes)?;
            }
            Knowledge::Undef(_) => {
                self.undefined(&control::JUMP_TO_UNDEF, "the address of an indirect branch is undef", notes)?;
            }
            Knowledge::Defined(_) => {}
        }
        match targets.get(&address.bits) {
            Some(&to) => Ok(to),
            None => {
                self.undefined(
                    &control::JUMP_ELSEWHERE,
                    format!("{:#x} is the address of no block that is listed", address.bits),
                    Vec::new(),
                )?;
                Err(self.error("there is nowhere to go on"))
            }
        }
    }

    #[cold]
    pub(super) fn unreachable(&mut self) -> Result<(), Stop> {
        self.undefined(&control::UNREACHABLE, "`unreachable` was reached", Vec::new())?;
        Err(self.error("there is nowhere to go on"))
    }
}
