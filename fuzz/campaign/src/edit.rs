//! Random changes of valid modules by an `Editor`. Each change keeps a valid module valid. A find is a module that is invalid, whose
//! text reads back differently, or whose def-use chains are wrong.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use lindworm::ir::body::RecordPosition;
use lindworm::ir::editor::{Editor, Point, ValueMap};
use lindworm::ir::instruction::TailCall;
use lindworm::ir::use_list::Use;
use lindworm::{
    BinaryOp, Block, Body, Context, FastMathFlags, Global, Inst, InstData, IntFlags, Module, ReadOptions, Type, Value,
    read, to_bytes, verify,
};

use crate::random::Random;
use crate::seeds::{Seeds, directories};

/// The arguments of `edit`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Directories of seeds [default: LLVM's tests, where $LINDWORM_LLVM has them, and those of the crates]
    #[arg(long, value_name = "DIR")]
    seeds: Vec<PathBuf>,
    /// The approximate number of seeds
    #[arg(long, value_name = "N", default_value_t = 16_000)]
    sample: usize,
    /// The number of changes
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    count: u64,
    /// The seed number of the run, which determines the changes
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The directory for modules with finds
    #[arg(long, value_name = "DIR", default_value = "campaign")]
    out: PathBuf,
}

/// The number of changes of a body between two verifications.
const ROUND: usize = 100;
/// The maximum number of changed bodies of a module.
const ROUNDS: usize = 3;

/// Edits modules; returns whether there were no finds.
pub fn run(args: &Args) -> io::Result<bool> {
    let mut random = Random::of_mutant(args.seed, u64::MAX);
    let seeds = Seeds::find(&directories(&args.seeds), args.sample, &mut random)?;
    if seeds.texts.is_empty() {
        return Err(io::Error::other("there are no seeds"));
    }
    let (mut done, mut modules, mut finds) = (0, 0u64, 0);
    for number in 0.. {
        if done >= args.count || number > 1000 + args.count {
            break;
        }
        let mut random = Random::of_mutant(args.seed, number);
        let text = &random.pick(&seeds.texts).bytes;
        let result = catch_unwind(AssertUnwindSafe(|| edit(text, &mut random)));
        match result.unwrap_or_else(|_| Err("panicked".into())) {
            Ok(changes) => {
                done += changes;
                modules += u64::from(changes > 0);
            }
            Err(what) => {
                finds += 1;
                fs::create_dir_all(&args.out)?;
                let file = args.out.join(format!("edit-{}-{number}.ll", args.seed));
                fs::write(&file, text)?;
                writeln!(io::stdout(), "{}: {what}", file.display())?;
            }
        }
    }
    writeln!(io::stdout(), "{done} changes of {modules} modules, {finds} finds")?;
    Ok(finds == 0)
}

/// Changes some bodies of a module. Returns the number of changes.
fn edit(text: &[u8], random: &mut Random) -> Result<u64, String> {
    let parse = |text: &[u8]| read(&Context::new(), "edited.ll", text, &ReadOptions::default()).map(|read| read.module);
    let Ok(mut module) = parse(text) else { return Ok(0) };
    let functions: Vec<Global> = module.functions().iter().copied().filter(|&f| is_editable(&module, f)).collect();
    if functions.is_empty() || !verify(&module).is_ok() {
        return Ok(0);
    }
    let before = to_bytes(&module);
    let prints_as_it_reads = parse(&before).is_ok_and(|module| to_bytes(&module) == before);
    let (mut done, mut kinds) = (0, Vec::new());
    for _ in 0..ROUNDS {
        let function = *random.pick(&functions);
        let checked = module.change_body(function, |module, body| {
            let mut editor = Editor::new(module, body);
            for _ in 0..ROUND {
                let kind = random.below(KINDS.len());
                if KINDS[kind].1(&mut editor, random).is_some() {
                    kinds.push(KINDS[kind].0);
                    done += 1;
                }
            }
            editor.uses().check(editor.body())
        });
        let last = || kinds[kinds.len().saturating_sub(ROUND)..].join(" ");
        checked.unwrap_or(Ok(())).map_err(|e| format!("{e}; after {}", last()))?;
        if let Some(finding) = verify(&module).findings.first() {
            return Err(format!("{}; after {}", String::from_utf8_lossy(&finding.message), last()));
        }
    }
    let printed = to_bytes(&module);
    let again = parse(&printed).map_err(|e| format!("what was printed is refused: {}", e[0].message))?;
    let again = to_bytes(&again);
    if prints_as_it_reads && again != printed {
        return Err("what was printed reads as something else".into());
    }
    Ok(done)
}

/// Whether the function is free of rules that these changes can violate: tokens connect instructions, `localescape` must be in the
/// entry block, and constants hold block addresses.
fn is_editable(module: &Module, function: Global) -> bool {
    let Some(body) = module.body(function) else { return false };
    let is_plain = |inst: Inst| {
        let callee = body.inst(inst).call_info().and_then(|call| call.callee.as_global());
        let name = callee.map_or(&[][..], |callee| module[callee].name());
        let mut has_block = false;
        if let Some(call) = body.inst(inst).call_info() {
            has_block = body.list_values(&call.args).iter().any(|v| v.as_block().is_some());
        }
        body.inst_type(inst) != Type::TOKEN && name != b"llvm.localescape" && !has_block
    };
    insts(body).into_iter().all(is_plain) && module.block_addresses().iter().all(|(of, _)| *of != function)
}

fn insts(body: &Body) -> Vec<Inst> {
    body.blocks().flat_map(|block| body.insts(block)).collect()
}

type Change = fn(&mut Editor<'_>, &mut Random) -> Option<()>;

/// The kind of a change. A change that does not apply has no effect.
static KINDS: &[(&str, Change)] = &[
    ("split-block", split_block),
    ("split-edge", split_edge),
    ("merge", merge),
    ("clone", clone),
    ("swap", swap),
    ("move-range", move_range),
    ("poison", to_poison),
    ("argument", to_argument),
    ("insert", insert),
    ("set-operand", set_operand),
    ("name", name),
    ("take-name", take_name),
    ("fold-branch", fold_branch),
    ("erase-unreachable", erase_unreachable),
    ("clone-blocks", clone_blocks),
    ("move-block", move_block),
    ("record", record),
    ("order", order),
];

fn any(editor: &Editor<'_>, random: &mut Random, is: impl Fn(&Body, Inst) -> bool) -> Option<Inst> {
    let body = editor.body();
    let found: Vec<Inst> = insts(body).into_iter().filter(|&inst| is(body, inst)).collect();
    if found.is_empty() { None } else { Some(*random.pick(&found)) }
}

/// Whether an instruction only computes a value. The instructions after a `musttail` call belong to the call.
fn is_simple(body: &Body, inst: Inst) -> bool {
    use InstData::*;
    let computes = matches!(
        body.inst(inst),
        FNeg { .. }
            | Binary { .. }
            | Cast { .. }
            | ICmp { .. }
            | FCmp { .. }
            | Select { .. }
            | Freeze { .. }
            | GetElementPtr { .. }
            | ExtractElement { .. }
            | InsertElement { .. }
            | ShuffleVector { .. }
            | ExtractValue { .. }
            | InsertValue { .. }
    );
    computes && !is_behind_musttail(body, inst)
}

fn is_behind_musttail(body: &Body, inst: Inst) -> bool {
    let before = body.prev_inst(inst).map(|before| body.inst(before));
    matches!(before, Some(InstData::Call { tail: TailCall::MustTail, .. }))
}

fn uses(body: &Body, user: Inst, value: Inst) -> bool {
    (0..body.operand_count(user)).any(|place| body.operand(user, place) == Some(value.into()))
}

fn split_block(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let at = any(editor, random, |body, inst| {
        let data = body.inst(inst);
        let is_first = matches!(data, InstData::Phi { .. } | InstData::LandingPad { .. });
        !is_first && !data.is_terminator() && !is_behind_musttail(body, inst)
    })?;
    editor.split_block(at, [&b""[..], b"split"][random.below(2)]);
    Some(())
}

fn split_edge(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let user = any(editor, random, |body, inst| body.inst(inst).is_terminator())?;
    let operand = random.below(editor.body().operand_count(user));
    editor.body().operand(user, operand)?.as_block()?;
    editor.split_edge(Use { user, operand: operand as u32 }, b"edge").map(|_| ())
}

fn any_block(editor: &Editor<'_>, random: &mut Random) -> Option<Block> {
    let blocks: Vec<Block> = editor.body().blocks().skip(1).collect();
    if blocks.is_empty() { None } else { Some(*random.pick(&blocks)) }
}

fn merge(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let block = any_block(editor, random)?;
    editor.merge_into_predecessor(block).then_some(())
}

fn clone(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let inst = any(editor, random, is_simple)?;
    let copy = editor.clone_inst(inst, Point::Before(inst));
    editor.take_name(inst.into(), copy.into());
    editor.replace_all(inst.into(), copy.into());
    editor.erase(inst);
    Some(())
}

fn swap(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let first = any(editor, random, is_simple)?;
    let body = editor.body();
    let second = body.next_inst(first).filter(|&second| is_simple(body, second) && !uses(body, second, first))?;
    editor.move_inst(second, [Point::Before(first), Point::BeforeRecords(first)][random.below(2)]);
    Some(())
}

fn move_range(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let first = any(editor, random, is_simple)?;
    let body = editor.body();
    let second = body.next_inst(first).filter(|&inst| is_simple(body, inst))?;
    let third = body.next_inst(second).filter(|&inst| is_simple(body, inst))?;
    if uses(body, third, first) || uses(body, third, second) {
        return None;
    }
    let to = body.next_inst(third)?;
    editor.move_range(first, second, Point::Before(to));
    Some(())
}

fn replace(editor: &mut Editor<'_>, inst: Inst, value: Value) {
    editor.replace_all(inst.into(), value);
    editor.erase(inst);
}

fn to_poison(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let inst = any(editor, random, is_simple).filter(|_| random.once_in(4))?;
    let poison = editor.module().constants().poison(editor.body().inst_type(inst));
    replace(editor, inst, poison);
    Some(())
}

fn to_argument(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let inst = any(editor, random, is_simple).filter(|_| random.once_in(4))?;
    let body = editor.body();
    let number = body.args().iter().position(|&ty| ty == body.inst_type(inst))?;
    // `swifterror` pointers have restricted uses.
    if editor.module().context().is_pointer(body.inst_type(inst)) {
        return None;
    }
    replace(editor, inst, Value::arg(number as u32));
    Some(())
}

fn insert(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let cx = editor.module().context();
    let value = any(editor, random, |body, inst| is_simple(body, inst) && cx.is_int(body.inst_type(inst)))?;
    let (lhs, rhs) = (value.into(), value.into());
    let (flags, fast_math) = (IntFlags::empty(), FastMathFlags::empty());
    let data = InstData::Binary { op: BinaryOp::Add, flags, fast_math, lhs, rhs };
    let (next, ty) = (editor.body().next_inst(value)?, editor.body().inst_type(value));
    let new = editor.insert([Point::Before(next), Point::BeforeRecords(next)][random.below(2)], data, ty);
    editor.set_name(new.into(), b"twice");
    Some(())
}

fn set_operand(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let user = any(editor, random, |body, inst| matches!(body.inst(inst), InstData::Binary { .. }))?;
    let place = random.below(2);
    let other = editor.body().operand(user, 1 - place)?;
    editor.set_operand(Use { user, operand: place as u32 }, other);
    Some(())
}

fn named(editor: &Editor<'_>, random: &mut Random) -> Option<Value> {
    any(editor, random, |body, inst| body.inst_type(inst) != Type::VOID).map(Value::from)
}

fn name(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let value = named(editor, random)?;
    editor.set_name(value, [&b""[..], b"x", b"y", b"a b"][random.below(4)]);
    Some(())
}

fn take_name(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let (from, to) = (named(editor, random)?, named(editor, random)?);
    if from != to {
        editor.take_name(from, to);
    }
    Some(())
}

/// Makes a conditional branch unconditional.
fn fold_branch(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let branch = any(editor, random, |body, inst| matches!(body.inst(inst), InstData::CondBr { .. }))?;
    let &InstData::CondBr { if_true, if_false, .. } = editor.body().inst(branch) else { return None };
    if if_true == if_false || !random.once_in(8) {
        return None;
    }
    let (kept, left) = if random.once_in(2) { (if_true, if_false) } else { (if_false, if_true) };
    let block = editor.body().inst_block(branch)?;
    let phis: Vec<Inst> = editor.body().insts(left).take_while(|&i| is_phi(editor.body(), i)).collect();
    for phi in phis {
        editor.retain_incoming(phi, |_, from| from != block);
    }
    editor.erase(branch);
    editor.insert(Point::End(block), InstData::Br { dest: kept }, Type::VOID);
    Some(())
}

fn is_phi(body: &Body, inst: Inst) -> bool {
    matches!(body.inst(inst), InstData::Phi { .. })
}

fn erase_unreachable(editor: &mut Editor<'_>, _: &mut Random) -> Option<()> {
    let body = editor.body();
    let mut todo: Vec<Block> = body.entry().into_iter().collect();
    let mut reached: HashSet<Block> = todo.iter().copied().collect();
    while let Some(block) = todo.pop() {
        body.inst(body.terminator(block)?).for_each_successor(body.values(), |to| {
            if reached.insert(to) {
                todo.push(to);
            }
        });
    }
    let dead: Vec<Block> = body.blocks().filter(|block| !reached.contains(block)).collect();
    if dead.is_empty() {
        return None;
    }
    editor.erase_blocks(&dead);
    Some(())
}

/// Copies all blocks; the copies are unreachable.
fn clone_blocks(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let body = editor.body();
    let blocks: Vec<Block> = body.blocks().collect();
    if blocks.len() > 20 || insts(body).len() > 200 || !random.once_in(8) {
        return None;
    }
    editor.clone_blocks(*blocks.last()?, &blocks, &mut ValueMap::default());
    Some(())
}

fn move_block(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let (block, after) = (any_block(editor, random)?, any_block(editor, random)?);
    editor.move_block_after(block, after);
    Some(())
}

/// Moves or removes a debug record.
fn record(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let inst = any(editor, random, |body, inst| !is_phi(body, inst) && !body.debug_records(inst).is_empty())?;
    let (record, _) = editor.body().debug_records(inst).handles().next()?;
    match editor.body().next_inst(inst) {
        Some(next) if !random.once_in(4) => editor.move_debug_record(record, RecordPosition::Before(next)),
        _ => editor.remove_debug_record(record),
    }
    Some(())
}

/// Compares the order of two instructions.
fn order(editor: &mut Editor<'_>, random: &mut Random) -> Option<()> {
    let a = any(editor, random, |_, _| true)?;
    let block = editor.body().inst_block(a)?;
    let all: Vec<Inst> = editor.body().insts(block).collect();
    let b = *random.pick(&all);
    let expected = all.iter().position(|&i| i == a) < all.iter().position(|&i| i == b);
    assert_eq!(editor.comes_before(a, b), expected, "which of two instructions comes first");
    Some(())
}
