//! `uselistorder` directives.

use lindworm_ir::body::UseListOrder;
use lindworm_ir::{Global, Value};

use super::names::push_decimal;
use super::output::Output;
use super::{FunctionWriter, Writer};

impl FunctionWriter<'_> {
    /// Writes the directives of a function.
    pub(super) fn write_use_list_orders(&self, out: &mut Output<'_>, function: Global) {
        if let Some(orders) = self.writer.use_list_orders.functions.get(&function) {
            write_orders(out, orders, b"  ", |out, value| self.write_typed(out, value));
        }
    }
}

impl Writer<'_> {
    /// Writes the directives of a module.
    pub(super) fn write_use_list_orders(&self, out: &mut Output<'_>) {
        write_orders(out, &self.use_list_orders.module, b"", |out, value| self.write_typed_constant(out, value));
    }
}

fn write_orders(
    out: &mut Output<'_>,
    orders: &[UseListOrder],
    indent: &[u8],
    write_value: impl Fn(&mut Output<'_>, Value),
) {
    if !orders.is_empty() {
        out.extend_from_slice(b"\n; uselistorder directives\n");
    }
    for order in orders {
        if out.is_full() {
            return;
        }
        out.extend_from_slice(indent);
        out.extend_from_slice(b"uselistorder ");
        write_value(out, order.value);
        for (i, &place) in order.order.iter().enumerate() {
            out.extend_from_slice(if i == 0 { b", { " } else { b", " });
            push_decimal(out, place);
        }
        out.extend_from_slice(b" }\n");
    }
}
