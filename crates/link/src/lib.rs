//! Links modules as LLVM's IR linker does, and splits modules
//! ([Linkage Types](https://llvm.org/docs/LangRef.html#linkage-types), [Comdats](https://llvm.org/docs/LangRef.html#comdats),
//! [Module Flags](https://llvm.org/docs/LangRef.html#module-flags-metadata)).
//!
//! A [`Linker`] adds modules one after the other to one linked module. Modules that share a [`Context`] with the linker keep
//! their types; modules of other contexts work too. The cost is linear in the linked modules.
//!
//! ```
//! use lindworm_ir::module::{GlobalKind, GlobalValue, Variable};
//! use lindworm_ir::{Context, Module, Type};
//! use lindworm_link::{LinkOptions, Linker};
//!
//! let cx = Context::new();
//! let variable = |initializer| GlobalKind::Variable(Variable { initializer, ..Variable::default() });
//! let mut declares = Module::new(&cx, "a");
//! declares.add_global(GlobalValue::new(b"x", Type::I32, Type::PTR, variable(None)));
//! let mut defines = Module::new(&cx, "b");
//! let one = defines.constants().int(&cx, Type::I32, 1);
//! defines.add_global(GlobalValue::new(b"x", Type::I32, Type::PTR, variable(Some(one))));
//!
//! let mut linker = Linker::new(&cx, "linked");
//! linker.link(declares, &LinkOptions::default())?;
//! linker.link(defines, &LinkOptions::default())?;
//! let module = linker.finish();
//! assert_eq!(module.variables().len(), 1);
//! assert!(!module[module.variables()[0]].is_declaration());
//! # Ok::<(), lindworm_link::LinkError>(())
//! ```

mod dead;
mod extract;
mod extract_blocks;
mod flags;
mod internalize;
mod mover;
mod promote;
mod resolve;
mod split;
mod split_kernels;
mod symbols;

use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::importer::{ImportState, Importer};
use lindworm_ir::module::{Comdat, GlobalValue, Linkage};
use lindworm_ir::summary::SummaryIndex;
use lindworm_ir::triple::{Arch, Environment, Os, Triple, Vendor};
use lindworm_ir::{Context, Global, Metadata, Module, Value};

use mover::Mover;

pub use dead::{
    Reached, VirtualFunctions, addresses_taken, remove_dead_debug_info, remove_dead_globals, remove_dead_prototypes,
};
pub use extract::{ExtractOptions, declare_alias, extract, with_callees};
pub use extract_blocks::{block_named, extract_blocks};
pub use internalize::internalize;
pub use promote::{internalize_promoted, promote};
pub use split::{SplitOptions, split};
pub use split_kernels::{AmdgpuOptions, Category, split_amdgpu, split_by_category};
pub use symbols::{Symbol, Symbols};

/// Options of linking a module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkOptions {
    /// Adds only definitions that earlier modules refer to and do not define: `-only-needed`.
    pub only_needed: bool,
    /// Definitions override those of earlier modules: `-override`.
    pub override_earlier: bool,
    /// The added definitions become local to the linked module: `-internalize`.
    pub internalize: bool,
}

/// Why modules cannot be linked, in LLVM's wording.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LinkError(pub String);

/// Links modules: see the [crate](self).
pub struct Linker {
    dest: Module,
    imported: ImportState,
    comdats: HashMap<Box<[u8]>, Comdat>,
    layout: Layout,
    /// The indices of named metadata in the module.
    named: HashMap<Box<[u8]>, usize>,
    /// The operands of named metadata, by index.
    named_operands: Vec<HashSet<Metadata>>,
}

/// Decisions about globals of the linked module that are applied when linking finishes.
#[derive(Default)]
pub(crate) struct Layout {
    /// The global at each position of the module; the last one counts. A global that replaces another is at the end.
    order: Vec<Global>,
    /// The elements of variables with `appending` linkage.
    appended: HashMap<Global, Vec<Value>>,
    removed: HashSet<Global>,
}

impl Layout {
    /// Moves a global behind all others of its kind.
    fn put_last(&mut self, global: Global) {
        self.order.push(global);
    }
}

impl Linker {
    /// Creates a linker without modules. `name` is the name of the linked module.
    pub fn new(context: &Context, name: &str) -> Linker {
        let mut dest = Module::new(context, name);
        dest.set_source_filename(name);
        Linker {
            dest,
            imported: ImportState::default().unify_odr_types(true).index_later(),
            comdats: HashMap::default(),
            layout: Layout::default(),
            named: HashMap::default(),
            named_operands: Vec::new(),
        }
    }

    /// Creates a linker that does not merge debug-information types with the same identifier: `-disable-debug-info-type-map`.
    pub fn without_odr_types(context: &Context, name: &str) -> Linker {
        Linker { imported: ImportState::default().index_later(), ..Linker::new(context, name) }
    }

    /// Links a module to the modules so far. Returns the warnings that LLVM's linker gives.
    ///
    /// # Errors
    ///
    /// A symbol has two strong definitions, the comdats of a name break the rule of their selection kind, variables with
    /// `appending` linkage do not match, or module flags conflict. The linker is unusable afterwards.
    pub fn link(&mut self, mut source: Module, options: &LinkOptions) -> Result<Vec<String>, LinkError> {
        let plan = resolve::Plan::new(self, &mut source, options)?;
        self.move_in(source, plan, options)
    }

    /// Imports some functions of a module for inlining, as ThinLTO imports those that the index of a program selects: they become
    /// `available_externally`. Globals that they refer to are declared, under the names that [`promote`] gives these in their own
    /// module. Returns the warnings.
    ///
    /// # Errors
    ///
    /// As [`Linker::link`].
    pub fn import(
        &mut self,
        mut source: Module,
        functions: &HashSet<Global>,
        index: &SummaryIndex,
    ) -> Result<Vec<String>, LinkError> {
        promote::promote_for_import(&mut source, index, functions);
        promote::trim_compile_units(&mut source);
        source.named_metadata_mut().retain(|named| *named.name != *b"llvm.pseudo_probe_desc");
        let imported = source.functions().iter().copied().filter(|f| functions.contains(f)).collect();
        self.move_in(source, resolve::Plan::closed(imported), &LinkOptions::default())
    }

    fn move_in(
        &mut self,
        mut source: Module,
        plan: resolve::Plan,
        options: &LinkOptions,
    ) -> Result<Vec<String>, LinkError> {
        let mut warnings = Vec::new();
        self.target(&source, &mut warnings);
        let is_import = plan.is_closed;
        let mut importer = Importer::new(&mut self.dest, &mut source, &mut self.imported);
        importer.link_types();
        let mut mover = Mover::new(plan, &mut self.layout, &mut self.comdats, &mut self.named, *options);
        mover.move_all(&mut importer)?;
        named_metadata(&mut importer, &mut mover, &mut self.named_operands);
        mover.finish(&mut importer)?;
        if !is_import && !importer.source.module_asm().is_empty() {
            module_asm(&mut importer);
        }
        flags::link(&mut importer, &mut mover, &mut warnings)?;
        let linked = mover.linked_names;
        if options.internalize {
            self.put_in_place();
            internalize(&mut self.dest, |global| global.name().is_empty() || !linked.contains(global.name()));
        }
        Ok(warnings)
    }

    /// Links the modules of an archive that define symbols which are only declared so far, and, in turn, the modules that these
    /// need. `extern_weak` declarations need no definition. Returns the warnings.
    ///
    /// # Errors
    ///
    /// As [`Linker::link`].
    pub fn link_needed(&mut self, members: Vec<Module>, options: &LinkOptions) -> Result<Vec<String>, LinkError> {
        let is_exported = |g: &GlobalValue| !g.linkage.is_local() && !resolve::is_declaration_for_linker(g);
        let mut definers: HashMap<Box<[u8]>, usize> = HashMap::default();
        for (i, member) in members.iter().enumerate() {
            for global in member.definition_order().map(|g| &member[g]).filter(|g| is_exported(g)) {
                definers.entry(global.name().into()).or_insert(i);
            }
        }
        let needs = |module: &Module| -> Vec<Box<[u8]>> {
            let all = module.definition_order().map(|g| &module[g]);
            let needed = all.filter(|g| g.is_declaration() && g.linkage != Linkage::ExternalWeak);
            needed.map(|g| g.name().into()).collect()
        };
        let mut members: Vec<Option<Module>> = members.into_iter().map(Some).collect();
        let mut warnings = Vec::new();
        let mut pending = needs(&self.dest);
        while let Some(name) = pending.pop() {
            let is_needed = self.dest.global_named(&name).is_some_and(|g| self.dest[g].is_declaration());
            let definer = definers.get(&name).filter(|_| is_needed);
            if let Some(member) = definer.and_then(|&i| members[i].take()) {
                pending.extend(needs(&member));
                warnings.extend(self.link(member, options)?);
            }
        }
        Ok(warnings)
    }

    /// The linked module.
    pub fn finish(mut self) -> Module {
        self.put_in_place();
        self.dest.metadata_mut().index_later();
        self.dest
    }

    /// Links data layout and triple.
    fn target(&mut self, source: &Module, warnings: &mut Vec<String>) {
        let dest = &mut self.dest;
        dest.set_version(dest.version().max(source.version()));
        if dest.data_layout().text.is_empty() {
            dest.set_data_layout(source.data_layout().clone());
        }
        if dest.triple().is_empty() {
            dest.set_triple(source.triple());
        }
        let (from, to) =
            (Triple::in_version(dest.version(), source.triple()), Triple::in_version(dest.version(), dest.triple()));
        let is_nvptx = |triple: &Triple<'_>| matches!(triple.arch, Arch::Nvptx | Arch::Nvptx64);
        let [mut is_library, mut has_library_layout] = [false; 2];
        if is_nvptx(&from) && is_nvptx(&to) {
            // CUDA's library of device functions has its own triple and data layout, which are compatible with all others.
            let parts = |i: usize| from.parts.get(i).copied().unwrap_or_default();
            is_library = parts(1) == b"nvidia" && parts(2) == b"gpulibs"
                || [1, 2].iter().all(|&i| matches!(parts(i), b"unknown" | b""));
            has_library_layout = matches!(&*source.data_layout().text, [] | b"e-i64:64-v16:16-v32:32-n16:32:64");
        }
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let mut differ = |what: &str, from: &[u8], to: &[u8]| {
            warnings.push(format!(
                "Linking two modules of different {what}: '{}' is '{}' whereas '{}' is '{}'\n",
                source.name(),
                text(from),
                dest.name(),
                text(to)
            ));
        };
        if !(is_library && has_library_layout) && source.data_layout().text != dest.data_layout().text {
            differ("data layouts", &source.data_layout().text, &dest.data_layout().text);
        }
        if !is_library && !source.triple().is_empty() && !is_compatible(&from, &to) {
            differ("target triples", source.triple(), dest.triple());
        }
        // Of two Apple system versions, the newer one is kept.
        if from.vendor == Vendor::Apple && to.os_version() < from.os_version() {
            dest.set_triple(source.triple());
        }
    }

    /// Puts the globals in their final order, and sets the elements of variables with `appending` linkage.
    fn put_in_place(&mut self) {
        let Linker { dest, layout, .. } = self;
        let last: HashMap<Global, usize> = layout.order.iter().enumerate().map(|(place, &g)| (g, place)).collect();
        let is_there = |&(place, global): &(usize, &Global)| last[global] == place && !layout.removed.contains(global);
        let order: Vec<Global> = layout.order.iter().enumerate().filter(is_there).map(|(_, &g)| g).collect();
        dest.set_global_order(&order);
        layout.order = order;
        for (&variable, elements) in &layout.appended {
            let element = dest.context().element_type(dest[variable].value_type, 0);
            let Some(element) = element else { continue };
            let ty = dest.context().array(element, elements.len() as u64);
            let initializer = dest.constants().aggregate(dest.context(), ty, elements);
            dest[variable].value_type = ty;
            if let Some(v) = dest[variable].as_variable_mut() {
                v.initializer = Some(initializer);
            }
        }
    }
}

/// Links named metadata except module flags. Nodes that are already operands are not added again.
fn named_metadata(importer: &mut Importer<'_>, mover: &mut Mover<'_>, known: &mut Vec<HashSet<Metadata>>) {
    for named in std::mem::take(importer.source.named_metadata_mut()) {
        if *named.name == *flags::NAME {
            importer.source.named_metadata_mut().push(named);
            continue;
        }
        let place = mover.named_metadata(importer, &named.name);
        let nodes: Vec<Metadata> = named.operands.iter().filter_map(|&m| importer.metadata(m, mover)).collect();
        let dest = &mut importer.dest.named_metadata_mut()[place];
        if known.len() <= place {
            known.resize_with(place + 1, HashSet::default);
        }
        dest.operands.extend(nodes.into_iter().filter(|&node| known[place].insert(node)));
    }
}

/// Appends the module-level inline assembler of the source.
fn module_asm(importer: &mut Importer<'_>) {
    let prefix: &[u8] = match Triple::in_version(importer.source.version(), importer.source.triple()).arch {
        Arch::Thumb | Arch::ThumbEb => b".text\n.balign 2\n.thumb\n",
        Arch::Arm | Arch::ArmEb => b".text\n.balign 4\n.arm\n",
        _ => b"",
    };
    let (source, dest) = (&*importer.source, &mut *importer.dest);
    let mut append = |piece: &[u8], properties| {
        dest.append_module_asm(piece, properties);
    };
    let first = source.module_asm_stretches().first().map_or(source.module_asm().len(), |s| s.start);
    append(&[prefix, &source.module_asm()[..first]].concat(), Default::default());
    for (i, stretch) in source.module_asm_stretches().iter().enumerate() {
        let end = source.module_asm_stretches().get(i + 1).map_or(source.module_asm().len(), |next| next.start);
        append(&source.module_asm()[stretch.start..end], stretch.properties.clone());
    }
}

/// Whether LLVM links modules of these triples without a warning.
fn is_compatible(a: &Triple<'_>, b: &Triple<'_>) -> bool {
    let arm_and_thumb = [(Arch::Thumb, Arch::Arm), (Arch::ThumbEb, Arch::ArmEb)]
        .iter()
        .any(|&(x, y)| (a.arch, b.arch) == (x, y) || (a.arch, b.arch) == (y, x));
    // For MinGW, C and Rust compilers use different vendors.
    let is_mingw = a.os == Os::Windows && a.environment == Environment::Gnu;
    (arm_and_thumb || a.arch == b.arch)
        && a.sub_arch == b.sub_arch
        && (a.vendor == b.vendor || is_mingw)
        && a.os == b.os
        && (a.vendor == Vendor::Apple || a.environment == b.environment && a.object_format == b.object_format)
}
