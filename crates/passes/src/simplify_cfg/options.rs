//! The parameters of `simplifycfg`.

use lindworm_ir::body::Mark;

use crate::table::PassOptions;

/// Simplifies the control flow of a function.
#[derive(Clone, Copy, Debug)]
pub struct SimplifyCfg {
    /// The switches, in the order of [`SWITCHES`].
    switches: [bool; SWITCHES.len()],
    /// The maximum number of instructions that are executed in addition when two branches become one.
    pub bonus_inst_threshold: u32,
    /// The cost limit if one block is speculated: of its instruction, and of the selects.
    pub phi_folding_threshold: u32,
    /// The cost limit of the instructions in the blocks between a branch and a phi of two values.
    pub two_entry_phi_threshold: u32,
    /// The cost limit of combining two conditions.
    pub branch_fold_threshold: u32,
    /// The maximum number of instruction pairs over which other instructions are hoisted.
    pub hoist_skip_limit: u32,
    /// The maximum size of a block that is copied into its predecessors.
    pub small_block_size: u32,
    /// The maximum number of blocks in which a value of a threaded block is live.
    pub max_live_blocks: u32,
    /// Whether a single instruction is speculated at any cost.
    pub speculates_expensive: bool,
    /// Whether common instructions are hoisted, at least from equal blocks.
    pub hoists_common: bool,
    /// Whether common instructions are sunk, if the parameter asks for it.
    pub sinks_common: bool,
    /// Whether a conditional store is speculated if an unconditional one precedes it.
    pub hoists_stores: bool,
    /// Whether two conditional stores to one address are merged.
    pub merges_stores: bool,
}

/// A parameter that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// Phis of a switch use the condition in place of equal constants.
    ForwardSwitchCond,
    /// A switch over a range of values becomes a comparison.
    SwitchRangeToIcmp,
    /// A switch that selects among values becomes arithmetic.
    SwitchToArithmetic,
    /// A switch that selects among constants becomes a load from a table.
    SwitchToLookup,
    /// Loops stay canonical: preheaders and latches are not folded.
    KeepLoops,
    /// Common instructions are hoisted.
    HoistCommon,
    /// Accepted, without effect: conditional loads and stores become masked ones.
    HoistCondFaulting,
    /// Common instructions are sunk.
    SinkCommon,
    /// Instructions are executed on paths that do not need their results.
    Speculate,
    /// Conditional branches are simplified by others on related conditions.
    SimplifyCondBranch,
    /// Unpredictable branches are speculated at a higher cost.
    SpeculateUnpredictables,
}

/// Each switch with its name and its default.
const SWITCHES: [(Switch, &str, bool); 11] = [
    (Switch::ForwardSwitchCond, "forward-switch-cond", false),
    (Switch::SwitchRangeToIcmp, "switch-range-to-icmp", false),
    (Switch::SwitchToArithmetic, "switch-to-arithmetic", false),
    (Switch::SwitchToLookup, "switch-to-lookup", false),
    (Switch::KeepLoops, "keep-loops", true),
    (Switch::HoistCommon, "hoist-common-insts", false),
    (Switch::HoistCondFaulting, "hoist-loads-stores-with-cond-faulting", false),
    (Switch::SinkCommon, "sink-common-insts", false),
    (Switch::Speculate, "speculate-blocks", true),
    (Switch::SimplifyCondBranch, "simplify-cond-branch", true),
    (Switch::SpeculateUnpredictables, "speculate-unpredictables", false),
];

impl Default for SimplifyCfg {
    fn default() -> Self {
        SimplifyCfg {
            switches: SWITCHES.map(|(_, _, default)| default),
            bonus_inst_threshold: 1,
            phi_folding_threshold: 2,
            two_entry_phi_threshold: 4,
            branch_fold_threshold: 2,
            hoist_skip_limit: 20,
            small_block_size: 10,
            max_live_blocks: 24,
            speculates_expensive: true,
            hoists_common: true,
            sinks_common: true,
            hoists_stores: true,
            merges_stores: true,
        }
    }
}

impl SimplifyCfg {
    /// Whether a switch is on.
    pub fn is_on(&self, switch: Switch) -> bool {
        self.switches[switch as usize]
    }

    /// Sets a switch.
    pub fn set(&mut self, switch: Switch, on: bool) {
        self.switches[switch as usize] = on;
    }

    /// Parses the parameters of `simplifycfg<...>`. Command-line options override them.
    ///
    /// # Errors
    ///
    /// If LLVM has no such parameter, with LLVM's message.
    pub fn parse(parameters: &str, options: &PassOptions) -> Result<SimplifyCfg, String> {
        let mut pass = SimplifyCfg::default();
        for parameter in parameters.split(';').filter(|parameter| !parameter.is_empty()) {
            let (name, is_on) = parameter.strip_prefix("no-").map_or((parameter, true), |name| (name, false));
            if let Some(&(switch, ..)) = SWITCHES.iter().find(|row| row.1 == name) {
                pass.set(switch, is_on);
                continue;
            }
            let Some(number) = parameter.strip_prefix("bonus-inst-threshold=") else {
                return Err(format!("invalid SimplifyCFG pass parameter '{parameter}'"));
            };
            pass.bonus_inst_threshold = number
                .parse()
                .map_err(|_| format!("invalid argument to SimplifyCFG pass bonus-threshold parameter: '{number}'"))?;
        }
        for (switch, name, _) in SWITCHES {
            if let Some(is_on) = options.flag(name) {
                pass.set(switch, is_on);
            }
        }
        for (number, name) in [
            (&mut pass.bonus_inst_threshold, "bonus-inst-threshold"),
            (&mut pass.phi_folding_threshold, "phi-node-folding-threshold"),
            (&mut pass.two_entry_phi_threshold, "two-entry-phi-node-folding-threshold"),
            (&mut pass.branch_fold_threshold, "simplifycfg-branch-fold-threshold"),
            (&mut pass.hoist_skip_limit, "simplifycfg-hoist-common-skip-limit"),
            (&mut pass.small_block_size, "simplifycfg-max-small-block-size"),
            (&mut pass.max_live_blocks, "max-jump-threading-live-blocks"),
        ] {
            *number = options.number(name).unwrap_or(*number);
        }
        for (flag, name) in [
            (&mut pass.hoists_common, "simplifycfg-hoist-common"),
            (&mut pass.speculates_expensive, "speculate-one-expensive-inst"),
            (&mut pass.sinks_common, "simplifycfg-sink-common"),
            (&mut pass.hoists_stores, "simplifycfg-hoist-cond-stores"),
            (&mut pass.merges_stores, "simplifycfg-merge-cond-stores"),
        ] {
            *flag = options.flag(name).unwrap_or(*flag);
        }
        Ok(pass)
    }

    /// The mark of the last run with these parameters.
    pub(super) fn mark(&self) -> Mark {
        let bits = |bits: u64, is_on: bool| bits << 1 | u64::from(is_on);
        Mark::named("simplifycfg").with(self.switches.into_iter().fold(self.bonus_inst_threshold.into(), bits))
    }

    /// The parameters as text, all of them, as LLVM prints them.
    pub(super) fn parameters(&self) -> String {
        let mut text = format!("bonus-inst-threshold={}", self.bonus_inst_threshold);
        for (switch, name, _) in SWITCHES {
            text += if self.is_on(switch) { ";" } else { ";no-" };
            text += name;
        }
        text
    }
}
