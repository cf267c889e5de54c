//! The states of the values of a function, for `print<lazy-value-info>`.

use lindworm_analysis::Cfg;
use lindworm_ir::editor::Editor;
use lindworm_ir::hash::HashSet;
use lindworm_ir::{Block, Global, Inst, InstData, Module, Value};

use super::LazyValueInfo;
use crate::lattice::State;
use crate::pass::FunctionEdit;

/// The state of a value, as text or, for a constant, as a value.
#[derive(Clone, Debug, PartialEq)]
pub enum LatticeState {
    /// The text as in LLVM, but for constants.
    Text(String),
    /// `constant<...>`
    Constant(Value),
    /// `notconstant<...>`
    Not(Value),
}

/// The state of a value where it is printed.
#[derive(Clone, Debug, PartialEq)]
pub struct LatticeValue {
    /// The block in which the state is printed.
    pub block: Block,
    /// The instruction before which the state is printed; `None` for an argument, at the beginning of the block.
    pub at: Option<Inst>,
    /// The value.
    pub value: Value,
    /// The block in which an instruction has the state.
    pub within: Option<Block>,
    /// The state.
    pub state: LatticeState,
}

fn shown(state: &State) -> Option<LatticeState> {
    Some(match state {
        State::Unknown => return None,
        State::Undef => LatticeState::Text("undef".into()),
        State::Constant(value) => LatticeState::Constant(*value),
        State::Not(value) => LatticeState::Not(*value),
        State::Range(range) => {
            let note = if range.may_be_undef { " incl. undef " } else { "" };
            let [lower, upper] = [range.range.lower(), range.range.upper()].map(|bound| {
                let mut text = Vec::new();
                bound.write_signed_decimal(&mut text);
                String::from_utf8_lossy(&text).into_owned()
            });
            LatticeState::Text(format!("constantrange{note}<{lower}, {upper}>"))
        }
        State::Anything => LatticeState::Text("overdefined".into()),
    })
}

/// The states of the values of each function: of the arguments in each block; of each instruction in its block, in the successors
/// that its block dominates, and in the blocks of its users that it dominates. Those that are unknown are left out.
pub fn lattice_values(module: &mut Module, functions: &[Global]) -> Vec<Vec<LatticeValue>> {
    module.edit_bodies(functions, |module, body, additions| {
        let editor = Editor::new(module, body);
        let mut f = FunctionEdit { editor, analyses: Default::default(), additions };
        let mut known = LazyValueInfo::default();
        let mut values = Vec::new();
        let blocks: Vec<Block> = f.editor.body().blocks().collect();
        let arguments = f.editor.body().args().len();
        let dominators = known.dominators(&mut f);
        for block in blocks {
            for value in (0..arguments as u32).map(Value::arg) {
                let state = known.in_block(&mut f, value, block);
                values.extend(shown(&state).map(|state| LatticeValue { block, at: None, value, within: None, state }));
            }
            let insts: Vec<Inst> = f.editor.body().insts(block).collect();
            let successors = f.analyses.get::<Cfg>(&f.editor).successors(block).to_vec();
            for inst in insts {
                let body = f.editor.body();
                let mut within = vec![block];
                within.extend(successors.iter().copied().filter(|&to| dominators.dominates(block, to)));
                for at in f.editor.uses().of(inst.into()) {
                    let is_phi = matches!(body.inst(at.user), InstData::Phi { .. });
                    let user = body.inst_block(at.user);
                    within.extend(user.filter(|&user| !is_phi || dominators.dominates(block, user)));
                }
                let mut seen = HashSet::default();
                within.retain(|&block| seen.insert(block));
                for within in within {
                    let state = known.in_block(&mut f, inst.into(), within);
                    let value = inst.into();
                    let state = shown(&state);
                    values.extend(state.map(|state| LatticeValue {
                        block,
                        at: Some(inst),
                        value,
                        within: Some(within),
                        state,
                    }));
                }
            }
        }
        values
    })
}
