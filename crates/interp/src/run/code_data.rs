//! Prefix and prologue data of functions ([Prefix Data](https://llvm.org/docs/LangRef.html#prefix-data)), which are read before
//! and at the address of the function.

use lindworm_ir::module::GlobalKind;

use crate::memory::{EntryFlags, Kind, Target};
use crate::state::State;
use crate::stop::Stop;
use crate::value::{Provenance, Reg, Site};
use crate::{decode, shape};

/// The kind of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CodeData {
    /// Data that ends at the address of the function.
    Prefix,
    /// Data that begins at the address of the function.
    Prologue,
}

impl State {
    /// The place in the arena of the data that a load of `len` bytes at `address` through a function pointer reads; `None` if
    /// the function has no data there.
    #[cold]
    pub(super) fn data_of_code(
        &mut self,
        function: Provenance,
        address: u64,
        len: u64,
    ) -> Result<Option<Target>, Stop> {
        let Some(&entry) = self.memory.entry(function).filter(|e| e.kind == Kind::Function) else { return Ok(None) };
        let which = if address < entry.base { CodeData::Prefix } else { CodeData::Prologue };
        let Some(data) = self.code_data(entry.info, which)? else { return Ok(None) };
        let size = self.memory.entry(data.meta.provenance()).map_or(0, |e| e.size);
        let start = match which {
            CodeData::Prefix => entry.base.wrapping_sub(size),
            CodeData::Prologue => entry.base,
        };
        let offset = address.wrapping_sub(start);
        let fits = offset <= size && size - offset >= len;
        let place = self.memory.place_of(data.bits.wrapping_add(offset));
        Ok(fits.then_some(Target::Arena(place, data.meta.provenance())))
    }

    /// The data of a function, materialized on first use.
    fn code_data(&mut self, function: u32, which: CodeData) -> Result<Option<Reg>, Stop> {
        if let Some(&known) = self.code_data.get(&(function, which)) {
            return Ok(Some(known));
        }
        let program = self.program.clone();
        let Some(info) = program.functions.get(function as usize) else { return Ok(None) };
        let module = &program.modules[info.module];
        let GlobalKind::Function(f) = &module[info.global].kind else { return Ok(None) };
        let data = match which {
            CodeData::Prefix => f.prefix,
            CodeData::Prologue => f.prologue,
        };
        let Some(data) = data else { return Ok(None) };
        let (cx, layout) = (module.context(), module.data_layout());
        let ty = module.value_type(None, data);
        let size = shape::alloc_size(cx, layout, self.options.vscale, ty).unwrap_or(0);
        let made = self.memory.allocate(Kind::Machine, size, 16, Site::default());
        let made = made.map_err(|e| self.error(e.to_string()))?;
        decode::image(&program, self, info.module, data, made.bits).map_err(Stop::shape)?;
        if let Some(entry) = self.memory.entry_mut(made.meta.provenance()) {
            entry.flags |= EntryFlags::CONSTANT | EntryFlags::SLOW_WRITE;
        }
        self.code_data.insert((function, which), made);
        Ok(Some(made))
    }
}
