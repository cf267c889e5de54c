//! Symbol tables of globals and types, with forward references.
//!
//! The tables are shared by all parsers of a source. Each parser has a cache in front of them, so that the locks are rarely
//! taken.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use cranelift_entity::EntityRef;
use lindworm_ir::expansion::Expansion;
use lindworm_ir::hash::HashMap;
use lindworm_ir::name_limit::NameLimit;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Context, Global, Module, Type};
use lindworm_upgrade::addresses::KnownGlobal;

use super::block_addresses::BlockAddresses;
use super::constant::GlobalRef;
use super::diagnostic::Diagnostic;
use super::old_form::OldForms;
use super::parser::{Failed, PResult, Parser};
use crate::keyword::Keyword;
use crate::lexer::{Lexer, Tok};

/// A symbol as named in the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SymbolName {
    /// `@name`, `%name`
    Name(Box<[u8]>),
    /// `@12`, `%12`
    Number(u32),
}

/// A global named in the text.
pub struct GlobalEntry {
    /// Its name.
    pub name: SymbolName,
    /// Byte offset of the first use, until it is defined.
    pub forward: Option<usize>,
    /// Byte offset of the definition, if it is a function.
    pub function_at: Option<usize>,
    /// Its properties, once it is defined.
    pub known: Option<KnownGlobal>,
}

/// The globals named so far. Handles are indices into `entries`.
#[derive(Default)]
pub struct GlobalNames {
    /// By handle.
    pub entries: Vec<GlobalEntry>,
    named: HashMap<Box<[u8]>, Global>,
    numbered: HashMap<u32, Global>,
    /// The next number for an unnamed global.
    pub next_number: u32,
}

impl GlobalNames {
    /// The global with this name, if it was named before.
    pub fn find(&self, name: &SymbolName) -> Option<Global> {
        match name {
            SymbolName::Name(n) => self.named.get(n),
            SymbolName::Number(n) => self.numbered.get(n),
        }
        .copied()
    }

    /// The value type of the global with this name, if it is defined.
    pub fn value_type(&self, name: &GlobalRef<'_>) -> Option<Type> {
        Some(self.entries[self.find(&name.to_symbol())?.index()].known?.value_type)
    }

    /// Adds a global with this name, which must be new.
    pub fn add(&mut self, module: &Module, name: SymbolName, ty: Type, forward: Option<usize>) -> Global {
        let global = module.reserve_global(ty);
        match &name {
            SymbolName::Name(n) => self.named.insert(n.clone(), global),
            SymbolName::Number(n) => self.numbered.insert(*n, global),
        };
        debug_assert_eq!(global.index(), self.entries.len());
        self.entries.push(GlobalEntry { name, forward, function_at: None, known: None });
        global
    }
}

/// A type named in the text.
#[derive(Clone, Copy)]
pub struct TypeEntry {
    /// The type.
    pub ty: Type,
    /// The pointee, if the type is a typed pointer.
    pub pointee: Option<Type>,
    /// Byte offset of the first use, until it is defined.
    pub forward: Option<usize>,
}

/// The symbol tables.
#[derive(Default)]
pub struct Symbols {
    globals: RwLock<GlobalNames>,
    types: RwLock<HashMap<SymbolName, TypeEntry>>,
    block_addresses: Mutex<BlockAddresses>,
    dso_local_equivalents: Mutex<Vec<(Global, usize)>>,
    /// Byte offsets of the first debug record and of the first call of a debug intrinsic, stored as `usize::MAX - offset`.
    debug_record: AtomicUsize,
    debug_intrinsic: AtomicUsize,
    /// Whether any pointer type has a pointee, as written by LLVM 14 and earlier: `i32*`.
    pub typed_pointers: AtomicBool,
    /// The old forms that were met.
    pub old_forms: OldForms,
    /// Whether the text is older than LLVM 3.7; computed on demand.
    is_before_3_7: OnceLock<Option<bool>>,
    has_pointee: OnceLock<bool>,
    lists_subprograms: OnceLock<bool>,
    /// Limit of the length of local names.
    pub name_limit: NameLimit,
    /// Limit of the size of values that the text does not spell out: shuffle masks.
    pub expansion: Expansion,
}

impl Symbols {
    /// Releases the names of all structs, after reading the text failed.
    pub fn release_struct_names(&self, cx: &Context) {
        for entry in self.types().values() {
            if let TypeKind::Identified(id) = *cx.kind(entry.ty) {
                cx.release_struct_name(cx.struct_def(id).name());
            }
        }
    }

    /// Whether a compile unit lists its subprograms, as up to LLVM 3.8, where subprogram definitions need not be distinct.
    /// The source is searched once.
    #[cold]
    pub fn lists_subprograms(&self, source: &[u8]) -> bool {
        *self.lists_subprograms.get_or_init(|| memchr::memmem::find(source, b"subprograms: !").is_some())
    }

    /// Whether the source is older than LLVM 3.7: some `load` or `getelementptr` has a typed pointer without a separate
    /// type. `None` if it has neither instruction.
    pub fn is_before_3_7(&self, source: &[u8]) -> Option<bool> {
        *self.is_before_3_7.get_or_init(|| {
            let mut lexer = Lexer::new(source, 0);
            let mut found = None;
            while lexer.kind != Tok::Eof {
                let is_access =
                    lexer.kind == Tok::Word && matches!(lexer.keyword, Keyword::Load | Keyword::Getelementptr);
                lexer.bump();
                if is_access {
                    found = Some(takes_pointer_alone(&mut lexer));
                    if found == Some(true) {
                        break;
                    }
                }
            }
            found
        })
    }

    /// Whether the source has a typed pointer.
    pub fn has_pointee(&self, source: &[u8]) -> bool {
        *self.has_pointee.get_or_init(|| Lexer::new(source, 0).any(Tok::Star))
    }

    /// The globals, for reading.
    pub fn globals(&self) -> RwLockReadGuard<'_, GlobalNames> {
        self.globals.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The globals, for writing.
    pub fn globals_mut(&self) -> RwLockWriteGuard<'_, GlobalNames> {
        self.globals.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The types, for reading.
    pub fn types(&self) -> RwLockReadGuard<'_, HashMap<SymbolName, TypeEntry>> {
        self.types.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The types, for writing.
    pub fn types_mut(&self) -> RwLockWriteGuard<'_, HashMap<SymbolName, TypeEntry>> {
        self.types.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The blocks whose addresses are taken.
    pub fn block_addresses(&self) -> MutexGuard<'_, BlockAddresses> {
        self.block_addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The operands of `dso_local_equivalent`, with byte offsets.
    pub fn dso_local_equivalents(&self) -> MutexGuard<'_, Vec<(Global, usize)>> {
        self.dso_local_equivalents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a debug record at `pos`.
    pub fn note_debug_record(&self, pos: usize) {
        self.debug_record.fetch_max(usize::MAX - pos, Ordering::Relaxed);
    }

    /// Records a call of a debug intrinsic at `pos`.
    pub fn note_debug_intrinsic(&self, pos: usize) {
        self.debug_intrinsic.fetch_max(usize::MAX - pos, Ordering::Relaxed);
    }

    /// The error if the module mixes debug records and debug intrinsics, at the second kind.
    pub fn mixed_debug_info(&self) -> Option<Diagnostic> {
        let record = usize::MAX - self.debug_record.load(Ordering::Relaxed);
        let intrinsic = usize::MAX - self.debug_intrinsic.load(Ordering::Relaxed);
        if record == usize::MAX || intrinsic == usize::MAX {
            return None;
        }
        let message = if intrinsic < record {
            "debug record should not appear in a module containing debug info intrinsics"
        } else {
            "llvm.dbg intrinsic should not appear in a module using non-intrinsic debug info"
        };
        Some(Diagnostic::new(record.max(intrinsic), message))
    }

    /// The type with this name; an opaque struct if it is new.
    fn type_named(&self, cx: &Context, name: SymbolName, pos: usize) -> TypeEntry {
        if let Some(entry) = self.types().get(&name) {
            return *entry;
        }
        let mut types = self.types_mut();
        *types.entry(name).or_insert_with_key(|name| {
            let ty = match name {
                SymbolName::Name(n) => cx.new_struct(n),
                SymbolName::Number(_) => cx.new_struct(b""),
            };
            TypeEntry { ty, pointee: None, forward: Some(pos) }
        })
    }
}

/// Whether a typed pointer follows without another type before it, after optional flags and parentheses.
fn takes_pointer_alone(lexer: &mut Lexer<'_>) -> bool {
    while lexer.kind == Tok::Word || lexer.kind == Tok::LParen {
        lexer.bump();
    }
    let mut depth = 0;
    let mut after_star = false;
    loop {
        let is_value = matches!(lexer.kind, Tok::LocalName | Tok::LocalId | Tok::GlobalName | Tok::GlobalId)
            || lexer.kind == Tok::Word && lexer.keyword != Keyword::Addrspace;
        match lexer.kind {
            Tok::LParen | Tok::LBrace | Tok::LSquare | Tok::Less => depth += 1,
            Tok::RParen | Tok::RBrace | Tok::RSquare | Tok::Greater => depth -= 1,
            _ if depth == 0 && after_star && is_value => return true,
            Tok::Comma if depth == 0 => return false,
            Tok::Equal | Tok::Eof => return false,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
        after_star = lexer.kind == Tok::Star;
        lexer.bump();
    }
}

/// A parser's cache of the shared tables.
#[derive(Default)]
pub struct SymbolCache<'a> {
    globals: HashMap<&'a [u8], (Global, Type)>,
    types: HashMap<&'a [u8], Type>,
}

impl<'a> Parser<'a> {
    /// The type named by the current token, `%name` or `%12`, which is consumed.
    pub fn named_type(&mut self) -> Type {
        let text = self.lex.text();
        if let Some(&ty) = self.cache.types.get(text) {
            self.bump();
            return ty;
        }
        let name = match self.tok() {
            Tok::LocalName => SymbolName::Name(self.lex.name().into()),
            _ => SymbolName::Number(self.lex.value as u32),
        };
        let TypeEntry { ty, pointee, .. } = self.symbols.type_named(self.cx, name, self.pos());
        // A name for a non-struct type may still change while types are defined.
        if matches!(self.cx.kind(ty), TypeKind::Identified(_)) {
            self.cache.types.insert(text, ty);
        }
        self.bump();
        if let Some(pointee) = pointee {
            self.set_pointee(pointee);
        }
        ty
    }

    /// The global `@name`, as a pointer of type `ty`.
    pub fn global_named(&mut self, name: Cow<'a, [u8]>, ty: Type, pos: usize) -> PResult<Global> {
        let Cow::Borrowed(text) = name else { return self.global(SymbolName::Name(name.into()), ty, pos) };
        if let Some(&(global, actual)) = self.cache.globals.get(text) {
            if actual == ty {
                return Ok(global);
            }
            return self.global_type_error(&SymbolName::Name(text.into()), actual, ty, pos);
        }
        let global = self.global(SymbolName::Name(text.into()), ty, pos)?;
        self.cache.globals.insert(text, (global, ty));
        Ok(global)
    }

    /// The global with this name or number, as a pointer of type `ty`; a forward reference if it is new.
    pub fn global(&mut self, name: SymbolName, ty: Type, pos: usize) -> PResult<Global> {
        if !self.cx.is_pointer(ty) {
            return self.error(pos, "global variable reference must have pointer type");
        }
        let found = self.symbols.globals().find(&name);
        let global = match found {
            Some(global) => global,
            None => {
                let mut globals = self.symbols.globals_mut();
                match globals.find(&name) {
                    Some(global) => global,
                    None => globals.add(self.module, name.clone(), ty, Some(pos)),
                }
            }
        };
        let actual = self.module.value_type(None, global.into());
        if actual != ty {
            return self.global_type_error(&name, actual, ty, pos);
        }
        Ok(global)
    }

    #[cold]
    fn global_type_error<T>(&mut self, name: &SymbolName, actual: Type, expected: Type, pos: usize) -> PResult<T> {
        if !self.cx.is_pointer(expected) {
            return self.error(pos, "global variable reference must have pointer type");
        }
        // Bodies are read after all headers, but LLVM sees a later function only after this use.
        let globals = self.symbols.globals();
        let defined = globals.find(name).and_then(|g| globals.entries[g.index()].function_at);
        drop(globals);
        if let (Some(at), SymbolName::Name(n)) = (defined, name)
            && at > pos
        {
            let (actual, expected) = (self.type_text(actual), self.type_text(expected));
            let message = format!(
                "invalid forward reference to function '{}' with wrong type: expected '{actual}' but was '{expected}'",
                String::from_utf8_lossy(n)
            );
            return Err(Failed(Box::new(Diagnostic { offset: pos, message, is_fatal: false, found: at })));
        }
        let name = match name {
            SymbolName::Name(n) => String::from_utf8_lossy(n).into_owned(),
            SymbolName::Number(n) => n.to_string(),
        };
        self.error(
            pos,
            format!(
                "'@{name}' defined with type '{}' but expected '{}'",
                self.type_text(actual),
                self.type_text(expected)
            ),
        )
    }
}
