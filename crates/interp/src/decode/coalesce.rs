//! Coalescing of phis: an incoming value of a phi whose other uses end before the phi move is computed directly in the phi's
//! register, if the register's previous value is dead. Loop counters are then incremented in place.

use cranelift_entity::EntityRef;
use lindworm_ir::body::Predecessors;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, Inst, InstData, Value};

use super::Decoder;

/// A phi, and an incoming value that is defined in the incoming block.
struct Candidate {
    phi: Inst,
    value: Inst,
    from: Block,
}

impl Decoder<'_> {
    /// Assigns the registers of phis to incoming values where possible. All slots must be assigned already.
    pub(super) fn coalesce(&mut self) {
        let candidates = self.candidates();
        if candidates.is_empty() {
            return;
        }
        let mut users: HashMap<Inst, Vec<Inst>> =
            candidates.iter().flat_map(|c| [(c.phi, Vec::new()), (c.value, Vec::new())]).collect();
        let mut order = vec![0u32; self.body.inst_count()];
        let mut next = 0;
        for block in self.body.blocks() {
            for inst in self.body.insts(block) {
                order[inst.index()] = next;
                next += 1;
                self.body.inst(inst).for_each_operand(self.body.values(), |v| {
                    if let Some(uses) = v.as_inst().and_then(|used| users.get_mut(&used)) {
                        uses.push(inst);
                    }
                });
            }
        }
        let predecessors = self.body.predecessors();
        // A bound on the work, which could be quadratic in the size of the function. Remaining candidates keep their moves.
        let mut budget = 8 * next as usize + 1024;
        let mut live_out: HashMap<Inst, HashSet<Block>> = HashMap::default();
        for Candidate { phi, value, from } in candidates {
            let uses = &users[&phi];
            let used_later = |&&user: &&Inst| {
                !self.is_phi(user)
                    && self.body.inst_block(user) == Some(from)
                    && order[user.index()] > order[value.index()]
            };
            if uses.iter().find(used_later).is_some()
                || !users[&value].iter().all(|&user| self.ends_with(user, value, from))
            {
                continue;
            }
            let live = live_out.entry(phi).or_insert_with(|| self.live_out(phi, uses, &predecessors, &mut budget));
            if budget == 0 {
                return;
            }
            if !live.contains(&from) {
                self.code.slots[value.index()] = self.code.slots[phi.index()];
            }
        }
    }

    /// Whether a use of `value` is at or before the end of the block `from` that defines it.
    fn ends_with(&self, user: Inst, value: Inst, from: Block) -> bool {
        match self.body.inst(user) {
            InstData::Phi { incoming, .. } => {
                let pairs = self.body.list_values(incoming).chunks_exact(2);
                pairs.into_iter().all(|pair| pair[0] != Value::from(value) || pair[1] == Value::from(from))
            }
            _ => self.body.inst_block(user) == Some(from),
        }
    }

    fn is_phi(&self, inst: Inst) -> bool {
        matches!(self.body.inst(inst), InstData::Phi { .. })
    }

    fn candidates(&mut self) -> Vec<Candidate> {
        let mut found = Vec::new();
        for block in self.body.blocks() {
            for phi in self.body.insts(block) {
                let InstData::Phi { incoming, .. } = self.body.inst(phi) else { break };
                let ty = self.body.inst_type(phi);
                if self.shapes.get(&ty).is_none_or(|shape| shape.registers != 1) {
                    continue;
                }
                for pair in self.body.list_values(incoming).chunks_exact(2) {
                    if let (Some(value), Some(from)) = (pair[0].as_inst(), pair[1].as_block())
                        && self.body.inst_block(value) == Some(from)
                        && self.reads_before_it_writes(value, phi)
                    {
                        found.push(Candidate { phi, value, from });
                    }
                }
            }
        }
        found
    }

    /// Whether the operations of an instruction read `phi` before they write the instruction's register.
    fn reads_before_it_writes(&self, inst: Inst, phi: Inst) -> bool {
        match self.body.inst(inst) {
            InstData::Binary { .. } | InstData::Cast { .. } | InstData::Load { .. } | InstData::Select { .. } => true,
            // Each index is added to the result of the previous step.
            InstData::GetElementPtr { operands, .. } => {
                self.body.list_values(operands).iter().skip(1).all(|&v| v != Value::from(phi))
            }
            _ => false,
        }
    }

    /// The blocks at whose end the phi is live. If the budget is exhausted, the result is incomplete.
    fn live_out(&self, phi: Inst, uses: &[Inst], predecessors: &Predecessors, budget: &mut usize) -> HashSet<Block> {
        let mut live_out = HashSet::default();
        let Some(home) = self.body.inst_block(phi) else { return live_out };
        let mut todo = Vec::new();
        for &user in uses {
            let Some(block) = self.body.inst_block(user) else { continue };
            match self.body.inst(user) {
                InstData::Phi { incoming, .. } => {
                    for pair in self.body.list_values(incoming).chunks_exact(2) {
                        if let Some(from) = pair[1].as_block()
                            && pair[0] == Value::from(phi)
                            && live_out.insert(from)
                            && from != home
                        {
                            todo.push(from);
                        }
                    }
                }
                _ if block != home => todo.push(block),
                _ => {}
            }
        }
        let mut live_in = HashSet::default();
        while let Some(block) = todo.pop() {
            if !live_in.insert(block) {
                continue;
            }
            for &from in predecessors.of(block) {
                *budget = budget.saturating_sub(1);
                if live_out.insert(from) && from != home {
                    todo.push(from);
                }
            }
            if *budget == 0 {
                break;
            }
        }
        live_out
    }
}
