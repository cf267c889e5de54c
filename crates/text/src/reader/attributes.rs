//! Attributes, attribute groups, alignments and calling conventions.

use lindworm_eval::Int;
use lindworm_ir::attributes::{
    AllocKind, AllocSize, AttrClass, AttrKind, AttrPlace, Attribute, AttributeBuilder, AttributeSet, CaptureComponents,
    Captures, DenormalFpEnv, DenormalKind, DenormalMode, FpClass, MemoryEffects, MemoryLocation, ModRef, UWTABLE_ASYNC,
    UWTABLE_SYNC, VscaleRange,
};
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::Align;
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Context, Type};
use lindworm_upgrade::attributes;
use smallvec::SmallVec;

use super::old_form::OldForm;
use super::parser::{PResult, Parser};
use crate::keyword::Keyword;
use crate::lexer::Tok;

/// Attributes of a function header, call or variable: inline attributes and references to attribute groups.
#[derive(Clone, Debug, Default)]
pub struct FnAttributes {
    /// The inline attributes.
    pub inline: AttributeSet,
    /// The numbers of the referenced groups.
    pub groups: SmallVec<[u32; 2]>,
    /// Byte offset of the word `builtin`, which is valid on calls only.
    pub builtin: Option<usize>,
}

impl FnAttributes {
    /// The union of inline and group attributes. For one kind, the last group that has it wins. Undefined groups are
    /// ignored.
    #[inline]
    pub fn resolve(&self, cx: &Context, groups: &HashMap<u32, AttributeSet>) -> AttributeSet {
        match self.groups[..] {
            [] => return self.inline,
            [group] if self.inline.is_empty() => return groups.get(&group).copied().unwrap_or_default(),
            _ => {}
        }
        let of_groups = self.groups.iter().filter_map(|group| groups.get(group).copied());
        cx.merge_attributes(std::iter::once(self.inline).chain(of_groups))
    }

    /// The resolved attributes without `align`, and the alignment: `align` is a property of functions, not an attribute.
    pub fn resolve_for_function(
        &self,
        cx: &Context,
        groups: &HashMap<u32, AttributeSet>,
    ) -> (AttributeSet, Option<Align>) {
        let set = self.resolve(cx, groups);
        match cx.attribute_int(set, AttrKind::ALIGN) {
            Some(bytes) => (cx.without_attribute(set, AttrKind::ALIGN), Align::new(bytes).or(Some(Align::NONE))),
            None => (set, None),
        }
    }
}

/// The error messages for misplaced attributes.
const MISPLACED: [(AttrPlace, &str); 3] = [
    (AttrPlace::FUNCTION, "this attribute does not apply to functions"),
    (AttrPlace::PARAM, "this attribute does not apply to parameters"),
    (AttrPlace::RETURN, "this attribute does not apply to return values"),
];

/// An error that does not stop LLVM's parser. The last one is reported.
#[derive(Default)]
struct Late(Option<(usize, &'static str)>);

impl Late {
    fn check(&mut self, kind: AttrKind, place: AttrPlace, pos: usize) {
        if !kind.fits(place) {
            self.0 = MISPLACED.iter().find(|(p, _)| *p == place).map(|(_, message)| (pos, *message));
        }
    }
}

impl<'a> Parser<'a> {
    /// The attributes of a parameter or argument; may be empty.
    #[inline]
    pub fn param_attributes(&mut self) -> PResult<AttributeSet> {
        self.value_attributes(AttrPlace::PARAM)
    }

    /// The attributes of a return value; may be empty.
    #[inline]
    pub fn return_attributes(&mut self) -> PResult<AttributeSet> {
        self.value_attributes(AttrPlace::RETURN)
    }

    #[inline]
    fn value_attributes(&mut self, place: AttrPlace) -> PResult<AttributeSet> {
        if !matches!(self.tok(), Tok::Word | Tok::String) {
            return Ok(AttributeSet::EMPTY);
        }
        self.param_pointee = self.pointee();
        // Fast path: a single attribute, whose set needs no lookup.
        let first = self.attribute_kind();
        if let Some(kind) = first.filter(|kind| kind.fits(place))
            && let Some(set) = AttributeSet::of(kind)
        {
            self.bump();
            if !matches!(self.tok(), Tok::Word | Tok::String | Tok::LParen) {
                return Ok(set);
            }
            let first = self.maybe_with_bytes(Attribute::Enum(kind))?;
            return self.more_value_attributes(place, Some(first));
        }
        self.more_value_attributes(place, None)
    }

    fn more_value_attributes(&mut self, place: AttrPlace, first: Option<Attribute>) -> PResult<AttributeSet> {
        let mut builder = AttributeBuilder::new();
        builder.extend(first);
        let mut late = Late::default();
        loop {
            let pos = self.pos();
            if self.tok() == Tok::String {
                self.string_attribute(&mut builder)?;
            } else if self.eat_word(Keyword::Nocapture) {
                builder.add(Attribute::captures(Captures::NONE));
            } else if let Some(kind) = self.attribute_kind() {
                self.attribute(kind, false, &mut builder)?;
                late.check(kind, place, pos);
                if kind == AttrKind::ELEMENT_TYPE && place == AttrPlace::RETURN {
                    self.module.note_form_since(IrVersion::V23);
                }
            } else {
                break;
            }
        }
        self.finish_attributes(builder, late)
    }

    fn finish_attributes(&mut self, mut builder: AttributeBuilder, late: Late) -> PResult<AttributeSet> {
        match late.0 {
            Some((pos, message)) => self.error(pos, message),
            None => Ok(self.cx.make_attribute_set(&mut builder)),
        }
    }

    /// The attributes and attribute group references of a function, call or variable; may be empty.
    #[inline]
    pub fn function_attributes(&mut self) -> PResult<FnAttributes> {
        let mut attributes = FnAttributes::default();
        // Fast path: a single group reference.
        while self.tok() == Tok::AttributeGroupId {
            attributes.groups.push(self.take_id());
        }
        if matches!(self.tok(), Tok::Word | Tok::String) {
            self.attribute_values(false, &mut attributes)?;
        }
        Ok(attributes)
    }

    /// `attributes #N = { ... }`: the number and its attribute set.
    pub fn attribute_group(&mut self) -> PResult<(u32, AttributeSet)> {
        let pos = self.pos();
        self.bump();
        if self.tok() != Tok::AttributeGroupId {
            return self.error_here("expected attribute group id");
        }
        let number = self.take_id();
        self.expect(Tok::Equal, "expected '=' here")?;
        self.expect(Tok::LBrace, "expected '{' here")?;
        let mut attributes = FnAttributes::default();
        self.attribute_values(true, &mut attributes)?;
        self.expect(Tok::RBrace, "expected end of attribute group")?;
        if attributes.inline.is_empty() {
            return self.error(pos, "attribute group has no attributes");
        }
        Ok((number, attributes.inline))
    }

    /// Function attributes up to `}` in a group, or else up to the first token that is not an attribute.
    fn attribute_values(&mut self, in_group: bool, attributes: &mut FnAttributes) -> PResult<()> {
        let mut builder = AttributeBuilder::new();
        let mut late = Late::default();
        let mut effects = MemoryEffects::UNKNOWN;
        loop {
            let pos = self.pos();
            match self.tok() {
                Tok::RBrace => break,
                Tok::String => self.string_attribute(&mut builder)?,
                Tok::AttributeGroupId => {
                    let group = self.take_id();
                    if in_group {
                        late.0 = Some((pos, "cannot have an attribute group reference in an attribute group"));
                    } else {
                        attributes.groups.push(group);
                    }
                }
                _ => {
                    if let Some(old) = MemoryEffects::from_old_name(self.word_text()) {
                        effects = effects & old;
                        self.bump();
                        continue;
                    }
                    let Some(kind) = self.attribute_kind() else {
                        if in_group {
                            return self.error_here("unterminated attribute group");
                        }
                        break;
                    };
                    if kind == AttrKind::BUILTIN {
                        attributes.builtin = Some(pos);
                    }
                    self.attribute(kind, in_group, &mut builder)?;
                    // `align` becomes a property of the function later.
                    if kind != AttrKind::ALIGN {
                        late.check(kind, AttrPlace::FUNCTION, pos);
                    }
                }
            }
        }
        if effects != MemoryEffects::UNKNOWN {
            builder.add(Attribute::memory(effects));
        }
        attributes.inline = self.finish_attributes(builder, late)?;
        Ok(())
    }

    /// The text of the current token if it is a word; empty otherwise.
    #[inline]
    fn word_text(&self) -> &'a [u8] {
        if self.tok() == Tok::Word { self.lex.text() } else { b"" }
    }

    /// The attribute kind whose keyword is the current token.
    #[inline]
    fn attribute_kind(&self) -> Option<AttrKind> {
        let name = (self.tok() == Tok::Word && may_be_attribute(self.word())).then(|| self.lex.text())?;
        AttrKind::from_name(name).inspect(|kind| self.module.note_form_since(kind.since())).or_else(|| {
            let kind = attributes::kind_of_old_name(name)?;
            self.note_old(OldForm::AttributeName, self.pos());
            Some(kind)
        })
    }

    /// `"key"` or `"key"="value"`.
    fn string_attribute(&mut self, builder: &mut AttributeBuilder) -> PResult<()> {
        let key = self.take_name();
        let value = if self.eat(Tok::Equal) { self.string()? } else { Default::default() };
        builder.add(Attribute::String(key.into(), value.into()));
        Ok(())
    }

    /// An attribute of kind `kind`, whose keyword is the current token.
    fn attribute(&mut self, kind: AttrKind, in_group: bool, builder: &mut AttributeBuilder) -> PResult<()> {
        match kind.class() {
            AttrClass::Enum => {
                self.bump();
                let attribute = self.maybe_with_bytes(Attribute::Enum(kind))?;
                builder.add(attribute);
            }
            AttrClass::Type => {
                self.bump();
                // Before LLVM 8 to 15 (by attribute), the type came from the typed pointer.
                if let Some(pointee) = self.param_pointee.filter(|_| self.tok() != Tok::LParen) {
                    self.note_old(OldForm::AttributeOfPointer, self.lex.prev_end);
                    builder.add(Attribute::Type(kind, Some(pointee)));
                    return Ok(());
                }
                self.expect(Tok::LParen, "expected '('")?;
                let ty = self.type_()?;
                self.expect(Tok::RParen, "expected ')'")?;
                builder.add(Attribute::Type(kind, Some(ty)));
            }
            AttrClass::Int => {
                // `None`: the value makes the attribute a no-op.
                if let Some(value) = self.attribute_number(kind, in_group)? {
                    builder.add(Attribute::Int(kind, value));
                }
            }
            AttrClass::Range => builder.add(Attribute::Range(kind, Box::new(self.range()?))),
            AttrClass::Ranges => builder.add(Attribute::Ranges(kind, self.ranges()?)),
        }
        Ok(())
    }

    /// The attribute just read or, since LLVM 23, `dead_on_return(N)`.
    #[inline]
    fn maybe_with_bytes(&mut self, attribute: Attribute) -> PResult<Attribute> {
        if self.tok() != Tok::LParen || attribute != Attribute::Enum(AttrKind::DEAD_ON_RETURN) {
            return Ok(attribute);
        }
        self.bump();
        let pos = self.pos();
        let bytes = self.uint64()?;
        self.expect(Tok::RParen, "expected ')'")?;
        if bytes == 0 {
            return self.error(pos, "byte count specified must be non-zero");
        }
        self.module.note_form_since(IrVersion::V23);
        Ok(Attribute::Int(AttrKind::DEAD_ON_RETURN_BYTES, bytes))
    }

    /// The value of an integer attribute, whose keyword is the current token.
    fn attribute_number(&mut self, kind: AttrKind, in_group: bool) -> PResult<Option<u64>> {
        Ok(match kind {
            AttrKind::ALIGN | AttrKind::ALIGN_STACK if in_group => {
                self.bump();
                self.expect(Tok::Equal, "expected '=' here")?;
                let bytes = self.uint32()?;
                // In groups LLVM rounds down to a power of two, and 0 to the greatest one.
                match bytes.checked_ilog2() {
                    Some(log2) => Some(1 << log2),
                    None => (kind == AttrKind::ALIGN).then_some(1 << 63),
                }
            }
            AttrKind::ALIGN => Some(self.align_attribute()?),
            AttrKind::ALIGN_STACK => {
                let (pos, bytes) = self.parenthesized(Self::uint32)?;
                if !bytes.is_power_of_two() {
                    return self.error(pos, "stack alignment is not a power of two");
                }
                Some(bytes.into())
            }
            AttrKind::DEREFERENCEABLE | AttrKind::DEREFERENCEABLE_OR_NULL => {
                let (pos, bytes) = self.parenthesized(Self::uint64)?;
                if bytes == 0 {
                    return self.error(pos, "dereferenceable bytes must be non-zero");
                }
                Some(bytes)
            }
            AttrKind::ALLOC_SIZE => Some(self.parenthesized(Self::alloc_size)?.1.bits()),
            AttrKind::VSCALE_RANGE => Some(self.parenthesized(Self::vscale_range)?.1.bits()).filter(|bits| *bits != 0),
            AttrKind::ALLOC_KIND => Some(self.alloc_kind()?),
            AttrKind::UW_TABLE => Some(self.uwtable()?),
            AttrKind::NO_FP_CLASS => Some(self.fp_class()?),
            AttrKind::MEMORY => Some(self.with_split_labels(Self::memory)?.bits()),
            AttrKind::DENORMAL_FP_ENV => Some(self.with_split_labels(Self::denormal_fp_env)?.bits()),
            AttrKind::CAPTURES => Some(self.with_split_labels(Self::captures)?.bits()),
            _ => {
                self.bump();
                None
            }
        })
    }

    /// Reads `( inner )` after the current token. Returns the result of `inner` and its byte offset.
    fn parenthesized<T>(&mut self, inner: impl FnOnce(&mut Self) -> PResult<T>) -> PResult<(usize, T)> {
        self.bump();
        self.expect(Tok::LParen, "expected '('")?;
        let pos = self.pos();
        let value = inner(self)?;
        self.expect(Tok::RParen, "expected ')'")?;
        Ok((pos, value))
    }

    /// Runs `f` with `name:` lexed as two tokens.
    fn with_split_labels<T>(&mut self, f: impl FnOnce(&mut Self) -> PResult<T>) -> PResult<T> {
        self.lex.split_labels = true;
        let result = f(self);
        self.lex.split_labels = false;
        result
    }

    fn alloc_size(&mut self) -> PResult<AllocSize> {
        let size = self.uint32()?;
        let mut count = None;
        if self.eat(Tok::Comma) {
            let pos = self.pos();
            count = Some(self.uint32()?);
            if count == Some(size) {
                return self.error(pos, "'allocsize' indices can't refer to the same parameter");
            }
        }
        Ok(AllocSize { size, count })
    }

    fn vscale_range(&mut self) -> PResult<VscaleRange> {
        let min = self.uint32()?;
        let max = if self.eat(Tok::Comma) { self.uint32()? } else { min };
        Ok(VscaleRange { min, max })
    }

    /// `allockind("kind,kind")`
    fn alloc_kind(&mut self) -> PResult<u64> {
        let (_, kinds) = self.parenthesized(|p| {
            let pos = p.pos();
            let names = p.string_or("expected allockind value")?;
            let mut kinds = AllocKind::empty();
            for name in names.split(|c| *c == b',') {
                match AllocKind::NAMED.iter().find(|(n, _)| n.as_bytes() == name) {
                    Some((_, kind)) => kinds |= *kind,
                    None => return p.error(pos, format!("unknown allockind {}", String::from_utf8_lossy(name))),
                }
            }
            Ok(kinds)
        })?;
        Ok(kinds.bits().into())
    }

    /// `uwtable`, `uwtable(sync)` or `uwtable(async)`
    fn uwtable(&mut self) -> PResult<u64> {
        self.bump();
        if !self.eat(Tok::LParen) {
            return Ok(UWTABLE_ASYNC);
        }
        let kind = match self.word() {
            Keyword::Sync => UWTABLE_SYNC,
            Keyword::Async => UWTABLE_ASYNC,
            _ => return self.error_here("expected unwind table kind"),
        };
        self.bump();
        self.expect(Tok::RParen, "expected ')'")?;
        Ok(kind)
    }

    /// `nofpclass(nan inf)` or `nofpclass(3)`
    fn fp_class(&mut self) -> PResult<u64> {
        self.bump();
        self.expect(Tok::LParen, "expected '('")?;
        if let Some(mask) = self.peek_unsigned() {
            self.bump();
            if mask == 0 || mask & !u64::from(FpClass::all().bits()) != 0 {
                return self.error_here("invalid mask value for 'nofpclass'");
            }
            self.expect(Tok::RParen, "expected ')'")?;
            return Ok(mask);
        }
        let mut mask = FpClass::empty();
        loop {
            let name = self.word_text();
            let Some((_, class)) = FpClass::NAMED.iter().find(|(n, _)| n.as_bytes() == name) else {
                return self.error_here("expected nofpclass test mask");
            };
            mask |= *class;
            self.bump();
            if self.eat(Tok::RParen) {
                return Ok(mask.bits().into());
            }
        }
    }

    /// `memory(read, argmem: none)`
    fn memory(&mut self) -> PResult<MemoryEffects> {
        self.bump();
        self.expect(Tok::LParen, "expected '('")?;
        let mut effects = MemoryEffects::NONE;
        let mut seen_location = false;
        loop {
            let locations = MemoryLocation::from_name(self.word_text());
            if !locations.is_empty() {
                self.bump();
                self.expect(Tok::Colon, "expected ':' after location")?;
            }
            let Some(access) = ModRef::from_keyword(self.word_text()) else {
                return self.error_here(match locations {
                    [_, ..] => "expected access kind (none, read, write, readwrite)",
                    [] => {
                        "expected memory location (argmem, inaccessiblemem, errnomem) \
                         or access kind (none, read, write, readwrite)"
                    }
                });
            };
            self.bump();
            match locations {
                [] if seen_location => return self.error_here("default access kind must be specified first"),
                [] => effects = MemoryEffects::all(access),
                _ => effects = locations.iter().fold(effects, |effects, &location| effects.with(location, access)),
            }
            seen_location |= !locations.is_empty();
            if self.eat(Tok::RParen) {
                return Ok(effects);
            }
            self.expect(Tok::Comma, "unterminated memory attribute")?;
        }
    }

    /// `denormal_fpenv(preservesign|ieee, float: dynamic)`
    fn denormal_fp_env(&mut self) -> PResult<DenormalFpEnv> {
        self.bump();
        self.expect(Tok::LParen, "expected '('")?;
        let is_float = |p: &Self| p.tok() == Tok::Type && p.lex.ty == Type::FLOAT;
        let default = if is_float(self) { None } else { Some(self.denormal_mode()?) };
        let comma = self.eat(Tok::Comma);
        let mut float = default.unwrap_or_default();
        if is_float(self) {
            if default.is_some() && !comma {
                return self.error_here("expected ',' before float:");
            }
            self.bump();
            self.expect(Tok::Colon, "expected ':' before float denormal_fpenv")?;
            float = self.denormal_mode()?;
        }
        self.expect(Tok::RParen, "unterminated denormal_fpenv")?;
        Ok(DenormalFpEnv { default: default.unwrap_or_default(), float })
    }

    /// The denormal mode of outputs and, after `|`, of inputs if they differ.
    fn denormal_mode(&mut self) -> PResult<DenormalMode> {
        let output = self.denormal_kind()?;
        let input = if self.eat(Tok::Bar) { self.denormal_kind()? } else { output };
        Ok(DenormalMode { output, input })
    }

    fn denormal_kind(&mut self) -> PResult<DenormalKind> {
        let Some(kind) = DenormalKind::from_name(self.word_text()) else {
            return self.error_here("expected denormal behavior kind (ieee, preservesign, positivezero, dynamic)");
        };
        self.bump();
        Ok(kind)
    }

    /// `captures(address, ret: provenance)`
    fn captures(&mut self) -> PResult<Captures> {
        self.bump();
        self.expect(Tok::LParen, "expected '('")?;
        let mut other = CaptureComponents::empty();
        let mut result = None;
        let mut seen_component = false;
        loop {
            if self.eat_word(Keyword::Ret) {
                self.expect(Tok::Colon, "expected ':'")?;
                if result.is_some() {
                    return self.error_here("duplicate 'ret' location");
                }
                result = Some(CaptureComponents::empty());
                seen_component = false;
            }
            let current = result.as_mut().unwrap_or(&mut other);
            let none = self.word() == Keyword::None;
            if seen_component && (none || current.is_empty()) {
                // `none` is consumed before the error, another component is not.
                if none {
                    self.bump();
                }
                return self.error_here("cannot use 'none' with other component");
            }
            if !none {
                let name = self.word_text();
                match CaptureComponents::NAMED.iter().find(|(n, _)| n.as_bytes() == name) {
                    Some((_, component)) => *current |= *component,
                    None => {
                        return self.error_here(
                            "expected one of 'none', 'address', 'address_is_null', 'provenance' or 'read_provenance'",
                        );
                    }
                }
            }
            self.bump();
            seen_component = true;
            if self.eat(Tok::RParen) {
                return Ok(Captures { other, result: result.unwrap_or(other) });
            }
            self.expect(Tok::Comma, "expected ',' or ')'")?;
        }
    }

    /// `range(i32 0, 10)`
    fn range(&mut self) -> PResult<(Int, Int)> {
        self.bump();
        self.expect(Tok::LParen, "expected '('")?;
        let pos = self.pos();
        let ty: Type = self.type_()?;
        let Some(width) = self.cx.int_width(ty) else {
            return self.error(pos, "the range must have integer type!");
        };
        let lower = self.range_bound(width, true)?;
        self.expect(Tok::Comma, "expected ','")?;
        let upper = self.range_bound(width, true)?;
        if lower == upper && !lower.is_zero() {
            return self.error_here("the range represent the empty set but limits aren't 0!");
        }
        self.expect(Tok::RParen, "expected ')'")?;
        Ok((lower, upper))
    }

    /// `initializes((0, 4), (8, 12))`
    fn ranges(&mut self) -> PResult<Box<[(Int, Int)]>> {
        let mut ranges: Vec<(Int, Int)> = Vec::new();
        self.bump();
        self.expect(Tok::LParen, "expected '('")?;
        loop {
            self.expect(Tok::LParen, "expected '('")?;
            let lower = self.range_bound(64, false)?;
            self.expect(Tok::Comma, "expected ','")?;
            let upper = self.range_bound(64, false)?;
            if lower == upper {
                return self.error_here("the range should not represent the full or empty set!");
            }
            self.expect(Tok::RParen, "expected ')'")?;
            ranges.push((lower, upper));
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "expected ')'")?;
        // LLVM requires the list to be non-empty, sorted and without overlaps.
        if !ranges.iter().flat_map(|(lower, upper)| [lower, upper]).is_sorted_by(|a, b| a.scmp(b).is_lt()) {
            return self.error_here("Invalid (unordered or overlapping) range list");
        }
        Ok(ranges.into())
    }

    /// An integer resized to `width` bits. With `fits`, wider literals are an error.
    fn range_bound(&mut self, width: u32, fits: bool) -> PResult<Int> {
        if self.tok() != Tok::Int {
            return self.error_here("expected integer");
        }
        let literal = self.int_literal();
        if fits && literal.value.width() > width {
            return self.error_here("integer is too large for the bit width of specified type");
        }
        self.bump();
        Ok(literal.resize(width))
    }

    /// `align 8` or `align(8)`
    fn align_attribute(&mut self) -> PResult<u64> {
        self.bump();
        let pos = self.pos();
        let parens = self.eat(Tok::LParen);
        let bytes = self.uint64()?;
        if parens && !self.eat(Tok::RParen) {
            return self.error(pos, "expected ')'");
        }
        match Align::new(bytes) {
            Some(_) => Ok(bytes),
            None if bytes.is_power_of_two() => self.error(pos, "huge alignments are not supported yet"),
            None => self.error(pos, "alignment is not a power of two"),
        }
    }

    /// `fastcc`, `cc 10`, ...; the C convention if absent.
    #[inline]
    pub fn optional_calling_convention(&mut self) -> PResult<CallingConvention> {
        if self.tok() != Tok::Word {
            return Ok(CallingConvention::C);
        }
        if self.eat_word(Keyword::Cc) {
            // LLVM has ten bits for the number.
            return Ok(CallingConvention((self.uint32()? & CallingConvention::MAX) as u16));
        }
        let Some(convention) = CallingConvention::from_name(self.lex.text()) else {
            return Ok(CallingConvention::C);
        };
        self.bump();
        if convention.riscv_vls().is_none() {
            return Ok(convention);
        }
        if !self.eat(Tok::LParen) {
            // LLVM skips the token in place of the length.
            self.bump();
            return Ok(convention);
        }
        let bits = self.uint32()?;
        self.expect(Tok::RParen, "expected ')'")?;
        match CallingConvention::from_riscv_vls(bits) {
            Some(convention) => Ok(convention),
            None => self.error_here("unknown RISC-V ABI VLEN"),
        }
    }
}

/// Whether an attribute can start with this keyword. Words that are only attributes have no keyword.
#[inline]
fn may_be_attribute(word: Keyword) -> bool {
    use Keyword::*;
    matches!(word, Other | Align | Alignstack | Captures | Builtin | SanitizeMemtag)
}

#[cfg(test)]
mod tests {
    use lindworm_ir::Module;

    use super::super::symbols::Symbols;
    use super::*;

    /// The result of `parse` on a text, or the byte offset and message of the error.
    fn read<T>(text: &str, parse: impl FnOnce(&mut Parser) -> PResult<T>) -> Result<T, (usize, String)> {
        let module = Module::new(&Context::new(), "m");
        let (symbols, groups) = (Symbols::default(), HashMap::default());
        let mut parser = Parser::new(text.as_bytes(), 0, &module, &symbols, &groups);
        parse(&mut parser).map_err(|failed| (failed.0.offset, failed.0.message))
    }

    fn param(text: &str) -> Vec<Attribute> {
        read(text, |p| p.param_attributes().map(|set| p.cx.attribute_set(set).to_vec())).unwrap()
    }

    fn function(text: &str) -> Vec<Attribute> {
        read(text, |p| p.function_attributes().map(|f| p.cx.attribute_set(f.inline).to_vec())).unwrap()
    }

    fn param_error(text: &str) -> (usize, String) {
        read(text, |p| p.param_attributes()).unwrap_err()
    }

    fn function_error(text: &str) -> (usize, String) {
        read(text, |p| p.function_attributes()).unwrap_err()
    }

    fn int(kind: AttrKind, value: u64) -> Attribute {
        Attribute::Int(kind, value)
    }

    #[test]
    fn every_keyword_of_an_attribute_is_looked_up() {
        for kind in AttrKind::all() {
            assert!(may_be_attribute(Keyword::from_bytes(kind.name().as_bytes())), "{kind:?}");
        }
    }

    #[test]
    fn attributes_of_parameters() {
        assert_eq!(param("%x"), []);
        assert_eq!(param("noundef %x"), [Attribute::Enum(AttrKind::NO_UNDEF)]);
        assert_eq!(param("align(8) noundef, align 4"), [Attribute::Enum(AttrKind::NO_UNDEF), int(AttrKind::ALIGN, 8),]);
        assert_eq!(
            param("byval(i8) \"k\"=\"v\\22\" \"e\""),
            [
                Attribute::Type(AttrKind::BY_VAL, Some(Type::I8)),
                Attribute::string("e", ""),
                Attribute::string("k", "v\""),
            ]
        );
        assert_eq!(param("nocapture"), [int(AttrKind::CAPTURES, 0)]);
        assert_eq!(param("captures(none, ret: address, provenance)"), [int(AttrKind::CAPTURES, 15)]);
        assert_eq!(param("nofpclass(nan ninf)"), [int(AttrKind::NO_FP_CLASS, 7)]);
        let bounds = |a, b| (Int::from_i64(8, a), Int::from_i64(8, b));
        assert_eq!(param("range(i8 255, 3)"), [Attribute::Range(AttrKind::RANGE, Box::new(bounds(-1, 3)))]);
    }

    #[test]
    fn attributes_of_functions() {
        assert_eq!(function("memory(read, argmem: write)"), [int(AttrKind::MEMORY, 1366)]);
        assert_eq!(function("argmemonly readonly"), [int(AttrKind::MEMORY, 1)]);
        assert_eq!(function("vscale_range(0) {"), []);
        assert_eq!(
            function("uwtable allocsize(1)"),
            [int(AttrKind::ALLOC_SIZE, (1 << 32) | u64::from(u32::MAX)), int(AttrKind::UW_TABLE, 2),]
        );
        assert_eq!(function("allockind(\"alloc,zeroed\")"), [int(AttrKind::ALLOC_KIND, 17)]);
    }

    #[test]
    fn what_does_not_fit_is_refused_in_the_words_of_llvm() {
        let misplaced = "this attribute does not apply to parameters";
        assert_eq!(param_error("nounwind noundef)"), (0, misplaced.into()));
        // LLVM keeps parsing: the last error is reported.
        assert_eq!(param_error("nounwind cold"), (9, misplaced.into()));
        assert_eq!(param_error("nounwind align 3"), (15, "alignment is not a power of two".into()));
        assert_eq!(param_error("align 8589934592"), (6, "huge alignments are not supported yet".into()));
        assert_eq!(param_error("dereferenceable(0)"), (16, "dereferenceable bytes must be non-zero".into()));
        assert_eq!(param_error("byval %x"), (6, "expected '('".into()));
        assert_eq!(param_error("captures(none, address)"), (15, "cannot use 'none' with other component".into()));
        assert_eq!(param_error("captures(address, none)"), (22, "cannot use 'none' with other component".into()));
        assert_eq!(
            param_error("initializes((0, 4), (4, 8))"),
            (27, "Invalid (unordered or overlapping) range list".into())
        );
        assert_eq!(function_error("noalias"), (0, "this attribute does not apply to functions".into()));
        assert_eq!(
            function_error("memory(argmem: foo)"),
            (15, "expected access kind (none, read, write, readwrite)".into(),)
        );
        assert_eq!(function_error("allockind(\"x,free\")"), (10, "unknown allockind x".into()));
    }

    #[test]
    fn groups() {
        let group = |text| read(text, |p| p.attribute_group().map(|(n, set)| (n, p.cx.attribute_set(set).to_vec())));
        let expected = vec![Attribute::Enum(AttrKind::COLD), int(AttrKind::ALIGN_STACK, 8)];
        assert_eq!(group("attributes #7 = { alignstack=8 cold }"), Ok((7, expected)));
        assert_eq!(group("attributes #7 = { }"), Err((0, "attribute group has no attributes".into())));
        assert_eq!(group("attributes #7 = { cold, }"), Err((22, "unterminated attribute group".into())));
        assert_eq!(
            group("attributes #7 = { #1 }"),
            Err((18, "cannot have an attribute group reference in an attribute group".into()))
        );
    }

    #[test]
    fn a_group_overrides_what_stands_before_it() {
        let text = "\"a\"=\"0\" cold align 16 #1 #3";
        let (set, align) = read(text, |p| {
            let string = |value| p.cx.make_attribute_set(&mut [Attribute::string("a", value)][..].into());
            let groups = HashMap::from_iter([(0, string("1")), (1, string("2"))]);
            let attributes = p.function_attributes()?;
            let (set, align) = attributes.resolve_for_function(p.cx, &groups);
            Ok((p.cx.attribute_set(set).to_vec(), align))
        })
        .unwrap();
        assert_eq!(set, [Attribute::Enum(AttrKind::COLD), Attribute::string("a", "2")]);
        assert_eq!(align, Align::new(16));
    }

    #[test]
    fn calling_conventions() {
        let convention = |text| read(text, |p| p.optional_calling_convention()).map(|convention| convention.0);
        assert_eq!(convention("void"), Ok(0));
        assert_eq!(convention("cc 86 void"), Ok(86));
        assert_eq!(convention("cc10 void"), Ok(10));
        assert_eq!(convention("riscv_vls_cc(64) void"), Ok(113));
        assert_eq!(convention("riscv_vls_cc(96) void"), Err((17, "unknown RISC-V ABI VLEN".into())));
    }
}
