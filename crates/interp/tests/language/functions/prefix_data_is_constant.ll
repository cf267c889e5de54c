; Prefix data cannot be written.
define void @f() prefix i32 123 {
  ret void
}

define noundef i32 @main() {
  %before = getelementptr i32, ptr @f, i32 -1
  store i32 0, ptr %before ; UB0212
  ret i32 0
}
