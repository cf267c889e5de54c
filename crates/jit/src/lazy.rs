//! Functions that are compiled at their first call.
//!
//! `lindworm_codegen` compiles everything else of the module to one object, in which such a function is a stub that jumps to the
//! address in its slot: first to [`enter`], after compilation to the code. The address of the function for the program remains
//! that of the stub. Each function becomes an object of its own, whose memory is in the [`Room`] beside the program, so that
//! 32-bit distances reach all of it. Code is executable from then on; only slots change, which are data.
//!
//! This module allows `unsafe`: [`enter`] is a function without a prologue that programs call in every calling convention, and the slots
//! are memory that programs read.

#![allow(unsafe_code)]

use std::collections::HashMap;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use lindworm_codegen::{CompileError, Compiler, FIRST_SLOT, Options, symbol_name};
use lindworm_ir::{Global, Module};
use self_cell::self_cell;

use crate::inputs;
use crate::link::{Definition, link_function};
use crate::native::{Jit, Room};
use crate::{JitError, Tools};

self_cell!(
    struct Owned {
        owner: Arc<Module>,
        #[covariant]
        dependent: Compiler,
    }
);

/// A module whose functions are compiled on demand.
pub struct Deferred {
    compiler: Owned,
    functions: Vec<Global>,
}

impl Deferred {
    /// Prepares a module, and compiles everything but its functions to an object.
    pub fn new(module: Arc<Module>, options: &Options) -> Result<(Deferred, Vec<u8>), CompileError> {
        let compiler = Owned::try_new(module, |module| Compiler::new(module, options))?;
        let functions = if find_state_size() { compiler.borrow_dependent().deferrable() } else { Vec::new() };
        let object = compiler.borrow_dependent().stubs(&functions)?;
        Ok((Deferred { compiler, functions }, object))
    }
}

type OnCompile = Box<dyn Fn(&Module, Global) + Send + Sync>;
type OnFailure = Box<dyn Fn(&Module, Global, &JitError) + Send + Sync>;

/// The functions of the caller for events of compilation on demand.
#[derive(Default)]
pub struct Hooks {
    pub compile: Option<OnCompile>,
    pub failure: Option<OnFailure>,
}

/// The symbols that the functions of a module can refer to.
#[derive(Default)]
pub struct Visible {
    /// Those of the module, also with local linkage.
    pub own: HashMap<Vec<u8>, Definition>,
    /// Those of all modules.
    pub globals: Arc<HashMap<Vec<u8>, Definition>>,
    /// The addresses of symbols that the program does not define.
    pub externals: HashMap<Vec<u8>, usize>,
    pub searches_process: bool,
}

/// A loaded module whose functions are compiled on demand.
pub struct LazyModule {
    deferred: Deferred,
    visible: Visible,
    /// The address of the section with the slots.
    slots: u64,
    room: Arc<Mutex<Room>>,
    tools: Tools,
    hooks: Arc<Hooks>,
    state: Mutex<State>,
}

struct State {
    /// The address of the code of each function; 0 if it is not compiled.
    entries: Vec<u64>,
    /// The loaded objects.
    loaded: Vec<Jit>,
}

impl LazyModule {
    pub fn new(
        deferred: Deferred,
        visible: Visible,
        slots: u64,
        room: Arc<Mutex<Room>>,
        tools: Tools,
        hooks: Arc<Hooks>,
    ) -> Arc<LazyModule> {
        let state = State { entries: vec![0; deferred.functions.len()], loaded: Vec::new() };
        Arc::new(LazyModule { deferred, visible, slots, room, tools, hooks, state: Mutex::new(state) })
    }

    /// The words at the beginning of the section with the slots.
    pub fn header(&self) -> [u64; 2] {
        [std::ptr::from_ref(self) as u64, enter as *const () as u64]
    }

    /// Compiles a function, unless another thread has, and changes its slot. Returns the address of the code.
    fn entry(&self, number: usize) -> Result<u64, JitError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.entries[number] != 0 {
            return Ok(state.entries[number]);
        }
        let (module, function) = (self.deferred.compiler.borrow_owner(), self.deferred.functions[number]);
        if let Some(on_compile) = &self.hooks.compile {
            on_compile(module, function);
        }
        let object = [self.deferred.compiler.borrow_dependent().function(function)?];
        let loaded = link_function(inputs::files(&object, &[])?, self.tools, &self.visible, &self.room)?;
        let missing = || JitError::Object("an object without its function".into());
        let entry = loaded.address(symbol_name(module, function)).ok_or_else(missing)? as u64;
        state.loaded.push(loaded);
        state.entries[number] = entry;
        // SAFETY: the slot is an aligned word of the program's data, which lives as long as this value. Programs only read it.
        let slot = unsafe { AtomicU64::from_ptr((self.slots + FIRST_SLOT + 8 * number as u64) as *mut u64) };
        slot.store(entry, Ordering::Release);
        Ok(entry)
    }
}

/// Compiles the function with a number; see [`enter`].
extern "C" fn compile(module: &LazyModule, number: usize) -> u64 {
    // SAFETY: the address of the thread's own variable.
    let errno = unsafe { libc::__errno_location() };
    // SAFETY: as above.
    let saved = unsafe { *errno };
    let entry = module.entry(number).unwrap_or_else(|error| {
        let (of, function) = (module.deferred.compiler.borrow_owner(), module.deferred.functions[number]);
        match &module.hooks.failure {
            Some(on_failure) => on_failure(of, function, &error),
            None => {
                let name = String::from_utf8_lossy(of.globals()[function].name()).into_owned();
                let _ = writeln!(std::io::stderr(), "@{name} cannot be compiled: {error}");
            }
        }
        std::process::abort()
    });
    // SAFETY: as above.
    unsafe { *errno = saved };
    entry
}

/// The components of the processor's state in which functions pass arguments or that compilation changes: x87, SSE, AVX and AVX-512.
const COMPONENTS: u32 = 0b1110_0111;
/// The size in bytes of the area for `xsave`.
static STATE_SIZE: AtomicU64 = AtomicU64::new(0);
/// The default value of `mxcsr`.
static DEFAULT_MXCSR: u32 = 0x1f80;

/// Determines the size of the area for `xsave`; false if the processor has no such instruction.
fn find_state_size() -> bool {
    if !std::is_x86_feature_detected!("xsave") {
        return false;
    }
    STATE_SIZE.store(std::arch::x86_64::__cpuid_count(0xd, 0).ebx.into(), Ordering::Relaxed);
    true
}

/// The entry point of functions that are not compiled yet. On the stack are the address of the module, the number of the function,
/// and the return address of the call. All other state is that of the call, and is the same when the compiled function starts.
///
/// # Safety
/// Only stubs may jump here.
#[unsafe(naked)]
unsafe extern "C" fn enter() {
    std::arch::naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "push rax",
        "push rcx",
        "push rdx",
        "push rsi",
        "push rdi",
        "push r8",
        "push r9",
        "push r10",
        "push r11",
        "sub rsp, [rip + {size}]",
        "and rsp, -64",
        // The header of the area, after its first 512 bytes.
        "xor eax, eax",
        "lea rdi, [rsp + 512]",
        "mov ecx, 8",
        "rep stosq",
        "mov eax, {components}",
        "xor edx, edx",
        "xsave64 [rsp]",
        "fninit",
        "ldmxcsr [rip + {mxcsr}]",
        "mov rdi, [rbp + 8]",
        "mov rsi, [rbp + 16]",
        "call {compile}",
        // In place of the number.
        "mov [rbp + 16], rax",
        "mov eax, {components}",
        "xor edx, edx",
        "xrstor64 [rsp]",
        "lea rsp, [rbp - 72]",
        "pop r11",
        "pop r10",
        "pop r9",
        "pop r8",
        "pop rdi",
        "pop rsi",
        "pop rdx",
        "pop rcx",
        "pop rax",
        "pop rbp",
        "lea rsp, [rsp + 8]",
        "ret",
        size = sym STATE_SIZE,
        mxcsr = sym DEFAULT_MXCSR,
        components = const COMPONENTS,
        compile = sym compile,
    )
}
