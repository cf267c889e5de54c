//! `.eh_frame`: unwind information for the frames of functions.
//!
//! All functions have the same frame layout: `rbp` is pushed and becomes the frame pointer, then callee-saved registers are
//! pushed.

use std::collections::HashMap;

use lindworm_ir::Global;
use lindworm_target::x86_64::{Reg, RegSet};

use crate::exception_table::INDIRECT_DISTANCE;

/// The frame of one function.
pub struct FrameInfo {
    /// Size of the code in bytes.
    pub length: u32,
    /// Size in bytes of the code before the push of `rbp`.
    pub lead: u32,
    /// The registers that are pushed after `rbp`, in order.
    pub saved: RegSet,
    /// Size in bytes of the `ret` at the end, before which the frame is released; 0 if there is no `ret`.
    pub return_length: u32,
}

/// The table without the addresses of functions.
#[derive(Default)]
pub struct UnwindTable {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Offsets of the distances to functions.
    pub functions: Vec<u32>,
    /// Offsets of the distances to exception tables; `None` for functions without an exception table.
    pub exception_tables: Vec<Option<u32>>,
    /// The personalities, with the offsets of the distances to their addresses.
    pub personalities: Vec<(u32, Global)>,
    /// The offset of the common information entry of each personality.
    commons: HashMap<Option<Global>, u32>,
}

const DEF_CFA: u8 = 0x0c;
const DEF_CFA_REGISTER: u8 = 0x0d;
const DEF_CFA_OFFSET: u8 = 0x0e;
const ADVANCE: u8 = 0x40;
const ADVANCE_4: u8 = 0x04;
const OFFSET: u8 = 0x80;
/// `DW_EH_PE_pcrel | DW_EH_PE_sdata4`
const DISTANCE: u8 = 0x1b;

impl UnwindTable {
    /// Adds a function. A function with a personality has an exception table.
    pub fn add(&mut self, info: &FrameInfo, personality: Option<Global>) {
        let known = self.commons.get(&personality).copied();
        let common = known.unwrap_or_else(|| self.add_common(personality));
        let start = self.bytes.len();
        self.bytes.extend([0; 4]);
        self.bytes.extend((start as u32 + 4 - common).to_le_bytes());
        self.functions.push(self.bytes.len() as u32);
        self.bytes.extend([0; 4]);
        self.bytes.extend(info.length.to_le_bytes());
        if personality.is_some() {
            self.bytes.push(4);
            self.exception_tables.push(Some(self.bytes.len() as u32));
            self.bytes.extend([0; 4]);
        } else {
            self.bytes.push(0);
            self.exception_tables.push(None);
        }
        if info.lead > 0 {
            self.bytes.push(ADVANCE_4);
            self.bytes.extend(info.lead.to_le_bytes());
        }
        let rbp = Reg::RBP.dwarf();
        // push rbp; mov rbp, rsp
        self.bytes.extend([ADVANCE | 1, DEF_CFA_OFFSET, 16, OFFSET | rbp, 2, ADVANCE | 3, DEF_CFA_REGISTER, rbp]);
        let pushes: u8 = info.saved.map(|reg| if reg.code() < 8 { 1 } else { 2 }).sum();
        if pushes > 0 {
            self.bytes.push(ADVANCE | pushes);
            for (i, reg) in info.saved.enumerate() {
                self.bytes.extend([OFFSET | reg.dwarf(), 3 + i as u8]);
            }
        }
        if info.return_length > 0 {
            let left = info.length - info.return_length - info.lead - 4 - u32::from(pushes);
            self.bytes.push(ADVANCE_4);
            self.bytes.extend(left.to_le_bytes());
            self.bytes.extend([DEF_CFA, Reg::RSP.dwarf(), 8]);
        }
        self.end(start);
    }

    fn add_common(&mut self, personality: Option<Global>) -> u32 {
        let start = self.bytes.len();
        self.bytes.extend([0; 8]);
        self.bytes.push(1);
        self.bytes.extend(if personality.is_some() { &b"zPLR\0"[..] } else { &b"zR\0"[..] });
        // Code alignment in bytes, data alignment of -8 bytes, return address in register 16.
        self.bytes.extend([1, 0x78, 16]);
        match personality {
            Some(personality) => {
                self.bytes.extend([7, INDIRECT_DISTANCE]);
                self.personalities.push((self.bytes.len() as u32, personality));
                self.bytes.extend([0, 0, 0, 0, DISTANCE, DISTANCE]);
            }
            None => self.bytes.extend([1, DISTANCE]),
        }
        self.bytes.extend([DEF_CFA, Reg::RSP.dwarf(), 8, OFFSET | 16, 1]);
        self.end(start);
        self.commons.insert(personality, start as u32);
        start as u32
    }

    /// Pads an entry to a multiple of eight and writes its length.
    fn end(&mut self, start: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        let length = (self.bytes.len() - start - 4) as u32;
        self.bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }
}
