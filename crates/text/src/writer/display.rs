//! Rust formatting of the entities of a module.

use std::fmt;

use lindworm_ir::attributes::{Attribute, AttributeList, AttributeSet};
use lindworm_ir::value::Constant;
use lindworm_ir::{Block, Global, Inst, Metadata, Module, Value};

use super::MessageWriter;

/// Entities that can be formatted as LLVM prints them, given their module: `thing.display(&module)`.
///
/// ```
/// use lindworm_ir::{Context, Type, Value};
/// use lindworm_text::{DisplayIn, ReadOptions, read};
///
/// let source = b"@limit = global i32 9\ndefine i32 @f(i32 %x) nounwind {\n  %1 = add i32 %x, 7\n  ret i32 %1\n}\n!0 = !{i32 1}\n!n = !{!0}\n";
/// let module = read(&Context::new(), "m", source, &ReadOptions::default())?.module;
/// let function = module.functions()[0];
/// let body = module.body(function).unwrap();
/// let add = body.insts(body.entry().unwrap()).next().unwrap();
///
/// // What belongs to a function needs that too.
/// assert_eq!(add.display(&module).in_function(function).to_string(), "%1 = add i32 %x, 7");
/// assert_eq!(Value::arg(0).display(&module).in_function(function).to_string(), "i32 %x");
/// assert_eq!(format!("{:?}", module.constants().int(module.context(), Type::I32, 7).display(&module)), "i32 7");
/// assert_eq!(module.variables()[0].display(&module).to_string(), "ptr @limit");
/// assert_eq!(function.display(&module).to_string(), "ptr @f");
/// assert_eq!(module.named_metadata()[0].operands[0].display(&module).to_string(), "!0 = !{i32 1}");
/// # Ok::<(), lindworm_text::Diagnostics>(())
/// ```
///
/// Types need no module: [`Type::display`](lindworm_ir::Type::display).
///
/// Each formatting operation numbers the module, in time linear in its size. Use one [`MessageWriter`] to write more than a
/// few entities. Texts are cut at [`MAX_MESSAGE_TEXT`](lindworm_ir::types::MAX_MESSAGE_TEXT) bytes.
pub trait DisplayIn {
    /// A value that formats the entity as LLVM prints it, with `{}` and with `{:?}`.
    fn display<'m>(&self, module: &'m Module) -> Displayed<'m>;
}

/// An entity of a module that formats as LLVM prints it: see [`DisplayIn::display`].
#[derive(Clone)]
pub struct Displayed<'m> {
    module: &'m Module,
    function: Option<Global>,
    thing: Thing,
}

#[derive(Clone)]
enum Thing {
    Value(Value),
    Metadata(Metadata),
    Attribute(Attribute),
    AttributeSet(AttributeSet),
    AttributeList(AttributeList),
}

impl Displayed<'_> {
    /// Sets the function of the entity. Without it, instructions, arguments and blocks are shown as `<badref>`.
    #[must_use]
    pub fn in_function(mut self, function: Global) -> Self {
        self.function = Some(function);
        self
    }
}

impl fmt::Display for Displayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Vec::new();
        let mut writer = MessageWriter::new(self.module);
        match &self.thing {
            Thing::Value(value) => writer.value(&mut out, self.function, *value),
            Thing::Metadata(metadata) => writer.metadata(&mut out, self.function, *metadata),
            Thing::Attribute(attribute) => writer.attribute(&mut out, attribute),
            Thing::AttributeSet(set) => writer.attribute_set(&mut out, *set),
            Thing::AttributeList(list) => writer.attribute_list(&mut out, *list),
        }
        f.pad(String::from_utf8_lossy(&out).trim())
    }
}

impl fmt::Debug for Displayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

macro_rules! displayed {
    ($($type:ty => $thing:expr;)*) => {
        $(impl DisplayIn for $type {
            fn display<'m>(&self, module: &'m Module) -> Displayed<'m> {
                Displayed { module, function: None, thing: $thing(self.clone()) }
            }
        })*
    };
}

displayed! {
    Value => Thing::Value;
    Inst => |inst| Thing::Value(Value::from(inst));
    Block => |block| Thing::Value(Value::from(block));
    Constant => |constant| Thing::Value(Value::from(constant));
    Global => |global| Thing::Value(Value::from(global));
    Metadata => Thing::Metadata;
    Attribute => Thing::Attribute;
    AttributeSet => Thing::AttributeSet;
    AttributeList => Thing::AttributeList;
}
