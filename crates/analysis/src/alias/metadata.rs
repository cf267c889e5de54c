//! Type-based and scoped alias metadata ([Language Reference](https://llvm.org/docs/LangRef.html#tbaa-metadata)).

use lindworm_ir::Metadata;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::metadata::MetadataRef;
use smallvec::SmallVec;

use super::{AliasAnalysis, AliasTags};

/// The maximum length of a chain of types or fields.
const MAX_CHAIN: usize = 64;

/// An access of a field: `!{base type, access type, offset, constant}`.
struct AccessTag {
    base: Metadata,
    access: Metadata,
    offset: u64,
    is_constant: bool,
}

impl<'a> AliasAnalysis<'a> {
    pub(super) fn may_alias_by_tags(&self, a: &AliasTags, b: &AliasTags) -> bool {
        if self.rules.tbaa
            && let (Some(x), Some(y)) = (a.tbaa, b.tbaa)
            && !self.may_alias_by_type(x, y)
        {
            return false;
        }
        !self.rules.scoped_no_alias
            || self.may_alias_in_scopes(a.scopes, b.no_alias) && self.may_alias_in_scopes(b.scopes, a.no_alias)
    }

    /// Whether the type of an access says that the memory never changes.
    pub(super) fn is_constant_by_type(&self, tags: &AliasTags) -> bool {
        self.rules.tbaa && tags.tbaa.and_then(|tag| self.access_tag(tag)).is_some_and(|tag| tag.is_constant)
    }

    fn words(&self, node: Option<Metadata>) -> &'a [u32] {
        let node = node.and_then(Metadata::as_node).map(|node| self.module.metadata().node(node));
        node.filter(|node| node.kind == NodeKind::Tuple).map_or(&[], |node| node.words)
    }

    fn number(&self, word: Option<&u32>) -> Option<u64> {
        match Metadata::from_word(*word?)?.open() {
            MetadataRef::Value(value) => self.module.constants().as_u64(self.module.metadata().value(value)),
            _ => None,
        }
    }

    /// The parts of a tag; `None` for the newer format, which nobody emits, and for scalar tags of the oldest.
    fn access_tag(&self, tag: Metadata) -> Option<AccessTag> {
        let words = self.words(Some(tag));
        let node = |n: usize| Metadata::from_word(*words.get(n)?).filter(|m| m.as_node().is_some());
        let (base, access) = (node(0)?, node(1)?);
        // In the newer format the first operand of a type is its parent.
        let is_new = |ty| {
            self.words(Some(ty)).first().is_some_and(|&w| Metadata::from_word(w).is_some_and(|m| m.as_node().is_some()))
        };
        if is_new(access) {
            return None;
        }
        let is_constant = self.number(words.get(3)).is_some_and(|n| n & 1 != 0);
        Some(AccessTag { base, access, offset: self.number(words.get(2))?, is_constant })
    }

    /// The parent of a scalar type, or the member of a struct type at an offset, with the offset in it.
    fn member(&self, ty: Metadata, offset: u64) -> Option<(Metadata, u64)> {
        let words = self.words(Some(ty));
        if words.len() <= 3 {
            let start = self.number(words.get(2)).unwrap_or(0);
            return Some((Metadata::from_word(*words.get(1)?)?, offset.checked_sub(start)?));
        }
        let mut found = None;
        for field in words[1..].chunks_exact(2) {
            let start = self.number(field.get(1))?;
            if start > offset {
                break;
            }
            found = Some((Metadata::from_word(field[0])?, offset - start));
        }
        found
    }

    fn may_alias_by_type(&self, a: Metadata, b: Metadata) -> bool {
        if a == b {
            return true;
        }
        let known = self.cache.by_type.borrow().get(&(a, b)).copied();
        known.unwrap_or_else(|| {
            let may_alias = self.compare_types(a, b);
            self.cache.by_type.borrow_mut().insert((a, b), may_alias);
            may_alias
        })
    }

    fn compare_types(&self, a: Metadata, b: Metadata) -> bool {
        let (Some(a), Some(b)) = (self.access_tag(a), self.access_tag(b)) else { return true };
        let Some(common) = self.common_type(a.access, b.access) else { return true };
        self.may_contain(&a, &b, common).or_else(|| self.may_contain(&b, &a, common)).unwrap_or(false)
    }

    /// The chain of a scalar type's parents, the type itself first.
    fn ancestors(&self, ty: Metadata) -> impl Iterator<Item = Metadata> {
        let next = |ty: &Metadata| Metadata::from_word(*self.words(Some(*ty)).get(1)?);
        std::iter::successors(Some(ty), next).take(MAX_CHAIN)
    }

    /// The nearest common ancestor of two types; `None` if they are of different trees.
    fn common_type(&self, a: Metadata, b: Metadata) -> Option<Metadata> {
        let others: SmallVec<[Metadata; 8]> = self.ancestors(b).collect();
        self.ancestors(a).find(|ty| others.contains(ty))
    }

    /// Whether the access `base` may access the member that `member` accesses; `None` if that is not a member of the base type.
    fn may_contain(&self, base: &AccessTag, member: &AccessTag, common: Metadata) -> Option<bool> {
        if base.access == base.base && base.access == common {
            return Some(true);
        }
        let (mut ty, mut offset) = (base.base, base.offset);
        for _ in 0..MAX_CHAIN {
            if self.words(Some(ty)).len() < 2 {
                return None;
            }
            if ty == member.base {
                let is_whole = ty == base.access || member.base == member.access;
                return Some(offset == member.offset || is_whole);
            }
            (ty, offset) = self.member(ty, offset)?;
        }
        Some(true)
    }

    /// Whether an access in `scopes` may alias one that does not alias `no_alias`: it does not if, for some domain, all its
    /// scopes are in the list.
    fn may_alias_in_scopes(&self, scopes: Option<Metadata>, no_alias: Option<Metadata>) -> bool {
        if scopes.is_none() || no_alias.is_none() {
            return true;
        }
        let domain = |scope: u32| Some(*self.words(Metadata::from_word(scope)).get(1)?);
        let (scopes, excluded) = (self.words(scopes), self.words(no_alias));
        let mut domains: Vec<u32> = excluded.iter().filter_map(|&scope| domain(scope)).collect();
        domains.sort_unstable();
        domains.dedup();
        !domains.into_iter().any(|one| {
            let mut of_domain = scopes.iter().filter(|&&scope| domain(scope) == Some(one)).peekable();
            of_domain.peek().is_some() && of_domain.all(|scope| excluded.contains(scope))
        })
    }
}
