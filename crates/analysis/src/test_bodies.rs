//! Bodies for tests.

use cranelift_entity::EntityRef;
use cranelift_entity::packed_option::PackedOption;
use lindworm_ir::attributes::AttributeList;
use lindworm_ir::calling_convention::CallingConvention;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::{Block, Body, Inst, InstData, Type, Value};
use proptest::prelude::*;

/// The block with that index.
pub fn block(index: usize) -> Block {
    Block::new(index)
}

/// A body with an `indirectbr` for each list of successors; `unreachable` for an empty one.
pub fn body_of(graph: &[impl AsRef<[usize]>]) -> Body {
    let mut body = Body::new(&[Type::PTR]);
    for successors in graph {
        let from = body.create_block();
        body.append_block(from);
        let dests: Vec<Value> = successors.as_ref().iter().map(|&to| block(to).into()).collect();
        let dests = body.list(&dests);
        let data = match successors.as_ref() {
            [] => InstData::Unreachable,
            _ => InstData::IndirectBr { address: Value::arg(0), dests },
        };
        body.append_inst(from, data, Type::VOID);
    }
    body
}

/// Graphs of few blocks with few edges each.
pub fn graphs() -> impl Strategy<Value = Vec<Vec<usize>>> {
    (1..24usize).prop_flat_map(|n| prop::collection::vec(prop::collection::vec(0..n, 0..4), n))
}

/// Four blocks: the first has the returned `invoke`, whose destinations are these of the next two, which branch to the last.
pub fn invoke([normal, unwind]: [usize; 2]) -> (Body, Inst) {
    let mut body = body_of(&[&[][..], &[3], &[3], &[]]);
    if let Some(unreachable) = body.first_inst(block(0)) {
        body.remove_inst(unreachable);
    }
    let call = CallInfo {
        callee: Value::arg(0),
        args: Default::default(),
        function_type: Type::VOID,
        attributes: AttributeList::EMPTY,
        bundles: PackedOption::default(),
    };
    let [normal, unwind] = [normal, unwind].map(block);
    let data = InstData::Invoke { call, convention: CallingConvention::C, normal, unwind };
    let invoke = body.append_inst(block(0), data, Type::I32);
    (body, invoke)
}
