//! File descriptors: `open`, `read` and related functions, directories, and file metadata.

use lindworm_ir::triple::{Arch, Triple};

use super::errno::*;
use super::{Call, Then, builtins};
use crate::limits::Footprint;
use crate::outside::{Answer, OpenOptions, Status, Time, Whence};
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "open" = |c| open(c, 0),
    "open64" = |c| open(c, 0),
    "__open_2" = |c| open(c, 0),
    "openat" = |c| open(c, 1),
    "openat64" = |c| open(c, 1),
    "creat" = |c| {
        let (path, mode) = (c.path(0)?, c.int(1)? as u32);
        let options = OpenOptions { write: true, create: true, truncate: true, mode, ..OpenOptions::default() };
        let answer = c.state.library.outside.open(&path, options);
        c.answer(answer.map(i64::from))
    },
    "close" = |c| {
        let file = c.int(0)?;
        let answer = c.state.library.outside.close(file);
        c.done(answer)
    },
    "read" = |c| read(c, None),
    "__read_chk" = |c| read(c, None),
    "pread" = |c| read(c, Some(3)),
    "pread64" = |c| read(c, Some(3)),
    "write" = |c| write(c, None),
    "pwrite" = |c| write(c, Some(3)),
    "pwrite64" = |c| write(c, Some(3)),
    "readv" = |c| vector(c, false),
    "writev" = |c| vector(c, true),
    "lseek" = seek,
    "lseek64" = seek,
    "ftruncate" = truncate,
    "ftruncate64" = truncate,
    "truncate" = |c| {
        let (path, len) = (c.path(0)?, c.signed(1)?);
        let options = OpenOptions { write: true, ..OpenOptions::default() };
        let answer = c.state.library.outside.open(&path, options).and_then(|file| {
            let done = c.state.truncate_file(file, len);
            c.state.library.outside.close(file).and(done)
        });
        c.done(answer)
    },
    "fsync" = |c| {
        let file = c.int(0)?;
        let answer = c.state.library.outside.sync(file);
        c.done(answer)
    },
    "fdatasync" = |c| {
        let file = c.int(0)?;
        let answer = c.state.library.outside.sync(file);
        c.done(answer)
    },
    "sync" = |_| Ok(Then::Return),
    "dup" = |c| {
        let file = c.int(0)?;
        let answer = c.state.library.outside.duplicate(file, 0);
        c.answer(answer.map(i64::from))
    },
    "dup2" = |c| {
        let (file, to) = (c.int(0)?, c.int(1)?);
        let answer = c.state.library.outside.duplicate_to(file, to);
        c.answer(answer.map(i64::from))
    },
    "dup3" = |c| {
        let (file, to) = (c.int(0)?, c.int(1)?);
        let answer = if file == to { Err(EINVAL) } else { c.state.library.outside.duplicate_to(file, to) };
        c.answer(answer.map(i64::from))
    },
    "pipe" = pipe,
    "pipe2" = pipe,
    "fcntl" = control,
    "fcntl64" = control,
    "ioctl" = |c| c.fail(ENOTTY),
    "flock" = |c| c.give(0),
    "lockf" = |c| c.give(0),
    "isatty" = |c| {
        let file = c.int(0)?;
        match c.state.library.outside.is_terminal(file) {
            Ok(true) => c.give(1),
            answer => {
                c.state.set_errno(answer.err().unwrap_or(ENOTTY))?;
                c.give(0)
            }
        }
    },
    "stat" = |c| status_of(c, 0, true),
    "stat64" = |c| status_of(c, 0, true),
    "lstat" = |c| status_of(c, 0, false),
    "lstat64" = |c| status_of(c, 0, false),
    "fstat" = |c| status(c, 0),
    "fstat64" = |c| status(c, 0),
    // Functions of older C libraries: the first argument is a version.
    "__xstat" = |c| status_of(c, 1, true),
    "__xstat64" = |c| status_of(c, 1, true),
    "__lxstat" = |c| status_of(c, 1, false),
    "__lxstat64" = |c| status_of(c, 1, false),
    "__fxstat" = |c| status(c, 1),
    "__fxstat64" = |c| status(c, 1),
    "fstatat" = status_at,
    "fstatat64" = status_at,
    "statx" = extended_status,
    "access" = |c| {
        let (path, what) = (c.path(0)?, c.int(1)? as u32);
        let answer = c.state.library.outside.may_access(&path, what);
        c.done(answer)
    },
    "faccessat" = |c| {
        let (path, what) = (c.path_at(0)?, c.int(2)? as u32);
        let answer = path.and_then(|path| c.state.library.outside.may_access(&path, what));
        c.done(answer)
    },
    "chmod" = |c| {
        let (path, mode) = (c.path(0)?, c.int(1)? as u32);
        let answer = c.state.library.outside.set_mode_of(&path, mode);
        c.done(answer)
    },
    "fchmod" = |c| {
        let (file, mode) = (c.int(0)?, c.int(1)? as u32);
        let answer = c.state.library.outside.set_mode(file, mode);
        c.done(answer)
    },
    "chown" = |c| c.fail(EPERM),
    "lchown" = |c| c.fail(EPERM),
    "fchown" = |c| c.fail(EPERM),
    "umask" = |c| c.give(0o022),
    "utime" = |c| {
        let (path, times) = (c.path(0)?, c.register(1)?);
        let word = c.word();
        let mut both = [None, None];
        if times.bits != 0 {
            for (i, time) in both.iter_mut().enumerate() {
                *time = Some((c.state.read_int(times, i as u64 * word, word)? as i64, 0));
            }
        }
        set_times(c, &path, both)
    },
    "utimes" = |c| {
        let (path, times) = (c.path(0)?, c.register(1)?);
        let both = two_times(c, times, 1000)?;
        set_times(c, &path, both)
    },
    "utimensat" = |c| {
        let (path, times) = (c.path_at(0)?, c.register(2)?);
        let both = two_times(c, times, 1)?;
        match path {
            Ok(path) => set_times(c, &path, both),
            Err(error) => c.fail(error),
        }
    },
    "futimens" = |c| {
        let (file, times) = (c.int(0)?, c.register(1)?);
        let [accessed, modified] = two_times(c, times, 1)?;
        let answer = c.state.library.outside.set_times(file, accessed, modified);
        c.done(answer)
    },
    "unlink" = |c| {
        let path = c.path(0)?;
        let answer = c.state.library.outside.remove_file(&path);
        c.done(answer)
    },
    "unlinkat" = |c| {
        let (path, flags) = (c.path_at(0)?, c.int(2)?);
        let answer = path.and_then(|path| match flags & 0x200 {
            0 => c.state.library.outside.remove_file(&path),
            _ => c.state.library.outside.remove_directory(&path),
        });
        c.done(answer)
    },
    "remove" = |c| {
        let path = c.path(0)?;
        let outside = &mut c.state.library.outside;
        let answer = match outside.remove_file(&path) {
            Err(EISDIR | EPERM) => outside.remove_directory(&path),
            answer => answer,
        };
        c.done(answer)
    },
    "rmdir" = |c| {
        let path = c.path(0)?;
        let answer = c.state.library.outside.remove_directory(&path);
        c.done(answer)
    },
    "mkdir" = |c| {
        let (path, mode) = (c.path(0)?, c.int(1)? as u32);
        let answer = c.state.library.outside.make_directory(&path, mode);
        c.done(answer)
    },
    "rename" = |c| {
        let (from, to) = (c.path(0)?, c.path(1)?);
        c.state.spend(c.state.library.outside.files_in_memory())?;
        let answer = c.state.library.outside.rename(&from, &to);
        c.done(answer)
    },
    "link" = |c| {
        let (from, to) = (c.path(0)?, c.path(1)?);
        let answer = c.state.library.outside.link(&from, &to);
        c.done(answer)
    },
    "symlink" = |c| {
        let (target, path) = (c.path(0)?, c.path(1)?);
        let answer = c.state.library.outside.symbolic_link(&target, &path);
        c.done(answer)
    },
    "readlink" = |c| {
        let (path, to, room) = (c.path(0)?, c.register(1)?, c.size(2)?);
        let answer = c.state.library.outside.read_link(&path);
        let answer = match answer {
            Ok(target) => {
                let len = target.len().min(room as usize);
                c.state.write_bytes(to, &target[..len])?;
                Ok(len as i64)
            }
            Err(error) => Err(error),
        };
        c.answer(answer)
    },
    "realpath" = |c| {
        let (path, to) = (c.path(0)?, c.register(1)?);
        match c.state.library.outside.real_path(&path) {
            Ok(real) => give_string(c, &real, to, u64::MAX),
            Err(error) => c.null(error),
        }
    },
    "getcwd" = |c| {
        let (to, room) = (c.register(0)?, c.size(1)?);
        match c.state.library.outside.current_directory() {
            Ok(path) if to.bits != 0 && path.len() as u64 >= room => c.null(ERANGE),
            Ok(path) => give_string(c, &path, to, room),
            Err(error) => c.null(error),
        }
    },
    "chdir" = |c| {
        let path = c.path(0)?;
        let answer = c.state.library.outside.change_directory(&path);
        c.done(answer)
    },
    "fchdir" = |c| {
        let file = c.int(0)?;
        let outside = &mut c.state.library.outside;
        let answer = outside.path_of(file).and_then(|path| outside.change_directory(&path));
        c.done(answer)
    },
    "opendir" = |c| {
        let path = c.path(0)?;
        open_directory(c, &path, -1)
    },
    "fdopendir" = |c| {
        let file = c.int(0)?;
        match c.state.library.outside.path_of(file) {
            Ok(path) => open_directory(c, &path, file),
            Err(error) => c.null(error),
        }
    },
    "readdir" = read_directory,
    "readdir64" = read_directory,
    "rewinddir" = |c| {
        let place = c.register(0)?.bits;
        if let Some(directory) = c.state.library.directories.get_mut(&place) {
            directory.next = 0;
        }
        Ok(Then::Return)
    },
    "dirfd" = |c| {
        let place = c.register(0)?.bits;
        let file = c.state.library.directories.get(&place).map_or(-1, |d| d.descriptor);
        c.give_signed(file.into())
    },
    "closedir" = |c| {
        let place = c.register(0)?;
        match c.state.library.directories.remove(&place.bits) {
            Some(directory) => {
                if directory.descriptor >= 0 {
                    let _ = c.state.library.outside.close(directory.descriptor);
                }
                let (site, root) = (c.state.site(), c.state.root(place));
                c.state.memory.free(root, site);
                c.give(0)
            }
            None => c.fail(EBADF),
        }
    },
}

/// An open directory (`DIR`).
pub(crate) struct Directory {
    entries: Vec<crate::outside::DirectoryEntry>,
    next: usize,
    descriptor: i32,
}

impl Directory {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.entries);
        all.each(&self.entries, |all, entry| all.add(&entry.name));
    }
}

impl Call<'_> {
    /// Argument `i` as a path.
    pub(super) fn path(&mut self, i: usize) -> Result<Vec<u8>, Stop> {
        let path = self.register(i)?;
        self.state.string(path)
    }

    /// Arguments `i` and `i + 1`, a directory and a path relative to it.
    fn path_at(&mut self, i: usize) -> Result<Answer<Vec<u8>>, Stop> {
        const CURRENT: i32 = -100;
        let (directory, path) = (self.int(i)?, self.path(i + 1)?);
        if directory == CURRENT || path.starts_with(b"/") {
            return Ok(Ok(path));
        }
        let directory = self.state.library.outside.path_of(directory);
        Ok(directory.map(|directory| [&directory[..], b"/", &path].concat()))
    }

    /// Returns a number, or -1 with `errno`.
    pub(super) fn answer(&mut self, answer: Answer<i64>) -> Result<Then, Stop> {
        match answer {
            Ok(value) => self.give_signed(value),
            Err(error) => self.fail(error),
        }
    }

    /// Returns 0, or -1 with `errno`.
    pub(super) fn done(&mut self, answer: Answer<()>) -> Result<Then, Stop> {
        self.answer(answer.map(|()| 0))
    }

    /// Returns null and sets `errno`.
    pub(super) fn null(&mut self, error: i32) -> Result<Then, Stop> {
        self.state.set_errno(error)?;
        self.give_null()
    }
}

/// Returns a string at `to` or, if that is null, in allocated memory of at least `room` bytes.
fn give_string(c: &mut Call<'_>, text: &[u8], to: Reg, room: u64) -> Result<Then, Stop> {
    if to.bits != 0 {
        c.state.write_string(to, text)?;
        return c.give_register(to);
    }
    if room != 0 && room != u64::MAX && text.len() as u64 >= room {
        return c.null(ERANGE);
    }
    match c.state.heap_string(text)? {
        Some(made) => c.give_register(made),
        None => c.out_of_memory(),
    }
}

/// Flags of `open` that are the same on all Linux architectures.
mod flag {
    pub(super) const ACCESS: i32 = 3;
    pub(super) const WRITE_ONLY: i32 = 1;
    pub(super) const CREATE: i32 = 0o100;
    pub(super) const EXCLUSIVE: i32 = 0o200;
    pub(super) const TRUNCATE: i32 = 0o1000;
    pub(super) const APPEND: i32 = 0o2000;
}

/// The value of `O_DIRECTORY`, which differs between architectures.
fn directory_flag(c: &Call<'_>) -> i32 {
    match Triple::arch_of(c.program.modules[c.module].triple()) {
        Arch::AArch64 | Arch::AArch64Be | Arch::Arm | Arch::Thumb | Arch::Ppc64 | Arch::Ppc64Le => 0o40000,
        _ => 0o200000,
    }
}

fn open(c: &mut Call<'_>, first: usize) -> Result<Then, Stop> {
    let path = match first {
        0 => Ok(c.path(0)?),
        _ => c.path_at(0)?,
    };
    let flags = c.int(first + 1)?;
    let access = flags & flag::ACCESS;
    let mode = if flags & flag::CREATE != 0 { c.int(first + 2)? as u32 } else { 0 };
    let options = OpenOptions {
        read: access != flag::WRITE_ONLY,
        write: access != 0,
        append: access != 0 && flags & flag::APPEND != 0,
        create: flags & flag::CREATE != 0,
        exclusive: flags & flag::EXCLUSIVE != 0,
        truncate: flags & flag::TRUNCATE != 0,
        directory: flags & directory_flag(c) != 0,
        mode,
    };
    let answer = path.and_then(|path| c.state.library.outside.open(&path, options));
    c.answer(answer.map(i64::from))
}

/// Argument `i` as a file offset, if there is such an argument.
fn position(c: &mut Call<'_>, i: Option<usize>) -> Result<Answer<Option<u64>>, Stop> {
    let Some(i) = i else { return Ok(Ok(None)) };
    Ok(u64::try_from(c.signed(i)?).map(Some).map_err(|_| EINVAL))
}

fn read(c: &mut Call<'_>, at: Option<usize>) -> Result<Then, Stop> {
    let (file, to, len) = (c.int(0)?, c.register(1)?, c.size(2)?);
    let at = position(c, at)?;
    match at.and_then(|at| c.state.read_file(file, len, at)) {
        Ok(bytes) => {
            c.state.write_bytes(to, &bytes)?;
            c.give(bytes.len() as u64)
        }
        // Another thread may write to the pipe.
        Err(EAGAIN) => Ok(Then::Wait),
        Err(error) => c.fail(error),
    }
}

fn write(c: &mut Call<'_>, at: Option<usize>) -> Result<Then, Stop> {
    let (file, from, len) = (c.int(0)?, c.register(1)?, c.size(2)?);
    let at = position(c, at)?;
    let bytes = c.state.peek_bytes(from, len)?;
    let answer = at.and_then(|at| c.state.write_file(file, &bytes, at));
    if answer == Err(EPIPE) {
        c.state.send_signal(super::signal::SIGPIPE)?;
    }
    c.answer(answer.map(|count| count as i64))
}

/// `readv` and `writev`: transfers between a file and an array of buffers.
fn vector(c: &mut Call<'_>, writes: bool) -> Result<Then, Stop> {
    let (file, places, count) = (c.int(0)?, c.register(1)?, c.int(2)?);
    let word = c.word();
    let mut total = 0;
    for i in 0..u64::try_from(count).unwrap_or(0) {
        let place = c.state.read_pointer(places, i * 2 * word)?;
        let len = c.state.read_int(places, (i * 2 + 1) * word, word)?;
        let done = if writes {
            let bytes = c.state.peek_bytes(place, len)?;
            c.state.write_file(file, &bytes, None)
        } else {
            match c.state.read_file(file, len, None) {
                Ok(bytes) => {
                    c.state.write_bytes(place, &bytes)?;
                    Ok(bytes.len() as u64)
                }
                Err(error) => Err(error),
            }
        };
        match done {
            Ok(done) => total += done,
            Err(error) if total == 0 => return c.fail(error),
            Err(_) => break,
        }
        if done.is_ok_and(|done| done < len) {
            break;
        }
    }
    c.give(total)
}

/// The reference point of a file offset, by its number.
pub(super) fn whence(number: i32) -> Option<Whence> {
    match number {
        0 => Some(Whence::Start),
        1 => Some(Whence::Here),
        2 => Some(Whence::End),
        _ => None,
    }
}

fn seek(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (file, offset, from) = (c.int(0)?, c.signed(1)?, c.int(2)?);
    let answer = match whence(from) {
        Some(whence) => c.state.library.outside.seek(file, offset, whence),
        None => Err(EINVAL),
    };
    c.answer(answer.map(|at| at as i64))
}

fn truncate(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (file, len) = (c.int(0)?, c.signed(1)?);
    let answer = c.state.truncate_file(file, len);
    c.done(answer)
}

fn pipe(c: &mut Call<'_>) -> Result<Then, Stop> {
    let place = c.register(0)?;
    match c.state.library.outside.pipe() {
        Ok((read, write)) => {
            c.state.write_int(place, 0, 4, read as u64)?;
            c.state.write_int(place, 4, 4, write as u64)?;
            c.give(0)
        }
        Err(error) => c.fail(error),
    }
}

/// `fcntl`: duplicates descriptors. Locks are always granted, since there are no other processes.
fn control(c: &mut Call<'_>) -> Result<Then, Stop> {
    const DUPLICATE: i32 = 0;
    const GET_FLAGS: i32 = 3;
    const GET_LOCK: i32 = 5;
    const DUPLICATE_CLOSE_ON_EXEC: i32 = 1030;
    let (file, command) = (c.int(0)?, c.int(1)?);
    if let Err(error) = c.state.library.outside.status(file) {
        return c.fail(error);
    }
    match command {
        DUPLICATE | DUPLICATE_CLOSE_ON_EXEC => {
            let from = c.int(2)?;
            let answer = c.state.library.outside.duplicate(file, from);
            c.answer(answer.map(i64::from))
        }
        GET_FLAGS => c.give(2),
        GET_LOCK => {
            // There are no conflicting locks.
            const UNLOCKED: u64 = 2;
            let lock = c.register(2)?;
            c.state.write_int(lock, 0, 2, UNLOCKED)?;
            c.give(0)
        }
        _ => c.give(0),
    }
}

fn status_of(c: &mut Call<'_>, first: usize, follow: bool) -> Result<Then, Stop> {
    let (path, to) = (c.path(first)?, c.register(first + 1)?);
    let answer = c.state.library.outside.status_of(&path, follow);
    give_status(c, answer, to)
}

fn status(c: &mut Call<'_>, first: usize) -> Result<Then, Stop> {
    let (file, to) = (c.int(first)?, c.register(first + 1)?);
    let answer = c.state.library.outside.status(file);
    give_status(c, answer, to)
}

fn status_at(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (to, flags) = (c.register(2)?, c.int(3)?);
    let answer = find_status(c, flags)?;
    give_status(c, answer, to)
}

/// The metadata of the file named by the first two arguments, a directory and a path relative to it.
fn find_status(c: &mut Call<'_>, flags: i32) -> Result<Answer<Status>, Stop> {
    const NO_FOLLOW: i32 = 0x100;
    const EMPTY_PATH: i32 = 0x1000;
    let (directory, path) = (c.int(0)?, c.path_at(0)?);
    let name = c.path(1)?;
    let outside = &mut c.state.library.outside;
    Ok(match path {
        _ if name.is_empty() && flags & EMPTY_PATH != 0 => outside.status(directory),
        Ok(path) => outside.status_of(&path, flags & NO_FOLLOW == 0),
        Err(error) => Err(error),
    })
}

/// `statx(directory, path, flags, mask, to)`: writes a `struct statx`, whose layout is the same on all architectures, without
/// the time of creation.
fn extended_status(c: &mut Call<'_>) -> Result<Then, Stop> {
    /// All fields of `stat`.
    const BASIC: u64 = 0x7ff;
    const LEN: usize = 256;
    let (name, flags, to) = (c.register(1)?, c.int(2)?, c.register(4)?);
    // As in the kernel; programs detect support of the call this way.
    if name.bits == 0 || to.bits == 0 {
        return c.fail(EFAULT);
    }
    let s = match find_status(c, flags)? {
        Ok(status) => status,
        Err(error) => return c.fail(error),
    };
    let major = |device: u64| device >> 8 & 0xfff | device >> 32 & !0xfff;
    let minor = |device: u64| device & 0xff | device >> 12 & !0xff;
    c.state.write_bytes(to, &[0; LEN])?;
    for (at, len, value) in [
        (0, 4, BASIC),
        (4, 4, s.block_size),
        (16, 4, s.links),
        (20, 4, s.user.into()),
        (24, 4, s.group.into()),
        (28, 2, s.mode.into()),
        (32, 8, s.inode),
        (40, 8, s.size),
        (48, 8, s.blocks),
        (128, 4, major(s.special_device)),
        (132, 4, minor(s.special_device)),
        (136, 4, major(s.device)),
        (140, 4, minor(s.device)),
    ] {
        c.state.write_int(to, at, len, value)?;
    }
    for (at, (seconds, nanoseconds)) in [(64, s.accessed), (96, s.changed), (112, s.modified)] {
        c.state.write_int(to, at, 8, seconds as u64)?;
        c.state.write_int(to, at + 8, 4, nanoseconds.into())?;
    }
    c.give(0)
}

/// Writes a `struct stat` in Linux's layout.
fn give_status(c: &mut Call<'_>, answer: Answer<Status>, to: Reg) -> Result<Then, Stop> {
    let s = match answer {
        Ok(status) => status,
        Err(error) => return c.fail(error),
    };
    if c.word() != 8 {
        return Err(c.state.error("`struct stat` of this target is not known"));
    }
    let (mode, user, group) = (s.mode.into(), s.user.into(), s.group.into());
    let x86 = matches!(Triple::arch_of(c.program.modules[c.module].triple()), Arch::X86_64 | Arch::Unknown);
    // The offset, size and value of each field.
    let (len, fields) = if x86 {
        let fields = [
            (16, 8, s.links),
            (24, 4, mode),
            (28, 4, user),
            (32, 4, group),
            (40, 8, s.special_device),
            (56, 8, s.block_size),
        ];
        (144, fields)
    } else {
        let fields = [
            (20, 4, s.links),
            (16, 4, mode),
            (24, 4, user),
            (28, 4, group),
            (32, 8, s.special_device),
            (56, 4, s.block_size),
        ];
        (128, fields)
    };
    c.state.write_bytes(to, &vec![0; len])?;
    for (at, len, value) in fields {
        c.state.write_int(to, at, len, value)?;
    }
    let times = [s.accessed, s.modified, s.changed];
    for (at, value) in [(0, s.device), (8, s.inode), (48, s.size), (64, s.blocks)] {
        c.state.write_int(to, at, 8, value)?;
    }
    for (i, (seconds, nanoseconds)) in times.into_iter().enumerate() {
        let at = 72 + 16 * i as u64;
        c.state.write_int(to, at, 8, seconds as u64)?;
        c.state.write_int(to, at + 8, 8, nanoseconds.into())?;
    }
    c.give(0)
}

/// Two times, each of seconds and a fraction in units of `unit` nanoseconds; both now for null.
fn two_times(c: &mut Call<'_>, times: Reg, unit: u64) -> Result<[Option<Time>; 2], Stop> {
    const NOW: u64 = (1 << 30) - 1;
    const OMIT: u64 = (1 << 30) - 2;
    let word = c.word();
    let mut both = [None, None];
    let now = c.state.library.outside.now(c.state.steps());
    let now = (now.as_secs() as i64, now.subsec_nanos());
    for (i, time) in both.iter_mut().enumerate() {
        if times.bits == 0 {
            *time = Some(now);
            continue;
        }
        let at = i as u64 * 2 * word;
        let (seconds, part) = (c.state.read_int(times, at, word)? as i64, c.state.read_int(times, at + word, word)?);
        *time = match part {
            NOW => Some(now),
            OMIT => None,
            _ => Some((seconds, (part * unit).min(999_999_999) as u32)),
        };
    }
    Ok(both)
}

fn set_times(c: &mut Call<'_>, path: &[u8], [accessed, modified]: [Option<Time>; 2]) -> Result<Then, Stop> {
    let outside = &mut c.state.library.outside;
    let answer = outside.open(path, OpenOptions { read: true, ..OpenOptions::default() }).and_then(|file| {
        let done = outside.set_times(file, accessed, modified);
        outside.close(file).and(done)
    });
    c.done(answer)
}

fn open_directory(c: &mut Call<'_>, path: &[u8], descriptor: i32) -> Result<Then, Stop> {
    c.state.spend(c.state.library.outside.files_in_memory())?;
    match c.state.library.outside.read_directory(path) {
        Ok(entries) => {
            // Its first bytes are the entry that was read last.
            let place = c.state.machine_memory(DIRENT_SIZE, 16)?;
            c.state.library.directories.insert(place.bits, Directory { entries, next: 0, descriptor });
            c.give_register(place)
        }
        Err(error) => c.null(error),
    }
}

/// The size of Linux's `struct dirent`.
const DIRENT_SIZE: u64 = 280;

fn read_directory(c: &mut Call<'_>) -> Result<Then, Stop> {
    let place = c.register(0)?;
    let Some(directory) = c.state.library.directories.get_mut(&place.bits) else { return c.null(EBADF) };
    let Some(entry) = directory.entries.get(directory.next).cloned() else { return c.give_null() };
    directory.next += 1;
    let next = directory.next as u64;
    let name = &entry.name[..entry.name.len().min(255)];
    c.state.write_int(place, 0, 8, entry.inode)?;
    c.state.write_int(place, 8, 8, next)?;
    c.state.write_int(place, 16, 2, DIRENT_SIZE)?;
    c.state.write_int(place, 18, 1, u64::from(entry.file_type >> 12))?;
    c.state.write_string(super::argument::offset(place, 19), name)?;
    c.give_register(place)
}
