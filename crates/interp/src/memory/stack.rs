//! The stacks of threads: the objects of `alloca`s in the order of addresses.

use super::{Entry, EntryFlags, Kind, Memory, OutOfMemory, state};
use crate::limits::Footprint;
use crate::value::{Provenance, Reg, Site};

/// A thread's stack, which grows upwards.
pub(crate) struct Stack {
    block: Provenance,
    base: u64,
    top: u64,
    end: u64,
    /// The objects on the stack, lowest address first.
    entries: Vec<Provenance>,
}

impl Stack {
    pub(super) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.entries);
    }
}

/// The fill level of a stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StackMark {
    top: u64,
    entries: u32,
}

impl StackMark {
    /// Whether an address is beyond the fill level at the mark.
    pub(crate) fn is_below(self, address: u64) -> bool {
        self.top <= address
    }
}

impl Memory {
    /// Allocates a stack of `size` bytes and returns its number.
    pub(crate) fn new_stack(&mut self, size: u64) -> Result<usize, OutOfMemory> {
        // Pushing an object makes its memory undef.
        let (block, _) = self.reserve(Kind::Machine, size, 16, Site::default())?;
        // The block is not found by address; its objects are.
        self.by_address.remove(&block.bits);
        let stack = Stack {
            block: block.meta.provenance(),
            base: block.bits,
            top: block.bits,
            end: block.bits + size,
            entries: Vec::new(),
        };
        match self.stacks.iter().position(Option::is_none) {
            Some(free) => {
                self.stacks[free] = Some(stack);
                Ok(free)
            }
            None => {
                self.stacks.push(Some(stack));
                Ok(self.stacks.len() - 1)
            }
        }
    }

    /// Frees a stack and all objects on it.
    pub(crate) fn drop_stack(&mut self, stack: usize, site: Site) {
        self.pop_stack(stack, StackMark::default(), site);
        if let Some(stack) = self.stacks[stack].take() {
            self.by_address.insert(stack.base, stack.block.slot());
            self.free(stack.block, site);
        }
    }

    /// The current fill level of a stack.
    #[inline]
    pub(crate) fn stack_mark(&self, stack: usize) -> StackMark {
        self.stacks[stack]
            .as_ref()
            .map_or(StackMark::default(), |s| StackMark { top: s.top, entries: s.entries.len() as u32 })
    }

    /// The address of the end of a stack's contents.
    pub(crate) fn stack_top(&self, stack: usize) -> u64 {
        self.stacks[stack].as_ref().map_or(0, |s| s.top)
    }

    /// The topmost object of a stack.
    pub(crate) fn last_on_stack(&self, stack: usize) -> Option<Provenance> {
        self.stacks[stack].as_ref()?.entries.last().copied()
    }

    /// Pops the topmost object of a stack.
    pub(crate) fn pop_last(&mut self, stack: usize, site: Site) {
        let Some(s) = self.stacks[stack].as_ref() else { return };
        if let Some(last) = s.entries.last()
            && let Some(entry) = self.entry(*last)
        {
            let mark = StackMark { top: entry.base, entries: s.entries.len() as u32 - 1 };
            self.pop_stack(stack, mark, site);
        }
    }

    /// The base address and the size of a stack.
    pub(crate) fn stack_block(&self, stack: usize) -> (u64, u64) {
        self.stacks[stack].as_ref().map_or((0, 0), |s| (s.base, s.end - s.base))
    }

    /// The objects pushed since `mark`, lowest address first.
    pub(crate) fn stack_objects(&self, stack: usize, mark: StackMark) -> &[Provenance] {
        let entries = self.stacks[stack].as_ref().map_or(&[][..], |s| &s.entries);
        entries.get(mark.entries as usize..).unwrap_or_default()
    }

    /// Whether an address is in the memory of a stack.
    pub(crate) fn is_on_stack(&self, stack: usize, address: u64) -> bool {
        self.stacks[stack].as_ref().is_some_and(|s| (s.base..s.end).contains(&address))
    }

    /// The number of bytes left on a stack.
    pub(crate) fn stack_room(&self, stack: usize) -> u64 {
        self.stacks[stack].as_ref().map_or(0, |s| s.end - s.top)
    }

    /// Pushes an undef object; `None` if the stack is full.
    #[inline]
    pub(crate) fn push_stack(&mut self, stack: usize, kind: Kind, size: u64, align: u64, site: Site) -> Option<Reg> {
        let s = self.stacks[stack].as_ref()?;
        // An odd multiple of the alignment, so that a program that relies on a larger alignment is detected.
        let address = (s.top.checked_add(3 * align - 1)? & !(2 * align - 1)) - align;
        // One byte of padding, so that the end of an object is not the start of the next one.
        let top = address.checked_add(size)?.checked_add(1)?;
        if top > s.end {
            return None;
        }
        self.set_states(address, size, state::UNDEF);
        let align_log2 = align.trailing_zeros() as u8;
        let provenance = self.add_entry(Entry { base: address, size, kind, align_log2, ..Entry::NOTHING }, site);
        if let Some(s) = self.stacks[stack].as_mut() {
            s.top = top;
            s.entries.push(provenance);
        }
        Some(Reg::pointer(address, provenance))
    }

    /// Pops all objects pushed since `mark`.
    #[inline]
    pub(crate) fn pop_stack(&mut self, stack: usize, mark: StackMark, site: Site) {
        while let Some(s) = self.stacks[stack].as_mut()
            && s.entries.len() > mark.entries as usize
            && let Some(provenance) = s.entries.pop()
        {
            s.top = mark.top.max(s.base);
            self.end_entry(provenance, site);
        }
    }

    /// Begins the lifetime of a stack object, with undef contents, or ends it.
    pub(crate) fn set_alive(&mut self, provenance: Provenance, alive: bool) {
        let Some(&Entry { base, size, .. }) = self.entry(provenance).filter(|e| e.kind == Kind::Stack) else { return };
        if alive {
            self.set_states(base, size, state::UNDEF);
        }
        self.set_flags(provenance, EntryFlags::OUT_OF_LIFETIME, !alive);
    }

    /// Makes the objects between two marks inaccessible, or accessible again.
    pub(crate) fn hide_stack(&mut self, stack: usize, from: StackMark, to: StackMark, hidden: bool) {
        for i in from.entries..to.entries {
            let Some(&object) = self.stacks[stack].as_ref().and_then(|s| s.entries.get(i as usize)) else { return };
            self.set_flags(object, EntryFlags::HIDDEN, hidden);
        }
    }

    /// The live stack object that contains `address` or ends there.
    pub(crate) fn stack_allocation_at(&self, address: u64) -> Option<Provenance> {
        let stack = self.stacks.iter().flatten().find(|s| (s.base..s.end).contains(&address))?;
        let index =
            stack.entries.partition_point(|&p| self.entry(p).is_none_or(|e| e.base <= address)).checked_sub(1)?;
        let found = stack.entries[index];
        self.entry(found).filter(|e| address - e.base <= e.size).map(|_| found)
    }
}
