//! What all handles of one module share.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use lindworm::ir::use_list::{ModuleUses, UseLists};
use lindworm::run_report::ModuleText;
use lindworm::source::Source;
use lindworm::text::MessageWriter;
use lindworm::{Body, Global, Metadata, Module, Spans, Type, Value};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

self_cell::self_cell!(
    /// A module, and what numbers its values for messages, made when something is first shown.
    struct Numbered {
        owner: Arc<Module>,
        #[not_covariant]
        dependent: MessageWriter,
    }
);

/// The text that a module was read from.
pub struct Text {
    pub bytes: Vec<u8>,
    pub spans: Spans,
}

pub struct Data {
    pub module: Arc<Module>,
    pub text: Option<Text>,
    pub warnings: Vec<String>,
    numbered: Mutex<Option<Numbered>>,
    /// The uses of what is local to a function, by function.
    uses: Mutex<HashMap<Global, Arc<UseLists>>>,
    module_uses: OnceLock<ModuleUses>,
    /// The index of each function in the order of the module.
    function_places: OnceLock<HashMap<Global, usize>>,
}

/// A module that Python has handles of. Handles are equal if they name the same thing of the same module.
#[derive(Clone)]
pub struct Shared(Arc<Data>);

impl Deref for Shared {
    type Target = Data;

    fn deref(&self) -> &Data {
        &self.0
    }
}

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Shared {}

impl Hash for Shared {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).addr().hash(state);
    }
}

impl Shared {
    pub fn new(module: Module, text: Option<Text>, warnings: Vec<String>) -> Shared {
        Shared(Arc::new(Data {
            module: Arc::new(module),
            text,
            warnings,
            numbered: Mutex::default(),
            uses: Mutex::default(),
            module_uses: OnceLock::new(),
            function_places: OnceLock::new(),
        }))
    }

    /// The body of a function that is known to have one.
    pub fn body(&self, function: Global) -> &Body {
        self.module.body(function).expect("handles of blocks and instructions are of functions with a body")
    }

    fn write(&self, write: impl FnOnce(&mut MessageWriter<'_>, &mut Vec<u8>)) -> Vec<u8> {
        let mut numbered = self.numbered.lock().unwrap_or_else(PoisonError::into_inner);
        let numbered =
            numbered.get_or_insert_with(|| Numbered::new(self.module.clone(), |module| MessageWriter::new(module)));
        let mut out = Vec::new();
        numbered.with_dependent_mut(|_, writer| write(writer, &mut out));
        out.truncate(out.trim_ascii_end().len());
        out
    }

    /// A value as LLVM prints it: an instruction in full, anything else with its type.
    pub fn value_text(&self, function: Option<Global>, value: Value) -> Vec<u8> {
        let text = self.write(|writer, out| writer.value(out, function, value));
        text.trim_ascii_start().to_vec()
    }

    pub fn metadata_text(&self, function: Option<Global>, metadata: Metadata) -> Vec<u8> {
        self.write(|writer, out| writer.metadata(out, function, metadata))
    }

    pub fn debug_record_text(&self, function: Global, inst: lindworm::Inst, index: usize) -> Vec<u8> {
        let text = self.write(|writer, out| writer.debug_record(out, function, inst, index));
        text.trim_ascii_start().to_vec()
    }

    pub fn attributes(&self, set: lindworm::ir::attributes::AttributeSet) -> Vec<String> {
        let all = self.module.context().attribute_set(set).iter();
        all.map(|a| String::from_utf8_lossy(&self.write(|writer, out| writer.attribute(out, a))).into_owned()).collect()
    }

    pub fn type_text(&self, ty: Type) -> String {
        ty.display(self.module.context()).to_string()
    }

    /// The uses of the values of a function.
    pub fn uses(&self, function: Global) -> Arc<UseLists> {
        let mut all = self.uses.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(function).or_insert_with(|| Arc::new(UseLists::new(self.body(function)))).clone()
    }

    /// The uses of globals and constants.
    pub fn module_uses(&self) -> &ModuleUses {
        self.module_uses.get_or_init(|| ModuleUses::new(&self.module))
    }

    /// The index of each function in the order of the module.
    pub fn function_places(&self) -> &HashMap<Global, usize> {
        let places =
            || self.module.functions().iter().enumerate().map(|(place, &function)| (function, place)).collect();
        self.function_places.get_or_init(places)
    }

    /// The text of the module, for reports.
    pub fn module_text(&self) -> ModuleText<'_> {
        let name = self.module.name().to_owned();
        match &self.text {
            Some(text) => ModuleText { name, bytes: &text.bytes, spans: Some(text.spans.clone()) },
            None => ModuleText { name, bytes: &[], spans: None },
        }
    }

    /// The line and column, from 1, of a place in the text.
    pub fn line_and_column(&self, offset: usize) -> Option<(usize, usize)> {
        let text = self.text.as_ref()?;
        let place = Source::new(self.module.name(), &text.bytes).place(offset);
        Some((place.line, place.column))
    }
}

/// Bytes of IR as a Python string. What is not UTF-8 is escaped as Python escapes file names (`surrogateescape`).
pub fn string<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    match str::from_utf8(bytes) {
        Ok(text) => Ok(PyString::new(py, text)),
        Err(_) => {
            let decoded = PyBytes::new(py, bytes).call_method1("decode", ("utf-8", "surrogateescape"))?;
            Ok(decoded.cast_into::<PyString>()?)
        }
    }
}

/// The bytes that a Python string stands for.
pub fn bytes_of(text: &Bound<'_, PyString>) -> PyResult<Vec<u8>> {
    match text.to_str() {
        Ok(text) => Ok(text.as_bytes().to_vec()),
        Err(_) => text.call_method1("encode", ("utf-8", "surrogateescape"))?.extract(),
    }
}
