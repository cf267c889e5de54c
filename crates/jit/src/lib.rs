//! LLVM IR compiled to native code in memory, and run in this process: x86-64 Linux.
//!
//! [`Jit::new`] compiles a module; [`Builder`] puts several modules together with object files, archives and symbols of the caller's.
//! What none of them defines is looked up in the process and its libraries. Code is never writable while it can be executed; exceptions
//! unwind through it; all memory is released when the [`Jit`] is dropped.
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

mod inputs;
mod link;
mod native;

use lindworm_codegen::{CompileError, Options, compile};
use lindworm_ir::Module;

pub use native::{Function, Jit, load_library};

/// Why there is no native code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JitError {
    /// The module has something that is not supported.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// Symbols that are nowhere defined.
    #[error("undefined symbols: {}", .0.join(", "))]
    Undefined(Vec<String>),
    /// A symbol that is defined twice.
    #[error("the symbol {0} is defined twice")]
    Duplicate(String),
    /// An object or archive that cannot be loaded.
    #[error("{0}")]
    Object(String),
    /// There is no memory for the code.
    #[error("no memory: {0}")]
    Memory(String),
}

/// Looks for the address of a symbol.
type Resolver<'a> = Box<dyn FnMut(&[u8]) -> Option<usize> + 'a>;

/// Puts a program together of modules, objects and archives.
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
}

impl<'a> Builder<'a> {
    /// A program of nothing.
    pub fn new() -> Builder<'a> {
        Builder::default()
    }

    /// Compiles a module that verifies, and adds it.
    ///
    /// # Errors
    /// What it has that is not supported.
    pub fn module(self, module: &Module) -> Result<Builder<'a>, CompileError> {
        let object = compile(module, &Options::default())?;
        Ok(self.object(object))
    }

    /// Adds the bytes of an ELF object.
    #[must_use]
    pub fn object(mut self, bytes: Vec<u8>) -> Builder<'a> {
        self.objects.push(bytes);
        self
    }

    /// Adds the bytes of an archive: of its objects, those are loaded that define what is not defined otherwise.
    #[must_use]
    pub fn archive(mut self, bytes: Vec<u8>) -> Builder<'a> {
        self.archives.push(bytes);
        self
    }

    /// Lets a function find the addresses of symbols that the program does not define, before the process is searched.
    #[must_use]
    pub fn symbols(mut self, find: impl FnMut(&[u8]) -> Option<usize> + 'a) -> Builder<'a> {
        self.resolver = Some(Box::new(find));
        self
    }

    /// Loads all of it. No code of the program is run but the resolvers of its ifuncs.
    ///
    /// # Errors
    /// What is undefined or defined twice, and objects that are malformed or need what there is not.
    pub fn link(self) -> Result<Jit, JitError> {
        let Builder { objects, archives, mut resolver } = self;
        let files = inputs::files(&objects, &archives)?;
        link::link(files, |name| resolver.as_mut().and_then(|find| find(name)))
    }
}
