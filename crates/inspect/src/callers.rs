//! The uses of a symbol.

use lindworm_ir::constant::ConstantData;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::module::GlobalKind;
use lindworm_ir::value::{Constant, ValueKind};
use lindworm_ir::{Body, Global, Inst, InstData, Metadata, Module, Value};

/// The kind of a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UseKind {
    /// The symbol is called.
    Call,
    /// The symbol is loaded from.
    Load,
    /// The symbol is stored to.
    Store,
    /// Its address is another kind of operand, or part of a constant operand.
    Address,
    /// It is part of an initializer of a variable.
    Initializer,
    /// It is the aliasee of an alias.
    Alias,
    /// It is the resolver of an ifunc.
    Resolver,
    /// It is the personality function of a function.
    Personality,
    /// It is part of prefix or prologue data of a function.
    Data,
    /// Metadata refers to it.
    Metadata,
}

impl UseKind {
    /// The name of the kind, one word.
    pub fn name(self) -> &'static str {
        match self {
            UseKind::Call => "call",
            UseKind::Load => "load",
            UseKind::Store => "store",
            UseKind::Address => "address",
            UseKind::Initializer => "initializer",
            UseKind::Alias => "alias",
            UseKind::Resolver => "resolver",
            UseKind::Personality => "personality",
            UseKind::Data => "data",
            UseKind::Metadata => "metadata",
        }
    }
}

/// The user of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum User {
    /// The definition of a global.
    Global(Global),
    /// An instruction of a function.
    Inst(Global, Inst),
    /// A metadata node.
    Node(Metadata),
}

/// One use of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolUse {
    /// The user.
    pub user: User,
    /// The kind of use.
    pub kind: UseKind,
}

/// The uses of a symbol: first by globals in module order (variables, aliases and ifuncs, then functions with their
/// instructions), then by metadata nodes. An instruction with several kinds of use counts once for each; uses through constants
/// are attributed to their users.
///
/// ```
/// use lindworm_inspect::callers::{UseKind, uses};
/// use lindworm_ir::Context;
/// use lindworm_text::{ReadOptions, read};
///
/// let source = b"@table = global [1 x ptr] [ptr @f]\ndefine void @f() {\n  call void @f()\n  ret void\n}\n";
/// let module = read(&Context::new(), "m", source, &ReadOptions::default()).unwrap().module;
/// let f = module.global_named(b"f").unwrap();
/// let kinds: Vec<UseKind> = uses(&module, f).iter().map(|used| used.kind).collect();
/// assert_eq!(kinds, [UseKind::Initializer, UseKind::Call]);
/// ```
pub fn uses(module: &Module, symbol: Global) -> Vec<SymbolUse> {
    let search = Search { module, symbol, constants: constants_with(module, symbol) };
    let mut uses = Vec::new();
    let lists = [module.variables(), module.aliases(), module.ifuncs(), module.functions()];
    for &global in lists.into_iter().flatten() {
        search.definition(global, &mut uses);
    }
    let metadata = module.metadata();
    for node in 0..metadata.node_count() as u32 {
        let mut is_user = false;
        metadata.node(node).for_each_ref(|m| is_user |= search.is_in_metadata(m));
        if is_user {
            let user = User::Node(Metadata::new(MetadataRef::Node(node)));
            uses.push(SymbolUse { user, kind: UseKind::Metadata });
        }
    }
    uses
}

struct Search<'m> {
    module: &'m Module,
    symbol: Global,
    /// For each constant, whether the symbol is part of it.
    constants: Vec<bool>,
}

/// For each constant of a module, whether a symbol is part of it. Operands of a constant precede it.
fn constants_with(module: &Module, symbol: Global) -> Vec<bool> {
    let mut with = vec![false; module.constants().len()];
    for index in 0..with.len() {
        let constant = Constant::from_u32(index as u32);
        let mut found = false;
        match &module.constants().get(constant).data {
            ConstantData::BlockAddress(address) => {
                found =
                    module.block_addresses().get(*address as usize).is_some_and(|(function, _)| *function == symbol);
            }
            data => data.for_each_operand(|v| {
                found |= match v.kind() {
                    ValueKind::Global(global) => global == symbol,
                    ValueKind::Constant(part) => with.get(part.as_u32() as usize).is_some_and(|&with| with),
                    _ => false,
                }
            }),
        }
        with[index] = found;
    }
    with
}

impl Search<'_> {
    fn is_in(&self, value: Value) -> bool {
        match value.kind() {
            ValueKind::Global(global) => global == self.symbol,
            ValueKind::Constant(c) => self.constants.get(c.as_u32() as usize).is_some_and(|&with| with),
            ValueKind::Metadata(m) => self.is_in_metadata(m),
            _ => false,
        }
    }

    fn is_in_metadata(&self, m: Metadata) -> bool {
        matches!(m.open(), MetadataRef::Value(v) if self.is_in(self.module.metadata().value(v)))
    }

    fn definition(&self, global: Global, uses: &mut Vec<SymbolUse>) {
        let mut add = |value: Option<Value>, kind| {
            if value.is_some_and(|value| self.is_in(value)) {
                uses.push(SymbolUse { user: User::Global(global), kind });
            }
        };
        match &self.module[global].kind {
            GlobalKind::Variable(variable) => add(variable.initializer, UseKind::Initializer),
            GlobalKind::Alias { aliasee } => add(Some(*aliasee), UseKind::Alias),
            GlobalKind::IFunc { resolver } => add(Some(*resolver), UseKind::Resolver),
            GlobalKind::Function(function) => {
                add(function.personality, UseKind::Personality);
                add(function.prefix, UseKind::Data);
                add(function.prologue, UseKind::Data);
                if let Some(body) = &function.body {
                    self.body(global, body, uses);
                }
            }
        }
    }

    fn body(&self, function: Global, body: &Body, uses: &mut Vec<SymbolUse>) {
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            let data = body.inst(inst);
            let user = User::Inst(function, inst);
            let (special, kind) = match data {
                InstData::Load { pointer, .. } => (Some(*pointer), UseKind::Load),
                InstData::Store { pointer, .. }
                | InstData::AtomicRmw { pointer, .. }
                | InstData::CmpXchg { pointer, .. } => (Some(*pointer), UseKind::Store),
                _ => (data.call_info().map(|call| call.callee), UseKind::Call),
            };
            let special = special.filter(|&value| self.is_in(value));
            uses.extend(special.map(|_| SymbolUse { user, kind }));
            // The operand that was already reported does not count again.
            let mut left = usize::from(special.is_some());
            data.for_each_operand(body.values(), |value| {
                if self.is_in(value) {
                    match left {
                        1 if Some(value) == special => left = 0,
                        _ => {
                            let is_metadata = matches!(value.kind(), ValueKind::Metadata(_));
                            let kind = if is_metadata { UseKind::Metadata } else { UseKind::Address };
                            uses.push(SymbolUse { user, kind });
                        }
                    }
                }
            });
        }
    }
}
