//! Adding and removing parameters.

use super::{Body, Name};
use crate::types::Type;
use crate::value::{Inst, Value, ValueKind};

impl Body {
    /// Changes the parameters of the body. `new` has the replacement of each old parameter: a new parameter, which takes the name
    /// of the old one, or any other value. Linear in the body.
    pub fn change_args(&mut self, types: &[Type], new: &[Value]) {
        let old_names = std::mem::take(&mut self.arg_names);
        let map = |value: Value| match value.kind() {
            ValueKind::Arg(n) => new.get(n as usize).copied().unwrap_or(value),
            _ => value,
        };
        for (&value, &name) in new.iter().zip(&old_names) {
            if let ValueKind::Arg(n) = value.kind() {
                self.arg_names.resize(self.arg_names.len().max(n as usize + 1), Name::default());
                self.arg_names[n as usize] = name;
            }
        }
        for inst in (0..self.inst_count() as u32).map(Inst::from_u32) {
            self.map_operands_of(inst, map);
        }
        for value in &mut self.local_metadata {
            *value = map(*value);
        }
        self.use_list_orders.retain(|order| !matches!(order.value.kind(), ValueKind::Arg(_)));
        self.args = types.to_vec();
    }
}
