//! Loops that clear the lowest bit of a number until none is left: the number of iterations is the number of bits.

use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, FastMathFlags, IntFlags, IntPredicate};
use lindworm_ir::triple::{Arch, Triple};
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Value};

use crate::edges::{incoming_from, phis};
use crate::erase::erase_dead;
use crate::function_attrs::text_attribute;
use crate::loop_form::LoopForm;
use crate::pass::FunctionEdit;
use crate::salvage::DebugUsers;
use crate::value_tracking::Query;

/// The maximum number of instructions of a loop that is changed.
const MAX_SIZE: usize = 20;

/// The processors for x86 without an instruction that counts bits.
const X86_WITHOUT: &[&[u8]] = &[
    b"generic",
    b"x86-64",
    b"core2",
    b"penryn",
    b"nocona",
    b"atom",
    b"bonnell",
    b"k8",
    b"opteron",
    b"athlon64",
    b"athlon-fx",
    b"k8-sse3",
    b"opteron-sse3",
    b"athlon64-sse3",
    b"yonah",
    b"prescott",
    b"pentium4",
    b"pentium-m",
    b"pentium3",
    b"pentium2",
    b"pentiumpro",
    b"pentium",
    b"i386",
    b"i486",
    b"i586",
    b"i686",
];

/// Whether the target counts the bits of a number fast.
fn counts_bits_fast(f: &FunctionEdit<'_, '_>) -> bool {
    let (module, function) = (f.editor.module(), f.additions.function());
    let features = text_attribute(module, function, b"target-features").unwrap_or_default();
    let says = |name: &[u8]| {
        let mut all = features.split(|&byte| byte == b',').rev();
        all.find_map(|feature| (feature.get(1..) == Some(name)).then(|| feature[0] == b'+'))
    };
    match Triple::arch_of(module.triple()) {
        Arch::X86 | Arch::X86_64 => {
            let cpu = text_attribute(module, function, b"target-cpu");
            let of_cpu = cpu.is_some_and(|cpu| !X86_WITHOUT.contains(&cpu));
            let implied =
                [&b"sse4.2"[..], b"avx", b"avx2", b"avx512f"].into_iter().any(|name| says(name) == Some(true));
            says(b"popcnt").unwrap_or(of_cpu || implied)
        }
        Arch::RiscV32 | Arch::RiscV64 => says(b"zbb") == Some(true),
        Arch::LoongArch32 => says(b"lsx") == Some(true),
        Arch::LoongArch64 => says(b"lsx") != Some(false),
        Arch::AArch64
        | Arch::AmdGcn
        | Arch::Hexagon
        | Arch::SpirV
        | Arch::SpirV32
        | Arch::SpirV64
        | Arch::Wasm32
        | Arch::Wasm64 => true,
        _ => false,
    }
}

/// The parts of a loop that counts bits.
pub(super) struct Found {
    /// The comparison of the number with zero before the loop, and the branch on it.
    guard: Inst,
    guard_branch: Inst,
    number: Value,
    /// The counter: the phi, its first value, and the sum.
    counter: Inst,
    start: Value,
    sum: Inst,
    /// The test at the end of the loop, and whether the loop goes on if it holds.
    test: Inst,
    goes_on: bool,
}

/// The operand of a comparison with zero, if a branch on it goes to `to` for other values.
fn non_zero_for(f: &FunctionEdit<'_, '_>, branch: Inst, to: Block) -> Option<(Inst, Value)> {
    let body = f.editor.body();
    let InstData::CondBr { condition, if_true, if_false } = *body.inst(branch) else { return None };
    let compare = condition.as_inst()?;
    let InstData::ICmp { predicate, lhs, rhs, .. } = *body.inst(compare) else { return None };
    let is_right = match predicate {
        IntPredicate::Ne => if_true == to,
        IntPredicate::Eq => if_false == to,
        _ => false,
    };
    let is_zero = f.editor.module().constants().as_u64(rhs) == Some(0);
    (is_right && is_zero).then_some((compare, lhs))
}

/// The parts of a loop that counts bits, if the target does that fast.
pub(super) fn find(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> Option<Found> {
    let (header, preheader, body) = (form.header, form.preheader?, f.editor.body());
    let query = Query::new(&f.editor, f.additions.function());
    if form.blocks.len() != 1 || body.insts(header).nth(MAX_SIZE - 1).is_some() {
        return None;
    }
    if body.first_inst(preheader) != body.terminator(preheader) {
        return None;
    }
    let before = f.editor.single_predecessor(preheader)?;
    let (guard_branch, last) = (body.terminator(before)?, body.terminator(header)?);
    let (test, next) = non_zero_for(f, last, header)?;
    // x & (x - 1)
    let (BinaryOp::And, _, a, b) = query.binary(next)? else { return None };
    let (less_one, variable) = if query.binary(a).is_some() { (a, b) } else { (b, a) };
    let (op, _, of, one) = query.binary(less_one)?;
    let amount = query.constant_int(one)?;
    let is_less_one = op == BinaryOp::Sub && amount.is_one() || op == BinaryOp::Add && amount.is_all_ones();
    let recurs = |phi: Inst, value: Value| {
        body.inst_block(phi) == Some(header) && incoming_from(&f.editor, phi, header) == Some(value)
    };
    let phi = variable.as_inst().filter(|_| is_less_one && of == variable)?;
    if !phis(&f.editor, header).contains(&phi) || !recurs(phi, next) {
        return None;
    }
    let is_outside = |at: Use| body.inst_block(at.user) != Some(header);
    let (counter, sum) = body.insts(header).find_map(|inst| {
        let (BinaryOp::Add, _, counter, step) = query.binary(inst.into())? else { return None };
        let counter = counter.as_inst().filter(|&counter| matches!(body.inst(counter), InstData::Phi { .. }))?;
        let is_counter = query.constant_int(step)?.is_one() && recurs(counter, inst.into());
        (is_counter && f.editor.uses().of(inst.into()).any(is_outside)).then_some((counter, inst))
    })?;
    let (guard, number) = non_zero_for(f, guard_branch, preheader)?;
    let start = incoming_from(&f.editor, counter, preheader)?;
    let InstData::CondBr { if_true, .. } = *body.inst(last) else { return None };
    // The counter, as a signed number, must have room for the number of bits.
    let cx = f.editor.module().context();
    let [bits, room] = [number, start].map(|value| cx.int_width(f.editor.type_of(value)));
    let has_room = bits.zip(room).is_some_and(|(bits, room)| room > 32 || u64::from(bits) < 1 << (room - 1));
    let is_same = has_room && counts_bits_fast(f) && incoming_from(&f.editor, phi, preheader) == Some(number);
    is_same.then_some(Found { guard, guard_branch, number, counter, start, sum, test, goes_on: if_true == header })
}

/// Computes the number of iterations before the loop. The loop counts down to zero, so that it can be deleted if it does nothing
/// else.
pub(super) fn transform(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, found: Found) -> Option<()> {
    let (header, preheader, module) = (form.header, form.preheader?, f.editor.module());
    let loc = f.editor.body().debug_loc(found.sum);
    let ty = f.editor.body().inst_type(found.counter);
    let of_number = f.editor.type_of(found.number);
    let callee = f.additions.intrinsic("llvm.ctpop", &[of_number]).ok()?;
    let at = Point::Before(found.guard_branch);
    let count = f.editor.build(at, loc, |b| {
        let count = b.call_function(callee, &[found.number])?;
        b.int_cast(count.into(), ty, false)
    });
    let count = count.ok()?;
    let zero = module.constants().int(module.context(), ty, 0);
    let total = match module.constants().as_u64(found.start) {
        Some(0) => count,
        _ => f.editor.build(at, loc, |b| b.binary(BinaryOp::Add, count, found.start)).ok()?,
    };
    let InstData::ICmp { predicate, lhs, .. } = *f.editor.body().inst(found.guard) else { return None };
    let sides = if lhs == found.number { [count, zero] } else { [zero, count] };
    let guard = f.editor.build_before(found.guard_branch, |b| b.icmp(predicate, sides[0], sides[1])).ok()?;
    f.editor.set_operand(Use { user: found.guard_branch, operand: 0 }, guard);
    let first = f.editor.body().first_inst(header)?;
    let list = f.editor.list(&[count, preheader.into()]);
    let phi = InstData::Phi { incoming: list, fast_math: FastMathFlags::empty() };
    let phi = f.editor.insert(Point::BeforeRecords(first), phi, ty);
    f.editor.set_name(phi.into(), b"tcphi");
    let one = module.constants().int(module.context(), ty, 1);
    let rest = f.editor.build_before(found.test, |b| {
        b.named(b"tcdec");
        b.binary_with(BinaryOp::Sub, IntFlags::NSW, phi.into(), one)
    });
    let rest = rest.ok()?;
    f.editor.add_incoming(phi, rest, header);
    let predicate = if found.goes_on { IntPredicate::Ugt } else { IntPredicate::Sle };
    f.editor.change(found.test, |data, _| {
        if let InstData::ICmp { predicate: old, same_sign, .. } = data {
            (*old, *same_sign) = (predicate, false);
        }
    });
    f.editor.set_operands(found.test, &[rest, zero]);
    let uses: Vec<Use> = f.editor.uses().of(found.sum.into()).collect();
    for at in uses {
        if f.editor.body().inst_block(at.user) != Some(header) {
            f.editor.set_operand(at, total);
        }
    }
    let mut debug_users = DebugUsers::of(f);
    erase_dead(f, &mut debug_users, vec![found.guard]);
    Some(())
}
