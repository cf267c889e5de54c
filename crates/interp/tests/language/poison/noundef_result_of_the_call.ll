; Poison must not be the result of a call that promises `noundef`.
define i32 @make() {
  ret i32 poison
}

define noundef i32 @main() {
  %x = call noundef i32 @make() ; UB0501
  ret i32 0
}
