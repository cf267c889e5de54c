//! The context of all checks: the module, the function, and the reporting of violations.

use std::cell::{OnceCell, RefCell};
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use cranelift_entity::EntityRef;
use lindworm_analysis::{Cfg, DominatorTree};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::eval::Int;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::metadata::{MetadataRef, NodeRef};
use lindworm_ir::module::{Function, GlobalValue};
use lindworm_ir::triple::Triple;
use lindworm_ir::use_list::{ModuleUses, UseLists};
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Body, Context, Global, Inst, InstData, Metadata, Module, Type, Value};

use lindworm_ir::hash::HashMap;

use crate::Options;
use crate::finding::{Entity, Finding, Place};
use crate::rule::Rule;

/// The result of a check. After a violation, dependent checks are skipped.
pub(crate) type Checked = Result<(), Breach>;

/// A rule was violated; the violation has been recorded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Breach;

/// If the condition does not hold, reports a violation of the rule with these entities, and returns.
macro_rules! check {
    ($checker:expr, $condition:expr, $rule:expr $(, $entity:expr)* $(,)?) => {
        if !$condition && $rule.is_of($checker.module.version()) {
            let entities = [$($crate::finding::Entity::from($entity)),*];
            return $checker.fail(&$rule, &entities);
        }
    };
}
pub(crate) use check;

/// The purpose of a walk: see the documentation of the crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// To detect whether there are, or may be, violations.
    Detect,
    /// To record the violations, in LLVM's order.
    Exact,
}

/// The module with derived information, shared by all walks.
pub(crate) struct ModuleView<'m> {
    pub module: &'m Module,
    pub options: Options,
    pub cx: &'m Context,
    pub triple: Triple<'m>,
    /// The body used for declarations.
    no_body: Body,
    uses: OnceLock<ModuleUses>,
    pub intrinsics: OnceLock<crate::intrinsics::Declarations>,
    assign_ids: OnceLock<crate::attachments::AssignIds>,
    links: OnceLock<crate::debug_info::Links>,
    assignments: OnceLock<crate::debug_info::Assignments>,
    has_semantic_interposition: OnceLock<bool>,
}

impl<'m> ModuleView<'m> {
    pub fn new(module: &'m Module, options: Options) -> Self {
        ModuleView {
            module,
            options,
            cx: module.context(),
            triple: Triple::new(module.triple()),
            no_body: Body::default(),
            uses: OnceLock::new(),
            intrinsics: OnceLock::new(),
            assign_ids: OnceLock::new(),
            links: OnceLock::new(),
            assignments: OnceLock::new(),
            has_semantic_interposition: OnceLock::new(),
        }
    }

    /// The uses of values throughout the module, computed on first use; needed only for rare or invalid constructs.
    pub fn uses(&self) -> &ModuleUses {
        self.uses.get_or_init(|| ModuleUses::new(self.module))
    }

    /// The users of each `DIAssignID`, computed on first use.
    pub fn assign_ids(&self) -> &crate::attachments::AssignIds {
        self.assign_ids.get_or_init(|| crate::attachments::AssignIds::new(self))
    }

    /// The scopes and locations that nodes lead to, computed on first use.
    pub fn links(&self) -> &crate::debug_info::Links {
        self.links.get_or_init(|| crate::debug_info::Links::new(self.module.metadata()))
    }

    /// The instructions with each `DIAssignID`, computed on first use.
    pub fn assignments(&self) -> &crate::debug_info::Assignments {
        self.assignments.get_or_init(|| crate::debug_info::Assignments::new(self.module))
    }

    /// Whether the module flag for semantic interposition is set: symbols may be replaced at load time.
    pub fn has_semantic_interposition(&self) -> bool {
        *self.has_semantic_interposition.get_or_init(|| {
            let flags = self.module.named_metadata().iter().filter(|n| *n.name == *b"llvm.module.flags");
            flags.flat_map(|n| &n.operands).any(|&flag| {
                let &[_, name, value] = self.tuple(flag).unwrap_or_default() else { return false };
                let [Some(name), Some(value)] = [name, value].map(Metadata::from_word) else { return false };
                self.string(name) == Some(b"SemanticInterposition") && self.int(value).is_some_and(|v| !v.is_zero())
            })
        })
    }

    /// The node of a metadata handle.
    pub fn node(&self, metadata: Metadata) -> Option<NodeRef<'m>> {
        let node = metadata.as_node()?;
        ((node as usize) < self.module.metadata().node_count()).then(|| self.module.metadata().node(node))
    }

    /// The node of a metadata handle, if it is of this kind.
    pub fn node_of_kind(&self, metadata: Metadata, kind: NodeKind) -> Option<NodeRef<'m>> {
        self.node(metadata).filter(|n| n.kind == kind)
    }

    /// The operands of a metadata handle, if it is a tuple.
    pub fn tuple(&self, metadata: Metadata) -> Option<&'m [u32]> {
        self.node_of_kind(metadata, NodeKind::Tuple).map(|n| n.tail())
    }

    /// The bytes of a metadata handle, if it is a string.
    pub fn string(&self, metadata: Metadata) -> Option<&'m [u8]> {
        match metadata.open() {
            MetadataRef::String(s) if (s as usize) < self.module.metadata().string_count() => {
                Some(self.module.metadata().string(s))
            }
            _ => None,
        }
    }

    /// The value of a metadata handle, if it is a constant.
    pub fn constant(&self, metadata: Metadata) -> Option<Value> {
        match metadata.open() {
            MetadataRef::Value(v) => self.module.metadata().values().get(v as usize).copied(),
            _ => None,
        }
    }

    /// The integer of a metadata handle, if it is a constant integer.
    pub fn int(&self, metadata: Metadata) -> Option<Int> {
        self.module.constants().as_int(self.cx, self.constant(metadata)?)
    }

    /// The global, if the handle is valid in this module.
    pub fn global(&self, global: Global) -> Option<&'m GlobalValue> {
        self.module.globals().get(global)
    }

    /// The function that a value is.
    pub fn function(&self, value: Value) -> Option<&'m Function> {
        self.global(value.as_global()?)?.as_function()
    }

    /// The intrinsic that a value is.
    pub fn intrinsic(&self, value: Value) -> Option<IntrinsicId> {
        self.function(value)?.intrinsic
    }
}

/// A walk over a module or some of its functions, with its findings and state.
pub(crate) struct Checker<'m> {
    pub view: &'m ModuleView<'m>,
    pub module: &'m Module,
    pub cx: &'m Context,
    pub mode: Mode,
    pub place: Place,
    pub findings: Vec<Finding>,
    /// Whether a violation was found.
    pub broken: bool,
    /// Whether a violation in debug information was found.
    pub broken_debug_info: bool,
    pub attributes: crate::attributes::Remembered,
    pub constants: crate::constants::Remembered,
    pub debug_info: crate::debug_info::Remembered,
    pub functions: crate::functions::Remembered,
    pub globals: crate::globals::Remembered,
    pub instructions: crate::instructions::Remembered,
    pub intrinsics: crate::intrinsics::Remembered,
    pub metadata: crate::metadata::Remembered,
    pub type_contents: crate::type_contents::TypeContents,
    pub tbaa: crate::tbaa::Remembered,
    scratch: Scratch,
}

/// Buffers for each function, reused.
#[derive(Default)]
struct Scratch {
    cfg: Cfg,
    dominators: DominatorTree,
    seen_in: Vec<u32>,
}

impl<'m> Checker<'m> {
    pub fn new(view: &'m ModuleView<'m>, mode: Mode) -> Self {
        Checker {
            view,
            module: view.module,
            cx: view.cx,
            mode,
            place: Place::default(),
            findings: Vec::new(),
            broken: false,
            broken_debug_info: false,
            attributes: Default::default(),
            constants: Default::default(),
            debug_info: Default::default(),
            functions: Default::default(),
            globals: Default::default(),
            instructions: Default::default(),
            intrinsics: Default::default(),
            metadata: Default::default(),
            type_contents: Default::default(),
            tbaa: Default::default(),
            scratch: Scratch::default(),
        }
    }

    /// Reports a violation of a rule.
    #[cold]
    pub fn fail(&mut self, rule: &'static Rule, entities: &[Entity]) -> Checked {
        self.fail_with(rule, &[], entities)
    }

    /// Reports a violation of a rule whose message has placeholders.
    #[cold]
    pub fn fail_with(&mut self, rule: &'static Rule, parts: &[&[u8]], entities: &[Entity]) -> Checked {
        if !rule.is_of(self.module.version()) {
            return Ok(());
        }
        self.broken = true;
        self.broken_debug_info |= rule.debug_info;
        if self.mode == Mode::Exact {
            let message = rule.words(parts);
            self.findings.push(Finding { rule, message, entities: entities.to_vec(), place: self.place });
        }
        Err(Breach)
    }
}

/// A walk within a function; dereferences to [`Checker`].
pub(crate) struct FunctionCheck<'c, 'm> {
    pub checker: &'c mut Checker<'m>,
    pub id: Global,
    pub global: &'m GlobalValue,
    pub function: &'m Function,
    /// Empty for a declaration.
    pub body: &'m Body,
    pub cfg: Cfg,
    dominators: DominatorTree,
    has_dominators: bool,
    users: OnceCell<UseLists>,
    /// The results of [`FunctionCheck::first_non_phi`] for blocks that begin with phis.
    after_phis: RefCell<HashMap<Block, Option<Inst>>>,
    /// For each visited instruction, the number of its block, from 1, or [`crate::operands::NOT_FOR_USE`].
    pub seen_in: Vec<u32>,
    pub attachments: crate::attachments::State,
    pub blocks: crate::blocks::State,
    pub convergence: crate::convergence::State,
    pub debug: crate::debug_info::State,
    pub exceptions: crate::exceptions::State,
}

impl<'m> Deref for FunctionCheck<'_, 'm> {
    type Target = Checker<'m>;
    fn deref(&self) -> &Checker<'m> {
        self.checker
    }
}

impl DerefMut for FunctionCheck<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.checker
    }
}

impl<'c, 'm> FunctionCheck<'c, 'm> {
    /// `None` if the global is not a function.
    pub fn new(checker: &'c mut Checker<'m>, id: Global) -> Option<Self> {
        let global = checker.view.global(id)?;
        let function = global.as_function()?;
        let body = function.body.as_deref().unwrap_or(&checker.view.no_body);
        checker.place = Place { global: Some(id), inst: None };
        let Scratch { mut cfg, dominators, mut seen_in } = std::mem::take(&mut checker.scratch);
        let walked = if checker.view.options.skips_bodies { &checker.view.no_body } else { body };
        cfg.compute(walked);
        seen_in.clear();
        seen_in.resize(walked.inst_count(), 0);
        Some(FunctionCheck {
            checker,
            id,
            global,
            function,
            body,
            cfg,
            dominators,
            has_dominators: false,
            users: OnceCell::new(),
            after_phis: RefCell::default(),
            seen_in,
            attachments: Default::default(),
            blocks: Default::default(),
            convergence: Default::default(),
            debug: Default::default(),
            exceptions: Default::default(),
        })
    }

    /// Returns the buffers for reuse by the next function.
    pub fn finish(self) {
        let FunctionCheck { checker, cfg, dominators, seen_in, .. } = self;
        checker.place = Place::default();
        checker.scratch = Scratch { cfg, dominators, seen_in };
    }

    /// Whether the function has no blocks.
    pub fn is_declaration(&self) -> bool {
        self.body.entry().is_none()
    }

    /// The dominator tree, computed on first use.
    pub fn dominators(&mut self) -> &DominatorTree {
        self.graph().1
    }

    /// The control-flow graph and the dominator tree, which is computed on first use.
    pub fn graph(&mut self) -> (&Cfg, &DominatorTree) {
        if !self.has_dominators {
            self.dominators.compute(&self.cfg);
            self.has_dominators = true;
        }
        (&self.cfg, &self.dominators)
    }

    /// The dominator tree, if already computed.
    pub fn dominators_if_made(&self) -> Option<&DominatorTree> {
        self.has_dominators.then_some(&self.dominators)
    }

    /// The uses of the function's values, computed on first use.
    pub fn users(&self) -> &UseLists {
        self.users.get_or_init(|| UseLists::new(self.body))
    }

    /// The type of an operand.
    #[inline]
    pub fn ty(&self, value: Value) -> Type {
        match value.as_inst() {
            Some(inst) if inst.index() < self.body.inst_count() => self.body.inst_type(inst),
            _ => self.module.value_type(Some(self.body), value),
        }
    }

    /// The return type of the function, if it has a function type.
    pub fn result_type(&self) -> Option<Type> {
        self.cx.function_parts(self.global.value_type).map(|(result, ..)| result)
    }

    /// The instruction that a value is.
    pub fn inst_of(&self, value: Value) -> Option<&'m InstData> {
        self.body_inst(value.as_inst()?)
    }

    /// The instruction, if the handle is valid in this body.
    pub fn body_inst(&self, inst: Inst) -> Option<&'m InstData> {
        ((inst.as_u32() as usize) < self.body.inst_count()).then(|| self.body.inst(inst))
    }

    /// The intrinsic that a call calls directly.
    pub fn called_intrinsic(&self, call: &CallInfo) -> Option<IntrinsicId> {
        self.view.intrinsic(call.callee)
    }

    /// The arguments of a call, without operand bundles.
    pub fn args(&self, call: &CallInfo) -> &'m [Value] {
        self.body.call_args(call)
    }

    /// Whether an argument of a call has an attribute, at the call or at the callee's parameter.
    pub fn arg_has_attribute(&self, call: &CallInfo, index: usize, kind: AttrKind) -> bool {
        let of = |list| self.cx.has_attribute(self.cx.attribute_list(list).param(index), kind);
        let callee = call.callee.as_global().and_then(|g| self.view.global(g));
        let callee = callee.filter(|g| g.value_type == call.function_type).and_then(GlobalValue::as_function);
        of(call.attributes) || callee.is_some_and(|f| of(f.attributes))
    }

    /// A value of the function, as an entity of a finding.
    pub fn value(&self, value: impl Into<Value>) -> Entity {
        Entity::Value { function: Some(self.id), value: value.into() }
    }

    /// Metadata of the function, as an entity of a finding.
    pub fn local_metadata(&self, metadata: Metadata) -> Entity {
        Entity::Metadata { function: Some(self.id), metadata }
    }

    /// The first instruction of a block that is not a phi.
    pub fn first_non_phi(&self, block: Block) -> Option<Inst> {
        if block.as_u32() as usize >= self.body.block_count() {
            return None;
        }
        let is_phi = |i: &Inst| matches!(self.body.inst(*i), InstData::Phi { .. });
        let first = self.body.first_inst(block)?;
        if !is_phi(&first) {
            return Some(first);
        }
        // Many instructions may unwind to a block with many phis.
        *self.after_phis.borrow_mut().entry(block).or_insert_with(|| self.body.insts(block).find(|i| !is_phi(i)))
    }

    /// Whether a value is `undef` or `poison`.
    pub fn is_undef_or_poison(&self, value: Value) -> bool {
        use lindworm_ir::constant::ConstantData;
        match value.kind() {
            ValueKind::Constant(_) => {
                let node = self.module.constants().node(value);
                node.is_some_and(|n| matches!(n.data, ConstantData::Undef | ConstantData::Poison))
            }
            _ => false,
        }
    }
}
