//! Profiles ([Language Reference: `prof` Metadata](https://llvm.org/docs/LangRef.html#prof-metadata)): how often code ran, as
//! metadata tells.

use crate::context::MetadataKind;
use crate::metadata::{Metadata, MetadataRef};
use crate::module::{GlobalValue, Module};
use crate::summary::Guid;

/// What the profile of a whole program was like: the module flag `ProfileSummary`.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileSummary {
    /// How the profile was taken.
    pub kind: ProfileKind,
    /// Whether it is of a part of the program only.
    pub partial: bool,
    /// The counts of the profile, from the greatest down.
    pub cutoffs: Vec<Cutoff>,
}

/// How a profile was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProfileKind {
    /// `InstrProf`: by counters in the program.
    Instrumentation,
    /// `CSInstrProf`: by counters in the program as it is after inlining.
    ContextSensitiveInstrumentation,
    /// `SampleProfile`: by looking now and then where the program is.
    Sample,
}

/// That the greatest counts together are that part of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cutoff {
    /// The part, in millionths.
    pub millionths: u64,
    /// The least of these counts.
    pub min_count: u64,
    /// How many they are.
    pub counts: u64,
}

impl ProfileSummary {
    /// The least of the greatest counts that together are at least that part of all; `None` if the summary does not say so much.
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

/// A value that was seen, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueCount {
    /// The value: for a function or a virtual table its [`Guid`].
    pub value: u64,
    /// How often.
    pub count: u64,
}

/// Of what there are profiles of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueProfileKind {
    /// The functions that an indirect call called.
    IndirectCallTarget = 0,
    /// The virtual tables that a load gave.
    VirtualTable = 2,
}

/// What stands as the count of a value that has been dealt with.
const DONE: u64 = u64::MAX;

impl Module {
    /// The operands of a tuple; none if it is no tuple.
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

    /// How often a function was entered, as its `!prof` says.
    pub fn entry_count(&self, function: &GlobalValue) -> Option<u64> {
        let mut operands = self.operands(attachment(function));
        let is_count = self.metadata_string(operands.next()?) == Some(b"function_entry_count");
        // Where no sample was taken, nothing is known.
        self.metadata_u64(operands.next()?).filter(|&count| is_count && count != u64::MAX)
    }

    /// The functions that were called, inlined, where a profile of a function was taken: its `!prof` lists them.
    pub fn imported_functions(&self, function: &GlobalValue) -> Vec<Guid> {
        let mut operands = self.operands(attachment(function));
        match self.metadata_string(operands.next().flatten()) {
            Some(b"function_entry_count") => {
                operands.skip(1).filter_map(|m| Some(Guid(self.metadata_u64(m)?))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The weights that a `!prof` of `branch_weights` gives: none for another one.
    fn weights(&self, prof: Option<Metadata>) -> Option<impl ExactSizeIterator<Item = Option<u64>> + '_> {
        let mut operands = self.operands(prof);
        (self.metadata_string(operands.next()?)? == b"branch_weights").then_some(())?;
        // Before the weights may stand where they are from.
        if self.metadata_string(operands.clone().next().flatten()).is_some() {
            operands.next();
        }
        Some(operands.map(|m| self.metadata_u64(m)))
    }

    /// The weights of the ways on from an instruction by its `!prof`, if there are as many; in 32 bits each.
    pub fn branch_weights(&self, prof: Option<Metadata>, successors: usize) -> Option<Vec<u32>> {
        let weights = self.weights(prof).filter(|w| w.len() == successors && successors > 1)?;
        weights.map(|weight| weight.map(|w| w as u32)).collect()
    }

    /// How often something was done, by its `!prof`: the sum of branch weights, or of how often all values were seen.
    pub fn total_weight(&self, prof: Option<Metadata>) -> Option<u64> {
        if let Some(weights) = self.weights(prof) {
            return Some(weights.flatten().fold(0, u64::wrapping_add));
        }
        let mut operands = self.operands(prof);
        (operands.len() > 3 && self.metadata_string(operands.next()?)? == b"VP").then_some(())?;
        self.metadata_u64(operands.nth(1)?)
    }

    /// The values that were seen, by a `!prof` of that kind; `max` of them at most.
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

    /// What the module says of the profile of the program: the flag `CSProfileSummary`, or else `ProfileSummary`. None if it is
    /// not laid out as it should be.
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

    /// How often the block that an instruction ends is entered from outside of the loop that it is an entry of, compared with
    /// the other entries: `!irr_loop`.
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
