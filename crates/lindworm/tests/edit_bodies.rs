//! Bodies that are changed on several threads give the same module as on one.

use std::fmt::Write;

use lindworm::ir::builder::BuildError;
use lindworm::ir::debug_info::NodeKind;
use lindworm::ir::editor::Editor;
use lindworm::ir::instruction::Align;
use lindworm::ir::module::{Additions, GlobalKind, GlobalValue, Linkage, Variable};
use lindworm::{Body, Context, Module, ReadOptions, Type, Value, read};

const FUNCTIONS: usize = 64;

fn module() -> Module {
    let mut text = String::from("@g = global ptr blockaddress(@f0, %target)\n!named = !{!0}\n!0 = !{!\"old\"}\n");
    for n in 0..FUNCTIONS {
        let _ = write!(text, "define i32 @f{n}(i32 %x) {{\n  br label %target\ntarget:\n  ret i32 %x\n}}\n");
    }
    read(&Context::new(), "m", text.as_bytes(), &ReadOptions::default()).expect("the text is valid").module
}

/// Adds something of each kind to a body; how much of it is the same in other bodies differs by `which`.
fn edit(which: usize, module: &Module, body: &mut Body, additions: &mut Additions<'_>) -> Result<usize, BuildError> {
    let ty = [Type::I32, Type::I64, Type::I16][which % 3];
    let max = additions.intrinsic("llvm.smax", &[ty])?;
    let strings = [&b"old"[..], b"shared", &[b's', which as u8]].map(|s| additions.metadata.add_string(s).bits());
    let number = additions.metadata.add_value(module.constants().int(module.context(), Type::I32, which as u64));
    let [old, shared, own] = strings.map(|s| additions.metadata.add_node(NodeKind::Tuple, false, &[s]).bits());
    let node = additions.metadata.add_node(NodeKind::Tuple, false, &[number.bits(), own, shared, old]);
    let distinct = additions.metadata.add_node(NodeKind::Tuple, true, &[node.bits(), shared]);

    let target = body.blocks().nth(1).expect("there are two blocks");
    let address = additions.block_address(target);
    let variable = GlobalKind::Variable(Variable { initializer: Some(address), ..Variable::default() });
    let mut table = GlobalValue::new(b"table", Type::PTR, Type::PTR, variable);
    table.set_linkage(Linkage::Private);
    let table = additions.add_global(table);

    let mut editor = Editor::new(module, body);
    let ret = editor.body().terminator(target).expect("the block has a terminator");
    let result = editor.build_before(ret, |b| {
        let from = b.zero(ty);
        let larger = b.call_function(max, &[from, from])?;
        b.store(larger.into(), table.into(), Align::NONE)?;
        b.named("sum").binary(lindworm::ir::eval::BinaryOp::Add, Value::arg(0), Value::arg(0))
    })?;
    editor.set_operands(ret, &[result]);
    for (kind, node) in [("own", node), ("distinct", distinct)] {
        editor.set_attachment(ret, module.context().metadata_kind(kind.as_bytes()), Some(node));
    }
    Ok(which)
}

fn text_of(module: &Module) -> String {
    String::from_utf8(lindworm::to_bytes(module)).expect("the names are UTF-8")
}

/// The text and the bitcode of the module, edited in groups of at most `most` instructions.
fn edited(threads: usize, most: usize) -> (String, Vec<u8>) {
    let mut module = module();
    let functions = module.functions().to_vec();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("there are threads");
    let results = pool.install(|| {
        module.edit_groups(&functions, most, |module, group| {
            let edit_one = |(body, additions): &mut (Box<Body>, Additions<'_>)| {
                let which = functions.iter().position(|&f| f == additions.function()).expect("a function of the list");
                edit(which, module, body, additions)
            };
            group.iter_mut().map(edit_one).collect()
        })
    });
    assert_eq!(results, (0..FUNCTIONS).map(Ok).collect::<Vec<_>>());
    assert!(lindworm::verify(&module).is_ok());
    let bitcode = lindworm::bitcode::write(&module, &lindworm::bitcode::WriteOptions::default());
    (text_of(&module), bitcode)
}

#[test]
fn results_depend_neither_on_threads_nor_on_groups() {
    let one = edited(1, 0);
    for (threads, most) in [(1, 10), (2, 0), (2, 10), (2, 1000), (4, 10)] {
        let more = edited(threads, most);
        assert_eq!(one.0, more.0);
        assert!(one.1 == more.1, "the bitcode differs");
    }
}

#[test]
fn additions_are_committed_in_the_order_of_functions() {
    let (text, _) = edited(2, 0);
    let declared: Vec<&str> = text.lines().filter(|line| line.starts_with("declare")).collect();
    let types = ["i32", "i64", "i16"].map(|ty| format!("declare {ty} @llvm.smax.{ty}({ty}, {ty}) #0"));
    assert_eq!(declared, types);
    assert!(text.contains("@table = private global ptr blockaddress(@f0, %target)\n@table.1 = private global ptr"));
    assert_eq!(text.matches("!\"shared\"").count(), 1);
    assert_eq!(text.matches("= distinct !{").count(), FUNCTIONS);
    // One for each number, and one each for the three strings, the last of which is different in each function.
    assert_eq!(text.lines().filter(|line| line.contains(" = !{")).count(), 1 + 2 + 2 * FUNCTIONS);
}

#[test]
fn the_address_of_an_erased_block_is_one() {
    let mut module = module();
    let functions = module.functions().to_vec();
    module.edit_bodies(&functions[..1], |module, body, additions| {
        let [entry, target] = [0, 1].map(|n| body.blocks().nth(n).expect("there are two blocks"));
        assert!(additions.is_address_taken(target) && !additions.is_address_taken(entry));
        additions.replace_address(target);
        let mut editor = Editor::new(module, body);
        assert!(editor.merge_into_predecessor(target));
    });
    assert!(text_of(&module).contains("@g = global ptr inttoptr (i32 1 to ptr)"));
}

#[test]
fn a_compacted_body_is_printed_as_before_and_keeps_the_addresses_of_its_blocks() {
    let source = "define ptr @f(i32 %x) {\n  %dead = add i32 %x, 1\n  %y = mul i32 %x, 2\n  br label %gone\n\
                  gone:\n  %z = phi i32 [ %y, %0 ]\n  br label %target\n\
                  target:\n  store i32 %z, ptr @g\n  ret ptr blockaddress(@f, %target)\n}\n@g = global i32 0\n";
    let mut module = read(&Context::new(), "m", source.as_bytes(), &ReadOptions::default()).expect("is valid").module;
    let functions = module.functions().to_vec();
    let erase = |module: &Module, body: &mut Body| {
        let first = body.entry().and_then(|entry| body.first_inst(entry)).expect("there is one");
        let [gone, target] = [1, 2].map(|n| body.blocks().nth(n).expect("there are three blocks"));
        let mut editor = Editor::new(module, body);
        editor.erase(first);
        assert!(editor.merge_into_predecessor(gone));
        target
    };
    module.edit_bodies(&functions, |module, body, _| _ = erase(module, body));
    let expected = text_of(&module);
    let counts = module.edit_bodies(&functions, |_, body, additions| {
        let before = (body.inst_count(), body.block_count());
        additions.compact(body);
        (before, (body.inst_count(), body.block_count()))
    });
    assert_eq!(counts, [((7, 3), (4, 2))]);
    assert_eq!(text_of(&module), expected);
    module.edit_bodies(&functions, |_, body, additions| {
        let target = body.blocks().nth(1).expect("there are two blocks");
        assert!(additions.is_address_taken(target));
    });
}

#[test]
fn bodies_of_declarations_are_left_out_and_no_body_is_edited_twice() {
    let mut module = module();
    let ty = module.context().function_type(Type::VOID, &[], false);
    let declared = module.add_function(b"declared", ty);
    let first = module.functions()[0];
    let results = module.edit_bodies(&[first, declared, first], |module, body, additions| {
        assert!(module.body(first).is_some_and(|empty| empty.entry().is_none()));
        (additions.function(), body.block_count())
    });
    assert_eq!(results, [(first, 2)]);
    assert!(module.body(declared).is_none());
}
