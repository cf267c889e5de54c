//! Before an alloca is split: loads and stores of structs and arrays become ones of scalars, and an address computed from a select
//! or phi becomes a select or phi of addresses.

use lindworm_ir::builder::BuildError;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{CastOp, FastMathFlags};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{Align, AtomicOrdering, GepFlags, TailCall};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::Splitter;
use super::rewrite::common_align;
use super::tags::copy_alias_tags;
use crate::edges::{incoming, set_incoming};
use crate::value_tracking::Query;

/// The maximum number of scalars of a struct or array that is loaded or stored.
const MAX_SCALARS: usize = 4096;

/// A value with its replacement for the operand of an address computation.
type Replacement = (Value, Value);

impl Splitter<'_, '_, '_> {
    /// Rewrites the accesses of an alloca. Linear in the uses of its addresses and in the scalars accessed.
    pub(super) fn simplify_accesses(&mut self, alloca: Inst) {
        let mut visited: HashSet<Inst> = HashSet::default();
        let mut pending: Vec<Use> = Vec::new();
        self.enqueue(alloca, &mut visited, &mut pending);
        while let Some(at) = pending.pop() {
            let body = self.f.editor.body();
            if body.inst_block(at.user).is_none() {
                continue;
            }
            let address = match *body.inst(at.user) {
                InstData::Load { volatile: false, ordering: AtomicOrdering::NotAtomic, .. } => {
                    self.split_aggregate(at.user);
                    continue;
                }
                InstData::Store { volatile: false, ordering: AtomicOrdering::NotAtomic, .. } if at.operand == 1 => {
                    self.split_aggregate(at.user);
                    continue;
                }
                InstData::GetElementPtr { .. } => {
                    let unfolded = self.unfold_select(at.user).or_else(|| self.unfold_phi(at.user));
                    unfolded.unwrap_or(at.user)
                }
                InstData::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, .. }
                | InstData::Phi { .. }
                | InstData::Select { .. } => at.user,
                _ => continue,
            };
            visited.insert(address);
            self.enqueue(address, &mut visited, &mut pending);
        }
    }

    fn enqueue(&self, address: Inst, visited: &mut HashSet<Inst>, pending: &mut Vec<Use>) {
        pending.extend(self.f.editor.uses().of(address.into()).filter(|at| visited.insert(at.user)));
    }

    /// The indices of each scalar of a type, and its type; `None` if there are too many.
    fn scalars(&self, ty: Type) -> Option<Vec<(Vec<u32>, Type)>> {
        let cx = self.types.cx;
        let mut found = Vec::new();
        let mut pending = vec![(Vec::new(), ty)];
        while let Some((path, ty)) = pending.pop() {
            if !cx.is_aggregate(ty) {
                found.push((path, ty));
                continue;
            }
            let count = self.f.editor.module().constants().element_count(cx, ty)?;
            if count > MAX_SCALARS as u64
                || count as usize + pending.len() + found.len() > MAX_SCALARS
                || path.len() > MAX_SCALARS
            {
                return None;
            }
            for n in (0..count).rev() {
                pending.push(([&path[..], &[n as u32]].concat(), cx.element_type(ty, n)?));
            }
        }
        Some(found)
    }

    /// Splits a load or store of a struct or array into loads or stores of its scalars.
    fn split_aggregate(&mut self, inst: Inst) {
        let (types, body) = (self.types, self.f.editor.body());
        let module = self.f.editor.module();
        let (ty, pointer, align, stored) = match *body.inst(inst) {
            InstData::Load { pointer, align, .. } => (body.inst_type(inst), pointer, align, None),
            InstData::Store { value, pointer, align, .. } => {
                (self.f.editor.type_of(value), pointer, align, Some(value))
            }
            _ => return,
        };
        if !types.cx.is_aggregate(ty) {
            return;
        }
        let Some(parts) = self.scalars(ty) else { return };
        let base = body.name(stored.unwrap_or(inst.into())).to_vec();
        let query = Query::new(&self.f.editor, self.f.additions.function());
        let mut offsets = Vec::new();
        for (path, _) in &parts {
            let mut indices = vec![module.constants().int(types.cx, Type::I32, 0)];
            indices.extend(path.iter().map(|&n| module.constants().int(types.cx, Type::I32, n.into())));
            let Some(offset) = query.constant_offset(ty, &indices).and_then(|n| u64::try_from(n).ok()) else { return };
            offsets.push((indices, offset));
        }
        let abi = || types.layout.abi_align(types.cx, ty).unwrap_or(Align::ONE);
        let align = if align.is_some() { align } else { abi() };
        let built = self.f.editor.build_before(inst, |b| {
            let mut whole = b.module().constants().poison(ty);
            let mut accesses = Vec::new();
            for ((path, scalar), (indices, offset)) in parts.iter().zip(&offsets) {
                let places: Vec<String> = path.iter().map(|n| format!(".{n}")).collect();
                let of = |what: &str| [&base[..], format!(".fca{}.{what}", places.concat()).as_bytes()].concat();
                let align = common_align(align, *offset);
                let flags = GepFlags::INBOUNDS | GepFlags::NUSW;
                let access = match stored {
                    Some(value) => {
                        let part = b.named(of("extract")).extract_value_at(value, path)?;
                        let to = b.named(of("gep")).gep(ty, flags, pointer, indices)?;
                        b.store(part, to, align)?
                    }
                    None => {
                        let from = b.named(of("gep")).gep(ty, flags, pointer, indices)?;
                        let part = b.named(of("load")).load(*scalar, from, align)?;
                        whole = b.named(of("insert")).insert_value_at(whole, part, path)?;
                        let Some(load) = part.as_inst() else { continue };
                        load
                    }
                };
                accesses.push((access, *offset, *scalar));
            }
            Ok::<_, BuildError>((whole, accesses))
        });
        let Ok((whole, accesses)) = built else { return };
        for &(access, offset, scalar) in &accesses {
            copy_alias_tags(self.f, types, inst, access, offset, scalar);
        }
        if stored.is_none() {
            let loads: Vec<Value> = accesses.iter().map(|&(load, ..)| load.into()).collect();
            self.split_fake_uses(inst, &loads);
            self.f.editor.replace_all(inst.into(), whole);
        }
        self.f.editor.erase(inst);
    }

    /// Replaces each `llvm.fake.use` of a struct or array by one for each scalar.
    fn split_fake_uses(&mut self, load: Inst, parts: &[Value]) {
        let editor = &mut self.f.editor;
        let users: Vec<Inst> = editor.uses().of(load.into()).map(|at| at.user).collect();
        for user in users {
            let Some(call) = editor.body().inst(user).call_info() else { continue };
            let intrinsic = editor.module().callee(call.callee).and_then(|callee| callee.intrinsic);
            if intrinsic != Some(IntrinsicId::FAKE_USE) || editor.body().call_args(call).len() != 1 {
                continue;
            }
            for &part in parts {
                let copy = editor.clone_inst(user, Point::Before(user));
                editor.change(copy, |data, _| {
                    if let InstData::Call { tail, .. } = data {
                        *tail = TailCall::None;
                    }
                });
                editor.set_operand(Use { user: copy, operand: 0 }, part);
            }
            editor.erase(user);
        }
    }

    /// The operands of an address computation if all indices are constant except one given by `is_variable`, or none; and that
    /// operand.
    fn variable_operand(&self, gep: Inst, is_variable: impl Fn(&InstData) -> bool) -> Option<(Vec<Value>, Value)> {
        let (body, module) = (self.f.editor.body(), self.f.editor.module());
        let InstData::GetElementPtr { operands, .. } = *body.inst(gep) else { return None };
        let operands = body.list_values(&operands).to_vec();
        let as_variable = |value: Value| value.as_inst().filter(|&inst| is_variable(body.inst(inst)));
        let mut found = as_variable(operands[0]).map(Value::from);
        for &index in &operands[1..] {
            if as_variable(index).is_some() {
                if found.is_some() {
                    return None;
                }
                found = Some(index);
            } else {
                module.constants().as_int(self.types.cx, index)?;
            }
        }
        Some((operands, found?))
    }

    /// The address computation with another operand, built before an instruction.
    fn build_gep(
        &mut self,
        gep: Inst,
        before: Inst,
        operands: &[Value],
        (old, new): Replacement,
        name: Vec<u8>,
    ) -> Option<Value> {
        let InstData::GetElementPtr { source, flags, .. } = *self.f.editor.body().inst(gep) else { return None };
        let operands: Vec<Value> = operands.iter().map(|&value| if value == old { new } else { value }).collect();
        self.f.editor.build_before(before, |b| b.named(name).gep(source, flags, operands[0], &operands[1..])).ok()
    }

    /// Replaces an address computed from a select by a select of addresses.
    fn unfold_select(&mut self, gep: Inst) -> Option<Inst> {
        let types = self.types;
        let of = |data: &InstData| matches!(data, InstData::Select { .. } | InstData::Cast { op: CastOp::ZExt, .. });
        let (operands, variable) = self.variable_operand(gep, of)?;
        let module = self.f.editor.module();
        let body = self.f.editor.body();
        let is_address = variable == operands[0];
        let is_number = |value: Value| module.constants().as_int(types.cx, value).is_some();
        let inst = variable.as_inst()?;
        let (condition, arms) = match *body.inst(inst) {
            InstData::Select { condition, if_true, if_false, .. }
                if is_address || is_number(if_true) && is_number(if_false) =>
            {
                (condition, [if_true, if_false])
            }
            InstData::Cast { value, .. } if self.f.editor.type_of(value) == Type::I1 => {
                let ty = self.f.editor.type_of(variable);
                (value, [1, 0].map(|n| module.constants().int(types.cx, ty, n)))
            }
            _ => return None,
        };
        let select_name = [body.name(variable), b".sroa.sel"].concat();
        let mut addresses = Vec::new();
        for arm in arms {
            let name = [self.f.editor.body().name(arm), b".sroa.gep"].concat();
            addresses.push(self.build_gep(gep, gep, &operands, (variable, arm), name)?);
        }
        let built =
            self.f.editor.build_before(gep, |b| b.named(select_name).select(condition, addresses[0], addresses[1]));
        let new = built.ok()?;
        let select = new.as_inst();
        if let Some(select) = select
            && matches!(self.f.editor.body().inst(inst), InstData::Select { .. })
        {
            for kind in [MetadataKind::PROF, crate::known!(b"unpredictable")] {
                let metadata = self.f.editor.body().attachment(inst, kind);
                if metadata.is_some() {
                    self.f.editor.set_attachment(select, kind, metadata);
                }
            }
        }
        // A function with a profile says of each select that its outcome is unknown.
        let function = module.global(self.f.additions.function());
        if let Some(select) = select
            && matches!(self.f.editor.body().inst(inst), InstData::Cast { .. })
            && function.is_some_and(|function| module.entry_count(function).is_some())
        {
            let words = [&b"unknown"[..], b"sroa"].map(|text| self.f.additions.metadata.add_string(text).bits());
            let unknown = self.f.additions.metadata.add_node(NodeKind::Tuple, false, &words);
            self.f.editor.set_attachment(select, MetadataKind::PROF, Some(unknown));
        }
        self.f.editor.replace_all(gep.into(), new);
        self.f.editor.erase(gep);
        select
    }

    /// Replaces an address computed from a phi by a phi of addresses. These are computed in the entry block.
    fn unfold_phi(&mut self, gep: Inst) -> Option<Inst> {
        let (operands, variable) = self.variable_operand(gep, |data| matches!(data, InstData::Phi { .. }))?;
        let body = self.f.editor.body();
        let entry = body.entry()?;
        let phi = variable.as_inst()?;
        let is_available = |value: Value| match value.as_inst() {
            None => true,
            Some(inst) => {
                matches!(body.inst(inst), InstData::Alloca { count, .. } if count.is_constant())
                    && body.inst_block(inst) == Some(entry)
            }
        };
        let entries = incoming(&self.f.editor, phi);
        let is_number = |value: Value| self.f.editor.module().constants().as_int(self.types.cx, value).is_some();
        let is_fine = match variable == operands[0] {
            true => entries.iter().all(|&(value, _)| is_available(value)),
            false => is_available(operands[0]) && entries.iter().all(|&(value, _)| is_number(value)),
        };
        let terminator = body.terminator(entry).filter(|_| is_fine)?;
        let name = body.name(variable).to_vec();
        let data = InstData::Phi { incoming: self.f.editor.list(&[]), fast_math: FastMathFlags::empty() };
        let ty = self.f.editor.body().inst_type(gep);
        let location = self.f.editor.body().debug_loc(phi);
        let new = self.f.editor.insert(Point::Before(phi), data, ty);
        self.f.editor.set_debug_loc(new, location);
        self.f.editor.set_name(new.into(), &[&name[..], b".sroa.phi"].concat());
        let mut of_block: HashMap<Block, Value> = HashMap::default();
        let mut addresses = Vec::new();
        for (value, from) in entries {
            let address = match of_block.get(&from) {
                Some(&address) => address,
                None => {
                    let name = [&name[..], b".sroa.gep"].concat();
                    let built = self.build_gep(gep, terminator, &operands, (variable, value), name);
                    let address = built.unwrap_or_else(|| self.f.editor.module().constants().poison(ty));
                    of_block.insert(from, address);
                    address
                }
            };
            addresses.push((address, from));
        }
        set_incoming(&mut self.f.editor, new, &addresses);
        self.f.editor.replace_all(gep.into(), new.into());
        self.f.editor.erase(gep);
        Some(new)
    }
}
