//! `noalias` parameters of an inlined callee: what is known about them is kept as alias scopes.
//!
//! For each such parameter there is a scope. Accesses through pointers that are based only on these parameters are in their scopes;
//! accesses through other pointers do not alias with the scope of a parameter that has not been captured before.

use lindworm_analysis::alias::{AliasAnalysis, AliasCache, Escapes};
use lindworm_analysis::{Cfg, Cycles};
use lindworm_ir::attributes::{AttrKind, MemoryEffects, MemoryLocation, ModRef};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::editor::{Point, ValueMap};
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::uses::Uses;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Body, Global, Inst, InstData, Metadata, Module, Type, Value};
use smallvec::SmallVec;

use super::metadata::{ALIAS_SCOPE, NO_ALIAS};
use crate::call_site::param_sets;
use crate::effects::{may_read, may_write};
use crate::pass::FunctionEdit;

/// The maximum number of values that are followed from a pointer to its objects.
const MAX_OBJECTS: usize = 32;

/// The maximum number of parameters with a scope: each access may list all of them.
const MAX_SCOPES: usize = 64;

/// The scopes of one inlined call.
#[derive(Default)]
pub(super) struct ArgumentScopes {
    scopes: Vec<Metadata>,
    accesses: Vec<Access>,
}

/// An access of the callee, with the numbers of scopes.
struct Access {
    inst: Inst,
    /// The scopes that it does not alias with.
    others: SmallVec<[usize; 4]>,
    /// The scopes that it is in.
    own: SmallVec<[usize; 4]>,
}

/// The analysis of one callee.
struct Callee<'a> {
    module: &'a Module,
    source: &'a Body,
    aliases: AliasAnalysis<'a>,
    /// Whether each parameter is `noalias`.
    is_private: Vec<bool>,
    /// The used parameters that are.
    private: Vec<u32>,
}

impl ArgumentScopes {
    /// Declares a scope before the call for each used `noalias` parameter.
    pub fn declare(f: &mut FunctionEdit<'_, '_>, call: Inst, info: &CallInfo, callee: Global, source: &Body) -> Self {
        let module = f.editor.module();
        let cx = module.context();
        let count = f.editor.body().call_args(info).len();
        let has = |n: usize| param_sets(module, info, n).any(|set| cx.has_attribute(set, AttrKind::NO_ALIAS));
        let is_private: Vec<bool> = (0..count).map(has).collect();
        let mut new = ArgumentScopes { scopes: Vec::new(), accesses: Vec::new() };
        if !is_private.contains(&true) {
            return new;
        }
        let uses = Uses::new(source);
        let is_used = |n: u32| uses.of(Value::arg(n)).next().is_some();
        let private = (0..count as u32).filter(|&n| is_private[n as usize] && is_used(n));
        let private: Vec<u32> = private.take(MAX_SCOPES).collect();
        if private.is_empty() {
            return new;
        }
        let cfg = Cfg::new(source);
        let cycles = Cycles::new(&cfg);
        let escapes = Escapes::new(source, &cfg, &cycles);
        let cache = AliasCache::default();
        let mut aliases = AliasAnalysis::new(module, source, &uses, callee, &cache);
        aliases.escapes = Some(&escapes);
        let analysis = Callee { module, source, aliases, is_private, private };
        let insts = source.blocks().flat_map(|block| source.insts(block));
        new.accesses = insts.filter_map(|inst| analysis.access(inst)).collect();
        let name = module.global(callee).map(|g| g.name().to_vec()).unwrap_or_default();
        let metadata = &mut f.additions.metadata;
        let domain = metadata.add_string(&name).bits();
        let domain = metadata.add_self_reference(&[domain]);
        for (i, &n) in analysis.private.iter().enumerate() {
            let own = source.name(Value::arg(n));
            let suffix = match own.is_empty() {
                true => format!(": argument {i}").into_bytes(),
                false => [b": %", own].concat(),
            };
            let text = metadata.add_string(&[&name[..], &suffix].concat()).bits();
            new.scopes.push(metadata.add_self_reference(&[domain.bits(), text]));
        }
        let Ok(declare) = f.additions.intrinsic("llvm.experimental.noalias.scope.decl", &[]) else { return new };
        let ty = module.global(declare).map_or(Type::VOID, |g| g.value_type);
        let loc = f.editor.body().debug_loc(call);
        for &scope in &new.scopes {
            let list = f.additions.metadata.add_node(NodeKind::Tuple, false, &[scope.bits()]);
            let _ = f.editor.build(Point::BeforeRecords(call), loc, |b| b.call(declare.into(), ty, &[list.into()]));
        }
        new
    }

    /// The copy of each access, in the order of the accesses; `None` for an access in a block that was not copied. The map is of
    /// use only until copies are simplified.
    pub fn copies(&self, source: &Body, map: &ValueMap) -> Vec<Option<Inst>> {
        let copy = |access: &Access| {
            let block = source.inst_block(access.inst)?;
            map.block(block)?;
            map.get(access.inst.into()).as_inst()
        };
        self.accesses.iter().map(copy).collect()
    }

    /// Adds the scopes to the copies that are left.
    pub fn attach(&self, f: &mut FunctionEdit<'_, '_>, copies: &[Option<Inst>]) {
        for (access, &copy) in self.accesses.iter().zip(copies) {
            let Some(inst) = copy.filter(|&inst| f.editor.body().inst_block(inst).is_some()) else { continue };
            for (kind, scopes) in [(NO_ALIAS, &access.others), (ALIAS_SCOPE, &access.own)] {
                if !scopes.is_empty() {
                    self.add(f, inst, kind, scopes);
                }
            }
        }
    }

    fn add(&self, f: &mut FunctionEdit<'_, '_>, inst: Inst, kind: MetadataKind, scopes: &[usize]) {
        let old = f.editor.body().attachment(inst, kind).and_then(|old| old.as_node());
        let mut words = old.map(|old| f.additions.metadata.node(old).tail().to_vec()).unwrap_or_default();
        for &n in scopes {
            let word = self.scopes[n].bits();
            if !words.contains(&word) {
                words.push(word);
            }
        }
        let list = f.additions.metadata.add_node(NodeKind::Tuple, false, &words);
        f.editor.set_attachment(inst, kind, Some(list));
    }
}

/// Adds the scopes, access groups and parallel loops of a call to the accesses that are inlined in its place.
pub(super) fn propagate(f: &mut FunctionEdit<'_, '_>, call: Inst, insts: &[Inst]) {
    const PARALLEL: MetadataKind = crate::known!(b"llvm.mem.parallel_loop_access");
    const ACCESS_GROUP: MetadataKind = crate::known!(b"llvm.access.group");
    for kind in [PARALLEL, ACCESS_GROUP, ALIAS_SCOPE, NO_ALIAS] {
        let Some(of_call) = f.editor.body().attachment(call, kind) else { continue };
        for &inst in insts {
            if !may_read(&f.editor, inst) && !may_write(&f.editor, inst) {
                continue;
            }
            // An access group is a node without operands.
            let list = |f: &FunctionEdit<'_, '_>, m: Metadata| {
                let words = m.as_node().map(|node| f.additions.metadata.node(node).tail().to_vec()).unwrap_or_default();
                if kind == ACCESS_GROUP && words.is_empty() { vec![m.bits()] } else { words }
            };
            let new = match f.editor.body().attachment(inst, kind) {
                None => of_call,
                Some(own) if own == of_call => continue,
                Some(own) => {
                    let mut words = list(f, own);
                    for word in list(f, of_call) {
                        if !words.contains(&word) {
                            words.push(word);
                        }
                    }
                    f.additions.metadata.add_node(NodeKind::Tuple, false, &words)
                }
            };
            f.editor.set_attachment(inst, kind, Some(new));
        }
    }
}

impl Callee<'_> {
    /// What is known about an access; nothing if it needs no scopes.
    fn access(&self, inst: Inst) -> Option<Access> {
        let data = self.source.inst(inst);
        let cx = self.module.context();
        let (mut is_call, mut reads_only_arguments) = (false, false);
        let pointers: SmallVec<[Value; 2]> = match data {
            InstData::Load { pointer, .. }
            | InstData::Store { pointer, .. }
            | InstData::AtomicRmw { pointer, .. }
            | InstData::CmpXchg { pointer, .. } => SmallVec::from_slice(&[*pointer]),
            InstData::VaArg { list, .. } => SmallVec::from_slice(&[*list]),
            _ => {
                let call = data.call_info()?;
                let effects = self.aliases.call_effects(call);
                let only = |location| effects == MemoryEffects::only(location, effects.get(location));
                if effects.any() == ModRef::empty() || only(MemoryLocation::Inaccessible) {
                    return None;
                }
                (is_call, reads_only_arguments) = (true, only(MemoryLocation::Arg));
                let args = self.source.call_args(call).iter().copied();
                args.filter(|&v| cx.is_pointer(self.module.value_type(Some(self.source), v))).collect()
            }
        };
        let objects = self.objects(&pointers)?;
        let mut is_mixed = false;
        let mut needs_no_capture = is_call && !reads_only_arguments;
        for &object in &objects {
            let constants = self.module.constants();
            if object.is_constant() && (constants.is_zero(object) || constants.is_undef_or_poison(object)) {
                continue;
            }
            let arg = match object.kind() {
                ValueKind::Arg(n) => Some(n as usize),
                _ => None,
            };
            is_mixed |= arg.is_none_or(|n| self.is_private.get(n) != Some(&true));
            if self.aliases.is_escape_source(object) {
                needs_no_capture = true;
            } else if arg.is_none() && !self.aliases.is_identified(object) {
                return None;
            }
        }
        let numbered = || self.private.iter().map(|&n| Value::arg(n)).enumerate();
        let is_other = |v: Value| {
            !objects.contains(&v) && (!needs_no_capture || self.aliases.is_not_captured_before(v, Some(inst), false))
        };
        let others = numbered().filter(|&(_, v)| is_other(v)).map(|(i, _)| i).collect();
        let is_member = !is_mixed && (!is_call || reads_only_arguments);
        let own = numbered().filter(|&(_, v)| is_member && objects.contains(&v)).map(|(i, _)| i).collect();
        Some(Access { inst, others, own })
    }

    /// The objects that pointers are based on; `None` if there are too many.
    fn objects(&self, pointers: &[Value]) -> Option<SmallVec<[Value; 4]>> {
        let mut found = SmallVec::new();
        let mut met: HashSet<Value> = HashSet::default();
        let mut pending: Vec<Value> = pointers.to_vec();
        while let Some(pointer) = pending.pop() {
            let object = self.aliases.underlying_object(pointer);
            if !met.insert(object) {
                continue;
            }
            if met.len() > MAX_OBJECTS {
                return None;
            }
            match object.as_inst().map(|inst| self.source.inst(inst)) {
                Some(&InstData::Select { if_true, if_false, .. }) => pending.extend([if_true, if_false]),
                Some(InstData::Phi { incoming, .. }) => {
                    pending.extend(self.source.list_values(incoming).iter().step_by(2).take(MAX_OBJECTS + 1));
                }
                _ => found.push(object),
            }
        }
        Some(found)
    }
}
