//! Decides which definitions of a module are linked into the linked module.

use lindworm_ir::constant::ConstantData;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::importer::{GlobalImporter, Importer};
use lindworm_ir::instruction::Align;
use lindworm_ir::module::{
    BaseObjects, Comdat, ComdatKind, DllStorage, GlobalKind, GlobalValue, Linkage, UnnamedAddr, Variable, Visibility,
};
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Global, Module, Value};

use crate::{LinkError, LinkOptions, Linker};

/// The module whose members of a comdat are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum From {
    /// The linked module.
    Dest,
    /// The module that is being linked.
    Source,
    /// Both modules.
    Both,
}

/// The selected definitions of a module.
#[derive(Default)]
pub(crate) struct Plan {
    /// The definitions, in the order in which they are moved.
    pub(crate) taken: Vec<Global>,
    pub(crate) is_taken: HashSet<Global>,
    /// By comdat of the source.
    comdats: HashMap<Comdat, From>,
    /// The members of comdats that are selected together with any member of the comdat.
    pub(crate) lazy_members: HashMap<Comdat, Vec<Global>>,
    /// Whether nothing else is moved, even if referred to.
    pub(crate) is_closed: bool,
}

impl Plan {
    fn take(&mut self, global: Global) {
        if self.is_taken.insert(global) {
            self.taken.push(global);
        }
    }

    /// Selects exactly the given definitions.
    pub(crate) fn closed(taken: Vec<Global>) -> Plan {
        Plan { is_taken: taken.iter().copied().collect(), taken, is_closed: true, ..Plan::default() }
    }

    /// Selects the definitions of `source`. For globals of one name, merges the properties that must agree in both modules.
    pub(crate) fn new(linker: &mut Linker, source: &mut Module, options: &LinkOptions) -> Result<Plan, LinkError> {
        let mut plan = Plan::default();
        plan.choose_comdats(linker, source)?;
        let lists = [source.variables(), source.functions(), source.aliases(), source.ifuncs()];
        let globals: Vec<Global> = lists.into_iter().flatten().copied().collect();
        let objects = BaseObjects::new(source);
        let comdats: HashMap<Global, Comdat> =
            globals.iter().filter_map(|&g| Some((g, comdat_of(source, &objects, g)?))).collect();
        for &global in &globals {
            if let Some(&comdat) = comdats.get(&global)
                && is_link_once(source[global].linkage)
            {
                plan.lazy_members.entry(comdat).or_default().push(global);
            }
        }
        let mut kept_copies = Vec::new();
        for &global in &globals {
            plan.take_if_needed(linker, source, options, global, comdats.get(&global).copied(), &mut kept_copies)?;
        }
        for copy in kept_copies {
            plan.keep_copy(linker, source, copy);
        }
        let mut next = 0;
        while let Some(&global) = plan.taken.get(next) {
            next += 1;
            let Some(members) = comdats.get(&global).and_then(|c| plan.lazy_members.get(c)) else { continue };
            for member in members.clone() {
                let dest = linked_to(&linker.dest, source, member);
                if dest.is_none_or(|d| Ok(true) == takes_source(&linker.dest, source, options, d, member)) {
                    plan.take(member);
                }
            }
        }
        Ok(plan)
    }

    fn take_if_needed(
        &mut self,
        linker: &mut Linker,
        source: &mut Module,
        options: &LinkOptions,
        global: Global,
        comdat: Option<Comdat>,
        kept_copies: &mut Vec<Copy>,
    ) -> Result<(), LinkError> {
        let dest = linked_to(&linker.dest, source, global);
        let linkage = source[global].linkage;
        let is_needed = || dest.is_some_and(|d| linker.dest[d].is_declaration());
        if options.only_needed && linkage != Linkage::Appending && !is_needed() {
            return Ok(());
        }
        if let Some(dest) = dest
            && !linkage.is_local()
            && linkage != Linkage::Appending
        {
            make_alike(&mut linker.dest[dest], &mut source[global]);
        }
        let waits = dest.is_none() && !options.override_earlier && is_discardable_if_unused(linkage);
        if waits || source[global].is_declaration() {
            return Ok(());
        }
        let from = comdat.map_or(From::Dest, |c| self.comdats[&c]);
        if comdat.is_some() && from == From::Dest {
            return Ok(());
        }
        let takes = dest.map_or(Ok(true), |d| takes_source(&linker.dest, source, options, d, global))?;
        if let Some(dest) = dest
            && from == From::Both
        {
            kept_copies.push(if takes { Copy::OfDest(dest) } else { Copy::OfSource(global) });
        }
        if takes {
            self.take(global);
        }
        Ok(())
    }

    /// Decides for each comdat of the source which module's members are kept.
    fn choose_comdats(&mut self, linker: &mut Linker, source: &mut Module) -> Result<(), LinkError> {
        let mut replaced = HashSet::default();
        let mut discarded = HashSet::default();
        for (comdat, data) in source.comdats().clone() {
            let earlier = linker.comdats.get(&data.name).copied();
            let from = match earlier {
                None => From::Source,
                Some(earlier) => {
                    let kinds = [linker.dest.comdats()[earlier].kind, data.kind];
                    let choice = choose([&linker.dest, source], &data.name, kinds)?;
                    if let Some([old, new]) = choice.same
                        && !linker.is_same(source, old, new)
                    {
                        return Err(choice.violated(&data.name));
                    }
                    linker.dest.comdats_mut()[earlier].kind = choice.kind;
                    choice.from
                }
            };
            self.comdats.insert(comdat, from);
            match (from, earlier) {
                (From::Dest, _) => _ = discarded.insert(comdat),
                (From::Source, Some(earlier)) => _ = replaced.insert(earlier),
                _ => {}
            }
        }
        if !replaced.is_empty() {
            linker.drop_comdats(&replaced);
        }
        if !discarded.is_empty() {
            discard_private_members(source, &discarded);
        }
        Ok(())
    }

    /// Keeps the initializer of a variable in a comdat with selection kind `nodeduplicate`, even if its symbol resolves to
    /// another variable.
    fn keep_copy(&mut self, linker: &mut Linker, source: &mut Module, copy: Copy) {
        let private_copy = |from: &Module, global: Global| {
            let original = &from[global];
            let kind = GlobalKind::Variable(original.as_variable()?.clone());
            let mut copy = original.like(b"", original.value_type, original.ty(), kind);
            (copy.linkage, copy.visibility, copy.dso_local) = (Linkage::Private, Visibility::Default, true);
            Some(copy)
        };
        match copy {
            Copy::OfDest(global) => {
                if let Some(copy) = private_copy(&linker.dest, global) {
                    let copy = linker.dest.add_global(copy);
                    linker.layout.put_last(copy);
                }
            }
            Copy::OfSource(global) => {
                if let Some(copy) = private_copy(source, global) {
                    let copy = source.add_global(copy);
                    self.take(copy);
                }
            }
        }
    }
}

/// An unnamed variable that is kept.
enum Copy {
    OfDest(Global),
    OfSource(Global),
}

/// The linked module's global that a global of the source refers to: the global of the same name, unless either is local.
pub(crate) fn linked_to(dest: &Module, source: &Module, global: Global) -> Option<Global> {
    let global = &source[global];
    if global.name().is_empty() || global.linkage.is_local() {
        return None;
    }
    dest.global_named(global.name()).filter(|&d| !dest[d].linkage.is_local())
}

fn is_link_once(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::LinkOnceAny | Linkage::LinkOnceOdr)
}

/// Whether a definition may be discarded if unused.
pub(crate) fn is_discardable_if_unused(linkage: Linkage) -> bool {
    linkage.is_local() || is_link_once(linkage) || linkage == Linkage::AvailableExternally
}

fn is_weak(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::WeakAny | Linkage::WeakOdr)
}

/// Whether a linker may replace the definition by any other.
fn is_weak_for_linker(linkage: Linkage) -> bool {
    is_link_once(linkage) || is_weak(linkage) || matches!(linkage, Linkage::Common | Linkage::ExternalWeak)
}

/// Whether a linker treats the global as a declaration.
pub(crate) fn is_declaration_for_linker(global: &GlobalValue) -> bool {
    global.linkage == Linkage::AvailableExternally || global.is_declaration()
}

/// The comdat of a global; for an alias, the comdat of its aliasee.
pub(crate) fn comdat_of(module: &Module, objects: &BaseObjects, global: Global) -> Option<Comdat> {
    match module[global].kind {
        GlobalKind::Alias { aliasee } => module[objects.of(module, aliasee)?].comdat,
        GlobalKind::IFunc { .. } => None,
        _ => module[global].comdat,
    }
}

/// Merges the properties that two globals of one name must share.
fn make_alike(dest: &mut GlobalValue, source: &mut GlobalValue) {
    let (are_declared, are_common) = (
        dest.is_declaration() && source.is_declaration(),
        dest.linkage == Linkage::Common && source.linkage == Linkage::Common,
    );
    if let (GlobalKind::Variable(d), GlobalKind::Variable(s)) = (&mut dest.kind, &mut source.kind) {
        if are_declared && !(d.constant && s.constant) {
            d.constant = false;
            s.constant = false;
        }
        if are_common && (dest.align.is_some() || source.align.is_some()) {
            let align = dest.align.max(source.align).max(Align::ONE);
            dest.align = align;
            source.align = align;
        }
    }
    // Hidden is the most restrictive visibility, then protected.
    let visibility = match (dest.visibility, source.visibility) {
        (Visibility::Hidden, _) | (_, Visibility::Hidden) => Visibility::Hidden,
        (Visibility::Protected, _) | (_, Visibility::Protected) => Visibility::Protected,
        _ => Visibility::Default,
    };
    let unnamed = match (dest.unnamed_addr, source.unnamed_addr) {
        (UnnamedAddr::None, _) | (_, UnnamedAddr::None) => UnnamedAddr::None,
        (UnnamedAddr::Local, _) | (_, UnnamedAddr::Local) => UnnamedAddr::Local,
        _ => UnnamedAddr::Global,
    };
    for global in [dest, source] {
        global.visibility = visibility;
        global.unnamed_addr = unnamed;
        // As LLVM treats globals that are not externally visible.
        global.dso_local |= visibility != Visibility::Default && global.linkage != Linkage::ExternalWeak;
    }
}

/// Whether the source's definition of a symbol is linked rather than the existing one.
pub(crate) fn takes_source(
    dest: &Module,
    source: &Module,
    options: &LinkOptions,
    old: Global,
    new: Global,
) -> Result<bool, LinkError> {
    let sizes = || [size(dest, old), size(source, new)];
    let (old, new) = (&dest[old], &source[new]);
    if options.override_earlier || old.linkage == Linkage::Appending || new.linkage == Linkage::Appending {
        return Ok(true);
    }
    let old_is_declared = is_declaration_for_linker(old);
    if is_declaration_for_linker(new) {
        return Ok(match () {
            () if new.dll_storage == DllStorage::Import => old_is_declared,
            () if old.linkage == Linkage::ExternalWeak => true,
            // An `available_externally` definition is preferred to a declaration.
            () => !new.is_declaration() && old.is_declaration(),
        });
    }
    if old_is_declared {
        return Ok(true);
    }
    if new.linkage == Linkage::Common {
        return Ok(match old.linkage {
            linkage if is_link_once(linkage) || is_weak(linkage) => true,
            Linkage::Common => matches!(sizes(), [old, new] if new > old),
            _ => false,
        });
    }
    if is_weak_for_linker(new.linkage) {
        return Ok(is_link_once(old.linkage) && is_weak(new.linkage));
    }
    if is_weak_for_linker(old.linkage) {
        return Ok(true);
    }
    let name = String::from_utf8_lossy(new.name());
    Err(LinkError(format!("Linking globals named '{name}': symbol multiply defined!")))
}

/// The resolution of a comdat that two modules have.
pub(crate) struct Choice {
    pub(crate) kind: ComdatKind,
    /// The module whose members are kept.
    pub(crate) from: From,
    /// The variables of both modules whose initializers must be equal.
    pub(crate) same: Option<[Global; 2]>,
}

fn comdat_error(name: &[u8], what: &str) -> LinkError {
    LinkError(format!("Linking COMDATs named '{}': {what}", String::from_utf8_lossy(name)))
}

impl Choice {
    /// The error for different initializers.
    pub(crate) fn violated(&self, name: &[u8]) -> LinkError {
        comdat_error(name, "ExactMatch violated!")
    }
}

/// Selects between the comdats of one name of two modules. The first module is the one linked earlier.
pub(crate) fn choose(modules: [&Module; 2], name: &[u8], kinds: [ComdatKind; 2]) -> Result<Choice, LinkError> {
    let error = |what: &str| comdat_error(name, what);
    let [old, new] = kinds;
    let is_any_or_largest = |kind| matches!(kind, ComdatKind::Any | ComdatKind::Largest);
    let kind = match () {
        () if is_any_or_largest(old) && is_any_or_largest(new) => old.max(new),
        () if old == new => old,
        () => return Err(error("invalid selection kinds!")),
    };
    let choice = |from| Choice { kind, from, same: None };
    match kind {
        ComdatKind::Any => return Ok(choice(From::Dest)),
        ComdatKind::NoDeduplicate => return Ok(choice(From::Both)),
        ComdatKind::ExactMatch | ComdatKind::Largest | ComdatKind::SameSize => {}
    }
    // The variable with the comdat's name, or the aliasee of the alias with that name.
    let leader = |module: &Module| {
        let mut global = module.global_named(name);
        if let Some(GlobalKind::Alias { aliasee }) = global.map(|g| &module[g].kind) {
            let object = module.base_object(*aliasee);
            global = Some(object.ok_or_else(|| error("COMDAT key involves incomputable alias size."))?);
        }
        let is_variable = |&g: &Global| module[g].as_variable().is_some();
        global.filter(is_variable).ok_or_else(|| error("GlobalVariable required for data dependent selection!"))
    };
    let leaders = [leader(modules[0])?, leader(modules[1])?];
    let [old, new] = [0, 1].map(|i| size(modules[i], leaders[i]));
    match kind {
        ComdatKind::ExactMatch => Ok(Choice { same: Some(leaders), ..choice(From::Dest) }),
        ComdatKind::SameSize if old != new => Err(error("SameSize violated!")),
        ComdatKind::Largest if new > old => Ok(choice(From::Source)),
        _ => Ok(choice(From::Dest)),
    }
}

/// The size of a variable in bytes.
pub(crate) fn size(module: &Module, global: Global) -> u64 {
    module.data_layout().alloc_size(module.context(), module[global].value_type).map_or(0, |size| size.min)
}

/// Makes the private members of discarded comdats `available_externally`, outside of any comdat, so that references to them keep
/// their contents. Aliasees are not changed.
fn discard_private_members(source: &mut Module, discarded: &HashSet<Comdat>) {
    let objects = BaseObjects::new(source);
    let aliased: HashSet<Global> = source.aliases().iter().filter_map(|&a| objects.of(source, a.into())).collect();
    for global in [source.variables(), source.functions()].concat() {
        let data = &mut source[global];
        let is_discarded = data.comdat.is_some_and(|c| discarded.contains(&c));
        if is_discarded && data.linkage == Linkage::Private && !aliased.contains(&global) {
            data.linkage = Linkage::AvailableExternally;
            data.comdat = None;
        }
    }
}

/// Treats no two globals as equal: constants that refer to globals differ.
struct NoGlobals;

impl GlobalImporter for NoGlobals {
    fn global(&mut self, _: &mut Importer<'_>, _: Global) -> Option<Value> {
        None
    }
}

impl Linker {
    /// Whether a variable of the linked module and one of `source` have the same initializer.
    fn is_same(&mut self, source: &mut Module, old: Global, new: Global) -> bool {
        let initializer = |module: &Module, global| module[global].as_variable().and_then(|v| v.initializer);
        let (old, new) = (initializer(&self.dest, old), initializer(source, new));
        let mut importer = Importer::new(&mut self.dest, source, &mut self.imported);
        new.and_then(|new| importer.value(new, &mut NoGlobals)) == old && old.is_some() == new.is_some()
    }

    /// Drops the members of replaced comdats: members in use become declarations.
    fn drop_comdats(&mut self, replaced: &HashSet<Comdat>) {
        let dest = &mut self.dest;
        let objects = BaseObjects::new(dest);
        let all = [dest.aliases(), dest.variables(), dest.functions()];
        let listed: HashSet<Global> = self.layout.order.iter().copied().collect();
        let dropped: Vec<Global> = all
            .into_iter()
            .flatten()
            .copied()
            .filter(|&g| listed.contains(&g) && !self.layout.removed.contains(&g))
            .filter(|&g| comdat_of(dest, &objects, g).is_some_and(|c| replaced.contains(&c)))
            .collect();
        let mut users = users_of(dest, dropped.iter().copied().collect());
        for global in dropped {
            let is_used = users.get(&global).is_some_and(|users| !users.is_empty());
            // Dropped globals have no more references.
            users.values_mut().for_each(|users| _ = users.remove(&global));
            if !is_used {
                dest.set_global_name(global, b"");
                self.layout.removed.insert(global);
                dest[global].kind = GlobalKind::Variable(Variable::default());
                continue;
            }
            let is_function = dest.context().is_function(dest[global].value_type);
            let data = &mut dest[global];
            match &mut data.kind {
                GlobalKind::Function(function) => function.body = None,
                GlobalKind::Variable(variable) => variable.initializer = None,
                GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => {
                    let kind = match is_function {
                        true => GlobalKind::Function(Box::default()),
                        false => GlobalKind::Variable(Variable::default()),
                    };
                    *data = GlobalValue::new(data.name(), data.value_type, data.ty(), kind);
                    self.layout.put_last(global);
                }
            }
            let data = &mut dest[global];
            data.linkage = Linkage::External;
            data.comdat = None;
        }
    }
}

/// The globals that refer to each of some others, directly or through constants.
fn users_of(module: &Module, wanted: HashSet<Global>) -> HashMap<Global, HashSet<Global>> {
    let mut users: HashMap<Global, HashSet<Global>> = HashMap::default();
    let mut constants = HashSet::default();
    let mut stack: Vec<Value> = Vec::new();
    for (user, global) in module.globals().iter() {
        stack.extend(global.operands().into_iter().flatten());
        if let Some(body) = global.as_function().and_then(|f| f.body.as_deref()) {
            for inst in body.blocks().flat_map(|b| body.insts(b)) {
                body.inst(inst).for_each_operand(body.values(), |v| stack.push(v));
            }
        }
        constants.clear();
        while let Some(value) = stack.pop() {
            match value.kind() {
                ValueKind::Global(g) if wanted.contains(&g) => _ = users.entry(g).or_default().insert(user),
                ValueKind::Constant(c) if constants.insert(c) => {
                    let data = &module.constants().get(c).data;
                    if let ConstantData::BlockAddress(index) = data {
                        stack.extend(module.block_addresses().get(*index as usize).map(|&(g, _)| Value::from(g)));
                    }
                    data.for_each_operand(|v| stack.push(v));
                }
                _ => {}
            }
        }
    }
    users
}
