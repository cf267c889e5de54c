//! Debug locations and debug records
//! ([Source Level Debugging](https://llvm.org/docs/SourceLevelDebugging.html#debug-records)).

use lindworm_ir::body::DebugRecordData;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::{Inst, Metadata, Value};

use super::abbreviations::function as abbreviation;
use super::function::BodyWriter;
use super::metadata;
use crate::codes::function::*;

impl BodyWriter<'_> {
    /// Writes the debug location of the instruction just written.
    pub(super) fn debug_loc(&mut self, inst: Inst) {
        let Some(node) = self.body.debug_loc(inst).and_then(|m| m.as_node()) else { return };
        if self.last_debug_loc == Some(node) {
            return self.record(DEBUG_LOC_AGAIN);
        }
        if self.module.metadata().node(node).kind != NodeKind::DILocation {
            return;
        }
        let Some(ids) = &self.local.metadata else { return };
        self.last_debug_loc = Some(node);
        self.ops.extend(metadata::debug_loc(ids, self.module, Metadata::new(MetadataRef::Node(node))));
        self.abbreviated(abbreviation::DEBUG_LOC, DEBUG_LOC);
    }

    /// Writes the debug records attached to the instruction just written. They follow it, so that the reader can attach
    /// them.
    pub(super) fn debug_records(&mut self, inst: Inst) {
        for record in self.body.debug_records(inst) {
            match *record {
                DebugRecordData::Label { label, debug_loc } => {
                    self.metadata(&[debug_loc, label]);
                    self.record(DEBUG_RECORD_LABEL);
                }
                DebugRecordData::Value { location, variable, expression, debug_loc } => {
                    self.metadata(&[debug_loc, variable, expression]);
                    match self.known_value(location) {
                        Some(value) => {
                            self.value(value);
                            self.abbreviated(abbreviation::DEBUG_RECORD_VALUE, DEBUG_RECORD_VALUE_SIMPLE);
                        }
                        None => {
                            self.metadata(&[location]);
                            self.record(DEBUG_RECORD_VALUE);
                        }
                    }
                }
                DebugRecordData::Declare { location, variable, expression, debug_loc } => {
                    self.metadata(&[debug_loc, variable, expression, location]);
                    self.record(DEBUG_RECORD_DECLARE);
                }
                DebugRecordData::DeclareValue { location, variable, expression, debug_loc } => {
                    self.metadata(&[debug_loc, variable, expression, location]);
                    self.record(DEBUG_RECORD_DECLARE_VALUE);
                }
                DebugRecordData::Assign {
                    location,
                    variable,
                    expression,
                    id,
                    address,
                    address_expression,
                    debug_loc,
                } => {
                    self.metadata(&[debug_loc, variable, expression, location, id, address_expression, address]);
                    self.record(DEBUG_RECORD_ASSIGN);
                }
            }
        }
    }

    /// The value in metadata, if the reader has already defined it.
    fn known_value(&self, location: Metadata) -> Option<Value> {
        let value = match location.open() {
            MetadataRef::Local(i) => *self.body.local_metadata().get(i as usize)?,
            MetadataRef::Value(i) => *self.module.metadata().values().get(i as usize)?,
            _ => return None,
        };
        (self.local.value(value) < self.next).then_some(value)
    }

    fn metadata(&mut self, all: &[Metadata]) {
        let local = self.local;
        self.ops.extend(all.iter().map(|&m| local.metadata(m) as u64));
    }
}
