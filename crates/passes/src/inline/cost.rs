//! The cost of inlining a call: an estimate of the instructions that the caller gains, in LLVM's units.

use lindworm_analysis::BlockFrequencies;
use lindworm_ir::attributes::{AttrKind, ModRef};
use lindworm_ir::eval::{CastOp, IntPredicate};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{AtomicOrdering, CallInfo};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::Linkage;
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Type, Value};

use super::attributes::{are_compatible, is_viable};
use crate::call_site::param_sets;
use crate::effects::{call_has, call_memory};
use crate::function_attrs::{has, text_attribute};

/// The cost of an instruction.
const INSTRUCTION: i64 = 5;
/// The bonus for the last call of a local function, whose body goes away.
const LAST_CALL: i64 = 15000;
/// The penalty for a callee with `coldcc`.
const COLD_CONVENTION: i64 = 2000;
/// The penalty for a loop, if the caller has `minsize`.
const LOOP: i64 = 25;
/// The limit for allocas that become static, in bytes.
const NEW_STATIC_STACK: u64 = 65536;

/// Thresholds of the cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineOptions {
    /// For any call.
    pub threshold: i64,
    /// For a callee with `inlinehint`.
    pub hint: i64,
    /// For a call that rarely runs.
    pub cold: i64,
    /// For a caller with `optsize`, and with `minsize`.
    pub size: [i64; 2],
    /// What a call in the callee costs.
    pub call_penalty: i64,
    /// The size of the static variables from which a callee is not inlined into a recursive caller.
    pub recursive_stack: u64,
    /// Whether the alignment of pointer parameters is declared where they are inlined.
    pub keeps_alignments: bool,
    /// Whether alias scopes keep what is known of `noalias` parameters.
    pub keeps_scopes: bool,
}

impl InlineOptions {
    /// Sets the threshold for all calls, at all levels and sizes of optimization.
    pub fn set_threshold(&mut self, threshold: i64) {
        (self.threshold, self.size) = (threshold, [threshold; 2]);
    }
}

impl Default for InlineOptions {
    fn default() -> InlineOptions {
        InlineOptions {
            threshold: 225,
            hint: 325,
            cold: 45,
            size: [50, 5],
            call_penalty: 25,
            recursive_stack: 10240,
            keeps_alignments: false,
            keeps_scopes: true,
        }
    }
}

/// The question whether to inline a call.
pub(super) struct Question<'a> {
    pub module: &'a Module,
    /// The body of the caller.
    pub body: &'a Body,
    pub call: Inst,
    pub caller: Global,
    pub callee: Global,
    pub source: &'a Body,
    /// Whether the callee is local and this is the only reference to it.
    pub is_only_call: bool,
    /// Whether a block of the callee has its address taken.
    pub has_block_addresses: bool,
    /// The frequency of the call, and that of the caller's entry.
    pub frequency: Option<(u64, u64)>,
    /// Whether the caller calls itself.
    pub is_caller_recursive: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    Inline,
    Never,
}

impl Question<'_> {
    fn info(&self) -> Option<&CallInfo> {
        self.body.inst(self.call).call_info()
    }
}

/// The frequency of the block of each call, and of the entry.
pub(super) fn frequency(frequencies: &BlockFrequencies, block: Block) -> (u64, u64) {
    (frequencies.of(block), frequencies.entry())
}

/// Whether a call, or the function that it calls, is `alwaysinline`.
pub(super) fn is_always_inline(module: &Module, call: &CallInfo, callee: Global) -> bool {
    let cx = module.context();
    cx.has_attribute(cx.attribute_list(call.attributes).function, AttrKind::ALWAYS_INLINE)
        || has(module, callee, AttrKind::ALWAYS_INLINE)
}

/// The decision that follows from attributes alone, whatever the cost.
pub(super) fn mandatory(q: &Question<'_>) -> Option<Decision> {
    let (module, cx) = (q.module, q.module.context());
    let Some(info) = q.info() else { return Some(Decision::Never) };
    let of_call = |kind| cx.has_attribute(cx.attribute_list(info.attributes).function, kind);
    if q.has_block_addresses {
        return Some(Decision::Never);
    }
    if is_always_inline(module, info, q.callee) {
        let is_wanted = !of_call(AttrKind::NO_INLINE) && is_viable(module, q.callee, q.source);
        return Some(if is_wanted { Decision::Inline } else { Decision::Never });
    }
    let is_interposable = module.global(q.callee).is_none_or(|g| {
        g.linkage.is_interposable()
            || g.linkage == Linkage::External
                && !g.dso_local
                && module.integer_flag(b"SemanticInterposition") == Some(1)
    });
    let null = AttrKind::NULL_POINTER_IS_VALID;
    let is_refused = is_interposable
        || of_call(AttrKind::NO_INLINE)
        || has(module, q.callee, AttrKind::NO_INLINE)
        || has(module, q.caller, AttrKind::OPT_NONE)
        || !are_compatible(module, q.caller, q.callee)
        || !has(module, q.caller, null) && has(module, q.callee, null)
        || text_attribute(module, q.callee, b"loader-replaceable").is_some();
    is_refused.then_some(Decision::Never)
}

/// Whether the cost of inlining is below the threshold.
pub(super) fn is_cheap(q: &Question<'_>, options: &InlineOptions) -> bool {
    let Some(info) = q.info().copied() else { return false };
    let mut analysis = Analysis::new(q, options, &info);
    analysis.run(&info).is_some_and(|is_cheap| is_cheap)
}

/// The walk over the callee as it would be at this call.
struct Analysis<'a> {
    q: &'a Question<'a>,
    options: &'a InlineOptions,
    cost: i64,
    threshold: i64,
    single_block_bonus: i64,
    vector_bonus: i64,
    is_single_block: bool,
    /// The values that are constants at this call.
    constants: HashMap<Value, Value>,
    /// The argument that is the address of an alloca of the caller, for each address derived from it; the costs that SROA of that
    /// alloca saves.
    allocas: HashMap<Value, u32>,
    savings: HashMap<u32, i64>,
    loaded: HashSet<Value>,
    load_savings: i64,
    may_reuse_loads: bool,
    instructions: i64,
    vectors: i64,
    has_return: bool,
    stack: u64,
    /// The size of the callee's static variables from which it is not inlined.
    max_stack: u64,
    duplicates: bool,
}

impl<'a> Analysis<'a> {
    fn new(q: &'a Question<'a>, options: &'a InlineOptions, info: &CallInfo) -> Analysis<'a> {
        let (module, body) = (q.module, q.body);
        let mut new = Analysis {
            q,
            options,
            cost: 0,
            threshold: options.threshold,
            single_block_bonus: 0,
            vector_bonus: 0,
            is_single_block: true,
            constants: HashMap::default(),
            allocas: HashMap::default(),
            savings: HashMap::default(),
            loaded: HashSet::default(),
            load_savings: 0,
            may_reuse_loads: true,
            instructions: 0,
            vectors: 0,
            has_return: false,
            stack: 0,
            max_stack: text_attribute(module, q.caller, b"inline-max-stacksize")
                .and_then(|text| std::str::from_utf8(text).ok()?.parse().ok())
                .unwrap_or(u64::MAX),
            duplicates: false,
        };
        let is_unreachable = |block: Option<Block>| {
            let end = block.and_then(|block| body.terminator(block));
            end.is_some_and(|inst| matches!(body.inst(inst), InstData::Unreachable))
        };
        let before_end = match *body.inst(q.call) {
            InstData::Invoke { normal, .. } => is_unreachable(Some(normal)),
            _ => is_unreachable(body.inst_block(q.call)),
        };
        let mut bonuses = [50, 150];
        let mut last_call = LAST_CALL;
        if before_end {
            new.threshold = 0;
            bonuses = [0, 0];
        } else if has(module, q.caller, AttrKind::MIN_SIZE) {
            new.threshold = new.threshold.min(options.size[1]);
            bonuses = [0, 0];
        } else {
            if has(module, q.caller, AttrKind::OPT_SIZE) {
                new.threshold = new.threshold.min(options.size[0]);
            }
            if has(module, q.callee, AttrKind::INLINE_HINT) {
                new.threshold = new.threshold.max(options.hint);
            }
            let is_cold = q.frequency.is_some_and(|(call, entry)| u128::from(call) * 100 < u128::from(entry) * 2);
            if is_cold || call_has(module, info, AttrKind::COLD) {
                new.threshold = new.threshold.min(options.cold);
                bonuses = [0, 0];
                last_call = 0;
            }
        }
        [new.single_block_bonus, new.vector_bonus] = bonuses.map(|percent| new.threshold * percent / 100);
        if q.is_only_call {
            new.cost -= last_call;
        }
        new.threshold += new.single_block_bonus + new.vector_bonus;
        new.cost -= new.call_cost(info);
        let convention = module.function(q.callee).map(|f| f.convention);
        if convention == lindworm_ir::calling_convention::CallingConvention::from_name(b"coldcc") {
            new.cost += COLD_CONVENTION;
        }
        for (n, &arg) in (0..).zip(body.call_args(info)) {
            if arg.as_constant().is_some() || arg.as_global().is_some() {
                new.constants.insert(Value::arg(n), arg);
            }
            let base = arg.as_inst().filter(|&inst| matches!(body.inst(inst), InstData::Alloca { .. }));
            if base.is_some() {
                new.allocas.insert(Value::arg(n), n);
                new.savings.insert(n, 0);
            }
        }
        new
    }

    /// The cost of the call itself.
    fn call_cost(&self, info: &CallInfo) -> i64 {
        let (module, cx) = (self.q.module, self.q.module.context());
        let layout = module.data_layout();
        let args = (0..self.q.body.call_args(info).len()).map(|n| {
            let byval = param_sets(module, info, n).find_map(|set| cx.attribute_type(set, AttrKind::BY_VAL));
            let Some(size) = byval.and_then(|ty| layout.size_in_bits(cx, ty)) else { return INSTRUCTION };
            let stores = size.min.div_ceil(u64::from(layout.pointer(layout.alloca_addr_space).bits)).min(8);
            2 * stores as i64 * INSTRUCTION
        });
        args.sum::<i64>() + INSTRUCTION + self.options.call_penalty
    }

    fn is_too_expensive(&self) -> bool {
        self.cost >= self.threshold.max(1)
    }

    /// Whether the cost is below the threshold; `None` if the callee cannot be inlined.
    fn run(&mut self, info: &CallInfo) -> Option<bool> {
        let (module, source) = (self.q.module, self.q.source);
        if self.is_too_expensive() {
            return None;
        }
        let mut blocks = vec![source.entry()?];
        let mut seen: HashSet<Block> = blocks.iter().copied().collect();
        let mut next = 0;
        while let Some(&block) = blocks.get(next) {
            next += 1;
            for inst in source.insts(block) {
                self.visit(inst)?;
                if self.is_too_expensive()
                    || self.q.is_caller_recursive && self.stack > self.options.recursive_stack
                    || self.stack > self.max_stack
                {
                    return None;
                }
            }
            let terminator = source.terminator(block)?;
            let mut successors = Vec::new();
            match self.known_successor(terminator) {
                Some(known) => successors.push(known),
                None => {
                    source.inst(terminator).for_each_successor(source.values(), |to| successors.push(to));
                    if successors.len() > 1 && self.is_single_block {
                        self.threshold -= self.single_block_bonus;
                        self.is_single_block = false;
                    }
                }
            }
            blocks.extend(successors.into_iter().filter(|&to| seen.insert(to)));
        }
        if self.duplicates && !self.q.is_only_call {
            return None;
        }
        if has(module, self.q.caller, AttrKind::MIN_SIZE) {
            let cfg = lindworm_analysis::Cfg::new(source);
            let loops = lindworm_analysis::Loops::new(&cfg, &lindworm_analysis::DominatorTree::new(&cfg));
            let count =
                loops.iter().filter(|&one| loops.parent(one).is_none() && seen.contains(&loops.header(one))).count();
            self.cost += LOOP * count as i64;
        }
        if self.vectors <= self.instructions / 10 {
            self.threshold -= self.vector_bonus;
        } else if self.vectors <= self.instructions / 2 {
            self.threshold -= self.vector_bonus / 2;
        }
        let cx = module.context();
        let of_call = cx.attribute_list(info.attributes).function;
        let of_callee = module.function(self.q.callee).map(|f| cx.attribute_list(f.attributes).function);
        let number = |key: &[u8]| {
            let value = cx.attribute_value(of_call, key).or_else(|| cx.attribute_value(of_callee?, key))?;
            std::str::from_utf8(value).ok()?.parse::<i64>().ok()
        };
        self.cost = number(b"function-inline-cost").unwrap_or(self.cost);
        self.cost = self.cost.saturating_mul(number(b"function-inline-cost-multiplier").unwrap_or(1));
        self.threshold = number(b"function-inline-threshold").unwrap_or(self.threshold);
        Some(!self.is_too_expensive())
    }

    fn constant(&self, value: Value) -> Option<Value> {
        match value.is_local() {
            true => self.constants.get(&value).copied(),
            false => Some(value),
        }
    }

    fn known_successor(&self, terminator: Inst) -> Option<Block> {
        let (module, source) = (self.q.module, self.q.source);
        match *source.inst(terminator) {
            InstData::CondBr { condition, if_true, if_false } => {
                let known = module.constants().as_u64(self.constant(condition)?)?;
                Some(if known == 1 { if_true } else { if_false })
            }
            InstData::Switch { condition, default, ref cases } => {
                let known = self.constant(condition)?;
                module.constants().as_int(module.context(), known)?;
                let mut cases = source.list_values(cases).chunks_exact(2);
                Some(cases.find(|case| case[0] == known).and_then(|case| case[1].as_block()).unwrap_or(default))
            }
            _ => None,
        }
    }

    /// Adds the cost of an instruction; `None` if it prevents inlining.
    fn visit(&mut self, inst: Inst) -> Option<()> {
        let (module, source) = (self.q.module, self.q.source);
        let data = source.inst(inst);
        if let Some(id) = self.intrinsic(data)
            && matches!(id, IntrinsicId::PSEUDOPROBE)
        {
            return Some(());
        }
        self.instructions += 1;
        let is_vector = module.context().is_vector(source.inst_type(inst));
        if is_vector || matches!(data, InstData::ExtractElement { .. }) {
            self.vectors += 1;
        }
        if !self.is_free(inst, data)? {
            self.cost += INSTRUCTION;
        }
        Some(())
    }

    fn intrinsic(&self, data: &InstData) -> Option<IntrinsicId> {
        self.q.module.callee(data.call_info()?.callee)?.intrinsic
    }

    /// The savings of SROA on the alloca behind an address are lost.
    fn disable_sroa(&mut self, address: Value) {
        if let Some(alloca) = self.allocas.get(&address)
            && let Some(saved) = self.savings.remove(alloca)
        {
            self.cost += saved;
            self.forget_loads();
        }
    }

    /// Whether SROA removes an access to an address.
    fn is_saved(&mut self, address: Value, is_simple: bool) -> bool {
        let Some(alloca) = self.allocas.get(&address) else { return false };
        if !is_simple {
            self.disable_sroa(address);
            return false;
        }
        match self.savings.get_mut(alloca) {
            Some(saved) => {
                *saved += INSTRUCTION;
                true
            }
            None => false,
        }
    }

    fn forget_loads(&mut self) {
        if self.may_reuse_loads {
            self.cost += self.load_savings;
            (self.load_savings, self.may_reuse_loads) = (0, false);
        }
    }

    fn derive(&mut self, inst: Inst, from: Value) {
        if let Some(&alloca) = self.allocas.get(&from).filter(|alloca| self.savings.contains_key(alloca)) {
            self.allocas.insert(inst.into(), alloca);
        }
    }

    /// Folds an instruction whose operands are constants at this call.
    fn fold(&mut self, inst: Inst, data: &InstData) -> bool {
        let (module, source) = (self.q.module, self.q.source);
        let mut values = smallvec::SmallVec::<[Value; 4]>::new();
        let mut is_constant = true;
        data.for_each_operand(source.values(), |operand| match self.constant(operand) {
            Some(value) => values.push(value),
            None => {
                is_constant = false;
                values.push(operand);
            }
        });
        let folded = match is_constant {
            true => crate::sccp::fold(module, data, &values, source.inst_type(inst)),
            false => crate::sccp::absorbed(module, data, &values),
        };
        let Some(value) = folded else { return false };
        self.constants.insert(inst.into(), value);
        true
    }

    /// Whether an instruction costs nothing; `None` if it prevents inlining.
    fn is_free(&mut self, inst: Inst, data: &InstData) -> Option<bool> {
        use InstData::*;
        let (module, source) = (self.q.module, self.q.source);
        let (cx, layout) = (module.context(), module.data_layout());
        Some(match *data {
            Ret { .. } => !std::mem::replace(&mut self.has_return, true),
            Br { .. } | Unreachable => true,
            CondBr { condition, .. } => self.constant(condition).is_some(),
            Switch { condition, ref cases, .. } => {
                if self.constant(condition).is_some() {
                    return Some(true);
                }
                self.cost += switch_cost(module, source.list_values(cases));
                false
            }
            IndirectBr { .. } | CallBr { .. } => return None,
            Phi { ref incoming, .. } => {
                let values = source.list_values(incoming);
                let mut known = values.chunks_exact(2).map(|pair| self.constant(pair[0]));
                if let Some(Some(first)) = known.next()
                    && known.all(|value| value == Some(first))
                {
                    self.constants.insert(inst.into(), first);
                }
                true
            }
            Alloca { allocated, count, .. } => {
                let is_array = module.constants().as_u64(count) != Some(1);
                let is_static = source.inst_block(inst) == source.entry() && module.constants().as_u64(count).is_some();
                let size = layout.alloc_size(cx, allocated).map_or(0, |s| s.min);
                if is_array && let Some(known) = self.constant(count).and_then(|c| module.constants().as_u64(c)) {
                    self.stack = self.stack.saturating_add(size.saturating_mul(known));
                    return (is_static || self.stack <= NEW_STATIC_STACK).then_some(false);
                }
                if !is_static {
                    return None;
                }
                self.stack = self.stack.saturating_add(size);
                false
            }
            GetElementPtr { ref operands, source: element, .. } => {
                let values = source.list_values(operands);
                let (base, indices) = values.split_first()?;
                if self.fold(inst, data) {
                    return Some(true);
                }
                let variable = indices.iter().filter(|index| self.constant(**index).is_none()).count();
                if variable == 0 {
                    self.derive(inst, *base);
                    return Some(true);
                }
                self.disable_sroa(*base);
                // An addressing mode has one index, scaled by 1, 2, 4 or 8.
                let size = layout.alloc_size(cx, element).map_or(0, |s| s.min);
                variable == 1 && indices.len() == 1 && matches!(size, 1 | 2 | 4 | 8)
            }
            Cast { op, value, .. } => {
                if self.fold(inst, data) {
                    return Some(true);
                }
                let (from, to) = (module.value_type(Some(source), value), source.inst_type(inst));
                match op {
                    CastOp::BitCast | CastOp::AddrSpaceCast | CastOp::PtrToInt | CastOp::IntToPtr => {
                        self.derive(inst, value);
                    }
                    _ => self.disable_sroa(value),
                }
                is_free_cast(module, op, from, to)
            }
            Load { pointer, ordering, volatile, .. } => {
                if self.is_saved(pointer, !volatile && ordering == AtomicOrdering::NotAtomic) {
                    return Some(true);
                }
                let is_reused = self.may_reuse_loads && !self.loaded.insert(pointer);
                if is_reused && !volatile && ordering <= AtomicOrdering::Unordered {
                    self.load_savings += INSTRUCTION;
                    return Some(true);
                }
                false
            }
            Store { pointer, value, ordering, volatile, .. } => {
                self.disable_sroa(value);
                if self.is_saved(pointer, !volatile && ordering == AtomicOrdering::NotAtomic) {
                    return Some(true);
                }
                self.forget_loads();
                false
            }
            ICmp { predicate, lhs, rhs, .. } => {
                if self.fold(inst, data) {
                    return Some(true);
                }
                let is_null =
                    !rhs.is_local() && module.constants().is_zero(rhs) && cx.is_pointer(module.value_type(None, rhs));
                if is_null
                    && matches!(predicate, IntPredicate::Eq | IntPredicate::Ne)
                    && (self.allocas.contains_key(&lhs) || self.is_non_null_argument(lhs))
                {
                    let known = u64::from(predicate == IntPredicate::Ne);
                    self.constants.insert(inst.into(), module.constants().int(cx, Type::I1, known));
                    return Some(true);
                }
                self.disable_sroa(lhs);
                self.disable_sroa(rhs);
                false
            }
            Select { condition, if_true, if_false, .. } => {
                let known = self.constant(condition).and_then(|c| module.constants().as_u64(c));
                let arms = [if_true, if_false];
                if let Some(known) = known {
                    let arm = arms[usize::from(known != 1)];
                    if let Some(value) = self.constant(arm) {
                        self.constants.insert(inst.into(), value);
                    }
                    self.derive(inst, arm);
                    return Some(true);
                }
                if let [Some(a), Some(b)] = arms.map(|arm| self.constant(arm))
                    && a == b
                {
                    self.constants.insert(inst.into(), a);
                    return Some(true);
                }
                arms.into_iter().for_each(|arm| self.disable_sroa(arm));
                false
            }
            Binary { .. } | FCmp { .. } | FNeg { .. } => {
                if self.fold(inst, data) {
                    return Some(true);
                }
                self.disable_operands(data);
                false
            }
            ExtractValue { .. } | InsertValue { .. } | LandingPad { .. } | Freeze { .. } => {
                self.disable_operands(data);
                !matches!(data, LandingPad { .. })
            }
            Call { ref call, .. } | Invoke { ref call, .. } => return self.visit_call(inst, data, call),
            _ => {
                self.disable_operands(data);
                if matches!(data, Fence { .. } | CmpXchg { .. } | AtomicRmw { .. } | VaArg { .. }) {
                    self.forget_loads();
                }
                false
            }
        })
    }

    fn disable_operands(&mut self, data: &InstData) {
        let mut operands = smallvec::SmallVec::<[Value; 4]>::new();
        data.for_each_operand(self.q.source.values(), |operand| operands.push(operand));
        operands.into_iter().for_each(|operand| self.disable_sroa(operand));
    }

    fn is_non_null_argument(&self, value: Value) -> bool {
        let lindworm_ir::value::ValueKind::Arg(n) = value.kind() else { return false };
        let Some(info) = self.q.info() else { return false };
        crate::call_site::param_has(self.q.module, info, n as usize, AttrKind::NON_NULL)
    }

    fn visit_call(&mut self, inst: Inst, data: &InstData, call: &CallInfo) -> Option<bool> {
        use IntrinsicId as I;
        let (module, source) = (self.q.module, self.q.source);
        let is_call = matches!(data, InstData::Call { .. });
        if is_call
            && call_has(module, call, AttrKind::RETURNS_TWICE)
            && !has(module, self.q.callee, AttrKind::RETURNS_TWICE)
        {
            return None;
        }
        self.duplicates |= call_has(module, call, AttrKind::NO_DUPLICATE);
        let args = source.call_args(call);
        let target = self.constant(call.callee).unwrap_or(call.callee);
        let Some(function) = target.as_global().and_then(|g| module.global(g)).and_then(|g| g.as_function()) else {
            self.cost += INSTRUCTION * args.len() as i64;
            if call_memory(module, call).any().contains(ModRef::MOD) {
                self.forget_loads();
            }
            self.disable_operands(data);
            return Some(false);
        };
        let writes = call_memory(module, call).any().contains(ModRef::MOD);
        if let Some(id) = function.intrinsic {
            let known: Option<Vec<Value>> = args.iter().map(|&arg| self.constant(arg)).collect();
            let free = match id {
                I::ICALL_BRANCH_FUNNEL | I::LOCALESCAPE | I::LOCALRECOVER => return None,
                I::VA_START | I::EXPERIMENTAL_DEOPTIMIZE => return None,
                I::LIFETIME_START | I::LIFETIME_END | I::ASSUME | I::EXPERIMENTAL_NOALIAS_SCOPE_DECL => {
                    return Some(true);
                }
                I::SIDEEFFECT | I::DONOTHING | I::INVARIANT_START | I::INVARIANT_END | I::FAKE_USE => {
                    return Some(true);
                }
                I::LAUNDER_INVARIANT_GROUP | I::STRIP_INVARIANT_GROUP => {
                    if let Some(&arg) = args.first() {
                        self.derive(inst, arg);
                    }
                    return Some(true);
                }
                I::EXPECT | I::EXPECT_WITH_PROBABILITY | I::SSA_COPY => {
                    if let Some(value) = args.first().and_then(|&arg| self.constant(arg)) {
                        self.constants.insert(inst.into(), value);
                    }
                    true
                }
                I::IS_CONSTANT => {
                    let is_known = u64::from(known.is_some());
                    let value = module.constants().int(module.context(), Type::I1, is_known);
                    self.constants.insert(inst.into(), value);
                    return Some(true);
                }
                I::OBJECTSIZE | I::ANNOTATION | I::PTR_ANNOTATION | I::VAR_ANNOTATION => true,
                I::MEMCPY | I::MEMMOVE | I::MEMSET => {
                    self.forget_loads();
                    return Some(false);
                }
                _ => false,
            };
            if writes && !free {
                self.forget_loads();
            }
            self.disable_operands(data);
            return Some(free);
        }
        if target.as_global() == Some(self.q.callee) {
            return None;
        }
        self.cost += INSTRUCTION * args.len() as i64 + self.options.call_penalty;
        if writes {
            self.forget_loads();
        }
        self.disable_operands(data);
        Some(false)
    }
}

/// Whether code generators need no instruction for a cast.
fn is_free_cast(module: &Module, op: CastOp, from: Type, to: Type) -> bool {
    let (cx, layout) = (module.context(), module.data_layout());
    let bits = |ty| cx.int_width(ty).map(u64::from);
    let is_legal = |ty| bits(ty).is_some_and(|bits| layout.is_legal_int(bits));
    match op {
        CastOp::BitCast | CastOp::AddrSpaceCast => true,
        CastOp::PtrToInt => is_legal(to),
        CastOp::IntToPtr => is_legal(from),
        CastOp::Trunc => is_legal(to),
        CastOp::ZExt => bits(from) == Some(32) && bits(to) == Some(64) && is_legal(to),
        _ => false,
    }
}

/// The cost of a switch beyond that of an instruction: as a jump table, or as a tree of comparisons.
fn switch_cost(module: &Module, cases: &[Value]) -> i64 {
    let constants = module.constants();
    let count = (cases.len() / 2) as i64;
    let mut values = cases.chunks_exact(2).filter_map(|case| constants.as_int(module.context(), case[0])?.to_i64());
    let Some(first) = values.next() else { return 2 * INSTRUCTION * count };
    let (low, high) = values.fold((first, first), |(low, high), value| (low.min(value), high.max(value)));
    let range = (i128::from(high) - i128::from(low)).saturating_add(1);
    let dests: HashSet<Value> = cases.chunks_exact(2).map(|case| case[1]).collect();
    let has_target = !module.triple().is_empty();
    let is_bit_test = range <= 64 && matches!((dests.len(), count), (1, 3..) | (2, 5..) | (3, 6..));
    let clusters = if has_target && is_bit_test { 1 } else { count };
    if has_target && !is_bit_test && count >= 4 && i128::from(count) * 100 >= range * 10 {
        return 2 * INSTRUCTION + range as i64 * INSTRUCTION + 2 * INSTRUCTION;
    }
    match clusters {
        0..=3 => clusters * 2 * INSTRUCTION,
        _ => (3 * clusters / 2 - 1) * 2 * INSTRUCTION,
    }
}
