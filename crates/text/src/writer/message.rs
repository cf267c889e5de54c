//! Single entities of a module, as LLVM's verifier prints them under its messages.

use lindworm_ir::attributes::{Attribute, AttributeList, AttributeSet};
use lindworm_ir::body::DebugRecordData;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::hash::HashSet;
use lindworm_ir::module::Comdat;
use lindworm_ir::{Context, Global, Inst, Metadata, Module, Type, Value};

use super::attributes::{write_attribute, write_attribute_set};
use super::names::push_decimal;
use super::output::{Output, abbreviated};
use super::slots::LocalSlots;
use super::types::{TypeTexts, write_type_in_full};
use super::{FunctionWriter, WriteOptions, Writer};

/// Writes single entities of a module, each as LLVM's verifier prints it under a message.
///
/// Texts are cut at [`MAX_MESSAGE_TEXT`](lindworm_ir::types::MAX_MESSAGE_TEXT) bytes.
///
/// Slot numbers are those of the module's text, except for attribute groups that only calls use: these are numbered as in
/// LLVM, function by function, as instructions are written.
///
/// ```
/// use lindworm_ir::{Context, Value};
/// use lindworm_text::{MessageWriter, ReadOptions, read};
///
/// let source = b"define i32 @f(i32 %x) {\n  %1 = add i32 %x, 7\n  ret i32 %1\n}\n";
/// let module = read(&Context::new(), "m", source, &ReadOptions::default()).unwrap().module;
/// let function = module.functions()[0];
/// let body = module.body(function).unwrap();
/// let add = body.insts(body.entry().unwrap()).next().unwrap();
///
/// let mut writer = MessageWriter::new(&module);
/// let mut out = Vec::new();
/// writer.value(&mut out, Some(function), add.into());
/// writer.value(&mut out, Some(function), Value::arg(0));
/// writer.value(&mut out, None, function.into());
/// assert_eq!(out, b"  %1 = add i32 %x, 7\ni32 %x\nptr @f\n");
/// ```
pub struct MessageWriter<'m> {
    writer: Writer<'m>,
    /// The function whose values `slots` numbers.
    numbered: Option<Global>,
    slots: LocalSlots,
    /// The function of the last instruction written.
    entered: Option<Global>,
    /// The functions whose call attribute groups are numbered.
    calls_numbered: HashSet<Global>,
}

impl<'m> MessageWriter<'m> {
    /// Assigns slot numbers to a module.
    pub fn new(module: &'m Module) -> MessageWriter<'m> {
        MessageWriter::with_options(module, WriteOptions::default())
    }

    /// Same as [`MessageWriter::new`], with options.
    pub fn with_options(module: &'m Module, options: WriteOptions) -> MessageWriter<'m> {
        MessageWriter {
            writer: Writer::numbered(module, options, false),
            numbered: None,
            slots: LocalSlots::default(),
            entered: None,
            calls_numbered: HashSet::default(),
        }
    }

    /// The module.
    pub fn module(&self) -> &'m Module {
        self.writer.module
    }

    /// Writes a value and a newline: an instruction in full, any other value as an operand with its type. `function` is the
    /// function of a local value.
    pub fn value(&mut self, out: &mut Vec<u8>, function: Option<Global>, value: Value) {
        if value.as_inst().is_some() && function.is_some() {
            self.entered = function;
        }
        self.write(out, function, |out, writer, function| match (function, value.as_inst()) {
            (Some(function), Some(inst)) => function.write_instruction(out, inst),
            _ => writer.write_typed_in(out, function, value),
        });
        out.push(b'\n');
    }

    /// Writes a value as an operand with its type, as in `i32 %x`, without a newline.
    pub fn operand(&mut self, out: &mut Vec<u8>, function: Option<Global>, value: Value) {
        self.write(out, function, |out, writer, function| writer.write_typed_in(out, function, value));
    }

    /// Writes metadata and a newline: a node with its content, as in `!3 = !{i32 1}`. `function` is the function of
    /// function-local metadata.
    pub fn metadata(&mut self, out: &mut Vec<u8>, function: Option<Global>, metadata: Metadata) {
        self.write(out, function, |out, writer, function| writer.write_metadata_in_full(out, function, metadata));
        out.push(b'\n');
    }

    /// Writes the `index`th debug record before an instruction, and a newline.
    pub fn debug_record(&mut self, out: &mut Vec<u8>, function: Global, inst: Inst, index: usize) {
        self.entered = Some(function);
        self.write(out, Some(function), |out, writer, function| {
            if let Some(function) = function
                && let Some(record) = function.body().debug_records(inst).nth(index)
            {
                writer
                    .write_debug_record(out, function, record, |place, m| is_missing(writer.module, record, place, m));
            }
        });
        out.push(b'\n');
    }

    /// Writes the named metadata at this index of [`Module::named_metadata`]: its line and an empty line.
    pub fn named_metadata(&mut self, out: &mut Vec<u8>, index: usize) {
        let Some(named) = self.module().named_metadata().get(index) else { return };
        self.write(out, None, |out, writer, _| writer.write_named_metadata(out, named));
        out.push(b'\n');
    }

    /// Writes a comdat and a newline.
    pub fn comdat(&self, out: &mut Vec<u8>, comdat: Comdat) {
        abbreviated(out, |out| self.writer.write_comdat(out, comdat));
    }

    /// Writes a space and a type, without a newline. Identified structs include their fields.
    pub fn ty(&self, out: &mut Vec<u8>, ty: Type) {
        out.push(b' ');
        abbreviated(out, |out| write_type_in_full(out, self.writer.cx, ty));
    }

    /// Writes `; ModuleID = 'name'` and a newline.
    pub fn module_id(&self, out: &mut Vec<u8>) {
        abbreviated(out, |out| self.writer.write_module_id(out));
    }

    /// Writes an attribute and a newline.
    pub fn attribute(&self, out: &mut Vec<u8>, attribute: &Attribute) {
        abbreviated(out, |out| {
            write_attribute(out, self.writer.module.version(), attribute, false, &mut type_writer(self.writer.cx))
        });
        out.push(b'\n');
    }

    /// Writes attributes and a newline.
    pub fn attribute_set(&self, out: &mut Vec<u8>, set: AttributeSet) {
        abbreviated(out, |out| {
            write_attribute_set(
                out,
                self.writer.cx,
                self.writer.module.version(),
                set,
                false,
                type_writer(self.writer.cx),
            )
        });
        out.push(b'\n');
    }

    /// Writes the attributes of a function or call, one line per part.
    pub fn attribute_list(&self, out: &mut Vec<u8>, list: AttributeList) {
        abbreviated(out, |out| self.write_attribute_list(out, list));
        out.push(b'\n');
    }

    fn write_attribute_list(&self, out: &mut Output<'_>, list: AttributeList) {
        let list = self.writer.cx.attribute_list(list);
        out.extend_from_slice(b"AttributeList[\n");
        let mut part = |set, write_name: &dyn Fn(&mut Output<'_>)| {
            if set != AttributeSet::EMPTY && !out.is_full() {
                out.extend_from_slice(b"  { ");
                write_name(out);
                out.extend_from_slice(b" => ");
                write_attribute_set(
                    out,
                    self.writer.cx,
                    self.writer.module.version(),
                    set,
                    false,
                    type_writer(self.writer.cx),
                );
                out.extend_from_slice(b" }\n");
            }
        };
        part(list.function, &|out| out.extend_from_slice(b"function"));
        part(list.result, &|out| out.extend_from_slice(b"return"));
        for (i, &set) in (0..).zip(&list.params) {
            part(set, &|out| {
                out.extend_from_slice(b"arg(");
                push_decimal(out, i);
                out.push(b')');
            });
        }
        out.push(b']');
    }

    /// Writes an entity with the local slot numbers of `function`. As in LLVM, the first slot number printed after an
    /// instruction of a function makes LLVM number the attribute groups of that function's calls.
    fn write(
        &mut self,
        out: &mut Vec<u8>,
        function: Option<Global>,
        write: impl Fn(&mut Output<'_>, &Writer<'_>, Option<&FunctionWriter<'_>>),
    ) {
        let start = out.len();
        self.write_with_locals(out, function, &write);
        if let Some(entered) = self.entered
            && !self.calls_numbered.contains(&entered)
            && holds_number(&out[start..])
        {
            self.number_calls(entered);
            out.truncate(start);
            self.write_with_locals(out, function, &write);
        }
    }

    fn write_with_locals(
        &mut self,
        out: &mut Vec<u8>,
        function: Option<Global>,
        write: impl Fn(&mut Output<'_>, &Writer<'_>, Option<&FunctionWriter<'_>>),
    ) {
        let Some(id) = function else { return abbreviated(out, |out| write(out, &self.writer, None)) };
        let slots = std::mem::take(&mut self.slots);
        let function = match self.numbered.replace(id) == Some(id) {
            true => FunctionWriter::numbered(&self.writer, id, slots),
            false => FunctionWriter::with_slots(&self.writer, id, slots),
        };
        abbreviated(out, |out| write(out, &self.writer, function.as_ref()));
        self.slots = function.map(FunctionWriter::into_slots).unwrap_or_default();
    }

    fn number_calls(&mut self, function: Global) {
        self.calls_numbered.insert(function);
        let Writer { module, cx, slots, attributes, .. } = &mut self.writer;
        if let Some(body) = module.body(function) {
            let lists = slots.number_calls(cx, body);
            attributes.renumber(cx, slots, lists);
        }
    }
}

/// Whether LLVM has a null pointer for this operand of a debug record: strings and values in place of a node are not kept,
/// and the empty tuple represents a missing location.
fn is_missing(module: &Module, record: &DebugRecordData, place: usize, operand: Metadata) -> bool {
    let takes_value = match record {
        DebugRecordData::Label { .. } => false,
        DebugRecordData::Assign { .. } => matches!(place, 0 | 4),
        _ => place == 0,
    };
    match operand.as_node().map(|n| module.metadata().node(n)) {
        None => !takes_value,
        Some(node) => {
            let is_last = place + 1 == record.operands().count();
            is_last && node.kind == NodeKind::Tuple && !node.distinct && node.words.is_empty()
        }
    }
}

/// A writer of types without a module, so without numbers of unnamed structs.
fn type_writer(cx: &Context) -> impl Fn(&mut Output<'_>, Type) {
    let texts = TypeTexts::default();
    move |out, ty| texts.write(out, cx, ty)
}

/// Whether the text has a slot number such as `%0`, `!1` or `#2`. Names that start with a digit are quoted.
fn holds_number(text: &[u8]) -> bool {
    let mut quoted = false;
    text.windows(2).any(|pair| {
        quoted ^= pair[0] == b'"';
        !quoted && matches!(pair[0], b'%' | b'@' | b'!' | b'#') && pair[1].is_ascii_digit()
    })
}
