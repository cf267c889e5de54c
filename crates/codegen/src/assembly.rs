//! The GNU assembly of an object: instructions by their mnemonics, data, symbols and relocations.
//!
//! The text assembles to the bytes of the object. An instruction that the assembler would encode in another way is written as bytes, with
//! its mnemonic as a comment.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write;

use iced_x86::{Code, Decoder, DecoderOptions, FlowControl, Formatter, GasFormatter, Instruction, OpKind, Register};
use object::read::elf::ElfFile64;
use object::{
    LittleEndian, Object, ObjectComdat, ObjectSection, ObjectSymbol, Relocation, RelocationFlags, RelocationTarget,
    SectionFlags, SectionIndex, SymbolFlags, SymbolKind, elf,
};

type File<'a> = ElfFile64<'a, LittleEndian>;

/// The assembly of an object that [`compile`](crate::compile) wrote.
///
/// # Errors
/// Why the bytes are not such an object.
pub fn assembly(object: &[u8]) -> Result<String, String> {
    let file = File::parse(object).map_err(|error| error.to_string())?;
    let mut writer = Writer {
        file: &file,
        text: String::new(),
        groups: HashMap::new(),
        locals: HashSet::new(),
        formatter: GasFormatter::new(),
    };
    let options = writer.formatter.options_mut();
    options.set_rip_relative_addresses(true);
    options.set_space_after_operand_separator(true);
    writer.write()?;
    Ok(writer.text)
}

struct Writer<'a> {
    file: &'a File<'a>,
    text: String,
    /// The comdat of each section that has one.
    groups: HashMap<SectionIndex, String>,
    /// The symbols that are not visible outside the object.
    locals: HashSet<String>,
    formatter: GasFormatter,
}

/// The symbols that are defined in a section, by offset.
type Labels = BTreeMap<u64, Vec<String>>;

fn malformed(error: object::Error) -> String {
    error.to_string()
}

/// A name, in quotes if needed.
fn quoted(name: &[u8]) -> String {
    let is_plain = |&c: &u8| c.is_ascii_alphanumeric() || b"_.$".contains(&c);
    let starts_plainly = name.first().is_some_and(|c| !c.is_ascii_digit() && *c != b'$');
    match starts_plainly && name.iter().all(is_plain) && name != b"." {
        true => String::from_utf8_lossy(name).into_owned(),
        false => format!("\"{}\"", escaped(name)),
    }
}

fn escaped(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => _ = write!(text, "\\{byte:03o}"),
        }
    }
    text
}

impl<'a> Writer<'a> {
    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn write(&mut self) -> Result<(), String> {
        for comdat in self.file.comdats() {
            let name = quoted(comdat.name_bytes().map_err(malformed)?);
            for section in comdat.sections() {
                self.groups.insert(section, name.clone());
            }
        }
        let mut labels: HashMap<SectionIndex, Labels> = HashMap::new();
        for symbol in self.file.symbols() {
            self.symbol(&symbol, &mut labels)?;
        }
        let mut names = HashSet::new();
        for section in self.file.sections() {
            let SectionFlags::Elf { sh_type, sh_flags } = section.flags() else { continue };
            let is_table = [elf::SHT_SYMTAB, elf::SHT_STRTAB, elf::SHT_RELA, elf::SHT_NULL, elf::SHT_GROUP];
            if is_table.contains(&sh_type) {
                continue;
            }
            let name = section.name_bytes().map_err(malformed)?;
            let mut flags = String::new();
            for (flag, letter) in [
                (elf::SHF_ALLOC, 'a'),
                (elf::SHF_WRITE, 'w'),
                (elf::SHF_EXECINSTR, 'x'),
                (elf::SHF_MERGE, 'M'),
                (elf::SHF_STRINGS, 'S'),
                (elf::SHF_TLS, 'T'),
                (elf::SHF_GROUP, 'G'),
                (elf::SHF_GNU_RETAIN, 'R'),
            ] {
                if (sh_flags & flag).0 != 0 {
                    flags.push(letter);
                }
            }
            let kind = match sh_type {
                elf::SHT_NOBITS => "@nobits".to_owned(),
                elf::SHT_INIT_ARRAY => "@init_array".to_owned(),
                elf::SHT_FINI_ARRAY => "@fini_array".to_owned(),
                elf::SHT_PREINIT_ARRAY => "@preinit_array".to_owned(),
                elf::SHT_PROGBITS => "@progbits".to_owned(),
                elf::SHT_NOTE => "@note".to_owned(),
                other => format!("@{:#x}", other.0),
            };
            let group = match self.groups.get(&section.index()) {
                Some(group) => format!(",{group},comdat"),
                None => String::new(),
            };
            let number = section.index().0;
            // Further sections of one name are told apart by number.
            let unique = if names.insert(name) { String::new() } else { format!(",unique,{number}") };
            let directive = format!(".section {},\"{flags}\",{kind}{group}{unique}", quoted(name));
            self.line(&format!("\n\t{directive}"));
            if section.align() > 1 {
                self.line(&format!("\t.balign {}", section.align()));
            }
            self.line(&format!(".Lsection{number}:"));
            let labels = labels.remove(&section.index()).unwrap_or_default();
            if sh_type == elf::SHT_NOBITS {
                self.zeros(section.size(), &labels);
                continue;
            }
            let data = section.data().map_err(malformed)?;
            let mut relocations: Vec<(u64, Relocation)> = section.relocations().collect();
            relocations.sort_by_key(|relocation| relocation.0);
            if relocations.last().is_some_and(|relocation| relocation.0 >= data.len() as u64) {
                return Err(format!("a relocation outside of the section {}", quoted(name)));
            }
            match (sh_flags & elf::SHF_EXECINSTR).0 != 0 {
                true => self.code(data, number, &labels, &relocations)?,
                false => self.data(data, 0, &labels, &relocations)?,
            }
        }
        Ok(())
    }

    /// The directives of a symbol.
    fn symbol(
        &mut self,
        symbol: &impl ObjectSymbol<'a>,
        labels: &mut HashMap<SectionIndex, Labels>,
    ) -> Result<(), String> {
        let SymbolFlags::Elf { st_info, st_other } = symbol.flags() else { return Ok(()) };
        if matches!(symbol.kind(), SymbolKind::Section | SymbolKind::File) {
            return Ok(());
        }
        let plain = symbol.name_bytes().map_err(malformed)?;
        if plain.is_empty() {
            return Ok(());
        }
        let name = quoted(plain);
        match st_info.st_bind() {
            elf::STB_GLOBAL => self.line(&format!("\t.globl {name}")),
            elf::STB_WEAK => self.line(&format!("\t.weak {name}")),
            _ => _ = self.locals.insert(name.clone()),
        }
        match st_other.visibility() {
            elf::STV_HIDDEN => self.line(&format!("\t.hidden {name}")),
            elf::STV_PROTECTED => self.line(&format!("\t.protected {name}")),
            elf::STV_INTERNAL => self.line(&format!("\t.internal {name}")),
            _ => {}
        }
        let kind = match st_info.st_type() {
            elf::STT_FUNC => "@function",
            elf::STT_OBJECT => "@object",
            elf::STT_TLS => "@tls_object",
            elf::STT_GNU_IFUNC => "@gnu_indirect_function",
            elf::STT_COMMON => "@common",
            _ => "",
        };
        if !kind.is_empty() && !symbol.is_undefined() {
            self.line(&format!("\t.type {name}, {kind}"));
        }
        if symbol.is_common() {
            self.line(&format!("\t.comm {name},{},{}", symbol.size(), symbol.address().max(1)));
        } else if let Some(section) = symbol.section_index() {
            if symbol.size() > 0 {
                self.line(&format!("\t.size {name}, {}", symbol.size()));
            }
            labels.entry(section).or_default().entry(symbol.address()).or_default().push(name);
        } else if !symbol.is_undefined() {
            self.line(&format!("\t.set {name}, {:#x}", symbol.address()));
        }
        Ok(())
    }

    fn labels_at(&mut self, at: u64, labels: &Labels) {
        for name in labels.get(&at).into_iter().flatten() {
            self.text += name;
            self.text += ":\n";
        }
    }

    fn zeros(&mut self, size: u64, labels: &Labels) {
        let mut at = 0;
        let ends = labels.keys().copied().filter(|&label| label > 0 && label < size).chain([size]);
        for end in ends.collect::<Vec<_>>() {
            self.labels_at(at, labels);
            if end > at {
                self.line(&format!("\t.zero {}", end - at));
            }
            at = end;
        }
        if labels.contains_key(&size) && size > 0 {
            self.labels_at(size, labels);
        }
    }

    /// The target of a relocation as an expression.
    fn target(&self, relocation: &Relocation, addend: i64) -> Result<String, String> {
        let RelocationTarget::Symbol(index) = relocation.target() else {
            return Err("a relocation without a symbol".into());
        };
        let symbol = self.file.symbol_by_index(index).map_err(malformed)?;
        let name = match (symbol.kind(), symbol.section_index()) {
            (SymbolKind::Section, Some(section)) => format!(".Lsection{}", section.0),
            _ => quoted(symbol.name_bytes().map_err(malformed)?),
        };
        Ok(if addend == 0 { name } else { format!("{name}{addend:+}") })
    }

    /// Bytes with labels and relocations.
    fn data(
        &mut self,
        data: &[u8],
        base: u64,
        labels: &Labels,
        relocations: &[(u64, Relocation)],
    ) -> Result<(), String> {
        let end = base + data.len() as u64;
        let mut stops: BTreeSet<u64> = labels.range(base..=end).map(|label| *label.0).collect();
        stops.extend(relocations.iter().map(|relocation| relocation.0));
        stops.insert(end);
        let mut relocations = relocations.iter().peekable();
        let mut at = base;
        for stop in stops {
            if stop > at {
                self.bytes(&data[(at - base) as usize..(stop - base) as usize]);
                at = stop;
            }
            self.labels_at(at, labels);
            while let Some((_, relocation)) = relocations.next_if(|relocation| relocation.0 == at) {
                let RelocationFlags::Elf { r_type } = relocation.flags() else { continue };
                let addend = relocation.addend();
                let (directive, size) = match r_type {
                    elf::R_X86_64_64 | elf::R_X86_64_PC64 => (".quad", 8),
                    elf::R_X86_64_16 => (".short", 2),
                    elf::R_X86_64_8 => (".byte", 1),
                    _ => (".long", 4),
                };
                let expression = match r_type {
                    elf::R_X86_64_PC32 | elf::R_X86_64_PC64 => format!("{} - .", self.target(relocation, addend)?),
                    elf::R_X86_64_PLT32 => format!("{}@PLT{addend:+} - .", self.target(relocation, 0)?),
                    elf::R_X86_64_GOTPCREL => format!("{}@GOTPCREL{addend:+}", self.target(relocation, 0)?),
                    elf::R_X86_64_64 | elf::R_X86_64_32 | elf::R_X86_64_32S | elf::R_X86_64_16 | elf::R_X86_64_8 => {
                        self.target(relocation, addend)?
                    }
                    other => {
                        let names = [
                            (elf::R_X86_64_REX_GOTPCRELX, "R_X86_64_REX_GOTPCRELX"),
                            (elf::R_X86_64_GOTPCRELX, "R_X86_64_GOTPCRELX"),
                            (elf::R_X86_64_GOTTPOFF, "R_X86_64_GOTTPOFF"),
                            (elf::R_X86_64_TPOFF32, "R_X86_64_TPOFF32"),
                        ];
                        let name = names.iter().find(|(number, _)| *number == other);
                        let (_, name) = name.ok_or_else(|| format!("the relocation {}", other.0))?;
                        let target = self.target(relocation, addend)?;
                        self.line(&format!("\t.reloc ., {name}, {target}"));
                        "0".to_owned()
                    }
                };
                self.line(&format!("\t{directive} {expression}"));
                at += size;
            }
        }
        Ok(())
    }

    fn bytes(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
            if zeros >= 8 || zeros == bytes.len() && zeros > 2 {
                self.line(&format!("\t.zero {zeros}"));
                bytes = &bytes[zeros..];
                continue;
            }
            let is_text = |&byte: &u8| (b' '..=b'~').contains(&byte) || byte == b'\n' || byte == b'\t';
            let printable = bytes.iter().take(64).take_while(|byte| is_text(byte)).count();
            if printable >= 4 {
                self.line(&format!("\t.ascii \"{}\"", escaped(&bytes[..printable])));
                bytes = &bytes[printable..];
                continue;
            }
            let count = bytes.len().min(16);
            let texts: Vec<String> = bytes[..count].iter().map(|byte| format!("{byte:#04x}")).collect();
            self.line(&format!("\t.byte {}", texts.join(",")));
            bytes = &bytes[count..];
        }
    }

    // Code.

    fn code(
        &mut self,
        data: &[u8],
        section: usize,
        labels: &Labels,
        relocations: &[(u64, Relocation)],
    ) -> Result<(), String> {
        // Targets of jumps within the section get labels.
        let mut targets = BTreeSet::new();
        let mut starts = BTreeSet::new();
        let mut decoder = Decoder::with_ip(64, data, 0, DecoderOptions::NONE);
        let mut instruction = Instruction::default();
        let relocated: BTreeSet<u64> = relocations.iter().map(|relocation| relocation.0).collect();
        while decoder.can_decode() {
            decoder.decode_out(&mut instruction);
            starts.insert(instruction.ip());
            if is_near_branch(&instruction) && relocated.range(instruction.ip()..instruction.next_ip()).next().is_none()
            {
                targets.insert(instruction.near_branch_target());
            }
        }
        targets.retain(|target| starts.contains(target) || *target == data.len() as u64);
        let mut decoder = Decoder::with_ip(64, data, 0, DecoderOptions::NONE);
        let mut left = relocations;
        while decoder.can_decode() {
            decoder.decode_out(&mut instruction);
            let (at, next) = (instruction.ip(), instruction.next_ip());
            self.labels_at(at, labels);
            if targets.contains(&at) {
                self.line(&format!(".L{section}_{at:x}:"));
            }
            let count = left.iter().take_while(|relocation| relocation.0 < next).count();
            let (own, rest) = left.split_at(count);
            left = rest;
            let bytes = &data[at as usize..next as usize];
            let has_inner_label = labels.range(at + 1..next).next().is_some();
            let text = if has_inner_label {
                None
            } else {
                self.instruction(&instruction, bytes, (section, labels), &targets, own)?
            };
            match text {
                Some(text) => self.line(&format!("\t{text}")),
                None => {
                    let mut comment = String::new();
                    self.formatter.format(&instruction, &mut comment);
                    self.line(&format!("\t# {comment}"));
                    self.data(bytes, at, &labels_within(labels, at + 1, next), own)?;
                }
            }
        }
        self.labels_at(data.len() as u64, labels);
        if targets.contains(&(data.len() as u64)) {
            self.line(&format!(".L{section}_{:x}:", data.len()));
        }
        Ok(())
    }

    /// The text of an instruction; `None` if the assembler would encode it in another way.
    fn instruction(
        &mut self,
        instruction: &Instruction,
        bytes: &[u8],
        (section, labels): (usize, &Labels),
        targets: &BTreeSet<u64>,
        relocations: &[(u64, Relocation)],
    ) -> Result<Option<String>, String> {
        if instruction.is_invalid() || !is_usual(instruction, bytes) {
            return Ok(None);
        }
        let next = instruction.next_ip() as i64;
        let mut text = String::new();
        if is_near_branch(instruction) {
            let target = match relocations {
                [] if targets.contains(&instruction.near_branch_target()) => {
                    let at = instruction.near_branch_target();
                    let names = labels.get(&at).into_iter().flatten();
                    let mut local = names.filter(|name| self.locals.contains(*name));
                    local.next().cloned().unwrap_or_else(|| format!(".L{section}_{at:x}"))
                }
                [(at, relocation)]
                    if matches!(relocation.flags(), RelocationFlags::Elf { r_type: elf::R_X86_64_PLT32 }) =>
                {
                    let addend = relocation.addend() + next - *at as i64;
                    format!("{}@PLT{}", self.target(relocation, 0)?, plus(addend))
                }
                _ => return Ok(None),
            };
            let mut mnemonic = String::new();
            self.formatter.format_mnemonic(instruction, &mut mnemonic);
            let is_call = instruction.flow_control() == FlowControl::Call;
            let prefix = if bytes.len() > 2 && !is_call && relocations.is_empty() { "{disp32} " } else { "" };
            return Ok(Some(format!("{prefix}{mnemonic} {target}")));
        }
        match relocations {
            [] if instruction.is_ip_rel_memory_operand() => {
                // A distance within the section.
                let target = instruction.memory_displacement64();
                self.formatter.format(instruction, &mut text);
                let Some(at) = text.find("(%rip)") else { return Ok(None) };
                let start = text[..at].rfind([' ', ',']).map_or(0, |i| i + 1);
                text.replace_range(start..at, &format!(".Lsection{section}+{target}"));
            }
            [] => self.formatter.format(instruction, &mut text),
            [(at, relocation)] if instruction.is_ip_rel_memory_operand() => {
                let RelocationFlags::Elf { r_type } = relocation.flags() else { return Ok(None) };
                let addend = relocation.addend() + next - *at as i64;
                let target = match r_type {
                    elf::R_X86_64_PC32 => self.target(relocation, addend)?,
                    elf::R_X86_64_REX_GOTPCRELX | elf::R_X86_64_GOTPCRELX if addend == 0 => {
                        format!("{}@GOTPCREL", self.target(relocation, 0)?)
                    }
                    elf::R_X86_64_GOTTPOFF if addend == 0 => format!("{}@GOTTPOFF", self.target(relocation, 0)?),
                    _ => return Ok(None),
                };
                self.formatter.format(instruction, &mut text);
                let Some(end) = text.find("(%rip)") else { return Ok(None) };
                let start = text[..end].rfind([' ', ',']).map_or(0, |i| i + 1);
                text.replace_range(start..end, &target);
            }
            _ => return Ok(None),
        }
        let prefix = if takes_load_form(instruction) { "{load} " } else { "" };
        Ok(Some(format!("{prefix}{text}")))
    }
}

fn plus(addend: i64) -> String {
    if addend == 0 { String::new() } else { format!("{addend:+}") }
}

fn labels_within(labels: &Labels, start: u64, end: u64) -> Labels {
    labels.range(start..end).map(|(&at, names)| (at, names.clone())).collect()
}

fn is_near_branch(instruction: &Instruction) -> bool {
    matches!(instruction.op0_kind(), OpKind::NearBranch64)
}

/// Whether both operands are registers, and the assembler must be told to put the destination in the `reg` field.
fn takes_load_form(instruction: &Instruction) -> bool {
    use iced_x86::Mnemonic as M;
    let are_registers = instruction.op_count() == 2
        && instruction.op0_kind() == OpKind::Register
        && instruction.op1_kind() == OpKind::Register;
    let has_two_forms = [M::Add, M::Or, M::Adc, M::Sbb, M::And, M::Sub, M::Xor, M::Cmp, M::Mov];
    are_registers
        && has_two_forms.contains(&instruction.mnemonic())
        && instruction.op0_register().is_gpr()
        && instruction.op1_register().is_gpr()
        && instruction.code().op_code().op_code() & 2 != 0
}

/// Whether the assembler encodes an instruction with these bytes, apart from the choice of [`takes_load_form`].
fn is_usual(instruction: &Instruction, bytes: &[u8]) -> bool {
    use iced_x86::Mnemonic as M;
    let to_accumulator =
        matches!(instruction.op0_register(), Register::AL | Register::AX | Register::EAX | Register::RAX);
    let has_wide_immediate = matches!(
        instruction.op1_kind(),
        OpKind::Immediate8 | OpKind::Immediate16 | OpKind::Immediate32 | OpKind::Immediate32to64
    );
    let displacement = instruction.memory_displacement64() as i64;
    let is_long = instruction.memory_base() != Register::None
        && !instruction.is_ip_rel_memory_operand()
        && instruction.memory_displ_size() > 1
        && i64::from(displacement as i8) == displacement;
    if is_long {
        return false;
    }
    match instruction.mnemonic() {
        // The accumulator has a shorter form.
        M::Add | M::Or | M::Adc | M::Sbb | M::And | M::Sub | M::Xor | M::Cmp | M::Test
            if to_accumulator && has_wide_immediate =>
        {
            instruction.code().op_code().op_code() < 0x80
                || matches!(instruction.code().op_code().op_code(), 0xa8 | 0xa9)
        }
        // So have shifts by one.
        M::Shl | M::Shr | M::Sar | M::Rol | M::Ror | M::Rcl | M::Rcr => {
            instruction.op1_kind() != OpKind::Immediate8 || instruction.immediate8() != 1
        }
        M::Mov if has_wide_immediate && instruction.op0_kind() == OpKind::Register => {
            // Smaller registers have a form without a `ModRM` byte.
            !matches!(instruction.code(), Code::Mov_rm8_imm8 | Code::Mov_rm16_imm16 | Code::Mov_rm32_imm32)
        }
        M::Xchg | M::Nop => bytes.len() == 1,
        // The second operand of these is in the field that the assembler does not choose, or the mnemonic is ambiguous.
        M::Movq | M::Movd => instruction.op0_register().is_gpr() || instruction.op1_register().is_gpr(),
        // An instruction of another table: prefixes and unusual encodings.
        _ => bytes[0] != 0x62 && bytes[0] != 0x8f && !instruction.has_lock_prefix() && !instruction.has_repne_prefix(),
    }
}
