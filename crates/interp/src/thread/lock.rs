//! Synchronization objects of the program (locks and others), by address. Memory of the program only contains the bytes that
//! mark an object as initialized, in the representation of the C library.

use lindworm_ir::hash::HashMap;

use super::{Clock, Manner};
use crate::limits::Footprint;
use crate::memory::{Memory, Target, state};
use crate::run::memory::Access;
use crate::state::State;
use crate::stop::Stop;
use crate::ub::library as kinds;
use crate::value::{Provenance, Reg};

/// All synchronization objects.
#[derive(Default)]
pub(crate) struct Locks {
    objects: HashMap<u64, Object>,
}

/// A synchronization object.
struct Object {
    /// The provenance of its memory; another object may be at the same address later.
    provenance: Provenance,
    lock: Lock,
    /// The joined clocks of the threads that released or signalled the object.
    released: Clock,
}

/// The kind and state of a synchronization object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    /// A mutex or spin lock: the number of the owning thread, and the recursion count.
    Mutex { kind: MutexKind, owner: Option<u64>, count: u32 },
    /// A read-write lock: the writer, and the count of each reader.
    ReadWrite { writer: Option<u64>, readers: HashMap<u64, u32> },
    /// A condition variable: the mutex of its waiters.
    Condition { mutex: u64 },
    /// A barrier: the required number of threads, the number of waiting threads, and how often it was passed.
    Barrier { count: u64, waiting: u64, passed: u32 },
    /// A semaphore.
    Semaphore { value: u64 },
    /// A one-time initialization in progress: the thread, and the depth of the calling frame.
    Once { by: u64, depth: usize },
}

/// The kind of a mutex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum MutexKind {
    #[default]
    Normal,
    Recursive,
    ErrorCheck,
}

impl MutexKind {
    /// The kind of a number of the C library.
    pub(crate) fn of(number: u32) -> Option<MutexKind> {
        match number & 0x7f {
            0 | 3 => Some(MutexKind::Normal),
            1 => Some(MutexKind::Recursive),
            2 => Some(MutexKind::ErrorCheck),
            _ => None,
        }
    }
}

/// The type of a synchronization object.
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
    /// The size in bytes, for pointers of eight and four bytes.
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

    /// The state of an object that the program initialized statically with zeros; `None` if that is not allowed.
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

/// The offset of the kind in a mutex.
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

    /// Clears the clocks of releases.
    pub(super) fn forget_order(&mut self) {
        self.objects.values_mut().for_each(|object| object.released = Clock::default());
    }
}

impl Lock {
    /// Whether a thread holds the object.
    fn is_held(&self) -> bool {
        match self {
            Lock::Mutex { owner, .. } => owner.is_some(),
            Lock::ReadWrite { writer, readers } => writer.is_some() || !readers.is_empty(),
            Lock::Barrier { waiting, .. } => *waiting > 0,
            _ => false,
        }
    }
}

/// The provenance of an object, and its bytes if they are in the arena and all defined.
type Content = (Provenance, Option<Vec<u8>>);

impl State {
    /// The provenance of an object, and its bytes if they are in the arena and all defined.
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

    /// The object at a pointer; `None` if there is none and the program continues after the report.
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

    /// Destroys an object. Its memory no longer represents an object.
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

    /// Records a one-time initialization in progress.
    pub(crate) fn begin_once(&mut self, address: u64) {
        let (by, depth) = (self.threads.number(), self.thread.frames.len());
        match self.threads.locks.objects.get_mut(&address) {
            Some(object) => object.lock = Lock::Once { by, depth },
            None => self.insert_lock(address, Provenance::NONE, Lock::Once { by, depth }),
        }
    }

    /// The thread and frame depth of a one-time initialization in progress.
    pub(crate) fn who_does_once(&self, address: u64) -> Option<(u64, usize)> {
        match self.threads.locks.objects.get(&address)?.lock {
            Lock::Once { by, depth } => Some((by, depth)),
            _ => None,
        }
    }

    /// The owner of a mutex, or the writer of a read-write lock.
    pub(crate) fn lock_holder(&self, address: u64) -> Option<u64> {
        match self.threads.locks.objects.get(&address)?.lock {
            Lock::Mutex { owner, .. } => owner,
            Lock::ReadWrite { writer, .. } => writer,
            _ => None,
        }
    }

    /// Joins the clock of the object's releases to that of the running thread.
    pub(crate) fn acquire_lock(&mut self, address: u64) {
        self.may_switch();
        if let Some(object) = self.threads.locks.objects.get(&address) {
            self.thread.own.clock.join(&object.released);
        }
    }

    /// Joins the clock of the running thread to that of the object's releases.
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
