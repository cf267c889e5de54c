//! What is known about a function of LLVM IR: control flow, dominance, cycles, funclets; and about a module: its summary.
//!
//! - [`Cfg`]: successors and predecessors of each block, and the orders of a walk from the entry.
//! - [`DominatorTree`]: which block, edge or definition is on every way to which place.
//! - [`PostDominatorTree`]: which block is on every way on from which.
//! - [`Cycles`]: the loops, with one entry or several, and how they are nested.
//! - [`Loops`]: the natural loops, which have one entry.
//! - [`BlockFrequencies`]: how often a block runs, compared with others.
//! - [`Funclets`] and [`Personality`]: which blocks become a routine of their own that handles exceptions.
//! - [`InstOrder`]: which of two instructions of a block comes first.
//! - [`Analyses`]: the above of a body that is being changed, each computed when it is asked for and kept as long as it is true.
//! - [`call_graph_components`]: the functions that call each other.
//! - [`module_summary`]: what other modules are told of a module.
//!
//! Each has `new`; most have `compute` too, to use the same buffers for one function after another. Each takes linear time, or
//! nearly, on functions of any shape unless it says otherwise, and holds for ill-formed bodies too: blocks without terminators,
//! edges to blocks that are not in the function.
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

pub mod analyses;
mod call_graph;
pub mod cfg;
pub mod cycles;
mod dense_table;
pub mod dominators;
pub mod frequency;
pub mod funclets;
pub mod loops;
pub mod module_summary;
mod nesting;
pub mod order;
pub mod post_dominators;
#[cfg(test)]
mod test_bodies;

pub use analyses::{Analyses, Analysis, Preserved};
pub use call_graph::call_graph_components;
pub use cfg::Cfg;
pub use cycles::{Cycle, Cycles};
pub use dominators::DominatorTree;
pub use frequency::BlockFrequencies;
pub use funclets::{Funclets, Personality};
pub use loops::{Loop, Loops};
pub use order::InstOrder;
pub use post_dominators::PostDominatorTree;
