//! Functions, variables, aliases and ifuncs.

use lindworm::ir::module::UnnamedAddr;
use lindworm::{Global as IrGlobal, GlobalKind, GlobalValue, Inst, InstData, Metadata as IrMetadata};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::instruction::{Instruction, InstructionIterator};
use crate::metadata::Metadata;
use crate::shared::{Shared, string};
use crate::types::Type;
use crate::value::{Argument, Block, module_users, value_object};

/// A function, variable, alias or ifunc of a module.
#[pyclass(frozen, eq, hash, module = "lindworm_ir")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Global {
    pub shared: Shared,
    pub global: IrGlobal,
}

pub fn global_object<'py>(py: Python<'py>, shared: &Shared, global: IrGlobal) -> PyResult<Bound<'py, PyAny>> {
    Global { shared: shared.clone(), global }.into_bound_py_any(py)
}

impl Global {
    fn value(&self) -> &GlobalValue {
        &self.shared.module[self.global]
    }

    fn type_object(&self, ty: lindworm::Type) -> Type {
        Type { cx: self.shared.module.context().clone(), ty }
    }

    fn metadata_object(&self, metadata: IrMetadata) -> Metadata {
        Metadata { shared: self.shared.clone(), function: None, metadata }
    }
}

#[pymethods]
impl Global {
    /// `function`, `variable`, `alias` or `ifunc`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.value().kind {
            GlobalKind::Function(_) => "function",
            GlobalKind::Variable(_) => "variable",
            GlobalKind::Alias { .. } => "alias",
            GlobalKind::IFunc { .. } => "ifunc",
        }
    }

    /// The name without `@`; empty for numbered globals.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, self.value().name())
    }

    /// The type of the address: a pointer.
    #[getter]
    fn r#type(&self) -> Type {
        self.type_object(self.value().ty())
    }

    /// The type of what is at the address; of a function its function type.
    #[getter]
    fn value_type(&self) -> Type {
        self.type_object(self.value().value_type)
    }

    #[getter]
    fn linkage(&self) -> &'static str {
        self.value().linkage.name()
    }

    #[getter]
    fn visibility(&self) -> &'static str {
        self.value().visibility.name()
    }

    /// `unnamed_addr`, `local_unnamed_addr`, or None.
    #[getter]
    fn unnamed_addr(&self) -> Option<&'static str> {
        let addr = self.value().unnamed_addr;
        (addr != UnnamedAddr::None).then(|| addr.name())
    }

    /// The section, if there is one.
    #[getter]
    fn section<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let section = &self.value().section;
        (!section.is_empty()).then(|| string(py, section)).transpose()
    }

    /// The alignment in bytes, if there is one.
    #[getter]
    fn alignment(&self) -> Option<u64> {
        self.value().align.bytes()
    }

    /// Whether a function has no body, or a variable no initializer.
    #[getter]
    fn is_declaration(&self) -> bool {
        self.value().is_declaration()
    }

    /// Whether this is a variable whose value never changes.
    #[getter]
    fn is_constant(&self) -> bool {
        self.value().as_variable().is_some_and(|v| v.constant)
    }

    /// Whether this is a variable that each thread has one of.
    #[getter]
    fn is_thread_local(&self) -> bool {
        self.value().tls != lindworm::ir::module::TlsModel::None
    }

    /// Whether this is an intrinsic function.
    #[getter]
    fn is_intrinsic(&self) -> bool {
        self.value().as_function().is_some_and(|f| f.intrinsic.is_some())
    }

    /// The value that a variable begins with.
    #[getter]
    fn initializer<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let initializer = self.value().as_variable().and_then(|v| v.initializer);
        initializer.map(|v| value_object(py, &self.shared, None, v)).transpose()
    }

    /// What an alias is another name of, or the function that chooses what an ifunc is.
    #[getter]
    fn target<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.value().kind {
            GlobalKind::Alias { aliasee: v } | GlobalKind::IFunc { resolver: v } => {
                value_object(py, &self.shared, None, v).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The number of a function's calling convention: 0 is that of C.
    #[getter]
    fn calling_convention(&self) -> Option<u16> {
        self.value().as_function().map(|f| f.convention.0)
    }

    /// The attributes of a function itself, or of a variable.
    #[getter]
    fn attributes(&self) -> Vec<String> {
        let cx = self.shared.module.context();
        match &self.value().kind {
            GlobalKind::Function(f) => self.shared.attributes(cx.attribute_list(f.attributes).function),
            GlobalKind::Variable(v) => self.shared.attributes(v.attributes),
            _ => Vec::new(),
        }
    }

    /// The attributes of a function's result.
    #[getter]
    fn result_attributes(&self) -> Vec<String> {
        let list = self.value().as_function().map(|f| self.shared.module.context().attribute_list(f.attributes));
        list.map_or(Vec::new(), |list| self.shared.attributes(list.result))
    }

    /// The arguments of a function.
    #[getter]
    fn arguments(&self) -> Vec<Argument> {
        let parts = self.shared.module.context().function_parts(self.value().value_type);
        let count =
            if self.value().as_function().is_some() { parts.map_or(0, |(_, params, _)| params.len()) } else { 0 };
        (0..count as u32).map(|index| Argument { shared: self.shared.clone(), function: self.global, index }).collect()
    }

    /// The blocks of a function; none of a declaration.
    #[getter]
    fn blocks(&self) -> Vec<Block> {
        let blocks = self.shared.module.body(self.global).into_iter().flat_map(|body| body.blocks());
        blocks.map(|block| Block { shared: self.shared.clone(), function: self.global, block }).collect()
    }

    /// Every instruction of a function, in order.
    #[getter]
    fn instructions(&self) -> InstructionIterator {
        InstructionIterator::of_function(self.shared.clone(), self.global)
    }

    /// How many instructions a function has.
    #[getter]
    fn instruction_count(&self) -> usize {
        let body = self.shared.module.body(self.global);
        body.map_or(0, |body| body.blocks().map(|b| body.insts(b).count()).sum())
    }

    /// The instructions, constants and globals that use the address, once for each operand.
    #[getter]
    fn users<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        module_users(py, &self.shared, self.global.into())
    }

    /// The instructions that call the function by its name.
    #[getter]
    fn callers(&self, py: Python<'_>) -> Vec<Instruction> {
        py.detach(|| {
            let module = &self.shared.module;
            let calls = |inst: &InstData| inst.call_info().is_some_and(|c| c.callee.as_global() == Some(self.global));
            let users = self.shared.module_uses().uses_of(self.global.into()).iter().filter_map(|u| match u.user {
                lindworm::ir::use_list::User::Inst(function, inst) => Some((function, inst)),
                _ => None,
            });
            let mut found: Vec<(IrGlobal, Inst)> =
                users.filter(|&(f, inst)| module.body(f).is_some_and(|body| calls(body.inst(inst)))).collect();
            let places = self.shared.function_places();
            found.sort_unstable_by_key(|&(function, inst)| (places.get(&function), inst));
            // A call that also passes the function's address has two uses of it.
            found.dedup();
            let caller = |(function, inst)| Instruction { shared: self.shared.clone(), function, inst };
            found.into_iter().map(caller).collect()
        })
    }

    /// The metadata attachments: pairs of a kind and a node.
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for &(kind, metadata) in &self.value().metadata {
            let name = string(py, self.shared.module.context().metadata_kind_name(kind))?;
            all.set_item(name, self.metadata_object(metadata))?;
        }
        Ok(all)
    }

    /// The line and column, from 1, where the global stands in the text that was read with `places=True`.
    #[getter]
    fn place(&self) -> Option<(usize, usize)> {
        let span = self.shared.text.as_ref()?.spans.global(self.global)?;
        self.shared.line_and_column(span.start)
    }

    /// The blocks of a function.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.blocks().into_bound_py_any(py)?.call_method0("__iter__")
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, &self.shared.value_text(None, self.global.into()))
    }

    fn __repr__(&self) -> String {
        let name = String::from_utf8_lossy(self.value().name());
        format!("<{} @{name}>", self.kind())
    }
}
