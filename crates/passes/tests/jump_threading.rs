//! `jump-threading`: what goes in, and what comes out.

mod common;

use common::{check, functions, run};

const DECLARATIONS: &str = "declare void @a()\ndeclare void @b()\ndeclare i1 @c()\n";

#[track_caller]
fn threads(before: &str, after: &str) {
    check("jump-threading", &format!("{DECLARATIONS}{before}"), &format!("{DECLARATIONS}{after}"));
}

/// Whether the pass changes a function.
#[track_caller]
fn stays(text: &str) {
    threads(text, text);
}

#[test]
fn an_edge_with_a_constant_in_the_phi_is_threaded() {
    threads(
        "define void @f(i1 %x, i1 %v) {
        br i1 %x, label %left, label %right
        left:
        call void @a()
        br label %join
        right:
        call void @b()
        br label %join
        join:
        %p = phi i1 [ true, %left ], [ %v, %right ]
        br i1 %p, label %yes, label %no
        yes:
        call void @a()
        ret void
        no:
        ret void
        }",
        "define void @f(i1 %x, i1 %v) {
        br i1 %x, label %join.thread, label %join
        join.thread:
        call void @a()
        br label %yes
        join:
        call void @b()
        br i1 %v, label %yes, label %no
        yes:
        call void @a()
        ret void
        no:
        ret void
        }",
    );
}

#[test]
fn a_condition_that_was_branched_on_before_is_known_on_the_edges() {
    threads(
        "define void @f(i1 %x) {
        br i1 %x, label %left, label %join
        left:
        call void @a()
        br label %join
        join:
        call void @b()
        br i1 %x, label %yes, label %no
        yes:
        call void @a()
        ret void
        no:
        ret void
        }",
        "define void @f(i1 %x) {
        br i1 %x, label %yes, label %no
        yes:
        call void @a()
        call void @b()
        call void @a()
        ret void
        no:
        call void @b()
        ret void
        }",
    );
}

#[test]
fn values_of_a_copied_block_get_phis_where_both_copies_reach() {
    let text = functions(&run(
        "jump-threading",
        &format!(
            "{DECLARATIONS}define i8 @f(i1 %x, i1 %v, i8 %n) {{
            br i1 %x, label %left, label %right
            left:
            call void @a()
            br label %join
            right:
            call void @b()
            br label %join
            join:
            %p = phi i1 [ true, %left ], [ %v, %right ]
            %s = mul i8 %n, %n
            call void @a()
            br i1 %p, label %yes, label %no
            yes:
            ret i8 %s
            no:
            ret i8 0
            }}"
        ),
    ));
    assert!(text.iter().any(|line| line.contains("phi i8") && line.contains("%join.thread")), "{text:#?}");
}

#[test]
fn loop_headers_are_not_copied() {
    stays(
        "define void @f(i8 %n) {
        entry:
        br label %head
        head:
        %i = phi i8 [ 0, %entry ], [ %next, %body ]
        %end = icmp ult i8 %i, 9
        br i1 %end, label %body, label %exit
        body:
        call void @a()
        %next = add i8 %i, %n
        br label %head
        exit:
        ret void
        }",
    );
}

#[test]
fn blocks_that_cost_too_much_or_must_not_be_copied_stay() {
    let text = |call: &str| {
        format!(
            "define void @f(i1 %x, i1 %v) {{
            br i1 %x, label %left, label %right
            left:
            call void @a()
            br label %join
            right:
            call void @b()
            br label %join
            join:
            %p = phi i1 [ true, %left ], [ %v, %right ]
            {call}
            br i1 %p, label %yes, label %no
            yes:
            call void @a()
            ret void
            no:
            ret void
            }}"
        )
    };
    let unchanged = |call: &str| {
        let text = text(call);
        let module = run("jump-threading", &format!("{DECLARATIONS}{text}"));
        assert!(functions(&module).iter().any(|line| line.contains("phi i1")));
    };
    unchanged("call void @a() noduplicate");
    unchanged("call void @a()\ncall void @a()");
}

#[test]
fn a_branch_on_undef_goes_to_one_successor() {
    threads(
        "define void @f() {
        br i1 undef, label %yes, label %no
        yes:
        call void @a()
        ret void
        no:
        ret void
        }",
        "define void @f() {
        yes:
        call void @a()
        ret void
        }",
    );
}

#[test]
fn a_condition_that_a_dominating_one_implies_is_folded() {
    threads(
        "define void @f(i8 %x) {
        %a = icmp ult i8 %x, 4
        br i1 %a, label %next, label %no
        next:
        call void @a()
        %b = icmp ult i8 %x, 9
        br i1 %b, label %yes, label %no
        yes:
        call void @b()
        ret void
        no:
        ret void
        }",
        "define void @f(i8 %x) {
        %a = icmp ult i8 %x, 4
        br i1 %a, label %yes, label %no
        yes:
        call void @a()
        call void @b()
        ret void
        no:
        ret void
        }",
    );
}
