//! Promises of functions and calls about all operations until they return: accessed memory, no deallocation, no
//! synchronization, no recursion.

use std::ops::Range;
use std::sync::Arc;

use lindworm_ir::attributes::{AttrKind, MemoryLocation, ModRef};
use lindworm_ir::instruction::CallInfo;
use smallvec::SmallVec;

use super::argument::{Chain, is_any};
use super::guard::Guard;
use super::ranges::Ranges;
use crate::builtin::Builtin;
use crate::limits::Footprint;
use crate::memory::{EntryFlags, Kind};
use crate::program::Program;
use crate::run::memory::Access;
use crate::state::{Frame, State};
use crate::stop::{Note, Stop};
use crate::ub::attribute as kinds;
use crate::value::{Provenance, Reg, Site};

/// Promises that are checked until a frame returns.
pub(crate) struct Active {
    arguments: SmallVec<[Provenance; 4]>,
    /// Whether the innermost [`Pledge`] of the thread belongs to these promises.
    pledge: bool,
}

/// Promises about all operations of a thread.
pub(crate) struct Pledge {
    guard: Arc<Guard>,
    function: u32,
    /// The provenances of the pointer arguments.
    arguments: SmallVec<[Provenance; 4]>,
    /// Whether an argument was made from an integer, and may point to any exposed allocation.
    any: bool,
    /// The stack level at the call. Objects above it were allocated later.
    stack: u64,
    /// The allocation number at the call. Objects with larger numbers were allocated later.
    born: u64,
    /// The bytes written since the call, if they may not be read before they are written.
    written: Ranges,
    by: Site,
}

impl Active {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.arguments);
    }
}

impl Pledge {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.arguments);
        self.written.footprint(all);
    }
}

const WRITTEN: u8 = 1;

impl State {
    /// Begins the checks of a call of `function` with `args`.
    pub(crate) fn begin_guard(&mut self, guard: &Arc<Guard>, function: u32, args: &mut [Reg]) -> Result<Active, Stop> {
        let by = self.site();
        if let Some((from, to)) = guard.vscale {
            let vscale = self.options.vscale;
            let message = format!("`vscale` is {vscale}, and the function is for {from} to {to}");
            self.undefined(&kinds::VSCALE_RANGE, message, Vec::new())?;
        }
        self.spend_on(self.thread.pledges.len() as u64)?;
        if guard.norecurse && self.thread.pledges.iter().any(|w| w.guard.norecurse && w.function == function) {
            let message = "a function that is not recursive is called while it runs";
            self.undefined(&kinds::NORECURSE, message, Vec::new())?;
        }
        let is_any_argument = |r: u32| args.get(r as usize).is_some_and(|r| r.bits != 0 && is_any(r.meta.provenance()));
        let any = guard.arguments.iter().any(|a| is_any_argument(a.register));
        let made = (0..guard.arguments.len()).filter_map(|i| self.derive_argument(guard, i, args, by));
        let arguments: SmallVec<[Provenance; 4]> = made.collect();
        let pledge = guard.is_watched();
        if pledge {
            if guard.looks_at_memory() {
                self.memory.look_at_all(true);
            }
            self.thread.pledges.push(Pledge {
                guard: guard.clone(),
                function,
                arguments: arguments.clone(),
                any,
                stack: self.memory.stack_top(self.thread.stack),
                born: self.memory.remember_births(true),
                written: Ranges::default(),
                by,
            });
        }
        Ok(Active { arguments, pledge })
    }

    /// Begins the checks of a `noalias` result.
    pub(crate) fn begin_result(&mut self, result: &mut [Reg]) {
        /// The number of guards of a frame from which those with freed memory are removed.
        const MANY: usize = 64;
        let Some(made) = self.derive_result(result) else { return };
        let memory = &self.memory;
        let Some(frame) = self.thread.frames.last_mut() else { return };
        let guards = &mut frame.extra.get_or_insert_default().guards;
        if guards.len() >= MANY && guards.len().is_power_of_two() {
            guards.retain(|g| g.pledge || g.arguments.iter().any(|&p| memory.entry(p).is_some()));
        }
        guards.push(Active { arguments: [made].into_iter().collect(), pledge: false });
    }

    /// Ends the checks at the return of the function; `result` is `None` if the function is unwound.
    pub(crate) fn end_guard(&mut self, active: Active, mut result: Option<&mut [Reg]>) {
        if active.pledge
            && let Some(pledge) = self.thread.pledges.pop()
        {
            self.memory.remember_births(false);
            if pledge.guard.looks_at_memory() {
                self.memory.look_at_all(false);
            }
        }
        for &argument in active.arguments.iter().rev() {
            self.end_argument(argument, result.as_deref_mut());
        }
    }

    /// Ends all checks of a frame.
    pub(crate) fn end_guards(&mut self, guards: Vec<Active>, mut result: Option<&mut [Reg]>) {
        for active in guards.into_iter().rev() {
            self.end_guard(active, result.as_deref_mut());
        }
    }

    /// Checks an access against the memory effects of all active functions. Adds the bytes that read as poison.
    pub(super) fn check_conduct(
        &mut self,
        root: Provenance,
        pointer: Provenance,
        chain: &Chain,
        bytes: &Range<u64>,
        access: Access,
        poison: &mut Vec<Range<u64>>,
    ) -> Result<(), Stop> {
        let Some(entry) = self.memory.entry(root).copied() else { return Ok(()) };
        for i in (0..self.thread.pledges.len()).rev() {
            let pledge = &self.thread.pledges[i];
            let errno = self.is_errno(root);
            let own = !errno && (self.is_own(pledge, root) || entry.kind == Kind::Machine);
            if !pledge.guard.looks_at_memory() || own {
                continue;
            }
            if access == Access::Load && entry.flags.contains(EntryFlags::CONSTANT) {
                continue;
            }
            let memory = pledge.guard.memory;
            let through_argument = chain.iter().any(|p| pledge.arguments.contains(p));
            let (location, kind) = match () {
                () if through_argument => (MemoryLocation::Arg, &kinds::MEMORY_ARGMEM),
                () if errno => (MemoryLocation::Errno, &kinds::MEMORY_ERRNOMEM),
                () => (MemoryLocation::Other, &kinds::MEMORY_OTHER),
            };
            let mut allowed = memory.get(location);
            if is_any(pointer) && (pledge.any || pledge.arguments.iter().any(|&p| self.is_exposed(p))) {
                allowed |= memory.get(MemoryLocation::Arg);
            }
            let speculatable = pledge.guard.speculatable;
            let (by, message): (Site, &str) = match access {
                Access::Load if allowed.contains(ModRef::REF) => continue,
                Access::Load if allowed.contains(ModRef::MOD) => {
                    poison.extend(pledge.written.without(bytes, WRITTEN));
                    continue;
                }
                Access::Load => (pledge.by, "memory is read"),
                Access::Store if allowed.contains(ModRef::MOD) && !speculatable => {
                    if !allowed.contains(ModRef::REF) {
                        self.thread.pledges[i].written.mark(bytes.clone(), WRITTEN);
                    }
                    continue;
                }
                Access::Store => (pledge.by, "memory is written"),
            };
            let kind = if speculatable && access == Access::Store { &kinds::SPECULATABLE } else { kind };
            self.undefined(kind, message, promised(by))?;
        }
        Ok(())
    }

    /// Whether an object was allocated after the call.
    fn is_own(&self, pledge: &Pledge, root: Provenance) -> bool {
        let Some(entry) = self.memory.entry(root) else { return false };
        match entry.kind {
            Kind::Stack | Kind::Argument => {
                self.memory.is_on_stack(self.thread.stack, entry.base) && entry.base >= pledge.stack
            }
            _ => self.memory.born(root) > pledge.born,
        }
    }

    /// Checks a call of a built-in function that may access memory inaccessible to the program.
    pub(crate) fn check_inaccessible(&mut self, builtin: &'static Builtin) -> Result<(), Stop> {
        if builtin.name.starts_with("llvm.") || builtin.only_touches_arguments() {
            return Ok(());
        }
        self.spend_on(self.thread.pledges.len() as u64)?;
        for i in (0..self.thread.pledges.len()).rev() {
            let pledge = &self.thread.pledges[i];
            let by = pledge.by;
            if pledge.guard.speculatable {
                let message = format!("`@{}` has effects", builtin.name);
                self.undefined(&kinds::SPECULATABLE, message, promised(by))?;
            } else if pledge.guard.memory.get(MemoryLocation::Inaccessible) != ModRef::all() {
                let message = format!("`@{}` accesses memory that the program cannot", builtin.name);
                self.undefined(&kinds::MEMORY_INACCESSIBLEMEM, message, promised(by))?;
            }
        }
        Ok(())
    }

    /// Checks the deallocation of a block through a pointer.
    pub(crate) fn may_free(&mut self, pointer: Reg, block: Provenance) -> Result<(), Stop> {
        self.spend_on(self.thread.pledges.len() as u64)?;
        for i in (0..self.thread.pledges.len()).rev() {
            let pledge = &self.thread.pledges[i];
            if pledge.guard.nofree && !self.is_own(pledge, block) {
                let by = pledge.by;
                self.undefined(&kinds::NOFREE, "memory is freed that was there before the call", promised(by))?;
            }
        }
        if let Some(watched) = self.promises.watched.get(&block.slot())
            && watched.generation == block.generation()
            && let Some(by) = watched.not_freed
        {
            let notes = vec![Note::new("it is said here that the memory is not freed", Some(by))];
            self.undefined(&crate::ub::metadata::NOFREE, "the memory is freed", notes)?;
        }
        self.check_freed_argument(pointer)
    }

    /// Checks an operation that may synchronize.
    pub(crate) fn check_sync(&mut self) -> Result<(), Stop> {
        self.spend_on(self.thread.pledges.len() as u64)?;
        for i in (0..self.thread.pledges.len()).rev() {
            let pledge = &self.thread.pledges[i];
            if pledge.guard.nosync {
                let by = pledge.by;
                self.undefined(&kinds::NOSYNC, "this may synchronize with another thread", promised(by))?;
            }
        }
        Ok(())
    }

    /// Checks the end of the program or thread against functions that promise to return.
    #[cold]
    pub(crate) fn check_end(&mut self, program: &Program) -> Result<(), Stop> {
        let will_return = self.thread.frames.iter().find(|frame| {
            let info = &program.functions[frame.function as usize];
            let module = &program.modules[info.module];
            let has = |list| {
                module.context().has_attribute(module.context().attribute_list(list).function, AttrKind::WILL_RETURN)
            };
            let of_function = module.function(info.global).is_some_and(|f| has(f.attributes));
            of_function || self.call_info(program, frame).is_some_and(|call| has(call.attributes))
        });
        match will_return.map(|f| f.function) {
            Some(function) => {
                let name = String::from_utf8_lossy(program.function_name(function)).into_owned();
                let message = format!("`@{name}` or a call in it promised to return, and does not");
                self.undefined(&kinds::WILLRETURN, message, Vec::new())
            }
            None => Ok(()),
        }
    }

    /// Checks a call back to the program against active functions that promise not to recurse.
    pub(crate) fn check_callback(&mut self, program: &Program) -> Result<(), Stop> {
        let Some(frame) = self.thread.frames.last() else { return Ok(()) };
        let module = &program.modules[program.functions[frame.function as usize].module];
        let has = |list| {
            module.context().has_attribute(module.context().attribute_list(list).function, AttrKind::NO_CALLBACK)
        };
        let broken = self
            .call_info(program, frame)
            .is_some_and(|call| has(call.attributes) || module.callee(call.callee).is_some_and(|f| has(f.attributes)));
        match broken {
            true => self.undefined(&kinds::NOCALLBACK, "a function of the program is called back", Vec::new()),
            false => Ok(()),
        }
    }

    /// The call instruction that a frame is at.
    fn call_info<'p>(&self, program: &'p Program, frame: &Frame) -> Option<&'p CallInfo> {
        let info = &program.functions[frame.function as usize];
        let inst = *info.code.get()?.insts.get(frame.pc.checked_sub(1)? as usize)?;
        program.modules[info.module].body(info.global)?.inst(inst).call_info()
    }
}

fn promised(by: Site) -> Vec<Note> {
    vec![Note::new("it was promised by the function that is called here, or by the call", Some(by))]
}
