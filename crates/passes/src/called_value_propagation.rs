//! `called-value-propagation`: the functions that an indirect call can call.
//!
//! Each pointer in a register, in a local variable, or returned by a function has a set of functions, or is anything. The sets flow
//! along copies: arguments, results, phis, selects, stores and loads of local variables. Each set grows a bounded number of times, so
//! that the cost is linear in the operands.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Body, Global, Inst, InstData, Module, Value};
use smallvec::SmallVec;

use crate::dead_arg_elim::Calls;
use crate::function_attrs::is_exact;
use crate::pass::ModulePass;
use crate::sccp::tracked_variables;
use crate::table::PassOptions;

/// Attaches `!callees` to indirect calls whose callees are known and few.
pub struct CalledValuePropagation {
    /// The greatest number of functions in a set: `-cvp-max-functions-per-value`.
    pub max_functions: usize,
}

impl CalledValuePropagation {
    pub(crate) fn new(options: &PassOptions) -> CalledValuePropagation {
        let max_functions = options.number("cvp-max-functions-per-value").unwrap_or(4) as usize;
        CalledValuePropagation { max_functions }
    }
}

const CALLEES: MetadataKind = crate::known!(b"callees");

/// What a pointer can be.
#[derive(Clone, Default, PartialEq)]
enum Pointees {
    /// Nothing is known to reach it.
    #[default]
    Unknown,
    /// One of these functions, ordered by their names, or null.
    Functions(SmallVec<[Global; 4]>),
    Anything,
}

/// A place of pointers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    /// An argument or an instruction of a function.
    Register(Global, Value),
    /// The result of a function.
    Result(Global),
    /// A local variable.
    Variable(Global),
}

struct Flow<'m> {
    module: &'m Module,
    max_functions: usize,
    calls: &'m Calls,
    /// The local variables that are only loaded and stored as a whole.
    variables: &'m HashSet<Global>,
    index: HashMap<Place, usize>,
    pointees: Vec<Pointees>,
    /// The places to which each place is copied.
    copies: Vec<Vec<usize>>,
    changed: Vec<usize>,
}

impl<'m> Flow<'m> {
    fn new(module: &'m Module, max_functions: usize, calls: &'m Calls, variables: &'m HashSet<Global>) -> Flow<'m> {
        let (index, pointees, copies, changed) = Default::default();
        Flow { module, max_functions, calls, variables, index, pointees, copies, changed }
    }

    fn has_known_callers(&self, function: Global) -> bool {
        self.module[function].linkage.is_local() && !self.calls.taken.contains(&function)
    }

    /// The variable that a load or store of this address accesses, if it is tracked.
    fn variable(&self, address: Value) -> Option<Global> {
        address.as_global().filter(|variable| self.variables.contains(variable))
    }

    /// Whether a pointer in a register is a copy of those in other places; otherwise it can be anything.
    fn is_copy(&self, function: Global, value: Value) -> bool {
        let inst = match value.kind() {
            ValueKind::Inst(inst) => self.module.body(function).map(|body| body.inst(inst)),
            ValueKind::Arg(_) => return self.has_known_callers(function),
            _ => None,
        };
        match inst {
            Some(InstData::Phi { .. } | InstData::Select { .. }) => true,
            Some(InstData::Load { pointer, .. }) => self.variable(*pointer).is_some(),
            Some(data) => data.call_info().is_some_and(|call| direct_callee(self.module, call).is_some()),
            None => false,
        }
    }

    fn place(&mut self, place: Place) -> usize {
        *self.index.entry(place).or_insert_with(|| {
            self.pointees.push(Pointees::Unknown);
            self.copies.push(Vec::new());
            self.pointees.len() - 1
        })
    }

    fn merge(&mut self, to: usize, new: &Pointees) {
        let old = &self.pointees[to];
        let merged = match (old, new) {
            (Pointees::Anything, _) | (_, Pointees::Unknown) => return,
            (_, Pointees::Anything) => Pointees::Anything,
            (Pointees::Unknown, Pointees::Functions(_)) => new.clone(),
            (Pointees::Functions(a), Pointees::Functions(b)) => {
                let mut all = a.clone();
                all.extend(b.iter().copied().filter(|function| !a.contains(function)));
                all.sort_by_key(|&function| self.module[function].name());
                if all.len() > self.max_functions { Pointees::Anything } else { Pointees::Functions(all) }
            }
        };
        if merged != *old {
            self.pointees[to] = merged;
            self.changed.push(to);
        }
    }

    /// Records that a value of a function is copied to a place.
    fn copy(&mut self, function: Global, value: Value, to: usize) {
        let constant = match value.kind() {
            _ if self.is_copy(function, value) => {
                let from = self.place(Place::Register(function, value));
                return self.connect(from, to);
            }
            ValueKind::Constant(_) if self.module.constants().is_zero(value) => Pointees::Functions(SmallVec::new()),
            _ => match self.module.strip_pointer_casts(value).as_global() {
                Some(callee) if self.module.function(callee).is_some() => {
                    Pointees::Functions(SmallVec::from_slice(&[callee]))
                }
                _ => Pointees::Anything,
            },
        };
        self.merge(to, &constant);
    }

    fn connect(&mut self, from: usize, to: usize) {
        self.copies[from].push(to);
        let known = self.pointees[from].clone();
        self.merge(to, &known);
    }

    fn solve(&mut self) {
        while let Some(place) = self.changed.pop() {
            let known = self.pointees[place].clone();
            for i in 0..self.copies[place].len() {
                self.merge(self.copies[place][i], &known);
            }
        }
    }
}

fn insts(body: &Body) -> impl Iterator<Item = Inst> + '_ {
    body.blocks().flat_map(|block| body.insts(block))
}

/// The indirect call that an instruction is: the callee is an instruction or an argument.
fn indirect_callee(body: &Body, inst: Inst) -> Option<Value> {
    let callee = body.inst(inst).call_info()?.callee;
    matches!(callee.kind(), ValueKind::Inst(_) | ValueKind::Arg(_)).then_some(callee)
}

impl ModulePass for CalledValuePropagation {
    fn name(&self) -> &'static str {
        "called-value-propagation"
    }

    fn class(&self) -> &'static str {
        "CalledValuePropagationPass"
    }

    fn run(&self, module: &mut Module) {
        let bodies = || module.functions().iter().filter_map(|&function| Some((function, module.body(function)?)));
        let with_calls: Vec<Global> = bodies()
            .filter(|(_, body)| insts(body).any(|inst| indirect_callee(body, inst).is_some()))
            .map(|(function, _)| function)
            .collect();
        if with_calls.is_empty() {
            return;
        }
        let calls = Calls::of(module);
        let variables: HashSet<Global> = tracked_variables(module).into_iter().collect();
        let mut flow = Flow::new(module, self.max_functions, &calls, &variables);
        for &variable in &variables {
            if let Some(initializer) = module[variable].as_variable().and_then(|v| v.initializer) {
                let to = flow.place(Place::Variable(variable));
                flow.copy(variable, initializer, to);
            }
        }
        for (function, body) in bodies() {
            trace(&mut flow, function, body);
        }
        flow.solve();
        let Flow { index, pointees, .. } = flow;
        module.edit_bodies(&with_calls, |_, body, additions| {
            let function = additions.function();
            for inst in insts(body).collect::<Vec<_>>() {
                let Some(callee) = indirect_callee(body, inst) else { continue };
                let known = index.get(&Place::Register(function, callee)).map(|&place| &pointees[place]);
                if let Some(Pointees::Functions(functions)) = known
                    && !functions.is_empty()
                {
                    let words: Vec<u32> =
                        functions.iter().map(|&f| additions.metadata.add_value(f.into()).bits()).collect();
                    let node = additions.metadata.add_node(NodeKind::Tuple, false, &words);
                    body.set_attachment(inst, CALLEES, Some(node));
                }
            }
        });
    }
}

/// Records the copies of pointers in a function.
fn trace(flow: &mut Flow<'_>, function: Global, body: &Body) {
    let module = flow.module;
    let cx = module.context();
    for inst in insts(body) {
        let data = body.inst(inst);
        if let Some(call) = data.call_info()
            && let Some(callee) = call.callee.as_global()
            && let Some(of_callee) = module.body(callee)
            && flow.has_known_callers(callee)
        {
            for (n, (&argument, &ty)) in body.call_args(call).iter().zip(of_callee.args()).enumerate() {
                if cx.is_pointer(ty) {
                    let to = flow.place(Place::Register(callee, Value::arg(n as u32)));
                    flow.copy(function, argument, to);
                }
            }
        }
        match *data {
            InstData::Store { value, pointer, .. } => {
                if let Some(variable) = flow.variable(pointer) {
                    let to = flow.place(Place::Variable(variable));
                    flow.copy(function, value, to);
                }
            }
            InstData::Ret { value } => {
                if let Some(value) = value.expand().filter(|&value| cx.is_pointer(module.value_type(Some(body), value)))
                {
                    let to = flow.place(Place::Result(function));
                    flow.copy(function, value, to);
                }
            }
            _ => {}
        }
        if !cx.is_pointer(body.inst_type(inst)) || !flow.is_copy(function, inst.into()) {
            continue;
        }
        let to = flow.place(Place::Register(function, inst.into()));
        match *data {
            InstData::Phi { ref incoming, .. } => {
                for pair in body.list_values(incoming).chunks_exact(2) {
                    flow.copy(function, pair[0], to);
                }
            }
            InstData::Select { if_true, if_false, .. } => {
                flow.copy(function, if_true, to);
                flow.copy(function, if_false, to);
            }
            InstData::Load { pointer, .. } => {
                if let Some(variable) = flow.variable(pointer) {
                    let from = flow.place(Place::Variable(variable));
                    flow.connect(from, to);
                }
            }
            _ => {
                if let Some(callee) = data.call_info().and_then(|call| direct_callee(module, call)) {
                    let from = flow.place(Place::Result(callee));
                    flow.connect(from, to);
                }
            }
        }
    }
}

/// The function that a call calls, if what that returns is known.
fn direct_callee(module: &Module, call: &lindworm_ir::instruction::CallInfo) -> Option<Global> {
    let callee = call.callee.as_global()?;
    let function = module.function(callee)?;
    let cx = module.context();
    let is_naked = cx.has_attribute(cx.attribute_list(function.attributes).function, AttrKind::NAKED);
    let is_known = module.body(callee).is_some() && is_exact(module, callee) && !is_naked;
    (is_known && module[callee].value_type == call.function_type).then_some(callee)
}
