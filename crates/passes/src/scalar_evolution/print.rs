//! The text of expressions.

use lindworm_ir::{Type, Value};

use super::{Kind, MinMax, ScalarEvolution, Scev, Wrap};

/// Writes values and types of the function.
pub trait Names {
    /// Writes a value without its type.
    fn value(&mut self, out: &mut String, value: Value);
    /// Writes a type.
    fn ty(&mut self, out: &mut String, ty: Type);
}

impl ScalarEvolution<'_> {
    /// Writes an expression as LLVM does.
    pub fn write(&self, out: &mut String, names: &mut dyn Names, s: Scev) {
        let cast = |out: &mut String, names: &mut dyn Names, name: &str, operand: Scev| {
            *out += &format!("({name} ");
            names.ty(out, self.ty(operand));
            *out += " ";
            self.write(out, names, operand);
            *out += " to ";
            names.ty(out, self.ty(s));
            *out += ")";
        };
        let list = |out: &mut String, names: &mut dyn Names, operands: &[Scev], separator: &str| {
            *out += "(";
            for (i, &operand) in operands.iter().enumerate() {
                *out += if i > 0 { separator } else { "" };
                self.write(out, names, operand);
            }
            *out += ")";
        };
        let flags = |out: &mut String| {
            *out += if self.flags(s).contains(Wrap::NUW) { "<nuw>" } else { "" };
            *out += if self.flags(s).contains(Wrap::NSW) { "<nsw>" } else { "" };
        };
        match self.kind(s) {
            Kind::Constant(value) => match value.width() {
                1 => *out += if value.is_zero() { "false" } else { "true" },
                _ => *out += &value.to_string(),
            },
            Kind::VScale => *out += "vscale",
            Kind::Trunc(operand) => cast(out, names, "trunc", *operand),
            Kind::ZExt(operand) => cast(out, names, "zext", *operand),
            Kind::SExt(operand) => cast(out, names, "sext", *operand),
            Kind::PtrToInt(operand) => cast(out, names, "ptrtoint", *operand),
            Kind::Add(operands) => {
                list(out, names, operands, " + ");
                flags(out);
            }
            Kind::Mul(operands) => {
                list(out, names, operands, " * ");
                flags(out);
            }
            Kind::UDiv(a, b) => list(out, names, &[*a, *b], " /u "),
            Kind::AddRec(operands, of) => {
                *out += "{";
                for (i, &operand) in operands.iter().enumerate() {
                    *out += if i > 0 { ",+," } else { "" };
                    self.write(out, names, operand);
                }
                *out += "}";
                flags(out);
                if self.flags(s) == Wrap::NW {
                    *out += "<nw>";
                }
                *out += "<";
                names.value(out, self.loops.header(*of).into());
                *out += ">";
            }
            Kind::MinMax(op, operands) => {
                let separator = match op {
                    MinMax::UMax => " umax ",
                    MinMax::SMax => " smax ",
                    MinMax::UMin => " umin ",
                    MinMax::SMin => " smin ",
                    MinMax::SequentialUMin => " umin_seq ",
                };
                list(out, names, operands, separator);
            }
            Kind::Unknown(value) => names.value(out, *value),
        }
    }
}
