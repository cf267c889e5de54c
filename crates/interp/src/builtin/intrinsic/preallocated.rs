//! Memory for arguments that is allocated and initialized before the call: `llvm.call.preallocated.setup` and related
//! intrinsics, and `inalloca`.

use lindworm_ir::attributes::AttrKind;

use crate::builtin::{Call, Then, builtins};
use crate::limits::Footprint;
use crate::memory::{Kind, StackMark};
use crate::shape;
use crate::state::State;
use crate::stop::Stop;
use crate::ub::{attribute, intrinsic as kinds};
use crate::value::Reg;

builtins! {
    "llvm.call.preallocated.setup" = setup,
    "llvm.call.preallocated.arg" = argument,
    "llvm.call.preallocated.teardown" = |c| {
        let token = c.size(0)?;
        c.state.end_setup(token, "is torn down")?;
        c.state.free_arguments();
        Ok(Then::Return)
    },
}

/// A preallocated call in progress.
pub(crate) struct Setup {
    /// The result of `llvm.call.preallocated.setup`.
    token: u64,
    /// The stack mark before the setup.
    mark: StackMark,
    /// The allocated arguments.
    arguments: Vec<Option<Reg>>,
}

/// The preallocated calls in progress of a function, innermost last.
#[derive(Default)]
pub(crate) struct Setups {
    open: Vec<Setup>,
    /// The stack mark to restore when the call has returned.
    ended: Option<StackMark>,
    /// The number of setups so far.
    count: u64,
}

impl Setups {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.open);
        all.each(&self.open, |all, setup| all.add(&setup.arguments));
    }
}

fn setup(c: &mut Call<'_>) -> Result<Then, Stop> {
    let mark = c.state.memory.stack_mark(c.state.thread.stack);
    let count = c.size(0)? as usize;
    let bytes = count as u64 * size_of::<Option<Reg>>() as u64;
    c.state.make_room(bytes)?;
    c.state.spend_on(bytes)?;
    let Some(frame) = c.state.thread.frames.last_mut() else { return Ok(Then::Return) };
    let setups = &mut frame.extra.get_or_insert_default().setups;
    setups.count += 1;
    let token = setups.count;
    setups.open.push(Setup { token, mark, arguments: vec![None; count] });
    c.give(token)
}

fn argument(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (token, index) = (c.size(0)?, c.size(1)? as usize);
    let setups = c.state.thread.frames.last().and_then(|f| Some(&f.extra.as_ref()?.setups));
    let Some(setup) = setups.and_then(|s| s.open.last()).filter(|s| s.token == token) else {
        let message = "the call was made, or another one is being prepared since";
        c.state.undefined(&kinds::PREALLOCATED, message, Vec::new())?;
        return c.give_null();
    };
    if let Some(Some(made)) = setup.arguments.get(index) {
        let made = *made;
        return c.give_register(made);
    }
    let (size, align) = pointee(c).unwrap_or((0, 1));
    let (stack, site) = (c.state.thread.stack, c.state.site());
    let Some(made) = c.state.memory.push_stack(stack, Kind::Argument, size, align, site) else {
        return Err(c.state.no_room_on_stack(size));
    };
    let setups = c.state.thread.frames.last_mut().and_then(|f| Some(&mut f.extra.as_mut()?.setups));
    if let Some(place) = setups.and_then(|s| s.open.last_mut()?.arguments.get_mut(index)) {
        *place = Some(made);
    }
    c.give_register(made)
}

/// Size and alignment of the type in the call's `preallocated` attribute.
fn pointee(c: &Call<'_>) -> Option<(u64, u64)> {
    let module = &c.program.modules[c.module];
    let function = c.program.functions[c.state.thread.frames.last()?.function as usize].global;
    let call = module.body(function)?.inst(c.site.inst).call_info()?;
    let cx = module.context();
    let ty = cx.attribute_type(cx.attribute_list(call.attributes).function, AttrKind::PREALLOCATED)?;
    let size = shape::alloc_size(cx, module.data_layout(), c.state.options.vscale, ty)?;
    Some((size, module.data_layout().abi_align(cx, ty)?.bytes().unwrap_or(1)))
}

impl State {
    /// Ends the innermost setup, by the call or by the teardown.
    pub(crate) fn end_setup(&mut self, token: u64, what: &str) -> Result<(), Stop> {
        let setups = self.thread.frames.last_mut().and_then(|f| Some(&mut f.extra.as_mut()?.setups));
        if let Some(setups) = setups
            && let Some(last) = setups.open.pop_if(|setup| setup.token == token)
        {
            setups.ended = Some(last.mark);
            return Ok(());
        }
        let message = format!("a call {what} that is not the one that was prepared last, or was made before");
        self.undefined(&kinds::PREALLOCATED, message, Vec::new())
    }

    /// Frees the arguments of a preallocated call that has returned.
    pub(crate) fn free_arguments(&mut self) {
        let setups = self.thread.frames.last_mut().and_then(|f| Some(&mut f.extra.as_mut()?.setups));
        if let Some(mark) = setups.and_then(|s| s.ended.take()) {
            let site = self.site();
            self.memory.pop_stack(self.thread.stack, mark, site);
        }
    }

    /// Whether an `inalloca` argument is the topmost object on the stack. The call frees it.
    pub(crate) fn pass_in_place(&mut self, pointer: Reg) -> Result<(), Stop> {
        if self.memory.last_on_stack(self.thread.stack) == Some(pointer.meta.provenance()) {
            return Ok(());
        }
        let message = "the argument is not the last object on the stack";
        let notes = self.allocation_note(pointer.meta.provenance());
        self.undefined(&attribute::INALLOCA, message, notes)
    }

    /// Frees an `inalloca` argument when its call has returned.
    pub(crate) fn free_in_place(&mut self, pointer: Reg) {
        if self.memory.last_on_stack(self.thread.stack) == Some(pointer.meta.provenance()) {
            let site = self.site();
            self.memory.pop_last(self.thread.stack, site);
        }
    }
}
