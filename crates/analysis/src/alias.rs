//! Alias analysis: whether two memory accesses may overlap, and whether an instruction may access a location.
//!
//! The rules of LLVM's `basic-aa`, `tbaa` and `scoped-noalias-aa`: distinct identified objects, constant offsets and linear
//! indices of `getelementptr`, sizes of accesses and objects, variables whose address does not escape, memory effects of calls,
//! and metadata. Each query follows a bounded number of operands and uses, so its cost does not depend on the function.

mod captures;
mod decompose;
mod metadata;
mod mod_ref;
mod objects;

pub use captures::Escapes;

use std::cell::{Cell, RefCell};

use lindworm_ir::attributes::{AttrKind, AttributeSet};
use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::{CallInfo, GepFlags};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::uses::Uses;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Body, Global, Inst, InstData, Metadata, Module, Type, Value};
use smallvec::SmallVec;

/// The number of pairs of pointers that one query compares at most.
const MAX_PAIRS: u32 = 64;

/// The maximum number of incoming values of a phi that is analysed.
const MAX_INCOMING: usize = 32;

/// The extent of an access, from its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessSize {
    /// Exactly that many bytes.
    Precise(u64),
    /// At most that many bytes.
    AtMost(u64),
    /// Any number of bytes after the address.
    AfterPointer,
    /// Any bytes of the object, also before the address.
    BeforeOrAfterPointer,
}

impl AccessSize {
    /// The number of bytes, or a bound of it.
    pub fn bytes(self) -> Option<u64> {
        match self {
            AccessSize::Precise(n) | AccessSize::AtMost(n) => Some(n),
            _ => None,
        }
    }
}

/// The metadata of an access that alias analysis uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AliasTags {
    /// `!tbaa`.
    pub tbaa: Option<Metadata>,
    /// `!alias.scope`.
    pub scopes: Option<Metadata>,
    /// `!noalias`.
    pub no_alias: Option<Metadata>,
}

/// A range of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The address.
    pub pointer: Value,
    /// The extent.
    pub size: AccessSize,
    /// The metadata of the access.
    pub tags: AliasTags,
}

impl Location {
    /// An access of a known extent without metadata.
    pub fn new(pointer: Value, size: AccessSize) -> Location {
        Location { pointer, size, tags: AliasTags::default() }
    }

    /// All memory that is reachable from a pointer by offsets.
    pub fn around(pointer: Value) -> Location {
        Location::new(pointer, AccessSize::BeforeOrAfterPointer)
    }
}

/// The relation of two locations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aliasing {
    /// They do not overlap.
    No,
    /// Nothing is known.
    May,
    /// They overlap, at different addresses or with different extents. The offset from the first to the second, if known.
    Partial(Option<i32>),
    /// They start at the same address.
    Must,
}

impl Aliasing {
    /// The result for the locations in the opposite order.
    fn swapped(self) -> Aliasing {
        match self {
            Aliasing::Partial(offset) => Aliasing::Partial(offset.and_then(i32::checked_neg)),
            other => other,
        }
    }

    /// What holds if one of two results does.
    fn merge(self, other: Aliasing) -> Aliasing {
        match (self, other) {
            (a, b) if a == b => a,
            (Aliasing::Partial(_) | Aliasing::Must, Aliasing::Partial(_) | Aliasing::Must) => Aliasing::Partial(None),
            _ => Aliasing::May,
        }
    }
}

/// The analyses of an alias query, as in `opt -aa-pipeline`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AliasRules {
    /// `basic-aa`
    pub basic: bool,
    /// `tbaa`
    pub tbaa: bool,
    /// `scoped-noalias-aa`
    pub scoped_no_alias: bool,
}

impl Default for AliasRules {
    fn default() -> Self {
        AliasRules { basic: true, tbaa: true, scoped_no_alias: true }
    }
}

impl AliasRules {
    /// The names of LLVM's classes.
    pub fn classes(self) -> Vec<&'static str> {
        let all = [(self.basic, "BasicAA"), (self.scoped_no_alias, "ScopedNoAliasAA"), (self.tbaa, "TypeBasedAA")];
        all.into_iter().filter(|(is_on, _)| *is_on).map(|(_, class)| class).collect()
    }

    /// The rules of a list of names, as in `-aa-pipeline`. `globals-aa` is accepted, but adds nothing.
    ///
    /// # Errors
    ///
    /// The name that is not one of an alias analysis.
    pub fn parse(names: &str) -> Result<AliasRules, &str> {
        let mut rules = AliasRules { basic: false, tbaa: false, scoped_no_alias: false };
        for name in names.split(',').filter(|_| !names.is_empty()) {
            match name {
                "default" => rules = AliasRules::default(),
                "basic-aa" => rules.basic = true,
                "tbaa" => rules.tbaa = true,
                "scoped-noalias-aa" => rules.scoped_no_alias = true,
                "globals-aa" => {}
                other => return Err(other),
            }
        }
        Ok(rules)
    }
}

/// Results that stay valid while the body is only simplified: no pointer escapes that did not escape before.
#[derive(Debug, Default)]
pub struct AliasCache {
    captured: RefCell<HashMap<Value, bool>>,
    /// Whether accesses with two different `!tbaa` tags may alias.
    by_type: RefCell<HashMap<(Metadata, Metadata), bool>>,
}

/// Alias queries about a body.
///
/// ```
/// use lindworm_analysis::alias::{AccessSize, AliasAnalysis, AliasCache, Aliasing, Location};
/// use lindworm_ir::builder::Builder;
/// use lindworm_ir::uses::Uses;
/// use lindworm_ir::{Body, Context, Module, Type};
///
/// let mut module = Module::new(&Context::new(), "m");
/// let ty = module.context().function_type(Type::VOID, &[], false);
/// let function = module.add_function(b"f", ty);
/// let mut body = Body::new(&[]);
/// let mut builder = Builder::new(&module, &mut body);
/// let entry = builder.append_block("entry");
/// builder.at_end(entry);
/// let [a, b] = [builder.alloca(Type::I32)?, builder.alloca(Type::I32)?];
///
/// let (uses, cache) = (Uses::new(&body), AliasCache::default());
/// let aliases = AliasAnalysis::new(&module, &body, &uses, function, &cache);
/// let [a, b] = [a, b].map(|pointer| Location::new(pointer, AccessSize::Precise(4)));
/// assert_eq!(aliases.alias(&a, &b), Aliasing::No);
/// assert_eq!(aliases.alias(&a, &a), Aliasing::Must);
/// # Ok::<(), lindworm_ir::builder::BuildError>(())
/// ```
pub struct AliasAnalysis<'a> {
    module: &'a Module,
    body: &'a Body,
    uses: &'a Uses,
    function: Global,
    cache: &'a AliasCache,
    /// The rules to apply.
    pub rules: AliasRules,
    /// Where objects escape, for queries about accesses before that.
    pub escapes: Option<&'a Escapes<'a>>,
    /// The comparisons that the current query may still make.
    fuel: Cell<u32>,
    /// Whether values of the two locations may be of different iterations of a loop.
    across_iterations: Cell<bool>,
    /// The pairs of pointers under comparison. A pair that is met again does not alias unless some other path aliases.
    pending: RefCell<SmallVec<[(Value, Value); 8]>>,
}

/// A `getelementptr`, instruction or constant expression.
#[derive(Clone, Copy)]
struct Gep<'a> {
    source: Type,
    flags: GepFlags,
    operands: &'a [Value],
}

impl<'a> AliasAnalysis<'a> {
    /// Queries about the values of a function with this body.
    pub fn new(module: &'a Module, body: &'a Body, uses: &'a Uses, function: Global, cache: &'a AliasCache) -> Self {
        AliasAnalysis {
            module,
            body,
            uses,
            function,
            cache,
            rules: AliasRules::default(),
            escapes: None,
            fuel: Cell::new(0),
            across_iterations: Cell::new(false),
            pending: RefCell::default(),
        }
    }

    /// The def-use chains of the body.
    pub(crate) fn uses(&self) -> &'a Uses {
        self.uses
    }

    /// Whether two locations overlap.
    pub fn alias(&self, a: &Location, b: &Location) -> Aliasing {
        self.fuel.set(MAX_PAIRS);
        self.across_iterations.set(false);
        self.relation(a, b)
    }

    /// Like [`AliasAnalysis::alias`], for accesses that may be in different iterations of a loop.
    pub fn alias_across_iterations(&self, a: &Location, b: &Location) -> Aliasing {
        self.fuel.set(MAX_PAIRS);
        self.across_iterations.set(true);
        self.relation(a, b)
    }

    /// Whether two locations do not overlap.
    pub fn is_no_alias(&self, a: &Location, b: &Location) -> bool {
        self.alias(a, b) == Aliasing::No
    }

    fn relation(&self, a: &Location, b: &Location) -> Aliasing {
        let basic = if self.rules.basic { self.check(a.pointer, a.size, b.pointer, b.size) } else { Aliasing::May };
        match basic {
            Aliasing::May if !self.may_alias_by_tags(&a.tags, &b.tags) => Aliasing::No,
            result => result,
        }
    }

    /// The value of an instruction, if it is one.
    fn inst(&self, value: Value) -> Option<&'a InstData> {
        value.as_inst().map(|inst| self.body.inst(inst))
    }

    fn expression(&self, value: Value) -> Option<&'a ConstantExpr> {
        match &self.module.constants().node(value)?.data {
            ConstantData::Expr(expr) => Some(expr),
            _ => None,
        }
    }

    fn gep(&self, value: Value) -> Option<Gep<'a>> {
        match self.inst(value) {
            Some(&InstData::GetElementPtr { source, flags, ref operands }) => {
                Some(Gep { source, flags, operands: self.body.list_values(operands) })
            }
            Some(_) => None,
            None => match self.expression(value)? {
                ConstantExpr::GetElementPtr { source, flags, operands, .. } => {
                    Some(Gep { source: *source, flags: *flags, operands })
                }
                _ => None,
            },
        }
    }

    fn type_of(&self, value: Value) -> Type {
        self.module.value_type(Some(self.body), value)
    }

    fn param_attributes(&self, n: u32) -> AttributeSet {
        let list = self.module.function(self.function).map(|f| f.attributes).unwrap_or_default();
        self.module.context().attribute_list(list).param(n as usize)
    }

    fn function_has(&self, kind: AttrKind) -> bool {
        let list = self.module.function(self.function).map(|f| f.attributes).unwrap_or_default();
        let cx = self.module.context();
        cx.has_attribute(cx.attribute_list(list).function, kind)
    }

    fn has_param(&self, n: u32, kind: AttrKind) -> bool {
        self.module.context().has_attribute(self.param_attributes(n), kind)
    }

    /// The intrinsic that a call calls.
    pub(crate) fn intrinsic(&self, call: &CallInfo) -> Option<IntrinsicId> {
        self.module.callee(call.callee)?.intrinsic
    }

    /// Whether the call site or the callee has an attribute of its result.
    fn result_has(&self, call: &CallInfo, kind: AttrKind) -> bool {
        let cx = self.module.context();
        let declared = self.module.callee(call.callee).map(|f| f.attributes);
        let lists = [Some(call.attributes), declared].into_iter().flatten();
        lists.map(|list| cx.attribute_list(list).result).any(|set| cx.has_attribute(set, kind))
    }

    /// The attributes of an argument at the call site and in the declaration.
    fn arg_sets(&self, call: &CallInfo, n: usize) -> impl Iterator<Item = AttributeSet> + use<'a> {
        let cx = self.module.context();
        let declared = self.module.callee(call.callee).map(|f| f.attributes);
        [Some(call.attributes), declared].into_iter().flatten().map(move |list| cx.attribute_list(list).param(n))
    }

    fn arg_has(&self, call: &CallInfo, n: usize, kind: AttrKind) -> bool {
        self.arg_sets(call, n).any(|set| self.module.context().has_attribute(set, kind))
    }

    /// Whether two equal values are equal at run time, though one of them may be of another iteration.
    fn is_same_value(&self, a: Value, b: Value) -> bool {
        a == b
            && (!self.across_iterations.get()
                || a.as_inst().is_none_or(|inst| self.body.inst_block(inst) == self.body.entry()))
    }

    /// The relation by the rules of `basic-aa`.
    fn check(&self, a: Value, a_size: AccessSize, b: Value, b_size: AccessSize) -> Aliasing {
        if a_size == AccessSize::Precise(0) || b_size == AccessSize::Precise(0) {
            return Aliasing::No;
        }
        let [a, b] = [a, b].map(|v| self.strip_casts(v));
        let constants = self.module.constants();
        if constants.is_undef_or_poison(a) || constants.is_undef_or_poison(b) {
            return Aliasing::No;
        }
        if self.is_same_value(a, b) {
            return Aliasing::Must;
        }
        let [a_object, b_object] = [a, b].map(|v| self.underlying_object(v));
        if a_object != b_object && self.are_distinct(a_object, b_object)
            || self.is_nowhere(a_object)
            || self.is_nowhere(b_object)
        {
            return Aliasing::No;
        }
        if self.is_smaller_than(b_object, self.minimal_extent(a, a_size))
            || self.is_smaller_than(a_object, self.minimal_extent(b, b_size))
        {
            return Aliasing::No;
        }
        // Offsets relate two addresses only within one object, or if one address is the start of an object.
        let are_starts = self.is_start_of_object(a_object) || self.is_start_of_object(b_object);
        if !are_starts && !self.may_be_same_object(a_object, b_object) {
            return Aliasing::May;
        }
        let Some(fuel) = self.fuel.get().checked_sub(1) else { return Aliasing::May };
        self.fuel.set(fuel);
        // Assumed not to alias: any other way to alias is found by the comparison that is under way.
        let is_pending = |&pair: &(Value, Value)| pair == (a, b) || pair == (b, a);
        if self.pending.borrow().iter().any(is_pending) {
            return Aliasing::No;
        }
        self.pending.borrow_mut().push((a, b));
        let across = self.across_iterations.get();
        let result = self.compare(a, a_size, b, b_size, a_object, b_object);
        self.across_iterations.set(across);
        self.pending.borrow_mut().pop();
        if result == Aliasing::May && a_object == b_object {
            let is_whole = |object, size| matches!(size, AccessSize::Precise(n) if self.object_size(object) == Some(n));
            let are_precise = matches!((a_size, b_size), (AccessSize::Precise(_), AccessSize::Precise(_)));
            if are_precise && (is_whole(a_object, a_size) || is_whole(b_object, b_size)) {
                return Aliasing::Partial(None);
            }
        }
        result
    }

    /// Whether a pointer is null, and no object is there.
    fn is_nowhere(&self, object: Value) -> bool {
        object.as_constant().is_some()
            && self.module.constants().is_zero(object)
            && self.module.context().addr_space(self.type_of(object)) == Some(0)
            && !self.function_has(AttrKind::NULL_POINTER_IS_VALID)
    }

    /// Compares the definitions of two pointers.
    fn compare(&self, a: Value, a_size: AccessSize, b: Value, b_size: AccessSize, a_o: Value, b_o: Value) -> Aliasing {
        let mut result = Aliasing::May;
        if self.gep(a).is_some() {
            result = self.alias_gep(a, a_size, b, b_size, a_o, b_o);
        } else if self.gep(b).is_some() {
            result = self.alias_gep(b, b_size, a, a_size, b_o, a_o).swapped();
        }
        if result != Aliasing::May {
            return result;
        }
        let is_phi = |v| matches!(self.inst(v), Some(InstData::Phi { .. }));
        if is_phi(a) {
            result = self.alias_phi(a, a_size, b, b_size);
        } else if is_phi(b) {
            result = self.alias_phi(b, b_size, a, a_size).swapped();
        }
        if result != Aliasing::May {
            return result;
        }
        match (self.inst(a), self.inst(b)) {
            (Some(InstData::Select { .. }), _) => self.alias_select(a, a_size, b, b_size),
            (_, Some(InstData::Select { .. })) => self.alias_select(b, b_size, a, a_size).swapped(),
            _ => Aliasing::May,
        }
    }

    fn alias_select(&self, select: Value, size: AccessSize, other: Value, other_size: AccessSize) -> Aliasing {
        let Some(&InstData::Select { condition, if_true, if_false, .. }) = self.inst(select) else {
            return Aliasing::May;
        };
        // Selects by the same condition choose the same side.
        let others = match self.inst(other) {
            Some(&InstData::Select { condition: c, if_true, if_false, .. }) if self.is_same_value(c, condition) => {
                [if_true, if_false]
            }
            _ => [other; 2],
        };
        match self.check(if_true, size, others[0], other_size) {
            Aliasing::May => Aliasing::May,
            first => first.merge(self.check(if_false, size, others[1], other_size)),
        }
    }

    fn incoming(&self, phi: Value) -> &'a [Value] {
        match self.inst(phi) {
            Some(InstData::Phi { incoming, .. }) => self.body.list_values(incoming),
            _ => &[],
        }
    }

    fn alias_phi(&self, phi: Value, mut size: AccessSize, other: Value, other_size: AccessSize) -> Aliasing {
        let incoming = self.incoming(phi);
        let block = |v: Value| v.as_inst().and_then(|inst| self.body.inst_block(inst));
        if incoming.is_empty() {
            return Aliasing::No;
        }
        if incoming.len() > 2 * MAX_INCOMING {
            return Aliasing::May;
        }
        // Phis of one block choose the values of the same predecessor.
        let others = self.incoming(other);
        if !others.is_empty() && block(phi) == block(other) {
            let mut result = None;
            for pair in incoming.chunks_exact(2) {
                let Some(with) = others.chunks_exact(2).find(|with| with[1] == pair[1]) else { return Aliasing::May };
                let next = self.check(pair[0], size, with[0], other_size);
                let merged = result.map_or(next, |result: Aliasing| result.merge(next));
                if merged == Aliasing::May {
                    return merged;
                }
                result = Some(merged);
            }
            return result.unwrap_or(Aliasing::No);
        }
        let mut sources: SmallVec<[Value; 8]> = SmallVec::new();
        let mut is_recursive = false;
        for pair in incoming.chunks_exact(2) {
            // Phis of phis are not followed, which bounds the cost.
            let stripped = self.strip_casts(pair[0]);
            if stripped == phi || self.underlying_object(stripped) == phi {
                is_recursive = true;
            } else if matches!(self.inst(pair[0]), Some(InstData::Phi { .. })) {
                return Aliasing::May;
            } else if !sources.contains(&pair[0]) {
                sources.push(pair[0]);
            }
        }
        if is_recursive {
            size = AccessSize::BeforeOrAfterPointer;
        }
        self.across_iterations.set(true);
        let mut result = None;
        for source in sources {
            let next = self.check(source, size, other, other_size);
            let merged = result.map_or(next, |result: Aliasing| result.merge(next));
            if merged == Aliasing::May || is_recursive && merged != Aliasing::No {
                return Aliasing::May;
            }
            result = Some(merged);
        }
        result.unwrap_or(Aliasing::No)
    }
}

impl AliasTags {
    /// The tags of an instruction.
    pub fn of(body: &Body, inst: Inst) -> AliasTags {
        const SCOPES: MetadataKind = MetadataKind::fixed(b"alias.scope").unwrap();
        const NO_ALIAS: MetadataKind = MetadataKind::fixed(b"noalias").unwrap();
        AliasTags {
            tbaa: body.attachment(inst, MetadataKind::TBAA),
            scopes: body.attachment(inst, SCOPES),
            no_alias: body.attachment(inst, NO_ALIAS),
        }
    }
}

impl AliasAnalysis<'_> {
    /// Whether an argument has one of these kinds: its memory is not accessed through other pointers.
    fn is_private_argument(&self, value: Value) -> bool {
        match value.kind() {
            ValueKind::Arg(n) => self.has_param(n, AttrKind::NO_ALIAS) || self.has_param(n, AttrKind::BY_VAL),
            _ => false,
        }
    }
}
