//! Constant expressions of older bitcode for which there are no constants any more. Instructions take their place where they are
//! used.

use lindworm_ir::hash::HashMap;
use lindworm_ir::{Block, Type, Value};
pub(crate) use lindworm_upgrade::expression::ExpressionOp;
use smallvec::SmallVec;

use super::Slot;
use super::function::FunctionReader;
use super::operand::Operand;
use super::types::TypeId;

/// A constant that is a constant expression of a removed kind, or is made of one.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    /// Its type.
    pub ty: TypeId,
    /// What it computes.
    pub op: ExpressionOp,
    /// The ids of the values that it is made of.
    pub operands: Box<[u32]>,
}

/// How many arguments or elements an instruction counts for, or an operand of one.
const EXPRESSION_COST: u64 = 8;

impl FunctionReader<'_, '_> {
    /// Computes the expression with that id at the end of `block`.
    #[cold]
    pub(super) fn expand(&mut self, id: u32, block: Block) -> Option<Operand> {
        let mut done: HashMap<u32, Operand> = HashMap::default();
        let mut todo = vec![id];
        let mut operands: SmallVec<[Operand; 4]> = SmallVec::new();
        while let Some(&next) = todo.last() {
            if done.contains_key(&next) {
                todo.pop();
                continue;
            }
            let number = match self.values.slot(next)? {
                Slot::Value(value) => {
                    done.insert(next, self.values.typed(value)?);
                    todo.pop();
                    continue;
                }
                Slot::Expression(number) => number,
            };
            let expression = self.values.expression(number)?;
            // This also ends the walk through an expression that is made of itself.
            self.tables.expansion.allow(EXPRESSION_COST * (expression.operands.len() as u64 + 1))?;
            let before = todo.len();
            operands.clear();
            // In reverse, so that the first comes first.
            for &operand in expression.operands.iter().rev() {
                match done.get(&operand) {
                    Some(&value) => operands.push(value),
                    None => todo.push(operand),
                }
            }
            if todo.len() > before {
                continue;
            }
            operands.reverse();
            let (op, id) = (expression.op, expression.ty);
            let ty = self.values.types.ty(id)?;
            let value = self.compute(op, ty, &operands, block)?;
            done.insert(next, Operand { value, ty, id });
            todo.pop();
        }
        done.get(&id).copied()
    }

    /// Computes an expression from its operands.
    fn compute(&mut self, op: ExpressionOp, ty: Type, operands: &[Operand], block: Block) -> Option<Value> {
        let values: SmallVec<[Value; 8]> = operands.iter().map(|o| o.value).collect();
        let names = &mut self.names;
        let expansion = &self.tables.expansion;
        op.expand(self.module, &mut self.body, ty, &values, expansion, |body, data, ty, name| {
            let value = body.append_inst(block, data, ty).into();
            names.set(body, value, name)?;
            Some(value)
        })
    }

    /// The value with that id as what comes to a phi from a block.
    pub(super) fn incoming(&mut self, id: u32, ty: TypeId, from: Block, to: Option<Block>) -> Option<Value> {
        let edge = to.and_then(|to| self.edges.block(from, to));
        if edge.is_none() {
            self.names.expect_edge(&self.body)?;
        }
        let Some(Slot::Expression(_)) = self.values.slot(id) else {
            return Some(self.operand(id, ty, None)?.value);
        };
        let to = to?;
        let block = match edge {
            Some(block) => block,
            None => {
                let block = self.body.create_block();
                self.names.set_edge(&mut self.body, block);
                self.edges.add(from, to, block);
                block
            }
        };
        Some(self.operand(id, ty, Some(block))?.value)
    }
}
