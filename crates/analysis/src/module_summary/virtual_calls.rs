//! Virtual calls, whose callee is loaded from a virtual table with a type test ([type
//! metadata](https://llvm.org/docs/TypeMetadata.html)).

use lindworm_ir::eval::CastOp;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::InstData;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::summary::{ConstVirtualCall, FunctionSummary, Guid, VirtualFunction};
use lindworm_ir::use_list::UseLists;
use lindworm_ir::{Body, Global, Inst, Module, Type, Value};

use crate::{Cfg, DominatorTree, InstOrder};

/// Finds the virtual calls of a function.
pub(super) struct VirtualCallFinder<'m> {
    module: &'m Module,
    body: &'m Body,
    uses: UseLists,
    dominators: DominatorTree,
    order: InstOrder,
}

/// The uses of the result of one type test.
#[derive(Default)]
struct Found {
    /// The calls, with the byte offset in the table from which the callee was loaded.
    calls: Vec<(Inst, u64)>,
    /// Whether a function pointer has uses other than calls.
    has_other_uses: bool,
}

impl<'m> VirtualCallFinder<'m> {
    pub fn new(module: &'m Module, body: &'m Body) -> Self {
        let cfg = Cfg::new(body);
        let (dominators, order) = (DominatorTree::new(&cfg), InstOrder::new(body));
        VirtualCallFinder { module, body, uses: UseLists::new(body), dominators, order }
    }

    /// Records the information of an intrinsic call that tests a type.
    pub fn intrinsic(&self, inst: Inst, callee: Global, summary: &mut FunctionSummary) {
        let name = self.module[callee].name();
        let Some(call) = self.body.inst(inst).call_info() else { return };
        let args = self.body.list_values(&call.args);
        let is = |test: &str| name.strip_prefix(test.as_bytes()).is_some_and(|rest| rest.is_empty() || rest[0] == b'.');
        if is("llvm.type.test") || is("llvm.public.type.test") {
            let (Some(&table), Some(id)) = (args.first(), args.get(1).and_then(|&v| self.type_id(v))) else { return };
            let is_assumed = |user: Inst| self.calls_intrinsic(user, b"llvm.assume");
            if self.uses.users_of(inst.into()).any(|user| !is_assumed(user)) {
                summary.type_tests.push(id);
            }
            let mut found = Found::default();
            if self.uses.users_of(inst.into()).any(is_assumed) {
                self.loads_from(inst, self.without_casts(table), &mut found);
            }
            let virtual_calls = &mut summary.virtual_calls;
            self.take(found, id, &mut virtual_calls.assumed, &mut virtual_calls.assumed_const);
        } else if is("llvm.type.checked.load") || is("llvm.type.checked.load.relative") {
            let Some(id) = args.get(2).and_then(|&v| self.type_id(v)) else { return };
            let mut found = Found::default();
            match args.get(1).and_then(|&v| self.module.constants().as_u64(v)) {
                None => found.has_other_uses = true,
                Some(offset) => {
                    let mut pointers = Vec::new();
                    for user in self.uses.users_of(inst.into()) {
                        match self.body.inst(user) {
                            InstData::ExtractValue { indices, .. } => match *indices.as_slice(self.body.ints()) {
                                [index] if index.0 == 0 => pointers.push(user),
                                [index] if index.0 == 1 => {}
                                _ => found.has_other_uses = true,
                            },
                            _ => found.has_other_uses = true,
                        }
                    }
                    for pointer in pointers {
                        self.calls_of(inst, pointer.into(), offset, &mut found);
                    }
                }
            }
            if found.has_other_uses {
                summary.type_tests.push(id);
            }
            let virtual_calls = &mut summary.virtual_calls;
            self.take(found, id, &mut virtual_calls.checked, &mut virtual_calls.checked_const);
        }
    }

    /// The type id, if it is a string.
    fn type_id(&self, value: Value) -> Option<Guid> {
        match value.as_metadata()?.open() {
            MetadataRef::String(s) => Some(Guid::of_identifier(self.module.metadata().string(s))),
            _ => None,
        }
    }

    fn calls_intrinsic(&self, inst: Inst, name: &[u8]) -> bool {
        let callee = self.body.inst(inst).call_info().and_then(|call| call.callee.as_global());
        callee.is_some_and(|g| self.module[g].name() == name)
    }

    fn take(
        &self,
        found: Found,
        type_id: Guid,
        calls: &mut Vec<VirtualFunction>,
        const_calls: &mut Vec<ConstVirtualCall>,
    ) {
        for (inst, offset) in found.calls {
            let function = VirtualFunction { type_id, offset };
            let args = self.body.inst(inst).call_info().map_or(&[][..], |call| {
                let inputs: usize = self.body.bundles(call.bundles).iter().map(|b| b.len as usize).sum();
                let args = self.body.list_values(&call.args);
                &args[..args.len() - inputs]
            });
            let constant = |&arg: &Value| {
                let width = self.module.context().int_width(self.module.value_type(Some(self.body), arg))?;
                self.module.constants().as_u64(arg).filter(|_| width <= 64)
            };
            match args.get(1..).unwrap_or(&[]).iter().map(constant).collect() {
                Some(args) => const_calls.push(ConstVirtualCall { function, args }),
                None => calls.push(function),
            }
        }
    }

    /// Follows a pointer to a table to the loads from it.
    fn loads_from(&self, test: Inst, table: Value, found: &mut Found) {
        let mut stack = vec![(table, 0u64)];
        let mut seen = HashSet::default();
        while let Some((pointer, offset)) = stack.pop() {
            // In unreachable code a pointer may be computed from itself.
            if !seen.insert(pointer) {
                continue;
            }
            let mut next = Vec::new();
            for user in self.uses.users_of(pointer) {
                match self.body.inst(user) {
                    InstData::Load { .. } => self.calls_of(test, user.into(), offset, found),
                    InstData::GetElementPtr { source, operands, .. } => {
                        let operands = self.body.list_values(operands);
                        if operands.first() == Some(&pointer)
                            && let Some(more) = self.constant_offset(*source, &operands[1..])
                        {
                            next.push((user.into(), offset.wrapping_add(more)));
                        }
                    }
                    InstData::Cast { op: CastOp::BitCast, .. } => next.push((user.into(), offset)),
                    InstData::Call { call, .. } => {
                        let args = self.body.list_values(&call.args);
                        let distance = args.get(1).and_then(|&v| self.module.constants().as_u64(v));
                        let callee = call.callee.as_global().map(|g| self.module[g].name());
                        if let (Some(distance), Some(name)) = (distance, callee)
                            && name.starts_with(b"llvm.load.relative.")
                        {
                            self.calls_of(test, user.into(), offset.wrapping_add(distance), found);
                        }
                    }
                    _ => {}
                }
            }
            stack.extend(next.into_iter().rev());
        }
    }

    /// Adds the calls of a function pointer that the test dominates.
    fn calls_of(&self, test: Inst, pointer: Value, offset: u64, found: &mut Found) {
        let mut stack = vec![pointer];
        let mut seen = HashSet::default();
        while let Some(pointer) = stack.pop() {
            for user in self.uses.users_of(pointer).filter(|&user| self.comes_after(test, user)) {
                match self.body.inst(user) {
                    InstData::Call { .. } | InstData::Invoke { .. } => found.calls.push((user, offset)),
                    InstData::Cast { op: CastOp::BitCast, .. } if seen.insert(user) => stack.push(user.into()),
                    _ => found.has_other_uses = true,
                }
            }
        }
    }

    /// A pointer with casts stripped.
    fn without_casts(&self, mut value: Value) -> Value {
        let mut seen = HashSet::default();
        while let Some(inst) = value.as_inst()
            && let InstData::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value: inner, .. } =
                *self.body.inst(inst)
            && seen.insert(inst)
        {
            value = inner;
        }
        value
    }

    /// Whether an instruction dominates another.
    fn comes_after(&self, first: Inst, second: Inst) -> bool {
        match (self.body.inst_block(first), self.body.inst_block(second)) {
            (Some(a), Some(b)) if a == b => self.order.comes_before(first, second),
            (Some(a), Some(b)) => self.dominators.dominates(a, b),
            _ => false,
        }
    }

    /// The byte offset that constant indices add to an address.
    fn constant_offset(&self, source: Type, indices: &[Value]) -> Option<u64> {
        let (cx, layout) = (self.module.context(), self.module.data_layout());
        let mut ty = source;
        let mut offset = 0u64;
        for (i, &index) in indices.iter().enumerate() {
            let index = self.module.constants().as_int(cx, index)?.to_i64()? as u64;
            if i > 0 && cx.is_struct(ty) {
                let field = usize::try_from(index).ok()?;
                offset = offset.wrapping_add(layout.struct_layout(cx, ty)?.offsets.get(field)?.min);
                ty = *cx.struct_parts(ty)?.0.get(field)?;
                continue;
            }
            let size;
            (ty, size) = layout.indexed(cx, ty, i == 0)?;
            offset = offset.wrapping_add(size.min.wrapping_mul(index));
        }
        Some(offset)
    }
}

/// Removes duplicates from the records of a function.
pub(super) fn drop_repeated(summary: &mut FunctionSummary) {
    let calls = &mut summary.virtual_calls;
    keep_first(&mut summary.type_tests);
    keep_first(&mut calls.assumed);
    keep_first(&mut calls.checked);
    keep_first(&mut calls.assumed_const);
    keep_first(&mut calls.checked_const);
}

fn keep_first<T: Clone + Eq + std::hash::Hash>(list: &mut Vec<T>) {
    let mut seen = HashSet::default();
    list.retain(|item| seen.insert(item.clone()));
}
