; A call whose type has no result is no call of a function that has one.
define i32 @f() {
  ret i32 1
}

define noundef i32 @main() {
  call void @f() ; UB0407
  ret i32 0
}
