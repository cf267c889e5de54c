//! Tables of many modules, and the command that makes them of files.

use std::ffi::OsString;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use lindworm_corpus::{Map, Source, command, table};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyCapsule;

/// A table in Arrow's form: pyarrow, polars, pandas and DuckDB take it without a copy (`pyarrow.table(t)`), by the Arrow PyCapsule
/// interface.
#[pyclass(frozen, module = "lindworm_ir")]
pub struct Table {
    map: Map,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl Table {
    #[getter]
    fn row_count(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The protocol leaves it to the producer whether other types can be had: these cannot.
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, self.map.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        format!("<Table of {} rows>", self.row_count())
    }
}

fn named(map: &str, pattern: Option<&str>) -> PyResult<Map> {
    Map::named(map, pattern).map_err(PyValueError::new_err)
}

/// The rows that a map gives of modules: pairs of a name and text or bitcode.
#[pyfunction]
#[pyo3(signature = (map, sources, pattern=None))]
pub fn map_sources(
    py: Python<'_>,
    map: &str,
    sources: Vec<(String, PyBackedBytes)>,
    pattern: Option<&str>,
) -> PyResult<Table> {
    let map = named(map, pattern)?;
    let batches = py.detach(|| {
        let sources: Vec<_> =
            sources.iter().map(|(name, data)| Source { name: name.clone(), data: Ok(data) }).collect();
        table(&map, &sources)
    });
    Ok(Table { map, batches: batches.map_err(|e| PyValueError::new_err(e.to_string()))? })
}

/// The table that a map gives of no modules: its schema.
#[pyfunction]
#[pyo3(signature = (map, pattern=None))]
pub fn table_schema(map: &str, pattern: Option<&str>) -> PyResult<Table> {
    Ok(Table { map: named(map, pattern)?, batches: Vec::new() })
}

/// Does what `lindworm corpus` does with these words, and gives the exit status.
#[pyfunction]
pub fn corpus_command(py: Python<'_>, args: Vec<OsString>) -> i32 {
    py.detach(|| command::main(args))
}
