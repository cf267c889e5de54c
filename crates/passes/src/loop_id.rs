//! Loop ids: the `!llvm.loop` of the branch of a latch, a list of properties
//! ([Language Reference](https://llvm.org/docs/LangRef.html#llvm-loop)).

use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::{Block, Metadata, Type};

use crate::LOOP;
use crate::pass::FunctionEdit;

/// Whether a transformation is wanted, as a loop id says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// The user forbids it, or all that are not forced.
    No,
    Forced,
    Unspecified,
}

impl FunctionEdit<'_, '_> {
    /// The id of the loop with this latch.
    pub(crate) fn loop_id(&self, latch: Block) -> Option<Metadata> {
        let body = self.editor.body();
        let id = body.attachment(body.terminator(latch)?, LOOP)?;
        let words = self.additions.metadata.node(id.as_node()?).words;
        (words.first() == Some(&id.bits())).then_some(id)
    }

    pub(crate) fn set_loop_id(&mut self, latch: Block, id: Option<Metadata>) {
        if let Some(branch) = self.editor.body().terminator(latch) {
            self.editor.set_attachment(branch, LOOP, id);
        }
    }

    /// The operands of an id, without the id itself.
    fn properties(&self, id: Metadata) -> &[u32] {
        let words = id.as_node().map(|node| self.additions.metadata.node(node).words).unwrap_or_default();
        words.get(1..).unwrap_or_default()
    }

    /// The name and the operands of a property.
    fn parts(&self, word: u32) -> Option<(&[u8], &[u32])> {
        let node = self.additions.metadata.node(Metadata::from_word(word)?.as_node()?);
        if node.kind != NodeKind::Tuple {
            return None;
        }
        let (&first, rest) = node.words.split_first()?;
        match Metadata::from_word(first)?.open() {
            MetadataRef::String(name) => Some((self.additions.metadata.string(name), rest)),
            _ => None,
        }
    }

    /// The operands of the property of this name.
    pub(crate) fn loop_property(&self, id: Option<Metadata>, name: &[u8]) -> Option<&[u32]> {
        let found = self.properties(id?).iter().filter_map(|&word| self.parts(word)).find(|(n, _)| *n == name);
        found.map(|(_, operands)| operands)
    }

    /// The number that a property of this name has.
    pub(crate) fn loop_number(&self, id: Option<Metadata>, name: &[u8]) -> Option<u64> {
        let &[word] = self.loop_property(id, name)? else { return None };
        match Metadata::from_word(word)?.open() {
            MetadataRef::Value(v) => self.editor.module().constants().as_u64(self.additions.metadata.value(v)),
            _ => None,
        }
    }

    /// Whether a property of this name is set: it is there, and not false.
    pub(crate) fn has_loop_property(&self, id: Option<Metadata>, name: &[u8]) -> bool {
        match self.loop_property(id, name) {
            Some([]) => true,
            Some(_) => self.loop_number(id, name) != Some(0),
            None => false,
        }
    }

    /// Whether the transformation whose properties start with `prefix` is wanted.
    pub(crate) fn is_wanted(&self, id: Option<Metadata>, prefix: &str) -> Wanted {
        if id.is_none() {
            return Wanted::Unspecified;
        }
        let has = |suffix: &str| self.has_loop_property(id, format!("{prefix}.{suffix}").as_bytes());
        if has("disable") {
            return Wanted::No;
        }
        match self.loop_number(id, format!("{prefix}.count").as_bytes()) {
            Some(1) => return Wanted::No,
            Some(_) => return Wanted::Forced,
            None => {}
        }
        if has("enable") || has("full") {
            return Wanted::Forced;
        }
        match self.has_loop_property(id, b"llvm.loop.disable_nonforced") {
            true => Wanted::No,
            false => Wanted::Unspecified,
        }
    }

    /// The id of a loop that a transformation made, with what the properties of these names of the old id list. `None` if there
    /// are none; an id of `None` says nothing.
    pub(crate) fn followup(&mut self, old: Option<Metadata>, names: &[&[u8]]) -> Option<Option<Metadata>> {
        let lists: Vec<&[u32]> = names.iter().filter_map(|name| self.loop_property(old, name)).collect();
        if lists.is_empty() {
            return None;
        }
        let words = lists.concat();
        Some((!words.is_empty()).then(|| self.additions.metadata.add_self_reference(&words)))
    }

    /// Replaces the properties of unrolling by one that forbids it.
    pub(crate) fn forbid_unrolling(&mut self, latch: Block) {
        let name = self.additions.metadata.add_string(b"llvm.loop.unroll.disable").bits();
        let property = self.additions.metadata.add_node(NodeKind::Tuple, false, &[name]).bits();
        self.change_loop_id(latch, |name| name.starts_with(b"llvm.loop.unroll."), property);
    }

    /// Sets the number of a property.
    pub(crate) fn set_loop_number(&mut self, latch: Block, name: &[u8], number: u64) {
        if self.loop_number(self.loop_id(latch), name) == Some(number) {
            return;
        }
        let module = self.editor.module();
        let value = module.constants().int(module.context(), Type::I32, number);
        let words = [self.additions.metadata.add_string(name).bits(), self.additions.metadata.add_value(value).bits()];
        let property = self.additions.metadata.add_node(NodeKind::Tuple, false, &words).bits();
        self.change_loop_id(latch, |other| other == name, property);
    }

    fn change_loop_id(&mut self, latch: Block, is_dropped: impl Fn(&[u8]) -> bool, added: u32) {
        let old = self.loop_id(latch);
        let words = old.map(|id| self.properties(id)).unwrap_or_default();
        let is_kept = |word: &u32| !self.parts(*word).is_some_and(|(name, _)| is_dropped(name));
        let words: Vec<u32> = words.iter().copied().filter(is_kept).chain([added]).collect();
        let id = self.additions.metadata.add_self_reference(&words);
        self.set_loop_id(latch, Some(id));
    }
}
