//! Removed constant expressions of old bitcode, which are expanded into instructions at their uses.

use lindworm_ir::hash::HashMap;
use lindworm_ir::{Block, Type, Value};
pub(crate) use lindworm_upgrade::expression::ExpressionOp;
use smallvec::SmallVec;

use super::Slot;
use super::function::FunctionReader;
use super::operand::Operand;
use super::types::TypeId;

/// A removed constant expression, or a constant with one as an operand.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    /// The id of its type.
    pub ty: TypeId,
    /// Its operation.
    pub op: ExpressionOp,
    /// The value ids of its operands.
    pub operands: Box<[u32]>,
}

/// The cost of an instruction or operand in the expansion limit, relative to an argument or element.
const EXPRESSION_COST: u64 = 8;

impl FunctionReader<'_, '_> {
    /// Expands the expression with value id `id` at the end of `block`.
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
            // The limit also ends the traversal of a cyclic expression.
            self.tables.expansion.allow(EXPRESSION_COST * (expression.operands.len() as u64 + 1))?;
            let before = todo.len();
            operands.clear();
            // In reverse, so that the first operand is on top of the stack.
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

    /// Expands one operation with the given operands.
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

    /// The value with id `id` as the incoming value of a phi in `to` from `from`. Expressions are expanded in a block on
    /// the edge.
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
