//! The symbol table that linkers read. What is expected is what LLVM 22 writes.

use lindworm_bitcode::file::BitcodeFile;
use lindworm_bitcode::{WriteOptions, write};
use lindworm_ir::Context;

const MODULE: &str = r#"
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-i64:64"
source_filename = "sy.ll"
$c = comdat any
@v = global i32 1, section "mysec"
@com = common global [10 x i32] zeroinitializer, align 16
@l = private constant i32 1
@t = thread_local global i32 1
@c = linkonce_odr unnamed_addr constant i32 1, comdat
@e = external global i32
@llvm.used = appending global [1 x ptr] [ptr @v], section "llvm.metadata"
@h = hidden global i32 1
@a = alias i32, ptr @v
declare void @f()
define weak void @g() { ret void }
define void @"\01strange"() { ret void }
define ptr @malloc(i64 %n) { ret ptr null }
"#;

fn written(text: &str) -> Vec<u8> {
    let outcome = lindworm_text::read(&Context::new(), "m", text.as_bytes(), &Default::default());
    write(&outcome.unwrap_or_else(|e| panic!("{e:?}")).module, &WriteOptions::default())
}

#[test]
fn symbols_as_linkers_see_them() {
    let bytes = written(MODULE);
    let file = BitcodeFile::read(&bytes).unwrap();
    let words: Vec<u32> = file.symbol_table.chunks(4).map(|w| u32::from_le_bytes(w.try_into().unwrap())).collect();
    let string = |at: usize| {
        let (offset, len) = (words[at] as usize, words[at + 1] as usize);
        String::from_utf8(file.symbol_strings[offset..offset + len].to_vec()).unwrap()
    };
    assert_eq!(
        (words[0], string(1), string(11), string(13)),
        (3, "22.1.8".into(), "x86_64-pc-linux-gnu".into(), "sy.ll".into())
    );
    let (first, count) = (words[7] as usize / 4, words[8] as usize);
    let symbols: Vec<_> = (0..count)
        .map(|i| first + 6 * i)
        .map(|at| (string(at), string(at + 2), words[at + 4] as i32, words[at + 5]))
        .collect();
    let expected = [
        ("f", "f", -1, 0b10_0100_0000_1000),
        ("g", "g", -1, 0b10_0100_0001_0000),
        ("strange", "\u{1}strange", -1, 0b10_0100_0000_0000),
        ("malloc", "malloc", -1, 0b10_0100_1000_0000),
        ("v", "v", -1, 0b00_0100_1000_0100),
        ("com", "com", -1, 0b00_0100_0010_0100),
        (".Ll", "l", -1, 0b00_1000_0000_0000),
        ("t", "t", -1, 0b00_0101_0000_0000),
        ("c", "c", 0, 0b01_0110_0001_0000),
        ("e", "e", -1, 0b00_0100_0000_1000),
        ("llvm.used", "llvm.used", -1, 0b00_1100_0000_0100),
        ("h", "h", -1, 0b00_0100_0000_0001),
        ("a", "a", -1, 0b00_0100_0100_0100),
    ];
    let expected: Vec<_> = expected.iter().map(|&(a, b, c, d)| (a.to_owned(), b.to_owned(), c, d)).collect();
    assert_eq!(symbols, expected);
    // Of a common variable size and alignment; of what is in a section its name.
    let (first, count) = (words[9] as usize / 4, words[10]);
    assert_eq!((count, string(first + 4)), (4, "mysec".into()));
    assert_eq!(words[first + 6..first + 8], [40, 16]);
}

#[test]
fn what_has_no_symbol_table() {
    let none = |text: &str| BitcodeFile::read(&written(text)).unwrap().symbol_table.is_empty();
    let v = "@v = global i32 1\n";
    assert!(!none(&format!("target datalayout = \"e\"\n{v}")));
    assert!(none(&format!("target datalayout = \"e\"\nmodule asm \".globl x\"\n{v}")), "assembler may define more");
    assert!(none(&format!("target datalayout = \"e\"\ntarget triple = \"x86_64-pc-windows-msvc\"\n{v}")));
    let only_names = "target datalayout = \"e\"\n@a = alias i32, ptr @b\n@b = alias i32, ptr @a\n";
    assert!(none(only_names), "names of each other");
}
