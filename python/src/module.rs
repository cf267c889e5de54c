//! Modules: reading, checking, writing.

use std::borrow::Cow;
use std::path::PathBuf;

use lindworm::bitcode::archive;
use lindworm::bitcode::file::BitcodeFile;
use lindworm::ir::version::IrVersion;
use lindworm::link::{LinkOptions, Linker};
use lindworm::passes::Pipeline;
use lindworm::{
    Context, FindingWriter, Module as IrModule, ReadError, ReadOptions, ReadOutcome, WriteOptions, bitcode, place_of,
    read_any, read_bitcode_module, verify,
};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::errors::{error, file_error, read_error, report_object};
use crate::function::Global;
use crate::instruction::{Instruction, InstructionIterator};
use crate::metadata::Metadata;
use crate::shared::{Shared, Text, bytes_of, string};
use crate::types::Type;

/// A module. It never changes, and may be used from several threads.
#[pyclass(frozen, eq, hash, module = "lindworm_ir")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Module {
    pub shared: Shared,
}

/// The bytes of a source: of `bytes` without a copy.
fn source_bytes<'a>(source: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, [u8]>> {
    if let Ok(bytes) = source.cast::<PyBytes>() {
        return Ok(Cow::Borrowed(bytes.as_bytes()));
    }
    if let Ok(text) = source.cast::<PyString>() {
        return bytes_of(text).map(Cow::Owned);
    }
    match source.hasattr("__buffer__")? || source.hasattr("tobytes")? || source.hasattr("decode")? {
        true => {
            Ok(Cow::Owned(PyModule::import(source.py(), "builtins")?.getattr("bytes")?.call1((source,))?.extract()?))
        }
        false => Err(PyTypeError::new_err("a module is text (str) or bitcode (bytes)")),
    }
}

fn version(number: Option<u32>) -> PyResult<IrVersion> {
    let Some(number) = number else { return Ok(IrVersion::default()) };
    IrVersion::from_number(number)
        .ok_or_else(|| PyValueError::new_err(format!("LLVM {number} is not a version that can be written: 22 or 23")))
}

fn options(places: bool, upgrade: bool, llvm: Option<u32>) -> PyResult<ReadOptions> {
    Ok(ReadOptions { spans: places, upgrade, version: version(llvm)?, ..ReadOptions::default() })
}

/// Reads a module, without the GIL.
fn parse_bytes(py: Python<'_>, source: &[u8], name: &str, options: &ReadOptions) -> PyResult<Module> {
    let outcome = py.detach(|| read_any(&Context::new(), name, source, options));
    let ReadOutcome { module, warnings, spans, .. } = outcome.map_err(|e| read_error(py, name, source, &e))?;
    let text = spans.map(|spans| Text { bytes: source.to_vec(), spans });
    Ok(Module { shared: Shared::new(module, text, warnings) })
}

/// Reads a module from text or bitcode of any version of LLVM from 3.0 on. Forms of older versions are upgraded, unless `upgrade` is
/// false. `places` keeps the text, and where everything stands in it: findings and reports then have lines. `llvm` is the version
/// whose language the module is to be in: 22 or 23.
///
/// Raises ParseError.
#[pyfunction]
#[pyo3(signature = (source, name="<string>", *, places=false, upgrade=true, llvm=None))]
pub fn parse(
    source: &Bound<'_, PyAny>,
    name: &str,
    places: bool,
    upgrade: bool,
    llvm: Option<u32>,
) -> PyResult<Module> {
    parse_bytes(source.py(), &source_bytes(source)?, name, &options(places, upgrade, llvm)?)
}

/// Reads a module from a file: see `parse`. Raises OSError and ParseError.
#[pyfunction]
#[pyo3(signature = (path, *, places=false, upgrade=true, llvm=None))]
pub fn read(py: Python<'_>, path: PathBuf, places: bool, upgrade: bool, llvm: Option<u32>) -> PyResult<Module> {
    let source = py.detach(|| std::fs::read(&path)).map_err(|e| file_error(py, &path, e))?;
    parse_bytes(py, &source, &path.to_string_lossy(), &options(places, upgrade, llvm)?)
}

/// Reads every module of a file: the members of an archive, or the modules of a bitcode file. Raises OSError and ParseError.
#[pyfunction]
#[pyo3(signature = (path, *, places=false, upgrade=true, llvm=None))]
pub fn read_all(
    py: Python<'_>,
    path: PathBuf,
    places: bool,
    upgrade: bool,
    llvm: Option<u32>,
) -> PyResult<Vec<Module>> {
    let source = py.detach(|| std::fs::read(&path)).map_err(|e| file_error(py, &path, e))?;
    let (name, options) = (path.to_string_lossy(), options(places, upgrade, llvm)?);
    let refused = |e: bitcode::Error| read_error(py, &name, &source, &ReadError::Bitcode(e));
    if !archive::is_archive(&source) {
        return modules_of(py, &source, &name, &options);
    }
    let mut all = Vec::new();
    for member in archive::members(&source).map_err(refused)? {
        if bitcode::is_bitcode(member.data) {
            let name = format!("{name}({})", String::from_utf8_lossy(&member.name));
            all.extend(modules_of(py, member.data, &name, &options)?);
        }
    }
    Ok(all)
}

/// The modules of a file that is no archive.
fn modules_of(py: Python<'_>, source: &[u8], name: &str, options: &ReadOptions) -> PyResult<Vec<Module>> {
    if !bitcode::is_bitcode(source) {
        return Ok(vec![parse_bytes(py, source, name, options)?]);
    }
    let read = || {
        let file = BitcodeFile::read(source)?;
        let modules = file.modules.iter().map(|m| read_bitcode_module(&Context::new(), name, m, options));
        modules.collect::<bitcode::Result<Vec<_>>>()
    };
    let outcomes = py.detach(read).map_err(|e| read_error(py, name, source, &ReadError::Bitcode(e)))?;
    Ok(outcomes.into_iter().map(|o| Module { shared: Shared::new(o.module, None, o.warnings) }).collect())
}

/// Links modules into one, in their order, as `llvm-link` does. Of all but the first, `only_needed` takes only what earlier modules refer to and do not
/// define, and `internalize` makes local what is taken. The modules stay as they are; warnings are in `warnings` of the result.
///
/// Raises LinkError, and VerifyError if one of the modules is broken.
#[pyfunction]
#[pyo3(signature = (modules, name="linked", *, only_needed=false, internalize=false))]
pub fn link(
    py: Python<'_>,
    modules: Vec<Bound<'_, Module>>,
    name: &str,
    only_needed: bool,
    internalize: bool,
) -> PyResult<Module> {
    modules.iter().try_for_each(|module| module.get().check(py))?;
    let modules: Vec<Shared> = modules.iter().map(|module| module.get().shared.clone()).collect();
    let linked = py.detach(|| {
        let mut linker = Linker::new(&Context::new(), name);
        let (mut warnings, mut options) = (Vec::new(), LinkOptions::default());
        for shared in &modules {
            warnings.extend(linker.link((*shared.module).clone(), &options)?);
            options = LinkOptions { only_needed, internalize, ..options };
        }
        Ok((linker.finish(), warnings))
    });
    let (module, warnings) = linked.map_err(|e: lindworm::link::LinkError| error(py, "LinkError", (e.0,)))?;
    Ok(Module { shared: Shared::new(module, None, warnings) })
}

impl Module {
    fn ir(&self) -> &IrModule {
        &self.shared.module
    }

    fn all(&self, globals: &[lindworm::Global]) -> Vec<Global> {
        globals.iter().map(|&global| Global { shared: self.shared.clone(), global }).collect()
    }

    fn find(&self, name: &Bound<'_, PyString>) -> PyResult<Option<Global>> {
        let name = bytes_of(name)?;
        let name = name.strip_prefix(b"@").unwrap_or(&name);
        Ok(self.ir().global_named(name).map(|global| Global { shared: self.shared.clone(), global }))
    }

    fn text(&self, preserve_use_list_order: bool) -> Vec<u8> {
        let mut out = Vec::new();
        let options = WriteOptions { preserve_use_list_order, ..WriteOptions::default() };
        // Writing to memory does not fail.
        let _ = lindworm::write_with(self.ir(), &options, &mut out);
        out
    }

    /// What the verifier finds, as objects.
    pub fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let found = py.detach(|| {
            let report = verify(self.ir());
            let mut writer = FindingWriter::new(self.ir());
            let with_text = report.findings.into_iter().map(|finding| {
                let mut text = Vec::new();
                finding.entities.iter().for_each(|entity| writer.write_entity(&mut text, entity));
                let span = self.shared.text.as_ref().and_then(|t| place_of(&finding, self.ir(), &t.spans));
                let place = span.and_then(|span| self.shared.line_and_column(span.start));
                (finding, text, place)
            });
            with_text.collect::<Vec<_>>()
        });
        let mut findings = Vec::new();
        for (finding, text, place) in found {
            let shared = self.shared.clone();
            let global = finding.place.global;
            let inst = global.zip(finding.place.inst).map(|(function, inst)| Instruction {
                shared: shared.clone(),
                function,
                inst,
            });
            let args = (
                finding.rule.code,
                string(py, &finding.message)?,
                string(py, &text)?,
                global.map(|global| Global { shared, global }),
                inst,
                place.map(|p| p.0),
                place.map(|p| p.1),
                finding.rule.debug_info,
                finding.rule.what,
                finding.rule.why,
            );
            findings.push(report_object(py, "Finding", args)?);
        }
        Ok(findings)
    }
}

#[pymethods]
impl Module {
    /// What the module was called when it was read: the file.
    #[getter]
    fn name(&self) -> &str {
        self.ir().name()
    }

    #[getter]
    fn source_filename<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, self.ir().source_filename())
    }

    #[getter]
    fn triple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, self.ir().triple())
    }

    #[getter]
    fn data_layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, &self.ir().data_layout().text)
    }

    /// The number of the LLVM version whose language the module is in.
    #[getter]
    fn llvm(&self) -> u32 {
        self.ir().version().number()
    }

    #[getter]
    fn module_asm<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, self.ir().module_asm())
    }

    /// What is worth knowing although the module could be read.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.shared.warnings.clone()
    }

    /// The functions, declarations included.
    #[getter]
    fn functions(&self) -> Vec<Global> {
        self.all(self.ir().functions())
    }

    /// The global variables.
    #[getter]
    fn variables(&self) -> Vec<Global> {
        self.all(self.ir().variables())
    }

    #[getter]
    fn aliases(&self) -> Vec<Global> {
        self.all(self.ir().aliases())
    }

    #[getter]
    fn ifuncs(&self) -> Vec<Global> {
        self.all(self.ir().ifuncs())
    }

    /// Every instruction of the module, function by function.
    #[getter]
    fn instructions(&self) -> InstructionIterator {
        InstructionIterator::of_module(self.shared.clone())
    }

    /// The identified structs that the types of the module's context define, by name.
    #[getter]
    fn structs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (all, cx) = (PyDict::new(py), self.ir().context());
        for ty in cx.all_types() {
            if let lindworm::TypeKind::Identified(id) = cx.kind(ty) {
                let name = cx.struct_def(*id).name();
                if !name.is_empty() {
                    all.set_item(string(py, name)?, Type { cx: cx.clone(), ty })?;
                }
            }
        }
        Ok(all)
    }

    /// Named metadata, such as `llvm.module.flags`: the nodes by name.
    #[getter]
    fn named_metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for named in self.ir().named_metadata() {
            let object = |&metadata| Metadata { shared: self.shared.clone(), function: None, metadata };
            all.set_item(string(py, &named.name)?, named.operands.iter().map(object).collect::<Vec<_>>())?;
        }
        Ok(all)
    }

    /// The function, variable, alias or ifunc of that name; None if there is none.
    fn get(&self, name: &Bound<'_, PyString>) -> PyResult<Option<Global>> {
        self.find(name)
    }

    fn __getitem__(&self, name: &Bound<'_, PyString>) -> PyResult<Global> {
        self.find(name)?.ok_or_else(|| PyKeyError::new_err(name.clone().unbind()))
    }

    fn __contains__(&self, name: &Bound<'_, PyString>) -> PyResult<bool> {
        Ok(self.find(name)?.is_some())
    }

    /// The bytes that a value of a type takes in memory, by the module's data layout; None of a type without a size, and of
    /// scalable vectors.
    fn size_of(&self, ty: &Type) -> Option<u64> {
        let size = self.ir().data_layout().alloc_size(self.ir().context(), ty.ty)?;
        (!size.scalable).then_some(size.min)
    }

    /// What is wrong with the module: every breach of a rule of the language, in LLVM's order.
    fn verify<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.findings(py)
    }

    /// Raises VerifyError if more than debug information is wrong.
    pub fn check(&self, py: Python<'_>) -> PyResult<()> {
        if !py.detach(|| verify(self.ir()).is_broken()) {
            return Ok(());
        }
        let findings = self.findings(py)?;
        let first: String = findings.first().map_or(Ok(String::new()), |f| f.str()?.extract())?;
        let message = match findings.len() {
            0 | 1 => format!("{}: {first}", self.ir().name()),
            n => format!("{}: {first} (and {} more)", self.ir().name(), n - 1),
        };
        Err(error(py, "VerifyError", (message, findings)))
    }

    /// The module after passes, which are named as `opt -passes=` takes them: `function(mem2reg,dce),strip`. The module itself stays as it is.
    ///
    /// Raises ValueError if there is no such pass, and VerifyError if the module is broken.
    fn run_passes(&self, py: Python<'_>, passes: &str) -> PyResult<Module> {
        let pipeline = Pipeline::parse(passes).map_err(PyValueError::new_err)?;
        self.check(py)?;
        let module = py.detach(|| {
            let mut module = self.ir().clone();
            pipeline.run(&mut module);
            module
        });
        Ok(Module { shared: Shared::new(module, None, Vec::new()) })
    }

    /// The module in the text form of its LLVM version.
    #[pyo3(signature = (*, preserve_use_list_order=false))]
    fn to_text<'py>(&self, py: Python<'py>, preserve_use_list_order: bool) -> PyResult<Bound<'py, PyString>> {
        string(py, &py.detach(|| self.text(preserve_use_list_order)))
    }

    /// The module as bitcode of LLVM 22.
    #[pyo3(signature = (*, preserve_use_list_order=false))]
    fn to_bitcode<'py>(&self, py: Python<'py>, preserve_use_list_order: bool) -> PyResult<Bound<'py, PyBytes>> {
        let options = bitcode::WriteOptions { preserve_use_list_order, ..bitcode::WriteOptions::default() };
        if let Some(form) = self.ir().newer_form(IrVersion::default()) {
            return Err(PyValueError::new_err(form.message(self.ir())));
        }
        Ok(PyBytes::new(py, &py.detach(|| bitcode::write(self.ir(), &options))))
    }

    /// Writes the module to a file: bitcode if its name ends in `.bc`, and else text.
    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let is_bitcode = path.extension().is_some_and(|e| e == "bc");
        let bytes = match is_bitcode {
            true => self.to_bitcode(py, false)?.as_bytes().to_vec(),
            false => py.detach(|| self.text(false)),
        };
        py.detach(|| std::fs::write(&path, bytes)).map_err(|e| file_error(py, &path, e))
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.to_text(py, false)
    }

    fn __repr__(&self) -> String {
        format!("<Module {:?}: {} functions>", self.ir().name(), self.ir().functions().len())
    }
}
