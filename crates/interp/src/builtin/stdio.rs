//! Streams: `printf`, `fopen` and related functions.

use super::errno::*;
use super::file::whence;
use super::format::{Arguments, format};
use super::stream::{Buffering, STDERR, STDIN, STDOUT, parse_mode};
use super::{Call, Then, builtins};
use crate::outside::OpenOptions;
use crate::stop::Stop;
use crate::ub::library as kinds;
use crate::value::Reg;

builtins! {
    "printf" = |c| print(c, To::Stdout, 0, Arguments::Call(1)),
    "__printf_chk" = |c| print(c, To::Stdout, 1, Arguments::Call(2)),
    "vprintf" = |c| print_list(c, To::Stdout, 0),
    "__vprintf_chk" = |c| print_list(c, To::Stdout, 1),
    "fprintf" = |c| print(c, To::Stream(0), 1, Arguments::Call(2)),
    "__fprintf_chk" = |c| print(c, To::Stream(0), 2, Arguments::Call(3)),
    "vfprintf" = |c| print_list(c, To::Stream(0), 1),
    "__vfprintf_chk" = |c| print_list(c, To::Stream(0), 2),
    "dprintf" = |c| print(c, To::Descriptor(0), 1, Arguments::Call(2)),
    "vdprintf" = |c| print_list(c, To::Descriptor(0), 1),
    "sprintf" = |c| print(c, To::String { at: 0, room: None }, 1, Arguments::Call(2)),
    "__sprintf_chk" = |c| print(c, To::String { at: 0, room: None }, 3, Arguments::Call(4)),
    "vsprintf" = |c| print_list(c, To::String { at: 0, room: None }, 1),
    "__vsprintf_chk" = |c| print_list(c, To::String { at: 0, room: None }, 3),
    "snprintf" = |c| print(c, To::String { at: 0, room: Some(1) }, 2, Arguments::Call(3)),
    "__snprintf_chk" = |c| print(c, To::String { at: 0, room: Some(1) }, 4, Arguments::Call(5)),
    "vsnprintf" = |c| print_list(c, To::String { at: 0, room: Some(1) }, 2),
    "__vsnprintf_chk" = |c| print_list(c, To::String { at: 0, room: Some(1) }, 4),
    "asprintf" = |c| print(c, To::New(0), 1, Arguments::Call(2)),
    "__asprintf_chk" = |c| print(c, To::New(0), 2, Arguments::Call(3)),
    "vasprintf" = |c| print_list(c, To::New(0), 1),
    "__vasprintf_chk" = |c| print_list(c, To::New(0), 2),

    "puts" = |c| {
        let text = c.register(0)?;
        let mut text = c.state.string(text)?;
        text.push(b'\n');
        let done = c.state.put(STDOUT, &text)?;
        c.give_signed(if done { text.len() as i64 } else { -1 })
    },
    "fputs" = put_string,
    "fputs_unlocked" = put_string,
    "putchar" = |c| put_byte(c, None),
    "putchar_unlocked" = |c| put_byte(c, None),
    "fputc" = |c| put_byte(c, Some(1)),
    "fputc_unlocked" = |c| put_byte(c, Some(1)),
    "putc" = |c| put_byte(c, Some(1)),
    "putc_unlocked" = |c| put_byte(c, Some(1)),
    "_IO_putc" = |c| put_byte(c, Some(1)),
    "putw" = |c| {
        let word = c.int(0)?;
        let Some(stream) = c.stream(1)? else { return c.give_signed(-1) };
        let done = c.state.put(stream, &word.to_ne_bytes())?;
        c.give_signed(if done { 0 } else { -1 })
    },
    "__overflow" = |c| {
        let byte = c.int(1)? as u8;
        let Some(stream) = c.stream(0)? else { return c.give_signed(-1) };
        let done = c.state.put(stream, &[byte])?;
        c.give_signed(if done { byte.into() } else { -1 })
    },
    "fwrite" = write,
    "fwrite_unlocked" = write,
    "getchar" = |c| get_byte(c, None),
    "getchar_unlocked" = |c| get_byte(c, None),
    "fgetc" = |c| get_byte(c, Some(0)),
    "fgetc_unlocked" = |c| get_byte(c, Some(0)),
    "getc" = |c| get_byte(c, Some(0)),
    "getc_unlocked" = |c| get_byte(c, Some(0)),
    "_IO_getc" = |c| get_byte(c, Some(0)),
    "__uflow" = |c| get_byte(c, Some(0)),
    "getw" = |c| {
        let Some(stream) = c.stream(0)? else { return c.give_signed(-1) };
        let bytes = c.state.get_bytes(stream, 4, None)?;
        c.give_signed(bytes.try_into().map_or(-1, |b| i32::from_ne_bytes(b).into()))
    },
    "ungetc" = |c| {
        let byte = c.int(0)?;
        match c.stream(1)? {
            Some(stream) if byte != -1 => {
                c.state.unget(stream, byte as u8);
                c.give(u64::from(byte as u8))
            }
            _ => c.give_signed(-1),
        }
    },
    "fgets" = get_string,
    "fgets_unlocked" = get_string,
    "__fgets_chk" = |c| {
        let (to, room) = (c.register(0)?, c.int(2)?);
        let stream = c.stream(3)?;
        get_line_into(c, to, room, stream)
    },
    "gets" = |c| {
        let to = c.register(0)?;
        let mut line = c.state.get_bytes(STDIN, u64::MAX, Some(b'\n'))?;
        if line.is_empty() {
            return c.give_null();
        }
        line.pop_if(|b| *b == b'\n');
        c.state.write_string(to, &line)?;
        c.give_register(to)
    },
    "getline" = |c| get_delimited(c, None, 2),
    "getdelim" = |c| get_delimited(c, Some(2), 3),
    "__getdelim" = |c| get_delimited(c, Some(2), 3),
    "fread" = read,
    "fread_unlocked" = read,
    "__fread_chk" = |c| {
        let (to, size, count) = (c.register(0)?, c.size(2)?, c.size(3)?);
        let stream = c.stream(4)?;
        read_into(c, to, size, count, stream)
    },

    "fopen" = open,
    "fopen64" = open,
    "freopen" = reopen,
    "freopen64" = reopen,
    "fdopen" = |c| {
        let (file, mode) = (c.int(0)?, c.path(1)?);
        let Some(options) = parse_mode(&mode) else { return c.null(EINVAL) };
        if let Err(error) = c.state.library.outside.status(file) {
            return c.null(error);
        }
        let made = c.state.stream_of(file, options)?;
        c.give_register(made)
    },
    "tmpfile" = temporary,
    "tmpfile64" = temporary,
    "fmemopen" = open_memory,
    "open_memstream" = |c| {
        let (address, length) = (c.register(0)?, c.register(1)?);
        let made = c.state.growing_stream(address, length)?;
        c.give_register(made)
    },
    "popen" = |c| {
        let (command, mode) = (c.path(0)?, c.path(1)?);
        let read = match mode.first() {
            Some(b'r') => true,
            Some(b'w') => false,
            _ => return c.null(EINVAL),
        };
        match c.state.library.outside.open_command(&command, read) {
            Ok(file) => {
                let options = OpenOptions { read, write: !read, ..OpenOptions::default() };
                let made = c.state.stream_of(file, options)?;
                c.give_register(made)
            }
            Err(error) => c.null(error),
        }
    },
    "pclose" = |c| {
        let Some(stream) = c.stream(0)? else { return c.give_signed(-1) };
        let file = c.state.descriptor(stream).unwrap_or(-1);
        let command = c.state.library.outside.take_command(file);
        c.state.close_stream(stream)?;
        let answer = command.and_then(crate::outside::Command::end);
        c.answer(answer.map(i64::from))
    },
    "fclose" = |c| {
        let Some(stream) = c.stream(0)? else { return c.give_signed(-1) };
        let done = c.state.close_stream(stream)?;
        c.give_signed(if done { 0 } else { -1 })
    },
    "fcloseall" = |c| {
        c.state.flush_all()?;
        c.give(0)
    },
    "fflush" = flush,
    "fflush_unlocked" = flush,
    "__fpurge" = |c| {
        if let Some(stream) = c.stream(0)? {
            c.state.purge(stream);
        }
        Ok(Then::Return)
    },
    "__fpending" = |c| {
        let pending = c.stream(0)?.map_or(0, |stream| c.state.pending(stream));
        c.give(pending)
    },
    "__fbufsize" = |c| {
        let size = c.stream(0)?.map_or(0, |stream| c.state.buffer_size(stream));
        c.give(size)
    },
    "__flbf" = |c| {
        let lines = c.stream(0)?.is_some_and(|stream| c.state.is_line_buffered(stream));
        c.give(lines.into())
    },
    "__freadable" = |c| {
        let can = c.stream(0)?.is_some_and(|stream| c.state.is_readable(stream));
        c.give(can.into())
    },
    "__fwritable" = |c| {
        let can = c.stream(0)?.is_some_and(|stream| c.state.is_writable(stream));
        c.give(can.into())
    },
    "fseek" = seek,
    "fseeko" = seek,
    "fseeko64" = seek,
    "ftell" = tell,
    "ftello" = tell,
    "ftello64" = tell,
    "rewind" = |c| {
        if let Some(stream) = c.stream(0)? {
            let _ = c.state.seek_stream(stream, 0, crate::outside::Whence::Start)?;
            c.state.clear_errors(stream);
        }
        Ok(Then::Return)
    },
    "fgetpos" = get_position,
    "fgetpos64" = get_position,
    "fsetpos" = set_position,
    "fsetpos64" = set_position,
    "feof" = |c| flag(c, |s| s.at_end),
    "feof_unlocked" = |c| flag(c, |s| s.at_end),
    "ferror" = |c| flag(c, |s| s.failed),
    "ferror_unlocked" = |c| flag(c, |s| s.failed),
    "clearerr" = clear,
    "clearerr_unlocked" = clear,
    "setvbuf" = |c| {
        let (mode, size) = (c.int(2)?, c.size(3)?);
        let mode = match mode {
            0 => Buffering::Full,
            1 => Buffering::Line,
            2 => Buffering::None,
            _ => return c.give_signed(-1),
        };
        let Some(stream) = c.stream(0)? else { return c.give_signed(-1) };
        // The size only matters for a buffer of the program; the library chooses the size of its own buffers.
        let size = if c.register(1)?.bits == 0 { 0 } else { size };
        c.state.set_buffering(stream, mode, size)?;
        c.give(0)
    },
    "setbuf" = |c| {
        let buffer = c.register(1)?;
        set_buffer(c, buffer, 8192)
    },
    "setbuffer" = |c| {
        let (buffer, size) = (c.register(1)?, c.size(2)?);
        set_buffer(c, buffer, size)
    },
    "setlinebuf" = |c| {
        if let Some(stream) = c.stream(0)? {
            c.state.set_buffering(stream, Buffering::Line, 0)?;
        }
        Ok(Then::Return)
    },
    "fileno" = descriptor,
    "fileno_unlocked" = descriptor,
    "flockfile" = |_| Ok(Then::Return),
    "funlockfile" = |_| Ok(Then::Return),
    "ftrylockfile" = |c| c.give(0),
    "perror" = |c| {
        let text = c.register(0)?;
        let mut message = if text.bits == 0 { Vec::new() } else { c.state.string(text)? };
        if !message.is_empty() {
            message.extend_from_slice(b": ");
        }
        message.extend_from_slice(&super::errno::message(c.state.get_errno()?));
        message.push(b'\n');
        c.state.put(STDERR, &message)?;
        Ok(Then::Return)
    },
    "__acrt_iob_func" = |c| {
        let number = c.int(0)?;
        let file = c.state.stream_file(usize::try_from(number).unwrap_or(0).min(STDERR))?;
        c.give_register(file)
    },
}

impl Call<'_> {
    /// The stream in argument `i`.
    pub(super) fn stream(&mut self, i: usize) -> Result<Option<usize>, Stop> {
        let file = self.arg(i)?;
        self.state.stream(file)
    }
}

/// The destination of printed text; the numbers are argument indices.
#[derive(Clone, Copy)]
enum To {
    Stdout,
    Stream(usize),
    Descriptor(usize),
    String {
        at: usize,
        room: Option<usize>,
    },
    /// Allocated memory, whose address is stored at the argument.
    New(usize),
}

fn print_list(c: &mut Call<'_>, to: To, at: usize) -> Result<Then, Stop> {
    // On targets where a `va_list` is a pointer passed by value, the argument is the list itself.
    let list = c.va_list(at + 1)?;
    print(c, to, at, Arguments::List(list))
}

impl Call<'_> {
    /// A pointer to the `va_list` in argument `i`.
    pub(super) fn va_list(&mut self, i: usize) -> Result<Reg, Stop> {
        let list = self.register(i)?;
        match self.state.library.abi.va_list {
            crate::abi::VaList::Pointer { .. } => {
                // The callee gets a copy, as with an array of structs that is passed by address.
                let word = self.word();
                let copy = match self.state.library.va_list {
                    Some(copy) => copy,
                    None => {
                        let copy = self.state.machine_memory(word, word)?;
                        self.state.library.va_list = Some(copy);
                        copy
                    }
                };
                if !list.meta.is_defined() {
                    let notes = self.state.origin_note(list);
                    let message = "the list was not begun, or has been ended";
                    self.state.undefined(&crate::ub::call::VA_LIST, message, notes)?;
                }
                self.state.write_pointer(copy, 0, list)?;
                Ok(copy)
            }
            _ => Ok(list),
        }
    }
}

fn print(c: &mut Call<'_>, to: To, at: usize, arguments: Arguments) -> Result<Then, Stop> {
    let pointer = c.register(at)?;
    let text = c.state.string(pointer)?;
    let done = match format(c, &text, arguments)? {
        Ok(done) => done,
        Err(error) => return c.fail(error),
    };
    let bytes = &done.bytes[..];
    let written = match to {
        To::Stdout => c.state.put(STDOUT, bytes)?,
        To::Stream(i) => match c.stream(i)? {
            Some(stream) => c.state.put(stream, bytes)?,
            None => false,
        },
        To::Descriptor(i) => {
            let file = c.int(i)?;
            match c.state.write_file(file, bytes, None) {
                Ok(_) => true,
                Err(error) => return c.fail(error),
            }
        }
        To::String { at, room } => {
            let room = match room {
                Some(room) => c.size(room)?,
                None => u64::MAX,
            };
            let place = c.register(at)?;
            if room > 0 {
                let cut = &bytes[..bytes.len().min((room - 1) as usize)];
                let end = place.bits.saturating_add(cut.len() as u64 + 1);
                let meets = |&(from, len): &(u64, u64)| from < end && place.bits < from.saturating_add(len);
                if done.read.iter().any(meets) {
                    let message = "a string that is printed is where it is printed to";
                    c.state.undefined(&kinds::OVERLAP, message, Vec::new())?;
                }
                c.state.write_string(place, cut)?;
            }
            true
        }
        To::New(i) => {
            let place = c.register(i)?;
            match c.state.heap_string(bytes)? {
                Some(made) => c.state.write_pointer(place, 0, made)?,
                None => return c.fail(ENOMEM),
            }
            true
        }
    };
    c.give_signed(if written { bytes.len() as i64 } else { -1 })
}

fn put_string(c: &mut Call<'_>) -> Result<Then, Stop> {
    let text = c.register(0)?;
    let text = c.state.string(text)?;
    let Some(stream) = c.stream(1)? else { return c.give_signed(-1) };
    let done = c.state.put(stream, &text)?;
    c.give_signed(if done { 1 } else { -1 })
}

fn put_byte(c: &mut Call<'_>, stream: Option<usize>) -> Result<Then, Stop> {
    let byte = c.int(0)? as u8;
    let stream = match stream {
        Some(i) => c.stream(i)?,
        None => Some(STDOUT),
    };
    let done = match stream {
        Some(stream) => c.state.put(stream, &[byte])?,
        None => false,
    };
    c.give_signed(if done { byte.into() } else { -1 })
}

fn write(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (from, size, count) = (c.register(0)?, c.size(1)?, c.size(2)?);
    let Some(stream) = c.stream(3)? else { return c.give(0) };
    let len = size.saturating_mul(count);
    let bytes = c.state.peek_bytes(from, len)?;
    let done = c.state.put(stream, &bytes)?;
    c.give(if done && len > 0 { count } else { 0 })
}

fn get_byte(c: &mut Call<'_>, stream: Option<usize>) -> Result<Then, Stop> {
    let stream = match stream {
        Some(i) => c.stream(i)?,
        None => Some(STDIN),
    };
    let byte = match stream {
        Some(stream) => c.state.get_byte(stream)?,
        None => None,
    };
    c.give_signed(byte.map_or(-1, i64::from))
}

fn get_string(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (to, room) = (c.register(0)?, c.int(1)?);
    let stream = c.stream(2)?;
    get_line_into(c, to, room, stream)
}

fn get_line_into(c: &mut Call<'_>, to: Reg, room: i32, stream: Option<usize>) -> Result<Then, Stop> {
    let Some(stream) = stream.filter(|_| room > 0) else { return c.give_null() };
    let line = c.state.get_bytes(stream, room as u64 - 1, Some(b'\n'))?;
    if line.is_empty() && room > 1 {
        return c.give_null();
    }
    c.state.write_string(to, &line)?;
    c.give_register(to)
}

/// `getline` and `getdelim`: reads a line to memory that is reallocated as needed.
fn get_delimited(c: &mut Call<'_>, delimiter: Option<usize>, stream: usize) -> Result<Then, Stop> {
    let (place, size_place) = (c.register(0)?, c.register(1)?);
    let delimiter = match delimiter {
        Some(i) => c.int(i)? as u8,
        None => b'\n',
    };
    let Some(stream) = c.stream(stream)? else { return c.give_signed(-1) };
    let word = c.word();
    let line = c.state.get_bytes(stream, u64::MAX, Some(delimiter))?;
    if line.is_empty() {
        return c.give_signed(-1);
    }
    let buffer = c.state.read_pointer(place, 0)?;
    let have = if buffer.bits == 0 { 0 } else { c.state.read_int(size_place, 0, word)? };
    let needed = line.len() as u64 + 1;
    let buffer = match needed <= have {
        true => buffer,
        false => {
            let size = needed.max(have.saturating_mul(2)).max(120);
            let Some(made) = c.state.resize_heap(buffer, size)? else { return c.fail(ENOMEM) };
            c.state.write_pointer(place, 0, made)?;
            c.state.write_int(size_place, 0, word, size)?;
            made
        }
    };
    c.state.write_string(buffer, &line)?;
    c.give(line.len() as u64)
}

fn read(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (to, size, count) = (c.register(0)?, c.size(1)?, c.size(2)?);
    let stream = c.stream(3)?;
    read_into(c, to, size, count, stream)
}

fn read_into(c: &mut Call<'_>, to: Reg, size: u64, count: u64, stream: Option<usize>) -> Result<Then, Stop> {
    let len = size.saturating_mul(count);
    let Some(stream) = stream.filter(|_| len > 0) else { return c.give(0) };
    let bytes = c.state.get_bytes(stream, len, None)?;
    c.state.write_bytes(to, &bytes)?;
    c.give(bytes.len() as u64 / size)
}

fn open(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (path, mode) = (c.path(0)?, c.path(1)?);
    let Some(options) = parse_mode(&mode) else { return c.null(EINVAL) };
    match c.state.library.outside.open(&path, options) {
        Ok(file) => {
            let made = c.state.stream_of(file, options)?;
            c.give_register(made)
        }
        Err(error) => c.null(error),
    }
}

fn reopen(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (path, mode) = (c.register(0)?, c.path(1)?);
    let (file, stream) = (c.arg(2)?, c.stream(2)?);
    let Some(stream) = stream else { return c.give_null() };
    let Some(options) = parse_mode(&mode) else { return c.null(EINVAL) };
    c.state.flush(stream)?;
    let old = c.state.descriptor(stream);
    if path.bits == 0 {
        c.state.reopen_stream(stream, old.unwrap_or(-1), options);
        return c.give_register(file);
    }
    let path = c.state.string(path)?;
    let outside = &mut c.state.library.outside;
    let opened = outside.open(&path, options);
    let opened = match (opened, old) {
        // The new file takes the descriptor of the old one.
        (Ok(new), Some(old)) => outside.duplicate_to(new, old).inspect(|_| {
            let _ = outside.close(new);
        }),
        (opened, _) => opened,
    };
    match opened {
        Ok(new) => {
            c.state.reopen_stream(stream, new, options);
            c.give_register(file)
        }
        Err(error) => {
            c.state.close_stream(stream)?;
            c.null(error)
        }
    }
}

/// Opens a temporary file, which is deleted when closed.
fn temporary(c: &mut Call<'_>) -> Result<Then, Stop> {
    let options =
        OpenOptions { read: true, write: true, create: true, exclusive: true, mode: 0o600, ..OpenOptions::default() };
    for _ in 0..100 {
        let name = format!("/tmp/lindworm-{}-{:016x}", c.state.library.outside.process(), c.state.random());
        let outside = &mut c.state.library.outside;
        match outside.open(name.as_bytes(), options) {
            Ok(file) => {
                let _ = outside.remove_file(name.as_bytes());
                let made = c.state.stream_of(file, options)?;
                return c.give_register(made);
            }
            Err(EEXIST) => {}
            Err(error) => return c.null(error),
        }
    }
    c.null(EEXIST)
}

fn open_memory(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (buffer, size, mode) = (c.register(0)?, c.size(1)?, c.path(2)?);
    let Some(options) = parse_mode(&mode) else { return c.null(EINVAL) };
    let buffer = match buffer.bits {
        0 => {
            let Some(made) = c.state.heap(size, 0, super::allocation::Family::Malloc) else { return c.out_of_memory() };
            c.state.fill_bytes(made, 0, size)?;
            made
        }
        _ => buffer,
    };
    let end = match () {
        () if options.truncate => {
            if size > 0 {
                c.state.write_bytes(buffer, &[0])?;
            }
            0
        }
        () if options.append || options.write => c.state.string_length(buffer, 1, size)?.0,
        () => size,
    };
    let made = c.state.memory_stream(buffer, size, end, options)?;
    c.give_register(made)
}

fn flush(c: &mut Call<'_>) -> Result<Then, Stop> {
    let done = match c.arg(0)?.bits {
        0 => c.state.flush_all()?,
        _ => match c.stream(0)? {
            Some(stream) => {
                c.state.leave_reading(stream)?;
                c.state.flush(stream)?
            }
            None => false,
        },
    };
    c.give_signed(if done { 0 } else { -1 })
}

fn seek(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (at, from) = (c.signed(1)?, c.int(2)?);
    let Some(stream) = c.stream(0)? else { return c.give_signed(-1) };
    let Some(whence) = whence(from) else { return c.fail(EINVAL) };
    let answer = c.state.seek_stream(stream, at, whence)?;
    c.done(answer)
}

fn tell(c: &mut Call<'_>) -> Result<Then, Stop> {
    let Some(stream) = c.stream(0)? else { return c.give_signed(-1) };
    let answer = c.state.tell(stream)?;
    c.answer(answer.map(|at| at as i64))
}

fn get_position(c: &mut Call<'_>) -> Result<Then, Stop> {
    let place = c.register(1)?;
    let Some(stream) = c.stream(0)? else { return c.give_signed(-1) };
    match c.state.tell(stream)? {
        Ok(at) => {
            c.state.write_int(place, 0, 8, at)?;
            c.state.write_int(place, 8, 8, 0)?;
            c.give(0)
        }
        Err(error) => c.fail(error),
    }
}

fn set_position(c: &mut Call<'_>) -> Result<Then, Stop> {
    let place = c.register(1)?;
    let at = c.state.read_int(place, 0, 8)?;
    let Some(stream) = c.stream(0)? else { return c.give_signed(-1) };
    let answer = c.state.seek_stream(stream, at as i64, crate::outside::Whence::Start)?;
    c.done(answer)
}

fn flag(c: &mut Call<'_>, which: fn(&super::stream::Stream) -> bool) -> Result<Then, Stop> {
    let is = match c.stream(0)? {
        Some(stream) => c.state.stream_data(stream).is_some_and(|s| which(s)),
        None => false,
    };
    c.give(is.into())
}

fn clear(c: &mut Call<'_>) -> Result<Then, Stop> {
    if let Some(stream) = c.stream(0)? {
        c.state.clear_errors(stream);
    }
    Ok(Then::Return)
}

fn set_buffer(c: &mut Call<'_>, buffer: Reg, size: u64) -> Result<Then, Stop> {
    if let Some(stream) = c.stream(0)? {
        let mode = if buffer.bits == 0 { Buffering::None } else { Buffering::Full };
        c.state.set_buffering(stream, mode, size)?;
    }
    Ok(Then::Return)
}

fn descriptor(c: &mut Call<'_>) -> Result<Then, Stop> {
    let Some(stream) = c.stream(0)? else { return c.give_signed(-1) };
    match c.state.descriptor(stream) {
        Some(file) => c.give_signed(file.into()),
        None => c.fail(EBADF),
    }
}
