//! Random functions of vectors, wide integers and all floats give what the interpreter gives.

mod common;

use std::fmt::Write;

use common::{Random, compiled, has_cc, interpreted, native};

/// A type of values: so many lanes (0 for a scalar) of an integer or float.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ty {
    len: u32,
    element: &'static str,
    /// Of an integer.
    bits: u32,
}

const fn int(len: u32, element: &'static str, bits: u32) -> Ty {
    Ty { len, element, bits }
}

const fn float(len: u32, element: &'static str) -> Ty {
    Ty { len, element, bits: 0 }
}

const TYPES: [Ty; 36] = [
    int(4, "i32", 32),
    int(8, "i16", 16),
    int(16, "i8", 8),
    int(2, "i64", 64),
    int(8, "i32", 32),
    int(4, "i64", 64),
    int(2, "i32", 32),
    int(4, "i8", 8),
    int(4, "i16", 16),
    int(3, "i32", 32),
    int(5, "i16", 16),
    int(3, "i8", 8),
    int(32, "i8", 8),
    int(1, "i64", 64),
    int(4, "i1", 1),
    int(8, "i1", 1),
    int(16, "i1", 1),
    int(2, "i1", 1),
    int(3, "i1", 1),
    int(32, "i1", 1),
    int(3, "i24", 24),
    int(4, "i7", 7),
    int(2, "i128", 128),
    int(3, "i100", 100),
    int(0, "i32", 32),
    int(0, "i64", 64),
    int(0, "i8", 8),
    int(0, "i1", 1),
    int(0, "i24", 24),
    int(0, "i100", 100),
    int(0, "i128", 128),
    int(0, "i200", 200),
    int(0, "i256", 256),
    int(0, "i130", 130),
    int(0, "i512", 512),
    int(0, "i7", 7),
];

const FLOATS: [Ty; 11] = [
    float(0, "half"),
    float(0, "bfloat"),
    float(0, "float"),
    float(0, "double"),
    float(0, "fp128"),
    float(4, "float"),
    float(2, "double"),
    float(3, "float"),
    float(8, "half"),
    float(2, "bfloat"),
    float(2, "fp128"),
];

impl Ty {
    fn text(self) -> String {
        if self.len == 0 { self.element.into() } else { format!("<{} x {}>", self.len, self.element) }
    }

    fn total(self) -> u32 {
        self.bits * self.len.max(1)
    }

    /// The same with other elements.
    fn with(self, element: &'static str, bits: u32) -> Ty {
        Ty { element, bits, ..self }
    }

    /// How intrinsics are named for it.
    fn suffix(self) -> String {
        let element = match self.element {
            "half" => "f16",
            "bfloat" => "bf16",
            "float" => "f32",
            "double" => "f64",
            "fp128" => "f128",
            other => other,
        };
        if self.len == 0 { element.into() } else { format!("v{}{element}", self.len) }
    }
}

struct Function {
    random: Random,
    text: String,
    values: Vec<(String, Ty)>,
    count: usize,
    declared: std::collections::BTreeSet<String>,
}

impl Function {
    fn define(&mut self, ty: Ty, what: &str) -> String {
        self.count += 1;
        let name = format!("%v{}", self.count);
        writeln!(self.text, "  {name} = {what}").unwrap();
        self.values.push((name.clone(), ty));
        name
    }

    fn number(&mut self, bits: u32) -> String {
        let number = self.random.next();
        if bits == 1 {
            return (number & 1 == 1).to_string();
        }
        let number = match self.random.below(4) {
            0 => number % 3,
            1 => u64::MAX - number % 3,
            _ => number,
        };
        if bits >= 64 {
            (number as i64).to_string()
        } else {
            ((number << (64 - bits)) as i64 >> (64 - bits)).to_string()
        }
    }

    fn constant(&mut self, ty: Ty) -> String {
        let element = |f: &mut Function| match ty.bits {
            0 => format!("{}{}.0", if f.random.below(2) == 0 { "-" } else { "" }, f.random.below(50)),
            bits => f.number(bits),
        };
        // Floats of these formats are written as numbers if they have no fraction; `fp128` has a form of its own.
        let element = |f: &mut Function| match ty.element {
            "fp128" => ["0xL00000000000000003FFF000000000000", "0xL0000000000000000C000800000000000"]
                [f.random.below(2)]
            .to_owned(),
            "bfloat" => ["1.0", "-2.0", "0.5", "7.0"][f.random.below(4)].to_owned(),
            _ => element(f),
        };
        if ty.len == 0 {
            return element(self);
        }
        let lanes: Vec<String> = (0..ty.len).map(|_| format!("{} {}", ty.element, element(self))).collect();
        format!("<{}>", lanes.join(", "))
    }

    fn operand(&mut self, ty: Ty) -> String {
        let fitting: Vec<_> = self.values.iter().filter(|v| v.1 == ty).map(|v| v.0.clone()).collect();
        if fitting.is_empty() || self.random.below(5) == 0 {
            return self.constant(ty);
        }
        let recent = self.random.below(fitting.len()).max(self.random.below(fitting.len()));
        fitting[recent].clone()
    }

    fn intrinsic(&mut self, name: &str, result: Ty, params: &[String], args: &str) {
        let declaration = format!("declare {} @llvm.{name}({})", result.text(), params.join(", "));
        self.declared.insert(declaration);
        self.define(result, &format!("call {} @llvm.{name}({args})", result.text()));
    }

    fn int_instruction(&mut self, ty: Ty) {
        let t = ty.text();
        let (a, b) = (self.operand(ty), self.operand(ty));
        match self.random.below(16) {
            0..=2 => {
                let op = ["add", "sub", "mul", "and", "or", "xor"][self.random.below(6)];
                self.define(ty, &format!("{op} {t} {a}, {b}"));
            }
            3 => {
                let amount = match ty.len {
                    0 => self.random.below(ty.bits as usize).to_string(),
                    _ if self.random.below(2) == 0 => {
                        format!("splat ({} {})", ty.element, shift_text(ty.bits, self.random.below(ty.bits as usize)))
                    }
                    _ => {
                        let lanes: Vec<String> = (0..ty.len)
                            .map(|_| {
                                format!("{} {}", ty.element, shift_text(ty.bits, self.random.below(ty.bits as usize)))
                            })
                            .collect();
                        format!("<{}>", lanes.join(", "))
                    }
                };
                let amount = if ty.bits == 1 && ty.len == 0 { "false".into() } else { amount };
                let op = ["shl", "lshr", "ashr"][self.random.below(3)];
                self.define(ty, &format!("{op} {t} {a}, {amount}"));
            }
            4 if ty.bits > 2 => {
                // A divisor that is neither zero nor minus one.
                let splat = |n: u64| if ty.len == 0 { n.to_string() } else { format!("splat ({} {n})", ty.element) };
                let masked = self.define(ty, &format!("and {t} {b}, {}", splat((1 << (ty.bits.min(60) - 2)) - 1)));
                let divisor = self.define(ty, &format!("or {t} {masked}, {}", splat(1)));
                let op = ["udiv", "sdiv", "urem", "srem"][self.random.below(4)];
                self.define(ty, &format!("{op} {t} {a}, {divisor}"));
            }
            5 | 6 => {
                let predicate =
                    ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"][self.random.below(10)];
                let bits = ty.with("i1", 1);
                let condition = self.define(bits, &format!("icmp {predicate} {t} {a}, {b}"));
                self.define(ty, &format!("select {} {condition}, {t} {a}, {t} {b}", bits.text()));
            }
            7 => {
                let (element, bits) =
                    [("i8", 8), ("i16", 16), ("i32", 32), ("i64", 64), ("i1", 1), ("i100", 100), ("i200", 200)]
                        [self.random.below(7)];
                let op = match bits.cmp(&ty.bits) {
                    std::cmp::Ordering::Less => "trunc",
                    std::cmp::Ordering::Equal => return,
                    std::cmp::Ordering::Greater => ["zext", "sext"][self.random.below(2)],
                };
                let to = ty.with(element, bits);
                self.define(to, &format!("{op} {t} {a} to {}", to.text()));
            }
            8 if ty.len > 0 => {
                let scalar = Ty { len: 0, ..ty };
                let lane = self.random.below(ty.len as usize);
                let x = self.operand(scalar);
                self.define(ty, &format!("insertelement {t} {a}, {} {x}, i32 {lane}", ty.element));
                self.define(scalar, &format!("extractelement {t} {b}, i64 {}", (lane + 1) % ty.len as usize));
            }
            9 if ty.len > 0 => {
                let scalar = Ty { len: 0, ..ty };
                let x = self.operand(scalar);
                let index = self.operand(int(0, "i32", 32));
                self.count += 1;
                let index_name = format!("%i{}", self.count);
                writeln!(self.text, "  {index_name} = urem i32 {index}, {}", ty.len).unwrap();
                self.define(ty, &format!("insertelement {t} {a}, {} {x}, i32 {index_name}", ty.element));
                self.define(scalar, &format!("extractelement {t} {b}, i32 {index_name}"));
            }
            10 if ty.len > 0 => {
                let to = TYPES[self.random.below(24)];
                let len = if to.element == ty.element { to.len } else { ty.len };
                let lanes: Vec<String> =
                    (0..len).map(|_| format!("i32 {}", self.random.below(2 * ty.len as usize))).collect();
                let result = Ty { len, ..ty };
                self.define(result, &format!("shufflevector {t} {a}, {t} {b}, <{len} x i32> <{}>", lanes.join(", ")));
            }
            11 => {
                let same: Vec<Ty> = TYPES.iter().copied().filter(|o| o.total() == ty.total() && *o != ty).collect();
                if !same.is_empty() {
                    let to = same[self.random.below(same.len())];
                    self.define(to, &format!("bitcast {t} {a} to {}", to.text()));
                }
            }
            12 => {
                writeln!(self.text, "  store {t} {a}, ptr %slot, align 1").unwrap();
                self.define(ty, &format!("load {t}, ptr %slot, align 1"));
                self.define(ty, &format!("call {t} @same.{}(i32 1, {t} {b}, i64 3, {t} {a})", ty.suffix()));
                self.declared.insert(format!(
                    "define {t} @same.{}(i32 %a, {t} %b, i64 %c, {t} %d) noinline {{\n  %r = xor {t} %b, %d\n  ret {t} %r\n}}",
                    ty.suffix()
                ));
            }
            13 => {
                let name = ["smax", "smin", "umax", "umin", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat"]
                    [self.random.below(8)];
                let name = format!("{name}.{}", ty.suffix());
                self.intrinsic(&name, ty, &[t.clone(), t.clone()], &format!("{t} {a}, {t} {b}"));
            }
            14 => match self.random.below(4) {
                0 => {
                    self.intrinsic(&format!("ctpop.{}", ty.suffix()), ty, std::slice::from_ref(&t), &format!("{t} {a}"))
                }
                1 => {
                    let name = ["ctlz", "cttz"][self.random.below(2)];
                    let name = format!("{name}.{}", ty.suffix());
                    self.intrinsic(&name, ty, &[t.clone(), "i1".into()], &format!("{t} {a}, i1 false"));
                }
                2 => self.intrinsic(
                    &format!("bitreverse.{}", ty.suffix()),
                    ty,
                    std::slice::from_ref(&t),
                    &format!("{t} {a}"),
                ),
                _ => {
                    let name = format!("{}.{}", ["fshl", "fshr"][self.random.below(2)], ty.suffix());
                    let c = self.operand(ty);
                    self.intrinsic(
                        &name,
                        ty,
                        &[t.clone(), t.clone(), t.clone()],
                        &format!("{t} {a}, {t} {b}, {t} {c}"),
                    );
                }
            },
            _ if ty.len > 0 => {
                let name = ["add", "mul", "and", "or", "xor", "smax", "umin"][self.random.below(7)];
                let scalar = Ty { len: 0, ..ty };
                self.intrinsic(
                    &format!("vector.reduce.{name}.{}", ty.suffix()),
                    scalar,
                    std::slice::from_ref(&t),
                    &format!("{t} {a}"),
                );
            }
            _ => {
                let name = ["sadd", "uadd", "ssub", "usub", "smul", "umul"][self.random.below(6)];
                let name = format!("{name}.with.overflow.{}", ty.suffix());
                self.declared.insert(format!("declare {{ {t}, i1 }} @llvm.{name}({t}, {t})"));
                self.count += 1;
                let pair = format!("%o{}", self.count);
                writeln!(self.text, "  {pair} = call {{ {t}, i1 }} @llvm.{name}({t} {a}, {t} {b})").unwrap();
                self.define(ty, &format!("extractvalue {{ {t}, i1 }} {pair}, 0"));
                self.define(int(0, "i1", 1), &format!("extractvalue {{ {t}, i1 }} {pair}, 1"));
            }
        }
    }

    fn float_instruction(&mut self, ty: Ty) {
        let t = ty.text();
        let (a, b) = (self.operand(ty), self.operand(ty));
        match self.random.below(7) {
            0..=2 => {
                let op = ["fadd", "fsub", "fmul", "fdiv"][self.random.below(4)];
                self.define(ty, &format!("{op} {t} {a}, {b}"));
            }
            3 => {
                let predicate =
                    ["oeq", "one", "olt", "ole", "ogt", "oge", "ord", "uno", "ueq", "une", "ult", "ule", "ugt", "uge"]
                        [self.random.below(14)];
                let bits = ty.with("i1", 1);
                let condition = self.define(bits, &format!("fcmp {predicate} {t} {a}, {b}"));
                self.define(ty, &format!("select {} {condition}, {t} {a}, {t} {b}", bits.text()));
            }
            4 => {
                let (element, bits) =
                    [("i8", 8), ("i32", 32), ("i64", 64), ("i7", 7), ("i16", 16)][self.random.below(5)];
                let from = ty.with(element, bits);
                let x = self.operand(from);
                let op = ["sitofp", "uitofp"][self.random.below(2)];
                self.define(ty, &format!("{op} {} {x} to {t}", from.text()));
            }
            5 => {
                let name = format!("{}.{}", ["fabs", "sqrt", "floor", "trunc"][self.random.below(4)], ty.suffix());
                if ty.element == "fp128" {
                    return;
                }
                self.intrinsic(&name, ty, std::slice::from_ref(&t), &format!("{t} {a}"));
            }
            _ => {
                const ORDER: [&str; 4] = ["half", "float", "double", "fp128"];
                let Some(rank) = ORDER.iter().position(|&e| e == ty.element) else { return };
                let to = self.random.below(4);
                if to != rank {
                    let result = ty.with(ORDER[to], 0);
                    let op = if to > rank { "fpext" } else { "fptrunc" };
                    self.define(result, &format!("{op} {t} {a} to {}", result.text()));
                }
            }
        }
    }

    /// A branch, and what two values are behind it.
    fn branch(&mut self) {
        let ty = TYPES[self.random.below(TYPES.len())];
        let (a, b) = (self.operand(ty), self.operand(ty));
        let condition = self.operand(int(0, "i1", 1));
        self.count += 1;
        let n = self.count;
        writeln!(
            self.text,
            "  br i1 {condition}, label %a{n}, label %b{n}\na{n}:\n  br label %c{n}\nb{n}:\n  br label %c{n}\nc{n}:"
        )
        .unwrap();
        self.define(ty, &format!("phi {} [ {a}, %a{n} ], [ {b}, %b{n} ]", ty.text()));
    }
}

/// A shift's amount as text: of `i1`, a word.
fn shift_text(bits: u32, amount: usize) -> String {
    if bits == 1 { "false".into() } else { amount.to_string() }
}

fn function(seed: u64, number: usize, declared: &mut std::collections::BTreeSet<String>) -> String {
    let mut f = Function {
        random: Random(seed),
        text: String::new(),
        values: vec![("%p".into(), int(0, "i32", 32)), ("%q".into(), int(0, "i64", 64))],
        count: 0,
        declared: std::mem::take(declared),
    };
    writeln!(f.text, "define i64 @f{number}(i32 %p, i64 %q) {{\n  %slot = alloca [1024 x i8], align 16").unwrap();
    // A few types at a time, so that values are used again.
    let chosen: Vec<Ty> = (0..4).map(|_| TYPES[f.random.below(TYPES.len())]).collect();
    let float = FLOATS[f.random.below(FLOATS.len())];
    f.define(
        chosen[0].with("i64", 64),
        &match chosen[0].len {
            0 => "add i64 %q, 1".to_owned(),
            n => format!("insertelement <{n} x i64> zeroinitializer, i64 %q, i32 0"),
        },
    );
    for _ in 0..24 {
        match f.random.below(8) {
            0 | 1 => f.float_instruction(float),
            2 => f.branch(),
            3 => {
                let all: Vec<Ty> = f.values.iter().map(|v| v.1).filter(|ty| ty.bits > 0).collect();
                let ty = all[f.random.below(all.len())];
                f.int_instruction(ty);
            }
            _ => {
                let ty = chosen[f.random.below(chosen.len())];
                f.int_instruction(ty);
            }
        }
    }
    // Everything that is there in the end counts.
    let mut sum = "0".to_owned();
    for (i, (name, ty)) in f.values.clone().into_iter().enumerate() {
        let (mut name, mut ty) = (name, ty);
        if ty.bits == 0 {
            let to = ty.with("i64", 64);
            let intrinsic = format!("fptosi.sat.{}.{}", to.suffix(), ty.suffix());
            f.intrinsic(&intrinsic, to, &[ty.text()], &format!("{} {name}", ty.text()));
            (name, ty) = f.values.last().unwrap().clone();
        }
        let bits = ty.total();
        if ty.len > 0 {
            writeln!(f.text, "  %fb{i} = bitcast {} {name} to i{bits}", ty.text()).unwrap();
            name = format!("%fb{i}");
        }
        match bits {
            64 => {}
            ..64 => {
                writeln!(f.text, "  %fw{i} = zext i{bits} {name} to i64").unwrap();
                name = format!("%fw{i}");
            }
            _ => {
                writeln!(
                    f.text,
                    "  %fh{i} = lshr i{bits} {name}, {}\n  %fx{i} = xor i{bits} {name}, %fh{i}",
                    bits - 64
                )
                .unwrap();
                writeln!(f.text, "  %fg{i} = lshr i{bits} %fx{i}, {}\n  %fy{i} = xor i{bits} %fx{i}, %fg{i}", bits / 2)
                    .unwrap();
                writeln!(f.text, "  %fw{i} = trunc i{bits} %fy{i} to i64").unwrap();
                name = format!("%fw{i}");
            }
        }
        writeln!(f.text, "  %ft{i} = mul i64 {sum}, 31\n  %fs{i} = xor i64 %ft{i}, {name}").unwrap();
        sum = format!("%fs{i}");
    }
    writeln!(f.text, "  ret i64 {sum}\n}}").unwrap();
    *declared = f.declared;
    f.text
}

#[test]
fn random_functions_of_all_types_give_what_the_interpreter_gives() {
    if !has_cc() {
        return;
    }
    const FUNCTIONS: usize = 60;
    let seeds: std::ops::Range<u64> = match std::env::var("RANDOM_SEEDS") {
        Ok(text) => {
            let (from, to) = text.split_once("..").unwrap();
            from.parse().unwrap()..to.parse().unwrap()
        }
        Err(_) => 0..3,
    };
    for seed in seeds {
        let mut declared = std::collections::BTreeSet::new();
        let mut text = "declare i32 @printf(ptr, ...)\n@format = constant [8 x i8] c\"%d %lx\\0A\\00\"\n".to_owned();
        let mut main = "define i32 @main() {\n".to_owned();
        for i in 0..FUNCTIONS {
            text += &function(seed * 1_000_003 + i as u64, i, &mut declared);
            let (p, q) = (i * 7919, i as i64 * -0x1234_5678_9abc);
            writeln!(main, "  %r{i} = call i64 @f{i}(i32 {p}, i64 {q})").unwrap();
            writeln!(main, "  call i32 (ptr, ...) @printf(ptr @format, i32 {i}, i64 %r{i})").unwrap();
        }
        declared.iter().for_each(|line| writeln!(text, "{line}").unwrap());
        text += &main;
        text += "  ret i32 0\n}\n";
        if let Ok(directory) = std::env::var("RANDOM_KEEP") {
            std::fs::write(format!("{directory}/seed{seed}.ll"), &text).unwrap();
        }
        let (native, interpreted) = (native(&compiled(&text)), interpreted(&text));
        for (a, b) in native.0.lines().zip(interpreted.0.lines()) {
            assert_eq!(a, b, "seed {seed}");
        }
        assert_eq!(native, interpreted, "seed {seed}");
    }
}
