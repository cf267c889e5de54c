//! The instructions with a `DIAssignID` attachment.

use lindworm_ir::context::MetadataKind;
use lindworm_ir::hash::HashMap;
use lindworm_ir::{Global, Inst, Metadata, Module};

/// For each `DIAssignID` of a module, the first instruction with the attachment, and the first one in another function.
pub(crate) struct Assignments(HashMap<Metadata, (Place, Option<Place>)>);

/// An instruction and its function.
type Place = (Global, Inst);

impl Assignments {
    /// Collects the attachments of all functions of a module.
    pub fn new(module: &Module) -> Assignments {
        let mut places: HashMap<Metadata, (Place, Option<Place>)> = HashMap::default();
        for &function in module.functions() {
            let Some(body) = module.body(function).filter(|b| b.has_attachments()) else { continue };
            for inst in body.blocks().flat_map(|b| body.insts(b)) {
                for (_, id) in body.attachments(inst).iter().filter(|(kind, _)| *kind == MetadataKind::DI_ASSIGN_ID) {
                    let (first, other) = places.entry(*id).or_insert(((function, inst), None));
                    if first.0 != function {
                        other.get_or_insert((function, inst));
                    }
                }
            }
        }
        Assignments(places)
    }

    /// The first instruction with this attachment outside of a function.
    pub fn outside(&self, id: Metadata, function: Global) -> Option<Place> {
        let &(first, other) = self.0.get(&id)?;
        if first.0 == function { other } else { Some(first) }
    }
}

#[cfg(test)]
mod tests {
    use lindworm_ir::Context;
    use lindworm_ir::context::MetadataKind;
    use lindworm_text::{ReadOptions, read};

    use super::Assignments;

    #[test]
    fn an_instruction_of_another_function_is_found_wherever_it_stands() {
        let store = "  store i32 1, ptr %p, !DIAssignID !0\n";
        let metadata =
            "!llvm.module.flags = !{!1}\n!0 = distinct !DIAssignID()\n!1 = !{i32 2, !\"Debug Info Version\", i32 3}\n";
        for counts in [[1, 3], [3, 1], [2, 2]] {
            let function =
                |name, count| format!("define void @{name}(ptr %p) {{\n{}  ret void\n}}\n", store.repeat(count));
            let text = function("f", counts[0]) + &function("g", counts[1]) + metadata;
            let module =
                read(&Context::new(), "m", text.as_bytes(), &ReadOptions::default()).map_err(drop).unwrap().module;
            let first = |name: &[u8]| {
                let function = module.global_named(name).unwrap();
                let body = module.body(function).unwrap();
                (function, body.first_inst(body.entry().unwrap()).unwrap())
            };
            let [f, g] = [first(b"f"), first(b"g")];
            let id = module.body(f.0).unwrap().attachment(f.1, MetadataKind::DI_ASSIGN_ID).unwrap();
            let assignments = Assignments::new(&module);
            assert_eq!([f, g].map(|(function, _)| assignments.outside(id, function)), [Some(g), Some(f)], "{counts:?}");
        }
    }
}
