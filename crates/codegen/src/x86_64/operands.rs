//! Operands: values in registers, as immediates, and as addresses.

use lindworm_ir::module::TlsModel;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Type, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Mem, Op, Reg, RegSet, Size, op};

use super::Pass;
use super::registers::{SCRATCH, SCRATCH_FLOAT_2};
use crate::constants::{self, PartOfConstant};
use crate::error::Result;
use crate::relocation::{Relocation, RelocationKind, Symbol};
use crate::values::{Address, AddressBase, NONE, Part, State};

/// A memory operand, possibly relative to a symbol.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub mem: Mem,
    symbol: Option<(Symbol, i64)>,
}

impl From<Mem> for Place {
    fn from(mem: Mem) -> Place {
        Place { mem, symbol: None }
    }
}

impl Place {
    /// The place `bytes` bytes further; an error if the displacement overflows.
    pub fn plus(self, bytes: u32) -> Result<Place> {
        if let Some((symbol, addend)) = self.symbol {
            return Ok(Place { symbol: Some((symbol, addend + i64::from(bytes))), ..self });
        }
        let mem = i32::try_from(bytes).ok().and_then(|bytes| self.mem.plus(bytes));
        Ok(mem.ok_or("an offset of more than 2 GB")?.into())
    }
}

/// The right operand of an instruction.
#[derive(Clone, Copy, Debug)]
pub enum Right {
    Reg(Reg),
    Imm(i32),
    Mem(Mem),
}

/// The source of a move to a register: see `moves.rs`.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    Reg(Reg),
    /// A slot of the stack.
    Slot(i32),
    /// Bits.
    Bits(u128),
    /// The address of a location in the frame.
    Frame(i32),
    /// The address of a global or block plus a constant.
    Address(Symbol, i64),
    /// Two addresses or numbers as the lanes of a vector.
    Pair(constants::Pair),
}

impl<'m> Pass<'m> {
    /// The type of any value.
    pub fn type_of(&self, value: Value) -> Type {
        match value.kind() {
            ValueKind::Inst(inst) if self.is_temporary(inst) => self.inst_type(inst),
            ValueKind::Inst(_) | ValueKind::Arg(_) => self.body.local_type(value).unwrap_or(Type::VOID),
            _ => constants::type_of(self.module, value),
        }
    }

    /// The kind of the only part of a value.
    pub fn kind_of(&self, value: Value) -> Result<PartKind> {
        self.scalar(self.type_of(value))
    }

    /// The kind of the only part of values of a type.
    pub fn scalar(&self, ty: Type) -> Result<PartKind> {
        match self.types.parts(ty)? {
            [part] => Ok(part.kind),
            _ => Err("an operand of several parts".into()),
        }
    }

    /// The width of an integer or pointer that has one part.
    pub fn bits_of(&self, value: Value) -> Result<u32> {
        match self.kind_of(value)? {
            PartKind::Int(bits) => Ok(bits.into()),
            _ => Err("an operand that is not an integer".into()),
        }
    }

    /// The registers that can hold a kind.
    pub fn bank(kind: PartKind) -> Result<RegSet> {
        match kind {
            PartKind::Int(_) => Ok(RegSet::GENERAL),
            PartKind::F80 => Err("this operation on x86_fp80".into()),
            _ => Ok(RegSet::XMM),
        }
    }

    /// The index of a part of a local value.
    pub fn part_at(&mut self, value: Value, part: usize) -> Result<Option<usize>> {
        let Some(number) = self.values.number(value) else { return Ok(None) };
        let info = self.values.info(number);
        if info.first_part == NONE {
            // Not yet defined: a phi on the first of its incoming edges that is compiled, or a value of an unreachable block at
            // its use.
            self.define_number(number, self.type_of(value))?;
        }
        Ok(Some(self.values.info(number).first_part as usize + part))
    }

    /// The address that represents a value, if the value is in [`State::Address`](crate::values::State::Address).
    pub fn lazy_address(&self, value: Value) -> Option<Address> {
        let number = self.values.number(value)?;
        let info = self.values.info(number);
        (info.state == State::Address)
            .then(|| self.values.addresses[self.values.parts[info.first_part as usize].slot as usize])
    }

    /// A register that holds a part of a value, for the rest of the current instruction. The register must not be modified.
    pub fn reg(&mut self, value: Value, part: usize) -> Result<Reg> {
        let Some(at) = self.part_at(value, part)? else { return self.constant_reg(value, part) };
        let Part { reg, kind, slot, .. } = self.values.parts[at];
        if let Some(reg) = reg {
            self.registers.lock(reg);
            return Ok(reg);
        }
        let reg = match self.lazy_address(value) {
            Some(address) => {
                let mem = self.address_mem(address)?;
                let reg = self.temp_general()?;
                self.code.body.rm(op::LEA, Size::B64, reg, mem);
                reg
            }
            None => {
                let reg = self.temp(Self::bank(kind)?)?;
                self.load_register(kind, reg, Mem::base(Reg::RBP, slot));
                reg
            }
        };
        self.own(at, reg);
        Ok(reg)
    }

    /// A register that holds a part of a value and may be modified.
    pub fn take(&mut self, value: Value, part: usize) -> Result<Reg> {
        if let Some(at) = self.part_at(value, part)? {
            let number = self.values.parts[at].value;
            let Part { reg, kind, slot, .. } = self.values.parts[at];
            if let Some(reg) = reg {
                if self.dies_here(number) {
                    self.values.parts[at].reg = None;
                    self.registers.release(reg);
                    self.registers.lock(reg);
                    return Ok(reg);
                }
                self.registers.lock(reg);
                let copy = self.temp(Self::bank(kind)?)?;
                self.move_register(kind, copy, reg);
                return Ok(copy);
            }
            if self.lazy_address(value).is_none() {
                let copy = self.temp(Self::bank(kind)?)?;
                self.load_register(kind, copy, Mem::base(Reg::RBP, slot));
                return Ok(copy);
            }
            let from = self.reg(value, part)?;
            let copy = self.temp(Self::bank(kind)?)?;
            self.move_register(kind, copy, from);
            return Ok(copy);
        }
        self.constant_reg(value, part)
    }

    /// A register that holds a part of a constant.
    fn constant_reg(&mut self, value: Value, part: usize) -> Result<Reg> {
        let kind = self.types.parts(self.type_of(value))?.get(part).ok_or("an operand without a value")?.kind;
        let reg = self.temp(Self::bank(kind)?)?;
        match self.constant(value, part)? {
            PartOfConstant::Bits(bits) => self.load_bits(kind, reg, bits),
            PartOfConstant::Address(symbol, addend) => self.load_address(reg, symbol, addend)?,
            PartOfConstant::Pair(pair) => self.load_pair(reg, pair)?,
        }
        Ok(reg)
    }

    /// A part of a constant.
    pub fn constant(&self, value: Value, part: usize) -> Result<PartOfConstant> {
        constants::part(self.module, self.types, value, part)
    }

    /// Loads a constant; preserves flags.
    pub fn load_bits(&mut self, kind: PartKind, reg: Reg, bits: u128) {
        if matches!(kind, PartKind::Int(_)) {
            return self.code.body.mov_ri(reg, bits as u64);
        }
        if bits == 0 {
            return self.code.body.rr(op::XORPS, Size::B32, reg, reg);
        }
        if kind.size() == 16 {
            let at = self.code.read_only.len() as u32;
            self.code.read_only.extend(bits.to_le_bytes());
            self.code.body.rm(op::MOVUPS, Size::B32, reg, Mem::rip());
            return self.relocate(RelocationKind::Relative, Symbol::ReadOnly, at.into());
        }
        self.code.body.mov_ri(SCRATCH, bits as u64);
        let size = if kind == PartKind::F64 { Size::B64 } else { Size::B32 };
        self.code.body.rr(op::MOVD_TO_XMM, size, reg, SCRATCH);
    }

    /// Loads two addresses or numbers as the lanes of a vector; preserves flags.
    pub fn load_pair(&mut self, reg: Reg, pair: constants::Pair) -> Result {
        for (i, (symbol, number)) in pair.into_iter().enumerate() {
            match symbol {
                Some(symbol) => self.load_address(SCRATCH, symbol, number)?,
                None => self.code.body.mov_ri(SCRATCH, number as u64),
            }
            let to = if i == 0 { reg } else { SCRATCH_FLOAT_2 };
            self.code.body.rr(op::MOVD_TO_XMM, Size::B64, to, SCRATCH);
        }
        self.code.body.rr(op::PUNPCKLQDQ, Size::B32, reg, SCRATCH_FLOAT_2);
        Ok(())
    }

    /// The zero-extended value of an integer constant of one part.
    pub fn constant_int(&self, value: Value) -> Option<u64> {
        let node = self.module.constants().node(value)?;
        match node.data {
            lindworm_ir::constant::ConstantData::Int(bits) => Some(bits),
            lindworm_ir::constant::ConstantData::Null => Some(0),
            _ => None,
        }
    }

    /// The low 64 bits of an integer constant, zero-extended.
    pub fn low_word(&self, value: Value) -> Option<u64> {
        match &self.module.constants().node(value)?.data {
            lindworm_ir::constant::ConstantData::WideInt(int) => Some(int.limb(0)),
            _ => self.constant_int(value),
        }
    }

    /// An integer constant of `bits` bits as an immediate operand, if encodable.
    pub fn immediate(&self, value: Value, bits: u32) -> Option<i32> {
        let int = self.constant_int(value)?;
        match bits {
            64 => i32::try_from(int as i64).ok(),
            // Bits above the width are arbitrary.
            33.. => i32::try_from((int << (64 - bits)) as i64 >> (64 - bits)).ok(),
            _ => Some(((int << (64 - bits)) as i64 >> (64 - bits)) as i32),
        }
    }

    /// The right operand of an operation on integers of `bits` bits.
    pub fn right(&mut self, value: Value, bits: u32) -> Result<Right> {
        if let Some(imm) = self.immediate(value, bits) {
            return Ok(Right::Imm(imm));
        }
        self.right_part(value, 0)
    }

    /// A part of the right operand of an operation: a memory operand if the part is only in its slot and not needed again.
    pub fn right_part(&mut self, value: Value, part: usize) -> Result<Right> {
        if let Some(at) = self.part_at(value, part)? {
            let Part { reg, slot, value: number, .. } = self.values.parts[at];
            if reg.is_none() && self.dies_here(number) && self.lazy_address(value).is_none() {
                return Ok(Right::Mem(Mem::base(Reg::RBP, slot)));
            }
        }
        self.reg(value, part).map(Right::Reg)
    }

    /// `op reg, right`. With an immediate, `op` must be one of the eight basic arithmetic operations.
    pub fn with_right(&mut self, op: Op, size: Size, reg: Reg, right: Right) {
        let asm = &mut self.code.body;
        match right {
            Right::Reg(right) => asm.rr(op, size, reg, right),
            Right::Imm(imm) => asm.ri(op, size, reg, imm),
            Right::Mem(mem) => asm.rm(op, size, reg, mem),
        }
    }

    /// Assigns a register to the result of an instruction with one part.
    pub fn result(&mut self, inst: lindworm_ir::Inst, reg: Reg) -> Result {
        let at = self.define(inst)?;
        if self.values.of_inst(inst).uses > 0 {
            self.assign(at, reg);
        }
        Ok(())
    }

    /// Copies a value to the result of an instruction.
    pub fn copy_value(&mut self, inst: lindworm_ir::Inst, value: Value) -> Result {
        let count = self.types.parts(self.inst_type(inst))?.len();
        if self.is_x87(value) {
            return self.copy_x87(inst, value);
        }
        for part in 0..count {
            let at = if part == 0 { self.define(inst)? } else { self.values.of_inst(inst).first_part as usize + part };
            self.copy_part(at, value, part)?;
        }
        self.free_unused(inst);
        Ok(())
    }

    // Addresses.

    /// The memory operand of an address.
    pub fn address_mem(&mut self, address: Address) -> Result<Mem> {
        let base = match address.base {
            AddressBase::Frame => Reg::RBP,
            AddressBase::Value(value) => self.reg(value, 0)?,
        };
        let mem = Mem::base(base, address.disp);
        Ok(match address.index {
            Some((index, scale)) => mem.with_index(self.reg(index, 0)?, scale),
            None => mem,
        })
    }

    /// The memory operand of a pointer.
    pub fn place(&mut self, pointer: Value) -> Result<Place> {
        if let Some(number) = self.values.number(pointer) {
            if let Some(address) = self.lazy_address(pointer) {
                let cached = self.values.parts[self.values.info(number).first_part as usize].reg;
                return match cached {
                    Some(reg) if address.base != AddressBase::Frame => {
                        self.registers.lock(reg);
                        Ok(Mem::base(reg, 0).into())
                    }
                    _ => self.address_mem(address).map(Place::from),
                };
            }
            return Ok(Mem::base(self.reg(pointer, 0)?, 0).into());
        }
        match self.constant(pointer, 0)? {
            PartOfConstant::Address(symbol, addend) if self.is_near(symbol) && i32::try_from(addend).is_ok() => {
                Ok(Place { mem: Mem::rip(), symbol: Some((symbol, addend)) })
            }
            PartOfConstant::Bits(bits) if bits < 1 << 31 => Ok(Mem::absolute(bits as i32).into()),
            _ => Ok(Mem::base(self.constant_reg(pointer, 0)?, 0).into()),
        }
    }

    /// Whether the address of a symbol is known relative to the code.
    fn is_near(&self, symbol: Symbol) -> bool {
        match symbol {
            Symbol::Global(global) => self.around.is_local.get(global.as_u32() as usize) == Some(&true),
            Symbol::Runtime(_) => false,
            Symbol::Block(_) | Symbol::Text | Symbol::ReadOnly => true,
        }
    }

    /// Loads the address of a global or block plus a constant; preserves flags.
    pub fn load_address(&mut self, reg: Reg, symbol: Symbol, addend: i64) -> Result {
        let Ok(disp) = i32::try_from(addend) else {
            if reg == SCRATCH {
                return Err("an offset of more than 2 GB that a phi takes".into());
            }
            self.load_address(reg, symbol, 0)?;
            self.code.body.mov_ri(SCRATCH, addend as u64);
            let sum = Mem::base(reg, 0).with_index(SCRATCH, lindworm_target::x86_64::Scale::One);
            self.code.body.rm(op::LEA, Size::B64, reg, sum);
            return Ok(());
        };
        let tls = match symbol {
            Symbol::Global(global) => self.module.globals()[global].tls,
            _ => TlsModel::None,
        };
        if tls == TlsModel::LocalExec {
            self.code.body.bytes(&[0x64]);
            self.code.body.rm(op::MOV, Size::B64, reg, Mem::absolute(0));
            // The relocation needs a displacement of 32 bits.
            self.code.body.rm(op::LEA, Size::B64, reg, Mem::base(reg, i32::MAX));
            let offset = self.code.body.last_disp();
            self.code.body.patch32(offset, 0);
            self.code.relocations.push(Relocation { offset, kind: RelocationKind::ThreadLocal, symbol, addend });
            return Ok(());
        }
        // The general and the local dynamic model permit the initial-exec one.
        if tls != TlsModel::None {
            self.code.body.bytes(&[0x64]);
            self.code.body.rm(op::MOV, Size::B64, reg, Mem::absolute(0));
            if reg == SCRATCH {
                return Err("the address of a thread-local variable that a phi takes".into());
            }
            self.code.body.rm(op::MOV, Size::B64, SCRATCH, Mem::rip());
            self.relocate(RelocationKind::ThreadOffset, symbol, 0);
            self.code.body.rm(
                op::LEA,
                Size::B64,
                reg,
                Mem::base(reg, disp).with_index(SCRATCH, lindworm_target::x86_64::Scale::One),
            );
            return Ok(());
        }
        if self.is_near(symbol) {
            self.code.body.rm(op::LEA, Size::B64, reg, Mem::rip());
            self.relocate(RelocationKind::Relative, symbol, addend);
        } else {
            self.code.body.rm(op::MOV, Size::B64, reg, Mem::rip());
            self.relocate(RelocationKind::Got, symbol, 0);
            if disp != 0 {
                self.code.body.rm(op::LEA, Size::B64, reg, Mem::base(reg, disp));
            }
        }
        Ok(())
    }

    /// Adds a relocation of the displacement of the last instruction.
    pub fn relocate(&mut self, kind: RelocationKind, symbol: Symbol, addend: i64) {
        let offset = self.code.body.last_disp();
        let addend = addend - i64::from(self.code.body.position() - offset);
        self.code.relocations.push(Relocation { offset, kind, symbol, addend });
    }

    fn relocate_place(&mut self, place: Place) {
        if let Some((symbol, addend)) = place.symbol {
            self.relocate(RelocationKind::Relative, symbol, addend);
        }
    }

    /// `op reg, place`.
    pub fn rm(&mut self, op: Op, size: Size, reg: Reg, place: Place) {
        self.code.body.rm(op, size, reg, place.mem);
        self.relocate_place(place);
    }

    /// `op place, reg`.
    pub fn mr(&mut self, op: Op, size: Size, place: Place, reg: Reg) {
        self.code.body.mr(op, size, place.mem, reg);
        self.relocate_place(place);
    }

    /// `op place`.
    pub fn m(&mut self, op: Op, size: Size, place: Place) {
        self.code.body.m(op, size, place.mem);
        self.relocate_place(place);
    }

    /// `mov place, imm`.
    pub fn mov_mi(&mut self, size: Size, place: Place, imm: i32) {
        self.code.body.mov_mi(size, place.mem, imm);
        self.relocate_place(place);
    }

    /// The source of a part of a value, for moves that allocate no register. An address that is relative to a value needs the
    /// value in a register.
    pub fn source(&mut self, value: Value, part: usize) -> Result<Source> {
        let Some(at) = self.part_at(value, part)? else {
            return Ok(match self.constant(value, part)? {
                PartOfConstant::Bits(bits) => Source::Bits(bits),
                PartOfConstant::Address(symbol, addend) => Source::Address(symbol, addend),
                PartOfConstant::Pair(pair) => Source::Pair(pair),
            });
        };
        let Part { reg, slot, .. } = self.values.parts[at];
        Ok(match (reg, self.lazy_address(value)) {
            (Some(reg), _) => Source::Reg(reg),
            (None, None) => Source::Slot(slot),
            (None, Some(Address { base: AddressBase::Frame, index: None, disp })) => Source::Frame(disp),
            (None, Some(_)) => Source::Reg(self.reg(value, part)?),
        })
    }
}
