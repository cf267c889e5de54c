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
mod lazy;
mod link;
mod native;
mod thread_local;

use std::sync::Arc;

use lindworm_codegen::{CompileError, Options, compile};
use lindworm_ir::{Global, Module};

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
    /// Modules whose functions are compiled on demand, each with the number of its object.
    lazy: Vec<(usize, lazy::Deferred)>,
    hooks: lazy::Hooks,
    without_process: bool,
    emulated_thread_locals: bool,
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
        let object = self.compiled(module)?;
        Ok(self.object(object))
    }

    /// Compiles a verified module to the object that [`Builder::module`] adds, so that the caller can store it.
    ///
    /// # Errors
    /// A construct of the module that is not supported.
    pub fn compiled(&self, module: &Module) -> Result<Vec<u8>, CompileError> {
        compile(module, &self.options())
    }

    fn options(&self) -> Options {
        // A variable of a library that was loaded at run time has no fixed offset from the thread pointer.
        Options {
            omit_debug_info: !self.tools.debugger,
            dynamic_thread_locals: true,
            emulated_thread_locals: self.emulated_thread_locals,
            ..Options::default()
        }
    }

    /// Adds a verified module, each function of which is compiled when it is first called, by the thread that calls it.
    ///
    /// Functions of modules with module-level assembler or addresses of blocks, and functions with prefix or prologue data, are
    /// compiled immediately. A function has the same address before and after its compilation. The compiler runs on the stack of
    /// the caller, and holds a lock: a signal handler must not call functions for the first time.
    ///
    /// ```
    /// # #[cfg(all(target_arch = "x86_64", target_os = "linux"))] {
    /// # use std::sync::Arc;
    /// # use lindworm_ir::Context;
    /// # let text = b"declare i32 @missing()\ndefine i32 @f() {\n  ret i32 7\n}\ndefine i32 @unused() {\n  %x = call i32 @missing()\n  ret i32 %x\n}";
    /// # let module = lindworm_text::read(&Context::new(), "m.ll", text, &Default::default()).unwrap().module;
    /// use lindworm_jit::Builder;
    ///
    /// // `@unused` calls a function that does not exist.
    /// let jit = Builder::new().lazy_module(Arc::new(module)).unwrap().link().unwrap();
    /// // SAFETY: this is the type of `@f`.
    /// let f = unsafe { jit.function::<extern "C" fn() -> i32>("f") }.unwrap();
    /// assert_eq!(f(), 7);
    /// # }
    /// ```
    ///
    /// # Errors
    /// A construct outside of these functions that is not supported.
    pub fn lazy_module(mut self, module: Arc<Module>) -> Result<Builder<'a>, CompileError> {
        let (deferred, object) = lazy::Deferred::new(module, &self.options())?;
        self.lazy.push((self.objects.len(), deferred));
        Ok(self.object(object))
    }

    /// Sets a function that is called before the compilation of each function of a [lazy module](Builder::lazy_module). It must
    /// not call functions of the program.
    #[must_use]
    pub fn on_compile(mut self, call: impl Fn(&Module, Global) + Send + Sync + 'static) -> Builder<'a> {
        self.hooks.compile = Some(Box::new(call));
        self
    }

    /// Sets a function that is called if a function of a [lazy module](Builder::lazy_module) cannot be compiled or has undefined
    /// symbols. The process aborts when it returns. Without it, the error is written to the standard error output.
    #[must_use]
    pub fn on_failure(mut self, call: impl Fn(&Module, Global, &JitError) + Send + Sync + 'static) -> Builder<'a> {
        self.hooks.failure = Some(Box::new(call));
        self
    }

    /// Emulates the thread-local variables of modules that are added afterwards: the compiler's runtime library finds them, in any
    /// number and size.
    #[must_use]
    pub fn emulated_thread_locals(mut self) -> Builder<'a> {
        self.emulated_thread_locals = true;
        self
    }

    /// Looks up no symbols in the process.
    #[must_use]
    pub fn without_process(mut self) -> Builder<'a> {
        self.without_process = true;
        self
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
        let Builder { objects, archives, mut resolver, tools, lazy, hooks, without_process, .. } = self;
        let files = inputs::files(&objects, &archives)?;
        let lazy = link::LazyModules { modules: lazy, hooks, searches_process: !without_process };
        let in_process = |name: &[u8]| if without_process { None } else { native::process_symbol(name) };
        link::link(files, tools, lazy, |name| {
            resolver.as_mut().and_then(|find| find(name)).or_else(|| in_process(name))
        })
    }
}
