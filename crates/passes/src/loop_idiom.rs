//! `loop-idiom`: replaces stores of a countable loop to consecutive addresses by a call before the loop.
//!
//! Stores of one byte value become `memset`, of another constant `memset.pattern` where the target has it, and stores of loaded
//! values `memcpy` or `memmove`. A store is replaced if it is executed in each iteration, its address grows by its size, and no
//! other instruction of the loop accesses the stored memory. What is planned is linear in the loop, except that the stores to one
//! object are compared in pairs, of which there are at most [`MAX_PAIRED`].

mod popcount;

use lindworm_analysis::alias::{AccessSize, AliasAnalysis, AliasCache, AliasRules, AliasTags, Location};
use lindworm_analysis::{Loop, Loops};
use lindworm_ir::attributes::{AttrKind, ModRef};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{Int, IntPredicate};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{AtomicOrdering, CallInfo};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::library::LibraryFunction;
use lindworm_ir::{Block, Inst, InstData, Metadata, Module, Type, Value};

use crate::effects::{may_throw, will_return};
use crate::known;
use crate::loop_form::LoopForm;
use crate::mem_cpy_opt::byte_of;
use crate::memory_calls::insert_memory_call;
use crate::pass::{FunctionEdit, LoopPass};
use crate::scalar_evolution::{Expander, Operand, Recipe, ScalarEvolution, Scev, ScevInput, Wrap};
use crate::table::PassOptions;
use crate::value_tracking::Query;

const NON_TEMPORAL: MetadataKind = known!(b"nontemporal");
/// The maximum number of calls that replace stores of one loop: for each, all accesses of the loop are considered.
const MAX_CALLS: usize = 64;
/// The maximum number of stores to one object that are compared in pairs.
const MAX_PAIRED: usize = 64;

/// Replaces loops by calls.
#[derive(Clone, Debug, Default)]
pub struct LoopIdiom {
    alias_rules: AliasRules,
    /// Whether patterns are stored by the intrinsic on all targets.
    forces_patterns: bool,
    /// The kinds of calls that are not made.
    disabled: [bool; 2],
    disables_all: bool,
    /// Whether loops of several blocks stay in functions that are optimized for size.
    considers_size: bool,
}

impl LoopIdiom {
    /// The pass with the options of the command line.
    pub fn new(options: &PassOptions) -> LoopIdiom {
        let flag = |name: &str| options.flag(name).unwrap_or(false);
        let disables_all = flag("disable-loop-idiom-all");
        LoopIdiom {
            disables_all,
            alias_rules: options.alias_rules,
            forces_patterns: flag("loop-idiom-force-memset-pattern-intrinsic"),
            considers_size: options.flag("use-lir-code-size-heurs").unwrap_or(true),
            disabled: ["memset", "memcpy"].map(|name| disables_all || flag(&format!("disable-loop-idiom-{name}"))),
        }
    }
}

/// What a call writes.
#[derive(Clone, Copy)]
enum Written {
    Byte(Value),
    /// A constant, that many times in each iteration.
    Pattern(Value, u64),
    /// What the load, or the copy, reads from the address.
    Copied {
        load: Inst,
        from: Operand,
    },
}

/// A planned call.
struct Job {
    written: Written,
    /// The replaced instructions, in order of their addresses; the attributes are those of the first one.
    stores: Vec<Inst>,
    to: Operand,
    /// The number of bytes, or of patterns.
    count: Operand,
    aligns: [Option<u64>; 2],
    /// The bytes that an iteration copies.
    size: u64,
    goes_down: bool,
    /// The number of bytes that the loop writes, if it is a constant.
    extent: AccessSize,
    recipe: Recipe,
}

impl LoopPass for LoopIdiom {
    fn name(&self) -> &'static str {
        "loop-idiom"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Block> {
        let form = LoopForm::of(f, header)?;
        let name = f.editor.module().global(f.additions.function()).map(|g| g.name().to_vec());
        if form.preheader.is_none() || matches!(name.as_deref(), Some(b"memset" | b"memcpy")) {
            return Some(header);
        }
        let input = ScevInput::of(f);
        let jobs = match Planner::new(self, f, &form, &input) {
            Some(mut planner) => planner.jobs(),
            None => Vec::new(),
        };
        let is_countable = || {
            let of = input.loops.loop_of(header);
            of.is_some_and(|of| input.analyse(f).exact_count(of).is_some())
        };
        if jobs.is_empty() {
            if !self.disables_all
                && let Some(found) = popcount::find(f, &form)
                && !is_countable()
            {
                popcount::transform(f, &form, found);
            }
            return Some(header);
        }
        let mut gone: HashSet<Inst> = HashSet::default();
        for job in jobs.into_iter().take(MAX_CALLS) {
            if job.stores.iter().all(|store| !gone.contains(store)) {
                gone.extend(self.execute(f, &form, job));
            }
        }
        Some(header)
    }
}

/// The class of a store, by what could replace it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Byte,
    Pattern,
    Copy,
}

/// A store whose address is a recurrence with a constant step.
#[derive(Clone, Copy)]
struct Store {
    inst: Inst,
    pointer: Value,
    value: Value,
    start: Scev,
    address: Scev,
    step: i64,
    size: u64,
    align: u64,
}

struct Planner<'p, 'f, 'e, 'm> {
    pass: &'p LoopIdiom,
    f: &'f FunctionEdit<'e, 'm>,
    form: &'f LoopForm,
    of: Loop,
    taken: Scev,
    scev: ScalarEvolution<'f>,
    blocks: Vec<Block>,
    /// The end of the preheader.
    end: Inst,
    has: [bool; 3],
    cache: AliasCache,
}

impl<'p, 'f, 'e, 'm> Planner<'p, 'f, 'e, 'm> {
    /// `None` if nothing can be replaced.
    fn new(pass: &'p LoopIdiom, f: &'f FunctionEdit<'e, 'm>, form: &'f LoopForm, input: &'f ScevInput) -> Option<Self> {
        let (body, module) = (f.editor.body(), f.editor.module());
        let end = body.terminator(form.preheader?)?;
        let stops =
            |inst| !body.inst(inst).is_terminator() && (may_throw(&f.editor, inst) || !will_return(&f.editor, inst));
        let is_interesting = |inst| matches!(body.inst(inst), InstData::Store { .. } | InstData::Call { .. });
        let mut insts = form.blocks.iter().flat_map(|&block| body.insts(block));
        if !insts.any(is_interesting) || form.blocks.iter().any(|&block| body.insts(block).any(stops)) {
            return None;
        }
        let is_there = |name: &[u8]| LibraryFunction::named(name).is_some_and(|function| function.is_on(module));
        let has = [is_there(b"memset"), is_there(b"memset_pattern16"), is_there(b"memcpy")];
        let mut scev = input.analyse(f);
        let of = input.loops.loop_of(form.header)?;
        let taken = scev.exact_count(of)?;
        if scev.is_zero(taken) {
            return None;
        }
        let dominators = input.dominators();
        // Blocks that are executed in each iteration.
        let is_own = |block: &&Block| {
            input.loops.loop_of(**block) == Some(of)
                && form.exits.iter().all(|&exit| dominators.dominates(**block, exit))
        };
        let blocks = form.blocks.iter().filter(is_own).copied().collect();
        Some(Planner { pass, f, form, of, taken, scev, blocks, end, has, cache: AliasCache::default() })
    }

    fn jobs(&mut self) -> Vec<Job> {
        let mut jobs = Vec::new();
        for block in std::mem::take(&mut self.blocks) {
            let mut groups: [Vec<(Value, Vec<Store>)>; 2] = Default::default();
            let mut places: [HashMap<Value, usize>; 2] = Default::default();
            let mut copies = Vec::new();
            let insts: Vec<Inst> = self.f.editor.body().insts(block).collect();
            for &inst in &insts {
                let Some(store) = self.store(inst) else { continue };
                let Some(class) = self.classify(&store) else { continue };
                if class == Class::Copy {
                    copies.push(store);
                    continue;
                }
                let object = self.underlying_object(store.pointer);
                let which = usize::from(class == Class::Pattern);
                let group = *places[which].entry(object).or_insert_with(|| {
                    groups[which].push((object, Vec::new()));
                    groups[which].len() - 1
                });
                groups[which][group].1.push(store);
            }
            for (which, group) in groups.iter().enumerate() {
                for (_, stores) in group {
                    self.chains(stores, which == 0, &mut jobs);
                }
            }
            for store in copies {
                jobs.extend(self.copy_of_load(&store));
            }
            for &inst in &insts {
                jobs.extend(self.call(inst));
            }
        }
        jobs
    }

    fn underlying_object(&self, pointer: Value) -> Value {
        let editor = &self.f.editor;
        let function = self.f.additions.function();
        AliasAnalysis::new(editor.module(), editor.body(), editor.uses(), function, &self.cache)
            .underlying_object(pointer)
    }

    /// The start and the constant step of an address in this loop.
    fn recurrence(&mut self, pointer: Value) -> Option<(Scev, Scev, i64)> {
        if !self.scev.has_expressions(self.f.editor.type_of(pointer)) {
            return None;
        }
        let s = self.scev.of(pointer);
        let (start, step, of) = self.scev.affine(s)?;
        let step = self.scev.as_constant(step)?.to_i64()?;
        (of == self.of).then_some((s, start, step))
    }

    fn store(&mut self, inst: Inst) -> Option<Store> {
        let editor = &self.f.editor;
        let (module, body) = (editor.module(), editor.body());
        let InstData::Store { value, pointer, align, volatile, ordering, .. } = *body.inst(inst) else { return None };
        let ty = editor.type_of(value);
        let (cx, layout) = (module.context(), module.data_layout());
        let bits = layout.size_in_bits(cx, ty).filter(|size| !size.scalable)?.min;
        let is_integral = || !cx.addr_space(ty).is_some_and(|space| layout.pointer(space).is_non_integral());
        if volatile
            || ordering > AtomicOrdering::Unordered
            || body.attachment(inst, NON_TEMPORAL).is_some()
            || bits % 8 != 0
            || bits >> 32 != 0
            || !is_integral()
        {
            return None;
        }
        let size = layout.store_size(cx, ty)?.min;
        let (address, start, step) = self.recurrence(pointer)?;
        Some(Store { inst, pointer, value, start, address, step, size, align: align.bytes().unwrap_or(1) })
    }

    fn byte_of(&self, value: Value) -> Option<Value> {
        byte_of(&Query::new(&self.f.editor, self.f.additions.function()), value)
    }

    fn is_expression(&self, value: Value) -> bool {
        let node = self.f.editor.module().constants().node(value);
        node.is_some_and(|node| matches!(node.data, lindworm_ir::constant::ConstantData::Expr(_)))
    }

    /// A constant that a pattern can consist of: LLVM's `getMemSetPatternValue`.
    fn pattern_of(&self, value: Value) -> Option<Value> {
        let editor = &self.f.editor;
        let (module, ty) = (editor.module(), editor.type_of(value));
        let cx = module.context();
        let bits = module.data_layout().size_in_bits(cx, ty).filter(|size| !size.scalable)?.min;
        let is_simple = cx.is_int(ty) || cx.is_pointer(ty) || ty.is_float();
        let is_constant = value.is_constant() && !self.is_expression(value);
        let is_fitting = bits.is_power_of_two() && (8..=128).contains(&bits) && !module.data_layout().big_endian;
        (is_simple && is_constant && is_fitting).then_some(value)
    }

    fn classify(&mut self, store: &Store) -> Option<Class> {
        let editor = &self.f.editor;
        let (module, body) = (editor.module(), editor.body());
        let InstData::Store { ordering, .. } = *body.inst(store.inst) else { return None };
        let is_atomic = ordering != AtomicOrdering::NotAtomic;
        let [has_set, has_pattern, has_copy] = self.has;
        if !is_atomic && !self.pass.disabled[0] {
            let byte = self.byte_of(store.value).filter(|&byte| self.form.is_invariant(editor, byte));
            if has_set && byte.is_some() {
                return Some(Class::Byte);
            }
            let space = module.context().addr_space(editor.type_of(store.pointer)).unwrap_or(0);
            if (has_pattern || self.pass.forces_patterns) && space == 0 && self.pattern_of(store.value).is_some() {
                return Some(Class::Pattern);
            }
        }
        if !has_copy || self.pass.disabled[1] || is_atomic || store.size != store.step.unsigned_abs() {
            return None;
        }
        let load = store.value.as_inst()?;
        let InstData::Load { pointer, volatile: false, ordering: AtomicOrdering::NotAtomic, .. } = *body.inst(load)
        else {
            return None;
        };
        let (_, _, step) = self.recurrence(pointer)?;
        (step == store.step).then_some(Class::Copy)
    }

    /// Plans a call for each chain of stores to adjacent addresses that cover the step.
    fn chains(&mut self, stores: &[Store], are_bytes: bool, jobs: &mut Vec<Job>) {
        let is_alone = |store: &Store| store.step.unsigned_abs() == store.size;
        let count = stores.len();
        let mut next: Vec<Option<usize>> = vec![None; count];
        let mut is_tail = vec![false; count];
        let mut heads: Vec<usize> = Vec::new();
        for (i, store) in stores.iter().enumerate() {
            if is_alone(store) {
                heads.push(i);
                continue;
            }
            if count > MAX_PAIRED {
                continue;
            }
            let constants = self.f.editor.module().constants();
            let value = |this: &Self, store: &Store| match are_bytes {
                true => this.byte_of(store.value),
                false => this.pattern_of(store.value),
            };
            let mut own = value(self, store);
            for k in (i + 1..count).chain((0..i).rev()) {
                let other = &stores[k];
                let distance = self.scev.constant_difference(other.address, store.address).and_then(|n| n.to_i64());
                if other.step != store.step || distance != i64::try_from(store.size).ok() {
                    continue;
                }
                let second = value(self, other);
                if own.is_some_and(|own| constants.is_undef_or_poison(own)) {
                    own = second;
                }
                if own == second {
                    is_tail[k] = true;
                    heads.push(i);
                    next[i] = Some(k);
                    break;
                }
            }
        }
        let mut is_used = vec![false; count];
        for head in heads.into_iter().filter(|&head| !is_tail[head]) {
            let (mut chain, mut at, mut size) = (Vec::new(), Some(head), 0u64);
            while let Some(place) = at.filter(|&place| !is_used[place] && !chain.contains(&place)) {
                chain.push(place);
                size = size.saturating_add(stores[place].size);
                at = next[place];
            }
            let first = stores[head];
            if chain.is_empty() || first.step.unsigned_abs() != size {
                continue;
            }
            let written = match self.byte_of(first.value) {
                Some(byte) => Written::Byte(byte),
                None => match self.pattern_of(first.value) {
                    Some(value) => Written::Pattern(value, size / first.size.max(1)),
                    None => continue,
                },
            };
            let insts = chain.iter().map(|&place| stores[place].inst).collect();
            let size = self.size(size);
            if let Some(job) = self.plan(&first, size, written, insts, None) {
                chain.iter().for_each(|&place| is_used[place] = true);
                jobs.push(job);
            }
        }
    }

    fn copy_of_load(&mut self, store: &Store) -> Option<Job> {
        let load = store.value.as_inst()?;
        let InstData::Load { pointer, align, .. } = *self.f.editor.body().inst(load) else { return None };
        let (_, from, _) = self.recurrence(pointer)?;
        let written = Written::Copied { load, from: Operand::Value(pointer) };
        let size = self.size(store.size);
        self.plan(store, size, written, vec![store.inst], Some((from, align.bytes())))
    }

    /// A call of `memset` or `memcpy` in the loop.
    fn call(&mut self, inst: Inst) -> Option<Job> {
        let editor = &self.f.editor;
        let (body, module) = (editor.body(), editor.module());
        let call = body.inst(inst).call_info()?;
        let intrinsic = module.callee(call.callee)?.intrinsic?;
        let &[dest, source, len, volatile] = body.call_args(call) else { return None };
        let is_copy = match intrinsic {
            IntrinsicId::MEMSET => false,
            IntrinsicId::MEMCPY => true,
            _ => return None,
        };
        let bytes = module.constants().as_u64(len);
        let is_enabled =
            if is_copy { self.has[2] && !self.pass.disabled[1] } else { self.has[0] && !self.pass.disabled[0] };
        if module.constants().as_u64(volatile) != Some(0)
            || bytes.is_some_and(|n| n == 0 || n >> 32 != 0)
            || !is_enabled
        {
            return None;
        }
        let aligns = [0, 1].map(|n| param_align(module, call, n));
        let align = aligns[0].unwrap_or(1);
        let mut job = match (is_copy, bytes) {
            (true, Some(bytes)) => {
                let ((address, start, step), (_, from, other)) = (self.recurrence(dest)?, self.recurrence(source)?);
                if other != step || step.unsigned_abs() != bytes {
                    return None;
                }
                let store = Store { inst, pointer: dest, value: source, start, address, step, size: bytes, align };
                let written = Written::Copied { load: inst, from: Operand::Value(source) };
                let size = self.size(bytes);
                self.plan(&store, size, written, vec![inst], Some((from, aligns[1])))?
            }
            (false, _) if self.form.is_invariant(editor, source) => {
                let address = self.scev.of(dest);
                let (start, step, of) = self.scev.affine(address)?;
                let size = self.scev.of(len);
                let goes_down = self.scev.is_subtraction(step);
                let distance = if goes_down { self.scev.negative(step) } else { step };
                let [covered, step_bytes] = [size, distance].map(|s| self.scev.as_constant(s).and_then(Int::to_u64));
                let is_same = distance == size || covered.is_some() && covered == step_bytes;
                if of != self.of || !is_same {
                    return None;
                }
                let step = if goes_down { -1 } else { 1 };
                let store = Store { inst, pointer: dest, value: source, start, address, step, size: 0, align };
                self.plan(&store, size, Written::Byte(source), vec![inst], None)?
            }
            _ => return None,
        };
        job.aligns = aligns;
        Some(job)
    }

    /// Plans the operands of a call that starts at the first store.
    fn plan(
        &mut self,
        store: &Store,
        size: Scev,
        written: Written,
        stores: Vec<Inst>,
        source: Option<(Scev, Option<u64>)>,
    ) -> Option<Job> {
        let goes_down = store.step < 0;
        let index = self.scev.int_type(self.f.editor.type_of(store.pointer));
        let to = self.lowest(store.start, size, index, goes_down)?;
        let from = match source {
            Some((start, _)) => Some(self.lowest(start, size, index, goes_down)?),
            None => None,
        };
        let trips = self.trips(index);
        let count = match written {
            Written::Pattern(..) => trips,
            _ => {
                let size = self.scev.trunc_or_zext(size, index, 0);
                self.scev.product(vec![trips, size], Wrap::NUW, 0)
            }
        };
        let [size, taken] = [size, self.taken].map(|s| self.scev.as_constant(s).and_then(Int::to_u64));
        let extent = size.zip(taken).and_then(|(size, taken)| taken.checked_add(1)?.checked_mul(size));
        let end = self.end;
        let mut expander = Expander::new(&mut self.scev);
        if [Some(to), from, Some(count)].into_iter().flatten().any(|s| !expander.scev.is_safe_to_compute(s)) {
            return None;
        }
        let to = expander.expand(to, end)?;
        let from = match from {
            Some(from) => Some(expander.expand(from, end)?),
            None => None,
        };
        let mut count = expander.expand(count, end)?;
        if let Written::Pattern(_, repetitions) = written
            && repetitions != 1
        {
            count = expander.times(count, index, repetitions, end);
        }
        let written = match (written, from) {
            (Written::Copied { load, .. }, Some(from)) => Written::Copied { load, from },
            (written, _) => written,
        };
        Some(Job {
            written,
            stores,
            to,
            count,
            aligns: [Some(store.align), source.and_then(|(_, align)| align)],
            size: store.size,
            goes_down,
            extent: extent.map_or(AccessSize::AfterPointer, AccessSize::Precise),
            recipe: expander.finish(),
        })
    }

    /// A number of bytes: the count of iterations may be too narrow for it.
    fn size(&mut self, bytes: u64) -> Scev {
        self.scev.constant(Int::new(u64::BITS, bytes))
    }

    /// The lowest address of a recurrence.
    fn lowest(&mut self, start: Scev, size: Scev, index: Type, goes_down: bool) -> Option<Scev> {
        if !goes_down {
            return Some(start);
        }
        let mut distance = self.scev.trunc_or_zext(self.taken, index, 0);
        if !self.scev.is_one(size) {
            let size = self.scev.trunc_or_zext(size, index, 0);
            distance = self.scev.product(vec![distance, size], Wrap::NUW, 0);
        }
        self.scev.minus(start, distance, Wrap::empty())
    }

    /// The number of iterations: LLVM's `getTripCountFromExitCount`.
    fn trips(&mut self, ty: Type) -> Scev {
        let taken = self.taken;
        let is_wider = self.scev.width_of(ty) > self.scev.width(taken);
        if is_wider {
            let max = self.scev.constant(Int::all_ones(self.scev.width(taken)));
            if !self.scev.range(taken, false).unsigned_max().is_all_ones()
                || self.scev.is_entry_guarded(self.of, IntPredicate::Ne, taken, max)
            {
                let one = self.scev.one_like(taken);
                let trips = self.scev.add(taken, one);
                return self.scev.zext(trips, ty, 0);
            }
        }
        let taken = self.scev.trunc_or_zext(taken, ty, 0);
        let one = self.scev.one_like(taken);
        self.scev.add(taken, one)
    }
}

impl LoopIdiom {
    /// Makes a planned call, if nothing else in the loop accesses the memory. Returns the erased stores.
    fn execute(&self, f: &mut FunctionEdit<'_, '_>, form: &LoopForm, mut job: Job) -> Vec<Inst> {
        let first_new = f.editor.body().inst_count();
        let values = std::mem::take(&mut job.recipe).insert(f);
        let done = self.make_call(f, form, &job, &values).is_some();
        if !done {
            for inst in values.iter().rev().filter_map(|value| value.as_inst()) {
                let is_new = cranelift_entity::EntityRef::index(inst) >= first_new;
                if is_new && crate::effects::is_trivially_dead(&f.editor, inst) {
                    f.editor.erase(inst);
                }
            }
            return Vec::new();
        }
        job.stores.iter().for_each(|&store| f.editor.erase(store));
        job.stores
    }

    fn make_call(&self, f: &mut FunctionEdit<'_, '_>, form: &LoopForm, job: &Job, values: &[Value]) -> Option<()> {
        let first = *job.stores.first()?;
        let (to, count) = (job.to.value(values), job.count.value(values));
        let end = f.editor.body().terminator(form.preheader?)?;
        let cache = AliasCache::default();
        let is_accessed = |pointer: Value, how: ModRef, ignored: &[Inst]| {
            let editor = &f.editor;
            let mut aliases =
                AliasAnalysis::new(editor.module(), editor.body(), editor.uses(), f.additions.function(), &cache);
            aliases.rules = self.alias_rules;
            let at = Location::new(pointer, job.extent);
            let mut insts = form.blocks.iter().flat_map(|&block| editor.body().insts(block));
            insts.any(|inst| !ignored.contains(&inst) && aliases.mod_ref(inst, &at).intersects(how))
        };
        let mut name = "llvm.memset";
        let mut tags = AliasTags::of(f.editor.body(), first);
        let source = match job.written {
            Written::Byte(value) | Written::Pattern(value, _) => {
                if is_accessed(to, ModRef::all(), &job.stores) {
                    return None;
                }
                value
            }
            Written::Copied { load, from } => {
                name = "llvm.memcpy";
                let from = from.value(values);
                let is_call = load == first;
                let mut moves = is_accessed(to, ModRef::all(), &[first]);
                if moves {
                    let is_only_user = is_call || f.editor.uses().has_one_use(load.into());
                    if !is_only_user || is_accessed(to, ModRef::all(), &[first, load]) {
                        return None;
                    }
                }
                let query = Query::new(&f.editor, f.additions.function());
                let (from_base, from_offset) = query.base_and_signed_offset(from);
                let (to_base, to_offset) = query.base_and_signed_offset(to);
                let is_same = from_base == to_base;
                let ignored: &[Inst] = if is_call && !is_same { &[] } else { &[first] };
                if is_accessed(from, ModRef::MOD, ignored) {
                    return None;
                }
                if is_call {
                    moves = is_same;
                }
                let size = i64::try_from(job.size).ok()?;
                let is_behind = match (is_call, job.goes_down) {
                    (true, false) => from_offset > to_offset,
                    (true, true) => from_offset < to_offset,
                    (false, false) => is_same && from_offset >= to_offset.saturating_add(size),
                    (false, true) => is_same && from_offset.saturating_add(size) <= to_offset,
                };
                if moves {
                    if !is_behind {
                        return None;
                    }
                    name = "llvm.memmove";
                }
                tags = common_tags(f, tags, AliasTags::of(f.editor.body(), load));
                from
            }
        };
        for &store in &job.stores {
            tags = common_tags(f, tags, AliasTags::of(f.editor.body(), store));
        }
        let is_memset_of_loop = name == "llvm.memset" && f.editor.body().inst(first).call_info().is_some();
        if self.considers_size && form.blocks.len() > 1 && !is_memset_of_loop && is_outermost_for_size(f, form) {
            return None;
        }
        if matches!(job.written, Written::Pattern(..)) {
            name = "llvm.experimental.memset.pattern";
        }
        let loc = f.editor.body().debug_loc(first);
        let call = insert_memory_call(f, Point::Before(end), loc, name, [to, source, count], job.aligns, false)?;
        let kinds = [MetadataKind::TBAA, known!(b"alias.scope"), known!(b"noalias")];
        for (kind, tag) in kinds.into_iter().zip([tags.tbaa, tags.scopes, tags.no_alias]) {
            f.editor.set_attachment(call, kind, tag);
        }
        Some(())
    }
}

/// Whether the loop is in no other one and the function is optimized for size.
fn is_outermost_for_size(f: &mut FunctionEdit<'_, '_>, form: &LoopForm) -> bool {
    let module = f.editor.module();
    let list = module.function(f.additions.function()).map(|f| f.attributes).unwrap_or_default();
    let set = module.context().attribute_list(list).function;
    let is_small =
        [AttrKind::OPT_SIZE, AttrKind::MIN_SIZE].into_iter().any(|kind| module.context().has_attribute(set, kind));
    let loops = f.analyses.get::<Loops>(&f.editor);
    is_small && loops.loop_of(form.header).is_some_and(|of| loops.parent(of).is_none())
}

/// The `align` attribute of an argument.
fn param_align(module: &Module, call: &CallInfo, n: u32) -> Option<u64> {
    let cx = module.context();
    cx.attribute_int(cx.attribute_list(call.attributes).param(n as usize), AttrKind::ALIGN)
}

/// The tags that two accesses have in common.
fn common_tags(f: &mut FunctionEdit<'_, '_>, a: AliasTags, b: AliasTags) -> AliasTags {
    let same = |x: Option<Metadata>, y: Option<Metadata>| x.filter(|_| x == y);
    let tbaa = same(a.tbaa, b.tbaa).or_else(|| common_type(f, a.tbaa?, b.tbaa?));
    AliasTags { tbaa, scopes: same(a.scopes, b.scopes), no_alias: same(a.no_alias, b.no_alias) }
}

/// The tag of the nearest type that is above the types of two accesses, if that is not the root of all types.
fn common_type(f: &mut FunctionEdit<'_, '_>, a: Metadata, b: Metadata) -> Option<Metadata> {
    /// The maximum depth of a type.
    const MAX_DEPTH: usize = 64;
    let (metadata, module) = (&f.additions.metadata, f.editor.module());
    let operand = |node: Metadata, n: usize| {
        let node = Some(metadata.node(node.as_node()?)).filter(|node| node.kind == NodeKind::Tuple)?;
        Metadata::from_word(*node.words.get(n)?)
    };
    let above = |tag: Metadata| {
        // An access through a structure names the structure first.
        operand(tag, 2)?;
        let types = std::iter::successors(operand(tag, 1), |&ty| operand(ty, 1)).take(MAX_DEPTH);
        Some(types.collect::<Vec<_>>())
    };
    let (of_a, of_b) = (above(a)?, above(b)?);
    let pairs = of_a.iter().rev().zip(of_b.iter().rev());
    let common = *pairs.take_while(|(x, y)| x == y).last()?.0;
    operand(common, 1)?;
    let zero = module.constants().int(module.context(), Type::I64, 0);
    let zero = f.additions.metadata.add_value(zero);
    Some(f.additions.metadata.add_node(NodeKind::Tuple, false, &[common.bits(), common.bits(), zero.bits()]))
}
