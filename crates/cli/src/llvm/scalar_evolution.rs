//! `print<scalar-evolution>`: the expressions of values, and the numbers of iterations of loops.

use std::fmt::Write;

use lindworm::analysis::{Cfg, DominatorTree, Loop, Loops};
use lindworm::ir::eval::ConstantRange;
use lindworm::ir::hash::HashMap;
use lindworm::ir::uses::Uses;
use lindworm::passes::{
    Assumption, BackedgeTaken, Conditions, Disposition, ExitCount, Names, PassOptions, Query, ScalarEvolution, Scev,
};
use lindworm::text::MessageWriter;
use lindworm::{Global, Inst, InstData, Module, Type, Value};

/// The names of a function's values.
struct Writer<'w, 'm> {
    writer: &'w mut MessageWriter<'m>,
    function: Global,
}

impl Names for Writer<'_, '_> {
    fn value(&mut self, out: &mut String, value: Value) {
        let mut text = Vec::new();
        self.writer.operand(&mut text, Some(self.function), value);
        let text = String::from_utf8_lossy(&text);
        let mut ty = String::new();
        let module = self.writer.module();
        match value.as_block() {
            Some(_) => ty += "label",
            None => self.ty(&mut ty, module.value_type(module.body(self.function), value)),
        }
        *out += text.strip_prefix(&ty).unwrap_or(&text).trim_start();
    }

    fn ty(&mut self, out: &mut String, ty: Type) {
        let mut text = Vec::new();
        self.writer.ty(&mut text, ty);
        *out += String::from_utf8_lossy(&text).trim_start();
    }
}

/// The printer of one function.
struct Printer<'p, 'a, 'w, 'm> {
    scev: ScalarEvolution<'a>,
    loops: &'a Loops,
    names: Writer<'w, 'm>,
    out: &'p mut String,
    /// The loops nested in each loop, in order.
    inner: HashMap<Option<Loop>, Vec<Loop>>,
}

/// Writes the scalar evolution of a function.
pub fn print(
    module: &Module,
    function: Global,
    writer: &mut MessageWriter<'_>,
    options: &PassOptions,
    out: &mut String,
) {
    let Some(body) = module.body(function) else { return };
    let cfg = Cfg::new(body);
    let dominators = DominatorTree::new(&cfg);
    let loops = Loops::new(&cfg, &dominators);
    let uses = Uses::new(body);
    let conditions = Conditions::of_body(module, body, false);
    let query =
        Query { can_use_undef: false, conditions: Some(&conditions), ..Query::of_body(module, function, body, &uses) };
    let mut scev = ScalarEvolution::new(query, &cfg, &dominators, &loops);
    if let Some(count) = options.number("scalar-evolution-max-iterations") {
        scev.max_executed = count;
    }
    let limits = &mut scev.limits;
    for (name, limit) in [
        ("scalar-evolution-max-arith-depth", &mut limits.arith_depth),
        ("scalar-evolution-max-cast-depth", &mut limits.cast_depth),
        ("scev-addops-inline-threshold", &mut limits.addends),
        ("scev-mulops-inline-threshold", &mut limits.factors),
    ] {
        *limit = options.number(name).unwrap_or(*limit);
    }
    let name = String::from_utf8_lossy(module[function].name()).into_owned();
    *out += &format!("Printing analysis 'Scalar Evolution Analysis' for function '{name}':\n");
    let mut inner: HashMap<Option<Loop>, Vec<Loop>> = HashMap::default();
    loops.iter().for_each(|one| inner.entry(loops.parent(one)).or_default().push(one));
    let names = Writer { writer, function };
    let mut printer = Printer { scev, loops: &loops, names, out, inner };
    let mut text = String::new();
    printer.names.value(&mut text, function.into());
    if options.flag("scalar-evolution-classify-expressions") != Some(false) {
        *printer.out += &format!("Classifying expressions for: {text}\n");
        let insts = body.blocks().flat_map(|block| body.insts(block));
        for inst in insts.collect::<Vec<Inst>>() {
            let cx = module.context();
            let ty = body.inst_type(inst);
            let has_expression = cx.is_int(ty) || cx.is_pointer(ty);
            if has_expression && !matches!(body.inst(inst), InstData::ICmp { .. } | InstData::FCmp { .. }) {
                let block = body.inst_block(inst);
                printer.value(inst, block.and_then(|block| loops.loop_of(block)));
            }
        }
    }
    *printer.out += &format!("Determining loop execution counts for: {text}\n");
    for one in printer.inner.get(&None).cloned().unwrap_or_default().into_iter().rev() {
        printer.counts(one);
    }
}

impl Printer<'_, '_, '_, '_> {
    fn expression(&mut self, s: Scev) {
        self.scev.write(self.out, &mut self.names, s);
    }

    fn with_ranges(&mut self, s: Scev) {
        self.expression(s);
        for (name, is_signed) in [(" U: ", false), (" S: ", true)] {
            *self.out += name;
            let range = self.scev.range(s, is_signed);
            self.range(&range);
        }
    }

    fn range(&mut self, range: &ConstantRange) {
        _ = match () {
            _ if range.is_full() => write!(self.out, "full-set"),
            _ if range.is_empty() => write!(self.out, "empty-set"),
            _ => write!(self.out, "[{},{})", range.lower(), range.upper()),
        };
    }

    fn value(&mut self, inst: Inst, of: Option<Loop>) {
        let mut text = Vec::new();
        let function = self.names.function;
        self.names.writer.value(&mut text, Some(function), inst.into());
        *self.out += &String::from_utf8_lossy(&text);
        *self.out += "  -->  ";
        let s = self.scev.of(inst.into());
        self.with_ranges(s);
        let at_use = self.scev.at_scope(s, of);
        if at_use != s {
            *self.out += "  -->  ";
            self.with_ranges(at_use);
        }
        if let Some(of) = of {
            *self.out += "\t\tExits: ";
            let parent = self.loops.parent(of);
            let last = self.scev.at_scope(s, parent);
            match self.scev.is_invariant(last, of) {
                true => self.expression(last),
                false => *self.out += "<<Unknown>>",
            }
            let mut all: Vec<Loop> = std::iter::successors(Some(of), |&one| self.loops.parent(one)).collect();
            let mut nested: Vec<Loop> = self.inner.get(&Some(of)).cloned().unwrap_or_default();
            nested.reverse();
            while let Some(one) = nested.pop() {
                all.push(one);
                nested.extend(self.inner.get(&Some(one)).into_iter().flatten().rev());
            }
            *self.out += "\t\tLoopDispositions: { ";
            for (i, one) in all.into_iter().enumerate() {
                *self.out += if i > 0 { ", " } else { "" };
                self.names.value(self.out, self.loops.header(one).into());
                *self.out += match self.scev.disposition(s, one) {
                    Disposition::Variant => ": Variant",
                    Disposition::Invariant => ": Invariant",
                    Disposition::Computable => ": Computable",
                };
            }
            *self.out += " }";
        }
        *self.out += "\n";
    }

    /// A count, with its type if it is a constant.
    fn count(&mut self, s: Option<Scev>) {
        match s {
            None => *self.out += "***COULDNOTCOMPUTE***",
            Some(s) => {
                if let Some(ty) = self.scev.constant_type(s) {
                    self.names.ty(self.out, ty);
                    *self.out += " ";
                }
                self.expression(s);
            }
        }
    }

    fn start_line(&mut self, of: Loop) {
        *self.out += "Loop ";
        self.names.value(self.out, self.loops.header(of).into());
        *self.out += ": ";
    }

    /// The numbers of iterations of a loop, after those of the loops nested in it.
    fn counts(&mut self, of: Loop) {
        // Loops are printed without recursion: the nesting is not bounded.
        let mut order = Vec::new();
        let mut pending = vec![of];
        while let Some(one) = pending.pop() {
            order.push(one);
            pending.extend(self.inner.get(&Some(one)).into_iter().flatten());
        }
        for one in order.into_iter().rev() {
            self.counts_of(one);
        }
    }

    fn counts_of(&mut self, of: Loop) {
        let taken = self.scev.backedge_taken(of);
        let is_single = taken.exits.len() == 1;
        self.start_line(of);
        *self.out += if is_single { "" } else { "<multiple exits> " };
        match taken.whole.exact {
            Some(exact) => {
                *self.out += "backedge-taken count is ";
                self.count(Some(exact));
            }
            None => *self.out += "Unpredictable backedge-taken count.",
        }
        *self.out += "\n";
        let assumed = self.scev.backedge_taken_if(of);
        self.exit_counts("exit count", &taken, &assumed, |count| count.exact);
        let suffix = match taken.whole.is_max_or_zero {
            true => ", actual taken count either this or zero.",
            false => "",
        };
        for (what, count) in [("constant", taken.whole.constant_max), ("symbolic", taken.whole.symbolic_max)] {
            self.start_line(of);
            match count {
                Some(count) => {
                    *self.out += &format!("{what} max backedge-taken count is ");
                    self.count(Some(count));
                    *self.out += suffix;
                }
                None => *self.out += &format!("Unpredictable {what} max backedge-taken count. "),
            }
            *self.out += "\n";
        }
        self.exit_counts("symbolic max exit count", &taken, &assumed, |count| count.symbolic_max);
        self.assumed_count("backedge-taken count", of, &taken, &assumed, |count| count.exact);
        self.assumed_count("constant max backedge-taken count", of, &taken, &assumed, |count| count.constant_max);
        self.assumed_count("symbolic max backedge-taken count", of, &taken, &assumed, |count| count.symbolic_max);
        if taken.whole.exact.is_some() {
            self.start_line(of);
            let multiple = self.scev.trip_multiple(of);
            *self.out += &format!("Trip multiple is {multiple}\n");
        }
    }

    /// The counts of each exit of a loop with several; those under assumptions where there are no others.
    fn exit_counts(
        &mut self,
        what: &str,
        taken: &BackedgeTaken,
        assumed: &BackedgeTaken,
        count: fn(&ExitCount) -> Option<Scev>,
    ) {
        if taken.exits.len() < 2 {
            return;
        }
        for (i, (block, own)) in taken.exits.iter().enumerate() {
            let module = self.names.writer.module();
            let name = module.body(self.names.function).map(|body| body.name((*block).into()).to_vec());
            let name = String::from_utf8_lossy(&name.unwrap_or_default()).into_owned();
            *self.out += &format!("  {what} for {name}: ");
            self.count(count(own));
            if let (None, Some(if_assumed)) = (count(own), count(&assumed.exits[i].1)) {
                *self.out += &format!("\n  predicated {what} for {name}: ");
                self.count(Some(if_assumed));
                *self.out += "\n   Predicates:\n";
                self.assumptions(&assumed.assumptions[i]);
            }
            *self.out += "\n";
        }
    }

    /// A count of the loop under assumptions, if it is not the count without.
    fn assumed_count(
        &mut self,
        what: &str,
        of: Loop,
        taken: &BackedgeTaken,
        assumed: &BackedgeTaken,
        count: fn(&ExitCount) -> Option<Scev>,
    ) {
        let if_assumed = count(&assumed.whole);
        if if_assumed.is_none() || if_assumed == count(&taken.whole) {
            return;
        }
        self.start_line(of);
        *self.out += &format!("Predicated {what} is ");
        self.count(if_assumed);
        *self.out += "\n Predicates:\n";
        for ((_, exit), assumptions) in assumed.exits.iter().zip(&assumed.assumptions) {
            if count(exit).is_some() {
                self.assumptions(assumptions);
            }
        }
    }

    fn assumptions(&mut self, assumptions: &[Assumption]) {
        for &assumption in assumptions {
            *self.out += "    ";
            match assumption {
                Assumption::NoWrap { recurrence, is_signed } => {
                    self.expression(recurrence);
                    *self.out += if is_signed { " Added Flags: <nssw>\n" } else { " Added Flags: <nusw>\n" };
                }
                Assumption::Equal(a, b) => {
                    *self.out += "Equal predicate: ";
                    self.expression(a);
                    *self.out += " == ";
                    self.expression(b);
                    *self.out += "\n";
                }
            }
        }
    }
}
