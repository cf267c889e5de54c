; passes: dse
; Functions of the C library overwrite as many bytes as they are told to, and read no more.
declare ptr @__memset_chk(ptr, i32, i64, i64) memory(argmem: readwrite)
declare ptr @strncpy(ptr noalias returned writeonly, ptr noalias readonly captures(none), i64) nounwind willreturn memory(argmem: readwrite)
declare i32 @memcmp(ptr captures(none), ptr captures(none), i64) nounwind willreturn memory(argmem: read)

define void @overwritten(ptr %p, i64 %n) {
  store i8 1, ptr %p
  %a = getelementptr i8, ptr %p, i64 100
  store i8 2, ptr %a
  %r = call ptr @__memset_chk(ptr %p, i32 42, i64 100, i64 %n)
  ret void
}

define void @filled(ptr noalias %p, ptr noalias %q) {
  store i8 1, ptr %p
  %r = call ptr @strncpy(ptr %p, ptr %q, i64 8)
  ret void
}

define i32 @compared(ptr noalias %q) {
  %p = alloca [4 x i8]
  store i8 1, ptr %p
  %a = getelementptr i8, ptr %p, i64 1
  store i8 2, ptr %a
  %b = getelementptr i8, ptr %p, i64 2
  store i8 3, ptr %b
  %r = call i32 @memcmp(ptr %p, ptr %q, i64 2)
  ret i32 %r
}
