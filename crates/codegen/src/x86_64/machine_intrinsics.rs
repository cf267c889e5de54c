//! `llvm.x86` intrinsics: the machine instructions of the table `x86_intrinsics.table`, which `tools/gen-x86-intrinsics.py` makes and
//! describes.
//!
//! The instructions are those of a function of the C convention, so that the intrinsic is compiled as a call is, with the instructions
//! in place of the `call`. Vectors of more than 16 bytes, which have several parts here, pass through the frame.

use std::sync::LazyLock;

use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, Value};
use lindworm_target::x86_64::system_v::{Arguments, Convention, Location};
use lindworm_target::x86_64::{Mem, Reg};
use smallvec::SmallVec;

use super::Pass;
use super::moves::RegisterMove;
use crate::error::Result;

/// The rows of the table, sorted by name.
static ROWS: LazyLock<Vec<&'static str>> = LazyLock::new(|| include_str!("x86_intrinsics.table").lines().collect());

/// `vzeroupper`: avoids the cost of SSE instructions while upper halves of vector registers are in use.
const VZEROUPPER: [u8; 3] = [0xc5, 0xf8, 0x77];

/// A vector of several parts that passes through the frame: the register, and offset and size in bytes of its place.
struct Wide {
    reg: Reg,
    at: i32,
    size: u32,
}

impl<'m> Pass<'m> {
    /// Compiles an intrinsic of x86; returns whether the table has it.
    pub fn machine_intrinsic(&mut self, inst: Inst, id: IntrinsicId, args: &[Value]) -> Result<bool> {
        let full_name = id.name();
        let Some(name) = full_name.strip_prefix("llvm.x86.") else { return Ok(false) };
        let first = ROWS.partition_point(|row| row.split(' ').next() < Some(name));
        let mut rows = ROWS[first..].iter().take_while(|row| row.split(' ').next() == Some(name)).peekable();
        if rows.peek().is_none() {
            return Ok(false);
        }
        let Some((code, passed)) = rows.find_map(|row| self.code_of_row(row, args)) else {
            return Err(format!("the intrinsic {full_name} with such a constant").into());
        };
        self.run_machine_code(inst, &code, &passed)?;
        Ok(true)
    }

    /// The code of a row, and the arguments that it takes in registers, if the constant arguments are as the row says.
    fn code_of_row(&self, row: &str, args: &[Value]) -> Option<(Vec<u8>, SmallVec<[Value; 8]>)> {
        let (words, hex) = row.rsplit_once(' ')?;
        let hex = if hex == "-" { "" } else { hex };
        let digits = hex.as_bytes().chunks_exact(2).map(|pair| std::str::from_utf8(pair).ok());
        let mut code: Vec<u8> = digits.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect::<Option<_>>()?;
        let mut is_constant: SmallVec<[bool; 8]> = SmallVec::from_elem(false, args.len());
        for word in words.split(' ').skip(1) {
            let (number, value) = word.split_once(['=', '@'])?;
            let (number, value) = (number.parse::<usize>().ok()?, value.parse::<usize>().ok()?);
            let constant = self.constant_int(*args.get(number)?)?;
            is_constant[number] = true;
            match word.contains('=') {
                true if constant != value as u64 => return None,
                true => {}
                false => *code.get_mut(value)? = u8::try_from(constant).ok()?,
            }
        }
        Some((code, args.iter().zip(is_constant).filter(|(_, constant)| !constant).map(|(&arg, _)| arg).collect()))
    }

    fn run_machine_code(&mut self, inst: Inst, code: &[u8], args: &[Value]) -> Result {
        self.makes_calls = true;
        for &arg in args {
            self.settle_address(arg)?;
        }
        let mut arguments = Arguments::new(Convention::C);
        let mut wide: SmallVec<[Wide; 4]> = SmallVec::new();
        let mut in_registers = SmallVec::<[_; 8]>::new();
        for &arg in args {
            let parts = self.types.parts(self.type_of(arg))?;
            let [part, ..] = parts else { return Err("an argument of this type".into()) };
            let Location::Reg(to) = arguments.next(part.kind) else { return Err("so many arguments".into()) };
            if let [part] = parts {
                in_registers.push((to, part.kind, arg));
                continue;
            }
            let size = 16 * parts.len() as u32;
            let at = self.frame.slot(size)?;
            for (i, part) in parts.iter().enumerate() {
                let from = self.reg(arg, i)?;
                self.store_register(part.kind, Mem::base(Reg::RBP, at + 16 * i as i32), from);
                self.registers.unlock_one(from);
            }
            wide.push(Wide { reg: to, at, size });
        }
        self.spill_before_call(args, None, Convention::C)?;
        let mut moves: SmallVec<[RegisterMove; 8]> = SmallVec::new();
        for (to, kind, arg) in in_registers {
            moves.push(RegisterMove { to, kind, from: self.source(arg, 0)?, extend: None });
        }
        self.move_to_registers(&moves)?;
        for wide in &wide {
            self.move_wide(false, wide)?;
        }
        code.chunks(8).for_each(|bytes| self.code.body.bytes(bytes));
        self.forget_clobbered(Convention::C);
        let parts = self.types.parts(self.inst_type(inst))?;
        if self.types.vector(self.inst_type(inst)).is_some() && parts.len() > 1 {
            let size = 16 * parts.len() as u32;
            let result = Wide { reg: Reg::XMM0, at: self.frame.slot(size)?, size };
            self.move_wide(true, &result)?;
            self.code.body.bytes(&VZEROUPPER);
            let first = self.define(inst)?;
            for (i, part) in parts.iter().enumerate() {
                let reg = self.temp_float()?;
                self.load_register(part.kind, reg, Mem::base(Reg::RBP, result.at + 16 * i as i32));
                self.assign(first + i, reg);
                self.registers.unlock_one(reg);
            }
            self.free_unused(inst);
            wide.push(result);
        } else {
            if !wide.is_empty() {
                self.code.body.bytes(&VZEROUPPER);
            }
            self.call_result(inst, Convention::C)?;
        }
        self.registers.unlock();
        wide.iter().for_each(|wide| self.frame.release(wide.at, wide.size));
        Ok(())
    }

    /// `vmovups` between a register of 32 or 64 bytes, one of the first eight, and the frame.
    fn move_wide(&mut self, stores: bool, wide: &Wide) -> Result {
        let prefix: &[u8] = match wide.size {
            32 => &[0xc5, 0xfc],
            64 => &[0x62, 0xf1, 0x7c, 0x48],
            _ => return Err("a vector of this size as an argument of a machine instruction".into()),
        };
        const FRAME_AND_32_BITS: u8 = 0x85;
        self.code.body.bytes(prefix);
        self.code.body.bytes(&[0x10 + u8::from(stores), FRAME_AND_32_BITS | wide.reg.code() << 3]);
        self.code.body.bytes(&wide.at.to_le_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_well_formed() {
        let name = |row: &&'static str| row.split(' ').next().unwrap();
        assert!(ROWS.is_sorted_by_key(name));
        for row in ROWS.iter() {
            let words: Vec<&str> = row.split(' ').skip(1).collect();
            let [constants @ .., code] = &words[..] else { panic!("{row}") };
            let is_hex = |text: &str| text.len().is_multiple_of(2) && text.bytes().all(|c| c.is_ascii_hexdigit());
            assert!(*code == "-" || is_hex(code), "{row}");
            for constant in constants {
                let (argument, value) = constant.split_once(['=', '@']).unwrap();
                let (_, value): (u8, usize) = (argument.parse().unwrap(), value.parse().unwrap());
                assert!(constant.contains('=') || value < code.len() / 2, "{row}");
            }
        }
    }
}
