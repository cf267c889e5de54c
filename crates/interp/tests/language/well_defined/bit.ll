; A value with one undefined bit is not well defined.
define void @take(i32 noundef %x) {
  ret void
}

define noundef i32 @main() {
  %x = and i32 undef, 64
  call void @take(i32 noundef %x) ; UB0502
  ret i32 0
}
