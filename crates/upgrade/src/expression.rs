//! Old constant expressions. Removed ones are expanded into instructions at their uses: before the user or, if that is a
//! phi, on the edge from the predecessor.

use lindworm_ir::constant::ConstantData;
use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags, IntPredicate};
use lindworm_ir::expansion::Expansion;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::value::{Imm, POISON_MASK_ELEMENT};
use lindworm_ir::{Block, Body, Inst, InstData, Module, Type, Value};
use smallvec::SmallVec;

/// The operation of a constant expression.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum ExpressionOp {
    Cast(CastOp),
    FNeg,
    Binary(BinaryOp, IntFlags),
    ICmp(IntPredicate),
    FCmp(FloatPredicate),
    /// With this source element type; the operands are the base pointer and the indices.
    GetElementPtr(Type, GepFlags),
    Select,
    ExtractElement,
    InsertElement,
    /// The third operand is the mask.
    ShuffleVector,
    /// The element of an array or struct with this index.
    ExtractValue(u32),
    /// The operands are the array or struct and the new element.
    InsertValue(u32),
    /// A vector, array or struct of the operands.
    Aggregate,
}

impl ExpressionOp {
    /// The keyword of the equivalent instruction.
    pub fn name(self) -> &'static str {
        match self {
            ExpressionOp::Cast(op) => op.name(),
            ExpressionOp::FNeg => "fneg",
            ExpressionOp::Binary(op, _) => op.name(),
            ExpressionOp::ICmp(_) => "icmp",
            ExpressionOp::FCmp(_) => "fcmp",
            ExpressionOp::GetElementPtr(..) | ExpressionOp::Aggregate => "getelementptr",
            ExpressionOp::Select => "select",
            ExpressionOp::ExtractElement => "extractelement",
            ExpressionOp::InsertElement => "insertelement",
            ExpressionOp::ShuffleVector => "shufflevector",
            ExpressionOp::ExtractValue(_) => "extractvalue",
            ExpressionOp::InsertValue(_) => "insertvalue",
        }
    }

    /// Whether LLVM 22 has no such constant expressions.
    pub fn is_removed(self) -> bool {
        use CastOp as C;
        match self {
            ExpressionOp::Cast(op) => {
                !matches!(op, C::Trunc | C::PtrToInt | C::PtrToAddr | C::IntToPtr | C::BitCast | C::AddrSpaceCast)
            }
            ExpressionOp::Binary(op, _) => !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor),
            ExpressionOp::FNeg
            | ExpressionOp::ICmp(_)
            | ExpressionOp::FCmp(_)
            | ExpressionOp::Select
            | ExpressionOp::ExtractValue(_)
            | ExpressionOp::InsertValue(_) => true,
            ExpressionOp::GetElementPtr(..)
            | ExpressionOp::ExtractElement
            | ExpressionOp::InsertElement
            | ExpressionOp::ShuffleVector
            | ExpressionOp::Aggregate => false,
        }
    }

    /// The constant of type `ty` that the operation is or folds to, if any. The operands must be valid constants.
    pub fn fold(self, module: &Module, ty: Type, operands: &[Value], expansion: &Expansion) -> Option<Value> {
        match (self, operands) {
            (ExpressionOp::Cast(op), &[value]) => module.fold_cast(op, value, ty),
            (ExpressionOp::FNeg, &[value]) => module.fold_fneg(value),
            (ExpressionOp::Binary(op, flags), &[lhs, rhs]) => module.fold_binary(op, flags, lhs, rhs),
            (ExpressionOp::ICmp(predicate), &[lhs, rhs]) => module.fold_icmp(predicate, lhs, rhs),
            (ExpressionOp::FCmp(predicate), &[lhs, rhs]) => module.fold_fcmp(predicate, lhs, rhs),
            (ExpressionOp::GetElementPtr(source, flags), _) => module.fold_gep(source, flags, operands),
            (ExpressionOp::Select, &[condition, if_true, if_false]) => module.fold_select(condition, if_true, if_false),
            (ExpressionOp::ExtractElement, &[vector, index]) => module.fold_extract_element(vector, index),
            (ExpressionOp::InsertElement, &[vector, element, index]) => {
                module.fold_insert_element(vector, element, index)
            }
            (ExpressionOp::ShuffleVector, &[v1, v2, mask]) => {
                let (_, len, _) = module.context().vector_shape(module.value_type(None, v1))?;
                let mask = module.constants().shuffle_mask(module.context(), mask, len, expansion)?;
                module.fold_shuffle_vector(v1, v2, &mask)
            }
            (ExpressionOp::ExtractValue(index), &[aggregate]) => module.fold_extract_value(aggregate, &[index]),
            (ExpressionOp::InsertValue(index), &[aggregate, value]) => {
                module.fold_insert_value(aggregate, value, &[index])
            }
            (ExpressionOp::Aggregate, _) => Some(module.constants().aggregate(module.context(), ty, operands)),
            _ => None,
        }
    }

    /// The operation with commutative operands in the canonical order of LLVM 14: the simpler one second.
    pub fn in_order(self, module: &Module, operands: &[Value]) -> (ExpressionOp, SmallVec<[Value; 4]>) {
        let rank = |value: Value| match module.constants().node(value).map(|n| &n.data) {
            Some(ConstantData::Expr(_)) => 2,
            _ if value.as_global().is_some() || value.is_local() => 1,
            _ => 0,
        };
        let op = match (self, operands) {
            (ExpressionOp::Binary(op, _), &[lhs, rhs]) if op.is_commutative() && rank(lhs) == 0 && rank(rhs) > 0 => {
                self
            }
            (ExpressionOp::ICmp(predicate), &[lhs, rhs]) if rank(lhs) < rank(rhs) => {
                ExpressionOp::ICmp(predicate.swapped())
            }
            _ => return (self, operands.into()),
        };
        (op, operands.iter().rev().copied().collect())
    }

    /// Expands the operation into instructions. `put` inserts an instruction with a name. `None` if the operands are
    /// invalid.
    pub fn expand(
        self,
        module: &Module,
        body: &mut Body,
        ty: Type,
        operands: &[Value],
        expansion: &Expansion,
        mut put: impl FnMut(&mut Body, InstData, Type, &'static [u8]) -> Option<Value>,
    ) -> Option<Value> {
        let cx = module.context();
        let fast_math = FastMathFlags::empty();
        let value = |i: usize| operands.get(i).copied();
        let data = match self {
            ExpressionOp::Cast(op) => InstData::Cast { op, flags: IntFlags::empty(), fast_math, value: value(0)? },
            ExpressionOp::FNeg => InstData::FNeg { value: value(0)?, fast_math },
            ExpressionOp::Binary(op, flags) => {
                InstData::Binary { op, flags, fast_math, lhs: value(0)?, rhs: value(1)? }
            }
            ExpressionOp::ICmp(predicate) => {
                InstData::ICmp { predicate, same_sign: false, lhs: value(0)?, rhs: value(1)? }
            }
            ExpressionOp::FCmp(predicate) => InstData::FCmp { predicate, fast_math, lhs: value(0)?, rhs: value(1)? },
            ExpressionOp::GetElementPtr(source, flags) => {
                InstData::GetElementPtr { source, flags, operands: body.list(operands) }
            }
            ExpressionOp::Select => {
                InstData::Select { condition: value(0)?, if_true: value(1)?, if_false: value(2)?, fast_math }
            }
            ExpressionOp::ExtractElement => InstData::ExtractElement { vector: value(0)?, index: value(1)? },
            ExpressionOp::InsertElement => {
                InstData::InsertElement { vector: value(0)?, element: value(1)?, index: value(2)? }
            }
            ExpressionOp::ShuffleVector => {
                let (v1, v2) = (value(0)?, value(1)?);
                let (element, len, scalable) = cx.vector_shape(module.value_type(Some(body), v1))?;
                let mask = module.constants().shuffle_mask(cx, value(2)?, len, expansion)?;
                if ty != cx.vector(element, mask.len() as u32, scalable) {
                    return None;
                }
                let mask: SmallVec<[Imm; 16]> =
                    mask.iter().map(|&i| u32::try_from(i).map_or(POISON_MASK_ELEMENT, Imm)).collect();
                InstData::ShuffleVector { v1, v2, mask: body.int_list(&mask) }
            }
            ExpressionOp::ExtractValue(index) => {
                InstData::ExtractValue { aggregate: value(0)?, indices: body.int_list(&[Imm(index)]) }
            }
            ExpressionOp::InsertValue(index) => {
                let indices = body.int_list(&[Imm(index)]);
                InstData::InsertValue { aggregate: value(0)?, value: value(1)?, indices }
            }
            ExpressionOp::Aggregate => {
                let mut whole = module.constants().poison(ty);
                for (i, &element) in (0..).zip(operands) {
                    if cx.element_type(ty, i.into()) != Some(module.value_type(Some(body), element)) {
                        return None;
                    }
                    let data = if cx.is_vector(ty) {
                        let index = module.constants().int(cx, Type::I32, i.into());
                        InstData::InsertElement { vector: whole, element, index }
                    } else {
                        let indices = body.int_list(&[Imm(i)]);
                        InstData::InsertValue { aggregate: whole, value: element, indices }
                    };
                    whole = put(body, data, ty, b"constexpr.ins")?;
                }
                return Some(whole);
            }
        };
        put(body, data, ty, b"constexpr")
    }
}

/// The blocks to insert on edges, in which constant expressions of phis are expanded.
#[derive(Default)]
pub struct Edges {
    edges: Vec<Edge>,
    places: HashMap<(Block, Block), u32>,
}

struct Edge {
    from: Block,
    to: Block,
    block: Block,
}

impl Edges {
    /// The block on an edge, if there is one.
    pub fn block(&self, from: Block, to: Block) -> Option<Block> {
        self.places.get(&(from, to)).map(|&place| self.edges[place as usize].block)
    }

    /// Adds `block` on the edge between two others.
    pub fn add(&mut self, from: Block, to: Block, block: Block) {
        self.places.insert((from, to), self.edges.len() as u32);
        self.edges.push(Edge { from, to, block });
    }

    /// The edge blocks.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        self.edges.iter().map(|e| e.block)
    }

    /// Inserts the blocks on their edges.
    pub fn insert(self, body: &mut Body) {
        let mut edges = self.edges;
        if edges.is_empty() {
            return;
        }
        for &Edge { from, to, block } in &edges {
            body.append_inst(block, InstData::Br { dest: to }, Type::VOID);
            let replace = |v: Value| if v == to.into() { block.into() } else { v };
            if let Some(terminator) = body.terminator(from) {
                let (data, values) = body.inst_and_values_mut(terminator);
                data.map_operands(values, replace);
            }
        }
        // The phis of a block are rewritten once, however many edges lead to it.
        edges.sort_by_key(|e| e.to);
        for group in edges.chunk_by(|a, b| a.to == b.to) {
            let new: HashMap<Value, Value> = group.iter().map(|e| (e.from.into(), e.block.into())).collect();
            let phis: Vec<Inst> = body.insts(group[0].to).collect();
            for phi in phis {
                let InstData::Phi { incoming, fast_math } = *body.inst(phi) else { continue };
                let mut seen = HashSet::default();
                let mut kept: SmallVec<[Value; 16]> = SmallVec::new();
                for pair in body.list_values(&incoming).chunks_exact(2) {
                    match new.get(&pair[1]) {
                        None => kept.extend_from_slice(pair),
                        // A single entry for the edge block, even with several edges from the predecessor.
                        Some(&block) if seen.insert(block) => kept.extend([pair[0], block]),
                        Some(_) => {}
                    }
                }
                let incoming = body.list(&kept);
                *body.inst_mut(phi) = InstData::Phi { incoming, fast_math };
            }
        }
        let order: Vec<Block> = body.blocks().collect();
        for block in order {
            body.remove_block(block);
            let first = edges.partition_point(|e| e.to < block);
            for edge in edges[first..].iter().take_while(|e| e.to == block) {
                body.append_block(edge.block);
            }
            body.append_block(block);
        }
    }
}
