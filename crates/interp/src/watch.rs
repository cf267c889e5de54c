//! Hooks: on each operation, on each memory access, and stepping.
//!
//! While a hook is set, [`run`](crate::run) uses its watched variant, which announces each operation and takes the slow path
//! for memory accesses. Without a hook there is no cost.

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

/// A memory access that is about to be executed. Its validity is checked after the hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryAccess {
    /// The accessing operation.
    pub site: Site,
    /// The first address.
    pub address: u64,
    /// The number of bytes.
    pub size: u64,
    /// Whether the access is a write. An atomic read-modify-write operation is two accesses.
    pub writes: bool,
}

/// The state of a running program between two operations.
pub struct View<'a> {
    program: &'a Program,
    state: &'a State,
}

impl View<'_> {
    /// The program.
    pub fn program(&self) -> &Program {
        self.program
    }

    /// The next operation.
    pub fn site(&self) -> Site {
        self.state.site()
    }

    /// The number of active calls of the thread.
    pub fn depth(&self) -> usize {
        self.state.thread.frames.len()
    }

    /// The number of the running thread; the first is 0.
    pub fn thread(&self) -> usize {
        self.state.threads.for_report().unwrap_or(0)
    }

    /// The value of an argument or instruction of the innermost function. `None` if the value has no register, since it is
    /// `void` or was fused into its user. The value of an instruction that was not executed yet is unspecified.
    pub fn value(&self, value: lindworm_ir::Value) -> Option<Value> {
        self.state.value_of(self.program, value, u32::MAX)
    }
}

/// The hooks in effect.
#[derive(Default)]
pub(crate) struct Watch {
    pub(crate) on_step: Option<OnStep>,
    pub(crate) on_access: Option<OnAccess>,
    /// The number of operations until the next pause.
    pub(crate) until_pause: Option<u64>,
    /// The search for an endless loop, while it is in progress.
    pub(crate) look: Option<Look>,
}

type OnStep = Box<dyn FnMut(&View<'_>)>;
type OnAccess = Box<dyn FnMut(&MemoryAccess)>;

impl State {
    /// Enables the watched variant of the loop from now on.
    pub(crate) fn watch(&mut self) -> &mut Watch {
        self.watch.get_or_insert_default()
    }

    /// Called before each operation in a run whose outermost frame is at `depth`. The frame's `pc` is that of the following
    /// operation.
    pub(crate) fn before_operation(&mut self, program: &Program, depth: usize) -> Result<(), Stop> {
        let Some(watch) = &mut self.watch else { return Ok(()) };
        if watch.look.is_some() {
            return self.look_at_state(program);
        }
        // A run that was started by a built-in function cannot be paused.
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

    /// Called before each memory access.
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

    /// The value of an argument or instruction of the running function, if it has at most `most` registers.
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
