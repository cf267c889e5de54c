//! The host's own functions and memory: calls of declared functions that the machine does not have, in the libraries that the
//! user loads and in the host's C library, and their calls of the program's functions.
//!
//! There is a [`Host`] only if a program that was built for this host needs one: if it declares something that a library has
//! and the machine has not. All others cannot reach anything here, whatever addresses they make up; neither can an isolated
//! program.
//!
//! Native code is not watched. What it may have written is taken as defined ([`reach`]); a signal that it raises is the
//! interpreter's, and so is an endless loop of it. An exception of C++ that leaves it is the program's ([`exception`]).

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

/// What a running program has of its host.
pub(crate) struct Host {
    /// A number of its own.
    machine: u64,
    libraries: Libraries,
    /// Where the functions are that the program declares, by their numbers.
    functions: HashMap<u32, u64>,
    /// How each call of native code is done, by the caller's function and its call; of calls that the machine itself does, by
    /// the function and [`call::BY_MACHINE`].
    calls: HashMap<(u32, u32), Rc<call::Native>>,
    /// The program's functions that native code may call.
    closures: Vec<Closure>,
    copier: Option<Copier>,
    /// Copies of memory of the host's, for a while.
    copies: VecDeque<Reg>,
    code_ranges: Vec<std::ops::Range<u64>>,
    /// At each call of native code that has not returned: which thread called it, by the number of its stack, and how many
    /// frames it had.
    frames: Vec<(usize, usize)>,
    /// Whether native code has called the program since this was last cleared.
    called_back: bool,
    /// Why the program stopped in a function that native code called.
    pending: Option<Stop>,
    astray: Arc<AtomicBool>,
    /// The process: it is another one after `fork`.
    process: u32,
}

/// Functions that cannot be called from here: they return where nobody waits, or into frames that are not theirs, or run the
/// program in a thread of the host, or end the interpreter.
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
    /// What the program needs of the host, if it needs anything.
    ///
    /// # Errors
    ///
    /// A library cannot be loaded, or the program must not load any.
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
            let unknown = unknown && !is_c_variable(&g.name) && !is_hidden(g);
            unknown.then(|| symbol_name(&g.name))
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

    /// Whether a library has a symbol.
    fn symbol(&self, name: &[u8]) -> Option<u64> {
        self.libraries.symbol(symbol_name(name))
    }
}

/// Why the host cannot be reached, if it cannot.
fn unreachable_for(program: &Program, options: &Options) -> Option<&'static str> {
    if options.isolated {
        return Some("an isolated program reaches nothing outside");
    }
    (!program.modules.iter().all(fits)).then_some("the program was built for another machine")
}

/// Whether a module was built for the machine on which it runs, as far as it says.
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

/// What a name in a module is to the linker.
fn symbol_name(name: &[u8]) -> &[u8] {
    match name {
        [1, b'_', rest @ ..] if cfg!(target_vendor = "apple") => rest,
        [1, rest @ ..] => rest,
        name => name,
    }
}

impl State {
    /// Where a function is that the program declares and a library has.
    pub(crate) fn native_function(&self, function: u32) -> Option<u64> {
        self.host.as_ref()?.functions.get(&function).copied()
    }

    /// Where a symbol was looked for that is nowhere.
    pub(crate) fn searched(&self) -> String {
        match unreachable_for(&self.program, &self.options) {
            Some(why) => format!("no module defines it, and {why}"),
            None => "neither in a module nor in a library; `--load LIB` names one more library".into(),
        }
    }

    /// Whether a function of this name may be called in a library.
    pub(crate) fn is_callable(&self, name: &[u8]) -> bool {
        !NOT_NATIVE.iter().any(|n| n.as_bytes() == symbol_name(name))
    }

    /// The address of a variable that a library has.
    pub(crate) fn native_variable(&self, name: &[u8]) -> Option<Reg> {
        Some(Reg::pointer(self.host.as_ref()?.symbol(name)?, Provenance::FOREIGN))
    }

    /// The address of a function, which is one that native code can call; null if the symbol is none.
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

    /// Whether a pointer is to code of a library.
    pub(crate) fn is_native_code(&mut self, pointer: Reg) -> bool {
        let Some(host) = &mut self.host else { return false };
        let address = pointer.bits;
        pointer.meta.is_defined() && !self.memory.contains(address) && host.is_code(address)
    }

    /// How many frames the running thread had when it called native code that has not returned: nothing may go on in one of
    /// these before it has.
    pub(crate) fn native_frame(&self) -> Option<usize> {
        let calls = &self.host.as_ref()?.frames;
        calls.iter().rev().find(|call| call.0 == self.thread.stack).map(|call| call.1)
    }

    /// What native code gave as a pointer.
    fn native_pointer(&self, bits: u64) -> Reg {
        let provenance = match bits {
            0 => Provenance::NONE,
            _ if self.memory.contains(bits) => Provenance::WILDCARD,
            _ => Provenance::FOREIGN,
        };
        Reg::pointer(bits, provenance)
    }
}
