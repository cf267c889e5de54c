//! Calls whose values a runtime or garbage collector finds through `.llvm_stackmaps`: `llvm.experimental.gc.statepoint`,
//! `stackmap` and `patchpoint`, and calls with a `deopt` bundle.
//!
//! During such a call, the described values are in memory. The token of a statepoint has parts, as other values do: those of the
//! result of the call, then those of each pointer of the `gc-live` bundle, in slots that the collector may change.
//! `llvm.experimental.gc.result` and `gc.relocate` copy them.

use std::collections::HashMap;

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::eval::CastOp;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Inst, InstData, Value};
use lindworm_target::x86_64::system_v::{Convention, Location as Place, Results};
use lindworm_target::x86_64::{Mem, Reg};

use super::Pass;
use super::call::{CallEnd, Callee, Patch, Signature};
use super::registers::SCRATCH;
use crate::constants::PartOfConstant;
use crate::error::Result;
use crate::relocation::Runtime;
use crate::stack_map::{Location, Record};
use crate::values::{AddressBase, Part};

/// The identifier of calls with a `deopt` bundle, as in LLVM.
const DEOPTIMIZATION: u64 = 0xabcd_ef00;
/// The number of arguments of a statepoint before those of the call.
const STATEPOINT_OPERANDS: usize = 5;
/// The number of arguments of a patchpoint before those of the call.
const PATCHPOINT_OPERANDS: usize = 4;
/// The number of arguments of `anyregcc` that are passed in registers.
const ANY_REGISTERS: usize = 6;
/// `anyregcc`
const ANY_REGISTER_CONVENTION: CallingConvention = CallingConvention(13);
/// The maximum number of bytes of a patchable place.
const MAX_PATCH: u64 = 1 << 16;

/// The statepoints of a function, and their uses.
#[derive(Default)]
pub struct Statepoints {
    statepoints: HashMap<Inst, Statepoint>,
    /// By landing pad, the statepoint that unwinds there.
    pads: HashMap<Inst, Inst>,
    /// The uses of statepoints through landing pads, with their positions.
    pub uses: Vec<(Value, u32)>,
}

#[derive(Default)]
struct Statepoint {
    /// The relocated pointers: their numbers in the bundle and those of their bases.
    relocated: Vec<(u32, u32)>,
    /// The first part of each pointer of the bundle, among those of the token.
    first_parts: Vec<u16>,
}

impl<'m> Pass<'m> {
    /// The intrinsic that an instruction calls.
    fn called_intrinsic(&self, data: &'m InstData) -> Option<(IntrinsicId, &'m CallInfo)> {
        let (InstData::Call { call, .. } | InstData::Invoke { call, .. }) = data else { return None };
        let function = self.module.globals()[call.callee.as_global()?].as_function()?;
        Some((function.intrinsic?, call))
    }

    /// Finds the relocations and landing pads of the statepoints of the function.
    pub fn find_statepoints(&mut self) {
        let mut found = std::mem::take(&mut self.statepoints);
        found.statepoints.clear();
        found.pads.clear();
        found.uses.clear();
        let mut unwinding = HashMap::new();
        for (position, &block) in self.order.blocks().iter().enumerate() {
            for inst in self.body.insts(block) {
                let data = self.body.inst(inst);
                if let (InstData::LandingPad { .. }, Some(&invoke)) = (data, unwinding.get(&block)) {
                    found.pads.insert(inst, invoke);
                }
                let Some((id, call)) = self.called_intrinsic(data) else { continue };
                if let (IntrinsicId::EXPERIMENTAL_GC_STATEPOINT, &InstData::Invoke { unwind, .. }) = (id, data) {
                    unwinding.insert(unwind, inst);
                }
                if id != IntrinsicId::EXPERIMENTAL_GC_RELOCATE {
                    continue;
                }
                let &[token, base, derived] = self.body.call_args(call) else { continue };
                let Some(token) = token.as_inst() else { continue };
                let statepoint = found.pads.get(&token).copied().unwrap_or(token);
                if statepoint != token {
                    found.uses.push((statepoint.into(), position as u32));
                }
                if let (Some(base), Some(derived)) = (self.constant_int(base), self.constant_int(derived)) {
                    let relocated = &mut found.statepoints.entry(statepoint).or_default().relocated;
                    relocated.push((derived as u32, base as u32));
                }
            }
        }
        self.statepoints = found;
    }

    /// Compiles an intrinsic of stack maps. Returns whether `id` is one.
    pub fn stack_map_intrinsic(&mut self, inst: Inst, id: IntrinsicId, args: &[Value]) -> Result<bool> {
        use IntrinsicId as I;
        match id {
            I::EXPERIMENTAL_GC_STATEPOINT => self.statepoint(inst, args)?,
            I::EXPERIMENTAL_GC_RESULT => self.copy_from_token(inst, args, 0)?,
            I::EXPERIMENTAL_GC_RELOCATE => self.relocated(inst, args)?,
            I::EXPERIMENTAL_STACKMAP => self.stack_map(args)?,
            I::EXPERIMENTAL_PATCHPOINT | I::EXPERIMENTAL_PATCHPOINT_VOID => self.patch_point(inst, args)?,
            I::EXPERIMENTAL_DEOPTIMIZE => {
                let (call, _) = self.call_site(inst)?;
                let signature = Signature { attributes: call.attributes, ..Signature::default() };
                self.call_with_state(Runtime("__llvm_deoptimize").into(), args, signature, call)?;
                self.call_result(inst, Convention::C)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The call of an intrinsic.
    fn call_site(&self, inst: Inst) -> Result<(&'m CallInfo, CallingConvention)> {
        match self.body.inst(inst) {
            InstData::Call { call, convention, .. } | InstData::Invoke { call, convention, .. } => {
                Ok((call, *convention))
            }
            _ => Err("such a call".into()),
        }
    }

    /// The inputs of an operand bundle of a call.
    fn bundle(&self, call: &CallInfo, tag: &[u8]) -> &'m [Value] {
        self.body.bundle_inputs(call).find(|(bundle, _)| *bundle.tag == *tag).map_or(&[], |(_, inputs)| inputs)
    }

    /// A call with a `deopt` bundle.
    pub fn call_with_state(&mut self, callee: Callee, args: &[Value], signature: Signature, call: &CallInfo) -> Result {
        let mut slots = Vec::new();
        let state = self.bundle(call, b"deopt");
        let mut locations = self.state_locations(0, 0, state, &HashMap::new(), &mut slots)?;
        self.emit_call(callee, args, signature)?;
        self.add_record(DEOPTIMIZATION, self.call_end.code, &mut locations)?;
        self.release_slots(slots);
        Ok(())
    }

    /// The locations of a statepoint, without those of relocated pointers.
    fn state_locations(
        &mut self,
        convention: i64,
        flags: i64,
        state: &[Value],
        pointers: &HashMap<Value, (Location, u16)>,
        slots: &mut Vec<(i32, u32)>,
    ) -> Result<Vec<Location>> {
        let mut locations = [convention, flags, state.len() as i64].map(Location::Constant).to_vec();
        for &value in state {
            // A pointer that the collector changes is described by the slot that it changes.
            locations.push(match pointers.get(&value) {
                Some(&(location, _)) => location,
                None => self.location_in_memory(value, slots)?,
            });
        }
        Ok(locations)
    }

    fn statepoint(&mut self, inst: Inst, args: &[Value]) -> Result {
        let (call, convention) = self.call_site(inst)?;
        let malformed = "a statepoint with such arguments";
        let &[id, size, target, count, flags, ref rest @ ..] = args else { return Err(malformed.into()) };
        let number = |pass: &Self, value: Value| pass.constant_int(value).ok_or(malformed);
        let (id, size, flags) = (number(self, id)?, number(self, size)?, number(self, flags)?);
        let args = rest.get(..number(self, count)? as usize).ok_or(malformed)?;
        let cx = self.module.context();
        let attributes = cx.attribute_list(call.attributes).param(2);
        let ty = cx.attribute_type(attributes, AttrKind::ELEMENT_TYPE).ok_or(malformed)?;
        let (result, _, variadic) = cx.function_parts(ty).ok_or(malformed)?;
        let number_of_convention = i64::from(convention.0);
        let convention = super::convention(convention)?;
        if self.is_in_memory(result, convention)? {
            return Err("a statepoint of a call whose result is in memory".into());
        }

        let mut parts: Vec<Part> = Vec::new();
        let new_part = |slot, kind| Part { value: inst.as_u32(), slot, kind, reg: None, dirty: false };
        parts.extend(self.types.parts(result)?.iter().map(|part| new_part(0, part.kind)));
        let live = self.bundle(call, b"gc-live");
        let mut pointers: HashMap<Value, (Location, u16)> = HashMap::new();
        let mut allocas = Vec::new();
        let mut found = self.statepoints.statepoints.remove(&inst).unwrap_or_default();
        for &pointer in live {
            if let Some(&(_, first)) = pointers.get(&pointer) {
                found.first_parts.push(first);
                continue;
            }
            let kinds = self.types.parts(self.type_of(pointer))?;
            let size = kinds.last().map_or(0, |part| part.offset + part.kind.size());
            let slot = self.frame.slot(size)?;
            let location = match self.direct_location(pointer) {
                Some(direct) => direct,
                None => Location::Indirect { disp: slot, size: size as u16 },
            };
            let first = u16::try_from(parts.len()).map_err(|_| "a statepoint of so many pointers")?;
            for (i, part) in kinds.iter().enumerate() {
                let at = slot + part.offset as i32;
                let from = self.source(pointer, i)?;
                self.store_source(part.kind, Mem::base(Reg::RBP, at), from)?;
                parts.push(new_part(at, part.kind));
            }
            self.registers.unlock();
            if let Location::Direct { .. } = location {
                allocas.push(location);
            }
            pointers.insert(pointer, (location, first));
            found.first_parts.push(first);
        }
        let mut slots = Vec::new();
        let state = self.bundle(call, b"deopt");
        let mut locations = self.state_locations(number_of_convention, flags as i64, state, &pointers, &mut slots)?;
        found.relocated.sort_unstable();
        found.relocated.dedup();
        let location = |number: u32| Some(pointers.get(live.get(number as usize)?)?.0);
        for &(derived, base) in &found.relocated {
            let (Some(base), Some(derived)) = (location(base), location(derived)) else {
                return Err(malformed.into());
            };
            // The collector does not move the stack.
            if !matches!(derived, Location::Direct { .. }) {
                locations.extend([base, derived]);
            }
        }
        locations.append(&mut allocas);

        let callee = match size {
            0 => self.callee(target),
            _ => Callee::Patch(Patch { target: None, size: patch_size(size)? }),
        };
        let first_argument = STATEPOINT_OPERANDS;
        let attributes = call.attributes;
        let signature = Signature { attributes, first_argument, variadic, convention, result: None };
        self.emit_call(callee, args, signature)?;
        self.add_record(id, self.call_end.code, &mut locations)?;
        self.release_slots(slots);

        let at = self.values.parts.len();
        self.values.parts.append(&mut parts);
        let count = u16::try_from(self.values.parts.len() - at).map_err(|_| "a statepoint of so many pointers")?;
        let info = self.values.info_mut(inst.as_u32());
        (info.first_part, info.parts) = (at as u32, count);
        let mut results = Results::new(convention);
        for (i, part) in self.types.parts(result)?.iter().enumerate() {
            match results.next(part.kind).ok_or("a result of this type")? {
                Place::Reg(reg) => self.assign(at + i, reg),
                _ => self.pop_x87(at + i)?,
            }
        }
        self.statepoints.statepoints.insert(inst, found);
        self.free_unused(inst);
        Ok(())
    }

    /// The callee of a statepoint.
    fn callee(&self, target: Value) -> Callee {
        match target.kind() {
            ValueKind::Global(global) => Callee::Symbol(crate::relocation::Symbol::Global(global)),
            _ => Callee::Value(target),
        }
    }

    /// `llvm.experimental.gc.relocate`
    fn relocated(&mut self, inst: Inst, args: &[Value]) -> Result {
        let &[token, _, derived] = args else { return Err("a relocation with such arguments".into()) };
        let pad = token.as_inst().and_then(|inst| self.statepoints.pads.get(&inst)).copied();
        let statepoint = pad.or(token.as_inst());
        let found = statepoint.and_then(|inst| self.statepoints.statepoints.get(&inst));
        let number = self.constant_int(derived).unwrap_or(u64::MAX);
        let first = match found {
            Some(found) => *found.first_parts.get(number as usize).ok_or("a relocation of an unknown pointer")?,
            None => 0,
        };
        self.copy_from_token(inst, &[statepoint.map_or(token, Value::from)], first.into())?;
        // The caller retires the token of the landing pad; the use of the statepoint is retired here.
        if let Some(statepoint) = pad {
            self.registers.unlock();
            self.retire(statepoint.into());
        }
        Ok(())
    }

    /// Copies parts of the token of a statepoint, or zeros if the token is undefined.
    fn copy_from_token(&mut self, inst: Inst, args: &[Value], first: usize) -> Result {
        let token = *args.first().ok_or("an intrinsic without a statepoint")?;
        let ty = self.inst_type(inst);
        let count = self.types.parts(ty)?.len();
        if self.values.number(token).is_none() {
            let zero = self.module.constants().zero(self.module.context(), ty);
            return self.copy_value(inst, zero);
        }
        let at = self.define(inst)?;
        for part in 0..count {
            self.copy_part(at + part, token, first + part)?;
        }
        self.free_unused(inst);
        Ok(())
    }

    /// `llvm.experimental.stackmap`
    fn stack_map(&mut self, args: &[Value]) -> Result {
        let &[id, size, ref values @ ..] = args else { return Err("a stack map with such arguments".into()) };
        let (Some(id), Some(size)) = (self.constant_int(id), self.constant_int(size)) else {
            return Err("a stack map with such arguments".into());
        };
        let mut slots = Vec::new();
        let mut locations = Vec::new();
        for &value in values {
            locations.push(self.location_in_memory(value, &mut slots)?);
        }
        self.add_record(id, self.code.body.position(), &mut locations)?;
        self.code.body.nops(patch_size(size)?);
        // The runtime may write a call over the code that follows.
        self.makes_calls = true;
        self.release_slots(slots);
        Ok(())
    }

    /// `llvm.experimental.patchpoint`
    fn patch_point(&mut self, inst: Inst, args: &[Value]) -> Result {
        let (call, convention) = self.call_site(inst)?;
        let malformed = "a patch point with such arguments";
        let &[id, size, target, count, ref rest @ ..] = args else { return Err(malformed.into()) };
        let number = |pass: &Self, value: Value| pass.constant_int(value).ok_or(malformed);
        let (id, size, count) = (number(self, id)?, number(self, size)?, number(self, count)? as usize);
        let (passed, values) = rest.split_at_checked(count).ok_or(malformed)?;
        let size = patch_size(size)?;
        // An address that is an instruction's result is still constant.
        let target = match target.as_inst().map(|inst| self.body.inst(inst)) {
            Some(&InstData::Cast { op: CastOp::IntToPtr, value, .. }) => value,
            _ => target,
        };
        let target = match self.constant(target, 0)? {
            PartOfConstant::Bits(0) => None,
            target => Some(target),
        };
        let mut slots = Vec::new();
        let mut locations = Vec::new();
        for &value in values {
            locations.push(self.location_in_memory(value, &mut slots)?);
        }
        let callee = Callee::Patch(Patch { target, size });
        if convention == ANY_REGISTER_CONVENTION {
            let mut all = Vec::new();
            let result = self.call_in_any_registers(inst, callee, passed, &mut all, &mut slots)?;
            all.append(&mut locations);
            self.add_record(id, self.call_end.code - size, &mut all)?;
            if let Some((at, reg)) = result {
                self.assign(at, reg);
            }
        } else {
            let convention = super::convention(convention)?;
            let signature = Signature {
                attributes: call.attributes,
                first_argument: PATCHPOINT_OPERANDS,
                convention,
                ..Signature::default()
            };
            self.emit_call(callee, passed, signature)?;
            self.add_record(id, self.call_end.code - size, &mut locations)?;
            self.call_result(inst, convention)?;
        }
        self.release_slots(slots);
        self.free_unused(inst);
        Ok(())
    }

    /// A call of `anyregcc`: arguments and result are in any place, which the record describes. Returns the part and register of the
    /// result.
    fn call_in_any_registers(
        &mut self,
        inst: Inst,
        callee: Callee,
        args: &[Value],
        locations: &mut Vec<Location>,
        slots: &mut Vec<(i32, u32)>,
    ) -> Result<Option<(usize, Reg)>> {
        for &arg in args {
            self.settle_address(arg)?;
        }
        self.spill_before_call(args, None, Convention::C)?;
        let result = match self.types.parts(self.inst_type(inst))? {
            [] => None,
            [part] => Some((self.define(inst)?, self.temp(Self::bank(part.kind)?)?)),
            _ => return Err("anyregcc with such a result".into()),
        };
        locations.extend(result.map(|(_, reg)| in_register(reg)));
        for (i, &arg) in args.iter().enumerate() {
            locations.push(match i < ANY_REGISTERS && self.types.parts(self.type_of(arg))?.len() == 1 {
                true => in_register(self.reg(arg, 0)?),
                false => self.location_in_memory(arg, slots)?,
            });
        }
        self.emit_patchable(callee, None)?;
        self.call_end = CallEnd { code: self.code.body.position(), stack: 0 };
        self.makes_calls = true;
        self.forget_clobbered(Convention::C);
        self.registers.unlock();
        Ok(result.filter(|_| self.values.of_inst(inst).uses > 0))
    }

    /// The location of the address of memory in the frame.
    fn direct_location(&self, value: Value) -> Option<Location> {
        let address = self.lazy_address(value)?;
        let is_direct = address.base == AddressBase::Frame && address.index.is_none();
        is_direct.then_some(Location::Direct { disp: address.disp })
    }

    /// A location of a value that a call does not change. Slots that are needed only for the call are added to `slots`.
    fn location_in_memory(&mut self, value: Value, slots: &mut Vec<(i32, u32)>) -> Result<Location> {
        if let Some(direct) = self.direct_location(value) {
            return Ok(direct);
        }
        let ty = self.type_of(value);
        let parts = self.types.parts(ty)?;
        if self.values.number(value).is_none()
            && let PartOfConstant::Bits(bits) = self.constant(value, 0)?
            && (1..parts.len()).all(|i| matches!(self.constant(value, i), Ok(PartOfConstant::Bits(0))))
        {
            return Ok(Location::Constant(match self.module.context().int_or_byte_width(ty) {
                Some(width @ 1..=63) => (bits as i64) << (64 - width) >> (64 - width),
                _ => bits as i64,
            }));
        }
        self.settle_address(value)?;
        if let (Some(at), [part]) = (self.part_at(value, 0)?, parts) {
            return Ok(Location::Indirect { disp: self.in_slot(at)?, size: part.kind.size() as u16 });
        }
        let size =
            self.types.size(ty).and_then(|size| u16::try_from(size).ok()).ok_or("a described value of such a size")?;
        let disp = self.frame.slot(size.into())?;
        slots.push((disp, size.into()));
        self.store_value(value, Mem::base(Reg::RBP, disp).into())?;
        self.registers.unlock();
        Ok(Location::Indirect { disp, size })
    }

    fn release_slots(&mut self, slots: Vec<(i32, u32)>) {
        slots.into_iter().for_each(|(disp, size)| self.frame.release(disp, size));
    }

    fn add_record(&mut self, id: u64, at: u32, locations: &mut Vec<Location>) -> Result {
        if locations.len() > usize::from(u16::MAX) {
            return Err("a stack map of more than 65,535 locations".into());
        }
        self.code.stack_maps.push(Record { id, at, locations: locations.len() as u32 });
        self.code.locations.append(locations);
        Ok(())
    }

    /// Writes a call, or a place for one that the runtime patches.
    pub fn emit_patchable(&mut self, callee: Callee, target: Option<Reg>) -> Result {
        let Callee::Patch(Patch { target: called, size }) = callee else {
            if let Some(reg) = target {
                self.code.body.call_r(reg);
            }
            return Ok(());
        };
        let end = self.code.body.position() + size;
        match called {
            Some(PartOfConstant::Bits(address)) => self.code.body.mov_ri(SCRATCH, address as u64),
            Some(PartOfConstant::Address(symbol, addend)) => self.load_address(SCRATCH, symbol, addend)?,
            _ => {}
        }
        if called.is_some() {
            self.code.body.call_r(SCRATCH);
        }
        let left = end.checked_sub(self.code.body.position()).ok_or("a patch point that is too small for a call")?;
        self.code.body.nops(left);
        Ok(())
    }
}

fn in_register(reg: Reg) -> Location {
    Location::Register { register: reg.dwarf(), size: if reg.is_xmm() { 16 } else { 8 } }
}

fn patch_size(size: u64) -> Result<u32> {
    Ok(u32::try_from(size).ok().filter(|&size| u64::from(size) <= MAX_PATCH).ok_or("so large a patchable place")?)
}
