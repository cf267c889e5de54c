; Poison must not be passed to a parameter with `noundef`.
define void @ignore(i32 noundef %x) {
  ret void
}

define noundef i32 @main() {
  call void @ignore(i32 poison) ; UB0501
  ret i32 0
}
