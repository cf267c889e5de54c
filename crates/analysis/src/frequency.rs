//! Block frequencies: how often the blocks of a function run relative to each other, by profile data, or by heuristics where
//! there is none.
//!
//! The mass that enters a block is distributed to its successors by branch probability; a loop, as one node, runs as often as
//! needed for all entering mass to leave. The numbers are bit-identical to LLVM's `BlockFrequencyInfo`, because summaries depend
//! on them.

use cranelift_entity::EntityRef;
use lindworm_ir::{Block, Body, Module};

use self::mass::Distribution;
pub use self::probability::BranchProbabilities;
pub use self::scaled::Scaled;
use crate::cfg::refill;
use crate::{Cfg, DominatorTree, Loops};

mod components;
mod irreducible;
mod mass;
mod probability;
mod scaled;
mod weights;

/// The frequency of each block of a function.
///
/// ```
/// use lindworm_analysis::BlockFrequencies;
/// use lindworm_ir::builder::Builder;
/// use lindworm_ir::{Body, Context, Module, Type, Value};
///
/// let module = Module::new(&Context::new(), "m");
/// let mut body = Body::new(&[Type::I1]);
/// let [entry, then, done] = [(); 3].map(|()| {
///     let block = body.create_block();
///     body.append_block(block);
///     block
/// });
/// let mut builder = Builder::new(&module, &mut body);
/// builder.at_end(entry).cond_br(Value::arg(0), then, done)?;
/// builder.at_end(then).br(done)?;
/// builder.at_end(done).ret(None)?;
///
/// let frequencies = BlockFrequencies::new(&module, &body);
/// assert_eq!(frequencies.of(then) * 2, frequencies.of(entry));
/// assert_eq!(frequencies.of(done), frequencies.of(entry));
/// # Ok::<(), lindworm_ir::builder::BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BlockFrequencies {
    /// The frequency of each block, by its index.
    frequencies: Vec<u64>,
    entry: u64,
}

impl BlockFrequencies {
    /// Computes the frequencies of the blocks of a function.
    pub fn new(module: &Module, body: &Body) -> BlockFrequencies {
        BlockFrequencies::with_exact(module, body).0
    }

    /// Computes the frequencies of the blocks of a function, and those of the reachable blocks in reverse postorder before they are
    /// scaled to integers: that of the entry is 1.
    pub fn with_exact(module: &Module, body: &Body) -> (BlockFrequencies, Vec<(Block, Scaled)>) {
        let cfg = Cfg::new(body);
        let dominators = DominatorTree::new(&cfg);
        let loops = Loops::new(&cfg, &dominators);
        let probabilities = BranchProbabilities::new(module, body, &cfg, &dominators, &loops);
        let scaled = Distribution::new(module, body, &cfg, &loops, &probabilities).frequencies();
        // The maximum gets 54 bits, so that sums of several frequencies do not overflow.
        let greatest = scaled.iter().copied().max().unwrap_or(Scaled::ONE);
        let factor = Scaled::new(1, 54).div(greatest);
        let mut frequencies = Vec::new();
        refill(&mut frequencies, body.block_count(), 0);
        let exact: Vec<(Block, Scaled)> = cfg.reverse_postorder().iter().copied().zip(scaled).collect();
        for (block, scaled) in &exact {
            frequencies[block.index()] = scaled.mul(factor).to_u64().max(1);
        }
        let entry = cfg.entry().map_or(0, |entry| frequencies[entry.index()]);
        (BlockFrequencies { frequencies, entry }, exact)
    }

    /// The frequency of a block; 0 if it is unreachable.
    pub fn of(&self, block: Block) -> u64 {
        self.frequencies.get(block.index()).copied().unwrap_or(0)
    }

    /// The frequency of the entry, on the same scale.
    pub fn entry(&self) -> u64 {
        self.entry
    }

    /// The execution count of a block, for a given entry count of the function.
    pub fn count(&self, block: Block, entry_count: u64) -> u64 {
        let Some(half) = (self.entry != 0).then_some(u128::from(self.entry / 2)) else { return 0 };
        let product = u128::from(entry_count) * u128::from(self.of(block));
        u64::try_from((product + half) / u128::from(self.entry)).unwrap_or(u64::MAX)
    }

    /// The frequency of a block relative to the function's entry, in units of 2^-8.
    pub fn relative(&self, block: Block) -> u64 {
        Scaled::new(self.of(block), 8).div(Scaled::new(self.entry, 0)).to_u64()
    }
}
