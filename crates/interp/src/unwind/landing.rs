//! The selection by `landingpad` clauses ([Language Reference](https://llvm.org/docs/LangRef.html#landingpad-instruction)).

use lindworm_ir::types::TypeKind;
use lindworm_ir::{Inst, InstData, Value};

use super::catches_types;
use super::cxx::Thrown;
use crate::decode::constant_registers;
use crate::decode::op::Code;
use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::value::{Reg, Site};

impl State {
    /// The selector of a landing pad for an exception, and whether the pad is a handler; `None` if the pad is skipped.
    pub(super) fn landing_pad(
        &mut self,
        program: &Program,
        code: &Code,
        inst: Inst,
        header: Reg,
    ) -> Result<Option<(i32, bool)>, Stop> {
        let info = &program.functions[code.function as usize];
        let module = &program.modules[info.module];
        let Some(body) = module.body(info.global) else { return Ok(None) };
        let InstData::LandingPad { cleanup, clauses } = body.inst(inst) else { return Ok(None) };
        let thrown = match catches_types(code.personality) {
            true => self.exceptions.cxx.thrown(header),
            false => None,
        };
        for &clause in body.list_values(clauses) {
            if matches!(module.context().kind(module.value_type(None, clause)), TypeKind::Array { .. }) {
                let types: Vec<Value> =
                    module.constants().elements(module.context(), clause).into_iter().flatten().collect();
                if let Some(selector) = self.filter(program, info.module, &types, thrown)? {
                    return Ok(Some((selector, true)));
                }
                continue;
            }
            let type_info = self.clause(program, info.module, clause)?;
            if self.catches(program, type_info, header, thrown)? {
                return Ok(Some((self.type_id(type_info), true)));
            }
        }
        Ok(cleanup.then_some((0, false)))
    }

    /// The selector of a filter that rejects an exception.
    fn filter(
        &mut self,
        program: &Program,
        module: usize,
        types: &[Value],
        thrown: Option<Thrown>,
    ) -> Result<Option<i32>, Stop> {
        // A filter cannot name the type of a foreign exception; only null matches it.
        let mut selector = -1i32;
        for &value in types {
            let type_info = self.clause(program, module, value)?;
            let passes = match thrown {
                Some(thrown) => {
                    type_info.bits == 0
                        || self.catch_type(program, type_info, thrown.type_info, thrown.object)?.is_some()
                }
                None => type_info.bits == 0,
            };
            if passes {
                return Ok(None);
            }
            selector = selector.wrapping_mul(31).wrapping_sub(self.type_id(type_info)) | i32::MIN;
        }
        Ok(Some(selector))
    }

    /// Whether a clause with a type catches an exception. If so, the pointer for the handler is adjusted.
    pub(super) fn catches(
        &mut self,
        program: &Program,
        type_info: Reg,
        header: Reg,
        thrown: Option<Thrown>,
    ) -> Result<bool, Stop> {
        if type_info.bits == 0 {
            return Ok(true);
        }
        let Some(thrown) = thrown else {
            // In C++ a forced unwind has a type as well.
            return Ok(self.exceptions.forced.contains_key(&header.bits)
                && self.type_name(type_info)? == b"N10__cxxabiv115__forced_unwindE");
        };
        let adjusted = self.catch_type(program, type_info, thrown.type_info, thrown.object)?;
        if let Some(object) = adjusted {
            self.exceptions.cxx.adjust(header, object);
        }
        Ok(adjusted.is_some())
    }

    /// The type info of a clause or filter element.
    pub(super) fn clause(&mut self, program: &Program, module: usize, value: Value) -> Result<Reg, Stop> {
        self.spend(1)?;
        let mut regs = Vec::new();
        constant_registers(program, self, module, value, Site::default(), &mut regs).map_err(Stop::shape)?;
        Ok(regs.first().copied().unwrap_or_default())
    }

    /// The type identifier of a type info, used in selectors.
    pub(crate) fn type_id(&mut self, type_info: Reg) -> i32 {
        let next = self.exceptions.type_ids.len() as i32 + 1;
        *self.exceptions.type_ids.entry(type_info.bits).or_insert(next)
    }
}
