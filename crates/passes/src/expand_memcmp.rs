//! `expand-memcmp`: short calls of `memcmp` and `bcmp` become loads and comparisons.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, CastOp, IntPredicate};
use lindworm_ir::instruction::{Align, GepFlags};
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Inst, InstData, Metadata, Module, Type, Value};

use crate::call_site::library_function;
use crate::inst_simplify::InstSimplify;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::table::PassOptions;
use crate::value_tracking::Query;

/// Replaces comparisons of few bytes by loads and comparisons.
pub struct ExpandMemcmp {
    /// The greatest number of loads of each side: `-max-loads-per-memcmp`; for functions that are to be small,
    /// `-max-loads-per-memcmp-opt-size`.
    pub max_loads: [Option<u32>; 2],
    /// The number of loads of each side in one block, if only equality matters: `-memcmp-num-loads-per-block`.
    pub loads_per_block: Option<u32>,
}

impl ExpandMemcmp {
    pub(crate) fn new(options: &PassOptions) -> ExpandMemcmp {
        ExpandMemcmp {
            max_loads: ["max-loads-per-memcmp", "max-loads-per-memcmp-opt-size"].map(|name| options.number(name)),
            loads_per_block: options.number("memcmp-num-loads-per-block").filter(|&count| count > 0),
        }
    }
}

/// What a target can load at once.
struct Target {
    /// The sizes in bytes, the greatest first.
    sizes: &'static [u64],
    /// Sizes that are used only if equality matters.
    vector_sizes: &'static [u64],
    /// The greatest number of loads of each side; of functions that are to be small.
    max_loads: [u64; 2],
    loads_per_block: u64,
    /// Sizes of odd loads at the end.
    tails: &'static [u64],
}

const X86_64: Target =
    Target { sizes: &[8, 4, 2, 1], vector_sizes: &[16], max_loads: [2, 2], loads_per_block: 2, tails: &[] };
const X86_32: Target =
    Target { sizes: &[4, 2, 1], vector_sizes: &[], max_loads: [2, 2], loads_per_block: 2, tails: &[] };
const AARCH64: Target =
    Target { sizes: &[8, 4, 2, 1], vector_sizes: &[], max_loads: [8, 4], loads_per_block: 8, tails: &[3, 5, 6] };

fn target(module: &Module) -> Option<&'static Target> {
    match module.triple().split(|&c| c == b'-').next()? {
        b"x86_64" => Some(&X86_64),
        b"i386" | b"i486" | b"i586" | b"i686" => Some(&X86_32),
        b"aarch64" | b"arm64" => Some(&AARCH64),
        _ => None,
    }
}

/// Whether the pass expands calls for the target of a module.
pub(crate) fn can_expand(module: &Module) -> bool {
    target(module).is_some()
}

/// A load of each side: the number of bytes, and the offset.
#[derive(Clone, Copy)]
struct Load {
    bytes: u64,
    offset: u64,
}

/// A division of `count` bytes into loads.
fn loads(target: &Target, count: u64, max: u64, is_equality: bool) -> Vec<Load> {
    let vector = if is_equality { target.vector_sizes } else { &[] };
    let sizes: Vec<u64> = vector.iter().chain(target.sizes).copied().skip_while(|&size| size > count).collect();
    let Some(&greatest) = sizes.first() else { return Vec::new() };
    let (mut greedy, mut offset) = (Vec::new(), 0);
    for &size in &sizes {
        let more = (count - offset) / size;
        if greedy.len() as u64 + more > max {
            greedy.clear();
            break;
        }
        for _ in 0..more {
            greedy.push(Load { bytes: size, offset });
            offset += size;
        }
    }
    // The last of equal loads may overlap the one before.
    let whole = count / greatest;
    let overlapping = whole + 1;
    if (greedy.is_empty() || greedy.len() > 2)
        && greatest > 1
        && !count.is_multiple_of(greatest)
        && overlapping <= max
        && (greedy.is_empty() || overlapping < greedy.len() as u64)
    {
        greedy = (0..whole).map(|i| Load { bytes: greatest, offset: i * greatest }).collect();
        greedy.push(Load { bytes: greatest, offset: count - greatest });
    }
    while let [.., a, b] = greedy[..]
        && !is_equality
        && a.offset + a.bytes == b.offset
        && target.tails.contains(&(a.bytes + b.bytes))
    {
        greedy.truncate(greedy.len() - 2);
        greedy.push(Load { bytes: a.bytes + b.bytes, offset: a.offset });
    }
    greedy
}

impl FunctionPass for ExpandMemcmp {
    fn name(&self) -> &'static str {
        "expand-memcmp"
    }

    fn class(&self) -> &'static str {
        "ExpandMemCmpPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let module = f.editor.module();
        let Some(target) = target(module) else { return };
        let mut is_changed = false;
        for inst in f.editor.insts() {
            if let Some(expansion) = self.expansion(f, target, inst) {
                is_changed |= expand(f, &expansion).is_some();
            }
        }
        if is_changed {
            InstSimplify.run(f);
        }
    }
}

/// A call that can be expanded.
struct Expansion {
    call: Inst,
    /// The two addresses, with their alignments.
    sides: [(Value, u64); 2],
    count: u64,
    is_equality: bool,
    loads: Vec<Load>,
    loads_per_block: usize,
    /// The width of the greatest load.
    width: u32,
    loc: Option<Metadata>,
    is_big_endian: bool,
}

impl ExpandMemcmp {
    fn expansion(&self, f: &FunctionEdit<'_, '_>, target: &Target, inst: Inst) -> Option<Expansion> {
        let (module, body) = (f.editor.module(), f.editor.body());
        let InstData::Call { ref call, .. } = *body.inst(inst) else { return None };
        let name = library_function(module, call)?;
        let is_bcmp = name == b"bcmp";
        if !is_bcmp && name != b"memcmp" {
            return None;
        }
        let &[lhs, rhs, count] = body.call_args(call) else { return None };
        let count = module.constants().as_u64(count).filter(|&count| count > 0)?;
        let query = Query::new(&f.editor, f.additions.function());
        if query.function_has(AttrKind::MIN_SIZE) {
            return None;
        }
        let is_test = |user: Inst| match *body.inst(user) {
            InstData::ICmp { predicate: IntPredicate::Eq | IntPredicate::Ne, rhs, .. } => {
                module.constants().is_zero(rhs)
            }
            _ => false,
        };
        let is_equality = is_bcmp || f.editor.uses().of(inst.into()).all(|at| is_test(at.user));
        let is_small = usize::from(query.function_has(AttrKind::OPT_SIZE));
        let max = self.max_loads[is_small].map_or(target.max_loads[is_small], u64::from);
        let loads = loads(target, count, max, is_equality);
        let width = loads.iter().map(|load| load.bytes.next_power_of_two()).max()? as u32 * 8;
        let align = |pointer: Value| match pointer.kind() {
            ValueKind::Arg(n) => {
                module.context().attribute_int(query.param_attributes(n), AttrKind::ALIGN).unwrap_or(1)
            }
            _ => query.accessible_bytes(pointer).map_or(1, |(_, align)| align),
        };
        Some(Expansion {
            call: inst,
            sides: [lhs, rhs].map(|side| (side, align(side))),
            count,
            is_equality,
            loads,
            loads_per_block: self.loads_per_block.map_or(target.loads_per_block, u64::from) as usize,
            width,
            loc: body.debug_loc(inst),
            is_big_endian: module.data_layout().big_endian,
        })
    }
}

/// The bytes of a load of both sides. If they are ordered, the first byte is the most significant one. Extended to `to`.
fn load(
    f: &mut FunctionEdit<'_, '_>,
    expansion: &Expansion,
    at: Point,
    load: Load,
    is_ordered: bool,
    to: Option<Type>,
) -> Option<[Value; 2]> {
    let module = f.editor.module();
    let cx = module.context();
    let bits = load.bytes as u32 * 8;
    let (ty, whole) = (cx.int(bits), cx.int(bits.next_power_of_two()));
    let is_swapped = is_ordered && !expansion.is_big_endian && load.bytes > 1;
    let swap = if is_swapped { Some(f.additions.intrinsic("llvm.bswap", &[whole]).ok()?) } else { None };
    let loc = expansion.loc;
    let mut sides = expansion.sides.map(|(address, _)| address);
    if load.offset > 0 {
        for side in &mut sides {
            *side = f
                .editor
                .build(at, loc, |b| {
                    let offset = b.int(Type::I64, load.offset);
                    b.gep(Type::I8, GepFlags::empty(), *side, &[offset])
                })
                .ok()?;
        }
    }
    for (side, (_, align)) in sides.iter_mut().zip(expansion.sides) {
        let known = Query::new(&f.editor, f.additions.function()).simplify_load(*side, ty);
        // The alignment at the offset.
        let align = if load.offset == 0 { align } else { align.min(1 << load.offset.trailing_zeros()) };
        *side = match known {
            Some(known) => known,
            None => f.editor.build(at, loc, |b| b.load(ty, *side, Align::new(align).unwrap_or(Align::ONE))).ok()?,
        };
    }
    if let Some(swap) = swap {
        for side in &mut sides {
            *side = f.editor.build(at, loc, |b| b.cast(CastOp::ZExt, *side, whole)).ok()?;
        }
        for side in &mut sides {
            *side = f.editor.build(at, loc, |b| b.call_function(swap, &[*side])).ok()?.into();
        }
    }
    if let Some(to) = to {
        for side in &mut sides {
            *side = f.editor.build(at, loc, |b| b.cast(CastOp::ZExt, *side, to)).ok()?;
        }
    }
    Some(sides)
}

/// Whether the bytes of some loads differ.
fn differ(f: &mut FunctionEdit<'_, '_>, expansion: &Expansion, at: Point, loads: &[Load]) -> Option<Value> {
    let loc = expansion.loc;
    if let [only] = *loads {
        let [a, b] = load(f, expansion, at, only, false, None)?;
        return f.editor.build(at, loc, |builder| builder.icmp(IntPredicate::Ne, a, b)).ok();
    }
    let ty = f.editor.module().context().int(expansion.width);
    let mut differences = Vec::new();
    for &one in loads {
        let [a, b] = load(f, expansion, at, one, false, Some(ty))?;
        differences.push(f.editor.build(at, loc, |builder| builder.binary(BinaryOp::Xor, a, b)).ok()?);
    }
    while differences.len() > 1 {
        let mut combined = Vec::new();
        for pair in differences.chunks(2) {
            combined.push(match *pair {
                [a, b] => f.editor.build(at, loc, |builder| builder.binary(BinaryOp::Or, a, b)).ok()?,
                _ => pair[0],
            });
        }
        differences = combined;
    }
    let any = differences[0];
    f.editor
        .build(at, loc, |b| {
            let zero = b.zero(ty);
            b.icmp(IntPredicate::Ne, any, zero)
        })
        .ok()
}

fn expand(f: &mut FunctionEdit<'_, '_>, expansion: &Expansion) -> Option<()> {
    let call = expansion.call;
    let blocks = match expansion.is_equality {
        true => expansion.loads.len().div_ceil(expansion.loads_per_block),
        false => expansion.loads.len(),
    };
    let result = if blocks != 1 {
        in_blocks(f, expansion, blocks)?
    } else if expansion.is_equality {
        let difference = differ(f, expansion, Point::Before(call), &expansion.loads)?;
        f.editor.build_before(call, |b| b.cast(CastOp::ZExt, difference, Type::I32)).ok()?
    } else {
        in_one_block(f, expansion)?
    };
    f.editor.replace_all(call.into(), result);
    f.editor.erase(call);
    Some(())
}

/// The result of a comparison with one load. If only a test of its sign is needed, the test is replaced too.
fn in_one_block(f: &mut FunctionEdit<'_, '_>, expansion: &Expansion) -> Option<Value> {
    let (call, at) = (expansion.call, Point::Before(expansion.call));
    let only = expansion.loads[0];
    if expansion.count <= 2 {
        let [a, b] = load(f, expansion, at, only, true, Some(Type::I32))?;
        return f.editor.build_before(call, |builder| builder.binary(BinaryOp::Sub, a, b)).ok();
    }
    let module = f.editor.module();
    let ty = module.context().int(expansion.width);
    let [a, b] = load(f, expansion, at, only, true, Some(ty))?;
    let body = f.editor.body();
    let constant = |value| Query::new(&f.editor, f.additions.function()).constant_int(value);
    let user = f.editor.uses().only(call.into()).map(|at| at.user);
    let test = user.and_then(|user| match *body.inst(user) {
        InstData::Binary { op: BinaryOp::LShr, rhs, .. } => {
            (constant(rhs)?.to_u64() == Some(31)).then_some((user, IntPredicate::Ult))
        }
        InstData::ICmp { predicate, lhs, rhs, .. } if lhs == call.into() => {
            let number = constant(rhs)?.to_i64()?;
            let predicate = match (predicate, number) {
                (IntPredicate::Sgt, -1) | (IntPredicate::Sge, 0) => IntPredicate::Uge,
                (IntPredicate::Slt, 1) | (IntPredicate::Sle, 0) => IntPredicate::Ule,
                (IntPredicate::Slt, 0) => IntPredicate::Ult,
                (IntPredicate::Sgt, 0) => IntPredicate::Ugt,
                _ => return None,
            };
            Some((user, predicate))
        }
        _ => None,
    });
    if let Some((user, predicate)) = test {
        let ty = body.inst_type(user);
        let outcome = f
            .editor
            .build_before(call, |builder| {
                let outcome = builder.icmp(predicate, a, b)?;
                builder.cast(CastOp::ZExt, outcome, ty)
            })
            .ok()?;
        f.editor.replace_all(user.into(), outcome);
        f.editor.erase(user);
        // The call has no use any more.
        return Some(f.editor.module().constants().poison(Type::I32));
    }
    let order = f.additions.intrinsic("llvm.ucmp", &[Type::I32, ty]).ok()?;
    Some(f.editor.build_before(call, |builder| builder.call_function(order, &[a, b])).ok()?.into())
}

/// The result of a comparison that ends at the first difference.
fn in_blocks(f: &mut FunctionEdit<'_, '_>, expansion: &Expansion, count: usize) -> Option<Value> {
    let (call, loc) = (expansion.call, expansion.loc);
    let module = f.editor.module();
    let cx = module.context();
    let start = f.editor.body().inst_block(call)?;
    let end = f.editor.split_block(call, b"endblock");
    let mut create = |after: Block, name: &[u8]| {
        let block = f.editor.create_block(Some(after));
        f.editor.set_name(block.into(), name);
        block
    };
    let different = create(start, b"res_block");
    let mut blocks: Vec<Block> = Vec::new();
    for _ in 0..count {
        blocks.push(create(*blocks.last().unwrap_or(&different), b"loadbb"));
    }
    let branch = f.editor.body().terminator(start)?;
    f.editor.set_operands(branch, &[blocks[0].into()]);
    let ty = cx.int(expansion.width);
    let zero = module.constants().zero(cx, Type::I32);
    let mut results: Vec<(Value, Block)> = Vec::new();
    // The first loaded bytes that differ.
    let mut sources: [Vec<(Value, Block)>; 2] = Default::default();
    for (place, &block) in blocks.iter().enumerate() {
        let next = blocks.get(place + 1).copied();
        let (at, after) = (Point::End(block), next.unwrap_or(end));
        if expansion.is_equality {
            let per_block = expansion.loads_per_block;
            let of_block = expansion.loads.chunks(per_block).nth(place)?;
            let differs = differ(f, expansion, at, of_block)?;
            let branch = f.editor.build(at, loc, |b| b.cond_br(differs, different, after)).ok()?;
            f.set_unknown_weights(branch, "expand-memcmp");
        } else if expansion.loads[place].bytes == 1 {
            let [a, b] = load(f, expansion, at, expansion.loads[place], false, Some(Type::I32))?;
            let difference = f.editor.build(at, loc, |builder| builder.binary(BinaryOp::Sub, a, b)).ok()?;
            results.push((difference, block));
            f.editor
                .build(at, loc, |b| match next {
                    Some(next) => {
                        let differs = b.icmp(IntPredicate::Ne, difference, zero)?;
                        b.cond_br(differs, end, next)
                    }
                    None => b.br(end),
                })
                .ok()?;
            continue;
        } else {
            let [a, b] = load(f, expansion, at, expansion.loads[place], true, Some(ty))?;
            sources[0].push((a, block));
            sources[1].push((b, block));
            let branch = f.editor.build(at, loc, |builder| {
                let is_equal = builder.icmp(IntPredicate::Eq, a, b)?;
                builder.cond_br(is_equal, after, different)
            });
            f.set_unknown_weights(branch.ok()?, "expand-memcmp");
        }
        if next.is_none() {
            results.push((zero, block));
        }
    }
    let outcome = if expansion.is_equality {
        module.constants().int(cx, Type::I32, 1)
    } else {
        let built = f.editor.build(Point::End(different), loc, |b| {
            let first = b.named("phi.src1").phi(ty, &sources[0])?;
            let second = b.named("phi.src2").phi(ty, &sources[1])?;
            let is_less = b.icmp(IntPredicate::Ult, first, second)?;
            let (less, greater) = (b.int(Type::I32, u64::MAX), b.int(Type::I32, 1));
            b.select(is_less, less, greater)
        });
        let outcome = built.ok()?;
        if let Some(select) = outcome.as_inst() {
            f.set_unknown_weights(select, "expand-memcmp");
        }
        outcome
    };
    f.editor.build(Point::End(different), loc, |b| b.br(end)).ok()?;
    results.push((outcome, different));
    f.editor.build_before(call, |b| b.named("phi.res").phi(Type::I32, &results)).ok()
}
