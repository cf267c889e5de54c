//! Transformations of LLVM IR.
//!
//! A [`FunctionPass`] changes one function through an [`Editor`](lindworm_ir::editor::Editor) and has access to its
//! [`Analyses`](lindworm_analysis::Analyses). A [`ModulePass`] changes a module. [`Pipeline`] parses LLVM's textual pipelines:
//! `function(mem2reg,dce),strip`. Function passes run in parallel on all cores, with a deterministic result.
//!
//! ```
//! use lindworm_ir::{Context, Module};
//! use lindworm_passes::Pipeline;
//!
//! let text = b"define i32 @f(i32 %x) {
//!   %p = alloca i32
//!   store i32 %x, ptr %p
//!   %y = load i32, ptr %p
//!   ret i32 %y
//! }";
//! let mut module = lindworm_text::read(&Context::new(), "m", text, &Default::default()).unwrap().module;
//! Pipeline::parse("mem2reg")?.run(&mut module);
//! assert!(String::from_utf8(lindworm_text::to_bytes(&module)).unwrap().contains("{\n  ret i32 %x\n}"));
//! # Ok::<(), String>(())
//! ```
//!
//! A custom pass is a type that implements one of the pass traits:
//!
//! ```
//! use lindworm_ir::{InstData, Module};
//! use lindworm_passes::{FunctionEdit, FunctionPass, run_on_functions};
//!
//! /// Removes each `freeze`.
//! struct Thaw;
//!
//! impl FunctionPass for Thaw {
//!     fn name(&self) -> &'static str {
//!         "thaw"
//!     }
//!
//!     fn run(&self, f: &mut FunctionEdit<'_, '_>) {
//!         for inst in f.editor.insts() {
//!             if let InstData::Freeze { value } = *f.editor.body().inst(inst) {
//!                 f.editor.replace_all(inst.into(), value);
//!                 f.editor.erase(inst);
//!             }
//!         }
//!     }
//! }
//!
//! fn thaw(module: &mut Module) {
//!     run_on_functions(module, &[Box::new(Thaw)]);
//! }
//! ```

mod adce;
mod aggressive_inst_combine;
mod arg_promotion;
mod bdce;
mod bodies;
mod branch_weights;
mod break_crit_edges;
mod call_site;
mod called_value_propagation;
mod combine;
mod conditions;
mod constant_merge;
mod constraint_elimination;
mod coroutines;
mod correlated_propagation;
mod dce;
mod dead_arg_elim;
mod dead_globals;
mod debug_counter;
mod debug_values;
mod debugify;
mod default_pipeline;
mod demanded_bits;
mod div_rem_pairs;
mod dse;
mod early_cse;
mod edges;
mod edited;
mod effects;
mod elim_avail_extern;
mod erase;
mod expand_memcmp;
mod float2int;
mod force_attrs;
mod fp_class;
mod function_attrs;
mod global_dce;
mod global_opt;
mod gvn;
mod ind_vars;
mod infer_attrs;
mod inline;
mod inst_combine;
mod inst_simplify;
mod internalize;
mod intrinsic_ranges;
mod jump_threading;
mod known_bits;
mod lattice;
mod lazy_value_info;
mod lcssa;
mod licm;
mod loop_deletion;
mod loop_form;
mod loop_id;
mod loop_idiom;
mod loop_inst_simplify;
mod loop_passes;
mod loop_rotate;
mod loop_simplify;
mod loop_simplify_cfg;
mod loop_unroll;
mod lower_atomic;
mod lower_constant_intrinsics;
mod lower_expect;
mod lower_switch;
mod lto;
mod mem2reg;
mod mem_cpy_opt;
mod memory_calls;
mod merge_icmps;
mod merged_location;
mod mldst_motion;
mod no_op;
mod pass;
mod pipeline;
mod poison;
mod promote;
mod reassociate;
mod redundant_dbg;
mod references;
mod reg2mem;
mod salvage;
mod scalar_evolution;
mod sccp;
mod sign_bits;
mod simple_loop_unswitch;
mod simplify;
mod simplify_cfg;
mod sink;
mod speculation;
mod speculative_execution;
mod sroa;
mod ssa;
mod strip;
mod table;
mod tail_call_elim;
mod value_numbers;
mod value_tracking;

pub use adce::Adce;
pub use aggressive_inst_combine::AggressiveInstCombine;
pub use arg_promotion::ArgPromotion;
pub use bdce::Bdce;
pub use break_crit_edges::BreakCriticalEdges;
pub use called_value_propagation::CalledValuePropagation;
pub use conditions::Conditions;
pub use constant_merge::ConstantMerge;
pub use constraint_elimination::ConstraintElimination;
pub use coroutines::{CoroAnnotationElide, CoroCleanup, CoroEarly, CoroElide, CoroSplit};
pub use correlated_propagation::CorrelatedPropagation;
pub use dce::Dce;
pub use dead_arg_elim::DeadArgElim;
pub use dead_globals::{StripDeadDebugInfo, StripDeadPrototypes};
pub use debug_counter::DebugCounter;
pub use debugify::Debugify;
pub use default_pipeline::ExtensionPoint;
pub use demanded_bits::DemandedBits;
pub use div_rem_pairs::DivRemPairs;
pub use dse::DeadStores;
pub use early_cse::EarlyCse;
pub use effects::is_trivially_dead;
pub use elim_avail_extern::EliminateAvailableExternally;
pub use expand_memcmp::ExpandMemcmp;
pub use float2int::Float2Int;
pub use force_attrs::ForceAttrs;
pub use function_attrs::{FunctionAttrs, NoRecurseLtoInference, RpoFunctionAttrs};
pub use global_dce::GlobalDce;
pub use global_opt::GlobalOpt;
pub use gvn::Gvn;
pub use ind_vars::IndVars;
pub use infer_attrs::InferAttrs;
pub use inline::{AlwaysInline, Inline, InlineOptions, ModuleInline};
pub use inst_combine::InstCombine;
pub use inst_simplify::InstSimplify;
pub use internalize::Internalize;
pub use jump_threading::JumpThreading;
pub use known_bits::{KnownBits, KnownBitsMemo};
pub use lazy_value_info::{LatticeState, LatticeValue, lattice_values};
pub use lcssa::Lcssa;
pub use licm::{Licm, LoopSink};
pub use loop_deletion::LoopDeletion;
pub use loop_idiom::LoopIdiom;
pub use loop_inst_simplify::LoopInstSimplify;
pub use loop_rotate::LoopRotate;
pub use loop_simplify::LoopSimplify;
pub use loop_simplify_cfg::LoopSimplifyCfg;
pub use loop_unroll::LoopUnroll;
pub use lower_atomic::LowerAtomic;
pub use lower_constant_intrinsics::LowerConstantIntrinsics;
pub use lower_expect::LowerExpect;
pub use lower_switch::LowerSwitch;
pub use lto::{NameAnonymousGlobals, name_anonymous_globals, needs_split, promote_type_ids, unique_id};
pub use mem_cpy_opt::MemCpyOpt;
pub use mem2reg::Mem2Reg;
pub use merge_icmps::MergeIcmps;
pub use merged_location::merged_location;
pub use mldst_motion::MergedLoadStoreMotion;
pub use pass::{
    CgsccPass, Component, Components, FunctionEdit, FunctionPass, LoopPass, ModulePass, is_optnone, run_on_functions,
    run_on_these,
};
pub use pipeline::{
    AnalysisStep, AnalysisUse, CallGraphPrinter, ComponentStep, ComponentSteps, FunctionPrinter, FunctionStep,
    FunctionSteps, Grain, Host, Level, LoopStep, LoopSteps, PassKind, PassRun, Pipeline, Printer, Step, TreeKind, Unit,
};
pub use promote::{is_promotable, promote};
pub use reassociate::Reassociate;
pub use redundant_dbg::RedundantDebugRecords;
pub use references::References;
pub use reg2mem::Reg2Mem;
pub use salvage::DebugUsers;
pub use scalar_evolution::{Assumption, BackedgeTaken, Disposition, ExitCount, Limits, Names, ScalarEvolution, Scev};
pub use sccp::{IpSccp, Sccp};
pub use simple_loop_unswitch::SimpleLoopUnswitch;
pub use simplify_cfg::{SimplifyCfg, Switch};
pub use sink::Sink;
pub use speculative_execution::SpeculativeExecution;
pub use sroa::Sroa;
pub use strip::{Strip, StripNondebug};
pub use table::PassOptions;
pub use tail_call_elim::TailCallElim;
pub use value_tracking::{Query, is_guaranteed_not_poison};

/// The kind of a predefined metadata attachment, looked up when the crate is compiled.
macro_rules! known {
    ($name:literal) => {
        const {
            match lindworm_ir::context::MetadataKind::fixed($name) {
                Some(kind) => kind,
                None => panic!("no context knows this kind"),
            }
        }
    };
}
pub(crate) use known;

const DEREFERENCEABLE: lindworm_ir::context::MetadataKind = known!(b"dereferenceable");
const NON_NULL: lindworm_ir::context::MetadataKind = known!(b"nonnull");
const ALIGN: lindworm_ir::context::MetadataKind = known!(b"align");
const RANGE: lindworm_ir::context::MetadataKind = known!(b"range");
const LOOP: lindworm_ir::context::MetadataKind = known!(b"llvm.loop");
const NO_UNDEF: lindworm_ir::context::MetadataKind = known!(b"noundef");
