//! `aggressive-instcombine`: replaces patterns of many instructions, which `instcombine` does not look for.
//!
//! First, expressions whose result is truncated are computed in a narrower type ([trunc](self::trunc)). Then each instruction is
//! compared with the patterns, uses before definitions; at the end, what is no longer used is removed.

mod bits;
mod loads;
mod strings;
mod trunc;

use std::sync::Arc;

use lindworm_analysis::DominatorTree;
use lindworm_analysis::alias::AliasRules;
use lindworm_ir::{Block, Inst, Module, Type, Value};

use crate::inst_simplify::InstSimplify;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::table::PassOptions;
use crate::value_tracking::Query;

/// Combines instructions by patterns that are large or rare.
pub struct AggressiveInstCombine {
    /// The greatest number of instructions between two loads: `-aggressive-instcombine-max-scan-instrs`.
    pub max_scanned: usize,
    /// The greatest length of a string with which another is compared in place: `-strncmp-inline-threshold`.
    pub max_compared: u64,
    /// The greatest length of a string that is searched in place: `-memchr-inline-threshold`.
    pub max_searched: u64,
    /// The rules of alias analysis.
    pub alias_rules: AliasRules,
}

impl AggressiveInstCombine {
    pub(crate) fn new(options: &PassOptions) -> AggressiveInstCombine {
        let number = |name, default| options.number(name).unwrap_or(default);
        AggressiveInstCombine {
            max_scanned: number("aggressive-instcombine-max-scan-instrs", 64) as usize,
            max_compared: number("strncmp-inline-threshold", 3).into(),
            max_searched: number("memchr-inline-threshold", 3).into(),
            alias_rules: options.alias_rules,
        }
    }
}

impl FunctionPass for AggressiveInstCombine {
    fn name(&self) -> &'static str {
        "aggressive-instcombine"
    }

    fn class(&self) -> &'static str {
        "AggressiveInstCombinePass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let dominators = f.analyses.get::<DominatorTree>(&f.editor);
        trunc::narrow(f, &dominators);
        let blocks: Vec<Block> = f.editor.body().blocks().filter(|&block| dominators.is_reachable(block)).collect();
        let mut finder = Finder { pass: self, f, dominators };
        let mut is_changed = false;
        for block in blocks {
            let insts: Vec<Inst> = finder.f.editor.body().insts(block).collect();
            for &inst in insts.iter().rev() {
                is_changed |= finder.visit(inst);
            }
        }
        if is_changed {
            InstSimplify.run(f);
        }
    }
}

/// Looks for patterns in a function.
struct Finder<'p, 'f, 'a, 'm> {
    pass: &'p AggressiveInstCombine,
    f: &'f mut FunctionEdit<'a, 'm>,
    dominators: Arc<DominatorTree>,
}

impl Finder<'_, '_, '_, '_> {
    fn visit(&mut self, inst: Inst) -> bool {
        let found = self
            .masked_bits(inst)
            .or_else(|| self.guarded_funnel_shift(inst))
            .or_else(|| self.population_count(inst))
            .or_else(|| self.or_of_shifted(inst))
            .or_else(|| self.trailing_zeros_table(inst))
            .or_else(|| self.consecutive_loads(inst))
            .or_else(|| self.patterned_load(inst));
        match found {
            Some(value) => {
                self.f.editor.replace_all(inst.into(), value);
                true
            }
            None => {
                self.square_root(inst).is_some()
                    || self.compare_string(inst).is_some()
                    || self.search_string(inst).is_some()
            }
        }
    }

    fn query(&self) -> Query<'_> {
        let function = self.f.additions.function();
        Query { dominators: Some(&self.dominators), ..Query::new(&self.f.editor, function) }
    }

    /// Calls an intrinsic with one overloaded type before an instruction.
    fn call_intrinsic(&mut self, at: Inst, name: &str, ty: Type, args: &[Value]) -> Option<Value> {
        let callee = self.f.additions.intrinsic(name, &[ty]).ok()?;
        Some(self.f.editor.build_before(at, |b| b.call_function(callee, args)).ok()?.into())
    }
}

/// The integer widths that the target has in registers, as far as it is known.
fn native_widths(module: &Module) -> &'static [u32] {
    let architecture = module.triple().split(|&c| c == b'-').next().unwrap_or_default();
    match architecture {
        b"x86_64" => &[8, 16, 32, 64],
        b"i386" | b"i486" | b"i586" | b"i686" => &[8, 16, 32],
        b"aarch64" | b"aarch64_be" | b"arm64" => &[32, 64],
        _ => &[],
    }
}
