//! Inlining through an `invoke`: what the inlined code throws goes to the landing pad of the invoke.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::expand::landing_pad;
use crate::edges::{incoming, phis, remove_edges};
use crate::effects::call_has;
use crate::pass::FunctionEdit;

/// Turns calls of the inlined blocks into invokes that unwind to the landing pad `pad` of the inlined invoke in `block`, and
/// forwards exceptions that the inlined code resumes.
pub(super) fn redirect(f: &mut FunctionEdit<'_, '_>, block: Block, pad: Block, blocks: &mut Vec<Block>) {
    let Some(outer) = landing_pad(f.editor.body(), pad) else { return };
    let values: Vec<Value> = phis(&f.editor, pad)
        .into_iter()
        .filter_map(|phi| incoming(&f.editor, phi).into_iter().find(|&(_, from)| from == block).map(|(value, _)| value))
        .collect();
    append_clauses(f, outer, blocks);
    let mut to = Destination { pad, outer, values, inner: None };
    let mut place = 0;
    while place < blocks.len() {
        let current = blocks[place];
        if let Some(rest) = convert_call(f, current, &to) {
            blocks.insert(place + 1, rest);
        }
        if let Some(terminator) = f.editor.body().terminator(current)
            && matches!(f.editor.body().inst(terminator), InstData::Resume { .. })
        {
            to.forward(f, current, terminator);
        }
        place += 1;
    }
    remove_edges(&mut f.editor, pad, block, 1);
}

/// Appends the clauses of the outer landing pad to each inlined one, and its `cleanup`.
fn append_clauses(f: &mut FunctionEdit<'_, '_>, outer: Inst, blocks: &[Block]) {
    let body = f.editor.body();
    let InstData::LandingPad { cleanup: is_cleanup, ref clauses } = *body.inst(outer) else { return };
    let added: Vec<Value> = body.list_values(clauses).to_vec();
    let insts: Vec<Inst> = blocks.iter().flat_map(|&block| body.insts(block)).collect();
    for inst in insts {
        if matches!(f.editor.body().inst(inst), InstData::LandingPad { .. }) {
            f.editor.change(inst, |data, values| {
                if let InstData::LandingPad { cleanup, clauses } = data {
                    *cleanup |= is_cleanup;
                    added.iter().for_each(|&clause| {
                        clauses.push(clause, values);
                    });
                }
            });
        }
    }
}

/// Turns the first call of a block that may throw into an invoke. Returns the block with the rest.
fn convert_call(f: &mut FunctionEdit<'_, '_>, block: Block, to: &Destination) -> Option<Block> {
    let (module, body) = (f.editor.module(), f.editor.body());
    let call = body.insts(block).find(|&inst| {
        let InstData::Call { call, .. } = body.inst(inst) else { return false };
        let id = module.callee(call.callee).and_then(|f| f.intrinsic);
        let is_special = matches!(id, Some(IntrinsicId::EXPERIMENTAL_DEOPTIMIZE | IntrinsicId::EXPERIMENTAL_GUARD));
        !is_special && !call_has(module, call, AttrKind::NO_UNWIND)
    })?;
    let InstData::Call { call: info, convention, .. } = *body.inst(call) else { return None };
    let (args, loc, ty) = (body.list_values(&info.args).to_vec(), body.debug_loc(call), body.inst_type(call));
    let prof = body.attachment(call, lindworm_ir::context::MetadataKind::PROF);
    let name = [body.name(call.into()), b".noexc"].concat();
    let next = body.next_inst(call)?;
    let rest = f.editor.split_block(next, &name);
    let branch = f.editor.body().terminator(block)?;
    let args = f.editor.list(&args);
    let call_info = lindworm_ir::instruction::CallInfo { args, ..info };
    let data = InstData::Invoke { call: call_info, convention, normal: rest, unwind: to.pad };
    let invoke = f.editor.insert(Point::Before(branch), data, ty);
    f.editor.set_debug_loc(invoke, loc);
    f.editor.set_attachment(invoke, lindworm_ir::context::MetadataKind::PROF, prof);
    f.editor.erase(branch);
    f.editor.replace_all(call.into(), invoke.into());
    f.editor.take_name(call.into(), invoke.into());
    f.editor.erase(call);
    to.add_incoming(f, to.pad, block);
    Some(rest)
}

/// Where exceptions of the inlined code go.
struct Destination {
    pad: Block,
    outer: Inst,
    /// The values of the landing pad block's phis for the inlined invoke.
    values: Vec<Value>,
    /// The code after the landing pad, and the phi of the exception.
    inner: Option<(Block, Inst)>,
}

impl Destination {
    fn add_incoming(&self, f: &mut FunctionEdit<'_, '_>, block: Block, from: Block) {
        for (phi, &value) in phis(&f.editor, block).into_iter().zip(&self.values) {
            f.editor.add_incoming(phi, value, from);
        }
    }

    /// Replaces a `resume` by a branch to the code after the landing pad.
    fn forward(&mut self, f: &mut FunctionEdit<'_, '_>, from: Block, resume: Inst) {
        let Some((inner, exception)) = self.inner_block(f) else { return };
        let InstData::Resume { value } = *f.editor.body().inst(resume) else { return };
        let loc = f.editor.body().debug_loc(resume);
        let branch = f.editor.insert(Point::Before(resume), InstData::Br { dest: inner }, Type::VOID);
        f.editor.set_debug_loc(branch, loc);
        self.add_incoming(f, inner, from);
        f.editor.add_incoming(exception, value, from);
        f.editor.erase(resume);
    }

    /// Splits the landing pad's block after the pad, and merges there what inlined landing pads bring.
    fn inner_block(&mut self, f: &mut FunctionEdit<'_, '_>) -> Option<(Block, Inst)> {
        if self.inner.is_some() {
            return self.inner;
        }
        let next = f.editor.body().next_inst(self.outer)?;
        let name = [f.editor.body().name(self.pad.into()), b".body"].concat();
        let inner = f.editor.split_block(next, &name);
        let first = f.editor.body().first_inst(inner)?;
        let make = |f: &mut FunctionEdit<'_, '_>, of: Inst, name: &[u8]| {
            let incoming = f.editor.list(&[]);
            let data = InstData::Phi { incoming, fast_math: FastMathFlags::empty() };
            let ty = f.editor.body().inst_type(of);
            let phi = f.editor.insert(Point::BeforeRecords(first), data, ty);
            f.editor.set_name(phi.into(), name);
            f.editor.replace_all(of.into(), phi.into());
            phi
        };
        for outer in phis(&f.editor, self.pad) {
            let name = [f.editor.body().name(outer.into()), b".lpad-body"].concat();
            let phi = make(f, outer, &name);
            f.editor.add_incoming(phi, outer.into(), self.pad);
        }
        let exception = make(f, self.outer, b"eh.lpad-body");
        f.editor.add_incoming(exception, self.outer.into(), self.pad);
        self.inner = Some((inner, exception));
        self.inner
    }
}
