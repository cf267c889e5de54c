; Poison must not be returned as a result with `noundef`.
define noundef i32 @make() {
  ret i32 poison ; UB0501
}

define noundef i32 @main() {
  %x = call i32 @make()
  ret i32 0
}
