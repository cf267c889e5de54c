//! The slow paths of memory accesses: invalid or unusual accesses, undef and poison, and values of several registers.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::{InstData, Type};

use super::State;
use crate::decode::op::Alloca;
use crate::embedder::Byte;
use crate::memory::access::{AccessKind, Fault, Target};
use crate::memory::{EntryFlags, Kind, Memory, Place, state};
use crate::origin::null_and;
use crate::shape::Shape;
use crate::stop::{Note, Stop};
use crate::thread::{Manner, Use};
use crate::typed::Pointer;
use crate::ub::{self, memory as kinds};
use crate::value::{Knowledge, Provenance, Reg};

/// The direction of an access, for reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// A load, or an operation that reads.
    Load,
    /// A store, or an operation that writes.
    Store,
}

impl Access {
    fn kind(self) -> AccessKind {
        match self {
            Access::Load => AccessKind::Read,
            Access::Store => AccessKind::Write,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Access::Load => "load",
            Access::Store => "store",
        }
    }
}

impl State {
    /// Resolves a non-atomic access of `len` bytes; `None` if it is undefined and the program continues. Checks promises about
    /// the memory as well.
    pub(crate) fn access(
        &mut self,
        pointer: Reg,
        offset: u64,
        len: u64,
        align: u64,
        access: Access,
    ) -> Result<Option<Target>, Stop> {
        self.access_as(pointer, offset, len, align, access, Manner::Plain)
    }

    /// Resolves an access in the given manner, atomic or not.
    pub(crate) fn access_as(
        &mut self,
        pointer: Reg,
        offset: u64,
        len: u64,
        align: u64,
        access: Access,
        manner: Manner,
    ) -> Result<Option<Target>, Stop> {
        Ok(self.access_for(pointer, offset, len, align, access, manner, Use::AtOnce)?.0)
    }

    /// Resolves an access. Also returns whether a loaded value is undef because of a race.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn access_for(
        &mut self,
        pointer: Reg,
        offset: u64,
        len: u64,
        align: u64,
        access: Access,
        manner: Manner,
        used: Use,
    ) -> Result<(Option<Target>, bool), Stop> {
        if len == 0 {
            return Ok((None, false));
        }
        let address = pointer.bits.wrapping_add(offset);
        self.before_access(address, len, access);
        self.stored()?;
        match self.memory.resolve(pointer, offset, len, align, access.kind()) {
            Ok(Target::Foreign(address)) if self.host.is_some() => {
                self.spend_on(len)?;
                Ok((Some(Target::Foreign(address)), false))
            }
            Ok(Target::Foreign(address)) => {
                let message = format!("{} of {len} bytes at {address:#x}, where no memory is", access.name());
                self.unmapped(message)?;
                Ok((None, false))
            }
            Ok(Target::Arena(place, provenance)) => {
                self.spend_on(len)?;
                let flags = self.memory.flags(provenance);
                if flags.contains(EntryFlags::HIDDEN) {
                    let message = format!("{} of {len} bytes in the stack frame of a caller", access.name());
                    let notes = self.allocation_note(self.memory.allocation(provenance));
                    self.undefined(&ub::call::TAIL_CALL_STACK, message, notes)?;
                }
                if flags.contains(EntryFlags::NATIVE) && access == Access::Load {
                    self.memory.check_pointers(place, len);
                }
                if self.types.is_some() {
                    self.typed_access(self.memory.address_of(place), len, access, self.memory.allocation(provenance))?;
                }
                let raced = self.look_for_races(self.memory.address_of(place), len, access, manner, used)?;
                let place = match flags.intersects(EntryFlags::SLOWS_READS) || !self.thread.pledges.is_empty() {
                    true => self.promised_access(pointer, place, provenance, len, access)?,
                    false => place,
                };
                Ok((Some(Target::Arena(place, provenance)), raced))
            }
            Err(Fault::Code(code)) if access == Access::Load => match self.data_of_code(code, address, len)? {
                Some(place) => Ok((Some(place), false)),
                None => {
                    self.fault(Fault::Code(code), pointer, offset, len, align, access)?;
                    Ok((None, false))
                }
            },
            Err(fault) => {
                self.fault(fault, pointer, offset, len, align, access)?;
                Ok((None, false))
            }
        }
    }

    /// An access to unmapped memory: undefined behaviour, unless it is volatile.
    pub(crate) fn unmapped(&mut self, message: String) -> Result<(), Stop> {
        match self.is_volatile() {
            true => Err(self.segmentation_fault(message)),
            false => self.undefined(&kinds::UNMAPPED, message, Vec::new()),
        }
    }

    /// Whether the running instruction is volatile. The effect of a volatile access to unmapped memory depends on the target.
    fn is_volatile(&self) -> bool {
        let Some((module, function, inst)) = self.program.instruction(self.site()) else { return false };
        let Some(body) = module.body(function) else { return false };
        match body.inst(inst) {
            InstData::Load { volatile, .. }
            | InstData::Store { volatile, .. }
            | InstData::CmpXchg { volatile, .. }
            | InstData::AtomicRmw { volatile, .. } => *volatile,
            // The last argument of `llvm.memcpy` and similar intrinsics is the volatile flag.
            InstData::Call { call, .. } => {
                let callee = module.callee(call.callee).filter(|f| f.intrinsic.is_some());
                let last = body.call_args(call).last();
                callee.is_some()
                    && last.is_some_and(|&last| {
                        module.value_type(Some(body), last) == Type::I1 && module.constants().as_u64(last) == Some(1)
                    })
            }
            _ => false,
        }
    }

    /// Whether the running function has `null_pointer_is_valid`.
    fn is_null_valid(&self) -> bool {
        let Some((module, function, _)) = self.program.instruction(self.site()) else { return false };
        module.function(function).is_some_and(|f| {
            let attributes = module.context().attribute_list(f.attributes);
            module.context().has_attribute(attributes.function, AttrKind::NULL_POINTER_IS_VALID)
        })
    }

    /// Reports the reason why an access is not allowed.
    #[cold]
    fn fault(
        &mut self,
        fault: Fault,
        pointer: Reg,
        offset: u64,
        len: u64,
        align: u64,
        access: Access,
    ) -> Result<(), Stop> {
        let address = pointer.bits.wrapping_add(offset);
        let what = format!("{} of {len} byte{}", access.name(), if len == 1 { "" } else { "s" });
        let mut memory =
            Some(self.accessed(access.name(), len, Pointer { address, provenance: pointer.meta.provenance() }));
        let (kind, message, notes): (&'static ub::Kind, String, Vec<Note>) = match fault {
            Fault::PoisonPointer(site) => {
                let left = self.left_object(site).map(|at| Pointer { address: at.address.wrapping_add(offset), ..at });
                memory = left.map(|place| self.accessed(access.name(), len, place));
                let message = match left {
                    Some(place) => {
                        format!("{what} at {}", self.place_words(place))
                    }
                    None => format!("{what} through a poison pointer"),
                };
                (&kinds::POISON_POINTER, message, self.origin_note(pointer))
            }
            Fault::UndefPointer => {
                memory = None;
                (&kinds::UNDEF_POINTER, format!("{what} through an undefined pointer"), self.origin_note(pointer))
            }
            Fault::Null | Fault::NoProvenance if self.is_volatile() && self.memory.found_at(address).is_none() => {
                return Err(self.segmentation_fault(format!("{what} at {address:#x}, where no memory is")));
            }
            Fault::Null if self.is_null_valid() => {
                return self.unmapped(format!("{what} at {address:#x}, where no memory is"));
            }
            Fault::Null => (&kinds::NULL_POINTER, format!("{what} at {}", null_and(address)), Vec::new()),
            Fault::NoProvenance => {
                (&kinds::NO_PROVENANCE, format!("{what} at {address:#x}, where no object is known"), Vec::new())
            }
            Fault::Dangling(provenance) => {
                let (kind, notes) = self.dangling(provenance);
                (kind, format!("{what} at {address:#x}"), notes)
            }
            Fault::OutOfBounds(provenance) => {
                let notes = self.allocation_note(provenance);
                let at = match self.memory.entry(provenance) {
                    Some(e) if address < e.base => format!("{} bytes before the start", e.base - address),
                    Some(e) => format!("at offset {}", address - e.base),
                    None => String::new(),
                };
                let size = self.memory.entry(provenance).map_or(0, |e| e.size);
                let other = self.memory.allocation_at(address).or_else(|| self.memory.stack_allocation_at(address));
                // The number of bytes from the address to the end of an object that contains it.
                let left = |p| {
                    let left = self.memory.entry(p).map(|e| e.size.saturating_sub(address.wrapping_sub(e.base)));
                    left.filter(|&left| left > 0)
                };
                let kind = match other.and_then(|p| Some((p, left(p)?))) {
                    Some((p, left)) if p == self.memory.allocation(provenance) => match left >= len {
                        true => &kinds::IN_RANGE,
                        false => &kinds::OUT_OF_BOUNDS,
                    },
                    Some(_) => &kinds::WRONG_PROVENANCE,
                    None => &kinds::OUT_OF_BOUNDS,
                };
                (kind, format!("{what} {at} of an object of {size} bytes"), notes)
            }
            Fault::Misaligned => {
                (&kinds::MISALIGNED, format!("{what} at {address:#x}, which is not a multiple of {align}"), Vec::new())
            }
            Fault::Constant(provenance) => {
                (&kinds::STORE_TO_CONSTANT, format!("{what} at {address:#x}"), self.allocation_note(provenance))
            }
            Fault::OutOfLifetime(provenance) => {
                (&kinds::OUTSIDE_LIFETIME, format!("{what} at {address:#x}"), self.allocation_note(provenance))
            }
            Fault::Code(provenance)
                if self.memory.entry(provenance).is_some_and(|entry| entry.kind == Kind::Undefined) =>
            {
                let base = self.memory.entry(provenance).map_or(0, |entry| entry.base);
                let name = self.variable_at(base).unwrap_or_default();
                let name = String::from_utf8_lossy(&name).into_owned();
                return Err(
                    self.error(format!("the variable `@{name}` is declared, but defined nowhere: {}", self.searched()))
                );
            }
            Fault::Code(provenance) => {
                (&kinds::CODE_ACCESS, format!("{what} at {address:#x}"), self.allocation_note(provenance))
            }
        };
        self.undefined_at(kind, message, notes, memory)
    }

    /// The kind of a dangling access, and notes about the allocation and the end of the object.
    pub(crate) fn dangling(&self, provenance: Provenance) -> (&'static ub::Kind, Vec<Note>) {
        let Some((entry, life)) = self.memory.life(provenance) else { return (&kinds::USE_AFTER_FREE, Vec::new()) };
        let kind = match entry.kind {
            Kind::Stack | Kind::Argument if entry.flags.contains(EntryFlags::HIDDEN) => &ub::call::TAIL_CALL_STACK,
            Kind::Stack | Kind::Argument => &kinds::USE_AFTER_RETURN,
            Kind::ThreadLocal => &kinds::ENDED_THREAD,
            _ => &kinds::USE_AFTER_FREE,
        };
        let ended = if entry.kind == Kind::Heap { "it was freed here" } else { "its lifetime ended here" };
        (kind, vec![Note::new("it was allocated here", Some(life.begun)), Note::new(ended, life.ended)])
    }

    /// A note about the allocation.
    pub(crate) fn allocation_note(&self, provenance: Provenance) -> Vec<Note> {
        match self.memory.life(provenance) {
            Some((entry, life)) if matches!(entry.kind, Kind::Stack | Kind::Heap | Kind::Argument) => {
                vec![Note::new("it was allocated here", Some(life.begun))]
            }
            _ => Vec::new(),
        }
    }

    /// Loads one register.
    #[cold]
    #[inline(never)]
    pub(crate) fn load(
        &mut self,
        bits: u32,
        is_pointer: bool,
        pointer: Reg,
        offset: u64,
        align: u64,
    ) -> Result<Reg, Stop> {
        let len = u64::from(bits.div_ceil(8));
        let site = self.site();
        let (target, raced) = self.access_for(pointer, offset, len, align, Access::Load, Manner::Plain, Use::Later)?;
        match target {
            Some(Target::Arena(..)) if raced => Ok(self.undef(bits, site)),
            Some(Target::Arena(place, _)) => {
                let reg = self.load_word(place, len as usize, is_pointer, site);
                Ok(self.mask(reg, u64::MAX >> (64 - bits)))
            }
            Some(Target::Foreign(address)) => {
                let mut bytes = [0; 8];
                self.read_foreign(address, &mut bytes[..len as usize])?;
                let value = u64::from_le_bytes(bytes) & (u64::MAX >> (64 - bits));
                Ok(if is_pointer { Memory::pointer_of_integer(value) } else { Reg::int(value) })
            }
            None => Ok(self.undef(bits, site)),
        }
    }

    /// Checks the memory that a store has changed, if requested.
    #[inline]
    fn stored(&mut self) -> Result<(), Stop> {
        if self.promises.changed.is_some() { self.after_store() } else { Ok(()) }
    }

    /// Stores one register.
    #[cold]
    #[inline(never)]
    pub(crate) fn store(
        &mut self,
        bits: u32,
        is_pointer: bool,
        value: Reg,
        pointer: Reg,
        offset: u64,
        align: u64,
    ) -> Result<(), Stop> {
        let len = u64::from(bits.div_ceil(8));
        match self.access(pointer, offset, len, align, Access::Store)? {
            Some(Target::Arena(place, _)) => {
                self.memory.store_any(place, len as usize, is_pointer, value, &self.undefs);
                self.stored()
            }
            Some(Target::Foreign(address)) => {
                let value = self.freeze(value, 64);
                if is_pointer {
                    self.give_away(&[(value, true)]);
                }
                self.write_foreign(address, &value.bits.to_le_bytes()[..len as usize]).map(drop)
            }
            None => Ok(()),
        }
    }

    /// Counts the steps of a load or store of a value.
    fn spend_on_shape(&mut self, shape: &Shape) -> Result<(), Stop> {
        if shape.registers > super::LIGHT { self.spend(shape.registers.into()) } else { Ok(()) }
    }

    /// Loads a value of any shape.
    pub(crate) fn load_value(&mut self, shape: &Shape, pointer: Reg, align: u64) -> Result<super::Regs, Stop> {
        self.load_value_as(shape, pointer, align, Manner::Plain)
    }

    /// Loads a value of any shape in the given manner, atomic or not.
    pub(crate) fn load_value_as(
        &mut self,
        shape: &Shape,
        pointer: Reg,
        align: u64,
        manner: Manner,
    ) -> Result<super::Regs, Stop> {
        self.spend_on_shape(shape)?;
        let site = self.site();
        let mut regs = super::Regs::from_elem(Reg::default(), shape.registers as usize);
        let (target, raced) = self.access_for(pointer, 0, shape.store_size, align, Access::Load, manner, Use::Later)?;
        match target.filter(|_| !raced) {
            Some(Target::Arena(place, _)) => {
                self.load_shape(shape, place, site, &mut regs);
            }
            Some(Target::Foreign(address)) => {
                let place = self.copy_of_foreign(address, shape.store_size)?;
                self.load_shape(shape, place, site, &mut regs);
            }
            None => {
                for leaf in &shape.leaves {
                    for i in 0..leaf.scalar.registers() {
                        let bits = (leaf.scalar.bits() - i * 64).min(64);
                        regs[(leaf.register + i) as usize] = self.undef(bits, site);
                    }
                }
            }
        }
        Ok(regs)
    }

    /// The place in the arena of bytes that a function reads. Host memory is copied to the arena temporarily.
    pub(crate) fn readable(&mut self, pointer: Reg, len: u64) -> Result<Option<Place>, Stop> {
        Ok(match self.access(pointer, 0, len, 1, Access::Load)? {
            Some(Target::Arena(place, _)) => Some(place),
            Some(Target::Foreign(address)) => Some(self.copy_of_foreign(address, len)?),
            None => None,
        })
    }

    /// Copies bytes from the arena to host memory.
    pub(crate) fn copy_to_foreign(&mut self, address: u64, from: Place, len: u64) -> Result<(), Stop> {
        let pointers: Vec<_> = self.memory.pointers(from, len).into_iter().map(|pointer| (pointer, true)).collect();
        self.give_away(&pointers);
        let bytes = self.memory.bytes(from, len).to_vec();
        self.write_foreign(address, &bytes).map(drop)
    }

    /// Stores a value of any shape.
    pub(crate) fn store_value(&mut self, shape: &Shape, pointer: Reg, align: u64, regs: &[Reg]) -> Result<(), Stop> {
        self.store_value_as(shape, pointer, align, regs, Manner::Plain)
    }

    /// Stores a value of any shape in the given manner, atomic or not.
    pub(crate) fn store_value_as(
        &mut self,
        shape: &Shape,
        pointer: Reg,
        align: u64,
        regs: &[Reg],
        manner: Manner,
    ) -> Result<(), Stop> {
        self.spend_on_shape(shape)?;
        match self.access_as(pointer, 0, shape.store_size, align, Access::Store, manner)? {
            Some(Target::Arena(place, _)) => {
                self.store_shape(shape, place, regs);
                self.stored()
            }
            Some(Target::Foreign(address)) => {
                let len = shape.store_size;
                let copy = self.memory.allocate(Kind::Machine, len, 16, self.site());
                let copy = copy.map_err(|e| self.error(e.to_string()))?;
                let place = self.memory.place_of(copy.bits);
                self.store_shape(shape, place, regs);
                self.copy_to_foreign(address, place, len)?;
                self.memory.free(copy.meta.provenance(), self.site());
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The slow path of `alloca`.
    #[cold]
    #[inline(never)]
    pub(super) fn alloca(&mut self, alloca: &Alloca, count: Reg) -> Result<Reg, Stop> {
        if !count.meta.is_defined() {
            let notes = self.origin_note(count);
            let message = "the number of elements is not defined";
            self.undefined(&kinds::OBJECT_TOO_LARGE, message, notes)?;
            return Ok(self.poison_here());
        }
        let Some(size) = alloca.size.checked_mul(count.bits).filter(|&s| s < u64::MAX / 2) else {
            let message = format!("{} elements of {} bytes each", count.bits, alloca.size);
            self.undefined(&kinds::OBJECT_TOO_LARGE, message, Vec::new())?;
            return Ok(self.poison_here());
        };
        if size > super::SMALL_OBJECT {
            self.spend_on(size.min(self.memory.stack_room(self.thread.stack)))?;
        }
        if alloca.outlives {
            return self.coroutine_object(size, alloca.align, alloca.begins_later);
        }
        let site = self.site();
        let stack = self.thread.stack;
        match self.memory.push_stack(stack, Kind::Stack, size, alloca.align, site) {
            Some(made) => {
                if alloca.begins_later {
                    self.memory.set_flags(made.meta.provenance(), EntryFlags::OUT_OF_LIFETIME, true);
                }
                Ok(made)
            }
            None => Err(self.no_room_on_stack(size)),
        }
    }

    /// The error for an object of `size` bytes that does not fit on the stack.
    #[cold]
    pub(crate) fn no_room_on_stack(&mut self, size: u64) -> Stop {
        let room = self.memory.stack_room(self.thread.stack);
        let message = format!("an object of {size} bytes, and {room} bytes are left");
        match self.undefined(&kinds::STACK_OVERFLOW, message, Vec::new()) {
            Err(stop) => stop,
            Ok(()) => self.error("the stack is exhausted"),
        }
    }

    /// The index of the first byte that is not completely defined.
    pub(crate) fn first_undefined(&mut self, pointer: Reg, len: u64) -> Result<Option<u64>, Stop> {
        Ok(match self.access(pointer, 0, len, 1, Access::Load)? {
            Some(Target::Arena(place, _)) => {
                let states = self.memory.states(place, len);
                states.iter().position(|&s| s != state::DEFINED && s < state::POINTER).map(|i| i as u64)
            }
            _ => None,
        })
    }

    /// The contents of each byte.
    pub(crate) fn states_of_bytes(&mut self, pointer: Reg, len: u64) -> Result<Vec<Byte>, Stop> {
        if len == 0 {
            return Ok(Vec::new());
        }
        Ok(match self.access(pointer, 0, len, 1, Access::Load)? {
            Some(Target::Arena(place, _)) => {
                let states = self.memory.states(place, len).iter();
                let byte = |(&state, &byte): (&u8, &u8)| match state {
                    state::DEFINED => Byte::Defined(byte),
                    state::POINTER.. => Byte::OfPointer,
                    _ => Byte::Undefined,
                };
                states.zip(self.memory.bytes(place, len)).map(byte).collect()
            }
            Some(Target::Foreign(address)) => {
                self.foreign_bytes(address, len)?.into_iter().map(Byte::Defined).collect()
            }
            None => Vec::new(),
        })
    }

    /// Reads bytes that must be defined, such as a path or a format; reports undefined bytes.
    pub(crate) fn read_bytes(&mut self, pointer: Reg, len: u64) -> Result<Vec<u8>, Stop> {
        let mut out = Vec::new();
        if len == 0 {
            return Ok(out);
        }
        self.spend(1)?;
        match self.access(pointer, 0, len, 1, Access::Load)? {
            Some(Target::Arena(place, _)) => out.extend_from_slice(self.memory.bytes(place, len)),
            Some(Target::Foreign(address)) => out = self.foreign_bytes(address, len)?,
            None => {}
        }
        Ok(out)
    }

    /// Writes defined bytes like a store.
    pub(crate) fn write_bytes(&mut self, pointer: Reg, bytes: &[u8]) -> Result<(), Stop> {
        self.spend(1)?;
        for (i, chunk) in bytes.chunks(1 << 30).enumerate() {
            let offset = (i as u64) << 30;
            match self.access(pointer, offset, chunk.len() as u64, 1, Access::Store)? {
                Some(Target::Arena(place, _)) => self.memory.write_bytes(place, chunk),
                Some(Target::Foreign(address)) => drop(self.write_foreign(address, chunk)?),
                None => {}
            }
        }
        Ok(())
    }

    /// Reads a null-terminated string, without the terminator.
    pub(crate) fn read_string(&mut self, pointer: Reg) -> Result<Vec<u8>, Stop> {
        let mut out = Vec::new();
        loop {
            // Limited by the size of the object, so that the cost is proportional to the length of the string.
            let room = match pointer.meta.knowledge() {
                Knowledge::Defined(p) => self
                    .memory
                    .entry(p)
                    .map_or(1, |e| (e.base + e.size).saturating_sub(pointer.bits + out.len() as u64).clamp(1, 4096)),
                _ => 1,
            };
            let at = Reg { bits: pointer.bits.wrapping_add(out.len() as u64), ..pointer };
            let chunk = self.read_bytes(at, room)?;
            if chunk.is_empty() {
                return Ok(out);
            }
            match chunk.iter().position(|&b| b == 0) {
                Some(end) => {
                    out.extend_from_slice(&chunk[..end]);
                    return Ok(out);
                }
                None => out.extend_from_slice(&chunk),
            }
        }
    }
}
