//! Modules of a program that is linked by summaries, and what comes of them. Each file of `imported/` holds an index behind a line
//! `;--- index`, then modules, each behind a line `;--- NAME`; of one with `;--- NAME import F...` only these functions are imported.
//! The linked module is behind `;--- linked`.

use std::fs;
use std::path::Path;

use lindworm_ir::Context;
use lindworm_link::{LinkOptions, Linker, internalize_promoted, promote};
use lindworm_text::{ReadOptions, read, to_bytes};

fn linked(source: &str) -> String {
    let cx = Context::new();
    let mut linker = Linker::new(&cx, "linked");
    let options = ReadOptions { summary: true, ..ReadOptions::default() };
    let mut index = None;
    for part in source.split(";--- ").skip(1) {
        let (title, text) = part.split_once('\n').unwrap();
        let mut words = title.split(' ');
        let name = words.next().unwrap();
        if name == "linked" {
            break;
        }
        let outcome = read(&Context::new(), name, text.as_bytes(), &options).unwrap();
        let Some(index) = &index else {
            index = outcome.summary;
            continue;
        };
        let mut module = outcome.module;
        if words.next() == Some("import") {
            let functions = words.map(|f| module.global_named(f.as_bytes()).unwrap()).collect();
            linker.import(module, &functions, index).unwrap();
        } else {
            promote(&mut module, index);
            linker.link(module, &LinkOptions::default()).unwrap();
        }
    }
    let mut module = linker.finish();
    internalize_promoted(&mut module);
    let text = String::from_utf8(to_bytes(&module)).unwrap();
    text.split_once("\n\n").map_or(String::new(), |(_, rest)| rest.to_owned())
}

#[test]
fn functions_are_imported_as_by_llvm() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/imported");
    let paths: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(paths.len() >= 3);
    for path in paths {
        let source = fs::read_to_string(&path).unwrap();
        let (_, expected) = source.split_once(";--- linked\n").unwrap();
        assert_eq!(linked(&source).trim_end(), expected.trim_end(), "{}", path.display());
    }
}
