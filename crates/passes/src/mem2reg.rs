//! `mem2reg`: promotes allocas to SSA values.

use crate::pass::{FunctionEdit, FunctionPass};
use crate::promote::{is_promotable, promote};

/// Promotes each `alloca` of the entry block that is only loaded and stored, and repeats while promotion makes others promotable.
pub struct Mem2Reg;

impl FunctionPass for Mem2Reg {
    fn name(&self) -> &'static str {
        "mem2reg"
    }

    fn class(&self) -> &'static str {
        "PromotePass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let Some(entry) = f.editor.body().entry() else { return };
        loop {
            let allocas: Vec<_> = f.editor.body().insts(entry).filter(|&inst| is_promotable(&f.editor, inst)).collect();
            if allocas.is_empty() {
                return;
            }
            promote(f, &allocas);
        }
    }
}
