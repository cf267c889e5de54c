//! Scopes and places of variables in DWARF: lexical blocks, inlined functions, and expressions and lists of locations.

use std::collections::HashMap;

use gimli::write::{
    Address, AttributeValue, Expression, Location, LocationList, Range as CodeRange, RangeList, UnitEntryId,
};
use gimli::{DwOp, Register, constants as dw};
use lindworm_ir::Module;
use lindworm_ir::debug_info::{
    NodeKind, OP_CONSTS, OP_CONSTU, OP_LLVM_CONVERT, OP_LLVM_FRAGMENT, OP_STACK_VALUE, Operation,
    expression_operations, lexical_block, lexical_block_file, local_variable, location,
};
use lindworm_ir::metadata::Metadata;
use smallvec::SmallVec;

use crate::debug_info::{CompileUnit, Place, Shared, Variable, node};
use crate::driver::{Chunk, FunctionCode};

/// The maximum nesting of scopes.
const MAX_DEPTH: usize = 100;
/// The maximum number of parts of a variable that are described at one place of the code.
const MAX_PIECES: usize = 64;

/// A scope of the source, and the location where it is inlined.
pub type Key = (Metadata, Option<Metadata>);

struct Scope {
    key: Key,
    parent: usize,
    depth: usize,
    /// The ranges of offsets in the function.
    ranges: Vec<(u32, u32)>,
    entry: Option<UnitEntryId>,
}

/// The scopes of a function. The first scope is the function.
pub struct Scopes<'m> {
    module: &'m Module,
    all: Vec<Scope>,
    numbers: HashMap<Key, Option<usize>>,
}

impl<'m> Scopes<'m> {
    fn new(module: &'m Module, function: Metadata) -> Scopes<'m> {
        let key = (function, None);
        let root = Scope { key, parent: 0, depth: 0, ranges: Vec::new(), entry: None };
        Scopes { module, all: vec![root], numbers: HashMap::from([(key, Some(0))]) }
    }

    /// The number of a scope; `None` if the scope is not a part of the function.
    fn number(&mut self, key: Key) -> Option<usize> {
        // The scopes up to the first known one, the innermost first.
        let mut path: SmallVec<[Key; 8]> = SmallVec::new();
        let mut at = Some(key);
        let known = loop {
            let Some(this) = at else { break None };
            if let Some(&known) = self.numbers.get(&this) {
                break known;
            }
            if path.len() > MAX_DEPTH {
                break None;
            }
            path.push(this);
            at = self.around(this);
        };
        let mut number = known.filter(|&known| self.all[known].depth + path.len() <= MAX_DEPTH);
        for &key in path.iter().rev() {
            let is_scope = node(self.module, Some(key.0)).is_some_and(|n| n.kind != NodeKind::DILexicalBlockFile);
            if let Some(parent) = number.filter(|_| is_scope) {
                let depth = self.all[parent].depth + 1;
                self.all.push(Scope { key, parent, depth, ranges: Vec::new(), entry: None });
                number = Some(self.all.len() - 1);
            }
            self.numbers.insert(key, number);
        }
        number
    }

    /// The scope around a scope.
    fn around(&self, (scope, inlined_at): Key) -> Option<Key> {
        let described = node(self.module, Some(scope))?;
        match described.kind {
            NodeKind::DILexicalBlock => Some((described.get_ref(lexical_block::SCOPE)?, inlined_at)),
            NodeKind::DILexicalBlockFile => Some((described.get_ref(lexical_block_file::SCOPE)?, inlined_at)),
            NodeKind::DISubprogram => scope_of(self.module, inlined_at?),
            _ => None,
        }
    }

    /// Adds a range of the code to a scope and the scopes around it.
    fn add(&mut self, mut number: usize, from: u32, to: u32) {
        while number != 0 {
            let scope = &mut self.all[number];
            match scope.ranges.last_mut() {
                Some(last) if last.1 == from => last.1 = to,
                _ => scope.ranges.push((from, to)),
            }
            number = scope.parent;
        }
    }

    /// The entry of a scope. A scope without code has no entry: then the entry of the innermost scope around it that has one.
    pub fn entry(&mut self, key: Key) -> Option<UnitEntryId> {
        let mut number = self.number(key)?;
        loop {
            let scope = &self.all[number];
            if scope.entry.is_some() {
                return scope.entry;
            }
            // A variable of an inlined function is not a variable of its caller.
            if node(self.module, Some(scope.key.0)).is_none_or(|n| n.kind == NodeKind::DISubprogram) {
                return None;
            }
            number = scope.parent;
        }
    }
}

/// The scope of a source location.
fn scope_of(module: &Module, at: Metadata) -> Option<Key> {
    let described = node(module, Some(at)).filter(|n| n.kind == NodeKind::DILocation)?;
    Some((described.get_ref(location::SCOPE)?, described.get_ref(location::INLINED_AT)))
}

/// The source location at which the code of a source location is inlined.
pub fn inlined_at(module: &Module, at: Metadata) -> Option<Metadata> {
    scope_of(module, at)?.1
}

/// The part of a variable that an expression describes: offset and size in bits. `None` for the whole variable.
pub fn fragment(module: &Module, expression: Metadata) -> Option<(u64, u64)> {
    let described = node(module, Some(expression)).filter(|n| n.kind == NodeKind::DIExpression)?;
    let last = expression_operations(described.words).find(|operation| operation.code == OP_LLVM_FRAGMENT)?;
    let mut args = last.args();
    let (offset, size) = args.next().zip(args.next())?;
    Some((offset, size.min(u64::MAX - offset)))
}

impl<'m> CompileUnit<'m> {
    /// The scopes of a function with their code. Adds the abstract instances of the functions that are inlined.
    pub fn scopes(
        &mut self,
        shared: &mut Shared,
        chunk: &Chunk,
        code: &FunctionCode,
        function: Metadata,
    ) -> Scopes<'m> {
        let mut scopes = Scopes::new(self.module, function);
        let lines = &chunk.lines[code.lines.clone()];
        for (i, line) in lines.iter().enumerate() {
            let number = scope_of(self.module, line.location).and_then(|key| scopes.number(key));
            let to = lines.get(i + 1).map_or(code.frame.length, |next| code.prologue + next.at);
            if let Some(number) = number {
                scopes.add(number, code.prologue + line.at, to);
            }
        }
        for scope in &scopes.all {
            if scope.key.1.is_some() && !scope.ranges.is_empty() {
                self.abstract_function(shared, scope.key.0);
            }
        }
        scopes
    }

    /// Adds the entries of the lexical blocks of a function and of the functions inlined in it.
    pub fn scope_entries(&mut self, scopes: &mut Scopes<'m>, code: &FunctionCode, function: UnitEntryId) {
        scopes.all[0].entry = Some(function);
        for number in 1..scopes.all.len() {
            let Scope { key, parent, ref ranges, .. } = scopes.all[number];
            let Some(around) = scopes.all[parent].entry.filter(|_| !ranges.is_empty()) else { continue };
            let origin = self.inlined.get(&key.0).copied().filter(|_| key.1.is_some());
            let tag = match origin {
                Some(_) => dw::DW_TAG_inlined_subroutine,
                None => dw::DW_TAG_lexical_block,
            };
            let entry = self.unit.add(around, tag);
            scopes.all[number].entry = Some(entry);
            self.ranges_attribute(entry, code, &scopes.all[number].ranges);
            if let Some((origin, call)) = origin.zip(node(self.module, key.1)) {
                let file = self.file_of(call.get_ref(location::SCOPE));
                let inlined = self.unit.get_mut(entry);
                inlined.set(dw::DW_AT_abstract_origin, AttributeValue::UnitRef(origin));
                inlined.set(dw::DW_AT_call_file, AttributeValue::FileIndex(file));
                inlined.set(dw::DW_AT_call_line, AttributeValue::Udata(call.get(location::LINE)));
                inlined.set(dw::DW_AT_call_column, AttributeValue::Udata(call.get(location::COLUMN)));
            }
        }
    }

    fn ranges_attribute(&mut self, entry: UnitEntryId, code: &FunctionCode, ranges: &[(u32, u32)]) {
        let start = |at: u32| Address::Symbol { symbol: code.global.as_u32() as usize, addend: at.into() };
        if let [(from, to)] = *ranges {
            let entry = self.unit.get_mut(entry);
            entry.set(dw::DW_AT_low_pc, AttributeValue::Address(start(from)));
            entry.set(dw::DW_AT_high_pc, AttributeValue::Udata((to - from).into()));
            return;
        }
        let range =
            |&(from, to): &(u32, u32)| CodeRange::StartLength { begin: start(from), length: (to - from).into() };
        let list = RangeList(ranges.iter().filter(|r| r.0 < r.1).map(range).collect());
        let list = self.unit.ranges.add(list);
        self.unit.get_mut(entry).set(dw::DW_AT_ranges, AttributeValue::RangeListRef(list));
    }

    /// Adds the abstract instance of an inlined function, once: an entry without the addresses of the code.
    fn abstract_function(&mut self, shared: &mut Shared, described: Metadata) {
        let function = node(self.module, Some(described)).filter(|n| n.kind == NodeKind::DISubprogram);
        let Some(function) = function.filter(|_| !self.inlined.contains_key(&described)) else { return };
        let root = self.unit.root();
        let entry = self.unit.add(root, dw::DW_TAG_subprogram);
        self.inlined.insert(described, entry);
        self.unit.get_mut(entry).set(dw::DW_AT_inline, AttributeValue::Inline(dw::DW_INL_inlined));
        self.declare(shared, entry, function);
    }

    /// Adds the variables of a function.
    pub fn variables(&mut self, shared: &mut Shared, scopes: &mut Scopes<'m>, chunk: &Chunk, code: &FunctionCode) {
        let key = |row: &Variable| (row.variable, inlined_at(self.module, row.location));
        let mut groups: Vec<&[Variable]> =
            chunk.variables[code.variables.clone()].chunk_by(|a, b| key(a) == key(b)).collect();
        // Parameters first, in their order.
        let module = self.module;
        let argument = |rows: &&[Variable]| {
            node(module, Some(rows[0].variable))
                .filter(|n| n.kind == NodeKind::DILocalVariable)
                .map_or(u64::MAX, |n| n.get(local_variable::ARG).wrapping_sub(1))
        };
        groups.sort_by_key(argument);
        for rows in groups {
            let Some(described) = node(module, Some(rows[0].variable)).filter(|n| n.kind == NodeKind::DILocalVariable)
            else {
                continue;
            };
            let Some(scope) = described.get_ref(local_variable::SCOPE) else { continue };
            let Some(scope) = scopes.entry((scope, inlined_at(module, rows[0].location))) else { continue };
            let tag = match described.get(local_variable::ARG) {
                0 => dw::DW_TAG_variable,
                _ => dw::DW_TAG_formal_parameter,
            };
            let entry = self.unit.add(scope, tag);
            self.name(shared, entry, dw::DW_AT_name, described.get_ref(local_variable::NAME));
            self.place(entry, described.get_ref(local_variable::FILE), described.get(local_variable::LINE));
            self.type_attribute(shared, entry, described.get_ref(local_variable::TYPE));
            self.location_attribute(entry, rows, code);
        }
    }

    fn location_attribute(&mut self, entry: UnitEntryId, rows: &[Variable], code: &FunctionCode) {
        let start = |at: u32| Address::Symbol {
            symbol: code.global.as_u32() as usize,
            addend: i64::from(code.prologue) + i64::from(at),
        };
        let part = |row: &Variable| fragment(self.module, row.expression);
        if let [row @ Variable { from: 0, to: u32::MAX, .. }] = rows {
            let expression = match part(row) {
                Some(part) => pieces(self.module, &[(row, part)]),
                None => whole(self.module, row),
            };
            if let Some(expression) = expression {
                self.unit.get_mut(entry).set(dw::DW_AT_location, AttributeValue::Exprloc(expression));
            }
            return;
        }
        let mut list = Vec::new();
        let mut add = |from: u32, to: u32, data: Expression| {
            if from < to {
                list.push(Location::StartLength { begin: start(from), length: (to - from).into(), data });
            }
        };
        if rows.iter().all(|row| part(row).is_none()) {
            for row in rows {
                if let Some(data) = whole(self.module, row) {
                    add(row.from, row.to, data);
                }
            }
        } else {
            // The same parts are known between two consecutive bounds of ranges.
            let mut sorted: Vec<(&Variable, (u64, u64))> = rows.iter().filter_map(|r| Some((r, part(r)?))).collect();
            sorted.sort_by_key(|(row, _)| row.from);
            let mut bounds: Vec<u32> = rows.iter().flat_map(|row| [row.from, row.to]).collect();
            bounds.sort_unstable();
            bounds.dedup();
            let mut open: Vec<(&Variable, (u64, u64))> = Vec::new();
            let mut next = 0;
            for pair in bounds.windows(2) {
                open.retain(|(row, _)| row.to > pair[0]);
                while let Some(row) = sorted.get(next).filter(|(row, _)| row.from <= pair[0]) {
                    if open.len() < MAX_PIECES && row.0.to > pair[0] {
                        open.push(*row);
                    }
                    next += 1;
                }
                open.sort_by_key(|(_, part)| part.0);
                if let Some(data) = pieces(self.module, &open) {
                    add(pair[0], pair[1], data);
                }
            }
        }
        if !list.is_empty() {
            let list = self.unit.locations.add(LocationList(list));
            self.unit.get_mut(entry).set(dw::DW_AT_location, AttributeValue::LocationListRef(list));
        }
    }
}

/// The location of a variable that a row describes as a whole.
fn whole(module: &Module, row: &Variable) -> Option<Expression> {
    let mut expression = Expression::new();
    describe(module, row, &mut expression).then_some(expression)
}

/// The location of a variable of which some parts have locations.
fn pieces(module: &Module, parts: &[(&Variable, (u64, u64))]) -> Option<Expression> {
    let mut whole = Expression::new();
    let mut end = 0;
    for &(row, (offset, size)) in parts {
        if offset < end || !offset.is_multiple_of(8) || !size.is_multiple_of(8) {
            continue;
        }
        if offset > end {
            whole.op_piece((offset - end) / 8);
        }
        // A piece without an expression is a part without a place.
        describe(module, row, &mut whole);
        whole.op_piece(size / 8);
        end = offset + size;
    }
    (end > 0).then_some(whole)
}

/// Writes the DWARF expression of a row. Returns false, and writes nothing, if DWARF has no expression for the row.
fn describe(module: &Module, row: &Variable, out: &mut Expression) -> bool {
    let Some(described) = node(module, Some(row.expression)).filter(|n| n.kind == NodeKind::DIExpression) else {
        return false;
    };
    let mut operations: SmallVec<[_; 8]> = expression_operations(described.words).collect();
    if operations.last().is_some_and(|last| last.code == OP_LLVM_FRAGMENT) {
        operations.pop();
    }
    let deref = u64::from(dw::DW_OP_deref.0);
    let mut is_memory = row.is_address;
    if !is_memory && operations.last().is_some_and(|last| last.code == deref) {
        operations.pop();
        is_memory = true;
    }
    let is_plain = operations.is_empty() && !is_memory && row.bits.is_multiple_of(8);
    match row.place {
        Place::Nowhere => return false,
        Place::Register(reg) if is_plain => out.op_reg(Register(reg.dwarf().into())),
        Place::Slot(disp) if is_plain => out.op_fbreg(disp.into()),
        Place::Register(reg) if reg.is_xmm() => return false,
        _ if !operations.iter().all(|operation| is_known(operation.code)) => return false,
        _ => {
            push(row, out);
            compute(&operations, out);
            if !is_memory {
                out.op(dw::DW_OP_stack_value);
            }
        }
    }
    true
}

/// Pushes the value of a place.
fn push(row: &Variable, out: &mut Expression) {
    match row.place {
        Place::Nowhere => {}
        Place::Register(reg) => out.op_breg(Register(reg.dwarf().into()), 0),
        Place::Slot(disp) => {
            out.op_fbreg(disp.into());
            match row.bits {
                33.. => out.op_deref(),
                _ => out.op_deref_size(4),
            }
        }
        Place::Frame(disp) => out.op_fbreg(disp.into()),
        Place::Constant(bits) => out.op_constu(bits),
    }
    if matches!(row.place, Place::Register(_) | Place::Slot(_)) && row.bits < 64 {
        // The upper bits are arbitrary.
        extend(out, row.bits.into(), false);
    }
}

/// Whether [`compute`] translates an operation.
fn is_known(code: u64) -> bool {
    is_simple(code)
        || [OP_CONSTU, OP_CONSTS, OP_LLVM_CONVERT, OP_STACK_VALUE].contains(&code)
        || code == u64::from(dw::DW_OP_plus_uconst.0)
}

/// Whether an operation has no arguments: dereferences, changes of the stack, arithmetic, comparisons, small numbers.
fn is_simple(code: u64) -> bool {
    matches!(code, 0x06 | 0x12 | 0x14 | 0x16 | 0x19..=0x22 | 0x24..=0x27 | 0x29..=0x2e | 0x30..=0x4f)
}

/// Writes the operations of an expression.
fn compute(operations: &[Operation<'_>], out: &mut Expression) {
    for operation in operations {
        let mut args = operation.args();
        let mut arg = || args.next().unwrap_or(0);
        match operation.code {
            OP_CONSTU => out.op_constu(arg()),
            OP_CONSTS => out.op_consts(arg() as i64),
            OP_LLVM_CONVERT => {
                let (bits, encoding) = (arg(), arg());
                if bits < 64 {
                    extend(out, bits, encoding == u64::from(dw::DW_ATE_signed.0));
                }
            }
            code if is_simple(code) => out.op(DwOp(code as u8)),
            code if code == u64::from(dw::DW_OP_plus_uconst.0) => out.op_plus_uconst(arg()),
            _ => {}
        }
    }
}

/// Extends the low `bits` bits, fewer than 64, of the top of the stack.
fn extend(out: &mut Expression, bits: u64, is_signed: bool) {
    if is_signed {
        for shift in [dw::DW_OP_shl, dw::DW_OP_shra] {
            out.op_constu(64 - bits);
            out.op(shift);
        }
    } else {
        out.op_constu((1 << bits) - 1);
        out.op(dw::DW_OP_and);
    }
}
