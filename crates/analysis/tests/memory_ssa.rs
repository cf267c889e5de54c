//! MemorySSA: which access wrote what the load `%v` of a function reads.

use lindworm_analysis::alias::{AliasAnalysis, AliasCache};
use lindworm_analysis::memory_ssa::{AccessKind, LIVE_ON_ENTRY, MemorySsa, Walker};
use lindworm_analysis::{Cfg, DominatorTree};
use lindworm_ir::uses::Uses;
use lindworm_ir::{Body, Context, Inst, InstData, Module};

fn with_walker<R>(lines: &str, ask: impl FnOnce(&Walker<'_>, Inst) -> R) -> R {
    let text = format!("declare void @call()\ndefine i32 @f(ptr %p, ptr noalias %q, i1 %c) {{\n{lines}\n}}");
    let module = lindworm_text::read(&Context::new(), "m", text.as_bytes(), &Default::default());
    let module: Module = module.unwrap_or_else(|errors| panic!("{errors:?}\n{text}")).module;
    let function = module.functions().iter().copied().find(|&f| module.body(f).is_some()).unwrap();
    let body: &Body = module.body(function).unwrap();
    let (uses, cache, cfg) = (Uses::new(body), AliasCache::default(), Cfg::new(body));
    let aliases = AliasAnalysis::new(&module, body, &uses, function, &cache);
    let dominators = DominatorTree::new(&cfg);
    let ssa = MemorySsa::new(&aliases, body, &cfg, &dominators);
    let mut values = body.named_values();
    let load = values.find(|(name, _)| *name == b"v").and_then(|(_, value)| value.as_inst()).unwrap();
    ask(&Walker { ssa: &ssa, aliases: &aliases, body, dominators: &dominators }, load)
}

/// What wrote the memory that `%v` reads: `entry`, `phi`, or the opcode and the number of the access.
#[track_caller]
fn writer(lines: &str) -> String {
    with_walker(lines, |walker, load| {
        let state = walker.clobber_of(load).unwrap();
        match walker.ssa.kind(state) {
            AccessKind::LiveOnEntry => "entry".into(),
            AccessKind::Def(inst) => format!("{} {}", walker.body.inst(inst).opcode_name(), walker.ssa.number(state)),
            AccessKind::Phi(_) => "phi".into(),
            kind => format!("{kind:?}"),
        }
    })
}

#[test]
fn the_last_write_of_the_location_is_found() {
    assert_eq!(writer("store i32 0, ptr %p\nstore i32 1, ptr %q\n%v = load i32, ptr %p\nret i32 %v"), "store 1");
    assert_eq!(writer("store i32 0, ptr %p\nstore i32 1, ptr %q\n%v = load i32, ptr %q\nret i32 %v"), "store 2");
    assert_eq!(writer("store i32 1, ptr %q\n%v = load i32, ptr %p\nret i32 %v"), "entry");
    assert_eq!(writer("store i32 1, ptr %p\ncall void @call()\n%v = load i32, ptr %p\nret i32 %v"), "call 2");
}

#[test]
fn a_join_is_passed_if_no_path_writes() {
    let join = |lines: &str| {
        format!(
            "store i32 0, ptr %p\nbr i1 %c, label %a, label %b\na:\n{lines}\nbr label %b\nb:\n%v = load i32, ptr %p\nret i32 %v"
        )
    };
    assert_eq!(writer(&join("")), "store 1");
    assert_eq!(writer(&join("store i32 1, ptr %q")), "store 1");
    assert_eq!(writer(&join("store i32 1, ptr %p")), "phi");
}

#[test]
fn an_address_of_another_iteration_is_another_address() {
    let text = |base: &str| {
        format!(
            "%t = alloca [9 x i32]\nstore i32 0, ptr %p\nbr label %loop\nloop:\n%i = phi i64 [ 0, %0 ], [ %next, %loop ]\n\
             %next = add i64 %i, 1\n%a = getelementptr i32, ptr {base}, i64 %i\n%v = load i32, ptr %a\n\
             %b = getelementptr i32, ptr %t, i64 %next\nstore i32 1, ptr %b\nbr i1 %c, label %loop, label %end\n\
             end:\nret i32 %v"
        )
    };
    assert_eq!(writer(&text("%t")), "phi");
    assert_eq!(writer(&text("%p")), "store 1");
}

#[test]
fn an_update_is_seen_by_later_queries() {
    let lines = "store i32 0, ptr %p\nstore i32 1, ptr %p\n%v = load i32, ptr %p\nret i32 %v";
    with_walker(lines, |walker, load| {
        let stores: Vec<Inst> = walker.body.blocks().flat_map(|block| walker.body.insts(block)).collect();
        let (first, second) = (stores[0], stores[1]);
        assert!(matches!(walker.body.inst(second), InstData::Store { .. }));
        let cfg = Cfg::new(walker.body);
        let mut ssa = MemorySsa::new(walker.aliases, walker.body, &cfg, walker.dominators);
        let clobber = |ssa: &MemorySsa| {
            let walker = Walker { ssa, aliases: walker.aliases, body: walker.body, dominators: walker.dominators };
            walker.clobber_of(load).unwrap()
        };
        assert_eq!(ssa.kind(clobber(&ssa)), AccessKind::Def(second));
        ssa.remove(second);
        assert_eq!(ssa.kind(clobber(&ssa)), AccessKind::Def(first));
        ssa.insert_after(second, first);
        assert_eq!(ssa.kind(clobber(&ssa)), AccessKind::Def(second));
        assert_eq!(ssa.kind(ssa.before(ssa.of(second).unwrap())), AccessKind::Def(first));
        ssa.remove(first);
        ssa.remove(second);
        assert_eq!(clobber(&ssa), LIVE_ON_ENTRY);
    });
}
