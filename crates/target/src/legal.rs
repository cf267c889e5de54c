//! How values of each type are held: as parts, each of which fits a register or a slot of the stack.
//!
//! An integer of up to 64 bits, a pointer, a float is one part. An integer of up to 128 bits is two. An array or struct is the parts
//! of its elements, one after the other. Bits of a part past the width of its integer are not defined.

use lindworm_ir::data_layout::DataLayout;
use lindworm_ir::types::TypeKind;
use lindworm_ir::{Context, Type};

/// The most parts that a value may have.
pub const MAX_PARTS: usize = 64;

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// An integer of that many bits, 1 to 64; a pointer is one of 64.
    Int(u8),
    /// `float`.
    F32,
    /// `double`.
    F64,
    /// `x86_fp80`, which is in memory unless it is computed with.
    F80,
}

impl PartKind {
    /// Bytes that hold it in memory. Of integers of odd widths, it is the next power of two.
    pub const fn size(self) -> u32 {
        match self {
            PartKind::Int(..=8) => 1,
            PartKind::Int(..=16) => 2,
            PartKind::Int(..=32) | PartKind::F32 => 4,
            PartKind::Int(_) | PartKind::F64 => 8,
            PartKind::F80 => 16,
        }
    }
}

/// A part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Where it is in memory, in bytes from the start of the value.
    pub offset: u32,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    size: u64,
    /// In bytes; 0 where the type has no size.
    align: u64,
    first_part: u32,
    part_count: u32,
    first_offset: u32,
    state: State,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum State {
    #[default]
    New,
    /// What it is made of comes first.
    Open,
    Done,
    Unsupported(&'static str),
}

/// The layout and the parts of every type of a context.
///
/// ```
/// use lindworm_ir::{Context, Type, data_layout::DataLayout};
/// use lindworm_target::legal::{PartKind, TypeTable};
/// let cx = Context::new();
/// let ty = cx.struct_type(&[Type::I8, Type::DOUBLE], false);
/// let table = TypeTable::new(&cx, &DataLayout::parse(b"e-i64:64").unwrap());
/// let parts = table.parts(ty).unwrap();
/// assert_eq!(parts.iter().map(|p| (p.kind, p.offset)).collect::<Vec<_>>(), [(PartKind::Int(8), 0), (PartKind::F64, 8)]);
/// assert_eq!(table.size(ty), Some(16));
/// ```
pub struct TypeTable {
    entries: Vec<Entry>,
    parts: Vec<Part>,
    offsets: Vec<u64>,
}

impl TypeTable {
    /// The table of all types that the context has by now.
    pub fn new(cx: &Context, layout: &DataLayout) -> TypeTable {
        let all = cx.all_types();
        let mut table =
            TypeTable { entries: vec![Entry::default(); all.len()], parts: Vec::new(), offsets: Vec::new() };
        let mut todo = Vec::new();
        for ty in all {
            todo.push(ty);
            while let Some(&ty) = todo.last() {
                let waits = table.entries[ty.index()].state == State::New && table.open(cx, ty, &mut todo);
                if !waits {
                    todo.pop();
                    if table.entries[ty.index()].state == State::Open {
                        table.fill(cx, layout, ty);
                    }
                }
            }
        }
        table
    }

    /// Marks a type, and puts what it is made of and what is not known yet on `todo`; tells whether anything is.
    fn open(&mut self, cx: &Context, ty: Type, todo: &mut Vec<Type>) -> bool {
        self.entries[ty.index()].state = State::Open;
        let before = todo.len();
        let mut add = |element: Type| {
            if self.entries[element.index()].state == State::New {
                todo.push(element);
            }
        };
        match cx.kind(ty) {
            TypeKind::Array { element, .. } => add(*element),
            _ => cx.struct_parts(ty).iter().flat_map(|(fields, _)| fields.iter()).for_each(|&field| add(field)),
        }
        todo.len() > before
    }

    fn fill(&mut self, cx: &Context, layout: &DataLayout, ty: Type) {
        let first_part = self.parts.len();
        let state = match self.add_parts(cx, layout, ty) {
            Ok(()) if self.parts.len() - first_part <= MAX_PARTS => State::Done,
            Ok(()) => State::Unsupported("a value of more than 64 scalars"),
            Err(why) => State::Unsupported(why),
        };
        if state != State::Done {
            self.parts.truncate(first_part);
        }
        let first_offset = self.offsets.len() as u32;
        if let Some(fields) = cx.is_struct(ty).then(|| layout.struct_layout(cx, ty)).flatten() {
            self.offsets.extend(fields.offsets.iter().map(|o| o.min));
        }
        let known = layout.layout(cx, ty).filter(|l| !l.alloc_size().scalable);
        self.entries[ty.index()] = Entry {
            size: known.map_or(0, |l| l.alloc_size().min),
            align: known.map_or(0, |l| l.abi.bytes().unwrap_or(1)),
            first_part: first_part as u32,
            part_count: (self.parts.len() - first_part) as u32,
            first_offset,
            state,
        };
    }

    fn add_parts(&mut self, cx: &Context, layout: &DataLayout, ty: Type) -> Result<(), &'static str> {
        let kind = match cx.kind(ty) {
            TypeKind::Void | TypeKind::Label | TypeKind::Metadata => return Ok(()),
            TypeKind::Int(bits) | TypeKind::Byte(bits) => match *bits {
                bits @ ..=64 => PartKind::Int(bits as u8),
                bits @ ..=128 => {
                    self.parts.push(Part { kind: PartKind::Int(64), offset: 0 });
                    self.parts.push(Part { kind: PartKind::Int((bits - 64) as u8), offset: 8 });
                    return Ok(());
                }
                _ => return Err("an integer of more than 128 bits"),
            },
            TypeKind::Pointer { addr_space } if layout.pointer(*addr_space).bits == 64 => PartKind::Int(64),
            TypeKind::Pointer { .. } => return Err("a pointer of other than 64 bits"),
            TypeKind::Float => PartKind::F32,
            TypeKind::Double => PartKind::F64,
            TypeKind::X86Fp80 => PartKind::F80,
            TypeKind::Array { element, len } => {
                let stride = self.entries[element.index()].size;
                let (from, count) = self.known(*element)?;
                if count as u64 * len.min(&(1 << 20)) > MAX_PARTS as u64 {
                    return Err("a value of more than 64 scalars");
                }
                for i in 0..if count == 0 { 0 } else { *len } {
                    self.copy(from, count, i * stride);
                }
                return Ok(());
            }
            TypeKind::Struct { .. } | TypeKind::Identified(_) => {
                let Some((fields, _)) = cx.struct_parts(ty) else { return Err("a value of an opaque type") };
                let Some(places) = layout.struct_layout(cx, ty) else { return Err("a struct without a size") };
                let start = self.parts.len();
                for (field, place) in fields.iter().zip(&places.offsets) {
                    let (from, count) = self.known(*field)?;
                    if count > MAX_PARTS || place.min > u64::from(u32::MAX) {
                        return Err("a value of more than 64 scalars");
                    }
                    self.copy(from, count, place.min);
                    if self.parts.len() - start > MAX_PARTS {
                        return Err("a value of more than 64 scalars");
                    }
                }
                return Ok(());
            }
            TypeKind::Half => return Err("half"),
            TypeKind::BFloat => return Err("bfloat"),
            TypeKind::Fp128 => return Err("fp128"),
            TypeKind::PpcFp128 => return Err("ppc_fp128"),
            TypeKind::X86Amx => return Err("x86_amx"),
            TypeKind::Token => return Err("a token"),
            TypeKind::Vector { scalable: true, .. } => return Err("a scalable vector"),
            TypeKind::Vector { .. } => return Err("a vector"),
            TypeKind::Function { .. } => return Err("a value of function type"),
            TypeKind::Target { .. } => return Err("a target type"),
        };
        self.parts.push(Part { kind, offset: 0 });
        Ok(())
    }

    /// Where the parts of an element are.
    fn known(&self, element: Type) -> Result<(usize, usize), &'static str> {
        let entry = &self.entries[element.index()];
        match entry.state {
            State::Done => Ok((entry.first_part as usize, entry.part_count as usize)),
            State::Unsupported(why) => Err(why),
            State::New | State::Open => Err("a type that holds itself"),
        }
    }

    fn copy(&mut self, from: usize, count: usize, offset: u64) {
        for i in from..from + count {
            let part = self.parts[i];
            self.parts.push(Part { offset: part.offset + offset as u32, ..part });
        }
    }

    /// The parts of a value of that type.
    ///
    /// # Errors
    /// What the type is, if values of it are not supported.
    #[inline]
    pub fn parts(&self, ty: Type) -> Result<&[Part], &'static str> {
        let Some(entry) = self.entries.get(ty.index()) else { return Err("a type that is not known") };
        match entry.state {
            State::Unsupported(why) => Err(why),
            _ => Ok(&self.parts[entry.first_part as usize..][..entry.part_count as usize]),
        }
    }

    /// Bytes from one element of an array of that type to the next; nothing of a type without a fixed size.
    #[inline]
    pub fn size(&self, ty: Type) -> Option<u64> {
        self.entries.get(ty.index()).filter(|e| e.align != 0).map(|e| e.size)
    }

    /// The ABI's alignment, in bytes; 1 of a type without a fixed size.
    pub fn align(&self, ty: Type) -> u64 {
        self.entries.get(ty.index()).map_or(1, |e| e.align.max(1))
    }

    /// Where a struct has a field, which it must have.
    #[inline]
    pub fn field_offset(&self, ty: Type, field: usize) -> Option<u64> {
        self.offsets.get(self.entries.get(ty.index())?.first_offset as usize + field).copied()
    }
}
