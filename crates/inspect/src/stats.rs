//! Counts of the contents of a module.

use lindworm_ir::attributes::{AttrKey, AttributeSet};
use lindworm_ir::hash::HashMap;
use lindworm_ir::module::GlobalKind;
use lindworm_ir::{Global, Module, Type};

/// A group of counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The counted items, such as `instructions`.
    pub name: &'static str,
    /// The name and value of each count, in descending order unless the rows are a fixed list.
    pub rows: Vec<(String, u64)>,
}

/// Counts of the contents of a module, as groups in a fixed order. A group without rows is omitted.
///
/// ```
/// use lindworm_inspect::stats::stats;
/// use lindworm_ir::Context;
/// use lindworm_text::{ReadOptions, read};
///
/// let source = b"define i32 @f(i32 %x) {\n  %y = add i32 %x, 7\n  ret i32 %y\n}\n";
/// let module = read(&Context::new(), "m", source, &ReadOptions::default()).unwrap().module;
/// let groups = stats(&module);
/// let instructions = groups.iter().find(|group| group.name == "instructions").unwrap();
/// assert_eq!(instructions.rows, [("add".to_owned(), 1), ("ret".to_owned(), 1)]);
/// ```
pub fn stats(module: &Module) -> Vec<Group> {
    let mut bodies = Bodies::default();
    let mut attributes = HashMap::default();
    let mut largest = Vec::new();
    for &function in module.functions() {
        let Some(data) = module.function(function) else { continue };
        let list = module.context().attribute_list(data.attributes);
        for set in [list.function, list.result].into_iter().chain(list.params.iter().copied()) {
            count_attributes(module, set, &mut attributes);
        }
        if module.body(function).is_some() {
            largest.push((bodies.add(module, function), function));
        }
    }
    let metadata = module.metadata();
    let mut nodes = HashMap::default();
    for node in 0..metadata.node_count() {
        let name = metadata.node(node as u32).kind.info().name;
        *nodes.entry(if name.is_empty() { "tuple" } else { name }).or_insert(0) += 1;
    }
    let debug_nodes = nodes.iter().filter(|(name, _)| name.starts_with("DI")).map(|(_, count)| count).sum();
    let defined = module.functions().iter().filter(|&&f| module.body(f).is_some()).count();
    let fixed = |rows: &[(&str, u64)]| rows.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
    let types = bodies.types.iter().map(|(ty, count)| (ty.display(module.context()).to_string(), *count));
    largest.sort_by_key(|&(size, _)| std::cmp::Reverse(size));
    let mut groups = vec![
        Group {
            name: "module",
            rows: fixed(&[
                ("functions defined", defined as u64),
                ("functions declared", (module.functions().len() - defined) as u64),
                ("variables", module.variables().len() as u64),
                ("aliases", module.aliases().len() as u64),
                ("ifuncs", module.ifuncs().len() as u64),
                ("comdats", module.comdats().len() as u64),
                ("basic blocks", bodies.blocks),
                ("instructions", bodies.insts),
                ("constants", module.constants().len() as u64),
                ("metadata nodes", metadata.node_count() as u64),
                ("metadata strings", metadata.string_count() as u64),
            ]),
        },
        Group { name: "bytes of variables", rows: fixed(&variable_bytes(module)) },
        Group {
            name: "debug information",
            rows: fixed(&[
                ("instructions with a location", bodies.located),
                ("debug records", bodies.records),
                ("metadata nodes", debug_nodes),
            ]),
        },
        Group { name: "linkage", rows: by_count(linkages(module)) },
        Group { name: "instructions", rows: by_count(bodies.opcodes.into_iter()) },
        Group { name: "types of results", rows: by_count(types) },
        Group { name: "attributes of functions", rows: by_count(attributes.into_iter()) },
        Group { name: "metadata", rows: by_count(nodes.into_iter()) },
        Group {
            name: "largest functions",
            rows: largest.iter().take(10).map(|&(size, f)| (name(module, f), size)).collect(),
        },
    ];
    groups.retain(|group| !group.rows.is_empty());
    groups
}

/// The contents of function bodies.
#[derive(Default)]
struct Bodies {
    blocks: u64,
    insts: u64,
    located: u64,
    records: u64,
    opcodes: HashMap<&'static str, u64>,
    types: HashMap<Type, u64>,
}

impl Bodies {
    /// Counts the contents of a body; returns the number of instructions.
    fn add(&mut self, module: &Module, function: Global) -> u64 {
        let Some(body) = module.body(function) else { return 0 };
        let before = self.insts;
        for block in body.blocks() {
            self.blocks += 1;
            for inst in body.insts(block) {
                self.insts += 1;
                *self.opcodes.entry(body.inst(inst).opcode_name()).or_insert(0) += 1;
                *self.types.entry(body.inst_type(inst)).or_insert(0) += 1;
                self.located += u64::from(body.debug_loc(inst).is_some());
                if body.has_debug_records() {
                    self.records += body.debug_records(inst).count() as u64;
                }
            }
        }
        self.insts - before
    }
}

fn count_attributes(module: &Module, set: AttributeSet, counts: &mut HashMap<String, u64>) {
    for attribute in module.context().attribute_set(set) {
        let name = match attribute.key() {
            AttrKey::Kind(kind) => kind.name().to_owned(),
            AttrKey::String(key) => format!("\"{}\"", String::from_utf8_lossy(key)),
        };
        *counts.entry(name).or_insert(0) += 1;
    }
}

fn linkages(module: &Module) -> impl Iterator<Item = (&'static str, u64)> {
    let mut counts = HashMap::default();
    for global in module.global_values() {
        *counts.entry(module[global].linkage.name()).or_insert(0) += 1;
    }
    counts.into_iter()
}

/// The memory size of the variables defined in the module, by mutability.
fn variable_bytes(module: &Module) -> [(&'static str, u64); 2] {
    let mut bytes = [("constant", 0u64), ("writable", 0)];
    for &global in module.variables() {
        let data = &module[global];
        let GlobalKind::Variable(variable) = &data.kind else { continue };
        if variable.initializer.is_some() {
            let size = module.data_layout().alloc_size(module.context(), data.value_type);
            let bytes = &mut bytes[usize::from(!variable.constant)].1;
            *bytes = bytes.saturating_add(size.map_or(0, |size| size.min));
        }
    }
    bytes
}

/// Rows by descending count, then by name.
fn by_count<N: Into<String>>(counts: impl Iterator<Item = (N, u64)>) -> Vec<(String, u64)> {
    let mut rows: Vec<(String, u64)> = counts.map(|(name, count)| (name.into(), count)).collect();
    rows.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    rows
}

fn name(module: &Module, global: Global) -> String {
    format!("@{}", String::from_utf8_lossy(module[global].name()))
}
