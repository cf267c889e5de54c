//! Conversion of a module to another LLVM version: forms that are new in one version and have an equivalent in another.
//!
//! Readers accept the forms of all versions. [`to_its_version`] then converts them to the module's
//! [version](Module::version).

use lindworm_ir::attributes::{
    AttrKind, Attribute, AttributeBuilder, AttributeList, AttributeOwner, AttributeSet, DEAD_ON_RETURN_ALL,
    DenormalFpEnv, DenormalKind, DenormalMode,
};
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::hash::HashMap;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::module::GlobalKind;
use lindworm_ir::summary::Guid;
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Context, Inst, Metadata, Module, Type};

use crate::Form;

/// An attribute that was a string attribute and became an enum attribute in a later version.
struct Keyword {
    string: &'static str,
    kind: AttrKind,
}

const KEYWORDS: [Keyword; 1] = [Keyword { string: "nooutline", kind: AttrKind::NO_OUTLINE }];

const DENORMALS: &str = "denormal-fp-math";
const FLOAT_DENORMALS: &str = "denormal-fp-math-f32";

/// Converts a module to its version as far as possible. Forms without an equivalent remain: [`Module::newer_form`] finds
/// them.
pub fn to_its_version(module: &mut Module, form: Form) {
    if module.version() == IrVersion::V22 && module.newer_form(IrVersion::V22).is_none() {
        return;
    }
    if module.version() >= IrVersion::V23 {
        add_cfi_guids(module);
    }
    let (cx, version) = (module.context().clone(), module.version());
    let mut known = Known::default();
    for variable in module.variables().to_vec() {
        if let GlobalKind::Variable(variable) = &mut module[variable].kind {
            variable.attributes = put(&cx, version, variable.attributes);
        }
    }
    for function in module.functions().to_vec() {
        let Some(data) = module[function].as_function_mut() else { continue };
        let mut list = known.put(&cx, version, data.attributes);
        // LLVM converts string attributes to enum attributes when it reads bitcode.
        if form == Form::Bitcode && version >= IrVersion::V23 {
            let set = with_keywords(&cx, cx.attribute_list(list).function);
            list = cx.with_function_attributes(list, set);
        }
        data.attributes = list;
        let Some(body) = data.body.as_deref_mut() else { continue };
        for inst in (0..body.inst_count() as u32).map(Inst::from_u32) {
            if let Some(call) = body.inst_mut(inst).call_info_mut() {
                call.attributes = known.put(&cx, version, call.attributes);
            }
        }
    }
}

/// Adds GUIDs to `cfi.functions`. Before LLVM 23, entries had only the name and linkage of a function.
fn add_cfi_guids(module: &mut Module) {
    let Some(place) = module.named_metadata().iter().position(|named| *named.name == *b"cfi.functions") else { return };
    for i in 0..module.named_metadata()[place].operands.len() {
        let Some(node) = module.named_metadata()[place].operands[i].as_node() else { continue };
        let words = module.metadata().node(node).words.to_vec();
        let [name, linkage, rest @ ..] = &words[..] else { continue };
        let open = |word: u32| Metadata::from_word(word).map(Metadata::open);
        let has_guid = rest.first().is_some_and(|&word| matches!(open(word), Some(MetadataRef::Value(_))));
        let Some(MetadataRef::String(string)) = open(*name).filter(|_| !has_guid) else { continue };
        let Guid(hash) = Guid::of_identifier(module.metadata().string(string));
        let value = module.constants().int(module.context(), Type::I64, hash);
        let value = module.metadata_mut().add_value(value).bits();
        let words = [&[*name, *linkage, value][..], rest].concat();
        let node = module.metadata_mut().add_node(NodeKind::Tuple, false, &words);
        module.named_metadata_mut()[place].operands[i] = node;
    }
}

/// A cache of converted attribute lists.
#[derive(Default)]
struct Known(HashMap<AttributeList, AttributeList>);

impl Known {
    fn put(&mut self, cx: &Context, version: IrVersion, list: AttributeList) -> AttributeList {
        *self
            .0
            .entry(list)
            .or_insert_with(|| cx.map_attribute_list(list, |_: AttributeOwner, set| put(cx, version, set)))
    }
}

/// Converts an attribute set to a version.
fn put(cx: &Context, version: IrVersion, set: AttributeSet) -> AttributeSet {
    if version >= IrVersion::V23 {
        return match cx.has_attribute(set, AttrKind::DEAD_ON_RETURN) {
            false => set,
            true => {
                let all = Attribute::Int(AttrKind::DEAD_ON_RETURN_BYTES, DEAD_ON_RETURN_ALL);
                cx.with_attribute(cx.without_attribute(set, AttrKind::DEAD_ON_RETURN), all)
            }
        };
    }
    if !cx.attribute_set(set).iter().any(|a| a.kind().is_some_and(|kind| kind.since() > version)) {
        return set;
    }
    let mut builder = AttributeBuilder::from(cx.attribute_set(set));
    for Keyword { string, kind } in &KEYWORDS {
        if builder.remove(*kind) {
            builder.add(Attribute::string(string, ""));
        }
    }
    if let Some(bits) = builder.int(AttrKind::DENORMAL_FP_ENV) {
        let DenormalFpEnv { default, float } = DenormalFpEnv::from_bits(bits);
        builder.remove(AttrKind::DENORMAL_FP_ENV);
        builder.add(Attribute::string(DENORMALS, mode_string(default)));
        if float != default {
            builder.add(Attribute::string(FLOAT_DENORMALS, mode_string(float)));
        }
    }
    if builder.int(AttrKind::DEAD_ON_RETURN_BYTES) == Some(DEAD_ON_RETURN_ALL) {
        builder.remove(AttrKind::DEAD_ON_RETURN_BYTES);
        builder.add(Attribute::Enum(AttrKind::DEAD_ON_RETURN));
    }
    cx.make_attribute_set(&mut builder)
}

/// Replaces string attributes by enum attributes.
fn with_keywords(cx: &Context, set: AttributeSet) -> AttributeSet {
    let has = |key: &str| cx.attribute(set, key).is_some();
    if !KEYWORDS.iter().any(|k| has(k.string)) && !has(DENORMALS) && !has(FLOAT_DENORMALS) {
        return set;
    }
    let mut builder = AttributeBuilder::from(cx.attribute_set(set));
    for Keyword { string, kind } in &KEYWORDS {
        if builder.remove(*string) {
            builder.add(Attribute::Enum(*kind));
        }
    }
    // Invalid modes stay unchanged.
    let mut mode = |key: &str| {
        let mode = cx.attribute_value(set, key.as_bytes()).and_then(mode_of_string);
        if mode.is_some() {
            builder.remove(key);
        }
        mode
    };
    let (default, float) = (mode(DENORMALS), mode(FLOAT_DENORMALS));
    if default.is_some() || float.is_some() {
        let default = default.unwrap_or_default();
        let environment = DenormalFpEnv { default, float: float.unwrap_or(default) };
        builder.add(Attribute::Int(AttrKind::DENORMAL_FP_ENV, environment.bits()));
    }
    cx.make_attribute_set(&mut builder)
}

/// The values of `"denormal-fp-math"`.
const MODES: [(&str, DenormalKind); 4] = [
    ("ieee", DenormalKind::Ieee),
    ("preserve-sign", DenormalKind::PreserveSign),
    ("positive-zero", DenormalKind::PositiveZero),
    ("dynamic", DenormalKind::Dynamic),
];

/// `preserve-sign,ieee`: the mode of results, then of operands. A single value is for both; empty is IEEE.
fn mode_of_string(text: &[u8]) -> Option<DenormalMode> {
    if text.is_empty() {
        return Some(DenormalMode::default());
    }
    let kind = |word: &[u8]| MODES.iter().find(|(name, _)| name.as_bytes() == word).map(|m| m.1);
    let mut words = text.splitn(2, |&b| b == b',').map(kind);
    let output = words.next()??;
    Some(DenormalMode { output, input: words.next().unwrap_or(Some(output))? })
}

fn mode_string(mode: DenormalMode) -> String {
    let word = |kind| MODES.iter().find(|m| m.1 == kind).map_or("", |m| m.0);
    format!("{},{}", word(mode.output), word(mode.input))
}
