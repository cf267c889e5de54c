//! Changes that an editor makes to a body.

use lindworm::analysis::{Analyses, DominatorTree};
use lindworm::ir::debug_info::NodeKind;
use lindworm::ir::editor::{Editor, Point, ValueMap};
use lindworm::ir::use_list::Use;
use lindworm::passes::Pipeline;
use lindworm::{Block, Inst, Value};

use super::{Kind, each, function, work};
use crate::counters::Cost;
use crate::paths::read_text;

/// Reads a text with a function `f`, and measures a change of its body.
fn edit(text: &str, work: impl FnOnce(&mut Editor<'_>)) -> Cost {
    let mut module = read_text(text.as_bytes());
    let function = module.global_named(b"f").unwrap();
    Cost::of(|| module.change_body(function, |module, body| work(&mut Editor::new(module, body))).unwrap())
}

/// A body of `n` additions.
fn additions(n: usize) -> String {
    function("i32 %x, i32 %y", &(each(n, |i| format!("  %v{i} = add i32 %x, {i}\n")) + "  ret void\n"))
}

/// A body of `n` blocks, each of which branches to the next.
fn blocks(n: usize) -> String {
    function("", &(each(n, |i| format!("  br label %b{i}\n\nb{i}:\n")) + "  ret void\n"))
}

/// A switch with `n` cases to one block, which has a phi.
fn cases(n: usize) -> String {
    let cases = each(n, |i| format!("    i32 {i}, label %to\n"));
    let incoming = each(n, |i| format!(", [ {i}, %from ]"));
    let from = format!("from:\n  switch i32 %x, label %to [\n{cases}  ]\n\n");
    function("i32 %x, i32 %y", &(from + &format!("to:\n  %p = phi i32 [ 0, %from ]{incoming}\n  ret void\n")))
}

/// `n` additions, each to the previous one.
fn chain(n: usize) -> String {
    function("i32 %v0", &(each(n, |i| format!("  %v{} = add i32 %v{i}, 1\n", i + 1)) + "  ret void\n"))
}

/// The costs of passes.
fn passes(passes: &str, text: &str) -> Cost {
    let mut module = read_text(text.as_bytes());
    let pipeline = Pipeline::parse(passes).unwrap();
    Cost::of(|| pipeline.run(&mut module))
}

fn instructions(editor: &Editor<'_>) -> Vec<Inst> {
    let body = editor.body();
    body.blocks().flat_map(|block| body.insts(block)).filter(|&i| !body.inst(i).is_terminator()).collect()
}

fn all_blocks(editor: &Editor<'_>) -> Vec<Block> {
    editor.body().blocks().collect()
}

pub const KINDS: &[Kind] = &[
    work("uses that are replaced", |n| {
        edit(&additions(n), |editor| {
            editor.replace_all(Value::arg(0), Value::arg(1));
            editor.replace_all(Value::arg(1), Value::arg(0));
        })
    }),
    work("uses that are replaced one by one", |n| {
        edit(&additions(n), |editor| {
            for user in instructions(editor) {
                editor.set_operand(Use { user, operand: 0 }, Value::arg(1));
            }
        })
    }),
    work("operands of a phi that are replaced", |n| {
        edit(&cases(n), |editor| {
            let phi = instructions(editor)[0];
            (0..n as u32).for_each(|i| editor.set_operand(Use { user: phi, operand: 2 * i }, Value::arg(1)));
        })
    }),
    work("operands of a phi that are added", |n| {
        edit(&cases(1), |editor| {
            let (phi, entry) = (instructions(editor)[0], editor.body().entry().unwrap());
            (0..n).for_each(|_| editor.add_incoming(phi, Value::arg(1), entry));
        })
    }),
    work("instructions that are inserted at one point and compared", |n| {
        edit(&additions(1), |editor| {
            let [first, ..] = instructions(editor)[..] else { return };
            for _ in 0..n {
                let copy = editor.clone_inst(first, Point::Before(first));
                assert!(editor.comes_before(copy, first));
            }
        })
    }),
    work("instructions that are erased", |n| {
        edit(&additions(n), |editor| instructions(editor).into_iter().for_each(|inst| editor.erase(inst)))
    }),
    work("instructions with debug records that are erased", |n| {
        let adds = each(n, |i| format!("    #dbg_value(i32 %x, !1, !2, !3)\n  %v{i} = add i32 %x, {i}\n"));
        let metadata = "!0 = distinct !DISubprogram(name: \"f\")\n!1 = !DILocalVariable(scope: !0)\n!2 = !DIExpression()\n!3 = !DILocation(scope: !0)\n";
        edit(&(function("i32 %x", &(adds + "  ret void\n")) + metadata), |editor| {
            let insts = instructions(editor);
            // Every other instruction first, so that no records are adjacent.
            let (even, odd) = (insts.iter().step_by(2), insts.iter().skip(1).step_by(2));
            odd.rev().chain(even).for_each(|&inst| editor.erase(inst));
        })
    }),
    work("instructions that are moved", |n| {
        edit(&additions(n), |editor| {
            let all = instructions(editor);
            all.iter().skip(1).for_each(|&inst| editor.move_inst(inst, Point::Before(all[0])));
        })
    }),
    work("splits of a block from the first instruction", |n| {
        edit(&additions(n), |editor| {
            instructions(editor).into_iter().for_each(|inst| _ = editor.split_block(inst, b""))
        })
    }),
    work("splits of a block from the last instruction", |n| {
        edit(&additions(n), |editor| {
            instructions(editor).into_iter().rev().for_each(|inst| _ = editor.split_block(inst, b"s"));
        })
    }),
    work("edges that are split", |n| {
        edit(&cases(n), |editor| {
            let switch = editor.body().terminator(editor.body().entry().unwrap()).unwrap();
            // Each split searches for one entry of the phi, the first that remains.
            (0..20).for_each(|i| _ = editor.split_edge(Use { user: switch, operand: 3 + 2 * i }, b"e"));
        })
    }),
    work("blocks that are merged", |n| {
        edit(&blocks(n), |editor| {
            all_blocks(editor).into_iter().skip(1).for_each(|block| assert!(editor.merge_into_predecessor(block)));
        })
    }),
    work("blocks that are merged from the last", |n| {
        edit(&blocks(n), |editor| {
            let blocks = all_blocks(editor).into_iter().skip(1).rev();
            blocks.for_each(|block| assert!(editor.merge_into_predecessor(block)));
        })
    }),
    work("blocks that are erased", |n| {
        edit(&blocks(n), |editor| {
            let blocks = all_blocks(editor);
            let branch = editor.body().terminator(blocks[0]).unwrap();
            editor.set_operand(Use { user: branch, operand: 0 }, blocks[0].into());
            editor.erase_blocks(&blocks[1..]);
        })
    }),
    work("blocks that are copied", |n| {
        edit(&blocks(n), |editor| {
            let blocks = all_blocks(editor);
            editor.clone_blocks(blocks[0], &blocks, &mut ValueMap::default());
        })
    }),
    work("edges that are split while dominators are asked for", |n| {
        edit(&blocks(n), |editor| {
            let mut analyses = Analyses::default();
            let mut dominators = analyses.get::<DominatorTree>(editor);
            for block in all_blocks(editor) {
                let Some(edge) = editor.uses().of(block.into()).next() else { continue };
                let new = editor.split_edge(edge, b"").unwrap();
                dominators = analyses.refresh(dominators, editor);
                assert_eq!(dominators.idom(block), Some(new));
            }
        })
    }),
    work("variables of one block that are promoted", |n| {
        let variables =
            each(n, |i| format!("  %p{i} = alloca i32\n  store i32 %x, ptr %p{i}\n  %v{i} = load i32, ptr %p{i}\n"));
        passes("mem2reg", &function("i32 %x", &(variables + "  ret void\n")))
    }),
    work("stores of one variable that is promoted", |n| {
        let diamonds = each(n, |i| {
            format!(
                "  br i1 %c, label %a{i}, label %b{i}\na{i}:\n  store i32 {i}, ptr %p\n  br label %b{i}\nb{i}:\n  %v{i} = load i32, ptr %p\n"
            )
        });
        passes("mem2reg", &function("i1 %c", &format!("  %p = alloca i32\n{diamonds}  ret void\n")))
    }),
    work("cases of a switch to a phi of a variable that is promoted", |n| {
        let cases = each(n, |i| format!("    i32 {i}, label %to\n"));
        let text = format!(
            "  %p = alloca i32\n  switch i32 %x, label %other [\n{cases}  ]\nother:\n  store i32 1, ptr %p\n  br label %to\nto:\n  %v = load i32, ptr %p\n  ret void\n"
        );
        passes("mem2reg", &function("i32 %x", &text))
    }),
    work("instructions that are dead", |n| passes("dce", &chain(n))),
    work("functions whose bodies add to the module", |n| {
        let text = each(n, |i| format!("define void @f{i}() {{\n  ret void\n}}\n"));
        let mut module = read_text(text.as_bytes());
        let functions = module.functions().to_vec();
        Cost::of(|| {
            module.edit_bodies(&functions, |_, _, additions| {
                let own = additions.metadata.add_string(&additions.function().as_u32().to_le_bytes());
                let own = additions.metadata.add_node(NodeKind::Tuple, false, &[own.bits()]);
                additions.metadata.add_node(NodeKind::Tuple, true, &[own.bits()]);
                additions.intrinsic("llvm.donothing", &[]).unwrap();
            });
        })
    }),
];
