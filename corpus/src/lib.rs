//! Maps over corpora of LLVM IR: what each module gives is a row, or several, of an Arrow table.
//!
//! [`Map`] says what is computed, [`table()`] computes it for modules in memory, and [`run::run`] for directories, archives and Parquet
//! files of any size. The tables of Ray, Spark and Dask are made by [`table()`] too, by way of Python.

pub mod command;
pub mod features;
mod heap;
pub mod inputs;
pub mod map;
pub mod run;
pub mod table;

pub use map::{Map, Source, table};
