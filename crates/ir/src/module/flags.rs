//! Module flags ([Language Reference](https://llvm.org/docs/LangRef.html#module-flags-metadata)).

use super::{Module, NamedMetadata};
use crate::debug_info::NodeKind;
use crate::metadata::{Metadata, MetadataRef};
use crate::types::Type;

impl Module {
    /// The value of the first module flag with that name.
    pub fn flag(&self, name: &[u8]) -> Option<Metadata> {
        let flags = self.named_metadata.iter().find(|named| *named.name == *b"llvm.module.flags")?;
        let value = flags.operands.iter().find_map(|flag| {
            let &[_, key, value] = self.metadata.node(flag.as_node()?).words else { return None };
            match Metadata::from_word(key)?.open() {
                MetadataRef::String(s) if self.metadata.string(s) == name => Some(value),
                _ => None,
            }
        })?;
        Metadata::from_word(value)
    }

    /// The value of the first module flag with that name, if it is an integer.
    pub fn integer_flag(&self, name: &[u8]) -> Option<u64> {
        match self.flag(name)?.open() {
            MetadataRef::Value(value) => self.constants.as_u64(self.metadata.value(value)),
            _ => None,
        }
    }

    /// Adds a flag whose value must be equal in linked modules.
    ///
    /// ```
    /// use lindworm_ir::{Context, Module};
    /// let mut module = Module::new(&Context::new(), "m");
    /// module.add_flag(b"ThinLTO", 0);
    /// assert_eq!(module.integer_flag(b"ThinLTO"), Some(0));
    /// ```
    pub fn add_flag(&mut self, name: &[u8], value: u32) {
        const ERROR: u32 = 1;
        self.add_flag_with(ERROR, name, value);
    }

    /// Adds a flag; `behavior` is the number of the linker's merge behavior.
    pub fn add_flag_with(&mut self, behavior: u32, name: &[u8], value: u32) {
        let [behavior, value] = [behavior, value].map(|number| {
            let number = self.constants.int(&self.context, Type::I32, number.into());
            self.metadata.add_value(number).bits()
        });
        let name = self.metadata.add_string(name).bits();
        let flag = self.metadata.add_node(NodeKind::Tuple, false, &[behavior, name, value]);
        match self.named_metadata.iter_mut().find(|named| *named.name == *b"llvm.module.flags") {
            Some(flags) => flags.operands.push(flag),
            None => {
                self.named_metadata.push(NamedMetadata { name: b"llvm.module.flags"[..].into(), operands: vec![flag] });
            }
        }
    }
}
