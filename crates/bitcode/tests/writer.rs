//! What is written reads back as what it was, and lies where readers look for it.

use lindworm_bitcode::bitstream::{BlockInfo, Entry, Record, Stream};
use lindworm_bitcode::codes::{block, constant, module as m, symtab};
use lindworm_bitcode::{ReadOptions, WriteOptions, read, write, write_to};
use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::eval::{CastOp, FastMathFlags};
use lindworm_ir::module::{GlobalKind, GlobalValue, Variable};
use lindworm_ir::{Context, InstData, Module, Type};

fn module_of(text: &str) -> Module {
    let outcome = lindworm_text::read(&Context::new(), "m", text.as_bytes(), &lindworm_text::ReadOptions::default());
    outcome.unwrap_or_else(|errors| panic!("{}\n{text}", errors[0].message)).module
}

fn text_of(module: &Module) -> String {
    String::from_utf8(lindworm_text::to_bytes(module)).unwrap()
}

fn read_back(bytes: &[u8]) -> Module {
    let outcome = read(&Context::new(), "m", bytes, &ReadOptions::default());
    outcome.unwrap_or_else(|error| panic!("{error} at {}", error.bit)).module
}

/// Holds that a module with this text is the same after it was written and read.
#[track_caller]
fn check(text: &str) {
    let module = module_of(text);
    let expected = text_of(&module);
    for preserve_use_list_order in [false, true] {
        let bytes = write(&module, &WriteOptions { preserve_use_list_order, ..Default::default() });
        assert_eq!(text_of(&read_back(&bytes)), expected);
    }
}

#[test]
fn a_splat_of_a_scalable_vector_takes_no_mask() {
    check("define <vscale x 2147483648 x i8> @f() {\n  ret <vscale x 2147483648 x i8> splat (i8 7)\n}\n");
    check("define <vscale x 8 x float> @f() {\n  ret <vscale x 8 x float> splat (float 1.000000e+00)\n}\n");
}

#[test]
fn flags_that_an_abbreviation_has_no_room_for() {
    let mut module = module_of("define float @f(i8 %x) {\n  %y = uitofp nneg i8 %x to float\n  ret float %y\n}\n");
    let f = module.functions()[0];
    let body = module[f].as_function_mut().unwrap().body.as_mut().unwrap();
    let inst = body.insts(body.blocks().next().unwrap()).next().unwrap();
    let InstData::Cast { fast_math, .. } = body.inst_mut(inst) else { panic!() };
    *fast_math = FastMathFlags::all();
    let back = read_back(&write(&module, &WriteOptions::default()));
    assert_eq!(text_of(&back), text_of(&module));
}

/// The bit at which a block begins, and the codes and operands of its records.
type BlockRecords = (u64, Vec<(u32, Vec<u64>)>);

/// The records of the blocks of that number.
fn records(bytes: &[u8], wanted: u32) -> Vec<BlockRecords> {
    let mut stream = Stream::new(bytes);
    stream.cursor.jump(32).unwrap();
    let (mut info, mut found) = (BlockInfo::default(), Vec::new());
    let mut open: Vec<usize> = Vec::new();
    while !(stream.depth() == 0 && stream.cursor.at_end()) {
        let begin = stream.cursor.bit();
        match stream.next().unwrap() {
            Entry::Block(block::BLOCKINFO) => stream.read_block_info(&mut info).unwrap(),
            Entry::Block(id) => {
                stream.enter(id, &info).unwrap();
                if id == wanted {
                    found.push((begin, Vec::new()));
                }
                open.push(if id == wanted { found.len() - 1 } else { usize::MAX });
            }
            Entry::End => drop(open.pop()),
            Entry::Record(id) => {
                let mut record = Record::default();
                stream.record(id, &mut record).unwrap();
                if let Some((_, records)) = open.last().and_then(|&i| found.get_mut(i)) {
                    records.push((record.code, record.ops));
                }
            }
        }
    }
    found
}

#[test]
fn what_describes_a_module() {
    check(
        "source_filename = \"a b\"\ntarget datalayout = \"e-p:64:64-i128:128\"\ntarget triple = \"x86_64-unknown-linux-gnu\"\n",
    );
    check("source_filename = \"stra\u{df}e.c\"\nmodule asm \"one\"\nmodule asm \"two\\22\"\n");
    check("source_filename = \"\"\n");
}

#[test]
fn types() {
    check(
        "%a = type { i1, i8, %b*, ptr addrspace(3) }\n%b = type opaque\n%\"with blank\" = type <{ half, bfloat, float }>\n"
            .replace("%b*", "ptr")
            .as_str(),
    );
    check(
        "%list = type { ptr, [4 x %pair], <2 x double> }\n%pair = type { i127, { x86_fp80, fp128, ppc_fp128 } }\n\
         %0 = type { i32 }\n@x = external global %list\n@y = external global %0\n@z = external global [0 x <{ i8 }>]\n\
         declare void @f(<vscale x 4 x i32>, target(\"spirv.Image\", i32, 1, 2), token, metadata, ...)\n",
    );
}

#[test]
fn attributes() {
    check(
        "@x = global i32 0 #1\n\
         declare noundef range(i8 -3, 7) i8 @f(ptr byval({ i32, i8 }) align 8 %0, i128 range(i128 -1, 170141183460469231731687303715884105727))\n\
         declare void @g(ptr initializes((0, 4), (8, 12)) captures(address, read_provenance)) #0\n\
         attributes #0 = { nounwind memory(argmem: read) allocsize(0,1) vscale_range(1,16) \"key\" \"key2\"=\"value\" }\n\
         attributes #1 = { \"bss-section\"=\"b\" }\n",
    );
}

#[test]
fn globals() {
    check(
        "$c = comdat any\n$d = comdat nodeduplicate\n\
         @a = private unnamed_addr constant i8 1, section \"s\", align 16\n\
         @b = weak_odr dso_local thread_local(initialexec) externally_initialized global i64 -5, comdat($c), align 4\n\
         @c = dllexport addrspace(1) global ptr @a, partition \"p\", comdat, code_model \"large\", no_sanitize_address\n\
         @0 = external hidden local_unnamed_addr global float\n\
         @alias = internal alias i8, ptr @a\n@alias2 = protected thread_local alias i64, getelementptr (i8, ptr @b, i64 4), partition \"q\"\n\
         @resolve = ifunc void (), ptr @f\n\
         define fastcc ptr @f() unnamed_addr section \"s2\" comdat($d) align 32 gc \"erlang\" prefix i32 7 prologue i8 1 personality ptr @p {\n  ret ptr null\n}\n\
         declare extern_weak cc 1023 i32 @p(...) addrspace(2)\n"
            .replace("personality ptr @p", "personality ptr addrspace(2) @p")
            .as_str(),
    );
}

/// LLVM 22's records end before it, and its reader does not look further.
#[test]
fn preferred_alignments() {
    check("define void @f() prefalign(16) {\n  ret void\n}");
}

#[test]
fn constants() {
    let constants = [
        "i1 true",
        "i8 -128",
        "i64 9223372036854775807",
        "i65 -18446744073709551616",
        "i200 12345678901234567890123456789012345678901234567890",
        "half 0xH3C00",
        "bfloat 0xR3F80",
        "float -0.0",
        "double 0x7FF8000000000000",
        "x86_fp80 0xK3FFF8000000000000001",
        "fp128 0xL00000000000000013FFF000000000000",
        "ppc_fp128 0xM3FF00000000000013C80000000000000",
        "ptr null",
        "ptr undef",
        "ptr poison",
        "{ i32, ptr } zeroinitializer",
        "{ i32, ptr } { i32 1, ptr @x }",
        "<{ i8, i16 }> <{ i8 1, i16 poison }>",
        "[3 x i8] c\"ab\\00\"",
        "[3 x i8] c\"a \\00\"",
        "[3 x i8] c\"a\\FF\\00\"",
        "[3 x i8] c\"abc\"",
        "[4 x i8] c\"a\\00b\\00\"",
        "[2 x i32] [i32 1, i32 -1]",
        "[2 x half] [half 0xH3C00, half 0xH0000]",
        "[2 x i33] [i33 1, i33 -1]",
        "<2 x i8> <i8 97, i8 0>",
        "<4 x i32> splat (i32 7)",
        "<4 x float> splat (float 1.0)",
        "<3 x i128> splat (i128 7)",
        "<2 x ptr> splat (ptr @x)",
        "<2 x i64> splat (i64 ptrtoint (ptr @x to i64))",
        "<2 x i32> <i32 1, i32 undef>",
        "ptr getelementptr (i8, ptr @x, i64 3)",
        "ptr getelementptr inbounds nuw ({ i32, ptr }, ptr @x, i64 1, i32 1)",
        "ptr getelementptr inrange(-8, 16) (i8, ptr @x, i64 8)",
        "i64 ptrtoint (ptr @x to i64)",
        "ptr addrspace(1) addrspacecast (ptr @x to ptr addrspace(1))",
        "i64 sub nuw (i64 ptrtoint (ptr @x to i64), i64 ptrtoint (ptr @y to i64))",
        "i64 xor (i64 ptrtoint (ptr @x to i64), i64 -1)",
        "ptr blockaddress(@f, %second)",
        "ptr dso_local_equivalent @f",
        "ptr no_cfi @f",
        "ptr ptrauth (ptr @f, i32 2, i64 1234)",
    ];
    let head = "@x = global i8 0\n@y = global i8 0\ndefine void @f() {\n  br label %second\nsecond:\n  ret void\n}\n";
    for constant in constants {
        // Once in the module, once in a function of its own.
        check(&format!("{head}@z = global {constant}\n"));
        check(&format!(
            "{head}declare void @use(...)\ndefine void @g() {{\n  call void (...) @use({constant})\n  ret void\n}}\n"
        ));
    }
}

#[test]
fn vectors_of_unknown_length_and_masks() {
    check(
        "define <vscale x 4 x i32> @f(<vscale x 4 x i32> %a) {\n  %b = add <vscale x 4 x i32> %a, splat (i32 3)\n\
         %c = shufflevector <vscale x 4 x i32> %b, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer\n  ret <vscale x 4 x i32> %c\n}\n",
    );
    check(
        "define <4 x i8> @f(<2 x i8> %a) {\n  %b = shufflevector <2 x i8> %a, <2 x i8> poison, <4 x i32> <i32 0, i32 poison, i32 1, i32 3>\n\
         %c = shufflevector <4 x i8> %b, <4 x i8> %b, <4 x i32> splat (i32 1)\n  ret <4 x i8> %c\n}\n",
    );
}

#[test]
fn inline_assembler_and_operand_bundles() {
    check(
        "define void @f(i32 %x) {\n  %y = call i32 asm sideeffect inteldialect \"nop\", \"=r,r\"(i32 %x)\n\
         call void asm unwind alignstack \"\", \"\"() [ \"deopt\"(i32 %y), \"mine\"() ]\n  ret void\n}\n"
            .replace("unwind alignstack", "alignstack unwind")
            .as_str(),
    );
}

/// What is upgraded twice, as it is called undeclared and has a new name, has each of its uses once.
#[test]
fn uses_by_upgraded_calls() {
    let module = module_of(
        "define <4 x i32> @f(<4 x i32> %a) {\n\
         %b = call <4 x i32> @llvm.experimental.vector.reverse.v4i32(<4 x i32> %a)\n\
         %c = call <4 x i32> @llvm.experimental.vector.reverse.v4i32(<4 x i32> %b)\n\
         ret <4 x i32> %c\n}",
    );
    let written = write(&module, &WriteOptions { preserve_use_list_order: true, ..WriteOptions::default() });
    let options = lindworm_text::WriteOptions { preserve_use_list_order: true, ..Default::default() };
    let mut text = Vec::new();
    lindworm_text::write_with(&read_back(&written), &options, &mut text).unwrap();
    assert!(!String::from_utf8(text).unwrap().contains("uselistorder"));
}

#[test]
fn equal_modules_are_equal_bytes_on_any_number_of_cores() {
    let mut text = String::from("declare void @use(...)\n");
    for i in 0..2000 {
        text += &format!(
            "define i32 @f{i}(i32 %x) {{\n  %y = mul i32 %x, {i}\n  call void (...) @use(ptr @f{}, i64 {i}, double {i}.0)\n  ret i32 %y\n}}\n",
            (i * 7) % 2000
        );
    }
    let write_again = || write(&module_of(&text), &WriteOptions::default());
    let first = write_again();
    assert!(write_again() == first);
    check(&text);
}

#[test]
fn functions_are_where_the_symbol_table_says() {
    let text = "define void @a() {\n  ret void\n}\ndeclare void @b()\ndefine i32 @c(i32 %name) {\n  ret i32 %name\n}\n";
    let bytes = write(&module_of(text), &WriteOptions::default());
    let functions: Vec<u64> = records(&bytes, block::FUNCTION).iter().map(|(bit, _)| bit / 32).collect();
    let tables = records(&bytes, block::VALUE_SYMTAB);
    let (at, entries) = tables.last().unwrap();
    assert_eq!(*entries, [(symtab::FNENTRY, vec![0, functions[0]]), (symtab::FNENTRY, vec![2, functions[1]])]);
    let (_, module) = &records(&bytes, block::MODULE)[0];
    let offset = module.iter().find(|(code, _)| *code == m::VSTOFFSET).unwrap();
    assert_eq!(offset.1, [at / 32]);
}

#[test]
fn integers_come_first_and_then_what_is_used_most() {
    let text = "@a = global [3 x ptr] [ptr null, ptr @a, ptr null]\n@b = global { i64, i32, i32 } { i64 3, i32 1, i32 2 }\n\
                @c = global { i32, i32 } { i32 2, i32 2 }\n";
    let order = |preserve_use_list_order| {
        let options = WriteOptions { preserve_use_list_order, ..Default::default() };
        let blocks = records(&write(&module_of(text), &options), block::CONSTANTS);
        blocks[0].1.iter().filter(|(code, _)| *code == constant::INTEGER).map(|(_, ops)| ops[0] / 2).collect::<Vec<_>>()
    };
    // The type of 1 and 2 comes up after that of 3; 2 is used thrice.
    assert_eq!(order(false), [3, 2, 1]);
    // In the order of uses, nothing is moved.
    assert_eq!(order(true), [3, 1, 2]);
}

#[test]
fn equal_names_stand_in_the_file_once() {
    let text = "$name = comdat any\n@name = global i8 0, comdat, partition \"name\"\n";
    let bytes = write(&module_of(text), &WriteOptions::default());
    assert_eq!(bytes.windows(4).filter(|w| w == b"name").count(), 1);
    check(text);
}

#[test]
fn a_hash_tells_modules_apart() {
    let hash = |text: &str, module_hash| {
        let bytes = write(&module_of(text), &WriteOptions { module_hash, ..Default::default() });
        let module = records(&bytes, block::MODULE).remove(0).1;
        module.into_iter().find(|(code, _)| *code == m::HASH).map(|(_, ops)| ops)
    };
    let (a, b) = ("@a = global i8 0\n", "@b = global i8 0\n");
    assert_eq!(hash(a, false), None);
    assert_eq!(hash(a, true).map(|ops| ops.len()), Some(5));
    assert_eq!(hash(a, true), hash(a, true));
    // They differ in the string table alone.
    assert_ne!(hash(a, true), hash(b, true));
}

#[test]
fn files_for_darwin_have_a_wrapper() {
    let text = "target triple = \"x86_64-apple-macosx10.7.0\"\n@x = global i8 1\n";
    let bytes = write(&module_of(text), &WriteOptions::default());
    assert_eq!(bytes[..4], lindworm_bitcode::file::WRAPPER_MAGIC);
    assert_eq!(bytes.len() % 16, 0);
    check(text);
}

#[test]
fn deep_constants_and_types_are_no_danger() {
    const DEPTH: usize = 200_000;
    let cx = Context::new();
    let mut module = Module::new(&cx, "m");
    let mut ty = Type::I8;
    (0..DEPTH).for_each(|_| ty = cx.array(ty, 1));
    let deep = module.add_global(GlobalValue::new(b"deep", ty, Type::PTR, GlobalKind::Variable(Variable::default())));
    let mut value = deep.into();
    for _ in 0..DEPTH {
        for (op, ty) in [(CastOp::PtrToInt, Type::I8), (CastOp::IntToPtr, Type::PTR)] {
            value = module.constants().intern(ty, ConstantData::Expr(Box::new(ConstantExpr::Cast { op, value })));
        }
    }
    let variable = Variable { initializer: Some(value), ..Variable::default() };
    module.add_global(GlobalValue::new(b"x", Type::PTR, Type::PTR, GlobalKind::Variable(variable)));
    let bytes = write(&module, &WriteOptions::default());
    assert_eq!(records(&bytes, block::CONSTANTS)[0].1.iter().filter(|r| r.0 == constant::CE_CAST).count(), 2 * DEPTH);
}

#[test]
fn long_splats_take_no_more_room_than_in_the_text() {
    let text = "define <1000000000 x i128> @f() {\n  ret <1000000000 x i128> splat (i128 5)\n}\n";
    let bytes = write(&module_of(text), &WriteOptions::default());
    assert!(bytes.len() < 10_000, "{}", bytes.len());
}

/// A type or a mask says how much there is, without a word for each.
#[test]
fn what_is_written_short_reads_back_however_long_it_is() {
    check("@a = global <65537 x i32> splat (i32 3)\n@b = global <4294967295 x float> splat (float 1.0)\n");
    check(
        "define <100000 x i8> @f(<4 x i8> %x) {\n  %y = shufflevector <4 x i8> %x, <4 x i8> %x, <100000 x i32> zeroinitializer\n  ret <100000 x i8> %y\n}\n",
    );
    let function = |i: usize| format!("define void @f{i}({}) {{\n  ret void\n}}\n", ["i8"; 2000].join(", "));
    check(&(0..200).map(function).collect::<String>());
    check(&format!("declare void @f({})\n", ["ptr noundef"; 70_000].join(", ")));
}

#[test]
fn a_value_that_follows_has_an_id_past_those_of_all_arguments() {
    let arguments = ["i8"; 20_000].join(", ");
    check(&format!(
        "define void @f({arguments}) {{\ne:\n  br label %l\n\nl:\n  %x = phi i32 [ 0, %e ], [ %y, %l ]\n  %y = add i32 %x, 1\n  br label %l\n}}\n"
    ));
}

/// In the file a section has its name once, and in memory for each variable.
#[test]
fn many_variables_in_a_section_with_a_long_name_are_refused() {
    let mut module = module_of("");
    for _ in 0..2000 {
        let kind = GlobalKind::Variable(Variable::default());
        let mut global = GlobalValue::new(b"", Type::I8, Type::PTR, kind);
        global.section = vec![b's'; 20_000].into();
        module.add_global(global);
    }
    let error = read(&Context::new(), "m", &write(&module, &WriteOptions::default()), &ReadOptions::default()).err();
    assert_eq!(error.unwrap().message, "Invalid ID");
}

#[test]
fn a_file_that_is_written_in_parts_is_the_same() {
    let functions: String = (0..3000)
        .map(|i| format!("define i32 @f{i}(i32 %x) {{\n  %y = add i32 %x, {i}\n  %z = mul i32 %y, %x, !tag !{i}\n  ret i32 %z\n}}\n"))
        .collect();
    let nodes: String = (0..3000).map(|i| format!("!{i} = !{{i32 {i}}}\n")).collect();
    let text = format!("{functions}{nodes}");
    for triple in ["", "target triple = \"x86_64-apple-darwin\"\n"] {
        let module = module_of(&format!("{triple}{text}"));
        for (preserve_use_list_order, module_hash) in [(false, false), (true, false), (false, true)] {
            let options = WriteOptions { preserve_use_list_order, module_hash, ..Default::default() };
            let mut file = std::io::Cursor::new(Vec::new());
            write_to(&module, &options, &mut file).unwrap();
            assert!(file.into_inner() == write(&module, &options));
        }
    }
}
