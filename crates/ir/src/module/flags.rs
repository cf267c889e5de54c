//! Module flags ([Language Reference](https://llvm.org/docs/LangRef.html#module-flags-metadata)).

use super::Module;
use crate::metadata::{Metadata, MetadataRef};

impl Module {
    /// The value of the first module flag of that name.
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

    /// The integer that the first module flag of that name gives, if it gives one.
    pub fn integer_flag(&self, name: &[u8]) -> Option<u64> {
        match self.flag(name)?.open() {
            MetadataRef::Value(value) => self.constants.as_u64(self.metadata.value(value)),
            _ => None,
        }
    }
}
