//! `.llvm_stackmaps`: the locations of the values that a runtime or garbage collector needs at a call
//! ([Stack maps and patch points](https://llvm.org/docs/StackMaps.html), format version 3).

use std::collections::HashMap;

/// The location of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// In the register with a DWARF number.
    Register { register: u8, size: u16 },
    /// The value is this offset from the frame pointer, as an address.
    Direct { disp: i32 },
    /// In memory, at this offset from the frame pointer.
    Indirect { disp: i32, size: u16 },
    /// The value is a number.
    Constant(i64),
}

/// A place in a function, with the locations of values there.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// The identifier that the program gave to the place.
    pub id: u64,
    /// The offset in the body of the function.
    pub at: u32,
    /// The number of locations.
    pub locations: u32,
}

/// The records of one function.
pub struct FunctionRecords<'a> {
    /// Size in bytes of the frame without the return address; all ones if the size varies.
    pub stack_size: u64,
    /// The offset of the body in the function.
    pub body: u32,
    pub records: &'a [Record],
    /// The locations of all records, in order.
    pub locations: &'a [Location],
}

const VERSION: u8 = 3;
/// The number of `rbp` in DWARF.
const FRAME_POINTER: u16 = 6;

/// The section for functions with records, and the offset of the address of each function, which is zero.
pub fn section(functions: &[FunctionRecords<'_>]) -> (Vec<u8>, Vec<u32>) {
    let mut constants = Constants::default();
    let mut records = Vec::new();
    let mut count = 0;
    for function in functions {
        let mut rest = function.locations;
        for record in function.records {
            let (locations, others) = rest.split_at(record.locations as usize);
            rest = others;
            count += 1;
            constants.add_record(&mut records, record, function.body, locations);
        }
    }
    let mut bytes = vec![VERSION, 0, 0, 0];
    for number in [functions.len() as u32, constants.values.len() as u32, count] {
        bytes.extend(number.to_le_bytes());
    }
    let mut addresses = Vec::new();
    for function in functions {
        addresses.push(bytes.len() as u32);
        for word in [0, function.stack_size, function.records.len() as u64] {
            bytes.extend(word.to_le_bytes());
        }
    }
    bytes.extend(constants.values.iter().flat_map(|value| value.to_le_bytes()));
    bytes.append(&mut records);
    (bytes, addresses)
}

/// The numbers of more than 32 bits.
#[derive(Default)]
struct Constants {
    values: Vec<i64>,
    numbers: HashMap<i64, i32>,
}

impl Constants {
    fn add_record(&mut self, bytes: &mut Vec<u8>, record: &Record, body: u32, locations: &[Location]) {
        bytes.extend(record.id.to_le_bytes());
        bytes.extend((body + record.at).to_le_bytes());
        bytes.extend([0, 0]);
        bytes.extend((locations.len() as u16).to_le_bytes());
        for &location in locations {
            let (kind, size, register, value) = match location {
                Location::Register { register, size } => (1, size, register.into(), 0),
                Location::Direct { disp } => (2, 8, FRAME_POINTER, disp),
                Location::Indirect { disp, size } => (3, size, FRAME_POINTER, disp),
                Location::Constant(value) => match i32::try_from(value) {
                    Ok(value) => (4, 8, 0, value),
                    Err(_) => (5, 8, 0, self.number(value)),
                },
            };
            bytes.extend([kind, 0]);
            bytes.extend([size, register, 0].iter().flat_map(|half: &u16| half.to_le_bytes()));
            bytes.extend(value.to_le_bytes());
        }
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        // No live-out registers: calls preserve only the registers of their convention.
        bytes.extend([0; 8]);
    }

    fn number(&mut self, value: i64) -> i32 {
        *self.numbers.entry(value).or_insert_with(|| {
            self.values.push(value);
            self.values.len() as i32 - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_constants_are_shared() {
        let large = Location::Constant(1 << 40);
        let records = [Record { id: 7, at: 5, locations: 3 }];
        let locations = [Location::Indirect { disp: -24, size: 8 }, large, large];
        let function = FunctionRecords { stack_size: 32, body: 4, records: &records, locations: &locations };
        let (bytes, addresses) = section(&[function]);
        assert_eq!(addresses, [16]);
        assert_eq!(bytes[..16], [3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
        assert_eq!(bytes[24..40], [32, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(bytes[40..48], (1u64 << 40).to_le_bytes());
        assert_eq!(bytes[48..64], [7, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 3, 0]);
        assert_eq!(bytes[64..76], [3, 0, 8, 0, 6, 0, 0, 0, 232, 255, 255, 255]);
        assert_eq!(bytes[76..88], [5, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(bytes[76..88], bytes[88..100]);
        // Padding to eight bytes, then the number of live-out registers.
        assert_eq!(bytes.len(), 112);
    }
}
