//! Things of a module one by one, as LLVM's verifier writes them under its messages.

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

/// Writes things of a module one by one, each as LLVM's verifier does under a message.
///
/// None is longer than [`MAX_MESSAGE_TEXT`](lindworm_ir::types::MAX_MESSAGE_TEXT).
///
/// Everything has the number that it has in the module's text but attribute groups that only calls use: these get numbers as
/// LLVM gives them, function by function as instructions are written.
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
    /// The function of the instruction that was written last.
    entered: Option<Global>,
    /// The functions for whose calls attribute groups were numbered.
    calls_numbered: HashSet<Global>,
}

impl<'m> MessageWriter<'m> {
    /// Numbers a module.
    pub fn new(module: &'m Module) -> MessageWriter<'m> {
        MessageWriter::with_options(module, WriteOptions::default())
    }

    /// The same, to write as the options say.
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

    /// Writes a value and the end of the line: an instruction as it stands in the text, anything else as an operand with its
    /// type. `function` is the function that it belongs to, if it is one's.
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

    /// Writes a value as an operand with its type, as in `i32 %x`. The line does not end.
    pub fn operand(&mut self, out: &mut Vec<u8>, function: Option<Global>, value: Value) {
        self.write(out, function, |out, writer, function| writer.write_typed_in(out, function, value));
    }

    /// Writes a piece of metadata and the end of the line: a node with what it holds, as in `!3 = !{i32 1}`. `function` is the
    /// function that it belongs to, if it is local to one.
    pub fn metadata(&mut self, out: &mut Vec<u8>, function: Option<Global>, metadata: Metadata) {
        self.write(out, function, |out, writer, function| writer.write_metadata_in_full(out, function, metadata));
        out.push(b'\n');
    }

    /// Writes the debug record of this number before an instruction, and the end of the line.
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

    /// Writes the named metadata at this place in [`Module::named_metadata`], its line and an empty one.
    pub fn named_metadata(&mut self, out: &mut Vec<u8>, index: usize) {
        let Some(named) = self.module().named_metadata().get(index) else { return };
        self.write(out, None, |out, writer, _| writer.write_named_metadata(out, named));
        out.push(b'\n');
    }

    /// Writes a comdat and the end of the line.
    pub fn comdat(&self, out: &mut Vec<u8>, comdat: Comdat) {
        abbreviated(out, |out| self.writer.write_comdat(out, comdat));
    }

    /// Writes a space and a type, that of a struct with a name with its fields. The line does not end.
    pub fn ty(&self, out: &mut Vec<u8>, ty: Type) {
        out.push(b' ');
        abbreviated(out, |out| write_type_in_full(out, self.writer.cx, ty));
    }

    /// Writes `; ModuleID = 'name'` and the end of the line.
    pub fn module_id(&self, out: &mut Vec<u8>) {
        abbreviated(out, |out| self.writer.write_module_id(out));
    }

    /// Writes an attribute and the end of the line.
    pub fn attribute(&self, out: &mut Vec<u8>, attribute: &Attribute) {
        abbreviated(out, |out| {
            write_attribute(out, self.writer.module.version(), attribute, false, &mut type_writer(self.writer.cx))
        });
        out.push(b'\n');
    }

    /// Writes attributes and the end of the line.
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

    /// Writes the attributes of a function or call, each part in a line.
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

    /// Writes something with the numbers of a function. As in LLVM the first number that is written while an instruction's
    /// function is the last one entered makes the groups of that function's calls be numbered.
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

/// Whether LLVM has nothing where a debug record has this operand: it keeps no strings and values where there should be a node,
/// and what we have for a missing location is the empty tuple.
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

/// Writes types where no module is known, so that structs without a name have no number.
fn type_writer(cx: &Context) -> impl Fn(&mut Output<'_>, Type) {
    let texts = TypeTexts::default();
    move |out, ty| texts.write(out, cx, ty)
}

/// Whether anything is written by its number, as in `%0`, `!1` and `#2`: a name that starts with a digit is in quotes.
fn holds_number(text: &[u8]) -> bool {
    let mut quoted = false;
    text.windows(2).any(|pair| {
        quoted ^= pair[0] == b'"';
        !quoted && matches!(pair[0], b'%' | b'@' | b'!' | b'#') && pair[1].is_ascii_digit()
    })
}
