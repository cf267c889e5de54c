//! The number of references to each global, kept up to date function by function.

use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::module::{GlobalValue, Linkage};
use lindworm_ir::value::Constant;
use lindworm_ir::{Body, Global, Module, Value};

use crate::bodies::map_these_bodies;

/// Whether a definition may be removed when nothing refers to the global. A local symbol of a comdat may be removed alone, other
/// members may not.
pub(crate) fn is_discardable(global: &GlobalValue) -> bool {
    match global.linkage {
        Linkage::Internal | Linkage::Private | Linkage::AvailableExternally => true,
        Linkage::LinkOnceAny | Linkage::LinkOnceOdr => global.comdat.is_none(),
        _ => false,
    }
}

/// Counts the references to globals: from instructions, and from initializers, aliases and the like. A constant that mentions a
/// global counts for each of its own references. Metadata does not count.
#[derive(Default)]
pub struct References {
    counts: HashMap<Global, usize>,
    /// The references of each initializer, aliasee and the like.
    of_global: HashMap<Global, HashMap<Global, usize>>,
    /// The references of each body, as last counted.
    of_body: HashMap<Global, HashMap<Global, usize>>,
    /// The globals that a constant mentions.
    of_constant: HashMap<Constant, Vec<Global>>,
    /// The functions whose bodies refer to each global, or did.
    users: HashMap<Global, Vec<Global>>,
    with_block_addresses: HashSet<Global>,
}

impl References {
    /// Counts the references in a module. Linear in the module.
    pub fn new(module: &Module) -> References {
        let mut references = References::without_bodies(module);
        references.update_all(module, module.functions().iter().copied());
        references
    }

    /// The references in a module, by the [`mentions`] of the bodies of its functions.
    pub(crate) fn of_mentions(
        module: &Module,
        bodies: impl Iterator<Item = (Global, Box<[(Value, u32)]>)>,
    ) -> References {
        let mut references = References::without_bodies(module);
        references.replace_all(module, bodies);
        references
    }

    fn without_bodies(module: &Module) -> References {
        let with_block_addresses = module.block_addresses().iter().map(|&(function, _)| function).collect();
        let mut references = References { with_block_addresses, ..References::default() };
        for user in module.global_values() {
            let mut found = Vec::new();
            if let Some(global) = module.global(user) {
                for value in global.operands().into_iter().flatten() {
                    references.collect(module, value, &mut found);
                }
            }
            let of_global = references.of_global.entry(user).or_default();
            for global in found {
                *references.counts.entry(global).or_default() += 1;
                *of_global.entry(global).or_default() += 1;
            }
        }
        references
    }

    /// The globals that a function's body refers to, as last counted, in any order.
    pub(crate) fn of(&self, function: Global) -> impl Iterator<Item = Global> + '_ {
        self.of_body.get(&function).into_iter().flat_map(|of_body| of_body.keys().copied())
    }

    /// The globals that a function's body refers to, each with the number of references, as last counted, in any order.
    pub(crate) fn counts_of(&self, function: Global) -> impl Iterator<Item = (Global, usize)> + '_ {
        self.of_body.get(&function).into_iter().flatten().map(|(&global, &number)| (global, number))
    }

    /// Counts the references of a function's body anew.
    pub fn update(&mut self, module: &Module, function: Global) {
        let mentions = module.body(function).map(|body| mentions(module, body)).unwrap_or_default();
        let found = self.count_of(module, &mentions);
        self.replace(function, found);
    }

    /// Like [`update`](References::update), for several functions, in parallel.
    pub(crate) fn update_all(&mut self, module: &Module, functions: impl IntoIterator<Item = Global>) {
        let bodies = functions.into_iter().filter_map(|function| Some((function, module.body(function)?))).collect();
        self.replace_all(module, map_these_bodies(bodies, |body| mentions(module, body)));
    }

    fn replace_all(&mut self, module: &Module, bodies: impl IntoIterator<Item = (Global, Box<[(Value, u32)]>)>) {
        for (function, mentions) in bodies {
            let found = self.count_of(module, &mentions);
            self.replace(function, found);
        }
    }

    /// Forgets the references of a body that is to be removed.
    pub fn remove(&mut self, function: Global) {
        self.replace(function, HashMap::default());
    }

    /// Forgets all references of a global that is to be removed. Returns the globals that have no references left thereby.
    pub(crate) fn forget(&mut self, global: Global) -> Vec<Global> {
        let mut left = Vec::new();
        for of in [self.of_global.remove(&global), self.of_body.remove(&global)].into_iter().flatten() {
            for (global, number) in of {
                if let Some(count) = self.counts.get_mut(&global) {
                    *count -= number;
                    left.extend((*count == 0).then_some(global));
                }
            }
        }
        left.sort_unstable_by_key(|g| g.as_u32());
        left
    }

    /// The number of references to a global.
    pub fn count(&self, global: Global) -> usize {
        self.counts.get(&global).copied().unwrap_or(0)
    }

    /// The functions whose bodies refer to a global, as last counted.
    pub(crate) fn users(&self, global: Global) -> Vec<Global> {
        let mut users = self.users.get(&global).cloned().unwrap_or_default();
        users.sort_unstable_by_key(|user| user.as_u32());
        users.dedup();
        users.retain(|user| self.of_body.get(user).is_some_and(|of_body| of_body.contains_key(&global)));
        users
    }

    /// The number of references to each global by values that a body uses.
    fn count_of(&mut self, module: &Module, mentions: &[(Value, u32)]) -> HashMap<Global, usize> {
        let (mut counts, mut found): (HashMap<Global, usize>, Vec<Global>) = (HashMap::default(), Vec::new());
        for &(value, number) in mentions {
            self.collect(module, value, &mut found);
            found.drain(..).for_each(|global| *counts.entry(global).or_default() += number as usize);
        }
        counts
    }

    fn replace(&mut self, function: Global, new: HashMap<Global, usize>) {
        for (&global, number) in &new {
            *self.counts.entry(global).or_default() += number;
        }
        let old = self.of_body.remove(&function).unwrap_or_default();
        for &global in new.keys().filter(|global| !old.contains_key(global)) {
            self.users.entry(global).or_default().push(function);
        }
        self.of_body.insert(function, new);
        for (global, number) in old {
            if let Some(count) = self.counts.get_mut(&global) {
                *count -= number;
            }
        }
    }

    /// Whether the address of a block of a function is taken.
    pub fn has_block_addresses(&self, function: Global) -> bool {
        self.with_block_addresses.contains(&function)
    }

    /// The globals that a value mentions.
    pub(crate) fn mentioned(&self, module: &Module, value: Value) -> Vec<Global> {
        match (value.as_global(), value.as_constant()) {
            (Some(global), _) => vec![global],
            (_, Some(constant)) if !is_leaf(module, value) => {
                self.of_constant.get(&constant).cloned().unwrap_or_else(|| globals_of(module, constant))
            }
            _ => Vec::new(),
        }
    }

    /// Adds the globals that a value mentions.
    fn collect(&mut self, module: &Module, value: Value, found: &mut Vec<Global>) {
        if let Some(global) = value.as_global() {
            return found.push(global);
        }
        let Some(constant) = value.as_constant().filter(|_| !is_leaf(module, value)) else { return };
        found.extend(self.of_constant.entry(constant).or_insert_with(|| globals_of(module, constant)).iter());
    }
}

/// The globals, and the constants that may mention globals, which a body uses, each with the number of uses.
pub(crate) fn mentions(module: &Module, body: &Body) -> Box<[(Value, u32)]> {
    let mut mentions: HashMap<Value, u32> = HashMap::default();
    for inst in body.blocks().flat_map(|block| body.insts(block)) {
        body.inst(inst).for_each_operand(body.values(), |value| {
            if may_mention_globals(module, value) {
                *mentions.entry(value).or_default() += 1;
            }
        });
    }
    mentions.into_iter().collect()
}

/// Whether a value is a global, or a constant with operands, which may mention a global.
pub(crate) fn may_mention_globals(module: &Module, value: Value) -> bool {
    value.as_global().is_some() || value.as_constant().is_some() && !is_leaf(module, value)
}

/// Whether a value is a constant without operands.
fn is_leaf(module: &Module, value: Value) -> bool {
    module.constants().node(value).is_some_and(|node| {
        let mut is_leaf = true;
        node.data.for_each_operand(|_| is_leaf = false);
        is_leaf
    })
}

/// The globals that a constant mentions. The constant may be deep; each operand is visited once.
fn globals_of(module: &Module, constant: Constant) -> Vec<Global> {
    let (mut found, mut seen, mut pending) = (Vec::new(), HashSet::default(), vec![constant]);
    while let Some(next) = pending.pop() {
        if seen.insert(next) {
            module.constants().get(next).data.for_each_operand(|operand| {
                found.extend(operand.as_global());
                pending.extend(operand.as_constant());
            });
        }
    }
    found
}

/// A module of functions that make these calls, for tests.
#[cfg(test)]
pub(crate) fn module_of_calls(calls: &[(&str, &[&str])]) -> Module {
    use lindworm_ir::{Context, Type};

    let mut module = Module::new(&Context::new(), "m");
    let ty = module.context().function_type(Type::VOID, &[], false);
    let functions: HashMap<&str, Global> =
        calls.iter().map(|&(name, _)| (name, module.add_function(name.as_bytes(), ty))).collect();
    for (caller, callees) in calls {
        module.build_body(functions[caller], |builder| {
            let entry = builder.append_block("");
            builder.at_end(entry);
            for callee in *callees {
                builder.call_function(functions[callee], &[]).unwrap();
            }
            builder.ret(None).unwrap();
        });
    }
    module
}
