//! Archives of files, as `ar` makes them: those of GNU, of BSD and Darwin, and of Windows. Bitcode may be among their members.

use std::borrow::Cow;

use crate::error::{Error, Result};

const MAGIC: &[u8] = b"!<arch>\n";
const THIN_MAGIC: &[u8] = b"!<thin>\n";

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member<'d> {
    /// Its name, without a directory.
    pub name: Cow<'d, [u8]>,
    /// What is in it.
    pub data: &'d [u8],
    /// Where that begins in the archive, in bytes.
    pub offset: u64,
}

/// Whether bytes are an archive, be it one that only names its files.
pub fn is_archive(data: &[u8]) -> bool {
    data.starts_with(MAGIC) || data.starts_with(THIN_MAGIC)
}

/// The files in an archive, in order; its tables of symbols and names are none. An archive that is thin does not hold its files:
/// that is an error, and so is one that is cut off.
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
    let mut members = Vec::new();
    let mut long_names = &[][..];
    let mut place = MAGIC.len();
    while place < data.len() {
        let header = Header::read(data, place)?;
        let Header { start, end, .. } = header;
        let contents = &data[start..end];
        match trim(header.name) {
            b"/" | b"/SYM64/" | b"/<ECSYMBOLS>/" => {}
            b"//" => long_names = contents,
            name => {
                let (name, skipped) = member_name(name, long_names, contents, place)?;
                // The symbol table of BSD, perhaps sorted, perhaps of 64 bits.
                if !name.starts_with(b"__.SYMDEF") {
                    let (data, offset) = (&contents[skipped..], (start + skipped) as u64);
                    members.push(Member { name: name.into(), data, offset });
                }
            }
        }
        // The next begins at an even place.
        place = end.next_multiple_of(2);
    }
    Ok(members)
}

/// The header of a member.
struct Header<'d> {
    name: &'d [u8],
    /// Where the contents begin and end, in bytes.
    start: usize,
    end: usize,
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
        match start.checked_add(size).filter(|&end| end <= data.len()) {
            Some(end) => Ok(Header { name: &header[..16], start, end }),
            None => Err(at(place + 48, "member goes on past the end of the archive")),
        }
    }
}

/// The name of a member, and how much of its contents is that name.
fn member_name<'d>(
    name: &'d [u8],
    long_names: &'d [u8],
    contents: &'d [u8],
    place: usize,
) -> Result<(&'d [u8], usize)> {
    // BSD puts a long name before the contents, filled up with zeros.
    if let Some(len) = name.strip_prefix(b"#1/") {
        return match number(len).and_then(|len| contents.get(..len)) {
            Some(name) => Ok((name.split(|&c| c == 0).next().unwrap_or_default(), name.len())),
            None => Err(at(place, "name of a member goes on past its end")),
        };
    }
    // GNU puts them into a table, each with a slash and a line's end behind it; Windows with a zero.
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

/// A number in decimal digits with spaces behind it.
fn number(field: &[u8]) -> Option<usize> {
    std::str::from_utf8(trim(field)).ok().filter(|s| s.bytes().all(|c| c.is_ascii_digit()))?.parse().ok()
}

fn at(byte: usize, message: &str) -> Error {
    Error::new(byte as u64 * 8, message)
}
