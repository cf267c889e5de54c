//! `llvm-size`: sizes of the sections of objects.

use std::fmt::Write;
use std::path::Path;

use lindworm::bitcode::archive::is_archive;
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, SectionKind, elf};

use super::objects::{expanded, member_data, read_archive};
use super::{Failure, VERSION, said, wrong};
use crate::files::{is_dash, read_whole, reason};
use crate::streams::{self, tell};

const HELP: &str = "OVERVIEW: LLVM object size dumper

USAGE: llvm-size [options] <input object files>

OPTIONS:
  -A               Alias for --format
  -B               Alias for --format
  --common         Print common symbols in the ELF file. When using Berkeley format, this is added to bss
  -d               Alias for --radix=10
  --format=<value> Specify output format
  --help           Display this help
  -h               Alias for --help
  -m               Alias for --format
  -o               Alias for --radix=8
  --radix=<value>  Print size in radix
  --totals         Print totals of all objects - Berkeley format only
  -t               Alias for --totals
  --version        Display the version
  -x               Alias for --radix=16

OPTIONS (Mach-O specific):
  --exclude-pagezero Do not include __PAGEZERO segment in totals
  -l                 When format is darwin, use long format to include addresses and offsets

Pass @FILE as argument to read options from FILE.
";

/// The magic number of minidumps, which LLVM reads, but has no sizes for.
const MINIDUMP: &[u8] = b"MDMP";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Berkeley,
    SysV,
    Darwin,
}

struct Request {
    format: Format,
    radix: u32,
    common: bool,
    totals: bool,
    long: bool,
    no_page_zero: bool,
    files: Vec<String>,
}

/// Runs the tool.
pub fn run(program: &str, args: impl Iterator<Item = std::ffi::OsString>) -> Result<i32, Failure> {
    let mut request = Request {
        format: Format::Berkeley,
        radix: 10,
        common: false,
        totals: false,
        long: false,
        no_page_zero: false,
        files: Vec::new(),
    };
    let mut args = expanded(args).into_iter();
    while let Some(arg) = args.next() {
        let Some(flag) = arg.strip_prefix('-').filter(|flag| !flag.is_empty()) else {
            request.files.push(arg);
            continue;
        };
        let long = flag.strip_prefix('-').unwrap_or(flag);
        let (name, value) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value.to_owned())));
        match name {
            "help" | "h" => {
                return said(HELP);
            }
            "version" => return said(VERSION),
            "A" => request.format = Format::SysV,
            "B" => request.format = Format::Berkeley,
            "m" => request.format = Format::Darwin,
            "d" => request.radix = 10,
            "o" => request.radix = 8,
            "x" => request.radix = 16,
            "common" => request.common = true,
            "totals" | "t" => request.totals = true,
            "l" => request.long = true,
            "exclude-pagezero" => request.no_page_zero = true,
            "format" => match &*value.or_else(|| args.next()).unwrap_or_default() {
                "berkeley" => request.format = Format::Berkeley,
                "sysv" => request.format = Format::SysV,
                "darwin" => request.format = Format::Darwin,
                _ => return wrong(program, "--format value should be one of: 'berkeley', 'darwin', 'sysv'"),
            },
            "radix" => match &*value.or_else(|| args.next()).unwrap_or_default() {
                "8" => request.radix = 8,
                "10" => request.radix = 10,
                "16" => request.radix = 16,
                _ => return wrong(program, "--radix value should be one of: 8, 10, 16 "),
            },
            _ => return wrong(program, format_args!("unknown argument '{arg}'")),
        }
    }
    if request.files.is_empty() {
        request.files.push("a.out".into());
    }
    let mut tool =
        Tool { request: &request, out: String::new(), has_header: false, has_segments: false, totals: [0; 4] };
    let mut good = true;
    for file in &request.files {
        good &= tool.file(program, file);
        streams::print(&tool.out)?;
        tool.out.clear();
    }
    if request.totals && request.format == Format::Berkeley {
        let [text, data, third, others] = tool.totals;
        match tool.has_segments {
            true => tool.segment_row([text, data, third, others]),
            false => tool.berkeley_row(text, data, third),
        }
        tool.out += "(TOTALS)\n";
    }
    streams::print(&tool.out)?;
    Ok(i32::from(!good))
}

/// A section: its segment, its name, its size and address.
type Row = (String, String, u64, u64);

struct Tool<'r> {
    request: &'r Request,
    out: String,
    has_header: bool,
    /// Whether what was shown were segments of Mach-O.
    has_segments: bool,
    totals: [u64; 4],
}

impl Tool<'_> {
    fn file(&mut self, program: &str, file: &str) -> bool {
        let path = Path::new(file);
        let complain = |message: &str| {
            tell(format!("{program}: error: '{file}': {message}\n"));
            false
        };
        let bytes = match read_whole(path) {
            Ok(bytes) => bytes,
            Err(e) => return complain(&reason(&e)),
        };
        let shown_name = if is_dash(path) { "<stdin>" } else { file };
        if !is_archive(&bytes) {
            return match object::File::parse(&*bytes) {
                Ok(object) => {
                    self.object(&object, shown_name, None);
                    true
                }
                Err(_) if bytes.starts_with(MINIDUMP) => complain("unsupported file type"),
                Err(_) => complain("The file was not recognized as a valid object file"),
            };
        }
        let archive = match read_archive(&bytes) {
            Ok(archive) => archive,
            Err(message) => return complain(&message),
        };
        let mut good = true;
        for entry in &archive.entries {
            let name = String::from_utf8_lossy(&entry.name).into_owned();
            match member_data(path, entry) {
                Ok(data) => {
                    if let Ok(object) = object::File::parse(&*data) {
                        self.object(&object, shown_name, Some(&name));
                    }
                }
                Err(message) => good = complain(&message),
            }
        }
        good
    }

    fn number(&self, value: u64) -> String {
        match self.request.radix {
            _ if value == 0 => "0".to_owned(),
            8 => format!("0{value:o}"),
            16 => format!("0x{value:x}"),
            _ => value.to_string(),
        }
    }

    fn object(&mut self, file: &object::File<'_>, name: &str, member: Option<&str>) {
        let is_mach_o = file.format() == object::BinaryFormat::MachO;
        let shown = match member {
            Some(member) => format!("{member} (ex {name})"),
            None => name.to_owned(),
        };
        match self.request.format {
            Format::Darwin if is_mach_o => self.darwin(file, name, member),
            Format::SysV => {
                let title = member.map_or(format!("{name}  :"), |member| format!("{member}   (ex {name}):"));
                self.sysv(file, &title);
            }
            _ => self.berkeley(file, &shown),
        }
    }

    /// The segments of Mach-O, each with its sections.
    fn segments(file: &object::File<'_>) -> Vec<(String, u64, Vec<Row>)> {
        use object::ObjectSegment;
        let mut all: Vec<(String, u64, Vec<_>)> = file
            .segments()
            .map(|segment| (segment.name().ok().flatten().unwrap_or_default().to_owned(), segment.size(), Vec::new()))
            .collect();
        let is_relocatable = file.kind() == object::ObjectKind::Relocatable;
        for section in file.sections() {
            let segment = section.segment_name().ok().flatten().unwrap_or_default().to_owned();
            let row =
                (segment.clone(), section.name().unwrap_or_default().to_owned(), section.size(), section.address());
            match all.iter_mut().find(|(name, ..)| *name == segment || is_relocatable && name.is_empty()) {
                Some((_, _, rows)) => rows.push(row),
                None => all.push((segment, section.size(), vec![row])),
            }
        }
        all
    }

    fn darwin(&mut self, file: &object::File<'_>, name: &str, member: Option<&str>) {
        if self.request.files.len() > 1 || member.is_some() {
            let _ = writeln!(self.out, "{}:", member.map_or(name.to_owned(), |member| format!("{name}({member})")));
        }
        let mut total = 0;
        for (segment, size, sections) in Tool::segments(file) {
            if self.request.no_page_zero && segment == "__PAGEZERO" {
                continue;
            }
            let _ = writeln!(self.out, "Segment {segment}: {}", self.number(size));
            total += size;
            let mut sum = 0;
            for (of, section, size, _) in &sections {
                let prefix = if segment.is_empty() { format!("({of}, {section})") } else { section.clone() };
                let _ = writeln!(self.out, "\tSection {prefix}: {}", self.number(*size));
                sum += size;
            }
            if !sections.is_empty() {
                let _ = writeln!(self.out, "\ttotal {}", self.number(sum));
            }
        }
        let _ = writeln!(self.out, "total {}", self.number(total));
    }

    fn is_counted(section: &object::Section<'_, '_>, berkeley: bool) -> bool {
        match section.flags() {
            SectionFlags::Elf { sh_flags, .. } if berkeley => sh_flags.0 & elf::SHF_ALLOC.0 != 0,
            SectionFlags::Elf { sh_type, sh_flags } => {
                sh_flags.0 & elf::SHF_ALLOC.0 != 0
                    || !matches!(sh_type, elf::SHT_SYMTAB | elf::SHT_STRTAB | elf::SHT_REL | elf::SHT_RELA)
            }
            _ => true,
        }
    }

    fn common_size(file: &object::File<'_>) -> u64 {
        file.symbols().filter(|symbol| symbol.is_common()).map(|symbol| symbol.size()).sum()
    }

    fn sysv(&mut self, file: &object::File<'_>, title: &str) {
        let mut rows: Vec<(String, u64, u64)> = file
            .sections()
            .filter(|section| Tool::is_counted(section, false))
            .map(|section| (section.name().unwrap_or_default().to_owned(), section.size(), section.address()))
            .collect();
        if self.request.common {
            rows.push(("*COM*".into(), Tool::common_size(file), 0));
        }
        let total: u64 = rows.iter().map(|(_, size, _)| size).sum();
        let longest = |texts: &mut dyn Iterator<Item = usize>, least: usize| texts.max().unwrap_or(0).max(least);
        // LLVM leaves two more columns for names.
        let names = longest(&mut rows.iter().map(|(name, ..)| name.len()), "section".len()) + 2;
        let sizes = longest(&mut rows.iter().map(|(_, size, _)| self.number(*size).len()), "size".len())
            .max(self.number(total).len());
        let addresses = longest(&mut rows.iter().map(|(_, _, address)| self.number(*address).len()), "addr".len());
        let _ = writeln!(self.out, "{title}");
        let _ = writeln!(self.out, "{:<names$}   {:>sizes$}   {:>addresses$}", "section", "size", "addr");
        for (name, size, address) in &rows {
            let (size, address) = (self.number(*size), self.number(*address));
            let _ = writeln!(self.out, "{name:<names$}   {size:>sizes$}   {address:>addresses$}");
        }
        let _ = writeln!(self.out, "{:<names$}   {:>sizes$}\n\n", "Total", self.number(total));
    }

    fn berkeley_row(&mut self, text: u64, data: u64, bss: u64) {
        let total = text + data + bss;
        let second = if self.request.radix == 8 { format!("{total:o}") } else { total.to_string() };
        let row = format!(
            "{:>7}\t{:>7}\t{:>7}\t{second:>7}\t{total:>7x}\t",
            self.number(text),
            self.number(data),
            self.number(bss)
        );
        self.out += &row;
    }

    fn berkeley(&mut self, file: &object::File<'_>, name: &str) {
        if file.format() == object::BinaryFormat::MachO {
            return self.berkeley_segments(file, name);
        }
        let (mut text, mut data, mut bss) = (0, 0, 0);
        for section in file.sections().filter(|section| Tool::is_counted(section, true)) {
            let size = section.size();
            let is_bss = matches!(section.kind(), SectionKind::UninitializedData | SectionKind::UninitializedTls);
            let (is_text, is_data) = match section.flags() {
                SectionFlags::Elf { sh_flags, .. } => {
                    let has = |flag: elf::SectionFlags| sh_flags.0 & flag.0 != 0;
                    (has(elf::SHF_EXECINSTR) || !has(elf::SHF_WRITE) && !is_bss, true)
                }
                SectionFlags::Coff { characteristics: c } => (
                    c.0 & object::pe::IMAGE_SCN_CNT_CODE.0 != 0,
                    c.0 & object::pe::IMAGE_SCN_CNT_INITIALIZED_DATA.0 != 0,
                ),
                _ => (section.kind() == SectionKind::Text, section.kind() == SectionKind::Data),
            };
            match () {
                () if is_text => text += size,
                () if is_bss => bss += size,
                () if is_data => data += size,
                () => {}
            }
        }
        if self.request.common {
            bss += Tool::common_size(file);
        }
        if !self.has_header {
            let total = if self.request.radix == 8 { "oct" } else { "dec" };
            let _ = writeln!(self.out, "   text\t   data\t    bss\t    {total}\t    hex\tfilename");
            self.has_header = true;
        }
        for (total, size) in self.totals.iter_mut().zip([text, data, bss]) {
            *total += size;
        }
        self.berkeley_row(text, data, bss);
        let _ = writeln!(self.out, "{name}");
    }

    fn segment_row(&mut self, sizes: [u64; 4]) {
        let total = sizes.iter().fold(0u64, |sum, size| sum.saturating_add(*size));
        let row = sizes.map(|n| n.to_string()).join("\t");
        let _ = write!(self.out, "{row}\t{total}\t{total:x}\t");
    }

    fn berkeley_segments(&mut self, file: &object::File<'_>, name: &str) {
        if !self.has_header {
            self.out += "__TEXT\t__DATA\t__OBJC\tothers\tdec\thex\n";
            self.has_header = true;
        }
        let [mut text, mut data, mut objc, mut others] = [0u64; 4];
        let is_relocatable = file.kind() == object::ObjectKind::Relocatable;
        for (segment, size, sections) in Tool::segments(file) {
            let parts: Vec<(String, u64)> = match is_relocatable {
                true => sections.iter().map(|(of, _, size, _)| (of.clone(), *size)).collect(),
                false => vec![(segment, size)],
            };
            for (segment, size) in parts {
                match &*segment {
                    "__TEXT" => text += size,
                    "__DATA" => data += size,
                    "__OBJC" => objc += size,
                    "__PAGEZERO" if self.request.no_page_zero => {}
                    _ => others += size,
                }
            }
        }
        self.has_segments = true;
        for (total, size) in self.totals.iter_mut().zip([text, data, objc, others]) {
            *total += size;
        }
        self.segment_row([text, data, objc, others]);
        if self.request.files.len() > 1 || name.contains(" (ex ") {
            self.out += name;
        }
        self.out.push('\n');
    }
}
