//! Import of function bodies.

use smallvec::SmallVec;

use crate::body::{Body, DebugRecordData};
use crate::instruction::InstData;
use crate::metadata::{Attachment, Metadata, MetadataRef};
use crate::types::Type;
use crate::value::{Global, Inst, Value};

use super::{GlobalImporter, Importer};

impl Importer<'_> {
    /// Moves the body of a function out of the source, with everything that it refers to imported in instruction order.
    /// `uselistorder` directives for values of the module are dropped, because these values have different uses in the
    /// destination.
    pub fn body(&mut self, function: Global, globals: &mut dyn GlobalImporter) -> Option<Box<Body>> {
        let mut body = self.source.globals[function].as_function_mut()?.body.take()?;
        for i in 0..body.args().len() {
            let ty = self.ty(body.args()[i]);
            body.set_arg_type(i, ty);
        }
        for local in 0..body.local_metadata.len() {
            let old = body.local_metadata[local];
            body.local_metadata[local] = self.value(old, globals).unwrap_or(old);
        }
        for list in 0..body.arg_lists.len() {
            for i in 0..body.arg_lists[list].len() {
                let old = body.arg_lists[list][i];
                body.arg_lists[list][i] = self.metadata(old, globals).unwrap_or(old);
            }
        }
        let mut next_block = body.entry();
        let mut placed = vec![false; body.inst_count()];
        while let Some(block) = next_block {
            let mut next_inst = body.first_inst(block);
            while let Some(inst) = next_inst {
                placed[inst.as_u32() as usize] = true;
                self.inst(&mut body, inst, globals);
                self.values_of_records(&body, inst, globals);
                next_inst = body.next_inst(inst);
            }
            next_block = body.next_block(block);
        }
        // Detached instructions must not refer to the source either.
        for inst in (0..).zip(placed).filter(|(_, placed)| !placed).map(|(i, _)| Inst::from_u32(i)) {
            *body.inst_mut(inst) = InstData::Unreachable;
            body.set_inst_type(inst, Type::VOID);
            body.set_debug_loc(inst, None);
            body.clear_attachments(inst);
        }
        body.map_record_metadata(|m| self.metadata(m, globals).unwrap_or(self.empty_tuple()));
        body.use_list_orders.retain(|order| order.value.is_local());
        Some(body)
    }

    /// Imports the constants that the debug records in front of an instruction refer to, at which globals may be met for the first
    /// time.
    fn values_of_records(&mut self, body: &Body, inst: Inst, globals: &mut dyn GlobalImporter) {
        for m in body.debug_records(inst).flat_map(DebugRecordData::operands) {
            if matches!(m.open(), MetadataRef::Value(_)) {
                self.metadata(m, globals);
            }
        }
    }

    fn inst(&mut self, body: &mut Body, inst: Inst, globals: &mut dyn GlobalImporter) {
        let (data, values) = body.inst_and_values_mut(inst);
        data.map_operands(values, |v| match v.is_local() {
            true => v,
            false => self.operand(v, globals),
        });
        match data {
            InstData::Alloca { allocated: ty, .. } | InstData::GetElementPtr { source: ty, .. } => *ty = self.ty(*ty),
            InstData::Load { scope, .. }
            | InstData::Store { scope, .. }
            | InstData::Fence { scope, .. }
            | InstData::CmpXchg { scope, .. }
            | InstData::AtomicRmw { scope, .. }
                if !self.is_same_context =>
            {
                *scope = self.sync_scope(*scope);
            }
            data => {
                if let Some(call) = data.call_info_mut() {
                    call.function_type = self.ty(call.function_type);
                    call.attributes = self.attribute_list(call.attributes);
                }
            }
        }
        let ty = self.ty(body.inst_type(inst));
        body.set_inst_type(inst, ty);
        if let Some(loc) = body.debug_loc(inst) {
            let loc = self.metadata(loc, globals);
            body.set_debug_loc(inst, loc);
        }
        if !body.attachments(inst).is_empty() {
            let old: SmallVec<[Attachment; 2]> = body.attachments(inst).into();
            let new = old.iter().filter_map(|&(kind, m)| Some((self.metadata_kind(kind), self.metadata(m, globals)?)));
            let new = new.collect();
            body.replace_attachments(inst, new);
        }
    }

    /// The replacement of an operand that is not local. An omitted operand becomes poison, or the empty tuple.
    fn operand(&mut self, value: Value, globals: &mut dyn GlobalImporter) -> Value {
        if let Some(mapped) = self.value(value, globals) {
            return mapped;
        }
        match value.as_metadata() {
            Some(_) => self.empty_tuple().into(),
            None => {
                let ty = self.source.value_type(None, value);
                let ty = self.ty(ty);
                self.dest.constants.poison(ty)
            }
        }
    }

    fn empty_tuple(&mut self) -> Metadata {
        self.dest.metadata.add_node(crate::debug_info::NodeKind::Tuple, false, &[])
    }
}
