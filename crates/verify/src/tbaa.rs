//! Type-based alias analysis metadata.
//!
//! An access tag (`!{base, access, offset}`) describes an access of type `access` at `offset` in an object of type `base`. From
//! the base type, a path of fields at the offset leads through the access type to a root. A type is a scalar (`!{name, parent}`
//! or `!{name, parent, i64 0}`) or a struct (`!{name, field, offset, ...}`). In the new format, the parent comes first, and
//! sizes are included.

use lindworm_ir::context::MetadataKind;
use lindworm_ir::eval::Int;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Body, Global, Inst, InstData, Metadata, Module, parallel};

use crate::Options;
use crate::check::{Breach, Checked, Checker, FunctionCheck, Mode, ModuleView, check};
use crate::finding::Entity;
use crate::metadata::{operand, operands};
use crate::rules::tbaa as rules;

/// State of a walk.
#[derive(Default)]
pub(crate) struct Remembered {
    /// By node number, whether a node is a valid tag.
    good_tags: Vec<bool>,
    /// By node number, the properties of a base type.
    bases: HashMap<u32, Base>,
    /// By node number, whether a node is a scalar type.
    scalars: HashMap<u32, bool>,
    /// Successful descents to a root: the type, the offset and its bit width, and the access type unless it was passed before.
    descents: HashSet<(u32, u64, u32, Option<u32>)>,
}

/// The properties of a base type.
#[derive(Clone, Copy)]
enum Base {
    /// Invalid; the violation was reported.
    Invalid,
    Scalar,
    /// A type of the new format without fields.
    Fieldless,
    /// A struct with offsets of this bit width.
    Struct(u32),
}

/// Checks the `!tbaa` of an instruction.
pub(crate) fn check(f: &mut FunctionCheck, inst: Inst, tag: Metadata) -> Checked {
    let data = f.body_inst(inst);
    check_access(f.checker, (f.id, inst), data, tag)
}

fn check_access(checker: &mut Checker, inst: (Global, Inst), data: Option<&InstData>, tag: Metadata) -> Checked {
    use InstData::*;
    let accesses = matches!(
        data,
        Some(Load { .. } | Store { .. } | Call { .. } | VaArg { .. } | AtomicRmw { .. } | CmpXchg { .. })
    );
    let node = tag.as_node().map_or(usize::MAX, |n| n as usize);
    if accesses && checker.tbaa.good_tags.get(node) == Some(&true) {
        return Ok(());
    }
    let user = Some(inst);
    check!(checker, !operands(checker.view, tag).is_empty(), rules::NO_OPERANDS, shown(user), tag);
    check!(checker, accesses, rules::INSTRUCTION, shown(user));
    check_tag(checker, user, tag)?;
    let count = checker.module.metadata().node_count();
    if node < count {
        let good = &mut checker.tbaa.good_tags;
        if good.len() <= node {
            *good = vec![false; count];
        }
        good[node] = true;
    }
    Ok(())
}

/// Whether every `!tbaa` of every instruction is valid. If not, LLVM drops all `!tbaa` when it reads the module from bitcode.
///
/// ```
/// use lindworm_ir::{Context, Module};
/// assert!(lindworm_verify::has_valid_tbaa(&Module::new(&Context::new(), "m")));
/// ```
pub fn has_valid_tbaa(module: &Module) -> bool {
    let is_tag = |&(kind, _): &(MetadataKind, _)| kind == MetadataKind::TBAA;
    let has_tags =
        |&f: &Global| module.body(f).is_some_and(|body| body.attachment_lists().any(|list| list.iter().any(is_tag)));
    let functions: Vec<Global> = module.functions().iter().copied().filter(has_tags).collect();
    if functions.is_empty() {
        return true;
    }
    let view = ModuleView::new(module, Options::default());
    let are_valid = |functions: &[Global]| {
        let mut checker = Checker::new(&view, Mode::Detect);
        let mut is_valid = |function: Global, body: &Body| {
            body.blocks().flat_map(|block| body.insts(block)).all(|inst| {
                let tag = body.attachment(inst, MetadataKind::TBAA);
                tag.is_none_or(|tag| check_access(&mut checker, (function, inst), Some(body.inst(inst)), tag).is_ok())
            })
        };
        functions.iter().all(|&f| module.body(f).is_none_or(|body| is_valid(f, body)))
    };
    // The caches of a checker are more effective on large pieces.
    let pieces = functions.chunks(functions.len().div_ceil(2 * parallel::threads()).max(64)).collect();
    parallel::map(pieces, are_valid).into_iter().all(|are_valid| are_valid)
}

/// The owner of a tag, as shown by LLVM.
type User = Option<(Global, Inst)>;

fn shown(user: User) -> Entity {
    match user {
        Some((function, inst)) => Entity::Value { function: Some(function), value: inst.into() },
        None => Entity::Nothing,
    }
}

/// The node number of an operand.
fn node(operands: &[u32], index: usize) -> Option<u32> {
    operand(operands, index)?.as_node()
}

fn int(view: &ModuleView, operands: &[u32], index: usize) -> Option<Int> {
    view.int(operand(operands, index)?)
}

fn is_string(view: &ModuleView, operands: &[u32], index: usize) -> bool {
    operand(operands, index).is_some_and(|m| view.string(m).is_some())
}

fn type_operands<'m>(view: &ModuleView<'m>, node: u32) -> &'m [u32] {
    operands(view, as_metadata(node))
}

fn as_metadata(node: u32) -> Metadata {
    Metadata::new(lindworm_ir::metadata::MetadataRef::Node(node))
}

fn is_root(view: &ModuleView, node: u32) -> bool {
    type_operands(view, node).len() < 2
}

/// Checks a tag.
pub(crate) fn check_tag(checker: &mut Checker, user: User, tag: Metadata) -> Checked {
    let view = checker.view;
    let parts = operands(view, tag);
    check!(checker, !parts.is_empty(), rules::NO_OPERANDS, shown(user), tag);
    let base = node(parts, 0).filter(|_| parts.len() >= 3);
    check!(checker, base.is_some(), rules::OLD_STYLE, shown(user));
    let access = node(parts, 1);
    let is_new = access.is_some_and(|a| {
        let operands = type_operands(view, a);
        operands.len() >= 3 && node(operands, 0).is_some()
    });
    if is_new {
        check!(checker, matches!(parts.len(), 4 | 5), rules::NEW_TAG_OPERANDS, shown(user), tag);
        check!(checker, int(view, parts, 3).is_some(), rules::ACCESS_SIZE, shown(user), tag);
    } else {
        check!(checker, parts.len() < 5, rules::TAG_OPERANDS, shown(user), tag);
    }
    let immutable = if is_new { 4 } else { 3 };
    if parts.len() == immutable + 1 {
        let flag = int(view, parts, immutable);
        check!(checker, flag.is_some(), rules::IMMUTABLE_TYPE, shown(user), tag);
        let is_bool = flag.is_some_and(|f| matches!(f.to_u64(), Some(0 | 1)));
        check!(checker, is_bool, rules::IMMUTABLE_VALUE, shown(user), tag);
    }
    let base_shown = base.map(as_metadata);
    check!(checker, access.is_some(), rules::MALFORMED, shown(user), tag, base_shown, access.map(as_metadata));
    let (Some(mut base), Some(access)) = (base, access) else { return Ok(()) };
    if !is_new {
        check!(checker, is_scalar(checker, access), rules::ACCESS_TYPE, shown(user), tag, as_metadata(access));
    }
    let Some(mut offset) = int(view, parts, 2) else {
        return checker.fail(&rules::OFFSET, &[shown(user), tag.into()]);
    };

    let mut path = HashSet::default();
    let mut descents = Vec::new();
    let mut seen_access = false;
    while !is_root(view, base) {
        // Types may be deeply nested, with a tag for each level.
        if let Some(at) = offset.to_u64().filter(|_| !is_new) {
            let descent = (base, at, offset.width(), Some(access).filter(|_| !seen_access));
            if checker.tbaa.descents.contains(&descent) {
                checker.tbaa.descents.extend(descents);
                return Ok(());
            }
            descents.push(descent);
        }
        check!(checker, path.insert(base), rules::CYCLE, shown(user), tag);
        let known = base_type(checker, user, base, is_new);
        seen_access |= base == access;
        let fits = match known {
            Base::Invalid => return Err(Breach),
            Base::Scalar => offset.is_zero(),
            Base::Fieldless => is_new,
            Base::Struct(bits) => bits == offset.width(),
        };
        if base == access || is_scalar(checker, base) {
            check!(checker, offset.is_zero(), rules::SCALAR_OFFSET, shown(user), tag, decimal(&offset));
        }
        if !fits {
            let bits = match known {
                Base::Struct(bits) => bits,
                Base::Fieldless => u32::MAX,
                _ => 0,
            };
            let numbers = [bits, offset.width()].map(|n| Entity::Text(n.to_string().into_bytes()));
            let [bits, width] = numbers;
            return checker.fail(&rules::OFFSET_BITS, &[shown(user), tag.into(), bits, width]);
        }
        if is_new && seen_access {
            break;
        }
        match field_at(checker, user, base, &mut offset, is_new) {
            Some(field) => base = field,
            None => break,
        }
    }
    check!(checker, seen_access, rules::ACCESS_NOT_FOUND, shown(user), tag);
    if is_root(view, base) {
        checker.tbaa.descents.extend(descents);
    }
    Ok(())
}

fn decimal(value: &Int) -> Entity {
    let mut text = Vec::new();
    value.write_signed_decimal(&mut text);
    Entity::Text(text)
}

/// The index of the first field among the operands of a type, and the number of operands per field.
fn layout(is_new: bool) -> (usize, usize) {
    if is_new { (3, 3) } else { (1, 2) }
}

/// The field of a type at an offset. The offset is made relative to the field.
fn field_at(checker: &mut Checker, user: User, base: u32, offset: &mut Int, is_new: bool) -> Option<u32> {
    let view = checker.view;
    let operands = type_operands(view, base);
    if operands.len() == 2 {
        return node(operands, 1);
    }
    let (first, step) = layout(is_new);
    let count = operands.len().saturating_sub(first) / step;
    // The offsets were checked to be sorted.
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low.midpoint(high);
        match int(view, operands, first + middle * step + 1)?.ucmp(offset).is_gt() {
            true => high = middle,
            false => low = middle + 1,
        }
    }
    if low == 0 && count > 0 {
        let entities = [shown(user), as_metadata(base).into(), decimal(offset)];
        let _ = checker.fail(&rules::NO_FIELD, &entities);
        return None;
    }
    // For a type of the new format without fields, this is the parent.
    let field = (first + low * step).checked_sub(step)?;
    *offset = offset.sub(&int(view, operands, field + 1)?.zext_or_trunc(offset.width()));
    node(operands, field)
}

fn base_type(checker: &mut Checker, user: User, base: u32, is_new: bool) -> Base {
    if let Some(&known) = checker.tbaa.bases.get(&base) {
        return known;
    }
    let found = examine(checker, user, base, is_new).unwrap_or(Base::Invalid);
    checker.tbaa.bases.insert(base, found);
    found
}

/// Determines the properties of a base type.
fn examine(checker: &mut Checker, user: User, base: u32, is_new: bool) -> Result<Base, Breach> {
    let operands = type_operands(checker.view, base);
    if operands.len() == 2 {
        // LLVM does not report a node that is not a scalar.
        return if is_scalar(checker, base) { Ok(Base::Scalar) } else { Err(Breach) };
    }
    check_head(checker, user, as_metadata(base), operands, is_new)?;
    let (first, step) = layout(is_new);
    let mut failed = false;
    let mut last = None;
    for field in (first..operands.len()).step_by(step) {
        failed |= check_field(checker, user, as_metadata(base), &operands[field..], is_new, &mut last).is_err();
    }
    match last {
        _ if failed => Err(Breach),
        Some(offset) => Ok(Base::Struct(offset.width())),
        None => Ok(Base::Fieldless),
    }
}

/// Checks the operands before the fields of a type, and the number of operands.
fn check_head(checker: &mut Checker, user: User, base: Metadata, operands: &[u32], is_new: bool) -> Checked {
    let view = checker.view;
    if is_new {
        check!(checker, operands.len().is_multiple_of(3), rules::NEW_TYPE_OPERANDS, base);
        check!(checker, int(view, operands, 1).is_some(), rules::TYPE_SIZE, shown(user), base);
    } else {
        check!(checker, !operands.len().is_multiple_of(2), rules::TYPE_OPERANDS, base);
        check!(checker, is_string(view, operands, 0), rules::TYPE_NAME, base);
    }
    Ok(())
}

/// Checks a field: its type, its offset and, in the new format, its size. `last` is the offset of the previous field.
fn check_field(
    checker: &mut Checker,
    user: User,
    base: Metadata,
    field: &[u32],
    is_new: bool,
    last: &mut Option<Int>,
) -> Checked {
    let view = checker.view;
    check!(checker, node(field, 0).is_some(), rules::FIELD_TYPE, shown(user), base);
    let Some(offset) = int(view, field, 1) else {
        return checker.fail(&rules::FIELD_OFFSET, &[shown(user), base.into()]);
    };
    let last = match last.replace(offset.clone()) {
        Some(before) if before.width() != offset.width() => {
            *last = Some(before);
            return checker.fail(&rules::FIELD_OFFSET_BITS, &[shown(user), base.into()]);
        }
        before => before,
    };
    let ascends = last.is_none_or(|last| last.ucmp(&offset).is_le());
    let order = if ascends { Ok(()) } else { checker.fail(&rules::FIELD_ORDER, &[shown(user), base.into()]) };
    check!(checker, !is_new || int(view, field, 2).is_some(), rules::FIELD_SIZE, shown(user), base);
    order
}

/// Whether a node is a scalar type: a name, and a parent that is a scalar type or a root.
fn is_scalar(checker: &mut Checker, node_id: u32) -> bool {
    let view = checker.view;
    let mut chain = Vec::new();
    let mut current = node_id;
    let mut parents = HashSet::default();
    let answer = loop {
        if let Some(&known) = checker.tbaa.scalars.get(&current) {
            break known;
        }
        chain.push(current);
        let operands = type_operands(view, current);
        let has_form = match operands.len() {
            2 => true,
            3 => int(view, operands, 2).is_some_and(|offset| offset.is_zero()),
            _ => false,
        };
        match node(operands, 1).filter(|&parent| has_form && is_string(view, operands, 0) && parents.insert(parent)) {
            None => break false,
            Some(parent) if is_root(view, parent) => break true,
            Some(parent) => current = parent,
        }
    };
    // All nodes of the chain have the same result.
    checker.tbaa.scalars.extend(chain.into_iter().map(|node| (node, answer)));
    answer
}
