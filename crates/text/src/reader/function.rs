//! Function headers and the extents of function bodies.

use std::borrow::Cow;
use std::ops::Range;

use cranelift_entity::EntityRef;
use lindworm_ir::attributes::{AttrKind, AttributeSet};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::{Function, GlobalKind, Linkage};
use lindworm_ir::{Type, Value};
use smallvec::SmallVec;

use super::body::BodyHeader;
use super::globals::{Skip, TopLevel};
use super::parser::{PResult, Parser};
use super::symbols::SymbolName;
use crate::keyword::Keyword;
#[cfg(doc)]
use crate::lexer::Lexer;
use crate::lexer::Tok;

/// A parameter in a function header or function type.
pub struct ArgInfo<'a> {
    /// Byte range of the parameter.
    pub span: Range<usize>,
    /// Its type.
    pub ty: Type,
    /// Its name; empty if unnamed.
    pub name: Cow<'a, [u8]>,
    /// Its number, if unnamed.
    pub number: u32,
    /// Its attributes.
    pub attributes: AttributeSet,
}

/// A function body skipped by the first pass.
pub struct SkippedBody<'a> {
    /// The function header.
    pub header: BodyHeader<'a>,
    /// Byte offset of the `{` of the body.
    pub start: usize,
    /// Byte offset after the `}` of the body.
    pub end: usize,
    /// Whether `name:` lexes as two tokens in the body: see [`Lexer::split_labels`].
    pub split_labels: bool,
}

impl<'a> Parser<'a> {
    /// `(type %name, ...)`.
    pub fn argument_list(&mut self) -> PResult<(SmallVec<[ArgInfo<'a>; 8]>, bool)> {
        self.bump();
        let mut args = SmallVec::new();
        let mut variadic = false;
        let mut next = 0u32;
        if self.tok() != Tok::RParen {
            loop {
                if self.eat(Tok::DotDotDot) {
                    variadic = true;
                    break;
                }
                let pos = self.pos();
                let ty = self.type_()?;
                let attributes = self.param_attributes()?;
                let mut name = Cow::Borrowed(&b""[..]);
                let mut number = next;
                match self.tok() {
                    Tok::LocalName => name = self.take_name(),
                    Tok::LocalId => {
                        number = self.lex.value as u32;
                        if number < next {
                            return self.error(pos, format!("argument expected to be numbered '%{next}' or greater"));
                        }
                        self.bump();
                    }
                    _ => {}
                }
                if name.is_empty() {
                    next = number.wrapping_add(1);
                }
                if !self.is_argument_type(ty) {
                    return self.error(pos, "invalid type for function argument");
                }
                args.push(ArgInfo { span: pos..self.lex.prev_end, ty, name, number, attributes });
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RParen, "expected ')' at end of argument list")?;
        Ok((args, variadic))
    }

    pub(super) fn declare(&mut self, top: &mut TopLevel) -> PResult<()> {
        self.bump();
        let mut metadata = Vec::new();
        while self.tok() == Tok::MetadataName {
            metadata.push(self.metadata_attachment()?);
        }
        let (index, _) = self.function_header(top, false)?;
        top.globals[index].1.metadata = metadata;
        Ok(())
    }

    pub(super) fn define(&mut self, top: &mut TopLevel, skip: Skip) -> PResult<()> {
        self.bump();
        let header = self.function_header(top, true);
        let header = match header {
            Ok((index, header)) => {
                let mut metadata = Vec::new();
                while self.tok() == Tok::MetadataName {
                    metadata.push(self.metadata_attachment()?);
                }
                top.globals[index].1.metadata = metadata;
                if let Some(function) = top.globals[index].1.as_function_mut() {
                    function.body = Some(Box::default());
                }
                header
            }
            Err(failed) => return Err(failed),
        };
        if self.tok() != Tok::LBrace {
            return self.error_here("expected '{' in function body");
        }
        let start = self.pos();
        self.header_end = Some(self.lex.prev_end);
        let end = match skip {
            Skip::ByLines => {
                let source = self.lex.source();
                match memchr::memmem::find(&source[start..], b"\n}") {
                    Some(len) => start + len + 2,
                    None => source.len(),
                }
            }
            Skip::ByTokens => {
                let mut depth = 0u64;
                loop {
                    match self.tok() {
                        Tok::LBrace => depth += 1,
                        Tok::RBrace => depth -= 1,
                        Tok::Eof => break,
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                    self.bump();
                }
                self.lex.end()
            }
        };
        // Lexical errors in a body are reported when the body is read.
        self.lex.error = None;
        let split_labels = self.lex.split_labels;
        self.skipped_bodies.push(SkippedBody { header, start, end, split_labels });
        self.lex.seek(end);
        Ok(())
    }

    /// A function up to its metadata. Returns its index among the globals.
    fn function_header(&mut self, top: &mut TopLevel, is_define: bool) -> PResult<(usize, BodyHeader<'a>)> {
        let linkage_pos = self.pos();
        let mut info = self.linkage()?;
        let convention = self.optional_calling_convention()?;
        let result_attributes = self.return_attributes()?;
        let result_pos = self.pos();
        let result = self.type_or_void()?;
        match info.linkage {
            Linkage::External => {}
            Linkage::ExternalWeak if is_define => {
                return self.error(linkage_pos, "invalid linkage for function definition");
            }
            Linkage::ExternalWeak => {}
            Linkage::Appending | Linkage::Common => {
                return self.error(linkage_pos, "invalid function linkage type");
            }
            _ if !is_define => return self.error(linkage_pos, "invalid linkage for function declaration"),
            _ => {}
        }
        self.check_linkage(&mut info, linkage_pos)?;
        if !self.is_return_type(result) {
            return self.error(result_pos, "invalid function return type");
        }
        let name_pos = self.pos();
        let (name, number) = match self.tok() {
            Tok::GlobalName => (self.lex.name(), None),
            Tok::GlobalId => {
                let number = self.lex.value as u32;
                let next = self.symbols.globals().next_number;
                if number < next {
                    return self.error(name_pos, format!("function expected to be numbered '@{next}' or greater"));
                }
                (Cow::Borrowed(&b""[..]), Some(number))
            }
            _ => return self.error_here("expected function name"),
        };
        self.bump();
        if self.tok() != Tok::LParen {
            return self.error_here("expected '(' in function argument list");
        }
        let (args, variadic) = self.argument_list()?;
        let unnamed_addr = self.optional_unnamed_addr();
        let default = self.module.data_layout().program_addr_space;
        let addr_space = self.optional_addr_space(default)?;
        let attributes = self.function_attributes()?;
        let section = if self.eat_word(Keyword::Section) { self.string()? } else { Cow::default() };
        let partition = if self.eat_word(Keyword::Partition) { self.string()? } else { Cow::default() };
        let comdat = self.optional_comdat(top, &name)?;
        let align = self.optional_align()?;
        let preferred_align = self.optional_preferred_align()?;
        let gc = if self.eat_word(Keyword::Gc) { self.string()? } else { Cow::default() };
        let constant = |p: &mut Self, word| -> PResult<Option<Value>> {
            if p.eat_word(word) { p.type_and_constant().map(Some) } else { Ok(None) }
        };
        let prefix = constant(self, Keyword::Prefix)?;
        let prologue = constant(self, Keyword::Prologue)?;
        let personality = constant(self, Keyword::Personality)?;
        if let Some(pos) = attributes.builtin {
            return self.error(pos, "'builtin' attribute not valid on function");
        }
        if result != Type::VOID
            && args.first().is_some_and(|a| self.cx.has_attribute(a.attributes, AttrKind::STRUCT_RET))
        {
            return self.error(result_pos, "functions with 'sret' argument must return void");
        }
        let params: Vec<Type> = args.iter().map(|a| a.ty).collect();
        let value_type = self.cx.function_type(result, &params, variadic);
        let ty = self.cx.ptr(addr_space);
        let symbol = self.symbol_name(&name, number, "function", name_pos)?;
        let global = match self.define_symbol(&symbol, info.known(value_type, unnamed_addr, false), ty) {
            Ok(global) => global,
            Err(None) => {
                let text = String::from_utf8_lossy(&name).into_owned();
                let known = top.globals.iter().rev().find(|(_, g)| *g.name() == *name);
                if known.is_some_and(|(_, g)| g.as_function().is_some()) {
                    return self.error(name_pos, format!("invalid redefinition of function '{text}'"));
                }
                return self.redefinition("function", &name, name_pos);
            }
            Err(Some((actual, forward_pos))) => {
                let (expected, actual) = (self.type_text(ty), self.type_text(actual));
                return match symbol {
                    SymbolName::Name(n) => {
                        let name = String::from_utf8_lossy(&n).into_owned();
                        let message = format!(
                            "invalid forward reference to function '{name}' with wrong type: expected '{expected}' but \
                             was '{actual}'"
                        );
                        self.error(forward_pos, message)
                    }
                    SymbolName::Number(n) => {
                        let message = format!(
                            "type of definition and forward reference of '@{n}' disagree: expected '{expected}' but was \
                             '{actual}'"
                        );
                        self.error(name_pos, message)
                    }
                };
            }
        };
        self.symbols.globals_mut().entries[global.index()].function_at = Some(name_pos);
        let param_attributes: SmallVec<[AttributeSet; 8]> = args.iter().map(|a| a.attributes).collect();
        let function = Function {
            attributes: self.cx.make_attribute_list(AttributeSet::EMPTY, result_attributes, &param_attributes),
            convention,
            preferred_align,
            gc: gc.into(),
            prefix,
            prologue,
            personality,
            intrinsic: if name.starts_with(b"llvm.") {
                IntrinsicId::lookup(self.module.version(), &name)
            } else {
                None
            },
            body: None,
        };
        let kind = GlobalKind::Function(Box::new(function));
        let mut value = Self::new_global(&info, &name, value_type, ty, kind);
        value.unnamed_addr = unnamed_addr;
        value.section = section.into();
        value.partition = partition.into();
        value.comdat = comdat;
        value.align = align;
        top.globals.push((global, value));
        let index = top.globals.len() - 1;
        top.attributes.push((index, attributes));
        if self.keep_spans {
            top.spans.arguments.insert(global, args.iter().map(|a| a.span.clone()).collect());
        }
        let mut seen = lindworm_ir::hash::HashSet::default();
        for arg in &args {
            let is_free = arg.name.is_empty() || (self.symbols.name_limit.allows(&arg.name) && seen.insert(&arg.name));
            if !is_free {
                let name = String::from_utf8_lossy(&arg.name).into_owned();
                return self.error(arg.span.start, format!("redefinition of argument '%{name}'"));
            }
        }
        let header = BodyHeader {
            params,
            param_numbers: args.iter().filter(|a| a.name.is_empty()).map(|a| a.number).collect(),
            param_names: args.into_iter().map(|a| a.name).collect(),
            result,
            variadic,
            addr_space,
            function: global,
        };
        Ok((index, header))
    }
}
