define i32 @size(ptr dereferenceable_or_null(4) %p) {
  ret i32 0
}

define i32 @main() {
  %a = alloca [4 x i8]
  %x = call i32 @size(ptr %a)
  %y = call i32 @size(ptr null)
  ret i32 %x
}
