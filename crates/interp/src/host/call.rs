//! Calls of native functions.

use std::rc::Rc;
use std::sync::atomic::Ordering;

use lindworm_ir::Type;
use lindworm_ir::attributes::ModRef;
use lindworm_ir::module::GlobalKind;
use smallvec::SmallVec;

use super::native::{self, Answer, Arguments, Pass};
use super::signature::{Part, Signature, Source};
use crate::decode::op::Code;
use crate::memory::Target;
use crate::program::Program;
use crate::run::{Access, Regs};
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

/// A prepared native call.
pub(super) struct Native {
    signature: Signature,
    /// Whether the callee may write memory, a file or the terminal.
    writes: bool,
}

/// The call number of calls by the machine itself.
pub(super) const BY_MACHINE: u32 = u32::MAX;

impl State {
    /// Calls the native function at `address`, and continues after the call.
    pub(crate) fn call_native(
        &mut self,
        program: &Program,
        code: &Code,
        call: u32,
        address: u64,
        args: &[Reg],
    ) -> Result<(), Stop> {
        let site = &code.calls[call as usize];
        let native = match self.known_call(code.function, call) {
            Some(native) => native,
            None => {
                let info = &program.functions[code.function as usize];
                let module = &program.modules[info.module];
                let cx = module.context();
                let call_info = module.body(info.global).and_then(|body| body.inst(site.inst).call_info());
                let attributes = cx.attribute_list(call_info.map_or_else(Default::default, |c| c.attributes));
                let of_callee =
                    call_info.and_then(|c| module.callee(c.callee)).map(|f| cx.attribute_list(f.attributes));
                let params: Vec<_> = site.params.iter().map(|p| p.ty).collect();
                let (result, _, variadic) = cx.function_parts(site.function_type).unwrap_or((Type::VOID, &[], false));
                let source = Source {
                    module,
                    vscale: self.options.vscale,
                    convention: site.convention,
                    attributes,
                    params: &params,
                    fixed: variadic.then_some(site.fixed as usize),
                    result,
                    callback: false,
                };
                let mut effects = cx.memory_effects(attributes.function);
                if let Some(list) = of_callee {
                    effects = effects & cx.memory_effects(list.function);
                }
                self.new_call((code.function, call), &source, effects.any().contains(ModRef::MOD))?
            }
        };
        let Some(result) = self.run_native(program, &native, address, args)? else { return Ok(()) };
        self.set(site.dst, &result);
        if let Some((normal, _)) = site.invoke
            && let Some(frame) = self.thread.frames.last_mut()
        {
            frame.pc = normal;
        }
        Ok(())
    }

    /// Calls a declared native function on behalf of the machine, and returns its result.
    pub(crate) fn call_native_back(
        &mut self,
        program: &Program,
        function: u32,
        address: u64,
        args: &[Reg],
    ) -> Result<Regs, Stop> {
        let native = match self.known_call(function, BY_MACHINE) {
            Some(native) => native,
            None => {
                let info = &program.functions[function as usize];
                let module = &program.modules[info.module];
                let g = &module[info.global];
                let cx = module.context();
                let GlobalKind::Function(f) = &g.kind else { return Err(self.unknown_function(program, function)) };
                let attributes = cx.attribute_list(f.attributes);
                let (result, params, variadic) = cx.function_parts(g.value_type).unwrap_or((Type::VOID, &[], false));
                let source = Source {
                    module,
                    vscale: self.options.vscale,
                    convention: f.convention,
                    attributes,
                    params,
                    fixed: variadic.then_some(params.len()),
                    result,
                    callback: false,
                };
                let writes = cx.memory_effects(attributes.function).any().contains(ModRef::MOD);
                self.new_call((function, BY_MACHINE), &source, writes)?
            }
        };
        self.run_native(program, &native, address, args)?.ok_or(Stop::Unwound)
    }

    /// Calls the native function at `address` with pointers and integers, without a known signature. Returns the presumed
    /// result.
    pub(crate) fn call_native_words(&mut self, program: &Program, address: u64, args: &[Reg]) -> Result<Reg, Stop> {
        let signature = Signature::of_words(args.len()).map_err(|why| self.error(why))?;
        let result = self.run_native(program, &Native { signature, writes: true }, address, args)?;
        result.map(|result| result[0]).ok_or(Stop::Unwound)
    }

    fn known_call(&self, function: u32, call: u32) -> Option<Rc<Native>> {
        self.host.as_ref()?.calls.get(&(function, call)).cloned()
    }

    fn new_call(&mut self, key: (u32, u32), source: &Source<'_>, writes: bool) -> Result<Rc<Native>, Stop> {
        let signature = Signature::new(source)
            .map_err(|why| self.error(format!("a native function cannot be called in this way: {why}")))?;
        let native = Rc::new(Native { signature, writes });
        if let Some(host) = &mut self.host {
            host.calls.insert(key, native.clone());
        }
        Ok(native)
    }

    /// Calls a native function and returns its result; `None` if an exception has transferred control elsewhere.
    fn run_native(
        &mut self,
        program: &Program,
        native: &Native,
        address: u64,
        args: &[Reg],
    ) -> Result<Option<Regs>, Stop> {
        let signature = &native.signature;
        // Undef and poison may be passed; only their use by the callee matters.
        let args: SmallVec<[Reg; 8]> = args.iter().map(|&reg| self.freeze(reg, 64)).collect();
        let mut arguments = Arguments::default();
        let mut given: SmallVec<[(Reg, bool); 8]> = SmallVec::new();
        for part in &signature.args {
            match part.pass {
                Pass::Stack(..) => {
                    let place = args[part.register as usize];
                    arguments.push(&self.words_at(place, part)?);
                    given.push((place, false));
                }
                _ => arguments.push(&part.words(&args)[..part.len()]),
            }
            if part.pointer {
                let pointer = args[part.register as usize];
                if self.is_stream(pointer) {
                    return Err(self.error("a stream of the machine's own is of no use to native code"));
                }
                given.push((pointer, part.writes && native.writes));
            }
        }
        self.give_away(&given);
        if native.writes {
            self.flush_all()?;
            self.sync_mappings();
        }
        let frames = (self.thread.stack, self.thread.frames.len());
        if let Some(host) = &mut self.host {
            host.frames.push(frames);
            host.called_back = false;
        }
        let errno = self.get_errno()?;
        let (answer, errno_then) = signature.interface.call(program, self, address, &mut arguments, errno);
        if native.writes {
            native::flush();
            self.sync_mappings();
        }
        let Some(host) = &mut self.host else { return Ok(None) };
        host.frames.pop();
        let process = std::process::id();
        if std::mem::replace(&mut host.process, process) != process {
            // After `fork`, the data in the pipe may be for the parent.
            host.copier = None;
        }
        if let Some(stop) = host.pending.take() {
            return Err(stop);
        }
        if host.astray.swap(false, Ordering::Relaxed) {
            return Err(self.error("a thread of a library, or a signal, has called a function of the program"));
        }
        if std::mem::take(&mut host.called_back) {
            self.give_away(&given);
        }
        if errno_then != errno {
            self.set_errno(errno_then)?;
        }
        let answer = match answer {
            Ok(answer) => answer,
            Err(exception) => {
                self.throw_from_native(program, exception)?;
                return Ok(None);
            }
        };
        let mut regs = Regs::from_elem(Reg::default(), signature.result_registers as usize);
        self.answer_regs(signature, &answer, &mut regs);
        Ok(Some(regs))
    }

    /// Converts a native result to registers.
    fn answer_regs(&self, signature: &Signature, answer: &Answer, regs: &mut [Reg]) {
        let mut at = 0;
        for part in &signature.result {
            part.regs(&answer[at..], regs);
            at += part.len();
            if part.pointer {
                let reg = &mut regs[part.register as usize];
                *reg = self.native_pointer(reg.bits);
            }
        }
    }

    /// The words of a `byval` argument, not all of which need to be defined.
    fn words_at(&mut self, from: Reg, part: &Part) -> Result<Vec<u64>, Stop> {
        let len = part.bytes();
        let mut bytes = match self.access(from, 0, len, 1, Access::Load)? {
            Some(Target::Arena(place, _)) => self.memory.bytes(place, len).to_vec(),
            Some(Target::Foreign(address)) => self.foreign_bytes(address, len)?,
            None => Vec::new(),
        };
        bytes.resize(part.len() * 8, 0);
        Ok(bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default())).collect())
    }
}
