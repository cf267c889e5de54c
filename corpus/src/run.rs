//! A map over a corpus on one machine: tasks on all cores, an output file for each, which is there when it is complete.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use arrow_array::Array;
use arrow_array::cast::AsArray;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::{ArrowWriter, ProjectionMask};
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use crate::inputs::{Columns, Task, plan};
use crate::map::{Map, table};

/// A run: what is computed, of which inputs, and where the output goes.
pub struct Options {
    /// What is computed.
    pub map: Map,
    /// How the map was asked for: a run is only resumed as what it was.
    pub description: String,
    /// Files and directories.
    pub inputs: Vec<PathBuf>,
    /// The directory for the output.
    pub output: PathBuf,
    /// How Parquet files are read.
    pub columns: Columns,
    /// How many tasks are done at a time; all cores if 0.
    pub jobs: usize,
    /// Whether progress is shown on the standard error.
    pub progress: bool,
}

/// The outcome of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The output files.
    pub files: usize,
    /// Those that were there already.
    pub resumed: usize,
    /// The modules that were looked at now.
    pub modules: u64,
    /// The modules that could not be read, of all output files.
    pub skipped: u64,
}

#[derive(Default)]
struct Progress {
    modules: AtomicU64,
    skipped: AtomicU64,
    input: AtomicU64,
    finished: AtomicBool,
}

/// The bytes of a row group of the output, before which it is written out.
const GROUP_BYTES: usize = 32 << 20;

/// Computes the map of all inputs: `part-NNNNN.parquet` in the output directory, and `skipped.tsv`, which names the modules that could not
/// be read, with the reasons. What is there already of the same run is kept.
///
/// # Errors
///
/// The inputs cannot be listed, the output cannot be written, or the directory holds another run.
pub fn run(options: &Options) -> Result<Summary, String> {
    let tasks = plan(&options.inputs)?;
    fs::create_dir_all(&options.output).map_err(|e| at(&options.output, e))?;
    claim(options, &tasks)?;
    let shards: Vec<PathBuf> = (0..tasks.len()).map(|i| options.output.join(format!("part-{i:05}.parquet"))).collect();
    let open: Vec<usize> = (0..tasks.len()).filter(|&i| !shards[i].exists()).collect();
    let (progress, next, failed) = (Progress::default(), AtomicUsize::new(0), Mutex::new(None));
    let total = open.iter().map(|&i| tasks[i].bytes).sum();
    let threads =
        if options.jobs > 0 { options.jobs } else { std::thread::available_parallelism().map_or(1, |n| n.get()) };
    let workers = threads.min(open.len()).max(1);
    let do_tasks = || {
        while let Some(&i) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(e) = write_shard(options, &tasks[i], &shards[i], &progress) {
                failed.lock().unwrap_or_else(|e| e.into_inner()).get_or_insert(e);
                next.store(open.len(), Ordering::Relaxed);
            }
            progress.input.fetch_add(tasks[i].bytes, Ordering::Relaxed);
        }
    };
    // A task has its own threads: a thread that waits for a part of a module takes up other modules, of which there would be any number in memory if all
    // tasks shared one pool.
    let work = || match rayon::ThreadPoolBuilder::new().num_threads(threads / workers).build() {
        Ok(pool) => pool.install(do_tasks),
        Err(e) => *failed.lock().unwrap_or_else(|e| e.into_inner()) = Some(e.to_string()),
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        if options.progress {
            scope.spawn(|| show(&progress, total));
        }
        for worker in workers {
            if worker.join().is_err() {
                failed.lock().unwrap_or_else(|e| e.into_inner()).get_or_insert("internal error".into());
            }
        }
        progress.finished.store(true, Ordering::Relaxed);
    });
    if let Some(error) = failed.into_inner().unwrap_or_else(|e| e.into_inner()) {
        return Err(error);
    }
    let skipped = list_skipped(&shards, &options.output.join("skipped.tsv"))?;
    let modules = progress.modules.load(Ordering::Relaxed);
    Ok(Summary { files: shards.len(), resumed: shards.len() - open.len(), modules, skipped })
}

/// Writes the table of all inputs as one Parquet file to the standard output.
///
/// # Errors
///
/// As [`run`].
pub fn run_to_stdout(options: &Options) -> Result<(), String> {
    let mut writer = writer(&options.map, io::BufWriter::new(io::stdout()))?;
    for task in plan(&options.inputs)? {
        write_task(options, &task, &mut writer, &Progress::default())?;
    }
    writer.close().map_err(|e| e.to_string())?;
    Ok(())
}

fn at(path: &Path, error: impl std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

/// Writes a file under another name, and gives it its own when it is complete.
fn replace(path: &Path, fill: impl FnOnce(&File) -> Result<(), String>) -> Result<(), String> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".tmp-{}", std::process::id()));
    let temporary = PathBuf::from(temporary);
    let filled = File::create(&temporary).map_err(|e| at(&temporary, e)).and_then(|file| {
        fill(&file)?;
        file.sync_all().map_err(|e| at(&temporary, e))
    });
    match filled {
        Ok(()) => fs::rename(&temporary, path).map_err(|e| at(path, e)),
        Err(e) => {
            let _ = fs::remove_file(&temporary);
            Err(e)
        }
    }
}

/// Makes the output directory that of this run, or finds that it is already.
fn claim(options: &Options, tasks: &[Task]) -> Result<(), String> {
    let mut job = format!("lindworm corpus {} 2\n{}\n", env!("CARGO_PKG_VERSION"), options.description);
    for task in tasks {
        job.push_str(&format!("{} {:?}\n", task.bytes, task.part));
    }
    let path = options.output.join("job.txt");
    match fs::read_to_string(&path) {
        Ok(old) if old == job => {}
        Ok(_) => return Err(at(&options.output, "holds the output of another map, or of other inputs")),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            replace(&path, |mut file| file.write_all(job.as_bytes()).map_err(|e| at(&path, e)))?;
        }
        Err(e) => return Err(at(&path, e)),
    }
    // What an interrupted run left.
    for entry in fs::read_dir(&options.output).map_err(|e| at(&options.output, e))?.flatten() {
        if entry.file_name().to_string_lossy().contains(".parquet.tmp-") {
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(())
}

fn writer<W: Write + Send>(map: &Map, out: W) -> Result<ArrowWriter<W>, String> {
    let level = ZstdLevel::try_new(1).map_err(|e| e.to_string())?;
    let properties = WriterProperties::builder().set_compression(Compression::ZSTD(level)).build();
    ArrowWriter::try_new(out, map.schema(), Some(properties)).map_err(|e| e.to_string())
}

fn write_shard(options: &Options, task: &Task, path: &Path, progress: &Progress) -> Result<(), String> {
    replace(path, |file| {
        let mut writer = writer(&options.map, file)?;
        write_task(options, task, &mut writer, progress)?;
        writer.close().map_err(|e| at(path, e))?;
        Ok(())
    })
}

fn write_task<W: Write + Send>(
    options: &Options,
    task: &Task,
    writer: &mut ArrowWriter<W>,
    progress: &Progress,
) -> Result<(), String> {
    task.for_each_batch(&options.columns, &mut |modules| {
        progress.modules.fetch_add(modules.len() as u64, Ordering::Relaxed);
        for batch in table(&options.map, modules).map_err(|e| e.to_string())? {
            let errors = batch.column_by_name("error").map_or(0, |c| c.len() - c.null_count());
            progress.skipped.fetch_add(errors as u64, Ordering::Relaxed);
            writer.write(&batch).map_err(|e| e.to_string())?;
            if writer.in_progress_size() > GROUP_BYTES {
                writer.flush().map_err(|e| e.to_string())?;
            }
        }
        Ok(())
    })
}

/// Writes the names of the modules that could not be read, and why.
fn list_skipped(shards: &[PathBuf], path: &Path) -> Result<u64, String> {
    let mut skipped = 0;
    replace(path, |file| {
        let mut out = io::BufWriter::new(file);
        for shard in shards {
            let refused = |e: &dyn std::fmt::Display| at(shard, e);
            let file = File::open(shard).map_err(|e| refused(&e))?;
            let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|e| refused(&e))?;
            let mask = ProjectionMask::columns(builder.parquet_schema(), ["module", "error"]);
            for batch in builder.with_projection(mask).build().map_err(|e| refused(&e))? {
                let batch = batch.map_err(|e| refused(&e))?;
                let (modules, errors) = (batch.column(0).as_string::<i32>(), batch.column(1).as_string::<i32>());
                for i in (0..batch.num_rows()).filter(|&i| errors.is_valid(i)) {
                    skipped += 1;
                    let clean = |text: &str| text.replace(['\t', '\n', '\r'], " ");
                    writeln!(out, "{}\t{}", clean(modules.value(i)), clean(errors.value(i)))
                        .map_err(|e| refused(&e))?;
                }
            }
        }
        out.flush().map_err(|e| at(path, e))
    })?;
    Ok(skipped)
}

/// Shows how far the run is until it has finished.
fn show(progress: &Progress, total: u64) {
    let (start, on_terminal) = (Instant::now(), io::stderr().is_terminal());
    let pause = Duration::from_millis(if on_terminal { 500 } else { 10_000 });
    let mut shown = start;
    while !progress.finished.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(100));
        if shown.elapsed() < pause {
            continue;
        }
        shown = Instant::now();
        let seconds = start.elapsed().as_secs_f64();
        let (modules, skipped) = (progress.modules.load(Ordering::Relaxed), progress.skipped.load(Ordering::Relaxed));
        let share = progress.input.load(Ordering::Relaxed) as f64 / total.max(1) as f64;
        let left = match share > 0.0 {
            true => {
                let left = (seconds / share - seconds).max(0.0) as u64;
                format!("{:02}:{:02}:{:02} left", left / 3600, left / 60 % 60, left % 60)
            }
            false => "time left unknown".into(),
        };
        let line = format!(
            "{modules} modules, {:.0} per second, {:.0} % of the input, {left}, {skipped} skipped",
            modules as f64 / seconds,
            share * 100.0
        );
        let _ = if on_terminal { write!(io::stderr(), "\r\x1b[K{line}") } else { writeln!(io::stderr(), "{line}") };
    }
    if on_terminal {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}
