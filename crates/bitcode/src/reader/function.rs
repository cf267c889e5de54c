//! Function bodies ([Function block](https://llvm.org/docs/BitCodeFormat.html#function-block-contents)).

use cranelift_entity::EntityRef;
use hashbrown::HashTable;
use lindworm_ir::instruction::Bundle;
use lindworm_ir::{Block, Body, Context, Global, Inst, InstData, Metadata, Module, Type, Value};
use lindworm_upgrade::bitcode::UpgradedCalls;
use lindworm_upgrade::expression::Edges;

use super::constants::read_constants;
use super::local_names::LocalNames;
use super::metadata::{DebugLoc, FunctionMetadata, MetadataTable, OwnMetadata};
use super::operand::{Fault, FunctionValues, INVALID, NO_TYPE, Operand, Operands};
use super::types::TypeId;
use super::{ModuleTables, Slot, TypedValue};
use crate::bitstream::{Entry, Record, Stream};
use crate::codes::{block, function as code};
use crate::error::Result;

/// The result of reading a body.
pub(crate) struct ReadBody {
    /// Its function.
    pub function: Global,
    /// The body.
    pub body: Box<Body>,
    /// Its function-level metadata.
    pub metadata: OwnMetadata,
    /// The personality function of its landing pads. Up to LLVM 3.6 it was an operand of `landingpad`.
    pub personality: Option<Value>,
    /// Whether it calls the debug intrinsics that debug records replaced.
    pub has_debug_intrinsics: bool,
    /// Whether it has debug records. A module must not have both.
    pub has_debug_records: bool,
    /// The names that its symbol table gives to globals.
    pub renamed: Vec<(Global, Box<[u8]>)>,
}

/// Memory reused between bodies.
#[derive(Default)]
pub(crate) struct Scratch {
    body: Body,
    insts: Vec<Inst>,
    values: Vec<Slot>,
    locations: HashTable<u32>,
    /// Cached upgrades of callees.
    pub upgraded_calls: UpgradedCalls,
}

/// Reads the body of a function. The stream is positioned after the block id.
pub(crate) fn read_body(
    tables: &ModuleTables,
    module: &Module,
    metadata: &MetadataTable,
    function: Global,
    mut stream: Stream<'_>,
    scratch: &mut Scratch,
) -> Result<ReadBody> {
    let header = stream.enter(block::FUNCTION, &tables.block_info)?;
    let left = stream.cursor.end() - stream.cursor.bit();
    let bits = left.min(header.words as u64 * 32);
    let mut reader = FunctionReader::new(tables, module, metadata, function, stream, bits);
    reader.body = std::mem::take(&mut scratch.body);
    reader.insts = std::mem::take(&mut scratch.insts);
    reader.values.own = std::mem::take(&mut scratch.values);
    reader.metadata.use_locations(&mut scratch.locations);
    if let Err(fault) = reader.arguments() {
        return Err(reader.error(fault));
    }
    reader.records()?;
    reader.finish(scratch)
}

/// The result of an instruction record: the instruction and its type.
pub(super) struct Made {
    pub data: InstData,
    pub ty: Type,
    pub id: TypeId,
}

impl Made {
    /// An instruction without a result.
    pub fn void(data: InstData) -> Made {
        Made { data, ty: Type::VOID, id: NO_TYPE }
    }
}

pub(super) type Making = std::result::Result<Made, Fault>;

/// The state of reading a function body.
pub(super) struct FunctionReader<'a, 'd> {
    pub tables: &'a ModuleTables,
    pub module: &'a Module,
    pub cx: &'a Context,
    pub function: Global,
    pub stream: Stream<'d>,
    /// The size of the block in bits.
    bits: u64,
    pub values: FunctionValues<'a>,
    pub body: Body,
    pub metadata: FunctionMetadata<'a>,
    /// The number of declared blocks.
    pub blocks: u32,
    /// The number of the current block.
    pub block: u32,
    /// The instructions with records, in order, which is their numbering in attachments.
    pub insts: Vec<Inst>,
    /// The instructions with forward references.
    forward_users: Vec<Inst>,
    location: Option<Metadata>,
    /// The number of debug records before the last instruction.
    pub debug_records: u32,
    /// The operand bundles of the next call, with their inputs.
    pub bundles: Vec<Bundle>,
    pub bundle_inputs: Vec<Value>,
    pub names: LocalNames,
    pub edges: Edges,
    pub personality: Option<Value>,
    pub has_debug_intrinsics: bool,
    pub renamed: Vec<(Global, Box<[u8]>)>,
}

impl<'a, 'd> FunctionReader<'a, 'd> {
    fn new(
        tables: &'a ModuleTables,
        module: &'a Module,
        table: &'a MetadataTable,
        function: Global,
        stream: Stream<'d>,
        bits: u64,
    ) -> FunctionReader<'a, 'd> {
        FunctionReader {
            tables,
            module,
            cx: module.context(),
            function,
            bits,
            values: FunctionValues::new(tables, stream.cursor.data().len()),
            stream,
            body: Body::default(),
            metadata: FunctionMetadata::new(table, bits),
            blocks: 0,
            block: 0,
            insts: Vec::new(),
            forward_users: Vec::new(),
            location: None,
            debug_records: 0,
            bundles: Vec::new(),
            bundle_inputs: Vec::new(),
            names: LocalNames::new(tables.name_limit),
            edges: Edges::default(),
            personality: None,
            has_debug_intrinsics: false,
            renamed: Vec::new(),
        }
    }

    #[cold]
    pub fn error(&self, fault: Fault) -> crate::error::Error {
        self.stream.error(fault)
    }

    fn arguments(&mut self) -> std::result::Result<(), Fault> {
        let ty = self.tables.function_types.get(&self.function).ok_or(INVALID)?;
        let params = self.values.types.ty(*ty).and_then(|ty| self.cx.function_parts(ty)).ok_or(INVALID)?.1;
        self.tables.expansion.allow(params.len() as u64).ok_or(INVALID)?;
        self.values.expect_arguments(params.len());
        self.body.reset(params);
        self.insts.clear();
        self.values.own.clear();
        for i in 0..params.len() {
            let ty = self.values.types.contained(*ty, i + 1);
            self.values.own.push(Slot::Value(TypedValue { value: Value::arg(i as u32), ty }));
        }
        Ok(())
    }

    fn records(&mut self) -> Result<()> {
        let mut record = Record::default();
        loop {
            match self.stream.next()? {
                Entry::End => return Ok(()),
                Entry::Block(id) => self.nested(id)?,
                Entry::Record(id) => {
                    self.stream.record(id, &mut record)?;
                    if let Err(fault) = self.record(record.code, &record.ops) {
                        return Err(self.error(fault));
                    }
                }
            }
        }
    }

    /// Reads a block nested in the function block.
    fn nested(&mut self, id: u32) -> Result<()> {
        match id {
            block::CONSTANTS => {
                let FunctionValues { own, expressions, .. } = &mut self.values;
                read_constants(self.tables, self.module, &mut self.stream, own, expressions)
            }
            block::METADATA => {
                let (body, values) = (&mut self.body, &mut self.values);
                self.metadata.read_block(&mut self.stream, self.tables, self.module, body, values)
            }
            block::METADATA_ATTACHMENT => {
                let inst = |number: u64| self.insts.get(usize::try_from(number).ok()?).copied();
                self.metadata.read_attachments(&mut self.stream, self.tables, &mut self.body, &inst)
            }
            block::VALUE_SYMTAB => self.value_symbol_table(),
            block::USELIST => self.use_lists(),
            _ => self.stream.skip_block(),
        }
    }

    #[inline]
    fn record(&mut self, code: u32, ops: &[u64]) -> std::result::Result<(), Fault> {
        let mut o = Operands::new(ops);
        let made = match code {
            code::INST_LOAD => self.load(&mut o),
            code::INST_STORE | code::INST_STORE_OLD => self.store(&mut o, code == code::INST_STORE_OLD),
            code::INST_CALL => self.call(&mut o),
            code::INST_BR => self.br(&mut o),
            code::INST_GEP => self.getelementptr(&mut o),
            code::INST_CAST => self.cast(&mut o),
            code::INST_BINOP => self.binary(&mut o),
            code::INST_CMP2 | code::INST_CMP => self.compare(&mut o),
            code::INST_ALLOCA => self.alloca(ops),
            code::INST_RET => self.ret(&mut o),
            code::INST_PHI => self.phi(ops),
            code::DEBUG_LOC => return self.debug_loc(&mut o),
            code::DEBUG_LOC_AGAIN => return self.set_debug_loc(),
            code::DECLAREBLOCKS => return self.declare_blocks(ops),
            code::OPERAND_BUNDLE => return self.operand_bundle(&mut o),
            code::BLOCKADDR_USERS => return self.block_address_users(ops),
            code::DEBUG_RECORD_VALUE..=code::DEBUG_RECORD_DECLARE_VALUE => return self.debug_record(code, &mut o),
            code::INST_GEP_OLD | code::INST_INBOUNDS_GEP_OLD => {
                self.old_getelementptr(&mut o, code == code::INST_INBOUNDS_GEP_OLD)
            }
            code::INST_VSELECT => self.select(&mut o),
            code::INST_SELECT => self.old_select(&mut o),
            code::INST_EXTRACTVAL => self.extract_value(&mut o),
            code::INST_INSERTVAL => self.insert_value(&mut o),
            code::INST_EXTRACTELT => self.extract_element(&mut o),
            code::INST_INSERTELT => self.insert_element(&mut o),
            code::INST_SHUFFLEVEC => self.shuffle_vector(&mut o),
            code::INST_UNOP => self.unary(&mut o),
            code::INST_FREEZE => self.freeze(&mut o),
            code::INST_VAARG => self.va_arg(&mut o),
            code::INST_SWITCH => self.switch(ops),
            code::INST_INDIRECTBR => self.indirect_br(&mut o),
            code::INST_INVOKE => self.invoke(&mut o),
            code::INST_CALLBR => self.callbr(&mut o),
            code::INST_RESUME => self.resume(&mut o),
            code::INST_UNREACHABLE => Ok(Made::void(InstData::Unreachable)),
            code::INST_LANDINGPAD | code::INST_LANDINGPAD_OLD => {
                self.landing_pad(&mut o, code == code::INST_LANDINGPAD_OLD)
            }
            code::INST_CLEANUPRET => self.cleanup_ret(&mut o),
            code::INST_CATCHRET => self.catch_ret(&mut o),
            code::INST_CATCHSWITCH => self.catch_switch(&mut o),
            code::INST_CATCHPAD | code::INST_CLEANUPPAD => self.pad(&mut o, code == code::INST_CATCHPAD),
            code::INST_LOADATOMIC => self.atomic_load(&mut o),
            code::INST_STOREATOMIC | code::INST_STOREATOMIC_OLD => {
                self.atomic_store(&mut o, code == code::INST_STOREATOMIC_OLD)
            }
            code::INST_CMPXCHG => self.cmpxchg(&mut o),
            code::INST_CMPXCHG_OLD => self.old_cmpxchg(&mut o),
            code::INST_ATOMICRMW | code::INST_ATOMICRMW_OLD => {
                self.atomic_rmw(&mut o, code == code::INST_ATOMICRMW_OLD)
            }
            code::INST_FENCE => self.fence(&mut o),
            _ => Err("Invalid value"),
        };
        self.append(made?)
    }

    fn declare_blocks(&mut self, ops: &[u64]) -> std::result::Result<(), Fault> {
        let count = ops.first().copied().unwrap_or(0);
        // Each block needs a terminator, which is a record of at least three bits.
        if count == 0 || self.blocks != 0 || count > self.bits / 3 {
            return Err(INVALID);
        }
        self.blocks = count as u32;
        for _ in 0..count {
            let block = self.body.create_block();
            self.body.append_block(block);
        }
        Ok(())
    }

    /// The current block.
    #[inline]
    pub fn current(&self) -> Option<Block> {
        (self.block < self.blocks).then(|| Block::new(self.block as usize))
    }

    /// Appends an instruction to a block, possibly one without a record.
    #[inline]
    pub fn put(&mut self, block: Block, data: InstData, ty: Type) -> Inst {
        self.body.append_inst(block, data, ty)
    }

    /// Appends the instruction of a record to the current block.
    #[inline]
    fn append(&mut self, made: Made) -> std::result::Result<(), Fault> {
        let Some(block) = self.current() else { return Err("Invalid instruction with no BB") };
        if !self.bundles.is_empty() {
            return Err("Operand bundles found with no consumer");
        }
        if self.body.inst_count() >= Value::MAX_ENTITIES {
            return Err(INVALID);
        }
        let Made { data, ty, mut id } = made;
        let inst = self.put(block, data, ty);
        self.insts.push(inst);
        self.debug_records = 0;
        if self.values.uses_forward {
            self.values.uses_forward = false;
            self.forward_users.push(inst);
        }
        if data.is_terminator() {
            self.block += 1;
        }
        if ty != Type::VOID {
            if id == NO_TYPE {
                id = self.values.types.plain(ty);
            }
            self.values.define(inst.into(), ty, id)?;
        }
        Ok(())
    }

    /// Inserts an instruction before the one of the record. Its operands may be forward references.
    pub fn put_before(&mut self, data: InstData, ty: Type) -> std::result::Result<Inst, Fault> {
        let block = self.current().ok_or("Invalid instruction with no BB")?;
        let inst = self.put(block, data, ty);
        self.insts.push(inst);
        if self.values.uses_forward {
            self.forward_users.push(inst);
        }
        Ok(inst)
    }

    // Operands.

    /// An absolute value id. Since module version 1, ids in records are relative to the next value.
    #[inline]
    pub fn absolute(&self, id: u64) -> u32 {
        match self.tables.relative_ids {
            true => self.values.next().wrapping_sub(id as u32),
            false => id as u32,
        }
    }

    /// A value with its type. For a forward reference, the type follows the id.
    #[inline]
    pub fn pair(&mut self, o: &mut Operands<'_>) -> Option<Operand> {
        let id = self.absolute(o.next()?);
        if id >= self.values.next() {
            let ty = TypeId(o.next()? as u32);
            return self.operand(id, ty, self.current());
        }
        match self.values.slot(id)? {
            Slot::Value(value) => self.values.typed(value),
            Slot::Expression(_) => self.expand(id, self.current()?),
        }
    }

    /// A value of a known type.
    #[inline]
    pub fn typed(&mut self, o: &mut Operands<'_>, ty: TypeId) -> Option<Operand> {
        let id = self.absolute(o.next()?);
        self.operand(id, ty, self.current())
    }

    /// The value with id `id` and type `ty`. An expression is expanded at the end of `block`.
    pub fn operand(&mut self, id: u32, ty: TypeId, block: Option<Block>) -> Option<Operand> {
        let wanted = self.values.types.ty(ty)?;
        if wanted == Type::METADATA {
            let value = self.metadata.get(id.into())?.into();
            return Some(Operand { value, ty: wanted, id: ty });
        }
        match self.values.slot(id) {
            Some(Slot::Value(value)) => self.values.typed(value).filter(|v| v.ty == wanted),
            Some(Slot::Expression(number)) => {
                let has = self.values.expression(number)?.ty;
                if self.values.types.ty(has) != Some(wanted) {
                    return None;
                }
                self.expand(id, block?)
            }
            None => Some(Operand { value: self.values.forward(id, ty)?, ty: wanted, id: ty }),
        }
    }

    /// A value of type `ty`, without pointee information.
    pub fn plain(&mut self, o: &mut Operands<'_>, ty: Type) -> Option<Value> {
        let id = self.values.types.plain(ty);
        Some(self.typed(o, id)?.value)
    }

    /// The block with this number.
    #[inline]
    pub fn block_of(&self, number: u64) -> Option<Block> {
        // LLVM's block numbers have 32 bits.
        let number = number as u32;
        (number < self.blocks).then(|| Block::new(number as usize))
    }

    /// The block with the number in the next operand.
    #[inline]
    pub fn next_block(&self, o: &mut Operands<'_>) -> Option<Block> {
        self.block_of(o.next()?)
    }

    // Source locations.

    /// The last instruction that was read.
    pub fn last_inst(&self) -> Option<Inst> {
        self.insts.last().copied()
    }

    fn debug_loc(&mut self, o: &mut Operands<'_>) -> std::result::Result<(), Fault> {
        let &[line, column, scope, inlined_at, ref rest @ ..] = o.rest() else { return Err(INVALID) };
        let (atom_group, atom_rank) = match *rest {
            [_, group, rank] => (group, rank),
            _ => (0, 0),
        };
        let implicit_code = rest.first().is_some_and(|&i| i != 0);
        let loc = DebugLoc { line, column, scope, inlined_at, implicit_code, atom_group, atom_rank };
        self.location = Some(self.metadata.location(&loc).ok_or(INVALID)?);
        self.set_debug_loc()
    }

    fn set_debug_loc(&mut self) -> std::result::Result<(), Fault> {
        let inst = self.last_inst().ok_or(INVALID)?;
        self.body.set_debug_loc(inst, self.location);
        Ok(())
    }

    /// The functions that use the address of a block of this function, which LLVM materializes along with it.
    fn block_address_users(&self, ops: &[u64]) -> std::result::Result<(), Fault> {
        let is_function = |&id: &u64| match self.values.slot(id as u32) {
            Some(Slot::Value(v)) => self.module.callee(v.value).is_some(),
            _ => false,
        };
        if ops.is_empty() || !ops.iter().all(is_function) {
            return Err(INVALID);
        }
        Ok(())
    }

    // The end.

    fn finish(mut self, scratch: &mut Scratch) -> Result<ReadBody> {
        if !self.bundles.is_empty() {
            return Err(self.error("Operand bundles found with no consumer"));
        }
        if self.values.has_open_forwards() {
            return Err(self.error("Never resolved value found in function"));
        }
        if self.values.has_forwards() {
            for inst in std::mem::take(&mut self.forward_users) {
                let (data, values) = self.body.inst_and_values_mut(inst);
                data.map_operands(values, |v| self.values.resolved(v));
            }
            for value in self.body.local_metadata_mut() {
                *value = self.values.resolved(*value);
            }
        }
        std::mem::take(&mut self.edges).insert(&mut self.body);
        self.check_use_list_orders();
        let body = Box::new(self.body.take_exact());
        scratch.body = self.body;
        scratch.insts = self.insts;
        scratch.values = self.values.own;
        self.metadata.give_locations(&mut scratch.locations);
        Ok(ReadBody {
            function: self.function,
            has_debug_records: body.has_debug_records(),
            body,
            metadata: self.metadata.into_own(),
            personality: self.personality,
            has_debug_intrinsics: self.has_debug_intrinsics,
            renamed: self.renamed,
        })
    }
}
