//! Scalar evolution: how integers and addresses change from iteration to iteration of loops.
//!
//! [`ScalarEvolution::of`] gives the expression of a value over constants, unknown values and recurrences: `{0,+,4}<%loop>` is zero
//! in the first iteration of `%loop`, and grows by four in each. Expressions are interned: two values with the same expression are
//! equal. The number of iterations of a loop is in [`ScalarEvolution::backedge_taken`].
//!
//! The analysis describes the body as it is while the borrow lasts. All of its work is on demand. The height of expressions is
//! bounded ([`MAX_HEIGHT`]), and thereby the depth of recursion over them.
//!
//! The analysis is in this crate, because it depends on [`Query`].

mod add;
mod at_scope;
mod casts;
mod division;
mod expand;
mod guards;
mod input;
mod loop_guards;
mod min_max;
mod mul;
mod no_wrap;
mod of_value;
mod order;
mod phis;
mod predicates;
mod print;
mod ranges;
mod trip_counts;

use std::sync::Arc;

use cranelift_entity::{SecondaryMap, entity_impl};
use hashbrown::HashTable;
use lindworm_analysis::{Cfg, DominatorTree, Loop, Loops};
use lindworm_ir::editor::Epoch;
use lindworm_ir::eval::{ConstantRange, Int};
use lindworm_ir::hash::{HashMap, hash_one};
use lindworm_ir::{Block, Type, Value};

pub(crate) use self::expand::{Expander, Operand, Recipe};
use self::guards::AssumeCalls;
use self::input::Known;
pub(crate) use self::input::ScevInput;
pub use self::print::Names;
pub(crate) use self::ranges::int_flags;
pub use self::trip_counts::{Assumption, BackedgeTaken, ExitCount};
use crate::value_tracking::Query;

/// An expression of a [`ScalarEvolution`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Scev(u32);
entity_impl!(Scev);

/// The operands of an expression.
pub(crate) type Operands = Arc<[Scev]>;

/// An operation on any number of operands that is associative, commutative and idempotent; the last one only evaluates an operand
/// if no operand before is zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) enum MinMax {
    UMax,
    SMax,
    UMin,
    SMin,
    SequentialUMin,
}

/// What an expression is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    Constant(Int),
    VScale,
    Trunc(Scev),
    ZExt(Scev),
    SExt(Scev),
    Add(Operands),
    Mul(Operands),
    UDiv(Scev, Scev),
    /// A polynomial in the number of the iteration: the start and the differences.
    AddRec(Operands, Loop),
    MinMax(MinMax, Operands),
    PtrToInt(Scev),
    Unknown(Value),
}

bitflags::bitflags! {
    /// How an expression does not overflow.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub(crate) struct Wrap: u8 {
        /// Not as an unsigned integer.
        const NUW = 1;
        /// Not as a signed integer.
        const NSW = 2;
        /// A recurrence does not come back to its start.
        const NW = 4;
    }
}

struct Node {
    kind: Kind,
    ty: Type,
    flags: Wrap,
    /// The number of operations on the longest way to a leaf.
    height: u16,
    /// The loops of the recurrences in it; not all if there are more than [`MAX_LOOPS`].
    loops: smallvec::SmallVec<[Loop; 4]>,
    /// The number of operations, each counted as often as it is an operand; at most `u16::MAX`.
    size: u16,
}

/// How an expression depends on a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disposition {
    /// It has any values.
    Variant,
    /// It has one value while the loop runs.
    Invariant,
    /// It is a function of the number of the iteration.
    Computable,
}

/// The maximum height of an expression. A value whose expression would be higher is unknown.
const MAX_HEIGHT: u16 = 96;
/// The maximum size of an expression that is simplified, and of the expression of a value or count: what walks over an expression
/// takes time linear in the size, which may be exponential in the number of different operations.
const MAX_SIZE: u16 = 4096;
/// The number of loops whose count improves the range of an expression.
const MAX_LOOPS: usize = 4;
/// The number of phis that are analysed one within the other.
const MAX_NESTING: u32 = 24;

/// Limits of the simplification of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The depth of recursion of arithmetic from which expressions are not simplified.
    pub arith_depth: u32,
    /// The depth of recursion of casts.
    pub cast_depth: u32,
    /// The number of operands of a sum into which the operands of operands are put.
    pub addends: u32,
    /// The same of a product.
    pub factors: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { arith_depth: 32, cast_depth: 8, addends: 500, factors: 32 }
    }
}

/// What scalar evolution has found out so far. It holds while the body does not change.
#[derive(Default)]
pub(crate) struct Tables {
    nodes: Vec<Node>,
    /// The expressions, by kind and type.
    index: HashTable<Scev>,
    of_value: HashMap<Value, Scev>,
    /// The values of each expression that has recurrences.
    values_of: HashMap<Scev, Vec<Value>>,
    /// The values in `of_value`, in order of their insertion.
    inserted: Vec<Value>,
    ranges: [SecondaryMap<Scev, Option<ConstantRange>>; 2],
    trailing_zeros: SecondaryMap<Scev, Option<u32>>,
    dispositions: HashMap<(Scev, Loop), Disposition>,
    /// The expressions with recurrences of each loop.
    dependents: HashMap<Loop, Vec<Scev>>,
    /// Whether loops have no exits but branches.
    is_normal: HashMap<Loop, bool>,
    taken: HashMap<Loop, Arc<BackedgeTaken>>,
    at_scope: HashMap<(Scev, Option<Loop>), Scev>,
    /// The facts that hold whenever a loop is entered.
    guards: HashMap<Loop, Arc<loop_guards::LoopGuards>>,
}

/// The expressions of the values of a function (Bachmann, Wang and Zima, "Chains of recurrences", ISSAC 1994).
pub struct ScalarEvolution<'a> {
    pub(crate) query: Query<'a>,
    pub(crate) cfg: &'a Cfg,
    pub(crate) dominators: &'a DominatorTree,
    pub(crate) loops: &'a Loops,
    tables: Box<Tables>,
    /// Where the tables are left for the next one.
    home: Option<(Arc<Known>, Epoch)>,
    /// The number of phis that are being analysed.
    nesting: u32,
    /// The number of proofs of implications that are in progress.
    proofs: u32,
    /// Loops whose iterations are being counted.
    counting: Vec<Loop>,
    /// The calls of `llvm.assume`, when they are known.
    assume_calls: Option<Arc<AssumeCalls>>,
    /// Whether the count of a loop may depend on assumptions, and those that it depends on.
    assumed: Option<Vec<Assumption>>,
    /// The number of iterations that are executed to count them.
    pub max_executed: u32,
    /// The limits on the size of expressions.
    pub limits: Limits,
}

impl Drop for ScalarEvolution<'_> {
    fn drop(&mut self) {
        if let Some((known, epoch)) = self.home.take() {
            known.put(epoch, std::mem::take(&mut self.tables));
        }
    }
}

impl<'a> ScalarEvolution<'a> {
    /// Scalar evolution of a function, from its analyses.
    pub fn new(query: Query<'a>, cfg: &'a Cfg, dominators: &'a DominatorTree, loops: &'a Loops) -> ScalarEvolution<'a> {
        let query = Query { dominators: Some(dominators), can_use_undef: false, ..query };
        ScalarEvolution {
            query,
            cfg,
            dominators,
            loops,
            tables: Box::default(),
            home: None,
            nesting: 0,
            proofs: 0,
            counting: Vec::new(),
            assume_calls: None,
            assumed: None,
            max_executed: 100,
            limits: Limits::default(),
        }
    }

    // Expressions.

    /// The expression of a kind and type, if there is one.
    fn find(&self, kind: &Kind, ty: Type) -> Option<Scev> {
        self.find_hashed(hash_one((kind, ty)), kind, ty)
    }

    fn find_hashed(&self, hash: u64, kind: &Kind, ty: Type) -> Option<Scev> {
        let Tables { index, nodes, .. } = &*self.tables;
        let is_same = |s: &Scev| nodes[s.0 as usize].ty == ty && nodes[s.0 as usize].kind == *kind;
        index.find(hash, is_same).copied()
    }

    /// The interned expression of a kind and type.
    fn intern(&mut self, kind: Kind, ty: Type, flags: Wrap) -> Scev {
        let hash = hash_one((&kind, ty));
        if let Some(known) = self.find_hashed(hash, &kind, ty) {
            self.tables.nodes[known.0 as usize].flags |= flags;
            return known;
        }
        let (mut height, mut size) = (0, 1u16);
        let mut loops: smallvec::SmallVec<[Loop; 4]> = Default::default();
        if let Kind::AddRec(_, of) = kind {
            loops.push(of);
        }
        for_each_operand(&kind, |operand| {
            let node = &self.tables.nodes[operand.0 as usize];
            height = height.max(node.height + 1);
            size = size.saturating_add(node.size);
            for &of in &node.loops {
                if loops.len() < MAX_LOOPS && !loops.contains(&of) {
                    loops.push(of);
                }
            }
        });
        let new = Scev(self.tables.nodes.len() as u32);
        for &of in &loops {
            self.tables.dependents.entry(of).or_default().push(new);
        }
        let Tables { index, nodes, .. } = &mut *self.tables;
        nodes.push(Node { kind, ty, flags, height, loops, size });
        index.insert_unique(hash, new, |s| hash_one((&nodes[s.0 as usize].kind, nodes[s.0 as usize].ty)));
        new
    }

    pub(crate) fn kind(&self, s: Scev) -> &Kind {
        &self.tables.nodes[s.0 as usize].kind
    }

    pub(crate) fn ty(&self, s: Scev) -> Type {
        self.tables.nodes[s.0 as usize].ty
    }

    pub(crate) fn flags(&self, s: Scev) -> Wrap {
        self.tables.nodes[s.0 as usize].flags
    }

    pub(crate) fn add_flags(&mut self, s: Scev, flags: Wrap) {
        let node = &mut self.tables.nodes[s.0 as usize];
        if !node.flags.contains(flags) {
            node.flags |= flags;
            self.tables.ranges.iter_mut().for_each(|ranges| ranges[s] = None);
        }
    }

    fn height(&self, s: Scev) -> u16 {
        self.tables.nodes[s.0 as usize].height
    }

    /// Whether walking over an expression takes too long or too much stack.
    fn is_too_big(&self, s: Scev) -> bool {
        let node = &self.tables.nodes[s.0 as usize];
        node.size > MAX_SIZE || node.height > MAX_HEIGHT
    }

    fn is_huge(&self, operands: &[Scev]) -> bool {
        let size = operands.iter().fold(0u16, |sum, s| sum.saturating_add(self.tables.nodes[s.0 as usize].size));
        size > MAX_SIZE || operands.iter().any(|&s| self.height(s) >= MAX_HEIGHT)
    }

    /// The operands of an expression.
    pub(crate) fn operands(&self, s: Scev) -> smallvec::SmallVec<[Scev; 4]> {
        let mut found = smallvec::SmallVec::new();
        for_each_operand(self.kind(s), |operand| found.push(operand));
        found
    }

    /// The integer type that arithmetic on values of a type is done in.
    pub(crate) fn int_type(&self, ty: Type) -> Type {
        let cx = self.query.module.context();
        match cx.is_pointer(ty) {
            true => self.query.module.data_layout().address_type(cx, ty).unwrap_or(Type::I64),
            false => ty,
        }
    }

    /// Whether values of this type have expressions.
    pub(crate) fn has_expressions(&self, ty: Type) -> bool {
        let cx = self.query.module.context();
        cx.is_int(ty) || cx.is_pointer(ty)
    }

    pub(crate) fn is_pointer(&self, s: Scev) -> bool {
        self.query.module.context().is_pointer(self.ty(s))
    }

    /// The bit width of an expression.
    pub(crate) fn width(&self, s: Scev) -> u32 {
        self.width_of(self.ty(s))
    }

    pub(crate) fn width_of(&self, ty: Type) -> u32 {
        self.query.module.context().int_width(self.int_type(ty)).unwrap_or(64)
    }

    pub(crate) fn constant(&mut self, value: Int) -> Scev {
        let ty = self.query.module.context().int(value.width());
        self.intern(Kind::Constant(value), ty, Wrap::empty())
    }

    pub(crate) fn int(&mut self, ty: Type, value: i64) -> Scev {
        let width = self.width_of(ty);
        self.constant(Int::from_i64(width, value))
    }

    pub(crate) fn zero_like(&mut self, s: Scev) -> Scev {
        self.int(self.ty(s), 0)
    }

    pub(crate) fn one_like(&mut self, s: Scev) -> Scev {
        self.int(self.ty(s), 1)
    }

    pub(crate) fn as_constant(&self, s: Scev) -> Option<&Int> {
        match self.kind(s) {
            Kind::Constant(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn is_zero(&self, s: Scev) -> bool {
        self.as_constant(s).is_some_and(Int::is_zero)
    }

    pub(crate) fn is_one(&self, s: Scev) -> bool {
        self.as_constant(s).is_some_and(Int::is_one)
    }

    pub(crate) fn is_all_ones(&self, s: Scev) -> bool {
        self.as_constant(s).is_some_and(Int::is_all_ones)
    }

    /// The type of an expression that is a constant.
    pub fn constant_type(&self, s: Scev) -> Option<Type> {
        self.as_constant(s).map(|_| self.ty(s))
    }

    pub(crate) fn unknown(&mut self, value: Value) -> Scev {
        let ty = self.query.type_of(value);
        self.intern(Kind::Unknown(value), ty, Wrap::empty())
    }

    /// The start, the step and the loop of a recurrence with a constant step.
    pub(crate) fn affine(&self, s: Scev) -> Option<(Scev, Scev, Loop)> {
        match self.kind(s) {
            Kind::AddRec(operands, of) if operands.len() == 2 => Some((operands[0], operands[1], *of)),
            _ => None,
        }
    }

    /// A recurrence. Trailing zeros are dropped.
    pub(crate) fn add_rec(&mut self, operands: &[Scev], of: Loop, flags: Wrap) -> Scev {
        let mut operands = operands;
        while let [rest @ .., last] = operands
            && operands.len() > 1
            && self.is_zero(*last)
        {
            operands = rest;
        }
        if let [only] = operands {
            return *only;
        }
        // The step may be a recurrence of the same loop.
        if let &[start, step] = operands
            && let Kind::AddRec(steps, step_loop) = self.kind(step).clone()
            && step_loop == of
        {
            let all: Vec<Scev> = std::iter::once(start).chain(steps.iter().copied()).collect();
            return self.add_rec(&all, of, flags & Wrap::NW);
        }
        // A recurrence whose start is one of an inner loop is one of the inner loop.
        if let Kind::AddRec(inner, inner_loop) = self.kind(operands[0]).clone()
            && inner_loop != of
            && self.is_inner(inner_loop, of)
        {
            let outer_is_fine = operands[1..].iter().chain(&inner[1..]).all(|&s| self.is_invariant(s, inner_loop))
                && self.is_invariant(inner[0], of)
                && inner[1..].iter().all(|&s| self.is_invariant(s, of));
            if outer_is_fine {
                let outer_flags = flags & (Wrap::NW | self.flags(operands[0]));
                let mut outer: Vec<Scev> = operands.to_vec();
                outer[0] = inner[0];
                let start = self.add_rec(&outer, of, outer_flags);
                let inner_flags = self.flags(operands[0]) & (Wrap::NW | flags);
                let mut new: Vec<Scev> = inner.to_vec();
                new[0] = start;
                return self.add_rec(&new, inner_loop, inner_flags);
            }
        }
        let flags = self.stronger_flags(&Kind::AddRec(operands.into(), of), flags);
        let ty = self.ty(operands[0]);
        self.intern(Kind::AddRec(operands.into(), of), ty, closed(flags))
    }

    /// Whether a recurrence of the loop `a` is to be inside one of the loop `b`.
    fn is_inner(&self, a: Loop, b: Loop) -> bool {
        match self.loops.contains_loop(b, a) {
            true => a != b && self.depth(Some(b)) < self.depth(Some(a)),
            false => {
                !self.loops.contains_loop(a, b) && self.dominators.dominates(self.loops.header(b), self.loops.header(a))
            }
        }
    }

    pub(crate) fn depth(&self, of: Option<Loop>) -> u32 {
        std::iter::successors(of, |&one| self.loops.parent(one)).take(1 << 16).count() as u32
    }

    pub(crate) fn loop_of(&self, value: Value) -> Option<Loop> {
        self.loops.loop_of(self.block_of(value)?)
    }

    pub(crate) fn block_of(&self, value: Value) -> Option<Block> {
        self.query.body.inst_block(value.as_inst()?)
    }

    // Loops.

    /// Whether an expression has one value while a loop runs.
    pub fn is_invariant(&mut self, s: Scev, of: Loop) -> bool {
        self.disposition(s, of) == Disposition::Invariant
    }

    /// How an expression depends on a loop.
    pub fn disposition(&mut self, s: Scev, of: Loop) -> Disposition {
        if let Some(&known) = self.tables.dispositions.get(&(s, of)) {
            return known;
        }
        let found = self.compute_disposition(s, of);
        self.tables.dispositions.insert((s, of), found);
        found
    }

    fn compute_disposition(&mut self, s: Scev, of: Loop) -> Disposition {
        use Disposition::*;
        match self.kind(s) {
            Kind::Constant(_) | Kind::VScale => Invariant,
            Kind::Unknown(value) => match self.block_of(*value) {
                Some(block) if self.loops.contains(of, block) => Variant,
                _ => Invariant,
            },
            Kind::AddRec(operands, own) => {
                let (operands, own) = (operands.clone(), *own);
                if own == of {
                    return Computable;
                }
                let (header, own_header) = (self.loops.header(of), self.loops.header(own));
                // The value is defined in the loop.
                if self.dominators.properly_dominates(header, own_header) && self.loops.contains_loop(of, own) {
                    return Variant;
                }
                if self.loops.contains_loop(own, of) {
                    return Invariant;
                }
                if self.dominators.properly_dominates(header, own_header) {
                    return Variant;
                }
                match operands.iter().all(|&s| self.is_invariant(s, of)) {
                    true => Invariant,
                    false => Variant,
                }
            }
            _ => {
                let mut result = Invariant;
                for operand in self.operands(s) {
                    match self.disposition(operand, of) {
                        Variant => return Variant,
                        Computable => result = Computable,
                        Invariant => {}
                    }
                }
                result
            }
        }
    }

    /// Whether the value of an expression is available at the start of a block.
    pub(crate) fn dominates(&mut self, s: Scev, block: Block) -> bool {
        match self.kind(s) {
            Kind::Unknown(value) => match self.block_of(*value) {
                Some(from) => self.dominators.properly_dominates(from, block),
                None => true,
            },
            Kind::AddRec(operands, own) => {
                let (operands, own) = (operands.clone(), *own);
                self.dominators.dominates(self.loops.header(own), block)
                    && operands.iter().all(|&s| self.dominates(s, block))
            }
            _ => self.operands(s).into_iter().all(|operand| self.dominates(operand, block)),
        }
    }

    /// Whether an expression does not change in a loop and is available when it is entered.
    pub(crate) fn is_available_at_entry(&mut self, s: Scev, of: Loop) -> bool {
        let header = self.loops.header(of);
        self.is_invariant(s, of) && self.properly_dominates(s, header)
    }

    fn properly_dominates(&mut self, s: Scev, block: Block) -> bool {
        match self.kind(s) {
            Kind::AddRec(_, own) if self.loops.header(*own) == block => false,
            _ => self.dominates(s, block),
        }
    }

    /// Whether an expression contains another one. Linear in the different operands.
    pub(crate) fn contains(&self, s: Scev, what: Scev) -> bool {
        let mut met: lindworm_ir::hash::HashSet<Scev> = Default::default();
        let mut pending = vec![s];
        while let Some(s) = pending.pop() {
            if s == what {
                return true;
            }
            // Operands are older than the expression.
            if s > what && met.insert(s) {
                for_each_operand(self.kind(s), |operand| pending.push(operand));
            }
        }
        false
    }
}

/// NUW and NSW imply NW.
fn closed(flags: Wrap) -> Wrap {
    if flags.intersects(Wrap::NUW | Wrap::NSW) { flags | Wrap::NW } else { flags }
}

fn for_each_operand(kind: &Kind, mut f: impl FnMut(Scev)) {
    match kind {
        Kind::Constant(_) | Kind::VScale | Kind::Unknown(_) => {}
        Kind::Trunc(s) | Kind::ZExt(s) | Kind::SExt(s) | Kind::PtrToInt(s) => f(*s),
        Kind::UDiv(a, b) => {
            f(*a);
            f(*b);
        }
        Kind::Add(operands) | Kind::Mul(operands) | Kind::AddRec(operands, _) | Kind::MinMax(_, operands) => {
            operands.iter().for_each(|&s| f(s));
        }
    }
}
