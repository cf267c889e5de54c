//! Alias queries: the relation of the pointers `%a` and `%b` of a function, and the effects of its last call.

use lindworm_analysis::alias::{AccessSize, AliasAnalysis, AliasCache, Aliasing, Location};
use lindworm_ir::attributes::ModRef;
use lindworm_ir::uses::Uses;
use lindworm_ir::{Body, Context, Global, Module, Value};

fn with_function<R>(text: &str, query: impl FnOnce(&AliasAnalysis<'_>, &Body) -> R) -> R {
    let module = lindworm_text::read(&Context::new(), "m", text.as_bytes(), &Default::default());
    let module: Module = module.unwrap_or_else(|errors| panic!("{errors:?}\n{text}")).module;
    let function: Global = module.functions().iter().copied().find(|&f| module.body(f).is_some()).unwrap();
    let body = module.body(function).unwrap();
    let (uses, cache) = (Uses::new(body), AliasCache::default());
    query(&AliasAnalysis::new(&module, body, &uses, function, &cache), body)
}

fn named(body: &Body, name: &str) -> Value {
    let mut values = body.named_values();
    values.find(|(n, _)| *n == name.as_bytes()).map(|(_, value)| value).unwrap()
}

/// The relation of four bytes at `%a` and at `%b`.
#[track_caller]
fn relation(head: &str, lines: &str) -> Aliasing {
    let text = format!("{head} {{\n{lines}\nret void\n}}");
    with_function(&text, |aliases, body| {
        let [a, b] = ["a", "b"].map(|name| Location::new(named(body, name), AccessSize::Precise(4)));
        aliases.alias(&a, &b)
    })
}

#[test]
fn distinct_objects_do_not_alias() {
    let f = "define void @f(ptr %p, ptr noalias %q)";
    assert_eq!(relation(f, "%a = alloca i32\n%b = alloca i32"), Aliasing::No);
    assert_eq!(relation(f, "%a = alloca i32\n%b = getelementptr i8, ptr %p, i64 4"), Aliasing::No);
    assert_eq!(relation(f, "%a = getelementptr i8, ptr %q, i64 8\n%b = getelementptr i8, ptr %p, i64 4"), Aliasing::No);
    assert_eq!(relation(f, "%a = getelementptr i8, ptr %p, i64 8\n%b = load ptr, ptr %p"), Aliasing::May);
}

#[test]
fn an_escaped_variable_may_be_behind_a_loaded_pointer() {
    let f = "declare void @keep(ptr)\ndeclare void @look(ptr captures(none))\ndefine void @f(ptr %p)";
    assert_eq!(relation(f, "%a = alloca i32\ncall void @look(ptr %a)\n%b = load ptr, ptr %p"), Aliasing::No);
    assert_eq!(relation(f, "%a = alloca i32\ncall void @keep(ptr %a)\n%b = load ptr, ptr %p"), Aliasing::May);
}

#[test]
fn offsets_of_one_base_are_compared() {
    let f = "define void @f(ptr %p, i64 %i)";
    let at = |a: &str, b: &str| relation(f, &format!("%a = getelementptr {a}\n%b = getelementptr {b}"));
    assert_eq!(at("i8, ptr %p, i64 0", "i8, ptr %p, i64 4"), Aliasing::No);
    assert_eq!(at("i8, ptr %p, i64 1", "i8, ptr %p, i64 3"), Aliasing::Partial(Some(2)));
    assert_eq!(at("i32, ptr %p, i64 1", "i8, ptr %p, i64 4"), Aliasing::Must);
    assert_eq!(at("{i32, i32}, ptr %p, i64 %i, i32 0", "{i32, i32}, ptr %p, i64 %i, i32 1"), Aliasing::No);
    // The distance is a multiple of 8, plus 4.
    assert_eq!(at("{i32, i32}, ptr %p, i64 %i, i32 1", "{i32, i32}, ptr %p, i64 7, i32 0"), Aliasing::No);
    assert_eq!(at("i32, ptr %p, i64 %i", "i32, ptr %p, i64 1"), Aliasing::May);
}

#[test]
fn an_index_that_may_wrap_is_not_followed_through_casts() {
    let f = "define void @f(ptr %p, i32 %i)";
    let at = |flags: &str| {
        relation(
            f,
            &format!(
                "%j = add {flags} i32 %i, 1\n%x = zext i32 %i to i64\n%y = zext i32 %j to i64\n\
                 %a = getelementptr i32, ptr %p, i64 %x\n%b = getelementptr i32, ptr %p, i64 %y"
            ),
        )
    };
    assert_eq!(at("nuw"), Aliasing::No);
    // The sum may be 0, which is far from the largest index.
    assert_eq!(at(""), Aliasing::No);
    let narrow = "%j = add i32 %i, 1\n%x = sext i32 %i to i64\n%y = zext i32 %j to i64\n\
                  %a = getelementptr i32, ptr %p, i64 %x\n%b = getelementptr i32, ptr %p, i64 %y";
    assert_eq!(relation(f, narrow), Aliasing::May);
}

#[test]
fn an_address_that_does_not_wrap_has_an_index_that_may() {
    let f = "define void @f(ptr %b, i64 %i)";
    let at = |index: &str| relation(f, &format!("%j = {index}\n%a = getelementptr nuw i8, ptr %b, i64 %j"));
    assert_eq!(at("add nuw i64 %i, 4"), Aliasing::No);
    assert_eq!(at("add nsw i64 %i, 4"), Aliasing::May);
    assert_eq!(at("add nsw i64 %i, -4"), Aliasing::May);
    assert_eq!(at("sub nuw nsw i64 %i, 4"), Aliasing::May);
}

#[test]
fn an_access_larger_than_an_object_is_not_in_the_object() {
    let f = "@g = global i8 0\ndefine void @f(ptr %p)";
    assert_eq!(relation(f, "%b = alloca i8, align 1\n%a = getelementptr i8, ptr %p, i64 8"), Aliasing::No);
}

#[test]
fn phis_and_selects_alias_what_one_of_their_values_aliases() {
    let f = "define void @f(i1 %c, ptr %p)";
    assert_eq!(
        relation(f, "%x = alloca i32\n%y = alloca i32\n%a = alloca i32\n%b = select i1 %c, ptr %x, ptr %y"),
        Aliasing::No
    );
    assert_eq!(relation(f, "%x = alloca i32\n%a = alloca i32\n%b = select i1 %c, ptr %x, ptr %a"), Aliasing::May);
    let cycle = "define void @f(i1 %c, ptr noalias %p) {
        e:
          %a = alloca i32
          br label %l
        l:
          %b = phi ptr [ %p, %e ], [ %n, %l ]
          %n = getelementptr i32, ptr %b, i64 1
          br i1 %c, label %l, label %x
        x:
          ret void
        }";
    with_function(cycle, |aliases, body| {
        let at = |name| Location::new(named(body, name), AccessSize::Precise(4));
        assert_eq!(aliases.alias(&at("a"), &at("b")), Aliasing::No);
        assert_eq!(aliases.alias(&at("n"), &at("b")), Aliasing::No);
        // In another iteration the phi is any of the addresses.
        assert_eq!(aliases.alias_across_iterations(&at("n"), &at("b")), Aliasing::May);
    });
}

#[test]
fn types_and_scopes_tell_accesses_apart() {
    let text = "define void @f(ptr %p, ptr %q) {
          store i32 0, ptr %p, !tbaa !1
          store float 0.0, ptr %q, !tbaa !2
          store i8 0, ptr %q, !tbaa !3
          store i32 0, ptr %p, !alias.scope !10
          store i32 0, ptr %q, !noalias !10
          ret void
        }
        !0 = !{!\"root\"}
        !1 = !{!4, !4, i64 0}
        !2 = !{!5, !5, i64 0}
        !3 = !{!6, !6, i64 0}
        !4 = !{!\"int\", !6, i64 0}
        !5 = !{!\"float\", !6, i64 0}
        !6 = !{!\"char\", !0, i64 0}
        !10 = !{!11}
        !11 = !{!11, !12}
        !12 = !{!12}";
    with_function(text, |aliases, body| {
        let entry = body.entry().unwrap();
        let at: Vec<Location> = body.insts(entry).filter_map(|inst| aliases.location(inst)).collect();
        assert_eq!(aliases.alias(&at[0], &at[1]), Aliasing::No);
        assert_eq!(aliases.alias(&at[0], &at[2]), Aliasing::May);
        assert_eq!(aliases.alias(&at[3], &at[4]), Aliasing::No);
    });
}

#[test]
fn a_call_accesses_what_its_effects_and_arguments_allow() {
    let head = "declare void @any()\ndeclare void @reads(ptr) memory(argmem: read)\ndeclare void @with(ptr captures(none))\n\
                @k = constant i32 1\n";
    let effect = |call: &str, location: &str| {
        let text = format!("{head}define void @f(ptr %p, ptr noalias %q) {{\n%v = alloca i32\n{call}\nret void\n}}");
        with_function(&text, |aliases, body| {
            let entry = body.entry().unwrap();
            let call = body.insts(entry).filter(|&inst| body.inst(inst).call_info().is_some()).last().unwrap();
            let pointer = match location {
                "p" => Value::arg(0),
                "q" => Value::arg(1),
                name => named(body, name),
            };
            aliases.mod_ref(call, &Location::new(pointer, AccessSize::Precise(4)))
        })
    };
    assert_eq!(effect("call void @any()", "p"), ModRef::all());
    assert_eq!(effect("call void @any()", "v"), ModRef::empty());
    assert_eq!(effect("call void @with(ptr %v)", "v"), ModRef::all());
    assert_eq!(effect("call void @reads(ptr %p)", "p"), ModRef::REF);
    assert_eq!(effect("call void @reads(ptr %p)", "q"), ModRef::empty());
}

#[test]
fn memory_before_a_pointer_may_be_at_a_lower_address() {
    let text = "define void @f(ptr %p) {\n%a = getelementptr i8, ptr %p, i64 4\nret void\n}";
    with_function(text, |aliases, body| {
        let low = Location::new(Value::arg(0), AccessSize::Precise(1));
        assert_eq!(aliases.alias(&Location::around(named(body, "a")), &low), Aliasing::May);
        let after = Location::new(named(body, "a"), AccessSize::AfterPointer);
        assert_eq!(aliases.alias(&after, &low), Aliasing::No);
        assert_eq!(aliases.distance(Value::arg(0), named(body, "a")), Some(4));
    });
}

#[test]
fn no_object_is_at_null() {
    let of_null = |attributes: &str| {
        let text =
            format!("define void @f(ptr %a) {attributes} {{\n%b = getelementptr i8, ptr null, i64 0\nret void\n}}");
        with_function(&text, |aliases, body| {
            let [a, b] = ["a", "b"].map(|name| Location::new(named(body, name), AccessSize::Precise(4)));
            aliases.alias(&a, &b)
        })
    };
    assert_eq!((of_null(""), of_null("null_pointer_is_valid")), (Aliasing::No, Aliasing::May));
}
