//! `constmerge`: merges identical constant variables and removes unused ones.

use lindworm_ir::context::MetadataKind;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::Align;
use lindworm_ir::module::{Linkage, TlsModel, UnnamedAddr};
use lindworm_ir::{Global, Module, Value};

use crate::bodies::map_bodies;
use crate::pass::ModulePass;
use crate::references::mentions;

/// Merges constants whose addresses are not significant, and removes unused local variables.
pub struct ConstantMerge;

impl ModulePass for ConstantMerge {
    fn name(&self) -> &'static str {
        "constmerge"
    }

    fn class(&self) -> &'static str {
        "ConstantMergePass"
    }

    fn run(&self, module: &mut Module) {
        let lists: [&[u8]; 2] = [b"llvm.used", b"llvm.compiler.used"];
        let used: HashSet<Global> = lists.into_iter().flat_map(|list| module.listed_globals(list)).collect();
        // Merging can make further initializers identical.
        loop {
            let dead = unused_variables(module);
            module.remove_unused_globals(&dead);
            let merged = merge(module, &used);
            if dead.is_empty() && !merged {
                return;
            }
        }
    }
}

/// The number of uses of each variable and of each constant with operands: by instructions, by globals, and by constants that are
/// themselves used.
struct UseCounts<'m> {
    module: &'m Module,
    counts: HashMap<Value, usize>,
}

impl<'m> UseCounts<'m> {
    fn new(module: &'m Module) -> UseCounts<'m> {
        let mut uses = UseCounts { module, counts: HashMap::default() };
        for global in module.global_values() {
            module[global].operands().into_iter().flatten().for_each(|value| uses.add(value, 1));
        }
        for (_, mentions) in map_bodies(module, |body| mentions(module, body)) {
            mentions.into_iter().for_each(|(value, number)| uses.add(value, number as usize));
        }
        uses
    }

    fn add(&mut self, value: Value, number: usize) {
        let mut pending = vec![(value, number)];
        let mut operands = Vec::new();
        while let Some((value, number)) = pending.pop() {
            if value.as_constant().is_none() && value.as_global().is_none() {
                continue;
            }
            let count = self.counts.entry(value).or_default();
            *count += number;
            if *count == number {
                self.operands(value, &mut operands);
                pending.extend(operands.drain(..).map(|operand| (operand, 1)));
            }
        }
    }

    fn remove(&mut self, value: Value) {
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            if let Some(count) = self.counts.get_mut(&value) {
                *count -= 1;
                if *count == 0 {
                    self.operands(value, &mut pending);
                }
            }
        }
    }

    fn operands(&self, value: Value, operands: &mut Vec<Value>) {
        if let Some(node) = self.module.constants().node(value) {
            node.data.for_each_operand(|operand| operands.push(operand));
        }
    }
}

/// The unused local variables, including those used only by other unused variables.
fn unused_variables(module: &Module) -> HashSet<Global> {
    let mut uses = UseCounts::new(module);
    let mut dead: HashSet<Global> = HashSet::default();
    loop {
        let before = dead.len();
        for &variable in module.variables() {
            let is_unused = uses.counts.get(&variable.into()).is_none_or(|&count| count == 0);
            if is_unused && module[variable].linkage.is_local() && dead.insert(variable) {
                module[variable].operands().into_iter().flatten().for_each(|value| uses.remove(value));
            }
        }
        if dead.len() == before {
            return dead;
        }
    }
}

/// Whether a variable is a constant with a known initializer and no other significant properties.
fn is_mergeable(module: &Module, variable: Global, used: &HashSet<Global>) -> bool {
    let data = &module[variable];
    let is_known =
        data.as_variable().is_some_and(|v| v.constant && v.initializer.is_some() && !v.externally_initialized);
    is_known
        && !data.linkage.is_interposable()
        && module.context().addr_space(data.ty()) == Some(0)
        && data.section.is_empty()
        && data.tls == TlsModel::None
        && !used.contains(&variable)
}

fn has_other_metadata(module: &Module, variable: Global) -> bool {
    module[variable].metadata.iter().any(|&(kind, _)| kind != MetadataKind::DBG)
}

/// Merges variables with identical initializers. Returns whether there were any.
fn merge(module: &mut Module, used: &HashSet<Global>) -> bool {
    let mut canonical: HashMap<Value, Global> = HashMap::default();
    for &variable in module.variables() {
        let data = &module[variable];
        let is_weak = matches!(data.linkage, Linkage::WeakOdr | Linkage::LinkOnceOdr);
        if !is_mergeable(module, variable, used) || is_weak || has_other_metadata(module, variable) {
            continue;
        }
        let Some(value) = data.as_variable().and_then(|v| v.initializer) else { continue };
        canonical
            .entry(value)
            .and_modify(|best| {
                let is_better = match (data.linkage.is_local(), module[*best].linkage.is_local()) {
                    (false, true) => true,
                    (true, false) => false,
                    _ => data.unnamed_addr == UnnamedAddr::Global,
                };
                if is_better {
                    *best = variable;
                }
            })
            .or_insert(variable);
    }
    let mut replaced: Vec<(Global, Global)> = Vec::new();
    for variable in module.variables().to_vec() {
        if !is_mergeable(module, variable, used) || !module[variable].linkage.is_local() {
            continue;
        }
        let value = module[variable].as_variable().and_then(|v| v.initializer);
        let Some(&best) = value.and_then(|value| canonical.get(&value)).filter(|&&best| best != variable) else {
            continue;
        };
        let matters = [variable, best].map(|it| module[it].unnamed_addr != UnnamedAddr::Global);
        if matters == [true, true] || has_other_metadata(module, variable) {
            continue;
        }
        if matters[0] {
            module[best].unnamed_addr = UnnamedAddr::None;
        }
        replaced.push((variable, best));
    }
    for &(old, new) in &replaced {
        let align = [old, new].map(|it| module[it].align);
        if align.iter().any(|align| align.is_some()) {
            let [old, new_align] = [old, new].map(|it| alignment(module, it));
            module[new].align = old.max(new_align);
        }
        let described = module[old].metadata.clone();
        module[new].metadata.extend(described);
    }
    let values: Vec<(Value, Value)> = replaced.iter().map(|&(old, new)| (old.into(), new.into())).collect();
    module.replace_all(&values);
    let gone: HashSet<Global> = replaced.iter().map(|&(old, _)| old).collect();
    module.remove_unused_globals(&gone);
    !gone.is_empty()
}

/// The alignment of a variable, or the default alignment of its type.
fn alignment(module: &Module, variable: Global) -> Align {
    let data = &module[variable];
    if data.align.is_some() {
        return data.align;
    }
    module.data_layout().preferred_align(module.context(), data.value_type).unwrap_or_default()
}
