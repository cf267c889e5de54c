//! Programs from a grammar: functions with loops, memory, calls of library functions and intrinsics, atomics, vectors, wide
//! integers. Nearly all are valid.

macro_rules! put {
    ($p:expr, $($arg:tt)*) => {
        // Writing to a string does not fail.
        { let _ = write!($p.out, $($arg)*); }
    };
}

mod constants;
mod grammar;
mod operations;

use std::collections::BTreeMap;
use std::fmt::Write;

use lindworm::{Context, Type, TypeKind};

use crate::random::Random;

pub use grammar::Grammar;
use grammar::{LAYOUTS, STRINGS};

/// A program under construction.
struct Program<'g, 'r> {
    grammar: &'g Grammar,
    random: &'r mut Random,
    out: String,
    /// By name.
    declarations: BTreeMap<String, String>,
    /// The values available at this point of the function: types and numbers of names.
    values: Vec<(Type, u32)>,
    next: u32,
    functions: Vec<(Type, Vec<Type>)>,
    globals: u32,
    /// The current block, for phis.
    block: String,
    /// The remaining number of statements.
    budget: usize,
    depth: u32,
}

impl Grammar {
    /// A random program.
    pub fn program(&self, random: &mut Random) -> String {
        let mut program = Program {
            grammar: self,
            random,
            out: String::with_capacity(2048),
            declarations: BTreeMap::new(),
            values: Vec::new(),
            next: 0,
            functions: Vec::new(),
            globals: 0,
            block: String::new(),
            budget: 0,
            depth: 0,
        };
        program.module();
        let mut out = program.out;
        for declaration in program.declarations.values() {
            out.push_str(declaration);
        }
        out
    }
}

impl Program<'_, '_> {
    fn module(&mut self) {
        if self.random.once_in(3) {
            let layout = self.random.pick(LAYOUTS);
            put!(self, "target datalayout = \"{layout}\"\n");
        }
        for i in 0..1 + self.random.below(2) {
            let string = self.random.pick(STRINGS);
            let len = string.len() - 2 * string.matches('\\').count();
            put!(self, "@s{i} = global [{len} x i8] c\"{string}\"\n");
        }
        for _ in 0..self.random.below(3) {
            let ty = self.memory_type();
            let kind = *self.random.pick(&["global", "global", "constant", "thread_local global", "internal global"]);
            let text = self.grammar.text(ty).to_owned();
            let number = self.globals;
            put!(self, "@g{number} = {kind} {text} ");
            self.constant(ty, 0);
            put!(self, "\n");
            self.globals += 1;
        }
        // Most programs are small, so that more of them run.
        let size = if self.random.once_in(16) { 3 } else { 1 };
        for _ in 0..self.random.below(1 + size) {
            self.function(size);
        }
        self.main(size);
    }

    fn value_type(&mut self) -> Type {
        *self.random.pick(&self.grammar.values)
    }

    fn memory_type(&mut self) -> Type {
        let fixed = |p: &Self, ty| !p.grammar.cx.contains_scalable_vector(ty);
        match self.random.once_in(3) {
            true => *self.random.pick(&self.grammar.aggregates),
            false => {
                let ty = self.value_type();
                if fixed(self, ty) { ty } else { Type::I32 }
            }
        }
    }

    fn function(&mut self, size: usize) {
        let number = self.functions.len();
        let result = if self.random.once_in(4) { Type::VOID } else { self.value_type() };
        let params: Vec<Type> = (0..self.random.below(4)).map(|_| self.value_type()).collect();
        put!(self, "define {} @f{number}(", self.grammar.text(result));
        self.values.clear();
        self.next = 0;
        for (i, &ty) in params.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let name = self.fresh(ty);
            let attribute = match (ty == Type::PTR, self.random.below(12)) {
                (true, 0) => " noalias",
                (true, 1) => " nonnull",
                (true, 2) => " readonly",
                (true, 3) => " byval(i64)",
                (true, 4) => " dereferenceable(8)",
                (_, 5) => " noundef",
                _ => "",
            };
            put!(self, "{comma}{}{attribute} %v{name}", self.grammar.text(ty));
        }
        let attributes = *self.random.pick(&[
            "",
            "",
            "",
            " nounwind",
            " memory(argmem: readwrite)",
            " mustprogress",
            " willreturn",
            " personality ptr @__gxx_personality_v0",
        ]);
        if attributes.contains("personality") {
            self.declare("__gxx_personality_v0", Type::I32, &[], true);
        }
        put!(self, "){attributes} {{\n");
        let budget = size * (2 + self.random.below(5));
        self.body(budget);
        self.end(result);
        put!(self, "}}\n");
        self.functions.push((result, params));
    }

    fn main(&mut self, size: usize) {
        self.values.clear();
        self.next = 0;
        put!(self, "define i32 @main() {{\n");
        let budget = size * (1 + self.random.below(5));
        self.body(budget);
        for number in 0..self.functions.len() {
            self.call_own(number);
        }
        self.end(Type::I32);
        put!(self, "}}\n");
    }

    fn body(&mut self, budget: usize) {
        self.block = "entry".into();
        self.budget = budget;
        self.depth = 0;
        put!(self, "entry:\n");
        for _ in 0..1 + self.random.below(2) {
            self.alloca();
        }
        self.statements();
    }

    fn end(&mut self, result: Type) {
        if result == Type::VOID {
            put!(self, "  ret void\n");
            return;
        }
        put!(self, "  ret ");
        self.typed(result);
        put!(self, "\n");
    }

    fn statements(&mut self) {
        while self.budget > 0 {
            self.budget -= 1;
            self.statement();
            if self.depth > 0 && self.random.once_in(4) {
                return;
            }
        }
    }

    fn fresh(&mut self, ty: Type) -> u32 {
        self.next += 1;
        self.values.push((ty, self.next));
        self.next
    }

    /// A name that becomes available after the instruction: the operands must not use the name.
    fn result(&mut self, ty: Type) -> Pending {
        self.next += 1;
        put!(self, "  %v{} = ", self.next);
        Pending(ty, self.next)
    }

    fn done(&mut self, result: Pending) {
        put!(self, "\n");
        self.values.push((result.0, result.1));
    }

    fn operand(&mut self, ty: Type) {
        let constant = if self.values.is_empty() { true } else { self.random.once_in(4) };
        if !constant {
            let from = self.random.below(self.values.len());
            let found = self.values[from..].iter().chain(&self.values[..from]).find(|v| v.0 == ty);
            if let Some(&(_, name)) = found {
                put!(self, "%v{name}");
                return;
            }
        }
        self.constant(ty, 0);
    }

    fn typed(&mut self, ty: Type) {
        put!(self, "{} ", self.grammar.text(ty));
        self.operand(ty);
    }

    /// An available value, with its type.
    fn any(&mut self) -> Option<(Type, u32)> {
        (!self.values.is_empty()).then(|| self.values[self.random.early(self.values.len())])
    }

    /// A type of an available value, or any type.
    fn known_type(&mut self, fits: impl Fn(&Context, Type) -> bool, otherwise: Type) -> Type {
        for _ in 0..4 {
            if let Some((ty, _)) = self.any()
                && fits(&self.grammar.cx, ty)
            {
                return ty;
            }
        }
        for _ in 0..8 {
            let ty = self.value_type();
            if fits(&self.grammar.cx, ty) {
                return ty;
            }
        }
        otherwise
    }

    fn alloca(&mut self) {
        let ty = self.memory_type();
        let result = self.result(Type::PTR);
        put!(self, "alloca {}", self.grammar.text(ty));
        if self.random.once_in(6) {
            put!(self, ", i32 {}", self.random.below(20));
        }
        if self.random.once_in(4) {
            put!(self, ", align {}", 1 << self.random.below(8));
        }
        self.done(result);
    }

    fn statement(&mut self) {
        match self.random.below(34) {
            0..=3 => self.binary(),
            4 | 5 => self.float_operation(),
            6 | 7 => self.compare(),
            8 => self.select(),
            9..=11 => self.cast(),
            12..=14 => self.load(),
            15 | 16 => self.store(),
            17 => self.gep(),
            18 | 19 => self.atomic(),
            20 | 21 => self.vector(),
            22 => self.aggregate(),
            23..=25 => self.intrinsic(),
            26 | 27 => self.library(),
            28 => match self.functions.len() {
                0 => self.alloca(),
                count => {
                    let function = self.random.below(count);
                    self.call_own(function);
                }
            },
            29 if self.depth < 3 => self.branch(),
            30 | 31 if self.depth < 3 => self.looping(),
            32 if self.depth < 3 => self.switch(),
            _ => self.copy(),
        }
    }

    fn declare(&mut self, name: &str, result: Type, params: &[Type], is_variadic: bool) {
        if self.declarations.contains_key(name) {
            return;
        }
        let mut params: Vec<String> = params.iter().map(|&ty| self.known_text(ty)).collect();
        params.extend(is_variadic.then(|| "...".into()));
        let text = format!("declare {} @{name}({})\n", self.known_text(result), params.join(", "));
        self.declarations.insert(name.to_owned(), text);
    }

    fn intrinsic(&mut self) {
        let intrinsic = self.random.pick(&self.grammar.intrinsics);
        let args: Vec<Argument> =
            intrinsic.params.iter().enumerate().map(|(i, &ty)| (ty, intrinsic.immediate >> i & 1 == 1)).collect();
        self.declare(&intrinsic.name, intrinsic.result, &intrinsic.params, intrinsic.is_variadic);
        self.call(&intrinsic.name, intrinsic.result, &args, intrinsic.is_variadic);
    }

    fn library(&mut self) {
        let function = self.random.pick(&self.grammar.library);
        // Another declaration may have another type.
        let mut params = function.params.clone();
        let mut result = function.result;
        if self.random.once_in(20) && !self.declarations.contains_key(function.name) {
            match self.random.below(3) {
                0 => drop(params.pop()),
                1 => result = self.value_type(),
                _ => params.push(self.value_type()),
            }
        }
        if self.declarations.contains_key(function.name) {
            params = function.params.clone();
            result = function.result;
        }
        self.declare(function.name, result, &params, function.is_variadic);
        let args: Vec<Argument> = params.iter().map(|&ty| (ty, false)).collect();
        self.call(function.name, result, &args, function.is_variadic);
    }

    fn call(&mut self, name: &str, result: Type, args: &[Argument], is_variadic: bool) {
        let pending = (result != Type::VOID).then(|| self.result(result));
        if pending.is_none() {
            put!(self, "  ");
        }
        put!(self, "call {} ", self.known_text(result));
        if is_variadic {
            put!(self, "(");
            for &(ty, _) in args {
                put!(self, "{}, ", self.known_text(ty));
            }
            put!(self, "...) ");
        }
        put!(self, "@{name}(");
        for (i, &(ty, immediate)) in args.iter().enumerate() {
            put!(self, "{}{} ", if i > 0 { ", " } else { "" }, self.known_text(ty));
            match immediate {
                true => match self.grammar.cx.kind(ty) {
                    TypeKind::Int(1) => put!(self, "{}", ["true", "false"][self.random.below(2)]),
                    _ => put!(self, "{}", self.random.below(9)),
                },
                // Most lengths are small.
                false if ty == Type::I64 && self.random.once_in(2) => put!(self, "{}", self.random.below(24)),
                false => self.operand(ty),
            }
        }
        if is_variadic {
            for i in 0..self.random.below(4) {
                let ty = *self.random.pick(&[Type::I32, Type::I64, Type::PTR, Type::DOUBLE]);
                put!(self, "{}", if i > 0 || !args.is_empty() { ", " } else { "" });
                self.typed(ty);
            }
        }
        put!(self, ")");
        match pending {
            Some(pending) => self.done(pending),
            None => put!(self, "\n"),
        }
    }

    fn call_own(&mut self, number: usize) {
        let (result, params) = self.functions[number].clone();
        let args: Vec<Argument> = params.iter().map(|&ty| (ty, false)).collect();
        self.call(&format!("f{number}"), result, &args, false);
    }

    fn copy(&mut self) {
        let name = *self.random.pick(&["llvm.memcpy.p0.p0.i64", "llvm.memmove.p0.p0.i64", "llvm.memset.p0.i64"]);
        let second = if name.contains("set") { self.grammar.cx.int(8) } else { Type::PTR };
        let params = [Type::PTR, second, Type::I64, Type::I1];
        self.declare(name, Type::VOID, &params, false);
        let args: Vec<Argument> = params.iter().enumerate().map(|(i, &ty)| (ty, i == 3)).collect();
        self.call(name, Type::VOID, &args, false);
    }

    fn begin_block(&mut self, name: &str) {
        put!(self, "{name}:\n");
        self.block = name.into();
    }

    fn nested(&mut self, statements: impl FnOnce(&mut Self)) {
        let known = self.values.len();
        self.depth += 1;
        statements(self);
        self.depth -= 1;
        self.values.truncate(known);
    }

    fn branch(&mut self) {
        self.next += 1;
        let id = self.next;
        let ty = self.value_type();
        put!(self, "  br ");
        self.typed(Type::I1);
        put!(self, ", label %then{id}, label %else{id}\n");
        let mut ends = Vec::new();
        for side in ["then", "else"] {
            self.begin_block(&format!("{side}{id}"));
            self.nested(|p| {
                p.statements();
                let start = p.out.len();
                p.operand(ty);
                let value = p.out.split_off(start);
                ends.push((value, p.block.clone()));
            });
            put!(self, "  br label %join{id}\n");
        }
        self.begin_block(&format!("join{id}"));
        let result = self.result(ty);
        put!(
            self,
            "phi {} [ {}, %{} ], [ {}, %{} ]",
            self.grammar.text(ty),
            ends[0].0,
            ends[0].1,
            ends[1].0,
            ends[1].1
        );
        self.done(result);
    }

    fn looping(&mut self) {
        self.next += 1;
        let id = self.next;
        let before = self.block.clone();
        let ty = *self.random.pick(&[Type::I32, Type::I64, Type::I32, self.grammar.cx.int(7)]);
        let text = self.grammar.text(ty).to_owned();
        put!(self, "  br label %loop{id}\n");
        self.begin_block(&format!("loop{id}"));
        let times = if self.random.once_in(12) { 1_000_000 } else { self.random.below(9) };
        let times = if text == "i7" { times.min(60) } else { times };
        let carried = self.value_type();
        let start = self.out.len();
        self.operand(carried);
        let initial = self.out.split_off(start);
        put!(self, "  %i{id} = phi {text} [ 0, %{before} ], [ %n{id}, %back{id} ]\n");
        put!(self, "  %c{id} = phi {} [ {initial}, %{before} ], [ ", self.grammar.text(carried));
        let hole = self.out.len();
        put!(self, ", %back{id} ]\n");
        self.next += 2;
        let (counter, copy) = (self.next - 1, self.next);
        put!(self, "  %v{counter} = add {text} %i{id}, 0\n  %v{copy} = freeze {} %c{id}\n", self.grammar.text(carried));
        self.nested(|p| {
            p.values.push((ty, counter));
            p.values.push((carried, copy));
            p.statements();
            let start = p.out.len();
            p.operand(carried);
            let last = p.out.split_off(start);
            put!(p, "  br label %back{id}\n");
            p.out.insert_str(hole, &last);
        });
        self.begin_block(&format!("back{id}"));
        put!(self, "  %n{id} = add {text} %i{id}, 1\n  %d{id} = icmp ult {text} %n{id}, {times}\n");
        put!(self, "  br i1 %d{id}, label %loop{id}, label %done{id}\n");
        self.begin_block(&format!("done{id}"));
    }

    fn switch(&mut self) {
        self.next += 1;
        let id = self.next;
        let ty = self.known_type(|cx, ty| cx.is_int(ty), Type::I32);
        let wide = width(&self.grammar.cx, ty).is_some_and(|w| w >= 7);
        put!(self, "  switch ");
        self.typed(ty);
        put!(self, ", label %done{id} [");
        if wide {
            let text = self.grammar.text(ty).to_owned();
            for i in 0..1 + self.random.below(3) {
                put!(self, " {text} {}, label %case{id}", i * (1 + self.random.below(3)) * 4 + i);
            }
        } else {
            put!(self, " {} 0, label %case{id}", self.grammar.text(ty));
        }
        put!(self, " ]\n");
        self.begin_block(&format!("case{id}"));
        self.nested(|p| p.statements());
        match self.random.below(8) {
            0 => put!(self, "  unreachable\n"),
            _ => put!(self, "  br label %done{id}\n"),
        }
        self.begin_block(&format!("done{id}"));
    }
}

/// The type of an argument, and whether it must be a constant.
type Argument = (Type, bool);

struct Pending(Type, u32);

/// The bit width of a type, if the width does not depend on pointers.
fn width(cx: &Context, ty: Type) -> Option<u64> {
    match *cx.kind(ty) {
        TypeKind::Int(bits) => Some(bits.into()),
        TypeKind::Half | TypeKind::BFloat => Some(16),
        TypeKind::Float => Some(32),
        TypeKind::Double => Some(64),
        TypeKind::X86Fp80 => Some(80),
        TypeKind::Fp128 | TypeKind::PpcFp128 => Some(128),
        TypeKind::Vector { element, len, scalable: false } => Some(width(cx, element)? * u64::from(len)),
        _ => None,
    }
}
