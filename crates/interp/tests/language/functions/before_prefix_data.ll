; Nothing is known of what lies before the prefix data.
define void @f() prefix i32 123 {
  ret void
}

define noundef i32 @main() {
  %before = getelementptr i32, ptr @f, i32 -2
  %number = load i32, ptr %before ; UB0212
  ret i32 0
}
