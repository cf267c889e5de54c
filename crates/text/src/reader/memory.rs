//! Instructions that access memory or compute addresses.

use lindworm_ir::context::SyncScope;
use lindworm_ir::instruction::{Align, AtomicOrdering, AtomicRmwOp};
use lindworm_ir::value::Imm;
use lindworm_ir::version::IrVersion;
use lindworm_ir::{InstData, Type, Value};
use smallvec::SmallVec;

use super::old_form::OldForm;
use super::parser::{PResult, Parser};
use crate::keyword::Keyword;
use crate::lexer::Tok;

impl<'a> Parser<'a> {
    /// `align N`, if present.
    pub fn optional_align(&mut self) -> PResult<Align> {
        if !self.eat_word(Keyword::Align) {
            return Ok(Align::NONE);
        }
        self.alignment()
    }

    /// `prefalign(N)`, if present.
    pub fn optional_preferred_align(&mut self) -> PResult<Align> {
        if !self.eat_word(Keyword::Prefalign) {
            return Ok(Align::NONE);
        }
        self.module.note_form_since(IrVersion::V23);
        self.expect(Tok::LParen, "expected '('")?;
        let align = self.alignment()?;
        self.expect(Tok::RParen, "expected ')'")?;
        Ok(align)
    }

    fn alignment(&mut self) -> PResult<Align> {
        let pos = self.pos();
        let bytes = self.uint64()?;
        if !bytes.is_power_of_two() {
            return self.error(pos, "alignment is not a power of two");
        }
        match Align::new(bytes) {
            Some(align) => Ok(align),
            None => self.error(pos, "huge alignments are not supported yet"),
        }
    }

    /// `, align N`, if present; consumes a comma before metadata.
    fn comma_align(&mut self) -> PResult<Align> {
        let mut align = Align::NONE;
        while self.eat(Tok::Comma) {
            if self.tok() == Tok::MetadataName {
                self.ate_comma = true;
                break;
            }
            if self.word() != Keyword::Align {
                return self.error_here("expected metadata or 'align'");
            }
            align = self.optional_align()?;
        }
        Ok(align)
    }

    /// `, addrspace(N)`, if present; consumes a comma before metadata.
    fn comma_addr_space(&mut self) -> PResult<Option<u32>> {
        let mut addr_space = None;
        while self.eat(Tok::Comma) {
            if self.tok() == Tok::MetadataName {
                self.ate_comma = true;
                break;
            }
            if self.word() != Keyword::Addrspace {
                return self.error_here("expected metadata or 'addrspace'");
            }
            addr_space = Some(self.optional_addr_space(0)?);
        }
        Ok(addr_space)
    }

    pub(super) fn alloca(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let in_alloca = self.lex.text() == b"inalloca";
        if in_alloca {
            self.bump();
        }
        let swift_error = self.lex.text() == b"swifterror";
        if swift_error {
            self.bump();
        }
        let type_pos = self.pos();
        let ty = self.type_()?;
        if matches!(ty, Type::LABEL | Type::METADATA | Type::TOKEN | Type::X86_AMX) || self.cx.is_function(ty) {
            return self.error(type_pos, "invalid type for alloca");
        }
        let mut count = None;
        let mut align = Align::NONE;
        let mut addr_space = None;
        if self.eat(Tok::Comma) {
            let rest = |p: &mut Self, align: &mut Align, addr_space: &mut Option<u32>| -> PResult<bool> {
                match p.word() {
                    Keyword::Align => {
                        *align = p.optional_align()?;
                        *addr_space = p.comma_addr_space()?;
                    }
                    Keyword::Addrspace => *addr_space = Some(p.optional_addr_space(0)?),
                    _ if p.tok() == Tok::MetadataName => p.ate_comma = true,
                    _ => return Ok(false),
                }
                Ok(true)
            };
            if !rest(self, &mut align, &mut addr_space)? {
                let (value, pos) = self.type_and_value()?;
                count = Some((value, pos));
                if self.eat(Tok::Comma) {
                    rest(self, &mut align, &mut addr_space)?;
                }
            }
        }
        let count = match count {
            None => self.module.constants().int(self.cx, Type::I32, 1),
            Some((value, pos)) => {
                if !self.cx.is_int(self.value_type(value)) {
                    return self.error(pos, "element count must have integer type");
                }
                value
            }
        };
        if !align.is_some() {
            align = match self.module.data_layout().preferred_align(self.cx, ty) {
                Some(align) => align,
                None => return self.error(type_pos, "Cannot allocate unsized type"),
            };
        }
        let result = self.cx.ptr(addr_space.unwrap_or(0));
        Ok((InstData::Alloca { allocated: ty, count, align, in_alloca, swift_error }, result))
    }

    /// `syncscope("...")` and the ordering of an atomic operation.
    fn scope_and_ordering(&mut self, atomic: bool) -> PResult<(SyncScope, AtomicOrdering)> {
        if !atomic {
            return Ok((SyncScope::SYSTEM, AtomicOrdering::NotAtomic));
        }
        let mut scope = SyncScope::SYSTEM;
        // Before LLVM 5, `singlethread` was the only other scope.
        if self.lex.text() == b"singlethread" {
            self.note_old(OldForm::SingleThread, self.pos());
            self.bump();
            scope = SyncScope::SINGLE_THREAD;
        } else if self.eat_word(Keyword::Syncscope) {
            self.expect(Tok::LParen, "Expected '(' in syncscope")?;
            let name = self.string_or("Expected synchronization scope name")?;
            let pos = self.pos();
            self.expect(Tok::RParen, "Expected ')' in syncscope")?;
            scope = match self.cx.sync_scope(&name) {
                Some(scope) => scope,
                None => return self.error(pos, "too many synchronization scopes"),
            };
        }
        Ok((scope, self.ordering()?))
    }

    fn optional_ordering(&mut self) -> Option<AtomicOrdering> {
        let ordering = match self.word() {
            Keyword::Unordered => AtomicOrdering::Unordered,
            Keyword::Monotonic => AtomicOrdering::Monotonic,
            Keyword::Acquire => AtomicOrdering::Acquire,
            Keyword::Release => AtomicOrdering::Release,
            Keyword::AcqRel => AtomicOrdering::AcqRel,
            Keyword::SeqCst => AtomicOrdering::SeqCst,
            _ => return None,
        };
        self.bump();
        Some(ordering)
    }

    fn ordering(&mut self) -> PResult<AtomicOrdering> {
        match self.optional_ordering() {
            Some(ordering) => Ok(ordering),
            None => self.error_here("Expected ordering on atomic instruction"),
        }
    }

    /// The alignment of an access without an explicit one.
    fn default_align(&mut self, ty: Type, pos: usize, unsized_message: &str) -> PResult<Align> {
        match self.module.data_layout().abi_align(self.cx, ty) {
            Some(align) => Ok(align),
            None => self.error(pos, unsized_message),
        }
    }

    /// `volatile load` or `volatile store`, the syntax before LLVM 3.0.
    #[cold]
    pub(super) fn volatile_access(&mut self) -> PResult<(InstData, Type)> {
        self.note_old(OldForm::VolatileBefore, self.pos());
        self.bump();
        match self.word() {
            Keyword::Load => self.load(true),
            Keyword::Store => self.store(true),
            _ => self.error_here("expected 'load' or 'store' after volatile"),
        }
    }

    /// `type, pointer`; or a typed pointer only, as before LLVM 3.7. Returns the pointee type, the pointer and its byte
    /// offset.
    #[inline(always)]
    fn pointee_and_pointer(&mut self, message: &str) -> PResult<(Type, Value, usize)> {
        let type_pos = self.pos();
        let ty = self.type_()?;
        if self.tok() != Tok::Comma {
            return self.old_pointer(ty, type_pos, message);
        }
        self.bump();
        let (pointer, pos) = self.type_and_value()?;
        Ok((ty, pointer, pos))
    }

    /// A typed pointer without a separate type; its type is already read.
    #[cold]
    fn old_pointer(&mut self, ty: Type, type_pos: usize, message: &str) -> PResult<(Type, Value, usize)> {
        let Some(pointee) = self.pointee() else { return self.error_here(message) };
        self.note_old(OldForm::AccessByPointer, type_pos);
        Ok((pointee, self.value(ty)?, type_pos))
    }

    /// `load`. `volatile` is set if the keyword preceded it. Inlined: loads and stores are the most frequent instructions,
    /// and calls here cost 1 % of the time to read a module.
    #[inline(always)]
    pub(super) fn load(&mut self, volatile: bool) -> PResult<(InstData, Type)> {
        self.bump();
        let atomic = self.eat_word(Keyword::Atomic);
        let volatile = self.eat_word(Keyword::Volatile) || volatile;
        let type_pos = self.pos();
        let (ty, pointer, pos) = self.pointee_and_pointer("expected comma after load's type")?;
        let (scope, ordering) = self.scope_and_ordering(atomic)?;
        let mut align = self.comma_align()?;
        if !self.cx.is_pointer(self.value_type(pointer)) || !self.cx.is_first_class(ty) {
            return self.error(pos, "load operand must be a pointer to a first class type");
        }
        if atomic && !align.is_some() {
            return self.error(pos, "atomic load must have explicit non-zero alignment");
        }
        if matches!(ordering, AtomicOrdering::Release | AtomicOrdering::AcqRel) {
            return self.error(pos, "atomic load cannot use Release ordering");
        }
        if !align.is_some() {
            align = self.default_align(ty, type_pos, "loading unsized types is not allowed")?;
        }
        Ok((InstData::Load { pointer, align, ordering, scope, volatile }, ty))
    }

    /// `store`. `volatile` is set if the keyword preceded it.
    #[inline(always)]
    pub(super) fn store(&mut self, volatile: bool) -> PResult<(InstData, Type)> {
        self.bump();
        let atomic = self.eat_word(Keyword::Atomic);
        let volatile = self.eat_word(Keyword::Volatile) || volatile;
        let (value, pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after store operand")?;
        let (pointer, pointer_pos) = self.type_and_value()?;
        let (scope, ordering) = self.scope_and_ordering(atomic)?;
        let mut align = self.comma_align()?;
        if !self.cx.is_pointer(self.value_type(pointer)) {
            return self.error(pointer_pos, "store operand must be a pointer");
        }
        let ty = self.value_type(value);
        if !self.cx.is_first_class(ty) {
            return self.error(pos, "store operand must be a first class value");
        }
        if atomic && !align.is_some() {
            return self.error(pos, "atomic store must have explicit non-zero alignment");
        }
        if matches!(ordering, AtomicOrdering::Acquire | AtomicOrdering::AcqRel) {
            return self.error(pos, "atomic store cannot use Acquire ordering");
        }
        if !align.is_some() {
            align = self.default_align(ty, pos, "storing unsized types is not allowed")?;
        }
        Ok((InstData::Store { value, pointer, align, ordering, scope, volatile }, Type::VOID))
    }

    /// The store size of a type in bytes; 0 if the type cannot be stored.
    fn store_size(&self, ty: Type) -> u64 {
        self.module.data_layout().store_size(self.cx, ty).map_or(0, |size| size.min)
    }

    /// The alignment of an atomic access without an explicit one: the store size of the type.
    fn default_atomic_align(&self, ty: Type) -> Align {
        let bytes = self.store_size(ty);
        Align::new(bytes.next_power_of_two()).unwrap_or(Align::ONE)
    }

    pub(super) fn cmpxchg(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let weak = self.eat_word(Keyword::Weak);
        let volatile = self.eat_word(Keyword::Volatile);
        let (pointer, pointer_pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after cmpxchg address")?;
        let (expected, _) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after cmpxchg cmp operand")?;
        let (new, new_pos) = self.type_and_value()?;
        let (scope, success) = self.scope_and_ordering(true)?;
        // Before LLVM 3.5, `cmpxchg` had one ordering and returned only the old value.
        let (failure, is_old) = match self.optional_ordering() {
            Some(failure) => (failure, false),
            None if self.has_typed_pointers() => {
                self.note_old(OldForm::CmpXchgOrdering, pointer_pos);
                (success.strongest_failure(), true)
            }
            None => (self.ordering()?, false),
        };
        let mut align = self.comma_align()?;
        if success == AtomicOrdering::Unordered {
            return self.error_here("invalid cmpxchg success ordering");
        }
        if matches!(failure, AtomicOrdering::Unordered | AtomicOrdering::Release | AtomicOrdering::AcqRel) {
            return self.error_here("invalid cmpxchg failure ordering");
        }
        if !self.cx.is_pointer(self.value_type(pointer)) {
            return self.error(pointer_pos, "cmpxchg operand must be a pointer");
        }
        let ty = self.value_type(new);
        if self.value_type(expected) != ty {
            return self.error(new_pos, "compare value and new value type do not match");
        }
        if !self.cx.is_first_class(ty) {
            return self.error(new_pos, "cmpxchg operand must be a first class value");
        }
        if !align.is_some() {
            align = self.default_atomic_align(ty);
        }
        let result = self.cx.struct_type(&[ty, Type::I1], false);
        let data = InstData::CmpXchg { pointer, expected, new, align, success, failure, scope, weak, volatile };
        if is_old {
            let aggregate = self.insert(data, result)?;
            let indices = self.fun().body.int_list(&[Imm(0)]);
            return Ok((InstData::ExtractValue { aggregate, indices }, ty));
        }
        Ok((data, result))
    }

    pub(super) fn atomicrmw(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let volatile = self.eat_word(Keyword::Volatile);
        let elementwise = self.eat_word(Keyword::Elementwise);
        let Some(op) = AtomicRmwOp::from_name(self.lex.text()) else {
            return self.error_here("expected binary operation in atomicrmw");
        };
        self.bump();
        let (pointer, pointer_pos) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected ',' after atomicrmw address")?;
        let (value, value_pos) = self.type_and_value()?;
        let (scope, ordering) = self.scope_and_ordering(true)?;
        let mut align = self.comma_align()?;
        if ordering == AtomicOrdering::Unordered {
            return self.error_here("atomicrmw cannot be unordered");
        }
        if elementwise && ordering == AtomicOrdering::SeqCst {
            return self.error_here("atomicrmw elementwise cannot be sequentially consistent");
        }
        if !self.cx.is_pointer(self.value_type(pointer)) {
            return self.error(pointer_pos, "atomicrmw operand must be a pointer");
        }
        let ty = self.value_type(value);
        if self.cx.contains_scalable_vector(ty) {
            return self.error(value_pos, "atomicrmw operand may not be scalable");
        }
        self.module.note_atomic_rmw(op, ty, elementwise);
        if elementwise && !self.cx.is_vector(ty) {
            return self.error(value_pos, "atomicrmw elementwise operand must be a fixed vector type");
        }
        let (valid, expected) = if op == AtomicRmwOp::Xchg {
            let exchanged = if elementwise { self.cx.scalar_type(ty) } else { ty };
            (
                self.cx.is_int(exchanged) || exchanged.is_float() || self.cx.is_pointer(exchanged),
                "an integer, floating point, or pointer type",
            )
        } else if op.is_float() {
            (self.cx.is_float_or_float_vector(ty), "a floating point type")
        } else {
            // Before LLVM 23, vectors are invalid.
            (self.cx.is_int_or_int_vector(ty), "an integer")
        };
        if !valid {
            return self.error(value_pos, format!("atomicrmw {} operand must be {expected}", op.name()));
        }
        let bytes = self.store_size(ty);
        if !bytes.is_power_of_two() {
            return self.error(value_pos, "atomicrmw operand must be power-of-two byte-sized integer");
        }
        if !align.is_some() {
            align = self.default_atomic_align(ty);
        }
        Ok((InstData::AtomicRmw { op, pointer, value, align, ordering, scope, volatile, elementwise }, ty))
    }

    pub(super) fn fence(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let (scope, ordering) = self.scope_and_ordering(true)?;
        match ordering {
            AtomicOrdering::Unordered => self.error_here("fence cannot be unordered"),
            AtomicOrdering::Monotonic => self.error_here("fence cannot be monotonic"),
            _ => Ok((InstData::Fence { ordering, scope }, Type::VOID)),
        }
    }

    pub(super) fn getelementptr(&mut self) -> PResult<(InstData, Type)> {
        self.bump();
        let flags = self.gep_flags();
        let (source, base, pos) = self.pointee_and_pointer("expected comma after getelementptr's type")?;
        let base_type = self.value_type(base);
        if !self.cx.is_pointer_or_pointer_vector(base_type) {
            return self.error(pos, "base of getelementptr must be a pointer");
        }
        let mut operands: SmallVec<[Value; 8]> = smallvec::smallvec![base];
        let mut width = self.cx.vector_shape(base_type).map(|(_, len, scalable)| (len, scalable));
        while self.eat(Tok::Comma) {
            if self.tok() == Tok::MetadataName {
                self.ate_comma = true;
                break;
            }
            let (index, index_pos) = self.type_and_value()?;
            let ty = self.value_type(index);
            if !self.cx.is_int_or_int_vector(ty) {
                return self.error(index_pos, "getelementptr index must be an integer");
            }
            if let Some((_, len, scalable)) = self.cx.vector_shape(ty) {
                if width.is_some_and(|w| w != (len, scalable)) {
                    return self.error(index_pos, "getelementptr vector index has a wrong number of elements");
                }
                width = Some((len, scalable));
            }
            operands.push(index);
        }
        let plain = self.is_plain(source);
        if operands.len() > 1 && !plain && !self.is_sized(source) {
            return self.error(pos, "base element of getelementptr must be sized");
        }
        if !plain && self.cx.is_struct(source) && self.module.data_layout().contains_scalable_vector(self.cx, source) {
            let message = "getelementptr cannot target structure that contains scalable vector type";
            return self.error(pos, message);
        }
        if self.module.constants().indexed_type(self.cx, source, operands[1..].iter().copied()).is_none() {
            return self.error(pos, "invalid getelementptr indices");
        }
        let ty = match width {
            Some((len, scalable)) if !self.cx.is_vector(base_type) => self.cx.vector(base_type, len, scalable),
            _ => base_type,
        };
        let operands = self.fun().body.list(&operands);
        Ok((InstData::GetElementPtr { source, flags, operands }, ty))
    }
}
