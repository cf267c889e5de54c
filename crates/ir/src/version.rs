//! LLVM versions, as far as the IR language differs.
//!
//! A module is in the language of one version, [`Module::version`](crate::Module::version). The version determines the intrinsics
//! and their attributes, the rules of the verifier, and the text that is written. Readers accept the forms of all versions and
//! upgrade the module to the requested version.

use std::sync::atomic::{AtomicU32, Ordering};

use lindworm_eval::CastOp;

use crate::attributes::{AttrKind, AttributeSet};
use crate::hash::HashSet;
use crate::instruction::{AtomicRmwOp, InstData};
use crate::types::{Type, TypeKind};
use crate::value::{Global, Inst};
use crate::{Body, Context, Module};

/// A version of LLVM whose text can be written.
///
/// ```
/// use lindworm_ir::version::IrVersion;
/// assert_eq!(IrVersion::from_number(23), Some(IrVersion::V23));
/// assert_eq!(IrVersion::default().number(), 22);
/// assert!(IrVersion::V22 < IrVersion::V23);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IrVersion {
    /// LLVM 22.
    #[default]
    V22,
    /// LLVM 23.
    V23,
}

impl IrVersion {
    /// All versions, oldest first.
    pub const ALL: [IrVersion; 2] = [IrVersion::V22, IrVersion::V23];

    /// The newest version.
    pub const NEWEST: IrVersion = IrVersion::V23;

    /// The version with this number.
    pub fn from_number(number: u32) -> Option<IrVersion> {
        IrVersion::ALL.into_iter().find(|version| version.number() == number)
    }

    /// LLVM's number.
    pub const fn number(self) -> u32 {
        22 + self as u32
    }
}

impl std::fmt::Display for IrVersion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LLVM {}", self.number())
    }
}

/// The newest version of any form in a module that its reader has encountered.
#[derive(Debug, Default)]
pub(crate) struct NewestForm(AtomicU32);

impl Clone for NewestForm {
    fn clone(&self) -> Self {
        NewestForm(AtomicU32::new(self.0.load(Ordering::Relaxed)))
    }
}

/// A form that a version does not support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewerForm {
    /// A description in terms of the text: `the attribute 'noipa'`.
    pub what: String,
    /// The function or variable that contains the form, if any.
    pub global: Option<Global>,
    /// The requested version.
    pub version: IrVersion,
}

impl NewerForm {
    /// `LLVM 22 does not have the attribute 'noipa' (of '@f')`.
    pub fn message(&self, module: &Module) -> String {
        let of = self.global.map_or(String::new(), |global| {
            format!(" (of '@{}')", String::from_utf8_lossy(module.globals[global].name()))
        });
        format!("{} does not have {}{of}", self.version, self.what)
    }
}

/// Forms of newer versions.
impl Module {
    /// Records that the module contains a form that a version introduced. Readers do so for every form that LLVM 22 does not
    /// have; otherwise [`Module::newer_form`] skips the search.
    #[inline]
    pub fn note_form_since(&self, version: IrVersion) {
        if version > IrVersion::default() {
            self.newest_form.0.fetch_max(version.number(), Ordering::Relaxed);
        }
    }

    /// The first form of the module that a version does not support.
    pub fn newer_form(&self, version: IrVersion) -> Option<NewerForm> {
        if self.data_layout.since() > version {
            let what = format!("the data layout '{}'", String::from_utf8_lossy(&self.data_layout.text));
            return Some(NewerForm { what, global: None, version });
        }
        if self.version <= version && self.newest_form.0.load(Ordering::Relaxed) <= version.number() {
            return None;
        }
        let mut finder = Finder { cx: &self.context, version, seen: HashSet::default() };
        let form = |what, global| NewerForm { what, global, version };
        if let Some(what) = finder.in_module(self) {
            return Some(form(what, None));
        }
        let globals = self.variables.iter().chain(&self.functions);
        globals.copied().find_map(|global| Some(form(finder.in_global(self, global)?, Some(global))))
    }
}

/// Searches for forms that a version does not support.
struct Finder<'a> {
    cx: &'a Context,
    version: IrVersion,
    /// Types already visited.
    seen: HashSet<Type>,
}

impl Finder<'_> {
    /// Searches everything outside functions and variables.
    fn in_module(&mut self, module: &Module) -> Option<String> {
        if self.version >= IrVersion::V23 {
            return None;
        }
        if !module.module_asm_stretches.is_empty() {
            return Some("properties of module-level inline assembler".into());
        }
        (0..module.metadata.node_count() as u32).find_map(|node| {
            let node = module.metadata.node(node);
            if node.kind.info().since <= self.version {
                return None;
            }
            let mut fields = node.kind.fields().iter().enumerate();
            let (_, field) = fields.find(|&(place, f)| f.since > self.version && node.get(place) != f.default)?;
            Some(format!("the field '{}' of '!{}'", field.name, node.kind.info().name))
        })
    }

    fn in_global(&mut self, module: &Module, global: Global) -> Option<String> {
        let global = &module.globals[global];
        if let Some(what) = self.in_type(global.value_type) {
            return Some(what);
        }
        if let Some(variable) = global.as_variable() {
            return self.in_set(variable.attributes);
        }
        let function = global.as_function()?;
        if function.preferred_align.is_some() && self.version < IrVersion::V23 {
            return Some("'prefalign'".into());
        }
        let lists = self.in_list(function.attributes);
        lists.or_else(|| {
            let body = function.body.as_deref()?;
            let insts = body.blocks().flat_map(|block| body.insts(block));
            insts.into_iter().find_map(|inst| self.in_instruction(module, body, inst))
        })
    }

    fn in_instruction(&mut self, module: &Module, body: &Body, inst: Inst) -> Option<String> {
        let data = body.inst(inst);
        if self.version < IrVersion::V23 {
            let newer = match *data {
                InstData::AtomicRmw { elementwise: true, .. } => Some("'elementwise'"),
                InstData::AtomicRmw { op: AtomicRmwOp::FMaximumNum, .. } => Some("'atomicrmw fmaximumnum'"),
                InstData::AtomicRmw { op: AtomicRmwOp::FMinimumNum, .. } => Some("'atomicrmw fminimumnum'"),
                InstData::AtomicRmw { op, value, .. }
                    if !op.is_float() && self.cx.is_vector(module.value_type(Some(body), value)) =>
                {
                    Some("'atomicrmw' of a vector of integers")
                }
                InstData::Cast { op: op @ (CastOp::UIToFP | CastOp::SIToFP), fast_math, .. }
                    if !fast_math.is_empty() =>
                {
                    Some(if op == CastOp::UIToFP {
                        "fast-math flags of 'uitofp'"
                    } else {
                        "fast-math flags of 'sitofp'"
                    })
                }
                _ => None,
            };
            if newer.is_some() {
                return newer.map(Into::into);
            }
        }
        let mut what = self.in_type(body.inst_type(inst));
        data.for_each_operand(&body.values, |value| {
            if what.is_none() && value.is_constant() {
                what = self.in_type(module.value_type(Some(body), value));
            }
        });
        what.or_else(|| self.in_list(data.call_info()?.attributes))
    }

    /// The unsupported form in a type, if the type was not visited before.
    fn in_type(&mut self, ty: Type) -> Option<String> {
        let mut todo = vec![ty];
        while let Some(ty) = todo.pop() {
            if !self.seen.insert(ty) {
                continue;
            }
            match self.cx.kind(ty) {
                TypeKind::Byte(bits) if self.version < IrVersion::V23 => return Some(format!("the type 'b{bits}'")),
                TypeKind::Vector { element, .. } | TypeKind::Array { element, .. } => todo.push(*element),
                TypeKind::Function { result, params, .. } => todo.extend(params.iter().chain([result])),
                TypeKind::Target { types, .. } => todo.extend(types.iter()),
                _ => todo.extend(self.cx.struct_parts(ty).iter().flat_map(|(fields, _)| fields.iter())),
            }
        }
        None
    }

    fn in_list(&self, list: crate::attributes::AttributeList) -> Option<String> {
        let list = self.cx.attribute_list(list);
        if self.version < IrVersion::V23 && self.cx.has_attribute(list.result, AttrKind::ELEMENT_TYPE) {
            return Some("the attribute 'elementtype' of a result".into());
        }
        let mut sets = [list.function, list.result].into_iter().chain(list.params.iter().copied());
        sets.find_map(|set| self.in_set(set))
    }

    fn in_set(&self, set: AttributeSet) -> Option<String> {
        let mut kinds = self.cx.attribute_set(set).iter().filter_map(|attribute| attribute.kind());
        let kind = kinds.find(|kind| kind.since() > self.version)?;
        Some(format!("the attribute '{}'", kind.name()))
    }
}
