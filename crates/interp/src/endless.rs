//! Detection of endless loops: loops that return to the same registers and memory without a visible side effect.
//!
//! From time to time the machine uses the watched variant of the loop (see [`crate::watch`]) for a limited number of
//! operations, and compares the state with an earlier snapshot. The interval between two checks doubles each time, and so does
//! their length, so that the total cost is a small fraction of the run time.

use lindworm_analysis::{Cfg, Cycles};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::{Block, Body, InstData, Module};

use crate::decode::loops::must_progress;
use crate::decode::op::{Callee, Op};
use crate::memory::StackMark;
use crate::options::UndefChoice;
use crate::program::Program;
use crate::run::LIGHT;
use crate::run::memory::Access;
use crate::state::State;
use crate::stop::Stop;
use crate::ub::control;
use crate::value::Reg;
use crate::watch::Watch;

/// The number of steps before the first check.
const FIRST: u64 = 1 << 23;
/// The ratio of steps to steps in a check. An operation costs about ten times as much in a check.
const SHARE: u64 = 1 << 14;
/// The maximum number of memory locations that a loop may change, and of bytes in one change, to be followed.
const MOST_PLACES: usize = 64;
const MOST_BYTES: u64 = 256;

/// The step count of the next check.
pub(crate) struct NextLook(u64);

impl Default for NextLook {
    fn default() -> NextLook {
        NextLook(FIRST)
    }
}

/// A check in progress.
pub(crate) struct Look {
    /// The number of remaining operations of the check.
    left: u64,
    /// The number of operations until the next snapshot. Doubles each time, so that a loop of any length is found.
    until_noted: u64,
    period: u64,
    /// The minimum number of frames since the start of the check.
    depth: usize,
    noted: Option<Noted>,
}

/// A snapshot of the state.
struct Noted {
    pc: u32,
    mark: StackMark,
    registers: Vec<Reg>,
    /// The previous contents of memory that was stored to since the snapshot.
    memory: Vec<(u64, u64, Vec<u8>)>,
    /// The operations of the frame that were executed since the snapshot.
    operations: HashSet<u32>,
}

impl State {
    /// Starts a check if one is due and no outside event can change the behaviour of the program.
    pub(crate) fn look_for_endless_loop(&mut self) {
        let steps = self.steps();
        if steps < self.next_look.0 {
            return;
        }
        self.next_look.0 = steps.saturating_mul(2);
        let changes = self.library.signals.are_handled() || self.options.undef == UndefChoice::Random;
        if changes || self.memory.races.is_some() || self.watch.is_some() {
            return;
        }
        let look = Look { left: steps / SHARE, until_noted: 0, period: 1, depth: usize::MAX, noted: None };
        self.watch = Some(Box::new(Watch { look: Some(look), ..Watch::default() }));
    }

    /// Called before each operation during a check.
    pub(crate) fn look_at_state(&mut self, program: &Program) -> Result<(), Stop> {
        let Some(mut look) = self.watch.as_mut().and_then(|watch| watch.look.take()) else { return Ok(()) };
        let depth = self.thread.frames.len();
        if look.left == 0 || depth == 0 || self.can_be_seen(program) {
            self.end_look();
            return Ok(());
        }
        look.left -= 1;
        if depth < look.depth {
            (look.depth, look.noted) = (depth, None);
        }
        if depth == look.depth {
            let site = self.site();
            let is_there = look.noted.as_ref().is_some_and(|noted| noted.pc == site.op);
            if is_there || look.until_noted == 0 {
                // Comparing or copying many registers takes as long as executing as many operations.
                let registers = self.frame_registers().map_or(0, |range| range.len() as u64);
                look.left = look.left.saturating_sub(registers / u64::from(LIGHT));
            }
            if is_there && look.noted.as_ref().is_some_and(|noted| self.is_as_noted(noted)) {
                self.end_look();
                let operations = look.noted.take().map(|noted| noted.operations).unwrap_or_default();
                return self.endless(program, &operations);
            }
            if look.until_noted == 0 || look.noted.is_none() {
                look.period *= 2;
                look.until_noted = look.period;
                look.noted = self.note();
            }
            if let Some(noted) = &mut look.noted {
                noted.operations.insert(site.op);
            }
        }
        look.until_noted = look.until_noted.saturating_sub(1);
        self.watch().look = Some(look);
        Ok(())
    }

    fn end_look(&mut self) {
        self.watch = None;
        self.end_slice();
    }

    /// Whether the next operation has an effect beyond registers and memory, or one that is not followed.
    fn can_be_seen(&self, program: &Program) -> bool {
        let site = self.site();
        let Some(code) = program.functions[site.function as usize].code.get() else { return true };
        match code.ops[site.op as usize] {
            Op::Rare { .. } | Op::Unreachable => return true,
            Op::Call { call } => match code.calls[call as usize].callee {
                Callee::Nothing => {}
                Callee::Function(callee) if program.functions[callee as usize].defined => {}
                _ => return true,
            },
            _ => {}
        }
        let Some((module, function, inst)) = program.instruction(site) else { return true };
        match module.body(function).map(|body| body.inst(inst)) {
            Some(InstData::Load { volatile, ordering, .. } | InstData::Store { volatile, ordering, .. }) => {
                *volatile || *ordering != AtomicOrdering::NotAtomic
            }
            Some(_) => false,
            None => true,
        }
    }

    /// Called before each memory access: saves the contents before a change.
    pub(crate) fn look_at_access(&mut self, address: u64, size: u64, access: Access) {
        let inside = self.memory.contains(address) && self.memory.contains(address.wrapping_add(size));
        let depth = self.thread.frames.len();
        let Some(look) = self.watch.as_mut().and_then(|watch| watch.look.as_mut()) else { return };
        let Some(noted) = &mut look.noted else { return };
        // Stack objects of functions called since the snapshot are freed on return.
        let is_new = depth > look.depth && noted.mark.is_below(address);
        if inside && (access == Access::Load || is_new) {
            return;
        }
        if !inside || size > MOST_BYTES || noted.memory.len() == MOST_PLACES {
            look.left = 0;
        } else if !noted.memory.iter().any(|&(known, len, _)| (known, len) == (address, size)) {
            match self.memory.image(address, size) {
                Some(image) => noted.memory.push((address, size, image)),
                None => look.left = 0,
            }
        }
    }

    fn note(&self) -> Option<Noted> {
        let frame = self.thread.frames.last().filter(|frame| frame.extra.is_none())?;
        let mark = self.memory.stack_mark(self.thread.stack);
        let registers = self.thread.regs[self.frame_registers()?].to_vec();
        Some(Noted {
            pc: frame.pc.saturating_sub(1),
            mark,
            registers,
            memory: Vec::new(),
            operations: HashSet::default(),
        })
    }

    fn frame_registers(&self) -> Option<std::ops::Range<usize>> {
        let frame = self.thread.frames.last()?;
        let code = self.program.functions[frame.function as usize].code.get()?;
        let base = frame.base as usize;
        Some(base..base + code.registers as usize)
    }

    fn is_as_noted(&self, noted: &Noted) -> bool {
        self.memory.stack_mark(self.thread.stack) == noted.mark
            && self.frame_registers().is_some_and(|range| self.thread.regs[range] == noted.registers)
            && noted.memory.iter().all(|(at, size, image)| self.memory.image(*at, *size).as_ref() == Some(image))
    }

    /// Reports an endless loop that consists of these operations of the innermost function.
    fn endless(&mut self, program: &Program, operations: &HashSet<u32>) -> Result<(), Stop> {
        let message =
            "the program comes back to the same state again and again: nothing ends this loop, and it does nothing";
        let promised = self.thread.frames.iter().any(|frame| {
            let info = &program.functions[frame.function as usize];
            let module = &program.modules[info.module];
            let attributes =
                module.function(info.global).map(|f| module.context().attribute_list(f.attributes).function);
            attributes.is_some_and(|set| {
                [AttrKind::MUST_PROGRESS, AttrKind::WILL_RETURN]
                    .iter()
                    .any(|&kind| module.context().has_attribute(set, kind))
            })
        });
        let site = self.site();
        let blocks: Vec<Block> = operations
            .iter()
            .filter_map(|&op| {
                let (module, function, inst) = program.instruction(crate::Site { op, ..site })?;
                module.body(function)?.inst_block(inst)
            })
            .collect();
        let marked = program.instruction(site).is_some_and(|(module, function, _)| {
            module.body(function).is_some_and(|body| is_marked(module, body, &blocks))
        });
        match promised || marked {
            true => self.undefined(&control::NO_PROGRESS, message, Vec::new()),
            false => Err(self.error(message)),
        }
    }
}

/// Whether the innermost loop that contains all these blocks is marked `llvm.loop.mustprogress`.
fn is_marked(module: &Module, body: &Body, blocks: &[Block]) -> bool {
    let cfg = Cfg::new(body);
    let Some(cycles) = Cycles::in_linear_time(&cfg) else { return false };
    let mut cycle = blocks.first().and_then(|&block| cycles.cycle_of(block));
    while let Some(c) = cycle
        && !blocks.iter().all(|&block| cycles.contains(c, block))
    {
        cycle = cycles.parent(c);
    }
    let Some(cycle) = cycle else { return false };
    let comes_back = |block: &&Block| {
        cfg.successors(**block)
            .iter()
            .any(|&to| cycles.contains(cycle, to) && (to == cycles.header(cycle) || cycles.is_entry(&cfg, cycle, to)))
    };
    let mut latches = blocks.iter().filter(comes_back).filter_map(|&block| body.terminator(block));
    latches.any(|end| must_progress(module, body, end))
}
