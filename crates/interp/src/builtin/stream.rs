//! Streams: `FILE` and its buffer.
//!
//! Buffered output is invisible until it is flushed, and lost if the program is killed. Therefore the sizes of buffers and the
//! times of flushing are those of the GNU C library.

use lindworm_ir::hash::HashMap;

use super::errno::{EAGAIN, EBADF, EINVAL, ESPIPE};
use crate::limits::Footprint;
use crate::memory::EntryFlags;
use crate::outside::{OpenOptions, Whence, file_type};
use crate::state::State;
use crate::stop::Stop;
use crate::ub::library as kinds;
use crate::value::Reg;

/// All streams.
#[derive(Default)]
pub(crate) struct Streams {
    /// The streams, standard streams first; `None` for closed ones.
    all: Vec<Option<Stream>>,
    /// The stream of each `FILE`, by address.
    numbers: HashMap<u64, usize>,
}

/// A stream.
pub(crate) struct Stream {
    source: Source,
    readable: bool,
    writable: bool,
    append: bool,
    /// The `FILE` of the stream, allocated on first use.
    file: Option<Reg>,
    /// The buffering mode; `None` until the first use.
    mode: Option<Buffering>,
    /// The capacity of the buffer.
    capacity: usize,
    /// Output in the buffer.
    pending: Vec<u8>,
    /// Input in the buffer, and the number of consumed bytes.
    ready: Vec<u8>,
    taken: usize,
    /// Bytes put back, in reverse order.
    returned: Vec<u8>,
    pub(super) at_end: bool,
    pub(super) failed: bool,
    /// Negative for bytes, positive for wide characters, 0 if undetermined.
    pub(super) orientation: i32,
}

/// The source or destination of a stream.
enum Source {
    Descriptor(i32),
    /// A buffer of the program (`fmemopen`): its address and size, the position, and the end of the contents.
    Memory {
        buffer: Reg,
        size: u64,
        at: u64,
        end: u64,
    },
    /// A growing buffer (`open_memstream`), and the places where its address and length are stored.
    Growing {
        bytes: Vec<u8>,
        at: u64,
        address: Reg,
        length: Reg,
    },
}

/// When output is flushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Buffering {
    /// When the buffer is full.
    Full,
    /// At the end of each line.
    Line,
    /// Immediately.
    None,
}

/// The stream number of standard input.
pub(crate) const STDIN: usize = 0;
/// The stream number of standard output.
pub(crate) const STDOUT: usize = 1;
/// The stream number of standard error.
pub(crate) const STDERR: usize = 2;

/// The size of a `FILE`. All fields but the flags are zero, so that macros of the C library find an empty buffer and call the
/// functions.
const FILE_SIZE: u64 = 216;
const EOF_FLAG: u64 = 0x10;
const ERROR_FLAG: u64 = 0x20;

impl Stream {
    fn new(source: Source, readable: bool, writable: bool, append: bool) -> Stream {
        Stream {
            source,
            readable,
            writable,
            append,
            file: None,
            mode: None,
            capacity: 4096,
            pending: Vec::new(),
            ready: Vec::new(),
            taken: 0,
            returned: Vec::new(),
            at_end: false,
            failed: false,
            orientation: 0,
        }
    }
}

/// Parses a mode such as `r+b`.
pub(super) fn parse_mode(mode: &[u8]) -> Option<OpenOptions> {
    let (&first, rest) = mode.split_first()?;
    // The part after a comma specifies a character set.
    let rest = rest.split(|&b| b == b',').next().unwrap_or_default();
    let update = rest.contains(&b'+');
    let options = OpenOptions { exclusive: rest.contains(&b'x'), mode: 0o666, ..OpenOptions::default() };
    Some(match first {
        b'r' => OpenOptions { read: true, write: update, exclusive: false, ..options },
        b'w' => OpenOptions { read: update, write: true, create: true, truncate: true, ..options },
        b'a' => OpenOptions { read: update, write: true, create: true, append: true, ..options },
        _ => return None,
    })
}

impl Streams {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.all);
        all.each(self.all.iter().flatten(), |all, stream| {
            [&stream.pending, &stream.ready, &stream.returned].into_iter().for_each(|bytes| all.add(bytes));
            if let Source::Growing { bytes, .. } = &stream.source {
                all.add(bytes);
            }
        });
        all.add(&self.numbers);
    }

    /// The standard streams.
    pub(crate) fn new() -> Streams {
        let mut streams = Streams::default();
        for descriptor in 0..3 {
            let mut stream = Stream::new(Source::Descriptor(descriptor), descriptor == 0, descriptor != 0, false);
            if descriptor == 2 {
                stream.mode = Some(Buffering::None);
            }
            streams.all.push(Some(stream));
        }
        streams
    }

    fn get(&mut self, number: usize) -> Option<&mut Stream> {
        self.all.get_mut(number)?.as_mut()
    }

    /// Whether a stream has buffered output.
    pub(crate) fn is_any_pending(&self) -> bool {
        self.all.iter().flatten().any(|stream| !stream.pending.is_empty())
    }

    /// The numbers of the open streams.
    fn numbers(&self) -> Vec<usize> {
        (0..self.all.len()).filter(|&n| self.all[n].is_some()).collect()
    }
}

impl State {
    /// The stream of a `FILE *`; `None` if there is none and the program continues.
    pub(super) fn stream(&mut self, file: Reg) -> Result<Option<usize>, Stop> {
        let live = self.memory.entry(self.root(file)).is_some();
        if live && let Some(&number) = self.library.streams.numbers.get(&file.bits) {
            return Ok(Some(number));
        }
        let message = match (file.bits, live) {
            (0, _) => "the stream is null",
            (_, false) => "the stream was closed",
            (_, true) => "this is not a stream",
        };
        self.undefined(&kinds::STREAM, message, Vec::new())?;
        Ok(None)
    }

    /// Whether a pointer is the `FILE` of a stream.
    pub(crate) fn is_stream(&self, file: Reg) -> bool {
        self.library.streams.numbers.contains_key(&file.bits)
    }

    /// The `FILE` of a stream.
    pub(crate) fn stream_file(&mut self, number: usize) -> Result<Reg, Stop> {
        if let Some(file) = self.library.streams.get(number).and_then(|s| s.file) {
            return Ok(file);
        }
        let file = self.machine_memory(FILE_SIZE, 16)?;
        if let Some(entry) = self.memory.entry_mut(file.meta.provenance()) {
            entry.flags |= EntryFlags::CONSTANT | EntryFlags::SLOW_WRITE;
        }
        self.library.streams.numbers.insert(file.bits, number);
        if let Some(stream) = self.library.streams.get(number) {
            stream.file = Some(file);
        }
        self.show_flags(number);
        Ok(file)
    }

    /// Stores the flags of a stream in the `FILE`, where macros of the C library read them.
    fn show_flags(&mut self, number: usize) {
        let Some(stream) = self.library.streams.get(number) else { return };
        let flags = if stream.at_end { EOF_FLAG } else { 0 } | if stream.failed { ERROR_FLAG } else { 0 };
        let Some(file) = stream.file else { return };
        let word = flags as u32;
        let bytes = if self.memory.is_big_endian() { word.to_be_bytes() } else { word.to_le_bytes() };
        self.memory.write_bytes(self.memory.place_of(file.bits), &bytes);
    }

    fn add_stream(&mut self, stream: Stream) -> Result<Reg, Stop> {
        self.spend(self.library.streams.all.len() as u64 / 16 + 16)?;
        let all = &mut self.library.streams.all;
        // The numbers of the standard streams are reserved.
        let number = (3..all.len()).find(|&n| all[n].is_none()).unwrap_or(all.len().max(3));
        if number >= all.len() {
            all.push(None);
        }
        all[number] = Some(stream);
        self.stream_file(number)
    }

    /// Creates a stream for an open file.
    pub(super) fn stream_of(&mut self, descriptor: i32, options: OpenOptions) -> Result<Reg, Stop> {
        let stream = Stream::new(Source::Descriptor(descriptor), options.read, options.write, options.append);
        self.add_stream(stream)
    }

    /// Creates a stream for `size` bytes of the program's memory. `end` is the end of the contents, if given.
    pub(super) fn memory_stream(
        &mut self,
        buffer: Reg,
        size: u64,
        end: u64,
        options: OpenOptions,
    ) -> Result<Reg, Stop> {
        let at = if options.append { end } else { 0 };
        let source = Source::Memory { buffer, size, at, end };
        self.add_stream(Stream::new(source, options.read, options.write, options.append))
    }

    /// Creates a stream whose buffer is stored at `address` and `length`.
    pub(super) fn growing_stream(&mut self, address: Reg, length: Reg) -> Result<Reg, Stop> {
        let source = Source::Growing { bytes: Vec::new(), at: 0, address, length };
        let file = self.add_stream(Stream::new(source, false, true, false))?;
        let number = self.library.streams.numbers[&file.bits];
        self.flush(number)?;
        Ok(file)
    }

    /// Associates a stream with another file, like `freopen`.
    pub(super) fn reopen_stream(&mut self, number: usize, descriptor: i32, options: OpenOptions) {
        if let Some(stream) = self.library.streams.get(number) {
            let file = stream.file;
            let mode = stream.mode.filter(|_| number == STDERR);
            *stream = Stream::new(Source::Descriptor(descriptor), options.read, options.write, options.append);
            (stream.file, stream.mode) = (file, mode);
        }
        self.show_flags(number);
    }

    /// Determines the buffering of a stream from its file, unless it was set.
    fn prepare(&mut self, number: usize) -> Buffering {
        let library = &mut *self.library;
        let Some(stream) = library.streams.get(number) else { return Buffering::None };
        if let Some(mode) = stream.mode {
            return mode;
        }
        let mode = match stream.source {
            Source::Descriptor(descriptor) => match library.outside.status(descriptor) {
                Ok(status) => {
                    let terminal = status.mode & file_type::MASK == file_type::CHARACTERS
                        && library.outside.is_terminal(descriptor) == Ok(true);
                    stream.capacity = if terminal { 1024 } else { status.block_size.clamp(1024, 1 << 20) as usize };
                    if terminal { Buffering::Line } else { Buffering::Full }
                }
                Err(_) => Buffering::Full,
            },
            _ => Buffering::Full,
        };
        stream.mode = Some(mode);
        mode
    }

    /// `setvbuf`.
    pub(super) fn set_buffering(&mut self, number: usize, mode: Buffering, size: u64) -> Result<(), Stop> {
        self.flush(number)?;
        if let Some(stream) = self.library.streams.get(number) {
            stream.mode = Some(mode);
            if size > 0 {
                stream.capacity = size.clamp(1, 1 << 24) as usize;
            }
        }
        Ok(())
    }

    pub(super) fn is_line_buffered(&mut self, number: usize) -> bool {
        self.prepare(number) == Buffering::Line
    }

    pub(super) fn buffer_size(&mut self, number: usize) -> u64 {
        if self.prepare(number) == Buffering::None {
            return 1;
        }
        self.library.streams.get(number).map_or(0, |s| s.capacity as u64)
    }

    pub(super) fn pending(&mut self, number: usize) -> u64 {
        self.library.streams.get(number).map_or(0, |s| s.pending.len() as u64)
    }

    /// Discards buffered input and output.
    pub(super) fn purge(&mut self, number: usize) {
        if let Some(stream) = self.library.streams.get(number) {
            stream.pending.clear();
            stream.forget_read();
        }
    }

    pub(super) fn is_readable(&mut self, number: usize) -> bool {
        self.library.streams.get(number).is_some_and(|s| s.readable)
    }

    pub(super) fn is_writable(&mut self, number: usize) -> bool {
        self.library.streams.get(number).is_some_and(|s| s.writable)
    }

    /// The data of a stream. Changed flags must be stored by [`State::clear_errors`].
    pub(super) fn stream_data(&mut self, number: usize) -> Option<&mut Stream> {
        self.library.streams.get(number)
    }

    /// `clearerr`.
    pub(super) fn clear_errors(&mut self, number: usize) {
        if let Some(stream) = self.library.streams.get(number) {
            (stream.at_end, stream.failed) = (false, false);
        }
        self.show_flags(number);
    }

    fn fail_stream(&mut self, number: usize, error: i32) -> Result<(), Stop> {
        if let Some(stream) = self.library.streams.get(number) {
            stream.failed = true;
        }
        self.show_flags(number);
        self.set_errno(error)
    }

    /// The descriptor of a stream, if it has one.
    pub(super) fn descriptor(&mut self, number: usize) -> Option<i32> {
        match self.library.streams.get(number)?.source {
            Source::Descriptor(descriptor) => Some(descriptor),
            _ => None,
        }
    }

    /// Writes bytes to a stream. Returns whether there was no error.
    pub(crate) fn put(&mut self, number: usize, bytes: &[u8]) -> Result<bool, Stop> {
        if bytes.is_empty() {
            return Ok(true);
        }
        let mode = self.prepare(number);
        let Some(stream) = self.library.streams.get(number) else { return Ok(false) };
        if !stream.writable {
            self.fail_stream(number, EBADF)?;
            return Ok(false);
        }
        if stream.taken < stream.ready.len() || !stream.returned.is_empty() {
            self.leave_reading(number)?;
        }
        let Some(stream) = self.library.streams.get(number) else { return Ok(false) };
        let capacity = match mode {
            Buffering::None => 0,
            _ => stream.capacity,
        };
        if stream.pending.len() + bytes.len() <= capacity {
            stream.pending.extend_from_slice(bytes);
            return match mode {
                Buffering::Line if bytes.contains(&b'\n') => self.flush_lines(number),
                _ => Ok(true),
            };
        }
        // Fills and flushes the buffer; whole blocks of the rest bypass the buffer.
        let (fill, rest) = bytes.split_at(capacity - stream.pending.len().min(capacity));
        stream.pending.extend_from_slice(fill);
        if !self.flush(number)? {
            return Ok(false);
        }
        let direct = if capacity >= 128 { rest.len() - rest.len() % capacity } else { rest.len() };
        if !self.write_out(number, &rest[..direct])? {
            return Ok(false);
        }
        if let Some(stream) = self.library.streams.get(number) {
            stream.pending.extend_from_slice(&rest[direct..]);
        }
        match mode {
            Buffering::Line => self.flush_lines(number),
            _ => Ok(true),
        }
    }

    /// Flushes the buffer up to the end of the last line.
    fn flush_lines(&mut self, number: usize) -> Result<bool, Stop> {
        let Some(stream) = self.library.streams.get(number) else { return Ok(false) };
        let Some(end) = memchr::memrchr(b'\n', &stream.pending) else { return Ok(true) };
        let lines: Vec<u8> = stream.pending.drain(..=end).collect();
        self.write_out(number, &lines)
    }

    /// Flushes the buffer. For input, unread bytes are given back to the file.
    pub(crate) fn flush(&mut self, number: usize) -> Result<bool, Stop> {
        let Some(stream) = self.library.streams.get(number) else { return Ok(false) };
        if let Source::Growing { .. } = stream.source {
            return self.flush_growing(number);
        }
        let pending = std::mem::take(&mut stream.pending);
        let done = self.write_out(number, &pending)?;
        // The buffer keeps its memory.
        if let Some(stream) = self.library.streams.get(number)
            && stream.pending.is_empty()
        {
            stream.pending = pending;
            stream.pending.clear();
        }
        Ok(done)
    }

    /// Gives unread bytes back to the file by seeking.
    pub(super) fn leave_reading(&mut self, number: usize) -> Result<(), Stop> {
        let library = &mut *self.library;
        let Some(stream) = library.streams.get(number) else { return Ok(()) };
        let unread = (stream.ready.len() - stream.taken + stream.returned.len()) as i64;
        stream.forget_read();
        if let Source::Descriptor(descriptor) = stream.source
            && unread > 0
        {
            // If the file is not seekable, the bytes are lost, as in the C library.
            let _ = library.outside.seek(descriptor, -unread, Whence::Here);
        }
        Ok(())
    }

    /// Stores the contents of a growing stream in the program's buffer.
    fn flush_growing(&mut self, number: usize) -> Result<bool, Stop> {
        let Some(stream) = self.library.streams.get(number) else { return Ok(false) };
        let Source::Growing { bytes, at, .. } = &stream.source else { return Ok(false) };
        let len = (*at + stream.pending.len() as u64).max(bytes.len() as u64);
        // The buffer exists twice during reallocation.
        if 2 * len > self.memory.room() + bytes.len() as u64 {
            stream.pending.clear();
            self.fail_stream(number, super::errno::ENOMEM)?;
            return Ok(false);
        }
        self.spend_on(2 * len)?;
        let Some(stream) = self.library.streams.get(number) else { return Ok(false) };
        let pending = std::mem::take(&mut stream.pending);
        let Source::Growing { bytes, at, address, length } = &mut stream.source else { return Ok(false) };
        let end = *at as usize + pending.len();
        if bytes.len() < end {
            bytes.resize(end, 0);
        }
        bytes[*at as usize..end].copy_from_slice(&pending);
        *at = end as u64;
        let (content, len, address, length) = (bytes.clone(), *at, *address, *length);
        let old = self.read_growing(address)?;
        let Some(made) = self.heap_string(&content)? else {
            self.fail_stream(number, super::errno::ENOMEM)?;
            return Ok(false);
        };
        if let Some(old) = old {
            let site = self.site();
            self.memory.free(old, site);
        }
        self.write_pointer(address, 0, made)?;
        self.library.growing.insert(address.bits, made);
        let word = self.memory.pointer_bytes();
        self.write_int(length, 0, word, len)?;
        Ok(true)
    }

    /// The previous buffer of a growing stream, if the program has not freed it.
    fn read_growing(&mut self, address: Reg) -> Result<Option<crate::value::Provenance>, Stop> {
        let old = self.library.growing.remove(&address.bits);
        Ok(old.map(|reg| reg.meta.provenance()).filter(|&p| self.memory.entry(p).is_some()))
    }

    /// Writes bytes, bypassing the buffer.
    fn write_out(&mut self, number: usize, mut bytes: &[u8]) -> Result<bool, Stop> {
        while !bytes.is_empty() {
            let Some(stream) = self.library.streams.get(number) else { return Ok(false) };
            let written = match &mut stream.source {
                Source::Descriptor(descriptor) => {
                    let descriptor = *descriptor;
                    self.write_file(descriptor, bytes, None)
                }
                Source::Growing { .. } => {
                    stream.pending.extend_from_slice(bytes);
                    return Ok(true);
                }
                Source::Memory { buffer, size, at, end } => {
                    let from = if stream.append { *end } else { *at };
                    let count = (bytes.len() as u64).min(size.saturating_sub(from));
                    let to = Reg { bits: buffer.bits.wrapping_add(from), ..*buffer };
                    *at = from + count;
                    let grows = *at > *end;
                    *end = (*end).max(*at);
                    let (room, after) = (*size > *end, Reg { bits: buffer.bits.wrapping_add(*end), ..*buffer });
                    self.write_bytes(to, &bytes[..count as usize])?;
                    if grows && room {
                        self.write_bytes(after, &[0])?;
                    }
                    if count == 0 { Err(super::errno::ENOSPC) } else { Ok(count) }
                }
            };
            match written {
                Ok(count) => bytes = &bytes[count as usize..],
                Err(error) => {
                    self.fail_stream(number, error)?;
                    if error == super::errno::EPIPE {
                        self.send_signal(super::signal::SIGPIPE)?;
                    }
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Fills the buffer. Returns whether there is a byte to read.
    fn fill(&mut self, number: usize) -> Result<bool, Stop> {
        let mode = self.prepare(number);
        let Some(stream) = self.library.streams.get(number) else { return Ok(false) };
        if !stream.returned.is_empty() || stream.taken < stream.ready.len() {
            return Ok(true);
        }
        if !stream.readable {
            self.fail_stream(number, EBADF)?;
            return Ok(false);
        }
        // End of file is sticky until it is cleared.
        if stream.at_end {
            return Ok(false);
        }
        if !stream.pending.is_empty() {
            self.flush(number)?;
        }
        if mode != Buffering::Full && self.prepare(STDOUT) != Buffering::Full && number != STDOUT {
            self.flush(STDOUT)?;
        }
        let Some(stream) = self.library.streams.get(number) else { return Ok(false) };
        let len = if mode == Buffering::None { 1 } else { stream.capacity as u64 };
        let read = match &mut stream.source {
            Source::Descriptor(descriptor) => {
                let descriptor = *descriptor;
                self.read_file(descriptor, len, None)
            }
            Source::Growing { .. } => Err(EBADF),
            Source::Memory { buffer, at, end, .. } => {
                let count = end.saturating_sub(*at);
                let from = Reg { bits: buffer.bits.wrapping_add(*at), ..*buffer };
                *at += count;
                Ok(self.peek_bytes(from, count)?)
            }
        };
        let Some(stream) = self.library.streams.get(number) else { return Ok(false) };
        match read {
            Ok(bytes) => {
                stream.at_end = bytes.is_empty();
                (stream.ready, stream.taken) = (bytes, 0);
                let there = !stream.at_end;
                if !there {
                    self.show_flags(number);
                }
                Ok(there)
            }
            Err(error) => {
                if error == EAGAIN && self.options.isolated {
                    return Err(self.error("deadlock: the program waits for data that nobody will write"));
                }
                self.fail_stream(number, error)?;
                Ok(false)
            }
        }
    }

    /// The next byte of a stream; `None` at end of file or on an error.
    pub(crate) fn get_byte(&mut self, number: usize) -> Result<Option<u8>, Stop> {
        if !self.fill(number)? {
            return Ok(None);
        }
        let Some(stream) = self.library.streams.get(number) else { return Ok(None) };
        Ok(Some(stream.returned.pop().unwrap_or_else(|| {
            stream.taken += 1;
            stream.ready[stream.taken - 1]
        })))
    }

    /// The next bytes of a stream: at most `len`, up to and including the byte `stop`.
    pub(crate) fn get_bytes(&mut self, number: usize, len: u64, stop: Option<u8>) -> Result<Vec<u8>, Stop> {
        let mut out = Vec::new();
        while (out.len() as u64) < len && self.fill(number)? {
            let Some(stream) = self.library.streams.get(number) else { break };
            let byte = stream.returned.pop();
            match byte {
                Some(byte) => out.push(byte),
                None => {
                    let left = (len - out.len() as u64).min((stream.ready.len() - stream.taken) as u64) as usize;
                    let there = &stream.ready[stream.taken..stream.taken + left];
                    let count = stop.and_then(|stop| memchr::memchr(stop, there)).map_or(left, |at| at + 1);
                    out.extend_from_slice(&there[..count]);
                    stream.taken += count;
                }
            }
            self.make_room(out.len() as u64)?;
            if stop.is_some() && out.last().copied() == stop {
                break;
            }
        }
        Ok(out)
    }

    /// Puts back a byte.
    pub(super) fn unget(&mut self, number: usize, byte: u8) {
        if let Some(stream) = self.library.streams.get(number) {
            stream.at_end = false;
            match stream.taken > 0 && stream.returned.is_empty() && stream.ready[stream.taken - 1] == byte {
                true => stream.taken -= 1,
                false => stream.returned.push(byte),
            }
        }
        self.show_flags(number);
    }

    /// The position of a stream.
    pub(super) fn tell(&mut self, number: usize) -> Result<Result<u64, i32>, Stop> {
        let library = &mut *self.library;
        let Some(stream) = library.streams.get(number) else { return Ok(Err(EBADF)) };
        let unread = (stream.ready.len() - stream.taken + stream.returned.len()) as u64;
        let pending = stream.pending.len() as u64;
        let base = match &stream.source {
            Source::Descriptor(descriptor) => {
                let whence = if stream.append && pending > 0 { Whence::End } else { Whence::Here };
                library.outside.seek(*descriptor, 0, whence)
            }
            Source::Memory { at, .. } | Source::Growing { at, .. } => Ok(*at),
        };
        Ok(base.map(|base| base.saturating_sub(unread) + pending))
    }

    /// Sets the position of a stream.
    pub(super) fn seek_stream(&mut self, number: usize, offset: i64, whence: Whence) -> Result<Result<(), i32>, Stop> {
        let here = self.tell(number)?;
        let offset = match (whence, here) {
            (Whence::Here, Ok(here)) => match here.checked_add_signed(offset) {
                Some(to) => to as i64,
                None => return Ok(Err(EINVAL)),
            },
            (Whence::Here, Err(error)) => return Ok(Err(error)),
            _ => offset,
        };
        if here.is_err() {
            return Ok(Err(ESPIPE));
        }
        self.flush(number)?;
        let library = &mut *self.library;
        let Some(stream) = library.streams.get(number) else { return Ok(Err(EBADF)) };
        let absolute = if whence == Whence::Here { Whence::Start } else { whence };
        let moved = match &mut stream.source {
            Source::Descriptor(descriptor) => library.outside.seek(*descriptor, offset, absolute).map(drop),
            Source::Memory { at, end, size, .. } => {
                let from = if absolute == Whence::End { *end } else { 0 };
                match from.checked_add_signed(offset).filter(|to| *to <= *size) {
                    Some(to) => {
                        *at = to;
                        Ok(())
                    }
                    None => Err(EINVAL),
                }
            }
            Source::Growing { bytes, at, .. } => {
                let from = if absolute == Whence::End { bytes.len() as u64 } else { 0 };
                match from.checked_add_signed(offset).filter(|to| *to < 1 << 40) {
                    Some(to) => {
                        *at = to;
                        Ok(())
                    }
                    None => Err(EINVAL),
                }
            }
        };
        if moved.is_ok() {
            stream.forget_read();
            stream.at_end = false;
            self.show_flags(number);
        }
        Ok(moved)
    }

    /// Closes a stream. Returns whether all output was written.
    pub(super) fn close_stream(&mut self, number: usize) -> Result<bool, Stop> {
        let mut done = self.flush(number)?;
        self.leave_reading(number)?;
        let library = &mut *self.library;
        let Some(stream) = library.streams.all.get_mut(number).and_then(Option::take) else { return Ok(false) };
        match stream.source {
            Source::Descriptor(descriptor) => {
                if let Err(error) = library.outside.close(descriptor) {
                    self.set_errno(error)?;
                    done = false;
                }
            }
            Source::Growing { address, .. } => drop(library.growing.remove(&address.bits)),
            Source::Memory { .. } => {}
        }
        if let Some(file) = stream.file {
            let site = self.site();
            self.library.streams.numbers.remove(&file.bits);
            self.memory.free(file.meta.provenance(), site);
        }
        Ok(done)
    }

    /// Discards the buffers of all streams, as if the program was killed.
    pub(crate) fn lose_output(&mut self) {
        for number in self.library.streams.numbers() {
            self.purge(number);
        }
    }

    /// Flushes all streams, as at exit.
    pub(crate) fn flush_all(&mut self) -> Result<bool, Stop> {
        let mut done = true;
        self.count(self.library.streams.all.len() as u64 / 16);
        for number in self.library.streams.numbers() {
            if self.pending(number) > 0 {
                done &= self.flush(number)?;
            }
        }
        Ok(done)
    }
}

impl Stream {
    fn forget_read(&mut self) {
        self.ready.clear();
        self.taken = 0;
        self.returned.clear();
    }
}
