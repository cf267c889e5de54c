//! Operands that are constant expressions which no relocation describes, such as the complement of an address. A copy of the
//! function's body computes them by instructions.
//!
//! The addresses of emulated thread-local variables are such operands too: a `freeze` stands for the call that finds the address.

use std::collections::{HashMap, HashSet};

use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::editor::{Editor, Point};
use lindworm_ir::eval::CastOp;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::TlsModel;
use lindworm_ir::use_list::Use;
use lindworm_ir::value::Constant;
use lindworm_ir::{Body, Global, Inst, InstData, Module, Value};
use lindworm_target::legal::TypeTable;

use crate::constants;

/// The maximum nesting depth of expressions.
const MAX_DEPTH: u32 = 64;

/// Copies of the bodies that have such operands, in which the results of new instructions replace the operands.
pub fn computed(module: &Module, types: &TypeTable, emulated_thread_locals: bool) -> HashMap<Global, Body> {
    let is_thread_local = |global: &&Global| emulated_thread_locals && module.globals()[**global].tls != TlsModel::None;
    let emulated = module.variables().iter().filter(is_thread_local).map(|&global| global.into()).collect();
    let mut expander = Expander { module, types, emulated, known: HashMap::new() };
    let count = module.constants().len() as u32;
    if expander.emulated.is_empty()
        && !(0..count).any(|number| expander.must_compute(Constant::from_u32(number).into()))
    {
        return HashMap::new();
    }
    module.functions().iter().filter_map(|&function| Some((function, expander.body(function)?))).collect()
}

struct Expander<'m> {
    module: &'m Module,
    types: &'m TypeTable<'m>,
    /// The thread-local variables, if they are emulated.
    emulated: HashSet<Value>,
    /// By constant, whether instructions must compute the constant.
    known: HashMap<Value, bool>,
}

impl<'m> Expander<'m> {
    fn expression(&self, value: Value) -> Option<&'m ConstantExpr> {
        match &self.module.constants().node(value)?.data {
            ConstantData::Expr(expr) => Some(expr),
            _ => None,
        }
    }

    fn must_compute(&mut self, value: Value) -> bool {
        // Nearly all expressions are an address plus a constant, which has a relocation. Their parts are not computed here.
        let is_plain = |expr: &ConstantExpr| match expr {
            ConstantExpr::GetElementPtr { operands, .. } => {
                operands.first().is_some_and(|base| base.as_global().is_some())
            }
            ConstantExpr::Cast { op: CastOp::PtrToInt | CastOp::AddrSpaceCast, value } => value.as_global().is_some(),
            _ => false,
        };
        if !self.emulated.is_empty() && self.refers_to_emulated(value, 0) {
            return true;
        }
        let Some(expr) = self.expression(value) else { return false };
        let ty = constants::type_of(self.module, value);
        let is_word = self.types.size(ty).is_some_and(|size| size <= 8);
        if is_word && is_plain(expr) || self.module.context().is_vector(ty) {
            return false;
        }
        *self.known.entry(value).or_insert_with(|| {
            let count = self.types.parts(ty).map_or(0, <[_]>::len);
            (0..count).any(|part| constants::part(self.module, self.types, value, part).is_err())
        })
    }

    /// Whether a constant is computed from the address of an emulated variable.
    fn refers_to_emulated(&self, value: Value, depth: u32) -> bool {
        let refers = |value: &Value| depth < MAX_DEPTH && self.refers_to_emulated(*value, depth + 1);
        match self.expression(value) {
            _ if self.emulated.contains(&value) => true,
            Some(ConstantExpr::Cast { value, .. }) => refers(value),
            Some(ConstantExpr::Binary { lhs, rhs, .. }) => refers(lhs) || refers(rhs),
            Some(ConstantExpr::GetElementPtr { operands, .. }) => operands.iter().any(refers),
            _ => false,
        }
    }

    fn body(&mut self, function: Global) -> Option<Body> {
        let body = self.module.globals()[function].as_function()?.body.as_deref()?;
        let mut found = Vec::new();
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            let data = body.inst(inst);
            let is_address = |call: &CallInfo| {
                let callee = call.callee.as_global().and_then(|callee| self.module.globals()[callee].as_function());
                callee.is_some_and(|callee| callee.intrinsic == Some(IntrinsicId::THREADLOCAL_ADDRESS))
            };
            match data {
                InstData::LandingPad { .. } => continue,
                InstData::Call { call, .. } if is_address(call) => continue,
                _ => {}
            }
            let mut operand = 0;
            data.for_each_operand(body.values(), |value| {
                if self.must_compute(value) {
                    found.push((inst, operand, value));
                }
                operand += 1;
            });
        }
        if found.is_empty() {
            return None;
        }
        let mut copy = body.clone();
        let mut editor = Editor::new(self.module, &mut copy);
        let mut made = HashMap::new();
        for (user, operand, value) in found {
            let at = match body.inst(user) {
                // The value is computed at the end of the predecessor.
                InstData::Phi { incoming, .. } => {
                    let from = body.list_values(incoming).get(operand as usize | 1)?.as_block()?;
                    body.terminator(from)?
                }
                _ => user,
            };
            let new = self.expand(&mut editor, &mut made, value, at, 0);
            editor.set_operand(Use { user, operand }, new);
        }
        drop(editor);
        Some(copy)
    }

    /// Inserts the instructions that compute a constant before the instruction `at`. Returns the result. `made` has the results of
    /// earlier calls.
    fn expand(
        &mut self,
        editor: &mut Editor<'_>,
        made: &mut HashMap<(Inst, Value), Value>,
        value: Value,
        at: Inst,
        depth: u32,
    ) -> Value {
        if depth > MAX_DEPTH || !self.must_compute(value) {
            return value;
        }
        if let Some(&known) = made.get(&(at, value)) {
            return known;
        }
        let ty = constants::type_of(self.module, value);
        if self.emulated.contains(&value) {
            let new: Value = editor.insert(Point::Before(at), InstData::Freeze { value }, ty).into();
            made.insert((at, value), new);
            return new;
        }
        let Some(expr) = self.expression(value) else { return value };
        let mut of = |value: Value| self.expand(editor, made, value, at, depth + 1);
        let data = match expr {
            &ConstantExpr::Cast { op, value } => {
                let value = of(value);
                InstData::Cast { op, flags: Default::default(), fast_math: Default::default(), value }
            }
            &ConstantExpr::Binary { op, flags, lhs, rhs } => {
                let (lhs, rhs) = (of(lhs), of(rhs));
                InstData::Binary { op, flags, fast_math: Default::default(), lhs, rhs }
            }
            ConstantExpr::GetElementPtr { source, flags, operands, .. } => {
                let operands: Vec<Value> = operands.iter().map(|&operand| of(operand)).collect();
                InstData::GetElementPtr { source: *source, flags: *flags, operands: editor.list(&operands) }
            }
            _ => return value,
        };
        let new: Value = editor.insert(Point::Before(at), data, ty).into();
        made.insert((at, value), new);
        new
    }
}
