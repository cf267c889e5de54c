//! Allocation: `malloc` and related functions, `new` and `delete` of C++, Rust's global allocator.

use super::{Call, Then, builtins};
use crate::memory::{EntryFlags, Kind};
use crate::state::State;
use crate::stop::Stop;
use crate::typed::Pointer;
use crate::ub::library as kinds;
use crate::value::{Provenance, Reg};

builtins! {
    "malloc" = |c| {
        let size = c.size(0)?;
        c.give_memory(size, 0, Family::Malloc)
    },
    "calloc" = |c| {
        let (count, size) = (c.size(0)?, c.size(1)?);
        match count.checked_mul(size) {
            Some(size) => zeroed(c, size, 0, Family::Malloc),
            None => c.out_of_memory(),
        }
    },
    "realloc" = |c| {
        let size = c.size(1)?;
        resize(c, size)
    },
    "reallocarray" = |c| {
        let (count, size) = (c.size(1)?, c.size(2)?);
        match count.checked_mul(size) {
            Some(size) => resize(c, size),
            None => c.out_of_memory(),
        }
    },
    "free" = |c| release(c, Family::Malloc, None, None),
    "cfree" = |c| release(c, Family::Malloc, None, None),
    "aligned_alloc" = aligned,
    "memalign" = aligned,
    "valloc" = |c| {
        let size = c.size(0)?;
        c.give_memory(size, 4096, Family::Malloc)
    },
    "posix_memalign" = posix_memalign,
    "malloc_usable_size" = |c| {
        let pointer = c.arg(0)?;
        let size = c.state.heap_block(pointer, &[Family::Malloc])?.map_or(0, |(_, size)| size);
        c.give(size)
    },

    "_Znwm" = |c| new(c, Family::New, None, false),
    "_Znwj" = |c| new(c, Family::New, None, false),
    "_ZnwmRKSt9nothrow_t" = |c| new(c, Family::New, None, true),
    "_ZnwjRKSt9nothrow_t" = |c| new(c, Family::New, None, true),
    "_ZnwmSt11align_val_t" = |c| new(c, Family::NewAligned, Some(1), false),
    "_ZnwjSt11align_val_t" = |c| new(c, Family::NewAligned, Some(1), false),
    "_ZnwmSt11align_val_tRKSt9nothrow_t" = |c| new(c, Family::NewAligned, Some(1), true),
    "_ZnwjSt11align_val_tRKSt9nothrow_t" = |c| new(c, Family::NewAligned, Some(1), true),
    "_Znam" = |c| new(c, Family::NewArray, None, false),
    "_Znaj" = |c| new(c, Family::NewArray, None, false),
    "_ZnamRKSt9nothrow_t" = |c| new(c, Family::NewArray, None, true),
    "_ZnajRKSt9nothrow_t" = |c| new(c, Family::NewArray, None, true),
    "_ZnamSt11align_val_t" = |c| new(c, Family::NewArrayAligned, Some(1), false),
    "_ZnajSt11align_val_t" = |c| new(c, Family::NewArrayAligned, Some(1), false),
    "_ZnamSt11align_val_tRKSt9nothrow_t" = |c| new(c, Family::NewArrayAligned, Some(1), true),
    "_ZnajSt11align_val_tRKSt9nothrow_t" = |c| new(c, Family::NewArrayAligned, Some(1), true),
    "_ZdlPv" = |c| release(c, Family::New, None, None),
    "_ZdlPvm" = |c| release(c, Family::New, Some(1), None),
    "_ZdlPvj" = |c| release(c, Family::New, Some(1), None),
    "_ZdlPvRKSt9nothrow_t" = |c| release(c, Family::New, None, None),
    "_ZdlPvSt11align_val_t" = |c| release(c, Family::NewAligned, None, Some(1)),
    "_ZdlPvmSt11align_val_t" = |c| release(c, Family::NewAligned, Some(1), Some(2)),
    "_ZdlPvjSt11align_val_t" = |c| release(c, Family::NewAligned, Some(1), Some(2)),
    "_ZdlPvSt11align_val_tRKSt9nothrow_t" = |c| release(c, Family::NewAligned, None, Some(1)),
    "_ZdaPv" = |c| release(c, Family::NewArray, None, None),
    "_ZdaPvm" = |c| release(c, Family::NewArray, Some(1), None),
    "_ZdaPvj" = |c| release(c, Family::NewArray, Some(1), None),
    "_ZdaPvRKSt9nothrow_t" = |c| release(c, Family::NewArray, None, None),
    "_ZdaPvSt11align_val_t" = |c| release(c, Family::NewArrayAligned, None, Some(1)),
    "_ZdaPvmSt11align_val_t" = |c| release(c, Family::NewArrayAligned, Some(1), Some(2)),
    "_ZdaPvjSt11align_val_t" = |c| release(c, Family::NewArrayAligned, Some(1), Some(2)),
    "_ZdaPvSt11align_val_tRKSt9nothrow_t" = |c| release(c, Family::NewArrayAligned, None, Some(1)),
    "??2@YAPEAX_K@Z" = |c| new(c, Family::New, None, false),
    "??_U@YAPEAX_K@Z" = |c| new(c, Family::NewArray, None, false),
    "??3@YAXPEAX@Z" = |c| release(c, Family::New, None, None),
    "??3@YAXPEAX_K@Z" = |c| release(c, Family::New, Some(1), None),
    "??_V@YAXPEAX@Z" = |c| release(c, Family::NewArray, None, None),
    "??_V@YAXPEAX_K@Z" = |c| release(c, Family::NewArray, Some(1), None),

    "__rust_alloc" = |c| {
        let (size, align) = (c.size(0)?, c.size(1)?);
        c.give_memory(size, align, Family::Rust)
    },
    "__rust_alloc_zeroed" = |c| {
        let (size, align) = (c.size(0)?, c.size(1)?);
        zeroed(c, size, align, Family::Rust)
    },
    "__rust_dealloc" = |c| release(c, Family::Rust, Some(1), Some(2)),
    "__rust_realloc" = rust_realloc,
    "__rust_no_alloc_shim_is_unstable_v2" = |_| Ok(Then::Return),
}

/// The family of functions that allocates and frees memory: the [`Entry::info`](crate::memory::Entry::info) of a heap
/// allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Family {
    Malloc,
    New,
    NewArray,
    NewAligned,
    NewArrayAligned,
    Rust,
}

impl Family {
    const ALL: [Family; 6] =
        [Family::Malloc, Family::New, Family::NewArray, Family::NewAligned, Family::NewArrayAligned, Family::Rust];

    /// The name of the allocating function.
    fn name(self) -> &'static str {
        match self {
            Family::Malloc => "`malloc` or its kin",
            Family::New => "`new`",
            Family::NewArray => "`new[]`",
            Family::NewAligned => "`new` with an alignment",
            Family::NewArrayAligned => "`new[]` with an alignment",
            Family::Rust => "Rust's allocator",
        }
    }

    fn of(info: u32) -> Family {
        Family::ALL.get(info as usize).copied().unwrap_or(Family::Malloc)
    }
}

impl State {
    /// Allocates undef heap memory; `None` if memory is exhausted. An `align` of 0 means suitable for every type.
    pub(crate) fn heap(&mut self, size: u64, align: u64, family: Family) -> Option<Reg> {
        let align = if align == 0 { 16 } else { align };
        let site = self.site_of_user();
        let made = self.memory.allocate(Kind::Heap, size, align, site).ok()?;
        // Accounts for clearing the previous contents.
        self.count(size / 16);
        if let Some(entry) = self.memory.entry_mut(made.meta.provenance()) {
            entry.info = family as u32;
        }
        Some(made)
    }

    /// Allocates heap memory with these bytes and a terminating zero byte.
    pub(crate) fn heap_string(&mut self, bytes: &[u8]) -> Result<Option<Reg>, Stop> {
        let Some(made) = self.heap(bytes.len() as u64 + 1, 0, Family::Malloc) else { return Ok(None) };
        let place = self.memory.place_of(made.bits);
        self.memory.write_bytes(place, bytes);
        self.memory.write_bytes(crate::memory::Memory::behind(place, bytes.len() as u64), &[0]);
        Ok(Some(made))
    }

    /// The allocation of a pointer: the root of its provenance.
    pub(crate) fn root(&self, pointer: Reg) -> Provenance {
        let mut provenance = match pointer.meta.provenance() {
            Provenance::NONE | Provenance::WILDCARD | Provenance::FOREIGN => {
                return self.memory.allocation_at(pointer.bits).unwrap_or(Provenance::NONE);
            }
            provenance => provenance,
        };
        // A parent is always older than its child, so this terminates.
        while let Some(entry) = self.memory.entry(provenance)
            && entry.flags.contains(EntryFlags::DERIVED)
            && let Some(parent) = self.memory.in_slot(entry.parent)
        {
            provenance = parent;
        }
        provenance
    }

    /// The live block that starts at `pointer`, with its size. `None` for null, or if there is none and the program continues.
    pub(crate) fn heap_block(&mut self, pointer: Reg, families: &[Family]) -> Result<Option<(Provenance, u64)>, Stop> {
        if pointer.bits == 0 {
            return Ok(None);
        }
        let provenance = self.root(pointer);
        let memory = |state: &State| Some(state.accessed("", 0, Pointer { address: pointer.bits, provenance }));
        let Some(entry) = self.memory.entry(provenance).copied() else {
            let (_, notes) = self.dangling(provenance);
            let was = self.memory.life(provenance).map(|(entry, _)| entry.kind);
            let (kind, message) = match was {
                Some(Kind::Heap) => (&kinds::DOUBLE_FREE, "this memory was freed before"),
                _ => (&kinds::FREE_OF_OTHER, "nothing was allocated here"),
            };
            self.undefined_at(kind, message, notes, memory(self))?;
            return Ok(None);
        };
        let notes = self.allocation_note(provenance);
        if entry.kind != Kind::Heap {
            self.undefined_at(&kinds::FREE_OF_OTHER, "this is not heap memory", notes, memory(self))?;
            return Ok(None);
        }
        if entry.base != pointer.bits {
            let distance = pointer.bits.wrapping_sub(entry.base) as i64;
            let message = format!("the pointer is at offset {distance} of an allocation of {} bytes", entry.size);
            self.undefined_at(&kinds::FREE_OF_INTERIOR, message, notes, memory(self))?;
            return Ok(None);
        }
        let family = Family::of(entry.info);
        if !families.contains(&family) {
            let message = format!("the memory was allocated by {}", family.name());
            self.undefined(&kinds::FREE_MISMATCH, message, notes)?;
        }
        Ok(Some((provenance, entry.size)))
    }

    /// `realloc` to a nonzero size; `None` if memory is exhausted.
    pub(crate) fn resize_heap(&mut self, pointer: Reg, size: u64) -> Result<Option<Reg>, Stop> {
        match self.heap_block(pointer, &[Family::Malloc])? {
            Some((old, old_size)) => self.reallocate(old, old_size, size, 0, Family::Malloc),
            None => Ok(self.heap(size, 0, Family::Malloc)),
        }
    }

    /// Replaces a block by one of another size with the same contents; `None` if memory is exhausted, in which case the old
    /// block stays.
    fn reallocate(
        &mut self,
        old: Provenance,
        old_size: u64,
        size: u64,
        align: u64,
        family: Family,
    ) -> Result<Option<Reg>, Stop> {
        let site = self.site_of_user();
        if let Some(made) = self.memory.resize(old, size, site) {
            self.count(size.saturating_sub(old_size) / 16);
            if let Some(entry) = self.memory.entry_mut(made.meta.provenance()) {
                entry.info = family as u32;
            }
            return Ok(Some(made));
        }
        let Some(made) = self.heap(size, align, family) else { return Ok(None) };
        if let Some(entry) = self.memory.entry(old) {
            let from = self.memory.place_of(entry.base);
            self.spend_on(old_size.min(size))?;
            self.memory.copy(self.memory.place_of(made.bits), from, old_size.min(size));
        }
        self.memory_ends(old)?;
        self.memory.free(old, site);
        Ok(Some(made))
    }
}

impl Call<'_> {
    /// Returns heap memory, or null.
    pub(crate) fn give_memory(&mut self, size: u64, align: u64, family: Family) -> Result<Then, Stop> {
        match self.state.heap(size, align, family) {
            Some(made) => self.give_register(made),
            None => self.out_of_memory(),
        }
    }

    /// Returns null and sets `errno`, because memory is exhausted.
    pub(crate) fn out_of_memory(&mut self) -> Result<Then, Stop> {
        self.state.set_errno(super::errno::ENOMEM)?;
        self.give_null()
    }
}

fn zeroed(c: &mut Call<'_>, size: u64, align: u64, family: Family) -> Result<Then, Stop> {
    let Some(made) = c.state.heap(size, align, family) else { return c.out_of_memory() };
    c.state.spend_on(size)?;
    let place = c.state.memory.place_of(made.bits);
    c.state.memory.fill(place, size, 0);
    c.give_register(made)
}

fn resize(c: &mut Call<'_>, size: u64) -> Result<Then, Stop> {
    let pointer = c.arg(0)?;
    if pointer.bits == 0 {
        return c.give_memory(size, 0, Family::Malloc);
    }
    if let Some(made) = c.state.reallocate_foreign(pointer, size) {
        return c.give_register(made);
    }
    let Some((old, old_size)) = c.state.heap_block(pointer, &[Family::Malloc])? else { return c.give_null() };
    c.state.may_free(pointer, old)?;
    if size == 0 {
        let site = c.state.site_of_user();
        c.state.memory_ends(old)?;
        c.state.memory.free(old, site);
        return c.give_null();
    }
    match c.state.reallocate(old, old_size, size, 0, Family::Malloc)? {
        Some(made) => c.give_register(made),
        None => c.out_of_memory(),
    }
}

fn rust_realloc(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (pointer, align, size) = (c.arg(0)?, c.size(2)?, c.size(3)?);
    let Some((old, old_size)) = c.state.heap_block(pointer, &[Family::Rust])? else { return c.give_null() };
    c.state.may_free(pointer, old)?;
    check_sizes(c, old, Some(1), Some(2))?;
    match c.state.reallocate(old, old_size, size, align, Family::Rust)? {
        Some(made) => c.give_register(made),
        None => c.give_null(),
    }
}

/// Frees the first argument. `size` and `align` are the numbers of arguments that must match the allocation.
fn release(c: &mut Call<'_>, family: Family, size: Option<usize>, align: Option<usize>) -> Result<Then, Stop> {
    let pointer = c.arg(0)?;
    if c.state.free_foreign(pointer) {
        return Ok(Then::Return);
    }
    if let Some((block, _)) = c.state.heap_block(pointer, &[family])? {
        c.state.may_free(pointer, block)?;
        check_sizes(c, block, size, align)?;
        let site = c.state.site_of_user();
        c.state.memory_ends(block)?;
        c.state.memory.free(block, site);
    }
    Ok(Then::Return)
}

fn check_sizes(c: &mut Call<'_>, block: Provenance, size: Option<usize>, align: Option<usize>) -> Result<(), Stop> {
    let Some(entry) = c.state.memory.entry(block).copied() else { return Ok(()) };
    let wants = [(size, entry.size, "bytes"), (align, 1 << entry.align_log2, "bytes of alignment")];
    for (argument, was, what) in wants {
        let Some(argument) = argument else { continue };
        let says = c.size(argument)?;
        if says != was {
            let message = format!("the memory was allocated with {was} {what}, and is freed with {says}");
            let notes = c.state.allocation_note(block);
            c.state.undefined(&kinds::FREE_MISMATCH, message, notes)?;
        }
    }
    Ok(())
}

/// `aligned_alloc(align, size)`.
fn aligned(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (align, size) = (c.size(0)?, c.size(1)?);
    if !align.is_power_of_two() {
        c.state.set_errno(super::errno::EINVAL)?;
        return c.give_null();
    }
    c.give_memory(size, align, Family::Malloc)
}

/// `posix_memalign(result, align, size)`.
fn posix_memalign(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (result, align, size) = (c.arg(0)?, c.size(1)?, c.size(2)?);
    let word = c.word();
    if !align.is_power_of_two() || align < word {
        return c.give(super::errno::EINVAL as u64);
    }
    let Some(made) = c.state.heap(size, align, Family::Malloc) else {
        return c.give(super::errno::ENOMEM as u64);
    };
    c.state.write_pointer(result, 0, made)?;
    c.give(0)
}

/// `new`, with the alignment in argument `align`. Returns null instead of throwing if `nothrow`.
fn new(c: &mut Call<'_>, family: Family, align: Option<usize>, nothrow: bool) -> Result<Then, Stop> {
    let size = c.size(0)?;
    let align = match align {
        Some(align) => c.size(align)?,
        None => 0,
    };
    if !align.is_power_of_two() && align != 0 {
        return Err(c.state.error("`new` with an alignment that is not a power of two"));
    }
    match c.state.heap(size, align, family) {
        Some(made) => c.give_register(made),
        None if nothrow => c.give_null(),
        None => c.throw_standard("St9bad_alloc", None),
    }
}
