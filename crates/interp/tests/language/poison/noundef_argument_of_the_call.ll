; Poison must not be passed as an argument with `noundef`.
define void @ignore(i32 %x) {
  ret void
}

define noundef i32 @main() {
  call void @ignore(i32 noundef poison) ; UB0501
  ret i32 0
}
