//! Hotness of calls, from profile data.

use lindworm_ir::context::MetadataKind;
use lindworm_ir::profile::{ProfileKind, ProfileSummary};
use lindworm_ir::summary::Hotness;
use lindworm_ir::{Body, Inst, Module};

/// The fraction of the total count, in millionths, that hot code makes up.
const HOT: u64 = 990_000;

/// The fraction that all but cold code makes up.
const NOT_COLD: u64 = 999_999;

/// The thresholds of hot and cold counts, from the profile summary of the program.
pub(super) struct CallCounts<'m> {
    module: &'m Module,
    summary: Option<ProfileSummary>,
    /// The minimum hot count.
    hot: Option<u64>,
    /// The maximum cold count.
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

    /// Whether the profile is a sample profile of a part of the program.
    pub fn is_partial(&self) -> bool {
        self.is_sampled() && self.summary.as_ref().is_some_and(|s| s.partial)
    }

    /// The count of a call. `of_block` returns the count of its block. For sample profiles only the annotation of the call itself
    /// is used, because the function's count may be far off.
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
