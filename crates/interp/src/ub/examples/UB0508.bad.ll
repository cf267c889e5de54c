define i32 @size(ptr dereferenceable_or_null(4) %p) {
  ret i32 0
}

define i32 @main() {
  %a = alloca [4 x i8]
  %end = getelementptr i8, ptr %a, i64 4
  %x = call i32 @size(ptr %end) ; UB
  ret i32 %x
}
