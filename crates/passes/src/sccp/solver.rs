//! The solver of `sccp` and `ipsccp`: the states of all values, as far as control flow is feasible.
//!
//! Functions are solved in rounds. In a round, each function with pending visits is solved by the states that the other functions had
//! when the round began; all of them in parallel. Then the messages of these functions are delivered in order: calls with their
//! arguments, results, and stores to variables. So the states do not depend on the number of threads.
//!
//! Cost: each state changes a bounded number of times, so the visits are linear in the operands of all instructions. The number of
//! rounds grows with the length of the longest chain of calls; a round is linear in its visits and messages.

use lindworm_ir::hash::HashMap;
use lindworm_ir::{Global, Inst, Module, parallel};

use super::facts::{Code, Facts};
use super::visit::{Function, Visit};
use crate::lattice::State;

/// How often the range of a parameter or result is extended before it becomes all integers.
pub(super) const MAX_GROWTHS: u32 = 10;

/// The states of all functions at the beginning of a round. They do not change during the round.
pub(super) struct Known<'a> {
    pub code: Vec<Code<'a>>,
    pub index: HashMap<Global, usize>,
    /// Whether all callers of a function are known.
    pub tracks_args: Vec<bool>,
    /// The result of a function, or its elements, if all calls are known.
    pub results: Vec<Option<Vec<State>>>,
    /// Variables of which all loads and stores are known, with their contents.
    pub variables: HashMap<Global, State>,
}

/// An effect of a function on others.
pub(super) enum Message {
    /// A call of a function.
    Enter { callee: usize },
    /// An argument of a call, or a field of an argument.
    Arg { callee: usize, param: u32, field: Option<u32>, state: State },
    /// A store to a variable.
    Store { variable: Global, state: State },
}

/// The functions under analysis and what is known about them.
pub(super) struct Solver<'a> {
    module: &'a Module,
    known: Known<'a>,
    functions: Vec<Function<'a>>,
    /// The functions with pending visits, each once.
    active: Vec<usize>,
    /// The loads of variables, and the calls of functions with tracked results.
    readers: HashMap<Global, Vec<(usize, Inst)>>,
}

impl<'a> Solver<'a> {
    pub fn new(module: &'a Module, code: Vec<Code<'a>>) -> Solver<'a> {
        let size = |code: &Code<'a>| code.body.inst_count();
        let functions = parallel::map_by_weight(code.clone(), size, Function::new);
        let index = code.iter().enumerate().map(|(n, code)| (code.function, n)).collect();
        let (tracks_args, results) = (vec![false; code.len()], vec![None; code.len()]);
        let known = Known { code, index, tracks_args, results, variables: HashMap::default() };
        Solver { module, known, functions, active: Vec::new(), readers: HashMap::default() }
    }

    /// Tracks a variable of which all loads and stores are known, with its initial value.
    pub fn track_variable(&mut self, variable: Global, initializer: State) {
        self.known.variables.insert(variable, initializer);
    }

    /// Tracks the result of a function, or this number of elements of it.
    pub fn track_result(&mut self, at: usize, count: usize) {
        self.known.results[at] = Some(vec![State::Unknown; count]);
        self.functions[at].facts.result = self.known.results[at].clone();
    }

    /// Tracks the parameters of a function whose callers are known.
    pub fn track_args(&mut self, at: usize) {
        self.known.tracks_args[at] = true;
        self.functions[at].facts.tracks_args = true;
    }

    /// Starts at the entry of a function whose callers are unknown.
    pub fn enter(&mut self, at: usize) {
        self.change(at, |own| own.enter());
    }

    /// Changes states of a function. The function becomes active if the change leaves visits pending.
    fn change(&mut self, at: usize, change: impl FnOnce(&mut Visit<'_, 'a>)) {
        let mut visit = Visit { module: self.module, known: &self.known, own: &mut self.functions[at] };
        let was_idle = visit.own.is_idle();
        change(&mut visit);
        if was_idle && !visit.own.is_idle() {
            self.active.push(at);
        }
    }

    /// Computes all states: of the values of each function, and of the variables.
    pub fn run(mut self) -> (Vec<Facts>, HashMap<Global, State>) {
        self.solve();
        while self.decide_unknown() {
            self.solve();
        }
        (self.functions.into_iter().map(|function| function.facts).collect(), self.known.variables)
    }

    fn solve(&mut self) {
        while !self.active.is_empty() {
            let mut active = std::mem::take(&mut self.active);
            active.sort_unstable();
            let (module, known) = (self.module, &self.known);
            let functions = parts_mut(&mut self.functions, &active);
            parallel::map_by_weight(functions, |own| own.pending(), |own| Visit { module, known, own }.solve());
            self.deliver(&active);
        }
    }

    /// Delivers the messages of these functions.
    fn deliver(&mut self, active: &[usize]) {
        for &at in active {
            for (global, inst) in std::mem::take(&mut self.functions[at].reads) {
                self.readers.entry(global).or_default().push((at, inst));
            }
        }
        for &at in active {
            for message in std::mem::take(&mut self.functions[at].messages) {
                match message {
                    Message::Enter { callee } => self.change(callee, |callee| callee.call()),
                    Message::Arg { callee, param, field, state } => {
                        self.change(callee, |callee| callee.pass(param, field, &state));
                    }
                    Message::Store { variable, state } => {
                        let known = self.known.variables.get_mut(&variable);
                        if known.is_some_and(|known| known.merge(self.module, &state, Some(MAX_GROWTHS))) {
                            self.read_again(variable);
                        }
                    }
                }
            }
            if std::mem::take(&mut self.functions[at].is_result_changed) {
                self.known.results[at] = self.functions[at].facts.result.clone();
                self.read_again(self.known.code[at].function);
            }
        }
    }

    /// Makes the readers of a variable, or of the result of a function, pending again.
    fn read_again(&mut self, global: Global) {
        let Some(readers) = self.readers.remove(&global) else { return };
        for &(at, inst) in &readers {
            self.change(at, |reader| reader.own.pending_insts.push(inst));
        }
        self.readers.insert(global, readers);
    }

    /// Gives up the values that are still unknown, in all functions. Returns whether there were any.
    fn decide_unknown(&mut self) -> bool {
        let (module, known) = (self.module, &self.known);
        let functions = self.functions.iter_mut().zip(&known.code).collect();
        let size = |(_, code): &(&mut Function<'a>, &Code<'a>)| code.body.inst_count();
        let changed =
            parallel::map_by_weight(functions, size, |(own, _)| Visit { module, known, own }.decide_unknown());
        self.active.extend(self.functions.iter().enumerate().filter(|(_, own)| !own.is_idle()).map(|(at, _)| at));
        changed.contains(&true)
    }
}

/// The elements at these places, which are in ascending order.
fn parts_mut<'s, T>(mut all: &'s mut [T], places: &[usize]) -> Vec<&'s mut T> {
    let mut parts = Vec::with_capacity(places.len());
    let mut start = 0;
    for &place in places {
        let Some((part, rest)) = all.split_at_mut(place - start).1.split_first_mut() else { break };
        parts.push(part);
        (all, start) = (rest, place + 1);
    }
    parts
}
