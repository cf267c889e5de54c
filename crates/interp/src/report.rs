//! The construction of reports.

use cranelift_entity::EntityRef;
use lindworm_ir::hash::HashSet;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Body, Global};

use crate::decode::op::Code;
use crate::memory::Kind as ObjectKind;
use crate::options::OnUndefined;
use crate::program::Program;
use crate::state::State;
use crate::stop::{Accessed, Note, Object, Operand, Origin, Report, Stop};
use crate::typed::{Layout, Pointer, Value};
use crate::ub;
use crate::value::{Provenance, Site};

/// The number of innermost and of outermost call sites that a report of a deep stack contains.
const INNERMOST: usize = 48;
const OUTERMOST: usize = 16;

/// The maximum number of reports of a program that continues after undefined behaviour.
const MAX_REPORTS: usize = 1000;

/// The signal of an access to unmapped memory.
const SIGSEGV: i32 = 11;

/// The reports of a program that continues after undefined behaviour.
#[derive(Default)]
pub(crate) struct Reports {
    /// The reports, in order.
    pub(crate) all: Vec<Report>,
    /// The reported pairs of kind and site; each is reported once.
    known: HashSet<(&'static str, Site)>,
    /// Called for each report when the report is made.
    pub(crate) listener: Option<Listener>,
}

type Listener = Box<dyn FnMut(&Program, &Report)>;

impl State {
    /// Reports undefined behaviour. Returns an error if the program is to stop; otherwise the caller continues on a best-effort
    /// basis.
    ///
    /// The frame's `pc` must be that of the operation after the offending operation.
    #[cold]
    pub(crate) fn undefined(
        &mut self,
        kind: &'static ub::Kind,
        message: impl Into<String>,
        notes: Vec<Note>,
    ) -> Result<(), Stop> {
        self.undefined_at(kind, message, notes, None)
    }

    /// [`State::undefined`] for an error about a memory location.
    #[cold]
    pub(crate) fn undefined_at(
        &mut self,
        kind: &'static ub::Kind,
        message: impl Into<String>,
        notes: Vec<Note>,
        memory: Option<Accessed>,
    ) -> Result<(), Stop> {
        match self.options.on_undefined {
            OnUndefined::Stop => {
                let report = self.report(Some(kind), message.into(), notes);
                Err(Stop::Report(Box::new(Report { memory: memory.or(report.memory), ..report })))
            }
            OnUndefined::Warn => {
                if self.reports.all.len() < MAX_REPORTS && self.reports.known.insert((kind.code, self.site())) {
                    let report = self.report(Some(kind), message.into(), notes);
                    let report = Report { memory: memory.or(report.memory), ..report };
                    if let Some(listener) = &mut self.reports.listener {
                        listener(&self.program, &report);
                    }
                    self.reports.all.push(report);
                }
                Ok(())
            }
            OnUndefined::Ignore => Ok(()),
        }
    }

    /// An error that is not undefined behaviour.
    #[cold]
    pub(crate) fn error(&self, message: impl Into<String>) -> Stop {
        Stop::Report(Box::new(self.report(None, message.into(), Vec::new())))
    }

    /// Ends the program after a volatile access to unmapped memory.
    #[cold]
    pub(crate) fn segmentation_fault(&self, what: String) -> Stop {
        self.raised(SIGSEGV, format!("segmentation fault: volatile {what}"))
    }

    /// Ends the program by a signal that one of its instructions raises.
    #[cold]
    pub(crate) fn raised(&self, signal: i32, message: String) -> Stop {
        let report = self.report(None, message, Vec::new());
        Stop::Report(Box::new(Report { signal: Some(signal), ..report }))
    }

    fn report(&self, kind: Option<&'static ub::Kind>, message: String, notes: Vec<Note>) -> Report {
        let frames = &self.thread.frames;
        let site = |i: usize| Site { function: frames[i].function, op: frames[i].pc.saturating_sub(1) };
        let left_out = frames.len().saturating_sub(INNERMOST + OUTERMOST);
        let inner = frames.len() - if left_out > 0 { INNERMOST } else { frames.len() };
        let stack = (inner..frames.len()).rev().chain((0..frames.len().min(OUTERMOST).min(inner)).rev()).map(site);
        Report {
            kind,
            message,
            memory: self.raced_memory(&notes),
            notes,
            stack: stack.collect(),
            left_out: (left_out > 0).then_some((INNERMOST, left_out)),
            operands: self.reported_operands().unwrap_or_default(),
            thread: self.threads.for_report(),
            signal: None,
        }
    }

    /// The non-constant operands of the running operation.
    fn reported_operands(&self) -> Option<Vec<Operand>> {
        let program = &*self.program;
        let (module, function, inst) = program.instruction(self.site())?;
        let body = module.body(function)?;
        let mut operands: Vec<Operand> = Vec::new();
        // An operand that was fused into the operation has no register; its own operands are reported instead.
        let mut open = vec![(inst, 0)];
        while let Some((inst, depth)) = open.pop() {
            body.inst(inst).for_each_operand(body.values(), |name| {
                if operands.iter().any(|o| o.name == name) {
                    return;
                }
                match (self.value_of(program, name, MOST_REGISTERS), name.as_inst()) {
                    (Some(value), _) => {
                        let object = match value {
                            Value::Pointer(pointer) => self.object(pointer),
                            _ => None,
                        };
                        operands.push(Operand { name, value, object });
                    }
                    (None, Some(of)) if depth < MAX_TOGETHER => open.push((of, depth + 1)),
                    _ => {}
                }
            });
        }
        Some(operands)
    }

    /// The object of a pointer's provenance, live or recently freed.
    pub(crate) fn object(&self, pointer: Pointer) -> Option<Object> {
        let provenance = match pointer.provenance {
            Provenance::WILDCARD => self.memory.allocation_at(pointer.address)?,
            provenance => provenance,
        };
        let (entry, life) = self.memory.life(provenance)?;
        let mut source_name = None;
        let name = match entry.kind {
            ObjectKind::Global | ObjectKind::Undefined => {
                let (module, global) = self.global_at(entry.base)?;
                source_name = self.program.global_variable(module, global);
                Some(self.program.modules[module][global].name().into())
            }
            ObjectKind::Function => Some(self.program.function_name(entry.info).into()),
            ObjectKind::Stack => {
                source_name = self.program.local_variable(life.begun);
                None
            }
            _ => None,
        };
        let has_site = matches!(entry.kind, ObjectKind::Stack | ObjectKind::Heap | ObjectKind::Argument);
        Some(Object {
            kind: entry.kind,
            address: entry.base,
            size: entry.size,
            name,
            source_name,
            begun: has_site.then_some(life.begun),
            ended: life.ended,
        })
    }

    /// The variable at an address, with the module index.
    fn global_at(&self, address: u64) -> Option<(usize, Global)> {
        self.program.modules.iter().enumerate().find_map(|(m, module)| {
            let &global = module.variables().iter().find(|&&g| self.address_of(m, g).bits == address)?;
            Some((m, global))
        })
    }

    /// The name of the variable at an address.
    pub(crate) fn variable_at(&self, address: u64) -> Option<Box<[u8]>> {
        let (module, global) = self.global_at(address)?;
        Some(self.program.modules[module][global].name().into())
    }

    /// Describes a memory access for a report.
    pub(crate) fn accessed(&self, access: &'static str, size: u64, pointer: Pointer) -> Accessed {
        let object = self.object(pointer);
        let offset = pointer.address.wrapping_sub(object.as_ref().map_or(0, |o| o.address)) as i64;
        Accessed { access, size, object, offset }
    }

    /// Describes the memory at an address for a report.
    pub(crate) fn accessed_address(&self, access: &'static str, size: u64, address: u64) -> Accessed {
        let provenance = self.memory.found_at(address).unwrap_or(Provenance::NONE);
        self.accessed(access, size, Pointer { address, provenance })
    }

    /// The name of the variable at the address, otherwise the address itself.
    pub(crate) fn place_name(&self, address: u64) -> String {
        let Accessed { object, offset, .. } = self.accessed_address("", 0, address);
        let symbol = |object: &Object| object.name.as_deref().map(|name| String::from_utf8_lossy(name).into_owned());
        match (object.and_then(|object| object.source_name.clone().or_else(|| symbol(&object))), offset) {
            (Some(name), 0) => format!("`{name}`"),
            (Some(name), _) => format!("at offset {offset} of `{name}`"),
            (None, _) => format!("at {address:#x}"),
        }
    }

    /// The memory of the racing load that the notes mention.
    fn raced_memory(&self, notes: &[Note]) -> Option<Accessed> {
        let note = notes.iter().find(|note| matches!(note.origin, Some(Origin::Race)))?;
        let race = self.undefs.races.get(&note.site?)?;
        Some(self.accessed_address("load", 1, race.address))
    }
}

/// Operands with more registers are not reported.
const MOST_REGISTERS: u32 = 256;

/// The maximum number of instructions fused into one operation.
const MAX_TOGETHER: u32 = 4;

/// The first register of an argument or instruction in the frame of its function, if it has a register.
pub(crate) fn operand_register(
    layout: &Layout<'_>,
    body: &Body,
    code: &Code,
    value: lindworm_ir::Value,
) -> Option<u32> {
    match value.kind() {
        ValueKind::Inst(inst) => code.slots.get(inst.index()).copied().filter(|&slot| slot != u32::MAX),
        ValueKind::Arg(n) => {
            let before = body.args().get(..n as usize)?;
            Some(before.iter().map(|&ty| layout.shape(ty).map_or(0, |s| s.registers)).sum())
        }
        _ => None,
    }
}
