//! Metadata nodes, strings and values, and debug locations.

use lindworm::eval::Int;
use lindworm::ir::debug_info::{
    FieldKind, NodeKind, enumerator, file, lexical_block, lexical_block_file, location, split_big_int, subprogram,
};
use lindworm::ir::metadata::{MetadataRef, NodeRef};
use lindworm::{Global, Metadata as IrMetadata};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::shared::{Shared, string};
use crate::value::{int_object, value_object};

/// A piece of metadata: a node, a string, or a value.
#[pyclass(frozen, eq, hash, module = "lindworm_ir")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Metadata {
    pub shared: Shared,
    /// The function that it is local to, or that was on the way to it.
    pub function: Option<Global>,
    pub metadata: IrMetadata,
}

impl Metadata {
    fn node(&self) -> Option<NodeRef<'_>> {
        self.metadata.as_node().map(|n| self.shared.module.metadata().node(n))
    }

    fn other(&self, metadata: IrMetadata) -> Metadata {
        Metadata { metadata, ..self.clone() }
    }

    /// What a reference is in Python: a string, or a handle.
    fn reference<'py>(&self, py: Python<'py>, word: u32) -> PyResult<Bound<'py, PyAny>> {
        match IrMetadata::from_word(word) {
            None => Ok(py.None().into_bound(py)),
            Some(m) => match m.open() {
                MetadataRef::String(s) => Ok(string(py, self.shared.module.metadata().string(s))?.into_any()),
                _ => self.other(m).into_bound_py_any(py),
            },
        }
    }

    fn field<'py>(&self, py: Python<'py>, node: NodeRef<'_>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let field = &node.kind.fields()[index];
        let number = node.get(index);
        match field.kind {
            kind if kind.is_ref() => self.reference(py, number as u32),
            FieldKind::Bool => (number != 0).into_bound_py_any(py),
            FieldKind::Signed { .. } => (number as i64).into_bound_py_any(py),
            FieldKind::Symbol(symbols) | FieldKind::Name(symbols) => match symbols.name(number as u32) {
                Some(name) => format!("{}{name}", symbols.prefix).into_bound_py_any(py),
                None => number.into_bound_py_any(py),
            },
            FieldKind::List => {
                let all: PyResult<Vec<_>> = node.tail().iter().map(|&word| self.reference(py, word)).collect();
                all?.into_bound_py_any(py)
            }
            FieldKind::BigInt => {
                let before = node.kind.fields()[..index].iter().filter(|f| matches!(f.kind, FieldKind::BigInt)).count();
                let mut tail = node.tail();
                for _ in 0..before {
                    tail = split_big_int(tail).map_or(&[], |(_, _, rest)| rest);
                }
                let (bits, words, _) = split_big_int(tail).unwrap_or_default();
                let limbs: Vec<u64> =
                    words.chunks(2).map(|w| w.iter().rev().fold(0, |all, &w| all << 32 | u64::from(w))).collect();
                let is_unsigned = node.kind == NodeKind::DIEnumerator && node.get(enumerator::IS_UNSIGNED) != 0;
                match bits {
                    0 => 0.into_bound_py_any(py),
                    bits => int_object(py, &Int::from_limbs(bits, &limbs), !is_unsigned),
                }
            }
            _ => number.into_bound_py_any(py),
        }
    }
}

#[pymethods]
impl Metadata {
    /// `string`, `value`, `tuple`, or the kind of a specialized node, such as `DISubprogram`.
    #[getter]
    fn kind(&self) -> &'static str {
        match (self.metadata.open(), self.node()) {
            (_, Some(node)) if node.kind == NodeKind::Tuple => "tuple",
            (_, Some(node)) => node.kind.info().name,
            (MetadataRef::String(_), _) => "string",
            (MetadataRef::ArgList(_), _) => "DIArgList",
            _ => "value",
        }
    }

    /// Whether a node is distinct.
    #[getter]
    fn is_distinct(&self) -> bool {
        self.node().is_some_and(|node| node.distinct)
    }

    /// The text of a string.
    #[getter]
    fn string<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        match self.metadata.open() {
            MetadataRef::String(s) => string(py, self.shared.module.metadata().string(s)).map(Some),
            _ => Ok(None),
        }
    }

    /// The value that is wrapped.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = match (self.metadata.open(), self.function) {
            (MetadataRef::Value(v), _) => self.shared.module.metadata().value(v),
            (MetadataRef::Local(v), Some(function)) => self.shared.body(function).local_metadata()[v as usize],
            _ => return Ok(None),
        };
        value_object(py, &self.shared, self.function, value).map(Some)
    }

    /// What a tuple or the operation list of a `DIExpression` holds: strings, numbers, other metadata, None.
    #[getter]
    fn operands<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        if let (MetadataRef::ArgList(list), Some(function)) = (self.metadata.open(), self.function) {
            let list = &self.shared.body(function).arg_lists()[list as usize];
            return list.iter().map(|&m| self.reference(py, m.bits())).collect();
        }
        let Some(node) = self.node() else { return Ok(Vec::new()) };
        match node.kind {
            NodeKind::Tuple => node.words.iter().map(|&word| self.reference(py, word)).collect(),
            NodeKind::DIExpression => node.words.iter().map(|&word| word.into_bound_py_any(py)).collect(),
            _ => {
                let mut all = Vec::new();
                node.for_each_ref(|m| all.push(m));
                all.iter().map(|m| self.reference(py, m.bits())).collect()
            }
        }
    }

    /// The fields of a specialized node by their names in the text: strings, numbers, keywords, other metadata, None.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        if let Some(node) = self.node() {
            for (i, field) in node.kind.fields().iter().enumerate() {
                if !matches!(field.show, lindworm::ir::debug_info::Show::Old) {
                    fields.set_item(field.name, self.field(py, node, i)?)?;
                }
            }
        }
        Ok(fields)
    }

    /// A field of a specialized node by its name in the text.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if let Some(node) = self.node()
            && let Some(i) = node.kind.fields().iter().position(|f| f.name == name)
        {
            return self.field(py, node, i);
        }
        Err(pyo3::exceptions::PyKeyError::new_err(name.to_owned()))
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, &self.shared.metadata_text(self.function, self.metadata))
    }

    fn __repr__(&self) -> String {
        format!("<Metadata {}>", String::from_utf8_lossy(&self.shared.metadata_text(self.function, self.metadata)))
    }
}

/// A place in the source: `DILocation`.
#[pyclass(frozen, eq, hash, module = "lindworm_ir")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct DebugLocation {
    shared: Shared,
    metadata: IrMetadata,
}

/// Scopes that are nested deeper than this are not followed.
const MAX_DEPTH: usize = 256;

impl DebugLocation {
    /// The location that metadata is, if it is one.
    pub fn of(shared: &Shared, metadata: Option<IrMetadata>) -> Option<DebugLocation> {
        let metadata = metadata?;
        let node = shared.module.metadata().node(metadata.as_node()?);
        (node.kind == NodeKind::DILocation).then(|| DebugLocation { shared: shared.clone(), metadata })
    }

    fn node(&self, metadata: IrMetadata) -> Option<NodeRef<'_>> {
        metadata.as_node().map(|n| self.shared.module.metadata().node(n))
    }

    fn get(&self, field: usize) -> Option<u64> {
        Some(self.node(self.metadata)?.get(field))
    }

    fn text<'py>(&self, py: Python<'py>, m: Option<IrMetadata>) -> PyResult<Option<Bound<'py, PyString>>> {
        match m.map(IrMetadata::open) {
            Some(MetadataRef::String(s)) => string(py, self.shared.module.metadata().string(s)).map(Some),
            _ => Ok(None),
        }
    }

    /// The scopes around the location, the innermost first.
    fn scopes(&self) -> Vec<NodeRef<'_>> {
        let mut scopes = Vec::new();
        let mut next = self.node(self.metadata).and_then(|n| n.get_ref(location::SCOPE));
        while let Some(node) = next.and_then(|m| self.node(m))
            && scopes.len() < MAX_DEPTH
        {
            next = match node.kind {
                NodeKind::DILexicalBlock => node.get_ref(lexical_block::SCOPE),
                NodeKind::DILexicalBlockFile => node.get_ref(lexical_block_file::SCOPE),
                _ => None,
            };
            scopes.push(node);
        }
        scopes
    }

    fn file_field(&self, field: usize) -> Option<IrMetadata> {
        let file = self.scopes().into_iter().find_map(|scope| match scope.kind {
            NodeKind::DILexicalBlock => scope.get_ref(lexical_block::FILE),
            NodeKind::DILexicalBlockFile => scope.get_ref(lexical_block_file::FILE),
            NodeKind::DISubprogram => scope.get_ref(subprogram::FILE),
            _ => None,
        })?;
        self.node(file).filter(|node| node.kind == NodeKind::DIFile)?.get_ref(field)
    }
}

#[pymethods]
impl DebugLocation {
    /// The line, from 1; 0 if it is not known.
    #[getter]
    fn line(&self) -> u64 {
        self.get(location::LINE).unwrap_or(0)
    }

    /// The column, from 1; 0 if it is not known.
    #[getter]
    fn column(&self) -> u64 {
        self.get(location::COLUMN).unwrap_or(0)
    }

    /// The file, as the compiler was given it.
    #[getter]
    fn file<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.text(py, self.file_field(file::FILENAME))
    }

    /// The directory that `file` is relative to.
    #[getter]
    fn directory<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.text(py, self.file_field(file::DIRECTORY))
    }

    /// The function that the code was written in, which is another one than the instruction's after inlining.
    #[getter]
    fn function<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let found = self.scopes().into_iter().find(|scope| scope.kind == NodeKind::DISubprogram);
        self.text(py, found.and_then(|scope| scope.get_ref(subprogram::NAME)))
    }

    /// Where the code was inlined to.
    #[getter]
    fn inlined_at(&self) -> Option<DebugLocation> {
        DebugLocation::of(&self.shared, self.node(self.metadata)?.get_ref(location::INLINED_AT))
    }

    /// The node itself.
    #[getter]
    fn metadata(&self) -> Metadata {
        Metadata { shared: self.shared.clone(), function: None, metadata: self.metadata }
    }

    fn __repr__(&self) -> String {
        format!("<DebugLocation line {} column {}>", self.line(), self.column())
    }
}
