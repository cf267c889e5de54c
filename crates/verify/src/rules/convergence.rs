//! Rules about convergence control: LW1300 to LW1349.

use crate::rule::rules;

rules! {
    LW1300 SECOND_BUNDLE "The 'convergencectrl' bundle can occur at most once on a call" {
        what: "A call has at most one operand bundle `convergencectrl`.",
        why: "One token says which threads do the operation together; two would say different things.",
        section: "convergence-control-operand-bundles",
        bad: "define void @k() {\n  call void @f() [ \"convergencectrl\"(token none), \"convergencectrl\"(token none) ]\n  ret void\n}\ndeclare void @f() convergent\n",
        good: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  call void @f() [ \"convergencectrl\"(token %t) ]\n  ret void\n}\ndeclare token @llvm.experimental.convergence.anchor()\ndeclare void @f() convergent\n",
    }
    LW1301 BUNDLE_INPUTS "The 'convergencectrl' bundle requires exactly one token use." {
        what: "The operand bundle `convergencectrl` holds one value, which is a token.",
        why: "The token says which threads do the operation together, and nothing more is to be said.",
        section: "convergence-control-operand-bundles",
        bad: "define void @k() {\n  call void @f() [ \"convergencectrl\"() ]\n  ret void\n}\ndeclare void @f() convergent\n",
        good: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  call void @f() [ \"convergencectrl\"(token %t) ]\n  ret void\n}\ndeclare token @llvm.experimental.convergence.anchor()\ndeclare void @f() convergent\n",
    }
    LW1302 FOREIGN_TOKEN "Convergence control tokens can only be produced by calls to the convergence control intrinsics." {
        what: "What `convergencectrl` holds is the result of `llvm.experimental.convergence.entry`, `.anchor` or `.loop`.",
        why: "Only these say which threads a token stands for.",
        section: "https://llvm.org/docs/ConvergentOperations.html#convergence-control-intrinsics",
        bad: "define void @k() {\n  call void @f() [ \"convergencectrl\"(token none) ]\n  ret void\n}\ndeclare void @f() convergent\n",
        good: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  call void @f() [ \"convergencectrl\"(token %t) ]\n  ret void\n}\ndeclare token @llvm.experimental.convergence.anchor()\ndeclare void @f() convergent\n",
    }
    LW1303 ENTRY_IN_NON_CONVERGENT_FUNCTION "Entry intrinsic can occur only in a convergent function." {
        what: "`llvm.experimental.convergence.entry` stands only in a function with the attribute `convergent`.",
        why: "Its token stands for the threads that called the function together, and calls of functions that are not convergent may be moved to where other threads make them.",
        section: "https://llvm.org/docs/ConvergentOperations.html#llvm-experimental-convergence-entry",
        bad: "define void @k() {\n  %t = call token @llvm.experimental.convergence.entry()\n  call void @f() [ \"convergencectrl\"(token %t) ]\n  ret void\n}\ndeclare token @llvm.experimental.convergence.entry()\ndeclare void @f() convergent\n",
        good: "define void @k() convergent {\n  %t = call token @llvm.experimental.convergence.entry()\n  call void @f() [ \"convergencectrl\"(token %t) ]\n  ret void\n}\ndeclare token @llvm.experimental.convergence.entry()\ndeclare void @f() convergent\n",
    }
    LW1304 ENTRY_IN_OTHER_BLOCK "Entry intrinsic can occur only in the entry block." {
        what: "`llvm.experimental.convergence.entry` stands in the first block of its function.",
        why: "The token stands for the threads that entered the function together, before their paths diverge.",
        section: "https://llvm.org/docs/ConvergentOperations.html#llvm-experimental-convergence-entry",
        bad: "define void @k() convergent {\n  br label %next\nnext:\n  %t = call token @llvm.experimental.convergence.entry()\n  call void @f() [ \"convergencectrl\"(token %t) ]\n  ret void\n}\ndeclare token @llvm.experimental.convergence.entry()\ndeclare void @f() convergent\n",
        good: "define void @k() convergent {\n  %t = call token @llvm.experimental.convergence.entry()\n  br label %next\nnext:\n  call void @f() [ \"convergencectrl\"(token %t) ]\n  ret void\n}\ndeclare token @llvm.experimental.convergence.entry()\ndeclare void @f() convergent\n",
    }
    LW1305 ENTRY_NOT_FIRST "Entry intrinsic cannot be preceded by a convergent operation in the same basic block." {
        what: "No convergent operation stands before `llvm.experimental.convergence.entry` in its block.",
        why: "The convergent operations of the function use the token, which does not exist before.",
        section: "https://llvm.org/docs/ConvergentOperations.html#llvm-experimental-convergence-entry",
        bad: "define void @k() convergent {\n  %a = call token @llvm.experimental.convergence.anchor()\n  %t = call token @llvm.experimental.convergence.entry()\n  ret void\n}\ndeclare token @llvm.experimental.convergence.entry()\ndeclare token @llvm.experimental.convergence.anchor()\n",
        good: "define void @k() convergent {\n  %t = call token @llvm.experimental.convergence.entry()\n  %a = call token @llvm.experimental.convergence.anchor()\n  ret void\n}\ndeclare token @llvm.experimental.convergence.entry()\ndeclare token @llvm.experimental.convergence.anchor()\n",
    }
    LW1306 START_WITH_TOKEN "Entry or anchor intrinsic cannot have a convergencectrl token operand." {
        what: "Calls of `llvm.experimental.convergence.entry` and `.anchor` have no operand bundle `convergencectrl`.",
        why: "These two begin a region that depends on no other region. Only `.loop` continues one.",
        section: "https://llvm.org/docs/ConvergentOperations.html#convergence-control-intrinsics",
        bad: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  %u = call token @llvm.experimental.convergence.anchor() [ \"convergencectrl\"(token %t) ]\n  ret void\n}\ndeclare token @llvm.experimental.convergence.anchor()\n",
        good: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  %u = call token @llvm.experimental.convergence.anchor()\n  ret void\n}\ndeclare token @llvm.experimental.convergence.anchor()\n",
    }
    LW1307 LOOP_WITHOUT_TOKEN "Loop intrinsic must have a convergencectrl token operand." {
        what: "A call of `llvm.experimental.convergence.loop` has an operand bundle `convergencectrl`.",
        why: "The intrinsic selects which threads of that token, which comes from outside of the loop, are in the same iteration.",
        section: "https://llvm.org/docs/ConvergentOperations.html#llvm-experimental-convergence-loop",
        bad: "define void @k() {\n  br label %next\nnext:\n  %u = call token @llvm.experimental.convergence.loop()\n  br label %next\n}\ndeclare token @llvm.experimental.convergence.loop()\n",
        good: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  br label %next\nnext:\n  %u = call token @llvm.experimental.convergence.loop() [ \"convergencectrl\"(token %t) ]\n  br label %next\n}\ndeclare token @llvm.experimental.convergence.anchor()\ndeclare token @llvm.experimental.convergence.loop()\n",
    }
    LW1308 LOOP_NOT_FIRST "Loop intrinsic cannot be preceded by a convergent operation in the same basic block." {
        what: "No convergent operation stands before `llvm.experimental.convergence.loop` in its block.",
        why: "It counts the iterations of a loop, at the start of each; an operation before it would belong to no iteration.",
        section: "https://llvm.org/docs/ConvergentOperations.html#llvm-experimental-convergence-loop",
        bad: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  br label %next\nnext:\n  %a = call token @llvm.experimental.convergence.anchor()\n  %u = call token @llvm.experimental.convergence.loop() [ \"convergencectrl\"(token %t) ]\n  br label %next\n}\ndeclare token @llvm.experimental.convergence.anchor()\ndeclare token @llvm.experimental.convergence.loop()\n",
        good: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  br label %next\nnext:\n  %u = call token @llvm.experimental.convergence.loop() [ \"convergencectrl\"(token %t) ]\n  %a = call token @llvm.experimental.convergence.anchor()\n  br label %next\n}\ndeclare token @llvm.experimental.convergence.anchor()\ndeclare token @llvm.experimental.convergence.loop()\n",
    }
    LW1309 MIXED "Cannot mix controlled and uncontrolled convergence in the same function." {
        what: "Either all convergent operations of a function take or make tokens, or none does.",
        why: "The target decides which threads execute an operation without a token together; tokens cannot describe that.",
        section: "https://llvm.org/docs/ConvergentOperations.html#uncontrolled-convergent-operations",
        bad: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  call void @f() [ \"convergencectrl\"(token %t) ]\n  call void @f()\n  ret void\n}\ndeclare token @llvm.experimental.convergence.anchor()\ndeclare void @f() convergent\n",
        good: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  call void @f() [ \"convergencectrl\"(token %t) ]\n  call void @f() [ \"convergencectrl\"(token %t) ]\n  ret void\n}\ndeclare token @llvm.experimental.convergence.anchor()\ndeclare void @f() convergent\n",
    }
    LW1310 NOT_NESTED "Convergence region is not well-nested." {
        what: "Between the definition of a token and its last use, no token that was defined before it is used.",
        why: "Regions are nested so that each operation is in one innermost region, and threads that left a region do not come back into it.",
        section: "https://llvm.org/docs/ConvergentOperations.html#static-rules",
        bad: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  %u = call token @llvm.experimental.convergence.anchor()\n  call void @f() [ \"convergencectrl\"(token %t) ]\n  call void @f() [ \"convergencectrl\"(token %u) ]\n  ret void\n}\ndeclare token @llvm.experimental.convergence.anchor()\ndeclare void @f() convergent\n",
        good: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  %u = call token @llvm.experimental.convergence.anchor()\n  call void @f() [ \"convergencectrl\"(token %u) ]\n  call void @f() [ \"convergencectrl\"(token %t) ]\n  ret void\n}\ndeclare token @llvm.experimental.convergence.anchor()\ndeclare void @f() convergent\n",
    }
    LW1311 USE_IN_CYCLE "Convergence token used by an instruction other than llvm.experimental.convergence.loop in a cycle that does not contain the token's definition." {
        what: "In a loop, only `llvm.experimental.convergence.loop` uses a token that was made outside of it.",
        why: "Threads may execute different numbers of iterations; only that intrinsic says which of them are in the same iteration.",
        section: "https://llvm.org/docs/ConvergentOperations.html#static-rules",
        bad: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  br label %next\nnext:\n  call void @f() [ \"convergencectrl\"(token %t) ]\n  br label %next\n}\ndeclare token @llvm.experimental.convergence.anchor()\ndeclare void @f() convergent\n",
        good: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  br label %next\nnext:\n  %u = call token @llvm.experimental.convergence.loop() [ \"convergencectrl\"(token %t) ]\n  call void @f() [ \"convergencectrl\"(token %u) ]\n  br label %next\n}\ndeclare token @llvm.experimental.convergence.anchor()\ndeclare token @llvm.experimental.convergence.loop()\ndeclare void @f() convergent\n",
    }
    LW1312 HEART_NOT_HEADER "Cycle heart must dominate all blocks in the cycle." {
        what: "A use of a token in a cycle that does not contain its definition is in the header of the outermost such cycle, and the header dominates all blocks of the cycle.",
        why: "It counts the iterations, so every iteration must execute it.",
        section: "https://llvm.org/docs/ConvergentOperations.html#static-rules",
        bad: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  br label %head\nhead:\n  br label %next\nnext:\n  %u = call token @llvm.experimental.convergence.loop() [ \"convergencectrl\"(token %t) ]\n  br label %head\n}\ndeclare token @llvm.experimental.convergence.anchor()\ndeclare token @llvm.experimental.convergence.loop()\n",
        good: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  br label %head\nhead:\n  %u = call token @llvm.experimental.convergence.loop() [ \"convergencectrl\"(token %t) ]\n  br label %next\nnext:\n  br label %head\n}\ndeclare token @llvm.experimental.convergence.anchor()\ndeclare token @llvm.experimental.convergence.loop()\n",
    }
    LW1313 TWO_HEARTS "Two static convergence token uses in a cycle that does not contain either token's definition." {
        what: "In a loop at most one call uses a token that was made outside of it.",
        why: "That call counts the rounds of the loop; two would count them twice.",
        section: "https://llvm.org/docs/ConvergentOperations.html#static-rules",
        bad: built "let the call in `%next` use `%t`, stand in `%head`, and neither be convergent",
        good: "define void @k() {\n  %t = call token @llvm.experimental.convergence.anchor()\n  br label %head\nhead:\n  %u = call token @llvm.experimental.convergence.loop() [ \"convergencectrl\"(token %t) ]\n  br label %next\nnext:\n  %v = call token @llvm.experimental.convergence.loop() [ \"convergencectrl\"(token %u) ]\n  br label %head\n}\ndeclare token @llvm.experimental.convergence.anchor()\ndeclare token @llvm.experimental.convergence.loop()\n",
    }
}
