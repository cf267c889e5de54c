//! Static analysis of the effects of a function: the accessed memory by argument, deallocation, synchronization, and the
//! capture of arguments.
//!
//! The result is an over-approximation, provided that the callees keep their own promises, which are checked when they are
//! called.

use cranelift_entity::EntityRef;
use lindworm_eval::CastOp;
use lindworm_ir::attributes::{
    AttrKind, AttributeSet, CaptureComponents, Captures, MemoryEffects, MemoryLocation, ModRef,
};
use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::{AtomicOrdering, CallInfo};
use lindworm_ir::module::GlobalKind;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Body, Context, Inst, InstData, Module, Value};

use crate::program::Program;

/// The effects of a function.
#[derive(Clone, Debug)]
pub(crate) struct Effects {
    /// The accessed memory.
    pub(crate) memory: MemoryEffects,
    /// Whether the function may free memory.
    pub(crate) frees: bool,
    /// Whether the function may synchronize with another thread.
    pub(crate) synchronizes: bool,
    /// Whether an exception may unwind the function.
    pub(crate) unwinds: bool,
    /// Whether the result is freshly allocated memory to which no other pointer exists, or null.
    pub(crate) fresh_result: bool,
    /// The effects by argument.
    pub(crate) arguments: Vec<ArgumentEffects>,
}

/// The effects of a function on a pointer argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArgumentEffects {
    /// Accesses through pointers based on the argument.
    pub(crate) own: ModRef,
    /// Accesses through other pointers.
    pub(crate) foreign: ModRef,
    /// Whether the argument may remain in memory or be exposed after the function has returned.
    pub(crate) escapes: bool,
    /// Whether the result may be based on the argument.
    pub(crate) returned: bool,
    /// Whether the argument is passed to a function that may free it.
    pub(crate) freed: bool,
    /// Whether there is a volatile or atomic access through the argument.
    pub(crate) special: bool,
}

/// The possible bases of a pointer: a bit for each of the first arguments, and the following bits.
type Bases = u64;
/// The number of arguments with a bit.
const ARGUMENTS: usize = 60;
/// An `alloca` of the function.
const LOCAL: Bases = 1 << 60;
/// Memory allocated by the function, to which no other pointer exists.
const FRESH: Bases = 1 << 61;
/// A constant.
const CONSTANT: Bases = 1 << 62;
/// Any other base, including arguments without a bit.
const OTHER: Bases = 1 << 63;
/// Memory that is invisible outside of the function.
const OWN: Bases = LOCAL | FRESH;
const ARGUMENT: Bases = (1 << ARGUMENTS) - 1;

/// The maximum number of passes of the data flow analysis. Beyond it, all effects are assumed.
const PASSES: usize = 12;

impl Effects {
    /// The effects of an unknown function.
    pub(crate) fn unknown(arguments: usize) -> Effects {
        let argument = ArgumentEffects {
            own: ModRef::all(),
            foreign: ModRef::all(),
            escapes: true,
            returned: true,
            freed: true,
            special: true,
        };
        Effects {
            memory: MemoryEffects::UNKNOWN,
            frees: true,
            synchronizes: true,
            unwinds: true,
            fresh_result: false,
            arguments: vec![argument; arguments],
        }
    }

    /// Computes the effects of a function body.
    pub(crate) fn of(program: &Program, module_index: usize, body: &Body) -> Effects {
        let module = &program.modules[module_index];
        let mut flow = Flow {
            program,
            module,
            module_index,
            cx: module.context(),
            body,
            bases: vec![0; body.inst_count()],
            contents: vec![0; body.inst_count()],
            variables: variables(module, body),
        };
        match flow.settle() {
            true => flow.effects(),
            false => Effects::unknown(body.args().len()),
        }
    }
}

/// The `alloca`s that are only loaded from and stored to, whose contents are tracked like registers.
fn variables(module: &Module, body: &Body) -> Vec<bool> {
    let mut simple = vec![false; body.inst_count()];
    for_each_inst(body, |inst| {
        if let InstData::Alloca { .. } = body.inst(inst) {
            simple[inst.index()] = true;
        }
    });
    for_each_inst(body, |inst| {
        let pointer = match body.inst(inst) {
            InstData::Load { pointer, .. } => Some(*pointer),
            InstData::Store { value, pointer, .. } if value != pointer => Some(*pointer),
            InstData::Call { call, .. } if marks_lifetime(module, call) => return,
            _ => None,
        };
        body.inst(inst).for_each_operand(body.values(), |operand| {
            if let Some(used) = operand.as_inst()
                && Some(operand) != pointer
            {
                simple[used.index()] = false;
            }
        });
    });
    simple
}

fn marks_lifetime(module: &Module, call: &CallInfo) -> bool {
    use lindworm_ir::intrinsics::IntrinsicId;
    let intrinsic = module.callee(call.callee).and_then(|f| f.intrinsic);
    intrinsic.is_some_and(|id| [IntrinsicId::LIFETIME_START, IntrinsicId::LIFETIME_END].contains(&id))
}

fn for_each_inst(body: &Body, mut f: impl FnMut(Inst)) {
    for block in body.blocks() {
        body.insts(block).for_each(&mut f);
    }
}

struct Flow<'a> {
    program: &'a Program,
    module: &'a Module,
    module_index: usize,
    cx: &'a Context,
    body: &'a Body,
    /// The bases of each instruction's value.
    bases: Vec<Bases>,
    /// The bases of the contents of each variable.
    contents: Vec<Bases>,
    variables: Vec<bool>,
}

/// The known properties of a callee.
struct Called {
    memory: MemoryEffects,
    site: AttributeSet,
    sites: Vec<AttributeSet>,
    function: AttributeSet,
    params: Vec<AttributeSet>,
    result: AttributeSet,
    /// The context of the callee's attributes.
    of: Context,
    intrinsic: bool,
    /// Whether the callee only copies or sets memory.
    plain_copy: bool,
}

impl Called {
    fn has(&self, cx: &Context, kind: AttrKind) -> bool {
        cx.has_attribute(self.site, kind) || self.of.has_attribute(self.function, kind)
    }

    fn param(&self, cx: &Context, index: usize, kind: AttrKind) -> bool {
        let of = |sets: &[AttributeSet], cx: &Context| sets.get(index).is_some_and(|&s| cx.has_attribute(s, kind));
        of(&self.sites, cx) || of(&self.params, &self.of)
    }

    /// The possible captures of an argument.
    fn captures(&self, cx: &Context, index: usize) -> Captures {
        let of = |sets: &[AttributeSet], cx: &Context| {
            sets.get(index)
                .and_then(|&s| cx.attribute_int(s, AttrKind::CAPTURES))
                .map_or(ALL_CAPTURED, Captures::from_bits)
        };
        let (a, b) = (of(&self.sites, cx), of(&self.params, &self.of));
        Captures { other: a.other & b.other, result: a.result & b.result }
    }
}

/// No restriction.
pub(super) const ALL_CAPTURED: Captures =
    Captures { other: CaptureComponents::all(), result: CaptureComponents::all() };

impl Flow<'_> {
    /// Computes the bases of all pointers. Returns false if [`PASSES`] is exceeded.
    fn settle(&mut self) -> bool {
        for _ in 0..PASSES {
            let mut changed = false;
            for block in self.body.blocks() {
                for inst in self.body.insts(block) {
                    let new = self.bases_of(inst);
                    changed |= self.bases[inst.index()] | new != self.bases[inst.index()];
                    self.bases[inst.index()] |= new;
                    if let InstData::Store { value, pointer, .. } = self.body.inst(inst)
                        && let Some(variable) = self.variable(*pointer)
                    {
                        let new = self.base(*value);
                        changed |= self.contents[variable] | new != self.contents[variable];
                        self.contents[variable] |= new;
                    }
                }
            }
            if !changed {
                return true;
            }
        }
        false
    }

    fn variable(&self, pointer: Value) -> Option<usize> {
        pointer.as_inst().map(|inst| inst.index()).filter(|&i| self.variables[i])
    }

    fn base(&self, value: Value) -> Bases {
        match value.kind() {
            ValueKind::Arg(n) if (n as usize) < ARGUMENTS => 1 << n,
            ValueKind::Arg(_) => OTHER,
            ValueKind::Inst(inst) => self.bases[inst.index()],
            ValueKind::Global(_) | ValueKind::Constant(_) => self.constant(value, 0),
            _ => 0,
        }
    }

    fn constant(&self, value: Value, depth: u32) -> Bases {
        if let ValueKind::Global(global) = value.kind() {
            let (m, global) = self.program.resolve(self.module_index, global);
            return match &self.program.modules[m][global].kind {
                GlobalKind::Variable(v) if v.constant => CONSTANT,
                GlobalKind::Function(_) => 0,
                _ => OTHER,
            };
        }
        match self.module.constants().node(value).map(|n| &n.data) {
            Some(ConstantData::Expr(expr)) if depth < 64 => match &**expr {
                ConstantExpr::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. } => {
                    self.constant(*value, depth + 1)
                }
                ConstantExpr::GetElementPtr { operands, .. } => self.constant(operands[0], depth + 1),
                _ => OTHER,
            },
            Some(ConstantData::Aggregate(_) | ConstantData::Splat(_) | ConstantData::Expr(_)) => OTHER,
            _ => 0,
        }
    }

    /// The bases of an instruction's value.
    fn bases_of(&self, inst: Inst) -> Bases {
        let body = self.body;
        match *body.inst(inst) {
            InstData::Alloca { .. } => LOCAL,
            InstData::Load { pointer, .. } => match self.variable(pointer) {
                Some(variable) => self.contents[variable],
                None => OTHER,
            },
            InstData::GetElementPtr { operands, .. } => self.base(body.list_values(&operands)[0]),
            InstData::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. } => self.base(value),
            InstData::Cast { op: CastOp::IntToPtr, .. } => OTHER,
            InstData::Freeze { value } | InstData::ExtractValue { aggregate: value, .. } => self.base(value),
            InstData::ExtractElement { vector, .. } => self.base(vector),
            InstData::InsertElement { vector, element, .. } => self.base(vector) | self.base(element),
            InstData::InsertValue { aggregate, value, .. } => self.base(aggregate) | self.base(value),
            InstData::ShuffleVector { v1, v2, .. } => self.base(v1) | self.base(v2),
            InstData::Select { if_true, if_false, .. } => self.base(if_true) | self.base(if_false),
            InstData::Phi { incoming, .. } => {
                body.list_values(&incoming).chunks_exact(2).fold(0, |all, pair| all | self.base(pair[0]))
            }
            InstData::Call { ref call, .. } | InstData::Invoke { ref call, .. } | InstData::CallBr { ref call, .. } => {
                let called = self.called(call);
                if self.cx.has_attribute(self.cx.attribute_list(call.attributes).result, AttrKind::NO_ALIAS)
                    || called.of.has_attribute(called.result, AttrKind::NO_ALIAS)
                {
                    return FRESH;
                }
                let result = |(i, &arg): (usize, &Value)| {
                    let captured = called.captures(self.cx, i).result;
                    if captured.intersects(CaptureComponents::PROVENANCE) { self.base(arg) } else { 0 }
                };
                body.call_args(call).iter().enumerate().map(result).fold(OTHER, |all, b| all | b)
            }
            InstData::CmpXchg { .. }
            | InstData::AtomicRmw { .. }
            | InstData::VaArg { .. }
            | InstData::LandingPad { .. }
            | InstData::CatchPad { .. }
            | InstData::CleanupPad { .. } => OTHER,
            _ => 0,
        }
    }

    fn called(&self, call: &CallInfo) -> Called {
        let site = self.cx.attribute_list(call.attributes);
        let mut called = Called {
            memory: MemoryEffects::UNKNOWN,
            site: site.function,
            sites: site.params.to_vec(),
            function: AttributeSet::default(),
            params: Vec::new(),
            result: AttributeSet::default(),
            of: self.cx.clone(),
            intrinsic: false,
            plain_copy: false,
        };
        if let ValueKind::Global(global) = call.callee.kind()
            && let Some(declared) = self.module.function(global)
        {
            let found = self.program.callee(self.module_index, global).map(|f| &self.program.functions[f as usize]);
            called.intrinsic = declared.intrinsic.is_some();
            let (module, function) = match found.filter(|f| f.defined) {
                Some(f) => {
                    let module = &self.program.modules[f.module];
                    (module, module.function(f.global).unwrap_or(declared))
                }
                None => (self.module, declared),
            };
            let list = module.context().attribute_list(function.attributes);
            called.of = module.context().clone();
            (called.function, called.result, called.params) = (list.function, list.result, list.params.to_vec());
            called.memory = module.context().memory_effects(list.function);
            called.plain_copy = called.intrinsic && self.is_plain_copy(global, call);
        }
        if call.bundles.is_some() && !called.intrinsic {
            called.memory = MemoryEffects::UNKNOWN;
        }
        called.memory = called.memory & self.cx.memory_effects(site.function);
        called
    }

    /// Whether a call is a non-volatile copy or set of memory.
    fn is_plain_copy(&self, global: lindworm_ir::Global, call: &CallInfo) -> bool {
        let name = self.module[global].name();
        name.starts_with(b"llvm.mem")
            && self.body.call_args(call).last().is_some_and(|&v| self.module.constants().as_u64(v) == Some(0))
    }

    /// Computes the effects, after the bases are known.
    fn effects(&self) -> Effects {
        let count = self.body.args().len();
        let mut seen = Seen::new();
        for block in self.body.blocks() {
            for inst in self.body.insts(block) {
                self.effects_of(inst, &mut seen);
            }
        }
        let mut effects = Effects::unknown(count);
        (effects.frees, effects.synchronizes, effects.unwinds) = (seen.frees, seen.synchronizes, seen.unwinds);
        effects.fresh_result = seen.returned & !FRESH == 0 && seen.escaped & FRESH == 0;
        let mut memory = seen.memory;
        let mut through_other = ModRef::empty();
        for (&bases, &access) in &seen.accesses {
            if bases & ARGUMENT != 0 {
                memory = memory | MemoryEffects::only(MemoryLocation::Arg, access);
            }
            if bases & OTHER != 0 {
                memory = memory | MemoryEffects::only(MemoryLocation::Other, access);
                through_other |= access;
            }
            if bases & CONSTANT != 0 {
                memory = memory | MemoryEffects::only(MemoryLocation::Other, access & ModRef::MOD);
            }
        }
        effects.memory = memory;
        for (i, argument) in effects.arguments.iter_mut().enumerate().take(ARGUMENTS) {
            let bit = 1 << i;
            let of = |bases: Bases| bases & bit != 0;
            let mut own = ModRef::empty();
            let mut foreign = ModRef::empty();
            for (&bases, &access) in &seen.accesses {
                own |= if of(bases) { access } else { ModRef::empty() };
                let others = bases & !bit & !OWN;
                foreign |= match others {
                    0 => ModRef::empty(),
                    CONSTANT => access & ModRef::MOD,
                    _ => access,
                };
            }
            let escapes = of(seen.escaped);
            if escapes {
                own |= through_other;
            }
            *argument = ArgumentEffects {
                own,
                foreign,
                escapes,
                returned: of(seen.returned),
                freed: of(seen.freed) || escapes && seen.frees,
                special: of(seen.special) || escapes && seen.special & OTHER != 0,
            };
        }
        effects
    }

    fn effects_of(&self, inst: Inst, seen: &mut Seen) {
        let body = self.body;
        let orders = |ordering: AtomicOrdering| ordering > AtomicOrdering::Monotonic;
        match *body.inst(inst) {
            InstData::Load { pointer, ordering, volatile, .. } => {
                seen.access(self.base(pointer), ModRef::REF);
                if ordering != AtomicOrdering::NotAtomic || volatile {
                    seen.special |= self.base(pointer);
                }
                seen.synchronizes |= volatile || orders(ordering);
            }
            InstData::Store { value, pointer, ordering, volatile, .. } => {
                seen.access(self.base(pointer), ModRef::MOD);
                if self.variable(pointer).is_none() {
                    seen.escaped |= self.base(value);
                }
                if ordering != AtomicOrdering::NotAtomic || volatile {
                    seen.special |= self.base(pointer);
                }
                seen.synchronizes |= volatile || orders(ordering);
            }
            InstData::CmpXchg { pointer, expected, new, volatile, success, failure, .. } => {
                seen.access(self.base(pointer), ModRef::all());
                seen.special |= self.base(pointer);
                seen.escaped |= self.base(new) | self.base(expected);
                seen.synchronizes |= volatile || orders(success) || orders(failure);
            }
            InstData::AtomicRmw { pointer, value, volatile, ordering, .. } => {
                seen.access(self.base(pointer), ModRef::all());
                seen.special |= self.base(pointer);
                seen.escaped |= self.base(value);
                seen.synchronizes |= volatile || orders(ordering);
            }
            InstData::Fence { .. } => seen.synchronizes = true,
            InstData::VaArg { list } => seen.access(self.base(list), ModRef::all()),
            InstData::Ret { value } => seen.returned |= value.expand().map_or(0, |v| self.base(v)),
            InstData::Resume { value } => {
                seen.escaped |= self.base(value);
                seen.unwinds = true;
            }
            InstData::CatchSwitch { .. } | InstData::CleanupRet { .. } => seen.unwinds = true,
            InstData::Cast { op: CastOp::PtrToInt, value, .. } => seen.escaped |= self.base(value),
            InstData::Call { ref call, .. } | InstData::Invoke { ref call, .. } | InstData::CallBr { ref call, .. } => {
                self.effects_of_call(call, seen);
            }
            _ => {}
        }
    }

    fn effects_of_call(&self, call: &CallInfo, seen: &mut Seen) {
        if marks_lifetime(self.module, call) {
            return;
        }
        let cx = self.cx;
        let called = self.called(call);
        seen.unwinds |= !called.has(cx, AttrKind::NO_UNWIND);
        let memory = called.memory;
        let any = memory.any();
        let frees = any.contains(ModRef::MOD) && !called.has(cx, AttrKind::NO_FREE);
        seen.frees |= frees;
        let synchronizes = !any.is_empty() && !called.has(cx, AttrKind::NO_SYNC) && !called.plain_copy;
        seen.synchronizes |= synchronizes;
        seen.access(OTHER, memory.get(MemoryLocation::Other));
        if !called.intrinsic {
            for location in [MemoryLocation::Inaccessible, MemoryLocation::Errno] {
                seen.memory = seen.memory | MemoryEffects::only(location, memory.get(location));
            }
        }
        for (i, &arg) in self.body.call_args(call).iter().enumerate() {
            let bases = self.base(arg);
            if bases == 0 {
                continue;
            }
            let mut access = memory.get(MemoryLocation::Arg);
            if called.param(cx, i, AttrKind::READ_NONE) {
                access = ModRef::empty();
            }
            if called.param(cx, i, AttrKind::READ_ONLY) {
                access -= ModRef::MOD;
            }
            if called.param(cx, i, AttrKind::WRITE_ONLY) {
                access -= ModRef::REF;
            }
            if called.param(cx, i, AttrKind::BY_VAL) {
                // A `byval` argument is copied for the callee.
                seen.access(bases, ModRef::REF);
                continue;
            }
            seen.access(bases, access);
            if frees && !called.param(cx, i, AttrKind::NO_FREE) {
                seen.freed |= bases;
            }
            let captured = called.captures(cx, i).other;
            if any.contains(ModRef::MOD) && captured.intersects(CaptureComponents::PROVENANCE) {
                seen.escaped |= bases;
            }
            // A volatile access captures the address.
            if synchronizes && captured.contains(CaptureComponents::ADDRESS) {
                seen.special |= bases;
            }
        }
    }
}

/// The effects found so far.
struct Seen {
    /// Accesses other than through known pointers.
    memory: MemoryEffects,
    /// Accesses by the bases of their pointers.
    accesses: HashMap<Bases, ModRef>,
    escaped: Bases,
    returned: Bases,
    freed: Bases,
    special: Bases,
    frees: bool,
    synchronizes: bool,
    unwinds: bool,
}

impl Seen {
    fn new() -> Seen {
        Seen {
            memory: MemoryEffects::NONE,
            accesses: HashMap::default(),
            escaped: 0,
            returned: 0,
            freed: 0,
            special: 0,
            frees: false,
            synchronizes: false,
            unwinds: false,
        }
    }

    fn access(&mut self, bases: Bases, access: ModRef) {
        if bases & !OWN != 0 && !access.is_empty() {
            *self.accesses.entry(bases & !OWN).or_insert(ModRef::empty()) |= access;
        }
    }
}

/// Whether a function may be called recursively: a chain of calls leads back to it or to unknown code.
pub(crate) fn may_recurse(program: &Program, function: u32) -> bool {
    /// The maximum number of functions that are visited.
    const MOST: usize = 200;
    let mut seen = vec![function];
    let mut next = 0;
    while let Some(&at) = seen.get(next) {
        next += 1;
        let info = &program.functions[at as usize];
        let module = &program.modules[info.module];
        let Some(body) = module.body(info.global) else { continue };
        let mut unknown = false;
        for_each_inst(body, |inst| {
            let Some(call) = body.inst(inst).call_info() else { return };
            let declared = module.callee(call.callee);
            if declared.is_some_and(|f| f.intrinsic.is_some()) {
                return;
            }
            let callee = call.callee.as_global().and_then(|global| program.callee(info.module, global));
            match callee {
                Some(callee) if program.functions[callee as usize].defined => {
                    unknown |= callee == function;
                    if !seen.contains(&callee) {
                        seen.push(callee);
                    }
                }
                _ => {
                    let has = |set| module.context().has_attribute(set, AttrKind::NO_CALLBACK);
                    let list = |list| module.context().attribute_list(list).function;
                    unknown |= !has(list(call.attributes)) && !declared.is_some_and(|f| has(list(f.attributes)));
                }
            }
        });
        if unknown || seen.len() > MOST {
            return true;
        }
    }
    false
}
