//! Data race detection. Two accesses to the same memory race if at least one writes and neither happens before the other.
//!
//! For each byte that was accessed since the second thread was created, a cell holds the last store and the last loads. Atomic
//! accesses are recorded separately in [`Atomic`].

use lindworm_ir::hash::HashMap;
use smallvec::SmallVec;

use super::clock::{Clock, Moment};
use crate::limits::Footprint;
use crate::stop::Note;
use crate::ub::{self, concurrency as kinds};
use crate::value::Site;

/// The access history of a byte.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// The last non-atomic store.
    store: Moment,
    /// The non-atomic loads since the store: one moment, or the number of a set of moments.
    load: Moment,
    /// The sites of the accesses, as numbers of [`Sites`].
    store_site: u32,
    load_site: u32,
}

/// A flag in [`Cell::store_site`]: the store raced with another store, so that the value is undetermined.
const CONTESTED: u32 = 1 << 31;

/// The number of bytes that a page of cells covers.
const PAGE: u64 = 1024;
/// The maximum number of pages, and the fraction of the memory limit for pages. Beyond it the history is cleared: races may be
/// missed, but there are no false reports.
const MAX_PAGES: usize = 1 << 15;
const SHARE: u64 = 8;

/// The cells of a page.
#[derive(Default)]
struct Page {
    /// The common cell of all bytes, unless `each` is set.
    all: Cell,
    each: Option<Box<[Cell; PAGE as usize]>>,
}

/// A range of a page.
struct Part {
    page: usize,
    cells: std::ops::Range<usize>,
    /// The address of the first byte.
    address: u64,
}

impl Page {
    /// The cells of a part; a single cell if the page has a common cell.
    fn cells(&self, part: &Part) -> &[Cell] {
        match &self.each {
            Some(each) => &each[part.cells.clone()],
            None => std::slice::from_ref(&self.all),
        }
    }

    /// The cells of a part, mutable; a single cell if the part is the whole page and the page has a common cell.
    fn cells_mut(&mut self, part: &Part) -> &mut [Cell] {
        if self.each.is_none() && part.cells.len() == PAGE as usize {
            return std::slice::from_mut(&mut self.all);
        }
        let all = self.all;
        &mut self.each.get_or_insert_with(|| Box::new([all; PAGE as usize]))[part.cells.clone()]
    }
}

/// Interned sets of concurrent loads.
#[derive(Default)]
struct Sets {
    sets: Vec<Box<[Moment]>>,
    numbers: HashMap<Box<[Moment]>, u32>,
    /// The total number of moments in all sets.
    moments: usize,
}

impl Sets {
    /// The loads of a cell.
    fn loads<'a>(&'a self, load: &'a Moment) -> &'a [Moment] {
        match load.as_index() {
            Some(index) => &self.sets[index as usize],
            None if *load == Moment::NONE => &[],
            None => std::slice::from_ref(load),
        }
    }

    /// Adds a load to the loads of a cell, and removes those that happen before it.
    fn with(&mut self, loads: Moment, clock: &Clock, now: Moment) -> Moment {
        let mut set: Vec<Moment> = self.loads(&loads).iter().copied().filter(|&load| !clock.knows(load)).collect();
        if set.is_empty() {
            return now;
        }
        set.push(now);
        set.sort_by_key(|moment| moment.slot());
        Moment::index(self.number(set.into()))
    }

    fn number(&mut self, set: Box<[Moment]>) -> u32 {
        if let Some(&number) = self.numbers.get(&set) {
            return number;
        }
        let number = self.sets.len() as u32;
        self.moments += set.len();
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    /// Whether the sets of one more access might exceed the limit in bytes.
    fn is_full(&self, limit: u64) -> bool {
        self.sets.len() as u32 >= Moment::MAX_INDEX / 2 || self.bytes() > limit
    }

    fn bytes(&self) -> u64 {
        /// The overhead of a set, which is stored twice and in a hash table.
        const EACH: usize = 80;
        (self.sets.len() * EACH + self.moments * 2 * size_of::<Moment>()) as u64
    }
}

/// Interned sites of accesses.
#[derive(Default)]
struct Sites {
    sites: Vec<Site>,
    numbers: HashMap<Site, u32>,
    last: Option<(Site, u32)>,
}

impl Sites {
    fn number(&mut self, site: Site) -> u32 {
        if let Some((last, number)) = self.last
            && last == site
        {
            return number;
        }
        let sites = &mut self.sites;
        let number = *self.numbers.entry(site).or_insert_with(|| {
            sites.push(site);
            sites.len() as u32 - 1
        });
        self.last = Some((site, number));
        number
    }
}

/// The history of atomic accesses to a range of bytes.
#[derive(Clone, Default)]
struct Atomic {
    address: u64,
    len: u64,
    loads: Clock,
    stores: Clock,
    site: u32,
    /// The clock that an acquire load of the current value joins.
    released: Clock,
}

/// The role of an access in race detection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// A non-atomic access.
    Plain,
    /// An atomic access.
    Atomic,
    /// An access that does not take part in races: a volatile load, or an access by the machine itself.
    Apart,
}

/// The access history of all memory.
#[derive(Default)]
pub(crate) struct Races {
    /// The limit in bytes of the pages, and of the sets.
    limit: u64,
    /// Whether racing stores make the memory undef.
    contests: bool,
    pages: Vec<Page>,
    /// The page of each address range, by the address divided by [`PAGE`].
    index: HashMap<u64, u32>,
    /// The entry of `index` that was used last.
    last: Option<(u64, u32)>,
    sets: Sets,
    sites: Sites,
    /// The number of the history of atomic accesses, by address of each byte.
    atomic_bytes: HashMap<u64, u32>,
    atomics: Vec<Atomic>,
    free_atomics: Vec<u32>,
}

/// A detected race.
pub(crate) struct Race {
    pub(crate) kind: &'static ub::Kind,
    /// The address of the first raced byte.
    pub(crate) address: u64,
    /// The site of the other access.
    pub(crate) other: Note,
    /// The slot of the thread of the other access.
    pub(crate) slot: usize,
}

/// The thread, the time and the site of an access.
#[derive(Clone, Copy)]
pub(crate) struct Actor<'a> {
    pub(crate) clock: &'a Clock,
    pub(crate) slot: usize,
    pub(crate) site: Site,
}

impl Races {
    /// For a program with this memory limit.
    pub(super) fn new(limit: u64, contests: bool) -> Races {
        Races { limit: limit / SHARE, contests, ..Races::default() }
    }

    pub(crate) fn footprint(&self, all: &mut Footprint) {
        let Races { limit: _, contests: _, pages, index, last: _, sets, sites, atomic_bytes, atomics, free_atomics } =
            self;
        all.add(pages);
        all.each(pages, |all, page| all.add(&page.each));
        all.add(index);
        all.add_bytes(sets.bytes());
        all.add(&sites.sites);
        all.add(&sites.numbers);
        all.add(atomic_bytes);
        all.add(atomics);
        all.each(atomics, |all, atomic| {
            [&atomic.loads, &atomic.stores, &atomic.released].into_iter().for_each(|clock| clock.footprint(all));
        });
        all.add(free_atomics);
    }

    /// The maximum number of pages.
    fn max_pages(&self) -> usize {
        MAX_PAGES.min((self.limit / size_of::<[Cell; PAGE as usize]>() as u64) as usize)
    }

    /// Records a non-atomic access. Returns the race with an earlier access, if any.
    pub(crate) fn access(&mut self, actor: Actor<'_>, address: u64, len: u64, stores: bool) -> Option<Race> {
        let race = self.plain_race(actor, address, len, stores);
        let atomic = self.atomic_race(actor, address, len, stores);
        // A racing atomic store may still take effect later.
        let contested = if self.contests && atomic.is_some() { CONTESTED } else { 0 };
        let race = race.or(atomic);
        if self.sets.is_full(self.limit)
            || self.pages.len() + (len / PAGE) as usize > self.max_pages() && !self.pages.is_empty()
        {
            self.forget_all();
        }
        let (now, site) = (actor.clock.now(actor.slot), self.sites.number(actor.site));
        for part in self.parts(address, len, true) {
            for cell in self.pages[part.page].cells_mut(&part) {
                if stores {
                    let races = self.contests && !actor.clock.knows(cell.store);
                    let store_site = site | contested | if races { CONTESTED } else { 0 };
                    *cell = Cell { store: now, load: Moment::NONE, store_site, load_site: 0 };
                } else if cell.load != now {
                    cell.load = self.sets.with(cell.load, actor.clock, now);
                    cell.load_site = site;
                }
            }
        }
        if stores {
            self.forget_atomics(address, len);
        }
        race
    }

    /// The race of an access with earlier non-atomic accesses.
    fn plain_race(&mut self, actor: Actor<'_>, address: u64, len: u64, stores: bool) -> Option<Race> {
        let clock = actor.clock;
        for part in self.parts(address, len, false) {
            for (i, cell) in self.pages[part.page].cells(&part).iter().enumerate() {
                let here = part.address + i as u64;
                if !clock.knows(cell.store) {
                    let kind = if stores { &kinds::RACE_OF_STORES } else { &kinds::RACE_OF_LOAD_AND_STORE };
                    return Some(self.race(kind, here, "the store", cell.store_site, cell.store.slot()));
                }
                if !stores && cell.store_site & CONTESTED != 0 {
                    let kind = &kinds::RACE_OF_STORES;
                    return Some(self.race(kind, here, "one of two racing stores", cell.store_site, cell.store.slot()));
                }
                if stores
                    && cell.load != Moment::NONE
                    && let Some(load) = self.sets.loads(&cell.load).iter().find(|&&load| !clock.knows(load))
                {
                    let kind = &kinds::RACE_OF_LOAD_AND_STORE;
                    return Some(self.race(kind, here, "the load", cell.load_site, load.slot()));
                }
            }
        }
        None
    }

    fn race(&self, kind: &'static ub::Kind, address: u64, what: &str, site: u32, slot: usize) -> Race {
        let site = self.sites.sites.get((site & !CONTESTED) as usize).copied();
        Race { kind, address, other: Note::new(what, site), slot }
    }

    /// The race of a non-atomic access with earlier atomic accesses.
    fn atomic_race(&self, actor: Actor<'_>, address: u64, len: u64, stores: bool) -> Option<Race> {
        if self.atomic_bytes.is_empty() {
            return None;
        }
        (address..address + len).find_map(|byte| {
            let atomic = &self.atomics[*self.atomic_bytes.get(&byte)? as usize];
            let unknown = atomic.stores.unknown_to(actor.clock);
            let unknown = unknown.or_else(|| atomic.loads.unknown_to(actor.clock).filter(|_| stores))?;
            Some(self.race(&kinds::RACE_WITH_ATOMIC, byte, "an atomic access", atomic.site, unknown))
        })
    }

    /// Records an atomic access. Returns the race with an earlier access, if any.
    pub(super) fn atomic_access(&mut self, actor: Actor<'_>, address: u64, len: u64, stores: bool) -> Option<Race> {
        let mut race = self.plain_race(actor, address, len, stores);
        if let Some(race) = &mut race {
            race.kind = &kinds::RACE_WITH_ATOMIC;
        }
        if stores && self.contests {
            for part in self.parts(address, len, false) {
                for cell in self.pages[part.page].cells_mut(&part) {
                    let races = !actor.clock.knows(cell.store);
                    cell.store_site = cell.store_site & !CONTESTED | if races { CONTESTED } else { 0 };
                }
            }
        }
        let site = self.sites.number(actor.site);
        let number = self.atomic(address, len);
        let atomic = &mut self.atomics[number as usize];
        let now = actor.clock.now(actor.slot);
        if stores {
            atomic.stores.note(now)
        } else {
            atomic.loads.note(now)
        }
        atomic.site = site;
        race
    }

    /// The clock that an acquire load of these bytes joins.
    pub(super) fn released(&mut self, address: u64, len: u64) -> &mut Clock {
        let number = self.atomic(address, len);
        &mut self.atomics[number as usize].released
    }

    /// The number of the history of atomic accesses to a range. Histories of overlapping ranges are merged into it.
    fn atomic(&mut self, address: u64, len: u64) -> u32 {
        if let Some(&number) = self.atomic_bytes.get(&address)
            && (self.atomics[number as usize].address, self.atomics[number as usize].len) == (address, len)
        {
            return number;
        }
        let mut new = Atomic { address, len, ..Atomic::default() };
        for byte in address..address + len {
            if let Some(&number) = self.atomic_bytes.get(&byte) {
                let old = self.atomics[number as usize].clone();
                self.drop_atomic(number);
                new.loads.join(&old.loads);
                new.stores.join(&old.stores);
                new.released.join(&old.released);
                new.address = new.address.min(old.address);
                new.len = (old.address + old.len).max(address + len) - new.address;
            }
        }
        let bytes = new.address..new.address + new.len;
        let number = match self.free_atomics.pop() {
            Some(free) => {
                self.atomics[free as usize] = new;
                free
            }
            None => {
                self.atomics.push(new);
                self.atomics.len() as u32 - 1
            }
        };
        self.atomic_bytes.extend(bytes.map(|byte| (byte, number)));
        number
    }

    fn drop_atomic(&mut self, number: u32) {
        let Atomic { address, len, .. } = std::mem::take(&mut self.atomics[number as usize]);
        for byte in address..address + len {
            if self.atomic_bytes.get(&byte) == Some(&number) {
                self.atomic_bytes.remove(&byte);
            }
        }
        self.free_atomics.push(number);
    }

    /// Clears the history of atomic accesses to a range, after a store that they all happen before, or after a race.
    fn forget_atomics(&mut self, address: u64, len: u64) {
        if self.atomic_bytes.is_empty() {
            return;
        }
        if len > self.atomics.len() as u64 {
            let numbers: Vec<u32> = (0..)
                .zip(&self.atomics)
                .filter(|(_, a)| a.len > 0 && a.address < address + len && address < a.address + a.len)
                .map(|(number, _)| number)
                .collect();
            numbers.into_iter().for_each(|number| self.drop_atomic(number));
            return;
        }
        for byte in address..address + len {
            if let Some(&number) = self.atomic_bytes.get(&byte) {
                self.drop_atomic(number);
            }
        }
    }

    /// The memory is freed: returns the race with an earlier access, and clears the history.
    pub(crate) fn end(&mut self, actor: Actor<'_>, address: u64, len: u64) -> Option<Race> {
        let race = self.plain_race(actor, address, len, true).or_else(|| match len > self.atomics.len() as u64 {
            // For a large object it is cheaper to go through the atomic histories than through the bytes.
            true => {
                let atomic = self.atomics.iter().find(|a| {
                    a.len > 0
                        && (address..address + len).contains(&a.address)
                        && a.stores.unknown_to(actor.clock).is_some()
                })?;
                self.atomic_race(actor, atomic.address, atomic.len, true)
            }
            false => self.atomic_race(actor, address, len, true),
        });
        self.forget(address, len);
        race.map(|race| Race { kind: &kinds::RACE_WITH_FREE, ..race })
    }

    /// Clears the history of a range.
    pub(crate) fn forget(&mut self, address: u64, len: u64) {
        self.forget_atomics(address, len);
        for part in self.parts(address, len, false) {
            self.pages[part.page].cells_mut(&part).fill(Cell::default());
        }
    }

    /// Clears the history of all accesses and all released clocks.
    pub(super) fn forget_order(&mut self) {
        *self = Races { limit: self.limit, contests: self.contests, ..Races::default() };
    }

    /// Clears the history of all accesses.
    pub(crate) fn forget_all(&mut self) {
        (self.pages, self.index, self.last, self.sets) = Default::default();
    }

    /// The parts of pages that cover a range. Missing pages are created if `make`, otherwise skipped.
    fn parts(&mut self, address: u64, len: u64, make: bool) -> SmallVec<[Part; 2]> {
        let end = address + len;
        let mut parts = SmallVec::new();
        if !make && len / PAGE > self.index.len() as u64 {
            // For a large object it is cheaper to go through the existing pages.
            for (&number, &page) in &self.index {
                let (from, to) = ((number * PAGE).max(address), ((number + 1) * PAGE).min(end));
                if from < to {
                    let cells = (from % PAGE) as usize..((to - 1) % PAGE) as usize + 1;
                    parts.push(Part { page: page as usize, cells, address: from });
                }
            }
            parts.sort_unstable_by_key(|part: &Part| part.address);
            return parts;
        }
        let mut at = address;
        while at < end {
            let next = ((at / PAGE + 1) * PAGE).min(end);
            if let Some(page) = self.page(at / PAGE, make) {
                let cells = (at % PAGE) as usize..((next - 1) % PAGE) as usize + 1;
                parts.push(Part { page, cells, address: at });
            }
            at = next;
        }
        parts
    }

    fn page(&mut self, number: u64, make: bool) -> Option<usize> {
        if let Some((last, page)) = self.last
            && last == number
        {
            return Some(page as usize);
        }
        let page = match self.index.get(&number) {
            Some(&page) => page,
            None if !make => return None,
            None => {
                self.pages.push(Page::default());
                self.index.insert(number, self.pages.len() as u32 - 1);
                self.pages.len() as u32 - 1
            }
        };
        self.last = Some((number, page));
        Some(page as usize)
    }
}
