//! C++ exception objects, and their throw and catch ([Itanium C++ ABI: Exception
//! Handling](https://itanium-cxx-abi.github.io/cxx-abi/abi-eh.html)).

use std::collections::hash_map::Entry;

use lindworm_ir::hash::HashMap;

use crate::limits::Footprint;
use crate::memory::{Kind, OutOfMemory};
use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::ub::unwinding as kinds;
use crate::value::Reg;

/// The exception class in the header of a C++ exception.
const CLASS: &[u8; 8] = b"GNUCC++\0";

/// All C++ exceptions.
#[derive(Default)]
pub(crate) struct Exceptions {
    /// The exception objects by address.
    objects: HashMap<u64, Object>,
    /// The throws by the address of the header. An object can be thrown several times through `exception_ptr`.
    throws: HashMap<u64, Throw>,
    /// The argument of `std::set_terminate`.
    pub(crate) terminate_handler: Reg,
    /// The argument of `std::set_unexpected`.
    pub(crate) unexpected_handler: Reg,
}

/// An exception object, thrown or not.
#[derive(Clone, Copy)]
struct Object {
    pointer: Reg,
    type_info: Reg,
    destructor: Reg,
    /// The number of throws and `exception_ptr`s that refer to the object.
    references: u64,
    thrown: bool,
    /// The address of the native header, if native code has thrown the object; the native library destroys the object.
    native: Option<u64>,
}

/// A throw in progress.
struct Throw {
    header: Reg,
    object: u64,
    /// The adjusted pointer for the handler: to a base subobject, or the thrown pointer itself.
    adjusted: Reg,
    /// The number of active handlers.
    handlers: u32,
    /// Whether a handler has rethrown the exception.
    thrown_again: bool,
}

/// The data of an exception that selects its handler.
#[derive(Clone, Copy)]
pub(crate) struct Thrown {
    pub(crate) object: Reg,
    pub(crate) type_info: Reg,
}

/// A caught exception.
#[derive(Clone, Copy)]
pub(crate) enum Caught {
    /// A C++ exception, by the address of its header.
    Own(u64),
    /// A foreign exception (of another language).
    Foreign(Reg),
    /// A foreign exception that was rethrown.
    Gone,
}

impl Exceptions {
    pub(super) fn footprint(&self, all: &mut Footprint) {
        let Exceptions { objects, throws, terminate_handler: _, unexpected_handler: _ } = self;
        all.add(objects);
        all.add(throws);
    }

    /// The data of a C++ exception; `None` for others.
    pub(super) fn thrown(&self, header: Reg) -> Option<Thrown> {
        let object = self.objects.get(&self.throws.get(&header.bits)?.object)?;
        Some(Thrown { object: object.pointer, type_info: object.type_info })
    }

    /// Sets the adjusted pointer for the handler.
    pub(super) fn adjust(&mut self, header: Reg, adjusted: Reg) {
        if let Some(throw) = self.throws.get_mut(&header.bits) {
            throw.adjusted = adjusted;
        }
    }

    /// The adjusted pointer of an exception; null if it is foreign.
    pub(crate) fn adjusted(&self, header: Reg) -> Reg {
        self.throws.get(&header.bits).map_or(Reg::default(), |throw| throw.adjusted)
    }

    /// The type info of an object held by an `exception_ptr`.
    pub(crate) fn type_info_of(&self, object: Reg) -> Reg {
        self.objects.get(&object.bits).map_or(Reg::default(), |object| object.type_info)
    }

    /// Increments the reference count of an object.
    pub(crate) fn add_reference(&mut self, object: Reg) {
        if let Some(object) = self.objects.get_mut(&object.bits) {
            object.references += 1;
        }
    }
}

impl State {
    fn exception_memory(&mut self, size: u64) -> Result<Reg, Stop> {
        let site = self.site();
        // An exception that reports exhausted memory uses the machine's reserve.
        let made = self.memory.allocate(Kind::Machine, size, 16, site);
        let made = made.map_err(|e: OutOfMemory| self.error(e.to_string()))?;
        if let Some(entry) = self.memory.entry_mut(made.meta.provenance()) {
            entry.kind = Kind::Heap;
        }
        Ok(made)
    }

    /// Allocates the header of an exception with the given class.
    pub(super) fn exception_header(&mut self, class: &[u8; 8]) -> Result<Reg, Stop> {
        const SIZE: u64 = 4 * 8;
        let header = self.exception_memory(SIZE)?;
        let place = self.memory.place_of(header.bits);
        self.memory.fill(place, SIZE, 0);
        let class = u64::from_be_bytes(*class);
        let class = if self.memory.is_big_endian() { class.to_be_bytes() } else { class.to_le_bytes() };
        self.memory.write_bytes(place, &class);
        Ok(header)
    }

    /// `__cxa_allocate_exception`.
    pub(crate) fn allocate_exception(&mut self, size: u64) -> Result<Reg, Stop> {
        let pointer = self.exception_memory(size)?;
        let none = Reg::default();
        let object = Object { pointer, type_info: none, destructor: none, references: 0, thrown: false, native: None };
        self.exceptions.cxx.objects.insert(pointer.bits, object);
        Ok(pointer)
    }

    /// Sets the type of an object that will be thrown or held by an `exception_ptr`. Returns false if there is no such object.
    pub(crate) fn describe_exception(&mut self, object: Reg, type_info: Reg, destructor: Reg) -> Result<bool, Stop> {
        match self.exceptions.cxx.objects.get_mut(&object.bits).filter(|o| !o.thrown) {
            Some(found) => {
                (found.type_info, found.destructor) = (type_info, destructor);
                Ok(true)
            }
            None => {
                let message = format!("there is no object at {:#x} that was allocated to be thrown", object.bits);
                let notes = self.origin_note(object);
                self.undefined(&kinds::THROW, message, notes)?;
                Ok(false)
            }
        }
    }

    /// Registers an object that native code has thrown, with its native header. Returns false if it is already registered.
    pub(crate) fn adopt_exception(&mut self, pointer: Reg, type_info: Reg, header: u64) -> bool {
        let destructor = Reg::default();
        let new = Object { pointer, type_info, destructor, references: 0, thrown: true, native: Some(header) };
        match self.exceptions.cxx.objects.entry(pointer.bits) {
            Entry::Occupied(_) => false,
            Entry::Vacant(free) => {
                free.insert(new);
                true
            }
        }
    }

    /// `__cxa_free_exception`: frees an object whose constructor has thrown.
    pub(crate) fn free_exception(&mut self, object: Reg) -> Result<(), Stop> {
        match self.exceptions.cxx.objects.get(&object.bits).filter(|o| !o.thrown).copied() {
            Some(found) => {
                self.exceptions.cxx.objects.remove(&object.bits);
                let site = self.site();
                self.memory.free(found.pointer.meta.provenance(), site);
                Ok(())
            }
            None => {
                let message = format!("there is no object at {:#x} that waits to be thrown", object.bits);
                self.undefined(&kinds::THROW, message, Vec::new())
            }
        }
    }

    /// Throws an object. Terminates the program if there is no handler.
    pub(crate) fn throw(&mut self, program: &Program, object: Reg) -> Result<(), Stop> {
        let header = self.exception_header(CLASS)?;
        let cxx = &mut self.exceptions.cxx;
        if let Some(found) = cxx.objects.get_mut(&object.bits) {
            found.references += 1;
            found.thrown = true;
        }
        let throw = Throw { header, object: object.bits, adjusted: object, handlers: 0, thrown_again: false };
        cxx.throws.insert(header.bits, throw);
        self.throw_header(program, header)
    }

    fn throw_header(&mut self, program: &Program, header: Reg) -> Result<(), Stop> {
        self.thread.exceptions.uncaught += 1;
        match self.raise(program, header)? {
            true => Ok(()),
            false => {
                self.thread.exceptions.in_flight.insert(header.bits);
                self.begin_catch(header)?;
                self.terminate(program).map(drop)
            }
        }
    }

    /// `__cxa_begin_catch`: returns the adjusted pointer to the object.
    pub(crate) fn begin_catch(&mut self, header: Reg) -> Result<Reg, Stop> {
        self.spend_on(self.thread.exceptions.caught.len() as u64)?;
        let thread = &mut self.thread.exceptions;
        let in_flight = thread.in_flight.remove(&header.bits);
        let caught = thread.caught.iter().any(|c| matches!(*c, Caught::Own(own) if own == header.bits));
        if !in_flight && !caught || !header.meta.is_defined() {
            let message = format!("there is no exception in flight at {:#x}", header.bits);
            let notes = self.origin_note(header);
            self.undefined(&kinds::CATCH, message, notes)?;
            return Ok(Reg::default());
        }
        let Some(throw) = self.exceptions.cxx.throws.get_mut(&header.bits) else {
            thread.caught.push(Caught::Foreign(header));
            return Ok(crate::builtin::argument::offset(header, 4 * 8));
        };
        throw.handlers += 1;
        throw.thrown_again = false;
        let top = matches!(thread.caught.last(), Some(Caught::Own(own)) if *own == header.bits);
        if !top {
            thread.caught.push(Caught::Own(header.bits));
        }
        thread.uncaught = thread.uncaught.saturating_sub(1);
        Ok(throw.adjusted)
    }

    /// `__cxa_end_catch`: ends the innermost handler.
    pub(crate) fn end_catch(&mut self, program: &Program) -> Result<(), Stop> {
        let caught = &mut self.thread.exceptions.caught;
        let header = match caught.last().copied() {
            None => {
                let message = "no exception is caught";
                return self.undefined(&kinds::CATCH, message, Vec::new());
            }
            Some(Caught::Gone) => {
                caught.pop();
                return Ok(());
            }
            Some(Caught::Foreign(header)) => {
                caught.pop();
                return self.delete_exception(program, header);
            }
            Some(Caught::Own(header)) => header,
        };
        let Some(throw) = self.exceptions.cxx.throws.get_mut(&header) else { return Ok(()) };
        throw.handlers = throw.handlers.saturating_sub(1);
        if throw.handlers > 0 {
            return Ok(());
        }
        caught.pop();
        match throw.thrown_again {
            true => Ok(()),
            false => {
                let header = throw.header;
                self.delete_exception(program, header)
            }
        }
    }

    /// `__cxa_rethrow`: rethrows the innermost caught exception.
    pub(crate) fn rethrow(&mut self, program: &Program) -> Result<(), Stop> {
        match self.thread.exceptions.caught.last().copied() {
            Some(Caught::Own(own)) => {
                let Some(throw) = self.exceptions.cxx.throws.get_mut(&own) else { return Ok(()) };
                throw.thrown_again = true;
                let header = throw.header;
                self.throw_header(program, header)
            }
            Some(Caught::Foreign(header)) => {
                if let Some(last) = self.thread.exceptions.caught.last_mut() {
                    *last = Caught::Gone;
                }
                if self.exceptions.forced.contains_key(&header.bits) {
                    return self.go_on_by_force(program, header, self.thread.frames.len()).map(drop);
                }
                match self.raise(program, header)? {
                    true => Ok(()),
                    false => self.terminate(program).map(drop),
                }
            }
            _ => self.terminate(program).map(drop),
        }
    }

    /// `_Unwind_DeleteException`: deletes an exception without a handler.
    pub(crate) fn delete_exception(&mut self, program: &Program, header: Reg) -> Result<(), Stop> {
        /// `_URC_FOREIGN_EXCEPTION_CAUGHT`.
        const FOREIGN_CAUGHT: u64 = 1;
        match self.exceptions.cxx.throws.remove(&header.bits) {
            Some(throw) => {
                let site = self.site();
                self.memory.free(throw.header.meta.provenance(), site);
                self.release_exception(program, Reg::int(throw.object))
            }
            None if self.exceptions.forced.contains_key(&header.bits) => {
                self.say("FATAL: exception not rethrown\n");
                Err(Stop::Signal(super::SIGABRT))
            }
            None => {
                let clean_up = self.read_pointer(header, 8)?;
                if clean_up.bits != 0 {
                    self.call_pointer(program, clean_up, &[Reg::int(FOREIGN_CAUGHT), header])?;
                }
                Ok(())
            }
        }
    }

    /// Decrements the reference count of an object, and destroys the object at zero.
    pub(crate) fn release_exception(&mut self, program: &Program, object: Reg) -> Result<(), Stop> {
        let Some(found) = self.exceptions.cxx.objects.get_mut(&object.bits) else { return Ok(()) };
        found.references = found.references.saturating_sub(1);
        if found.references > 0 {
            return Ok(());
        }
        let found = *found;
        if let Some(header) = found.native {
            self.exceptions.cxx.objects.remove(&object.bits);
            return self.delete_native_exception(program, header);
        }
        if found.destructor.bits != 0 {
            self.call_pointer(program, found.destructor, &[found.pointer])?;
        }
        self.exceptions.cxx.objects.remove(&object.bits);
        let site = self.site();
        self.memory.free(found.pointer.meta.provenance(), site);
        Ok(())
    }

    /// The innermost caught object; null if there is none or it is foreign.
    pub(crate) fn current_exception(&self) -> Reg {
        let Some(Caught::Own(header)) = self.thread.exceptions.caught.last() else { return Reg::default() };
        let cxx = &self.exceptions.cxx;
        let object = cxx.throws.get(header).and_then(|throw| cxx.objects.get(&throw.object));
        object.map_or(Reg::default(), |object| object.pointer)
    }

    /// The result of `what()`, if the object's class is derived from `std::exception`.
    fn what(&mut self, program: &Program, object: Reg) -> Result<Option<Vec<u8>>, Stop> {
        let exception = self.library_variable(program, "_ZTI", "St9exception")?;
        let type_info = self.exceptions.cxx.type_info_of(object);
        let Some(this) = self.catch_type(program, exception, type_info, object)? else { return Ok(None) };
        let table = self.read_pointer(this, 0)?;
        let what = self.read_pointer(table, 2 * self.memory.pointer_bytes())?;
        let text = self.call_pointer(program, what, &[this])?;
        self.read_string(text.first().copied().unwrap_or_default()).map(Some)
    }

    /// Writes to standard error.
    pub(crate) fn say(&mut self, text: &str) {
        // Without a standard error the message is lost.
        let _ = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
    }

    /// Describes the unhandled exception on standard error, like the C++ library.
    pub(super) fn say_why_terminated(&mut self, program: &Program) -> Result<(), Stop> {
        let object = self.current_exception();
        let mut text = match object.bits {
            0 => "terminate called without an active exception\n".to_string(),
            _ => {
                let type_info = self.exceptions.cxx.type_info_of(object);
                let name = self.type_name(type_info)?;
                let name = super::type_info::readable(&name);
                format!("terminate called after throwing an instance of '{name}'\n")
            }
        };
        if object.bits != 0
            && let Some(what) = self.what(program, object)?
        {
            text += &format!("  what():  {}\n", String::from_utf8_lossy(&what));
        }
        self.say(&text);
        Ok(())
    }
}
