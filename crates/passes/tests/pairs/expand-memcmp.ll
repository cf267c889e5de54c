; passes: expand-memcmp
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @memcmp(ptr captures(none), ptr captures(none), i64) nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @bcmp(ptr captures(none), ptr captures(none), i64) nocallback nofree nounwind willreturn memory(argmem: read)

define i32 @two(ptr %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 2)
  ret i32 %r
}

define i32 @four(ptr align 4 %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 4)
  ret i32 %r
}

define i1 @less(ptr %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 8)
  %c = icmp slt i32 %r, 0
  ret i1 %c
}

define i32 @six(ptr %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 6)
  ret i32 %r
}

define i32 @many(ptr %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 100)
  ret i32 %r
}

define i32 @equal(ptr %a, ptr %b) {
  %r = call i32 @bcmp(ptr %a, ptr %b, i64 24)
  ret i32 %r
}
