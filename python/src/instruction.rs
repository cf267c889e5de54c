//! Instructions, and iteration over them.

use std::collections::HashMap;
use std::sync::Mutex;

use lindworm::ir::eval::{FastMathFlags, IntFlags};
use lindworm::ir::instruction::{AtomicOrdering, GepFlags};
use lindworm::{Global as IrGlobal, Inst, InstData};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};

use crate::function::Global;
use crate::metadata::{DebugLocation, Metadata};
use crate::shared::{Shared, string};
use crate::types::Type;
use crate::value::{Block, instructions, value_object};

/// An instruction, and the value that it gives.
#[pyclass(frozen, eq, hash, module = "lindworm_ir")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Instruction {
    pub shared: Shared,
    pub function: IrGlobal,
    pub inst: Inst,
}

impl Instruction {
    pub fn data(&self) -> &InstData {
        self.shared.body(self.function).inst(self.inst)
    }

    fn text(&self) -> Vec<u8> {
        self.shared.value_text(Some(self.function), self.inst.into())
    }

    fn type_object(&self, ty: lindworm::Type) -> Type {
        Type { cx: self.shared.module.context().clone(), ty }
    }
}

/// The attributes of a call: of the function, of the result, and of each parameter.
type CallAttributes = (Vec<String>, Vec<String>, Vec<Vec<String>>);

/// The keyword of an instruction as a Python string, made once for each.
fn opcode<'py>(py: Python<'py>, name: &'static str) -> Bound<'py, PyString> {
    static NAMES: PyOnceLock<Mutex<HashMap<usize, Py<PyString>>>> = PyOnceLock::new();
    let names = NAMES.get_or_init(py, Mutex::default);
    let mut names = names.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let known = names.entry(name.as_ptr().addr()).or_insert_with(|| PyString::intern(py, name).unbind());
    known.bind(py).clone()
}

#[pymethods]
impl Instruction {
    /// The keyword, such as `add` or `getelementptr`.
    #[getter]
    fn opcode<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        opcode(py, self.data().opcode_name())
    }

    /// The name of the result without `%`; empty where the result has only a number, or there is none.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, self.shared.body(self.function).name(self.inst.into()))
    }

    /// The type of the result.
    #[getter]
    fn r#type(&self) -> Type {
        self.type_object(self.shared.body(self.function).inst_type(self.inst))
    }

    /// The operands in LLVM's order, blocks included.
    #[getter]
    fn operands<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut all = Vec::new();
        self.data().for_each_operand(self.shared.body(self.function).values(), |v| all.push(v));
        all.into_iter().map(|v| value_object(py, &self.shared, Some(self.function), v)).collect()
    }

    /// The instructions that use the result, once for each operand.
    #[getter]
    fn users(&self) -> Vec<Instruction> {
        let uses = self.shared.uses(self.function);
        instructions(&self.shared, self.function, uses.users_of(self.inst.into()))
    }

    #[getter]
    fn block(&self) -> Option<Block> {
        let block = self.shared.body(self.function).inst_block(self.inst)?;
        Some(Block { shared: self.shared.clone(), function: self.function, block })
    }

    #[getter]
    fn function(&self) -> Global {
        Global { shared: self.shared.clone(), global: self.function }
    }

    #[getter]
    fn is_terminator(&self) -> bool {
        self.data().is_terminator()
    }

    /// What a call, invoke or callbr calls: a function, another value, or inline assembler.
    #[getter]
    fn callee<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let call = self.data().call_info();
        call.map(|call| value_object(py, &self.shared, Some(self.function), call.callee)).transpose()
    }

    /// The arguments of a call, without the inputs of operand bundles.
    #[getter]
    fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let Some(call) = self.data().call_info() else { return Ok(Vec::new()) };
        let args = self.shared.body(self.function).call_args(call);
        args.iter().map(|&v| value_object(py, &self.shared, Some(self.function), v)).collect()
    }

    /// The attributes of a call: of the function, the result, and each parameter.
    #[getter]
    fn attributes(&self) -> Option<CallAttributes> {
        let call = self.data().call_info()?;
        let list = self.shared.module.context().attribute_list(call.attributes);
        let params = list.params.iter().map(|&set| self.shared.attributes(set)).collect();
        Some((self.shared.attributes(list.function), self.shared.attributes(list.result), params))
    }

    /// The predicate of a comparison, such as `slt`.
    #[getter]
    fn predicate(&self) -> Option<&'static str> {
        match self.data() {
            InstData::ICmp { predicate, .. } => Some(predicate.name()),
            InstData::FCmp { predicate, .. } => Some(predicate.name()),
            _ => None,
        }
    }

    /// Flags such as `nsw`, `exact`, `inbounds`, `nnan` and `volatile`.
    #[getter]
    fn flags(&self) -> Vec<String> {
        let (mut ints, mut floats, mut gep, mut volatile) =
            (IntFlags::empty(), FastMathFlags::empty(), GepFlags::empty(), false);
        match self.data() {
            InstData::Binary { flags, fast_math, .. } | InstData::Cast { flags, fast_math, .. } => {
                (ints, floats) = (*flags, *fast_math);
            }
            InstData::ICmp { same_sign: true, .. } => ints = IntFlags::SAMESIGN,
            InstData::FNeg { fast_math, .. }
            | InstData::FCmp { fast_math, .. }
            | InstData::Phi { fast_math, .. }
            | InstData::Select { fast_math, .. }
            | InstData::Call { fast_math, .. } => floats = *fast_math,
            InstData::GetElementPtr { flags, .. } => gep = *flags,
            InstData::Load { volatile: v, .. }
            | InstData::Store { volatile: v, .. }
            | InstData::CmpXchg { volatile: v, .. }
            | InstData::AtomicRmw { volatile: v, .. } => volatile = *v,
            _ => {}
        }
        let ints = ints.iter_names().map(|(name, _)| name);
        let floats = floats.iter_names().map(|(name, _)| name).filter(|name| *name != "FAST");
        let gep = gep.iter_names().map(|(name, _)| name);
        let volatile = volatile.then_some("volatile");
        ints.chain(floats).chain(gep).chain(volatile).map(str::to_lowercase).collect()
    }

    /// The ordering of an atomic operation, such as `acquire`; of cmpxchg that of success.
    #[getter]
    fn ordering(&self) -> Option<&'static str> {
        match self.data() {
            InstData::Load { ordering, .. } | InstData::Store { ordering, .. }
                if *ordering == AtomicOrdering::NotAtomic =>
            {
                None
            }
            InstData::Load { ordering, .. }
            | InstData::Store { ordering, .. }
            | InstData::Fence { ordering, .. }
            | InstData::CmpXchg { success: ordering, .. }
            | InstData::AtomicRmw { ordering, .. } => Some(ordering.name()),
            _ => None,
        }
    }

    /// What atomicrmw does, such as `add`.
    #[getter]
    fn operation(&self) -> Option<&'static str> {
        match self.data() {
            InstData::AtomicRmw { op, .. } => Some(op.name()),
            _ => None,
        }
    }

    /// The alignment in bytes that an alloca, load, store, cmpxchg or atomicrmw gives.
    #[getter]
    fn alignment(&self) -> Option<u64> {
        match self.data() {
            InstData::Alloca { align, .. }
            | InstData::Load { align, .. }
            | InstData::Store { align, .. }
            | InstData::CmpXchg { align, .. }
            | InstData::AtomicRmw { align, .. } => align.bytes(),
            _ => None,
        }
    }

    /// The type that an alloca allocates.
    #[getter]
    fn allocated_type(&self) -> Option<Type> {
        match self.data() {
            InstData::Alloca { allocated, .. } => Some(self.type_object(*allocated)),
            _ => None,
        }
    }

    /// The type that a getelementptr steps over.
    #[getter]
    fn source_type(&self) -> Option<Type> {
        match self.data() {
            InstData::GetElementPtr { source, .. } => Some(self.type_object(*source)),
            _ => None,
        }
    }

    /// The type of the function that a call calls.
    #[getter]
    fn function_type(&self) -> Option<Type> {
        self.data().call_info().map(|call| self.type_object(call.function_type))
    }

    /// The indices of extractvalue and insertvalue, or the mask of shufflevector, where None is poison.
    #[getter]
    fn indices(&self) -> Option<Vec<Option<u32>>> {
        match self.data() {
            InstData::ExtractValue { indices, .. }
            | InstData::InsertValue { indices, .. }
            | InstData::ShuffleVector { mask: indices, .. } => {
                let ints = self.shared.body(self.function).list_ints(indices);
                Some(ints.iter().map(|i| (*i != lindworm::ir::value::POISON_MASK_ELEMENT).then_some(i.0)).collect())
            }
            _ => None,
        }
    }

    /// Of a phi, the values and the blocks that they come from.
    #[getter]
    fn incoming<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyAny>, Block)>> {
        let InstData::Phi { incoming, .. } = self.data() else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for pair in self.shared.body(self.function).list_values(incoming).chunks_exact(2) {
            if let Some(block) = pair[1].as_block() {
                let from = Block { shared: self.shared.clone(), function: self.function, block };
                all.push((value_object(py, &self.shared, Some(self.function), pair[0])?, from));
            }
        }
        Ok(all)
    }

    /// Where the instruction comes from in the source.
    #[getter]
    fn debug_location(&self) -> Option<DebugLocation> {
        DebugLocation::of(&self.shared, self.shared.body(self.function).debug_loc(self.inst))
    }

    /// The metadata attachments by kind, `dbg` included.
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (body, cx) = (self.shared.body(self.function), self.shared.module.context());
        let all = PyDict::new(py);
        let object = |metadata| Metadata { shared: self.shared.clone(), function: Some(self.function), metadata };
        if let Some(location) = body.debug_loc(self.inst) {
            all.set_item("dbg", object(location))?;
        }
        for &(kind, metadata) in body.attachments(self.inst) {
            all.set_item(string(py, cx.metadata_kind_name(kind))?, object(metadata))?;
        }
        Ok(all)
    }

    /// The debug records before the instruction: for each its kind (`value`, `declare`, `declare_value`, `assign` or `label`) and
    /// its operands.
    #[getter]
    fn debug_records(&self) -> Vec<(&'static str, Vec<Metadata>)> {
        let object = |metadata| Metadata { shared: self.shared.clone(), function: Some(self.function), metadata };
        let records = self.shared.body(self.function).debug_records(self.inst);
        records.map(|record| (record.name(), record.operands().map(object).collect())).collect()
    }

    /// The line and column, from 1, where the instruction stands in the text that was read with `places=True`.
    #[getter]
    fn place(&self) -> Option<(usize, usize)> {
        let span = self.shared.text.as_ref()?.spans.inst(self.function, self.inst)?;
        self.shared.line_and_column(span.start)
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, &self.text())
    }

    fn __repr__(&self) -> String {
        format!("<Instruction {}>", String::from_utf8_lossy(&self.text()))
    }
}

/// The instructions of a block, a function, or a module, one after the other.
#[pyclass(module = "lindworm_ir")]
pub struct InstructionIterator {
    shared: Shared,
    /// The functions to come.
    functions: std::ops::Range<usize>,
    /// The function that is walked, the block, and the next instruction.
    at: Option<(IrGlobal, lindworm::Block, Option<Inst>)>,
    /// Whether other blocks follow.
    goes_on: bool,
}

impl InstructionIterator {
    pub fn of_block(shared: Shared, function: IrGlobal, block: lindworm::Block) -> InstructionIterator {
        let at = Some((function, block, shared.body(function).first_inst(block)));
        InstructionIterator { shared, functions: 0..0, at, goes_on: false }
    }

    pub fn of_function(shared: Shared, function: IrGlobal) -> InstructionIterator {
        let at = InstructionIterator::start(&shared, function);
        InstructionIterator { shared, functions: 0..0, at, goes_on: true }
    }

    pub fn of_module(shared: Shared) -> InstructionIterator {
        let functions = 0..shared.module.functions().len();
        InstructionIterator { shared, functions, at: None, goes_on: true }
    }

    fn start(shared: &Shared, function: IrGlobal) -> Option<(IrGlobal, lindworm::Block, Option<Inst>)> {
        let body = shared.module.body(function)?;
        let block = body.entry()?;
        Some((function, block, body.first_inst(block)))
    }
}

#[pymethods]
impl InstructionIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<Instruction> {
        loop {
            let Some((function, block, next)) = &mut self.at else {
                let function = self.shared.module.functions()[self.functions.next()?];
                self.at = InstructionIterator::start(&self.shared, function);
                continue;
            };
            let body = self.shared.body(*function);
            if let Some(inst) = *next {
                *next = body.next_inst(inst);
                return Some(Instruction { shared: self.shared.clone(), function: *function, inst });
            }
            match body.next_block(*block).filter(|_| self.goes_on) {
                Some(following) => (*block, *next) = (following, body.first_inst(following)),
                None => self.at = None,
            }
        }
    }
}
