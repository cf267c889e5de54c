//! Values that are no instructions: arguments, blocks, constants, inline assembler; and what a value is in Python.

use lindworm::eval::{Float, Int};
use lindworm::ir::constant::ConstantData;
use lindworm::ir::use_list::User;
use lindworm::{Body, Constant as IrConstant, Global as IrGlobal, Inst, Value, ValueKind};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyString};

use crate::function::{Global, global_object};
use crate::instruction::{Instruction, InstructionIterator};
use crate::metadata::Metadata;
use crate::shared::{Shared, string};
use crate::types::Type;

/// What a value is in Python: an `Instruction`, `Argument`, `Block`, `Constant`, `Function`, `GlobalVariable`, `Alias`, `IFunc`,
/// `Metadata` or `InlineAsm`.
pub fn value_object<'py>(
    py: Python<'py>,
    shared: &Shared,
    function: Option<IrGlobal>,
    value: Value,
) -> PyResult<Bound<'py, PyAny>> {
    let shared = shared.clone();
    match (value.kind(), function) {
        (ValueKind::Inst(inst), Some(function)) => Instruction { shared, function, inst }.into_bound_py_any(py),
        (ValueKind::Arg(index), Some(function)) => Argument { shared, function, index }.into_bound_py_any(py),
        (ValueKind::Block(block), Some(function)) => Block { shared, function, block }.into_bound_py_any(py),
        (ValueKind::Constant(constant), _) => Constant { shared, constant }.into_bound_py_any(py),
        (ValueKind::Global(global), _) => global_object(py, &shared, global),
        (ValueKind::Metadata(metadata), _) => Metadata { shared, function, metadata }.into_bound_py_any(py),
        (ValueKind::InlineAsm(asm), _) => InlineAsm { shared, asm }.into_bound_py_any(py),
        // What is local has a function.
        _ => Ok(py.None().into_bound(py)),
    }
}

/// A list of instructions of one function.
pub fn instructions(shared: &Shared, function: IrGlobal, all: impl Iterator<Item = Inst>) -> Vec<Instruction> {
    all.map(|inst| Instruction { shared: shared.clone(), function, inst }).collect()
}

/// The instructions, constants and globals that use a constant or global.
pub fn module_users<'py>(py: Python<'py>, shared: &Shared, value: Value) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let uses = py.detach(|| shared.module_uses());
    let user = |user| match user {
        User::Inst(function, inst) => value_object(py, shared, Some(function), inst.into()),
        User::Constant(constant) => value_object(py, shared, None, constant.into()),
        User::Global(global) => value_object(py, shared, None, global.into()),
    };
    uses.uses_of(value).iter().map(|u| user(u.user)).collect()
}

/// An integer of IR, which has no sign of its own, as a Python integer.
pub fn int_object<'py>(py: Python<'py>, int: &Int, signed: bool) -> PyResult<Bound<'py, PyAny>> {
    if let (true, Some(small)) = (signed, int.to_i64()) {
        return small.into_bound_py_any(py);
    }
    if let (false, Some(small)) = (signed, int.to_u64()) {
        return small.into_bound_py_any(py);
    }
    let wide = match signed {
        true => int.sext(int.width().next_multiple_of(64)),
        false => int.zext(int.width().next_multiple_of(64)),
    };
    let bytes: Vec<u8> = wide.limbs().iter().flat_map(|limb| limb.to_le_bytes()).collect();
    let options = pyo3::types::PyDict::new(py);
    options.set_item("signed", signed)?;
    py.get_type::<PyInt>().call_method("from_bytes", (PyBytes::new(py, &bytes), "little"), Some(&options))
}

/// A floating-point number: exact where Python's can hold it, and else None.
pub fn float_object<'py>(py: Python<'py>, float: Float) -> PyResult<Bound<'py, PyAny>> {
    match (float.to_f64(), float.to_f32()) {
        (Some(number), _) => number.into_bound_py_any(py),
        (None, Some(number)) => number.into_bound_py_any(py),
        _ if float.is_nan() => f64::NAN.into_bound_py_any(py),
        _ => Ok(py.None().into_bound(py)),
    }
}

/// A parameter of a function, as a value.
#[pyclass(frozen, eq, hash, module = "lindworm_ir")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Argument {
    pub shared: Shared,
    pub function: IrGlobal,
    pub index: u32,
}

#[pymethods]
impl Argument {
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, self.shared.module.body(self.function).map_or(b"", |b| b.name(Value::arg(self.index))))
    }

    #[getter]
    fn r#type(&self) -> Type {
        let module = &self.shared.module;
        let params = module.context().function_parts(module[self.function].value_type).map_or(&[][..], |p| p.1);
        Type { cx: module.context().clone(), ty: params[self.index as usize] }
    }

    /// The place among the arguments, from 0.
    #[getter]
    fn index(&self) -> u32 {
        self.index
    }

    #[getter]
    fn function(&self) -> Global {
        Global { shared: self.shared.clone(), global: self.function }
    }

    #[getter]
    fn attributes(&self) -> Vec<String> {
        let module = &self.shared.module;
        let list = module.function(self.function).map(|f| module.context().attribute_list(f.attributes));
        list.and_then(|list| list.params.get(self.index as usize))
            .map_or(Vec::new(), |&set| self.shared.attributes(set))
    }

    /// The instructions that use the argument, once for each operand.
    #[getter]
    fn users(&self) -> Vec<Instruction> {
        if self.shared.module.body(self.function).is_none() {
            return Vec::new();
        }
        let uses = self.shared.uses(self.function);
        instructions(&self.shared, self.function, uses.users_of(Value::arg(self.index)))
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, &self.shared.value_text(Some(self.function), Value::arg(self.index)))
    }

    fn __repr__(&self) -> String {
        let text = self.shared.value_text(Some(self.function), Value::arg(self.index));
        format!("<Argument {}>", String::from_utf8_lossy(&text))
    }
}

/// A basic block: a sequence of instructions.
#[pyclass(frozen, eq, hash, module = "lindworm_ir")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Block {
    pub shared: Shared,
    pub function: IrGlobal,
    pub block: lindworm::Block,
}

impl Block {
    fn body(&self) -> &Body {
        self.shared.body(self.function)
    }

    fn others(&self, blocks: impl IntoIterator<Item = lindworm::Block>) -> Vec<Block> {
        blocks.into_iter().map(|block| Block { block, ..self.clone() }).collect()
    }
}

#[pymethods]
impl Block {
    /// The label without `%`; empty where the block has only a number.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, self.body().name(self.block.into()))
    }

    #[getter]
    fn function(&self) -> Global {
        Global { shared: self.shared.clone(), global: self.function }
    }

    #[getter]
    fn instructions(&self) -> Vec<Instruction> {
        instructions(&self.shared, self.function, self.body().insts(self.block))
    }

    /// The last instruction, if it is a terminator.
    #[getter]
    fn terminator(&self) -> Option<Instruction> {
        let inst = self.body().terminator(self.block)?;
        Some(Instruction { shared: self.shared.clone(), function: self.function, inst })
    }

    /// The blocks that the terminator may go to, each once for each way.
    #[getter]
    fn successors(&self) -> Vec<Block> {
        let (body, mut all) = (self.body(), Vec::new());
        if let Some(terminator) = body.terminator(self.block) {
            body.inst(terminator).for_each_successor(body.values(), |b| all.push(b));
        }
        self.others(all)
    }

    /// The blocks whose terminators may go here.
    #[getter]
    fn predecessors(&self) -> Vec<Block> {
        let predecessors = self.body().predecessors();
        self.others(predecessors.of(self.block).iter().copied())
    }

    /// The instructions that name the block, phis excepted.
    #[getter]
    fn users(&self) -> Vec<Instruction> {
        let uses = self.shared.uses(self.function);
        instructions(&self.shared, self.function, uses.users_of(self.block.into()))
    }

    fn __iter__(&self) -> InstructionIterator {
        InstructionIterator::of_block(self.shared.clone(), self.function, self.block)
    }

    fn __len__(&self) -> usize {
        self.body().insts(self.block).count()
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, &self.shared.value_text(Some(self.function), self.block.into()))
    }

    fn __repr__(&self) -> String {
        let text = self.shared.value_text(Some(self.function), self.block.into());
        format!("<Block {}>", String::from_utf8_lossy(&text).trim_start_matches("label "))
    }
}

/// A constant other than the address of a global.
#[pyclass(frozen, eq, hash, module = "lindworm_ir")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Constant {
    pub shared: Shared,
    pub constant: IrConstant,
}

impl Constant {
    fn data(&self) -> &ConstantData {
        &self.shared.module.constants().get(self.constant).data
    }
}

#[pymethods]
impl Constant {
    /// What the constant is: `int`, `float`, `null`, `zero`, `none`, `undef`, `poison`, `data`, `aggregate`, `splat`,
    /// `blockaddress`, `dso_local_equivalent`, `no_cfi`, `ptrauth`, or the opcode of a constant expression.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.data() {
            ConstantData::Int(_) | ConstantData::WideInt(_) => "int",
            ConstantData::Float(_) | ConstantData::WideFloat(_) => "float",
            ConstantData::Null => "null",
            ConstantData::Zero => "zero",
            ConstantData::None => "none",
            ConstantData::Undef => "undef",
            ConstantData::Poison => "poison",
            ConstantData::Data(_) => "data",
            ConstantData::Aggregate(_) => "aggregate",
            ConstantData::Splat(_) => "splat",
            ConstantData::BlockAddress(_) => "blockaddress",
            ConstantData::DsoLocalEquivalent(_) => "dso_local_equivalent",
            ConstantData::NoCfi(_) => "no_cfi",
            ConstantData::PtrAuth(_) => "ptrauth",
            ConstantData::Expr(expr) => expr.opcode_name(),
        }
    }

    #[getter]
    fn r#type(&self) -> Type {
        let module = &self.shared.module;
        Type { cx: module.context().clone(), ty: module.constants().get(self.constant).ty }
    }

    /// An integer as a signed number, a float, or the bytes of an array or vector of small elements (little-endian); None of
    /// anything else, and of a float that Python's cannot hold.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let module = &self.shared.module;
        let node = module.constants().get(self.constant);
        match (&node.data, node.ty.float_format()) {
            (ConstantData::Float(bits), Some(format)) => float_object(py, Float::from_bits(format, (*bits).into())),
            (ConstantData::WideFloat(float), _) => float_object(py, **float),
            (ConstantData::Data(bytes), _) => PyBytes::new(py, bytes).into_bound_py_any(py),
            _ => match module.constants().as_int(module.context(), self.constant.into()) {
                Some(int) => int_object(py, &int, true),
                None => Ok(py.None().into_bound(py)),
            },
        }
    }

    /// The constants that it is made of.
    #[getter]
    fn operands<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut all = Vec::new();
        self.data().for_each_operand(|v| all.push(v));
        all.into_iter().map(|v| value_object(py, &self.shared, None, v)).collect()
    }

    /// The instructions, constants and globals that use the constant; none for numbers and other constants that are not made of
    /// anything.
    #[getter]
    fn users<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        module_users(py, &self.shared, self.constant.into())
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, &self.shared.value_text(None, self.constant.into()))
    }

    fn __repr__(&self) -> String {
        let text = self.shared.value_text(None, self.constant.into());
        format!("<Constant {}>", String::from_utf8_lossy(&text))
    }
}

/// Inline assembler, as what is called.
#[pyclass(frozen, eq, hash, module = "lindworm_ir")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct InlineAsm {
    pub shared: Shared,
    pub asm: lindworm::ir::value::InlineAsm,
}

#[pymethods]
impl InlineAsm {
    #[getter]
    fn template<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, &self.shared.module.inline_asm(self.asm).template)
    }

    #[getter]
    fn constraints<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, &self.shared.module.inline_asm(self.asm).constraints)
    }

    #[getter]
    fn has_side_effects(&self) -> bool {
        self.shared.module.inline_asm(self.asm).side_effect
    }

    fn __repr__(&self) -> String {
        format!("<InlineAsm {:?}>", String::from_utf8_lossy(&self.shared.module.inline_asm(self.asm).template))
    }
}
