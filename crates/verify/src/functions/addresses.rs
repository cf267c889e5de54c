//! Entities whose address must not be taken: intrinsics, and entry blocks of functions.

use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::eval::CastOp;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::GlobalKind;
use lindworm_ir::use_list::{ModuleUse, User};
use lindworm_ir::value::Constant;
use lindworm_ir::{Global, Inst, Module, Value};

use super::Declared;
use crate::calls::is_intrinsic;
use crate::check::{FunctionCheck, ModuleView};
use crate::finding::Entity;

/// State of a walk.
#[derive(Default)]
pub(crate) struct Remembered {
    /// The valid declarations of few properties, without their names.
    pub(super) declarations: HashSet<Declared>,
    /// Computed on first use.
    taken: Option<Taken>,
}

/// Invalidly taken addresses.
#[derive(Default)]
struct Taken {
    intrinsics: HashSet<Global>,
    /// The functions whose entry block's address is taken, with the `blockaddress` constant.
    entries: HashMap<Global, Constant>,
}

impl Taken {
    /// Collects the addresses in constants and globals of a module, used or not.
    fn by_constants(view: &ModuleView) -> Taken {
        let module = view.module;
        let mut taken = Taken::default();
        for constant in (0..module.constants().len() as u32).map(Constant::from_u32) {
            let data = &module.constants().get(constant).data;
            if let ConstantData::BlockAddress(index) = data
                && let Some(&(function, block)) = module.block_addresses().get(*index as usize)
                && view
                    .function(function.into())
                    .is_some_and(|f| f.body.as_ref().and_then(|b| b.entry()) == Some(block))
            {
                taken.entries.insert(function, constant);
            }
            data.for_each_operand(|v| taken.add(view, v));
        }
        for global in module.global_values().filter_map(|g| view.global(g)) {
            let operands = match &global.kind {
                GlobalKind::Variable(v) => [v.initializer, None, None],
                GlobalKind::Alias { aliasee: v } | GlobalKind::IFunc { resolver: v } => [Some(*v), None, None],
                GlobalKind::Function(f) => [f.personality, f.prefix, f.prologue],
            };
            operands.into_iter().flatten().for_each(|v| taken.add(view, v));
        }
        taken
    }

    /// Adds the operands of all instructions, whether in a block or not, except for callees.
    fn by_instructions(mut self, view: &ModuleView) -> Taken {
        for body in view.module.functions().iter().filter_map(|&f| view.function(f.into())?.body.as_deref()) {
            for inst in 0..body.inst_count() as u32 {
                let data = body.inst(Inst::from_u32(inst));
                let call = data.call_info();
                let mut callee = call.filter(|c| is_type_of(view, c.callee, c.function_type)).map(|c| c.callee);
                data.for_each_operand(body.values(), |v| {
                    if v.as_global().is_some() && callee.take_if(|callee| *callee == v).is_none() {
                        self.add(view, v);
                    }
                });
            }
        }
        self
    }

    fn add(&mut self, view: &ModuleView, value: Value) {
        if let Some(id) = value.as_global()
            && view.global(id).is_some_and(|global| global.as_function().is_some() && is_intrinsic(global))
        {
            self.intrinsics.insert(id);
        }
    }
}

/// Whether a value is a global with this value type.
fn is_type_of(view: &ModuleView, value: Value, ty: lindworm_ir::Type) -> bool {
    value.as_global().and_then(|g| view.global(g)).is_some_and(|g| g.value_type == ty)
}

/// Whether an address in a constant or global of the module may be invalid. Their uses are not examined, since that is
/// expensive. Operands of instructions are checked elsewhere.
pub(crate) fn are_addresses_suspicious(view: &ModuleView) -> bool {
    let taken = Taken::by_constants(view);
    !taken.intrinsics.is_empty() || !taken.entries.is_empty()
}

fn taken<'t>(f: &'t mut FunctionCheck) -> &'t Taken {
    let view = f.view;
    f.functions.taken.get_or_insert_with(|| Taken::by_constants(view).by_instructions(view))
}

/// Whether the address of the entry block is used, other than by unused constants.
pub(super) fn is_entry_used(f: &mut FunctionCheck) -> bool {
    let id = f.id;
    let Some(&address) = taken(f).entries.get(&id) else { return false };
    let mut seen = HashSet::from_iter([address]);
    let mut todo = vec![address];
    while let Some(constant) = todo.pop() {
        for user in f.view.uses().users_of(constant.into()) {
            match user {
                User::Constant(user) if seen.insert(user) => todo.push(user),
                User::Constant(_) => {}
                User::Inst(..) | User::Global(_) => return true,
            }
        }
    }
    false
}

/// An invalid user of an intrinsic, if any.
pub(super) fn user_of_intrinsic(f: &mut FunctionCheck) -> Option<Entity> {
    let id = f.id;
    if !taken(f).intrinsics.contains(&id) {
        return None;
    }
    let view = f.view;
    let uses = view.uses();
    let wrong = uses.uses_of(id.into()).iter().find(|by| !may_use(view, id, by))?;
    Some(match wrong.user {
        User::Inst(function, inst) => Entity::Value { function: Some(function), value: inst.into() },
        User::Constant(constant) => Entity::of_module(constant),
        User::Global(global) => global.into(),
    })
}

fn may_use(view: &ModuleView, intrinsic: Global, by: &ModuleUse) -> bool {
    match by.user {
        User::Inst(function, inst) => may_inst_use(view, intrinsic, function, inst, by.operand),
        User::Constant(constant) => {
            let node = view.module.constants().get(constant);
            let is_cast = matches!(
                &node.data,
                ConstantData::Expr(e) if matches!(**e, ConstantExpr::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, .. })
            );
            is_cast
                && view.uses().users_of(constant.into()).all(|user| match user {
                    User::Inst(function, inst) => called(view.module, function, inst).is_some_and(is_assume_like),
                    _ => false,
                })
        }
        User::Global(_) => false,
    }
}

/// The intrinsic that an instruction calls.
fn called(module: &Module, function: Global, inst: Inst) -> Option<IntrinsicId> {
    let call = module.body(function)?.inst(inst).call_info()?;
    module.callee(call.callee)?.intrinsic
}

/// Whether an instruction may have an intrinsic as the operand with this number, such as the callee.
fn may_inst_use(view: &ModuleView, intrinsic: Global, function: Global, inst: Inst, operand: u32) -> bool {
    let Some(body) = view.module.body(function) else { return false };
    let data = body.inst(inst);
    let Some(call) = data.call_info() else { return false };
    if called(view.module, function, inst).is_some_and(is_assume_like) {
        return true;
    }
    let mut last = 0;
    data.for_each_operand(body.values(), |_| last += 1);
    if operand + 1 == last && is_type_of(view, intrinsic.into(), call.function_type) {
        return true;
    }
    // The function that is called with the result is an input of an operand bundle.
    let mut first = body.call_args(call).len() as u32;
    body.bundles(call.bundles).iter().any(|bundle| {
        let inputs = first..first + bundle.len;
        first = inputs.end;
        *bundle.tag == *b"clang.arc.attachedcall" && inputs.contains(&operand)
    })
}

/// Whether an intrinsic is only a hint, such as `llvm.assume`.
fn is_assume_like(id: IntrinsicId) -> bool {
    matches!(
        id,
        IntrinsicId::ASSUME
            | IntrinsicId::SIDEEFFECT
            | IntrinsicId::PSEUDOPROBE
            | IntrinsicId::DBG_ASSIGN
            | IntrinsicId::DBG_DECLARE
            | IntrinsicId::DBG_VALUE
            | IntrinsicId::DBG_LABEL
            | IntrinsicId::INVARIANT_START
            | IntrinsicId::INVARIANT_END
            | IntrinsicId::LIFETIME_START
            | IntrinsicId::LIFETIME_END
            | IntrinsicId::EXPERIMENTAL_NOALIAS_SCOPE_DECL
            | IntrinsicId::OBJECTSIZE
            | IntrinsicId::PTR_ANNOTATION
            | IntrinsicId::VAR_ANNOTATION
    )
}
