//! SSA reconstruction for a value with several definitions: each use is rewritten to the definition that reaches it, and phis are
//! inserted where several definitions reach a block.

use lindworm_ir::editor::{Editor, Listener, Point};
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::hash::HashMap;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};
use smallvec::SmallVec;

use crate::edges::predecessors;

/// The value at the start of a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Reaching {
    Value(Value),
    /// A phi to be inserted in this block.
    Phi(Block),
}

/// Definitions of one variable, each of which reaches from the end of its block.
pub(crate) struct Definitions<'c> {
    /// The place of a block in an order in which most blocks follow their predecessors.
    pub place: &'c dyn Fn(Block) -> u32,
    pub of_block: HashMap<Block, Value>,
    pub ty: Type,
    /// The name of inserted phis.
    pub name: Vec<u8>,
}

impl Definitions<'_> {
    /// Computes the value at the start of each of `blocks` and inserts phis. Nearly linear in the number of blocks between these
    /// and the definitions.
    pub fn reaching<L: Listener>(&self, editor: &mut Editor<'_, L>, blocks: &[Block]) -> HashMap<Block, Value> {
        // All blocks that the value must be propagated to, ordered such that most blocks follow their predecessors.
        let mut reached: HashMap<Block, Reaching> = HashMap::default();
        let mut order = Vec::new();
        let mut pending: Vec<Block> = blocks.to_vec();
        while let Some(block) = pending.pop() {
            if reached.contains_key(&block) {
                continue;
            }
            reached.insert(block, Reaching::Phi(block));
            order.push(block);
            pending.extend(sources(editor, block).into_iter().filter(|from| !self.of_block.contains_key(from)));
        }
        order.sort_by_key(|&block| (self.place)(block));
        // A block whose predecessors all provide the same value needs no phi. Removing a phi can make others redundant, so this
        // repeats to a fixed point.
        loop {
            let mut is_changed = false;
            for &block in &order {
                let from = sources(editor, block);
                let mut sources = from.iter().map(|&from| self.at_end(&reached, from));
                let own = Reaching::Phi(block);
                if reached[&block] != own {
                    let new = match reached[&block] {
                        Reaching::Phi(other) => reached[&other],
                        value => value,
                    };
                    is_changed |= new != reached[&block];
                    reached.insert(block, new);
                    continue;
                }
                let Some(first) = sources.find(|&source| source != own) else {
                    let poison = Reaching::Value(editor.module().constants().poison(self.ty));
                    reached.insert(block, poison);
                    is_changed = true;
                    continue;
                };
                if sources.all(|source| source == first || source == own) {
                    reached.insert(block, first);
                    is_changed = true;
                }
            }
            if !is_changed {
                break;
            }
        }
        let mut made: HashMap<Block, Inst> = HashMap::default();
        for &block in &order {
            if reached[&block] == Reaching::Phi(block) {
                let Some(first) = editor.body().first_inst(block) else { continue };
                let incoming = editor.list(&[]);
                let phi = InstData::Phi { incoming, fast_math: FastMathFlags::empty() };
                let phi = editor.insert(Point::BeforeRecords(first), phi, self.ty);
                if !self.name.is_empty() {
                    editor.set_name(phi.into(), &self.name);
                }
                made.insert(block, phi);
            }
        }
        let value = |reaching| match reaching {
            Reaching::Value(value) => Some(value),
            Reaching::Phi(block) => made.get(&block).map(|&phi| phi.into()),
        };
        for &block in &order {
            if let Some(&phi) = made.get(&block) {
                for from in sources(editor, block) {
                    let Some(incoming) = value(self.at_end(&reached, from)) else { continue };
                    editor.add_incoming(phi, incoming, from);
                }
            }
        }
        blocks.iter().filter_map(|&block| Some((block, value(reached[&block])?))).collect()
    }

    fn at_end(&self, reached: &HashMap<Block, Reaching>, block: Block) -> Reaching {
        match self.of_block.get(&block) {
            Some(&value) => Reaching::Value(value),
            None => reached.get(&block).copied().unwrap_or(Reaching::Phi(block)),
        }
    }

    /// Rewrites uses outside the defining blocks to the definition that reaches them. Returns the values at the start of the blocks
    /// of the uses.
    pub fn rewrite<L: Listener>(&self, editor: &mut Editor<'_, L>, uses: &[Use]) -> HashMap<Block, Value> {
        let place = |editor: &Editor<'_, L>, at: Use| use_block(editor, at);
        let mut blocks: Vec<Block> = Vec::new();
        for &at in uses {
            blocks.extend(place(editor, at).filter(|block| !self.of_block.contains_key(block)));
        }
        let reaching = self.reaching(editor, &blocks);
        for &at in uses {
            let Some(block) = place(editor, at) else { continue };
            if let Some(&value) = self.of_block.get(&block).or_else(|| reaching.get(&block)) {
                editor.set_operand(at, value);
            }
        }
        reaching
    }
}

/// The predecessors of a block in the order of its first phi with entries, as in LLVM's `SSAUpdater`.
fn sources<L: Listener>(editor: &Editor<'_, L>, block: Block) -> SmallVec<[Block; 4]> {
    let body = editor.body();
    for inst in body.insts(block) {
        match body.inst(inst) {
            InstData::Phi { incoming, .. } => {
                let entries = body.list_values(incoming);
                if !entries.is_empty() {
                    return entries.iter().skip(1).step_by(2).filter_map(|v| v.as_block()).collect();
                }
            }
            _ => break,
        }
    }
    predecessors(editor, block)
}

/// The block at whose end, or in which, a use occurs: for a phi, the incoming block.
pub(crate) fn use_block<L: Listener>(editor: &Editor<'_, L>, at: Use) -> Option<Block> {
    let body = editor.body();
    match body.inst(at.user) {
        InstData::Phi { .. } => body.operand(at.user, at.operand as usize + 1)?.as_block(),
        _ => body.inst_block(at.user),
    }
}
