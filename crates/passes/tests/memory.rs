//! `memcpyopt` and `dse`: what goes in, and what comes out.

mod common;

use common::{check, run};

/// What the passes make of the lines of a function.
#[track_caller]
fn becomes(passes: &str, before: &str, after: &str) {
    let function = |lines: &str| {
        format!(
            "@bytes = constant [8 x i8] c\"AAAAAAAA\"\n\
             declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n\
             declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)\n\
             declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n\
             declare void @fill(ptr captures(none)) nounwind\n\
             declare void @keep(ptr)\n\
             declare i32 @read(ptr readonly captures(none) noalias) nounwind willreturn memory(argmem: read)\n\
             declare noalias ptr @calloc(i64, i64) allockind(\"alloc,zeroed\")\n\
             define void @f(ptr noalias writable sret([4 x i32]) align 4 %r, ptr %p, ptr noalias %q, i1 %c, i32 %x) {{\n{lines}\n}}"
        )
    };
    check(passes, &function(before), &function(after));
}

/// `memcpyopt` changes nothing.
#[track_caller]
fn stays(lines: &str) {
    becomes("memcpyopt", lines, lines);
}

const COPY: &str = "call void @llvm.memcpy.p0.p0.i64";
const FILL: &str = "call void @llvm.memset.p0.i64";

#[test]
fn neighbouring_stores_of_one_byte_become_a_memset() {
    let stores = |values: [&str; 4]| {
        let store = |(n, value): (usize, &str)| {
            format!("%a{n} = getelementptr i8, ptr %p, i64 {}\nstore i32 {value}, ptr %a{n}\n", 4 * n)
        };
        values.into_iter().enumerate().map(store).collect::<String>() + "ret void"
    };
    let addresses: String = (0..4).map(|n| format!("%a{n} = getelementptr i8, ptr %p, i64 {}\n", 4 * n)).collect();
    let after = format!("{addresses}{FILL}(ptr align 4 %a0, i8 0, i64 16, i1 false)\nret void");
    becomes("memcpyopt", &stores(["0"; 4]), &after);
    stays(&stores(["0", "1", "0", "1"]));
    // Something in between may read or write the memory.
    stays(&stores(["0"; 4]).replace("%a2 =", "%v = load i8, ptr %p\n%a2 ="));
}

#[test]
fn a_store_widens_a_memset() {
    let before = format!(
        "{FILL}(ptr %p, i8 7, i64 8, i1 false)\n%a = getelementptr i8, ptr %p, i64 8\nstore i8 7, ptr %a\nret void"
    );
    becomes(
        "memcpyopt",
        &before,
        &format!("%a = getelementptr i8, ptr %p, i64 8\n{FILL}(ptr %p, i8 7, i64 9, i1 false)\nret void"),
    );
    stays(&before.replace("store i8 7", "store i8 8"));
}

#[test]
fn fills_of_more_than_half_of_the_address_space_are_merged() {
    let fills = format!(
        "%a = getelementptr i8, ptr %p, i64 -256\n%b = getelementptr i8, ptr %p, i64 -128\n\
         {FILL}(ptr %p, i8 0, i64 9223372036854775807, i1 false)\n\
         {FILL}(ptr %b, i8 0, i64 128, i1 false)\n{FILL}(ptr %a, i8 0, i64 128, i1 false)\nret void"
    );
    let after = "%a = getelementptr i8, ptr %p, i64 -256\n%b = getelementptr i8, ptr %p, i64 -128\n".to_owned()
        + &format!("{FILL}(ptr %a, i8 0, i64 -9223372036854775553, i1 false)\nret void");
    becomes("memcpyopt", &fills, &after);
}

#[test]
fn a_copy_of_a_copy_reads_the_original() {
    let twice = |between: &str| {
        format!(
            "%t = alloca [16 x i8]\n{COPY}(ptr %t, ptr %p, i64 16, i1 false)\n{between}{COPY}(ptr %q, ptr %t, i64 8, i1 false)\n\
             call void @keep(ptr %t)\nret void"
        )
    };
    becomes("memcpyopt", &twice(""), &twice("").replace("ptr %q, ptr %t", "ptr %q, ptr %p"));
    stays(&twice("store i8 1, ptr %p\n"));
    stays(&twice("store i8 1, ptr %t\n"));
}

#[test]
fn a_copy_of_what_is_filled_is_filled() {
    let before = |len: u32| {
        format!(
            "%t = alloca [16 x i8]\n{FILL}(ptr %t, i8 3, i64 8, i1 false)\n{COPY}(ptr %q, ptr %t, i64 {len}, i1 false)\n\
             call void @keep(ptr %t)\nret void"
        )
    };
    let after = |len: u32| before(len).replace(&format!("{COPY}(ptr %q, ptr %t,"), &format!("{FILL}(ptr %q, i8 3,"));
    becomes("memcpyopt", &before(8), &after(8));
    // The rest is undefined.
    becomes("memcpyopt", &before(12), &after(8));
    becomes(
        "memcpyopt",
        &format!("{COPY}(ptr %q, ptr @bytes, i64 8, i1 false)\nret void"),
        &format!("{FILL}(ptr %q, i8 65, i64 8, i1 false)\nret void"),
    );
}

#[test]
fn what_a_copy_overwrites_is_not_filled_before() {
    let before = |between: &str| {
        format!("{FILL}(ptr %q, i8 0, i64 16, i1 false)\n{between}{COPY}(ptr %q, ptr %p, i64 16, i1 false)\nret void")
    };
    becomes("memcpyopt", &before(""), &format!("{COPY}(ptr %q, ptr %p, i64 16, i1 false)\nret void"));
    stays(&before("%v = load i8, ptr %q\n"));
}

#[test]
fn copies_without_effect_are_removed() {
    becomes("memcpyopt", &format!("{COPY}(ptr %p, ptr %p, i64 8, i1 false)\nret void"), "ret void");
    becomes("memcpyopt", &format!("{COPY}(ptr %q, ptr %p, i64 0, i1 false)\nret void"), "ret void");
    let undefined =
        format!("%t = alloca i64\n{COPY}(ptr %q, ptr %t, i64 8, i1 false)\ncall void @keep(ptr %t)\nret void");
    becomes("memcpyopt", &undefined, "%t = alloca i64\ncall void @keep(ptr %t)\nret void");
}

#[test]
fn memory_that_does_not_overlap_is_copied() {
    let moved = "call void @llvm.memmove.p0.p0.i64(ptr %q, ptr %p, i64 8, i1 false)\nret void";
    becomes("memcpyopt", moved, &moved.replace("memmove", "memcpy"));
    let bundled = moved.replace("false)", "false) [ \"deopt\"(i32 %x) ]");
    becomes("memcpyopt", &bundled, &bundled.replace("memmove", "memcpy"));
    stays(
        "%a = getelementptr i8, ptr %p, i64 4\ncall void @llvm.memmove.p0.p0.i64(ptr %p, ptr %a, i64 8, i1 false)\nret void",
    );
}

#[test]
fn a_call_writes_the_destination_of_a_copy() {
    let before = |dest: &str, between: &str| {
        format!(
            "%t = alloca [4 x i32]\ncall void @fill(ptr %t)\n{between}{COPY}(ptr align 4 {dest}, ptr %t, i64 16, i1 false)\nret void"
        )
    };
    becomes("memcpyopt", &before("%r", ""), "%t = alloca [4 x i32]\ncall void @fill(ptr %r)\nret void");
    // The memory may not be writable, or is accessed in between.
    stays(&before("%p", ""));
    stays(&before("%r", "store i32 1, ptr %r\n"));
    stays(&before("%r", "store i32 1, ptr %t\n"));
}

#[test]
fn a_call_that_only_reads_a_copy_reads_the_original() {
    let before = |between: &str| {
        format!(
            "%t = alloca i64\n{COPY}(ptr align 8 %t, ptr align 8 %q, i64 8, i1 false)\n{between}%v = call i32 @read(ptr %t)\nret void"
        )
    };
    becomes("memcpyopt", &before(""), &before("").replace("@read(ptr %t)", "@read(ptr %q)"));
    stays(&before("store i8 1, ptr %q\n"));
}

#[test]
fn an_aggregate_is_copied_at_once() {
    let before = "%v = load [4 x i32], ptr %q\nstore [4 x i32] %v, ptr %p\nret void";
    becomes("memcpyopt", before, &format!("{COPY}(ptr align 4 %p, ptr align 4 %q, i64 16, i1 false)\nret void"));
    // The original may change before the store, which cannot be made earlier because it may change what is read there.
    stays(
        "%v = load [4 x i32], ptr %p\nstore i8 1, ptr %p\n%w = load i8, ptr %q\nstore [4 x i32] %v, ptr %q\nstore i8 %w, ptr %p\nret void",
    );
}

#[test]
fn a_copy_out_of_a_loop_reads_what_an_earlier_iteration_wrote() {
    stays(
        "%t = alloca [64 x i8]\nbr label %loop\nloop:\n%i = phi i64 [ 32, %0 ], [ %next, %loop ]\n%next = add i64 %i, -1\n\
         %at = getelementptr inbounds [64 x i8], ptr %t, i64 0, i64 %i\nstore i8 1, ptr %at\nbr i1 %c, label %loop, label %end\n\
         end:\n%from = getelementptr inbounds i8, ptr %at, i64 1\n%len = sub i64 32, %i\n\
         call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %from, i64 %len, i1 false)\nret void",
    );
}

#[test]
fn stores_of_what_memory_has_are_removed() {
    // The value was loaded on all paths, and nothing wrote in between.
    becomes(
        "dse",
        "%v = load i32, ptr %p\nbr i1 %c, label %a, label %b\na:\nbr label %b\nb:\nstore i32 %v, ptr %p\nret void",
        "br i1 %c, label %a, label %b\na:\nbr label %b\nb:\nret void",
    );
    let written = "%v = load i32, ptr %p\nbr i1 %c, label %a, label %b\na:\ncall void @keep(ptr %p)\nbr label %b\nb:\nstore i32 %v, ptr %p\nret void";
    becomes("dse", written, written);
    let zeros = |value: u32| {
        format!(
            "{FILL}(ptr %p, i8 0, i64 8, i1 false)\n%a = getelementptr i8, ptr %p, i64 4\nstore i8 {value}, ptr %a\ncall void @keep(ptr %p)\nret void"
        )
    };
    becomes("dse", &zeros(0), &format!("{FILL}(ptr %p, i8 0, i64 8, i1 false)\ncall void @keep(ptr %p)\nret void"));
    becomes(
        "dse",
        "%m = call ptr @calloc(i64 1, i64 8)\nstore i64 0, ptr %m\ncall void @keep(ptr %m)\nret void",
        "%m = call ptr @calloc(i64 1, i64 8)\ncall void @keep(ptr %m)\nret void",
    );
}

#[test]
fn a_fill_is_shortened_by_what_is_overwritten() {
    let at = |start: u32, len: u32, offset: u32| {
        let (address, dest) = match start {
            0 => (String::new(), "%p"),
            n => (format!("%1 = getelementptr inbounds i8, ptr %p, i64 {n}\n"), "%1"),
        };
        format!(
            "{address}{FILL}(ptr align 4 {dest}, i8 0, i64 {len}, i1 false)\n%a = getelementptr i8, ptr %p, i64 {offset}\n\
             store i32 %x, ptr %a\nret void"
        )
    };
    becomes("dse", &at(0, 32, 28), &at(0, 28, 28));
    becomes("dse", &at(0, 32, 0), &at(4, 28, 0));
    // The middle stays.
    becomes("dse", &at(0, 32, 16), &at(0, 32, 16));
    // The next address that is aligned may be beyond the address space.
    let large = format!(
        "{FILL}(ptr align 4294967296 %p, i8 0, i64 18446744073709551615, i1 false)\nstore i32 %x, ptr %p\nret void"
    );
    becomes("dse", &large, &large);
}

#[test]
fn the_memory_of_an_earlier_iteration_is_not_overwritten_after_a_loop() {
    let list = "br label %loop\nloop:\n%old = phi ptr [ null, %0 ], [ %new, %loop ]\n\
                %new = call ptr @calloc(i64 1, i64 8)\n%a = getelementptr i8, ptr %new, i64 4\nstore i32 %x, ptr %a\n\
                br i1 %c, label %loop, label %end\nend:\n%b = getelementptr i8, ptr %new, i64 4\nstore i32 0, ptr %b\n\
                call void @keep(ptr %old)\nret void";
    becomes("dse", list, list);
}

#[test]
fn constants_are_stored_at_once() {
    let before = |between: &str| {
        format!("store i32 0, ptr %p\n{between}%a = getelementptr i8, ptr %p, i64 2\nstore i8 3, ptr %a\nret void")
    };
    becomes("dse", &before(""), "store i32 196608, ptr %p\nret void");
    let call = "call void @keep(ptr null)\n";
    becomes("dse", &before(call), &before(call));
}

#[test]
fn a_variable_that_escapes_later_is_not_seen_before() {
    becomes(
        "dse",
        "%v = alloca i32\nstore i32 1, ptr %v\ncall void @keep(ptr null)\nstore i32 2, ptr %v\ncall void @keep(ptr %v)\nret void",
        "%v = alloca i32\ncall void @keep(ptr null)\nstore i32 2, ptr %v\ncall void @keep(ptr %v)\nret void",
    );
    let escaped = "%v = alloca i32\ncall void @keep(ptr %v)\nstore i32 1, ptr %v\ncall void @keep(ptr null)\nstore i32 2, ptr %v\ncall void @keep(ptr %v)\nret void";
    becomes("dse", escaped, escaped);
}

#[test]
fn an_endless_loop_keeps_its_stores() {
    let endless = "br label %loop\nloop:\nstore i32 0, ptr %p\nbr label %loop";
    becomes("dse", endless, endless);
}

#[test]
fn long_rows_of_stores_and_copies_are_handled() {
    let row = |line: &dyn Fn(usize) -> String| (0..3000).map(line).collect::<String>();
    let function = |lines: String| {
        format!(
            "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndefine void @f(ptr %p, ptr %q) {{\n{lines}ret void\n}}"
        )
    };
    let stores = row(&|n| format!("%a{n} = getelementptr i8, ptr %p, i64 {}\nstore i32 0, ptr %a{n}\n", 8 * n));
    let copies = row(&|n| {
        format!(
            "call void @llvm.memcpy.p0.p0.i64(ptr %{}, ptr %{}, i64 8, i1 false)\n",
            ["p", "q"][n % 2],
            ["q", "p"][n % 2]
        )
    });
    for text in [function(stores), function(copies)] {
        run("memcpyopt,dse", &text);
    }
}
