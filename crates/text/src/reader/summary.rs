//! Module summaries: the entries `^0 = module: (...)`, `gv:`, `typeid:`, `typeidCompatibleVTable:`, `flags:`, `blockcount:`.
//!
//! An entry may refer to a later one. Until all entries are read, each [`Guid`] in the index is therefore an index into
//! [`References`], which holds the final one.

use lindworm_ir::hash::HashMap;
use lindworm_ir::module::{Linkage, Visibility};
use lindworm_ir::summary::{
    Access, ConstResult, ConstResultKind, Devirtualization, DevirtualizationKind, GlobalFlags, GlobalSummaries,
    GlobalSummary, Guid, ImportKind, IndexFlags, ModulePath, Reference, SummaryIndex, SummaryKind, SummaryModule,
    TypeTest, TypeTestKind, VTableAddress, VTableFunction, VariableSummary,
};

use self::references::References;
use super::diagnostic::Diagnostic;
use super::globals::TopLevel;
use super::parser::{PResult, Parser};
use crate::lexer::Tok;

mod function;
mod references;

/// The summary being read.
#[derive(Default)]
pub struct Summary {
    index: SummaryIndex,
    /// The modules by entry id, and by path.
    module_ids: HashMap<u32, SummaryModule>,
    module_paths: HashMap<Box<[u8]>, SummaryModule>,
    references: References,
    /// The linkage of the first `known_globals` globals of the module, by name.
    linkage: HashMap<Box<[u8]>, Linkage>,
    known_globals: usize,
    any: bool,
}

impl Summary {
    /// The index with all references resolved; `None` without entries.
    pub fn finish(mut self) -> Result<Option<SummaryIndex>, Diagnostic> {
        if !self.any {
            return Ok(None);
        }
        self.references.resolve(&mut self.index)?;
        Ok(Some(self.index))
    }

    /// The linkage of the module's global with this name, if it is defined or declared so far.
    fn linkage_of(&mut self, top: &TopLevel, name: &[u8]) -> Option<Linkage> {
        for (_, global) in &top.globals[self.known_globals..] {
            self.linkage.insert(global.name().into(), global.linkage);
        }
        self.known_globals = top.globals.len();
        self.linkage.get(name).copied().filter(|_| !name.is_empty())
    }
}

/// The key of the global of a `gv` entry.
enum GlobalKey {
    Name(Box<[u8]>),
    Guid(Guid),
}

/// A parser of one entry.
struct Entry<'p, 'a> {
    p: &'p mut Parser<'a>,
    summary: &'p mut Summary,
    top: &'p TopLevel,
}

impl<'a> Parser<'a> {
    /// Reads an entry of the summary.
    pub fn read_summary_entry(&mut self, top: &TopLevel, summary: &mut Summary) -> PResult<()> {
        self.lex.split_labels = true;
        let id = self.take_id();
        self.expect(Tok::Equal, "expected '=' here")?;
        let mut entry = Entry { p: self, summary, top };
        match entry.word() {
            b"gv" => entry.global(id)?,
            b"module" => entry.module(id)?,
            b"typeid" => entry.type_id(id)?,
            b"typeidCompatibleVTable" => entry.compatible_vtables(id)?,
            b"flags" => {
                entry.field()?;
                entry.summary.index.flags = IndexFlags::from_bits_truncate(entry.p.uint64()?);
            }
            b"blockcount" => {
                entry.field()?;
                entry.summary.index.block_count = entry.p.uint64()?;
            }
            _ => return self.error_here("unexpected summary kind"),
        }
        summary.any = true;
        self.lex.split_labels = false;
        Ok(())
    }
}

/// The character of a punctuation token.
fn sign(tok: Tok) -> char {
    match tok {
        Tok::Comma => ',',
        Tok::LParen => '(',
        Tok::RParen => ')',
        Tok::LSquare => '[',
        Tok::RSquare => ']',
        _ => ':',
    }
}

/// The suffix of LLVM's messages about an expected token.
const HERE: &str = " here";
const NOWHERE: &str = "";

// Helpers shared by all entries.
impl<'a> Entry<'_, 'a> {
    /// The current token if it is a word; empty otherwise.
    fn word(&self) -> &'a [u8] {
        if self.p.tok() == Tok::Word { self.p.lex.text() } else { b"" }
    }

    /// Consumes a punctuation token.
    fn sign(&mut self, tok: Tok, place: &str) -> PResult<()> {
        if self.p.eat(tok) { Ok(()) } else { self.p.error_here(format!("expected '{}'{place}", sign(tok))) }
    }

    /// Consumes a word.
    fn keyword(&mut self, word: &str, place: &str) -> PResult<()> {
        if self.word() != word.as_bytes() {
            return self.p.error_here(format!("expected '{word}'{place}"));
        }
        self.p.bump();
        Ok(())
    }

    /// Consumes a word that LLVM's reader skips without a check.
    fn assumed_keyword(&mut self, word: &str, message: &str) -> PResult<()> {
        if self.word() != word.as_bytes() {
            return self.assumed(message);
        }
        self.p.bump();
        Ok(())
    }

    /// The error for a token that LLVM's reader skips without a check: LLVM fails at the next token, or at the second
    /// character of an unknown word.
    fn assumed<T>(&mut self, message: &str) -> PResult<T> {
        if self.p.tok() == Tok::Word {
            return self.p.error(self.p.pos() + 1, message);
        }
        self.p.bump();
        self.p.error_here(message)
    }

    /// Consumes `name:` with any name.
    fn field(&mut self) -> PResult<()> {
        self.p.bump();
        self.sign(Tok::Colon, HERE)
    }

    /// Consumes `word:`.
    fn named_field(&mut self, word: &str) -> PResult<()> {
        self.keyword(word, HERE)?;
        self.sign(Tok::Colon, HERE)
    }

    /// Consumes `word: (`.
    fn open(&mut self, word: &str) -> PResult<()> {
        self.named_field(word)?;
        self.sign(Tok::LParen, HERE)
    }

    fn close(&mut self) -> PResult<()> {
        self.sign(Tok::RParen, HERE)
    }

    fn comma(&mut self) -> PResult<()> {
        self.sign(Tok::Comma, HERE)
    }

    /// Consumes `:` and the value of a flag. Any non-zero value is true.
    fn flag(&mut self) -> PResult<bool> {
        self.p.bump();
        self.sign(Tok::Colon, NOWHERE)?;
        self.bit()
    }

    fn bit(&mut self) -> PResult<bool> {
        self.p.uint64().map(|v| v != 0)
    }

    fn string(&mut self) -> PResult<Box<[u8]>> {
        Ok(self.p.string()?.into())
    }

    /// Consumes a word of a table of names.
    fn choice<T>(&mut self, from_name: fn(&[u8]) -> Option<T>, message: &str) -> PResult<T> {
        let Some(value) = from_name(self.word()) else { return self.p.error_here(message) };
        self.p.bump();
        Ok(value)
    }

    /// Reads one or more comma-separated items.
    fn commas(&mut self, mut item: impl FnMut(&mut Self) -> PResult<()>) -> PResult<()> {
        item(self)?;
        while self.p.eat(Tok::Comma) {
            item(self)?;
        }
        Ok(())
    }

    /// Reads a comma-separated list of one or more items.
    fn items<T>(&mut self, mut item: impl FnMut(&mut Self) -> PResult<T>) -> PResult<Vec<T>> {
        let mut items = Vec::new();
        self.commas(|e| item(e).map(|i| items.push(i)))?;
        Ok(items)
    }

    /// Consumes an entry id with an optional `readonly` or `writeonly`.
    fn reference_id(&mut self) -> PResult<(Access, u32)> {
        let access = match self.word() {
            b"readonly" => Access::ReadOnly,
            b"writeonly" => Access::WriteOnly,
            _ => Access::Any,
        };
        if access != Access::Any {
            self.p.bump();
        }
        if self.p.tok() != Tok::SummaryId {
            return self.p.error_here("expected GV ID");
        }
        Ok((access, self.p.take_id()))
    }

    /// Consumes a reference to a global.
    fn global_reference(&mut self) -> PResult<Guid> {
        let pos = self.p.pos();
        let (_, id) = self.reference_id()?;
        Ok(self.summary.references.global(id, pos))
    }
}

// The entries.
impl<'a> Entry<'_, 'a> {
    /// `module: (path: "a.o", hash: (1, 2, 3, 4, 5))`
    fn module(&mut self, id: u32) -> PResult<()> {
        self.open("module")?;
        self.named_field("path")?;
        let path = self.string()?;
        self.comma()?;
        self.open("hash")?;
        let mut hash = [0; 5];
        for (i, part) in hash.iter_mut().enumerate() {
            if i > 0 {
                self.comma()?;
            }
            *part = self.p.uint32()?;
        }
        self.close()?;
        self.close()?;
        let modules = &mut self.summary.index.modules;
        // A repeated path keeps its first hash.
        let module = *self.summary.module_paths.entry(path).or_insert_with_key(|path| {
            let path = path.clone();
            modules.push(ModulePath { path, hash })
        });
        self.summary.module_ids.insert(id, module);
        Ok(())
    }

    /// `gv: (name: "f", summaries: (...))` or `gv: (guid: 1, ...)`
    fn global(&mut self, id: u32) -> PResult<()> {
        self.open("gv")?;
        let pos = self.p.pos();
        let key = match self.word() {
            b"name" => {
                self.field()?;
                GlobalKey::Name(self.string()?)
            }
            b"guid" => {
                self.field()?;
                match self.p.uint64()? {
                    0 => GlobalKey::Name(Box::default()),
                    guid => GlobalKey::Guid(Guid(guid)),
                }
            }
            _ => return self.p.error_here("expected name or guid tag"),
        };
        if !self.p.eat(Tok::Comma) {
            self.close()?;
            return self.add_global(id, &key, None, pos);
        }
        self.open("summaries")?;
        self.commas(|e| {
            let pos = e.p.pos();
            let summary = match e.word() {
                b"function" => e.function()?,
                b"variable" => e.variable()?,
                b"alias" => e.alias(pos)?,
                _ => return e.p.error_here("expected summary type"),
            };
            e.close()?;
            e.add_global(id, &key, Some(summary), pos)
        })?;
        self.close()?;
        self.close()
    }

    /// Adds a global to the index, with an optional summary.
    fn add_global(&mut self, id: u32, key: &GlobalKey, summary: Option<GlobalSummary>, pos: usize) -> PResult<()> {
        let (guid, name) = match key {
            GlobalKey::Guid(guid) => (*guid, None),
            GlobalKey::Name(name) => {
                let Some(linkage) = self.summary.linkage_of(self.top, name) else {
                    let name = String::from_utf8_lossy(name);
                    return self.p.error(pos, format!("Reference to undefined global \"{name}\""));
                };
                (Guid::of_global(name, linkage, self.p.module.source_filename()), Some(name))
            }
        };
        self.summary.references.define_global(id, guid, summary.is_some());
        let GlobalSummaries { name: known, summaries } = self.summary.index.globals.entry(guid).or_default();
        if let Some(name) = name {
            *known = Some(name.clone());
        }
        summaries.extend(summary);
        Ok(())
    }

    /// The common start of all summaries: `function: (module: ^0, flags: (...)`.
    fn head(&mut self) -> PResult<(SummaryModule, GlobalFlags)> {
        self.field()?;
        self.sign(Tok::LParen, HERE)?;
        self.named_field("module")?;
        let pos = self.p.pos();
        if self.p.tok() != Tok::SummaryId {
            return self.p.error_here("expected module ID");
        }
        let id = self.p.take_id();
        // LLVM assumes that the module exists.
        let Some(&module) = self.summary.module_ids.get(&id) else {
            return self.p.error(pos, format!("use of undefined module '^{id}'"));
        };
        self.comma()?;
        Ok((module, self.global_flags()?))
    }

    /// `flags: (linkage: external, visibility: default, ...)`
    fn global_flags(&mut self) -> PResult<GlobalFlags> {
        let mut flags = GlobalFlags::default();
        self.assumed_keyword("flags", "expected ':' here")?;
        self.sign(Tok::Colon, HERE)?;
        self.sign(Tok::LParen, HERE)?;
        self.commas(|e| {
            match e.word() {
                b"linkage" => {
                    e.p.bump();
                    e.sign(Tok::Colon, NOWHERE)?;
                    let Some(linkage) = Linkage::from_name(e.word()) else {
                        return e.assumed("expected ')' here");
                    };
                    e.p.bump();
                    flags.linkage = linkage;
                }
                b"visibility" => {
                    e.p.bump();
                    e.sign(Tok::Colon, NOWHERE)?;
                    let visibility = Visibility::from_name(e.word());
                    if visibility.is_some() {
                        e.p.bump();
                    }
                    flags.visibility = visibility.unwrap_or(Visibility::Default);
                }
                b"notEligibleToImport" => flags.not_eligible_to_import = e.flag()?,
                b"live" => flags.live = e.flag()?,
                b"dsoLocal" => flags.dso_local = e.flag()?,
                b"canAutoHide" => flags.can_auto_hide = e.flag()?,
                b"importType" => {
                    e.p.bump();
                    e.sign(Tok::Colon, NOWHERE)?;
                    let message = "unknown import kind. Expect definition or declaration.";
                    flags.import = e.choice(ImportKind::from_name, message)?;
                }
                _ => return e.p.error_here("expected gv flag type"),
            }
            Ok(())
        })?;
        self.close()?;
        Ok(flags)
    }

    /// `refs: (^1, readonly ^2)`; `readonly` and `writeonly` references are moved to the end.
    fn refs(&mut self) -> PResult<Vec<Reference>> {
        self.p.bump();
        self.sign(Tok::Colon, " in refs")?;
        self.sign(Tok::LParen, " in refs")?;
        let mut refs = self.items(|e| {
            let pos = e.p.pos();
            e.reference_id().map(|(access, id)| (access, id, pos))
        })?;
        references::sort_as_llvm(&mut refs, |r| r.0);
        let references = &mut self.summary.references;
        let refs = refs.into_iter().map(|(access, id, pos)| Reference { global: references.global(id, pos), access });
        let refs = refs.collect();
        self.sign(Tok::RParen, " in refs")?;
        Ok(refs)
    }

    /// `variable: (module: ^0, flags: (...), varFlags: (...), vTableFuncs: (...), refs: (...)`
    fn variable(&mut self) -> PResult<GlobalSummary> {
        let (module, flags) = self.head()?;
        self.comma()?;
        let mut variable = VariableSummary::default();
        let mut refs = Vec::new();
        self.assumed_keyword("varFlags", "expected ':' here")?;
        self.sign(Tok::Colon, HERE)?;
        self.sign(Tok::LParen, HERE)?;
        self.commas(|e| {
            match e.word() {
                b"readonly" => variable.read_only = e.flag()?,
                b"writeonly" => variable.write_only = e.flag()?,
                b"constant" => variable.constant = e.flag()?,
                b"vcall_visibility" => variable.vcall_visibility = e.flag()?.into(),
                _ => return e.p.error_here("expected gvar flag type"),
            }
            Ok(())
        })?;
        self.close()?;
        while self.p.eat(Tok::Comma) {
            match self.word() {
                b"vTableFuncs" => self.vtable_functions(&mut variable.functions)?,
                b"refs" => refs.extend(self.refs()?),
                _ => return self.p.error_here("expected optional variable summary field"),
            }
        }
        Ok(GlobalSummary { module, flags, refs, kind: SummaryKind::Variable(variable) })
    }

    /// `vTableFuncs: ((virtFunc: ^1, offset: 16))`
    fn vtable_functions(&mut self, functions: &mut Vec<VTableFunction>) -> PResult<()> {
        self.p.bump();
        self.sign(Tok::Colon, " in vTableFuncs")?;
        self.sign(Tok::LParen, " in vTableFuncs")?;
        self.commas(|e| {
            e.sign(Tok::LParen, " in vTableFunc")?;
            if e.word() != b"virtFunc" {
                return e.p.error_here("expected 'callee' in vTableFunc");
            }
            e.p.bump();
            e.sign(Tok::Colon, NOWHERE)?;
            let function = e.global_reference()?;
            e.p.expect(Tok::Comma, "expected comma")?;
            if e.word() != b"offset" {
                return e.p.error_here("expected offset");
            }
            e.p.bump();
            e.sign(Tok::Colon, NOWHERE)?;
            functions.push(VTableFunction { function, offset: e.p.uint64()? });
            e.sign(Tok::RParen, " in vTableFunc")
        })?;
        self.sign(Tok::RParen, " in vTableFuncs")
    }

    /// `alias: (module: ^0, flags: (...), aliasee: ^1`
    fn alias(&mut self, pos: usize) -> PResult<GlobalSummary> {
        let (module, flags) = self.head()?;
        self.comma()?;
        self.named_field("aliasee")?;
        let mut aliasee = None;
        if self.word() == b"null" {
            self.p.bump();
        } else {
            let (_, id) = self.reference_id()?;
            let globals = &self.summary.index.globals;
            // An earlier entry is the aliasee only if it is defined in the same module.
            aliasee = self.summary.references.aliasee(id, pos, |guid| {
                globals.get(&guid).is_some_and(|g| g.summaries.iter().any(|s| s.module == module))
            });
        }
        Ok(GlobalSummary { module, flags, refs: Vec::new(), kind: SummaryKind::Alias(aliasee) })
    }

    /// `name: "_ZTS1A", ` of a type id entry.
    fn type_name(&mut self) -> PResult<Box<[u8]>> {
        self.named_field("name")?;
        let name = self.string()?;
        self.comma()?;
        Ok(name)
    }

    /// `typeid: (name: "_ZTS1A", summary: (typeTestRes: (...), wpdResolutions: (...)))`
    fn type_id(&mut self, id: u32) -> PResult<()> {
        self.open("typeid")?;
        let name = self.type_name()?;
        let guid = Guid::of_identifier(&name);
        let mut summary = self.summary.index.type_ids.remove(&(guid, name.clone())).unwrap_or_default();
        self.open("summary")?;
        self.type_test(&mut summary.test)?;
        if self.p.eat(Tok::Comma) {
            self.open("wpdResolutions")?;
            self.commas(|e| {
                e.sign(Tok::LParen, HERE)?;
                e.named_field("offset")?;
                let offset = e.p.uint64()?;
                e.comma()?;
                let devirtualization = e.devirtualization()?;
                e.close()?;
                summary.devirtualized.insert(offset, devirtualization);
                Ok(())
            })?;
            self.close()?;
        }
        self.close()?;
        self.close()?;
        self.summary.index.type_ids.insert((guid, name), summary);
        self.summary.references.define_type_id(id, guid);
        Ok(())
    }

    /// `typeTestRes: (kind: inline, sizeM1BitWidth: 5, inlineBits: 3)`
    fn type_test(&mut self, test: &mut TypeTest) -> PResult<()> {
        self.open("typeTestRes")?;
        self.named_field("kind")?;
        test.kind = self.choice(TypeTestKind::from_name, "unexpected TypeTestResolution kind")?;
        self.comma()?;
        self.named_field("sizeM1BitWidth")?;
        test.size_m1_bit_width = self.p.uint32()?;
        while self.p.eat(Tok::Comma) {
            let word = self.word();
            if !matches!(word, b"alignLog2" | b"sizeM1" | b"bitMask" | b"inlineBits") {
                return self.p.error_here("expected optional TypeTestResolution field");
            }
            self.p.bump();
            self.sign(Tok::Colon, NOWHERE)?;
            match word {
                b"alignLog2" => test.align_log2 = self.p.uint64()?,
                b"sizeM1" => test.size_m1 = self.p.uint64()?,
                b"bitMask" => test.bit_mask = self.p.uint32()? as u8,
                _ => test.inline_bits = self.p.uint64()?,
            }
        }
        self.close()
    }

    /// `wpdRes: (kind: singleImpl, singleImplName: "_ZN1A1fEv")`
    fn devirtualization(&mut self) -> PResult<Devirtualization> {
        self.open("wpdRes")?;
        self.named_field("kind")?;
        let kind = self.choice(DevirtualizationKind::from_name, "unexpected WholeProgramDevirtResolution kind")?;
        let mut result = Devirtualization { kind, implementation: Box::default(), by_args: Default::default() };
        while self.p.eat(Tok::Comma) {
            match self.word() {
                b"singleImplName" => {
                    self.field()?;
                    result.implementation = self.string()?;
                }
                b"resByArg" => {
                    self.open("resByArg")?;
                    self.commas(|e| {
                        let args = e.args()?;
                        e.comma()?;
                        let const_result = e.const_result()?;
                        result.by_args.insert(args, const_result);
                        Ok(())
                    })?;
                    self.close()?;
                }
                _ => return self.p.error_here("expected optional WholeProgramDevirtResolution field"),
            }
        }
        self.close()?;
        Ok(result)
    }

    /// `args: (1, 2)`
    fn args(&mut self) -> PResult<Vec<u64>> {
        self.open("args")?;
        let args = self.items(|e| e.p.uint64())?;
        self.close()?;
        Ok(args)
    }

    /// `byArg: (kind: uniformRetVal, info: 1)`
    fn const_result(&mut self) -> PResult<ConstResult> {
        if self.word() != b"byArg" {
            return self.p.error_here("expected 'byArg here");
        }
        self.open("byArg")?;
        self.named_field("kind")?;
        let kind = self.choice(ConstResultKind::from_name, "unexpected WholeProgramDevirtResolution::ByArg kind")?;
        let mut result = ConstResult { kind, info: 0, byte: 0, bit: 0 };
        while self.p.eat(Tok::Comma) {
            let word = self.word();
            if !matches!(word, b"info" | b"byte" | b"bit") {
                return self.p.error_here("expected optional whole program devirt field");
            }
            self.field()?;
            match word {
                b"info" => result.info = self.p.uint64()?,
                b"byte" => result.byte = self.p.uint32()?,
                _ => result.bit = self.p.uint32()?,
            }
        }
        self.close()?;
        Ok(result)
    }

    /// `typeidCompatibleVTable: (name: "_ZTS1A", summary: ((offset: 16, ^1)))`
    fn compatible_vtables(&mut self, id: u32) -> PResult<()> {
        self.open("typeidCompatibleVTable")?;
        let name = self.type_name()?;
        self.open("summary")?;
        let vtables = self.items(|e| {
            e.sign(Tok::LParen, HERE)?;
            e.named_field("offset")?;
            let offset = e.p.uint64()?;
            e.comma()?;
            let vtable = e.global_reference()?;
            e.sign(Tok::RParen, " in call")?;
            Ok(VTableAddress { offset, vtable })
        })?;
        self.close()?;
        self.close()?;
        self.summary.references.define_type_id(id, Guid::of_identifier(&name));
        self.summary.index.compatible_vtables.entry(name).or_default().extend(vtables);
        Ok(())
    }
}
