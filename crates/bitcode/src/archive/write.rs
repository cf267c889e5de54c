//! Archive writer, byte-compatible with `llvm-ar`.

use super::{ArchiveKind, MAGIC, THIN_MAGIC};

/// A member to write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewMember {
    /// Its name; in a thin archive, its path.
    pub name: Vec<u8>,
    /// Its content.
    pub data: Vec<u8>,
    /// Modification time, in seconds since 1970.
    pub modified: u64,
    /// Its user id and group id.
    pub owner: (u32, u32),
    /// Its file mode.
    pub mode: u32,
    /// The global symbols that it defines.
    pub symbols: Vec<Vec<u8>>,
    /// Whether its symbols go to the ARM64EC symbol table.
    pub is_ec: bool,
}

/// Writes an archive. `symbols` selects whether it has a symbol table. A thin archive holds only the paths of its members.
///
/// ```
/// use lindworm_bitcode::archive::write::{NewMember, write};
/// use lindworm_bitcode::archive::{Archive, ArchiveKind};
///
/// let member = NewMember { name: b"a.txt".to_vec(), data: b"abc".to_vec(), symbols: vec![b"f".to_vec()], ..NewMember::default() };
/// for kind in [ArchiveKind::Gnu, ArchiveKind::Bsd, ArchiveKind::Darwin, ArchiveKind::Coff] {
///     let bytes = write(&[member.clone()], kind, false, true);
///     let archive = Archive::read(&bytes)?;
///     assert_eq!(archive.entries[0].data.map(|data| &data[..3]), Some(&b"abc"[..]));
///     assert_eq!(archive.symbols.unwrap(), [(&b"f"[..], archive.entries[0].header)]);
/// }
/// # Ok::<(), lindworm_bitcode::Error>(())
/// ```
pub fn write(members: &[NewMember], kind: ArchiveKind, is_thin: bool, symbols: bool) -> Vec<u8> {
    let is_bsd = matches!(kind, ArchiveKind::Bsd | ArchiveKind::Darwin);
    let mut names = Vec::new();
    let headers: Vec<Vec<u8>> = members
        .iter()
        .map(|member| match is_bsd {
            true => Vec::new(),
            false => gnu_header(member, is_thin, kind == ArchiveKind::Coff, &mut names),
        })
        .collect();
    let mut out = if is_thin { THIN_MAGIC.to_vec() } else { MAGIC.to_vec() };
    // The size of a member with its header depends only on its byte offset modulo 8.
    let is_wide = members.iter().map(|m| m.data.len() as u64 + 256).sum::<u64>() > u64::from(u32::MAX);
    let table_len = if symbols { table_len(members, kind, is_wide) } else { 0 };
    let names_len = if names.is_empty() { 0 } else { 60 + names.len().next_multiple_of(2) };
    let mut place = out.len() + table_len + names_len;
    let mut bodies: Vec<u8> = Vec::new();
    let mut places = Vec::new();
    for (member, header) in members.iter().zip(headers) {
        places.push(place as u64);
        let start = bodies.len();
        if is_bsd {
            bsd_member(&mut bodies, member, place, kind);
        } else {
            bodies.extend(header);
            if !is_thin {
                bodies.extend(&member.data);
            }
        }
        if bodies.len() % 2 == 1 {
            bodies.push(b'\n');
        }
        place += bodies.len() - start;
    }
    if symbols {
        write_table(&mut out, members, &places, kind, is_wide);
    }
    if !names.is_empty() {
        if names.len() % 2 == 1 {
            names.push(if kind == ArchiveKind::Coff { 0 } else { b'\n' });
        }
        header(&mut out, b"//", None, names.len() as u64);
        out.extend(names);
    }
    out.extend(bodies);
    out
}

/// Writes a header: of a member, or of a table, which has no owner.
fn header(out: &mut Vec<u8>, name: &[u8], member: Option<&NewMember>, size: u64) {
    let start = out.len();
    out.extend_from_slice(name);
    out.resize(start + 16, b' ');
    let rest = match member {
        // Values that do not fit are truncated, as in LLVM.
        Some(m) => {
            format!(
                "{:<12}{:<6}{:<6}{:<8o}",
                m.modified % 10u64.pow(12),
                m.owner.0 % 1_000_000,
                m.owner.1 % 1_000_000,
                m.mode & 0o7777
            )
        }
        None if name == b"//" => " ".repeat(32),
        None => format!("{:<12}{:<6}{:<6}{:<8}", 0, 0, 0, 0),
    };
    out.extend(rest.as_bytes());
    out.extend(format!("{size:<10}`\n").as_bytes());
}

/// The header of a member. Long names are appended to the name table.
fn gnu_header(member: &NewMember, is_thin: bool, is_coff: bool, names: &mut Vec<u8>) -> Vec<u8> {
    let name = match is_thin || member.name.len() >= 16 || member.name.contains(&b'/') {
        true => {
            let offset = names.len();
            names.extend(&member.name);
            names.extend_from_slice(if is_coff { b"\0" } else { b"/\n" });
            format!("/{offset}").into_bytes()
        }
        false => [&member.name[..], b"/"].concat(),
    };
    let mut out = Vec::new();
    header(&mut out, &name, Some(member), member.data.len() as u64);
    out
}

/// Writes a member with its name before the content, padded to align the content to 8 bytes.
fn bsd_member(out: &mut Vec<u8>, member: &NewMember, place: usize, kind: ArchiveKind) {
    let name_len = padded_name(place, member.name.len());
    let padding =
        if kind == ArchiveKind::Darwin { member.data.len().next_multiple_of(8) - member.data.len() } else { 0 };
    header(out, format!("#1/{name_len}").as_bytes(), Some(member), (name_len + member.data.len() + padding) as u64);
    out.extend(&member.name);
    out.resize(out.len() + name_len - member.name.len(), 0);
    out.extend(&member.data);
    out.resize(out.len() + padding, b'\n');
}

/// The length of a name with the padding that aligns the content to 8 bytes.
fn padded_name(place: usize, len: usize) -> usize {
    (place + 60 + len).next_multiple_of(8) - place - 60
}

/// All symbols, with the indices of their members. In Windows archives, without ARM64EC symbols.
fn all_symbols(members: &[NewMember], kind: ArchiveKind) -> Vec<(&[u8], usize)> {
    let plain = members.iter().enumerate().filter(|(_, m)| kind != ArchiveKind::Coff || !m.is_ec);
    plain.flat_map(|(i, member)| member.symbols.iter().map(move |s| (&s[..], i))).collect()
}

const BSD_NAME: &[u8] = b"__.SYMDEF";

/// The symbol tables, with their names.
fn tables<'n>(members: &[NewMember], places: &[u64], kind: ArchiveKind, is_wide: bool) -> Vec<(&'n [u8], Vec<u8>)> {
    let symbols = all_symbols(members, kind);
    let len = if is_wide { 8 } else { 4 };
    let place = |member: usize| places.get(member).copied().unwrap_or(0);
    let big = |out: &mut Vec<u8>, number: u64| out.extend(&number.to_be_bytes()[8 - len..]);
    let little = |out: &mut Vec<u8>, number: u64, len: usize| out.extend(&number.to_le_bytes()[..len]);
    let mut tables = Vec::new();
    if matches!(kind, ArchiveKind::Bsd | ArchiveKind::Darwin) {
        if symbols.is_empty() && kind == ArchiveKind::Bsd {
            return tables;
        }
        let mut table = Vec::new();
        let mut names = Vec::new();
        little(&mut table, (symbols.len() * 2 * len) as u64, len);
        for (name, member) in symbols {
            little(&mut table, names.len() as u64, len);
            little(&mut table, place(member), len);
            names.extend_from_slice(name);
            names.push(0);
        }
        names.resize(names.len().next_multiple_of(8), 0);
        little(&mut table, names.len() as u64, len);
        table.extend(names);
        tables.push((if is_wide { b"__.SYMDEF_64" } else { BSD_NAME }, table));
        return tables;
    }
    let is_coff = kind == ArchiveKind::Coff;
    if !symbols.is_empty() || is_coff {
        let mut table = Vec::new();
        big(&mut table, symbols.len() as u64);
        symbols.iter().for_each(|&(_, member)| big(&mut table, place(member)));
        symbols.iter().for_each(|(name, _)| {
            table.extend_from_slice(name);
            table.push(0);
        });
        tables.push((if is_wide { &b"/SYM64/"[..] } else { b"/" }, table));
    }
    if is_coff {
        let mut table = Vec::new();
        little(&mut table, members.len() as u64, 4);
        (0..members.len()).for_each(|member| little(&mut table, place(member), 4));
        little(&mut table, symbols.len() as u64, 4);
        sorted_names(&mut table, symbols);
        tables.push((b"/", table));
        let ec: Vec<(&[u8], usize)> = (members.iter().enumerate().filter(|(_, member)| member.is_ec))
            .flat_map(|(i, member)| member.symbols.iter().map(move |s| (&s[..], i)))
            .collect();
        if !ec.is_empty() {
            let mut table = Vec::new();
            little(&mut table, ec.len() as u64, 4);
            sorted_names(&mut table, ec);
            tables.push((b"/<ECSYMBOLS>/", table));
        }
    }
    tables
}

/// Writes the member indices, from 1, and the names, both sorted by name. For a duplicate name, the first member comes first
/// and is the definition.
fn sorted_names(table: &mut Vec<u8>, mut symbols: Vec<(&[u8], usize)>) {
    symbols.sort();
    symbols.iter().for_each(|&(_, member)| table.extend((member as u16 + 1).to_le_bytes()));
    symbols.iter().for_each(|(name, _)| {
        table.extend_from_slice(name);
        table.push(0);
    });
}

fn table_len(members: &[NewMember], kind: ArchiveKind, is_wide: bool) -> usize {
    let mut out = MAGIC.to_vec();
    write_table(&mut out, members, &[], kind, is_wide);
    out.len() - MAGIC.len()
}

fn write_table(out: &mut Vec<u8>, members: &[NewMember], places: &[u64], kind: ArchiveKind, is_wide: bool) {
    for (name, table) in tables(members, places, kind, is_wide) {
        if matches!(kind, ArchiveKind::Bsd | ArchiveKind::Darwin) {
            let name_len = padded_name(out.len(), name.len());
            header(out, format!("#1/{name_len}").as_bytes(), None, (name_len + table.len()) as u64);
            out.extend(name);
            out.resize(out.len() + name_len - name.len(), 0);
        } else {
            header(out, name, None, table.len().next_multiple_of(2) as u64);
        }
        out.extend(table);
        if out.len() % 2 == 1 {
            out.push(0);
        }
    }
}
