//! What is of one module, carried into another: types, constants, attributes, metadata and bodies.
//!
//! An [`Importer`] determines, for each value, type and piece of metadata of a source module, what takes its place in the
//! destination. Everything is carried over when it is asked for, once, with all that it is made of; what nothing asks for stays
//! behind. The two modules may share a [`Context`](crate::Context) or not. What becomes of globals is not decided here but by a [`GlobalImporter`]:
//! a linker resolves them by name.
//!
//! Bodies are moved, not copied: the source gives them away. The cost is linear in what is carried over.
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

/// What is known of a module that others are imported into, from one import to the next.
#[derive(Clone, Debug, Default)]
pub struct ImportState {
    structs: StructTypes,
    /// By identifier, the composite types that are one wherever they come from; nothing if those stay apart.
    odr_types: Option<HashMap<Metadata, u32>>,
}

impl ImportState {
    /// A state in which types of debug information that have the same identifier become one, as in LLVM's linker.
    pub fn with_odr_types() -> ImportState {
        ImportState { odr_types: Some(HashMap::default()), ..ImportState::default() }
    }
}

/// Decides what becomes of the globals of a source module.
pub trait GlobalImporter {
    /// What takes the place of a global of the source where something of the source refers to it; nothing if that is to be left out.
    /// The importer asks once for each global as long as the answer is a value.
    fn global(&mut self, importer: &mut Importer<'_>, global: Global) -> Option<Value>;

    /// Whether the body of a function that was asked for is carried over too, so that the addresses of its blocks stay what they are. As
    /// in LLVM, those of a body that goes are `inttoptr (i32 1 to ptr)`.
    fn keeps_body(&self, _function: Global) -> bool {
        true
    }
}

/// What took the place of the constants and globals of a source module.
#[derive(Default)]
struct ValueMap {
    constants: SecondaryMap<Constant, OptValue>,
    globals: SecondaryMap<Global, OptValue>,
}

/// Carries what is of one module into another: see the [module](self).
pub struct Importer<'m> {
    /// Where everything goes.
    pub dest: &'m mut Module,
    /// Where everything comes from.
    pub source: &'m mut Module,
    types: TypeMap<'m>,
    is_same_context: bool,
    values: ValueMap,
    /// What is used while the target of an alias or ifunc is carried over; swapped with `values` then.
    target_values: ValueMap,
    in_target: bool,
    asm: HashMap<InlineAsm, Value>,
    attribute_sets: HashMap<AttributeSet, AttributeSet>,
    attribute_lists: HashMap<AttributeList, AttributeList>,
    block_addresses: HashMap<(Global, Block), u32>,
    metadata: MetadataMap,
    odr_types: &'m mut Option<HashMap<Metadata, u32>>,
}

/// A constant on its way, whose operands come first.
struct Open {
    constant: Constant,
    operands: SmallVec<[Value; 4]>,
    next: usize,
}

impl<'m> Importer<'m> {
    /// Carries what is of `source` into `dest`, of which `state` tells what earlier imports brought.
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
            dest,
            source,
        }
    }

    /// Links the identified structs of the source to those of the destination as LLVM's linker does before it moves anything.
    /// Otherwise each is linked when it is asked for.
    pub fn link_types(&mut self) {
        self.types.link_names(self.source);
    }

    /// The type of the destination that takes the place of one of the source.
    ///
    /// # Panics
    /// If the type is of another context than the source's.
    #[inline]
    pub fn ty(&mut self, ty: Type) -> Type {
        self.types.map(ty)
    }

    /// The kind of metadata attachment of the same name.
    pub fn metadata_kind(&self, kind: MetadataKind) -> MetadataKind {
        match self.is_same_context || kind.is_fixed() {
            true => kind,
            false => self.dest.context.metadata_kind(self.source.context.metadata_kind_name(kind)),
        }
    }

    /// The synchronization scope of the same name; where the destination's context has no room for one more, that of all threads.
    pub fn sync_scope(&self, scope: SyncScope) -> SyncScope {
        match self.is_same_context || scope <= SyncScope::SYSTEM {
            true => scope,
            false => {
                let name = self.source.context.sync_scope_name(scope);
                self.dest.context.sync_scope(name).unwrap_or(SyncScope::SYSTEM)
            }
        }
    }

    /// The attributes of a function or call.
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

    /// The attributes of a variable.
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

    /// What takes the place of a constant, the address of a global, or inline assembler; nothing where `globals` leaves out what it
    /// is made of.
    ///
    /// # Panics
    /// If the source has no such value.
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

    /// What takes the place of the target of an alias or ifunc. Targets have answers of their own for each global: a linker may
    /// have to keep a definition for an alias that everything else finds elsewhere.
    pub fn target(&mut self, value: Value, globals: &mut dyn GlobalImporter) -> Option<Value> {
        std::mem::swap(&mut self.values, &mut self.target_values);
        self.in_target = true;
        let value = self.value(value, globals);
        self.in_target = false;
        std::mem::swap(&mut self.values, &mut self.target_values);
        value
    }

    /// Whether it is the target of an alias or ifunc that is carried over.
    pub fn is_in_target(&self) -> bool {
        self.in_target
    }

    /// What took the place of a global so far: where it is referred to, and in targets of aliases and ifuncs.
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

    /// Carries a constant over, after those that it is made of. The stack is in memory: constants may be nested deeply.
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

    /// A constant whose operands are carried over.
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
