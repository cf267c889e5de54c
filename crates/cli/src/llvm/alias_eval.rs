//! `aa-eval`: the results of alias queries about all pairs of pointers and calls of a function.

use std::fmt::Write;

use lindworm::analysis::alias::{AliasAnalysis, AliasCache, AliasRules, Aliasing, Location};
use lindworm::ir::attributes::ModRef;
use lindworm::ir::uses::Uses;
use lindworm::text::MessageWriter;
use lindworm::{Body, Global, Inst, InstData, Module, Type, Value};

/// A set of kinds of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queried(u8);

impl Queried {
    pub const NO: Queried = Queried(1);
    pub const MAY: Queried = Queried(2);
    pub const PARTIAL: Queried = Queried(4);
    pub const MUST: Queried = Queried(8);
    pub const NONE: Queried = Queried(16);
    pub const MOD: Queried = Queried(32);
    pub const REF: Queried = Queried(64);
    pub const MOD_REF: Queried = Queried(128);

    /// All kinds.
    pub const fn all() -> Queried {
        Queried(255)
    }

    /// Adds or removes kinds.
    pub fn set(&mut self, kinds: Queried, on: bool) {
        self.0 = if on { self.0 | kinds.0 } else { self.0 & !kinds.0 };
    }

    /// The index of a single kind.
    fn index(self) -> usize {
        self.0.trailing_zeros() as usize
    }
}

/// The results for the functions of a module.
pub struct Evaluation<'m> {
    module: &'m Module,
    rules: AliasRules,
    shown: Queried,
    /// The number of results of each kind, in the order of their bits.
    counts: [u64; 8],
    has_functions: bool,
}

impl<'m> Evaluation<'m> {
    pub fn new(module: &'m Module, rules: AliasRules, shown: Queried) -> Evaluation<'m> {
        Evaluation { module, rules, shown, counts: [0; 8], has_functions: false }
    }

    /// Evaluates the queries of a function and writes the shown ones.
    pub fn function(&mut self, writer: &mut MessageWriter<'m>, function: Global, body: &Body, out: &mut String) {
        self.has_functions = true;
        let mut pointers: Vec<(Value, Type)> = Vec::new();
        let mut known = lindworm::ir::hash::HashSet::default();
        let mut calls: Vec<Inst> = Vec::new();
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            let access = match *body.inst(inst) {
                InstData::Load { pointer, .. } => (pointer, body.inst_type(inst)),
                InstData::Store { pointer, value, .. } => (pointer, self.module.value_type(Some(body), value)),
                ref data => {
                    calls.extend(data.call_info().map(|_| inst));
                    continue;
                }
            };
            if known.insert(access) {
                pointers.push(access);
            }
        }
        if self.shown != Queried::default() {
            let name = String::from_utf8_lossy(self.module[function].name());
            let _ = writeln!(out, "Function: {name}: {} pointers, {} call sites", pointers.len(), calls.len());
        }
        let (uses, cache) = (Uses::new(body), AliasCache::default());
        let mut aliases = AliasAnalysis::new(self.module, body, &uses, function, &cache);
        aliases.rules = self.rules;
        // The operand `TYPE poison` names a struct without its fields.
        let mut text_of = |value: Value| {
            let mut text = Vec::new();
            writer.operand(&mut text, Some(function), value);
            String::from_utf8_lossy(&text).trim().to_string()
        };
        let mut type_text = |ty: Type| {
            let text = text_of(self.module.constants().poison(ty));
            text.strip_suffix(" poison").unwrap_or(&text).to_string()
        };
        let types: Vec<String> = pointers
            .iter()
            .map(|&(pointer, ty)| {
                let pointer_type = self.module.value_type(Some(body), pointer);
                let space = self.module.context().addr_space(pointer_type).filter(|&space| space != 0);
                type_text(ty) + &space.map_or(String::new(), |space| format!(" addrspace({space})"))
            })
            .collect();
        let pointer_types: Vec<String> =
            pointers.iter().map(|&(pointer, _)| type_text(self.module.value_type(Some(body), pointer))).collect();
        let names: Vec<String> = pointers
            .iter()
            .zip(&pointer_types)
            .map(|(&(pointer, _), ty)| {
                let text = text_of(pointer);
                text.strip_prefix(&**ty).unwrap_or(&text).trim().to_string()
            })
            .collect();
        let locations: Vec<Location> =
            pointers.iter().map(|&(pointer, ty)| Location::new(pointer, aliases.size_of(ty))).collect();
        for a in 0..pointers.len() {
            for b in 0..a {
                let mut result = aliases.alias(&locations[a], &locations[b]);
                let (mut first, mut second) = (a, b);
                if names[b] < names[a] {
                    (first, second) = (b, a);
                    if let Aliasing::Partial(offset) = result {
                        result = Aliasing::Partial(offset.and_then(i32::checked_neg));
                    }
                }
                let (kind, text) = match result {
                    Aliasing::No => (Queried::NO, "NoAlias".to_string()),
                    Aliasing::May => (Queried::MAY, "MayAlias".to_string()),
                    Aliasing::Partial(None) => (Queried::PARTIAL, "PartialAlias".to_string()),
                    Aliasing::Partial(Some(offset)) => (Queried::PARTIAL, format!("PartialAlias (off {offset})")),
                    Aliasing::Must => (Queried::MUST, "MustAlias".to_string()),
                };
                if self.count(kind) {
                    let [x, y] = [first, second].map(|n| format!("{}* {}", types[n], names[n]));
                    let _ = writeln!(out, "  {text}:\t{x}, {y}");
                }
            }
        }
        let call_texts: Vec<String> = calls
            .iter()
            .map(|&call| {
                let mut text = Vec::new();
                writer.value(&mut text, Some(function), call.into());
                String::from_utf8_lossy(&text).trim_end().to_string()
            })
            .collect();
        for (call, text) in calls.iter().zip(&call_texts) {
            for (n, at) in locations.iter().enumerate() {
                let (kind, result) = kind_of(aliases.mod_ref(*call, at));
                if self.count(kind) {
                    let pointer = format!("{}* {}", types[n], names[n]);
                    let _ = writeln!(out, "  {result}:  Ptr: {pointer}\t<->{text}");
                }
            }
        }
        for (a, x) in calls.iter().zip(&call_texts) {
            for (b, y) in calls.iter().zip(&call_texts).filter(|(b, _)| *b != a) {
                let (kind, result) = kind_of(aliases.calls_mod_ref(*a, *b));
                if self.count(kind) {
                    let _ = writeln!(out, "  {result}: {x} <-> {y}");
                }
            }
        }
    }

    /// Counts a result, and returns whether it is shown.
    fn count(&mut self, kind: Queried) -> bool {
        self.counts[kind.index()] += 1;
        self.shown.0 & kind.0 != 0
    }

    /// The summary; empty if no function was evaluated.
    pub fn report(&self) -> String {
        let mut out = String::new();
        if !self.has_functions {
            return out;
        }
        out += "===== Alias Analysis Evaluator Report =====\n";
        let part = |n: u64, sum: u64| format!("({}.{}%)", n * 100 / sum, n * 1000 / sum % 10);
        let groups = [
            (&self.counts[..4], ["no alias", "may alias", "partial alias", "must alias"], "Alias"),
            (&self.counts[4..], ["no mod/ref", "mod", "ref", "mod & ref"], "ModRef"),
        ];
        for (counts, names, what) in groups {
            let sum: u64 = counts.iter().sum();
            if sum == 0 {
                out += match what {
                    "Alias" => "  Alias Analysis Evaluator Summary: No pointers!\n",
                    _ => "  Alias Analysis Mod/Ref Evaluator Summary: no mod/ref!\n",
                };
                continue;
            }
            let _ = writeln!(out, "  {sum} Total {what} Queries Performed");
            for (n, name) in counts.iter().zip(names) {
                let _ = writeln!(out, "  {n} {name} responses {}", part(*n, sum));
            }
            let shares: Vec<String> = counts.iter().map(|n| format!("{}%", n * 100 / sum)).collect();
            let name = if what == "Alias" { "Pointer Alias" } else { "Mod/Ref" };
            let _ = writeln!(out, "  Alias Analysis Evaluator {name} Summary: {}", shares.join("/"));
        }
        out
    }
}

fn kind_of(access: ModRef) -> (Queried, &'static str) {
    match (access.contains(ModRef::REF), access.contains(ModRef::MOD)) {
        (false, false) => (Queried::NONE, "NoModRef"),
        (false, true) => (Queried::MOD, "Just Mod"),
        (true, false) => (Queried::REF, "Just Ref"),
        (true, true) => (Queried::MOD_REF, "Both ModRef"),
    }
}
