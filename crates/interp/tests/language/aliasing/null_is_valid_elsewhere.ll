; Whether null is valid, the function says that does the access.
define void @f(ptr %p) {
  store i32 1, ptr %p ; UB0201
  ret void
}

define noundef i32 @main() null_pointer_is_valid {
  call void @f(ptr null)
  ret i32 0
}
