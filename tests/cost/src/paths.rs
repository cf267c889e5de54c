//! The paths of modules. Each path prepares its input, then measures one operation.

use std::hint::black_box;

use lindworm::analysis::module_summary::summarize;
use lindworm::analysis::{BlockFrequencies, Cfg, Cycles, DominatorTree, Funclets, InstOrder, Loops, PostDominatorTree};
use lindworm::bitcode::analyzer::{AnalyzerOptions, DumpOptions, analyze};
use lindworm::bitcode::file::BitcodeFile;
use lindworm::bitcode::{self, LazyModule};
use lindworm::codegen;
use lindworm::interp::{Machine, Options};
use lindworm::ir::use_list::ModuleUses;
use lindworm::link::{LinkOptions, Linker};
use lindworm::text::MessageWriter;
use lindworm::{
    Context, FindingWriter, Module, ReadOptions, SummaryIndex, WriteOptions, place_of, read, to_bytes, verify,
    write_summary, write_with,
};

use crate::counters::Cost;

/// A path: its name, and the function that measures its cost for a text.
pub type Path = (&'static str, fn(&[u8]) -> Cost);

/// The paths of a text that the reader accepts.
pub const READABLE: &[Path] = &[
    ("read text", |text| Cost::of(|| drop(read_text(text)))),
    ("read text with spans", |text| {
        let options = ReadOptions { spans: true, ..ReadOptions::default() };
        Cost::of(|| drop(read(&Context::new(), "m", text, &options)))
    }),
    // An error at the end makes the reader scan the tokens of the whole text a second time.
    ("refuse text", |text| {
        let text = [text, b"\n@@\n"].concat();
        Cost::of(|| assert!(read(&Context::new(), "m", &text, &ReadOptions::default()).is_err()))
    }),
    ("print", |text| {
        let module = read_text(text);
        Cost::of(|| drop(to_bytes(&module)))
    }),
    ("print with use lists and annotations", |text| {
        let module = read_text(text);
        let options = WriteOptions {
            preserve_use_list_order: true,
            show_annotations: true,
            show_debug_locations: true,
            show_profiles: true,
            addr_space_names: true,
        };
        Cost::of(|| write_with(&module, &options, &mut std::io::sink()).unwrap())
    }),
    ("verify and report", |text| {
        let options = ReadOptions { spans: true, ..ReadOptions::default() };
        let outcome = read(&Context::new(), "m", text, &options).unwrap();
        let (module, spans) = (&outcome.module, outcome.spans.as_ref().unwrap());
        Cost::of(|| {
            let mut writer = FindingWriter::new(module);
            let mut out = Vec::new();
            for finding in &verify(module).findings {
                writer.write(&mut out, finding);
                black_box(place_of(finding, module, spans));
            }
        })
    }),
    // Linked twice, so that the second module has the symbols, types and metadata of the first; duplicate definitions are an error.
    ("link", |text| {
        let cx = Context::new();
        let modules = [(); 2].map(|()| read(&cx, "m", text, &ReadOptions::default()).unwrap().module);
        Cost::of(|| {
            let mut linker = Linker::new(&cx, "linked");
            let _ = modules.into_iter().try_for_each(|m| linker.link(m, &LinkOptions::default()).map(drop));
            drop(linker.finish());
        })
    }),
    ("write bitcode", |text| {
        let module = read_text(text);
        Cost::of(|| drop(bitcode::write(&module, &bitcode::WriteOptions::default())))
    }),
    ("read bitcode", |text| {
        let file = write_bitcode(&read_text(text));
        Cost::of(|| drop(bitcode::read(&Context::new(), "m", &file, &bitcode::ReadOptions::default()).unwrap()))
    }),
];

/// The paths of a text that the verifier accepts, besides those of all readable texts.
pub const VALID: &[Path] = &[
    ("write bitcode with use lists", |text| {
        let module = read_text(text);
        Cost::of(|| drop(write_bitcode(&module)))
    }),
    ("read bitcode with use lists", |text| {
        let file = write_bitcode(&read_text(text));
        Cost::of(|| drop(bitcode::read(&Context::new(), "m", &file, &bitcode::ReadOptions::default()).unwrap()))
    }),
    ("materialize one function", |text| {
        let file = write_bitcode(&read_text(text));
        Cost::of(|| materialize(&file, 1))
    }),
    ("materialize all functions", |text| {
        let file = write_bitcode(&read_text(text));
        Cost::of(|| materialize(&file, usize::MAX))
    }),
    ("show bitcode", |text| {
        let file = write_bitcode(&read_text(text));
        let dump = DumpOptions { numbers: true, binary_blobs: true, block_info: true };
        let options = AnalyzerOptions { dump: Some(dump), ..AnalyzerOptions::default() };
        Cost::of(|| analyze(&file, "m", &options, &mut std::io::sink()).unwrap())
    }),
    // What is not supported has a cost too.
    ("compile", |text| {
        let module = read_text(text);
        Cost::of(|| drop(codegen::compile(&module, &codegen::Options::default())))
    }),
    ("summarize", |text| {
        let module = read_text(text);
        Cost::of(|| drop(summarize(&module)))
    }),
    ("write summary", |text| {
        let module = read_text(text);
        let summary = summary_of(text, &module);
        Cost::of(|| {
            drop(bitcode::write_for_thin_link(&module, &summary, &bitcode::WriteOptions::default()));
            write_summary(&summary, &mut std::io::sink()).unwrap();
        })
    }),
    ("read summary", |text| {
        let module = read_text(text);
        let summary = summary_of(text, &module);
        let file = bitcode::write_with_summary(&module, &summary, &bitcode::WriteOptions::default());
        let mut text = to_bytes(&module);
        write_summary(&summary, &mut text).unwrap();
        let options = ReadOptions { summary: true, ..ReadOptions::default() };
        Cost::of(|| {
            let contents = BitcodeFile::single_module(&file).unwrap();
            assert!(bitcode::read_summary("m", &contents).unwrap().is_some());
            assert!(read(&Context::new(), "m", &text, &options).unwrap().summary.is_some());
        })
    }),
    ("analyze functions", |text| {
        let module = read_text(text);
        Cost::of(|| {
            for body in module.functions().iter().filter_map(|&f| module.body(f)) {
                let cfg = Cfg::new(body);
                let dominators = DominatorTree::new(&cfg);
                black_box(Loops::new(&cfg, &dominators));
                black_box(PostDominatorTree::new(&cfg));
                black_box(Cycles::new(&cfg));
                black_box(Funclets::new(body, &cfg));
                black_box(InstOrder::new(body));
                black_box(BlockFrequencies::new(&module, body));
                black_box(body.predecessors());
            }
            black_box(ModuleUses::new(&module));
        })
    }),
    ("show each value in a message", |text| {
        let module = read_text(text);
        Cost::of(|| {
            let mut writer = MessageWriter::new(&module);
            let mut out = Vec::new();
            for &function in module.functions() {
                writer.operand(&mut out, None, function.into());
                let Some(body) = module.body(function) else { continue };
                for inst in body.blocks().flat_map(|block| body.insts(block)) {
                    writer.operand(&mut out, Some(function), inst.into());
                }
            }
        })
    }),
    ("strip debug information", |text| {
        let mut module = read_text(text);
        Cost::of(|| _ = module.strip_debug_info())
    }),
    ("load", |text| {
        let module = read_text(text);
        Cost::of(|| drop(machine(module)))
    }),
];

/// The path of a text with a `main` that returns 0, besides those of all valid texts. The steps of the run count as input.
pub const RUN: &[Path] = &[("run", |text| {
    let mut machine = machine(read_text(text));
    let cost = Cost::of(|| assert_eq!(machine.run(&[b"main"]).map_err(|stop| format!("{stop:?}")), Ok(0)));
    Cost { input: machine.steps() as usize, ..cost }
})];

/// The paths of a text that the reader rejects.
pub const REFUSED: &[Path] = &[("refuse text", |text| {
    let options = ReadOptions { summary: true, ..ReadOptions::default() };
    Cost::of(|| assert!(read(&Context::new(), "m", text, &options).is_err()))
})];

pub fn read_text(text: &[u8]) -> Module {
    match read(&Context::new(), "m", text, &ReadOptions::default()) {
        Ok(outcome) => outcome.module,
        Err(errors) => panic!("{:?}: {}", errors[0].line_and_column(text), errors[0].message),
    }
}

fn write_bitcode(module: &Module) -> Vec<u8> {
    bitcode::write(module, &bitcode::WriteOptions { preserve_use_list_order: true, ..Default::default() })
}

/// Opens a file and reads this number of function bodies from the end.
fn materialize(file: &[u8], count: usize) {
    let mut lazy = LazyModule::open(&Context::new(), "m", file, &bitcode::ReadOptions::default()).unwrap();
    let functions = lazy.module().functions().to_vec();
    for &function in functions.iter().rev().take(count) {
        lazy.materialize(function).unwrap();
    }
}

/// The summary in a text, or else a summary computed from the module.
fn summary_of(text: &[u8], module: &Module) -> SummaryIndex {
    let options = ReadOptions { summary: true, ..ReadOptions::default() };
    let read = read(&Context::new(), "m", text, &options).ok().and_then(|outcome| outcome.summary);
    read.unwrap_or_else(|| summarize(module))
}

fn machine(module: Module) -> Machine {
    Machine::new(vec![module], Options { isolated: true, ..Options::default() }).unwrap()
}
