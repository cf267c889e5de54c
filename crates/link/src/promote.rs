//! Linking of a program by module summaries ([ThinLTO](https://clang.llvm.org/docs/ThinLTO.html)): locals that other modules may
//! refer to become global under unique names, and functions are imported into other modules for inlining.

use lindworm_ir::attributes::{AttrKey, Attribute};
use lindworm_ir::debug_info::{NodeKind, compile_unit};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::metadata::NULL_WORD;
use lindworm_ir::module::{BaseObjects, Comdat, ComdatData, ComdatKind, DllStorage, GlobalKind, Linkage, Visibility};
use lindworm_ir::summary::{
    GlobalSummaries, GlobalSummary, Guid, IndexFlags, SummaryIndex, SummaryKind, SummaryModule,
};
use lindworm_ir::{Global, Module};

use crate::resolve::is_declaration_for_linker;

/// The attribute of variables that the whole program only reads or only writes.
const INTERNALIZE: &[u8] = b"thinlto-internalize";

/// Makes the locals of a module that the index marks as exported global and hidden, under unique names. The index identifies the
/// module by its [name](Module::name); a module that is not in the index keeps its locals.
pub fn promote(module: &mut Module, index: &SummaryIndex) {
    Promotion::new(module, index, None).run(module);
}

/// [`promote`] for a module from which functions are imported. All locals become global, since imported functions may refer to
/// them; the imported functions become `available_externally`.
pub(crate) fn promote_for_import(module: &mut Module, index: &SummaryIndex, imported: &HashSet<Global>) {
    Promotion::new(module, index, Some(imported)).run(module);
}

/// Makes variables local that the whole program only reads or only writes, as [`promote`] found. After all imports, no other
/// module refers to these variables.
pub fn internalize_promoted(module: &mut Module) {
    for variable in module.variables().to_vec() {
        let attributes = module[variable].as_variable().map(|v| v.attributes).unwrap_or_default();
        let is_marked = module.context().attribute(attributes, AttrKey::String(INTERNALIZE)).is_some();
        let global = &mut module[variable];
        if is_marked && !global.is_declaration() {
            (global.linkage, global.visibility, global.dso_local) = (Linkage::Internal, Visibility::Default, true);
        }
    }
}

/// Removes from the compile units of a module the entries that only the module itself needs: types, macros, variables and
/// imported entities. Entries that imported functions refer to are imported nevertheless.
pub(crate) fn trim_compile_units(module: &mut Module) {
    let named = module.named_metadata().iter().find(|named| *named.name == *b"llvm.dbg.cu");
    let units: Vec<u32> = named.iter().flat_map(|named| &named.operands).filter_map(|unit| unit.as_node()).collect();
    for unit in units {
        use compile_unit::{ENUMS, GLOBALS, IMPORTS, MACROS, RETAINED_TYPES};
        if module.metadata().node(unit).kind != NodeKind::DICompileUnit {
            continue;
        }
        for field in [ENUMS, RETAINED_TYPES, GLOBALS, IMPORTS, MACROS] {
            module.metadata_mut().set_field(unit, field, NULL_WORD.into());
        }
    }
}

/// How the globals of a module change.
struct Promotion<'a> {
    index: &'a SummaryIndex,
    /// The module in the index.
    home: Option<SummaryModule>,
    /// The suffix of the names of promoted locals.
    suffix: Vec<u8>,
    /// The functions imported from the module, if any.
    imported: Option<&'a HashSet<Global>>,
}

impl<'a> Promotion<'a> {
    fn new(module: &Module, index: &'a SummaryIndex, imported: Option<&'a HashSet<Global>>) -> Promotion<'a> {
        let home = index.modules.iter().find(|(_, m)| *m.path == *module.name().as_bytes());
        let [high, low, ..] = home.map_or([0; 5], |(_, m)| m.hash);
        let suffix = format!(".llvm.{}", u64::from(high) << 32 | u64::from(low)).into_bytes();
        Promotion { index, home: home.map(|(id, _)| id), suffix, imported }
    }

    fn run(&self, module: &mut Module) {
        let mut renamed = HashMap::default();
        let objects = BaseObjects::new(module);
        for global in [module.variables(), module.functions(), module.aliases()].concat() {
            self.change(module, global, &objects, &mut renamed);
        }
        for global in [module.variables(), module.functions()].concat() {
            if let Some(&new) = module[global].comdat.and_then(|comdat| renamed.get(&comdat)) {
                module[global].comdat = Some(new);
            }
        }
    }

    /// Changes a global. A comdat with the name of a renamed global is renamed too.
    fn change(
        &self,
        module: &mut Module,
        global: Global,
        objects: &BaseObjects,
        renamed: &mut HashMap<Comdat, Comdat>,
    ) {
        let data = &module[global];
        let known = match data.name().is_empty() {
            true => None,
            false => self.index.globals.get(&Guid::of_global(data.name(), data.linkage, module.source_filename())),
        };
        let summary = known.and_then(|known| self.summary(known));
        self.mark(module, global, summary);
        // Summaries do not contain ifuncs.
        let object = objects.of(module, global.into());
        let is_ifunc = object.is_some_and(|g| matches!(module[g].kind, GlobalKind::IFunc { .. }));
        let is_exported = || summary.is_some_and(|summary| !summary.flags.linkage.is_local());
        let is_promoted = module[global].linkage.is_local() && !is_ifunc && (self.imported.is_some() || is_exported());
        let linkage = self.linkage(module, global, is_promoted);
        if is_promoted {
            let name: Box<[u8]> = module[global].name().into();
            module.set_global_name(global, &[&name, &self.suffix[..]].concat());
            module[global].visibility = Visibility::Hidden;
            if let Some(comdat) = module[global].comdat.filter(|&comdat| module.comdats()[comdat].name == name) {
                let data = ComdatData { name: module[global].name().into(), kind: ComdatKind::Any };
                renamed.entry(comdat).or_insert_with(|| module.comdats_mut().push(data));
            }
        }
        let data = &mut module[global];
        data.linkage = linkage;
        let is_local = |known: &GlobalSummaries| {
            !known.summaries.is_empty() && known.summaries.iter().all(|summary| summary.flags.dso_local)
        };
        if known.is_some_and(is_local) {
            data.dso_local = true;
            if data.dll_storage == DllStorage::Import {
                data.dll_storage = DllStorage::Default;
            }
        }
        if is_declaration_for_linker(data) {
            data.comdat = None;
        }
    }

    /// The summary of the definition in this module.
    fn summary(&self, known: &'a GlobalSummaries) -> Option<&'a GlobalSummary> {
        known.summaries.iter().find(|summary| Some(summary.module) == self.home)
    }

    /// Marks a variable that the whole program only reads or only writes. A variable that is only written needs no initial value.
    fn mark(&self, module: &mut Module, global: Global, summary: Option<&GlobalSummary>) {
        let Some(SummaryKind::Variable(found)) = summary.map(|summary| &summary.kind) else { return };
        let is_known = self.index.flags.contains(IndexFlags::ATTRIBUTES_PROPAGATED);
        if !is_known || !(found.read_only || found.write_only) || module[global].is_declaration() {
            return;
        }
        let zero = found.write_only.then(|| module.constants().zero(module.context(), module[global].value_type));
        let cx = module.context().clone();
        if let Some(variable) = module[global].as_variable_mut() {
            let mark = Attribute::string(INTERNALIZE, b"");
            variable.attributes = cx.with_attribute(variable.attributes, mark);
            variable.initializer = zero.or(variable.initializer);
        }
    }

    fn linkage(&self, module: &Module, global: Global, is_promoted: bool) -> Linkage {
        let linkage = module[global].linkage;
        let Some(imported) = self.imported else {
            return if is_promoted { Linkage::External } else { linkage };
        };
        let is_imported = imported.contains(&global);
        match linkage {
            Linkage::External | Linkage::LinkOnceOdr | Linkage::WeakOdr if is_imported => Linkage::AvailableExternally,
            Linkage::WeakOdr => Linkage::External,
            Linkage::AvailableExternally if !is_imported => Linkage::External,
            Linkage::Internal | Linkage::Private if is_promoted && is_imported => Linkage::AvailableExternally,
            Linkage::Internal | Linkage::Private if is_promoted => Linkage::External,
            linkage => linkage,
        }
    }
}
