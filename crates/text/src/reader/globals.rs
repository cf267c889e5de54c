//! The top level: all entities outside of function bodies.

use std::borrow::Cow;
use std::ops::Range;

use cranelift_entity::{EntityRef, PrimaryMap};
use lindworm_ir::attributes::AttributeSet;
use lindworm_ir::body::UseListOrder;
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::Align;
use lindworm_ir::module::{
    AsmProperties, AsmStretch, CodeModel, Comdat, ComdatData, ComdatKind, DllStorage, GlobalKind, GlobalValue, Linkage,
    NamedMetadata, SanitizerFlags, TlsModel, UnnamedAddr, Variable, Visibility, append_asm,
};
use lindworm_ir::types::TypeKind;
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Global, Type, Value};
use lindworm_upgrade::addresses::KnownGlobal;
use lindworm_upgrade::globals;

use super::attributes::FnAttributes;
use super::old_form::OldForm;
use super::parser::{PResult, Parser};
use super::spans::Spans;
use super::summary::Summary;
use super::symbols::SymbolName;
use crate::keyword::Keyword;
#[cfg(doc)]
use crate::lexer::Lexer;
use crate::lexer::Tok;

/// The entities of the top level, from which the module is built at the end.
#[derive(Default)]
pub struct TopLevel {
    /// The globals that are defined or declared, in order.
    pub globals: Vec<(Global, GlobalValue)>,
    /// Byte offsets, if requested.
    pub spans: Spans,
    /// Attributes with references to groups, by index in `globals`.
    pub(super) attributes: Vec<(usize, FnAttributes)>,
    /// The attribute groups.
    pub groups: HashMap<u32, AttributeSet>,
    /// The comdats.
    pub comdats: PrimaryMap<Comdat, ComdatData>,
    comdat_names: HashMap<Box<[u8]>, Comdat>,
    /// Forward references to comdats, with their byte offsets.
    pub forward_comdats: HashMap<Comdat, usize>,
    /// The variables whose initializers must be read again: index in `globals` and byte offset of the initializer.
    deferred: Vec<(usize, usize)>,
    /// `target` after the first definition, which LLVM 10 and earlier accepted.
    pub late_target: TargetDefinitions,
    /// Module-level inline assembly.
    pub module_asm: Vec<u8>,
    pub module_asm_stretches: Vec<AsmStretch>,
    /// Ranges of the source that hold only metadata, and whether `name:` lexes as two tokens there.
    pub metadata: Vec<(Range<usize>, bool)>,
    /// `uselistorder` outside of functions, with byte offsets.
    pub use_list_orders: Vec<(UseListOrder, usize)>,
    /// `uselistorder_bb`.
    pub block_use_list_orders: Vec<BlockUseListOrder>,
    /// Named metadata read along with the top level, with byte ranges.
    pub named_metadata: Vec<(NamedMetadata, Range<usize>)>,
    /// The module summary, if requested.
    pub summary: Option<Box<Summary>>,
}

/// `uselistorder_bb @function, %block, { ... }`, and the byte offsets of its parts.
pub struct BlockUseListOrder {
    pub pos: usize,
    pub function: SymbolName,
    pub function_pos: usize,
    pub block: Box<[u8]>,
    pub block_pos: usize,
    pub order: Box<[u32]>,
}

/// Linkage, visibility, DLL storage class and preemption specifier.
pub(super) struct LinkageInfo {
    pub(super) linkage: Linkage,
    /// Whether the linkage is explicit.
    explicit: bool,
    dso_local: bool,
    visibility: Visibility,
    dll_storage: DllStorage,
}

impl LinkageInfo {
    /// The properties of a global with this linkage that constant folding needs.
    pub(super) fn known(&self, value_type: Type, unnamed_addr: UnnamedAddr, is_alias: bool) -> KnownGlobal {
        let unnamed_addr = unnamed_addr == UnnamedAddr::Global;
        KnownGlobal {
            value_type,
            linkage: self.linkage,
            unnamed_addr,
            is_alias,
            align: Align::NONE,
            is_declaration: false,
        }
    }
}

/// How to find the end of the parts that are read later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// By the shape of the lines: fast, and correct for the output of tools. The reader of the skipped part checks the end.
    ByLines,
    /// By tokens.
    ByTokens,
}

/// `target` and `source_filename` at the start of the source.
#[derive(Default)]
pub struct TargetDefinitions {
    /// `target triple`
    pub triple: Option<Vec<u8>>,
    /// `target datalayout`, and its byte offset.
    pub layout: Option<(Vec<u8>, usize)>,
    /// `source_filename`
    pub source_filename: Option<Vec<u8>>,
}

impl<'a> Parser<'a> {
    /// `target` and `source_filename` at the start of the source, which the rest depends on.
    pub fn target_definitions(&mut self) -> PResult<TargetDefinitions> {
        let mut definitions = TargetDefinitions::default();
        loop {
            match self.word() {
                Keyword::Target => self.target_definition(&mut definitions)?,
                Keyword::SourceFilename => definitions.source_filename = Some(self.source_filename()?.into_owned()),
                _ => return Ok(definitions),
            }
        }
    }

    /// `target triple` or `target datalayout`.
    fn target_definition(&mut self, definitions: &mut TargetDefinitions) -> PResult<()> {
        self.bump();
        match self.word() {
            Keyword::Triple => {
                self.bump();
                self.expect(Tok::Equal, "expected '=' after target triple")?;
                definitions.triple = Some(self.string()?.into_owned());
            }
            Keyword::Datalayout => {
                self.bump();
                self.expect(Tok::Equal, "expected '=' after target datalayout")?;
                let pos = self.pos();
                definitions.layout = Some((self.string()?.into_owned(), pos));
            }
            _ => return self.error_here("unknown target property"),
        }
        Ok(())
    }

    fn source_filename(&mut self) -> PResult<Cow<'a, [u8]>> {
        self.bump();
        self.expect(Tok::Equal, "expected '=' after source_filename")?;
        self.string()
    }

    /// All entities up to the end of the source. Errors go to the diagnostics.
    pub fn top_level(&mut self, top: &mut TopLevel, skip: Skip) {
        while self.tok() != Tok::Eof {
            let (start, before) = (self.pos(), top.globals.len());
            let result = self.entity(top, skip);
            // An entity defines at most one global. The span of a function ends at its body.
            if self.keep_spans
                && let Some((global, _)) = top.globals.get(before)
            {
                let end = self.header_end.take().unwrap_or(self.lex.prev_end);
                top.spans.globals.insert(*global, start..end);
            }
            if let Err(failed) = result {
                let at = failed.0.offset.max(self.lex.prev_end);
                self.diagnostics.push(*failed.0);
                self.recover(at);
            }
        }
        if !top.deferred.is_empty() {
            self.read_deferred(top);
        }
        self.check_recursion();
        self.resolve_attribute_groups(top);
    }

    /// Error recovery: skips to the next line that can start an entity.
    fn recover(&mut self, at: usize) {
        let source = self.lex.source();
        self.lex.error = None;
        let mut pos = at;
        while let Some(len) = memchr::memchr(b'\n', &source[pos.min(source.len())..]) {
            pos += len + 1;
            let line = &source[pos..];
            let starts = [&b"define "[..], b"declare ", b"@", b"%", b"$", b"!", b"attributes ", b"module ", b"^"];
            if starts.iter().any(|s| line.starts_with(s)) {
                self.lex.seek(pos);
                return;
            }
        }
        self.lex.seek(source.len());
    }

    fn entity(&mut self, top: &mut TopLevel, skip: Skip) -> PResult<()> {
        match self.tok() {
            Tok::LocalId | Tok::LocalName => self.type_definition(),
            Tok::GlobalId | Tok::GlobalName => self.global_definition(top),
            Tok::ComdatName => self.comdat_definition(top),
            Tok::Exclaim | Tok::MetadataName => {
                let region = match skip {
                    Skip::ByLines => self.metadata_region(),
                    Skip::ByTokens => None,
                };
                match region {
                    Some(region) => {
                        self.lex.seek(region.end);
                        top.metadata.push((region, self.lex.split_labels));
                        Ok(())
                    }
                    // All definitions must be read by one parser.
                    None if skip == Skip::ByLines => self.error_here("metadata within a line"),
                    None if self.tok() == Tok::Exclaim => self.standalone_metadata(),
                    None => self.named_metadata().map(|named| top.named_metadata.push(named)),
                }
            }
            Tok::SummaryId => match top.summary.take() {
                Some(mut summary) => {
                    let result = self.read_summary_entry(top, &mut summary);
                    top.summary = Some(summary);
                    result
                }
                None => self.skip_summary_entry(),
            },
            Tok::Word => match self.word() {
                Keyword::Declare => self.declare(top),
                Keyword::Define => self.define(top, skip),
                Keyword::Module => self.module_asm(top),
                Keyword::Attributes => {
                    let pos = self.pos();
                    let (id, set) = self.attribute_group()?;
                    top.groups.insert(id, set);
                    if self.keep_spans {
                        top.spans.attribute_groups.entry(set).or_insert(pos..self.lex.prev_end);
                    }
                    Ok(())
                }
                Keyword::Uselistorder => {
                    let pos = self.pos();
                    let order = self.use_list_order()?;
                    top.use_list_orders.push((order, pos));
                    Ok(())
                }
                Keyword::UselistorderBb => self.block_use_list_order(top),
                Keyword::Target if self.is_old_text() => {
                    self.note_old(OldForm::LateTarget, self.pos());
                    self.target_definition(&mut top.late_target)
                }
                Keyword::SourceFilename => self.error_here("expected top-level entity"),
                _ if self.starts_unnamed_global() => self.unnamed_global(top),
                _ if self.lex.text() == b"deplibs" => self.dependent_libraries(),
                _ => self.error_here("expected top-level entity"),
            },
            _ => self.error_here("expected top-level entity"),
        }
    }

    /// The lines from here on that hold only metadata, if the current token starts a line.
    fn metadata_region(&self) -> Option<Range<usize>> {
        let source = self.lex.source();
        let start = self.pos();
        if start > 0 && source[start - 1] != b'\n' {
            return None;
        }
        let mut end = start;
        loop {
            let line = &source[end..];
            match line.first() {
                None => break,
                Some(b'!' | b';' | b'\n' | b'\r') => {}
                Some(_) => break,
            }
            match memchr::memchr(b'\n', line) {
                Some(len) => end += len + 1,
                None => {
                    end = source.len();
                    break;
                }
            }
        }
        Some(start..end)
    }

    fn module_asm(&mut self, top: &mut TopLevel) -> PResult<()> {
        self.bump();
        self.expect_word(Keyword::Asm, "expected 'module asm'")?;
        let properties = if self.tok() == Tok::LParen { self.asm_properties()? } else { AsmProperties::default() };
        // Up to LLVM 22, every line had its own `module asm`.
        let mut text = self.string()?;
        loop {
            append_asm(&mut top.module_asm, &mut top.module_asm_stretches, &text, properties.clone());
            if self.tok() != Tok::String {
                return Ok(());
            }
            text = self.string()?;
        }
    }

    /// `(target_features: "...", target_cpu: "...")`.
    fn asm_properties(&mut self) -> PResult<AsmProperties> {
        self.module.note_form_since(IrVersion::V23);
        let mut properties = AsmProperties::default();
        self.bump();
        loop {
            if self.tok() != Tok::LabelName {
                return self.error_here("expected property name followed by ':'");
            }
            let Some(property) = properties.named(&self.lex.name()) else {
                return self.error_here("unknown property name");
            };
            self.bump();
            *property = self.string()?.into();
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "expected ')' at end of module asm properties")?;
        Ok(properties)
    }

    /// Skips a summary entry, by matching parentheses. As in LLVM's reader, `name:` is not a label from the first skipped
    /// entry on.
    fn skip_summary_entry(&mut self) -> PResult<()> {
        self.lex.split_labels = true;
        self.bump();
        self.expect(Tok::Equal, "expected '=' here")?;
        match self.word() {
            Keyword::Flags | Keyword::Blockcount => {
                self.bump();
                self.expect(Tok::Colon, "expected ':' here")?;
                self.uint64()?;
                return Ok(());
            }
            Keyword::Gv | Keyword::Module | Keyword::Typeid => {}
            Keyword::TypeidCompatibleVTable if self.module.version() >= IrVersion::V23 => {}
            _ => {
                return self.error_here(
                    "Expected 'gv', 'module', 'typeid', 'flags' or 'blockcount' at the start of summary entry",
                );
            }
        }
        self.bump();
        self.expect(Tok::Colon, "expected ':' at start of summary entry")?;
        self.expect(Tok::LParen, "expected '(' at start of summary entry")?;
        let mut open = 1u64;
        while open > 0 {
            match self.tok() {
                Tok::LParen => open += 1,
                Tok::RParen => open -= 1,
                Tok::Eof => return self.error_here("found end of file while parsing summary entry"),
                _ => {}
            }
            self.bump();
        }
        Ok(())
    }

    // Comdats.

    fn comdat_definition(&mut self, top: &mut TopLevel) -> PResult<()> {
        let pos = self.pos();
        let name = self.take_name();
        self.expect(Tok::Equal, "expected '=' here")?;
        if !self.eat_word(Keyword::Comdat) {
            return self.error_here("expected comdat type");
        }
        let kind = match self.word() {
            Keyword::Any => ComdatKind::Any,
            Keyword::Exactmatch => ComdatKind::ExactMatch,
            Keyword::Largest => ComdatKind::Largest,
            Keyword::Nodeduplicate => ComdatKind::NoDeduplicate,
            // The spelling before LLVM 13.
            _ if self.lex.text() == b"noduplicates" => {
                self.note_old(OldForm::NoDuplicates, self.pos());
                ComdatKind::NoDeduplicate
            }
            Keyword::Samesize => ComdatKind::SameSize,
            _ => return self.error_here("unknown selection kind"),
        };
        self.bump();
        let comdat = match top.comdat_names.get(&*name) {
            Some(&comdat) => {
                if top.forward_comdats.remove(&comdat).is_none() {
                    let name = String::from_utf8_lossy(&name).into_owned();
                    return self.error(pos, format!("redefinition of comdat '${name}'"));
                }
                top.comdats[comdat].kind = kind;
                comdat
            }
            None => {
                let comdat = top.comdats.push(ComdatData { name: (*name).into(), kind });
                top.comdat_names.insert((*name).into(), comdat);
                comdat
            }
        };
        if self.keep_spans {
            top.spans.comdats.insert(comdat, pos..self.lex.prev_end);
        }
        Ok(())
    }

    /// `comdat` or `comdat($name)`, if present.
    pub(super) fn optional_comdat(&mut self, top: &mut TopLevel, global_name: &[u8]) -> PResult<Option<Comdat>> {
        let pos = self.pos();
        if !self.eat_word(Keyword::Comdat) {
            return Ok(None);
        }
        let (name, pos) = if self.eat(Tok::LParen) {
            if self.tok() != Tok::ComdatName {
                return self.error_here("expected comdat variable");
            }
            let pos = self.pos();
            let name = self.take_name();
            self.expect(Tok::RParen, "expected ')' after comdat var")?;
            (name, pos)
        } else {
            if global_name.is_empty() {
                return self.error_here("comdat cannot be unnamed");
            }
            (Cow::Owned(global_name.to_vec()), pos)
        };
        Ok(Some(match top.comdat_names.get(&*name) {
            Some(&comdat) => comdat,
            None => {
                let comdat = top.comdats.push(ComdatData { name: (*name).into(), kind: ComdatKind::Any });
                top.comdat_names.insert((*name).into(), comdat);
                top.forward_comdats.insert(comdat, pos);
                comdat
            }
        }))
    }

    // Common parts of globals.

    pub(super) fn linkage(&mut self) -> PResult<LinkageInfo> {
        let linkage = match self.word() {
            Keyword::Private => Some(Linkage::Private),
            Keyword::Internal => Some(Linkage::Internal),
            Keyword::Weak => Some(Linkage::WeakAny),
            Keyword::WeakOdr => Some(Linkage::WeakOdr),
            Keyword::Linkonce => Some(Linkage::LinkOnceAny),
            Keyword::LinkonceOdr => Some(Linkage::LinkOnceOdr),
            Keyword::AvailableExternally => Some(Linkage::AvailableExternally),
            Keyword::Appending => Some(Linkage::Appending),
            Keyword::Common => Some(Linkage::Common),
            Keyword::ExternWeak => Some(Linkage::ExternalWeak),
            Keyword::External => Some(Linkage::External),
            Keyword::Other => globals::linkage_of_old_name(self.lex.text()),
            _ => None,
        };
        let is_old = linkage.is_some() && self.word() == Keyword::Other;
        if is_old {
            self.note_old(OldForm::OldLinkage, self.pos());
        }
        if linkage.is_some() {
            self.bump();
        }
        let dso_local = self.eat_word(Keyword::DsoLocal);
        if !dso_local {
            self.eat_word(Keyword::DsoPreemptable);
        }
        let visibility = match self.word() {
            Keyword::Default => Some(Visibility::Default),
            Keyword::Hidden => Some(Visibility::Hidden),
            Keyword::Protected => Some(Visibility::Protected),
            _ => None,
        };
        if visibility.is_some() {
            self.bump();
        }
        let dll_storage = match self.word() {
            Keyword::Dllimport => Some(DllStorage::Import),
            Keyword::Dllexport => Some(DllStorage::Export),
            _ => None,
        };
        if dll_storage.is_some() {
            self.bump();
        }
        let info = LinkageInfo {
            linkage: linkage.unwrap_or(Linkage::External),
            explicit: linkage.is_some() && !is_old,
            dso_local,
            visibility: visibility.filter(|_| !is_old).unwrap_or(Visibility::Default),
            dll_storage: dll_storage.unwrap_or(DllStorage::Default),
        };
        if dso_local && info.dll_storage == DllStorage::Import {
            return self.error_here("dso_location and DLL-StorageClass mismatch");
        }
        Ok(info)
    }

    /// Rejects visibility and DLL storage class on local symbols. LLVM 3.4 and earlier accepted and ignored them.
    pub(super) fn check_linkage(&mut self, info: &mut LinkageInfo, pos: usize) -> PResult<()> {
        let is_special = info.visibility != Visibility::Default || info.dll_storage != DllStorage::Default;
        if info.linkage.is_local() && is_special && self.is_old_text() {
            self.note_old(OldForm::LocalVisibility, pos);
            (info.visibility, info.dll_storage) = (Visibility::Default, DllStorage::Default);
        }
        if info.linkage.is_local() && info.visibility != Visibility::Default {
            return self.error(pos, "symbol with local linkage must have default visibility");
        }
        if info.linkage.is_local() && info.dll_storage != DllStorage::Default {
            return self.error(pos, "symbol with local linkage cannot have a DLL storage class");
        }
        Ok(())
    }

    fn optional_thread_local(&mut self) -> PResult<TlsModel> {
        if !self.eat_word(Keyword::ThreadLocal) {
            return Ok(TlsModel::None);
        }
        if !self.eat(Tok::LParen) {
            return Ok(TlsModel::GeneralDynamic);
        }
        let model = match self.word() {
            Keyword::Localdynamic => TlsModel::LocalDynamic,
            Keyword::Initialexec => TlsModel::InitialExec,
            Keyword::Localexec => TlsModel::LocalExec,
            _ => return self.error_here("expected localdynamic, initialexec or localexec"),
        };
        self.bump();
        self.expect(Tok::RParen, "expected ')' after thread local model")?;
        Ok(model)
    }

    pub(super) fn optional_unnamed_addr(&mut self) -> UnnamedAddr {
        if self.eat_word(Keyword::UnnamedAddr) {
            UnnamedAddr::Global
        } else if self.eat_word(Keyword::LocalUnnamedAddr) {
            UnnamedAddr::Local
        } else {
            UnnamedAddr::None
        }
    }

    /// The handle for a definition: that of the forward reference, if any.
    pub(super) fn define_symbol(
        &mut self,
        name: &SymbolName,
        known: KnownGlobal,
        ty: Type,
    ) -> Result<Global, Option<(Type, usize)>> {
        let mut globals = self.symbols.globals_mut();
        let found = globals.find(name);
        let global = found.unwrap_or_else(|| globals.add(self.module, name.clone(), ty, None));
        let entry = &mut globals.entries[EntityRef::index(global)];
        entry.known.get_or_insert(known);
        if found.is_none() {
            return Ok(global);
        }
        let Some(pos) = entry.forward.take() else { return Err(None) };
        drop(globals);
        let expected = self.module.value_type(None, global.into());
        if expected == ty { Ok(global) } else { Err(Some((expected, pos))) }
    }

    /// The key of a global: its name, or a number if unnamed. `stated` is the number in the text.
    pub(super) fn symbol_name(
        &mut self,
        name: &[u8],
        stated: Option<u32>,
        what: &str,
        pos: usize,
    ) -> PResult<SymbolName> {
        if !name.is_empty() {
            return Ok(SymbolName::Name(name.into()));
        }
        let next = self.symbols.globals().next_number;
        let number = stated.unwrap_or(next);
        if number < next {
            return self.error(pos, format!("{what} expected to be numbered '@{next}' or greater"));
        }
        self.symbols.globals_mut().next_number = number.wrapping_add(1);
        Ok(SymbolName::Number(number))
    }

    pub(super) fn new_global(
        info: &LinkageInfo,
        name: &[u8],
        value_type: Type,
        ty: Type,
        kind: GlobalKind,
    ) -> GlobalValue {
        let mut global = GlobalValue::new(name, value_type, ty, kind);
        global.linkage = info.linkage;
        global.visibility = info.visibility;
        global.dll_storage = info.dll_storage;
        global.dso_local = info.dso_local
            || info.linkage.is_local()
            || (info.visibility != Visibility::Default && info.linkage != Linkage::ExternalWeak);
        global
    }

    // Variables, aliases, ifuncs.

    fn global_definition(&mut self, top: &mut TopLevel) -> PResult<()> {
        let pos = self.pos();
        let (name, number) = match self.tok() {
            Tok::GlobalName => (self.take_name(), None),
            _ => {
                let number = self.lex.value as u32;
                let next = self.symbols.globals().next_number;
                if number < next {
                    return self.error(pos, format!("global expected to be numbered '@{next}' or greater"));
                }
                self.bump();
                (Cow::Borrowed(&b""[..]), Some(number))
            }
        };
        let after = if number.is_some() { "expected '=' after name" } else { "expected '=' in global variable" };
        self.expect(Tok::Equal, after)?;
        self.global_after_name(top, name, number, pos)
    }

    /// Whether a global without its number follows: before LLVM 3.7 `@0 =` was optional. Only at the start of a line;
    /// anywhere else the word is a syntax error.
    fn starts_unnamed_global(&self) -> bool {
        use Keyword::*;
        let is_word_of_global = matches!(
            self.word(),
            Private
                | Internal
                | Weak
                | WeakOdr
                | Linkonce
                | LinkonceOdr
                | Appending
                | Common
                | ExternWeak
                | External
                | AvailableExternally
                | Default
                | Hidden
                | Protected
                | Dllimport
                | Dllexport
                | ThreadLocal
                | Addrspace
                | Constant
                | Global
        ) || globals::linkage_of_old_name(self.lex.text()).is_some();
        is_word_of_global && self.is_at_line_start()
    }

    #[cold]
    fn unnamed_global(&mut self, top: &mut TopLevel) -> PResult<()> {
        self.note_old(OldForm::UnnamedGlobal, self.pos());
        let number = self.symbols.globals().next_number;
        self.global_after_name(top, Cow::Borrowed(b""), Some(number), self.pos())
    }

    /// `deplibs = [ "c", "m" ]`: dependent libraries, which LLVM 3.2 and earlier wrote and ignored.
    #[cold]
    fn dependent_libraries(&mut self) -> PResult<()> {
        self.note_old(OldForm::DependentLibraries, self.pos());
        self.bump();
        self.expect(Tok::Equal, "expected '=' after deplibs")?;
        self.expect(Tok::LSquare, "expected '[' after deplibs")?;
        while self.tok() != Tok::RSquare {
            self.string()?;
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RSquare, "expected ']' at end of list")
    }

    fn global_after_name(
        &mut self,
        top: &mut TopLevel,
        name: Cow<'a, [u8]>,
        number: Option<u32>,
        pos: usize,
    ) -> PResult<()> {
        let info = self.linkage()?;
        let tls = self.optional_thread_local()?;
        let unnamed_addr = self.optional_unnamed_addr();
        match self.word() {
            Keyword::Alias | Keyword::Ifunc => self.alias_or_ifunc(top, &name, number, pos, info, tls, unnamed_addr),
            _ => self.variable(top, &name, number, pos, info, tls, unnamed_addr),
        }
    }

    /// Whether this keyword starts an expression that may omit its type.
    fn is_pointer_expression(word: Keyword) -> bool {
        matches!(word, Keyword::Bitcast | Keyword::Getelementptr | Keyword::Addrspacecast | Keyword::Inttoptr)
    }

    fn pointer_expression(&mut self) -> PResult<Value> {
        let pos = self.pos();
        match self.nested(|p| p.val_id(None))? {
            super::constant::ValId::Constant(value) => Ok(value),
            _ => self.error(pos, "invalid aliasee"),
        }
    }

    /// The aliasee in the syntax of LLVM 3.6 and earlier, where the value type of the alias is the pointee type. `pointer`
    /// is the pointer type and its byte offset; `None` if an expression implies it.
    #[cold]
    fn old_aliasee(&mut self, pointer: Option<(Type, usize)>) -> PResult<(Type, usize, Value)> {
        let pointee = self.pointee().filter(|_| pointer.is_some());
        let (pos, target) = match pointer {
            Some((ty, pos)) => (pos, self.constant(ty)?),
            None => (self.pos(), self.pointer_expression()?),
        };
        self.note_old(OldForm::AliasType, pos);
        match pointee.or_else(|| self.pointee()) {
            Some(pointee) => Ok((pointee, pos, target)),
            None => self.error(pos, "expected type"),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn alias_or_ifunc(
        &mut self,
        top: &mut TopLevel,
        name: &[u8],
        number: Option<u32>,
        pos: usize,
        mut info: LinkageInfo,
        tls: TlsModel,
        unnamed_addr: UnnamedAddr,
    ) -> PResult<()> {
        let is_alias = self.word() == Keyword::Alias;
        self.bump();
        // Before LLVM 3.6, the linkage followed `alias`.
        if is_alias && !info.explicit && self.tok() == Tok::Word && !Self::is_pointer_expression(self.word()) {
            let linkage_pos = self.pos();
            let LinkageInfo { linkage, explicit, .. } = self.linkage()?;
            if explicit {
                self.note_old(OldForm::AliasLinkage, linkage_pos);
            }
            (info.linkage, info.explicit) = (linkage, explicit);
        }
        if is_alias && matches!(info.linkage, Linkage::Appending | Linkage::Common | Linkage::ExternalWeak) {
            return self.error(pos, "invalid linkage type for alias");
        }
        self.check_linkage(&mut info, pos)?;
        let type_pos = self.pos();
        let (value_type, target_pos, target) = if Self::is_pointer_expression(self.word()) {
            self.old_aliasee(None)?
        } else {
            let value_type = self.type_()?;
            if self.tok() != Tok::Comma && self.pointee().is_some() {
                self.old_aliasee(Some((value_type, type_pos)))?
            } else {
                self.expect(Tok::Comma, "expected comma after alias or ifunc's type")?;
                let target_pos = self.pos();
                let target = match Self::is_pointer_expression(self.word()) {
                    true => self.pointer_expression()?,
                    false => self.type_and_constant()?,
                };
                (value_type, target_pos, target)
            }
        };
        let Some(addr_space) =
            self.cx.addr_space(self.value_type(target)).filter(|_| self.cx.is_pointer(self.value_type(target)))
        else {
            return self.error(target_pos, "An alias or ifunc must have pointer type");
        };
        let ty = self.cx.ptr(addr_space);
        let symbol = self.symbol_name(name, number, "global", pos)?;
        let known = info.known(value_type, unnamed_addr, true);
        let global = match self.define_symbol(&symbol, known, ty) {
            Ok(global) => global,
            Err(None) => return self.redefinition("global", name, pos),
            Err(Some(_)) => {
                let message = "forward reference and definition of alias have different types";
                return self.error(type_pos, message);
            }
        };
        let kind =
            if is_alias { GlobalKind::Alias { aliasee: target } } else { GlobalKind::IFunc { resolver: target } };
        let mut value = Self::new_global(&info, name, value_type, ty, kind);
        value.tls = tls;
        value.unnamed_addr = unnamed_addr;
        while self.eat(Tok::Comma) {
            if self.eat_word(Keyword::Partition) {
                value.partition = self.string_or("expected partition string")?.into();
            } else if !is_alias && self.tok() == Tok::MetadataName {
                let attachment = self.metadata_attachment()?;
                value.metadata.push(attachment);
            } else {
                return self.error_here("unknown alias or ifunc property!");
            }
        }
        top.globals.push((global, value));
        Ok(())
    }

    #[cold]
    pub(super) fn redefinition<T>(&mut self, what: &str, name: &[u8], pos: usize) -> PResult<T> {
        self.error(pos, format!("redefinition of {what} '@{}'", String::from_utf8_lossy(name)))
    }

    #[allow(clippy::too_many_arguments)]
    fn variable(
        &mut self,
        top: &mut TopLevel,
        name: &[u8],
        number: Option<u32>,
        pos: usize,
        mut info: LinkageInfo,
        tls: TlsModel,
        mut unnamed_addr: UnnamedAddr,
    ) -> PResult<()> {
        self.check_linkage(&mut info, pos)?;
        let addr_space = self.optional_addr_space(0)?;
        // Before LLVM 3.4, `unnamed_addr` followed the address space.
        if unnamed_addr == UnnamedAddr::None {
            unnamed_addr = self.optional_unnamed_addr();
            if unnamed_addr != UnnamedAddr::None {
                self.note_old(OldForm::AddrSpaceBefore, pos);
            }
        }
        let externally_initialized = self.eat_word(Keyword::ExternallyInitialized);
        let constant = match self.word() {
            Keyword::Constant => true,
            Keyword::Global => false,
            _ => return self.error_here("expected 'global' or 'constant'"),
        };
        self.bump();
        let type_pos = self.pos();
        let value_type = self.type_()?;
        // Before LLVM 3.4, `dllimport` was a linkage, and no initializer followed.
        let imported = !info.explicit && info.dll_storage == DllStorage::Import && self.is_at_line_start();
        if imported {
            self.note_old(OldForm::ImportedLinkage, pos);
        }
        let declaration =
            info.explicit && matches!(info.linkage, Linkage::External | Linkage::ExternalWeak) || imported;
        let initializer_pos = self.pos();
        let initializer = if declaration { None } else { Some(self.initializer(value_type)?) };
        if std::mem::take(&mut self.is_deferred) {
            top.deferred.push((top.globals.len(), initializer_pos));
        }
        if matches!(
            self.cx.kind(value_type),
            TypeKind::Function { .. }
                | TypeKind::Label
                | TypeKind::Metadata
                | TypeKind::Token
                | TypeKind::Void
                | TypeKind::X86Amx
        ) {
            return self.error(type_pos, "invalid type for global variable");
        }
        if self.has_typed_pointers() && globals::has_old_constructors(self.cx, name, value_type) {
            self.note_old(OldForm::TwoFieldConstructors, pos);
        }
        let ty = self.cx.ptr(addr_space);
        let symbol = self.symbol_name(name, number, "global", pos)?;
        let is_declaration = initializer.is_none();
        let known = KnownGlobal { is_declaration, ..info.known(value_type, unnamed_addr, false) };
        let global = match self.define_symbol(&symbol, known, ty) {
            Ok(global) => global,
            Err(None) => return self.redefinition("global", name, pos),
            Err(Some(_)) => {
                let message = "forward reference and definition of global have different types";
                return self.error(type_pos, message);
            }
        };
        let variable = Variable { initializer, constant, externally_initialized, ..Variable::default() };
        let mut value = Self::new_global(&info, name, value_type, ty, GlobalKind::Variable(variable));
        value.tls = tls;
        value.unnamed_addr = unnamed_addr;
        let result = self.variable_properties(top, name, &mut value);
        if value.align != Align::NONE
            && let Some(known) = &mut self.symbols.globals_mut().entries[EntityRef::index(global)].known
        {
            known.align = value.align;
        }
        let attributes = match result {
            Ok(()) => self.function_attributes(),
            Err(error) => Err(error),
        };
        top.globals.push((global, value));
        let attributes = attributes?;
        if attributes.inline != AttributeSet::EMPTY || !attributes.groups.is_empty() {
            top.attributes.push((top.globals.len() - 1, attributes));
        }
        Ok(())
    }

    /// The initializer of a variable. If it compares globals that are defined later, it is read again at the end.
    fn initializer(&mut self, ty: Type) -> PResult<Value> {
        self.can_defer = true;
        let value = self.constant(ty);
        self.can_defer = false;
        value
    }

    /// Reads deferred initializers again, once all globals are known.
    #[cold]
    fn read_deferred(&mut self, top: &mut TopLevel) {
        for (place, pos) in std::mem::take(&mut top.deferred) {
            let Some((_, global)) = top.globals.get_mut(place) else { continue };
            self.lex.seek(pos);
            let value = self.initializer(global.value_type);
            let is_deferred = std::mem::take(&mut self.is_deferred);
            let value = match is_deferred {
                true => {
                    self.lex.seek(pos);
                    self.constant(global.value_type)
                }
                false => value,
            };
            match (value, global.as_variable_mut()) {
                (Ok(value), Some(variable)) => variable.initializer = Some(value),
                (Err(failed), _) => self.diagnostics.push(*failed.0),
                _ => {}
            }
        }
    }

    /// `, section "..."` and the other properties of a variable.
    fn variable_properties(&mut self, top: &mut TopLevel, name: &[u8], value: &mut GlobalValue) -> PResult<()> {
        while self.eat(Tok::Comma) {
            let sanitizer = match self.word() {
                Keyword::NoSanitizeAddress => SanitizerFlags::NO_ADDRESS,
                Keyword::NoSanitizeHwaddress => SanitizerFlags::NO_HWADDRESS,
                Keyword::SanitizeMemtag => SanitizerFlags::MEMTAG,
                Keyword::SanitizeAddressDyninit => SanitizerFlags::ADDRESS_DYN_INIT,
                _ => SanitizerFlags::empty(),
            };
            if !sanitizer.is_empty() {
                self.bump();
                if let Some(variable) = value.as_variable_mut() {
                    variable.sanitizer |= sanitizer;
                }
            } else if self.eat_word(Keyword::Section) {
                value.section = self.string_or("expected global section string")?.into();
            } else if self.eat_word(Keyword::Partition) {
                value.partition = self.string_or("expected partition string")?.into();
            } else if self.word() == Keyword::Align {
                value.align = self.optional_align()?;
            } else if self.eat_word(Keyword::CodeModel) {
                let message = "expected global code model string";
                let model = if self.tok() == Tok::String { CodeModel::from_name(&self.lex.name()) } else { None };
                let Some(model) = model else { return self.error_here(message) };
                self.bump();
                if let Some(variable) = value.as_variable_mut() {
                    variable.code_model = Some(model);
                }
            } else if self.tok() == Tok::MetadataName {
                let attachment = self.metadata_attachment()?;
                value.metadata.push(attachment);
            } else {
                match self.optional_comdat(top, name)? {
                    Some(comdat) => value.comdat = Some(comdat),
                    None => return self.error_here("unknown global variable property!"),
                }
            }
        }
        Ok(())
    }

    /// Resolves the attribute groups of functions and variables.
    fn resolve_attribute_groups(&mut self, top: &mut TopLevel) {
        for (index, attributes) in std::mem::take(&mut top.attributes) {
            let value = &mut top.globals[index].1;
            if let Some(variable) = value.as_variable_mut() {
                variable.attributes = attributes.resolve(self.cx, &top.groups);
            } else {
                let (set, align) = attributes.resolve_for_function(self.cx, &top.groups);
                if let Some(align) = align.filter(|a| *a != Align::NONE) {
                    value.align = align;
                }
                if let Some(function) = value.as_function_mut() {
                    function.attributes = self.cx.with_function_attributes(function.attributes, set);
                }
            }
        }
    }

    /// `uselistorder_bb @function, %block, { 1, 0 }`.
    fn block_use_list_order(&mut self, top: &mut TopLevel) -> PResult<()> {
        let pos = self.pos();
        self.bump();
        let function_pos = self.pos();
        let function = match self.tok() {
            Tok::GlobalName => SymbolName::Name(self.take_name().into()),
            Tok::GlobalId => SymbolName::Number(self.take_id()),
            _ => return self.error_here("expected function name in uselistorder_bb"),
        };
        self.expect(Tok::Comma, "expected comma in uselistorder_bb directive")?;
        let block_pos = self.pos();
        let block = match self.tok() {
            Tok::LocalName => (*self.take_name()).into(),
            Tok::LocalId => return self.error_here("invalid numeric label in uselistorder_bb"),
            _ => return self.error_here("expected basic block name in uselistorder_bb"),
        };
        self.expect(Tok::Comma, "expected comma in uselistorder_bb directive")?;
        let order = self.use_list_indexes()?;
        top.block_use_list_orders.push(BlockUseListOrder { pos, function, function_pos, block, block_pos, order });
        Ok(())
    }
}
