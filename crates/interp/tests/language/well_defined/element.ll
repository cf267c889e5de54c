; A structure with an undefined element is not well defined.
define void @take({ i8, i32 } noundef %x) {
  ret void
}

define noundef i32 @main() {
  %x = insertvalue { i8, i32 } undef, i8 1, 0
  call void @take({ i8, i32 } noundef %x) ; UB0502
  ret i32 0
}
