//! Funclets ([Exception Handling](https://llvm.org/docs/ExceptionHandling.html#wineh)): the execution of `catchswitch`,
//! `catchpad` and `cleanuppad`, and the active funclets of a frame.

use lindworm_ir::{Block, Body, Inst, InstData, Value};

use super::catches_types;
use crate::builtin::Then;
use crate::decode::op::Code;
use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::ub::unwinding as kinds;
use crate::value::Reg;

/// An active funclet.
pub(crate) struct Funclet {
    /// The token value of the pad.
    token: u64,
    /// The exception, and the selector of the pad.
    header: Reg,
    selector: Reg,
}

impl State {
    /// Whether an exception that unwinds to a `catchswitch` or `cleanuppad` is handled there or at a further unwind destination
    /// in the same function; `None` if no pad acts on it.
    pub(super) fn funclet_pad(
        &mut self,
        program: &Program,
        code: &Code,
        pad: Inst,
        header: Reg,
    ) -> Result<Option<bool>, Stop> {
        let info = &program.functions[code.function as usize];
        let Some(body) = program.modules[info.module].body(info.global) else { return Ok(None) };
        let (mut pad, mut cleans_up) = (Some(pad), false);
        // The chain of pads is acyclic, so it has at most as many pads as the function has blocks.
        for _ in 0..body.block_count() {
            let Some(inst) = pad else { break };
            let next = match body.inst(inst) {
                InstData::CatchSwitch { handlers, unwind, .. } => {
                    for handler in body.list_values(handlers).iter().filter_map(|v| v.as_block()) {
                        let Some(catch) = first_pad(body, handler) else { continue };
                        if self.selects(program, code, catch, header)?.is_some() {
                            return Ok(Some(true));
                        }
                    }
                    unwind.expand()
                }
                InstData::CleanupPad { .. } => {
                    cleans_up = true;
                    self.spend(body.block_count() as u64)?;
                    end_of_cleanup(body, inst)
                }
                _ => None,
            };
            pad = next.and_then(|block| first_pad(body, block));
        }
        Ok(cleans_up.then_some(false))
    }

    /// The selector with which a `catchpad` catches the exception, if it does. All its arguments are type infos, where null
    /// catches everything; with Windows personalities only the first argument is one.
    fn selects(&mut self, program: &Program, code: &Code, catch: Inst, header: Reg) -> Result<Option<i32>, Stop> {
        let info = &program.functions[code.function as usize];
        let module = &program.modules[info.module];
        let Some(body) = module.body(info.global) else { return Ok(None) };
        let InstData::CatchPad { args, .. } = body.inst(catch) else { return Ok(None) };
        let thrown = match catches_types(code.personality) {
            true => self.exceptions.cxx.thrown(header),
            false => None,
        };
        let all_are_types = module
            .function(info.global)
            .and_then(|f| f.personality)
            .is_some_and(|p| p.as_global().is_some_and(|g| module[g].name().starts_with(b"__gxx_wasm_personality")));
        let args: Vec<Value> = body.list_values(args).to_vec();
        for &arg in args.iter().take(if all_are_types { args.len() } else { 1 }) {
            let type_info = self.clause(program, info.module, arg)?;
            if self.catches(program, type_info, header, thrown)? {
                return Ok(Some(self.type_id(type_info)));
            }
        }
        Ok(args.is_empty().then_some(0))
    }

    /// `catchswitch`: enters the handler that catches the exception, or the unwind destination.
    pub(crate) fn catch_switch(
        &mut self,
        program: &Program,
        code: &Code,
        handlers: &[(Inst, u32)],
        unwind: Option<u32>,
    ) -> Result<(), Stop> {
        let Some(&[header, _]) = self.landed() else { return Err(self.error("no exception comes to this pad")) };
        for &(catch, to) in handlers {
            if let Some(selector) = self.selects(program, code, catch, header)? {
                self.take_up(to, header, selector);
                return Ok(());
            }
        }
        match unwind {
            Some(to) => self.take_up(to, header, 0),
            None => drop(self.unwind(program, self.thread.frames.len() - 1, header)?),
        }
        Ok(())
    }

    /// `catchpad` and `cleanuppad`: enters the pad within `parent`, and exits all pads entered within `parent` before.
    pub(crate) fn enter_pad(&mut self, token: u64, parent: u64) {
        let Some(&[header, selector]) = self.landed() else { return };
        let funclets = self.funclets();
        while funclets.last().is_some_and(|f| f.token != parent) {
            funclets.pop();
        }
        funclets.push(Funclet { token, header, selector });
    }

    /// `catchret` and `cleanupret`: exits the pad and returns its exception.
    pub(crate) fn leave_pad(&mut self, token: u64) -> Result<Reg, Stop> {
        match self.funclets().pop() {
            Some(left) if left.token == token => Ok(left.header),
            left => {
                let message = "the pad is not the one that was entered last";
                self.undefined(&kinds::FUNCLET_EXIT, message, Vec::new())?;
                Ok(left.map_or(Reg::default(), |f| f.header))
            }
        }
    }

    /// `catchret`: ends the exception.
    pub(crate) fn catch_ret(&mut self, token: u64, to: u32) -> Result<(), Stop> {
        let header = self.leave_pad(token)?;
        self.thread.exceptions.in_flight.remove(&header.bits);
        if let Some(frame) = self.thread.frames.last_mut() {
            frame.pc = to;
        }
        Ok(())
    }

    /// `cleanupret`: continues unwinding.
    pub(crate) fn cleanup_ret(&mut self, program: &Program, token: u64, to: Option<u32>) -> Result<(), Stop> {
        let header = self.leave_pad(token)?;
        match to {
            Some(to) => self.take_up(to, header, 0),
            None => drop(self.unwind(program, self.thread.frames.len() - 1, header)?),
        }
        Ok(())
    }

    /// Checks a call against the token of its `funclet` bundle.
    pub(crate) fn funclet_call(&mut self, token: Option<u64>) -> Result<(), Stop> {
        let entered = self.funclets().last().map(|f| f.token);
        if token == entered {
            return Ok(());
        }
        let message = match (token, entered) {
            (None, _) => "the call is in a funclet, and says nothing of it",
            (_, None) => "the call names a funclet, and is in none",
            _ => "the call names another funclet than the one that was entered last",
        };
        self.undefined(&kinds::FUNCLET_CALL, message, Vec::new())
    }

    /// Checks a return from the function.
    pub(crate) fn funclet_return(&mut self) -> Result<(), Stop> {
        match self.funclets().is_empty() {
            true => Ok(()),
            false => {
                let message = "the function returns in a funclet";
                self.undefined(&kinds::FUNCLET_EXIT, message, Vec::new())
            }
        }
    }

    /// The exception and the selector of the pad with the given token.
    pub(crate) fn funclet_exception(&mut self, token: u64) -> Option<(Reg, Reg)> {
        self.funclets().iter().rev().find(|f| f.token == token).map(|f| (f.header, f.selector))
    }

    /// Rethrows the exception of the innermost funclet, as if the running call had raised it.
    pub(crate) fn rethrow_from_funclet(&mut self, program: &Program) -> Result<Then, Stop> {
        let header = self.funclets().last().map(|f| f.header);
        match header {
            Some(header) => self.unwind(program, self.thread.frames.len(), header),
            None => self.terminate(program),
        }
    }

    fn funclets(&mut self) -> &mut Vec<Funclet> {
        // A frame that executes a pad has landing data.
        match self.thread.frames.last_mut() {
            Some(frame) => &mut frame.extra.get_or_insert_default().funclets,
            None => &mut self.exceptions.no_funclets,
        }
    }

    /// The exception that landed in the running frame, and its selector.
    fn landed(&self) -> Option<&[Reg; 2]> {
        let extra = self.thread.frames.last()?.extra.as_ref()?;
        extra.landing.as_slice().try_into().ok()
    }

    /// Transfers control to the pad at operation `to`.
    fn take_up(&mut self, to: u32, header: Reg, selector: i32) {
        if let Some(frame) = self.thread.frames.last_mut() {
            frame.pc = to;
            let selector = Reg::int(u64::from(selector as u32));
            frame.extra.get_or_insert_default().landing = [header, selector].into();
        }
    }
}

/// The pad at the start of a block.
fn first_pad(body: &Body, block: Block) -> Option<Inst> {
    body.insts(block).find(|&inst| !matches!(body.inst(inst), InstData::Phi { .. }))
}

/// The unwind destination of a `cleanuppad`'s `cleanupret` in the same function.
fn end_of_cleanup(body: &Body, cleanup: Inst) -> Option<Block> {
    body.blocks().filter_map(|block| body.terminator(block)).find_map(|end| match body.inst(end) {
        InstData::CleanupRet { pad, unwind } if pad.as_inst() == Some(cleanup) => Some(unwind.expand()),
        _ => None,
    })?
}
