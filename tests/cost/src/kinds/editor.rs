//! Changes that an editor makes to a body.

use lindworm::ir::editor::{Editor, Point, ValueMap};
use lindworm::ir::use_list::Use;
use lindworm::{Block, Inst, Value};

use super::{Kind, each, function, work};
use crate::counters::Cost;
use crate::paths::read_text;

/// Reads a text with a function `f`, and counts what it costs to change its body.
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
            // Every other one first, so that the records of neighbours lie apart.
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
            // Each split looks for one entry of the phi, the first that is left.
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
];
