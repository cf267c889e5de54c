//! Runs over small corpora: what comes out, whatever is damaged, interrupted or packed otherwise.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, BinaryArray, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema};
use lindworm_corpus::inputs::Columns;
use lindworm_corpus::run::{Options, Summary, run};
use lindworm_corpus::{Map, Source, features, table};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let dir = std::env::temp_dir().join(format!("lindworm-corpus-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).unwrap();
        Scratch(dir)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn module(i: usize) -> String {
    format!("define i32 @f{i}(i32 %x) {{\n  %y = add i32 %x, {i}\n  ret i32 %y\n}}\n")
}

fn options(map: &str, pattern: Option<&str>, inputs: &[PathBuf], output: PathBuf) -> Options {
    Options {
        map: Map::named(map, pattern).unwrap(),
        description: format!("{map} {pattern:?}"),
        inputs: inputs.to_vec(),
        output,
        columns: Columns { content: "content".into(), id: None },
        jobs: 0,
        progress: false,
    }
}

/// The first columns of all rows, as text.
fn rows(output: &Path, columns: &[&str]) -> Vec<Vec<String>> {
    let mut parts: Vec<_> = fs::read_dir(output).unwrap().map(|e| e.unwrap().path()).collect();
    parts.retain(|p| p.extension().is_some_and(|e| e == "parquet"));
    parts.sort();
    let mut all = Vec::new();
    for part in parts {
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(part).unwrap()).unwrap().build().unwrap();
        for batch in reader {
            let batch = batch.unwrap();
            for i in 0..batch.num_rows() {
                let cell = |name: &&str| {
                    let column = batch.column_by_name(name).unwrap();
                    match column.data_type() {
                        _ if column.is_null(i) => "-".into(),
                        DataType::Utf8 => column.as_string::<i32>().value(i).to_owned(),
                        _ => column.as_primitive::<Int64Type>().value(i).to_string(),
                    }
                };
                all.push(columns.iter().map(cell).collect());
            }
        }
    }
    all
}

fn parquet(path: &Path, contents: Vec<Option<&[u8]>>) {
    let fields = vec![Field::new("content", DataType::Binary, true), Field::new("language", DataType::Utf8, true)];
    let languages = StringArray::from(vec!["c"; contents.len()]);
    let columns: Vec<ArrayRef> = vec![Arc::new(BinaryArray::from(contents)), Arc::new(languages)];
    let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap();
    let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    for row in 0..batch.num_rows() {
        writer.write(&batch.slice(row, 1)).unwrap();
        if row % 2 == 1 {
            writer.flush().unwrap();
        }
    }
    writer.close().unwrap();
}

#[test]
fn every_module_of_files_archives_and_parquet_is_looked_at_and_bad_ones_are_listed() {
    let scratch = Scratch::new("inputs");
    let input = scratch.0.join("in");
    fs::create_dir_all(input.join("sub")).unwrap();
    fs::write(input.join("a.ll"), module(0)).unwrap();
    fs::write(input.join("sub/bad.bc"), b"BC\xc0\xde rest").unwrap();
    fs::write(input.join("ignored.txt"), "no module").unwrap();
    let member = module(1);
    let header = format!("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", "m.ll/", 0, 0, 0, 644, member.len());
    fs::write(input.join("lib.a"), ["!<arch>\n", &header, &member, "\n"].concat()).unwrap();
    let (two, three) = (module(2), module(3));
    parquet(&input.join("p.parquet"), vec![Some(two.as_bytes()), Some(b"nothing"), None, Some(three.as_bytes())]);
    fs::write(input.join("q.parquet"), "no Parquet file").unwrap();
    let output = scratch.0.join("out");
    let summary = run(&options("tokens", None, std::slice::from_ref(&input), output.clone())).unwrap();
    assert_eq!(summary, Summary { files: 4, resumed: 0, modules: 8, skipped: 4 });
    let name = |rest: &str| format!("{}/{rest}", input.display());
    let tokens = "block add i32 a c ret void v";
    let found = rows(&output, &["module", "function", "tokens"]);
    let good: Vec<_> = found.iter().filter(|row| row[1] != "-").map(|row| row.join(" ")).collect();
    let expected = [("a.ll", 0), ("lib.a(m.ll)", 1), ("p.parquet#0", 2), ("p.parquet#3", 3)];
    assert_eq!(good, expected.map(|(file, i)| format!("{} f{i} {tokens}", name(file))));
    let skipped = fs::read_to_string(output.join("skipped.tsv")).unwrap();
    let skipped: Vec<_> = skipped.lines().map(|line| line.split_once('\t').unwrap()).collect();
    let files: Vec<_> = skipped.iter().map(|(file, _)| *file).collect();
    assert_eq!(files, ["p.parquet#1", "p.parquet#2", "q.parquet", "sub/bad.bc"].map(name));
    assert!(skipped.iter().all(|(_, why)| !why.is_empty()));
    assert_eq!(skipped[1].1, "there is nothing in the column");
}

#[test]
fn an_interrupted_run_is_resumed() {
    let scratch = Scratch::new("resume");
    let input = scratch.0.join("in");
    fs::create_dir_all(&input).unwrap();
    for file in 0..5 {
        let modules: Vec<String> = (0..20).map(|i| module(20 * file + i)).collect();
        parquet(&input.join(format!("{file}.parquet")), modules.iter().map(|m| Some(m.as_bytes())).collect());
    }
    let whole = scratch.0.join("whole");
    let all = |output: &Path, map: &str| run(&options(map, None, std::slice::from_ref(&input), output.into()));
    assert_eq!(all(&whole, "features").unwrap(), Summary { files: 5, resumed: 0, modules: 100, skipped: 0 });
    let part = scratch.0.join("part");
    all(&part, "features").unwrap();
    // As if it had ended in the middle of a file.
    fs::remove_file(part.join("part-00001.parquet")).unwrap();
    fs::rename(part.join("part-00003.parquet"), part.join("part-00003.parquet.tmp-1")).unwrap();
    fs::remove_file(part.join("skipped.tsv")).unwrap();
    assert_eq!(all(&part, "features").unwrap(), Summary { files: 5, resumed: 3, modules: 40, skipped: 0 });
    let files = |dir: &Path| {
        let mut files: Vec<_> = fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name()).collect();
        files.sort();
        files.into_iter().map(|f| (f.clone(), fs::read(dir.join(f)).unwrap())).collect::<Vec<_>>()
    };
    assert!(files(&whole) == files(&part));
    assert!(all(&part, "stats").unwrap_err().contains("holds the output of another map"));
    fs::write(input.join("new.ll"), module(7)).unwrap();
    assert!(all(&part, "features").unwrap_err().contains("or of other inputs"));
    assert!(run(&options("stats", None, &["nowhere".into()], part)).is_err());
}

/// The table of one text.
fn map(name: &str, pattern: Option<&str>, text: &str, columns: &[&str]) -> Vec<Vec<String>> {
    let scratch = Scratch::new(&format!("map-{name}-{}", text.len()));
    fs::write(scratch.0.join("m.ll"), text).unwrap();
    let output = scratch.0.join("out");
    run(&options(name, pattern, &[scratch.0.join("m.ll")], output.clone())).unwrap();
    rows(&output, columns)
}

const LOOPS: &str = "
declare i32 @puts(ptr)
declare float @llvm.fabs.f32(float)
@s = constant [2 x i8] c\"x\\00\"
define internal i32 @walk(i32 %n, ptr %f) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i2, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j2, %inner ]
  %r = call i32 @puts(ptr @s)
  %q = call i32 %f(i32 %j)
  %a = call float @llvm.fabs.f32(float 1.0)
  %j2 = add i32 %j, 1
  %c = icmp slt i32 %j2, %n
  br i1 %c, label %inner, label %latch
latch:
  %i2 = add i32 %i, 1
  %d = icmp slt i32 %i2, %n
  br i1 %d, label %outer, label %done
done:
  %again = call i32 @walk(i32 0, ptr %f)
  ret i32 %i2
}
";

#[test]
fn features_of_a_function() {
    let columns = ["function", "linkage", "result_type", "blocks", "instructions", "loops", "loop_depth"];
    assert_eq!(
        map("features", None, LOOPS, &columns),
        [["walk", "internal", "i32", "5", "15", "2", "2"].map(String::from)]
    );
    let columns = ["calls", "intrinsic_calls", "other_calls", "op_phi", "op_br", "op_add", "op_mul", "op_call"];
    assert_eq!(map("features", None, LOOPS, &columns), [["2", "1", "1", "2", "4", "2", "0", "4"].map(String::from)]);
    let [row] = &map("tokens", None, LOOPS, &["tokens"])[..] else { panic!() };
    let start = "block br void b block phi i32 c b v b br void b block phi i32 c b v b call i32 g @puts call i32 v a call float c";
    assert!(row[0].starts_with(start), "{}", row[0]);
}

#[test]
fn the_structural_hash_is_that_of_the_shape() {
    let hash = |text: &str| map("features", None, text, &["structural_hash"])[0][0].clone();
    let base = "define i32 @f(i32 %x, i32 %y) {\n  %a = add i32 %x, 7\n  %b = mul i32 %a, %y\n  ret i32 %b\n}\n";
    let same = "define i32 @other(i32 %p, i32 %q) nounwind {\n  %1 = add nsw i32 %p, 9000\n  %2 = mul i32 %1, %q\n  ret i32 %2\n}\n";
    assert_eq!(hash(base), hash(same));
    let opcode = base.replace("mul", "sub");
    let operand = base.replace("%a, %y", "%a, %x");
    let width = base.replace("i32", "i64");
    let mut all = vec![hash(base), hash(&opcode), hash(&operand), hash(&width)];
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 4);
    // It is the same in every process: others compare with tables that were made before.
    let source = Source { name: String::new(), data: Ok(base.as_bytes()) };
    let batches = table(&Map::Features, &[source]).unwrap();
    let column = batches[0].column_by_name("structural_hash").unwrap();
    assert_eq!(column.as_primitive::<Int64Type>().value(0), HASH_OF_BASE);
}

const HASH_OF_BASE: i64 = 236329688851750938;

#[test]
fn the_other_maps() {
    let broken = "define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 1, 1\n  ret i32 %x\n}\n";
    let finding = ["LW0464", "Instruction does not dominate all uses!", "f"].map(String::from);
    assert_eq!(map("check", None, broken, &["code", "message", "function"]), [finding]);
    assert_eq!(map("check", None, LOOPS, &["code", "error"]), [["-", "-"].map(String::from)]);
    let counts = ["functions_defined", "functions_declared", "variables", "blocks", "instructions", "calls", "error"];
    assert_eq!(map("stats", None, LOOPS, &counts), [["1", "2", "1", "5", "15", "4", "-"].map(String::from)]);
    let matches = map("grep", Some("call @puts(_)"), LOOPS, &["function", "instruction"]);
    assert_eq!(matches, [["walk", "%r = call i32 @puts(ptr @s)"].map(String::from)]);
    let source = Source { name: "m".into(), data: Ok(b"define i32* @f(i32* %p) { ret i32* %p }") };
    let batches = table(&Map::Upgrade, &[source]).unwrap();
    let content = batches[0].column_by_name("content").unwrap().as_binary::<i32>().value(0).to_vec();
    let again = lindworm::read_any(&lindworm::Context::new(), "m", &content, &Default::default()).unwrap().module;
    assert!(lindworm::to_bytes(&again).ends_with(b"define ptr @f(ptr %p) {\n  ret ptr %p\n}\n"));
    for (map, pattern) in [("nothing", None), ("grep", None), ("grep", Some("")), ("stats", Some("_"))] {
        assert!(Map::named(map, pattern).is_err());
    }
}

#[test]
fn every_opcode_has_a_column() {
    let opcodes = &*features::OPCODES;
    assert!(opcodes.is_sorted() && opcodes.len() == 66, "{}", opcodes.len());
    assert_eq!(map("features", None, LOOPS, &["op_getelementptr", "op_icmp"]), [["0", "2"].map(String::from)]);
}
