//! The environment of the program: files, the terminal, the clock.
//!
//! All library functions access the operating system through [`Outside`], which uses either the host or, for an isolated
//! program, files in memory, an empty standard input, and a clock that counts operations. The output of an isolated program is
//! printed nevertheless.

mod files;
mod host;
mod pipe;

use std::cell::RefCell;
use std::io::IsTerminal;
use std::rc::Rc;
use std::time::{Duration, Instant, SystemTime};

use files::{Files, Node};
pub(crate) use host::Command;
use pipe::Pipe;

use crate::builtin::errno::*;
use crate::limits::Footprint;

/// The result of a system call; the error is an `errno` value.
pub(crate) type Answer<T> = Result<T, i32>;

/// The environment of the program.
pub(crate) struct Outside {
    /// The files of an isolated program; `None` if the program uses those of the host.
    files: Option<Files>,
    /// The open files by descriptor.
    open: Vec<Option<Rc<RefCell<Open>>>>,
    /// The running commands, by the descriptor of their input or output.
    commands: Vec<(i32, Command)>,
    /// The maximum size in bytes of all data in memory.
    limit: u64,
    started: Instant,
    /// The total time that an isolated program has slept; sleeping is simulated.
    slept: Duration,
}

/// An open file, possibly shared by several descriptors.
pub(super) enum Open {
    /// A file, terminal or pipe of the host. The path of a directory is kept, since directories are read by path.
    Host { file: std::fs::File, path: Vec<u8> },
    /// Standard output or error of an isolated program, which is that of the host and write-only.
    Output(Option<std::fs::File>),
    /// Output captured for the embedder.
    Kept(Vec<u8>),
    /// A file in memory.
    Memory { node: Rc<RefCell<Node>>, at: u64, read: bool, write: bool, append: bool },
    /// An end of a pipe in memory.
    Pipe { pipe: Rc<RefCell<Pipe>>, write: bool },
    /// Always at end of file.
    Empty,
}

/// An open file without a descriptor.
pub(crate) struct OpenFile(Rc<RefCell<Open>>);

/// The flags for opening a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OpenOptions {
    pub(crate) read: bool,
    pub(crate) write: bool,
    pub(crate) append: bool,
    pub(crate) create: bool,
    pub(crate) exclusive: bool,
    pub(crate) truncate: bool,
    /// The file must be a directory.
    pub(crate) directory: bool,
    /// The permissions of a new file.
    pub(crate) mode: u32,
}

/// The metadata of a file, as in `stat`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Status {
    pub(crate) device: u64,
    pub(crate) inode: u64,
    /// File type and permissions.
    pub(crate) mode: u32,
    pub(crate) links: u64,
    pub(crate) user: u32,
    pub(crate) group: u32,
    pub(crate) special_device: u64,
    pub(crate) size: u64,
    pub(crate) block_size: u64,
    /// In units of 512 bytes.
    pub(crate) blocks: u64,
    pub(crate) accessed: Time,
    pub(crate) modified: Time,
    pub(crate) changed: Time,
}

/// Seconds and nanoseconds since 1970.
pub(crate) type Time = (i64, u32);

/// File types in [`Status::mode`].
pub(crate) mod file_type {
    pub(crate) const MASK: u32 = 0o170000;
    pub(crate) const PIPE: u32 = 0o010000;
    pub(crate) const CHARACTERS: u32 = 0o020000;
    pub(crate) const DIRECTORY: u32 = 0o040000;
    pub(crate) const REGULAR: u32 = 0o100000;
    pub(crate) const LINK: u32 = 0o120000;
}

/// The reference point of a file offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whence {
    Start,
    Here,
    End,
}

/// An entry of a directory.
#[derive(Clone, Debug)]
pub(crate) struct DirectoryEntry {
    pub(crate) name: Vec<u8>,
    pub(crate) inode: u64,
    /// As in [`Status::mode`].
    pub(crate) file_type: u32,
}

/// The maximum number of open descriptors.
const MAX_OPEN: usize = 1024;

impl Outside {
    /// The host's environment or, if `isolated`, one in memory of at most `limit` bytes.
    pub(crate) fn new(isolated: bool, limit: u64) -> Outside {
        let standard = |number| match (isolated, number) {
            (true, 0) => Open::Empty,
            (true, _) => Open::Output(host::standard(number)),
            (false, _) => match host::standard(number) {
                Some(file) => Open::Host { file, path: Vec::new() },
                None => Open::Empty,
            },
        };
        Outside {
            files: isolated.then(Files::new),
            open: (0..3).map(|n| Some(Rc::new(RefCell::new(standard(n))))).collect(),
            commands: Vec::new(),
            limit,
            started: Instant::now(),
            slept: Duration::ZERO,
        }
    }

    /// Adds the memory used by files and pipes in memory.
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        let Outside { files, open, commands, limit: _, started: _, slept: _ } = self;
        if let Some(files) = files {
            files.footprint(all);
        }
        all.add(open);
        all.each(open.iter().flatten(), |all, open| match &*open.borrow() {
            Open::Kept(bytes) => all.add_bytes(bytes.len() as u64),
            Open::Pipe { pipe, write: false } => pipe.borrow().footprint(all),
            Open::Memory { node, .. } => node.borrow().footprint_if_removed(all),
            _ => {}
        });
        all.add(commands);
    }

    /// Captures standard output and standard error from now on, for [`Outside::take_output`].
    pub(crate) fn keep_output(&mut self) {
        for open in &mut self.open[1..3] {
            *open = Some(Rc::new(RefCell::new(Open::Kept(Vec::new()))));
        }
    }

    /// The output captured for a descriptor since the last call.
    pub(crate) fn take_output(&mut self, descriptor: i32) -> Vec<u8> {
        match self.get(descriptor) {
            Ok(open) => match &mut *open.borrow_mut() {
                Open::Kept(bytes) => std::mem::take(bytes),
                _ => Vec::new(),
            },
            Err(_) => Vec::new(),
        }
    }

    fn get(&self, descriptor: i32) -> Answer<Rc<RefCell<Open>>> {
        usize::try_from(descriptor).ok().and_then(|i| self.open.get(i)?.clone()).ok_or(EBADF)
    }

    fn add(&mut self, open: Rc<RefCell<Open>>, from: usize) -> Answer<i32> {
        let free = (from..MAX_OPEN).find(|&i| self.open.get(i).is_none_or(Option::is_none)).ok_or(EMFILE)?;
        if self.open.len() <= free {
            self.open.resize(free + 1, None);
        }
        self.open[free] = Some(open);
        Ok(free as i32)
    }

    /// Opens a file and returns its descriptor.
    pub(crate) fn open(&mut self, path: &[u8], options: OpenOptions) -> Answer<i32> {
        let open = match &mut self.files {
            None => host::open(path, options)?,
            Some(files) => {
                let node = files.open(path, options)?;
                let OpenOptions { read, write, append, .. } = options;
                Open::Memory { node, at: 0, read, write, append }
            }
        };
        self.add(Rc::new(RefCell::new(open)), 0)
    }

    /// Closes a descriptor.
    pub(crate) fn close(&mut self, descriptor: i32) -> Answer<()> {
        self.get(descriptor)?;
        self.open[descriptor as usize] = None;
        Ok(())
    }

    /// Duplicates a descriptor to the lowest free one from `from` on.
    pub(crate) fn duplicate(&mut self, descriptor: i32, from: i32) -> Answer<i32> {
        let open = self.get(descriptor)?;
        self.add(open, usize::try_from(from).map_err(|_| EINVAL)?)
    }

    /// Duplicates a descriptor to the descriptor `to`.
    pub(crate) fn duplicate_to(&mut self, descriptor: i32, to: i32) -> Answer<i32> {
        let open = self.get(descriptor)?;
        let at = usize::try_from(to).ok().filter(|&to| to < MAX_OPEN).ok_or(EBADF)?;
        if self.open.len() <= at {
            self.open.resize(at + 1, None);
        }
        self.open[at] = Some(open);
        Ok(to)
    }

    /// Creates a pipe: the descriptors of the read end and of the write end.
    pub(crate) fn pipe(&mut self) -> Answer<(i32, i32)> {
        let pipe = Rc::new(RefCell::new(Pipe::default()));
        let read = self.add(Rc::new(RefCell::new(Open::Pipe { pipe: pipe.clone(), write: false })), 0)?;
        let write = self.add(Rc::new(RefCell::new(Open::Pipe { pipe, write: true })), 0)?;
        Ok((read, write))
    }

    /// The open file of a descriptor. It stays open when the descriptor is closed.
    pub(crate) fn file(&self, descriptor: i32) -> Answer<OpenFile> {
        self.get(descriptor).map(OpenFile)
    }

    /// Reads at most `len` bytes from the current or a given position. The result is empty at end of file.
    ///
    /// The error is `EAGAIN` if a pipe in memory is empty but can still be written to.
    pub(crate) fn read(&mut self, descriptor: i32, len: u64, at: Option<u64>) -> Answer<Vec<u8>> {
        self.file(descriptor).and_then(|file| self.read_file(&file, len, at))
    }

    /// [`Outside::read`] for an open file.
    pub(crate) fn read_file(&mut self, file: &OpenFile, len: u64, at: Option<u64>) -> Answer<Vec<u8>> {
        match &mut *file.0.borrow_mut() {
            Open::Host { file, .. } => host::read(file, len.min(self.limit), at),
            Open::Output(_) | Open::Kept(_) => Err(EBADF),
            Open::Memory { read: false, .. } => Err(EBADF),
            Open::Memory { node, at: here, .. } => {
                let node = node.borrow();
                let bytes = node.content()?;
                let from = at.unwrap_or(*here).min(bytes.len() as u64) as usize;
                let found = &bytes[from..bytes.len().min(from.saturating_add(len as usize))];
                if at.is_none() {
                    *here = (from + found.len()) as u64;
                }
                Ok(found.to_vec())
            }
            Open::Pipe { write: true, .. } => Err(EBADF),
            Open::Pipe { pipe, .. } => {
                // The pipe is referenced by its read end and all write ends.
                pipe.borrow_mut().read(len, Rc::strong_count(pipe) > 1)
            }
            Open::Empty => Ok(Vec::new()),
        }
    }

    /// Writes bytes at the current or a given position. Returns the number of bytes written.
    pub(crate) fn write(&mut self, descriptor: i32, bytes: &[u8], at: Option<u64>) -> Answer<u64> {
        self.file(descriptor).and_then(|file| self.write_file(&file, bytes, at))
    }

    /// [`Outside::write`] for an open file.
    pub(crate) fn write_file(&mut self, file: &OpenFile, bytes: &[u8], at: Option<u64>) -> Answer<u64> {
        match &mut *file.0.borrow_mut() {
            Open::Host { file, .. } => host::write(file, bytes, at),
            Open::Output(Some(file)) => host::write(file, bytes, None),
            Open::Output(None) => Ok(bytes.len() as u64),
            Open::Kept(kept) => {
                if (kept.len() + bytes.len()) as u64 > self.limit {
                    return Err(ENOSPC);
                }
                kept.extend_from_slice(bytes);
                Ok(bytes.len() as u64)
            }
            Open::Memory { write: false, .. } => Err(EBADF),
            Open::Memory { node, at: here, append, .. } => {
                let mut node = node.borrow_mut();
                let content = node.content_mut()?;
                let from = if *append { content.len() as u64 } else { at.unwrap_or(*here) };
                let end = from.checked_add(bytes.len() as u64).filter(|&end| end <= self.limit).ok_or(ENOSPC)?;
                if end > content.len() as u64 {
                    content.resize(end as usize, 0);
                }
                content[from as usize..end as usize].copy_from_slice(bytes);
                if at.is_none() {
                    *here = end;
                }
                Ok(bytes.len() as u64)
            }
            Open::Pipe { write: false, .. } => Err(EBADF),
            Open::Pipe { pipe, .. } => {
                let read_end = Rc::strong_count(pipe) > 1;
                pipe.borrow_mut().write(bytes, read_end)
            }
            Open::Empty => Err(EBADF),
        }
    }

    /// Sets the file offset and returns it.
    pub(crate) fn seek(&mut self, descriptor: i32, offset: i64, whence: Whence) -> Answer<u64> {
        let open = self.get(descriptor)?;
        match &mut *open.borrow_mut() {
            Open::Host { file, .. } => host::seek(file, offset, whence),
            Open::Memory { node, at, .. } => {
                let from = match whence {
                    Whence::Start => 0,
                    Whence::Here => *at,
                    Whence::End => node.borrow().content()?.len() as u64,
                };
                *at = from.checked_add_signed(offset).filter(|&at| at < 1 << 62).ok_or(EINVAL)?;
                Ok(*at)
            }
            Open::Empty if self.files.is_some() => Err(ESPIPE),
            _ => Err(ESPIPE),
        }
    }

    /// The metadata of an open file.
    pub(crate) fn status(&mut self, descriptor: i32) -> Answer<Status> {
        let open = self.get(descriptor)?;
        let plain = |mode| Ok(Status { mode, links: 1, block_size: 4096, ..Status::default() });
        match &*open.borrow() {
            Open::Host { file, .. } => host::status(&file.metadata().map_err(|e| of_host(&e))?),
            Open::Output(_) | Open::Kept(_) | Open::Empty => plain(file_type::CHARACTERS | 0o620),
            Open::Memory { node, .. } => Ok(node.borrow().status()),
            Open::Pipe { .. } => plain(file_type::PIPE | 0o600),
        }
    }

    /// The metadata of a file. Symbolic links are followed if `follow`.
    pub(crate) fn status_of(&mut self, path: &[u8], follow: bool) -> Answer<Status> {
        match &mut self.files {
            None => host::status_of(path, follow),
            Some(files) => Ok(files.find(path)?.borrow().status()),
        }
    }

    /// Whether a descriptor is a terminal.
    pub(crate) fn is_terminal(&mut self, descriptor: i32) -> Answer<bool> {
        Ok(match &*self.get(descriptor)?.borrow() {
            Open::Host { file, .. } | Open::Output(Some(file)) => file.is_terminal(),
            _ => false,
        })
    }

    /// Sets the size of an open file.
    pub(crate) fn truncate(&mut self, descriptor: i32, len: u64) -> Answer<()> {
        match &mut *self.get(descriptor)?.borrow_mut() {
            Open::Host { file, .. } => file.set_len(len).map_err(|e| of_host(&e)),
            Open::Memory { node, write: true, .. } if len <= self.limit => {
                node.borrow_mut().content_mut()?.resize(len as usize, 0);
                Ok(())
            }
            _ => Err(EINVAL),
        }
    }

    /// Flushes an open file to disk.
    pub(crate) fn sync(&mut self, descriptor: i32) -> Answer<()> {
        match &*self.get(descriptor)?.borrow() {
            Open::Host { file, .. } => file.sync_all().map_err(|e| of_host(&e)),
            Open::Memory { .. } => Ok(()),
            _ => Err(EINVAL),
        }
    }

    /// Sets the access and modification times of an open file.
    pub(crate) fn set_times(&mut self, descriptor: i32, accessed: Option<Time>, modified: Option<Time>) -> Answer<()> {
        match &*self.get(descriptor)?.borrow() {
            Open::Host { file, .. } => host::set_times(file, accessed, modified),
            Open::Memory { node, .. } => {
                node.borrow_mut().set_times(accessed, modified);
                Ok(())
            }
            _ => Err(EINVAL),
        }
    }

    /// Sets the permissions of an open file.
    pub(crate) fn set_mode(&mut self, descriptor: i32, mode: u32) -> Answer<()> {
        match &*self.get(descriptor)?.borrow() {
            Open::Host { file, .. } => host::set_file_mode(file, mode),
            Open::Memory { node, .. } => {
                node.borrow_mut().set_mode(mode);
                Ok(())
            }
            _ => Err(EINVAL),
        }
    }

    /// Sets the permissions of a file.
    pub(crate) fn set_mode_of(&mut self, path: &[u8], mode: u32) -> Answer<()> {
        match &mut self.files {
            None => host::set_mode(path, mode),
            Some(files) => {
                files.find(path)?.borrow_mut().set_mode(mode);
                Ok(())
            }
        }
    }

    /// Whether the program has all the requested permissions for a file: read (4), write (2), execute (1).
    pub(crate) fn may_access(&mut self, path: &[u8], what: u32) -> Answer<()> {
        let status = self.status_of(path, true)?;
        let (user, group) = if self.files.is_some() { (0, 0) } else { host::user() };
        let granted = match () {
            // The superuser has all permissions, except for execution if no one has it.
            () if user == 0 && status.mode & 0o111 == 0 && status.mode & file_type::MASK != file_type::DIRECTORY => 6,
            () if user == 0 => 7,
            () if user == status.user => status.mode >> 6 & 7,
            () if group == status.group => status.mode >> 3 & 7,
            () => status.mode & 7,
        };
        if what & 7 & !granted == 0 { Ok(()) } else { Err(EACCES) }
    }

    /// The user and group identifiers of the program.
    pub(crate) fn user(&self) -> (u32, u32) {
        if self.files.is_some() { (0, 0) } else { host::user() }
    }

    /// Removes a file.
    pub(crate) fn remove_file(&mut self, path: &[u8]) -> Answer<()> {
        match &mut self.files {
            None => host::remove_file(path),
            Some(files) => files.remove(path, false),
        }
    }

    /// Removes an empty directory.
    pub(crate) fn remove_directory(&mut self, path: &[u8]) -> Answer<()> {
        match &mut self.files {
            None => host::remove_directory(path),
            Some(files) => files.remove(path, true),
        }
    }

    /// Renames a file, replacing an existing file of the new name.
    pub(crate) fn rename(&mut self, from: &[u8], to: &[u8]) -> Answer<()> {
        match &mut self.files {
            None => host::rename(from, to),
            Some(files) => files.rename(from, to),
        }
    }

    /// Creates a hard link.
    pub(crate) fn link(&mut self, from: &[u8], to: &[u8]) -> Answer<()> {
        match &mut self.files {
            None => host::link(from, to),
            Some(_) => Err(EPERM),
        }
    }

    /// Creates a symbolic link.
    pub(crate) fn symbolic_link(&mut self, target: &[u8], path: &[u8]) -> Answer<()> {
        match &mut self.files {
            None => host::symbolic_link(target, path),
            Some(_) => Err(EPERM),
        }
    }

    /// The target of a symbolic link.
    pub(crate) fn read_link(&mut self, path: &[u8]) -> Answer<Vec<u8>> {
        match &mut self.files {
            None => host::read_link(path),
            Some(files) => files.find(path).and(Err(EINVAL)),
        }
    }

    /// The canonical path, without symbolic links, `.` and `..`.
    pub(crate) fn real_path(&mut self, path: &[u8]) -> Answer<Vec<u8>> {
        match &mut self.files {
            None => host::real_path(path),
            Some(files) => files.find(path).map(|_| files.absolute(path)),
        }
    }

    /// Creates a directory.
    pub(crate) fn make_directory(&mut self, path: &[u8], mode: u32) -> Answer<()> {
        match &mut self.files {
            None => host::make_directory(path, mode),
            Some(files) => files.make_directory(path, mode),
        }
    }

    /// The entries of a directory in unspecified order, including `.` and `..`.
    pub(crate) fn read_directory(&mut self, path: &[u8]) -> Answer<Vec<DirectoryEntry>> {
        match &mut self.files {
            None => host::read_directory(path),
            Some(files) => files.read_directory(path),
        }
    }

    /// The number of files in memory.
    pub(crate) fn files_in_memory(&self) -> u64 {
        self.files.as_ref().map_or(0, Files::len)
    }

    /// The path with which an open directory was opened.
    pub(crate) fn path_of(&mut self, descriptor: i32) -> Answer<Vec<u8>> {
        match &*self.get(descriptor)?.borrow() {
            Open::Host { path, .. } if !path.is_empty() => Ok(path.clone()),
            _ => Err(ENOTDIR),
        }
    }

    /// The current directory.
    pub(crate) fn current_directory(&mut self) -> Answer<Vec<u8>> {
        match &self.files {
            None => host::current_directory(),
            Some(files) => Ok(files.current_directory().to_vec()),
        }
    }

    /// Changes the current directory; for a host directory, that of the whole process.
    pub(crate) fn change_directory(&mut self, path: &[u8]) -> Answer<()> {
        match &mut self.files {
            None => host::change_directory(path),
            Some(files) => files.change_directory(path),
        }
    }

    /// Whether shell commands can be run.
    pub(crate) fn has_commands(&self) -> bool {
        self.files.is_none() && cfg!(unix)
    }

    /// Runs a shell command and returns its status in the format of `wait`.
    pub(crate) fn run_command(&mut self, command: &[u8]) -> Answer<i32> {
        if !self.has_commands() {
            return Err(ENOSYS);
        }
        Command::start(command, None)?.0.end()
    }

    /// Starts a shell command. Returns the descriptor of its output or, unless `read`, its input.
    pub(crate) fn open_command(&mut self, command: &[u8], read: bool) -> Answer<i32> {
        if !self.has_commands() {
            return Err(ENOSYS);
        }
        let (started, file) = Command::start(command, Some(read))?;
        let file = file.ok_or(EMFILE)?;
        let descriptor = self.add(Rc::new(RefCell::new(Open::Host { file, path: Vec::new() })), 0)?;
        self.commands.push((descriptor, started));
        Ok(descriptor)
    }

    /// Takes the command of a descriptor from [`Outside::open_command`]; the caller waits for its end.
    pub(crate) fn take_command(&mut self, descriptor: i32) -> Answer<Command> {
        let found = self.commands.iter().position(|c| c.0 == descriptor).ok_or(ECHILD)?;
        Ok(self.commands.swap_remove(found).1)
    }

    /// The time since 1970. The clock of an isolated program starts at the year 2000 and advances with `steps`, the number of
    /// executed operations.
    pub(crate) fn now(&self, steps: u64) -> Duration {
        /// 2000-01-01.
        const EPOCH: u64 = 946_684_800;
        match self.files {
            None => SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default(),
            Some(_) => Duration::from_secs(EPOCH) + self.elapsed(steps),
        }
    }

    /// The time since some point before the start of the program.
    pub(crate) fn elapsed(&self, steps: u64) -> Duration {
        match self.files {
            None => self.started.elapsed(),
            Some(_) => Duration::from_nanos(steps).saturating_add(self.slept),
        }
    }

    /// Sleeps.
    pub(crate) fn sleep(&mut self, duration: Duration) {
        match self.files {
            None => std::thread::sleep(duration),
            Some(_) => self.slept = self.slept.saturating_add(duration),
        }
    }

    /// The process identifier; fixed for an isolated program.
    pub(crate) fn process(&self) -> u32 {
        if self.files.is_some() { 1 } else { std::process::id() }
    }

    /// The environment variables, as `NAME=VALUE`.
    pub(crate) fn environment(&self) -> Vec<Vec<u8>> {
        if self.files.is_some() {
            return Vec::new();
        }
        std::env::vars_os()
            .map(|(name, value)| [name.as_encoded_bytes(), b"=", value.as_encoded_bytes()].concat())
            .collect()
    }

    /// The contents of a configuration file of the host, such as the host name or the time zone; `None` for an isolated
    /// program.
    pub(crate) fn host_file(&self, path: &str) -> Option<Vec<u8>> {
        match self.files {
            None => std::fs::read(path).ok(),
            Some(_) => None,
        }
    }
}
