//! Host functions and memory: calls of declared functions that are not built in, in the user's libraries and the C library of
//! the host, and their callbacks to the program.
//!
//! A [`Host`] exists only if the program was compiled for this host and declares a symbol that a library defines and that is
//! not built in. Other programs, and isolated programs, cannot access the host, whatever addresses they compute.
//!
//! Native code is not checked. Memory that native code may have written is assumed to be defined ([`reach`]). A signal or an
//! endless loop in native code affects the interpreter. A C++ exception that unwinds out of native code is thrown in the
//! program ([`exception`]).

mod call;
mod callback;
mod exception;
mod foreign;
mod native;
mod reach;
mod signature;
mod trampoline;

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use lindworm_ir::hash::HashMap;
use lindworm_ir::module::{GlobalKind, GlobalValue, Visibility};
use lindworm_ir::triple::{Arch, Os, Triple};
use lindworm_ir::{Global, Module};

use crate::builtin::variable::is_c_variable;
use crate::options::Options;
use crate::program::{FunctionInfo, Program};
use crate::state::State;
use crate::stop::Stop;
use crate::value::{Provenance, Reg};
use callback::new_callback;
use native::{Closure, Copier, Libraries};

/// The host's libraries as used by a running program.
pub(crate) struct Host {
    /// A unique number of the machine.
    machine: u64,
    libraries: Libraries,
    /// The addresses of native functions, by the number of the declared function.
    functions: HashMap<u32, u64>,
    /// The prepared native calls, by calling function and call site; for calls by the machine itself, by callee and
    /// [`call::BY_MACHINE`].
    calls: HashMap<(u32, u32), Rc<call::Native>>,
    /// Functions of the program that native code may call.
    closures: Vec<Closure>,
    copier: Option<Copier>,
    /// Temporary copies of host memory.
    copies: VecDeque<Reg>,
    code_ranges: Vec<std::ops::Range<u64>>,
    /// For each active native call: the stack number of the calling thread, and the number of its frames.
    frames: Vec<(usize, usize)>,
    /// Whether native code has called back the program since the flag was cleared.
    called_back: bool,
    /// The reason why the program stopped in a callback, to be returned after the native call.
    pending: Option<Stop>,
    astray: Arc<AtomicBool>,
    /// The process identifier, which changes after `fork`.
    process: u32,
}

/// Functions that must not be called natively: they return to frames that no longer exist or belong to other code, run the
/// program in another host thread, or terminate the interpreter.
const NOT_NATIVE: &[&str] = &[
    "_Exit",
    "__longjmp_chk",
    "__sigsetjmp",
    "_exit",
    "_longjmp",
    "_setjmp",
    "abort",
    "atexit",
    "clone",
    "exit",
    "getcontext",
    "longjmp",
    "makecontext",
    "pthread_create",
    "pthread_exit",
    "quick_exit",
    "setcontext",
    "setjmp",
    "siglongjmp",
    "sigsetjmp",
    "swapcontext",
    "thrd_create",
    "thrd_exit",
    "vfork",
];

impl Host {
    /// Opens the libraries that the program needs; `None` if it needs none.
    ///
    /// # Errors
    ///
    /// A library cannot be loaded, or the program is not allowed to load libraries.
    pub(crate) fn open(program: &Program, options: &Options) -> Result<Option<Box<Host>>, Stop> {
        if let Some(why) = unreachable_for(program, options) {
            return match options.libraries.first() {
                Some(path) => Err(Stop::error(format!("the library `{}` is not loaded: {why}", path.display()))),
                None => Ok(None),
            };
        }
        let unknown_function = |function: &FunctionInfo| {
            let is_intrinsic =
                || program.modules[function.module].function(function.global).is_some_and(|f| f.intrinsic.is_some());
            let name = symbol_name(&function.name);
            !function.defined
                && function.builtin.is_none_or(|builtin| builtin.approximate)
                && !NOT_NATIVE.iter().any(|n| n.as_bytes() == name)
                && !is_intrinsic()
        };
        let is_hidden = |g: &GlobalValue| g.visibility != Visibility::Default;
        let wanted: Vec<(u32, &[u8])> = (0..)
            .zip(&program.functions)
            .filter(|(_, function)| unknown_function(function))
            .filter(|(_, function)| !is_hidden(&program.modules[function.module][function.global]))
            .map(|(number, function)| (number, symbol_name(&function.name)))
            .collect();
        let unknown_variable = |m: usize, global: Global| {
            let g = &program.modules[m][global];
            let unknown = g.is_declaration() && program.resolve(m, global) == (m, global);
            let unknown = unknown && !is_c_variable(g.name()) && !is_hidden(g);
            unknown.then(|| symbol_name(g.name()))
        };
        let variables: Vec<&[u8]> = program
            .modules
            .iter()
            .enumerate()
            .flat_map(|(m, module)| module.variables().iter().filter_map(move |&g| unknown_variable(m, g)))
            .collect();
        if wanted.is_empty() && variables.is_empty() && options.libraries.is_empty() {
            return Ok(None);
        }
        let mut libraries = Libraries::open(&options.libraries).map_err(Stop::error)?;
        libraries.search_more(wanted.iter().map(|w| w.1).chain(variables.iter().copied()).collect());
        let functions: HashMap<u32, u64> =
            wanted.into_iter().filter_map(|(number, name)| Some((number, libraries.symbol(name)?))).collect();
        let used = !functions.is_empty() || variables.into_iter().any(|name| libraries.symbol(name).is_some());
        if !used && options.libraries.is_empty() {
            return Ok(None);
        }
        static MACHINES: AtomicU64 = AtomicU64::new(1);
        Ok(Some(Box::new(Host {
            machine: MACHINES.fetch_add(1, Ordering::Relaxed),
            libraries,
            functions,
            calls: HashMap::default(),
            closures: Vec::new(),
            copier: None,
            copies: VecDeque::new(),
            code_ranges: Vec::new(),
            frames: Vec::new(),
            called_back: false,
            pending: None,
            astray: Arc::default(),
            process: std::process::id(),
        })))
    }

    /// The address of a symbol, if a library defines it.
    fn symbol(&self, name: &[u8]) -> Option<u64> {
        self.libraries.symbol(symbol_name(name))
    }
}

/// The reason why the program cannot use the host, if any.
fn unreachable_for(program: &Program, options: &Options) -> Option<&'static str> {
    if options.isolated {
        return Some("an isolated program reaches nothing outside");
    }
    (!program.modules.iter().all(fits)).then_some("the program was built for another machine")
}

/// Whether a module was compiled for the host, according to its triple and data layout.
fn fits(module: &Module) -> bool {
    let triple = Triple::new(module.triple());
    let arch = match triple.arch {
        Arch::Unknown => true,
        Arch::X86_64 => cfg!(target_arch = "x86_64"),
        Arch::AArch64 => cfg!(target_arch = "aarch64"),
        _ => false,
    };
    let os = match triple.os {
        Os::Unknown => true,
        Os::Linux => cfg!(target_os = "linux"),
        Os::FreeBsd => cfg!(target_os = "freebsd"),
        Os::NetBsd => cfg!(target_os = "netbsd"),
        Os::OpenBsd => cfg!(target_os = "openbsd"),
        _ => triple.is_darwin() && cfg!(target_os = "macos"),
    };
    arch && os && !module.data_layout().big_endian && module.data_layout().pointer(0).bits == 64
}

/// The symbol of a name as the dynamic linker knows it: without the prefix that suppresses mangling and, on Apple systems, the
/// underscore after the prefix.
fn symbol_name(name: &[u8]) -> &[u8] {
    match name {
        [1, b'_', rest @ ..] if cfg!(target_vendor = "apple") => rest,
        [1, rest @ ..] => rest,
        name => name,
    }
}

impl State {
    /// The address of a declared function that a library defines.
    pub(crate) fn native_function(&self, function: u32) -> Option<u64> {
        self.host.as_ref()?.functions.get(&function).copied()
    }

    /// The list of searched libraries, for the report of an undefined symbol.
    pub(crate) fn searched(&self) -> String {
        match unreachable_for(&self.program, &self.options) {
            Some(why) => format!("no module defines it, and {why}"),
            None => "neither in a module nor in a library; `--load LIB` names one more library".into(),
        }
    }

    /// Whether a library function with this name may be called.
    pub(crate) fn is_callable(&self, name: &[u8]) -> bool {
        !NOT_NATIVE.iter().any(|n| n.as_bytes() == symbol_name(name))
    }

    /// The address of a variable that a library defines.
    pub(crate) fn native_variable(&self, name: &[u8]) -> Option<Reg> {
        Some(Reg::pointer(self.host.as_ref()?.symbol(name)?, Provenance::FOREIGN))
    }

    /// The address of a function of the program, callable by native code; null if the symbol is not a function.
    pub(crate) fn native_address(&mut self, program: &Program, module: usize, global: Global) -> Reg {
        let (of, resolved) = program.resolve(module, global);
        let g = &program.modules[of][resolved];
        let (GlobalKind::Function(_), Some(number)) = (&g.kind, program.number(of, resolved)) else {
            return Reg::default();
        };
        let known = self.address_of(of, resolved);
        let address = match self.native_function(number) {
            _ if known.bits != 0 => known,
            Some(address) => self.memory.code_at(address, number),
            None if program.is_missing(number) => return known,
            None => {
                let callback = new_callback(program, self, number);
                match self.host.as_mut().and_then(|host| Some((host, Closure::new(callback)?))) {
                    Some((host, closure)) => {
                        let address = closure.address();
                        host.closures.push(closure);
                        self.memory.code_at(address, number)
                    }
                    None => self.code_address(crate::memory::Kind::Function, number).unwrap_or_default(),
                }
            }
        };
        self.set_address(of, resolved, address);
        self.set_address(module, global, address);
        address
    }

    /// Whether a pointer refers to code of a library.
    pub(crate) fn is_native_code(&mut self, pointer: Reg) -> bool {
        let Some(host) = &mut self.host else { return false };
        let address = pointer.bits;
        pointer.meta.is_defined() && !self.memory.contains(address) && host.is_code(address)
    }

    /// The number of frames of the running thread at its innermost active native call. Control must not be transferred to one
    /// of these frames before the call returns.
    pub(crate) fn native_frame(&self) -> Option<usize> {
        let calls = &self.host.as_ref()?.frames;
        calls.iter().rev().find(|call| call.0 == self.thread.stack).map(|call| call.1)
    }

    /// Converts an integer returned by native code to a pointer.
    fn native_pointer(&self, bits: u64) -> Reg {
        let provenance = match bits {
            0 => Provenance::NONE,
            _ if self.memory.contains(bits) => Provenance::WILDCARD,
            _ => Provenance::FOREIGN,
        };
        Reg::pointer(bits, provenance)
    }
}
