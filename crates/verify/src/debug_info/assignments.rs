//! Which instructions a `DIAssignID` is attached to.

use lindworm_ir::{Global, Inst, Metadata, MetadataKind, Module};
use rustc_hash::FxHashMap;

/// For each `DIAssignID` of a module, the instructions that it is attached to.
pub(crate) struct Assignments(FxHashMap<Metadata, Vec<(Global, Inst)>>);

impl Assignments {
    /// Looks through all functions of a module.
    pub fn new(module: &Module) -> Assignments {
        let mut places: FxHashMap<Metadata, Vec<(Global, Inst)>> = FxHashMap::default();
        for &function in &module.functions {
            let Some(body) = module.body(function).filter(|b| b.has_attachments()) else { continue };
            for inst in body.blocks().flat_map(|b| body.insts(b)) {
                for (_, id) in body.attachments(inst).iter().filter(|(kind, _)| *kind == MetadataKind::DI_ASSIGN_ID) {
                    places.entry(*id).or_default().push((function, inst));
                }
            }
        }
        Assignments(places)
    }

    /// The instructions that this is attached to.
    pub fn of(&self, id: Metadata) -> &[(Global, Inst)] {
        self.0.get(&id).map_or(&[], |v| v)
    }
}
