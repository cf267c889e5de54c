//! Random functions of integers and floats, with control flow, give what the interpreter gives.

mod common;

use std::fmt::Write;

use common::{Random, compiled, has_cc, interpreted, native};

const WIDTHS: [u32; 9] = [1, 7, 8, 16, 24, 32, 33, 64, 128];

struct Function {
    random: Random,
    text: String,
    /// Names and widths of values of this block and those that dominate it.
    values: Vec<(String, u32)>,
    count: usize,
}

impl Function {
    fn name(&mut self) -> String {
        self.count += 1;
        format!("%v{}", self.count)
    }

    /// An operand of a width: a value, or a constant where there is none or by chance.
    fn operand(&mut self, bits: u32) -> String {
        let fitting: Vec<_> = self.values.iter().filter(|(_, width)| *width == bits).cloned().collect();
        if fitting.is_empty() || self.random.below(4) == 0 {
            return self.constant(bits);
        }
        // Recent ones more often.
        let recent = self.random.below(fitting.len()).max(self.random.below(fitting.len()));
        fitting[recent].0.clone()
    }

    fn constant(&mut self, bits: u32) -> String {
        let number = self.random.next();
        let number = match self.random.below(4) {
            0 => number % 3,
            1 => u64::MAX - number % 3,
            2 => 1 << (number % 63),
            _ => number,
        };
        match bits {
            1 => (number & 1).to_string(),
            ..64 => ((number << (64 - bits)) as i64 >> (64 - bits)).to_string(),
            _ => (number as i64).to_string(),
        }
    }

    fn define(&mut self, bits: u32, what: &str) {
        let name = self.name();
        writeln!(self.text, "  {name} = {what}").unwrap();
        self.values.push((name, bits));
    }

    fn instruction(&mut self) {
        let bits = WIDTHS[self.random.below(WIDTHS.len())];
        let (a, b) = (self.operand(bits), self.operand(bits));
        match self.random.below(10) {
            0..=3 => {
                let op = ["add", "sub", "mul", "and", "or", "xor"][self.random.below(6)];
                self.define(bits, &format!("{op} i{bits} {a}, {b}"));
            }
            4 => {
                let amount = self.random.below(bits as usize);
                let op = ["shl", "lshr", "ashr"][self.random.below(3)];
                self.define(bits, &format!("{op} i{bits} {a}, {amount}"));
                // By an amount that is not constant.
                let mask = if bits.is_power_of_two() { bits } else { bits.next_power_of_two() / 2 } - 1;
                let masked = self.name();
                writeln!(self.text, "  {masked} = and i{bits} {b}, {mask}").unwrap();
                self.define(bits, &format!("{op} i{bits} {a}, {masked}"));
            }
            5 => {
                // A divisor that is neither zero nor minus one.
                let op = ["udiv", "sdiv", "urem", "srem"][self.random.below(4)];
                if bits == 1 || bits > 64 {
                    return;
                }
                let divisor = self.name();
                writeln!(self.text, "  {divisor}.a = and i{bits} {b}, {}", (1u64 << (bits - 2)) - 1).unwrap();
                writeln!(self.text, "  {divisor} = or i{bits} {divisor}.a, 1").unwrap();
                self.define(bits, &format!("{op} i{bits} {a}, {divisor}"));
            }
            6 => {
                let predicate =
                    ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"][self.random.below(10)];
                self.define(1, &format!("icmp {predicate} i{bits} {a}, {b}"));
            }
            7 => {
                let condition = self.operand(1);
                self.define(bits, &format!("select i1 {condition}, i{bits} {a}, i{bits} {b}"));
            }
            8 => {
                let to = WIDTHS[self.random.below(WIDTHS.len())];
                let op = match to.cmp(&bits) {
                    std::cmp::Ordering::Less => "trunc",
                    std::cmp::Ordering::Equal => return,
                    std::cmp::Ordering::Greater => ["zext", "sext"][self.random.below(2)],
                };
                self.define(to, &format!("{op} i{bits} {a} to i{to}"));
            }
            _ => {
                let slot = self.random.below(3);
                writeln!(self.text, "  store i{bits} {a}, ptr %slot{slot}").unwrap();
                self.define(bits, &format!("load i{bits}, ptr %slot{slot}"));
            }
        }
    }

    /// Straight code, then two branches or a loop, then the rest: nested as deep as that.
    fn piece(&mut self, depth: usize, from: &mut String) {
        for _ in 0..3 + self.random.below(8) {
            self.instruction();
        }
        if depth == 0 {
            return;
        }
        self.count += 1;
        let n = self.count;
        let bits = [8, 32, 64, 128][self.random.below(4)];
        if self.random.below(2) == 0 {
            let condition = self.operand(1);
            writeln!(self.text, "  br i1 {condition}, label %a{n}, label %b{n}").unwrap();
            let (known, mut ends, mut results) = (self.values.len(), Vec::new(), Vec::new());
            for side in ["a", "b"] {
                let mut end = format!("{side}{n}");
                writeln!(self.text, "{end}:").unwrap();
                self.piece(depth - 1, &mut end);
                results.push(self.operand(bits));
                ends.push(end);
                writeln!(self.text, "  br label %c{n}").unwrap();
                self.values.truncate(known);
            }
            writeln!(self.text, "c{n}:").unwrap();
            *from = format!("c{n}");
            self.define(
                bits,
                &format!("phi i{bits} [ {}, %{} ], [ {}, %{} ]", results[0], ends[0], results[1], ends[1]),
            );
        } else {
            // A loop of three turns, with phis that exchange their values.
            let (x, y) = (self.operand(bits), self.operand(bits));
            writeln!(self.text, "  br label %l{n}\nl{n}:").unwrap();
            let header = self.text.len();
            self.values.push((format!("%x{n}"), bits));
            self.values.push((format!("%y{n}"), bits));
            let mut end = format!("l{n}");
            self.piece(depth - 1, &mut end);
            let next = self.operand(bits);
            writeln!(self.text, "  %n{n} = add i32 %i{n}, 1").unwrap();
            writeln!(self.text, "  %more{n} = icmp ult i32 %n{n}, 3").unwrap();
            writeln!(self.text, "  br i1 %more{n}, label %l{n}, label %m{n}\nm{n}:").unwrap();
            let phis = format!(
                "  %i{n} = phi i32 [ 0, %{from} ], [ %n{n}, %{end} ]\n  %x{n} = phi i{bits} [ {x}, %{from} ], [ %y{n}, %{end} ]\n  \
                 %y{n} = phi i{bits} [ {y}, %{from} ], [ {}, %{end} ]\n",
                if self.random.below(2) == 0 { format!("%x{n}") } else { next }
            );
            self.text.insert_str(header, &phis);
            // What the loop defines is there behind it.
            *from = format!("m{n}");
        }
        for _ in 0..2 {
            self.instruction();
        }
    }
}

fn function(seed: u64, number: usize) -> String {
    let values = vec![("%p".to_owned(), 32), ("%q".to_owned(), 64), ("%r".to_owned(), 8), ("%s".to_owned(), 128)];
    let mut f = Function { random: Random(seed), text: String::new(), values, count: 0 };
    writeln!(f.text, "define i64 @f{number}(i32 %p, i64 %q, i8 %r, i128 %s) {{\nentry:").unwrap();
    for slot in 0..3 {
        writeln!(f.text, "  %slot{slot} = alloca i128").unwrap();
    }
    let mut from = "entry".to_owned();
    let depth = f.random.below(4);
    f.piece(depth, &mut from);
    // Everything that is there in the end counts.
    let mut sum = "0".to_owned();
    for (i, (name, bits)) in f.values.clone().into_iter().enumerate() {
        let wide = match bits {
            64 => name,
            _ => {
                let op = if bits > 64 { "trunc" } else { "zext" };
                writeln!(f.text, "  %w{i} = {op} i{bits} {name} to i64").unwrap();
                format!("%w{i}")
            }
        };
        writeln!(f.text, "  %t{i} = mul i64 {sum}, 31\n  %sum{i} = xor i64 %t{i}, {wide}").unwrap();
        sum = format!("%sum{i}");
    }
    writeln!(f.text, "  ret i64 {sum}\n}}").unwrap();
    f.text
}

#[test]
fn random_functions_give_what_the_interpreter_gives() {
    if !has_cc() {
        return;
    }
    const FUNCTIONS: usize = 100;
    let seeds: std::ops::Range<u64> = match std::env::var("RANDOM_SEEDS") {
        Ok(text) => {
            let (from, to) = text.split_once("..").unwrap();
            from.parse().unwrap()..to.parse().unwrap()
        }
        Err(_) => 0..2,
    };
    for seed in seeds {
        let mut text = "declare i32 @printf(ptr, ...)\n@format = constant [8 x i8] c\"%d %lx\\0A\\00\"\n".to_owned();
        let mut main = "define i32 @main() {\n".to_owned();
        for i in 0..FUNCTIONS {
            text += &function(seed * 1_000_003 + i as u64, i);
            let (p, q) = (i * 7919, i as i64 * -0x1234_5678_9abc);
            writeln!(main, "  %r{i} = call i64 @f{i}(i32 {p}, i64 {q}, i8 {}, i128 {q}5)", i as i8).unwrap();
            writeln!(main, "  call i32 (ptr, ...) @printf(ptr @format, i32 {i}, i64 %r{i})").unwrap();
        }
        text += &main;
        text += "  ret i32 0\n}\n";
        let (native, interpreted) = (native(&compiled(&text)), interpreted(&text));
        for (a, b) in native.0.lines().zip(interpreted.0.lines()) {
            assert_eq!(a, b, "seed {seed}");
        }
        assert_eq!(native.1, interpreted.1);
    }
}
