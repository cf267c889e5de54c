//! Files of isolated programs: what is known of them, copies from one to another, and mappings.

mod outcome;

use lindworm_interp::Options;
use outcome::{Outcome, run};

const PRELUDE: &str = "
@name = constant [7 x i8] c\"/tmp/a\\00\"
@other = constant [7 x i8] c\"/tmp/b\\00\"
@missing = constant [7 x i8] c\"/tmp/c\\00\"
@text = constant [10 x i8] c\"0123456789\"
declare i32 @open(ptr, i32, ...)
declare i32 @close(i32)
declare i64 @read(i32, ptr, i64)
declare i64 @pread(i32, ptr, i64, i64)
declare i64 @write(i32, ptr, i64)
declare i64 @pwrite(i32, ptr, i64, i64)
declare i64 @lseek(i32, i64, i32)
declare i32 @ftruncate(i32, i64)
declare i32 @statx(i32, ptr, i32, i32, ptr)
declare i64 @sendfile(i32, i32, ptr, i64)
declare i64 @copy_file_range(i32, ptr, i32, ptr, i64, i32)
declare ptr @mmap(ptr, i64, i32, i32, i32, i64)
declare i32 @munmap(ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @__errno_location()

; A new file that can be read and written.
define i32 @new(ptr %name) {
  %file = call i32 (ptr, i32, ...) @open(ptr %name, i32 578, i32 420)
  ret i32 %file
}
; The file of ten digits.
define i32 @digits() {
  %file = call i32 @new(ptr @name)
  %written = call i64 @write(i32 %file, ptr @text, i64 10)
  ret i32 %file
}
";

/// What `main` returns whose body this is.
fn main_returns(body: &str) -> i32 {
    let options = Options { isolated: true, max_steps: Some(100_000), ..Options::default() };
    match run(&format!("{PRELUDE}\ndefine i32 @main() {{\n{body}\n}}\n"), options) {
        Outcome::Exit(code) => code,
        other => panic!("{other:?}"),
    }
}

/// `statx` of a path and of an open file tell mode and size; of what is not there, and of no path, why not.
#[test]
fn statx_tells_mode_and_size() {
    let code = main_returns(
        "
  %file = call i32 @digits()
  %status = alloca [256 x i8], align 8
  %by.path = call i32 @statx(i32 -100, ptr @name, i32 0, i32 2047, ptr %status)
  %mode.at = getelementptr i8, ptr %status, i64 28
  %size.at = getelementptr i8, ptr %status, i64 40
  %size = load i64, ptr %size.at
  store i64 0, ptr %size.at
  %empty = getelementptr i8, ptr @name, i64 6
  %by.file = call i32 @statx(i32 %file, ptr %empty, i32 4096, i32 2047, ptr %status)
  %mode = load i16, ptr %mode.at
  %again = load i64, ptr %size.at
  %sizes = add i64 %size, %again
  %all = trunc i64 %sizes to i32
  %absent = call i32 @statx(i32 -100, ptr @missing, i32 0, i32 2047, ptr %status)
  %errno = call ptr @__errno_location()
  %why = load i32, ptr %errno
  %asks = call i32 @statx(i32 0, ptr null, i32 0, i32 2047, ptr null)
  %why.not = load i32, ptr %errno
  %none = add i32 %absent, %asks
  %reasons = add i32 %why, %why.not
  %kind = and i16 %mode, -4096
  %regular = icmp eq i16 %kind, -32768
  %r = zext i1 %regular to i32
  %a = add i32 %by.path, %by.file
  %b = add i32 %a, %all
  %c = add i32 %b, %none
  %d = add i32 %c, %reasons
  %e = mul i32 %r, 100
  %code = add i32 %d, %e
  ret i32 %code",
    );
    // Twice ten bytes, -1 twice, ENOENT and EFAULT, and a regular file.
    assert_eq!(code, 20 - 2 + 2 + 14 + 100);
}

/// From where the file is, or from a place that is moved instead.
#[test]
fn bytes_go_from_file_to_file() {
    let code = main_returns(
        "
  %from = call i32 @digits()
  %to = call i32 @new(ptr @other)
  %place = alloca i64
  store i64 6, ptr %place
  %sent = call i64 @sendfile(i32 %to, i32 %from, ptr %place, i64 100)
  %start = call i64 @lseek(i32 %from, i64 2, i32 0)
  %copied = call i64 @copy_file_range(i32 %from, ptr null, i32 %to, ptr null, i64 3, i32 0)
  %after = call i64 @lseek(i32 %from, i64 0, i32 1)
  %moved = load i64, ptr %place
  %buffer = alloca [16 x i8]
  %len = call i64 @pread(i32 %to, ptr %buffer, i64 16, i64 0)
  %tail = getelementptr i8, ptr @text, i64 6
  %first = call i32 @memcmp(ptr %buffer, ptr %tail, i64 4)
  %rest = getelementptr i8, ptr %buffer, i64 4
  %middle = getelementptr i8, ptr @text, i64 2
  %second = call i32 @memcmp(ptr %rest, ptr %middle, i64 3)
  %differ = or i32 %first, %second
  %is.wrong = icmp ne i32 %differ, 0
  %counts = add i64 %sent, %copied
  %places = add i64 %after, %moved
  %sum = add i64 %counts, %places
  %all = add i64 %sum, %len
  %right = trunc i64 %all to i32
  %code = select i1 %is.wrong, i32 1, i32 %right
  ret i32 %code",
    );
    assert_eq!(code, 4 + 3 + 5 + 10 + 7);
}

/// What is written to a shared mapping is in the file, and the other way round; not so of a private one.
#[test]
fn a_shared_mapping_is_the_file() {
    let code = main_returns(
        "
  %file = call i32 @digits()
  %shared = call ptr @mmap(ptr null, i64 10, i32 3, i32 1, i32 %file, i64 0)
  %private = call ptr @mmap(ptr null, i64 10, i32 3, i32 2, i32 %file, i64 0)
  %s5 = getelementptr inbounds i8, ptr %shared, i64 5
  %p6 = getelementptr inbounds i8, ptr %private, i64 6
  store i8 88, ptr %s5
  store i8 89, ptr %p6
  %buffer = alloca [10 x i8]
  %len = call i64 @pread(i32 %file, ptr %buffer, i64 10, i64 0)
  %b5 = getelementptr i8, ptr %buffer, i64 5
  %b6 = getelementptr i8, ptr %buffer, i64 6
  %seen = load i8, ptr %b5
  %apart = load i8, ptr %b6
  %z = call i64 @pwrite(i32 %file, ptr @text, i64 1, i64 9)
  %s9 = getelementptr inbounds i8, ptr %shared, i64 9
  %new = load i8, ptr %s9
  %closed = call i32 @close(i32 %file)
  store i8 90, ptr %s9
  %gone = call i32 @munmap(ptr %shared, i64 10)
  %again = call i32 (ptr, i32, ...) @open(ptr @name, i32 0)
  %left = call i64 @pread(i32 %again, ptr %buffer, i64 1, i64 9)
  %last = load i8, ptr %buffer
  %w1 = sub i8 %seen, 88
  %w2 = sub i8 %apart, 54
  %w3 = sub i8 %new, 48
  %w4 = sub i8 %last, 90
  %o1 = or i8 %w1, %w2
  %o2 = or i8 %w3, %w4
  %o = or i8 %o1, %o2
  %code = zext i8 %o to i32
  ret i32 %code",
    );
    assert_eq!(code, 0);
}
