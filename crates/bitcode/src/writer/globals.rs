//! Variables, functions, aliases and ifuncs, and the module-level records before them
//! ([MODULE_BLOCK](https://llvm.org/docs/BitCodeFormat.html#module-block-contents)).

use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::Align;
use lindworm_ir::module::{Function, GlobalKind, GlobalValue, Linkage, UnnamedAddr, Variable};
use lindworm_ir::{Module, Value};

use super::abbreviations::{abbreviation, bits_for, fixed, literal, name_scalar, vbr};
use super::ids::{ModuleIds, variable_attributes};
use super::string_table::StringTable;
use crate::bitstream::{Encoding, StreamWriter};
use crate::codes::module as code;
use crate::encoding::align_code;

/// The code of a linkage.
pub(crate) fn linkage_code(linkage: Linkage) -> u64 {
    [0, 12, 18, 19, 16, 17, 2, 3, 9, 7, 8][linkage as usize]
}

fn unnamed_addr_code(unnamed_addr: UnnamedAddr) -> u64 {
    match unnamed_addr {
        UnnamedAddr::None => 0,
        UnnamedAddr::Global => 1,
        UnnamedAddr::Local => 2,
    }
}

/// Writes a record with a text.
fn write_text(code: u32, text: &[u8], out: &mut StreamWriter) {
    if !text.is_empty() {
        let ops: Vec<u64> = text.iter().map(|&c| c.into()).collect();
        out.record(code, &ops);
    }
}

/// Writes comdats.
fn write_comdats<'m>(module: &'m Module, ids: &ModuleIds, strings: &mut StringTable<'m>, out: &mut StreamWriter) {
    let mut ops = Vec::new();
    for comdat in ids.comdats.iter().filter_map(|&c| module.comdats().get(c)) {
        ops.clear();
        strings.push(&comdat.name, &mut ops);
        ops.push(comdat.kind as u64 + 1);
        out.record(code::COMDAT, &ops);
    }
}

/// Names that records refer to by number, from 1.
#[derive(Default)]
struct Names<'m>(HashMap<&'m [u8], u64>);

impl<'m> Names<'m> {
    /// Writes a record for a new name.
    fn add(&mut self, name: &'m [u8], code: u32, out: &mut StreamWriter) {
        let next = self.0.len() as u64 + 1;
        if !name.is_empty() && *self.0.entry(name).or_insert(next) == next {
            write_text(code, name, out);
        }
    }

    /// The number of a name; 0 for none.
    fn get(&self, name: &[u8]) -> u64 {
        self.0.get(name).copied().unwrap_or(0)
    }
}

/// Writes the module-level records: comdats, target, inline assembly, sections, and all globals.
pub(super) fn write_module_info<'m>(
    module: &'m Module,
    ids: &ModuleIds,
    strings: &mut StringTable<'m>,
    out: &mut StreamWriter,
) {
    write_comdats(module, ids, strings, out);
    write_text(code::TRIPLE, module.triple(), out);
    write_text(code::DATALAYOUT, &module.data_layout().text, out);
    write_text(code::ASM, module.module_asm(), out);

    let mut sections = Names::default();
    let mut collectors = Names::default();
    let globals = || ids.globals.iter().map(|&g| &module[g]);
    for global in globals() {
        match &global.kind {
            GlobalKind::Variable(_) => sections.add(&global.section, code::SECTIONNAME, out),
            GlobalKind::Function(f) => {
                sections.add(&global.section, code::SECTIONNAME, out);
                collectors.add(&f.gc, code::GCNAME, out);
            }
            GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => {}
        }
    }
    let variable = if module.variables().is_empty() { 0 } else { define_variable(module, ids, sections.0.len(), out) };
    write_source_filename(module.source_filename(), out);

    let mut record = Record { module, ids, sections, collectors, strings, ops: Vec::new() };
    for global in globals() {
        record.ops.clear();
        record.strings.push(global.name(), &mut record.ops);
        record.ops.push(ids.ty(global.value_type));
        match &global.kind {
            GlobalKind::Variable(v) => {
                let simple = record.variable(global, v);
                out.abbreviated(if simple { variable } else { 0 }, code::GLOBALVAR, &record.ops);
            }
            GlobalKind::Function(f) => {
                record.function(global, f);
                out.record(code::FUNCTION, &record.ops);
            }
            GlobalKind::Alias { aliasee } => {
                record.alias(global, *aliasee);
                out.record(code::ALIAS, &record.ops);
            }
            GlobalKind::IFunc { resolver } => {
                record.ifunc(global, *resolver);
                out.record(code::IFUNC, &record.ops);
            }
        }
    }
}

/// Defines the abbreviation for variables with common properties only. Field widths are the minimum for this module.
fn define_variable(module: &Module, ids: &ModuleIds, sections: usize, out: &mut StreamWriter) -> u32 {
    let variables = || module.variables().iter().map(|&v| &module[v]);
    let greatest_type = variables().map(|v| ids.ty(v.value_type)).max().unwrap_or(0);
    let greatest_align = variables().map(|v| v.align).max().unwrap_or(Align::NONE);
    // A field that is 0 for all variables is a literal.
    let up_to = |greatest| if greatest == 0 { literal(0) } else { fixed(bits_for(greatest)) };
    out.define(abbreviation(&[
        literal(code::GLOBALVAR),
        vbr(8),
        vbr(8),
        fixed(bits_for(greatest_type as usize)),
        vbr(6),
        vbr(6),
        fixed(5),
        up_to(align_code(greatest_align) as usize),
        up_to(sections),
    ]))
}

pub(super) fn write_source_filename(name: &[u8], out: &mut StreamWriter) {
    let fields = [literal(code::SOURCE_FILENAME), Encoding::Array(name_scalar(name))];
    let abbreviation = out.define(abbreviation(&fields));
    let ops: Vec<u64> = name.iter().map(|&c| c.into()).collect();
    out.abbreviated(abbreviation, code::SOURCE_FILENAME, &ops);
}

/// The record of a global being built, starting with name and type.
struct Record<'a, 'm> {
    module: &'m Module,
    ids: &'a ModuleIds,
    sections: Names<'m>,
    collectors: Names<'m>,
    strings: &'a mut StringTable<'m>,
    ops: Vec<u64>,
}

impl<'m> Record<'_, 'm> {
    fn addr_space(&self, global: &GlobalValue) -> u64 {
        self.module.context().addr_space(global.ty()).unwrap_or(0).into()
    }

    /// The id of a constant plus 1; 0 for none.
    fn value_or_none(&self, value: Option<Value>) -> u64 {
        value.map_or(0, |value| self.ids.value(value) + 1)
    }

    /// A variable. Returns whether the abbreviation applies.
    fn variable(&mut self, global: &'m GlobalValue, variable: &Variable) -> bool {
        const EXPLICIT_TYPE: u64 = 2;
        let attributes = variable_attributes(self.module.context(), variable.attributes);
        let ops = [
            self.addr_space(global) << 2 | EXPLICIT_TYPE | u64::from(variable.constant),
            self.value_or_none(variable.initializer),
            linkage_code(global.linkage),
            align_code(global.align),
            self.sections.get(&global.section),
        ];
        self.ops.extend(ops);
        let rest = [
            global.visibility as u64,
            global.tls as u64,
            unnamed_addr_code(global.unnamed_addr),
            variable.externally_initialized.into(),
            global.dll_storage as u64,
            self.ids.comdat(global.comdat),
            self.ids.attributes(attributes),
            global.dso_local.into(),
        ];
        let last = [variable.sanitizer.bits().into(), variable.code_model.map_or(0, |model| model as u64 + 1)];
        if rest.iter().chain(&last).all(|&op| op == 0) && global.partition.is_empty() {
            return true;
        }
        self.ops.extend(rest);
        self.strings.push(&global.partition, &mut self.ops);
        self.ops.extend(last);
        false
    }

    fn function(&mut self, global: &'m GlobalValue, function: &Function) {
        let ops = [
            function.convention.0.into(),
            function.body.is_none().into(),
            linkage_code(global.linkage),
            self.ids.attributes(function.attributes),
            align_code(global.align),
            self.sections.get(&global.section),
            global.visibility as u64,
            self.collectors.get(&function.gc),
            unnamed_addr_code(global.unnamed_addr),
            self.value_or_none(function.prologue),
            global.dll_storage as u64,
            self.ids.comdat(global.comdat),
            self.value_or_none(function.prefix),
            self.value_or_none(function.personality),
            global.dso_local.into(),
            self.addr_space(global),
        ];
        self.ops.extend(ops);
        self.strings.push(&global.partition, &mut self.ops);
        if function.preferred_align.is_some() {
            self.ops.push(align_code(function.preferred_align));
        }
    }

    fn alias(&mut self, global: &'m GlobalValue, aliasee: Value) {
        let ops = [
            self.addr_space(global),
            self.ids.value(aliasee),
            linkage_code(global.linkage),
            global.visibility as u64,
            global.dll_storage as u64,
            global.tls as u64,
            unnamed_addr_code(global.unnamed_addr),
            global.dso_local.into(),
        ];
        self.ops.extend(ops);
        self.strings.push(&global.partition, &mut self.ops);
    }

    fn ifunc(&mut self, global: &'m GlobalValue, resolver: Value) {
        let ops = [
            self.addr_space(global),
            self.ids.value(resolver),
            linkage_code(global.linkage),
            global.visibility as u64,
            global.dso_local.into(),
        ];
        self.ops.extend(ops);
        self.strings.push(&global.partition, &mut self.ops);
    }
}
