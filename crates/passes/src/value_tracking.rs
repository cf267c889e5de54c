//! What is known of a value without looking at where it is used.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::constant::ConstantData;
use lindworm_ir::editor::{Editor, Listener};
use lindworm_ir::eval::IntFlags;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Global, InstData, Value};

use crate::{DEREFERENCEABLE, NO_UNDEF};

/// How far operands are followed.
const MAX_DEPTH: usize = 6;

/// Whether a value is surely not poison. `function` is whose body it is of.
pub fn is_guaranteed_not_poison<L: Listener>(editor: &Editor<'_, L>, function: Global, value: Value) -> bool {
    not_poison(editor, function, value, MAX_DEPTH)
}

fn not_poison<L: Listener>(editor: &Editor<'_, L>, function: Global, value: Value, depth: usize) -> bool {
    let (module, body) = (editor.module(), editor.body());
    let has = |set, kind| module.context().has_attribute(set, kind);
    match value.kind() {
        ValueKind::Constant(c) => {
            let mut pending = vec![c];
            while let Some(c) = pending.pop() {
                let data = &module.constants().get(c).data;
                if matches!(data, ConstantData::Poison | ConstantData::Expr(_)) || pending.len() > 64 {
                    return false;
                }
                data.for_each_operand(|v| pending.extend(v.as_constant()));
            }
            true
        }
        ValueKind::Global(_) | ValueKind::Block(_) | ValueKind::Metadata(_) | ValueKind::InlineAsm(_) => true,
        ValueKind::Arg(n) => module.function(function).is_some_and(|f| {
            let set = module.context().attribute_list(f.attributes).param(n as usize);
            [AttrKind::NO_UNDEF, AttrKind::DEREFERENCEABLE, AttrKind::DEREFERENCEABLE_OR_NULL]
                .into_iter()
                .any(|kind| has(set, kind))
        }),
        ValueKind::Inst(inst) => {
            let data = body.inst(inst);
            let cannot_create = match data {
                InstData::Freeze { .. } | InstData::Alloca { .. } => return true,
                InstData::Load { .. } => {
                    let kinds = [NO_UNDEF, DEREFERENCEABLE];
                    return kinds.into_iter().any(|kind| body.attachment(inst, kind).is_some());
                }
                InstData::Call { call, .. } | InstData::Invoke { call, .. } => {
                    let declared = module.callee(call.callee).map(|f| f.attributes);
                    let lists = [Some(call.attributes), declared].into_iter().flatten();
                    return lists
                        .map(|list| module.context().attribute_list(list).result)
                        .any(|set| has(set, AttrKind::NO_UNDEF));
                }
                InstData::ICmp { .. } | InstData::Select { .. } => true,
                InstData::Binary { op, flags, .. } => {
                    use lindworm_ir::eval::BinaryOp::*;
                    flags.is_empty() && matches!(op, Add | Sub | Mul | And | Or | Xor | UDiv | SDiv | URem | SRem)
                }
                InstData::Cast { op, flags, .. } => {
                    use lindworm_ir::eval::CastOp::*;
                    *flags == IntFlags::empty() && matches!(op, Trunc | ZExt | SExt | BitCast | PtrToInt | IntToPtr)
                }
                InstData::GetElementPtr { flags, .. } => flags.is_empty(),
                _ => false,
            };
            let mut all = cannot_create && depth > 0;
            data.for_each_operand(body.values(), |operand| {
                all = all && (operand.as_block().is_some() || not_poison(editor, function, operand, depth - 1));
            });
            all
        }
    }
}
