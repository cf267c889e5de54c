//! Debug records. In the stream, they follow the record of the instruction that they are attached to.

use lindworm_ir::Metadata;
use lindworm_ir::body::DebugRecordData;

use super::function::FunctionReader;
use super::operand::{Fault, INVALID, Operands};
use crate::codes::function as code;

impl FunctionReader<'_, '_> {
    fn next_metadata(&self, o: &mut Operands<'_>) -> Result<Metadata, Fault> {
        o.next().and_then(|id| self.metadata.get(id)).ok_or(INVALID)
    }

    pub(super) fn debug_record(&mut self, code: u32, o: &mut Operands<'_>) -> Result<(), Fault> {
        let inst = self.last_inst().ok_or("Invalid dbg record: missing instruction")?;
        let debug_loc = self.next_metadata(o)?;
        let data = if code == code::DEBUG_RECORD_LABEL {
            DebugRecordData::Label { label: self.next_metadata(o)?, debug_loc }
        } else {
            let variable = self.next_metadata(o)?;
            let expression = self.next_metadata(o)?;
            let location = if code == code::DEBUG_RECORD_VALUE_SIMPLE {
                let value = self.pair(o).ok_or("Invalid dbg record: invalid value")?.value;
                self.metadata.value(value, &mut self.body)
            } else {
                self.next_metadata(o)?
            };
            match code {
                code::DEBUG_RECORD_DECLARE => DebugRecordData::Declare { location, variable, expression, debug_loc },
                code::DEBUG_RECORD_DECLARE_VALUE => {
                    DebugRecordData::DeclareValue { location, variable, expression, debug_loc }
                }
                code::DEBUG_RECORD_ASSIGN => {
                    let id = self.next_metadata(o)?;
                    let address_expression = self.next_metadata(o)?;
                    let address = self.next_metadata(o)?;
                    DebugRecordData::Assign {
                        location,
                        variable,
                        expression,
                        id,
                        address,
                        address_expression,
                        debug_loc,
                    }
                }
                _ => DebugRecordData::Value { location, variable, expression, debug_loc },
            }
        };
        self.body.create_debug_record(data);
        self.debug_records += 1;
        self.body.attach_last_debug_records(inst, self.debug_records);
        Ok(())
    }
}
