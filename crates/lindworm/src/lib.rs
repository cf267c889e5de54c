//! LLVM IR without LLVM: read, transform, verify, run and print it.
//!
//! [`read`] reads the text of LLVM 3.0 to 22 and returns a [`Module`]: an owned value that can be sent to another thread
//! and shared between threads. [`write()`] prints it byte for byte as LLVM 22's `opt -S` does.
//!
//! ```
//! use lindworm::{Context, ReadOptions, read, to_bytes};
//!
//! let source = b"define i32* @f(i32* %p) { ret i32* %p }";
//! let module = read(&Context::new(), "f.ll", source, &ReadOptions::default()).unwrap().module;
//! assert!(to_bytes(&module).ends_with(b"define ptr @f(ptr %p) {\n  ret ptr %p\n}\n"));
//! ```
//!
//! [`read_any`] also reads bitcode, from LLVM 3.0 on; [`bitcode::write`](bitcode::write()) writes it.
//!
//! # Errors and their locations
//!
//! The first error is the one that LLVM reports, with LLVM's wording and location; all further errors of the text follow.
//!
//! ```
//! use lindworm::{Context, ReadOptions, read};
//!
//! let source = b"define void @f() {\n  %x = add i32 1, true\n  ret void\n}\n";
//! let Err(errors) = read(&Context::new(), "f.ll", source, &ReadOptions::default()) else { panic!() };
//! assert_eq!(errors[0].line_and_column(source), (2, 19));
//! assert_eq!(errors[0].message, "constant expression type mismatch: got type 'i1' but expected 'i32'");
//! ```
//!
//! # Traversal
//!
//! A module lists its globals. A function has a [`Body`]: blocks of instructions in order, each an [`InstData`] to match
//! on.
//!
//! ```
//! use lindworm::{Context, InstData, ReadOptions, read};
//!
//! let source = b"declare void @g()\ndefine void @f() {\n  call void @g()\n  ret void\n}\n";
//! let module = read(&Context::new(), "f.ll", source, &ReadOptions::default()).unwrap().module;
//! let mut callees = Vec::new();
//! for &function in module.functions() {
//!     let Some(body) = module.body(function) else { continue };
//!     for inst in body.blocks().flat_map(|block| body.insts(block)) {
//!         if let InstData::Call { call, .. } = body.inst(inst)
//!             && let Some(callee) = call.callee.as_global()
//!         {
//!             callees.push(module[callee].name());
//!         }
//!     }
//! }
//! assert_eq!(callees, [b"g"]);
//! ```
//!
//! # Transformation
//!
//! Bodies are changed in place. This example turns every addition into a subtraction, and renames the function.
//!
//! ```
//! use lindworm::{BinaryOp, Context, InstData, ReadOptions, read, to_bytes};
//!
//! let source = b"define i32 @f(i32 %a, i32 %b) {\n  %x = add i32 %a, %b\n  ret i32 %x\n}\n";
//! let mut module = read(&Context::new(), "f.ll", source, &ReadOptions::default()).unwrap().module;
//! let f = module.global_named(b"f").unwrap();
//! let body = module[f].as_function_mut().unwrap().body.as_mut().unwrap();
//! let insts: Vec<_> = body.blocks().flat_map(|block| body.insts(block)).collect();
//! for inst in insts {
//!     if let InstData::Binary { op: op @ BinaryOp::Add, .. } = body.inst_mut(inst) {
//!         *op = BinaryOp::Sub;
//!     }
//! }
//! module.set_global_name(f, b"difference");
//! let text = String::from_utf8(to_bytes(&module)).unwrap();
//! assert!(text.contains("define i32 @difference(i32 %a, i32 %b) {\n  %x = sub i32 %a, %b\n"));
//! ```
//!
//! # Construction
//!
//! A [`Builder`] inserts instructions at a position, folds constants, and returns an error for operands of invalid types.
//! Debug info is built with [`ir::di_builder`]. `docs/llvm-classes.md` lists the counterparts of LLVM's classes.
//!
//! ```
//! use lindworm::{BinaryOp, BuildError, Context, Module, Type, Value, to_bytes};
//!
//! let mut module = Module::new(&Context::new(), "built");
//! let ty = module.context().function_type(Type::I32, &[Type::I32], false);
//! let function = module.add_function(b"triple", ty);
//! module.build_body(function, |b| {
//!     let entry = b.append_block("");
//!     b.at_end(entry);
//!     let three = b.int(Type::I32, 3);
//!     let product = b.named("product").binary(BinaryOp::Mul, Value::arg(0), three)?;
//!     b.ret(Some(product))?;
//!     assert!(b.binary(BinaryOp::FMul, product, three).is_err());
//!     Ok::<(), BuildError>(())
//! })?;
//! let text = String::from_utf8(to_bytes(&module)).unwrap();
//! assert!(text.ends_with("define i32 @triple(i32 %0) {\n  %product = mul i32 %0, 3\n  ret i32 %product\n}\n"), "{text}");
//! # Ok::<(), BuildError>(())
//! ```
//!
//! # Verification
//!
//! A module that can be read may still violate rules of the language. [`verify()`] finds every violation, with LLVM's
//! message; each has a [`Rule`] with a code, a reason and examples.
//!
//! ```
//! use lindworm::{Context, ReadOptions, read, verify};
//!
//! let source = b"define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 1, 1\n  ret i32 %x\n}\n";
//! let module = read(&Context::new(), "f.ll", source, &ReadOptions::default()).unwrap().module;
//! let report = verify(&module);
//! assert_eq!(report.findings.len(), 1);
//! assert_eq!(report.findings[0].message, b"Instruction does not dominate all uses!");
//! assert_eq!(report.findings[0].rule.code, "LW0464");
//! ```
//!
//! # Execution
//!
//! A [`Machine`](interp::Machine) runs a valid module and stops at the first undefined behaviour. Functions of the C
//! library are built in; the feature `host` enables calls into other libraries.
//!
//! ```
//! use lindworm::interp::{Machine, Options, Stop, Value};
//! use lindworm::{Context, ReadOptions, read};
//!
//! let source = b"define i32 @at(ptr %p, i32 %i) {\n  %q = getelementptr i32, ptr %p, i32 %i\n  %x = load i32, ptr %q\n  \
//!     ret i32 %x\n}\n";
//! let module = read(&Context::new(), "f.ll", source, &ReadOptions::default()).unwrap().module;
//! let mut machine = Machine::new(vec![module], Options::default())?;
//! let numbers = machine.allocate(8, 4)?;
//! machine.write(numbers, &[1, 0, 0, 0, 2, 0, 0, 0])?;
//! assert_eq!(machine.call("at", &[numbers.into(), Value::from(1)])?, Some(Value::from(2)));
//! let Err(Stop::Report(report)) = machine.call("at", &[numbers.into(), Value::from(2)]) else { panic!() };
//! assert_eq!(report.message, "load of 4 bytes at offset 8 of an object of 8 bytes");
//! # Ok::<(), Stop>(())
//! ```
//!
//! [`run_report::ReportWriter`] writes a report with source lines, as `lindworm run` does.
//!
//! # Formatting
//!
//! [`DisplayIn`] formats a handle in LLVM's syntax, given its module; [`Type::display`] only needs the [`Context`].
//!
//! ```
//! use lindworm::{Context, DisplayIn, ReadOptions, read};
//!
//! let source = b"define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n";
//! let module = read(&Context::new(), "f.ll", source, &ReadOptions::default())?.module;
//! let f = module.functions()[0];
//! let body = module.body(f).unwrap();
//! let lines: Vec<String> = body
//!     .blocks()
//!     .flat_map(|block| body.insts(block))
//!     .map(|inst| format!("{} gives {}", inst.display(&module).in_function(f), body.inst_type(inst).display(module.context())))
//!     .collect();
//! assert_eq!(lines, ["%y = add i32 %x, 1 gives i32", "ret i32 %y gives void"]);
//! # Ok::<(), lindworm::Diagnostics>(())
//! ```
//!
//! # Features
//!
//! `parallel` and `interp` are on by default.
//!
//! | feature | effect |
//! |---|---|
//! | `parallel` | reading, verification and printing use all cores; disable it on platforms without threads, such as browsers |
//! | `interp` | the interpreter: [`interp`], [`run_report`], [`refine`] |
//! | `host` | calls from interpreted programs into libraries of the host, such as the C++ library; without it, only the built-in functions can be called. Builds libffi, which needs a C compiler and `make` |
//! | `jit` | compilation of programs to native code and execution in this process, on x86-64 Linux: `jit` |
//!
//! Everything else is in the crates that this one re-exports: [`ir`], [`text`], [`verifier`], [`analysis`], [`interp`],
//! [`bitcode`] and [`eval`].

#[cfg(feature = "interp")]
pub mod explain;
mod findings;
mod input;
#[cfg(feature = "interp")]
pub mod run_report;
pub mod source;

pub use findings::{FindingWriter, place_of, place_of_entity, verify_after_reading};
pub use input::{ReadError, options_for_bitcode, read_any, read_bitcode_module};
pub use lindworm_analysis as analysis;
pub use lindworm_bitcode as bitcode;
pub use lindworm_codegen as codegen;
pub use lindworm_eval as eval;
pub use lindworm_eval::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags, IntPredicate};
pub use lindworm_inspect as inspect;
#[cfg(feature = "interp")]
pub use lindworm_interp as interp;
pub use lindworm_ir as ir;
pub use lindworm_ir::builder::{BuildError, Builder};
pub use lindworm_ir::context::MetadataKind;
pub use lindworm_ir::data_layout::DataLayoutSource;
pub use lindworm_ir::module::{Function, GlobalKind, GlobalValue};
pub use lindworm_ir::summary::SummaryIndex;
pub use lindworm_ir::types::TypeKind;
pub use lindworm_ir::value::{Constant, ValueKind};
pub use lindworm_ir::version::IrVersion;
pub use lindworm_ir::{Block, Body, Context, Global, Inst, InstData, Metadata, Module, Type, Value};
#[cfg(all(feature = "jit", target_arch = "x86_64", target_os = "linux"))]
pub use lindworm_jit as jit;
pub use lindworm_link as link;
pub use lindworm_passes as passes;
pub use lindworm_reduce as reduce;
#[cfg(feature = "interp")]
pub use lindworm_refine as refine;
pub use lindworm_text as text;
pub use lindworm_text::{
    Diagnostic, Diagnostics, DisplayIn, ReadOptions, ReadOutcome, Spans, WriteOptions, read, to_bytes, write,
    write_summary, write_with,
};
pub use lindworm_verify as verifier;
pub use lindworm_verify::{Entity, Example, Finding, Report, Rule, verify};

/// The example in the repository's README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The example in the document about bitcode, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/bitcode.md")]
struct Bitcode;

/// The example in the document about LLVM's classes, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/llvm-classes.md")]
struct LlvmClasses;
