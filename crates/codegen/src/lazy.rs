//! Objects for compilation on demand: one object with everything but the bodies of some functions, and an object for each body.
//!
//! The first object has a stub for each such function, at the address that the function has for the program. The stub jumps to
//! the address in the function's slot. The slots are in the section [`LAZY_SECTION`], after two words that the loader sets: a word
//! of its choice, and the address of its entry point.
//!
//! A slot initially holds the address of code that pushes the number of the function and the first word, and jumps to the entry
//! point, with all registers unchanged: the convention of the function may pass arguments in any of them. The entry point loads
//! the object of the function, changes the slot, pops the two words and jumps to the function.
//!
//! References between these objects are by name, also to symbols with local linkage. The names of globals of a module differ; for
//! globals without a name, see [`symbol_name`].

use std::borrow::Cow;
use std::collections::HashSet;

use lindworm_ir::module::Linkage;
use lindworm_ir::{Global, Module};
use object::elf;

use crate::driver::Compiler;
use crate::error::{CompileError, Result};
use crate::object_file::{self, Builder, Contents, Purpose};

/// The name of the section with the slots of the functions that are compiled on demand.
pub const LAZY_SECTION: &str = ".lindworm.lazy";
/// The offset of the first slot.
pub const FIRST_SLOT: u64 = 16;

impl Compiler<'_> {
    /// The functions that can be compiled on demand. None, if the module has module-level assembler, which may refer to any part
    /// of it, or addresses of blocks. Functions with data before or at their beginning are left out, as stubs have none.
    pub fn deferrable(&self) -> Vec<Global> {
        let module = self.around.module;
        if !module.module_asm().trim_ascii().is_empty() || !module.block_addresses().is_empty() {
            return Vec::new();
        }
        let is_deferrable = |&global: &Global| {
            let data = &module.globals()[global];
            data.linkage != Linkage::AvailableExternally
                && data.as_function().is_some_and(|f| f.body.is_some() && f.prefix.is_none() && f.prologue.is_none())
        };
        module.functions().iter().copied().filter(is_deferrable).collect()
    }

    /// Compiles the module without the bodies of some of its [deferrable](Compiler::deferrable) functions, which have stubs.
    ///
    /// # Errors
    /// An unsupported construct outside of these functions.
    pub fn stubs(&self, deferred: &[Global]) -> std::result::Result<Vec<u8>, CompileError> {
        let left_out: HashSet<Global> = deferred.iter().copied().collect();
        let mut functions = self.functions();
        functions.retain(|function| !left_out.contains(function));
        object_file::build(&self.around, &self.options, Contents::Stubs(deferred), &functions)?.bytes()
    }

    /// Compiles a function. The object defines the function alone.
    ///
    /// # Errors
    /// An unsupported construct in the function.
    pub fn function(&self, function: Global) -> std::result::Result<Vec<u8>, CompileError> {
        object_file::build(&self.around, &self.options, Contents::Function, &[function])?.bytes()
    }
}

impl Builder<'_> {
    /// Adds the stubs of functions, and their slots.
    pub fn stubs(&mut self, deferred: &[Global]) -> Result {
        const STUB: [u8; 16] = [0xff, 0x25, 0, 0, 0, 0, 0x68, 0, 0, 0, 0, 0xe9, 0, 0, 0, 0];
        const COMMON: [u8; 12] = [0xff, 0x35, 0, 0, 0, 0, 0xff, 0x25, 0, 0, 0, 0];
        let slots = self.section(Purpose::Lazy, None, None);
        self.append(slots, &vec![0; FIRST_SLOT as usize + 8 * deferred.len()], 8);
        let slots_symbol = self.section_symbol(slots);
        let text = self.section(Purpose::Text, None, None);
        // push [first word]; jmp [entry point]
        let common = self.append_code(text, &COMMON, 16);
        self.add(text, common + 2, elf::R_X86_64_PC32, slots_symbol, -4);
        self.add(text, common + 8, elf::R_X86_64_PC32, slots_symbol, 8 - 4);
        let common_symbol = self.section_symbol(text);
        for (number, &function) in (0u32..).zip(deferred) {
            // jmp [slot]; push number; jmp common
            let mut stub = STUB;
            stub[7..11].copy_from_slice(&number.to_le_bytes());
            let place = self.add_function(function, &stub)?;
            let symbol = self.section_symbol(place.section);
            let slot = FIRST_SLOT as i64 + 8 * i64::from(number);
            self.add(place.section, place.offset + 2, elf::R_X86_64_PC32, slots_symbol, slot - 4);
            self.add(place.section, place.offset + 12, elf::R_X86_64_PC32, common_symbol, common as i64 - 4);
            self.add(slots, slot as u64, elf::R_X86_64_64, symbol, place.offset as i64 + 6);
        }
        Ok(())
    }

    /// Adds symbols for all globals: the objects of functions may refer to each.
    pub fn all_symbols(&mut self) {
        for (global, data) in self.around.module.globals().iter() {
            let is_intrinsic = data.as_function().is_some_and(|function| function.intrinsic.is_some());
            if !is_intrinsic && !data.name().starts_with(b"llvm.") {
                self.symbol(global);
            }
        }
    }
}

/// The name of a global in the symbol table. A leading `\01` suppresses any prefix. Globals without a name are numbered.
pub fn symbol_name(module: &Module, global: Global) -> Cow<'_, [u8]> {
    let name = module.globals()[global].name();
    match name.strip_prefix(b"\x01").unwrap_or(name) {
        [] => format!("__unnamed_{}", global.as_u32() + 1).into_bytes().into(),
        name => name.into(),
    }
}
