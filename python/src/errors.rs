//! The exceptions and reports of `lindworm_ir.reports`, made from Rust.

use std::io;
use std::path::Path;

use lindworm::explain;
use lindworm::source::Source;
use lindworm::{Diagnostics, ReadError};
use pyo3::exceptions::{PyKeyError, PyOSError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Makes an object of a class of `lindworm_ir.reports`.
pub fn report_object<'py>(
    py: Python<'py>,
    class: &str,
    args: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("lindworm_ir.reports").map(|m| m.into_any().unbind()))?;
    module.bind(py).getattr(class)?.call1(args)
}

/// Makes an exception of `lindworm_ir.reports`.
pub fn error<'py>(py: Python<'py>, class: &str, args: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    match report_object(py, class, args) {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// Python's own exception of what the system refuses, with the file, such as FileNotFoundError.
pub fn file_error(py: Python<'_>, path: &Path, error: io::Error) -> PyErr {
    let Some(number) = error.raw_os_error() else { return error.into() };
    let message = py.import("os").and_then(|os| os.call_method1("strerror", (number,))?.extract::<String>());
    message.map_or_else(|e| e, |message| PyOSError::new_err((number, message, path.as_os_str().to_owned())))
}

/// All that is known of a kind of undefined behaviour or a rule of the language, by its code: what it is, why, examples. Of words that are no code, the
/// codes of what has all of them.
///
/// Raises KeyError if there is nothing of the kind.
#[pyfunction]
#[pyo3(name = "explain")]
pub fn explain_code(code: &str) -> PyResult<String> {
    explain::explain(&[code.into()]).ok_or_else(|| PyKeyError::new_err(code.to_owned()))
}

/// Why an input is no module.
pub fn read_error(py: Python<'_>, name: &str, source: &[u8], error_: &ReadError) -> PyErr {
    let made = || match error_ {
        ReadError::Text(all) => text_error(py, name, source, all),
        ReadError::Bitcode(e) => {
            let none: Option<usize> = None;
            let diagnostic = report_object(py, "Diagnostic", (&e.message, e.bit / 8, none, none))?;
            let message = format!("{name}: {} {}", e.message, e.place());
            Ok(error(py, "ParseError", (message, name, vec![diagnostic])))
        }
    };
    made().unwrap_or_else(|e: PyErr| e)
}

fn text_error(py: Python<'_>, name: &str, source: &[u8], all: &Diagnostics) -> PyResult<PyErr> {
    let places = Source::new(name, source);
    let mut diagnostics = Vec::new();
    for d in all {
        let place = places.place(d.offset);
        diagnostics.push(report_object(py, "Diagnostic", (&d.message, d.offset, place.line, place.column))?);
    }
    Ok(error(py, "ParseError", (all.to_string(), name, diagnostics)))
}
