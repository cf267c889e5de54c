//! What is counted of a function, its tokens, and its structural hash.

use std::collections::HashMap;
use std::sync::LazyLock;

use lindworm::analysis::{Cfg, DominatorTree, Loops};
use lindworm::{BinaryOp, Body, CastOp, Context, Global, InstData, Module, Type, TypeKind, Value, ValueKind};

/// Every opcode, in the order of the columns.
pub static OPCODES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let others = [
        "ret",
        "br",
        "switch",
        "indirectbr",
        "invoke",
        "callbr",
        "resume",
        "unreachable",
        "cleanupret",
        "catchret",
        "catchswitch",
        "fneg",
        "extractelement",
        "insertelement",
        "shufflevector",
        "extractvalue",
        "insertvalue",
        "alloca",
        "load",
        "store",
        "fence",
        "cmpxchg",
        "atomicrmw",
        "getelementptr",
        "icmp",
        "fcmp",
        "phi",
        "select",
        "freeze",
        "call",
        "va_arg",
        "landingpad",
        "catchpad",
        "cleanuppad",
    ];
    let binary = BinaryOp::ALL.iter().map(|op| op.name());
    let casts = CastOp::ALL.iter().map(|op| op.name());
    let mut all: Vec<_> = others.into_iter().chain(binary).chain(casts).collect();
    all.sort_unstable();
    all
});

/// What a function has.
#[derive(Default)]
pub struct Features {
    /// How many instructions of each opcode, as [`OPCODES`] orders them.
    pub opcodes: Vec<u64>,
    /// Basic blocks.
    pub blocks: u64,
    /// Instructions.
    pub instructions: u64,
    /// Natural loops.
    pub loops: u64,
    /// How deep loops are nested.
    pub loop_depth: u64,
    /// Calls of a function by its name, intrinsics excepted.
    pub calls: u64,
    /// Calls of intrinsics.
    pub intrinsic_calls: u64,
    /// Calls through a pointer, and of inline assembler.
    pub other_calls: u64,
    /// The functions that are called by their names, intrinsics excepted, each once, in order.
    pub callees: Vec<String>,
    /// See [`structural_hash`].
    pub hash: u64,
}

/// Counts what a function with a body has.
pub fn features(module: &Module, body: &Body) -> Features {
    let mut found = Features { opcodes: vec![0; OPCODES.len()], ..Features::default() };
    for block in body.blocks() {
        found.blocks += 1;
        for inst in body.insts(block) {
            let data = body.inst(inst);
            found.instructions += 1;
            if let Ok(place) = OPCODES.binary_search(&data.opcode_name()) {
                found.opcodes[place] += 1;
            }
            let Some(call) = data.call_info() else { continue };
            match (call.callee.as_global(), module.callee(call.callee)) {
                (Some(_), Some(callee)) if callee.intrinsic.is_some() => found.intrinsic_calls += 1,
                (Some(global), Some(_)) => {
                    found.calls += 1;
                    found.callees.push(name(module, global));
                }
                _ => found.other_calls += 1,
            }
        }
    }
    found.callees.sort_unstable();
    found.callees.dedup();
    let cfg = Cfg::new(body);
    let loops = Loops::new(&cfg, &DominatorTree::new(&cfg));
    // A loop comes before those nested in it.
    let mut depths = HashMap::new();
    for of in loops.iter() {
        let depth = loops.parent(of).and_then(|outer| depths.get(&outer)).copied().unwrap_or(0u64) + 1;
        depths.insert(of, depth);
    }
    found.loops = depths.len() as u64;
    found.loop_depth = depths.values().copied().max().unwrap_or(0);
    found.hash = structural_hash(module, body);
    found
}

/// The name of a global as text.
pub fn name(module: &Module, global: Global) -> String {
    String::from_utf8_lossy(module[global].name()).into_owned()
}

/// A hash that is the same in every process and on every machine: FNV-1a on words, with a final mix.
#[derive(Clone, Copy)]
pub struct StableHash(u64);

impl Default for StableHash {
    fn default() -> StableHash {
        StableHash(0xcbf2_9ce4_8422_2325)
    }
}

impl StableHash {
    /// Takes in a number.
    pub fn number(&mut self, n: u64) {
        self.0 = (self.0 ^ n).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    }

    /// Takes in bytes, and how many.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|w| self.number(u64::from_le_bytes(*w)));
        rest.iter().for_each(|b| self.number((*b).into()));
    }

    /// The hash of all that was taken in.
    pub fn finish(self) -> u64 {
        let mut h = self.0;
        for _ in 0..2 {
            h = (h ^ h >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        }
        h ^ h >> 32
    }
}

/// A hash of the opcodes, the types of results, the kinds of operands, and which earlier instruction or block each operand is, of a body in
/// its order. Names, values of constants, flags, attributes, alignments and metadata do not count: functions that differ in no more than
/// these have the same hash.
pub fn structural_hash(module: &Module, body: &Body) -> u64 {
    let cx = module.context();
    let mut hash = StableHash::default();
    body.args().iter().for_each(|&ty| hash_type(cx, ty, &mut hash));
    // The places of instructions and blocks in the order of the body.
    let mut places = vec![0u32; body.inst_count()];
    let mut blocks = vec![0u32; body.block_count()];
    let mut place = 0;
    for (number, block) in (1..).zip(body.blocks()) {
        blocks[block.as_u32() as usize] = number;
        for inst in body.insts(block) {
            place += 1;
            places[inst.as_u32() as usize] = place;
        }
    }
    for block in body.blocks() {
        hash.number(1);
        for inst in body.insts(block) {
            let data = body.inst(inst);
            hash.bytes(data.opcode_name().as_bytes());
            hash_type(cx, body.inst_type(inst), &mut hash);
            match data {
                InstData::ICmp { predicate, .. } => hash.bytes(predicate.name().as_bytes()),
                InstData::FCmp { predicate, .. } => hash.bytes(predicate.name().as_bytes()),
                InstData::AtomicRmw { op, .. } => hash.bytes(op.name().as_bytes()),
                _ => {}
            }
            let own = places[inst.as_u32() as usize];
            data.for_each_operand(body.values(), |operand| {
                let (kind, which) = match operand.kind() {
                    ValueKind::Inst(i) => (1, own.wrapping_sub(places.get(i.as_u32() as usize).copied().unwrap_or(0))),
                    ValueKind::Arg(n) => (2, n),
                    ValueKind::Block(b) => (3, blocks.get(b.as_u32() as usize).copied().unwrap_or(0)),
                    ValueKind::Constant(_) => (4, 0),
                    ValueKind::Global(_) => (5, 0),
                    ValueKind::Metadata(_) => (6, 0),
                    ValueKind::InlineAsm(_) => (7, 0),
                };
                hash.number(u64::from(which) << 3 | kind);
            });
        }
    }
    hash.finish()
}

/// What a type is, without what it is made of.
fn hash_type(cx: &Context, ty: Type, hash: &mut StableHash) {
    match cx.kind(ty) {
        TypeKind::Int(bits) | TypeKind::Byte(bits) => hash.number(1 << 32 | u64::from(*bits)),
        TypeKind::Pointer { addr_space } => hash.number(2 << 32 | u64::from(*addr_space)),
        TypeKind::Vector { len, scalable, .. } => {
            hash.number(3 << 32 | u64::from(*len) << 1 | u64::from(*scalable));
            hash_type(cx, cx.scalar_type(ty), hash);
        }
        TypeKind::Array { len, .. } => {
            hash.number(4 << 32);
            hash.number(*len);
        }
        TypeKind::Struct { .. } | TypeKind::Identified(_) => {
            hash.number(5 << 32 | cx.struct_parts(ty).map_or(0, |(fields, _)| fields.len() as u64));
        }
        TypeKind::Function { .. } => hash.number(6 << 32),
        TypeKind::Target { .. } => hash.number(7 << 32),
        // Void, floats and the like are the same number in every context.
        _ => hash.number(8 << 32 | ty.index() as u64),
    }
}

/// The tokens of a function, separated by spaces: for each block `block`; for each instruction its opcode, the type of its result, and for each
/// operand what it is. Those are `v` (a result), `a` (an argument), `b` (a block), `c` (a constant), `g` (a variable or alias), `f` (a function
/// that is defined here), `@name` (a function that is only declared), `m` (metadata) and `asm`.
pub fn tokens(module: &Module, body: &Body) -> String {
    let mut out = String::new();
    let mut types = HashMap::new();
    for block in body.blocks() {
        out.push_str("block ");
        for inst in body.insts(block) {
            let data = body.inst(inst);
            out.push_str(data.opcode_name());
            out.push(' ');
            let ty = body.inst_type(inst);
            out.push_str(types.entry(ty).or_insert_with(|| type_token(module.context(), ty)));
            out.push(' ');
            data.for_each_operand(body.values(), |operand| {
                operand_token(module, operand, &mut out);
                out.push(' ');
            });
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// A type without spaces; structs, arrays and target types without what they are made of.
fn type_token(cx: &Context, ty: Type) -> String {
    match cx.kind(ty) {
        TypeKind::Struct { .. } | TypeKind::Identified(_) => "struct".into(),
        TypeKind::Array { .. } => "array".into(),
        TypeKind::Function { .. } => "function".into(),
        TypeKind::Target { .. } => "target".into(),
        _ => ty.display(cx).to_string().replace(' ', ""),
    }
}

fn operand_token(module: &Module, operand: Value, out: &mut String) {
    let token = match operand.kind() {
        ValueKind::Inst(_) => "v",
        ValueKind::Arg(_) => "a",
        ValueKind::Block(_) => "b",
        ValueKind::Constant(_) => "c",
        ValueKind::Metadata(_) => "m",
        ValueKind::InlineAsm(_) => "asm",
        ValueKind::Global(global) => match module.function(global) {
            None => "g",
            Some(function) if function.body.is_some() => "f",
            Some(_) => {
                out.push('@');
                // A name may hold what separates tokens.
                out.extend(name(module, global).chars().map(|c| if c.is_whitespace() { '_' } else { c }));
                return;
            }
        },
    };
    out.push_str(token);
}
