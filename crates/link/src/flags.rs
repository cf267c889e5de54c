//! Links module flags ([Language Reference](https://llvm.org/docs/LangRef.html#module-flags-metadata)).

use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::importer::Importer;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::{Metadata, Module, Value};
use lindworm_text::DisplayIn;

use crate::LinkError;
use crate::mover::Mover;

/// The named metadata that holds the flags.
pub(crate) const NAME: &[u8] = b"llvm.module.flags";

// Results of merging two flags of the same name.
const ERROR: u64 = 1;
const WARNING: u64 = 2;
const REQUIRE: u64 = 3;
const OVERRIDE: u64 = 4;
const APPEND: u64 = 5;
const APPEND_UNIQUE: u64 = 6;
const MAX: u64 = 7;
const MIN: u64 = 8;

/// A flag. The operands are the behavior, the name, and the value.
#[derive(Clone, Copy)]
struct Flag {
    node: Metadata,
    behavior: u64,
    words: [u32; 3],
}

impl Flag {
    /// The flag of a node of the module; `None` for a malformed node, which the verifier reports.
    fn of(module: &Module, node: Metadata) -> Option<Flag> {
        let words: [u32; 3] = module.metadata().node(node.as_node()?).words.try_into().ok()?;
        Some(Flag { node, behavior: integer(module, words[0])?, words })
    }

    fn name(&self) -> u32 {
        self.words[1]
    }

    fn value(&self) -> u32 {
        self.words[2]
    }
}

/// The integer that an operand of a node refers to.
fn integer(module: &Module, word: u32) -> Option<u64> {
    match Metadata::from_word(word)?.open() {
        MetadataRef::Value(value) => module.constants().as_u64(module.metadata().value(value)),
        _ => None,
    }
}

/// The operands of a tuple that an operand of a node refers to.
fn tuple(module: &Module, word: u32) -> Option<&[u32]> {
    Some(module.metadata().node(Metadata::from_word(word)?.as_node()?).words)
}

/// Merges the flags of the source into those of the linked module.
pub(crate) fn link(
    importer: &mut Importer<'_>,
    mover: &mut Mover<'_>,
    warnings: &mut Vec<String>,
) -> Result<(), LinkError> {
    let Some(source) = importer.source.named_metadata().iter().find(|named| *named.name == *NAME) else {
        return Ok(());
    };
    let operands = source.operands.clone();
    let place = mover.named_metadata(importer, NAME);
    let is_first = importer.dest.named_metadata()[place].operands.is_empty();
    let nodes: Vec<Metadata> = operands.into_iter().filter_map(|m| importer.metadata(m, mover)).collect();
    if is_first {
        importer.dest.named_metadata_mut()[place].operands = nodes;
        return Ok(());
    }
    let source_name = importer.source.name().to_owned();
    let dest = &mut *importer.dest;
    let mut merge = Merge {
        flags: std::mem::take(&mut dest.named_metadata_mut()[place].operands),
        by_name: HashMap::default(),
        requirements: Vec::new(),
        minimums: Vec::new(),
        seen: HashSet::default(),
        dest,
        source_name,
    };
    for i in 0..merge.flags.len() {
        let Some(flag) = Flag::of(merge.dest, merge.flags[i]) else { continue };
        if flag.behavior == REQUIRE {
            merge.requirements.push(flag.value());
            continue;
        }
        if flag.behavior == MIN {
            merge.minimums.push(i);
        }
        merge.by_name.insert(flag.name(), (flag, i));
    }
    for node in nodes {
        if let Some(flag) = Flag::of(merge.dest, node) {
            merge.add(flag, warnings)?;
        }
    }
    merge.finish()?;
    let flags = merge.flags;
    importer.dest.named_metadata_mut()[place].operands = flags;
    Ok(())
}

/// The flags of the linked module during a merge.
struct Merge<'m> {
    dest: &'m mut Module,
    source_name: String,
    flags: Vec<Metadata>,
    by_name: HashMap<u32, (Flag, usize)>,
    /// The values of flags with behavior `require`.
    requirements: Vec<u32>,
    /// The indices of flags with behavior `min`, whose value is 0 in modules without the flag.
    minimums: Vec<usize>,
    /// The names of the source's flags.
    seen: HashSet<u32>,
}

impl Merge<'_> {
    fn error(&self, name: u32, what: &str) -> LinkError {
        LinkError(format!("linking module flags '{}': {what}", self.text_of_name(name)))
    }

    fn text_of_name(&self, name: u32) -> String {
        match Metadata::from_word(name).map(Metadata::open) {
            Some(MetadataRef::String(s)) => String::from_utf8_lossy(self.dest.metadata().string(s)).into_owned(),
            _ => String::new(),
        }
    }

    /// A value in LLVM's format.
    fn text_of_value(&self, word: u32) -> String {
        match Metadata::from_word(word) {
            Some(m) => m.display(self.dest).to_string(),
            None => "null".into(),
        }
    }

    /// Replaces a flag.
    fn set(&mut self, place: usize, distinct: bool, words: [u32; 3]) {
        let node = self.dest.metadata_mut().add_node(NodeKind::Tuple, distinct, &words);
        self.flags[place] = node;
        if let Some(flag) = Flag::of(self.dest, node) {
            self.by_name.insert(flag.name(), (flag, place));
        }
    }

    fn add(&mut self, new: Flag, warnings: &mut Vec<String>) -> Result<(), LinkError> {
        let name = new.name();
        let old = self.by_name.get(&name).copied();
        self.seen.insert(name);
        if new.behavior == REQUIRE {
            if !self.requirements.contains(&new.value()) {
                self.requirements.push(new.value());
                self.flags.push(new.node);
            }
            return Ok(());
        }
        let Some((old, place)) = old else {
            if new.behavior == MIN {
                self.minimums.push(self.flags.len());
                self.seen.remove(&name);
            }
            self.by_name.insert(name, (new, self.flags.len()));
            self.flags.push(new.node);
            return Ok(());
        };
        let modules = format!("in '{}' and '{}'", self.source_name, self.dest.name());
        let differ = new.value() != old.value();
        match (old.behavior, new.behavior) {
            (OVERRIDE, OVERRIDE) if differ => {
                return Err(self.error(name, &format!("IDs have conflicting override values {modules}")));
            }
            (OVERRIDE, _) => return Ok(()),
            (_, OVERRIDE) => {
                self.flags[place] = new.node;
                self.by_name.insert(name, (new, place));
                return Ok(());
            }
            (a, b) if a == b => {}
            (MIN | MAX, WARNING) | (WARNING, MIN | MAX) => {}
            _ => return Err(self.error(name, &format!("IDs have conflicting behaviors {modules}"))),
        }
        let either = |behavior| old.behavior == behavior || new.behavior == behavior;
        if either(WARNING) && differ {
            warnings.push(format!(
                "linking module flags '{}': IDs have conflicting values ('{}' from {} with '{}' from {})",
                self.text_of_name(name),
                self.text_of_value(new.value()),
                self.source_name,
                self.text_of_value(old.value()),
                self.dest.name()
            ));
        }
        for (behavior, takes_new) in [(MIN, u64::lt as fn(&u64, &u64) -> bool), (MAX, u64::gt)] {
            if either(behavior) {
                let [a, b] = [new, old].map(|flag| integer(self.dest, flag.value()).unwrap_or_default());
                let value = if takes_new(&a, &b) { new.value() } else { old.value() };
                let first = if old.behavior == behavior { old.words[0] } else { new.words[0] };
                self.set(place, false, [first, name, value]);
                return Ok(());
            }
        }
        match new.behavior {
            ERROR if differ => {
                let what = format!(
                    "IDs have conflicting values: '{}' from {}, and '{}' from {}",
                    self.text_of_value(new.value()),
                    self.source_name,
                    self.text_of_value(old.value()),
                    self.dest.name()
                );
                Err(self.error(name, &what))
            }
            APPEND | APPEND_UNIQUE => {
                let all = |word| tuple(self.dest, word).unwrap_or_default().to_vec();
                let (mut elements, added) = (all(old.value()), all(new.value()));
                let mut known: HashSet<u32> = elements.iter().copied().collect();
                let is_unique = new.behavior == APPEND_UNIQUE;
                elements.extend(added.into_iter().filter(|&word| !is_unique || known.insert(word)));
                self.append(old, place, &elements);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Sets the elements of a flag, whose list becomes a distinct node of its own.
    fn append(&mut self, old: Flag, place: usize, elements: &[u32]) {
        let list = Metadata::from_word(old.value()).and_then(Metadata::as_node);
        match list.filter(|&n| self.dest.metadata().node(n).distinct) {
            Some(list) => self.dest.metadata_mut().set_node(list, NodeKind::Tuple, true, elements),
            None => {
                let list = self.dest.metadata_mut().add_node(NodeKind::Tuple, true, elements);
                self.set(place, true, [old.words[0], old.words[1], list.bits()]);
            }
        }
    }

    fn finish(&mut self) -> Result<(), LinkError> {
        for place in std::mem::take(&mut self.minimums) {
            let Some(flag) = Flag::of(self.dest, self.flags[place]) else { continue };
            if self.seen.contains(&flag.name()) {
                continue;
            }
            let value: Option<Value> = match Metadata::from_word(flag.value()).map(Metadata::open) {
                Some(MetadataRef::Value(v)) => Some(self.dest.metadata().value(v)),
                _ => None,
            };
            let Some(value) = value else { continue };
            let ty = self.dest.value_type(None, value);
            let zero = self.dest.constants().zero(self.dest.context(), ty);
            let zero = self.dest.metadata_mut().add_value(zero).bits();
            self.set(place, false, [flag.words[0], flag.words[1], zero]);
        }
        for &requirement in &self.requirements {
            let Some(&[name, value]) = tuple(self.dest, requirement) else { continue };
            if self.by_name.get(&name).is_none_or(|(flag, _)| flag.value() != value) {
                return Err(self.error(name, "does not have the required value"));
            }
        }
        Ok(())
    }
}
