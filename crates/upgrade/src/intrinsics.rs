//! Upgrades of intrinsics: declarations and calls.
//!
//! The upgrades are in tables: a [`Rule`] has a pattern of names, the replacement, and a function that rewrites calls.
//! Apart from the rules, every intrinsic gets the name mangled from its types, a literal struct as its result, and its LLVM
//! attributes.
//!
//! The order of all steps is LLVM's, since it is visible in the order of added declarations and in the numeric suffixes of
//! names. In text, functions are upgraded one after the other; the calls of each in this order: those after its
//! declaration, last to first, then those before it, first to last. In bitcode, all replacements are declared before the
//! first call is upgraded, and calls are upgraded in program order.

mod amdgcn;
mod arc;
mod arm;
mod call;
mod declare;
mod generic;
mod nvvm;
mod uses;
mod x86;

use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::intrinsics::{Descriptor, IntrinsicId, Overloads, UniqueNames};
use lindworm_ir::module::{GlobalKind, GlobalValue, LateUse, Variable};
use lindworm_ir::types::TypeKind;
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Context, Global, Inst, Module, Type, Value};

use crate::{Age, Form};

pub use arc::upgrade_arc_runtime;
use call::{Call, Done, Stop, Work};
use uses::Uses;

/// An intrinsic with an old name or type.
struct Old<'a> {
    version: IrVersion,
    cx: &'a Context,
    /// The name without `llvm.`.
    name: &'a [u8],
    result: Type,
    params: &'a [Type],
}

/// The upgrade of an old function.
struct Plan {
    /// Whether the old function is renamed with the suffix `.old`, to free its name.
    rename: bool,
    new: New,
    rewrite: Rewrite,
}

/// The replacement of an old function.
enum New {
    /// Calls are expanded into instructions.
    Nothing,
    /// An intrinsic with these overload types.
    Intrinsic(IntrinsicId, Overloads),
    /// The same intrinsic with a literal struct as its result; the function type.
    PlainStruct(Type),
    /// The same intrinsic with the correctly mangled name.
    Renamed(Vec<u8>),
}

/// An old function with its declared replacement.
struct Replacement {
    old_name: Box<[u8]>,
    new: Option<Global>,
    rewrite: Rewrite,
}

/// The upgrade of a call of an old function.
#[derive(Clone, Copy)]
enum Rewrite {
    /// Replaces the callee.
    Callee,
    /// By a function.
    With(fn(&mut Call<'_>) -> Result<Done, Stop>),
    /// By an entry of the x86 table.
    X86(&'static x86::Recipe),
}

/// A type in the signature of an old function.
#[derive(Clone, Copy)]
enum Part {
    Result,
    Arg(usize),
}

/// The upgrade of functions whose name matches a pattern.
struct Rule {
    /// A name without `llvm.`; a trailing `*` makes it a prefix.
    pattern: &'static str,
    /// The number of parameters of the old function; empty if not significant.
    params: &'static [usize],
    /// The range of versions to which the rule applies.
    versions: (IrVersion, IrVersion),
    /// A further condition, given the rest of the name after a prefix.
    when: fn(&Old, &[u8]) -> bool,
    /// The replacement; empty if calls are expanded.
    new: &'static str,
    overloads: &'static [Part],
    rename: bool,
    rewrite: Rewrite,
}

/// A rule for functions that are replaced by `new`.
const fn rule(pattern: &'static str, new: &'static str, overloads: &'static [Part], rewrite: Rewrite) -> Rule {
    let versions = (IrVersion::V22, IrVersion::NEWEST);
    Rule { pattern, params: &[], versions, when: |_, _| true, new, overloads, rename: true, rewrite }
}

/// A rule for functions whose calls are expanded into other instructions.
const fn expand(pattern: &'static str, with: fn(&mut Call<'_>) -> Result<Done, Stop>) -> Rule {
    rule(pattern, "", &[], Rewrite::With(with)).in_place()
}

impl Rule {
    /// Restricts the rule to functions with these numbers of parameters.
    const fn params(self, params: &'static [usize]) -> Rule {
        Rule { params, ..self }
    }

    /// Restricts the rule to modules of this version and later.
    const fn since(self, version: IrVersion) -> Rule {
        Rule { versions: (version, self.versions.1), ..self }
    }

    /// Restricts the rule to modules of this version and earlier.
    const fn until(self, version: IrVersion) -> Rule {
        Rule { versions: (self.versions.0, version), ..self }
    }

    /// Restricts the rule by a condition.
    const fn when(self, when: fn(&Old, &[u8]) -> bool) -> Rule {
        Rule { when, ..self }
    }

    /// The old function keeps its name until it is removed.
    const fn in_place(self) -> Rule {
        Rule { rename: false, ..self }
    }

    fn matches(&self, old: &Old) -> bool {
        let rest = match self.pattern.strip_suffix('*') {
            Some(prefix) => old.name.strip_prefix(prefix.as_bytes()),
            None => (old.name == self.pattern.as_bytes()).then_some(&[][..]),
        };
        rest.is_some_and(|rest| {
            (self.params.is_empty() || self.params.contains(&old.params.len()))
                && (self.versions.0..=self.versions.1).contains(&old.version)
                && (self.when)(old, rest)
        })
    }

    fn plan(&self, old: &Old) -> Option<Plan> {
        let new = match self.new {
            "" => New::Nothing,
            name => {
                let part = |part: &Part| match *part {
                    Part::Result => Some(old.result),
                    Part::Arg(i) => old.params.get(i).copied(),
                };
                let overloads = self.overloads.iter().map(part).collect::<Option<_>>()?;
                New::Intrinsic(declare::id(old.version, name)?, overloads)
            }
        };
        Some(Plan { rename: self.rename, new, rewrite: self.rewrite })
    }
}

/// The plan of the first rule that applies.
fn by_rules(rules: &'static [Rule], old: &Old) -> Option<Plan> {
    rules.iter().find(|rule| rule.matches(old))?.plan(old)
}

/// The plan for a function; `None` if it is current.
fn plan(module: &Module, names: &mut UniqueNames, function: Global) -> Option<Plan> {
    let cx = module.context();
    let global = &module[function];
    let name = global.name().strip_prefix(b"llvm.")?;
    let (result, params, variadic) = cx.function_parts(global.value_type)?;
    let old = Old { version: module.version(), cx, name, result, params };
    let by_name = match *name.first()? {
        b'a' if name.starts_with(b"amdgcn.") => amdgcn::plan(&old),
        b'a' if name.starts_with(b"arm.") || name.starts_with(b"aarch64.") => arm::plan(&old),
        b'n' if name.starts_with(b"nvvm.") => nvvm::plan(&old),
        b'x' if name.starts_with(b"x86.") => x86::plan(&old),
        _ => by_rules(generic::RULES, &old),
    };
    if by_name.is_some() {
        return by_name;
    }
    let id = IntrinsicId::lookup(module.version(), global.name())?;
    let plain = match cx.kind(result) {
        TypeKind::Struct { packed, .. } => !packed,
        TypeKind::Identified(_) => false,
        _ => true,
    };
    if !plain && matches!(id.signature(module.version()).next(), Some(Descriptor::Struct(_))) {
        let fields = cx.struct_parts(result).map_or(&[][..], |(fields, _)| fields);
        let ty = cx.function_type(cx.struct_type(fields, false), params, variadic);
        return Some(Plan { rename: true, new: New::PlainStruct(ty), rewrite: Rewrite::Callee });
    }
    let wanted = declare::remangled(module, names, id, global.value_type, global.name())?;
    let own_name = id.name();
    let rewrite = generic::REWRITTEN.iter().find(|(name, _)| own_name.strip_prefix("llvm.") == Some(name));
    let rewrite = rewrite.map_or(Rewrite::Callee, |(_, rewrite)| *rewrite);
    Some(Plan { rename: false, new: New::Renamed(wanted), rewrite })
}

/// Upgrades the intrinsics of a module, declarations and calls. Requires that debug intrinsics are converted: see
/// [`crate::debug_info`].
pub(crate) fn upgrade(module: &mut Module, age: Age, form: Form) -> Result<(), Refused> {
    let mut upgrade = Upgrade::new(module, age);
    let old: Vec<Global> = upgrade.old_functions();
    let mut uses = Uses::of(upgrade.module, &old);
    match form {
        Form::Text => {
            let mut next = 0;
            // Includes functions added during the loop.
            while let Some(&function) = upgrade.module.functions().get(next) {
                next += 1;
                upgrade.function(function, &mut uses);
            }
        }
        Form::Bitcode => {
            let replacements = upgrade.declare_all(&mut uses.of);
            upgrade.calls_in_order(&replacements, &mut uses);
            for (&old, replacement) in &replacements {
                if replacement.new != Some(old) && !uses.others.contains(&old) {
                    upgrade.remove(old);
                }
            }
        }
    }
    upgrade.finish()
}

/// The replacements of old intrinsics in a module whose bodies are upgraded lazily.
pub(crate) struct Replacements {
    of: HashMap<Global, Replacement>,
    /// LLVM's fatal error, if some intrinsic cannot be upgraded.
    refused: Option<&'static str>,
}

impl Replacements {
    /// Declares the replacements. The old functions stay, since unread bodies may call them.
    pub fn declare(module: &mut Module, age: Age) -> Replacements {
        let mut upgrade = Upgrade::new(module, age);
        let mut old = upgrade.old_functions().into_iter().collect();
        Replacements { of: upgrade.declare_all(&mut old), refused: upgrade.refusal() }
    }

    /// Upgrades the calls in the body of a function.
    pub fn upgrade_body(&self, module: &mut Module, age: Age, function: Global) -> Result<(), Refused> {
        let is_old = |value: Value| value.as_global().filter(|f| self.of.contains_key(f));
        let mut uses = Uses::of_bodies(module, is_old, &[function]);
        let mut upgrade = Upgrade::new(module, age);
        upgrade.refused = self.refused;
        upgrade.calls_in_order(&self.of, &mut uses);
        upgrade.finish()
    }
}

/// An old intrinsic that is a fatal error in LLVM, with its message; or an intrinsic whose mangled name would be too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub &'static str);

/// An intrinsic that is called without a declaration and cannot be declared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Undeclared {
    /// The intrinsic.
    pub global: Global,
    /// The message, in LLVM's wording.
    pub message: String,
    /// Whether the error is fatal in LLVM, as [`Refused`].
    pub is_fatal: bool,
}

/// Declares the intrinsics that are called without a declaration. `undeclared` are names that start with `llvm.`, with the
/// globals reserved for them. One name can refer to several overloads of an intrinsic, and to an old intrinsic.
pub fn declare_called(module: &mut Module, undeclared: &[(&[u8], Global)]) -> Result<(), Undeclared> {
    if undeclared.is_empty() {
        return Ok(());
    }
    let mut sorted = undeclared.to_vec();
    sorted.sort_unstable_by_key(|&(name, global)| (name, global.as_u32()));
    let globals: Vec<Global> = sorted.iter().map(|&(_, global)| global).collect();
    let mut uses = Uses::of(module, &globals);
    let mut upgrade = Upgrade::new(module, Age::Opaque);
    for (name, global) in sorted {
        let fail = |message: String| Undeclared { global, message, is_fatal: false };
        let calls = uses.calls.remove(&global).unwrap_or_default();
        if uses.others.contains(&global) {
            return Err(fail("intrinsic can only be used as callee".into()));
        }
        let mut current = HashMap::default();
        for &(caller, inst) in calls.iter().rev() {
            let Some(ty) = upgrade.called_type(caller, inst) else { continue };
            let declared = match current.get(&ty) {
                Some(&new) => Declared::Current(new),
                None => upgrade.declare_for_call(name, ty).map_err(fail)?,
            };
            match declared {
                Declared::Current(new) => {
                    current.insert(ty, new);
                    upgrade.set_callee(caller, inst, new);
                }
                Declared::Old(old) => {
                    upgrade.set_callee(caller, inst, old);
                    upgrade.function(old, &mut Uses::one(old, caller, inst));
                    if let Some(message) = upgrade.refusal() {
                        return Err(Undeclared { global, message: message.into(), is_fatal: true });
                    }
                }
            }
        }
    }
    upgrade.put();
    Ok(())
}

/// Declares undefined globals, as LLVM does for incomplete IR. `undefined` are their names, with the globals reserved for
/// them. A global with only direct calls of one function type becomes a function of that type; any other global becomes a
/// variable.
pub fn declare_undefined(module: &mut Module, undefined: &[(&[u8], Global)]) {
    let globals: Vec<Global> = undefined.iter().map(|&(_, global)| global).collect();
    let uses = Uses::of(module, &globals);
    let called_type = |module: &Module, global| {
        let calls = uses.calls.get(&global).filter(|_| !uses.others.contains(&global))?;
        let mut types =
            calls.iter().map(|&(caller, inst)| Some(module.body(caller)?.inst(inst).call_info()?.function_type));
        let first = types.next()??;
        types.all(|ty| ty == Some(first)).then_some(first)
    };
    for &(name, global) in undefined {
        let ty = module.value_type(None, global.into());
        let value = match called_type(module, global) {
            Some(called) => GlobalValue::new(name, called, ty, GlobalKind::Function(Box::default())),
            None => GlobalValue::new(name, Type::I8, ty, GlobalKind::Variable(Variable::default())),
        };
        module.define_global(global, value);
    }
}

/// The declaration for a call of an undeclared intrinsic.
enum Declared {
    Current(Global),
    /// An old declaration, to be upgraded with its call.
    Old(Global),
}

/// LLVM has no limit and runs out of memory.
const NAME_TOO_LONG: &str = "the types of an intrinsic make its name longer than 16 KiB";

/// The state of an upgrade of a module.
struct Upgrade<'m> {
    module: &'m mut Module,
    age: Age,
    names: UniqueNames,
    /// The changed bodies.
    work: HashMap<Global, Work>,
    removed: HashSet<Global>,
    /// LLVM's fatal error, if any.
    refused: Option<&'static str>,
}

impl<'m> Upgrade<'m> {
    fn new(module: &'m mut Module, age: Age) -> Self {
        let (work, removed) = Default::default();
        Upgrade { module, age, names: UniqueNames::default(), work, removed, refused: None }
    }

    /// Whether a function needs an upgrade.
    fn is_old(&mut self, function: Global) -> bool {
        plan(self.module, &mut self.names, function).is_some()
    }

    /// The functions that need an upgrade.
    fn old_functions(&mut self) -> Vec<Global> {
        let functions = self.module.functions().to_vec();
        functions.into_iter().filter(|&f| self.is_old(f)).collect()
    }

    /// Declares the replacement of a function, if it needs an upgrade.
    fn declare(&mut self, function: Global, old: &HashSet<Global>) -> Option<Replacement> {
        if !self.module[function].name().starts_with(b"llvm.") {
            return None;
        }
        // Functions added during the upgrade are not old.
        let plan = if old.contains(&function) { plan(self.module, &mut self.names, function) } else { None };
        let Some(plan) = plan else {
            declare::set_attributes(self.module, function);
            return None;
        };
        let old_name: Box<[u8]> = self.module[function].name().into();
        if plan.rename {
            declare::rename(self.module, function, b".old");
        }
        let new = match plan.new {
            New::Nothing => None,
            New::Intrinsic(id, overloads) => {
                let cx = self.module.context().clone();
                let (_, params, _) = cx.function_parts(self.module[function].value_type)?;
                declare::intrinsic(self.module, &mut self.names, id, &overloads, params)
            }
            New::PlainStruct(ty) => {
                let name = IntrinsicId::lookup(self.module.version(), &old_name)
                    .and_then(|id| declare::remangled(self.module, &mut self.names, id, ty, &old_name));
                Some(declare::like(self.module, function, name.as_deref().unwrap_or(&old_name), ty))
            }
            New::Renamed(name) => {
                let ty = self.module[function].value_type;
                Some(declare::like(self.module, function, &name, ty))
            }
        };
        declare::set_attributes(self.module, new.unwrap_or(function));
        Some(Replacement { old_name, new, rewrite: plan.rewrite })
    }

    /// Declares the replacements of all old functions, including those added on the way.
    fn declare_all(&mut self, old: &mut HashSet<Global>) -> HashMap<Global, Replacement> {
        let mut replacements = HashMap::default();
        let mut next = 0;
        while let Some(&function) = self.module.functions().get(next) {
            next += 1;
            let replacement = self.declare(function, old);
            if let Some(new) = replacement.as_ref().and_then(|r| r.new) {
                self.look_again_at(new, old);
            }
            replacements.extend(replacement.map(|r| (function, r)));
        }
        replacements
    }

    /// A replacement may need a second upgrade to get its correct name. Returns whether it does.
    fn look_again_at(&mut self, new: Global, old: &mut HashSet<Global>) -> bool {
        !old.contains(&new) && self.is_old(new) && old.insert(new)
    }

    /// Upgrades one function and its calls.
    fn function(&mut self, function: Global, uses: &mut Uses) {
        let Some(replacement) = self.declare(function, &uses.of) else { return };
        let mut unused = !uses.others.contains(&function);
        let mut made = Vec::new();
        for (caller, inst) in uses.take_calls(function) {
            unused &= self.call(&replacement, caller, inst);
            made.extend(self.take_made(caller).into_iter().map(|inst| (caller, inst)));
        }
        if let Some(new) = replacement.new.filter(|&new| self.look_again_at(new, &mut uses.of)) {
            uses.calls.insert(new, made);
        }
        if unused && replacement.new != Some(function) {
            self.remove(function);
        }
    }

    /// Upgrades the calls of all replaced functions in program order, followed by the calls created on the way.
    fn calls_in_order(&mut self, replacements: &HashMap<Global, Replacement>, uses: &mut Uses) {
        let mut made = Vec::new();
        let mut one = |upgrade: &mut Self, made: &mut Vec<_>, (callee, caller, inst): (Global, Global, Inst)| {
            let Some(replacement) = replacements.get(&callee) else { return };
            if !upgrade.call(replacement, caller, inst) {
                uses.others.insert(callee);
            }
            for inst in upgrade.take_made(caller) {
                let call = upgrade.module.body(caller).and_then(|body| body.inst(inst).call_info());
                made.extend(call.and_then(|call| call.callee.as_global()).map(|callee| (callee, caller, inst)));
            }
        };
        for call in std::mem::take(&mut uses.in_order) {
            one(self, &mut made, call);
        }
        for call in std::mem::take(&mut made) {
            one(self, &mut made, call);
        }
    }

    /// The calls created in a body since the last query.
    fn take_made(&mut self, caller: Global) -> Vec<Inst> {
        self.work.get_mut(&caller).map(Work::take_made).unwrap_or_default()
    }

    /// Removes an unused function.
    fn remove(&mut self, function: Global) {
        self.module.set_global_name(function, b"");
        self.removed.insert(function);
    }

    /// Rewrites one call. Returns whether it no longer calls the old function.
    fn call(&mut self, replacement: &Replacement, caller: Global, inst: Inst) -> bool {
        let Replacement { ref old_name, new, rewrite } = *replacement;
        let old = &**old_name;
        let rewrite = self.by_called_type(old, caller, inst, new).unwrap_or(rewrite);
        let work = self.work.entry(caller).or_insert_with(|| Work::new(self.age));
        let name = old.strip_prefix(b"llvm.").unwrap_or(old);
        let names = &mut self.names;
        let done = self.module.change_body(caller, |module, body| {
            let before = body.inst_count() as u32;
            let done = Call::rewrite(module, names, body, work, inst, name, new, rewrite);
            let made = before..body.inst_count() as u32;
            if done && made.is_empty() {
                module.add_late_uses([LateUse { function: caller, user: inst, callee_only: true }]);
            }
            let made = made.map(|i| LateUse { function: caller, user: Inst::from_u32(i), callee_only: false });
            module.add_late_uses(made);
            done
        });
        self.refused = self.refused.or(work.refused);
        done == Some(true)
    }

    /// The rewrite of a call whose function type differs from that of the callee, and is an old type of the intrinsic.
    fn by_called_type(&self, name: &[u8], caller: Global, inst: Inst, new: Option<Global>) -> Option<Rewrite> {
        let called = self.called_type(caller, inst)?;
        let ty = self.module[new?].value_type;
        let is_old = |ty| {
            let (result, params, _) = self.module.context().function_parts(ty)?;
            let version = self.module.version();
            let old = Old { version, cx: self.module.context(), name: name.strip_prefix(b"llvm.")?, result, params };
            by_rules(generic::RULES, &old).map(|plan| plan.rewrite)
        };
        if called == ty || is_old(ty).is_some() { None } else { is_old(called) }
    }

    fn called_type(&self, caller: Global, inst: Inst) -> Option<Type> {
        Some(self.module.body(caller)?.inst(inst).call_info()?.function_type)
    }

    fn set_callee(&mut self, caller: Global, inst: Inst, callee: Global) {
        let body = self.module[caller].as_function_mut().and_then(|f| f.body.as_deref_mut());
        if let Some(call) = body.and_then(|b| b.inst_mut(inst).call_info_mut()) {
            call.callee = callee.into();
            self.module.add_late_uses([LateUse { function: caller, user: inst, callee_only: true }]);
        }
    }

    /// The declaration for a call of `name`, undeclared, with function type `ty`.
    fn declare_for_call(&mut self, name: &[u8], ty: Type) -> Result<Declared, String> {
        let id = IntrinsicId::lookup(self.module.version(), name);
        let overloads = id.and_then(|id| id.match_signature(self.module.version(), self.module.context(), ty).ok());
        if let (Some(id), Some(overloads)) = (id, overloads)
            && let Some(function) = self.module.intrinsic_of(id, &overloads, &mut self.names)
        {
            return Ok(Declared::Current(function));
        }
        // Temporary, until its call is upgraded.
        let free = self.module.unused_name(name);
        let function = self.module.add_function(&free, ty);
        if self.is_old(function) {
            return Ok(Declared::Old(function));
        }
        Err(match id {
            _ if self.names.asked_too_long() => NAME_TOO_LONG.into(),
            None => format!("unknown intrinsic '{}'", String::from_utf8_lossy(name)),
            Some(_) => "invalid intrinsic signature".into(),
        })
    }

    /// Finishes the upgrade. An error if LLVM has a fatal error.
    fn finish(mut self) -> Result<(), Refused> {
        self.put();
        self.refusal().map_or(Ok(()), |message| Err(Refused(message)))
    }

    fn refusal(&self) -> Option<&'static str> {
        self.refused.or(self.names.asked_too_long().then_some(NAME_TOO_LONG))
    }

    /// Applies replacements of values, and removes functions that are no longer called.
    fn put(&mut self) {
        for (function, work) in std::mem::take(&mut self.work) {
            if let Some(body) = self.module[function].as_function_mut().and_then(|f| f.body.as_deref_mut()) {
                work.finish(body);
            }
        }
        if !self.removed.is_empty() {
            self.module.remove_globals(&self.removed);
        }
    }
}
