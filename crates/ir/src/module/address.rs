//! The base objects of constant addresses.

use std::collections::hash_map::Entry;

use crate::hash::{HashMap, HashSet};

use super::{GlobalKind, Module};
use crate::constant::{ConstantData, ConstantExpr};
use crate::value::{Global, Value};
use lindworm_eval::BinaryOp;

impl Module {
    /// A constant with pointer casts and all-zero `getelementptr`s stripped.
    pub fn strip_pointer_casts(&self, mut value: Value) -> Value {
        while let Some(node) = self.constants.node(value)
            && let ConstantData::Expr(expr) = &node.data
        {
            let inner = match &**expr {
                ConstantExpr::Cast { value, .. } => *value,
                ConstantExpr::GetElementPtr { operands, .. }
                    if operands.iter().skip(1).all(|&index| self.constants.is_zero(index)) =>
                {
                    operands[0]
                }
                _ => break,
            };
            if !self.context.is_pointer(node.ty) || !self.context.is_pointer(self.value_type(None, inner)) {
                break;
            }
            value = inner;
        }
        value
    }

    /// The global that a constant address is based on, which may be an alias; `None` if there is none or more than one.
    pub fn base_global(&self, address: Value) -> Option<Global> {
        if let Some(global) = address.as_global() {
            return Some(global);
        }
        let mut found = None;
        let mut stack = vec![address];
        let mut seen = HashSet::default();
        while let Some(value) = stack.pop() {
            if let Some(global) = value.as_global() {
                if found.replace(global).is_some() {
                    return None;
                }
            } else if seen.insert(value)
                && let ConstantData::Expr(expr) = &self.constants.node(value)?.data
            {
                match &**expr {
                    ConstantExpr::Cast { value, .. } => stack.push(*value),
                    ConstantExpr::GetElementPtr { operands, .. } => stack.extend(operands.first()),
                    ConstantExpr::Binary { op: BinaryOp::Add, lhs, rhs, .. } => stack.extend([*lhs, *rhs]),
                    ConstantExpr::Binary { op: BinaryOp::Sub, lhs, .. } => stack.push(*lhs),
                    _ => {}
                }
            }
        }
        found
    }

    /// Like [`Module::base_global`], with aliases resolved: a function, variable or ifunc. Use [`BaseObjects`] for many
    /// addresses.
    pub fn base_object(&self, address: Value) -> Option<Global> {
        let mut global = self.base_global(address)?;
        // An alias of itself is not legal, but may occur.
        for _ in 0..=self.aliases.len() {
            let GlobalKind::Alias { aliasee } = self.globals[global].kind else { return Some(global) };
            global = self.base_global(aliasee)?;
        }
        None
    }

    /// The globals in `@llvm.used` and `@llvm.compiler.used`, which have uses that the IR does not show.
    pub fn used_globals(&self) -> HashSet<Global> {
        [&b"llvm.used"[..], b"llvm.compiler.used"].into_iter().flat_map(|list| self.listed_globals(list)).collect()
    }

    /// The globals that are elements of the variable of this name, such as `llvm.used`; none if the variable does not exist.
    pub fn listed_globals(&self, list: &[u8]) -> Vec<Global> {
        let mut listed = Vec::new();
        let list = self.global_named(list).and_then(|list| self.globals[list].as_variable());
        if let Some(node) = list.and_then(|v| self.constants.node(v.initializer?)) {
            node.data.for_each_operand(|v| listed.extend(self.strip_pointer_casts(v).as_global()));
        }
        listed
    }
}

/// The base objects of the aliases of a module. Each alias is resolved once, however long the chains of aliases are.
pub struct BaseObjects(HashMap<Global, Option<Global>>);

impl BaseObjects {
    /// Resolves all aliases of a module.
    pub fn new(module: &Module) -> BaseObjects {
        let mut objects: HashMap<Global, Option<Global>> = HashMap::default();
        let mut chain = Vec::new();
        for &alias in &module.aliases {
            let mut next = Some(alias);
            let object = loop {
                let Some(global) = next else { break None };
                let GlobalKind::Alias { aliasee } = module.globals[global].kind else { break Some(global) };
                // An alias of itself is not legal, but may occur: it has no base object.
                match objects.entry(global) {
                    Entry::Occupied(known) => break *known.get(),
                    Entry::Vacant(entry) => _ = entry.insert(None),
                }
                chain.push(global);
                next = module.base_global(aliasee);
            };
            for global in chain.drain(..) {
                objects.insert(global, object);
            }
        }
        BaseObjects(objects)
    }

    /// Same result as [`Module::base_object`].
    pub fn of(&self, module: &Module, address: Value) -> Option<Global> {
        let global = module.base_global(address)?;
        self.0.get(&global).copied().unwrap_or(Some(global))
    }
}
