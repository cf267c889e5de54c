//! Extracts blocks of a function to a new function.

use lindworm_analysis::cfg::Cfg;
use lindworm_ir::attributes::{AttrKind, AttributeBuilder};
use lindworm_ir::body::UseListOrder;
use lindworm_ir::context::SyncScope;
use lindworm_ir::editor::{Editor, Point, ValueMap};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{Align, AtomicOrdering};
use lindworm_ir::module::{Function, GlobalKind, GlobalValue, Linkage};
use lindworm_ir::use_list::Use;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Type, Value};

/// Reduces a module to functions that each consist of one group of blocks, as `llvm-extract -bb` does.
///
/// Values that the blocks use and other blocks compute become parameters; values that the blocks compute and other blocks use are
/// stored through additional parameters; the result selects the successor of the region. A group is dropped if it cannot be a
/// function: a block other than its first has predecessors outside, or a block is entered by other means than branches.
/// block is not the only one that others branch to, or blocks are entered in other ways than by branches.
pub fn extract_blocks(module: &mut Module, groups: &[(Global, Vec<Block>)]) -> HashSet<Global> {
    let old = module.functions().to_vec();
    let mut made = HashSet::default();
    // The extracted blocks are no longer part of the original function.
    let mut taken: HashSet<(Global, Block)> = HashSet::default();
    for (function, blocks) in groups {
        if blocks.iter().any(|&b| taken.contains(&(*function, b))) {
            continue;
        }
        if let Some(new) = outline(module, *function, blocks) {
            taken.extend(blocks.iter().map(|&b| (*function, b)));
            made.insert(new);
        }
    }
    let dropped = old.iter().copied().filter(|&f| module.body(f).is_some()).collect();
    module.drop_definitions(&dropped);
    for function in module.functions().to_vec() {
        module[function].set_linkage(Linkage::External);
    }
    made
}

/// The attributes that do not hold for a part of a function.
const NOT_OF_PARTS: &[AttrKind] = &[
    AttrKind::ALLOC_SIZE,
    AttrKind::ALLOC_KIND,
    AttrKind::BUILTIN,
    AttrKind::CONVERGENT,
    AttrKind::CORO_ONLY_DESTROY_WHEN_COMPLETE,
    AttrKind::CORO_ELIDE_SAFE,
    AttrKind::JUMP_TABLE,
    AttrKind::MEMORY,
    AttrKind::NAKED,
    AttrKind::NO_BUILTIN,
    AttrKind::NO_MERGE,
    AttrKind::NO_RETURN,
    AttrKind::NO_SYNC,
    AttrKind::PRESPLIT_COROUTINE,
    AttrKind::RETURNS_TWICE,
    AttrKind::SPECULATABLE,
    AttrKind::ALIGN_STACK,
    AttrKind::WILL_RETURN,
];

/// A region of a function to be extracted.
struct Region {
    blocks: Vec<Block>,
    is_inside: HashSet<Block>,
    /// The predecessors of blocks, in the order of LLVM's use lists, most recent first.
    predecessors: HashMap<Block, Vec<Block>>,
}

impl Region {
    fn has(&self, block: Block) -> bool {
        self.is_inside.contains(&block)
    }

    fn add(&mut self, block: Block) {
        self.is_inside.insert(block);
        self.blocks.push(block);
    }

    fn remove(&mut self, block: Block) {
        self.is_inside.remove(&block);
        self.blocks.retain(|&b| b != block);
    }

    /// Updates the predecessors when a block changes a successor.
    fn redirect(&mut self, from: Block, old: Block, new: Block) {
        let of_old = self.predecessors.entry(old).or_default();
        let count = of_old.len();
        of_old.retain(|&b| b != from);
        let moved = count - of_old.len();
        self.predecessors.entry(new).or_default().splice(..0, std::iter::repeat_n(from, moved));
    }

    /// The successors of the region, without duplicates.
    fn exits(&self, body: &Body) -> Vec<Block> {
        let mut seen = HashSet::default();
        let mut exits = Vec::new();
        for &block in &self.blocks {
            for to in successors(body, block) {
                if !self.has(to) && seen.insert(to) {
                    exits.push(to);
                }
            }
        }
        exits
    }
}

/// The successors of a block, in LLVM's order.
fn successors(body: &Body, block: Block) -> Vec<Block> {
    let mut all = Vec::new();
    if let Some(terminator) = body.terminator(block) {
        body.inst(terminator).for_each_successor(body.values(), |b| all.push(b));
    }
    all
}

fn is_phi(body: &Body, inst: Inst) -> bool {
    matches!(body.inst(inst), InstData::Phi { .. })
}

fn first_behind_phis(body: &Body, block: Block) -> Option<Inst> {
    body.insts(block).find(|&i| !is_phi(body, i))
}

/// The first insertion point of a block, after phis and the EH pad.
fn insertion_point(body: &Body, block: Block) -> Option<Inst> {
    use InstData::{CatchPad, CleanupPad, LandingPad};
    let is_pad = |&i: &Inst| matches!(body.inst(i), LandingPad { .. } | CatchPad { .. } | CleanupPad { .. });
    body.insts(block).find(|i| !is_phi(body, *i) && !is_pad(i))
}

/// Makes a function of a copy of blocks; nothing if they cannot be one.
fn outline(module: &mut Module, function: Global, blocks: &[Block]) -> Option<Global> {
    let mut body = module.body(function)?.clone();
    let predecessors = body.predecessors();
    let predecessors = body.blocks().map(|b| (b, predecessors.of(b).to_vec())).collect();
    let mut region = Region { blocks: Vec::new(), is_inside: HashSet::default(), predecessors };
    for &block in blocks {
        let unwind = body.terminator(block).and_then(|t| match body.inst(t) {
            InstData::Invoke { unwind, .. } => Some(*unwind),
            _ => None,
        });
        for block in std::iter::once(block).chain(unwind) {
            if !region.has(block) {
                region.add(block);
            }
        }
    }
    let mut header = *region.blocks.first()?;
    if !is_single_entry(module, function, &body, &region) {
        return None;
    }
    let mut editor = Editor::new(module, &mut body);
    split_returns(&mut editor, &mut region);
    split_entry(&mut editor, &mut region, &mut header);
    let exits = region.exits(editor.body());
    split_exits(&mut editor, &mut region, &exits);
    let (inputs, outputs) = inputs_and_outputs(&editor, &region);
    drop(editor);
    let name = body.name(header.into());
    let suffix = if name.is_empty() { b"extracted" } else { name };
    let new_name = [module[function].name(), b".", suffix].concat();
    let new_body = body_of(module, body, &region, header, &exits, &inputs, &outputs);
    Some(add_function(module, function, &new_name, new_body, exits.len()))
}

/// Whether blocks can be a function: only the first block has predecessors outside, the first block is no EH pad, no address of a
/// block is taken, and no instruction prevents extraction.
fn is_single_entry(module: &Module, function: Global, body: &Body, region: &Region) -> bool {
    use InstData::*;
    let cfg = Cfg::new(body);
    let has_address = |block: Block| module.block_addresses().contains(&(function, block));
    region.blocks.iter().enumerate().all(|(i, &block)| {
        let is_fine = |inst: Inst| match body.inst(inst) {
            Alloca { .. } | IndirectBr { .. } | CallBr { .. } => false,
            Invoke { unwind, .. } => region.has(*unwind),
            CatchSwitch { handlers, unwind, .. } => {
                let handlers = body.list_values(handlers).iter().filter_map(|v| v.as_block());
                handlers.chain(unwind.expand()).all(|b| region.has(b))
            }
            CleanupRet { unwind, .. } => unwind.expand().is_none_or(|b| region.has(b)),
            Call { call, .. } => module.callee(call.callee).is_none_or(|f| {
                let name = call.callee.as_global().map(|g| module[g].name());
                f.intrinsic.is_none()
                    || !name.is_some_and(|n| n.starts_with(b"llvm.va_start") || n.starts_with(b"llvm.eh.typeid.for"))
            }),
            _ => true,
        };
        let is_pad = |inst: Inst| {
            matches!(body.inst(inst), LandingPad { .. } | CatchPad { .. } | CleanupPad { .. } | CatchSwitch { .. })
        };
        let entered_well = match i {
            0 => first_behind_phis(body, block).is_none_or(|i| !is_pad(i)),
            _ => cfg.predecessors(block).iter().all(|&from| region.has(from)),
        };
        entered_well && !has_address(block) && body.insts(block).all(is_fine)
    })
}

/// Splits off returns, which stay in the old function.
fn split_returns(editor: &mut Editor<'_>, region: &mut Region) {
    for block in region.blocks.clone() {
        let Some(last) = editor.body().terminator(block) else { continue };
        if matches!(editor.body().inst(last), InstData::Ret { .. }) {
            let name = [editor.body().name(block.into()), b".ret"].concat();
            let split_off = editor.split_block(last, &name);
            region.predecessors.insert(split_off, vec![block]);
        }
    }
}

/// Splits the first block after its phis if these have several incoming values from outside, or if the block is the entry block.
fn split_entry(editor: &mut Editor<'_>, region: &mut Region, header: &mut Block) {
    let body = editor.body();
    let old = *header;
    let phis: Vec<Inst> = body.insts(old).take_while(|&i| is_phi(body, i)).collect();
    let mut from_inside = 0;
    if body.entry() != Some(old) {
        let Some(&phi) = phis.first() else { return };
        let incoming = incoming(body, phi);
        from_inside = incoming.iter().filter(|(_, from)| region.has(*from)).count();
        if incoming.len() - from_inside <= 1 {
            return;
        }
    }
    let Some(at) = first_behind_phis(body, old) else { return };
    let name = [body.name(old.into()), b".split"].concat();
    let new = editor.split_block(at, &name);
    // Edges from the old block now originate from the new block.
    for to in successors(editor.body(), new) {
        let of_to = region.predecessors.entry(to).or_default();
        of_to.iter_mut().filter(|from| **from == old).for_each(|from| *from = new);
    }
    region.predecessors.insert(new, vec![old]);
    region.remove(old);
    region.add(new);
    *header = new;
    if from_inside == 0 {
        return;
    }
    let froms: Vec<Block> = incoming(editor.body(), phis[0]).into_iter().map(|(_, from)| from).collect();
    for from in froms {
        if region.has(from) {
            redirect(editor, from, old, new);
            region.redirect(from, old, new);
        }
    }
    let mut at = editor.body().first_inst(new);
    for phi in phis {
        let merged = new_phi(editor, phi, at.map_or(Point::End(new), Point::Before));
        editor.replace_all(phi.into(), merged.into());
        editor.add_incoming(merged, phi.into(), old);
        for (value, from) in incoming(editor.body(), phi).into_iter().filter(|(_, from)| region.has(*from)) {
            editor.add_incoming(merged, value, from);
        }
        editor.retain_incoming(phi, |_, from| !region.has(from));
        at = editor.body().first_inst(new);
    }
}

/// Adds phis to merge values that several blocks of the region pass to one block outside.
fn split_exits(editor: &mut Editor<'_>, region: &mut Region, exits: &[Block]) {
    for &exit in exits {
        let mut merging = None;
        let body = editor.body();
        let phis: Vec<Inst> = body.insts(exit).take_while(|&i| is_phi(body, i)).collect();
        for phi in phis {
            let values: Vec<(Value, Block)> =
                incoming(editor.body(), phi).into_iter().filter(|(_, from)| region.has(*from)).collect();
            if values.len() <= 1 {
                continue;
            }
            let (block, branch) = match merging {
                Some(known) => known,
                None => {
                    let name = [editor.body().name(exit.into()), b".split"].concat();
                    let before = editor.body().prev_block(exit);
                    let block = editor.create_block(before);
                    editor.set_name(block.into(), &name);
                    for from in region.predecessors.get(&exit).cloned().unwrap_or_default() {
                        if region.has(from) {
                            redirect(editor, from, exit, block);
                            region.redirect(from, exit, block);
                        }
                    }
                    let branch = editor.insert(Point::End(block), InstData::Br { dest: exit }, Type::VOID);
                    region.add(block);
                    *merging.insert((block, branch))
                }
            };
            let merged = new_phi(editor, phi, Point::Before(branch));
            for &(value, from) in &values {
                editor.add_incoming(merged, value, from);
            }
            let left: HashSet<Block> = values.iter().map(|&(_, from)| from).collect();
            editor.retain_incoming(phi, |_, from| !left.contains(&from));
            editor.add_incoming(phi, merged.into(), block);
        }
    }
}

fn new_phi(editor: &mut Editor<'_>, like: Inst, at: Point) -> Inst {
    let ty = editor.body().inst_type(like);
    let data = InstData::Phi { incoming: Default::default(), fast_math: Default::default() };
    let phi = editor.insert(at, data, ty);
    let name = [editor.body().name(like.into()), b".ce"].concat();
    editor.set_name(phi.into(), &name);
    phi
}

/// The incoming values of a phi and their predecessors.
fn incoming(body: &Body, phi: Inst) -> Vec<(Value, Block)> {
    let InstData::Phi { incoming, .. } = body.inst(phi) else { return Vec::new() };
    let pairs = body.list_values(incoming).chunks_exact(2);
    pairs.filter_map(|pair| Some((pair[0], pair[1].as_block()?))).collect()
}

/// Replaces a successor of a terminator.
fn redirect(editor: &mut Editor<'_>, block: Block, old: Block, new: Block) {
    let Some(terminator) = editor.body().terminator(block) else { return };
    for operand in 0..editor.body().operand_count(terminator) {
        if editor.body().operand(terminator, operand) == Some(old.into()) {
            editor.set_operand(Use { user: terminator, operand: operand as u32 }, new.into());
        }
    }
}

/// The inputs of the region, and the values of the region that are used outside, without duplicates, in block order.
fn inputs_and_outputs(editor: &Editor<'_>, region: &Region) -> (Vec<Value>, Vec<Inst>) {
    let body = editor.body();
    let is_outside = |v: Value| match v.kind() {
        ValueKind::Arg(_) => true,
        ValueKind::Inst(i) => body.inst_block(i).is_some_and(|b| !region.has(b)),
        _ => false,
    };
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    let mut seen = HashSet::default();
    for inst in region.blocks.iter().flat_map(|&b| body.insts(b)) {
        body.inst(inst).for_each_operand(body.values(), |v| {
            if is_outside(v) && seen.insert(v) {
                inputs.push(v);
            }
        });
        let mut users = editor.uses().of(inst.into()).filter_map(|at| body.inst_block(at.user));
        if users.any(|block| !region.has(block)) {
            outputs.push(inst);
        }
    }
    (inputs, outputs)
}

/// The body of the new function, from the old body after splits.
fn body_of(
    module: &Module,
    mut old: Body,
    region: &Region,
    header: Block,
    exits: &[Block],
    inputs: &[Value],
    outputs: &[Inst],
) -> Body {
    old.strip_debug_info();
    let pointer = module.context().ptr(module.data_layout().alloca_addr_space);
    let types: Vec<Type> =
        inputs.iter().map(|&v| module.value_type(Some(&old), v)).chain(outputs.iter().map(|_| pointer)).collect();
    let mut map = ValueMap::default();
    for (index, &input) in (0..).zip(inputs) {
        map.set(input, Value::arg(index));
    }
    let mut new = Body::new(&types);
    let root = new.create_block();
    new.append_block(root);
    let mut editor = Editor::new(module, &mut new);
    for (index, &input) in (0..).zip(inputs) {
        editor.set_name(Value::arg(index), old.name(input));
    }
    for (index, &output) in (inputs.len() as u32..).zip(outputs) {
        editor.set_name(Value::arg(index), &[old.name(output.into()), b".out"].concat());
    }
    editor.set_name(root.into(), b"newFuncRoot");
    // Only the blocks of the region are copied, in order, so only these are left in the old body.
    for block in old.blocks().collect::<Vec<_>>() {
        old.remove_block(block);
    }
    region.blocks.iter().for_each(|&b| old.append_block(b));
    let mut stubs: HashMap<Block, Block> = HashMap::default();
    let mut last = None;
    for (number, &exit) in exits.iter().enumerate() {
        let stub = editor.create_block(last.or(Some(root)));
        last = Some(stub);
        editor.set_name(stub.into(), &[old.name(exit.into()), b".exitStub"].concat());
        let value = match exits.len() {
            0 | 1 => None,
            2 => Some(module.constants().int(module.context(), Type::I1, u64::from(number == 0))),
            _ => Some(module.constants().int(module.context(), Type::I16, number as u64)),
        };
        editor.insert(Point::End(stub), InstData::Ret { value: value.into() }, Type::VOID);
        map.set(exit.into(), stub.into());
        stubs.insert(exit, stub);
    }
    // Incoming values from outside enter the first block from the root block.
    for from in outside_of_phis(&old, header, region) {
        map.set(from.into(), root.into());
    }
    editor.splice(root, &old, &mut map);
    let Some(first) = map.block(header) else { return new };
    editor.insert(Point::End(root), InstData::Br { dest: first }, Type::VOID);
    for (index, &output) in (inputs.len() as u32..).zip(outputs) {
        let Some(value) = map.get(output.into()).as_inst() else { continue };
        let body = editor.body();
        let at = match body.inst(value) {
            InstData::Invoke { normal, .. } => insertion_point(body, *normal),
            InstData::Phi { .. } => body.inst_block(value).and_then(|b| insertion_point(body, b)),
            _ => body.next_inst(value),
        };
        let Some(at) = at else { continue };
        let align = module.data_layout().abi_align(module.context(), body.inst_type(value)).unwrap_or(Align::ONE);
        let store = InstData::Store {
            value: value.into(),
            pointer: Value::arg(index),
            align,
            ordering: AtomicOrdering::NotAtomic,
            scope: SyncScope::SYSTEM,
            volatile: false,
        };
        editor.insert(Point::BeforeRecords(at), store, Type::VOID);
    }
    drop(editor);
    order_predecessors(&mut new, region, &map, header, root);
    new
}

/// Puts the predecessors of the new function's blocks in LLVM's order.
fn order_predecessors(new: &mut Body, region: &Region, map: &ValueMap, header: Block, root: Block) {
    let as_they_are = new.predecessors();
    for &block in &region.blocks {
        let Some(copy) = map.block(block) else { continue };
        let wanted = region.predecessors.get(&block).into_iter().flatten();
        let wanted = wanted.filter(|&&from| region.has(from)).filter_map(|&from| map.block(from));
        let root = Some(root).filter(|_| block == header);
        let wanted: Vec<Block> = root.into_iter().chain(wanted).collect();
        let mut places: HashMap<Block, Vec<u32>> = HashMap::default();
        for (place, &from) in wanted.iter().enumerate().rev() {
            places.entry(from).or_default().push(place as u32);
        }
        let order: Option<Box<[u32]>> = as_they_are.of(copy).iter().map(|from| places.get_mut(from)?.pop()).collect();
        if let Some(order) = order.filter(|order| order.len() == wanted.len() && !order.is_sorted()) {
            new.use_list_orders_mut().push(UseListOrder { value: copy.into(), order });
        }
    }
}

/// The predecessors outside of the region that phis of a block have.
fn outside_of_phis(body: &Body, block: Block, region: &Region) -> HashSet<Block> {
    let phis = body.insts(block).take_while(|&i| is_phi(body, i));
    phis.flat_map(|phi| incoming(body, phi)).map(|(_, from)| from).filter(|&from| !region.has(from)).collect()
}

fn add_function(module: &mut Module, old: Global, name: &[u8], body: Body, exits: usize) -> Global {
    let result = match exits {
        0 | 1 => Type::VOID,
        2 => Type::I1,
        _ => Type::I16,
    };
    let cx = module.context().clone();
    let ty = cx.function_type(result, body.args(), false);
    let (set, personality, address) = {
        let function = module.function(old);
        let set = function.map(|f| cx.attribute_list(f.attributes).function).unwrap_or_default();
        (set, function.and_then(|f| f.personality), module[old].ty())
    };
    let mut builder = AttributeBuilder::new();
    cx.attribute_set(set).iter().for_each(|a| builder.add(a.clone()));
    builder.retain(|a| a.kind().is_none_or(|kind| !NOT_OF_PARTS.contains(&kind)));
    builder.remove(&b"thunk"[..]);
    let attributes = cx.make_attribute_list(cx.make_attribute_set(&mut builder), Default::default(), &[]);
    let function = Function { attributes, personality, body: Some(Box::new(body)), ..Function::default() };
    let mut global = GlobalValue::new(name, ty, address, GlobalKind::Function(Box::new(function)));
    global.set_linkage(Linkage::Internal);
    module.add_global(global)
}

/// The block with a name in LLVM's form: its own name, or `%` and its slot number.
pub fn block_named(body: &Body, name: &[u8]) -> Option<Block> {
    let Some(number) = name.strip_prefix(b"%") else {
        return body.blocks().find(|&b| !name.is_empty() && body.name(b.into()) == name);
    };
    let number: usize = std::str::from_utf8(number).ok()?.parse().ok()?;
    let mut next = (0..body.args().len() as u32).filter(|&n| body.name(Value::arg(n)).is_empty()).count();
    for block in body.blocks() {
        if body.name(block.into()).is_empty() {
            if next == number {
                return Some(block);
            }
            next += 1;
        }
        let is_numbered = |&i: &Inst| body.inst_type(i) != Type::VOID && body.name(i.into()).is_empty();
        next += body.insts(block).filter(is_numbered).count();
    }
    None
}
