//! Where modules come from: files, directories, archives, and Parquet files with modules in a column; and how they are cut into tasks.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use lindworm::bitcode::archive;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::ParquetMetaData;

use crate::map::Source;

/// A part of the input, whose rows go into one output file.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where the modules are.
    pub part: Part,
    /// How many bytes of the input it is.
    pub bytes: u64,
}

/// Where the modules of a task are.
#[derive(Clone, Debug)]
pub enum Part {
    /// Files with a module each, or archives of such.
    Files(Vec<PathBuf>),
    /// Row groups of a Parquet file.
    Rows(PathBuf, Range<usize>),
    /// An input that cannot be read, and why.
    Unreadable(PathBuf, String),
}

/// How Parquet files are read.
#[derive(Clone, Debug)]
pub struct Columns {
    /// The column that holds modules.
    pub content: String,
    /// The column that names them; without one, a module is named by file and row.
    pub id: Option<String>,
}

/// A task has no more files than this, and ends behind the file with which it reaches this many bytes.
const TASK_FILES: usize = 256;
const TASK_BYTES: u64 = 64 << 20;

/// A batch ends behind the module with which it reaches this many bytes, or has this many modules. Of Parquet files, whose rows are counted before they
/// are read, these are averages.
const BATCH_BYTES: u64 = 4 << 20;
const BATCH_MODULES: usize = 256;

/// The extensions of files that are taken from directories.
const EXTENSIONS: [&str; 6] = ["bc", "ll", "a", "lib", "o", "obj"];

/// Cuts inputs into tasks, in an order that depends on nothing but the names and sizes of files.
///
/// # Errors
///
/// An input does not exist, or a directory cannot be listed.
pub fn plan(inputs: &[PathBuf]) -> Result<Vec<Task>, String> {
    let (mut tasks, mut files, mut bytes) = (Vec::new(), Vec::new(), 0);
    let mut found = Vec::new();
    for input in inputs {
        let is_directory = fs::metadata(input).map_err(|e| format!("{}: {e}", input.display()))?.is_dir();
        if is_directory { list(input, &mut found)? } else { found.push(input.clone()) }
    }
    let close = |files: &mut Vec<PathBuf>, bytes: &mut u64, tasks: &mut Vec<Task>| {
        if !files.is_empty() {
            tasks.push(Task { part: Part::Files(std::mem::take(files)), bytes: std::mem::take(bytes) });
        }
    };
    for path in found {
        if path.extension().is_some_and(|e| e == "parquet") {
            close(&mut files, &mut bytes, &mut tasks);
            tasks.extend(row_tasks(&path));
            continue;
        }
        bytes += fs::metadata(&path).map_or(0, |m| m.len());
        files.push(path);
        if files.len() == TASK_FILES || bytes >= TASK_BYTES {
            close(&mut files, &mut bytes, &mut tasks);
        }
    }
    close(&mut files, &mut bytes, &mut tasks);
    Ok(tasks)
}

/// Adds the files of a directory and of those below it, by their names.
fn list(directory: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let refused = |e: std::io::Error| format!("{}: {e}", directory.display());
    let mut entries = fs::read_dir(directory).map_err(refused)?.collect::<Result<Vec<_>, _>>().map_err(refused)?;
    entries.sort_by_key(|e| e.file_name());
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type().map_err(refused)?);
        let extension = path.extension().and_then(|e| e.to_str());
        if kind.is_dir() {
            // A symbolic link is none: it may lead back.
            list(&path, found)?;
        } else if extension.is_some_and(|e| e == "parquet" || EXTENSIONS.contains(&e)) {
            found.push(path);
        }
    }
    Ok(())
}

fn metadata_of(path: &Path) -> Result<std::sync::Arc<ParquetMetaData>, String> {
    let file = File::open(path).map_err(|e| e.to_string())?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|e| e.to_string())?;
    Ok(builder.metadata().clone())
}

/// The tasks of a Parquet file: runs of row groups.
fn row_tasks(path: &Path) -> Vec<Task> {
    let metadata = match metadata_of(path) {
        Ok(metadata) => metadata,
        Err(why) => return vec![Task { part: Part::Unreadable(path.into(), why), bytes: 0 }],
    };
    let (mut tasks, mut start, mut bytes) = (Vec::new(), 0, 0);
    let groups = metadata.row_groups();
    for (i, group) in groups.iter().enumerate() {
        bytes += group.compressed_size().max(0) as u64;
        if bytes >= TASK_BYTES || i + 1 == groups.len() {
            tasks.push(Task { part: Part::Rows(path.into(), start..i + 1), bytes: std::mem::take(&mut bytes) });
            start = i + 1;
        }
    }
    tasks
}

impl Task {
    /// Calls `f` with the modules of the task in their order, a bounded number of bytes at a time.
    ///
    /// # Errors
    ///
    /// Those of `f`.
    pub fn for_each_batch(
        &self,
        columns: &Columns,
        f: &mut dyn FnMut(&[Source<'_>]) -> Result<(), String>,
    ) -> Result<(), String> {
        match &self.part {
            Part::Unreadable(path, why) => f(&[unreadable(path, why)]),
            Part::Files(files) => for_each_file(files, f),
            Part::Rows(path, groups) => {
                // What was read before a damaged page has been given to `f`; the rest of the file is one item.
                let mut failed = None;
                let done = for_each_row(path, groups, columns, &mut |batch| {
                    f(batch).inspect_err(|e| failed = Some(e.clone()))
                });
                match (done, failed) {
                    (_, Some(error)) => Err(error),
                    (Err(why), None) => f(&[unreadable(path, &why)]),
                    (Ok(()), None) => Ok(()),
                }
            }
        }
    }
}

fn unreadable(path: &Path, why: &str) -> Source<'static> {
    Source { name: path.display().to_string(), data: Err(why.into()) }
}

fn for_each_file(files: &[PathBuf], f: &mut dyn FnMut(&[Source<'_>]) -> Result<(), String>) -> Result<(), String> {
    let mut files = files.iter().peekable();
    while files.peek().is_some() {
        let (mut contents, mut bytes) = (Vec::new(), 0);
        while let Some(path) = files.next_if(|_| bytes < BATCH_BYTES) {
            let mut data = Vec::new();
            let read = File::open(path).and_then(|mut file| file.read_to_end(&mut data));
            bytes += data.len() as u64;
            contents.push((path, read.map(|_| data)));
        }
        let modules: Vec<_> = contents.iter().flat_map(|(path, read)| modules_of_file(path, read)).collect();
        in_batches(&modules, f)?;
    }
    Ok(())
}

/// The members of an archive, or the module that a file is.
fn modules_of_file<'a>(path: &Path, read: &'a io::Result<Vec<u8>>) -> Vec<Source<'a>> {
    let data = match read {
        Ok(data) if archive::is_archive(data) => data,
        Ok(data) => return vec![Source { name: path.display().to_string(), data: Ok(data) }],
        Err(e) => return vec![unreadable(path, &e.to_string())],
    };
    let of_member = |member: archive::Member<'a>| Source {
        name: format!("{}({})", path.display(), String::from_utf8_lossy(&member.name)),
        data: Ok(member.data),
    };
    match archive::members(data) {
        Ok(members) => members.into_iter().map(of_member).collect(),
        Err(e) => vec![unreadable(path, &e.to_string())],
    }
}

/// Calls `f` with runs of modules.
fn in_batches(
    mut modules: &[Source<'_>],
    f: &mut dyn FnMut(&[Source<'_>]) -> Result<(), String>,
) -> Result<(), String> {
    while !modules.is_empty() {
        let mut bytes = 0;
        let fills = |module: &Source<'_>| {
            bytes += module.data.as_ref().map_or(0, |data| data.len() as u64);
            bytes >= BATCH_BYTES
        };
        let most = modules.len().min(BATCH_MODULES);
        let count = modules[..most].iter().position(fills).map_or(most, |last| last + 1);
        let (batch, rest) = modules.split_at(count);
        f(batch)?;
        modules = rest;
    }
    Ok(())
}

fn for_each_row(
    path: &Path,
    groups: &Range<usize>,
    columns: &Columns,
    f: &mut dyn FnMut(&[Source<'_>]) -> Result<(), String>,
) -> Result<(), String> {
    let file = File::open(path).map_err(|e| e.to_string())?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|e| e.to_string())?;
    let metadata = builder.metadata().clone();
    let has = |name: &str| builder.schema().column_with_name(name).is_some();
    for name in [Some(&columns.content), columns.id.as_ref()].into_iter().flatten() {
        if !has(name) {
            return Err(format!("there is no column `{name}`"));
        }
    }
    let names = [Some(&*columns.content), columns.id.as_deref()];
    let mask = ProjectionMask::columns(builder.parquet_schema(), names.into_iter().flatten());
    let chosen = &metadata.row_groups()[groups.clone()];
    let rows: i64 = chosen.iter().map(|g| g.num_rows()).sum();
    let bytes: i64 = chosen.iter().map(|g| g.total_byte_size()).sum();
    let each = (bytes / rows.max(1)).max(1) as u64;
    let batch = ((BATCH_BYTES / each) as usize).clamp(1, BATCH_MODULES);
    let mut row: i64 = metadata.row_groups()[..groups.start].iter().map(|g| g.num_rows()).sum();
    let reader = builder.with_projection(mask).with_row_groups(groups.clone().collect()).with_batch_size(batch);
    for batch in reader.build().map_err(|e| e.to_string())? {
        let batch = batch.map_err(|e| e.to_string())?;
        f(&modules_of_rows(&batch, columns, |i| format!("{}#{}", path.display(), row + i as i64))?)?;
        row += batch.num_rows() as i64;
    }
    Ok(())
}

fn modules_of_rows<'a>(
    batch: &'a RecordBatch,
    columns: &Columns,
    name: impl Fn(usize) -> String,
) -> Result<Vec<Source<'a>>, String> {
    let column = |of: &str| batch.column_by_name(of).ok_or_else(|| format!("there is no column `{of}`"));
    let content = column(&columns.content)?;
    let id = columns.id.as_deref().map(column).transpose()?;
    let module = |i| {
        let name = match id.map(|id| text_at(id, i)) {
            Some(Some(text)) => text,
            _ => name(i),
        };
        let data = match bytes_at(content, i) {
            Some(Some(bytes)) => Ok(bytes),
            Some(None) => Err("there is nothing in the column".into()),
            None => Err(format!("the column `{}` holds {}, not bytes", columns.content, content.data_type())),
        };
        Source { name, data }
    };
    Ok((0..batch.num_rows()).map(module).collect())
}

/// The bytes or the text at a place; none within if it is null, none if the column is of another type.
fn bytes_at(column: &dyn Array, i: usize) -> Option<Option<&[u8]>> {
    if column.is_null(i) {
        return Some(None);
    }
    Some(Some(match column.data_type() {
        DataType::Binary => column.as_binary::<i32>().value(i),
        DataType::LargeBinary => column.as_binary::<i64>().value(i),
        DataType::BinaryView => column.as_binary_view().value(i),
        DataType::Utf8 => column.as_string::<i32>().value(i).as_bytes(),
        DataType::LargeUtf8 => column.as_string::<i64>().value(i).as_bytes(),
        DataType::Utf8View => column.as_string_view().value(i).as_bytes(),
        _ => return None,
    }))
}

fn text_at(column: &dyn Array, i: usize) -> Option<String> {
    use arrow_array::types::{Int32Type, Int64Type, UInt64Type};
    match column.data_type() {
        _ if column.is_null(i) => None,
        DataType::Int32 => Some(column.as_primitive::<Int32Type>().value(i).to_string()),
        DataType::Int64 => Some(column.as_primitive::<Int64Type>().value(i).to_string()),
        DataType::UInt64 => Some(column.as_primitive::<UInt64Type>().value(i).to_string()),
        _ => bytes_at(column, i)?.map(|bytes| String::from_utf8_lossy(bytes).into_owned()),
    }
}
