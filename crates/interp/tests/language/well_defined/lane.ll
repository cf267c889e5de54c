; A vector with a poison lane is not well defined.
define void @take(<2 x i32> noundef %x) {
  ret void
}

define noundef i32 @main() {
  %x = insertelement <2 x i32> poison, i32 1, i32 0
  call void @take(<2 x i32> noundef %x) ; UB0501
  ret i32 0
}
