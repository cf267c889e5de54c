//! `float2int`: floating-point arithmetic on integers becomes integer arithmetic.
//!
//! A *root* converts from floating point to an integer or compares: `fptoui`, `fptosi`, `fcmp`. From the roots, operands are followed
//! up to conversions from integers. Values that meet in one operation form a class, which is converted as a whole: if each value
//! of it is an integer in a known interval that fits the significand, and is used by the class only. Linear in the instructions.

use lindworm_ir::eval::float::Rounding;
use lindworm_ir::eval::{BinaryOp, CastOp, FloatPredicate, Int, IntPredicate};
use lindworm_ir::hash::HashMap;
use lindworm_ir::{Inst, InstData, Type, Value};
use smallvec::SmallVec;

use crate::pass::{FunctionEdit, FunctionPass};
use lindworm_analysis::Cfg;

/// Replaces floating-point operations by integer operations where all values are small integers.
pub struct Float2Int {
    /// The greatest width of the integers: `-float2int-max-integer-bw`.
    pub max_width: u32,
}

/// The least and the greatest value.
type Interval = (i128, i128);

/// What is known of a value.
#[derive(Clone, Copy, PartialEq)]
enum State {
    /// An operand of a value that is not an integer.
    NotVisited,
    /// An integer in an interval; `None` if it need not be one.
    Visited(Option<Interval>),
}

struct Node {
    inst: Inst,
    is_root: bool,
    state: State,
    /// A node of the same class, the node itself if it represents the class.
    parent: usize,
}

#[derive(Default)]
struct Graph {
    nodes: Vec<Node>,
    index: HashMap<Inst, usize>,
    /// The visited nodes, each after its operands.
    order: Vec<usize>,
}

impl Graph {
    fn node(&mut self, inst: Inst) -> usize {
        *self.index.entry(inst).or_insert_with(|| {
            let parent = self.nodes.len();
            self.nodes.push(Node { inst, is_root: false, state: State::NotVisited, parent });
            parent
        })
    }

    fn class(&mut self, mut node: usize) -> usize {
        while self.nodes[node].parent != node {
            let above = self.nodes[self.nodes[node].parent].parent;
            self.nodes[node].parent = above;
            node = above;
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let [a, b] = [a, b].map(|node| self.class(node));
        let (first, second) = (a.min(b), a.max(b));
        self.nodes[second].parent = first;
    }
}

/// The comparison of integers that gives the same; `None` if it does not depend on the numbers.
fn int_predicate(predicate: FloatPredicate) -> Option<IntPredicate> {
    match predicate {
        FloatPredicate::Oeq | FloatPredicate::Ueq => Some(IntPredicate::Eq),
        FloatPredicate::One | FloatPredicate::Une => Some(IntPredicate::Ne),
        FloatPredicate::Ogt | FloatPredicate::Ugt => Some(IntPredicate::Sgt),
        FloatPredicate::Oge | FloatPredicate::Uge => Some(IntPredicate::Sge),
        FloatPredicate::Olt | FloatPredicate::Ult => Some(IntPredicate::Slt),
        FloatPredicate::Ole | FloatPredicate::Ule => Some(IntPredicate::Sle),
        _ => None,
    }
}

fn int_op(op: BinaryOp) -> Option<BinaryOp> {
    match op {
        BinaryOp::FAdd => Some(BinaryOp::Add),
        BinaryOp::FSub => Some(BinaryOp::Sub),
        BinaryOp::FMul => Some(BinaryOp::Mul),
        _ => None,
    }
}

fn is_root(data: &InstData) -> bool {
    match *data {
        InstData::Cast { op, .. } => matches!(op, CastOp::FPToUI | CastOp::FPToSI),
        InstData::FCmp { predicate, .. } => int_predicate(predicate).is_some(),
        _ => false,
    }
}

/// The number of bits of a signed integer that has a value.
fn signed_bits(n: i128) -> u32 {
    Int::from_i128(128, n).min_signed_bits()
}

impl Float2Int {
    fn graph(&self, f: &FunctionEdit<'_, '_>, cfg: &Cfg) -> Graph {
        let body = f.editor.body();
        let cx = f.editor.module().context();
        let mut graph = Graph::default();
        // Unreachable code may have cycles without phis.
        for &block in cfg.layout().iter().filter(|&&block| cfg.is_reachable(block)) {
            for inst in body.insts(block) {
                if is_root(body.inst(inst)) && !cx.is_vector(body.inst_type(inst)) {
                    let node = graph.node(inst);
                    graph.nodes[node].is_root = true;
                }
            }
        }
        // Each node, and whether its operands were visited.
        let mut pending: Vec<(usize, bool)> = (0..graph.nodes.len()).rev().map(|node| (node, false)).collect();
        while let Some((node, has_operands)) = pending.pop() {
            let inst = graph.nodes[node].inst;
            if has_operands {
                graph.nodes[node].state = State::Visited(self.interval(f, &graph, inst));
                graph.order.push(node);
                continue;
            }
            if graph.nodes[node].state != State::NotVisited {
                continue;
            }
            graph.nodes[node].state = State::Visited(None);
            let data = body.inst(inst);
            if let InstData::Cast { op: CastOp::UIToFP | CastOp::SIToFP, .. } = data {
                graph.nodes[node].state = State::Visited(self.interval(f, &graph, inst));
                graph.order.push(node);
                continue;
            }
            let mut operands: SmallVec<[Value; 2]> = SmallVec::new();
            data.for_each_operand(body.values(), |value| operands.push(value));
            let is_number = |value: &Value| value.as_inst().is_some() || value.as_constant().is_some();
            let is_followed = match *data {
                InstData::Binary { op, .. } => int_op(op).is_some(),
                InstData::FNeg { .. } => true,
                _ => is_root(data),
            } && operands.iter().all(is_number);
            if is_followed {
                pending.push((node, true));
            } else {
                graph.order.push(node);
            }
            for operand in operands.iter().filter_map(|value| value.as_inst()) {
                let operand = graph.node(operand);
                graph.join(node, operand);
                if is_followed {
                    pending.push((operand, false));
                }
            }
        }
        graph
    }

    /// The interval of the integers that an instruction can compute from operands that were visited.
    fn interval(&self, f: &FunctionEdit<'_, '_>, graph: &Graph, inst: Inst) -> Option<Interval> {
        let body = f.editor.body();
        let data = body.inst(inst);
        let of = |value: Value| match value.as_inst() {
            Some(operand) => match graph.nodes[*graph.index.get(&operand)?].state {
                State::Visited(interval) => interval,
                State::NotVisited => None,
            },
            None => self.constant(f, data, value).map(|n| (n, n)),
        };
        let extremes = |values: &[i128]| Some((*values.iter().min()?, *values.iter().max()?));
        let (least, greatest) = match *data {
            InstData::Cast { op: op @ (CastOp::UIToFP | CastOp::SIToFP), value, .. } => {
                let width = f.editor.module().context().int_width(f.editor.type_of(value))?;
                match width {
                    _ if width > self.max_width => return None,
                    _ if op == CastOp::UIToFP => (0, (1 << width) - 1),
                    _ => (-1 << (width - 1), (1 << (width - 1)) - 1),
                }
            }
            InstData::Cast { value, .. } => of(value)?,
            InstData::FNeg { value, .. } => of(value).map(|(least, greatest)| (-greatest, -least))?,
            InstData::FCmp { lhs, rhs, .. } => {
                let (a, b) = (of(lhs)?, of(rhs)?);
                (a.0.min(b.0), a.1.max(b.1))
            }
            InstData::Binary { op, lhs, rhs, .. } => {
                let (a, b) = (of(lhs)?, of(rhs)?);
                match int_op(op)? {
                    BinaryOp::Add => (a.0 + b.0, a.1 + b.1),
                    BinaryOp::Sub => (a.0 - b.1, a.1 - b.0),
                    _ => {
                        let product = |a: i128, b: i128| a.checked_mul(b);
                        extremes(&[product(a.0, b.0)?, product(a.0, b.1)?, product(a.1, b.0)?, product(a.1, b.1)?])?
                    }
                }
            }
            _ => return None,
        };
        let width = self.max_width + 1;
        (signed_bits(least).max(signed_bits(greatest)) <= width).then_some((least, greatest))
    }

    /// The integer that a constant operand of an instruction is.
    fn constant(&self, f: &FunctionEdit<'_, '_>, user: &InstData, value: Value) -> Option<i128> {
        use lindworm_ir::eval::FastMathFlags;
        let number = f.editor.module().constants().as_float(value)?;
        let ignores_sign = user.fast_math().is_none_or(|flags| flags.contains(FastMathFlags::NSZ));
        if !number.is_finite() || number.is_zero() && number.is_negative() && !ignores_sign {
            return None;
        }
        let is_integral = number.round(Rounding::NearestEven) == number;
        is_integral.then(|| number.to_int(self.max_width + 1, true)?.to_i128()).flatten()
    }

    /// The integer type in which a class is computed, for classes that can be.
    fn types(&self, f: &FunctionEdit<'_, '_>, graph: &mut Graph) -> HashMap<usize, Type> {
        let (body, module) = (f.editor.body(), f.editor.module());
        // The union of the intervals, and the type of the values.
        let mut classes: HashMap<usize, (Option<Interval>, Option<Type>)> = HashMap::default();
        for node in 0..graph.nodes.len() {
            let class = graph.class(node);
            let Node { inst, is_root, state, .. } = graph.nodes[node];
            let is_visited =
                |user: Inst| graph.index.get(&user).is_some_and(|&user| graph.nodes[user].state != State::NotVisited);
            let mut own = match state {
                State::Visited(interval) => interval,
                State::NotVisited => None,
            };
            if !is_root && !f.editor.uses().of(inst.into()).all(|at| is_visited(at.user)) {
                own = None;
            }
            let (all, ty) = classes.entry(class).or_insert((own, None));
            *all = all.zip(own).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
            if !is_root {
                ty.get_or_insert(body.inst_type(inst));
            }
        }
        let chosen = classes.into_iter().filter_map(|(class, (interval, ty))| {
            let ((least, greatest), format) = (interval?, ty?.float_format()?);
            let width = signed_bits(least).max(signed_bits(greatest)) + 1;
            if width > format.precision() - 1 {
                return None;
            }
            // Targets without native integers are taken to have these.
            let legal = module.data_layout().smallest_legal_int(width);
            let width = legal.or_else(|| [32, 64].into_iter().find(|&native| width <= native))?;
            Some((class, module.context().int(width)))
        });
        chosen.collect()
    }
}

impl FunctionPass for Float2Int {
    fn name(&self) -> &'static str {
        "float2int"
    }

    fn class(&self) -> &'static str {
        "Float2IntPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let cfg = f.analyses.get::<Cfg>(&f.editor);
        let mut graph = self.graph(f, &cfg);
        let types = self.types(f, &mut graph);
        if types.is_empty() {
            return;
        }
        let mut converted: HashMap<Inst, Value> = HashMap::default();
        let mut old: Vec<Inst> = Vec::new();
        for node in std::mem::take(&mut graph.order) {
            let class = graph.class(node);
            let inst = graph.nodes[node].inst;
            let Some(&ty) = types.get(&class) else { continue };
            let Some(new) = self.convert(f, inst, ty, &converted) else { continue };
            converted.insert(inst, new);
            old.push(inst);
            if graph.nodes[node].is_root {
                f.editor.replace_all(inst.into(), new);
            }
        }
        for inst in old.into_iter().rev() {
            f.editor.erase(inst);
        }
    }
}

impl Float2Int {
    /// Computes the value of an instruction with integers of type `ty`.
    fn convert(
        &self,
        f: &mut FunctionEdit<'_, '_>,
        inst: Inst,
        ty: Type,
        converted: &HashMap<Inst, Value>,
    ) -> Option<Value> {
        let body = f.editor.body();
        let (data, result) = (*body.inst(inst), body.inst_type(inst));
        let name = body.name(inst.into()).to_vec();
        let module = f.editor.module();
        let cx = module.context();
        let operand = |value: Value| match value.as_inst() {
            Some(operand) => converted.get(&operand).copied(),
            None => {
                let n = Int::from_i128(cx.int_width(ty)?, self.constant(f, &data, value)?);
                Some(module.constants().wide_int(cx, &n))
            }
        };
        let new = match data {
            InstData::Cast { op: op @ (CastOp::UIToFP | CastOp::SIToFP), value, .. } => {
                f.editor.build_before(inst, |b| b.int_cast(value, ty, op == CastOp::SIToFP))
            }
            InstData::Cast { op, value, .. } => {
                let value = operand(value)?;
                f.editor.build_before(inst, |b| b.int_cast(value, result, op == CastOp::FPToSI))
            }
            InstData::FNeg { value, .. } => {
                let value = operand(value)?;
                f.editor.build_before(inst, |b| b.named(name).neg(value))
            }
            InstData::FCmp { predicate, lhs, rhs, .. } => {
                let (predicate, lhs, rhs) = (int_predicate(predicate)?, operand(lhs)?, operand(rhs)?);
                f.editor.build_before(inst, |b| b.named(name).icmp(predicate, lhs, rhs))
            }
            InstData::Binary { op, lhs, rhs, .. } => {
                let (op, lhs, rhs) = (int_op(op)?, operand(lhs)?, operand(rhs)?);
                f.editor.build_before(inst, |b| b.named(name).binary(op, lhs, rhs))
            }
            _ => return None,
        };
        new.ok()
    }
}
