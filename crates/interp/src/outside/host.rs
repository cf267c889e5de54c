//! Files of the host, accessed through the standard library.

use std::fs::{self, File, Metadata};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

use super::{Answer, DirectoryEntry, Open, OpenOptions, Status, Time, Whence, file_type};
use crate::builtin::errno::*;

fn answer<T>(result: std::io::Result<T>) -> Answer<T> {
    result.map_err(|e| of_host(&e))
}

#[cfg(unix)]
fn path(bytes: &[u8]) -> Answer<&Path> {
    use std::os::unix::ffi::OsStrExt;
    Ok(Path::new(std::ffi::OsStr::from_bytes(bytes)))
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> Answer<&Path> {
    std::str::from_utf8(bytes).map(Path::new).map_err(|_| EINVAL)
}

fn bytes(path: &Path) -> Vec<u8> {
    path.as_os_str().as_encoded_bytes().to_vec()
}

/// Standard input, output or error without a buffer; `None` if it is closed.
#[cfg(unix)]
pub(super) fn standard(number: i32) -> Option<File> {
    use std::os::fd::AsFd;
    let owned = match number {
        0 => std::io::stdin().as_fd().try_clone_to_owned(),
        1 => std::io::stdout().as_fd().try_clone_to_owned(),
        _ => std::io::stderr().as_fd().try_clone_to_owned(),
    };
    owned.ok().map(File::from)
}

#[cfg(windows)]
pub(super) fn standard(number: i32) -> Option<File> {
    use std::os::windows::io::AsHandle;
    let owned = match number {
        0 => std::io::stdin().as_handle().try_clone_to_owned(),
        1 => std::io::stdout().as_handle().try_clone_to_owned(),
        _ => std::io::stderr().as_handle().try_clone_to_owned(),
    };
    owned.ok().map(File::from)
}

#[cfg(not(any(unix, windows)))]
pub(super) fn standard(_number: i32) -> Option<File> {
    None
}

pub(super) fn open(name: &[u8], options: OpenOptions) -> Answer<Open> {
    let at = path(name)?;
    let mut with = fs::OpenOptions::new();
    with.read(options.read).write(options.write && !options.append).append(options.append);
    if options.write {
        with.truncate(options.truncate).create(options.create).create_new(options.create && options.exclusive);
    } else if options.create && !at.exists() {
        // The standard library creates files only if they are opened for writing.
        answer(fs::OpenOptions::new().write(true).create_new(true).open(at))?;
    } else if options.create && options.exclusive {
        return Err(EEXIST);
    }
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut with, options.mode);
    let file = answer(with.open(at))?;
    let directory = answer(file.metadata())?.is_dir();
    if options.directory && !directory {
        return Err(ENOTDIR);
    }
    Ok(Open::Host { file, path: if directory { name.to_vec() } else { Vec::new() } })
}

pub(super) fn read(file: &mut File, len: u64, at: Option<u64>) -> Answer<Vec<u8>> {
    // The requested length may be much larger than the file.
    let mut all = vec![0; len.min(1 << 20) as usize];
    let count = answer(match at {
        Some(at) => read_at(file, &mut all, at),
        None => file.read(&mut all),
    })?;
    all.truncate(count);
    // A file is read to the requested length; a terminal or pipe returns what is available.
    while count as u64 >= 1 << 20 && (all.len() as u64) < len {
        let from = all.len();
        let more = (len - from as u64).min(1 << 24) as usize;
        all.resize(from + more, 0);
        let count = answer(match at {
            Some(at) => read_at(file, &mut all[from..], at + from as u64),
            None => file.read(&mut all[from..]),
        })?;
        all.truncate(from + count);
        if count == 0 {
            break;
        }
    }
    Ok(all)
}

pub(super) fn write(file: &mut File, bytes: &[u8], at: Option<u64>) -> Answer<u64> {
    let count = match at {
        Some(at) => write_at(file, bytes, at),
        None => file.write(bytes),
    };
    Ok(answer(count)? as u64)
}

#[cfg(unix)]
fn read_at(file: &mut File, bytes: &mut [u8], at: u64) -> std::io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, bytes, at)
}

#[cfg(unix)]
fn write_at(file: &mut File, bytes: &[u8], at: u64) -> std::io::Result<usize> {
    std::os::unix::fs::FileExt::write_at(file, bytes, at)
}

#[cfg(not(unix))]
fn read_at(file: &mut File, bytes: &mut [u8], at: u64) -> std::io::Result<usize> {
    let here = file.stream_position()?;
    file.seek(SeekFrom::Start(at))?;
    let result = file.read(bytes);
    file.seek(SeekFrom::Start(here))?;
    result
}

#[cfg(not(unix))]
fn write_at(file: &mut File, bytes: &[u8], at: u64) -> std::io::Result<usize> {
    let here = file.stream_position()?;
    file.seek(SeekFrom::Start(at))?;
    let result = file.write(bytes);
    file.seek(SeekFrom::Start(here))?;
    result
}

pub(super) fn seek(file: &mut File, offset: i64, whence: Whence) -> Answer<u64> {
    answer(file.seek(match whence {
        Whence::Start => SeekFrom::Start(u64::try_from(offset).map_err(|_| EINVAL)?),
        Whence::Here => SeekFrom::Current(offset),
        Whence::End => SeekFrom::End(offset),
    }))
}

#[cfg(unix)]
pub(super) fn status(data: &Metadata) -> Answer<Status> {
    use std::os::unix::fs::MetadataExt;
    Ok(Status {
        device: data.dev(),
        inode: data.ino(),
        mode: data.mode(),
        links: data.nlink(),
        user: data.uid(),
        group: data.gid(),
        special_device: data.rdev(),
        size: data.size(),
        block_size: data.blksize(),
        blocks: data.blocks(),
        accessed: (data.atime(), data.atime_nsec() as u32),
        modified: (data.mtime(), data.mtime_nsec() as u32),
        changed: (data.ctime(), data.ctime_nsec() as u32),
    })
}

#[cfg(not(unix))]
pub(super) fn status(data: &Metadata) -> Answer<Status> {
    let time = |time: std::io::Result<SystemTime>| {
        let since = time.ok().and_then(|t| t.duration_since(SystemTime::UNIX_EPOCH).ok()).unwrap_or_default();
        (since.as_secs() as i64, since.subsec_nanos())
    };
    let permissions = if data.permissions().readonly() { 0o555 } else { 0o755 };
    Ok(Status {
        mode: permissions | mode_of(data.file_type()),
        links: 1,
        size: data.len(),
        block_size: 4096,
        blocks: data.len().div_ceil(512),
        accessed: time(data.accessed()),
        modified: time(data.modified()),
        changed: time(data.modified()),
        ..Status::default()
    })
}

fn mode_of(kind: fs::FileType) -> u32 {
    match () {
        () if kind.is_dir() => file_type::DIRECTORY,
        () if kind.is_symlink() => file_type::LINK,
        () if kind.is_file() => file_type::REGULAR,
        () => file_type::CHARACTERS,
    }
}

pub(super) fn status_of(name: &[u8], follow: bool) -> Answer<Status> {
    let at = path(name)?;
    status(&answer(if follow { fs::metadata(at) } else { fs::symlink_metadata(at) })?)
}

/// The user and group identifiers of this process, which own `/proc/self`.
pub(super) fn user() -> (u32, u32) {
    status_of(b"/proc/self", true).map_or((0, 0), |s| (s.user, s.group))
}

pub(super) fn set_times(file: &File, accessed: Option<Time>, modified: Option<Time>) -> Answer<()> {
    let time = |(seconds, nanoseconds): Time| {
        let distance = Duration::from_secs(seconds.unsigned_abs());
        let base = match seconds >= 0 {
            true => SystemTime::UNIX_EPOCH.checked_add(distance),
            false => SystemTime::UNIX_EPOCH.checked_sub(distance),
        };
        base.and_then(|t| t.checked_add(Duration::from_nanos(nanoseconds.into()))).ok_or(EINVAL)
    };
    let mut times = fs::FileTimes::new();
    if let Some(accessed) = accessed {
        times = times.set_accessed(time(accessed)?);
    }
    if let Some(modified) = modified {
        times = times.set_modified(time(modified)?);
    }
    answer(file.set_times(times))
}

#[cfg(unix)]
fn permissions(mode: u32) -> Option<fs::Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(mode & 0o7777))
}

#[cfg(not(unix))]
fn permissions(_mode: u32) -> Option<fs::Permissions> {
    None
}

pub(super) fn set_mode(name: &[u8], mode: u32) -> Answer<()> {
    permissions(mode).map_or(Ok(()), |p| answer(fs::set_permissions(path(name)?, p)))
}

pub(super) fn set_file_mode(file: &File, mode: u32) -> Answer<()> {
    permissions(mode).map_or(Ok(()), |p| answer(file.set_permissions(p)))
}

pub(super) fn remove_file(name: &[u8]) -> Answer<()> {
    answer(fs::remove_file(path(name)?))
}

pub(super) fn remove_directory(name: &[u8]) -> Answer<()> {
    answer(fs::remove_dir(path(name)?))
}

pub(super) fn rename(from: &[u8], to: &[u8]) -> Answer<()> {
    answer(fs::rename(path(from)?, path(to)?))
}

pub(super) fn link(from: &[u8], to: &[u8]) -> Answer<()> {
    answer(fs::hard_link(path(from)?, path(to)?))
}

#[cfg(unix)]
pub(super) fn symbolic_link(target: &[u8], name: &[u8]) -> Answer<()> {
    answer(std::os::unix::fs::symlink(path(target)?, path(name)?))
}

#[cfg(not(unix))]
pub(super) fn symbolic_link(_target: &[u8], _name: &[u8]) -> Answer<()> {
    Err(EPERM)
}

pub(super) fn read_link(name: &[u8]) -> Answer<Vec<u8>> {
    Ok(bytes(&answer(fs::read_link(path(name)?))?))
}

pub(super) fn real_path(name: &[u8]) -> Answer<Vec<u8>> {
    Ok(bytes(&answer(fs::canonicalize(path(name)?))?))
}

pub(super) fn make_directory(name: &[u8], mode: u32) -> Answer<()> {
    #[allow(unused_mut)]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, mode);
    let _ = mode;
    answer(builder.create(path(name)?))
}

pub(super) fn read_directory(name: &[u8]) -> Answer<Vec<DirectoryEntry>> {
    let at = path(name)?;
    let mut found = Vec::new();
    for own in [&b"."[..], b".."] {
        let inode = status_of(&[name, b"/", own].concat(), true).map_or(0, |s| s.inode);
        found.push(DirectoryEntry { name: own.to_vec(), inode, file_type: file_type::DIRECTORY });
    }
    for entry in answer(fs::read_dir(at))? {
        let entry = answer(entry)?;
        #[cfg(unix)]
        let inode = std::os::unix::fs::DirEntryExt::ino(&entry);
        #[cfg(not(unix))]
        let inode = 0;
        let file_type = entry.file_type().map_or(0, mode_of);
        found.push(DirectoryEntry { name: bytes(Path::new(&entry.file_name())), inode, file_type });
    }
    Ok(found)
}

pub(super) fn current_directory() -> Answer<Vec<u8>> {
    Ok(bytes(&answer(std::env::current_dir())?))
}

pub(super) fn change_directory(name: &[u8]) -> Answer<()> {
    answer(std::env::set_current_dir(path(name)?))
}

/// A running shell command.
pub(crate) struct Command(std::process::Child);

#[cfg(unix)]
impl Command {
    /// Starts a command. With `read`, also returns the file of its output (`true`) or its input (`false`).
    pub(super) fn start(command: &[u8], read: Option<bool>) -> Answer<(Command, Option<File>)> {
        use std::os::fd::OwnedFd;
        use std::os::unix::ffi::OsStrExt;
        use std::process::Stdio;
        let mut shell = std::process::Command::new("/bin/sh");
        shell.arg("-c").arg(std::ffi::OsStr::from_bytes(command));
        match read {
            Some(true) => drop(shell.stdout(Stdio::piped())),
            Some(false) => drop(shell.stdin(Stdio::piped())),
            None => {}
        }
        let mut child = answer(shell.spawn())?;
        let pipe = match read {
            Some(true) => child.stdout.take().map(OwnedFd::from),
            Some(false) => child.stdin.take().map(OwnedFd::from),
            None => None,
        };
        Ok((Command(child), pipe.map(File::from)))
    }

    /// Waits for the end of the command, and returns its status in the format of `wait`.
    pub(crate) fn end(mut self) -> Answer<i32> {
        let status = answer(self.0.wait())?;
        Ok(std::os::unix::process::ExitStatusExt::into_raw(status))
    }
}

#[cfg(not(unix))]
impl Command {
    pub(super) fn start(_command: &[u8], _read: Option<bool>) -> Answer<(Command, Option<File>)> {
        Err(ENOSYS)
    }

    pub(crate) fn end(mut self) -> Answer<i32> {
        Ok(answer(self.0.wait())?.code().unwrap_or(0) << 8)
    }
}
