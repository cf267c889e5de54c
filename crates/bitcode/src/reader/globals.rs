//! Variables, functions, aliases, ifuncs and comdats ([Module
//! records](https://llvm.org/docs/BitCodeFormat.html#module-block)). Operands were appended over time: missing ones have
//! their defaults.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeList};
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::{
    CodeModel, Comdat, ComdatData, ComdatKind, DllStorage, Function, GlobalKind, GlobalValue, Linkage, SanitizerFlags,
    TlsModel, UnnamedAddr, Variable, Visibility,
};
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Global, Type};

use super::attributes::add_missing_types;
use super::module::{FunctionOperands, ModuleReader};
use super::types::TypeId;
use super::{Slot, TypedValue};
use crate::codes::module as code;
use crate::encoding;

type Message<T> = std::result::Result<T, String>;

/// The linkages by code. Unknown codes are external.
const LINKAGES: [Linkage; 20] = {
    use Linkage::*;
    [
        External,
        WeakAny,
        Appending,
        Internal,
        LinkOnceAny,
        // Formerly `dllimport` and `dllexport`, which are storage classes now.
        External,
        External,
        ExternalWeak,
        Common,
        Private,
        WeakOdr,
        LinkOnceOdr,
        AvailableExternally,
        // Formerly two kinds of private linkage, and `linkonce_odr_auto_hide`.
        Private,
        Private,
        External,
        WeakAny,
        WeakOdr,
        LinkOnceAny,
        LinkOnceOdr,
    ]
};

/// The linkage codes that implied a comdat with the name of the global, before comdats were explicit.
const IMPLICIT_COMDAT: [u64; 4] = [1, 4, 10, 11];

const VISIBILITIES: [Visibility; 3] = [Visibility::Default, Visibility::Hidden, Visibility::Protected];
const DLL_STORAGE: [DllStorage; 3] = [DllStorage::Default, DllStorage::Import, DllStorage::Export];
const UNNAMED_ADDR: [UnnamedAddr; 3] = [UnnamedAddr::None, UnnamedAddr::Global, UnnamedAddr::Local];
const TLS_MODELS: [TlsModel; 5] = {
    use TlsModel::*;
    [None, GeneralDynamic, LocalDynamic, InitialExec, LocalExec]
};
const CODE_MODELS: [Option<CodeModel>; 6] = {
    use CodeModel::*;
    [None, Some(Tiny), Some(Small), Some(Kernel), Some(Medium), Some(Large)]
};
const COMDAT_KINDS: [ComdatKind; 6] = {
    use ComdatKind::*;
    [Any, Any, ExactMatch, Largest, NoDeduplicate, SameSize]
};

/// The calling convention of interrupt handlers, whose first parameter is passed `byval`.
const X86_INTERRUPT: CallingConvention = CallingConvention(83);

/// The entry of a table for a code, or `other`.
fn decode<T: Copy>(table: &[T], code: u64, other: T) -> T {
    usize::try_from(code).ok().and_then(|code| table.get(code).copied()).unwrap_or(other)
}

/// An operand; 0 if absent.
fn get(ops: &[u64], index: usize) -> u64 {
    ops.get(index).copied().unwrap_or(0)
}

/// The linkage with a code.
pub(crate) fn linkage(code: u64) -> Linkage {
    decode(&LINKAGES, code, Linkage::External)
}

fn tls_model(code: u64) -> TlsModel {
    decode(&TLS_MODELS, code, TlsModel::GeneralDynamic)
}

fn unnamed_addr(code: u64) -> UnnamedAddr {
    decode(&UNNAMED_ADDR, code, UnnamedAddr::None)
}

/// Sets the linkage and, except on local symbols, visibility and DLL storage class.
fn set_linkage(global: &mut GlobalValue, linkage_code: u64, visibility: u64, dll_storage: Option<u64>) {
    global.linkage = linkage(linkage_code);
    if !global.linkage.is_local() {
        global.visibility = decode(&VISIBILITIES, visibility, Visibility::Default);
        global.dll_storage = match (dll_storage, linkage_code) {
            (Some(storage), _) => decode(&DLL_STORAGE, storage, DllStorage::Default),
            (None, 5) => DllStorage::Import,
            (None, 6) => DllStorage::Export,
            (None, _) => DllStorage::Default,
        };
    }
}

/// Sets `dso_local`, explicit or implied.
fn set_dso_local(global: &mut GlobalValue, said: u64) {
    let hidden = global.visibility != Visibility::Default && global.linkage != Linkage::ExternalWeak;
    global.dso_local = said == 1 || global.linkage.is_local() || hidden;
}

impl ModuleReader<'_> {
    /// The name at the start of a record, if names are in a string table, and the remaining operands.
    fn name<'o>(&self, ops: &'o [u64]) -> (&[u8], &'o [u64]) {
        if !self.names_in_strings {
            return (b"", ops);
        }
        match *ops {
            // The caller reports the record as too short.
            [] | [_] => (b"", &[]),
            [start, len, ref rest @ ..] => match self.string(start, len) {
                Some(name) => (name, rest),
                None => (b"", &[]),
            },
        }
    }

    /// A substring of the string table. Substrings may overlap, so the copy counts towards the expansion limit.
    fn string(&self, start: u64, len: u64) -> Option<&[u8]> {
        let end = start.checked_add(len)?;
        let string = self.strings.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)?;
        self.tables.expansion.allow(len)?;
        Some(string)
    }

    /// A section or GC name by index. Many globals may share it, so the copy counts towards the expansion limit.
    fn shared_name(&self, names: &[Box<[u8]>], index: u64) -> Option<Box<[u8]>> {
        let name = names.get(usize::try_from(index).ok()?)?;
        self.tables.expansion.allow(name.len() as u64)?;
        Some(name.clone())
    }

    fn ty(&self, id: u64) -> Option<(TypeId, Type)> {
        let id = TypeId(id as u32);
        Some((id, self.tables.types.ty(id)?))
    }

    /// The pointee of a typed pointer, and its address space.
    fn pointee(&self, id: TypeId, missing: &str) -> Message<(TypeId, Type, u32)> {
        let cx = self.module.context();
        let pointer = self.tables.types.ty(id).filter(|&ty| cx.is_pointer(ty)).ok_or("Invalid type for value")?;
        let pointee = self.tables.types.pointee(cx, id);
        let (id, ty) = pointee.and_then(|id| Some((id, self.tables.types.ty(id)?))).ok_or(missing)?;
        Ok((id, ty, cx.addr_space(pointer).unwrap_or(0)))
    }

    /// `COMDAT`: `[name, kind]`, or in old bitcode `[kind, length of the name, name]`.
    pub(super) fn comdat(&mut self, ops: &[u64]) -> Message<()> {
        const INVALID: &str = "Invalid record";
        let (name, ops) = self.name(ops);
        let (&kind, rest) = ops.split_first().ok_or(INVALID)?;
        let name = match (self.names_in_strings, rest) {
            (true, _) => name.into(),
            (false, &[len, ref chars @ ..]) => {
                let chars = usize::try_from(len).ok().and_then(|len| chars.get(..len));
                chars.ok_or("Comdat name size too large")?.iter().map(|&c| c as u8).collect()
            }
            (false, []) => return Err(INVALID.into()),
        };
        let comdat = self.comdat_named(name);
        self.module.comdats_mut()[comdat].kind = decode(&COMDAT_KINDS, kind, ComdatKind::Any);
        self.comdats.push(comdat);
        Ok(())
    }

    /// The comdat with this name.
    pub(super) fn comdat_named(&mut self, name: Box<[u8]>) -> Comdat {
        let comdats = self.module.comdats_mut();
        *self
            .comdat_names
            .entry(name)
            .or_insert_with_key(|name| comdats.push(ComdatData { name: name.clone(), kind: ComdatKind::Any }))
    }

    /// Adds a global with a unique name, and assigns the next value id.
    fn add(&mut self, global: GlobalValue, value_type: TypeId) -> Global {
        let ty = self.tables.types.id_of(global.ty(), &[value_type]);
        let global = self.module.add_global(global);
        self.tables.values.push(Slot::Value(TypedValue { value: global.into(), ty }));
        global
    }

    /// Sets section, alignment and comdat of a variable or function.
    fn set_object(
        &mut self,
        global: &mut GlobalValue,
        section: u64,
        align: u64,
        comdat: Option<u64>,
        what: &str,
    ) -> Message<()> {
        global.align = encoding::align(align).ok_or("Invalid alignment value")?;
        if let Some(index) = section.checked_sub(1) {
            global.section = self.shared_name(&self.sections, index).ok_or("Invalid ID")?;
        }
        if let Some(index) = comdat.unwrap_or(0).checked_sub(1) {
            let comdat = usize::try_from(index).ok().and_then(|i| self.comdats.get(i));
            global.comdat = Some(*comdat.ok_or_else(|| format!("Invalid {what} comdat ID"))?);
        }
        Ok(())
    }

    fn attribute_list(&self, id: u64) -> AttributeList {
        let index = id.checked_sub(1).and_then(|i| usize::try_from(i).ok());
        index.and_then(|i| self.tables.attributes.get(i).copied()).unwrap_or_default()
    }

    /// `GLOBALVAR`: `[name, type, flags, initializer, linkage, alignment, section, visibility, TLS model, unnamed_addr,
    /// externally_initialized, DLL storage class, comdat, attributes, dso_local, partition, sanitizer flags, code model]`
    pub(super) fn variable(&mut self, ops: &[u64]) -> Message<()> {
        const INVALID: &str = "Invalid record";
        let (name, ops) = self.name(ops);
        let name = name.to_vec();
        if ops.len() < 6 {
            return Err(INVALID.into());
        }
        let (id, ty) = self.ty(ops[0]).ok_or(INVALID)?;
        let flags = ops[1];
        let (id, ty, addr_space) = match flags & 2 != 0 {
            true => (id, ty, (flags >> 2) as u32 & 0xff_ffff),
            false => self.pointee(id, "Missing element type for old-style global")?,
        };
        let cx = self.module.context().clone();
        let mut variable = Variable {
            constant: flags & 1 != 0,
            externally_initialized: get(ops, 9) != 0,
            attributes: cx.attribute_list(self.attribute_list(get(ops, 12))).function,
            sanitizer: SanitizerFlags::from_bits_truncate(get(ops, 16) as u8),
            ..Variable::default()
        };
        variable.code_model = match get(ops, 17) {
            0 => None,
            code => Some(decode(&CODE_MODELS, code, None).ok_or("Invalid global variable code model")?),
        };
        let mut global = GlobalValue::new(&name, ty, cx.ptr(addr_space), GlobalKind::Variable(variable));
        set_linkage(&mut global, ops[3], get(ops, 6), ops.get(10).copied());
        self.set_object(&mut global, ops[5], ops[4], ops.get(11).copied(), "global variable")?;
        global.tls = tls_model(get(ops, 7));
        global.unnamed_addr = unnamed_addr(get(ops, 8));
        set_dso_local(&mut global, get(ops, 13));
        // An empty partition is not checked, as in LLVM; for functions and aliases it is.
        if let Some(&[start, len]) = ops.get(14..16)
            && len > 0
        {
            global.partition = self.string(start, len).ok_or("Malformed partition, too large.")?.into();
        }
        let global = self.add(global, id);
        if let Some(initializer) = (ops[2] as u32).checked_sub(1) {
            self.initializers.push((global, initializer));
        }
        if ops.len() <= 11 && IMPLICIT_COMDAT.contains(&ops[3]) {
            self.implicit_comdats.insert(global);
        }
        Ok(())
    }

    /// `FUNCTION`: `[name, type, calling convention, is declaration, linkage, attributes, alignment, section, visibility, gc,
    /// unnamed_addr, prologue, DLL storage class, comdat, prefix, personality, dso_local, address space, partition, preferred
    /// alignment]`
    pub(super) fn function(&mut self, ops: &[u64]) -> Message<()> {
        const INVALID: &str = "Invalid record";
        let (name, ops) = self.name(ops);
        let name = name.to_vec();
        if ops.len() < 8 {
            return Err(INVALID.into());
        }
        let cx = self.module.context().clone();
        let (mut id, mut ty) = self.ty(ops[0]).ok_or(INVALID)?;
        if cx.is_pointer(ty) {
            (id, ty, _) = self.pointee(id, "Missing element type for old-style function")?;
        }
        let (_, params, _) = cx.function_parts(ty).ok_or("Invalid type for value")?;
        // LLVM truncates the number to 32 bits.
        let convention =
            u16::try_from(ops[1] as u32).ok().filter(|&c| c < 1024).ok_or("Invalid calling convention ID")?;
        let convention = CallingConvention(convention);

        let types = &self.tables.types;
        let pointee = |i: usize| types.ty(types.pointee(&cx, types.contained(id, i + 1)?)?);
        let mut attributes = add_missing_types(&cx, self.attribute_list(ops[4]), params.len(), pointee)
            .ok_or("Missing param element type for attribute upgrade")?;
        let first = cx.attribute_list(attributes).param(0);
        if convention == X86_INTERRUPT && !params.is_empty() && !cx.has_attribute(first, AttrKind::BY_VAL) {
            let ty = pointee(0).ok_or("Missing param element type for x86_intrcc upgrade")?;
            let first = cx.with_attribute(first, Attribute::Type(AttrKind::BY_VAL, Some(ty)));
            attributes = cx.with_param_attributes(attributes, 0, first);
        }

        let preferred_align = encoding::align(get(ops, 19)).ok_or("Invalid preferred alignment value")?;
        if preferred_align.is_some() {
            self.module.note_form_since(IrVersion::V23);
        }
        let mut function = Function { attributes, convention, preferred_align, ..Function::default() };
        if let Some(index) = get(ops, 8).checked_sub(1) {
            function.gc = self.shared_name(&self.collectors, index).ok_or("Invalid ID")?;
        }
        let addr_space = ops.get(16).map_or(self.module.data_layout().program_addr_space, |&a| a as u32 & 0xff_ffff);
        let mut global = GlobalValue::new(&name, ty, cx.ptr(addr_space), GlobalKind::Function(Box::new(function)));
        set_linkage(&mut global, ops[3], ops[7], ops.get(11).copied());
        self.set_object(&mut global, ops[6], ops[5], ops.get(12).copied(), "function")?;
        global.unnamed_addr = unnamed_addr(get(ops, 9));
        set_dso_local(&mut global, get(ops, 15));
        if let Some(&[start, len]) = ops.get(17..19) {
            global.partition = self.string(start, len).unwrap_or_default().into();
        }
        let global = self.add(global, id);
        self.set_intrinsic(global);
        self.tables.function_types.insert(global, id);
        let operands = FunctionOperands { prologue: get(ops, 10), prefix: get(ops, 13), personality: get(ops, 14) };
        if operands != FunctionOperands::default() {
            self.function_operands.push((global, operands));
        }
        if ops.len() <= 12 && IMPLICIT_COMDAT.contains(&ops[3]) {
            self.implicit_comdats.insert(global);
        }
        if ops[2] == 0 {
            self.with_bodies.push_back(global);
        }
        Ok(())
    }

    /// Determines the intrinsic of a function from its name.
    pub(super) fn set_intrinsic(&mut self, global: Global) {
        let version = self.module.version();
        let global = &mut self.module[global];
        let is_reserved = global.name().starts_with(b"llvm.");
        let id = if is_reserved { IntrinsicId::lookup(version, global.name()) } else { None };
        if let Some(function) = global.as_function_mut() {
            function.intrinsic = id;
        }
    }

    /// `ALIAS` and `IFUNC`: `[name, type, address space, aliasee or resolver, linkage, visibility, ...]`, followed by `[DLL
    /// storage class, TLS model, unnamed_addr, dso_local, partition]` for an alias and `[dso_local, partition]` for an
    /// ifunc. `ALIAS_OLD` has the pointer type, and no address space.
    pub(super) fn alias(&mut self, record_code: u32, ops: &[u64]) -> Message<()> {
        const INVALID: &str = "Invalid record";
        let (name, ops) = self.name(ops);
        let name = name.to_vec();
        let is_old = record_code == code::ALIAS_OLD;
        let ([type_id, rest @ ..], true) = (ops, ops.len() >= if is_old { 3 } else { 4 }) else {
            return Err(INVALID.into());
        };
        let (mut id, mut ty) = self.ty(*type_id).ok_or(INVALID)?;
        let (addr_space, rest) = match is_old {
            true => {
                let pointee;
                (id, ty, pointee) = self.pointee(id, "Missing element type for old-style indirect symbol")?;
                (pointee, rest)
            }
            false => (rest[0] as u32 & 0xff_ffff, &rest[1..]),
        };
        let (target, linkage, rest) = (rest[0], rest[1], &rest[2..]);
        let pointer = self.module.context().ptr(addr_space);
        // A placeholder until the constant with the id is known.
        let unknown = self.module.constants().poison(pointer);
        let is_alias = record_code != code::IFUNC;
        let kind = match is_alias {
            true => GlobalKind::Alias { aliasee: unknown },
            false => GlobalKind::IFunc { resolver: unknown },
        };
        let mut global = GlobalValue::new(&name, ty, pointer, kind);
        let rest = match is_alias {
            true => {
                set_linkage(&mut global, linkage, get(rest, 0), rest.get(1).copied());
                global.tls = tls_model(get(rest, 2));
                global.unnamed_addr = unnamed_addr(get(rest, 3));
                rest.get(4..).unwrap_or_default()
            }
            false => {
                set_linkage(&mut global, linkage, get(rest, 0), Some(0));
                rest.get(1..).unwrap_or_default()
            }
        };
        set_dso_local(&mut global, get(rest, 0));
        if let Some(&[start, len]) = rest.get(1..3) {
            global.partition = self.string(start, len).ok_or("Malformed partition, too large.")?.into();
        }
        let global = self.add(global, id);
        self.aliasees.push((global, target));
        Ok(())
    }
}
