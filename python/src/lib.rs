//! The Python package `lindworm_ir`. Modules stay in Rust; what Python has are handles that keep them alive.

mod corpus;
mod errors;
mod function;
mod instruction;
mod machine;
mod metadata;
mod module;
mod shared;
mod types;
mod value;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::corpus::{Table, corpus_command, map_sources, table_schema};
    #[pymodule_export]
    use crate::errors::explain_code;
    #[pymodule_export]
    use crate::function::Global;
    #[pymodule_export]
    use crate::instruction::{Instruction, InstructionIterator};
    #[pymodule_export]
    use crate::machine::{Machine, Pointer};
    #[pymodule_export]
    use crate::metadata::{DebugLocation, Metadata};
    #[pymodule_export]
    use crate::module::{Module, link, parse, read, read_all};
    #[pymodule_export]
    use crate::types::Type;
    #[pymodule_export]
    use crate::value::{Argument, Block, Constant, InlineAsm};
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
