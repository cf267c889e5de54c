//! Constant expressions of older bitcode for which there are no constants any more. Instructions take their place where they are
//! used.

use lindworm_eval::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags, IntPredicate};
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::value::Imm;
use lindworm_ir::{Block, Inst, InstData, Type, Value};
use rustc_hash::FxHashMap;
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

/// What an [`Expression`] computes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ExpressionOp {
    Cast(CastOp),
    FNeg,
    Binary(BinaryOp, IntFlags),
    ICmp(IntPredicate),
    FCmp(FloatPredicate),
    /// Of elements of this type; the operands are the base pointer and the indices.
    GetElementPtr(Type, GepFlags),
    Select,
    ExtractElement,
    InsertElement,
    ShuffleVector,
    /// A vector, array or struct of the operands.
    Aggregate,
}

/// A block on the way from one block to another, where constant expressions are computed that phis of the other use.
pub(super) struct Edge {
    from: Block,
    to: Block,
    block: Block,
}

impl FunctionReader<'_, '_> {
    /// Computes the expression with that id at the end of `block`.
    #[cold]
    pub(super) fn expand(&mut self, id: u32, block: Block) -> Option<Operand> {
        let mut done: FxHashMap<u32, Operand> = FxHashMap::default();
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
            self.tables.expand(expression.operands.len() as u64 + 1, self.stream.cursor.data().len())?;
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
        let fast_math = FastMathFlags::empty();
        let value = |i: usize| operands.get(i).map(|o: &Operand| o.value);
        let (data, has) = match op {
            ExpressionOp::Cast(op) => {
                (InstData::Cast { op, flags: IntFlags::empty(), fast_math, value: value(0)? }, ty)
            }
            ExpressionOp::FNeg => (InstData::FNeg { value: value(0)?, fast_math }, ty),
            ExpressionOp::Binary(op, flags) => {
                (InstData::Binary { op, flags, fast_math, lhs: value(0)?, rhs: value(1)? }, ty)
            }
            ExpressionOp::ICmp(predicate) => {
                (InstData::ICmp { predicate, same_sign: false, lhs: value(0)?, rhs: value(1)? }, ty)
            }
            ExpressionOp::FCmp(predicate) => {
                (InstData::FCmp { predicate, fast_math, lhs: value(0)?, rhs: value(1)? }, ty)
            }
            ExpressionOp::GetElementPtr(source, flags) => {
                let all: SmallVec<[Value; 8]> = operands.iter().map(|o| o.value).collect();
                (InstData::GetElementPtr { source, flags, operands: self.body.list(&all) }, ty)
            }
            ExpressionOp::Select => {
                let (condition, if_true, if_false) = (value(0)?, value(1)?, value(2)?);
                (InstData::Select { condition, if_true, if_false, fast_math }, ty)
            }
            ExpressionOp::ExtractElement => (InstData::ExtractElement { vector: value(0)?, index: value(1)? }, ty),
            ExpressionOp::InsertElement => {
                (InstData::InsertElement { vector: value(0)?, element: value(1)?, index: value(2)? }, ty)
            }
            ExpressionOp::ShuffleVector => self.shuffle(value(0)?, operands[0].ty, value(1)?, value(2)?)?,
            ExpressionOp::Aggregate => return self.aggregate(ty, operands, block),
        };
        // Whoever made the expression said what type it is of; what it is made of may disagree.
        if has == ty { self.put_expression(data, ty, b"constexpr", block) } else { None }
    }

    fn aggregate(&mut self, ty: Type, operands: &[Operand], block: Block) -> Option<Value> {
        let mut whole = self.module.constants.poison(ty);
        let is_vector = self.cx.is_vector(ty);
        for (i, operand) in (0..).zip(operands) {
            if self.cx.element_type(ty, i.into()) != Some(operand.ty) {
                return None;
            }
            let data = if is_vector {
                let index = self.module.constants.int(self.cx, Type::I32, i.into());
                InstData::InsertElement { vector: whole, element: operand.value, index }
            } else {
                let indices = self.body.int_list(&[Imm(i)]);
                InstData::InsertValue { aggregate: whole, value: operand.value, indices }
            };
            whole = self.put_expression(data, ty, b"constexpr.ins", block)?;
        }
        Some(whole)
    }

    fn put_expression(&mut self, data: InstData, ty: Type, name: &[u8], block: Block) -> Option<Value> {
        let value = self.put(block, data, ty).into();
        self.names.set(&mut self.body, value, name)?;
        Some(value)
    }

    /// The block on the way between two blocks, if there is one.
    pub(super) fn edge(&self, from: Block, to: Option<Block>) -> Option<Block> {
        self.edge_places.get(&(from, to?)).and_then(|&place| self.edges.get(place as usize)).map(|e| e.block)
    }

    /// The value with that id as what comes to a phi from a block.
    pub(super) fn incoming(&mut self, id: u32, ty: TypeId, from: Block, to: Option<Block>) -> Option<Value> {
        let edge = self.edge(from, to);
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
                self.edge_places.insert((from, to), self.edges.len() as u32);
                self.edges.push(Edge { from, to, block });
                block
            }
        };
        Some(self.operand(id, ty, Some(block))?.value)
    }

    /// Puts the blocks for expressions on their ways.
    pub(super) fn insert_edges(&mut self) {
        if self.edges.is_empty() {
            return;
        }
        let mut edges = std::mem::take(&mut self.edges);
        for &Edge { from, to, block } in &edges {
            self.body.append_inst(block, InstData::Br { dest: to }, Type::VOID);
            let replace = |v: Value| if v == to.into() { block.into() } else { v };
            if let Some(terminator) = self.body.terminator(from) {
                let (data, values) = self.body.inst_and_values_mut(terminator);
                data.map_operands(values, replace);
            }
        }
        // The phis of a block are changed once, however many edges there are to it.
        edges.sort_by_key(|e| e.to);
        for group in edges.chunk_by(|a, b| a.to == b.to) {
            let new: FxHashMap<Value, Value> = group.iter().map(|e| (e.from.into(), e.block.into())).collect();
            let phis: Vec<Inst> = self.body.insts(group[0].to).collect();
            for phi in phis {
                let (data, values) = self.body.inst_and_values_mut(phi);
                if matches!(data, InstData::Phi { .. }) {
                    data.map_operands(values, |v| new.get(&v).copied().unwrap_or(v));
                }
            }
        }
        let order: Vec<Block> = self.body.blocks().collect();
        for block in order {
            self.body.remove_block(block);
            let first = edges.partition_point(|e| e.to < block);
            for edge in edges[first..].iter().take_while(|e| e.to == block) {
                self.body.append_block(edge.block);
            }
            self.body.append_block(block);
        }
    }
}
