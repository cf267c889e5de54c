//! `debugify`: attaches synthetic debug information, to test that passes preserve it.

use lindworm_ir::body::{DebugRecordData, RecordPosition};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::{NodeKind, subprogram};
use lindworm_ir::di_builder::{CompileUnit, DIBuilder, Subprogram};
use lindworm_ir::editor::Editor;
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::TailCall;
use lindworm_ir::metadata::NULL_WORD;
use lindworm_ir::module::{Linkage, NamedMetadata};
use lindworm_ir::{Block, Global, Inst, InstData, Metadata, Module, Type, Value};

use crate::effects::is_pad;
use crate::pass::ModulePass;

/// `DISPFlagLocalToUnit`.
const LOCAL: u32 = 4;
/// `DISPFlagDefinition`.
const DEFINITION: u32 = 8;
/// `DISPFlagOptimized`.
const OPTIMIZED: u32 = 16;
/// `DW_ATE_unsigned`.
const UNSIGNED: u32 = 7;

/// Gives each instruction a distinct line and each value a variable. A module that already has debug information is not changed.
pub struct Debugify;

impl ModulePass for Debugify {
    fn name(&self) -> &'static str {
        "debugify"
    }

    fn class(&self) -> &'static str {
        "NewPMDebugifyPass"
    }

    fn run(&self, module: &mut Module) {
        if module.named_metadata().iter().any(|named| *named.name == *b"llvm.dbg.cu") {
            return;
        }
        let is_flags = |named: &NamedMetadata| *named.name == *b"llvm.module.flags";
        let had_flags = module.named_metadata().iter().any(is_flags);
        let name = module.name().to_owned();
        let file = DIBuilder::file(module, &name, "/");
        let unit = CompileUnit { producer: "debugify", is_optimized: true, ..CompileUnit::new(file) };
        let di = DIBuilder::new(module, &unit);
        let mut making = Making { di, file, types: HashMap::default(), next_line: 1, next_variable: 1 };
        for function in module.functions().to_vec() {
            let is_exact = matches!(
                module[function].linkage,
                Linkage::External | Linkage::Internal | Linkage::Private | Linkage::Appending
            );
            if is_exact && module.body(function).is_some() {
                making.function(module, function);
            }
        }
        let Making { di, next_line, next_variable, .. } = making;
        di.finalize(module);
        let counts = [next_line - 1, next_variable - 1].map(|count| {
            let count = module.constants().int(module.context(), Type::I32, u64::from(count));
            let count = module.metadata_mut().add_value(count);
            module.metadata_mut().add_node(NodeKind::Tuple, false, &[count.bits()])
        });
        let named = NamedMetadata { name: b"llvm.debugify"[..].into(), operands: counts.to_vec() };
        // New module flags come last.
        let all = module.named_metadata_mut();
        let place = all.iter().position(is_flags).filter(|_| !had_flags);
        all.insert(place.unwrap_or(all.len()), named);
    }
}

struct Making {
    di: DIBuilder,
    file: Metadata,
    /// By size in bits.
    types: HashMap<u64, Metadata>,
    next_line: u32,
    next_variable: u32,
}

impl Making {
    fn function(&mut self, module: &mut Module, function: Global) {
        let name = String::from_utf8_lossy(module[function].name()).into_owned();
        let ty = self.di.subroutine_type(module, &[]);
        let local = if module[function].linkage.is_local() { LOCAL } else { 0 };
        let subprogram = Subprogram {
            linkage_name: &name,
            file: Some(self.file),
            line: self.next_line,
            scope_line: self.next_line,
            sp_flags: local | DEFINITION | OPTIMIZED,
            ..Subprogram::new(self.di.unit(), &name, ty)
        };
        let scope = self.di.function(module, &subprogram);
        if let Some(node) = scope.as_node() {
            module.metadata_mut().set_field(node, subprogram::SCOPE, u64::from(NULL_WORD));
        }
        module.set_subprogram(function, scope);
        let mut described: Vec<(Inst, RecordPosition)> = Vec::new();
        let mut lines: Vec<(Inst, u32)> = Vec::new();
        let Some(body) = module.body(function) else { return };
        for block in body.blocks() {
            for inst in body.insts(block) {
                lines.push((inst, self.next_line));
                self.next_line += 1;
            }
            described.extend(values(body, block));
        }
        if described.is_empty()
            && let Some(last) = body.entry().and_then(|entry| last_described(body, entry))
        {
            described.push((last, RecordPosition::Before(last)));
        }
        let locs: HashMap<Inst, (u32, Metadata)> = lines
            .into_iter()
            .map(|(inst, line)| (inst, (line, module.metadata_mut().location(line, 1, scope, None))))
            .collect();
        let expression = self.di.expression(module, &[]);
        let mut records = Vec::new();
        for (inst, at) in described {
            let ty = module.body(function).map_or(Type::VOID, |body| body.inst_type(inst));
            let ty = if ty == Type::VOID { Type::I32 } else { ty };
            let size = module.data_layout().alloc_size(module.context(), ty).map_or(0, |size| size.min.wrapping_mul(8));
            let di = &mut self.di;
            let ty =
                *self.types.entry(size).or_insert_with(|| di.basic_type(module, &format!("ty{size}"), size, UNSIGNED));
            let Some(&(line, debug_loc)) = locs.get(&inst) else { continue };
            let name = self.next_variable.to_string();
            self.next_variable += 1;
            let variable = self.di.variable(module, scope, &name, self.file, line, Some(ty), true);
            records.push((inst, at, variable, debug_loc));
        }
        let zero: Value = module.constants().int(module.context(), Type::I32, 0);
        let nothing = module.metadata_mut().add_value(zero);
        module.change_body(function, |module, body| {
            let mut editor = Editor::new(module, body);
            for (inst, (_, loc)) in locs {
                editor.set_attachment(inst, MetadataKind::DBG, Some(loc));
            }
            for (inst, at, variable, debug_loc) in records {
                let location = match editor.body().inst_type(inst) {
                    Type::VOID => nothing,
                    _ => editor.local_metadata(inst.into()),
                };
                editor.insert_debug_record(at, DebugRecordData::Value { location, variable, expression, debug_loc });
            }
        });
    }
}

/// The values of a block that get a variable, each with the position of its record.
fn values(body: &lindworm_ir::Body, block: Block) -> Vec<(Inst, RecordPosition)> {
    let is_phi = |inst: Inst| matches!(body.inst(inst), InstData::Phi { .. });
    let first = body.insts(block).find(|&inst| !is_phi(inst));
    let Some(mut at) = first.filter(|&first| !is_pad(body.inst(first))) else { return Vec::new() };
    let mut found = Vec::new();
    let last = last_described(body, block);
    for inst in body.insts(block).take_while(|&inst| Some(inst) != last) {
        if body.inst_type(inst) == Type::VOID {
            continue;
        }
        if !is_phi(inst) {
            let Some(next) = body.next_inst(inst) else { break };
            at = next;
        }
        found.push((inst, RecordPosition::Before(at)));
    }
    found
}

/// The terminator of a block, or the call that must immediately precede it.
fn last_described(body: &lindworm_ir::Body, block: Block) -> Option<Inst> {
    let is_must_tail = |&inst: &Inst| matches!(body.inst(inst), InstData::Call { tail: TailCall::MustTail, .. });
    body.insts(block).find(is_must_tail).or_else(|| body.terminator(block))
}
