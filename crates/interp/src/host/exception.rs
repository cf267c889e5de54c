//! Exceptions that unwind out of native code.
//!
//! A C++ exception is thrown on in the program. The native library owns and destroys the object; the program's handlers access
//! the object and its type info in place. All offsets are from the [Itanium C++ ABI: Exception
//! Handling](https://itanium-cxx-abi.github.io/cxx-abi/abi-eh.html), for 64-bit pointers.

use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

/// The size of an `_Unwind_Exception`, the header, which precedes the thrown object.
const HEADER: u64 = 32;
/// The offset of the header in a `__cxa_exception`, whose first word is the type info. A dependent exception (a rethrown
/// `exception_ptr`) has the address of the object there instead.
const CXX_EXCEPTION: u64 = 80;

impl State {
    /// Throws in the program an exception, given by its header, that has unwound out of a native function.
    pub(super) fn throw_from_native(&mut self, program: &Program, header: u64) -> Result<(), Stop> {
        // The exception class: vendor, `C++`, and whether the exception is dependent.
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
        // The library must count the exception as caught: decrements `uncaughtExceptions`, the second word of its globals.
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

    /// Deletes an exception that native code has thrown.
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
