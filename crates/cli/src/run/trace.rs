//! `lindworm run --trace`: prints each executed instruction with its result.

use std::collections::HashMap;
use std::fmt::Write;

use lindworm::interp::{Program, Site, View};
use lindworm::run_report::{Names, function_name};
use lindworm::{Block, Body, Global, Inst, InstData, Type, Value};

/// Makes the lines of a trace.
pub struct Trace {
    program: &'static Program,
    /// The only function of interest, if not all are.
    only: Option<u32>,
    names: Names<'static>,
    /// The instructions as text, once they were asked for.
    texts: HashMap<(u32, Inst), String>,
    /// For each frame, where it is.
    frames: Vec<Frame>,
    out: String,
}

/// Where a function is.
struct Frame {
    function: u32,
    /// The block of the instruction that was shown last.
    block: Option<Block>,
    /// What is being executed.
    pending: Option<Pending>,
}

/// An instruction that was begun.
struct Pending {
    inst: Inst,
    /// The last of its operations that was begun.
    op: u32,
    /// What its operands were, if it has no result.
    operands: Vec<String>,
    /// Whether the instruction was shown already, since it called a function whose instructions came after it.
    shown: bool,
}

/// Deeper calls are indented no further.
const DEEPEST_INDENT: usize = 24;
/// Where results begin, if instructions leave room.
const RESULT_COLUMN: usize = 60;

/// A value, of which a single bit is `true` or `false`.
fn shown(value: &lindworm::interp::Value) -> String {
    match value {
        lindworm::interp::Value::Int(int) if int.width() == 1 => (!int.is_zero()).to_string(),
        value => value.to_string(),
    }
}

impl Trace {
    /// A trace of the function of that name, or of all if it is empty.
    pub fn new(program: &'static Program, function: &str) -> Trace {
        let name = function.strip_prefix('@').unwrap_or(function);
        // A name that matches no function selects nothing.
        let only = (!name.is_empty()).then(|| program.function_named(name.as_bytes()).unwrap_or(u32::MAX));
        let (texts, frames) = (HashMap::new(), Vec::new());
        Trace { program, only, names: Names::default(), texts, frames, out: String::new() }
    }

    /// What is to be shown before an operation: the lines of what ended since the last one.
    pub fn step(&mut self, view: &View) -> &str {
        self.out.clear();
        let (site, depth) = (view.site(), view.depth());
        self.leave(depth);
        let entered = self.frames.len() < depth;
        // The pending call is shown before the instructions of the callee.
        if let Some(frame) = self.frames.last_mut().filter(|_| entered) {
            let function = frame.function;
            if let Some(Pending { inst, shown: shown @ false, .. }) = &mut frame.pending {
                *shown = true;
                let inst = *inst;
                self.line(function, inst, "", None);
            }
        }
        // Several frames may be new: frames older than the trace, or frames of functions that the machine itself called.
        while self.frames.len() < depth {
            self.frames.push(Frame { function: site.function, block: None, pending: None });
            if self.shows(site.function) {
                self.enter(view, site);
            }
        }
        let Some((_, _, inst)) = self.program.instruction(site) else { return &self.out };
        match self.frames.last_mut() {
            // One instruction may consist of several operations.
            Some(Frame { pending: Some(p), .. }) if p.inst == inst && p.op + 1 == site.op => p.op = site.op,
            _ => {
                self.finish(Some(view));
                self.begin(view, site, inst);
            }
        }
        &self.out
    }

    /// What is to be shown at the end: what was begun and did not end.
    pub fn end(&mut self) -> &str {
        self.out.clear();
        self.leave(0);
        &self.out
    }

    fn shows(&self, function: u32) -> bool {
        self.only.is_none_or(|only| only == function)
    }

    /// Leaves frames until so many are left.
    fn leave(&mut self, depth: usize) {
        while self.frames.len() > depth {
            self.finish(None);
            self.frames.pop();
        }
    }

    /// Says which function was entered, and with what.
    fn enter(&mut self, view: &View, site: Site) {
        let mut args = String::new();
        if let Some((_, _, body)) = self.body(site.function) {
            for i in 0..body.args().len() {
                let value = Value::arg(i as u32);
                let name = self.names.operand(self.program, site, value).unwrap_or_default();
                let is = view.value(value).map_or(String::new(), |v| format!(" = {}", shown(&v)));
                let _ = write!(args, "{}{name}{is}", if i > 0 { ", " } else { "" });
            }
        }
        let indent = self.indent();
        let _ = writeln!(self.out, "{indent}{}({args})", function_name(self.program, site.function));
    }

    fn body(&self, function: u32) -> Option<(usize, Global, &'static Body)> {
        let module = self.program.module_of(function)?;
        let global = self.program.global_of(function)?;
        Some((module, global, self.program.modules[module].body(global)?))
    }

    fn begin(&mut self, view: &View, site: Site, inst: Inst) {
        if !self.shows(site.function) {
            return;
        }
        let Some((_, _, body)) = self.body(site.function) else { return };
        let mut operands = Vec::new();
        if body.inst_type(inst) == Type::VOID {
            body.inst(inst).for_each_operand(body.values(), |v| {
                if let Some(is) = view.value(v)
                    && let Some(name) = self.names.operand(self.program, site, v)
                {
                    operands.push(format!("{} = {}", name.rsplit(' ').next().unwrap_or_default(), shown(&is)));
                }
            });
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.pending = Some(Pending { inst, op: site.op, operands, shown: false });
        }
    }

    /// Shows what the innermost frame was executing; its result, if somebody can be asked for that.
    fn finish(&mut self, view: Option<&View>) {
        let Some(frame) = self.frames.last_mut() else { return };
        let function = frame.function;
        let Some(pending) = frame.pending.take() else { return };
        let decided = view.and_then(|view| self.decided(view, function, pending.inst));
        let result = view.and_then(|view| view.value(pending.inst.into()));
        let what = result.map_or_else(|| pending.operands.join(", "), |r| shown(&r));
        if !pending.shown {
            return self.line(function, pending.inst, &what, decided);
        }
        if !what.is_empty() {
            let text = self.text(function, pending.inst);
            let name = text.split_once(" = ").map_or("returned", |(name, _)| name).to_owned();
            let indent = self.indent();
            let _ = writeln!(self.out, "{indent}  {name} = {what}");
        }
    }

    fn indent(&self) -> String {
        let depth = if self.only.is_some() { 1 } else { self.frames.len() };
        "  ".repeat(depth.saturating_sub(1).min(DEEPEST_INDENT))
    }

    /// Shows an instruction; before it the label of its block, if that is another one than before, and the instructions before
    /// it that was computed together with it; of a comparison, what it `decided`.
    fn line(&mut self, function: u32, inst: Inst, what: &str, decided: Option<bool>) {
        let Some((_, _, body)) = self.body(function) else { return };
        let indent = self.indent();
        let block = body.inst_block(inst);
        // A terminator ends the block: the next block gets a label even if it is the same block.
        let now = block.filter(|_| !body.inst(inst).is_terminator());
        let last = self.frames.last_mut().and_then(|f| std::mem::replace(&mut f.block, now));
        if let Some(block) = block.filter(|_| last != block) {
            let label = self.names.label(self.program, function, block);
            let _ = writeln!(self.out, "{indent} {label}:");
        }
        if let Some(before) = body.prev_inst(inst).filter(|&before| self.program.is_computed_by_user(function, before))
        {
            self.instruction(function, before, decided.map_or("", |decided| if decided { "true" } else { "false" }));
        }
        self.instruction(function, inst, what);
    }

    fn instruction(&mut self, function: u32, inst: Inst, what: &str) {
        let indent = self.indent();
        let text = self.text(function, inst).to_owned();
        let room = RESULT_COLUMN.saturating_sub(indent.len() + 2);
        let _ = match what {
            "" => writeln!(self.out, "{indent}  {text}"),
            _ => writeln!(self.out, "{indent}  {text:<room$} ; {what}"),
        };
    }

    /// What the condition of a branch was, as is seen of where control went.
    fn decided(&self, view: &View, function: u32, inst: Inst) -> Option<bool> {
        let (_, _, body) = self.body(function)?;
        let InstData::CondBr { condition, if_true, if_false } = *body.inst(inst) else { return None };
        if condition.as_inst() != body.prev_inst(inst) {
            return None;
        }
        let (_, _, next) = self.program.instruction(view.site())?;
        let to = body.inst_block(next)?;
        match (to == if_true, to == if_false) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }

    /// An instruction without its metadata, which a trace has no room for.
    fn text(&mut self, function: u32, inst: Inst) -> &str {
        let Trace { program, names, texts, .. } = self;
        texts.entry((function, inst)).or_insert_with(|| {
            let text = program.global_of(function).and_then(|g| names.inst(program, function, g, inst));
            let text = text.unwrap_or_default();
            let metadata = text.match_indices(", !").map(|(i, _)| i).find(|&i| !text[i..].contains('"'));
            text[..metadata.unwrap_or(text.len())].to_owned()
        })
    }
}
