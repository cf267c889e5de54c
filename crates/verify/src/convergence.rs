//! Convergence control ([Convergent Operation Semantics](https://llvm.org/docs/ConvergentOperations.html)): the token of a
//! convergent operation determines the threads that execute it together. The regions of tokens must be nested.

mod regions;

use lindworm_ir::attributes::{AttrKind, AttributeList};
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Block, Inst, Type};

use crate::check::{Checked, FunctionCheck, check};
use crate::rules::convergence as rules;

/// The tag of the operand bundle with a token.
const TAG: &[u8] = b"convergencectrl";

/// State of the checks of one function.
#[derive(Default)]
pub(crate) struct State {
    /// Whether a token was encountered. Before that, calls are not checked.
    has_tokens: bool,
    /// The current block, and whether it contains a convergent operation so far.
    block: Option<Block>,
    passed_convergent: bool,
    /// The kind of convergence control, once determined.
    control: Option<Control>,
    /// The calls that make or use tokens, in the order of the function.
    calls: Vec<TokenCall>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Control {
    Tokens,
    Target,
}

/// A call that makes or uses a token.
#[derive(Clone, Copy)]
struct TokenCall {
    inst: Inst,
    block: Block,
    /// The call that made the used token.
    used: Option<Inst>,
    /// The intrinsic that makes the token, if the call makes one.
    makes: Option<IntrinsicId>,
}

/// Enters a block, before its instructions.
pub(crate) fn visit_block(f: &mut FunctionCheck, block: Block) {
    f.convergence.block = Some(block);
    f.convergence.passed_convergent = false;
}

/// Checks a call that makes or uses a token, or is convergent.
pub(crate) fn visit_call(f: &mut FunctionCheck, inst: Inst, call: &CallInfo) {
    let makes = made_by(f, call);
    if !f.convergence.has_tokens {
        let uses = || f.body.bundles(call.bundles).iter().any(|b| *b.tag == *TAG);
        if makes.is_none() && !uses() {
            return;
        }
        look_back(f, inst);
    }
    let _ = check_call(f, inst, call, makes);
}

/// The intrinsic that makes the token of a call.
fn made_by(f: &FunctionCheck, call: &CallInfo) -> Option<IntrinsicId> {
    use IntrinsicId as Id;
    let id = f.called_intrinsic(call)?;
    let makes = matches!(
        id,
        Id::EXPERIMENTAL_CONVERGENCE_ANCHOR | Id::EXPERIMENTAL_CONVERGENCE_ENTRY | Id::EXPERIMENTAL_CONVERGENCE_LOOP
    );
    makes.then_some(id)
}

/// Examines the calls before the first call with a token, which were skipped.
fn look_back(f: &mut FunctionCheck, first: Inst) {
    let body = f.body;
    f.convergence.has_tokens = true;
    for block in body.blocks() {
        let mut convergent = body.insts(block).take_while(|&i| i != first).filter(|&i| {
            let call = body.inst(i).call_info();
            call.is_some_and(|c| is_convergent(f, c))
        });
        let found = convergent.next().is_some();
        if found {
            f.convergence.control = Some(Control::Target);
        }
        if Some(block) == f.convergence.block {
            f.convergence.passed_convergent = found;
            return;
        }
    }
}

fn check_call(f: &mut FunctionCheck, inst: Inst, call: &CallInfo, makes: Option<IntrinsicId>) -> Checked {
    let used = used_token(f, inst, call);
    let is_controlled = used.is_some() || makes.is_some();
    if let Some(block) = f.convergence.block.filter(|_| is_controlled) {
        f.convergence.calls.push(TokenCall { inst, block, used, makes });
    }
    let shown = f.value(inst);
    let is_first = !f.convergence.passed_convergent;
    match makes {
        Some(IntrinsicId::EXPERIMENTAL_CONVERGENCE_LOOP) => {
            check!(f, used.is_some(), rules::LOOP_WITHOUT_TOKEN, shown);
            check!(f, is_first, rules::LOOP_NOT_FIRST, shown);
        }
        Some(id) => {
            if id == IntrinsicId::EXPERIMENTAL_CONVERGENCE_ENTRY {
                let is_entry = f.body.entry() == f.convergence.block;
                check!(f, has(f, f.function.attributes), rules::ENTRY_IN_NON_CONVERGENT_FUNCTION, shown);
                check!(f, is_entry, rules::ENTRY_IN_OTHER_BLOCK, shown);
                check!(f, is_first, rules::ENTRY_NOT_FIRST, shown);
            }
            check!(f, used.is_none(), rules::START_WITH_TOKEN, shown);
        }
        None => {}
    }
    let convergent = is_convergent(f, call);
    f.convergence.passed_convergent |= convergent;
    if is_controlled || convergent {
        let control = if is_controlled { Control::Tokens } else { Control::Target };
        check!(f, f.convergence.control.is_none_or(|c| c == control), rules::MIXED, shown);
        f.convergence.control = Some(control);
    }
    Ok(())
}

/// The call that made the token that a call uses, if the use is valid.
fn used_token(f: &mut FunctionCheck, inst: Inst, call: &CallInfo) -> Option<Inst> {
    let args = f.body.list_values(&call.args);
    let (mut end, mut inputs) = (args.len(), None);
    let user = f.value(inst);
    for bundle in f.body.bundles(call.bundles).iter().rev() {
        let start = end.saturating_sub(bundle.len as usize);
        if *bundle.tag == *TAG {
            if inputs.is_some() {
                let _ = f.fail(&rules::SECOND_BUNDLE, &[user]);
                return None;
            }
            inputs = Some(&args[start..end]);
        }
        end = start;
    }
    match inputs? {
        &[token] if f.ty(token) == Type::TOKEN => {
            let maker = f.inst_of(token).and_then(|data| made_by(f, data.call_info()?));
            if maker.is_none() {
                let entities = [f.value(token), user];
                let _ = f.fail(&rules::FOREIGN_TOKEN, &entities);
                return None;
            }
            token.as_inst()
        }
        _ => {
            let _ = f.fail(&rules::BUNDLE_INPUTS, &[user]);
            None
        }
    }
}

/// Checks the tokens of a function, after all instructions.
pub(crate) fn check(f: &mut FunctionCheck) {
    if f.convergence.control == Some(Control::Tokens) {
        regions::check(f);
    }
}

fn is_convergent(f: &FunctionCheck, call: &CallInfo) -> bool {
    has(f, call.attributes) || f.view.function(call.callee).is_some_and(|callee| has(f, callee.attributes))
}

/// Whether a function or call with these attributes is convergent.
fn has(f: &FunctionCheck, attributes: AttributeList) -> bool {
    f.cx.has_attribute(f.cx.attribute_list(attributes).function, AttrKind::CONVERGENT)
}
