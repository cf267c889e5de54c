//! Compiles LLVM IR to native code in memory and runs it in this process, on x86-64 Linux.
//!
//! [`Jit::new`] compiles a module; [`Builder`] combines several modules with object files, archives and symbols of the caller.
//! Other symbols are looked up in the process and its libraries. Code is never writable and executable at the same time;
//! exceptions unwind through it; all memory is released when the [`Jit`] is dropped.
//!
//! ```
//! # #[cfg(all(target_arch = "x86_64", target_os = "linux"))] {
//! use lindworm_ir::Context;
//! use lindworm_jit::Jit;
//!
//! let text = b"define i32 @double(i32 %x) {\n  %y = shl i32 %x, 1\n  ret i32 %y\n}";
//! let read = lindworm_text::read(&Context::new(), "m.ll", text, &Default::default()).unwrap();
//! let jit = Jit::new(&read.module).unwrap();
//! // SAFETY: this is the type of `@double`, which does nothing that is undefined.
//! let double = unsafe { jit.function::<extern "C" fn(i32) -> i32>("double") }.unwrap();
//! assert_eq!(double(21), 42);
//! # }
//! ```

#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

mod debugger;
mod inputs;
mod link;
mod native;
mod thread_local;

use lindworm_codegen::{CompileError, Options, compile};
use lindworm_ir::Module;

pub use native::{Function, Jit, load_library};

/// An error of native compilation or linking.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JitError {
    /// The module has a construct that is not supported.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// Symbols without a definition.
    #[error("undefined symbols: {}", .0.join(", "))]
    Undefined(Vec<String>),
    /// A symbol with two definitions.
    #[error("the symbol {0} is defined twice")]
    Duplicate(String),
    /// An object or archive that cannot be loaded.
    #[error("{0}")]
    Object(String),
    /// The file for `perf` cannot be written.
    #[error("the perf map: {0}")]
    PerfMap(String),
    /// Memory for the code cannot be allocated.
    #[error("no memory: {0}")]
    Memory(String),
}

/// Finds the address of a symbol.
type Resolver<'a> = Box<dyn FnMut(&[u8]) -> Option<usize> + 'a>;

/// Builds a program from modules, objects and archives.
///
/// ```
/// # #[cfg(all(target_arch = "x86_64", target_os = "linux"))] {
/// # use lindworm_ir::Context;
/// # let read = |text: &[u8]| lindworm_text::read(&Context::new(), "m.ll", text, &Default::default()).unwrap().module;
/// use lindworm_jit::Builder;
///
/// extern "C" fn answer() -> i32 {
///     42
/// }
/// let caller = read(b"declare i32 @helper()\ndefine i32 @f() {\n  %x = call i32 @helper()\n  ret i32 %x\n}");
/// let helper = read(b"declare i32 @host()\ndefine i32 @helper() {\n  %x = call i32 @host()\n  ret i32 %x\n}");
/// let host = |name: &[u8]| (name == b"host").then_some(answer as *const () as usize);
/// let jit = Builder::new().module(&caller).unwrap().module(&helper).unwrap().symbols(host).link().unwrap();
/// // SAFETY: this is the type of `@f`.
/// let f = unsafe { jit.function::<extern "C" fn() -> i32>("f") }.unwrap();
/// assert_eq!(f(), 42);
/// # }
/// ```
#[derive(Default)]
pub struct Builder<'a> {
    objects: Vec<Vec<u8>>,
    archives: Vec<Vec<u8>>,
    resolver: Option<Resolver<'a>>,
    tools: Tools,
}

/// The tools that get a description of the code of a program.
#[derive(Clone, Copy, Default)]
struct Tools {
    debugger: bool,
    perf: bool,
}

impl<'a> Builder<'a> {
    /// Creates an empty program.
    pub fn new() -> Builder<'a> {
        Builder::default()
    }

    /// Compiles a verified module, and adds it.
    ///
    /// # Errors
    /// A construct of the module that is not supported.
    pub fn module(self, module: &Module) -> Result<Builder<'a>, CompileError> {
        // A variable of a library that was loaded at run time has no fixed offset from the thread pointer.
        let omit_debug_info = !self.tools.debugger;
        let options = Options { omit_debug_info, dynamic_thread_locals: true, ..Options::default() };
        let object = compile(module, &options)?;
        Ok(self.object(object))
    }

    /// Adds the bytes of an ELF object.
    #[must_use]
    pub fn object(mut self, bytes: Vec<u8>) -> Builder<'a> {
        self.objects.push(bytes);
        self
    }

    /// Adds the bytes of an archive. Members that define otherwise undefined symbols are loaded.
    #[must_use]
    pub fn archive(mut self, bytes: Vec<u8>) -> Builder<'a> {
        self.archives.push(bytes);
        self
    }

    /// Sets a function that finds the addresses of symbols that the program does not define. The process is searched afterwards.
    #[must_use]
    pub fn symbols(mut self, find: impl FnMut(&[u8]) -> Option<usize> + 'a) -> Builder<'a> {
        self.resolver = Some(Box::new(find));
        self
    }

    /// Registers the objects with gdb and lldb, so that they show functions and lines of the program. Modules that are added
    /// afterwards are compiled with their debug information.
    #[must_use]
    pub fn debugger(mut self) -> Builder<'a> {
        self.tools.debugger = true;
        self
    }

    /// Writes the addresses and names of functions to `/tmp/perf-PID.map`, where `perf report` finds them.
    #[must_use]
    pub fn perf_map(mut self) -> Builder<'a> {
        self.tools.perf = true;
        self
    }

    /// Loads the program. The only code of the program that runs is the resolvers of its ifuncs.
    ///
    /// # Errors
    /// Undefined symbols, symbols with two definitions, and objects that are malformed or need unsupported features. The file
    /// of [`Builder::perf_map`] cannot be written.
    pub fn link(self) -> Result<Jit, JitError> {
        let Builder { objects, archives, mut resolver, tools } = self;
        let files = inputs::files(&objects, &archives)?;
        link::link(files, tools, |name| resolver.as_mut().and_then(|find| find(name)))
    }
}
