//! How often calls are made, by profile.

use lindworm_ir::context::MetadataKind;
use lindworm_ir::profile::{ProfileKind, ProfileSummary};
use lindworm_ir::summary::Hotness;
use lindworm_ir::{Body, Inst, Module};

/// The part of all counts, in millionths, that is made up by hot code.
const HOT: u64 = 990_000;

/// The part that is made up by all but cold code.
const NOT_COLD: u64 = 999_999;

/// What counts are hot, and what cold, by the profile of the program.
pub(super) struct CallCounts<'m> {
    module: &'m Module,
    summary: Option<ProfileSummary>,
    /// Hot from here on.
    hot: Option<u64>,
    /// Cold up to here.
    cold: Option<u64>,
}

impl<'m> CallCounts<'m> {
    pub fn new(module: &'m Module) -> CallCounts<'m> {
        let summary = module.profile_summary();
        let count = |millionths| summary.as_ref().and_then(|s| s.min_count(millionths));
        CallCounts { module, hot: count(HOT), cold: count(NOT_COLD), summary }
    }

    fn is_sampled(&self) -> bool {
        self.summary.as_ref().is_some_and(|s| s.kind == ProfileKind::Sample)
    }

    /// Whether samples were taken of a part of the program only.
    pub fn is_partial(&self) -> bool {
        self.is_sampled() && self.summary.as_ref().is_some_and(|s| s.partial)
    }

    /// How often a call was made. `of_block` tells how often its block ran: where samples were taken, only the call itself says
    /// so, as the count of the function may be far from the truth.
    pub fn of_call(&self, body: &Body, call: Inst, of_block: impl FnOnce() -> Option<u64>) -> Option<u64> {
        match self.is_sampled() {
            true => self.module.total_weight(body.attachment(call, MetadataKind::PROF)),
            false => of_block(),
        }
    }

    pub fn hotness(&self, count: u64) -> Hotness {
        if self.hot.is_some_and(|hot| count >= hot) {
            Hotness::Hot
        } else if self.cold.is_some_and(|cold| count <= cold) {
            Hotness::Cold
        } else {
            Hotness::None
        }
    }
}
