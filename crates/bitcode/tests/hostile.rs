//! Broken bitcode never hurts: files are cut at every byte, their bits are changed, and their records and blocks are changed,
//! doubled, exchanged and taken away. Reading them ends, without a panic; what can be read can be printed and written.
//!
//! `LINDWORM_MUTANTS=1000 cargo test --release -p lindworm-bitcode --test hostile` tries more of each than the few that every run
//! tries, and `LINDWORM_SEED=2` others.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

use lindworm_bitcode::bitstream::{Abbreviation, BlockInfo, Encoding, Entry, Record, Scalar, Stream, StreamWriter};
use lindworm_bitcode::codes::{block, metadata, module};
use lindworm_bitcode::{ReadOptions, WriteOptions, read, write};
use lindworm_ir::module::{Function, GlobalKind, GlobalValue};
use lindworm_ir::{Body, Context, InstData, Module, Type};

/// Numbers that look random and are the same in each run (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// A block or record of a file, so that it can be changed without breaking those around it.
#[derive(Clone, Debug)]
enum Item {
    Block(u32, Vec<Item>),
    Record(u32, Vec<u64>, Option<Vec<u8>>),
}

/// Where things are in the file, which would be wrong once anything has changed; a reader does without.
fn is_place(block: Option<u32>, code: u32) -> bool {
    match block {
        Some(block::MODULE) => code == module::VSTOFFSET,
        Some(block::METADATA) => matches!(code, metadata::INDEX_OFFSET | metadata::INDEX),
        _ => false,
    }
}

fn take_apart(data: &[u8]) -> Vec<Item> {
    let mut stream = Stream::new(&data[4..]);
    let (mut info, mut record) = (BlockInfo::default(), Record::default());
    let mut open: Vec<(u32, Vec<Item>)> = vec![(0, Vec::new())];
    while open.len() > 1 || !stream.cursor.at_end() {
        match stream.next().unwrap() {
            Entry::Block(block::BLOCKINFO) => stream.read_block_info(&mut info).unwrap(),
            // The names of the module's functions only say where these are.
            Entry::Block(block::VALUE_SYMTAB) if stream.block() == Some(block::MODULE) => stream.skip_block().unwrap(),
            Entry::Block(id) => {
                stream.enter(id, &info).unwrap();
                open.push((id, Vec::new()));
            }
            Entry::End => {
                let (id, items) = open.pop().unwrap();
                open.last_mut().unwrap().1.push(Item::Block(id, items));
            }
            Entry::Record(id) => {
                stream.record(id, &mut record).unwrap();
                if !is_place(stream.block(), record.code) {
                    let blob = record.blob.map(<[u8]>::to_vec);
                    open.last_mut().unwrap().1.push(Item::Record(record.code, record.ops.clone(), blob));
                }
            }
        }
    }
    open.pop().unwrap().1
}

fn put_together(items: &[Item]) -> Vec<u8> {
    let mut out = StreamWriter::default();
    out.bits.fixed(0xDEC0_4342, 32);
    write_items(items, &mut out);
    out.bits.into_bytes()
}

fn write_items(items: &[Item], out: &mut StreamWriter) {
    for item in items {
        match item {
            Item::Block(id, items) => {
                out.enter_block(*id, 6);
                write_items(items, out);
                out.end_block();
            }
            Item::Record(code, ops, None) => out.record(*code, ops),
            Item::Record(code, ops, Some(blob)) => {
                let mut encodings = vec![Encoding::Literal(*code as u64)];
                encodings.resize(ops.len() + 1, Encoding::Scalar(Scalar::Vbr(6)));
                encodings.push(Encoding::Blob);
                let id = out.define(Abbreviation(encodings.into()));
                // There is room for so many in six bits.
                if id < 60 {
                    out.with_blob(id, *code, ops, blob);
                }
            }
        }
    }
}

fn count(items: &[Item]) -> usize {
    items.iter().map(|item| 1 + if let Item::Block(_, inner) = item { count(inner) } else { 0 }).sum()
}

/// Calls `f` with the item of that number, the list that it is in and its place there.
fn change_item(items: &mut Vec<Item>, number: &mut usize, f: &mut impl FnMut(&mut Vec<Item>, usize)) -> bool {
    for i in 0..items.len() {
        if *number == 0 {
            f(items, i);
            return true;
        }
        *number -= 1;
        if let Item::Block(_, inner) = &mut items[i]
            && change_item(inner, number, f)
        {
            return true;
        }
    }
    false
}

/// Numbers at the edge of something.
const EDGES: &[u64] =
    &[0, 1, 2, 31, 63, 64, 65, 127, 255, 256, 1 << 16, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 63, u64::MAX];

fn change_number(random: &mut Random, old: u64) -> u64 {
    match random.below(5) {
        0 => EDGES[random.below(EDGES.len())],
        1 => old.wrapping_add(1),
        2 => old.wrapping_sub(1),
        3 => old ^ 1 << random.below(10),
        _ => random.below(40) as u64,
    }
}

/// Changes one block or record.
fn change(random: &mut Random, items: &mut Vec<Item>) {
    let total = count(items);
    let (mut number, what) = (random.below(total), random.below(12));
    change_item(items, &mut number, &mut |list, at| match (what, &mut list[at]) {
        (0, _) => drop(list.remove(at)),
        (1, item) => {
            let copy = item.clone();
            let to = random.below(list.len() + 1);
            list.insert(to, copy);
        }
        (2, _) => {
            let with = random.below(list.len());
            list.swap(at, with);
        }
        (3, Item::Block(id, _)) => *id = random.below(28) as u32,
        (3, Item::Record(code, ..)) => *code = change_number(random, *code as u64) as u32,
        (_, Item::Block(_, inner)) => inner.truncate(random.below(inner.len() + 1)),
        (4, Item::Record(_, ops, _)) => ops.truncate(random.below(ops.len() + 1)),
        (5, Item::Record(_, ops, _)) => {
            let new = change_number(random, 0);
            ops.insert(random.below(ops.len() + 1), new);
        }
        (6, Item::Record(_, ops, _)) if !ops.is_empty() => drop(ops.remove(random.below(ops.len()))),
        (7, Item::Record(_, _, Some(blob))) => blob.truncate(random.below(blob.len() + 1)),
        (_, Item::Record(_, ops, _)) => {
            let at = random.below(ops.len());
            if let Some(op) = ops.get_mut(at) {
                *op = change_number(random, *op);
            }
        }
    });
}

/// The longest that anything small may take, however busy the machine.
const LONG: Duration = Duration::from_secs(20);

/// What harm a file does, if any.
fn harm(data: &[u8]) -> Option<String> {
    let start = Instant::now();
    let outcome = catch_unwind(|| {
        for upgrade in [false, true] {
            let options = ReadOptions { upgrade, ..ReadOptions::default() };
            match read(&Context::new(), "m", data, &options) {
                Ok(outcome) => {
                    let _ = lindworm_text::to_bytes(&outcome.module);
                    write(&outcome.module, &WriteOptions::default());
                    write(&outcome.module, &WriteOptions { preserve_use_list_order: true, ..Default::default() });
                }
                Err(error) if error.bit > data.len() as u64 * 8 => return Some(format!("an error outside: {error:?}")),
                Err(_) => {}
            }
        }
        None
    });
    match outcome {
        Err(_) => Some("panic".into()),
        Ok(None) if start.elapsed() > LONG => Some(format!("took {:?}", start.elapsed())),
        Ok(harm) => harm,
    }
}

/// The inputs of the language tests as bitcode.
fn files() -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    inputs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../lindworm/tests/language"), &mut texts);
    let options = lindworm_text::ReadOptions::default();
    let modules = texts.iter().filter_map(|text| lindworm_text::read(&Context::new(), "m", text, &options).ok());
    modules.map(|outcome| write(&outcome.module, &WriteOptions::default())).collect()
}

fn inputs(dir: &Path, found: &mut Vec<Vec<u8>>) {
    let mut paths: Vec<_> = fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            inputs(&path, found);
        } else if path.to_str().unwrap().ends_with(".out.ll") {
            found.push(fs::read(path).unwrap());
        }
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// Makes mutants of each file and looks at what harm they do.
fn check_mutants(mut mutant: impl FnMut(&mut Random, &[u8]) -> Vec<u8>) {
    let mutants = number("LINDWORM_MUTANTS").unwrap_or(2);
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ number("LINDWORM_SEED").unwrap_or(1));
    let mut found = 0;
    for file in files() {
        for _ in 0..mutants {
            let data = mutant(&mut random, &file);
            if let Some(harm) = harm(&data) {
                found += 1;
                let path = std::env::temp_dir().join(format!("lindworm-harm-{found}.bc"));
                fs::write(&path, &data).unwrap();
                eprintln!("{harm}: {}", path.display());
            }
        }
    }
    assert_eq!(found, 0, "mutants that did harm");
}

#[test]
fn changed_records_do_no_harm() {
    check_mutants(|random, file| {
        let mut items = take_apart(file);
        for _ in 0..=random.below(4) {
            change(random, &mut items);
        }
        put_together(&items)
    });
}

#[test]
fn changed_bits_do_no_harm() {
    check_mutants(|random, file| {
        let mut data = file.to_vec();
        for _ in 0..=random.below(8) {
            let at = random.below(data.len());
            match random.below(3) {
                0 => data[at] ^= 1 << random.below(8),
                1 => data[at] = random.next() as u8,
                _ => data[at] = 0xff,
            }
        }
        data
    });
}

#[test]
fn files_that_end_anywhere_do_no_harm() {
    let mut files = files();
    files.sort_by_key(Vec::len);
    for file in files.iter().take(files.len() / 2).step_by(files.len() / 4) {
        for end in 0..file.len() {
            assert_eq!(harm(&file[..end]), None, "cut at byte {end} of {}", file.len());
        }
    }
}

#[test]
fn a_file_that_is_taken_apart_and_put_together_is_the_same_module() {
    for file in files() {
        let read = |data: &[u8]| read(&Context::new(), "m", data, &ReadOptions::default());
        let again = put_together(&take_apart(&file));
        match (read(&file), read(&again)) {
            (Ok(one), Ok(other)) => {
                assert!(lindworm_text::to_bytes(&one.module) == lindworm_text::to_bytes(&other.module));
            }
            (one, other) => assert_eq!(one.err().map(|e| e.message), other.err().map(|e| e.message)),
        }
    }
}

/// Modules that are read as text whatever they mean, and what was wrong with their bitcode.
const FOUND: &[(&str, &str)] = &[(
    "what a compile unit imports is looked at before it is known to be an import",
    "!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, imports: !2)
!1 = !DIFile(filename: \"f\", directory: \"\")
!2 = !{!3}
!3 = !{!2}",
)];

#[test]
fn what_was_found_does_no_harm() {
    for (what, text) in FOUND {
        let module = lindworm_text::read(&Context::new(), "m", text.as_bytes(), &Default::default()).unwrap().module;
        assert_eq!(harm(&write(&module, &WriteOptions::default())), None, "{what}");
    }
}

#[test]
fn a_body_without_blocks_is_none() {
    let text = b"define void @f() {\n  ret void\n}\n";
    let module = lindworm_text::read(&Context::new(), "m", text, &Default::default()).unwrap().module;
    let mut items = take_apart(&write(&module, &WriteOptions::default()));
    for item in &mut items {
        let Item::Block(block::MODULE, items) = item else { continue };
        for item in items {
            if let Item::Block(block::FUNCTION, items) = item {
                items.clear();
            }
        }
    }
    let module = read(&Context::new(), "m", &put_together(&items), &ReadOptions::default()).unwrap().module;
    assert!(String::from_utf8_lossy(&lindworm_text::to_bytes(&module)).contains("declare void @f()"));
}

#[test]
fn the_language_of_a_compile_unit_has_16_bits() {
    let text = b"!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!1 = !DIFile(filename: \"f\", directory: \"\")
!2 = !{i32 2, !\"Debug Info Version\", i32 3}
!llvm.module.flags = !{!2}";
    let text = lindworm_text::read(&Context::new(), "m", text, &Default::default()).unwrap().module;
    let mut items = take_apart(&write(&text, &WriteOptions::default()));
    for (language, printed) in [(12, "DW_LANG_C99"), (0x1_000c, "DW_LANG_C99"), (0xffff_ffff, "65535")] {
        for item in &mut items {
            let Item::Block(block::MODULE, items) = item else { continue };
            for item in items {
                let Item::Block(block::METADATA, items) = item else { continue };
                for item in items {
                    if let Item::Record(metadata::COMPILE_UNIT, ops, _) = item {
                        ops[1] = language;
                    }
                }
            }
        }
        let module = read(&Context::new(), "m", &put_together(&items), &ReadOptions::default()).unwrap().module;
        let text = String::from_utf8_lossy(&lindworm_text::to_bytes(&module)).into_owned();
        assert!(text.contains(&format!("!DICompileUnit(language: {printed}, ")), "{text}");
    }
}

/// The type is in the file once, and its parameters would be in memory once for each function.
#[test]
fn many_functions_of_one_long_type_are_refused() {
    let cx = Context::new();
    let mut module = Module::new(&cx, "m");
    let ty = cx.function_type(Type::VOID, &[Type::I32; 20_000], false);
    for i in 0..1000 {
        let mut body = Body::new(&[Type::I32; 20_000]);
        let block = body.create_block();
        body.append_block(block);
        body.append_inst(block, InstData::Unreachable, Type::VOID);
        let function = Function { body: Some(Box::new(body)), ..Function::default() };
        let kind = GlobalKind::Function(Box::new(function));
        module.add_global(GlobalValue::new(format!("f{i}").as_bytes(), ty, cx.ptr(0), kind));
    }
    let file = write(&module, &WriteOptions::default());
    assert!(file.len() < 200_000, "{}", file.len());
    let error = read(&Context::new(), "m", &file, &ReadOptions::default()).err().map(|e| e.message);
    assert_eq!(error.as_deref(), Some("Invalid record"));
}
