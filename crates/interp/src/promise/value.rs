//! Promises of attributes and metadata about values: defined, nonnull, aligned, in a range, not in a class of floats,
//! dereferenceable.

use lindworm_eval::{Float, Int};
use lindworm_ir::attributes::{AttrKind, Attribute, AttributeSet, FpClass};
use lindworm_ir::data_layout::DataLayout;
use lindworm_ir::{Context, Type};

use crate::memory::access::AccessKind;
use crate::memory::{EntryFlags, Memory};
use crate::run::Regs;
use crate::shape::{self, Scalar, Shape};
use crate::state::State;
use crate::stop::{Note, Stop};
use crate::typed::Pointer;
use crate::ub::{Kind, attribute, call, metadata};
use crate::value::{Meta, Reg};

/// The kinds of undefined behaviour of violated promises: for attributes and for metadata.
#[derive(Debug)]
pub struct Kinds {
    poison: &'static Kind,
    undef: &'static Kind,
    nonnull: &'static Kind,
    align: &'static Kind,
    range: &'static Kind,
    class: &'static Kind,
    dereferenceable: &'static Kind,
    dereferenceable_or_null: &'static Kind,
}

macro_rules! kinds {
    ($module:ident) => {
        Kinds {
            poison: &$module::NOUNDEF_POISON,
            undef: &$module::NOUNDEF_UNDEF,
            nonnull: &$module::NONNULL,
            align: &$module::ALIGN,
            range: &$module::RANGE,
            class: &$module::NOFPCLASS,
            dereferenceable: &$module::DEREFERENCEABLE,
            dereferenceable_or_null: &$module::DEREFERENCEABLE_OR_NULL,
        }
    };
}

/// The kinds for attributes.
pub static ATTRIBUTES: Kinds = kinds!(attribute);
/// The kinds for metadata.
pub static METADATA: Kinds = kinds!(metadata);

/// The kinds for the result of `main`, of which only two can occur.
pub static EXIT_STATUS: Kinds =
    Kinds { poison: &call::UNDEFINED_EXIT_STATUS, undef: &call::UNDEFINED_EXIT_STATUS, ..kinds!(attribute) };

/// The value that a promise is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// An argument, by number.
    Argument(u32),
    /// The result of a function.
    Result,
    /// The result of a load.
    Loaded,
}

/// A dereferenceability promise.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Behind {
    bytes: u64,
    /// Whether the memory must be writable.
    writable: bool,
    /// Whether the pointer may be null.
    or_null: bool,
    kind: &'static Kind,
}

/// The promises about a scalar.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The first register, relative to the first argument or to the value.
    pub register: u32,
    scalar: Scalar,
    subject: Subject,
    kinds: &'static Kinds,
    well_defined: bool,
    nonnull: bool,
    /// The alignment in bytes; 1 if not given.
    align: u64,
    align_kind: &'static Kind,
    /// The value is in one of these ranges, which may wrap; empty if unrestricted.
    ranges: Box<[(Int, Int)]>,
    /// The excluded float classes (`nofpclass`).
    classes: FpClass,
    behind: Vec<Behind>,
    quick: Option<Quick>,
}

/// A quick check that is sufficient for the promises to hold.
#[derive(Clone, Copy, Debug)]
struct Quick {
    /// `(bits - least) & mask` is at most `span`.
    least: u64,
    mask: u64,
    span: u64,
    /// Bits that must be zero.
    low: u64,
    /// The number of dereferenceable bytes, in memory without any of the flags in `objects`.
    bytes: u64,
    objects: EntryFlags,
}

impl Quick {
    #[inline]
    fn holds(&self, reg: Reg, memory: &Memory) -> bool {
        reg.meta.is_defined()
            && reg.bits.wrapping_sub(self.least) & self.mask <= self.span
            && reg.bits & self.low == 0
            && (self.bytes == 0 || memory.place(reg, 0, self.bytes, 1, self.objects).is_some())
    }
}

impl Expectation {
    fn new(register: u32, scalar: Scalar, subject: Subject, kinds: &'static Kinds) -> Expectation {
        Expectation {
            register,
            scalar,
            subject,
            kinds,
            well_defined: false,
            nonnull: false,
            align: 1,
            align_kind: kinds.align,
            ranges: Box::default(),
            classes: FpClass::empty(),
            behind: Vec::new(),
            quick: None,
        }
    }

    /// Whether the only promise is `noundef`.
    fn is_only_defined(&self) -> bool {
        !self.nonnull && self.align == 1 && self.ranges.is_empty() && self.classes.is_empty() && self.behind.is_empty()
    }

    /// Whether `other` is implied.
    fn covers(&self, other: &Expectation) -> bool {
        self.well_defined >= other.well_defined
            && self.nonnull >= other.nonnull
            && self.align >= other.align
            && (other.ranges.is_empty() || self.ranges == other.ranges)
            && self.classes.contains(other.classes)
            && other.behind.iter().all(|b| self.behind.contains(b))
    }

    fn finish(mut self) -> Expectation {
        let bits = self.scalar.bits();
        let mask = u64::MAX >> (64 - bits.clamp(1, 64));
        let range = match &*self.ranges {
            [] if self.nonnull => Some((1, mask - 1)),
            [] => Some((0, mask)),
            [(from, to)] if !self.nonnull && from != to && bits <= 64 => {
                let (from, to) = (from.low_u64(), to.low_u64());
                Some((from, to.wrapping_sub(from).wrapping_sub(1) & mask))
            }
            _ => None,
        };
        if let Some((least, span)) = range
            && bits <= 64
            && self.classes.is_empty()
        {
            let writable = self.behind.iter().any(|b| b.writable);
            let flags = if writable { EntryFlags::CONSTANT | EntryFlags::OUT_OF_LIFETIME } else { EntryFlags::empty() };
            let bytes = self.behind.iter().map(|b| b.bytes).max().unwrap_or(0);
            self.quick = Some(Quick { least, mask, span, low: self.align - 1, bytes, objects: flags });
        }
        self
    }
}

/// Promises about several values.
#[derive(Clone, Debug, Default)]
pub struct Expectations {
    list: Vec<Expectation>,
    /// Whether there are promises other than `noundef`.
    pub more: bool,
}

/// The context in which attributes occur, needed for the layout of types.
pub(crate) struct Types<'a> {
    pub(crate) cx: &'a Context,
    pub(crate) layout: &'a DataLayout,
    pub(crate) vscale: u32,
}

impl Expectations {
    /// The size of its heap memory in bytes.
    pub(crate) fn weight(&self) -> u64 {
        size_of_val(&self.list[..]) as u64
    }

    /// Adds those of `list` that are not implied.
    pub(crate) fn add(&mut self, list: Vec<Expectation>) {
        self.more |= list.iter().any(|e| !e.is_only_defined());
        self.list.extend(list);
    }

    /// Removes promises that are implied by `others`, which are checked as well.
    pub(crate) fn without(mut self, others: &[Expectation]) -> Expectations {
        self.list.retain(|e| !others.iter().any(|o| o.register == e.register && o.subject == e.subject && o.covers(e)));
        self.more = self.list.iter().any(|e| !e.is_only_defined());
        self
    }

    /// Whether all promises about a value of one register hold according to the quick check.
    #[inline]
    pub(crate) fn hold(&self, reg: Reg, memory: &Memory) -> bool {
        match &*self.list {
            [e] => e.quick.is_some_and(|q| q.holds(reg, memory)),
            _ => false,
        }
    }

    /// The promises by scalar.
    pub(crate) fn list(&self) -> &[Expectation] {
        &self.list
    }
}

/// The promises of the attributes of a parameter or result about a value with this shape and first register.
pub(crate) fn of_attributes(
    types: &Types<'_>,
    set: AttributeSet,
    shape: &Shape,
    first: u32,
    subject: Subject,
) -> Vec<Expectation> {
    if set.is_empty() {
        return Vec::new();
    }
    let cx = types.cx;
    let kinds = &ATTRIBUTES;
    let has = |kind| cx.has_attribute(set, kind);
    let int = |kind| cx.attribute_int(set, kind);
    let size = |ty: Type| shape::alloc_size(cx, types.layout, types.vscale, ty).unwrap_or(0);
    let mut behind = Vec::new();
    let mut add = |bytes: u64, writable, or_null, kind| behind.push(Behind { bytes, writable, or_null, kind });
    let pointee = |kind| cx.attribute_type(set, kind);
    let writable = has(AttrKind::WRITABLE);
    // The alignment of a `byval` copy is ensured by the machine.
    let by_value = pointee(AttrKind::BY_VAL).is_some();
    let mut align = int(AttrKind::ALIGN).filter(|_| !by_value).unwrap_or(1).max(1);
    let mut align_kind = kinds.align;
    let dereferenceable = int(AttrKind::DEREFERENCEABLE).filter(|_| !by_value);
    if let Some(bytes) = dereferenceable {
        add(bytes, false, false, kinds.dereferenceable);
    }
    let or_null = int(AttrKind::DEREFERENCEABLE_OR_NULL);
    if let Some(bytes) = or_null {
        add(bytes, false, true, kinds.dereferenceable_or_null);
    }
    if let Some(ty) = pointee(AttrKind::STRUCT_RET) {
        add(size(ty), true, false, &attribute::SRET);
        if int(AttrKind::ALIGN).is_none() {
            align = types.layout.abi_align(cx, ty).and_then(|a| a.bytes()).unwrap_or(1);
            align_kind = &attribute::SRET;
        }
    }
    if let Some(ty) = pointee(AttrKind::BY_REF) {
        add(size(ty), false, false, &attribute::BYREF);
    }
    if writable && !by_value {
        for (bytes, or_null) in [(dereferenceable, false), (or_null, true)] {
            if let Some(bytes) = bytes {
                add(bytes, true, or_null, &attribute::WRITABLE);
            }
        }
    }
    behind.retain(|b| b.bytes != 0);
    // `dereferenceable` implies `noundef`, and so do attributes that pass a pointer to memory.
    let well_defined = has(AttrKind::NO_UNDEF) || behind.iter().any(|b| !b.or_null);
    let nonnull = has(AttrKind::NON_NULL);
    let classes = FpClass::from_bits_truncate(int(AttrKind::NO_FP_CLASS).unwrap_or(0) as u32);
    let ranges: Box<[(Int, Int)]> = match cx.attribute(set, AttrKind::RANGE) {
        Some(Attribute::Range(_, range)) => Box::new([(**range).clone()]),
        _ => Box::default(),
    };
    if !well_defined && !nonnull && align == 1 && classes.is_empty() && ranges.is_empty() && behind.is_empty() {
        return Vec::new();
    }
    each_scalar(shape, first, subject, kinds, |e| {
        e.well_defined = well_defined;
        match e.scalar {
            Scalar::Pointer(_) => {
                (e.nonnull, e.align, e.align_kind) = (nonnull, align, align_kind);
                e.behind.clone_from(&behind);
            }
            Scalar::Int(_) => e.ranges.clone_from(&ranges),
            Scalar::Float(_) => e.classes = classes,
        }
    })
}

/// The promise that the result of `main` is an exit status.
pub(crate) fn of_exit_status(shape: &Shape) -> Vec<Expectation> {
    each_scalar(shape, 0, Subject::Result, &EXIT_STATUS, |e| e.well_defined = true)
}

/// Metadata of a load or call about its result.
#[derive(Clone, Debug, Default)]
pub(crate) struct ValueMetadata {
    pub(crate) noundef: bool,
    pub(crate) nonnull: bool,
    pub(crate) align: Option<u64>,
    pub(crate) ranges: Box<[(Int, Int)]>,
    pub(crate) classes: u32,
    pub(crate) dereferenceable: u64,
    pub(crate) dereferenceable_or_null: u64,
}

/// The promises of metadata about a value with this shape.
pub(crate) fn of_metadata(m: &ValueMetadata, shape: &Shape, subject: Subject) -> Vec<Expectation> {
    let kinds = &METADATA;
    let behind: Vec<Behind> = [
        (m.dereferenceable, false, kinds.dereferenceable),
        (m.dereferenceable_or_null, true, kinds.dereferenceable_or_null),
    ]
    .into_iter()
    .filter(|b| b.0 != 0)
    .map(|(bytes, or_null, kind)| Behind { bytes, writable: false, or_null, kind })
    .collect();
    each_scalar(shape, 0, subject, kinds, |e| {
        e.well_defined = m.noundef || m.dereferenceable != 0;
        match e.scalar {
            Scalar::Pointer(_) => {
                (e.nonnull, e.align) = (m.nonnull, m.align.unwrap_or(1).max(1));
                e.behind.clone_from(&behind);
            }
            Scalar::Int(_) => e.ranges.clone_from(&m.ranges),
            Scalar::Float(_) => e.classes = FpClass::from_bits_truncate(m.classes),
        }
    })
}

/// The promises for each scalar of a value that has any.
fn each_scalar(
    shape: &Shape,
    first: u32,
    subject: Subject,
    kinds: &'static Kinds,
    fill: impl Fn(&mut Expectation),
) -> Vec<Expectation> {
    let each = shape.leaves.iter().map(|leaf| {
        let mut e = Expectation::new(first + leaf.register, leaf.scalar, subject, kinds);
        fill(&mut e);
        e.finish()
    });
    each.filter(|e| e.well_defined || !e.is_only_defined()).collect()
}

impl State {
    /// Checks promises about registers. Violations that are not undefined behaviour make the registers poison.
    pub(crate) fn expect(&mut self, expectations: &Expectations, regs: &mut [Reg]) -> Result<(), Stop> {
        for e in &expectations.list {
            let at = e.register as usize;
            let Some(scalar) = regs.get_mut(at..at + e.scalar.registers() as usize) else { continue };
            if e.quick.is_some_and(|q| q.holds(scalar[0], &self.memory)) {
                continue;
            }
            if let Some(poison) = self.unexpected(e, scalar)? {
                scalar.fill(poison);
            }
        }
        Ok(())
    }

    /// Checks promises about registers of the thread from `base` on.
    pub(crate) fn expect_at(&mut self, expectations: &Expectations, base: usize) -> Result<(), Stop> {
        for e in &expectations.list {
            let at = base + e.register as usize;
            if e.quick.is_some_and(|q| q.holds(self.thread.regs[at], &self.memory)) {
                continue;
            }
            let end = at + e.scalar.registers() as usize;
            let regs: Regs = self.thread.regs[at..end].into();
            if let Some(poison) = self.unexpected(e, &regs)? {
                self.thread.regs[at..end].fill(poison);
            }
        }
        Ok(())
    }

    /// The slow check of a value. Reports undefined behaviour, or returns the poison that replaces the value.
    #[cold]
    fn unexpected(&mut self, e: &Expectation, regs: &[Reg]) -> Result<Option<Reg>, Stop> {
        let subject = match e.subject {
            Subject::Argument(n) => format!("argument {n}"),
            Subject::Result => "the result".into(),
            Subject::Loaded => "the loaded value".into(),
        };
        let poison = regs.iter().find(|r| r.meta.is_poison()).copied();
        if let Some(poison) = poison {
            if e.well_defined {
                let notes = self.origin_note(poison);
                self.undefined(e.kinds.poison, format!("{subject} is poison"), notes)?;
            }
            return Ok(None);
        }
        let undef = regs.iter().any(|r| !r.meta.is_defined());
        if undef && e.well_defined {
            let notes = self.origin_notes(regs);
            let message = format!("{subject} has undefined bits");
            self.undefined(e.kinds.undef, message, notes)?;
            return Ok(None);
        }
        let Some((kind, message, notes)) = self.broken(e, regs, undef) else { return Ok(None) };
        if !e.well_defined && kind != e.kinds.dereferenceable_or_null {
            return Ok(Some(self.poison_here()));
        }
        let is_memory = e.behind.iter().any(|behind| behind.kind == kind);
        let memory = is_memory.then(|| self.accessed("", 0, Pointer::of(regs[0])));
        self.undefined_at(kind, format!("{subject} {message}"), notes, memory)?;
        Ok(None)
    }

    /// The violated promise about a value that is not poison. Promises about undef bits must hold for all choices.
    fn broken(&self, e: &Expectation, regs: &[Reg], undef: bool) -> Option<(&'static Kind, String, Vec<Note>)> {
        let width = e.scalar.bits();
        let Ok(bits) = self.bits(regs, width) else { return None };
        let value = bits.defined_bits();
        let some = |kind, message| Some((kind, message, Vec::new()));
        // Undef bits may be zero or one.
        if e.nonnull && value.and(&bits.undef_bits().not()).is_zero() {
            return some(e.kinds.nonnull, "is null".into());
        }
        let address = regs[0].bits;
        let maybe_one = value.or(bits.undef_bits()).low_u64();
        if maybe_one & (e.align - 1) != 0 {
            return some(e.align_kind, format!("is {address:#x}, which is not aligned to {}", e.align));
        }
        // LLVM infers ranges of partly undef results as if the undef bits were chosen suitably. Therefore the chosen bits count
        // here.
        let chosen = Self::chosen(regs, width);
        if !e.ranges.is_empty() && !e.ranges.iter().any(|(from, to)| is_within(&chosen, from, to)) {
            return some(e.kinds.range, format!("is {chosen}, which is out of range"));
        }
        if let Scalar::Float(format) = e.scalar
            && !e.classes.is_empty()
            && (undef || e.classes.bits() & Float::from_bits(format, value.low_u128()).class() != 0)
        {
            return some(e.kinds.class, "is of a class that is excluded".into());
        }
        for behind in &e.behind {
            if behind.or_null && address == 0 && !undef {
                continue;
            }
            if undef {
                return some(behind.kind, "has undefined bits".into());
            }
            if let Some((message, notes)) = self.not_dereferenceable(regs[0], behind.bytes) {
                return Some((behind.kind, format!("is promised to be dereferenceable: {message}"), notes));
            }
            let write = AccessKind::Write;
            if behind.writable && self.memory.resolve(regs[0], 0, behind.bytes, 1, write).is_err() {
                return some(behind.kind, "points to what cannot be written".into());
            }
        }
        None
    }
}

/// Whether a number is in a half-open range that may wrap.
fn is_within(value: &Int, from: &Int, to: &Int) -> bool {
    value.sub(from).ucmp(&to.sub(from)).is_lt()
}

/// The meta of all registers combined: defined if all are.
#[inline]
pub(crate) fn all_defined(regs: &[Reg]) -> bool {
    regs.iter().fold(Meta::DEFINED, |all, r| all.or(r.meta)).is_defined()
}
