//! The observable behaviour of a call.

use std::cell::RefCell;
use std::rc::Rc;

use lindworm_interp::{Byte, Guest, Machine, OnUndefined, Pointer, Stop, UndefChoice, Value};
use lindworm_interp::{Options, provides};
use lindworm_ir::Module;
use lindworm_ir::attributes::{AttrKind, ModRef};
use lindworm_ir::module::GlobalKind;
use lindworm_ir::types::TypeKind;

use crate::argument::{self, Argument, Random};

/// A call to observe.
pub struct Call<'a> {
    pub name: &'a str,
    pub arguments: &'a [Argument],
    pub undef: UndefChoice,
    pub seed: u64,
    pub max_steps: u64,
}

/// How a call ends.
#[derive(Debug)]
pub enum End {
    Returned(Option<Value>),
    Exited(i32),
    Signalled(i32),
    /// Undefined behaviour, with a description.
    Undefined(String),
}

/// An object whose address both sides know.
#[derive(Debug)]
pub struct Known {
    /// `@name`, or the number of the argument.
    pub name: String,
    pub address: u64,
    /// The content of the object at the end of the call; `None` if the object was freed.
    pub bytes: Option<Vec<Byte>>,
    pub len: u64,
}

/// A call of a function that the module only declares.
#[derive(Clone, Debug)]
pub struct Event {
    pub name: String,
    pub arguments: Vec<Value>,
}

/// The behaviour of a call.
#[derive(Debug)]
pub struct Behaviour {
    pub end: End,
    pub events: Vec<Event>,
    pub output: Vec<u8>,
    /// Arguments first, then variables.
    pub known: Vec<Known>,
}

impl Behaviour {
    /// Whether the behaviour is undefined, so that the target may do anything.
    pub fn is_undefined(&self) -> bool {
        matches!(self.end, End::Undefined(_))
    }
}

/// Runs a call. An error if the call exceeds the step limit or needs an unsupported operation.
pub fn observe(module: &Module, call: &Call<'_>) -> Result<Behaviour, String> {
    let options = Options {
        undef: call.undef,
        seed: call.seed,
        max_steps: Some(call.max_steps),
        max_memory: 64 << 20,
        on_undefined: OnUndefined::Stop,
        isolated: true,
        ..Options::default()
    };
    let gave_up = |stop: Stop| stop.to_string();
    let mut machine = Machine::new(vec![module.clone()], options).map_err(gave_up)?;
    machine.keep_output();
    let events = Rc::new(RefCell::new(Vec::new()));
    define_declared(&mut machine, module, &events).map_err(gave_up)?;
    let mut known = Vec::new();
    let mut values: Vec<Value> = Vec::new();
    for (i, argument) in call.arguments.iter().enumerate() {
        values.push(match argument {
            Argument::Value(value) => value.clone(),
            Argument::Memory { bytes, align } => {
                let len = bytes.len() as u64;
                let pointer = machine.allocate(len, *align).map_err(gave_up)?;
                for (offset, byte) in (0..).zip(bytes) {
                    if let Some(byte) = byte {
                        machine.write(pointer.offset(offset), &[*byte]).map_err(gave_up)?;
                    }
                }
                let name = format!("the memory of argument {}", i + 1);
                known.push((pointer, Known { name, address: pointer.address, bytes: None, len }));
                pointer.into()
            }
            Argument::Alias(of, offset) => match values[*of] {
                Value::Pointer(pointer) => pointer.offset(*offset as i64).into(),
                ref value => value.clone(),
            },
        });
    }
    for &variable in module.variables() {
        let global = &module[variable];
        let GlobalKind::Variable(it) = &global.kind else { continue };
        let size = module.data_layout().alloc_size(module.context(), global.value_type);
        let Some(len) = size.filter(|size| !size.scalable && size.min <= 1 << 16).map(|size| size.min) else {
            continue;
        };
        let Ok(name) = std::str::from_utf8(global.name()) else { continue };
        if it.initializer.is_none() || name.starts_with("llvm.") {
            continue;
        }
        if let Some(pointer) = machine.global(name) {
            known.push((pointer, Known { name: format!("@{name}"), address: pointer.address, bytes: None, len }));
        }
    }
    let ended = machine.call(call.name, &values);
    let end = match ended {
        Ok(value) => End::Returned(value),
        Err(Stop::Exit(code)) => End::Exited(code),
        Err(Stop::Signal(signal)) => End::Signalled(signal),
        Err(Stop::Report(report)) if report.kind.is_some() => End::Undefined(report.to_string()),
        Err(stop) => return Err(gave_up(stop)),
    };
    let output = machine.take_output().map(|output| output.stdout).unwrap_or_default();
    let known = known
        .into_iter()
        .map(|(pointer, known)| Known { bytes: machine.bytes(pointer, known.len).ok(), ..known })
        .collect();
    let events = events.take();
    Ok(Behaviour { end, events, output, known })
}

/// Defines each declared function that the machine does not implement. Its return value depends only on the arguments and, if the
/// function may have effects, on the number of earlier calls with effects.
fn define_declared(machine: &mut Machine, module: &Module, events: &Rc<RefCell<Vec<Event>>>) -> Result<(), Stop> {
    for &function in module.functions() {
        let global = &module[function];
        let Some(it) = module.function(function).filter(|f| f.body.is_none() && f.intrinsic.is_none()) else {
            continue;
        };
        let Ok(name) = std::str::from_utf8(global.name()) else { continue };
        if name.is_empty() || provides(name) || !is_called(machine, name) {
            continue;
        }
        let cx = module.context();
        let attributes = cx.attribute_list(it.attributes).function;
        let only_reads = !cx.memory_effects(attributes).any().contains(ModRef::MOD);
        let returns =
            [AttrKind::WILL_RETURN, AttrKind::NO_UNWIND].iter().all(|&kind| cx.has_attribute(attributes, kind));
        let (events, name, is_pure) = (events.clone(), name.to_owned(), only_reads && returns);
        machine.define(&name.clone(), move |guest, arguments| {
            let mut seed = arguments.iter().fold(mixed_bytes(0, name.as_bytes()), mixed);
            if !is_pure {
                let mut events = events.borrow_mut();
                seed = seed.wrapping_add(events.len() as u64);
                events.push(Event { name: name.clone(), arguments: arguments.to_vec() });
            }
            result(guest, &name, seed)
        })?;
    }
    Ok(())
}

/// Whether the program contains a function of this name that can be defined.
fn is_called(machine: &Machine, name: &str) -> bool {
    machine.program().function_named(name.as_bytes()).is_some()
}

fn result(guest: &mut Guest<'_>, name: &str, seed: u64) -> Result<Option<Value>, Stop> {
    let Some((cx, ty)) = guest.result_type(name) else { return Ok(None) };
    match *cx.kind(ty) {
        TypeKind::Void => Ok(None),
        TypeKind::Pointer { .. } => {
            let pointer = guest.allocate(64, 16)?;
            guest.write(pointer, &[seed as u8; 64])?;
            Ok(Some(pointer.into()))
        }
        TypeKind::Label | TypeKind::Token | TypeKind::Metadata | TypeKind::X86Amx => {
            Err(guest.error("a result of this type cannot be made up"))
        }
        _ => Ok(Some(argument::value(&cx, ty, true, &mut Random(seed)))),
    }
}

/// A hash of the parts of a value that are the same on both sides, which excludes addresses.
fn mixed(seed: u64, value: &Value) -> u64 {
    match value {
        Value::Int(_) | Value::Float(_) => mixed_bytes(seed, value.to_string().as_bytes()),
        Value::Vector(values) | Value::Aggregate(values) => values.iter().fold(seed, mixed),
        Value::Pointer(Pointer { address, .. }) => Random(seed ^ u64::from(*address == 0)).next(),
        Value::Undef(_) | Value::Poison(_) => Random(seed).next(),
    }
}

fn mixed_bytes(seed: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(seed, |seed, &byte| Random(seed ^ u64::from(byte)).next())
}
