//! Loop passes, `dse` and `gvn`: what goes in, and what comes out.

mod common;

use common::{check, functions, run};

#[test]
fn a_loop_that_tests_at_the_top_is_rotated() {
    check(
        "loop-rotate",
        "define void @f(i32 %n, ptr %p) {
         e:
           br label %h
         h:
           %i = phi i32 [ 0, %e ], [ %j, %b ]
           %c = icmp slt i32 %i, %n
           br i1 %c, label %b, label %x
         b:
           store volatile i32 %i, ptr %p
           %j = add i32 %i, 1
           br label %h
         x:
           ret void
         }",
        "define void @f(i32 %n, ptr %p) {
         e:
           %c1 = icmp slt i32 0, %n
           br i1 %c1, label %b.lr.ph, label %x
         b.lr.ph:
           br label %b
         b:
           %i2 = phi i32 [ 0, %b.lr.ph ], [ %j, %b ]
           store volatile i32 %i2, ptr %p
           %j = add i32 %i2, 1
           %c = icmp slt i32 %j, %n
           br i1 %c, label %b, label %h.x_crit_edge
         h.x_crit_edge:
           br label %x
         x:
           ret void
         }",
    );
}

#[test]
fn a_value_that_leaves_a_rotated_loop_keeps_its_phi() {
    let module = run(
        "loop(loop-rotate,loop-deletion)",
        "define i32 @f(i32 %n) mustprogress {
         e:
           br label %h
         h:
           %i = phi i32 [ 8, %e ], [ %j, %b ]
           %s = phi i32 [ %n, %e ], [ %t, %b ]
           %c = icmp sgt i32 %i, 0
           br i1 %c, label %b, label %x
         b:
           %t = mul i32 %s, %s
           %j = add i32 %i, -1
           br label %h
         x:
           ret i32 %s
         }",
    );
    let lines = functions(&module);
    assert!(lines.iter().any(|line| line.contains("%s.lcssa = phi i32 [ %t, %b ]")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("%t = mul")), "{lines:?}");
}

#[test]
fn a_loop_with_a_convergent_header_is_not_rotated() {
    let text = "declare i1 @more() convergent
         define void @f(ptr %p) {
         e:
           br label %h
         h:
           %c = call i1 @more()
           br i1 %c, label %b, label %x
         b:
           store volatile i32 0, ptr %p
           br label %h
         x:
           ret void
         }";
    check("loop-rotate", text, text);
}

#[test]
fn invariant_instructions_are_hoisted_and_results_are_sunk() {
    check(
        "licm",
        "define i32 @f(i32 %n, i32 %a, ptr %p, ptr noalias %q) {
         e:
           br label %l
         l:
           %i = phi i32 [ 0, %e ], [ %j, %l ]
           %s = mul i32 %a, 3
           %v = load i32, ptr %p
           %t = add i32 %v, %s
           store i32 %t, ptr %q
           %q2 = getelementptr i32, ptr %q, i32 %i
           store i32 %i, ptr %q2
           %r = mul i32 %i, 7
           %j = add i32 %i, 1
           %c = icmp slt i32 %j, %n
           br i1 %c, label %l, label %x
         x:
           %y = phi i32 [ %r, %l ]
           ret i32 %y
         }",
        "define i32 @f(i32 %n, i32 %a, ptr %p, ptr noalias %q) {
         e:
           %s = mul i32 %a, 3
           %v = load i32, ptr %p
           %t = add i32 %v, %s
           br label %l
         l:
           %i = phi i32 [ 0, %e ], [ %j, %l ]
           store i32 %t, ptr %q
           %q2 = getelementptr i32, ptr %q, i32 %i
           store i32 %i, ptr %q2
           %j = add i32 %i, 1
           %c = icmp slt i32 %j, %n
           br i1 %c, label %l, label %x
         x:
           %i.lcssa = phi i32 [ %i, %l ]
           %r.le = mul i32 %i.lcssa, 7
           ret i32 %r.le
         }",
    );
}

#[test]
fn a_division_that_the_loop_may_not_reach_stays() {
    let text = "define void @f(i32 %n, i32 %a, ptr %p, i1 %g) {
         e:
           br label %l
         l:
           br i1 %g, label %t, label %m
         t:
           %d = sdiv i32 %n, %a
           store volatile i32 %d, ptr %p
           br label %m
         m:
           %c = load volatile i1, ptr %p
           br i1 %c, label %l, label %x
         x:
           ret void
         }";
    check("licm", text, text);
}

#[test]
fn a_location_of_one_pointer_is_kept_in_a_register() {
    check(
        "licm",
        "define void @f(i32 %n, ptr %p) {
         e:
           br label %l
         l:
           %i = phi i32 [ 0, %e ], [ %j, %l ]
           %v = load i32, ptr %p
           %w = add i32 %v, %i
           store i32 %w, ptr %p
           %j = add i32 %i, 1
           %c = icmp slt i32 %j, %n
           br i1 %c, label %l, label %x
         x:
           ret void
         }",
        "define void @f(i32 %n, ptr %p) {
         e:
           %p.promoted = load i32, ptr %p
           br label %l
         l:
           %w1 = phi i32 [ %p.promoted, %e ], [ %w, %l ]
           %i = phi i32 [ 0, %e ], [ %j, %l ]
           %w = add i32 %w1, %i
           %j = add i32 %i, 1
           %c = icmp slt i32 %j, %n
           br i1 %c, label %l, label %x
         x:
           %w.lcssa = phi i32 [ %w, %l ]
           store i32 %w.lcssa, ptr %p
           ret void
         }",
    );
}

#[test]
fn a_store_is_not_introduced_where_the_loop_might_not_store() {
    let text = "define void @f(i1 %g, ptr %p) {
         e:
           br label %l
         l:
           br i1 %g, label %t, label %m
         t:
           store i32 1, ptr %p
           br label %m
         m:
           %c = call i1 @more()
           br i1 %c, label %l, label %x
         x:
           ret void
         }
         declare i1 @more() nounwind memory(none)";
    let lines = functions(&run("licm", text));
    let place = |line: &str| lines.iter().position(|l| l.trim() == line);
    let store = place("store i32 1, ptr %p, align 4");
    assert!(store > place("t:") && store < place("m:"), "{lines:?}");
}

#[test]
fn a_loop_without_effects_is_deleted() {
    let text = |attributes: &str| {
        format!(
            "define i32 @f(i32 %n, i1 %c) {attributes} {{
             e:
               br label %l
             l:
               %k = call i1 @g(i32 %n)
               br i1 %k, label %l, label %x
             x:
               ret i32 %n
             }}
             declare i1 @g(i32) nounwind willreturn memory(none)"
        )
    };
    check(
        "loop-deletion",
        &text("mustprogress"),
        "define i32 @f(i32 %n, i1 %c) mustprogress {\ne:\nbr label %x\nx:\nret i32 %n\n}",
    );
    // Without the attribute the loop may run forever.
    check("loop-deletion", &text(""), &text(""));
}

#[test]
fn a_nested_loop_that_ends_after_its_first_iteration_lets_the_outer_one_go_on() {
    let text = "define void @f(ptr %p) {
         e:
           br label %h
         h:
           %i = phi i32 [ 0, %e ], [ %k, %l ]
           %c = icmp slt i32 %i, 9
           br i1 %c, label %n, label %x
         n:
           br label %m
         m:
           %j = phi i32 [ 8, %n ], [ %d, %b ]
           %g = icmp sgt i32 %j, 0
           br i1 %g, label %b, label %l
         b:
           %d = add i32 %j, -1
           store volatile i32 %j, ptr %p
           br label %m
         l:
           %k = add i32 %i, 1
           br label %h
         x:
           ret void
         }";
    check("loop-deletion", text, text);
}

#[test]
fn a_store_that_is_overwritten_or_dies_is_removed() {
    check(
        "dse",
        "declare void @g() nounwind willreturn memory(none)
         define void @f(ptr %p, ptr %q, i1 %c) {
           %a = alloca i32
           store i32 1, ptr %p
           call void @g()
           store i32 2, ptr %p
           store i32 3, ptr %a
           %v = load i32, ptr %q
           store i32 %v, ptr %q
           br i1 %c, label %t, label %x
         t:
           store i64 4, ptr %p
           ret void
         x:
           store i32 5, ptr %p
           ret void
         }",
        "declare void @g() nounwind willreturn memory(none)
         define void @f(ptr %p, ptr %q, i1 %c) {
           call void @g()
           store i32 2, ptr %p
           br i1 %c, label %t, label %x
         t:
           store i64 4, ptr %p
           ret void
         x:
           store i32 5, ptr %p
           ret void
         }",
    );
}

#[test]
fn a_store_that_somebody_may_see_stays() {
    let text = "declare void @g()
         define void @f(ptr %p, ptr %q, i1 %c) {
           store i32 1, ptr %p
           %v = load i32, ptr %q
           store i32 %v, ptr %p
           call void @g()
           store i32 3, ptr %p
           br i1 %c, label %t, label %x
         t:
           store i16 4, ptr %p
           ret void
         x:
           ret void
         }";
    check("dse", text, text);
}

#[test]
fn equal_values_get_one_number() {
    check(
        "gvn",
        "define i32 @f(i32 %a, i32 %b, i1 %c) {
           %x = add i32 %a, %b
           br i1 %c, label %t, label %e
         t:
           %y = add i32 %b, %a
           %s = mul i32 %y, %x
           ret i32 %s
         e:
           %z = select i1 %c, i32 %x, i32 %a
           ret i32 %z
         }",
        "define i32 @f(i32 %a, i32 %b, i1 %c) {
           %x = add i32 %a, %b
           br i1 %c, label %t, label %e
         t:
           %s = mul i32 %x, %x
           ret i32 %s
         e:
           ret i32 %a
         }",
    );
}

#[test]
fn a_load_gets_the_value_in_memory_on_all_paths() {
    check(
        "gvn",
        "define i32 @f(ptr %p, ptr noalias %q, i32 %a, i1 %c) {
         e:
           br i1 %c, label %t, label %u
         t:
           store i32 %a, ptr %p
           br label %x
         u:
           %v = load i32, ptr %p
           store i32 %v, ptr %q
           br label %x
         x:
           %w = load i32, ptr %p
           ret i32 %w
         }",
        "define i32 @f(ptr %p, ptr noalias %q, i32 %a, i1 %c) {
         e:
           br i1 %c, label %t, label %u
         t:
           store i32 %a, ptr %p
           br label %x
         u:
           %v = load i32, ptr %p
           store i32 %v, ptr %q
           br label %x
         x:
           %w = phi i32 [ %v, %u ], [ %a, %t ]
           ret i32 %w
         }",
    );
}

#[test]
fn a_load_that_a_write_may_change_stays() {
    let text = "define i32 @f(ptr %p, ptr %q) {
           %v = load i32, ptr %p
           store i32 1, ptr %q
           %w = load i32, ptr %p
           %s = add i32 %v, %w
           ret i32 %s
         }";
    check("gvn", text, text);
}

#[test]
fn a_computation_that_one_predecessor_lacks_is_inserted_there() {
    check(
        "gvn",
        "declare void @use(i32)
         define i32 @f(i32 %a, i32 %b, i1 %c) {
         e:
           br i1 %c, label %t, label %u
         t:
           %x = mul i32 %a, %b
           call void @use(i32 %x)
           br label %m
         u:
           br label %m
         m:
           %y = mul i32 %a, %b
           ret i32 %y
         }",
        "declare void @use(i32)
         define i32 @f(i32 %a, i32 %b, i1 %c) {
         e:
           br i1 %c, label %t, label %u
         t:
           %x = mul i32 %a, %b
           call void @use(i32 %x)
           br label %m
         u:
           %.pre = mul i32 %a, %b
           br label %m
         m:
           %y.pre-phi = phi i32 [ %.pre, %u ], [ %x, %t ]
           ret i32 %y.pre-phi
         }",
    );
}

#[test]
fn a_loop_of_few_iterations_becomes_its_iterations() {
    check(
        "loop-unroll",
        "define i32 @f(ptr %p) {
         e:
           br label %l
         l:
           %i = phi i32 [ 0, %e ], [ %j, %l ]
           %s = phi i32 [ 7, %e ], [ %t, %l ]
           %v = load volatile i32, ptr %p
           %t = xor i32 %s, %v
           %j = add i32 %i, 1
           %c = icmp ne i32 %j, 3
           br i1 %c, label %l, label %x
         x:
           ret i32 %t
         }",
        "define i32 @f(ptr %p) {
         e:
           br label %l
         l:
           %v = load volatile i32, ptr %p
           %t = xor i32 7, %v
           %v.1 = load volatile i32, ptr %p
           %t.1 = xor i32 %t, %v.1
           %v.2 = load volatile i32, ptr %p
           %t.2 = xor i32 %t.1, %v.2
           ret i32 %t.2
         }",
    );
}

#[test]
fn the_last_iteration_ends_at_the_exit_that_is_counted() {
    check(
        "loop-unroll",
        "define void @f(ptr %p) {
         e:
           br label %h
         h:
           %i = phi i32 [ 0, %e ], [ %j, %b ]
           %c = icmp ult i32 %i, 2
           br i1 %c, label %b, label %x
         b:
           store volatile i32 %i, ptr %p
           %j = add i32 %i, 1
           br label %h
         x:
           ret void
         }",
        "define void @f(ptr %p) {
         e:
           br label %h
         h:
           br label %b
         b:
           store volatile i32 0, ptr %p
           br label %b.1
         b.1:
           store volatile i32 1, ptr %p
           br i1 false, label %b.2, label %x
         b.2:
           store volatile i32 2, ptr %p
           unreachable
         x:
           ret void
         }",
    );
}

#[test]
fn a_loop_of_many_iterations_and_one_that_must_not_be_unrolled_stay() {
    let text = |bound: &str, id: &str| {
        format!(
            "define void @f(ptr %p, i32 %n) {{
             e:
               br label %l
             l:
               %i = phi i32 [ 0, %e ], [ %j, %l ]
               store volatile i32 %i, ptr %p
               %j = add i32 %i, 1
               %c = icmp ne i32 %j, {bound}
               br i1 %c, label %l, label %x{id}
             x:
               ret void
             }}
             !0 = distinct !{{!0, !1}}
             !1 = !{{!\"llvm.loop.unroll.disable\"}}"
        )
    };
    for (bound, id) in [("1000", ""), ("%n", ""), ("3", ", !llvm.loop !0")] {
        check("loop-unroll", &text(bound, id), &text(bound, id));
    }
}

/// A long chain of diamonds with loads and stores, and loops in a row.
#[test]
fn long_functions_are_transformed() {
    let mut text = String::from("define void @f(ptr %p, ptr %q, i1 %c) {\n");
    for n in 0..1000 {
        text += &format!(
            "  br i1 %c, label %t{n}, label %m{n}\nt{n}:\n  store i32 {n}, ptr %p\n  br label %m{n}\n\
             m{n}:\n  %v{n} = load i32, ptr %q\n  store i32 %v{n}, ptr %p\n  br label %l{n}\n\
             l{n}:\n  %i{n} = phi i32 [ 0, %m{n} ], [ %j{n}, %l{n} ]\n  %j{n} = add i32 %i{n}, 1\n  %k{n} = load i32, ptr %p\n\
             %d{n} = icmp slt i32 %j{n}, %k{n}\n  br i1 %d{n}, label %l{n}, label %x{n}\nx{n}:\n"
        );
    }
    text += "  ret void\n}\n";
    run("function(loop(loop-rotate,licm,loop-deletion),gvn,dse)", &text);
}

#[test]
fn the_invariant_offset_of_a_vector_of_addresses_is_added_to_their_scalar_base() {
    let of = |entry: &str, address: &str| {
        format!(
            "define void @f(ptr %p, ptr %q, i64 %k, i64 %n) {{
             e:
               {entry}br label %h
             h:
               %i = phi i64 [ 0, %e ], [ %j, %h ]
               %v = insertelement <2 x i64> zeroinitializer, i64 %i, i32 0
               {address}
               %j = add i64 %i, 1
               %c = icmp slt i64 %j, %n
               br i1 %c, label %h, label %x
             x:
               ret void
             }}"
        )
    };
    check(
        "licm",
        &of(
            "",
            "%g = getelementptr i8, ptr %p, <2 x i64> %v
             %a = getelementptr i16, <2 x ptr> %g, i64 %k
             store volatile <2 x ptr> %a, ptr %q",
        ),
        &of(
            "%invariant.gep = getelementptr i16, ptr %p, i64 %k\n",
            "%gep = getelementptr i8, ptr %invariant.gep, <2 x i64> %v
             store volatile <2 x ptr> %gep, ptr %q",
        ),
    );
}

#[test]
fn the_heart_of_a_cycle_stays_the_first_instruction_of_its_block() {
    let text = "define void @f(i1 %c) convergent {
         e:
           %t = call token @llvm.experimental.convergence.entry()
           br label %h
         h:
           %a = call token @llvm.experimental.convergence.loop() [ \"convergencectrl\"(token %t) ]
           br label %i
         i:
           %b = call token @llvm.experimental.convergence.loop() [ \"convergencectrl\"(token %a) ]
           br i1 %c, label %i, label %x
         x:
           ret void
         }
         declare token @llvm.experimental.convergence.entry()
         declare token @llvm.experimental.convergence.loop()";
    for passes in ["gvn", "simplifycfg", "default<O2>"] {
        run(passes, text);
    }
}

#[test]
fn unrolling_leaves_no_unreachable_blocks_that_name_a_loop_around() {
    let function = "define void @f() {\n\
        br label %header\n\
        header:\nbr i1 false, label %latch, label %before\n\
        before:\nbr label %body\n\
        latch:\nbr label %header\n\
        body:\nbr i1 false, label %inner, label %dead\n\
        dead:\nunreachable\n\
        inner:\nbr i1 false, label %latch, label %body\n}";
    assert!(functions(&run("loop-unroll", function)).join("\n").ends_with("inner:\n  br label %latch\n}"));
}

/// The text of the module after passes.
fn printed(passes: &str, before: &str) -> String {
    common::text(&run(passes, before))
}

/// A loop of 100 iterations with these instructions.
fn filling(store: &str) -> String {
    format!(
        "define void @f(ptr noalias %p, ptr noalias %q, i64 %n, i8 %b) {{
         e:
           br label %h
         h:
           %i = phi i64 [ 0, %e ], [ %j, %h ]
           {store}
           %j = add nuw nsw i64 %i, 1
           %c = icmp ult i64 %j, 100
           br i1 %c, label %h, label %x
         x:
           ret void
         }}"
    )
}

#[test]
fn stores_of_one_byte_become_a_memset() {
    let module = printed("loop-idiom", &filling("%a = getelementptr i32, ptr %p, i64 %i store i32 0, ptr %a"));
    assert!(module.contains("call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 400, i1 false)"), "{module}");
    assert!(!module.contains("store"), "{module}");
}

#[test]
fn stores_that_leave_gaps_stay() {
    let module = printed("loop-idiom", &filling("%a = getelementptr i32, ptr %p, i64 %i store i8 0, ptr %a"));
    assert!(!module.contains("memset"), "{module}");
}

#[test]
fn stores_to_adjacent_fields_become_one_memset() {
    let stores = "%a = getelementptr [2 x i32], ptr %p, i64 %i
                  store i32 -1, ptr %a
                  %a2 = getelementptr i8, ptr %a, i64 4
                  store i32 -1, ptr %a2";
    let module = printed("loop-idiom", &filling(stores));
    assert!(module.contains("call void @llvm.memset.p0.i64(ptr align 4 %p, i8 -1, i64 800, i1 false)"), "{module}");
}

#[test]
fn copied_elements_become_a_memcpy() {
    let copy = "%a = getelementptr i32, ptr %p, i64 %i
                %s = getelementptr i32, ptr %q, i64 %i
                %v = load i32, ptr %s
                store i32 %v, ptr %a";
    let module = printed("loop-idiom", &filling(copy));
    let call = "call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 400, i1 false)";
    assert!(module.contains(call), "{module}");
}

#[test]
fn elements_that_move_down_become_a_memmove() {
    let copy = "%a = getelementptr i32, ptr %p, i64 %i
                %s = getelementptr i8, ptr %a, i64 4
                %v = load i32, ptr %s
                store i32 %v, ptr %a";
    let module = printed("loop-idiom", &filling(copy));
    assert!(module.contains("call void @llvm.memmove"), "{module}");
    let up = "%s = getelementptr i32, ptr %p, i64 %i
              %v = load i32, ptr %s
              %a = getelementptr i8, ptr %s, i64 4
              store i32 %v, ptr %a";
    let module = printed("loop-idiom", &filling(up));
    assert!(!module.contains("call"), "{module}");
}

#[test]
fn a_last_value_is_computed_without_the_loop() {
    let module = printed(
        "indvars",
        "define i32 @f(i32 %n) {
         e:
           br label %h
         h:
           %i = phi i32 [ 0, %e ], [ %j, %h ]
           %s = phi i32 [ 0, %e ], [ %t, %h ]
           %j = add i32 %i, 1
           %t = add i32 %s, %i
           %c = icmp eq i32 %i, 1000
           br i1 %c, label %x, label %h
         x:
           ret i32 %t
         }",
    );
    assert!(module.contains("ret i32 500500"), "{module}");
}

#[test]
fn an_exit_test_compares_a_counter_for_equality() {
    let module = printed(
        "indvars",
        "target datalayout = \"n32:64\"
         declare void @g(i32)
         define void @f(i32 %n) {
         e:
           %enters = icmp sgt i32 %n, 0
           br i1 %enters, label %p, label %x
         p:
           br label %h
         h:
           %i = phi i32 [ 0, %p ], [ %j, %h ]
           call void @g(i32 %i)
           %j = add i32 %i, 1
           %c = icmp slt i32 %j, %n
           br i1 %c, label %h, label %x.loopexit
         x.loopexit:
           br label %x
         x:
           ret void
         }",
    );
    assert!(module.contains("%exitcond = icmp ne i32 %j, %n"), "{module}");
}

#[test]
fn variables_with_equal_values_become_one() {
    let module = printed(
        "indvars",
        "declare void @g(i32, i32)
         define void @f(i32 %n) {
         e:
           br label %h
         h:
           %i = phi i32 [ 5, %e ], [ %i2, %h ]
           %k = phi i32 [ 5, %e ], [ %k2, %h ]
           call void @g(i32 %i, i32 %k)
           %i2 = add i32 %i, 3
           %k2 = add i32 %k, 3
           %c = icmp ne i32 %i2, %n
           br i1 %c, label %h, label %x
         x:
           ret void
         }",
    );
    assert!(module.contains("call void @g(i32 %i, i32 %i)"), "{module}");
}

/// A loop that is left if `condition`.
fn guarded(condition: &str) -> String {
    format!(
        "declare void @g()
         define i32 @f(i1 %a, ptr %p) {{
         e:
           br label %h
         h:
           %v = load i1, ptr %p
           {condition}
         b:
           call void @g()
           br label %h
         x:
           %r = phi i32 [ 7, %h ]
           ret i32 %r
         }}"
    )
}

#[test]
fn a_loop_that_a_fixed_condition_ends_is_not_entered() {
    let module = printed("simple-loop-unswitch", &guarded("br i1 %a, label %x, label %b"));
    assert!(module.contains("e:\n  br i1 %a, label %x, label %e.split"), "{module}");
    assert!(module.contains("%r = phi i32 [ 7, %e ]"), "{module}");
}

#[test]
fn the_fixed_part_of_a_condition_is_tested_before_the_loop() {
    let module = printed("simple-loop-unswitch", &guarded("%c = or i1 %v, %a br i1 %c, label %x, label %b"));
    assert!(module.contains("%a.fr = freeze i1 %a"), "{module}");
    assert!(module.contains("br i1 %a.fr, label %x.split, label %e.split"), "{module}");
    assert!(module.contains("%c = or i1 %v, false"), "{module}");
    let other = printed("simple-loop-unswitch", &guarded("%c = and i1 %v, %a br i1 %c, label %x, label %b"));
    assert!(!other.contains("freeze"), "{other}");
}

#[test]
fn a_condition_after_an_effect_stays_in_the_loop() {
    let module = printed("simple-loop-unswitch", &guarded("call void @g() br i1 %a, label %x, label %b"));
    assert!(module.contains("e:\n  br label %h"), "{module}");
}
