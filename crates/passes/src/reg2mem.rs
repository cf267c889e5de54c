//! `reg2mem`: values that are used in other blocks, and phis, become variables in memory.

use std::hash::Hash;

use lindworm_ir::builder::Allocation;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{CastOp, FastMathFlags, IntFlags};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::Align;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use crate::BreakCriticalEdges;
use crate::edges::incoming;
use crate::effects::is_pad;
use crate::pass::{FunctionEdit, FunctionPass};

/// Puts values into memory, so that blocks have no values in common.
pub struct Reg2Mem;

impl FunctionPass for Reg2Mem {
    fn name(&self) -> &'static str {
        "reg2mem"
    }

    fn class(&self) -> &'static str {
        "RegToMemPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let Some(entry) = f.editor.body().entry() else { return };
        BreakCriticalEdges.run(f);
        let body = f.editor.body();
        let is_alloca = |inst: Inst| matches!(body.inst(inst), InstData::Alloca { .. });
        let Some(first) = body.insts(entry).find(|&inst| !is_alloca(inst)) else { return };
        let escaping: Vec<Inst> = f
            .editor
            .insts()
            .into_iter()
            .filter(|&inst| !(is_alloca(inst) && body.inst_block(inst) == Some(entry)) && escapes(f, inst))
            .collect();
        let module = f.editor.module();
        let zero = module.constants().zero(module.context(), Type::I32);
        let (flags, fast_math) = (IntFlags::empty(), FastMathFlags::empty());
        let cast = InstData::Cast { op: CastOp::BitCast, flags, fast_math, value: zero };
        let allocas = f.editor.insert(Point::Before(first), cast, Type::I32);
        f.editor.set_name(allocas.into(), b"reg2mem alloca point");
        for inst in escaping.into_iter().rev() {
            demote(f, inst, allocas);
        }
        let is_phi = |f: &FunctionEdit<'_, '_>, inst: Inst| matches!(f.editor.body().inst(inst), InstData::Phi { .. });
        let phis: Vec<Inst> = f.editor.insts().into_iter().filter(|&inst| is_phi(f, inst)).collect();
        for phi in phis.into_iter().rev() {
            demote_phi(f, phi, allocas);
        }
    }
}

/// Whether a value can be in memory and is used in another block, or by a phi.
fn escapes(f: &FunctionEdit<'_, '_>, inst: Inst) -> bool {
    let (module, body) = (f.editor.module(), f.editor.body());
    let block = body.inst_block(inst);
    let is_outside = |user: Inst| body.inst_block(user) != block || matches!(body.inst(user), InstData::Phi { .. });
    can_be_stored(module, body.inst_type(inst)) && f.editor.uses().of(inst.into()).any(|at| is_outside(at.user))
}

fn can_be_stored(module: &lindworm_ir::Module, ty: Type) -> bool {
    module.data_layout().is_sized(module.context(), ty)
}

/// Creates a variable for an instruction.
fn slot(f: &mut FunctionEdit<'_, '_>, inst: Inst, allocas: Inst) -> Option<Value> {
    let ty = f.editor.body().inst_type(inst);
    let name = [f.editor.body().name(inst.into()), b".reg2mem"].concat();
    f.editor.build(Point::Before(allocas), None, |b| b.named(name).alloca_with(ty, Allocation::default())).ok()
}

fn load(f: &mut FunctionEdit<'_, '_>, inst: Inst, slot: Value, at: Inst) -> Option<Value> {
    let ty = f.editor.body().inst_type(inst);
    let name = [f.editor.body().name(inst.into()), b".reload"].concat();
    f.editor.build(Point::Before(at), None, |b| b.named(name).load(ty, slot, Align::NONE)).ok()
}

fn store(f: &mut FunctionEdit<'_, '_>, value: Value, slot: Value, at: Inst) {
    // An error would mean that the value cannot be stored, which was checked.
    let _ = f.editor.build(Point::Before(at), None, |b| b.store(value, slot, Align::NONE));
}

/// The first instruction of a block behind phis and pads; nothing can be inserted behind a `catchswitch`.
fn insertion_point(f: &FunctionEdit<'_, '_>, block: Block) -> Option<Inst> {
    let body = f.editor.body();
    body.insts(block).find(|&inst| {
        let data = body.inst(inst);
        !matches!(data, InstData::Phi { .. }) && (!is_pad(data) || matches!(data, InstData::CatchSwitch { .. }))
    })
}

/// The value for a key, created if there is none yet.
fn once<K: Eq + Hash>(known: &mut HashMap<K, Value>, key: K, create: impl FnOnce() -> Option<Value>) -> Option<Value> {
    if let Some(&value) = known.get(&key) {
        return Some(value);
    }
    let value = create()?;
    known.insert(key, value);
    Some(value)
}

fn demote(f: &mut FunctionEdit<'_, '_>, inst: Inst, allocas: Inst) {
    let Some(slot) = slot(f, inst, allocas) else { return };
    let mut of_block: HashMap<Block, Value> = HashMap::default();
    let uses: Vec<Use> = f.editor.uses().of(inst.into()).collect();
    let mut of_user: HashMap<Inst, Value> = HashMap::default();
    for at in uses {
        let body = f.editor.body();
        let new = match body.inst(at.user) {
            InstData::Phi { .. } => {
                let from = body.operand(at.user, at.operand as usize + 1).and_then(|v| v.as_block());
                let Some(from) = from else { continue };
                let Some(end) = body.terminator(from) else { continue };
                once(&mut of_block, from, || load(f, inst, slot, end))
            }
            _ => once(&mut of_user, at.user, || load(f, inst, slot, at.user)),
        };
        if let Some(new) = new {
            f.editor.set_operand(at, new);
        }
    }
    let body = f.editor.body();
    let mut places: Vec<Inst> = Vec::new();
    match body.inst(inst) {
        InstData::Invoke { normal, .. } => places.extend(insertion_point(f, *normal)),
        data if data.is_terminator() => {
            let mut blocks = Vec::new();
            data.for_each_successor(body.values(), |to| blocks.push(to));
            places.extend(blocks.into_iter().filter_map(|to| insertion_point(f, to)));
        }
        _ => {
            let mut next = body.next_inst(inst);
            while let Some(after) = next.filter(|&after| {
                matches!(body.inst(after), InstData::Phi { .. })
                    || is_pad(body.inst(after)) && !matches!(body.inst(after), InstData::CatchSwitch { .. })
            }) {
                next = body.next_inst(after);
            }
            match next.map(|after| (after, body.inst(after))) {
                Some((_, data @ InstData::CatchSwitch { .. })) => {
                    data.for_each_successor(body.values(), |to| places.extend(insertion_point(f, to)));
                }
                Some((after, _)) => places.push(after),
                None => {}
            }
        }
    }
    for place in places {
        store(f, inst.into(), slot, place);
    }
}

fn demote_phi(f: &mut FunctionEdit<'_, '_>, phi: Inst, allocas: Inst) {
    if f.editor.uses().is_unused(phi.into()) {
        f.editor.erase(phi);
        return;
    }
    if !can_be_stored(f.editor.module(), f.editor.body().inst_type(phi)) {
        return;
    }
    let Some(slot) = slot(f, phi, allocas) else { return };
    let mut done: HashSet<Block> = HashSet::default();
    for (value, from) in incoming(&f.editor, phi) {
        if done.insert(from)
            && let Some(end) = f.editor.body().terminator(from)
        {
            store(f, value, slot, end);
        }
    }
    let Some(at) = f.editor.body().inst_block(phi).and_then(|block| insertion_point(f, block)) else { return };
    if matches!(f.editor.body().inst(at), InstData::CatchSwitch { .. }) {
        let uses: Vec<Use> = f.editor.uses().of(phi.into()).collect();
        for at in uses {
            if let Some(loaded) = load(f, phi, slot, at.user) {
                f.editor.set_operand(at, loaded);
            }
        }
    } else if let Some(loaded) = load(f, phi, slot, at) {
        f.editor.replace_all(phi.into(), loaded);
    }
    if f.editor.uses().is_unused(phi.into()) {
        f.editor.erase(phi);
    }
}
