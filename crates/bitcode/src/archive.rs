//! Archives, as created by `ar`, in the formats of GNU, BSD, Darwin and Windows. Members may be bitcode.

use std::borrow::Cow;

use crate::error::{Error, Result};

pub mod write;

const MAGIC: &[u8] = b"!<arch>\n";
const THIN_MAGIC: &[u8] = b"!<thin>\n";

/// A member of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member<'d> {
    /// Its name, without a directory.
    pub name: Cow<'d, [u8]>,
    /// Its content.
    pub data: &'d [u8],
    /// Byte offset of the content in the archive.
    pub offset: u64,
}

/// Whether the data is an archive, thin or not.
pub fn is_archive(data: &[u8]) -> bool {
    data.starts_with(MAGIC) || data.starts_with(THIN_MAGIC)
}

/// The members of an archive, in order, without symbol tables and name tables. Errors: a thin archive, which does not hold
/// its members; a truncated archive.
///
/// ```
/// use lindworm_bitcode::archive::members;
///
/// let archive = b"!<arch>\na.txt/          0           0     0     644     3         `\nabc\n";
/// let members = members(archive)?;
/// assert_eq!((&*members[0].name, members[0].data), (&b"a.txt"[..], &b"abc"[..]));
/// # Ok::<(), lindworm_bitcode::Error>(())
/// ```
pub fn members(data: &[u8]) -> Result<Vec<Member<'_>>> {
    if data.starts_with(THIN_MAGIC) {
        return Err(at(0, "thin archive: its files are not in it"));
    }
    if !data.starts_with(MAGIC) {
        return Err(at(0, "not an archive"));
    }
    let entries = Archive::read(data)?.entries;
    Ok(entries.into_iter().filter_map(|e| Some(Member { name: e.name, data: e.data?, offset: e.offset })).collect())
}

/// The archive formats, which differ in names, padding and symbol tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchiveKind {
    /// System V and GNU.
    Gnu,
    /// The BSDs.
    Bsd,
    /// Darwin.
    Darwin,
    /// Windows.
    Coff,
}

/// A member of an archive with its header fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'d> {
    /// Its name; in a thin archive, its path.
    pub name: Cow<'d, [u8]>,
    /// Its content; `None` in a thin archive.
    pub data: Option<&'d [u8]>,
    /// Byte offset of the content in the archive.
    pub offset: u64,
    /// Byte offset of its header.
    pub header: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Modification time, in seconds since 1970.
    pub modified: u64,
    /// Its user id and group id.
    pub owner: (u32, u32),
    /// Its file mode.
    pub mode: u32,
}

/// A parsed archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive<'d> {
    /// Its format.
    pub kind: ArchiveKind,
    /// Whether it is thin: it holds only the paths of its members.
    pub is_thin: bool,
    /// Its members, in order.
    pub entries: Vec<Entry<'d>>,
    /// Its symbol table: each symbol with the byte offset of the header of the defining member. `None` if there is no
    /// table.
    pub symbols: Option<Vec<(&'d [u8], u64)>>,
    /// Its ARM64EC symbol table: each symbol with the index of the defining member, from 1.
    pub ec_symbols: Option<Vec<(&'d [u8], u64)>>,
}

impl<'d> Archive<'d> {
    /// Parses an archive. A truncated archive is an error; a malformed symbol table is dropped.
    pub fn read(data: &'d [u8]) -> Result<Archive<'d>> {
        let is_thin = data.starts_with(THIN_MAGIC);
        if !is_archive(data) {
            return Err(at(0, "not an archive"));
        }
        let mut archive =
            Archive { kind: ArchiveKind::Gnu, is_thin, entries: Vec::new(), symbols: None, ec_symbols: None };
        let mut long_names = &[][..];
        let mut place = MAGIC.len();
        while place < data.len() {
            let mut header = Header::read(data, place)?;
            let name = trim(header.name);
            let is_table = matches!(name, b"/" | b"//" | b"/SYM64/" | b"/<ECSYMBOLS>/");
            if is_thin && !is_table {
                header.end = header.start;
            } else if header.end > data.len() {
                return Err(at(place + 48, "member goes on past the end of the archive"));
            }
            let Header { start, end, .. } = header;
            let contents = &data[start..end];
            match name {
                // The second linker member of Windows archives has the same symbols, sorted by name.
                b"/" if archive.symbols.is_some() => {
                    archive.kind = ArchiveKind::Coff;
                    archive.symbols = coff_symbols(contents).or(archive.symbols);
                }
                b"/" => archive.symbols = gnu_symbols(contents, 4),
                b"/SYM64/" => archive.symbols = gnu_symbols(contents, 8),
                b"/<ECSYMBOLS>/" => archive.ec_symbols = ec_symbols(contents),
                b"//" => long_names = contents,
                name => {
                    if name.starts_with(b"#1/") && archive.entries.is_empty() {
                        archive.kind = ArchiveKind::Bsd;
                    }
                    let (name, skipped) = member_name(name, long_names, contents, place)?;
                    // The BSD symbol table, sorted or not, with 32 or 64 bits.
                    if name.starts_with(b"__.SYMDEF") {
                        archive.kind = ArchiveKind::Darwin;
                        archive.symbols =
                            bsd_symbols(&contents[skipped..], if name.starts_with(b"__.SYMDEF_64") { 8 } else { 4 });
                    } else {
                        archive.entries.push(Entry {
                            name: name.into(),
                            data: (!is_thin).then(|| &contents[skipped..]),
                            offset: (start + skipped) as u64,
                            header: place as u64,
                            size: header.size.saturating_sub(skipped as u64),
                            modified: header.field(16..28, 10),
                            owner: (header.field(28..34, 10) as u32, header.field(34..40, 10) as u32),
                            mode: header.field(40..48, 8) as u32,
                        });
                    }
                }
            }
            // Members are aligned to 2 bytes.
            place = end.next_multiple_of(2);
        }
        Ok(archive)
    }
}

/// An integer of `len` bytes at byte offset `place`, if in bounds.
fn word(data: &[u8], place: usize, len: usize, big: bool) -> Option<u64> {
    let bytes = data.get(place..place.checked_add(len)?)?.iter();
    let add = |sum: u64, &byte: &u8| sum << 8 | u64::from(byte);
    Some(if big { bytes.fold(0, add) } else { bytes.rev().fold(0, add) })
}

/// The GNU symbol table: count, header offsets, NUL-terminated names.
fn gnu_symbols(data: &[u8], len: usize) -> Option<Vec<(&[u8], u64)>> {
    let count = word(data, 0, len, true)? as usize;
    let names = data.get(count.checked_add(1)?.checked_mul(len)?..)?;
    let names = names.split(|&c| c == 0);
    names.take(count).enumerate().map(|(i, name)| Some((name, word(data, (i + 1) * len, len, true)?))).collect()
}

/// The BSD symbol table: pairs of name offset and header offset, then the names.
fn bsd_symbols(data: &[u8], len: usize) -> Option<Vec<(&[u8], u64)>> {
    let size = word(data, 0, len, false)? as usize;
    let names = data.get(size.checked_add(2 * len)?..)?;
    let pair = |i: usize| {
        let name = names.get(word(data, len + 2 * len * i, len, false)? as usize..)?;
        Some((name.split(|&c| c == 0).next()?, word(data, 2 * len + 2 * len * i, len, false)?))
    };
    (0..size / (2 * len)).map(pair).collect()
}

/// The second linker member of Windows archives: number of members, header offsets, number of symbols, member indices from 1,
/// names.
fn coff_symbols(data: &[u8]) -> Option<Vec<(&[u8], u64)>> {
    let members = word(data, 0, 4, false)? as usize;
    let counted = members.checked_add(1)?.checked_mul(4)?;
    let count = word(data, counted, 4, false)? as usize;
    let indices = counted + 4;
    let names = data.get(count.checked_mul(2)?.checked_add(indices)?..)?.split(|&c| c == 0);
    let place = |i: usize| {
        let member = word(data, indices + 2 * i, 2, false)? as usize;
        word(data, 4 * member, 4, false).filter(|_| (1..=members).contains(&member))
    };
    names.take(count).enumerate().map(|(i, name)| Some((name, place(i)?))).collect()
}

/// The ARM64EC symbol table: count, member indices, names.
fn ec_symbols(data: &[u8]) -> Option<Vec<(&[u8], u64)>> {
    let count = word(data, 0, 4, false)? as usize;
    let names = data.get(count.checked_mul(2)?.checked_add(4)?..)?.split(|&c| c == 0);
    names.take(count).enumerate().map(|(i, name)| Some((name, word(data, 4 + 2 * i, 2, false)?))).collect()
}

/// The header of a member.
struct Header<'d> {
    name: &'d [u8],
    /// Byte offsets of the start and end of the content. The end may be past the end of the archive.
    start: usize,
    end: usize,
    size: u64,
    all: &'d [u8],
}

impl<'d> Header<'d> {
    const SIZE: usize = 60;

    fn read(data: &'d [u8], place: usize) -> Result<Header<'d>> {
        let start = place + Header::SIZE;
        let Some(header) = data.get(place..start) else { return Err(at(place, "truncated header of a member")) };
        if !header.ends_with(b"`\n") {
            return Err(at(place, "header of a member without its end mark"));
        }
        let Some(size) = number(&header[48..58]) else {
            return Err(at(place + 48, "size of a member is not a number"));
        };
        match start.checked_add(size) {
            Some(end) => Ok(Header { name: &header[..16], start, end, size: size as u64, all: header }),
            None => Err(at(place + 48, "member goes on past the end of the archive")),
        }
    }

    /// A numeric header field; 0 if empty.
    fn field(&self, range: std::ops::Range<usize>, radix: u32) -> u64 {
        digits(trim(&self.all[range]), radix).unwrap_or(0)
    }
}

/// The name of a member, and the number of content bytes it occupies.
fn member_name<'d>(
    name: &'d [u8],
    long_names: &'d [u8],
    contents: &'d [u8],
    place: usize,
) -> Result<(&'d [u8], usize)> {
    // BSD stores a long name before the content, padded with NUL.
    if let Some(len) = name.strip_prefix(b"#1/") {
        return match number(len).and_then(|len| contents.get(..len)) {
            Some(name) => Ok((name.split(|&c| c == 0).next().unwrap_or_default(), name.len())),
            None => Err(at(place, "name of a member goes on past its end")),
        };
    }
    // GNU stores long names in a table, each terminated by a slash and a newline; Windows terminates them by NUL.
    if let Some(offset) = name.strip_prefix(b"/") {
        return match number(offset).and_then(|offset| long_names.get(offset..)) {
            Some(rest) => {
                let name = rest.split(|&c| matches!(c, b'\n' | 0)).next().unwrap_or_default();
                Ok((name.strip_suffix(b"/").unwrap_or(name), 0))
            }
            None => Err(at(place, "name of a member is not in the table of names")),
        };
    }
    Ok((name.strip_suffix(b"/").unwrap_or(name), 0))
}

fn trim(field: &[u8]) -> &[u8] {
    let end = field.iter().rposition(|&c| c != b' ').map_or(0, |last| last + 1);
    &field[..end]
}

/// A decimal number with trailing spaces.
fn number(field: &[u8]) -> Option<usize> {
    digits(trim(field), 10)?.try_into().ok()
}

/// The value of a digit string, if valid. Reads each byte only once: a mapped file may change at any time.
fn digits(text: &[u8], radix: u32) -> Option<u64> {
    let digit =
        |number: u64, &c: &u8| number.checked_mul(radix.into())?.checked_add(char::from(c).to_digit(radix)?.into());
    text.iter().try_fold(0, digit).filter(|_| !text.is_empty())
}

fn at(byte: usize, message: &str) -> Error {
    Error::new(byte as u64 * 8, message)
}
