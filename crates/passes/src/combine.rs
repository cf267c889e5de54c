//! Two instructions that compute the same become one: which do, and what is left of flags, attributes and metadata.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeBuilder, AttributeList, AttributeSet, MemoryEffects};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::{Body, Context, Inst, InstData, Metadata};
use smallvec::SmallVec;

use crate::merged_location::merged_location;
use crate::pass::FunctionEdit;
use crate::{DEREFERENCEABLE, NO_UNDEF, known};

/// Attributes that a call may lose.
const DROPPABLE: [AttrKind; 32] = [
    AttrKind::ALLOC_ALIGN,
    AttrKind::ALLOC_PTR,
    AttrKind::COLD,
    AttrKind::DEAD_ON_RETURN,
    AttrKind::DEAD_ON_UNWIND,
    AttrKind::HOT,
    AttrKind::INLINE_HINT,
    AttrKind::MUST_PROGRESS,
    AttrKind::NO_ALIAS,
    AttrKind::NO_CALLBACK,
    AttrKind::NO_CREATE_UNDEF_OR_POISON,
    AttrKind::NO_DIVERGENCE_SOURCE,
    AttrKind::NO_FREE,
    AttrKind::NON_NULL,
    AttrKind::NO_RECURSE,
    AttrKind::NO_RETURN,
    AttrKind::NO_SYNC,
    AttrKind::NO_UNDEF,
    AttrKind::NO_UNWIND,
    AttrKind::READ_NONE,
    AttrKind::READ_ONLY,
    AttrKind::RETURNED,
    AttrKind::SPECULATABLE,
    AttrKind::WILL_RETURN,
    AttrKind::WRITABLE,
    AttrKind::WRITE_ONLY,
    AttrKind::DEREFERENCEABLE,
    AttrKind::DEREFERENCEABLE_OR_NULL,
    AttrKind::CAPTURES,
    AttrKind::MEMORY,
    AttrKind::NO_FP_CLASS,
    AttrKind::RANGE,
];

/// The attributes that hold for both of two calls; `None` if one has an attribute that must not be dropped.
pub(crate) fn common_attributes(cx: &Context, a: AttributeList, b: AttributeList) -> Option<AttributeList> {
    if a == b {
        return Some(a);
    }
    let (x, y) = (cx.attribute_list(a), cx.attribute_list(b));
    let function = common_set(cx, x.function, y.function)?;
    let result = common_set(cx, x.result, y.result)?;
    let count = x.params.len().max(y.params.len());
    let params: Option<SmallVec<[AttributeSet; 8]>> =
        (0..count).map(|n| common_set(cx, x.param(n), y.param(n))).collect();
    Some(cx.make_attribute_list(function, result, &params?))
}

fn common_set(cx: &Context, a: AttributeSet, b: AttributeSet) -> Option<AttributeSet> {
    if a == b {
        return Some(a);
    }
    let mut builder = AttributeBuilder::new();
    let is_droppable = |attribute: &Attribute| {
        attribute.kind().is_some_and(|kind| DROPPABLE.contains(&kind) || kind == AttrKind::ALIGN)
    };
    for attribute in cx.attribute_set(a) {
        let Some(other) = cx.attribute(b, attribute.key()) else {
            if is_droppable(attribute) {
                continue;
            }
            return None;
        };
        if attribute == other {
            builder.add(attribute.clone());
            continue;
        }
        let (Some(kind), Some(x), Some(y)) = (attribute.kind(), attribute.int(), other.int()) else {
            if is_droppable(attribute) {
                continue;
            }
            return None;
        };
        let number = match kind {
            AttrKind::ALIGN | AttrKind::DEREFERENCEABLE | AttrKind::DEREFERENCEABLE_OR_NULL => x.min(y),
            AttrKind::MEMORY => x | y,
            AttrKind::NO_FP_CLASS => x & y,
            AttrKind::CAPTURES => continue,
            _ => return None,
        };
        if kind == AttrKind::MEMORY {
            if MemoryEffects::from_bits(number) != MemoryEffects::UNKNOWN {
                builder.add(Attribute::memory(MemoryEffects::from_bits(number)));
            }
        } else if number != 0 {
            builder.add(Attribute::Int(kind, number));
        }
    }
    let is_lost = |attribute: &Attribute| cx.attribute(a, attribute.key()).is_none() && !is_droppable(attribute);
    if cx.attribute_set(b).iter().any(is_lost) {
        return None;
    }
    Some(cx.make_attribute_set(&mut builder))
}

/// The data of an instruction without the flags that may be dropped.
pub(crate) fn without_flags(data: &InstData) -> InstData {
    let mut data = *data;
    match &mut data {
        InstData::Binary { flags, .. } | InstData::Cast { flags, .. } => *flags = Default::default(),
        InstData::GetElementPtr { flags, .. } => *flags = Default::default(),
        InstData::ICmp { same_sign, .. } => *same_sign = false,
        _ => {}
    }
    if let Some(flags) = data.fast_math_mut() {
        *flags = Default::default();
    }
    data
}

/// Whether two instructions do the same with operands of the same types: LLVM's `isSameOperationAs`, with attributes of calls
/// that can be intersected.
pub(crate) fn is_same_operation(cx: &Context, body: &Body, a: Inst, b: Inst) -> bool {
    if body.inst_type(a) != body.inst_type(b) || body.operand_count(a) != body.operand_count(b) {
        return false;
    }
    let (x, y) = (without_flags(body.inst(a)), without_flags(body.inst(b)));
    use InstData::*;
    match (&x, &y) {
        (Binary { op, .. }, Binary { op: other, .. }) => op == other,
        (Cast { op, .. }, Cast { op: other, .. }) => op == other,
        (ICmp { predicate, .. }, ICmp { predicate: other, .. }) => predicate == other,
        (FCmp { predicate, .. }, FCmp { predicate: other, .. }) => predicate == other,
        (GetElementPtr { source, .. }, GetElementPtr { source: other, .. }) => source == other,
        (ShuffleVector { mask, .. }, ShuffleVector { mask: other, .. })
        | (ExtractValue { indices: mask, .. }, ExtractValue { indices: other, .. })
        | (InsertValue { indices: mask, .. }, InsertValue { indices: other, .. }) => {
            body.list_ints(mask) == body.list_ints(other)
        }
        (
            Load { align, ordering, scope, volatile, .. },
            Load { align: other, ordering: o, scope: s, volatile: v, .. },
        )
        | (
            Store { align, ordering, scope, volatile, .. },
            Store { align: other, ordering: o, scope: s, volatile: v, .. },
        ) => align == other && ordering == o && scope == s && volatile == v,
        (Call { call, convention, tail, .. }, Call { call: other, convention: c, tail: t, .. }) => {
            call.function_type == other.function_type
                && convention == c
                && tail == t
                && body.bundles(call.bundles) == body.bundles(other.bundles)
                && common_attributes(cx, call.attributes, other.attributes).is_some()
        }
        (Invoke { call, convention, .. }, Invoke { call: other, convention: c, .. }) => {
            call.function_type == other.function_type
                && convention == c
                && body.bundles(call.bundles) == body.bundles(other.bundles)
                && common_attributes(cx, call.attributes, other.attributes).is_some()
        }
        (
            Alloca { allocated, align, in_alloca, swift_error, .. },
            Alloca { allocated: other, align: g, in_alloca: i, swift_error: s, .. },
        ) => allocated == other && align == g && in_alloca == i && swift_error == s,
        (CmpXchg { .. }, CmpXchg { .. }) | (AtomicRmw { .. }, AtomicRmw { .. }) | (Fence { .. }, Fence { .. }) => {
            x == y
        }
        (Ret { .. }, Ret { .. })
        | (Br { .. }, Br { .. })
        | (CondBr { .. }, CondBr { .. })
        | (Switch { .. }, Switch { .. })
        | (Unreachable, Unreachable)
        | (Resume { .. }, Resume { .. })
        | (FNeg { .. }, FNeg { .. })
        | (ExtractElement { .. }, ExtractElement { .. })
        | (InsertElement { .. }, InsertElement { .. })
        | (Select { .. }, Select { .. })
        | (Freeze { .. }, Freeze { .. })
        | (VaArg { .. }, VaArg { .. }) => true,
        _ => false,
    }
}

/// Whether two instructions are the same apart from flags and attributes that may be dropped, and from the order of operands of
/// commutative operations.
pub(crate) fn is_identical(cx: &Context, body: &Body, a: Inst, b: Inst) -> bool {
    let operands = |inst| (0..body.operand_count(inst)).map(move |n| body.operand(inst, n));
    let types_agree = body.inst_type(a) == body.inst_type(b);
    if is_same_operation(cx, body, a, b) && operands(a).eq(operands(b)) {
        return true;
    }
    match (body.inst(a), body.inst(b)) {
        (InstData::ICmp { predicate, lhs, rhs, .. }, InstData::ICmp { predicate: p, lhs: l, rhs: r, .. }) => {
            types_agree && *p == predicate.swapped() && lhs == r && rhs == l
        }
        (InstData::FCmp { predicate, lhs, rhs, .. }, InstData::FCmp { predicate: p, lhs: l, rhs: r, .. }) => {
            types_agree && *p == predicate.swapped() && lhs == r && rhs == l
        }
        (InstData::Binary { op, lhs, rhs, .. }, InstData::Binary { op: o, lhs: l, rhs: r, .. }) => {
            types_agree && op == o && op.is_commutative() && lhs == r && rhs == l
        }
        _ => false,
    }
}

impl FunctionEdit<'_, '_> {
    /// Leaves of flags, attributes and metadata of `kept` what also holds for `other`, which it replaces. `moves` is whether
    /// `kept` is then executed where it was not before.
    pub(crate) fn combine(&mut self, kept: Inst, other: Inst, moves: bool) {
        let cx = self.editor.module().context();
        let body = self.editor.body();
        let (mut data, with) = (*body.inst(kept), *body.inst(other));
        match (&mut data, &with) {
            (InstData::Binary { flags: a, .. }, InstData::Binary { flags: b, .. })
            | (InstData::Cast { flags: a, .. }, InstData::Cast { flags: b, .. }) => *a &= *b,
            (InstData::GetElementPtr { flags: a, .. }, InstData::GetElementPtr { flags: b, .. }) => *a &= *b,
            (InstData::ICmp { same_sign: a, .. }, InstData::ICmp { same_sign: b, .. }) => *a &= *b,
            _ => {}
        }
        if let (Some(a), Some(b)) = (data.fast_math_mut(), with.fast_math()) {
            *a &= b;
        }
        if let (Some(a), Some(b)) = (data.call_info_mut(), with.call_info())
            && let Some(both) = common_attributes(cx, a.attributes, b.attributes)
        {
            a.attributes = both;
        }
        if data != *body.inst(kept) {
            self.editor.change(kept, |inst, _| *inst = data);
        }
        self.combine_metadata(kept, other, moves);
    }

    fn combine_metadata(&mut self, kept: Inst, other: Inst, moves: bool) {
        const OF_VALUE: [MetadataKind; 2] = [known!(b"nonnull"), known!(b"range")];
        const OF_BOTH: [MetadataKind; 3] = [NO_UNDEF, known!(b"invariant.load"), DEREFERENCEABLE];
        const STAYS: [MetadataKind; 1] = [known!(b"invariant.group")];
        let body = self.editor.body();
        let is_defined = body.attachment(kept, NO_UNDEF).is_some();
        let all: SmallVec<[(MetadataKind, Metadata); 4]> = body.attachments(kept).iter().copied().collect();
        for (kind, metadata) in all {
            let theirs = self.editor.body().attachment(other, kind);
            let stays = kind == MetadataKind::DBG
                || kind == MetadataKind::DI_ASSIGN_ID
                || STAYS.contains(&kind)
                || theirs == Some(metadata)
                || !moves && (OF_BOTH.contains(&kind) || OF_VALUE.contains(&kind) && is_defined);
            if !stays {
                let common = theirs.and_then(|theirs| self.common_metadata(kind, metadata, theirs));
                self.editor.set_attachment(kept, kind, common);
            }
        }
    }

    /// What two different attachments of a kind have in common.
    fn common_metadata(&mut self, kind: MetadataKind, a: Metadata, b: Metadata) -> Option<Metadata> {
        /// Kinds with a number of which the smaller one holds for both.
        const MINIMA: [MetadataKind; 3] = [DEREFERENCEABLE, known!(b"dereferenceable_or_null"), known!(b"align")];
        const ACCESS_GROUP: MetadataKind = known!(b"llvm.access.group");
        let tuple = |f: &Self, m: Metadata| {
            let node = f.additions.metadata.node(m.as_node()?);
            (node.kind == NodeKind::Tuple).then(|| (node.distinct, node.words.to_vec()))
        };
        if MINIMA.contains(&kind) {
            let number = |f: &Self, m: Metadata| match Metadata::from_word(*tuple(f, m)?.1.first()?)?.open() {
                MetadataRef::Value(value) => f.editor.module().constants().as_u64(f.additions.metadata.value(value)),
                _ => None,
            };
            return Some(if number(self, a)? <= number(self, b)? { a } else { b });
        }
        if kind == ACCESS_GROUP {
            // A group is a distinct node; a list of groups is not.
            let groups = |f: &Self, m: Metadata| {
                let (is_group, words) = tuple(f, m)?;
                Some(if is_group { vec![m.bits()] } else { words })
            };
            let (mut common, other) = (groups(self, a)?, groups(self, b)?);
            common.retain(|word| other.contains(word));
            return match common[..] {
                [] => None,
                [one] => Metadata::from_word(one),
                _ => Some(self.additions.metadata.add_node(NodeKind::Tuple, false, &common)),
            };
        }
        if kind == MetadataKind::TBAA {
            return self.common_access_type(a, b);
        }
        None
    }

    /// The tag of the nearest type that both access types of two `!tbaa` are derived from.
    fn common_access_type(&mut self, a: Metadata, b: Metadata) -> Option<Metadata> {
        const MAX_DEPTH: usize = 64;
        let operand = |f: &Self, m: Metadata, n: usize| {
            let node = f.additions.metadata.node(m.as_node()?);
            (node.kind == NodeKind::Tuple).then(|| Metadata::from_word(*node.words.get(n)?)).flatten()
        };
        let ancestors = |f: &Self, tag: Metadata| {
            let (mut all, mut next) = (Vec::new(), operand(f, tag, 1));
            while let Some(ty) = next.filter(|ty| all.len() < MAX_DEPTH && !all.contains(ty) && ty.as_node().is_some())
            {
                all.push(ty);
                next = operand(f, ty, 1);
            }
            all
        };
        let of_b = ancestors(self, b);
        let of_a = ancestors(self, a);
        let ty = *of_a.iter().find(|ty| of_b.contains(ty))?;
        // The root describes no access.
        operand(self, ty, 1)?;
        let module = self.editor.module();
        let zero = module.constants().int(module.context(), lindworm_ir::Type::I64, 0);
        let zero = self.additions.metadata.add_value(zero);
        Some(self.additions.metadata.add_node(NodeKind::Tuple, false, &[ty.bits(), ty.bits(), zero.bits()]))
    }

    /// Replaces the debug location of an instruction by one that also holds for `other`.
    pub(crate) fn merge_location(&mut self, kept: Inst, other: Inst) {
        let body = self.editor.body();
        let (a, b) = (body.debug_loc(kept), body.debug_loc(other));
        let merged = merged_location(&mut self.additions.metadata, a, b);
        self.editor.set_debug_loc(kept, merged);
    }

    /// Whether attributes or metadata make it undefined behaviour that a result or operand of an instruction is poison.
    pub(crate) fn has_undefined_behaviour_if_poison(&self, inst: Inst) -> bool {
        let (body, cx) = (self.editor.body(), self.editor.module().context());
        let kinds = [AttrKind::NO_UNDEF, AttrKind::DEREFERENCEABLE, AttrKind::DEREFERENCEABLE_OR_NULL];
        let has_attribute = body.inst(inst).call_info().is_some_and(|call| {
            let list = cx.attribute_list(call.attributes);
            let mut sets = std::iter::once(&list.result).chain(&list.params);
            sets.any(|&set| kinds.into_iter().any(|kind| cx.has_attribute(set, kind)))
        });
        has_attribute || [NO_UNDEF, DEREFERENCEABLE].into_iter().any(|kind| body.attachment(inst, kind).is_some())
    }

    /// Drops what makes an instruction undefined where it was not executed before: attributes and metadata whose violation is
    /// undefined behaviour. LLVM's `dropUBImplyingAttrsAndMetadata`.
    pub(crate) fn drop_undefined_behaviour(&mut self, inst: Inst) {
        const HARMLESS: [MetadataKind; 7] = [
            MetadataKind::DBG,
            MetadataKind::PROF,
            known!(b"annotation"),
            known!(b"range"),
            known!(b"nonnull"),
            known!(b"align"),
            known!(b"fpmath"),
        ];
        let body = self.editor.body();
        let harmful: SmallVec<[MetadataKind; 4]> =
            body.attachments(inst).iter().map(|&(kind, _)| kind).filter(|kind| !HARMLESS.contains(kind)).collect();
        for kind in harmful {
            self.editor.set_attachment(inst, kind, None);
        }
        let cx = self.editor.module().context();
        let Some(list) = self.editor.body().inst(inst).call_info().map(|call| call.attributes) else { return };
        let defined = cx.map_attribute_list(list, |_, set| {
            [AttrKind::NO_UNDEF, AttrKind::DEREFERENCEABLE, AttrKind::DEREFERENCEABLE_OR_NULL]
                .into_iter()
                .fold(set, |set, kind| cx.without_attribute(set, kind))
        });
        if defined != list {
            self.editor.change(inst, |data, _| {
                if let Some(call) = data.call_info_mut() {
                    call.attributes = defined;
                }
            });
        }
    }
}
