//! Allocations: variables and calls of allocation functions that are not needed, and `free`.

use lindworm_ir::attributes::{AllocKind, AllocSize, AttrKind, Attribute};
use lindworm_ir::editor::Point;
use lindworm_ir::eval::IntPredicate;
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::{AtomicOrdering, CallInfo};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Type, Value};
use smallvec::SmallVec;

use super::Combiner;
use crate::call_site::{library_function, result_has, result_sets};
use crate::memory_calls::insert_memory_call;

/// The maximum number of uses of an allocation that is removed.
const MAX_USES: usize = 1024;

/// What an allocation function does.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Role {
    Allocates,
    Reallocates,
    Frees,
}

/// What is known of an allocation function: functions of one family free what others of it allocate.
#[derive(Clone, PartialEq)]
pub(super) struct Allocator {
    family: Vec<u8>,
    pub role: Role,
    /// The argument that is freed.
    freed: usize,
    /// The arguments whose product is the size.
    size: Option<AllocSize>,
    align: Option<usize>,
    /// Whether allocated memory is zero.
    is_zeroed: bool,
}

impl Allocator {
    /// The functions that LLVM knows by name; what others do is in their attributes.
    fn named(name: &[u8]) -> Option<Allocator> {
        let new = |family: &[u8], role, size: Option<(u32, Option<u32>)>| Allocator {
            family: family.to_vec(),
            role,
            freed: 0,
            size: size.map(|(size, count)| AllocSize { size, count }),
            align: None,
            is_zeroed: false,
        };
        use Role::*;
        Some(match name {
            b"strdup" | b"strndup" => new(b"malloc", Allocates, None),
            _ => {
                // Operators of C++: `new`, `delete`, and those of arrays; by the Itanium and by Microsoft's ABI.
                let (family, role, rest): (&[u8], _, _) = match name {
                    [b'_', b'Z', b'n', kind @ (b'w' | b'a'), b'j' | b'm', rest @ ..] => (&[*kind], Allocates, rest),
                    [b'_', b'Z', b'd', b'l', b'P', b'v', rest @ ..] => (b"w", Frees, rest),
                    [b'_', b'Z', b'd', b'a', b'P', b'v', rest @ ..] => (b"a", Frees, rest),
                    [b'?', b'?', kind @ (b'2' | b'3' | b'_'), rest @ ..] => match (kind, rest) {
                        (b'2', [b'@', b'Y', b'A', b'P', ..]) => (b"?", Allocates, rest),
                        (b'3', [b'@', b'Y', b'A', b'X', b'P', ..]) => (b"?", Frees, rest),
                        (b'_', [b'U', b'@', ..]) => (b"?_", Allocates, rest),
                        (b'_', [b'V', b'@', ..]) => (b"?_", Frees, rest),
                        _ => return None,
                    },
                    _ => return None,
                };
                let is_aligned = rest.windows(11).any(|part| part == b"align_val_t");
                let family = [family, if is_aligned { b"aligned" } else { b"" }].concat();
                let size = (role == Allocates).then_some((0, None));
                Allocator { align: is_aligned.then_some(1).filter(|_| role == Allocates), ..new(&family, role, size) }
            }
        })
    }
}

impl Combiner<'_, '_, '_> {
    /// The allocation function that a call, invoke or callbr calls.
    pub(super) fn allocator_at(&self, inst: Inst) -> Option<Allocator> {
        self.allocator(self.f.editor.body().inst(inst).call_info()?)
    }

    fn allocator(&self, call: &CallInfo) -> Option<Allocator> {
        let module = self.f.editor.module();
        let cx = module.context();
        let global = module.global(call.callee.as_global()?)?;
        let function = global.as_function()?;
        if let Some(name) = library_function(module, call).filter(|name| self.may_use(name))
            && let Some(known) = Allocator::named(name)
        {
            return Some(known);
        }
        let sets = [call.attributes, function.attributes].map(|list| cx.attribute_list(list));
        let int = |kind| sets.iter().find_map(|list| cx.attribute_int(list.function, kind));
        let kind = AllocKind::from_bits(int(AttrKind::ALLOC_KIND)? as u32)?;
        let family = sets.iter().find_map(|list| cx.attribute_value(list.function, b"alloc-family"));
        let params = cx.function_parts(call.function_type)?.1.len();
        let place = |kind| (0..params).find(|&n| sets.iter().any(|list| cx.has_attribute(list.param(n), kind)));
        let role = match () {
            _ if kind.contains(AllocKind::REALLOC) => Role::Reallocates,
            _ if kind.contains(AllocKind::FREE) => Role::Frees,
            _ if kind.contains(AllocKind::ALLOC) => Role::Allocates,
            _ => return None,
        };
        Some(Allocator {
            family: family?.to_vec(),
            role,
            freed: place(AttrKind::ALLOC_PTR).unwrap_or(0),
            size: int(AttrKind::ALLOC_SIZE).map(AllocSize::from_bits),
            align: place(AttrKind::ALLOC_ALIGN),
            is_zeroed: kind.contains(AllocKind::ZEROED),
        })
    }

    /// Declares the size and the alignment of what a call allocates. Returns whether the call changed.
    pub(super) fn mark_allocation(&mut self, inst: Inst, known: Option<&Allocator>) -> bool {
        let Some(call) = self.f.editor.body().inst(inst).call_info().copied() else { return false };
        let ty = self.f.editor.body().inst_type(inst);
        let module = self.f.editor.module();
        let cx = module.context();
        if !cx.is_pointer(ty) {
            return false;
        }
        let Some(known) = known.filter(|known| known.role != Role::Frees) else { return false };
        let args = self.f.editor.body().call_args(&call);
        let number = |place: usize| module.constants().as_u64(*args.get(place)?);
        let size = known.size.and_then(|size| {
            let count = size.count.map_or(Some(1), |count| number(count as usize))?;
            number(size.size as usize)?.checked_mul(count)
        });
        let mut set = cx.attribute_list(call.attributes).result;
        let old = set;
        if let Some(size) = size.filter(|&size| size != 0) {
            let is_non_null = result_has(module, &call, AttrKind::NON_NULL);
            let kind = if is_non_null { AttrKind::DEREFERENCEABLE } else { AttrKind::DEREFERENCEABLE_OR_NULL };
            if !result_has(module, &call, kind) {
                set = cx.with_attribute(set, Attribute::Int(kind, size));
            }
        }
        let align = known.align.and_then(number).filter(|align| align.is_power_of_two() && *align <= 1 << 32);
        let declared = result_sets(module, &call).filter_map(|set| cx.attribute_int(set, AttrKind::ALIGN)).max();
        if let Some(align) = align.filter(|&align| align > declared.unwrap_or(1)) {
            set = cx.with_attribute(set, Attribute::Int(AttrKind::ALIGN, align));
        }
        if set == old {
            return false;
        }
        self.f.editor.change(inst, |data, _| {
            if let Some(call) = data.call_info_mut() {
                call.attributes = cx.with_result_attributes(call.attributes, set);
            }
        });
        true
    }

    /// Simplifies a call of a function that frees memory: removes it if it frees null, and removes a call of `realloc` of whose
    /// result it is the only use. Returns `None` if the call is of another function.
    pub(super) fn visit_free(&mut self, inst: Inst, known: Option<&Allocator>) -> Option<()> {
        let InstData::Call { call, .. } = self.data(inst) else { return None };
        let known = known.filter(|known| known.role == Role::Frees)?;
        let freed = *self.f.editor.body().call_args(&call).get(known.freed)?;
        let constants = self.f.editor.module().constants();
        if constants.is_zero(freed) {
            self.remove_store(inst);
            return Some(());
        }
        if let Some(source) = freed.as_inst()
            && self.f.editor.uses().has_one_use(freed)
            && let InstData::Call { call: inner, .. } = self.data(source)
            && let Some(inner_known) = self.allocator(&inner)
            && inner_known.role == Role::Reallocates
        {
            let old = *self.f.editor.body().call_args(&inner).get(inner_known.freed)?;
            self.f.editor.replace_all(freed, old);
            self.remove_store(source);
            self.worklist.push(inst);
        }
        Some(())
    }

    /// Removes an allocation that is only written or only read, with its uses. Loads then give the initial value.
    pub(super) fn remove_unneeded(&mut self, allocation: Inst, known: Option<&Allocator>) -> bool {
        let initial = match self.data(allocation) {
            InstData::Alloca { .. } => Some(false),
            _ => match known {
                // What `strdup` allocates has a value.
                Some(known) if known.role == Role::Allocates => known.size.map(|_| known.is_zeroed),
                _ => return false,
            },
        };
        let Some(users) = self.users_of_unneeded(allocation, known, initial) else { return false };
        let mut seen = HashSet::default();
        let users: Vec<Inst> = users.into_iter().filter(|user| seen.insert(*user)).collect();
        // Users come after what they use.
        for &user in users.iter().rev() {
            if self.f.editor.body().inst_block(user).is_none() {
                continue;
            }
            let ty = self.f.editor.body().inst_type(user);
            let module = self.f.editor.module();
            let replacement = match self.data(user) {
                InstData::Load { .. } => match initial {
                    Some(true) => module.constants().zero(module.context(), ty),
                    _ => module.constants().undef(ty),
                },
                InstData::ICmp { predicate, .. } => self.query().bool(Type::I1, predicate == IntPredicate::Ne),
                InstData::Call { .. } if user != allocation && initial == Some(true) => {
                    self.fill_with_zeros(user, &seen);
                    module.constants().poison(ty)
                }
                _ => module.constants().poison(ty),
            };
            if ty != Type::VOID {
                self.push_users(user);
                if !self.f.editor.uses().is_unused(user.into()) {
                    self.f.editor.replace_all(user.into(), replacement);
                }
            }
            self.erase(user);
        }
        true
    }

    /// A copy from zeroed memory fills the destination with zeros.
    fn fill_with_zeros(&mut self, copy: Inst, users: &HashSet<Inst>) {
        let Some(call) = self.f.editor.body().inst(copy).call_info().copied() else { return };
        let id = self.f.editor.module().callee(call.callee).and_then(|f| f.intrinsic);
        let args: SmallVec<[Value; 4]> = self.f.editor.body().call_args(&call).into();
        let is_copy = matches!(id, Some(IntrinsicId::MEMCPY | IntrinsicId::MEMMOVE));
        if !is_copy || args[0].as_inst().is_some_and(|to| users.contains(&to)) {
            return;
        }
        let cx = self.f.editor.module().context();
        let align = cx.attribute_int(cx.attribute_list(call.attributes).param(0), AttrKind::ALIGN);
        let loc = self.f.editor.body().debug_loc(copy);
        let zero = self.zero(Type::I8);
        let operands = [args[0], zero, args[2]];
        let at = Point::Before(copy);
        let new = insert_memory_call(self.f, at, loc, "llvm.memset", operands, [align, None], false);
        if let Some(new) = new {
            self.worklist.push(new);
        }
    }

    /// The users of an allocation, if it can be removed with them.
    fn users_of_unneeded(
        &self,
        allocation: Inst,
        family: Option<&Allocator>,
        initial: Option<bool>,
    ) -> Option<Vec<Inst>> {
        let editor = &self.f.editor;
        let body = editor.body();
        let constants = editor.module().constants();
        let mut users: Vec<Inst> = vec![allocation];
        let mut addresses: Vec<Inst> = vec![allocation];
        let (mut is_read, mut is_written) = (false, false);
        while let Some(address) = addresses.pop() {
            for at in editor.uses().of(address.into()) {
                if users.len() > MAX_USES {
                    return None;
                }
                let user = at.user;
                match body.inst(user) {
                    InstData::GetElementPtr { .. } if at.operand == 0 => addresses.push(user),
                    InstData::Cast { op: lindworm_ir::eval::CastOp::AddrSpaceCast, .. } => addresses.push(user),
                    InstData::ICmp { predicate, lhs, rhs, .. } => {
                        let other = if *lhs == address.into() { *rhs } else { *lhs };
                        let is_null = constants.is_zero(other) && family.is_some();
                        if !predicate.is_equality() || !is_null || !self.never_fails(allocation) {
                            return None;
                        }
                    }
                    InstData::Store { volatile: false, ordering, .. }
                        if at.operand == 1 && *ordering <= AtomicOrdering::Unordered =>
                    {
                        is_written = true;
                    }
                    InstData::Load { volatile: false, ordering, .. } if *ordering <= AtomicOrdering::Unordered => {
                        is_read = true;
                    }
                    InstData::Call { call, .. } => {
                        let args = body.call_args(call);
                        let id = editor.module().callee(call.callee).and_then(|f| f.intrinsic);
                        use IntrinsicId as I;
                        match id {
                            Some(I::LIFETIME_START | I::LIFETIME_END | I::ASSUME | I::INVARIANT_START) => {}
                            Some(I::LAUNDER_INVARIANT_GROUP | I::STRIP_INVARIANT_GROUP) => addresses.push(user),
                            Some(I::MEMSET | I::MEMCPY | I::MEMMOVE) if constants.is_zero(args[3]) => {
                                is_written |= at.operand == 0;
                                is_read |= at.operand == 1;
                            }
                            Some(_) => return None,
                            None => {
                                let known = self.allocator(call)?;
                                let is_same = family.is_some_and(|f| f.family == known.family);
                                if !is_same || known.freed != at.operand as usize {
                                    return None;
                                }
                                match known.role {
                                    Role::Frees => {}
                                    Role::Reallocates => addresses.push(user),
                                    Role::Allocates => return None,
                                }
                            }
                        }
                    }
                    _ => return None,
                }
                users.push(user);
            }
        }
        let is_known =
            initial.is_some() && matches!(body.inst(allocation), InstData::Alloca { .. } | InstData::Call { .. });
        (!is_read || !is_written && is_known).then_some(users)
    }

    /// Whether an allocation may be assumed not to return null: not `aligned_alloc`, unless alignment and size are valid.
    fn never_fails(&self, allocation: Inst) -> bool {
        let module = self.f.editor.module();
        let Some(call) = self.f.editor.body().inst(allocation).call_info() else { return true };
        let callee = call.callee.as_global().and_then(|g| module.global(g));
        if callee.is_none_or(|callee| callee.name() != b"aligned_alloc") {
            return true;
        }
        let args = self.f.editor.body().call_args(call);
        let number = |place: usize| module.constants().as_u64(*args.get(place)?);
        match (number(0), number(1)) {
            (Some(align), Some(size)) => align.is_power_of_two() && size.is_multiple_of(align),
            _ => false,
        }
    }
}
