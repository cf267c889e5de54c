//! Actions before `main` is called and after it returns ([`llvm.global_ctors` and
//! `llvm.global_dtors`](https://llvm.org/docs/LangRef.html#the-llvm-global-ctors-global-variable)).

use lindworm_ir::Value;
use lindworm_ir::module::GlobalKind;

use crate::memory::Kind;
use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

impl State {
    /// Calls the resolvers of ifuncs and runs the constructors.
    pub(crate) fn start(&mut self, program: &Program) -> Result<(), Stop> {
        self.resolve_ifuncs(program)?;
        self.run_list(program, b"llvm.global_ctors", false)
    }

    /// Calls the resolvers of ifuncs, unless already done.
    pub(crate) fn resolve_ifuncs(&mut self, program: &Program) -> Result<(), Stop> {
        for (m, module) in program.modules.iter().enumerate() {
            for &global in module.ifuncs() {
                let GlobalKind::IFunc { resolver } = module[global].kind else { continue };
                let address = self.address(program, m, global);
                let known = self.memory.entry(address.meta.provenance());
                if known.is_some_and(|entry| entry.info != UNRESOLVED) {
                    continue;
                }
                let name = String::from_utf8_lossy(module[global].name()).into_owned();
                let Some(resolver) = self.function_of(program, m, resolver) else {
                    return Err(self.error(format!("the resolver of `@{name}` is not a function")));
                };
                let found = self.call_back(program, resolver, &[])?;
                let Some(function) = found.first().and_then(|&pointer| self.function_at(pointer)) else {
                    return Err(self.error(format!("the resolver of `@{name}` gives no function")));
                };
                if let Some(entry) = self.memory.entry_mut(address.meta.provenance())
                    && entry.kind == Kind::Function
                {
                    entry.info = function;
                }
            }
        }
        Ok(())
    }

    /// Runs the destructors.
    pub(crate) fn finish(&mut self, program: &Program) -> Result<(), Stop> {
        self.run_list(program, b"llvm.global_dtors", true)
    }

    /// Calls the functions in the constructor or destructor lists of all modules, in the order of their priorities: ascending,
    /// or descending if `backwards`.
    fn run_list(&mut self, program: &Program, name: &[u8], backwards: bool) -> Result<(), Stop> {
        let mut all = Vec::new();
        for (m, module) in program.modules.iter().enumerate() {
            let list = module.global_named(name).and_then(|g| module[g].as_variable()?.initializer);
            let Some(list) = list else { continue };
            let constants = module.constants();
            for entry in constants.elements(module.context(), list).into_iter().flatten().collect::<Vec<Value>>() {
                let priority = constants.element(module.context(), entry, 0).and_then(|v| constants.as_u64(v));
                let function = constants.element(module.context(), entry, 1);
                // If the associated data is defined by another module's comdat, that module runs the constructor.
                let data = constants.element(module.context(), entry, 2).and_then(Value::as_global);
                if data.is_some_and(|data| module[data].comdat.is_some() && program.resolve(m, data).0 != m) {
                    continue;
                }
                if let (Some(priority), Some(function)) = (priority, function)
                    && let Some(function) = self.function_of(program, m, function)
                {
                    all.push((priority, function));
                }
            }
        }
        all.sort_by_key(|&(priority, _)| priority);
        if backwards {
            all.reverse();
        }
        // A constructor may be declared with the parameters of `main`, which the C library passes; the arguments are left out,
        // since they are hardly ever used.
        all.into_iter().try_for_each(|(_, function)| self.call_back(program, function, &[]).map(drop))
    }

    /// The function whose address a constant is.
    fn function_of(&mut self, program: &Program, module: usize, value: Value) -> Option<u32> {
        if let Some(global) = value.as_global() {
            return program.callee(module, global);
        }
        let mut regs = Vec::new();
        let site = crate::value::Site::default();
        crate::decode::constant_registers(program, self, module, value, site, &mut regs).ok()?;
        self.function_at(*regs.first()?)
    }

    /// Allocates the strings of a command line and a null-terminated array of pointers to them.
    pub(crate) fn argument_vector(&mut self, args: &[&[u8]]) -> Result<Reg, Stop> {
        let out = |e: crate::memory::OutOfMemory| Stop::error(e.to_string());
        let site = crate::value::Site::default();
        let bytes = self.memory.pointer_bytes();
        let len = (args.len() as u64 + 1) * bytes;
        let vector = self.memory.allocate(Kind::Global, len, 16, site).map_err(out)?;
        let place = self.memory.place_of(vector.bits);
        self.memory.fill(place, len, 0);
        for (i, arg) in args.iter().enumerate() {
            let len = arg.len() as u64 + 1;
            let string = self.memory.allocate(Kind::Global, len, 1, site).map_err(out)?;
            let at = self.memory.place_of(string.bits);
            self.memory.write_bytes(at, arg);
            self.memory.write_bytes(crate::memory::Memory::behind(at, len - 1), &[0]);
            let slot = crate::memory::Memory::behind(place, i as u64 * bytes);
            self.memory.store_any(slot, bytes as usize, true, string, &self.undefs);
        }
        Ok(vector)
    }
}

/// The function number in the address of an ifunc that was not resolved yet.
pub(crate) const UNRESOLVED: u32 = u32::MAX;
