//! Specialized nodes such as `!DIFile(...)`, driven by the table of fields.

use lindworm_eval::{Int, IntLiteral};
use lindworm_ir::debug_info::{
    EmptyString, Field, FieldKind, MAX_FIELDS, NodeKind, OP_CONSTS, PointerAuth, SP_FLAG_DEFINITION, Show,
    compile_unit, derived_type, enumerator, file, label, location, subprogram, subrange,
};
use lindworm_ir::dwarf::{self, Symbols};
use lindworm_ir::metadata::{MetadataRef, NULL_WORD};
use lindworm_ir::{Metadata, Type};

use crate::keyword::Keyword;
use crate::lexer::Tok;
use crate::reader::old_form::OldForm;
use crate::reader::parser::{PResult, Parser};

/// The field values of the node being read.
struct Fields {
    /// By index of the field: a number, or the word of a reference; for fields of variable length, their start on the
    /// stack.
    values: [u64; MAX_FIELDS],
    /// Bit set of the fields present in the text.
    seen: u32,
    /// Whether a field has an old name or was removed since.
    is_old: bool,
    /// The value of a removed field, if the upgrade needs it.
    old: Option<Metadata>,
}

impl Fields {
    fn has(&self, field: usize) -> bool {
        self.seen >> field & 1 != 0
    }

    /// Whether the node is a subprogram definition of an older version. Requires that the flags are read.
    fn is_old_definition(&self, kind: NodeKind) -> bool {
        let is_definition = || self.values[subprogram::SP_FLAGS_] as u32 & SP_FLAG_DEFINITION != 0;
        self.is_old && kind == NodeKind::DISubprogram && is_definition()
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The upgrade of an old field.
#[derive(Clone, Copy)]
enum OldField {
    /// The field has a new name.
    Renamed(&'static str),
    /// The field is ignored. It is parsed like this field of this kind.
    Dropped(NodeKind, &'static str),
    /// The content of the field moved elsewhere. The field is a reference.
    Moved,
}

/// Fields written by LLVM 6 and earlier.
const OLD_FIELDS: [(NodeKind, &str, OldField); 9] = [
    (NodeKind::DISubprogram, "variables", OldField::Renamed("retainedNodes")),
    (NodeKind::DISubprogram, "function", OldField::Moved),
    (NodeKind::DIGlobalVariable, "variable", OldField::Moved),
    (NodeKind::DICompileUnit, "subprograms", OldField::Moved),
    (NodeKind::DILocalVariable, "tag", OldField::Dropped(NodeKind::DIDerivedType, "tag")),
    (NodeKind::DINamespace, "file", OldField::Dropped(NodeKind::DILocalVariable, "file")),
    (NodeKind::DINamespace, "line", OldField::Dropped(NodeKind::DILocalVariable, "line")),
    (NodeKind::DIMacro, "macinfo", OldField::Renamed("type")),
    (NodeKind::DIMacroFile, "macinfo", OldField::Renamed("type")),
];

impl<'a> Parser<'a> {
    /// A specialized node, starting at its name.
    pub(super) fn specialized_node(&mut self, distinct: bool) -> PResult<u32> {
        let pos = self.pos();
        let node = self.unnoted_node(distinct)?;
        self.note_node(node, pos..self.lex.prev_end);
        Ok(node)
    }

    fn unnoted_node(&mut self, distinct: bool) -> PResult<u32> {
        let pos = self.pos();
        let Some(kind) = NodeKind::from_name(&self.lex.name()).or_else(|| self.kind_of_old_name()) else {
            return self.error_here("expected metadata type");
        };
        if !distinct
            && matches!(kind, NodeKind::DICompileUnit | NodeKind::DIAssignID)
            && !self.has_field(b"subprograms")
        {
            let parentheses = if kind == NodeKind::DIAssignID { "()" } else { "" };
            let name = kind.info().name;
            return self.error_here(format!("missing 'distinct', required for !{name}{parentheses}"));
        }
        self.bump();
        self.expect(Tok::LParen, "expected '(' here")?;
        self.check_node_count()?;
        match kind {
            NodeKind::DIExpression => return self.expression(distinct),
            NodeKind::DIAssignID => {
                self.expect(Tok::RParen, "expected ')' here")?;
                return Ok(self.metadata.store.push(kind, distinct, &[]));
            }
            _ => {}
        }
        let stack_start = self.metadata.stack.len();
        let mut fields = Fields { values: [0; MAX_FIELDS], seen: 0, is_old: false, old: None };
        for (value, field) in fields.values.iter_mut().zip(kind.fields()) {
            *value = field.default;
        }
        if self.tok() != Tok::RParen {
            self.fields(kind, &mut fields)?;
        }
        let closing = self.pos();
        self.expect(Tok::RParen, "expected ')' here")?;
        for (i, field) in kind.fields().iter().enumerate() {
            if field.required && !fields.has(i) {
                return self.error(closing, format!("missing required field '{}'", field.name));
            }
        }
        self.finish_fields(kind, distinct, pos, &mut fields)?;
        let tail_start = self.metadata.stack.len();
        if kind.info().has_tail {
            self.push_tail(kind, &fields, stack_start, tail_start);
        }
        let buffer = &mut self.metadata;
        let values = &fields.values[..kind.fields().len()];
        // Compile units and subprogram definitions are distinct in current versions.
        let distinct = distinct || fields.is_old && kind == NodeKind::DICompileUnit || fields.is_old_definition(kind);
        let node = buffer.store.push_fields(kind, distinct, values, &buffer.stack[tail_start..]);
        buffer.stack.truncate(stack_start);
        buffer.old_fields.extend(fields.old.map(|m| (node, m)));
        Ok(node)
    }

    /// Whether the node being read has a field with this name, up to the first closing parenthesis.
    #[cold]
    fn has_field(&self, name: &[u8]) -> bool {
        let mut lexer = self.lex.clone();
        while !matches!(lexer.kind, Tok::RParen | Tok::Eof) {
            if lexer.kind == Tok::LabelName && *lexer.name() == *name {
                return true;
            }
            lexer.bump();
        }
        false
    }

    /// The node kind of a name used in LLVM 3.6, where locations had a specialized form before all other nodes.
    #[cold]
    fn kind_of_old_name(&self) -> Option<NodeKind> {
        let is_old = *self.lex.name() == *b"MDLocation";
        if is_old {
            self.note_old(OldForm::OldLocation, self.pos());
        }
        is_old.then_some(NodeKind::DILocation)
    }

    fn fields(&mut self, kind: NodeKind, fields: &mut Fields) -> PResult<()> {
        let table = kind.fields();
        // Fields are usually in the order of the table.
        let mut next = 0;
        loop {
            if self.tok() != Tok::LabelName {
                return self.error_here("expected field label here");
            }
            let name = self.lex.name();
            let is = |f: &Field| f.name.as_bytes() == &*name;
            let place = table[next..].iter().position(is).map(|i| i + next).or_else(|| table.iter().position(is));
            let place = match place {
                Some(place) => place,
                None => match self.old_field(kind, fields)? {
                    Some(place) => place,
                    None if self.eat(Tok::Comma) => continue,
                    None => return Ok(()),
                },
            };
            let field = &table[place];
            if fields.has(place) {
                return self.error_here(format!("field '{}' cannot be specified more than once", field.name));
            }
            self.bump();
            self.module.note_form_since(field.since);
            fields.values[place] = self.field_value(field)?;
            fields.seen |= 1 << place;
            next = place + 1;
            if !self.eat(Tok::Comma) {
                return Ok(());
            }
        }
    }

    /// The index of the current field, which has an old name. `None` for a removed field, whose value is consumed.
    #[cold]
    fn old_field(&mut self, kind: NodeKind, fields: &mut Fields) -> PResult<Option<usize>> {
        let name = self.lex.name();
        let Some(&(.., today)) = OLD_FIELDS.iter().find(|row| row.0 == kind && row.1.as_bytes() == &*name) else {
            return self.error_here(format!("invalid field '{}'", lossy(&name)));
        };
        let is_bare = matches!(today, OldField::Moved) || kind == NodeKind::DILocalVariable;
        self.note_old(if is_bare { OldForm::BareDebugInfo } else { OldForm::DebugInfoField }, self.pos());
        fields.is_old = true;
        match today {
            OldField::Renamed(name) => return Ok(kind.fields().iter().position(|field| field.name == name)),
            OldField::Dropped(kind, name) => {
                self.bump();
                // `DW_TAG_auto_variable` and the like were LLVM's own tags.
                if self.tok() == Tok::Word {
                    self.bump();
                } else if let Some(field) = kind.fields().iter().find(|field| field.name == name) {
                    self.field_value(field)?;
                }
            }
            OldField::Moved => {
                self.bump();
                if self.word() == Keyword::Null {
                    self.bump();
                } else {
                    fields.old = Some(self.nested(|p| p.metadata(false))?);
                }
            }
        }
        Ok(None)
    }

    fn field_value(&mut self, field: &Field) -> PResult<u64> {
        match field.kind {
            FieldKind::Ref { null } => self.reference(field, null),
            FieldKind::String(empty) => {
                let pos = self.pos();
                let string = self.string()?;
                if string.is_empty() {
                    match empty {
                        EmptyString::Null => return Ok(NULL_WORD as u64),
                        EmptyString::Keep => {}
                        EmptyString::Error => return self.error(pos, format!("'{}' cannot be empty", field.name)),
                    }
                }
                Ok(self.metadata_string(&string)?.bits() as u64)
            }
            FieldKind::Unsigned { max } => self.unsigned(field, max),
            FieldKind::Signed { min, max } => Ok(self.signed(field, min, max)? as u64),
            FieldKind::Bool => match self.boolean() {
                Some(value) => Ok(value as u64),
                None => self.error_here("expected 'true' or 'false'"),
            },
            FieldKind::Symbol(symbols) => match self.tok() {
                Tok::Int => self.unsigned(field, symbols.max as u64),
                _ => self.symbol(symbols),
            },
            FieldKind::Name(symbols) => {
                let text = if self.tok() == Tok::Word { self.lex.text() } else { field.name.as_bytes() };
                match symbols.code(text) {
                    Some(code) => {
                        self.bump();
                        Ok(code as u64)
                    }
                    None if text == b"CSK_None" && field.name == "checksumkind" => {
                        self.note_old(OldForm::DebugInfoField, self.pos());
                        self.bump();
                        Ok(0)
                    }
                    None => self.error_here(format!("invalid {} '{}'", symbols.what, lossy(text))),
                }
            }
            FieldKind::Flags(symbols) => self.flags(symbols),
            FieldKind::UnsignedOrRef => match self.tok() {
                Tok::Int => {
                    let value = self.unsigned(field, u64::MAX)?;
                    Ok(self.i64_constant(value))
                }
                _ => self.reference(field, true),
            },
            FieldKind::SignedOrRef { min, null } => match self.tok() {
                Tok::Int => {
                    let value = self.signed(field, min, i64::MAX)?;
                    Ok(self.i64_constant(value as u64))
                }
                _ => self.reference(field, null),
            },
            FieldKind::SignedOrExpression => match self.tok() {
                Tok::Int => {
                    let value = self.signed(field, i64::MIN, i64::MAX)?;
                    self.check_node_count()?;
                    let words = [OP_CONSTS as u32, 0, value as u32, (value >> 32) as u32];
                    let node = self.metadata.store.push(NodeKind::DIExpression, false, &words);
                    Ok(Metadata::new(MetadataRef::Node(node)).bits() as u64)
                }
                _ => self.reference(field, true),
            },
            FieldKind::BigInt => {
                if self.tok() != Tok::Int {
                    return self.error_here("expected integer");
                }
                let start = self.metadata.stack.len() as u64;
                let IntLiteral { value, signed } = self.int_literal();
                self.bump();
                push_big_int(&mut self.metadata.stack, &value);
                // The signedness is needed again at the end of the node.
                Ok(start << 1 | signed as u64)
            }
            FieldKind::List => {
                let start = self.metadata.stack.len() as u64;
                self.element_list(false)?;
                Ok(start << 1)
            }
        }
    }

    #[inline]
    fn reference(&mut self, field: &Field, null: bool) -> PResult<u64> {
        if self.word() == Keyword::Null {
            if !null {
                return self.error_here(format!("'{}' cannot be null", field.name));
            }
            self.bump();
            return Ok(NULL_WORD as u64);
        }
        Ok(self.nested(|p| p.metadata(false))?.bits() as u64)
    }

    #[inline]
    fn unsigned(&mut self, field: &Field, max: u64) -> PResult<u64> {
        match self.unsigned_literal() {
            None => self.error_here("expected unsigned integer"),
            Some(Some(v)) if v <= max => {
                self.bump();
                Ok(v)
            }
            Some(_) => self.error_here(format!("value for '{}' too large, limit is {max}", field.name)),
        }
    }

    /// The value of the current token if it is an unsigned integer literal. The inner option is `None` above 64 bits.
    #[inline]
    fn unsigned_literal(&self) -> Option<Option<u64>> {
        if self.tok() != Tok::Int {
            return None;
        }
        let text = self.lex.text();
        match text[0] {
            b'-' | b's' => None,
            b'u' => Some(self.int_literal().value.to_u64()),
            _ => Some(text.iter().try_fold(0u64, |v, c| v.checked_mul(10)?.checked_add((c - b'0') as u64))),
        }
    }

    fn signed(&mut self, field: &Field, min: i64, max: i64) -> PResult<i64> {
        if self.tok() != Tok::Int {
            return self.error_here("expected signed integer");
        }
        let IntLiteral { value, signed } = self.int_literal();
        let value = match (signed, value.to_u64(), value.to_i64()) {
            (true, _, Some(v)) => v as i128,
            (true, _, None) => {
                if value.is_negative() {
                    i128::MIN
                } else {
                    i128::MAX
                }
            }
            (false, Some(v), _) => v as i128,
            (false, None, _) => i128::MAX,
        };
        if value < min as i128 {
            return self.error_here(format!("value for '{}' too small, limit is {min}", field.name));
        }
        if value > max as i128 {
            return self.error_here(format!("value for '{}' too large, limit is {max}", field.name));
        }
        self.bump();
        Ok(value as i64)
    }

    /// A symbolic constant of the set `symbols`.
    fn symbol(&mut self, symbols: &Symbols) -> PResult<u64> {
        let text = if self.tok() == Tok::Word { self.lex.text() } else { b"" };
        let code = symbols.code(text);
        let is_one = code.is_some() || (!symbols.prefix.is_empty() && text.starts_with(symbols.prefix.as_bytes()));
        match code {
            Some(code) => {
                self.bump();
                Ok(code as u64)
            }
            None if is_one => self.error_here(format!("invalid {} '{}'", symbols.what, lossy(text))),
            None => self.error_here(format!("expected {}", symbols.what)),
        }
    }

    fn flags(&mut self, symbols: &Symbols) -> PResult<u64> {
        let mut flags = 0;
        loop {
            flags |= if self.unsigned_literal().is_some() {
                self.uint32()?
            } else {
                let text = if self.tok() == Tok::Word { self.lex.text() } else { b"" };
                if !text.starts_with(symbols.prefix.as_bytes()) {
                    return self.error_here("expected debug info flag");
                }
                let Some(code) = symbols.code(text) else {
                    return self.error_here(format!("invalid {} '{}'", symbols.what, lossy(text)));
                };
                self.bump();
                code
            };
            if !self.eat(Tok::Bar) {
                return Ok(flags as u64);
            }
        }
    }

    /// An `i64` constant as metadata: the word of the reference.
    fn i64_constant(&mut self, value: u64) -> u64 {
        let constant = self.module.constants().int(self.cx, Type::I64, value);
        self.metadata.store.add_value(constant).bits() as u64
    }

    /// `DIExpression(`*elements*`)`, after the parenthesis.
    fn expression(&mut self, distinct: bool) -> PResult<u32> {
        let start = self.metadata.stack.len();
        if self.tok() != Tok::RParen {
            loop {
                let text = if self.tok() == Tok::Word { self.lex.text() } else { b"" };
                let element = if text.starts_with(b"DW_OP_") {
                    match dwarf::OPERATION.code(text) {
                        Some(code) => code as u64,
                        None => return self.error_here(format!("invalid DWARF op '{}'", lossy(text))),
                    }
                } else if text.starts_with(b"DW_ATE_") {
                    match dwarf::ENCODING.code(text) {
                        Some(code) => code as u64,
                        None => return self.error_here(format!("invalid DWARF attribute encoding '{}'", lossy(text))),
                    }
                } else {
                    match self.unsigned_literal() {
                        Some(Some(value)) => value,
                        Some(None) => {
                            return self.error_here(format!("element too large, limit is {}", u64::MAX));
                        }
                        None => return self.error_here("expected unsigned integer"),
                    }
                };
                self.bump();
                self.metadata.stack.extend([element as u32, (element >> 32) as u32]);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RParen, "expected ')' here")?;
        let buffer = &mut self.metadata;
        let node = buffer.store.push(NodeKind::DIExpression, distinct, &buffer.stack[start..]);
        buffer.stack.truncate(start);
        Ok(node)
    }

    /// Constraints on several fields of a kind, and upgrades of old forms.
    fn finish_fields(&mut self, kind: NodeKind, distinct: bool, pos: usize, fields: &mut Fields) -> PResult<()> {
        let seen = fields.seen;
        let has = |place: usize| seen >> place & 1 != 0;
        let v = &mut fields.values;

        match kind {
            NodeKind::DILocation => {
                v[location::ATOM_GROUP] &= (1 << 61) - 1;
                v[location::ATOM_RANK] &= 7;
            }
            NodeKind::DIDerivedType if v[derived_type::PTR_AUTH_KEY] != 0 => {
                let auth = PointerAuth {
                    key: v[derived_type::PTR_AUTH_KEY] as u32,
                    address_discriminated: v[derived_type::PTR_AUTH_IS_ADDRESS_DISCRIMINATED] != 0,
                    extra_discriminator: v[derived_type::PTR_AUTH_EXTRA_DISCRIMINATOR] as u32,
                    isa_pointer: v[derived_type::PTR_AUTH_ISA_POINTER] != 0,
                    authenticates_null: v[derived_type::PTR_AUTH_AUTHENTICATES_NULL_VALUES] != 0,
                };
                v[derived_type::ALIGN] = auth.pack() as u64;
            }
            NodeKind::DIEnumerator => {
                let start = v[enumerator::VALUE];
                let (place, signed) = ((start >> 1) as usize, start & 1 != 0);
                let stack = &mut self.metadata.stack;
                let bits = stack[place];
                let top = stack[place + 1 + ((bits - 1) / 32) as usize] >> ((bits - 1) % 32) & 1 != 0;
                if v[enumerator::IS_UNSIGNED] != 0 {
                    if signed && top {
                        return self.error_here("unsigned enumerator with negative value");
                    }
                } else if !signed && top {
                    // One more bit, so that the number does not become negative.
                    stack[place] += 1;
                    if bits.is_multiple_of(32) {
                        stack.push(0);
                    }
                }
            }
            NodeKind::DIFile if has(file::CHECKSUM_KIND_) != has(file::CHECKSUM) => {
                return self.error_here("'checksumkind' and 'checksum' must be provided together");
            }
            NodeKind::DIFile if v[file::CHECKSUM_KIND_] == 0 => v[file::CHECKSUM] = NULL_WORD as u64,
            NodeKind::DICompileUnit => {
                let (old, new) = (has(compile_unit::LANGUAGE_), has(compile_unit::SOURCE_LANGUAGE_NAME));
                if new {
                    v[compile_unit::SOURCE_LANGUAGE_NAME] &= 0xffff;
                }
                if old == new {
                    let message = if old {
                        "can only specify one of 'language' and 'sourceLanguageName' on !DICompileUnit"
                    } else {
                        "missing one of 'language' or 'sourceLanguageName', required for !DICompileUnit"
                    };
                    return self.error(pos, message);
                }
                if !new && has(compile_unit::SOURCE_LANGUAGE_VERSION) {
                    return self.error(
                        pos,
                        "'sourceLanguageVersion' requires an associated 'sourceLanguageName' on !DICompileUnit",
                    );
                }
            }
            NodeKind::DISubprogram => {
                let flags = if has(subprogram::SP_FLAGS_) {
                    v[subprogram::SP_FLAGS_] & 0xfff
                } else {
                    v[subprogram::VIRTUALITY_]
                        | v[subprogram::IS_LOCAL] << 2
                        | v[subprogram::IS_DEFINITION] << 3
                        | v[subprogram::IS_OPTIMIZED] << 4
                };
                v[subprogram::SP_FLAGS_] = flags;
                if flags as u32 & SP_FLAG_DEFINITION != 0 && !distinct && !fields.is_old {
                    fields.is_old = self.symbols.lists_subprograms(self.lex.source());
                    if !fields.is_old {
                        return self.error(pos, "missing 'distinct', required for !DISubprogram that is a Definition");
                    }
                }
            }
            // Equal counts compare equal whatever their integer type.
            NodeKind::DISubrange => {
                if let Some(MetadataRef::Value(count)) =
                    Metadata::from_word(v[subrange::COUNT] as u32).map(Metadata::open)
                    && let Some(count) = self.module.constants().as_int(self.cx, self.metadata.store.value(count))
                    && let Some(count) = count.to_i64()
                {
                    fields.values[subrange::COUNT] = self.i64_constant(count as u64);
                }
            }
            NodeKind::DILabel if has(label::CORO_SUSPEND_IDX) => {
                v[label::CORO_SUSPEND_IDX] &= u32::MAX as u64;
            }
            _ => {}
        }
        Ok(())
    }

    /// Pushes the fields of variable length in the order of the table; they were read in any order.
    fn push_tail(&mut self, kind: NodeKind, fields: &Fields, start: usize, end: usize) {
        let stack = &mut self.metadata.stack;
        for (i, field) in kind.fields().iter().enumerate() {
            let place = (fields.values[i] >> 1) as usize;
            match field.kind {
                _ if field.show == Show::Old => {}
                FieldKind::List if fields.has(i) => stack.extend_from_within(start.max(place)..end),
                FieldKind::BigInt if fields.has(i) => {
                    let len = 1 + stack[place].div_ceil(32) as usize;
                    stack.extend_from_within(place..place + len);
                }
                // The bit width, 1, and the value, 0.
                FieldKind::BigInt => stack.extend([1, 0]),
                _ => {}
            }
        }
    }
}

fn push_big_int(stack: &mut Vec<u32>, value: &Int) {
    stack.push(value.width());
    let words = value.width().div_ceil(32) as usize;
    let limbs = value.limbs();
    stack.extend(limbs.iter().flat_map(|&l| [l as u32, (l >> 32) as u32]).take(words));
}
