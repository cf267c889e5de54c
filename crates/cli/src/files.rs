//! Input and output files. An output file that exists keeps its content until all of the new content is written.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use lindworm::bitcode::archive::members;

use crate::input::Input;

/// What LLVM calls the input that has no file name.
pub const STDIN_NAME: &str = "<stdin>";

/// How a module read from `path` is called.
pub fn input_name(path: &Path) -> String {
    if is_dash(path) { STDIN_NAME.into() } else { path.to_string_lossy().into_owned() }
}

/// Reads a file, or the standard input where `path` is `-`, or a member of an archive where it is `FILE(MEMBER)`.
pub fn read_input(path: &Path) -> io::Result<Input> {
    if !is_dash(path) {
        return File::open(path).and_then(Input::of).or_else(|error| match archive_and_member(path) {
            Some((archive, member)) if error.kind() == io::ErrorKind::NotFound => read_member(&archive, &member),
            _ => Err(error),
        });
    }
    // The standard input may be a file.
    #[cfg(unix)]
    return Input::of(File::from(std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?));
    #[cfg(windows)]
    return Input::of(File::from(std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?));
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
/// A regular file is replaced in one step when all is written, so that whoever reads it sees the old content or the new.
pub fn write_output(path: &Path, fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>) -> io::Result<()> {
    if is_dash(path) {
        #[cfg(unix)]
        let out = File::from(std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?);
        #[cfg(not(unix))]
        let out = io::stdout();
        return write_to(out, fill);
    }
    // Through a symbolic link, what it points at is replaced, and not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let existing = fs::metadata(&target).ok();
    if existing.as_ref().is_some_and(|m| !m.is_file()) {
        return write_to(File::options().write(true).open(&target)?, fill);
    }
    let Ok((file, temporary)) = create_beside(&target) else {
        // The directory takes no new file; the file itself may still take new content.
        return write_to(File::create(&target)?, fill);
    };
    let written = write_to(file, fill)
        .and_then(|()| existing.map_or(Ok(()), |m| fs::set_permissions(&temporary, m.permissions())))
        .and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        // What went wrong first is what is worth telling.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_to(file: impl Write + Send, fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>) -> io::Result<()> {
    // What is written in large pieces goes past the buffer.
    let mut out = BufWriter::with_capacity(1 << 13, file);
    fill(&mut out)?;
    out.flush()
}

/// A new file in the directory of `target`, under a name that nothing has.
fn create_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    let mut name = OsString::from(".");
    name.push(target.file_name().ok_or(io::ErrorKind::InvalidInput)?);
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = target.with_file_name(name);
    Ok((File::options().write(true).create_new(true).open(&temporary)?, temporary))
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
    fn reasons_are_the_systems_words() {
        let error = fs::read("/nonexistent/file").unwrap_err();
        assert_eq!(reason(&error), "No such file or directory");
    }
}
