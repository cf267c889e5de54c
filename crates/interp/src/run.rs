//! The interpreter loop.
//!
//! The loop handles the common case. Undef and poison, promises, and unusual accesses are handled by methods of [`State`] in
//! the submodules. These methods determine the current operation from the frame, so `pc` is stored before each call.

mod assembler;
mod branch;
mod call;
pub(crate) mod code_data;
mod environment;
mod intrinsic;
pub(crate) mod memory;
mod predicated;
mod rare;
mod scalar;
mod signature;
mod varargs;
mod window;

use lindworm_eval::word;
use lindworm_eval::{BinaryOp, CastOp, Outcome};
use lindworm_ir::instruction::GepFlags;
use smallvec::SmallVec;

pub(crate) use memory::Access;
pub(crate) use varargs::VarArgs;

use crate::decode::op::{CONSTANT, Callee, Op, Rare};
use crate::memory::{EntryFlags, Kind, Memory, StackMark};
use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::value::{Meta, Provenance, Reg, Site};
use intrinsic::{float_words, int_words};
pub(crate) use window::SoundCode;
use window::Window;

/// An operation on up to this many registers is one step; a larger operation is one step per register.
pub(crate) const LIGHT: u32 = 64;

/// An `alloca` of up to this many bytes is one step.
const SMALL_OBJECT: u64 = 1 << 12;

/// The registers of a result.
pub(crate) type Regs = SmallVec<[Reg; 4]>;

/// Runs the running thread, interleaved with the other threads, until its frame at `depth` returns. Returns the result of the
/// frame.
pub(crate) fn run(program: &Program, state: &mut State, depth: usize) -> Result<Regs, Stop> {
    loop {
        let result = match state.is_watched() {
            true => run_watched::<true>(program, state, depth),
            false => run_watched::<false>(program, state, depth),
        };
        if let Some(result) = result? {
            return Ok(result);
        }
    }
}

/// [`run`], until hooks are enabled or disabled. `WATCHED` announces each operation. If memory accesses are observed, including
/// by other threads, all accesses take the slow path.
fn run_watched<const WATCHED: bool>(program: &Program, state: &mut State, depth: usize) -> Result<Option<Regs>, Stop> {
    'frame: loop {
        let Some(frame) = state.thread.frames.last() else { return Ok(Some(Regs::new())) };
        let (function, base, mut pc) = (frame.function, frame.base as usize, frame.pc as usize);
        let code = state.code(program, function)?;
        let count = code.registers as usize;
        let mut regs = Window::new(code, &mut state.thread.regs[base..base + count], pc);
        // The first operation that is not counted in the steps yet.
        let mut counted = pc;

        macro_rules! reg {
            ($operand:expr) => {
                regs[$operand as usize]
            };
        }
        macro_rules! here {
            () => {
                Site { function, op: pc as u32 - 1 }
            };
        }
        // For expressions that need the whole state: the registers are borrowed again afterwards.
        macro_rules! slow {
            ($e:expr) => {{
                state.set_pc(pc);
                let result = $e;
                regs = Window::new(code, &mut state.thread.regs[base..base + count], pc);
                result
            }};
        }
        // Continues with the thread and frame that are due. `$outside` is the result if the outermost frame of this run has
        // returned.
        macro_rules! go_on {
            ($outside:expr) => {{
                if let Some(result) = $outside {
                    return Ok(Some(result));
                }
                if WATCHED != state.is_watched() {
                    return Ok(None);
                }
                continue 'frame;
            }};
        }
        // Jumps to an operation, and checks whether the steps are used up.
        macro_rules! jump {
            ($to:expr) => {{
                let to = $to as usize;
                let steps = (pc - counted) as u64;
                if state.fuel < steps {
                    state.set_pc(to);
                    state.count(steps);
                    go_on!(state.out_of_fuel(program)?);
                }
                state.fuel -= steps;
                (pc, counted) = (to, to);
            }};
        }
        macro_rules! binary {
            ($op:ident, $width:expr, $flags:expr, $dst:expr, $a:expr, $b:expr) => {{
                let (a, b) = (reg!($a), reg!($b));
                let result = match word::binary(BinaryOp::$op, $flags, $width.into(), a.bits, b.bits) {
                    Outcome::Value(bits) if a.meta.both_defined(b.meta) => Reg::int(bits),
                    _ => slow!(state.int_binary(BinaryOp::$op, $flags, $width.into(), a, b)?),
                };
                regs[$dst as usize] = result;
            }};
        }
        macro_rules! float_binary {
            ($op:ident, $format:expr, $flags:expr, $dst:expr, $a:expr, $b:expr) => {{
                let (a, b) = (reg!($a), reg!($b));
                let result = match word::float_binary(BinaryOp::$op, $flags, $format, a.bits, b.bits) {
                    Outcome::Value(bits) if a.meta.both_defined(b.meta) => Reg::int(bits),
                    _ => slow!(state.float_binary(BinaryOp::$op, $flags, $format, a, b)),
                };
                regs[$dst as usize] = result;
            }};
        }
        macro_rules! compare {
            ($predicate:expr, $width:expr, $same_sign:expr, $a:expr, $b:expr) => {{
                let (a, b) = (reg!($a), reg!($b));
                match word::icmp($predicate, $same_sign, $width.into(), a.bits, b.bits) {
                    Outcome::Value(holds) if a.meta.both_defined(b.meta) => Reg::bool(holds),
                    _ => slow!(state.icmp($predicate, $width.into(), $same_sign, a, b)),
                }
            }};
        }
        macro_rules! place {
            ($($arg:expr),*) => {
                if WATCHED { None } else { state.memory.place($($arg),*) }
            };
        }
        macro_rules! int_intrinsic {
            ($intrinsic:expr, $result_width:expr, $width:expr, $dst:expr, [$($operand:expr),*]) => {{
                let operands = [$(regs[$operand as usize]),*];
                let bits = operands.map(|r| r.bits);
                let result = match int_words($intrinsic, $result_width.into(), $width.into(), bits) {
                    Outcome::Value((bits, _)) if operands.iter().all(|r| r.meta.is_defined()) => Reg::int(bits),
                    _ => slow!(state.int_intrinsic($intrinsic, $width.into(), &[$result_width.into()], &operands)?[0]),
                };
                regs[$dst as usize] = result;
            }};
        }
        macro_rules! float_intrinsic {
            ($intrinsic:expr, $format:expr, $flags:expr, $dst:expr, [$($operand:expr),*]) => {{
                let operands = [$(regs[$operand as usize]),*];
                let result = match float_words($intrinsic, $flags, $format, operands.map(|r| r.bits)) {
                    Outcome::Value(bits) if operands.iter().all(|r| r.meta.is_defined()) => Reg::int(bits),
                    _ => slow!(state.float_intrinsic($intrinsic, $flags, $format, &operands)?),
                };
                regs[$dst as usize] = result;
            }};
        }
        macro_rules! load {
            ($n:literal, $bits:expr, $align:expr, $dst:expr, $pointer:expr, $offset:expr) => {{
                let pointer = reg!($pointer);
                let place = place!(pointer, $offset.into(), $n, 1 << $align, EntryFlags::SLOW_READ);
                let bits = place.and_then(|place| state.memory.load::<$n>(place));
                regs[$dst as usize] = match bits {
                    Some(bits) => Reg::int(bits & (u64::MAX >> (64 - u32::from($bits)))),
                    None => slow!(state.load($bits.into(), false, pointer, $offset.into(), 1 << $align)?),
                };
            }};
        }
        macro_rules! store {
            ($n:literal, $bits:expr, $align:expr, $value:expr, $pointer:expr, $offset:expr) => {{
                let (value, pointer) = (reg!($value), reg!($pointer));
                let place = place!(pointer, $offset.into(), $n, 1 << $align, EntryFlags::SLOW_WRITE);
                match place {
                    Some(place) if value.meta.is_defined() => state.memory.store::<$n>(place, value.bits),
                    _ => slow!(state.store($bits.into(), false, value, pointer, $offset.into(), 1 << $align)?),
                }
            }};
        }

        loop {
            if WATCHED {
                if state.fuel == 0 {
                    state.set_pc(pc);
                    go_on!(state.out_of_fuel(program)?);
                }
                // In the watched variant each operation is counted here, so that no operation is restarted for lack of fuel.
                state.fuel -= 1;
                pc += 1;
                counted = pc;
                slow!(state.before_operation(program, depth)?);
                pc -= 1;
            }
            let op = regs.op(pc);
            pc += 1;
            match *op {
                Op::Add { width, flags, dst, a, b } => binary!(Add, width, flags, dst, a, b),
                Op::Sub { width, flags, dst, a, b } => binary!(Sub, width, flags, dst, a, b),
                Op::Mul { width, flags, dst, a, b } => binary!(Mul, width, flags, dst, a, b),
                Op::UDiv { width, flags, dst, a, b } => binary!(UDiv, width, flags, dst, a, b),
                Op::SDiv { width, flags, dst, a, b } => binary!(SDiv, width, flags, dst, a, b),
                Op::URem { width, flags, dst, a, b } => binary!(URem, width, flags, dst, a, b),
                Op::SRem { width, flags, dst, a, b } => binary!(SRem, width, flags, dst, a, b),
                Op::Shl { width, flags, dst, a, b } => binary!(Shl, width, flags, dst, a, b),
                Op::LShr { width, flags, dst, a, b } => binary!(LShr, width, flags, dst, a, b),
                Op::AShr { width, flags, dst, a, b } => binary!(AShr, width, flags, dst, a, b),
                Op::And { width, flags, dst, a, b } => binary!(And, width, flags, dst, a, b),
                Op::Or { width, flags, dst, a, b } => binary!(Or, width, flags, dst, a, b),
                Op::Xor { width, flags, dst, a, b } => binary!(Xor, width, flags, dst, a, b),
                Op::ICmp { predicate, width, same_sign, dst, a, b } => {
                    regs[dst as usize] = compare!(predicate, width, same_sign, a, b);
                }
                Op::FAdd { format, flags, dst, a, b } => float_binary!(FAdd, format, flags, dst, a, b),
                Op::FSub { format, flags, dst, a, b } => float_binary!(FSub, format, flags, dst, a, b),
                Op::FMul { format, flags, dst, a, b } => float_binary!(FMul, format, flags, dst, a, b),
                Op::FDiv { format, flags, dst, a, b } => float_binary!(FDiv, format, flags, dst, a, b),
                Op::FRem { format, flags, dst, a, b } => float_binary!(FRem, format, flags, dst, a, b),
                Op::FCmp { predicate, format, flags, dst, a, b } => {
                    let (a, b) = (reg!(a), reg!(b));
                    let result = match word::fcmp(predicate, flags, format, a.bits, b.bits) {
                        Outcome::Value(holds) if a.meta.both_defined(b.meta) => Reg::bool(holds),
                        _ => slow!(state.fcmp(predicate, flags, format, a, b)),
                    };
                    regs[dst as usize] = result;
                }
                Op::FNeg { format, flags, dst, a } => {
                    let a = reg!(a);
                    let result = match word::fneg(flags, format, a.bits) {
                        Outcome::Value(bits) if a.meta.is_defined() => Reg::int(bits),
                        _ => slow!(state.fneg(flags, format, a)),
                    };
                    regs[dst as usize] = result;
                }
                Op::IntIntrinsic1 { intrinsic, width, result_width, dst, a } => {
                    int_intrinsic!(intrinsic, result_width, width, dst, [a]);
                }
                Op::IntIntrinsic2 { intrinsic, width, result_width, dst, a, b } => {
                    int_intrinsic!(intrinsic, result_width, width, dst, [a, b]);
                }
                Op::IntIntrinsic3 { intrinsic, width, result_width, dst, a, b, c } => {
                    int_intrinsic!(intrinsic, result_width, width, dst, [a, b, c]);
                }
                Op::IntOverflow { intrinsic, width, dst, a, b } => {
                    let (a, b) = (reg!(a), reg!(b));
                    let (value, overflow) = match int_words(intrinsic, width.into(), width.into(), [a.bits, b.bits]) {
                        Outcome::Value((bits, overflow)) if a.meta.both_defined(b.meta) => {
                            (Reg::int(bits), Reg::bool(overflow))
                        }
                        _ => {
                            let both =
                                slow!(state.int_intrinsic(intrinsic, width.into(), &[width.into(), 1], &[a, b])?);
                            (both[0], both[1])
                        }
                    };
                    regs[dst as usize] = value;
                    regs[dst as usize + 1] = overflow;
                }
                Op::FloatIntrinsic1 { intrinsic, format, flags, dst, a } => {
                    float_intrinsic!(intrinsic, format, flags, dst, [a]);
                }
                Op::FloatIntrinsic2 { intrinsic, format, flags, dst, a, b } => {
                    float_intrinsic!(intrinsic, format, flags, dst, [a, b]);
                }
                Op::FloatIntrinsic3 { intrinsic, format, flags, dst, a, b, c } => {
                    float_intrinsic!(intrinsic, format, flags, dst, [a, b, c]);
                }
                Op::Trunc { from, to, flags, dst, a } => {
                    let a = reg!(a);
                    let result = match word::cast(CastOp::Trunc, flags, from.into(), to.into(), a.bits) {
                        Outcome::Value(bits) if a.meta.is_defined() => Reg::int(bits),
                        _ => slow!(state.int_cast(CastOp::Trunc, flags, from.into(), to.into(), a)),
                    };
                    regs[dst as usize] = result;
                }
                Op::ZExt { from, to, flags, dst, a } => {
                    let a = reg!(a);
                    let result = match word::cast(CastOp::ZExt, flags, from.into(), to.into(), a.bits) {
                        Outcome::Value(bits) if a.meta.is_defined() => Reg::int(bits),
                        _ => slow!(state.int_cast(CastOp::ZExt, flags, from.into(), to.into(), a)),
                    };
                    regs[dst as usize] = result;
                }
                Op::SExt { from, to, dst, a } => {
                    let a = reg!(a);
                    let flags = lindworm_eval::IntFlags::empty();
                    let result = match word::cast(CastOp::SExt, flags, from.into(), to.into(), a.bits) {
                        Outcome::Value(bits) if a.meta.is_defined() => Reg::int(bits),
                        _ => slow!(state.int_cast(CastOp::SExt, flags, from.into(), to.into(), a)),
                    };
                    regs[dst as usize] = result;
                }
                Op::PtrToInt { width, dst, a } => {
                    let a = reg!(a);
                    let mask = u64::MAX >> (64 - u32::from(width));
                    regs[dst as usize] = match a.meta.is_defined() {
                        true => {
                            state.memory.expose(a.meta.provenance());
                            Reg::int(a.bits & mask)
                        }
                        false => slow!(state.mask(a, mask)),
                    };
                }
                Op::PtrToAddr { width, dst, a } => {
                    let a = reg!(a);
                    let mask = u64::MAX >> (64 - u32::from(width));
                    regs[dst as usize] = match a.meta.is_defined() {
                        true => Reg::int(a.bits & mask),
                        false => slow!(state.mask(a, mask)),
                    };
                }
                Op::IntToPtr { dst, a } => {
                    let a = reg!(a);
                    regs[dst as usize] = if a.meta.is_defined() { Memory::pointer_of_integer(a.bits) } else { a };
                }
                Op::FloatCast { from, to, flags, dst, a } => {
                    let a = reg!(a);
                    let result = match word::float_cast(flags, from, to, a.bits) {
                        Outcome::Value(bits) if a.meta.is_defined() => Reg::int(bits),
                        _ => slow!(state.float_cast(flags, from, to, a)),
                    };
                    regs[dst as usize] = result;
                }
                Op::FloatToInt { signed, format, width, dst, a } => {
                    let a = reg!(a);
                    let result = match word::float_to_int(signed, format, width.into(), a.bits) {
                        Outcome::Value(bits) if a.meta.is_defined() => Reg::int(bits),
                        _ => slow!(state.float_to_int(signed, format, width.into(), a)),
                    };
                    regs[dst as usize] = result;
                }
                Op::IntToFloat { signed, flags, width, format, dst, a } => {
                    let a = reg!(a);
                    let result = match word::int_to_float(signed, flags, width.into(), format, a.bits) {
                        Outcome::Value(bits) if a.meta.is_defined() => Reg::int(bits),
                        _ => slow!(state.int_to_float(signed, flags, width.into(), format, a)),
                    };
                    regs[dst as usize] = result;
                }
                Op::Move { dst, a } => regs[dst as usize] = reg!(a),
                Op::MoveRun { dst, a, count } => {
                    if count > LIGHT {
                        slow!(state.spend(count.into())?);
                    }
                    regs.copy(dst, a, count);
                }
                Op::Select { dst, condition, a, b } => {
                    let condition = reg!(condition);
                    regs[dst as usize] = match condition.meta.is_defined() {
                        true => {
                            if condition.bits & 1 != 0 {
                                reg!(a)
                            } else {
                                reg!(b)
                            }
                        }
                        false => {
                            let (a, b) = (reg!(a), reg!(b));
                            slow!(state.select(condition, a, b))
                        }
                    };
                }
                Op::Freeze { width, dst, a } => {
                    let a = reg!(a);
                    regs[dst as usize] = if a.meta.is_defined() { a } else { slow!(state.freeze(a, width.into())) };
                }
                Op::Gep { flags, index_width, dst, base: from, offset_low, offset_high } => {
                    let pointer = reg!(from);
                    let offset = u64::from(offset_low) | u64::from(offset_high) << 32;
                    let result = Reg { bits: pointer.bits.wrapping_add(offset), meta: pointer.meta };
                    regs[dst as usize] = match state.memory.holds(pointer, result.bits, flags, index_width) {
                        true => result,
                        false => slow!(state.gep(flags, index_width.into(), pointer, offset, false)),
                    };
                }
                Op::GepIndex { flags, width, index_width, dst, base: from, index, scale } => {
                    let (pointer, index) = (reg!(from), reg!(index));
                    let n = word::sign_extend(width.into(), index.bits);
                    let (offset, wraps) = n.overflowing_mul(scale.into());
                    let result = Reg { bits: pointer.bits.wrapping_add(offset as u64), meta: pointer.meta };
                    let plain = index.meta.is_defined() && !wraps;
                    regs[dst as usize] = match plain && state.memory.holds(pointer, result.bits, flags, index_width) {
                        true => result,
                        false => {
                            slow!(state.gep_index(flags, index_width.into(), pointer, index, n, scale.into()))
                        }
                    };
                }
                Op::Load8 { bits, align, dst, pointer, offset } => load!(1, bits, align, dst, pointer, offset),
                Op::Load16 { bits, align, dst, pointer, offset } => load!(2, bits, align, dst, pointer, offset),
                Op::Load32 { bits, align, dst, pointer, offset } => load!(4, bits, align, dst, pointer, offset),
                Op::Load64 { bits, align, dst, pointer, offset } => load!(8, bits, align, dst, pointer, offset),
                Op::LoadPointer { align, dst, pointer, offset } => {
                    let pointer = reg!(pointer);
                    let place = place!(pointer, offset.into(), 8, 1 << align, EntryFlags::SLOWS_POINTERS);
                    let loaded = place.and_then(|place| state.memory.load_pointer(place));
                    regs[dst as usize] = match loaded {
                        Some(loaded) => loaded,
                        None => slow!(state.load(64, true, pointer, offset.into(), 1 << align)?),
                    };
                }
                Op::Store8 { bits, align, value, pointer, offset } => store!(1, bits, align, value, pointer, offset),
                Op::Store16 { bits, align, value, pointer, offset } => store!(2, bits, align, value, pointer, offset),
                Op::Store32 { bits, align, value, pointer, offset } => store!(4, bits, align, value, pointer, offset),
                Op::Store64 { bits, align, value, pointer, offset } => store!(8, bits, align, value, pointer, offset),
                Op::StorePointer { align, value, pointer, offset } => {
                    let (value, pointer) = (reg!(value), reg!(pointer));
                    let place = place!(pointer, offset.into(), 8, 1 << align, EntryFlags::SLOW_WRITE);
                    match place {
                        Some(place) if value.meta.is_plain() => state.memory.store_pointer(place, value),
                        _ => slow!(state.store(64, true, value, pointer, offset.into(), 1 << align)?),
                    }
                }
                Op::Alloca { dst, count, alloca } => {
                    let count = reg!(count);
                    let alloca = &code.allocas[alloca as usize];
                    let size = alloca.size.checked_mul(count.bits);
                    let made = match size {
                        Some(size)
                            if count.meta.is_defined()
                                && size <= SMALL_OBJECT
                                && !alloca.begins_later
                                && !alloca.outlives =>
                        {
                            let stack = state.thread.stack;
                            state.memory.push_stack(stack, Kind::Stack, size, alloca.align, here!())
                        }
                        _ => None,
                    };
                    regs[dst as usize] = match made {
                        Some(made) => made,
                        None => slow!(state.alloca(alloca, count)?),
                    };
                }
                Op::Jump { to } => jump!(to),
                Op::MoveJump { dst, a, to } => {
                    regs[dst as usize] = reg!(a);
                    jump!(to);
                }
                Op::Branch { condition, if_true, if_false } => {
                    let condition = reg!(condition);
                    let condition = match condition.meta.is_defined() {
                        true => condition,
                        false => slow!(state.branch_condition(condition)?),
                    };
                    jump!(if condition.bits & 1 != 0 { if_true } else { if_false });
                }
                Op::BranchICmp { predicate, width, same_sign, a, b, if_true, if_false } => {
                    let condition = compare!(predicate, width, same_sign, a, b);
                    let condition = match condition.meta.is_defined() {
                        true => condition,
                        false => slow!(state.branch_condition(condition)?),
                    };
                    jump!(if condition.bits & 1 != 0 { if_true } else { if_false });
                }
                Op::Switch { condition, switch } => {
                    let condition = reg!(condition);
                    let bits = match condition.meta.is_defined() {
                        true => condition.bits,
                        false => slow!(state.switch_condition(condition)?),
                    };
                    let switch = &code.switches[switch as usize];
                    jump!(match &switch.table {
                        Some((first, table)) => {
                            let at = bits.wrapping_sub(*first);
                            usize::try_from(at).ok().and_then(|at| table.get(at)).copied().unwrap_or(switch.default)
                        }
                        None => match switch.cases.binary_search_by_key(&bits, |&(value, _)| value) {
                            Ok(at) => switch.cases[at].1,
                            Err(_) => switch.default,
                        },
                    });
                }
                Op::IndirectBr { address, branch } => {
                    let address = reg!(address);
                    let targets = &code.indirect_branches[branch as usize];
                    let to = slow!(state.indirect_branch(address, targets)?);
                    jump!(to);
                }
                Op::Expect { dst, count, expectations } => {
                    let expectations = &code.loaded[expectations as usize];
                    if !(count == 1 && expectations.hold(reg!(dst), &state.memory)) {
                        slow!(state.expect_at(expectations, base + dst as usize)?);
                    }
                }
                Op::Unreachable => {
                    slow!(state.unreachable()?);
                }
                Op::Ret { a, count } => {
                    let steps = (pc - counted) as u64;
                    if state.fuel < steps {
                        // The return is executed again after refuelling.
                        state.set_pc(pc - 1);
                        state.count(steps - 1);
                        go_on!(state.out_of_fuel(program)?);
                    }
                    state.fuel -= steps;
                    let known = (0..count).fold(Meta::DEFINED, |known, i| known.or(reg!(a + i).meta));
                    // The call site, if the return only has to copy the result.
                    let site = match state.thread.frames.as_slice() {
                        [.., caller, frame]
                            if !WATCHED && frame.extra.is_none() && !code.returns.more && known.is_defined() =>
                        {
                            let caller = program.functions[caller.function as usize].code.get();
                            let site = caller.and_then(|c| c.calls.get(frame.call as usize));
                            site.filter(|s| s.returns.as_ref().is_none_or(|r| !r.more))
                        }
                        _ => None,
                    };
                    let Some(site) = site else {
                        let result: Regs = (0..count).map(|i| reg!(a + i)).collect();
                        state.set_pc(pc);
                        go_on!(state.leave(program, result)?);
                    };
                    let stack = state.thread.stack;
                    let mark = state.thread.frames.pop().map_or(StackMark::default(), |f| f.mark);
                    state.memory.pop_stack(stack, mark, here!());
                    let Some(caller) = state.thread.frames.last_mut() else { return Ok(Some(Regs::new())) };
                    let caller_base = caller.base as usize;
                    if let Some((normal, _)) = site.invoke {
                        caller.pc = normal;
                    }
                    let dst = caller_base + site.dst as usize;
                    let results = count.min(site.result.registers);
                    let from = base + a as usize;
                    state.thread.regs.copy_within(from..from + results as usize, dst);
                    continue 'frame;
                }
                Op::Call { call } => {
                    let steps = (pc - counted) as u64;
                    if state.fuel < steps {
                        state.set_pc(pc - 1);
                        state.count(steps - 1);
                        go_on!(state.out_of_fuel(program)?);
                    }
                    state.fuel -= steps;
                    counted = pc;
                    let site = &code.calls[call as usize];
                    if let Callee::Nothing = site.callee {
                        continue;
                    }
                    if let Callee::Function(callee) = site.callee
                        && let Some(callee_code) = program.functions[callee as usize].code.get()
                        && site.plain(callee_code)
                    {
                        let new_base = (base + count) as u32;
                        state.set_pc(pc);
                        state.reserve(new_base, callee_code.registers)?;
                        let (own, new) = state.thread.regs[base..].split_at_mut(count);
                        let mut known = Meta::DEFINED;
                        for (to, &from) in new.iter_mut().zip(site.args.iter()) {
                            *to = own[from as usize];
                            known = known.or(to.meta);
                        }
                        if callee_code.expectations.more || site.expectations.more || !known.is_defined() {
                            state.expect_at(&site.expectations, new_base as usize)?;
                            state.expect_at(&callee_code.expectations, new_base as usize)?;
                        }
                        state.push_frame(callee_code, new_base, call)?;
                        continue 'frame;
                    }
                    state.set_pc(pc);
                    match state.call(program, code, call, depth) {
                        Err(Stop::Unwound) => go_on!(state.unwound(program)?),
                        done => done?,
                    }
                    go_on!(None);
                }
                Op::ThreadLocal { dst, variable } => {
                    regs[dst as usize] = slow!(state.thread_local(program, variable)?);
                }
                Op::Rare { rare } => {
                    let rare = &code.rare[rare as usize];
                    if let Rare::Switch { bits, condition, cases, default } = rare {
                        let to = slow!(state.wide_switch(code, *bits, *condition, cases, *default)?);
                        jump!(to);
                    } else {
                        state.set_pc(pc);
                        match state.rare(program, code, rare) {
                            Err(Stop::Unwound) => go_on!(state.unwound(program)?),
                            done => done?,
                        }
                        let same = state.thread.frames.last();
                        let Some(frame) = same.filter(|f| f.base as usize == base && f.function == function) else {
                            continue 'frame;
                        };
                        if frame.pc as usize != pc {
                            continue 'frame;
                        }
                        regs = Window::new(code, &mut state.thread.regs[base..base + count], pc);
                    }
                }
            }
        }
    }
}

impl Memory {
    /// Whether `result`, computed from `pointer`, satisfies `flags`: both are in bounds of a live allocation, or there are no
    /// flags.
    #[inline(always)]
    fn holds(&self, pointer: Reg, result: u64, flags: GepFlags, index_width: u8) -> bool {
        if index_width != 64 {
            return false;
        }
        if flags.is_empty() {
            return pointer.meta.is_defined();
        }
        let raw = pointer.meta.provenance();
        raw != Provenance::NONE
            && self.entry(raw).is_some_and(|e| {
                // Offsets within one allocation do not wrap.
                pointer.bits.wrapping_sub(e.base) <= e.size
                    && result.wrapping_sub(e.base) <= e.size
                    && (!flags.contains(GepFlags::NUW) || result >= pointer.bits)
            })
    }
}

impl State {
    /// Whether memory accesses are observed.
    fn is_watched(&self) -> bool {
        self.watch.is_some() || self.memory.races.is_some()
    }

    #[inline(always)]
    fn set_pc(&mut self, pc: usize) {
        if let Some(frame) = self.thread.frames.last_mut() {
            frame.pc = pc as u32;
        }
    }

    /// The value of an operand of the running frame.
    pub(crate) fn operand(&self, code: &crate::decode::op::Code, operand: u32) -> Reg {
        let register = match operand & CONSTANT == 0 {
            true => operand,
            false => code.registers - code.constants.len() as u32 + (operand & !CONSTANT),
        };
        let base = self.thread.frames.last().map_or(0, |f| f.base);
        self.thread.regs[(base + register) as usize]
    }

    /// The values of `count` consecutive operand registers of the running frame.
    pub(crate) fn operands(&self, code: &crate::decode::op::Code, operand: u32, count: u32) -> Regs {
        (0..count).map(|i| self.operand(code, operand + i)).collect()
    }

    /// Sets registers of the running frame.
    pub(crate) fn set(&mut self, dst: u32, values: &[Reg]) {
        let base = self.thread.frames.last().map_or(0, |f| f.base) + dst;
        self.thread.regs[base as usize..base as usize + values.len()].copy_from_slice(values);
    }

    /// Poison whose origin is the running operation.
    pub(crate) fn poison_here(&self) -> Reg {
        Reg { bits: 0, meta: Meta::poison(self.site()) }
    }
}
