//! The replacement of `host` on targets without native calls, and without the feature `host`.

use lindworm_ir::Global;

use crate::decode::op::Code;
use crate::memory::Place;
use crate::options::Options;
use crate::program::Program;
use crate::run::Regs;
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

/// The host's libraries: uninhabited.
pub(crate) enum Host {}

impl Host {
    /// Always `None`.
    ///
    /// # Errors
    ///
    /// A library was requested.
    pub(crate) fn open(_program: &Program, options: &Options) -> Result<Option<Box<Host>>, Stop> {
        match options.libraries.first() {
            Some(path) => Err(Stop::error(format!("the library `{}` cannot be loaded here", path.display()))),
            None => Ok(None),
        }
    }
}

/// The absent functionality.
#[allow(missing_docs)]
impl State {
    pub(crate) fn native_function(&self, _function: u32) -> Option<u64> {
        None
    }

    pub(crate) fn searched(&self) -> String {
        "no module defines it, and this build calls no libraries: it is without the feature `host`, or the target is not supported".into()
    }

    pub(crate) fn is_callable(&self, _name: &[u8]) -> bool {
        true
    }

    pub(crate) fn native_variable(&self, _name: &[u8]) -> Option<Reg> {
        None
    }

    pub(crate) fn native_address(&mut self, _program: &Program, _module: usize, _global: Global) -> Reg {
        Reg::default()
    }

    pub(crate) fn is_native_code(&mut self, _pointer: Reg) -> bool {
        false
    }

    pub(crate) fn native_frame(&self) -> Option<usize> {
        None
    }

    pub(crate) fn call_native(
        &mut self,
        _program: &Program,
        _code: &Code,
        _call: u32,
        _address: u64,
        _args: &[Reg],
    ) -> Result<(), Stop> {
        Ok(())
    }

    pub(crate) fn call_native_back(
        &mut self,
        program: &Program,
        function: u32,
        _address: u64,
        _args: &[Reg],
    ) -> Result<Regs, Stop> {
        Err(self.unknown_function(program, function))
    }

    pub(crate) fn call_native_words(&mut self, _program: &Program, _address: u64, _args: &[Reg]) -> Result<Reg, Stop> {
        Ok(Reg::default())
    }

    pub(crate) fn delete_native_exception(&mut self, _program: &Program, _header: u64) -> Result<(), Stop> {
        Ok(())
    }

    pub(crate) fn give_away(&mut self, _pointers: &[(Reg, bool)]) {}

    pub(crate) fn read_foreign(&mut self, _address: u64, _out: &mut [u8]) -> Result<bool, Stop> {
        Ok(false)
    }

    pub(crate) fn write_foreign(&mut self, _address: u64, _bytes: &[u8]) -> Result<bool, Stop> {
        Ok(false)
    }

    pub(crate) fn fill_foreign(&mut self, _address: u64, _unit: &[u8], _count: u64) -> Result<(), Stop> {
        Ok(())
    }

    pub(crate) fn foreign_bytes(&mut self, _address: u64, _len: u64) -> Result<Vec<u8>, Stop> {
        Ok(Vec::new())
    }

    pub(crate) fn copy_of_foreign(&mut self, _address: u64, _len: u64) -> Result<Place, Stop> {
        Err(self.error("there is no memory of the host"))
    }

    pub(crate) fn copy_of_foreign_up_to(
        &mut self,
        _address: u64,
        _end: u8,
        _limit: u64,
    ) -> Result<Option<(Place, u64)>, Stop> {
        Ok(None)
    }

    pub(crate) fn free_foreign(&mut self, _pointer: Reg) -> bool {
        false
    }

    pub(crate) fn reallocate_foreign(&mut self, _pointer: Reg, _size: u64) -> Option<Reg> {
        None
    }
}
