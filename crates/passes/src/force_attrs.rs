//! `forceattrs`: adds attributes to functions and removes them, as options say.

use lindworm_ir::Module;
use lindworm_ir::attributes::{AttrClass, AttrKind, AttrPlace, Attribute};

use crate::pass::ModulePass;
use crate::table::PassOptions;

/// Adds and removes attributes of functions: `-force-attribute` and `-force-remove-attribute`.
#[derive(Default)]
pub struct ForceAttrs {
    added: Vec<Change>,
    removed: Vec<Change>,
}

/// An attribute, with the name of the function; of every function if there is none.
struct Change(Option<String>, AttrKind);

impl ForceAttrs {
    /// The pass with the changes of the options, each an attribute or `FUNCTION:ATTRIBUTE`. Unknown attributes are left out, as are
    /// those that take a value or that are not of functions.
    pub(crate) fn new(options: &PassOptions) -> ForceAttrs {
        let changes = |option: &str| {
            let of_option = options.values.iter().filter(|(name, _)| name == option);
            let change = |text: &str| {
                let (function, attribute) = match text.split_once(':') {
                    Some((function, attribute)) => (Some(function.to_owned()), attribute),
                    None => (None, text),
                };
                let kind = AttrKind::from_name(attribute.as_bytes())?;
                (kind.class() == AttrClass::Enum && kind.fits(AttrPlace::FUNCTION)).then_some(Change(function, kind))
            };
            of_option.filter_map(|(_, text)| change(text)).collect()
        };
        ForceAttrs { added: changes("force-attribute"), removed: changes("force-remove-attribute") }
    }
}

impl ModulePass for ForceAttrs {
    fn name(&self) -> &'static str {
        "forceattrs"
    }

    fn class(&self) -> &'static str {
        "ForceFunctionAttrsPass"
    }

    fn run(&self, module: &mut Module) {
        if self.added.is_empty() && self.removed.is_empty() {
            return;
        }
        let cx = module.context().clone();
        for function in module.functions().to_vec() {
            let global = &mut module[function];
            let name = global.name().to_vec();
            let Some(data) = global.as_function_mut() else { continue };
            let mut set = cx.attribute_list(data.attributes).function;
            let meant = |Change(of, _): &&Change| of.as_ref().is_none_or(|of| of.as_bytes() == name);
            // An attribute that is added and removed is removed.
            for Change(_, kind) in self.added.iter().filter(meant) {
                set = cx.with_attribute(set, Attribute::Enum(*kind));
            }
            for Change(_, kind) in self.removed.iter().filter(meant) {
                set = cx.without_attribute(set, *kind);
            }
            data.attributes = cx.with_function_attributes(data.attributes, set);
        }
    }
}
