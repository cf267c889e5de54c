//! Summaries of modules.

use super::{Kind, each, list, valid};

const FLAGS: &str = "flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition)";

/// A summary of one function with this contents, and the rest of the text.
fn function(has: &str, rest: &str) -> String {
    format!(
        "^0 = module: (path: \"m\", hash: (0, 0, 0, 0, 0))\n^1 = gv: (guid: 1, summaries: (function: (module: ^0, {FLAGS}, insts: 1, {has})))\n{rest}"
    )
}

/// Entries of functions without details.
fn functions(n: usize) -> String {
    each(n, |i| format!("^{} = gv: (guid: {}, summaries: (function: (module: ^0, {FLAGS}, insts: 1)))\n", i + 2, i + 2))
}

pub const KINDS: &[Kind] = &[
    valid("summaries of functions", |n| function("calls: ((callee: ^2))", &functions(n))),
    valid("summaries of one function", |n| {
        let one = format!("function: (module: ^0, {FLAGS}, insts: 1)");
        format!(
            "^0 = module: (path: \"m\", hash: (0, 0, 0, 0, 0))\n^1 = gv: (guid: 1, summaries: ({}))\n",
            list(n, |_| one.clone())
        )
    }),
    valid("modules of a summary", |n| {
        each(n, |i| format!("^{i} = module: (path: \"m{i}\", hash: (0, 0, 0, 0, 0))\n"))
            + &each(n, |i| {
                format!("^{} = gv: (guid: {i}, summaries: (function: (module: ^{i}, {FLAGS}, insts: 1)))\n", i + n)
            })
    }),
    valid("callees in a summary", |n| {
        function(&format!("calls: ({})", list(n, |i| format!("(callee: ^{})", i + 2))), &functions(n))
    }),
    valid("references in a summary", |n| {
        function(&format!("refs: ({})", list(n, |i| format!("^{}", i + 2))), &functions(n))
    }),
    valid("type tests in a summary", |n| {
        function(&format!("typeIdInfo: (typeTests: ({}))", list(n, |i| (i * 77).to_string())), "")
    }),
    valid("types in a summary", |n| {
        function(
            &format!("typeIdInfo: (typeTests: ({}))", list(n, |i| format!("^{}", i + 2))),
            &each(n, |i| {
                format!(
                    "^{} = typeid: (name: \"t{i}\", summary: (typeTestRes: (kind: allOnes, sizeM1BitWidth: 7)))\n",
                    i + 2
                )
            }),
        )
    }),
    valid("virtual calls in a summary", |n| {
        function(
            &format!(
                "typeIdInfo: (typeTestAssumeVCalls: ({}))",
                list(n, |i| format!("vFuncId: (guid: {i}, offset: {})", i * 8))
            ),
            "",
        )
    }),
    valid("virtual calls with constants in a summary", |n| {
        function(
            &format!(
                "typeIdInfo: (typeTestAssumeConstVCalls: ({}))",
                list(n, |i| format!("(vFuncId: (guid: {i}, offset: 8), args: ({i}))"))
            ),
            "",
        )
    }),
    valid("aliases in a summary", |n| {
        function(
            "calls: ((callee: ^1))",
            &each(n, |i| {
                format!("^{} = gv: (guid: {0}, summaries: (alias: (module: ^0, {FLAGS}, aliasee: ^1)))\n", i + 2)
            }),
        )
    }),
    valid("accesses of a parameter in a summary", |n| {
        function(
            &format!(
                "params: ((param: 0, offset: [0, 8], calls: ({})))",
                list(n, |i| format!("(callee: ^{}, param: {i}, offset: [0, 8])", i + 2))
            ),
            &functions(n),
        )
    }),
    valid("parameters in a summary", |n| {
        function(&format!("params: ({})", list(n, |i| format!("(param: {i}, offset: [0, 8])"))), "")
    }),
    valid("allocations in a summary", |n| {
        function(
            &format!(
                "allocs: ({})",
                list(n, |i| format!("(versions: (none), memProf: ((type: cold, stackIds: ({i}, {}))))", i + 1))
            ),
            "",
        )
    }),
    valid("contexts of an allocation in a summary", |n| {
        function(
            &format!(
                "allocs: ((versions: (none), memProf: ({})))",
                list(n, |i| format!("(type: cold, stackIds: ({i}))"))
            ),
            "",
        )
    }),
    valid("frames of an allocation in a summary", |n| {
        function(
            &format!(
                "allocs: ((versions: (none), memProf: ((type: cold, stackIds: ({})))))",
                list(n, |i| i.to_string())
            ),
            "",
        )
    }),
    valid("call sites in a summary", |n| {
        function(
            &format!("callsites: ({})", list(n, |i| format!("(callee: ^2, clones: (0), stackIds: ({i}))"))),
            &functions(1),
        )
    }),
    valid("functions of a vtable in a summary", |n| {
        let functions_of = list(n, |i| format!("(virtFunc: ^{}, offset: {})", i + 2, i * 8));
        format!(
            "^0 = module: (path: \"m\", hash: (0, 0, 0, 0, 0))\n^1 = gv: (guid: 1, summaries: (variable: (module: ^0, {FLAGS}, varFlags: (readonly: 0, writeonly: 0, constant: 1, vcall_visibility: 0), vTableFuncs: ({functions_of}))))\n"
        ) + &functions(n)
    }),
    valid("offsets of a type in a summary", |n| {
        let offsets = list(n, |i| format!("(offset: {}, wpdRes: (kind: indir))", i * 8));
        function(
            "calls: ((callee: ^1))",
            &format!(
                "^2 = typeid: (name: \"t\", summary: (typeTestRes: (kind: unknown, sizeM1BitWidth: 0), wpdResolutions: ({offsets})))\n"
            ),
        )
    }),
    valid("callees that are summarized", |n| {
        let calls = each(n, |i| format!("  call void @g{i}()\n"));
        super::function("", &(calls + "  ret void\n")) + &each(n, |i| format!("declare void @g{i}()\n"))
    }),
    valid("references that are summarized", |n| {
        format!("@a = global [{n} x ptr] [{}]\n", list(n, |i| format!("ptr @g{i}")))
            + &each(n, |i| format!("@g{i} = external global i8\n"))
    }),
    valid("references of functions to constants", |n| {
        let stores = each(n, |i| format!("  store ptr getelementptr (i8, ptr @g{i}, i64 {i}), ptr null\n"));
        super::function("", &(stores + "  ret void\n")) + &each(n, |i| format!("@g{i} = external global i8\n"))
    }),
];
