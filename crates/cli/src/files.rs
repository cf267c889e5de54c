//! Input and output files. An output file that exists keeps its content until all of the new content is written.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Cursor, Seek, Write};
use std::path::{Path, PathBuf};

use lindworm::bitcode::archive::members;
use tempfile::{Builder, NamedTempFile};

use crate::embedded;
use crate::input::Input;
#[cfg(unix)]
use crate::signals;
use crate::streams;

/// What LLVM calls the input that has no file name.
pub const STDIN_NAME: &str = "<stdin>";

/// How a module read from `path` is called.
pub fn input_name(path: &Path) -> String {
    if is_dash(path) { STDIN_NAME.into() } else { path.to_string_lossy().into_owned() }
}

/// Reads a file, or the standard input where `path` is `-`, or a member of an archive where it is `FILE(MEMBER)`. Of an object file
/// that holds bitcode, it is that.
pub fn read_input(path: &Path) -> io::Result<Input> {
    let bytes = read_whole(path)?;
    Ok(embedded::bitcode(&bytes).map_or(bytes, Input::Read))
}

/// The same, of an object file too as it is.
pub fn read_whole(path: &Path) -> io::Result<Input> {
    if !is_dash(path) {
        return File::open(path).and_then(Input::of).or_else(|error| match archive_and_member(path) {
            Some((archive, member)) if error.kind() == io::ErrorKind::NotFound => read_member(&archive, &member),
            _ => Err(error),
        });
    }
    // The standard input may be a file, which can be mapped.
    Input::of(streams::stdin()?)
}

/// What stands before the parentheses at the end of a path, and within them.
fn archive_and_member(path: &Path) -> Option<(PathBuf, String)> {
    let (archive, member) = path.to_str()?.strip_suffix(')')?.rsplit_once('(')?;
    Some((archive.into(), member.into()))
}

fn read_member(archive: &Path, member: &str) -> io::Result<Input> {
    let bytes = Input::of(File::open(archive)?)?;
    let members = members(&bytes).map_err(|e| io::Error::other(format!("{} {}", e.message, e.place())))?;
    match members.iter().find(|m| *m.name == *member.as_bytes()) {
        Some(member) => Ok(Input::Read(member.data.to_vec())),
        None => Err(io::Error::new(io::ErrorKind::NotFound, format!("no member '{member}' in this archive"))),
    }
}

/// Calls `fill` with a place to write to, and puts what it wrote into `path`, or on the standard output where `path` is `-`.
///
/// A regular file is only ever replaced, when all is written: whoever reads it sees the old content or the new, an input that is
/// mapped stays as it is, and an error leaves the old file. The file keeps its permissions, and its owner where that may be; through
/// a symbolic link, what it leads to is replaced, and not the link. Everything else, such as a device, a pipe or `/dev/stdout`, is
/// written directly.
pub fn write_output(path: &Path, fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>) -> io::Result<()> {
    match Output::of(path)? {
        Output::Direct(file) => write_to(file, fill),
        Output::Replaced(temporary, target) => {
            write_to(temporary.as_file(), fill)?;
            temporary.persist(&target).map(drop).map_err(|e| e.error)
        }
    }
}

/// [`write_output`] for what is not written from the beginning to the end. It is made in memory first where `path` is not a regular
/// file.
pub fn write_in_any_order<E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut (dyn WriteSeek + Send)) -> Result<(), E>,
) -> Result<(), E> {
    match Output::of(path)? {
        Output::Direct(mut file) => {
            let mut made = Cursor::new(Vec::new());
            fill(&mut made)?;
            file.write_all(made.get_ref())?;
            Ok(file.flush()?)
        }
        Output::Replaced(temporary, target) => {
            fill(&mut temporary.as_file())?;
            temporary.persist(&target).map_err(|e| e.error)?;
            Ok(())
        }
    }
}

/// A place to write to, in any order.
pub trait WriteSeek: Write + Seek {}

impl<T: Write + Seek> WriteSeek for T {}

/// What a path of an output leads to.
enum Output {
    /// What is written to as it is: a device, a pipe, or a file that is already open.
    Direct(Box<dyn Write + Send>),
    /// A new file, and the file that it is to replace.
    Replaced(NamedTempFile, PathBuf),
}

impl Output {
    fn of(path: &Path) -> io::Result<Output> {
        let target = follow_links(path);
        match descriptor(&target) {
            _ if is_dash(path) => return Ok(Output::Direct(Box::new(streams::stdout()?))),
            Some(1) => return Ok(Output::Direct(Box::new(streams::stdout()?))),
            // A file descriptor that is already open is not replaced by this process.
            Some(_) => return Ok(Output::Direct(Box::new(File::options().append(true).open(&target)?))),
            None => {}
        }
        // A file without write permission is not replaced either.
        let existing = match File::options().write(true).open(&target) {
            Ok(file) => match file.metadata()? {
                metadata if metadata.is_file() => Some(metadata),
                _ => return Ok(Output::Direct(Box::new(file))),
            },
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(e),
        };
        let temporary = temporary(&Builder::new(), directory_of(&target), existing.as_ref())?;
        Ok(Output::Replaced(temporary, target))
    }
}

/// Puts `content` into a new file among the system's temporary ones, and gives its path.
pub fn write_temporary(prefix: &str, suffix: &str, content: &[u8]) -> io::Result<PathBuf> {
    let file = temporary(Builder::new().prefix(prefix).suffix(suffix), &std::env::temp_dir(), None)?;
    write_to(file.as_file(), |out| out.write_all(content))?;
    file.keep().map(|(_, path)| path).map_err(|e| e.error)
}

/// A file that is removed when it is dropped, or when a signal ends the process.
fn temporary(how: &Builder<'_, '_>, directory: &Path, existing: Option<&Metadata>) -> io::Result<NamedTempFile> {
    #[cfg(unix)]
    signals::ignore_file_size_limit();
    how.make_in(directory, |path| {
        #[cfg(unix)]
        signals::remove_if_ended(path);
        create(path, existing)
    })
}

fn write_to(file: impl Write + Send, fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>) -> io::Result<()> {
    // Large writes bypass the buffer.
    let mut out = BufWriter::with_capacity(1 << 13, file);
    fill(&mut out)?;
    out.flush()
}

/// Where a path leads to if it is a symbolic link, which need not exist.
fn follow_links(path: &Path) -> PathBuf {
    /// As many links as Linux follows. Opening what is left of a longer way fails.
    const MOST_LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        if descriptor(&target).is_some() {
            break;
        }
        let Ok(link) = fs::read_link(&target) else { break };
        target = directory_of(&target).join(link);
    }
    target
}

/// The number of the open file that a path names: 1 for `/dev/fd/1` and `/proc/self/fd/1`, to which `/dev/stdout` leads.
fn descriptor(path: &Path) -> Option<u32> {
    let number = path.file_name()?.to_str()?.parse().ok()?;
    let directory = fs::canonicalize(directory_of(path)).ok()?;
    let is_of_this_process =
        directory == Path::new("/dev/fd") || directory == fs::canonicalize("/proc/self/fd").ok()?;
    is_of_this_process.then_some(number)
}

/// The directory in which a path is looked up.
fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// A new file that nobody may read who may not read the one that it is to replace.
#[cfg(unix)]
fn create(path: &Path, existing: Option<&Metadata>) -> io::Result<File> {
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
    let mode = existing.map_or(0o666, |m| m.mode() & 0o777);
    let file = File::options().write(true).create_new(true).mode(mode).open(path)?;
    if let Some(existing) = existing {
        // Only the superuser may change the owner; other users may at most keep the group.
        let _ = fchown(&file, Some(existing.uid()), None);
        let _ = fchown(&file, None, Some(existing.gid()));
        file.set_permissions(PermissionsExt::from_mode(mode))?;
    }
    Ok(file)
}

#[cfg(not(unix))]
fn create(path: &Path, _existing: Option<&Metadata>) -> io::Result<File> {
    File::options().write(true).create_new(true).open(path)
}

/// Whether a path stands for the standard input or output.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The system's words for an error, without the number that the standard library puts behind them.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of its own for one test.
    fn scratch(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("lindworm-files-{}-{name}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        dir
    }

    #[test]
    fn output_is_written_whole() {
        let dir = scratch("whole");
        let file = dir.join("out.ll");
        write_output(&file, |out| out.write_all(b"one")).unwrap();
        write_output(&file, |out| out.write_all(b"two")).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn failed_output_leaves_the_old_file() {
        let dir = scratch("failed");
        let file = dir.join("out.ll");
        write_output(&file, |out| out.write_all(b"old")).unwrap();
        let failed = write_output(&file, |out| {
            out.write_all(b"new")?;
            Err(io::Error::other("no"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no");
        assert_eq!(fs::read(&file).unwrap(), b"old");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn what_is_written_in_any_order_is_there_if_all_went_well() {
        let dir = scratch("order");
        let file = dir.join("out.bc");
        let write = |is_good: bool| {
            write_in_any_order(&file, |out| {
                out.seek(io::SeekFrom::Start(2))?;
                out.write_all(b"two")?;
                out.rewind()?;
                out.write_all(b"1,")?;
                if is_good { Ok(()) } else { Err(io::Error::other("no")) }
            })
        };
        write(true).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"1,two");
        fs::write(&file, "old").unwrap();
        assert_eq!(write(false).unwrap_err().to_string(), "no");
        assert_eq!(fs::read(&file).unwrap(), b"old");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn reasons_are_the_systems_words() {
        let error = fs::read("/nonexistent/file").unwrap_err();
        assert_eq!(reason(&error), "No such file or directory");
    }
}
