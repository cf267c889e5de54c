//! What the benchmarks are about.

/// The file that the environment names, or a module of many small functions.
pub fn source() -> Vec<u8> {
    if let Some(file) = std::env::var_os("LINDWORM_BENCH") {
        return std::fs::read(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    }
    let mut text = String::from("declare i32 @callee(i32, ptr)\n");
    for n in 0..10_000 {
        text += &format!(
            "define i32 @function{n}(i32 %a, ptr %p) {{\nentry:\n  %slot = alloca i32, align 4\n  \
             store i32 %a, ptr %slot, align 4\n  %x = load i32, ptr %slot, align 4\n  %sum = add nsw i32 %x, {n}\n  \
             %c = icmp slt i32 %sum, 100\n  br i1 %c, label %then, label %done\n\nthen:\n  \
             %r = call i32 @callee(i32 %sum, ptr %p)\n  br label %done\n\ndone:\n  \
             %v = phi i32 [ %sum, %entry ], [ %r, %then ]\n  ret i32 %v\n}}\n"
        );
    }
    text.into_bytes()
}
