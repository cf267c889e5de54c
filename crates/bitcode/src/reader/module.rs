//! The module block ([MODULE_BLOCK](https://llvm.org/docs/BitCodeFormat.html#module-block)), without function bodies.

use std::collections::VecDeque;
use std::sync::OnceLock;

use lindworm_ir::attributes::Attribute;
use lindworm_ir::body::UseListOrder;
use lindworm_ir::data_layout::{DataLayout, DataLayoutSource};
use lindworm_ir::expansion::Expansion;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::module::{AsmProperties, Comdat, GlobalKind};
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Context, Global, Module, Value};
use lindworm_upgrade::data_layout;

use super::attributes::{Groups, read_groups, read_lists};
use super::constants::{read_constants, removed_expression};
use super::metadata::{MetadataTable, read_kinds};
use super::types::read_types;
use super::use_list::{Order, read_use_lists};
use super::{ModuleTables, ReadOptions, Slot, TypedValue};
use crate::bitstream::{Entry, Record, Stream};
use crate::codes::{block, bundle, module as code, sync_scope};
use crate::error::{Error, Result};
use crate::file::ModuleContents;

/// An unread function body: the position after its block id.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyPlace {
    pub function: Global,
    pub bit: u64,
}

/// The constants that belong to a function: their ids plus 1, or 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FunctionOperands {
    pub prologue: u64,
    pub prefix: u64,
    pub personality: u64,
}

/// Reader of a module block.
pub(crate) struct ModuleReader<'d> {
    pub module: Module,
    pub tables: ModuleTables,
    pub metadata: MetadataTable,
    /// The positions of function bodies, in order.
    pub bodies: Vec<BodyPlace>,
    /// The positions, after the block id, of metadata blocks left for later.
    pub metadata_places: Vec<u64>,
    leave_metadata: bool,
    pub(super) strings: &'d [u8],
    /// Set since module version 2.
    pub(super) names_in_strings: bool,
    /// The properties of the next piece of module-level inline assembly.
    asm_properties: AsmProperties,
    pub(super) sections: Vec<Box<[u8]>>,
    pub(super) collectors: Vec<Box<[u8]>>,
    pub(super) comdats: Vec<Comdat>,
    pub(super) comdat_names: HashMap<Box<[u8]>, Comdat>,
    /// Globals that are in a comdat of their own name, once they are named.
    pub(super) implicit_comdats: HashSet<Global>,
    pub(super) has_comdats: OnceLock<bool>,
    /// Functions whose bodies have not been found yet.
    pub(super) with_bodies: VecDeque<Global>,
    pub(super) initializers: Vec<(Global, u32)>,
    pub(super) aliasees: Vec<(Global, u64)>,
    pub(super) function_operands: Vec<(Global, FunctionOperands)>,
    groups: Groups,
    layout_source: DataLayoutSource,
    layout: Vec<u8>,
    layout_is_known: bool,
    layout_is_wrong: bool,
    symbols_at: u64,
    seen_symbols: bool,
    seen_body: bool,
    /// Bit offset after the block.
    end: u64,
}

impl<'d> ModuleReader<'d> {
    /// Reads the block. With `leave_metadata`, metadata blocks are left for later.
    pub fn read(
        cx: &Context,
        name: &str,
        contents: &ModuleContents<'d>,
        options: &ReadOptions,
        leave_metadata: bool,
    ) -> Result<ModuleReader<'d>> {
        let mut module = Module::new(cx, name);
        module.set_version(options.version);
        cx.know_metadata_kinds_of(options.version);
        let mut reader = ModuleReader {
            module,
            tables: ModuleTables {
                name_limit: options.name_limit,
                expand_constants: options.expand_constants,
                expansion: Expansion::of(contents.data.len() + contents.strings.len()),
                ..ModuleTables::default()
            },
            metadata: MetadataTable::default(),
            bodies: Vec::new(),
            metadata_places: Vec::new(),
            leave_metadata,
            strings: contents.strings,
            names_in_strings: false,
            asm_properties: AsmProperties::default(),
            sections: Vec::new(),
            collectors: Vec::new(),
            comdats: Vec::new(),
            comdat_names: HashMap::default(),
            implicit_comdats: HashSet::default(),
            has_comdats: OnceLock::new(),
            with_bodies: VecDeque::new(),
            initializers: Vec::new(),
            aliasees: Vec::new(),
            function_operands: Vec::new(),
            groups: Groups::default(),
            layout_source: options.data_layout.clone(),
            layout: Vec::new(),
            layout_is_known: false,
            layout_is_wrong: false,
            symbols_at: 0,
            seen_symbols: false,
            seen_body: false,
            end: 0,
        };
        reader.module.set_from_bitcode();
        reader.module.set_native_splats(options.native_splats);
        reader.block(&mut contents.stream()?)?;
        Ok(reader)
    }

    fn block(&mut self, stream: &mut Stream<'d>) -> Result<()> {
        stream.enter(block::MODULE, &self.tables.block_info)?;
        let mut record = Record::default();
        loop {
            match stream.next()? {
                Entry::End => break,
                Entry::Block(id) => self.sub_block(stream, id)?,
                Entry::Record(id) => {
                    stream.record(id, &mut record)?;
                    self.record(&record).map_err(|message| self.error(stream, message))?;
                }
            }
        }
        self.resolve_layout().map_err(|message| self.error(stream, message))?;
        self.resolve_all().map_err(|message| stream.error(message))?;
        self.end = stream.cursor.bit();
        Ok(())
    }

    /// Checks that each defined function has a body, which LLVM does after everything else.
    pub fn check_bodies(&self) -> Result<()> {
        match (self.with_bodies.is_empty(), self.seen_body) {
            (true, _) => Ok(()),
            (false, false) => {
                Err(Error::new(self.end, "Trying to materialize functions before seeing function blocks"))
            }
            (false, true) => Err(Error::new(self.end, "Could not find function in stream")),
        }
    }

    /// An error at the current position. Errors in data layouts are not from LLVM's bitcode reader.
    fn error(&self, stream: &Stream<'_>, message: String) -> Error {
        let error = stream.error(message);
        if self.layout_is_wrong { error.plain() } else { error }
    }

    fn sub_block(&mut self, stream: &mut Stream<'d>, id: u32) -> Result<()> {
        let error = |stream: &Stream<'_>| stream.error("Invalid multiple blocks");
        let cx = self.module.context().clone();
        match id {
            block::BLOCKINFO => return stream.read_block_info(&mut self.tables.block_info),
            block::PARAMATTR_GROUP
            | block::PARAMATTR
            | block::TYPE
            | block::OPERAND_BUNDLE_TAGS
            | block::SYNC_SCOPE_NAMES => {
                stream.enter(id, &self.tables.block_info)?;
            }
            _ => {}
        }
        match id {
            block::PARAMATTR_GROUP if !self.groups.is_empty() => return Err(error(stream)),
            block::PARAMATTR_GROUP => self.groups = read_groups(stream, &self.module, &self.tables.types)?,
            block::PARAMATTR if !self.tables.attributes.is_empty() => return Err(error(stream)),
            block::PARAMATTR => {
                let is_untyped = |attribute: &Attribute| matches!(attribute, Attribute::Type(_, None));
                self.tables.has_untyped_attributes =
                    self.groups.values().any(|(_, set)| cx.attribute_set(*set).iter().any(is_untyped));
                self.tables.attributes = read_lists(stream, &cx, &self.groups)?;
            }
            block::TYPE if self.tables.types.len() > 0 => return Err(error(stream)),
            block::TYPE => {
                self.tables.types = read_types(stream, &cx)?;
                if self.tables.types.has_bytes(&cx) {
                    self.module.note_form_since(IrVersion::V23);
                }
            }
            block::VALUE_SYMTAB if self.seen_symbols => stream.skip_block()?,
            block::VALUE_SYMTAB => {
                self.symbols(stream, false)?;
                self.seen_symbols = true;
            }
            block::CONSTANTS => {
                self.constants(stream)?;
                self.resolve().map_err(|message| stream.error(message))?;
            }
            block::METADATA if self.leave_metadata => {
                self.metadata_places.push(stream.cursor.bit());
                stream.skip_block()?;
            }
            block::METADATA => self.metadata.read_block(stream, &mut self.tables, &mut self.module)?,
            block::METADATA_KIND => read_kinds(stream, &mut self.tables, &cx)?,
            block::FUNCTION => self.function_block(stream)?,
            block::OPERAND_BUNDLE_TAGS if !self.tables.bundle_tags.is_empty() => return Err(error(stream)),
            block::OPERAND_BUNDLE_TAGS => {
                self.tables.bundle_tags = read_names(stream, bundle::TAG, "Invalid operand bundle record")?;
            }
            block::SYNC_SCOPE_NAMES => self.sync_scopes(stream)?,
            block::USELIST => self.use_lists(stream)?,
            _ => stream.skip_block()?,
        }
        Ok(())
    }

    fn constants(&mut self, stream: &mut Stream<'d>) -> Result<()> {
        // Moved out, because the tables are borrowed and the module's values are the block's own.
        let mut values = std::mem::take(&mut self.tables.values);
        let mut expressions = std::mem::take(&mut self.tables.expressions);
        let result = read_constants(&self.tables, &self.module, stream, &mut values, &mut expressions);
        self.tables.values = values;
        self.tables.expressions = expressions;
        result
    }

    /// Records the position of a function body.
    fn function_block(&mut self, stream: &mut Stream<'d>) -> Result<()> {
        if !self.seen_body {
            self.seen_body = true;
            self.resolve_layout().map_err(|message| self.error(stream, message))?;
            self.resolve_all().map_err(|message| stream.error(message))?;
            if self.symbols_at > 0 && !self.seen_symbols {
                self.symbols_ahead(stream, self.symbols_at)?;
                self.seen_symbols = true;
            }
        }
        let Some(function) = self.with_bodies.pop_front() else {
            return Err(stream.error("Insufficient function protos"));
        };
        self.bodies.push(BodyPlace { function, bit: stream.cursor.bit() });
        stream.skip_block()
    }

    /// Reads the use-list orders of globals and constants.
    fn use_lists(&mut self, stream: &mut Stream<'d>) -> Result<()> {
        for Order { of_block, id, order } in read_use_lists(stream, &self.tables.block_info)? {
            let slot = usize::try_from(id).ok().and_then(|id| self.tables.values.get(id)).filter(|_| !of_block);
            let Slot::Value(TypedValue { value, .. }) = *slot.ok_or_else(|| stream.error("Invalid record"))? else {
                continue;
            };
            if self.module.has_use_list(value) {
                self.module.use_list_orders_mut().push(UseListOrder { value, order });
            }
        }
        Ok(())
    }

    fn sync_scopes(&mut self, stream: &mut Stream<'d>) -> Result<()> {
        if !self.tables.sync_scopes.is_empty() {
            return Err(stream.error("Invalid multiple synchronization scope names blocks"));
        }
        let names = read_names(stream, sync_scope::NAME, "Invalid sync scope record")?;
        if names.is_empty() {
            return Err(stream.error("Invalid empty synchronization scope names block"));
        }
        let scopes = names.iter().map(|name| self.module.context().sync_scope(name)).collect::<Option<_>>();
        self.tables.sync_scopes = scopes.ok_or_else(|| stream.error("Invalid sync scope record"))?;
        Ok(())
    }

    fn record(&mut self, record: &Record<'_>) -> std::result::Result<(), String> {
        match record.code {
            code::VERSION => match record.ops.first().map(|&version| version as u32) {
                None => return Err("Invalid version record".into()),
                Some(version @ 0..=2) => {
                    self.tables.relative_ids = version >= 1;
                    self.names_in_strings = version >= 2;
                }
                Some(_) => return Err("Invalid value".into()),
            },
            code::TRIPLE if self.layout_is_known => return Err("target triple too late in module".into()),
            code::TRIPLE => self.module.set_triple(record.bytes(0)),
            code::DATALAYOUT if self.layout_is_known => return Err("datalayout too late in module".into()),
            code::DATALAYOUT => self.layout.extend(record.bytes(0)),
            // Since LLVM 23 there may be several, each preceded by its properties.
            code::ASM => {
                self.module.append_module_asm(&record.bytes(0), std::mem::take(&mut self.asm_properties));
            }
            code::ASM_PROPERTY => {
                self.module.note_form_since(IrVersion::V23);
                let property = record.bytes(0);
                let end = property.iter().position(|&c| c == 0).ok_or("Invalid module asm property record")?;
                let named = self.asm_properties.named(&property[..end]).ok_or("Invalid module asm property record")?;
                *named = property[end + 1..].into();
            }
            code::SECTIONNAME => self.sections.push(record.bytes(0).into()),
            code::GCNAME => self.collectors.push(record.bytes(0).into()),
            code::COMDAT => self.comdat(&record.ops)?,
            code::GLOBALVAR => self.variable(&record.ops)?,
            code::FUNCTION => {
                self.resolve_layout()?;
                self.function(&record.ops)?;
            }
            code::ALIAS_OLD | code::ALIAS | code::IFUNC => self.alias(record.code, &record.ops)?,
            code::VSTOFFSET => match record.ops.first() {
                // Relative to one word before the data of the module.
                Some(words) => self.symbols_at = words.saturating_sub(1),
                None => return Err("Invalid record".into()),
            },
            code::SOURCE_FILENAME => self.module.set_source_filename(record.bytes(0)),
            _ => {}
        }
        Ok(())
    }

    /// Fixes the data layout, which cannot change from here on.
    fn resolve_layout(&mut self) -> std::result::Result<(), String> {
        if !self.layout_is_known {
            self.layout_is_known = true;
            let layout = data_layout::upgrade(self.module.version(), &self.layout, self.module.triple());
            let layout = self.layout_source.choose(self.module.version(), layout, self.module.triple());
            let layout = DataLayout::parse(&layout);
            self.layout_is_wrong = layout.is_err();
            self.module.set_data_layout(layout.map_err(|e| e.message)?);
        }
        Ok(())
    }

    /// The constant with this id, if it is already defined.
    fn constant(&self, id: u64) -> std::result::Result<Option<Value>, String> {
        match usize::try_from(id).ok().and_then(|id| self.tables.values.get(id)) {
            None => Ok(None),
            Some(Slot::Value(TypedValue { value, .. })) if value.is_constant() => Ok(Some(*value)),
            Some(Slot::Value(_)) => Err("Invalid value ID".into()),
            Some(&Slot::Expression(index)) => Err(format!(
                "Value referenced by initializer is an unsupported constant expression of type {}",
                removed_expression(&self.tables, index)
            )),
        }
    }

    /// Sets initializers, aliasees and function constants, as far as the constants are defined.
    fn resolve(&mut self) -> std::result::Result<(), String> {
        // From last to first, as in LLVM, so that the same error is found first.
        let mut left = Vec::new();
        for (global, id) in std::mem::take(&mut self.initializers).into_iter().rev() {
            match (self.constant(id as u64)?, self.module[global].as_variable_mut()) {
                (Some(value), Some(variable)) => variable.initializer = Some(value),
                _ => left.push((global, id)),
            }
        }
        self.initializers = left;
        let mut left = Vec::new();
        for (global, id) in std::mem::take(&mut self.aliasees).into_iter().rev() {
            let Some(value) = self.constant(id)? else {
                left.push((global, id));
                continue;
            };
            let ty = self.module.value_type(None, value);
            let own_type = self.module[global].ty();
            match &mut self.module[global].kind {
                GlobalKind::Alias { .. } if ty != own_type => {
                    return Err("Alias and aliasee types don't match".into());
                }
                GlobalKind::Alias { aliasee: target } | GlobalKind::IFunc { resolver: target } => *target = value,
                _ => {}
            }
        }
        self.aliasees = left;
        let mut left = Vec::new();
        for (global, mut ids) in std::mem::take(&mut self.function_operands).into_iter().rev() {
            let take = |id: &mut u64| match id.checked_sub(1).map(|id| self.constant(id)) {
                None => Ok(None),
                Some(value) => value.inspect(|value| {
                    if value.is_some() {
                        *id = 0;
                    }
                }),
            };
            let (personality, prefix, prologue) =
                (take(&mut ids.personality)?, take(&mut ids.prefix)?, take(&mut ids.prologue)?);
            if let Some(function) = self.module[global].as_function_mut() {
                function.personality = function.personality.or(personality);
                function.prefix = function.prefix.or(prefix);
                function.prologue = function.prologue.or(prologue);
            }
            if ids != FunctionOperands::default() {
                left.push((global, ids));
            }
        }
        self.function_operands = left;
        Ok(())
    }

    /// Same as `resolve`, but undefined constants are errors.
    fn resolve_all(&mut self) -> std::result::Result<(), String> {
        self.resolve()?;
        match self.initializers.is_empty() && self.aliasees.is_empty() {
            true => Ok(()),
            false => Err("Malformed global initializer set".into()),
        }
    }
}

/// Reads the names in a block that is already entered. All records have the same code.
fn read_names(stream: &mut Stream<'_>, code: u32, invalid: &str) -> Result<Vec<Box<[u8]>>> {
    let mut names = Vec::new();
    let mut record = Record::default();
    while stream.next_record(&mut record)? {
        if record.code != code {
            return Err(stream.error(invalid));
        }
        names.push(record.bytes(0).into());
    }
    Ok(names)
}
