//! Allocations of zeroed memory: their recognition, and their formation of an allocation and a `memset`.

use lindworm_ir::attributes::{AllocKind, AttrKind, Attribute, AttributeList};
use lindworm_ir::builder::CallOptions;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::IntPredicate;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Body, Inst, InstData, Module, Value};

use super::Elimination;
use crate::call_site::library_function;
use crate::infer_attrs::library_attributes;

/// The attribute that names the function that allocates zeroed memory with the same parameters.
const VARIANT: &[u8] = b"alloc-variant-zeroed";

/// Whether an object is memory that was zero when it was allocated.
pub(super) fn is_zeroed(module: &Module, body: &Body, object: Value) -> bool {
    let Some(call) = object.as_inst().and_then(|inst| body.inst(inst).call_info()) else { return false };
    let cx = module.context();
    let of_callee = module.callee(call.callee).map(|f| f.attributes);
    let mut kinds = [Some(call.attributes), of_callee].into_iter().flatten().filter_map(|list| {
        let set = cx.attribute_list(list).function;
        cx.attribute_int(set, AttrKind::ALLOC_KIND)
    });
    kinds.any(|kind| kind & u64::from(AllocKind::ZEROED.bits()) != 0)
        || library_function(module, call) == Some(b"calloc")
}

impl Elimination<'_, '_, '_> {
    /// Replaces a call of `malloc`, of which the whole memory is then zeroed, by one of `calloc`. A function may name its own
    /// zeroing variant in an attribute.
    pub(super) fn form_zeroed_allocations(&mut self) {
        let (module, cx) = (self.f.editor.module(), self.f.editor.module().context());
        let own = module.global(self.f.additions.function());
        let set = cx.attribute_list(self.f.additions.attributes()).function;
        let sanitizers = [AttrKind::SANITIZE_MEMORY, AttrKind::SANITIZE_ADDRESS, AttrKind::SANITIZE_HW_ADDRESS];
        if own.is_some_and(|own| own.name() == b"calloc") || sanitizers.iter().any(|&kind| cx.has_attribute(set, kind))
        {
            return;
        }
        let fills: Vec<Inst> =
            self.cfg.reverse_postorder().iter().flat_map(|block| &self.memory[block]).copied().collect();
        for fill in fills {
            if !self.erased.contains(&fill)
                && self.call(fill).is_some_and(|(id, _)| id == Some(IntrinsicId::MEMSET))
                && self.removable_write(fill).is_some()
            {
                self.form_zeroed_allocation(fill);
            }
        }
    }

    fn form_zeroed_allocation(&mut self, fill: Inst) -> Option<()> {
        let (module, body) = (self.f.editor.module(), self.f.editor.body());
        let (cx, constants) = (module.context(), module.constants());
        let [pointer, byte, len] = [body.operand(fill, 0)?, body.operand(fill, 1)?, body.operand(fill, 2)?];
        let allocation = self.aliases().underlying_object(pointer).as_inst()?;
        let InstData::Call { call, convention, .. } = body.inst(allocation) else { return None };
        let args = body.call_args(call).to_vec();
        if !constants.is_zero(byte)
            || self.strip(pointer) != allocation.into()
            || args.first() != Some(&len)
            || !self.places.contains_key(&allocation)
            || !self.is_filled_unless_null(allocation, fill, pointer)
            || !self.is_unmodified_between(allocation, fill, &self.removable_write(fill)?)
        {
            return None;
        }
        let ty = module.global(call.callee.as_global()?)?.value_type;
        let callee = module.callee(call.callee)?;
        let set = |list: AttributeList| cx.attribute_list(list).function;
        let variant = [call.attributes, callee.attributes]
            .into_iter()
            .find_map(|list| cx.attribute_value(set(list), VARIANT).filter(|name| !name.is_empty()));

        let (name, ty, attributes, args) = if library_function(module, call) == Some(b"malloc") {
            let (result, params, _) = cx.function_parts(ty)?;
            let ty = cx.function_type(result, &[params[0], params[0]], false);
            let one = constants.int(cx, params[0], 1);
            (b"calloc".to_vec(), ty, library_attributes(cx, b"calloc"), vec![one, args[0]])
        } else {
            let old = set(callee.attributes);
            let kind = cx.attribute_int(old, AttrKind::ALLOC_KIND).unwrap_or(0);
            let kind =
                AllocKind::from_bits_truncate(kind as u32).difference(AllocKind::UNINITIALIZED) | AllocKind::ZEROED;
            let new = cx.with_attribute(old, Attribute::Int(AttrKind::ALLOC_KIND, kind.bits().into()));
            let new = cx.without_attribute(new, VARIANT);
            (variant?.to_vec(), ty, cx.with_function_attributes(callee.attributes, new), args)
        };
        let function = self.f.additions.function_named(&name, ty, attributes);
        let loc = self.f.editor.body().debug_loc(allocation);
        let options = CallOptions { convention: *convention, ..CallOptions::default() };
        let build = |b: &mut lindworm_ir::builder::Builder<'_>| b.call_with(function.into(), ty, &args, options);
        let new = self.f.editor.build(Point::Before(allocation), loc, build).ok()?;
        self.f.editor.set_name(new.into(), &name);
        self.f.editor.replace_all(allocation.into(), new.into());
        // The new call is where the old one was.
        let &(block, index) = self.places.get(&allocation)?;
        self.memory.get_mut(&block)?[index] = new;
        self.places.insert(new, (block, index));
        self.erase(fill);
        self.erased.insert(allocation);
        self.f.editor.erase(allocation);
        Some(())
    }

    /// Whether a fill is in the block of the allocation, or in the one that follows if the allocation succeeds.
    fn is_filled_unless_null(&self, allocation: Inst, fill: Inst, pointer: Value) -> bool {
        let body = self.f.editor.body();
        let [Some(from), Some(to)] = [allocation, fill].map(|inst| body.inst_block(inst)) else { return false };
        if from == to {
            return true;
        }
        let Some(InstData::CondBr { condition, if_false, .. }) = body.terminator(from).map(|inst| body.inst(inst))
        else {
            return false;
        };
        let compare = condition.as_inst().map(|inst| body.inst(inst));
        *if_false == to
            && self.f.editor.single_predecessor(to) == Some(from)
            && matches!(compare, Some(&InstData::ICmp { predicate: IntPredicate::Eq, lhs, rhs, .. })
                if lhs == pointer && self.f.editor.module().constants().is_zero(rhs))
    }
}
