//! Terminators, phis and exception handling. Calls are in module `calls`.

use std::ops::Deref;

use smallvec::SmallVec;

use super::{BuildError, Builder, Built};
use crate::instruction::InstData;
use crate::module::Module;
use crate::types::Type;
use crate::typing::{self, Expected};
use crate::value::{Block, Inst, Value, ValueList};

/// Control flow.
impl<M: Deref<Target = Module>> Builder<'_, M> {
    /// `ret`.
    pub fn ret(&mut self, value: Option<Value>) -> Result<Inst, BuildError> {
        if let Some(value) = value {
            self.operand("ret", 0, value, Expected::FirstClass)?;
        }
        self.insert(InstData::Ret { value: value.into() }, Type::VOID)
    }

    /// `br label`.
    pub fn br(&mut self, dest: Block) -> Result<Inst, BuildError> {
        self.blocks([dest])?;
        self.insert(InstData::Br { dest }, Type::VOID)
    }

    /// `br i1`.
    pub fn cond_br(&mut self, condition: Value, if_true: Block, if_false: Block) -> Result<Inst, BuildError> {
        self.operand("br", 0, condition, Expected::Type(Type::I1))?;
        self.blocks([if_true, if_false])?;
        self.insert(InstData::CondBr { condition, if_true, if_false }, Type::VOID)
    }

    /// `switch`; the values of the cases are constant integers. [`Builder::add_case`] adds more.
    pub fn switch(&mut self, condition: Value, default: Block, cases: &[(Value, Block)]) -> Result<Inst, BuildError> {
        self.operand("switch", 0, condition, Expected::Int)?;
        let ty = self.type_of(condition);
        for (place, &(value, _)) in (2..).step_by(2).zip(cases) {
            self.case(ty, place, value)?;
        }
        self.blocks([default])?;
        let cases = self.pairs(cases)?;
        self.insert(InstData::Switch { condition, default, cases }, Type::VOID)
    }

    /// Adds a case to a `switch`.
    pub fn add_case(&mut self, switch: Inst, value: Value, dest: Block) -> Result<(), BuildError> {
        let &InstData::Switch { condition, .. } = self.body.inst(switch) else {
            return Err(BuildError::NotA("switch"));
        };
        self.case(self.type_of(condition), self.body.operand_count(switch), value)?;
        self.blocks([dest])?;
        self.push_operands(switch, [value, dest.into()]);
        Ok(())
    }

    fn case(&self, condition: Type, operand: usize, value: Value) -> Result<(), BuildError> {
        self.operand("switch", operand, value, Expected::Type(condition))?;
        match self.module.constants.as_int(self.context(), value) {
            Some(_) => Ok(()),
            None => Err(BuildError::NotConstant { instruction: "switch", operand }),
        }
    }

    /// `indirectbr`.
    pub fn indirect_br(&mut self, address: Value, dests: &[Block]) -> Result<Inst, BuildError> {
        self.operand("indirectbr", 0, address, Expected::Pointer)?;
        let dests = self.block_list(dests)?;
        self.insert(InstData::IndirectBr { address, dests }, Type::VOID)
    }

    /// `unreachable`.
    pub fn unreachable(&mut self) -> Result<Inst, BuildError> {
        self.insert(InstData::Unreachable, Type::VOID)
    }

    /// `phi` with these incoming values and blocks. [`Builder::add_incoming`] adds more.
    ///
    /// ```
    /// use lindworm_ir::builder::{BuildError, Builder};
    /// use lindworm_ir::eval::BinaryOp;
    /// use lindworm_ir::{Body, Context, Module, Type, Value};
    ///
    /// let module = Module::new(&Context::new(), "m");
    /// let mut body = Body::new(&[Type::I32]);
    /// let mut b = Builder::new(&module, &mut body);
    /// let (entry, looped) = (b.append_block("entry"), b.append_block("loop"));
    /// b.at_end(entry).br(looped)?;
    /// let count = b.at_end(looped).named("count").phi(Type::I32, &[(Value::arg(0), entry)])?;
    /// let one = b.int(Type::I32, 1);
    /// let less = b.named("less").binary(BinaryOp::Sub, count, one)?;
    /// b.add_incoming(count, less, looped)?;
    /// b.br(looped)?;
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn phi(&mut self, ty: Type, incoming: &[(Value, Block)]) -> Built {
        self.known(ty)?;
        self.typed(typing::phi(self.context(), ty), "phi")?;
        for (place, &(value, _)) in incoming.iter().enumerate() {
            self.operand("phi", place, value, Expected::Type(ty))?;
        }
        let incoming = self.pairs(incoming)?;
        self.put(InstData::Phi { incoming, fast_math: self.flags(ty) }, ty)
    }

    /// Adds an incoming value to a phi.
    pub fn add_incoming(&mut self, phi: Value, value: Value, from: Block) -> Result<(), BuildError> {
        let is_phi = |inst: &Inst| matches!(self.body.inst(*inst), InstData::Phi { .. });
        let Some(phi) = phi.as_inst().filter(is_phi) else { return Err(BuildError::NotA("phi")) };
        self.operand("phi", self.body.operand_count(phi) / 2, value, Expected::Type(self.body.inst_type(phi)))?;
        self.blocks([from])?;
        self.push_operands(phi, [value, from.into()]);
        Ok(())
    }

    /// Appends operands to a `switch` or phi.
    fn push_operands(&mut self, inst: Inst, operands: [Value; 2]) {
        let (data, values) = self.body.inst_and_values_mut(inst);
        if let InstData::Switch { cases: list, .. } | InstData::Phi { incoming: list, .. } = data {
            list.extend(operands, values);
        }
    }

    /// Checks that an operand has a type that the instruction accepts.
    fn operand(&self, of: &'static str, place: usize, value: Value, expected: Expected) -> Result<(), BuildError> {
        let fits = typing::operand(self.context(), place, self.type_of(value), expected);
        fits.map_err(|error| self.type_error(error, of))
    }

    /// Checks that each of these operands is a value. The first of them has index `place`.
    pub(super) fn operands<'v>(
        &self,
        of: &'static str,
        place: usize,
        values: impl Iterator<Item = &'v Value>,
    ) -> Result<(), BuildError> {
        values.zip(place..).try_for_each(|(&value, place)| self.operand(of, place, value, Expected::FirstClass))
    }

    fn pairs(&mut self, pairs: &[(Value, Block)]) -> Result<ValueList, BuildError> {
        self.blocks(pairs.iter().map(|&(_, block)| block))?;
        let pairs: SmallVec<[Value; 8]> = pairs.iter().flat_map(|&(value, block)| [value, block.into()]).collect();
        Ok(self.body.list(&pairs))
    }

    pub(super) fn block_list(&mut self, blocks: &[Block]) -> Result<ValueList, BuildError> {
        self.blocks(blocks.iter().copied())?;
        let blocks: SmallVec<[Value; 8]> = blocks.iter().map(|&block| block.into()).collect();
        Ok(self.body.list(&blocks))
    }
}

/// Exception handling ([reference](https://llvm.org/docs/ExceptionHandling.html)). The parent of a pad defaults to `none`.
impl<M: Deref<Target = Module>> Builder<'_, M> {
    /// `landingpad`: a clause of array type is a `filter`, any other a `catch`.
    pub fn landing_pad(&mut self, ty: Type, cleanup: bool, clauses: &[Value]) -> Built {
        self.known(ty)?;
        self.typed(typing::phi(self.context(), ty), "landingpad")?;
        self.operands("landingpad", 0, clauses.iter())?;
        if let Some(operand) = clauses.iter().position(|clause| !clause.is_constant()) {
            return Err(BuildError::NotConstant { instruction: "landingpad", operand });
        }
        let clauses = self.body.list(clauses);
        self.put(InstData::LandingPad { cleanup, clauses }, ty)
    }

    /// `resume`.
    pub fn resume(&mut self, value: Value) -> Result<Inst, BuildError> {
        self.operand("resume", 0, value, Expected::FirstClass)?;
        self.insert(InstData::Resume { value }, Type::VOID)
    }

    /// `catchswitch`; unwinds to the caller if `unwind` is absent.
    pub fn catch_switch(&mut self, parent: Option<Value>, handlers: &[Block], unwind: Option<Block>) -> Built {
        let parent = self.pad("catchswitch", parent)?;
        self.blocks(unwind)?;
        let handlers = self.block_list(handlers)?;
        self.put(InstData::CatchSwitch { parent, handlers, unwind: unwind.into() }, Type::TOKEN)
    }

    /// `catchpad` of a `catchswitch`.
    pub fn catch_pad(&mut self, catch_switch: Value, args: &[Value]) -> Built {
        let parent = self.pad("catchpad", Some(catch_switch))?;
        self.operands("catchpad", 1, args.iter())?;
        let args = self.body.list(args);
        self.put(InstData::CatchPad { parent, args }, Type::TOKEN)
    }

    /// `cleanuppad`.
    pub fn cleanup_pad(&mut self, parent: Option<Value>, args: &[Value]) -> Built {
        let parent = self.pad("cleanuppad", parent)?;
        self.operands("cleanuppad", 1, args.iter())?;
        let args = self.body.list(args);
        self.put(InstData::CleanupPad { parent, args }, Type::TOKEN)
    }

    /// `catchret`.
    pub fn catch_ret(&mut self, pad: Value, dest: Block) -> Result<Inst, BuildError> {
        let pad = self.pad("catchret", Some(pad))?;
        self.blocks([dest])?;
        self.insert(InstData::CatchRet { pad, dest }, Type::VOID)
    }

    /// `cleanupret`; unwinds to the caller if `unwind` is absent.
    pub fn cleanup_ret(&mut self, pad: Value, unwind: Option<Block>) -> Result<Inst, BuildError> {
        let pad = self.pad("cleanupret", Some(pad))?;
        self.blocks(unwind)?;
        self.insert(InstData::CleanupRet { pad, unwind: unwind.into() }, Type::VOID)
    }

    fn pad(&self, of: &'static str, pad: Option<Value>) -> Built {
        let pad = pad.unwrap_or_else(|| self.zero(Type::TOKEN));
        self.operand(of, 0, pad, Expected::Type(Type::TOKEN))?;
        Ok(pad)
    }
}
