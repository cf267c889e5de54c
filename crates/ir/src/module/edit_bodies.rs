//! Editing function bodies in parallel, with additions to the module.

use std::sync::{Mutex, OnceLock, PoisonError};

use cranelift_entity::EntityRef;
use cranelift_entity::packed_option::PackedOption;
use lindworm_eval::CastOp;

use super::{GlobalValue, Module};
use crate::attributes::AttributeList;
use crate::body::Body;
use crate::constant::ConstantData;
use crate::hash::{HashMap, HashSet};
use crate::intrinsics::{IntrinsicError, IntrinsicId, UniqueNames};
use crate::metadata::{AddedMetadata, NewMetadata};
use crate::module::GlobalKind;
use crate::parallel;
use crate::types::Type;
use crate::value::{Block, Global, Value};

/// A declaration that bodies under edit have requested.
#[derive(Clone)]
pub(super) struct Requested {
    global: Global,
    declaration: GlobalValue,
    /// For an intrinsic, its identifier and overload types: its name may get a number.
    intrinsic: Option<(IntrinsicId, Box<[Type]>)>,
}

/// The requested declarations, by increasing handle; empty outside [`Module::edit_bodies`].
#[derive(Default)]
pub(super) struct RequestedDeclarations(boxcar::Vec<Requested>);

impl Clone for RequestedDeclarations {
    fn clone(&self) -> RequestedDeclarations {
        RequestedDeclarations(self.0.iter().map(|(_, requested)| requested.clone()).collect())
    }
}

impl RequestedDeclarations {
    #[cold]
    pub(super) fn get(&self, global: Global) -> Option<&GlobalValue> {
        let (mut low, mut high) = (0, self.0.count());
        while low < high {
            let middle = low.midpoint(high);
            let requested = &self.0[middle];
            match requested.global.as_u32().cmp(&global.as_u32()) {
                std::cmp::Ordering::Equal => return Some(&requested.declaration),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

/// The key of a requested declaration. An intrinsic with overloads on unnamed structs gets its number only later.
type Key = (Box<[u8]>, Type);

/// The state shared by all bodies that are edited at the same time.
struct Session<'m> {
    module: &'m Module,
    /// The indices of declarations in [`RequestedDeclarations`].
    requested: Mutex<HashMap<Key, usize>>,
    /// The block addresses that existed before.
    addresses: OnceLock<HashMap<(Global, Block), u32>>,
    next_address: Mutex<u32>,
}

/// The additions of one body to the module: see [`Module::edit_bodies`]. All handles are final at once, except those of metadata,
/// which are renumbered in the body when the additions are committed.
pub struct Additions<'m> {
    session: &'m Session<'m>,
    function: Global,
    /// The metadata of the module with the additions.
    pub metadata: NewMetadata<'m>,
    requests: Vec<usize>,
    globals: Vec<(Global, GlobalValue)>,
    addresses: HashMap<Block, u32>,
    erased: Vec<Block>,
    /// The new numbers of the blocks of the compacted body.
    renumbered: Option<Vec<PackedOption<Block>>>,
    attributes: Option<AttributeList>,
}

impl<'m> Additions<'m> {
    fn new(session: &'m Session<'m>, function: Global) -> Additions<'m> {
        Additions {
            session,
            function,
            metadata: NewMetadata::new(&session.module.metadata),
            requests: Vec::new(),
            globals: Vec::new(),
            addresses: HashMap::default(),
            erased: Vec::new(),
            renumbered: None,
            attributes: None,
        }
    }

    fn into_added(self) -> Added {
        let Additions { function, metadata, requests, globals, addresses, erased, renumbered, attributes, .. } = self;
        let addresses = addresses.into_iter().map(|(block, index)| (index, block)).collect();
        let metadata = metadata.into_added();
        Added { function, metadata, requests, globals, addresses, erased, renumbered, attributes }
    }

    /// The function whose body is edited.
    pub fn function(&self) -> Global {
        self.function
    }

    /// The module, with the requested declarations.
    pub fn module(&self) -> &'m Module {
        self.session.module
    }

    /// The declaration of an intrinsic with these overload types: see [`Module::intrinsic`].
    ///
    /// # Errors
    /// If there is no intrinsic of exactly this name, or it does not accept these types.
    pub fn intrinsic(&mut self, name: &str, overloads: &[Type]) -> Result<Global, IntrinsicError> {
        let module = self.session.module;
        let (id, ty) = module.known_intrinsic(name, overloads)?;
        let value_type = |name: &[u8]| module.global_named(name).map(|g| module.globals[g].value_type);
        let mangled = UniqueNames::default().name(&module.context, id, ty, overloads, value_type);
        let mangled = mangled.ok_or_else(|| module.no_overload(name, overloads))?;
        Ok(self.request(&mangled, ty, Some((id, overloads)), None))
    }

    /// The function of that name and type, declared with these attributes if it does not exist. Another global of that name is
    /// renamed.
    pub fn function_named(&mut self, name: &[u8], ty: Type, attributes: AttributeList) -> Global {
        self.request(name, ty, None, Some(attributes))
    }

    fn request(
        &mut self,
        name: &[u8],
        ty: Type,
        intrinsic: Option<(IntrinsicId, &[Type])>,
        attributes: Option<AttributeList>,
    ) -> Global {
        let module = self.session.module;
        let is_there = |g: &Global| module.globals[*g].value_type == ty && module.globals[*g].as_function().is_some();
        if let Some(found) = module.global_named(name).filter(is_there) {
            return found;
        }
        let list = &module.requested.0;
        let mut requested = self.session.requested.lock().unwrap_or_else(PoisonError::into_inner);
        let place = *requested.entry((name.into(), ty)).or_insert_with(|| {
            let mut declaration = module.declaration(name, ty);
            if let (Some((id, _)), GlobalKind::Function(function)) = (intrinsic, &mut declaration.kind) {
                function.intrinsic = Some(id);
            }
            if let (Some(attributes), GlobalKind::Function(function)) = (attributes, &mut declaration.kind) {
                function.attributes = attributes;
            }
            let global = module.reserve_global(declaration.ty);
            let intrinsic = intrinsic.map(|(id, overloads)| (id, overloads.into()));
            list.push(Requested { global, declaration, intrinsic })
        });
        self.requests.push(place);
        list[place].global
    }

    /// Adds a global. It is in [`Module::globals`] only after the additions are committed, and may get a number appended to its
    /// name then.
    pub fn add_global(&mut self, global: GlobalValue) -> Global {
        let id = self.session.module.reserve_global(global.ty);
        self.globals.push((id, global));
        id
    }

    fn known_addresses(&self) -> &HashMap<(Global, Block), u32> {
        let module = self.session.module;
        self.session.addresses.get_or_init(|| module.block_addresses.iter().copied().zip(0..).collect())
    }

    /// Whether a constant of the module is the address of a block of the body.
    pub fn is_address_taken(&self, block: Block) -> bool {
        !self.session.module.block_addresses.is_empty()
            && self.known_addresses().contains_key(&(self.function, block))
            && !self.erased.contains(&block)
            || self.addresses.contains_key(&block)
    }

    /// The `blockaddress` of a block of the body.
    pub fn block_address(&mut self, block: Block) -> Value {
        let module = self.session.module;
        let known = self.known_addresses().get(&(self.function, block)).copied();
        let index = known.unwrap_or_else(|| {
            *self.addresses.entry(block).or_insert_with(|| {
                let mut next = self.session.next_address.lock().unwrap_or_else(PoisonError::into_inner);
                *next += 1;
                *next - 1
            })
        });
        let ty = module.value_type(None, self.function.into());
        module.constants.intern(ty, ConstantData::BlockAddress(index))
    }

    /// The attributes of the function.
    pub fn attributes(&self) -> AttributeList {
        let module = self.session.module;
        self.attributes.or_else(|| module.function(self.function).map(|f| f.attributes)).unwrap_or_default()
    }

    /// Sets the attributes of the function. Other bodies under edit see the former ones.
    pub fn set_attributes(&mut self, attributes: AttributeList) {
        self.attributes = Some(attributes);
    }

    /// Removes what is no longer part of the body: see [`Body::compact`]. Addresses of its blocks remain valid. Must be the last
    /// change of the body.
    pub fn compact(&mut self, body: &mut Body) {
        self.renumbered = body.compact();
    }

    /// Replaces the address of an erased block by `inttoptr (i32 1 to ptr)`, as in LLVM.
    pub fn replace_address(&mut self, erased: Block) {
        self.erased.push(erased);
    }
}

/// The additions of one body, detached from the session.
struct Added {
    function: Global,
    metadata: AddedMetadata,
    requests: Vec<usize>,
    globals: Vec<(Global, GlobalValue)>,
    addresses: Vec<(u32, Block)>,
    erased: Vec<Block>,
    renumbered: Option<Vec<PackedOption<Block>>>,
    attributes: Option<AttributeList>,
}

impl Module {
    /// Edits function bodies in parallel. `edit` gets the module, read-only, the body, and the additions to the module. Additions
    /// are committed in the order of `functions`, so neither output nor names depend on threads. In the module, the bodies under
    /// edit appear empty. Returns the results of `edit` for each function with a body, in order; duplicates in `functions` are
    /// edited once.
    ///
    /// ```
    /// use lindworm_ir::builder::{BuildError, Builder};
    /// use lindworm_ir::editor::Editor;
    /// use lindworm_ir::{Context, Module, Type, Value};
    ///
    /// let mut module = Module::new(&Context::new(), "m");
    /// let ty = module.context().function_type(Type::I32, &[Type::I32], false);
    /// let functions = ["f", "g"].map(|name| module.add_function(name.as_bytes(), ty));
    /// for function in functions {
    ///     module.build_body(function, |b| {
    ///         let entry = b.append_block("");
    ///         b.at_end(entry).ret(Some(Value::arg(0)))
    ///     })?;
    /// }
    ///
    /// // Each returns the absolute value of its argument.
    /// module.edit_bodies(&functions, |module, body, additions| {
    ///     let abs = additions.intrinsic("llvm.abs", &[Type::I32])?;
    ///     let mut editor = Editor::new(module, body);
    ///     for block in editor.body().blocks().collect::<Vec<_>>() {
    ///         let Some(ret) = editor.body().terminator(block) else { continue };
    ///         let result = editor.build_before(ret, |b| {
    ///             let no = b.int(Type::I1, 0);
    ///             b.call_function(abs, &[Value::arg(0), no])
    ///         })?;
    ///         editor.set_operands(ret, &[result.into()]);
    ///     }
    ///     Ok::<(), BuildError>(())
    /// });
    /// assert!(module.global_named(b"llvm.abs.i32").is_some());
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn edit_bodies<T: Send>(
        &mut self,
        functions: &[Global],
        edit: impl Fn(&Module, &mut Body, &mut Additions<'_>) -> T + Sync + Send,
    ) -> Vec<T> {
        self.edit_groups(functions, 0, |module, group| {
            group.iter_mut().map(|(body, additions)| edit(module, body, additions)).collect()
        })
    }

    /// Like [`edit_bodies`](Module::edit_bodies), for an `edit` that is faster on several bodies than on one after the other: it gets
    /// groups of bodies that together have at most `most` instructions, or single bodies, and returns a result for each. The result
    /// for a body must not depend on the others of its group: how bodies are grouped depends on the number of threads.
    pub fn edit_groups<T: Send>(
        &mut self,
        functions: &[Global],
        most: usize,
        edit: impl Fn(&Module, &mut [(Box<Body>, Additions<'_>)]) -> Vec<T> + Sync + Send,
    ) -> Vec<T> {
        let mut seen = HashSet::default();
        let mut bodies = Vec::new();
        for &function in functions.iter().filter(|&&f| seen.insert(f)) {
            let body = self.globals[function].as_function_mut().and_then(|f| f.body.as_mut());
            bodies.extend(body.map(|body| (function, std::mem::take(body))));
        }
        let module = &*self;
        let session = Session {
            module,
            requested: Mutex::default(),
            addresses: OnceLock::new(),
            next_address: Mutex::new(module.block_addresses.len() as u32),
        };
        let weight = |(_, body): &(Global, Box<Body>)| body.inst_count();
        let edited = parallel::map_groups(bodies, weight, most, |group| {
            let mut group: Vec<(Box<Body>, Additions<'_>)> =
                group.into_iter().map(|(function, body)| (body, Additions::new(&session, function))).collect();
            let results = edit(module, &mut group);
            group
                .into_iter()
                .zip(results)
                .map(|((body, additions), result)| (body, additions.into_added(), result))
                .collect()
        });
        let requested: Vec<Requested> = std::mem::take(&mut self.requested).0.into_iter().collect();
        self.commit(edited, requested)
    }

    /// Puts the bodies back, and commits their additions to the module.
    fn commit<T>(&mut self, edited: Vec<(Box<Body>, Added, T)>, requested: Vec<Requested>) -> Vec<T> {
        let mut names = UniqueNames::default();
        let mut requested: Vec<Option<Requested>> = requested.into_iter().map(Some).collect();
        let mut results = Vec::with_capacity(edited.len());
        let mut erased = Vec::new();
        let mut renumbered = HashMap::default();
        for (mut body, added, result) in edited {
            for place in added.requests {
                if let Some(request) = requested[place].take() {
                    self.define_requested(request, &mut names);
                }
            }
            added.globals.into_iter().for_each(|(id, global)| self.define_global(id, global));
            if let Some(numbers) = added.metadata.commit(&mut self.metadata) {
                body.map_metadata(|m| numbers.map(m));
            }
            for (index, block) in added.addresses {
                let len = self.block_addresses.len().max(index as usize + 1);
                self.block_addresses.resize(len, (added.function, block));
                self.block_addresses[index as usize] = (added.function, block);
            }
            erased.extend(added.erased.into_iter().map(|block| (added.function, block)));
            renumbered.extend(added.renumbered.map(|blocks| (added.function, blocks)));
            if let Some(function) = self.globals[added.function].as_function_mut() {
                function.body = Some(body);
                function.attributes = added.attributes.unwrap_or(function.attributes);
            }
            results.push(result);
        }
        self.replace_erased_addresses(&erased.into_iter().collect());
        self.renumber_addresses(&renumbered);
        results
    }

    /// Renumbers the blocks of compacted bodies whose addresses are taken.
    fn renumber_addresses(&mut self, renumbered: &HashMap<Global, Vec<PackedOption<Block>>>) {
        for (function, block) in &mut self.block_addresses {
            let Some(number) = renumbered.get(function).and_then(|blocks| blocks.get(block.index())) else { continue };
            let body = self.globals[*function].as_function_mut().and_then(|f| f.body.as_mut());
            // The address of a removed block remains that of a block that is not placed.
            if let Some(block_now) = number.expand().or_else(|| body.map(|body| body.create_block())) {
                *block = block_now;
            }
        }
    }

    fn define_requested(&mut self, request: Requested, names: &mut UniqueNames) {
        let Requested { global, mut declaration, intrinsic } = request;
        let ty = declaration.value_type;
        if let Some((id, overloads)) = intrinsic {
            let value_type = |name: &[u8]| self.global_named(name).map(|g| self.globals[g].value_type);
            if let Some(name) = names.name(&self.context, id, ty, &overloads, value_type) {
                declaration.name = name.into();
            }
        }
        if let Some(other) = self.global_named(&declaration.name) {
            let name = [&declaration.name, &b".invalid"[..]].concat();
            self.set_global_name(other, &name);
        }
        self.define_global(global, declaration);
    }

    fn replace_erased_addresses(&mut self, erased: &HashSet<(Global, Block)>) {
        if erased.is_empty() {
            return;
        }
        let one = self.constants.int(&self.context, Type::I32, 1);
        let mut replaced = Vec::new();
        for (index, address) in (0..).zip(&self.block_addresses) {
            if erased.contains(address) {
                let ty = self.value_type(None, address.0.into());
                let data = ConstantData::BlockAddress(index);
                let old = self.constants.intern(ty, data);
                replaced.extend(self.cast_constant(CastOp::IntToPtr, one, ty).ok().map(|new| (old, new)));
            }
        }
        self.replace_all(&replaced);
    }
}
