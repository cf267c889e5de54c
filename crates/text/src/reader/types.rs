//! Types.

use std::sync::atomic::Ordering;

use lindworm_ir::Type;
use lindworm_ir::target_type::TargetProperties;
use lindworm_ir::types::{StructId, TypeKind};
use lindworm_ir::version::IrVersion;
use smallvec::SmallVec;

use super::diagnostic::Diagnostic;
use super::parser::{PResult, Parser};
use super::symbols::{SymbolName, TypeEntry};
use crate::keyword::Keyword;
use crate::lexer::Tok;

impl<'a> Parser<'a> {
    /// A type other than `void`.
    #[inline]
    pub fn type_(&mut self) -> PResult<Type> {
        // Fast path: an integer type without a suffix.
        if self.tok() == Tok::IntType {
            let ty = self.cx.int(self.lex.value as u32);
            self.bump();
            if !matches!(self.tok(), Tok::Star | Tok::LParen | Tok::Word) {
                return Ok(ty);
            }
            return self.type_suffixes(ty, false, self.lex.prev_end);
        }
        self.type_or("expected type", false)
    }

    /// A type, `void` included.
    pub fn type_or_void(&mut self) -> PResult<Type> {
        self.type_or("expected type", true)
    }

    /// A type; `message` is the error if there is none.
    pub fn type_or(&mut self, message: &str, allow_void: bool) -> PResult<Type> {
        let pos = self.pos();
        let ty = match self.tok() {
            Tok::Type => {
                let ty = self.lex.ty;
                self.bump();
                if ty == Type::PTR {
                    let ty = match self.word() {
                        Keyword::Addrspace => {
                            let addr_space = self.optional_addr_space(0)?;
                            self.cx.ptr(addr_space)
                        }
                        _ => ty,
                    };
                    match self.tok() {
                        Tok::Star => return self.error_here("ptr* is invalid - use ptr instead"),
                        Tok::LParen => ty,
                        _ => return Ok(ty),
                    }
                } else {
                    ty
                }
            }
            Tok::IntType => {
                let ty = self.cx.int(self.lex.value as u32);
                self.bump();
                ty
            }
            Tok::LocalName | Tok::LocalId => self.named_type(),
            Tok::ByteType => {
                self.module.note_form_since(IrVersion::V23);
                let ty = self.cx.byte(self.lex.value as u32);
                self.bump();
                ty
            }
            Tok::LBrace => self.nested(|p| p.literal_struct(false))?,
            Tok::LSquare => {
                self.bump();
                self.nested(|p| p.array_or_vector(false))?
            }
            Tok::Less => {
                self.bump();
                if self.tok() == Tok::LBrace {
                    let ty = self.nested(|p| p.literal_struct(true))?;
                    self.expect(Tok::Greater, "expected '>' at end of packed struct")?;
                    ty
                } else {
                    self.nested(|p| p.array_or_vector(true))?
                }
            }
            Tok::Word if self.word() == Keyword::Target => self.nested(Self::target_type)?,
            // `x86_mmx` was a type until LLVM 19.
            Tok::Word if self.word() == Keyword::X86Mmx => {
                self.bump();
                self.cx.vector(Type::I64, 1, false)
            }
            _ => return self.error_here(message),
        };
        self.type_suffixes(ty, allow_void, pos)
    }

    /// `*`, `addrspace(n)*` and `(params)` after a type.
    fn type_suffixes(&mut self, mut ty: Type, allow_void: bool, pos: usize) -> PResult<Type> {
        loop {
            match self.tok() {
                Tok::Star => {
                    self.check_pointee(ty, "pointers to void are invalid - use i8* instead")?;
                    self.bump();
                    self.set_pointee(ty);
                    ty = Type::PTR;
                }
                Tok::Word if self.word() == Keyword::Addrspace => {
                    self.check_pointee(ty, "pointers to void are invalid; use i8* instead")?;
                    let addr_space = self.optional_addr_space(0)?;
                    self.expect(Tok::Star, "expected '*' in address space")?;
                    self.set_pointee(ty);
                    ty = self.cx.ptr(addr_space);
                }
                Tok::LParen => ty = self.nested(|p| p.function_type(ty))?,
                _ if ty == Type::VOID && !allow_void => {
                    return self.error(pos, "void type only allowed for function results");
                }
                _ => return Ok(ty),
            }
        }
    }

    /// Whether a typed pointer was read.
    pub(super) fn has_typed_pointers(&self) -> bool {
        self.symbols.typed_pointers.load(Ordering::Relaxed)
    }

    /// Whether the text has a typed pointer, read already or not. Searches the source, so only for text that would be
    /// rejected otherwise.
    #[cold]
    pub(super) fn is_old_text(&self) -> bool {
        self.has_typed_pointers() || self.symbols.has_pointee(self.lex.source())
    }

    fn check_pointee(&mut self, ty: Type, void: &str) -> PResult<()> {
        // A load first: without the store, the cache line stays shared between the cores.
        if !self.has_typed_pointers() {
            self.symbols.typed_pointers.store(true, Ordering::Relaxed);
        }
        match self.cx.kind(ty) {
            TypeKind::Label => self.error_here("basic block pointers are invalid"),
            TypeKind::Void => self.error_here(void),
            TypeKind::Metadata | TypeKind::Token | TypeKind::X86Amx => {
                self.error_here("pointer to this type is invalid")
            }
            _ => Ok(()),
        }
    }

    /// `addrspace(n)`, or `default` if absent.
    pub fn optional_addr_space(&mut self, default: u32) -> PResult<u32> {
        if !self.eat_word(Keyword::Addrspace) {
            return Ok(default);
        }
        self.expect(Tok::LParen, "expected '(' in address space")?;
        let addr_space = match self.tok() {
            Tok::String => {
                let name = self.lex.name();
                let layout = self.module.data_layout();
                let addr_space = match &*name {
                    b"A" => layout.alloca_addr_space,
                    b"G" => layout.globals_addr_space,
                    b"P" => layout.program_addr_space,
                    _ => match layout.addr_space_named(&name) {
                        Some(n) => n,
                        None => {
                            let name = String::from_utf8_lossy(&name).into_owned();
                            return self.error_here(format!("invalid symbolic addrspace '{name}'"));
                        }
                    },
                };
                self.bump();
                addr_space
            }
            Tok::Int => {
                let pos = self.pos();
                let addr_space = self.uint32()?;
                if addr_space >= 1 << 24 {
                    return self.error(pos, "invalid address space, must be a 24-bit integer");
                }
                addr_space
            }
            _ => return self.error_here("expected integer or string constant"),
        };
        self.expect(Tok::RParen, "expected ')' in address space")?;
        Ok(addr_space)
    }

    /// `{ ... }`; the `<` of a packed struct is consumed.
    fn literal_struct(&mut self, packed: bool) -> PResult<Type> {
        let fields = self.struct_fields()?;
        Ok(self.cx.struct_type(&fields, packed))
    }

    fn struct_fields(&mut self) -> PResult<SmallVec<[Type; 8]>> {
        self.bump();
        let mut fields = SmallVec::new();
        if self.eat(Tok::RBrace) {
            return Ok(fields);
        }
        loop {
            let pos = self.pos();
            let ty = self.type_()?;
            if !self.is_element_type(ty) || ty == Type::TOKEN {
                return self.error(pos, "invalid element type for struct");
            }
            fields.push(ty);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBrace, "expected '}' at end of struct")?;
        Ok(fields)
    }

    /// Whether a type is valid as an aggregate element.
    fn is_element_type(&self, ty: Type) -> bool {
        !matches!(
            self.cx.kind(ty),
            TypeKind::Void | TypeKind::Label | TypeKind::Metadata | TypeKind::Function { .. } | TypeKind::Token
        )
    }

    /// `N x T ]` or `N x T >`, after the opening bracket.
    fn array_or_vector(&mut self, is_vector: bool) -> PResult<Type> {
        let scalable = is_vector && self.word() == Keyword::Vscale;
        if scalable {
            self.bump();
            self.expect_word(Keyword::X, "expected 'x' after vscale")?;
        }
        let size_pos = self.pos();
        let fits = self.tok() == Tok::Int && {
            let literal = self.int_literal();
            !literal.signed && literal.value.width() <= 64
        };
        let Some(len) = self.peek_unsigned().filter(|_| fits) else {
            return self.error_here("expected number in address space");
        };
        self.bump();
        self.expect_word(Keyword::X, "expected 'x' after element count")?;
        let type_pos = self.pos();
        let element = self.type_()?;
        let close = if is_vector { Tok::Greater } else { Tok::RSquare };
        let pointee = self.pointee().filter(|_| is_vector);
        self.expect(close, "expected end of sequential type")?;
        if let Some(pointee) = pointee {
            self.set_pointee(pointee);
        }
        if !is_vector {
            if !self.is_element_type(element) || element == Type::X86_AMX {
                return self.error(type_pos, "invalid array element type");
            }
            return Ok(self.cx.array(element, len));
        }
        if len == 0 {
            return self.error(size_pos, "zero element vector is illegal");
        }
        let Ok(len) = u32::try_from(len) else {
            return self.error(size_pos, "size too large for vector");
        };
        let valid = match self.cx.kind(element) {
            TypeKind::Int(_) | TypeKind::Byte(_) | TypeKind::Pointer { .. } => true,
            TypeKind::Target { .. } => {
                self.cx.target_type(element).is_some_and(|t| t.properties.contains(TargetProperties::VECTOR_ELEMENT))
            }
            _ => element.is_float(),
        };
        if !valid {
            return self.error(type_pos, "invalid vector element type");
        }
        Ok(self.cx.vector(element, len, scalable))
    }

    /// `(params)` after the result type.
    fn function_type(&mut self, result: Type) -> PResult<Type> {
        if !self.is_return_type(result) {
            return self.error_here("invalid function return type");
        }
        let (args, variadic) = self.argument_list()?;
        for arg in &args {
            if !arg.name.is_empty() {
                return self.error(arg.span.start, "argument name invalid in function type");
            }
            if arg.attributes != lindworm_ir::attributes::AttributeSet::EMPTY {
                return self.error(arg.span.start, "argument attributes invalid in function type");
            }
        }
        let params: SmallVec<[Type; 16]> = args.iter().map(|a| a.ty).collect();
        Ok(self.cx.function_type(result, &params, variadic))
    }

    /// Whether a type is valid for a parameter.
    pub fn is_argument_type(&self, ty: Type) -> bool {
        self.cx.is_first_class(ty) && ty != Type::LABEL
    }

    /// Whether a type is valid as a return type.
    pub fn is_return_type(&self, ty: Type) -> bool {
        !matches!(self.cx.kind(ty), TypeKind::Function { .. } | TypeKind::Label | TypeKind::Metadata)
    }

    /// `target("name", types, numbers)`.
    fn target_type(&mut self) -> PResult<Type> {
        self.bump();
        self.expect(Tok::LParen, "expected '(' in target extension type")?;
        let name = self.string()?;
        let mut types = Vec::new();
        let mut ints = Vec::new();
        while self.eat(Tok::Comma) {
            if self.tok() == Tok::Int {
                ints.push(self.uint32()?);
            } else if !ints.is_empty() {
                return self.error_here("expected uint32 param");
            } else {
                types.push(self.type_or_void()?);
            }
        }
        self.expect(Tok::RParen, "expected ')' in target extension type")?;
        if let Err(message) = lindworm_ir::target_type::check_parameters(&name, &types, &ints) {
            return self.error_here(message);
        }
        Ok(self.cx.intern_type(TypeKind::Target { name: name.into(), types: types.into(), ints: ints.into() }))
    }

    /// `%name = type ...` or `%12 = type ...`.
    pub fn type_definition(&mut self) -> PResult<()> {
        let pos = self.pos();
        let (name, after) = match self.tok() {
            Tok::LocalName => (SymbolName::Name(self.lex.name().into()), "expected 'type' after name"),
            _ => (SymbolName::Number(self.lex.value as u32), "expected 'type' after '='"),
        };
        self.bump();
        self.expect(Tok::Equal, "expected '=' after name")?;
        self.expect_word(Keyword::Type, after)?;
        let entry = self.symbols.types().get(&name).copied();
        if entry.is_some_and(|e| e.forward.is_none()) {
            return self.error(pos, "redefinition of type");
        }
        let define = |p: &mut Self| {
            let mut types = p.symbols.types_mut();
            let entry = types.entry(name.clone()).or_insert_with(|| {
                let ty = match &name {
                    SymbolName::Name(n) => p.cx.new_struct(n),
                    SymbolName::Number(_) => p.cx.new_struct(b""),
                };
                TypeEntry { ty, pointee: None, forward: None }
            });
            entry.forward = None;
            entry.ty
        };
        if self.eat_word(Keyword::Opaque) {
            define(self);
            return Ok(());
        }
        let packed = self.eat(Tok::Less);
        if self.tok() != Tok::LBrace {
            // An alias of another type, as in old files.
            if entry.is_some() {
                return self.error(pos, "forward references to non-struct type");
            }
            let ty = if packed { self.nested(|p| p.array_or_vector(true))? } else { self.type_()? };
            let pointee = self.pointee();
            if self.symbols.types().contains_key(&name) {
                return self.error(pos, "non-struct types may not be recursive");
            }
            self.symbols.types_mut().insert(name, TypeEntry { ty, pointee, forward: None });
            return Ok(());
        }
        let ty = define(self);
        let fields = self.struct_fields()?;
        if packed {
            self.expect(Tok::Greater, "expected '>' in packed struct")?;
        }
        if let TypeKind::Identified(id) = *self.cx.kind(ty) {
            self.cx.define_struct(id, &fields, packed);
            self.defined_structs.push((id, self.lex.prev_end..self.pos()));
        }
        Ok(())
    }

    /// Reports the first recursive struct, if any. Requires that all types are defined.
    pub fn check_recursion(&mut self) {
        let structs: Vec<StructId> = self.defined_structs.iter().map(|(id, _)| *id).collect();
        let Some(recursive) = self.cx.first_recursive_struct(&structs) else { return };
        let name = String::from_utf8_lossy(self.cx.struct_def(recursive).name());
        let message = format!("identified structure type '{name}' is recursive");
        for (_, behind) in self.defined_structs.iter().filter(|(id, _)| *id == recursive) {
            // An error at the next token was found later.
            let found = behind.start;
            self.diagnostics.push(Diagnostic { found, ..Diagnostic::new(behind.end, message.clone()) });
        }
    }
}
