
; Function Attrs: memory(argmem: readwrite)
declare ptr @__memset_chk(ptr, i32, i64, i64) #0

; Function Attrs: nounwind willreturn memory(argmem: readwrite)
declare ptr @strncpy(ptr noalias returned writeonly, ptr noalias readonly captures(none), i64) #1

; Function Attrs: nounwind willreturn memory(argmem: read)
declare i32 @memcmp(ptr captures(none), ptr captures(none), i64) #2

define void @overwritten(ptr %p, i64 %n) {
  store i8 1, ptr %p, align 1
  %a = getelementptr i8, ptr %p, i64 100
  store i8 2, ptr %a, align 1
  %r = call ptr @__memset_chk(ptr %p, i32 42, i64 100, i64 %n)
  ret void
}

define void @filled(ptr noalias %p, ptr noalias %q) {
  %r = call ptr @strncpy(ptr %p, ptr %q, i64 8)
  ret void
}

define i32 @compared(ptr noalias %q) {
  %p = alloca [4 x i8], align 1
  store i8 1, ptr %p, align 1
  %a = getelementptr i8, ptr %p, i64 1
  store i8 2, ptr %a, align 1
  %r = call i32 @memcmp(ptr %p, ptr %q, i64 2)
  ret i32 %r
}

attributes #0 = { memory(argmem: readwrite) }
attributes #1 = { nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind willreturn memory(argmem: read) }
