//! Analyses of LLVM IR functions (control flow, dominance, cycles, funclets) and modules (call graph, summary).
//!
//! - [`Cfg`]: successors and predecessors of each block, and depth-first orders from the entry.
//! - [`DominatorTree`]: dominance of blocks, edges and definitions.
//! - [`PostDominatorTree`]: post-dominance of blocks.
//! - [`Cycles`]: the cycles, reducible or irreducible, and their nesting.
//! - [`Loops`]: the natural loops, which have a single entry.
//! - [`BlockFrequencies`]: how often blocks run relative to each other.
//! - [`Funclets`] and [`Personality`]: the blocks of separate exception handling routines.
//! - [`AliasAnalysis`]: whether memory accesses overlap.
//! - [`MemorySsa`]: which access wrote the memory that another one reads.
//! - [`InstOrder`]: the order of instructions in a body.
//! - [`Analyses`]: the analyses of a body under edit, computed on request and cached while valid.
//! - [`call_graph_components`]: the strongly connected components of the call graph.
//! - [`module_summary`]: the summary of a module for other modules.
//!
//! Each analysis has `new`; most also have `compute`, which reuses the buffers for one function after another. Each takes
//! (nearly) linear time on functions of any shape unless stated otherwise, and is defined for ill-formed bodies too: blocks
//! without terminators, edges to blocks outside the function.
//!
//! ```
//! use lindworm_analysis::{Cfg, DominatorTree};
//! use lindworm_ir::builder::Builder;
//! use lindworm_ir::{Body, Context, Module, Type, Value};
//!
//! let module = Module::new(&Context::new(), "m");
//! let mut body = Body::new(&[Type::I1]);
//! let [entry, then, done] = [(); 3].map(|()| {
//!     let block = body.create_block();
//!     body.append_block(block);
//!     block
//! });
//! let mut builder = Builder::new(&module, &mut body);
//! builder.at_end(entry).cond_br(Value::arg(0), then, done)?;
//! builder.at_end(then).br(done)?;
//! builder.at_end(done).ret(None)?;
//!
//! let cfg = Cfg::new(&body);
//! assert_eq!(cfg.predecessors(done), [then, entry]);
//! let dominators = DominatorTree::new(&cfg);
//! assert_eq!(dominators.idom(done), Some(entry));
//! assert!(!dominators.dominates(then, done));
//! # Ok::<(), lindworm_ir::builder::BuildError>(())
//! ```

pub mod alias;
pub mod analyses;
mod call_graph;
pub mod cfg;
pub mod cycles;
mod dense_table;
pub mod dominators;
pub mod frequency;
pub mod funclets;
pub mod loops;
pub mod memory_ssa;
pub mod module_summary;
mod nesting;
pub mod order;
pub mod post_dominators;
#[cfg(test)]
mod test_bodies;

pub use alias::{AliasAnalysis, AliasCache};
pub use analyses::{Analyses, Analysis, Preserved};
pub use call_graph::{call_graph_components, components};
pub use cfg::Cfg;
pub use cycles::{Cycle, Cycles};
pub use dominators::DominatorTree;
pub use frequency::{BlockFrequencies, BranchProbabilities};
pub use funclets::{Funclets, Personality};
pub use loops::{Loop, Loops};
pub use memory_ssa::{MemoryAccess, MemorySsa};
pub use order::InstOrder;
pub use post_dominators::PostDominatorTree;
