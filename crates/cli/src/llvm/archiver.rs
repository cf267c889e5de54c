//! `llvm-ar` and `llvm-ranlib`: archives.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use lindworm::bitcode::archive::write::{NewMember, write};
use lindworm::bitcode::archive::{Archive, ArchiveKind, Entry, is_archive};

use super::objects::{expanded, member_data, member_path, read_archive, symbols_of};
use super::{Failure, VERSION, said, wrong};
use crate::files::{read_whole, reason, write_output};
use crate::streams::{self, tell};

const HELP: &str = "OVERVIEW: LLVM Archiver

USAGE: llvm-ar [options] [-]<operation>[modifiers] [relpos] [count] <archive> [files]
       llvm-ar -M [< mri-script]

OPTIONS:
  --format              - archive format to create
    =default            -   default
    =gnu                -   gnu
    =darwin             -   darwin
    =bsd                -   bsd
    =coff               -   coff
  --plugin=<string>     - ignored for compatibility
  -h --help             - display this help and exit
  --output              - the directory to extract archive members to
  --rsp-quoting         - quoting style for response files
    =posix              -   posix
    =windows            -   windows
  --thin                - create a thin archive
  --version             - print the version and exit
  -X{32|64|32_64|any}   - object mode (only for AIX OS)
  @<file>               - read options from <file>

OPERATIONS:
  d - delete [files] from the archive
  m - move [files] in the archive
  p - print contents of [files] found in the archive
  q - quick append [files] to the archive
  r - replace or insert [files] into the archive
  s - act as ranlib
  t - display list of files in archive
  x - extract [files] from the archive

MODIFIERS:
  [a] - put [files] after [relpos]
  [b] - put [files] before [relpos] (same as [i])
  [c] - do not warn if archive had to be created
  [D] - use zero for timestamps and uids/gids (default)
  [h] - display this help and exit
  [i] - put [files] before [relpos] (same as [b])
  [l] - ignored for compatibility
  [L] - add archive's contents
  [N] - use instance [count] of name
  [o] - preserve original dates
  [O] - display member offsets
  [P] - use full names when matching (implied for thin archives)
  [s] - create an archive index (cf. ranlib)
  [S] - do not build a symbol table
  [T] - deprecated, use --thin instead
  [u] - update only [files] newer than archive contents
  [U] - use actual timestamps and uids/gids
  [v] - be verbose about actions taken
  [V] - display the version and exit
";

const RANLIB_HELP: &str = "OVERVIEW: LLVM ranlib

Generate an index for archives

USAGE: llvm-ranlib archive...

OPTIONS:
  -h --help             - Display available options
  -V --version          - Display the version of this program
  -D                    - Use zero for timestamps and uids/gids (default)
  -U                    - Use actual timestamps and uids/gids
  -X{32|64|32_64|any}   - Specify which archive symbol tables should be generated if they do not already exist (AIX OS only)
";

/// A command line of `llvm-ar`.
struct Request {
    /// `d`, `m`, `p`, `q`, `r`, `s`, `t` or `x`.
    operation: char,
    modifiers: Vec<char>,
    /// The name before or after which files are put.
    position: Option<String>,
    count: Option<u64>,
    archive: PathBuf,
    files: Vec<String>,
    format: Option<ArchiveKind>,
    is_thin: bool,
    output: Option<PathBuf>,
}

impl Request {
    fn has(&self, modifier: char) -> bool {
        self.modifiers.contains(&modifier)
    }

    /// Whether a table of symbols is written: as the last of `s` and `S` says.
    fn has_symbols(&self) -> bool {
        self.modifiers.iter().rev().find(|m| matches!(m, 's' | 'S')).is_none_or(|&m| m == 's')
    }

    /// Whether owners and times are kept: as the last of `U` and `D` says.
    fn is_exact(&self) -> bool {
        self.modifiers.iter().rev().find(|m| matches!(m, 'U' | 'D')) == Some(&'U')
    }
}

type Result<T> = std::result::Result<T, Failure>;

/// `llvm-ar`.
pub fn archive(program: &str, args: impl Iterator<Item = std::ffi::OsString>) -> Result<i32> {
    let bad_usage = |message: &str| -> Failure { format!("{program}: error: {message}\n{HELP}").into() };
    let mut letters = String::new();
    let mut positional = std::collections::VecDeque::new();
    let (mut format, mut output, mut is_thin, mut is_script) = (None, None, false, false);
    let mut args = expanded(args).into_iter();
    while let Some(arg) = args.next() {
        let Some(flag) = arg.strip_prefix('-').filter(|flag| !flag.is_empty()) else {
            if letters.is_empty() {
                letters += &arg
            } else {
                positional.push_back(arg)
            }
            continue;
        };
        let long = flag.strip_prefix('-').unwrap_or(flag);
        let (name, value) = long.split_once('=').map_or((long, None), |(n, v)| (n, Some(v.to_owned())));
        match name {
            "" => {
                positional.extend(args.by_ref());
            }
            "help" | "h" => return said(HELP),
            "version" => return said(VERSION),
            "thin" => is_thin = true,
            "M" => is_script = true,
            "plugin" | "output" | "format" | "rsp-quoting" => {
                let Some(value) = value.or_else(|| args.next()) else {
                    return Err(bad_usage(&format!("{arg} requires an argument")));
                };
                match name {
                    "output" => output = Some(PathBuf::from(value)),
                    "format" => {
                        format = match &*value {
                            "default" => None,
                            "gnu" => Some(ArchiveKind::Gnu),
                            "darwin" => Some(ArchiveKind::Darwin),
                            "bsd" => Some(ArchiveKind::Bsd),
                            "coff" => Some(ArchiveKind::Coff),
                            _ => return wrong(program, format_args!("Invalid format {value}")),
                        }
                    }
                    _ => {}
                }
            }
            _ if flag.starts_with('X') => {
                let mode = match &flag[1..] {
                    "" => args.next().unwrap_or_default(),
                    mode => mode.to_owned(),
                };
                return wrong(program, format_args!("-X{mode} option not supported on non AIX OS"));
            }
            _ => letters += flag,
        }
    }
    if is_script {
        if !letters.is_empty() || !positional.is_empty() {
            return wrong(program, "cannot mix -M and other options");
        }
        return script(program);
    }
    let mut request = Request {
        operation: ' ',
        modifiers: Vec::new(),
        position: None,
        count: None,
        archive: PathBuf::new(),
        files: Vec::new(),
        format,
        is_thin,
        output,
    };
    let (mut operations, mut positions) = (0, 0);
    for letter in letters.chars() {
        match letter {
            'd' | 'm' | 'p' | 'q' | 'r' | 't' | 'x' => {
                operations += 1;
                request.operation = letter;
            }
            'a' | 'b' | 'i' => {
                positions += 1;
                let Some(position) = positional.pop_front() else {
                    return Err(bad_usage("expected [relpos] for 'a', 'b', or 'i' modifier"));
                };
                request.position = Some(position);
            }
            'N' => {
                let Some(count) = positional.pop_front() else {
                    return Err(bad_usage("expected [count] for 'N' modifier"));
                };
                let Ok(number) = count.parse::<u64>() else {
                    return Err(bad_usage(&format!("value for [count] must be numeric, got: {count}")));
                };
                if number == 0 {
                    return Err(bad_usage("value for [count] must be positive, got: 0"));
                }
                request.count = Some(number);
            }
            'T' => request.is_thin = true,
            'V' => return said(VERSION),
            'h' => return said(HELP),
            'c' | 'D' | 'l' | 'L' | 'o' | 'O' | 'P' | 's' | 'S' | 'u' | 'U' | 'v' => {}
            _ => return Err(bad_usage(&format!("unknown option {letter}"))),
        }
        request.modifiers.push(letter);
    }
    let Some(archive) = positional.pop_front() else { return Err(bad_usage("an archive name must be specified")) };
    request.archive = archive.into();
    request.files = positional.into();
    if operations == 0 && request.has('s') {
        request.operation = 's';
        operations = 1;
    }
    let op = request.operation;
    for (is_wrong, message) in [
        (operations == 0, "you must specify at least one of the operations"),
        (operations > 1, "only one operation may be specified"),
        (positions > 1, "you may only specify one of 'a', 'b', and 'i' modifiers"),
        (
            positions > 0 && !matches!(op, 'm' | 'r'),
            "the 'a', 'b' and 'i' modifiers can only be specified with the 'm' or 'r' operations",
        ),
        (
            request.count.is_some() && !matches!(op, 'x' | 'd'),
            "the 'N' modifier can only be specified with the 'x' or 'd' operations",
        ),
        (request.has('o') && op != 'x', "the 'o' modifier is only applicable to the 'x' operation"),
        (request.has('u') && op != 'r', "the 'u' modifier is only applicable to the 'r' operation"),
        (request.has('L') && op != 'q', "the 'L' modifier is only applicable to the 'q' operation"),
        (request.output.is_some() && op != 'x', "--output is only applicable to the 'x' operation"),
    ] {
        if is_wrong {
            return Err(bad_usage(message));
        }
    }
    perform(program, &request)
}

/// `llvm-ranlib`.
pub fn ranlib(program: &str, args: impl Iterator<Item = std::ffi::OsString>) -> Result<i32> {
    let mut files = Vec::new();
    let mut modifiers = vec!['s'];
    for arg in expanded(args) {
        match &*arg {
            "-h" | "--help" | "-help" => return said(RANLIB_HELP),
            "-v" | "-V" | "--version" | "-version" => return said(VERSION),
            _ if arg.starts_with("-X") => {
                return wrong(program, format_args!("-X{} option not supported on non AIX OS", &arg[2..]));
            }
            _ if arg.starts_with('-') && arg.len() > 1 && !arg.starts_with("--") => {
                for (at, letter) in arg.char_indices().skip(1) {
                    match letter {
                        'D' | 'U' => modifiers.push(letter),
                        'h' => return said(RANLIB_HELP),
                        'v' | 'V' => return said(VERSION),
                        _ => return wrong(program, format_args!("Invalid option: '-{}'", &arg[at..])),
                    }
                }
            }
            _ if arg.starts_with("--") => return wrong(program, format_args!("Invalid option: '{arg}'")),
            _ => files.push(arg),
        }
    }
    if files.is_empty() {
        tell(format!("{program}: error: an archive name must be specified\n{RANLIB_HELP}"));
        return Ok(1);
    }
    for file in files {
        let request = Request {
            operation: 's',
            modifiers: modifiers.clone(),
            position: None,
            count: None,
            archive: file.into(),
            files: Vec::new(),
            format: None,
            is_thin: false,
            output: None,
        };
        perform(program, &request)?;
    }
    Ok(0)
}

fn perform(program: &str, request: &Request) -> Result<i32> {
    let path = &request.archive;
    let bytes = match read_whole(path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound && matches!(request.operation, 'q' | 'r') => {
            if !request.has('c') {
                tell(format!("{program}: warning: creating {}\n", path.display()));
            }
            return rewrite(program, request, None);
        }
        Err(e) => {
            let verb = if e.kind() == std::io::ErrorKind::NotFound { "load" } else { "open" };
            return wrong(program, format_args!("unable to {verb} '{}': {}", path.display(), reason(&e)));
        }
    };
    let archive = match bytes.len() {
        0..8 => Err("file too small to be an archive".to_owned()),
        _ => read_archive(&bytes),
    };
    let archive = archive.or_else(|e| wrong(program, format_args!("unable to load '{}': {e}", path.display())))?;
    match request.operation {
        'p' | 't' | 'x' => read(program, request, &archive),
        _ => rewrite(program, request, Some(&archive)),
    }
}

/// The part of a path behind the last slash.
fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The name of a file of an archive, as files on the command line are compared with it.
fn key(request: &Request, is_thin: bool, name: &str) -> String {
    match is_thin || request.has('P') {
        true => name.to_owned(),
        false => base_name(name).to_owned(),
    }
}

/// The name by which a file on the command line is looked for: of a thin archive, the path from there.
fn sought(request: &Request, is_thin: bool, file: &str) -> String {
    if is_thin { stored_path(&request.archive, file) } else { key(request, false, file) }
}

/// The path of a file as a thin archive has it: from where the archive is, unless it is an absolute one.
fn stored_path(archive: &Path, file: &str) -> String {
    let file = Path::new(file);
    if file.is_absolute() {
        return plain(file).to_string_lossy().into_owned();
    }
    let here = std::env::current_dir().unwrap_or_default();
    let (to, from) = (plain(&here.join(file)), plain(&here.join(archive)));
    let from: Vec<_> = from.parent().unwrap_or(Path::new("/")).components().collect();
    let to: Vec<_> = to.components().collect();
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let mut path: PathBuf = std::iter::repeat_n("..", from.len() - common).collect();
    path.extend(&to[common..]);
    path.to_string_lossy().into_owned()
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => _ = plain.pop(),
            part => plain.push(part),
        }
    }
    plain
}

/// Shows or extracts files.
fn read(program: &str, request: &Request, archive: &Archive<'_>) -> Result<i32> {
    if request.operation == 'x' && archive.is_thin {
        return wrong(program, "extracting from a thin archive is not supported");
    }
    if let Some(output) = &request.output
        && (output.exists() && !output.is_dir() || fs::create_dir_all(output).is_err())
    {
        return wrong(program, format_args!("'{}' is not a directory", output.display()));
    }
    let mut wanted: Vec<(String, String)> =
        request.files.iter().map(|file| (sought(request, archive.is_thin, file), file.clone())).collect();
    let mut seen: Vec<u64> = vec![0; wanted.len()];
    let filters = !wanted.is_empty();
    let mut out = std::io::BufWriter::new(streams::stdout()?);
    for entry in &archive.entries {
        let name = String::from_utf8_lossy(&entry.name).into_owned();
        if filters {
            let key = key(request, archive.is_thin, &name);
            let Some(at) = wanted.iter().position(|(wanted, _)| *wanted == key) else { continue };
            seen[at] += 1;
            if request.count.is_some_and(|count| seen[at] != count) {
                continue;
            }
            wanted.remove(at);
            seen.remove(at);
        }
        match request.operation {
            'p' => {
                if request.has('v') {
                    writeln!(out, "Printing {name}")?;
                }
                let data = member_data(&request.archive, entry).or_else(|e| wrong(program, e))?;
                out.write_all(&data)?;
            }
            't' => write_row(&mut out, request, archive, entry, &name)?,
            _ => extract(program, request, entry, &name, &mut out)?,
        }
    }
    out.flush()?;
    if wanted.is_empty() {
        return Ok(0);
    }
    let lines = wanted.iter().map(|(_, file)| format!("{program}: error: '{file}' was not found\n"));
    Err(lines.collect::<String>().into())
}

fn write_row(
    out: &mut dyn Write,
    request: &Request,
    archive: &Archive<'_>,
    entry: &Entry<'_>,
    name: &str,
) -> std::io::Result<()> {
    if request.has('v') {
        let bits =
            (0..9).rev().map(|bit| if entry.mode >> bit & 1 == 1 { "xwr".as_bytes()[bit % 3] as char } else { '-' });
        let mode: String = bits.collect();
        let (owner, group) = entry.owner;
        write!(out, "{mode} {owner}/{group} {:>6} {} ", entry.size, date(entry.modified))?;
    }
    match archive.is_thin {
        true => write!(out, "{}", member_path(&request.archive, name.as_bytes()).display())?,
        false => write!(out, "{name}")?,
    }
    if request.has('O') {
        write!(out, " 0x{:x}", if archive.is_thin { entry.header + 60 } else { entry.offset })?;
    }
    out.write_all(b"\n")
}

/// A time as `Jan  1 00:00 1970`.
fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86400, seconds % 86400);
    // Days since 1 March of year 0, in eras of 400 years.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let name =
        ["Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb"][month as usize % 12];
    let year = era * 400 + year + u64::from(month >= 10);
    format!("{name} {day_of_month:>2} {:02}:{:02} {year}", rest / 3600, rest / 60 % 60)
}

fn extract(program: &str, request: &Request, entry: &Entry<'_>, name: &str, out: &mut dyn Write) -> Result<()> {
    let file = request.output.as_deref().unwrap_or(Path::new("")).join(base_name(name));
    if request.has('v') {
        writeln!(out, "x - {}", file.display())?;
    }
    let data = entry.data.unwrap_or_default();
    write_output(&file, |out| out.write_all(data))
        .or_else(|e| wrong(program, format_args!("{}: {}", file.display(), reason(&e))))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let _ = fs::set_permissions(&file, fs::Permissions::from_mode(entry.mode & 0o777));
    }
    if request.has('o') {
        let time = UNIX_EPOCH + Duration::from_secs(entry.modified);
        let _ = fs::File::options().write(true).open(&file).and_then(|file| file.set_modified(time));
    }
    Ok(())
}

/// A file as it goes into an archive.
struct Added {
    member: NewMember,
    kind: Option<ArchiveKind>,
}

/// Finds out what symbols a file defines.
fn added(mut member: NewMember) -> Added {
    let mut kind = None;
    // A file that is not an object has no symbols.
    if let Ok(symbols) = symbols_of(&member.data, false) {
        kind = symbols.archive_kind;
        member.is_ec = symbols.is_ec;
        member.symbols = symbols.exported();
    }
    Added { member, kind }
}

fn old_member(program: &str, request: &Request, archive: &Path, entry: &Entry<'_>) -> Result<Added> {
    let data = member_data(archive, entry).or_else(|e| wrong(program, e))?;
    let exact = request.is_exact();
    Ok(added(NewMember {
        name: entry.name.to_vec(),
        data,
        modified: if exact { entry.modified } else { 0 },
        owner: if exact { entry.owner } else { (0, 0) },
        mode: entry.mode,
        ..NewMember::default()
    }))
}

fn new_member(program: &str, request: &Request, is_thin: bool, file: &str) -> Result<Added> {
    let fail = |e: std::io::Error| wrong(program, format_args!("{file}: {}", reason(&e)));
    let metadata = fs::metadata(file).or_else(fail)?;
    if metadata.is_dir() {
        return wrong(program, format_args!("{file}: Is a directory"));
    }
    let data = read_whole(Path::new(file)).or_else(|e| wrong(program, format_args!("{file}: {}", reason(&e))))?;
    let modified = metadata.modified().ok().and_then(|t| t.duration_since(UNIX_EPOCH).ok()).map_or(0, |d| d.as_secs());
    let (mut owner, mut mode) = ((0, 0), 0o644);
    #[cfg(unix)]
    if request.is_exact() {
        use std::os::unix::fs::MetadataExt;
        owner = (metadata.uid(), metadata.gid());
        mode = metadata.mode() & 0o777;
    }
    let name = if is_thin { stored_path(&request.archive, file) } else { base_name(file).to_owned() };
    let modified = if request.is_exact() { modified } else { 0 };
    Ok(added(NewMember { name: name.into_bytes(), data: data.to_vec(), modified, owner, mode, ..NewMember::default() }))
}

/// The files that one on the command line stands for: an archive whose contents are to be added is all of them.
fn new_members(program: &str, request: &Request, is_thin: bool, file: &str) -> Result<Vec<Added>> {
    let bytes = read_whole(Path::new(file)).or_else(|e| wrong(program, format_args!("{file}: {}", reason(&e))))?;
    let is_flattened = is_archive(&bytes) && (request.has('L') || is_thin && bytes.starts_with(b"!<thin>"));
    if !is_flattened {
        return Ok(vec![new_member(program, request, is_thin, file)?]);
    }
    let archive = read_archive(&bytes).or_else(|e| wrong(program, format_args!("'{file}': {e}")))?;
    let members = archive.entries.iter().map(|entry| {
        let mut added = old_member(program, request, Path::new(file), entry)?;
        if archive.is_thin {
            let path = member_path(Path::new(file), &entry.name).to_string_lossy().into_owned();
            let name = if is_thin { stored_path(&request.archive, &path) } else { base_name(&path).to_owned() };
            added.member.name = name.into_bytes();
        }
        Ok(added)
    });
    members.collect()
}

/// Changes an archive, or makes one.
fn rewrite(program: &str, request: &Request, old: Option<&Archive<'_>>) -> Result<i32> {
    if request.is_thin && old.is_some_and(|old| !old.is_thin) {
        return wrong(program, "cannot convert a regular archive to a thin one");
    }
    let is_thin = old.map_or(request.is_thin, |old| old.is_thin);
    let mut wanted: Vec<&String> = request.files.iter().collect();
    let mut kept: Vec<Added> = Vec::new();
    let mut moved: Vec<Added> = Vec::new();
    let mut place = None;
    let mut deleted: Vec<(String, u64)> = Vec::new();
    for entry in old.map_or(&[][..], |old| &old.entries) {
        let name = key(request, is_thin, &String::from_utf8_lossy(&entry.name));
        if let Some(position) = &request.position
            && sought(request, is_thin, position) == name
        {
            place = Some(kept.len() + usize::from(request.has('a')));
        }
        let found = wanted.iter().position(|file| sought(request, is_thin, file) == name);
        let found = found.filter(|_| matches!(request.operation, 'd' | 'm' | 'r'));
        let Some(at) = found else {
            kept.push(old_member(program, request, &request.archive, entry)?);
            continue;
        };
        let file = wanted[at];
        match request.operation {
            'd' => {
                if let Some(count) = request.count {
                    let seen = match deleted.iter_mut().find(|(known, _)| *known == name) {
                        Some((_, seen)) => seen,
                        None => {
                            deleted.push((name, 0));
                            &mut deleted.last_mut().expect("one was added").1
                        }
                    };
                    *seen += 1;
                    if *seen != count {
                        kept.push(old_member(program, request, &request.archive, entry)?);
                        continue;
                    }
                }
            }
            'm' => moved.push(old_member(program, request, &request.archive, entry)?),
            _ => {
                let modified = fs::metadata(file).and_then(|m| m.modified()).ok();
                let modified = modified.and_then(|t| t.duration_since(UNIX_EPOCH).ok()).map_or(0, |d| d.as_secs());
                let member = match request.has('u') && modified <= entry.modified {
                    true => old_member(program, request, &request.archive, entry)?,
                    false => new_member(program, request, is_thin, file)?,
                };
                if request.position.is_some() { moved.push(member) } else { kept.push(member) }
            }
        }
        wanted.remove(at);
    }
    match request.operation {
        'm' => {
            if let Some(missing) = wanted.first() {
                return wrong(program, format_args!("'{missing}' was not found"));
            }
        }
        'q' | 'r' => {
            for file in wanted {
                moved.extend(new_members(program, request, is_thin, file)?);
            }
        }
        _ => {}
    }
    if request.position.is_some() && place.is_none() {
        return wrong(program, "insertion point not found");
    }
    let place = place.unwrap_or(kept.len());
    kept.splice(place..place, moved);
    let has_symbols = match request.operation {
        's' => true,
        _ => request.has_symbols(),
    };
    let is_empty = old.is_none_or(|old| old.entries.is_empty());
    let kind = match (request.format, old) {
        (Some(kind), _) => kind,
        (None, Some(old)) if !is_empty => old.kind,
        _ => kept.iter().find_map(|added| added.kind).or(old.map(|old| old.kind)).unwrap_or(ArchiveKind::Gnu),
    };
    put(program, &request.archive, kept, kind, is_thin, has_symbols)
}

fn put(
    program: &str,
    path: &Path,
    members: Vec<Added>,
    kind: ArchiveKind,
    is_thin: bool,
    has_symbols: bool,
) -> Result<i32> {
    let members: Vec<NewMember> = members.into_iter().map(|added| added.member).collect();
    let kind = if is_thin { ArchiveKind::Gnu } else { kind };
    let bytes = write(&members, kind, is_thin, has_symbols);
    write_output(path, |out| out.write_all(&bytes))
        .or_else(|e| wrong(program, format_args!("{}: {}", path.display(), reason(&e))))?;
    Ok(0)
}

/// Executes a script of `llvm-ar` from the standard input.
fn script(program: &str) -> Result<i32> {
    let text = read_whole(Path::new("-"))?;
    let mut request: Option<Request> = None;
    let mut members: Vec<Added> = Vec::new();
    let mut is_saved = false;
    for (number, line) in String::from_utf8_lossy(&text).lines().enumerate() {
        let failed = |message: String| wrong(program, format_args!("script line {}: {message}", number + 1));
        let line = line.split([';', '*']).next().unwrap_or_default().trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().trim_matches('"');
        let is_new = command.eq_ignore_ascii_case("create") || command.eq_ignore_ascii_case("createthin");
        let is_thin = request.as_ref().is_some_and(|request| request.is_thin);
        match &*command.to_ascii_lowercase() {
            "" => {}
            "end" => break,
            "create" | "createthin" if is_new => {
                if request.is_some() {
                    return failed("editing multiple archives not supported".into());
                }
                if is_saved {
                    return failed("file already saved".into());
                }
                request = Some(Request {
                    operation: 'r',
                    modifiers: Vec::new(),
                    position: None,
                    count: None,
                    archive: rest.into(),
                    files: Vec::new(),
                    format: None,
                    is_thin: command.eq_ignore_ascii_case("createthin"),
                    output: None,
                });
            }
            "addmod" | "delete" | "addlib" if request.is_none() => return failed("no output archive".into()),
            "addmod" => {
                if let Some(request) = &request {
                    members.push(new_member(program, request, is_thin, rest)?);
                }
            }
            "delete" => {
                let sought = if is_thin {
                    stored_path(&request.as_ref().map(|r| r.archive.clone()).unwrap_or_default(), rest)
                } else {
                    base_name(rest).to_owned()
                };
                members.retain(|added| added.member.name != sought.as_bytes());
            }
            "addlib" => {
                let Ok(bytes) = read_whole(Path::new(rest)) else { return failed("could not open library".into()) };
                let Ok(archive) = read_archive(&bytes) else { return failed("could not parse library".into()) };
                if is_thin && !archive.is_thin {
                    return failed("cannot add a regular archive's contents to a thin archive".into());
                }
                if let Some(request) = &mut request {
                    request.modifiers.push('L');
                    members.extend(new_members(program, request, is_thin, rest)?);
                    request.modifiers.pop();
                }
            }
            "save" => is_saved = true,
            _ => return failed(format!("unknown command: {command}")),
        }
    }
    let Some(request) = request.filter(|_| is_saved) else { return Ok(0) };
    let kind = members.iter().find_map(|added| added.kind).unwrap_or(ArchiveKind::Gnu);
    put(program, &request.archive, members, kind, request.is_thin, true)
}
