//! What a builder makes in the module: it has this under a mutable reference.

use super::{BuildError, Builder};
use crate::metadata::Metadata;
use crate::module::Module;
use crate::types::Type;
use crate::value::{Global, Inst, Value};

impl Builder<'_, &mut Module> {
    /// The module, to change.
    pub fn module_mut(&mut self) -> &mut Module {
        self.module
    }

    /// A constant string in memory, with a zero byte at its end: see [`Module::add_string`].
    pub fn global_string(&mut self, name: impl AsRef<[u8]>, text: impl AsRef<[u8]>) -> Global {
        self.module.add_string(name.as_ref(), text.as_ref())
    }

    /// `call` of an intrinsic for these overloads: see [`Module::intrinsic`].
    pub fn call_intrinsic(&mut self, name: &str, overloads: &[Type], args: &[Value]) -> Result<Inst, BuildError> {
        let function = self.module.intrinsic(name, overloads)?;
        self.call_function(function, args)
    }

    /// From now on gives instructions this place in the source, within `scope`: a subprogram or lexical block.
    pub fn at_location(&mut self, line: u32, column: u32, scope: Metadata) -> &mut Self {
        self.debug_loc = Some(self.module.metadata.location(line, column, scope, None));
        self
    }
}
