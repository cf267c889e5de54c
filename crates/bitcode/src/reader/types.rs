//! The type table of a module ([Type block](https://llvm.org/docs/BitCodeFormat.html#type-block)). Type ids are indices
//! into it. Entries keep their contained types: old bitcode has typed pointers, whose pointees the module's own types no
//! longer represent.

use lindworm_ir::hash::HashMap;
use lindworm_ir::target_type::{TargetProperties, check_parameters};
use lindworm_ir::types::{MAX_INT_BITS, StructId, TypeKind};
use lindworm_ir::{Context, Type};
use smallvec::SmallVec;

use crate::bitstream::{Record, Stream};
use crate::codes::ty as code;
use crate::error::Result;

/// The index of a type in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TypeId(pub u32);

type Contained = SmallVec<[TypeId; 2]>;

#[derive(Clone, Debug)]
struct Entry {
    ty: Type,
    /// The element of a vector or array, the fields of a struct, result and parameters of a function, or the pointee of a
    /// typed pointer.
    contained: Contained,
}

/// The types of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeTable {
    entries: Vec<Entry>,
    /// Additional entries that are not in the file, such as pointers to globals, by type and first contained type.
    made_up: HashMap<(Type, Option<TypeId>), TypeId>,
    /// Whether there are typed pointers.
    has_typed_pointers: bool,
    /// Whether there are scalable vectors, or target types that may contain them.
    may_have_scalable: bool,
}

impl TypeTable {
    /// The type with this id.
    #[inline]
    pub fn ty(&self, id: TypeId) -> Option<Type> {
        self.entries.get(id.0 as usize).map(|e| e.ty)
    }

    /// Whether there are byte types `bN`.
    pub fn has_bytes(&self, cx: &Context) -> bool {
        self.entries.iter().any(|entry| cx.is_byte(entry.ty))
    }

    /// A contained type; for a typed pointer, its pointee.
    #[inline]
    pub fn contained(&self, id: TypeId, index: usize) -> Option<TypeId> {
        self.entries.get(id.0 as usize)?.contained.get(index).copied()
    }

    /// The pointee of a typed pointer.
    pub fn pointee(&self, cx: &Context, id: TypeId) -> Option<TypeId> {
        self.contained(id, 0).filter(|_| self.ty(id).is_some_and(|ty| cx.is_pointer(ty)))
    }

    /// Whether there are typed pointers.
    pub fn has_typed_pointers(&self) -> bool {
        self.has_typed_pointers
    }

    /// Whether a type contains a scalable vector.
    pub fn is_scalable(&self, cx: &Context, ty: Type) -> bool {
        self.may_have_scalable && cx.contains_scalable_vector(ty)
    }

    /// The id of `i32`, the initial type in constants blocks.
    pub fn i32_id(&self) -> TypeId {
        self.made_up.get(&(Type::I32, None)).copied().unwrap_or(TypeId(u32::MAX))
    }

    /// Releases the names of the structs, after reading the module failed.
    pub fn release_names(&self, cx: &Context) {
        self.entries.iter().for_each(|e| release_name(cx, e.ty));
    }

    /// The number of ids.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// An id for a type with these contained types.
    pub fn id_of(&mut self, ty: Type, contained: &[TypeId]) -> TypeId {
        *self.made_up.entry((ty, contained.first().copied())).or_insert_with(|| {
            self.entries.push(Entry { ty, contained: contained.into() });
            TypeId(self.entries.len() as u32 - 1)
        })
    }
}

/// Reads the table. The block is already entered. After an error, the names of its structs are released.
pub(crate) fn read_types(stream: &mut Stream<'_>, cx: &Context) -> Result<TypeTable> {
    let structs = name_structs(stream.clone(), cx);
    let mut reader = TypeReader {
        cx,
        structs,
        count: 0,
        entries: Vec::new(),
        forward: HashMap::default(),
        defined: Vec::new(),
        names_structs_before: false,
    };
    // Further errors come after a recursion.
    let result = reader.read(stream);
    let result = match reader.recursive_struct() {
        Some(name) => Err(stream.error(format!("identified structure type '{name}' is recursive")).plain()),
        None => result,
    };
    match result {
        Ok(()) => {
            let mut table = TypeTable { entries: reader.entries, ..TypeTable::default() };
            let contained = |e: &Entry| !e.contained.is_empty();
            table.has_typed_pointers = table.entries.iter().any(|e| contained(e) && cx.is_pointer(e.ty));
            table.may_have_scalable = table
                .entries
                .iter()
                .any(|e| matches!(cx.kind(e.ty), TypeKind::Vector { scalable: true, .. } | TypeKind::Target { .. }));
            table.id_of(Type::I32, &[]);
            Ok(table)
        }
        Err(error) => {
            reader.structs.values().for_each(|&ty| release_name(cx, ty));
            Err(error)
        }
    }
}

fn release_name(cx: &Context, ty: Type) {
    if let TypeKind::Identified(id) = *cx.kind(ty) {
        cx.release_struct_name(cx.struct_def(id).name());
    }
}

/// Creates the identified structs of the table, by id, without their fields: earlier types may refer to them.
fn name_structs(mut stream: Stream<'_>, cx: &Context) -> HashMap<u32, Type> {
    let mut structs = HashMap::default();
    let mut record = Record::default();
    let (mut id, mut name) = (0, Vec::new());
    while let Ok(true) = stream.next_record(&mut record) {
        match record.code {
            code::NUMENTRY => continue,
            code::STRUCT_NAME => {
                name.extend(record.bytes(0));
                continue;
            }
            code::STRUCT_NAMED | code::OPAQUE => {
                structs.insert(id, cx.new_struct(&name));
                name.clear();
            }
            code::TARGET_TYPE => name.clear(),
            _ => {}
        }
        id += 1;
    }
    structs
}

struct TypeReader<'c> {
    cx: &'c Context,
    structs: HashMap<u32, Type>,
    /// The number of types announced by the table.
    count: u64,
    entries: Vec<Entry>,
    /// Forward references to non-structs, which are an error once they are defined.
    forward: HashMap<u32, Type>,
    /// The structs with fields, in order.
    defined: Vec<StructId>,
    /// Whether there is a forward reference to a struct: without one, no struct can be recursive.
    names_structs_before: bool,
}

impl TypeReader<'_> {
    fn read(&mut self, stream: &mut Stream<'_>) -> Result<()> {
        let mut record = Record::default();
        let mut name = Vec::new();
        while stream.next_record(&mut record)? {
            let mut contained = Contained::new();
            let ty = match self.ty(&record, &mut name, &mut contained) {
                Ok(Some(ty)) => ty,
                Ok(None) => continue,
                Err(message) => return Err(stream.error(message)),
            };
            let id = self.entries.len();
            if id as u64 >= self.count {
                return Err(stream.error("Invalid TYPE table"));
            }
            if self.forward.contains_key(&(id as u32)) {
                return Err(stream.error("Invalid TYPE table: Only named structs can be forward referenced"));
            }
            self.entries.push(Entry { ty, contained });
        }
        match self.entries.len() as u64 == self.count {
            true => Ok(()),
            false => Err(stream.error("Malformed block")),
        }
    }

    /// The type with an id, which LLVM truncates to 32 bits. May be a struct defined later.
    fn get(&mut self, id: u64) -> Option<Type> {
        let small = Some(id as u32).filter(|&small| u64::from(small) < self.count)?;
        Some(match self.entries.get(small as usize) {
            Some(entry) => entry.ty,
            None => match self.structs.get(&small) {
                Some(&ty) => {
                    self.names_structs_before = true;
                    ty
                }
                None => *self.forward.entry(small).or_insert_with(|| self.cx.new_struct(b"")),
            },
        })
    }

    /// The types with these ids. Appends the ids to `contained`.
    fn all(&mut self, ids: &[u64], contained: &mut Contained) -> Option<SmallVec<[Type; 8]>> {
        contained.extend(ids.iter().map(|&id| TypeId(id as u32)));
        ids.iter().map(|&id| self.get(id)).collect()
    }

    /// The type of a record; `None` for records that belong to another one.
    fn ty(
        &mut self,
        record: &Record<'_>,
        name: &mut Vec<u8>,
        contained: &mut Contained,
    ) -> std::result::Result<Option<Type>, &'static str> {
        const INVALID: &str = "Invalid type";
        let cx = self.cx;
        let ops = &record.ops[..];
        Ok(Some(match record.code {
            code::NUMENTRY => {
                self.count = *ops.first().ok_or("Invalid numentry record")?;
                return Ok(None);
            }
            code::VOID => Type::VOID,
            code::HALF => Type::HALF,
            code::BFLOAT => Type::BFLOAT,
            code::FLOAT => Type::FLOAT,
            code::DOUBLE => Type::DOUBLE,
            code::X86_FP80 => Type::X86_FP80,
            code::FP128 => Type::FP128,
            code::PPC_FP128 => Type::PPC_FP128,
            code::LABEL => Type::LABEL,
            code::METADATA => Type::METADATA,
            code::X86_MMX => cx.vector(Type::I64, 1, false),
            code::X86_AMX => Type::X86_AMX,
            code::TOKEN => Type::TOKEN,
            code::INTEGER => match *ops.first().ok_or("Invalid integer record")? {
                bits if (1..=MAX_INT_BITS as u64).contains(&bits) => cx.int(bits as u32),
                _ => return Err("Bitwidth for integer type out of range"),
            },
            code::BYTE => match *ops.first().ok_or("Invalid byte record")? {
                bits if (1..=MAX_INT_BITS as u64).contains(&bits) => cx.byte(bits as u32),
                _ => return Err("Bitwidth for byte type out of range"),
            },
            code::POINTER => {
                let &pointee = ops.first().ok_or("Invalid pointer record")?;
                self.get(pointee).filter(|&ty| !is_never_in_memory(ty)).ok_or(INVALID)?;
                contained.push(TypeId(pointee as u32));
                pointer(cx, if ops.len() == 2 { ops[1] } else { 0 })
            }
            code::OPAQUE_POINTER => match *ops {
                [addr_space] => pointer(cx, addr_space),
                _ => return Err("Invalid opaque pointer record"),
            },
            code::FUNCTION_OLD | code::FUNCTION => {
                // The old record has the number of an attribute list, which was never used.
                let first = if record.code == code::FUNCTION { 1 } else { 2 };
                let (Some(&variadic), Some([result, params @ ..])) = (ops.first(), ops.get(first..)) else {
                    return Err("Invalid function record");
                };
                contained.push(TypeId(*result as u32));
                let params = self.all(params, contained);
                let is_argument = |&ty: &Type| cx.is_first_class(ty) && ty != Type::LABEL;
                if record.code == code::FUNCTION && params.as_ref().is_some_and(|p| !p.iter().all(is_argument)) {
                    return Err("Invalid function argument type");
                }
                let result = self.get(*result).ok_or(INVALID)?;
                cx.function_type(result, &params.ok_or(INVALID)?, variadic != 0)
            }
            code::STRUCT_ANON => {
                let (&packed, fields) = ops.split_first().ok_or("Invalid anon struct record")?;
                let fields = self.all(fields, contained).ok_or(INVALID)?;
                cx.struct_type(&fields, packed != 0)
            }
            code::STRUCT_NAME => {
                name.extend(record.bytes(0));
                return Ok(None);
            }
            code::STRUCT_NAMED => {
                let (&packed, fields) = ops.split_first().ok_or("Invalid named struct record")?;
                let ty = self.this_struct()?;
                name.clear();
                let fields = self.all(fields, contained).ok_or("Invalid named struct record")?;
                if let TypeKind::Identified(id) = *cx.kind(ty) {
                    cx.define_struct(id, &fields, packed != 0);
                    self.defined.push(id);
                }
                ty
            }
            code::OPAQUE if ops.len() != 1 => return Err("Invalid opaque type record"),
            code::OPAQUE => {
                name.clear();
                self.this_struct()?
            }
            code::TARGET_TYPE => {
                let (&count, rest) = ops.split_first().ok_or("Invalid target extension type record")?;
                if count > rest.len() as u64 {
                    return Err("Too many type parameters");
                }
                let (types, ints) = rest.split_at(count as usize);
                let types: Option<Box<[Type]>> = types.iter().map(|&id| self.get(id)).collect();
                let types = types.ok_or(INVALID)?;
                let ints: std::result::Result<Box<[u32]>, _> = ints.iter().map(|&i| u32::try_from(i)).collect();
                let ints = ints.map_err(|_| "Integer parameter too large")?;
                check_parameters(name, &types, &ints)?;
                cx.intern_type(TypeKind::Target { name: std::mem::take(name).into(), types, ints })
            }
            code::ARRAY => {
                let &[len, element, ..] = ops else { return Err("Invalid array type record") };
                let ty = self.get(element).filter(|&ty| !is_never_in_memory(ty) && !cx.is_function(ty));
                contained.push(TypeId(element as u32));
                cx.array(ty.ok_or(INVALID)?, len)
            }
            code::VECTOR => {
                let &[len, element, ..] = ops else { return Err("Invalid vector type record") };
                if len as u32 == 0 {
                    return Err("Invalid vector length");
                }
                let ty = self.get(element).filter(|&ty| is_vector_element(cx, ty));
                contained.push(TypeId(element as u32));
                cx.vector(ty.ok_or(INVALID)?, len as u32, ops.get(2).is_some_and(|&scalable| scalable != 0))
            }
            _ => return Err("Invalid value"),
        }))
    }

    /// The struct of the next entry of the table.
    fn this_struct(&self) -> std::result::Result<Type, &'static str> {
        let id = self.entries.len() as u32;
        self.structs.get(&id).copied().filter(|_| (id as u64) < self.count).ok_or("Invalid TYPE table")
    }

    /// The name of the first recursive struct, if any.
    fn recursive_struct(&self) -> Option<String> {
        let id = self.names_structs_before.then(|| self.cx.first_recursive_struct(&self.defined))??;
        Some(String::from_utf8_lossy(self.cx.struct_def(id).name()).into_owned())
    }
}

/// Address spaces have 24 bits.
fn pointer(cx: &Context, addr_space: u64) -> Type {
    cx.ptr(addr_space as u32 & 0xff_ffff)
}

/// Whether a type is invalid as a pointee and as an array element.
fn is_never_in_memory(ty: Type) -> bool {
    matches!(ty, Type::VOID | Type::LABEL | Type::METADATA | Type::TOKEN | Type::X86_AMX)
}

fn is_vector_element(cx: &Context, ty: Type) -> bool {
    let target = || cx.target_type(ty).is_some_and(|t| t.properties.contains(TargetProperties::VECTOR_ELEMENT));
    cx.is_int(ty) || cx.is_byte(ty) || cx.is_pointer(ty) || ty.is_float() || target()
}
