//! Memory profiles ([Language Reference: `memprof` Metadata](https://llvm.org/docs/LangRef.html#memprof-metadata)): allocations
//! by calling context.

use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::summary::{Allocation, AllocationContext, AllocationKind};
use lindworm_ir::{Body, Inst, Metadata, Module};

/// The stack ids of a call: `!callsite`.
pub(super) fn call_site(module: &Module, body: &Body, call: Inst) -> Vec<u64> {
    let node = body.attachment(call, module.context().metadata_kind(b"callsite"));
    operands(module, node).filter_map(|id| number(module, id)).collect()
}

/// The memory profile of a call, if it has one: `!memprof`. `call_site` has the stack ids of the call itself.
pub(super) fn allocation(module: &Module, body: &Body, call: Inst, call_site: &[u64]) -> Option<Allocation> {
    let profile = body.attachment(call, module.context().metadata_kind(b"memprof"))?;
    let contexts = operands(module, Some(profile)).map(|context| {
        let mut parts = operands(module, context);
        let stack = operands(module, parts.next().flatten()).filter_map(|id| number(module, id));
        // Frames that belong to the call itself were inlined.
        let mut stack_ids: Vec<u64> = stack.skip(call_site.len()).collect();
        stack_ids.dedup();
        let kind = match parts.next().flatten().map(Metadata::open) {
            Some(MetadataRef::String(s)) => module.metadata().string(s),
            _ => b"",
        };
        let kind = match kind {
            b"cold" => AllocationKind::Cold,
            b"hot" => AllocationKind::Hot,
            _ => AllocationKind::NotCold,
        };
        AllocationContext { kind, stack_ids }
    });
    Some(Allocation { versions: vec![AllocationKind::None], contexts: contexts.collect() })
}

fn operands(module: &Module, node: Option<Metadata>) -> impl Iterator<Item = Option<Metadata>> + '_ {
    let words = node.and_then(|node| node.as_node()).map_or(&[][..], |node| module.metadata().node(node).tail());
    words.iter().map(|&word| Metadata::from_word(word))
}

fn number(module: &Module, id: Option<Metadata>) -> Option<u64> {
    match id?.open() {
        MetadataRef::Value(value) => module.constants().as_u64(module.metadata().value(value)),
        _ => None,
    }
}
