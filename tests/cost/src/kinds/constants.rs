//! Constants.

use super::{DEEP, Kind, SHALLOW, each, function, list, valid};

/// A text between `depth` copies of `open` and of `close`.
fn nested(depth: usize, open: &str, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
}

pub const KINDS: &[Kind] = &[
    valid("integers", |n| function("", &(each(n, |i| format!("  store i32 {i}, ptr null\n")) + "  ret void\n"))),
    valid("floats", |n| function("", &(each(n, |i| format!("  store double {i}.5, ptr null\n")) + "  ret void\n"))),
    valid("elements of an array", |n| format!("@g = global [{n} x i32] [{}]\n", list(n, |i| format!("i32 {i}")))),
    valid("elements of a vector", |n| format!("@g = global <{n} x i32> <{}>\n", list(n, |i| format!("i32 {i}")))),
    valid("elements of an array of pointers", |n| {
        format!("@g = global [{n} x ptr] [{}]\n", list(n, |i| format!("ptr @g{i}")))
            + &each(n, |i| format!("@g{i} = external global i8\n"))
    }),
    valid("elements of a struct constant", |n| {
        format!("@g = global {{ {} }} {{ {} }}\n", list(n, |_| "i32".into()), list(n, |i| format!("i32 {i}")))
    }),
    valid("length of a string", |n| format!("@g = global [{} x i8] c\"{}\"\n", n * 16, "a".repeat(n * 16))),
    valid("length of a splat", |n| format!("@g = global <{n} x i32> splat (i32 3)\n")),
    valid("length of zeroes", |n| format!("@g = global [{n} x i32] zeroinitializer\n")),
    valid("wide integers", |n| each(n, |i| format!("@g{i} = global i256 {i}{}\n", "7".repeat(70)))),
    valid("width of a hexadecimal integer", |n| format!("@g = global i{} u0x{}\n", n * 4, "7".repeat(n))),
    valid("digits of an integer", |n| format!("@g = global i{} {}\n", n * 4, "7".repeat(n))),
    valid("types of zero", |n| each(n, |i| format!("@g{i} = global [0 x i{}] zeroinitializer\n", i + 1))),
    valid("undefined and poisoned constants", |n| {
        each(n, |i| format!("@g{i} = global [0 x i{0}] undef\n@p{i} = global [0 x i{0}] poison\n", i + 1))
    }),
    valid("constant expressions", |n| {
        "@b = global i8 0\n".to_owned()
            + &each(n, |i| format!("@g{i} = global ptr getelementptr (i8, ptr @b, i64 {i})\n"))
    }),
    valid("constant expressions in a body", |n| {
        let stores = each(n, |i| format!("  store ptr getelementptr (i8, ptr @b, i64 {i}), ptr @b\n"));
        "@b = global ptr null\n".to_owned() + &function("", &(stores + "  ret void\n"))
    }),
    valid("depth of constant expressions", |n| {
        let inner = nested(n, "xor (i64 ", "ptrtoint (ptr @b to i64)", ", i64 ptrtoint (ptr @b to i64))");
        format!("@b = global i8 0\n@g = global i64 {inner}\n")
    })
    .of(DEEP),
    valid("depth of addresses", |n| {
        format!(
            "@b = global i8 0\n@g = global ptr {}\n",
            nested(n, "getelementptr ([2 x i8], ptr ", "@b", ", i64 1, i64 1)")
        )
    })
    .of(DEEP),
    valid("depth of casts", |n| {
        format!(
            "@b = global i8 0\n@g = global ptr {}\n",
            nested(n / 2 + 1, "inttoptr (i32 ptrtoint (ptr ", "@b", " to i32) to ptr)")
        )
    })
    .of(DEEP),
    valid("depth of aggregates", |n| {
        let (ty, value) = (0..n).fold((String::from("i8"), String::from("1")), |(ty, value), _| {
            (format!("{{ i8, {ty} }}"), format!("{{ i8 1, {ty} {value} }}"))
        });
        format!("@g = global {ty} {value}\n")
    })
    .of(SHALLOW),
    valid("indices of a constant address", |n| {
        let ty = nested(n, "{ i8, ", "i8", " }");
        format!(
            "%t = type {ty}\n@g = global ptr getelementptr (%t, ptr @b, i64 1{})\n@b = external global %t\n",
            ", i32 1".repeat(n)
        )
    })
    .of(DEEP),
    valid("addresses of blocks", |n| {
        let blocks = each(n, |i| format!("  br label %b{i}\n\nb{i}:\n")) + "  ret void\n";
        function("", &blocks) + &each(n, |i| format!("@g{i} = global ptr blockaddress(@f, %b{i})\n"))
    }),
    valid("addresses of blocks of later functions", |n| {
        each(n, |i| format!("@g{i} = global ptr blockaddress(@f{i}, %b)\n"))
            + &each(n, |i| format!("define void @f{i}() {{\n  br label %b\n\nb:\n  ret void\n}}\n"))
    }),
    valid("addresses of blocks without names", |n| {
        let blocks = each(n, |_| "  br label %BLOCK\n\n".into());
        let blocks =
            blocks.split("BLOCK").enumerate().map(|(i, s)| if i < n { format!("{s}{}", i + 1) } else { s.into() });
        function("", &(blocks.collect::<String>() + "  ret void\n"))
            + &each(n, |i| format!("@g{i} = global ptr blockaddress(@f, %{})\n", i + 1))
    }),
    valid("uses of one constant expression", |n| {
        let stores = "  store ptr getelementptr (i8, ptr @b, i64 1), ptr @b\n".repeat(n);
        "@b = global ptr null\n".to_owned() + &function("", &(stores + "  ret void\n"))
    }),
    valid("equivalents of functions", |n| {
        each(n, |i| {
            format!(
                "declare void @f{i}()\n@e{i} = global ptr dso_local_equivalent @f{i}\n@n{i} = global ptr no_cfi @f{i}\n"
            )
        })
    }),
    valid("signed pointers", |n| {
        each(n, |i| format!("@g{i} = global ptr ptrauth (ptr @b, i32 1, i64 {i})\n")) + "@b = global i8 0\n"
    }),
    valid("constants that refer to each other's globals", |n| {
        each(n, |i| {
            format!(
                "@g{i} = global {{ ptr, ptr }} {{ ptr @g{}, ptr getelementptr (i8, ptr @g{}, i64 8) }}\n",
                (i + 1) % n,
                (i * 7 + 3) % n
            )
        })
    }),
];
