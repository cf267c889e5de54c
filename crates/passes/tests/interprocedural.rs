//! Inlining, tail calls, attributes of library functions: what goes in, and what comes out.

mod common;

use common::{check, functions, run, text};
use lindworm_passes::{PassOptions, Pipeline};

#[test]
fn library_functions_get_their_attributes_by_name_and_type() {
    let declared = |triple: &str, declaration: &str| {
        let module = run("inferattrs", &format!("target triple = \"{triple}\"\n{declaration}"));
        text(&module).lines().filter(|line| line.starts_with("declare") || line.starts_with("attr")).collect::<String>()
    };
    let linux = "x86_64-unknown-linux-gnu";
    assert_eq!(
        declared(linux, "declare i64 @strlen(ptr)"),
        "declare i64 @strlen(ptr captures(none)) #0\
         attributes #0 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: read) }"
    );
    assert_eq!(declared(linux, "declare i32 @strlen(i32)"), "declare i32 @strlen(i32)");
    assert_eq!(declared("nvptx64-nvidia-cuda", "declare double @sin(double)"), "declare double @sin(double)");
    assert_eq!(
        declared(linux, "declare void @other() memory(none)"),
        "declare void @other() #0attributes #0 = { nofree nosync memory(none) }"
    );
}

#[test]
fn expectations_become_weights() {
    let module = run(
        "lower-expect",
        "declare i1 @llvm.expect.i1(i1, i1)\ndeclare void @a()
         define void @f(i1 %c) {
           %e = call i1 @llvm.expect.i1(i1 %c, i1 false)
           br i1 %e, label %t, label %u
         t:
           call void @a()
           br label %u
         u:
           ret void
         }",
    );
    let text = text(&module);
    assert!(text.contains("br i1 %c, label %t, label %u, !prof !0"), "{text}");
    assert!(text.contains("!{!\"branch_weights\", !\"expected\", i32 1, i32 2000}"), "{text}");
}

#[test]
fn calls_before_which_no_alloca_escapes_are_tail_calls() {
    check(
        "tailcallelim",
        "declare void @g()\ndeclare void @h(ptr)
         define void @f(ptr %p) {
           %a = alloca i32
           call void @g()
           call void @h(ptr %p)
           call void @h(ptr %a)
           call void @g()
           ret void
         }",
        "declare void @g()\ndeclare void @h(ptr)
         define void @f(ptr %p) {
           %a = alloca i32
           tail call void @g()
           tail call void @h(ptr %p)
           call void @h(ptr %a)
           call void @g()
           ret void
         }",
    );
}

#[test]
fn self_recursion_becomes_a_loop() {
    check(
        "tailcallelim",
        "define i32 @sum(i32 %n, i32 %s) {
         entry:
           %z = icmp eq i32 %n, 0
           br i1 %z, label %done, label %more
         done:
           ret i32 %s
         more:
           %m = sub i32 %n, 1
           %t = add i32 %s, %n
           %r = call i32 @sum(i32 %m, i32 %t)
           ret i32 %r
         }",
        "define i32 @sum(i32 %n, i32 %s) {
         entry:
           br label %tailrecurse
         tailrecurse:
           %n.tr = phi i32 [ %n, %entry ], [ %m, %more ]
           %s.tr = phi i32 [ %s, %entry ], [ %t, %more ]
           %z = icmp eq i32 %n.tr, 0
           br i1 %z, label %done, label %more
         done:
           ret i32 %s.tr
         more:
           %m = sub i32 %n.tr, 1
           %t = add i32 %s.tr, %n.tr
           br label %tailrecurse
         }",
    );
}

#[test]
fn a_result_that_is_only_multiplied_gets_an_accumulator_without_wrap_flags() {
    check(
        "tailcallelim",
        "define i32 @fact(i32 %n) {
         entry:
           %z = icmp eq i32 %n, 0
           br i1 %z, label %done, label %more
         done:
           ret i32 1
         more:
           %m = sub i32 %n, 1
           %r = call i32 @fact(i32 %m)
           %p = mul nsw i32 %n, %r
           ret i32 %p
         }",
        "define i32 @fact(i32 %n) {
         entry:
           br label %tailrecurse
         tailrecurse:
           %accumulator.tr = phi i32 [ 1, %entry ], [ %p, %more ]
           %n.tr = phi i32 [ %n, %entry ], [ %m, %more ]
           %z = icmp eq i32 %n.tr, 0
           br i1 %z, label %done, label %more
         done:
           %accumulator.ret.tr = mul i32 1, %accumulator.tr
           ret i32 %accumulator.ret.tr
         more:
           %m = sub i32 %n.tr, 1
           %p = mul i32 %n.tr, %accumulator.tr
           br label %tailrecurse
         }",
    );
}

#[test]
fn a_call_becomes_the_body_of_the_callee() {
    check(
        "inline",
        "define internal i32 @square(i32 %x) {
           %y = mul i32 %x, %x
           ret i32 %y
         }
         define i32 @f(i32 %a) {
           %r = call i32 @square(i32 %a)
           ret i32 %r
         }",
        "define i32 @f(i32 %a) {
           %y.i = mul i32 %a, %a
           ret i32 %y.i
         }",
    );
}

#[test]
fn several_returns_meet_in_a_phi() {
    check(
        "inline",
        "define internal i32 @g(i1 %c, i32 %x) {
         start:
           br i1 %c, label %t, label %u
         t:
           ret i32 %x
         u:
           ret i32 7
         }
         define i32 @f(i1 %c, i32 %a) {
         entry:
           %r = call i32 @g(i1 %c, i32 %a)
           %s = add i32 %r, 1
           ret i32 %s
         }",
        "define i32 @f(i1 %c, i32 %a) {
         entry:
           br i1 %c, label %t.i, label %u.i
         t.i:
           br label %g.exit
         u.i:
           br label %g.exit
         g.exit:
           %r = phi i32 [ %a, %t.i ], [ 7, %u.i ]
           %s = add i32 %r, 1
           ret i32 %s
         }",
    );
}

#[test]
fn branches_on_constant_arguments_are_folded() {
    check(
        "inline",
        "define internal i32 @g(i1 %c, i32 %x) {
         start:
           br i1 %c, label %t, label %u
         t:
           ret i32 %x
         u:
           ret i32 7
         }
         define i32 @f(i32 %a) {
           %r = call i32 @g(i1 false, i32 %a)
           ret i32 %r
         }",
        "define i32 @f(i32 %a) {
           ret i32 7
         }",
    );
}

#[test]
fn allocas_move_to_the_entry_and_live_in_the_inlined_code_only() {
    check(
        "inline",
        "declare void @use(ptr)
         define internal void @g() {
           %p = alloca i32
           call void @use(ptr %p)
           ret void
         }
         define void @f(i1 %c) {
         entry:
           br i1 %c, label %t, label %u
         t:
           call void @g()
           br label %u
         u:
           ret void
         }",
        "declare void @use(ptr)\ndeclare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.lifetime.end.p0(ptr)
         define void @f(i1 %c) {
         entry:
           %p.i = alloca i32
           br i1 %c, label %t, label %u
         t:
           call void @llvm.lifetime.start.p0(ptr %p.i)
           call void @use(ptr %p.i)
           call void @llvm.lifetime.end.p0(ptr %p.i)
           br label %u
         u:
           ret void
         }",
    );
}

#[test]
fn arguments_that_are_passed_by_value_are_copied() {
    let module = run(
        "inline",
        "define internal i32 @g(ptr byval(i32) %p) {
           store i32 1, ptr %p
           %x = load i32, ptr %p
           ret i32 %x
         }
         define i32 @f(ptr %q) {
           %r = call i32 @g(ptr byval(i32) %q)
           ret i32 %r
         }",
    );
    let text = functions(&module).join("\n");
    assert!(text.contains("%q1 = alloca i32, align 4"), "{text}");
    assert!(text.contains("call void @llvm.memcpy.p0.p0.i64(ptr align 4 %q1, ptr %q, i64 4, i1 false)"), "{text}");
    assert!(text.contains("store i32 1, ptr %q1"), "{text}");
}

const THROWING: &str = "declare void @throw()\ndeclare i32 @personality(...)
    define internal void @g() {
      call void @throw()
      ret void
    }";

#[test]
fn calls_inlined_through_an_invoke_unwind_to_its_landing_pad() {
    let caller = |code: &str, phi: &str, value: &str| {
        format!(
            "define i32 @f() personality ptr @personality {{
             entry:
               {code}
             pad:
               {phi}
               %l = landingpad {{ ptr, i32 }} cleanup
               ret i32 {value}
             }}"
        )
    };
    let before = caller(
        "invoke void @g() to label %done unwind label %pad\ndone:\nret i32 0",
        "%x = phi i32 [ 1, %entry ]",
        "%x",
    );
    let after = caller(
        "invoke void @throw() to label %g.exit unwind label %pad\ng.exit:\nbr label %done\ndone:\nret i32 0",
        "",
        "1",
    );
    let declarations = "declare void @throw()\ndeclare i32 @personality(...)";
    check("inline", &format!("{THROWING}\n{before}"), &format!("{declarations}\n{after}"));
}

#[test]
fn what_an_inlined_landing_pad_resumes_continues_after_the_outer_one() {
    let module = run(
        "inline",
        "declare void @throw()\ndeclare void @clean()\ndeclare i32 @personality(...)
         define internal void @g() personality ptr @personality {
           invoke void @throw() to label %ok unwind label %bad
         ok:
           ret void
         bad:
           %l = landingpad { ptr, i32 } cleanup
           call void @clean() nounwind
           resume { ptr, i32 } %l
         }
         define void @f() personality ptr @personality {
           invoke void @g() to label %done unwind label %pad
         done:
           ret void
         pad:
           %l = landingpad { ptr, i32 } catch ptr null
           ret void
         }",
    );
    let text = functions(&module).join("\n");
    assert!(text.contains("%l.i = landingpad { ptr, i32 }\n          cleanup\n          catch ptr null"), "{text}");
    assert!(text.contains("br label %pad.body") && text.contains("%eh.lpad-body = phi"), "{text}");
    assert!(!text.contains("resume"), "{text}");
}

#[test]
fn inlined_locations_name_the_call() {
    let module = run(
        "inline",
        "define internal i32 @g(i32 %x) !dbg !4 {
           %y = mul i32 %x, 3, !dbg !6
           ret i32 %y, !dbg !6
         }
         define i32 @f(i32 %a) !dbg !5 {
           %r = call i32 @g(i32 %a), !dbg !7
           ret i32 %r, !dbg !7
         }
         !llvm.dbg.cu = !{!0}
         !llvm.module.flags = !{!3}
         !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
         !1 = !DIFile(filename: \"a.c\", directory: \"/\")
         !2 = !DISubroutineType(types: !8)
         !3 = !{i32 2, !\"Debug Info Version\", i32 3}
         !4 = distinct !DISubprogram(name: \"g\", file: !1, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
         !5 = distinct !DISubprogram(name: \"f\", file: !1, line: 5, type: !2, unit: !0, spFlags: DISPFlagDefinition)
         !6 = !DILocation(line: 2, scope: !4)
         !7 = !DILocation(line: 6, scope: !5)
         !8 = !{}",
    );
    let text = text(&module);
    let inlined = text.lines().find(|line| line.contains("line: 2, scope")).unwrap_or_default();
    assert!(inlined.contains("inlinedAt: !"), "{text}");
    assert!(text.contains("= distinct !DILocation(line: 6, scope:"), "{text}");
}

#[test]
fn recursive_and_forbidden_calls_stay() {
    for callee in [
        "define void @g() noinline { ret void }",
        "define void @g() { call void @g() ret void }",
        "define weak void @g() { ret void }",
        "define void @g() strictfp { ret void }",
        "define void @g(...) { ret void }",
    ] {
        let variadic = if callee.contains("...") { "(...) " } else { "" };
        let module = run("inline", &format!("{callee}\ndefine void @f() {{ call void {variadic}@g() ret void }}"));
        assert!(
            functions(&module).join("\n").contains(&format!("define void @f() {{\n  call void {variadic}@g()")),
            "{callee}"
        );
    }
}

#[test]
fn expensive_callees_are_inlined_only_where_that_is_demanded() {
    let many = "call void @h(i32 1, i32 2)\n".repeat(12);
    for (attribute, calls) in [("", 1), ("alwaysinline", 12)] {
        let module = run(
            "inline<only-mandatory>,inline",
            &format!(
                "declare void @h(i32, i32)\ndefine void @g() {attribute} {{\n{many} ret void }}
                 define void @f() {{ call void @g() ret void }}"
            ),
        );
        let text = functions(&module).join("\n");
        assert_eq!(text[text.find("@f()").unwrap()..].matches("call void").count(), calls, "{text}");
    }
    let module = run(
        "always-inline",
        &format!(
            "declare void @h(i32, i32)\ndefine internal void @g() alwaysinline {{\n{many} ret void }}
             define void @f() {{ call void @g() ret void }}"
        ),
    );
    assert!(module.global_named(b"g").is_none());
}

#[test]
fn predefined_pipelines_run_the_passes_of_their_level() {
    let program = "define internal i32 @add(i32 %x, i32 %y) {
           %p = alloca i32
           store i32 %x, ptr %p
           %a = load i32, ptr %p
           %s = add i32 %a, %y
           ret i32 %s
         }
         define i32 @f(i32 %x) {
           %r = call i32 @add(i32 %x, i32 2)
           ret i32 %r
         }";
    for pipeline in ["default", "thinlto-pre-link", "lto-pre-link", "thinlto", "lto"] {
        for level in ["O1", "O2", "O3", "Os", "Oz"] {
            let module = run(&format!("{pipeline}<{level}>"), program);
            let text = functions(&module).join("\n");
            assert!(!text.contains("@add") && !text.contains("alloca"), "{pipeline}<{level}>: {text}");
        }
        check(&format!("{pipeline}<O0>"), program, program);
    }
    assert_eq!(Pipeline::parse("default<O4>").err().as_deref(), Some("invalid optimization level 'O4'"));
}

/// The first line of each function after `function-attrs`, with the attributes of its group in braces.
fn inferred(before: &str) -> Vec<String> {
    let text = text(&run("function-attrs", before));
    let group = |line: &str| {
        let number = line.split(") #").nth(1).and_then(|rest| rest.split(' ').next());
        let start = format!("attributes #{} = ", number.unwrap_or("?"));
        text.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or("").to_string()
    };
    text.lines().filter(|line| line.starts_with("define")).map(|line| format!("{line} {}", group(line))).collect()
}

#[test]
fn memory_effects_follow_from_loads_stores_and_calls() {
    for (body, effects) in [
        ("%x = load i8, ptr %p\nret void", "memory(argmem: read)"),
        (
            "store i8 1, ptr @g\nret void",
            "memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none)",
        ),
        ("%a = alloca i8\nstore i8 1, ptr %a\nret void", "memory(none)"),
        ("%x = load i8, ptr @c\nret void", "memory(none)"),
        ("call void @reads(ptr %p)\nret void", "memory(argmem: read)"),
        (
            "%q = load ptr, ptr %p\nstore i8 1, ptr %q\nret void",
            "memory(write, argmem: readwrite, inaccessiblemem: none",
        ),
    ] {
        let before = format!(
            "@g = global i8 0\n@c = constant i8 7\ndeclare void @reads(ptr) memory(argmem: read)
             define void @f(ptr %p) {{\n{body}\n}}"
        );
        assert!(inferred(&before)[0].contains(effects), "{body}: {:?}", inferred(&before));
    }
}

#[test]
fn an_unknown_call_has_all_effects() {
    let before = "declare void @unknown(ptr)\ndefine ptr @f(ptr %p) { call void @unknown(ptr %p) ret ptr null }";
    assert_eq!(inferred(before), ["define noalias noundef ptr @f(ptr %p) { "]);
}

#[test]
fn parameters_are_captured_by_what_keeps_them() {
    for (body, parameter) in [
        ("store ptr %p, ptr @g\nret void", "ptr %p"),
        ("store i8 1, ptr %p\nret void", "ptr writeonly captures(none) initializes((0, 1)) %p"),
        ("%x = load i8, ptr %p\nstore i8 %x, ptr @g\nret void", "ptr readonly captures(none) %p"),
        ("%x = ptrtoint ptr %p to i64\nstore i64 %x, ptr @g\nret void", "ptr %p"),
        ("call void @keeps(ptr %p)\nret void", "ptr %p"),
        ("call void @drops(ptr %p)\nret void", "ptr captures(none) %p"),
        ("%q = call ptr @same(ptr %p)\nstore ptr %q, ptr @g\nret void", "ptr %p"),
    ] {
        let before = format!(
            "@g = global ptr null\ndeclare void @keeps(ptr)\ndeclare void @drops(ptr captures(none))
             declare ptr @same(ptr captures(ret: address, provenance))
             define void @f(ptr %p) {{\n{body}\n}}"
        );
        assert!(inferred(&before)[0].contains(&format!("@f({parameter})")), "{body}: {:?}", inferred(&before));
    }
}

#[test]
fn what_a_recursive_function_captures_is_found_through_its_calls() {
    let before = "@g = global ptr null
        define void @even(ptr %p, i1 %c) {
          br i1 %c, label %t, label %u
        t:
          call void @odd(ptr %p, i1 false)
          br label %u
        u:
          ret void
        }
        define void @odd(ptr %p, i1 %c) {
          call void @even(ptr %p, i1 %c)
          store ptr %p, ptr @g
          ret void
        }";
    let all = inferred(before);
    assert!(all.iter().all(|line| !line.contains("captures") && !line.contains("norecurse")), "{all:?}");
    let all = inferred(&before.replace("store ptr %p, ptr @g", "store i8 0, ptr %p"));
    assert!(all.iter().all(|line| line.contains("(ptr writeonly captures(none) %p")), "{all:?}");
}

#[test]
fn loops_and_unknown_calls_need_not_return() {
    let loops = inferred("define void @f() {\n br label %a\na:\n br label %a\n}");
    assert!(loops[0].contains("noreturn") && !loops[0].contains("willreturn"), "{loops:?}");
    let straight = inferred("define void @f() {\n ret void\n}");
    assert!(straight[0].contains("willreturn") && straight[0].contains("norecurse"), "{straight:?}");
    let replaceable = inferred("define weak_odr void @f() {\n ret void\n}");
    assert_eq!(replaceable, ["define weak_odr void @f() { "]);
}

#[test]
fn a_landing_pad_without_uses_is_not_dead() {
    let text = "declare void @throw()\ndeclare i32 @personality(...)
        define void @f() personality ptr @personality {
        entry:
          invoke void @throw() to label %done unwind label %pad
        done:
          ret void
        pad:
          %l = landingpad { ptr, i32 } cleanup
          ret void
        }";
    check("bdce", text, text);
}

#[test]
fn an_exception_passes_by_landing_pads_that_do_not_catch_all() {
    for (clause, is_caught) in [
        ("cleanup", false),
        ("catch ptr @i", false),
        ("catch ptr null", true),
        ("filter [0 x ptr] zeroinitializer", true),
    ] {
        let before = format!(
            "@i = external global i8\ndeclare void @throw()\ndeclare i32 @personality(...)
             define void @f() personality ptr @personality {{
               invoke void @throw() to label %done unwind label %pad
             done:
               ret void
             pad:
               %l = landingpad {{ ptr, i32 }} {clause}
               ret void
             }}"
        );
        assert_eq!(inferred(&before)[0].contains("nounwind"), is_caught, "{clause}: {:?}", inferred(&before));
    }
}

#[test]
fn stores_of_different_types_do_not_become_one() {
    let module = run(
        "simplifycfg<sink-common-insts>",
        "define void @f(i1 %c, ptr %p, ptr %q, i32 %x, float %y) {
           br i1 %c, label %t, label %u
         t:
           store i32 %x, ptr %p, align 4
           br label %done
         u:
           store float %y, ptr %q, align 4
           br label %done
         done:
           ret void
         }",
    );
    assert_eq!(functions(&module).join("\n").matches("store").count(), 2);
}

#[test]
fn variables_that_are_not_written_become_constants_and_those_not_read_go() {
    let module = run(
        "globalopt",
        "@read = internal global i32 7
         @once = internal global i32 undef
         @written = internal global i32 0
         @both = internal global i32 0
         @compared = internal global i32 0
         define i32 @f(i32 %x) {
           store i32 %x, ptr @written
           store i32 5, ptr @once
           store i32 %x, ptr @both
           %a = load i32, ptr @read
           %b = load i32, ptr @once
           %c = load i32, ptr @both
           %d = add i32 %a, %b
           %e = add i32 %c, %d
           ret i32 %e
         }
         define i1 @g(ptr %p) {
           %c = icmp eq ptr %p, @compared
           store ptr @compared, ptr %p
           ret i1 %c
         }",
    );
    let text = text(&module);
    assert!(text.contains("add i32 7, 5") && text.contains("%c = load i32, ptr @both"), "{text}");
    assert!(["read", "once", "written"].iter().all(|name| !text.contains(&format!("@{name}"))), "{text}");
    assert!(text.contains("@compared = internal global i32 0"), "{text}");
}

#[test]
fn a_store_through_a_select_may_be_to_another_variable() {
    let before = "@a = internal global i32 0
         @b = global i32 0
         define void @f(i1 %c) {
           %p = select i1 %c, ptr @a, ptr @b
           store i32 1, ptr %p
           ret void
         }";
    assert!(functions(&run("globalopt", before)).join("\n").contains("store i32 1, ptr %p"));
}

#[test]
fn local_functions_that_are_only_called_get_a_fast_calling_convention() {
    let before = "define internal void @g() { ret void }
         define internal void @h() { ret void }
         @p = global ptr @h
         define void @f() {
           call void @g()
           call void @h()
           ret void
         }";
    let text = text(&run("globalopt", before));
    assert!(text.contains("define internal fastcc void @g() unnamed_addr"), "{text}");
    assert!(text.contains("call fastcc void @g()") && text.contains("call void @h()"), "{text}");
}

#[test]
fn unused_local_members_of_a_comdat_are_removed_together_with_their_callees() {
    let before = "$k = comdat any
         @keep = global ptr @k
         define linkonce_odr void @k() comdat { ret void }
         define internal void @g() comdat($k) {
           call void @h()
           ret void
         }
         define internal void @h() { ret void }";
    assert_eq!(functions(&run("globalopt", before)), ["define linkonce_odr void @k() comdat {", "  ret void", "}"]);
}

#[test]
fn available_definitions_become_declarations_and_so_do_their_aliases() {
    let before = "@v = available_externally global i32 1
         @a = available_externally alias i32, ptr @v
         define ptr @f() { ret ptr @a }";
    let text = text(&run("elim-avail-extern", before));
    assert!(text.contains("@v = external global i32\n") && text.contains("@a = external global i32\n"), "{text}");
}

#[test]
fn attributes_are_forced() {
    let text = "define void @f() {
  ret void
}

define void @g() cold {
  ret void
}";
    let values =
        [("force-attribute", "f:noinline"), ("force-attribute", "nounwind"), ("force-remove-attribute", "g:cold")];
    let values = values.map(|(name, value)| (name.to_string(), value.to_string())).into();
    let options = PassOptions { values, ..PassOptions::default() };
    let mut module = common::read(text);
    Pipeline::parse_with("forceattrs", &options).unwrap().run(&mut module);
    let after = common::text(&module);
    assert!(after.contains("attributes #0 = { noinline nounwind }\nattributes #1 = { nounwind }"), "{after}");
}

#[test]
fn a_function_that_an_inlined_call_passed_stays_while_it_is_stored() {
    let callee = "define internal void @cleanup(ptr %p) {\nstore i8 0, ptr %p\nret void\n}\n";
    let text = format!(
        "{callee}define internal void @add(ptr %f, ptr %slot) {{\n\
         store ptr %f, ptr %slot\ncall void %f(ptr %slot)\nret void\n}}\n\
         define void @user(ptr %slot) {{\ncall void @add(ptr @cleanup, ptr %slot)\nret void\n}}"
    );
    let after = format!(
        "{callee}define void @user(ptr %slot) {{\nstore ptr @cleanup, ptr %slot\nstore i8 0, ptr %slot\nret void\n}}"
    );
    check("cgscc(inline)", &text, &after);
}

#[test]
fn noalias_parameters_become_alias_scopes() {
    check(
        "inline",
        "declare void @unknown()
define internal void @copy(ptr noalias %to, ptr %from) {
  %value = load i32, ptr %from
  store i32 %value, ptr %to
  call void @unknown()
  ret void
}
define void @caller(ptr %a, ptr %b) {
  call void @copy(ptr %a, ptr %b)
  ret void
}",
        "declare void @unknown()
declare void @llvm.experimental.noalias.scope.decl(metadata)
define void @caller(ptr %a, ptr %b) {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %value.i = load i32, ptr %b, align 4, !noalias !0
  store i32 %value.i, ptr %a, align 4, !alias.scope !0
  call void @unknown(), !noalias !0
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2, !\"copy: %to\"}
!2 = distinct !{!2, !\"copy\"}",
    );
}

#[test]
fn inlined_accesses_are_in_the_access_group_of_the_call() {
    check(
        "inline",
        "define internal void @set(ptr %to) {
  store i32 1, ptr %to
  ret void
}
define void @caller(ptr %a) {
  call void @set(ptr %a), !llvm.access.group !0
  ret void
}
!0 = distinct !{}",
        "define void @caller(ptr %a) {
  store i32 1, ptr %a, align 4, !llvm.access.group !0
  ret void
}
!0 = distinct !{}",
    );
}
