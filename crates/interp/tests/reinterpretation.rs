//! Laws of constants, instructions and memory, on random types and values:
//!
//! - The bits of one type are the same as another type by a constant expression, by an instruction, and by a store as the one
//!   with a load as the other; and they are those that the Language Reference says.
//! - A constant expression is what the instruction of the same operands gives.
//!
//! `LINDWORM_TRIPLES` says how many cases there are of the first law, and a tenth of it how many of the second:
//!
//! ```sh
//! LINDWORM_TRIPLES=10000000 cargo test --release -p lindworm-interp --test reinterpretation -- --nocapture
//! ```

#[path = "../../eval/tests/random/mod.rs"]
mod random;

use std::collections::HashSet;
use std::fmt::Write;

use lindworm_eval::undef::Bits;
use lindworm_eval::{Float, FloatFormat, Int};
use lindworm_interp::{Machine, Options, Value};
use lindworm_ir::Context;
use lindworm_text::{ReadOptions, read};
use random::Random;

/// Data layouts, and the bits of a pointer.
const LAYOUTS: &[(&str, u32)] = &[
    ("e-p:64:64", 64),
    ("E-p:64:64", 64),
    ("e-p:32:32", 32),
    ("E-p:32:32", 32),
    ("E-p:48:64", 48),
    ("e-p:24:32", 24),
    ("E-p:24:32", 24),
    ("e-p:20:32", 20),
    ("E-p:20:32", 20),
    ("e-p:16:16", 16),
];

/// The cases of a module.
const BATCH: usize = 500;

impl Random {
    fn int(&mut self, width: u32) -> Int {
        let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.bits()).collect();
        match self.below(8) {
            0 => Int::new(width, self.bits() % 4),
            1 => Int::all_ones(width),
            _ => Int::from_limbs(width, &limbs),
        }
    }
}

/// The type of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Element {
    Int(u32),
    Float(FloatFormat),
    Pointer(u32),
}

impl Element {
    fn bits(self) -> u32 {
        match self {
            Element::Int(width) | Element::Pointer(width) => width,
            Element::Float(format) => format.bits(),
        }
    }

    fn text(self) -> String {
        match self {
            Element::Int(width) => format!("i{width}"),
            Element::Float(format) => format.to_string(),
            Element::Pointer(_) => "ptr".into(),
        }
    }
}

/// A scalar, or a vector of so many elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Type {
    element: Element,
    count: Option<u32>,
}

impl Type {
    fn text(self) -> String {
        match self.count {
            Some(count) => format!("<{count} x {}>", self.element.text()),
            None => self.element.text(),
        }
    }

    fn len(self) -> u32 {
        self.count.unwrap_or(1)
    }

    /// All types of so many bits but vectors of more than 64 elements.
    fn all(width: u32) -> Vec<Type> {
        let ints = (1..=width).filter(|n| width.is_multiple_of(*n) && width / n <= 64).map(Element::Int);
        let floats = FloatFormat::ALL.iter().filter(|f| width.is_multiple_of(f.bits())).map(|&f| Element::Float(f));
        ints.chain(floats)
            .flat_map(|element| {
                let count = width / element.bits();
                let vector = Type { element, count: Some(count) };
                std::iter::once(vector).chain((count == 1).then_some(Type { element, count: None }))
            })
            .collect()
    }
}

/// A bit of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bit {
    Is(bool),
    Undef,
    Poison,
}

fn bits_of(int: &Int) -> Vec<Bit> {
    (0..int.width()).map(|i| Bit::Is(int.bit(i))).collect()
}

/// Elements, each with its lowest bit first, as the integer that they are; and back, where the text is read backwards.
fn joined(big_endian: bool, mut elements: Vec<Vec<Bit>>) -> Vec<Bit> {
    if big_endian {
        elements.reverse();
    }
    elements.concat()
}

fn parted(big_endian: bool, bits: &[Bit], width: u32) -> Vec<Vec<Bit>> {
    let mut elements: Vec<Vec<Bit>> = bits.chunks(width as usize).map(<[Bit]>::to_vec).collect();
    if big_endian {
        elements.reverse();
    }
    elements
}

/// The order in which the bits of an element lie in the integer: the doubles of a `ppc_fp128` are swapped on big-endian
/// targets. Done twice it is what it was.
fn in_memory(big_endian: bool, element: Element, mut bits: Vec<Bit>) -> Vec<Bit> {
    if big_endian && element == Element::Float(FloatFormat::PpcFp128) {
        bits.rotate_left(64);
    }
    bits
}

/// An element as text, and its bits; none if they are not known before the program runs.
fn element(random: &mut Random, big_endian: bool, ty: Element) -> (String, Option<Vec<Bit>>) {
    let width = ty.bits();
    let all = |bit| Some(vec![bit; width as usize]);
    match (random.below(16), ty) {
        (0, _) => ("undef".into(), all(Bit::Undef)),
        (1, _) => ("poison".into(), all(Bit::Poison)),
        // Half of it is undef.
        (2 | 3, Element::Int(_)) if width.is_multiple_of(2) => {
            let (half, int) = (width / 2, random.int(width / 2));
            let halves = vec![bits_of(&int), vec![Bit::Undef; half as usize]];
            let text = format!("bitcast (<2 x i{half}> <i{half} {}, i{half} undef> to i{width})", number(&int));
            (text, Some(joined(big_endian, halves)))
        }
        (2, Element::Pointer(_)) => ("@g".into(), None),
        (3, Element::Pointer(_)) => (format!("getelementptr (i8, ptr @g, i64 {})", random.below(9)), None),
        (_, Element::Int(_)) => {
            let int = random.int(width);
            (number(&int), Some(bits_of(&int)))
        }
        (_, Element::Pointer(_)) => {
            let int = random.int(width);
            (format!("inttoptr (i{width} {} to ptr)", number(&int)), Some(bits_of(&int)))
        }
        (_, Element::Float(format)) => {
            let float = Float::from_bits(format, random.int(width).low_u128());
            (float.to_string(), Some(bits_of(&float.to_int_bits())))
        }
    }
}

fn number(int: &Int) -> String {
    match int.width() {
        1 => (!int.is_zero()).to_string(),
        _ => int.to_string(),
    }
}

/// A constant of a type: its text, and the bits of its elements if all are known.
fn constant(random: &mut Random, big_endian: bool, ty: Type) -> (String, Option<Vec<Vec<Bit>>>) {
    let elements: Vec<_> = (0..ty.len()).map(|_| element(random, big_endian, ty.element)).collect();
    let bits = elements.iter().map(|(_, bits)| bits.clone()).collect();
    if ty.count.is_none() {
        return (elements[0].0.clone(), bits);
    }
    let name = ty.element.text();
    let texts: Vec<_> = elements.iter().map(|(text, _)| format!("{name} {text}")).collect();
    (format!("<{}>", texts.join(", ")), bits)
}

fn shown(elements: &[Vec<Bit>]) -> String {
    let sign = |bit: &Bit| match bit {
        Bit::Is(bit) => char::from(b'0' + u8::from(*bit)),
        Bit::Undef => 'u',
        Bit::Poison => 'p',
    };
    let elements: Vec<String> = elements.iter().map(|bits| bits.iter().rev().map(sign).collect()).collect();
    elements.join(" ")
}

/// The bits of a value's scalars; one bit that is poison makes all of a scalar so.
fn bits_of_value(value: &Value, width: u32) -> Vec<Vec<Bit>> {
    let of_undef = |bits: &Bits<Int>| {
        let bit = |i| if bits.undef_bits().bit(i) { Bit::Undef } else { Bit::Is(bits.defined_bits().bit(i)) };
        (0..width).map(bit).collect()
    };
    match value {
        Value::Int(int) => vec![bits_of(int)],
        Value::Float(float) => vec![bits_of(&float.to_int_bits())],
        Value::Pointer(pointer) => vec![bits_of(&Int::new(width, pointer.address))],
        Value::Undef(bits) => vec![of_undef(bits)],
        Value::Poison(_) => vec![vec![Bit::Poison; width as usize]],
        Value::Vector(elements) | Value::Aggregate(elements) => {
            elements.iter().flat_map(|element| bits_of_value(element, width)).collect()
        }
    }
}

/// Whether no bit that both values have defined differs.
fn compatible(value: &[Vec<Bit>], other: &[Vec<Bit>]) -> bool {
    let bit = |(a, b): (&Bit, &Bit)| a == b || !matches!((a, b), (Bit::Is(_), Bit::Is(_)));
    value.len() == other.len() && value.iter().flatten().zip(other.iter().flatten()).all(bit)
}

/// A case: a function that returns the same in several ways.
struct Case {
    /// Where the ways differ.
    said: String,
    /// The bits of an element of the result.
    width: u32,
    /// What the result is, if that is known.
    expected: Option<Vec<Vec<Bit>>>,
    /// Whether what is undef or poison may differ: LLVM's folding looks at no flags, and chooses for undef.
    folds: bool,
}

/// A module in the making.
struct Module {
    text: String,
    big_endian: bool,
    pointer: u32,
    cases: Vec<Case>,
}

impl Module {
    fn new(random: &mut Random) -> Module {
        let (layout, pointer) = random.pick(LAYOUTS);
        let text = format!("target datalayout = \"{layout}\"\n@g = global [64 x i8] zeroinitializer\n");
        Module { text, big_endian: layout.starts_with('E'), pointer, cases: Vec::new() }
    }

    /// Adds a function that returns each of `results`, which `body` computes. It is called with `true`.
    fn add(&mut self, ty: &str, body: &str, results: &[&str], case: Case) {
        let all = vec![ty; results.len()].join(", ");
        let _ = writeln!(self.text, "define {{ {all} }} @f{}(i1 %true) {{\n{body}", self.cases.len());
        let mut aggregate = "poison".to_string();
        for (i, result) in results.iter().enumerate() {
            let _ = writeln!(self.text, "  %r{i} = insertvalue {{ {all} }} {aggregate}, {ty} {result}, {i}");
            aggregate = format!("%r{i}");
        }
        let _ = writeln!(self.text, "  ret {{ {all} }} {aggregate}\n}}");
        self.cases.push(case);
    }

    /// The text of an instruction that has a constant as its result, so that it is not one for whoever uses it.
    fn operand(name: &str, typed: &str) -> String {
        format!("  {name} = select i1 %true, {typed}, {typed}\n")
    }

    /// Runs all functions; what they return must be the same in all ways.
    fn check(&self) {
        let module = read(&Context::new(), "m.ll", self.text.as_bytes(), &ReadOptions::default());
        let module = module.unwrap_or_else(|errors| panic!("{}\n{}", errors[0].message, self.text)).module;
        let options = Options { isolated: true, max_memory: 1 << 24, stack_size: 1 << 12, ..Options::default() };
        let mut machine = Machine::new(vec![module], options).unwrap_or_else(|stop| panic!("{stop:?}\n{}", self.text));
        for (i, case) in self.cases.iter().enumerate() {
            let result = machine.call(&format!("f{i}"), &[true.into()]);
            let Ok(Some(Value::Aggregate(ways))) = &result else { panic!("{}: {result:?}", case.said) };
            let ways: Vec<_> = ways.iter().map(|way| bits_of_value(way, case.width)).collect();
            let expected = case.expected.as_ref().unwrap_or(&ways[0]);
            let agrees = |way: &Vec<Vec<Bit>>| way == expected || case.folds && compatible(expected, way);
            if !ways.iter().all(agrees) {
                let ways: Vec<_> = ways.iter().map(|way| shown(way)).collect();
                panic!("{}\nis {}\nand not {}", case.said, ways.join("\nand "), shown(expected));
            }
        }
    }
}

/// A constant expression, an instruction, and memory. Gives the types.
fn triple(random: &mut Random, module: &mut Module) -> (Type, Type) {
    let (from, to, op) = match random.below(8) {
        0 => {
            let count = [None, Some(1), Some(2), Some(3), Some(5)][random.below(5)];
            let int = Type { element: Element::Int(module.pointer), count };
            let pointer = Type { element: Element::Pointer(module.pointer), count };
            [(int, pointer, "inttoptr"), (pointer, int, "ptrtoint")][random.below(2)]
        }
        kind => {
            let width = match kind {
                1 | 2 => 1 + random.below(64),
                3 => 1 + random.below(256),
                4 => 80 * (1 + random.below(6)),
                5 => 128 * (1 + random.below(4)),
                _ => 16 * (1 + random.below(24)),
            };
            let all = Type::all(width as u32);
            (random.pick(&all), random.pick(&all), "bitcast")
        }
    };
    let (big_endian, (value, bits)) = (module.big_endian, constant(random, module.big_endian, from));
    let expected = bits.map(|elements| {
        let stored = elements.into_iter().map(|bits| whole(in_memory(big_endian, from.element, bits))).collect();
        let parts = parted(big_endian, &joined(big_endian, stored), to.element.bits());
        parts.into_iter().map(|bits| as_value(to.element, whole(in_memory(big_endian, to.element, bits)))).collect()
    });
    let (f, t) = (from.text(), to.text());
    let expression = format!("{op} ({f} {value} to {t})");
    let body = format!(
        "{}  %instruction = {op} {f} %x to {t}\n  %place = alloca {f}, align 16\n  store {f} %x, ptr %place, align 16\n  \
         %loaded = load {t}, ptr %place, align 16\n",
        Module::operand("%x", &format!("{f} {value}"))
    );
    let said = format!("{expression}, {}", if big_endian { "big-endian" } else { "little-endian" });
    let case = Case { said, width: to.element.bits(), expected, folds: false };
    module.add(&t, &body, &[&expression, "%instruction", "%loaded"], case);
    (from, to)
}

/// The bits as a [`Value`] has them: one that is no number of x87 is a NaN there.
fn as_value(element: Element, bits: Vec<Bit>) -> Vec<Bit> {
    let mut limbs = [0; 2];
    for (i, &bit) in bits.iter().enumerate() {
        match bit {
            Bit::Is(bit) if element == Element::Float(FloatFormat::X86Fp80) => {
                limbs[i / 64] |= u64::from(bit) << (i % 64)
            }
            _ => return bits,
        }
    }
    let bits = u128::from(limbs[0]) | u128::from(limbs[1]) << 64;
    bits_of(&Float::from_bits(FloatFormat::X86Fp80, bits).to_int_bits())
}

/// An element of which a bit is poison is poison.
fn whole(bits: Vec<Bit>) -> Vec<Bit> {
    if bits.contains(&Bit::Poison) { vec![Bit::Poison; bits.len()] } else { bits }
}

/// An integer of any width that is known only when the program runs, or not at all.
fn unknown(random: &mut Random, width: u32) -> String {
    match random.below(6) {
        0 => "undef".into(),
        1 => "poison".into(),
        2 => number(&random.int(width)),
        _ => format!("ptrtoint (ptr getelementptr (i8, ptr @g, i32 {}) to i{width})", random.below(64)),
    }
}

/// A constant expression, and the instruction.
fn pair(random: &mut Random, module: &mut Module) {
    let widest = random.pick(&[64, 200]);
    let width = 1 + random.below(widest) as u32;
    let count = [None, None, Some(1), Some(2), Some(3)][random.below(5)];
    let ints = |random: &mut Random, width: u32, count: Option<u32>| {
        let scalars: Vec<_> = (0..count.unwrap_or(1)).map(|_| format!("i{width} {}", unknown(random, width))).collect();
        match count {
            Some(count) => format!("<{count} x i{width}> <{}>", scalars.join(", ")),
            None => scalars[0].clone(),
        }
    };
    let int = |width, count| Type { element: Element::Int(width), count };
    let pointers = Type { element: Element::Pointer(module.pointer), count };
    let at = |random: &mut Random| {
        let width = random.pick(&[1, 8, 32, 64, 65, 128]);
        // Sometimes it is no lane.
        let lane = random.below(count.unwrap_or(1) as usize + 1);
        format!("i{width} {}", number(&Int::new(width, lane as u64)))
    };
    let vector = count.or(Some(2));
    // The operation, its typed operands, what comes before and behind them, and the type of the result.
    let mut before = String::new();
    let (op, operands, behind, result) = match random.below(9) {
        0 => (
            random.pick(&["add", "sub", "xor", "add nsw", "sub nuw"]).to_string(),
            { vec![ints(random, width, count), ints(random, width, count)] },
            String::new(),
            int(width, count),
        ),
        1 => {
            let wide = width + 1 + random.below(100) as u32;
            let ty = int(width, count);
            ("trunc".into(), vec![ints(random, wide, count)], format!(" to {}", ty.text()), ty)
        }
        2 => ("inttoptr".into(), vec![ints(random, width, count)], format!(" to {}", pointers.text()), pointers),
        3 | 4 => {
            let flags = random.pick(&["", " inbounds", " nusw", " nuw", " nusw nuw"]);
            let source = random.pick(&["i8", "i24", "[4 x i16]", "{ i8, [3 x i32] }", "<4 x i8>"]);
            let base = match random.below(4) {
                0 => "inttoptr (i16 24 to ptr)".to_string(),
                _ => format!("getelementptr (i8, ptr @g, i32 {})", random.below(64)),
            };
            let index_width = random.pick(&[7, 8, 16, 31, 32, 33, 63, 64, 65, 100, 200]);
            let index = |random: &mut Random| match random.below(6) {
                0 => unknown(random, index_width),
                1 => number(&random.int(index_width)),
                _ => number(&Int::from_i64(index_width, random.below(20) as i64 - 4)),
            };
            let indices: Vec<_> =
                (0..count.unwrap_or(1)).map(|_| format!("i{index_width} {}", index(random))).collect();
            let first = match count {
                Some(count) => format!("<{count} x i{index_width}> <{}>", indices.join(", ")),
                None => indices[0].clone(),
            };
            let mut operands = vec![format!("ptr {base}"), first];
            if source.starts_with('{') && random.below(2) == 0 {
                operands.extend(["i32 1".into(), format!("i{index_width} {}", index(random))]);
            }
            before = format!("{source}, ");
            (format!("getelementptr{flags}"), operands, String::new(), pointers)
        }
        5 => ("extractelement".into(), vec![ints(random, width, vector), at(random)], String::new(), int(width, None)),
        6 => {
            let operands = vec![ints(random, width, vector), ints(random, width, None), at(random)];
            ("insertelement".into(), operands, String::new(), int(width, vector))
        }
        7 => {
            let len = vector.unwrap_or(2);
            let lanes: Vec<_> = (0..3).map(|_| format!("i32 {}", random.below(2 * len as usize))).collect();
            let mask = format!(", <3 x i32> <{}>", lanes.join(", "));
            let operands = vec![ints(random, width, vector), ints(random, width, vector)];
            ("shufflevector".into(), operands, mask, int(width, Some(3)))
        }
        _ => {
            let pointer = format!("ptr getelementptr (i8, ptr @g, i32 {})", random.below(64));
            ("ptrtoint".into(), vec![pointer], format!(" to i{width}"), int(width, None))
        }
    };
    let expression = format!("{op} ({before}{}{behind})", operands.join(", "));
    let (mut body, mut names) = (String::new(), Vec::new());
    for (i, operand) in operands.iter().enumerate() {
        let ty = match operand.strip_prefix('<') {
            Some(vector) => format!("<{}>", vector.split_once('>').map_or("", |found| found.0)),
            None => operand.split_once(' ').map_or("", |found| found.0).into(),
        };
        // The field of a struct is a constant.
        if !before.is_empty() && i == 2 {
            names.push(operand.clone());
            continue;
        }
        body += &Module::operand(&format!("%x{i}"), operand);
        // The type of both operands is said once.
        let is_second = i == 1 && ["add", "sub", "xor"].contains(&&op[..3]);
        names.push(if is_second { format!("%x{i}") } else { format!("{ty} %x{i}") });
    }
    let _ = writeln!(body, "  %instruction = {op} {before}{}{behind}", names.join(", "));
    let is_undefined = ["undef", "poison"].iter().any(|word| expression.contains(word));
    let folds = is_undefined || op.contains(' ') && before.is_empty();
    let case = Case { said: expression.clone(), width: result.element.bits(), expected: None, folds };
    module.add(&result.text(), &body, &[&expression, "%instruction"], case);
}

/// Runs so many cases on all cores; gives how many different things they were about.
fn run<T: std::hash::Hash + Eq + Send>(count: usize, one: impl Fn(&mut Random, &mut Module) -> T + Sync) -> usize {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let work = |thread: usize| {
        let mut seen = HashSet::new();
        for batch in (thread..count.div_ceil(BATCH)).step_by(threads) {
            let mut random = Random(batch as u64 * 0x1234_5677 + 1);
            let mut module = Module::new(&mut random);
            for _ in batch * BATCH..count.min((batch + 1) * BATCH) {
                seen.insert(one(&mut random, &mut module));
            }
            module.check();
        }
        seen
    };
    std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..threads).map(|i| scope.spawn(move || work(i))).collect();
        let mut all = HashSet::new();
        threads
            .into_iter()
            .for_each(|thread| all.extend(thread.join().unwrap_or_else(|e| std::panic::resume_unwind(e))));
        all.len()
    })
}

fn asked_for() -> usize {
    std::env::var("LINDWORM_TRIPLES").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000)
}

#[test]
fn constants_instructions_and_memory_agree_on_bits() {
    let count = asked_for();
    let pairs = run(count, |random, module| {
        let (from, to) = triple(random, module);
        (module.big_endian, module.pointer, from, to)
    });
    println!("{count} triples of {pairs} pairs of types and layouts agree");
}

#[test]
fn constant_expressions_give_what_instructions_give() {
    let count = asked_for() / 10;
    run(count, pair);
    println!("{count} constant expressions give what their instructions give");
}
