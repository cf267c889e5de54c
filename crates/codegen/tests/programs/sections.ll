; Variables with and without contents, writable and not, in sections of the same name.
@zero = global i32 0, section "own"
@five = global i32 5, section "own"
@seven = constant i32 7, section "own"
@address = constant ptr @five, section "own"
@large = global [1000 x i32] zeroinitializer, section ".bss.own"
@empty = global [0 x i32] zeroinitializer

declare i32 @printf(ptr, ...)
@format = constant [13 x i8] c"%d %d %d %d\0A\00"

define i32 @main() {
  store i32 3, ptr @zero
  %place = getelementptr i32, ptr @large, i64 999
  store i32 40, ptr %place
  %p = load ptr, ptr @address
  %five = load i32, ptr %p
  %six = add i32 %five, 1
  store i32 %six, ptr %p
  %a = load i32, ptr @zero
  %b = load i32, ptr @five
  %c = load i32, ptr @seven
  %d = load i32, ptr %place
  call i32 (ptr, ...) @printf(ptr @format, i32 %a, i32 %b, i32 %c, i32 %d)
  %is_null = icmp eq ptr @empty, null
  %r = zext i1 %is_null to i32
  ret i32 %r
}
