//! Exceptions that leave native code.
//!
//! One of C++ is the program's: its library holds the object and destroys it, and the program's handlers look at it and its type
//! info where they are ([Itanium C++ ABI: Exception Handling](https://itanium-cxx-abi.github.io/cxx-abi/abi-eh.html), from which
//! all offsets are, with pointers of 64 bits).

use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

/// Bytes of an `_Unwind_Exception`, the header; the object that was thrown is behind it.
const HEADER: u64 = 32;
/// How far in front of the header a `__cxa_exception` begins, whose first word is the type info. Where an object is thrown once
/// more, that has no such neighbours: the word is the address of the object.
const CXX_EXCEPTION: u64 = 80;

impl State {
    /// Throws an exception, by the address of its header, that has left a native function.
    pub(super) fn throw_from_native(&mut self, program: &Program, header: u64) -> Result<(), Stop> {
        // Who has made the library, `C++`, and whether the object is thrown once more.
        let class = self.foreign_word(header)?.to_be_bytes();
        if &class[4..7] != b"C++" {
            let class = class.escape_ascii();
            return Err(self.error(format!("an exception of no known language, `{class}`, leaves native code")));
        }
        let object = match class[7] {
            0 => header.wrapping_add(HEADER),
            _ => self.foreign_word(header.wrapping_sub(CXX_EXCEPTION))?,
        };
        let type_info = self.foreign_word(object.wrapping_sub(HEADER + CXX_EXCEPTION))?;
        // To the library it is caught: not one of those any more that it counts behind the first word of what it has.
        if let Some(globals) = self.host.as_ref().and_then(|host| host.symbol(b"__cxa_get_globals")) {
            let uncaught = self.call_native_words(program, globals, &[])?.bits.wrapping_add(8);
            let count = (self.foreign_word(uncaught)? as u32).saturating_sub(1);
            self.write_foreign(uncaught, &count.to_le_bytes())?;
        }
        let (object, type_info) = (self.native_pointer(object), self.native_pointer(type_info));
        if !self.adopt_exception(object, type_info, header) {
            self.delete_native_exception(program, header)?;
        }
        self.throw(program, object)
    }

    /// Lets go of an exception that native code has thrown.
    pub(crate) fn delete_native_exception(&mut self, program: &Program, header: u64) -> Result<(), Stop> {
        /// `_URC_FOREIGN_EXCEPTION_CAUGHT`.
        const FOREIGN_CAUGHT: u64 = 1;
        match self.foreign_word(header.wrapping_add(8))? {
            0 => Ok(()),
            clean_up => {
                let args = [Reg::int(FOREIGN_CAUGHT), self.native_pointer(header)];
                self.call_native_words(program, clean_up, &args).map(drop)
            }
        }
    }

    fn foreign_word(&mut self, address: u64) -> Result<u64, Stop> {
        let bytes = self.foreign_bytes(address, 8)?;
        Ok(bytes.try_into().map_or(0, u64::from_le_bytes))
    }
}
