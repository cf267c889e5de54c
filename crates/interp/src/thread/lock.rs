//! Locks and other things of the program's that threads wait for: who has them, by their addresses. In the program's memory
//! is only what says that they were initialized, as the C library has it there.

use lindworm_ir::hash::HashMap;

use super::{Clock, Manner};
use crate::limits::Footprint;
use crate::memory::{Memory, Target, state};
use crate::run::memory::Access;
use crate::state::State;
use crate::stop::Stop;
use crate::ub::library as kinds;
use crate::value::{Provenance, Reg};

/// All of them.
#[derive(Default)]
pub(crate) struct Locks {
    objects: HashMap<u64, Object>,
}

/// One of them.
struct Object {
    /// What it lies in: another object may be there later.
    provenance: Provenance,
    lock: Lock,
    /// What those know who gave it back or told of it.
    released: Clock,
}

/// What it is, and who has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    /// A mutex or spin lock: by the number of the thread that has it, and how often.
    Mutex { kind: MutexKind, owner: Option<u64>, count: u32 },
    /// A lock for readers and writers, who have it how often.
    ReadWrite { writer: Option<u64>, readers: HashMap<u64, u32> },
    /// A condition variable, and the mutex that those have who wait for it.
    Condition { mutex: u64 },
    /// A barrier, at which so many are to wait, so many do, and which was passed so often.
    Barrier { count: u64, waiting: u64, passed: u32 },
    /// A semaphore.
    Semaphore { value: u64 },
    /// Something that is done once, and by which thread, in a call by the frame of that depth.
    Once { by: u64, depth: usize },
}

/// What a thread may do with a mutex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum MutexKind {
    #[default]
    Normal,
    Recursive,
    ErrorCheck,
}

impl MutexKind {
    /// Of the number that the C library has for it.
    pub(crate) fn of(number: u32) -> Option<MutexKind> {
        match number & 0x7f {
            0 | 3 => Some(MutexKind::Normal),
            1 => Some(MutexKind::Recursive),
            2 => Some(MutexKind::ErrorCheck),
            _ => None,
        }
    }
}

/// A sort of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Mutex,
    Spin,
    ReadWrite,
    Condition,
    Barrier,
    Semaphore,
    Once,
}

impl Sort {
    /// Its bytes, with pointers of eight bytes and of four.
    fn size(self, pointer: u64) -> u64 {
        let (wide, narrow) = match self {
            Sort::Mutex => (40, 24),
            Sort::Spin | Sort::Once => (4, 4),
            Sort::ReadWrite => (56, 32),
            Sort::Condition => (48, 48),
            Sort::Barrier => (32, 20),
            Sort::Semaphore => (32, 16),
        };
        if pointer == 8 { wide } else { narrow }
    }

    fn is(self, lock: &Lock) -> bool {
        match lock {
            Lock::Mutex { .. } => matches!(self, Sort::Mutex | Sort::Spin),
            Lock::ReadWrite { .. } => self == Sort::ReadWrite,
            Lock::Condition { .. } => self == Sort::Condition,
            Lock::Barrier { .. } => self == Sort::Barrier,
            Lock::Semaphore { .. } => self == Sort::Semaphore,
            Lock::Once { .. } => self == Sort::Once,
        }
    }

    /// What it is where the program initialized it by zeros rather than by a call; none if that is not allowed.
    fn of_zeros(self, kind: u32) -> Option<Lock> {
        match self {
            Sort::Mutex => Some(Lock::Mutex { kind: MutexKind::of(kind)?, owner: None, count: 0 }),
            Sort::Spin => Some(Lock::Mutex { kind: MutexKind::Normal, owner: None, count: 0 }),
            Sort::ReadWrite => Some(Lock::ReadWrite { writer: None, readers: HashMap::default() }),
            Sort::Condition => Some(Lock::Condition { mutex: 0 }),
            Sort::Barrier | Sort::Semaphore | Sort::Once => None,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Sort::Mutex => "mutex",
            Sort::Spin => "spin lock",
            Sort::ReadWrite => "read-write lock",
            Sort::Condition => "condition variable",
            Sort::Barrier => "barrier",
            Sort::Semaphore => "semaphore",
            Sort::Once => "control",
        }
    }
}

/// Where the kind of a mutex is in it.
fn kind_at(pointer: u64) -> usize {
    if pointer == 8 { 16 } else { 12 }
}

impl Locks {
    pub(super) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.objects);
        all.each(self.objects.values(), |all, object| {
            if let Lock::ReadWrite { readers, .. } = &object.lock {
                all.add(readers);
            }
            object.released.footprint(all);
        });
    }

    /// Forgets what those know who gave locks back.
    pub(super) fn forget_order(&mut self) {
        self.objects.values_mut().for_each(|object| object.released = Clock::default());
    }
}

impl Lock {
    /// Whether somebody has it.
    fn is_held(&self) -> bool {
        match self {
            Lock::Mutex { owner, .. } => owner.is_some(),
            Lock::ReadWrite { writer, readers } => writer.is_some() || !readers.is_empty(),
            Lock::Barrier { waiting, .. } => *waiting > 0,
            _ => false,
        }
    }
}

/// The memory of an object, and its bytes if they are in the arena and all defined.
type Content = (Provenance, Option<Vec<u8>>);

impl State {
    /// The memory of an object, and its bytes if they are in the arena and all defined.
    fn lock_memory(&mut self, pointer: Reg, sort: Sort) -> Result<Option<Content>, Stop> {
        let size = sort.size(self.memory.pointer_bytes());
        Ok(match self.access_as(pointer, 0, size, 4, Access::Store, Manner::Apart)? {
            Some(Target::Arena(place, provenance)) => {
                let plain = |&s: &u8| s != state::UNDEF && s != state::POISON && s != state::PARTLY_UNDEF;
                let defined = self.memory.states(place, size).iter().all(plain);
                let bytes = defined.then(|| self.memory.bytes(place, size).to_vec());
                Some((self.memory.allocation(provenance), bytes))
            }
            Some(Target::Foreign(_)) => Some((Provenance::FOREIGN, Some(vec![0; size as usize]))),
            None => None,
        })
    }

    /// The object at a pointer; none if there is none and the program goes on all the same.
    pub(crate) fn lock_at(&mut self, pointer: Reg, sort: Sort) -> Result<Option<&mut Lock>, Stop> {
        let Some((provenance, bytes)) = self.lock_memory(pointer, sort)? else { return Ok(None) };
        let known = self.threads.locks.objects.get(&pointer.bits);
        if known.is_none_or(|known| known.provenance != provenance || !sort.is(&known.lock)) {
            let word = self.memory.pointer_bytes();
            let made = bytes.and_then(|mut bytes| {
                let mut kind = 0;
                if sort == Sort::Mutex {
                    let at = kind_at(word);
                    let four: [u8; 4] = bytes[at..at + 4].try_into().ok()?;
                    kind =
                        if self.memory.is_big_endian() { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) };
                    bytes[at..at + 4].fill(0);
                }
                bytes.iter().all(|&b| b == 0).then(|| sort.of_zeros(kind))?
            });
            let Some(lock) = made else {
                let message = format!("there is no {} at {:#x}", sort.words(), pointer.bits);
                self.undefined(&kinds::NOT_INITIALIZED, message, Vec::new())?;
                return Ok(None);
            };
            self.insert_lock(pointer.bits, provenance, lock);
        }
        Ok(self.threads.locks.objects.get_mut(&pointer.bits).map(|object| &mut object.lock))
    }

    fn insert_lock(&mut self, address: u64, provenance: Provenance, lock: Lock) {
        let object = Object { provenance, lock, released: Clock::default() };
        self.threads.locks.objects.insert(address, object);
    }

    /// Initializes an object.
    pub(crate) fn make_lock(&mut self, pointer: Reg, sort: Sort, lock: Lock) -> Result<(), Stop> {
        let size = sort.size(self.memory.pointer_bytes());
        match self.access_as(pointer, 0, size, 4, Access::Store, Manner::Plain)? {
            Some(Target::Arena(place, provenance)) => {
                self.memory.fill(place, size, 0);
                if let Lock::Mutex { kind, .. } = &lock
                    && sort == Sort::Mutex
                {
                    let byte = if self.memory.is_big_endian() { 3 } else { 0 };
                    let at = kind_at(self.memory.pointer_bytes()) as u64 + byte;
                    self.memory.write_bytes(Memory::behind(place, at), &[*kind as u8]);
                }
                let provenance = self.memory.allocation(provenance);
                self.insert_lock(pointer.bits, provenance, lock);
            }
            Some(Target::Foreign(_)) => self.insert_lock(pointer.bits, Provenance::FOREIGN, lock),
            None => {}
        }
        Ok(())
    }

    /// Ends an object. What is left in memory is none.
    pub(crate) fn destroy_lock(&mut self, pointer: Reg, sort: Sort, waiters: usize) -> Result<(), Stop> {
        let Some(lock) = self.lock_at(pointer, sort)? else { return Ok(()) };
        if lock.is_held() || waiters > 0 {
            let message = format!("the {} at {:#x} is in use", sort.words(), pointer.bits);
            self.undefined(&kinds::MUTEX_DESTROY, message, Vec::new())?;
        }
        self.threads.locks.objects.remove(&pointer.bits);
        if let Some(Target::Arena(place, _)) = self.access_as(pointer, 0, 4, 4, Access::Store, Manner::Plain)? {
            self.memory.write_bytes(place, &[0xff; 4]);
        }
        Ok(())
    }

    /// Notes something that is done once, and is being done.
    pub(crate) fn begin_once(&mut self, address: u64) {
        let (by, depth) = (self.threads.number(), self.thread.frames.len());
        match self.threads.locks.objects.get_mut(&address) {
            Some(object) => object.lock = Lock::Once { by, depth },
            None => self.insert_lock(address, Provenance::NONE, Lock::Once { by, depth }),
        }
    }

    /// Who does what is done once, and in which frame.
    pub(crate) fn who_does_once(&self, address: u64) -> Option<(u64, usize)> {
        match self.threads.locks.objects.get(&address)?.lock {
            Lock::Once { by, depth } => Some((by, depth)),
            _ => None,
        }
    }

    /// The thread that has a mutex, or that writes what a lock for readers and writers guards.
    pub(crate) fn lock_holder(&self, address: u64) -> Option<u64> {
        match self.threads.locks.objects.get(&address)?.lock {
            Lock::Mutex { owner, .. } => owner,
            Lock::ReadWrite { writer, .. } => writer,
            _ => None,
        }
    }

    /// The running thread learns what those know who gave an object back.
    pub(crate) fn acquire_lock(&mut self, address: u64) {
        self.may_switch();
        if let Some(object) = self.threads.locks.objects.get(&address) {
            self.thread.own.clock.join(&object.released);
        }
    }

    /// Lets those who get an object learn what the running thread knows.
    pub(crate) fn release_lock(&mut self, address: u64) {
        self.may_switch();
        if self.memory.races.is_none() {
            return;
        }
        if let Some(object) = self.threads.locks.objects.get_mut(&address) {
            object.released.join(&self.thread.own.clock);
        }
        self.advance_own();
    }
}
