//! Builder methods that change the module, to which the builder has a mutable reference.

use super::{BuildError, Builder};
use crate::metadata::Metadata;
use crate::module::Module;
use crate::types::Type;
use crate::value::{Global, Inst, Value};

impl Builder<'_, &mut Module> {
    /// The module, mutable.
    pub fn module_mut(&mut self) -> &mut Module {
        self.module
    }

    /// A constant global string with a terminating zero byte: see [`Module::add_string`].
    pub fn global_string(&mut self, name: impl AsRef<[u8]>, text: impl AsRef<[u8]>) -> Global {
        self.module.add_string(name.as_ref(), text.as_ref())
    }

    /// `call` of an intrinsic with these overload types: see [`Module::intrinsic`].
    pub fn call_intrinsic(&mut self, name: &str, overloads: &[Type], args: &[Value]) -> Result<Inst, BuildError> {
        let function = self.module.intrinsic(name, overloads)?;
        self.call_function(function, args)
    }

    /// Sets the debug location of new instructions to a line and column within `scope`, a subprogram or lexical block.
    pub fn at_location(&mut self, line: u32, column: u32, scope: Metadata) -> &mut Self {
        self.debug_loc = Some(self.module.metadata.location(line, column, scope, None));
        self
    }
}
