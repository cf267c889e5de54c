//! `.eh_frame`: how the frames of functions are unwound.
//!
//! All functions have the same shape: `rbp` is pushed and becomes the frame pointer, then registers of the caller are pushed.

use lindworm_ir::Global;
use lindworm_target::x86_64::{Reg, RegSet};

use crate::exception_table::INDIRECT_DISTANCE;

/// What the table says of one function.
pub struct FrameInfo {
    /// Bytes of code.
    pub length: u32,
    /// Bytes of code before `rbp` is pushed.
    pub lead: u32,
    /// The registers that are pushed behind `rbp`, in order.
    pub saved: RegSet,
    /// Bytes of the `ret` at the end, in front of which the frame is gone; 0 if there is none.
    pub return_length: u32,
}

/// The table, but for the addresses of functions.
#[derive(Default)]
pub struct UnwindTable {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Where the distance to each function stands.
    pub functions: Vec<u32>,
    /// Where the distance to each exception table stands; nothing of functions without one.
    pub exception_tables: Vec<Option<u32>>,
    /// The personalities, and where the distances to their addresses stand.
    pub personalities: Vec<(u32, Global)>,
    /// What entries of functions with the same personality have in common, and where that is.
    commons: Vec<(Option<Global>, u32)>,
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
    /// Adds a function. One with a personality has an exception table.
    pub fn add(&mut self, info: &FrameInfo, personality: Option<Global>) {
        let known = self.commons.iter().find(|common| common.0 == personality).map(|common| common.1);
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
        // Code in bytes, data in units of -8 bytes, the return address in register 16.
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
        self.commons.push((personality, start as u32));
        start as u32
    }

    /// Fills an entry up to a multiple of eight, and says how long it is.
    fn end(&mut self, start: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        let length = (self.bytes.len() - start - 4) as u32;
        self.bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }
}
