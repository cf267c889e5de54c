//! Looking at a program while it runs: at each operation, at each access to memory, one step at a time.
//!
//! Whoever looks makes [`run`](crate::run) take its other form, in which each operation is announced and accesses to memory
//! take the slow way; nobody else pays for it.

use cranelift_entity::EntityRef;
use lindworm_ir::value::ValueKind;

use crate::endless::Look;
use crate::program::Program;
use crate::report::operand_register;
use crate::run::memory::Access;
use crate::state::State;
use crate::stop::Stop;
use crate::typed::{Layout, Value};
use crate::value::Site;

/// An access to memory that is about to happen; whether it is allowed is looked at after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryAccess {
    /// What accesses.
    pub site: Site,
    /// The first address.
    pub address: u64,
    /// The number of bytes.
    pub size: u64,
    /// Whether it writes; an atomic operation that does both is two accesses.
    pub writes: bool,
}

/// A running program, between two operations.
pub struct View<'a> {
    program: &'a Program,
    state: &'a State,
}

impl View<'_> {
    /// The program.
    pub fn program(&self) -> &Program {
        self.program
    }

    /// The operation that is next.
    pub fn site(&self) -> Site {
        self.state.site()
    }

    /// How many functions the thread is in.
    pub fn depth(&self) -> usize {
        self.state.thread.frames.len()
    }

    /// The number of the thread that runs; the first is 0.
    pub fn thread(&self) -> usize {
        self.state.threads.for_report().unwrap_or(0)
    }

    /// What an argument or instruction of the innermost function is; none if it has no register, since it is `void`, or was
    /// computed together with the instruction that uses it. An instruction that was not executed yet gives anything.
    pub fn value(&self, value: lindworm_ir::Value) -> Option<Value> {
        self.state.value_of(self.program, value, u32::MAX)
    }
}

/// Who looks.
#[derive(Default)]
pub(crate) struct Watch {
    pub(crate) on_step: Option<OnStep>,
    pub(crate) on_access: Option<OnAccess>,
    /// How many operations may be executed until there is a pause.
    pub(crate) until_pause: Option<u64>,
    /// The machine itself, for a while.
    pub(crate) look: Option<Look>,
}

type OnStep = Box<dyn FnMut(&View<'_>)>;
type OnAccess = Box<dyn FnMut(&MemoryAccess)>;

impl State {
    /// Lets somebody look from now on.
    pub(crate) fn watch(&mut self) -> &mut Watch {
        self.watch.get_or_insert_default()
    }

    /// An operation is about to be executed, in a run whose outermost frame is at `depth`. The frame's `pc` is that of the one
    /// behind it.
    pub(crate) fn before_operation(&mut self, program: &Program, depth: usize) -> Result<(), Stop> {
        let Some(watch) = &mut self.watch else { return Ok(()) };
        if watch.look.is_some() {
            return self.look_at_state(program);
        }
        // What the machine itself has called cannot be left in the middle.
        if depth == 0
            && let Some(left) = &mut watch.until_pause
        {
            if *left == 0 {
                if let Some(frame) = self.thread.frames.last_mut() {
                    frame.pc -= 1;
                }
                return Err(Stop::Paused);
            }
            *left -= 1;
        }
        if let Some(mut on_step) = watch.on_step.take() {
            on_step(&View { program, state: self });
            self.watch().on_step = Some(on_step);
        }
        Ok(())
    }

    /// Memory is about to be accessed.
    #[inline]
    pub(crate) fn before_access(&mut self, address: u64, size: u64, access: Access) {
        if self.watch.is_some() {
            self.tell_access(address, size, access);
        }
    }

    #[cold]
    fn tell_access(&mut self, address: u64, size: u64, access: Access) {
        self.look_at_access(address, size, access);
        let access = MemoryAccess { site: self.site(), address, size, writes: access == Access::Store };
        if let Some(on_access) = self.watch.as_mut().and_then(|w| w.on_access.as_mut()) {
            on_access(&access);
        }
    }

    /// What an argument or instruction of the running function is, if it has at most so many registers.
    pub(crate) fn value_of(&self, program: &Program, value: lindworm_ir::Value, most: u32) -> Option<Value> {
        let frame = self.thread.frames.last()?;
        let info = program.functions.get(frame.function as usize)?;
        let module = &program.modules[info.module];
        let (body, code) = (module.body(info.global)?, info.code.get()?);
        let layout = Layout { cx: module.context(), layout: module.data_layout(), vscale: self.options.vscale };
        let known = match value.kind() {
            ValueKind::Inst(inst) => inst.index() < body.inst_count(),
            ValueKind::Arg(n) => (n as usize) < body.args().len(),
            _ => false,
        };
        let ty = known.then(|| module.value_type(Some(body), value))?;
        let start = (frame.base + operand_register(&layout, body, code, value)?) as usize;
        let count = layout.shape(ty).ok()?.registers;
        let regs = self.thread.regs.get(start..start + count as usize).filter(|_| count <= most)?;
        layout.value(ty, &self.undefs, &mut regs.iter().copied())
    }
}
