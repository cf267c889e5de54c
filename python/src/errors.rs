//! The exceptions and reports of `lindworm_ir.reports`, made from Rust.

use lindworm::source::Source;
use lindworm::{Diagnostics, ReadError};
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
