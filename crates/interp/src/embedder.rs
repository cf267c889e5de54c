//! Functions of the embedder that implement declared functions of the interpreted program.

use std::rc::Rc;

use lindworm_ir::hash::HashMap;
use lindworm_ir::{Context, Module, Type};
use smallvec::SmallVec;

use crate::memory::Kind as ObjectKind;
use crate::options::OnUndefined;
use crate::program::{FunctionInfo, Program};
use crate::run::Regs;
use crate::state::State;
use crate::stop::Stop;
use crate::typed::{Layout, Pointer, Value};
use crate::value::{Reg, Site};

/// The access of an embedder's function to the machine during a call: the memory of the program.
pub struct Guest<'a> {
    state: &'a mut State,
}

/// The contents of a byte of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Byte {
    /// A defined byte.
    Defined(u8),
    /// A byte of a pointer.
    OfPointer,
    /// A byte of which some bits are undef or poison.
    Undefined,
}

/// A function of the embedder.
pub(crate) type Function = Rc<dyn Fn(&mut Guest<'_>, &[Value]) -> Result<Option<Value>, Stop>>;

/// The embedder's functions, by the number of the declared function.
pub(crate) type Functions = HashMap<u32, Function>;

impl<'a> Guest<'a> {
    pub(crate) fn new(state: &'a mut State) -> Guest<'a> {
        Guest { state }
    }

    /// See [`Machine::allocate`](crate::Machine::allocate).
    #[allow(missing_docs)]
    pub fn allocate(&mut self, size: u64, align: u64) -> Result<Pointer, Stop> {
        if !align.is_power_of_two() || align > 1 << 32 {
            return Err(Stop::error(format!("{align} is not a valid alignment: it must be a power of two")));
        }
        let made = self.state.memory.allocate(ObjectKind::Heap, size, align, Site::default());
        made.map(Pointer::of).map_err(|e| Stop::error(e.to_string()))
    }

    /// See [`Machine::free`](crate::Machine::free).
    #[allow(missing_docs)]
    pub fn free(&mut self, pointer: Pointer) -> Result<(), Stop> {
        let entry = self.state.memory.entry(pointer.provenance);
        match entry.is_some_and(|e| e.kind == ObjectKind::Heap && e.base == pointer.address) {
            true => {
                self.state.memory.free(pointer.provenance, Site::default());
                Ok(())
            }
            false => Err(Stop::error(format!("{:#x} is not the start of what was allocated", pointer.address))),
        }
    }

    /// See [`Machine::read`](crate::Machine::read).
    #[allow(missing_docs)]
    pub fn read(&mut self, pointer: Pointer, len: u64) -> Result<Vec<u8>, Stop> {
        self.strictly(|state| {
            if let Some(i) = state.first_undefined(pointer.register(), len)? {
                return Err(Stop::error(format!("the byte at {:#x} is not defined", pointer.address.wrapping_add(i))));
            }
            state.read_bytes(pointer.register(), len)
        })
    }

    /// See [`Machine::write`](crate::Machine::write).
    #[allow(missing_docs)]
    pub fn write(&mut self, pointer: Pointer, bytes: &[u8]) -> Result<(), Stop> {
        self.strictly(|state| state.write_bytes(pointer.register(), bytes))
    }

    /// See [`Machine::bytes`](crate::Machine::bytes).
    #[allow(missing_docs)]
    pub fn bytes(&mut self, pointer: Pointer, len: u64) -> Result<Vec<Byte>, Stop> {
        self.strictly(|state| state.states_of_bytes(pointer.register(), len))
    }

    /// The address of a global. See [`Machine::global`](crate::Machine::global).
    pub fn global(&mut self, name: &str) -> Option<Pointer> {
        let program = self.state.program.clone();
        let (module, global) = program.global_named(name.as_bytes())?;
        Some(Pointer::of(self.state.address(&program, module, global))).filter(|p| p.address != 0)
    }

    /// The return type of the function `name`, with the context of the type; `None` if the program has no such function.
    pub fn result_type(&self, name: &str) -> Option<(Context, Type)> {
        let (module, global) = self.state.program.global_named(name.as_bytes())?;
        let module = &self.state.program.modules[module];
        let (result, _, _) = module.context().function_parts(module[global].value_type)?;
        Some((module.context().clone(), result))
    }

    /// An error with the active call sites, for a call that cannot be completed.
    pub fn error(&self, message: impl Into<String>) -> Stop {
        self.state.error(message)
    }

    /// Runs `f` such that undefined behaviour is an error regardless of the program's `OnUndefined` option.
    fn strictly<T>(&mut self, f: impl FnOnce(&mut State) -> Result<T, Stop>) -> Result<T, Stop> {
        let usual = std::mem::replace(&mut self.state.options.on_undefined, OnUndefined::Stop);
        let result = self.state.unlimited(f);
        self.state.options.on_undefined = usual;
        result
    }
}

impl State {
    /// Calls the embedder's function for a declared function, if one was defined. The argument types belong to `module`.
    pub(crate) fn call_embedder(
        &mut self,
        program: &Program,
        module: &Module,
        function: u32,
        types: impl Iterator<Item = Type>,
        args: &[Reg],
    ) -> Option<Result<Regs, Stop>> {
        let called = self.embedder.get(&function)?.clone();
        let info = &program.functions[function as usize];
        Some(self.call_embedders(program, module, info, &called, types, args))
    }

    fn call_embedders(
        &mut self,
        program: &Program,
        module: &Module,
        info: &FunctionInfo,
        called: &Function,
        types: impl Iterator<Item = Type>,
        args: &[Reg],
    ) -> Result<Regs, Stop> {
        let vscale = self.options.vscale;
        let layout = Layout { cx: module.context(), layout: module.data_layout(), vscale };
        let (mut values, mut regs) = (Vec::new(), args.iter().copied());
        for ty in types {
            layout.shape(ty).map_err(Stop::shape)?;
            values.extend(layout.value(ty, &self.undefs, &mut regs));
        }
        let result = called(&mut Guest { state: self }, &values)?;
        let module = &program.modules[info.module];
        let ty = module.context().function_parts(module[info.global].value_type).map_or(Type::VOID, |p| p.0);
        let mut regs = Vec::new();
        let layout = Layout { cx: module.context(), layout: module.data_layout(), vscale };
        let fits = match &result {
            None => ty == Type::VOID,
            Some(value) => ty != Type::VOID && layout.registers(ty, value, &mut self.undefs, &mut regs),
        };
        if !fits {
            let name = String::from_utf8_lossy(&info.name).into_owned();
            let given = result.map_or("nothing".into(), |value| value.to_string());
            return Err(self.error(format!("`@{name}` returns {}, not {given}", ty.display(module.context()))));
        }
        Ok(SmallVec::from_vec(regs))
    }
}
