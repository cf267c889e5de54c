//! Ids of all entities that blocks refer to: types, attributes, comdats, values, metadata.
//!
//! [`ModuleIds`] numbers the entities of the module in one pass over it, and is immutable while functions are written.
//! [`FunctionIds`] adds the entities of one function, and is reused between functions: constants used only by functions
//! have their own ids in each. Ids are in dense tables by handle.

use std::cmp::Reverse;
use std::ops::Range;

use cranelift_entity::EntityRef;
use lindworm_ir::attributes::{Attribute, AttributeList, AttributeSet};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::metadata::Metadata;
use lindworm_ir::module::{Comdat, GlobalKind};
use lindworm_ir::types::TypeKind;
use lindworm_ir::use_list::UseListOrders;
use lindworm_ir::value::{Imm, ValueKind};
use lindworm_ir::{Body, Context, Global, Inst, InstData, Module, Type, Value};

use super::constants::{for_each_operand, source_type};
use super::metadata::{FunctionMetadataIds, MetadataIds};
use super::module::pieces;
use super::use_list::BlockAddressUsers;
use crate::codes::BUNDLE_TAGS;
use lindworm_ir::parallel;

/// Marks an entity without an id.
const NONE: u32 = u32::MAX;

/// Ids by dense index; [`NONE`] for entities without one.
#[derive(Clone, Default)]
struct Table(Vec<u32>);

impl Table {
    #[inline]
    fn get(&self, index: usize) -> Option<u32> {
        self.0.get(index).copied().filter(|&id| id != NONE)
    }

    fn set(&mut self, index: usize, id: u32) {
        if index >= self.0.len() {
            self.0.resize(index + 1, NONE);
        }
        self.0[index] = id;
    }
}

/// Types in the order of their ids.
#[derive(Default)]
pub(crate) struct TypeIds {
    pub order: Vec<Type>,
    ids: Table,
    stack: Vec<TypeStep>,
}

enum TypeStep {
    /// A type that may already have an id.
    Visit(Type),
    /// A type whose components all have ids.
    Number(Type),
}

/// The id of an identified struct while its fields are numbered, which may refer to it.
const UNDER_WAY: u32 = NONE - 1;

impl TypeIds {
    /// Assigns an id to a type, after those of its components.
    #[inline]
    fn add(&mut self, cx: &Context, ty: Type) {
        if self.ids.get(ty.index()).is_none() {
            self.add_new(cx, ty);
        }
    }

    fn add_new(&mut self, cx: &Context, ty: Type) {
        self.stack.push(TypeStep::Visit(ty));
        while let Some(step) = self.stack.pop() {
            match step {
                TypeStep::Visit(ty) => {
                    if self.ids.get(ty.index()).is_some() {
                        continue;
                    }
                    self.stack.push(TypeStep::Number(ty));
                    let parts = self.stack.len();
                    let mut visit = |&part: &Type| self.stack.push(TypeStep::Visit(part));
                    match cx.kind(ty) {
                        TypeKind::Vector { element, .. } | TypeKind::Array { element, .. } => visit(element),
                        TypeKind::Struct { fields, .. } => fields.iter().for_each(visit),
                        TypeKind::Target { types, .. } => types.iter().for_each(visit),
                        TypeKind::Function { result, params, .. } => {
                            visit(result);
                            params.iter().for_each(visit);
                        }
                        TypeKind::Identified(id) => {
                            cx.struct_def(*id).body().iter().flat_map(|body| body.fields.iter()).for_each(visit);
                            self.ids.set(ty.index(), UNDER_WAY);
                        }
                        _ => {}
                    }
                    self.stack[parts..].reverse();
                }
                TypeStep::Number(ty) => {
                    if self.ids.get(ty.index()).is_none_or(|id| id == UNDER_WAY) {
                        self.ids.set(ty.index(), self.order.len() as u32);
                        self.order.push(ty);
                    }
                }
            }
        }
    }

    fn get(&self, ty: Type) -> u32 {
        self.ids.get(ty.index()).unwrap_or(0)
    }
}

/// Attribute lists and groups. A group is an attribute set with its owner: function, result or a parameter.
#[derive(Default)]
pub(crate) struct AttributeIds {
    /// By id, from 1.
    pub lists: Vec<AttributeList>,
    /// By id, from 1.
    pub groups: Vec<(u32, AttributeSet)>,
    list_ids: HashMap<AttributeList, u32>,
    group_ids: HashMap<(u32, AttributeSet), u32>,
}

/// The groups of a list.
pub(crate) fn attribute_groups(cx: &Context, list: AttributeList) -> impl Iterator<Item = (u32, AttributeSet)> + '_ {
    // The owner is -1 for the function, 0 for the result, and the parameter index plus 1.
    let index = (0..).map(|i: u32| i.wrapping_sub(1));
    index.zip(cx.attribute_list(list).sets()).filter(|(_, set)| !set.is_empty())
}

impl AttributeIds {
    /// Assigns ids to a list and its groups. Calls `found` with the types in them.
    fn add(&mut self, cx: &Context, list: AttributeList, mut found: impl FnMut(Type)) {
        if list == AttributeList::EMPTY || self.list_ids.contains_key(&list) {
            return;
        }
        self.lists.push(list);
        self.list_ids.insert(list, self.lists.len() as u32);
        for group in attribute_groups(cx, list) {
            if !self.group_ids.contains_key(&group) {
                self.groups.push(group);
                self.group_ids.insert(group, self.groups.len() as u32);
                cx.attribute_set(group.1).iter().filter_map(Attribute::ty).for_each(&mut found);
            }
        }
    }

    /// The id of a list; 0 for the empty one.
    pub fn list(&self, list: AttributeList) -> u32 {
        self.list_ids.get(&list).copied().unwrap_or(0)
    }

    /// The id of a group.
    pub fn group(&self, group: (u32, AttributeSet)) -> u32 {
        self.group_ids.get(&group).copied().unwrap_or(0)
    }
}

/// Constants and inline assembly, in the order of their ids.
#[derive(Clone, Default)]
struct ConstantIds {
    /// The first id.
    first: u32,
    order: Vec<Value>,
    /// The number of uses of each.
    uses: Vec<u32>,
    constants: Table,
    inline_asm: Table,
    stack: Vec<ConstantStep>,
}

#[derive(Clone, Copy)]
enum ConstantStep {
    /// A value that may already have an id.
    Visit(Value),
    /// A constant whose operands all have ids.
    Number(Value),
}

impl ConstantIds {
    #[inline]
    fn get(&self, value: Value) -> Option<u32> {
        match value.kind() {
            ValueKind::Constant(c) => self.constants.get(c.index()),
            ValueKind::InlineAsm(a) => self.inline_asm.get(a.index()),
            _ => None,
        }
    }

    fn set(&mut self, value: Value, id: u32) {
        match value.kind() {
            ValueKind::Constant(c) => self.constants.set(c.index(), id),
            ValueKind::InlineAsm(a) => self.inline_asm.set(a.index(), id),
            _ => {}
        }
    }

    /// Assigns an id to a constant or inline assembly, after those of its operands; or counts another use. Calls `found`
    /// with each type encountered.
    fn add(&mut self, module: &Module, value: Value, mut found: impl FnMut(Type)) {
        self.stack.push(ConstantStep::Visit(value));
        while let Some(step) = self.stack.pop() {
            match step {
                ConstantStep::Visit(value) => {
                    if !matches!(value.kind(), ValueKind::Constant(_) | ValueKind::InlineAsm(_)) {
                        continue;
                    }
                    if let Some(id) = self.get(value) {
                        // The ids of module-level constants that a function uses are final.
                        if let Some(uses) = self.uses.get_mut(id.wrapping_sub(self.first) as usize) {
                            *uses = uses.saturating_add(1);
                        }
                        continue;
                    }
                    found(module.value_type(None, value));
                    self.stack.push(ConstantStep::Number(value));
                    push_operands(&mut self.stack, module, value);
                }
                ConstantStep::Number(value) => {
                    source_type(module, value).into_iter().for_each(&mut found);
                    self.set(value, self.first + self.order.len() as u32);
                    self.order.push(value);
                    self.uses.push(1);
                }
            }
        }
    }

    /// Sorts the constants for a compact encoding: integers first, then by type, then by descending number of uses.
    fn sort(&mut self, module: &Module, types: &TypeIds) {
        if self.order.len() < 2 {
            return;
        }
        let key = |(&value, &uses)| {
            let ty = module.value_type(None, value);
            ((!module.context().is_int_or_int_vector(ty), types.get(ty), Reverse(uses)), value)
        };
        let mut sorted: Vec<_> = self.order.iter().zip(&self.uses).map(key).collect();
        sorted.sort_by_key(|(key, _)| *key);
        for (i, (_, value)) in sorted.into_iter().enumerate() {
            self.order[i] = value;
            self.set(value, self.first + i as u32);
        }
    }

    /// Revokes all assigned ids, and continues with `first`.
    fn restart(&mut self, first: u32) {
        for value in std::mem::take(&mut self.order) {
            self.set(value, NONE);
        }
        self.uses.clear();
        self.first = first;
    }
}

/// The ids of a module.
#[derive(Default)]
pub(crate) struct ModuleIds {
    pub types: TypeIds,
    pub attributes: AttributeIds,
    /// By id, from 1.
    pub comdats: Vec<Comdat>,
    comdat_ids: Table,
    /// By id: variables, functions, aliases, ifuncs.
    pub globals: Vec<Global>,
    global_ids: Table,
    constants: ConstantIds,
    pub bundle_tags: BundleTags,
    /// The index in its function of each block of [`Module::block_addresses`].
    block_places: Vec<u32>,
    pub metadata: MetadataIds,
    pub use_list_orders: UseListOrders,
    pub block_address_users: BlockAddressUsers,
    /// Whether constants keep the order in which they are encountered, so that use-list orders can be predicted.
    keep_order: bool,
}

/// The operand bundle tags by id, in the order in which they are encountered.
#[derive(Default)]
pub(crate) struct BundleTags {
    pub names: Vec<Box<[u8]>>,
    ids: HashMap<Box<[u8]>, u32>,
}

impl BundleTags {
    /// The predefined tags.
    fn known() -> BundleTags {
        let mut tags = BundleTags::default();
        BUNDLE_TAGS.iter().for_each(|tag| tags.add(tag.as_bytes()));
        tags
    }

    fn add(&mut self, tag: &[u8]) {
        if !self.ids.contains_key(tag) {
            self.ids.insert(tag.into(), self.names.len() as u32);
            self.names.push(tag.into());
        }
    }

    /// The id of a tag.
    pub fn get(&self, tag: &[u8]) -> u64 {
        self.ids.get(tag).copied().unwrap_or(0).into()
    }
}

impl ModuleIds {
    /// Numbers the entities of a module. `keep_order` is for writing use-list orders.
    pub fn new(module: &Module, keep_order: bool) -> ModuleIds {
        let mut ids = ModuleIds {
            bundle_tags: BundleTags::known(),
            block_places: block_places(module),
            block_address_users: BlockAddressUsers::new(module),
            keep_order,
            ..ModuleIds::default()
        };
        if keep_order {
            // Before the numbering, which may create constants.
            ids.use_list_orders = UseListOrders::of_bitcode(module);
        }
        ids.number(module);
        ids
    }

    /// The id of a type.
    #[inline]
    pub fn ty(&self, ty: Type) -> u64 {
        self.types.get(ty).into()
    }

    /// The id of an attribute list; 0 for the empty one.
    pub fn attributes(&self, list: AttributeList) -> u64 {
        self.attributes.list(list).into()
    }

    /// The id of a comdat; 0 for none.
    pub fn comdat(&self, comdat: Option<Comdat>) -> u64 {
        comdat.and_then(|c| self.comdat_ids.get(c.index())).map_or(0, |id| u64::from(id) + 1)
    }

    /// The id of a global.
    pub fn global(&self, global: Global) -> u32 {
        self.global_ids.get(global.index()).unwrap_or(0)
    }

    /// The id of a global or module-level constant.
    pub fn value(&self, value: Value) -> u64 {
        match value.kind() {
            ValueKind::Global(g) => self.global(g).into(),
            _ => self.constants.get(value).unwrap_or(0).into(),
        }
    }

    /// The constants of the module, whose ids follow those of the globals.
    pub fn constants(&self) -> &[Value] {
        &self.constants.order
    }

    /// The number of globals and module-level constants.
    pub fn value_count(&self) -> u32 {
        self.constants.first + self.constants.order.len() as u32
    }

    /// The index in its function of a block of [`Module::block_addresses`].
    pub fn block_place(&self, address: u32) -> u32 {
        self.block_places.get(address as usize).copied().unwrap_or(0)
    }
}

/// For each block of [`Module::block_addresses`], the number of blocks before it in its function.
fn block_places(module: &Module) -> Vec<u32> {
    let mut places: HashMap<Global, HashMap<_, _>> = HashMap::default();
    let mut place = |&(function, block)| {
        let of_function = places.entry(function).or_insert_with(|| {
            let body = module.globals().get(function).and_then(|g| g.as_function()?.body.as_deref());
            body.iter().flat_map(|b| b.blocks()).zip(0u32..).collect()
        });
        of_function.get(&block).copied().unwrap_or(0)
    };
    module.block_addresses().iter().map(&mut place).collect()
}

/// A position in LLVM's traversal of a module, which determines the order of types and constants. Parts of the traversal
/// run in parallel and are merged by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step(u64);

impl Step {
    /// Before the functions: named metadata, attachments of variables.
    pub const BEFORE_FUNCTIONS: Step = Step(0);
    /// After the functions: attachments of ifuncs.
    pub const AFTER_FUNCTIONS: Step = Step(u64::MAX);

    /// At an instruction: the index of the function in [`Module::functions`], the index of the instruction in its body, and
    /// whether the entity is an attachment or debug location of the instruction rather than an operand or debug record.
    /// Attachments of the function itself precede its first instruction: `Step::new(function, 0, false)`.
    pub fn new(function: usize, inst: u32, attached: bool) -> Step {
        Step((function as u64 + 1) << 33 | u64::from(inst) << 1 | u64::from(attached))
    }
}

/// An entity found in a function body.
enum Found {
    Type(Type),
    Attributes(AttributeList),
}

/// The entities that are new in a range of functions, in order of their first occurrence.
#[derive(Default)]
struct Survey {
    found: Vec<(Step, Found)>,
    bundle_tags: BundleTags,
    types: Vec<bool>,
    lists: HashSet<AttributeList>,
    constants: Vec<bool>,
    stack: Vec<ConstantStep>,
}

/// Whether an index is seen for the first time.
#[inline]
fn first_time(seen: &mut Vec<bool>, index: usize) -> bool {
    if index >= seen.len() {
        seen.resize((index + 1).next_power_of_two(), false);
    }
    !std::mem::replace(&mut seen[index], true)
}

impl Survey {
    fn of(module: &Module, functions: Range<usize>) -> Survey {
        let mut survey = Survey::default();
        for function in functions {
            let Some(body) = module.body(module.functions()[function]) else { continue };
            let insts = body.blocks().flat_map(|block| body.insts(block));
            for (place, inst) in (0..).zip(insts) {
                survey.inst(module, body, inst, Step::new(function, place, false));
            }
        }
        survey
    }

    #[inline]
    fn ty(&mut self, step: Step, ty: Type) {
        if first_time(&mut self.types, ty.index()) {
            self.found.push((step, Found::Type(ty)));
        }
    }

    fn inst(&mut self, module: &Module, body: &Body, inst: Inst, step: Step) {
        let data = body.inst(inst);
        let is_phi = matches!(data, InstData::Phi { .. });
        data.for_each_operand(body.values(), |operand| match operand.kind() {
            ValueKind::Inst(_) | ValueKind::Arg(_) | ValueKind::InlineAsm(_) => {
                self.ty(step, module.value_type(Some(body), operand));
            }
            ValueKind::Constant(_) => self.constant(module, operand, step),
            // The incoming blocks of a phi are not operands.
            ValueKind::Block(_) if !is_phi => self.ty(step, Type::LABEL),
            _ => {}
        });
        let ty = body.inst_type(inst);
        match data {
            InstData::ShuffleVector { mask, .. } => {
                // Created here, so that no constant is created while functions are written.
                let mask = shuffle_mask(module, ty, body.list_ints(mask));
                self.constant(module, mask, step);
            }
            InstData::GetElementPtr { source, .. } => self.ty(step, *source),
            InstData::Alloca { allocated, .. } => self.ty(step, *allocated),
            _ => {}
        }
        self.ty(step, ty);
        if let Some(call) = data.call_info() {
            if self.lists.insert(call.attributes) {
                self.found.push((step, Found::Attributes(call.attributes)));
            }
            self.ty(step, call.function_type);
            for bundle in body.bundles(call.bundles) {
                self.bundle_tags.add(&bundle.tag);
            }
        }
    }

    /// The types in a constant.
    #[inline]
    fn constant(&mut self, module: &Module, value: Value, step: Step) {
        if value.as_constant().is_some_and(|c| first_time(&mut self.constants, c.index())) {
            self.new_constant(module, value, step);
        }
    }

    fn new_constant(&mut self, module: &Module, value: Value, step: Step) {
        self.constants[value.as_constant().map_or(0, |c| c.index())] = false;
        self.stack.push(ConstantStep::Visit(value));
        while let Some(next) = self.stack.pop() {
            match next {
                ConstantStep::Visit(value) => {
                    self.ty(step, module.value_type(None, value));
                    if value.as_constant().is_some_and(|c| first_time(&mut self.constants, c.index())) {
                        self.stack.push(ConstantStep::Number(value));
                        push_operands(&mut self.stack, module, value);
                    }
                }
                ConstantStep::Number(value) => {
                    source_type(module, value).into_iter().for_each(|ty| self.ty(step, ty));
                }
            }
        }
    }
}

/// Pushes the operands of a constant, the first one on top.
fn push_operands(stack: &mut Vec<ConstantStep>, module: &Module, value: Value) {
    let start = stack.len();
    for_each_operand(module, value, |operand| stack.push(ConstantStep::Visit(operand)));
    stack[start..].reverse();
}

/// The number of instructions per task.
const SURVEY_SIZE: usize = 1 << 14;

impl ModuleIds {
    fn number(&mut self, module: &Module) {
        let insts = |f| module.body(f).map_or(0, |body| body.inst_count());
        let pieces = pieces(module.functions(), SURVEY_SIZE, insts);
        // Little work does not pay for waking other threads.
        let is_little = pieces.len() + module.metadata().node_count() / SURVEY_SIZE <= 1;
        let survey = || parallel::map(pieces, |functions| Survey::of(module, functions));
        let metadata = || MetadataIds::new(module);
        let (surveys, metadata) = parallel::join_if(!is_little, survey, metadata);
        self.globals(module);
        self.initializers(module);
        self.add_type(module, Type::METADATA);
        let mut constants = metadata.constants().iter().peekable();
        for survey in surveys {
            for (step, found) in survey.found {
                while let Some((_, constant)) = constants.next_if(|(earlier, _)| *earlier <= step) {
                    self.add_constant(module, *constant);
                }
                match found {
                    Found::Type(ty) => self.add_type(module, ty),
                    Found::Attributes(list) => self.add_attributes(module, list),
                }
            }
            survey.bundle_tags.names.iter().for_each(|tag| self.bundle_tags.add(tag));
        }
        constants.for_each(|(_, constant)| self.add_constant(module, *constant));
        if !self.keep_order {
            self.constants.sort(module, &self.types);
        }
        self.metadata = metadata;
    }

    fn globals(&mut self, module: &Module) {
        for &g in module.variables().iter().chain(module.functions()).chain(module.aliases()).chain(module.ifuncs()) {
            let global = &module[g];
            self.global_ids.set(g.index(), self.globals.len() as u32);
            self.globals.push(g);
            if let Some(comdat) = global.comdat
                && self.comdat_ids.get(comdat.index()).is_none()
            {
                self.comdat_ids.set(comdat.index(), self.comdats.len() as u32);
                self.comdats.push(comdat);
            }
            self.add_type(module, global.ty());
            self.add_type(module, global.value_type);
            if let GlobalKind::Function(f) = &global.kind {
                self.add_attributes(module, f.attributes);
            }
        }
        self.constants.first = self.globals.len() as u32;
    }

    /// The initializers, aliasees, resolvers and function constants.
    fn initializers(&mut self, module: &Module) {
        for &g in module.variables().iter().chain(module.aliases()).chain(module.ifuncs()) {
            match &module[g].kind {
                GlobalKind::Variable(v) => {
                    v.initializer.into_iter().for_each(|value| self.add_constant(module, value));
                    self.add_attributes(module, variable_attributes(module.context(), v.attributes));
                }
                GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => {
                    self.add_constant(module, *value);
                }
                GlobalKind::Function(_) => {}
            }
        }
        for f in module.functions().iter().filter_map(|&g| module.function(g)) {
            if f.personality.is_some() || f.prefix.is_some() || f.prologue.is_some() {
                // LLVM uses a null pointer for each of the three that is absent.
                let null = module.constants().zero(module.context(), Type::PTR);
                let parts = [f.personality, f.prefix, f.prologue];
                parts.into_iter().for_each(|part| self.add_constant(module, part.unwrap_or(null)));
            }
        }
    }

    fn add_type(&mut self, module: &Module, ty: Type) {
        self.types.add(module.context(), ty);
    }

    fn add_attributes(&mut self, module: &Module, list: AttributeList) {
        self.attributes.add(module.context(), list, |ty| self.types.add(module.context(), ty));
    }

    fn add_constant(&mut self, module: &Module, value: Value) {
        self.constants.add(module, value, |ty| self.types.add(module.context(), ty));
    }
}

/// The attributes of a variable, as an attribute list.
pub(super) fn variable_attributes(cx: &Context, attributes: AttributeSet) -> AttributeList {
    cx.make_attribute_list(attributes, AttributeSet::EMPTY, &[])
}

/// The ids of a function's entities, after those of the module: arguments, constants, then instructions with a result.
/// Reused between functions.
pub(crate) struct FunctionIds<'m> {
    pub ids: &'m ModuleIds,
    /// The ids of the module's and the function's constants.
    constants: ConstantIds,
    module_values: u32,
    args: u32,
    first_inst: u32,
    insts: Vec<u32>,
    blocks: Vec<u32>,
    /// The function's metadata ids; `None` outside of a function.
    pub metadata: Option<FunctionMetadataIds<'m>>,
}

impl<'m> FunctionIds<'m> {
    /// An instance that is not in a function yet.
    pub fn new(ids: &'m ModuleIds) -> FunctionIds<'m> {
        let module_values = ids.value_count();
        FunctionIds {
            ids,
            constants: ConstantIds {
                first: module_values,
                constants: ids.constants.constants.clone(),
                inline_asm: ids.constants.inline_asm.clone(),
                ..ConstantIds::default()
            },
            module_values,
            args: 0,
            first_inst: module_values,
            insts: Vec::new(),
            blocks: Vec::new(),
            metadata: None,
        }
    }

    /// Numbers the entities of a function, replacing those of the previous one.
    pub fn enter(&mut self, module: &Module, function: Global, body: &Body) {
        let ids = self.ids;
        self.args = body.args().len() as u32;
        self.constants.restart(self.module_values + self.args);
        self.insts.clear();
        self.insts.resize(body.inst_count(), 0);
        self.blocks.clear();
        self.blocks.resize(body.block_count(), 0);
        for (place, block) in (0..).zip(body.blocks()) {
            self.blocks[block.index()] = place;
            for inst in body.insts(block) {
                self.inst_constants(module, body, inst);
            }
        }
        if !ids.keep_order {
            self.constants.sort(module, &ids.types);
        }
        self.first_inst = self.constants.first + self.constants.order.len() as u32;
        let mut next = self.first_inst;
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            if body.inst_type(inst) != Type::VOID {
                self.insts[inst.index()] = next;
                next += 1;
            }
        }
        self.metadata = Some(FunctionMetadataIds::new(&ids.metadata, function, body));
    }

    #[inline]
    fn inst_constants(&mut self, module: &Module, body: &Body, inst: Inst) {
        let data = body.inst(inst);
        data.for_each_operand(body.values(), |operand| {
            if matches!(operand.kind(), ValueKind::Constant(_) | ValueKind::InlineAsm(_)) {
                self.constants.add(module, operand, |_| {});
            }
        });
        if let InstData::ShuffleVector { mask, .. } = data {
            let mask = shuffle_mask(module, body.inst_type(inst), body.list_ints(mask));
            self.constants.add(module, mask, |_| {});
        }
    }

    /// The function's own constants, whose ids follow those of the arguments.
    pub fn constants(&self) -> &[Value] {
        &self.constants.order
    }

    /// The id of the first instruction with a result, after globals, constants and arguments.
    pub fn first_inst(&self) -> u32 {
        self.first_inst
    }

    /// The id of a value. Globals, constants, inline assembly, arguments and instructions share one numbering; blocks have
    /// their own; metadata as [`FunctionIds::metadata`].
    #[inline]
    pub fn value(&self, value: Value) -> u32 {
        match value.kind() {
            ValueKind::Inst(i) => self.insts.get(i.index()).copied().unwrap_or(0),
            ValueKind::Arg(n) => self.module_values + n,
            ValueKind::Block(b) => self.blocks.get(b.index()).copied().unwrap_or(0),
            ValueKind::Constant(_) | ValueKind::InlineAsm(_) => self.constants.get(value).unwrap_or(0),
            ValueKind::Global(g) => self.ids.global(g),
            ValueKind::Metadata(m) => self.metadata(m),
        }
    }

    /// The id of metadata, including function-local metadata and argument lists; from 0.
    pub fn metadata(&self, metadata: Metadata) -> u32 {
        self.metadata.as_ref().map_or(0, |ids| ids.id(metadata))
    }
}

/// The constant that represents the mask of a `shufflevector` with this result type.
pub(crate) fn shuffle_mask(module: &Module, result: Type, mask: &[Imm]) -> Value {
    mask_constant(module, result, mask.iter().map(|m| m.0 as i32))
}

/// The constant of a mask, in which negative elements are poison.
pub(super) fn mask_constant(module: &Module, result: Type, mut mask: impl ExactSizeIterator<Item = i32>) -> Value {
    let (cx, constants) = (module.context(), module.constants());
    let scalable = matches!(cx.kind(result), TypeKind::Vector { scalable: true, .. });
    let ty = cx.vector(Type::I32, mask.len() as u32, scalable);
    if scalable {
        return if mask.next() == Some(0) { constants.zero(cx, ty) } else { constants.poison(ty) };
    }
    let element = |m| match u64::try_from(m) {
        Ok(m) => constants.int(cx, Type::I32, m),
        Err(_) => constants.poison(Type::I32),
    };
    constants.aggregate(cx, ty, &mask.map(element).collect::<Vec<_>>())
}
