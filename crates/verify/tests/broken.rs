//! A broken module never hurts the verifier: modules are changed through the library in ways that make no sense, and checked.
//!
//! `LINDWORM_MUTANTS=1000 cargo test --release -p lindworm-verify --test broken` tries more of each module than the few that
//! every run tries, and `LINDWORM_SEED=2` others.

use std::panic::catch_unwind;

use lindworm_ir::body::{Body, DebugRecordData};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::module::{GlobalKind, Linkage, Visibility};
use lindworm_ir::value::Constant;
use lindworm_ir::{Block, Context, Global, Inst, InstData, Metadata, Module, Type, Value};
use lindworm_text::{ReadOptions, read};
use lindworm_verify::{Example, rules, verify};

/// Numbers that look random and are the same in each run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }

    fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// A number near those of what there is: sometimes past them.
    fn index(&mut self, count: usize) -> u32 {
        self.below(count + 1 + count / 8) as u32
    }
}

/// How many there are of what a handle can name.
struct Counts {
    insts: usize,
    blocks: usize,
    args: usize,
    globals: usize,
    constants: usize,
    nodes: usize,
    strings: usize,
    values: usize,
    types: Vec<Type>,
}

impl Counts {
    fn new(module: &Module, body: Option<&Body>) -> Counts {
        Counts {
            insts: body.map_or(0, |b| b.inst_count()),
            blocks: body.map_or(0, |b| b.block_count()),
            args: body.map_or(0, |b| b.args().len()),
            globals: module.globals().len(),
            constants: module.constants().len(),
            nodes: module.metadata().node_count(),
            strings: module.metadata().string_count(),
            values: module.metadata().values().len(),
            types: module.context().all_types().collect(),
        }
    }

    fn value(&self, random: &mut Random) -> Value {
        match random.below(8) {
            0..=2 => Inst::from_u32(random.index(self.insts)).into(),
            3 => Value::arg(random.index(self.args)),
            4 => self.block(random).into(),
            5 => Constant::from_u32(random.index(self.constants)).into(),
            6 => Global::from_u32(random.index(self.globals)).into(),
            _ => self.metadata(random).into(),
        }
    }

    fn block(&self, random: &mut Random) -> Block {
        Block::from_u32(random.index(self.blocks))
    }

    fn metadata(&self, random: &mut Random) -> Metadata {
        Metadata::new(match random.below(8) {
            0 => MetadataRef::String(random.index(self.strings)),
            1 => MetadataRef::Value(random.index(self.values)),
            2 => MetadataRef::Local(random.index(2)),
            3 => MetadataRef::ArgList(random.index(2)),
            _ => MetadataRef::Node(random.index(self.nodes)),
        })
    }
}

/// Makes one change that makes no sense.
fn change(module: &mut Module, random: &mut Random) {
    let functions = module.functions().to_vec();
    let function = (!functions.is_empty()).then(|| *random.of(&functions));
    let counts = Counts::new(module, function.and_then(|f| module.body(f)));
    match random.below(4) {
        0 => change_global(module, &counts, random),
        1 => change_metadata(module, &counts, random),
        _ => {
            let lists: Vec<_> = functions.iter().map(|&f| module[f].as_function().unwrap().attributes).collect();
            let body = function.and_then(|f| module[f].as_function_mut()?.body.as_deref_mut());
            if let Some(body) = body.filter(|b| b.inst_count() > 0) {
                change_body(body, &counts, random);
                let inst = Inst::from_u32(random.below(counts.insts) as u32);
                if let Some(call) = body.inst_mut(inst).call_info_mut() {
                    match random.below(3) {
                        0 => call.attributes = *random.of(&lists),
                        1 => call.function_type = *random.of(&counts.types),
                        _ => {}
                    }
                }
            }
        }
    }
}

fn change_body(body: &mut Body, counts: &Counts, random: &mut Random) {
    let inst = Inst::from_u32(random.below(counts.insts) as u32);
    match random.below(12) {
        0..=3 => {
            let chosen = random.below(4);
            let (data, pool) = body.inst_and_values_mut(inst);
            let mut i = 0;
            data.map_operands(pool, |old| {
                i += 1;
                match (i - 1 == chosen, old.as_block()) {
                    (false, _) => old,
                    (true, Some(_)) => counts.block(random).into(),
                    (true, None) => counts.value(random),
                }
            });
        }
        4 => body.set_inst_type(inst, *random.of(&counts.types)),
        5 => {
            if body.inst_block(inst).is_some() {
                body.remove_inst(inst);
            }
        }
        6 => {
            let other = Inst::from_u32(random.below(counts.insts) as u32);
            *body.inst_mut(inst) = *body.inst(other);
        }
        7 => {
            let blocks: Vec<_> = body.blocks().collect();
            if !blocks.is_empty() {
                body.remove_block(*random.of(&blocks));
            }
        }
        8 => body.set_attachment(inst, MetadataKind(random.index(48)), Some(counts.metadata(random))),
        9 => {
            let mut records = body.debug_records(inst).copied().collect::<Vec<_>>();
            let mut any = || counts.metadata(random);
            let (location, variable, expression, debug_loc) = (any(), any(), any(), any());
            records.push(DebugRecordData::Value { location, variable, expression, debug_loc });
            records.push(DebugRecordData::Label { label: any(), debug_loc: any() });
            body.set_debug_records(inst, &records);
        }
        10 => {
            let values: Vec<_> = (0..random.below(6)).map(|_| counts.value(random)).collect();
            let list = body.list(&values);
            match body.inst_mut(inst) {
                InstData::Phi { incoming, .. } => *incoming = list,
                InstData::GetElementPtr { operands, .. } => *operands = list,
                InstData::Switch { cases, .. } => *cases = list,
                InstData::LandingPad { clauses, .. } => *clauses = list,
                InstData::CatchPad { args, .. } | InstData::CleanupPad { args, .. } => *args = list,
                InstData::CatchSwitch { handlers, .. } => *handlers = list,
                data => {
                    if let Some(call) = data.call_info_mut() {
                        call.args = list;
                    }
                }
            }
        }
        _ => {
            let block = body.blocks().nth(random.below(counts.blocks));
            if let (Some(block), None) = (block, body.inst_block(inst)) {
                body.append(block, inst);
            }
        }
    }
}

fn change_global(module: &mut Module, counts: &Counts, random: &mut Random) {
    let lists: Vec<_> = module.globals().values().filter_map(|g| g.as_function()).map(|f| f.attributes).collect();
    if counts.globals == 0 {
        return;
    }
    let id = Global::from_u32(random.below(counts.globals) as u32);
    let value = counts.value(random);
    let global = &mut module[id];
    match random.below(8) {
        0 => global.linkage = *random.of(Linkage::ALL),
        1 => global.visibility = *random.of(Visibility::ALL),
        2 => global.value_type = *random.of(&counts.types),
        3 => global.metadata.push((MetadataKind(random.index(48)), counts.metadata(random))),
        4 => global.dso_local ^= true,
        _ => match &mut global.kind {
            GlobalKind::Variable(variable) => variable.initializer = Some(value),
            GlobalKind::Function(function) => match random.below(4) {
                0 => function.personality = Some(value),
                1 => function.body = None,
                2 => function.attributes = *random.of(&lists),
                _ => function.prefix = Some(value),
            },
            GlobalKind::Alias { aliasee } => *aliasee = value,
            GlobalKind::IFunc { resolver } => *resolver = value,
        },
    }
}

fn change_metadata(module: &mut Module, counts: &Counts, random: &mut Random) {
    if counts.nodes == 0 {
        return;
    }
    let node = random.below(counts.nodes) as u32;
    let metadata = counts.metadata(random);
    match random.below(4) {
        0 => {
            let kind = *random.of(NodeKind::ALL);
            let values: Vec<u64> = kind.fields().iter().map(|_| u64::from(counts.metadata(random).bits())).collect();
            let mut words = Vec::new();
            kind.encode(&values, &[], &mut words);
            module.metadata_mut().set_node(node, kind, random.below(2) == 0, &words);
        }
        1 if !module.named_metadata().is_empty() => {
            let named = random.below(module.named_metadata().len());
            module.named_metadata_mut()[named].operands.push(metadata);
        }
        _ => {
            let chosen = random.below(6);
            let mut i = 0;
            module.metadata_mut().map_refs(node..node + 1, |old| {
                i += 1;
                if i - 1 == chosen { metadata } else { old }
            });
        }
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

#[test]
fn broken_modules_are_checked_without_a_panic() {
    let (mutants, seed) = (number("LINDWORM_MUTANTS", 4), number("LINDWORM_SEED", 1));
    let texts = rules::all().flat_map(|rule| match rule.bad {
        Example::Text(bad) => vec![(rule.code, bad), (rule.code, rule.good)],
        Example::Built(_) => vec![(rule.code, rule.good)],
    });
    let mut panics = Vec::new();
    for (n, (code, text)) in (0..).zip(texts) {
        for mutant in 0..mutants {
            let start = (seed << 40) + (n << 20) + mutant + 1;
            let checked = catch_unwind(|| {
                let mut random = Random(start.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
                let outcome = read(&Context::new(), "example.ll", text.as_bytes(), &ReadOptions::default());
                let Ok(mut outcome) = outcome else { return };
                for _ in 0..=random.below(4) {
                    change(&mut outcome.module, &mut random);
                }
                let _ = verify(&outcome.module);
            });
            if checked.is_err() {
                panics.push(format!("{code}, mutant {mutant}"));
            }
        }
    }
    assert!(panics.is_empty(), "{} panics: {:?}", panics.len(), &panics[..panics.len().min(20)]);
}
