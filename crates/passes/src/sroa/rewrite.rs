//! Accesses of a partition as accesses of the alloca that the partition becomes.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeSet};
use lindworm_ir::builder::{Access as Options, BuildError};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, CastOp};
use lindworm_ir::hash::HashSet;
use lindworm_ir::instruction::{Align, AtomicOrdering};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Inst, InstData, Type, Value};

use super::Splitter;
use super::parts::{Names, extract_elements, extract_int, insert_elements, insert_int, offset_address, repeat_byte};
use super::slices::Slice;
use super::tags::{copy_alias_tags, copy_alias_tags_of_bytes, copy_load_tags, copy_loop_tags};
use super::types::{Form, Types, Vector};
use super::worklist::Worklist;

/// The alignment of an address at an offset from an aligned address.
pub(super) fn common_align(align: Align, offset: u64) -> Align {
    let bytes = align.bytes().unwrap_or(1);
    let bytes = if offset == 0 { bytes } else { bytes.min(1 << offset.trailing_zeros()) };
    Align::new(bytes).unwrap_or(Align::ONE)
}

/// A partition and the alloca that it becomes.
pub(super) struct Rewriter<'r, 'f, 'a, 'm> {
    pub pass: &'r mut Splitter<'f, 'a, 'm>,
    pub old: Inst,
    pub new: Inst,
    /// The type of the new alloca.
    pub ty: Type,
    pub form: Form,
    /// The range of the partition.
    pub begin: u64,
    pub end: u64,
    /// Phis and selects that use the new alloca.
    pub joins: Worklist,
}

/// The part of an access that is in the partition.
struct Part {
    at: Use,
    /// The range of the access.
    slice: Slice,
    /// The range of the part.
    begin: u64,
    end: u64,
    is_split: bool,
    is_whole: bool,
    /// The address that the access has so far.
    address: Value,
    names: Names,
}

impl Part {
    fn bytes(&self) -> u64 {
        self.end - self.begin
    }

    /// The offset of the part in the access.
    fn offset(&self) -> u64 {
        self.begin - self.slice.begin
    }
}

impl Rewriter<'_, '_, '_, '_> {
    fn types(&self) -> Types<'_> {
        self.pass.types
    }

    fn align(&self) -> Align {
        match *self.pass.f.editor.body().inst(self.new) {
            InstData::Alloca { align, .. } => align,
            _ => Align::ONE,
        }
    }

    /// The alignment of the part.
    fn part_align(&self, part: &Part) -> Align {
        common_align(self.align(), part.begin - self.begin)
    }

    /// Replaces an access. Returns whether the alloca can still be promoted.
    pub fn rewrite(&mut self, slice: &Slice) -> bool {
        let body = self.pass.f.editor.body();
        let Some(address) = body.operand(slice.at.user, slice.at.operand as usize) else { return false };
        let (begin, end) = (slice.begin.max(self.begin), slice.end.min(self.end));
        let name = body.name(self.new.into());
        let part = Part {
            at: slice.at,
            slice: *slice,
            begin,
            end,
            is_split: slice.begin < self.begin || slice.end > self.end,
            is_whole: (begin, end) == (self.begin, self.end),
            address,
            names: Names([name, format!(".{}.", slice.begin).as_bytes()].concat()),
        };
        let done = match body.inst(slice.at.user) {
            InstData::Load { .. } => self.load(&part),
            InstData::Store { .. } => self.store(&part),
            InstData::Phi { .. } | InstData::Select { .. } => self.join(&part),
            InstData::Call { .. } => match body
                .inst(slice.at.user)
                .call_info()
                .and_then(|call| self.pass.f.editor.module().callee(call.callee)?.intrinsic)
            {
                Some(IntrinsicId::MEMSET) => self.fill(&part),
                Some(IntrinsicId::MEMCPY | IntrinsicId::MEMMOVE) => self.copy(&part),
                _ => self.marker(&part),
            },
            _ => Ok(false),
        };
        debug_assert!(done.is_ok(), "the types of the parts agree: {done:?}");
        done.unwrap_or(false)
    }

    /// The prefix of the names of addresses of the part: that of the new alloca and the name of the old address without what this
    /// pass added to it.
    fn address_name(&self, part: &Part) -> Vec<u8> {
        let mut name = self.pass.f.editor.body().name(part.address);
        let find = |name: &[u8], what: &[u8], last: bool| {
            let mut places = name.windows(what.len());
            if last { places.rposition(|w| w == what) } else { places.position(|w| w == what) }
        };
        let without_number = |name: &mut &[u8]| {
            let digits = name.iter().take_while(|c| c.is_ascii_digit()).count();
            let is_number = name.get(digits) == Some(&b'.');
            if is_number {
                *name = &name[digits + 1..];
            }
            is_number
        };
        if let Some(place) = find(name, b".sroa.", true) {
            name = &name[place + b".sroa.".len()..];
            if without_number(&mut name) {
                without_number(&mut name);
            }
        }
        if let Some(place) = find(name, b".sroa_", false) {
            name = &name[..place];
        }
        part.names.with(&[name, b"."].concat())
    }

    /// The address of the part, in the type of a pointer, computed before an instruction.
    fn part_address(&mut self, part: &Part, before: Inst, ty: Type) -> Result<Value, BuildError> {
        let (new, offset, name) = (self.new, part.begin - self.begin, self.address_name(part));
        self.pass.f.editor.build_before(before, |b| offset_address(b, new.into(), offset, ty, name))
    }

    /// The address of the new alloca for a whole access; a volatile access stays in its address space.
    fn whole_address(&mut self, part: &Part, ty: Type, is_volatile: bool) -> Result<Value, BuildError> {
        let new = self.new;
        if !is_volatile {
            return Ok(new.into());
        }
        let name = part.names.with(b"");
        let own = self.pass.f.editor.type_of(new.into());
        if own == ty {
            return Ok(new.into());
        }
        self.pass.f.editor.build_before(part.at.user, |b| b.named(name).cast(CastOp::AddrSpaceCast, new.into(), ty))
    }

    /// The indices of the elements of a part.
    fn elements(&self, part: &Part, vector: Vector) -> (u64, u64) {
        let index = |offset: u64| (offset - self.begin) / vector.element_bytes;
        (index(part.begin), index(part.end))
    }

    fn load(&mut self, part: &Part) -> Result<bool, BuildError> {
        let inst = part.at.user;
        let body = self.pass.f.editor.body();
        let InstData::Load { align: old_align, ordering, scope, volatile, pointer } = *body.inst(inst) else {
            return Ok(false);
        };
        let (types, ty, new, align) = (self.pass.types, self.ty, self.new, self.align());
        let old_ty = body.inst_type(inst);
        let pointer_ty = self.pass.f.editor.type_of(pointer);
        let target = if part.is_split { types.int(part.bytes()).unwrap_or(old_ty) } else { old_ty };
        let name = part.names.with(body.name(inst.into()));
        let is_int = |ty| types.cx.is_int(ty);
        let is_longer = is_int(ty)
            && is_int(target)
            && types.store_bytes(target).is_some_and(|bytes| bytes > part.bytes())
            && !volatile;
        let offset = part.begin - self.begin;
        let names = &part.names;
        let mut is_adjusted = false;
        let value = match self.form {
            Form::Vector(vector) => {
                let (first, last) = self.elements(part, vector);
                let (load, value) = self.pass.f.editor.build_before(inst, |b| {
                    let load = b.named(names.with(b"load")).load(ty, new.into(), align)?;
                    Ok::<_, BuildError>((load, extract_elements(b, load, first, last, names)?))
                })?;
                self.tag_loop(inst, load);
                value
            }
            Form::Int(int) if is_int(old_ty) => {
                let piece = types.int(part.bytes()).unwrap_or(int);
                let is_whole = part.is_whole;
                self.pass.f.editor.build_before(inst, |b| {
                    let load = b.named(names.with(b"load")).load(ty, new.into(), align)?;
                    let mut value = types.convert(b, load, int)?;
                    if !is_whole {
                        value = extract_int(b, value, piece, offset, names)?;
                    }
                    // The load reads beyond the alloca.
                    if types.bits(old_ty) > types.bits(piece) && !part.is_split {
                        value = b.cast(CastOp::ZExt, value, old_ty)?;
                    }
                    Ok::<Value, BuildError>(value)
                })?
            }
            _ if part.is_whole && (is_longer || types.can_convert(ty, target)) => {
                let address = self.whole_address(part, pointer_ty, volatile)?;
                let mut options = Options::aligned(align);
                if volatile {
                    (options.volatile, options.ordering, options.scope) = (true, ordering, scope);
                    if ordering != AtomicOrdering::NotAtomic {
                        options.align = old_align;
                    }
                }
                let load = self.pass.f.editor.build_before(inst, |b| b.named(name).load_with(ty, address, options))?;
                if let Some(load) = load.as_inst() {
                    copy_load_tags(self.pass.f, types, inst, load);
                    copy_alias_tags(self.pass.f, types, inst, load, part.offset(), ty);
                }
                let mut value = load;
                if let (Some(narrow), Some(wide)) = (types.cx.int_width(ty), types.cx.int_width(target))
                    && narrow < wide
                {
                    value = self.pass.f.editor.build_before(inst, |b| {
                        let mut value = b.named(names.with(b"load.ext")).cast(CastOp::ZExt, load, target)?;
                        if b.module().data_layout().big_endian {
                            let by = b.int(target, (wide - narrow).into());
                            value = b.named(names.with(b"endian_shift")).binary(BinaryOp::Shl, value, by)?;
                        }
                        Ok::<Value, BuildError>(value)
                    })?;
                }
                value
            }
            _ => {
                let address = self.part_address(part, inst, pointer_ty)?;
                let mut options = Options::aligned(self.part_align(part));
                if volatile {
                    (options.volatile, options.ordering, options.scope) = (true, ordering, scope);
                }
                let load =
                    self.pass.f.editor.build_before(inst, |b| b.named(name).load_with(target, address, options))?;
                if let Some(load) = load.as_inst() {
                    copy_alias_tags(self.pass.f, types, inst, load, part.offset(), target);
                    copy_loop_tags(self.pass.f, inst, load);
                }
                is_adjusted = true;
                load
            }
        };
        let f = &mut self.pass.f;
        let value = f.editor.build_before(inst, |b| types.convert(b, value, target))?;
        if part.is_split {
            // The part is inserted into the value of the load, which the last part replaces entirely.
            let (after, loc) = (f.editor.body().next_inst(inst), f.editor.body().debug_loc(inst));
            let Some(after) = after else { return Ok(false) };
            let (whole, kept) = f
                .editor
                .build(Point::BeforeRecords(after), loc, |b| insert_int(b, inst.into(), value, part.offset(), names))?;
            f.editor.replace_all(inst.into(), whole);
            if let Some(kept) = kept.as_inst() {
                f.editor.set_operand(Use { user: kept, operand: 0 }, inst.into());
            }
        } else {
            f.editor.replace_all(inst.into(), value);
        }
        self.pass.dead.push(inst);
        self.pass.drop_if_dead(part.address);
        Ok(!volatile && !is_adjusted)
    }

    fn tag_loop(&mut self, from: Inst, to: Value) {
        if let Some(to) = to.as_inst() {
            copy_loop_tags(self.pass.f, from, to);
        }
    }

    /// Gives a new store the metadata of the access that it replaces.
    fn tag_store(&mut self, part: &Part, store: Inst, ty: Type) {
        let (types, from) = (self.pass.types, part.at.user);
        copy_loop_tags(self.pass.f, from, store);
        copy_alias_tags(self.pass.f, types, from, store, part.offset(), ty);
        if !part.is_split {
            let id = self.pass.f.editor.body().attachment(from, MetadataKind::DI_ASSIGN_ID);
            if id.is_some() {
                self.pass.f.editor.set_attachment(store, MetadataKind::DI_ASSIGN_ID, id);
            }
        }
    }

    fn store(&mut self, part: &Part) -> Result<bool, BuildError> {
        let inst = part.at.user;
        let InstData::Store { value, pointer, align: old_align, ordering, scope, volatile } =
            *self.pass.f.editor.body().inst(inst)
        else {
            return Ok(false);
        };
        let (types, ty, new, align) = (self.pass.types, self.ty, self.new, self.align());
        let pointer_ty = self.pass.f.editor.type_of(pointer);
        let old_ty = self.pass.f.editor.type_of(value);
        if types.cx.is_pointer(old_ty) {
            self.pass.revisit_root(value);
        }
        let names = &part.names;
        let mut value = value;
        if types.store_bytes(old_ty).is_some_and(|bytes| part.bytes() < bytes)
            && let Some(piece) = types.int(part.bytes())
        {
            value = self.pass.f.editor.build_before(inst, |b| extract_int(b, value, piece, part.offset(), names))?;
        }
        let value_ty = self.pass.f.editor.type_of(value);
        let mut options = Options::aligned(align);
        if volatile {
            (options.volatile, options.ordering, options.scope) = (true, ordering, scope);
        }
        let offset = part.begin - self.begin;
        let mut is_promotable = !volatile;
        let (store, stored_ty) = match self.form {
            Form::Vector(vector) => {
                let (first, last) = self.elements(part, vector);
                let elements = types.elements(vector.element, last - first);
                let store = self.pass.f.editor.build_before(inst, |b| {
                    if value_ty != vector.ty {
                        value = types.convert(b, value, elements)?;
                        let old = b.named(names.with(b"load")).load(ty, new.into(), align)?;
                        value = insert_elements(b, old, value, first, names)?;
                    }
                    b.store(value, new.into(), align)
                })?;
                (store, ty)
            }
            Form::Int(int) if types.cx.is_int(value_ty) => {
                let store = self.pass.f.editor.build_before(inst, |b| {
                    if value_ty != int {
                        let old = b.named(names.with(b"oldload")).load(ty, new.into(), align)?;
                        let old = types.convert(b, old, int)?;
                        value = insert_int(b, old, value, offset, names)?.0;
                    }
                    let value = types.convert(b, value, ty)?;
                    b.store(value, new.into(), align)
                })?;
                (store, ty)
            }
            _ if part.is_whole && types.can_convert(value_ty, ty) => {
                let address = self.whole_address(part, pointer_ty, volatile)?;
                if volatile && ordering != AtomicOrdering::NotAtomic {
                    options.align = old_align;
                }
                let store = self.pass.f.editor.build_before(inst, |b| {
                    let value = types.convert(b, value, ty)?;
                    b.store_with(value, address, options)
                })?;
                (store, ty)
            }
            _ => {
                let address = self.part_address(part, inst, pointer_ty)?;
                options.align = self.part_align(part);
                if volatile && ordering != AtomicOrdering::NotAtomic {
                    options.align = old_align;
                }
                is_promotable &= address == new.into() && value_ty == ty;
                let store = self.pass.f.editor.build_before(inst, |b| b.store_with(value, address, options))?;
                (store, value_ty)
            }
        };
        self.tag_store(part, store, stored_ty);
        self.pass.dead.push(inst);
        self.pass.drop_if_dead(part.address);
        Ok(is_promotable)
    }

    /// The arguments of a call.
    fn args(&self, call: Inst) -> Vec<Value> {
        let body = self.pass.f.editor.body();
        body.inst(call).call_info().map(|call| body.call_args(call).to_vec()).unwrap_or_default()
    }

    /// The alignment of a pointer argument.
    fn arg_align(&self, call: Inst, n: usize) -> Align {
        let cx = self.types().cx;
        let list = self.pass.f.editor.body().inst(call).call_info().map(|call| call.attributes).unwrap_or_default();
        let bytes = cx.attribute_int(cx.attribute_list(list).param(n), AttrKind::ALIGN);
        bytes.and_then(Align::new).unwrap_or(Align::ONE)
    }

    /// Changes arguments of a memory intrinsic and the alignments of its pointers.
    fn set_args(&mut self, call: Inst, args: &[(usize, Value)], aligns: &[(usize, Align)]) {
        let cx = self.pass.types.cx;
        self.pass.f.editor.change(call, |data, values| {
            let Some(call) = data.call_info_mut() else { return };
            let list = call.args.as_mut_slice(values);
            for &(n, value) in args {
                list[n] = value;
            }
            for &(n, align) in aligns {
                let set = cx.attribute_list(call.attributes).param(n);
                let attribute = Attribute::Int(AttrKind::ALIGN, align.bytes().unwrap_or(1));
                call.attributes = cx.with_param_attributes(call.attributes, n, cx.with_attribute(set, attribute));
            }
        });
    }

    /// Inserts a call of a memory intrinsic before the one that it replaces in part.
    fn create_call(
        &mut self,
        old: Inst,
        name: &str,
        args: &[Value],
        aligns: &[(usize, Align)],
    ) -> Result<Option<Inst>, BuildError> {
        let types: Vec<Type> = args[..3].iter().map(|&arg| self.pass.f.editor.type_of(arg)).collect();
        let overloads = if name == "llvm.memset" { vec![types[0], types[2]] } else { types };
        let Ok(callee) = self.pass.f.additions.intrinsic(name, &overloads) else { return Ok(None) };
        let cx = self.pass.types.cx;
        let ty = self.pass.f.additions.module().global(callee).map(|g| g.value_type);
        let Some(function_type) = ty else { return Ok(None) };
        let loc = self.pass.f.editor.body().debug_loc(old);
        let call = self.pass.f.editor.clone_inst(old, Point::Before(old));
        let kinds: Vec<_> = self.pass.f.editor.body().attachments(call).iter().map(|&(kind, _)| kind).collect();
        for kind in kinds {
            self.pass.f.editor.set_attachment(call, kind, None);
        }
        self.pass.f.editor.set_debug_loc(call, loc);
        self.pass.f.editor.change(call, |data, values| {
            let Some(call) = data.call_info_mut() else { return };
            (call.callee, call.function_type, call.attributes) = (callee.into(), function_type, Default::default());
            call.args.as_mut_slice(values)[..args.len()].copy_from_slice(args);
            for &(n, align) in aligns {
                let attribute = Attribute::Int(AttrKind::ALIGN, align.bytes().unwrap_or(1));
                let set = cx.with_attribute(AttributeSet::EMPTY, attribute);
                call.attributes = cx.with_param_attributes(call.attributes, n, set);
            }
        });
        Ok(Some(call))
    }

    fn fill(&mut self, part: &Part) -> Result<bool, BuildError> {
        let inst = part.at.user;
        let args = self.args(inst);
        let [_, byte, len, flag] = args[..] else { return Ok(false) };
        let module = self.pass.f.editor.module();
        let volatile = !module.constants().is_zero(flag);
        let pointer_ty = self.pass.f.editor.type_of(part.address);
        let (types, ty, new, align) = (self.pass.types, self.ty, self.new, self.align());
        let Some(length) = module.constants().as_u64(len) else {
            let address = self.part_address(part, inst, pointer_ty)?;
            let align = self.part_align(part);
            self.set_args(inst, &[(0, address)], &[(0, align)]);
            self.pass.drop_if_dead(part.address);
            return Ok(false);
        };
        self.pass.dead.push(inst);
        let scalar = types.cx.scalar_type(ty);
        let is_scalable = types.cx.vector_shape(ty).is_some_and(|(_, _, scalable)| scalable);
        let bytes_of_scalar = types.bits(scalar).unwrap_or(0);
        let becomes_store = self.form != Form::Plain
            || part.slice.begin <= self.begin
                && part.slice.end >= self.end
                && !is_scalable
                && u32::try_from(length).is_ok_and(|n| n > 0)
                && types.can_convert(types.cx.vector(Type::I8, length as u32, false), ty)
                && types.layout.is_legal_int(bytes_of_scalar);
        if !becomes_store {
            let size = module.constants().int(types.cx, self.pass.f.editor.type_of(len), part.bytes());
            let address = self.part_address(part, inst, pointer_ty)?;
            let align = self.part_align(part);
            let call = self.create_call(inst, "llvm.memset", &[address, byte, size, flag], &[(0, align)])?;
            if let Some(call) = call {
                copy_alias_tags_of_bytes(self.pass.f, inst, call, part.offset(), Some(part.bytes()));
            }
            return Ok(false);
        }
        let names = &part.names;
        let offset = part.begin - self.begin;
        let mut elements = (0, 0);
        if let Form::Vector(vector) = self.form {
            elements = self.elements(part, vector);
        }
        let form = self.form;
        let value = self.pass.f.editor.build_before(inst, |b| match form {
            Form::Vector(vector) => {
                let count = elements.1 - elements.0;
                let one = repeat_byte(b, byte, vector.element_bytes, names)?;
                let mut value = types.convert(b, one, vector.element)?;
                if count > 1 {
                    value = b.named(names.with(b"vsplat")).splat(count as u32, value)?;
                }
                let old = b.named(names.with(b"oldload")).load(ty, new.into(), align)?;
                insert_elements(b, old, value, elements.0, names)
            }
            Form::Int(int) => {
                let mut value = repeat_byte(b, byte, part.bytes(), names)?;
                if !part.is_whole {
                    let old = b.named(names.with(b"oldload")).load(ty, new.into(), align)?;
                    let old = types.convert(b, old, int)?;
                    value = insert_int(b, old, value, offset, names)?.0;
                }
                types.convert(b, value, ty)
            }
            Form::Plain => {
                let mut value = repeat_byte(b, byte, bytes_of_scalar / 8, names)?;
                if let Some((_, len, _)) = types.cx.vector_shape(ty) {
                    value = b.named(names.with(b"vsplat")).splat(len, value)?;
                }
                types.convert(b, value, ty)
            }
        })?;
        let address = self.whole_address(part, pointer_ty, volatile)?;
        let options = Options { volatile, ..Options::aligned(align) };
        let store = self.pass.f.editor.build_before(inst, |b| b.store_with(value, address, options))?;
        self.tag_store(part, store, ty);
        Ok(!volatile)
    }

    fn copy(&mut self, part: &Part) -> Result<bool, BuildError> {
        let inst = part.at.user;
        let args = self.args(inst);
        let [dest, source, len, flag] = args[..] else { return Ok(false) };
        let is_dest = part.at.operand == 0;
        let pointer_ty = self.pass.f.editor.type_of(part.address);
        let align = self.part_align(part);
        let own = usize::from(!is_dest);
        if !part.slice.splittable {
            // Both sides may be in the alloca, or the length may vary.
            let address = self.part_address(part, inst, pointer_ty)?;
            self.set_args(inst, &[(own, address)], &[(own, align)]);
            self.pass.drop_if_dead(part.address);
            return Ok(false);
        }
        let (types, ty, new, whole_align) = (self.pass.types, self.ty, self.new, self.align());
        let stays = self.form == Form::Plain
            && (part.slice.begin > self.begin
                || part.slice.end < self.end
                || Some(part.bytes()) != types.store_bytes(ty)
                || !types.fills_bytes(ty)
                || !types.is_single(ty));
        let module = self.pass.f.editor.module();
        let size = module.constants().int(types.cx, self.pass.f.editor.type_of(len), part.bytes());
        if stays && self.old == self.new {
            if part.end != part.slice.end {
                self.set_args(inst, &[(2, size)], &[]);
            }
            return Ok(false);
        }
        self.pass.dead.push(inst);
        let other = if is_dest { source } else { dest };
        self.pass.revisit_other(other);
        let other_ty = self.pass.f.editor.type_of(other);
        let other_align = common_align(self.arg_align(inst, 1 - own), part.offset());
        let name = part.names.with(&[self.pass.f.editor.body().name(other), b"."].concat());
        let offset = part.offset();
        let other = self.pass.f.editor.build_before(inst, |b| offset_address(b, other, offset, other_ty, name))?;
        if stays {
            let address = self.part_address(part, inst, pointer_ty)?;
            let (args, aligns) = match is_dest {
                true => ([address, other, size, flag], [(0, align), (1, other_align)]),
                false => ([other, address, size, flag], [(0, other_align), (1, align)]),
            };
            if let Some(call) = self.create_call(inst, "llvm.memcpy", &args, &aligns)? {
                copy_alias_tags_of_bytes(self.pass.f, inst, call, offset, None);
            }
            return Ok(false);
        }
        let volatile = !module.constants().is_zero(flag);
        let own_address = self.whole_address(part, pointer_ty, volatile)?;
        let (form, names) = (self.form, &part.names);
        let place = part.begin - self.begin;
        let piece = match form {
            Form::Vector(vector) if !part.is_whole => {
                types.elements(vector.element, part.bytes() / vector.element_bytes)
            }
            Form::Int(int) if !part.is_whole => types.int(part.bytes()).unwrap_or(int),
            _ => ty,
        };
        let mut elements = (0, 0);
        if let Form::Vector(vector) = form {
            elements = self.elements(part, vector);
        }
        let options = |align| Options { volatile, ..Options::aligned(align) };
        let (copied, value) = self.pass.f.editor.build_before(inst, |b| {
            // From the alloca, a part is taken out of the whole; otherwise, the part is loaded.
            if is_dest || part.is_whole || form == Form::Plain {
                let (from, align) = if is_dest { (other, other_align) } else { (own_address, align) };
                let load = b.named(names.with(b"copyload")).load_with(piece, from, options(align))?;
                return Ok((Some(load), load));
            }
            let whole = b.named(names.with(b"load")).load(ty, new.into(), whole_align)?;
            Ok::<_, BuildError>(match form {
                Form::Vector(_) => (None, extract_elements(b, whole, elements.0, elements.1, names)?),
                Form::Int(int) => {
                    let whole = types.convert(b, whole, int)?;
                    (None, extract_int(b, whole, piece, place, names)?)
                }
                Form::Plain => (None, whole),
            })
        })?;
        if let Some(load) = copied.and_then(|load| load.as_inst()) {
            copy_loop_tags(self.pass.f, inst, load);
            copy_alias_tags(self.pass.f, types, inst, load, offset, piece);
        }
        let (store, stored_ty) = self.pass.f.editor.build_before(inst, |b| {
            let mut value = value;
            if is_dest && !part.is_whole && form != Form::Plain {
                let old = b.named(names.with(b"oldload")).load(ty, new.into(), whole_align)?;
                value = match form {
                    Form::Int(int) => {
                        let old = types.convert(b, old, int)?;
                        let inserted = insert_int(b, old, value, place, names)?.0;
                        types.convert(b, inserted, ty)?
                    }
                    _ => insert_elements(b, old, value, elements.0, names)?,
                };
            }
            let stored_ty = b.type_of(value);
            let (to, align) = if is_dest { (own_address, align) } else { (other, other_align) };
            Ok::<_, BuildError>((b.store_with(value, to, options(align))?, stored_ty))
        })?;
        self.tag_store(part, store, stored_ty);
        Ok(!volatile)
    }

    /// Marks the lifetime of the new alloca.
    fn marker(&mut self, part: &Part) -> Result<bool, BuildError> {
        let inst = part.at.user;
        self.pass.dead.push(inst);
        let call = self.pass.f.editor.clone_inst(inst, Point::Before(inst));
        let place = self.args(call).len().saturating_sub(1);
        let new = self.new;
        self.set_args(call, &[(place, new.into())], &[]);
        Ok(true)
    }

    fn join(&mut self, part: &Part) -> Result<bool, BuildError> {
        let inst = part.at.user;
        let body = self.pass.f.editor.body();
        let pointer_ty = self.pass.f.editor.type_of(part.address);
        // For a phi, the address is computed where the old one was: that is certain to dominate the edge.
        let mut before = inst;
        if matches!(body.inst(inst), InstData::Phi { .. })
            && let Some(old) = part.address.as_inst()
        {
            before = old;
            if let InstData::Phi { .. } = body.inst(old)
                && let Some(place) = body.inst_block(old).and_then(|block| {
                    let mut place = body.first_non_phi(block)?;
                    if crate::effects::is_pad(body.inst(place)) {
                        place = body.next_inst(place)?;
                    }
                    Some(place)
                })
            {
                before = place;
            }
        }
        let new = self.part_address(part, before, pointer_ty)?;
        let body = self.pass.f.editor.body();
        let uses: Vec<Use> = (0..body.operand_count(inst) as u32)
            .map(|operand| Use { user: inst, operand })
            .filter(|at| body.operand(inst, at.operand as usize) == Some(part.address))
            .collect();
        for at in uses {
            self.pass.f.editor.set_operand(at, new);
        }
        self.pass.drop_if_dead(part.address);
        self.lower_alignments(inst, self.part_align(part));
        self.joins.insert(inst);
        Ok(true)
    }

    /// Lowers the alignment of the loads and stores through a phi or select.
    fn lower_alignments(&mut self, root: Inst, align: Align) {
        let mut seen: HashSet<Inst> = HashSet::default();
        let mut pending = vec![root];
        while let Some(inst) = pending.pop() {
            let users: Vec<Inst> = self.pass.f.editor.uses().of(inst.into()).map(|at| at.user).collect();
            for user in users {
                match *self.pass.f.editor.body().inst(user) {
                    InstData::Load { align: old, .. } | InstData::Store { align: old, .. }
                        if old.bytes() > align.bytes() =>
                    {
                        self.pass.f.editor.change(user, |data, _| {
                            if let InstData::Load { align: of, .. } | InstData::Store { align: of, .. } = data {
                                *of = align;
                            }
                        });
                    }
                    InstData::Load { .. } | InstData::Store { .. } => {}
                    _ if seen.insert(user) => pending.push(user),
                    _ => {}
                }
            }
        }
    }
}
