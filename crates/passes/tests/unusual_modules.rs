//! Valid modules with rare properties: huge types, and operand bundles of intrinsics.

mod common;

/// The text of a module after passes. The module must be valid before and after.
#[track_caller]
fn after(passes: &str, text: &str) -> String {
    common::text(&common::run(passes, text))
}

#[test]
fn dead_arguments_beside_a_result_with_very_many_elements() {
    let text = after(
        "deadargelim",
        "declare [4294967295 x i8] @e()
         define internal [4294967295 x i8] @f([4294967295 x i8] %x, i8 %y) {
           ret [4294967295 x i8] %x
         }
         define internal i8 @g(i8 %x) {
           ret i8 %x
         }
         define [4294967295 x i8] @h([4294967295 x i8] %x) {
           %f = call [4294967295 x i8] @f([4294967295 x i8] %x, i8 1)
           %g = call i8 @g(i8 2)
           %r = insertvalue [4294967295 x i8] %f, i8 %g, 4294967294
           ret [4294967295 x i8] %r
         }",
    );
    assert!(text.contains("define internal i8 @g(i8 %x)"), "{text}");
    assert!(text.contains("call [4294967295 x i8] @f([4294967295 x i8] %x, i8 poison)"), "{text}");
}

#[test]
fn sizes_whose_number_of_bits_overflows() {
    let text = after(
        "sroa",
        "define i8 @f(i8 %x) {
           %a = alloca [2305843009213693953 x i8]
           %p = getelementptr i8, ptr %a, i64 2305843009213693952
           store i8 %x, ptr %p
           store i8 0, ptr %a
           %r = load i8, ptr %p
           ret i8 %r
         }",
    );
    assert!(text.contains("{\n  ret i8 %x\n}"), "{text}");
    let load = "define void @f(ptr %p) {\n  %a = load [2305843009213693953 x i8], ptr %p\n  ret void\n}\n";
    assert!(after("debugify", load).contains("#dbg_value([2305843009213693953 x i8] %a"));
}

#[test]
fn operand_bundles_of_an_intrinsic_demand_all_bits() {
    let text = "declare i32 @llvm.bswap.i32(i32)
         define i16 @f(i32 %x, i8 %y) {
           %b = and i8 %y, 15
           %r = call i32 @llvm.bswap.i32(i32 %x) [ \"tag\"(i8 %b) ]
           %t = trunc i32 %r to i16
           ret i16 %t
         }";
    assert!(after("bdce", text).contains("[ \"tag\"(i8 %b) ]"));
}

#[test]
fn ranges_of_wide_integers_and_of_vectors() {
    let text = "define <2 x i200> @f(<2 x i200> %x, i200 %y) {
           %a = lshr <2 x i200> %x, splat (i200 100)
           %b = mul <2 x i200> %a, %a
           %c = mul i200 %y, %y
           %d = insertelement <2 x i200> %b, i200 %c, i32 0
           ret <2 x i200> %d
         }
         define i8388608 @g(i8388608 %x) {
           %a = and i8388608 %x, 7
           %b = mul i8388608 %a, %a
           %c = udiv i8388608 %b, 3
           ret i8388608 %c
         }";
    for passes in ["sccp", "ipsccp", "correlated-propagation"] {
        assert!(after(passes, text).contains("lshr <2 x i200>"), "{passes}");
    }
}

#[test]
fn propagation_through_calls_of_all_kinds() {
    let text = "declare void @p(...)
         define internal i32 @f(i32 %x, ...) {
           ret i32 %x
         }
         define internal { i32, [2 x i8] } @s({ i32, { i8 } } %x) {
           %a = extractvalue { i32, { i8 } } %x, 0
           %b = insertvalue { i32, [2 x i8] } undef, i32 %a, 0
           %c = insertvalue { i32, [2 x i8] } %b, i8 1, 1, 0
           ret { i32, [2 x i8] } %c
         }
         define internal void @never() {
           ret void
         }
         define i32 @g(i32 %n) personality ptr @p {
           %a = call i32 (i32, ...) @f(i32 3, i32 %n)
           %b = invoke i32 (i32, ...) @f(i32 3) to label %next unwind label %pad
         next:
           %s = call { i32, [2 x i8] } @s({ i32, { i8 } } { i32 5, { i8 } zeroinitializer })
           %t = extractvalue { i32, [2 x i8] } %s, 0
           %r = musttail call i32 @g(i32 %t)
           ret i32 %r
         pad:
           %l = landingpad { ptr, i32 } cleanup
           %sum = add i32 %a, 1
           ret i32 %sum
         }";
    assert!(after("ipsccp", text).contains("ret i32 4"));
}

#[test]
fn a_chain_of_conditions_is_followed_only_so_far() {
    let mut text = String::from("define i32 @f(i32 %x) {\n  br label %b0\n");
    for n in 0..2000 {
        text += &format!("b{n}:\n  %c{n} = icmp ne i32 %x, {n}\n  br i1 %c{n}, label %b{}, label %end\n", n + 1);
    }
    text += "b2000:\n  %r = icmp ult i32 %x, 2000\n  %z = zext i1 %r to i32\n  ret i32 %z\nend:\n  ret i32 1\n}\n";
    for passes in ["sccp", "ipsccp", "correlated-propagation"] {
        assert!(after(passes, &text).contains("end:"), "{passes}");
    }
}

#[test]
fn the_range_of_a_vector_grows_only_so_often() {
    let text = after(
        "ipsccp",
        "define <4 x i32> @f(i1 %c) {
         entry:
           br label %loop
         loop:
           %i = phi <4 x i32> [ zeroinitializer, %entry ], [ %next, %loop ]
           %next = add <4 x i32> %i, splat (i32 3)
           br i1 %c, label %loop, label %end
         end:
           ret <4 x i32> %i
         }",
    );
    assert!(text.contains("ret <4 x i32> %i"), "{text}");
}

#[test]
fn a_select_that_compares_the_phi_of_its_own_result() {
    let text = after(
        "early-cse",
        "define i32 @f(i32 %x, i1 %c) {
         entry:
           br label %loop
         loop:
           %m = phi i32 [ 2, %entry ], [ %s, %loop ]
           %larger = icmp ugt i32 %x, %m
           %s = select i1 %larger, i32 %x, i32 %m
           br i1 %c, label %loop, label %end
         end:
           ret i32 %s
         }",
    );
    assert!(text.contains("select i1 %larger, i32 %x, i32 %m"), "{text}");
}

#[test]
fn rows_of_operations_are_followed_only_so_far() {
    // A sum with the lowest set bit of the previous sum.
    let mut text = String::from("define i1 @f(i32 %x, i32 %h) {\n%y0 = lshr i32 %x, 1\n%a = lshr i32 %h, 1\n");
    for n in 0..10_000 {
        text += &format!("%n{n} = sub i32 0, %y{n}\n%p{n} = and i32 %y{n}, %n{n}\n%y{} = add i32 %a, %p{n}\n", n + 1);
    }
    text += "%r = icmp eq i32 %y10000, 0\nret i1 %r\n}\n";
    assert!(after("instsimplify", &text).contains("ret i1 %r"));
    // Masks from a pointer that is masked.
    for (base, len) in [("%q0", 10_000), ("", 40)] {
        let mut text = String::from("declare ptr @llvm.ptrmask.p0.i64(ptr, i64)\ndefine i1 @f(ptr %q0, i64 %m) {\n");
        for n in 0..len {
            let base = if base.is_empty() { format!("%q{n}") } else { base.to_string() };
            text += &format!(
                "%i{n} = ptrtoint ptr %q{n} to i64\n%o{n} = xor i64 %i{n}, %m\n\
                 %q{} = call ptr @llvm.ptrmask.p0.i64(ptr {base}, i64 %o{n})\n",
                n + 1
            );
        }
        text +=
            &format!("%j = ptrtoint ptr %q{len} to i64\n%k = and i64 %j, 1\n%r = icmp eq i64 %k, 0\nret i1 %r\n}}\n");
        assert!(after("instsimplify", &text).contains("ret i1 %r"));
    }
}

#[test]
fn an_assumption_about_calls_that_share_all_their_arguments() {
    let list = |item: &str| vec![item; 200].join(", ");
    let mut text = format!(
        "declare void @llvm.assume(i1)\ndeclare i32 @g({}) nounwind willreturn memory(none)\n\
         define i1 @f(i32 %x, i32 %c0) {{\n%q = icmp eq i32 %x, 1\n",
        list("i32")
    );
    for n in 0..5 {
        text += &format!("%c{} = call i32 @g({})\n", n + 1, list(&format!("i32 %c{n}")));
    }
    text += "%k = icmp eq i32 %c5, %x\ncall void @llvm.assume(i1 %k)\nret i1 %q\n}\n";
    assert!(after("instsimplify", &text).contains("ret i1 %q"));
}

#[test]
fn the_known_bits_of_poison_may_contradict_each_other() {
    let text = "define i1 @f(i4 %a) {
           %x = or i4 %a, 8
           %y = zext nneg i4 %x to i32
           %z = shl i32 3, %y
           %r = icmp eq i32 %z, 0
           ret i1 %r
         }";
    assert!(after("instsimplify", text).contains("ret i1"));
}

#[test]
fn attributes_of_a_function_that_is_called_with_another_type() {
    let text = "declare range(i8 0, 5) i8 @f()
         define i1 @g() {
           %a = call i200 @f()
           %r = icmp ult i200 %a, 16
           ret i1 %r
         }";
    for passes in ["instsimplify", "sccp", "correlated-propagation"] {
        assert!(after(passes, text).contains("icmp ult i200 %a, 16"), "{passes}");
    }
}

#[test]
fn blocks_that_become_unreachable_with_a_value_that_is_its_own_operand() {
    let text = "define void @f(i32 %a) {
         entry:
           %c = and i32 %a, 1
           switch i32 %c, label %end [
             i32 0, label %end
             i32 5, label %loop
           ]
         loop:
           %p = phi i32 [ 1, %entry ], [ %x, %loop ]
           %x = and i32 %p, -1
           br label %loop
         end:
           ret void
         }";
    assert!(!after("correlated-propagation", text).contains("i32 5"));
}

#[test]
fn sums_of_the_last_two_sums_are_visited_only_so_often() {
    let mut blocks = vec!["b1:\n%x1 = add i64 %x0, 1\nbr label %b2\n".to_string()];
    for n in 2..60 {
        let (a, b, next) = (n - 1, n - 2, n + 1);
        blocks.push(format!("b{n}:\n%x{n} = add i64 %x{a}, %x{b}\nbr label %b{next}\n"));
    }
    blocks.push("b60:\nret i64 %x59\n".to_string());
    blocks.reverse();
    let text = format!(
        "define i64 @f(i8 %c) {{\nentry:\nswitch i8 %c, label %d [\ni8 0, label %a\ni8 1, label %b\n]\n\
         a:\nbr label %join\nb:\nbr label %join\nd:\nbr label %join\n\
         join:\n%x0 = phi i64 [ 0, %a ], [ 10, %b ], [ 100, %d ]\nbr label %b1\n{}}}\n",
        blocks.concat()
    );
    for passes in ["sccp", "ipsccp"] {
        assert!(after(passes, &text).contains("ret i64 %x59"), "{passes}");
    }
}

#[test]
fn constant_expressions_that_share_their_operands() {
    let mut text = String::from("@v = internal global i64 0\ndefine i64 @f() {\n%a0 = ptrtoint ptr @v to i64\n");
    for n in 0..60 {
        text += &format!("%a{} = add i64 %a{n}, %a{n}\n", n + 1);
    }
    text += "%z = freeze i64 %a60\nret i64 %z\n}\n";
    // The text of the result would be exponential too.
    let module = common::run("function(instsimplify),ipsccp", &text);
    assert_eq!(module.functions().len(), 1);
}

#[test]
fn a_value_with_very_many_assumptions() {
    let mut text = String::from("declare void @llvm.assume(i1)\ndeclare void @u(i1)\ndefine void @f(i32 %x) {\n");
    for n in 0..3000 {
        text += &format!("%a{n} = icmp ne i32 %x, {}\ncall void @llvm.assume(i1 %a{n})\n", 2 * n + 5);
    }
    for n in 0..3000 {
        text += &format!("%c{n} = icmp ult i32 %x, {}\ncall void @u(i1 %c{n})\n", 2 * n + 4);
    }
    text += "ret void\n}\n";
    for passes in ["correlated-propagation", "ipsccp"] {
        assert!(after(passes, &text).contains("@u(i1 %c2999)"), "{passes}");
    }
}

#[test]
fn library_functions_that_are_called_with_another_type() {
    let text = after(
        "instcombine",
        "declare double @pow(double, double)
         declare double @exp(double)
         declare double @log(double)
         define double @f(double %x) {
           %p = call fast double (double) @pow(double %x)
           %r = call fast double @log(double %p)
           ret double %r
         }
         define double @g() {
           %p = call fast double () @exp()
           %r = call fast double @log(double %p)
           ret double %r
         }
         define double @h(double %x) {
           %p = call fast double @pow(double %x, double 2.5) nobuiltin
           %r = call fast double @log(double %p)
           ret double %r
         }",
    );
    for call in ["@pow(double %x)", "@exp()", "@pow(double %x, double 2.500000e+00)"] {
        assert!(text.contains(&format!("%p = call fast double {call}")), "{text}");
    }
}
