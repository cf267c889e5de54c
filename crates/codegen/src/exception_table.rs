//! `.gcc_except_table`: the landing pads of calls that may unwind, and the types that they catch ([Itanium C++ ABI: Exception
//! Handling](https://itanium-cxx-abi.github.io/cxx-abi/exceptions.pdf), LSDA).

use std::collections::HashMap;

use lindworm_ir::{Block, Global};

use crate::relocation::{Relocation, RelocationKind, Symbol};

/// A landing pad of a call site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pad {
    /// The start of a block, by position.
    Block(u32),
    /// An offset in the body.
    Code(u32),
}

/// A call that may unwind, as a range of offsets in the body.
struct CallSite {
    start: u32,
    end: u32,
    pad: Pad,
    action: u32,
}

/// The table of one function, filled during compilation.
#[derive(Default)]
pub struct ExceptionTable {
    /// In code order.
    sites: Vec<CallSite>,
    /// Action records: a filter and the distance to the next record. A call site has 1 plus the offset of its first record, or 0.
    actions: Vec<u8>,
    /// The caught types, by number from 1; `None` catches everything.
    types: Vec<Option<Global>>,
    numbers: HashMap<Option<Global>, u32>,
    /// Lists of allowed types, each terminated by 0.
    filters: Vec<u8>,
    /// The first action of each landing pad.
    pads: HashMap<Block, u32>,
}

const OMITTED: u8 = 0xff;
const ULEB128: u8 = 0x01;
/// `DW_EH_PE_indirect | DW_EH_PE_pcrel | DW_EH_PE_sdata4`
pub const INDIRECT_DISTANCE: u8 = 0x9b;

impl ExceptionTable {
    /// Resets to an empty table.
    pub fn clear(&mut self) {
        self.sites.clear();
        self.actions.clear();
        self.types.clear();
        self.numbers.clear();
        self.filters.clear();
        self.pads.clear();
    }

    /// Adds a call, which must follow all previously added calls in the code.
    pub fn add_site(&mut self, code: std::ops::Range<u32>, pad: Pad, action: u32) {
        self.sites.push(CallSite { start: code.start, end: code.end, pad, action });
    }

    /// The number of a type in this function. Landing pads receive the number as the selector.
    pub fn type_number(&mut self, ty: Option<Global>) -> u32 {
        *self.numbers.entry(ty).or_insert_with(|| {
            self.types.push(ty);
            self.types.len() as u32
        })
    }

    /// The action of a landing pad, if already computed.
    pub fn known_action(&self, pad: Block) -> Option<u32> {
        self.pads.get(&pad).copied()
    }

    /// The selector of a filter, given its allowed types.
    pub fn filter(&mut self, types: &[Option<Global>]) -> i64 {
        let selector = -(self.filters.len() as i64) - 1;
        for &ty in types {
            let number = self.type_number(ty);
            uleb128(&mut self.filters, number.into());
        }
        self.filters.push(0);
        selector
    }

    /// The action of a landing pad with these selectors, in order: numbers of types, filters, 0 for cleanup.
    pub fn action(&mut self, pad: Block, selectors: &[i64]) -> u32 {
        let action = match selectors {
            [] | [0] => 0,
            _ => self.actions.len() as u32 + 1,
        };
        if action != 0 {
            for (i, &selector) in selectors.iter().enumerate() {
                sleb128(&mut self.actions, selector);
                // The next record follows this byte, to which the distance is relative.
                self.actions.push(u8::from(i + 1 < selectors.len()));
            }
        }
        self.pads.insert(pad, action);
        action
    }

    /// Writes the table of a function whose code is a prologue and a body; `starts` holds the offsets of blocks in the body, by
    /// position. Writes no bytes if no call has a landing pad.
    pub fn write(
        &self,
        prologue: u32,
        body: u32,
        starts: &[u32],
        out: &mut Vec<u8>,
        relocations: &mut Vec<Relocation>,
    ) {
        out.clear();
        relocations.clear();
        if self.sites.is_empty() {
            return;
        }
        let mut sites = Vec::new();
        let mut done = 0;
        let mut site = |from: u32, to: u32, pad: u32, action: u32| {
            // An exception from a call outside all ranges terminates the program.
            for number in [from, to - from, pad, action] {
                uleb128(&mut sites, number.into());
            }
        };
        for call in &self.sites {
            let (from, to) = (prologue + call.start, prologue + call.end);
            if from > done {
                site(done, from, 0, 0);
            }
            let pad = match call.pad {
                Pad::Block(position) => starts[position as usize],
                Pad::Code(at) => at,
            };
            site(from, to, prologue + pad, call.action);
            done = to;
        }
        if prologue + body > done {
            site(done, prologue + body, 0, 0);
        }
        out.push(OMITTED);
        let mut rest = vec![ULEB128];
        uleb128(&mut rest, sites.len() as u64);
        rest.extend(sites);
        rest.extend(&self.actions);
        if self.types.is_empty() && self.filters.is_empty() {
            out.push(OMITTED);
            out.extend(rest);
            return;
        }
        out.push(INDIRECT_DISTANCE);
        // The type table ends at a multiple of four, whatever the length of the encoded distance to its end. Zeros before the
        // type table keep linkers from interpreting the preceding bytes as an instruction.
        let types = 4 * self.types.len();
        let mut distance = rest.len() + 4 + types;
        let mut length = Vec::new();
        loop {
            length.clear();
            uleb128(&mut length, distance as u64);
            let left = (out.len() + length.len() + distance) % 4;
            if left == 0 {
                break;
            }
            distance += 4 - left;
        }
        out.extend(&length);
        let end = out.len() + distance;
        out.extend(rest);
        out.resize(end, 0);
        for (i, ty) in self.types.iter().enumerate() {
            let offset = (end - 4 * (i + 1)) as u32;
            if let Some(ty) = *ty {
                let (kind, symbol) = (RelocationKind::GotEntry, Symbol::Global(ty));
                relocations.push(Relocation { offset, kind, symbol, addend: 0 });
            }
        }
        out.extend(&self.filters);
    }
}

fn uleb128(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn sleb128(out: &mut Vec<u8>, mut value: i64) {
    loop {
        let byte = value as u8 & 0x7f;
        value >>= 6;
        if value == 0 || value == -1 {
            out.push(byte);
            return;
        }
        value >>= 1;
        out.push(byte | 0x80);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_variable_length() {
        let mut out = Vec::new();
        for value in [0, 1, 63, 64, -1, -64, -65, 128, -128] {
            sleb128(&mut out, value);
        }
        assert_eq!(out, [0, 1, 63, 0xc0, 0, 0x7f, 0x40, 0xbf, 0x7f, 0x80, 1, 0x80, 0x7f]);
        out.clear();
        uleb128(&mut out, 300);
        assert_eq!(out, [0xac, 2]);
    }

    #[test]
    fn every_byte_of_code_is_in_a_range() {
        let mut table = ExceptionTable::default();
        table.add_site(10..15, Pad::Block(1), 0);
        table.add_site(20..25, Pad::Code(40), 0);
        let (mut out, mut relocations) = (Vec::new(), Vec::new());
        table.write(4, 50, &[0, 30], &mut out, &mut relocations);
        let sites = [[0, 14, 0, 0], [14, 5, 34, 0], [19, 5, 0, 0], [24, 5, 44, 0], [29, 25, 0, 0]].concat();
        assert_eq!(out, [vec![0xff, 0xff, 1, 20], sites].concat());
        assert!(relocations.is_empty());
    }
}
