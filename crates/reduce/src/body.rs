//! Utilities of several passes for changes of bodies.

use lindworm_ir::editor::{Editor, Point};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::types::TypeKind;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Body, Context, Global, Inst, InstData, Module, Type, Value};

/// The functions with bodies.
pub(crate) fn defined(module: &Module) -> Vec<Global> {
    module.functions().iter().copied().filter(|&f| module.body(f).is_some()).collect()
}

/// Calls `change` with an editor of each body.
pub(crate) fn edit_all(module: &mut Module, mut change: impl FnMut(&mut Editor<'_>, Global)) {
    for function in defined(module) {
        module.change_body(function, |module, body| change(&mut Editor::new(module, body), function));
    }
}

/// The instructions of a body in order.
pub(crate) fn insts(body: &Body) -> Vec<Inst> {
    body.blocks().flat_map(|b| body.insts(b)).collect()
}

/// The replacement of a removed value: zero, if the type has a zero value.
pub(crate) fn nothing(module: &Module, ty: Type) -> Option<Value> {
    let cx = module.context();
    match cx.kind(ty) {
        TypeKind::Token | TypeKind::Label | TypeKind::Metadata | TypeKind::Void => None,
        TypeKind::Target { .. } => Some(module.constants().poison(ty)),
        _ => Some(module.constants().zero(cx, ty)),
    }
}

/// Whether a value of a type can be replaced by another value.
pub(crate) fn is_plain(cx: &Context, ty: Type) -> bool {
    !matches!(
        cx.kind(ty),
        TypeKind::Token | TypeKind::Label | TypeKind::Metadata | TypeKind::Void | TypeKind::Target { .. }
    )
}

/// Erases an instruction; uses of its result get the value of `nothing`. Does nothing if there are uses and no such value.
pub(crate) fn erase(editor: &mut Editor<'_>, inst: Inst) {
    let ty = editor.body().inst_type(inst);
    if !editor.uses().is_unused(inst.into()) {
        let Some(value) = nothing(editor.module(), ty) else { return };
        editor.replace_all(inst.into(), value);
    }
    editor.erase(inst);
}

/// Replaces the terminator of a block.
pub(crate) fn set_terminator(editor: &mut Editor<'_>, block: Block, data: InstData) {
    if let Some(old) = editor.body().terminator(block) {
        erase(editor, old);
        if editor.body().terminator(block) == Some(old) {
            return;
        }
    }
    editor.insert(Point::End(block), data, Type::VOID);
}

/// `ret` with the value of `nothing`; `unreachable` if the result type has no such value.
pub(crate) fn empty_return(module: &Module, function: Global) -> InstData {
    let result = module.context().function_parts(module[function].value_type).map_or(Type::VOID, |(r, ..)| r);
    match nothing(module, result) {
        None if result != Type::VOID => InstData::Unreachable,
        value => InstData::Ret { value: value.into() },
    }
}

/// Whether the address of any block is taken.
pub(crate) fn has_addresses(module: &Module, function: Global) -> bool {
    module.block_addresses().iter().any(|&(f, _)| f == function)
}

/// The reachable blocks.
fn reachable(body: &Body) -> HashSet<Block> {
    let mut seen: HashSet<Block> = body.entry().into_iter().collect();
    let mut stack: Vec<Block> = seen.iter().copied().collect();
    while let Some(block) = stack.pop() {
        if let Some(last) = body.terminator(block) {
            body.inst(last).for_each_successor(body.values(), |to| {
                if seen.insert(to) {
                    stack.push(to);
                }
            });
        }
    }
    seen
}

/// The unreachable blocks.
pub(crate) fn unreachable(body: &Body) -> Vec<Block> {
    let seen = reachable(body);
    body.blocks().filter(|b| !seen.contains(b)).collect()
}

/// Restores the validity of a body after edges were removed: erases unreachable blocks and incoming values of phis without an
/// edge.
pub(crate) fn tidy(editor: &mut Editor<'_>, function: Global) {
    if !has_addresses(editor.module(), function) {
        erase_blocks(editor, &unreachable(editor.body()));
    }
    fix_phis(editor);
}

/// Erases blocks to which only the blocks themselves and phis refer.
pub(crate) fn erase_blocks(editor: &mut Editor<'_>, blocks: &[Block]) {
    if blocks.is_empty() {
        return;
    }
    // Terminators may refer to each other's blocks, and EH pads have uses that cannot be replaced.
    for &block in blocks {
        let insts: Vec<Inst> = editor.body().insts(block).collect();
        for inst in insts.into_iter().rev() {
            let ty = editor.body().inst_type(inst);
            if let Some(value) = nothing(editor.module(), ty) {
                editor.replace_all(inst.into(), value);
            }
        }
    }
    editor.erase_blocks(blocks);
}

/// Removes incoming values of phis from blocks that are no longer predecessors.
fn fix_phis(editor: &mut Editor<'_>) {
    let mut froms: HashMap<Block, HashMap<Block, usize>> = HashMap::default();
    let body = editor.body();
    for block in body.blocks() {
        if let Some(last) = body.terminator(block) {
            body.inst(last).for_each_successor(body.values(), |to| {
                *froms.entry(to).or_default().entry(block).or_default() += 1;
            });
        }
    }
    let all = insts(body);
    for phi in all {
        let InstData::Phi { incoming, .. } = editor.body().inst(phi) else { continue };
        let count = editor.body().list_values(incoming).len() / 2;
        let Some(block) = editor.body().inst_block(phi) else { continue };
        let mut left = froms.get(&block).cloned().unwrap_or_default();
        if count == left.values().sum::<usize>() {
            continue;
        }
        editor.retain_incoming(phi, |_, from| match left.get_mut(&from) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        });
        let InstData::Phi { incoming, .. } = editor.body().inst(phi) else { continue };
        if editor.body().list_values(incoming).is_empty() {
            erase(editor, phi);
        }
    }
}

/// Every operand of the instructions of a body that is a value.
pub(crate) fn operands(body: &Body) -> Vec<(Use, Value)> {
    let mut all = Vec::new();
    for inst in insts(body) {
        let mut operand = 0;
        body.inst(inst).for_each_operand(body.values(), |value| {
            all.push((Use { user: inst, operand }, value));
            operand += 1;
        });
    }
    all.retain(|(_, value)| value.as_block().is_none());
    all
}
