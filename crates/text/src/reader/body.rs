//! Function bodies: blocks, local names and numbers, forward references.

use std::borrow::Cow;

use cranelift_entity::EntityRef;
use lindworm_ir::body::UseListOrder;
use lindworm_ir::expansion::Expansion;
use lindworm_ir::hash::{HashMap, HashSet, clear_to_reuse};
use lindworm_ir::name_limit::NameLimit;
use lindworm_ir::use_list::UseLists;
use lindworm_ir::{Block, Body, Inst, Module, Type, Value};
use lindworm_upgrade::expression::Edges;
use lindworm_upgrade::old_constants::OldConstants;

use super::old_form::OldForm;
use super::parser::{PResult, Parser};
use super::spans::BodySpans;
use super::symbols::SymbolName;
use crate::keyword::Keyword;
use crate::lexer::Tok;

/// The parts of a function header that the reader needs for the body.
#[derive(Clone, Debug)]
pub struct BodyHeader<'a> {
    /// Parameter types.
    pub params: Vec<Type>,
    /// Names of the parameters; empty for unnamed ones.
    pub param_names: Vec<Cow<'a, [u8]>>,
    /// Numbers of the unnamed parameters.
    pub param_numbers: Vec<u32>,
    /// The return type.
    pub result: Type,
    /// Whether the function is variadic.
    pub variadic: bool,
    /// The address space of the function's address.
    pub addr_space: u32,
    /// The handle of the function.
    pub function: lindworm_ir::Global,
}

/// A forward reference to a value.
struct Forward<'a> {
    name: LocalName<'a>,
    ty: Type,
    pos: usize,
    /// The value, once defined.
    value: Option<Value>,
}

#[derive(Clone, Debug)]
enum LocalName<'a> {
    Name(Cow<'a, [u8]>),
    Number(u32),
}

/// The name of a block inserted on an edge to a phi.
const EDGE_NAME: &[u8] = b"phi.constexpr";

/// Forward references are represented as arguments with numbers from here on.
const FIRST_FORWARD: u32 = 1 << 28;

/// Whether a value is a forward reference.
fn is_forward(value: Value) -> bool {
    matches!(value.kind(), lindworm_ir::value::ValueKind::Arg(n) if n >= FIRST_FORWARD)
}

/// Values by number: dense, with a sparse part for numbers far past the end.
#[derive(Default)]
struct Numbered {
    dense: Vec<Option<Value>>,
    sparse: HashMap<u32, Value>,
    next: u32,
}

impl Numbered {
    fn clear(&mut self) {
        self.dense.clear();
        clear_to_reuse(&mut self.sparse);
        self.next = 0;
    }

    #[inline]
    fn get(&self, number: u32) -> Option<Value> {
        match self.dense.get(number as usize) {
            Some(v) => *v,
            None if self.sparse.is_empty() => None,
            None => self.get_sparse(number),
        }
    }

    #[cold]
    fn get_sparse(&self, number: u32) -> Option<Value> {
        self.sparse.get(&number).copied()
    }

    fn set(&mut self, number: u32, value: Value) {
        let i = number as usize;
        if i < self.dense.len() {
            self.dense[i] = Some(value);
        } else if i <= self.dense.len() + 64 {
            // Numbers in the sparse part may now belong to the dense part.
            let start = self.dense.len();
            self.dense.resize(i + 1, None);
            if !self.sparse.is_empty() {
                for n in start..i {
                    self.dense[n] = self.sparse.remove(&(n as u32));
                }
            }
            self.dense[i] = Some(value);
        } else {
            self.sparse.insert(number, value);
        }
    }
}

/// The function whose body is being read.
pub struct FunctionState<'a> {
    /// The body read so far.
    pub body: Body,
    /// The header.
    pub header: BodyHeader<'a>,
    names: HashMap<Cow<'a, [u8]>, Value>,
    numbers: Numbered,
    forwards: Vec<Forward<'a>>,
    /// The number of unresolved entries of `forwards`.
    open_forwards: usize,
    /// Forward references to blocks, with the byte offset of the first use.
    open_blocks: HashMap<Block, usize>,
    /// Whether the instruction being read has a forward reference as an operand.
    uses_forward: bool,
    /// The instructions with forward references as operands.
    forward_users: Vec<Inst>,
    /// The block being read.
    pub block: Block,
    /// Whether a block has a name of digits only: `%"5"`.
    has_numeric_names: bool,
    /// Whether `5:` is the label of `%"5"`, as up to LLVM 2.9, rather than of `%5`.
    labels_are_names: bool,
    /// Where to insert the instructions that expand removed constant expressions.
    pub way: Way,
    /// The instructions and edge blocks that expand removed constant expressions, with their names.
    computed: Vec<(Option<Value>, &'static [u8])>,
    /// LLVM creates and names an edge block for an incoming value of a phi before it knows whether the block is needed, and
    /// keeps an unused one for the next use. To assign the same names: whether a phi preceded the first expansion, and the
    /// index in `computed` of the unused block.
    has_phis: bool,
    spare_edge: Option<usize>,
    edges: Edges,
    /// The personality of the landing pads. Up to LLVM 3.6 it was an operand of `landingpad`.
    pub personality: Option<Value>,
    /// Byte offsets, if requested.
    pub spans: Option<BodySpans>,
}

/// Where to insert the instructions that compute an operand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Before the instruction being read.
    Here,
    /// On an edge to the block of a phi. Holds the edge block, once created, and the length of `computed` before it.
    Edge(Option<(Block, usize)>),
}

/// The tables and the body of an earlier function, kept to reuse their memory.
#[derive(Default)]
pub struct Spare<'a> {
    body: Body,
    names: HashMap<Cow<'a, [u8]>, Value>,
    numbers: Numbered,
    forwards: Vec<Forward<'a>>,
    forward_users: Vec<Inst>,
}

impl<'a> FunctionState<'a> {
    /// The state at the start of a body. `spare` provides memory to reuse.
    fn new(header: BodyHeader<'a>, spare: Spare<'a>) -> FunctionState<'a> {
        let Spare { mut body, mut names, mut numbers, mut forwards, mut forward_users } = spare;
        body.reset(&header.params);
        clear_to_reuse(&mut names);
        numbers.clear();
        forwards.clear();
        forward_users.clear();
        let mut state = FunctionState {
            body,
            names,
            numbers,
            forwards,
            open_forwards: 0,
            open_blocks: HashMap::default(),
            uses_forward: false,
            forward_users,
            block: Block::new(0),
            has_numeric_names: false,
            labels_are_names: false,
            way: Way::Here,
            computed: Vec::new(),
            has_phis: false,
            spare_edge: None,
            edges: Edges::default(),
            personality: None,
            spans: None,
            header,
        };
        let mut numbers = state.header.param_numbers.iter();
        for (i, name) in state.header.param_names.iter().enumerate() {
            let value = Value::arg(i as u32);
            if name.is_empty() {
                if let Some(&n) = numbers.next() {
                    state.numbers.set(n, value);
                    state.numbers.next = n.wrapping_add(1);
                }
            } else {
                state.names.insert(name.clone(), value);
                state.body.set_free_name(value, name);
            }
        }
        state
    }

    /// Expands a removed constant expression into instructions. `None` if its operands are invalid.
    #[cold]
    pub fn compute(
        &mut self,
        module: &Module,
        expansion: &Expansion,
        old: &OldConstants,
        value: Value,
    ) -> Option<Value> {
        if self.computed.is_empty() && self.has_phis {
            self.keep_spare_edge();
        }
        let FunctionState { body, computed, way, block, .. } = self;
        let block = match way {
            Way::Here => *block,
            Way::Edge(edge) => edge.get_or_insert_with(|| (body.create_block(), computed.len())).0,
        };
        old.compute(value, expansion, |op, ty, operands| {
            op.expand(module, body, ty, operands, expansion, |body, data, ty, name| {
                let inst = body.append_inst(block, data, ty);
                computed.push((Some(inst.into()), name));
                Some(inst.into())
            })
        })
    }

    /// The number of values computed for constant expressions so far.
    #[inline]
    pub fn computed_count(&self) -> usize {
        self.computed.len()
    }

    /// Moves the values computed from index `middle` on before those from index `first` on. All belong to one instruction.
    #[cold]
    pub fn compute_earlier(&mut self, first: usize, middle: usize) {
        let FunctionState { body, computed, block, .. } = self;
        let Some(moved) = computed.get_mut(first..) else { return };
        moved.rotate_left(middle - first);
        for inst in moved.iter().filter_map(|(value, _)| value.as_ref()?.as_inst()) {
            body.remove_inst(inst);
            body.append(*block, inst);
        }
    }

    /// Finishes an incoming value of a phi. Instructions that compute the value are placed on the edge from the
    /// predecessor. `seen` is the incoming value of an earlier entry for the same predecessor, if any: it is then used for
    /// this entry, too.
    #[inline]
    pub fn finish_way(&mut self, value: Value, from: Block, seen: impl FnOnce() -> Option<Value>) -> Value {
        let way = std::mem::replace(&mut self.way, Way::Here);
        if self.computed.is_empty() {
            self.has_phis = true;
            return value;
        }
        let made = if let Way::Edge(made) = way { made } else { None };
        self.add_edge(value, from, made, seen())
    }

    #[cold]
    fn add_edge(&mut self, value: Value, from: Block, made: Option<(Block, usize)>, seen: Option<Value>) -> Value {
        match (self.edges.block(from, self.block), made) {
            (Some(known), Some((_, start))) => {
                // The edge block exists already. The value is not needed if the phi has one for this predecessor.
                for (inst, name) in self.computed.split_off(start) {
                    let Some(inst) = inst.and_then(Value::as_inst) else { continue };
                    self.body.remove_inst(inst);
                    if seen.is_none() {
                        self.body.append(known, inst);
                        self.computed.push((Some(inst.into()), name));
                    }
                }
            }
            (None, Some((block, start))) => {
                self.edges.add(from, self.block, block);
                match self.spare_edge.take() {
                    Some(spare) => self.computed[spare].0 = Some(block.into()),
                    None => self.computed.insert(start, (Some(block.into()), EDGE_NAME)),
                }
            }
            (None, None) if seen.is_none() && self.spare_edge.is_none() => self.keep_spare_edge(),
            _ => {}
        }
        seen.unwrap_or(value)
    }

    fn keep_spare_edge(&mut self) {
        self.spare_edge = Some(self.computed.len());
        self.computed.push((None, EDGE_NAME));
    }

    /// Inserts the edge blocks, and gives the new instructions and blocks unique names.
    #[cold]
    fn finish_computed(&mut self, limit: NameLimit) {
        let edges = std::mem::take(&mut self.edges);
        let mut last = 0;
        let mut named: HashSet<Vec<u8>> = HashSet::default();
        for &(value, name) in &self.computed {
            let is_free = |name: &[u8]| !self.names.contains_key(name) && !named.contains(name);
            let name = match is_free(limit.cut(name)) {
                true => Some(limit.cut(name).to_vec()),
                false => limit.numbered(name, &mut last, is_free),
            };
            if let Some(name) = name {
                if let Some(value) = value {
                    self.body.set_name(value, &name);
                }
                named.insert(name);
            }
        }
        edges.insert(&mut self.body);
    }

    /// The parts whose memory the next body can reuse.
    pub(super) fn into_spare(self) -> Spare<'a> {
        let FunctionState { body, names, numbers, forwards, forward_users, .. } = self;
        Spare { body, names, numbers, forwards, forward_users }
    }

    /// The type of a value of this function.
    #[inline]
    fn local_type(&self, value: Value) -> Option<Type> {
        if let lindworm_ir::value::ValueKind::Arg(n) = value.kind()
            && n >= FIRST_FORWARD
        {
            return self.forwards.get((n - FIRST_FORWARD) as usize).map(|f| f.ty);
        }
        self.body.local_type(value)
    }

    /// The value with this name. As in LLVM's symbol table, a name over the limit refers to the value with the truncated
    /// name. Forward references, except to blocks, are not in that table.
    #[inline]
    fn named(&self, name: &[u8], limit: NameLimit) -> Option<Value> {
        match limit.allows(name) {
            true => self.names.get(name).copied(),
            false => {
                self.names.get(limit.cut(name)).filter(|v| !is_forward(**v)).or_else(|| self.names.get(name)).copied()
            }
        }
    }

    /// The blocks by name or number.
    pub fn labels(&self) -> impl Iterator<Item = (SymbolName, Block)> + '_ {
        let named = self.names.iter().map(|(n, v)| (SymbolName::Name(n.as_ref().into()), *v));
        let dense = self.numbers.dense.iter().enumerate();
        let dense = dense.filter_map(|(n, v)| v.map(|v| (SymbolName::Number(n as u32), v)));
        let sparse = self.numbers.sparse.iter().map(|(n, v)| (SymbolName::Number(*n), *v));
        named.chain(dense).chain(sparse).filter_map(|(name, value)| Some((name, value.as_block()?)))
    }

    /// The value behind a forward reference, once all values are defined; other values are unchanged.
    fn resolved(&self, value: Value) -> Value {
        match value.kind() {
            lindworm_ir::value::ValueKind::Arg(n) if n >= FIRST_FORWARD => {
                self.forwards[(n - FIRST_FORWARD) as usize].value.unwrap_or(value)
            }
            _ => value,
        }
    }
}

impl<'a> Parser<'a> {
    /// The state of the function being read. Panics outside of a body.
    #[inline]
    pub fn fun(&mut self) -> &mut FunctionState<'a> {
        self.function.as_mut().expect("a body is being read")
    }

    /// The type of a value.
    #[inline]
    pub fn value_type(&self, value: Value) -> Type {
        match &self.function {
            Some(f) if value.is_local() => f.local_type(value).unwrap_or_else(|| self.old_constants.ty(value)),
            _ if value.is_local() => self.old_constants.ty(value),
            _ => self.module.value_type(None, value),
        }
    }

    /// Reads a body, starting at `{`. Errors go to the diagnostics.
    pub fn body(&mut self, header: BodyHeader<'a>) -> Box<FunctionState<'a>> {
        let (start, diagnostics) = (self.pos(), self.diagnostics.len());
        let state = self.body_with_labels(header, false);
        match self.diagnostics.len() > diagnostics && state.has_numeric_names {
            true => self.body_with_old_labels(state, start, diagnostics),
            false => state,
        }
    }

    /// Reads a body with errors again with the label syntax of LLVM 2.9. If that fails too, restores the diagnostics of the
    /// first attempt. `before` is the number of diagnostics before the body.
    #[cold]
    fn body_with_old_labels(
        &mut self,
        state: Box<FunctionState<'a>>,
        start: usize,
        before: usize,
    ) -> Box<FunctionState<'a>> {
        let found = self.diagnostics.split_off(before);
        let header = state.header.clone();
        self.spare = state.into_spare();
        self.lex.error = None;
        self.lex.seek(start);
        let state = self.body_with_labels(header, true);
        if self.diagnostics.len() > before {
            self.diagnostics.truncate(before);
            self.diagnostics.extend(found);
        }
        state
    }

    fn body_with_labels(&mut self, header: BodyHeader<'a>, labels_are_names: bool) -> Box<FunctionState<'a>> {
        let mut state = FunctionState::new(header, std::mem::take(&mut self.spare));
        state.spans = self.keep_spans.then(BodySpans::default);
        state.labels_are_names = labels_are_names;
        self.function = Some(Box::new(state));
        if let Err(failed) = self.body_inner() {
            self.diagnostics.push(*failed.0);
        }
        self.function.take().expect("a body was read")
    }

    fn body_inner(&mut self) -> PResult<()> {
        if self.tok() != Tok::LBrace {
            return self.error_here("expected '{' in function body");
        }
        self.bump();
        if self.tok() == Tok::RBrace || self.word() == Keyword::Uselistorder {
            return self.error_here("function body requires at least one basic block");
        }
        let mut failed = false;
        while self.tok() != Tok::RBrace && self.word() != Keyword::Uselistorder {
            if let Err(error) = self.block(failed) {
                failed = true;
                self.diagnostics.push(*error.0);
                if !self.recover_in_body() {
                    return Ok(());
                }
            }
        }
        let mut use_list_positions = Vec::new();
        while self.tok() != Tok::RBrace {
            use_list_positions.push(self.pos());
            let order = self.use_list_order()?;
            self.fun().body.use_list_orders_mut().push(order);
        }
        // Values missing because of a failed instruction are not reported.
        if failed {
            self.bump();
            return Ok(());
        }
        self.resolve_forwards();
        let limit = self.symbols.name_limit;
        if !self.fun().computed.is_empty() {
            self.fun().finish_computed(limit);
        }
        self.check_use_list_orders(&use_list_positions)?;
        self.finish_body();
        self.bump();
        Ok(())
    }

    /// Checks that each `uselistorder` of a local value has as many indices as the value has uses.
    fn check_use_list_orders(&mut self, positions: &[usize]) -> PResult<()> {
        if positions.is_empty() {
            return Ok(());
        }
        let body = &self.fun().body;
        let uses = UseLists::new(body);
        let orders = body.use_list_orders().iter().zip(positions).filter(|(order, _)| order.value.is_local());
        let fault = orders
            .filter_map(|(order, &pos)| {
                // Uses by `blockaddress` are unknown here, so a block may have more uses.
                let known = uses.uses_of(order.value).len();
                let count = if order.value.as_block().is_some() { known.max(order.order.len()) } else { known };
                Some((pos, use_list_fault(order, count)?))
            })
            .next();
        match fault {
            Some((pos, message)) => self.error(pos, message),
            None => Ok(()),
        }
    }

    /// Error recovery: skips to the next line that starts an instruction or a block. Returns false if the body ends first.
    fn recover_in_body(&mut self) -> bool {
        let source = self.lex.source();
        let mut pos = self.diagnostics.last().map_or(0, |d| d.offset).max(self.lex.prev_end);
        self.lex.error = None;
        while let Some(len) = memchr::memchr(b'\n', &source[pos.min(source.len())..]) {
            pos += len + 1;
            self.lex.seek(pos);
            let starts = match self.tok() {
                Tok::RBrace => return true,
                Tok::Eof => return false,
                Tok::LabelName | Tok::LabelId | Tok::Hash => true,
                Tok::Word => super::instruction::starts_instruction(self.word()),
                Tok::LocalName | Tok::LocalId => {
                    let mut after = self.lex.clone();
                    after.bump();
                    after.kind == Tok::Equal
                }
                _ => false,
            };
            if starts {
                return true;
            }
            // The token may be several lines further on.
            pos = self.pos();
        }
        self.lex.seek(source.len());
        false
    }

    /// Reports undefined values and blocks at their first use: names in lexicographic order, then numbers, as LLVM does.
    fn finish_body(&mut self) {
        let f = self.fun();
        if f.open_forwards > 0 || !f.open_blocks.is_empty() {
            let mut names: Vec<(Cow<'a, [u8]>, usize)> = Vec::new();
            let mut numbers: Vec<(u32, usize)> = Vec::new();
            for forward in f.forwards.iter().filter(|f| f.value.is_none()) {
                match &forward.name {
                    LocalName::Name(n) => names.push((n.clone(), forward.pos)),
                    LocalName::Number(n) => numbers.push((*n, forward.pos)),
                }
            }
            for (label, block) in f.labels() {
                if let Some(&pos) = f.open_blocks.get(&block) {
                    match label {
                        SymbolName::Name(n) => names.push((n.into_vec().into(), pos)),
                        SymbolName::Number(n) => numbers.push((n, pos)),
                    }
                }
            }
            names.sort_unstable();
            numbers.sort_unstable();
            let names = names.iter().map(|(name, pos)| (String::from_utf8_lossy(name).into_owned(), *pos));
            for (name, pos) in names.chain(numbers.iter().map(|(number, pos)| (number.to_string(), *pos))) {
                if let Err(missing) = self.error::<()>(pos, format!("use of undefined value '%{name}'")) {
                    self.diagnostics.push(*missing.0);
                }
            }
        }
    }

    /// Replaces forward references by the values. Undefined ones remain.
    fn resolve_forwards(&mut self) {
        let f = self.fun();
        if !f.forwards.is_empty() {
            let users = std::mem::take(&mut f.forward_users);
            let mut body = std::mem::take(&mut f.body);
            for inst in users {
                let (data, values) = body.inst_and_values_mut(inst);
                data.map_operands(values, |v| f.resolved(v));
            }
            for v in body.local_metadata_mut() {
                *v = f.resolved(*v);
            }
            for order in body.use_list_orders_mut() {
                order.value = f.resolved(order.value);
            }
            f.body = body;
        }
    }

    // Local names.

    /// The local value with this name and type `ty`; creates a forward reference if it is new.
    #[inline]
    pub fn local_named(&mut self, name: Cow<'a, [u8]>, ty: Type, pos: usize) -> PResult<Value> {
        let Some(f) = self.function.as_mut() else {
            return self.error(pos, "invalid use of function-local name");
        };
        match f.named(&name, self.symbols.name_limit) {
            Some(value) => self.local(value, ty, pos, || String::from_utf8_lossy(&name).into_owned()),
            None => self.forward(LocalName::Name(name), ty, pos),
        }
    }

    /// The local value with this number and type `ty`; creates a forward reference if it is new.
    #[inline]
    pub fn local_numbered(&mut self, number: u32, ty: Type, pos: usize) -> PResult<Value> {
        let Some(f) = self.function.as_mut() else {
            return self.error(pos, "invalid use of function-local name");
        };
        match f.numbers.get(number) {
            Some(value) => self.local(value, ty, pos, || number.to_string()),
            None => self.forward(LocalName::Number(number), ty, pos),
        }
    }

    #[inline]
    fn local(&mut self, value: Value, ty: Type, pos: usize, name: impl Fn() -> String) -> PResult<Value> {
        let f = self.fun();
        let actual = f.local_type(value).unwrap_or(Type::VOID);
        if let lindworm_ir::value::ValueKind::Arg(n) = value.kind()
            && n >= FIRST_FORWARD
        {
            f.uses_forward = true;
        }
        if actual == ty { Ok(value) } else { self.local_type_error(actual, ty, pos, name()) }
    }

    #[cold]
    fn local_type_error(&mut self, actual: Type, expected: Type, pos: usize, name: String) -> PResult<Value> {
        if expected == Type::LABEL {
            return self.error(pos, format!("'%{name}' is not a basic block"));
        }
        self.error(
            pos,
            format!(
                "'%{name}' defined with type '{}' but expected '{}'",
                self.type_text(actual),
                self.type_text(expected)
            ),
        )
    }

    fn forward(&mut self, name: LocalName<'a>, ty: Type, pos: usize) -> PResult<Value> {
        if !self.cx.is_first_class(ty) {
            return self.error(pos, "invalid use of a non-first-class type");
        }
        if let LocalName::Name(n) = &name
            && ty == Type::LABEL
            && !self.symbols.name_limit.allows(n)
        {
            return self.error(
                pos,
                "name is too long which can result in name collisions, consider making the name shorter or increasing \
                 -non-global-value-max-name-size",
            );
        }
        let f = self.fun();
        let value = if ty == Type::LABEL {
            let block = f.body.create_block();
            f.open_blocks.insert(block, pos);
            if let LocalName::Name(n) = &name {
                f.body.set_free_name(block.into(), n);
                f.has_numeric_names |= n.first().is_some_and(u8::is_ascii_digit);
            }
            block.into()
        } else {
            let index = f.forwards.len() as u32;
            f.forwards.push(Forward { name: name.clone(), ty, pos, value: None });
            f.open_forwards += 1;
            f.uses_forward = true;
            Value::arg(FIRST_FORWARD + index)
        };
        match name {
            LocalName::Name(n) => drop(f.names.insert(n, value)),
            LocalName::Number(n) => f.numbers.set(n, value),
        }
        Ok(value)
    }

    /// The block named by the current token.
    pub fn label_value(&mut self) -> PResult<Block> {
        let pos = self.pos();
        let value = self.value(Type::LABEL)?;
        match value.as_block() {
            Some(block) => Ok(block),
            None => self.error(pos, "expected a basic block"),
        }
    }

    /// `label %name`.
    pub fn type_and_block(&mut self) -> PResult<Block> {
        let pos = self.pos();
        if self.lex.kind == Tok::Type && self.lex.ty == Type::LABEL {
            self.bump();
            if matches!(self.tok(), Tok::LocalName | Tok::LocalId) {
                return self.label_value();
            }
            let value = self.value(Type::LABEL)?;
            return match value.as_block() {
                Some(block) => Ok(block),
                None => self.error(pos, "expected a basic block"),
            };
        }
        let (value, _) = self.type_and_value()?;
        match value.as_block() {
            Some(block) => Ok(block),
            None => self.error(pos, "expected a basic block"),
        }
    }

    // Blocks.

    /// An optional label and the instructions up to a terminator. After an error, instructions without a label continue the
    /// current block.
    fn block(&mut self, failed: bool) -> PResult<()> {
        let is_label = matches!(self.tok(), Tok::LabelName | Tok::LabelId);
        if !failed || is_label || self.fun().body.entry().is_none() {
            self.define_block()?;
        }
        self.block_instructions()
    }

    fn define_block(&mut self) -> PResult<()> {
        let pos = self.pos();
        let block = match self.tok() {
            Tok::LabelName => {
                let name = self.take_name();
                if name.is_empty() {
                    self.define_numbered_block(None, pos)?
                } else {
                    self.define_named_block(name, pos)?
                }
            }
            Tok::LabelId if self.fun().labels_are_names => {
                let name = self.lex.text().strip_suffix(b":").unwrap_or_default();
                self.note_old(OldForm::NumericLabel, pos);
                self.bump();
                self.define_named_block(name.into(), pos)?
            }
            Tok::LabelId => {
                let number = self.take_id();
                self.define_numbered_block(Some(number), pos)?
            }
            _ => self.define_numbered_block(None, pos)?,
        };
        let end = self.lex.prev_end.max(pos);
        let f = self.fun();
        f.body.append_block(block);
        f.block = block;
        if let Some(spans) = &mut f.spans {
            spans.block(block, pos..end);
        }
        Ok(())
    }

    fn block_instructions(&mut self) -> PResult<()> {
        let mut records = 0;
        loop {
            while self.tok() == Tok::Hash {
                let pos = self.pos();
                if records == 0 {
                    self.symbols.note_debug_record(pos);
                }
                self.bump();
                self.debug_record()?;
                records += 1;
                let end = self.lex.prev_end;
                if let Some(spans) = &mut self.fun().spans {
                    spans.debug_record(pos..end);
                }
            }
            let inst = self.numbered_instruction()?;
            let f = self.fun();
            if records > 0 {
                f.body.attach_last_debug_records(inst, records);
                if let Some(spans) = &mut f.spans {
                    spans.attach_last_debug_records(inst, records as usize);
                }
                records = 0;
            }
            if f.body.inst(inst).is_terminator() {
                return Ok(());
            }
        }
    }

    fn define_named_block(&mut self, name: Cow<'a, [u8]>, pos: usize) -> PResult<Block> {
        let is_allowed = self.symbols.name_limit.allows(&name);
        let f = self.fun();
        let block = match f.names.get(&name).copied() {
            _ if !is_allowed => None,
            Some(value) => match value.as_block() {
                Some(block) if f.open_blocks.remove(&block).is_some() => Some(block),
                // LLVM's reader appends a second definition to the first; the verifier then rejects the result.
                Some(_) | None => None,
            },
            None => {
                let block = f.body.create_block();
                f.body.set_free_name(block.into(), &name);
                f.names.insert(name.clone(), block.into());
                Some(block)
            }
        };
        match block {
            Some(block) => Ok(block),
            None => {
                let name = String::from_utf8_lossy(&name).into_owned();
                self.error(pos, format!("unable to create block named '{name}'"))
            }
        }
    }

    fn define_numbered_block(&mut self, number: Option<u32>, pos: usize) -> PResult<Block> {
        let f = self.fun();
        let next = f.numbers.next;
        let number = number.unwrap_or(next);
        if number < next {
            return self.error(pos, format!("label expected to be numbered '{next}' or greater"));
        }
        f.numbers.next = number.wrapping_add(1);
        let block = match f.numbers.get(number) {
            Some(value) => match value.as_block() {
                Some(block) => {
                    f.open_blocks.remove(&block);
                    block
                }
                None => return self.error(pos, format!("unable to create block numbered '{number}'")),
            },
            None => {
                let block = f.body.create_block();
                f.numbers.set(number, block.into());
                block
            }
        };
        Ok(block)
    }

    /// `%name = instruction, !metadata`.
    fn numbered_instruction(&mut self) -> PResult<Inst> {
        let pos = self.pos();
        let mut number = None;
        let mut name = Cow::Borrowed(&b""[..]);
        match self.tok() {
            Tok::LocalId => {
                number = Some(self.take_id());
                self.expect(Tok::Equal, "expected '=' after instruction id")?;
            }
            Tok::LocalName => {
                name = self.take_name();
                self.expect(Tok::Equal, "expected '=' after instruction name")?;
            }
            _ => {}
        }
        let first_operand = self.fun().spans.as_ref().map_or(0, BodySpans::operand_count);
        let inst = self.instruction()?;
        let f = self.fun();
        if f.uses_forward {
            f.uses_forward = false;
            f.forward_users.push(inst);
        }
        let block = f.block;
        f.body.append(block, inst);
        if self.ate_comma || self.tok() == Tok::Comma {
            if !self.ate_comma {
                self.bump();
            }
            self.ate_comma = false;
            self.instruction_metadata(inst)?;
        }
        let end = self.lex.prev_end;
        if let Some(spans) = &mut self.fun().spans {
            spans.inst(inst, pos..end, first_operand);
        }
        self.name_instruction(inst, number, name, pos)?;
        Ok(inst)
    }

    fn name_instruction(&mut self, inst: Inst, number: Option<u32>, name: Cow<'a, [u8]>, pos: usize) -> PResult<()> {
        let is_allowed = self.symbols.name_limit.allows(&name);
        let f = self.fun();
        let ty = f.body.inst_type(inst);
        if ty == Type::VOID {
            if number.is_some() || !name.is_empty() {
                return self.error(pos, "instructions returning void cannot have a name");
            }
            return Ok(());
        }
        let old = if name.is_empty() {
            let next = f.numbers.next;
            let number = number.unwrap_or(next);
            if number < next {
                return self.error(pos, format!("instruction expected to be numbered '%{next}' or greater"));
            }
            let old = f.numbers.get(number);
            f.numbers.set(number, inst.into());
            f.numbers.next = number.wrapping_add(1);
            old
        } else {
            f.body.set_free_name(inst.into(), &name);
            match f.names.entry(name) {
                std::collections::hash_map::Entry::Vacant(e) => {
                    e.insert(inst.into());
                    None
                }
                std::collections::hash_map::Entry::Occupied(mut e) => {
                    let old = *e.get();
                    let open = is_forward(old) || old.as_block().is_some_and(|b| f.open_blocks.contains_key(&b));
                    if !open {
                        let name = String::from_utf8_lossy(e.key()).into_owned();
                        return self.error(pos, format!("multiple definition of local value named '{name}'"));
                    }
                    e.insert(inst.into());
                    Some(old)
                }
            }
        };
        let f = self.fun();
        if let Some(old) = old {
            let expected = f.local_type(old).unwrap_or(Type::VOID);
            if expected != ty {
                let text = self.type_text(expected);
                return self.error(pos, format!("instruction forward referenced with type '{text}'"));
            }
            if let lindworm_ir::value::ValueKind::Arg(n) = old.kind() {
                let forward = &mut f.forwards[(n - FIRST_FORWARD) as usize];
                if forward.value.is_none() {
                    forward.value = Some(inst.into());
                    f.open_forwards -= 1;
                }
            }
        }
        if !is_allowed {
            let name = String::from_utf8_lossy(self.fun().body.name(inst.into())).into_owned();
            return self.error(pos, format!("multiple definition of local value named '{name}'"));
        }
        Ok(())
    }

    // Use-list orders.

    /// `uselistorder type value, { 1, 0 }`.
    pub fn use_list_order(&mut self) -> PResult<UseListOrder> {
        self.expect_word(Keyword::Uselistorder, "expected uselistorder directive")?;
        let (value, _) = self.type_and_value()?;
        self.expect(Tok::Comma, "expected comma in uselistorder directive")?;
        let order = self.use_list_indexes()?;
        Ok(UseListOrder { value, order })
    }

    /// `{ 1, 0 }`.
    pub fn use_list_indexes(&mut self) -> PResult<Box<[u32]>> {
        let pos = self.pos();
        self.expect(Tok::LBrace, "expected '{' here")?;
        if self.tok() == Tok::RBrace {
            return self.error_here("expected non-empty list of uselistorder indexes");
        }
        let mut order = Vec::new();
        loop {
            order.push(self.uint32()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBrace, "expected '}' here")?;
        if order.len() < 2 {
            return self.error(pos, "expected >= 2 uselistorder indexes");
        }
        let mut seen = vec![false; order.len()];
        for &i in &order {
            match seen.get_mut(i as usize) {
                Some(s) if !*s => *s = true,
                _ => return self.error(pos, "expected distinct uselistorder indexes in range [0, size)"),
            }
        }
        if order.iter().enumerate().all(|(i, &o)| i as u32 == o) {
            return self.error(pos, "expected uselistorder indexes to change the order");
        }
        Ok(order.into())
    }

    /// Inserts an instruction before the one being read.
    #[cold]
    pub fn insert(&mut self, data: lindworm_ir::InstData, ty: Type) -> PResult<Value> {
        let inst = self.create_inst(data, ty)?;
        let f = self.fun();
        // Forward references of the instruction being read may be operands of the inserted one only.
        if f.uses_forward {
            f.forward_users.push(inst);
        }
        f.body.append(f.block, inst);
        Ok(inst.into())
    }

    /// Creates an instruction. Error if the body has more instructions than the handles can represent.
    #[inline(always)]
    pub fn create_inst(&mut self, data: lindworm_ir::InstData, ty: Type) -> PResult<Inst> {
        let f = self.fun();
        if f.body.inst_count() >= FIRST_FORWARD as usize {
            return self.error_here("too many instructions");
        }
        Ok(f.body.create_inst(data, ty))
    }
}

/// The error, if any, of a use-list order for a value with `uses` uses.
pub(super) fn use_list_fault(order: &UseListOrder, uses: usize) -> Option<String> {
    match uses {
        0 => Some("value has no uses".into()),
        1 => Some("value only has one use".into()),
        n if n != order.order.len() => Some(format!("wrong number of indexes, expected {n}")),
        _ => None,
    }
}
