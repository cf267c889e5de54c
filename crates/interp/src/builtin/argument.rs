//! Arguments and results of built-in functions.

use lindworm_eval::{Float, FloatFormat};
use lindworm_ir::Type;
use lindworm_ir::metadata::Metadata;
use smallvec::SmallVec;

use super::{Call, Then};
use crate::shape::{self, Scalar};
use crate::stop::Stop;
use crate::ub::{call as kinds, library};
use crate::value::Reg;

impl Call<'_> {
    /// The registers of argument `i`, from 0, regardless of definedness.
    pub(crate) fn registers(&mut self, i: usize) -> Result<SmallVec<[Reg; 4]>, Stop> {
        let param = self.site.params.get(i);
        // A callback by the host may pass fewer arguments than the function has parameters.
        match param.and_then(|param| self.args.get(param.first as usize..)?.get(..param.registers as usize)) {
            Some(registers) => Ok(SmallVec::from_slice(registers)),
            None => {
                let message = format!("`@{}` is called without argument {}", self.builtin.name, i + 1);
                self.state.undefined(&kinds::ARGUMENT_COUNT, message, Vec::new())?;
                Ok(SmallVec::from_elem(Reg::int(0), 1))
            }
        }
    }

    /// The register of argument `i`, a scalar of up to 64 bits, regardless of definedness.
    pub(crate) fn register(&mut self, i: usize) -> Result<Reg, Stop> {
        match self.site.params.get(i) {
            Some(param) if param.registers == 1 => match self.args.get(param.first as usize) {
                Some(&register) => Ok(register),
                None => Ok(self.registers(i)?[0]),
            },
            Some(_) => {
                let message = format!("argument {} of `@{}` is of another type", i + 1, self.builtin.name);
                self.state.undefined(&kinds::ARGUMENT_TYPE, message, Vec::new())?;
                Ok(Reg::int(0))
            }
            None => Ok(self.registers(i)?[0]),
        }
    }

    /// Argument `i`, if it is metadata.
    pub(crate) fn metadata(&self, i: usize) -> Option<Metadata> {
        let function = &self.program.functions[self.state.site().function as usize];
        let body = self.program.modules[function.module].body(function.global)?;
        let call = body.inst(self.site.inst).call_info()?;
        body.call_args(call).get(i)?.as_metadata()
    }

    /// The register of argument `i`, which must be defined.
    #[inline]
    pub(crate) fn arg(&mut self, i: usize) -> Result<Reg, Stop> {
        let reg = self.register(i)?;
        match reg.meta.is_defined() {
            true => Ok(reg),
            false => self.not_defined(i, reg),
        }
    }

    #[cold]
    fn not_defined(&mut self, i: usize, reg: Reg) -> Result<Reg, Stop> {
        let what = if reg.meta.is_poison() { "poison" } else { "undefined" };
        let message = format!("argument {} of `@{}` is {what}", i + 1, self.builtin.name);
        let notes = self.state.origin_note(reg);
        self.state.undefined(&library::UNDEFINED_ARGUMENT, message, notes)?;
        Ok(self.state.freeze(reg, 64))
    }

    /// Argument `i` as an unsigned integer.
    pub(crate) fn size(&mut self, i: usize) -> Result<u64, Stop> {
        Ok(self.arg(i)?.bits)
    }

    /// Argument `i` as an `int`.
    pub(crate) fn int(&mut self, i: usize) -> Result<i32, Stop> {
        Ok(self.arg(i)?.bits as i32)
    }

    /// Argument `i` as a signed integer of any width.
    pub(crate) fn signed(&mut self, i: usize) -> Result<i64, Stop> {
        let bits = self.arg(i)?.bits;
        Ok(lindworm_eval::word::sign_extend(self.width(i), bits))
    }

    /// Argument `i` as a float; 0 if it is not a float and the program continues.
    pub(crate) fn float(&mut self, i: usize) -> Result<Float, Stop> {
        let regs = self.registers(i)?;
        let Some(Scalar::Float(format)) = self.argument_scalar(i) else {
            let message = format!("argument {} of `@{}` is not a float", i + 1, self.builtin.name);
            self.state.undefined(&kinds::ARGUMENT_TYPE, message, Vec::new())?;
            return Ok(Float::zero(FloatFormat::Double));
        };
        let mut bits = 0;
        for (place, &reg) in regs.iter().enumerate() {
            let reg = if reg.meta.is_defined() { reg } else { self.not_defined(i, reg)? };
            bits |= u128::from(reg.bits) << (64 * place);
        }
        Ok(Float::from_bits(format, bits))
    }

    /// The first arguments as floats in the format of the first one.
    pub(crate) fn floats<const N: usize>(&mut self) -> Result<[Float; N], Stop> {
        let mut all = [self.float(0)?; N];
        for i in 1..N {
            let value = self.float(i)?;
            let format = all[0].format();
            if value.format() != format {
                let message = format!("arguments 1 and {} of `@{}` are of different types", i + 1, self.builtin.name);
                self.state.undefined(&kinds::ARGUMENT_TYPE, message, Vec::new())?;
            }
            all[i] = value.convert(format).0;
        }
        Ok(all)
    }

    /// Returns a float in the format of the result.
    pub(crate) fn give_float(&mut self, value: Float) -> Result<Then, Stop> {
        if let Some(Scalar::Float(format)) = self.site.result.leaves.first().map(|l| l.scalar) {
            let bits = value.convert(format).0.to_bits();
            for (place, to) in self.result.iter_mut().take(2).enumerate() {
                *to = Reg::int((bits >> (64 * place)) as u64);
            }
        }
        Ok(Then::Return)
    }

    /// The bit width of argument `i`; 64 if wider.
    fn width(&self, i: usize) -> u32 {
        let Some(param) = self.site.params.get(i) else { return 64 };
        self.scalar(param.ty).map_or(64, |s| s.bits().clamp(1, 64))
    }

    /// The scalar type of a type of the call.
    pub(crate) fn scalar(&self, ty: Type) -> Option<Scalar> {
        let module = &self.program.modules[self.module];
        shape::scalar(module.context(), module.data_layout(), ty)
    }

    /// The scalar type of argument `i`.
    pub(crate) fn argument_scalar(&self, i: usize) -> Option<Scalar> {
        self.scalar(self.site.params.get(i)?.ty)
    }

    /// The size in bytes of `size_t`, `long` and pointers.
    pub(crate) fn word(&self) -> u64 {
        self.state.memory.pointer_bytes()
    }

    /// Returns an integer, truncated to the result type.
    pub(crate) fn give(&mut self, bits: u64) -> Result<Then, Stop> {
        self.give_register(Reg::int(bits))
    }

    /// Returns an `int` or another signed integer.
    pub(crate) fn give_signed(&mut self, value: i64) -> Result<Then, Stop> {
        self.give(value as u64)
    }

    /// Returns a register, truncated to the result type.
    pub(crate) fn give_register(&mut self, reg: Reg) -> Result<Then, Stop> {
        if let Some(leaf) = self.site.result.leaves.first()
            && let Some(first) = self.result.first_mut()
        {
            *first = Reg { bits: reg.bits & (u64::MAX >> (64 - leaf.scalar.bits().clamp(1, 64))), meta: reg.meta };
        }
        Ok(Then::Return)
    }

    /// Returns the null pointer.
    pub(crate) fn give_null(&mut self) -> Result<Then, Stop> {
        self.give(0)
    }
}

/// The pointer at a byte offset.
pub(crate) fn offset(pointer: Reg, bytes: u64) -> Reg {
    Reg { bits: pointer.bits.wrapping_add(bytes), ..pointer }
}
