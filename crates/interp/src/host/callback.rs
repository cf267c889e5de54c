//! Callbacks: calls of the program's functions by native code.

use std::sync::Arc;

use lindworm_ir::module::GlobalKind;
use smallvec::SmallVec;

use super::native::{Answer, Callback, Pass};
use super::signature::{Signature, Source};
use crate::memory::Kind;
use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

/// The callback for a function of the program.
pub(super) fn new_callback(program: &Program, state: &State, function: u32) -> Callback {
    let info = &program.functions[function as usize];
    let module = &program.modules[info.module];
    let g = &module[info.global];
    let signature = match (&g.kind, module.context().function_parts(g.value_type)) {
        (GlobalKind::Function(f), Some((result, params, false))) => Signature::new(&Source {
            module,
            vscale: state.options.vscale,
            convention: f.convention,
            attributes: module.context().attribute_list(f.attributes),
            params,
            fixed: None,
            result,
            callback: true,
        }),
        _ => Err("how many arguments it is called with is not known".into()),
    };
    let (machine, astray) =
        state.host.as_ref().map_or_else(|| (0, Arc::default()), |host| (host.machine, host.astray.clone()));
    Callback { machine, function, signature, astray }
}

/// Runs a function called by native code. If the function does not return, native code receives zeros, and the program stops
/// when the native call returns.
pub(super) fn enter(program: &Program, state: &mut State, callback: &Callback, words: &[u64], answer: &mut Answer) {
    match &mut state.host {
        Some(host) if host.pending.is_none() => host.called_back = true,
        _ => return,
    }
    if let Err(stop) = state.enter_from_native(program, callback, words, answer)
        && let Some(host) = &mut state.host
    {
        host.pending = Some(stop);
    }
}

impl State {
    fn enter_from_native(
        &mut self,
        program: &Program,
        callback: &Callback,
        words: &[u64],
        answer: &mut Answer,
    ) -> Result<(), Stop> {
        let signature = callback.signature.as_ref().map_err(|why| {
            let name = String::from_utf8_lossy(program.function_name(callback.function));
            self.error(format!("native code calls `@{name}`, which it cannot: {why}"))
        })?;
        let (stack, here) = (self.thread.stack, self.site());
        let mark = self.memory.stack_mark(stack);
        let mut args: SmallVec<[Reg; 8]> = SmallVec::new();
        let mut at = 0;
        for part in &signature.args {
            args.resize((part.register + part.registers()) as usize, Reg::default());
            let words = &words[at..at + part.len()];
            at += part.len();
            if let Pass::Stack(_, align) = part.pass {
                let size = part.bytes();
                let Some(copy) = self.memory.push_stack(stack, Kind::Argument, size, align.into(), here) else {
                    return Err(self.no_room_on_stack(size));
                };
                let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).take(size as usize).collect();
                self.memory.write_bytes(self.memory.place_of(copy.bits), &bytes);
                args[part.register as usize] = copy;
                continue;
            }
            part.regs(words, &mut args);
            if part.pointer {
                let reg = &mut args[part.register as usize];
                *reg = self.native_pointer(reg.bits);
            }
        }
        let result = self.call_back(program, callback.function, &args)?;
        self.memory.pop_stack(stack, mark, here);
        if let Some(place) = signature.place_of_result {
            answer[0] = args[signature.args[place].register as usize].bits;
            return Ok(());
        }
        let result: SmallVec<[Reg; 4]> = result.iter().map(|&reg| self.freeze(reg, 64)).collect();
        let mut at = 0;
        for part in signature.result.iter().filter(|part| (part.register + part.registers()) as usize <= result.len()) {
            let words = part.words(&result);
            answer[at..at + part.len()].copy_from_slice(&words[..part.len()]);
            at += part.len();
            if part.pointer {
                self.give_away(&[(result[part.register as usize], true)]);
            }
        }
        Ok(())
    }
}
