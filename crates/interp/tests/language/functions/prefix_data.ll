; Prefix data lies right before the function, where it can be loaded.
define void @f() prefix i32 123 {
  ret void
}

define void @g() prefix <{ i8, i32, ptr }> <{ i8 1, i32 77, ptr @f }> {
  ret void
}

define noundef i32 @main() {
  %before = getelementptr i32, ptr @f, i32 -1
  %number = load i32, ptr %before
  %start = getelementptr i8, ptr @g, i64 -13
  %field = getelementptr <{ i8, i32, ptr }>, ptr %start, i64 0, i32 1
  %second = load i32, ptr %field, align 1
  %last = getelementptr ptr, ptr @g, i64 -1
  %f = load ptr, ptr %last, align 1
  call void %f()
  call void @g()
  %a = sub i32 %number, 123
  %b = sub i32 %second, 77
  %both = or i32 %a, %b
  ret i32 %both
}
