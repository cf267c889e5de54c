//! Rules about symbols and constants.

use lindworm_ir::constant::ConstantData;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::instruction::Align;
use lindworm_ir::module::{GlobalKind, GlobalValue, Linkage, Visibility};
use lindworm_ir::{Module, Type, Value};

use crate::Edit;

pub static EDITS: &[Edit] = &[
    ("LW0100", |module| set_initializer(module, None)),
    ("LW0111", |module| global(module, "f").linkage = Linkage::Appending),
    ("LW0115", |module| global(module, "g").visibility = Visibility::Hidden),
    ("LW0116", |module| global(module, "g").dso_local = true),
    ("LW0118", |module| global(module, "g").dso_local = false),
    ("LW0119", |module| global(module, "g").align = Align::from_log2(33)),
    ("LW0120", |module| {
        let zero = int(module, Type::I64, 0);
        set_initializer(module, Some(zero));
    }),
    ("LW0134", |module| change_signed_pointer(module, 0, Type::I32)),
    ("LW0135", |module| {
        let ty = module.context().ptr(1);
        let parts = signed_pointer(module);
        let constant = module.constants().intern(ty, ConstantData::PtrAuth(parts));
        global(module, "g").value_type = ty;
        set_initializer(module, Some(constant));
    }),
    ("LW0136", |module| change_signed_pointer(module, 1, Type::I64)),
    ("LW0137", |module| change_signed_pointer(module, 3, Type::I32)),
    ("LW0138", |module| change_signed_pointer(module, 2, Type::I32)),
    ("LW0139", |module| change_signed_pointer(module, 4, Type::I32)),
    ("LW0141", |module| global(module, "a").linkage = Linkage::Common),
    ("LW0142", |module| {
        let aliasee = module.global_named(b"h").unwrap().into();
        global(module, "a").kind = GlobalKind::Alias { aliasee };
    }),
    ("LW0148", |module| attach(module, MetadataKind::DBG)),
    ("LW0149", |module| attach(module, MetadataKind::PROF)),
    ("LW0150", |module| global(module, "i").linkage = Linkage::Common),
    ("LW0154", |module| replace(module, "i", b"i", module.context().ptr(1))),
    ("LW0156", |module| {
        let undefined = module.reserve_global(Type::PTR);
        set_initializer(module, Some(undefined.into()));
    }),
    ("LW0157", |module| replace(module, "h", b"g", Type::PTR)),
];

fn global<'a>(module: &'a mut Module, name: &str) -> &'a mut GlobalValue {
    let id = module.global_named(name.as_bytes()).unwrap();
    &mut module[id]
}

/// Gives a global another name and address type, unnoticed by the module.
fn replace(module: &mut Module, name: &str, by: &[u8], ty: Type) {
    let global = global(module, name);
    *global = global.like(by, global.value_type, ty, global.kind.clone());
}

fn set_initializer(module: &mut Module, initializer: Option<Value>) {
    global(module, "g").as_variable_mut().unwrap().initializer = initializer;
}

fn int(module: &Module, ty: Type, value: u64) -> Value {
    module.constants().int(module.context(), ty, value)
}

/// The parts of the signed pointer that `@g` holds.
fn signed_pointer(module: &mut Module) -> Box<[Value; 5]> {
    let initializer = global(module, "g").as_variable().unwrap().initializer.unwrap();
    match &module.constants().node(initializer).unwrap().data {
        ConstantData::PtrAuth(parts) => parts.clone(),
        other => panic!("{other:?}"),
    }
}

/// Puts the 0 of a type in the place of a part.
fn change_signed_pointer(module: &mut Module, part: usize, ty: Type) {
    let mut parts = signed_pointer(module);
    parts[part] = int(module, ty, 0);
    let constant = module.constants().intern(Type::PTR, ConstantData::PtrAuth(parts));
    set_initializer(module, Some(constant));
}

/// Attaches the node that is in `!n` to `@i`.
fn attach(module: &mut Module, kind: MetadataKind) {
    let node = module.named_metadata()[0].operands[0];
    global(module, "i").metadata.push((kind, node));
}
