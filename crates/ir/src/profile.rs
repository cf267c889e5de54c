//! Profile metadata ([Language Reference: `prof` Metadata](https://llvm.org/docs/LangRef.html#prof-metadata)).

use crate::context::MetadataKind;
use crate::metadata::{Metadata, MetadataRef};
use crate::module::{GlobalValue, Module};
use crate::summary::Guid;

/// The summary of the profile of a whole program: the module flag `ProfileSummary`.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileSummary {
    /// The kind of profile.
    pub kind: ProfileKind,
    /// Whether the profile covers only a part of the program.
    pub partial: bool,
    /// The cutoffs, by descending count.
    pub cutoffs: Vec<Cutoff>,
}

/// The kind of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProfileKind {
    /// `InstrProf`: counters in the program.
    Instrumentation,
    /// `CSInstrProf`: counters in the program after inlining.
    ContextSensitiveInstrumentation,
    /// `SampleProfile`: samples of the program counter.
    Sample,
}

/// The largest counts whose sum is a given fraction of the total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cutoff {
    /// The fraction, in millionths.
    pub millionths: u64,
    /// The minimum of these counts.
    pub min_count: u64,
    /// The number of these counts.
    pub counts: u64,
}

impl ProfileSummary {
    /// The minimum of the largest counts whose sum is at least this fraction of the total; `None` if the summary has no such
    /// cutoff.
    ///
    /// ```
    /// use lindworm_ir::profile::{Cutoff, ProfileKind, ProfileSummary};
    /// let cutoffs = vec![
    ///     Cutoff { millionths: 10_000, min_count: 100, counts: 1 },
    ///     Cutoff { millionths: 999_000, min_count: 5, counts: 7 },
    /// ];
    /// let summary = ProfileSummary { kind: ProfileKind::Sample, partial: false, cutoffs };
    /// assert_eq!(summary.min_count(10_001), Some(5));
    /// assert_eq!(summary.min_count(999_001), None);
    /// ```
    pub fn min_count(&self, millionths: u64) -> Option<u64> {
        let index = self.cutoffs.partition_point(|c| c.millionths < millionths);
        self.cutoffs.get(index).map(|c| c.min_count)
    }
}

/// A profiled value with its count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueCount {
    /// The value: for a function or a virtual table its [`Guid`].
    pub value: u64,
    /// The count.
    pub count: u64,
}

/// The kind of a value profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueProfileKind {
    /// The callees of an indirect call.
    IndirectCallTarget = 0,
    /// The virtual tables that a load returned.
    VirtualTable = 2,
}

/// The count of a value that was already processed.
const DONE: u64 = u64::MAX;

impl Module {
    /// The operands of a tuple; none if the node is not a tuple.
    fn operands(&self, node: Option<Metadata>) -> impl ExactSizeIterator<Item = Option<Metadata>> + Clone + '_ {
        let node = node.and_then(|node| node.as_node()).map(|node| self.metadata.node(node));
        let words = node.filter(|node| node.kind == crate::debug_info::NodeKind::Tuple).map_or(&[][..], |n| n.words);
        words.iter().map(|&word| Metadata::from_word(word))
    }

    fn metadata_string(&self, m: Option<Metadata>) -> Option<&[u8]> {
        match m?.open() {
            MetadataRef::String(s) => Some(self.metadata.string(s)),
            _ => None,
        }
    }

    fn metadata_u64(&self, m: Option<Metadata>) -> Option<u64> {
        match m?.open() {
            MetadataRef::Value(value) => self.constants.as_u64(self.metadata.value(value)),
            _ => None,
        }
    }

    /// The entry count of a function, from its `!prof`.
    pub fn entry_count(&self, function: &GlobalValue) -> Option<u64> {
        let mut operands = self.operands(attachment(function));
        let is_count = self.metadata_string(operands.next()?) == Some(b"function_entry_count");
        // The maximum stands for a function without samples: the count is unknown.
        self.metadata_u64(operands.next()?).filter(|&count| is_count && count != u64::MAX)
    }

    /// The functions that were inlined into this function when it was profiled, as listed by its `!prof`.
    pub fn imported_functions(&self, function: &GlobalValue) -> Vec<Guid> {
        let mut operands = self.operands(attachment(function));
        match self.metadata_string(operands.next().flatten()) {
            Some(b"function_entry_count") => {
                operands.skip(1).filter_map(|m| Some(Guid(self.metadata_u64(m)?))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The weights of a `!prof` of kind `branch_weights`; `None` for other kinds.
    fn weights(&self, prof: Option<Metadata>) -> Option<impl ExactSizeIterator<Item = Option<u64>> + '_> {
        let mut operands = self.operands(prof);
        (self.metadata_string(operands.next()?)? == b"branch_weights").then_some(())?;
        // The origin of the weights may precede them.
        if self.metadata_string(operands.clone().next().flatten()).is_some() {
            operands.next();
        }
        Some(operands.map(|m| self.metadata_u64(m)))
    }

    /// The branch weights of an instruction, from its `!prof`, as 32-bit values; `None` unless their number is `successors`.
    pub fn branch_weights(&self, prof: Option<Metadata>, successors: usize) -> Option<Vec<u32>> {
        let weights = self.weights(prof).filter(|w| w.len() == successors && successors > 1)?;
        weights.map(|weight| weight.map(|w| w as u32)).collect()
    }

    /// The total count of a `!prof`: the sum of the branch weights, or the total of a value profile.
    pub fn total_weight(&self, prof: Option<Metadata>) -> Option<u64> {
        if let Some(weights) = self.weights(prof) {
            return Some(weights.flatten().fold(0, u64::wrapping_add));
        }
        let mut operands = self.operands(prof);
        (operands.len() > 3 && self.metadata_string(operands.next()?)? == b"VP").then_some(())?;
        self.metadata_u64(operands.nth(1)?)
    }

    /// The profiled values of a `!prof` of that kind, at most `max`.
    pub fn value_profile(&self, prof: Option<Metadata>, kind: ValueProfileKind, max: usize) -> Vec<ValueCount> {
        let mut operands = self.operands(prof);
        let (count, name, of) = (operands.len(), operands.next().flatten(), operands.next().flatten());
        if count < 5 || self.metadata_string(name) != Some(b"VP") || self.metadata_u64(of) != Some(kind as u64) {
            return Vec::new();
        }
        operands.next();
        let mut values = Vec::new();
        while let (Some(value), Some(count)) = (operands.next(), operands.next()) {
            let (Some(value), Some(count)) = (self.metadata_u64(value), self.metadata_u64(count)) else {
                return Vec::new();
            };
            if values.len() >= max {
                break;
            }
            if count != DONE {
                values.push(ValueCount { value, count });
            }
        }
        values
    }

    /// The profile summary of the module: the flag `CSProfileSummary`, or else `ProfileSummary`. `None` if the flag is malformed.
    pub fn profile_summary(&self) -> Option<ProfileSummary> {
        let flag = self.flag(b"CSProfileSummary").or_else(|| self.flag(b"ProfileSummary"));
        let pair = |m: Option<Metadata>| {
            let mut operands = self.operands(m);
            let pair = (self.metadata_string(operands.next()?)?, operands.next()?);
            (operands.len() == 0).then_some(pair)
        };
        let mut entries = self.operands(flag);
        if !(8..=10).contains(&entries.len()) {
            return None;
        }
        let (b"ProfileFormat", format) = pair(entries.next()?)? else { return None };
        let kind = match self.metadata_string(format)? {
            b"InstrProf" => ProfileKind::Instrumentation,
            b"CSInstrProf" => ProfileKind::ContextSensitiveInstrumentation,
            b"SampleProfile" => ProfileKind::Sample,
            _ => return None,
        };
        for name in ["TotalCount", "MaxCount", "MaxInternalCount", "MaxFunctionCount", "NumCounts", "NumFunctions"] {
            let (key, value) = pair(entries.next()?)?;
            self.metadata_u64(value).filter(|_| key == name.as_bytes())?;
        }
        let mut next = pair(entries.next()?)?;
        let mut partial = false;
        if next.0 == b"IsPartialProfile" {
            partial = self.metadata_u64(next.1)? != 0;
            next = pair(entries.next()?)?;
        }
        if next.0 == b"PartialProfileRatio" {
            next = pair(entries.next()?)?;
        }
        if next.0 != b"DetailedSummary" {
            return None;
        }
        let cutoff = |m: Option<Metadata>| {
            let numbers: Vec<u64> = self.operands(m).map(|m| self.metadata_u64(m)).collect::<Option<_>>()?;
            let &[millionths, min_count, counts] = &numbers[..] else { return None };
            Some(Cutoff { millionths, min_count, counts })
        };
        let cutoffs = self.operands(next.1).map(cutoff).collect::<Option<_>>()?;
        Some(ProfileSummary { kind, partial, cutoffs })
    }

    /// The weight of a header of an irreducible loop relative to the other headers: `!irr_loop`, attached to the terminator of
    /// the header.
    pub fn loop_header_weight(&self, irr_loop: Option<Metadata>) -> Option<u64> {
        let mut operands = self.operands(irr_loop);
        let name = self.metadata_string(operands.next()?)?;
        self.metadata_u64(operands.next()?).filter(|_| name == b"loop_header_weight")
    }
}

/// The `!prof` of a function.
fn attachment(function: &GlobalValue) -> Option<Metadata> {
    function.metadata.iter().find(|(kind, _)| *kind == MetadataKind::PROF).map(|&(_, m)| m)
}
