//! `uselistorder` directives.

use lindworm_ir::Value;
use lindworm_ir::body::UseListOrder;

use super::names::push_decimal;
use super::{FunctionWriter, Writer};

impl FunctionWriter<'_> {
    /// Writes the directives of a function, if that is asked for.
    pub(super) fn write_use_list_orders(&self, out: &mut Vec<u8>) {
        if self.writer.options.preserve_use_list_order {
            let orders = UseListOrder::of_body(self.body);
            write_orders(out, &orders, b"  ", |out, value| self.write_typed(out, value));
        }
    }
}

impl Writer<'_> {
    /// Writes the directives of a module, if that is asked for.
    pub(super) fn write_use_list_orders(&self, out: &mut Vec<u8>) {
        if self.options.preserve_use_list_order {
            let orders = UseListOrder::of_module(self.module);
            write_orders(out, &orders, b"", |out, value| self.write_typed_constant(out, value));
        }
    }
}

fn write_orders(out: &mut Vec<u8>, orders: &[UseListOrder], indent: &[u8], write_value: impl Fn(&mut Vec<u8>, Value)) {
    if !orders.is_empty() {
        out.extend_from_slice(b"\n; uselistorder directives\n");
    }
    for order in orders {
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
