//! `loop-unroll`: what goes in, and what comes out.

mod common;

use common::{check, functions, run, text};

/// A loop of `%n` iterations that stores its number; `id` follows the branch, `rest` the function.
fn counted(bound: &str, id: &str, rest: &str) -> String {
    format!(
        "define void @f(ptr %p, i32 %n) {{
         e:
           br label %l
         l:
           %i = phi i32 [ 0, %e ], [ %j, %l ]
           store volatile i32 %i, ptr %p
           %j = add nuw nsw i32 %i, 1
           %c = icmp ne i32 %j, {bound}
           br i1 %c, label %l, label %x{id}
         x:
           ret void
         }}
         {rest}"
    )
}

#[test]
fn a_loop_with_a_known_number_of_iterations_is_unrolled_in_part() {
    check(
        "loop-unroll<partial>",
        &counted("1000", ", !llvm.loop !0", "!0 = distinct !{!0, !1}\n!1 = !{!\"llvm.loop.unroll.count\", i32 2}"),
        "define void @f(ptr %p, i32 %n) {
         e:
           br label %l
         l:
           %i = phi i32 [ 0, %e ], [ %j.1, %l ]
           store volatile i32 %i, ptr %p
           %j = add nuw nsw i32 %i, 1
           store volatile i32 %j, ptr %p
           %j.1 = add nuw nsw i32 %i, 2
           %c.1 = icmp ne i32 %j.1, 1000
           br i1 %c.1, label %l, label %x, !llvm.loop !0
         x:
           ret void
         }
         !0 = distinct !{!0, !1}
         !1 = !{!\"llvm.loop.unroll.disable\"}",
    );
}

#[test]
fn the_remaining_iterations_run_after_the_unrolled_loop() {
    let module = run(
        "loop-unroll",
        &counted("%n", ", !llvm.loop !0", "!0 = distinct !{!0, !1}\n!1 = !{!\"llvm.loop.unroll.count\", i32 4}"),
    );
    let text = text(&module);
    for part in [
        "%1 = freeze i32 %n",
        "%xtraiter = and i32 %1, 3",
        "br i1 %3, label %l.epil.preheader, label %e.new",
        "%unroll_iter = sub i32 %1, %xtraiter",
        "%niter.next.3 = add i32 %niter, 4",
        "%i.epil.init = phi i32 [ 0, %e ], [ %i.unr, %x.unr-lcssa ]",
        "call void @llvm.assume(i1 %lcmp.mod",
        "%epil.iter.cmp = icmp ne i32 %epil.iter.next, %xtraiter",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert_eq!(text.matches("store volatile").count(), 5, "{text}");
    assert_eq!(text.matches("llvm.loop.unroll.disable").count(), 1, "{text}");
}

#[test]
fn the_remaining_iterations_run_before_the_loop_if_its_variables_do_not_start_from_constants() {
    let function =
        counted("%n", ", !llvm.loop !0", "!0 = distinct !{!0, !1}\n!1 = !{!\"llvm.loop.unroll.count\", i32 2}");
    let module = run("loop-unroll", &function.replace("[ 0, %e ]", "[ %n, %e ]").replace("%j, %n", "%j, 7"));
    let text = text(&module);
    for part in ["%lcmp.mod = icmp ne i32 %xtraiter, 0", "l.prol.loopexit:", "%i.unr = phi i32", "e.new:"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert_eq!(text.matches("store volatile").count(), 3, "{text}");
}

#[test]
fn a_loop_with_few_iterations_at_most_keeps_its_tests() {
    let before = "define void @f(ptr %p, i32 %n) {
         e:
           %m = and i32 %n, 1
           br label %l
         l:
           %i = phi i32 [ 0, %e ], [ %j, %l ]
           store volatile i32 %i, ptr %p
           %j = add nuw nsw i32 %i, 1
           %c = icmp ule i32 %j, %m
           br i1 %c, label %l, label %x
         x:
           ret void
         }";
    check(
        "loop-unroll<upperbound>",
        before,
        "define void @f(ptr %p, i32 %n) {
         e:
           %m = and i32 %n, 1
           br label %l
         l:
           store volatile i32 0, ptr %p
           %c = icmp ule i32 1, %m
           br i1 %c, label %l.1, label %x
         l.1:
           store volatile i32 1, ptr %p
           br label %x
         x:
           ret void
         }",
    );
}

#[test]
fn iterations_in_which_a_condition_is_known_are_peeled_off() {
    let before = counted("%n", "", "").replace(
        "store volatile i32 %i, ptr %p",
        "%k = icmp eq i32 %i, 0
           %v = select i1 %k, i32 5, i32 6
           store volatile i32 %v, ptr %p",
    );
    let after = text(&run("loop-unroll", &before));
    for part in ["l.peel.begin:", "store volatile i32 6, ptr %p", "llvm.loop.peeled.count"] {
        assert!(after.contains(part), "{part}\n{after}");
    }
    assert_eq!(functions(&run("loop-unroll<no-peeling>", &before)), functions(&common::read(&before)));
}

#[test]
fn a_phi_that_changes_once_is_peeled_off() {
    let before = counted("%n", "", "").replace(
        "store volatile i32 %i, ptr %p",
        "%v = phi i32 [ 5, %e ], [ 6, %l ]
           store volatile i32 %v, ptr %p",
    );
    let after = text(&run("loop-unroll", &before));
    assert!(
        after.contains("store volatile i32 5, ptr %p") && after.contains("store volatile i32 6, ptr %p"),
        "{after}"
    );
}

#[test]
fn the_last_iteration_is_peeled_off_if_a_condition_is_known_only_there() {
    let before = counted("1000", "", "").replace(
        "store volatile i32 %i, ptr %p",
        "%k = icmp eq i32 %i, 999
           %v = select i1 %k, i32 5, i32 6
           store volatile i32 %v, ptr %p",
    );
    let after = text(&run("loop-unroll", &before));
    for part in
        ["x.peel.begin:", "icmp ne i32 %j, 999", "store volatile i32 6, ptr %p", "store volatile i32 %v.peel, ptr %p"]
    {
        assert!(after.contains(part), "{part}\n{after}");
    }
}

#[test]
fn pragmas_decide() {
    let with = |property: &str| {
        counted("40", ", !llvm.loop !0", &format!("!0 = distinct !{{!0, !1}}\n!1 = !{{!\"llvm.loop.{property}\"}}"))
    };
    let stores = |passes: &str, property: &str| text(&run(passes, &with(property))).matches("store").count();
    assert_eq!(stores("loop-unroll", "unroll.full"), 40);
    assert_eq!(stores("loop-unroll", "unroll.disable"), 1);
    assert_eq!(stores("loop-unroll", "disable_nonforced"), 1);
    assert_eq!(stores("loop(loop-unroll-full<only-when-forced>)", "mustprogress"), 1);
    assert_eq!(stores("loop(loop-unroll-full<only-when-forced>)", "unroll.enable"), 40);
}

#[test]
fn a_loop_that_must_not_run_under_other_conditions_gets_no_remainder() {
    let before = counted("%n", "", "declare void @g() convergent")
        .replace("store volatile i32 %i, ptr %p", "call void @g() convergent");
    assert_eq!(functions(&run("loop-unroll<runtime>", &before)), functions(&common::read(&before)));
}

#[test]
fn the_target_decides() {
    let target = "target triple = \"x86_64-unknown-linux-gnu\"\n";
    let of = |attributes: &str| {
        let function = counted("%n", "", "").replace("i32 %n) {", &format!("i32 %n) {attributes} {{"));
        text(&run("loop-unroll", &(target.to_string() + &function))).matches("store").count()
    };
    assert_eq!(of(""), 1);
    assert_eq!(of("\"target-cpu\"=\"x86-64\""), 9);
    assert_eq!(of("optsize \"target-cpu\"=\"x86-64\""), 1);
}

#[test]
fn parameters_are_checked() {
    let error = |text: &str| lindworm_passes::Pipeline::parse(text).err();
    assert_eq!(error("loop-unroll<x>").as_deref(), Some("invalid LoopUnrollPass parameter 'x' "));
    assert_eq!(
        error("loop-unroll<full-unroll-max=x>").as_deref(),
        Some("invalid LoopUnrollPass parameter 'full-unroll-max=x' ")
    );
    assert_eq!(error("loop-unroll<no-partial;O3;full-unroll-max=7>"), None);
}
