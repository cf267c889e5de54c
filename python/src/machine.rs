//! The checking interpreter. A machine lives in a thread of its own, to which requests go through a channel: while a program runs, the
//! GIL is free, and Python functions that the program calls take it for as long as they run.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use lindworm::eval::{Float, Int};
use lindworm::interp::{
    self, Guest, Machine as Interpreter, OnRace, OnUndefined, Options, Report, Site, Stop, UndefChoice, Value,
};
use lindworm::run_report::{ModuleText, ReportWriter};
use lindworm::{Context, Module as IrModule, Type, TypeKind};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyTuple};

use crate::errors::{error, report_object};
use crate::module::Module;
use crate::value::{float_object, int_object};

/// An address in a machine's memory, and which object may be accessed through it.
#[pyclass(frozen, eq, hash, module = "lindworm_ir")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pointer {
    pointer: interp::Pointer,
}

impl std::hash::Hash for Pointer {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.pointer.address.hash(state);
    }
}

#[pymethods]
impl Pointer {
    /// The null pointer.
    #[staticmethod]
    fn null() -> Pointer {
        Pointer { pointer: interp::Pointer::NULL }
    }

    #[getter]
    fn address(&self) -> u64 {
        self.pointer.address
    }

    /// The pointer so many bytes further on.
    fn __add__(&self, bytes: i64) -> Pointer {
        Pointer { pointer: self.pointer.offset(bytes) }
    }

    fn __sub__(&self, bytes: i64) -> Pointer {
        Pointer { pointer: self.pointer.offset(bytes.wrapping_neg()) }
    }

    fn __bool__(&self) -> bool {
        self.pointer.address != 0
    }

    fn __repr__(&self) -> String {
        format!("<Pointer {:#x}>", self.pointer.address)
    }
}

/// Lists that are nested deeper than this are refused: they may hold themselves.
const MAX_DEPTH: u32 = 64;

/// A Python value on its way to a parameter or a result, whose type says what it becomes.
enum Plain {
    None,
    /// Little-endian two's complement, a multiple of 8 bytes, and whether it is negative.
    Int(Vec<u8>, bool),
    Float(f64),
    Pointer(interp::Pointer),
    List(Vec<Plain>),
}

impl Plain {
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Plain> {
        Plain::nested(object, 0)
    }

    fn nested(object: &Bound<'_, PyAny>, depth: u32) -> PyResult<Plain> {
        if object.is_none() {
            return Ok(Plain::None);
        }
        if let Ok(bool) = object.cast::<PyBool>() {
            return Ok(Plain::Int(u64::from(bool.is_true()).to_le_bytes().to_vec(), false));
        }
        if let Ok(pointer) = object.cast::<Pointer>() {
            return Ok(Plain::Pointer(pointer.get().pointer));
        }
        if let Ok(float) = object.cast::<PyFloat>() {
            return Ok(Plain::Float(float.value()));
        }
        if object.cast::<PyInt>().is_ok() {
            let bits: usize = object.call_method0("bit_length")?.extract()?;
            let options = PyDict::new(object.py());
            options.set_item("signed", true)?;
            let bytes = object.call_method("to_bytes", ((bits / 64 + 1) * 8, "little"), Some(&options))?;
            return Ok(Plain::Int(bytes.extract()?, object.lt(0)?));
        }
        // A string is made of strings.
        let is_list = depth < MAX_DEPTH && (object.cast::<PyList>().is_ok() || object.cast::<PyTuple>().is_ok());
        match is_list {
            true => {
                let elements = object.try_iter()?.map(|e| Plain::nested(&e?, depth + 1));
                Ok(Plain::List(elements.collect::<PyResult<_>>()?))
            }
            false => Err(PyTypeError::new_err(format!("{} is not a value of IR", object.repr()?))),
        }
    }

    /// The value of a type that this stands for; none if it stands for none.
    fn typed(&self, cx: &Context, ty: Type) -> Option<Value> {
        if let (Plain::Float(number), Some(format)) = (self, ty.float_format()) {
            return Some(Value::Float(Float::from_f64(*number).convert(format).0));
        }
        match (self, cx.kind(ty)) {
            (Plain::Int(bytes, negative), TypeKind::Int(width) | TypeKind::Byte(width)) => {
                let limbs = bytes.as_chunks().0.iter().map(|b| u64::from_le_bytes(*b)).collect::<Vec<_>>();
                let given = Int::from_limbs(64 * limbs.len() as u32, &limbs);
                let value = given.sext_or_trunc(*width);
                // An integer has no sign: `-1` and `255` are the same `i8`.
                let fits = match negative {
                    true => {
                        value.sext_or_trunc(given.width().max(*width)) == given.sext_or_trunc(given.width().max(*width))
                    }
                    false => {
                        value.zext_or_trunc(given.width().max(*width)) == given.zext_or_trunc(given.width().max(*width))
                    }
                };
                fits.then_some(Value::Int(value))
            }
            (Plain::Pointer(pointer), TypeKind::Pointer { .. }) => Some(Value::Pointer(*pointer)),
            (Plain::None, TypeKind::Pointer { .. }) => Some(Value::Pointer(interp::Pointer::NULL)),
            (Plain::List(all), &TypeKind::Vector { element, .. }) => {
                Some(Value::Vector(all.iter().map(|v| v.typed(cx, element)).collect::<Option<_>>()?))
            }
            (Plain::List(all), &TypeKind::Array { element, .. }) => {
                Some(Value::Aggregate(all.iter().map(|v| v.typed(cx, element)).collect::<Option<_>>()?))
            }
            (Plain::List(all), _) => {
                let (fields, _) = cx.struct_parts(ty)?;
                let typed = |(v, &ty): (&Plain, &Type)| v.typed(cx, ty);
                let values = all.iter().zip(fields).map(typed).collect::<Option<Vec<_>>>()?;
                (all.len() == fields.len()).then_some(Value::Aggregate(values))
            }
            _ => None,
        }
    }
}

/// A value of IR in Python: integers are signed, `i1` is a bool; poison and undef are None.
fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Int(int) if int.width() == 1 => int.is_one().into_bound_py_any(py),
        Value::Int(int) => int_object(py, int, true),
        Value::Float(float) => float_object(py, *float),
        Value::Pointer(pointer) => Pointer { pointer: *pointer }.into_bound_py_any(py),
        Value::Undef(_) | Value::Poison(_) => Ok(py.None().into_bound(py)),
        Value::Vector(all) | Value::Aggregate(all) => {
            PyTuple::new(py, all.iter().map(|v| object(py, v)).collect::<PyResult<Vec<_>>>()?)?.into_bound_py_any(py)
        }
    }
}

/// What is asked of the machine.
enum Request {
    Call(String, Vec<Plain>),
    Run(Vec<Vec<u8>>),
    Read(interp::Pointer, u64),
    Write(interp::Pointer, Vec<u8>),
    Allocate(u64, u64),
    Free(interp::Pointer),
    Global(String),
    Define(String),
    Output,
    Steps,
    /// What a Python function returned, or None if it raised an exception.
    Returned(Option<Plain>),
}

/// What the machine answers.
enum Answer {
    Value(Option<Value>),
    Bytes(Vec<u8>),
    Output(Vec<u8>, Vec<u8>),
    Number(u64),
    /// A Python function is to be called.
    CallBack(String, Vec<Value>),
    Failed(Failure),
}

/// Why the machine stopped.
enum Failure {
    Words(String),
    Exit(i32),
    Signal(i32),
    Report(Box<Told>),
    /// A Python function raised an exception, which the caller has.
    Raised,
}

/// A report, and the places of its calls.
struct Told {
    code: Option<&'static str>,
    title: String,
    message: String,
    text: String,
    operands: Vec<(String, String)>,
    notes: Vec<String>,
    stack: Vec<Frame>,
}

struct Frame {
    function: String,
    instruction: Option<String>,
    place: Option<(usize, usize)>,
    source: Vec<(String, String, u32, u32)>,
}

fn told(writer: &ReportWriter<'_>, program: &interp::Program, report: &Report) -> Told {
    let site = report.stack.first().copied();
    let operand = |o: &interp::Operand| Some((writer.operand(site?, o.name)?, o.value.to_string()));
    let frame = |&site: &Site| Frame {
        function: String::from_utf8_lossy(program.function_name(site.function)).into_owned(),
        instruction: writer.instruction(site),
        place: writer.ir_place(site).map(|ir| (ir.place.line, ir.place.column)),
        source: program.locations(site).into_iter().map(|l| (l.function, l.file, l.line, l.column)).collect(),
    };
    Told {
        code: report.kind.map(|k| k.code),
        title: report.kind.map_or_else(|| report.message.clone(), |k| k.title.into()),
        message: report.message.clone(),
        text: writer.human(report, false),
        operands: report.operands.iter().filter_map(operand).collect(),
        notes: report.notes.iter().map(|n| n.message.clone()).collect(),
        stack: report.stack.iter().map(frame).collect(),
    }
}

impl Told {
    fn into_error(self, py: Python<'_>) -> PyErr {
        let Told { code, title, message, text, operands, notes, stack } = self;
        let frame = |f: Frame| {
            let place = (f.place.map(|p| p.0), f.place.map(|p| p.1));
            report_object(py, "Frame", (f.function, f.instruction, place.0, place.1, f.source))
        };
        let made = || {
            let stack = stack.into_iter().map(frame).collect::<PyResult<Vec<_>>>()?;
            report_object(py, "Report", (code, title, message, text, operands, notes, stack))
        };
        match made() {
            Ok(report) => error(py, if code.is_some() { "UndefinedBehavior" } else { "MachineError" }, (report,)),
            Err(e) => e,
        }
    }
}

/// The thread of a machine.
struct Server {
    requests: Receiver<Request>,
    answers: Sender<Answer>,
}

/// The message of the stop that ends a program because a Python function raised an exception.
const RAISED: &str = "a Python function raised an exception";

impl Server {
    /// Answers requests until nobody is left who asks. The first answer says whether the program could be loaded.
    fn serve(self, modules: Vec<IrModule>, texts: Vec<ModuleText<'_>>, options: Options, stop: &'static AtomicBool) {
        let reads_sources = !options.isolated;
        let server = std::rc::Rc::new(self);
        let mut machine = match Interpreter::new(modules, options) {
            Ok(machine) => machine,
            Err(stop) => return drop(server.answers.send(Answer::Failed(Failure::Words(stop.to_string())))),
        };
        machine.stop_when(stop);
        machine.keep_output();
        let _ = server.answers.send(Answer::Value(None));
        let program = machine.program().clone();
        let writer = ReportWriter::new(&program, &texts).with_sources(reads_sources);
        let failed = |stop: Stop| match stop {
            Stop::Exit(code) => Failure::Exit(code),
            Stop::Signal(signal) => Failure::Signal(signal),
            Stop::Report(report) if report.message == RAISED && report.kind.is_none() => Failure::Raised,
            Stop::Report(report) => Failure::Report(Box::new(told(&writer, &program, &report))),
            Stop::Unwound | Stop::Paused => Failure::Words(stop.to_string()),
        };
        while let Ok(request) = server.requests.recv() {
            let answer = match request {
                Request::Call(name, args) => match arguments(&mut machine, &name, &args) {
                    Ok(args) => machine.call(&name, &args).map(Answer::Value).map_err(failed),
                    Err(words) => Err(Failure::Words(words)),
                },
                Request::Run(args) => {
                    let args: Vec<&[u8]> = args.iter().map(|a| &**a).collect();
                    machine.run(&args).map(|code| Answer::Number(code as u32 as u64)).map_err(failed)
                }
                Request::Define(name) => {
                    let back = server.clone();
                    let called = name.clone();
                    let function = move |guest: &mut Guest<'_>, args: &[Value]| back.call_back(guest, &called, args);
                    machine.define(&name, function).map(|()| Answer::Value(None)).map_err(failed)
                }
                Request::Output => machine.take_output().map(|o| Answer::Output(o.stdout, o.stderr)).map_err(failed),
                Request::Steps => Ok(Answer::Number(machine.steps())),
                Request::Read(pointer, len) => machine.read(pointer, len).map(Answer::Bytes).map_err(failed),
                Request::Write(pointer, bytes) => {
                    machine.write(pointer, &bytes).map(|()| Answer::Value(None)).map_err(failed)
                }
                Request::Allocate(size, align) => {
                    machine.allocate(size, align).map(|p| Answer::Value(Some(p.into()))).map_err(failed)
                }
                Request::Free(pointer) => machine.free(pointer).map(|()| Answer::Value(None)).map_err(failed),
                Request::Global(name) => Ok(Answer::Value(machine.global(&name).map(Value::from))),
                Request::Returned(_) => Err(Failure::Words("no function was called".into())),
            };
            if server.answers.send(answer.unwrap_or_else(Answer::Failed)).is_err() {
                return;
            }
        }
    }

    /// Has a Python function called, and serves its requests until it returns.
    fn call_back(&self, guest: &mut Guest<'_>, name: &str, args: &[Value]) -> Result<Option<Value>, Stop> {
        let gone = |_| guest_error();
        self.answers.send(Answer::CallBack(name.into(), args.to_vec())).map_err(|_| guest_error())?;
        loop {
            let words = |stop: Stop| Answer::Failed(Failure::Words(stop.to_string()));
            let answer = match self.requests.recv().map_err(gone)? {
                Request::Returned(None) => return Err(guest.error(RAISED)),
                Request::Returned(Some(plain)) => {
                    let ty = guest.result_type(name).unwrap_or_else(|| (Context::new(), Type::VOID));
                    return match (ty.1, &plain) {
                        (Type::VOID, _) => Ok(None),
                        (ty_, plain) => match plain.typed(&ty.0, ty_) {
                            Some(value) => Ok(Some(value)),
                            None => {
                                let shown = ty_.display(&ty.0).to_string();
                                Err(guest.error(format!(
                                    "the Python function `{name}` does not return a value of type {shown}"
                                )))
                            }
                        },
                    };
                }
                Request::Read(pointer, len) => guest.read(pointer, len).map_or_else(words, Answer::Bytes),
                Request::Write(pointer, bytes) => {
                    guest.write(pointer, &bytes).map_or_else(words, |()| Answer::Value(None))
                }
                Request::Allocate(size, align) => {
                    guest.allocate(size, align).map_or_else(words, |p| Answer::Value(Some(p.into())))
                }
                Request::Free(pointer) => guest.free(pointer).map_or_else(words, |()| Answer::Value(None)),
                Request::Global(name) => Answer::Value(guest.global(&name).map(Value::from)),
                _ => Answer::Failed(Failure::Words("the machine is running".into())),
            };
            self.answers.send(answer).map_err(|_| guest_error())?;
        }
    }
}

/// Why a program stops whose machine nobody has any more.
fn guest_error() -> Stop {
    Stop::Signal(0)
}

/// The arguments of a function as its types ask for.
fn arguments(machine: &mut Interpreter, name: &str, args: &[Plain]) -> Result<Vec<Value>, String> {
    let program = machine.program().clone();
    let function = match program.function_named(name.as_bytes()) {
        Some(function) => function,
        None => machine.function(name).map_err(|stop| stop.to_string())?,
    };
    let place = program.module_of(function).zip(program.global_of(function));
    let (m, global) = place.ok_or_else(|| format!("there is no function `@{name}`"))?;
    let module = &program.modules[m];
    let params = module.context().function_parts(module[global].value_type).map_or(&[][..], |p| p.1);
    if params.len() != args.len() {
        return Err(format!("`@{name}` takes {} arguments, and {} are given", params.len(), args.len()));
    }
    let typed = |(i, (&ty, arg)): (usize, (&Type, &Plain))| {
        let refused = || format!("argument {} of `@{name}` is of type {}", i + 1, ty.display(module.context()));
        arg.typed(module.context(), ty).ok_or_else(refused)
    };
    params.iter().zip(args).enumerate().map(typed).collect()
}

struct Connection {
    requests: Sender<Request>,
    answers: Receiver<Answer>,
}

/// A program in the checking interpreter, which stops at the first undefined behaviour.
#[pyclass(frozen, module = "lindworm_ir")]
pub struct Machine {
    connection: Mutex<Connection>,
    /// The thread of Python that waits for the machine, if one does: in a function that it calls, it may read and write memory.
    waiting: Mutex<Option<thread::ThreadId>>,
    functions: Mutex<HashMap<String, Py<PyAny>>>,
    stop: &'static AtomicBool,
}

impl Machine {
    /// Asks for something and waits, without the GIL, for the answer. Python functions are called meanwhile.
    fn ask(&self, py: Python<'_>, request: Request) -> PyResult<Answer> {
        let me = thread::current().id();
        let nested = *lock(&self.waiting) == Some(me);
        if !nested {
            // Another thread's call is waited for.
            while py.detach(|| {
                let mut waiting = lock(&self.waiting);
                match *waiting {
                    Some(_) => {
                        drop(waiting);
                        thread::sleep(Duration::from_millis(1));
                        true
                    }
                    None => {
                        *waiting = Some(me);
                        false
                    }
                }
            }) {
                py.check_signals()?;
            }
        }
        let answer = self.ask_alone(py, request);
        if !nested {
            *lock(&self.waiting) = None;
        }
        answer
    }

    fn ask_alone(&self, py: Python<'_>, request: Request) -> PyResult<Answer> {
        let ended = || PyRuntimeError::new_err("the machine has ended");
        lock(&self.connection).requests.send(request).map_err(|_| ended())?;
        let mut raised = None;
        loop {
            let answer = py.detach(|| lock(&self.connection).answers.recv_timeout(Duration::from_millis(50)));
            match answer {
                Err(RecvTimeoutError::Timeout) => {
                    if raised.is_none()
                        && let Err(interrupt) = py.check_signals()
                    {
                        self.stop.store(true, Ordering::Relaxed);
                        raised = Some(interrupt);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
                Ok(Answer::CallBack(name, args)) => {
                    let returned = match self.call_python(py, &name, &args) {
                        Ok(plain) => Some(plain),
                        Err(e) => {
                            raised = Some(e);
                            None
                        }
                    };
                    lock(&self.connection).requests.send(Request::Returned(returned)).map_err(|_| ended())?;
                }
                Ok(answer) => {
                    self.stop.store(false, Ordering::Relaxed);
                    return match (raised, answer) {
                        (Some(e), _) => Err(e),
                        (None, Answer::Failed(failure)) => Err(failure_error(py, failure)),
                        (None, answer) => Ok(answer),
                    };
                }
            }
        }
    }

    fn call_python(&self, py: Python<'_>, name: &str, args: &[Value]) -> PyResult<Plain> {
        let function = lock(&self.functions).get(name).map(|f| f.clone_ref(py));
        let function = function.ok_or_else(|| PyRuntimeError::new_err(format!("no function {name}")))?;
        let args = args.iter().map(|v| object(py, v)).collect::<PyResult<Vec<_>>>()?;
        Plain::of(&function.bind(py).call1(PyTuple::new(py, args)?)?)
    }

    fn value<'py>(&self, py: Python<'py>, request: Request) -> PyResult<Bound<'py, PyAny>> {
        match self.ask(py, request)? {
            Answer::Value(Some(value)) => object(py, &value),
            Answer::Bytes(bytes) => PyBytes::new(py, &bytes).into_bound_py_any(py),
            Answer::Number(number) => number.into_bound_py_any(py),
            Answer::Output(out, err) => (PyBytes::new(py, &out), PyBytes::new(py, &err)).into_bound_py_any(py),
            _ => Ok(py.None().into_bound(py)),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failure_error(py: Python<'_>, failure: Failure) -> PyErr {
    match failure {
        Failure::Words(words) => error(py, "Error", (words,)),
        Failure::Exit(code) => error(py, "ProgramExit", (code,)),
        Failure::Signal(signal) => error(py, "ProgramSignal", (signal,)),
        Failure::Report(told) => told.into_error(py),
        Failure::Raised => PyRuntimeError::new_err(RAISED),
    }
}

#[pymethods]
impl Machine {
    /// Loads a program from modules, which are checked first.
    ///
    /// `functions` are Python functions for external functions of the program, by name. `isolated` keeps the program from the host's
    /// files, libraries, clock and environment: pass True for programs that are not trusted. `max_steps` and `max_memory` (bytes)
    /// are limits. `undef` is `zero`, `ones` or `random`: what undef bits are when they are looked at. `races` and `tbaa` make data races, and
    /// accesses that type-based alias analysis excludes, undefined behaviour.
    ///
    /// Raises VerifyError, and Error if the modules make no program.
    #[new]
    #[pyo3(signature = (*modules, functions=None, isolated=false, max_steps=None, max_memory=4<<30, stack_size=8<<20, seed=0,
                        undef="zero", races=false, tbaa=false, libraries=None, environment=None, vscale=1))]
    #[expect(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        modules: Vec<PyRef<'_, Module>>,
        functions: Option<HashMap<String, Py<PyAny>>>,
        isolated: bool,
        max_steps: Option<u64>,
        max_memory: u64,
        stack_size: u64,
        seed: u64,
        undef: &str,
        races: bool,
        tbaa: bool,
        libraries: Option<Vec<PathBuf>>,
        environment: Option<HashMap<String, String>>,
        vscale: u32,
    ) -> PyResult<Machine> {
        let undef = match undef {
            "zero" => UndefChoice::Zero,
            "ones" => UndefChoice::Ones,
            "random" => UndefChoice::Random,
            _ => return Err(PyValueError::new_err("undef is 'zero', 'ones' or 'random'")),
        };
        if modules.is_empty() {
            return Err(PyValueError::new_err("a program has at least one module"));
        }
        for module in &modules {
            module.check(py)?;
        }
        let variables = environment.unwrap_or_default();
        let options = Options {
            undef,
            seed,
            max_steps,
            max_memory,
            stack_size,
            on_undefined: OnUndefined::Stop,
            races: if races { OnRace::Stop } else { OnRace::Undef },
            tbaa,
            isolated,
            libraries: libraries.unwrap_or_default(),
            environment: variables.iter().map(|(name, value)| format!("{name}={value}").into_bytes()).collect(),
            vscale,
        };
        let shared: Vec<_> = modules.iter().map(|m| m.shared.clone()).collect();
        let (requests, receiver) = channel();
        let (sender, answers) = channel();
        // One byte for each machine, for as long as the process: the interpreter may look at it at any time.
        let stop: &'static AtomicBool = Box::leak(Box::default());
        let serve = move || {
            let modules = shared.iter().map(|s| (*s.module).clone()).collect();
            let texts = shared.iter().map(|s| s.module_text()).collect();
            Server { requests: receiver, answers: sender }.serve(modules, texts, options, stop);
        };
        thread::Builder::new().name("lindworm machine".into()).stack_size(16 << 20).spawn(serve)?;
        let machine = Machine {
            connection: Mutex::new(Connection { requests, answers }),
            waiting: Mutex::default(),
            functions: Mutex::default(),
            stop,
        };
        match py.detach(|| lock(&machine.connection).answers.recv()) {
            Ok(Answer::Failed(failure)) => return Err(failure_error(py, failure)),
            Ok(_) => {}
            Err(_) => return Err(PyRuntimeError::new_err("the machine has ended")),
        }
        for (name, function) in functions.unwrap_or_default() {
            machine.define(py, name, function)?;
        }
        Ok(machine)
    }

    /// Has a Python function called wherever the program calls the external function of that name. It gets the arguments, and
    /// returns the result. It may use `read`, `write`, `allocate`, `free` and `global_address` of this machine. An exception that it
    /// raises ends the program, and is raised by `call` or `run`.
    fn define(&self, py: Python<'_>, name: String, function: Py<PyAny>) -> PyResult<()> {
        let name = name.strip_prefix('@').map_or(name.clone(), str::to_owned);
        self.ask(py, Request::Define(name.clone()))?;
        lock(&self.functions).insert(name, function);
        Ok(())
    }

    /// Calls a function of the program, and gives its result. Integers may be given signed or unsigned and are returned signed; `i1` is
    /// a bool, None a null pointer; vectors, arrays and structs are tuples. A result that is poison or undef is None.
    ///
    /// Raises UndefinedBehavior, MachineError, ProgramExit, ProgramSignal, and Error if the arguments are not of the function's types.
    #[pyo3(signature = (name, *args))]
    fn call<'py>(&self, py: Python<'py>, name: &str, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let args = args.iter().map(|a| Plain::of(&a)).collect::<PyResult<_>>()?;
        self.value(py, Request::Call(name.strip_prefix('@').unwrap_or(name).into(), args))
    }

    /// Runs the program from `main`, and gives what that returned or what `exit` was called with. The first of `args` is the name of the program.
    #[pyo3(signature = (*args))]
    fn run<'py>(&self, py: Python<'py>, args: Vec<String>) -> PyResult<i32> {
        let mut args: Vec<Vec<u8>> = args.into_iter().map(String::into_bytes).collect();
        if args.is_empty() {
            args.push(b"program".to_vec());
        }
        match self.ask(py, Request::Run(args))? {
            Answer::Number(code) => Ok(code as u32 as i32),
            _ => Err(PyRuntimeError::new_err("the machine has ended")),
        }
    }

    /// Bytes of the program's memory, all of which must be defined.
    fn read<'py>(&self, py: Python<'py>, pointer: PyRef<'py, Pointer>, size: u64) -> PyResult<Bound<'py, PyAny>> {
        self.value(py, Request::Read(pointer.pointer, size))
    }

    /// Writes bytes to the program's memory.
    fn write(&self, py: Python<'_>, pointer: PyRef<'_, Pointer>, data: Vec<u8>) -> PyResult<()> {
        self.ask(py, Request::Write(pointer.pointer, data)).map(drop)
    }

    /// New memory, as `malloc` gives it.
    #[pyo3(signature = (size, align=16))]
    fn allocate<'py>(&self, py: Python<'py>, size: u64, align: u64) -> PyResult<Bound<'py, PyAny>> {
        self.value(py, Request::Allocate(size, align))
    }

    /// Gives back what `allocate` gave.
    fn free(&self, py: Python<'_>, pointer: PyRef<'_, Pointer>) -> PyResult<()> {
        self.ask(py, Request::Free(pointer.pointer)).map(drop)
    }

    /// The address of a variable or function; None if no module defines one of that name.
    fn global_address<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.value(py, Request::Global(name.strip_prefix('@').unwrap_or(name).into()))
    }

    /// What the program has written to its standard output and error since this was last asked.
    fn take_output<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.value(py, Request::Output)
    }

    /// How many operations were executed.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.value(py, Request::Steps)
    }
}
