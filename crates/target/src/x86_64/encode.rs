//! The instruction encoder.

use super::instructions::{Condition, Op, Size, op};
use super::registers::Reg;

/// Bytes reserved for each instruction, more than the encoder ever writes.
const ROOM: usize = 32;

/// The scale of an index register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Scale {
    One,
    Two,
    Four,
    Eight,
}

impl Scale {
    /// The scale for a size of 1, 2, 4 or 8 bytes; `None` for other sizes.
    pub const fn new(bytes: u64) -> Option<Scale> {
        Some(match bytes {
            1 => Scale::One,
            2 => Scale::Two,
            4 => Scale::Four,
            8 => Scale::Eight,
            _ => return None,
        })
    }
}

/// A memory operand: `base + index * scale + disp`, or `rip + disp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mem {
    base: Base,
    index: Option<(Reg, Scale)>,
    disp: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    Reg(Reg),
    /// The end of the instruction; a relocation fills in the displacement.
    Rip,
    /// No base: the displacement is the address.
    None,
}

impl Mem {
    /// `base + disp`.
    #[inline]
    pub const fn base(base: Reg, disp: i32) -> Mem {
        Mem { base: Base::Reg(base), index: None, disp }
    }

    /// An address relative to the end of the instruction. A relocation at [`Assembler::last_disp`] fills in the displacement.
    #[inline]
    pub const fn rip() -> Mem {
        Mem { base: Base::Rip, index: None, disp: 0 }
    }

    /// An address below 2 GB.
    pub const fn absolute(disp: i32) -> Mem {
        Mem { base: Base::None, index: None, disp }
    }

    /// Adds `index * scale`. `index` must not be `rsp`; the address must not be relative to `rip`.
    #[inline]
    pub const fn with_index(self, index: Reg, scale: Scale) -> Mem {
        Mem { index: Some((index, scale)), ..self }
    }

    /// The address `bytes` bytes further; `None` if the displacement overflows.
    #[inline]
    pub const fn plus(self, bytes: i32) -> Option<Mem> {
        match self.disp.checked_add(bytes) {
            Some(disp) => Some(Mem { disp, ..self }),
            None => None,
        }
    }
}

/// The bytes of an instruction before its displacement.
#[derive(Clone, Copy)]
struct Head {
    bits: u64,
    len: u32,
}

impl Head {
    #[inline]
    fn push(&mut self, byte: u8) {
        self.bits |= u64::from(byte) << (8 * self.len);
        self.len += 1;
    }
}

/// Encodes instructions to a growing buffer.
///
/// In names of methods, `r` is a register operand, `m` memory, `i` an immediate; the destination comes first.
#[derive(Default)]
pub struct Assembler {
    /// Code, followed by reserved space for the next instruction.
    buffer: Vec<u8>,
    len: usize,
    last_disp: u32,
}

impl Assembler {
    /// The code so far.
    pub fn code(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// The size of the code in bytes.
    #[inline]
    pub fn position(&self) -> u32 {
        self.len as u32
    }

    /// The offset of the displacement of the last memory operand: four bytes if the address is relative to `rip`.
    #[inline]
    pub fn last_disp(&self) -> u32 {
        self.last_disp
    }

    /// Removes all code; keeps the memory.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Overwrites four existing bytes.
    pub fn patch32(&mut self, at: u32, value: u32) {
        self.buffer[at as usize..][..4].copy_from_slice(&value.to_le_bytes());
    }

    #[inline]
    fn reserve(&mut self) {
        if self.buffer.len() < self.len + ROOM {
            self.buffer.resize((2 * self.buffer.len()).max(4096), 0);
        }
    }

    /// Writes up to eight bytes, for which `reserve` has reserved space.
    #[inline]
    fn put(&mut self, bits: u64, len: u32) {
        self.buffer[self.len..][..8].copy_from_slice(&bits.to_le_bytes());
        self.len += len as usize;
    }

    /// Prefixes and opcode.
    #[inline]
    fn head(op: Op, size: Size, reg: u8, index: u8, rm: u8, byte_regs: bool) -> Head {
        let mut head = Head { bits: 0, len: 0 };
        if size == Size::B16 {
            head.push(0x66);
        }
        if op.prefix != 0 {
            head.push(op.prefix);
        }
        let rex = u8::from(size == Size::B64) << 3 | reg >> 3 << 2 | index >> 3 << 1 | rm >> 3;
        if rex != 0 || byte_regs {
            head.push(0x40 | rex);
        }
        match op.map {
            0 => {}
            1 => head.push(0x0f),
            2 => {
                head.push(0x0f);
                head.push(0x38);
            }
            _ => {
                head.push(0x0f);
                head.push(0x3a);
            }
        }
        head.push(op.code - u8::from(op.has_byte_form && size == Size::B8));
        head
    }

    /// An instruction whose `reg` field is `reg` and whose `rm` operand is a register.
    #[inline]
    fn register(&mut self, op: Op, size: Size, reg: u8, rm: Reg, reg_is_byte: bool) {
        self.reserve();
        let is_byte = op.has_byte_form && size == Size::B8;
        let needs_rex =
            (is_byte || op.takes_byte) && !rm.is_xmm() && rm.code() >= 4 || is_byte && reg_is_byte && reg >= 4;
        let mut head = Self::head(op, size, reg, 0, rm.code(), needs_rex);
        head.push(0xc0 | (reg & 7) << 3 | rm.code() & 7);
        self.put(head.bits, head.len);
    }

    /// An instruction whose `reg` field is `reg` and whose `rm` operand is memory.
    #[inline]
    fn memory(&mut self, op: Op, size: Size, reg: u8, mem: Mem, reg_is_byte: bool) {
        self.reserve();
        let is_byte = op.has_byte_form && size == Size::B8;
        let needs_rex = is_byte && reg_is_byte && reg >= 4;
        let (index, scale) = mem.index.map_or((4, Scale::One), |(reg, scale)| (reg.code(), scale));
        let base = match mem.base {
            Base::Reg(reg) => reg.code(),
            Base::Rip | Base::None => 5,
        };
        let mut head = Self::head(op, size, reg, index, base, needs_rex);
        let field = (reg & 7) << 3;
        let sib = (scale as u8) << 6 | (index & 7) << 3 | base & 7;
        let disp_len = match mem.base {
            Base::Rip => {
                head.push(field | 5);
                4
            }
            Base::None => {
                head.push(field | 4);
                head.push(sib);
                4
            }
            Base::Reg(_) => {
                let (mode, disp_len) = match mem.disp {
                    0 if base & 7 != 5 => (0, 0),
                    -128..=127 => (0x40, 1),
                    _ => (0x80, 4),
                };
                if mem.index.is_some() || base & 7 == 4 {
                    head.push(mode | field | 4);
                    head.push(sib);
                } else {
                    head.push(mode | field | base & 7);
                }
                disp_len
            }
        };
        self.put(head.bits, head.len);
        self.last_disp = self.position();
        self.put(u64::from(mem.disp as u32), disp_len);
    }

    /// `op reg, rm`; `op rm, reg` for instructions that store.
    #[inline]
    pub fn rr(&mut self, op: Op, size: Size, reg: Reg, rm: Reg) {
        self.register(op, size, reg.code(), rm, !reg.is_xmm());
    }

    /// `op reg, mem`.
    #[inline]
    pub fn rm(&mut self, op: Op, size: Size, reg: Reg, mem: Mem) {
        self.memory(op, size, reg.code(), mem, !reg.is_xmm());
    }

    /// `op mem, reg`.
    #[inline]
    pub fn mr(&mut self, op: Op, size: Size, mem: Mem, reg: Reg) {
        self.memory(op, size, reg.code(), mem, !reg.is_xmm());
    }

    /// `op rm`.
    #[inline]
    pub fn r(&mut self, op: Op, size: Size, rm: Reg) {
        self.register(op, size, op.digit, rm, false);
    }

    /// `op mem`.
    #[inline]
    pub fn m(&mut self, op: Op, size: Size, mem: Mem) {
        self.memory(op, size, op.digit, mem, false);
    }

    fn imm(&mut self, value: i32, size: Size) {
        self.put(u64::from(value as u32), size.bytes().min(4));
    }

    /// `add`, `or`, `adc`, `sbb`, `and`, `sub`, `xor` or `cmp` with an immediate, which 64-bit operations sign-extend.
    pub fn ri(&mut self, alu: Op, size: Size, reg: Reg, value: i32) {
        let short = size == Size::B8 || i32::from(value as i8) == value;
        let form = Op { code: if size != Size::B8 && short { 0x83 } else { 0x81 }, ..alu };
        self.register(form, size, alu.digit, reg, false);
        self.imm(value, if short { Size::B8 } else { size });
    }

    /// `add`, `or`, `adc`, `sbb`, `and`, `sub`, `xor` or `cmp` of memory with an immediate.
    pub fn mi(&mut self, alu: Op, size: Size, mem: Mem, value: i32) {
        let short = size == Size::B8 || i32::from(value as i8) == value;
        let form = Op { code: if size != Size::B8 && short { 0x83 } else { 0x81 }, ..alu };
        self.memory(form, size, alu.digit, mem, false);
        self.imm(value, if short { Size::B8 } else { size });
    }

    /// `test reg, value`.
    pub fn test_ri(&mut self, size: Size, reg: Reg, value: i32) {
        self.register(Op { code: 0xf7, has_byte_form: true, ..op::TEST }, size, 0, reg, false);
        self.imm(value, size);
    }

    /// `test mem, value`.
    pub fn test_mi(&mut self, size: Size, mem: Mem, value: i32) {
        self.memory(Op { code: 0xf7, has_byte_form: true, ..op::TEST }, size, 0, mem, false);
        self.imm(value, size);
    }

    /// A shift or rotation by a constant. `shift` is the form with `cl`.
    pub fn shift_ri(&mut self, shift: Op, size: Size, reg: Reg, amount: u8) {
        self.register(Op { code: 0xc1, ..shift }, size, shift.digit, reg, false);
        self.put(amount.into(), 1);
    }

    /// A shift of all lanes of a vector register by a constant.
    pub fn packed_shift_ri(&mut self, shift: Op, reg: Reg, amount: u8) {
        self.register(shift, Size::B32, shift.digit, reg, false);
        self.put(amount.into(), 1);
    }

    /// An operation on two vector registers with an immediate byte, such as a shuffle or comparison.
    pub fn packed_rri(&mut self, op: Op, reg: Reg, rm: Reg, how: u8) {
        self.register(op, Size::B32, reg.code(), rm, false);
        self.put(how.into(), 1);
    }

    /// `shld` or `shrd` by a constant. `shift` is the form with `cl`.
    pub fn double_shift_ri(&mut self, shift: Op, size: Size, rm: Reg, reg: Reg, amount: u8) {
        self.register(Op { code: shift.code - 1, ..shift }, size, reg.code(), rm, false);
        self.put(amount.into(), 1);
    }

    /// `mov mem, value`; 64-bit moves sign-extend the value from 32 bits.
    pub fn mov_mi(&mut self, size: Size, mem: Mem, value: i32) {
        self.memory(Op { code: 0xc7, ..op::MOV }, size, 0, mem, false);
        self.imm(value, size);
    }

    /// The shortest `mov reg, value` that preserves flags. Sets all 64 bits of the register.
    pub fn mov_ri(&mut self, reg: Reg, value: u64) {
        self.reserve();
        if value <= u64::from(u32::MAX) {
            let mut head = Head { bits: 0, len: 0 };
            if reg.code() >= 8 {
                head.push(0x41);
            }
            head.push(0xb8 | reg.code() & 7);
            self.put(head.bits, head.len);
            self.put(value, 4);
        } else if i64::from(value as i32) == value as i64 {
            self.register(Op { code: 0xc7, ..op::MOV }, Size::B64, 0, reg, false);
            self.imm(value as i32, Size::B32);
        } else {
            let mut head = Head { bits: 0, len: 0 };
            head.push(0x48 | reg.code() >> 3);
            head.push(0xb8 | reg.code() & 7);
            self.put(head.bits, head.len);
            self.put(value, 8);
        }
    }

    /// `imul reg, rm, value`.
    pub fn imul_rri(&mut self, size: Size, reg: Reg, rm: Reg, value: i32) {
        let short = i32::from(value as i8) == value;
        let form = Op { code: if short { 0x6b } else { 0x69 }, map: 0, has_byte_form: false, ..op::IMUL };
        self.register(form, size, reg.code(), rm, false);
        self.imm(value, if short { Size::B8 } else { size });
    }

    /// `setcc` of the low byte of `reg`.
    pub fn setcc(&mut self, condition: Condition, reg: Reg) {
        let form = Op { map: 1, code: 0x90 | condition as u8, has_byte_form: false, takes_byte: true, ..op::MOV };
        self.register(form, Size::B32, 0, reg, false);
    }

    /// `cmovcc reg, rm`.
    pub fn cmov(&mut self, condition: Condition, size: Size, reg: Reg, rm: Reg) {
        let form = Op { map: 1, code: 0x40 | condition as u8, has_byte_form: false, ..op::MOV };
        self.register(form, size, reg.code(), rm, false);
    }

    /// `jcc` with a 32-bit displacement. Returns the offset of the displacement.
    pub fn jcc(&mut self, condition: Condition) -> u32 {
        self.reserve();
        self.put(0x800f | u64::from(condition as u8) << 8, 6);
        self.position() - 4
    }

    /// `jmp` with a 32-bit displacement. Returns the offset of the displacement.
    pub fn jmp(&mut self) -> u32 {
        self.reserve();
        self.put(0xe9, 5);
        self.position() - 4
    }

    /// `jcc` back to a position.
    pub fn jcc_back(&mut self, condition: Condition, to: u32) {
        self.reserve();
        let distance = i64::from(to) - i64::from(self.position() + 2);
        if distance >= -128 {
            self.put(0x70 | u64::from(condition as u8) | u64::from(distance as u8) << 8, 2);
        } else {
            let at = self.jcc(condition);
            self.bind32(at, to);
        }
    }

    /// `jmp` back to a position.
    pub fn jmp_back(&mut self, to: u32) {
        self.reserve();
        let distance = i64::from(to) - i64::from(self.position() + 2);
        if distance >= -128 {
            self.put(0xeb | u64::from(distance as u8) << 8, 2);
        } else {
            let at = self.jmp();
            self.bind32(at, to);
        }
    }

    /// Makes the 32-bit displacement at `at` of a jump or call refer to `to`.
    pub fn bind32(&mut self, at: u32, to: u32) {
        self.patch32(at, to.wrapping_sub(at + 4));
    }

    /// `call` with a 32-bit displacement. Returns the offset of the displacement.
    pub fn call(&mut self) -> u32 {
        self.reserve();
        self.put(0xe8, 5);
        self.position() - 4
    }

    /// `call reg`.
    pub fn call_r(&mut self, reg: Reg) {
        self.register(Op { digit: 2, code: 0xff, has_byte_form: false, ..op::NOT }, Size::B32, 2, reg, false);
    }

    /// `call mem`.
    pub fn call_m(&mut self, mem: Mem) {
        self.memory(Op { digit: 2, code: 0xff, has_byte_form: false, ..op::NOT }, Size::B32, 2, mem, false);
    }

    /// `jmp reg`.
    pub fn jmp_r(&mut self, reg: Reg) {
        self.register(Op { digit: 4, code: 0xff, has_byte_form: false, ..op::NOT }, Size::B32, 4, reg, false);
    }

    /// `push reg`.
    pub fn push(&mut self, reg: Reg) {
        self.one_byte(0x50, reg);
    }

    /// `pop reg`.
    pub fn pop(&mut self, reg: Reg) {
        self.one_byte(0x58, reg);
    }

    /// `bswap reg`, of 32 or 64 bits.
    pub fn bswap(&mut self, size: Size, reg: Reg) {
        self.reserve();
        let mut head = Head { bits: 0, len: 0 };
        let rex = u8::from(size == Size::B64) << 3 | reg.code() >> 3;
        if rex != 0 {
            head.push(0x40 | rex);
        }
        head.push(0x0f);
        head.push(0xc8 | reg.code() & 7);
        self.put(head.bits, head.len);
    }

    fn one_byte(&mut self, code: u8, reg: Reg) {
        self.reserve();
        let mut head = Head { bits: 0, len: 0 };
        if reg.code() >= 8 {
            head.push(0x41);
        }
        head.push(code | reg.code() & 7);
        self.put(head.bits, head.len);
    }

    /// Instructions of `count` bytes together that do nothing.
    pub fn nops(&mut self, mut count: u32) {
        /// The recommended instruction of each size.
        const NOPS: [&[u8]; 8] = [
            &[0x90],
            &[0x66, 0x90],
            &[0x0f, 0x1f, 0x00],
            &[0x0f, 0x1f, 0x40, 0x00],
            &[0x0f, 0x1f, 0x44, 0x00, 0x00],
            &[0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00],
            &[0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00],
            &[0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
        ];
        while count > 0 {
            let size = count.min(8);
            self.bytes(NOPS[size as usize - 1]);
            count -= size;
        }
    }

    /// Writes up to eight raw bytes: instructions without operands, and prefixes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.reserve();
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        self.put(u64::from_le_bytes(word), bytes.len() as u32);
    }
}
