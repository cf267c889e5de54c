//! Rules about metadata and debug information.

use lindworm_ir::debug_info::{NodeKind, compile_unit, file, fixed_point_type};
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::value::Constant;
use lindworm_ir::{Body, InstData, Metadata, Module, Value};

use crate::Edit;

fn node(number: u32) -> Metadata {
    Metadata::new(MetadataRef::Node(number))
}

/// The first node of a kind.
fn first(module: &Module, kind: NodeKind) -> u32 {
    let store = module.metadata();
    (0..store.node_count() as u32).find(|&n| store.node(n).kind == kind).unwrap()
}

/// The first node of a kind as it would be without `distinct`.
fn make_shared(module: &mut Module, kind: NodeKind) {
    let number = first(module, kind);
    let words = module.metadata().node(number).words.to_vec();
    module.metadata_mut().set_node(number, kind, false, &words);
}

/// Replaces the only operand of the only tuple.
fn set_operand(module: &mut Module, operand: Metadata) {
    let tuple = first(module, NodeKind::Tuple);
    module.metadata_mut().words_mut(tuple)[0] = operand.bits();
}

fn body(module: &mut Module) -> &mut Body {
    let f = module.functions()[0];
    module[f].as_function_mut().unwrap().body.as_mut().unwrap()
}

pub static EDITS: &[Edit] = &[
    ("LW1550", |module| {
        let string = module.metadata_mut().add_string(b"text");
        module.named_metadata_mut()[0].operands[0] = string;
    }),
    ("LW1551", |module| set_operand(module, Metadata::new(MetadataRef::Local(0)))),
    ("LW1552", |module| set_operand(module, Metadata::new(MetadataRef::Slot(7)))),
    ("LW1555", |module| {
        let constant = module.metadata_mut().add_value(Constant::from_u32(1000).into());
        set_operand(module, constant);
    }),
    ("LW1556", |module| {
        let value = module.metadata_mut().add_value(node(0).into());
        set_operand(module, value);
    }),
    ("LW1557", |module| {
        let body = body(module);
        let entry = body.entry().unwrap();
        let add = body.first_inst(entry).unwrap();
        body.remove_inst(add);
    }),
    ("LW1558", |module| body(module).local_metadata_mut()[0] = Value::arg(1)),
    ("LW1632", |module| {
        let number = first(module, NodeKind::DIFixedPointType);
        module.metadata_mut().set_field(number, fixed_point_type::KIND, 3);
    }),
    ("LW1654", |module| {
        let number = first(module, NodeKind::DIFile);
        module.metadata_mut().set_field(number, file::CHECKSUM_KIND_, 4);
    }),
    ("LW1657", |module| make_shared(module, NodeKind::DICompileUnit)),
    ("LW1659", |module| {
        let number = first(module, NodeKind::DICompileUnit);
        module.metadata_mut().set_field(number, compile_unit::EMISSION_KIND_, 4);
    }),
    ("LW1679", |module| make_shared(module, NodeKind::DISubprogram)),
    ("LW1698", |module| make_shared(module, NodeKind::DIAssignID)),
    ("LW1800", |module| {
        let body = body(module);
        let block = body.blocks().nth(1).unwrap();
        let phi = body.insts(block).find(|&i| matches!(body.inst(i), InstData::Phi { .. })).unwrap();
        let next = body.next_inst(phi).unwrap();
        let records = body.debug_records(next).copied().collect::<Vec<_>>();
        body.set_debug_records(phi, &records);
        body.set_debug_records(next, &[]);
    }),
    ("LW1802", |module| {
        let string = module.metadata_mut().add_string(b"text");
        let body = body(module);
        let ret = body.first_inst(body.entry().unwrap()).unwrap();
        let mut record = *body.debug_records(ret).next().unwrap();
        let mut operand = 0;
        record.for_each_operand_mut(|m| {
            if operand == 1 {
                *m = string;
            }
            operand += 1;
        });
        body.set_debug_records(ret, &[record]);
    }),
];
