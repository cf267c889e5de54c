//! Replacing all uses of values of a module: in bodies, constants, globals and metadata.

use super::{GlobalKind, Module};
use crate::body::Body;
use crate::constant::{ConstantData, ConstantExpr};
use crate::hash::HashMap;
use crate::metadata::{Metadata, MetadataRef};
use crate::parallel;
use crate::value::{Constant, Value, ValueKind};

/// The replacements of constants, globals and inline assembler, and of constants that use them.
struct Replacements<'m> {
    module: &'m Module,
    /// The replacement of each constant.
    constants: Vec<Option<Value>>,
    others: HashMap<Value, Value>,
}

impl Module {
    /// Replaces constants, globals and inline assembler by values of the same type in all uses of the module: in function bodies;
    /// in constants, which fold like new constants; in initializers, aliases and ifuncs; in personality functions, prefix and
    /// prologue data; and in metadata. Corresponds to `Value::replaceAllUsesWith` of a global or constant.
    ///
    /// The replacements are simultaneous: a replacement is not replaced again. Linear in the module; see
    /// [`Editor::replace_all`](crate::editor::Editor::replace_all) for the uses in one body.
    ///
    /// ```
    /// use lindworm_ir::{Context, Module, Type, Value};
    /// let mut module = Module::new(&Context::new(), "m");
    /// let [a, b] = [b"a", b"b"].map(|name| module.add_variable(name, Type::I32, None));
    /// let table = module.constants().aggregate(module.context(), module.context().array(Type::PTR, 2), &[a.into(), b.into()]);
    /// let x = module.add_variable(b"x", module.value_type(None, table), Some(table));
    /// module.replace_all(&[(a.into(), b.into())]);
    /// let elements = [b.into(), b.into()];
    /// let expected = module.constants().aggregate(module.context(), module.context().array(Type::PTR, 2), &elements);
    /// assert_eq!(module[x].as_variable().unwrap().initializer, Some(expected));
    /// ```
    ///
    /// # Panics
    /// If one of the values is local to a body, or the types of a pair differ.
    pub fn replace_all(&mut self, replacements: &[(Value, Value)]) {
        for &(old, new) in replacements {
            assert!(!old.is_local() && !new.is_local(), "{old:?} and {new:?} must be of the module");
            assert_eq!(self.value_type(None, old), self.value_type(None, new), "{old:?} and {new:?} are of two types");
        }
        let found = Replacements::new(self, replacements);
        let Replacements { constants, others, .. } = found;
        let map = |value: Value| {
            let new = match value.kind() {
                ValueKind::Constant(c) => constants.get(c.as_u32() as usize).copied().flatten(),
                ValueKind::Global(_) | ValueKind::InlineAsm(_) => others.get(&value).copied(),
                _ => None,
            };
            new.unwrap_or(value)
        };
        let metadata = self.metadata.map_values(map);
        let map_metadata = |m: Metadata| metadata.get(&m).copied().unwrap_or(m);
        for named in &mut self.named_metadata {
            named.operands.iter_mut().for_each(|m| *m = map_metadata(*m));
        }
        let mut bodies = Vec::new();
        for global in self.globals.values_mut() {
            global.metadata.iter_mut().for_each(|(_, m)| *m = map_metadata(*m));
            match &mut global.kind {
                GlobalKind::Variable(v) => v.initializer = v.initializer.map(map),
                GlobalKind::Alias { aliasee: v } | GlobalKind::IFunc { resolver: v } => *v = map(*v),
                GlobalKind::Function(f) => {
                    for operand in [&mut f.personality, &mut f.prefix, &mut f.prologue] {
                        *operand = operand.map(map);
                    }
                    bodies.extend(f.body.as_deref_mut());
                }
            }
        }
        parallel::map(bodies, |body: &mut Body| {
            body.map_module_values(map);
            if !metadata.is_empty() {
                body.map_metadata(map_metadata);
            }
        });
    }
}

impl<'m> Replacements<'m> {
    fn new(module: &'m Module, replacements: &[(Value, Value)]) -> Replacements<'m> {
        let others: HashMap<Value, Value> = replacements.iter().copied().filter(|(old, new)| old != new).collect();
        let count = module.constants.len() as u32;
        let mut found = Replacements { module, constants: vec![None; count as usize], others };
        if found.others.is_empty() {
            return found;
        }
        // Operands of a constant precede it, so one pass in the order of handles suffices.
        for c in 0..count {
            let constant = Constant::from_u32(c);
            let new = match found.others.get(&constant.into()) {
                Some(&new) => Some(new),
                None => found.rebuilt(constant),
            };
            found.constants[c as usize] = new.filter(|&new| new != constant.into());
        }
        found
    }

    fn map(&self, value: Value) -> Value {
        let new = match value.as_constant() {
            Some(c) => self.constants.get(c.as_u32() as usize).copied().flatten(),
            None => self.others.get(&value).copied(),
        };
        new.unwrap_or(value)
    }

    /// The constant with its operands replaced; `None` if no operand changes.
    fn rebuilt(&self, constant: Constant) -> Option<Value> {
        let module = self.module;
        let node = module.constants.get(constant);
        let mut is_changed = false;
        node.data.for_each_operand(|v| is_changed |= self.map(v) != v);
        if !is_changed {
            return None;
        }
        let (cx, ty) = (&module.context, node.ty);
        let built = match &node.data {
            ConstantData::Aggregate(elements) => {
                let elements: Vec<Value> = elements.iter().map(|&v| self.map(v)).collect();
                module.constants.aggregate(cx, ty, &elements)
            }
            ConstantData::Splat(v) => module.constants.splat(cx, ty, self.map(*v)),
            ConstantData::DsoLocalEquivalent(g) => match self.map((*g).into()) {
                new if new.as_global().is_none() => new,
                new => module.constants.intern(ty, ConstantData::DsoLocalEquivalent(new.as_global()?)),
            },
            ConstantData::NoCfi(g) => match self.map((*g).into()) {
                new if new.as_global().is_none() => new,
                new => module.constants.intern(ty, ConstantData::NoCfi(new.as_global()?)),
            },
            ConstantData::PtrAuth(parts) => {
                let parts = Box::new(parts.map(|v| self.map(v)));
                module.constants.intern(ty, ConstantData::PtrAuth(parts))
            }
            ConstantData::Expr(expr) => self.rebuilt_expr(expr, ty),
            _ => return None,
        };
        Some(built)
    }

    fn rebuilt_expr(&self, expr: &ConstantExpr, ty: crate::types::Type) -> Value {
        let module = self.module;
        let folded = match expr {
            ConstantExpr::Cast { op, value } => module.cast_constant(*op, self.map(*value), ty).ok(),
            ConstantExpr::Binary { op, flags, lhs, rhs } => {
                module.binary_constant(*op, *flags, self.map(*lhs), self.map(*rhs)).ok()
            }
            ConstantExpr::GetElementPtr { source, flags, in_range, operands } => {
                let operands: Vec<Value> = operands.iter().map(|&v| self.map(v)).collect();
                Some(module.gep_constant(*source, *flags, in_range.as_deref().cloned(), &operands))
            }
            ConstantExpr::ExtractElement { vector, index } => {
                Some(module.extract_element_constant(self.map(*vector), self.map(*index)))
            }
            ConstantExpr::InsertElement { vector, element, index } => {
                Some(module.insert_element_constant(self.map(*vector), self.map(*element), self.map(*index)))
            }
            ConstantExpr::ShuffleVector { v1, v2, mask } => {
                Some(module.shuffle_vector_constant(self.map(*v1), self.map(*v2), mask))
            }
        };
        // A constant expression is kept even if its opcode no longer has constant expressions.
        folded.unwrap_or_else(|| {
            let mut expr = expr.clone();
            match &mut expr {
                ConstantExpr::Cast { value, .. } => *value = self.map(*value),
                ConstantExpr::Binary { lhs, rhs, .. } => (*lhs, *rhs) = (self.map(*lhs), self.map(*rhs)),
                _ => {}
            }
            module.constants.intern(ty, ConstantData::Expr(Box::new(expr)))
        })
    }
}

impl crate::metadata::MetadataStore {
    /// Replaces the constants that metadata wraps. If metadata already wraps the replacement, references are redirected to that
    /// metadata. Returns the redirections for references from outside nodes.
    fn map_values(&mut self, map: impl Fn(Value) -> Value) -> HashMap<Metadata, Metadata> {
        let mut moved = HashMap::default();
        let old: Vec<Value> = self.values().to_vec();
        for (i, old) in (0..).zip(old) {
            let new = map(old);
            if new != old {
                let known = self.set_value(i, new);
                moved.extend(known.map(|known| (Metadata::new(MetadataRef::Value(i)), known)));
            }
        }
        if !moved.is_empty() {
            self.map_refs(0..self.node_count() as u32, |m| moved.get(&m).copied().unwrap_or(m));
            // Nodes that became equal are not merged; the caller may call `unique`.
        }
        moved
    }
}
