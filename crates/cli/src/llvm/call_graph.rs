//! The passes of `opt` that print or draw the call graph: `print-callgraph`, `print-callgraph-sccs` and `dot-callgraph`.
//!
//! Numbers are printed where LLVM prints addresses of its own objects, which differ from run to run.

use std::path::Path;

use lindworm::analysis::components;
use lindworm::ir::attributes::AttrKind;
use lindworm::ir::context::MetadataKind;
use lindworm::ir::eval::CastOp;
use lindworm::ir::hash::{HashMap, HashSet};
use lindworm::ir::instruction::CallInfo;
use lindworm::ir::metadata::{Metadata, MetadataRef};
use lindworm::ir::uses::Uses;
use lindworm::link::Reached;
use lindworm::passes::CallGraphPrinter;
use lindworm::{Body, Global, Inst, InstData, Module};

use super::Request;
use super::printers::{Dot, Drawing, escaped, heat};
use crate::streams::tell;

/// Prints or draws the call graph.
pub fn print(module: &Module, printer: CallGraphPrinter, request: &Request) {
    let graph = CallGraph::new(module);
    match printer {
        CallGraphPrinter::Text => graph.print(),
        CallGraphPrinter::Components => graph.print_components(),
        CallGraphPrinter::Dot => graph.draw(&request.drawing),
    }
}

/// The number of a call, none for the calls that a declaration may make, and the callee, none if it is unknown.
type Call = (Option<usize>, Option<Global>);

/// The call graph.
struct CallGraph<'m> {
    module: &'m Module,
    /// The functions, with their calls.
    calls: Vec<(Global, Vec<Call>)>,
    /// The functions that may be called from outside of the module.
    external: Vec<Global>,
}

impl<'m> CallGraph<'m> {
    fn new(module: &'m Module) -> CallGraph<'m> {
        let taken = addresses_taken(module);
        let mut graph = CallGraph { module, calls: Vec::new(), external: Vec::new() };
        let mut number = 0;
        for &function in module.functions() {
            let global = &module[function];
            if is_debug_intrinsic(module, function) {
                continue;
            }
            if !global.linkage.is_local() || taken.contains(function) {
                graph.external.push(function);
            }
            let mut calls = Vec::new();
            let attributes =
                module.context().attribute_list(module.function(function).map_or(Default::default(), |f| f.attributes));
            if global.is_declaration() && !module.context().has_attribute(attributes.function, AttrKind::NO_CALLBACK) {
                calls.push((None, None));
            }
            let body = module.body(function);
            for inst in body.into_iter().flat_map(|body| body.blocks().flat_map(|block| body.insts(block))) {
                let Some((body, call)) = body.and_then(|body| Some((body, body.inst(inst).call_info()?))) else {
                    continue;
                };
                number += 1;
                let callee = callee(module, call);
                if callee.is_none_or(|callee| !is_debug_intrinsic(module, callee)) {
                    calls.push((Some(number), callee));
                }
                for place in callback_places(module, call) {
                    let passed = body.call_args(call).get(place).and_then(|arg| arg.as_global());
                    let passed = passed.filter(|&passed| module.function(passed).is_some());
                    calls.extend(passed.map(|passed| (None, Some(passed))));
                }
            }
            graph.calls.push((function, calls));
        }
        graph
    }

    /// Prints the strongly connected components that are reachable from outside of the module, callees first.
    fn print_components(&self) {
        // Two further nodes represent unknown functions: as callees and as callers.
        let [callee, caller] = [0, 1].map(|n| Global::from_u32(self.module.globals().len() as u32 + n));
        let mut edges: HashMap<Global, Vec<Global>> = HashMap::default();
        let is_node: HashSet<Global> = self.calls.iter().map(|(function, _)| *function).collect();
        for (function, calls) in &self.calls {
            let callees = calls.iter().map(|(_, to)| to.unwrap_or(callee));
            edges.insert(*function, callees.filter(|to| *to == callee || is_node.contains(to)).collect());
        }
        edges.insert(caller, self.external.clone());
        let edges_of = |node: Global| edges.get(&node).cloned().unwrap_or_default();
        let mut out = String::from("SCCs for the program in PostOrder:");
        for (number, component) in (1..).zip(components(&[caller], edges_of)) {
            let name = |&node: &Global| match is_node.contains(&node) {
                true => self.name(node),
                false => "external node".to_owned(),
            };
            let names: Vec<String> = component.iter().rev().map(name).collect();
            out += &format!("\nSCC #{number}: {}", names.join(", "));
            if let [only] = component[..]
                && edges_of(only).contains(&only)
            {
                out += " (Has self-loop).";
            }
        }
        tell(out + "\n");
    }

    fn name(&self, function: Global) -> String {
        String::from_utf8_lossy(self.module[function].name()).into_owned()
    }

    fn print(&self) {
        let mut uses: HashMap<Global, usize> = HashMap::default();
        let called = self.calls.iter().flat_map(|(_, calls)| calls.iter().filter_map(|(_, to)| *to));
        called.chain(self.external.iter().copied()).for_each(|to| *uses.entry(to).or_default() += 1);
        let mut out = String::from("Call graph node <<null function>><<0x0>>  #uses=0\n");
        for &function in &self.external {
            out += &format!("  CS<None> calls function '{}'\n", self.name(function));
        }
        out.push('\n');
        let mut calls: Vec<_> = self.calls.iter().zip(1..).collect();
        calls.sort_by(|((a, _), _), ((b, _), _)| self.module[*a].name().cmp(self.module[*b].name()));
        for ((function, calls), number) in calls {
            let uses = uses.get(function).copied().unwrap_or(0);
            out += &format!("Call graph node for function: '{}'<<{number:#x}>>  #uses={uses}\n", self.name(*function));
            for (call, to) in calls {
                let call = call.map_or("None".to_owned(), |call| format!("{call:#x}"));
                let to = to.map_or("external node".to_owned(), |to| format!("function '{}'", self.name(to)));
                out += &format!("  CS<{call}> calls {to}\n");
            }
            out.push('\n');
        }
        tell(out);
    }

    fn draw(&self, drawing: &Drawing) {
        let name = self.module.name();
        let mut dot = Dot::new(&format!("Call graph: {name}"));
        // How often each function is called, and from where.
        let mut called: HashMap<Global, u64> = HashMap::default();
        let mut edges: HashMap<(Global, Global), u64> = HashMap::default();
        for (function, calls) in &self.calls {
            for to in calls.iter().filter_map(|(_, to)| *to) {
                *called.entry(to).or_default() += 1;
                *edges.entry((*function, to)).or_default() += 1;
            }
        }
        let most = called.values().copied().max().unwrap_or(0);
        let external = self.module.globals().len() as u32;
        if drawing.multigraph {
            dot.node(external, "", "external caller");
            self.external.iter().for_each(|to| dot.edge(external, None, to.as_u32(), ""));
        }
        for (function, calls) in &self.calls {
            let attributes = match drawing.call_graph_colors {
                true => {
                    let count = called.get(function).copied().unwrap_or(0);
                    let edge = if count > most / 2 { 0xb70d28 } else { 0x3d50c3 };
                    format!("color=\"#{edge:06x}ff\", style=filled, fillcolor=\"#{:06x}80\",", heat(count, most))
                }
                false => String::new(),
            };
            dot.node(function.as_u32(), &attributes, &escaped(&self.name(*function)));
            let mut drawn = HashSet::default();
            for to in calls.iter().filter_map(|(_, to)| *to) {
                let is_new = drawn.insert(to);
                if !drawing.multigraph && !is_new {
                    continue;
                }
                let count = edges.get(&(*function, to)).copied().unwrap_or(1);
                let attributes = match drawing.call_graph_weights {
                    true => {
                        let width = 1.0 + 2.0 * (count as f64 / most.max(1) as f64);
                        format!("[label=\"{count}\" penwidth={width:.6}]")
                    }
                    false => String::new(),
                };
                dot.edge(function.as_u32(), None, to.as_u32(), &attributes);
            }
        }
        let prefix = drawing.call_graph_prefix.as_deref().unwrap_or(name);
        dot.write(Path::new(&format!("{prefix}.callgraph.dot")));
    }
}

/// The function that a call calls directly.
fn callee(module: &Module, call: &CallInfo) -> Option<Global> {
    let callee = call.callee.as_global()?;
    (module.function(callee).is_some() && module[callee].value_type == call.function_type).then_some(callee)
}

fn is_debug_intrinsic(module: &Module, function: Global) -> bool {
    module[function].name().starts_with(b"llvm.dbg.")
}

/// Whether a call is of an intrinsic that only states a fact for optimizations.
fn is_statement(module: &Module, call: &CallInfo) -> bool {
    const STATEMENTS: [&[u8]; 12] = [
        b"llvm.assume",
        b"llvm.sideeffect",
        b"llvm.pseudoprobe",
        b"llvm.dbg.",
        b"llvm.invariant.",
        b"llvm.launder.",
        b"llvm.strip.invariant.",
        b"llvm.lifetime.",
        b"llvm.experimental.noalias.scope.decl",
        b"llvm.objectsize.",
        b"llvm.ptr.annotation.",
        b"llvm.var.annotation",
    ];
    callee(module, call).is_some_and(|callee| STATEMENTS.iter().any(|name| module[callee].name().starts_with(name)))
}

/// The places of the arguments that the callee of a call calls: those that its `!callback` names.
fn callback_places(module: &Module, call: &CallInfo) -> Vec<usize> {
    let Some(callee) = callee(module, call) else { return Vec::new() };
    let callback = MetadataKind::fixed(b"callback");
    let Some(&(_, callbacks)) = module[callee].metadata.iter().find(|(kind, _)| Some(*kind) == callback) else {
        return Vec::new();
    };
    let store = module.metadata();
    let words = |node: Metadata| node.as_node().map_or(&[][..], |node| store.node(node).words);
    let place = |&encoding: &u32| {
        let &first = words(Metadata::from_word(encoding)?).first()?;
        match Metadata::from_word(first)?.open() {
            MetadataRef::Value(value) => Some(module.constants().as_u64(store.value(value))? as usize),
            _ => None,
        }
    };
    words(callbacks).iter().filter_map(place).collect()
}

/// The functions whose addresses are taken: used other than as callees, as callbacks, and by statements.
fn addresses_taken(module: &Module) -> Reached<'_> {
    let mut taken = Reached::new(module);
    for global in module.globals().values() {
        global.operands().into_iter().flatten().for_each(|value| taken.value(value));
    }
    for body in module.functions().iter().filter_map(|&function| module.body(function)) {
        let mut uses = None;
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            let call = body.inst(inst).call_info();
            if call.is_some_and(|call| is_statement(module, call)) || is_stated_cast(module, body, inst, &mut uses) {
                continue;
            }
            let callbacks = call.map_or(Vec::new(), |call| callback_places(module, call));
            // The callee is the last operand.
            let callee = call.and_then(|call| callee(module, call)).map(|_| body.operand_count(inst) - 1);
            let mut place = 0;
            body.inst(inst).for_each_operand(body.values(), |value| {
                if Some(place) != callee && !callbacks.contains(&place) {
                    taken.value(value);
                }
                place += 1;
            });
        }
    }
    taken
}

/// Whether an instruction is a pointer cast of a global that only statements use.
fn is_stated_cast(module: &Module, body: &Body, inst: Inst, uses: &mut Option<Uses>) -> bool {
    let InstData::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. } = *body.inst(inst) else {
        return false;
    };
    let is_statement = |user| body.inst(user).call_info().is_some_and(|call| is_statement(module, call));
    value.as_global().is_some()
        && uses.get_or_insert_with(|| Uses::new(body)).of(inst.into()).all(|at| is_statement(at.user))
}
