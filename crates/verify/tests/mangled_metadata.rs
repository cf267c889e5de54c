//! Metadata that was overwritten at random is looked at without a panic.

use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::metadata::{MetadataRef, NULL_WORD};
use lindworm_ir::{Context, Metadata, Module};
use lindworm_text::{ReadOptions, read};
use lindworm_verify::{rules, verify};

/// Numbers that look random and are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end.max(1)
    }

    /// A reference to something, or to nothing.
    fn metadata(&mut self, module: &Module) -> Metadata {
        let index = self.below(module.metadata().node_count() + 2) as u32;
        Metadata::new(match self.below(12) {
            0 => MetadataRef::String(index),
            1 => MetadataRef::Value(index),
            2 => MetadataRef::Local(index),
            3 => MetadataRef::ArgList(index),
            4 => MetadataRef::Slot(index),
            5 => MetadataRef::Pending(index),
            _ => MetadataRef::Node(index),
        })
    }

    /// A word of a node.
    fn word(&mut self, module: &Module) -> u32 {
        match self.below(4) {
            0 => self.below(70) as u32,
            1 => NULL_WORD,
            _ => self.metadata(module).bits(),
        }
    }
}

fn mangle_nodes(module: &mut Module, random: &mut Random) {
    for _ in 0..=random.below(3) {
        let node = random.below(module.metadata().node_count()) as u32;
        if node as usize >= module.metadata().node_count() {
            return;
        }
        let word = random.word(module);
        let old = module.metadata().node(node);
        let (mut kind, mut words) = (old.kind, old.words.to_vec());
        match random.below(6) {
            0 => kind = NodeKind::ALL[random.below(NodeKind::ALL.len())],
            1 => words.truncate(random.below(words.len())),
            2 => words.push(word),
            _ => {
                let at = random.below(words.len());
                words.splice(at..(at + 1).min(words.len()), [word]);
            }
        }
        module.metadata_mut().set_node(node, kind, random.below(2) == 0, &words);
    }
}

/// Replaces attachments, debug records, named metadata and local metadata, each with a chance of one in four.
fn mangle_uses(module: &mut Module, random: &mut Random) {
    for list in 0..module.named_metadata().len() {
        if random.below(4) == 0 {
            let m = random.metadata(module);
            module.named_metadata_mut()[list].operands.push(m);
        }
    }
    for f in module.functions().to_vec() {
        if random.below(4) == 0 {
            let m = random.metadata(module);
            module[f].metadata.iter_mut().for_each(|a| a.1 = m);
        }
        let any: Vec<Metadata> = (0..16).map(|_| random.metadata(module)).collect();
        let Some(body) = module[f].as_function_mut().and_then(|f| f.body.as_mut()) else { continue };
        body.map_attached_metadata(|m| if random.below(4) == 0 { any[random.below(16)] } else { m });
    }
}

#[test]
fn nothing_panics() {
    let mut random = Random(1);
    let examples = rules::all().filter(|r| r.good.contains("= !") || r.good.contains("= distinct !"));
    for rule in examples {
        for round in 0..8 {
            let outcome = read(&Context::new(), "example.ll", rule.good.as_bytes(), &ReadOptions::default());
            let Ok(outcome) = outcome else { continue };
            let mut module = outcome.module;
            if round % 2 == 0 {
                mangle_nodes(&mut module, &mut random);
            } else {
                mangle_uses(&mut module, &mut random);
            }
            let _ = verify(&module);
        }
    }
}
