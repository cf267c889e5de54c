//! Inspection of LLVM IR modules.
//!
//! - [`stats`]: counts of the contents of a module.
//! - [`callers`]: the uses of a symbol.
//! - [`diff`]: the differences of two modules.
//! - [`pattern`]: instructions that match a pattern, such as `%_ = add nsw i32 _, 1`.
//! - [`excerpt`]: selected globals with the declarations they need.
//! - [`graph`]: control flow, dominance, loops and calls as graphs; [`svg`] draws them, with [`layout`]; [`dot`] writes them for
//!   Graphviz.
//! - [`glob`]: names with wildcards.
//!
//! ```
//! use lindworm_inspect::pattern::Pattern;
//!
//! let pattern = Pattern::new("call @memcpy(_, _, ...)")?;
//! assert!(pattern.matches(b"%1 = tail call ptr @memcpy(ptr noundef %a, ptr %b, i64 8) #3, !dbg !7"));
//! assert!(!pattern.matches(b"%1 = tail call ptr @memmove(ptr %a, ptr %b, i64 8)"));
//! # Ok::<(), lindworm_inspect::pattern::PatternError>(())
//! ```

pub mod callers;
pub mod diff;
pub mod dot;
pub mod excerpt;
pub mod glob;
pub mod graph;
pub mod layout;
pub mod pattern;
mod reach;
pub mod stats;
pub mod svg;
