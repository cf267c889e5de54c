//! Entry ids of a summary, with forward references.

use std::collections::BTreeMap;

use lindworm_ir::hash::HashMap;
use lindworm_ir::summary::{Guid, SummaryIndex, SummaryKind};

use crate::reader::diagnostic::Diagnostic;

/// All references of a summary: a table of slots that are filled in as entries are read. Until [`References::resolve`], a
/// [`Guid`] in the index is a slot number.
#[derive(Default)]
pub struct References {
    places: Vec<Option<Guid>>,
    /// The slot of the global that an id refers to, or will refer to.
    globals: HashMap<u32, usize>,
    /// Undefined ids, with the byte offset of the first use.
    undefined_globals: BTreeMap<u32, usize>,
    undefined_aliasees: BTreeMap<u32, Forward>,
    undefined_type_ids: BTreeMap<u32, Forward>,
}

/// A forward reference to an entry.
struct Forward {
    place: usize,
    /// Byte offset of the first use.
    pos: usize,
}

/// The placeholder for the guid of a slot.
fn number(place: usize) -> Guid {
    Guid(place as u64)
}

impl References {
    fn place(&mut self, guid: Option<Guid>) -> usize {
        self.places.push(guid);
        self.places.len() - 1
    }

    /// A reference at `pos` to the global `^id`.
    pub fn global(&mut self, id: u32, pos: usize) -> Guid {
        let place = match self.globals.get(&id) {
            Some(&place) => place,
            None => {
                let place = self.place(None);
                self.globals.insert(id, place);
                self.undefined_globals.insert(id, pos);
                place
            }
        };
        number(place)
    }

    /// A reference at `pos` to the global `^id` as an aliasee. `None` if the global is known and not a definition, as
    /// determined by `is_defined`. A forward reference is checked when it is resolved.
    pub fn aliasee(&mut self, id: u32, pos: usize, is_defined: impl FnOnce(Guid) -> bool) -> Option<Guid> {
        if let Some(&place) = self.globals.get(&id)
            && let Some(guid) = self.places[place]
        {
            return is_defined(guid).then_some(number(place));
        }
        let place = match self.undefined_aliasees.get(&id) {
            Some(forward) => forward.place,
            None => {
                let place = self.place(None);
                self.undefined_aliasees.insert(id, Forward { place, pos });
                place
            }
        };
        Some(number(place))
    }

    /// Defines `^id`, also for its forward references. Aliases of it require `is_definition`.
    pub fn define_global(&mut self, id: u32, guid: Guid, is_definition: bool) {
        if let Some(Forward { place, .. }) = self.undefined_aliasees.remove(&id) {
            self.places[place] = is_definition.then_some(guid);
        }
        match self.globals.get(&id) {
            Some(&place) if self.places[place] == Some(guid) => {}
            Some(&place) if self.places[place].is_none() => {
                self.places[place] = Some(guid);
                self.undefined_globals.remove(&id);
            }
            _ => {
                let place = self.place(Some(guid));
                self.globals.insert(id, place);
            }
        }
    }

    /// A reference at `pos` to the type id `^id`. Always resolves to the next entry with that id, never to an earlier one.
    pub fn type_id(&mut self, id: u32, pos: usize) -> Guid {
        let place = match self.undefined_type_ids.get(&id) {
            Some(forward) => forward.place,
            None => {
                let place = self.place(None);
                self.undefined_type_ids.insert(id, Forward { place, pos });
                place
            }
        };
        number(place)
    }

    /// A reference to a type id without an entry.
    pub fn type_guid(&mut self, guid: Guid) -> Guid {
        number(self.place(Some(guid)))
    }

    /// Resolves all forward references to the type id `^id`.
    pub fn define_type_id(&mut self, id: u32, guid: Guid) {
        if let Some(Forward { place, .. }) = self.undefined_type_ids.remove(&id) {
            self.places[place] = Some(guid);
        }
    }

    /// Replaces the placeholders in the index.
    pub fn resolve(self, index: &mut SummaryIndex) -> Result<(), Diagnostic> {
        let undefined =
            |what: &str, id: &u32, pos: usize| Err(Diagnostic::new(pos, format!("use of undefined {what} '^{id}'")));
        if let Some((id, &pos)) = self.undefined_globals.first_key_value() {
            return undefined("summary", id, pos);
        }
        if let Some((id, forward)) = self.undefined_aliasees.first_key_value() {
            return undefined("summary", id, forward.pos);
        }
        if let Some((id, forward)) = self.undefined_type_ids.first_key_value() {
            return undefined("type id summary", id, forward.pos);
        }
        let known = |place: Guid| self.places.get(place.0 as usize).copied().flatten();
        // Aliasees that turned out not to be definitions.
        for summary in index.globals.values_mut().flat_map(|g| &mut g.summaries) {
            if let SummaryKind::Alias(aliasee) = &mut summary.kind {
                *aliasee = aliasee.filter(|&place| known(place).is_some());
            }
        }
        let mut resolve = |guid: &mut Guid| *guid = known(*guid).unwrap_or_default();
        index.for_each_global_mut(&mut resolve);
        index.for_each_type_id_mut(&mut resolve);
        Ok(())
    }
}

/// Sorts by `key`, with equal elements in the same order as LLVM: above 16 elements, the order that the introsort of GNU
/// `std::sort` produces.
pub fn sort_as_llvm<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    let depth = 2 * items.len().checked_ilog2().unwrap_or(0);
    partition(items, &key, depth);
    items.sort_by_key(key);
}

/// The introsort loop: partitions around a pivot down to ranges of 16 elements, which stay unsorted.
fn partition<T, K: Ord>(mut items: &mut [T], key: &impl Fn(&T) -> K, mut depth: u32) {
    while items.len() > 16 && depth > 0 {
        depth -= 1;
        let last = items.len() - 1;
        let middle = items.len() / 2;
        // The pivot is the median of the second, the middle and the last element. It is swapped with the first.
        let less = |i: usize, j: usize| key(&items[i]) < key(&items[j]);
        let median = match (less(1, middle), less(middle, last), less(1, last)) {
            (true, false, false) | (false, _, true) => 1,
            (true, true, _) | (false, false, false) => middle,
            (true, false, true) | (false, true, false) => last,
        };
        items.swap(0, median);
        let (mut left, mut right) = (1, items.len());
        loop {
            while key(&items[left]) < key(&items[0]) {
                left += 1;
            }
            right -= 1;
            while key(&items[0]) < key(&items[right]) {
                right -= 1;
            }
            if left >= right {
                break;
            }
            items.swap(left, right);
            left += 1;
        }
        let (first, second) = items.split_at_mut(left);
        partition(second, key, depth);
        items = first;
    }
}
