//! `.eh_frame`: how the frames of functions are unwound.
//!
//! All functions have the same shape: `rbp` is pushed and becomes the frame pointer, then registers of the caller are pushed.

use lindworm_target::x86_64::{Reg, RegSet};

/// What the table says of one function.
pub struct FrameInfo {
    /// Bytes of code.
    pub length: u32,
    /// The registers that are pushed behind `rbp`, in order.
    pub saved: RegSet,
    /// Whether the last byte is `ret`, in front of which the frame is gone.
    pub returns: bool,
}

/// The table, but for the addresses of functions.
#[derive(Default)]
pub struct UnwindTable {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Where the distance to each function stands.
    pub functions: Vec<u32>,
}

const DEF_CFA: u8 = 0x0c;
const DEF_CFA_REGISTER: u8 = 0x0d;
const DEF_CFA_OFFSET: u8 = 0x0e;
const ADVANCE: u8 = 0x40;
const ADVANCE_4: u8 = 0x04;
const OFFSET: u8 = 0x80;

impl UnwindTable {
    /// Adds a function.
    pub fn add(&mut self, info: &FrameInfo) {
        if self.bytes.is_empty() {
            self.add_common();
        }
        let start = self.bytes.len();
        self.bytes.extend([0; 4]);
        self.bytes.extend((start as u32 + 4).to_le_bytes());
        self.functions.push(self.bytes.len() as u32);
        self.bytes.extend([0; 4]);
        self.bytes.extend(info.length.to_le_bytes());
        let rbp = Reg::RBP.dwarf();
        // push rbp; mov rbp, rsp
        self.bytes.extend([0, ADVANCE | 1, DEF_CFA_OFFSET, 16, OFFSET | rbp, 2, ADVANCE | 3, DEF_CFA_REGISTER, rbp]);
        let pushes: u8 = info.saved.map(|reg| if reg.code() < 8 { 1 } else { 2 }).sum();
        if pushes > 0 {
            self.bytes.push(ADVANCE | pushes);
            for (i, reg) in info.saved.enumerate() {
                self.bytes.extend([OFFSET | reg.dwarf(), 3 + i as u8]);
            }
        }
        if info.returns {
            let left = info.length - 1 - 4 - u32::from(pushes);
            self.bytes.push(ADVANCE_4);
            self.bytes.extend(left.to_le_bytes());
            self.bytes.extend([DEF_CFA, Reg::RSP.dwarf(), 8]);
        }
        self.end(start);
    }

    fn add_common(&mut self) {
        self.bytes.extend([0; 8]);
        self.bytes.push(1);
        self.bytes.extend(b"zR\0");
        // Code in bytes, data in units of -8 bytes, the return address in register 16; distances of four bytes.
        self.bytes.extend([1, 0x78, 16, 1, 0x1b]);
        self.bytes.extend([DEF_CFA, Reg::RSP.dwarf(), 8, OFFSET | 16, 1]);
        self.end(0);
    }

    /// Fills an entry up to a multiple of eight, and says how long it is.
    fn end(&mut self, start: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        let length = (self.bytes.len() - start - 4) as u32;
        self.bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }
}
