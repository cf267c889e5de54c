//! The differences of two modules, function by function, as found by LLVM's `llvm-diff`.
//!
//! Functions with the same name are compared by content: names of values, metadata and attributes do not count. Blocks are paired
//! along the control flow from the entry; for paired blocks that differ, the longest common subsequence of instructions is
//! computed. The modules must share a [`Context`](lindworm_ir::Context).

use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::hash::{HashMap, HashSet};

use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Value};

/// The place of a difference, in the left and the right module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In functions with the same name.
    Functions(Global, Global),
    /// In paired blocks.
    Blocks(Block, Block),
    /// In paired instructions.
    Insts(Inst, Inst),
}

/// One of the two modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Side {
    Left,
    Right,
}

/// A line in the comparison of two blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Both blocks have the instruction.
    Both(Inst, Inst),
    /// Only the left block has the instruction.
    Left(Inst),
    /// Only the right block has the instruction.
    Right(Inst),
}

/// The kind of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A function that only one of the modules has.
    OnlyIn(Side, Global),
    /// The numbers of unnamed functions of both modules, which are not compared.
    Anonymous(usize, usize),
    /// A message with LLVM's wording, in which each `%` stands for the next value.
    Says(&'static str, Vec<(Side, Value)>),
    /// The instructions of two blocks, from the first to the last difference.
    Lines(Vec<Line>),
}

/// A difference and its place, from the outside in. Differences found in the same visit of a place have the same visit number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The places, with visit numbers.
    pub places: Vec<(u32, Place)>,
    /// The kind of difference.
    pub what: What,
}

/// The differences of two modules. Variables are not compared, except for the initializers of local variables that functions use.
///
/// ```
/// use lindworm_inspect::diff::{What, diff};
/// use lindworm_ir::{Context, Module, Type};
///
/// let cx = Context::new();
/// let (mut left, right) = (Module::new(&cx, "left"), Module::new(&cx, "right"));
/// left.add_function(b"f", cx.function_type(Type::VOID, &[], false));
/// assert!(matches!(diff(&left, &right)[..], [ref only] if matches!(only.what, What::OnlyIn(..))));
/// ```
pub fn diff(left: &Module, right: &Module) -> Vec<Difference> {
    let mut differ = Differ { modules: (left, right), places: Vec::new(), visits: 0, found: Vec::new() };
    let mut pairs = Vec::new();
    let mut anonymous = [0; 2];
    let function_named =
        |module: &Module, name: &[u8]| module.global_named(name).filter(|&g| module.function(g).is_some());
    for &l in left.functions() {
        let name = left[l].name();
        match function_named(right, name) {
            _ if name.is_empty() => anonymous[0] += 1,
            Some(r) => pairs.push((l, r)),
            None => differ.report(What::OnlyIn(Side::Left, l)),
        }
    }
    for &r in right.functions() {
        let name = right[r].name();
        match function_named(left, name) {
            _ if name.is_empty() => anonymous[1] += 1,
            Some(_) => {}
            None => differ.report(What::OnlyIn(Side::Right, r)),
        }
    }
    if anonymous != [0, 0] {
        differ.report(What::Anonymous(anonymous[0], anonymous[1]));
    }
    for (l, r) in pairs {
        differ.functions(l, r);
    }
    differ.found
}

/// The differences of two functions.
pub fn diff_functions(left: &Module, right: &Module, l: Global, r: Global) -> Vec<Difference> {
    let mut differ = Differ { modules: (left, right), places: Vec::new(), visits: 0, found: Vec::new() };
    differ.functions(l, r);
    differ.found
}

/// The differences found so far, and the current place.
struct Differ<'m> {
    modules: (&'m Module, &'m Module),
    places: Vec<(u32, Place)>,
    visits: u32,
    found: Vec<Difference>,
}

impl Differ<'_> {
    fn report(&mut self, what: What) {
        self.found.push(Difference { places: self.places.clone(), what });
    }

    fn enter(&mut self, place: Place) {
        self.visits += 1;
        self.places.push((self.visits, place));
    }

    fn leave(&mut self) {
        self.places.pop();
    }

    fn functions(&mut self, l: Global, r: Global) {
        self.enter(Place::Functions(l, r));
        match (self.modules.0.body(l), self.modules.1.body(r)) {
            (None, None) => {}
            (None, _) => {
                self.report(What::Says("left function is declaration, right function is definition", Vec::new()))
            }
            (_, None) => {
                self.report(What::Says("right function is declaration, left function is definition", Vec::new()))
            }
            (Some(left), Some(right)) => Functions::new(self, left, right).compare(),
        }
        self.leave();
    }
}

/// Two blocks that differ, unless values assumed to be equal are equal.
struct Candidate {
    blocks: (Block, Block),
    assumed: HashMap<Value, Value>,
    differs: bool,
}

/// A comparison of two bodies.
struct Functions<'d, 'm> {
    differ: &'d mut Differ<'m>,
    bodies: (&'d Body, &'d Body),
    /// The counterparts in the right body of values of the left body.
    values: HashMap<Value, Value>,
    blocks: HashMap<Block, Block>,
    /// Pairs of values that are equal if the compared instructions are.
    tentative: HashSet<(Inst, Inst)>,
    queue: Queue,
    /// In order of discovery.
    candidates: Vec<Candidate>,
    candidate_of: HashMap<Block, usize>,
}

/// The pairs of blocks to compare; the pair with the fewest unpaired predecessors on the left comes first. Ties are broken as by
/// LLVM's heap, because that is the order of reports.
#[derive(Default)]
struct Queue {
    heap: Vec<(Block, Block)>,
    /// For each left block, the number of its unpaired predecessors.
    left: HashMap<Block, usize>,
}

impl Queue {
    fn precedes(&self, a: usize, b: usize) -> bool {
        let count = |i: usize| self.left.get(&self.heap[i].0).copied().unwrap_or(0);
        count(a) < count(b)
    }

    fn insert(&mut self, pair: (Block, Block)) {
        self.heap.push(pair);
        let mut place = self.heap.len() - 1;
        while place > 0 {
            let target = (place - 1) / 2;
            if !self.precedes(place, target) {
                return;
            }
            self.heap.swap(place, target);
            place = target;
        }
    }

    fn pop(&mut self) -> Option<(Block, Block)> {
        if self.heap.is_empty() {
            return None;
        }
        let first = self.heap.swap_remove(0);
        let mut place = 0;
        while 2 * place + 1 < self.heap.len() {
            let (left, right) = (2 * place + 1, 2 * place + 2);
            let child = if right >= self.heap.len() || self.precedes(left, right) { left } else { right };
            if !self.precedes(child, place) {
                break;
            }
            self.heap.swap(child, place);
            place = child;
        }
        Some(first)
    }
}

/// Options for comparing the instructions of two blocks.
#[derive(Clone, Copy)]
struct How {
    /// Differences are reported.
    complains: bool,
    /// Blocks that the instructions refer to are paired.
    pairs: bool,
    /// Unknown values are assumed to be equal, and checked at the end.
    assumes: bool,
}

const QUIETLY: How = How { complains: false, pairs: false, assumes: true };

impl<'d, 'm> Functions<'d, 'm> {
    fn new(differ: &'d mut Differ<'m>, left: &'m Body, right: &'m Body) -> Functions<'d, 'm>
    where
        'm: 'd,
    {
        let mut queue = Queue::default();
        for block in left.blocks() {
            for_each_successor(left, block, |to| *queue.left.entry(to).or_default() += 1);
        }
        Functions {
            differ,
            bodies: (left, right),
            values: HashMap::default(),
            blocks: HashMap::default(),
            tentative: HashSet::default(),
            queue,
            candidates: Vec::new(),
            candidate_of: HashMap::default(),
        }
    }

    fn compare(&mut self) {
        let (left, right) = self.bodies;
        if left.args().len() != right.args().len() {
            self.differ.report(What::Says("different argument counts", Vec::new()));
        }
        for n in 0..left.args().len().min(right.args().len()) as u32 {
            self.values.insert(Value::arg(n), Value::arg(n));
        }
        if let (Some(l), Some(r)) = (left.entry(), right.entry()) {
            self.pair(l, r);
        }
        while let Some((l, r)) = self.queue.pop() {
            self.compare_blocks(l, r);
        }
        for index in 0..self.candidates.len() {
            let Candidate { blocks: (l, r), assumed, differs } = &self.candidates[index];
            if *differs || assumed.iter().any(|(l, r)| self.values.get(l) != Some(r)) {
                let (l, r) = (*l, *r);
                self.differ.enter(Place::Blocks(l, r));
                self.compare_lines(l, r);
                self.differ.leave();
            }
        }
    }

    fn complain(&mut self, how: How, text: &'static str, values: &[(Side, Value)]) -> bool {
        if how.complains {
            self.differ.report(What::Says(text, values.to_vec()));
        }
        true
    }

    fn pair(&mut self, l: Block, r: Block) {
        match self.blocks.get(&l) {
            Some(&known) if known == r => {}
            Some(&known) => {
                let values = vec![(Side::Left, l.into()), (Side::Right, r.into()), (Side::Right, known.into())];
                let text = "successor % cannot be equivalent to %; it's already equivalent to %";
                self.differ.report(What::Says(text, values));
            }
            None => {
                self.blocks.insert(l, r);
                let left = &mut self.queue.left;
                for_each_successor(self.bodies.0, l, |to| *left.entry(to).or_default() -= 1);
                self.queue.insert((l, r));
            }
        }
    }

    fn candidate(&mut self, l: Block, r: Block) -> &mut Candidate {
        let candidates = &mut self.candidates;
        let index = *self.candidate_of.entry(l).or_insert_with(|| {
            candidates.push(Candidate { blocks: (l, r), assumed: HashMap::default(), differs: false });
            candidates.len() - 1
        });
        &mut candidates[index]
    }

    fn compare_blocks(&mut self, l: Block, r: Block) {
        self.differ.enter(Place::Blocks(l, r));
        let (left, right): (Vec<Inst>, Vec<Inst>) =
            (self.bodies.0.insts(l).collect(), self.bodies.1.insts(r).collect());
        let mut all_match = left.len() <= right.len();
        for (&l, &r) in left.iter().zip(&right) {
            all_match = all_match && !self.insts_differ(l, r, QUIETLY);
            if !all_match {
                break;
            }
            self.tentative.insert((l, r));
        }
        self.tentative.clear();
        if all_match {
            left.into_iter().zip(right).for_each(|(l, r)| self.unify(l, r));
        } else {
            self.candidate(l, r).differs = true;
        }
        self.differ.leave();
    }

    /// Pairs two instructions that are equal.
    fn unify(&mut self, l: Inst, r: Inst) {
        self.differ.enter(Place::Insts(l, r));
        self.insts_differ(l, r, How { complains: true, pairs: true, assumes: true });
        self.values.insert(l.into(), r.into());
        self.differ.leave();
    }

    /// Computes the shortest edit path from the instructions of one block to those of another.
    fn compare_lines(&mut self, l: Block, r: Block) {
        let (left, right): (Vec<Inst>, Vec<Inst>) =
            (self.bodies.0.insts(l).collect(), self.bodies.1.insts(r).collect());
        let mut path = self.path(&left, &right);
        self.tentative.clear();
        while let Some(Line::Both(..)) = path.last() {
            path.pop();
        }
        let leading = path.iter().take_while(|line| matches!(line, Line::Both(..))).count();
        let (mut from_left, mut from_right) = (0, 0);
        for line in &path {
            if let Line::Both(l, r) = *line {
                self.unify(l, r);
            }
            from_left += usize::from(!matches!(line, Line::Right(_)));
            from_right += usize::from(!matches!(line, Line::Left(_)));
        }
        // LLVM reports the lines after the differences of the instructions that follow them.
        let lines = path.split_off(leading);
        for (&l, &r) in left[from_left..].iter().zip(&right[from_right..]) {
            self.unify(l, r);
        }
        self.unify_call_and_invoke(l, r);
        self.differ.report(What::Lines(lines));
    }

    fn path(&mut self, left: &[Inst], right: &[Inst]) -> Vec<Line> {
        /// Above this number of comparisons, blocks are compared instruction by instruction.
        const MOST_CELLS: usize = 1 << 26;
        const STEP: u32 = 2;
        let width = left.len() + 1;
        if left.len().saturating_mul(right.len()) > MOST_CELLS {
            let common = left.iter().zip(right).take_while(|&(&l, &r)| {
                let is_equal = !self.insts_differ(l, r, How { assumes: false, ..QUIETLY });
                is_equal && {
                    self.tentative.insert((l, r));
                    true
                }
            });
            let common = common.count();
            let both = left.iter().zip(right).take(common).map(|(&l, &r)| Line::Both(l, r));
            let only_left = left[common..].iter().map(|&l| Line::Left(l));
            return both.chain(only_left).chain(right[common..].iter().map(|&r| Line::Right(r))).collect();
        }
        // For each row and column, the last step of the best path.
        let mut ends = vec![Side::Left as u8; width * (right.len() + 1)];
        const BOTH: u8 = 2;
        let mut costs: Vec<u32> = (0..width as u32).map(|i| i * STEP).collect();
        for (row, &r) in right.iter().enumerate() {
            let mut next = Vec::with_capacity(width);
            next.push(costs[0] + STEP);
            ends[(row + 1) * width] = Side::Right as u8;
            for (column, &l) in left.iter().enumerate() {
                let (cost, end) = if !self.insts_differ(l, r, How { assumes: false, ..QUIETLY }) {
                    self.tentative.insert((l, r));
                    (costs[column], BOTH)
                } else if next[column] <= costs[column + 1] {
                    (next[column] + STEP, Side::Left as u8)
                } else {
                    (costs[column + 1] + STEP, Side::Right as u8)
                };
                next.push(cost);
                ends[(row + 1) * width + column + 1] = end;
            }
            costs = next;
        }
        let mut path = Vec::new();
        let (mut row, mut column) = (right.len(), left.len());
        while row + column > 0 {
            let end = ends[row * width + column];
            if end == BOTH {
                path.push(Line::Both(left[column - 1], right[row - 1]));
            } else if end == Side::Left as u8 {
                path.push(Line::Left(left[column - 1]));
            } else {
                path.push(Line::Right(right[row - 1]));
            }
            row -= usize::from(end != Side::Left as u8);
            column -= usize::from(end != Side::Right as u8);
        }
        path.reverse();
        path
    }

    /// Pairs a call before an unconditional branch with an `invoke` of the same function.
    fn unify_call_and_invoke(&mut self, l: Block, r: Block) {
        let call_before = |body: &Body, block: Block| {
            let branch = body.terminator(block)?;
            let InstData::Br { dest } = *body.inst(branch) else { return None };
            let call = body.prev_inst(branch)?;
            match body.inst(call) {
                InstData::Call { call: info, .. } => Some((call, info.callee, dest)),
                _ => None,
            }
        };
        let invoke = |body: &Body, block: Block| {
            let last = body.terminator(block)?;
            match body.inst(last) {
                InstData::Invoke { call, normal, .. } => Some((last, call.callee, *normal)),
                _ => None,
            }
        };
        let (left, right) = self.bodies;
        let pair = match (call_before(left, l), invoke(right, r)) {
            (Some(l), Some(r)) => Some((l, r)),
            _ => invoke(left, l).zip(call_before(right, r)),
        };
        let Some(((l, l_callee, l_dest), (r, r_callee, r_dest))) = pair else { return };
        if self.operands_equal(l_callee, r_callee, None) {
            self.values.insert(l.into(), r.into());
            self.pair(l_dest, r_dest);
        }
    }

    /// Whether two instructions differ.
    fn insts_differ(&mut self, l: Inst, r: Inst, how: How) -> bool {
        use InstData::*;
        let (left, right) = self.bodies;
        let (l_data, r_data) = (left.inst(l), right.inst(r));
        if l_data.opcode_name() != r_data.opcode_name() {
            return self.complain(how, "different instruction types", &[]);
        }
        let assume = left.inst_block(l).zip(right.inst_block(r)).filter(|_| how.assumes);
        match (l_data, r_data) {
            (ICmp { predicate: a, .. }, ICmp { predicate: b, .. }) if a != b => {
                return self.complain(how, "different predicates", &[]);
            }
            (FCmp { predicate: a, .. }, FCmp { predicate: b, .. }) if a != b => {
                return self.complain(how, "different predicates", &[]);
            }
            (Call { .. }, Call { .. }) => return self.calls_differ(l, r, how),
            (Invoke { normal: n1, unwind: u1, .. }, Invoke { normal: n2, unwind: u2, .. }) => {
                if self.calls_differ(l, r, how) {
                    return true;
                }
                if how.pairs {
                    self.pair(*n1, *n2);
                    self.pair(*u1, *u2);
                }
                return false;
            }
            (CallBr { default: d1, indirect: i1, .. }, CallBr { default: d2, indirect: i2, .. }) => {
                let (i1, i2) = (left.list_values(i1), right.list_values(i2));
                if i1.len() != i2.len() {
                    return self.complain(how, "callbr # of indirect destinations differ", &[]);
                }
                for (a, b) in i1.iter().zip(i2) {
                    a.as_block().zip(b.as_block()).into_iter().for_each(|(a, b)| self.pair(a, b));
                }
                if self.calls_differ(l, r, how) {
                    return true;
                }
                if how.pairs {
                    self.pair(*d1, *d2);
                }
                return false;
            }
            (Phi { incoming: a, .. }, Phi { incoming: b, .. }) => {
                if left.inst_type(l) != right.inst_type(r) {
                    return self.complain(how, "different phi types", &[]);
                }
                let (a, b) = (left.list_values(a), right.list_values(b));
                if a.len() != b.len() {
                    return self.complain(how, "PHI node # of incoming values differ", &[]);
                }
                for (a, b) in a.chunks_exact(2).zip(b.chunks_exact(2)) {
                    if how.pairs
                        && let (Some(a), Some(b)) = (a[1].as_block(), b[1].as_block())
                    {
                        self.pair(a, b);
                    }
                    if !self.operands_equal(a[0], b[0], assume) {
                        return self.complain(how, "PHI node incoming values differ", &[]);
                    }
                }
                return false;
            }
            (Br { dest: a }, Br { dest: b }) => {
                if how.pairs {
                    self.pair(*a, *b);
                }
                return false;
            }
            (
                CondBr { condition: a, if_true: t1, if_false: f1 },
                CondBr { condition: b, if_true: t2, if_false: f2 },
            ) => {
                if !self.operands_equal(*a, *b, assume) {
                    return self.complain(how, "branch conditions differ", &[]);
                }
                if how.pairs {
                    self.pair(*f1, *f2);
                    self.pair(*t1, *t2);
                }
                return false;
            }
            (Br { .. } | CondBr { .. }, _) => return self.complain(how, "branch conditionality differs", &[]),
            (IndirectBr { address: a, dests: d1 }, IndirectBr { address: b, dests: d2 }) => {
                let (d1, d2) = (left.list_values(d1), right.list_values(d2));
                if d1.len() != d2.len() {
                    return self.complain(how, "indirectbr # of destinations differ", &[]);
                }
                if !self.operands_equal(*a, *b, assume) {
                    return self.complain(how, "indirectbr addresses differ", &[]);
                }
                for (a, b) in d1.iter().zip(d2).filter(|_| how.pairs) {
                    a.as_block().zip(b.as_block()).into_iter().for_each(|(a, b)| self.pair(a, b));
                }
                return false;
            }
            (Switch { condition: a, default: d1, cases: c1 }, Switch { condition: b, default: d2, cases: c2 }) => {
                if !self.operands_equal(*a, *b, assume) {
                    return self.complain(how, "switch conditions differ", &[]);
                }
                if how.pairs {
                    self.pair(*d1, *d2);
                }
                return self.cases_differ(left.list_values(c1), right.list_values(c2), how);
            }
            _ => {}
        }
        let count = left.operand_count(l);
        if count != right.operand_count(r) {
            return self.complain(how, "instructions have different operand counts", &[]);
        }
        for place in 0..count {
            let (Some(a), Some(b)) = (left.operand(l, place), right.operand(r, place)) else { continue };
            if !self.operands_equal(a, b, assume) {
                return self.complain(how, "operands % and % differ", &[(Side::Left, a), (Side::Right, b)]);
            }
        }
        false
    }

    fn cases_differ(&mut self, left: &[Value], right: &[Value], how: How) -> bool {
        let modules = self.differ.modules;
        let number = |module: &'m Module, v: Value| module.constants().as_int(module.context(), v);
        let mut cases: HashMap<_, (Value, Option<Block>)> = HashMap::default();
        for case in left.chunks_exact(2) {
            cases.insert(number(modules.0, case[0]), (case[0], case[1].as_block()));
        }
        let mut differs = false;
        for case in right.chunks_exact(2) {
            match cases.remove(&number(modules.1, case[0])) {
                Some((_, block)) => {
                    if how.pairs
                        && let Some((a, b)) = block.zip(case[1].as_block())
                    {
                        self.pair(a, b);
                    }
                }
                None => differs = self.complain(how, "right switch has extra case %", &[(Side::Right, case[0])]),
            }
        }
        if !differs {
            for case in left.chunks_exact(2).filter(|case| cases.contains_key(&number(modules.0, case[0]))) {
                differs = self.complain(how, "left switch has extra case %", &[(Side::Left, case[0])]);
            }
        }
        differs
    }

    fn calls_differ(&mut self, l: Inst, r: Inst, how: How) -> bool {
        let (left, right) = self.bodies;
        let assume = left.inst_block(l).zip(right.inst_block(r));
        let (Some(a), Some(b)) = (left.inst(l).call_info(), right.inst(r).call_info()) else { return true };
        if !self.operands_equal(a.callee, b.callee, assume) {
            return self.complain(how, "called functions differ", &[]);
        }
        let (a, b) = (left.call_args(a), right.call_args(b));
        if a.len() != b.len() {
            return self.complain(how, "argument counts differ", &[]);
        }
        for (&a, &b) in a.iter().zip(b) {
            if !self.operands_equal(a, b, assume) {
                return self.complain(how, "arguments % and % differ", &[(Side::Left, a), (Side::Right, b)]);
            }
        }
        false
    }

    /// Whether two operands are equal. If a pair of blocks is given, unknown values are assumed to be equal for it.
    fn operands_equal(&mut self, l: Value, r: Value, assume: Option<(Block, Block)>) -> bool {
        match (l.kind(), r.kind()) {
            (ValueKind::Inst(a), ValueKind::Inst(b)) => {
                let (left, right) = self.bodies;
                if left.inst(a).opcode_name() != right.inst(b).opcode_name() {
                    return false;
                }
                if let Some(&known) = self.values.get(&l) {
                    return known == r;
                }
                if self.tentative.contains(&(a, b)) {
                    return true;
                }
                let Some((l_block, r_block)) = assume else { return false };
                self.candidate(l_block, r_block).assumed.insert(l, r);
                true
            }
            (ValueKind::Arg(_), ValueKind::Arg(_)) => self.values.get(&l) == Some(&r),
            // When LLVM compares blocks as operands, it treats blocks as equal unless they are paired.
            (ValueKind::Block(a), ValueKind::Block(b)) => self.blocks.get(&a) != Some(&b),
            (ValueKind::Constant(_) | ValueKind::Global(_), ValueKind::Constant(_) | ValueKind::Global(_)) => {
                self.constants_equal(l, r)
            }
            (ValueKind::Metadata(_), ValueKind::Metadata(_)) => true,
            (ValueKind::InlineAsm(_), ValueKind::InlineAsm(_)) => true,
            _ => false,
        }
    }

    /// Whether two constants are equal. Each pair is visited once, with an explicit stack.
    fn constants_equal(&self, l: Value, r: Value) -> bool {
        let (left, right) = self.differ.modules;
        let mut seen = HashSet::default();
        let mut variables: HashMap<Global, Global> = HashMap::default();
        let mut stack = vec![(l, r)];
        while let Some((l, r)) = stack.pop() {
            if !seen.insert((l, r)) {
                continue;
            }
            if let (Some(a), Some(b)) = (l.as_global(), r.as_global()) {
                let (a_data, b_data) = (&left[a], &right[b]);
                let initializer = |module: &Module, g: Global| {
                    module[g].as_variable().filter(|_| module[g].linkage.is_local())?.initializer
                };
                if std::mem::discriminant(&a_data.kind) != std::mem::discriminant(&b_data.kind) {
                    return false;
                }
                match (initializer(left, a), initializer(right, b)) {
                    (Some(x), Some(y)) => {
                        if *variables.entry(a).or_insert(b) != b {
                            return false;
                        }
                        stack.push((x, y));
                    }
                    _ if a_data.name() != b_data.name() => return false,
                    _ => {}
                }
                continue;
            }
            let (Some(a), Some(b)) = (left.constants().node(l), right.constants().node(r)) else { return false };
            let operands = [&a.data, &b.data].map(|data| {
                let mut operands = Vec::new();
                data.for_each_operand(|v| operands.push(v));
                operands
            });
            use ConstantData::*;
            let is_same_kind = match (&a.data, &b.data) {
                (Null, Null) | (Undef, Undef) | (Poison, Poison) | (Zero, Zero) => true,
                (Aggregate(_), Aggregate(_)) | (Splat(_), Splat(_)) => {
                    let (a, b) = (left.context().kind(a.ty), right.context().kind(b.ty));
                    std::mem::discriminant(a) == std::mem::discriminant(b)
                }
                (Expr(a), Expr(b)) => match (&**a, &**b) {
                    (ConstantExpr::Cast { op: a, .. }, ConstantExpr::Cast { op: b, .. }) => a == b,
                    (ConstantExpr::Binary { op: a, .. }, ConstantExpr::Binary { op: b, .. }) => a == b,
                    (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
                },
                (BlockAddress(a), BlockAddress(b)) => {
                    let (a, b) = (left.block_addresses().get(*a as usize), right.block_addresses().get(*b as usize));
                    a.zip(b).is_some_and(|(a, b)| self.blocks.get(&a.1) == Some(&b.1))
                }
                (DsoLocalEquivalent(_), DsoLocalEquivalent(_)) | (NoCfi(_), NoCfi(_)) | (PtrAuth(_), PtrAuth(_)) => {
                    true
                }
                (x, y) => a.ty == b.ty && x == y && operands[0].is_empty(),
            };
            if !is_same_kind || operands[0].len() != operands[1].len() {
                return false;
            }
            let [a, b] = operands;
            stack.extend(a.into_iter().zip(b));
        }
        true
    }
}

fn for_each_successor(body: &Body, block: Block, f: impl FnMut(Block)) {
    if let Some(terminator) = body.terminator(block) {
        body.inst(terminator).for_each_successor(body.values(), f);
    }
}
