//! Instructions of a program that calculate or access memory.

use std::fmt::Write;

use lindworm::text::type_to_string;
use lindworm::{Context, Type, TypeKind};

use super::{Program, width};

impl Program<'_, '_> {
    pub(super) fn binary(&mut self) {
        let ty = self.known_type(|cx, ty| cx.is_int_or_int_vector(ty), Type::I32);
        let op = *self.random.pick(&[
            "add",
            "sub",
            "mul",
            "udiv",
            "sdiv",
            "urem",
            "srem",
            "shl",
            "lshr",
            "ashr",
            "and",
            "or",
            "xor",
            "add nsw",
            "sub nuw",
            "mul nuw nsw",
            "sdiv exact",
            "shl nuw",
            "lshr exact",
            "or disjoint",
        ]);
        let result = self.result(ty);
        put!(self, "{op} ");
        self.typed(ty);
        put!(self, ", ");
        self.operand(ty);
        self.done(result);
    }

    pub(super) fn float_operation(&mut self) {
        let ty = self.known_type(|cx, ty| cx.is_float_or_float_vector(ty), Type::DOUBLE);
        let result = self.result(ty);
        let fast = *self.random.pick(&["", "", "fast ", "nnan ", "nsz contract "]);
        match self.random.below(6) {
            0 => {
                put!(self, "fneg {fast}");
                self.typed(ty);
            }
            n => {
                put!(self, "{} {fast}", ["fadd", "fsub", "fmul", "fdiv", "frem"][n - 1]);
                self.typed(ty);
                put!(self, ", ");
                self.operand(ty);
            }
        }
        self.done(result);
    }

    pub(super) fn compare(&mut self) {
        let comparable = |cx: &Context, ty| {
            cx.is_int_or_int_vector(ty) || cx.is_pointer_or_pointer_vector(ty) || cx.is_float_or_float_vector(ty)
        };
        let ty = self.known_type(comparable, Type::I32);
        let cx = &self.grammar.cx;
        let is_float = cx.is_float_or_float_vector(ty);
        let result = self.result(cx.with_scalar(ty, Type::I1));
        let predicate = match is_float {
            true => *self.random.pick(&[
                "fcmp oeq",
                "fcmp olt",
                "fcmp uno",
                "fcmp ueq",
                "fcmp one",
                "fcmp true",
                "fcmp fast oge",
            ]),
            false => *self.random.pick(&[
                "icmp eq",
                "icmp ne",
                "icmp ult",
                "icmp sgt",
                "icmp uge",
                "icmp sle",
                "icmp samesign ult",
            ]),
        };
        let predicate =
            if cx.is_pointer_or_pointer_vector(ty) { predicate.replace("samesign ", "") } else { predicate.into() };
        put!(self, "{predicate} ");
        self.typed(ty);
        put!(self, ", ");
        self.operand(ty);
        self.done(result);
    }

    pub(super) fn select(&mut self) {
        let ty = self.value_type();
        let result = self.result(ty);
        if self.random.once_in(3) {
            put!(self, "freeze ");
            self.typed(ty);
        } else {
            let condition = match self.grammar.cx.is_vector(ty) && self.random.once_in(2) {
                true => self.grammar.cx.with_scalar(ty, Type::I1),
                false => Type::I1,
            };
            put!(self, "select {} ", self.known_text(condition));
            self.operand(condition);
            put!(self, ", ");
            self.typed(ty);
            put!(self, ", ");
            self.typed(ty);
        }
        self.done(result);
    }

    pub(super) fn known_text(&self, ty: Type) -> String {
        self.grammar.texts.get(&ty).cloned().unwrap_or_else(|| type_to_string(&self.grammar.cx, ty))
    }

    pub(super) fn cast(&mut self) {
        let cx = &self.grammar.cx;
        let Some((from, name)) = self.any() else { return };
        let shape = |ty| cx.vector_shape(ty).map(|(_, len, scalable)| (len, scalable));
        for _ in 0..20 {
            let to = self.value_type();
            let kinds = |ty: Type| {
                let scalar = cx.scalar_type(ty);
                (cx.int_width(scalar), scalar.is_float(), cx.is_pointer(scalar))
            };
            let ([a, b], same) = ([kinds(from), kinds(to)], shape(from) == shape(to));
            let (af, bf) = (width(cx, cx.scalar_type(from)), width(cx, cx.scalar_type(to)));
            let op = match (a, b) {
                ((Some(a), ..), (Some(b), ..)) if same && a > b => {
                    *self.random.pick(&["trunc", "trunc nuw", "trunc nsw"])
                }
                ((Some(a), ..), (Some(b), ..)) if same && a < b => *self.random.pick(&["zext", "sext", "zext nneg"]),
                ((Some(_), ..), (_, true, _)) if same => *self.random.pick(&["sitofp", "uitofp", "uitofp nneg"]),
                ((_, true, _), (Some(_), ..)) if same => *self.random.pick(&["fptosi", "fptoui"]),
                ((_, true, _), (_, true, _)) if same && af > bf => "fptrunc",
                ((_, true, _), (_, true, _)) if same && af < bf => "fpext",
                ((_, _, true), (Some(_), ..)) if same => "ptrtoint",
                ((Some(_), ..), (_, _, true)) if same => "inttoptr",
                ((_, _, true), (_, _, true)) if same && from != to => "addrspacecast",
                ((_, _, false), (_, _, false)) if width(cx, from).is_some() && width(cx, from) == width(cx, to) => {
                    "bitcast"
                }
                _ => continue,
            };
            let result = self.result(to);
            put!(self, "{op} {} %v{name} to {}", self.grammar.text(from), self.grammar.text(to));
            self.done(result);
            return;
        }
    }

    pub(super) fn load(&mut self) {
        let ty = self.value_type();
        let result = self.result(ty);
        let volatile = if self.random.once_in(8) { "volatile " } else { "" };
        put!(self, "load {volatile}{}, ptr ", self.grammar.text(ty));
        self.operand(Type::PTR);
        put!(self, ", align {}", 1 << self.random.below(3));
        self.done(result);
    }

    pub(super) fn store(&mut self) {
        let ty = match self.any() {
            Some((ty, _)) if !self.random.once_in(3) => ty,
            _ => self.value_type(),
        };
        put!(self, "  store ");
        self.typed(ty);
        put!(self, ", ptr ");
        self.operand(Type::PTR);
        put!(self, ", align {}\n", 1 << self.random.below(3));
    }

    pub(super) fn gep(&mut self) {
        let result = self.result(Type::PTR);
        let flags = *self.random.pick(&["", "inbounds ", "nuw ", "nusw "]);
        let ty = self.memory_type();
        let text = self.known_text(ty);
        put!(self, "getelementptr {flags}{text}, ptr ");
        self.operand(Type::PTR);
        let index = *self.random.pick(&[Type::I32, Type::I64]);
        put!(self, ", ");
        if self.random.once_in(2) {
            put!(self, "{} {}", self.grammar.text(index), self.random.below(4))
        } else {
            self.typed(index)
        }
        if let TypeKind::Array { .. } = self.grammar.cx.kind(ty) {
            put!(self, ", i64 {}", self.random.below(5));
        }
        self.done(result);
    }

    pub(super) fn atomic(&mut self) {
        let bits = [8, 16, 32, 64, 128][self.random.below(5)];
        let ty = self.grammar.cx.int(bits);
        let text = self.grammar.text(ty).to_owned();
        let scope = if self.random.once_in(6) { "syncscope(\"singlethread\") " } else { "" };
        let strong = *self.random.pick(&["seq_cst", "monotonic", "acquire", "release", "acq_rel"]);
        match self.random.below(6) {
            0 => {
                let order = *self.random.pick(&["unordered", "monotonic", "acquire", "seq_cst"]);
                let result = self.result(ty);
                put!(self, "load atomic {text}, ptr ");
                self.operand(Type::PTR);
                put!(self, " {scope}{order}, align {}", bits / 8);
                self.done(result);
            }
            1 => {
                let order = *self.random.pick(&["unordered", "monotonic", "release", "seq_cst"]);
                put!(self, "  store atomic ");
                self.typed(ty);
                put!(self, ", ptr ");
                self.operand(Type::PTR);
                put!(self, " {scope}{order}, align {}\n", bits / 8);
            }
            2 => put!(self, "  fence {scope}{}\n", if strong == "monotonic" { "seq_cst" } else { strong }),
            3 => {
                let fail = *self.random.pick(&["seq_cst", "monotonic", "acquire"]);
                let pair = self.grammar.cx.struct_type(&[ty, Type::I1], false);
                let result = self.result(pair);
                put!(self, "cmpxchg {}ptr ", if self.random.once_in(3) { "weak " } else { "" });
                self.operand(Type::PTR);
                put!(self, ", ");
                self.typed(ty);
                put!(self, ", ");
                self.typed(ty);
                put!(self, " {scope}{strong} {fail}");
                self.done(result);
            }
            n => {
                let (op, ty) = match n {
                    4 => (
                        *self.random.pick(&["fadd", "fsub", "fmax", "fmin", "fmaximum", "xchg"]),
                        *self.random.pick(&self.grammar.floats[..5]),
                    ),
                    _ => {
                        let ops = [
                            "xchg",
                            "add",
                            "sub",
                            "and",
                            "nand",
                            "or",
                            "xor",
                            "max",
                            "min",
                            "umax",
                            "umin",
                            "uinc_wrap",
                            "udec_wrap",
                            "usub_cond",
                            "usub_sat",
                        ];
                        (*self.random.pick(&ops), ty)
                    }
                };
                let result = self.result(ty);
                put!(self, "atomicrmw {op} ptr ");
                self.operand(Type::PTR);
                put!(self, ", ");
                self.typed(ty);
                put!(self, " {scope}{strong}");
                self.done(result);
            }
        }
    }

    pub(super) fn vector(&mut self) {
        let vector = self.known_type(|cx, ty| cx.is_vector(ty), Type::I32);
        let Some((element, len, scalable)) = self.grammar.cx.vector_shape(vector) else { return };
        match self.random.below(3) {
            0 => {
                let result = self.result(element);
                put!(self, "extractelement ");
                self.typed(vector);
                put!(self, ", ");
                self.index(len);
                self.done(result);
            }
            1 => {
                let result = self.result(vector);
                put!(self, "insertelement ");
                self.typed(vector);
                put!(self, ", ");
                self.typed(element);
                put!(self, ", ");
                self.index(len);
                self.done(result);
            }
            _ => {
                let result = self.result(vector);
                put!(self, "shufflevector ");
                self.typed(vector);
                put!(self, ", ");
                self.typed(vector);
                if scalable {
                    put!(self, ", <vscale x {len} x i32> zeroinitializer");
                } else {
                    put!(self, ", <{len} x i32> <");
                    for i in 0..len {
                        put!(self, "{}i32 {}", if i > 0 { ", " } else { "" }, self.random.below(2 * len as usize));
                    }
                    put!(self, ">");
                }
                self.done(result);
            }
        }
    }

    pub(super) fn index(&mut self, len: u32) {
        match self.random.once_in(3) {
            true => self.typed(Type::I32),
            false => put!(self, "i32 {}", self.random.below(len as usize)),
        }
    }

    pub(super) fn aggregate(&mut self) {
        let cx = &self.grammar.cx;
        let aggregate = match self.any() {
            Some((ty, _)) if cx.is_aggregate(ty) => ty,
            _ => *self.random.pick(&self.grammar.aggregates),
        };
        let count = match cx.kind(aggregate) {
            TypeKind::Array { len, .. } => *len as usize,
            TypeKind::Struct { fields, .. } => fields.len(),
            _ => 0,
        };
        if count == 0 {
            return;
        }
        let index = self.random.below(count);
        let Some(field) = cx.element_type(aggregate, index as u64) else { return };
        if self.random.once_in(2) {
            let result = self.result(field);
            put!(self, "extractvalue ");
            self.typed(aggregate);
            put!(self, ", {index}");
            self.done(result);
        } else {
            let result = self.result(aggregate);
            put!(self, "insertvalue ");
            self.typed(aggregate);
            put!(self, ", ");
            self.typed(field);
            put!(self, ", {index}");
            self.done(result);
        }
    }
}
