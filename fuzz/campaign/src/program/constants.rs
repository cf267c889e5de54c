//! Constants of a program, with expressions.

use std::fmt::Write;

use lindworm::{Type, TypeKind};

use super::{Program, width};

impl Program<'_, '_> {
    pub(super) fn constant(&mut self, ty: Type, depth: u32) {
        let cx = &self.grammar.cx;
        if self.random.once_in(24) {
            let word = *self.random.pick(&["undef", "poison", "zeroinitializer"]);
            let zero = matches!(cx.kind(ty), TypeKind::Int(_) | TypeKind::Pointer { .. })
                || cx.kind(ty) == &TypeKind::Metadata;
            put!(
                self,
                "{}",
                if zero || cx.scalar_type(ty).is_float() {
                    if word == "zeroinitializer" { "undef" } else { word }
                } else {
                    word
                }
            );
            return;
        }
        match cx.kind(ty) {
            TypeKind::Int(bits) => self.int(*bits, depth),
            TypeKind::Pointer { addr_space: 0 } => self.pointer(depth),
            TypeKind::Pointer { .. } => match self.random.below(4) {
                0 => put!(self, "inttoptr (i64 {} to {})", self.random.interesting() as i64, self.grammar.text(ty)),
                1 => put!(self, "addrspacecast (ptr @s0 to {})", self.grammar.text(ty)),
                _ => put!(self, "null"),
            },
            TypeKind::Vector { scalable: true, element, .. } => match self.random.below(2) {
                0 if cx.is_int(*element) => {
                    put!(self, "splat ({} ", self.grammar.text(*element));
                    self.constant(*element, depth + 1);
                    put!(self, ")");
                }
                _ => put!(self, "zeroinitializer"),
            },
            TypeKind::Vector { element, len, .. } => {
                let (element, len) = (*element, *len);
                if depth < 2 && self.random.once_in(12) && self.bitcast(ty) {
                    return;
                }
                if self.random.once_in(4) {
                    put!(self, "splat ({} ", self.grammar.text(element));
                    self.constant(element, depth + 1);
                    put!(self, ")");
                } else {
                    self.list(['<', '>'], (0..len).map(|_| element), depth);
                }
            }
            TypeKind::Array { element, len } if *len > 8 => {
                let _ = element;
                put!(self, "zeroinitializer")
            }
            TypeKind::Array { element, len } => {
                let (element, len) = (*element, *len);
                self.list(['[', ']'], (0..len).map(|_| element), depth);
            }
            TypeKind::Struct { fields, packed } => {
                let (open, close) = if *packed { ("<{ ", " }>") } else { ("{ ", " }") };
                put!(self, "{open}");
                self.items(fields.clone().into_vec().into_iter(), depth);
                put!(self, "{close}");
            }
            TypeKind::Metadata => {
                let node =
                    *self.random.pick(&["!{}", "!\"x\"", "!\"round.tonearest\"", "!\"fpexcept.strict\"", "!{!\"a\"}"]);
                put!(self, "{node}");
            }
            TypeKind::Half => put!(self, "0xH{:04X}", self.random.interesting() as u16),
            TypeKind::BFloat => put!(self, "0xR{:04X}", self.random.interesting() as u16),
            TypeKind::Float => {
                let bits = match self.random.below(3) {
                    0 => f32::from_bits(self.random.bits() as u32),
                    1 => self.random.below(100) as f32 / 4.0,
                    _ => *self.random.pick(&[0.0, -0.0, 1.0, f32::INFINITY, f32::NAN, f32::MAX, f32::MIN_POSITIVE]),
                };
                put!(self, "0x{:016X}", f64::from(bits).to_bits());
            }
            TypeKind::Double => match self.random.below(3) {
                0 => put!(self, "0x{:016X}", self.random.bits()),
                1 => put!(self, "{:?}", self.random.below(1000) as f64 / 8.0),
                _ => {
                    let value =
                        *self.random.pick(&[0.0, -0.0, 1.0, f64::INFINITY, f64::NAN, f64::MAX, f64::MIN_POSITIVE]);
                    put!(self, "0x{:016X}", value.to_bits());
                }
            },
            TypeKind::X86Fp80 => {
                let hi = *self.random.pick(&[0x3FFF, 0, 0x7FFF, 0x8000, 0x4001, 0x7FFE]);
                let lo = if hi == 0 { 0 } else { 1 << 63 | self.random.interesting() };
                put!(self, "0xK{hi:04X}{lo:016X}");
            }
            TypeKind::Fp128 => put!(self, "0xL{:016X}{:016X}", self.random.interesting(), self.random.bits()),
            TypeKind::PpcFp128 => put!(self, "0xM{:016X}{:016X}", f64::to_bits(self.random.below(99) as f64), 0),
            _ => put!(self, "poison"),
        }
    }

    pub(super) fn list(&mut self, signs: [char; 2], types: impl Iterator<Item = Type>, depth: u32) {
        put!(self, "{}", signs[0]);
        self.items(types, depth);
        put!(self, "{}", signs[1]);
    }

    pub(super) fn items(&mut self, types: impl Iterator<Item = Type>, depth: u32) {
        for (i, ty) in types.enumerate() {
            put!(self, "{}{} ", if i > 0 { ", " } else { "" }, self.grammar.text(ty));
            self.constant(ty, depth + 1);
        }
    }

    pub(super) fn int(&mut self, bits: u32, depth: u32) {
        if depth < 2 && self.random.once_in(14) {
            let ty = self.grammar.text(self.grammar.cx.int(bits)).to_owned();
            match self.random.below(5) {
                0 if bits <= 64 => {
                    put!(self, "ptrtoint (ptr ");
                    self.pointer(depth + 1);
                    put!(self, " to {ty})");
                    return;
                }
                1 | 2 => {
                    let op = *self.random.pick(&["add", "sub", "xor", "add nuw", "sub nsw"]);
                    put!(self, "{op} ({ty} ");
                    self.int(bits, depth + 1);
                    put!(self, ", {ty} ");
                    self.int(bits, depth + 1);
                    put!(self, ")");
                    return;
                }
                3 if bits < 64 => {
                    put!(self, "trunc (i64 ptrtoint (ptr @s0 to i64) to {ty})");
                    return;
                }
                _ => {
                    if self.bitcast(self.grammar.cx.int(bits)) {
                        return;
                    }
                }
            }
        }
        if bits == 1 {
            let word = *self.random.pick(&["true", "false"]);
            put!(self, "{word}");
            return;
        }
        if bits > 64 && self.random.once_in(2) {
            put!(
                self,
                "u0x{:X}{:016X}",
                self.random.bits() >> 1 >> (129u32.saturating_sub(bits)).min(63),
                self.random.bits()
            );
            return;
        }
        let value = self.random.interesting() as i64;
        let shift = 64 - bits.min(64);
        put!(self, "{}", value << shift >> shift);
    }

    /// A constant that is bits of another type.
    pub(super) fn bitcast(&mut self, ty: Type) -> bool {
        let cx = &self.grammar.cx;
        let bits = |ty| width(cx, ty);
        let Some(wanted) = bits(ty) else { return false };
        for _ in 0..12 {
            let from = self.value_type();
            if from != ty && !cx.is_pointer_or_pointer_vector(from) && bits(from) == Some(wanted) {
                put!(self, "bitcast ({} ", self.grammar.text(from));
                self.constant(from, 2);
                put!(self, " to {})", self.grammar.text(ty));
                return true;
            }
        }
        false
    }

    pub(super) fn pointer(&mut self, depth: u32) {
        match self.random.below(12) {
            0 => put!(self, "null"),
            1 if depth < 2 => put!(self, "inttoptr (i64 {} to ptr)", self.random.interesting() as i64),
            2 if depth < 2 => {
                let inbounds = *self.random.pick(&["", "inbounds ", "nuw ", "inrange(-4, 8) "]);
                put!(self, "getelementptr {inbounds}(i8, ptr @s0, i64 {})", self.random.interesting() as i64);
            }
            3 if !self.functions.is_empty() => {
                let function = self.random.below(self.functions.len());
                put!(self, "@f{function}");
            }
            4..=7 if self.globals > 0 => put!(self, "@g{}", self.random.below(self.globals as usize)),
            _ => put!(self, "@s0"),
        }
    }
}
