//! A component of the call graph whose functions get attributes.

use std::cell::OnceCell;

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeList, AttributeOwner, AttributeSet};
use lindworm_ir::hash::HashMap;
use lindworm_ir::uses::Uses;
use lindworm_ir::{Body, Context, Global, Inst, Module};

use super::called;
use crate::bodies::map_these_bodies;
use crate::infer_attrs::with;

/// The attributes found for the functions of a component, beside a module that does not change meanwhile. Calls within the component
/// still have the attributes of the module.
pub(super) struct Scc<'m> {
    pub module: &'m Module,
    pub members: &'m Members,
    /// The attributes of the functions whose attributes changed.
    pub changed: HashMap<Global, AttributeList>,
}

/// The functions of a component that get attributes.
pub(super) struct Members {
    pub functions: Vec<Global>,
    /// The def-use chains of each function, if they are made.
    chains: HashMap<Global, OnceCell<Uses>>,
    /// Whether no function of the component was left out.
    pub is_whole: bool,
}

impl Members {
    pub fn new(functions: Vec<Global>, is_whole: bool) -> Members {
        let chains = functions.iter().map(|&function| (function, OnceCell::new())).collect();
        Members { functions, chains, is_whole }
    }

    /// Makes the def-use chains of all functions, in parallel.
    pub fn make_chains(&mut self, module: &Module) {
        let bodies = self.functions.iter().filter_map(|&f| Some((f, module.body(f)?))).collect();
        let chains = map_these_bodies(bodies, Uses::new);
        self.chains = chains.into_iter().map(|(function, uses)| (function, OnceCell::from(uses))).collect();
    }

    /// The def-use chains of a function, made when they are needed first.
    pub fn chains(&self, function: Global, body: &Body) -> &Uses {
        self.chains[&function].get_or_init(|| Uses::new(body))
    }

    /// Whether an instruction calls a function of the component directly.
    pub fn is_called(&self, module: &Module, body: &Body, inst: Inst) -> bool {
        called(module, body, inst).is_some_and(|callee| self.chains.contains_key(&callee))
    }
}

impl<'m> Scc<'m> {
    pub fn new(module: &'m Module, members: &'m Members) -> Scc<'m> {
        Scc { module, members, changed: HashMap::default() }
    }

    pub fn cx(&self) -> &'m Context {
        self.module.context()
    }

    fn list(&self, function: Global) -> AttributeList {
        let declared = || self.module.function(function).map(|f| f.attributes).unwrap_or_default();
        self.changed.get(&function).copied().unwrap_or_else(declared)
    }

    /// The attributes of a function, without those of the result and the parameters.
    pub fn function_set(&self, function: Global) -> AttributeSet {
        self.cx().attribute_list(self.list(function)).function
    }

    /// The attributes of the result of a function.
    pub fn result_set(&self, function: Global) -> AttributeSet {
        self.cx().attribute_list(self.list(function)).result
    }

    /// The attributes of the parameters of a function. Those at the end may be missing.
    pub fn param_sets(&self, function: Global) -> &'m [AttributeSet] {
        &self.cx().attribute_list(self.list(function)).params
    }

    /// Whether a function has an attribute.
    pub fn has(&self, function: Global, kind: AttrKind) -> bool {
        self.cx().has_attribute(self.function_set(function), kind)
    }

    /// Changes one attribute set of a function.
    pub fn edit(
        &mut self,
        function: Global,
        owner: AttributeOwner,
        change: impl FnOnce(&Context, AttributeSet) -> AttributeSet,
    ) {
        let (cx, old) = (self.cx(), self.list(function));
        let new = with(cx, old, owner, |set| change(cx, set));
        if new != old {
            self.changed.insert(function, new);
        }
    }

    pub fn add(&mut self, function: Global, owner: AttributeOwner, attribute: Attribute) {
        self.edit(function, owner, |cx, set| cx.with_attribute(set, attribute));
    }
}
