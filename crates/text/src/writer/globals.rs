//! Variables, aliases, ifuncs, comdats and function headers.

use lindworm_ir::attributes::write_fp_class;
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::Align;
use lindworm_ir::intrinsics::{IntrinsicId, PrintedArgument, PrintedValues};
use lindworm_ir::module::{
    Comdat, DllStorage, Function, GlobalKind, GlobalValue, Linkage, SanitizerFlags, TlsModel, UnnamedAddr, Visibility,
};
use lindworm_ir::{Global, Module, Value};

use super::attributes::write_keyword_attributes;
use super::names::{push_decimal, push_decimal_u64, write_name, write_quoted};
use super::output::Output;
use super::slots::LocalSlots;
use super::{FunctionWriter, Writer};

/// The comments on calls of some intrinsics.
#[derive(Default)]
pub(super) struct CallComments {
    /// Whether the module declares any such intrinsic.
    pub(super) any: bool,
    arguments: HashMap<Global, Vec<&'static PrintedArgument>>,
}

impl CallComments {
    pub(super) fn new(module: &Module) -> CallComments {
        let mut comments = CallComments::default();
        for &id in module.functions() {
            let Some(intrinsic) = module.function(id).and_then(|f| f.intrinsic) else { continue };
            comments.any |= intrinsic == IntrinsicId::EXPERIMENTAL_GC_RELOCATE;
            let arguments: Vec<_> = intrinsic.printed_arguments(module.version()).collect();
            if !arguments.is_empty() {
                comments.any = true;
                comments.arguments.insert(id, arguments);
            }
        }
        comments
    }

    /// Writes `/* name=value */ ` before an immediate argument with a meaning; `value` only if it has a name.
    #[inline]
    pub(super) fn write_argument_comment(
        &self,
        out: &mut Output<'_>,
        writer: &Writer<'_>,
        callee: Value,
        index: usize,
        argument: Value,
    ) {
        if !self.any || !argument.is_constant() {
            return;
        }
        let Some(printed) = callee.as_global().and_then(|g| self.arguments.get(&g)) else { return };
        for p in printed.iter().filter(|p| usize::from(p.argument) == index) {
            let number = writer.module.constants().as_u64(argument);
            out.extend_from_slice(b"/* ");
            out.extend_from_slice(p.name.as_bytes());
            if !p.name.is_empty() {
                out.push(b'=');
            }
            match p.values {
                PrintedValues::Names(names) => {
                    let number = number.and_then(|n| usize::try_from(n).ok());
                    out.extend_from_slice(number.and_then(|n| names.get(n)).unwrap_or(&"").as_bytes());
                }
                PrintedValues::FpClass => write_fp_class(out, number.unwrap_or_default() as u32),
            }
            out.extend_from_slice(b" */ ");
        }
    }
}

impl Writer<'_> {
    /// Writes the used comdats: those of functions first, then those of variables.
    pub(super) fn write_comdats(&self, out: &mut Output<'_>) {
        let mut written = vec![false; self.module.comdats().len()];
        for &id in self.module.functions().iter().chain(self.module.variables()) {
            let Some(comdat) = self.module[id].comdat else { continue };
            if std::mem::replace(&mut written[comdat.as_u32() as usize], true) {
                continue;
            }
            out.push(b'\n');
            self.write_comdat(out, comdat);
        }
    }

    /// Writes `$name = comdat any` and a newline.
    pub(super) fn write_comdat(&self, out: &mut Output<'_>, comdat: Comdat) {
        let data = &self.module.comdats()[comdat];
        out.push(b'$');
        write_name(out, &data.name);
        out.extend_from_slice(b" = comdat ");
        out.extend_from_slice(data.kind.name().as_bytes());
        out.push(b'\n');
    }

    /// Writes a variable, an alias, an ifunc or a function header, without a newline.
    pub fn write_global(&self, out: &mut Output<'_>, global: Global) {
        let data = &self.module[global];
        if let GlobalKind::Function(function) = &data.kind {
            return self.write_function_header(out, global, data, function);
        }
        out.extend_from_slice(self.names.get(global));
        out.extend_from_slice(b" = ");
        if data.linkage == Linkage::External && data.as_variable().is_some() && data.is_declaration() {
            out.extend_from_slice(b"external ");
        }
        write_linkage(out, data);
        match &data.kind {
            GlobalKind::Variable(_) => self.write_variable(out, global, data),
            GlobalKind::Alias { aliasee } => {
                write_storage(out, data);
                out.extend_from_slice(b"alias ");
                self.write_aliasee(out, data, *aliasee);
            }
            GlobalKind::IFunc { resolver } => {
                out.extend_from_slice(b"ifunc ");
                self.write_aliasee(out, data, *resolver);
                self.write_attachments(out, &data.metadata, b", ");
            }
            GlobalKind::Function(_) => {}
        }
    }

    fn write_variable(&self, out: &mut Output<'_>, global: Global, data: &GlobalValue) {
        let Some(variable) = data.as_variable() else { return };
        write_storage(out, data);
        if let Some(addr_space @ 1..) = self.cx.addr_space(data.ty()) {
            self.types.write_addr_space(out, addr_space);
            out.push(b' ');
        }
        if variable.externally_initialized {
            out.extend_from_slice(b"externally_initialized ");
        }
        out.extend_from_slice(if variable.constant { b"constant " } else { b"global " });
        self.write_type(out, data.value_type);
        if let Some(initializer) = variable.initializer {
            out.push(b' ');
            self.write_operand_in(out, None, initializer);
        }
        write_optional(out, ", section ", &data.section);
        write_optional(out, ", partition ", &data.partition);
        if let Some(model) = variable.code_model {
            write_optional(out, ", code_model ", model.name().as_bytes());
        }
        for (flag, text) in [
            (SanitizerFlags::NO_ADDRESS, ", no_sanitize_address"),
            (SanitizerFlags::NO_HWADDRESS, ", no_sanitize_hwaddress"),
            (SanitizerFlags::MEMTAG, ", sanitize_memtag"),
            (SanitizerFlags::ADDRESS_DYN_INIT, ", sanitize_address_dyninit"),
        ] {
            if variable.sanitizer.contains(flag) {
                out.extend_from_slice(text.as_bytes());
            }
        }
        if data.comdat.is_some() {
            out.push(b',');
            self.write_comdat_of(out, global);
        }
        write_align(out, ", align ", data.align);
        self.write_attachments(out, &data.metadata, b", ");
        if let Some(group) = self.slots.group(variable.attributes) {
            out.extend_from_slice(b" #");
            push_decimal(out, group);
        }
    }

    fn write_aliasee(&self, out: &mut Output<'_>, data: &GlobalValue, aliasee: Value) {
        self.write_type(out, data.value_type);
        out.extend_from_slice(b", ");
        match self.module.constants().node(aliasee).map(|n| &n.data) {
            Some(lindworm_ir::constant::ConstantData::Expr(_)) => self.write_operand_in(out, None, aliasee),
            _ => self.write_typed_constant(out, aliasee),
        }
        write_optional(out, ", partition ", &data.partition);
    }

    fn write_comdat_of(&self, out: &mut Output<'_>, global: Global) {
        let data = &self.module[global];
        let Some(comdat) = data.comdat else { return };
        out.extend_from_slice(b" comdat");
        let name = &self.module.comdats()[comdat].name;
        if **name != *data.name() {
            out.extend_from_slice(b"($");
            write_name(out, name);
            out.push(b')');
        }
    }

    /// Writes a whole function. Takes and returns `slots` to reuse their memory.
    pub(super) fn write_function(&self, out: &mut Output<'_>, global: Global, slots: LocalSlots) -> LocalSlots {
        let data = &self.module[global];
        let Some(function) = data.as_function() else { return slots };
        match FunctionWriter::with_slots(self, global, slots) {
            Some(writer) => {
                self.write_function_start(out, global, data, function, Some(&writer));
                out.extend_from_slice(b" {");
                writer.write_blocks(out);
                writer.write_use_list_orders(out, global);
                out.extend_from_slice(b"}\n");
                writer.into_slots()
            }
            None => {
                self.write_function_header(out, global, data, function);
                out.push(b'\n');
                LocalSlots::default()
            }
        }
    }

    /// Writes a function with its body, if any, and a newline.
    pub fn write_whole_function(&self, out: &mut Output<'_>, global: Global) {
        self.write_function(out, global, LocalSlots::default());
    }

    fn write_function_header(&self, out: &mut Output<'_>, global: Global, data: &GlobalValue, function: &Function) {
        let writer = FunctionWriter::new(self, global);
        self.write_function_start(out, global, data, function, writer.as_ref());
    }

    /// Writes a function up to the opening brace. `writer` is present if it has a body.
    fn write_function_start(
        &self,
        out: &mut Output<'_>,
        global: Global,
        data: &GlobalValue,
        function: &Function,
        writer: Option<&FunctionWriter<'_>>,
    ) {
        let set = self.cx.attribute_list(function.attributes).function;
        self.annotate_function(out, global);
        if function.body.as_ref().is_some_and(|body| body.entry().is_none()) {
            out.extend_from_slice(b"; Materializable\n");
        }
        // String attributes come last.
        if self.cx.attribute_set(set).first().is_some_and(|attribute| attribute.kind().is_some()) {
            out.extend_from_slice(b"; Function Attrs: ");
            write_keyword_attributes(out, self.cx, self.module.version(), set, |out, ty| self.write_type(out, ty));
            out.push(b'\n');
        }
        if function.intrinsic.is_none() && data.name().starts_with(b"llvm.") {
            out.extend_from_slice(b"; Unknown intrinsic\n");
        }
        match writer {
            Some(_) => out.extend_from_slice(b"define "),
            None => {
                out.extend_from_slice(b"declare");
                self.write_attachments(out, &data.metadata, b" ");
                out.push(b' ');
            }
        }
        write_linkage(out, data);
        if data.dll_storage != DllStorage::Default {
            write_word(out, data.dll_storage.name());
        }
        if function.convention != CallingConvention::C {
            function.convention.write(out);
            out.push(b' ');
        }
        let texts = self.attributes.get(function.attributes);
        if let Some(texts) = texts {
            self.types.write_set_text(out, self.cx, &texts.result);
        }
        let Some((result, params, variadic)) = self.cx.function_parts(data.value_type) else { return };
        self.types.write_spaced(out, self.cx, result);
        out.extend_from_slice(self.names.get(global));
        out.push(b'(');
        for (i, &param) in params.iter().enumerate() {
            if out.is_full() {
                return;
            }
            if i > 0 {
                out.extend_from_slice(b", ");
            }
            self.types.write_spaced(out, self.cx, param);
            if let Some(text) = texts.and_then(|t| t.params.get(i)) {
                self.types.write_set_text(out, self.cx, text);
            }
            match writer {
                Some(writer) => writer.write_local(out, Value::arg(i as u32)),
                None => drop(out.pop()),
            }
        }
        if variadic {
            out.extend_from_slice(if params.is_empty() { b"..." } else { b", ..." });
        }
        out.push(b')');
        if data.unnamed_addr != UnnamedAddr::None {
            out.push(b' ');
            out.extend_from_slice(data.unnamed_addr.name().as_bytes());
        }
        let addr_space = self.cx.addr_space(data.ty()).unwrap_or(0);
        if addr_space != 0 || self.module.data_layout().program_addr_space != 0 {
            out.push(b' ');
            self.types.write_addr_space(out, addr_space);
        }
        if let Some(group) = self.slots.group(set) {
            out.extend_from_slice(b" #");
            push_decimal(out, group);
        }
        write_optional(out, " section ", &data.section);
        write_optional(out, " partition ", &data.partition);
        self.write_comdat_of(out, global);
        write_align(out, " align ", data.align);
        if function.preferred_align.is_some() {
            write_align(out, " prefalign(", function.preferred_align);
            out.push(b')');
        }
        if !function.gc.is_empty() {
            out.extend_from_slice(b" gc \"");
            // LLVM does not escape this string.
            out.extend_from_slice(&function.gc);
            out.push(b'"');
        }
        for (keyword, value) in
            [(" prefix ", function.prefix), (" prologue ", function.prologue), (" personality ", function.personality)]
        {
            if let Some(value) = value {
                out.extend_from_slice(keyword.as_bytes());
                self.write_typed_constant(out, value);
            }
        }
        if writer.is_some() {
            let profile = data.metadata.iter().find(|(kind, _)| *kind == MetadataKind::PROF);
            self.write_profile(out, profile.map(|&(_, profile)| profile), b" ");
            self.write_attachments(out, &data.metadata, b" ");
        }
    }
}

fn write_word(out: &mut Output<'_>, word: &str) {
    out.extend_from_slice(word.as_bytes());
    out.push(b' ');
}

/// Writes linkage, preemption specifier and visibility, each followed by a space.
fn write_linkage(out: &mut Output<'_>, data: &GlobalValue) {
    if data.linkage != Linkage::External {
        write_word(out, data.linkage.name());
    }
    let default = data.visibility == Visibility::Default;
    let implied = data.linkage.is_local() || !default && data.linkage != Linkage::ExternalWeak;
    if data.dso_local && !implied {
        write_word(out, "dso_local");
    }
    if !default {
        write_word(out, data.visibility.name());
    }
}

/// Writes DLL storage class, thread-local model and `unnamed_addr`, each followed by a space.
fn write_storage(out: &mut Output<'_>, data: &GlobalValue) {
    if data.dll_storage != DllStorage::Default {
        write_word(out, data.dll_storage.name());
    }
    match data.tls {
        TlsModel::None => {}
        TlsModel::GeneralDynamic => write_word(out, "thread_local"),
        model => {
            out.extend_from_slice(b"thread_local(");
            out.extend_from_slice(model.name().as_bytes());
            out.extend_from_slice(b") ");
        }
    }
    if data.unnamed_addr != UnnamedAddr::None {
        write_word(out, data.unnamed_addr.name());
    }
}

/// Writes a keyword and a quoted string, unless the string is empty.
fn write_optional(out: &mut Output<'_>, keyword: &str, text: &[u8]) {
    if !text.is_empty() {
        out.extend_from_slice(keyword.as_bytes());
        write_quoted(out, text);
    }
}

fn write_align(out: &mut Output<'_>, keyword: &str, align: Align) {
    if let Some(bytes) = align.bytes() {
        out.extend_from_slice(keyword.as_bytes());
        push_decimal_u64(out, bytes);
    }
}
