//! Importing parts of one module into another: types, constants, attributes, metadata and bodies.
//!
//! An [`Importer`] maps each value, type and piece of metadata of a source module to its counterpart in the destination.
//! Everything is imported on request, once, with everything it refers to; the rest stays behind. The modules may or may not share
//! a [`Context`](crate::Context). A [`GlobalImporter`] decides how globals are mapped: a linker resolves them by name.
//!
//! Bodies are moved out of the source, not copied. The cost is linear in the imported data.
//!
//! ```
//! use lindworm_ir::importer::{GlobalImporter, ImportState, Importer};
//! use lindworm_ir::{Context, Global, Module, Type, Value};
//!
//! /// Leaves out every global.
//! struct None;
//! impl GlobalImporter for None {
//!     fn global(&mut self, _: &mut Importer<'_>, _: Global) -> Option<Value> {
//!         Option::None
//!     }
//! }
//!
//! let (mut source, mut dest) = (Module::new(&Context::new(), "from"), Module::new(&Context::new(), "to"));
//! let bytes = source.constants().string(source.context(), b"abc");
//! let mut state = ImportState::default();
//! let mut importer = Importer::new(&mut dest, &mut source, &mut state);
//! let bytes = importer.value(bytes, &mut None).unwrap();
//! assert_eq!(dest.value_type(Option::None, bytes), dest.context().array(Type::I8, 3));
//! ```

mod body;
mod metadata;
mod types;

use cranelift_entity::SecondaryMap;
use lindworm_eval::CastOp;
use smallvec::SmallVec;

use crate::attributes::{Attribute, AttributeBuilder, AttributeList, AttributeSet};
use crate::constant::{ConstantData, ConstantExpr};
use crate::context::{MetadataKind, SyncScope};
use crate::hash::HashMap;
use crate::metadata::Metadata;
use crate::module::Module;
use crate::types::Type;
use crate::value::{Block, Constant, Global, InlineAsm, OptValue, Value, ValueKind};

use metadata::MetadataMap;
use types::{StructTypes, TypeMap};

/// State of a destination module that is kept from one import to the next.
#[derive(Clone, Debug, Default)]
pub struct ImportState {
    structs: StructTypes,
    /// The composite types that are unified across modules, by identifier; `None` if types are not unified.
    odr_types: Option<HashMap<Metadata, u32>>,
    indexes_later: bool,
}

impl ImportState {
    /// Whether debug info types with the same identifier are unified, as in LLVM's linker.
    pub fn unify_odr_types(mut self, unifies: bool) -> ImportState {
        self.odr_types = unifies.then(HashMap::default);
        self
    }

    /// Imported nodes that no other module can refer to are not indexed, so that they cannot be found by their content. After the
    /// last import, [`MetadataStore::index_later`](crate::metadata::MetadataStore::index_later) has to be called.
    pub fn index_later(mut self) -> ImportState {
        self.indexes_later = true;
        self
    }
}

/// Decides how the globals of a source module are mapped.
pub trait GlobalImporter {
    /// The value that replaces a global of the source where the source refers to it; `None` to omit the reference. If the result
    /// is a value, the importer caches it and does not ask again for that global.
    fn global(&mut self, importer: &mut Importer<'_>, global: Global) -> Option<Value>;

    /// Whether the body of a requested function is imported too, so that its block addresses stay valid. As in LLVM, block
    /// addresses of an omitted body become `inttoptr (i32 1 to ptr)`.
    fn keeps_body(&self, _function: Global) -> bool {
        true
    }
}

/// The replacements of the constants and globals of a source module.
#[derive(Default)]
struct ValueMap {
    constants: SecondaryMap<Constant, OptValue>,
    globals: SecondaryMap<Global, OptValue>,
}

/// Imports parts of one module into another: see the [module](self).
pub struct Importer<'m> {
    /// The destination.
    pub dest: &'m mut Module,
    /// The source.
    pub source: &'m mut Module,
    types: TypeMap<'m>,
    is_same_context: bool,
    values: ValueMap,
    /// The map in use while the target of an alias or ifunc is imported; swapped with `values` then.
    target_values: ValueMap,
    in_target: bool,
    asm: HashMap<InlineAsm, Value>,
    attribute_sets: HashMap<AttributeSet, AttributeSet>,
    attribute_lists: HashMap<AttributeList, AttributeList>,
    block_addresses: HashMap<(Global, Block), u32>,
    metadata: MetadataMap,
    odr_types: &'m mut Option<HashMap<Metadata, u32>>,
    indexes_later: bool,
}

/// A constant whose operands are being imported.
struct Open {
    constant: Constant,
    operands: SmallVec<[Value; 4]>,
    next: usize,
}

impl<'m> Importer<'m> {
    /// Imports from `source` into `dest`. `state` has the results of earlier imports.
    pub fn new(dest: &'m mut Module, source: &'m mut Module, state: &'m mut ImportState) -> Importer<'m> {
        let block_addresses = (0..).zip(&dest.block_addresses).map(|(i, &address)| (address, i)).collect();
        Importer {
            types: TypeMap::new(&source.context, &dest.context, &mut state.structs),
            is_same_context: source.context.same(&dest.context),
            values: ValueMap::default(),
            target_values: ValueMap::default(),
            in_target: false,
            asm: HashMap::default(),
            attribute_sets: HashMap::default(),
            attribute_lists: HashMap::default(),
            block_addresses,
            metadata: MetadataMap::default(),
            odr_types: &mut state.odr_types,
            indexes_later: state.indexes_later,
            dest,
            source,
        }
    }

    /// Links the identified structs of the source to those of the destination in advance, as LLVM's linker does. Otherwise each
    /// is linked on first use.
    pub fn link_types(&mut self) {
        self.types.link_names(self.source);
    }

    /// The destination type that replaces a source type.
    ///
    /// # Panics
    /// If the type belongs to a context other than the source's.
    #[inline]
    pub fn ty(&mut self, ty: Type) -> Type {
        self.types.map(ty)
    }

    /// The metadata kind of the same name.
    pub fn metadata_kind(&self, kind: MetadataKind) -> MetadataKind {
        match self.is_same_context || kind.is_fixed() {
            true => kind,
            false => self.dest.context.metadata_kind(self.source.context.metadata_kind_name(kind)),
        }
    }

    /// The synchronization scope of the same name; the system scope if the destination's context has no room for another scope.
    pub fn sync_scope(&self, scope: SyncScope) -> SyncScope {
        match self.is_same_context || scope <= SyncScope::SYSTEM {
            true => scope,
            false => {
                let name = self.source.context.sync_scope_name(scope);
                self.dest.context.sync_scope(name).unwrap_or(SyncScope::SYSTEM)
            }
        }
    }

    /// The imported attributes of a function or call.
    pub fn attribute_list(&mut self, list: AttributeList) -> AttributeList {
        if list == AttributeList::EMPTY {
            return list;
        }
        if let Some(&known) = self.attribute_lists.get(&list) {
            return known;
        }
        let from = self.source.context.clone();
        let data = from.attribute_list(list);
        let [function, result] = [data.function, data.result].map(|set| self.attribute_set(set));
        let params: Vec<AttributeSet> = data.params.iter().map(|&set| self.attribute_set(set)).collect();
        let new = self.dest.context.make_attribute_list(function, result, &params);
        self.attribute_lists.insert(list, new);
        new
    }

    /// The imported attributes of a variable.
    pub fn attribute_set(&mut self, set: AttributeSet) -> AttributeSet {
        if set.is_empty() {
            return set;
        }
        if let Some(&known) = self.attribute_sets.get(&set) {
            return known;
        }
        let from = self.source.context.clone();
        let mut changed = !self.is_same_context;
        let mut builder = AttributeBuilder::new();
        for attribute in from.attribute_set(set) {
            builder.add(match attribute {
                &Attribute::Type(kind, Some(ty)) => {
                    let new = self.ty(ty);
                    changed |= new != ty;
                    Attribute::Type(kind, Some(new))
                }
                other => other.clone(),
            });
        }
        let new = if changed { self.dest.context.make_attribute_set(&mut builder) } else { set };
        self.attribute_sets.insert(set, new);
        new
    }

    /// The replacement of a constant, the address of a global, or inline assembler; `None` if `globals` omits one of its
    /// operands.
    ///
    /// # Panics
    /// If the source does not have the value.
    #[inline]
    pub fn value(&mut self, value: Value, globals: &mut dyn GlobalImporter) -> Option<Value> {
        match value.kind() {
            ValueKind::Constant(c) => match self.values.constants[c].expand() {
                Some(known) => Some(known),
                None => self.constant(c, globals),
            },
            ValueKind::Global(g) => self.global(g, globals),
            ValueKind::InlineAsm(asm) => Some(self.inline_asm(asm)),
            ValueKind::Metadata(m) => self.metadata(m, globals).map(Value::from),
            ValueKind::Inst(_) | ValueKind::Arg(_) | ValueKind::Block(_) => Some(value),
        }
    }

    /// The replacement of the target of an alias or ifunc. Globals in targets are resolved separately from other uses: a linker
    /// may have to keep a definition for an alias when all other uses refer to another definition.
    pub fn target(&mut self, value: Value, globals: &mut dyn GlobalImporter) -> Option<Value> {
        std::mem::swap(&mut self.values, &mut self.target_values);
        self.in_target = true;
        let value = self.value(value, globals);
        self.in_target = false;
        std::mem::swap(&mut self.values, &mut self.target_values);
        value
    }

    /// Whether the target of an alias or ifunc is being imported.
    pub fn is_in_target(&self) -> bool {
        self.in_target
    }

    /// The replacements of a global so far: for ordinary uses, and in targets of aliases and ifuncs.
    pub fn imported(&self, global: Global) -> [Option<Value>; 2] {
        let [plain, target] =
            if self.in_target { [&self.target_values, &self.values] } else { [&self.values, &self.target_values] };
        [plain.globals[global].expand(), target.globals[global].expand()]
    }

    fn global(&mut self, global: Global, globals: &mut dyn GlobalImporter) -> Option<Value> {
        if let Some(known) = self.values.globals[global].expand() {
            return Some(known);
        }
        assert!(self.source.global(global).is_some(), "{global:?} is not of the source");
        let value = globals.global(self, global)?;
        self.values.globals[global] = value.into();
        Some(value)
    }

    fn inline_asm(&mut self, asm: InlineAsm) -> Value {
        if let Some(&known) = self.asm.get(&asm) {
            return known;
        }
        let mut data = self.source.inline_asm(asm).clone();
        data.function_type = self.ty(data.function_type);
        let value = self.dest.add_inline_asm(data);
        self.asm.insert(asm, value);
        value
    }

    /// Imports a constant after its operands. Uses an explicit stack, because constants may be nested deeply.
    fn constant(&mut self, constant: Constant, globals: &mut dyn GlobalImporter) -> Option<Value> {
        let mut stack = vec![self.open(constant)];
        while let Some(open) = stack.last_mut() {
            if let Some(&operand) = open.operands.get(open.next) {
                let known = match operand.kind() {
                    ValueKind::Constant(c) => self.values.constants[c].expand(),
                    ValueKind::Global(g) => Some(self.global(g, globals)?),
                    _ => Some(operand),
                };
                match (known, operand.as_constant()) {
                    (Some(value), _) => {
                        open.operands[open.next] = value;
                        open.next += 1;
                    }
                    (None, Some(c)) => {
                        let inner = self.open(c);
                        stack.push(inner);
                    }
                    (None, None) => return None,
                }
                continue;
            }
            let Open { constant, operands, .. } = stack.pop()?;
            let value = self.rebuild(constant, &operands, globals)?;
            self.values.constants[constant] = value.into();
        }
        self.values.constants[constant].expand()
    }

    fn open(&self, constant: Constant) -> Open {
        let mut operands = SmallVec::new();
        let Some(node) = self.source.constants.node(constant.into()) else {
            panic!("{constant:?} is not of the source")
        };
        match &node.data {
            ConstantData::BlockAddress(index) => {
                operands.extend(self.source.block_addresses.get(*index as usize).map(|&(function, _)| function.into()));
            }
            data => data.for_each_operand(|v| operands.push(v)),
        }
        Open { constant, operands, next: 0 }
    }

    /// A constant with imported operands.
    fn rebuild(&mut self, constant: Constant, operands: &[Value], globals: &mut dyn GlobalImporter) -> Option<Value> {
        let node = self.source.constants.get(constant);
        let (ty, mut data) = (node.ty, node.data.clone());
        let ty = self.ty(ty);
        match &mut data {
            ConstantData::Aggregate(_) => {
                return Some(self.dest.constants.aggregate(&self.dest.context, ty, operands));
            }
            ConstantData::DsoLocalEquivalent(g) | ConstantData::NoCfi(g) => *g = operands.first()?.as_global()?,
            ConstantData::BlockAddress(index) => {
                let &(function, block) = self.source.block_addresses.get(*index as usize)?;
                if !globals.keeps_body(function) {
                    let one = self.dest.constants.int(&self.dest.context, Type::I32, 1);
                    return self.dest.cast_constant(CastOp::IntToPtr, one, ty).ok();
                }
                let address = (operands.first()?.as_global()?, block);
                let addresses = &mut self.dest.block_addresses;
                *index = *self.block_addresses.entry(address).or_insert_with(|| {
                    addresses.push(address);
                    addresses.len() as u32 - 1
                });
            }
            data => {
                let mut rest = operands.iter().copied();
                data.map_operands(|v| rest.next().unwrap_or(v));
                if let ConstantData::Expr(expr) = data
                    && let ConstantExpr::GetElementPtr { source, .. } = &mut **expr
                {
                    *source = self.types.map(*source);
                }
            }
        }
        Some(self.dest.constants.intern(ty, data))
    }
}
