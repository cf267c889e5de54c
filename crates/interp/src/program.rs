//! The modules of a program and symbol resolution.

use std::cell::OnceCell;

use cranelift_entity::EntityRef;
use lindworm_ir::hash::HashMap;
use lindworm_ir::module::{GlobalKind, Linkage, TlsModel};
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Global, Module, Value};
use lindworm_link::{Symbol, Symbols};

use crate::builtin::cpp_library::{self, Reads};
use crate::builtin::{self, Builtin};
use crate::run::SoundCode;
use crate::shape;
use crate::stop::Stop;

/// The linked modules of a program.
pub struct Program {
    /// The modules, in the order of the call of [`Program::new`].
    pub modules: Vec<Module>,
    /// All functions that may be called.
    pub(crate) functions: Vec<FunctionInfo>,
    /// By module and global: the number of the function that the symbol resolves to.
    numbers: Vec<HashMap<Global, u32>>,
    pub(crate) symbols: Symbols,
    /// Functions of the C++ library that no module refers to by name.
    methods: HashMap<&'static str, u32>,
    /// The thread-local variables.
    pub(crate) thread_locals: Vec<(usize, Global)>,
    /// The index in `thread_locals` of each thread-local variable.
    thread_local_numbers: HashMap<(usize, Global), u32>,
    /// Whether the program contains an operation that may change the rounding mode.
    pub(crate) changes_rounding: bool,
}

/// A function of the program.
pub(crate) struct FunctionInfo {
    pub(crate) module: usize,
    pub(crate) global: Global,
    pub(crate) name: Box<[u8]>,
    /// Whether the function has a body.
    pub(crate) defined: bool,
    /// Whether the function belongs to a C++ or Rust library, according to its name.
    pub(crate) is_library: bool,
    /// The memory that a native function reads.
    pub(crate) reads: Reads,
    /// The built-in implementation of a function without a body.
    pub(crate) builtin: Option<&'static Builtin>,
    pub(crate) code: OnceCell<Box<SoundCode>>,
}

impl Program {
    /// Links modules: resolves symbols across modules like a linker.
    ///
    /// # Errors
    ///
    /// If two modules define the same symbol, or violate the selection kind of a comdat.
    pub fn new(modules: Vec<Module>) -> Result<Program, Stop> {
        let mut program = Program {
            symbols: Symbols::of(&modules).map_err(|error| Stop::error(error.to_string()))?,
            numbers: vec![HashMap::default(); modules.len()],
            modules,
            functions: Vec::new(),
            methods: HashMap::default(),
            thread_locals: Vec::new(),
            thread_local_numbers: HashMap::default(),
            changes_rounding: false,
        };
        let changes = |name: &[u8]| {
            name.starts_with(b"llvm.set.rounding") || name.starts_with(b"llvm.set.fp") || name == b"fesetround"
        };
        program.changes_rounding = program.modules.iter().any(|m| m.globals().values().any(|g| changes(g.name())));
        for m in 0..program.modules.len() {
            for i in 0..program.modules[m].functions().len() {
                let global = program.modules[m].functions()[i];
                if program.resolve(m, global) == (m, global) {
                    program.add_function(m, global);
                }
            }
            for &global in program.modules[m].variables() {
                let g = &program.modules[m][global];
                if g.tls != TlsModel::None && program.resolve(m, global) == (m, global) {
                    program.thread_local_numbers.insert((m, global), program.thread_locals.len() as u32);
                    program.thread_locals.push((m, global));
                }
            }
        }
        program.add_library_methods();
        Ok(program)
    }

    /// Assigns numbers to functions of the C++ library that a program may call without referring to them by name.
    fn add_library_methods(&mut self) {
        let of_cxx = |name: &[u8]| [&b"__cxa_"[..], b"__gxx_", b"_Z"].iter().any(|start| name.starts_with(start));
        let found = self
            .modules
            .iter()
            .enumerate()
            .find_map(|(m, module)| Some((m, module.definition_order().find(|&g| of_cxx(module[g].name()))?)));
        let Some((module, global)) = found else { return };
        for name in crate::unwind::methods() {
            if self.function_named(name.as_bytes()).is_none()
                && let Some(builtin) = builtin::library(name.as_bytes())
            {
                self.methods.insert(builtin.name, self.functions.len() as u32);
                self.functions.push(FunctionInfo {
                    module,
                    global,
                    name: name.as_bytes().into(),
                    defined: false,
                    is_library: true,
                    reads: Reads::Nothing,
                    builtin: Some(builtin),
                    code: OnceCell::new(),
                });
            }
        }
    }

    /// The function `name`, which need not be declared in the program.
    pub(crate) fn library_function(&self, name: &str) -> Option<u32> {
        self.function_named(name.as_bytes()).or_else(|| self.methods.get(name).copied())
    }

    /// The index of the thread-local variable `name`.
    pub(crate) fn thread_local_named(&self, name: &[u8]) -> Option<u32> {
        let variable = self.variable_named(name)?;
        self.thread_local_numbers.get(&variable).copied()
    }

    /// The variable `name`, which may be a declaration.
    pub(crate) fn variable_named(&self, name: &[u8]) -> Option<(usize, Global)> {
        let found =
            self.symbols.exports.get(name).copied().or_else(|| {
                self.modules.iter().enumerate().find_map(|(m, module)| Some((m, module.global_named(name)?)))
            });
        found.filter(|&(m, global)| matches!(self.modules[m][global].kind, GlobalKind::Variable(_)))
    }

    fn add_function(&mut self, module: usize, global: Global) {
        let g = &self.modules[module][global];
        let defined = !g.is_declaration();
        let info = FunctionInfo {
            module,
            global,
            name: g.name().into(),
            defined,
            is_library: is_library(g.name()),
            reads: if defined { Reads::Nothing } else { cpp_library::reads(g.name()) },
            builtin: if defined { None } else { builtin::library(g.name()) },
            code: OnceCell::new(),
        };
        self.numbers[module].insert(global, self.functions.len() as u32);
        self.functions.push(info);
    }

    /// Resolves a symbol of a module: the definition with its name, if the program has one.
    pub(crate) fn resolve(&self, module: usize, global: Global) -> (usize, Global) {
        let g = &self.modules[module][global];
        if g.linkage.is_local() {
            return (module, global);
        }
        let symbols = &self.symbols;
        let found = symbols.exports.get(g.name()).or_else(|| symbols.declarations.get(g.name()));
        found.copied().unwrap_or((module, global))
    }

    /// The other parts of a variable with `appending` linkage: the module, the initializer and the size of each part.
    pub(crate) fn appended_to(&self, first: (usize, Global)) -> impl Iterator<Item = (usize, Value, u64)> {
        let parts = self.symbols.appended.get(&first).into_iter().flatten();
        parts.filter_map(|&(m, global)| {
            let initializer = self.modules[m][global].as_variable()?.initializer?;
            Some((m, initializer, size_of(&self.modules, (m, global))))
        })
    }

    /// The number of a function.
    pub(crate) fn number(&self, module: usize, global: Global) -> Option<u32> {
        let (module, global) = self.resolve(module, global);
        self.numbers[module].get(&global).copied()
    }

    /// The function that a call of a global calls, looking through aliases.
    pub(crate) fn callee(&self, mut module: usize, mut global: Global) -> Option<u32> {
        for _ in 0..MAX_ALIASES {
            (module, global) = self.resolve(module, global);
            match self.modules[module][global].kind {
                GlobalKind::Function(_) => return self.number(module, global),
                GlobalKind::Alias { aliasee } => global = aliasee.as_global()?,
                _ => return None,
            }
        }
        None
    }

    /// The global `name`.
    pub(crate) fn global_named(&self, name: &[u8]) -> Option<(usize, Global)> {
        self.symbols
            .exports
            .get(name)
            .copied()
            .or_else(|| self.modules.iter().enumerate().find_map(|(m, module)| Some((m, module.global_named(name)?))))
    }

    /// Whether a function may be absent (`extern_weak`) and has no built-in implementation.
    pub(crate) fn is_missing(&self, number: u32) -> bool {
        let info = &self.functions[number as usize];
        let linkage = self.modules[info.module][info.global].linkage;
        !info.defined && info.builtin.is_none() && linkage == Linkage::ExternalWeak
    }

    /// Whether the module-level assembly of a module defines the label `name`.
    pub(crate) fn is_in_module_assembler(&self, name: &[u8]) -> bool {
        let labels = self.modules.iter().flat_map(|module| module.module_asm().split(|&b| b == b'\n' || b == b';'));
        labels.filter_map(|line| line.trim_ascii().strip_prefix(name)).any(|rest| rest.starts_with(b":"))
    }

    /// The function `name`.
    pub fn function_named(&self, name: &[u8]) -> Option<u32> {
        let (module, global) = self.global_named(name)?;
        self.callee(module, global)
    }

    /// The index of the thread-local variable that `value` is or is an alias of.
    pub(crate) fn thread_local(&self, module: usize, value: Value) -> Option<u32> {
        let ValueKind::Global(global) = value.kind() else { return None };
        if self.modules[module][global].tls == TlsModel::None {
            return None;
        }
        let (mut of, mut resolved) = self.resolve(module, global);
        for _ in 0..MAX_ALIASES {
            let GlobalKind::Alias { aliasee } = self.modules[of][resolved].kind else { break };
            (of, resolved) = self.resolve(of, aliasee.as_global()?);
        }
        self.thread_local_numbers.get(&(of, resolved)).copied()
    }

    /// The aliasee of a thread-local alias, if it is a constant expression rather than a variable.
    pub(crate) fn thread_local_expression(&self, module: usize, value: Value) -> Option<(usize, Value)> {
        let (mut of, mut global) = (module, value.as_global()?);
        for _ in 0..MAX_ALIASES {
            (of, global) = self.resolve(of, global);
            let g = &self.modules[of][global];
            let GlobalKind::Alias { aliasee } = g.kind else { return None };
            if g.tls == TlsModel::None {
                return None;
            }
            match aliasee.as_global() {
                Some(next) => global = next,
                None => return Some((of, aliasee)),
            }
        }
        None
    }

    /// The number of fixed parameters of a function.
    pub(crate) fn parameters(&self, function: u32) -> usize {
        let info = &self.functions[function as usize];
        let module = &self.modules[info.module];
        module.context().function_parts(module[info.global].value_type).map_or(0, |(_, params, _)| params.len())
    }

    /// The name of a function, for reports.
    pub fn function_name(&self, function: u32) -> &[u8] {
        self.functions.get(function as usize).map_or(b"", |f| &f.name)
    }

    /// The index in [`Program::modules`] of the module of a function.
    pub fn module_of(&self, function: u32) -> Option<usize> {
        Some(self.functions.get(function as usize)?.module)
    }

    /// The global of a function in its module.
    pub fn global_of(&self, function: u32) -> Option<Global> {
        Some(self.functions.get(function as usize)?.global)
    }

    /// Whether an instruction of a decoded function is fused into the operation of its only user.
    pub fn is_computed_by_user(&self, function: u32, inst: lindworm_ir::Inst) -> bool {
        let Some(info) = self.functions.get(function as usize) else { return false };
        let slot = info.code.get().and_then(|code| code.slots.get(inst.index()));
        let body = self.modules[info.module].body(info.global);
        slot == Some(&u32::MAX) && body.is_some_and(|body| body.inst_type(inst) != lindworm_ir::Type::VOID)
    }

    /// The instruction at a site: its module, function and instruction number.
    pub fn instruction(&self, site: crate::value::Site) -> Option<(&Module, Global, lindworm_ir::Inst)> {
        let info = self.functions.get(site.function as usize)?;
        let inst = *info.code.get()?.insts.get(site.op as usize)?;
        Some((&self.modules[info.module], info.global, inst))
    }
}

/// Whether a mangled name belongs to a C++ or Rust standard library, or is one of their allocation functions.
fn is_library(name: &[u8]) -> bool {
    const STARTS: &[&[u8]] = &[
        b"_ZSt",
        b"_ZNSt",
        b"_ZNKSt",
        b"_ZN9__gnu_cxx",
        b"_ZNK9__gnu_cxx",
        b"_Zn",
        b"_Zd",
        b"__rust_",
        b"__rdl_",
        b"__rg_",
        b"_ZN3std",
        b"_ZN4core",
        b"_ZN5alloc",
    ];
    const CRATES: &[&[u8]] = &[b"3std", b"4core", b"5alloc", b"7___rustc"];
    if STARTS.iter().any(|start| name.starts_with(start)) {
        return true;
    }
    // Trait methods are mangled with the type first, as in `_ZN66_$LT$alloc..vec..Vec$LT$T$GT$...`.
    let of_trait = name.strip_prefix(b"_ZN");
    let of_trait = of_trait.map(|rest| &rest[rest.iter().take_while(|b| b.is_ascii_digit()).count()..]);
    if let Some(of) = of_trait.and_then(|rest| rest.strip_prefix(b"_$LT$")) {
        return CRATES.iter().any(|library| of.starts_with(&library[1..]));
    }
    // In Rust's v0 mangling, the first crate that occurs, as in `_RNvMs1_NtCs9ltgdHTiPiY_5alloc7raw_vec...`: a length and a
    // name after `_`.
    let Some(mut rest) = name.strip_prefix(b"_R") else { return false };
    while let Some(end) = rest.iter().position(|&b| b == b'_') {
        rest = &rest[end + 1..];
        if rest.first().is_some_and(u8::is_ascii_digit) {
            return CRATES.iter().any(|library| rest.starts_with(library));
        }
    }
    false
}

/// The maximum length of a chain of aliases.
const MAX_ALIASES: u32 = 64;

/// The size of a variable; 0 for other globals.
pub(crate) fn size_of(modules: &[Module], (m, global): Symbol) -> u64 {
    let module = &modules[m];
    let g = &module[global];
    match g.kind {
        GlobalKind::Variable(_) => {
            shape::alloc_size(module.context(), module.data_layout(), 1, g.value_type).unwrap_or(0)
        }
        _ => 0,
    }
}

/// The index of a global in a per-module table.
pub(crate) fn index(global: Global) -> usize {
    global.index()
}

#[cfg(test)]
mod tests {
    use super::is_library;

    #[test]
    fn names_of_libraries() {
        for name in [
            "_ZNSt6vectorIiSaIiEE9push_backEOi",
            "_Znwm",
            "_ZN5alloc7raw_vec17capacity_overflow17h0123456789abcdefE",
            "_ZN66_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..ops..drop..Drop$GT$4drop17h0123456789abcdefE",
            "_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc",
            "_RNvMs4_NtCslNYArtu3iFV_5alloc7raw_vecNtB5_11RawVecInner15try_allocate_in",
        ] {
            assert!(is_library(name.as_bytes()), "{name}");
        }
        for name in [
            "main",
            "_Z5printv",
            "_ZN4bug45Stack4push17h0123456789abcdefE",
            "_RNvMs_CsduwmD7cSIQq_4mineNtB4_5Stack4push",
        ] {
            assert!(!is_library(name.as_bytes()), "{name}");
        }
    }
}
