; A pointer with less alignment than `align` says is poison.
define i32 @look(ptr align 8 %p) {
  %n = ptrtoint ptr %p to i64
  switch i64 %n, label %end [ i64 1, label %end ] ; UB0303
end:
  ret i32 0
}

define noundef i32 @main() {
  %a = alloca [8 x i8], align 8
  %p = getelementptr i8, ptr %a, i64 1
  %r = call i32 @look(ptr %p)
  ret i32 %r
}
