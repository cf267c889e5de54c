//! Moves selected definitions of a module, and the globals that they refer to, into the linked module.
//!
//! A global is declared at the first reference to it, in LLVM's order; definitions are processed from a worklist.

use lindworm_ir::attributes::{AttrKind, AttributeList};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::importer::{GlobalImporter, Importer};
use lindworm_ir::module::{
    Comdat, ComdatData, Function, GlobalKind, GlobalValue, Linkage, NamedMetadata, TlsModel, Variable, Visibility,
};
use lindworm_ir::{Context, Global, Module, Type, Value};

use crate::resolve::{Plan, is_declaration_for_linker, is_discardable_if_unused, linked_to, takes_source};
use crate::{Layout, LinkError, LinkOptions};

/// A pending definition, already declared: the global of the source and of the linked module.
#[derive(Clone, Copy)]
enum Work {
    Initializer(Global, Global),
    Elements(Global, Global),
    Target(Global, Global),
    Body(Global, Global),
}

/// Maps the globals of a module that is being linked.
pub(crate) struct Mover<'l> {
    layout: &'l mut Layout,
    comdats: &'l mut HashMap<Box<[u8]>, Comdat>,
    plan: Plan,
    options: LinkOptions,
    work: Vec<Work>,
    /// Whether all definitions are moved; globals that only metadata refers to are then omitted.
    is_done: bool,
    /// Declarations whose metadata are to be moved.
    declared: Vec<(Global, Global)>,
    /// The functions of the source whose bodies are moved.
    moved: HashSet<Global>,
    named: &'l mut HashMap<Box<[u8]>, usize>,
    error: Option<LinkError>,
    /// The names of the moved globals.
    pub(crate) linked_names: HashSet<Box<[u8]>>,
}

impl<'l> Mover<'l> {
    pub(crate) fn new(
        plan: Plan,
        layout: &'l mut Layout,
        comdats: &'l mut HashMap<Box<[u8]>, Comdat>,
        named: &'l mut HashMap<Box<[u8]>, usize>,
        options: LinkOptions,
    ) -> Mover<'l> {
        Mover {
            layout,
            comdats,
            plan,
            options,
            work: Vec::new(),
            is_done: false,
            declared: Vec::new(),
            moved: HashSet::default(),
            named,
            error: None,
            linked_names: HashSet::default(),
        }
    }

    /// Moves all selected definitions.
    pub(crate) fn move_all(&mut self, importer: &mut Importer<'_>) -> Result<(), LinkError> {
        for &global in &self.plan.taken {
            self.linked_names.insert(importer.source[global].name().into());
        }
        let mut next = 0;
        while let Some(&global) = self.plan.taken.get(next) {
            next += 1;
            if importer.imported(global).iter().all(|known| known.is_none()) {
                importer.value(global.into(), self);
            }
            self.work_off(importer)?;
        }
        self.is_done = true;
        Ok(())
    }

    /// Moves the metadata of declarations, and restores the order of the source's variables.
    pub(crate) fn finish(&mut self, importer: &mut Importer<'_>) -> Result<(), LinkError> {
        for (source, dest) in std::mem::take(&mut self.declared) {
            if importer.dest[dest].is_declaration() {
                self.attachments(importer, source, dest);
            }
        }
        for variable in importer.source.variables().to_vec() {
            if importer.source[variable].linkage == Linkage::Appending {
                continue;
            }
            let placed = importer.value(variable.into(), self).and_then(Value::as_global);
            self.work_off(importer)?;
            if let Some(placed) = placed.filter(|&g| importer.dest[g].as_variable().is_some()) {
                self.layout.put_last(placed);
            }
        }
        Ok(())
    }

    /// The index of named metadata of the linked module.
    pub(crate) fn named_metadata(&mut self, importer: &mut Importer<'_>, name: &[u8]) -> usize {
        if let Some(&place) = self.named.get(name) {
            return place;
        }
        let all = importer.dest.named_metadata_mut();
        all.push(NamedMetadata { name: name.into(), operands: Vec::new() });
        self.named.insert(name.into(), all.len() - 1);
        all.len() - 1
    }

    fn work_off(&mut self, importer: &mut Importer<'_>) -> Result<(), LinkError> {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Initializer(source, dest) => self.initializer(importer, source, dest),
                Work::Elements(source, dest) => self.elements(importer, source, dest),
                Work::Target(source, dest) => self.target(importer, source, dest),
                Work::Body(source, dest) => self.body(importer, source, dest),
            }
        }
        self.error.take().map_or(Ok(()), Err)
    }

    fn initializer(&mut self, importer: &mut Importer<'_>, source: Global, dest: Global) {
        let initializer = importer.source[source].as_variable().and_then(|v| v.initializer);
        let initializer = initializer.and_then(|v| importer.value(v, self));
        if let Some(variable) = importer.dest[dest].as_variable_mut() {
            variable.initializer = initializer;
        }
        self.attachments(importer, source, dest);
    }

    fn target(&mut self, importer: &mut Importer<'_>, source: Global, dest: Global) {
        let Some(target) = importer.source[source].operands()[0] else { return };
        let Some(target) = importer.target(target, self) else { return };
        match &mut importer.dest[dest].kind {
            GlobalKind::Alias { aliasee: place } | GlobalKind::IFunc { resolver: place } => *place = target,
            _ => {}
        }
    }

    fn body(&mut self, importer: &mut Importer<'_>, source: Global, dest: Global) {
        let operands = importer.source[source].operands();
        let [personality, prefix, prologue] = operands.map(|v| v.and_then(|v| importer.value(v, self)));
        self.attachments(importer, source, dest);
        let mut body = importer.body(source, self);
        let cx = importer.dest.context().clone();
        for body in body.iter_mut() {
            // The callee may be linked in later, and call back.
            let mut next_block = body.entry();
            while let Some(block) = next_block {
                let mut next_inst = body.first_inst(block);
                while let Some(inst) = next_inst {
                    if let Some(call) = body.inst_mut(inst).call_info_mut()
                        && call.attributes != AttributeList::EMPTY
                    {
                        call.attributes = may_call_back(&cx, call.attributes);
                    }
                    next_inst = body.next_inst(inst);
                }
                next_block = body.next_block(block);
            }
        }
        if let Some(function) = importer.dest[dest].as_function_mut() {
            (function.personality, function.prefix, function.prologue) = (personality, prefix, prologue);
            function.body = body;
        }
    }

    fn attachments(&mut self, importer: &mut Importer<'_>, source: Global, dest: Global) {
        let old = importer.source[source].metadata.clone();
        let new =
            old.into_iter().filter_map(|(kind, m)| Some((importer.metadata_kind(kind), importer.metadata(m, self)?)));
        let mut new: Vec<_> = new.collect();
        new.sort_by_key(|(kind, _)| *kind);
        importer.dest[dest].metadata = new;
    }

    /// Whether the definition of a global of the source is moved. `dest` is the linked module's global of the same name.
    fn is_linked(&mut self, importer: &Importer<'_>, dest: Option<Global>, global: Global) -> bool {
        let source = &importer.source[global];
        if self.plan.is_taken.contains(&global) || source.linkage.is_local() {
            return true;
        }
        if dest.is_some_and(|d| !is_declaration_for_linker(&importer.dest[d]))
            || source.is_declaration()
            || self.is_done
            || self.plan.is_closed
        {
            return false;
        }
        // Discardable definitions are moved when referred to.
        if !is_discardable_if_unused(source.linkage) && !self.options.only_needed {
            return false;
        }
        self.take(importer, global);
        let members = source.comdat.and_then(|c| self.plan.lazy_members.get(&c)).cloned().unwrap_or_default();
        for member in members {
            let dest = linked_to(importer.dest, importer.source, member);
            let takes = |d| takes_source(importer.dest, importer.source, &self.options, d, member);
            match dest.map_or(Ok(true), takes) {
                Ok(true) => self.take(importer, member),
                Ok(false) => {}
                Err(error) => _ = self.error.get_or_insert(error),
            }
        }
        true
    }

    fn take(&mut self, importer: &Importer<'_>, global: Global) {
        self.linked_names.insert(importer.source[global].name().into());
        if self.plan.is_taken.insert(global) {
            self.plan.taken.push(global);
        }
    }

    /// Appends a variable with `appending` linkage to the variable of the same name.
    fn appending(&mut self, importer: &mut Importer<'_>, global: Global, earlier: Option<Global>) -> Option<Value> {
        let fail = |this: &mut Self, message: String| {
            this.error.get_or_insert(LinkError(message));
            None
        };
        let (dest, source) = (&*importer.dest, &importer.source[global]);
        if source.is_declaration() {
            return earlier.map(Value::from);
        }
        let name = String::from_utf8_lossy(source.name()).into_owned();
        let (ty, linkage) = (source.value_type, source.linkage);
        if let Some(old) = earlier.map(|d| &dest[d]).filter(|old| !old.is_declaration()) {
            let is_constant = |g: &GlobalValue| g.as_variable().is_some_and(|v| v.constant);
            if linkage != Linkage::Appending || old.linkage != Linkage::Appending {
                let what = "can only link appending global with another appending global!";
                return fail(self, format!("Linking globals named '{name}': {what}"));
            }
            let differ = [
                (is_constant(old) != is_constant(source), "linked with different const'ness!"),
                (old.align != source.align, "with different alignment need to be linked!"),
                (old.visibility != source.visibility, "with different visibility need to be linked!"),
                (old.unnamed_addr != source.unnamed_addr, "with different unnamed_addr need to be linked!"),
                (old.section != source.section, "with different section name need to be linked!"),
                (old.ty() != source.ty(), "with different address spaces need to be linked!"),
            ];
            if let Some((_, what)) = differ.iter().find(|(differs, _)| *differs) {
                return fail(self, format!("Appending variables {what}"));
            }
        }
        let ty = importer.ty(ty);
        let element = |module: &Module, ty| module.context().element_type(ty, 0);
        if let Some(old) = earlier
            && element(importer.dest, importer.dest[old].value_type) != element(importer.dest, ty)
        {
            return fail(self, "Appending variables with different element types!".into());
        }
        let mut new = self.properties(importer, global);
        new.value_type = ty;
        new.linkage = linkage;
        let dest = match earlier {
            Some(dest) => {
                // LLVM's linker uses a number for the name while both variables exist.
                importer.dest.unused_name(new.name());
                importer.dest[dest] = new;
                dest
            }
            None => self.add(importer, new),
        };
        self.layout.appended.entry(dest).or_default();
        // A definition, whatever its later initializer.
        let zero = importer.dest.constants().zero(importer.dest.context(), ty);
        if let Some(variable) = importer.dest[dest].as_variable_mut() {
            variable.initializer = Some(zero);
        }
        self.work.push(Work::Elements(global, dest));
        Some(dest.into())
    }

    /// Appends the elements of a variable.
    fn elements(&mut self, importer: &mut Importer<'_>, source: Global, dest: Global) {
        let global = &importer.source[source];
        let is_structors = matches!(global.name(), b"llvm.global_ctors" | b"llvm.global_dtors");
        let Some(initializer) = global.as_variable().and_then(|v| v.initializer) else { return };
        let constants = importer.source.constants();
        let elements: Vec<Value> = match constants.elements(importer.source.context(), initializer) {
            Some(elements) => elements.collect(),
            None => Vec::new(),
        };
        for element in elements {
            // A structor is kept or dropped with its associated data.
            let key = importer.source.constants().element(importer.source.context(), element, 2);
            let key = key.and_then(|key| importer.source.strip_pointer_casts(key).as_global());
            if let Some(key) = key.filter(|_| is_structors) {
                let earlier = linked_to(importer.dest, importer.source, key);
                if !self.is_linked(importer, earlier, key) {
                    continue;
                }
            }
            if let Some(element) = importer.value(element, self) {
                self.layout.appended.entry(dest).or_default().push(element);
            }
        }
    }

    /// The properties of a variable or function of the source, or of a moved alias or ifunc, without content.
    fn properties(&mut self, importer: &mut Importer<'_>, global: Global) -> GlobalValue {
        let (value_type, ty) = types(importer, global);
        let source = &importer.source[global];
        let nothing = |importer: &Importer<'_>| importer.dest.constants().poison(Type::PTR);
        let kind = match &source.kind {
            GlobalKind::Variable(variable) => {
                let mut variable = Variable { initializer: None, ..variable.clone() };
                variable.attributes = importer.attribute_set(variable.attributes);
                GlobalKind::Variable(variable)
            }
            GlobalKind::Function(function) => {
                let mut function = Function {
                    attributes: function.attributes,
                    convention: function.convention,
                    preferred_align: function.preferred_align,
                    gc: function.gc.clone(),
                    intrinsic: function.intrinsic,
                    ..Function::default()
                };
                function.attributes = importer.attribute_list(function.attributes);
                if function.intrinsic.is_none() {
                    function.attributes = may_call_back(importer.dest.context(), function.attributes);
                }
                GlobalKind::Function(Box::new(function))
            }
            GlobalKind::Alias { .. } => GlobalKind::Alias { aliasee: nothing(importer) },
            GlobalKind::IFunc { .. } => GlobalKind::IFunc { resolver: nothing(importer) },
        };
        let source = &importer.source[global];
        let mut new = source.like(source.name(), value_type, ty, kind);
        (new.comdat, new.linkage) = (None, Linkage::External);
        new
    }

    /// The declaration of a global of the source.
    fn declaration(&mut self, importer: &mut Importer<'_>, global: Global) -> GlobalValue {
        let source = &importer.source[global];
        let is_external_weak = source.linkage == Linkage::ExternalWeak;
        let mut new = match source.kind {
            GlobalKind::Variable(_) | GlobalKind::Function(_) => self.properties(importer, global),
            GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => {
                let is_function = importer.source.context().is_function(source.value_type);
                let kind = match is_function {
                    true => GlobalKind::Function(Box::default()),
                    false => GlobalKind::Variable(Variable::default()),
                };
                let (value_type, ty) = types(importer, global);
                let source = &importer.source[global];
                let mut new = GlobalValue::new(source.name(), value_type, ty, kind);
                new.tls = if is_function { TlsModel::None } else { source.tls };
                new
            }
        };
        if is_external_weak {
            new.linkage = Linkage::ExternalWeak;
        }
        new
    }

    /// Adds a global to the linked module. A non-local global keeps its name; a local global with that name is renamed.
    fn add(&mut self, importer: &mut Importer<'_>, new: GlobalValue) -> Global {
        let (name, is_local) = (new.name().to_vec(), new.linkage.is_local());
        let dest = &mut *importer.dest;
        let added = dest.add_global(new);
        if !is_local
            && dest[added].name() != name
            && let Some(other) = dest.global_named(&name)
        {
            dest.set_global_name(other, b"");
            dest.set_global_name(added, &name);
            dest.set_global_name(other, &name);
        }
        self.layout.put_last(added);
        added
    }

    /// Replaces the linked module's global of the same name by a definition.
    fn replace(&mut self, importer: &mut Importer<'_>, old: Global, new: GlobalValue) -> Option<Global> {
        let dest = &mut *importer.dest;
        if dest[old].ty() != new.ty() {
            let name = String::from_utf8_lossy(new.name());
            let message = format!("Linking globals named '{name}': symbols in different address spaces!");
            self.error.get_or_insert(LinkError(message));
            return None;
        }
        // LLVM's linker uses numbers for both names while both globals exist.
        for _ in 0..2 {
            dest.unused_name(new.name());
        }
        dest[old] = new;
        self.layout.appended.remove(&old);
        self.layout.put_last(old);
        Some(old)
    }
}

impl GlobalImporter for Mover<'_> {
    fn global(&mut self, importer: &mut Importer<'_>, global: Global) -> Option<Value> {
        let earlier = linked_to(importer.dest, importer.source, global);
        let is_linked = self.is_linked(importer, earlier, global);
        if is_linked && let Some(known) = importer.imported(global).into_iter().flatten().next() {
            return Some(known);
        }
        // An alias keeps the definition of its own module.
        let is_copy = !is_linked && importer.is_in_target();
        let earlier = earlier.filter(|_| !is_copy);
        let linkage = importer.source[global].linkage;
        if linkage == Linkage::Appending || earlier.is_some_and(|d| self.layout.appended.contains_key(&d)) {
            return self.appending(importer, global, earlier);
        }
        if let Some(earlier) = earlier.filter(|_| !is_linked) {
            let cx = importer.dest.context().clone();
            let dest = &mut importer.dest[earlier];
            if let GlobalKind::Function(function) = &mut dest.kind
                && function.body.is_none()
                && function.intrinsic.is_none()
            {
                function.attributes = may_call_back(&cx, function.attributes);
            }
            return Some(earlier.into());
        }
        if self.is_done {
            return None;
        }
        let is_defined = is_linked || is_copy;
        let is_declaration = importer.source[global].is_declaration();
        let mut new = match is_defined {
            true => self.properties(importer, global),
            false => self.declaration(importer, global),
        };
        if is_defined {
            new.linkage = linkage;
        }
        if is_copy {
            new.linkage = Linkage::Internal;
            new.visibility = Visibility::Default;
            new.dso_local = true;
        }
        if let Some(comdat) = importer.source[global].comdat.filter(|_| is_defined) {
            new.comdat = Some(self.comdat(importer, comdat));
        }
        let dest = match earlier {
            Some(earlier) => self.replace(importer, earlier, new)?,
            None => self.add(importer, new),
        };
        if is_defined && !is_declaration {
            self.work.push(match importer.source[global].kind {
                GlobalKind::Variable(_) => Work::Initializer(global, dest),
                GlobalKind::Function(_) => {
                    self.moved.insert(global);
                    Work::Body(global, dest)
                }
                GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => Work::Target(global, dest),
            });
        } else if is_declaration && !importer.source[global].metadata.is_empty() {
            self.declared.push((global, dest));
        }
        Some(dest.into())
    }

    fn keeps_body(&self, function: Global) -> bool {
        self.moved.contains(&function)
    }
}

impl Mover<'_> {
    /// The comdat of the same name, with the selection kind of this comdat.
    fn comdat(&mut self, importer: &mut Importer<'_>, comdat: Comdat) -> Comdat {
        let ComdatData { name, kind } = importer.source.comdats()[comdat].clone();
        let comdats = importer.dest.comdats_mut();
        let dest = *self.comdats.entry(name.clone()).or_insert_with(|| comdats.push(ComdatData { name, kind }));
        comdats[dest].kind = kind;
        dest
    }
}

/// The attributes of a function or call without `nocallback`, which does not hold once modules are linked.
fn may_call_back(cx: &Context, list: AttributeList) -> AttributeList {
    let set = cx.attribute_list(list).function;
    match cx.has_attribute(set, AttrKind::NO_CALLBACK) {
        true => cx.with_function_attributes(list, cx.without_attribute(set, AttrKind::NO_CALLBACK)),
        false => list,
    }
}

/// The value type and the type of the address of a global of the source, in the linked module.
fn types(importer: &mut Importer<'_>, global: Global) -> (Type, Type) {
    let (value_type, ty) = (importer.source[global].value_type, importer.source[global].ty());
    (importer.ty(value_type), importer.ty(ty))
}
