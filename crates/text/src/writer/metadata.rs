//! Metadata: nodes by the table of fields, named metadata, debug records.

use lindworm_ir::Metadata;
use lindworm_ir::body::DebugRecordData;
use lindworm_ir::debug_info::{
    EmptyString, Field, FieldKind, NodeKind, OP_LLVM_CONVERT, PointerAuth, Show, TAG_PTRAUTH_TYPE, derived_type,
    enumerator, expression_elements, expression_operations, file, fixed_point_type, is_valid_expression,
    signed_constant, split_big_int, subprogram,
};
use lindworm_ir::dwarf::{self, Symbols};
use lindworm_ir::eval::Int;
use lindworm_ir::metadata::{MetadataRef, NodeRef};
use lindworm_ir::module::NamedMetadata;

use super::names::{push_decimal, push_decimal_u64, push_signed, write_metadata_name, write_quoted};
use super::output::Output;
use super::{FunctionWriter, Writer};

/// Nesting limit of inline nodes.
const MAX_IN_PLACE_DEPTH: u32 = 32;

/// Writes `, ` before all elements but the first.
struct Separator(bool);

impl Separator {
    #[inline]
    fn write(&mut self, out: &mut Output<'_>) {
        if self.0 {
            out.extend_from_slice(b", ");
        }
        self.0 = true;
    }
}

impl Writer<'_> {
    /// Writes metadata as an operand: `!3`, `!"s"`, `i32 1`, `!DIExpression(...)`. `function` is the function of
    /// function-local metadata.
    pub(super) fn write_metadata(&self, out: &mut Output<'_>, function: Option<&FunctionWriter<'_>>, m: Metadata) {
        let body = function.map(|f| f.body());
        match m.open() {
            MetadataRef::Node(n) => match self.metadata_slot(n) {
                Some(slot) => {
                    out.push(b'!');
                    push_decimal(out, slot);
                }
                None => self.write_in_place(out, n, 0),
            },
            MetadataRef::String(s) => {
                out.push(b'!');
                write_quoted(out, self.module.metadata().string(s));
            }
            MetadataRef::Value(v) => self.write_typed_in(out, function, self.module.metadata().value(v)),
            MetadataRef::Local(v) => {
                if let Some(v) = body.and_then(|b| b.local_metadata().get(v as usize)) {
                    self.write_typed_in(out, function, *v);
                }
            }
            MetadataRef::ArgList(list) => {
                out.extend_from_slice(b"!DIArgList(");
                let args = body.and_then(|b| b.arg_lists().get(list as usize)).map_or(&[][..], |l| &**l);
                let mut separator = Separator(false);
                for &arg in args {
                    if out.is_full() {
                        return;
                    }
                    separator.write(out);
                    self.write_metadata(out, function, arg);
                }
                out.push(b')');
            }
            MetadataRef::Slot(_) | MetadataRef::Pending(_) => out.extend_from_slice(b"<badref>"),
        }
    }

    /// Writes a node without a slot number, nested in `depth` others.
    #[inline]
    fn write_in_place(&self, out: &mut Output<'_>, handle: u32, depth: u32) {
        let node = self.module.metadata().node(handle);
        match node.kind {
            NodeKind::DIExpression => write_expression(out, node.words),
            NodeKind::DILocation if depth < MAX_IN_PLACE_DEPTH => self.write_fields(out, node, depth + 1),
            // LLVM writes the address of the node.
            _ => out.extend(format!("<0x{:x}>", handle).bytes()),
        }
    }

    /// Writes a node as after `!N = `.
    pub(super) fn write_metadata_node(&self, out: &mut Output<'_>, node: u32) {
        let node = self.module.metadata().node(node);
        if node.distinct {
            out.extend_from_slice(b"distinct ");
        }
        match node.kind {
            NodeKind::DILocation if self.write_location(out, node) => {}
            NodeKind::Tuple => {
                out.extend_from_slice(b"!{");
                self.write_list(out, node.words);
                out.push(b'}');
            }
            NodeKind::DIExpression => write_expression(out, node.words),
            _ => self.write_fields(out, node, 0),
        }
    }

    fn write_list(&self, out: &mut Output<'_>, words: &[u32]) {
        let mut separator = Separator(false);
        for &word in words {
            if out.is_full() {
                return;
            }
            separator.write(out);
            self.write_word(out, word, 0);
        }
    }

    /// Writes the reference in a word of a node.
    #[inline]
    fn write_word(&self, out: &mut Output<'_>, word: u32, depth: u32) {
        match Metadata::from_word(word) {
            Some(m) => match m.as_node().filter(|&n| depth > 0 && self.metadata_slot(n).is_none()) {
                Some(n) => self.write_in_place(out, n, depth),
                None => self.write_metadata(out, None, m),
            },
            None => out.extend_from_slice(b"null"),
        }
    }

    /// Fast path for the most frequent node kind: writes a location in its common form. Returns false if the node has
    /// another form.
    #[inline]
    fn write_location(&self, out: &mut Output<'_>, node: NodeRef<'_>) -> bool {
        let (&[line, column, scope], inlined_at) = match node.words {
            words @ [_, _, _] => (words.first_chunk().unwrap_or(&[0; 3]), None),
            [words @ .., inlined_at] if words.len() == 3 => (words.first_chunk().unwrap_or(&[0; 3]), Some(*inlined_at)),
            _ => return false,
        };
        let slot = |word| self.metadata_slot(Metadata::from_word(word)?.as_node()?);
        let Some(scope) = slot(scope) else { return false };
        let inlined_at = match inlined_at.map(slot) {
            Some(None) => return false,
            Some(slot) => slot,
            None => None,
        };
        out.extend_from_slice(b"!DILocation(line: ");
        push_decimal(out, line);
        if column != 0 {
            out.extend_from_slice(b", column: ");
            push_decimal(out, column);
        }
        out.extend_from_slice(b", scope: !");
        push_decimal(out, scope);
        if let Some(inlined_at) = inlined_at {
            out.extend_from_slice(b", inlinedAt: !");
            push_decimal(out, inlined_at);
        }
        out.push(b')');
        true
    }

    /// Writes a specialized node: its name and the visible fields.
    fn write_fields(&self, out: &mut Output<'_>, node: NodeRef<'_>, depth: u32) {
        out.push(b'!');
        out.extend_from_slice(node.kind.info().name.as_bytes());
        out.push(b'(');
        let mut separator = Separator(false);
        for (place, field) in node.kind.fields().iter().enumerate() {
            let value = node.get(place);
            let shown = match field.show {
                Show::Always => true,
                Show::AlwaysSince(version) => value != field.default || self.module.version() >= version,
                Show::NotDefault => value != field.default && !self.is_empty_string(field, value),
                Show::NotZero => value != field.default && self.unsigned_constant(value) != Some(0),
                Show::Special => is_shown(node, place, value),
                Show::Old => false,
            };
            if shown && !is_hidden(node, place) {
                separator.write(out);
                out.extend_from_slice(field.name.as_bytes());
                out.extend_from_slice(b": ");
                self.write_field(out, node, place, value, depth);
            }
        }
        if node.kind == NodeKind::DIDerivedType && node.get(derived_type::TAG_) as u32 == TAG_PTRAUTH_TYPE {
            write_pointer_auth(out, PointerAuth::unpack(node.get(derived_type::ALIGN) as u32));
        }
        out.push(b')');
    }

    fn is_empty_string(&self, field: &Field, value: u64) -> bool {
        match (field.kind, Metadata::from_word(value as u32).map(Metadata::open)) {
            (FieldKind::String(empty), Some(MetadataRef::String(s))) => {
                empty != EmptyString::Keep && self.module.metadata().string(s).is_empty()
            }
            (FieldKind::List, _) => true,
            _ => false,
        }
    }

    /// The constant integer that a word refers to, if any.
    fn int_constant(&self, word: u64) -> Option<Int> {
        match Metadata::from_word(word as u32)?.open() {
            MetadataRef::Value(v) => self.module.constants().as_int(self.cx, self.module.metadata().value(v)),
            _ => None,
        }
    }

    fn unsigned_constant(&self, word: u64) -> Option<u64> {
        self.int_constant(word)?.to_u64()
    }

    fn write_field(&self, out: &mut Output<'_>, node: NodeRef<'_>, place: usize, value: u64, depth: u32) {
        let field = &node.kind.fields()[place];
        let word = value as u32;
        match field.kind {
            FieldKind::Ref { .. } => self.write_word(out, word, depth),
            FieldKind::String(_) => {
                let string = match Metadata::from_word(word).map(Metadata::open) {
                    Some(MetadataRef::String(s)) => self.module.metadata().string(s),
                    _ => b"",
                };
                write_quoted(out, string);
            }
            FieldKind::Unsigned { .. } => push_decimal_u64(out, value),
            FieldKind::Signed { .. } => push_signed(out, word as i32 as i64),
            FieldKind::Bool => out.extend_from_slice(if value != 0 { b"true" } else { b"false" }),
            FieldKind::Symbol(symbols) | FieldKind::Name(symbols) => write_symbol(out, symbols, word),
            FieldKind::Flags(symbols) => write_flags(out, symbols, word),
            FieldKind::UnsignedOrRef => match self.unsigned_constant(value) {
                Some(n) => push_decimal_u64(out, n),
                None => self.write_word(out, word, depth),
            },
            FieldKind::SignedOrRef { .. } => match self.int_constant(value) {
                Some(n) if node.kind != NodeKind::DISubrangeType => n.write_signed_decimal(out),
                _ => self.write_word(out, word, depth),
            },
            FieldKind::SignedOrExpression => {
                let expression =
                    Metadata::from_word(word).and_then(Metadata::as_node).map(|n| self.module.metadata().node(n));
                match expression.filter(|e| e.kind == NodeKind::DIExpression).and_then(|e| signed_constant(e.words)) {
                    Some(n) => push_signed(out, n),
                    None => self.write_word(out, word, depth),
                }
            }
            FieldKind::BigInt => write_big_int(out, node, place),
            FieldKind::List => {
                out.push(b'{');
                self.write_list(out, node.tail());
                out.push(b'}');
            }
        }
    }

    /// Writes `!name = !{...}` and a newline.
    pub(super) fn write_named_metadata(&self, out: &mut Output<'_>, named: &NamedMetadata) {
        out.push(b'!');
        write_metadata_name(out, &named.name);
        out.extend_from_slice(b" = !{");
        let mut separator = Separator(false);
        for &m in &named.operands {
            if out.is_full() {
                return;
            }
            separator.write(out);
            self.write_metadata(out, None, m);
        }
        out.extend_from_slice(b"}\n");
    }

    /// Writes a debug record, `#dbg_value(...)`, without indentation and newline. Operands for which `is_missing(index,
    /// operand)` holds are written as null, as in LLVM.
    pub(super) fn write_debug_record(
        &self,
        out: &mut Output<'_>,
        function: &FunctionWriter<'_>,
        record: &DebugRecordData,
        is_missing: impl Fn(usize, Metadata) -> bool,
    ) {
        out.extend_from_slice(b"#dbg_");
        out.extend_from_slice(record.name().as_bytes());
        out.push(b'(');
        let mut separator = Separator(false);
        for (place, m) in record.operands().enumerate() {
            separator.write(out);
            match is_missing(place, m) {
                true => out.extend_from_slice(b"(null)"),
                false => self.write_metadata(out, Some(function), m),
            }
        }
        out.push(b')');
    }
}

/// Whether a field is written, for fields with a rule of their own.
fn is_shown(node: NodeRef<'_>, place: usize, value: u64) -> bool {
    match (node.kind, place) {
        (NodeKind::DIDerivedType, derived_type::ALIGN) => {
            value != 0 && node.get(derived_type::TAG_) as u32 != TAG_PTRAUTH_TYPE
        }
        (NodeKind::DIFile, file::CHECKSUM) => node.get(file::CHECKSUM_KIND_) != 0,
        (NodeKind::DISubprogram, subprogram::VIRTUAL_INDEX) => value != 0 || node.get(subprogram::SP_FLAGS_) & 3 != 0,
        (NodeKind::DIFixedPointType, _) => is_rational(node),
        (NodeKind::GenericDINode, _) => !node.tail().is_empty(),
        _ => false,
    }
}

/// Whether a field is omitted despite the rule of the table.
fn is_hidden(node: NodeRef<'_>, place: usize) -> bool {
    node.kind == NodeKind::DIFixedPointType && place == fixed_point_type::FACTOR && is_rational(node)
}

fn is_rational(node: NodeRef<'_>) -> bool {
    node.get(fixed_point_type::KIND) == 2
}

fn write_symbol(out: &mut Output<'_>, symbols: &Symbols, code: u32) {
    match symbols.name(code) {
        Some(name) => {
            out.extend_from_slice(symbols.prefix.as_bytes());
            out.extend_from_slice(name.as_bytes());
        }
        None => push_decimal(out, code),
    }
}

/// Writes flags, multi-bit fields first: access, inheritance, virtuality.
fn write_flags(out: &mut Output<'_>, symbols: &'static Symbols, flags: u32) {
    const ACCESS: u32 = 3;
    const INHERITANCE: u32 = 3 << 16;
    const INDIRECT_VIRTUAL_BASE: u32 = 1 << 2 | 1 << 5;
    let is_di_flags = std::ptr::eq(symbols, &dwarf::FLAGS);
    let mut rest = flags;
    let mut first = true;
    let mut write = |out: &mut Output<'_>, code: u32| {
        if !first {
            out.extend_from_slice(b" | ");
        }
        first = false;
        write_symbol(out, symbols, code);
    };
    if is_di_flags {
        for mask in [ACCESS, INHERITANCE] {
            if rest & mask != 0 {
                write(out, rest & mask);
                rest &= !mask;
            }
        }
        if rest & INDIRECT_VIRTUAL_BASE == INDIRECT_VIRTUAL_BASE {
            write(out, INDIRECT_VIRTUAL_BASE);
            rest &= !INDIRECT_VIRTUAL_BASE;
        }
    }
    for &(code, _) in symbols.names.iter().filter(|(code, _)| code.is_power_of_two()) {
        if rest & code != 0 {
            write(out, code);
            rest &= !code;
        }
    }
    if rest != 0 || flags == 0 {
        // Bits without a name.
        write(out, rest);
    }
}

fn write_pointer_auth(out: &mut Output<'_>, auth: PointerAuth) {
    let write_bool = |out: &mut Output<'_>, name: &str, value: bool| {
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(if value { b"true" } else { b"false" });
    };
    if auth.key != 0 {
        out.extend_from_slice(b", ptrAuthKey: ");
        push_decimal(out, auth.key);
    }
    write_bool(out, ", ptrAuthIsAddressDiscriminated: ", auth.address_discriminated);
    if auth.extra_discriminator != 0 {
        out.extend_from_slice(b", ptrAuthExtraDiscriminator: ");
        push_decimal(out, auth.extra_discriminator);
    }
    write_bool(out, ", ptrAuthIsaPointer: ", auth.isa_pointer);
    write_bool(out, ", ptrAuthAuthenticatesNullValues: ", auth.authenticates_null);
}

fn write_big_int(out: &mut Output<'_>, node: NodeRef<'_>, place: usize) {
    let mut tail = node.tail();
    let unsigned = match node.kind {
        NodeKind::DIEnumerator => node.get(enumerator::IS_UNSIGNED) != 0,
        _ => node.get(fixed_point_type::ENCODING_) != 0x0d,
    };
    if place == fixed_point_type::DENOMINATOR && node.kind == NodeKind::DIFixedPointType {
        tail = split_big_int(tail).map_or(&[], |(_, _, rest)| rest);
    }
    let Some((bits, words, _)) = split_big_int(tail) else { return };
    let limbs: Vec<u64> =
        words.chunks(2).map(|w| w[0] as u64 | (w.get(1).copied().unwrap_or(0) as u64) << 32).collect();
    let value = Int::from_limbs(bits.max(1), &limbs);
    if unsigned {
        value.write_unsigned_decimal(out);
    } else {
        value.write_signed_decimal(out);
    }
}

fn write_expression(out: &mut Output<'_>, words: &[u32]) {
    out.extend_from_slice(b"!DIExpression(");
    let mut separator = Separator(false);
    if !is_valid_expression(words) {
        for element in expression_elements(words) {
            separator.write(out);
            push_decimal_u64(out, element);
        }
        out.push(b')');
        return;
    }
    for op in expression_operations(words) {
        separator.write(out);
        if let Some(name) = u32::try_from(op.code).ok().and_then(|code| dwarf::OPERATION.name(code)) {
            out.extend_from_slice(b"DW_OP_");
            out.extend_from_slice(name.as_bytes());
        }
        for (i, arg) in op.args().enumerate() {
            separator.write(out);
            if op.code == OP_LLVM_CONVERT && i == 1 {
                if let Some(name) = u32::try_from(arg).ok().and_then(|code| dwarf::ENCODING.name(code)) {
                    out.extend_from_slice(b"DW_ATE_");
                    out.extend_from_slice(name.as_bytes());
                }
            } else {
                push_decimal_u64(out, arg);
            }
        }
    }
    out.push(b')');
}
